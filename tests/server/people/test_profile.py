"""One's own data: what may stand there, the time zone, the sessions."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.accounts.tags import browser
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support.people import PASSWORD, person

pytestmark = pytest.mark.django_db

CHOSEN = {
    "language": "en",
    "zone": "UTC",
    "mail_mode": "each",
    "theme": "system",
    "board": "brown",
    "pieces": "letters",
}
SIGN_UP = {"name": "Ada", "email": "ada@example.org", "password1": "a slow word", "password2": "a slow word"}
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
THIS_YEAR = datetime.now(tz=UTC).year


def filled(**profile: str) -> dict[str, str]:
    data = {f"user-{name}": value for name, value in CHOSEN.items()}
    return data | {"player-name": "Anna"} | {f"player-{name}": value for name, value in profile.items()}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("birth_year", "3000", f"A year of birth lies between 1900 and {THIS_YEAR}."),
        ("birth_year", "1899", f"A year of birth lies between 1900 and {THIS_YEAR}."),
        ("birth_year", "99999", f"A year of birth lies between 1900 and {THIS_YEAR}."),
        ("birth_year", str(THIS_YEAR + 1), f"A year of birth lies between 1900 and {THIS_YEAR}."),
        ("birth_year", "-5", f"A year of birth lies between 1900 and {THIS_YEAR}."),
        ("fide_id", "-5", "A FIDE number has at most nine digits, such as 300123."),
        ("fide_id", "0", "A FIDE number has at most nine digits, such as 300123."),
        ("fide_id", "1234567890", "A FIDE number has at most nine digits, such as 300123."),
        ("fide_id", "١٢٣", "A FIDE number has at most nine digits, such as 300123."),
        ("iccf_id", "abc", "An ICCF number is made of digits, such as 480123."),
    ],
)
def test_a_profile_takes_no_rubbish_and_says_why_beside_the_field(
    client: Client, field: str, value: str, said: str
) -> None:
    anna = person("Anna")
    client.force_login(anna)
    refused = client.post("/settings", filled(**{field: value}))
    (beside,) = re.findall(rf'f-{field}">.*?<span class="wrong">([^<]+)</span>', tight(refused.content))
    assert (refused.status_code, beside) == (422, said)
    anna.player.refresh_from_db()
    assert not getattr(anna.player, field)


def test_a_profile_takes_what_is_in_bounds(client: Client) -> None:
    anna = person("Anna")
    client.force_login(anna)
    for year, fide, iccf in (("1900", "1", "0"), (str(THIS_YEAR), "999999999", "480123"), ("", "", "")):
        assert client.post("/settings", filled(birth_year=year, fide_id=fide, iccf_id=iccf)).status_code == 302
        anna.player.refresh_from_db()
        player = anna.player
        assert (str(player.birth_year or ""), player.fide_id or "", player.iccf_id or "") == (year, fide, iccf)


# the time zone


@pytest.mark.parametrize(("sent", "kept"), [("Europe/Prague", "Europe/Prague"), ("", "UTC"), (None, "UTC")])
def test_who_joins_has_the_zone_of_his_browser(client: Client, sent: str | None, kept: str) -> None:
    client.post("/accounts/signup/", SIGN_UP | ({} if sent is None else {"zone": sent}))
    assert User.objects.get().zone == kept


def test_a_zone_that_does_not_exist_is_refused(client: Client) -> None:
    assert client.post("/accounts/signup/", {**SIGN_UP, "zone": "Mars/Olympus"}).status_code == 200
    assert not User.objects.exists()
    anna = person("Anna")
    client.force_login(anna)
    told = client.post("/settings/zone", {"zone": "Mars/Olympus"}, follow=True).content.decode()
    assert "This server does not know that time zone." in told
    anna.refresh_from_db()
    assert anna.zone == "UTC"


def test_without_a_script_the_form_shows_utc_and_says_what_it_is_for(client: Client) -> None:
    body = client.get("/accounts/signup/").content.decode()
    assert re.findall(r'<option value="([^"]+)" selected', body) == ["UTC"]
    assert "All times and deadlines are shown in it." in body


def test_a_page_knows_the_zone_of_the_account_and_changes_it(client: Client) -> None:
    anna = person("Anna", zone="Europe/London")
    client.force_login(anna)
    (offer,) = re.findall(r'<form[^>]+id="zone-offer"[^>]*>', client.get("/games").content.decode())
    assert 'data-zone="Europe/London"' in offer
    assert offer.endswith("hidden>")
    told = client.post("/settings/zone", {"zone": "Asia/Kolkata"}, follow=True).content.decode()
    assert "Times are now shown in your time zone: Asia/Kolkata" in told
    assert '<option value="Asia/Kolkata" selected' in told
    assert "zone-offer" not in Client().get("/").content.decode()


def test_a_zone_that_no_longer_exists_is_shown_as_it_is(client: Client) -> None:
    client.force_login(person("Anna", zone="Europe/Atlantis"))
    body = client.get("/settings").content.decode()
    assert '<option value="Europe/Atlantis" selected' in body


# sessions and letters


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (FIREFOX, "Firefox on Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPhone"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28.0 Chrome/130.0 Safari",
            "Samsung Internet on Android",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1.15", "Safari on Mac"),
        ("Mozilla/5.0 (Linux; x)", "Linux"),
        ("curl/8.0", "an unknown browser"),
        ("", "an unknown browser"),
    ],
)
def test_a_browser_is_told_in_words_and_not_guessed(said: str, words: str) -> None:
    assert browser(said) == words


def test_one_session_is_ended_and_the_others_go_on() -> None:
    anna = person("Anna")
    here, phone, third = (Client(headers={"user-agent": said}) for said in ("x (Windows) Firefox/1", FIREFOX, "curl"))
    for client in (here, phone, third):
        client.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
        client.get("/games")
    body = tight(here.get("/accounts/sessions/").content)
    assert "Firefox on Windows · This browser" in body
    ends = re.findall(r"/settings/sessions/\d+/end", body)
    assert len(ends) == 2, "the one that asks has no such button"
    stranger = Client()
    stranger.force_login(person())
    assert stranger.post(ends[0]).status_code == 404
    assert "The session is ended." in here.post(ends[0], follow=True).content.decode()
    assert [client.get("/settings").status_code for client in (here, phone, third)] == [200, 302, 200]

    assert third.post(ends[1]).status_code == 404, "one does not end the session that asks"


def test_the_year_of_birth_goes_by_the_clock(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(person("Anna"))
    monkeypatch.setattr(clock, "now", lambda: datetime(THIS_YEAR + 1, 1, 1, tzinfo=UTC))
    assert client.post("/settings", filled(birth_year=str(THIS_YEAR + 1))).status_code == 302
