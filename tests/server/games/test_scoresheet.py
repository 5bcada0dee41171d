"""The scoresheet of a game as a page and as a text, in the notation its players agreed on."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from slowmate.play import clocks
from slowmate.play.terms import Notation, Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.services import postal
from slowmate.server.people.models import Office
from tests.support.events import put_into
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def by_post(notation: Notation) -> tuple[User, Game]:
    anna, ben = person("Anna"), person("Ben")
    terms = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST, notation=notation)
    row = game(anna, ben, terms=terms)
    put_into("Cup", row)
    postal.record_move(row.pk, "e4", sent=AT + DAY, received=None, actor=anna, at=AT + DAY)
    later = AT + 5 * DAY
    row = postal.record_move(row.pk, "e5", sent=later, received=AT + 3 * DAY, actor=ben, at=later, offer=True)
    return anna, row


@pytest.mark.clause("ICCF-LAWS-2019 8.1.1", "ICCF-LAWS-2019 8.1.3")
@pytest.mark.clause("ICCF-LAWS-2019 8.1.4", "ICCF-LAWS-2019 Glossary: draw offer")
@pytest.mark.parametrize(
    ("notation", "words", "first", "second"),
    [(Notation.NUMERIC, "numeric", "5254", "5755 (=)"), (Notation.ALGEBRAIC, "algebraic", "e4", "e5 (=)")],
)
def test_the_notation_that_was_arranged_is_that_of_the_scoresheet(
    client: Client, notation: Notation, words: str, first: str, second: str
) -> None:
    anna, row = by_post(notation)
    client.force_login(anna)
    assert f'href="/games/{row.pk}/scoresheet"' in client.get(f"/games/{row.pk}").content.decode()
    page = unescape(client.get(f"/games/{row.pk}/scoresheet").content.decode())
    assert f"In {words} notation." in page
    assert f'<th scope="row">{first}</th>' in page
    assert f'<th scope="row">{second}</th>' in page
    kept = client.get(f"/games/{row.pk}/scoresheet.txt")
    assert kept["Content-Disposition"] == f'attachment; filename="scoresheet-{row.pk}.txt"'
    lines = [line.split() for line in kept.content.decode().splitlines()]
    assert ["Notation:", words] in lines
    assert ["1.", first, "2024-05-02", "12:00", "1"] in lines
    assert ["1...", *second.split(), "2024-05-04", "12:00", "2024-05-06", "12:00", "2"] in lines


def test_the_scoresheet_is_for_whom_the_game_is_shown_whole(client: Client) -> None:
    _, row = by_post(Notation.NUMERIC)
    for path in ("scoresheet", "scoresheet.txt"):
        assert client.get(f"/games/{row.pk}/{path}").status_code == 302
        client.force_login(person())
        assert client.get(f"/games/{row.pk}/{path}").status_code == 404
        client.force_login(person(offices=(Office.Kind.DIRECTOR,)))
        assert client.get(f"/games/{row.pk}/{path}").status_code == 200
        client.logout()


def test_a_game_on_the_server_has_one_in_algebraic_notation_for_everybody_once_it_is_over(client: Client) -> None:
    row = game(person(), person(), "f3", "e5", "g4", "Qh4")
    page = client.get(f"/games/{row.pk}/scoresheet.txt").content.decode()
    assert [line.split()[:2] for line in page.splitlines() if line.startswith("2.")] == [["2.", "g4"], ["2...", "Qh4#"]]
    assert page.rstrip().endswith("0‑1")


def test_a_game_without_a_move_says_so(client: Client) -> None:
    anna = person()
    row = game(anna, person())
    client.force_login(anna)
    assert "No move has been made." in client.get(f"/games/{row.pk}/scoresheet").content.decode()
