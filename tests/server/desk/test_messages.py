"""Letters by mail from a director to one player, and from who runs an event to all who have entered it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from slowmate.server.accounts.models import Entry, User
from slowmate.server.desk import services
from slowmate.server.events.models import EventEntry
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, TooMany, Unfit
from tests.server.events.building import entered, open_event, rated, runner
from tests.support.people import AT, account, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: AT)


def letters() -> list[tuple[str, str]]:
    kinds = ("director-message", "entrants-message")
    mails = Mail.objects.filter(kind__in=kinds).order_by("pk").values_list("user__email", "facts")
    return [(str(email), facts["text"]) for email, facts in mails]


def user_of(entry: EventEntry) -> User:
    assert entry.player is not None
    return account(entry.player)


def email_of(entry: EventEntry) -> str:
    return user_of(entry).email


def test_a_director_writes_to_one_player_from_game_player_and_desk(client: Client) -> None:
    director = person("Dora", offices=(Office.Kind.DIRECTOR,))
    white, black = person("Ada"), person("Bo")
    row = game(white, black, at=AT, director=director)
    client.force_login(director)
    address = f"/desk/players/{white.player.pk}/write"
    assert f'href="{address}?game={row.pk}"' in client.get(f"/games/{row.pk}").text
    assert f'href="{address}"' in client.get(f"/players/{white.player.pk}").text
    assert "Ada against Bo" in client.get(address).text
    answer = client.post(f"{address}?game={row.pk}", {"text": "Are you well?"})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{row.pk}")
    assert letters() == [(white.email, "Are you well?")], "the opponent gets nothing"
    entry = Entry.objects.get(what=services.WRITTEN_TO_PLAYER)
    assert (entry.about, entry.actor, entry.facts["game"]) == (f"player/{white.player.pk}", director, row.pk)
    assert "Are you well?" in client.get(address).text


def test_nobody_else_writes_as_a_director(client: Client) -> None:
    director = person(offices=(Office.Kind.DIRECTOR,))
    other = person("Otto", offices=(Office.Kind.DIRECTOR,))
    white, black = person(), person()
    row = game(white, black, at=AT, director=director)
    for user in (other, white, black, person(offices=(Office.Kind.EXECUTIVE_BOARD,))):
        client.force_login(user)
        assert client.get(f"/desk/players/{white.player.pk}/write").status_code == 404
        assert client.post(f"/desk/players/{white.player.pk}/write", {"text": "x"}).status_code == 404
        assert "/write" not in client.get(f"/players/{white.player.pk}").text
        with pytest.raises(NotAllowed):
            services.write_to_player(row.pk, white.player, "x", actor=user, at=AT)
    with pytest.raises(NotAllowed):
        services.write_to_player(row.pk, person().player, "x", actor=director, at=AT)
    assert letters() == []


def test_a_player_whom_no_mail_reaches_is_said_to_be_one() -> None:
    director = person(offices=(Office.Kind.DIRECTOR,))
    white, black = person(mail_mode=MailMode.NONE), person()
    row = game(white, black, at=AT, director=director)
    with pytest.raises(Unfit, match="wants no mail"):
        services.write_to_player(row.pk, white.player, "x", actor=director, at=AT)
    Player.objects.filter(pk=black.player.pk).update(user=None)
    with pytest.raises(Unfit, match="has no account"):
        services.write_to_player(row.pk, Player.objects.get(pk=black.player.pk), "x", actor=director, at=AT)
    assert not Entry.objects.filter(what=services.WRITTEN_TO_PLAYER).exists()


def test_a_director_writes_to_a_player_three_times_a_day_and_another_still_may() -> None:
    director, white = person(offices=(Office.Kind.DIRECTOR,)), person()
    row = game(white, person(), at=AT, director=director)

    def write(actor: Any, at: Any = AT) -> int:
        return services.write_to_player(row.pk, white.player, "x", actor=actor, at=at)

    assert [write(director) for _ in range(3)] == [1, 1, 1]
    with pytest.raises(TooMany):
        write(director)
    with pytest.raises(TooMany):
        write(director, AT + DAY - timedelta(seconds=1))
    assert write(director, AT + DAY) == 1
    longest = services.LONGEST_MESSAGE
    with pytest.raises(Unfit, match="1 to"):
        services.write_to_player(row.pk, white.player, "x" * (longest + 1), actor=director, at=AT + 3 * DAY)


def test_who_runs_an_event_writes_to_all_who_have_entered(client: Client) -> None:
    organiser = runner()
    event = open_event()
    ada, bo, gone = (entered(event, rated(2000)) for _ in range(3))
    EventEntry.objects.filter(pk=gone.pk).update(state=EventEntry.State.WITHDRAWN)
    client.force_login(organiser)
    address = f"/events/{event.pk}/entries/write"
    assert f'href="{address}"' in client.get(f"/events/{event.pk}/entries").text
    assert client.post(address, {"text": "It begins later."}).status_code == 302
    assert sorted(letters()) == sorted((email_of(entry), "It begins later.") for entry in (ada, bo))
    entry = Entry.objects.get(what=services.WRITTEN_TO_ENTRANTS)
    assert (entry.about, entry.facts["told"]) == (f"event/{event.pk}", 2)
    for user in (user_of(ada), person(offices=(Office.Kind.DIRECTOR,))):
        client.force_login(user)
        assert client.post(address, {"text": "x"}).status_code == 404
        with pytest.raises(NotAllowed):
            services.write_to_entrants(event.pk, "x", actor=user, at=AT)
    for _ in range(2):
        services.write_to_entrants(event.pk, "again", actor=organiser, at=AT)
    with pytest.raises(TooMany):
        services.write_to_entrants(event.pk, "again", actor=organiser, at=AT)
