"""Rules 9.2 and 9.5: which of the games at hand a list contains, and for what reason it lacks the others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import polars as pl

from slowmate.ratings.eligible import ReflectionTime, has_enough_time, is_rated, pool
from slowmate.ratings.fide.eligible import OVER_THE_BOARD, UNPLAYED
from slowmate.ratings.fide.reporting import first_list
from slowmate.ratings.outcome import RATED_FROM
from slowmate.ratings.periods import AnyPeriod, Month, counted_on, list_of_results, window
from slowmate.records import KINDS, BadInput, Family
from slowmate.rulebook import EDITIONS, Ground, Ruling

USUAL_TIME = ReflectionTime(moves=10, days=50)
WITHOUT_PERIOD = EDITIONS["ICCF-TR-2017"].begins
"""The day whose rules say what is rated where the games belong to no list in particular."""
TERMS = (
    *("kind", "reflection_moves", "reflection_days", "postal", "on_webserver", "agreed", "scheveningen"),
    "between_countries",
)
"""Columns of the games that decide whether their event is rated; what is not said is taken to be as it should."""
OVER_THE_BOARD_RULES = "fide-2017"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """So many games are not in the list, for this reason."""

    games: int
    ground: Ground


def choose(
    games: pl.DataFrame, rules: str, period: AnyPeriod | None, of_pool: str
) -> tuple[pl.DataFrame, tuple[LeftOut, ...]]:
    """Split games into those of a list (its window and pool, rated, with a result) and the others."""
    selected, out = _with_results(games, rules, period)
    if period is not None:
        if "date" not in selected.columns or selected["date"].null_count():
            raise BadInput("a list needs the day each of its games finished", field="games.date")
        days = counted_days(selected, period)
        inside = days.is_between(period.results_from, period.results_until)
        out += out_of_window(days.filter(~inside), period)
        selected = selected.filter(inside)
    if of_pool != "chess" and "kind" not in selected.columns:
        raise BadInput("the games have no kind, so none is of that pool", field="games.kind")
    columns = [name for name in TERMS if name in selected.columns]
    if not columns or not len(selected):
        return selected, tuple(out)
    terms = selected.select(columns).unique(maintain_order=True)
    why_not = [reason(row, rules, period, of_pool) for row in terms.iter_rows(named=True)]
    if any(why_not):
        verdicts = terms.with_columns(pl.Series("verdict", range(len(terms)), pl.Int64))
        place = selected.join(verdicts, on=columns, how="left", nulls_equal=True, maintain_order="left")["verdict"]
        many = Counter(place.to_list())
        out += merged((many[number], ground) for number, ground in enumerate(why_not) if ground)
        selected = selected.filter(place.is_in([number for number, ground in enumerate(why_not) if not ground]))
    return selected, tuple(out)


def counted_days(games: pl.DataFrame, period: AnyPeriod) -> pl.Series:
    """Return the day that decides each game's list: when it was reported if known, else when it finished.

    A result by post that was registered in time counts on the day it finished, as `periods.counted_on` says. FIDE's
    lists take whole events: there it is the day of the event's last game.
    """
    names = games.columns
    day = pl.col("date")
    if isinstance(period, Month) and "event" in names:
        day = pl.when(pl.col("event").is_null()).then("date").otherwise(pl.col("date").max().over("event"))
    if "reported" not in names:
        return games.select(day.alias("day"))["day"]
    if isinstance(period, Month) or "postal" not in names:
        return games.select(pl.coalesce("reported", day).alias("day"))["day"]
    late = (pl.col("postal") == 1) & pl.col("reported").is_not_null()
    pairs = games.filter(late).select("date", "reported").unique()
    in_time = [
        (finished, reported)
        for finished, reported in pairs.iter_rows()
        if _has_list(finished) and counted_on(finished=finished, reported=reported, postal=True).value == finished
    ]
    table = pl.DataFrame(in_time, schema={"date": pl.Date, "reported": pl.Date}, orient="row")
    joined = games.select("date", "reported", late=late).join(
        table.with_columns(in_time=pl.lit(value=True)), on=["date", "reported"], how="left", maintain_order="left"
    )
    counts = pl.when(pl.col("late") & pl.col("in_time").is_not_null()).then("date")
    return joined.select(counts.otherwise(pl.coalesce("reported", "date")).alias("day"))["day"]


def _has_list(finished: date) -> bool:
    """Return whether the rules that we hold made the list of a day's results."""
    return list_of_results(finished).valid_from >= EDITIONS["ICCF-TR-2016"].begins


def day_of(period: AnyPeriod | None) -> date:
    return period.valid_from if period else WITHOUT_PERIOD


def _with_results(games: pl.DataFrame, rules: str, period: AnyPeriod | None) -> tuple[pl.DataFrame, list[LeftOut]]:
    """Leave out games that both players lost or that were not played."""
    without = int(games["score"].null_count())
    return (
        (games.filter(pl.col("score").is_not_null()), [without_result(without, rules, period)])
        if without
        else (games, [])
    )


def without_result(many: int, rules: str, period: AnyPeriod | None) -> LeftOut:
    """Return the reason for games that were not played, or that both players lost."""
    if rules == OVER_THE_BOARD_RULES:
        return LeftOut(many, Ground(UNPLAYED, {"unplayed": many}))
    return LeftOut(many, Ground(RATED_FROM.on(day_of(period))[0], {"without_result": many}))


def out_of_window(days: pl.Series, period: AnyPeriod) -> list[LeftOut]:
    """Count games of other lists, with the first and last list they are in."""
    if not len(days):
        return []
    many, first, last = len(days), days.min(), days.max()
    if not isinstance(first, date) or not isinstance(last, date):
        return []
    if isinstance(period, Month):
        return [LeftOut(many, first_list(last).grounds[0])]
    lists = [str(list_of_results(day)) for day in (first, last)]
    ground = window(period).grounds[-1]
    return [LeftOut(many, Ground(ground.clause, {**ground.facts, "first": lists[0], "last": lists[1]}))]


def merged(several: Any) -> list[LeftOut]:  # noqa: ANN401 - pairs of a number and a ground, from an iterator
    """Merge equal reasons into one with all its games."""
    by_reason: dict[str, LeftOut] = {}
    for games, ground in several:
        key = f"{ground.clause} {sorted((name, str(fact)) for name, fact in ground.facts.items())}"
        before = by_reason[key].games if key in by_reason else 0
        by_reason[key] = LeftOut(before + games, ground)
    return list(by_reason.values())


def reason(terms: Mapping[str, Any], rules: str, period: AnyPeriod | None, of_pool: str) -> Ground | None:
    """Return why games of events with these terms are not in a list; None if they are."""
    on = day_of(period)
    kind = KINDS[terms["kind"]] if terms.get("kind") else None
    if rules == OVER_THE_BOARD_RULES:
        wrong = kind is not None and kind.family is not Family.FIDE
        return Ground(OVER_THE_BOARD, {"over_the_board": False}) if wrong else None
    if kind is None:
        time = has_enough_time(_time(terms), on=on, on_webserver=_flag(terms, "on_webserver"))
        return _refusal(time) if of_pool == "chess" else pool(KINDS["open-class"], on=on).grounds[0]
    rated = is_rated(
        kind,
        on=on,
        time=_time(terms),
        on_webserver=_flag(terms, "on_webserver"),
        agreed=_flag(terms, "agreed"),
        authorised=_flag(terms, "agreed"),
        scheveningen=bool(terms.get("scheveningen")),
        between_countries=_flag(terms, "between_countries"),
    )
    if not rated.value:
        return _refusal(rated)
    counts = pool(kind, on=on)
    return None if counts.value == of_pool else counts.grounds[0]


def _time(terms: Mapping[str, Any]) -> ReflectionTime:
    moves, days = terms.get("reflection_moves"), terms.get("reflection_days")
    if not moves or days is None:
        return ReflectionTime(USUAL_TIME.moves, USUAL_TIME.days, postal=bool(terms.get("postal")))
    return ReflectionTime(int(moves), int(days), postal=bool(terms.get("postal")))


def _flag(terms: Mapping[str, Any], name: str) -> bool:
    """Return a condition, which counts as fulfilled if it is not given."""
    value = terms.get(name)
    return True if value is None else bool(value)


def _refusal(ruling: Ruling[bool]) -> Ground | None:
    """Return the ground of a ruling that says no."""
    return next((ground for ground in ruling.grounds if _says_no(ground)), None)


def _says_no(ground: Ground) -> bool:
    return any(ground.facts.get(name) is False for name in ("rated", "enough", "on_webserver"))


def total(left_out: Sequence[LeftOut]) -> int:
    return sum(reason_out.games for reason_out in left_out)
