"""The rules of 2016 and 2017 as an expression: items 5 to 9 and 14 to 18 of Appendix 1.

Everything that is added or rounded is a whole number of the edition's units, held in a double as in the arrays' code.
"""

import ibis
import numpy as np

from slowmate.ratings import exact
from slowmate.ratings.engines.sides import (
    Relation,
    Value,
    by_level,
    counted_rating,
    games_behind,
    half_up,
    known_players,
    limit,
    matched,
    sides_of,
    to_even,
    with_counted,
)
from slowmate.ratings.iccf import items, tables
from slowmate.ratings.iccf.elo import ESTABLISHED_GAMES
from slowmate.ratings.outcome import FIXED


def people_elo(players: Relation, how: items.Arithmetic, *, level: float) -> Relation:
    """The players as the period finds them: whole ratings, the games behind them with their score, and k."""
    found = known_players(players)
    found = found.mutate(
        rating=half_up(found.rating), fide_rating=half_up(found.fide_rating), start_rating=half_up(found.start_rating)
    )
    found = with_counted(found, level=float(exact.half_up(np.array(level))), levels_count=True)
    rated, known = found.rating.notnull(), found.points.notnull() & found.opponents_sum.notnull()
    games = ibis.coalesce(found.games, rated.ifelse(ESTABLISHED_GAMES, 0.0))
    found = found.mutate(behind=(rated | known).ifelse(games, 0.0), known=known)
    even = found.behind * ibis.coalesce(found.rating, 0.0)
    r = items.R_LESS - limit(found.rating, *items.R_BETWEEN)
    product = r * (items.G_LESS - limit(found.behind, *items.G_BETWEEN))
    k = half_up(product * items.K_SCALED) if how.rounds_k else product
    return found.mutate(
        behind_halves=found.known.ifelse(to_even(found.points * 2.0), found.behind),
        behind_opponents=found.known.ifelse(to_even(found.opponents_sum), even),
        k=ibis.coalesce(k, 0.0),
    )


OWN = {"own_rating": "rating", "k": "k"}


def changes_elo(people: Relation, games: Relation, how: items.Arithmetic) -> Relation:
    """For every side of every game: the player who is credited, the change of item 7 and the opponent of item 5."""
    side = matched(sides_of(games), people, OWN, {})
    side = side.mutate(against=half_up(counted_rating(side)))
    if "opponent_original" in side.columns:
        side = side.mutate(replaced=half_up(by_level(side, "replaced")))
        higher = side.replaced.notnull() & (side.replaced > side.against)
        side = side.mutate(against=higher.ifelse(side.replaced, side.against))
        side = _credited(side, how)
    side = _expected(side, ibis.coalesce(side.own_rating, 0.0), how)
    product = side.k * (side.halves * (how.result_units / 2) - side.expected)
    size = (product.abs() / float(how.divisor) + 0.5).floor()
    limited = side.own_rating.isnull().ifelse(
        side.against, limit(side.against, side.own_rating - how.cap, side.own_rating + how.cap)
    )
    return side.select(
        player=side.player,
        change=(product >= 0.0).ifelse(size, -size),
        halves=side.halves.cast("int64"),
        opponent=limited.cast("int64"),
    )


def _expected(side: Relation, own: Value, how: items.Arithmetic) -> Relation:
    """Item 8: the expected result, read from the edition's own table by the limited difference."""
    table = ibis.memtable(
        {"limited": np.arange(-how.cap, how.cap + 1), "expected": how.expected.astype(np.float64)},
        schema={"limited": "int64", "expected": "float64"},
    )
    side = side.mutate(apart=limit(own - side.against, -how.cap, how.cap).cast("int64"))
    return side.join(table, side.apart == table.limited).drop("limited")


def _credited(side: Relation, how: items.Arithmetic) -> Relation:
    """Item 18: a substitute's game is theirs if it brings them something, else the replaced player's."""
    counted = half_up(counted_rating(side, "self", "own_start"))
    side = _expected(side, side.self_published.ifelse(side.own_rating, counted), how)
    his = side.own_original.isnull() | (side.halves * (how.result_units / 2) - side.expected > 0.0)
    return side.mutate(
        player=his.ifelse(side.player, side.own_original),
        **{name: his.ifelse(side[name], side[f"original_{name}"]) for name in OWN},
    ).drop("expected", "apart")


def sums_elo(changes: Relation) -> Relation:
    """The sums by player; whole numbers, so that any parts of them add up to the same."""
    return changes.group_by("player").aggregate(
        played=changes.count(),
        change=changes.change.sum(),
        halves=changes.halves.sum(),
        opponents=changes.opponent.sum(),
    )


def outcome_elo(people: Relation, sums: Relation, how: items.Arithmetic) -> Relation:
    """Items 14 to 17: everything of the list but what all systems share."""
    found = people.left_join(sums, people.id == sums.player)
    found = found.mutate(
        **{name: ibis.coalesce(found[name].cast("float64"), 0.0) for name in ("change", "halves", "opponents")},
        period_games=ibis.coalesce(found.played, 0),
    )
    fixed = found.rating.notnull() & (found.behind >= FIXED)
    played = found.period_games > 0
    many = found.period_games > items.MANY_GAMES.under("ICCF-TR-2017")[1]
    found = found.mutate(all_games=played & ~fixed, some_games=played & fixed & many, changes=played & fixed & ~many)
    before = found.all_games.ifelse(1.0, 0.0)
    found = found.mutate(
        n=found.behind * before + found.period_games,
        w=found.behind_halves * before + found.halves,
        s=found.behind_opponents * before + found.opponents,
    )
    found = _performance(found.mutate(n=(found.n < 1.0).ifelse(1.0, found.n)), how)
    units = float(how.change_units)
    changed = found.rating * units + found.change
    by_item_5 = found.all_games | found.some_games
    found = found.mutate(
        new_rating=ibis.cases(
            (by_item_5, found.performance), (found.changes, _ratio(changed, units)), else_=found.rating
        ),
        new_exact=ibis.cases((by_item_5, found.exact), (found.changes, changed / units), else_=found.rating),
        keep=~found.known
        & (
            ((found.behind > 0.0) & ~found.all_games)
            | ((found.behind == 0.0) & (ibis.coalesce(found.games, 0.0) > 0.0))
        ),
    )
    nothing = ibis.null("float64")
    return found.select(
        id=found.id,
        rating=found.new_rating,
        rd=nothing,
        games=games_behind(found),
        points=found.keep.ifelse(found.points, (found.behind_halves + found.halves) / 2.0),
        opponents_sum=found.keep.ifelse(found.opponents_sum, found.behind_opponents + found.opponents),
        old_rating=found.rating,
        old_rd=nothing,
        period_games=found.period_games,
        exact_rating=found.new_exact,
        exact_rd=nothing,
    )


def _ratio(numerator: Value, denominator: Value) -> Value:
    """numerator / denominator to the nearest whole number, .5 up. Both are whole and small enough for a double."""
    return ((numerator * 2.0 + denominator) / (denominator * 2.0)).floor().cast("float64")


def _performance(found: Relation, how: items.Arithmetic) -> Relation:
    """Item 5: Rp = Rc + D(p) F over *n* games with *w* half points and the sum *s* of the opponents."""
    if how.rounds_k:
        share = limit(_ratio(found.w * 5000.0, found.n), float(tables.LEAST_P), float(tables.MOST_P))
        found = found.mutate(share=share, rc=_ratio(found.s * 10_000.0, found.n) / 10_000.0)
        p = found.share / 10_000.0
        difference = (p / (1.0 - p)).log10() * tables.SCALE_2017
        factor = (found.share * found.share * -2.0 + found.share * 20_000.0 + 50_000_000.0) / 100_000_000.0
        found = found.mutate(exact=found.rc + difference * factor)
        return found.mutate(performance=half_up(found.exact))
    table = ibis.memtable(
        {"whole_percent": np.arange(101), "dp": tables.difference_table_2016().astype(np.float64)},
        schema={"whole_percent": "int64", "dp": "float64"},
    )
    found = found.mutate(percent=limit(_ratio(found.w * 50.0, found.n), 0.0, 100.0))
    found = found.join(table, found.percent.cast("int64") == table.whole_percent)
    factor = found.percent * found.percent * -2.0 + found.percent * 200.0 + 5000.0
    return found.mutate(
        exact=found.s / found.n + found.dp * factor / 10_000.0,
        performance=_ratio(found.s * 10_000.0 + found.dp * factor * found.n, found.n * 10_000.0),
    )
