"""The commissioner's pages: what they show, what they take, and how they refuse."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import commands
from slowmate.ratings.periods import Period
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.services import games
from slowmate.server.jobs import lists as job
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import Adjustment, RatingList
from slowmate.server.ratings.pages.desk_items import SOURCES, desk_links
from slowmate.server.ratings.services import list_preparation, publication
from slowmate.server.ratings.services.history import make_lists
from slowmate.server.site.desk_items import DeskItem, Urgency, items_of, number_of
from tests.server.ratings.federation import CLOSED, Federation, federation
from tests.support.people import person, rated_game

pytestmark = pytest.mark.django_db


def waiting(who: User, *, at: datetime) -> list[DeskItem]:
    return items_of(SOURCES, who, at=at)


def number_waiting(who: User, *, at: datetime) -> int:
    return number_of((source.query for source in SOURCES), who, at=at)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(page: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.decode()).split())


def address(found: Federation, what: str = "") -> str:
    return f"/ratings/office/{found.row.pk}{what}"


def test_the_office_lists_what_is_prepared_what_comes_next_and_what_is_published() -> None:
    found = federation()
    client = signed_in(found.keeper)
    page = text_of(client.get("/ratings/office").content)
    assert "2024/1 ICCF rules of 2023 2 3 15 December 2023" in page
    assert "Next: list 2024/2 (chess), whose window closes on 29 February 2024." in page
    assert "No list has been published yet." in page
    publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    page = text_of(client.get("/ratings/office").content)
    assert "No list waits to be published." in page
    assert "1 December 2023" in page


def test_the_preview_shows_changes_newcomers_start_ratings_and_what_was_left_out() -> None:
    found = federation()
    rated_game(
        found.ada,
        found.bo,
        ended=datetime(2023, 11, 1, tzinfo=UTC),
        rating=RatingTerms(event_kind="thematic", event_key="t"),
    )
    client = signed_in(found.keeper)
    client.post(address(found, "/again"))
    page = client.get(address(found)).content
    words = text_of(page)
    for shown in ("What changes most", "New players 1", "Start ratings to confirm 1", "1 game", "9.2(a)"):
        assert shown in words
    assert "All ICCF tournaments are, except thematic ones." in words
    assert "slowmate rate --rules iccf-2023 --players players.csv --games games.csv" in words
    assert f'href="/ratings/office/{found.row.pk}/adjust?player={found.new.player.pk}"' in page.decode()


def test_the_commissioner_sees_how_a_number_came_about_before_anybody_else_does() -> None:
    found = federation()
    there = address(found, f"/players/{found.ada.player.pk}")
    keeper = signed_in(found.keeper)
    assert f'href="{there}"' in keeper.get(address(found)).content.decode()
    page = text_of(keeper.get(there).content)
    assert f"How {found.row.entries.get(player=found.ada.player).rating} came about" in page
    assert "List 2024/1, prepared" in page
    assert keeper.get(address(found, "/players/0")).status_code == 404
    for other in (signed_in(found.ada), Client()):
        assert other.get(there).status_code in (302, 404)
        assert other.get(f"/ratings/2024-1/{found.ada.player.pk}").status_code == 404


def test_who_publishes_a_revision_is_told_which_lists_began_with_what_was_there_before() -> None:
    found = federation()
    publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    (later,) = make_lists(Period(2024, 2), published=lambda _: datetime(2024, 3, 15, tzinfo=UTC))
    rated_game(found.ada, found.bo, ended=datetime(2023, 11, 2, tzinfo=UTC))
    revised = list_preparation.revise(found.row, "A game was missing.", actor=found.keeper, at=CLOSED)
    client = signed_in(found.keeper)
    page = text_of(client.get(f"/ratings/office/{revised.pk}/publish").content)
    assert "stay as they are: 2024/2 Revise them as well, in their order" in page
    assert "A game was missing. What the revision changes 2" in page
    before, now = (row.entries.get(player=found.ada.player).rating for row in (found.row, revised))
    assert f"Ada {before} {now} " in page
    assert "began with a list that has been revised since" not in text_of(client.get("/ratings/office").content)
    publication.publish(revised, version=1, actor=found.keeper, at=CLOSED)
    assert "began with a list that has been revised since" in text_of(client.get("/ratings/office").content)
    again = list_preparation.revise(later, "The list before it.", actor=found.keeper, at=CLOSED)
    assert again.entries.get(player=found.ada.player).old_rating == revised.entries.get(player=found.ada.player).rating
    publication.publish(again, version=1, actor=found.keeper, at=CLOSED)
    assert "began with a list that has been revised since" not in text_of(client.get("/ratings/office").content)


def test_a_result_that_is_corrected_after_its_list_was_published_waits_for_the_commissioner() -> None:
    found = federation()
    publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    list(make_lists(Period(2024, 2), published=lambda _: datetime(2024, 3, 15, tzinfo=UTC)))
    later = datetime(2024, 4, 1, tzinfo=UTC)
    assert (waiting(found.keeper, at=later), number_waiting(found.keeper, at=later)) == ([], 0)
    game = Game.objects.get(white=found.ada.player, black=found.bo.player)
    asked = commands.CorrectResult(director="tests", reason="wrong", result=Result.BLACK_WINS)
    games.command(game.pk, lambda _row: asked, at=later, actor=None)
    (item,) = waiting(found.keeper, at=later)
    assert item.words == "Results of rating list 2024/1 were corrected after it was published"
    assert number_waiting(found.keeper, at=later) == 1
    assert (waiting(found.ada, at=later), number_waiting(found.ada, at=later)) == ([], 0)
    page = signed_in(found.keeper).get(item.link).content
    assert "Ada – Bo" in text_of(page)
    assert f'href="/games/{game.pk}"' in page.decode()
    revised = list_preparation.revise(found.row, "A result was corrected.", actor=found.keeper, at=later)
    (item,) = waiting(found.keeper, at=later)
    assert item.words == "A revision of rating list 2024/1 is prepared"
    publication.publish(revised, version=1, actor=found.keeper, at=later)
    assert (waiting(found.keeper, at=later), number_waiting(found.keeper, at=later)) == ([], 0)


def test_more_than_fifty_games_are_shown_under_the_rules_that_treat_them_otherwise() -> None:
    ada, bo = person("Ada"), person("Bo")
    for number in range(51):
        rated_game(ada, bo, ended=datetime(2020, 1, 1 + number % 28, tzinfo=UTC))
    (row,) = job.prepare(at=datetime(2020, 3, 5, tzinfo=UTC))
    page = signed_in(person(offices=(Office.Kind.RATINGS,))).get(f"/ratings/office/{row.pk}").content
    assert "More than 50 games in the list" in text_of(page)


def test_a_start_rating_is_adjusted_taken_back_and_the_list_published_through_the_pages() -> None:
    found = federation()
    client = signed_in(found.keeper)
    asked = f"{address(found, '/adjust')}?player={found.new.player.pk}"
    assert "all events of the player" in text_of(client.get(asked).content)
    sent = {"kind": "start-rating", "value": "2450", "event": "", "since": "2023-09-01", "reason": "strong at home"}
    answer = client.post(asked, sent)
    assert (answer.status_code, answer["Location"]) == (302, address(found))
    page = text_of(client.get(address(found)).content)
    assert "New : another start rating 2450 in games that finish from 1 September 2023" in page
    assert "strong at home" in page
    (decided,) = Adjustment.objects.all()
    client.post(address(found, f"/withdraw/{decided.pk}"), {"reason": "a mistake"})
    assert "strong at home" not in text_of(client.get(address(found)).content)
    assert Adjustment.objects.count() == 2
    assert "players, valid from 1 January 2024" in text_of(client.get(address(found, "/publish")).content)
    stale = client.post(address(found, "/publish"), {"version": "1"}, follow=True)
    assert "computed anew since you looked" in text_of(stale.content)
    done = client.post(address(found, "/publish"), {"version": "3"}, follow=True)
    assert "List 2024/1 is published." in text_of(done.content)
    assert RatingList.objects.get().state == "published"
    for act in ("publish", "again", "discard", f"withdraw/{decided.pk}", f"adjust?player={found.new.player.pk}"):
        late = client.post(address(found, f"/{act}"), {"version": "3", "reason": "r"}, follow=True)
        assert (late.status_code, "The list has been published." in text_of(late.content)) == (200, True), act


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"reason": ""}, "This field is required."),
        ({"value": ""}, "Say which start rating counts instead."),
        ({"value": "9999"}, "less than or equal to 4000"),
        ({"since": "2023-01-01"}, "Games of earlier lists are rated already."),
        ({"event": "nothing"}, "not one of the available choices"),
        ({"kind": "item-5"}, "not one of the available choices"),
    ],
)
def test_what_does_not_fit_is_said_at_the_form_and_nothing_is_decided(sent: dict[str, str], says: str) -> None:
    found = federation()
    asked = f"{address(found, '/adjust')}?player={found.new.player.pk}"
    fits = {"kind": "start-rating", "value": "2450", "event": "", "since": "2023-09-01", "reason": "r"}
    answer = signed_in(found.keeper).post(asked, {**fits, **sent})
    assert answer.status_code == 422
    assert says in text_of(answer.content)
    assert not Adjustment.objects.exists()


def test_the_rules_refusal_of_item_5_is_shown_with_its_clause() -> None:
    found = federation(ended=datetime(2020, 1, 10, tzinfo=UTC), at=datetime(2020, 3, 5, tzinfo=UTC))
    asked = f"{address(found, '/adjust')}?player={found.new.player.pk}"
    answer = signed_in(found.keeper).post(asked, {"kind": "item-5", "reason": "r"})
    assert answer.status_code == 422
    assert "App1.16/exception" in text_of(answer.content)


def test_whose_rating_is_asked_by_number_or_name() -> None:
    found = federation()
    Player.objects.create(name="Ada")
    client = signed_in(found.keeper)
    assert client.get(address(found, "/adjust")).status_code == 200
    for asked, says in (("nobody", "There is no such player."), ("Ada", "Which of these players do you mean?")):
        answer = client.get(address(found, "/adjust"), {"player": asked})
        assert (answer.status_code, says in text_of(answer.content)) == (422, True)
    assert "Adjust a rating" in text_of(client.get(address(found, "/adjust"), {"player": "Bo"}).content)
    assert client.get(address(found, "/adjust"), {"player": str(found.keeper.player.pk)}).status_code == 404


def test_a_revision_goes_through_the_pages_with_its_reason_and_difference() -> None:
    found = federation()
    client = signed_in(found.keeper)
    publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    assert client.post(address(found, "/revise"), {"reason": " "}).status_code == 422
    rated_game(found.bo, found.ada, ended=datetime(2023, 11, 2, tzinfo=UTC))
    page = client.post(address(found, "/revise"), {"reason": "A game was missing."}, follow=True)
    words = text_of(page.content)
    assert "What the revision changes 2" in words
    assert "A game was missing." in words
    again = client.post(address(found, "/revise"), {"reason": "once more"})
    assert (again.status_code, "is being revised already" in text_of(again.content)) == (422, True)
    revised = RatingList.objects.get(revision=2)
    client.post(f"/ratings/office/{revised.pk}/discard")
    assert RatingList.objects.count() == 1
    assert client.get(f"/ratings/office/{revised.pk}").status_code == 404


def test_nobody_else_sees_the_office_or_a_list_that_is_not_published() -> None:
    found = federation()
    others = [found.ada, person(is_administrator=True), person(offices=(Office.Kind.DIRECTOR,))]
    for client in map(signed_in, others):
        for path in ("/ratings/office", address(found), address(found, "/adjust"), address(found, "/publish")):
            assert client.get(path).status_code == 404
    assert Client().get("/ratings/office").status_code == 302
    assert Client().get("/api/ratings/2024-1").status_code == 404


def test_the_desk_is_told_what_waits_and_where_the_office_is() -> None:
    found = federation()
    (item,) = waiting(found.keeper, at=CLOSED)
    assert (item.kind, item.urgency, item.link) == ("list", Urgency.DUE, address(found))
    assert item.words == "Rating list 2024/1 is prepared"
    late = datetime(2023, 12, 15, tzinfo=UTC)
    assert [one.urgency for one in waiting(found.keeper, at=late)] == [Urgency.ASKED]
    assert (number_waiting(found.keeper, at=CLOSED), number_waiting(found.ada, at=CLOSED)) == (1, 0)
    assert (waiting(found.ada, at=CLOSED), desk_links(found.ada)) == ([], [])
    assert desk_links(found.keeper) == [("Rating lists", "/ratings/office")]
    publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    assert waiting(found.keeper, at=CLOSED) == []


def test_the_pages_ask_as_often_for_many_players_as_for_few() -> None:
    found = federation()
    client = signed_in(found.keeper)

    def asked(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        return len(queries)

    client.get("/ratings/office")
    few = [asked(path) for path in ("/ratings/office", address(found))]
    for number in range(8):
        rated_game(found.ada, person(f"N{number}"), ended=datetime(2023, 11, 3, tzinfo=UTC))
    client.post(address(found, "/again"))
    assert [asked(path) for path in ("/ratings/office", address(found))] == few
