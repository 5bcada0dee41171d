"""players.csv and games.csv of the contracts: files in, columns for `slowmate.ratings.rate` out, and back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from slowmate.formats.csv_table import CsvTable, read_csv
from slowmate.ratings.columns import EVENT_TYPES, MAX_GAMES, MAX_RATING, REACHED_NAMES, Column, impossible_history
from slowmate.ratings.period_list import GAME_NUMBERS
from slowmate.records import KINDS, BadInput, not_a_kind

RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "0-0": None}
"""White's points; a double default scores nothing for either and is not rated."""

PLAYER_NUMBERS: dict[str, tuple[float, float, bool]] = {
    "rating": (1, MAX_RATING, False),
    "rd": (0, MAX_RATING, False),
    "games": (0, MAX_GAMES, True),
    "points": (0, MAX_GAMES, False),
    "opponents_sum": (0, MAX_GAMES * MAX_RATING, False),
    "fide_rating": (1, MAX_RATING, False),
    "start_rating": (1, MAX_RATING, False),
    "birth_year": (1850, 2200, True),
    **dict.fromkeys(REACHED_NAMES, (0, 1, True)),
}
"""Least, most, whole number."""

EVENT_FLAGS = ("postal", "on_webserver", "agreed", "scheveningen", "between_countries")
START_FLAGS = ("white_by_level", "black_by_level")
"""Whether the start rating beside it is the level of the event."""
GAME_COLUMNS = (
    "white", "black", "result", "score", "date", "reported", "event", "event_type", "kind", "level", "reflection_moves",
    "reflection_days", *EVENT_FLAGS, "white_start", "black_start", *START_FLAGS, "white_original", "black_original",
    *GAME_NUMBERS,
)  # fmt: skip
SIMILAR = 5
"""Names that are offered where one fits several players."""
MOST_NUMBERS_EACH = 100
"""The most numbers for each id that are still looked up in a table."""
OUTCOME_WHOLE = ("rating", "rd", "games", "old_rating", "old_rd", "change", "period_games", *REACHED_NAMES)


@dataclass(frozen=True, slots=True)
class Players:
    """The players' file: its columns as they stand, their ids, and the numbers the systems read."""

    table: CsvTable
    ids: pl.Series
    columns: dict[str, Column]
    by_number: pl.DataFrame | None = None
    """Row and digits of each id, at the place of its number, where all are plain numbers and none is large."""

    def row(self, identity: str) -> int | None:
        index = self.ids.index_of(identity)
        return None if index is None else int(index)

    def row_where(self, column: str, word: str) -> int | None:
        """Return the row in which a column has this text, if there is just one."""
        if not self.table.has(column):
            return None
        rows = (self.table.text(column) == word).fill_null(value=False).arg_true()
        return int(rows[0]) if len(rows) == 1 else None

    def find(self, player: str, field: str) -> int:
        """Return the row of a player by id, or by a name that fits only one; *field* is named in the refusal."""
        row = self.row(player)
        if row is not None:
            return row
        names = [_fold(name) for name in self.names().values()]
        fold = _fold(player)
        fits = [place for place, name in enumerate(names) if name == fold]
        fits = fits or [place for place, name in enumerate(names) if fold and fold in name]
        if len(fits) == 1:
            return fits[0]
        names_by_id = list(self.names().items())
        several = "; ".join(" ".join(dict.fromkeys(names_by_id[place])) for place in fits[:SIMILAR])
        why = f"{player!r} is not the id of a player" + (f", and the name of several: {several}" if several else "")
        raise BadInput(why, file=self.table.file, field=field)

    def names(self) -> dict[str, str]:
        """Return the name to show for each id; the id where there is no name."""
        names = self.table.text("name") if self.table.has("name") else self.ids
        return {identity: name or identity for identity, name in zip(self.ids, names, strict=True)}


def _fold(name: str) -> str:
    """Fold a name for comparison, without case and blanks: "Carlsen,M" equals "Carlsen, M"."""
    return name.casefold().replace(" ", "")


def read_players(data: bytes, *, file: str = "players.csv") -> Players:
    """Read players, or refuse the file with the line and field that is wrong. Only `id` and `rating` are required."""
    table = read_csv(data, file=file, required=("id", "rating"), what="players")
    ids = table.text("id").str.strip_chars()
    empty = ids.is_null() | (ids == "")
    if empty.any():
        raise table.bad(int(empty.arg_max() or 0), "id", "empty; every player has an id")
    if ids.n_unique() != len(ids):
        row = int((~ids.is_first_distinct()).arg_max() or 0)
        raise table.bad(row, "id", f"{ids[row]!r} is used twice")
    columns: dict[str, Column] = {"id": np.asarray(ids.to_list(), dtype=object)}
    for name, (least, most, whole) in PLAYER_NUMBERS.items():
        if table.has(name):
            columns[name] = table.numbers(name, least=least, most=most, whole=whole).to_numpy()
    unknown = np.full(len(ids), np.nan)
    wrong = impossible_history(*(columns.get(name, unknown) for name in ("games", "points", "opponents_sum")))
    if wrong is not None:
        raise table.bad(*wrong)
    if table.has("last_game"):
        columns["last_game"] = table.days("last_game").to_numpy()
    columns |= _words(table)
    return Players(table, ids, columns, _by_number(ids))


def _words(table: CsvTable) -> dict[str, Column]:
    """Return what is read of the players beside numbers: who plays in a running event, and the federations."""
    columns: dict[str, Column] = {}
    if table.has("running"):
        columns["running"] = _is_running(table.text("running"))
    if table.has("federation"):
        columns["federation"] = np.asarray(table.text("federation").to_list(), dtype=object)
    return columns


def _is_running(words: pl.Series) -> Column:
    """Return who takes part in a running event; the file may say in how many."""
    return ~words.fill_null("").is_in(["", "0", "false", "no"]).to_numpy()


def _by_number(ids: pl.Series) -> pl.DataFrame | None:
    numbers = ids.cast(pl.UInt32, strict=False)
    if numbers.null_count() or (numbers.cast(pl.String) != ids).any():
        return None
    most = int(numbers.to_numpy().max(initial=0))
    if most > MOST_NUMBERS_EACH * len(ids) + 10_000:
        return None
    rows = np.full(most + 1, -1, np.int64)
    rows[numbers.to_numpy()] = np.arange(len(ids))
    frame = pl.DataFrame({"row": rows}).with_columns(pl.when(pl.col("row") >= 0).then("row"))
    return frame.with_columns(digits=pl.int_range(pl.len()).cast(pl.String).str.len_bytes())


def read_games(data: bytes, players: Players, *, file: str = "games.csv", has_results: bool = True) -> pl.DataFrame:
    """Read games with players as rows, `score` as White's points (null: not rated) and the optional columns as numbers.

    *has_results* is false for running games: then no result is required. White's points may stand in a column `score`
    instead of the result.
    """
    results = ("result", "score") if has_results else ()
    required = ("white", "black", *results[:1])
    table = read_csv(data, file=file, required=required, or_else=results, what="games", columns=GAME_COLUMNS)
    white, black = (_rows(table, players, colour) for colour in ("white", "black"))
    same = white == black
    if same.any():
        row = int(same.arg_max() or 0)
        raise table.bad(row, "black", f"{players.ids[white[row]]!r} cannot play against themselves")
    series = [white, black]
    if has_results:
        series.append(_scores(table) if table.has("result") else _points(table))
    for colour in ("white", "black"):
        if table.has(f"{colour}_start"):
            series.append(table.numbers(f"{colour}_start", least=1, most=MAX_RATING))
        if table.has(f"{colour}_original"):
            series.append(_originals(table, players, colour, white, black))
    series += [table.days(name) for name in ("date", "reported") if table.has(name)]
    if table.has("event"):
        series.append(table.text("event"))
    if table.has("event_type"):
        series.append(table.choices("event_type", EVENT_TYPES))
    if table.has("kind"):
        series.append(_kinds(table))
    series += [
        table.numbers(name, least=least, most=most, whole=True)
        for name, (least, most) in EVENT_NUMBERS.items()
        if table.has(name)
    ]
    series += [table.numbers(name, least=0, most=1_000_000) for name in GAME_NUMBERS if table.has(name)]
    line = pl.int_range(pl.len()) + 2 if table.has_lines else pl.lit(None, pl.Int64)
    return pl.DataFrame(series).with_columns(pl.lit(file).alias("file"), line.alias("line"))


def _kinds(table: CsvTable) -> pl.Series:
    words = table.text("kind")
    wrong = words.is_not_null() & ~words.is_in(list(KINDS))
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise table.bad(row, "kind", not_a_kind(words[row]))
    return words


EVENT_NUMBERS: dict[str, tuple[float, float]] = {
    "level": (1, MAX_RATING),
    "reflection_moves": (1, 1000),
    "reflection_days": (0, 10_000),
    **dict.fromkeys((*EVENT_FLAGS, *START_FLAGS), (0.0, 1.0)),
}
"""The least and the most of each number of a game's event."""


def _points(table: CsvTable) -> pl.Series:
    """Read White's points from a column of numbers."""
    points = table.numbers("score", least=0, most=1)
    wrong = points.is_null() | ~points.is_in([0.0, 0.5, 1.0])
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise table.bad(row, "score", f"{table.text('score')[row] or 'empty'}; expected 1, 0.5 or 0")
    return points


def _rows(table: CsvTable, players: Players, name: str, *, required: bool = True) -> pl.Series:
    """Return ids as rows of the players."""
    words = table.text(name)
    rows = _look_up(words, players)
    unknown = rows.is_null() if required else rows.is_null() & words.is_not_null()
    if unknown.any():
        words = words.str.strip_chars()
        rows = _look_up(words, players)
        unknown = rows.is_null() if required else rows.is_null() & words.is_not_null()
    if unknown.any():
        row = int(unknown.arg_max() or 0)
        why = "empty; expected the id of a player" if not words[row] else f"{words[row]!r} is not the id of a player"
        raise table.bad(row, name, why)
    return rows.alias(name)


def _look_up(words: pl.Series, players: Players) -> pl.Series:
    if players.by_number is not None:
        # ids that are plain numbers need no comparing of text: the number is the place in a table of rows
        numbers = words.cast(pl.UInt32, strict=False)
        place = numbers.clip(upper_bound=len(players.by_number) - 1)
        row = players.by_number["row"].gather(place)
        same = (numbers == place) & (words.str.len_bytes() == players.by_number["digits"].gather(place))
        return row if same.all(ignore_nulls=False) else row.set(~same.fill_null(value=False), None)
    index = pl.DataFrame({"id": players.ids, "row": pl.int_range(len(players.ids), eager=True)})
    return words.alias("id").to_frame().join(index, on="id", how="left", maintain_order="left")["row"]


def _scores(table: CsvTable) -> pl.Series:
    words = table.text("result")
    if words.null_count():
        raise table.bad(int(words.is_null().arg_max() or 0), "result", f"empty; expected {', '.join(RESULTS)}")
    is_result = {result: words == result for result in RESULTS}  # comparing a few words is quicker than a look-up
    if sum(int(column.sum()) for column in is_result.values()) != len(words):
        table.choices("result", tuple(RESULTS))
    scores = is_result["1-0"].cast(pl.Float64) + is_result["1/2-1/2"].cast(pl.Float64) * 0.5
    return (scores.set(is_result["0-0"], None) if is_result["0-0"].any() else scores).alias("score")


def _originals(table: CsvTable, players: Players, colour: str, white: pl.Series, black: pl.Series) -> pl.Series:
    name = f"{colour}_original"
    rows = _rows(table, players, name, required=False)
    wrong = ((rows == white) | (rows == black)).fill_null(value=False)
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise table.bad(row, name, f"{players.ids[rows[row]]!r} plays in this game and cannot be the one replaced")
    return rows


def require_days(games: pl.DataFrame) -> None:
    """Refuse games of which a list cannot tell whether they belong to it, with the line of the first."""
    file = str(games["file"][0]) if len(games) else None
    if "date" not in games.columns:
        raise BadInput("missing column; --period needs the day each game finished", file=file, line=1, field="date")
    unknown = games["date"].is_null() & games["score"].is_not_null()
    if unknown.any():
        row = int(unknown.arg_max() or 0)
        where = games["file"][row], games["line"][row]
        raise BadInput("empty; --period needs the day the game finished", file=where[0], line=where[1], field="date")


def outcome_frame(players: Players, outcome: dict[str, Column]) -> pl.DataFrame:
    """Return the players after a period: the columns of their file with the new values, then those of the contract.

    Everything that was in the file stays; what the period changes is replaced.
    """
    new = {name: _series(name, values) for name, values in outcome.items() if name != "id"}
    columns = [new.get(name, players.table.text(name)).alias(name) for name in players.table.frame.columns]
    names = {column.name for column in columns}
    return pl.DataFrame([*columns, *(column for name, column in new.items() if name not in names)])


def _series(name: str, values: Column) -> pl.Series:
    column = pl.Series(name, values, nan_to_null=True) if values.dtype.kind == "f" else pl.Series(name, values)
    if name in OUTCOME_WHOLE:
        return column.cast(pl.Int64)
    return column.cast(pl.String) if column.dtype == pl.Date else column


def write_csv(frame: pl.DataFrame) -> str:
    """Write CSV with a header, numbers in full."""
    return frame.write_csv()


JSON_NAMES = (
    "id", "rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd", "change", "period_games",
    "published", "fixed", "exact_rating", "exact_rd",
)  # fmt: skip


def outcome_json(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the players as the contract's JSON: its names first, then what else was in the file."""
    names = [name for name in JSON_NAMES if name in frame.columns]
    text = [name for name in PLAYER_NUMBERS if frame.schema.get(name) == pl.String]
    frame = frame.with_columns(_number(frame[name]) for name in text)
    return frame.select(*names, *(name for name in frame.columns if name not in names)).to_dicts()


def _number(words: pl.Series) -> pl.Series:
    values = words.cast(pl.Float64)
    return values.cast(pl.Int64) if (values.drop_nulls() == values.drop_nulls().floor()).all() else values


def players_of(frame: pl.DataFrame, *, file: str) -> Players:
    """Return the list of one period as the players of the next."""
    text = frame.select(pl.all().cast(pl.String))
    table = CsvTable(text, file, b"")
    columns: dict[str, Column] = {"id": np.asarray(text["id"].to_list(), dtype=object)}
    for name in PLAYER_NUMBERS:
        if name in frame.columns:
            columns[name] = frame[name].cast(pl.Float64, strict=False).to_numpy()
    if table.has("last_game"):
        columns["last_game"] = table.days("last_game").to_numpy()
    return Players(table, text["id"], columns | _words(table))


def all_games(files: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Join games from several files: columns that a file lacks are empty in its games."""
    if not files:
        raise BadInput("no games were given", field="--games")
    return files[0] if len(files) == 1 else pl.concat(files, how="diagonal")
