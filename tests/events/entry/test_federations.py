"""Sections 13 and 15: federations, transfers, appeals."""

from datetime import date
from typing import Any

import pytest

from slowmate.events.entry import federations
from slowmate.events.organising.offices import Acting, Actor, Case, take_step
from slowmate.records import Player
from slowmate.rulebook import Refused

ON_2016, ON_2017 = date(2016, 6, 1), date(2017, 6, 1)


@pytest.mark.clause("ICCF-TR-2017 13.1", "ICCF-TR-2016 13.1")
def test_a_player_belongs_to_the_country_of_citizenship_or_residence() -> None:
    lives: dict[str, Any] = {"citizen": "NED", "resident": "GER"}
    for federation in ("NED", "GER"):
        assert federations.may_belong(federation, **lives, on=ON_2017).value
    assert not federations.may_belong("BRA", **lives, on=ON_2017).value
    assert federations.may_belong("BRA", **lives, on=ON_2017, confirmed=True).value
    assert federations.may_belong("GER", **lives, is_permanent=False, on=ON_2017).value
    assert not federations.may_belong("GER", **lives, is_permanent=False, on=ON_2016).value


ASKED = Case("asked", ON_2017, {"player": "17", "old federation": "NED", "new federation": "GER"})
OLD, NEW, PLAYER = Acting(Actor.DELEGATE, "NED"), Acting(Actor.DELEGATE, "GER"), Acting(Actor.PLAYER, "17")
LIVES_THERE = {"belongs": federations.may_belong("GER", citizen="NED", resident="GER", on=ON_2017)}
HAS_NOT_MOVED = {"belongs": federations.may_belong("GER", citizen="NED", resident="NED", on=ON_2017)}


def walked(case: Case, *steps: tuple[str, Acting]) -> Case:
    for action, by in steps:
        case = take_step(federations.TRANSFER, case, action, by=by, rulings=LIVES_THERE).value
    return case


@pytest.mark.clause("ICCF-TR-2017 13.2", "ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.4")
def test_a_transfer_needs_both_federations_in_either_order_or_arbitration() -> None:
    approved = walked(ASKED, ("release", OLD), ("admit", NEW))
    assert approved == walked(ASKED, ("admit", NEW), ("release", OLD))
    assert walked(approved, ("notify", NEW)).state == "transferred"
    objected = walked(ASKED, ("admit", NEW), ("object", OLD))
    assert objected == walked(ASKED, ("object", OLD))
    heard = walked(objected, ("appeal", PLAYER))
    assert walked(heard, ("allow", Acting(Actor.ARBITRATION))).state == "approved"
    assert walked(heard, ("dismiss", Acting(Actor.ARBITRATION))).state == "dismissed"


@pytest.mark.clause("ICCF-TR-2017 13.2", "ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.4")
@pytest.mark.parametrize(
    ("before", "action", "by", "outcome"),
    [
        ([], "admit", OLD, "wrong-party"),
        ([], "release", NEW, "wrong-party"),
        ([("release", OLD)], "admit", OLD, "wrong-party"),
        ([("release", OLD)], "release", OLD, "no-such-step"),
        ([("release", OLD)], "object", OLD, "wrong-party"),
        ([], "object", Acting(Actor.DELEGATE, "POL"), "wrong-party"),
        ([], "release", PLAYER, "not-entitled"),
        ([("release", OLD), ("admit", NEW)], "notify", OLD, "wrong-party"),
        ([("object", OLD)], "appeal", Acting(Actor.PLAYER, "18"), "wrong-party"),
        ([("object", OLD), ("appeal", PLAYER)], "allow", NEW, "not-entitled"),
        ([("object", OLD), ("appeal", PLAYER), ("dismiss", Acting(Actor.ARBITRATION))], "appeal", PLAYER,
         "no-such-step"),
    ],
)  # fmt: skip
def test_no_federation_speaks_for_the_other_or_twice(
    before: list[tuple[str, Acting]], action: str, by: Acting, outcome: str
) -> None:
    with pytest.raises(Refused) as refusal:
        walked(walked(ASKED, *before), (action, by))
    assert refusal.value.grounds[0].facts["outcome"] == outcome


@pytest.mark.clause("ICCF-TR-2017 13.1", "ICCF-TR-2017 13.2")
def test_a_federation_admits_only_players_who_belong_to_it() -> None:
    with pytest.raises(Refused) as refusal:
        take_step(federations.TRANSFER, ASKED, "admit", by=NEW, rulings=HAS_NOT_MOVED)
    assert refusal.value.grounds[0].clause.address == "13.1"


@pytest.mark.clause("ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.3/2")
def test_number_and_rating_stay_with_the_player() -> None:
    player = Player("123456", "Van Dijk", "NED", title="SIM", rating=2512, games=340)
    ruling = federations.transferred(player, "GER", on=ON_2017)
    assert ruling.value == Player("123456", "Van Dijk", "GER", title="SIM", rating=2512, games=340)
    assert ruling.grounds[1].facts["tell"] == Actor.RATINGS.value


@pytest.mark.clause("ICCF-TR-2017 15", "ICCF-TR-2017 13.4")
def test_appeals_go_to_the_commission_for_these_rules_transfers_to_arbitration() -> None:
    assert federations.appeal_to("4.7/1").value is Actor.APPEALS
    assert federations.appeal_to("13.2").value is Actor.ARBITRATION
    decided = Case("decided", ON_2017, {"player": "17"})
    commission = Acting(Actor.APPEALS)
    appealed = take_step(federations.APPEALS, decided, "appeal", by=PLAYER).value
    heard = take_step(federations.APPEALS, appealed, "admit", by=commission).value
    assert take_step(federations.APPEALS, heard, "allow", by=commission).value.state == "allowed"
    for stranger in (Acting(Actor.PLAYER, "18"), Acting(Actor.DIRECTOR)):
        with pytest.raises(Refused):
            take_step(federations.APPEALS, decided, "appeal", by=stranger)
        with pytest.raises(Refused):
            take_step(federations.APPEALS, heard, "allow", by=stranger)
