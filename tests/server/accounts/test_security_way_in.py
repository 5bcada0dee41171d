"""What stands against guessing passwords and taking over sessions."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.conf import settings
from django.contrib.auth import hashers
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client

from slowmate.server.accounts.hashers import Argon2
from slowmate.server.accounts.models import Token
from slowmate.server.accounts.services import tokens
from slowmate.server.jobs.mail import send_due
from slowmate.server.site import clock
from tests.server.signing import sign_in, signed_in
from tests.support.people import PASSWORD, person

pytestmark = pytest.mark.django_db

NEW = {"password1": "a slow and long word", "password2": "a slow and long word"}


def test_guessing_a_password_is_stopped_and_the_right_one_does_not_help() -> None:
    user, other = person(), person()
    for _ in range(5):
        sign_in(Client(), user.email, "wrong password")
    last = Client()
    answer = sign_in(last, user.email)
    assert not signed_in(last)
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert b"Too many attempts" in answer.content
    same = Client()
    sign_in(same, user.email.upper())
    assert not signed_in(same), "written otherwise it is the same address"
    somebody = Client(REMOTE_ADDR="203.0.113.7")
    sign_in(somebody, other.email)
    assert signed_in(somebody), "others are not locked out"


def test_asking_under_another_port_does_not_escape_the_limit() -> None:
    user = person()
    body = {"login": user.email, "password": "wrong password"}
    for n in range(5):
        Client().post("/accounts/login/", body, headers={"host": f"testserver:{4000 + n}"})
    last = Client()
    sign_in(last, user.email)
    assert not signed_in(last)


def test_many_tries_from_one_place_are_stopped_whatever_the_address() -> None:
    answers = [sign_in(Client(), f"nobody{n}@example.org", "wrong password") for n in range(12)]
    last = Client()
    sign_in(last, person().email)
    assert not signed_in(last)
    assert answers[0].status_code == 200


@pytest.mark.parametrize("form", ["login", "signup"])
def test_a_password_is_hashed_as_often_for_a_known_address_as_for_an_unknown_one(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hashing is what takes the time of an answer: whoever can tell from it who has an account learns too much."""
    hasher, hashed = type(hashers.get_hasher()), list[str]()
    real = hasher.encode

    def encode(ours: Any, password: str, *more: Any) -> str:
        hashed.append(password)
        return str(real(ours, password, *more))

    known, times = person().email, []
    monkeypatch.setattr(hasher, "encode", encode)
    for email in (known, "nobody@example.org"):
        hashed.clear()
        if form == "login":
            sign_in(Client(), email, "wrong password")
        else:
            Client().post("/accounts/signup/", {**NEW, "name": "Ada Lovelace", "email": email})
        times.append(len(hashed))
    assert times == [1, 1]


def test_the_addresses_of_one_household_count_as_one_place() -> None:
    for n in range(12):
        sign_in(Client(REMOTE_ADDR=f"2001:db8:1:2::{n + 1:x}"), f"nobody{n}@example.org", "wrong password")
    user = person()
    same = Client(REMOTE_ADDR="2001:db8:1:2:ffff::1")
    assert sign_in(same, user.email).status_code == 429
    assert not signed_in(same), "whoever has one IPv6 address has a whole /64 of them"
    next_door = Client(REMOTE_ADDR="2001:db8:1:3::1")
    sign_in(next_door, user.email)
    assert signed_in(next_door)


def test_limits_count_in_every_process() -> None:
    caches: dict[str, Any] = settings.CACHES
    assert caches["default"]["BACKEND"] == "slowmate.server.site.limits.LimitTable"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM slowmate_cache")
        sign_in(Client(), "nobody@example.org", "wrong password")
        cursor.execute("SELECT COUNT(*) FROM slowmate_cache WHERE cache_key LIKE %s", ["%allauth:rl%"])
        assert cursor.fetchone()[0] > 0


def test_password_resets_and_guesses_of_the_password_when_signed_in_are_limited(mailoutbox: list[Any]) -> None:
    user = person()
    for _ in range(8):
        Client().post("/accounts/password/reset/", {"email": user.email})
    send_due(at=clock.now())
    assert 0 < len(mailoutbox) <= 5
    client = Client()
    client.force_login(user)
    pages = [client.post("/account/export", {"password": f"wrong {n}"}).content for n in range(6)]
    assert b"not your password" in pages[0]
    assert b"not your password" not in pages[-1]
    assert client.post("/account/export", {"password": PASSWORD})["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("said", ["garbage", "999.1.1.1", "", "1.2.3.4, nonsense", "::g"])
def test_a_forwarded_address_that_nobody_can_read_counts_as_the_proxy_and_shuts_nobody_out(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 1)
    client = Client(headers={"X-Forwarded-For": said})
    assert client.get("/accounts/login/").status_code == 200
    sign_in(client, person().email)
    assert signed_in(client)
    answers = [
        sign_in(Client(headers={"X-Forwarded-For": said}), f"nobody{n}@example.org", "wrong password")
        for n in range(12)
    ]
    assert answers[-1].status_code == 429


def test_hashing_a_password_takes_a_bounded_piece_of_memory_and_old_ones_are_hashed_anew() -> None:
    assert settings.PASSWORD_HASHERS[-1] == "slowmate.server.accounts.hashers.Argon2"  # tests put a quick one before it
    ours = Argon2()
    kept = ours.encode(PASSWORD, ours.salt())
    assert "$m=19456,t=2,p=1$" in kept
    assert ours.verify(PASSWORD, kept)
    assert not ours.must_update(kept)
    shipped = Argon2PasswordHasher().encode(PASSWORD, ours.salt())
    assert ours.verify(PASSWORD, shipped)
    assert ours.must_update(shipped)


def test_a_forged_forwarded_address_does_not_escape_the_limit() -> None:
    user = person()
    for n in range(12):
        Client().post(
            "/accounts/login/",
            {"login": f"a{n}@example.org", "password": "wrong password"},
            headers={"x-forwarded-for": f"198.51.100.{n}"},
        )
    last = Client()
    sign_in(last, user.email)
    assert not signed_in(last)


def test_a_session_gets_a_new_name_when_somebody_signs_in() -> None:
    client = Client()
    client.get("/accounts/login/", {"next": "/games"})
    client.cookies["sessionid"] = planted = "x" * 32
    sign_in(client, person().email)
    assert signed_in(client)
    assert client.cookies["sessionid"].value != planted
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert not signed_in(thief)
    old = client.cookies["sessionid"].value
    client.post("/accounts/logout/")
    thief.cookies["sessionid"] = old
    assert not signed_in(thief), "signing out ends the session on the server"


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    client = Client()
    sign_in(client, person().email)
    cookie = client.cookies["sessionid"]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"


def test_signing_out_needs_a_post() -> None:
    client = Client()
    sign_in(client, person().email)
    client.get("/accounts/logout/")
    assert signed_in(client)


def test_a_code_of_the_second_factor_works_once() -> None:
    user = person()
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(user, secret)
    counter = list(totp.yield_hotp_counters_from_time())[1]
    code = str(totp.format_hotp_value(totp.hotp_value(secret, counter)))
    owner, looked_over_his_shoulder = Client(), Client()
    for client in (owner, looked_over_his_shoulder):
        sign_in(client, user.email)
        client.post("/accounts/2fa/authenticate/", {"code": code})
    assert signed_in(owner)
    assert not signed_in(looked_over_his_shoulder)


def test_a_new_password_by_mail_ends_what_was_open_and_does_not_pass_by_the_second_factor(
    mailoutbox: list[EmailMessage],
) -> None:
    user, thief, owner = person(), Client(), Client()
    sign_in(thief, user.email)
    token = tokens.make(user, "a program", scope=Token.Scope.READ, at=clock.now()).text
    totp.TOTP.activate(user, totp.generate_totp_secret())
    owner.post("/accounts/password/reset/", {"email": user.email})
    send_due(at=clock.now())
    link = next(re.findall(r"http://[^/\s]+(/\S+reset/key/\S+)", str(mail.body))[0] for mail in mailoutbox)
    form = owner.get(link)["Location"]
    owner.post(form, NEW)
    user.refresh_from_db()
    assert user.check_password(NEW["password1"])
    assert not signed_in(thief)
    assert Client().get("/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert not signed_in(owner)
    sign_in(owner, user.email, NEW["password1"])
    assert not signed_in(owner), "the second factor is asked for still"
    assert Authenticator.objects.filter(user=user).exists()
