"""List after list over an archive, each by the rules of its day or all by one system."""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import polars as pl
from rich.progress import track

from slowmate.cli.rate_period import Rated, job, rate_period
from slowmate.cli.rate_show import summary
from slowmate.formats.rating_csv import Players, outcome_json, players_of, write_csv
from slowmate.ratings.periods import Period, rules_for
from slowmate.records import BadInput

SUFFIXES = {"csv": "csv", "json": "json", "table": "csv"}


def run(
    options: argparse.Namespace, players: Players, games: pl.DataFrame, periods: tuple[Period, ...], started: float
) -> int:
    """Make every list into the folder --out names: all of them, or none if anything is wrong."""
    if not options.out:
        raise BadInput("missing; the folder to write the lists to", field="--out")
    target = Path(options.out)
    if target.exists() and not target.is_dir():
        raise BadInput("not a folder", file=options.out)
    rules = [options.rules or rules_for(period).value for period in periods]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise BadInput((error.strerror or str(error)).lower(), file=options.out) from None
    try:
        lines = []
        chosen = list(zip(periods, rules, strict=True))
        for period, name in track(chosen, "lists", disable=not sys.stderr.isatty(), transient=True):
            rated = rate_period(job(name, players, games, period=period, pool=options.pool))
            _write(work, rated, options.format)
            lines.append(f"{period}  {rated.edition:<17} {summary(rated, None)}")
            players = players_of(rated.frame, file=players.table.file)
        _publish(work, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print("\n".join(lines))
    print(f"{len(periods)} list{'s' * (len(periods) > 1)} in {target}, {perf_counter() - started:.2f} s")
    return 0


def _write(folder: Path, rated: Rated, style: str) -> None:
    path = folder / f"{str(rated.period).replace('/', '-')}.{SUFFIXES[style]}"
    if style == "json":
        answer = {"rules": rated.edition, "period": str(rated.period), "players": outcome_json(rated.frame)}
        path.write_text(json.dumps(answer, ensure_ascii=False, default=str) + "\n", encoding="utf-8")
    else:
        path.write_text(write_csv(rated.frame), encoding="utf-8")


def _publish(work: Path, target: Path) -> None:
    """Put the finished lists where they belong, by renaming: at once into a new folder, else file by file."""
    work.chmod(0o755)
    if not target.exists():
        work.rename(target)
        return
    for path in sorted(work.iterdir()):
        path.replace(target / path.name)
