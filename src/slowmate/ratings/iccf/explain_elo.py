"""One player's number under the rules of 2016 and 2017, step by step, computed by the functions that make the list."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from slowmate.ratings.columns import GameColumns, Ints, PeriodContext, PlayerColumns
from slowmate.ratings.exact import half_up
from slowmate.ratings.iccf import elo, items, tables
from slowmate.ratings.iccf.explain import (
    RESULTS,
    credited_games,
    number,
    publication_grounds,
    substitute_facts,
    substitutes_games,
    why_counted,
)
from slowmate.ratings.iccf.opponents import Opposition, credited_to
from slowmate.ratings.iccf.tables import CAP
from slowmate.ratings.outcome import is_listed
from slowmate.ratings.start import FROM_FIDE
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause

NEWEST = Dated({"ICCF-TR-2016 9.4/6": "list", "ICCF-TR-2017 9.4/6": "list"})
START_HIGHER = Dated({"ICCF-TR-2016 9.4/7": "start-higher", "ICCF-TR-2017 9.4/7": "start-higher"})
LEVEL = Dated({"ICCF-TR-2016 App1.8/unrated": "level", "ICCF-TR-2017 App1.8/unrated": "level"})
HIGHER_RATED = Dated({"ICCF-TR-2016 App1.18(b)": "substituted", "ICCF-TR-2017 App1.18(b)": "substituted"})
CREDITED = Dated({"ICCF-TR-2016 App1.18(a)": "credit", "ICCF-TR-2017 App1.18(a)": "credit"})
COEFFICIENT_R = Dated({"ICCF-TR-2016 App1.9/r": "r", "ICCF-TR-2017 App1.9/r": "r"})
COEFFICIENT_G = Dated({"ICCF-TR-2016 App1.9/g": "g", "ICCF-TR-2017 App1.9/g": "g"})
COEFFICIENT_K = Dated({"ICCF-TR-2016 App1.9/k": "k", "ICCF-TR-2017 App1.9/k": "k"})
EXPECTED = Dated({"ICCF-TR-2016 App1.8/We": "table", "ICCF-TR-2017 App1.8/We": "formula"})
READ_OFF = Dated({"ICCF-TR-2016 App1.8/table": "two decimals", "ICCF-TR-2017 App1.8/round": "four decimals"})
CHANGE = Dated({"ICCF-TR-2016 App1.7": "exact", "ICCF-TR-2017 App1.7": "four decimals"})
SUM = Dated({"ICCF-TR-2016 App1.6": "sum", "ICCF-TR-2017 App1.6": "sum"})
LIMITED_RC = Dated({"ICCF-TR-2016 App1.5/Rc": "Rc", "ICCF-TR-2017 App1.5/Rc": "Rc"})
FACTOR = Dated({"ICCF-TR-2016 App1.5/F": "F", "ICCF-TR-2017 App1.5/F": "F"})
PERFORMANCE = Dated(
    {
        "ICCF-TR-2016 App1.5/formula": (tables.DIFFERENCE.under("ICCF-TR-2016")[0],) * 2,
        "ICCF-TR-2017 App1.5/formula": (clause("ICCF-TR-2017 App1.5/p"), clause("ICCF-TR-2017 App1.5/D")),
    }
)
"""Rp, and the clauses by which p and D(p) are found: one table (2016), or a score with four decimals and a formula."""
FIRST = Dated({"ICCF-TR-2016 App1.14": "first", "ICCF-TR-2017 App1.14": "first"})
ALL_GAMES = Dated({"ICCF-TR-2016 App1.15": "all games", "ICCF-TR-2017 App1.15": "all games"})
NORMAL = Dated({"ICCF-TR-2016 App1.16/normal": "changes", "ICCF-TR-2017 App1.16/normal": "changes"})
ROUNDED = Dated({"ICCF-TR-2016 App1.17": "half up", "ICCF-TR-2017 App1.17": "half up"})


def explain(
    edition: str, players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int
) -> Ruling[int | None]:
    """Explain a player's rating: the ratings opponents count with, each change or Rp, and the rounding."""
    how = items.arithmetic(edition)
    start = elo.start_of_period(players, how)
    opposition = elo.prepare(players, games, start, how, level=context.level)
    outcome = elo.update(edition, players, games, context)
    grounds = _substitutes(how, players, games, context, start, opposition, row)
    sums = elo.add_up(opposition, start, how, context)
    way = elo.rated_by_item(start, sums, context.by_item_5)
    if way.changes[row]:
        grounds += _by_changes(how, players, games, context, start, opposition, row)
    elif sums.games[row]:
        grounds += _by_performance(how, players, games, context, start, opposition, row, whole=bool(way.all_games[row]))
    rating = float(outcome.rating[row])
    if sums.games[row]:
        exact = round(float(outcome.exact_rating[row]), 8)
        grounds.append(Ground(ROUNDED.under(edition)[0], {"exact": exact, "rating": number(rating)}))
    grounds += publication_grounds(float(outcome.games[row]), edition=edition) if not np.isnan(rating) else []
    return Ruling(None if np.isnan(rating) else int(rating), tuple(grounds))


def _counts(
    how: items.Arithmetic, players: PlayerColumns, games: GameColumns, context: PeriodContext, opposition: Opposition,
    game: int, against: int,
) -> Ground:  # fmt: skip
    whole = elo.with_whole_ratings(players)
    outcome, facts = why_counted(whole, games, opposition, context, game, against, levels_count=True)
    cited = {"start-higher": START_HIGHER, "fide": FROM_FIDE, "level": LEVEL, "substituted": HIGHER_RATED}
    is_said = games.level is not None and not np.isnan(games.level[game])
    facts["rating"] = number(float(half_up(opposition.rating[[against]])[0]))
    if outcome == "substituted":
        facts["substitute_rating"] = _whole(facts["substitute_rating"])
        facts["original_rating"] = _whole(facts["original_rating"])
    return Ground(
        cited.get(outcome, NEWEST).under(how.edition)[0], {**facts, "outcome": outcome, "level_said": is_said}
    )


def _whole(rating: Fact) -> int | float:
    """Return a rating as the rules of 2016 and 2017 take it."""
    return number(float(half_up(np.array([rating], np.float64))[0]))


def _substitutes(
    how: items.Arithmetic, players: PlayerColumns, games: GameColumns, context: PeriodContext,
    start: elo.StartOfPeriod, opposition: Opposition, row: int,
) -> list[Ground]:  # fmt: skip
    """Return what each game of a substitute would bring them, and so for whom it counts (item 18)."""
    grounds = []
    ratings = half_up(opposition.rating)
    for played in substitutes_games(opposition, games, row):
        listed = is_listed(start.rating[[played.substitute]], players.games[[played.substitute]])[0]
        own = float(start.rating[played.substitute] if listed else ratings[played.self])
        against = float(ratings[played.against])
        units = float(items.expected_units(np.array([own]), np.array([against]), how)[0])
        facts: dict[str, Fact] = {
            **substitute_facts(played, opposition, context),
            "own": number(own),
            "rating": number(against),
            "result": RESULTS[played.half],
            "expected": units / how.result_units,
            "gain": (played.half * how.result_units / 2 - units) / how.result_units,
        }
        grounds.append(Ground(CREDITED.under(how.edition)[0], facts))
    return grounds


def _by_changes(
    how: items.Arithmetic, players: PlayerColumns, games: GameColumns, context: PeriodContext,
    start: elo.StartOfPeriod, opposition: Opposition, row: int,
) -> list[Ground]:  # fmt: skip
    """Return the steps of item 6: k, then each game's change, then their sum."""
    edition, ro, gn = how.edition, start.rating[row : row + 1], start.games[row : row + 1]
    before: dict[str, Fact] = {"old_rating": number(float(ro[0])), "games": number(float(gn[0]))}
    grounds = [Ground(NORMAL.under(edition)[0], before), *coefficient(float(ro[0]), float(gn[0]), edition).grounds]
    k = float(start.k[row]) / _k_scale(how)
    total, changes = 0.0, []
    for game, against, half in credited_games(opposition, row):
        opponent = half_up(opposition.rating[against : against + 1])
        expected = items.expected_units(ro, opponent, how)
        units = items.change_units(start.k[row : row + 1], np.array([half], np.int8), expected, how)
        total += float(units[0])
        we, change = float(expected[0]) / how.result_units, float(units[0]) / how.change_units
        changes.append(change)
        name = context.name(int(opposition.player[against]))
        grounds.append(_counts(how, players, games, context, opposition, game, against))
        grounds += _expected(how, name, float(ro[0]), float(opponent[0]), we)
        result: dict[str, Fact] = {"game": game + 1, "opponent": name, "result": RESULTS[half], "expected": we}
        result |= {"k": k, "change": change, "rounded": how.rounds_k}
        grounds.append(Ground(CHANGE.under(edition)[0], result))
    exact = (float(ro[0]) * how.change_units + total) / how.change_units
    facts: dict[str, Fact] = {"old_rating": number(float(ro[0])), "each": changes, "changes": total / how.change_units}
    return [*grounds, Ground(SUM.under(edition)[0], {**facts, "exact": exact})]


def _k_scale(how: items.Arithmetic) -> int:
    return 10_000 if how.rounds_k else items.K_UNITS


def coefficient(ro: float, gn: float, edition: str) -> Ruling[float]:
    """Return k by item 9: r by the rating *ro*, g by the number of games *gn*, and their product k."""
    how = items.arithmetic(edition)
    r, g = (float(units[0]) for units in (items.r_units(np.array([ro])), items.g_units(np.array([gn]))))
    k = float(items.k_units(np.array([ro]), np.array([gn]), how)[0]) / _k_scale(how)
    low, high = items.R_BETWEEN
    place = "low" if ro <= low else "high" if ro >= high else "between"
    by_rating: dict[str, Fact] = {"old_rating": number(ro), "r": r / 40, "outcome": place}
    few, many = items.G_BETWEEN
    place = "low" if gn <= few else "high" if gn >= many else "between"
    by_games: dict[str, Fact] = {"games": number(gn), "g": g / 200, "outcome": place}
    facts: dict[str, Fact] = {"r": r / 40, "g": g / 200, "k": k}
    grounds = (
        Ground(COEFFICIENT_R.under(edition)[0], by_rating),
        Ground(COEFFICIENT_G.under(edition)[0], by_games),
        Ground(COEFFICIENT_K.under(edition)[0], {**facts, "rounded": how.rounds_k}),
    )
    return Ruling(k, grounds)


def _expected(how: items.Arithmetic, name: str, own: float, opponent: float, we: float) -> list[Ground]:
    """Return the steps of item 8: the difference, and the expected result.

    The result comes from the table (2016) or is rounded from the formula (2017).
    """
    difference = own - opponent
    limited = float(np.clip(difference, -how.cap, how.cap))
    apart: dict[str, Fact] = {"own": number(own), "rating": number(opponent), "difference": number(difference)}
    grounds = []
    if limited != difference:
        grounds.append(Ground(CAP.under(how.edition)[0], {**apart, "limited": number(limited)}))
    facts: dict[str, Fact] = {**apart, "opponent": name, "difference": number(limited)}
    facts["limited"] = limited != difference
    cited = EXPECTED.under(how.edition)[0]
    if how.rounds_k:
        exact = round(float(tables.expectancy_2017(np.array([limited]))[0]), 8)
        grounds.append(Ground(cited, {**facts, "exact": exact, "outcome": "formula"}))
    else:
        grounds.append(Ground(cited, {**facts, "outcome": "table"}))
    read_off: dict[str, Fact] = {"opponent": name, "expected": we}
    return [*grounds, Ground(READ_OFF.under(how.edition)[0], read_off)]


def _by_performance(
    how: items.Arithmetic, players: PlayerColumns, games: GameColumns, context: PeriodContext,
    start: elo.StartOfPeriod, opposition: Opposition, row: int, *, whole: bool,
) -> list[Ground]:  # fmt: skip
    """Return the steps of item 5: the opponents as they count, Rc, p, D(p), F and Rp.

    *whole*: over all games, not only the period's.
    """
    edition = how.edition
    _, against, halves = credited_to(opposition, row)
    own = np.full(len(against), start.rating[row])
    limited = items.limited_opponent(own, half_up(opposition.rating[against]), how)
    before: Ints = np.array(
        [start.games[row], start.halves[row], start.opponents[row]] if whole else [0, 0, 0], np.int64
    )
    grounds = [_why_item_5(how, players, context, start, row, len(against), whole=whole)]
    for (game, other, half), value in zip(credited_games(opposition, row), limited, strict=True):
        counts = _counts(how, players, games, context, opposition, game, other)
        grounds += [counts, _for_the_average(how, counts, game, half, float(start.rating[row]), float(value))]
    new: Ints = np.array([len(against), halves.sum(), limited.sum()], np.int64)
    return [*grounds, *_performance(before, new, edition).grounds]


def performance(ratings: Sequence[int], half_points: int, edition: str) -> Ruling[int]:
    """Return item 5 for a score against opponents of these ratings, rounded.

    The steps are Rc, p, D(p), F and Rp, without any limit.
    """
    new: Ints = np.array([len(ratings), half_points, sum(ratings)], np.int64)
    exact = _performance(np.zeros(3, np.int64), new, edition)
    rounded = int(half_up(np.array(exact.value)))
    return Ruling(
        rounded, (*exact.grounds, Ground(ROUNDED.under(edition)[0], {"exact": exact.value, "rating": rounded}))
    )


def _performance(before: Ints, new: Ints, edition: str) -> Ruling[float]:
    """Apply item 5 over the earlier games and the new ones.

    Each array has their number, the half points and the opponents' sum.
    """
    how = items.arithmetic(edition)
    behind = before + new
    result = items.performance(behind[0:1], behind[1:2], behind[2:3], how)
    rc, p, d, f = (round(float(value[0]), 8) for value in (result.rc, result.p, result.d, result.f))
    exact = round(float(result.exact[0]), 8)
    sums: dict[str, Fact] = {
        "games": int(behind[0]),
        "new": int(new[2]),
        "earlier_games": int(before[0]),
        "earlier_sum": int(before[2]),
        "sum": int(behind[2]),
        "rc": rc,
        "outcome": "earlier" if before[0] else "new",
        "rounded": how.rounds_k,
    }
    points: dict[str, Fact] = {
        "games": int(behind[0]),
        "new": float(new[1]) / 2,
        "earlier": float(before[1]) / 2,
        "points": float(behind[1]) / 2,
        "p": p,
        "outcome": "p",
    }
    formula, (by_score, by_difference) = PERFORMANCE.under(edition)
    grounds = (
        Ground(LIMITED_RC.under(edition)[0], sums),
        Ground(by_score, points),
        Ground(by_difference, {"p": p, "d": d, "outcome": "d"}),
        Ground(FACTOR.under(edition)[0], {"p": p, "f": f}),
        Ground(formula, {"rc": rc, "d": d, "f": f, "rp": exact}),
    )
    return Ruling(exact, grounds)


def _for_the_average(how: items.Arithmetic, counts: Ground, game: int, half: int, own: float, limited: float) -> Ground:
    """Return a game's result and the opponent's rating in the average of item 5.

    The rating is limited in its distance from the player's own.
    """
    facts: dict[str, Fact] = {"game": game + 1, "opponent": counts.facts["opponent"], "result": RESULTS[half]}
    facts["limited"] = number(limited)
    cited = LIMITED_RC.under(how.edition)[0]
    if counts.facts["rating"] == number(limited):
        return Ground(cited, {**facts, "outcome": "game"})
    before: dict[str, Fact] = {"rating": counts.facts["rating"], "own": number(own), "most": how.cap}
    return Ground(cited, {**facts, **before, "outcome": "limited game"})


def _why_item_5(
    how: items.Arithmetic, players: PlayerColumns, context: PeriodContext, start: elo.StartOfPeriod, row: int,
    played: int, *, whole: bool,
) -> Ground:  # fmt: skip
    edition, before = how.edition, int(start.games[row])
    facts: dict[str, Fact] = {"games": before, "period_games": played}
    if whole and before:
        unknown = bool(np.isnan(players.points[row]) or np.isnan(players.opponents_sum[row]))
        points: dict[str, Fact] = {"points": float(start.halves[row]) / 2, "sum": int(start.opponents[row])}
        return Ground(ALL_GAMES.under(edition)[0], {**facts, **points, "assumed": unknown})
    if whole:
        return Ground(FIRST.under(edition)[0], facts)
    if context.by_item_5 is not None and context.by_item_5[row]:
        return Ground(items.EXCEPTION.under(edition)[0], facts)
    return Ground(items.MANY_GAMES.under(edition)[0], facts)


explain_2016 = partial(explain, "ICCF-TR-2016")
explain_2017 = partial(explain, "ICCF-TR-2017")
