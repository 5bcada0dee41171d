"""Columns in, columns out: the arrays that every rating system reads and writes. No object per player or game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from slowmate.records import BadInput

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Column: TypeAlias = NDArray[Any]
Table: TypeAlias = Any
"""A mapping of arrays, or a Polars, pandas or Arrow table."""

MAX_RATING = 4000.0
MAX_GAMES = 1_000_000
NOTHING_KNOWN = 1800.0
"""The rating assumed for an unknown player in an event of unknown kind."""
EVENT_TYPES = ("round-robin", "swiss", "team", "match")
"""The values of `event_type`; a game's code is the place in this list, -1 is unknown."""


REACHED_NAMES = ("has_reached_2400", "has_reached_2300")
"""Columns of players for FIDE's K: whether they have once been published with such a rating."""
EXTRA_NAMES = (
    "date",
    "round",
    "planned_games",
    "minutes",
    "plies",
    "national",
    "women_only",
    "white_was_unrated",
    "black_was_unrated",
)
"""Optional columns of games that FIDE's regulations ask for; see `slowmate.ratings.fide.games`."""


@dataclass(frozen=True, slots=True)
class PlayerColumns:
    """The players at the start of a period, one row each. NaN is unknown."""

    rating: Floats
    rd: Floats
    games: Floats
    points: Floats
    opponents_sum: Floats
    fide_rating: Floats
    start_rating: Floats
    birth_year: Floats
    has_reached_2400: Flags
    has_reached_2300: Flags

    def __len__(self) -> int:
        return len(self.rating)


@dataclass(frozen=True, slots=True)
class GameColumns:
    """The games of one period. *white*, *black* and the substituted players are rows of the players, -1 is no player.

    *half_points* are White's. *level* is what the kind of event assumes for players without a rating (NaN: not
    said). *event* groups games of one event; *event_type* is a place in `EVENT_TYPES`.
    """

    white: Ints
    black: Ints
    half_points: NDArray[np.int8]
    white_start: Floats | None = None
    black_start: Floats | None = None
    white_original: Ints | None = None
    black_original: Ints | None = None
    level: Floats | None = None
    event: Ints | None = None
    event_type: NDArray[np.int8] | None = None
    extra: Mapping[str, Column] = field(default_factory=dict)
    """Columns that one system alone reads (`EXTRA_NAMES`), as they came."""

    def __len__(self) -> int:
        return len(self.white)


@dataclass(frozen=True, slots=True)
class PeriodContext:
    """The terms of the whole period.

    *year* is that of the list, for rules about age. *level* is assumed for a player without any rating.
    *kernel* is how to add up the games: `auto` compiles for large periods if numba is installed; all give the same.
    *by_item_5* marks players for whom the Ratings Commissioner replaces item 6 by item 5 (2016 and 2017).
    *ids* are shown in explanations. *options* are parameters of one system alone, documented there.
    """

    rules: str
    year: int | None = None
    level: float = NOTHING_KNOWN
    kernel: Literal["auto", "numpy", "numba"] = "auto"
    by_item_5: Flags | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    ids: Sequence[str] | None = None

    def name(self, row: int) -> str:
        """Return the name of the player of a row in explanations."""
        return str(row) if self.ids is None else str(self.ids[row])


@dataclass(frozen=True, slots=True)
class OutcomeColumns:
    """The players after the period, in the columns of the contract (NaN is null)."""

    rating: Floats
    rd: Floats
    games: Floats
    points: Floats
    opponents_sum: Floats
    old_rating: Floats
    old_rd: Floats
    change: Floats
    period_games: Ints
    published: Flags
    fixed: Flags
    exact_rating: Floats
    exact_rd: Floats
    has_reached_2400: Flags | None = None
    has_reached_2300: Flags | None = None
    """FIDE only: what the next period must remember."""


OUTCOME_NAMES = tuple(OutcomeColumns.__dataclass_fields__)


def column_names(table: Table) -> list[str]:
    """Return the names of a table's columns, whatever library it comes from."""
    if isinstance(table, Mapping):
        return list(table)
    return [str(name) for name in (table.column_names if hasattr(table, "column_names") else table.columns)]


def column(table: Table, name: str) -> Column:
    """Return one column as a NumPy array; a null becomes NaN."""
    values = table[name]
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "combine_chunks"):  # Arrow
        return np.asarray(values.to_numpy())
    if hasattr(getattr(values, "dtype", None), "na_value") and values.dtype.kind in "iufb":  # pandas with nulls
        return np.asarray(values.to_numpy(dtype=np.float64, na_value=np.nan))
    return np.asarray(values.to_numpy() if hasattr(values, "to_numpy") else values)


def player_columns(table: Table) -> PlayerColumns:
    """Read and check the players' columns; only `rating` is required."""
    names = column_names(table)
    if "rating" not in names:
        raise BadInput("missing; give NaN for unrated players", field="players.rating")
    rating = _numbers(table, "rating", least=1, most=MAX_RATING)
    size = len(rating)

    def optional(name: str, *, least: float, most: float) -> Floats:
        if name not in names:
            return np.full(size, np.nan)
        values = _numbers(table, name, least=least, most=most)
        if len(values) != size:
            raise BadInput(f"{len(values)} values for {size} players", field=f"players.{name}")
        return values

    reached = {name: np.nan_to_num(optional(name, least=0, most=1)).astype(np.bool_) for name in REACHED_NAMES}
    checked = PlayerColumns(
        rating=rating,
        rd=optional("rd", least=0, most=MAX_RATING),
        games=optional("games", least=0, most=MAX_GAMES),
        points=optional("points", least=0, most=MAX_GAMES),
        opponents_sum=optional("opponents_sum", least=0, most=MAX_GAMES * MAX_RATING),
        fide_rating=optional("fide_rating", least=1, most=MAX_RATING),
        start_rating=optional("start_rating", least=1, most=MAX_RATING),
        birth_year=optional("birth_year", least=1850, most=2200),
        **reached,
    )
    wrong = impossible_history(checked.games, checked.points, checked.opponents_sum)
    if wrong is not None:
        row, name, why = wrong
        raise BadInput(f"{why} (row {row})", field=f"players.{name}")
    return checked


def impossible_history(games: Floats, points: Floats, opponents_sum: Floats) -> tuple[int, str, str] | None:
    """Return the first player with impossible earlier games: row, column and why. NaN is unknown."""
    doubled = 2 * points
    least, most = games, games * MAX_RATING
    for name, wrong, why in (
        ("points", points > games, "more points than games"),
        ("points", ~np.isnan(points) & (doubled != np.floor(doubled)), "not a number of half points"),
        ("opponents_sum", (opponents_sum < least) | (opponents_sum > most), "no sum of so many opponents' ratings"),
    ):
        if wrong.any():
            row = int(np.argmax(wrong))
            value = points[row] if name == "points" else opponents_sum[row]
            many = "" if np.isnan(games[row]) else f" with {games[row]:g} game{'s' * bool(games[row] != 1)}"
            return row, name, f"{value:g}{many}: {why}"
    return None


def _numbers(table: Table, name: str, *, least: float, most: float, of: str = "players") -> Floats:
    try:
        values = np.ascontiguousarray(column(table, name), dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput("not a column of numbers", field=f"{of}.{name}") from None
    if values.ndim != 1:
        raise BadInput("expected one value a row", field=f"{of}.{name}")
    bad = (values < least) | (values > most)
    if bad.any():
        row = int(np.argmax(bad))
        raise BadInput(f"{values[row]:g} is outside {least:g} to {most:g} (row {row})", field=f"{of}.{name}")
    return values


def game_columns(table: Table, players: int) -> GameColumns:
    """Read and check the games' columns: `white`, `black` and `score` are required, the rest is optional."""
    names = column_names(table)
    for name in ("white", "black", "score"):
        if name not in names:
            raise BadInput("missing", field=f"games.{name}")
    white, black = (_rows(table, name, players, least=0) for name in ("white", "black"))
    half_points = _half_points(table)
    if not len(white) == len(black) == len(half_points):
        raise BadInput("white, black and score differ in length", field="games")
    same = white == black
    if same.any():
        raise BadInput(f"a player cannot play against themselves (row {int(np.argmax(same))})", field="games.black")

    def start(name: str) -> Floats | None:
        return _numbers(table, name, least=1, most=MAX_RATING, of="games") if name in names else None

    def rows(name: str) -> Ints | None:
        return _rows(table, name, players, least=-1) if name in names else None

    checked = GameColumns(
        white,
        black,
        half_points,
        start("white_start"),
        start("black_start"),
        rows("white_original"),
        rows("black_original"),
        start("level"),
        _event_codes(table) if "event" in names else None,
        _event_types(table) if "event_type" in names else None,
        {name: column(table, name) for name in EXTRA_NAMES if name in names},
    )
    for name in (*GameColumns.__dataclass_fields__, *checked.extra):
        values = checked.extra[name] if name in checked.extra else getattr(checked, name) if name != "extra" else None
        if values is not None and len(values) != len(white):
            raise BadInput(f"{len(values)} values for {len(white)} games", field=f"games.{name}")
    for colour, original in (("white", checked.white_original), ("black", checked.black_original)):
        if original is not None and ((original == white) | (original == black)).any():
            raise BadInput("the substituted player is one of the two who play", field=f"games.{colour}_original")
    return checked


def _rows(table: Table, name: str, players: int, *, least: int) -> Ints:
    values = column(table, name)
    if values.dtype.kind == "f":
        values = np.where(np.isnan(values), -1, values)
    if values.dtype.kind not in "iuf" or (values.dtype.kind == "f" and (values != np.floor(values)).any()):
        raise BadInput("expected row numbers of players", field=f"games.{name}")
    rows = np.ascontiguousarray(values, dtype=np.int64)
    if len(rows) and (int(rows.min()) < least or int(rows.max()) >= players):
        row = int(np.argmax((rows < least) | (rows >= players)))
        raise BadInput(f"{rows[row]} is not a row of the {players} players (row {row})", field=f"games.{name}")
    return rows


def _half_points(table: Table) -> NDArray[np.int8]:
    try:
        score = np.asarray(column(table, "score"), dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput("not a column of numbers", field="games.score") from None
    doubled = score + score
    with np.errstate(invalid="ignore"):
        halves = doubled.astype(np.int8)
    bad = (halves != doubled) | (halves < 0) | (halves > 2)
    if bad.any():
        row = int(np.argmax(bad))
        raise BadInput(f"{score[row]:g} is not one of 1, 0.5, 0 (row {row})", field="games.score")
    return halves


def _event_codes(table: Table) -> Ints:
    """Return events as whole numbers: their own if they have them, else their place in the order of their names."""
    values = column(table, "event")
    if values.dtype.kind in "iu":
        return np.ascontiguousarray(values, dtype=np.int64)
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def _event_types(table: Table) -> NDArray[np.int8]:
    values = column(table, "event_type")
    if values.dtype.kind in "iu":
        return values.astype(np.int8)
    codes = np.full(len(values), -1, np.int8)
    for code, name in enumerate(EVENT_TYPES):
        codes[values == name] = code
    return codes
