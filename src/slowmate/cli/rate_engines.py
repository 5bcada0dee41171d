"""`slowmate rate --engine duckdb`: games in CSV or Parquet files larger than memory, rated by DuckDB.

The players are read as ever. The games are read once, by DuckDB, into a compact table on disk (rows of players instead
of ids); that table is checked, and the expression of `slowmate.ratings.engines.expressions` makes the list from it.
One player's number is explained from their own games alone, by the code that explains any other.
"""

import argparse
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import duckdb
import ibis
import numpy as np
import polars as pl

from slowmate.cli import rate_history
from slowmate.cli.files import read_bytes
from slowmate.cli.rate_archive import compact, count
from slowmate.cli.rate_period import Job, Rated, announced_levels, require_kinds
from slowmate.formats.rating_csv import Players, outcome_frame, read_players
from slowmate.ratings.chosen import TERMS, LeftOut, merged, out_of_window, reason, without_result
from slowmate.ratings.columns import OUTCOME_NAMES, Column, player_columns
from slowmate.ratings.countries import FRIENDLY_KINDS, with_countries
from slowmate.ratings.engines.expressions import EDITIONS, update
from slowmate.ratings.engines.sides import PLAYER_NUMBERS, Relation, Value
from slowmate.ratings.iccf.opponents import needs_level
from slowmate.ratings.levels import NATIONAL_KINDS, SIDES, known_level, national_levels, no_level
from slowmate.ratings.period_list import WITH_LEVELS, ListBasis, activity, last_days
from slowmate.ratings.periods import AnyPeriod, Period, list_before, parse_period, periods, postal_until
from slowmate.records import BadInput
from slowmate.rulebook import Ruling

NOT_FOR_ENGINES = ("item_5", "adjust")
MANY_GAMES = 5_000_000
"""Games of national events and friendly matches that are looked through for what their players say of the event."""


@dataclass(frozen=True, slots=True)
class _Archive:
    """The players and the compact table of all games, in an open database."""

    connection: ibis.BaseBackend
    players: Players
    games: Relation
    pool: str
    levels: Mapping[str, float]
    national: dict[str, Ruling[int]] = field(default_factory=dict)
    """The levels of national events: the first list with an event fixes them for the later ones."""


@contextmanager
def _open_archive(options: argparse.Namespace, *, dated: bool) -> Iterator[_Archive]:
    for name in NOT_FOR_ENGINES:
        if getattr(options, name):
            raise BadInput("only the numpy engine does this", field=f"--{name.replace('_', '-')}")
    if options.rules is not None and options.rules not in EDITIONS:
        raise BadInput(f"{options.rules} needs the numpy engine; duckdb has {', '.join(EDITIONS)}", field="--engine")
    players = read_players(read_bytes(options.players), file=options.players)
    with tempfile.TemporaryDirectory(prefix="slowmate-") as folder:
        connection = _connect(folder, options.memory)
        try:
            player_ids = connection.create_table("ids", _player_table(players).select("id", "name"))
            games = compact(connection, player_ids, options.games, dated=dated)
            require_kinds(games.columns, options.pool)
            yield _Archive(connection, players, games, options.pool, announced_levels(options.level))
        finally:
            connection.disconnect()


def rate_files(options: argparse.Namespace) -> Rated:
    """Rate one period from files, or refuse the first thing that is wrong."""
    period = parse_period(options.period) if options.period else None
    with _open_archive(options, dated=period is not None) as archive:
        return _rate(archive, archive.players, options.rules, period)


def rate_history_of_files(options: argparse.Namespace, started: float) -> int:
    """Make every list of a range; the games are read once."""
    list_periods = periods(options.periods)
    with _open_archive(options, dated=True) as archive:

        def rated(rules: str, period: AnyPeriod, players: Players) -> Rated:
            return _rate(archive, players, rules, period)

        return rate_history.run(options, archive.players, list_periods, started, rated)


@contextmanager
def job_of_files(options: argparse.Namespace) -> Iterator[Job]:
    """Yield what to explain or forecast: only the games of one player are taken out of the archive."""
    period = parse_period(options.period) if options.period else None
    player = options.explain if options.explain is not None else options.forecast
    with _open_archive(options, dated=period is not None) as archive:
        row = archive.players.find(player, "--explain" if options.explain is not None else "--forecast")
        games, left_out = _games_of_list(archive, archive.players, options.rules, period)
        sides = [name for name in ("white", "black", "white_original", "black_original") if name in games.columns]
        mine = games.filter(ibis.or_(*(_is(games[name], row) for name in sides)))
        frame: pl.DataFrame = archive.connection.to_polars(mine)
        frame = frame.with_columns((pl.col("half_points") / 2).alias("score")).drop("half_points")
        player_columns = archive.players.columns
        yield Job(
            archive.players,
            ListBasis(
                options.rules,
                player_columns,
                frame,
                period,
                left_out=left_out,
                pool=options.pool,
                levels=archive.levels,
                national=archive.national,
            ),
        )


def _connect(folder: str, memory: str | None) -> ibis.BaseBackend:
    limits = {} if memory is None else {"memory_limit": memory}
    try:
        # the order of the games does not matter, and keeping it costs memory
        return ibis.duckdb.connect(
            Path(folder) / "games.duckdb", temp_directory=folder, preserve_insertion_order=False, **limits
        )
    except duckdb.Error:
        raise BadInput(f"{memory!r} is not a size such as 4GB", field="--memory") from None


def _rate(archive: _Archive, players: Players, rules: str, period: AnyPeriod | None) -> Rated:
    connection = archive.connection
    games, left_out = _games_of_list(archive, players, rules, period)
    player_table = connection.create_table("players", _player_table(players), overwrite=True)
    listed = connection.to_polars(update(player_table, games, rules).order_by("id"))
    outcome: dict[str, Column] = {"id": players.columns["id"]}
    outcome |= {name: _array(listed[name]) for name in OUTCOME_NAMES if name in listed.columns}
    if period is not None:
        latest = last_days(_latest(connection, games), len(players.ids))
        outcome |= activity(period, players.columns, outcome["period_games"], latest)
    return Rated(EDITIONS[rules], period, outcome_frame(players, outcome), count(connection, games), left_out)


def _player_table(players: Players) -> pl.DataFrame:
    """Return the players by row, with the numbers the systems read; the name of each stands beside as text."""
    columns = [pl.Series("id", np.arange(len(players.ids)), pl.Int64), players.ids.alias("name")]
    numbers = [name for name in PLAYER_NUMBERS if name in players.columns]
    return pl.DataFrame([*columns, *(pl.Series(name, players.columns[name], nan_to_null=True) for name in numbers)])


def _array(values: pl.Series) -> Column:
    if values.name in {"published", "fixed"}:
        return values.to_numpy()
    return values.cast(pl.Int64).to_numpy() if values.name == "period_games" else values.cast(pl.Float64).to_numpy()


def _latest(connection: ibis.BaseBackend, games: Relation) -> pl.DataFrame:
    """Return the day of each player's last game, as a game with themselves: activity needs no more."""
    sides = ibis.union(
        games.select(row=games.white, date=games.date), games.select(row=games.black, date=games.date), distinct=False
    )
    latest = sides.group_by("row").aggregate(date=sides.date.max())
    frame: pl.DataFrame = connection.to_polars(latest.select(white=latest.row, black=latest.row, date=latest.date))
    return frame


# Which games, by the rules of `slowmate.ratings.chosen` and `slowmate.ratings.levels`


def _games_of_list(
    archive: _Archive, players: Players, rules: str, period: AnyPeriod | None
) -> tuple[Relation, tuple[LeftOut, ...]]:
    """Return the games of a list with the levels of their events, and why the others are not in it."""
    games, out = archive.games, []
    without = count(archive.connection, games.filter(games.half_points.isnull()))
    if without:
        out.append(without_result(without, rules, period))
        games = games.filter(games.half_points.notnull())
    if period is not None:
        games, outside = _in_window(archive.connection, games, period)
        out += outside
    games = _with_countries(archive, games, players)
    columns = [name for name in TERMS if name in games.columns]
    if columns:
        many = archive.connection.to_polars(games.group_by(columns).aggregate(many=games.count()))
        for terms in many.iter_rows(named=True):
            ground = reason(terms, rules, period, archive.pool)
            if ground is not None:
                out += merged([(int(terms["many"]), ground)])
                games = games.filter(~ibis.and_(*(_is(games[name], terms[name]) for name in columns)))
    if rules not in WITH_LEVELS:
        games = _without_level_starts(games)
    elif "kind" in games.columns:
        games = _with_levels(archive, games, players, rules, period)
    return games, tuple(merged((group.games, group.ground) for group in out))


def _is(column: Value, value: object) -> Value:
    return column.isnull() if value is None else column.notnull() & (column == value)


def _in_window(connection: ibis.BaseBackend, games: Relation, period: AnyPeriod) -> tuple[Relation, list[LeftOut]]:
    day = _counted_on(games, period)
    inside = day.between(period.results_from, period.results_until)
    others = games.filter(~inside)
    summary = others.aggregate(many=others.count(), first=day.min(), last=day.max())
    totals = connection.to_polars(summary).row(0, named=True)
    if not totals["many"] or not isinstance(period, Period):
        return games.filter(inside), []
    first, last = (value if type(value) is date else value.date() for value in (totals["first"], totals["last"]))
    (group,) = out_of_window(pl.Series([first, last]), period)
    return games.filter(inside), [LeftOut(int(totals["many"]), group.ground)]


def _counted_on(games: Relation, period: AnyPeriod) -> Value:
    """Return the day by which a list near *period* takes a game, as `chosen.counted_days` does."""
    if "reported" not in games.columns:
        return games.date
    day = ibis.coalesce(games.reported, games.date)
    if "postal" not in games.columns or not isinstance(period, Period):
        return day
    in_time = ibis.or_(
        *(
            games.date.between(own.results_from, own.results_until) & (games.reported <= postal_until(own).value)
            for own in (list_before(period), period)
        )
    )
    return ((games.postal == 1.0) & games.reported.notnull() & in_time).ifelse(games.date, day)


def _with_countries(archive: _Archive, games: Relation, players: Players) -> Relation:
    """Add whether friendly matches are between countries, as the federations of their players say."""
    federations = players.columns.get("federation")
    if federations is None or "kind" not in games.columns:
        return games
    names = ["white", "black", *(["event"] if "event" in games.columns else [])]
    stated = [name for name in ("between_countries",) if name in games.columns]
    friendly = archive.games.filter(archive.games.kind.isin(FRIENDLY_KINDS)).select("kind", *names, *stated)
    said = with_countries(archive.connection.to_polars(friendly.distinct().limit(MANY_GAMES)), federations)
    if "between_countries" not in said.columns:
        return games
    of_one = said.filter(pl.col("between_countries") == 0).select(pl.col(names).name.prefix("of_")).unique()
    if not stated:
        games = games.mutate(between_countries=ibis.null("float64"))
    table = ibis.memtable(of_one.with_columns(is_one=pl.lit(value=True)))
    joined = games.left_join(
        table, [games.kind.isin(FRIENDLY_KINDS), *(games[name].identical_to(table[f"of_{name}"]) for name in names)]
    )
    is_open = joined.is_one.notnull() & joined.between_countries.isnull()
    between = is_open.ifelse(0.0, joined.between_countries)
    return joined.mutate(between_countries=between).drop(*table.columns)


def _without_level_starts(games: Relation) -> Relation:
    """Drop the start ratings that are the level of their event."""
    for colour in SIDES:
        start, by_level = f"{colour}_start", f"{colour}_by_level"
        if start in games.columns and by_level in games.columns:
            other = (ibis.coalesce(games[by_level], 0.0) == 1.0).ifelse(ibis.null("float64"), games[start])
            games = games.mutate(**{start: other})
    return games


def _with_levels(
    archive: _Archive, games: Relation, players: Players, rules: str, period: AnyPeriod | None
) -> Relation:
    """Add the level of each event (item 11); refuse games that need a level which nobody gave."""
    connection = archive.connection
    if "level" not in games.columns:
        games = games.mutate(level=ibis.null("float64"))
    for kind, value in archive.levels.items():
        games = games.mutate(level=ibis.coalesce(games.level, (games.kind == kind).ifelse(value, ibis.null("float64"))))
    games = _with_national(archive, games, players, rules, period)
    pairs = connection.to_polars(games.filter(games.kind.notnull()).select("kind", "level").distinct())
    cases = []
    for kind, given in pairs.iter_rows():
        level = known_level(kind, given)
        if given is not None and level != given:
            raise BadInput(f"{kind} assumes {level:g} (item 11), not {given:g}", field="level")
        if given is None and level is not None:
            cases.append(((games.kind == kind) & games.level.isnull(), level))
    if cases:
        games = games.mutate(level=ibis.cases(*cases, else_=games.level))
    _require_levels(connection, games, players)
    return games


def _with_national(
    archive: _Archive, games: Relation, players: Players, rules: str, period: AnyPeriod | None
) -> Relation:
    if "event" not in games.columns:
        return games
    several = archive.games.filter(archive.games.kind.isin(NATIONAL_KINDS))
    names = ("kind", "event", "white", "black", "date", "level", "white_start", "black_start", "white_by_level",
             "black_by_level")  # fmt: skip
    several = several.select(*(name for name in names if name in several.columns)).distinct()
    rows: pl.DataFrame = archive.connection.to_polars(several.limit(MANY_GAMES))
    until = period.results_until if period else None
    archive.national.update(
        national_levels(rows, players.columns, edition=EDITIONS[rules], until=until, known=archive.national)
    )
    if not archive.national:
        return games
    averages = {event: float(ruling.value) for event, ruling in archive.national.items()}
    table = ibis.memtable(pl.DataFrame({"of_event": list(averages), "average": list(averages.values())}))
    joined = games.left_join(table, games.event == table.of_event)
    level = (joined.kind.isin(NATIONAL_KINDS) & joined.level.isnull()).ifelse(joined.average, joined.level)
    return joined.mutate(level=level).drop("of_event", "average")


def _require_levels(connection: ibis.BaseBackend, games: Relation, players: Players) -> None:
    unsaid = games.filter(games.kind.notnull() & games.level.isnull())
    needing = np.flatnonzero(needs_level(player_columns(players.columns)))
    if not len(needing):
        return
    table = ibis.memtable(pl.DataFrame({"needing": needing.astype(np.int64)}))
    for side in ("white", "black", "white_original", "black_original"):
        if side not in unsaid.columns:
            continue
        started = f"{side}_start"
        open_games = unsaid.filter(unsaid[started].isnull()) if started in unsaid.columns else unsaid
        wrong = open_games.semi_join(table, open_games[side] == table.needing).select("kind").limit(1)
        for kind in connection.to_polars(wrong)["kind"]:
            raise BadInput(no_level(str(kind)), field="kind")
