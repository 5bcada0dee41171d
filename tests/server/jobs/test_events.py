"""What happens to events by itself: each step in its turn, one that fails keeps no other waiting."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from slowmate.play import clocks, commands
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, Consequence, Event, Pairing, Right, Section
from slowmate.server.events.pages.desk_items import SOURCES
from slowmate.server.events.queries import due
from slowmate.server.events.regulations import Regulations
from slowmate.server.events.services import adjudicating, approving, dividing, planning
from slowmate.server.games.models import Game
from slowmate.server.games.services import games
from slowmate.server.jobs.events import look_at_events, look_at_rights
from slowmate.server.jobs.models import Pulse
from slowmate.server.jobs.worker import jobs
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.desk_items import DeskItem, items_of, number_of
from slowmate.server.site.errors import NotAllowed, Stale
from tests.server.events import organising
from tests.server.events.organising import CLOSED_AT, OVER, START, noon
from tests.support.people import AT, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def waiting(who: User, *, at: datetime) -> list[DeskItem]:
    return items_of(SOURCES, who, at=at)


def number_waiting(who: User, *, at: datetime) -> int:
    return number_of((source.query for source in SOURCES), who, at=at)


def test_one_step_that_fails_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, _ = organising.opened("open")
    second, _ = organising.opened("open")
    close = dividing.close_entries

    def fails(pk: int, **more: Any) -> bool:
        if pk == first.pk:
            raise RuntimeError("out of luck")
        return close(pk, **more)

    monkeypatch.setattr(dividing, "close_entries", fails)
    assert look_at_events(at=CLOSED_AT) == 1
    assert "a step of an event could not be taken" in caplog.text
    states = dict(Event.objects.values_list("pk", "state"))
    assert (states[first.pk], states[second.pk]) == ("open", "closed")
    monkeypatch.undo()
    assert look_at_events(at=CLOSED_AT) == 1


def test_nothing_is_due_twice() -> None:
    organising.finished("open", 5, (5,), preferred_size=5)
    assert look_at_events(at=noon(OVER)) == 0
    for rows in (
        due.to_close(on=OVER),
        due.to_start(on=OVER),
        due.sections_over(),
        due.to_play_out(),
    ):
        assert not rows.exists()


def test_the_worker_looks_at_events_too() -> None:
    organising.posted("open", 9)
    (job,) = [job for job in jobs() if job.name == "events"]
    with clock.shifted(noon(START) - clock.now()):
        job.do(lambda: True)
    assert Game.objects.count() == 36
    assert Section.objects.get().state == Section.State.RUNNING
    assert Pulse.objects.filter(name="events").exists()


@pytest.mark.clause("ICCF-TR-2017 12.3/2")
def test_an_approval_lapses_when_the_start_is_put_off_for_more_than_six_months() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    event = planning.plan(organising.plan_of("open"), actor=organiser, at=AT)
    approving.apply(
        event.pk,
        prizes=[],
        source="",
        appearance_fees=0,
        words="",
        accords=True,
        actor=organiser,
        at=AT,
    )
    wtd = person(offices=(Office.Kind.WORLD_DIRECTOR,))
    approving.decide_on(event.pk, "approve", reason="", actor=wtd, at=AT)
    planning.announce(event.pk, actor=organiser, at=AT, opens=False)
    planning.postpone(event.pk, date(2025, 3, 20), reason="A strike.", actor=organiser, at=AT)
    assert look_at_events(at=AT) == 0
    planning.postpone(event.pk, date(2025, 3, 21), reason="Another strike.", actor=organiser, at=AT)
    assert look_at_events(at=AT) == 1
    event.refresh_from_db()
    assert event.state == Event.State.LAPSED
    assert [mail.user for mail in Mail.objects.filter(kind="event-lapsed")] == [organiser]
    assert Case.objects.get().state == "approved"


def _between(section: Section, one: int, other: int) -> Pairing:
    """The pairing of two numbers."""
    both = (one, other)
    return Pairing.objects.get(section=section, white__number__in=both, black__number__in=both)


def ended(section: Section, white: int, black: int, result: Result, *, on: date) -> None:
    """One game of a section ends by the director's word, between these numbers."""
    word: dict[str, Any] = {"director": "tests", "reason": "for a test"}
    pairing = Pairing.objects.filter(
        section=section, white__number__in=(white, black), black__number__in=(white, black)
    )
    number = pairing.get().game_id or 0
    for asked in (commands.CallAdjudication(**word), commands.Adjudicate(**word, result=result)):
        games.command(number, lambda _row, asked=asked: asked, at=noon(on), actor=None)  # type: ignore[misc]


def test_rights_that_are_certain_are_written_down_while_a_section_runs() -> None:
    event, _ = organising.started("world-cup-preliminary", 7, (7,), number=25)
    section = event.sections.get()
    for pairing in Pairing.objects.filter(section=section).select_related("white", "black"):
        numbers = (pairing.white.number or 0, pairing.black.number or 0)
        if 7 not in numbers or 1 in numbers:
            ended(section, *numbers, organising.by_number(*numbers), on=OVER)
    look_at_rights(at=noon(OVER), since=None)
    right = Right.objects.get()
    assert (right.player, right.earned) == (section.seats.get(number=1).player, None)
    look_at_rights(at=noon(OVER), since=noon(OVER))
    assert Right.objects.count() == 1


def test_a_result_that_is_corrected_changes_what_is_proposed() -> None:
    event, _ = organising.finished("world-cup-preliminary", 7, (7,), number=25)
    section = event.sections.get()
    assert not due.sections_corrected().exists()
    first, second = (section.seats.get(number=number).player for number in (1, 2))
    assert set(Consequence.objects.values_list("player_id", flat=True)) == {first.pk}
    for number in (2, 3):
        pairing = _between(section, 1, number)
        lost = Result.BLACK_WINS if pairing.white.player_id == first.pk else Result.WHITE_WINS
        asked = commands.CorrectResult(director="tests", reason="wrong", result=lost)
        games.command(pairing.game_id or 0, lambda _row, asked=asked: asked, at=noon(OVER), actor=None)  # type: ignore[misc]
    look_at_rights(at=noon(OVER), since=None)
    assert set(Consequence.objects.values_list("player_id", flat=True)) == {second.pk}


@pytest.mark.clause("ICCF-TR-2017 3.2")
def test_games_of_a_cup_that_run_after_two_years_are_called_to_adjudication() -> None:
    slow = Regulations(clocks.Classic(moves=10, days=3000, silence=None))
    event, who = organising.started("world-cup-preliminary", 7, (7,), number=25, regulations=slow)
    section, end = event.sections.get(), event.planned_end
    assert end is not None
    director = section.director
    assert director is not None
    assert not due.sections_over_time(on=end - timedelta(days=1)).exists()
    with pytest.raises(Stale):
        adjudicating.call_adjudication(section, actor=director, at=noon(end - timedelta(days=1)))
    for other in (person(), organising.director(), organising.commissioner("master-norm")):
        with pytest.raises(NotAllowed):
            adjudicating.call_adjudication(section, actor=other, at=noon(end))
    assert [item.kind for item in waiting(director, at=noon(end))] == ["round"]
    assert number_waiting(director, at=noon(end)) == 1
    assert adjudicating.call_adjudication(section, actor=director, at=noon(end)) == 21
    assert Game.objects.filter(awaits_director=True).count() == 21
    assert not due.sections_over_time(on=end).exists()
    assert waiting(director, at=noon(end)) == []
    assert adjudicating.call_adjudication(section, actor=who, at=noon(end)) == 0
