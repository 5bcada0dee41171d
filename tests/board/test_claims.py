"""Articles 9.2 and 9.3, 5.1.3 and 5.2.4: claims in a position, at the limit and one beside it."""

import pickle
import random
from pathlib import Path

import pytest

from slowmate.board import (
    Claim,
    Colour,
    Occurrences,
    Position,
    TablebaseOutcome,
    Tables,
    Verdict,
    open_claims,
    open_tables,
)
from slowmate.board.claims import fifty_moves, repetition, tablebase
from slowmate.board.tablebase import PACKAGED, table_directories
from slowmate.records import BadInput
from slowmate.rulebook import Clause

LAWS = "ICCF-LAWS-2019"
KNIGHTS = ["Nf3", "Nf6", "Ng1", "Ng8"]


@pytest.fixture(scope="module")
def tables() -> Tables:
    opened = open_tables("")
    assert opened.complete == 4, "the tables for three and four pieces come with the package"
    return opened


def replay(moves: list[str], fen: str | None = None) -> tuple[Position, Occurrences]:
    position = Position.from_fen(fen) if fen else Position.initial()
    occurrences = Occurrences.start(position)
    for text in moves:
        position = position.play(position.parse(text))
        occurrences = occurrences.then(position)
    return position, occurrences


@pytest.mark.clause(f"{LAWS} 9.2.1", f"{LAWS} 9.2.1.2")
def test_the_third_occurrence_can_be_claimed_by_the_side_to_move() -> None:
    position, occurrences = replay(KNIGHTS * 2)
    ruling = repetition(occurrences, position)
    assert ruling.value
    assert [str(ground.clause) for ground in ruling.grounds] == [f"{LAWS} 9.2.1.2", f"{LAWS} 9.2.1"]
    assert ruling.grounds[0].facts["occurrences"] == 3
    position, occurrences = replay(KNIGHTS * 2 + ["Nf3"])
    assert repetition(occurrences, position).value, "after 1.Nf3 for the third time"
    position, occurrences = replay(KNIGHTS + KNIGHTS[:3])
    assert not repetition(occurrences, position).value


@pytest.mark.clause(f"{LAWS} 9.2.1.1")
def test_the_third_occurrence_can_be_claimed_with_the_move_that_brings_it_about() -> None:
    position, occurrences = replay((KNIGHTS * 2)[:-1])
    assert repetition(occurrences, position, position.parse("Ng8")).value
    assert not repetition(occurrences, position, position.parse("Ne4")).value
    found = open_claims(occurrences, position)
    assert [(c.claim, str(c.ground.clause), c.holds, c.with_move) for c in found] == [
        (Claim.REPETITION, f"{LAWS} 9.2.1.1", True, position.parse("Ng8"))
    ]


@pytest.mark.clause(f"{LAWS} 9.2.1")
def test_there_is_nothing_automatic_about_the_fifth_time() -> None:
    position, occurrences = replay(KNIGHTS * 6)
    assert repetition(occurrences, position).grounds[0].facts["occurrences"] == 7
    assert position.legal_moves()


@pytest.mark.clause(f"{LAWS} 9.2.2.1")
def test_a_position_with_en_passant_open_is_another() -> None:
    moves = ["e4", "Nf6", "e5", "d5", "Nf3", "Ng8", "Ng1", "Nf6", "Nf3", "Ng8", "Ng1", "Nf6"]
    position, occurrences = replay(moves)
    assert occurrences.of(position) == 2
    assert not repetition(occurrences, position).value
    position, occurrences = replay([*moves, "Nf3", "Ng8", "Ng1", "Nf6"])
    assert repetition(occurrences, position).value


@pytest.mark.clause(f"{LAWS} 9.2.2.2", f"{LAWS} 9.2.2")
def test_a_position_with_other_castling_rights_is_another() -> None:
    kings = ["Ke2", "Ke7", "Ke1", "Ke8"]
    position, occurrences = replay(["e4", "e5", *kings * 2])
    assert not repetition(occurrences, position).value
    position, occurrences = replay(["e4", "e5", *kings * 3])
    assert repetition(occurrences, position).value


@pytest.mark.clause(f"{LAWS} 9.2.2", f"{LAWS} Glossary: repetition")
def test_knights_that_have_changed_places_make_the_same_position() -> None:
    start = "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1"
    moves = [
        "Nd2",
        "Kd8",
        "Nb3",
        "Ke8",
        "Ne2",
        "Kd8",
        "Nec1",
        "Ke8",
        "Nd2",
        "Kd8",
        "Nf3",
        "Ke8",
        "Ng1",
        "Kd8",
        "Nb3",
        "Ke8",
        "Nd2",
        "Kd8",
        "Nb1",
        "Ke8",
    ]
    position, occurrences = replay(moves, start)
    assert position.key == Position.from_fen(start).key
    assert occurrences.of(position) == 2
    assert position.fullmove != 1


@pytest.mark.clause(f"{LAWS} 9.3.2", f"{LAWS} 9.3.1", f"{LAWS} Glossary: 50-move rule")
@pytest.mark.parametrize(
    ("men", "clock", "move", "holds"),
    [
        ("8/5pp1/3k4/8/2RB4/3K4/2r3b1/8", 100, None, True),
        ("8/5pp1/3k4/8/2RB4/3K4/2r3b1/8", 99, None, False),
        ("8/5pp1/3k4/8/2RB4/3K4/2r3b1/8", 101, None, True),
        ("8/5pp1/3k4/8/2RB4/3K4/2r3b1/8", 99, "Ke3", True),
        ("8/5pp1/3k4/8/2RB4/3K4/2r3b1/8", 98, "Ke3", False),
        ("8/5pp1/3k4/8/2RB4/3K4/2r3b1/8", 99, "Bxg7", False),
        ("8/5p2/3k4/8/2RB4/3K4/2r3b1/8", 100, None, False),
        ("8/5p2/3k4/8/2RB4/3K4/2r3b1/8", 99, "Ke3", False),
    ],
)
def test_fifty_moves_with_eight_pieces_or_more(men: str, clock: int, move: str | None, holds: bool) -> None:
    position = Position.from_fen(f"{men} w - - {clock} 150")
    ruling = fifty_moves(position, position.parse(move) if move else None)
    assert ruling.value is holds
    assert ruling.grounds[0].clause == Clause(LAWS, "9.3.1" if move else "9.3.2")


@pytest.mark.clause(f"{LAWS} Glossary: 50-move rule")
def test_the_number_of_pieces_is_a_parameter() -> None:
    seven = Position.from_fen("8/5p2/3k4/8/2RB4/3K4/2r3b1/8 w - - 100 150")
    assert fifty_moves(seven, min_pieces=7).value


@pytest.mark.clause(f"{LAWS} 9.3.3")
def test_with_few_pieces_the_tables_take_the_place_of_fifty_moves(tables: Tables) -> None:
    position = Position.from_fen("8/8/8/4k3/8/4K3/4P3/8 w - - 100 150")
    found = open_claims(Occurrences.start(position), position, tables)
    assert [(c.claim, c.holds) for c in found] == [(Claim.FIFTY_MOVES, False), (Claim.TABLEBASE, True)]
    assert Clause(LAWS, "9.3.3") in {ground.clause for ground in fifty_moves(position).grounds}


def test_seven_pieces_are_shown_a_claim_that_fails() -> None:
    position = Position.from_fen("8/5p2/3k4/8/2RB4/3K4/2r3b1/8 w - - 100 150")
    assert [(c.claim, c.holds) for c in open_claims(Occurrences.start(position), position)] == [
        (Claim.FIFTY_MOVES, False)
    ]


def test_a_finished_game_and_a_quiet_one_have_no_claims() -> None:
    mated = Position.from_fen("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 120 100")
    assert open_claims(Occurrences.start(mated), mated) == ()
    assert open_claims(Occurrences.start(Position.initial()), Position.initial()) == ()


@pytest.mark.parametrize(
    ("fen", "wdl", "outcome", "winner", "address"),
    [
        pytest.param(
            "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1",
            -2,
            TablebaseOutcome.LOSS,
            Colour.WHITE,
            "5.1.3",
            marks=pytest.mark.clause(f"{LAWS} 5.1.3"),
        ),
        pytest.param(
            "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
            0,
            TablebaseOutcome.DRAW,
            None,
            "5.2.4",
            marks=pytest.mark.clause(f"{LAWS} 5.2.4"),
        ),
        pytest.param(
            "8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2",
            2,
            TablebaseOutcome.WIN,
            Colour.WHITE,
            "5.1.3",
            marks=pytest.mark.clause(f"{LAWS} 5.1.3"),
        ),
    ],
)
def test_what_a_tablebase_claim_brings(
    tables: Tables, fen: str, wdl: int, outcome: TablebaseOutcome, winner: Colour | None, address: str
) -> None:
    ruling = tablebase(Position.from_fen(fen), tables)
    assert ruling is not None
    assert ruling.value is not None
    assert (ruling.value.wdl, ruling.value.outcome, ruling.value.winner) == (wdl, outcome, winner)
    assert ruling.grounds[0].clause == Clause(LAWS, address)


@pytest.mark.clause(f"{LAWS} 5.1.3")
@pytest.mark.parametrize(("wdl", "outcome"), [(2, "win"), (1, "win"), (0, "draw"), (-1, "loss"), (-2, "loss")])
def test_a_win_that_takes_more_than_fifty_moves_is_a_win(wdl: int, outcome: str) -> None:
    assert Verdict(wdl, Colour.BLACK).outcome == outcome


@pytest.mark.clause(f"{LAWS} Glossary: 6-piece tablebase", f"{LAWS} 5.1.3")
def test_seven_pieces_have_no_tablebase_claim_and_castling_rights_go_to_the_director(tables: Tables) -> None:
    seven = Position.from_fen("8/5p2/3k4/8/2RB4/3K4/2r3b1/8 w - - 0 1")
    assert tablebase(seven, tables) is None
    assert tables.probe(seven) is None
    castling = tablebase(Position.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), tables)
    assert castling is not None
    assert castling.value is None
    assert castling.grounds[0].facts["castling"] is True
    five = tablebase(Position.from_fen("4k3/8/8/8/8/8/P7/R1B1K3 w - - 0 1"), Tables(()))
    assert five is not None
    assert five.value is None, "a table that is not installed is no verdict"
    assert tablebase(Position.from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), tables, max_pieces=2) is None


def test_tables_are_found_by_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOWMATE_SYZYGY", str(tmp_path))
    assert table_directories()[0] == str(tmp_path)
    assert table_directories("/one:/two")[:2] == ("/one", "/two")
    with pytest.raises(BadInput, match="no endgame tables"):
        open_tables(str(tmp_path / "missing"))


def test_tables_are_complete_up_to_the_most_men_of_which_none_is_missing(tmp_path: Path) -> None:
    assert Tables(()).complete == 2, "two kings need no table"
    names = sorted(path.name for path in PACKAGED.glob("*.rtbw"))
    assert len(names) == 35, "5 of three men and 30 of four, and nothing else"
    assert names == sorted(path.name for path in PACKAGED.iterdir())
    for name in names:
        (tmp_path / name).symlink_to(PACKAGED / name)
    assert Tables([str(tmp_path)]).complete == 4
    (tmp_path / "KRvKN.rtbw").unlink()
    assert (Tables([str(tmp_path)]).complete, Tables([str(tmp_path)]).largest) == (3, 4)
    (tmp_path / "KPvK.rtbw").unlink()
    assert Tables([str(tmp_path)]).complete == 2


def test_a_damaged_table_is_bad_input_not_a_wrong_verdict(tmp_path: Path) -> None:
    (tmp_path / "KQvK.rtbw").write_bytes(b"rubbish")
    with pytest.raises(BadInput, match="damaged"):
        Tables([str(tmp_path)]).probe(Position.from_fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"))


@pytest.mark.clause(f"{LAWS} 9.2.1.1", f"{LAWS} 9.2.1.2", f"{LAWS} 9.2.2", f"{LAWS} 9.2.2.1", f"{LAWS} 9.2.2.2")
@pytest.mark.parametrize("seed", range(30))
def test_repetition_agrees_with_the_library_on_random_games(seed: int) -> None:
    """Few men that shuffle, so that positions repeat; every third game is Chess960 with its castling rights."""
    lot = random.Random(seed)
    fens = [
        "r3k2r/8/8/4p3/3P4/8/8/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1",
    ]
    position = Position.from_fen(fens[seed % 3], chess960=seed % 3 == 2)
    board, occurrences = position.board(), Occurrences.start(position)
    for _ in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        assert {move.uci for move in moves} == {move.uci() for move in board.legal_moves}
        for count in (2, 3, 4):
            assert (occurrences.of(position) >= count) == board.is_repetition(count)
        claims = open_claims(occurrences, position)
        repeated = any(claim.claim is Claim.REPETITION for claim in claims)
        assert repeated == board.can_claim_threefold_repetition()
        kings = [move for move in moves if str(position.piece_at(move.departure)).lower() in "kr"]
        move = lot.choice(kings if kings and lot.random() < 0.8 else list(moves))
        position = position.play(move)
        occurrences = occurrences.then(position)
        board.push_uci(move.uci)
        assert position.fen == board.fen()


def test_the_record_of_occurrences_is_a_value() -> None:
    position, occurrences = replay(KNIGHTS)
    before = dict(occurrences.counts)
    occurrences.then(position.play(position.parse("Nf3")))
    assert occurrences.counts == before
    assert pickle.loads(pickle.dumps(occurrences)) == occurrences  # noqa: S301 - our own bytes
    assert len(occurrences.then(position.play(position.parse("e4"))).counts) == 1
