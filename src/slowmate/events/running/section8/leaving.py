"""Sections 8.3 and 8.4: what an accepted and a refused withdrawal bring: seats left, bars to entry, notices, bonds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.organising.approved import ApprovalCase, is_approved
from slowmate.events.organising.offices import TOURNAMENT_OFFICE, Actor
from slowmate.events.running.section8.bonds import bond_ground
from slowmate.records import Kind, Result, Status
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause, in_force
from slowmate.rulebook.calendar import Months, Years, months_after, years_after

ACCEPTED = clause("ICCF-TR-2017 8.3/1")
REGISTER = clause("ICCF-TR-2017 8.3/2")
NOTIFY_RATINGS = clause("ICCF-TR-2017 8.3/3")
SUSPENDED_FOR_ABUSE = Dated({"ICCF-TR-2017 8.3/4": Years(5)})
NO_ENTRY_IF_ACCEPTED = Dated({"ICCF-TR-2017 8.3/5": Months(6)})
NOT_ACCEPTED = clause("ICCF-TR-2017 8.4/4")
NO_ENTRY_FOR = Dated({"ICCF-TR-2017 8.4/5": Months(12)})


@dataclass(frozen=True, slots=True)
class SeatGame:
    """A game of a seat: its id, the opponent's id, the result once there is one, and the moves both have made.

    *last_move* is the day of the holder's own last move; *lost_by_silence* that on which they lost it by silence.
    """

    id: str
    opponent: str
    result: Result | None = None
    moves: int = 0
    last_move: date | None = None
    lost_by_silence: date | None = None


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A player's seat in a section on the day they leave."""

    section: str
    kind: Kind
    start: date
    games: tuple[SeatGame, ...] = ()
    approval: ApprovalCase = field(default_factory=ApprovalCase)

    @property
    def is_playing(self) -> bool:
        return any(game.result is None for game in self.games)


@dataclass(frozen=True, slots=True)
class Departure:
    """The steps that a server carries out when a player leaves.

    From *on*, *status* holds in each of the *sections*; the player goes on in the *untouched*. *tell*: whom to inform.
    """

    player: str
    status: Status
    on: date
    sections: tuple[str, ...]
    untouched: tuple[str, ...]
    bar: EntryBar | None
    norm_possible: bool
    keeps_rights: bool
    bond_needed: bool
    tell: tuple[Actor, ...]


def sections_left(here: HeldSeat, others: Sequence[HeldSeat]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sections a player leaves together with this one, and those they go on in.

    A withdrawal holds in all ICCF-approved events with running games, each by the definition of the day it started.
    """
    playing = [seat for seat in others if seat.is_playing and seat.section != here.section]
    left = [seat.section for seat in playing if is_approved(seat.kind, seat.approval, start=seat.start).value]
    return (here.section, *left), tuple(seat.section for seat in playing if seat.section not in left)


def after_acceptance(player: str, here: HeldSeat, others: Sequence[HeldSeat], *, on: date) -> Ruling[Departure]:
    """Say what an accepted withdrawal brings: out of all approved events, no entry for a while, and whom to inform."""
    sections, untouched = sections_left(here, others)
    barred, months = NO_ENTRY_IF_ACCEPTED.on(here.start)
    entry = months_after(on, months)
    informed: list[Fact] = [Actor.WTD.value, Actor.DELEGATE.value]
    left = in_force(ACCEPTED, on=here.start)
    grounds = (
        Ground(left, {"player": player, "events": list(sections), "untouched": list(untouched)}),
        Ground(in_force(REGISTER, on=here.start), {"player": player, "on": on, "tell": informed}),
        Ground(in_force(NOTIFY_RATINGS, on=here.start), {"player": player, "tell": [Actor.RATINGS.value]}),
        Ground(barred, {"on": on, "entry_from": entry}),
    )
    value = Departure(
        player,
        Status.WITHDRAWN_ACCEPTED,
        on,
        sections,
        untouched,
        EntryBar(on, entry, str(barred)),
        norm_possible=True,
        keeps_rights=True,
        bond_needed=False,
        tell=(Actor.WTD, Actor.DELEGATE, Actor.RATINGS),
    )
    return Ruling(value, grounds)


def after_refusal(player: str, here: HeldSeat, others: Sequence[HeldSeat], *, on: date) -> Ruling[Departure]:
    """Say what a withdrawal that was not accepted brings: the same events left, a longer bar, then a bond."""
    sections, untouched = sections_left(here, others)
    barred, months = NO_ENTRY_FOR.on(here.start)
    entry = months_after(on, months)
    left = in_force(NOT_ACCEPTED, on=here.start)
    grounds = (
        Ground(left, {"player": player, "events": list(sections), "untouched": list(untouched)}),
        Ground(barred, {"on": on, "entry_from": entry}),
        bond_ground(Status.WITHDRAWN, left=on, start=here.start),
    )
    value = Departure(
        player,
        Status.WITHDRAWN,
        on,
        sections,
        untouched,
        EntryBar(on, entry, str(barred)),
        norm_possible=False,
        keeps_rights=True,
        bond_needed=True,
        tell=(*TOURNAMENT_OFFICE, Actor.DELEGATE),
    )
    return Ruling(value, grounds)


def after_abuse(player: str, *, found_on: date, start: date) -> Ruling[EntryBar]:
    """Suspend a player who abused the right to withdraw. *start* is that of the event they had left."""
    cited, years = SUSPENDED_FOR_ABUSE.on(start)
    until = years_after(found_on, years)
    ground = Ground(cited, {"player": player, "found": found_on, "entry_from": until})
    return Ruling(EntryBar(found_on, until, str(cited)), (ground,))


def first_day_again(bars: Sequence[EntryBar], *, on: date) -> date | None:
    """Return the first day from *on* that no bar covers; None while an unlimited one does.

    A bar does not cover its last day.
    """
    day = on
    while True:
        covering = [bar.until for bar in bars if bar.since <= day and (bar.until is None or day < bar.until)]
        if not covering:
            return day
        if None in covering:
            return None
        day = max(until for until in covering if until is not None)
