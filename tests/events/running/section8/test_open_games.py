"""What becomes of the games of a player who leaves (8.3 to 8.5, 8.7(c))."""

import pytest

from slowmate.events.running.section8 import open_games
from slowmate.events.running.section8.open_games import Cause, Measure
from slowmate.records import KINDS
from slowmate.rulebook import Refused
from tests.events.running.section8.seats import E2017, LAST_2016, ON, seat


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.4/4", "ICCF-TR-2017 8.5/1", "ICCF-TR-2017 8.7(c)")
@pytest.mark.parametrize(
    ("cause", "kind", "played", "untouched"),
    [
        (Cause.ACCEPTED, "open-class", Measure.ADJUDICATE, Measure.CANCEL),
        (Cause.NOT_ACCEPTED, "open-class", Measure.DEFAULT, Measure.DEFAULT),
        (Cause.SILENT, "open-class", Measure.DEFAULT, Measure.DEFAULT),
        (Cause.DEATH, "open-class", Measure.ADJUDICATE, Measure.ADJUDICATE),
        (Cause.SILENT, "olympiad-final", Measure.SUBSTITUTE, Measure.SUBSTITUTE),
        (Cause.DEATH, "olympiad-final", Measure.SUBSTITUTE, Measure.SUBSTITUTE),
    ],
)
def test_every_game_of_a_leaver_has_a_proposal_and_finished_ones_stand(
    cause: Cause, kind: str, played: Measure, untouched: Measure
) -> None:
    proposals = open_games.propose_games(cause, seat("here", kind)).value
    assert [(one.game, one.proposed) for one in proposals] == [("1", Measure.STANDS), ("2", played), ("3", untouched)]
    assert proposals[0].options == (Measure.STANDS,)
    assert all(one.proposed in one.options for one in proposals)
    assert (Measure.SUBSTITUTE in proposals[1].options) is KINDS[kind].teams


@pytest.mark.clause("ICCF-TR-2017 8.7(c)", "ICCF-TR-2016 8.7(c)")
def test_after_a_death_there_is_adjudication_or_a_substitute_and_nothing_else() -> None:
    for start in (LAST_2016, E2017):
        alone = open_games.propose_games(Cause.DEATH, seat("here", start=start)).value
        assert alone[1].options == (Measure.ADJUDICATE,)
        team = open_games.propose_games(Cause.DEATH, seat("here", "olympiad-final", start)).value
        assert set(team[1].options) == {Measure.ADJUDICATE, Measure.SUBSTITUTE}


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
def test_the_director_confirms_every_game_and_explains_each_change_of_a_proposal() -> None:
    here = seat("here")
    as_proposed = open_games.confirm_games(Cause.SILENT, here, director="d", on=ON).value
    assert as_proposed == {"1": Measure.STANDS, "2": Measure.DEFAULT, "3": Measure.DEFAULT}
    chosen = open_games.confirm_games(Cause.SILENT, here, {"2": Measure.ADJUDICATE}, director="d", on=ON, reason="won")
    assert chosen.value == as_proposed | {"2": Measure.ADJUDICATE}
    assert chosen.grounds[0].facts["changed"] == ["2"]


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
@pytest.mark.parametrize(
    ("choice", "reason", "outcome"),
    [
        ({"2": Measure.ADJUDICATE}, " ", "unexplained"),
        ({"1": Measure.CANCEL}, "unfair", "no-such-choice"),
        ({"2": Measure.SUBSTITUTE}, "a friend", "no-such-choice"),
        ({"99": Measure.CANCEL}, "whose?", "no-such-choice"),
    ],
)
def test_no_finished_or_foreign_game_is_touched_and_nothing_goes_unexplained(
    choice: dict[str, Measure], reason: str, outcome: str
) -> None:
    with pytest.raises(Refused) as refusal:
        open_games.confirm_games(Cause.SILENT, seat("here"), choice, director="d", on=ON, reason=reason)
    assert refusal.value.grounds[0].facts["outcome"] == outcome
