"""`slowmate rate`: a rating list from players and games, one number explained, a forecast, or a whole history."""

import argparse
import json
import sys
from dataclasses import replace
from importlib import import_module
from time import perf_counter
from typing import Any

import polars as pl

from slowmate.cli import rate_show
from slowmate.cli.files import read_bytes, write_bytes
from slowmate.cli.rate_out import FORMATS, left_out_json, packed, style
from slowmate.cli.rate_period import (
    Job,
    Rated,
    announced_levels,
    explained,
    forecasted,
    item_5_flags,
    job,
    load,
    rate_period,
    with_adjusted,
)
from slowmate.formats.grounds import ground_json
from slowmate.formats.rating_csv import Players, outcome_json, read_players
from slowmate.ratings import SYSTEMS, compare
from slowmate.ratings.fide.eligible import FideList
from slowmate.ratings.period_list import WITH_LEVELS
from slowmate.ratings.periods import AnyPeriod, Month, parse_period, periods
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition, Ruling

EXAMPLES = """examples:
  slowmate rate --rules iccf-2023 --players players.csv --games games.csv
  slowmate rate --rules iccf-2023 --players p.csv --games g.csv --period 2024/1 --out list.csv
  slowmate rate --rules iccf-2017 --players p.csv --games section.json g.csv.gz events as they are, and tables
  slowmate rate --rules iccf-2017 --players p.csv --games g.csv --explain "Carlsen, M"   one number, step by step
  slowmate rate --rules fide-2017 --players p.parquet --games open.trf --period 2018-02  a monthly list of FIDE's
  slowmate rate --rules iccf-2023 --players p.csv --games g.csv --forecast 17 --running running.csv
  slowmate rate --periods 2016/1..2024/4 --players p.csv --games archive.csv --out lists/
  slowmate rate --periods 2016/1..2024/4 --rules iccf-2023 ...                  what if one system had ruled all along

Without --period all games are one period. With --periods each list is made by the rules valid on its first day, unless
--rules names one for all. The output of one period is the players' file of the next.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", metavar="R", type=_rules, help=f"one of {', '.join(SYSTEMS)}, or its edition such as ICCF-TR-2017"
    )
    parser.add_argument(
        "--players", required=True, metavar="P.csv", help="the players before the period (- reads stdin)"
    )
    parser.add_argument(
        "--games", required=True, nargs="+", metavar="G.csv", help="games (CSV, .gz, Parquet), EVENT.json or TRF"
    )
    parser.add_argument(
        "--period", metavar="YEAR/N", help="the list to make, such as 2024/1 (FIDE: 2018-02): only games of its window"
    )
    parser.add_argument("--periods", metavar="A..B", help="all lists from one to another, such as 2016/1..2024/4")
    parser.add_argument("--pool", choices=("chess", "chess960"), default="chess", help="which games, by their kind")
    parser.add_argument("--format", choices=FORMATS, help="what to write (by the suffix of --out, else a table)")
    parser.add_argument(
        "--out", metavar="PATH", help="write to a file (with --periods: to a folder) instead of printing"
    )
    parser.add_argument(
        "--level", action="append", default=[], metavar="KIND=RATING", help="what was announced for a kind of event"
    )
    parser.add_argument(
        "--adjust",
        action="append",
        default=[],
        metavar="ID=RATING,DATE,REASON",
        help="another start rating from a day on",
    )
    parser.add_argument("--compare", metavar="LIST", help="another list, to be compared with this one under the table")
    parser.add_argument(
        "--list", action="store_true", help="only who is published: active players with 12 games (FIDE: of members)"
    )
    parser.add_argument(
        "--no-member",
        action="append",
        default=[],
        metavar="FED",
        help="FIDE: a federation whose players are not listed",
    )
    parser.add_argument("--explain", metavar="ID", help="every step of one player's number, with its clause")
    parser.add_argument("--forecast", metavar="ID", help="what one player's running games may bring")
    parser.add_argument("--running", metavar="R.csv", help="the running games for --forecast: white, black")
    parser.add_argument("--top", type=int, default=200, metavar="N", help="rows of the table to show; 0 is all")
    parser.add_argument("--engine", choices=("numpy", "duckdb"), default="numpy", help="what does the arithmetic")
    parser.add_argument("--memory", metavar="SIZE", help="duckdb: memory to take, such as 4GB; beyond it works on disk")
    parser.add_argument("--fide-list", choices=tuple(FideList), help="FIDE: which of its lists (standard)")
    parser.add_argument("--min-games", type=int, metavar="N", help="FIDE: games a first rating needs (5)")
    parser.add_argument("--floor", type=int, metavar="N", help="FIDE: the least rating of the list (1000)")
    parser.add_argument(
        "--item-5", action="append", default=[], metavar="ID=REASON", help="rate a player by item 5 (2016, 2017)"
    )


def _rules(name: str) -> str:
    """Return a system by its own name or by its edition's, as lists and tables name it."""
    editions = {str(system.edition): own_name for own_name, system in SYSTEMS.items()}
    return editions.get(name, name)


def run(options: argparse.Namespace) -> int:
    started = perf_counter()
    _check(options)
    try:
        return _duckdb(options, started) if options.engine == "duckdb" else _numpy(options, started)
    except NoEdition as error:
        raise BadInput(str(error), field="--periods" if options.periods else "--period") from None


def _numpy(options: argparse.Namespace, started: float) -> int:
    levels = announced_levels(options.level)
    loaded = with_adjusted(load(options.players, options.games, levels, options.rules), options.adjust)
    settings = {"pool": options.pool, "options": _fide_options(options), "levels": levels}
    if options.periods:
        from slowmate.cli import rate_history  # noqa: PLC0415 - only a history needs its progress bar

        national: dict[str, Ruling[int]] = {}

        def rated(rules: str, period: AnyPeriod, players: Players) -> Rated:
            of_list = job(rules, replace(loaded, players=players), period=period, national=national, **settings)
            national.update(of_list.basis.national)
            return rate_period(of_list)

        return rate_history.run(options, loaded.players, periods(options.periods), started, rated)
    period = parse_period(options.period) if options.period else None
    item_5 = item_5_flags(options.item_5, loaded.players)
    list_job = job(options.rules, loaded, period=period, by_item_5=item_5, **settings)
    if options.explain is not None:
        return _explain(options, list_job)
    if options.forecast is not None:
        return _forecast(options, list_job)
    _put(options, rate_period(list_job), perf_counter() - started)
    return 0


def _fide_options(options: argparse.Namespace) -> dict[str, str | int]:
    given = {"list": options.fide_list, "min_games": options.min_games, "floor": options.floor}
    return {name: value for name, value in given.items() if value is not None}


def _duckdb(options: argparse.Namespace, started: float) -> int:
    """Make the list with an engine for games that do not fit in memory."""
    try:
        engines = import_module("slowmate.cli.rate_engines")
    except ModuleNotFoundError as error:
        raise BadInput(f"needs what slowmate[scale] installs ({error.name})", field="--engine") from None
    if options.periods:
        status: int = engines.rate_history_of_files(options, started)
        return status
    if options.explain is not None or options.forecast is not None:
        with engines.job_of_files(options) as list_job:
            return _explain(options, list_job) if options.explain is not None else _forecast(options, list_job)
    _put(options, engines.rate_files(options), perf_counter() - started)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together, before anything is read."""
    if options.rules is None and options.periods is None:
        raise BadInput(f"missing; one of {', '.join(SYSTEMS)}", field="--rules")
    if options.rules is not None and options.rules not in SYSTEMS:
        raise BadInput(f"{options.rules!r} is not one of {', '.join(SYSTEMS)}", field="--rules")
    if options.period and options.periods:
        raise BadInput("give --period or --periods, not both", field="--period")
    if options.periods and (options.explain is not None or options.forecast is not None):
        raise BadInput("one list at a time: give --period", field="--periods")
    if (options.forecast is None) != (options.running is None):
        raise BadInput("--forecast and --running go together", field="--forecast")
    if [options.players, *options.games, options.running].count("-") > 1:
        raise BadInput("only one file can come from standard input", field="--games")
    _check_rules(options)
    options.format = style(options.format, None if options.periods else options.out)


def _check_rules(options: argparse.Namespace) -> None:
    """Refuse options that belong to other rules."""
    if _fide_options(options) and options.rules != "fide-2017":
        raise BadInput("--fide-list, --min-games and --floor belong to fide-2017", field="--rules")
    for name in ("min_games", "floor"):
        if (getattr(options, name) or 0) < 0:
            raise BadInput("not below 0", field=f"--{name.replace('_', '-')}")
    if options.top < 0:
        raise BadInput("not below 0; 0 shows all", field="--top")
    if options.item_5 and options.rules not in WITH_LEVELS:
        raise BadInput(f"item 5 is of {' and '.join(WITH_LEVELS)}", field="--item-5")
    if options.level and options.rules is not None and options.rules not in WITH_LEVELS:
        raise BadInput(f"levels of events are of {' and '.join(WITH_LEVELS)}", field="--level")
    for text in (options.period or "", *(options.periods or "").split("..")):
        if options.rules != "fide-2017" and isinstance(parse_period(text) if text else None, Month):
            why = f"{text} is a month of FIDE's lists; ICCF has four lists a year, such as 2024/1"
            raise BadInput(why, field="--periods" if options.periods else "--period")


def _about(rated: Rated) -> dict[str, Any]:
    return {"rules": rated.edition, "period": str(rated.period) if rated.period else None}


def _put(options: argparse.Namespace, rated: Rated, seconds: float) -> None:
    shown = rate_show.published(rated, frozenset(options.no_member)) if options.list else rated
    if options.format == "table":
        text = rate_show.table(shown, top=options.top, seconds=seconds)
        data = (text + _comparison(options, rated)).encode()
    else:
        about = _about(rated)
        if options.list and rated.period:
            about["effective"] = rated.period.valid_from.isoformat()
        if rated.left_out:
            about["left_out"] = left_out_json(rated.left_out)
        data = packed(options.format, shown.frame, about)
    if options.out:
        write_bytes(options.out, data)
    elif options.format in {"parquet", "csv.gz"}:
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode())


def _comparison(options: argparse.Namespace, rated: Rated) -> str:
    """Print how the scale moved between another list and this one, by the players on both."""
    if options.compare is None:
        return ""
    other = read_players(read_bytes(options.compare), file=options.compare)
    before = pl.DataFrame({"id": other.ids, "rating": pl.Series(other.columns["rating"], nan_to_null=True)})
    moved = compare(before, rated.frame.select("id", "rating")).drift
    if moved is None:
        return f"compared with {options.compare}: nobody is on both\n"
    return (
        f"compared with {options.compare}: {moved.players:,} players on both, mean {moved.mean_before:.2f} before and "
        f"{moved.mean_after:.2f} after, median {moved.median_before:g} and {moved.median_after:g}\n"
    )


def _explain(options: argparse.Namespace, job: Job) -> int:
    explanation = explained(job, options.explain)
    if options.format == "json":
        grounds = explanation.ruling.grounds + (explanation.shown.grounds if explanation.shown else ())
        answer = {
            **_about(explanation.rated),
            "players": outcome_json(explanation.rated.frame[explanation.row : explanation.row + 1]),
            "grounds": [ground_json(ground) for ground in grounds],
        }
        print(json.dumps(answer, ensure_ascii=False, indent=1))
        return 0
    rate_show.print_explanation(explanation, job.players.names())
    return 0


def _forecast(options: argparse.Namespace, job: Job) -> int:
    identity, forecast = forecasted(job, options.forecast, read_bytes(options.running), options.running)
    if options.format == "json":
        print(json.dumps(rate_show.forecast_json(job, identity, forecast), ensure_ascii=False, indent=1))
        return 0
    rate_show.print_forecast(job, identity, forecast)
    return 0
