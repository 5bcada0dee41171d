"""The printed tables of FIDE's title regulations, read once from package data."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from slowmate.ratings.fide.tables import rating_difference


@dataclass(frozen=True, slots=True)
class PrintedRequirements:
    """The upper part of a table of 1.72. None where the print says the federations are irrelevant."""

    rounds: int
    double: bool
    title_opponents: int
    title_holders: int
    max_unrated: int
    max_one_federation: int | None
    max_own_federation: int | None
    min_other_federations: int | None


@dataclass(frozen=True, slots=True)
class DirectTitleEntry:
    """One cell of tables 1.24a and 1.24b: what is won by what in which championship."""

    event: str
    title: str
    achievement: str
    grants: str


@dataclass(frozen=True, slots=True)
class BakuApplication:
    """One application of the Baku list: the verdict is yes, cond or no, with the Commission's remark."""

    list: str
    title: str
    name: str
    federation: str
    verdict: str
    remark: str


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = resources.files("slowmate.titles").joinpath(f"data/fide_{name}.csv").read_text("utf-8")
    yield from csv.DictReader(text.splitlines())


@cache
def rating_differences() -> tuple[int, ...]:
    """Return table 8.1a: the rating difference for each whole percentage, 0 to 100."""
    return tuple(int(rating_difference(percent)) for percent in range(101))


@cache
def printed_scores() -> dict[tuple[int, str, int], tuple[int, int | None]]:
    """Return the lower part of tables 1.72: (games, title, half points) to the averages it is enough for."""
    return {
        (int(row["rounds"]), row["title"], round(float(row["score"]) * 2)): (
            int(row["avg_min"]),
            int(row["avg_max"]) if row["avg_max"] else None,
        )
        for row in _rows("norm_tables")
    }


@cache
def printed_requirements() -> tuple[PrintedRequirements, ...]:
    def number(cell: str) -> int | None:
        return None if cell == "irrelevant" else int(cell)

    return tuple(
        PrintedRequirements(
            int(row["rounds"]),
            row["sr_dr"] == "DR",
            int(row["mo"]),
            int(row["th"]),
            int(row["max_unrated"]),
            number(row["max_one_fed"]),
            number(row["max_own_fed"]),
            number(row["min_other_feds"]),
        )
        for row in _rows("requirements")
    )


@cache
def direct_title_entries(*, women: bool) -> tuple[DirectTitleEntry, ...]:
    """Return table 1.24a for women's events, 1.24b for open ones."""
    return tuple(DirectTitleEntry(**row) for row in _rows("direct_titles_women" if women else "direct_titles_open"))


@cache
def baku_applications() -> tuple[BakuApplication, ...]:
    """Return the applications laid before the congress of Baku 2016, with the Commission's remarks."""
    return tuple(BakuApplication(**row) for row in _rows("title_applications"))
