"""Sections 8.4/6 to 8.4/8, 8.5/4, 8.6: bonds."""

from datetime import date

import pytest

from slowmate.events.organising.offices import Actor
from slowmate.events.running.section8 import bonds
from slowmate.events.running.section8.bonds import BondedEvent, PastWithdrawal
from slowmate.records import Status
from slowmate.rulebook import Refused

E2017 = date(2017, 4, 1)
LEFT = PastWithdrawal(Status.WITHDRAWN, date(2017, 6, 1), E2017)
SILENT = PastWithdrawal(Status.SILENT, date(2017, 6, 1), E2017)
AGAIN = PastWithdrawal(Status.WITHDRAWN, date(2021, 6, 1), date(2020, 1, 1))
REGULAR = BondedEvent("7", date(2018, 6, 2), date(2020, 3, 1), regular=True)


@pytest.mark.clause("ICCF-TR-2017 8.4/6", "ICCF-TR-2017 8.5/4", "ICCF-TR-2017 8.6")
@pytest.mark.parametrize(
    ("register", "bonded", "on", "owed"),
    [
        ((), (), date(2022, 1, 1), None),
        ((PastWithdrawal(Status.WITHDRAWN_ACCEPTED, date(2017, 6, 1), E2017),), (), date(2022, 1, 1), None),
        ((LEFT,), (), date(2018, 6, 1), LEFT),
        ((SILENT,), (), date(2018, 6, 1), SILENT),
        ((LEFT,), (REGULAR,), date(2020, 2, 29), LEFT),
        ((LEFT,), (REGULAR,), date(2020, 3, 1), None),
        ((LEFT,), (BondedEvent("7", date(2018, 6, 2), date(2020, 3, 1)),), date(2022, 1, 1), LEFT),
        ((LEFT,), (BondedEvent("7", date(2018, 6, 2)),), date(2022, 1, 1), LEFT),
        ((LEFT, AGAIN), (REGULAR,), date(2022, 6, 1), AGAIN),
        ((LEFT, AGAIN), (REGULAR, BondedEvent("8", date(2022, 6, 1), date(2024, 1, 1), regular=True)),
         date(2024, 1, 1), None),
        ((LEFT, AGAIN), (BondedEvent("8", date(2020, 1, 1), date(2021, 7, 1), regular=True),), date(2022, 6, 1), AGAIN),
    ],
)  # fmt: skip
def test_a_bond_is_owed_for_the_last_withdrawal_until_an_event_entered_under_one_ends_regularly(
    register: tuple[PastWithdrawal, ...],
    bonded: tuple[BondedEvent, ...],
    on: date,
    owed: PastWithdrawal | None,
) -> None:
    assert bonds.bond_owed(register, bonded, on=on).value == owed


@pytest.mark.clause("ICCF-TR-2017 8.4/6", "ICCF-TR-2017 8.4/8", "ICCF-TR-2017 8.5/4")
@pytest.mark.parametrize(("owed", "cited"), [(LEFT, "8.4/6"), (SILENT, "8.5/4")])
def test_a_bond_is_at_least_double_the_fee_and_the_office_is_told(owed: PastWithdrawal, cited: str) -> None:
    paid = bonds.bond_for(owed, 20, 40, office=Actor.NTTC)
    assert (paid.value, paid.grounds[1].facts["tell"]) == (40, [Actor.NTTC.value])
    with pytest.raises(Refused) as refusal:
        bonds.bond_for(owed, 20, 39, office=Actor.NTTC)
    assert refusal.value.grounds[0].clause.address == cited


@pytest.mark.clause("ICCF-TR-2017 8.4/6")
def test_a_free_entry_under_bond_is_referred_to_the_office_of_the_event() -> None:
    facts = bonds.bond_for(LEFT, 0, 0, office=Actor.NTTC).grounds[0].facts
    assert (facts["outcome"], facts["to"]) == ("refer", Actor.NTTC.value)


@pytest.mark.clause("ICCF-TR-2017 8.4/7")
def test_a_bond_goes_back_to_a_regular_player_and_is_divided_otherwise() -> None:
    assert bonds.settle_bond(40, 12, regular=True, start=E2017).value == {"player": 40, "ICCF": 0, "federation": 0}
    assert bonds.settle_bond(40, 12, regular=False, start=E2017).value == {"player": 0, "ICCF": 12, "federation": 28}
    assert bonds.settle_bond(10, 12, regular=False, start=E2017).value == {"player": 0, "ICCF": 10, "federation": 0}
