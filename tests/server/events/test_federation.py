"""The page of a federation, for people and for programs."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from slowmate.server.events.models import Event, Nomination, Section, Team
from slowmate.server.people.models import Federation, MembersDeclared, Office, Player
from slowmate.server.site import clock
from tests.server.events import teams
from tests.server.programs import Program, problem
from tests.support.events import event
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def federation() -> None:
    """Two rated players and one without a rating, a delegate and a former one, and something of everything else."""
    today = clock.now().date()
    czech = Federation.objects.create(code="CZE", zone="Europe")
    MembersDeclared.objects.create(federation=czech, year=today.year - 1, members=120)
    MembersDeclared.objects.create(federation=czech, year=today.year + 1, members=999)
    for name, rating in (("Second Best", 2100), ("First Best", 2400), ("Unrated", None)):
        Player.objects.create(name=name, federation="CZE", rating=rating)
    Player.objects.create(name="Elsewhere", federation="GER", rating=2600)
    for name, ends in (("Dana Delegate", None), ("Former Delegate", today - timedelta(days=1))):
        Office.objects.create(
            user=person(name), kind=Office.Kind.DELEGATE, federation="CZE", begins=today - timedelta(days=9), ends=ends
        )
    best, second = Player.objects.get(name="First Best"), Player.objects.get(name="Second Best")
    Nomination.objects.create(federation="CZE", player=best, year=today.year, on=today)
    Nomination.objects.create(federation="CZE", player=second, year=today.year, on=today, withdrawn=clock.now())
    own = event("national", name="Championship of Bohemia", federation="CZE")
    event("national", name="A secret plan", federation="CZE", state=Event.State.DRAFT)
    Team.objects.create(event=own, name="Slavia", federation="CZE")


@pytest.mark.usefixtures("federation")
def test_its_page_has_players_by_rating_officers_of_today_and_its_own_events(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(14):
        text = client.get("/federations/cze").content.decode()
    assert text.index("First Best") < text.index("Second Best") < text.index("Unrated")
    for said in ("Czech", "Dana Delegate", "120", "Championship of Bohemia", "Slavia"):
        assert said in text
    for hidden in ("Elsewhere", "Former Delegate", "A secret plan", "example.org", "999"):
        assert hidden not in text
    assert client.get("/federations/ZZZ").status_code == 404
    assert client.get("/federations/GER").status_code == 200


@pytest.mark.usefixtures("federation")
def test_programs_are_told_the_same() -> None:
    told = Program().get("/federations/CZE", limit=2).json()
    assert (told["code"], told["member"], told["zone"], told["members"]) == ("CZE", True, "Europe", 120)
    assert [each["name"] for each in told["items"]] == ["First Best", "Second Best"]
    assert told["count"] == 3
    assert [(each["office"], each["player"]["name"]) for each in told["officers"]] == [("delegate", "Dana Delegate")]
    assert [each["player"]["name"] for each in told["nominations"]] == ["First Best"]
    assert [each["name"] for each in told["events"]] == ["Championship of Bohemia"]
    assert [each["name"] for each in told["teams"]] == ["Slavia"]
    problem(Program().get("/federations/ZZZ"), 404)


def test_a_team_leads_to_the_section_in_which_it_plays_once_it_is_seated(client: Client) -> None:
    found = teams.match()
    team = found.section.seats.order_by("pk")[0].team
    assert team is not None
    Team.objects.filter(pk=team.pk).update(federation="CZE")
    page = client.get("/federations/CZE").content.decode()
    assert f'<a href="/sections/{found.section.pk}">{team.name}' in page
    Section.objects.filter(pk=found.section.pk).update(state=Section.State.PROPOSED)
    page = client.get("/federations/CZE").content.decode()
    assert f"/sections/{found.section.pk}" not in page, "a proposal is nobody else's business"
