"""The journal of a game reads well: every ground of play has its sentence."""

import ast
from pathlib import Path

import pytest

import slowmate.play
from slowmate.board.moves import Colour
from slowmate.play import Transmission
from slowmate.play import commands as cmd
from slowmate.play.clocks import Classic, TripleBlock
from slowmate.play.events import ClaimKind, ClaimRejected
from slowmate.rulebook import Refused
from slowmate.words import PHRASES, say
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def journal(playing: Playing) -> list[str]:
    return [" ".join(say(ground) for ground in event.grounds) for event in playing.events]


def test_the_journal_of_a_short_game() -> None:
    playing = Playing(Classic()).moves("e4 e5", days=3, hours=4)
    playing.after(days=23).ask(cmd.MakeMove(by=WHITE, move="Nf3", offer=True))
    playing.ask(cmd.AcceptOffer(by=BLACK))
    assert journal(playing) == [
        (
            "The game and its time control are fixed in advance; it starts on 1 January 2024, 00:00 UTC "
            "and White has the first move."
        ),
        "The game started on 1 January 2024, 00:00 UTC; the clock of White runs.",
        (
            "White played e4. By the regulations of this event whole days count: 3 days 4 hours of reflection, "
            "charged 3 days, 47 days left."
        ),
        (
            "Black played e5. By the regulations of this event whole days count: 3 days 4 hours of reflection, "
            "charged 3 days, 47 days left."
        ),
        (
            "White played Nf3. White offered a draw. "
            "By the regulations of this event whole days count, and each after 20 days on one move counts twice: "
            "23 days of reflection, charged 26 days (3 days of it by doubling), 21 days left."
        ),
        "Black accepted the draw (moves by each: 1).",
    ]


def test_the_journal_of_a_flag_and_of_a_failed_claim() -> None:
    playing = Playing(TripleBlock(increment=2, bank=10)).moves("e4", days=1)
    playing.ask(cmd.ClaimDraw(by=BLACK, claim=ClaimKind.REPETITION))
    playing.after(days=60).ask(cmd.CheckTime())
    move, claim, flag = journal(playing)[2:]
    assert move == (
        "White played e4. 1 day of reflection: 49 days left. "
        "The regulations of this event add 2 days for the move: 50 days on the clock, 11 days in the bank."
    )
    assert claim.endswith(
        "The claim (repetition) is not correct; the game goes on. The claim stands as an offer of a draw by Black."
    )
    assert flag == (
        "The flag of Black fell on 21 February 2024, 00:00 UTC. Black had made 0 moves. Black loses on time."
    )


def test_names_may_be_given_to_the_colours() -> None:
    playing = Playing().moves("e4")
    names = {"white": "Ms Oak"}
    assert say(playing.events[-1].grounds[0], names=names) == "Ms Oak played e4."


def test_a_refusal_is_a_sentence() -> None:
    with pytest.raises(Refused) as refused:
        Playing(transmission=Transmission.EMAIL).ask(cmd.MakeMove(by=WHITE, move="e4"))
    assert say(refused.value.grounds[0]) == "This game is played by e-mail: a move is recorded with its dates."


def outcomes() -> set[str]:
    """Every outcome that the code of play writes into a ground or a refusal."""
    found = set()
    for path in Path(slowmate.play.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                found |= {part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)}
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == "outcome":
                        found |= {part.value for part in ast.walk(value) if isinstance(part, ast.Constant)}
    return {outcome for outcome in found if isinstance(outcome, str)}


def test_every_outcome_the_code_can_write_has_a_phrase() -> None:
    known = {key.partition("#")[2] for key in PHRASES if key.startswith(("ICCF-LAWS", "ICCF-TR 8.7(b)"))}
    written = outcomes()
    assert len(written) > 80
    assert written - known - {"-doubled"} == set()


def test_leave_reads_with_its_days() -> None:
    playing = Playing()
    playing.ask(cmd.TakeLeave(by=WHITE, first=START.date(), last=START.date()))
    said = say(playing.events[-1].grounds[0])
    assert said == "White takes leave from 1 January 2024 to 1 January 2024 (days left this year: 29)."


def test_a_reason_that_ends_with_a_full_stop_does_not_give_the_sentence_two() -> None:
    playing = Playing()
    playing.ask(cmd.Penalise(director="Ms Yew", reason="the same move twice. ", colour=WHITE, days=50))
    said = say(playing.events[-1].grounds[0])
    assert said == "Ms Yew took 50 days off the clock of White: the same move twice. Time left: no time."
    stopped = Playing().ask(cmd.StopClocks(director="Ms Yew", reason="A strike."))
    assert say(stopped[-1].grounds[0]) == "Ms Yew stopped the clocks: A strike."


@pytest.mark.parametrize("intended", [None, "Nf3"])
def test_a_count_of_one_reads_as_well_as_one_of_three(intended: str | None) -> None:
    playing = Playing()
    playing.ask(cmd.ClaimDraw(by=WHITE, claim=ClaimKind.REPETITION, intended=intended))
    said = [say(ground) for ground in next(e for e in playing.events if isinstance(e, ClaimRejected)).grounds[:2]]
    with_move = " with that move" if intended else ""
    assert said == [
        f"Times the position has occurred{with_move}: 1. Needed: 3.",
        "Times the position counts as having occurred: 1. Needed: 3.",
    ]
