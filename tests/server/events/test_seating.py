"""Seats: everybody is asked about once more, what an entry uses up is used once, and comes back or is lost."""

from datetime import date, timedelta
from typing import Any

import pytest

from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import (
    Bar,
    EventEntry,
    Grant,
    Nomination,
    Right,
    RightUse,
    Seat,
    Section,
)
from slowmate.server.events.permissions import acting_for
from slowmate.server.events.queries.entries import waiting_list
from slowmate.server.events.services import entries
from slowmate.server.events.services.steps import By
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, TitleHeld
from tests.server.events.building import PRELIMINARY, START, by, entered, open_event, rated, won
from tests.support.people import AT, account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

State = EventEntry.State


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.1.1(d)")
def test_a_right_is_used_when_the_player_is_seated_and_not_before() -> None:
    player = rated(2000)
    source = won(player)
    event = open_event(PRELIMINARY)
    entry = entered(event, player)
    assert (entry.state, entry.route) == (State.ACCEPTED, "ICCF-TR-2017 1.1.1(d)")
    assert entry.uses[0]["reference"] == str(source.pk)
    assert entry.uses[0]["event"] == "A class"
    right = Right.objects.get(player=player)
    assert (right.state, right.expires) == ("open", date(2027, 2, 1))
    entries.seat(event, [entry], by(event), start=START)
    entry.refresh_from_db()
    right.refresh_from_db()
    use = RightUse.objects.get()
    assert (entry.state, right.state, use.right, use.entry, use.year) == (State.SEATED, "used", right, entry, 2024)
    assert Mail.objects.filter(user=player.user, kind="entry-seated").exists()
    with pytest.raises(Refused):
        entered(open_event(PRELIMINARY, start=date(2025, 9, 20), deadline=date(2025, 7, 31)), player)


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1")
def test_a_right_that_two_entries_stand_on_seats_its_player_once() -> None:
    player = rated(2000)
    won(player)
    first, second = open_event(PRELIMINARY), open_event(PRELIMINARY, name="Another")
    one, other = entered(first, player), entered(second, player)
    entries.seat(first, [one], by(first), start=START)
    with pytest.raises(entries.NotSeated) as refused:
        entries.seat(second, [other], by(second), start=START)
    ((who, grounds),) = refused.value.refused
    assert who == other
    assert "ICCF-TR-2017 1.1.1(d)" in {str(ground.clause) for ground in grounds}
    other.refresh_from_db()
    assert other.state == State.ACCEPTED
    assert RightUse.objects.count() == 1


@pytest.mark.clause("ICCF-TR-2017 1.0.7/2")
def test_a_title_seats_its_holder_once_a_year() -> None:
    player = rated(2400)
    TitleHeld.objects.create(player=player, title="GM", confirmed=date(2010, 1, 1))
    first, second = open_event(PRELIMINARY), open_event(PRELIMINARY, name="Another")
    later = open_event(PRELIMINARY, start=date(2025, 3, 1))
    one, other, next_year = (entered(event, player) for event in (first, second, later))
    entries.seat(first, [one], by(first), start=START)
    with pytest.raises(entries.NotSeated):
        entries.seat(second, [other], by(second), start=START)
    entries.seat(later, [next_year], by(later), start=date(2025, 3, 1))
    assert list(RightUse.objects.order_by("year").values_list("of", "year")) == [("yearly", 2024), ("yearly", 2025)]


def test_nominations_and_grants_are_used_up_by_the_seat() -> None:
    named, given = rated(2000), rated(2000)
    event = open_event(PRELIMINARY)
    Nomination.objects.create(federation="CZE", player=named, year=2024, on=date(2024, 4, 1), rating=2000)
    Grant.objects.create(player=given, kind=PRELIMINARY, on=date(2024, 4, 1), reference="EB 7")
    asked = [entered(event, named), entered(event, given)]
    entries.seat(event, asked, by(event), start=START)
    assert sorted(RightUse.objects.values_list("of", flat=True)) == ["grant", "nomination"]
    for player in (named, given):
        with pytest.raises(Refused):
            entered(open_event(PRELIMINARY, name="Another"), player)


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
def test_whoever_was_barred_meanwhile_is_named_and_nobody_is_seated() -> None:
    event = open_event("open")
    people = [person() for _ in range(3)]
    asked = [entered(event, user) for user in people]
    Bar.objects.create(player=people[1].player, since=date(2024, 5, 1), clause="ICCF-TR-2017 8.5/2")
    commissioner = By(acting_for(event), AT + timedelta(days=90), person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,)))
    with pytest.raises(entries.NotSeated) as refused:
        entries.seat(event, asked, commissioner, start=START)
    assert [entry for entry, _ in refused.value.refused] == [asked[1]]
    assert {entry.state for entry in EventEntry.objects.all()} == {State.ACCEPTED}
    entries.seat(event, [asked[0], asked[2]], commissioner, start=START)
    assert EventEntry.objects.filter(state=State.SEATED).count() == 2


@pytest.mark.clause("ICCF-TR-2017 4.7/1")
def test_a_player_who_waits_in_two_queues_of_a_quarter_is_seated_in_one() -> None:
    player = rated(2400)
    first, second = open_event("master-norm"), open_event("master-norm", name="Another")
    one, other = entered(first, player), entered(second, player)
    entries.seat(first, [one], by(first), start=START)
    section = Section.objects.create(event=first, number=1, name="1", state=Section.State.CONFIRMED, start=START)
    Seat.objects.create(section=section, player=player, entry=one, name=player.name)
    with pytest.raises(entries.NotSeated):
        entries.seat(second, [other], by(second), start=date(2024, 9, 30))
    entries.seat(second, [other], by(second), start=date(2024, 10, 1))
    other.refresh_from_db()
    assert other.state == State.SEATED


@pytest.mark.clause("ICCF-TR-2017 4.7/1")
def test_who_plays_in_a_norm_section_may_wait_for_the_next_one() -> None:
    player, event = rated(2400), open_event("master-norm")
    first = entered(event, player)
    entries.seat(event, [first], by(event), start=START)
    section = Section.objects.create(event=event, number=1, name="1", state=Section.State.CONFIRMED, start=START)
    Seat.objects.create(section=section, player=player, entry=first, name=player.name)
    again = entered(event, player)
    assert again.state == State.ACCEPTED
    with pytest.raises(entries.NotSeated):
        entries.seat(event, [again], by(event), start=START)


def test_an_entry_that_was_never_accepted_takes_no_seat() -> None:
    event = open_event("open", fee=20)
    entry = entered(event)
    commissioner = By(acting_for(event), AT, person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,)))
    with pytest.raises(Refused):
        entries.seat(event, [entry], commissioner, start=START)
    entry.refresh_from_db()
    assert entry.state == State.PENDING


# giving up the seat


def seated_by_right(posted: date | None) -> tuple[User, EventEntry, Right]:
    player = rated(2000)
    won(player)
    event = open_event(PRELIMINARY)
    entry = entered(event, player)
    entries.seat(event, [entry], by(event), start=START)
    state = Section.State.POSTED if posted else Section.State.CONFIRMED
    section = Section.objects.create(event=event, number=1, name="1", state=state, start=START, posted=posted)
    Seat.objects.create(section=section, player=player, entry=entry, name=player.name)
    return account(player), entry, Right.objects.get(player=player)


@pytest.mark.clause("ICCF-TR-2017 8.1(a)", "ICCF-TR-2017 8.1(b)")
@pytest.mark.parametrize(
    ("posted", "day", "lost"),
    [
        (None, date(2024, 9, 1), False),
        (date(2024, 9, 2), date(2024, 9, 1), False),
        (date(2024, 9, 1), date(2024, 9, 1), True),
        (date(2024, 9, 1), date(2024, 9, 19), True),
    ],
)
def test_until_the_start_list_the_right_comes_back_and_then_it_is_lost(
    posted: date | None, day: date, lost: bool
) -> None:
    user, entry, right = seated_by_right(posted)
    at = AT.replace(month=day.month, day=day.day)
    assert entries.cost_of_withdrawing(entry, on=day).right_lost is lost
    entries.withdraw(entry.pk, actor=user, at=at)
    right.refresh_from_db()
    assert right.state == ("used" if lost else "open")
    assert RightUse.objects.filter(given_back=None).exists() is lost
    again = open_event(PRELIMINARY, start=date(2025, 9, 20), deadline=date(2025, 7, 31))
    if lost:
        with pytest.raises(Refused):
            entered(again, user, at=at)
    else:
        assert entered(again, user, at=at).route == "ICCF-TR-2017 1.1.1(d)"


def test_who_is_put_back_to_wait_has_his_right_again_and_can_be_seated_again() -> None:
    _user, entry, right = seated_by_right(None)
    entries.unseat(entry, by(entry.event))
    right.refresh_from_db()
    assert (entry.state, right.state) == (State.WAITING, "open")
    assert list(waiting_list(entry.event)) == [entry]
    entries.seat(entry.event, [entry], by(entry.event), start=START)
    right.refresh_from_db()
    assert (right.state, RightUse.objects.filter(given_back=None).count()) == ("used", 1)


def test_nobody_is_put_back_once_play_has_begun() -> None:
    _user, entry, _right = seated_by_right(date(2024, 9, 1))
    with pytest.raises(Refused):
        entries.unseat(entry, by(entry.event, at=AT.replace(month=9, day=20)))
    entry.refresh_from_db()
    assert entry.state == State.SEATED


@pytest.mark.parametrize("number", [1, 6])
def test_asking_about_everybody_takes_the_same_few_queries(number: int, django_assert_max_num_queries: Any) -> None:
    from slowmate.server.events.queries.entrants import entrants_of  # noqa: PLC0415

    players = [rated(2400) for _ in range(number)]
    for player in players:
        won(player)
    with django_assert_max_num_queries(16):
        entrants_of(players, on=AT.date(), to=PRELIMINARY)
