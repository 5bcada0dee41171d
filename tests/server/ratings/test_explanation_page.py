"""The explanation of a number: a table of games, then every step, to be redone by anybody with a pocket calculator."""

import html
import re
from fractions import Fraction

import pytest
from django.db import connection
from django.db.models import Q, QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.games.models import Game
from slowmate.server.people.models import Office
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.services import adjustments, list_preparation, publication
from slowmate.server.ratings.text import explanation_address
from tests.pocket_calculator import worked_out
from tests.server.ratings.made import lists_by_lot
from tests.server.reading import tight
from tests.server.tampering import unguarded
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db

SYSTEMS = [
    ("iccf-2016", "2016/3", "chess"),
    ("iccf-2017", "2018/1", "chess"),
    ("iccf-2023", "2024/2", "chess"),
    ("fide-2017", "2018-03", "fide-standard"),
]


def text_of(fragment: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", fragment)).split())


def steps(page: str) -> list[str]:
    """The sentences of the calculation as the page has them, without their chips."""
    line = re.compile(r'<p(?: class="limit")?><a class="chip".*?</a><span>(.*?)</span></p>')
    return [text_of(found) for found in line.findall(page[page.index('id="steps"') :])]


def sums(page: str) -> dict[str, str]:
    """The numbers on top."""
    part = page[page.index('<dl class="sums">') : page.index("</dl>")]
    return {text_of(name): text_of(value) for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", part)}


def established(rows: "QuerySet[ListEntry]") -> "QuerySet[ListEntry]":
    """Those whose rating changes game by game; FIDE's has no number of games where it came from elsewhere."""
    return rows.exclude(old_rating=None).filter(Q(games=None) | Q(games__gte=80))


@pytest.mark.clause("ICCF-TR-2016 App1.7", "ICCF-TR-2017 App1.7", "ICCF-RATING-2023 2.2(f)/mu", "FIDE-RATING-2017 12.4")
@pytest.mark.parametrize(("rules", "period", "pool"), SYSTEMS)
def test_anybody_gets_the_published_number_from_the_text_of_the_page_alone(
    client: Client, rules: str, period: str, pool: str
) -> None:
    made = lists_by_lot(period, period, pool=pool)[0]
    assert made.rules == rules
    played = ListEntry.objects.filter(list=made, period_games__gt=0, rating__isnull=False).order_by("-period_games")
    chosen = [*established(played)[:3], *played.filter(old_rating=None)[:1], *played.filter(games__lt=30)[:1]]
    assert len(chosen) >= 4
    for entry in chosen:
        page = tight(client.get(f"{explanation_address(entry.player_id, made)}").content)
        said = sums(page)
        before = "unrated" if said["Before"].startswith("–") else said["Before"]
        rating, rd = worked_out(rules, steps(page), before)
        assert rating == Fraction(said["After"]) == entry.rating, page
        assert rd is None or rd == entry.rd
        assert f"How {entry.rating} came about" in page


@pytest.mark.parametrize(("period", "pool"), [(period, pool) for _, period, pool in SYSTEMS])
def test_the_table_has_every_game_with_opponent_score_and_what_it_brought(
    client: Client, period: str, pool: str
) -> None:
    made = lists_by_lot(period, period, pool=pool)[0]
    entry = established(ListEntry.objects.filter(list=made, rating__isnull=False)).order_by("-period_games")[0]
    page = tight(client.get(explanation_address(entry.player_id, made)).content)
    table = page[page.index("<tbody") : page.index("</tbody>")].split("<tr")[1:]
    assert len(table) == entry.period_games
    brought = expected = 0.0
    for number, row in enumerate(table, 1):
        cells = [text_of(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)]
        assert cells[0] == str(number)
        assert re.search(r'href="/players/\d+"', row)
        assert re.match(r"\d{3,4}\b", cells[2]), "the rating that counted"
        assert 0 <= float(cells[3]) <= 1
        expected += float(cells[3])
        assert cells[4] in ("0", "½", "1")
        brought += float(cells[5].replace("\N{MINUS SIGN}", "-"))
    exact = (entry.exact_rating or 0) - (entry.old_rating or 0)
    assert brought == pytest.approx(exact, abs=0.006 * len(table))
    foot = page[page.index("<tfoot") : page.index("</tfoot>")]
    together = [text_of(cell).replace("\N{MINUS SIGN}", "-") for cell in re.findall(r"<td[^>]*>(.*?)</td>", foot)]
    assert float(together[1]) == pytest.approx(expected), "what is added up by hand is what stands there"
    assert float(together[3]) == pytest.approx(brought)


def test_who_is_unrated_sees_what_his_games_are_added_to(client: Client) -> None:
    made = lists_by_lot("2024/2", "2024/2")[0]
    entry = ListEntry.objects.filter(list=made, period_games__gt=0, old_rating=None)[0]
    page = tight(client.get(explanation_address(entry.player_id, made)).content)
    assert re.fullmatch(r"– unrated, begins with \d{4}", sums(page)["Before"])


@pytest.mark.clause("ICCF-RATING-2023 2.1(b)/<=120")
def test_an_opponents_rd_is_told_as_it_stood_in_the_list_and_as_it_grew(client: Client) -> None:
    first, second = lists_by_lot("2024/1", "2024/2")
    entry = established(ListEntry.objects.filter(list=second, rating__isnull=False)).order_by("-period_games")[0]
    told = steps(tight(client.get(explanation_address(entry.player_id, second)).content))
    grown = [one for line in told if (one := re.match(r"The RD of (.+) was (\d+) and grows to", line))]
    assert grown
    for one in grown:
        assert ListEntry.objects.filter(list=first, name=one[1], rd=int(one[2])).exists()


def test_a_game_of_the_table_leads_to_its_own_page(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1")[0]
    entry = ListEntry.objects.filter(list=made).order_by("-period_games")[0]
    page = client.get(f"/ratings/2024-1/{entry.player_id}").content.decode()
    found = {int(pk) for pk in re.findall(r'href="/games/(\d+)"', page)}
    games = Game.objects.filter(pk__in=found)
    assert len(found) == entry.period_games
    assert all(entry.player_id in (game.white_id, game.black_id, game.white_original_id) for game in games)


def test_a_limit_is_said_where_it_was_applied(client: Client) -> None:
    made = lists_by_lot("2018/1", "2018/1", players=30, games=900)[0]
    pages = [
        tight(client.get(f"/ratings/2018-1/{entry.player_id}").content)
        for entry in ListEntry.objects.filter(list=made, games__gte=30).order_by("rating")[:4]
    ]
    limited = [page for page in pages if "is limited to" in page]
    assert limited
    for page in limited:
        table = page[page.index("<tbody") : page.index("</tbody>")]
        assert "is limited to" in table, "beside the game"
        assert re.search(r'<p class="limit"><a class="chip"[^>]*App1\.(8/cap|5/Rc)', page), "and in its step"


def test_every_step_has_its_rule_as_a_chip_and_games_fold(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1")[0]
    entry = ListEntry.objects.filter(list=made).order_by("-period_games")[0]
    path = f"/ratings/2024-1/{entry.player_id}"
    page, unfolded = (tight(client.get(one).content) for one in (path, f"{path}?steps=open"))
    assert len(steps(page)) > 11 * entry.period_games
    assert page.count('<details class="steps">') == entry.period_games
    assert unfolded.count('<details class="steps" open>') == entry.period_games + 2
    assert steps(page) == steps(unfolded)
    assert 'href="/rulebook/ICCF-RATING-2023/2.2(e)/D1"' in page


def test_what_the_commissioner_adjusted_is_told_first(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    made = list_preparation.prepare("chess", RatingList.objects.get().when.successor, at=AT)
    assert made is not None
    Game.objects.filter(finished__isnull=False).update(finished=AT.replace(month=1))
    list_preparation.refresh(made, at=AT, actor=None)
    keeper = person(offices=(Office.Kind.RATINGS,))
    entry = ListEntry.objects.filter(list=made, period_games__gt=2).order_by("player_id")[0]
    adjustments.start_rating(made, entry.player, 2345, reason="his results elsewhere", actor=keeper, at=AT)
    made.refresh_from_db()
    publication.publish(made, version=made.version, actor=keeper, at=AT)
    page = tight(client.get(f"/ratings/2024-2/{entry.player_id}").content)
    assert "his results elsewhere" in steps(page)[0]


def test_who_had_no_game_is_told_so(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    Game.objects.filter(pk=Game.objects.order_by("pk")[0].pk).update(finished=AT.replace(month=1))
    made = list_preparation.prepare("chess", RatingList.objects.get().when.successor, at=AT)
    assert made is not None
    publication.issue(made, version=made.version, actor=None, at=AT)
    idle = ListEntry.objects.filter(list=made, period_games=0, rating__isnull=False)[0]
    page = tight(client.get(f"/ratings/2024-2/{idle.player_id}").content)
    assert "No game of this player is in the list" in page
    assert any("No games: the rating stays" in step for step in steps(page))


def test_who_is_not_in_the_list_and_what_came_from_elsewhere_is_not_explained(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1")[0]
    somebody = ListEntry.objects.filter(list=made)[0].player_id
    assert client.get(f"/ratings/2024-1/{somebody}").status_code == 200
    assert client.get("/ratings/2024-1/999999").status_code == 404
    assert client.get("/ratings/2024-1/99999999999999999999").status_code == 404
    assert client.get(f"/ratings/2023-1/{somebody}").status_code == 404
    with unguarded():
        RatingList.objects.update(is_imported=True)
    assert client.get(f"/ratings/2024-1/{somebody}").status_code == 404
    assert "/ratings/2024-1/" not in client.get("/ratings").content.decode()


def test_the_number_of_queries_does_not_grow_with_the_games(client: Client) -> None:
    made = lists_by_lot("2024/1", "2024/1", players=40, games=900)[0]
    entries = ListEntry.objects.filter(list=made, period_games__gt=0).order_by("period_games")

    def queries(entry: ListEntry) -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(f"/ratings/2024-1/{entry.player_id}").status_code == 200
        return len(found)

    few, many = entries[0], entries.reverse()[0]
    assert many.period_games > 2 * few.period_games
    assert queries(many) == queries(few)
