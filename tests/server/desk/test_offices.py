"""One desk for all offices: what other slices bring to it stands beside the games, and is dealt with from its card."""

import re
from datetime import datetime, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.rulebook import Ground, clause
from slowmate.server.accounts.models import User
from slowmate.server.desk.pages import desk_page
from slowmate.server.desk.pages.desk_page import everything, number_waiting
from slowmate.server.jobs.sweep import sweep
from slowmate.server.people.models import Office
from slowmate.server.permissions import Role
from slowmate.server.site import clock
from slowmate.server.site.desk_items import BulkAction, DeskAction, DeskItem, DeskSource, Urgency, return_url
from tests.server.ratings.federation import federation
from tests.server.scene import Scene
from tests.server.signing import sign_in
from tests.support.events import event
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


class Entries:
    """Work of an office as a slice would bring it: so many entries that wait for one person."""

    def __init__(self) -> None:
        self.whose: User | None = None
        self.cup = event(name="Elm Cup")
        self.names: list[str] = []
        self.urgency = Urgency.ASKED

    def rows(self, person: User, _at: datetime) -> list[tuple[int, str]]:
        return list(enumerate(self.names, 1)) if person == self.whose else []

    def line(self, row: tuple[int, str], at: datetime) -> DeskItem:
        number, name = row
        return DeskItem(
            key=f"entry-{number}",
            kind="entry",
            kind_words="Entries",
            since=at - number * DAY,
            urgency=self.urgency,
            words=f"{name} asks to enter",
            link=f"/entries/{number}#facts",
            event_id=self.cup.pk,
            event=self.cup.name,
            players=(name,),
            facts=(("Way in", "the class below"),),
            grounds=(Ground(clause("ICCF-TR-2017 0.2/2"), {}),),
            actions=(
                DeskAction("Accept", f"/entries/{number}/accept", sends={"sure": "yes"}),
                DeskAction("Refuse", f"/entries/{number}/refuse", sends={}, reason="The section is full."),
                DeskAction("Ask the player", f"/entries/{number}/ask?what=fee"),
            ),
            bulk=BulkAction("Accept the ticked entries", "/entries/accept", "entry"),
            bulk_value=str(number),
        )

    def desk_links(self, person: User) -> list[tuple[str, str]]:
        return [("Plan an event", "/events/plan")] if person == self.whose else []


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Entries:
    found = Entries()
    monkeypatch.setattr(desk_page, "OFFICE_SOURCES", (DeskSource(found.rows, found.line),))
    monkeypatch.setattr(desk_page, "SLICES", (found,))
    return found


@pytest.fixture
def olga(client: Client, entries: Entries) -> User:
    """An organiser who directs, too."""
    found = person("Olga", offices=(Office.Kind.ORGANISER, Office.Kind.DIRECTOR))
    client.force_login(found)
    entries.whose = found
    return found


def ended(olga: User) -> int:
    row = game(person(), person(), control=clocks.FixedDays(days=3), director=olga, at=clock.now() - 5 * DAY)
    sweep(at=clock.now())
    return row.pk


def text_of(client: Client, path: str = "/desk") -> str:
    return " ".join(re.sub("<[^>]+>", " ", unescape(client.get(path).content.decode())).split())


def test_work_of_all_offices_stands_on_one_desk_the_urgent_first(olga: User, entries: Entries) -> None:
    flag = f"flag-{ended(olga)}"
    entries.names = ["Anna Oak", "Ben Elm"]
    assert [line.key for line in everything(olga, at=clock.now()).lines] == ["entry-2", "entry-1", flag]
    entries.urgency = Urgency.DUE
    assert [line.key for line in everything(olga, at=clock.now()).lines] == ["entry-2", "entry-1", flag]
    assert number_waiting(olga, at=clock.now()) == 3
    assert number_waiting(person(offices=(Office.Kind.ORGANISER,)), at=clock.now()) == 0


def test_the_navigation_counts_everything_and_the_desk_leads_to_what_the_office_does(
    olga: User, entries: Entries, client: Client
) -> None:
    ended(olga)
    entries.names = ["Anna Oak"]
    page = text_of(client)
    assert "Desk 2" in page
    assert "Everything 2 Lost on time or by silence 1 Entries 1" in page
    assert "Plan an event" in page


@pytest.mark.usefixtures("olga")
def test_a_card_shows_the_case_the_rules_and_the_ways_each_of_which_leads_back_to_the_next(
    entries: Entries, client: Client
) -> None:
    entries.names = ["Anna Oak", "Ben Elm"]
    page = unescape(client.get(f"/desk?open=entry-1&event={entries.cup.pk}").content.decode())
    card = page.partition('id="entry-1" class="card"')[2]
    assert "Way in" in card
    assert "/rulebook/ICCF-TR-2017/0.2/2" in card
    accept = re.search(r'<form method="post" action="/entries/1/accept".*?</form>', card, re.DOTALL)
    assert accept is not None
    for name, value in (("sure", "yes"), ("desk", "1"), ("next", "entry-2"), ("event", str(entries.cup.pk))):
        assert f'name="{name}" value="{value}"' in accept[0]
    refuse = re.search(r'<form method="post" action="/entries/1/refuse".*?</form>', card, re.DOTALL)
    assert refuse is not None
    assert ">The section is full.</textarea>" in refuse[0]
    handed = f"desk=1&event={entries.cup.pk}&next=entry-2"
    assert f'href="/entries/1/ask?what=fee&{handed}"' in card
    assert f'href="/entries/1?{handed}#facts"' in card


def test_several_of_a_kind_are_ticked_and_sent_together_and_one_alone_is_not(
    olga: User, entries: Entries, client: Client
) -> None:
    entries.names = ["Anna Oak"]
    assert "Accept the ticked entries" not in text_of(client)
    entries.names = ["Anna Oak", "Ben Elm", "Cid Ash"]
    ended(olga)
    page = client.get("/desk?kind=entry").content.decode()
    (form,) = re.findall(r'<form method="post" action="/entries/accept" id="(ticked-\d)"', page)
    assert re.findall(rf'name="entry"\s+value="(\d)"\s+form="{form}"', page) == ["3", "2", "1"]
    assert "Take note of the ticked games" not in page


def test_the_filters_find_what_waits_of_every_office(olga: User, entries: Entries, client: Client) -> None:
    flag = ended(olga)
    entries.names = ["Žofie Oak", "Ben Elm"]
    assert "Ben Elm" not in text_of(client, "/desk?player=zofie")
    assert f"flag-{flag}" not in client.get(f"/desk?event={entries.cup.pk}").content.decode()
    assert "asks to enter" not in text_of(client, "/desk?kind=flag")
    assert "asks to enter" not in text_of(client, "/desk?event=arranged")
    assert "Nothing that waits for you matches." in text_of(client, f"/desk?player=nobody&event={entries.cup.pk}")


@pytest.mark.usefixtures("olga")
def test_script_in_what_other_slices_bring_stays_text(entries: Entries, client: Client) -> None:
    entries.names = ["<script>alert(1)</script>"]
    assert "<script>alert" not in client.get("/desk").content.decode()


@pytest.mark.parametrize(
    ("sent", "to"),
    [
        ({}, "/entries/1"),
        ({"desk": "1"}, "/desk"),
        ({"desk": "1", "next": "entry-2", "kind": "entry"}, "/desk?kind=entry&open=entry-2#entry-2"),
        ({"desk": "1", "next": "//evil.example", "player": "a&b"}, "/desk?player=a%26b"),
        ({"next": "entry-2"}, "/entries/1"),
    ],
)
def test_who_came_from_the_desk_goes_back_to_it_as_it_was(sent: dict[str, str], to: str) -> None:
    assert return_url(RequestFactory().post("/entries/1/accept", sent), "/entries/1") == to


@pytest.mark.usefixtures("olga")
def test_the_desk_takes_the_same_queries_for_one_and_for_three_things_of_an_office(
    entries: Entries, client: Client
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get("/desk")
        return len(found)

    entries.names = ["Anna Oak"]
    asked()  # once: the session is new
    first = asked()
    entries.names = ["Anna Oak", "Ben Elm", "Cid Ash"]
    assert asked() == first


@pytest.mark.parametrize("role", Role)
def test_the_number_in_the_header_is_that_of_the_lines_on_the_desk(role: Role) -> None:
    who = Scene(role).who
    if isinstance(who, User):
        shown = everything(who, at=clock.now())
        assert number_waiting(who, at=clock.now()) == len([line for line in shown.lines if line.kind != "silence"])


def test_what_waits_in_all_offices_is_counted_in_three_queries() -> None:
    """One reads the offices, one the states of open cases, one counts. The Board also chooses among equals and fills
    vacant places: one more for each."""
    for office in set(Office.Kind) - {Office.Kind.TITLE_TOURNAMENTS, Office.Kind.NON_TITLE_TOURNAMENTS}:
        who = User.objects.select_related("player").get(pk=person(offices=(office,)).pk)
        with CaptureQueriesContext(connection) as queries:
            number_waiting(who, at=clock.now())
        more = 2 if office == Office.Kind.EXECUTIVE_BOARD else 0
        assert len(queries) <= 3 + more, (office, [query["sql"][:80] for query in queries])


def links_of(person: User) -> set[str]:
    return {link for _words, link in desk_page.desk_links(person)}


def test_the_board_and_the_appeals_commission_find_what_they_may_do() -> None:
    board, appeals = person(offices=(Office.Kind.EXECUTIVE_BOARD,)), person(offices=(Office.Kind.APPEALS,))
    director = person(offices=(Office.Kind.DIRECTOR,))
    assert {"/grants", "/offices"} <= links_of(board)
    assert "/events?state=finished" in links_of(appeals)
    for link in ("/grants", "/offices", "/events?state=finished"):
        assert link not in links_of(director)
    assert not {"/grants", "/offices"} & links_of(appeals)
    assert "/events?state=finished" not in links_of(board)


def test_after_signing_in_people_with_work_waiting_begin_at_the_desk() -> None:
    rita = person("Rita", offices=(Office.Kind.RATINGS,))
    assert sign_in(Client(), rita.email)["Location"] == "/games", "nothing waits"
    federation()
    assert sign_in(Client(), rita.email)["Location"] == "/desk"
    game(rita, person(), at=clock.now())
    assert sign_in(Client(), rita.email)["Location"] == "/desk", "a move to make is on the next page"
    assert sign_in(Client(), person().email)["Location"] == "/games"
