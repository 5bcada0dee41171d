"""Sections 1.6 and 1.7: the tables, computed from the text, and where the print differs from it."""

from slowmate.rulebook import Clause, Fact, Ground, Ruling, clause
from slowmate.titles.fide import mix
from slowmate.titles.fide.performance import MINIMUM_AVERAGE, MINIMUM_PERFORMANCE, least_half_points, rating_difference
from slowmate.titles.fide.tables import PrintedRequirements, printed_requirements, printed_scores
from slowmate.titles.fide.titles import NORM_TITLES, FideTitle

TABLES = {
    7: clause("FIDE-TITLES-2017 1.72/7"),
    8: clause("FIDE-TITLES-2017 1.72/8"),
    9: clause("FIDE-TITLES-2017 1.72/9"),
    10: clause("FIDE-TITLES-2017 1.72/10"),
    11: clause("FIDE-TITLES-2017 1.72/11"),
    12: clause("FIDE-TITLES-2017 1.72/12"),
    13: clause("FIDE-TITLES-2017 1.72/13"),
    14: clause("FIDE-TITLES-2017 1.72/14"),
    15: clause("FIDE-TITLES-2017 1.72/15"),
    16: clause("FIDE-TITLES-2017 1.72/16"),
    17: clause("FIDE-TITLES-2017 1.72/17"),
    18: clause("FIDE-TITLES-2017 1.72/18"),
    19: clause("FIDE-TITLES-2017 1.72/19"),
}
TEXT_RULES = clause("FIDE-TITLES-2017 1.6/1")
CORRECTED = clause("FIDE-QC-2016 S1/1.7")
SUMMARY = clause("FIDE-TITLES-2017 1.6.1")


def score_table(games: int, title: FideTitle) -> Ruling[dict[int, tuple[int, int | None]]]:
    """Return the table of 1.72 for a number of games: half points to the first and last average they suffice for.

    Computed from the text, not read from the print; the last row is open. More than 19 games have no table.
    """
    rows: dict[int, tuple[int, int | None]] = {}
    ceiling: int | None = None
    for half_points in range(least_half_points(games), 2 * games + 1):
        first = max(MINIMUM_PERFORMANCE[title] - rating_difference(half_points, games), MINIMUM_AVERAGE[title])
        if ceiling is None or first <= ceiling:
            rows[half_points] = (first, ceiling)
            ceiling = first - 1
        if first == MINIMUM_AVERAGE[title]:
            break
    facts: dict[str, Fact] = {"games": games, "title": title, "minimum_average": MINIMUM_AVERAGE[title]}
    grounds = [Ground(SUMMARY, facts)]
    if games in TABLES:
        grounds.append(Ground(TABLES[games], facts))
    return Ruling(rows, tuple(grounds))


def table_clause(games: int) -> Clause | None:
    """Return the table of 1.72 that shows the scores for a number of games."""
    return TABLES.get(games)


def differences_from_print() -> Ruling[tuple[str, ...]]:
    """Return where the printed tables of 1.72 differ from the text; the text is applied.

    Compared cell by cell: scores for 7 to 19 rounds, and the mix of opponents for single and double rounds.
    """
    differences: list[str] = []
    printed = printed_scores()
    for games in sorted({games for games, _, _ in printed}):
        for title in NORM_TITLES:
            computed = score_table(games, title).value
            theirs = {half: span for (n, t, half), span in printed.items() if n == games and t == title}
            differences += [
                f"{games} rounds {title} {half / 2:g}: "
                f"printed {_span(theirs.get(half))}, text {_span(computed.get(half))}"
                for half in sorted(computed.keys() | theirs.keys())
                if computed.get(half) != theirs.get(half)
            ]
    for row in printed_requirements():
        differences += _mix_differences(row)
    grounds = (Ground(TEXT_RULES, {"differences": len(differences)}), Ground(CORRECTED, {"differences": differences}))
    return Ruling(tuple(differences), grounds)


def _span(averages: tuple[int, int | None] | None) -> str:
    """Render averages as the tables print them."""
    if averages is None:
        return "-"
    return f"{averages[0]}-{averages[1]}" if averages[1] is not None else f">={averages[0]}"


def _mix_differences(row: PrintedRequirements) -> list[str]:
    opponents = row.rounds // 2 if row.double else row.rounds
    pairs = {
        "title opponents": (row.title_opponents, mix.least_title_opponents(opponents)),
        "title holders": (row.title_holders, mix.least_title_holders(opponents)),
        "unrated": (row.max_unrated, mix.most_unrated(opponents)),
    }
    if row.max_one_federation is not None:
        pairs["one federation"] = (row.max_one_federation, mix.most_from_one(opponents))
        pairs["own federation"] = (row.max_own_federation or 0, mix.most_from_own(opponents))
        pairs["other federations"] = (row.min_other_federations or 0, mix.OTHER_FEDERATIONS)
    kind = "double" if row.double else "single"
    return [
        f"{row.rounds} rounds {kind}, {name}: printed {printed}, text {ours}"
        for name, (printed, ours) in pairs.items()
        if printed != ours
    ]
