"""Pages of games take a constant number of queries, show what they should, and nobody more than he may see."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.board import Position
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms, Transmission
from slowmate.server.correspondence import services
from slowmate.server.correspondence.pages import variation
from slowmate.server.desk import services as directing
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game import game_page, whole_journal
from slowmate.server.games.pages.lines import board_steps, conditional_tree
from slowmate.server.games.pages.my_games import GameSearch
from slowmate.server.games.queries.my_games import finished_games, my_origins, my_queue, next_to_act
from slowmate.server.games.services import playing, postal
from slowmate.server.games.text import origin_words, sorted_origins
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.programs import Program
from tests.support.events import put_into
from tests.support.people import AT, account, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

DAY = timedelta(days=1)
SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def counted(client: Client, path: str) -> int:
    """How many queries a page takes."""
    with CaptureQueriesContext(connection) as made:
        assert client.get(path).status_code == 200
    return len(made)


def test_my_games_take_the_same_queries_for_one_and_three_games(
    client: Client,
) -> None:
    anna = person("Anna")
    client.force_login(anna)

    def add() -> None:
        game(anna, person(), "e4", "e5", at=clock.now())
        game(person(), anna, "d4", "d5", at=clock.now())
        game(anna, person(), "f3", "e5", "g4", "Qh4", at=clock.now())

    add()
    client.get("/games")
    first = counted(client, "/games")
    add()
    add()
    assert counted(client, "/games") == first
    assert counted(client, "/") <= first + 3


def test_a_game_takes_the_same_queries_however_long_it_is(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, at=clock.now())
    client.force_login(anna)
    path = f"/games/{row.pk}"
    client.get(path)

    def add() -> None:
        services.send_message(row, "Hello", actor=ben, at=clock.now())
        services.save_analysis(
            row, Position.initial(), "e4", from_ply=0, name="", comment="", actor=anna, at=clock.now()
        )

    add()
    first = counted(client, path)
    for number, move in enumerate(SHUFFLE[:2]):
        playing.make_move(row.pk, move, actor=(anna, ben)[number], at=clock.now())
    add()
    add()
    assert counted(client, path) == first


def test_games_where_i_have_to_act_come_first_by_time_left() -> None:
    anna = person("Anna")
    slow = game(anna, person(), control=clocks.FixedDays(days=7))
    waiting = game(anna, person(), "e4")
    fast = game(anna, person(), control=clocks.FixedDays(days=3))
    over = game(anna, person(), "f3", "e5", "g4", "Qh4")
    queue = my_queue(anna.player, at=AT)
    assert [row.pk for row in queue.to_act] == [fast.pk, slow.pk]
    assert [row.pk for row in queue.waiting] == [waiting.pk]
    assert list(finished_games(anna.player)) == [over]
    assert next_to_act(anna.player, at=AT) == fast
    assert next_to_act(anna.player, at=AT, after=fast.pk) == slow


def test_a_game_is_found_by_its_event_or_its_opponent() -> None:
    anna, ben, carl = person("Anna Cup"), person("Ben"), person("Carl")
    spring, autumn, ended = game(anna, ben), game(carl, anna), game(ben, anna, "f3", "e5", "g4", "Qh4")
    cup = str(put_into("Spring Cup 2026/01", spring, ended, game(ben, carl)).event_id)
    put_into("Autumn Cup 2026/02", autumn)

    def found(**search: str) -> set[Game]:
        chosen = GameSearch(**search).filter_among(my_origins(anna.player))
        queue = my_queue(anna.player, chosen, at=AT)
        running = {row.pk for row in (*queue.to_act, *queue.waiting)}
        return {*Game.objects.filter(pk__in=running), *finished_games(anna.player, chosen)}

    assert found() == {spring, autumn, ended}
    assert found(words="ben") == {spring, ended}
    assert found(words="autumn") == {autumn}
    assert found(words="anna") == set()  # one's own name finds nothing: it is everywhere
    assert found(event=cup) == {spring, ended}
    assert found(event=cup, words="carl") == set()
    origins = sorted_origins(my_origins(anna.player))
    assert [origin_words(origin) for origin in origins] == [
        "Autumn Cup 2026/02",
        "Spring Cup 2026/01",
    ]


def test_what_is_looked_for_stays_while_one_turns_the_pages(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    cup = str(put_into("Cup", *(game(anna, ben, "f3", "e5", "g4", "Qh4") for _ in range(27))).event_id)
    client.force_login(anna)
    first = client.get("/games", {"event": cup, "q": "be"}).content.decode()
    assert first.count('class="game-row"') == 25
    assert f"?event={cup}&amp;q=be&amp;page=2#finished" in first
    second = client.get("/games", {"event": cup, "q": "be", "page": "2"}).content.decode()
    assert second.count('class="game-row"') == 2
    assert "None of your games match." in client.get("/games", {"q": "nobody"}).content.decode()
    for rubbish in ({"page": "x"}, {"page": "-1"}, {"page": "9" * 30}, {"event": "%"}, {"q": "' OR 1"}):
        assert client.get("/games", rubbish).status_code == 200


def test_an_offer_calls_for_an_answer() -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4")
    row = playing.make_move(row.pk, "e5", actor=ben, at=AT, offer=True)
    assert [found.pk for found in my_queue(anna.player, at=AT).to_act] == [row.pk]


def test_conditional_moves_of_the_opponent_are_nobodys_business_while_the_game_runs() -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", "e5")
    playing.set_conditionals(row.pk, (("Nf3", "Nc6"),), actor=ben, at=AT)
    row.refresh_from_db()
    assert any("conditional" in line.title for line in game_page(row, ben, at=AT).journal)
    page = game_page(row, anna, at=AT)
    assert not any("conditional" in line.title for line in page.journal)
    assert page.conditionals == []
    assert not any("conditional" in line.title for line in whole_journal(row, anna))


def test_the_public_sees_a_shown_game_three_moves_late_without_clocks_or_journal() -> None:
    row = game(person(), person(), *SHUFFLE, *SHUFFLE[:3])
    Game.objects.filter(pk=row.pk).update(is_shown_live=True)
    row.refresh_from_db()
    page = game_page(row, AnonymousUser(), at=AT)
    assert [line.algebraic for line in page.moves] == ["Nf3"]
    assert (page.clocks, page.journal, page.charge, page.rights) == ((), [], (), None)
    assert len(page.positions) == 2
    assert whole_journal(row, AnonymousUser()) == []


def test_a_clock_tells_until_when_and_how_far_the_next_control_is() -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", "e5")
    theirs, mine = game_page(row, anna, at=AT + 2 * DAY).clocks
    assert (mine.player, theirs.player) == (anna.player, ben.player)
    assert (mine.left, theirs.left) == (48 * DAY, 50 * DAY)
    assert (mine.is_running, theirs.is_running) == (True, False)
    assert (mine.until, theirs.until) == (AT + 35 * DAY, None)
    assert (mine.moves_to_control, mine.control_days, mine.leave_left) == (9, 50, 30)


def test_what_may_not_be_done_comes_with_its_grounds() -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4")
    waiting = game_page(row, anna, at=AT).rights
    moving = game_page(row, ben, at=AT).rights
    assert waiting
    assert moving
    assert [str(ground.clause) for ground in waiting.move.why_not] == ["ICCF-LAWS-2019 1.1"]
    assert (bool(waiting.move), bool(moving.move)) == (False, True)


def test_conditional_lines_that_begin_alike_are_one_branch() -> None:
    position = Position.initial()
    found = conditional_tree(
        position, [("e2e4", "e7e5", "g1f3", "b8c6"), ("e2e4", "e7e5", "f2f4", "e5f4"), ("d2d4", "d7d5")]
    )
    assert [(node.number, node.move, node.reply, len(node.then)) for node in found] == [
        ("1.", "e4", "e5", 2),
        ("1.", "d4", "d5", 0),
    ]
    assert [(node.number, node.move, node.reply) for node in found[0].then] == [
        ("2.", "Nf3", "Nc6"),
        ("2.", "f4", "exf4"),
    ]


def test_a_variation_that_no_longer_fits_is_shown_as_it_was_stored() -> None:
    anna = person("Anna")
    row = game(anna, person(), "e4")
    kept = services.save_analysis(row, Position.initial(), "d4 d5", from_ply=0, name="", comment="", actor=anna, at=AT)
    assert variation(kept, [Position.initial()]).shown == "1.d4 d5"
    kept.from_ply = 7
    assert variation(kept, [Position.initial()]).shown == "d2d4 d7d5"


def reconstructed() -> Game:
    """A game by post whose record was put together again, as e4 e5."""
    dirk = person(offices=(Office.Kind.DIRECTOR,))
    terms = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = game(person("Anna"), person(), terms=terms, director=dirk)
    fen = Position.initial().play_uci("e2e4").play_uci("e7e5").fen
    times = {"white_left": 40 * DAY, "black_left": 41 * DAY}
    for make in (
        lambda name: commands.OpenReconstruction(director=name, reason="lost", fen=fen, moves_made=1, **times),
        lambda name: commands.ReconstructGame(director=name, reason="found", moves=("5254", "5755")),
    ):
        row = directing.decide(row.pk, make, actor=dirk, at=AT)
    return row


def test_a_reconstructed_game_shows_the_moves_that_were_put_together_again() -> None:
    row = reconstructed()
    page = game_page(row, account(row.white), at=AT)
    assert [(line.ply, line.number, line.colour, line.algebraic) for line in page.moves] == [
        (1, 1, "white", "e4"),
        (2, 1, "black", "e5"),
    ]
    assert len(board_steps(page.positions, [line.uci for line in page.moves])) == 3


def test_nobody_is_told_times_of_moves_that_were_put_together_again(client: Client) -> None:
    row = reconstructed()
    postal.record_move(row.pk, "Nf3", sent=AT + DAY, received=None, actor=account(row.white), at=AT + DAY)
    client.force_login(account(row.white))
    page = client.get(f"/games/{row.pk}").content.decode()
    moves = re.findall(r'<li data-ply="(\d)"(.*?)</li>', page, re.DOTALL)
    assert [(ply, "time not known" in text, "<time" in text) for ply, text in moves] == [
        ("1", True, False),
        ("2", True, False),
        ("3", False, True),
    ]
    assert client.get(f"/games/{row.pk}/pgn").content.decode().count("%ccsnt") == 1
    told = Program(account(row.white)).get(f"/games/{row.pk}").json()["moves"]
    assert [(move["made"], move["charged"], move["reflected"], move["left"]) for move in told[:2]] == [(None,) * 4] * 2
    assert None not in (told[2]["made"], told[2]["charged"], told[2]["reflected"], told[2]["left"])


@pytest.mark.parametrize("ply", ["0", "1", "2", "99", "-1", "x", "9" * 30, "²"])
def test_any_ply_in_the_address_shows_a_position(client: Client, ply: str) -> None:
    anna = person("Anna")
    row = game(anna, person(), "e4", "e5", at=clock.now())
    client.force_login(anna)
    assert client.get(f"/games/{row.pk}", {"ply": ply}).status_code == 200


def test_the_analysis_board_answers_with_positions_and_refuses_illegal_moves(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", "e5", at=clock.now())
    client.force_login(anna)
    answer = client.get(f"/games/{row.pk}/analyse", {"ply": "1", "moves": "c7c5 g1f3"}).json()
    assert answer["words"] == ["1...c5", "2.Nf3"]
    assert (answer["turn"], answer["last"]) == ("black", ["g1", "f3"])
    assert "d6" in answer["destinations"]["d7"]
    assert client.get(f"/games/{row.pk}/analyse", {"moves": "e2e5"}).status_code == 422
    client.force_login(person())
    assert client.get(f"/games/{row.pk}/analyse").status_code == 404
