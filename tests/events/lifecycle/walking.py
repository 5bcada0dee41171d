"""Cases walked through their procedures step by step: by who may, refused to who may not, each with its guard."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations

import pytest

from slowmate.events.organising.offices import Acting, Actor, Case, Procedure, take_step
from slowmate.events.procedures import SectionGame
from slowmate.records import Event, Pairing, Result
from slowmate.rulebook import Refused, Ruling

TTC, NTTC, SERVER = Acting(Actor.TTC), Acting(Actor.NTTC), Acting(Actor.SERVER)
BOARD, WTD, DIRECTOR = Acting(Actor.EXECUTIVE_BOARD), Acting(Actor.WTD), Acting(Actor.DIRECTOR)
RATINGS, QUALIFICATIONS = Acting(Actor.RATINGS), Acting(Actor.QUALIFICATIONS)
Guards = Mapping[str, Ruling[bool]]


def player(one: str) -> Acting:
    return Acting(Actor.PLAYER, one)


def delegate(federation: str) -> Acting:
    return Acting(Actor.DELEGATE, federation)


def captain(team: str) -> Acting:
    return Acting(Actor.CAPTAIN, team)


def organiser(federation: str) -> Acting:
    return Acting(Actor.ORGANISER, federation)


@dataclass
class Walk:
    """A case on its way through a procedure."""

    procedure: Procedure
    case: Case

    @property
    def state(self) -> str:
        return self.case.state

    def step(self, action: str, by: Acting, guards: Guards | None = None, *, not_by: Iterable[Acting] = ()) -> str:
        """Take a step, after everybody it is not for has been refused it; the state it leads to."""
        for stranger in not_by:
            assert self.refused(action, stranger, guards), f"{stranger} takes the step {action!r}"
        self.case = take_step(self.procedure, self.case, action, by=by, rulings=guards).value
        return self.state

    def refused(self, action: str, by: Acting, guards: Guards | None = None) -> list[str]:
        """By which clauses a step is refused."""
        with pytest.raises(Refused) as refusal:
            take_step(self.procedure, self.case, action, by=by, rulings=guards)
        return [ground.clause.address for ground in refusal.value.grounds]


def ordered(
    event: Event, order: Sequence[str], *, drawn: Iterable[frozenset[str]] = (), lost: Iterable[tuple[str, str]] = ()
) -> Event:
    """The event after all games: who comes first in *order* wins, but for the pairs that drew, and games *lost* to."""
    rank = {one: number for number, one in enumerate(order)}
    even, upset = set(drawn), {frozenset(pair): pair[1] for pair in lost}
    games = []
    for game in event.games:
        pair = frozenset((game.white, game.black))
        winner = upset.get(pair) or min(pair, key=lambda one: rank[one])
        result = Result.WHITE_WINS if winner == game.white else Result.BLACK_WINS
        games.append(replace(game, result=Result.DRAW if pair in even else result))
    return replace(event, games=tuple(games))


def all_pairs(ids: Sequence[str]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in combinations(ids, 2)}


def finals(games: Sequence[Pairing], on: date, *, contested: Sequence[int] = ()) -> list[SectionGame]:
    """Games as a section sees them: final on a day once they have a result, but for those that somebody contests."""
    return [
        SectionGame(str(number), game.result, on if game.result else None, contested=number in contested)
        for number, game in enumerate(games)
    ]


def addresses(ruling: Ruling[object] | Refused) -> list[str]:
    return [ground.clause.address for ground in ruling.grounds]


def failing(ruling: Ruling[object]) -> list[str]:
    """The clauses of what does not hold."""
    return [ground.clause.address for ground in ruling.grounds if ground.facts.get("holds") is False]
