"""Who joins a demonstration finds the letter that it does not send; nobody else's server shows any."""

import os
import re
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from pytest_django import Settings

from slowmate.cli import server_setup
from slowmate.server.demo import load
from slowmate.server.demo.queries import letters
from slowmate.server.people.models import Player
from tests.server.reading import tight
from tests.support.people import person

SIGN_UP = {"name": "Ada", "email": "ada@demo.example", "password1": "a slow word", "password2": "a slow word"}


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.SLOWMATE_DEMO = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    return tmp_path / "mail"


@pytest.mark.django_db
@pytest.mark.usefixtures("folder")
def test_who_joins_is_led_to_the_link(client: Client) -> None:
    assert "No mail yet." in client.get("/demo/mail").content.decode()
    assert "Invent an address." in client.get("/accounts/signup/").content.decode()
    sent = tight(client.post("/accounts/signup/", SIGN_UP, follow=True).content)
    assert 'The letter with your link is here:<a href="/demo/mail">' in sent
    body = client.get("/demo/mail").content.decode()
    assert "to ada@demo.example" in body
    (link,) = re.findall(r'<a href="http://[^/]+(/accounts/confirm-email/[^"]+)"', body)
    client.post(link)
    client.post("/accounts/login/", {"login": SIGN_UP["email"], "password": SIGN_UP["password1"]})
    assert client.get("/games").status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("folder")
def test_who_forgot_the_password_is_led_to_the_link(client: Client) -> None:
    anna = person("Anna")
    done = client.post("/accounts/password/reset/", {"email": anna.email}, follow=True).content.decode()
    assert 'href="/demo/mail"' in done
    assert "/accounts/password/reset/key/" in client.get("/demo/mail").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("is_demo", "has_folder"), [(False, True), (True, False), (False, False)])
def test_no_other_server_shows_its_mail(
    client: Client, settings: Settings, folder: Path, *, is_demo: bool, has_folder: bool
) -> None:
    settings.SLOWMATE_DEMO, settings.EMAIL_FILE_PATH = is_demo, str(folder) if has_folder else None
    assert client.get("/demo/mail").status_code == 404
    pages = [client.get(path).content.decode() for path in ("/", "/accounts/signup/", "/accounts/confirm-email/")]
    assert not any("demo/mail" in page for page in pages)


def test_letters_are_the_latest_first_and_what_is_half_written_is_left(folder: Path) -> None:
    connection = get_connection()
    for number in range(3):
        mail = EmailMultiAlternatives(f"Dopis č. {number}", "Ahoj,\n<b>čeká</b> tah.", to=["b@x.example"])
        mail.attach_alternative("<p>html</p>", "text/html")
        connection.send_messages([mail])
    (file,) = folder.iterdir()
    with file.open("ab") as half:
        half.write(b"Subject: half\n\nnot yet")
    found = letters(folder, most=2)
    assert [letter.subject for letter in found] == ["Dopis č. 2", "Dopis č. 1"]
    assert (found[0].to, found[0].text) == ("b@x.example", "Ahoj,\n<b>čeká</b> tah.")
    assert found[0].sent
    assert letters(folder / "nowhere", most=2) == []


def test_links_lead_to_the_server_as_it_is_now_and_others_stay(folder: Path, settings: Settings) -> None:
    settings.SLOWMATE_URL = "http://127.0.0.1:8765"
    old = "http://127.0.0.1:8000"
    text = f"See http://elsewhere.example/x\n\nOpen the game: {old}/games/7\n\n-- \nNo more mail: {old}/unsubscribe/k\n"
    get_connection().send_messages([EmailMultiAlternatives("Your move", text, to=["b@x.example"])])
    (letter,) = letters(folder, most=2)
    assert re.findall(r"https?://\S+", letter.text) == [
        "http://elsewhere.example/x",
        "http://127.0.0.1:8765/games/7",
        "http://127.0.0.1:8765/unsubscribe/k",
    ]


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    for name in ("SLOWMATE_DEMO", "DATABASE_URL", "SLOWMATE_MAIL"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("SLOWMATE_DATA", str(tmp_path / "a folder"))
    return monkeypatch


def test_the_mail_of_a_demo_is_kept_unless_it_is_told_where_to_go(environment: pytest.MonkeyPatch) -> None:
    server_setup.set_up(demo=True)
    assert os.environ["SLOWMATE_MAIL"].endswith("/a%20folder/demo-mail")
    environment.setenv("SLOWMATE_MAIL", "console:")
    server_setup.set_up(demo=True)
    assert os.environ["SLOWMATE_MAIL"] == "console:"


@pytest.mark.django_db
def test_the_console_says_where_the_mail_is(settings: Settings, folder: Path) -> None:
    person()
    settings.SLOWMATE_URL = "http://127.0.0.1:8000"
    Player.objects.update(is_demo=True)
    assert load.ensure()[-1] == f"Mail is not sent but kept in {folder}, and shown at http://127.0.0.1:8000/demo/mail"
    settings.EMAIL_FILE_PATH = None
    assert load.ensure()[-1] == "Mail goes where SLOWMATE_MAIL says."
