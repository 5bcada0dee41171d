"""The regulations of an event: what the Laws leave to it. As plain data, as the terms of a game, and in words.

They are set when the event is planned, shown on its page, and every game of it is played under them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import Enum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.board import Colour, Position
from slowmate.board.claims import FIFTY_MOVE_MIN_PIECES, TABLEBASE_MAX_PIECES
from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.clocks.turns import midnight
from slowmate.play.codec import control_from_json, control_to_json
from slowmate.play.terms import Notation, Terms, Transmission, check_terms
from slowmate.rulebook import Clause, Refused, clause
from slowmate.server.site.errors import Unfit
from slowmate.server.site.text import control_words, transmission_words
from slowmate.words.moves import reason

TIME = clause("ICCF-LAWS-2019 6.2")
LEAVE = clause("ICCF-LAWS-2019 10.1b")
OFFERS = clause("ICCF-LAWS-2019 9.1.1")
TABLES = clause("ICCF-LAWS-2019 5.1.3")
FIFTY_MOVES = clause("ICCF-LAWS-2019 9.3.2")
ILLEGAL = clause("ICCF-LAWS-2019 7.2b")
NOTATION = clause("ICCF-LAWS-2019 8.1.1")
POSITIONS = clause("ICCF-LAWS-2019 B.2.4")
CHOSEN = clause("ICCF-LAWS-2019 Glossary: regulations of an event")
CUSTOMARY = clocks.Classic()
MOST_PIECES = 7
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
    """The terms of a game that starts on a day; *chess960* is the number drawn for it, where positions are drawn."""
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
    """`Unfit` with the field if no game could be played under them."""
    if not 0 <= regulations.tablebase_pieces <= MOST_PIECES:
        raise Unfit(_("Tables are asked up to %(n)d men.") % {"n": MOST_PIECES}, field="tablebase_pieces")
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
"""Time controls with numbers of the event's own."""
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
    """A time control of these numbers; `Unfit` with the field that is missing or cannot be."""
    wanted = {name: numbers.get(name) for name in NUMBERS[choice]}
    for name, number in wanted.items():
        if number is None and name not in MAY_BE_EMPTY:
            raise Unfit(_("This time control needs a number here."), field=name)
    refill = {"refill": numbers["refill"]} if choice == "own-triple-block" and numbers.get("refill") else {}
    try:
        return OWN[choice](**wanted, **refill)  # type: ignore[no-any-return]
    except ValueError as error:
        fields = [name for name in reversed(wanted) if name.replace("_", " ") in str(error)]
        raise Unfit(_together(choice), field=fields[0] if fields else "control") from error


def _together(choice: str) -> str:
    if choice == "own-fischer":
        return _("Days and cap are at least 1, and the cap is not less than the days at the start.")
    if choice == "own-triple-block":
        return _("Numbers are at least 1, and the protection is not more than the clock can hold.")
    return _("Numbers are at least 1.")


def with_numbers(control: clocks.TimeControl, numbers: Mapping[str, Any]) -> clocks.TimeControl:
    """A time control with other counting, leave and silence, as far as they are given: None is as it is."""
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


# -- in words ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """One regulation: what it is about, what it says, and the clause that leaves it to the event."""

    name: str
    words: str
    clause: Clause = CHOSEN
    position: Position | None = None
    """What the words describe, where it can be shown on a board."""


def said(regulations: Regulations, transmission: Transmission) -> list[Said]:
    """The regulations of an event, one by one, as people read them."""
    control = regulations.time_control
    found = [
        Said(_("Played"), transmission_words(transmission)),
        Said(_("Time"), control_words(control), TIME),
        *_of_control(control),
        Said(_("Offers of a draw"), _offers(regulations.draw_after), OFFERS),
        Said(_("Endgame tables"), _pieces(regulations.tablebase_pieces), TABLES),
        Said(_("50-move rule"), _from_pieces(regulations.fifty_moves_from), FIFTY_MOVES),
    ]
    if regulations.positions is Positions.ONE:
        found.append(Said(_("Start"), _("Chess960: one position for all games, drawn by lot"), POSITIONS))
    if regulations.positions is Positions.EACH:
        found.append(Said(_("Start"), _("Chess960: a position for each pair of players, drawn by lot"), POSITIONS))
    if regulations.fen:
        position = Position.from_fen(regulations.fen)
        found.append(Said(_("Start"), _starting(regulations.fen, position), position=position))
    if not transmission.is_server:
        numeric = regulations.notation is Notation.NUMERIC
        found.append(Said(_("Notation"), _("numeric") if numeric else _("algebraic"), NOTATION))
        illegal = ngettext("%(n)d day", "%(n)d days", regulations.penalty_days) % {"n": regulations.penalty_days}
        found.append(Said(_("Proposed for an illegal move"), illegal, ILLEGAL))
    return found


def _starting(fen: str, position: Position) -> str:
    """A thematic start, for whoever sets it up on a board of his own."""
    words = _("White moves first: %(fen)s") if position.turn is Colour.WHITE else _("Black moves first: %(fen)s")
    return words % {"fen": fen}


def _of_control(control: clocks.TimeControl) -> list[Said]:
    if isinstance(control, clocks.Unrecorded):
        return []
    if isinstance(control, clocks.TripleBlock):
        return [Said(_("Bank"), _bank(control))]
    found = []
    if isinstance(control, clocks.Fischer) and control.cap is not None:
        found.append(Said(_("At most on the clock"), _days(control.cap)))
    leave = _("%(days)s a year, and %(more)s that the director may grant") % {
        "days": _days(control.leave_days),
        "more": _days(control.extra_leave_days),
    }
    return [
        *found,
        Said(_("Days are counted"), _counting(control.counting)),
        Said(_("Leave"), leave if control.leave_days or control.extra_leave_days else _("none"), LEAVE),
        Said(_("Silence"), _silence(control.silence)),
    ]


def _bank(control: clocks.TripleBlock) -> str:
    words = [
        _("it fills the clock after each move")
        if control.refill is clocks.Refill.AFTER_MOVE
        else _("the player fills the clock from it"),
        _("days are added for the first %(n)d moves") % {"n": control.increment_moves},
    ]
    if control.protection is not None:
        words.append(_("then never less than %(days)s after a move") % {"days": _days(control.protection)})
    return "; ".join(words)


def _counting(counting: clocks.Counting) -> str:
    words = [_("in whole days of 24 hours") if counting.whole_days else _("to the second")]
    if counting.doubled_after is not None:
        words.append(_("on one move, those after %(days)s twice") % {"days": _days(counting.doubled_after)})
    words.append(_("a clock at zero has fallen") if counting.falls_at_zero else _("a clock may show zero"))
    return "; ".join(words)


def _silence(silence: clocks.Silence | None) -> str:
    if silence is None:
        return _("does not lose")
    return _("a player who lets %(days)s pass on one move without a word loses") % {"days": _days(silence.days)}


def _offers(moves: int) -> str:
    if not moves:
        return _("at any time")
    return ngettext("after %(n)d move by each player", "after %(n)d moves by each player", moves) % {"n": moves}


def _pieces(number: int) -> str:
    return _("claims with up to %(n)d men on the board") % {"n": number} if number else _("no claims")


def _from_pieces(number: int) -> str:
    return _("claims with at least %(n)d men on the board") % {"n": number}


def _days(number: int) -> str:
    return ngettext("%(n)d day", "%(n)d days", number) % {"n": number}
