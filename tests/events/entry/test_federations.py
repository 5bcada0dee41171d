"""Sections 13 and 15: federations, transfers, appeals."""

from datetime import date
from typing import Any

import pytest

from slowmate.events.entry import federations
from slowmate.events.organising.offices import Actor, take_step
from slowmate.rulebook import Refused

ON_2016, ON_2017 = date(2016, 6, 1), date(2017, 6, 1)


@pytest.mark.clause("ICCF-TR-2017 13.1", "ICCF-TR-2016 13.1")
def test_a_player_belongs_where_he_is_a_citizen_or_lives() -> None:
    lives: dict[str, Any] = {"citizen": "NED", "resident": "GER"}
    for federation in ("NED", "GER"):
        assert federations.may_belong(federation, **lives, on=ON_2017).value
    assert not federations.may_belong("BRA", **lives, on=ON_2017).value
    assert federations.may_belong("BRA", **lives, on=ON_2017, confirmed=True).value
    assert federations.may_belong("GER", **lives, is_permanent=False, on=ON_2017).value
    assert not federations.may_belong("GER", **lives, is_permanent=False, on=ON_2016).value


@pytest.mark.clause("ICCF-TR-2017 13.2", "ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.4")
def test_a_transfer_needs_both_consents_or_arbitration() -> None:
    one = take_step(federations.TRANSFER, "asked", "consent", actor=Actor.DELEGATE).value
    both = take_step(federations.TRANSFER, one, "consent", actor=Actor.DELEGATE).value
    assert (one, both) == ("one consents", "approved")
    assert take_step(federations.TRANSFER, both, "notify", actor=Actor.DELEGATE).value == "transferred"
    objected = take_step(federations.TRANSFER, one, "object", actor=Actor.DELEGATE).value
    appealed = take_step(federations.TRANSFER, objected, "appeal", actor=Actor.PLAYER).value
    assert take_step(federations.TRANSFER, appealed, "allow", actor=Actor.ARBITRATION).value == "approved"
    with pytest.raises(Refused):
        take_step(federations.TRANSFER, appealed, "allow", actor=Actor.DELEGATE)


@pytest.mark.clause("ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.3/2")
def test_number_and_history_stay_with_the_player() -> None:
    ruling = federations.transfer_changes("123456", "NED", "GER", on=ON_2017)
    assert (ruling.value["player"], ruling.value["federation"]) == ("123456", "GER")
    assert ruling.grounds[2].facts["kept"] == ["number", "rating history"]


@pytest.mark.clause("ICCF-TR-2017 13.4")
def test_the_word_of_arbitration_is_final() -> None:
    assert federations.may_appeal_again(decided=None).value
    with pytest.raises(Refused):
        federations.may_appeal_again(decided=date(2017, 8, 1))


@pytest.mark.clause("ICCF-TR-2017 15", "ICCF-TR-2017 13.4")
def test_appeals_go_to_the_commission_for_these_rules_transfers_to_arbitration() -> None:
    assert federations.appeal_to("4.7/1").value is Actor.APPEALS
    assert federations.appeal_to("13.2").value is Actor.ARBITRATION
    assert take_step(federations.APPEALS, "appealed", "admit", actor=Actor.APPEALS).value == "heard"
    assert take_step(federations.APPEALS, "heard", "allow", actor=Actor.APPEALS).value == "allowed"
    with pytest.raises(Refused):
        take_step(federations.APPEALS, "heard", "allow", actor=Actor.DIRECTOR)
