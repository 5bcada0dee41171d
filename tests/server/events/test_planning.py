"""Planning: who may, what the rules leave open, announcing, moving days, and what other offices say."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction

from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.terms import Transmission
from slowmate.records import PromotionPlan
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.choices import Plan
from slowmate.server.events.models import Decision, Event, EventEntry, Pairing, RightUse, Section
from slowmate.server.events.pages.event_run import may_see_run_page
from slowmate.server.events.permissions import may_see_event, runs
from slowmate.server.events.regulations import Regulations
from slowmate.server.events.services import approving, dividing, planning
from slowmate.server.games.models import Game
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.ratings.models import RatingList
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events import organising
from tests.server.events.building import delegate_of
from tests.server.events.organising import CLOSED_AT, DEADLINE, PRELIMINARY, START, noon, plan_of
from tests.support.people import AT, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def in_office(kind: Office.Kind) -> User:
    return person(offices=(kind,))


# -- who plans what ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "office", "may"),
    [
        (PRELIMINARY, Office.Kind.TITLE_TOURNAMENTS, True),
        (PRELIMINARY, Office.Kind.NON_TITLE_TOURNAMENTS, False),
        ("world-cup-preliminary", Office.Kind.NON_TITLE_TOURNAMENTS, True),
        ("world-cup-preliminary", Office.Kind.TITLE_TOURNAMENTS, False),
        ("world-cup-preliminary", Office.Kind.ORGANISER, False),
        ("open", Office.Kind.ORGANISER, True),
        ("open", Office.Kind.NON_TITLE_TOURNAMENTS, True),
        ("open", Office.Kind.DIRECTOR, False),
        ("national", Office.Kind.NON_TITLE_TOURNAMENTS, False),
        ("open", Office.Kind.EXECUTIVE_BOARD, False),
    ],
)
def test_a_kind_of_event_is_planned_by_the_office_that_runs_it(kind: str, office: Office.Kind, may: bool) -> None:
    numbered = {"number": 40} if kind != "open" and kind != "national" else {}
    plan = plan_of(kind, **numbered)
    if may:
        assert planning.plan(plan, actor=in_office(office), at=AT).state == Event.State.DRAFT
    else:
        with pytest.raises(NotAllowed):
            planning.plan(plan, actor=in_office(office), at=AT)


def test_a_delegate_plans_the_championship_of_their_own_federation_and_of_no_other() -> None:
    czech = delegate_of("CZE")
    event = planning.plan(plan_of("national"), actor=czech, at=AT)
    assert event.federation == "CZE"
    assert not event.needs_approval
    assert runs(czech, event)
    assert not runs(delegate_of("GER"), event)
    with pytest.raises(Unfit) as unfit:
        planning.plan(plan_of("national", federation="GER"), actor=czech, at=AT)
    assert unfit.value.field == "federation"


def test_a_draft_is_seen_by_its_planner_alone() -> None:
    organiser = in_office(Office.Kind.ORGANISER)
    event = planning.plan(plan_of("open"), actor=organiser, at=AT)
    assert may_see_event(organiser, event)
    for other in (in_office(Office.Kind.ORGANISER), in_office(Office.Kind.NON_TITLE_TOURNAMENTS), person()):
        assert not may_see_event(other, event)
        with pytest.raises(NotAllowed):
            planning.change(event.pk, plan_of("open"), actor=other)


# -- what is planned --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields", "wrong"),
    [
        ("open", {"name": "  "}, "name"),
        ("open", {"deadline": START + timedelta(days=1)}, "deadline"),
        ("open", {"start": None}, "start"),
        ("open", {"start": date(2012, 1, 1), "deadline": date(2011, 12, 1)}, "start"),
        ("open", {"planned_end": START}, "planned_end"),
        ("open", {"preferred_size": 2}, "preferred_size"),
        ("open", {"preferred_size": None}, "preferred_size"),
        ("open", {"places": 2}, "places"),
        ("open", {"fee": 1_000_000}, "fee"),
        ("open", {"fee": None}, "fee"),
        ("open", {"deadline": START}, "deadline"),
        ("open", {"deadline": START - timedelta(days=1)}, "deadline"),
        ("open", {"start": date(2023, 9, 30), "deadline": date(2023, 7, 1)}, "level"),
        ("open", {"level": 1800}, "level"),
        ("open", {"number": 3}, "number"),
        ("open", {"promotion": PromotionPlan(up=1)}, "up"),
        ("open", {"regulations": Regulations(positions=Positions.ONE)}, "positions"),
        ("open", {"regulations": Regulations(fen="8/8/8/8/8/8/8/8 w - - 0 1")}, "fen"),
        ("thematic", {}, "fen"),
        ("thematic", {"regulations": Regulations(fen="rubbish")}, "fen"),
        ("chess960", {}, "positions"),
        ("open-preliminary", {"promotion": PromotionPlan()}, "up"),
        ("master-class", {"preferred_size": 9}, "preferred_size"),
        ("master-class", {"level": 2000}, "level"),
        ("master-class", {"games_per_pairing": 2}, "games_per_pairing"),
        ("world-cup-preliminary", {}, "number"),
        ("world-cup-preliminary", {"number": 25, "planned_end": date(2027, 1, 1)}, "planned_end"),
        ("friendly-match", {}, "kind"),
        ("fide-swiss", {"preferred_size": 9}, "kind"),
        ("tiddlywinks", {"preferred_size": 9}, "kind"),
    ],
)
def test_a_plan_says_what_the_rules_leave_open_and_nothing_else(kind: str, fields: dict[str, Any], wrong: str) -> None:
    plan = Plan(
        **{
            "kind": kind,
            "name": "A name",
            "start": START,
            "deadline": DEADLINE,
            "regulations": Regulations(),
            "fee": 0,
            **({"preferred_size": 9} if kind in ("open", "thematic", "chess960", "open-preliminary") else {}),
            **fields,
        }
    )
    with pytest.raises(Unfit) as unfit:
        planning.plan(plan, actor=in_office(Office.Kind.NON_TITLE_TOURNAMENTS), at=AT)
    assert unfit.value.field == wrong
    assert not Event.objects.exists()


@pytest.mark.clause("ICCF-TR-2017 3.2")
def test_a_round_of_a_cup_is_planned_for_two_years() -> None:
    who = in_office(Office.Kind.NON_TITLE_TOURNAMENTS)
    event = planning.plan(plan_of("world-cup-preliminary", number=25), actor=who, at=AT)
    assert event.planned_end == date(2026, 9, 20)
    assert event.series is not None
    assert (event.series.family, event.cycle) == ("cup", 25)


@pytest.mark.clause("ICCF-TR-2017 9.2/time-server", "ICCF-TR-2017 9.2(a)")
@pytest.mark.parametrize(
    ("kind", "control", "rated"),
    [
        ("open", clocks.Classic(), True),
        ("open", clocks.FixedDays(days=2), False),
        ("national", clocks.Classic(), False),
    ],
)
def test_whether_it_is_rated_follows_from_its_kind_and_its_time(
    kind: str, control: clocks.TimeControl, rated: bool
) -> None:
    who = delegate_of("CZE") if kind == "national" else in_office(Office.Kind.NON_TITLE_TOURNAMENTS)
    event = planning.plan(plan_of(kind, regulations=Regulations(control)), actor=who, at=AT)
    assert event.is_rated is rated


def test_a_draft_can_be_changed_and_what_is_announced_cannot() -> None:
    who = organising.commissioner()
    event = planning.plan(plan_of("open"), actor=who, at=AT)
    planning.change(event.pk, plan_of("open", name="Another name", transmission=Transmission.POST), actor=who)
    event.refresh_from_db()
    assert (event.name, event.by_post) == ("Another name", True)
    with pytest.raises(Unfit):
        planning.change(event.pk, plan_of("thematic"), actor=who)
    planning.announce(event.pk, actor=who, at=AT)
    with pytest.raises(Stale):
        planning.change(event.pk, plan_of("open"), actor=who)


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 1.0.5/2")
def test_a_plan_leaves_a_day_to_divide_and_to_post_the_start_lists() -> None:
    who = organising.commissioner()
    with pytest.raises(Unfit, match=r"22 September 2024 or later.*\(1\.0\.5/5\)") as unfit:
        planning.plan(plan_of("open", deadline=START), actor=who, at=AT)
    assert unfit.value.field == "deadline"
    event = planning.plan(plan_of("open", deadline=START - timedelta(days=2)), actor=who, at=AT)
    planning.announce(event.pk, actor=who, at=AT)
    with pytest.raises(Unfit):
        planning.extend(event.pk, START - timedelta(days=1), reason="more time", actor=who, at=AT)
    queue = organising.commissioner("master-norm")
    assert planning.plan(plan_of("master-norm", start=None), actor=queue, at=AT).start == DEADLINE


def test_a_draft_is_thrown_away_by_those_who_run_it() -> None:
    who = in_office(Office.Kind.ORGANISER)
    event = planning.plan(plan_of("open"), actor=who, at=AT)
    with pytest.raises(NotAllowed):
        planning.throw_away(event.pk, actor=in_office(Office.Kind.ORGANISER), at=AT)
    planning.throw_away(event.pk, actor=who, at=AT)
    assert not Event.objects.exists()


def test_a_draft_that_was_applied_for_stays_on_record_unseen() -> None:
    who = in_office(Office.Kind.ORGANISER)
    event = planning.plan(plan_of("open"), actor=who, at=AT)
    approving.apply(event.pk, prizes=[], source="", appearance_fees=0, words="", accords=True, actor=who, at=AT)
    planning.throw_away(event.pk, actor=who, at=AT)
    event.refresh_from_db()
    assert (event.state, event.cases.get().closed) == ("cancelled", AT)
    for other in (person(), in_office(Office.Kind.WORLD_DIRECTOR)):
        assert not may_see_event(other, event)
        assert not Event.objects.filter(may_see_event.among(other)).exists()
    director = in_office(Office.Kind.WORLD_DIRECTOR)
    with pytest.raises(Stale):
        approving.decide_on(event.pk, "approve", reason="", actor=director, at=AT)


def test_organisers_call_off_their_own_event_before_it_starts() -> None:
    organiser = in_office(Office.Kind.ORGANISER)
    event, who = organising.closed("open", 5)
    with pytest.raises(NotAllowed):
        planning.call_off(event.pk, reason="no", actor=who, at=CLOSED_AT)  # of ICCF: the Executive Board alone
    Event.objects.filter(pk=event.pk).update(organiser=organiser)
    with pytest.raises(NotAllowed):
        planning.call_off(event.pk, reason="no", actor=in_office(Office.Kind.ORGANISER), at=CLOSED_AT)
    with pytest.raises(Unfit):
        planning.call_off(event.pk, reason=" ", actor=organiser, at=CLOSED_AT)
    planning.call_off(event.pk, reason="The sponsor has left.", actor=organiser, at=CLOSED_AT)
    event.refresh_from_db()
    assert event.state == "cancelled"
    assert Mail.objects.filter(kind="event-cancelled").count() == 5
    assert Decision.objects.filter(what="call off").get().reason == "The sponsor has left."
    running, _ = organising.started("open", 9)
    Event.objects.filter(pk=running.pk).update(organiser=organiser)
    with pytest.raises(Refused):
        planning.call_off(running.pk, reason="too late", actor=organiser, at=noon(START))


# -- announcing -------------------------------------------------------------------------------------------------------


def test_an_announcement_is_a_decision_with_its_grounds_and_may_open_entries() -> None:
    who = organising.commissioner()
    event = planning.plan(plan_of("open"), actor=who, at=AT)
    announced = planning.announce(event.pk, actor=who, at=AT, opens=False)
    assert (announced.state, announced.announced) == (Event.State.ANNOUNCED, AT.date())
    assert planning.open_entries(event.pk, actor=who, at=AT).state == Event.State.OPEN
    decisions = list(Decision.objects.order_by("pk").values_list("what", "office", "by"))
    assert decisions == [(what, "Non-Title Tournament Commissioner", who.pk) for what in ("announce", "open entries")]
    assert Decision.objects.filter(what="announce").get().grounds


@pytest.mark.clause("ICCF-TR-2017 0.2/2", "ICCF-TR-2017 1.0.5/2", "ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 1.0.4/2")
@pytest.mark.parametrize(
    ("kind", "fields", "clause"),
    [
        ("open", {"fee": None}, "0.2/2"),
        ("open", {"deadline": date(2024, 4, 30)}, "1.0.5/2"),
        ("open", {"deadline": START - timedelta(days=1)}, "1.0.5/5"),
        ("world-championship-final", {"start": date(2024, 8, 31)}, "1.0.4/2"),
    ],
)
def test_an_announcement_that_lacks_something_is_refused(kind: str, fields: dict[str, Any], clause: str) -> None:
    """Drafts of earlier versions may lack what a plan asks for now."""
    who = organising.commissioner(kind)
    number = {"number": 40} if kind != "open" else {}
    event = planning.plan(plan_of(kind, **number), actor=who, at=AT)
    Event.objects.filter(pk=event.pk).update(**fields)
    with pytest.raises(Refused) as refusal:
        planning.announce(event.pk, actor=who, at=AT)
    missing = [ground.clause.address for ground in refusal.value.grounds if ground.facts.get("holds") is False]
    assert missing == [clause]
    event.refresh_from_db()
    assert event.state == Event.State.DRAFT


def test_of_two_who_announce_at_once_the_second_is_told_so() -> None:
    who = organising.commissioner()
    event = planning.plan(plan_of("open"), actor=who, at=AT)
    planning.announce(event.pk, actor=who, at=AT, seen=Event.State.DRAFT)
    with pytest.raises(Stale, match="just taken another step"):
        planning.announce(event.pk, actor=organising.commissioner(), at=AT, seen=Event.State.DRAFT)
    assert Decision.objects.filter(what="announce").count() == 1


# -- moving days ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.5/3")
def test_a_deadline_moves_to_a_later_day_with_a_reason_and_opens_what_was_closed() -> None:
    event, who = organising.closed("open", 5)
    later = DEADLINE + timedelta(days=14)
    with pytest.raises(Refused):
        planning.extend(event.pk, DEADLINE, reason="please", actor=who, at=CLOSED_AT)
    with pytest.raises(Unfit):
        planning.extend(event.pk, later, reason=" ", actor=who, at=CLOSED_AT)
    with pytest.raises(Unfit) as unfit:
        planning.extend(event.pk, START + timedelta(days=1), reason="please", actor=who, at=CLOSED_AT)
    assert unfit.value.field == "deadline"
    moved = planning.extend(event.pk, later, reason="The post is on strike.", actor=who, at=CLOSED_AT)
    assert (moved.state, moved.deadline) == (Event.State.OPEN, later)
    letters = Mail.objects.filter(kind="event-extended")
    assert letters.count() == 5
    assert letters[0].facts["reason"] == "The post is on strike."
    assert dividing.close_entries(event.pk, at=CLOSED_AT) is False


def test_the_commitment_of_a_draw_stands_when_entries_are_closed_a_second_time() -> None:
    event, who = organising.closed("open", 5)
    before = event.draws.get()
    planning.extend(event.pk, DEADLINE + timedelta(days=7), reason="A strike.", actor=who, at=CLOSED_AT)
    organising.entered(event, organising.field(4))
    assert dividing.close_entries(event.pk, at=CLOSED_AT + timedelta(days=7))
    after = event.draws.get()
    assert (after.pk, after.commitment, len(after.entrants)) == (before.pk, before.commitment, 9)


@pytest.mark.clause("ICCF-TR-2017 1.0.5/3")
def test_a_start_that_was_posted_is_postponed_and_its_lists_are_posted_again() -> None:
    event, who = organising.posted("open", 9)
    later = START + timedelta(days=30)
    with pytest.raises(Refused):
        planning.postpone(event.pk, START - timedelta(days=1), reason="sooner", actor=who, at=CLOSED_AT)
    moved = planning.postpone(event.pk, later, reason="Not all have paid.", actor=who, at=CLOSED_AT)
    section = moved.sections.get()
    assert (moved.state, section.state) == (Event.State.CONFIRMED, Section.State.CONFIRMED)
    assert (moved.start, section.start, section.posted) == (later, later, None)
    assert Mail.objects.filter(kind="event-postponed").count() == 9


def test_nobody_else_moves_a_day() -> None:
    event, _ = organising.opened("open")
    for other in (in_office(Office.Kind.TITLE_TOURNAMENTS), in_office(Office.Kind.DIRECTOR), person()):
        with pytest.raises(NotAllowed):
            planning.extend(event.pk, DEADLINE + timedelta(days=1), reason="x", actor=other, at=AT)
        with pytest.raises(NotAllowed):
            planning.postpone(event.pk, START + timedelta(days=1), reason="x", actor=other, at=AT)


# -- other offices ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.11/3")
def test_the_board_cancels_and_gives_back_what_was_used() -> None:
    event, who = organising.confirmed(PRELIMINARY, 13, (13,), number=40, players=organising.masters(13))
    assert RightUse.objects.filter(given_back=None).count() == 13
    board = in_office(Office.Kind.EXECUTIVE_BOARD)
    with pytest.raises(NotAllowed):
        planning.cancel(event.pk, reason="no", actor=who, at=CLOSED_AT)
    with pytest.raises(Unfit):
        planning.cancel(event.pk, reason="", actor=board, at=CLOSED_AT)
    assert planning.cancel(event.pk, reason="The server moves.", actor=board, at=CLOSED_AT).state == "cancelled"
    assert not RightUse.objects.filter(given_back=None).exists()
    assert Mail.objects.filter(kind="event-cancelled").count() == 13
    assert EventEntry.objects.filter(event=event, state="seated").count() == 13


@pytest.mark.clause("ICCF-TR-2017 9.2(c)", "ICCF-TR-2017 9.2(d)")
@pytest.mark.parametrize(
    ("kind", "office", "other"),
    [
        ("national", Office.Kind.RATINGS, Office.Kind.EXECUTIVE_BOARD),
        ("chess960", Office.Kind.EXECUTIVE_BOARD, Office.Kind.RATINGS),
    ],
)
def test_an_event_is_rated_once_the_office_agrees_that_the_rules_name(
    kind: str, office: Office.Kind, other: Office.Kind
) -> None:
    who = delegate_of("CZE") if kind == "national" else None
    fields = {"regulations": Regulations(positions=Positions.ONE)} if kind == "chess960" else {}
    event, _ = organising.opened(kind, by=who, **fields)
    assert not event.is_rated
    with pytest.raises(NotAllowed):
        planning.agree_to_rating(event.pk, actor=in_office(other), at=AT)
    assert planning.agree_to_rating(event.pk, actor=in_office(office), at=AT).is_rated
    with pytest.raises(Stale):
        planning.agree_to_rating(event.pk, actor=in_office(office), at=AT)


@pytest.mark.clause("ICCF-TR-2017 9.2(c)")
def test_the_commissioner_may_agree_while_the_event_runs_until_a_list_would_have_counted_it() -> None:
    """The games that run become rated; once a list of their months is published, it is too late."""
    players = organising.field(5)
    for player in players:
        player.federation = "CZE"
        player.save()
    event, _ = organising.started("national", 5, (5,), by=delegate_of("CZE"), players=players, preferred_size=5)
    keeper = in_office(Office.Kind.RATINGS)
    assert may_see_run_page(keeper, event)
    assert not Game.objects.filter(is_rated=True).exists()
    pairing = Pairing.objects.filter(section__event=event).order_by("pk")[0]
    Game.objects.filter(pairing=pairing).update(finished=AT, result="1-0", status="finished")
    days = {"results_from": AT.date(), "results_until": AT.date(), "valid_from": AT.date()}
    listed = RatingList.objects.create(pool="chess", period="2024/1", rules="iccf-2023", prepared=AT, **days)
    with transaction.atomic():
        listed.state, listed.published = RatingList.State.PUBLISHED, AT
        listed.save()
        with pytest.raises(Refused) as refused:
            planning.agree_to_rating(event.pk, actor=keeper, at=AT)
        assert not may_see_run_page(keeper, event)
        transaction.set_rollback(True)
    (ground,) = refused.value.grounds
    assert (str(ground.clause), ground.facts["list"]) == ("ICCF-TR-2017 9.2(c)", "2024/1")
    assert "agreement" in str(ground.facts["reading"])
    assert planning.agree_to_rating(event.pk, actor=keeper, at=AT).is_rated, "the list is prepared, not published"
    assert Game.objects.filter(is_rated=True, is_agreed=True).count() == 10
    assert not may_see_run_page(keeper, Event.objects.get(pk=event.pk))
