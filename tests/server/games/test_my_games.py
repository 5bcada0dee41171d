"""My games: each line says against whom, where the game stands and how it ended; n goes round those that need me."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.desk import services as desk
from slowmate.server.games import terms
from slowmate.server.games.models import Game
from slowmate.server.games.pages.my_games import GameSearch
from slowmate.server.games.queries.my_games import finished_games, my_origins, my_queue, next_to_act, resting
from slowmate.server.games.queries.rows import game_rows
from slowmate.server.games.services import challenges, games, leave, playing
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from slowmate.server.site.tags import when
from slowmate.server.site.text import day
from tests.support.events import put_into
from tests.support.people import AT, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
MATE = ("f3", "e5", "g4", "Qh4")
BLACK_FIRST = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"


def line(client: Client, row: Game) -> str:
    """The text of one line of my games, and the colour of its disc."""
    body = client.get("/games").content.decode()
    (found,) = re.findall(rf'<li class="game-row[^"]*">\s*<a href="/games/{row.pk}">.*?</li>', body, re.DOTALL)
    (disc,) = re.findall(r'class="disc (\w+)"', found)
    return " ".join([disc, *re.sub("<[^>]+>", " ", found).split()])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15, deadline=None)
@given(days=st.lists(st.sampled_from([2, 3, 3, 7]), min_size=1, max_size=6), start=st.integers(0, 5))
def test_from_any_game_n_visits_each_game_that_needs_me_once(days: list[int], start: int) -> None:
    anna, ben = person(), person()
    rows = [game(anna, ben, control=clocks.FixedDays(days=each)) for each in days]
    game(anna, ben, "e4")
    here = rows[start % len(rows)].pk
    visited = []
    for _ in rows:
        found = next_to_act(anna.player, at=AT, after=here)
        assert found
        visited.append(found.pk)
        here = found.pk
    assert sorted(visited) == sorted(row.pk for row in rows)
    in_order = [row.pk for row in my_queue(anna.player, at=AT).to_act]
    place = visited.index(in_order[0])
    assert visited[place:] + visited[:place] == in_order


def test_after_a_move_n_goes_to_the_most_urgent_game(client: Client) -> None:
    anna, ben = person(), person()
    slow, fast = (game(anna, ben, control=clocks.FixedDays(days=days), at=clock.now()) for days in (7, 3))
    moved = game(anna, ben, "e4", at=clock.now())
    client.force_login(anna)

    def after(row: Game | None) -> str:
        return client.get("/games/next", {"after": row.pk} if row else {})["Location"]

    assert after(moved) == after(None) == after(slow) == f"/games/{fast.pk}"
    assert after(fast) == f"/games/{slow.pk}"


def test_a_game_with_an_offer_to_answer_is_among_those_n_goes_round() -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4")
    playing.make_move(row.pk, "e5", actor=ben, at=AT, offer=True)
    assert next_to_act(anna.player, at=AT) == row
    assert next_to_act(ben.player, at=AT) is None


def test_the_disc_is_my_own_colour_and_says_so_and_the_rating_stands_beside_the_opponent(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    ben.player.rating = 2345
    ben.player.save()
    white, black = game(anna, ben, at=clock.now()), game(ben, anna, at=clock.now())
    client.force_login(anna)
    assert line(client, white).startswith("white You have White against Ben 2345 Arranged game")
    assert line(client, black).startswith("black You have Black against Ben 2345 Arranged game")


def test_the_last_move_has_its_number(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    rows = [game(anna, ben, *MATE[:count], at=clock.now()) for count in range(1, 4)]
    client.force_login(anna)
    for row, shown in zip(rows, (" 1. f3 ", " 1... e5 ", " 2. g4 "), strict=True):
        assert shown in line(client, row)


def test_a_thematic_game_is_numbered_as_its_position_says() -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, terms=Terms(starts=AT, time_control=clocks.Classic(), fen=BLACK_FIRST))
    for shown, actor, move in (("2... exf4", ben, "exf4"), ("3. Nf3", anna, "Nf3")):
        playing.make_move(row.pk, move, actor=actor, at=AT)
        (found,) = game_rows(Game.objects.filter(pk=row.pk))
        assert found.numbered == shown
    (other,) = game_rows(Game.objects.filter(pk=game(anna, ben, "e4").pk))
    assert (other.plies_before, other.numbered) == (0, "1. e4")


def test_a_finished_game_says_what_it_was_to_me_and_when(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    lost, won = game(anna, ben, *MATE), game(ben, anna, *MATE)
    drawn = game(anna, ben, "e4")
    playing.make_move(drawn.pk, "e5", actor=ben, at=AT, offer=True)
    playing.accept_offer(drawn.pk, actor=anna, at=AT)
    client.force_login(anna)
    for row, words in ((lost, "lost 0‑1 2 moves"), (won, "won 0‑1 2 moves"), (drawn, "drawn ½‑½ 1 move")):
        assert line(client, row).endswith(f"{words} 1 May 2024")
    client.force_login(ben)
    assert line(client, lost).endswith("won 0‑1 2 moves 1 May 2024")
    public = Client().get(f"/players/{anna.player.pk}").content.decode()
    assert "won" not in public.partition("<main")[2]


def test_a_result_that_gives_nothing_stands_alone(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, *MATE)
    client.force_login(anna)
    for result, shown in (("cancelled", "cancelled"), ("0-0", "lost 0‑0"), ("+/-", "won +/‑")):
        Game.objects.filter(pk=row.pk).update(result=result)
        assert f"Arranged game {shown} 2 moves 1 May" in line(client, row)


def test_thematic_games_cost_no_query_each(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    client.force_login(anna)

    def counted() -> int:
        game(anna, ben, terms=Terms(starts=clock.now(), time_control=clocks.Classic(), fen=BLACK_FIRST))
        with CaptureQueriesContext(connection) as made:
            client.get("/games", {"q": "ben"})
        return len(made)

    counted()
    assert counted() == counted()


def test_where_i_am_on_leave_the_line_says_so_and_n_passes_by(client: Client) -> None:
    anna, ben, at = person(), person(), clock.now()
    away = game(anna, ben, at=at)
    until = at.date() + timedelta(days=6)
    leave.take(anna.player, at.date(), until, actor=anna, at=at)
    client.force_login(anna)
    assert f"on leave until {day(until)}" in line(client, away)
    assert client.get("/games/next")["Location"] == "/games"
    page = " ".join(re.sub("<[^>]+>", " ", client.get("/games").content.decode()).split())
    assert "Your turn 0 Nothing waits for you." in page
    assert "Your turn, while you are on leave 1" in page
    assert "Your turn 0" in " ".join(re.sub("<[^>]+>", " ", client.get("/").content.decode()).split())
    here = game(anna, ben, control=clocks.FixedDays(days=3, leave_days=0), at=at)
    assert "on leave" not in line(client, here), "this one knows no leave"
    assert client.get("/games/next")["Location"] == f"/games/{here.pk}"
    with clock.shifted(timedelta(days=8)):
        assert "on leave" not in line(client, away)


def test_an_offer_is_answered_from_leave_too() -> None:
    anna, ben, at = person(), person(), clock.now()
    row, offered = game(anna, ben, "e4", at=at), game(anna, ben, "e4", at=at)
    leave.take(anna.player, at.date(), at.date() + timedelta(days=6), actor=anna, at=at)
    playing.make_move(row.pk, "e5", actor=ben, at=at)
    assert next_to_act(anna.player, at=at) is None
    playing.make_move(offered.pk, "e5", actor=ben, at=at, offer=True)
    queue = my_queue(anna.player, at=at)
    assert ([one.pk for one in queue.to_act], [one.pk for one in queue.on_leave]) == ([offered.pk], [row.pk])
    assert next_to_act(anna.player, at=at) == offered


def test_leave_costs_my_games_no_query_for_each(client: Client) -> None:
    anna, ben, at = person(), person(), clock.now()
    leave.take(anna.player, at.date(), at.date() + timedelta(days=6), actor=anna, at=at)
    client.force_login(anna)

    def cost() -> int:
        with CaptureQueriesContext(connection) as told:
            client.get("/games")
        return len(told)

    game(anna, ben, at=at)
    cost()  # the first time, the session is noted
    one = cost()
    for _ in range(4):
        game(anna, ben, at=at)
    assert cost() == one


def test_on_which_days_i_rest_is_told_by_the_date_alone() -> None:
    """Nothing happens in the games meanwhile: the first leave ends, and the second begins, by themselves."""
    anna, ben = person(), person()
    mine, other = game(anna, ben), game(ben, anna)
    today = AT.date()
    for first, last in ((2, 4), (7, 7)):
        leave.take(anna.player, today + first * DAY, today + last * DAY, actor=anna, at=AT)
    midnight = AT.replace(hour=0)

    def rests(at: datetime) -> dict[int, int]:
        return {pk: (last - today).days for pk, last in resting(anna.player, at=at).items()}

    days = {number: rests(midnight + number * DAY).get(mine.pk) for number in range(1, 9)}
    assert days == {1: None, 2: 4, 3: 4, 4: 4, 5: None, 6: None, 7: 7, 8: None}
    assert rests(midnight + 2 * DAY - SECOND) == rests(midnight + 5 * DAY) == {}
    assert rests(midnight + 5 * DAY - SECOND) == {mine.pk: 4}
    playing.make_move(mine.pk, "e4", actor=anna, at=AT + DAY)
    playing.make_move(other.pk, "e4", actor=ben, at=AT + DAY)
    assert rests(midnight + 3 * DAY) == {other.pk: 4}, "the move is mine in the other one now"
    assert resting(ben.player, at=midnight + 3 * DAY) == {}


def test_who_is_back_or_whose_game_is_over_does_not_rest() -> None:
    anna, ben = person(), person()
    here, over = game(anna, ben), game(anna, ben)
    today, granted = AT.date(), AT + 10 * DAY
    leave.take(anna.player, today, today + 5 * DAY, actor=anna, at=AT)
    assert resting(anna.player, at=AT) == dict.fromkeys((here.pk, over.pk), today + 5 * DAY)
    playing.resign(over.pk, actor=anna, at=AT + DAY)
    assert resting(anna.player, at=AT + DAY) == {here.pk: today + 5 * DAY}
    leave.end(anna.player, today, today + 5 * DAY, actor=anna, at=AT + 2 * DAY)
    assert resting(anna.player, at=AT + 2 * DAY) == {}
    dirk = person(offices=(Office.Kind.DIRECTOR,))
    Game.objects.filter(pk=here.pk).update(director=dirk)

    def grant(name: str) -> commands.DirectorCommand:
        last = granted.date() + 3 * DAY
        return commands.GrantLeave(director=name, reason="ill", to=Colour.WHITE, first=granted.date(), last=last)

    desk.decide(here.pk, grant, actor=dirk, at=granted)
    assert resting(anna.player, at=granted) == {here.pk: granted.date() + 3 * DAY}


def test_where_i_rest_is_one_query_that_reads_no_game(django_assert_num_queries: Any) -> None:
    anna, ben = person(), person()
    for _ in range(3):
        game(anna, ben)
    leave.take(anna.player, AT.date(), AT.date() + 5 * DAY, actor=anna, at=AT)
    with django_assert_num_queries(1) as asked:
        assert len(resting(anna.player, at=AT)) == 3
    assert "snapshot" not in asked.captured_queries[0]["sql"]


def test_my_games_are_found_by_words_from_opponent_and_event_together() -> None:
    anna, boris, carl = person("Anna Cup"), person("Boris Novotný"), person("Karel Čapek")
    spring, autumn = game(anna, boris), game(carl, anna)
    put_into("Jarní pohár 2026/01", spring)
    put_into("Autumn Cup 2026/02", autumn)
    made = challenges.make(boris.player, anna.player, terms=terms.plain(control="fixed-3"), at=AT)
    (ended,) = challenges.accept(made.pk, actor=anna, at=AT)
    playing.resign(ended.pk, actor=anna, at=AT)

    def found(words: str) -> set[int]:
        chosen = GameSearch(words=words).filter_among(my_origins(anna.player))
        queue = my_queue(anna.player, chosen, at=clock.now())
        over = finished_games(anna.player, chosen)
        return {row.pk for rows in (queue.to_act, queue.waiting, over) for row in rows}

    assert found("novotny") == found("NOVOTNÝ boris") == {spring.pk, ended.pk}
    assert found("boris jarni") == found("POHAR Boris") == {spring.pk}
    assert found("capek autumn") == {autumn.pk}
    assert found("challenge") == {ended.pk}
    assert found("boris autumn") == set()


def test_who_has_no_games_is_led_to_opponents_and_events(client: Client) -> None:
    client.force_login(person("Ada"))
    for path in ("/games", "/"):
        body = client.get(path).content.decode()
        assert '<a href="/challenges">Challenge somebody</a>' in body, path
        assert '<a href="/events">Enter an event</a>' in body, path


def test_an_account_without_a_player_has_no_games_and_is_told_why(client: Client) -> None:
    official = person("Olga")
    game(official, person("Ben"), at=clock.now())
    Player.objects.filter(user=official).update(user=None)
    client.force_login(User.objects.get(pk=official.pk))
    page = client.get("/games")
    assert page.status_code == 200
    (notice,) = re.findall(r'<p class="empty">([^<]+)</p>', page.content.decode())
    assert notice == "Your account is not a player's."
    assert "games" not in page.context
    for part in ('class="game-row', 'id="turn"', 'id="waiting"', 'id="finished"', 'id="q"'):
        assert part not in page.content.decode()


def test_a_game_that_waits_for_its_start_says_when_it_starts_and_nothing_else(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    start = clock.now() + 3 * DAY
    coming = games.start(anna.player, ben.player, Terms(starts=start, time_control=clocks.Classic()), at=clock.now())
    running = game(anna, ben, at=clock.now())
    client.force_login(anna)
    assert coming.status == Game.Status.WAITING
    assert state_words(client, coming) == f"starts {words_of(when(start))}"
    assert not state_words(client, running).startswith("starts")


def state_words(client: Client, row: Game) -> str:
    """What the line of a game says of how it stands."""
    body = client.get("/games").content.decode()
    pattern = rf'<a href="/games/{row.pk}">.*?<span class="left">(.*?)</span>\s*</li>'
    (words,) = re.findall(pattern, body, re.DOTALL)
    return words_of(words)


def words_of(markup: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", markup).split())
