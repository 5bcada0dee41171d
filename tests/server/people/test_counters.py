"""What waits is counted in the navigation, forms open at what is wrong, and people are found as they are called."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.correspondence import services
from slowmate.server.games import terms
from slowmate.server.games.models import Challenge
from slowmate.server.games.services import challenges
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.fields import federations
from tests.support.people import AT, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def navigation(client: Client) -> str:
    page = client.get("/rulebook").content.decode()
    header = page.partition('<header class="site">')[2].partition("</header>")[0]
    return " ".join(re.sub(r"<[^>]+>|&nbsp;", " ", header).split())


def test_challenges_and_unread_messages_are_counted_in_as_many_queries_whatever_their_number(client: Client) -> None:
    me, other = person("Ada"), person("Bo")
    client.force_login(me)
    assert "My games Menu Challenges Events Players" in navigation(client)
    row = game(me, other)
    asked = []
    for number in range(1, 4):
        challenges.make(other.player, me.player, terms=terms.plain(control="fixed-3"), at=AT)
        services.send_message(row, f"message {number}", actor=other, at=AT)
        with CaptureQueriesContext(connection) as queries:
            shown = navigation(client)
        assert f"My games ✉ {number} unread messages Menu {number} Challenges {number} Events Players" in shown
        asked.append(len(queries))
    assert len(set(asked)) == 1


def test_my_own_challenges_and_messages_do_not_wait_for_me(client: Client) -> None:
    me, other = person("Ada"), person("Bo")
    challenges.make(me.player, other.player, terms=terms.plain(control="fixed-3"), at=AT)
    services.send_message(game(me, other), "hello", actor=me, at=AT)
    client.force_login(me)
    assert "My games Menu Challenges Events Players" in navigation(client)


def test_a_form_opens_at_what_is_wrong_and_the_only_candidate_is_chosen(client: Client) -> None:
    boris = person("Boris Spassky")
    client.force_login(person("Ada"))
    asked = {"control": "classic-10-50", "colour": "lot", "games": "1", "opponent": "boris"}
    page = client.post("/challenges", asked).content.decode()
    assert re.search(r'<div class="error"\s+id="wrong"\s+role="alert"\s+tabindex="-1"\s+autofocus>', page)
    chosen = re.findall(r'<input type="radio" name="player" value="(\d+)"[^>]*checked', page)
    assert chosen == [str(boris.player.pk)]
    client.post("/challenges", {**asked, "player": chosen[0]})
    assert Challenge.objects.get().opponent == boris.player


def test_of_several_candidates_none_is_chosen(client: Client) -> None:
    person("Boris Spassky"), person("Boris Gelfand")
    client.force_login(person("Ada"))
    asked = {"control": "classic-10-50", "colour": "lot", "games": "1", "opponent": "boris"}
    page = client.post("/challenges", asked).content.decode()
    assert page.count('type="radio" name="player"') == 2
    assert not re.search(r'name="player"[^>]*checked', page)


def test_whoever_gives_an_office_finds_people_as_a_challenger_does(client: Client) -> None:
    dirk = person("Dirk Director")
    client.force_login(person("Root", is_administrator=True))
    asked = {"kind": "director", "begins": clock.now().date().isoformat()}
    page = client.post("/offices", {**asked, "player": "dirk"}).content.decode()
    assert "Which of these players do you mean?" in page
    assert re.findall(r'type="radio" name="player" value="(\d+)"', page) == [str(dirk.player.pk)]
    assert not Office.objects.exists()
    client.post("/offices", {**asked, "player": str(dirk.player.pk)})
    assert Office.objects.get().user == dirk
    assert "There is no such player." in client.post("/offices", {**asked, "player": "zoe"}).content.decode()


def test_a_server_without_players_says_so_and_a_vain_search_too(client: Client) -> None:
    assert "Nobody plays here yet." in client.get("/players").content.decode()
    person("Ada")
    assert "Nobody has that name." in client.get("/players", {"q": "zoe"}).content.decode()


def test_federations_and_usual_zones_are_offered_by_name(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert '<option value="GER">Germany (GER)</option>' in page
    assert page.count("<option") < 320, "some 200 federations and the usual time zones"
    assert '<optgroup label="Europe">' in page
    assert "localtime" not in page
    assert "Factory" not in page
    assert all(re.fullmatch(r"[A-Z]{3}", code) for code in federations())


def test_a_federation_and_a_zone_of_before_are_kept_in_the_settings(client: Client) -> None:
    me = person("Ada", zone="America/Indiana/Knox")
    me.player.federation = "XYZ"
    me.player.save()
    client.force_login(me)
    page = client.get("/settings").content.decode()
    assert '<option value="XYZ" selected>' in page
    assert '<option value="America/Indiana/Knox" selected>' in page
