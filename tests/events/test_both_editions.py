"""Same facts, two dates: every difference that the catalogue has between the tournament rules of 2016 and of 2017.

Each row of 2016 in the sections that it only restates (0 to 8, 11 to 15) has a question here, asked for an event that
starts on the last day of the old edition and for one that starts on the first of the new.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from slowmate.events import general
from slowmate.events.entry.bars import bars
from slowmate.events.entry.decision import may_admit_without, may_enter
from slowmate.events.entry.entrants import Entrant, ListEntry, PastResult
from slowmate.events.entry.federations import may_belong
from slowmate.events.entry.nominations import quota
from slowmate.events.entry.routes import rights_of
from slowmate.events.entry.target import Target
from slowmate.events.organising import cycles, invitational, league
from slowmate.events.organising.approved import ApprovalCase, is_approved
from slowmate.events.organising.start_list import Posting, requirements_to_start, start_list
from slowmate.events.organising.team_rules import Notice, TeamKind, is_friendly_match, missing_fields
from slowmate.events.running import live_display
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.events.running.section8 import silence, substitution
from slowmate.events.running.section8.leaving import HeldSeat, SeatGame
from slowmate.events.running.section8.substitution import TeamBoard
from slowmate.records import KINDS, Kind
from slowmate.rulebook import EDITIONS, Clause, Ground, Refused, Ruling, catalogue
from slowmate.titles.norms import norms
from tests.support.sections import change, section

OLD, NEW = date(2017, 3, 31), date(2017, 4, 1)
EDITION = "ICCF-TR-2016"
SAYS_NOTHING_ITSELF = {"0.5": "that rules are binding is decided rule by rule: 4.6, 12.3/1, 12.4/2 and 14/9 below"}

Answer = tuple[Any, tuple[Ground, ...]]
Ask = Callable[[date], Answer]


class Difference(NamedTuple):
    """A question, and its answers of 2016 and 2017. *alike*: so it is read, and only the book that is cited differs."""

    ask: Ask
    before: Any
    after: Any
    alike: bool = False


def told(ruling: Ruling[Any]) -> Answer:
    return ruling.value, ruling.grounds


def or_refused(ask: Callable[[], Ruling[Any]]) -> Answer:
    """The answer, or that it is refused."""
    try:
        return told(ask())
    except Refused as refusal:
        return "refused", refusal.grounds


def kind(slug: str) -> Kind:
    return KINDS[slug]


def right_of(slug: str, place: int, points: str, games: int, average: str | None = None) -> Ask:
    """To which event a result leads."""

    def ask(start: date) -> Answer:
        result = PastResult(
            "an event", kind(slug), start, date(2019, 1, 1), games, Fraction(points), PlaceOutlook(place, place),
            average=Fraction(average) if average else None, top_points=Fraction(games),
        )  # fmt: skip
        found = rights_of(result)
        world = [right.to for right in found.value if right.to.startswith("world-championship")]
        return world[0] if world else None, found.grounds

    return ask


def entry(rating: int) -> Ask:
    """Whether a fixed rating opens a Grandmaster norm tournament."""

    def ask(start: date) -> Answer:
        entrant = Entrant("1", ratings=(ListEntry(date(2017, 1, 1), rating, 60),))
        asked = may_enter(entrant, Target("grandmaster-norm", start), on=date(2017, 2, 1))
        return asked.value.allowed, asked.grounds

    return ask


def barred(slug: str, *earlier: tuple[date, bool]) -> Ask:
    def ask(start: date) -> Answer:
        found = bars(Entrant("1", norm_starts=earlier), Target(slug, start), on=start)
        return [ground.clause.address for ground in found], found

    return ask


def published(start: date) -> Answer:
    """What a start list lacks whose category is not told."""
    event = section([2420] * 13, start=start, kind="master-norm")
    posted = replace(start_list(event, Posting(start, "10/50")).value, category=None)
    found = requirements_to_start(posted, on=start)
    return found[0].ground.facts["missing"], tuple(one.ground for one in found)


def left_silently(start: date) -> Answer:
    here = HeldSeat("here", kind("open-class"), start, (SeatGame("1", "2"),))
    there = HeldSeat("there", kind("world-cup-final"), start, (SeatGame("9", "3"),))
    ruling = silence.after_silence("1", here, [there], on=date(2018, 5, 1))
    return ruling.value.sections, ruling.grounds


def with_replacement(start: date) -> Answer:
    """What is revised by a weaker player with Replacement status, and by a stronger one: the category, or the norm."""
    found: list[object] = []
    grounds: list[Ground] = []
    for rating in (2300, 2750):
        event = section([2450] * 13, start=start)
        event = change(event, "13", rating=rating, replaces=event.players[12], has_replacement_status=True)
        line = next(line for line in norms(event).players if line.id == "1")
        grounds += [one.ground for one in line.norms["GM"].requirements]
        facts = next(
            one.ground.facts for one in line.norms["GM"].requirements if one.ground.clause.address == "8.7(e)/4"
        )
        found.append(facts.get("category") or facts["needed"])
    return tuple(found), tuple(grounds)


def stages(which: str) -> Ask:
    return lambda start: told(cycles.olympiad_first_stage(which, start=start))


def by_post(which: str) -> Ask:
    return lambda start: or_refused(lambda: cycles.olympiad_cycle_may_start(which, start=start, by_post=True))


def friendly_notice(start: date) -> Answer:
    notice = Notice("GER", "GER, NED", "one match", None, 2, "none", (start, date(2019, 1, 1)), "D")
    return told(missing_fields(notice, friendly=True, start=start))


def yearly(start: date) -> Answer:
    """Two starts in the year before or in the year of the new book."""
    year = 2016 if start == OLD else 2017
    return told(cycles.yearly_start([date(year, 5, 1), date(year, 9, 1)], year=year))


def quarters(start: date) -> Answer:
    """A norm tournament on the server in the first quarter and one in the second."""
    second = date(2016, 6, 30) if start == OLD else date(2017, 6, 30)
    found = bars(
        Entrant("1", norm_starts=((second.replace(month=1), False),)), Target("master-norm", second), on=second
    )
    return [ground.clause.address for ground in found], found


def violation(start: date) -> Answer:
    """A first violation here after one elsewhere."""
    ruling = live_display.after_violation(here=0, elsewhere=1, games=["1"], unfinished=["1"], start=start)
    return ruling.value.kind, ruling.grounds


COUNTRIES = ((TeamKind.FEDERATION, "GER"), (TeamKind.FEDERATION, "NED"))
BOARD = TeamBoard(begun=("1",), not_begun=("2",), reminders=1, director_confirmed=True)
FINAL, CANDIDATES, SEMI, PRELIMINARY = (
    f"world-championship-{one}" for one in ("final", "candidates", "semi-final", "preliminary")
)

DIFFERENCES: dict[str, Difference] = {
    "preamble": Difference(lambda start: told(cycles.governing_edition(start)), "ICCF-TR-2016", "ICCF-TR-2017"),
    "0.1(d)": Difference(
        lambda start: told(general.tournament_type(kind("master-norm"), on=start)), "Norm", "Norm", alike=True
    ),
    "0.1(e)": Difference(
        lambda start: told(general.tournament_type(kind("champions-league-a"), on=start)),
        "ICCF League",
        "Champions League",
    ),
    "0.4": Difference(
        lambda start: told(general.may_take_first_place(kind(PRELIMINARY), Fraction(6), 12, on=start)), True, False
    ),
    "1.0.3/1": Difference(lambda start: told(cycles.stage_plan(0, start=start)), "warning", "ok"),
    "1.0.5/1": Difference(yearly, "ok", "warning"),
    "1.0.5/5": Difference(published, ["category"], []),
    "1.0.7/3": Difference(right_of(FINAL, 2, "10", 16), FINAL, FINAL, alike=True),
    "1.0.10/2": Difference(lambda start: told(quota(200, on=start)), 3, 3, alike=True),
    "1.1.1(e)": Difference(right_of("veterans-world-cup-final", 8, "7", 14), PRELIMINARY, None),
    "1.2.1(e)": Difference(right_of("veterans-world-cup-final", 3, "7", 14), SEMI, None),
    "1.3.1(d)": Difference(right_of("veterans-world-cup-final", 1, "11", 14), CANDIDATES, None),
    "1.1.1(f)": Difference(right_of("zonal-final", 7, "6", 12, "2450.6"), PRELIMINARY, PRELIMINARY, alike=True),
    "1.1.1(g)": Difference(right_of("zonal-final", 3, "6", 12, "2450.4"), PRELIMINARY, PRELIMINARY, alike=True),
    "1.2.1(f)": Difference(right_of("zonal-final", 4, "6", 12, "2451"), SEMI, SEMI, alike=True),
    "1.2.1(g)": Difference(right_of("zonal-final", 2, "8", 12, "2450"), SEMI, SEMI, alike=True),
    "1.3.1(e)": Difference(right_of("zonal-final", 1, "8", 12, "2451"), CANDIDATES, CANDIDATES, alike=True),
    "1.4.4/1": Difference(
        lambda start: told(cycles.for_vacant_places(3, ["tied"], ["next", "after"], start=start)),
        ("tied", "next", "after"),
        ("tied",),
    ),
    "1.7.1": Difference(by_post("olympiad"), True, "refused"),
    "1.8.1": Difference(by_post("ladies-olympiad"), True, "refused"),
    "1.7.3": Difference(stages("olympiad"), "Semi-Final", "Preliminary"),
    "1.8.3": Difference(stages("ladies-olympiad"), "Semi-Final", "Preliminary"),
    "4.4(1)": Difference(entry(2449), False, True),
    "4.6": Difference(
        lambda start: or_refused(lambda: may_admit_without(Fraction(2466), 12, 2280, start=start)), True, "refused"
    ),
    "4.7/1": Difference(quarters, ["4.7/1"], []),
    "5": Difference(lambda start: told(league.league_name(start=start)), "ICCF League", "Champions League"),
    "5.3/2": Difference(lambda start: told(league.first_division(start=start)), "Promotional", "C"),
    "5.3/3": Difference(lambda start: told(league.starts_together([start, date(2017, 4, 20)])), "ok", "warning"),
    "6.1": Difference(barred("memorial-under-2300"), ["6.1"], []),
    "8.3*": Difference(
        lambda start: told(is_approved(kind("friendly-match"), ApprovalCase(teams=COUNTRIES), start=start)), False, True
    ),
    "8.5": Difference(left_silently, ("here",), ("here", "there")),
    "8.7(c)": Difference(
        lambda start: told(substitution.after_death(teams=False, start=start)),
        ("adjudication",),
        ("adjudication",),
        alike=True,
    ),
    "8.7(d)/2": Difference(
        lambda start: told(substitution.games_lost(BOARD, start=start, on=date(2017, 6, 30))), ("1", "2"), ("2",)
    ),
    "8.7(e)/4": Difference(with_replacement, ("8", "9"), (Fraction(8), Fraction(15, 2))),
    "11.3": Difference(friendly_notice, ("boards",), ()),
    "11.6": Difference(lambda start: told(is_friendly_match(COUNTRIES, start=start)), False, True),
    "12.3/1": Difference(
        lambda start: or_refused(
            lambda: invitational.applied_in_time(applied=date(2017, 1, 15), start=start, is_open=False)
        ),
        False,
        "refused",
    ),
    "12.4/1": Difference(
        lambda start: or_refused(
            lambda: invitational.applied_in_time(applied=date(2016, 12, 15), start=start, is_open=True)
        ),
        "refused",
        True,
    ),
    "12.4/2": Difference(
        lambda start: or_refused(lambda: invitational.may_advertise(on=date(2017, 1, 1), approved=None, start=start)),
        False,
        "refused",
    ),
    "12.9": Difference(lambda start: told(invitational.norm_is_final(in_report=False, start=start)), False, True),
    "13.1": Difference(
        lambda start: told(may_belong("GER", citizen="CZE", resident="GER", is_permanent=False, on=start)), False, True
    ),
    "14/9": Difference(
        violation,
        "penalty",
        "correct",
    ),
}


def catalogued() -> Iterator[str]:
    for cited in catalogue():
        if cited.edition == EDITION and not cited.address.startswith(EDITIONS[EDITION].own):
            yield cited.address


def test_every_difference_of_the_catalogue_has_its_question() -> None:
    assert set(catalogued()) == DIFFERENCES.keys() | SAYS_NOTHING_ITSELF.keys()


@pytest.mark.parametrize("address", DIFFERENCES)
def test_the_same_facts_have_the_answer_of_the_edition_of_their_day(address: str) -> None:
    difference = DIFFERENCES[address]
    (before, old), (after, new) = difference.ask(OLD), difference.ask(NEW)
    assert (before, after) == (difference.before, difference.after)
    assert (before == after) is difference.alike
    assert {ground.clause.edition for ground in old if ground.clause.edition.startswith("ICCF-TR")} <= {EDITION}
    assert {ground.clause.edition for ground in new if ground.clause.edition.startswith("ICCF-TR")} <= {"ICCF-TR-2017"}
    if before != []:
        assert Clause(EDITION, address) in [ground.clause for ground in old]
