"""What the pages around signing in say: only what a reader can do something with."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from slowmate.server.mail.models import Mail
from tests.server.signing import sign_in
from tests.support.people import PASSWORD, person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["password/reset/", "password/reset/done/", "confirm-email/"])
def test_nobody_is_sent_to_a_contact_that_is_not_named(client: Client, path: str) -> None:
    body = client.get(f"/accounts/{path}").content.decode()
    assert not re.search("contact", body, re.IGNORECASE)
    assert re.search(r"<h1>(A new password|Confirm your address)</h1>", body)


def test_whoever_signs_in_before_the_address_is_confirmed_gets_the_link_again(client: Client) -> None:
    user = person("Anna")
    EmailAddress.objects.filter(user=user).update(verified=False)
    for number in (1, 2):
        cache.clear()  # a while later
        sign_in(client, user.email, PASSWORD)
        assert Mail.objects.filter(user=user, kind="verify-address").count() == number


def test_the_heading_over_ones_address_is_good_czech() -> None:
    with translation.override("cs"):
        assert translation.gettext("Email Address") == "E-mailová adresa"


@pytest.mark.parametrize("is_same_browser", [True, False])
def test_who_confirms_the_address_in_the_same_browser_is_signed_in_and_nobody_else(
    client: Client, *, is_same_browser: bool
) -> None:
    secret = "a slow and long word"  # noqa: S105 - of an invented person
    form = {"name": "Ada", "federation": "ger", "email": "ada@example.org", "password1": secret, "password2": secret}
    client.post("/accounts/signup/", form)
    link = Mail.objects.get(recipient="ada@example.org").link
    asked = client.get(link).content.decode()
    assert "confirm that <b>ada@example.org</b> is your address" in asked
    browser = client if is_same_browser else Client()
    browser.post(link)
    assert ("_auth_user_id" in browser.session) is is_same_browser


def test_a_link_that_does_not_hold_leads_to_signing_in_which_sends_another(client: Client) -> None:
    body = client.get("/accounts/confirm-email/wrong/").content.decode()
    assert "Sign in, and we send you a new one." in body
    assert 'href="/accounts/login/"' in body


def test_a_new_password_ends_with_the_way_to_sign_in_and_an_old_link_with_another_one() -> None:
    page = Client().get("/accounts/password/reset/key/done/").content.decode()
    assert "Your new password is set" in page
    assert '<a class="button" href="/accounts/login/">Sign in with it</a>' in page
    page = Client().get("/accounts/password/reset/key/1-bad/").content.decode()
    assert '<a class="button" href="/accounts/password/reset/">Send me another link</a>' in page
    for foreign in ("Bad Token", "Change Password", "New Password"):
        assert foreign not in page
