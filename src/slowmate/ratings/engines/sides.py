"""Rule 9.4 and substitution as expressions: the sides of the games, and with which rating each opponent counts.

What `slowmate.ratings.iccf.opponents` does with arrays, for engines that hold the games themselves.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import ibis

from slowmate.ratings.outcome import PUBLISHED

Value: TypeAlias = Any
"""An Ibis expression: a column of an engine."""
Relation: TypeAlias = Any
"""An Ibis table expression."""

PLAYER_NUMBERS = ("rating", "rd", "games", "points", "opponents_sum", "fide_rating", "start_rating")
GAME_OPTIONS = ("start", "original")


def half_up(value: Value) -> Value:
    """The nearest whole number as a double; .5 goes up."""
    below = value.floor().cast("float64")
    return below + (value - below >= 0.5).ifelse(1.0, 0.0)


def to_even(value: Value) -> Value:
    """The nearest whole number as a double; .5 goes to the even one, as NumPy rounds."""
    below = value.floor().cast("float64")
    rest = value - below
    odd = (below / 2.0).floor().cast("float64") * 2.0 != below
    return below + ((rest > 0.5) | ((rest == 0.5) & odd)).ifelse(1.0, 0.0)


def games_behind(found: Relation) -> Value:
    """The games behind each rating after the period; unknown where the earlier number is."""
    earlier = (found.games.isnull() & found.rating.isnull()).ifelse(0.0, found.games)
    return earlier + found.period_games.cast("float64")


def limit(value: Value, least: float, most: float) -> Value:
    """A value no further than the limits; null stays null."""
    return ibis.cases((value < least, least), (value > most, most), else_=value)


def greater(one: Value, other: Value) -> Value:
    """The greater of two, or the one that is known."""
    return ibis.cases((one.isnull(), other), (other > one, other), else_=one)


def known_players(players: Relation) -> Relation:
    """The players with every column of numbers as a double, null where the table has none."""
    columns = {
        name: players[name].cast("float64") if name in players.columns else ibis.null("float64")
        for name in PLAYER_NUMBERS
    }
    return players.select(id=players.id, **columns)


def with_counted(people: Relation, *, level: float) -> Relation:
    """The players with the rating each counts with for his opponents (`counts`) where a game says nothing else."""
    published = people.rating.notnull() & (people.games.isnull() | (people.games >= PUBLISHED))
    assumed = ibis.coalesce(people.start_rating, people.rating, people.fide_rating)
    found = people.mutate(published=published, assumed=assumed)
    base = found.published.ifelse(greater(found.rating, found.start_rating), found.assumed)
    return found.mutate(counts=ibis.coalesce(base, level), nothing_known=base.isnull()).drop("assumed")


def sides_of(games: Relation) -> Relation:
    """Every game twice, once for each player: who, against whom, his half points, and what the game says of both."""
    halves = games.half_points.cast("float64")
    has = {option: f"white_{option}" in games.columns or f"black_{option}" in games.columns for option in GAME_OPTIONS}
    parts = []
    for own, other, scored in (("white", "black", halves), ("black", "white", 2.0 - halves)):
        columns = {"player": games[own], "opponent": games[other], "halves": scored}
        if has["start"]:
            columns["opponent_start"] = _optional(games, f"{other}_start", "float64")
        if has["original"]:
            columns["own_original"] = _optional(games, f"{own}_original", games[own].type())
            columns["opponent_original"] = _optional(games, f"{other}_original", games[own].type())
        if "level" in games.columns:
            columns["level"] = games["level"].cast("float64")
        parts.append(games.select(**columns))
    return ibis.union(parts[0], parts[1], distinct=False)


def _optional(games: Relation, name: str, kind: Value) -> Value:
    return games[name].cast(kind) if name in games.columns else ibis.null(kind)


def matched(sides: Relation, people: Relation, own: Mapping[str, str], other: Mapping[str, str]) -> Relation:
    """The sides with columns of the player and of his opponent: new name to name in *people*.

    Of the opponent `published`, `rating`, `counts` and `nothing_known` come along as `other_...`. Where substitutes are
    known, so do the columns of whoever they replace: `original_...` of the player's, `replaced_...` of the opponent's.
    """
    found = _joined(sides, people, "player", own)
    counting = {f"other_{name}": name for name in ("published", "rating", "counts", "nothing_known")}
    found = _joined(found, people, "opponent", {**other, **counting})
    if "own_original" in sides.columns:
        found = _joined(found, people, "own_original", {f"original_{name}": column for name, column in own.items()})
        replaced = {f"replaced_{name}": column for name, column in {**other, "counts": "counts"}.items()}
        found = _joined(found, people, "opponent_original", replaced)
    return found


def _joined(sides: Relation, people: Relation, key: str, columns: Mapping[str, str]) -> Relation:
    few = people.select(**{f"{key}_id": people.id}, **{name: people[column] for name, column in columns.items()})
    how = "left" if key.endswith("original") else "inner"
    return sides.join(few, sides[key] == few[f"{key}_id"], how=how).drop(f"{key}_id")


def counted_rating(side: Relation, *, levels_count: bool) -> Value:
    """The opponent's rating in a game: the one the game says, if it is said and not below his published one."""
    usual = side.other_counts
    if levels_count and "level" in side.columns:
        usual = (side.other_nothing_known & side.level.notnull()).ifelse(side.level, usual)
    if "opponent_start" not in side.columns:
        return usual
    given = side.opponent_start
    said = side.other_published.ifelse(greater(side.other_rating, given), given)
    return given.isnull().ifelse(usual, said)
