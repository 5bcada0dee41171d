"""Sections 8.3 to 8.5: what follows when a player leaves: seats, bars, notices, and what becomes of each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from slowmate.events.calendar import months_after, years_after
from slowmate.events.entry.entrants import EntryBar
from slowmate.events.organising.approved import ApprovalCase, is_approved
from slowmate.events.organising.offices import TOURNAMENT_OFFICE, Actor, Procedure, ProcedureStep
from slowmate.events.running.section8.bonds import BOND, BOND_AGAIN, BOND_FACTOR, PastWithdrawal
from slowmate.events.running.section8.substitution import after_death
from slowmate.records import Kind, Result, Status
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force

ALL_EVENTS = clause("ICCF-TR-2017 8.3/1")
REGISTER = clause("ICCF-TR-2017 8.3/2")
TELL_RATINGS = clause("ICCF-TR-2017 8.3/3")
ABUSE = clause("ICCF-TR-2017 8.3/4")
SIX_MONTHS = clause("ICCF-TR-2017 8.3/5")
NOT_ACCEPTED = clause("ICCF-TR-2017 8.4/4")
TWELVE_MONTHS = clause("ICCF-TR-2017 8.4/5")
DEATH = clause("ICCF-TR-2017 8.7(c)")
NO_NORM = clause("ICCF-TR-2017 8.5/1")
TWO_YEARS = clause("ICCF-TR-2017 8.5/3")
FIVE_YEARS = clause("ICCF-TR-2017 8.5/5")

SILENT_SCOPE = Dated({"ICCF-TR-2016 8.5": "this event", "ICCF-TR-2017 8.5/2": "all events"})
"""From how many events a silent withdrawer is withdrawn."""
MOST_YEARS = 2
LEAST_YEARS_AGAIN = 5


@dataclass(frozen=True, slots=True)
class SeatGame:
    """A game of a seat: its id, the opponent's id, the result once there is one, and the moves both have made.

    *last_move* is the day of the holder's own last move; *lost_by_silence* that on which it was lost so.
    """

    id: str
    opponent: str
    result: Result | None = None
    moves: int = 0
    last_move: date | None = None
    lost_by_silence: date | None = None


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A player's seat in a section on the day he leaves."""

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
    """What follows when a player leaves, for a server to carry out.

    *status* is his from *on* in each of the *sections*; *untouched* are those he goes on in. *tell* is whom to inform.
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
    """The sections a player leaves with this one, and those he goes on in.

    He leaves all ICCF-approved events in which he still plays, each by the definition of the day it started.
    """
    playing = [seat for seat in others if seat.is_playing and seat.section != here.section]
    left = [seat.section for seat in playing if is_approved(seat.kind, seat.approval, start=seat.start).value]
    return (here.section, *left), tuple(seat.section for seat in playing if seat.section not in left)


def after_acceptance(player: str, here: HeldSeat, others: Sequence[HeldSeat], *, on: date) -> Ruling[Departure]:
    """What an accepted withdrawal brings: out of all approved events, no entry for six months, and who is told."""
    sections, untouched = sections_left(here, others)
    entry = months_after(on, 6)
    told: list[Fact] = [Actor.WTD.value, Actor.DELEGATE.value]
    barred, left = in_force(SIX_MONTHS, on=here.start), in_force(ALL_EVENTS, on=here.start)
    grounds = (
        Ground(left, {"player": player, "events": list(sections), "untouched": list(untouched)}),
        Ground(in_force(REGISTER, on=here.start), {"player": player, "on": on, "tell": told}),
        Ground(in_force(TELL_RATINGS, on=here.start), {"player": player, "tell": [Actor.RATINGS.value]}),
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
    """What a withdrawal that was not accepted brings: the same in all events, no entry for a year, then a bond."""
    sections, untouched = sections_left(here, others)
    entry = months_after(on, 12)
    barred, left = in_force(TWELVE_MONTHS, on=here.start), in_force(NOT_ACCEPTED, on=here.start)
    grounds = (
        Ground(left, {"player": player, "events": list(sections), "untouched": list(untouched)}),
        Ground(barred, {"on": on, "entry_from": entry}),
        Ground(in_force(BOND, on=here.start), {"factor": BOND_FACTOR, "left": on}),
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


# -- silence ----------------------------------------------------------------------------------------------------------

SILENCE: Procedure = {
    ("found", "confirm"): ProcedureStep((Actor.DIRECTOR,), "confirmed", NO_NORM, guard="no word"),
    ("found", "dismiss"): ProcedureStep((Actor.DIRECTOR,), "dismissed", NO_NORM),
    ("confirmed", "suspend"): ProcedureStep(TOURNAMENT_OFFICE, "suspended", TWO_YEARS),
    ("confirmed", "do not suspend"): ProcedureStep(TOURNAMENT_OFFICE, "not suspended", TWO_YEARS, guard="first time"),
}
"""A silent withdrawal, from the day the server or a director finds that somebody has stopped playing.

The guards are `has_left_silently` and `is_first_silence`: the Tournament Office may let a first one pass, no second.
"""


def found_silent(player: str, seat: HeldSeat) -> Ruling[date | None]:
    """The day since which a player is silent in a section: he lost a game by silence and has moved in none since.

    None while he plays. It opens a case; whether he gave word in another way, the director finds out.
    """
    lost = [game for game in seat.games if game.lost_by_silence is not None]
    first = min((game.lost_by_silence for game in lost if game.lost_by_silence), default=None)
    stopped = max((game.last_move for game in seat.games if game.last_move), default=seat.start)
    silent = first is not None and stopped < first
    facts: dict[str, Fact] = {"player": player, "section": seat.section, "lost": len(lost), "last_move": stopped}
    return Ruling(stopped if silent else None, (Ground(in_force(NO_NORM, on=seat.start), facts),))


def has_left_silently(
    player: str, *, stopped: date, told_opponents: date | None, told_director: date | None, start: date
) -> Ruling[bool]:
    """Whether a player who stopped playing on a day has done so without a word to his opponents or the director."""
    words = [day for day in (told_opponents, told_director) if day is not None and day >= stopped]
    facts: dict[str, Fact] = {"player": player, "stopped": stopped, "word": min(words, default=None)}
    return Ruling(not words, (Ground(in_force(NO_NORM, on=start), facts),))


def is_first_silence(register: Sequence[PastWithdrawal], *, on: date, start: date) -> Ruling[bool]:
    """Whether no silent withdrawal stands in the register before a day."""
    earlier = _silences(register, on)
    cited = in_force(TWO_YEARS if earlier == 0 else FIVE_YEARS, on=start)
    return Ruling(earlier == 0, (Ground(cited, {"earlier": earlier, "on": on}),))


def _silences(register: Sequence[PastWithdrawal], on: date) -> int:
    return sum(one.status is Status.SILENT and one.on < on for one in register)


def after_silence(
    player: str,
    here: HeldSeat,
    others: Sequence[HeldSeat],
    *,
    on: date,
    register: Sequence[PastWithdrawal] = (),
    years: int = 0,
) -> Ruling[Departure]:
    """What a silent withdrawal brings; *here* is where it was found, and its start governs.

    *years* is what the Tournament Office decided for a first time (at most two); a second time brings five at least.
    """
    cited, scope = SILENT_SCOPE.on(here.start)
    everything = sections_left(here, others)
    playing = tuple(seat.section for seat in others if seat.is_playing and seat.section != here.section)
    sections, untouched = everything if scope == "all events" else ((here.section,), playing)
    length = _suspension(on, register, years, start=here.start)
    grounds = (
        Ground(in_force(NO_NORM, on=here.start), {"player": player, "norm": False, "qualification": False}),
        Ground(cited, {"player": player, "events": list(sections), "untouched": list(untouched)}),
        *length.grounds,
        Ground(in_force(BOND_AGAIN, on=here.start), {"factor": BOND_FACTOR, "left": on}),
    )
    value = Departure(
        player,
        Status.SILENT,
        on,
        sections,
        untouched,
        length.value,
        norm_possible=False,
        keeps_rights=False,
        bond_needed=True,
        tell=(*TOURNAMENT_OFFICE, Actor.WTD),
    )
    return Ruling(value, grounds)


def _suspension(on: date, register: Sequence[PastWithdrawal], years: int, *, start: date) -> Ruling[EntryBar | None]:
    earlier = _silences(register, on)
    if earlier:
        cited, years = in_force(FIVE_YEARS, on=start), max(LEAST_YEARS_AGAIN, years)
        until = years_after(on, years)
        ground = Ground(cited, {"earlier": earlier, "years": years, "entry_from": until})
        return Ruling(EntryBar(on, until, str(cited)), (ground,))
    cited = in_force(TWO_YEARS, on=start)
    if not 0 <= years <= MOST_YEARS:
        raise Refused(Ground(cited, {"years": years, "outcome": "too-long"}))
    until = years_after(on, years)
    bar = EntryBar(on, until, str(cited)) if years else None
    return Ruling(bar, (Ground(cited, {"years": years, "entry_from": until}),))


def after_abuse(player: str, *, found: date, start: date) -> Ruling[EntryBar]:
    """A found abuse of the privilege suspends for five years. *start* is that of the event he had left."""
    cited, until = in_force(ABUSE, on=start), years_after(found, 5)
    ground = Ground(cited, {"player": player, "found": found, "entry_from": until})
    return Ruling(EntryBar(found, until, str(cited)), (ground,))


def first_day_again(bars: Sequence[EntryBar], *, on: date) -> date | None:
    """The first day from *on* that no bar covers; None while one without end does. A bar ends on its second day."""
    day = on
    while True:
        covering = [bar.until for bar in bars if bar.since <= day and (bar.until is None or day < bar.until)]
        if not covering:
            return day
        if None in covering:
            return None
        day = max(until for until in covering if until is not None)


# -- the games of who leaves ------------------------------------------------------------------------------------------


class Measure(StrEnum):
    """What becomes of a game."""

    STANDS = "stands"
    ADJUDICATE = "adjudicate"
    DEFAULT = "default"
    CANCEL = "cancel"
    SUBSTITUTE = "substitute"


class Cause(StrEnum):
    """Why a player's games need a decision."""

    DEATH = "death"
    ACCEPTED = "accepted"
    NOT_ACCEPTED = "not accepted"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class GameProposal:
    """What the server proposes for a game, and what the director may choose."""

    section: str
    game: str
    proposed: Measure
    options: tuple[Measure, ...]


CAUSES = {Cause.ACCEPTED: ALL_EVENTS, Cause.NOT_ACCEPTED: NOT_ACCEPTED, Cause.SILENT: NO_NORM, Cause.DEATH: DEATH}
PROPOSED = {Cause.ACCEPTED: Measure.ADJUDICATE, Cause.NOT_ACCEPTED: Measure.DEFAULT, Cause.SILENT: Measure.DEFAULT}
"""What is proposed for a running game; in a team event a substitute comes first. The rules leave it to the director."""


def propose_games(cause: Cause, seat: HeldSeat) -> Ruling[tuple[GameProposal, ...]]:
    """What is to become of every game of a seat. Finished games stand; for running ones the director chooses.

    A game in which not both have moved has nothing to adjudicate: where the player is not to blame it is cancelled.
    """
    running = [game for game in seat.games if game.result is None]
    options = _options(cause, seat)
    found = [
        GameProposal(seat.section, game.id, _proposed(cause, seat, game), options.value)
        if game.result is None
        else GameProposal(seat.section, game.id, Measure.STANDS, (Measure.STANDS,))
        for game in seat.games
    ]
    cited = in_force(CAUSES[cause], on=seat.start)
    facts: dict[str, Fact] = {"section": seat.section, "running": len(running), "cause": cause.value}
    told = Ground(cited, facts | {"measures": [one.value for one in options.value]})
    return Ruling(tuple(found), (*options.grounds, told))


def _options(cause: Cause, seat: HeldSeat) -> Ruling[tuple[Measure, ...]]:
    if cause is Cause.DEATH:
        chosen = after_death(teams=seat.kind.teams, start=seat.start)
        names = {"adjudication": Measure.ADJUDICATE, "substitute": Measure.SUBSTITUTE}
        return Ruling(tuple(names[one] for one in chosen.value), chosen.grounds)
    alone = (Measure.ADJUDICATE, Measure.DEFAULT, Measure.CANCEL)
    return Ruling((Measure.SUBSTITUTE, *alone) if seat.kind.teams else alone, ())


def _proposed(cause: Cause, seat: HeldSeat, game: SeatGame) -> Measure:
    if seat.kind.teams:
        return Measure.SUBSTITUTE
    if cause is Cause.DEATH:
        return Measure.ADJUDICATE
    if cause is Cause.ACCEPTED and game.moves == 0:
        return Measure.CANCEL
    return PROPOSED[cause]


def confirm_games(
    cause: Cause,
    seat: HeldSeat,
    chosen: Mapping[str, Measure] | None = None,
    *,
    director: str,
    on: date,
    reason: str = "",
) -> Ruling[dict[str, Measure]]:
    """The director's word on every game, by its id: what is proposed, or what he chose instead, with a reason.

    `Refused` where he chooses what the game does not offer, or departs from a proposal without a reason.
    """
    chosen = chosen or {}
    by_game = {one.game: one for one in propose_games(cause, seat).value}
    cited = in_force(CAUSES[cause], on=seat.start)
    wrong = [game for game, measure in chosen.items() if game not in by_game or measure not in by_game[game].options]
    changed = [game for game, measure in chosen.items() if game in by_game and measure is not by_game[game].proposed]
    told: dict[str, Fact] = {"director": director, "on": on, "section": seat.section}
    if wrong:
        raise Refused(Ground(cited, told | {"outcome": "no-such-choice", "wrong": wrong}))
    if changed and not reason.strip():
        raise Refused(Ground(cited, told | {"outcome": "unexplained", "changed": changed}))
    value = {game: chosen.get(game, one.proposed) for game, one in by_game.items()}
    confirmed: dict[str, Fact] = {"games": len(value), "changed": changed, "reason": reason}
    return Ruling(value, (Ground(cited, told | confirmed | {"outcome": "games-decided"}),))
