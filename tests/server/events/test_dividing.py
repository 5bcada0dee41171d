"""From the deadline to confirmed sections: commitments, sizes, exchanges, seats, and who waits."""

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from django.test import Client

from slowmate.events.organising.draw import first_difference
from slowmate.formats.draw_json import read_draw
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Decision, Draw, Event, EventEntry, RightUse, Seat, Section
from slowmate.server.events.pages.event_run_sections import division_figures
from slowmate.server.events.queries.division import division_of, sizes_to_choose
from slowmate.server.events.queries.draws import draw_file
from slowmate.server.events.services import directing, dividing, entries, posting
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events import organising
from tests.server.events.organising import CLOSED_AT, DEADLINE, PRELIMINARY
from tests.support.people import AT, account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def seated(section: Section) -> set[int]:
    return set(section.seats.values_list("player_id", flat=True))


# -- closing ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.5/2")
def test_entries_close_when_the_day_of_the_deadline_is_over_and_not_before() -> None:
    event, _ = organising.opened("open")
    assert not dividing.close_entries(event.pk, at=datetime(2024, 7, 31, 23, 59, 59, tzinfo=UTC))
    assert dividing.close_entries(event.pk, at=CLOSED_AT)
    assert not dividing.close_entries(event.pk, at=CLOSED_AT)
    assert Decision.objects.filter(what="close entries").count() == 1


def test_after_downtime_entries_are_closed_as_of_the_deadline() -> None:
    event, _ = organising.opened("open")
    organising.entered(event, organising.field(3))
    assert dividing.close_entries(event.pk, at=CLOSED_AT + timedelta(days=9))
    assert Decision.objects.get(what="close entries").at == CLOSED_AT
    assert event.draws.get().made == CLOSED_AT


def test_closing_commits_to_a_secret_seed_and_tells_everybody() -> None:
    event, who = organising.closed("open", 5)
    draw = event.draws.get()
    assert draw.commitment == sha256(draw.seed.encode()).hexdigest()
    assert len(draw.seed) == 64
    entered = EventEntry.objects.filter(event=event).order_by("made", "pk").values_list("player_id", flat=True)
    assert [int(one["id"]) for one in draw.entrants] == list(entered)
    told = Mail.objects.filter(kind="entries-closed")
    assert {mail.facts["commitment"] for mail in told} == {draw.commitment}
    assert told.count() == 5
    assert [mail.user for mail in Mail.objects.filter(kind="divide-event")] == [who]
    assert not any(draw.seed in str(mail.facts) for mail in Mail.objects.all())


@pytest.mark.clause("ICCF-TR-2017 0.2/2")
def test_what_was_not_paid_by_the_deadline_lapses_and_is_not_drawn() -> None:
    event, _ = organising.opened("open", fee=20)
    organising.entered(event, organising.field(3))
    dividing.close_entries(event.pk, at=CLOSED_AT)
    assert set(EventEntry.objects.values_list("state", flat=True)) == {EventEntry.State.REFUSED}
    assert event.draws.get().entrants == []


def test_two_draws_never_have_one_seed() -> None:
    first, second = (organising.closed("open", 3)[0].draws.get() for _ in range(2))
    assert first.seed != second.seed


# -- proposing --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.1.3/1", "ICCF-TR-2017 1.1.3/2")
def test_sizes_to_choose_from_say_who_waits_and_who_has_to_allow_them() -> None:
    event, _ = organising.opened(PRELIMINARY, number=40)
    found = {one.sizes: (one.waiting, one.allowed_by) for one in sizes_to_choose(event, 30)}
    assert found[(13, 13)] == (4, None)
    assert found[(17, 13)] == (0, "Title Tournament Commissioner")
    event.places = 13
    assert {one.sizes: one.waiting for one in sizes_to_choose(event, 30)} == {(13,): 17}


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4")
def test_sections_are_proposed_by_the_seed_and_whoever_is_left_over_waits() -> None:
    event, who = organising.divided("open", 20, (9, 9), preferred_size=9)
    assert event.state == Event.State.PROPOSED
    sections = list(event.sections.order_by("number"))
    assert [section.name for section in sections] == ["Section 1", "Section 2"]
    assert [len(seated(section)) for section in sections] == [9, 9]
    draw = event.draws.get()
    assert (draw.sizes, draw.exchanges, len(draw.entrants)) == ([9, 9], [], 18)
    first = EventEntry.objects.filter(event=event).order_by("made", "pk").values_list("player_id", flat=True)[:18]
    assert seated(sections[0]) | seated(sections[1]) == set(first)
    before = [seated(section) for section in sections]
    dividing.propose(event.pk, (9, 9), actor=who, at=CLOSED_AT)
    assert [seated(section) for section in event.sections.order_by("number")] == before
    assert event.draws.count() == 1


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4", "ICCF-RATING-2023 2.1(a)/1800")
def test_players_without_a_rating_count_with_what_the_event_assumes_and_are_spread() -> None:
    players = organising.field(18, first=2100, step=10)
    unrated = [player.pk for player in players[::3]]
    Player.objects.filter(pk__in=unrated).update(rating=None, rating_games=0)
    event, who = organising.divided("open", 18, (9, 9), players=players, preferred_size=9)
    entrants = {entrant["id"]: entrant for entrant in event.draws.get().entrants}
    assert {pk for pk, entrant in entrants.items() if entrant.get("assumed")} == {str(pk) for pk in unrated}
    assert {entrants[str(pk)]["rating"] for pk in unrated} == {1800}
    figures = division_figures(event)
    assert figures is not None
    assert [section.unrated for section in figures.sections] == [3, 3]
    for section, shown in zip(event.sections.order_by("number"), figures.sections, strict=True):
        ratings = [seat.rating or 1800 for seat in section.seats.all()]
        assert shown.average == f"{sum(ratings) / 9:.1f}"
        assert sum(player.is_assumed for player in shown.players) == 3
    client = Client()
    client.force_login(who)
    page = client.get(f"/events/{event.pk}/run/sections").content.decode()
    assert "Without a rating" in page
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    numbers = [section.pk for section in event.sections.all()]
    directing.name_director(event.pk, numbers, organising.director(), actor=who, at=CLOSED_AT)
    posting.post(event.pk, actor=who, at=CLOSED_AT)
    for section, shown in zip(event.sections.order_by("number"), figures.sections, strict=True):
        starts = [seat.start_rating or 0 for seat in section.seats.all()]
        assert shown.average == f"{sum(starts) / 9:.1f}", "the start list has the ratings that were shown"
    file = draw_file(section)
    assert first_difference(read_draw(json.dumps(file).encode())) is None


def test_a_cup_has_groups_and_an_event_of_one_section_needs_no_name() -> None:
    cup, _ = organising.divided("world-cup-preliminary", 14, (7, 7), number=25)
    assert [section.name for section in cup.sections.order_by("number")] == ["Group 1", "Group 2"]
    single, _ = organising.divided("open", 9, (9,))
    assert single.sections.get().name == ""


def test_sizes_that_are_not_offered_are_refused() -> None:
    event, who = organising.closed("open", 9)
    with pytest.raises(Stale, match="choose sizes again"):
        dividing.propose(event.pk, (4, 5, 9), actor=who, at=CLOSED_AT)
    assert not Section.objects.exists()


def test_nobody_is_passed_over_who_waits_for_a_decision() -> None:
    event, who = organising.opened("open")
    organising.entered(event, organising.field(9))
    EventEntry.objects.filter(pk=EventEntry.objects.order_by("pk")[0].pk).update(state=EventEntry.State.ASKED)
    dividing.close_entries(event.pk, at=CLOSED_AT)
    with pytest.raises(Unfit, match="wait for your decision: 1"):
        dividing.propose(event.pk, (9,), actor=who, at=CLOSED_AT)


def test_sections_are_proposed_by_whoever_runs_the_event_and_nobody_else() -> None:
    event, _ = organising.closed("open", 9)
    for other in (person(), organising.commissioner(PRELIMINARY), person(offices=(Office.Kind.DIRECTOR,))):
        with pytest.raises(NotAllowed):
            dividing.propose(event.pk, (9,), actor=other, at=CLOSED_AT)


def test_of_two_commissioners_who_divide_at_once_one_wins_and_the_other_is_told() -> None:
    event, who = organising.closed("open", 9)
    dividing.propose(event.pk, (9,), actor=who, at=CLOSED_AT, seen=Event.State.CLOSED)
    with pytest.raises(Stale, match="just taken another step"):
        dividing.propose(event.pk, (9,), actor=organising.commissioner(), at=CLOSED_AT, seen=Event.State.CLOSED)
    assert Decision.objects.filter(what="propose sections").count() == 1


def test_who_may_no_longer_enter_is_left_out() -> None:
    players = organising.masters(14)
    event, who = organising.closed(PRELIMINARY, players=players, number=40)
    barred = players[3]
    barred.bars.create(since=AT.date(), until=CLOSED_AT.date() + timedelta(days=400), clause="ICCF-TR-2017 8.4/5")
    dividing.propose(event.pk, (13,), actor=who, at=CLOSED_AT)
    assert barred.pk not in seated(event.sections.get())
    assert Seat.objects.count() == 13


# -- exchanging -------------------------------------------------------------------------------------------------------


@pytest.fixture
def two() -> tuple[Event, User, list[Section]]:
    event, who = organising.divided("open", 18, (9, 9))
    return event, who, list(event.sections.order_by("number"))


def test_two_players_change_places_and_the_judgement_changes(two: tuple[Event, User, list[Section]]) -> None:
    event, who, sections = two
    before = division_of(event).judgement
    one, other = sections[0].seats.order_by("-rating")[0], sections[1].seats.order_by("rating")[0]
    dividing.exchange(event.pk, one.pk, other.pk, actor=who, at=CLOSED_AT, seen=0)
    assert other.player_id in seated(sections[0])
    assert one.player_id in seated(sections[1])
    after = division_of(event).judgement
    assert before is not None
    assert after is not None
    assert after.division.spread > before.division.spread
    assert event.draws.get().exchanges == [[str(one.player_id), str(other.player_id)]]
    changed = Decision.objects.filter(what="change")
    assert {decision.section_id for decision in changed} == {section.pk for section in sections}
    assert changed[0].facts["exchanged"] == [one.player_id, other.player_id]


def test_an_exchange_that_cannot_be_is_refused(two: tuple[Event, User, list[Section]]) -> None:
    event, who, sections = two
    one, same = sections[0].seats.order_by("pk")[:2]
    other = sections[1].seats.order_by("pk")[0]
    with pytest.raises(Unfit, match="same section"):
        dividing.exchange(event.pk, one.pk, same.pk, actor=who, at=CLOSED_AT)
    with pytest.raises(Unfit, match="two players"):
        dividing.exchange(event.pk, one.pk, one.pk, actor=who, at=CLOSED_AT)
    foreign = organising.divided("open", 9)[0].sections.get().seats.all()[0]
    with pytest.raises(Unfit, match="two players"):
        dividing.exchange(event.pk, one.pk, foreign.pk, actor=who, at=CLOSED_AT)
    dividing.exchange(event.pk, one.pk, other.pk, actor=who, at=CLOSED_AT, seen=0)
    with pytest.raises(Stale, match="exchanged players meanwhile"):
        dividing.exchange(event.pk, one.pk, other.pk, actor=who, at=CLOSED_AT, seen=0)
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    with pytest.raises(Stale):
        dividing.exchange(event.pk, one.pk, other.pk, actor=who, at=CLOSED_AT)


# -- confirming -------------------------------------------------------------------------------------------------------


def test_confirming_seats_the_players_uses_their_rights_and_lets_the_others_wait() -> None:
    event, who = organising.divided(PRELIMINARY, 15, (13,), players=organising.masters(15), number=40)
    assert not RightUse.objects.exists()
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    assert event.sections.get().state == Section.State.CONFIRMED
    states = EventEntry.objects.filter(event=event).order_by("made", "pk").values_list("state", flat=True)
    assert list(states) == ["seated"] * 13 + ["waiting"] * 2
    assert RightUse.objects.count() == 13
    assert Mail.objects.filter(kind="entry-seated").count() == 13
    assert Mail.objects.filter(kind="entry-waiting").count() == 2


def test_who_may_no_longer_enter_stops_the_confirmation_and_nothing_is_done() -> None:
    players = organising.masters(13)
    event, who = organising.divided(PRELIMINARY, players=players, many=13, sizes=(13,), number=40)
    players[0].bars.create(since=AT.date(), until=CLOSED_AT.date() + timedelta(days=400), clause="ICCF-TR-2017 8.4/5")
    with pytest.raises(entries.NotSeated) as refusal:
        dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    assert [entry.player for entry, _ in refusal.value.refused] == [players[0]]
    event.refresh_from_db()
    assert event.state == Event.State.PROPOSED
    assert not RightUse.objects.exists()
    assert not EventEntry.objects.filter(state="seated").exists()


def test_a_division_that_is_made_anew_puts_everybody_back_and_gives_rights_back() -> None:
    event, who = organising.confirmed(PRELIMINARY, 30, (13, 13), players=organising.masters(30), number=40)
    assert RightUse.objects.filter(given_back=None).count() == 26
    dividing.propose(event.pk, (17, 13), actor=who, at=CLOSED_AT)
    assert not RightUse.objects.filter(given_back=None).exists()
    assert [len(seated(section)) for section in event.sections.order_by("number")] == [17, 13]
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    assert RightUse.objects.filter(given_back=None).count() == 30
    assert EventEntry.objects.filter(event=event, state="seated").count() == 30


def test_a_confirmed_division_is_taken_up_again_as_it_stands() -> None:
    event, who = organising.confirmed("open", 18, (9, 9))
    before = [seated(section) for section in event.sections.order_by("number")]
    dividing.open_again(event.pk, actor=who, at=CLOSED_AT, seen=Event.State.CONFIRMED)
    event.refresh_from_db()
    assert event.state == Event.State.PROPOSED
    assert [seated(section) for section in event.sections.order_by("number")] == before
    assert not EventEntry.objects.filter(state="seated").exists()
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    assert EventEntry.objects.filter(state="seated").count() == 18


def test_a_smaller_division_leaves_no_section_that_anybody_sees() -> None:
    event, who = organising.confirmed("open", 18, (9, 9))
    for entry in EventEntry.objects.filter(event=event).order_by("pk")[:9]:
        assert entry.player is not None
        entries.withdraw(entry.pk, actor=account(entry.player), at=CLOSED_AT)
    dividing.propose(event.pk, (9,), actor=who, at=CLOSED_AT)
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    assert [len(one.seats) for one in division_of(event).sections] == [9]
    assert [section.state for section in event.sections.order_by("number")] == ["confirmed", "proposed"]


# -- the draw for everybody -------------------------------------------------------------------------------------------


def test_whom_a_draw_binds_is_public_from_the_day_entries_close_and_stays_so(client: Client) -> None:
    event, who = organising.closed("open", 9)
    address = f"/api/events/{event.pk}/draw"
    assert address in client.get(f"/events/{event.pk}").content.decode()
    bound = client.get(address).json()
    assert [one["id"] for one in bound["entrants"]] == [one["id"] for one in event.draws.get().entrants]
    assert (bound["seed"], bound["sections"], bound["pairings"]) == (None, [], [])
    dividing.propose(event.pk, (9,), actor=who, at=CLOSED_AT)
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    section = event.sections.get()
    directing.name_director(event.pk, [section.pk], organising.director(), actor=who, at=CLOSED_AT)
    posting.post(event.pk, actor=who, at=CLOSED_AT)
    told = client.get(address).json()
    assert told == client.get(f"/api/sections/{section.pk}/draw").json()
    assert (told["commitment"], told["entrants"]) == (bound["commitment"], bound["entrants"])
    assert sha256(told["seed"].encode()).hexdigest() == bound["commitment"]
    assert client.get(f"/api/events/{organising.opened('open')[0].pk}/draw").status_code == 404


def test_before_the_start_lists_a_draw_tells_its_commitment_and_its_entrants_alone() -> None:
    event, who = organising.divided("open", 18, (9, 9))
    sections = list(event.sections.order_by("number"))
    one, other = (section.seats.order_by("pk")[0] for section in sections)
    dividing.exchange(event.pk, one.pk, other.pk, actor=who, at=CLOSED_AT)
    told = draw_file(sections[0])
    draw = Draw.objects.get()
    assert told is not None
    assert (told["commitment"], told["seed"]) == (draw.commitment, None)
    assert (told["sections"], told["pairings"], told["exchanges"]) == ([], [], [])
    assert len(told["entrants"]) == 18
    assert draw.seed not in str(told)
    assert {entrant["name"] for entrant in told["entrants"]} == set(Seat.objects.values_list("name", flat=True))


def test_the_deadline_day_itself_is_in_time() -> None:
    event, _ = organising.opened("open")
    late = organising.noon(DEADLINE) + timedelta(hours=11)
    player = organising.field(1)[0]
    entries.enter(event, player, actor=account(player), at=late)
    assert EventEntry.objects.get().state == EventEntry.State.ACCEPTED
    dividing.close_entries(event.pk, at=CLOSED_AT)
    other = organising.field(1)[0]
    with pytest.raises(Refused):
        entries.enter(event, other, actor=account(other), at=CLOSED_AT)
