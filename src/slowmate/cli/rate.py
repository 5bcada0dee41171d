"""`slowmate rate`: a rating list from players and games, one number explained, a forecast, or a whole history."""

import argparse
import json
import sys
from importlib import import_module
from time import perf_counter

from slowmate.cli import rate_show
from slowmate.cli.files import read_bytes, write_text
from slowmate.cli.rate_period import Job, Rated, explained, forecasted, item_5_flags, job, load, rate_period
from slowmate.formats.grounds import ground_json
from slowmate.formats.rating_csv import outcome_json, write_csv
from slowmate.ratings import SYSTEMS, Period
from slowmate.ratings.fide.eligible import FideList
from slowmate.ratings.periods import periods
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition

EXAMPLES = """examples:
  slowmate rate --rules iccf-2023 --players players.csv --games games.csv
  slowmate rate --rules iccf-2023 --players p.csv --games g.csv --period 2024/1 --format csv --out list.csv
  slowmate rate --rules iccf-2017 --players p.csv --games g.csv --explain 17    one number, step by step
  slowmate rate --rules iccf-2023 --players p.csv --games g.csv --forecast 17 --running running.csv
  slowmate rate --periods 2016/1..2024/4 --players p.csv --games archive.csv --out lists/
  slowmate rate --periods 2016/1..2024/4 --rules iccf-2023 ...                  what if one system had ruled all along

Without --period all games are one period. With --periods each list is made by the rules valid on its first day, unless
--rules names one for all. The output of one period is the players' file of the next.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="R", help=f"one of {', '.join(SYSTEMS)}")
    parser.add_argument(
        "--players", required=True, metavar="P.csv", help="the players before the period (- reads stdin)"
    )
    parser.add_argument("--games", required=True, nargs="+", metavar="G.csv", help="the games, in one or more files")
    parser.add_argument("--period", metavar="YEAR/N", help="the list to make, such as 2024/1: only games of its window")
    parser.add_argument("--periods", metavar="A..B", help="all lists from one to another, such as 2016/1..2024/4")
    parser.add_argument("--pool", choices=("chess", "chess960"), default="chess", help="which games, by their kind")
    parser.add_argument("--format", choices=("table", "csv", "json"), default="table")
    parser.add_argument(
        "--out", metavar="PATH", help="write to a file (with --periods: to a folder) instead of printing"
    )
    parser.add_argument("--list", action="store_true", help="only the published list: active players with 12 games")
    parser.add_argument("--explain", metavar="ID", help="every step of one player's number, with its clause")
    parser.add_argument("--forecast", metavar="ID", help="what his running games may bring one player")
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


def run(options: argparse.Namespace) -> int:
    started = perf_counter()
    _check(options)
    try:
        return _duckdb(options, started) if options.engine == "duckdb" else _numpy(options, started)
    except NoEdition as error:
        raise BadInput(str(error), field="--periods" if options.periods else "--period") from None


def _numpy(options: argparse.Namespace, started: float) -> int:
    players, games = load(options.players, options.games)
    if options.periods:
        from slowmate.cli import rate_history  # noqa: PLC0415 - only a history needs its progress bar

        return rate_history.run(options, players, games, periods(options.periods), started)
    period = Period.parse(options.period) if options.period else None
    item_5 = item_5_flags(options.item_5, players)
    fide = _fide_options(options)
    wanted = job(options.rules, players, games, period=period, pool=options.pool, by_item_5=item_5, options=fide)
    if options.explain is not None:
        return _explain(options, wanted)
    if options.forecast is not None:
        return _forecast(options, wanted)
    _put(options, rate_period(wanted), perf_counter() - started)
    return 0


def _fide_options(options: argparse.Namespace) -> dict[str, str | int]:
    given = {"list": options.fide_list, "min_games": options.min_games, "floor": options.floor}
    said = {name: value for name, value in given.items() if value is not None}
    if said and options.rules != "fide-2017":
        raise BadInput("--fide-list, --min-games and --floor belong to fide-2017", field="--rules")
    return said


def _duckdb(options: argparse.Namespace, started: float) -> int:
    """The same list by an engine for games that do not fit in memory."""
    try:
        engines = import_module("slowmate.cli.rate_engines")
    except ModuleNotFoundError as error:
        raise BadInput(f"needs what slowmate[scale] installs ({error.name})", field="--engine") from None
    _put(options, engines.rate_files(options), perf_counter() - started)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Options that do not go together, named before anything is read."""
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


def _put(options: argparse.Namespace, rated: Rated, seconds: float) -> None:
    shown = rate_show.published(rated) if options.list else rated
    if options.format == "json":
        answer = {"rules": rated.edition, "period": str(rated.period) if rated.period else None}
        if options.list and rated.period:
            answer["effective"] = rated.period.valid_from.isoformat()
        text = json.dumps({**answer, "players": outcome_json(shown.frame)}, ensure_ascii=False, indent=1) + "\n"
    elif options.format == "csv":
        text = write_csv(shown.frame)
    else:
        text = rate_show.table(shown, top=options.top, seconds=seconds)
    if options.out:
        write_text(options.out, text)
        return
    sys.stdout.write(text)


def _explain(options: argparse.Namespace, job: Job) -> int:
    rated, row, ruling = explained(job, options.explain)
    if options.format == "json":
        answer = {
            "rules": rated.edition,
            "period": str(rated.period) if rated.period else None,
            "players": outcome_json(rated.frame[row : row + 1]),
            "grounds": [ground_json(ground) for ground in ruling.grounds],
        }
        print(json.dumps(answer, ensure_ascii=False, indent=1))
        return 0
    rate_show.print_explanation(rated, row, ruling, job.players.names())
    return 0


def _forecast(options: argparse.Namespace, job: Job) -> int:
    running = read_bytes(options.running), options.running
    found = forecasted(job, options.forecast, *running)
    if options.format == "json":
        print(json.dumps(rate_show.forecast_json(job, options.forecast, found), ensure_ascii=False, indent=1))
        return 0
    rate_show.print_forecast(job, options.forecast, found)
    return 0
