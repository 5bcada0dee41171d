"""One player's number under the rules of 2016 and 2017, step by step, computed by the functions that make the list."""

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
    substitute_grounds,
    why_counted,
)
from slowmate.ratings.iccf.opponents import Opposition, credited_to
from slowmate.ratings.iccf.tables import CAP
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
        "ICCF-TR-2016 App1.5/formula": (clause("ICCF-TR-2016 App1.3"), clause("ICCF-TR-2016 App1.3")),
        "ICCF-TR-2017 App1.5/formula": (clause("ICCF-TR-2017 App1.5/p"), clause("ICCF-TR-2017 App1.5/D")),
    }
)
"""Rp, and the clauses by which p and D(p) are found: one table (2016), or a score with four decimals and a formula."""
FIRST = Dated({"ICCF-TR-2016 App1.14": "first", "ICCF-TR-2017 App1.14": "first"})
ALL_GAMES = Dated({"ICCF-TR-2016 App1.15": "all games", "ICCF-TR-2017 App1.15": "all games"})
NORMAL = Dated({"ICCF-TR-2016 App1.16/normal": "changes", "ICCF-TR-2017 App1.16/normal": "changes"})
EXCEPTION = Dated({"ICCF-TR-2016 App1.16/exception": "item 5", "ICCF-TR-2017 App1.16/exception": "item 5"})
ROUNDED = Dated({"ICCF-TR-2016 App1.17": "half up", "ICCF-TR-2017 App1.17": "half up"})


def explain(
    edition: str, players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int
) -> Ruling[int | None]:
    """How a player's rating came about: who counts with what, each change or Rp, and the rounding."""
    how = items.arithmetic(edition)
    start = elo.start_of_period(players, how)
    found = elo.prepare(players, games, start, how, level=context.level)
    outcome = elo.update(edition, players, games, context)
    grounds = substitute_grounds(found, games, context, row, CREDITED.under(edition)[0])
    sums = elo.add_up(found, start, how, context)
    way = elo.rated_by_item(start, sums, context.by_item_5)
    if way.changes[row]:
        grounds += _by_changes(how, players, games, context, start, found, row)
    elif sums.games[row]:
        grounds += _by_performance(how, players, games, context, start, found, row, whole=bool(way.all_games[row]))
    rating = float(outcome.rating[row])
    if sums.games[row]:
        exact = round(float(outcome.exact_rating[row]), 8)
        grounds.append(Ground(ROUNDED.under(edition)[0], {"exact": exact, "rating": number(rating)}))
    grounds += publication_grounds(float(outcome.games[row]), edition=edition) if not np.isnan(rating) else []
    return Ruling(None if np.isnan(rating) else int(rating), tuple(grounds))


def _counts(
    how: items.Arithmetic, players: PlayerColumns, games: GameColumns, context: PeriodContext, found: Opposition,
    game: int, against: int,
) -> Ground:  # fmt: skip
    outcome, facts = why_counted(elo.with_whole_ratings(players), games, found, context, game, against)
    cited = {"start-higher": START_HIGHER, "fide": FROM_FIDE, "level": LEVEL, "substituted": HIGHER_RATED}
    return Ground(cited.get(outcome, NEWEST).under(how.edition)[0], {**facts, "outcome": outcome})


def _by_changes(
    how: items.Arithmetic, players: PlayerColumns, games: GameColumns, context: PeriodContext,
    start: elo.StartOfPeriod, found: Opposition, row: int,
) -> list[Ground]:  # fmt: skip
    """Item 6: k, then each game's change, then their sum."""
    edition, ro, gn = how.edition, start.rating[row : row + 1], start.games[row : row + 1]
    k_scale = 10_000 if how.rounds_k else items.K_UNITS
    r, g = float(items.r_units(ro)[0]) / 40, float(items.g_units(gn)[0]) / 200
    k = float(start.k[row]) / k_scale
    grounds = [
        Ground(NORMAL.under(edition)[0], {"old_rating": number(float(ro[0])), "games": number(float(gn[0]))}),
        Ground(COEFFICIENT_R.under(edition)[0], {"old_rating": number(float(ro[0])), "r": r}),
        Ground(COEFFICIENT_G.under(edition)[0], {"games": number(float(gn[0])), "g": g}),
        Ground(COEFFICIENT_K.under(edition)[0], {"r": r, "g": g, "k": k}),
    ]
    total = 0.0
    for game, against, half in credited_games(found, row):
        opponent = half_up(found.rating[against : against + 1])
        expected = items.expected_units(ro, opponent, how)
        units = items.change_units(start.k[row : row + 1], np.array([half], np.int8), expected, how)
        total += float(units[0])
        difference = number(float(ro[0] - opponent[0]))
        we, change = float(expected[0]) / how.result_units, float(units[0]) / how.change_units
        name = context.name(int(found.player[against]))
        grounds.append(_counts(how, players, games, context, found, game, against))
        if abs(difference) > how.cap:
            limit: dict[str, Fact] = {"difference": difference, "limited": int(np.copysign(how.cap, difference))}
            grounds.append(Ground(CAP.under(edition)[0], limit))
        grounds += _expected(how, name, difference, we)
        result: dict[str, Fact] = {"opponent": name, "k": k, "result": RESULTS[half], "expected": we, "change": change}
        grounds.append(Ground(CHANGE.under(edition)[0], result))
    changes = total / how.change_units
    facts: dict[str, Fact] = {"old_rating": number(float(ro[0])), "changes": changes, "exact": float(ro[0]) + changes}
    return [*grounds, Ground(SUM.under(edition)[0], facts)]


def _expected(how: items.Arithmetic, name: str, difference: float, we: float) -> list[Ground]:
    """Item 8: the difference, and the expected result from the table (2016) or rounded from the formula (2017)."""
    limited = float(np.clip(difference, -how.cap, how.cap))
    facts: dict[str, Fact] = {"opponent": name, "difference": number(limited)}
    if how.rounds_k:
        facts["exact"] = round(float(tables.expectancy_2017(np.array([limited]))[0]), 8)
    return [
        Ground(EXPECTED.under(how.edition)[0], {**facts, "outcome": EXPECTED.under(how.edition)[1]}),
        Ground(READ_OFF.under(how.edition)[0], {"opponent": name, "expected": we}),
    ]


def _by_performance(
    how: items.Arithmetic, players: PlayerColumns, games: GameColumns, context: PeriodContext,
    start: elo.StartOfPeriod, found: Opposition, row: int, *, whole: bool,
) -> list[Ground]:  # fmt: skip
    """Item 5: the opponents as they count, Rc, p, D(p), F and Rp. *whole*: over all games, not only the period's."""
    edition = how.edition
    _, against, halves = credited_to(found, row)
    own = np.full(len(against), start.rating[row])
    limited = items.limited_opponent(own, half_up(found.rating[against]), how)
    before: Ints = np.array(
        [start.games[row], start.halves[row], start.opponents[row]] if whole else [0, 0, 0], np.int64
    )
    behind = before + np.array([len(against), int(halves.sum()), int(limited.sum())])
    result = items.performance(behind[0:1], behind[1:2], behind[2:3], how)
    grounds = [_why_item_5(how, context, start, row, len(against), whole=whole)]
    for (game, other, half), value in zip(credited_games(found, row), limited, strict=True):
        ground = _counts(how, players, games, context, found, game, other)
        grounds.append(
            Ground(ground.clause, {**ground.facts, "result": RESULTS[half], "limited": number(float(value))})
        )
    points: Fact = float(behind[1]) / 2
    rc, p, d, f = (round(float(value[0]), 8) for value in (result.rc, result.p, result.d, result.f))
    exact = round(float(result.exact[0]), 8)
    sums: dict[str, Fact] = {
        "games": int(behind[0]),
        "earlier_games": int(before[0]),
        "earlier_sum": int(before[2]),
        "sum": int(behind[2]),
        "rc": rc,
    }
    formula, (by_score, by_difference) = PERFORMANCE.under(edition)
    return [
        *grounds,
        Ground(LIMITED_RC.under(edition)[0], sums),
        Ground(by_score, {"points": points, "games": int(behind[0]), "p": p, "outcome": "p"}),
        Ground(by_difference, {"p": p, "d": d, "outcome": "d"}),
        Ground(FACTOR.under(edition)[0], {"p": p, "f": f}),
        Ground(formula, {"rc": rc, "d": d, "f": f, "rp": exact}),
    ]


def _why_item_5(
    how: items.Arithmetic, context: PeriodContext, start: elo.StartOfPeriod, row: int, played: int, *, whole: bool
) -> Ground:
    edition, before = how.edition, int(start.games[row])
    facts: dict[str, Fact] = {"games": before, "period_games": played}
    if whole:
        return Ground((ALL_GAMES if before else FIRST).under(edition)[0], facts)
    if context.by_item_5 is not None and context.by_item_5[row]:
        return Ground(EXCEPTION.under(edition)[0], facts)
    return Ground(items.MANY_GAMES.under(edition)[0], facts)


explain_2016 = partial(explain, "ICCF-TR-2016")
explain_2017 = partial(explain, "ICCF-TR-2017")
