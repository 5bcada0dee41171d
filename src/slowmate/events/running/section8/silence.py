"""Section 8.5: silent withdrawals: how one is found and confirmed, and what it brings."""

from collections.abc import Sequence
from datetime import date

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.organising.offices import TOURNAMENT_OFFICE, Actor, Procedure, ProcedureStep
from slowmate.events.running.section8.bonds import PastWithdrawal, bond_ground
from slowmate.events.running.section8.leaving import Departure, HeldSeat, sections_left
from slowmate.records import Status
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.rulebook.calendar import Years, years_after

SILENT_WITHDRAWAL = clause("ICCF-TR-2017 8.5/1")
WITHDRAWN_FROM = Dated({"ICCF-TR-2016 8.5": "this event", "ICCF-TR-2017 8.5/2": "all events"})
"""The events from which a silent withdrawal withdraws a player."""
SUSPENDED_AT_MOST = Dated({"ICCF-TR-2017 8.5/3": Years(2)})
SUSPENDED_AGAIN_AT_LEAST = Dated({"ICCF-TR-2017 8.5/5": Years(5)})

SILENCE: Procedure = {
    ("found", "confirm"): ProcedureStep((Actor.DIRECTOR,), "confirmed", SILENT_WITHDRAWAL, guard="no word"),
    ("found", "dismiss"): ProcedureStep((Actor.DIRECTOR,), "dismissed", SILENT_WITHDRAWAL),
    ("confirmed", "suspend"): ProcedureStep(TOURNAMENT_OFFICE, "suspended", SUSPENDED_AT_MOST.clause),
    ("confirmed", "do not suspend"): ProcedureStep(
        TOURNAMENT_OFFICE, "not suspended", SUSPENDED_AT_MOST.clause, guard="first time"
    ),
}
"""A silent withdrawal, from the day the server or a director notices that a player has stopped playing.

The guards are `has_left_silently` and `is_first_silence`: the Tournament Office may let a first one pass, no second.
"""


def silent_since(player: str, seat: HeldSeat) -> Ruling[date | None]:
    """Return the day since which a player is silent in a section: they lost a game by silence and moved in none since.

    None while they play. The day opens a case; the director finds out whether the player gave word in another way.
    """
    lost = [game for game in seat.games if game.lost_by_silence is not None]
    first = min((game.lost_by_silence for game in lost if game.lost_by_silence), default=None)
    stopped = max((game.last_move for game in seat.games if game.last_move), default=seat.start)
    silent = first is not None and stopped < first
    facts: dict[str, Fact] = {"player": player, "section": seat.section, "lost": len(lost), "last_move": stopped}
    return Ruling(stopped if silent else None, (Ground(in_force(SILENT_WITHDRAWAL, on=seat.start), facts),))


def has_left_silently(
    player: str, *, stopped: date, told_opponents: date | None, told_director: date | None, start: date
) -> Ruling[bool]:
    """Decide whether a player who stopped playing informed neither the opponents nor the director."""
    words = [day for day in (told_opponents, told_director) if day is not None and day >= stopped]
    facts: dict[str, Fact] = {"player": player, "stopped": stopped, "word": min(words, default=None)}
    return Ruling(not words, (Ground(in_force(SILENT_WITHDRAWAL, on=start), facts),))


def is_first_silence(register: Sequence[PastWithdrawal], *, on: date, start: date) -> Ruling[bool]:
    """Decide whether the register has no silent withdrawal before a day."""
    earlier = _silences(register, on)
    cited, _ = (SUSPENDED_AT_MOST if earlier == 0 else SUSPENDED_AGAIN_AT_LEAST).on(start)
    return Ruling(earlier == 0, (Ground(cited, {"earlier": earlier, "on": on}),))


def _silences(register: Sequence[PastWithdrawal], on: date) -> int:
    return sum(past.status is Status.SILENT and past.on < on for past in register)


def after_silence(
    player: str,
    here: HeldSeat,
    others: Sequence[HeldSeat],
    *,
    on: date,
    register: Sequence[PastWithdrawal] = (),
    years: int = 0,
) -> Ruling[Departure]:
    """Say what a silent withdrawal brings; *here* is the seat where it was found, and its start governs.

    *years* is what the Tournament Office decided for a first time (at most two); a second time brings five at least.
    """
    cited, scope = WITHDRAWN_FROM.on(here.start)
    everywhere = sections_left(here, others)
    playing = tuple(seat.section for seat in others if seat.is_playing and seat.section != here.section)
    sections, untouched = everywhere if scope == "all events" else ((here.section,), playing)
    suspension = _suspension(on, register, Years(years), start=here.start)
    silent = in_force(SILENT_WITHDRAWAL, on=here.start)
    grounds = (
        Ground(silent, {"player": player, "norm": False, "qualification": False}),
        Ground(cited, {"player": player, "events": list(sections), "untouched": list(untouched)}),
        *suspension.grounds,
        bond_ground(Status.SILENT, left=on, start=here.start),
    )
    value = Departure(
        player,
        Status.SILENT,
        on,
        sections,
        untouched,
        suspension.value,
        norm_possible=False,
        keeps_rights=False,
        bond_needed=True,
        tell=(*TOURNAMENT_OFFICE, Actor.WTD),
    )
    return Ruling(value, grounds)


def _suspension(on: date, register: Sequence[PastWithdrawal], years: Years, *, start: date) -> Ruling[EntryBar | None]:
    earlier = _silences(register, on)
    if earlier:
        cited, least = SUSPENDED_AGAIN_AT_LEAST.on(start)
        years = max(least, years)
        until = years_after(on, years)
        ground = Ground(cited, {"earlier": earlier, "years": years, "entry_from": until})
        return Ruling(EntryBar(on, until, str(cited)), (ground,))
    cited, most = SUSPENDED_AT_MOST.on(start)
    if not 0 <= years <= most:
        raise Refused(Ground(cited, {"years": years, "outcome": "too-long"}))
    until = years_after(on, years)
    bar = EntryBar(on, until, str(cited)) if years else None
    return Ruling(bar, (Ground(cited, {"years": years, "entry_from": until}),))
