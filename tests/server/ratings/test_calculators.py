"""Calculators: the address holds the input, every result its grounds, and what is wrong is said beside its field."""

import re
from itertools import cycle
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.ratings.calculator import Figures, Met, after_games
from slowmate.server.events.models import Seat, Section
from slowmate.server.people.models import Player
from tests.pocket_calculator import worked_out
from tests.server.ratings.test_explanation_page import steps
from tests.server.reading import tight
from tests.support import events

pytestmark = pytest.mark.django_db

RATINGS = "2450 2480 2390 2510 2460 2440 2475 2405 2399 2310 2420 2500"
CHOOSE = "Select a valid choice. {} is not one of the available choices."
RULES = ["iccf-2016", "iccf-2017", "iccf-2023", "fide-2017"]


def ask(client: Client, **given: object) -> str:
    answer = client.get(f"/calculators?{urlencode(given)}")
    assert answer.status_code == 200, tight(answer.content)
    return tight(answer.content)


def refused(client: Client, **given: object) -> list[str]:
    """What is said beside fields."""
    answer = client.get(f"/calculators?{urlencode(given)}")
    assert answer.status_code == 422
    return re.findall(r'<span class="wrong">(.*?)</span>', tight(answer.content))


@pytest.mark.parametrize("rules", RULES)
def test_what_games_bring_is_what_the_rules_say_and_can_be_redone_by_hand(client: Client, rules: str) -> None:
    page = ask(
        client, what="change", rules=rules, rating=2400, games=100, rd=60, met="2450 1\n2380 ½\n1980 0\n2410/70 ="
    )
    met = [Met(2450, 1), Met(2380, 0.5), Met(1980, 0), Met(2410, 0.5, 70)]
    found = after_games(Figures(rating=2400, games=100, rd=60), met, rules)
    assert f'<b class="score">{found.rating}</b>' in page
    rating, rd = worked_out(rules, [line.replace("opponent ", "opponent") for line in steps(page)], "2400")
    assert rating == found.rating
    assert rd is None or rd == found.rd


def test_the_same_games_are_shown_under_each_system(client: Client) -> None:
    page = ask(client, what="change", rules="iccf-2023", rating=2400, games=100, met="2450 1")
    for rules in RULES:
        found = after_games(Figures(rating=2400, games=100), [Met(2450, 1)], rules)
        assert f">{found.rating}<" in page.replace(f"{found.rating}<small>", f"{found.rating}<")


@pytest.mark.parametrize(
    "score", ["1", "win", "W", "½", "0.5", "0,5", "1/2", "1/2-1/2", "½-½", "=", "draw", "0", "loss", "l"]
)
def test_a_result_is_understood_as_people_write_it(client: Client, score: str) -> None:
    assert "Result" in ask(client, what="change", rules="iccf-2017", rating=2400, met=f"2450 {score}\n\n2300, {score}")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"met": ""}, "This field is required."),
        ({"met": "2450"}, "Line 1: write a rating and a result, such as 2450 1, 2450 ½ or 2450 0."),
        ({"met": "2450 1\n2450 2"}, "Line 2: write a rating and a result, such as 2450 1, 2450 ½ or 2450 0."),
        ({"met": "99 1"}, "Line 1: write a rating and a result, such as 2450 1, 2450 ½ or 2450 0."),
        ({"met": "2450 1\n" * 101}, "At most 100 games."),
        ({"met": "2450/29 1"}, "Line 1: an RD lies between 30 and 250."),
        ({"met": "2450/60 1\n2450/251 1"}, "Line 2: an RD lies between 30 and 250."),
        ({"rd": 251}, "Ensure this value is less than or equal to 250."),
        ({"rating": "high"}, "Enter a whole number."),
        ({"rating": 5000}, "Ensure this value is less than or equal to 4000."),
        ({"games": -1}, "Ensure this value is greater than or equal to 0."),
        ({"rules": "iccf-1990"}, "Select a valid choice. iccf-1990 is not one of the available choices."),
        ({"games": 10, "points": 11, "sum": 20_000}, "These are more points than games."),
        ({"games": 10, "points": 5.3, "sum": 20_000}, "Points are counted in halves."),
        ({"games": 10, "points": 5, "sum": 5}, "So many games cannot add up to that."),
        ({"games": 10, "points": 5}, "Fill in both, or neither."),
    ],
)
def test_what_is_wrong_with_games_is_one_message_beside_its_field(
    client: Client, given: dict[str, object], says: str
) -> None:
    usual: dict[str, object] = {"what": "change", "rules": "iccf-2017", "rating": 2400, "met": "2450 1"}
    assert refused(client, **{**usual, **given}) == [says]


def test_who_has_no_rating_gets_his_first(client: Client) -> None:
    page = ask(client, what="change", rules="iccf-2017", met="2450 1\n2380 ½")
    found = after_games(Figures(), [Met(2450, 1), Met(2380, 0.5)], "iccf-2017")
    assert f'<b class="score">{found.rating}</b>' in page
    assert "First rating" in page


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        ("iccf-2016", {"GM": "9", "SIM": "8", "IM": "6½", "CCM": "4½", "CCE": "4½"}),
        ("iccf-2017", {"GM": "8", "SIM": "7", "IM": "6½", "CCM": "5", "CCE": "4½"}),
        ("fide-2017", {"GM": "9", "IM": "6½", "WGM": "5½", "WIM": "4½"}),
    ],
)
def test_a_norm_is_stated_for_pasted_ratings(client: Client, rules: str, scores: dict[str, str]) -> None:
    page = ask(client, what="norm", rules=rules, ratings=RATINGS, own=2440)
    found = dict(re.findall(r"<dt>(\w+)</dt><dd><b>(.*?)</b></dd>", page))
    assert found == scores
    assert page.count('class="chip"') > 10


def test_a_norm_is_stated_for_a_player_of_a_section(client: Client) -> None:
    section, seats = a_section()
    page = ask(client, what="norm", rules="iccf-2017", section=section.pk, player=seats[0].player_id)
    pasted = ask(client, what="norm", rules="iccf-2017", ratings=RATINGS)
    assert re.findall(r"<dt>(\w+)</dt><dd>(.*?)</dd>", page) == re.findall(r"<dt>(\w+)</dt><dd>(.*?)</dd>", pasted)
    assert seats[0].name in page


def test_a_section_that_is_not_posted_is_not_there(client: Client) -> None:
    section, seats = a_section(state=Section.State.PROPOSED)
    says = ["There is no such section, or its start list is not posted yet."]
    given = {"what": "norm", "rules": "iccf-2017", "player": seats[0].player_id}
    assert refused(client, **given, section=section.pk) == says
    assert refused(client, **given, section=10**9) == says


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "Give the ratings of the opponents, or a section and a player in it."),
        ({"ratings": "2450 high"}, "“high” is no rating: write whole numbers from 100 to 4000."),
        ({"ratings": "2450 " * 101}, "At most 100 opponents."),
        ({"ratings": "2450", "rules": "iccf-2016"}, "The rules of 2016 ask for your rating, too."),
        (
            {"ratings": "2450", "rules": "iccf-2023"},
            "Select a valid choice. iccf-2023 is not one of the available choices.",
        ),
    ],
)
def test_what_is_wrong_with_a_norm_is_one_message(client: Client, given: dict[str, object], says: str) -> None:
    assert refused(client, **{"what": "norm", "rules": "iccf-2017", **given}) == [says]


def test_a_player_who_is_not_in_the_section_is_asked_for_again(client: Client) -> None:
    section, _ = a_section()
    says = ["Give the number of a player of this section."]
    assert refused(client, what="norm", rules="iccf-2017", section=section.pk) == says
    assert refused(client, what="norm", rules="iccf-2017", section=section.pk, player=10**9) == says


@pytest.mark.parametrize(("rules", "found"), [("iccf-2016", 2435), ("iccf-2017", 2435), ("fide-2017", 2435)])
def test_half_of_the_points_perform_as_the_opponents_do(client: Client, rules: str, found: int) -> None:
    page = ask(client, what="performance", rules=rules, ratings="2400 2470", score=1)
    assert f'<b class="score">{found}</b>' in page
    assert 'class="chip"' in page


def test_more_points_than_games_are_refused(client: Client) -> None:
    assert refused(client, what="performance", rules="iccf-2017", ratings="2400", score=2) == [
        "These are more points than games."
    ]
    assert refused(client, what="performance", rules="iccf-2017", ratings="2400", score=0.3) == [
        "Points are counted in halves."
    ]


@pytest.mark.parametrize(
    ("given", "k"),
    [
        ({"rules": "iccf-2017", "rating": 2200, "games": 55}, "16.875"),
        ({"rules": "iccf-2016", "rating": 2500, "games": 100}, "10"),
        ({"rules": "fide-2017", "rating": 2200, "games": 12}, "40"),
        ({"rules": "fide-2017", "rating": 2200, "games": 90, "born": 2010, "year": 2024}, "40"),
        ({"rules": "fide-2017", "rating": 2200, "games": 90, "played": 39}, "17"),
        ({"rules": "fide-2017", "rating": 2200, "games": 5, "list": "rapid"}, "20"),
    ],
)
def test_k_is_said_with_its_clause(client: Client, given: dict[str, object], k: str) -> None:
    page = ask(client, what="k", **given)
    assert f'<b class="score">{k}</b>' in page
    assert 'class="chip"' in page


@pytest.mark.parametrize("what", ["change", "norm", "performance", "k"])
def test_an_empty_form_offers_an_example_that_works(client: Client, what: str) -> None:
    page = tight(client.get(f"/calculators?what={what}").content)
    example = re.search(r'href="(/calculators\?what=\w+&amp;[^"]*)"', page)
    assert example is not None
    with CaptureQueriesContext(connection) as made:
        answer = client.get(example[1].replace("&amp;", "&"))
    assert answer.status_code == 200
    assert 'id="result"' in answer.content.decode()
    assert len(made) == 0, "a calculator asks nobody"


def test_there_is_no_other_calculator(client: Client) -> None:
    assert client.get("/calculators").status_code == 200
    assert client.get("/calculators?what=fees").status_code == 404


def a_section(state: str = Section.State.POSTED) -> tuple[Section, list[Seat]]:
    """A section of thirteen: one player and the opponents of the ratings above."""
    players = [
        Player.objects.create(name=f"Somebody {rating}", federation=federation, rating=rating, rating_games=90)
        for rating, federation in zip([2440, *map(int, RATINGS.split())], cycle(("CZE", "GER", "POL")))
    ]
    section = events.section(events.event("grandmaster-norm"), players, state=state)
    return section, list(section.seats.order_by("number"))


def test_what_others_add_to_an_address_is_no_input(client: Client) -> None:
    assert client.get("/calculators?what=k&fbclid=1").status_code == 200
