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
    """Return the nearest whole number as a double; .5 goes up."""
    below = value.floor().cast("float64")
    return below + (value - below >= 0.5).ifelse(1.0, 0.0)


def to_even(value: Value) -> Value:
    """Return the nearest whole number as a double; .5 goes to the even one, as NumPy rounds."""
    below = value.floor().cast("float64")
    rest = value - below
    odd = (below / 2.0).floor().cast("float64") * 2.0 != below
    return below + ((rest > 0.5) | ((rest == 0.5) & odd)).ifelse(1.0, 0.0)


def games_behind(outcome: Relation) -> Value:
    """Return the games behind each rating after the period; unknown if the earlier number is."""
    earlier = (outcome.games.isnull() & outcome.rating.isnull()).ifelse(0.0, outcome.games)
    return earlier + outcome.period_games.cast("float64")


def limit(value: Value, least: float, most: float) -> Value:
    """Return a value no further than the limits; null stays null."""
    return ibis.cases((value < least, least), (value > most, most), else_=value)


def greater(value: Value, other: Value) -> Value:
    """Return the greater of two, or the one that is not null."""
    return ibis.cases((value.isnull(), other), (other > value, other), else_=value)


def known_players(players: Relation) -> Relation:
    """Return the players with every column of numbers as a double, null where the table has none."""
    columns = {
        name: players[name].cast("float64") if name in players.columns else ibis.null("float64")
        for name in PLAYER_NUMBERS
    }
    return players.select(id=players.id, **columns)


def with_counted(people: Relation, *, level: float, levels_count: bool) -> Relation:
    """Add the rating each player counts with for their opponents (`counts`) unless a game says otherwise.

    `by_level` marks those with no rating but the level of the event; no player if the edition knows no levels.
    """
    published = people.rating.notnull() & (people.games.isnull() | (people.games >= PUBLISHED))
    later = (people.fide_rating, people.rating) if levels_count else (people.rating, people.fide_rating)
    counted = people.mutate(published=published, assumed=ibis.coalesce(people.start_rating, *later))
    base = counted.published.ifelse(greater(counted.rating, counted.start_rating), counted.assumed)
    without = ~counted.published & counted.start_rating.isnull() & counted.fide_rating.isnull()
    by_level = without if levels_count else ibis.literal(value=False)
    return counted.mutate(counts=ibis.coalesce(base, level), by_level=by_level).drop("assumed")


def sides_of(games: Relation) -> Relation:
    """Return every game twice, once for each player, with half points and what the game says of both players."""
    halves = games.half_points.cast("float64")
    has = {option: f"white_{option}" in games.columns or f"black_{option}" in games.columns for option in GAME_OPTIONS}
    parts = []
    for own, other, scored in (("white", "black", halves), ("black", "white", 2.0 - halves)):
        columns = {"player": games[own], "opponent": games[other], "halves": scored}
        if has["start"]:
            columns["own_start"] = _optional(games, f"{own}_start", "float64")
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


COUNTING = ("published", "rating", "counts", "by_level")


def matched(sides: Relation, people: Relation, own: Mapping[str, str], other: Mapping[str, str]) -> Relation:
    """Return the sides with columns of the player and of their opponent: new name to name in *people*.

    The columns `COUNTING` of the opponent are added as `other_...`. If substitutes are known, those of the player are
    added as `self_...`, and the columns of replaced players: `original_...` for the player's side, `replaced_...` for
    the opponent's.
    """
    has_originals = "own_original" in sides.columns
    own_counts = {f"self_{name}": name for name in COUNTING} if has_originals else {}
    sides_met = _joined(sides, people, "player", {**own, **own_counts})
    sides_met = _joined(sides_met, people, "opponent", {**other, **{f"other_{name}": name for name in COUNTING}})
    if has_originals:
        sides_met = _joined(
            sides_met, people, "own_original", {f"original_{name}": column for name, column in own.items()}
        )
        replaced = {f"replaced_{name}": column for name, column in {**other, "counts": "counts"}.items()}
        sides_met = _joined(sides_met, people, "opponent_original", {**replaced, "replaced_by_level": "by_level"})
    return sides_met


def _joined(sides: Relation, people: Relation, key: str, columns: Mapping[str, str]) -> Relation:
    few = people.select(**{f"{key}_id": people.id}, **{name: people[column] for name, column in columns.items()})
    how = "left" if key.endswith("original") else "inner"
    return sides.join(few, sides[key] == few[f"{key}_id"], how=how).drop(f"{key}_id")


def counted_rating(side: Relation, who: str = "other", start: str = "opponent_start") -> Value:
    """Return the rating *who* counts with: the game's own, if it is not below their published one."""
    usual = by_level(side, who)
    if start not in side.columns:
        return usual
    start_rating = side[start]
    stated = side[f"{who}_published"].ifelse(greater(side[f"{who}_rating"], start_rating), start_rating)
    return start_rating.isnull().ifelse(usual, stated)


def by_level(side: Relation, who: str) -> Value:
    """Return what *who* counts with if the game has no start rating: the event's level for lack of any other."""
    usual = side[f"{who}_counts"]
    if "level" not in side.columns:
        return usual
    return (side[f"{who}_by_level"] & side.level.notnull()).ifelse(side.level, usual)
