"""A list as files for programs, as `slowmate rate` writes and reads them."""

import gzip
import json
import shlex
from typing import Any

import polars as pl

from slowmate.formats.grounds import ground_json
from slowmate.formats.rating_csv import JSON_NAMES, read_players, write_csv
from slowmate.ratings.columns import REACHED_NAMES
from slowmate.ratings.periods import Month
from slowmate.server.ratings.models import Adjustment, ListEntry, RatingList
from slowmate.server.ratings.queries import inputs
from slowmate.server.ratings.queries.adjustments import in_force
from slowmate.server.ratings.queries.explanation import left_out

WHO = ("name", "federation", "title")


def as_json(row: RatingList) -> str:
    """Return the list as the contract's JSON, with the games left out and the command that recomputes it."""
    about: dict[str, Any] = {
        "rules": row.edition,
        "period": row.period,
        "pool": row.pool,
        "revision": row.revision,
        "valid_from": row.valid_from.isoformat(),
        "command": command(row),
        "left_out": [{"games": games, **ground_json(ground)} for games, ground in left_out(row)],
    }
    return json.dumps({**about, "players": table(row).to_dicts()}, ensure_ascii=False, default=str)


def as_csv(row: RatingList) -> str:
    """Return the list as CSV: the players' file of the next period."""
    return write_csv(table(row))


def table(row: RatingList) -> pl.DataFrame:
    """Return every player of the list by number: first the columns of the contract, then name, federation and title."""
    names = [name for name in JSON_NAMES if name != "id"]
    more = ("active", "last_game", *(REACHED_NAMES if row.pool.startswith(inputs.FIDE) else ()))
    columns = ("player_id", *names, "rank", *more, *WHO)
    rows = ListEntry.objects.filter(list=row).order_by("player_id").values_list(*columns)
    schema = ["id", *columns[1:]]
    frame = pl.DataFrame(list(rows), schema=schema, orient="row", infer_schema_length=None)
    return frame.with_columns(pl.col("id").cast(pl.String))


def players_csv(row: RatingList) -> str:
    """Return the players' file that the list was made from, with names, federations and titles."""
    players = read_players(bytes(row.input.players_csv)).table.frame
    who = ListEntry.objects.filter(list=row).order_by("player_id").values_list("player_id", *WHO)
    people = pl.DataFrame([(str(pk), *rest) for pk, *rest in who], schema=["id", *WHO], orient="row")
    return write_csv(players.join(people, on="id", how="left", maintain_order="left"))


def games_csv(row: RatingList) -> str:
    """Return the games' file of the list."""
    return gzip.decompress(bytes(row.input.games_csv)).decode()


def command(row: RatingList) -> str:
    """Return the command that recomputes the list from its two files."""
    words = ["slowmate", "rate", "--rules", row.rules, "--players", "players.csv", "--games", "games.csv"]
    if isinstance(row.when, Month):
        words += ["--period", row.period, "--fide-list", row.pool.removeprefix(inputs.FIDE)]
    for adjustment in in_force(row):
        if adjustment.kind == Adjustment.Kind.ITEM_5:
            words += ["--item-5", f"{adjustment.player_id}={adjustment.reason}"]
    return shlex.join(words)
