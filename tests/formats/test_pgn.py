"""PGN in and out: what is written comes back, what is wrong is named by game and ply."""

import io
import random
import re
import tracemalloc
from dataclasses import replace
from datetime import UTC, date, datetime

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.board import Move, Occurrences, Position
from slowmate.formats.pgn import (
    MOST_PLIES,
    IllegalGame,
    PgnGame,
    PgnMove,
    Variation,
    read_games,
    write_game,
    write_games,
)
from slowmate.formats.pgn_text import DEEPEST, LARGEST
from slowmate.records import BadInput, Result

LAWS = "ICCF-LAWS-2019"
SAMPLE = """[Event "Sample \\"A\\""]
[Site "?"]
[Date "2019.02.01"]
[Round "1"]
[White "Anna"]
[Black "Bo"]
[Result "1/2-1/2"]
[WhiteElo "2401"]
[Mode "ICCF"]

{Begun.} 1.e4 {[%ccsnt 2019.02.01,12:56]} e5 {[%ccsnt 2019.02.03] thought long} 2.Nf3 (2. f4 exf4 (2... d5 ; old line
3. exd5) 3. Nf3 {gambit}) Nf6! $14 3.d4 {[%clk 1200:05:03]} exd4 4.e5 Ne4 5.Qxd4 d5 6.exd6 e.p. Nxd6 7.Bg5 Nc6
8.Qe3+ Be7 9.Nbd2 0-0 10.0-0-0 Re8 11.Kb1 (=) 1/2-1/2
"""


def read(text: str) -> list[PgnGame | IllegalGame]:
    return list(read_games(text.splitlines(keepends=True)))


def game(text: str) -> PgnGame:
    (found,) = read(text)
    assert isinstance(found, PgnGame), str(found)
    return found


def refusal(text: str) -> IllegalGame:
    (found,) = read(text)
    assert isinstance(found, IllegalGame)
    return found


@pytest.mark.clause(f"{LAWS} A.13c", f"{LAWS} 8.1.4")
def test_the_sample_game_is_read_with_all_that_was_written() -> None:
    found = game(SAMPLE)
    assert found.final.fen == "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11"
    assert found.tags["Event"] == 'Sample "A"'
    assert found.preface == ("Begun.",)
    assert found.result is Result.DRAW
    first, second, third, fourth, fifth = found.moves[:5]
    assert first.sent == datetime(2019, 2, 1, 12, 56, tzinfo=UTC)
    assert (second.sent, second.notes) == (date(2019, 2, 3), ("thought long",))
    assert third.notes == (Variation("2. f4 exf4 (2... d5 {old line} 3. exd5) 3. Nf3 {gambit}"),)
    assert fourth.nags == ("$1", "$14")
    assert fifth.clock == 1200 * 3600 + 5 * 60 + 3
    assert [played.offer for played in found.moves].count(True) == 1
    assert found.moves[-1].offer


@pytest.mark.clause(f"{LAWS} A.12", f"{LAWS} 8.5a")
def test_what_is_written_is_pgn_that_the_library_reads_too() -> None:
    text = write_game(game(SAMPLE))
    assert "O-O-O" in text
    assert "{(=)}" in text
    assert all(len(line) <= 79 for line in text.splitlines())
    assert text.splitlines()[:7] == SAMPLE.splitlines()[:7]
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()] == [played.move.uci for played in game(SAMPLE).moves]


def test_a_game_written_and_read_is_the_same_game() -> None:
    once = game(SAMPLE)
    again = game(write_game(once))
    assert (again.moves, again.preface, again.result, again.final) == (
        once.moves,
        once.preface,
        once.result,
        once.final,
    )
    assert write_game(again) == write_game(once)


@pytest.mark.clause(f"{LAWS} 2.3b", f"{LAWS} B.2.4")
def test_chess960_games_carry_their_start_and_castle() -> None:
    start = Position.chess960(0)
    fen = start.fen
    text = f'[Event "x"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 e5 *\n'
    found = game(text)
    assert found.start == start
    assert f'[FEN "{fen}"]' in write_game(found)
    assert '[Variant "Chess960"]' in write_game(found)
    castling = game(
        '[Event "x"]\n[Variant "Fischerandom"]\n'
        '[FEN "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1"]\n\n1. O-O *\n'
    )
    assert castling.moves[0].move == Move("f1g1")
    assert game(write_game(castling)).moves == castling.moves
    assert "FEN" in refusal('[Event "x"]\n[Variant "Chess960"]\n\n1. e4 *\n').why


def test_a_thematic_start_goes_on_from_its_own_move_number() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
    found = game(f'[Event "King\'s Gambit"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n2... exf4 3. Nf3 *\n')
    assert "2... exf4 3. Nf3 *" in write_game(found)
    assert f'[FEN "{fen}"]' in write_game(found)


@pytest.mark.parametrize(
    ("moves", "ply", "move", "why"),
    [
        ("1. e4 e5 2. Ke3 *", 3, "Ke3", "adjoining"),
        ("1. e4 e5 2. Nf9 *", 3, "Nf9", "not a move"),
        ("1. e4 -- 2. d4 *", 2, "--", "not a move"),
        ("1. Nc3 d5 2. Nf3 d4 3. Nb1 e5 4. Na3 e4 5. Nb1 e3 6. Nd2 *", 11, "Nd2", "illegal"),
        ("1. Nf3 d5 2. Nc3 d4 3. Ne4 c5 4. Ng5 *", 7, "Ng5", "ambiguous"),
        ("1. f3 e5 2. g4 Qh4# 3. Kf2 *", 5, "Kf2", "after checkmate"),
        ("1. e4 e5 1-0 2. Nf3", 3, "Nf3", "after the result 1-0"),
        ("1. e4 e5 1-0 0-1", 3, "0-1", "second result"),
        ("1. e4 {[%ccsnt 2018.10.02,12:56]} e5 {[%ccsnt 2018.10.02,12:55]} *", 2, "e5", "before the move it answers"),
        ("1. e4 {[%ccsnt 2018.10.02]} e5 {[%ccsnt 2018.10.01,23:59]} *", 2, "e5", "before the move it answers"),
        ("1. e4 {[%ccsnt 2018.13.02]} *", 1, "e4", "not a date"),
        ("1. e4 e5 (2. Nf3 *", 2, "e5", "not closed"),
        ("1. e4 e5) *", 2, "e5", "not opened"),
        ("1. e4 {never closed", 1, "e4", "not closed"),
    ],
)
def test_what_is_wrong_is_named_with_its_ply(moves: str, ply: int, move: str, why: str) -> None:
    wrong = refusal(f'[Event "x"]\n\n{moves}\n')
    assert (wrong.game, wrong.ply, wrong.move) == (1, ply, move)
    assert why in wrong.why


@pytest.mark.clause(f"{LAWS} 5.2.1", f"{LAWS} 5.2.2")
def test_no_move_follows_stalemate_or_a_position_without_mating_men() -> None:
    stalemate = refusal('[Event "x"]\n[FEN "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1"]\n\n1. Qf7 Kh7 *\n')
    assert (stalemate.ply, str(stalemate.clause)) == (2, f"{LAWS} 5.2.1")
    bare = refusal('[Event "x"]\n[FEN "8/8/8/8/8/1k1p4/8/3K4 w - - 0 1"]\n\n1. Kd2 Kb4 2. Kxd3 Kb3 *\n')
    assert (bare.ply, str(bare.clause)) == (4, f"{LAWS} 5.2.2")


def test_reading_goes_on_after_a_bad_game() -> None:
    bad = '[Event "1"]\n\n1. e5 *\n\n[Event "2"]\n\n1. e4 { lost\n\n'
    found = read(bad + '[Event "3"]\n[Result "*"]\n\n[Event "4"]\n\n1. 5254 5755 *\n')
    assert [isinstance(one, PgnGame) for one in found] == [False, False, True, True]
    assert [one.line for one in found] == [1, 5, 9, 12]
    last = found[-1]
    assert isinstance(last, PgnGame)
    assert [played.algebraic for played in last.moves] == ["e4", "e5"]


def test_comments_may_hold_what_looks_like_tags_results_and_moves() -> None:
    found = game(
        '[Event "x"]\n\n1. e4 {\n[Site "in a comment"]\n1-0 Nf9 ( \n% no escape\n} e5 '
        "; 2. Qh9 1-0\n2. Nf3 *\n% skipped\n"
    )
    assert found.moves[0].notes == ('[Site "in a comment"] 1-0 Nf9 ( % no escape',)
    assert found.moves[1].notes == ("2. Qh9 1-0",)
    assert len(found.moves) == 3
    assert game(write_game(found)).moves == found.moves


@pytest.mark.parametrize(
    ("tag", "marker", "result"),
    [
        ("1-0", "1-0", Result.WHITE_WINS),
        ("0-1", "*", Result.BLACK_WINS),
        ("1-0", "0-1", Result.BLACK_WINS),
        ("*", "1/2-1/2", Result.DRAW),
        ("*", "*", None),
        ("*", "", None),
        ("0-0", "*", Result.BOTH_LOSE),
    ],
)
def test_the_result_is_that_of_the_moves_else_that_of_the_tag(tag: str, marker: str, result: Result | None) -> None:
    found = game(f'[Event "x"]\n[Result "{tag}"]\n\n1. e4 {marker}\n')
    assert found.result is result
    assert game(write_game(found)).result is result


@pytest.mark.parametrize(
    ("termination", "result"),
    [
        ("double-default", Result.BOTH_LOSE),
        ("cancelled", Result.CANCELLED),
        ("colours-reversed", Result.CANCELLED),
        ("adjudication", None),
        ("", None),
    ],
)
def test_a_result_that_pgn_has_no_mark_for_is_told_by_how_the_game_ended(
    termination: str, result: Result | None
) -> None:
    found = game(f'[Event "x"]\n[Result "*"]\n[Termination "{termination}"]\n\n1. e4 *\n')
    assert found.result is result
    text = write_game(found)
    assert '[Result "*"]' in text
    assert f'[Termination "{termination}"]' in text
    assert game(text).result is result
    assert game(f'[Event "x"]\n[Termination "{termination}"]\n\n1. e4 1-0\n').result is Result.WHITE_WINS


@pytest.mark.parametrize("result", [None, *Result])
def test_every_result_is_written_as_pgn_allows(result: Result | None) -> None:
    text = write_game(replace(game('[Event "x"]\n\n1. e4 *\n'), result=result))
    tag = re.search(r'\[Result "(.*?)"\]', text)
    assert tag is not None
    assert tag[1] in {"1-0", "0-1", "1/2-1/2", "*"}
    assert text.rstrip().endswith(f" {tag[1]}")


@pytest.mark.parametrize("deep", [DEEPEST + 1, 10_000])
def test_deeply_nested_variations_are_refused_and_not_followed(deep: int) -> None:
    wrong = refusal('[Event "x"]\n\n1. e4 ' + "(1. d4 " * deep + ")" * deep + " e5 *\n")
    assert (wrong.ply, wrong.move) == (1, "e4")
    assert "nested" in wrong.why


def test_variations_nested_as_deep_as_allowed_come_back() -> None:
    found = game('[Event "x"]\n\n1. e4 ' + "(1. d4 " * DEEPEST + ")" * DEEPEST + " e5 *\n")
    assert game(write_game(found)).moves == found.moves


def test_a_game_that_never_ends_is_refused_in_bounded_memory() -> None:
    def endless() -> list[str]:
        return ['[Event "x"]\n', "\n", "1. e4 {"]

    tracemalloc.start()
    pieces = (piece for source in (endless(), ("x" * 65536 for _ in range(2000))) for piece in source)
    (wrong,) = read_games(pieces)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(wrong, IllegalGame)
    assert f"{LARGEST:,}" in wrong.why
    assert peak < 20_000_000


def test_a_game_of_endless_moves_is_refused() -> None:
    wrong = refusal('[Event "x"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * (MOST_PLIES // 4 + 1))
    assert (wrong.ply, wrong.move) == (MOST_PLIES + 1, "Nf3")


@pytest.mark.parametrize("text", ["", "\n\n", "hello, world", "\x00\x01\x02", "{ only a comment", "<html></html>", ")"])
def test_a_text_without_any_game_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput):
        read(text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from('[]{}()"\\;%$!?*=x-+#0O1 2/.\neNfdKQ4578'), max_size=120), st.booleans())
def test_rubbish_is_refused_or_read_but_never_crashes(text: str, tagged: bool) -> None:
    try:
        found = read(f'[Event "x"]\n\n{text}' if tagged else text)
    except BadInput:
        return
    for one in found:
        if isinstance(one, PgnGame):
            assert game(write_game(one)).moves == one.moves


@st.composite
def games(draw: st.DrawFn) -> PgnGame:
    """A random game with whatever may be written about its moves."""
    start = draw(st.one_of(st.just(Position.initial()), st.integers(0, 959).map(Position.chess960)))
    position, moves, occurrences = start, [], Occurrences.start(start)
    said = st.text(st.characters(exclude_characters="{}[]", exclude_categories=["C", "Z"]), min_size=1, max_size=30)
    notes = st.lists(
        st.one_of(said.filter(lambda text: not text.endswith("(=)")), st.just(Variation("1. e4 {x} e5"))), max_size=2
    )
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=12)):
        legal = position.legal_moves()
        if not legal:
            break
        move = legal[choice % len(legal)]
        stamp = datetime(2020, 1, 1, tzinfo=UTC) if not draw(st.booleans()) else None
        moves.append(
            PgnMove(
                move,
                position.algebraic(move),
                offer=draw(st.booleans()),
                sent=stamp,
                clock=draw(st.one_of(st.none(), st.integers(0, 10**7))),
                nags=tuple(draw(st.lists(st.sampled_from(["$1", "$14", "$139"]), max_size=2))),
                notes=tuple(draw(notes)),
            )
        )
        position = position.play(move)
        occurrences = occurrences.then(position)
    tags = {"Event": draw(said), "White": draw(said), "TimeControl": "10/4320000"}
    return PgnGame(tags, start, tuple(moves), Result.DRAW, position, occurrences)


@settings(max_examples=40, deadline=None)
@given(st.lists(games(), min_size=1, max_size=3))
def test_any_games_written_to_a_file_come_back(written: list[PgnGame]) -> None:
    found = read("".join(write_games(written)))
    for before, after in zip(written, found, strict=True):
        assert isinstance(after, PgnGame), str(after)
        assert (after.moves, after.start, after.final, after.occurrences) == (
            before.moves,
            before.start,
            before.final,
            before.occurrences,
        )
        assert {**after.tags, **before.tags} == after.tags


@pytest.mark.parametrize("seed", range(8))
def test_games_written_by_the_library_are_read_move_for_move(seed: int) -> None:
    lot = random.Random(seed)
    board = chess.Board.from_chess960_pos(lot.randrange(960)) if seed % 2 else chess.Board()
    theirs = chess.pgn.Game()
    theirs.setup(board)
    node: chess.pgn.GameNode = theirs
    while len(board.move_stack) < 100 and not board.is_game_over():
        move = lot.choice(list(board.legal_moves))
        node = node.add_variation(move)
        board.push(move)
    found = game(f"{theirs}\n")
    assert [played.move.uci for played in found.moves] == [move.uci() for move in board.move_stack]
    assert found.final.fen == board.fen()


def test_a_stamp_is_never_broken_and_has_its_seconds() -> None:
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 12
    stamped = (f"{move} {{[%ccsnt 2024.05.01,12:{n:02}] [%clk 10:00:00]}}" for n, move in enumerate(moves))
    written = write_game(game(" ".join(stamped) + " *"))
    assert written.count("[%ccsnt 2024.05.01,12:07:00]") == 1
    assert len(re.findall(r"\[%ccsnt \d{4}\.\d\d\.\d\d,\d\d:\d\d:\d\d\]", written)) == len(moves)
    assert len(re.findall(r"\[%clk \d+:\d\d:\d\d\]", written)) == len(moves)
    assert max(map(len, written.splitlines())) <= 79
    assert (
        game(written).moves
        == game(
            " ".join(f"{m} {{[%ccsnt 2024.05.01,12:{n:02}:00] [%clk 10:00:00]}}" for n, m in enumerate(moves)) + " *"
        ).moves
    )


ONE = '[Event "One"]\n[Round "1"]\n\n1. e4 e5 1-0\n'


@pytest.mark.parametrize(
    "before",
    [
        "{ A book of openings. }\n\n",
        "; A book of openings.\n; Second line.\n",
        '{ A book\n\nof [openings] "x". }\n',
        "% a line of another program\n",
        "From jan@example.org Mon Dec  3 2018\nSubject: [game] ours\nReceived: from x ([10.0.0.1])\n\nDear Petr,\n\n",
        "Hello {what a game :-{ \n\n",
    ],
)
def test_what_stands_before_the_first_tag_costs_no_game(before: str) -> None:
    first, second = read(before + ONE + "\n" + ONE.replace("One", "Two"))
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert (first.tags["Event"], second.tags["Event"], second.number) == ("One", "Two", 2)
    assert first.line == before.count("\n") + 1
    assert second.preface == ()


def test_a_letter_before_a_game_without_tags_costs_no_game() -> None:
    first, second = read("From: jan@example.org\nSubject: [1] ours\n\nHello,\n\n1. e4 e5 *\n\n" + ONE)
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert (len(first.moves), first.line, second.tags["Event"]) == (2, 6, "One")
    thanks = read("Hello,\n\n1. Thanks for your letter.\n\n" + ONE)
    assert [type(one) for one in thanks] == [PgnGame]


def test_a_comment_before_the_first_tag_is_the_first_games() -> None:
    first, second = read("{A book\nof openings.} ; and more\n" + ONE + ONE)
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert first.preface == ("A book of openings.", "and more")
    assert second.preface == ()
    assert game(write_game(first)).preface == first.preface


def test_letters_between_games_cost_no_game() -> None:
    letter = "\nFrom: jan@example.org\nSubject: 2. game\n\nHere it is:\n"
    found = read(letter + ONE + letter + ONE + letter)
    assert [type(one) for one in found] == [PgnGame, PgnGame, IllegalGame]
    assert isinstance(found[2], IllegalGame)
    assert found[2].line == 20


@pytest.mark.parametrize("between", ["\n", "\n\n", " {good}\n", " ; good\n\n"])
def test_games_without_tags_follow_one_another(between: str) -> None:
    first, second = read(f"1. e4 e5 2. Nf3 *{between}1. d4 d5 2. c4 1/2-1/2\n")
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert [played.algebraic for played in (*first.moves, *second.moves)] == ["e4", "e5", "Nf3", "d4", "d5", "c4"]
    assert (first.result, second.result) == (None, Result.DRAW)


def test_a_game_without_tags_after_one_with_tags_is_another_one() -> None:
    first, second, third = read(f"{ONE}\n1. d4 *\n\n{ONE}")
    assert isinstance(second, PgnGame)
    assert (len(second.moves), dict(second.tags), second.line) == (1, {}, 6)
    assert isinstance(first, PgnGame)
    assert isinstance(third, PgnGame)


@pytest.mark.parametrize("text", ["1. e4 e5 * 2. Nf3 *\n", "1. e4 e5 1-0\n2. Nf3\n", "1. e4 e5 1-0\n\n2. Nf3 1-0\n"])
def test_moves_that_go_on_after_the_result_are_no_second_game(text: str) -> None:
    assert "a move after the result" in refusal(text).why


def test_the_first_move_again_without_a_result_is_no_second_game() -> None:
    assert refusal("1. e4 e5\n1. e4 e5 *\n").ply == 3


def test_move_numbers_go_beyond_a_thousand() -> None:
    there, back = ("Nf3", "Nf6"), ("Ng1", "Ng8")
    moves = [f"{number}. {' '.join(there if number % 2 else back)}" for number in range(1, 1236)]
    found = game("\n".join(moves) + "\n1236. Ng1 Ng8 1237.e4 {1237... e5} 1237... e5 *\n")
    assert len(found.moves) == 2 * 1237
    assert found.moves[-2].algebraic == "e4"
    again = game(write_game(found))
    assert again.moves == found.moves
    assert "1237. e4" in " ".join(write_game(found).split())


def test_four_digits_without_a_point_are_still_numeric_notation() -> None:
    assert [str(played.move) for played in game("1. 5254 5755 2. 7163 *\n").moves] == ["e2e4", "e7e5", "g1f3"]
    assert "1000" in refusal('[Event "x"]\n\n1. 1000 *\n').why


@pytest.mark.parametrize("place", [0, 1])
def test_a_quotation_mark_inside_a_tag_costs_no_game(place: int) -> None:
    games = [ONE, ONE]
    games[place] = '[Event "LA CC Handicap Tour "C""]\n[White "Anna"] [Black "Bo"]\n\n1. e4 e5 1-0\n'
    found = read("\n".join(games))
    assert [type(one) for one in found] == [PgnGame, PgnGame]
    assert isinstance(odd := found[place], PgnGame)
    assert (odd.tags["Event"], odd.tags["White"], odd.tags["Black"]) == ('LA CC Handicap Tour "C"', "Anna", "Bo")
    assert game(write_game(odd)).tags["Event"] == odd.tags["Event"]


def test_a_tag_that_cannot_be_read_costs_its_game_alone() -> None:
    wrong, good = read('[Event "broken]\n[White "Anna"]\n\n1. e4 1-0\n\n' + ONE)
    assert isinstance(wrong, IllegalGame)
    assert (wrong.why, wrong.line) == ("a tag line that cannot be read", 1)
    assert isinstance(good, PgnGame)


@pytest.mark.parametrize(
    "text", ["From: jan@example.org\n\nDear Petr,\n", "{only a comment}\n", "<html>\n", "Dear 1. e4\n"]
)
def test_a_file_without_any_game_is_no_pgn(text: str) -> None:
    with pytest.raises(BadInput, match="this is no PGN"):
        read(text)
