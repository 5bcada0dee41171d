"""The explanation of a rating: a table of games, then every step in chapters.

Games are numbered from 1 as the player's own, in the table and in the steps.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from slowmate.ratings.game_lines import Chapter, RatedGame, begins_with, chapters, is_limit, rated_games
from slowmate.rulebook import Clause, Fact, Ground
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.text import origin_words
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries.explanation import Opponent, explain, games_played, opponents_in
from slowmate.server.ratings.text import COUNTS_BY
from slowmate.server.site.text import sentence
from slowmate.words import score
from slowmate.words.showing import show

FEW_DECIMALS, MANY_DECIMALS = 2, 4
"""Decimals: as many as the calculation has, so that a sum by hand equals the sum on the page."""


@dataclass(frozen=True, slots=True)
class ExplanationStep:
    """One step: the clause, and its sentence with the values of this calculation."""

    clause: Clause
    words: str
    is_limit: bool


@dataclass(frozen=True, slots=True)
class StepChapter:
    """Steps under a heading; *is_game* if they are of one game."""

    heading: str
    steps: Sequence[ExplanationStep]
    is_game: bool


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """A row of the table of games. *why* says in a few words why the opponent counts with that rating."""

    number: int
    opponent: str
    opponent_pk: int | None
    title: str
    federation: str
    game: Game | None
    event: str
    colour: str
    rating: str
    why: str
    why_clause: Clause | None
    limit: ExplanationStep | None
    expected: float | None
    score: str
    brought: float | None


@dataclass(frozen=True, slots=True)
class CalculationPage:
    """A calculation in rows and chapters.

    *expected* and *brought* are the sums of what the rows show, None where not every game has them; *brought* has so
    many *decimals*. *begins* is the rating that an unrated player begins with.
    """

    games: Sequence[ExplainedGame]
    chapters: Sequence[StepChapter]
    scored: str
    expected: float | None
    brought: float | None
    decimals: int
    begins: float | None


@dataclass(frozen=True, slots=True)
class ExplanationPage:
    """A player's entry in a list, and the calculation behind it."""

    entry: ListEntry
    calculation: CalculationPage


def explanation_page(row: RatingList, player: int) -> ExplanationPage | None:
    """Explain a player's rating in a list; None if the player is not in it, or the list was made elsewhere."""
    explanation = explain(row, player)
    if explanation is None:
        return None
    games = rated_games(explanation.steps)
    opponents = opponents_in(row, games)
    names = {**explanation.names, **{str(pk): opponent.name for pk, opponent in opponents.items()}}
    played = games_played(explanation.games, games)
    calculation = calculation_page(explanation.steps, names, opponents=opponents, played=played, player=player)
    return ExplanationPage(explanation.entry, calculation)


def calculation_page(
    steps: Sequence[Ground],
    names: Mapping[str, str],
    *,
    opponents: Mapping[int, Opponent] | None = None,
    played: Mapping[int, Game] | None = None,
    player: int = 0,
    is_tried: bool = False,
) -> CalculationPage:
    """Return the steps of a calculation as a table of games and as chapters.

    *names* are by the ids in the steps; *opponents* and *played* by their numbers. *is_tried* if the ratings were typed
    into a calculator.
    """
    parts = chapters(steps)
    games = [part.game for part in parts if part.game is not None]
    numbers = {game.number: place for place, game in enumerate(games, 1)}
    rows = [_row(game, numbers, opponents or {}, names, (played or {}).get(game.number), player) for game in games]
    brought = [game.brought for game in games]
    is_short = all(points is None or round(points, FEW_DECIMALS) == points for points in brought)
    decimals = FEW_DECIMALS if is_short else MANY_DECIMALS
    return CalculationPage(
        [replace(row, why="", why_clause=None) for row in rows] if is_tried else rows,
        _chapters(parts, numbers, names),
        format_points(sum(game.score for game in games)),
        _sum((row.expected for row in rows), MANY_DECIMALS),
        _sum(brought, decimals),
        decimals,
        begins_with(steps),
    )


def format_points(value: float) -> str:
    """Write points with halves: 8½."""
    return score(Fraction(value))


def _sum(values: Iterable[float | None], decimals: int) -> float | None:
    """Add the numbers as they are shown; None if one is missing."""
    numbers = list(values)
    if not numbers or None in numbers:
        return None
    return sum(round(number, decimals) for number in numbers if number is not None)


def _row(
    rated: RatedGame,
    numbers: Mapping[int, int],
    opponents: Mapping[int, Opponent],
    names: Mapping[str, str],
    game: Game | None,
    player: int,
) -> ExplainedGame:
    pk = int(rated.opponent) if rated.opponent.isdecimal() and int(rated.opponent) in opponents else None
    opponent = opponents[pk] if pk is not None else Opponent(names.get(rated.opponent, rated.opponent))
    return ExplainedGame(
        number=numbers[rated.number],
        opponent=opponent.name,
        opponent_pk=pk,
        title=opponent.title,
        federation=opponent.federation,
        game=game,
        event=origin_words(origin_of(game)) if game is not None else "",
        colour="" if game is None else "white" if game.white_id == player else "black",
        rating="" if rated.rating is None else show(rated.rating, {}),
        why=_why(rated),
        why_clause=rated.why.clause if rated.why else None,
        limit=_step(rated.limit, numbers, names) if rated.limit else None,
        expected=rated.expected,
        score=format_points(rated.score),
        brought=rated.brought,
    )


def _why(game: RatedGame) -> str:
    """Say in a few words why the opponent counts with that rating."""
    outcome = game.why.facts.get("outcome") if game.why else "list"
    return str(COUNTS_BY.get(str(outcome), COUNTS_BY["round-robin"]))


def _chapters(parts: Sequence[Chapter], numbers: Mapping[int, int], names: Mapping[str, str]) -> list[StepChapter]:
    """Return the chapters with their headings."""
    headed = []
    number_of_games = 0
    for part in parts:
        if part.game is not None:
            number_of_games += 1
            heading = _("Game %(number)d: %(score)s against %(opponent)s") % {
                "number": numbers[part.game.number],
                "score": format_points(part.game.score),
                "opponent": names.get(part.game.opponent, part.game.opponent),
            }
        else:
            heading = _("The result") if number_of_games == len(numbers) else _("Before the games")
        steps = [_step(ground, numbers, names) for ground in part.grounds]
        headed.append(StepChapter(heading, steps, is_game=part.game is not None))
    return headed


def _step(ground: Ground, numbers: Mapping[int, int], names: Mapping[str, str]) -> ExplanationStep:
    facts = {name: _as_own(name, fact, numbers) for name, fact in ground.facts.items()}
    return ExplanationStep(ground.clause, sentence(replace(ground, facts=facts), names=names), is_limit(ground))


def _as_own(name: str, fact: Fact, numbers: Mapping[int, int]) -> Fact:
    """Return a number of a game in the list as the number of the player's own game."""
    if name == "game" and isinstance(fact, int):
        return numbers.get(fact, fact)
    if name == "games" and isinstance(fact, list | tuple):
        return [numbers.get(number, number) if isinstance(number, int) else number for number in fact]
    return fact
