"""What is at stake in a running game for one of its players: what a win, a draw and a loss bring for place, rights,
norms and rating."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from slowmate.events.running.certainty import Chance
from slowmate.events.running.goals import goals
from slowmate.events.running.outlook import NORM_CHANCE, PlayerOutlook, Stakes
from slowmate.rulebook import Clause
from slowmate.server.events.models import Section
from slowmate.server.events.pages.section_outlook import (
    ChanceCell,
    chance_cell,
    consequence_words,
    goal_words,
    of_goal,
    places,
)
from slowmate.server.events.queries.game_stakes import has_stakes, section_of_game, stakes_for
from slowmate.server.events.queries.sections import SectionRows
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.queries.forecast import GameOutlook, ResultForecast, of_game
from slowmate.words import score


@dataclass(frozen=True, slots=True)
class StakesLine:
    """One thing that the game decides about: how it stands now, and after each result."""

    words: str
    now: ChanceCell
    win: ChanceCell
    draw: ChanceCell
    loss: ChanceCell
    clause: Clause | None = None

    @property
    def matters(self) -> bool:
        """Whether the result makes a difference."""
        return len({self.win, self.draw, self.loss}) > 1

    @property
    def is_gone(self) -> bool:
        return all(cell.step == Chance.GONE for cell in (self.now, self.win, self.draw, self.loss))


@dataclass(frozen=True, slots=True)
class GameStakes:
    """*lines*: what depends on the game first; what can no longer be reached however it ends is left out."""

    section: Section | None
    """None: a game of no event, which counts for the rating alone."""
    lines: list[StakesLine]
    team: str = ""
    """Whose place and rights these are, where they are not the player's own."""
    has_rating: bool = False

    @property
    def matters(self) -> bool:
        """Whether the result makes any difference."""
        return any(line.matters for line in self.lines)


def game_stakes_page(game: Game, player: Player) -> GameStakes | None:
    """Say what is at stake for one of the two players, in a constant number of queries; None where nothing is."""
    if not has_stakes(game):
        return None
    rows, rating = section_of_game(game), _rating(game, player)
    stakes = stakes_for(game, player, rows)
    if rows is None or stakes is None:
        return GameStakes(None, rating, has_rating=True) if rating else None
    lines = [line for line in (*_places(stakes), *_goals(stakes, rows), *_norms(stakes)) if not line.is_gone]
    lines.sort(key=lambda line: not line.matters)
    team = rows.team_names.get(stakes.team or "", "")
    return GameStakes(rows.section, [*lines, *rating], team, has_rating=bool(rating))


def _line(
    words: str, stakes: Stakes, cell: Callable[[PlayerOutlook], ChanceCell], clause: Clause | None = None
) -> StakesLine:
    return StakesLine(words, cell(stakes.now), cell(stakes.win), cell(stakes.draw), cell(stakes.loss), clause)


def _places(stakes: Stakes) -> list[StakesLine]:
    if stakes.now.best is None:
        return []
    return [
        _line(
            gettext("Place at the end"),
            stakes,
            lambda outlook: ChanceCell(places(outlook.best or 0, outlook.worst or 0), ""),
        ),
        _line(gettext("First place"), stakes, lambda outlook: chance_cell(outlook.first, Chance.POSSIBLE)),
    ]


def _goals(stakes: Stakes, rows: SectionRows) -> list[StakesLine]:
    if stakes.now.best is None:
        return []
    return [
        _line(
            f"{consequence_words(goal.what, goal.to)} ({goal_words(goal)})",
            stakes,
            lambda outlook, goal=goal: of_goal(outlook, goal),  # type: ignore[misc]  # its own goal for each
            goal.clause,
        )
        for goal in goals(rows.record)
    ]


def _norms(stakes: Stakes) -> list[StakesLine]:
    lines = []
    for number, norm in enumerate(stakes.now.norms):
        facts = {"title": norm.title, "needed": score(norm.needed), "points": score(norm.points)}
        words = gettext("Norm of %(title)s: %(needed)s points, %(points)s so far") % facts

        def cell(outlook: PlayerOutlook, number: int = number) -> ChanceCell:
            norm = outlook.norms[number]
            if NORM_CHANCE[norm.state] is Chance.CERTAIN:
                return ChanceCell(pgettext("of a norm", "made"), Chance.CERTAIN.value)
            return chance_cell(norm.odds, NORM_CHANCE[norm.state])

        lines.append(_line(words, stakes, cell))
    return lines


def _rating(game: Game, player: Player) -> list[StakesLine]:
    """Say what the game by itself brings for the rating of the next list; nothing if it is not rated."""
    outlook = of_game(game, player)
    if outlook is None:
        return []
    words = gettext("Rating")
    return [StakesLine(words, _before(outlook), _after(outlook.win), _after(outlook.draw), _after(outlook.loss))]


def _before(outlook: GameOutlook) -> ChanceCell:
    rating, change = outlook.draw.rating, outlook.draw.change
    return ChanceCell("–" if rating is None or change is None else str(rating - change), "")


def _after(outcome: ResultForecast) -> ChanceCell:
    if outcome.rating is None:
        return ChanceCell("–", "")
    change = f" ({outcome.change:+d})" if outcome.change else ""
    return ChanceCell(f"{outcome.rating}{change}", "")
