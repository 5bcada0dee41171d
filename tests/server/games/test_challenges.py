"""Challenges: the player who was meant, what one would play, and once more before it binds."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.games import terms
from slowmate.server.games.models import Challenge, Game
from slowmate.server.games.services import challenges
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import item_of
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from slowmate.server.site import text as saying
from tests.support.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FEN = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
ASKED = {"control": "classic-10-50", "colour": "lot", "games": "1"}


def namesakes() -> tuple[User, User]:
    one, two = person("Jan Novák"), person("Jan Novák")
    Player.objects.filter(user=two).update(federation="CZE")
    return one, two


def hidden(body: str) -> str:
    """The number that a form brings along."""
    found: str
    (found,) = re.findall(r'<input type="hidden" name="player"(?: value="(\d*)")?', body)
    return found


def made(by: User, to: User | None, **more: Any) -> Challenge:
    kept = terms.plain(control="fixed-3", chess960=more.pop("chess960", None), fen=more.pop("fen", None))
    return challenges.make(by.player, to.player if to else None, terms=kept, at=clock.now(), **more)


def text(body: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", body.partition("<main")[2]).split())


def test_either_of_two_namesakes_can_be_challenged_from_his_page(client: Client) -> None:
    client.force_login(person("Anna"))
    for meant in namesakes():
        address = f"/challenges?to={meant.player.pk}"
        body = client.get(address).content.decode()
        assert f"number {meant.player.pk}" in body
        client.post(address, {**ASKED, "opponent": "Jan Novák", "player": hidden(body)})
        assert Challenge.objects.latest("pk").opponent == meant.player


def test_a_name_is_never_taken_for_markup(client: Client) -> None:
    sly = person("<b>Sly</b>")
    client.force_login(person("Anna"))
    shown = client.get("/challenges", {"to": sly.player.pk}).content.decode()
    offered = client.post("/challenges", {**ASKED, "opponent": "sly"}).content.decode()
    for body in (shown, offered):
        assert "&lt;b&gt;Sly&lt;/b&gt; (" in body
        assert "<b>Sly" not in body


def test_where_several_have_a_name_one_is_chosen(client: Client) -> None:
    one, two = namesakes()
    client.force_login(person("Anna"))
    refused = client.post("/challenges", {**ASKED, "opponent": "jan novak", "player": ""})
    body = refused.content.decode()
    assert refused.status_code == 422
    assert "Which of these players do you mean?" in body
    assert re.findall(r'<input type="radio" name="player" value="(\d+)"', body) == [
        str(one.player.pk),
        str(two.player.pk),
    ]
    assert f"(CZE, {two.player.rating}, number {two.player.pk})" in body
    client.post("/challenges", {**ASKED, "opponent": "jan novak", "player": str(two.player.pk)})
    assert Challenge.objects.get().opponent == two.player


def test_a_changed_name_drops_the_number(client: Client) -> None:
    one, _ = namesakes()
    ben = person("Ben")
    client.force_login(person("Anna"))
    client.post("/challenges", {**ASKED, "opponent": "Ben", "player": str(one.player.pk)})
    assert Challenge.objects.get().opponent == ben.player
    client.post("/challenges", {**ASKED, "opponent": "", "player": str(one.player.pk)})
    assert Challenge.objects.latest("pk").opponent is None


def test_a_part_of_a_name_is_offered_and_not_taken(client: Client) -> None:
    boris = person("Boris Novotný")
    client.force_login(person("Anna"))
    body = client.post("/challenges", {**ASKED, "opponent": "novotny"}).content.decode()
    assert f'value="{boris.player.pk}"' in body
    assert not Challenge.objects.exists()
    nobody = client.post("/challenges", {**ASKED, "opponent": "Nobody"}).content.decode()
    assert "There is no player of that name" in nobody


@pytest.mark.parametrize("chosen", [True, False])
def test_challenging_oneself_is_called_what_it_is(client: Client, *, chosen: bool) -> None:
    anna = person("Anna")
    client.force_login(anna)
    number = str(anna.player.pk) if chosen else ""
    refused = client.post("/challenges", {**ASKED, "opponent": "anna", "player": number})
    assert (refused.status_code, "You cannot challenge yourself." in refused.content.decode()) == (422, True)
    assert not Challenge.objects.exists()


def test_a_namesake_of_oneself_can_be_challenged_by_name(client: Client) -> None:
    one, two = namesakes()
    client.force_login(one)
    client.post("/challenges", {**ASKED, "opponent": "Jan Novák"})
    assert Challenge.objects.get().opponent == two.player


@pytest.mark.parametrize("rubbish", ["²", "-1", "x", "9" * 40, "٣"])
def test_any_number_in_the_address_shows_the_page(client: Client, rubbish: str) -> None:
    client.force_login(person("Anna"))
    assert client.get("/challenges", {"to": rubbish}).status_code == 200
    assert client.post("/challenges", {**ASKED, "opponent": "Ben", "player": rubbish}).status_code == 422


@pytest.mark.parametrize(
    ("colour", "number", "challenged", "challenger"),
    [
        ("white", 1, "You play Black", "You play White"),
        ("black", 1, "You play White", "You play Black"),
        ("lot", 1, "colours by lot", "colours by lot"),
        ("white", 2, "two games, one with each colour", "two games, one with each colour"),
    ],
)
def test_a_challenge_says_which_colour_i_get(colour: str, number: int, challenged: str, challenger: str) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = made(anna, ben, colour=colour, number=number)
    for reader, told in ((anna, challenger), (ben, challenged)):
        client = Client()
        client.force_login(reader)
        assert f"{told} · 3 days a move · unrated" in text(client.get("/challenges").content.decode())
    page = text(client.get(f"/challenges/{row.pk}/accept").content.decode())
    assert f"Your colour {challenged} Time 3 days a move Rating unrated" in page
    client.post(f"/challenges/{row.pk}/accept")
    if colour != "lot":
        first = Game.objects.earliest("pk")
        assert (first.black if challenged.endswith("Black") or number == 2 else first.white) == ben.player


def test_a_start_of_its_own_is_shown_as_a_board_with_its_fen(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = made(anna, ben, colour="white", fen=FEN)
    client.force_login(ben)
    for address in ("/challenges", f"/challenges/{row.pk}/accept"):
        body = client.get(address).content.decode()
        assert FEN in body
        men = re.findall(r"<piece(?: class=\"([a-z ]+)\")?></piece>", body)
        assert len(men) == 64
        assert men[:4] == ["rook white", "knight white", "bishop white", "king white"], "as Black sees it"
        assert sum(bool(man) for man in men) == 32
    assert "pawns a2 b2 c2 d2 g2 h2 e4 f4" in text(body)


def test_a_chess960_challenge_names_its_position_and_shows_it(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = made(anna, None, chess960=518)
    client.force_login(ben)
    for address in ("/challenges", f"/challenges/{row.pk}/accept"):
        body = client.get(address).content.decode()
        assert "Chess960, position 518" in body
        assert body.count("<piece") == 64
        assert body.index("rook black") < body.index("rook white"), "as White sees it, where the colours are by lot"


def test_looking_at_a_challenge_accepts_nothing_and_accepting_it_binds(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = made(anna, ben)
    client.force_login(ben)
    assert "It binds" in client.get(f"/challenges/{row.pk}/accept").content.decode()
    assert not Game.objects.exists()
    done = client.post(f"/challenges/{row.pk}/accept", follow=True)
    assert "The game begins." in done.content.decode()
    for method in (client.get, client.post):
        late = method(f"/challenges/{row.pk}/accept", follow=True).content.decode()
        assert "This challenge has been answered or withdrawn." in late
    assert Game.objects.count() == 1


def test_nobody_else_sees_or_answers_a_challenge(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = made(anna, ben)
    for reader in (anna, person()):
        client.force_login(reader)
        for method in (client.get, client.post):
            assert method(f"/challenges/{row.pk}/accept").status_code == 404
        assert client.post(f"/challenges/{row.pk}/decline").status_code == 404


def test_withdrawing_and_declining_are_told(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    client.force_login(anna)
    body = client.post(f"/challenges/{made(anna, ben).pk}/withdraw", follow=True).content.decode()
    assert "Your challenge is withdrawn." in body
    client.force_login(ben)
    body = client.post(f"/challenges/{made(anna, ben).pk}/decline", follow=True).content.decode()
    assert "You have declined the challenge." in body


# who challenged is told


def test_a_declined_challenge_is_told_by_mail_and_for_some_days_on_the_page(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = made(anna, ben)
    challenges.decline(row.pk, actor=ben, at=clock.now())
    mail = Mail.objects.get(kind="challenge-declined")
    assert (mail.user, mail.facts) == (anna, {"opponent": "Ben"})
    client.force_login(anna)
    assert "Ben declined your challenge" in text(client.get("/challenges").content.decode())
    with clock.shifted(timedelta(days=8)):
        assert "declined your challenge" not in client.get("/challenges").content.decode()
    client.force_login(ben)
    assert "declined your challenge" not in client.get("/challenges").content.decode()


def test_whoever_wants_no_mail_gets_none_of_a_declined_challenge() -> None:
    anna, ben = person(mail_mode=MailMode.NONE), person()
    challenges.decline(made(anna, ben).pk, actor=ben, at=clock.now())
    assert not Mail.objects.filter(user=anna).exists()


def test_a_time_control_has_the_same_words_in_the_challenge_and_in_its_game(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    client.force_login(ben)
    form = client.get("/challenges").content.decode()
    for key, control in terms.PRESETS.items():
        words = saying.control_words(control)
        challenge = challenges.make(anna.player, ben.player, terms=terms.plain(control=key), at=clock.now())
        assert f'<option value="{key}">{words}</option>' in form.replace(" selected", "")
        assert words in text(client.get("/challenges").content.decode())
        assert words in client.get(f"/challenges/{challenge.pk}/accept").content.decode()
        (row,) = challenges.accept(challenge.pk, actor=ben, at=clock.now())
        assert words in client.get(f"/games/{row.pk}").content.decode()
    assert words.startswith("7 days")


def test_a_time_control_names_its_units() -> None:
    said = {key: saying.control_words(control) for key, control in terms.PRESETS.items()}
    assert said["triple-block-4"] == "Triple Block: 50 days, bank 50 days, 4 days more for each move"
    assert said["fischer-10-1"] == "10 days and 1 day more for each move"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"colour": "white"}, "One game; you would have Black. Time: 3 days a move."),
        ({"colour": "black"}, "One game; you would have White."),
        ({"chess960": 5}, "One game, colours by lot. Time: 3 days a move. Starting position: Chess960, position 5."),
        ({"number": 2, "fen": FEN}, f"Two games, one with each colour. Time: 3 days a move. Starting position: {FEN}."),
    ],
)
def test_the_mail_about_a_challenge_names_its_terms(asked: dict[str, Any], told: str) -> None:
    anna, ben = person("Anna"), person("Ben")
    made(anna, ben, **asked)
    item = item_of(Mail.objects.get(kind="challenge"), LETTERS)
    assert told in item.paragraphs[1]
    assert "unrated" in item.paragraphs[1]


def test_the_mail_about_a_challenge_that_is_gone_can_still_be_written() -> None:
    made(person("Anna"), person("Ben")).delete()
    item = item_of(Mail.objects.get(kind="challenge"), LETTERS)
    assert len(item.paragraphs) == 1


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "na šachovnici není žádný kámen"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "partie by skončila dřív, než začne"),
        ("x/8/8/8/8/8/8/8 w - - 0 1", "pole, stranu na tahu nebo pole pro braní mimochodem nelze přečíst"),
    ],
)
def test_why_a_position_cannot_be_played_is_said_in_the_language_of_the_reader(
    client: Client, fen: str, why: str
) -> None:
    client.force_login(person("Anna", language="cs"))
    assert why in text(client.post("/challenges", {**ASKED, "fen": fen}).content.decode())


def test_another_start_is_folded_away_until_somebody_asks_for_one(client: Client) -> None:
    """Few know what a FEN is: between the fields that everybody fills in it stops people."""
    client.force_login(person("Anna"))
    folded_away = re.compile(r"<details>\s*<summary>Another starting position</summary>.*?</details>", re.DOTALL)
    body = client.get("/challenges").content.decode()
    fold = folded_away.search(body)
    assert fold
    assert re.findall(r'name="(\w+)"', fold[0]) == ["chess960", "fen"]
    asked = {"opponent": "", "control": "fixed-3", "colour": "lot", "games": "1", "chess960": "960"}
    again = client.post("/challenges", asked).content.decode()
    assert re.search(r"<details open>\s*<summary>Another starting position</summary>", again)
