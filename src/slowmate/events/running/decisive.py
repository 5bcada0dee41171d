"""Games that decide who plays the next final of an Olympiad (1.7.1/4, 1.8.1/4), while they are still open."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

from slowmate.events.organising.cycles import CUP_ROUND_LASTS, DECISIVE, OLYMPIAD, cup_round_ends
from slowmate.events.running.certainty import Chance, outlooks
from slowmate.events.running.standings import standings
from slowmate.records import Event, Pairing
from slowmate.rulebook import Fact, Ground, Ruling, in_force

MOST_TRIED = 8
"""Up to so many open games every outcome is tried; above, all games of teams that can still move are named."""


@dataclass(frozen=True, slots=True)
class OpenContest:
    """The open contest for the first places: the games that can change who has them, and the teams concerned.

    *exact* is False where there are too many open games to try all outcomes: then some that are named may not matter.
    """

    games: tuple[Pairing, ...]
    contending: tuple[str, ...]
    exact: bool


def open_contest(event: Event, places: int) -> OpenContest:
    """Return which open games can still change who ends among the first *places*, by board points."""
    team_of = {player: team.id for team in event.teams for player in team.players}
    chances = {team_id: outlook.of_place(places) for team_id, outlook in outlooks(event).items()}
    contending = tuple(team_id for team_id, chance in chances.items() if chance is Chance.POSSIBLE)
    open_ = tuple(
        game
        for game in event.games
        if game.result is None and {team_of.get(game.white), team_of.get(game.black)} & set(contending)
    )
    if len(open_) > MOST_TRIED:
        return OpenContest(open_, contending, exact=False)
    halves = {line.id: int(2 * line.points) for line in standings(event).value}
    sides = [(team_of[game.white], team_of[game.black]) for game in open_]
    matters = tuple(game for number, game in enumerate(open_) if _matters(number, sides, halves, places))
    return OpenContest(matters, contending, exact=True)


def _matters(number: int, sides: Sequence[tuple[str, str]], halves: dict[str, int], places: int) -> bool:
    """Decide whether, for some outcome of the other games, this one changes who is among the first places or level."""
    others = [side for place, side in enumerate(sides) if place != number]
    for outcome in product(range(3), repeat=len(others)):
        scored = dict(halves)
        for (white, black), half in zip(others, outcome, strict=True):
            scored[white] += half
            scored[black] += 2 - half
        white, black = sides[number]
        ends = set()
        for half in range(3):
            final = dict(scored)
            final[white] += half
            final[black] += 2 - half
            ends.add(_first(final, places))
        if len(ends) > 1:
            return True
    return False


def _first(scored: dict[str, int], places: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return who is among the first places by points, and who is level on the last of them."""
    mark = sorted(scored.values(), reverse=True)[min(places, len(scored)) - 1]
    at_least = [team_id for team_id, points in scored.items() if points >= mark]
    if len(at_least) <= places:
        return frozenset(at_least), frozenset()
    level = frozenset(team_id for team_id in at_least if scored[team_id] == mark)
    return frozenset(at_least) - level, level


def cup_games_to_adjudicate(event: Event, *, on: date) -> Ruling[tuple[Pairing, ...]]:
    """Return the games of a World Cup round that run after its two years; its director adjudicates them."""
    end = cup_round_ends(event.start).value
    games = tuple(game for game in event.games if game.result is None) if on >= end else ()
    cited = in_force(CUP_ROUND_LASTS.clause, on=event.start)
    return Ruling(games, (Ground(cited, {"end": end, "on": on, "games": len(games)}),))


def games_to_adjudicate(event: Event, places: int, *, on: date) -> Ruling[OpenContest]:
    """Return the decisive games to adjudicate: from 1 January of a year in which a new cycle starts."""
    which = "ladies-olympiad" if event.kind.slug.startswith("ladies") else "olympiad"
    every = OLYMPIAD[which].on(on)[1].every
    is_due = every is not None and on.year % every == 0 and event.start.year < on.year
    contest = open_contest(event, places) if is_due else OpenContest((), (), exact=True)
    facts: dict[str, Fact] = {"on": on, "year": str(on.year), "games": len(contest.games)}
    return Ruling(contest, (Ground(DECISIVE[which], facts),))
