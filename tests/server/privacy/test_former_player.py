"""Whoever left without his name is named in the language of each reader, and as he is on record for programs."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.translation import override, trans_real

from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services as correspondence
from slowmate.server.games.models import Game
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail
from slowmate.server.people.forms import PlayerForm
from slowmate.server.people.models import Office, Player
from slowmate.server.privacy import services
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

ON_RECORD, IN_CZECH = "Former player", "Ten, kdo odešel"


@pytest.fixture(autouse=True)
def _catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """The word as no other text has it, so that it can only come from the catalogue."""
    catalogue = vars(trans_real.translation("cs"))["_catalog"]._catalogs[0]
    monkeypatch.setitem(catalogue, ON_RECORD, IN_CZECH)


def left_behind() -> tuple[User, Player, Game]:
    """A Czech reader, his opponent who has left, and their game, which that one resigned."""
    at = clock.now() - timedelta(days=1)
    reader, leaving = person("Eva Nováková", language="cs"), person("Ada Lovelace")
    played = game(reader, leaving, "e4", at=at)
    correspondence.send_message(played, "hello", actor=reader, at=at)
    player = leaving.player
    services.delete(leaving, keep_name=False, resign=True, at=clock.now())
    return reader, Player.objects.get(pk=player.pk), Game.objects.get(pk=played.pk)


@pytest.mark.parametrize(
    "path",
    ["/games/{game}", "/games/{game}/journal", "/games/{game}/scoresheet", "/players/{player}", "/players", "/games"],
)
def test_pages_name_a_former_player_in_the_readers_language(path: str) -> None:
    reader, player, played = left_behind()
    client = Client()
    client.force_login(reader)
    page = client.get(path.format(game=played.pk, player=player.pk), follow=True)
    assert page.status_code == 200
    text = page.content.decode()
    assert ON_RECORD not in text
    assert IN_CZECH in text
    reader.language = "en"
    reader.save()
    assert IN_CZECH not in client.get(path.format(game=played.pk, player=player.pk), follow=True).content.decode()


def test_the_desk_names_him_so_too() -> None:
    reader, _player, played = left_behind()
    director = person("Di Rector", offices=(Office.Kind.DIRECTOR,), language="cs")
    Game.objects.filter(pk=played.pk).update(director=director)
    correspondence.report(played, "he left", actor=reader, at=clock.now())
    client = Client()
    client.force_login(director)
    for path in ("/desk", "/desk/games"):
        text = client.get(path).content.decode()
        assert IN_CZECH in text, path
        assert ON_RECORD not in text, path


def test_mail_names_him_so_too() -> None:
    left_behind()
    told = Mail.objects.get(kind="ended")
    mail = letter(told, LETTERS)
    page = mail.alternatives[0][0]
    assert IN_CZECH in f"{mail.subject} {mail.body}"
    assert isinstance(page, str)
    assert ON_RECORD not in f"{mail.subject} {mail.body} {page}"


def test_files_and_programs_get_him_as_he_is_on_record() -> None:
    reader, player, played = left_behind()
    client = Client()
    client.force_login(reader)
    assert f'[Black "{ON_RECORD}"]' in client.get(f"/games/{played.pk}/pgn").content.decode()
    assert client.get(f"/api/players/{player.pk}").json()["name"] == ON_RECORD
    assert client.get(f"/api/games/{played.pk}").json()["black"]["name"] == ON_RECORD
    with override("cs"):
        assert json.loads(json.dumps({"name": player.name})) == {"name": ON_RECORD}


def test_saving_his_row_again_keeps_what_is_on_record() -> None:
    _reader, player, _game = left_behind()
    with override("cs"):
        assert f"{player.name} {player}" == f"{IN_CZECH} {IN_CZECH}"
        player.save()
        assert Player.objects.filter(name=ON_RECORD).exists()


@pytest.mark.parametrize("name", [ON_RECORD, IN_CZECH, "TEN, KDO  ODESEL"])
def test_nobody_is_called_so_in_any_language(name: str) -> None:
    assert list(PlayerForm({"name": name}, instance=person("Ada").player).errors) == ["name"]
