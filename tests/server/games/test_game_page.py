"""What the page of a game says, without a browser: clocks and deadlines, the position in words, what was done and what
was wrong, each where it belongs."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from slowmate.board import Colour, Position
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Analysis, Message, Note
from slowmate.server.desk import services as directing
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game_list import listed_games
from slowmate.server.games.pages.position_words import position_words
from slowmate.server.games.queries.rows import game_rows
from slowmate.server.games.services import playing
from slowmate.server.games.text import time_urgency
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.programs import Program
from tests.server.reading import tight
from tests.support.events import put_into
from tests.support.people import AT, account, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def seated(client: Client, user: User, row: Game) -> str:
    client.force_login(user)
    return f"/games/{row.pk}"


def text_of(answer: Any) -> str:
    """What a page says, its markup left out."""
    bare = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(bare).split())


def section(answer: Any, name: str) -> str:
    """The markup of one section of the page of a game."""
    found = re.search(rf'<section id="{name}".*?</section>', answer.content.decode(), re.DOTALL)
    assert found, name
    return found[0]


# clocks and deadlines


@pytest.mark.parametrize(
    ("zone", "shown"), [("Europe/Prague", "CES?T"), ("America/Sao_Paulo", r"UTC-03"), ("UTC", "UTC")]
)
def test_a_deadline_is_written_with_its_zone(client: Client, zone: str, shown: str) -> None:
    anna = person(zone=zone)
    path = seated(client, anna, game(anna, person(), at=clock.now()))
    assert re.search(rf"You have until \w+ \d+ \w+ \d{{4}}, \d\d:\d\d {shown} ", text_of(client.get(path)))


def on_clock(client: Client, control: clocks.TimeControl, *, after: timedelta) -> str:
    anna = person()
    path = seated(client, anna, game(anna, person(), control=control, at=clock.now()))
    with clock.shifted(after):
        return text_of(client.get(path))


def test_a_clock_of_many_days_says_that_late_days_count_twice(client: Client) -> None:
    said = on_clock(client, clocks.Fischer(days=30), after=timedelta(minutes=30))
    assert (
        "On the clock: 30 days. In the calendar: 24 days 23 hours, because by the regulations of this event "
        "every day after day 20 of one move counts twice." in said
    )
    assert "Silence loses" not in said


def test_a_clock_whose_days_all_count_once_says_nothing_of_counting_twice(client: Client) -> None:
    said = on_clock(client, clocks.Fischer(days=20), after=timedelta(minutes=30))
    assert "counts twice" not in said
    assert "the day that has begun comes off the clock when its 24 hours are over." in said


def test_an_exact_clock_needs_no_explanation(client: Client) -> None:
    said = on_clock(client, clocks.FixedDays(days=30), after=timedelta(minutes=30))
    assert "counts twice" not in said
    assert "comes off the clock" not in said


@pytest.mark.parametrize(("days", "loses"), [(60, False), (61, True)])
def test_silence_is_named_where_it_comes_before_the_flag(client: Client, days: int, *, loses: bool) -> None:
    said = on_clock(client, clocks.Classic(days=days), after=timedelta(minutes=30))
    assert ("by the regulations of this event after 40 days without a move, whatever the clock shows." in said) is loses
    assert ("counts twice" in said) is not loses


# the position in words


def test_one_man_is_one_and_several_are_several() -> None:
    words = position_words(Position.from_fen("4k3/8/8/8/8/8/3BB3/R3K3 b Q - 0 1"))
    assert words.men == [("White", "king e1, rook a1, bishops d2 e2"), ("Black", "king e8")]
    assert (words.castling, words.en_passant, words.turn) == ("White 0-0-0", "", "black")


def test_castling_and_en_passant_are_told_while_they_are_possible() -> None:
    position, told = Position.initial(), []
    for text in ("e4", "a6", "e5", "d5", "Ke2"):
        position = position.play(position.parse(text))
        told.append((position_words(position).castling, position_words(position).en_passant))
    both = "White 0-0, 0-0-0; Black 0-0, 0-0-0"
    assert told == [(both, ""), (both, ""), (both, ""), (both, "d6"), ("Black 0-0, 0-0-0", "")]


def test_castling_in_chess960_is_told_by_the_side_of_the_rook() -> None:
    position = Position.from_fen("2k1r3/8/8/8/8/8/8/1RK3RR w GBe - 0 1", chess960=True)
    assert position_words(position).castling == "White 0-0, 0-0-0; Black 0-0"


def test_a_move_of_black_has_the_dots_of_black(client: Client) -> None:
    anna = person()
    row = game(anna, person(), "e4", "e5", at=clock.now())
    path = seated(client, anna, row)
    assert "Last move: 1... e5" in text_of(client.get(path))
    assert "Last move: 1. e4" in text_of(client.get(f"{path}?ply=1"))
    assert "last move 1... e5" in text_of(client.get(f"{path}/resign"))


def test_the_words_of_any_position_can_be_asked_for(client: Client) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), "e4", "e5", at=clock.now()))
    first = text_of(client.get(f"{path}/words?ply=1"))
    assert first.startswith("Last move: 1. e4 White king e1, queen d1,")
    assert "Black to move." in first
    for rubbish in ("", "x", "99999", "9" * 30, "-1"):
        assert "Last move: 1... e5" in text_of(client.get(f"{path}/words", {"ply": rubbish}))


def test_the_words_tell_nobody_more_than_he_may_see(client: Client) -> None:
    row = game(person(), person(), *SHUFFLE, *SHUFFLE[:3])
    assert client.get(f"/games/{row.pk}/words")["Location"].startswith("/accounts/login/")
    Game.objects.filter(pk=row.pk).update(is_shown_live=True)
    assert "Last move: 1. Nf3" in text_of(client.get(f"/games/{row.pk}/words?ply=7"))


# what was typed, and what was wrong with it


def test_a_mistyped_variation_stays_in_its_fields_and_the_mistake_is_said_there(client: Client) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), "e4", "e5", at=clock.now()))
    body = {"ply": "1", "moves": "c5 Nf3 Zz", "name": "Sicilian", "comment": "sharp & open"}
    answer = client.post(f"{path}/analysis", body)
    said = section(answer, "analysis")
    assert answer.status_code == 422
    assert "Zz cannot be played: a move is written like e4, Nf3, exd5, 0-0 or d8Q." in said
    for kept in (
        'value="c5 Nf3 Zz"',
        'value="Sicilian"',
        ">sharp &amp; open</textarea>",
        'name="ply" id="analysis-ply" value="1"',
    ):
        assert kept in said
    assert "autofocus" in said
    assert not Analysis.objects.exists()


def test_a_variation_may_be_numbered_and_is_told_in_its_section(client: Client) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), "e4", at=clock.now()))
    answer = client.post(f"{path}/analysis", {"moves": "1... c5 2. nf3 2...d6"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"{path}#analysis"
    assert Analysis.objects.get().moves == "c7c5 g1f3 d7d6"
    assert "Your variation is saved." in section(answer, "analysis")
    assert answer.content.decode().count("Your variation is saved.") == 1


def test_notes_and_messages_answer_in_their_own_section(client: Client) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), at=clock.now()))
    assert "Your notes are saved." in section(client.post(f"{path}/note", {"text": "Plan"}, follow=True), "notes")
    assert "Your message is sent." in section(client.post(f"{path}/message", {"text": "Hi"}, follow=True), "messages")
    empty = client.post(f"{path}/message", {"text": "  "})
    assert (empty.status_code, Message.objects.count()) == (422, 1)
    assert "A message has 1 to 2000 characters." in section(empty, "messages")


@pytest.mark.parametrize(("name", "length", "where"), [("message", 2001, "messages"), ("note", 20_001, "notes")])
def test_a_text_that_is_too_long_is_not_lost(client: Client, name: str, length: int, where: str) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), at=clock.now()))
    written = "x" * (length - 4) + " end"
    answer = client.post(f"{path}/{name}", {"text": written})
    assert answer.status_code == 422
    assert f">{written}</textarea>" in section(answer, where)
    assert 'role="alert"' in section(answer, where)
    assert not Note.objects.exists()


def test_a_variation_is_deleted_only_when_asked_once_more(client: Client) -> None:
    anna, ben = person(), person()
    path = seated(client, anna, game(anna, ben, at=clock.now()))
    client.post(f"{path}/analysis", {"moves": "e4 e5", "name": "Open"})
    where = f"{path}/analysis/{Analysis.objects.get().pk}/delete"
    assert f'href="{where}"' in section(client.get(path), "analysis")
    assert "Delete this variation? " in text_of(client.get(where))
    assert Analysis.objects.count() == 1
    seated(client, ben, Game.objects.get())
    assert (client.get(where).status_code, client.post(where).status_code) == (404, 404)
    seated(client, anna, Game.objects.get())
    answer = client.post(where, follow=True)
    assert "The variation is deleted." in section(answer, "analysis")
    assert not Analysis.objects.exists()


def test_refused_conditional_moves_name_the_line_and_stay(client: Client) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), "e4", at=clock.now()))
    answer = client.post(f"{path}/conditionals", {"lines": "e5 Nf3\n\nc5 Nf9\n"})
    assert "Line 2: Nf9 cannot be played: a move is written like" in text_of(answer)
    assert ">e5 Nf3\nc5 Nf9</textarea>" in answer.content.decode()
    short = text_of(client.post(f"{path}/conditionals", {"lines": "1... e5 2. Nf3 Nc6"}))
    assert "Line 1 ends with Nc6, a move of the opponent: add your reply to it." in short


@pytest.mark.parametrize("typed", ["1.e4", "1. e4", " e4 "])
def test_a_typed_move_may_bear_its_number(client: Client, typed: str) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), at=clock.now()))
    assert "Accept e4" in text_of(client.post(f"{path}/submit", {"move": typed}))


@pytest.mark.parametrize("typed", ["1...nf6", "1... Nf6", "1… nf6", "1. ... Nf6"])
def test_a_move_of_black_may_bear_its_number_and_a_small_letter(client: Client, typed: str) -> None:
    ben = person()
    path = seated(client, ben, game(person(), ben, "e4", at=clock.now()))
    assert "Accept Nf6" in text_of(client.post(f"{path}/submit", {"move": typed}))


def test_a_small_b_is_a_pawn_and_what_is_no_move_is_shown_as_typed(client: Client) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), "e4", "e5", at=clock.now()))
    assert "Accept b3" in text_of(client.post(f"{path}/submit", {"move": "b3"}))
    answer = client.post(f"{path}/submit", {"move": "bc4"})
    assert answer.status_code == 409
    assert 'value="bc4"' in answer.content.decode()


# a claim with a move


def test_a_move_declared_with_a_claim_is_looked_at_before_anything_happens(client: Client) -> None:
    anna = person()
    row = game(anna, person(), "e4", "e5", at=clock.now())
    path = seated(client, anna, row)
    asked = client.post(f"{path}/claim", {"claim": "repetition", "intended": "2. d4"})
    assert "If the claim is not right, d4 is made at once and cannot be taken back." in text_of(asked)
    assert "/rulebook/ICCF-LAWS-2019/9.4.3b" in asked.content.decode()
    row.refresh_from_db()
    assert row.plies == 2
    body = {"claim": "repetition", "intended": "d2d4", "ply": "2"}
    answer = client.post(f"{path}/claim", body, follow=True)
    row.refresh_from_db()
    assert (row.plies, row.last_move) == (3, "d4")
    assert answer.redirect_chain[-1][0] == path, "the answer stands at the top of the page"
    assert "Your claim is not right: the game goes on." in text_of(answer)


@pytest.mark.parametrize(
    ("fen", "transmission", "goes_to_director"),
    [
        ("4k3/8/8/8/8/8/4PP2/4K2R w - - 0 1", Transmission.SERVER, True),
        ("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", Transmission.SERVER, True),
        ("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", Transmission.SERVER, False),
        ("4k3/8/8/8/8/8/4PP2/4K2R w - - 0 1", Transmission.POST, False),
    ],
    ids=["five men", "castling", "four men", "by post, where the director decides every claim"],
)
def test_a_claim_beyond_the_tables_is_said_to_go_to_the_director(
    client: Client, fen: str, transmission: Transmission, *, goes_to_director: bool
) -> None:
    anna, at = person(), clock.now()
    terms = Terms(starts=at, time_control=clocks.Classic(), fen=fen, transmission=transmission)
    path = seated(client, anna, game(anna, person(), at=at, terms=terms))
    page = text_of(client.get(f"{path}/claim"))
    assert "The endgame tables give me a win" in page
    beyond = "(up to 4 men, without castling) do not cover this position: a claim of the tables goes to the director"
    assert (beyond in page) is goes_to_director


def test_after_a_claim_that_was_wrong_another_can_be_made_in_the_same_position(client: Client) -> None:
    white, black = person(), person()
    path = seated(client, white, game(white, black, "e4", "e5", at=clock.now()))
    for claim in ("repetition", "fifty-move"):
        assert 'name="claim"' in client.get(f"{path}/claim").content.decode()
        client.post(f"{path}/claim", {"claim": claim})
    closed = client.get(f"{path}/claim")
    assert 'name="claim"' not in closed.content.decode()
    assert "was found wrong in this position; it is heard again after a move." in text_of(closed)


def test_conditional_moves_are_shown_by_an_example_that_begins_with_the_opponents_move(client: Client) -> None:
    white, black = person(), person()
    as_black = client.get(seated(client, black, game(white, black, at=clock.now())) + "/conditionals")
    assert 'placeholder="e4 e5 Nf3 Nc6\nd4 Nf6"' in as_black.content.decode()
    as_white = client.get(seated(client, white, game(white, black, "e4", at=clock.now())) + "/conditionals")
    assert 'placeholder="e5 Nf3 Nc6 Bb5\nc5 Nf3"' in as_white.content.decode()


def test_a_claim_is_not_made_on_a_game_that_has_gone_on(client: Client) -> None:
    anna = person()
    row = game(anna, person(), "e4", "e5", at=clock.now())
    path = seated(client, anna, row)
    answer = client.post(f"{path}/claim", {"claim": "repetition", "intended": "d2d4", "ply": "1"})
    assert answer.status_code == 422
    assert "The game has gone on since you looked." in text_of(answer)
    row.refresh_from_db()
    assert row.plies == 2


def test_what_was_filled_in_for_a_claim_stays_when_the_move_cannot_be_played(client: Client) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), "e4", "e5", at=clock.now()))
    answer = client.post(f"{path}/claim", {"claim": "fifty-move", "intended": "Ke9"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Ke9 cannot be played" in page
    assert 'value="fifty-move" checked' in page
    assert 'value="Ke9"' in page
    assert client.post(f"{path}/claim", {"intended": "d4"}).status_code == 422


# what was done


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("decline-offer", "You declined the draw: the game goes on."),
        ("accept-offer", "You accepted the draw: the game is over."),
        ("resign", "You resigned: the game is over."),
        ("long-reflection", "It is announced that you will take long over this move."),
    ],
)
def test_what_a_player_did_is_confirmed(client: Client, action: str, said: str) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    playing.make_move(row.pk, "Nf3", actor=anna, at=clock.now(), offer=True)
    path = seated(client, ben, row)
    assert said in text_of(client.post(f"{path}/{action}", follow=True))


def test_clocks_that_stand_still_say_why(client: Client) -> None:
    anna, dirk = person(), person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
    row = game(anna, person(), "e4", director=dirk, at=clock.now())
    directing.decide(
        row.pk,
        lambda who: commands.StopClocks(director=who, reason="a storm took the line"),
        actor=dirk,
        at=clock.now(),
    )
    said = text_of(client.get(seated(client, anna, row)))
    assert "The clocks stand still." in said
    assert said.count("stopped the clocks: a storm took the line.") == 2, "beside the board, and in the journal"


def test_whoever_is_no_longer_signed_in_is_led_to_sign_in_and_back_to_the_game(client: Client) -> None:
    anna = person()
    row = game(anna, person(), at=clock.now())
    back = f"/accounts/login/?next=/games/{row.pk}%3Funsent%3D1"
    for name in ("submit", "accept", "note", "message", "analysis", "record"):
        path = f"/games/{row.pk}/{name}"
        assert client.post(path, {"text": "x"})["Location"] == back
        forged = Client(enforce_csrf_checks=True).post(path, {"text": "x"})
        assert forged.status_code == 403
        assert "You were signed out" in text_of(forged)
        assert back in forged.content.decode()
    client.force_login(anna)
    assert client.get(f"/games/{row.pk}/submit")["Location"] == f"/games/{row.pk}"


def test_a_clock_that_has_run_out_by_post_says_that_the_time_is_up(client: Client) -> None:
    terms = Terms(starts=clock.now() - 9 * DAY, time_control=clocks.FixedDays(days=3), transmission=Transmission.POST)
    row = game(person("Anna"), person("Ben"), terms=terms, at=terms.starts)
    page = client.get(seated(client, account(row.white), row)).content.decode()
    assert re.findall(r'<span class="time">(.*?)</span>', page) == ["3 days", "time is up"]


@pytest.mark.parametrize(
    ("decision", "result", "told", "termination"),
    [
        (commands.CancelGame, "cancelled", "cancelled", "cancelled"),
        (commands.DoubleDefault, "0-0", "0\N{NON-BREAKING HYPHEN}0 both by default", "double-default"),
    ],
)
def test_an_end_without_a_result_of_its_own_is_told_once_and_is_well_in_pgn(
    client: Client, decision: type[commands.CancelGame], result: str, told: str, termination: str
) -> None:
    dirk = person(offices=(Office.Kind.DIRECTOR,))
    row = game(person(), person(), "e4", director=dirk)
    row = directing.decide(row.pk, lambda name: decision(director=name, reason="so"), actor=dirk, at=row.starts)
    assert row.result == result
    page = tight(client.get(seated(client, account(row.white), row)).content)
    score = re.search(r'<p class="score">(.*?)</p>', page)
    assert score is not None
    assert " ".join(re.sub(r"<[^>]+>", " ", score[1]).split()) == told
    pgn = client.get(f"/games/{row.pk}/pgn").content.decode()
    assert '[Result "*"]' in pgn
    assert f'[Termination "{termination}"]' in pgn
    assert pgn.rstrip().endswith("*")


def test_a_game_that_is_over_does_not_wait_for_its_first_move(client: Client) -> None:
    dirk = person(offices=(Office.Kind.DIRECTOR,))
    row = game(person(), person(), director=dirk)
    assert "No move has been made yet." in text_of(client.get(seated(client, account(row.white), row)))
    directing.decide(row.pk, lambda name: commands.CancelGame(director=name, reason="so"), actor=dirk, at=row.starts)
    assert "No moves are recorded." in text_of(client.get(seated(client, account(row.white), row)))


def test_the_page_of_conditional_moves_names_the_game_and_leads_back(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", at=clock.now())
    answer = client.get(f"{seated(client, anna, row)}/conditionals")
    assert "Conditional moves Anna – Ben , last move 1. e4" in text_of(answer)
    assert f'<a href="/games/{row.pk}">Anna – Ben</a>' in answer.content.decode()


def test_the_journal_and_the_messages_show_the_full_date(client: Client) -> None:
    anna, ben = person("Anna", zone="Europe/Prague"), person("Ben")
    row = game(anna, ben, "e4", at=AT)
    services.send_message(row, "Good luck!", actor=ben, at=AT)
    services.report(row, "Please look.", actor=anna, at=AT)
    page = client.get(seated(client, anna, row))
    for name in ("journal", "messages", "requests"):
        assert "Wednesday 1 May 2024, 14:00 CEST</time>" in section(page, name)
    assert "Wednesday 1 May 2024, 14:00 CEST</time>" in client.get(f"/games/{row.pk}/journal").content.decode()


def test_a_time_that_is_told_by_its_distance_is_read_out_with_its_date(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", at=AT)
    moves = tight(client.get(seated(client, anna, row)).content)
    assert '<span class="sr">Wednesday 1 May 2024, 12:00 UTC</span></time>' in moves
    game(anna, ben, at=clock.now())
    listed = tight(client.get("/games").content)
    (deadline,) = re.findall(r'<span class="urgency \w*"><time [^>]+>(.+?)</time>', listed)[:1]
    assert re.fullmatch(r'\d+ days[^<]*<span class="sr">, \w+day \d+ \w+ \d{4}, \d\d:\d\d UTC</span>', deadline)


def test_an_empty_bank_is_said_to_be_empty(client: Client) -> None:
    anna = person()
    for bank, told in ((0, "nothing in the bank"), (3, "in the bank: 3 days")):
        row = game(anna, person(), control=clocks.TripleBlock(increment=4, bank=bank), at=clock.now())
        page = text_of(client.get(seated(client, anna, row)))
        assert told in page


# a move that was made


def test_a_move_that_a_conditional_move_answers_says_so(client: Client) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    playing.set_conditionals(row.pk, (("Nf3", "Nc6"),), actor=ben, at=clock.now())
    path = seated(client, anna, row)
    said = text_of(client.post(f"{path}/accept", {"move": "g1f3", "ply": 2}, follow=True))
    assert "Your move Nf3 is made, and was answered at once by a conditional move: 2... Nc6." in said
    assert "It is your turn again." in said


def test_a_move_that_nothing_answers_is_only_made(client: Client) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    playing.set_conditionals(row.pk, (("Nf3", "Nc6"),), actor=ben, at=clock.now())
    said = text_of(client.post(f"{seated(client, anna, row)}/accept", {"move": "f1c4", "ply": 2}, follow=True))
    assert "Your move is made." in said
    assert "answered at once" not in said


@pytest.mark.parametrize("replies", [(), ("Nc6",)], ids=["nobody has answered", "the opponent has answered"])
def test_a_move_sent_again_after_a_lost_answer_is_already_made(client: Client, replies: tuple[str, ...]) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    path, sent = seated(client, anna, row), {"move": "g1f3", "ply": 2}
    client.post(f"{path}/accept", sent)
    for reply in replies:
        playing.make_move(row.pk, reply, actor=ben, at=clock.now())
    assert "Your move Nf3 is already made." in text_of(client.post(f"{path}/accept", sent, follow=True))
    row.refresh_from_db()
    assert row.plies == 3 + len(replies)


def test_another_move_on_an_old_page_is_not_said_to_be_made(client: Client) -> None:
    anna = person()
    row = game(anna, person(), "e4", "e5", at=clock.now())
    path = seated(client, anna, row)
    client.post(f"{path}/accept", {"move": "g1f3", "ply": 2})
    for sent in ({"move": "f1c4", "ply": 2}, {"move": "e7e5", "ply": 1}, {"move": "g1f3", "ply": 9}):
        answer = client.post(f"{path}/accept", sent)
        assert answer.status_code == 422
        assert "The game has gone on since you looked." in text_of(answer)


def test_whoever_is_asked_once_more_reads_against_whom_and_in_which_event(client: Client) -> None:
    anna = person("Anna Adams")
    row = game(anna, person("Ben Black"), "e4", "e5", at=clock.now())
    put_into("Summer Cup 2026", row)
    path = seated(client, anna, row)
    for answer in (client.post(f"{path}/submit", {"move": "Nf3"}), client.get(f"{path}/resign")):
        assert "Anna Adams – Ben Black, last move 1... e5 Summer Cup 2026" in text_of(answer)


@pytest.mark.clause("ICCF-LAWS-2019 9.1.2.2")
def test_an_offer_that_is_a_failed_claim_is_called_so(client: Client) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    seated(client, anna, row)
    client.post(f"/games/{row.pk}/claim", {"claim": "repetition"})
    said = text_of(client.get(seated(client, ben, row)))
    assert "Your opponent's claim was not right; it stands as an offer of a draw." in said
    assert "Your opponent offers a draw." not in said


def test_what_is_not_possible_has_its_reason_and_no_link_that_only_says_no(client: Client) -> None:
    anna = person()
    body = client.get(seated(client, anna, game(anna, person(), at=clock.now()))).content.decode()
    assert "Adjourn the game" in body
    assert "/never/" not in body


FAST, SLOW = clocks.FixedDays(days=4), clocks.FixedDays(days=40)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("control", "left", "word"),
    [
        (SLOW, 2 * DAY - MINUTE, "urgent"),
        (SLOW, 2 * DAY + MINUTE, "soon"),
        (SLOW, 7 * DAY - MINUTE, "soon"),
        (SLOW, 7 * DAY + MINUTE, ""),
        (FAST, 4 * DAY - MINUTE, ""),
        (FAST, DAY + MINUTE, ""),
        (FAST, DAY - MINUTE, "soon"),
        (FAST, DAY * 2 / 7 + MINUTE, "soon"),
        (FAST, DAY * 2 / 7 - MINUTE, "urgent"),
    ],
)
def test_time_left_is_measured_against_the_control_and_nothing_is_said_without_hurry(
    client: Client, control: clocks.FixedDays, left: timedelta, word: str
) -> None:
    anna, now = person(), clock.now()
    row = game(anna, person(), control=control, at=now)
    path = seated(client, anna, row)
    with clock.shifted(control.days * DAY - left):
        for address in (path, "/games"):
            said = text_of(client.get(address))
            assert [each for each in ("urgent", "soon") if f" {each} " in said] == [word] * bool(word), address
            assert "no hurry" not in said
            assert f" · {word} " in said if word else True, address
        (running,) = (each for each in Program(anna).get(path).json()["clocks"] if each["is_running"])
        assert running["urgency"] == (word or None)


@pytest.mark.parametrize(
    ("control", "soon"),
    [
        (clocks.Classic(), 7 * DAY),
        (clocks.Classic(moves=10, days=20), 5 * DAY),
        (clocks.Fischer(days=10, increment=1), 2.5 * DAY),
        (clocks.TripleBlock(increment=4), 7 * DAY),
        (clocks.FixedDays(days=3), 0.75 * DAY),
        (None, 7 * DAY),
    ],
)
def test_a_fourth_of_what_the_clock_opens_with_is_soon_but_never_more_than_seven_days(
    control: clocks.TimeControl | None, soon: timedelta
) -> None:
    assert time_urgency(soon, control) is None
    for left, step in ((soon - MINUTE, "soon"), (soon * 2 / 7 - MINUTE, "urgent"), (-MINUTE, "urgent")):
        urgency = time_urgency(left, control)
        assert urgency is not None
        assert urgency.step == step


@pytest.mark.parametrize("typed", ["Sf3", "Jf3", "2.Cf3"])
def test_a_move_in_the_letters_of_another_language_is_shown_in_english_before_it_is_made(
    client: Client, typed: str
) -> None:
    anna = person()
    path = seated(client, anna, game(anna, person(), "e4", "e5", at=clock.now()))
    assert "Accept Nf3" in text_of(client.post(f"{path}/submit", {"move": typed}))


def test_lines_may_have_the_letters_of_another_language(client: Client) -> None:
    anna = person()
    row = game(anna, person(), "e4", at=clock.now())
    path = seated(client, anna, row)
    client.post(f"{path}/conditionals", {"lines": "E5 Sf3"})
    assert "Your conditional moves are set." in text_of(client.get(path))
    client.post(f"{path}/analysis", {"moves": "1...e5 2.Sf3 Sc6", "ply": "1"})
    assert [kept.moves for kept in Analysis.objects.all()] == ["e7e5 g1f3 b8c6"]


# an open page


def test_an_open_page_learns_that_the_opponent_has_moved(client: Client) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", at=clock.now())
    path = seated(client, anna, row)
    (mark,) = re.findall(r'data-mark="([^"]+)"', client.get(path).content.decode())
    before = client.get(f"{path}/watch")
    assert before.json()["mark"] == mark
    again = client.get(f"{path}/watch", headers={"If-None-Match": before["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    playing.make_move(row.pk, "e5", actor=ben, at=clock.now())
    after = client.get(f"{path}/watch", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.json()["mark"] != mark
    assert after.json()["words"] == "Your opponent has moved: e5."


def test_an_open_page_does_not_tell_that_the_opponent_sets_conditional_moves(client: Client) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    path = seated(client, anna, row)
    before = client.get(f"{path}/watch").json()
    playing.set_conditionals(row.pk, (("Nf3", "Nc6"),), actor=ben, at=clock.now())
    assert client.get(f"{path}/watch").json() == before


def test_whoever_follows_a_game_from_afar_cannot_watch_it(client: Client) -> None:
    row = game(person(), person(), "e4", at=clock.now())
    assert client.get(f"{seated(client, person(), row)}/watch").status_code == 404
    assert "data-mark" not in client.get(f"/games/{row.pk}").content.decode()


def test_a_game_that_is_over_is_not_watched_but_says_so_to_an_open_page(client: Client) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", at=clock.now())
    playing.resign(row.pk, actor=ben, at=clock.now())
    path = seated(client, anna, row)
    assert client.get(f"{path}/watch").json()["words"] == "The game is over."
    assert "data-mark" not in client.get(path).content.decode()


# a ruling that is new


def ruled(row: Game, dirk: User) -> None:
    directing.decide(
        row.pk,
        lambda who: commands.Penalise(director=who, reason="Analysis was sent.", colour=Colour.BLACK, days=5),
        actor=dirk,
        at=clock.now(),
    )


@pytest.mark.clause("ICCF-TR-2017 15")
def test_a_new_decision_stands_on_top_with_how_to_appeal_until_the_player_acts(client: Client) -> None:
    anna, ben, dirk = person(), person(), person(offices=(Office.Kind.DIRECTOR,))
    row = game(anna, ben, "e4", director=dirk, at=clock.now())
    assert "The director has decided" not in text_of(client.get(seated(client, ben, row)))
    ruled(row, dirk)
    body = client.get(seated(client, ben, row)).content.decode()
    assert body.index("The director has decided") < body.index('class="table"')
    assert "Appeals on violations of the rules go to the Appeals Commission." in body
    assert "/rulebook/ICCF-TR-2017/15" in body
    playing.make_move(row.pk, "e5", actor=ben, at=clock.now())
    assert "The director has decided" not in text_of(client.get(f"/games/{row.pk}"))
    assert "The director has decided" in text_of(client.get(seated(client, anna, row))), "she has done nothing since"


def test_an_old_decision_is_in_the_journal_alone_and_a_stranger_sees_no_card(client: Client) -> None:
    anna, ben, dirk = person(), person(), person(offices=(Office.Kind.DIRECTOR,))
    row = game(anna, ben, "e4", director=dirk, at=clock.now())
    ruled(row, dirk)
    assert "The director has decided" not in text_of(client.get(seated(client, dirk, row)))
    with clock.shifted(timedelta(days=31)):
        assert "The director has decided" not in text_of(client.get(seated(client, anna, row)))


# analysis and conditional moves


def test_what_is_left_of_a_variation_becomes_conditional_moves(client: Client) -> None:
    """She analysed at her own move, and played the first of it: the rest begins with her opponent's move."""
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    path = seated(client, anna, row)
    client.post(f"{path}/analysis", {"moves": "Nf3 Nc6 Bb5 a6", "ply": "2"})
    assert "Make these my conditional moves" not in text_of(client.get(path)), "it is her own move"
    playing.make_move(row.pk, "Nf3", actor=anna, at=clock.now())
    (link,) = re.findall(r'href="([^"]+\?line=[^"]+)"', client.get(path).content.decode())
    form = client.get(html.unescape(link)).content.decode()
    assert ">2...Nc6 3.Bb5</textarea>" in form, "the last move has no reply"
    client.post(f"{path}/conditionals", {"lines": "2...Nc6 3.Bb5"})
    assert ">2...Nc6 3.Bb5</textarea>" in client.get(html.unescape(link)).content.decode(), "it is not there twice"
    playing.make_move(row.pk, "Nc6", actor=ben, at=clock.now())
    row.refresh_from_db()
    assert row.last_move == "Bb5"


@pytest.mark.parametrize("played", ["Bc4", "Nf3 Nf6 Bc4"])
def test_a_variation_that_the_game_has_left_makes_no_conditional_moves(client: Client, played: str) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    path = seated(client, anna, row)
    client.post(f"{path}/analysis", {"moves": "Nf3 Nc6 Bb5 a6 Ba4 Nf6", "ply": "2"})
    for ply, move in enumerate(played.split()):
        playing.make_move(row.pk, move, actor=(anna, ben)[ply % 2], at=clock.now())
    assert "Make these my conditional moves" not in text_of(client.get(path))


def test_a_game_that_is_over_has_its_result_in_its_heading_and_title(client: Client) -> None:
    anna = person("Anna")
    row = game(anna, person("Ben"), at=clock.now())
    path = seated(client, anna, row)
    running = client.get(path).content.decode()
    playing.resign(row.pk, actor=anna, at=clock.now())
    over = client.get(path).content.decode()
    for tag in ("title", "h1"):
        heading = re.compile(rf"<{tag}\b.*?</{tag}>", re.DOTALL)
        assert re.search(r"0\W1", heading.search(over)[0]), tag  # type: ignore[index]
        assert not re.search(r"0\W1", heading.search(running)[0]), tag  # type: ignore[index]


def test_the_page_of_claims_answers_by_whether_a_claim_is_open(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, at=clock.now())
    client.force_login(anna)
    asked = client.get(f"/games/{row.pk}/claim")
    assert (asked.status_code, asked.context["closed"]) == (200, ())
    wrong = client.post(f"/games/{row.pk}/claim", {"claim": "everything"})
    assert (wrong.status_code, wrong.context["error"]) == (422, "Choose what you claim.")
    playing.resign(row.pk, actor=ben, at=clock.now())
    closed = client.get(f"/games/{row.pk}/claim")
    assert closed.status_code == 409
    assert closed.context["closed"]
    assert closed.context["claims"].draws == []


# what a page without moves does not show


def test_a_finished_game_without_moves_has_no_board_and_no_buttons_and_lists_say_so(client: Client) -> None:
    dirk, anna = person(offices=(Office.Kind.DIRECTOR,)), person("Anna")
    bare = game(anna, person("Ben"), director=dirk)
    directing.decide(bare.pk, lambda name: commands.CancelGame(director=name, reason="so"), actor=dirk, at=bare.starts)
    played = game(anna, person("Cleo"), "f3", "e5", "g4", "Qh4")
    for reader in (None, anna):
        if reader:
            client.force_login(reader)
        for row, has_board in ((bare, False), (played, True)):
            if reader is None and row is bare:
                continue  # what was cancelled is no public game
            page = client.get(f"/games/{row.pk}").content.decode()
            for part in ('id="board"', 'id="steps"', "words.js", "board.js", 'id="in-words"', 'id="promotion"'):
                assert (part in page) is has_board, (reader, part)
            assert ("No moves are recorded." in page) is not has_board
    rows = {row.names: row.recorded for row in listed_games(game_rows(Game.objects.all()), anna.player.pk, {}, {})}
    assert rows == {"Ben": "without moves", "Cleo": "2 moves"}


def test_an_earlier_position_has_a_title_of_its_own(client: Client) -> None:
    row = game(person("Anna"), person("Ben"), "f3", "e5", "g4", "Qh4")
    titles = [
        re.findall(
            r"<title>\s*Anna – Ben 0\N{NON-BREAKING HYPHEN}1(.*?) · Slowmate\s*</title>",
            client.get(path).content.decode(),
        )
        for path in (f"/games/{row.pk}{ply}" for ply in ("", "?ply=4", "?ply=3", "?ply=0"))
    ]
    assert titles == [[""], [""], [", 2. g4"], [""]]


def test_the_next_game_is_offered_only_if_one_waits(client: Client) -> None:
    anna = person("Anna")
    path = seated(client, anna, game(anna, person(), at=clock.now()))
    assert "Next game" not in text_of(client.get(path))
    game(person(), anna, at=clock.now())  # of the opponent
    assert "Next game" not in text_of(client.get(path))
    game(anna, person(), at=clock.now())
    assert "Next game" in text_of(client.get(path))


def test_each_clock_stands_at_its_side_of_the_board_the_readers_own_below(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", at=clock.now())
    for reader, names in ((anna, ["Ben", "Anna"]), (ben, ["Anna", "Ben"])):
        page = client.get(seated(client, reader, row)).content.decode()
        places = [page.index(f"<b>{name}</b>") for name in names]
        assert places[0] < page.index('id="board"') < places[1]


def test_without_scripts_the_board_has_coordinates_and_the_last_move(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", "e5", at=clock.now())
    for reader, files in ((anna, "abcdefgh"), (ben, "hgfedcba")):
        page = tight(client.get(seated(client, reader, row)).content)
        still = page[page.index('<div class="still">') : page.index("</noscript>")]
        assert re.findall(r"<span>([a-h1-8])</span>", still)[8:] == list(files)
        squares = re.findall(r'<span( class="last-move")?><piece', still)
        assert len(squares) == 64
        marked = [number for number, last in enumerate(squares) if last]
        e7, e5 = (12, 28) if reader is anna else (51, 35)
        assert marked == sorted([e7, e5])
