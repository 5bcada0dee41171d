"""Sections 8.3 to 8.5 and 8.7(c): what becomes of the games of a player who leaves."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.events.running.section8.leaving import ACCEPTED, NOT_ACCEPTED, HeldSeat, SeatGame
from slowmate.events.running.section8.silence import SILENT_WITHDRAWAL
from slowmate.events.running.section8.substitution import AFTER_DEATH, after_death
from slowmate.rulebook import Fact, Ground, Refused, Ruling, in_force


class Measure(StrEnum):
    """The measure for a game that a player left."""

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
    """The server's proposal for a game, and the measures the director may choose."""

    section: str
    game: str
    proposed: Measure
    options: tuple[Measure, ...]


CAUSES = {
    Cause.ACCEPTED: ACCEPTED,
    Cause.NOT_ACCEPTED: NOT_ACCEPTED,
    Cause.SILENT: SILENT_WITHDRAWAL,
    Cause.DEATH: AFTER_DEATH.clause,
}
PROPOSED = {Cause.ACCEPTED: Measure.ADJUDICATE, Cause.NOT_ACCEPTED: Measure.DEFAULT, Cause.SILENT: Measure.DEFAULT}
"""The proposed measure for a running game; in a team event a substitute comes first. The director decides."""


def propose_games(cause: Cause, seat: HeldSeat) -> Ruling[tuple[GameProposal, ...]]:
    """Propose what becomes of every game of a seat. Finished games stand; for running ones the director chooses.

    A game in which not both have moved has nothing to adjudicate: where the player is not to blame it is cancelled.
    """
    running = [game for game in seat.games if game.result is None]
    options = _options(cause, seat)
    proposals = [
        GameProposal(seat.section, game.id, _proposed(cause, seat, game), options.value)
        if game.result is None
        else GameProposal(seat.section, game.id, Measure.STANDS, (Measure.STANDS,))
        for game in seat.games
    ]
    cited = in_force(CAUSES[cause], on=seat.start)
    facts: dict[str, Fact] = {"section": seat.section, "running": len(running), "cause": cause.value}
    measures = Ground(cited, facts | {"measures": [measure.value for measure in options.value]})
    return Ruling(tuple(proposals), (*options.grounds, measures))


def _options(cause: Cause, seat: HeldSeat) -> Ruling[tuple[Measure, ...]]:
    if cause is Cause.DEATH:
        choices = after_death(teams=seat.kind.teams, start=seat.start)
        names = {"adjudication": Measure.ADJUDICATE, "substitute": Measure.SUBSTITUTE}
        return Ruling(tuple(names[choice] for choice in choices.value), choices.grounds)
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
    """Take the director's decision on every game, by its id: what is proposed, or another measure with a reason.

    Raise `Refused` for a measure that the game does not offer, or a change of a proposal without a reason.
    """
    chosen = chosen or {}
    by_game = {proposal.game: proposal for proposal in propose_games(cause, seat).value}
    cited = in_force(CAUSES[cause], on=seat.start)
    wrong = [game for game, measure in chosen.items() if game not in by_game or measure not in by_game[game].options]
    changed = [game for game, measure in chosen.items() if game in by_game and measure is not by_game[game].proposed]
    facts: dict[str, Fact] = {"director": director, "on": on, "section": seat.section}
    if wrong:
        raise Refused(Ground(cited, facts | {"outcome": "no-such-choice", "wrong": wrong}))
    if changed and not reason.strip():
        raise Refused(Ground(cited, facts | {"outcome": "unexplained", "changed": changed}))
    value = {game: chosen.get(game, proposal.proposed) for game, proposal in by_game.items()}
    confirmed: dict[str, Fact] = {"games": len(value), "changed": changed, "reason": reason}
    return Ruling(value, (Ground(cited, facts | confirmed | {"outcome": "games-decided"}),))
