"""What keeps a player out despite any right, and what an entry costs."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.entry import bars, fees
from slowmate.events.entry.decision import Answer, may_enter, pending_grounds
from slowmate.events.entry.entrants import Entrant, EntryBar, OwedBond
from slowmate.events.entry.target import Target
from slowmate.events.organising.offices import Acting, Actor, Case, record_decision, take_step
from slowmate.rulebook import Ground, Role
from tests.support.entrants import LADIES_SEMI, ON, START, asked, enters, past, rated, titled

STRONG = Entrant("1", "GER", ratings=rated(2200))


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
def test_a_suspended_player_may_not_enter_until_it_ends() -> None:
    suspended = replace(STRONG, bars=(EntryBar(date(2017, 1, 1), date(2018, 1, 1), "ICCF-TR-2017 8.4/5"),))
    assert enters(suspended, "master-class", on=date(2017, 11, 1)) is None
    assert enters(suspended, "master-class", on=date(2018, 1, 1)) == "2.6(a)"
    answer = may_enter(suspended, Target("master-class", START), on=date(2017, 11, 1)).value
    assert answer.barred[0].facts["by"] == "ICCF-TR-2017 8.4/5"


@pytest.mark.clause("ICCF-TR-2017 1.0.5/2", "ICCF-TR-2017 1.0.5/3")
def test_an_entry_comes_by_the_deadline_which_may_be_extended() -> None:
    assert enters(STRONG, "master-class", on=date(2017, 7, 31), deadline=date(2017, 7, 31)) == "2.6(a)"
    assert enters(STRONG, "master-class", on=date(2017, 8, 1), deadline=date(2017, 7, 31)) is None
    assert enters(STRONG, "master-class", on=date(2017, 8, 10), deadline=date(2017, 8, 14)) == "2.6(a)"
    assert (
        record_decision(bars.EXTENDED, actor=Actor.TTC, by="T", on=ON, reason="post office strike").value.actor
        is Actor.TTC
    )


@pytest.mark.clause("ICCF-TR-2017 2.2/4")
def test_players_from_non_member_countries_enter_directly() -> None:
    outside = replace(STRONG, is_member_federation=False)
    assert enters(outside, "master-class") is None
    assert enters(replace(outside, by_direct_entry=True), "master-class") == "2.6(a)"


@pytest.mark.clause("ICCF-TR-2017 0.2/1", "ICCF-TR-2017 0.2/2")
@pytest.mark.parametrize(("paid", "pending"), [(0, ("payment",)), (19, ("payment",)), (20, ())])
def test_an_entry_is_pending_until_its_fee_is_paid(paid: int, pending: tuple[str, ...]) -> None:
    answer = may_enter(STRONG, Target("master-class", START, fee=20), on=ON, paid=paid).value
    assert (answer.allowed, answer.pending) == (True, pending)
    assert record_decision(fees.FEE_SET, actor=Actor.CONGRESS, by="Congress 2016", on=ON, reason="item 7", fee=20).value


@pytest.mark.clause("ICCF-TR-2017 8.4/6")
@pytest.mark.parametrize(("paid", "pending"), [(59, ("bond",)), (60, ())])
def test_a_bond_comes_on_top_of_the_fee(paid: int, pending: tuple[str, ...]) -> None:
    owing = replace(STRONG, bonds=(OwedBond(date(2016, 1, 1)),))
    assert may_enter(owing, Target("master-class", START, fee=20), on=ON, paid=paid).value.pending == pending


def test_each_ground_says_which_part_of_the_answer_it_is() -> None:
    suspended = replace(STRONG, bars=(EntryBar(date(2017, 1, 1), None, "ICCF-TR-2017 8.4/5"),))
    ruling = may_enter(suspended, Target("master-class", START, fee=20), on=ON)
    parts = [ruling.part(role) for role in (Role.BAR, Role.WAY, Role.REMARK, Role.COST, Role.PENDING)]
    assert [[ground.clause.address for ground in part] for part in parts[::4]] == [["2.2/3"], ["0.2/2"]]
    assert sum(parts, ()) == ruling.grounds
    assert len(ruling.part(Role.WAY)) == len(ruling.value.tried) > 0


def test_what_an_entry_waits_for_is_found_in_old_rows_too() -> None:
    ruling = may_enter(STRONG, Target("master-class", START, fee=20), on=ON)
    (pending,) = ruling.part(Role.PENDING)
    assert pending_grounds(ruling.grounds) == (pending,)
    without_roles = [Ground(ground.clause, ground.facts) for ground in ruling.grounds]
    assert pending_grounds(without_roles) == (pending,)


@pytest.mark.clause("ICCF-TR-2017 4.5/1", "ICCF-TR-2017 4.5/2", "ICCF-TR-2017 4.5/3")
@pytest.mark.parametrize(
    ("player", "fee", "pending"),
    [
        (Entrant("1", ratings=rated(2600)), 0, ("delegate",)),
        (titled("SIM", 2599), 20, ("payment",)),
        (titled("GM", 2450), 0, ("delegate",)),
        (titled("GM", 2450, is_member_federation=False, by_direct_entry=True), 0, ("identity",)),
    ],
)
def test_grandmasters_and_2600_play_grandmaster_norms_free(player: Entrant, fee: int, pending: tuple[str, ...]) -> None:
    target = Target("grandmaster-norm", START, fee=20)
    assert fees.fee_of(player, target, on=ON).value == fee
    assert may_enter(player, target, on=ON).value.pending == pending
    waiting = Case("pending", START)
    for action, actor in (("confirm", Actor.DELEGATE), ("verify identity", Actor.TTC)):
        assert take_step(fees.FREE_ENTRY, waiting, action, by=Acting(actor)).value.state == "accepted"


@pytest.mark.clause("ICCF-TR-2017 3.6/1")
def test_the_winner_of_a_cup_pays_nothing_in_the_next_final() -> None:
    winner = Entrant("1", results=(past("world-cup-final", 1, "10", date(2017, 1, 1), "Cup 20", 14),))
    answer = may_enter(winner, Target("world-cup-final", START, fee=30), on=ON).value
    assert (answer.allowed, answer.pending, len(answer.consumes)) == (True, (), 1)


@pytest.mark.clause("ICCF-TR-2017 5.5/1")
def test_nobody_plays_for_two_teams_in_a_season() -> None:
    player = Entrant("1", league_teams={2017: "X"})
    barred = bars.bars(player, Target("champions-league-a", START, season=2017, team="Y"), on=ON)
    assert [ground.clause.address for ground in barred] == ["5.5/1"]
    assert bars.bars(player, Target("champions-league-a", START, season=2017, team="X"), on=ON) == ()
    assert bars.bars(player, Target("champions-league-a", START, season=2019, team="Y"), on=ON) == ()


@pytest.mark.parametrize("kind", ["national", "national-preliminary"])
def test_a_federations_own_event_is_for_its_players_alone(kind: str) -> None:
    answer = may_enter(STRONG, Target(kind, START, federation="CZE"), on=ON).value
    assert answer.answer is Answer.MAY_NOT
    assert answer.barred[0].facts == {"host": "CZE", "federation": "GER", "outcome": "own players"}
    for federation in ("GER", None):
        own = may_enter(STRONG, Target(kind, START, federation=federation), on=ON).value
        assert own.answer is Answer.ANNOUNCEMENT
    assert enters(STRONG, "thematic", federation="CZE") == "2.2/3", "others may be run by anybody for all"


def test_an_open_event_takes_all_players_who_are_not_barred() -> None:
    assert enters(Entrant("1"), "thematic") == "2.2/3"
    assert enters(Entrant("1", bars=(EntryBar(date(2017, 1, 1), None, "x"),)), "thematic") is None


@pytest.mark.clause("ICCF-TR-2017 8.4/6")
def test_a_free_entry_under_bond_waits_for_the_office() -> None:
    grandmaster = titled("GM", 2450, bonds=(OwedBond(date(2016, 1, 1)),))
    answer = asked(grandmaster, "grandmaster-norm", fee=20)
    assert (answer.fee, answer.bond, answer.pending) == (0, 0, ("office", "delegate"))
    assert asked(titled("GM", 2450), "grandmaster-norm", fee=20).pending == ("delegate",)
    no_fee = replace(STRONG, bonds=(OwedBond(date(2016, 1, 1)),))
    assert asked(no_fee, "master-class").pending == ("office",)


@pytest.mark.clause("ICCF-TR-2017 8.6", "ICCF-TR-2017 8.4/6")
@pytest.mark.parametrize(
    ("bonds", "bond"),
    [
        ((OwedBond(date(2014, 5, 1)),), 40),
        ((OwedBond(date(2014, 5, 1), date(2016, 5, 1)),), 0),
        ((OwedBond(date(2014, 5, 1), date(2016, 5, 1)), OwedBond(date(2016, 5, 2))), 40),
        ((OwedBond(date(2014, 5, 1), date(2016, 5, 1)), OwedBond(date(2016, 5, 2), date(2017, 4, 1))), 0),
        ((OwedBond(date(2014, 5, 1)), OwedBond(date(2015, 5, 1), date(2017, 4, 1))), 0),
    ],
)
def test_a_bond_made_good_does_not_cover_a_later_withdrawal(bonds: tuple[OwedBond, ...], bond: int) -> None:
    assert asked(replace(STRONG, bonds=bonds), "master-class", fee=20).bond == bond


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
def test_bars_are_asked_about_again_when_the_sections_are_made_up() -> None:
    barred = replace(STRONG, bars=(EntryBar(date(2017, 8, 1), date(2018, 8, 1), "ICCF-TR-2017 8.4/5"),))
    target = Target("master-class", START, deadline=date(2017, 7, 31))
    assert may_enter(barred, target, on=ON).value.allowed
    assert not may_enter(barred, target, on=ON, cut=date(2017, 8, 15)).value.allowed
    late = may_enter(STRONG, target, on=ON, cut=date(2017, 8, 15)).value
    assert late.allowed, "the entry was in time, whenever the sections are made up"


@pytest.mark.clause("ICCF-TR-2017 4.7/1")
def test_who_waited_in_two_norm_tournaments_of_a_quarter_is_seated_in_one() -> None:
    player = Entrant("1", fide_rating=2600)
    target = Target("master-norm", date(2018, 2, 1))
    assert may_enter(player, target, on=ON).value.allowed
    seated = replace(player, norm_starts=((date(2018, 1, 15), False),))
    assert [ground.clause.address for ground in may_enter(seated, target, on=ON, cut=ON).value.barred] == ["4.7/1"]


@pytest.mark.clause("ICCF-TR-2017 1.5.1(d)")
def test_the_ladies_minimum_counts_on_the_last_list_before_the_start() -> None:
    lists = (*rated(1900, published=date(2017, 4, 1)), *rated(1899, published=date(2017, 7, 1)))
    lady = Entrant("1", sex="f", ratings=lists)
    assert enters(lady, LADIES_SEMI, start=date(2017, 7, 1), ladies_minimum=1900) == "1.5.1(d)"
    assert enters(lady, LADIES_SEMI, start=date(2017, 7, 2), ladies_minimum=1900) is None


@pytest.mark.clause("ICCF-TR-2016 4.7/1", "ICCF-TR-2017 4.7/1")
@pytest.mark.parametrize(
    ("start", "cited"), [(date(2017, 3, 31), "ICCF-TR-2016 4.7/1"), (date(2017, 6, 30), "ICCF-TR-2017 4.7/1")]
)
def test_bars_cite_the_edition_of_the_event(start: date, cited: str) -> None:
    same_half_year = Entrant("1", fide_rating=2600, norm_starts=((date(2017, 1, 2), False), (date(2017, 4, 2), False)))
    assert [str(ground.clause) for ground in asked(same_half_year, "master-norm", start=start).barred] == [cited]
