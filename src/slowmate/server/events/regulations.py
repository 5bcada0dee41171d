"""The regulations of an event: what the Laws leave to it, as plain data and as the terms of a game.

They are set when the event is planned, and every game of it is played under them. `pages/regulations.py` words them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import Enum
from typing import Any

from django.utils.translation import gettext as _

from slowmate.board.claims import FIFTY_MOVE_MIN_PIECES, TABLEBASE_MAX_PIECES
from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.clocks.turns import midnight
from slowmate.play.codec import control_from_json, control_to_json
from slowmate.play.terms import Notation, Terms, Transmission, check_terms
from slowmate.rulebook import Refused
from slowmate.server.site.errors import Unfit
from slowmate.words.moves import reason

CUSTOMARY = clocks.Classic()
MAX_TABLE_PIECES = 7
"""Men for which there are endgame tables."""


@dataclass(frozen=True, slots=True)
class Regulations:
    """What an event chooses. *positions*: Chess960, one start for all games or one for each pair; *fen*: thematic."""

    time_control: clocks.TimeControl = CUSTOMARY
    draw_after: int = 0
    tablebase_pieces: int = TABLEBASE_MAX_PIECES
    fifty_moves_from: int = FIFTY_MOVE_MIN_PIECES
    penalty_days: int = 5
    notation: Notation = Notation.NUMERIC
    fen: str | None = None
    positions: Positions | None = None


NAMES = tuple(field.name for field in fields(Regulations) if field.name != "time_control")
ENUMS: dict[str, type[Enum]] = {"notation": Notation, "positions": Positions}


def plain(regulations: Regulations) -> dict[str, Any]:
    """Return regulations as an event stores them: every number, since what is customary may change."""
    values = {name: getattr(regulations, name) for name in NAMES}
    return {
        "control": control_to_json(regulations.time_control),
        **{name: value.value if isinstance(value, Enum) else value for name, value in values.items()},
    }


def regulations_from(stored: Mapping[str, Any]) -> Regulations:
    """Return the regulations that an event stores; what is missing is as usual."""
    if not stored:
        return Regulations()
    given = {name: stored[name] for name in NAMES if stored.get(name) is not None}
    given |= {name: type_(given[name]) for name, type_ in ENUMS.items() if name in given}
    return Regulations(time_control=control_from_json(stored["control"]), **given)


def terms_of(
    regulations: Regulations, *, start: date, transmission: Transmission, chess960: int | None = None
) -> Terms:
    """Return the terms of a game that starts on a day; *chess960* is its number, if positions are drawn."""
    return Terms(
        starts=midnight(start),
        time_control=regulations.time_control,
        transmission=transmission,
        chess960=chess960,
        fen=regulations.fen,
        draw_after=regulations.draw_after,
        tablebase_pieces=regulations.tablebase_pieces,
        fifty_moves_from=regulations.fifty_moves_from,
        penalty_days=regulations.penalty_days,
        notation=regulations.notation,
    )


def check(regulations: Regulations, *, start: date, transmission: Transmission) -> None:
    """Raise `Unfit` with the field if no game could be played under the regulations."""
    if not 0 <= regulations.tablebase_pieces <= MAX_TABLE_PIECES:
        raise Unfit(_("Tables are asked up to %(n)d men.") % {"n": MAX_TABLE_PIECES}, field="tablebase_pieces")
    number = 0 if regulations.positions else None
    try:
        check_terms(terms_of(regulations, start=start, transmission=transmission, chess960=number))
    except Refused as refused:
        facts = refused.grounds[0].facts
        if "why" not in facts:
            raise Unfit(_("No edition of the Laws that we hold governs that day."), field="start") from refused
        raise Unfit(reason(str(facts["why"]), translate=_), field="fen") from refused
    except ValueError as error:
        raise Unfit(reason(str(error), translate=_), field="fen") from error


# -- a time control from its numbers ----------------------------------------------------------------------------------


OWN: dict[str, type] = {
    "own-classic": clocks.Classic,
    "own-fischer": clocks.Fischer,
    "own-triple-block": clocks.TripleBlock,
    "own-fixed": clocks.FixedDays,
}
"""Time controls with numbers of the event's own, by the value of the form."""
NUMBERS: dict[str, tuple[str, ...]] = {
    "own-classic": ("moves", "days"),
    "own-fischer": ("days", "increment", "cap"),
    "own-triple-block": ("clock", "bank", "increment", "increment_moves", "protection"),
    "own-fixed": ("days",),
}
MAY_BE_EMPTY = frozenset({"cap", "protection"})
COUNTED = ("whole_days", "doubled_after", "falls_at_zero")
RESTS = ("leave_days", "extra_leave_days")


def own_control(choice: str, numbers: Mapping[str, Any]) -> clocks.TimeControl:
    """Return a time control of these numbers; raise `Unfit` with the field that is missing or impossible."""
    values = {name: numbers.get(name) for name in NUMBERS[choice]}
    for name, number in values.items():
        if number is None and name not in MAY_BE_EMPTY:
            raise Unfit(_("This time control needs a number here."), field=name)
    refill = {"refill": numbers["refill"]} if choice == "own-triple-block" and numbers.get("refill") else {}
    try:
        return OWN[choice](**values, **refill)  # type: ignore[no-any-return]
    except ValueError as error:
        fields = [name for name in reversed(values) if name.replace("_", " ") in str(error)]
        raise Unfit(_together(choice), field=fields[0] if fields else "control") from error


def _together(choice: str) -> str:
    if choice == "own-fischer":
        return _("Days and cap are at least 1, and the cap is not less than the days at the start.")
    if choice == "own-triple-block":
        return _("Numbers are at least 1, and the protection is not more than the clock can hold.")
    return _("Numbers are at least 1.")


def with_numbers(control: clocks.TimeControl, numbers: Mapping[str, Any]) -> clocks.TimeControl:
    """Return a time control with other counting, leave and silence, as far as they are given."""
    given = {name: numbers.get(name) for name in (*COUNTED, *RESTS, "silence_days")}
    given = {name: number for name, number in given.items() if number is not None}
    if not given:
        return control
    if isinstance(control, clocks.TripleBlock | clocks.Unrecorded):
        why = _("Triple Block counts exactly and knows neither leave nor silence: leave this empty.")
        raise Unfit(why, field=next(iter(given)))
    try:
        return replace(control, **_changes(control, given))
    except ValueError as error:
        raise Unfit(_("Numbers of days cannot be negative."), field=next(iter(given))) from error


NEVER = 0
"""Days on one move after which they count twice, or are silence: never."""


def _changes(control: "clocks.Classic | clocks.Fischer | clocks.FixedDays", given: Mapping[str, Any]) -> dict[str, Any]:
    changes: dict[str, Any] = {name: given[name] for name in RESTS if name in given}
    counted = {name: given[name] for name in COUNTED if name in given}
    if counted.get("doubled_after") == NEVER:
        counted["doubled_after"] = None
    if counted:
        changes["counting"] = replace(control.counting, **counted)
    if "silence_days" in given:
        days = given["silence_days"]
        customary = clocks.Silence()
        reminders = tuple(day for day in customary.reminders if day < days)
        changes["silence"] = None if days == NEVER else clocks.Silence(days, reminders)
    return changes
