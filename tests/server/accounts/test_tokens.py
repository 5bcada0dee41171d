"""Personal tokens: shown once, kept as a hash, ended by their owner."""

import pytest
from django.test import Client

from slowmate.server.accounts.models import Entry, Token
from slowmate.server.accounts.services import tokens
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Unfit
from tests.support.people import PASSWORD, person

pytestmark = pytest.mark.django_db


def test_a_token_is_shown_once_and_only_its_hash_is_kept(client: Client) -> None:
    user = person()
    client.force_login(user)
    page = client.post("/tokens", {"name": "Scid", "scope": "play", "password": PASSWORD}).content.decode()
    text = page.partition('<code class="secret">')[2].partition("</code>")[0]
    found = tokens.find(text)
    assert found is not None
    assert (found.user, found.name, found.scope) == (user, "Scid", "play")
    assert text not in client.get("/tokens").content.decode()
    kept = " ".join(str(value) for value in Token.objects.values_list().get())
    assert text not in kept
    assert text.removeprefix(tokens.BEGINS) not in kept
    assert text not in str(list(Entry.objects.values()))


def test_texts_are_long_and_never_the_same() -> None:
    user = person()
    texts = {tokens.make(user, "x", scope="read", at=clock.now()).text for _ in range(5)}
    assert len(texts) == 5
    assert all(len(text) >= len(tokens.BEGINS) + 43 for text in texts)


def test_only_the_whole_text_opens() -> None:
    text = tokens.make(person(), "x", scope="read", at=clock.now()).text
    for wrong in (text[:-1], text + "x", text.upper(), text.removeprefix(tokens.BEGINS), "", tokens.BEGINS):
        assert tokens.find(wrong) is None
    digest = Token.objects.get().digest
    assert tokens.find(digest) is None
    assert tokens.find(tokens.BEGINS + digest) is None


def test_a_token_is_ended_by_its_owner_alone() -> None:
    owner = person()
    made = tokens.make(owner, "x", scope="read", at=clock.now())
    with pytest.raises(NotAllowed):
        tokens.end(made.token, actor=person(), at=clock.now())
    assert tokens.find(made.text)
    client = Client()
    client.force_login(owner)
    assert client.post(f"/tokens/{made.token.pk}/end").status_code == 302
    assert tokens.find(made.text) is None
    assert set(Entry.objects.values_list("what", flat=True)) == {"token made", "token ended"}


def test_there_is_a_limit_to_tokens_and_their_names(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_TOKENS", 2)
    user = person()
    for _ in range(2):
        tokens.make(user, "x", scope="read", at=clock.now())
    with pytest.raises(Unfit):
        tokens.make(user, "x", scope="read", at=clock.now())
    client.force_login(user)
    form = {"name": "x", "scope": "read", "password": PASSWORD}
    assert client.post("/tokens", {**form, "name": "one more"}).status_code == 422
    assert client.post("/tokens", {**form, "name": " "}).status_code == 422
    assert client.post("/tokens", {**form, "scope": "admin"}).status_code == 422
    assert user.tokens.count() == 2


def test_use_is_counted_by_the_minute_and_remembered() -> None:
    at = clock.now().replace(second=10)
    token = tokens.make(person(), "x", scope="read", at=at).token
    assert [tokens.count(token, at=at) for _ in range(3)] == [1, 2, 3]
    token.refresh_from_db()
    assert token.used == at


def test_a_stolen_session_makes_no_token(client: Client) -> None:
    user = person()
    client.force_login(user)
    for password in ("", "wrong password"):
        assert client.post("/tokens", {"name": "x", "scope": "play", "password": password}).status_code == 422
    assert not user.tokens.exists()
