"""Article 8.3: a game without a complete scoresheet is reconstructed, from what was recorded before."""

from datetime import timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Termination, Transmission
from slowmate.play import commands as cmd
from slowmate.play.clocks import Account, Classic, TimeControl, TripleBlock
from slowmate.records import Result
from slowmate.rulebook import Refused
from tests.support.games import Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)
TD: dict[str, Any] = {"director": "TD", "reason": "as the players wrote"}
RUY_LOPEZ = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 0-0 Be7 Re1 b5 Bb3 d6"


def by_email(control: TimeControl | None = None, **terms: Any) -> Playing:
    return Playing(control, transmission=Transmission.EMAIL, **terms)


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


@pytest.mark.clause("ICCF-LAWS-2019 8.3")
def test_a_reconstruction_first_records_position_times_and_count_and_must_lead_there() -> None:
    playing = by_email().moves("e4 e5", days=1)
    fen = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
    early = cmd.ReconstructGame(**TD, moves=("d4", "e5"))
    assert refusal(playing, early) == ("8.3", "not-opened")
    known: dict[str, Any] = {"fen": fen, "white_left": 40 * DAY, "black_left": 41 * DAY, "moves_made": 1}
    assert refusal(playing, cmd.OpenReconstruction(**TD, **{**known, "fen": "?"})) == ("8.3", "no-position")
    assert refusal(playing, cmd.OpenReconstruction(**TD, **{**known, "moves_made": -1})) == ("8.3", "incomplete")
    (opened,) = playing.ask(cmd.OpenReconstruction(**TD, **known))
    assert (opened.running, opened.moves_made, opened.white_left) == (WHITE, 1, 40 * DAY)
    assert refusal(playing, cmd.ReconstructGame(**TD, moves=("e4", "e5"))) == ("8.3", "another-position")
    assert refusal(playing, cmd.ReconstructGame(**TD, moves=("e4", "Ke5"))) == ("8.1", "illegal")
    playing.after(days=30).ask(early)
    assert list(playing.game.moves) == ["d2d4", "e7e5"]
    assert not playing.game.stops


@pytest.mark.clause("ICCF-LAWS-2019 8.3", "ICCF-LAWS-2019 6.11a", "ICCF-LAWS-2019 6.11b")
@pytest.mark.parametrize(("plies", "running", "white", "black"), [(11, BLACK, 6, 5), (12, WHITE, 6, 6)])
def test_after_a_reconstruction_the_clocks_go_on_from_what_was_recorded(
    plies: int, running: Colour, white: int, black: int
) -> None:
    line = RUY_LOPEZ.split()[:plies]
    known = by_email().moves(" ".join(line)).game.position.fen
    playing = by_email(Classic(moves=7, days=50)).moves("e4", days=5).after(days=3)
    times: dict[str, Any] = {"white_left": 31 * DAY, "black_left": 12 * DAY}
    playing.ask(cmd.OpenReconstruction(**TD, fen=known, **times, moves_made=plies // 2))
    playing.after(days=20).ask(cmd.ReconstructGame(**TD, moves=tuple(line)))
    assert (playing.left(WHITE), playing.left(BLACK)) == (31 * DAY, 12 * DAY)
    assert (playing.game.white.account.moves, playing.game.black.account.moves) == (white, black)
    assert playing.game.position.turn is running
    was = playing.game.side(running).account
    playing.moves(RUY_LOPEZ.split()[plies], days=4)
    added = 50 * DAY if was.moves + 1 == 7 else 0 * DAY
    assert playing.game.side(running).account == Account(was.left - 4 * DAY + added, moves=was.moves + 1)


@pytest.mark.clause("ICCF-LAWS-2019 8.3", "ICCF-LAWS-2019 5.1.1", "ICCF-LAWS-2019 5.2.1", "ICCF-LAWS-2019 5.2.2")
@pytest.mark.parametrize(
    ("start", "line", "result", "termination"),
    [
        (None, "f3 e5 g4 Qh4", Result.BLACK_WINS, Termination.CHECKMATE),
        ("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "Qg6", Result.DRAW, Termination.STALEMATE),
        ("7k/8/8/8/8/1K6/r7/8 w - - 0 1", "Kxa2", Result.DRAW, Termination.DEAD_POSITION),
        (None, "f3 e5 g4", None, None),
    ],
)
def test_a_reconstruction_into_a_decided_position_ends_the_game(
    start: str | None, line: str, result: Result | None, termination: Termination | None
) -> None:
    playing = by_email(fen=start).after(days=1)
    position = playing.game.start
    for move in line.split():
        position = position.play(position.parse(move))
    times: dict[str, Any] = {"white_left": 31 * DAY, "black_left": 12 * DAY}
    playing.ask(cmd.OpenReconstruction(**TD, fen=position.fen, **times, moves_made=len(line.split()) // 2))
    playing.ask(cmd.ReconstructGame(**TD, moves=tuple(line.split())))
    found = playing.game.outcome
    assert (found and (found.result, found.termination)) == (result and (result, termination))
    assert (playing.left(WHITE), playing.left(BLACK)) == (31 * DAY, 12 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 8.3")
def test_no_clock_is_recorded_that_could_not_be_shown() -> None:
    playing = by_email(TripleBlock(increment=1, clock=10)).moves("e4")
    known: dict[str, Any] = {"fen": playing.game.position.fen, "white_left": 10 * DAY, "moves_made": 0}
    assert refusal(playing, cmd.OpenReconstruction(**TD, **known, black_left=11 * DAY)) == ("8.3", "incomplete")
    playing.ask(cmd.OpenReconstruction(**TD, **known, black_left=10 * DAY))


@pytest.mark.clause("ICCF-LAWS-2019 8.3")
def test_a_count_that_differs_is_refused_with_both_numbers_and_may_be_corrected() -> None:
    playing = by_email().moves("e4 e5 Nf3", days=1)
    known: dict[str, Any] = {"fen": playing.game.position.fen, "white_left": 40 * DAY, "black_left": 41 * DAY}
    (opened,) = playing.ask(cmd.OpenReconstruction(**TD, **known, moves_made=2))
    whole = cmd.ReconstructGame(**TD, moves=("e4", "e5", "Nf3"))
    with pytest.raises(Refused) as refused:
        playing.ask(whole)
    assert refused.value.grounds[0].facts == {"outcome": "another-count", "moves": 1, "recorded": 2}
    (again,) = playing.ask(cmd.OpenReconstruction(**TD, **known, moves_made=1))
    assert [event.grounds[0].facts["outcome"] for event in (opened, again)] == ["opened", "opened-again"]
    playing.ask(whole)
    assert (len(playing.game.moves), playing.game.reconstruction, playing.game.stops) == (3, None, ())


@pytest.mark.clause("ICCF-LAWS-2019 8.3")
def test_an_illegal_move_is_dealt_with_before_anything_is_reconstructed() -> None:
    playing = by_email().moves("e4")
    playing.ask(cmd.RecordMove(by=BLACK, move="Ke6", sent=playing.now, received=None))
    known: dict[str, Any] = {"fen": playing.game.position.fen, "white_left": DAY, "black_left": DAY, "moves_made": 0}
    assert refusal(playing, cmd.OpenReconstruction(**TD, **known)) == ("8.3", "already")
