"""The rules of 2023 as an expression: steps 2.1 and 2.2, and item 5 at the end."""

import ibis

from slowmate.ratings.engines.sides import (
    Relation,
    Value,
    counted_rating,
    games_behind,
    half_up,
    known_players,
    limit,
    matched,
    sides_of,
    with_counted,
)
from slowmate.ratings.iccf import glickman_steps as steps

COARSE, FINE = 2.0**26, 2.0**62
"""Terms are added as whole multiples of 2**-26, and what is left of them as multiples of 2**-62."""

OWN = ("own", "own_half")
OPPONENT = ("minus", "minus_half", "plus", "plus_half")


def people_2023(players: Relation) -> Relation:
    """Apply step 2.1, and add the exponentials of every player for themselves and for their opponents."""
    people = with_counted(known_players(players), level=steps.UNRATED_RATING, levels_count=False)
    unrated, declared = people.rating.isnull(), people.fide_rating.notnull()
    many = ibis.coalesce(people.games, steps.FIRST_RD_TO)
    share = limit((many - steps.FIRST_RD_FROM) / (steps.FIRST_RD_TO - steps.FIRST_RD_FROM), 0.0, 1.0)
    fallen = half_up(steps.FIRST_RD_MOST - (steps.FIRST_RD_MOST - steps.FIRST_RD_LEAST) * share)
    first_rd = (many < steps.FIRST_RD_FROM).ifelse(steps.FIRST_RD_UNPUBLISHED, fallen)
    people = people.mutate(old_rd=ibis.coalesce(people.rd, first_rd), unrated=unrated, declared=declared)
    grown = (people.old_rd * people.old_rd + steps.GROWTH * steps.GROWTH).sqrt()
    people = people.mutate(
        r=ibis.coalesce(people.rating, people.fide_rating, steps.UNRATED_RATING),
        rd=ibis.cases(
            (people.unrated & people.declared, steps.DECLARED_RD),
            (people.unrated, steps.UNRATED_RD),
            (people.old_rd > steps.GROWS_UP_TO, people.old_rd),
            (grown < steps.LEAST_RD, steps.LEAST_RD),
            else_=grown,
        ),
    )
    mu = (people.r - steps.ORIGIN) / steps.SCALE
    half = mu * (1.0 + steps.BETA_1) / 2.0 + steps.BETA_0
    return people.mutate(own=mu.exp(), own_half=half.exp(), **_as_opponent(people.counts, people.rd))


def _as_opponent(rating: Value, rd: Value) -> dict[str, Value]:
    """Return the exponentials of an opponent one deviation lower and higher."""
    mu, sigma = (rating - steps.ORIGIN) / steps.SCALE, rd / steps.SCALE
    half = (1.0 + steps.BETA_1) / 2.0
    minus, plus = mu - sigma, mu + sigma
    return {
        "minus": minus.exp(),
        "minus_half": (minus * half).exp(),
        "plus": plus.exp(),
        "plus_half": (plus * half).exp(),
    }


def terms_2023(people: Relation, games: Relation) -> Relation:
    """Return D1 and D2 of every side of every game, with the credited player."""
    opponent = {name: name for name in OPPONENT} | {"other_rd": "rd"}
    side = matched(sides_of(games), people, {name: name for name in OWN}, opponent)
    side = _as_counted(side)
    side = side.mutate(
        y=side.halves / 2.0,
        win=(side.halves == 2.0).ifelse(1.0, 0.0),
        draw=(side.halves == 1.0).ifelse(1.0, 0.0),
        loss=(side.halves == 0.0).ifelse(1.0, 0.0),
    )
    own = _terms(side, OWN)
    if "own_original" not in side.columns:
        return side.select(player=side.player, d1=own.d1, d2=own.d2)
    # a substitute's game is theirs if it brings them something, else it counts for the replaced player
    replaced = _terms(side, tuple(f"original_{name}" for name in OWN))
    side = side.select(
        player=side.player,
        original=side.own_original,
        d1=own.d1,
        d2=own.d2,
        replaced_d1=replaced.d1,
        replaced_d2=replaced.d2,
    )
    is_own = side.original.isnull() | (side.d1 > 0.0)
    return side.select(
        player=is_own.ifelse(side.player, side.original),
        d1=is_own.ifelse(side.d1, side.replaced_d1),
        d2=is_own.ifelse(side.d2, side.replaced_d2),
    )


def _terms(side: Relation, own: tuple[str, ...]) -> steps.SideTerms:
    inputs = (*own, *OPPONENT, "y", "win", "draw", "loss")
    return steps.side_terms(*(side[name] for name in inputs))


def _as_counted(side: Relation) -> Relation:
    """Set the opponents' exponentials anew if a start rating or a replaced player changes what they count."""
    if "opponent_start" in side.columns:
        side = side.mutate(counted=counted_rating(side))
        changed = side.counted != side.other_counts
        new = _as_opponent(side.counted, side.other_rd)
        side = side.mutate(**{name: changed.ifelse(new[name], side[name]) for name in OPPONENT})
    else:
        side = side.mutate(counted=side.other_counts)
    if "opponent_original" in side.columns:
        higher = side.replaced_counts.notnull() & (side.replaced_counts > side.counted)
        side = side.mutate(**{name: higher.ifelse(side[f"replaced_{name}"], side[name]) for name in OPPONENT})
    return side


def sums_2023(terms: Relation) -> Relation:
    """Sum by player, as whole numbers that add without rounding whatever their order."""
    for name in ("d1", "d2"):
        coarse = (terms[name] * COARSE + 0.5).floor()
        terms = terms.mutate(**{f"{name}_coarse": coarse})
        rest = terms[name] - terms[f"{name}_coarse"].cast("float64") / COARSE
        terms = terms.mutate(**{f"{name}_fine": (rest * FINE + 0.5).floor()})
    parts = {f"{name}_{part}": terms[f"{name}_{part}"].sum() for name in ("d1", "d2") for part in ("coarse", "fine")}
    return terms.group_by("player").aggregate(played=terms.count(), **parts)


def outcome_2023(people: Relation, sums: Relation) -> Relation:
    """Apply steps (f) and (g), and item 5: the columns of the list except those all systems share."""
    outcome = people.left_join(sums, people.id == sums.player)
    totals = {
        name: outcome[f"{name}_coarse"].cast("float64") / COARSE + outcome[f"{name}_fine"].cast("float64") / FINE
        for name in ("d1", "d2")
    }
    outcome = outcome.mutate(
        **{name: ibis.coalesce(total, 0.0) for name, total in totals.items()},
        period_games=ibis.coalesce(outcome.played, 0),
        sigma=outcome.rd / steps.SCALE,
        mu=(outcome.r - steps.ORIGIN) / steps.SCALE,
    )
    outcome = outcome.mutate(new_sigma=(1.0 / (1.0 / (outcome.sigma * outcome.sigma) - outcome.d2)).sqrt())
    outcome = outcome.mutate(new_mu=outcome.mu + outcome.new_sigma * outcome.new_sigma * outcome.d1)
    played = outcome.period_games > 0
    rated = outcome.rating.notnull() | played
    nothing = ibis.null("float64")
    outcome = outcome.mutate(
        exact_rating=rated.ifelse(played.ifelse(outcome.new_mu * steps.SCALE + steps.ORIGIN, outcome.r), nothing),
        exact_rd=rated.ifelse(played.ifelse(outcome.new_sigma * steps.SCALE, outcome.rd), nothing),
        before_rd=outcome.unrated.ifelse(nothing, outcome.old_rd),
    )
    return outcome.select(
        id=outcome.id,
        rating=half_up(outcome.exact_rating),
        rd=limit(half_up(outcome.exact_rd), steps.LEAST_RD, steps.MOST_RD),
        games=games_behind(outcome),
        points=nothing,
        opponents_sum=nothing,
        old_rating=half_up(outcome.rating),
        old_rd=half_up(outcome.before_rd),
        period_games=outcome.period_games,
        exact_rating=outcome.exact_rating,
        exact_rd=outcome.exact_rd,
    )
