"""Item 11 over tables: the rating that each event assumes for players without a published one."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

import numpy as np
import polars as pl

from slowmate.ratings.columns import Column, Flags, player_columns
from slowmate.ratings.iccf.opponents import needs_level
from slowmate.ratings.outcome import PUBLISHED
from slowmate.ratings.start import NATIONAL, event_level, is_national
from slowmate.records import KINDS, BadInput
from slowmate.rulebook import EDITIONS, Refused, Ruling

LEVEL_DAY = EDITIONS["ICCF-TR-2016"].begins
"""Item 11 reads the same in both editions."""
SIDES = ("white", "black")
ALL_SIDES = (*SIDES, "white_original", "black_original")
NATIONAL_KINDS = tuple(slug for slug, kind in KINDS.items() if is_national(kind, on=LEVEL_DAY))


def with_levels(
    games: pl.DataFrame,
    national: Mapping[str, Ruling[int]] | None = None,
    announced: Mapping[str, float] | None = None,
) -> pl.DataFrame:
    """Return the games with the level of their event, as far as it is known.

    It is taken from the column `level`, or from *announced* for the kind; a level other than the one item 11 names for
    the kind is refused. A national event without either takes the level that *national* has for it.
    """
    if "kind" not in games.columns:
        return games
    if "level" not in games.columns:
        games = games.with_columns(pl.lit(None, pl.Float64).alias("level"))
    if announced:
        by_kind = pl.col("kind").replace_strict(dict(announced), default=None, return_dtype=pl.Float64)
        games = games.with_columns(pl.coalesce("level", by_kind).alias("level"))
    games = _with_national(games, national or {})
    pairs = games.filter(pl.col("kind").is_not_null()).select("kind", "level").unique(maintain_order=True)
    levels = [_level(games, kind, announced_level) for kind, announced_level in pairs.iter_rows()]
    levelled = pairs.with_columns(pl.Series("event_level", levels, pl.Float64))
    joined = games.join(levelled, on=["kind", "level"], how="left", nulls_equal=True, maintain_order="left")
    return joined.with_columns(pl.coalesce("event_level", "level").alias("level")).drop("event_level")


def _level(games: pl.DataFrame, kind: str, announced: float | None) -> float | None:
    """Return the level of one kind of event, given the one that was announced or confirmed for it."""
    if announced is not None and (why := why_not(kind, announced)):
        raise _bad(games, kind, announced, why)
    return known_level(kind, announced)


def why_not(kind: str, announced: float) -> str:
    """Return why a level cannot have been announced for a kind of event; empty if it can."""
    if kind in NATIONAL_KINDS and announced > NATIONAL.on(LEVEL_DAY)[1]:
        return f"a national event assumes at most {NATIONAL.on(LEVEL_DAY)[1]}"
    named = known_level(kind, announced)
    return "" if named == announced else f"{kind} assumes {named:g} (item 11), not {announced:g}"


def known_level(kind: str, announced: float | None = None) -> float | None:
    """Return the level item 11 names for a kind of event, else the announced one, else None."""
    whole = None if announced is None else int(announced)
    try:
        return float(
            event_level(KINDS[kind], on=LEVEL_DAY, proposed=whole, confirmed=whole is not None, announced=whole).value
        )
    except Refused:
        return None


def _bad(games: pl.DataFrame, kind: str, announced: float, why: str) -> BadInput:
    wrong = ((games["kind"] == kind) & (games["level"] == announced)).fill_null(value=False)
    return bad_game(games, int(wrong.arg_max() or 0), "level", why)


def bad_game(games: pl.DataFrame, row: int, field: str, why: str) -> BadInput:
    """Return what is wrong with a game, with its place in its file."""
    if "file" not in games.columns:
        return BadInput(why, field=f"games.{field}")
    line: Any = games["line"][row] if "line" in games.columns else None
    return BadInput(why, file=str(games["file"][row]), line=line, field=field)


def _with_national(games: pl.DataFrame, national: Mapping[str, Ruling[int]]) -> pl.DataFrame:
    if not national or "event" not in games.columns:
        return games
    averages = {event: float(ruling.value) for event, ruling in national.items()}
    average = pl.col("event").replace_strict(averages, default=None, return_dtype=pl.Float64)
    return games.with_columns(
        pl.when(pl.col("kind").is_in(NATIONAL_KINDS))
        .then(pl.coalesce("level", average))
        .otherwise(pl.col("level"))
        .alias("level")
    )


def national_levels(
    games: pl.DataFrame,
    players: Mapping[str, Column],
    *,
    edition: str = "ICCF-TR-2017",
    until: date | None = None,
    known: Collection[str] = (),
) -> dict[str, Ruling[int]]:
    """Return the rating that each national event assumes: the average of all its rated participants.

    *games* are all games of the events at hand, in the window of the list or not: the average is made once for the
    event. A participant counts with the start rating that a game states, else with the published rating of *players*.
    *edition* is the one to cite. Left out are events that begin after *until*, those that are *known*, and those with a
    level in each game.
    """
    if "kind" not in games.columns or "event" not in games.columns:
        return {}
    national = games.filter(pl.col("kind").is_in(NATIONAL_KINDS), pl.col("event").is_not_null())
    if "level" in games.columns:
        national = national.filter(pl.col("level").is_null().any().over("event"))
    if until is not None and "date" in games.columns:
        national = national.filter((pl.col("date").min().over("event") <= until).fill_null(value=True))
    national = national.filter(~pl.col("event").is_in(list(known)))
    if not len(national):
        return {}
    sides = pl.concat([_side(national, colour) for colour in SIDES])
    first = sides.group_by("event", "player").agg(
        pl.col("kind").first(), pl.col("start").drop_nulls().first(), pl.col("by_level").any()
    )
    rated = first.join(_published(players), on="player").filter(~pl.col("by_level")).sort("event", "player")
    rated = rated.with_columns(pl.coalesce("start", "rating").round().cast(pl.Int64).alias("rating"))
    return {
        event: event_level(KINDS[kind], on=EDITIONS[edition].begins, rated=ratings, of=ids)
        for event, kind, ratings, ids in rated.group_by("event", maintain_order=True)
        .agg(pl.col("kind").first(), "rating", "id")
        .iter_rows()
    }


def _side(games: pl.DataFrame, colour: str) -> pl.DataFrame:
    """Return the players of one colour, and the start rating that their game states of them."""
    start, by_level = f"{colour}_start", f"{colour}_by_level"
    return games.select(
        "event",
        "kind",
        player=pl.col(colour),
        start=pl.col(start) if start in games.columns else pl.lit(None, pl.Float64),
        by_level=(pl.col(by_level) == 1).fill_null(value=False) if by_level in games.columns else pl.lit(value=False),
    )


def _published(players: Mapping[str, Column]) -> pl.DataFrame:
    """Return the rows, ids and ratings of the players whose rating is published."""
    ids = players["id"].tolist() if "id" in players else list(range(len(players["rating"])))
    ratings = pl.DataFrame(
        {"player": range(len(ids)), "id": [str(identity) for identity in ids], "rating": players["rating"]},
        schema={"player": pl.Int64, "id": pl.String, "rating": pl.Float64},
    ).with_columns(pl.col("rating").fill_nan(None))
    if "games" in players:
        ratings = ratings.filter(~(pl.Series(players["games"]) < PUBLISHED))
    return ratings.filter(pl.col("rating").is_not_null())


def without_level_starts(games: pl.DataFrame) -> pl.DataFrame:
    """Return the games without the start ratings that are the level of their event."""
    for colour in SIDES:
        start, by_level = f"{colour}_start", f"{colour}_by_level"
        if start in games.columns and by_level in games.columns:
            other = pl.when(pl.col(by_level) == 1).then(None).otherwise(pl.col(start))
            games = games.with_columns(other.alias(start), pl.lit(None, pl.Float64).alias(by_level))
    return games


def require_levels(games: pl.DataFrame, players: Mapping[str, Column]) -> None:
    """Refuse a game of a kind without a level, if a player in it has no other rating to count with."""
    wrong = without_level(games, players)
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise bad_game(games, row, "kind", no_level(str(games["kind"][row])))


def without_level(games: pl.DataFrame, players: Mapping[str, Column]) -> pl.Series:
    """Return which games need a level to rate a player in them, but are of a kind that has none."""
    if "kind" not in games.columns or not len(games):
        return pl.Series(np.zeros(len(games), np.bool_))
    unsaid = games["kind"].is_not_null() & games["level"].is_null()
    return unsaid & pl.Series(_somebody_needs_one(games, players)) if unsaid.any() else unsaid


def counts_by_level(games: pl.DataFrame, players: Mapping[str, Column]) -> pl.Series:
    """Return in which games somebody counts with the level of the event."""
    stated = [games[name] == 1 for name in ("white_by_level", "black_by_level") if name in games.columns]
    counts = pl.Series(_somebody_needs_one(games, players), dtype=pl.Boolean)
    for several in stated:
        counts |= several.fill_null(value=False)
    return counts


def no_level(kind: str) -> str:
    """Say what to do about an event whose level is not known."""
    if kind in NATIONAL_KINDS:
        return "a national event assumes the average of its rated players: give the column event, or level"
    return (
        f"{kind} has no level of its own (item 11): a player in this game has no published and no FIDE rating, so give "
        f"the announced value in a column level, or with --level {kind}=VALUE"
    )


def _somebody_needs_one(games: pl.DataFrame, players: Mapping[str, Column]) -> Flags:
    needing = needs_level(player_columns(players))
    needed: Flags = np.zeros(len(games), np.bool_)
    for side in ALL_SIDES:
        if side not in games.columns:
            continue
        rows = games[side].fill_null(-1).to_numpy()
        started = games[f"{side}_start"].is_not_null().to_numpy() if f"{side}_start" in games.columns else False
        needed |= (rows >= 0) & needing[rows] & ~np.asarray(started)
    return needed
