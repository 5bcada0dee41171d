"""Graphs: where everything stands in the picture, and what the page of a player makes of his lists."""

import re
from datetime import date
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.pages.graph import Value, over_numbers, over_time
from slowmate.server.ratings.pages.history import entry_words
from slowmate.server.ratings.queries.history import histories
from tests.server.ratings.made import lists_by_lot
from tests.server.reading import tight
from tests.server.tampering import unguarded
from tests.support.people import AT


def value(year: int, *heights: float | None) -> Value:
    return Value(date(year, 1, 1).toordinal(), heights, f"{year}: {heights[0]}")


def percent(text: str) -> float:
    return float(text.removesuffix("%"))


def test_time_runs_to_the_right_and_ratings_upwards() -> None:
    graph = over_time("", [value(2016, 2100), value(2017, 2300), value(2020, 2200)])
    xs, ys = ([percent(one.x) for one in graph.strips], [percent(one.dots[0].y) for one in graph.strips])
    assert xs == pytest.approx([0, 100 * 366 / 1461, 100], abs=0.01)
    assert ys[1] < ys[2] < ys[0]
    assert all(0 < y < 100 for y in ys)
    assert [(one.x1, one.x2) for one in graph.segments] == [(a.x, b.x) for a, b in pairwise(graph.strips)]


def test_every_part_of_the_picture_answers_to_the_nearest_place() -> None:
    graph = over_time("", [value(year, 2000 + year % 7) for year in range(2000, 2020)])
    edges = [(percent(one.left), percent(one.left) + percent(one.width)) for one in graph.strips]
    assert edges[0][0] == 0
    assert edges[-1][1] == pytest.approx(100, abs=0.02)
    for (_, end), (begin, _) in pairwise(edges):
        assert end == pytest.approx(begin, abs=0.02)


@pytest.mark.parametrize("heights", [(2000,), (2000, 2001), (1200, 2800), (1999, 2000)])
def test_the_levels_are_few_round_and_within_the_picture(heights: tuple[int, ...]) -> None:
    graph = over_time("", [value(2000 + place, height) for place, height in enumerate(heights)])
    assert 1 <= len(graph.levels) <= 7
    assert all(0 <= percent(one.at) <= 100 for one in graph.levels)


def test_a_single_point_stands_in_the_middle() -> None:
    graph = over_time("", [value(2016, 2100)])
    assert (graph.strips[0].x, graph.segments) == ("50%", [])


def test_long_histories_leave_out_names_of_years_that_would_not_fit() -> None:
    graph = over_time("", [value(year, 2000) for year in range(1990, 2025)])
    assert len(graph.columns) <= 12
    assert sum(not one.is_minor for one in graph.columns) <= 6


def test_a_line_that_begins_later_has_no_dot_before() -> None:
    graph = over_time("", [value(2016, 2100, None), value(2017, 2150, 2140), value(2018, 2160, 2150)], names=["a", "b"])
    assert [[dot.line for dot in one.dots] for one in graph.strips] == [[1], [1, 2], [1, 2]]
    assert [one.line for one in graph.segments] == [1, 1, 2]


def test_counts_stand_on_nothing() -> None:
    graph = over_numbers("", [Value(at, (number,), "") for at, number in ((1500, 0), (1550, 12), (1600, 3))])
    assert percent(graph.strips[0].dots[0].y) == 100
    assert graph.levels[0].name == "0"


# the page of a player


@pytest.mark.django_db
def test_a_player_has_a_graph_over_all_lists_each_place_leading_to_its_explanation(client: Client) -> None:
    made = lists_by_lot("2023/2", "2024/1", players=14, games=500)
    entry = ListEntry.objects.filter(list=made[-1], rank__isnull=False).order_by("-games")[0]
    page = tight(client.get(f"/players/{entry.player_id}").content)
    listed = ListEntry.objects.filter(player=entry.player_id, published=True).select_related("list")
    assert listed.count() == len(made)
    for one in listed:
        address = f'href="/ratings/{one.list.slug}/{one.player_id}"'
        assert page.count(address) >= 2, "in the picture and in the table behind it"
        assert f'aria-label="{one.list.period}: {one.rating}' in page
    assert f'<b class="score">{entry.rating}</b>' in page
    assert "style=" not in page, "which the browser would not take"


@pytest.mark.django_db
def test_the_rating_now_says_games_and_deviation_and_place(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1")
    entry = ListEntry.objects.filter(list=made[-1], rank__isnull=False)[0]
    page = tight(client.get(f"/players/{entry.player_id}").content)
    assert f"{entry.games} games" in page
    assert f"RD {entry.rd}" in page
    assert f"place {entry.rank}" in page
    assert '<svg class="graph' not in page, "one list is no line"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "games", "words"),
    [
        (-12, 1, "2024/1: 2388, \N{MINUS SIGN}12 from 1 game, RD 60"),
        (7, 3, "2024/1: 2388, +7 from 3 games, RD 60"),
        (0, 2, "2024/1: 2388, +0 from 2 games, RD 60"),
        (0, 0, "2024/1: 2388, RD 60"),
        (None, 4, "2024/1: 2388, RD 60"),
    ],
)
def test_a_point_says_how_the_rating_changed_only_if_games_changed_it(
    change: int | None, games: int, words: str
) -> None:
    row = RatingList(pool="chess", period="2024/1")
    assert entry_words(ListEntry(list=row, rating=2388, change=change, period_games=games, rd=60)) == words


@pytest.mark.django_db
def test_a_rating_that_is_not_published_is_not_shown(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1", players=60, games=300)
    entry = ListEntry.objects.filter(list=made[-1], published=False, rating__isnull=False)[0]
    page = tight(client.get(f"/players/{entry.player_id}").content)
    assert "no rating is published yet" in page
    assert f">{entry.rating}<" not in page


@pytest.mark.django_db
def test_of_a_period_only_the_newest_revision_is_a_point() -> None:
    first = lists_by_lot("2024/1", "2024/1")[0]
    second = RatingList.objects.create(
        pool="chess", period="2024/1", revision=2, rules="iccf-2023", supersedes=first, reason="why", prepared=AT,
        results_from=first.results_from, results_until=first.results_until, valid_from=first.valid_from,
    )  # fmt: skip
    player = Player.objects.get(pk=1)
    ListEntry.objects.create(list=second, player=player, rating=2000, games=30, published=True)
    assert [entry.list for entry in histories(player)[0].entries] == [first], "it is only prepared"
    RatingList.objects.filter(pk=second.pk).update(state="published", published=AT)
    assert [entry.list for entry in histories(player)[0].entries] == [second]


@pytest.mark.django_db
def test_the_page_of_a_player_takes_as_many_queries_with_one_list_as_with_several(client: Client) -> None:
    made = lists_by_lot("2023/1", "2024/1", players=14, games=500)
    player = ListEntry.objects.filter(list=made[-1], rank__isnull=False).order_by("-games")[0].player

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(f"/players/{player.pk}")
        return len(found)

    many = queries()
    with unguarded():
        ListEntry.objects.filter(player=player).exclude(list=made[-1]).delete()
    assert len(histories(player)[0].entries) == 1
    assert queries() == many


@pytest.mark.django_db
def test_programs_get_titles_with_their_days_and_every_list(client: Client) -> None:
    made = lists_by_lot("2023/4", "2024/1", players=14, games=500)
    entry = ListEntry.objects.filter(list=made[-1], rank__isnull=False)[0]
    TitleHeld.objects.create(player=entry.player, title="IM", confirmed=date(2019, 8, 1))
    TitleHeld.objects.create(player=entry.player, title="World Champion", confirmed=date(2020, 8, 1), number=28)
    found = client.get(f"/api/players/{entry.player_id}").json()
    assert found["titles"] == [
        {"title": "IM", "confirmed": "2019-08-01", "number": None},
        {"title": "World Champion", "confirmed": "2020-08-01", "number": 28},
    ]
    assert [one["period"] for one in found["ratings"]] == ["2023/4", "2024/1"]
    last = found["ratings"][-1]
    assert (last["rating"], last["rd"], last["rank"]) == (entry.rating, entry.rd, entry.rank)
    assert (last["rules"], last["valid_from"], last["published"]) == ("ICCF-RATING-2023", "2024-01-01", True)
    assert re.fullmatch(r"\d+", str(found["id"]))
