"""One player's number under the rules of 2023, step by step, computed by the functions that make the list."""

from collections import Counter

import numpy as np

from slowmate.ratings.columns import GameColumns, PeriodContext, PlayerColumns
from slowmate.ratings.exact import add_by_row, half_up
from slowmate.ratings.iccf import glickman
from slowmate.ratings.iccf import glickman_steps as steps
from slowmate.ratings.iccf.explain import (
    RESULTS,
    credited_games,
    number,
    publication_grounds,
    substitute_facts,
    substitutes_games,
    why_counted,
)
from slowmate.ratings.iccf.glickman_steps import BY_DRAW, BY_LOSS, BY_WIN
from slowmate.ratings.iccf.opponents import Opposition
from slowmate.ratings.periods import RULES
from slowmate.ratings.start import FIDE_LISTS
from slowmate.ratings.start import UNRATED as UNRATED_START
from slowmate.rulebook import Clause, Fact, Ground, Ruling, clause

NEWEST, START_HIGHER = clause("ICCF-RATING-2023 1.4/newest"), clause("ICCF-RATING-2023 1.4/max")
DECLARED, UNRATED = FIDE_LISTS.clause, UNRATED_START.clause
STAYS, GROWS = clause("ICCF-RATING-2023 2.1(b)/>120"), clause("ICCF-RATING-2023 2.1(b)/<=120")
AT_LEAST = clause("ICCF-RATING-2023 2.1(b)/30")
MIGRATED = RULES.clause
CREDITED, HIGHER_RATED = clause("ICCF-RATING-2023 6(a)"), clause("ICCF-RATING-2023 6(b)")
PARALLEL, PRECISION = clause("ICCF-RATING-2023 2/parallel"), clause("ICCF-RATING-2023 5/precision")
SEVERAL = clause("ICCF-RATING-2023 2.2/multi")
OUTCOME = clause("ICCF-RATING-2023 2.2/outcome")
PLUS_MINUS, SUM_OF_BOTH = clause("ICCF-RATING-2023 2.2(d)/pm"), clause("ICCF-RATING-2023 2.2(d)/P")
WEIGHTED = clause("ICCF-RATING-2023 2.2(e)/w")
FIRST, SECOND = clause("ICCF-RATING-2023 2.2(e)/D1"), clause("ICCF-RATING-2023 2.2(e)/D2")
NEW_SIGMA, NEW_MU = clause("ICCF-RATING-2023 2.2(f)/sigma"), clause("ICCF-RATING-2023 2.2(f)/mu")
BACK, NO_GAMES = clause("ICCF-RATING-2023 2.2(g)"), clause("ICCF-RATING-2023 2.2/m=0")
ROUND_RATING, ROUND_RD = clause("ICCF-RATING-2023 5/round r"), clause("ICCF-RATING-2023 5/round RD")
LIMITS = clause("ICCF-RATING-2023 5/limits")
NO_LEVELS = "no-event-levels-since-list-2023-4"
"""A reading (docs/ratings.md): the levels of events ended with the rules of 2017, on every way into a list."""
SHOWN = 8
"""Decimals an explanation shows; the calculation rounds nothing (item 5)."""
BROUGHT_SHOWN = 2
"""Decimals of what one game brought: enough to see it, the rating is not made of them."""


def explain(players: PlayerColumns, games: GameColumns, context: PeriodContext, row: int) -> Ruling[int | None]:
    """Explain a player's rating and RD: steps 2.1 and 2.2 with the values put in, game by game."""
    start = steps.start_of_period(players)
    opposition = glickman.prepare(players, games, start)
    outcome = glickman.update(players, games, context)
    rating = float(outcome.rating[row])
    if np.isnan(rating):
        return Ruling(None, ())
    grounds = _substitutes(games, context, start, opposition, row)
    grounds += _before(players, start, row)
    if outcome.period_games[row]:
        games_of = {"games": int(outcome.period_games[row])}
        grounds += [
            Ground(PARALLEL, games_of),
            Ground(PRECISION, {"shown": SHOWN}),
            *_repeated(context, opposition, row),
        ]
        grounds += _games(players, games, context, start, opposition, row)
    else:
        exact_rd = float(outcome.exact_rd[row])
        grounds.append(Ground(NO_GAMES, {"rating": number(rating), "rd": round(exact_rd, SHOWN)}))
    exact, exact_rd = float(outcome.exact_rating[row]), float(outcome.exact_rd[row])
    rounded_rd = float(half_up(outcome.exact_rd[row : row + 1])[0])
    grounds.append(Ground(ROUND_RATING, {"exact": round(exact, SHOWN), "rating": number(rating)}))
    grounds.append(Ground(ROUND_RD, {"exact": round(exact_rd, SHOWN), "rd": number(rounded_rd)}))
    if rounded_rd != outcome.rd[row]:
        grounds.append(Ground(LIMITS, {"rounded": number(rounded_rd), "rd": number(float(outcome.rd[row]))}))
    grounds += publication_grounds(float(outcome.games[row]), edition="ICCF-TR-2017")
    return Ruling(int(rating), tuple(grounds))


def _before(players: PlayerColumns, start: steps.StartOfPeriod, row: int) -> list[Ground]:
    """Return step 2.1 and, for the player themselves, step (a)."""
    rating, rd, old_rd = (float(column[row]) for column in (start.rating, start.rd, start.old_rd))
    facts: dict[str, Fact] = {"rating": number(rating), "rd": round(rd, SHOWN)}
    if np.isnan(players.rating[row]):
        if np.isnan(players.fide_rating[row]):
            grounds = [Ground(UNRATED, {**facts, "reading": NO_LEVELS})]
        else:
            grounds = [Ground(DECLARED, facts)]
    else:
        grounds = []
        if np.isnan(players.rd[row]):
            games: Fact = None if np.isnan(players.games[row]) else int(players.games[row])
            grounds.append(Ground(MIGRATED, {"games": games, "rd": number(old_rd)}))
        stays = old_rd > steps.GROWS_UP_TO
        cited = STAYS if stays else AT_LEAST if np.hypot(old_rd, steps.GROWTH) < steps.LEAST_RD else GROWS
        grounds.append(Ground(cited, {"old_rd": number(old_rd), "c": number(steps.GROWTH), **facts}))
    mu = float(steps.standardized(start.rating[row : row + 1])[0])
    standard: dict[str, Fact] = {**facts, "mu": round(mu, SHOWN), "sigma": round(rd / steps.SCALE, SHOWN)}
    parameters: dict[str, Fact] = {"beta_0": steps.BETA_0, "beta_1": steps.BETA_1}
    return [
        *grounds,
        Ground(steps.STANDARDIZED, {**standard, "outcome": "player"}),
        Ground(steps.PARAMETERS, parameters),
    ]


def _substitutes(
    games: GameColumns, context: PeriodContext, start: steps.StartOfPeriod, opposition: Opposition, row: int
) -> list[Ground]:
    """Return what each game of a substitute would bring them, and so for whom it counts (item 6)."""
    own, opponents = glickman.exponentials(opposition, start)
    grounds = []
    for played in substitutes_games(opposition, games, row):
        at = np.array([played.substitute]), np.array([played.against]), np.array([played.half])
        facts: dict[str, Fact] = {
            **substitute_facts(played, opposition, context),
            "own": number(float(start.rating[played.substitute])),
            "rating": number(float(opposition.rating[played.against])),
            "rd": round(float(start.rd[opposition.player[played.against]]), SHOWN),
            "result": RESULTS[played.half],
            "gain": round(float(glickman.game_terms(own, opponents, *at).d1[0]), SHOWN),
        }
        grounds.append(Ground(CREDITED, facts))
    return grounds


def _games(
    players: PlayerColumns,
    games: GameColumns,
    context: PeriodContext,
    start: steps.StartOfPeriod,
    opposition: Opposition,
    row: int,
) -> list[Ground]:
    """Return steps (a) to (e) of every game, then (f) and (g)."""
    own, opponents = glickman.exponentials(opposition, start)
    grounds: list[Ground] = []
    firsts, seconds = [], []
    credited = credited_games(opposition, row)
    for game, against, half in credited:
        at = np.array([row]), np.array([against]), np.array([half])
        values = glickman.game_terms(own, opponents, *at)
        firsts.append(values.d1)
        seconds.append(values.d2)
        opponent = int(opposition.player[against])
        rating, rd = float(opposition.rating[against]), float(start.rd[opponent])
        outcome, facts = why_counted(players, games, opposition, context, game, against, levels_count=False)
        grounds.append(Ground(OUTCOME, {"game": game + 1, "opponent": context.name(opponent), "y": RESULTS[half]}))
        if outcome == "level":
            facts["reading"] = NO_LEVELS
        grounds.append(Ground(_cited(outcome), {**facts, "outcome": outcome, "rd": round(rd, SHOWN)}))
        grounds += _grown(context.name(opponent), float(start.old_rd[opponent]), rd)
        mu, sigma = float(steps.standardized(np.array([rating]))[0]), rd / steps.SCALE
        standard: dict[str, Fact] = {"mu": round(mu, SHOWN), "sigma": round(sigma, SHOWN), "outcome": "opponent"}
        rounded: dict[str, Fact] = {"opponent": facts["opponent"], "rating": facts["rating"], "rd": round(rd, SHOWN)}
        grounds.append(Ground(steps.STANDARDIZED, {**rounded, **standard}))
        grounds += _terms(context.name(opponent), values, half, mu=mu, sigma=sigma)
    nobody = np.zeros(len(start.rating))
    d1, d2 = nobody.copy(), nobody.copy()
    d1[row], d2[row] = _sum(firsts), _sum(seconds)
    new = steps.end_of_period(start, d1, d2)
    sigma, mu, rating, rd = (round(float(column[row]), SHOWN) for column in new)
    mu_before = round(float(steps.standardized(start.rating[[row]])[0]), SHOWN)
    sigma_before = round(float(start.rd[row]) / steps.SCALE, SHOWN)
    sums = [round(float(column[row]), SHOWN) for column in (d1, d2)]
    brought = [
        _brought(game, context.name(int(opposition.player[against])), float(new.sigma[row]), float(first[0]))
        for (game, against, _), first in zip(credited, firsts, strict=True)
    ]
    return [
        *grounds,
        Ground(NEW_SIGMA, {"sigma_before": sigma_before, "sum_d2": sums[1], "sigma": sigma}),
        *brought,
        Ground(NEW_MU, {"mu_before": mu_before, "sum_d1": sums[0], "sigma": sigma, "mu": mu}),
        Ground(BACK, {"mu": mu, "sigma": sigma, "rating": rating, "rd": rd}),
    ]


def _grown(opponent: str, old_rd: float, rd: float) -> list[Ground]:
    """Return how an opponent's RD came from that of the list before, if it is not the same."""
    if np.isnan(old_rd) or old_rd == rd:
        return []
    facts: dict[str, Fact] = {"opponent": opponent, "old_rd": number(old_rd), "c": number(steps.GROWTH)}
    cited = AT_LEAST if np.hypot(old_rd, steps.GROWTH) < steps.LEAST_RD else GROWS
    return [Ground(cited, {**facts, "rd": round(rd, SHOWN), "outcome": "opponent"})]


def _brought(game: int, opponent: str, sigma: float, d1: float) -> Ground:
    """Return what one game adds to the rating: its part of the sum of step (f), on the scale of step (g)."""
    points = round(steps.SCALE * sigma * sigma * d1, BROUGHT_SHOWN)
    facts: dict[str, Fact] = {"game": game + 1, "opponent": opponent, "sigma": round(sigma, SHOWN)}
    return Ground(NEW_MU, {**facts, "d1": round(d1, SHOWN), "points": points, "outcome": "game"})


def _repeated(context: PeriodContext, opposition: Opposition, row: int) -> list[Ground]:
    """Return the opponents whom the player met more than once.

    Each game counts as one with another opponent like them.
    """
    met = Counter(int(opposition.player[against]) for _, against, _ in credited_games(opposition, row))
    return [
        Ground(SEVERAL, {"opponent": context.name(other), "games": games}) for other, games in met.items() if games > 1
    ]


def _sum(values: list[np.ndarray]) -> float:
    parts = add_by_row(np.zeros(len(values), np.int64), np.concatenate(values), 1)
    return float(parts[0, 0] + parts[0, 1])


def _cited(outcome: str) -> Clause:
    special = {"start-higher": START_HIGHER, "fide": DECLARED, "level": UNRATED, "substituted": HIGHER_RATED}
    return special.get(outcome, NEWEST)


def _terms(name: str, values: steps.SideTerms, half: int, *, mu: float, sigma: float) -> list[Ground]:
    """Return steps (c) to (e) of one game; *mu* and *sigma* are the opponent's."""
    rounded = {key: round(float(value[0]), SHOWN) for key, value in values._asdict().items()}

    def ground(cited: Clause, *keys: str) -> Ground:
        return Ground(cited, {"opponent": name, **{key: rounded[key] for key in keys}})

    return [
        Ground(PLUS_MINUS, {"opponent": name, "minus": round(mu - sigma, SHOWN), "plus": round(mu + sigma, SHOWN)}),
        ground(BY_WIN, "win_minus", "win_plus"),
        ground(BY_DRAW, "draw_minus", "draw_plus"),
        ground(BY_LOSS, "loss_minus", "loss_plus"),
        Ground(SUM_OF_BOTH, {"opponent": name, "y": RESULTS[half], "p": rounded["outcome"]}),
        ground(WEIGHTED, "w1_minus", "w1_plus", "w2_minus", "w2_plus"),
        ground(FIRST, "d1"),
        ground(SECOND, "d2"),
    ]
