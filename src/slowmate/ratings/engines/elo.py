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
    """Return the players as the period finds them: whole ratings, the games behind them with their score, and k."""
    people = known_players(players)
    people = people.mutate(
        rating=half_up(people.rating),
        fide_rating=half_up(people.fide_rating),
        start_rating=half_up(people.start_rating),
    )
    people = with_counted(people, level=float(exact.half_up(np.array(level))), levels_count=True)
    rated, known = people.rating.notnull(), people.points.notnull() & people.opponents_sum.notnull()
    games = ibis.coalesce(people.games, rated.ifelse(ESTABLISHED_GAMES, 0.0))
    people = people.mutate(behind=(rated | known).ifelse(games, 0.0), known=known)
    even = people.behind * ibis.coalesce(people.rating, 0.0)
    r = items.R_LESS - limit(people.rating, *items.R_BETWEEN)
    product = r * (items.G_LESS - limit(people.behind, *items.G_BETWEEN))
    k = half_up(product * items.K_SCALED) if how.rounds_k else product
    return people.mutate(
        behind_halves=people.known.ifelse(to_even(people.points * 2.0), people.behind),
        behind_opponents=people.known.ifelse(to_even(people.opponents_sum), even),
        k=ibis.coalesce(k, 0.0),
    )


OWN = {"own_rating": "rating", "k": "k"}


def changes_elo(people: Relation, games: Relation, how: items.Arithmetic) -> Relation:
    """Return for every side of every game the credited player, the change of item 7 and the opponent of item 5."""
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
    """Add the expected result of item 8, read from the edition's own table by the limited difference."""
    table = ibis.memtable(
        {"limited": np.arange(-how.cap, how.cap + 1), "expected": how.expected.astype(np.float64)},
        schema={"limited": "int64", "expected": "float64"},
    )
    side = side.mutate(apart=limit(own - side.against, -how.cap, how.cap).cast("int64"))
    return side.join(table, side.apart == table.limited).drop("limited")


def _credited(side: Relation, how: items.Arithmetic) -> Relation:
    """Credit a substitute's game to them if it brings them points, else to the replaced player (item 18)."""
    counted = half_up(counted_rating(side, "self", "own_start"))
    side = _expected(side, side.self_published.ifelse(side.own_rating, counted), how)
    is_own = side.own_original.isnull() | (side.halves * (how.result_units / 2) - side.expected > 0.0)
    return side.mutate(
        player=is_own.ifelse(side.player, side.own_original),
        **{name: is_own.ifelse(side[name], side[f"original_{name}"]) for name in OWN},
    ).drop("expected", "apart")


def sums_elo(changes: Relation) -> Relation:
    """Sum by player; whole numbers, so that any parts of them add up to the same."""
    return changes.group_by("player").aggregate(
        played=changes.count(),
        change=changes.change.sum(),
        halves=changes.halves.sum(),
        opponents=changes.opponent.sum(),
    )


def outcome_elo(people: Relation, sums: Relation, how: items.Arithmetic) -> Relation:
    """Apply items 14 to 17: the columns of the list except those all systems share."""
    outcome = people.left_join(sums, people.id == sums.player)
    outcome = outcome.mutate(
        **{name: ibis.coalesce(outcome[name].cast("float64"), 0.0) for name in ("change", "halves", "opponents")},
        period_games=ibis.coalesce(outcome.played, 0),
    )
    fixed = outcome.rating.notnull() & (outcome.behind >= FIXED)
    played = outcome.period_games > 0
    many = outcome.period_games > items.MANY_GAMES.under("ICCF-TR-2017")[1]
    outcome = outcome.mutate(
        all_games=played & ~fixed, some_games=played & fixed & many, changes=played & fixed & ~many
    )
    before = outcome.all_games.ifelse(1.0, 0.0)
    outcome = outcome.mutate(
        n=outcome.behind * before + outcome.period_games,
        w=outcome.behind_halves * before + outcome.halves,
        s=outcome.behind_opponents * before + outcome.opponents,
    )
    outcome = _performance(outcome.mutate(n=(outcome.n < 1.0).ifelse(1.0, outcome.n)), how)
    units = float(how.change_units)
    changed = outcome.rating * units + outcome.change
    by_item_5 = outcome.all_games | outcome.some_games
    outcome = outcome.mutate(
        new_rating=ibis.cases(
            (by_item_5, outcome.performance), (outcome.changes, _ratio(changed, units)), else_=outcome.rating
        ),
        new_exact=ibis.cases((by_item_5, outcome.exact), (outcome.changes, changed / units), else_=outcome.rating),
        keep=~outcome.known
        & (
            ((outcome.behind > 0.0) & ~outcome.all_games)
            | ((outcome.behind == 0.0) & (ibis.coalesce(outcome.games, 0.0) > 0.0))
        ),
    )
    nothing = ibis.null("float64")
    return outcome.select(
        id=outcome.id,
        rating=outcome.new_rating,
        rd=nothing,
        games=games_behind(outcome),
        points=outcome.keep.ifelse(outcome.points, (outcome.behind_halves + outcome.halves) / 2.0),
        opponents_sum=outcome.keep.ifelse(outcome.opponents_sum, outcome.behind_opponents + outcome.opponents),
        old_rating=outcome.rating,
        old_rd=nothing,
        period_games=outcome.period_games,
        exact_rating=outcome.new_exact,
        exact_rd=nothing,
    )


def _ratio(numerator: Value, denominator: Value) -> Value:
    """Return numerator / denominator, .5 rounded up. Both are whole and small enough for a double."""
    return ((numerator * 2.0 + denominator) / (denominator * 2.0)).floor().cast("float64")


def _performance(outcome: Relation, how: items.Arithmetic) -> Relation:
    """Apply item 5: Rp = Rc + D(p) F over *n* games with *w* half points and the sum *s* of the opponents."""
    if how.rounds_k:
        share = limit(_ratio(outcome.w * 5000.0, outcome.n), float(tables.LEAST_P), float(tables.MOST_P))
        outcome = outcome.mutate(share=share, rc=_ratio(outcome.s * 10_000.0, outcome.n) / 10_000.0)
        p = outcome.share / 10_000.0
        difference = (p / (1.0 - p)).log10() * tables.SCALE_2017
        factor = (outcome.share * outcome.share * -2.0 + outcome.share * 20_000.0 + 50_000_000.0) / 100_000_000.0
        outcome = outcome.mutate(exact=outcome.rc + difference * factor)
        return outcome.mutate(performance=half_up(outcome.exact))
    table = ibis.memtable(
        {"whole_percent": np.arange(101), "dp": tables.difference_table_2016().astype(np.float64)},
        schema={"whole_percent": "int64", "dp": "float64"},
    )
    outcome = outcome.mutate(percent=limit(_ratio(outcome.w * 50.0, outcome.n), 0.0, 100.0))
    outcome = outcome.join(table, outcome.percent.cast("int64") == table.whole_percent)
    factor = outcome.percent * outcome.percent * -2.0 + outcome.percent * 200.0 + 5000.0
    return outcome.mutate(
        exact=outcome.s / outcome.n + outcome.dp * factor / 10_000.0,
        performance=_ratio(outcome.s * 10_000.0 + outcome.dp * factor * outcome.n, outcome.n * 10_000.0),
    )
