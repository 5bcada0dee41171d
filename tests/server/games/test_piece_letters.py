"""Moves are shown with the letters that their reader has chosen, everywhere; on record, in files and for programs they
stay English."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from slowmate.board import national
from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence.models import Analysis
from slowmate.server.games.models import Game
from slowmate.server.games.queries.game import positions_of
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import playing, postal
from slowmate.server.jobs.mail import LETTERS as MAILS
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support.people import account, game, person

pytestmark = pytest.mark.django_db

OPENING = ("Nh3", "Nh6", "Nc3")
"""No moves that the pages give as examples."""


def reader(**fields: Any) -> User:
    return person("Eva Nováková", **dict[str, Any](language="cs", piece_letters="language") | fields)


def playing_as(user: User, *moves: str, **more: Any) -> tuple[Client, Game]:
    """The reader with Black after these moves of the game, looking at it."""
    client = Client()
    client.force_login(user)
    return client, game(person("Bo"), user, *moves, at=clock.now() - timedelta(hours=1), **more)


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({}, "Jh3"),
        ({"language": "en"}, "Nh3"),
        ({"piece_letters": "figurines"}, "♘h3"),
        ({"piece_letters": "english"}, "Nh3"),
        ({"piece_letters": "de"}, "Sh3"),
    ],
)
def test_the_page_of_a_game_shows_the_letters_that_are_chosen(fields: dict[str, str], shown: str) -> None:
    client, played = playing_as(reader(**fields), "Nh3")
    page = tight(client.get(f"/games/{played.pk}").content)
    assert f'<a class="san" href="/games/{played.pk}?ply=1">{shown}</a>' in page
    assert page.count(shown) >= 4, "list of moves, last move, journal, how it was charged"
    others = {"Jh3", "Nh3", "♘h3", "Sh3"} - {shown}
    assert not any(f"{other}<" in page or f"{other} " in page for other in others)


@pytest.mark.parametrize("path", ["journal", "words?ply=1", "conditionals"])
def test_the_pages_beside_it_do_too(path: str) -> None:
    client, played = playing_as(reader(), *OPENING[:1])
    if path == "conditionals":
        playing.make_move(played.pk, "Nh6", actor=account(played.black), at=clock.now())
        page = client.get(reverse("game-conditionals", args=[played.pk])).content.decode()
        assert "Jh6" in page
    else:
        page = client.get(f"/games/{played.pk}/{path}").content.decode()
        assert "Jh3" in page
    assert "Nh3" not in page


def test_lists_notices_and_the_open_page_do_too() -> None:
    me = reader()
    client, played = playing_as(me, "Nh3")
    assert ": Jf3, exd5, 0-0" in tight(client.get(f"/games/{played.pk}").content)
    assert "1. Jh3" in client.get("/games").content.decode()
    asked = client.post(f"/games/{played.pk}/submit", {"move": "Nh6"}).content.decode()
    assert "Jh6" in asked
    assert "Nh6" not in asked
    after = client.post(f"/games/{played.pk}/accept", {"move": "g8h6", "ply": "1"}, follow=True).content.decode()
    assert "1... Jh6" in after
    again = client.post(f"/games/{played.pk}/accept", {"move": "g8h6", "ply": "1"}, follow=True).content.decode()
    assert "Jh6" in again
    playing.make_move(played.pk, "Nc3", actor=account(played.white), at=clock.now())
    assert "Jc3" in client.get(f"/games/{played.pk}/watch").json()["words"]


def test_sentences_show_a_move_that_was_made_so_and_one_that_could_not_be_played_as_it_was_written() -> None:
    client, played = playing_as(reader(), "Nh3")
    journal = tight(client.get(f"/games/{played.pk}/journal").content)
    assert journal.count("Jh3") >= 2, "the headline and the sentence"
    wrong = client.post(f"/games/{played.pk}/submit", {"move": "Nd5"}).content.decode()
    assert "Nd5" in wrong
    assert "Jd5" not in wrong


def test_conditional_moves_and_variations_are_shown_and_read_back_with_them() -> None:
    me = reader(piece_letters="hu")  # B is the rook there, F the bishop
    client, played = playing_as(me, "a4", "a5", "Ra3")
    playing.make_move(played.pk, "Ra6", actor=me, at=clock.now())
    line = client.get(f"/games/{played.pk}/analyse?ply=4&moves=b1c3+b8c6+a3b3").json()["words"]
    assert line == ["3.Hc3", "Hc6", "4.Bb3"]
    client.post(f"/games/{played.pk}/analysis", {"moves": " ".join(line), "ply": "4", "name": "mine"})
    assert Analysis.objects.get(player=me.player).moves == "b1c3 b8c6 a3b3"
    client.post(f"/games/{played.pk}/conditionals", {"lines": "3.Hc3 Hc6 4.Bb3 Bb6"})
    assert state_of(Game.objects.get(pk=played.pk)).black.lines == (("b1c3", "b8c6", "a3b3", "a6b6"),)
    page = tight(client.get(f"/games/{played.pk}").content)
    assert "Bb3" in page
    assert "Rb3" not in page


def test_mail_shows_them_too() -> None:
    me = reader()
    game(person("Bo"), me, *OPENING[:3], at=clock.now())
    told = Mail.objects.filter(user=me, kind="your-move").latest("pk")
    mail = letter(told, MAILS)
    page = str(mail.alternatives[0][0])
    assert "Jc3" in mail.subject
    assert "1.Jh3 Jh6 2.Jc3" in mail.body
    assert "Nc3" not in f"{mail.subject} {mail.body} {page}"


def test_the_desk_shows_them_too() -> None:
    director = reader(offices=(Office.Kind.DIRECTOR,))
    played = game(person("Ada"), person("Bo"), "Nh3", at=clock.now(), director=director)
    client = Client()
    client.force_login(director)
    page = client.get(f"/games/{played.pk}/decide").content.decode()
    assert "Jh3" in page
    assert "Nh3" not in page


def test_the_form_of_an_illegal_move_by_post_does_too() -> None:
    director = reader(offices=(Office.Kind.DIRECTOR,))
    at = clock.now() - timedelta(days=9)
    by_post = Terms(starts=at, time_control=clocks.Classic(), transmission=Transmission.POST)
    white = person("Ada")
    played = game(white, person("Bo"), terms=by_post, at=at, director=director)
    postal.record_move(
        played.pk, "Nh3", sent=at + timedelta(days=1), received=None, actor=white, at=at + timedelta(days=2)
    )
    client = Client()
    client.force_login(director)
    page = client.get(f"/games/{played.pk}/decide?what=reinstate").content.decode()
    assert "1. Jh3" in page


def test_files_and_programs_get_english_letters() -> None:
    me = reader()
    client, played = playing_as(me, "f3", "e5", "g4", "Qh4")
    text = tokens.make(me, "program", scope=Token.Scope.PLAY, at=clock.now()).text
    program = Client(headers={"Authorization": f"Bearer {text}"})
    assert "Qh4#" in client.get(f"/games/{played.pk}/pgn").content.decode()
    for answer in (program.get(f"/api/games/{played.pk}"), client.get(f"/api/games/{played.pk}")):
        assert "Qh4#" in answer.content.decode()
        assert "Dh4" not in answer.content.decode()
    assert Game.objects.get(pk=played.pk).last_move == "Qh4#"


def test_the_settings_offer_every_language_and_keep_what_is_chosen() -> None:
    me = person("Ada")
    client = Client()
    client.force_login(me)
    page = tight(client.get("/settings").content)
    for code in ("english", "language", "figurines", *national.LETTERS):
        assert f'<option value="{code}"' in page, code
    wishes = {
        "language": "en",
        "zone": "UTC",
        "mail_mode": "each",
        "theme": "dark",
        "board": "blue",
        "pieces": "letters",
    }
    sent = {"player-name": "Ada", **{f"user-{name}": value for name, value in wishes.items()}}
    assert client.post("/settings", {**sent, "user-piece_letters": "pl"}).status_code == 302
    me.refresh_from_db()
    assert me.piece_letters == "pl"
    assert client.post("/settings", sent).status_code == 302
    me.refresh_from_db()
    assert me.piece_letters == "pl"
    assert client.post("/settings", {**sent, "user-piece_letters": "xx"}).status_code == 422


def test_a_visitor_after_him_sees_the_letters_of_the_language() -> None:
    client, played = playing_as(reader(), *("f3", "e5", "g4", "Qh4"))
    assert "Dh4" in client.get(f"/games/{played.pk}").content.decode()
    assert "Dh4" in Client(headers={"Accept-Language": "cs"}).get(f"/games/{played.pk}").content.decode()
    assert positions_of(state_of(played), 4)[-1].is_check


def test_who_has_chosen_nothing_gets_the_letters_of_the_language_and_programs_the_english_ones() -> None:
    played = game(person("Eva", language="cs"), person("Bo"), "f3", "e5", "g4", "Qh4")
    for language, shown in (("cs", "Dh4"), ("en", "Qh4")):
        visitor = Client(headers={"Accept-Language": language})
        assert f'?ply=4">{shown}' in tight(visitor.get(f"/games/{played.pk}").content)
        assert "Qh4" in visitor.get(f"/games/{played.pk}/pgn").content.decode()
        member, row = playing_as(person(language=language), "Nh3")
        assert ("Jh3" if language == "cs" else "Nh3") in member.get(f"/games/{row.pk}").content.decode()
