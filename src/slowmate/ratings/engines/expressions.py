"""The update of a period as one Ibis expression, for games that outgrow a machine's memory, or the machine.

The same expression runs on DuckDB, embedded, and on Spark; it gives the list that `slowmate.ratings.rate` gives. What
a game brings a player is turned into whole numbers before it is added, so partial sums simply add: however the engine
splits the games, and in whatever order it takes them, the sums are the same.

Players: `id` and the columns of players.csv as numbers. Games: `white`, `black` (ids), `half_points` (White's), and
where they are known `white_start`, `black_start`, `white_original`, `black_original` (ids) and `level`. What is null is
unknown. Not covered: FIDE's rules, and item 5 by order of the Ratings Commissioner (`by_item_5`).
"""

from slowmate.ratings.columns import NOTHING_KNOWN
from slowmate.ratings.engines.elo import changes_elo, outcome_elo, people_elo, sums_elo
from slowmate.ratings.engines.glickman import outcome_2023, people_2023, sums_2023, terms_2023
from slowmate.ratings.engines.sides import Relation
from slowmate.ratings.iccf import items
from slowmate.ratings.outcome import FIXED, PUBLISHED
from slowmate.records import BadInput

EDITIONS = {"iccf-2016": "ICCF-TR-2016", "iccf-2017": "ICCF-TR-2017", "iccf-2023": "ICCF-RATING-2023"}
"""The rules that can be expressed, with their editions."""


def update(players: Relation, games: Relation, rules: str = "iccf-2023", *, level: float = NOTHING_KNOWN) -> Relation:
    """Return the list after a period, one row a player, with the columns of the contract."""
    people = _people(players, rules, level)
    sums = _sums(people, games, rules)
    if rules == "iccf-2023":
        return _listed(outcome_2023(people, sums))
    return _listed(outcome_elo(people, sums, items.arithmetic(EDITIONS[rules])))


def partial_sums(players: Relation, games: Relation, rules: str, *, level: float = NOTHING_KNOWN) -> Relation:
    """Sum what some of a period's games bring. The sums of parts, added by player, are those of the whole."""
    return _sums(_people(players, rules, level), games, rules)


def _people(players: Relation, rules: str, level: float) -> Relation:
    if rules not in EDITIONS:
        raise BadInput(f"{rules} cannot be expressed for an engine; it can for {', '.join(EDITIONS)}", field="rules")
    return people_2023(players) if rules == "iccf-2023" else people_elo(players, _how(rules), level=level)


def _how(rules: str) -> items.Arithmetic:
    return items.arithmetic(EDITIONS[rules])


def _sums(people: Relation, games: Relation, rules: str) -> Relation:
    if rules == "iccf-2023":
        return sums_2023(terms_2023(people, games))
    return sums_elo(changes_elo(people, games, _how(rules)))


def _listed(outcome: Relation) -> Relation:
    """Add the columns all systems share: the change, and whether the rating is published and fixed (9.3)."""
    rated = outcome.rating.notnull()
    return outcome.mutate(
        change=outcome.rating - outcome.old_rating,
        published=rated & (outcome.games.isnull() | (outcome.games >= PUBLISHED)),
        fixed=rated & (outcome.games.isnull() | (outcome.games >= FIXED)),
    )
