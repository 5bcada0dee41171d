"""Directors named, start lists posted and frozen, seeds revealed, and seats that became empty."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Draw, Event, EventEntry, Pairing, Seat, Section
from slowmate.server.events.queries.draws import draw_file
from slowmate.server.events.queries.start_lists import posted_of
from slowmate.server.events.services import directing, dividing, entries, planning, posting, starting
from slowmate.server.events.services.start_ratings import set_start_rating
from slowmate.server.games.models import Game
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.cli.commands import run
from tests.server.events import organising
from tests.server.events.organising import CLOSED_AT, PRELIMINARY, START, noon
from tests.support.people import AT, account, person

pytestmark = pytest.mark.django_db


def name(event: Event, who: User, director: User) -> None:
    numbers = [section.pk for section in event.sections.all()]
    directing.name_director(event.pk, numbers, director, actor=who, at=CLOSED_AT)


# -- directors --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 12.6/2", "ICCF-TR-2017 App2.1(g)/no play")
def test_a_director_is_licensed_and_does_not_play_in_the_section() -> None:
    event, who = organising.confirmed("open", 9)
    section = event.sections.get()
    with pytest.raises(Refused) as refusal:
        name(event, who, person())
    assert refusal.value.grounds[0].facts["licensed"] is False
    plays = account(section.seats.all()[0].player)
    Office.objects.create(user=plays, kind=Office.Kind.DIRECTOR, begins=date(2020, 1, 1))
    with pytest.raises(Refused) as refusal:
        name(event, who, plays)
    assert [one.clause.address for one in refusal.value.grounds if one.facts.get("holds") is False] == [
        "App2.1(g)/no play"
    ]
    named = organising.director()
    name(event, who, named)
    section.refresh_from_db()
    assert section.director == named
    assert [mail.user for mail in Mail.objects.filter(kind="director-named")] == [named]


@pytest.mark.clause("ICCF-TR-2017 App2.1(g)/IA")
def test_from_category_7_on_an_international_arbiter_directs() -> None:
    event, who = organising.confirmed("open", 9, players=organising.field(9, first=2420))
    with pytest.raises(Refused):
        name(event, who, organising.director())
    arbiter = organising.director()
    TitleHeld.objects.create(player=arbiter.player, title="IA", confirmed=date(2010, 1, 1))
    name(event, who, arbiter)
    assert event.sections.get().director == arbiter


def test_directors_are_named_from_confirmation_on_by_whoever_runs_the_event() -> None:
    event, who = organising.divided("open", 9)
    with pytest.raises(Stale):
        name(event, who, organising.director())
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    with pytest.raises(NotAllowed):
        name(event, organising.director(), organising.director())
    with pytest.raises(Unfit):
        directing.name_director(event.pk, [999_999], organising.director(), actor=who, at=CLOSED_AT)


def test_a_section_without_a_director_is_not_posted() -> None:
    event, who = organising.confirmed("open", 9)
    with pytest.raises(Unfit, match="no director"):
        posting.post(event.pk, actor=who, at=CLOSED_AT)
    event.refresh_from_db()
    assert event.state == Event.State.CONFIRMED


# -- start lists ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 9.4/1", "ICCF-TR-2017 0.3/2")
def test_a_start_list_says_everything_and_fixes_it() -> None:
    players = organising.masters(13)
    event, _ = organising.posted(PRELIMINARY, 13, (13,), players=players, number=40)
    section = event.sections.get()
    assert (event.state, section.state, section.posted) == ("posted", "posted", CLOSED_AT.date())
    assert section.average == Decimal("2316.0000")
    listed = posted_of(section)
    assert listed is not None
    assert (listed.edition, listed.start, listed.tie_breaks[0][0]) == ("ICCF-TR-2017", START, "wins")
    assert listed.time_control == "10 moves in 50 days"
    assert listed.offered
    assert [seat.number for seat in listed.seats] == list(range(1, 14))
    assert all((seat.whites, seat.blacks) == (6, 6) for seat in listed.seats)
    seats = list(section.seats.order_by("number"))
    assert [seat.number for seat in seats] == list(range(1, 14))
    assert {(seat.start_rating == seat.rating, seat.rated_by) for seat in seats} == {(True, "ICCF-TR-2017 9.4/1")}
    assert Pairing.objects.filter(section=section, game=None).count() == 78
    player = seats[0].player
    player.title, player.rating, player.federation = "GM", 2700, "USA"
    player.save()
    seats[0].refresh_from_db()
    assert (seats[0].title, seats[0].federation, seats[0].title_date) == ("IM", seats[0].federation, date(2015, 1, 1))
    assert seats[0].rating != 2700


@pytest.mark.clause("ICCF-TR-2017 9.4/2", "ICCF-TR-2017 9.4/3", "ICCF-TR-2017 App1.11/new")
def test_players_without_a_rating_start_with_that_of_fide_or_of_the_event() -> None:
    players = organising.field(9)
    for player, fide in ((players[0], 2111), (players[1], None)):
        player.rating, player.fide_rating = None, fide
        player.save()
    organising.posted("open", 9, players=players)
    started = dict(Seat.objects.values_list("player_id", "start_rating"))
    by = dict(Seat.objects.values_list("player_id", "rated_by"))
    assert (started[players[0].pk], by[players[0].pk]) == (2111, "ICCF-TR-2017 9.4/2")
    assert (started[players[1].pk], by[players[1].pk]) == (1800, "ICCF-RATING-2023 2.1(a)/1800")


@pytest.mark.clause("ICCF-TR-2017 9.4/3", "ICCF-TR-2017 9.4/5", "ICCF-TR-2017 App1.11/new")
def test_where_an_event_has_a_level_posting_without_one_is_refused_with_the_names() -> None:
    """Levels hold for events that start before the rating rules of 2023."""
    players = organising.field(9)
    Player.objects.filter(pk__in=[players[0].pk, players[1].pk]).update(rating=None)
    Player.objects.filter(pk=players[1].pk).update(name="Nora Newcomer")
    event, who = organising.confirmed("open", 9, players=players)
    name(event, who, organising.director())
    start, at = date(2023, 9, 30), datetime(2023, 9, 1, tzinfo=UTC)
    Event.objects.filter(pk=event.pk).update(start=start, deadline=date(2023, 8, 1))
    Section.objects.filter(event=event).update(start=start)
    with pytest.raises(Refused) as refusal:
        posting.post(event.pk, actor=who, at=at)
    (ground,) = refusal.value.grounds
    assert ground.clause.address == "App1.11/new"
    assert "Nora Newcomer" in str(ground.facts["players"])
    for player in players[:2]:
        with pytest.raises(NotAllowed):
            set_start_rating(event.pk, player.pk, 2100, reason="a league player", actor=who, at=at)
        ratings = person(offices=(Office.Kind.RATINGS,))
        set_start_rating(event.pk, player.pk, 2100, reason="a league player", actor=ratings, at=at)
    posting.post(event.pk, actor=who, at=at)
    rows = Seat.objects.filter(player__in=players[:2]).values_list("start_rating", "rated_by")
    assert set(rows) == {(2100, "ICCF-TR-2017 9.4/5")}


def published(valid_from: date, period: str, ratings: dict[int, int], **fields: Any) -> RatingList:
    row = RatingList.objects.create(
        period=period,
        rules="iccf-2023",
        results_from=valid_from - timedelta(days=120),
        results_until=valid_from - timedelta(days=31),
        valid_from=valid_from,
        prepared=AT,
    )
    for player, rating in ratings.items():
        ListEntry.objects.create(
            list=row, player_id=player, rating=rating, games=50, published=True, **{"active": True, **fields}
        )
    RatingList.objects.filter(pk=row.pk).update(state=RatingList.State.PUBLISHED, published=AT)
    return row


@pytest.mark.clause("ICCF-TR-2017 9.4/1")
def test_ratings_are_those_of_the_list_in_force_when_it_starts() -> None:
    players = organising.field(9)
    published(date(2024, 4, 1), "2024/2", {player.pk: 2000 for player in players})
    event, who = organising.confirmed("open", 9, players=players)
    assert set(Seat.objects.values_list("rating", flat=True)) == {2000}
    name(event, who, organising.director())
    published(date(2024, 7, 1), "2024/3", {player.pk: 2100 for player in players})
    published(date(2024, 10, 1), "2024/4", {player.pk: 2200 for player in players})
    posting.post(event.pk, actor=who, at=CLOSED_AT)
    assert set(Seat.objects.values_list("rating", "start_rating")) == {(2100, 2100)}


@pytest.mark.clause("ICCF-TR-2017 9.7/others")
def test_an_inactive_player_starts_with_the_last_published_rating() -> None:
    players = organising.field(9)
    published(date(2024, 7, 1), "2024/3", {players[0].pk: 2345}, active=False)
    event, _ = organising.posted("open", 9, players=players)
    seat = event.sections.get().seats.get(player=players[0])
    assert (seat.rating, seat.last_rating, seat.start_rating) == (None, 2345, 2345)
    assert seat.rated_by == "ICCF-TR-2017 9.7/others"


def test_a_list_is_not_posted_on_the_day_of_the_start() -> None:
    event, who = organising.confirmed("open", 9)
    name(event, who, organising.director())
    with pytest.raises(Refused) as refusal:
        posting.post(event.pk, actor=who, at=noon(START))
    assert "0.3/1" in [ground.clause.address for ground in refusal.value.grounds]
    assert posting.post(event.pk, actor=who, at=noon(START - timedelta(days=1))).state == Event.State.POSTED


def test_everybody_is_told_of_his_start_list_once() -> None:
    event, who = organising.posted("open", 9)
    assert Mail.objects.filter(kind="start-list").count() == 9
    with pytest.raises((Stale, Refused)):
        posting.post(event.pk, actor=who, at=CLOSED_AT)
    assert Mail.objects.filter(kind="start-list").count() == 9


# -- the draw ---------------------------------------------------------------------------------------------------------


def verified(section: Section, folder: Path) -> tuple[int, str]:
    """What the command says to the file that the page offers."""
    file = folder / "draw.json"
    file.write_text(json.dumps(draw_file(section)), "utf-8")
    done = run("draw", "--verify", file)
    return done.returncode, done.stdout.decode()


@pytest.mark.clause("ICCF-TR-2017 0.3/2", "ICCF-TR-2017 1.0.5/4")
def test_a_stranger_verifies_the_draw_also_after_exchanges(tmp_path: Path) -> None:
    event, who = organising.divided("open", 18, (9, 9))
    one, other = (section.seats.order_by("pk")[3] for section in event.sections.order_by("number"))
    dividing.exchange(event.pk, one.pk, other.pk, actor=who, at=CLOSED_AT)
    assert verified(event.sections.all()[0], tmp_path)[0] == 1
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    name(event, who, organising.director())
    posting.post(event.pk, actor=who, at=CLOSED_AT)
    for section in event.sections.order_by("number"):
        status, said = verified(section, tmp_path)
        assert (status, said[:4]) == (0, "yes:")
    told = draw_file(event.sections.order_by("number")[0])
    assert told is not None
    drawn = [
        [str(pk) for pk in section.seats.order_by("number").values_list("player_id", flat=True)]
        for section in event.sections.order_by("number")
    ]
    assert told["sections"] == drawn
    games = [
        {
            "section": pairing.section.number,
            "white": str(pairing.white.player_id),
            "black": str(pairing.black.player_id),
        }
        for pairing in Pairing.objects.select_related("section", "white", "black").order_by("pk")
    ]
    assert told["pairings"] == games
    assert Draw.objects.get().revealed == CLOSED_AT
    one, other = event.sections.all()[0].seats.order_by("number")[:2]
    Seat.objects.filter(pk=one.pk).update(number=99)
    Seat.objects.filter(pk=other.pk).update(number=one.number)
    Seat.objects.filter(pk=one.pk).update(number=other.number)
    status, said = verified(event.sections.all()[0], tmp_path)
    assert (status, said[:23]) == (1, "no: section 1, number 1")
    Draw.objects.update(seed="another")
    assert verified(event.sections.all()[0], tmp_path)[1].startswith("no: the commitment")


# -- empty seats ------------------------------------------------------------------------------------------------------


def withdraw(event: Event, turn: int = 0) -> EventEntry:
    """Somebody who is seated withdraws."""
    entry = EventEntry.objects.filter(event=event, state="seated").select_related("player").order_by("pk")[turn]
    assert entry.player is not None
    return entries.withdraw(entry.pk, actor=account(entry.player), at=CLOSED_AT)


@pytest.mark.parametrize("is_posted", [False, True])
def test_somebody_who_waits_takes_an_empty_seat_and_the_draw_stays_verifiable(is_posted: bool, tmp_path: Path) -> None:
    event, who = organising.confirmed("open", 10)
    name(event, who, organising.director())
    if is_posted:
        posting.post(event.pk, actor=who, at=CLOSED_AT)
    gone = withdraw(event, 4)
    section = event.sections.get()
    seat = section.seats.get(player=gone.player)
    number = seat.number
    if not is_posted:
        with pytest.raises(Unfit, match="withdrew"):
            posting.post(event.pk, actor=who, at=CLOSED_AT)
    waiting = EventEntry.objects.get(event=event, state="waiting")
    posting.fill(seat.pk, waiting.pk, actor=who, at=CLOSED_AT)
    section.refresh_from_db()
    assert section.state == Section.State.CONFIRMED
    waiting.refresh_from_db()
    assert waiting.state == EventEntry.State.SEATED
    if is_posted:
        assert starting.start(event.pk, at=noon(START)) == 0
        posting.post_section(section.pk, actor=who, at=CLOSED_AT + timedelta(days=1))
    else:
        posting.post(event.pk, actor=who, at=CLOSED_AT)
    seat.refresh_from_db()
    assert seat.player == waiting.player
    assert number in (None, seat.number)
    assert verified(section, tmp_path)[0] == 0
    told = draw_file(section)
    assert told is not None
    assert told["replacements"] == [[str(gone.player_id), str(waiting.player_id)]]
    assert starting.start(event.pk, at=noon(START)) == 36


def test_a_seat_can_be_left_empty_with_a_reason(tmp_path: Path) -> None:
    event, who = organising.posted("open", 9)
    gone = withdraw(event)
    section = event.sections.get()
    seat = section.seats.get(player=gone.player)
    number = seat.number
    with pytest.raises(Unfit):
        posting.leave_empty(seat.pk, reason="", actor=who, at=CLOSED_AT)
    posting.leave_empty(seat.pk, reason="Nobody waits.", actor=who, at=CLOSED_AT)
    posting.post_section(section.pk, actor=who, at=CLOSED_AT + timedelta(days=1))
    assert number not in list(section.seats.values_list("number", flat=True))
    assert section.seats.count() == 8
    assert verified(section, tmp_path)[0] == 0
    assert starting.start(event.pk, at=noon(START)) == 28
    assert Game.objects.count() == 28


def test_an_event_with_an_empty_seat_does_not_start() -> None:
    event, _ = organising.posted("open", 9)
    withdraw(event)
    assert starting.start(event.pk, at=noon(START)) == 0
    assert not Game.objects.exists()


def test_only_an_empty_seat_is_given_to_somebody_else() -> None:
    event, who = organising.confirmed("open", 10)
    waiting = EventEntry.objects.get(event=event, state="waiting")
    seat = event.sections.get().seats.all()[0]
    with pytest.raises(Stale, match="not empty"):
        posting.fill(seat.pk, waiting.pk, actor=who, at=CLOSED_AT)
    withdraw(event)
    emptied = Seat.objects.get(entry__state="withdrawn")
    with pytest.raises(NotAllowed):
        posting.fill(emptied.pk, waiting.pk, actor=person(), at=CLOSED_AT)
    with pytest.raises(Stale, match="does not wait"):
        posting.fill(emptied.pk, 999_999, actor=who, at=CLOSED_AT)


def test_after_a_postponement_another_division_gets_another_draw(tmp_path: Path) -> None:
    event, who = organising.posted("open", 9)
    planning.postpone(event.pk, START + timedelta(days=30), reason="A strike.", actor=who, at=CLOSED_AT)
    with pytest.raises(Unfit, match="another draw"):
        dividing.open_again(event.pk, actor=who, at=CLOSED_AT)
    dividing.propose(event.pk, (9,), actor=who, at=CLOSED_AT)
    first, second = event.draws.order_by("number")
    assert first.commitment != second.commitment
    assert (first.revealed is None, second.revealed) == (False, None)
    dividing.confirm(event.pk, actor=who, at=CLOSED_AT)
    name(event, who, organising.director())
    posting.post(event.pk, actor=who, at=CLOSED_AT)
    assert verified(event.sections.get(), tmp_path)[0] == 0
