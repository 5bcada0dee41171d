"""The pages of titles and norms, what profiles say, and the desk of whoever confirms."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from slowmate.rulebook import Ground, clause
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site.steps import CONFIRMED
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.services import awards
from slowmate.server.titles.services.norm_search import search_section
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from tests.server.titles.federation import AT, HERO, a_hero, played, with_norms
from tests.support.finished import keep
from tests.support.people import person

pytestmark = pytest.mark.django_db

BOTH = (date(2018, 3, 1), date(2019, 1, 1))


def page(path: str, who: User | None = None) -> str:
    client = Client()
    if who is not None:
        client.force_login(who)
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def queries(path: str) -> int:
    client = Client()
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


def test_titles_and_norms_are_listed_by_year_title_and_federation() -> None:
    hero = a_hero("Ada Hero")
    with_norms(hero, *BOTH)
    everything = page("/titles")
    assert "Ada Hero" in everything
    assert "SIM" in everything
    assert "Ada Hero" in page("/titles?year=2019&title=SIM&federation=CZE&q=hero")
    for other in ("year=2017", "title=GM", "federation=ITA", "q=nobody"):
        assert "No title matches." in page(f"/titles?{other}")
    register = page("/titles/norms")
    assert "Event 2018" in register
    assert "also SIM, IM, CCM, CCE" in " ".join(register.split())
    assert "Event 2018" not in page("/titles/norms?year=2019")
    assert page("/titles/norms?title=IM&year=2019").count("Event 2019") == 1
    assert "No Final" in page("/titles/champions")
    TitleHeld.objects.create(
        player=hero, title="World Correspondence Chess Champion", number=28, confirmed=date(2019, 9, 1), source="Final"
    )
    assert "World Correspondence Chess Champion no. 28" in page("/titles/champions")


@pytest.mark.parametrize("bad", ["year=x", "year=99999999", "title=<b>", "page=zzz", "federation=<b>"])
def test_addresses_that_ask_for_nonsense_show_the_list(bad: str) -> None:
    for path in ("/titles", "/titles/norms", "/titles/champions"):
        assert "<h1>" in page(f"{path}?{bad}")


def test_lists_and_profiles_ask_the_same_number_of_queries_for_one_and_for_many() -> None:
    with_norms(a_hero("One"), *BOTH)
    paths = ("/titles", "/titles/norms", "/titles/champions")
    before = [queries(path) for path in paths]
    profile = queries(f"/players/{Player.objects.get(name='One').pk}")
    for name in ("Two", "Three"):
        with_norms(a_hero(name), *BOTH)
    for start in (date(2018, 6, 1), date(2019, 6, 1)):
        search_section(keep(played(f"More {start}", start=start), {HERO: Player.objects.get(name="One")}).pk, at=AT)
    assert [queries(path) for path in paths] == before
    assert queries(f"/players/{Player.objects.get(name='One').pk}") == profile


def test_a_norm_and_a_title_say_on_what_they_rest() -> None:
    hero = a_hero("Ada Hero")
    with_norms(hero, *BOTH)
    norm = Norm.objects.filter(title="IM").first()
    assert norm is not None
    shown = page(f"/norms/{norm.pk}")
    assert "International Master" in shown
    assert "App. 2" in shown or "App2" in shown
    award = TitleAward.objects.get(title="SIM")
    shown = page(f"/awards/{award.pk}")
    assert "Senior International Master" in shown
    assert "Event 2018" in shown
    assert "10.3(a)" in shown
    assert Client().get("/norms/999999").status_code == 404
    assert Client().get("/awards/999999").status_code == 404


def test_a_profile_says_what_is_held_what_was_made_and_what_is_missing() -> None:
    hero = a_hero("Ada Hero")
    with_norms(hero, *BOTH)
    profile = " ".join(page(f"/players/{hero.pk}").split())
    assert "What is still missing" in profile
    assert "5 more games against Grandmasters in norms" in profile
    assert "Norms made" in profile
    own = page("/me", hero.user)
    assert "What is still missing" in own


def test_a_running_section_shows_what_each_norm_takes_and_how_likely_it_is() -> None:
    hero = a_hero("Ada Hero")
    event = played(score=9)
    games = (*event.games[:5], *(replace(game, result=None, ended=None) for game in event.games[5:]))
    row = keep(replace(event, start=date(2024, 3, 1), games=games), {HERO: hero}, state=Section.State.RUNNING)
    table = " ".join(page(f"/sections/{row.pk}/norms").split())
    assert "3½ more from 7 games" in table
    assert 'class="chance"' in table
    profile = " ".join(page(f"/players/{hero.pk}").split())
    assert "Norms at stake" in profile
    assert "5 points, 7 games running" in profile
    assert "made" in profile


@pytest.fixture
def commissioner() -> User:
    return person("Quentin", offices=(Office.Kind.QUALIFICATIONS,))


@pytest.fixture
def board() -> User:
    return person("Edda", offices=(Office.Kind.EXECUTIVE_BOARD,))


def test_the_desk_offers_a_result_as_one_thing_and_confirms_all_its_norms(commissioner: User) -> None:
    hero = a_hero("Ada Hero")
    row = keep(played(start=date(2016, 3, 1)), {HERO: hero})
    search_section(row.pk, at=AT)
    norm = Norm.objects.get(title="SIM")
    client = Client()
    client.force_login(commissioner)
    desk = client.get("/desk").content.decode()
    assert desk.count("A norm to confirm") == 1
    opened = client.get(f"/desk?open=norm-{norm.pk}").content.decode()
    assert "is no norm" in opened, "a reason is drafted"
    answer = client.post(f"/norms/{norm.pk}/confirm", {"desk": "1"})
    assert answer.status_code == 302
    assert set(Norm.objects.values_list("state", flat=True)) == {"confirmed"}
    assert "A norm to confirm" not in client.get("/desk").content.decode()
    again = client.post(f"/norms/{norm.pk}/dismiss", {"reason": "late"}, follow=True).content.decode()
    assert "decided already" in again


def test_several_results_are_confirmed_at_once_and_nothing_without_a_reason(commissioner: User) -> None:
    for name in ("Ada", "Bea"):
        search_section(keep(played(name, start=date(2016, 3, 1)), {HERO: a_hero(name)}).pk, at=AT)
    client = Client()
    client.force_login(commissioner)
    first, second = Norm.objects.filter(title="SIM").order_by("pk")
    answer = client.post(f"/norms/{first.pk}/dismiss", {"reason": " "}, follow=True)
    assert "Say why" in answer.content.decode()
    ticked = {"norm": [str(first.pk), str(second.pk)]}
    page = client.post("/titles/norms/confirm", ticked).content.decode()
    assert "Confirm 2 results?" in page
    assert f"{first.player}: SIM, {first.event}" in page
    assert set(Norm.objects.values_list("state", flat=True)) == {"proposed"}, "they are looked at first"
    client.post("/titles/norms/confirm", {**ticked, CONFIRMED: "1"})
    assert set(Norm.objects.values_list("state", flat=True)) == {"confirmed"}


@pytest.mark.clause("ICCF-TR-2017 10.8(e)")
def test_a_direct_title_needs_the_board_and_then_the_commissioner(commissioner: User, board: User) -> None:
    hero = a_hero("Ada Hero")
    won = Ground(clause("ICCF-TR-2017 10.4(c)"), {"player": str(hero.pk), "title": "GM", "place": 1})
    board_first = ConfirmingBody.COMMISSIONER_FOR_BOARD
    wanted = awards.Proposal("GM", TitleRoute.DIRECT, date(2020, 2, 1), board_first, [won], source="A Final")
    award = awards.propose(hero, wanted, at=AT)
    of_commissioner, of_board = Client(), Client()
    of_commissioner.force_login(commissioner)
    of_board.force_login(board)
    assert "A title to" not in of_commissioner.get("/desk").content.decode()
    desk = of_board.get("/desk").content.decode()
    assert "A title to recommend" in desk
    assert "Ada Hero takes place 1, which gives the title GM." in desk, "by name, not by number"
    early = of_commissioner.post(f"/awards/{award.pk}/confirm", follow=True).content.decode()
    assert "has to recommend it first" in early
    assert of_commissioner.post(f"/awards/{award.pk}/recommend").status_code == 404
    assert of_board.post(f"/awards/{award.pk}/recommend").status_code == 302
    assert "A title to confirm" in of_commissioner.get("/desk").content.decode()
    of_commissioner.post(f"/awards/{award.pk}/confirm")
    held = TitleHeld.objects.get(player=hero, title="GM")
    assert held.confirmed == timezone.now().date()
    hero.refresh_from_db()
    assert hero.title == "GM"
