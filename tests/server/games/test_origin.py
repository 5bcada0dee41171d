"""What a game belongs to is said everywhere alike: a section of an event, a challenge, or that it was arranged."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from slowmate.play import clocks
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.events.models import Event, Pairing, Seat, Section
from slowmate.server.games import terms
from slowmate.server.games.models import Game
from slowmate.server.games.pages.regulations import regulations_link
from slowmate.server.games.queries.calendar import key_of
from slowmate.server.games.queries.origin import WITH_ORIGIN, of_kind, origin_of
from slowmate.server.games.services import challenges, playing
from slowmate.server.games.text import origin_words
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import item_of
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.privacy import services
from slowmate.server.site import clock
from tests.support.events import event, players, put_into, section
from tests.support.people import account, game, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return person("Anna")


@pytest.fixture
def ben() -> User:
    return person("Ben")


def challenged(anna: User, ben: User, number: int = 1) -> list[Game]:
    made = challenges.make(anna.player, ben.player, terms=terms.plain(control="fixed-3"), number=number, at=clock.now())
    return challenges.accept(made.pk, actor=ben, at=clock.now())


def cup(anna: User, ben: User) -> Game:
    """A game of a section that has a name."""
    row = game(anna, ben, "e4", at=clock.now())
    Section.objects.filter(pk=put_into("Elm Cup", row).pk).update(name="Group B")
    return Game.objects.get(pk=row.pk)


def program(user: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.make(user, 'program', scope=Token.Scope.READ, at=clock.now()).text}"}


def page_of(client: Client, user: User, path: str) -> str:
    client.force_login(user)
    return unescape(client.get(path).content.decode())


def test_a_game_is_of_a_section_of_a_challenge_of_a_match_or_arranged(anna: User, ben: User) -> None:
    (single,), match = challenged(anna, ben), challenged(anna, ben, 2)
    row = cup(anna, ben)
    origins = [origin_of(played) for played in (row, single, *match, game(anna, ben))]
    assert [origin_words(origin) for origin in origins] == [
        "Elm Cup, Group B",
        "Challenge",
        "Match",
        "Match",
        "Arranged game",
    ]
    assert [origin.label for origin in origins] == ["Elm Cup, Group B", "Challenge", "Match", "Match", ""]
    of = row.pairing.section
    assert (origins[0].event_id, origins[0].section_id) == (of.event_id, of.pk)
    assert (origins[1].event_id, origins[1].section_id) == (None, None)
    assert [regulations_link(origin) for origin in origins[:2]] == [f"/events/{of.event_id}#announcement", ""]
    with translation.override("cs"):
        assert (origin_words(origins[1]), origins[1].label) == ("Výzva", "Challenge")


@pytest.mark.parametrize("kind", ["challenge", "match", "arranged"])
def test_games_are_found_by_what_they_belong_to(anna: User, ben: User, kind: str) -> None:
    (single,), match, row, alone = challenged(anna, ben), challenged(anna, ben, 2), cup(anna, ben), game(anna, ben)
    assert set(of_kind(Game.objects.all(), str(row.pairing.section.event_id))) == {row}
    assert (
        set(of_kind(Game.objects.all(), kind))
        == {
            "challenge": {single},
            "match": set(match),
            "arranged": {alone},
        }[kind]
    )


@pytest.mark.parametrize("rubbish", ["x", "-1", "٣", "9" * 30, "0", "1 OR 1"])
def test_what_is_the_name_of_nothing_finds_nothing(anna: User, ben: User, rubbish: str) -> None:
    cup(anna, ben)
    assert not of_kind(Game.objects.all(), rubbish).exists()


def test_event_and_section_are_links_wherever_a_game_stands(client: Client, anna: User, ben: User) -> None:
    dirk = person("Dirk", offices=(Office.Kind.DIRECTOR,))
    row = cup(anna, ben)
    Game.objects.filter(pk=row.pk).update(director=dirk)
    of = row.pairing.section
    links = f'<a href="/events/{of.event_id}">Elm Cup</a>, <a href="/sections/{of.pk}">Group B</a>'
    for user, paths in (
        (anna, (f"/games/{row.pk}", "/games", f"/games/{row.pk}/journal", f"/games/{row.pk}/scoresheet")),
        (ben, ("/",)),
        (anna, (f"/games/{row.pk}/resign",)),
        (dirk, ("/desk/games", f"/games/{row.pk}/decide", f"/games/{row.pk}/decide?what=stop")),
    ):
        for path in paths:
            assert links in page_of(client, user, path), path
    playing.resign(row.pk, actor=anna, at=clock.now())
    assert links in page_of(client, ben, f"/players/{anna.player.pk}")


def test_the_regulations_of_the_event_lead_to_its_page_and_else_to_the_rule(
    client: Client, anna: User, ben: User
) -> None:
    row, alone = cup(anna, ben), game(anna, ben, "e4", at=clock.now())
    page = page_of(client, ben, f"/games/{row.pk}")
    chip = re.search(
        rf'<a class="chip" href="/events/{row.pairing.section.event_id}#announcement">.*?</a>', page, re.DOTALL
    )
    assert chip is not None
    assert "regulations of the event" in chip[0]
    assert 'href="/rulebook/ICCF-LAWS-2019/Glossary' not in page
    page = page_of(client, ben, f"/games/{alone.pk}")
    assert 'href="/rulebook/ICCF-LAWS-2019/Glossary' in page
    assert "#announcement" not in page


def test_programs_get_the_name_as_before_and_the_numbers_of_event_and_section(
    client: Client, anna: User, ben: User
) -> None:
    row, alone = cup(anna, ben), game(anna, ben)
    of = row.pairing.section
    (single,) = challenged(anna, ben)
    shown = {one["id"]: one for one in client.get("/api/games?status=all", headers=program(anna)).json()["items"]}
    assert {key: shown[row.pk][key] for key in ("label", "event_id", "section_id")} == {
        "label": "Elm Cup, Group B",
        "event_id": of.event_id,
        "section_id": of.pk,
    }
    assert [shown[alone.pk][key] for key in ("label", "event_id", "section_id")] == ["", None, None]
    assert [shown[single.pk][key] for key in ("label", "event_id", "section_id")] == ["Challenge", None, None]
    one = client.get(f"/api/games/{row.pk}", headers=program(anna)).json()
    assert (one["label"], one["event_id"], one["section_id"]) == ("Elm Cup, Group B", of.event_id, of.pk)


def test_a_pgn_names_event_section_and_round_and_rates_players_as_the_start_list_does(
    client: Client, anna: User, ben: User
) -> None:
    row = cup(anna, ben)
    Seat.objects.filter(player=anna.player).update(rating=2222, title="SIM")
    Player.objects.filter(pk=anna.player.pk).update(rating=2333, title="GM")
    client.force_login(anna)
    text = client.get(f"/games/{row.pk}/pgn").content.decode()
    starts = row.pairing.section.start
    for tag, value in {
        "Event": "Elm Cup",
        "Section": "Group B",
        "Round": "-",
        "EventDate": f"{starts:%Y.%m.%d}",
        "WhiteElo": "2222",
        "WhiteTitle": "SIM",
        "GameId": str(row.pk),
    }.items():
        assert f'[{tag} "{value}"]' in text
    Event.objects.update(games_per_pairing=2)
    Pairing.objects.update(game_number=2, board=3)
    text = b"".join(client.get("/games/mine.pgn").streaming_content).decode()  # type: ignore[attr-defined]
    assert '[Round "2"]' in text
    assert '[Board "3"]' in text
    (single,) = challenged(anna, ben)
    assert '[Event "Challenge"]' in client.get(f"/games/{single.pk}/pgn").content.decode()
    assert '[Event "?"]' in client.get(f"/games/{game(anna, ben).pk}/pgn").content.decode()


def test_mails_and_calendars_name_the_event(client: Client, anna: User, ben: User) -> None:
    row = cup(anna, ben)
    playing.make_move(row.pk, "e5", actor=ben, at=clock.now())
    mail = Mail.objects.filter(kind="your-move", user=anna).latest("pk")
    assert "in your game (Elm Cup, Group B)" in " ".join(item_of(mail, LETTERS).paragraphs)
    text = client.get(f"/feeds/{key_of(anna)}.ics").content.decode()
    assert "DESCRIPTION:Elm Cup\\, Group B" in text


def asked(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as made:
        client.get(path)
    return len(made)


@pytest.mark.parametrize("path", ["/games", "/players/{anna}", "/desk/games", "/", "/desk"])
def test_lists_take_the_same_queries_for_games_of_one_event_and_of_several(
    client: Client, anna: User, path: str
) -> None:
    dirk = person("Dirk", offices=(Office.Kind.DIRECTOR,))
    client.force_login(dirk if path.startswith("/desk") else anna)
    path = path.format(anna=anna.player.pk)

    def more() -> None:
        for over in (True, False):
            row = game(anna, person(), at=clock.now(), control=clocks.Classic(), director=dirk)
            put_into(f"Cup {row.pk}", row)
            if over:
                playing.resign(row.pk, actor=anna, at=clock.now())

    more()
    first = asked(client, path)
    for _ in range(3):
        more()
    assert asked(client, path) == first


def test_programs_take_the_same_queries_for_games_of_one_event_and_of_several(client: Client, anna: User) -> None:
    made = []
    for _ in range(2):
        for _ in range(2):
            put_into("Cup", game(anna, person(), at=clock.now()))
        headers = program(anna)
        with CaptureQueriesContext(connection) as found:
            assert client.get("/api/games", headers=headers).status_code == 200
        made.append(len(found))
    assert made[0] == made[1]


def test_what_games_belong_to_is_read_with_them() -> None:
    of = section(event(name="Class"), players(4))
    challenged(account(of.seats.all()[0].player), person())
    rows = list(Game.objects.select_related(*WITH_ORIGIN))
    with CaptureQueriesContext(connection) as made:
        found = {origin_words(origin_of(row)) for row in rows}
    assert (found, len(made)) == ({"Class, Section 1", "Challenge"}, 0)


@pytest.mark.parametrize("number", [1, 2])
def test_a_challenge_that_became_games_stays_when_its_challenger_leaves(anna: User, ben: User, number: int) -> None:
    rows = challenged(anna, ben, number)
    made = challenges.make(
        anna.player, ben.player, terms=terms.plain(control="fixed-3"), words="private", at=clock.now()
    )
    services.delete(anna, keep_name=False, resign=True, at=clock.now())
    assert {origin_words(origin_of(row)) for row in Game.objects.all()} == {"Match" if number > 1 else "Challenge"}
    assert rows[0].challenge is not None
    assert not type(made).objects.filter(pk=made.pk).exists()
