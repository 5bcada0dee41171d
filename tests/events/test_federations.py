"""Sections 13 and 15: federations, transfers, appeals."""

from datetime import date

import pytest

from slowmate.events import federations
from slowmate.events.offices import Office, take
from slowmate.rulebook import Refused

ON_2016, ON_2017 = date(2016, 6, 1), date(2017, 6, 1)


@pytest.mark.clause("ICCF-TR-2017 13.1", "ICCF-TR-2016 13.1")
def test_a_player_belongs_where_he_is_a_citizen_or_lives() -> None:
    lives = {"citizen": "NED", "resident": "GER"}
    for federation in ("NED", "GER"):
        assert federations.may_belong(federation, **lives, on=ON_2017).value
    assert not federations.may_belong("BRA", **lives, on=ON_2017).value
    assert federations.may_belong("BRA", **lives, on=ON_2017, confirmed=True).value
    assert federations.may_belong("GER", **lives, is_permanent=False, on=ON_2017).value
    assert not federations.may_belong("GER", **lives, is_permanent=False, on=ON_2016).value


@pytest.mark.clause("ICCF-TR-2017 13.2", "ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.4")
def test_a_transfer_needs_both_consents_or_arbitration() -> None:
    one = take(federations.TRANSFER, "asked", "consent", office=Office.DELEGATE).value
    both = take(federations.TRANSFER, one, "consent", office=Office.DELEGATE).value
    assert (one, both) == ("one consents", "approved")
    assert take(federations.TRANSFER, both, "notify", office=Office.DELEGATE).value == "transferred"
    objected = take(federations.TRANSFER, one, "object", office=Office.DELEGATE).value
    appealed = take(federations.TRANSFER, objected, "appeal", office=Office.PLAYER).value
    assert take(federations.TRANSFER, appealed, "allow", office=Office.ARBITRATION).value == "approved"
    with pytest.raises(Refused):
        take(federations.TRANSFER, appealed, "allow", office=Office.DELEGATE)


@pytest.mark.clause("ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.3/2")
def test_number_and_history_stay_with_the_player() -> None:
    ruling = federations.transferred("123456", "NED", "GER", on=ON_2017)
    assert (ruling.value["player"], ruling.value["federation"]) == ("123456", "GER")
    assert ruling.grounds[2].facts["kept"] == ["number", "rating history"]


@pytest.mark.clause("ICCF-TR-2017 13.4")
def test_the_word_of_arbitration_is_final() -> None:
    assert federations.may_appeal_again(decided=None).value
    with pytest.raises(Refused):
        federations.may_appeal_again(decided=date(2017, 8, 1))


@pytest.mark.clause("ICCF-TR-2017 15", "ICCF-TR-2017 13.4")
def test_appeals_go_to_the_commission_for_these_rules_transfers_to_arbitration() -> None:
    assert federations.appeal_to("4.7/1").value is Office.APPEALS
    assert federations.appeal_to("13.2").value is Office.ARBITRATION
    assert take(federations.APPEALS, "appealed", "admit", office=Office.APPEALS).value == "heard"
    assert take(federations.APPEALS, "heard", "allow", office=Office.APPEALS).value == "allowed"
    with pytest.raises(Refused):
        take(federations.APPEALS, "heard", "allow", office=Office.DIRECTOR)
