"""An explanation as a table of games: against whom, with what they counted and why, expected, scored, what it brought.

It is read off the grounds of the explanation itself, so that the table can say nothing else than the calculation does.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from slowmate.ratings.fide.k_factor import CAP as FIDE_CAP
from slowmate.ratings.fide.kernels import DELTA
from slowmate.ratings.fide.period import CHANGE as FIDE_CHANGE
from slowmate.ratings.fide.period import DIFFERENCE
from slowmate.ratings.fide.sides import AT_THE_END
from slowmate.ratings.fide.tables import LIMIT_RULE
from slowmate.ratings.fide.unrated import AS_ESTABLISHED, SWISS_AVERAGE
from slowmate.ratings.iccf import explain_elo as elo
from slowmate.ratings.iccf import explain_glickman as glickman
from slowmate.ratings.iccf.explain import COUNTS_BY
from slowmate.ratings.iccf.tables import CAP
from slowmate.rulebook import Clause, Dated, Fact, Ground


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game that counts for the player. *number* is that of the explanation, from 1 in the order of the list.

    *rating* is what the opponent counts with, by the ground *why* (None: the rating before the list, under FIDE's
    rules); *limit* is the ground of a limit that was applied to the rating or to the difference. *expected* and
    *brought* are None where the system has none: a provisional rating is made of all games together.
    """

    number: int
    opponent: str
    score: float
    rating: float | None = None
    why: Ground | None = None
    limit: Ground | None = None
    expected: float | None = None
    brought: float | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """Steps of an explanation that belong together: those of one game, or those before, between and after games."""

    grounds: tuple[Ground, ...]
    game: RatedGame | None = None


def chapters(grounds: Iterable[Ground]) -> tuple[Chapter, ...]:
    """Split an explanation into its steps in order, each game's steps together."""
    steps = tuple(grounds)
    brought = dict(_brought(steps))
    return tuple(
        Chapter(part, _game(part, brought) if _begins(part[0]) and _ends(part[-1]) else None) for part in _parts(steps)
    )


def rated_games(grounds: Iterable[Ground]) -> tuple[RatedGame, ...]:
    """Return the games that an explanation counts, in its order."""
    return tuple(chapter.game for chapter in chapters(grounds) if chapter.game is not None)


def begins_with(grounds: Iterable[Ground]) -> float | None:
    """Return the rating an unrated player starts from in Glickman's system; None for others."""
    firsts = (ground for ground in grounds if ground.clause in FIRST_BY_GLICKMAN and "outcome" not in ground.facts)
    return next((_number(ground.facts["rating"]) for ground in firsts), None)


def is_limit(ground: Ground) -> bool:
    """Return whether a limit was applied in this step: to a difference, an opponent, K or an RD."""
    return ground.clause in LIMITS or ground.facts.get("outcome") == "limited game"


def _parts(steps: tuple[Ground, ...]) -> Iterator[tuple[Ground, ...]]:
    part: list[Ground] = []
    in_game = False
    for ground in steps:
        if not in_game and _begins(ground):
            if part:
                yield tuple(part)
            part, in_game = [], True
        part.append(ground)
        if in_game and _ends(ground):
            yield tuple(part)
            part, in_game = [], False
    if part:
        yield tuple(part)


def _begins(ground: Ground) -> bool:
    """Return whether the steps of a game begin here: with the opponent's rating, or in 2023 with the result."""
    counts = ground.facts.get("outcome") in COUNTS_BY and "opponent" in ground.facts
    return counts or ground.clause in BEGINNINGS or (ground.clause in FIRST_RATINGS and "game" in ground.facts)


def _ends(ground: Ground) -> bool:
    return ground.clause in ENDS or (ground.clause in NAMING_GAMES and "game" in ground.facts)


def _game(part: tuple[Ground, ...], brought: Mapping[int, float]) -> RatedGame:
    """Return the game of a part, read from its steps."""
    facts: dict[str, Fact] = {}
    why = limit = None
    for ground in part:
        facts |= ground.facts
        if ground.facts.get("outcome") in COUNTS_BY or ground.clause in (AT_THE_END, AS_ESTABLISHED):
            why, facts["counts"] = why or ground, ground.facts.get("opponent_rating", ground.facts.get("rating"))
        elif is_limit(ground):
            limit = ground
    number = int(_number(facts["game"]) or 0)
    scored = next(facts[name] for name in ("result", "y", "score") if name in facts)
    return RatedGame(
        number,
        str(facts["opponent"]),
        _number(scored) or 0.0,
        _number(facts.get("counts", facts.get("opponent_rating"))),
        why,
        limit,
        _expected(facts),
        brought.get(number, _number(facts.get("change"))),
    )


def _expected(facts: Mapping[str, Fact]) -> float | None:
    """Return the expected score; 2023 averages it over the opponent one deviation lower and higher."""
    lower, higher = (_number(facts.get(name)) for name in ("w1_minus", "w1_plus"))
    if lower is not None and higher is not None:
        return (lower + higher) / 2
    return _number(facts.get("expected", facts.get("pd")))


def _brought(steps: tuple[Ground, ...]) -> Iterator[tuple[int, float]]:
    """Yield what each game brought, if that is known only after all games were counted."""
    for ground in steps:
        if ground.clause in BROUGHT and ground.facts.get("outcome") == "game":
            yield int(_number(ground.facts["game"]) or 0), _number(ground.facts["points"]) or 0.0


def _number(fact: Fact) -> float | None:
    return fact if isinstance(fact, int | float) else None


def _clauses(*several: Dated[str]) -> frozenset[Clause]:
    return frozenset(dated.under(edition)[0] for dated in several for edition in ("ICCF-TR-2016", "ICCF-TR-2017"))


FIRST_BY_GLICKMAN = frozenset({glickman.UNRATED, glickman.DECLARED})
FIRST_RATINGS = frozenset({SWISS_AVERAGE, AS_ESTABLISHED})
BEGINNINGS = frozenset({glickman.OUTCOME, AT_THE_END, DIFFERENCE})
ENDS = frozenset({*_clauses(elo.CHANGE), glickman.SECOND, DELTA})
NAMING_GAMES = frozenset({*_clauses(elo.LIMITED_RC), *FIRST_RATINGS})
"""Clauses by which a game is counted, and in another step the average is made."""
LIMITS = frozenset(
    {
        *(CAP.under(edition)[0] for edition in ("ICCF-TR-2016", "ICCF-TR-2017")),
        *(LIMIT_RULE, FIDE_CAP, glickman.LIMITS, glickman.AT_LEAST),
    }
)
BROUGHT = frozenset({glickman.NEW_MU, FIDE_CHANGE})
