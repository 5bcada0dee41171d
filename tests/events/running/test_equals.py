"""Of players whom no tie-break sets apart the commissioner chooses some, and of nobody else."""

from datetime import date

import pytest

from slowmate.events.entry.entrants import PastResult
from slowmate.events.organising.offices import Actor
from slowmate.events.running.equals import choose_of_equals
from slowmate.rulebook import Refused
from tests.support.entrants import PRELIMINARY, past

ENDED = date(2019, 5, 10)
RESULTS: dict[str, PastResult] = {
    "1": past(PRELIMINARY, 1, "9", ENDED),
    "2": past(PRELIMINARY, (2, 3), "8", ENDED),
    "3": past(PRELIMINARY, (2, 3), "8", ENDED),
    **{str(player): past(PRELIMINARY, (4, 7), "7", ENDED) for player in (4, 5, 6, 7)},
}


def chosen(*players: str, actor: Actor = Actor.TTC, reason: str = "by lot") -> dict[str, tuple[int, int]]:
    ruling = choose_of_equals(RESULTS, players, actor=actor, by="Jana", on=ENDED, reason=reason)
    return {player: (places.best, places.worst) for player, places in ruling.value.items()}


@pytest.mark.clause("ICCF-TR-2017 7.5")
def test_who_is_chosen_comes_before_the_others_and_these_share_the_rest() -> None:
    assert chosen("3") == {"3": (2, 2), "2": (3, 3)}
    assert chosen("6") == {"6": (4, 4), "4": (5, 7), "5": (5, 7), "7": (5, 7)}
    assert chosen("4", "7") == {"4": (4, 5), "7": (4, 5), "5": (6, 7), "6": (6, 7)}


@pytest.mark.clause("ICCF-TR-2017 7.5")
@pytest.mark.parametrize("players", [("1",), ("2", "3"), ("2", "4"), ("1", "2"), ("4", "4"), ("9",), ()])
def test_some_but_not_all_are_chosen_of_those_who_are_level_with_each_other(players: tuple[str, ...]) -> None:
    with pytest.raises(Refused):
        chosen(*players)


@pytest.mark.clause("ICCF-TR-2017 7.5")
def test_a_director_may_not_choose_and_every_choice_has_a_reason() -> None:
    with pytest.raises(Refused):
        chosen("2", actor=Actor.DIRECTOR)
    with pytest.raises(Refused):
        chosen("2", reason=" ")
