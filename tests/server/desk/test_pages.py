"""The director's way in, the list of the games he directs, and ends that are noted all at once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services as correspondence
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.desk.pages.games import DirectedGamesSearch, directed_games
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.games.models import Game
from slowmate.server.games.services import playing
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.models import MailMode
from slowmate.server.people.models import Office
from slowmate.server.privacy import services
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support.events import put_into
from tests.support.people import PASSWORD, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
LOGIN = "/accounts/login/"


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def ended(dirk: User, number: int) -> list[Game]:
    """Games that a flag has ended."""
    at = clock.now() - 5 * DAY
    rows = [game(person(), person(), control=clocks.FixedDays(days=3), director=dirk, at=at) for _ in range(number)]
    sweep(at=clock.now())
    return rows


def asked(dirk: User) -> Game:
    anna = person("Anna Oak")
    row = game(anna, person("Ben"), "e4", director=dirk, at=clock.now())
    correspondence.report(row, "Look.", actor=anna, at=clock.now())
    return row


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as made:
        assert client.get(path).status_code == 200
    return len(made)


# the way in


def signed_in(client: Client, user: User, query: str = "") -> str:
    answer = client.post(LOGIN + query, {"login": user.email, "password": PASSWORD})
    assert answer.status_code == 302
    return str(answer["Location"])


def test_a_director_with_no_move_to_make_begins_at_the_desk(dirk: User) -> None:
    assert signed_in(Client(), dirk) == "/desk"
    assert signed_in(Client(), person()) == "/games"
    assert signed_in(Client(), person(offices=(Office.Kind.ORGANISER,))) == "/games"


def test_a_director_who_has_the_move_begins_with_his_games_and_whoever_was_on_the_way_goes_on(dirk: User) -> None:
    assert signed_in(Client(), dirk, "?next=/players") == "/players"
    game(dirk, person(), at=clock.now())
    assert signed_in(Client(), dirk) == "/games"


def test_the_front_page_and_every_other_say_how_much_waits(dirk: User, client: Client) -> None:
    client.force_login(dirk)
    assert "On your desk" not in client.get("/").content.decode()
    asked(dirk)
    ended(dirk, 2)
    front = client.get("/").content.decode()
    assert "3 things wait for you in your offices." in front
    assert "Nothing waits for you." not in front
    assert 'Desk&nbsp;<span class="count">3</span>' in client.get("/players").content.decode()
    assert 'What waits for me<span class="count">3</span>' in tight(client.get("/desk").content)


def test_the_number_counts_what_the_desk_shows_but_for_silence(dirk: User) -> None:
    at = clock.now()
    asked(dirk)
    ended(dirk, 2)
    silent = game(person(), person(), "e4", director=dirk, at=at - 30 * DAY)
    game(dirk, person(), "e4", director=dirk, at=at)
    other = person(offices=(Office.Kind.DIRECTOR,))
    asked(other)
    shown = waiting(dirk, at=at).items
    assert [item.game for item in shown if item.kind == "silence"] == [silent]
    assert number_waiting(dirk, at=at) == len(shown) - 1 == 3
    assert number_waiting(other, at=at) == 1
    assert number_waiting(person(), at=at) == 0


def test_officials_alone_pay_for_the_number_with_two_queries(dirk: User, client: Client) -> None:
    made = []
    for user in (person(), person(offices=(Office.Kind.ORGANISER,)), dirk):
        client.force_login(user)
        made.append(queries(client, "/players"))
    assert made[1:] == [made[0] + 2] * 2, "one reads the states of open cases, one counts"


# the games that are directed


def test_a_director_finds_his_games_running_ones_first(dirk: User) -> None:
    anna, at = person("Anna Oak"), clock.now()
    over = playing.resign(game(anna, person(), director=dirk, at=at).pk, actor=anna, at=at)
    later = game(anna, person(), director=dirk, at=at, control=clocks.FixedDays(days=9))
    sooner = game(person(), person(), director=dirk, at=at, control=clocks.FixedDays(days=3))
    put_into("Elm Cup 2024", sooner)
    game(dirk, person(), director=dirk, at=at)
    game(person(), person(), director=person(offices=(Office.Kind.DIRECTOR,)), at=at)
    assert list(directed_games(dirk, DirectedGamesSearch())) == [sooner, later, over]
    assert list(directed_games(dirk, DirectedGamesSearch(words="oak"))) == [later, over]
    assert list(directed_games(dirk, DirectedGamesSearch(words="elm cup"))) == [sooner]
    assert list(directed_games(dirk, DirectedGamesSearch(words="oak", status="finished"))) == [over]
    assert not directed_games(person(offices=(Office.Kind.ORGANISER,)), DirectedGamesSearch()).exists()


@pytest.mark.parametrize("words", ["Novotny", "NOVOTNÝ", "Novotný Boris", "boris  novotny", "novotny ustecky"])
def test_capitals_accents_and_the_order_of_words_do_not_matter(dirk: User, words: str) -> None:
    wanted = game(person("Boris Novotný"), person("Anna Oak"), director=dirk)
    put_into("Ústecký pohár", wanted)
    put_into("Jiný pohár", game(person("Boris Dub"), person("Karel Elm"), director=dirk))
    assert list(directed_games(dirk, DirectedGamesSearch(words=words))) == [wanted]
    assert not directed_games(dirk, DirectedGamesSearch(words=f"{words} nobody")).exists()


def test_the_list_takes_the_same_queries_for_one_and_three_games_and_turns_its_pages(
    dirk: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slowmate.server.desk.views.desk.PAGE_SIZE", 2)
    client.force_login(dirk)
    first = game(person(), person(), director=dirk, at=clock.now())
    made = [queries(client, "/desk/games")]
    for _ in range(2):
        game(person(), person(), director=dirk, at=clock.now())
    made.append(queries(client, "/desk/games"))
    assert made[0] == made[1]
    page = client.get("/desk/games?status=running").content.decode()
    assert f'href="/games/{first.pk}"' in page
    assert "status=running&amp;page=2" in page
    assert "No game matches." in client.get("/desk/games?q=nobody").content.decode()


# ends that came by themselves


def test_several_ends_are_listed_before_they_are_noted_and_the_filter_stays(dirk: User, client: Client) -> None:
    rows, other = ended(dirk, 2), asked(dirk)
    client.force_login(dirk)
    assert 'href="/desk/noted?kind=flag"' in client.get("/desk?kind=flag").content.decode()
    page = client.get("/desk/noted?kind=flag").content.decode()
    assert "2 games ended by themselves." in page
    for row in rows:
        assert f'href="/games/{row.pk}"' in page
        assert f'name="game" value="{row.pk}"' in page
    assert f'value="{other.pk}"' not in page
    assert number_waiting(dirk, at=clock.now()) == 3, "looking changes nothing"
    one = client.post("/desk/noted", {"game": str(rows[0].pk), "kind": "flag"})
    assert one["Location"] == "/desk?kind=flag"
    client.post("/desk/noted", {"game": str(rows[1].pk)})
    assert number_waiting(dirk, at=clock.now()) == 1
    assert "Nothing waits for you." in client.get("/desk/noted").content.decode()


def test_an_answer_keeps_the_filter_too(dirk: User, client: Client) -> None:
    report = asked(dirk).reports.get()
    client.force_login(dirk)
    assert 'name="kind" value="report"' in client.get("/desk?kind=report").content.decode()
    done = client.post(f"/desk/reports/{report.pk}", {"answer": "Seen.", "kind": "report"})
    assert done["Location"] == "/desk?kind=report"


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (MailMode.EACH, "Answered. The player gets it by mail and reads it with the game."),
        (MailMode.DIGEST, "Answered. The player gets it by mail and reads it with the game."),
        (MailMode.NONE, "Answered. The player wants no mail, and reads it with the game."),
        (None, "Answered. The player has no account any more, and is not told."),
    ],
)
def test_after_an_answer_the_desk_says_how_the_player_learns_of_it(
    dirk: User, client: Client, mode: MailMode | None, told: str
) -> None:
    report = asked(dirk).reports.get()
    anna = report.by.user
    assert anna is not None
    if mode is None:
        services.delete(anna, keep_name=True, resign=True, at=clock.now())
    else:
        User.objects.filter(pk=anna.pk).update(mail_mode=mode)
    client.force_login(dirk)
    done = client.post(f"/desk/reports/{report.pk}", {"answer": "Seen."}, follow=True)
    assert told in done.content.decode()


# more than the desk shows


def test_where_more_has_ended_than_is_shown_the_desk_says_so_and_its_numbers_agree(
    dirk: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slowmate.server.desk.queries.desk.MAX_ROWS", 2)
    rows = ended(dirk, 3)
    asked(dirk)
    desk, at = waiting(dirk, at=clock.now()), clock.now()
    assert desk.numbers == {"flag": 3, "report": 1}
    assert desk.total == number_waiting(dirk, at=at) == 4
    assert [item.game for item in desk.items if item.kind == "flag"] == rows[:2]
    client.force_login(dirk)
    page = tight(client.get("/desk").content)
    assert 'Everything<span class="count">4</span>' in page
    assert 'Lost on time or by silence<span class="count">3</span>' in page
    cut = "3 games have ended by themselves. The oldest 2 of them are shown; others follow as you take note."
    assert cut in page
    assert cut in client.get("/desk?kind=flag").content.decode()
    assert cut not in client.get("/desk?kind=report").content.decode()
    noted = client.get("/desk/noted").content.decode()
    assert "3 games ended by themselves." in noted
    assert "Here are the oldest 2 of them." in noted
    client.post("/desk/noted", {"game": str(rows[0].pk)})
    assert "The oldest" not in client.get("/desk").content.decode()


def test_silent_players_are_counted_apart_and_it_is_said_when_there_are_more(
    dirk: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slowmate.server.desk.queries.desk.MAX_ROWS", 2)
    asked(dirk)
    client.force_login(dirk)
    for number, shown in ((2, "2"), (1, "2+")):
        for _ in range(number):
            game(person(), person(), "e4", director=dirk, at=clock.now() - 30 * DAY)
        page = tight(client.get("/desk").content)
        assert f'Silence<span class="count">{shown}</span>' in page
        assert "the number at the top does not count them" in page
        assert ("There are more than are shown" in page) == shown.endswith("+")
        assert 'What waits for me<span class="count">1</span>' in page
