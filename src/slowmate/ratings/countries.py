"""Rule 9.2(e) over tables: whether a friendly match is one between countries."""

from collections.abc import Iterable, Mapping

import polars as pl

from slowmate.ratings.columns import Column
from slowmate.ratings.eligible import FRIENDLY

FRIENDLY_KINDS = FRIENDLY.newest[1]


def between_countries(federations: Iterable[str | None]) -> bool:
    """Return whether a match of teams or players of these federations is not one country's with itself.

    A federation that is not known may be another one.
    """
    known = list(federations)
    return not known or any(federation in (None, "") for federation in known) or len(set(known)) > 1


def with_countries(games: pl.DataFrame, federations: Column | Mapping[int, str | None] | None) -> pl.DataFrame:
    """Return the games with `between_countries`, which friendly matches are asked for, where nobody has said it.

    The players of all games of a match decide; a game without an event is a match of its own. *federations* are those
    of the players by row.
    """
    if federations is None or "kind" not in games.columns:
        return games
    is_open = pl.col("kind").is_in(FRIENDLY_KINDS)
    if "between_countries" in games.columns:
        is_open &= pl.col("between_countries").is_null()
    friendly = games.with_row_index("row_of_game").filter(is_open)
    if not len(friendly):
        return games
    event = pl.col("event") if "event" in games.columns else pl.lit(None, pl.String)
    match = pl.coalesce(event, pl.format("game {}", "row_of_game"))
    matches = friendly.select("row_of_game", "white", "black", match=match)
    of_one = [
        match
        for match, white, black in matches.group_by("match").agg("white", "black").iter_rows()
        if not between_countries(federations[row] for row in {*white, *black})
    ]
    inside = set(matches.filter(pl.col("match").is_in(of_one))["row_of_game"])
    said = games["between_countries"] if "between_countries" in games.columns else [None] * len(games)
    values = [0.0 if row in inside else value for row, value in enumerate(said)] if inside else said
    return games.with_columns(pl.Series("between_countries", values, pl.Float64))
