"""Offices: given and ended with dates, journalled, by those who may."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.accounts.models import Entry, User
from slowmate.server.desk.pages.games import DirectedGamesSearch, directed_games
from slowmate.server.games.models import Game
from slowmate.server.games.services import directors, playing
from slowmate.server.jobs.mail import send_due
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds, may_use_desk
from slowmate.server.people.services import offices
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Unfit
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def give(actor: User, to: User, **more: Any) -> Office:
    wanted: dict[str, Any] = {"kind": "director", "begins": clock.now().date(), **more}
    return offices.give(to.player, **wanted, actor=actor, at=clock.now())


@pytest.fixture
def giver() -> User:
    return person("Admin", is_administrator=True)


def test_an_office_counts_from_its_first_day_to_its_last(giver: User) -> None:
    to, today = person(), clock.now().date()
    give(giver, to, begins=today + DAY, ends=today + 2 * DAY)
    to = User.objects.get(pk=to.pk)
    days = [holds(to, Office.Kind.DIRECTOR, on=today + n * DAY) for n in range(4)]
    assert days == [False, True, True, False]


def test_the_executive_board_gives_offices_and_others_do_not() -> None:
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    to = person()
    assert give(board, to).user == to
    for other in (person(), person(offices=(Office.Kind.DIRECTOR, Office.Kind.DELEGATE))):
        with pytest.raises(NotAllowed):
            give(other, other)


def test_an_office_without_anything_to_do_is_not_offered_and_existing_ones_are_shown(client: Client) -> None:
    client.force_login(person(is_administrator=True))
    idle = {Office.Kind.CAPTAIN, Office.Kind.FINANCE, Office.Kind.ARBITRATION}
    assert idle == set(Office.Kind) - set(Office.Kind.with_work()), "change idle here if with_work leaves out others"
    offered = set(re.findall(r'<option value="([a-z]+)"', client.get("/offices").text.partition('role="search"')[0]))
    assert offered == {kind.value for kind in Office.Kind.with_work()}
    to = person("Fina Director", offices=(Office.Kind.FINANCE,))
    sent = {"player": to.player.pk, "kind": "arbitration", "federation": "", "begins": "2024-01-01", "ends": ""}
    assert client.post("/offices", sent).status_code == 422
    assert not Office.objects.filter(kind=Office.Kind.ARBITRATION).exists()
    shown = client.get("/offices").content.decode()
    assert "Finance Director" in shown
    assert "Fina Director" in shown
    assert not may_use_desk(to), "there is nothing on it"
    assert may_use_desk(person(offices=(Office.Kind.RATINGS,)))


def test_giving_and_ending_are_journalled(giver: User) -> None:
    office = give(giver, person())
    offices.end(office, last=clock.now().date(), actor=giver, at=clock.now())
    entries = Entry.objects.filter(about=f"office/{office.pk}").order_by("pk")
    assert [(entry.what, entry.actor) for entry in entries] == [("office given", giver), ("office ended", giver)]
    assert entries[1].facts["ends"] == clock.now().date().isoformat()


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "king"},
        {"kind": "delegate"},
        {"kind": "director", "federation": "CZE"},
        {"begins": date(2024, 2, 2), "ends": date(2024, 2, 1)},
    ],
)
def test_an_office_that_makes_no_sense_is_refused(giver: User, wrong: dict[str, Any]) -> None:
    with pytest.raises(Unfit):
        give(giver, person(), **wrong)


def test_nobody_holds_the_same_office_twice_at_a_time(giver: User) -> None:
    to, today = person(), clock.now().date()
    give(giver, to, kind="delegate", federation="cze", ends=today)
    with pytest.raises(Unfit):
        give(giver, to, kind="delegate", federation="CZE")
    give(giver, to, kind="delegate", federation="POL")
    give(giver, to, kind="delegate", federation="CZE", begins=today + DAY)


def test_an_office_is_not_ended_in_the_past(giver: User) -> None:
    today = clock.now().date()
    office = give(giver, person(), begins=today - 9 * DAY)
    with pytest.raises(Unfit):
        offices.end(office, last=today - 2 * DAY, actor=giver, at=clock.now())
    offices.end(office, last=today - DAY, actor=giver, at=clock.now())
    with pytest.raises(Unfit):
        offices.end(office, last=today, actor=giver, at=clock.now())


def test_the_page_lists_offices_and_gives_them(giver: User, client: Client) -> None:
    to = person("Di Rector")
    visitor = Client()
    client.force_login(giver)
    form = {"player": "di rector", "kind": "director", "begins": clock.now().date().isoformat()}
    assert client.post("/offices", form).status_code == 302
    page = visitor.get("/offices").content.decode()
    assert "Di Rector" in page
    assert to.email not in page
    assert '<form method="post"' not in page.partition("<main")[2].partition("</main>")[0]
    for wrong in ({**form, "player": "Nobody"}, {**form, "player": "9" * 30}, {**form, "begins": "soon"}):
        assert client.post("/offices", wrong).status_code == 422
    office = Office.objects.get(user=to)
    client.post(f"/offices/{office.pk}/end", {"last": "nonsense"})
    office.refresh_from_db()
    assert office.ends is None
    client.post(f"/offices/{office.pk}/end", {"last": clock.now().date().isoformat()})
    office.refresh_from_db()
    assert office.ends == clock.now().date()


def test_the_page_takes_the_same_number_of_queries_however_many_offices_there_are(giver: User, client: Client) -> None:
    client.force_login(giver)
    client.get("/offices")  # the first page also notes the session
    counts = []
    for more in (1, 2):
        for _ in range(more):
            give(giver, person())
        with CaptureQueriesContext(connection) as found:
            client.get("/offices")
        counts.append(len(found))
    assert counts[0] == counts[1]


# a director's games


def test_a_directors_games_that_are_not_over_are_handed_to_another_and_it_is_journalled(giver: User) -> None:
    old, new, anna, at = person("Old"), person("New"), person(), clock.now()
    office = give(giver, old)
    give(giver, new)
    running = game(anna, person(), director=old, at=at)
    over = playing.resign(game(anna, person(), director=old, at=at).pk, actor=anna, at=at)
    played = game(new, anna, director=old, at=at)
    assert directors.end_office(office, last=at.date(), actor=giver, at=at, successor=new) == 1
    named = {row.pk: row.director for row in Game.objects.all()}
    assert named == {running.pk: new, over.pk: old, played.pk: old}, "nobody directs a game he plays in"
    assert list(directed_games(new, DirectedGamesSearch())) == [running]
    entry = Entry.objects.get(what="games handed over")
    assert (entry.about, entry.actor) == (f"office/{office.pk}", giver)
    assert entry.facts == {"from": old.player.pk, "to": new.player.pk, "games": [running.pk]}


def test_games_go_to_nobody_but_another_director_in_office_and_the_office_does_not_end_then(giver: User) -> None:
    old, at = person(), clock.now()
    office = give(giver, old)
    row = game(person(), person(), director=old, at=at)
    organiser = give(giver, person(), kind="organiser")
    for wrong in (old, person(), organiser.user):
        with pytest.raises(Unfit, match="another director"):
            directors.end_office(office, last=at.date(), actor=giver, at=at, successor=wrong)
    with pytest.raises(Unfit, match="another director"):
        directors.end_office(organiser, last=at.date(), actor=giver, at=at, successor=old)
    office.refresh_from_db()
    assert (office.ends, Game.objects.get(pk=row.pk).director) == (None, old)
    assert not Entry.objects.filter(what__in=("office ended", "games handed over")).exists()


def test_the_page_says_how_many_games_a_director_has_and_hands_them_over(giver: User, client: Client) -> None:
    old, new, at = person("Old Rector"), person("New Rector"), clock.now()
    office = give(giver, old)
    for _ in range(2):
        game(person(), person(), director=old, at=at)
    client.force_login(giver)
    page = client.get("/offices").content.decode()
    assert "Directs 2 games that are not finished." in page
    assert "There is no other director" in page
    give(giver, new)
    page = client.get("/offices").content.decode()
    assert f'<option value="{new.pk}">New Rector</option>' in page
    assert f'<option value="{old.pk}">' not in page
    visitors = Client().get("/offices").content.decode()
    assert "not finished" not in visitors
    form = {"last": at.date().isoformat(), "successor": str(person().pk)}
    refused = client.post(f"/offices/{office.pk}/end", form, follow=True).content.decode()
    assert "another director who is in office" in refused
    done = client.post(f"/offices/{office.pk}/end", {**form, "successor": str(new.pk)}, follow=True)
    assert "The office ends. 2 games are handed over." in done.content.decode()
    assert new.directed_games.count() == 2


def test_the_players_whom_a_part_of_a_name_can_mean_are_offered_to_choose_from(client: Client, giver: User) -> None:
    dirk = person("Dirk Director")
    client.force_login(giver)
    sent = {"player": "dirk", "kind": "director", "begins": clock.now().date().isoformat()}
    answer = client.post("/offices", sent)
    assert answer.status_code == 422
    assert "Which of these players do you mean?" in answer.text
    assert re.findall(r'type="radio" name="player" value="(\d+)"', answer.text) == [str(dirk.player.pk)]
    assert client.post("/offices", {**sent, "player": ["dirk", str(dirk.player.pk)]}).status_code == 302
    assert Office.objects.get(user=dirk).kind == "director"


def test_a_player_of_that_name_without_an_account_is_said_to_have_none(client: Client, giver: User) -> None:
    Player.objects.create(name="Anna Novak", federation="CZE")
    client.force_login(giver)
    sent = {"player": "anna novak", "kind": "director", "begins": clock.now().date().isoformat()}
    answer = client.post("/offices", sent)
    assert answer.status_code == 422
    assert "Only a player with an account here can be named; without one: Anna Novak" in answer.text
    assert 'type="radio" name="player"' not in answer.text, "nobody can be chosen"
    assert "There is no such player." in client.post("/offices", {**sent, "player": "zoe"}).text
    assert not Office.objects.exists()


def test_a_name_among_the_candidates_is_no_markup(client: Client, giver: User) -> None:
    person("<b>Sly</b> One"), person("<b>Sly</b> Two")
    client.force_login(giver)
    sent = {"player": "sly", "kind": "director", "begins": clock.now().date().isoformat()}
    answer = client.post("/offices", sent).text
    assert answer.count('type="radio" name="player"') == 2
    assert "<b>Sly" not in answer


def test_who_is_given_an_office_is_told_by_mail_and_nobody_else(giver: User, mailoutbox: list[EmailMessage]) -> None:
    to, other = person("Della"), person()
    give(giver, to, kind="delegate", federation="CZE", ends=clock.now().date() + 30 * DAY)
    send_due(at=clock.now())
    (letter,) = mailoutbox
    assert letter.to == [to.email]
    assert letter.to != [other.email]
    assert letter.subject == "You are given an office: delegate of a federation"
    assert "Your federation: CZE." in " ".join(letter.body.split())
    assert "/desk" in letter.body


def test_an_office_that_has_ended_meanwhile_is_no_news(giver: User, mailoutbox: list[EmailMessage]) -> None:
    to, today = person(), clock.now().date()
    office = give(giver, to, begins=today - 3 * DAY)
    offices.end(office, last=today - DAY, actor=giver, at=clock.now())
    send_due(at=clock.now())
    assert mailoutbox == []


def test_the_list_of_offices_is_searched_by_name_office_and_federation(client: Client) -> None:
    for name, kind, federation in (
        ("Žofie Nová", "delegate", "CZE"),
        ("Erik Berg", "delegate", "SWE"),
        ("Dora Bell", "director", ""),
    ):
        Office.objects.create(user=person(name), kind=kind, federation=federation, begins=date(2020, 1, 1))

    def shown(**query: str) -> set[str]:
        page = client.get("/offices", query).text
        return {name for name in ("Žofie Nová", "Erik Berg", "Dora Bell") if name in page}

    assert shown() == {"Žofie Nová", "Erik Berg", "Dora Bell"}
    assert shown(q="zofie") == {"Žofie Nová"}
    assert shown(q="swe") == {"Erik Berg"}
    assert shown(kind="director") == {"Dora Bell"}
    assert shown(kind="delegate", q="berg") == {"Erik Berg"}
    assert shown(q="nobody") == set()
    assert "No office matches." in client.get("/offices", {"q": "nobody"}).text
    assert shown(kind="rubbish") == {"Žofie Nová", "Erik Berg", "Dora Bell"}
