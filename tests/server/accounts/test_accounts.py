"""Accounts: signing up, in and out, second factor, sessions."""

import io
import json
import re
import smtplib
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import allauth
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.test import Client
from pytest_django import Settings

from slowmate.server import settings as written_settings
from slowmate.server.accounts.models import Entry, Token, User
from slowmate.server.accounts.services import mail as account_mail
from slowmate.server.accounts.services import tokens
from slowmate.server.jobs.mail import send_digests, send_due
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.forms import PlayerForm
from slowmate.server.people.models import Player
from slowmate.server.privacy import services
from slowmate.server.site import clock
from tests.server.signing import sign_in, signed_in
from tests.support.people import PASSWORD, account, person

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Ada Lovelace",
    "federation": "cze",
    "email": "ada@example.org",
    "password1": "a slow and long word",
    "password2": "a slow and long word",
}


def link_in(letter: EmailMessage) -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", str(letter.body))
    assert found, letter.body
    return found.group(1)


def delivered() -> list[EmailMessage]:
    """Every mail, once the worker has sent what waits."""
    send_due(at=clock.now())
    return mail.outbox


# signing up


def test_signing_up_needs_the_address_to_be_verified(client: Client) -> None:
    assert client.post("/accounts/signup/", FORM).status_code == 302
    player = Player.objects.get(name="Ada Lovelace")
    assert (player.federation, account(player).email) == ("CZE", "ada@example.org")
    assert not signed_in(client)
    sign_in(client, FORM["email"], FORM["password1"])
    assert not signed_in(client)
    link = link_in(delivered()[0])
    client.get(link)
    assert not EmailAddress.objects.get().verified, "opening the link alone verifies nothing: scanners open links"
    client.post(link)
    assert EmailAddress.objects.get().verified
    sign_in(client, FORM["email"], FORM["password1"])
    assert signed_in(client)


def test_signing_up_with_an_address_that_is_taken_looks_the_same_and_tells_its_owner() -> None:
    owner = person()
    fresh = Client().post("/accounts/signup/", FORM)
    taken = Client().post("/accounts/signup/", {**FORM, "name": "Somebody else", "email": owner.email})
    again = Client().post("/accounts/signup/", {**FORM, "name": "Somebody else"})
    assert len({(answer.status_code, answer["Location"]) for answer in (fresh, taken, again)}) == 1
    assert User.objects.count() == Player.objects.count() == 2
    assert [letter.to for letter in delivered()] == [["ada@example.org"], [owner.email]]
    assert not Player.objects.filter(name="Somebody else").exists()


@pytest.mark.parametrize(
    "name",
    [
        *("Ada\r\nBcc: evil@x", "Ada\tB", "\u200b", "\u202eadA", "Ada\u200d", "A\u2028da", "...", "7", "\ud7ff"),
        *('=HYPERLINK("//evil.example")', "+Ada", "-Ada", "@SUM(Ada)", " =Ada"),
    ],
)
def test_a_name_has_letters_and_nothing_that_cannot_be_seen_or_would_be_computed(client: Client, name: str) -> None:
    client.post("/accounts/signup/", {**FORM, "name": name})
    assert not User.objects.exists()
    user = person("Ada")
    client.force_login(user)
    form = client.get("/settings").context
    body = {
        f"{part.prefix}-{field}": value
        for part in (form["profile"], form["preferences"])
        for field, value in part.initial.items()
        if value is not None
    }
    assert client.post("/settings", {**body, "player-name": name}).status_code == 422
    assert client.post("/settings", {**body, "player-name": "Ada Łukasz-O’Neill 2."}).status_code == 302
    user.player.refresh_from_db()
    assert user.player.name == "Ada Łukasz-O’Neill 2."


@pytest.mark.parametrize(
    ("name", "is_taken"),
    [
        ("\u0410da Lovelace", False),  # a Cyrillic A
        ("F\u043ermer player", False),  # a Cyrillic o
        ("\u0391da", False),  # a Greek A
        ("Анна Петрова", True),
        ("Άννα Παπαδοπούλου", True),
        ("Анна Smith", True),  # two words, each of which is what it looks like
        ("王小明", True),
        ("Jean-Łukasz O’Neill", True),
    ],
)
def test_no_word_of_a_name_mixes_alphabets_that_look_alike(client: Client, name: str, is_taken: bool) -> None:
    client.post("/accounts/signup/", {**FORM, "name": name})
    assert User.objects.exists() is is_taken
    assert ("name" not in PlayerForm({"name": name}, instance=person("Ada").player).errors) is is_taken


@pytest.mark.parametrize("name", ["Former player", "FORMER  PLAYER", "Förmer Player"])
def test_nobody_takes_the_name_of_those_who_have_left(client: Client, name: str) -> None:
    answer = client.post("/accounts/signup/", {**FORM, "name": name})
    assert b"This name stands for players who have left. Choose another." in answer.content
    assert not User.objects.exists()
    profile = PlayerForm({"name": name}, instance=person("Ada").player)
    assert list(profile.errors) == ["name"]


@pytest.mark.parametrize("password", ["short", "password1234", "ada@example.org", "iloveyou12"])
def test_weak_passwords_are_refused(client: Client, password: str) -> None:
    client.post("/accounts/signup/", {**FORM, "password1": password, "password2": password})
    assert not User.objects.exists()


def test_passwords_are_hashed_with_argon2(settings: Settings) -> None:
    assert written_settings.PASSWORD_HASHERS == ["slowmate.server.accounts.hashers.Argon2"]
    settings.PASSWORD_HASHERS = written_settings.PASSWORD_HASHERS
    assert person().password.startswith("argon2$argon2id$")


def test_signing_up_gives_no_rights(client: Client) -> None:
    client.post("/accounts/signup/", {**FORM, "is_administrator": "1", "is_active": "1", "rating": "2700"})
    user = User.objects.get()
    assert (user.is_administrator, user.offices.count(), user.player.rating) == (False, 0, None)


def test_a_mail_server_that_does_not_answer_does_not_show_and_is_asked_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: EmailMessage, **_: Any) -> int:
        raise smtplib.SMTPServerDisconnected

    with monkeypatch.context() as broken:
        broken.setattr(EmailMessage, "send", fail)
        assert client.post("/accounts/signup/", FORM).status_code == 302
        assert client.post("/accounts/password/reset/", {"email": "nobody@example.org"}).status_code == 302
        assert delivered() == []
    send_due(at=clock.now() + timedelta(minutes=3))
    assert sorted(letter.to for letter in mail.outbox) == [[FORM["email"]], ["nobody@example.org"]]


def test_an_account_is_not_made_without_the_mail_that_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(account_mail, "queue", broken)
    assert Client(raise_request_exception=False).post("/accounts/signup/", FORM).status_code == 500
    assert not User.objects.exists()


@pytest.mark.parametrize("mode", MailMode)
def test_mail_about_an_account_comes_at_once_whatever_mail_is_wanted(mode: str) -> None:
    user = person(mail_mode=mode)
    Client().post("/accounts/password/reset/", {"email": user.email})
    send_digests(at=clock.now() + timedelta(days=1))
    (letter,) = delivered()
    assert letter.to == [user.email]
    assert "List-Unsubscribe" not in letter.extra_headers


def test_mail_about_an_account_is_in_the_persons_language_under_the_servers_name(settings: Settings) -> None:
    settings.SLOWMATE_NAME = "Federation & Co"
    user = person(language="cs", zone="Europe/Prague")
    Client(headers={"accept-language": "en"}).post("/accounts/password/reset/", {"email": user.email})
    Client(headers={"accept-language": "cs"}).post("/accounts/password/reset/", {"email": "nobody@example.org"})
    for letter in delivered():
        assert isinstance(letter, EmailMultiAlternatives)
        ((page, kind),) = letter.alternatives
        assert kind == "text/html"
        assert '<html lang="cs">' in str(page)
        assert "Federation &amp; Co" in str(page)
        assert "Federation & Co" in str(letter.body)
        assert f'href="{settings.SLOWMATE_URL}{link_in(letter)}"' in str(page)


def test_the_private_address_of_a_mail_is_forgotten_once_it_is_sent() -> None:
    user = person()
    for email in (user.email, "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": email})
    waiting = Mail.objects.get(user=user)
    assert waiting.link.startswith("/accounts/password/reset/key/")
    with zipfile.ZipFile(io.BytesIO(services.export(user, at=clock.now()))) as archive:
        assert waiting.link not in archive.read("account.json").decode()
    assert len(delivered()) == 2
    assert [(kept.user, kept.link) for kept in Mail.objects.all()] == [(user, "")], "of strangers nothing is kept"


def test_every_change_of_an_account_is_told_in_words(client: Client) -> None:
    user = person()
    sign_in(client, user.email, PASSWORD)
    made = clock.now()
    for template in account_mail.KINDS:
        context = {
            "user": user,
            "ip": "203.0.113.7",
            "user_agent": "<b>Browser</b>",
            "activate_url": "/a",
            "from_email": "a@b.example",
        }
        account_mail.queue(template, user.email, context, at=made)
    letters = delivered()
    assert len(letters) == len(account_mail.KINDS)
    assert len({letter.subject for letter in letters}) == len(set(account_mail.KINDS.values()))
    for letter in letters:
        assert "Slowmate" in str(letter.body)
        assert isinstance(letter, EmailMultiAlternatives)
        assert "<b>Browser" not in str(letter.alternatives)


def test_allauth_tells_of_nothing_that_we_have_no_words_for() -> None:
    """Every mail of allauth for what is switched on here."""
    off = ("webauthn", "login_code", "password_reset_code", "email_confirm_", "base_")
    folder = Path(allauth.__file__).parent / "templates"
    found = {
        str(path.relative_to(folder)).removesuffix("_subject.txt")
        for app in ("account", "mfa")
        for path in (folder / app / "email").glob("*_subject.txt")
        if not any(part in path.name for part in off)
    }
    assert found == set(account_mail.KINDS)


# signing in


def test_a_password_is_reset_by_mail_once(client: Client) -> None:
    user = person()
    client.post("/accounts/password/reset/", {"email": user.email})
    link = link_in(delivered()[0])
    form = client.get(link, follow=True)
    new = {"password1": "another slow word", "password2": "another slow word"}
    client.post(form.redirect_chain[-1][0], new)
    sign_in(client, user.email, "another slow word")
    assert signed_in(client)
    again = Client().get(link, follow=True)
    assert b"password1" not in again.content


def test_nothing_tells_whether_an_address_has_an_account() -> None:
    user = person()

    def seen(answer: Any, email: str) -> tuple[int, str | None, bytes]:
        page = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", answer.content)
        return answer.status_code, answer.get("Location"), page.replace(email.encode(), b"")

    for path, body in (
        ("/accounts/login/", {"login": "", "password": "wrong password"}),
        ("/accounts/password/reset/", {"email": ""}),
    ):
        key = "login" if "login" in body else "email"
        known = seen(Client().post(path, {**body, key: user.email}), user.email)
        unknown = seen(Client().post(path, {**body, key: "nobody@example.org"}), "nobody@example.org")
        assert known == unknown
    assert {letter.to[0] for letter in delivered()} == {user.email, "nobody@example.org"}


def test_a_second_factor_is_asked_for_once_it_is_set_up() -> None:
    user = person()
    client = Client()
    sign_in(client, user.email, PASSWORD)
    asked = client.get("/accounts/2fa/totp/activate/")
    assert asked["Location"].startswith("/accounts/reauthenticate/"), "the password is asked for once more"
    client.post(asked["Location"], {"password": PASSWORD})
    assert client.get("/accounts/2fa/totp/activate/").status_code == 200
    secret = client.session[totp.SECRET_SESSION_KEY]

    def code(step: int = 0) -> str:
        counter = list(totp.yield_hotp_counters_from_time())[1] + step
        return str(totp.format_hotp_value(totp.hotp_value(secret, counter)))

    client.post("/accounts/2fa/totp/activate/", {"code": code()})
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}
    kept = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept, "second factors are not kept in clear"
    other = Client()
    answer = sign_in(other, user.email, PASSWORD)
    assert answer["Location"].startswith("/accounts/2fa/authenticate/")
    assert not signed_in(other)
    other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert not signed_in(other)
    other.post("/accounts/2fa/authenticate/", {"code": code(1)})
    assert signed_in(other)
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    third = Client()
    sign_in(third, user.email, PASSWORD)
    third.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert signed_in(third)
    fourth = Client()
    sign_in(fourth, user.email, PASSWORD)
    fourth.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert not signed_in(fourth), "a recovery code works once"


def test_a_password_alone_opens_nothing_where_a_second_factor_is_set_up() -> None:
    user = person()
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(user, secret)
    half = Client()
    sign_in(half, user.email, PASSWORD)
    new = {"oldpassword": PASSWORD, "password1": "another slow word", "password2": "another slow word"}
    for path in ("/games", "/settings", "/tokens", "/account/export", "/accounts/2fa/", "/accounts/password/change/"):
        assert half.get(path)["Location"].startswith("/accounts/login/"), path
        assert half.post(path, {**new, "password": PASSWORD}).get("Location", "").startswith("/accounts/login/"), path
    half.post("/accounts/reauthenticate/", {"password": PASSWORD})
    half.post("/accounts/2fa/totp/deactivate/")
    assert not signed_in(half)
    assert Authenticator.objects.filter(user=user).exists()
    for _ in range(12):
        half.post("/accounts/2fa/authenticate/", {"code": "000000"})
    counter = list(totp.yield_hotp_counters_from_time())[1]
    right = str(totp.format_hotp_value(totp.hotp_value(secret, counter)))
    half.post("/accounts/2fa/authenticate/", {"code": right})
    assert not signed_in(half), "whoever has guessed too often is stopped, even with the right code"
    fresh = Client()
    cache.clear()
    sign_in(fresh, user.email, PASSWORD)
    fresh.post("/accounts/2fa/authenticate/", {"code": right})
    assert signed_in(fresh), "the code was right"


def test_sessions_are_listed_and_ended() -> None:
    user = person()
    one = Client(headers={"user-agent": "Firefox of Ada"})
    two = Client(headers={"user-agent": "Phone of Ada"})
    for client in (one, two):
        sign_in(client, user.email, PASSWORD)
        assert signed_in(client)
    page = one.get("/accounts/sessions/").content.decode()
    assert "Firefox of Ada" in page
    assert "Phone of Ada" in page
    one.post("/accounts/sessions/")
    assert signed_in(one)
    assert not signed_in(two)


def test_a_new_password_ends_the_other_sessions_and_is_told_by_mail() -> None:
    user = person()
    one, two = Client(), Client()
    for client in (one, two):
        sign_in(client, user.email, PASSWORD)
    new = {"oldpassword": PASSWORD, "password1": "another slow word", "password2": "another slow word"}
    one.post("/accounts/password/change/", new)
    assert not signed_in(two)
    assert delivered()


def test_a_new_password_ends_the_tokens_and_that_is_journalled(client: Client) -> None:
    user, other = person(), person()
    for owner in (user, other):
        tokens.make(owner, "a program", scope=Token.Scope.PLAY, at=clock.now())
    sign_in(client, user.email, PASSWORD)
    new = {"oldpassword": PASSWORD, "password1": "another slow word", "password2": "another slow word"}
    client.post("/accounts/password/change/", {**new, "oldpassword": "wrong password"})
    assert Token.objects.count() == 2
    client.post("/accounts/password/change/", new)
    assert list(Token.objects.values_list("user", flat=True)) == [other.pk]
    assert Entry.objects.filter(what="token ended", actor=user).count() == 1


def test_a_stolen_session_changes_no_address_and_the_owner_may() -> None:
    user, client = person(), Client()
    sign_in(client, user.email, PASSWORD)
    wanted = {"action_add": "", "email": "new@example.org"}
    asked = client.post("/accounts/email/", wanted)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert delivered() == []
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", wanted)
    user.refresh_from_db()
    assert user.email != "new@example.org", "not before it is verified"
    link = next(link_in(letter) for letter in delivered() if letter.to == ["new@example.org"])
    client.post(link)
    user.refresh_from_db()
    assert user.email == "new@example.org"


def test_a_closed_account_is_signed_out() -> None:
    user, client = person(), Client()
    sign_in(client, user.email, PASSWORD)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not signed_in(client)
    sign_in(client, user.email, PASSWORD)
    assert not signed_in(client)
