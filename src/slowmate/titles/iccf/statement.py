"""Appendix 2, item 3(a): the statement of norms that is prepared at the start and fixes them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from slowmate.records import BadInput, Event, Family, Player, Status, seated
from slowmate.rulebook import Ground, Ruling
from slowmate.titles.iccf.event_norms import STATEMENT
from slowmate.titles.iccf.tournament import at_start
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport


@dataclass(frozen=True, slots=True)
class Statement:
    """The values fixed at the start.

    By player and title the score needed (None: not open), the number of games, and those against GMs and SIMs.
    """

    event: str
    edition: str
    start: date
    average: Decimal | None
    category: str | None
    needed: Mapping[str, Mapping[str, Fraction | None]]
    games: Mapping[str, int]
    titled: Mapping[str, tuple[int, int]]


def statement(event: Event) -> Ruling[Statement]:
    """Return the statement of norms of an event by its start list, whatever has happened since."""
    if event.kind.family is Family.FIDE:
        raise BadInput(f"{event.kind.slug} has no statement of norms; events of the ICCF have", field="kind")
    report = norms(event_at_start(event))
    cited, _ = STATEMENT.on(event.start)
    needed = {line.id: {title: _needed(report, line.id, title) for title in line.norms} for line in report.players}
    fixed = Statement(
        event.name,
        report.rules,
        event.start,
        report.average,
        report.category,
        needed,
        {line.id: line.games for line in report.players},
        {line.id: (_count(line.extra["gm_games"]), _count(line.extra["sim_games"])) for line in report.players},
    )
    facts = {"players": len(needed), "norms": sum(map(len, needed.values())), "category": report.category}
    return Ruling(fixed, (Ground(cited, facts),))


def _needed(report: NormReport, player: str, title: str) -> Fraction | None:
    norm = next(line for line in report.players if line.id == player).norms[title]
    return norm.needed if norm.possible else None


def _count(fact: object) -> int:
    return fact if isinstance(fact, int) else 0


def event_at_start(event: Event) -> Event:
    """Return the event as it was at its start: no player has left or been replaced, no game has a result."""
    event = seated(event)
    players = tuple(_entrant(player) for player in event.players)
    return replace(event, players=players, games=tuple(replace(game, result=None, ended=None) for game in event.games))


def _entrant(player: Player) -> Player:
    first = at_start(player)
    return replace(
        first,
        id=player.id,
        status=Status.PLAYING,
        withdrawn_on=None,
        has_replacement_status=False,
        later_title=None,
        later_title_date=None,
    )
