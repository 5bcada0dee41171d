"""Articles 1, 3.10 and 4: who may move when, and that a move made is final. Conditional moves."""

from datetime import timedelta

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Terms, Transmission, clock_at, decide
from slowmate.play import commands as cmd
from slowmate.play import events as ev
from slowmate.play.clocks import Classic
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    """The clause and outcome with which a command is refused."""
    before = playing.game
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    assert playing.game is before
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


@pytest.mark.clause("ICCF-LAWS-2019 1.1")
def test_white_moves_first_and_then_each_in_turn() -> None:
    playing = Playing()
    assert refusal(playing, cmd.MakeMove(by=BLACK, move="e5")) == ("1.1", "not-on-move")
    playing.moves("e4")
    assert refusal(playing, cmd.MakeMove(by=WHITE, move="d4")) == ("1.1", "not-on-move")
    playing.moves("e5")
    assert playing.game.position.turn is WHITE


@pytest.mark.clause("ICCF-LAWS-2019 4.1", "ICCF-LAWS-2019 Glossary: made")
def test_deciding_a_submitted_move_changes_nothing_until_it_is_accepted() -> None:
    playing = Playing().after(hours=11)
    before = playing.game
    decide(playing.game, cmd.MakeMove(by=WHITE, move="e4"), at=playing.now)
    assert playing.game == before
    playing.after(hours=1).moves("e4")
    assert playing.last.made == START + timedelta(hours=12)
    assert playing.last.charge.reflected == timedelta(hours=12)


@pytest.mark.clause("ICCF-LAWS-2019 4.3")
def test_no_move_can_be_taken_back() -> None:
    playing = Playing().moves("e4")
    assert refusal(playing, cmd.TakeBackMove(by=WHITE)) == ("4.3", "refused")


@pytest.mark.clause("ICCF-LAWS-2019 3.10.2")
@pytest.mark.parametrize("move", ["e2e5", "Ke2", "", "e9", "N" * 3000, "(=)", "♞f6", "0-0"])
def test_an_illegal_move_is_refused_and_the_clock_runs_on(move: str) -> None:
    playing = Playing().after(days=3)
    clause, _ = refusal(playing, cmd.MakeMove(by=WHITE, move=move))
    assert clause == "3.10.2"
    assert playing.left(WHITE) == 47 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 A.0")
def test_numeric_notation_is_refused_on_the_server_and_read_by_email() -> None:
    assert refusal(Playing(), cmd.MakeMove(by=WHITE, move="5254"))[0] == "3.10.2"
    by_email = Playing(transmission=Transmission.EMAIL).moves("5254", days=1)
    assert by_email.last.algebraic == "e4"


@pytest.mark.clause("ICCF-LAWS-2019 4.1", "ICCF-LAWS-2019 4.2")
def test_a_move_goes_through_the_server_or_through_the_post_not_both() -> None:
    by_post = Playing(transmission=Transmission.POST)
    assert refusal(by_post, cmd.MakeMove(by=WHITE, move="e4")) == ("4.2", "not-server")
    assert refusal(Playing(), cmd.RecordMove(by=WHITE, move="e4", sent=START)) == ("4.1", "server")


@pytest.mark.clause("ICCF-LAWS-2019 6.4")
def test_no_move_before_the_start_date() -> None:
    playing = Playing(arranged=START - DAY).after(seconds=-1)
    assert refusal(playing, cmd.MakeMove(by=WHITE, move="e4")) == ("6.4", "before-start")
    playing.after(seconds=1)
    started, made = playing.ask(cmd.MakeMove(by=WHITE, move="e4"))
    assert isinstance(started, ev.Started)
    assert isinstance(made, ev.MoveMade)


@pytest.mark.clause("ICCF-LAWS-2019 6.8a")
def test_nothing_happens_before_what_has_happened() -> None:
    playing = Playing().moves("e4", days=1).after(seconds=-1)
    assert refusal(playing, cmd.Resign(by=WHITE)) == ("6.8a", "out-of-order")


def test_an_instant_needs_a_time_zone() -> None:
    playing = Playing()
    with pytest.raises(ValueError, match="time zone"):
        decide(playing.game, cmd.Resign(by=WHITE), at=START.replace(tzinfo=None))
    with pytest.raises(ValueError, match="time zone"):
        Terms(starts=START.replace(tzinfo=None), time_control=Classic())


def test_parts_of_a_second_do_not_count() -> None:
    playing = Playing().after(seconds=1.9).moves("e4")
    assert playing.last.made == START + timedelta(seconds=1)


# conditional moves


def lines(*texts: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(text.split()) for text in texts)


def conditional(playing: Playing, by: Colour, *texts: str) -> None:
    playing.ask(cmd.SetConditionals(by=by, lines=lines(*texts)))


@pytest.mark.clause("ICCF-LAWS-2019 4.1", "ICCF-LAWS-2019 6.5")
def test_a_matching_conditional_move_is_played_at_once_each_with_its_own_time() -> None:
    playing = Playing().moves("e4")
    conditional(playing, WHITE, "e5 Nf3 Nc6 Bb5", "e5 Nf3 d6 d4", "c5 c3")
    first = playing.after(days=2).ask(cmd.MakeMove(by=BLACK, move="e5"))
    assert [(event.algebraic, event.at - START, event.conditional) for event in first] == [
        ("e5", 2 * DAY, False),
        ("Nf3", 2 * DAY, True),
    ]
    assert first[1].charge.charged == timedelta(0)
    assert playing.game.white.lines == lines("b8c6 f1b5", "d7d6 d2d4")
    second = playing.after(days=3).ask(cmd.MakeMove(by=BLACK, move="d6"))
    assert [(event.algebraic, event.at - START) for event in second] == [("d6", 5 * DAY), ("d4", 5 * DAY)]
    assert playing.game.white.lines == ()
    assert clock_at(playing.game, BLACK, playing.now).left == 45 * DAY


def test_a_move_outside_the_lines_drops_them() -> None:
    playing = Playing().moves("e4")
    conditional(playing, WHITE, "e5 Nf3")
    assert len(playing.ask(cmd.MakeMove(by=BLACK, move="c5"))) == 1
    assert playing.game.white.lines == ()


def test_a_conditional_move_may_end_the_game() -> None:
    playing = Playing().moves("f3 e5")
    conditional(playing, BLACK, "g4 Qh4")
    *_, end = playing.ask(cmd.MakeMove(by=WHITE, move="g4"))
    assert (end.result, end.termination) == ("0-1", "checkmate")


def test_an_offer_is_answered_by_the_player_himself() -> None:
    playing = Playing().moves("e4 e5 Nf3")
    conditional(playing, WHITE, "Nc6 Bb5")
    (made,) = playing.ask(cmd.MakeMove(by=BLACK, move="Nc6", offer=True))
    assert made.offer
    assert playing.game.white.lines == ()
    playing.ask(cmd.AcceptOffer(by=WHITE))
    assert playing.outcome.termination == "agreement"


def test_a_failed_claim_is_an_offer_and_so_is_not_replied_to_either() -> None:
    playing = Playing().moves("e4 e5 Nf3")
    conditional(playing, WHITE, "Nc6 Bb5")
    playing.ask(cmd.ClaimDraw(by=BLACK, claim=ev.ClaimKind.REPETITION, intended="Nc6"))
    assert len(playing.game.moves) == 4
    assert playing.game.has_offer_by(BLACK)
    assert playing.game.white.lines == ()


@pytest.mark.parametrize(
    ("texts", "clause", "outcome"),
    [
        (("e5",), "4.1", "no-reply"),
        (("e5 Nf3 Nc6",), "4.1", "no-reply"),
        (("",), "4.1", "line-length"),
        ((), "4.1", "lines"),
        (("e5 Nf3", "e5 Nc3"), "4.1", "two-replies"),
        (("e5 Nf3 Nc6 Bb5", "e5 Nf3 Nc6 Bc4"), "4.1", "two-replies"),
        (("e5 e5",), "3.10.2", "in-line"),
        (("Nf3 e5",), "3.10.2", "in-line"),
        (tuple("e5 Nf3" for _ in range(65)), "4.1", "lines"),
        (("Nf6 Nf3 Ng8 Ng1 " * 16,), "4.1", "line-length"),
    ],
)
def test_lines_must_be_legal_complete_and_agree(texts: tuple[str, ...], clause: str, outcome: str) -> None:
    playing = Playing().moves("e4")
    assert refusal(playing, cmd.SetConditionals(by=WHITE, lines=lines(*texts))) == (clause, outcome)


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        (("d5 exd5", "e5 Ng3"), {"outcome": "in-line", "line": 2, "move": "Ng3"}),
        (("d5 exd5", "g8f6"), {"outcome": "no-reply", "line": 2, "move": "Nf6"}),
        (
            ("d5 exd5", "e5 Nf3 Nc6 Bb5", "e7e5 g1f3 b8c6 f1c4"),
            {"outcome": "two-replies", "line": 3, "after": "e5 Nf3 Nc6"},
        ),
        (("d5 exd5", ""), {"outcome": "line-length", "line": 2, "length": 0}),
    ],
)
def test_what_is_wrong_with_lines_names_the_line_and_the_move(texts: tuple[str, ...], facts: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        Playing().moves("e4").ask(cmd.SetConditionals(by=WHITE, lines=lines(*texts)))
    (ground,) = refused.value.grounds
    assert ground.facts.items() >= facts.items()


def test_lines_are_set_and_dropped_while_the_opponent_is_on_move() -> None:
    playing = Playing()
    assert refusal(playing, cmd.SetConditionals(by=WHITE, lines=lines("e5 Nf3"))) == ("1.1", "on-move")
    conditional(playing, BLACK, "e4 e5")
    conditional(playing, BLACK, "d4 d5")
    playing.ask(cmd.DropConditionals(by=BLACK))
    assert refusal(playing, cmd.DropConditionals(by=BLACK)) == ("4.1", "nothing-set")
    assert len(playing.ask(cmd.MakeMove(by=WHITE, move="d4"))) == 1


def test_a_conditional_move_comes_too_late_when_a_penalty_has_brought_the_flag_down() -> None:
    playing = Playing().moves("e4")
    conditional(playing, WHITE, "e5 Nf3")
    playing.ask(cmd.Penalise(director="TD", reason="conduct", colour=WHITE, days=50))
    assert len(playing.ask(cmd.MakeMove(by=BLACK, move="e5"))) == 1
    assert playing.ask(cmd.CheckTime())[0].result == "0-1"


def test_a_conditional_move_is_played_during_leave_because_it_was_made_before() -> None:
    playing = Playing().moves("e4")
    conditional(playing, WHITE, "e5 Nf3")
    playing.ask(cmd.TakeLeave(by=WHITE, first=START.date(), last=START.date() + 5 * DAY))
    playing.after(days=1).moves("e5")
    assert playing.last.algebraic == "Nf3"
