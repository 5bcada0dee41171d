"""What is fixed before a game starts: edition, transmission, time control and the options of the event."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.play import Terms, Transmission, arrange, fold
from slowmate.play import commands as cmd
from slowmate.play.clocks import Classic
from slowmate.rulebook import Refused
from tests.support.games import START, Playing


def terms(**options: Any) -> Terms:
    return Terms(**{"starts": START, "time_control": Classic(), **options})


@pytest.mark.clause("ICCF-LAWS-2019 Intro-1", "ICCF-LAWS-2019 Glossary: non-server")
@pytest.mark.parametrize(("mode", "is_server"), [("server", True), ("post", False), ("email", False), ("fax", False)])
def test_moves_travel_by_server_post_email_or_fax(mode: str, is_server: bool) -> None:
    playing = Playing(transmission=Transmission(mode))
    made = cmd.MakeMove(by=Colour.WHITE, move="e4")
    recorded = cmd.RecordMove(by=Colour.WHITE, move="e4", sent=playing.now)
    with pytest.raises(Refused):
        playing.ask(recorded if is_server else made)
    playing.ask(made if is_server else recorded)
    assert list(playing.game.moves) == ["e2e4"]


@pytest.mark.clause("ICCF-LAWS-2019 Intro-1")
def test_a_game_over_the_board_is_no_correspondence_game() -> None:
    with pytest.raises(ValueError, match="board"):
        Transmission("board")


@pytest.mark.clause("ICCF-LAWS-2019 Intro-2")
def test_the_laws_of_2019_govern_games_that_start_on_or_after_their_first_day() -> None:
    first = datetime(2019, 1, 1, tzinfo=UTC)
    assert fold([arrange(terms(starts=first), at=first)]).terms.starts == first
    with pytest.raises(Refused) as refused:
        arrange(terms(starts=first - timedelta(seconds=1)), at=first)
    assert refused.value.grounds[0].clause.address == "Intro-2"


@pytest.mark.clause("ICCF-LAWS-2019 Preface-2")
def test_only_a_game_under_the_laws_is_rated() -> None:
    played = Playing(is_variant=True).moves("e4")
    assert not played.ask(cmd.Resign(by=Colour.WHITE))[0].is_rated
    assert Playing(chess960=12).moves("a3").ask(cmd.Resign(by=Colour.WHITE))[0].is_rated


@pytest.mark.clause("ICCF-LAWS-2019 6.2", "ICCF-LAWS-2019 Glossary: regulations of an event")
def test_the_options_of_the_event_are_stored_with_the_game() -> None:
    chosen = terms(draw_after=20, tablebase_pieces=7, time_control=Classic(moves=10, days=50, leave_days=45))
    game = fold([arrange(chosen, at=START)])
    control = game.terms.time_control
    assert isinstance(control, Classic)
    assert (control.moves, control.days, control.leave_days) == (10, 50, 45)
    assert (game.terms.draw_after, game.terms.tablebase_pieces, game.terms.fifty_moves_from) == (20, 7, 8)
    with pytest.raises(TypeError, match="time_control"):
        Terms(starts=START)  # type: ignore[call-arg]  # the mistake


@pytest.mark.clause("ICCF-LAWS-2019 2.3b")
def test_a_chess960_game_carries_the_number_drawn() -> None:
    assert Playing(chess960=518).game.start.fen.split()[0] == Position.initial().fen.split()[0]
    assert Playing(chess960=0).game.start.is_chess960
    assert not Playing().game.start.is_chess960


@pytest.mark.clause("ICCF-LAWS-2019 3.10.3")
@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "rubbish",
        "x" * 1_000_000,
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/2k5/8/KB6 w - - 0 1",
    ],
)
def test_a_game_does_not_start_from_an_impossible_or_finished_position(fen: str) -> None:
    with pytest.raises(Refused) as refused:
        arrange(terms(fen=fen), at=START)
    assert refused.value.grounds[0].clause.address == "3.10.3"


@pytest.mark.parametrize("wrong", [{"chess960": 960}, {"chess960": -1}])
def test_there_are_960_positions(wrong: dict[str, int]) -> None:
    with pytest.raises(Refused):
        arrange(terms(**wrong), at=START)


def test_a_game_has_one_start() -> None:
    with pytest.raises(ValueError, match="not both"):
        terms(chess960=3, fen=Position.initial().fen)
    with pytest.raises(ValueError, match="negative"):
        terms(draw_after=-1)


def test_a_thematic_game_may_start_with_black() -> None:
    playing = Playing(fen="rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2").moves("exf4 Nf3", days=1)
    assert playing.game.black.account.moves == playing.game.white.account.moves == 1
