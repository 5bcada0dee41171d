"""What a game means for the player who plays it: for place, rights and norms, after a win, a draw and a loss."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.records import Result
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.events.models import Section
from slowmate.server.events.pages.game_stakes import GameStakes, game_stakes_page
from slowmate.server.events.queries.game_stakes import has_stakes
from slowmate.server.games.models import Game
from slowmate.server.games.queries.game import with_people
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from tests.support.events import event, every_result, players, section
from tests.support.people import account, game, person

pytestmark = pytest.mark.django_db


def last_game(kind: str = "world-championship-semi-final", number: int = 5) -> Game:
    """The only game of a section that still runs, that of the first with the last; all others were drawn but one."""
    results = every_result(number) | {(1, 2): Result.WHITE_WINS}
    del results[1, number]
    found = section(event(kind), players(number, rating=2300, rating_games=100), results)
    return with_people().get(pairing__section=found, result="")


def means(row: Game, player: Player) -> GameStakes:
    found = game_stakes_page(row, player)
    assert found is not None
    return found


def leader(row: Game) -> Player:
    """The one who has won a game."""
    return Player.objects.get(seats__section=row.pairing.section, seats__number=1)


def test_win_draw_and_loss_are_told_for_the_place_and_for_each_right() -> None:
    row = last_game()
    found = means(row, leader(row))
    told = {line.words: (line.win.words, line.draw.words, line.loss.words) for line in found.lines}
    assert told["Place at the end"] == ("1", "1", "2")
    assert told["First place"][:2] == ("certain", "certain")
    right = next(line for line in found.lines if line.clause is not None)
    assert "right to World Championship Candidates" in right.words
    assert (right.win.words, right.win.step, str(right.clause)) == ("certain", "certain", "ICCF-TR-2017 1.3.1(c)")
    *of_section, rating = found.lines
    assert rating.words == "Rating", "which has no place among them"
    assert of_section == sorted(of_section, key=lambda line: not line.matters), "what depends on it comes first"


def test_each_of_the_two_is_told_his_own() -> None:
    row = last_game()
    other = row.black if leader(row) == row.white else row.white
    mine, his = means(row, leader(row)), means(row, other)
    first = {id(found): next(line for line in found.lines if line.words == "First place") for found in (mine, his)}
    assert first[id(mine)].loss.words != "certain"
    assert first[id(his)].draw.words == "no longer possible"


def test_what_is_gone_however_it_ends_is_left_out() -> None:
    results = every_result(4, Result.BLACK_WINS)
    del results[1, 2]
    found = section(event("open"), players(4), results)
    row = with_people().get(pairing__section=found, result="")
    last = Player.objects.get(seats__section=found, seats__number=1)
    assert not [line for line in means(row, last).lines if line.words == "First place"]


def test_a_norm_that_hangs_on_the_game_is_told_with_the_points_it_takes() -> None:
    people = players(13, rating=2450, rating_games=100)
    for place, federation in enumerate(("CZE", "GER", "ENG", "ITA", "ESP", "POL")):
        Player.objects.filter(pk__in=[one.pk for one in people[place::6]]).update(federation=federation)
    people = list(Player.objects.filter(pk__in=[one.pk for one in people]).order_by("pk"))
    results = every_result(13) | {(1, other): Result.WHITE_WINS for other in range(2, 5)}
    del results[1, 13]
    found = section(event("grandmaster-norm"), people, results)
    row = with_people().get(pairing__section=found, result="")
    norms = [line for line in means(row, leader(row)).lines if line.words.startswith("Norm of")]
    assert norms
    assert all(re.search(r"Norm of \w+: [\d½]+ points, [\d½]+ so far", line.words) for line in norms)
    assert {line.win.words for line in norms} & {"made", "certain", "no longer possible"}


def test_only_a_running_game_of_a_running_section_has_a_meaning() -> None:
    row = last_game()
    assert has_stakes(row)
    over = with_people().filter(pairing__section=row.pairing.section).exclude(result="").first()
    assert over is not None
    assert not has_stakes(over)
    assert game_stakes_page(over, over.white) is None
    alone = game(person(), person())
    assert game_stakes_page(with_people().get(pk=alone.pk), alone.white) is None
    Section.objects.update(state=Section.State.POSTED)
    Game.objects.update(is_rated=False)
    assert not has_stakes(with_people().get(pk=row.pk))


def test_a_rated_game_is_told_with_what_it_brings_for_the_rating_in_an_event_or_not() -> None:
    row = last_game()
    (line,) = [line for line in means(row, leader(row)).lines if line.words == "Rating"]
    now, win, draw, loss = (int(cell.words.split()[0]) for cell in (line.now, line.win, line.draw, line.loss))
    assert loss < draw < win
    assert line.win.words == f"{win} ({win - now:+d})"
    Section.objects.update(state=Section.State.POSTED)
    found = means(with_people().get(pk=row.pk), row.white)
    assert (found.section, [line.words for line in found.lines]) == (None, ["Rating"])


def test_the_page_and_its_part_are_for_the_two_who_play(client: Client) -> None:
    row = last_game()
    dirk = person(offices=(Office.Kind.DIRECTOR,))
    Game.objects.filter(pk=row.pk).update(director=dirk)
    path = f"/games/{row.pk}/means"
    assert client.get(path).status_code == 302
    for other in (dirk, person()):
        client.force_login(other)
        assert client.get(path).status_code == 404
    client.force_login(account(row.white))
    page = client.get(path)
    assert page["Cache-Control"].startswith("max-age=0")
    text = " ".join(re.sub("<[^>]+>", " ", unescape(page.content.decode())).split())
    assert "What this game means" in text
    assert "Now If you win If you draw If you lose Place at the end" in text
    part = client.get(f"{path}?part=1").content.decode()
    assert "<html" not in part
    assert "<table" in part
    assert client.get(f"/games/{game(account(row.white), person()).pk}/means").status_code == 404


def test_the_page_of_the_game_has_a_fold_that_is_a_link_for_whoever_plays_it_and_no_other(client: Client) -> None:
    row = last_game()
    link = f'href="/games/{row.pk}/means"'
    client.force_login(account(row.black))
    assert link in client.get(f"/games/{row.pk}").content.decode()
    dirk = person(offices=(Office.Kind.DIRECTOR,))
    Game.objects.filter(pk=row.pk).update(director=dirk)
    client.force_login(dirk)
    assert link not in client.get(f"/games/{row.pk}").content.decode()


def asked(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as made:
        assert client.get(path).status_code == 200
    return len(made)


def test_it_takes_the_same_queries_in_a_small_and_in_a_large_section(client: Client) -> None:
    made = []
    for number in (3, 7):
        row = last_game("open", number)
        client.force_login(account(row.white))
        made.append(asked(client, f"/games/{row.pk}/means"))
    assert made[0] == made[1]


def program(user: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.make(user, 'program', scope=Token.Scope.READ, at=clock.now()).text}"}


def test_programs_of_the_two_get_it_and_of_nobody_else(client: Client) -> None:
    row = last_game()
    answer = client.get(f"/api/games/{row.pk}/means", headers=program(account(row.white))).json()
    assert answer["player"] == str(row.white_id)
    assert set(answer) == {"player", "team", "now", "win", "draw", "loss"}
    for other in (person(), person(offices=(Office.Kind.DIRECTOR,))):
        assert client.get(f"/api/games/{row.pk}/means", headers=program(other)).status_code == 404
    assert client.get(f"/api/games/{row.pk}/means").status_code == 401
