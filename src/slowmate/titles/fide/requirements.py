"""Section 1.4, requirement by requirement: each clause with its numbers, and whether it holds for some games."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from slowmate.rulebook import Fact, Ground, Requirement, Ruling, clause
from slowmate.titles.fide import mix, summary
from slowmate.titles.fide import performance as perf
from slowmate.titles.fide.federations import Setting, federations_matter
from slowmate.titles.fide.games import NormGame
from slowmate.titles.fide.titles import FideTitle

AFTER_A_TITLE_RESULT = clause("FIDE-TITLES-2017 1.42e")
MIX_MET = clause("FIDE-TITLES-2017 1.42e(1)")
ENOUGH_LEFT = clause("FIDE-TITLES-2017 1.42e(2)")
NORM_POSSIBLE_THROUGHOUT = clause("FIDE-TITLES-2017 1.42e(3)")
DIFFERENT_OPPONENTS = clause("FIDE-TITLES-2017 1.42e(4)")
DEFEATED = clause("FIDE-TITLES-2017 1.42f/1")
WHOLE_TABLE_SENT = clause("FIDE-TITLES-2017 1.42f/2")
WHOLE_EVENT_FITS = clause("FIDE-TITLES-2017 1.42f/3")
NOT_ANY_NINE = clause("FIDE-QC-2016 S1/AUT")


def met_requirements(grounds: Iterable[Ground]) -> tuple[Requirement, ...]:
    """Return the grounds that were applied as requirements that hold."""
    return tuple(Requirement(ground, holds=True) for ground in grounds)


def number_requirements(games: int, required: Ruling[int]) -> tuple[Requirement, ...]:
    """Check whether there are enough games for a norm."""
    facts: dict[str, Fact] = {"games": games, "minimum": required.value, "outcome": "counted"}
    grounds = [Ground(ground.clause, {**ground.facts, **facts}) for ground in required.grounds]
    return tuple(Requirement(ground, games >= required.value) for ground in grounds)


def mix_requirements(
    games: Sequence[NormGame], title: FideTitle, setting: Setting, *, of: int | None = None
) -> tuple[Requirement, ...]:
    """Check federations, titles and unrated opponents. *of*: the opponents of the complete tournament."""
    mixture = mix.mix_of(games, title, setting.federation)
    if federations_matter(setting, len(games)):
        federations = mix.federation_requirements(mixture)
        if not all(requirement.holds for requirement in federations):
            federations = (*_not_exempt(setting.exempt), *federations)
    else:
        federations = met_requirements(setting.exempt.grounds)
    over = max(of, mixture.opponents) if of is not None and setting.double else None
    titles = mix.title_requirements(mixture, title, over=over)
    if mixture.opponents < len(games):
        once = Ground(
            mix.ONCE,
            {"games": len(games), "opponents": mixture.opponents, "reading": "text-over-printed-table"},
        )
        titles = (*met_requirements((once,)), *titles)
    return (*federations, *titles)


def _not_exempt(exempt: Ruling[bool]) -> tuple[Requirement, ...]:
    """Say why an exemption does not help, beside the requirement that stays in force."""
    grounds = (Ground(ground.clause, {**ground.facts, "outcome": "not exempt"}) for ground in exempt.grounds)
    return tuple(Requirement(ground, holds=False, binding=False) for ground in grounds)


def rating_requirements(games: Sequence[NormGame], title: FideTitle) -> tuple[Requirement, ...]:
    """Check the average of the ratings games count with against the least it must be."""
    if not games:
        return ()
    rated = perf.counted_ratings(((g.opponent.id, g.opponent.rating) for g in games), title)
    mean = perf.average(rated.value)
    least = perf.MINIMUM_AVERAGE[title]
    enough = Requirement(Ground(perf.AVERAGE_NEEDED, {"average": mean.value, "minimum": least}), mean.value >= least)
    return (*met_requirements((*rated.grounds, *mean.grounds)), enough)


def score_requirements(title: FideTitle, mean: int, half_points: int, games: int) -> tuple[Requirement, ...]:
    """Check the performance, the table that shows it, and the 35 %."""
    rated = perf.performance(mean, half_points, games)
    least = perf.MINIMUM_PERFORMANCE[title]
    score = Fraction(half_points, 2)
    needed = perf.score_needed(title, mean, games)
    facts: dict[str, Fact] = {
        "score": score,
        "games": games,
        "average": mean,
        "needed": None if needed is None else Fraction(needed, 2),
    }
    tables = [] if needed is None else [summary.table_clause(games)]
    title_performance = perf.is_title_performance(title, mean, half_points, games)
    defined = {perf.TITLE_PERFORMANCE, perf.PERFORMANCE_OF[title]} if title_performance.value else set()
    return (
        *met_requirements(rated.grounds),
        Requirement(
            Ground(perf.PERFORMANCE_NEEDED, {"performance": rated.value, "minimum": least}), rated.value >= least
        ),
        Requirement(Ground(perf.MINIMUM_SCORE, facts), perf.has_minimum_score(half_points, games)),
        *(Requirement(Ground(table, facts), half_points >= (needed or 0)) for table in tables if table),
        *met_requirements(ground for ground in title_performance.grounds if ground.clause in defined),
    )


def ignoring_requirements(
    ignored: Sequence[NormGame], games: Sequence[NormGame], opponents: int, setting: Setting
) -> tuple[Requirement, ...]:
    """Return the conditions under which games were ignored; the search has made sure that they hold."""
    last = max(game.round for game in games)
    later = [game for game in ignored if game.round > last]
    wins = [game for game in ignored if game.round <= last]
    remaining: dict[str, Fact] = {"games": len(games)}
    grounds = [Ground(NOT_ANY_NINE, {"ignored": len(ignored)})]
    if later:
        grounds.append(Ground(AFTER_A_TITLE_RESULT, {"after_round": last, "ignored": _who(later)}))
        grounds += [Ground(MIX_MET, remaining), Ground(ENOUGH_LEFT, remaining)]
        if setting.predetermined:
            grounds.append(Ground(NORM_POSSIBLE_THROUGHOUT, {"opponents": opponents}))
        if setting.double:
            grounds.append(Ground(DIFFERENT_OPPONENTS, {"opponents": opponents}))
    if wins:
        grounds += [Ground(DEFEATED, {"ignored": _who(wins), **remaining}), Ground(WHOLE_TABLE_SENT, {})]
        if setting.predetermined:
            grounds.append(Ground(WHOLE_EVENT_FITS, {"opponents": opponents}))
    return met_requirements(grounds)


def _who(games: Sequence[NormGame]) -> list[str]:
    return [game.opponent.id for game in games]
