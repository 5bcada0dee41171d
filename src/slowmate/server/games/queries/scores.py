"""The score of a player with each colour, in all and by year."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count

from slowmate.records import Result
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.words import score


@dataclass(frozen=True, slots=True)
class Score:
    """Points from so many games."""

    points: Fraction = Fraction(0)
    games: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.points + other.points, self.games + other.games)

    @property
    def words(self) -> str:
        return score(self.points)

    @property
    def percent(self) -> int:
        return int(100 * self.points / self.games + Fraction(1, 2)) if self.games else 0


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A year, or all of them (None)."""

    year: int | None
    white: Score
    black: Score

    @property
    def together(self) -> Score:
        return self.white + self.black


def scores(player: Player) -> list[ScoreLine]:
    """Return all years together, then each, the last one first, in two queries; nothing before a game is over."""
    white, black = _by_year(player, "white", 0), _by_year(player, "black", 1)
    years = sorted(white.keys() | black.keys(), reverse=True)
    if not years:
        return []
    nothing = Score()
    lines = [ScoreLine(year, white.get(year, nothing), black.get(year, nothing)) for year in years]
    return [ScoreLine(None, sum(white.values(), nothing), sum(black.values(), nothing)), *lines]


def _by_year(player: Player, colour: str, side: int) -> Mapping[int, Score]:
    """Return what a player scored with a colour in each year in which games ended. Cancelled games do not count."""
    over = Game.objects.filter(**{colour: player}, status=Game.Status.FINISHED, finished__isnull=False)
    rows = over.order_by().values_list("finished__year", "result").annotate(number=Count("pk"))
    points: Counter[int] = Counter()
    games: Counter[int] = Counter()
    for year, result, number in rows:
        if result and Result(result).counts:
            points[year] += number * Result(result).half_points[side]
            games[year] += number
    return {year: Score(Fraction(points[year], 2), games[year]) for year in games}
