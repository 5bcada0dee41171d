"""Entering an event: what the rules say is kept, and what is missing is waited for."""

from datetime import date, timedelta

import pytest

from slowmate.rulebook import Refused
from slowmate.server.events.models import Bar, Bond, Decision, Event, EventEntry, Section
from slowmate.server.events.permissions import acting_for
from slowmate.server.events.queries.entries import entries_of, places_taken, waiting_list, waiting_place
from slowmate.server.events.services import admitting, entries
from slowmate.server.events.services.steps import By
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Federation, Office, Player, TitleHeld
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events.building import DEADLINE, START, delegate_of, entered, open_event, rated, runner
from tests.support.people import AT, account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

State = EventEntry.State


def mailed(player: Player) -> list[str]:
    return list(Mail.objects.filter(user=player.user).order_by("pk").values_list("kind", flat=True))


# by the player himself


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
def test_a_newcomer_enters_an_open_event_and_is_accepted_at_once() -> None:
    user = person()
    entry = entered(open_event(), user)
    assert (entry.state, entry.answer, entry.route) == (State.ACCEPTED, "may", "ICCF-TR-2017 2.2/3")
    assert (entry.via, entry.made_by, entry.pending, entry.uses) == ("", user, [], [])
    assert mailed(user.player) == ["entry-accepted"]
    said = list(Decision.objects.filter(entry=entry).order_by("pk").values_list("what", "office", "is_public"))
    assert said == [("enter", "player", False), ("accept", "server", False)]


@pytest.mark.clause("ICCF-TR-2017 1.0.5/2")
@pytest.mark.parametrize(("day", "accepted"), [(DEADLINE, True), (DEADLINE + timedelta(days=1), False)])
def test_the_last_day_is_in_time_and_the_next_is_not(day: date, accepted: bool) -> None:
    event, user = open_event(), person()
    at = AT.replace(month=day.month, day=day.day)
    if accepted:
        assert entered(event, user, at=at).state == State.ACCEPTED
        return
    with pytest.raises(Refused) as refused:
        entered(event, user, at=at)
    assert str(refused.value.grounds[0].clause) == "ICCF-TR-2017 1.0.5/2"
    assert not EventEntry.objects.exists()
    assert not Mail.objects.exists()


@pytest.mark.parametrize("state", [state for state in Event.State if state not in ("open", "draft")])
def test_nobody_enters_an_event_that_is_not_open(state: str) -> None:
    event, user = open_event(state=state), person()
    with pytest.raises(Unfit):
        entered(event, user)
    assert not EventEntry.objects.exists()


def test_a_draft_is_nobodys_business() -> None:
    with pytest.raises(NotAllowed):
        entered(open_event(state=Event.State.DRAFT), person())


@pytest.mark.clause("ICCF-TR-2017 2.6(a)", "ICCF-TR-2017 2.4(b)")
@pytest.mark.parametrize(
    ("rating", "kind", "clause"),
    [
        (2100, "master-class", "ICCF-TR-2017 2.6(a)"),
        (2099, "higher-class", "ICCF-TR-2017 2.5(a)"),
        (1899, "open-class", "ICCF-TR-2017 2.4(b)"),
    ],
)
def test_the_rating_opens_the_class_it_belongs_to_and_no_other(rating: int, kind: str, clause: str) -> None:
    for other in ("master-class", "higher-class", "open-class"):
        event, player = open_event(other), rated(rating)
        if other == kind:
            assert entered(event, player).route == clause
        else:
            with pytest.raises(Refused):
                entered(event, player)


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
@pytest.mark.parametrize(("until", "may"), [(AT.date(), True), (AT.date() + timedelta(days=1), False), (None, False)])
def test_a_bar_keeps_a_player_out_until_its_last_day(until: date | None, may: bool) -> None:
    event, user = open_event(), person()
    Bar.objects.create(player=user.player, since=date(2024, 1, 1), until=until, clause="ICCF-TR-2017 8.4/5")
    if may:
        assert entered(event, user).state == State.ACCEPTED
    else:
        with pytest.raises(Refused):
            entered(event, user)


def test_a_player_has_one_entry_at_a_time_and_may_enter_again_after_withdrawing() -> None:
    event, user = open_event(), person()
    first = entered(event, user)
    with pytest.raises(Stale):
        entered(event, user)
    entries.withdraw(first.pk, actor=user, at=AT)
    assert entered(event, user).state == State.ACCEPTED
    assert sorted(entry.state for entry in entries_of(user.player)) == ["accepted", "withdrawn"]


def test_nobody_enters_somebody_else() -> None:
    event, player = open_event(), rated(2000)
    for stranger in (person(), delegate_of("GER"), runner(), person(offices=(Office.Kind.EXECUTIVE_BOARD,))):
        with pytest.raises(NotAllowed):
            entries.enter(event, player, actor=stranger, at=AT)
    assert not EventEntry.objects.exists()


# by his federation


@pytest.mark.clause("ICCF-TR-2017 2.2/4")
def test_a_delegate_enters_a_player_of_his_federation_if_it_is_a_member() -> None:
    event, player, delegate = open_event(), rated(2000), delegate_of("CZE")
    entry = entries.enter(event, player, actor=delegate, at=AT)
    assert (entry.state, entry.via, entry.made_by) == (State.ACCEPTED, "CZE", delegate)
    Federation.objects.create(code="CZE", is_member=False)
    other = rated(2000)
    with pytest.raises(Refused) as refused:
        entries.enter(event, other, actor=delegate, at=AT)
    assert str(refused.value.grounds[0].clause) == "ICCF-TR-2017 2.2/4"
    assert entered(event, other).state == State.ACCEPTED, "by himself is Direct Entry"


# what is missing


@pytest.mark.clause("ICCF-TR-2017 0.2/2")
def test_an_entry_waits_for_its_fee_and_is_accepted_when_it_is_paid() -> None:
    event, user, commissioner = open_event(fee=20), person(), runner()
    entry = entered(event, user)
    assert (entry.state, entry.pending, entry.fee) == (State.PENDING, ["payment"], 20)
    assert mailed(user.player) == ["entry-received"]
    done = admitting.deal_with(event, "payment", [entry.pk], actor=commissioner, at=AT)
    assert (done.done, done.passed_over) == (1, 0)
    entry.refresh_from_db()
    assert (entry.state, entry.pending, entry.paid) == (State.ACCEPTED, [], 20)
    assert mailed(user.player) == ["entry-received", "entry-accepted"]
    again = admitting.deal_with(event, "payment", [entry.pk], actor=commissioner, at=AT)
    assert (again.done, again.passed_over) == (0, 1)


@pytest.mark.clause("ICCF-TR-2017 4.5/1", "ICCF-TR-2017 4.5/2")
def test_a_free_entry_of_a_grandmaster_waits_for_his_delegate() -> None:
    event, player = open_event("grandmaster-norm", fee=30), rated(2500)
    TitleHeld.objects.create(player=player, title="GM", confirmed=date(2010, 1, 1))
    entry = entered(event, player)
    assert (entry.state, entry.pending, entry.fee) == (State.PENDING, ["delegate"], 0)
    for stranger in (person(), delegate_of("GER"), account(player), runner(Office.Kind.TITLE_TOURNAMENTS)):
        with pytest.raises(NotAllowed):
            admitting.confirm(entry.pk, actor=stranger, at=AT)
    assert admitting.confirm(entry.pk, actor=delegate_of("CZE"), at=AT).state == State.ACCEPTED
    with pytest.raises(Stale):
        admitting.confirm(entry.pk, actor=delegate_of("CZE"), at=AT)


@pytest.mark.clause("ICCF-TR-2017 4.5/3")
def test_a_free_entry_from_a_country_without_a_federation_waits_for_proof_of_identity() -> None:
    Federation.objects.create(code="XXA", is_member=False)
    event, player = open_event("grandmaster-norm", fee=30), rated(2500, federation="XXA")
    TitleHeld.objects.create(player=player, title="GM", confirmed=date(2010, 1, 1))
    entry = entered(event, player)
    assert entry.pending == ["identity"]
    commissioner = runner(Office.Kind.TITLE_TOURNAMENTS)
    assert admitting.deal_with(event, "identity", [entry.pk], actor=commissioner, at=AT).done == 1
    entry.refresh_from_db()
    assert entry.state == State.ACCEPTED


@pytest.mark.clause("ICCF-TR-2017 8.4/6")
def test_who_owes_a_bond_pays_fee_and_bond_and_it_is_held() -> None:
    event, user, commissioner = open_event(fee=20), person(), runner()
    owed = Bond.objects.create(player=user.player, since=date(2023, 1, 1))
    entry = entered(event, user)
    assert (entry.bond, entry.pending) == (40, ["payment"])
    admitting.deal_with(event, "payment", [entry.pk], actor=commissioner, at=AT)
    entry.refresh_from_db()
    assert (entry.state, entry.pending) == (State.PENDING, ["bond"])
    admitting.deal_with(event, "bond", [entry.pk], actor=commissioner, at=AT)
    entry.refresh_from_db()
    owed.refresh_from_db()
    assert (entry.state, entry.bond_paid) == (State.ACCEPTED, 40)
    assert (owed.state, owed.amount, owed.entry) == (Bond.State.HELD, 40, entry)


@pytest.mark.clause("ICCF-TR-2017 8.4/6")
def test_who_owes_a_bond_and_enters_free_waits_for_the_office_and_its_reason() -> None:
    event, user, commissioner = open_event(), person(), runner()
    Bond.objects.create(player=user.player, since=date(2023, 1, 1))
    entry = entered(event, user)
    assert entry.pending == ["office"]
    with pytest.raises(Unfit):
        admitting.deal_with(event, "office", [entry.pk], actor=commissioner, at=AT)
    admitting.deal_with(event, "office", [entry.pk], reason="he promised", actor=commissioner, at=AT)
    entry.refresh_from_db()
    assert entry.state == State.ACCEPTED


def test_what_is_missing_when_the_deadline_has_passed_ends_the_entry() -> None:
    event, paid, unpaid = open_event(fee=20), person(), person()
    entry, missing = entered(event, paid), entered(event, unpaid)
    admitting.deal_with(event, "payment", [entry.pk], actor=runner(), at=AT)
    with pytest.raises(Refused):
        entries.lapse_unpaid(event, at=AT)
    missing.refresh_from_db()
    assert missing.state == State.PENDING
    late = AT.replace(month=8, day=1)
    assert entries.lapse_unpaid(event, at=late) == [missing]
    missing.refresh_from_db()
    assert missing.state == State.REFUSED
    assert mailed(unpaid.player)[-1] == "entry-refused"
    assert entries.lapse_unpaid(event, at=late) == []


# where the announcement decides


def test_where_the_announcement_decides_whoever_runs_the_event_admits_or_refuses() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    event = open_event("invitational", organiser=organiser)
    let_in, kept_out = entered(event), entered(event)
    assert (let_in.state, let_in.answer, let_in.route) == (State.ASKED, "the announcement decides", "")
    for stranger in (person(), runner(), person(offices=(Office.Kind.ORGANISER,))):
        with pytest.raises(NotAllowed):
            admitting.deal_with(event, "admit", [let_in.pk], actor=stranger, at=AT)
    assert admitting.deal_with(event, "admit", [let_in.pk], actor=organiser, at=AT).done == 1
    with pytest.raises(Unfit):
        admitting.deal_with(event, "refuse", [kept_out.pk], reason="  ", actor=organiser, at=AT)
    refused = admitting.deal_with(event, "refuse", [kept_out.pk, let_in.pk], reason="full", actor=organiser, at=AT)
    assert (refused.done, refused.passed_over) == (1, 1)
    let_in.refresh_from_db()
    kept_out.refresh_from_db()
    assert (let_in.state, kept_out.state) == (State.ACCEPTED, State.REFUSED)
    assert Mail.objects.get(kind="entry-refused").facts["reason"] == "full"
    assert Decision.objects.get(entry=kept_out, what="refuse").reason == "full"


def test_who_is_admitted_where_there_is_a_fee_pays_it_first() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    event = open_event("invitational", organiser=organiser, fee=10)
    entry = entered(event)
    assert (entry.state, entry.pending) == (State.ASKED, ["payment"])
    admitting.deal_with(event, "admit", [entry.pk], actor=organiser, at=AT)
    entry.refresh_from_db()
    assert entry.state == State.PENDING
    admitting.deal_with(event, "payment", [entry.pk], actor=organiser, at=AT)
    entry.refresh_from_db()
    assert entry.state == State.ACCEPTED


def test_nobody_decides_about_himself() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    event = open_event("invitational", organiser=organiser)
    own, other = entered(event, organiser), entered(event)
    done = admitting.deal_with(event, "admit", [own.pk, other.pk], actor=organiser, at=AT)
    assert (done.done, done.is_own) == (1, True)
    own.refresh_from_db()
    assert own.state == State.ASKED


def test_an_entry_of_another_event_is_dealt_with_by_nobody() -> None:
    commissioner = runner()
    event, other = open_event(fee=20), open_event(fee=20)
    entry, elsewhere = entered(event), entered(other)
    with pytest.raises(NotAllowed):
        admitting.deal_with(event, "payment", [entry.pk, elsewhere.pk], actor=commissioner, at=AT)
    entry.refresh_from_db()
    assert entry.state == State.PENDING
    with pytest.raises(Unfit):
        admitting.deal_with(event, "nonsense", [entry.pk], actor=commissioner, at=AT)


# places


def test_who_comes_after_the_last_place_waits_in_the_order_of_entry_and_moves_up() -> None:
    event = open_event(places=2)
    people = [person() for _ in range(5)]
    found = [entered(event, user, at=AT + timedelta(minutes=n)) for n, user in enumerate(people)]
    assert [entry.state for entry in found] == ["accepted", "accepted", "waiting", "waiting", "waiting"]
    assert places_taken(event) == 2
    assert [waiting_place(entry) for entry in found[2:]] == [1, 2, 3]
    assert [entries_of(user.player).get().waiting_before for user in people[2:]] == [0, 1, 2]  # type: ignore[attr-defined]
    assert mailed(people[3].player) == ["entry-waiting"]
    entries.withdraw(found[3].pk, actor=people[3], at=AT)
    entries.withdraw(found[0].pk, actor=people[0], at=AT)
    assert [entry.state for entry in EventEntry.objects.order_by("pk")] == [
        *("withdrawn", "accepted", "accepted", "withdrawn", "waiting")
    ]
    assert list(waiting_list(event)) == [found[4]]
    assert mailed(people[2].player) == ["entry-waiting", "entry-accepted"]


def test_who_pays_late_waits_where_he_entered() -> None:
    event, commissioner = open_event(places=1, fee=20), runner()
    late, quick, third = (entered(event, at=AT + timedelta(minutes=n)) for n in range(3))
    admitting.deal_with(event, "payment", [quick.pk], actor=commissioner, at=AT)
    admitting.deal_with(event, "payment", [third.pk], actor=commissioner, at=AT)
    admitting.deal_with(event, "payment", [late.pk], actor=commissioner, at=AT)
    assert list(waiting_list(event)) == [late, third]


# withdrawing


@pytest.mark.clause("ICCF-TR-2017 8.1/1")
def test_the_player_or_his_delegate_withdraws_an_entry_and_nobody_else() -> None:
    event, player = open_event(), rated(2000)
    entry = entered(event, player)
    for stranger in (person(), delegate_of("GER"), runner()):
        with pytest.raises(NotAllowed):
            entries.withdraw(entry.pk, actor=stranger, at=AT)
    with pytest.raises(NotAllowed):
        entries.withdraw(10**9, actor=account(player), at=AT)
    assert entries.withdraw(entry.pk, actor=delegate_of("CZE"), at=AT).state == State.WITHDRAWN
    assert mailed(player) == ["entry-accepted", "entry-withdrawn"]
    with pytest.raises(Stale):
        entries.withdraw(entry.pk, actor=account(player), at=AT)


@pytest.mark.parametrize("days", [0, 5])
def test_once_play_has_begun_an_entry_is_not_withdrawn_any_more(days: int) -> None:
    event, user = open_event(), person()
    entry = entered(event, user)
    by = By(acting_for(event), AT, runner())
    entries.seat(event, [entry], by, start=START)
    at = AT.replace(month=9, day=20) + timedelta(days=days)
    with pytest.raises(Refused):
        entries.withdraw(entry.pk, actor=user, at=at)
    entry.refresh_from_db()
    assert entry.state == State.SEATED
    assert Section.objects.count() == 0
