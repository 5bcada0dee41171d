"""What if other rules had made the lists: the real ones by their own rules, others beside them, and each made once."""

import re

import numpy as np
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.ratings.period_list import list_basis, make_list
from slowmate.server.games.models import Game
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries import inputs, what_if
from slowmate.server.ratings.queries.history import history_in
from slowmate.server.ratings.services import list_preparation, publication
from tests.server.ratings.made import go_on_until, lists_by_lot
from tests.server.reading import tight
from tests.server.tampering import unguarded
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("first", "last"), [("2016/1", "2016/3"), ("2018/1", "2018/3"), ("2024/1", "2024/3")])
def test_by_their_own_rules_the_lists_are_what_they_are(first: str, last: str) -> None:
    made = lists_by_lot(first, last, games=500)
    found = what_if.replay_lists(made[-1], made[-1].rules)
    for row in made:
        real = dict(ListEntry.objects.filter(list=row, rating__isnull=False).values_list("player_id", "rating"))
        assert found.ratings_in(row.pk) == real


def test_by_other_rules_the_first_list_is_what_these_make_of_its_own_files() -> None:
    row = lists_by_lot("2024/1", "2024/1")[0]
    kept = inputs.of_list(row)
    by_hand = make_list(list_basis("iccf-2017", kept.players.columns, kept.basis.games, period=row.when))
    expected = {
        int(pk): int(rating)
        for pk, rating in zip(kept.players.ids, by_hand["rating"], strict=True)
        if not np.isnan(rating)
    }
    assert what_if.replay_lists(row, "iccf-2017").ratings_in(row.pk) == expected


def test_a_list_is_made_again_once_and_the_next_goes_on_from_it() -> None:
    made = lists_by_lot("2024/1", "2024/2")

    def reading(row: RatingList) -> int:
        with CaptureQueriesContext(connection) as found:
            what_if.replay_lists(row, "iccf-2016")
        return sum("slowmate_listinput" in one["sql"] for one in found.captured_queries)

    assert reading(made[-1]) == 2
    assert reading(made[-1]) == 0
    first = what_if.replay_lists(made[-1], "iccf-2016")
    Game.objects.filter(pk__lt=40).update(finished=AT.replace(month=4))
    (third,) = go_on_until("2024/3")
    assert reading(third) == 1, "the lists before it are known"
    again = what_if.replay_lists(third, "iccf-2016")
    assert (again.ratings[:2] == first.ratings).all()
    what_if.CACHE.clear()
    afresh = what_if.replay_lists(third, "iccf-2016")
    assert (again.ratings == afresh.ratings).all()
    assert list(again.periods) == ["2024/1", "2024/2", "2024/3"]


def test_lists_that_came_from_elsewhere_are_where_it_begins() -> None:
    made = lists_by_lot("2024/1", "2024/3", games=500)
    with unguarded():
        RatingList.objects.filter(pk=made[0].pk).update(is_imported=True)
    found = what_if.replay_lists(made[-1], "iccf-2017")
    assert list(found.lists) == [made[1].pk, made[2].pk]


def test_a_player_sees_his_history_beside_the_other(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/3", players=14, games=500)
    entry = ListEntry.objects.filter(list=made[-1], rank=1)[0]
    found = what_if.replay_lists(made[-1], "iccf-2016").rating_of(entry.player_id)
    page = tight(client.get(f"/what-if?player={entry.player_id}&rules=iccf-2016").content)
    table = page[page.index("<tbody>") : page.index("</tbody>")]
    for row in made:
        real = ListEntry.objects.get(list=row, player=entry.player)
        line = next(part for part in table.split("<tr>") if f">{row.period}<" in part)
        assert f">{real.rating}<" in line
        assert f"<b>{found[row.period]}</b>" in line
    assert '<svg class="graph' in page
    assert "ICCF rules of 2016" in page
    assert 'aria-label="2024/3:' in page


def test_a_revised_list_stands_in_a_history_once_with_what_its_period_would_be(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/2", players=14, games=400)
    keeper = person(offices=(Office.Kind.RATINGS,))
    Game.objects.filter(pk=Game.objects.filter(result="1-0")[0].pk).update(result="0-1")
    revised = list_preparation.revise(made[0], "wrong", actor=keeper, at=AT)
    publication.publish(revised, version=revised.version, actor=keeper, at=AT)
    history = history_in(Player.objects.get(pk=ListEntry.objects.filter(list=made[1], rank=1)[0].player_id), "chess")
    assert history is not None
    lines = what_if.of_player(history, made[1], "iccf-2017").lines
    assert [one.entry.list.period for one in lines] == ["2024/1", "2024/2"]
    assert lines[0].entry.list == revised
    assert client.get("/what-if?list=2024-1&rules=iccf-2017").status_code == 200


def test_a_whole_list_is_shown_beside_the_other_in_three_orders(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/2")
    others = what_if.replay_lists(made[-1], "iccf-2017").ratings_in(made[-1].pk)
    shown = list(ListEntry.objects.filter(list=made[-1], rank__isnull=False).order_by("rank", "player_id"))
    apart = {entry.player_id: others[entry.player_id] - (entry.rating or 0) for entry in shown}

    def order(sort: str) -> list[int]:
        page = tight(client.get(f"/what-if?list=2024-2&rules=iccf-2017&sort={sort}").content)
        return [int(pk) for pk in re.findall(r'href="/what-if\?player=(\d+)&amp;rules=iccf-2017"', page)]

    assert order("") == [entry.player_id for entry in shown]
    gains, losses = ([apart[pk] for pk in order(sort)] for sort in ("gains", "losses"))
    assert gains == sorted(apart.values(), reverse=True)
    assert losses == sorted(apart.values())
    page = tight(client.get("/what-if?list=2024-2&rules=iccf-2017").content)
    best = shown[0]
    assert re.search(rf"{best.rating}</td><td class=\"number\"><b>{others[best.player_id]}</b>", page)
    assert "The average would be" in page
    assert '<svg class="graph' in page


def test_without_a_question_it_is_the_newest_list_by_the_rules_before(client: Client) -> None:
    lists_by_lot("2024/1", "2024/2")
    page = tight(client.get("/what-if").content)
    assert "List 2024/2</a>under the ICCF rules of 2017" in page


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("player=nobody", "There is no such player."),
        ("player=999999", "There is no such player."),
        ("player=P", "Which of these players do you mean?"),
        ("rules=iccf-1990", "Select a valid choice."),
        ("list=2019-1", "Select a valid choice."),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_message(client: Client, asked: str, says: str) -> None:
    lists_by_lot("2024/1", "2024/1")
    answer = client.get(f"/what-if?{asked}")
    assert answer.status_code == 422
    wrong = re.findall(r'<span class="wrong">(.*?)</span>', tight(answer.content))
    assert len(wrong) == 1
    assert wrong[0].startswith(says)


def test_where_nothing_was_made_here_it_says_so(client: Client) -> None:
    assert "No list has been made on this server yet" in tight(client.get("/what-if").content)
    lists_by_lot("2024/1", "2024/1")
    with unguarded():
        RatingList.objects.update(is_imported=True)
    assert "No list has been made on this server yet" in tight(client.get("/what-if").content)


def test_a_player_whom_no_list_knows_has_nothing_to_show(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    stranger = Player.objects.create(name="Stranger")
    assert "has published a rating" in tight(client.get(f"/what-if?player={stranger.pk}").content)


def test_every_pool_is_made_again_by_itself(client: Client) -> None:
    lists_by_lot("2018-02", "2018-03", pool="fide-standard")
    assert client.get("/what-if").status_code == 200
    page = tight(client.get("/what-if?pool=fide-standard").content)
    assert "List 2018-03" in page
    assert client.get("/what-if?pool=draughts").status_code == 404


@pytest.mark.parametrize("asked", ["list=2024-2", "player=1"])
def test_the_number_of_queries_does_not_grow_with_the_list(client: Client, asked: str) -> None:
    lists_by_lot("2024/1", "2024/2", players=60, games=1500)

    def queries(more: str) -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(f"/what-if?rules=iccf-2017&{asked}{more}").status_code == 200
        return len(found)

    queries("")
    assert queries("") == queries("&page=99")
    assert queries("") <= 8
