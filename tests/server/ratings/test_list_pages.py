"""Rating lists as everybody reads them: the newest and older ones, whom one looks for, and files for spreadsheets."""

import csv
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.games.models import Game
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.services import list_preparation, publication
from slowmate.server.ratings.text import signed
from slowmate.server.site.spreadsheet import plain
from tests.server.ratings.made import go_on_until, lists_by_lot
from tests.server.reading import tight
from tests.server.tampering import unguarded
from tests.support.people import AT, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def rows(client: Client, path: str) -> list[tuple[int, int]]:
    """The players and ratings of the table, in its order."""
    body = tight(client.get(path).content)
    table = body[body.index("<tbody>") : body.index("</tbody>")] if "<tbody>" in body else ""
    return [
        (int(re.search(r'href="/players/(\d+)"', row)[1]), int(re.search(r"<b>(\d+)</b>", row)[1]))  # type: ignore[index]
        for row in table.split("<tr")[1:]
    ]


def test_the_newest_list_comes_first_best_first_each_row_leading_to_its_player(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/2")
    found = rows(client, "/ratings")
    shown = ListEntry.objects.filter(list=made[-1], rank__isnull=False).order_by("rank", "player_id")
    assert found == list(shown.values_list("player_id", "rating"))
    assert [rating for _, rating in found] == sorted((rating for _, rating in found), reverse=True)
    assert len(found) > 5


def test_an_older_list_has_an_address_of_its_own(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/2")
    first = ListEntry.objects.filter(list=made[0], rank__isnull=False).order_by("rank", "player_id")
    assert rows(client, "/ratings/2024-1") == list(first.values_list("player_id", "rating"))
    assert "Rating list 2024/1" in tight(client.get("/ratings/2024-1").content)
    assert 'href="/ratings/2024-1">← 2024/1<' in tight(client.get("/ratings").content), "the newest leads to it"


def test_the_lists_around_one_and_the_newest_are_told_before_its_players(client: Client) -> None:
    lists_by_lot("2024/1", "2024/3", players=14, games=200)
    told = {}
    for period in ("2024-1", "2024-2", "2024-3"):
        page = tight(client.get(f"/ratings/{period}").content)
        assert 'id="all-lists"' in page
        around = page[page.index('aria-label="Other lists"') : page.index("<table")]
        told[period] = re.findall(r'<a href="([^"]*)">(.*?)</a>', around[: around.index("</nav>")])
    everything = ("#all-lists", "All lists")
    assert told == {
        "2024-1": [("/ratings/2024-2", "2024/2 →"), ("/ratings/2024-3", "Newest"), everything],
        "2024-2": [("/ratings/2024-1", "← 2024/1"), ("/ratings/2024-3", "2024/3 →"), everything],
        "2024-3": [("/ratings/2024-2", "← 2024/2"), everything],
    }


@pytest.mark.parametrize(
    "path",
    [
        *("/ratings/2024-2", "/ratings/2024-9", "/ratings/2024-13", "/ratings/2023-12", "/ratings?pool=draughts"),
        *("/ratings/2024-1?pool=x", "/ratings/2024-1?pool=chess960"),
        *("/ratings/2024-1?revision=2", "/ratings/2024-1?revision=x"),
    ],
)
def test_what_there_is_not_is_not_found(client: Client, path: str) -> None:
    lists_by_lot("2024/1", "2024/1")
    assert client.get(path).status_code == 404


def test_a_list_in_preparation_is_nobodys_to_read(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    list_preparation.prepare("chess", lists.newest().when.successor, at=AT)  # type: ignore[union-attr]
    assert RatingList.objects.filter(state="prepared").exists()
    assert client.get("/ratings/2024-2").status_code == 404
    assert "2024/2" not in client.get("/ratings").content.decode()


def test_without_a_list_the_page_says_so(client: Client) -> None:
    page = client.get("/ratings")
    assert page.status_code == 200
    assert "No list has been published yet" in page.content.decode()


@pytest.mark.parametrize(
    ("asked", "condition"),
    [
        ("federation=CZE", {"federation": "CZE"}),
        ("title=GM", {"title": "GM"}),
        ("sex=f", {"sex": "f"}),
        ("sex=m&title=IM", {"sex": "m", "title": "IM"}),
        ("q=P1", {"player__name__startswith": "P1"}),
        ("q=nobody", {"name": "nobody"}),
    ],
)
def test_whom_one_looks_for_is_shown_and_nobody_else(client: Client, asked: str, condition: dict[str, str]) -> None:
    made = lists_by_lot("2024/1", "2024/1")
    shown = ListEntry.objects.filter(list=made[0], rank__isnull=False, **condition).order_by("rank", "player_id")
    assert rows(client, f"/ratings?{asked}") == list(shown.values_list("player_id", "rating"))


def test_inactive_players_are_shown_to_who_asks_for_them(client: Client) -> None:
    lists_by_lot("2020/1", "2020/1", players=12, games=200)
    Game.objects.create(
        white_id=1, black_id=2, snapshot="", status="finished", starts=AT, finished=AT.replace(year=2023, month=10),
        result="1-0", is_rated=True, event_kind="open-class", event_key="x",
    )  # fmt: skip
    last = go_on_until("2024/1")[-1]
    asleep = ListEntry.objects.filter(list=last, published=True, rank=None)
    assert asleep.exists()
    found = {pk for pk, _ in rows(client, "/ratings?active=all")}
    assert {entry.player_id for entry in asleep} <= found
    assert not {entry.player_id for entry in asleep} & {pk for pk, _ in rows(client, "/ratings")}


@pytest.mark.parametrize("asked", ["federation=XXX", "title=XX", "sex=q", "sort=shoes", "show=all", "active=1"])
def test_what_cannot_be_chosen_is_refused_in_one_message(client: Client, asked: str) -> None:
    lists_by_lot("2024/1", "2024/1")
    page = client.get(f"/ratings?{asked}")
    assert page.status_code == 422
    assert tight(page.content).count("Select a valid choice") == 1


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("name", ("player__folded",)),
        ("games", ("-games", "player_id")),
        ("rd", ("rd", "player_id")),
        ("federation", ("federation", "rank", "player_id")),
    ],
)
def test_a_list_can_be_sorted(client: Client, sort: str, order: tuple[str, ...]) -> None:
    made = lists_by_lot("2024/1", "2024/1")
    shown = ListEntry.objects.filter(list=made[0], rank__isnull=False).order_by(*order)
    assert rows(client, f"/ratings?sort={sort}") == list(shown.values_list("player_id", "rating"))


def test_the_biggest_gains_come_first_and_losses_not_at_all(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/2")
    changes = dict(ListEntry.objects.filter(list=made[-1]).values_list("player_id", "change"))
    found = [changes[pk] or 0 for pk, _ in rows(client, "/ratings?show=gains")]
    assert found == sorted(found, reverse=True)
    assert found
    assert min(found) > 0


def test_who_is_new_is_who_had_no_published_rating_in_the_list_before(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/2", players=40, games=700)
    before = set(ListEntry.objects.filter(list=made[0], published=True).values_list("player_id", flat=True))
    now = set(ListEntry.objects.filter(list=made[1], rank__isnull=False).values_list("player_id", flat=True))
    assert {pk for pk, _ in rows(client, "/ratings?show=new")} == now - before
    assert now - before


def test_a_long_list_has_pages_and_one_finds_oneself(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1", players=90, games=1500)
    total = ListEntry.objects.filter(list=made[0], rank__isnull=False).count()
    assert total > 50
    last = ListEntry.objects.filter(list=made[0], rank__isnull=False).order_by("-rank", "-player_id")[0]
    me = person()
    Player.objects.filter(pk=me.player.pk).delete()
    Player.objects.filter(pk=last.player_id).update(user=me)
    client.force_login(type(me).objects.get(pk=me.pk))
    assert len(rows(client, "/ratings")) == 50
    assert f'href="?page=2#player-{last.player_id}"' in client.get("/ratings").content.decode()
    assert (last.player_id, last.rating) in rows(client, "/ratings?page=2")


def test_every_pool_with_lists_has_a_way_to_it(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    assert "pool=chess960" not in client.get("/ratings").content.decode()
    Game.objects.update(pool="chess960", event_kind="chess960")
    made = go_on_until("2024/1", pool="chess960")
    assert "pool=chess960" in client.get("/ratings").content.decode()
    shown = ListEntry.objects.filter(list=made[0], rank__isnull=False).order_by("rank", "player_id")
    assert rows(client, "/ratings?pool=chess960") == list(shown.values_list("player_id", "rating"))
    assert rows(client, "/ratings/2024-1?pool=chess960") == rows(client, "/ratings?pool=chess960")


def test_a_revision_says_why_and_the_list_before_it_can_still_be_read(client: Client) -> None:
    first = lists_by_lot("2024/1", "2024/1")[0]
    keeper = person(offices=(Office.Kind.RATINGS,))
    game = Game.objects.filter(result="1-0", is_rated=True).order_by("pk")[0]
    Game.objects.filter(pk=game.pk).update(result="0-1")
    revised = list_preparation.revise(first, "a result was wrong", actor=keeper, at=AT)
    publication.publish(revised, version=revised.version, actor=keeper, at=AT)
    newest, old = (tight(client.get(path).content) for path in ("/ratings", "/ratings/2024-1?revision=1"))
    assert "a result was wrong" in newest
    assert 'href="/ratings/2024-1?revision=1"' in newest
    assert rows(client, "/ratings") != rows(client, "/ratings/2024-1?revision=1")
    assert f"/ratings/2024-1/{game.white_id}?revision=1" in old, "numbers of the old list lead to their own explanation"


def test_everybody_sees_what_a_revision_changes(client: Client) -> None:
    first = lists_by_lot("2024/1", "2024/1")[0]
    keeper = person(offices=(Office.Kind.RATINGS,))
    game = Game.objects.filter(result="1-0", is_rated=True).order_by("pk")[0]
    Game.objects.filter(pk=game.pk).update(result="0-1")
    revised = list_preparation.revise(first, "a result was wrong", actor=keeper, at=AT)
    assert client.get("/ratings/2024-1/changes").status_code == 404, "it is not published yet"
    publication.publish(revised, version=revised.version, actor=keeper, at=AT)
    assert 'href="/ratings/2024-1/changes?revision=2"' in client.get("/ratings").content.decode()
    page = tight(client.get("/ratings/2024-1/changes?revision=2").content)
    assert "a result was wrong" in page
    for pk in (game.white_id, game.black_id):
        before, after = (row.entries.get(player=pk).rating or 0 for row in (first, revised))
        assert f'<td class="number">{before}</td><td class="number">{after}</td>' in page
        assert f'<td class="number">{signed(after - before)}</td>' in page
    assert client.get("/ratings/2024-1/changes?revision=1").status_code == 404, "the first changes nothing"


def test_a_list_is_searched_and_sorted_by_the_names_of_its_day(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1")[0]
    best = ListEntry.objects.filter(list=made, rank=1)[0]
    player = Player.objects.get(pk=best.player_id)
    player.name = "Žofie Válová"
    player.save()
    assert rows(client, "/ratings?q=zofie") == []
    assert (best.player_id, best.rating) in rows(client, f"/ratings?q={best.name.lower()}")
    named = ListEntry.objects.filter(list=made, rank__isnull=False).order_by("folded")
    assert rows(client, "/ratings?sort=name") == list(named.values_list("player_id", "rating"))


def test_the_file_for_spreadsheets_has_what_the_page_shows_all_of_it(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1", players=90, games=1500)
    answer = client.get("/ratings/2024-1.csv?sex=f")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    found = [(int(row["id"]), int(row["rating"]), row["name"]) for row in csv.DictReader(text.splitlines())]
    shown = ListEntry.objects.filter(list=made[0], rank__isnull=False, sex="f").order_by("rank", "player_id")
    assert found == list(shown.values_list("player_id", "rating", "name"))


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_name_in_it_is_taken_for_a_formula(client: Client, name: str) -> None:
    lists_by_lot("2024/1", "2024/1")
    best = ListEntry.objects.filter(rank=1)[0]
    assert plain(name) == f"'{name}"
    with unguarded():
        ListEntry.objects.filter(pk=best.pk).update(name=name)
    text = b"".join(client.get("/ratings/2024-1.csv").streaming_content).decode()  # type: ignore[attr-defined]
    assert next(csv.DictReader(text.splitlines()))["name"] == f"'{name}"


def test_a_negative_change_stays_a_number(client: Client) -> None:
    lists_by_lot("2024/1", "2024/2")
    text = b"".join(client.get("/ratings/2024-2.csv").streaming_content).decode()  # type: ignore[attr-defined]
    changes = [row["change"] for row in csv.DictReader(text.splitlines()) if row["change"]]
    assert any(int(change) < 0 for change in changes)


def test_who_has_left_is_named_as_that(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    best = ListEntry.objects.filter(rank=1)[0]
    ListEntry.objects.filter(pk=best.pk).update(name="", federation="")
    Player.objects.filter(pk=best.player_id).update(name="Somebody Else")
    assert "Somebody Else" in client.get("/ratings").content.decode()


@pytest.mark.parametrize("asked", ["", "?show=new", "?show=gains", "?sort=name", "?q=p&federation=CZE&active=all"])
def test_the_number_of_queries_does_not_grow_with_the_list(client: Client, asked: str) -> None:
    lists_by_lot("2024/1", "2024/2", players=90, games=2500)

    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as made:
            assert client.get(path).status_code == 200
        return len(made)

    few = queries(f"/ratings{asked}{'&' if asked else '?'}title=GM")
    assert queries(f"/ratings{asked}") == few
    assert few <= 9
