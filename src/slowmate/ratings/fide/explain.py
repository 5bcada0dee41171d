"""One player's number under FIDE's rules, step by step, read from the calculation that makes the list."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from slowmate.ratings.columns import GameColumns, PeriodContext, PlayerColumns
from slowmate.ratings.fide import k_factor
from slowmate.ratings.fide.composition import (
    HALF_POINT,
    MATCH_UNRATED,
    MATCH_WON,
    RATED_ONLY,
    ROUND_ROBIN,
    UNPLAYED_IN_ROUND_ROBIN,
    ZERO,
    ZERO_LATER,
)
from slowmate.ratings.fide.eligible import ASSUMED, UNPLAYED, FideList
from slowmate.ratings.fide.first import PooledResults
from slowmate.ratings.fide.games import (
    BY_COMPOSITION,
    BY_MATCH_UNRATED,
    BY_MATCH_WON,
    BY_TIME,
    BY_UNPLAYED,
    LATER_LISTED,
    PROVISIONAL,
    UNRATED,
    composition_of,
)
from slowmate.ratings.fide.k_factor import CAP, LASTING_RATING, ROUNDING, YOUNG_BELOW
from slowmate.ratings.fide.kernels import DELTA
from slowmate.ratings.fide.period import (
    CHANGE,
    DIFFERENCE,
    PROBABILITY,
    PeriodFigures,
    Unrated,
    asked_list,
    calculate,
    outcome,
    policy_of,
    year_of,
)
from slowmate.ratings.fide.reporting import LOST, ListPolicy
from slowmate.ratings.fide.sides import AT_THE_END, Entries
from slowmate.ratings.fide.tables import D_TO_PD, LIMIT, LIMIT_RULE, P_TO_DP, percentage, probability, rating_difference
from slowmate.ratings.fide.unrated import (
    ABOVE,
    ABOVE_POINTS,
    AS_ESTABLISHED,
    BELOW_ROUND_ROBIN,
    BELOW_SWISS,
    DISREGARDED,
    EVEN,
    ITERATED,
    NEAREST,
    POOLED,
    RATED_AVERAGE,
    RATED_DP,
    ROUND_ROBIN_AVERAGE,
    SWISS_AVERAGE,
    TOURNAMENT_AVERAGE,
)
from slowmate.rulebook import Fact, Ground, Ruling, clause

VERIFIABLE, SHOWN = clause("FIDE-RATING-2017 12.4"), 6
"""Every step is shown, so that a player can check their rating; fractions of points to so many decimals."""


def explain(players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int) -> Ruling[int | None]:
    """Explain how a player's rating came about.

    For a rated player: each game with D, PD and its change, K, the sum and its rounding. For a player without a rating:
    the average of their competition and what their score makes of it.
    """
    period = calculate(players, games, context)
    policy = policy_of(context)
    result = outcome(players, period, policy)
    grounds = list(_left_out(period, games, context, row))
    if period.counted.rating[row] != UNRATED:
        grounds += _rated(players, games, context, period, row)
        if result.period_games[row] and np.isnan(result.rating[row]):
            grounds.append(Ground(LOST, {"outcome": "floor", "floor": policy.floor}))
    elif period.unrated is not None:
        grounds += _unrated(players, games, context, (period, period.unrated), policy, row)
    rating = float(result.rating[row])
    return Ruling(None if np.isnan(rating) else int(rating), tuple(grounds))


def _left_out(period: PeriodFigures, games: GameColumns, context: PeriodContext, row: int) -> Iterator[Ground]:
    """Yield the player's games that count for neither player, each with its reason."""
    if period.counted.why is None:
        return
    reasons = {BY_UNPLAYED: UNPLAYED, BY_MATCH_UNRATED: MATCH_UNRATED, BY_MATCH_WON: MATCH_WON}
    for game in np.flatnonzero(((games.white == row) | (games.black == row)) & (period.counted.why > 0)):
        why = int(period.counted.why[game])
        other = int(games.black[game] if games.white[game] == row else games.white[game])
        facts: dict[str, Fact] = {"game": int(game) + 1, "opponent": context.name(other)}
        if why == BY_TIME:
            facts |= {"minutes": float(games.extra["minutes"][game]), "list": str(asked_list(context))}
            yield Ground(ASSUMED, {**facts, "outcome": "left out"})
        elif why == BY_COMPOSITION:
            rule, numbers = composition_of(games, period.counted, int(game))
            yield Ground(rule, {**facts, **numbers})
        else:
            yield Ground(reasons[why], facts)


def _rated(
    players: PlayerColumns, games: GameColumns, context: PeriodContext, period: PeriodFigures, row: int
) -> Iterator[Ground]:
    own = int(period.counted.rating[row])
    deltas = []
    for game, other, opponent, halves, by_robin in _sides_of(period, games, row):
        name = context.name(other)
        if by_robin:
            yield Ground(AT_THE_END, {"opponent": name, "rating": opponent})
            yield Ground(AS_ESTABLISHED, {"opponent": name, "rating": opponent})
        difference = own - opponent
        facts: dict[str, Fact] = {"game": game + 1, "opponent": name, "rating": own, "opponent_rating": opponent}
        yield Ground(DIFFERENCE, {**facts, "difference": difference})
        if abs(difference) > LIMIT:
            difference = LIMIT if difference > 0 else -LIMIT
            yield Ground(LIMIT_RULE, {"opponent": name, "difference": own - opponent, "counts_as": difference})
        expected = int(probability(difference))
        yield Ground(PROBABILITY, {"opponent": name, "difference": difference, "pd": _hundredths(expected)})
        yield Ground(D_TO_PD, {"difference": difference, "pd": _hundredths(expected)})
        deltas.append((game, name, 50 * halves - expected))
        score, delta = halves / 2, _hundredths(50 * halves - expected)
        yield Ground(DELTA, {"opponent": name, "score": score, "pd": _hundredths(expected), "delta": delta})
    yield from _not_counted(players, games, context, period, row)
    yield from _coefficient(players, games, context, period, row)
    total, cents = int(period.deltas[row]), int(period.cents[row])
    k, change = int(period.capped_k[row]), int(k_factor.rounded_change(cents))
    for game, name, cents_of_one in deltas:
        game_facts: dict[str, Fact] = {"game": game + 1, "opponent": name, "delta": _hundredths(cents_of_one), "k": k}
        yield Ground(CHANGE, {**game_facts, "points": _hundredths(k * cents_of_one), "outcome": "game"})
    yield Ground(CHANGE, {"sum": _hundredths(total), "k": k, "change": _hundredths(cents)})
    rounded: dict[str, Fact] = {
        "exact": _hundredths(cents),
        "change": change,
        "old_rating": own,
        "rating": own + change,
    }
    yield Ground(ROUNDING, rounded)
    yield Ground(VERIFIABLE, {"games": int(period.games[row]), "rating": own + change})


def _hundredths(value: int) -> float:
    return value / 100


def _sides_of(period: PeriodFigures, games: GameColumns, row: int) -> list[tuple[int, int, int, int, bool]]:
    """Return the games that count for a player: number, opponent, their rating, half points, whether by Ru."""
    counting = []
    mine = (games.white == row) | (games.black == row)
    between_rated = mine if period.counted.both is None else mine & period.counted.both
    for game in np.flatnonzero(between_rated):
        other, halves = _other(games, int(game), row)
        counting.append((int(game), other, int(period.counted.rating[other]), halves, False))
    if period.unrated is not None:
        sides = period.unrated.sides
        for side in np.flatnonzero(period.unrated.entries.owner[sides.entry] == row):
            number = int(sides.game[side])
            other, halves = _other(games, number, row)
            by_robin = bool(period.unrated.unknown[0 if games.white[number] == other else 1][number])
            counting.append((number, other, int(sides.opponent_rating[side]), halves, by_robin))
    return sorted(counting)


def _other(games: GameColumns, game: int, row: int) -> tuple[int, int]:
    if games.white[game] == row:
        return int(games.black[game]), int(games.half_points[game])
    return int(games.white[game]), 2 - int(games.half_points[game])


def _not_counted(
    players: PlayerColumns, games: GameColumns, context: PeriodContext, period: PeriodFigures, row: int
) -> Iterator[Ground]:
    """Yield games of a rated player that are rated only for the unrated opponent, if at all."""
    if period.unrated is None:
        return
    counting = {game for game, *_ in _sides_of(period, games, row)}
    for game in np.flatnonzero((games.white == row) | (games.black == row)):
        if int(game) in counting or (period.counted.why is not None and period.counted.why[game]):
            continue
        other, _ = _other(games, int(game), row)
        facts: dict[str, Fact] = {"game": int(game) + 1, "opponent": context.name(other)}
        if period.counted.rating[other] != UNRATED:
            yield Ground(LATER_LISTED, facts)
        elif games.event_type is not None and games.event_type[game] == ROUND_ROBIN:
            complete = game in period.unrated.entries.robin_games
            yield Ground(ZERO if complete else UNPLAYED_IN_ROUND_ROBIN, {**facts, "outcome": "game"})
        else:
            yield Ground(RATED_ONLY, facts)
            if players.games[other] > 0:
                yield Ground(PROVISIONAL, facts)


def _coefficient(
    players: PlayerColumns, games: GameColumns, context: PeriodContext, period: PeriodFigures, row: int
) -> Iterator[Ground]:
    behind, born = float(players.games[row]), float(players.birth_year[row])
    ruling = coefficient(
        int(period.counted.rating[row]),
        games=None if np.isnan(behind) else int(behind),
        birth_year=None if np.isnan(born) else int(born),
        year=year_of(games, context),
        has_reached_2400=bool(players.has_reached_2400[row]),
        has_reached_2300=bool(players.has_reached_2300[row]),
        fide_list=asked_list(context),
        played=int(period.games[row]),
    )
    yield from ruling.grounds


def coefficient(
    rating: int,
    *,
    games: int | None,
    birth_year: int | None,
    year: int | None,
    has_reached_2400: bool,
    has_reached_2300: bool,
    fide_list: FideList = FideList.STANDARD,
    played: int = 0,
) -> Ruling[int]:
    """Return K by 8.56 for a player with so many *games* behind the rating and *played* in the period.

    *year* is that of the period. Unknown values are None: then a player is established, and not young.
    """
    facts: dict[str, Fact] = {
        "games": games,
        "rating": rating,
        "birth_year": birth_year,
        "year": year,
        "lasting_from": LASTING_RATING,
        "young_below": YOUNG_BELOW,
        "reached_2400": has_reached_2400,
        "reached_2300": has_reached_2300,
    }
    born = np.array([np.nan if birth_year is None else birth_year])
    if fide_list is FideList.STANDARD:
        rule = k_factor.coefficient_rule(
            np.array([rating]),
            np.array([np.nan if games is None else games]),
            has_reached_2400=np.array([has_reached_2400]),
            has_reached_2300=np.array([has_reached_2300]),
            birth_year=born,
            year=year,
        )
        k, cited = int(k_factor.coefficient(rule)[0]), k_factor.RULES[int(rule[0])]
        was_young = has_reached_2300 and rating < YOUNG_BELOW and bool(k_factor.is_young(born, year)[0])
        if cited == k_factor.LASTING and games is not None and games < k_factor.NEWCOMER_GAMES:
            grounds = [Ground(k_factor.LASTING, {"k": k, **facts, "reading": k_factor.LASTING_BEFORE_NEWCOMER})]
        elif cited == k_factor.ORDINARY and was_young:
            why: dict[str, Fact] = {"outcome": "young no more", "reading": k_factor.YOUNG_UNTIL_2300}
            grounds = [Ground(k_factor.ORDINARY, {"k": k, **facts, **why})]
        else:
            grounds = [Ground(cited, {"k": k, **facts})]
    else:
        k = k_factor.RAPID_K
        grounds = [Ground(k_factor.ORDINARY, {"k": k, "list": str(fide_list), "outcome": "rapid and blitz"})]
    capped = int(k_factor.capped(k, played)) if played else k
    if capped < k:
        grounds.append(Ground(CAP, {"games": played, "k": k, "most": k_factor.CAP_POINTS, "counts_as": capped}))
    return Ruling(capped, tuple(grounds))


def _unrated(
    players: PlayerColumns,
    games: GameColumns,
    context: PeriodContext,
    worked_out: tuple[PeriodFigures, Unrated],
    policy: ListPolicy,
    row: int,
) -> Iterator[Ground]:
    period, unrated = worked_out
    pooled, entries = unrated.pooled, unrated.entries
    out: set[int] = set()
    for entry in np.flatnonzero((entries.owner == row) & ~pooled.counts):
        numbers = np.sort(unrated.sides.game[unrated.sides.entry == entry]).tolist()
        out.update(numbers)
        if not numbers and entries.robin[entry] < 0:
            continue  # no rated opponent there: explained game by game
        event: dict[str, Fact] = {"event": int(entries.event[entry]) + 1, "games": [game + 1 for game in numbers]}
        yield Ground(DISREGARDED if entries.robin[entry] < 0 else ZERO, {**event, "outcome": "event"})
        yield Ground(HALF_POINT, {"event": int(entries.event[entry]) + 1})
    for game, other, opponent, halves, by_robin in _sides_of(period, games, row):
        if game in out:
            continue
        facts: dict[str, Fact] = {"game": game + 1, "opponent": context.name(other), "opponent_rating": opponent}
        yield Ground(AS_ESTABLISHED if by_robin else SWISS_AVERAGE, {**facts, "score": halves / 2, "outcome": "game"})
    yield from _with_unrated(games, context, period, entries, row)
    if not pooled.period_games[row]:
        return
    before = 0 if np.isnan(players.games[row]) else int(players.games[row])
    if before:
        earlier = {"points": float(players.points[row]), "sum": int(players.opponents_sum[row])}
        yield Ground(ZERO_LATER, {"games_before": before, **earlier})
    if pooled.sole[row] >= 0:
        yield from _round_robin(entries, int(entries.robin[pooled.sole[row]]), context)
    else:
        yield from _as_swiss(pooled, row)
    exact = Fraction(int(pooled.new.numerator[row]), int(pooled.new.denominator[row]))
    rounded = int(pooled.new.rounded()[row])
    yield Ground(NEAREST, {"exact": round(float(exact), SHOWN), "rating": rounded})
    enough: dict[str, Fact] = {
        "outcome": "first",
        "games": int(pooled.games[row]),
        "min_games": policy.min_games,
        "rating": rounded,
        "floor": policy.floor,
        "published": bool(pooled.is_made[row]),
    }
    yield Ground(LOST, enough)


def _with_unrated(
    games: GameColumns, context: PeriodContext, period: PeriodFigures, entries: Entries, row: int
) -> Iterator[Ground]:
    """Yield games between unrated players, which count for neither outside complete round robins."""
    for game in np.flatnonzero((games.white == row) | (games.black == row)):
        other, _ = _other(games, int(game), row)
        left_out = period.counted.why is not None and period.counted.why[game] > 0
        if not left_out and period.counted.rating[other] == UNRATED and game not in entries.robin_games:
            yield Ground(RATED_ONLY, {"game": int(game) + 1, "opponent": context.name(other)})


def _as_swiss(pooled: PooledResults, row: int) -> Iterator[Ground]:
    games, halves, total = (int(column[row]) for column in (pooled.games, pooled.half_points, pooled.opponents_sum))
    average = round(total / games, SHOWN)
    facts: dict[str, Fact] = {"games": games, "score": halves / 2, "opponents_sum": total, "rc": average}
    yield Ground(POOLED, facts)
    yield Ground(SWISS_AVERAGE, {"opponents_sum": total, "games": games, "rc": average, "outcome": "average"})
    yield from _by_score(halves, games, average, round_robin_n=None)


def _by_score(halves: int, games: int, average: float, *, round_robin_n: int | None) -> Iterator[Ground]:
    facts: dict[str, Fact] = {"score": halves / 2, "games": games, "average": average}
    if halves == games:
        yield Ground(EVEN, facts)
    elif halves > games:
        yield Ground(ABOVE, {**facts, "half_points_over": halves - games, "more": ABOVE_POINTS * (halves - games)})
    else:
        percent = int(percentage(halves, games))
        dp = int(rating_difference(percent))
        yield Ground(P_TO_DP, {"p": _hundredths(percent), "dp": dp})
        if round_robin_n is None:
            yield Ground(BELOW_SWISS, {**facts, "dp": dp})
        else:
            yield Ground(BELOW_ROUND_ROBIN, {**facts, "dp": dp, "n": round_robin_n})


def _round_robin(entries: Entries, place: int, context: PeriodContext) -> Iterator[Ground]:
    robins, results = entries.robins, entries.ratings
    if robins is None or results is None:
        return
    event = int(robins.event[place])
    count, rated_sum, dp_sum = (
        int(column[event]) for column in (results.rated_count, results.rated_sum, results.dp_sum)
    )
    n = int(results.opponents[event])
    out = int(((robins.event == event) & ~results.takes_part).sum())
    average = round(
        float(Fraction(int(results.average.numerator[event]), int(results.average.denominator[event]))), SHOWN
    )
    rar, dpa = round(rated_sum / count, SHOWN), round(dp_sum / count, SHOWN)
    yield Ground(ITERATED, {"taken_out": out, "players": n + 1})
    owners = entries.owner[entries.robin >= 0]
    for entry in np.flatnonzero((robins.event == event) & results.takes_part & robins.is_rated):
        halves, games = int(results.half_points[entry]), int(results.games[entry])
        percent = int(percentage(halves, games))
        player_facts: dict[str, Fact] = {
            "player": context.name(int(owners[entry])),
            "rating": int(robins.rating[entry]),
        }
        player_facts |= {"score": halves / 2, "games": games, "p": _hundredths(percent)}
        yield Ground(RATED_DP, {**player_facts, "dp": int(rating_difference(percent)), "outcome": "player"})
    yield Ground(RATED_AVERAGE, {"rated": count, "sum": rated_sum, "rar": rar})
    yield Ground(RATED_DP, {"rated": count, "sum": dp_sum, "dpa": dpa})
    yield Ground(TOURNAMENT_AVERAGE, {"rar": rar, "dpa": dpa, "n": n, "ra": average})
    yield Ground(ROUND_ROBIN_AVERAGE, {"ra": average})
    yield from _by_score(int(results.half_points[place]), int(results.games[place]), average, round_robin_n=n)
