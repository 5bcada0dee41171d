"""Section 1.1: how a tournament must be run."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from slowmate.records import KINDS, ClockSetting, Director, Event, FideCategory, FideTerms
from slowmate.titles.fide import administration
from tests.support.fide import player

START = date(2018, 5, 31)


def event(terms: FideTerms | None = None, **changes: Any) -> Event:
    players = tuple(player(f"p{number}", "GM GER 2500") for number in range(6))
    plain = Event("Open", KINDS["fide-swiss"], START, players, (), director=Director("Arbiter", "IA"), fide=terms)
    return replace(plain, **changes)


def verdicts(tournament: Event) -> dict[str, bool]:
    return {one.ground.clause.address: one.holds for one in administration.administration(tournament)}


@pytest.mark.clause("FIDE-TITLES-2017 1.11/1", "FIDE-TITLES-2017 1.42g")
@pytest.mark.parametrize(
    ("changes", "approvals", "address", "holds"),
    [
        (("composition",), {}, "1.11/1", False),
        (("composition",), {"composition": START}, "1.11/1", True),
        (("conditions",), {"composition": START}, "1.11/1", False),
        (("rounds",), {}, "1.42g", False),
        (("order",), {}, "1.42g", False),
        (("opponents",), {}, "1.42g", False),
    ],
)
def test_a_tournament_that_is_changed_while_it_runs_is_not_valid(
    changes: tuple[str, ...], approvals: dict[str, date], address: str, holds: bool
) -> None:
    assert verdicts(event(FideTerms(changes=changes, approvals=approvals)))[address] is holds
    assert {"1.11/1", "1.42g"}.isdisjoint(verdicts(event(FideTerms())))


@pytest.mark.clause("FIDE-TITLES-2017 1.11/2", "FIDE-TITLES-2017 1.9", "FIDE-QC-2016 S1/2.3", "FIDE-QC-2016 S2/30days")
def test_a_tournament_is_registered_thirty_days_ahead() -> None:
    in_time = verdicts(event(FideTerms(registered=date(2018, 5, 1))))
    assert in_time == {"1.9": True, "1.11/2": True, "1.16/1": True, "1.17": True}
    late = verdicts(event(FideTerms(registered=date(2018, 5, 2))))
    assert (late["1.11/2"], late["S1/2.3"], late["S2/30days"]) == (False, False, False)
    approved = FideTerms(registered=date(2018, 5, 20), approvals={"registration": date(2018, 5, 19)})
    assert verdicts(event(approved))["1.11/2"]
    afterwards = FideTerms(registered=date(2018, 5, 20), approvals={"registration": START})
    assert not verdicts(event(afterwards))["1.11/2"]


@pytest.mark.clause("FIDE-TITLES-2017 1.12", "FIDE-TITLES-2017 1.13/1")
@pytest.mark.parametrize(
    ("rounds", "clock", "two_rounds", "hours"),
    [
        (1, ClockSetting(90, 30), True, True),
        (2, ClockSetting(90, 30), True, True),
        (3, ClockSetting(90, 30), False, True),
        (2, ClockSetting(150, 30), True, True),
        (2, ClockSetting(151, 30), True, False),
        (3, ClockSetting(120), False, True),
    ],
)
def test_two_rounds_and_twelve_hours_a_day_at_most(
    rounds: int, clock: ClockSetting, two_rounds: bool, hours: bool
) -> None:
    dates = (START,) * rounds + (START + timedelta(days=1),)
    found = verdicts(event(FideTerms(clocks=(clock,)), round_dates=dates))
    assert (found["1.13/1"], found["1.12"]) == (two_rounds, hours)


def test_a_game_of_sixty_moves_takes_the_time_of_both() -> None:
    assert administration.game_hours(ClockSetting(90, 30)) == 4
    assert administration.game_hours(ClockSetting(100, 15)) == Fraction(23, 6)


@pytest.mark.clause("FIDE-TITLES-2017 1.13/2", "FIDE-TITLES-2017 1.13/3")
@pytest.mark.parametrize(
    ("clock", "start", "disabled", "address", "holds"),
    [
        (ClockSetting(90, 30), START, False, "1.13/2", True),
        (ClockSetting(89, 30), START, False, "1.13/2", False),
        (ClockSetting(110, 30), START, False, "1.13/2", True),
        (ClockSetting(120), date(2020, 5, 1), False, "1.13/3", True),
        (ClockSetting(119), date(2020, 5, 1), False, "1.13/3", False),
        (ClockSetting(120), date(2021, 6, 30), False, "1.13/3", True),
        (ClockSetting(120), date(2021, 7, 1), False, "1.13/3", False),
        (ClockSetting(120), date(2021, 7, 1), True, "1.13/3", True),
        (ClockSetting(100, 20), START, False, "1.13/3", False),
        (ClockSetting(90, 29), START, False, "1.13/3", False),
        (ClockSetting(90, 0, 30), START, False, "1.13/3", False),
    ],
)
def test_the_time_each_player_must_have(
    clock: ClockSetting, start: date, disabled: bool, address: str, holds: bool
) -> None:
    terms = FideTerms(clocks=(clock,), disabled_players=disabled)
    assert verdicts(event(terms, start=start))[address] is holds


@pytest.mark.clause("FIDE-TITLES-2017 1.13b", "FIDE-QC-2016 S1/1.13")
def test_everybody_plays_with_the_same_clock_settings() -> None:
    mixed = (ClockSetting(90, 30), ClockSetting(120))
    assert verdicts(event(FideTerms(clocks=mixed)))["1.13b"] is False
    special = verdicts(event(FideTerms(clocks=mixed, special_clocks=True)))
    assert (special["1.13b"], special["S1/1.13"]) == (True, True)
    assert "1.13b" not in verdicts(event(FideTerms(clocks=(ClockSetting(90, 30),) * 2)))


@pytest.mark.clause("FIDE-TITLES-2017 1.14/1", "FIDE-TITLES-2017 1.14/2")
@pytest.mark.parametrize(
    ("category", "start", "end", "approvals", "address", "holds"),
    [
        (FideCategory.ORDINARY, date(2018, 1, 1), date(2018, 3, 31), {}, "1.14/2", True),
        (FideCategory.ORDINARY, date(2018, 1, 1), date(2018, 4, 1), {}, "1.14/2", False),
        (FideCategory.ORDINARY, date(2018, 1, 1), date(2018, 4, 1), {"duration": date(2017, 12, 1)}, "1.14/2", True),
        (FideCategory.ORDINARY, date(2018, 1, 1), date(2018, 4, 1), {"duration": date(2018, 1, 2)}, "1.14/2", False),
        (FideCategory.LEAGUE, date(2017, 9, 1), date(2018, 8, 31), {}, "1.14/1", True),
        (FideCategory.NATIONAL_TEAM, date(2017, 9, 1), date(2018, 9, 2), {}, "1.14/1", False),
        (FideCategory.LEAGUE, date(2020, 2, 29), date(2021, 2, 28), {}, "1.14/1", True),
        (FideCategory.LEAGUE, date(2020, 2, 29), date(2021, 3, 1), {}, "1.14/1", False),
    ],
)
def test_how_long_a_tournament_may_last(
    category: FideCategory, start: date, end: date, approvals: dict[str, date], address: str, holds: bool
) -> None:
    found = verdicts(event(FideTerms(category, approvals=approvals), start=start, end=end))
    assert found[address] is holds


@pytest.mark.clause("FIDE-TITLES-2017 1.15", "FIDE-TITLES-2017 1.46a/1")
def test_the_list_of_the_start_counts_or_beyond_ninety_days_that_of_the_game() -> None:
    def used(start: date, end: date, played: date) -> date:
        return administration.list_in_effect(start=start, end=end, played=played).value

    assert used(date(2018, 3, 28), date(2018, 4, 5), date(2018, 4, 5)) == date(2018, 3, 1)
    long = (date(2017, 10, 7), date(2018, 4, 8))
    assert used(*long, date(2018, 2, 10)) == date(2018, 2, 1)
    assert used(*long, date(2018, 4, 7)) == date(2018, 4, 1)
    assert used(date(2018, 1, 1), date(2018, 3, 31), date(2018, 3, 31)) == date(2018, 1, 1), "90 days"
    assert used(date(2018, 1, 1), date(2018, 4, 1), date(2018, 4, 1)) == date(2018, 4, 1), "91 days"


@pytest.mark.clause("FIDE-TITLES-2017 1.16/1")
@pytest.mark.parametrize(("title", "holds"), [("IA", True), ("FA", True), ("NA", False), (None, False)])
def test_the_chief_arbiter_is_an_international_or_fide_arbiter(title: str | None, holds: bool) -> None:
    assert verdicts(event(director=Director("Arbiter", title)))["1.16/1"] is holds
    assert "1.16/1" not in verdicts(event(director=None)), "no director is known"


@pytest.mark.clause("FIDE-TITLES-2017 1.17", "FIDE-QC-2016 S1/1.17")
def test_no_appointed_arbiter_plays() -> None:
    playing = verdicts(event(deputies=("Player p3",)))
    assert (playing["1.17"], playing["S1/1.17"]) == (False, False)
    assert verdicts(event(director=Director("Player p0", "IA")))["1.17"] is False
    assert verdicts(event(deputies=("Somebody",)))["1.17"], "an arbiter by title who is not appointed may play"


@pytest.mark.clause("FIDE-TITLES-2017 1.6/2")
def test_a_match_gives_no_norms() -> None:
    assert verdicts(event(kind=KINDS["fide-match"]))["1.6/2"] is False


@pytest.mark.clause("FIDE-TITLES-2017 1.45f/1")
@pytest.mark.parametrize(("players", "holds"), [(5, False), (6, True)])
def test_a_double_round_robin_needs_six_players(players: int, holds: bool) -> None:
    field = event().players[:players]
    assert verdicts(event(players=field, kind=KINDS["fide-double-round-robin"]))["1.45f/1"] is holds
    twice = event(players=field, kind=KINDS["fide-round-robin"], games_per_pairing=2)
    assert verdicts(twice)["1.45f/1"] is holds


@pytest.mark.clause("FIDE-QC-2016 S2/gender")
@pytest.mark.parametrize(
    ("sex", "restricted", "may"),
    [
        (None, None, True),
        (None, "f", False),
        (None, "m", False),
        ("f", "f", True),
        ("m", "f", False),
        ("f", None, True),
    ],
)
def test_who_leaves_the_field_blank_plays_in_open_events_only(
    sex: str | None, restricted: str | None, may: bool
) -> None:
    assert administration.may_enter_restricted(sex, restricted_to=restricted).value is may
