"""Section 14: showing one's own unfinished games."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.organising.offices import Actor, record_decision
from slowmate.events.running import live_display
from slowmate.events.running.live_display import Display
from slowmate.rulebook import Refused

LONG = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")
OTHER = ("d2d4", "d7d5")
GOOD = Display({"1": LONG, "2": OTHER}, {"1": 2}, "example.org/g", date(2017, 6, 12), {"1": date(2017, 6, 1)})
E2016, E2017 = date(2016, 6, 1), date(2017, 4, 1)


def refused(display: Display, *, forbidden: bool = False) -> list[str]:
    with pytest.raises(Refused) as refusal:
        live_display.may_display(display, forbidden=forbidden)
    return [ground.clause.address for ground in refusal.value.grounds]


@pytest.mark.clause(*(f"ICCF-TR-2017 14/{number}" for number in range(1, 7)))
def test_all_five_conditions_allow_it() -> None:
    assert live_display.may_display(GOOD).value
    assert len(live_display.may_display(GOOD).grounds) == 6


@pytest.mark.clause(*(f"ICCF-TR-2017 14/{number}" for number in range(1, 7)))
def test_each_condition_that_fails_is_named() -> None:
    assert refused(GOOD, forbidden=True) == ["14/1"]
    assert refused(replace(GOOD, games={"1": LONG, "2": LONG[:6]})) == ["14/2"]
    assert refused(replace(GOOD, games={"1": LONG, "2": LONG})) == ["14/2"]
    three = {"1": LONG, "2": LONG[:2], "3": (*LONG[:2], "d2d4"), "4": OTHER}
    with pytest.raises(Refused) as refusal:
        live_display.may_display(replace(GOOD, games=three))
    assert refusal.value.grounds[0].facts["alike"] == ["1", "2", "3"]
    assert refused(replace(GOOD, shown={"1": 3})) == ["14/3"]
    assert refused(replace(GOOD, url=" ")) == ["14/4"]
    assert refused(replace(GOOD, updated=None)) == ["14/5"]
    assert refused(replace(GOOD, consents={})) == ["14/6"]
    assert refused(Display({"1": LONG}, {"1": 8})) == ["14/3", "14/4", "14/5", "14/6"]


@pytest.mark.clause("ICCF-TR-2017 14/3")
@pytest.mark.parametrize(("played", "shown"), [(40, 34), (39, 33), (6, 0), (5, 0), (0, 0)])
def test_three_moves_of_each_side_stay_hidden(played: int, shown: int) -> None:
    assert live_display.shown_plies(played).value == shown


@pytest.mark.clause(
    "ICCF-TR-2017 14/7", "ICCF-TR-2017 14/8", "ICCF-TR-2017 14/9", "ICCF-TR-2017 14/10", "ICCF-TR-2016 14/9"
)
@pytest.mark.parametrize(
    ("start", "here", "elsewhere", "kind"),
    [
        (E2017, 0, 0, "correct"),
        (E2017, 1, 0, "penalty"),
        (E2017, 2, 0, "disqualified"),
        (E2017, 0, 1, "correct"),
        (E2016, 0, 1, "penalty"),
        (E2016, 0, 0, "correct"),
    ],
)
def test_violations_escalate(start: date, here: int, elsewhere: int, kind: str) -> None:
    games, unfinished = ("1", "2", "3"), ("2", "3")
    sanction = live_display.after_violation(
        here=here, elsewhere=elsewhere, games=games, unfinished=unfinished, start=start
    ).value
    assert sanction.kind == kind
    assert sanction.days == (10 if kind == "penalty" else 0)
    assert sanction.games == {"correct": (), "penalty": games, "disqualified": unfinished}[kind]


@pytest.mark.clause("ICCF-TR-2017 14/11")
def test_repeated_violations_in_various_tournaments_may_bring_a_ban() -> None:
    decided = date(2017, 6, 1)
    assert live_display.ban_until(2, decided=decided).value == date(2019, 6, 1)
    with pytest.raises(Refused):
        live_display.ban_until(1, decided=decided)
    assert (
        record_decision(live_display.BANNING, actor=Actor.WTD, by="W", on=decided, reason="twice").value.actor
        is Actor.WTD
    )
