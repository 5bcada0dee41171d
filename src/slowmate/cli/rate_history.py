"""List after list over an archive, each by the rules of its day or all by one system."""

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.progress import track

from slowmate.cli.rate_out import left_out_json, packed
from slowmate.cli.rate_period import Rated
from slowmate.cli.rate_show import summary
from slowmate.formats.rating_csv import Players, players_of
from slowmate.ratings.chosen import LeftOut, total
from slowmate.ratings.periods import AnyPeriod, Period, rules_for
from slowmate.records import BadInput
from slowmate.words import say

Rate = Callable[[str, AnyPeriod, Players], Rated]
"""A function that makes one list by some rules from the players before it."""


def run(
    options: argparse.Namespace, players: Players, periods: tuple[AnyPeriod, ...], started: float, rate: Rate
) -> int:
    """Make every list into the folder --out names: all of them, or none if anything is wrong."""
    if not options.out:
        raise BadInput("missing; the folder to write the lists to", field="--out")
    target = Path(options.out)
    if target.exists() and not target.is_dir():
        raise BadInput("not a folder", file=options.out)
    rules = [options.rules or _rules_of_the_day(period) for period in periods]
    used, out, lines = 0, [], []
    with _work_folder(target) as work:
        chosen = list(zip(periods, rules, strict=True))
        for period, name in track(chosen, "lists", disable=not sys.stderr.isatty(), transient=True):
            rated = rate(name, period, players)
            _write(work, rated, options.format)
            used += rated.games
            out.append(rated)
            lines.append(f"{period}  {rated.edition:<17} {summary(rated, None)}")
            players = players_of(rated.frame, file=players.table.file)
        _publish(work, target)
    print("\n".join([*lines, *_games_outside(used, out, periods)]))
    print(f"{len(periods)} list{'s' * (len(periods) > 1)} in {target}, {perf_counter() - started:.2f} s")
    return 0


@contextmanager
def _work_folder(target: Path) -> Iterator[Path]:
    """Yield a temporary folder beside *target* for the lists until all of them are there; remove it in the end."""
    work = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        yield work
    except OSError as error:
        raise BadInput(f"cannot be written: {(error.strerror or str(error)).lower()}", file=str(target)) from None
    finally:
        if work is not None:
            shutil.rmtree(work, ignore_errors=True)


def _rules_of_the_day(period: AnyPeriod) -> str:
    return rules_for(period).value if isinstance(period, Period) else "fide-2017"


def _games_outside(used: int, lists: list[Rated], periods: tuple[AnyPeriod, ...]) -> list[str]:
    """Say how many games are in a list, and why the others are in none."""
    games = lists[0].games + total(lists[0].left_out)
    if used == games:
        return [f"{used:,} games, all of them in a list"]
    reasons: Counter[str] = Counter()
    for number, rated in enumerate(lists):
        for group in rated.left_out:
            # a game without a result is named by every list, one that is not rated only by the list of its day
            if not _is_of_another_list(group) and (number == 0 or not _is_without_result(group)):
                reasons[f"{say(group.ground)} [{group.ground.clause}]"] += group.games
    others = games - used - sum(reasons.values())
    lines = [f"{used:,} of {games:,} games are in a list"]
    if others:
        first, last = periods[0].results_from, periods[-1].results_until
        lines.append(f"{others:,} finished before {first} or after {last}, outside these lists")
    return lines + [f"{many:,} {'is' if many == 1 else 'are'} not rated: {why}" for why, many in reasons.items()]


def _is_without_result(group: LeftOut) -> bool:
    return "without_result" in group.ground.facts or "unplayed" in group.ground.facts


def _is_of_another_list(group: LeftOut) -> bool:
    return "valid_from" in group.ground.facts or "reported" in group.ground.facts


def _write(folder: Path, rated: Rated, style: str) -> None:
    form = "csv" if style == "table" else style
    about: dict[str, Any] = {"rules": rated.edition, "period": str(rated.period)}
    if rated.left_out:
        about["left_out"] = left_out_json(rated.left_out)
    path = folder / f"{str(rated.period).replace('/', '-')}.{form}"
    path.write_bytes(packed(form, rated.frame, about))


def _publish(work: Path, target: Path) -> None:
    """Put the finished lists where they belong, by renaming: at once into a new folder, else file by file."""
    work.chmod(0o755)
    if not target.exists():
        work.rename(target)
        return
    for path in sorted(work.iterdir()):
        path.replace(target / path.name)
