"""Moves written with the letters of other languages: understood where exactly one legal move can be meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.board import Position
from slowmate.board.national import ENGLISH, FIGURINES, LETTERS, Letters, in_english, line_in_english, with_letters

START = Position.initial()


def at(fen: str) -> Position:
    return Position.from_fen(fen)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Sf3", "Nf3"),
        ("Jf3", "Nf3"),
        ("Cf3", "Nf3"),
        ("Pf3", "Nf3"),
        ("Hf3", "Nf3"),
        ("Кf3", "Nf3"),
        ("sf3", "Nf3"),
        ("E4", "e4"),
        ("E2E4", "e2e4"),
        ("E2-E4", "e2-e4"),
        ("B4", "b4"),
        ("NF3", "Nf3"),
    ],
)
def test_a_move_in_another_language_is_put_into_english(typed: str, meant: str) -> None:
    assert in_english(START, typed) == meant


QUEENS = "4k3/P7/8/8/8/8/8/3QK2R w K - 0 1"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Dd7+", "Qd7+"),
        ("Hd7", "Qd7"),
        ("Th5", "Rh5"),
        ("Vh7", "Rh7"),
        ("Wh5", "Rh5"),
        ("a8D", "a8Q"),
        ("a8=D+", "a8=Q+"),
        ("a8J", "a8N"),
        ("A8Q", "a8Q"),
        ("a8(D)", "a8(Q)"),
        ("Крf2", "Kf2"),
        ("Rf2", "Kf2"),
    ],
)
def test_every_man_and_a_promotion_may_be_named(typed: str, meant: str) -> None:
    assert in_english(at(QUEENS), typed) == meant


@pytest.mark.clause("ICCF-LAWS-2019 A.2")
def test_what_is_english_is_never_read_otherwise() -> None:
    """R is the king in French and Spanish; where a rook can go there, R is the rook."""
    assert in_english(at(QUEENS), "Rf1") == "Rf1"
    assert in_english(at(QUEENS), "Rg1") == "Rg1"


def test_what_two_languages_read_differently_is_left_to_be_refused() -> None:
    """S is the knight in German and the bishop in Czech."""
    both = at("4k3/8/8/8/8/8/4B1N1/4K3 w - - 0 1")
    knight_and_bishop = at("4k3/8/8/8/8/8/6B1/4K1N1 w - - 0 1")
    assert in_english(both, "Sf3") == "Bf3"
    assert in_english(knight_and_bishop, "Sf3") == "Sf3"


@pytest.mark.parametrize("typed", ["", "Xf3", "Sf4", "S", "E5", "ſf3", "Sf3" * 9, "e2e5"])
def test_what_means_nothing_stays_as_it_was_typed(typed: str) -> None:
    assert in_english(START, typed) == typed


def test_a_line_is_read_move_by_move_and_stays_from_its_first_mistake_on() -> None:
    assert line_in_english(START, ("e4", "E5", "Sf3", "Sc6")) == ("e4", "e5", "Nf3", "Nc6")
    assert line_in_english(START, ("e4", "Sf3", "Sc6")) == ("e4", "Sf3", "Sc6")


@given(st.text(max_size=12))
def test_whatever_is_typed_means_the_same_move_or_stays(typed: str) -> None:
    assert line_in_english(START, (in_english(START, typed),)) == (in_english(START, typed),)


def test_no_language_has_a_letter_twice() -> None:
    assert all(len(set(letters)) == 5 for letters in LETTERS.values())


# shown


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("1.Nf3", "1.Jf3"),
        ("Qxd8+", "Dxd8+"),
        ("e8Q#", "e8D#"),
        ("12...Rae8 13.Bb5", "12...Vae8 13.Sb5"),
        ("0-0-0", "0-0-0"),
        ("exd6 e.p.", "exd6 e.p."),
        ("Kf1 (=)", "Kf1 (=)"),
    ],
)
def test_a_printed_move_is_shown_with_the_letters_of_a_language(printed: str, shown: str) -> None:
    assert with_letters(printed, LETTERS["cs"]) == shown
    assert with_letters(printed, ENGLISH) == printed


def test_figurines_stand_for_letters_and_are_read_again() -> None:
    assert with_letters("Nbd2", FIGURINES) == "♘bd2"
    assert in_english(START, "♘f3") == in_english(START, "♞f3") == "Nf3"
    assert in_english(START, "♙e4") == "e4"


@pytest.mark.parametrize(("typed", "own", "meant"), [("Bd1", "hu", "Rd1"), ("Bd1", "de", "Bd1"), ("Rd1", "es", "Kd1")])
def test_whoever_is_shown_letters_of_his_own_means_those_first(typed: str, own: str, meant: str) -> None:
    """A rook, a bishop and the king can all go to d1; B is the Hungarian rook, R the Spanish king."""
    three = at("4k3/8/8/8/6B1/8/2K5/R7 w - - 0 1")
    assert in_english(three, typed, own=LETTERS[own]) == meant
    assert in_english(three, typed) == typed


@pytest.mark.parametrize("letters", [ENGLISH, FIGURINES, *LETTERS.values()], ids=" ".join)
@given(st.lists(st.integers(0, 10**6), max_size=60))
def test_whatever_is_shown_is_read_as_the_move_it_is(letters: Letters, lots: list[int]) -> None:
    position = START
    for lot in lots:
        legal = position.legal_moves()
        if not legal:
            break
        move = legal[lot % len(legal)]
        shown = with_letters(position.algebraic(move), letters)
        assert position.parse(in_english(position, shown, own=letters)) == move
        position = position.play(move)
