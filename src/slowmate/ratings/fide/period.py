"""FIDE 8.5 over columns: one rating period of FIDE's standard, rapid or blitz list.

Options of the period (`PeriodContext.options`): `list` is `standard` (default), `rapid` or `blitz`; `min_games` and
`floor` are what a new rating needs (5 games and 1000 points; our copy of the text has lost them). Every sum is made of
whole hundredths of points, so that the one rounding of a period meets a half exactly where there is one.

Ratings are whole numbers; what has decimals is rounded when it comes in. A rated player whose new rating is under the
floor leaves the list and begins again as an unrated player without games.
"""

from dataclasses import dataclass

import numpy as np

from slowmate.ratings.columns import Flags, Floats, GameColumns, Ints, OutcomeColumns, PeriodContext, PlayerColumns
from slowmate.ratings.fide import k_factor, tables
from slowmate.ratings.fide.eligible import FideList
from slowmate.ratings.fide.first import PooledResults, pool_results
from slowmate.ratings.fide.games import UNRATED, CountedGames, count_games
from slowmate.ratings.fide.kernels import HALF_POINT, sum_of_deltas
from slowmate.ratings.fide.reporting import DEFAULT_POLICY, ListPolicy
from slowmate.ratings.fide.sides import Entries, Sides, sides_with_unrated
from slowmate.records import BadInput
from slowmate.rulebook import clause

DIFFERENCE = clause("FIDE-RATING-2017 8.51")
PROBABILITY = clause("FIDE-RATING-2017 8.55(a)")
CHANGE, SUM_TIMES_K = clause("FIDE-RATING-2017 8.55(c)"), np.multiply
"""The change is the sum of a period's deltas times K, once for all its events."""


@dataclass(frozen=True, slots=True)
class Unrated:
    """Games with players who count as unrated (for White and for Black), and what they make."""

    unknown: tuple[Flags, Flags]
    entries: Entries
    sides: Sides
    pooled: PooledResults


@dataclass(frozen=True, slots=True)
class PeriodFigures:
    """Everything that was worked out for a period: the list and the explanations are both read from it."""

    counted: CountedGames
    unrated: Unrated | None
    deltas: Ints
    games: Ints
    rule: Ints
    k: Ints
    capped_k: Ints
    cents: Ints


def update(players: PlayerColumns, games: GameColumns, context: PeriodContext) -> OutcomeColumns:
    """Rate one period."""
    return outcome(players, calculate(players, games, context), policy_of(context))


def policy_of(context: PeriodContext) -> ListPolicy:
    options = context.options
    return ListPolicy(
        min_games=int(options.get("min_games", DEFAULT_POLICY.min_games)),
        floor=int(options.get("floor", DEFAULT_POLICY.floor)),
    )


def asked_list(context: PeriodContext) -> FideList:
    try:
        return FideList(context.options.get("list", FideList.STANDARD))
    except ValueError as error:
        raise BadInput(f"{error}; the lists are {', '.join(FideList)}", field="list") from None


def calculate(players: PlayerColumns, games: GameColumns, context: PeriodContext) -> PeriodFigures:
    """Compute all the numbers of a period, before they are put into the columns of the list."""
    which = asked_list(context)
    counted = count_games(players, games, which)
    deltas, played = sum_of_deltas(counted.rating, games, counted.both)
    unrated = None
    if counted.unknown is not None:
        entries, sides = sides_with_unrated(players, games, counted, counted.unknown)
        unrated = Unrated(counted.unknown, entries, sides, pool_results(players, entries, sides, policy_of(context)))
        _add_sides(counted, entries, sides, deltas, played)
    rule = k_factor.coefficient_rule(
        counted.rating,
        players.games,
        has_reached_2400=players.has_reached_2400,
        has_reached_2300=players.has_reached_2300,
        birth_year=players.birth_year,
        year=year_of(games, context),
    )
    k = k_factor.coefficient(rule) if which is FideList.STANDARD else np.full(len(players), k_factor.RAPID_K)
    capped = k_factor.capped(k, played)
    return PeriodFigures(counted, unrated, deltas, played, rule, k, capped, SUM_TIMES_K(deltas, capped))


def year_of(games: GameColumns, context: PeriodContext) -> int | None:
    """Return the year that decides who is young: of the period, else of the latest game, else unknown."""
    if context.year is not None or "date" not in games.extra or not len(games):
        return context.year
    latest = np.max(games.extra["date"].astype("datetime64[D]"))
    return None if np.isnat(latest) else int(latest.astype("datetime64[Y]").astype(int)) + 1970


def delta(rating: Ints, opponent_rating: Ints, halves: Ints) -> Ints:
    """Return score less PD in hundredths, game by game."""
    difference = tables.limited(rating - opponent_rating)
    return HALF_POINT * halves - tables.probability(difference)


def _add_sides(counted: CountedGames, entries: Entries, sides: Sides, deltas: Ints, played: Ints) -> None:
    """Add what rated players scored against unrated ones in round robins, and under 8.4."""
    owner = entries.owner[sides.entry]
    ours = counted.rating[owner] != UNRATED
    owner = owner[ours]
    more = delta(counted.rating[owner], sides.opponent_rating[ours], sides.halves[ours])
    deltas += np.bincount(owner, more, len(deltas)).astype(np.int64)
    played += np.bincount(owner, minlength=len(played))


def outcome(players: PlayerColumns, period: PeriodFigures, policy: ListPolicy) -> OutcomeColumns:
    """Return the columns of the list."""
    is_rated = period.counted.rating != UNRATED
    old = np.where(is_rated, period.counted.rating, np.nan)
    change = np.where(is_rated, k_factor.rounded_change(period.cents), np.nan)
    rating = old + change
    exact = old + period.cents / k_factor.CENTS
    delisted = rating < policy.floor
    rating = np.where(delisted & (period.games > 0), np.nan, rating)
    period_games = period.games.copy()
    unknown = np.full(len(players), np.nan)
    points, opponents_sum = unknown, unknown
    games: Floats = np.where(is_rated, players.games, np.nan_to_num(players.games)) + period.games
    if not is_rated.all():
        rating, exact, games, points, opponents_sum, period_games = _with_unrated(
            players, period, (rating, exact, games, period_games), is_rated
        )
    delisted_now = is_rated & np.isnan(rating)
    games = np.where(delisted_now, 0, games)
    published = ~np.isnan(rating)
    return OutcomeColumns(
        rating=rating,
        rd=unknown,
        games=games,
        points=np.where(delisted_now, 0, points),
        opponents_sum=np.where(delisted_now, 0, opponents_sum),
        old_rating=old,
        old_rd=unknown,
        change=change,
        period_games=period_games,
        published=published,
        fixed=published & ~(games < k_factor.NEWCOMER_GAMES),
        exact_rating=exact,
        exact_rd=unknown,
        has_reached_2300=k_factor.reached(
            players.has_reached_2300 | players.has_reached_2400, k_factor.YOUNG_BELOW, old, rating
        ),
        has_reached_2400=k_factor.reached(players.has_reached_2400, k_factor.LASTING_RATING, old, rating),
    )


def _with_unrated(
    players: PlayerColumns, period: PeriodFigures, columns: tuple[Floats, Floats, Floats, Ints], is_rated: Flags
) -> tuple[Floats, Floats, Floats, Floats, Floats, Ints]:
    """Fill in the numbers of unrated players.

    The columns are rating, exact rating, games, points, opponents' sum and period's games.
    """
    rating, exact, games, period_games = columns
    if period.unrated is None:
        return rating, exact, games, players.points, players.opponents_sum, period_games
    pooled = period.unrated.pooled
    rated_now = ~is_rated & pooled.is_made
    waiting = ~is_rated & ~pooled.is_made
    rating = np.where(rated_now, pooled.new.rounded(), rating)
    exact = np.where(rated_now, pooled.new.numerator / pooled.new.denominator, exact)
    games = np.where(is_rated, games, pooled.games)
    points = np.where(waiting, pooled.half_points / 2, np.nan)
    opponents_sum = np.where(waiting, pooled.opponents_sum, np.nan)
    return rating, exact, games, points, opponents_sum, np.where(is_rated, period_games, pooled.period_games)
