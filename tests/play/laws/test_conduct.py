"""Article 13: conduct, and the scale of its penalties."""

import pytest

from slowmate.board.moves import Colour
from slowmate.play import commands as cmd
from slowmate.play import proposals
from slowmate.play.events import Misconduct, Penalty
from slowmate.play.laws.conduct import PENALTIES, after_report, next_step
from slowmate.play.proposals import Proposal, Request, RequestKind
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.words import say
from tests.support.games import Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
EXAMPLES = {
    Misconduct.COLLUSION: "a",
    Misconduct.WITHDRAWAL: "b",
    Misconduct.ABUSE: "c",
    Misconduct.SLOW_PLAY: "d",
    Misconduct.OFFERS: "e",
}


def judged(what: Misconduct, penalty: Penalty, *, earlier: int = 0, days: int | None = None) -> cmd.JudgeConduct:
    return cmd.JudgeConduct(
        director="TD", reason="seen by all", colour=WHITE, what=what, penalty=penalty, earlier=earlier, days=days
    )


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


@pytest.mark.clause(
    "ICCF-LAWS-2019 13.3.2.1",
    "ICCF-LAWS-2019 13.3.2.2",
    *(f"ICCF-LAWS-2019 13.3.2.3({letter})" for letter in "abcde"),
)
@pytest.mark.parametrize(("what", "example"), EXAMPLES.items())
def test_serious_behaviour_brings_a_penalty_at_once(what: Misconduct, example: str) -> None:
    ruling = after_report(what, earlier=0)
    assert ruling.value == PENALTIES[1:]
    cited = [ground.clause.address for ground in ruling.grounds]
    assert cited == [f"13.3.2.3({example})", "13.3.2.1", "13.3.2.2"]


@pytest.mark.clause("ICCF-LAWS-2019 13.3.1", "ICCF-LAWS-2019 13.3.2")
def test_words_bring_a_warning_first_and_penalties_when_repeated() -> None:
    assert after_report(Misconduct.WORDS, earlier=0).value == (Penalty.WARNING,)
    again = after_report(Misconduct.WORDS, earlier=1)
    assert again.value == PENALTIES[1:]
    assert [ground.clause.address for ground in again.grounds] == ["13.3.1", "13.3.2", "13.3.2.1", "13.3.2.2"]


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: penalties", "ICCF-LAWS-2019 13.3.2.2")
@pytest.mark.parametrize(
    ("what", "earlier", "step"),
    [
        (Misconduct.WORDS, 0, "warning"),
        (Misconduct.WORDS, 1, "penalty days"),
        (Misconduct.WORDS, 4, "suspension"),
        (Misconduct.WORDS, 40, "suspension"),
        (Misconduct.ABUSE, 0, "penalty days"),
        (Misconduct.ABUSE, 1, "loss of the game"),
        (Misconduct.ABUSE, 3, "suspension"),
    ],
)
def test_the_scale_ascends_by_severity_and_by_what_was_found_before(what: Misconduct, earlier: int, step: str) -> None:
    assert next_step(what, earlier=earlier) == step
    assert step in after_report(what, earlier=earlier).value


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.2")
def test_a_first_word_out_of_place_cannot_cost_the_game() -> None:
    playing = Playing().moves("e4")
    for penalty in PENALTIES[1:]:
        assert refusal(playing, judged(Misconduct.WORDS, penalty, days=5)) == ("13.3.2.2", "not-open")
    assert refusal(playing, judged(Misconduct.WORDS, Penalty.WARNING, earlier=1)) == ("13.3.2.2", "not-open")


@pytest.mark.clause("ICCF-LAWS-2019 13.3.1")
def test_a_warning_changes_neither_board_nor_clock_and_says_who_and_why() -> None:
    playing = Playing().moves("e4", days=2)
    before = playing.left(WHITE)
    (found,) = playing.ask(judged(Misconduct.WORDS, Penalty.WARNING))
    assert (found.colour, found.what, found.earlier, found.penalty) == (WHITE, "objectionable words", 0, "warning")
    assert (playing.left(WHITE), playing.game.outcome) == (before, None)
    assert say(found.grounds[-1]) == "TD found against White: objectionable words (seen by all). Penalty: warning."


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.1")
def test_penalty_days_are_taken_off_the_clock_and_need_their_number() -> None:
    playing = Playing().moves("e4")
    before = playing.left(WHITE)
    assert refusal(playing, judged(Misconduct.ABUSE, Penalty.DAYS)) == ("Glossary: penalties", "no-days")
    playing.ask(judged(Misconduct.ABUSE, Penalty.DAYS, days=5))
    assert (before - playing.left(WHITE)).days == 5


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.1")
def test_the_loss_of_the_game_ends_it_and_is_no_penalty_once_it_is_over() -> None:
    playing = Playing().moves("e4")
    playing.ask(judged(Misconduct.COLLUSION, Penalty.LOSS))
    assert playing.game.outcome is not None
    assert playing.game.outcome.result is Result.BLACK_WINS
    for penalty in (Penalty.DAYS, Penalty.LOSS):
        assert refusal(playing, judged(Misconduct.ABUSE, penalty, days=5)) == ("Glossary: result", "over")
    (found,) = playing.ask(judged(Misconduct.ABUSE, Penalty.SUSPENSION))
    assert found.penalty is Penalty.SUSPENSION


def proposed(what: Misconduct | None, *, earlier: int = 0, offers: int = 0) -> Proposal:
    request = Request(RequestKind.CONDUCT, BLACK, misconduct=what, earlier=earlier, offers=offers, moves=6)
    playing = Playing().moves("e4")
    return proposals.on_request(playing.game, request, at=playing.now)


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.3(e)")
@pytest.mark.parametrize(("offers", "penalty"), [(0, None), (1, None), (2, "penalty days"), (6, "penalty days")])
def test_repeated_offers_are_proposed_for_a_penalty_and_a_single_one_is_not(offers: int, penalty: str | None) -> None:
    found = proposed(Misconduct.OFFERS, offers=offers)
    assert say(found.grounds[0]) == f"White offered a draw with {offers} of the last 6 own moves."
    assert found.filled.get("penalty") == penalty
    assert list(found.either) == (["judge-conduct"] if penalty else [])


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2")
def test_what_was_found_before_raises_the_step_that_is_proposed() -> None:
    assert proposed(Misconduct.WORDS, earlier=2).filled == {
        "colour": "white",
        "misconduct": "objectionable words",
        "penalty": "loss of the game",
    }
    assert proposed(None).grounds == ()
