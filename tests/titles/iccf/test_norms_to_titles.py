"""Titles of the ICCF from norms against a second reading of 10.2 to 10.6, written from the rules alone."""

from dataclasses import dataclass
from datetime import date
from random import Random

import pytest

from slowmate.titles.iccf.awards import MissingForTitle, NormRecord, missing_for_title

CASES = 600
BEST_FIRST = ("GM", "SIM", "IM", "CCM", "CCE")


@dataclass(frozen=True)
class Entry:
    """A line of the register as a commissioner would keep it."""

    title: str
    tournament: str
    year: int
    games: int
    overscored: int
    grandmasters: int
    seniors: int
    before_daytona: bool


def second_reading(title: str, register: list[Entry], rated_games: int, *, newer: bool) -> tuple[int, int, int, int]:
    """What is lacking: norms, games, games against Grandmasters, rated games."""
    worth: dict[tuple[str, int], tuple[int, int, int, int]] = {}
    for entry in register:
        value = worth_of(entry, title)
        if value is not None:
            event = (entry.tournament, entry.year)
            # an old result for IM counts up to fourteen games together with others like it, so a full norm goes first
            worth[event] = max(worth.get(event, (-1, 0, 0, 0)), value)
    full = sum(games for kind, games, _, _ in worth.values() if kind == 1)
    old = sum(games for kind, games, _, _ in worth.values() if kind == 0)
    games = full + min(old, 14)
    lacking_gm = 0
    if title == "GM":
        strong = sum(gm for _, _, gm, _ in worth.values())
        seniors = sum(sim for _, _, _, sim in worth.values())
        while lacking_gm + strong + min(2, seniors // 2) < 5:
            lacking_gm += 1
    return max(0, 2 - len(worth)), max(0, 24 - games), lacking_gm, max(0, 30 - rated_games) if newer else 0


def worth_of(entry: Entry, title: str) -> tuple[int, int, int, int] | None:
    """Whether an entry is a full norm (1) or an old result (0) for a title, and its games."""
    made = {"LGM": "CCM", "LIM": "CCE"}.get(entry.title, entry.title)
    if entry.title in ("LGM", "LIM") and entry.year >= 2016:
        return None
    if BEST_FIRST.index(made) <= BEST_FIRST.index(title):
        return 1, entry.games + entry.overscored, entry.grandmasters, entry.seniors
    if title == "SIM" and made == "IM" and entry.before_daytona:
        return 0, entry.games, entry.grandmasters, entry.seniors
    return None


def drawn(number: int) -> tuple[str, list[Entry], int, bool]:
    """A case by its number: around the limits, one event several times, for several titles, and old norms."""
    lot = Random(number)
    title = lot.choice(BEST_FIRST)
    nearby = BEST_FIRST[max(0, BEST_FIRST.index(title) - 1) : BEST_FIRST.index(title) + 2]
    register: list[Entry] = []
    for place in range(lot.randint(0, 4)):
        games, met = lot.randint(8, 13), (lot.randint(0, 4), lot.randint(0, 4))
        old = lot.random() < 0.25
        for _ in range(lot.choice((1, 1, 1, 2, 3))):
            made = lot.choice((*nearby, "LGM", "LIM", title, title))
            entry = Entry(
                made, f"Event {place}", 1999 if old else lot.choice((2015, 2016)), games, lot.randint(0, 2), *met, old
            )
            register.append(entry)
            if lot.random() < 0.3:
                register.append(entry)
    lot.shuffle(register)
    return title, register, lot.choice((24, 29, 30, 31, 200)), lot.random() < 0.5


def ours(title: str, register: list[Entry], rated_games: int, *, newer: bool) -> MissingForTitle:
    records = [
        NormRecord(
            entry.title,
            entry.tournament,
            date(entry.year, 1, 1),
            date(entry.year + 1, 12, 1),
            entry.games,
            entry.overscored,
            entry.grandmasters,
            entry.seniors,
            before_daytona=entry.before_daytona,
        )
        for entry in register
    ]
    day = date(2017, 4, 1) if newer else date(2017, 3, 31)
    return missing_for_title(title, records, on=day, rated_games=rated_games).value


@pytest.mark.clause(
    "ICCF-TR-2017 10.2(c)/norms",
    "ICCF-TR-2016 10.4(c)/norms",
    "ICCF-TR-2017 10.3(a)/norms",
    "ICCF-TR-2017 10.3(a)/Daytona",
    "ICCF-TR-2017 10.4(d)",
    "ICCF-TR-2017 10.5(c)",
    "ICCF-TR-2017 10.6(c)",
    "ICCF-TR-2017 App2.3(c)",
)
def test_both_readings_agree_on_every_case() -> None:
    apart = []
    for number in range(CASES):
        title, register, rated, newer = drawn(number)
        found = ours(title, register, rated, newer=newer)
        numbers = (found.norms, found.games, found.gm_games, found.rated_games)
        if numbers != second_reading(title, register, rated, newer=newer):
            apart.append((number, title, numbers, second_reading(title, register, rated, newer=newer)))
    assert apart == []


def test_the_cases_make_titles_and_do_not() -> None:
    made = 0
    for number in range(CASES):
        title, register, rated, newer = drawn(number)
        made += second_reading(title, register, rated, newer=newer) == (0, 0, 0, 0)
    assert CASES // 20 < made < CASES - CASES // 20
