"""Random careers over ten years: the product and a naive reading of the rule book answer every entry alike."""

import os
import random
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from slowmate.events.entry.decision import may_enter
from slowmate.events.entry.entrants import Entrant, EntryBar, GrantedRight, ListEntry, Nomination, PastResult
from slowmate.events.entry.right import Deferral, Use, UseOf
from slowmate.events.entry.rights import ledger
from slowmate.events.entry.target import Target
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.records import KINDS, Status
from tests.events.entry import by_the_book
from tests.events.entry.by_the_book import Asked, Career
from tests.events.entry.by_the_book_results import LF, LS, C, F, Outcome, P, S

CAREERS = int(os.environ.get("SLOWMATE_CAREERS", "120"))
FIRST, YEARS, ENTRIES = date(2016, 1, 1), 10, 24
PLAYED = {
    P: 12, S: 12, C: 12, F: 16, LS: 8, LF: 10, "master-class": 10, "higher-class": 6, "open-class": 6,
    "world-cup-preliminary": 10, "world-cup-semi-final": 10, "world-cup-final": 14, "veterans-world-cup-semi-final": 8,
    "veterans-world-cup-final": 14, "zonal": 12, "zonal-final": 12, "zonal-preliminary": 12, "national": 12,
}  # fmt: skip
ENTERED = (
    P, S, C, F, LS, LF, "master-class", "higher-class", "open-class", "world-cup-preliminary", "world-cup-semi-final",
    "world-cup-final", "veterans-world-cup-final", "master-norm", "grandmaster-norm", "memorial-under-2300", "thematic",
    "national", "olympiad-final", "champions-league-b",
)  # fmt: skip


def some_day(lot: random.Random, since: date = FIRST, days: int = 365 * YEARS) -> date:
    return since + timedelta(days=lot.randrange(days))


def number_of(lot: random.Random, day: date) -> int | None:
    """The number of a series grows by one in two years; some are not told, some are a little off."""
    return None if lot.random() < 0.15 else 10 + (day.year - 2016) // 2 + lot.choice((0, 0, 0, 1, -1))


@dataclass
class Played:
    """A section a player was in: how it stood while it ran, and how it ended."""

    running: Outcome
    ended: Outcome


def some_section(lot: random.Random, name: str) -> Played:
    kind = lot.choice([*PLAYED, P, S, C, F])
    games = PLAYED[kind]
    start = some_day(lot, FIRST - timedelta(days=365 * 3), 365 * (YEARS + 3))
    end = start + timedelta(days=lot.randrange(200, 900))
    place = min(lot.choice((1, 1, 2, 2, 3, 4, 5, lot.randrange(1, games + 2))), games + 1)
    shared = lot.randrange(1, 4) if lot.random() < 0.15 else 0
    halves = lot.choice((games, games, games + 1, games - 1, lot.randrange(2 * games + 1), round(1.2 * games)))
    top = None if lot.random() < 0.3 else max(halves, lot.choice((games, games + 1, games + 3)))
    if place == 1 and top is not None:
        top = halves
    average = None if lot.random() < 0.1 else lot.choice((2400, 2449.5, 2450, 2450.4, 2450.5, 2451, 2500))
    status = lot.choice(["playing"] * 8 + ["withdrawn", "withdrawn-accepted", "silent"])
    left = lot.randrange(games + 1)
    done = lot.randint(max(0, halves - 2 * left), min(halves, 2 * (games - left)))
    facts: dict[str, Any] = {
        "average": average, "acknowledged": lot.random() < 0.9, "to_final": lot.choice((2, 2, 2, 1)), "status": status,
    }  # fmt: skip
    number = number_of(lot, start)
    ended = Outcome(name, kind, number, start, end, games, halves, place, place + shared, top=top, **facts)
    best, worst = max(1, place - lot.randrange(3)), place + lot.randrange(3)
    running_top = None if top is None else max(done, lot.choice((games - 1, games, games + 1)))
    running = Outcome(name, kind, number, start, None, games, done, best, worst, left, top=running_top, **facts)
    return Played(running, ended)


def some_career(lot: random.Random) -> tuple[Career, list[Played]]:
    titles = [title for title in ("IM", "SIM", "GM", "LIM", "LGM", "CCM", "CCE") if lot.random() < 0.12]
    lists, rating, games = [], lot.randrange(1850, 2620), lot.randrange(0, 60)
    for quarter in range(4 * YEARS):
        rating += lot.randrange(-25, 26)
        games += lot.randrange(0, 5)
        if lot.random() < 0.9:
            lists.append((date(2016 + quarter // 4, 1 + 3 * (quarter % 4), 1), rating, games))
    named = [
        (
            f"n{number}", some_day(lot), lot.choice((None, 2399, 2400, 2500)), lot.random() < 0.4,
            lot.choice((None, None, P, S, LS, "higher-class", "master-class")),
            lot.choice((None, None, 2016 + lot.randrange(YEARS))), lot.choice(("CZE", "CZE", "GER")),
        )
        for number in range(lot.randrange(5))
    ]  # fmt: skip
    given = [
        (
            f"EB {number}", lot.choice((P, S, C, F, LF)), some_day(lot), lot.random() < 0.5,
            number_of(lot, some_day(lot)),
        )
        for number in range(lot.randrange(3))
    ]  # fmt: skip
    career = Career(
        sex=lot.choice("mf"),
        member=lot.random() < 0.95,
        direct=lot.random() < 0.5,
        titles={title: some_day(lot) for title in titles},
        lists=lists if lot.random() < 0.85 else [],
        fide=lot.choice((None, None, 1900, 2349, 2350, 2500)),
        named=named,
        given=given,
        suspended=[(day, day + timedelta(days=365)) for day in [some_day(lot)] if lot.random() < 0.2],
        norms_started=[(some_day(lot), lot.random() < 0.3) for _ in range(lot.randrange(4))],
        norms=lot.choice((0, 4, 5)),
        champion=[11] if lot.random() < 0.15 else [],
        national=[lot.randrange(1, 8)] if lot.random() < 0.2 else [],
    )
    return career, [some_section(lot, f"s{number}") for number in range(lot.randrange(4, 16))]


def some_entry(lot: random.Random, on: date) -> Asked:
    start = on + timedelta(days=lot.randrange(200))
    deadline = on + timedelta(days=lot.randrange(-5, 60)) if lot.random() < 0.5 else None
    return Asked(
        lot.choice([*ENTERED, P, S, C, F, LS]),
        on,
        start,
        number_of(lot, start),
        deadline,
        post=lot.random() < 0.2,
        minimum=lot.choice((None, 1900, 2200)),
    )


# -- the same facts for the product -----------------------------------------------------------------------------------


def as_result(one: Outcome) -> PastResult:
    return PastResult(
        f"Section {one.id}", KINDS[one.kind], one.start, one.end, one.games, Fraction(one.halves, 2),
        PlaceOutlook(one.best, one.worst), one.running, None if one.average is None else Fraction(str(one.average)),
        is_acknowledged=one.acknowledged, final_places=one.to_final, status=Status(one.status), cycle=one.number,
        id=one.id, top_points=None if one.top is None else Fraction(one.top, 2),
    )  # fmt: skip


def as_entrant(career: Career) -> Entrant:
    return Entrant(
        "17", career.federation, is_member_federation=career.member, by_direct_entry=career.direct, sex=career.sex,
        titles=career.titles,
        ratings=tuple(ListEntry(*entry) for entry in career.lists), fide_rating=career.fide,
        results=tuple(as_result(one) for one in career.outcomes),
        nominations=tuple(
            Nomination(federation, day, rating, statement, kind, year, name)
            for name, day, rating, statement, kind, year, federation in career.named
        ),
        grants=tuple(
            GrantedRight(kind, day, reference, free, number) for reference, kind, day, free, number in career.given
        ),
        uses=tuple(Use(UseOf(sort), kind, start, "", name) for sort, kind, start, name in career.used),
        bars=tuple(EntryBar(since, until, "ICCF-TR-2017 8.4/5") for since, until in career.suspended),
        gm_norms=career.norms, champion_of=tuple(career.champion), national_places=tuple(career.national),
        norm_starts=tuple(career.norms_started),
        deferrals=tuple(Deferral(source, number) for source, number in career.put_off),
    )  # fmt: skip


def live(seed: int) -> int:
    """Live a career with both, entry by entry; the number of entries that were allowed."""
    lot = random.Random(seed)
    career, sections = some_career(lot)
    allowed = 0
    for on in sorted(some_day(lot, FIRST + timedelta(days=100)) for _ in range(ENTRIES)):
        career.outcomes = [
            one.ended if one.ended.end is not None and one.ended.end <= on else one.running
            for one in sections
            if one.running.start <= on
        ]
        asked = some_entry(lot, on)
        entrant = as_entrant(career)
        target = Target(
            asked.kind, asked.start, asked.deadline, by_post=asked.post, ladies_minimum=asked.minimum,
            cycle=asked.number,
        )  # fmt: skip
        ours = may_enter(entrant, target, on=on).value
        answer, clauses, uses = by_the_book.decide(career, asked)
        told = (ours.answer.value, [way.clause.address for way in ours.ways])
        assert told == (answer, clauses), (seed, asked, career)
        assert [(use.of.value, use.reference) for use in ours.uses] == uses, (seed, asked, career)
        book = [
            (held.to, held.source, held.state, held.expires, held.half)
            for held in by_the_book.ledger(career, on, asked.start)
        ]
        kept_rights = ledger(entrant, on=on, start=asked.start).value
        kept = [(one.to, one.source, one.state.value, one.expires, one.half) for one in kept_rights]
        assert sorted(kept, key=str) == sorted(book, key=str), (seed, asked, career)
        if ours.allowed and lot.random() < 0.8:
            allowed += 1
            career.used += [(sort, asked.kind, asked.start, name) for sort, name in uses]
        career.put_off += [
            (held.source, asked.number)
            for held in by_the_book.ledger(career, on, asked.start)
            if held.to == F and held.state in ("open", "deferred") and asked.kind == F and lot.random() < 0.5
        ]
    return allowed


@pytest.mark.clause(
    "ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.0.7/2", "ICCF-TR-2017 1.0.7/3", "ICCF-TR-2017 1.0.7/4",
    "ICCF-TR-2017 1.0.7/5", "ICCF-TR-2017 1.4.3/1", "ICCF-TR-2017 1.4.3/2", "ICCF-TR-2017 3.6/1",
    "ICCF-TR-2017 1.5.1(a)", "ICCF-TR-2017 1.6.2(a)", "ICCF-TR-2017 0.4/2", "ICCF-TR-2016 0.4",
)  # fmt: skip
def test_a_naive_reading_of_the_book_answers_every_entry_of_every_career_alike() -> None:
    """SLOWMATE_CAREERS says how many careers; each asks for 24 entries in ten years."""
    allowed = sum(live(seed) for seed in range(CAREERS))
    assert allowed > 3 * CAREERS, "careers in which hardly anything is allowed prove little"
