"""Approval binds what was approved, and an application says who decides on it."""

from datetime import timedelta
from typing import Any

import pytest

from slowmate.play import clocks
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.choices import Plan
from slowmate.server.events.models import Case, Event
from slowmate.server.events.pages.approval import plan_changes, who_decides
from slowmate.server.events.pages.event_run import run_page
from slowmate.server.events.queries.approved_plans import approval_of
from slowmate.server.events.regulations import Regulations
from slowmate.server.events.services import approving, planning
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.people.services import offices
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale
from tests.server.events.building import delegate_of
from tests.server.events.organising import START, plan_of
from tests.server.events.test_step_previews import signed_in
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db

MONEY: dict[str, Any] = {"prizes": [500], "source": "a sponsor", "appearance_fees": 0, "words": "", "accords": True}
START_LATER = START + timedelta(days=200)


def organiser() -> User:
    return person("Ola Organiser", offices=(Office.Kind.ORGANISER,))


def wtd() -> User:
    return person("Wanda Director", offices=(Office.Kind.WORLD_DIRECTOR,))


def planned(who: User, **fields: Any) -> tuple[Event, Plan]:
    chosen = plan_of("open", name="Second Open", start=START_LATER, **fields)
    return planning.plan(chosen, actor=who, at=AT), chosen


def approved(who: User) -> Event:
    event, _ = planned(who)
    approving.apply(event.pk, **MONEY, actor=who, at=AT)
    return approving.decide_on(event.pk, "approve", reason="", actor=wtd(), at=AT)


CHANGES: list[dict[str, Any]] = [
    {"name": "Another Open"},
    {"fee": 900},
    {"start": START_LATER + timedelta(days=1)},
    {"regulations": Regulations(time_control=clocks.FixedDays(days=3))},
    {"regulations": Regulations(tablebase_pieces=5)},
    {"games_per_pairing": 2},
]


@pytest.mark.clause("ICCF-TR-2017 6.3/1", "ICCF-TR-2017 12.2/1")
@pytest.mark.parametrize("fields", CHANGES)
def test_what_was_changed_after_the_approval_is_not_announced(fields: dict[str, Any]) -> None:
    who = organiser()
    event = approved(who)
    given = {"name": "Second Open", "start": START_LATER, **fields}
    planning.change(event.pk, plan_of("open", **given), actor=who)
    with pytest.raises(Refused) as refusal:
        planning.announce(event.pk, actor=who, at=AT)
    (against,) = [ground for ground in refusal.value.grounds if ground.facts.get("changed")]
    assert (str(against.clause), against.facts["changed"]) == ("ICCF-TR-2017 6.3/1", 1)
    event.refresh_from_db()
    assert len(plan_changes(approval_of(event), event)) >= 1
    assert [step.what for step in _steps(event, who)] == ["apply", "change", "throw-away"]


def _steps(event: Event, who: User) -> list[Any]:
    page = run_page(event, who, on=AT.date())
    return [step for step in (page.main, *page.others) if step is not None]


def test_the_page_shows_what_differs_and_a_change_that_is_taken_back_is_none() -> None:
    who = organiser()
    event = approved(who)
    planning.change(event.pk, plan_of("open", name="Another Open", start=START_LATER, fee=900), actor=who)
    page = signed_in(who).get(f"/events/{event.pk}/run").content.decode()
    for words in ("As applied for", "Second Open", "Another Open", "900", "Apply for approval"):
        assert words in page
    planning.change(event.pk, plan_of("open", name="Second Open", start=START_LATER), actor=who)
    page = signed_in(who).get(f"/events/{event.pk}/run").content.decode()
    assert "As applied for" not in page
    assert planning.announce(event.pk, actor=who, at=AT).state == Event.State.OPEN


def test_a_changed_plan_is_applied_for_anew_and_announced_once_that_is_approved() -> None:
    who = organiser()
    event = approved(who)
    with pytest.raises(Stale):
        approving.apply(event.pk, **MONEY, actor=who, at=AT)
    planning.change(event.pk, plan_of("open", name="Second Open", start=START_LATER, fee=900), actor=who)
    approving.apply(event.pk, **MONEY, actor=who, at=AT + timedelta(days=1))
    with pytest.raises(Refused):
        planning.announce(event.pk, actor=who, at=AT + timedelta(days=1))
    approving.decide_on(event.pk, "approve", reason="", actor=wtd(), at=AT + timedelta(days=2))
    announced = planning.announce(event.pk, actor=who, at=AT + timedelta(days=2))
    assert (announced.state, announced.fee) == (Event.State.OPEN, 900)
    assert Case.objects.filter(state="approved").count() == 2


def test_what_is_changed_while_an_application_waits_is_not_approved_with_it() -> None:
    who = organiser()
    event, _ = planned(who)
    approving.apply(event.pk, **MONEY, actor=who, at=AT)
    planning.change(event.pk, plan_of("open", name="Second Open", start=START_LATER, fee=900), actor=who)
    director = wtd()
    page = signed_in(director).get(f"/events/{event.pk}/run").content.decode()
    assert "As applied for" in page
    approving.decide_on(event.pk, "approve", reason="", actor=director, at=AT)
    with pytest.raises(Refused):
        planning.announce(event.pk, actor=who, at=AT)


def test_an_application_names_who_decides_and_says_if_nobody_can() -> None:
    who = organiser()
    event, _ = planned(who)
    case = approving.apply(event.pk, **MONEY, actor=who, at=AT)
    assert "Nobody holds the office World Tournament Director today" in who_decides(case)
    Office.objects.create(user=who, kind=Office.Kind.WORLD_DIRECTOR, begins=AT.date())
    assert "Nobody decides about their own event" in who_decides(case)
    client = signed_in(who)
    page = client.get(f"/events/{event.pk}/run").content.decode()
    assert "Nobody decides about their own event" in page
    assert f"/events/{event.pk}/run/approve" not in page
    desk = client.get("/desk").content.decode()
    assert f"/events/{event.pk}/run/approve" not in desk
    wtd()
    assert "World Tournament Director decides: Wanda Director." in who_decides(case)


def congress() -> User:
    return person("Conny Congress", offices=(Office.Kind.CONGRESS,))


def board() -> User:
    return person("Bea Board", offices=(Office.Kind.EXECUTIVE_BOARD,))


def on_desks(case: Case, *people: User) -> list[bool]:
    """Whether each person has the application on their desk with its steps, and can take them on the event's page."""
    found = []
    for who in people:
        client = signed_in(who)
        is_on_desk = f"/cases/{case.pk}/steps/approve" in client.get("/desk").content.decode()
        page = client.get(f"/events/{case.event_id}/run").content.decode()
        assert (f"/events/{case.event_id}/run/approve" in page) == is_on_desk
        found.append(is_on_desk)
    return found


@pytest.mark.clause("ICCF-TR-2017 12.2/3")
def test_what_is_referred_waits_on_the_desk_of_congress_alone_and_congress_is_told() -> None:
    who, director, member, other = organiser(), wtd(), congress(), board()
    event, _ = planned(who)
    case = approving.apply(event.pk, **MONEY, actor=who, at=AT)
    assert on_desks(case, who, director, member, other) == [False, True, False, False]
    assert [mail.user for mail in Mail.objects.filter(kind="approval-asked")] == [director]
    approving.decide_on(event.pk, "refer", reason="A matter for all.", actor=director, at=AT)
    case.refresh_from_db()
    assert on_desks(case, who, director, member, other) == [False, False, True, False]
    assert {mail.user for mail in Mail.objects.filter(kind="approval-asked")} == {director, member}
    assert "Congress decides: Conny Congress." in who_decides(case)
    assert not Mail.objects.filter(kind="approval-decided").exists()
    page = signed_in(member).get(f"/events/{event.pk}/run").content.decode()
    assert f"/events/{event.pk}/run/refer" not in page, "there is nobody to refer it to"
    approving.decide_on(event.pk, "approve", reason="", actor=member, at=AT)
    event.refresh_from_db()
    assert event.approved == AT.date()


@pytest.mark.clause("ICCF-TR-2017 12.2/1", "ICCF-TR-2017 1.0.11/3")
@pytest.mark.parametrize("state", ["applied", "with Congress"])
def test_the_board_decides_where_the_office_is_empty(state: str) -> None:
    who, other = organiser(), board()
    event, _ = planned(who)
    case = approving.apply(event.pk, **MONEY, actor=who, at=AT)
    Case.objects.update(state=state)
    case.refresh_from_db()
    assert on_desks(case, who, other) == [False, True]
    assert "Executive Board decides, as nobody in the office" in who_decides(case)
    Office.objects.create(
        user=person(), kind=Office.Kind.WORLD_DIRECTOR if state == "applied" else Office.Kind.CONGRESS, begins=AT.date()
    )
    assert on_desks(case, who, other) == [False, False]


@pytest.mark.clause("ICCF-TR-2017 1.0.11/3")
def test_the_only_world_tournament_director_does_not_decide_about_their_own_event() -> None:
    own, other = person("Olga Own", offices=(Office.Kind.ORGANISER, Office.Kind.WORLD_DIRECTOR)), board()
    event, _ = planned(own)
    case = approving.apply(event.pk, **MONEY, actor=own, at=AT)
    assert on_desks(case, own, other) == [False, True]
    assert [mail.user for mail in Mail.objects.filter(kind="approval-asked")] == [other]
    with pytest.raises(NotAllowed):
        approving.decide_on(event.pk, "approve", reason="", actor=own, at=AT)
    answer = signed_in(other).post(f"/events/{event.pk}/run/approve", {"reason": "A fair plan."}, follow=True)
    assert answer.status_code == 200, "the page is still theirs to see"
    step = case.steps.get()
    assert (step.office, step.by) == ("Executive Board", other)
    assert "stands-in" in [ground["facts"].get("outcome") for ground in step.grounds]


@pytest.mark.clause("ICCF-TR-2017 1.0.11/3")
def test_a_delegate_of_the_federation_that_applied_does_not_decide_in_another_office() -> None:
    """The other delegate of the federation applied: it is their event as well."""
    applicant, both = delegate_of("CZE"), delegate_of("CZE")
    Office.objects.create(user=both, kind=Office.Kind.WORLD_DIRECTOR, begins=AT.date())
    event, _ = planned(organiser())
    Event.objects.filter(pk=event.pk).update(organiser=None, federation="CZE")
    case = approving.apply(event.pk, **MONEY, actor=applicant, at=AT)
    assert on_desks(case, both, board()) == [False, True]


def test_whoever_is_given_an_office_is_told_and_finds_what_came_before() -> None:
    who = organiser()
    event, _ = planned(who)
    approving.apply(event.pk, **MONEY, actor=who, at=clock.now())
    assert not Mail.objects.filter(kind="approval-asked").exists()
    late, administrator = person("Lea Late"), person(is_administrator=True)
    offices.give(
        late.player, Office.Kind.WORLD_DIRECTOR, begins=clock.now().date(), actor=administrator, at=clock.now()
    )
    (mail,) = Mail.objects.filter(kind="office-given")
    assert mail.user == late
    assert "waits for your approval" in signed_in(late).get("/desk").content.decode()


def test_whoever_takes_an_office_themselves_gets_no_letter_about_it() -> None:
    founder = person(is_administrator=True)
    offices.give(founder.player, Office.Kind.WORLD_DIRECTOR, begins=clock.now().date(), actor=founder, at=clock.now())
    assert not Mail.objects.filter(kind="office-given").exists()


def test_an_approval_is_not_handed_on_to_the_next_stage() -> None:
    who = organiser()
    event = approved(who)
    following = planning.plan(plan_of("open", start=START_LATER), actor=who, at=AT, after=event)
    assert (following.needs_approval, following.approved) == (True, None)
    with pytest.raises(Refused):
        planning.announce(following.pk, actor=who, at=AT)
