"""The explanation of a number as its page shows it: a table of games first, then every step in chapters.

Games are numbered as the player's own, from 1, in the table and in the steps alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from slowmate.ratings.game_lines import Chapter, RatedGame, begins_with, chapters, is_limit, rated_games
from slowmate.rulebook import Clause, Fact, Ground
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import WITH_ORIGIN, origin_of
from slowmate.server.games.text import origin_words
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries.explanation import explanation
from slowmate.server.ratings.text import COUNTS_BY
from slowmate.server.site.text import sentence
from slowmate.words import score
from slowmate.words.showing import show

FEW, MANY = 2, 4
"""Decimals: as many as the calculation itself has, so that what is added up by hand is what the page says."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the clause, and what it says with the values put in."""

    clause: Clause
    words: str
    is_limit: bool


@dataclass(frozen=True, slots=True)
class StepChapter:
    """Steps under a heading; *is_game*: those of one game."""

    heading: str
    steps: Sequence[Step]
    is_game: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A line of the table of games. *why* says in a few words why the opponent counts with that rating."""

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
    limit: Step | None
    expected: float | None
    score: str
    brought: float | None


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A calculation as a page shows it. *expected* and *brought* are None where not every game has them; they are the
    sums of what the lines show, *brought* with so many *decimals*. *begins* is what somebody unrated begins with."""

    games: Sequence[GameRow]
    chapters: Sequence[StepChapter]
    scored: str
    expected: float | None
    brought: float | None
    decimals: int
    begins: float | None


@dataclass(frozen=True, slots=True)
class Explained:
    """Everything the page says of a number."""

    entry: ListEntry
    calculation: LaidOut


def explained(row: RatingList, player: int) -> Explained | None:
    """How a number of a list came about; None if the list has none of that player, or what it was made from is not
    known."""
    found = explanation(row, player)
    if found is None:
        return None
    counted = rated_games(found.steps)
    people = _people(row, counted)
    names = {**found.names, **{str(pk): name for pk, (name, _title, _federation) in people.items()}}
    laid_out = lay_out(found.steps, names, people=people, played=_games(found.games, counted), player=player)
    return Explained(found.entry, laid_out)


def lay_out(
    steps: Sequence[Ground],
    names: Mapping[str, str],
    *,
    people: Mapping[int, tuple[str, str, str]] | None = None,
    played: Mapping[int, Game] | None = None,
    player: int = 0,
    is_tried: bool = False,
) -> LaidOut:
    """The steps of a calculation as a table of games and as chapters. *names* are by the ids in the steps; *people* and
    *played* are what is known of opponents and games, by their numbers. *is_tried*: somebody filled in the ratings."""
    parts = chapters(steps)
    counted = [part.game for part in parts if part.game is not None]
    numbers = {one.number: place for place, one in enumerate(counted, 1)}
    rows = [_row(one, numbers, people or {}, names, (played or {}).get(one.number), player) for one in counted]
    brought = [one.brought for one in counted]
    decimals = FEW if all(one is None or round(one, FEW) == one for one in brought) else MANY
    return LaidOut(
        [replace(row, why="", why_clause=None) for row in rows] if is_tried else rows,
        _chapters(parts, numbers, names),
        points(sum(one.score for one in counted)),
        _sum((row.expected for row in rows), MANY),
        _sum(brought, decimals),
        decimals,
        begins_with(steps),
    )


def points(value: float) -> str:
    return score(Fraction(value))


def _sum(values: Iterable[float | None], decimals: int) -> float | None:
    """What adding up by hand gives: of the numbers as they are shown."""
    known = list(values)
    return sum(round(one, decimals) for one in known if one is not None) if known and None not in known else None


def _people(row: RatingList, games: Iterable[RatedGame]) -> dict[int, tuple[str, str, str]]:
    """Name, title and federation of opponents, as they were on the day of the list."""
    numbers = {int(one.opponent) for one in games if one.opponent.isdecimal()}
    entries = ListEntry.objects.filter(list=row, player__in=numbers).select_related("player")
    return {one.player_id: (str(one.name or one.player.name), one.title, one.federation) for one in entries}


def _games(listed: Mapping[int, int], games: Sequence[RatedGame]) -> dict[int, Game]:
    """The games themselves, by their numbers in the list: those that are on the server."""
    if not games:
        return {}
    by_number = {one.number: listed[one.number] for one in games}
    rows = Game.objects.filter(pk__in=by_number.values()).select_related(*WITH_ORIGIN).defer("snapshot")
    there = {one.pk: one for one in rows}
    return {number: there[pk] for number, pk in by_number.items() if pk in there}


def _row(
    one: RatedGame,
    numbers: Mapping[int, int],
    people: Mapping[int, tuple[str, str, str]],
    names: Mapping[str, str],
    game: Game | None,
    player: int,
) -> GameRow:
    pk = int(one.opponent) if one.opponent.isdecimal() and int(one.opponent) in people else None
    name, title, federation = people[pk] if pk is not None else (names.get(one.opponent, one.opponent), "", "")
    return GameRow(
        number=numbers[one.number],
        opponent=name,
        opponent_pk=pk,
        title=title,
        federation=federation,
        game=game,
        event=origin_words(origin_of(game)) if game is not None else "",
        colour="" if game is None else "white" if game.white_id == player else "black",
        rating="" if one.rating is None else show(one.rating, {}),
        why=_why(one),
        why_clause=one.why.clause if one.why else None,
        limit=_step(one.limit, numbers, names) if one.limit else None,
        expected=one.expected,
        score=points(one.score),
        brought=one.brought,
    )


def _why(one: RatedGame) -> str:
    """Why an opponent counts with his rating, in a few words."""
    outcome = one.why.facts.get("outcome") if one.why else "list"
    return str(COUNTS_BY.get(str(outcome), COUNTS_BY["round-robin"]))


def _chapters(parts: Sequence[Chapter], numbers: Mapping[int, int], names: Mapping[str, str]) -> list[StepChapter]:
    """The chapters under their headings."""
    found = []
    games_seen = 0
    for part in parts:
        if part.game is not None:
            games_seen += 1
            heading = _("Game %(number)d: %(score)s against %(opponent)s") % {
                "number": numbers[part.game.number],
                "score": points(part.game.score),
                "opponent": names.get(part.game.opponent, part.game.opponent),
            }
        else:
            heading = _("The result") if games_seen == len(numbers) else _("Before the games")
        steps = [_step(ground, numbers, names) for ground in part.grounds]
        found.append(StepChapter(heading, steps, is_game=part.game is not None))
    return found


def _step(ground: Ground, numbers: Mapping[int, int], names: Mapping[str, str]) -> Step:
    facts = {name: _as_own(name, fact, numbers) for name, fact in ground.facts.items()}
    return Step(ground.clause, sentence(replace(ground, facts=facts), names=names), is_limit(ground))


def _as_own(name: str, fact: Fact, numbers: Mapping[int, int]) -> Fact:
    """A number of a game in the list as that of the player's own games."""
    if name == "game" and isinstance(fact, int):
        return numbers.get(fact, fact)
    if name == "games" and isinstance(fact, list | tuple):
        return [numbers.get(one, one) if isinstance(one, int) else one for one in fact]
    return fact
