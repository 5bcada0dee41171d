"""May a player enter? Rights and their dates, titles and ratings, bars, fees."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from slowmate.events.entry import decision, nominations, rights
from slowmate.events.entry.entrants import (
    Entrant,
    EntryBar,
    GrantedRight,
    ListEntry,
    Nomination,
    PastResult,
    UsedRight,
    best_rating,
)
from slowmate.events.entry.routes import rights_of
from slowmate.events.entry.standing_routes import Target
from slowmate.events.organising.offices import Acting, Actor, Case, record_decision, take_step
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.records import KINDS
from slowmate.rulebook import Refused

PRELIMINARY, SEMI, CANDIDATES, FINAL = (
    f"world-championship-{stage}" for stage in ("preliminary", "semi-final", "candidates", "final")
)
ON = date(2017, 5, 10)
START = date(2017, 9, 20)


def rated(rating: int, games: int = 100, *, published: date = date(2017, 4, 1)) -> tuple[ListEntry, ...]:
    return (ListEntry(published, rating, games),)


def titled(title: str, rating: int | None = None, games: int = 100, **more: Any) -> Entrant:
    return Entrant("1", "GER", titles={title: date(2010, 1, 1)}, ratings=rated(rating, games) if rating else (), **more)


def enters(entrant: Entrant, kind: str, *, on: date = ON, start: date = START, **more: Any) -> str | None:
    """The clause by which the player enters, or None."""
    answer = decision.may_enter(entrant, Target(kind, start, **more), on=on).value
    return answer.route.address if answer.allowed and answer.route else None


def past(kind: str, place: int, points: str, ended: date, name: str = "Event", games: int = 12) -> PastResult:
    start = ended.replace(year=ended.year - 2)
    return PastResult(
        name, KINDS[kind], max(start, date(2016, 1, 1)), ended, games, Fraction(points), PlaceOutlook(place, place)
    )


@pytest.mark.clause(
    "ICCF-TR-2017 1.1.1(i)",
    "ICCF-TR-2017 1.1.1(j)",
    "ICCF-TR-2017 1.1.1(k)",
    "ICCF-TR-2017 1.1.1(l)",
    "ICCF-TR-2017 1.2.1(i)",
    "ICCF-TR-2017 1.2.1(j)",
    "ICCF-TR-2017 1.2.1(k)",
    "ICCF-TR-2017 1.2.1(l)",
    "ICCF-TR-2017 1.3.1(g)",
    "ICCF-TR-2017 1.3.1(h)",
    "ICCF-TR-2017 1.0.7/6",
)
@pytest.mark.parametrize(
    ("player", "kind", "route"),
    [
        (titled("IM", 2301), PRELIMINARY, "1.1.1(i)"),
        (titled("IM", 2300), PRELIMINARY, None),
        (titled("SIM", 2251), PRELIMINARY, "1.1.1(j)"),
        (titled("SIM", 2250), PRELIMINARY, None),
        (titled("GM", 2210), PRELIMINARY, "1.1.1(k)"),
        (Entrant("1", ratings=rated(2500)), PRELIMINARY, "1.1.1(l)"),
        (Entrant("1", ratings=rated(2499)), PRELIMINARY, None),
        (Entrant("1", ratings=rated(2510, 15)), PRELIMINARY, "1.1.1(l)"),
        (Entrant("1", ratings=rated(2510, 11)), PRELIMINARY, None),
        (titled("IM", 2501), SEMI, "1.2.1(i)"),
        (titled("IM", 2500), SEMI, None),
        (titled("IM", 2520, 25), SEMI, None),
        (titled("SIM", 2451), SEMI, "1.2.1(j)"),
        (titled("SIM", 2450), SEMI, None),
        (titled("GM", 2401), SEMI, "1.2.1(k)"),
        (titled("GM", 2400), SEMI, None),
        (Entrant("1", ratings=rated(2551)), SEMI, "1.2.1(l)"),
        (Entrant("1", ratings=rated(2550)), SEMI, None),
        (titled("LGM", 2390, sex="f"), SEMI, None),
        (titled("GM", 2300, gm_norms=5), CANDIDATES, "1.3.1(g)"),
        (titled("GM", 2300, gm_norms=4), CANDIDATES, None),
        (Entrant("1", ratings=rated(2600)), CANDIDATES, "1.3.1(h)"),
        (Entrant("1", ratings=rated(2599)), CANDIDATES, None),
        (Entrant("1", ratings=rated(2610, 20)), CANDIDATES, None),
        (Entrant("1", champion_of=(18,)), CANDIDATES, "1.3.1(f)"),
    ],
)
def test_titles_and_ratings_open_stages(player: Entrant, kind: str, route: str | None) -> None:
    assert enters(player, kind) == route


@pytest.mark.clause("ICCF-TR-2017 1.0.7/6")
def test_the_refusal_says_that_ladies_titles_do_not_count_here() -> None:
    ruling = decision.may_enter(titled("LGM", 2390, sex="f"), Target(SEMI, START), on=ON)
    assert "1.0.7/6" in [tried.ground.clause.address for tried in ruling.value.tried if not tried.holds]
    assert len(ruling.value.tried) >= 6


def test_an_event_of_2016_is_judged_and_cited_by_the_edition_of_2016() -> None:
    ruling = decision.may_enter(titled("GM", 2210), Target(PRELIMINARY, date(2016, 9, 20)), on=date(2016, 5, 10))
    assert str(ruling.value.route) == "ICCF-TR-2016 1.1.1(k)"


@pytest.mark.clause("ICCF-TR-2017 1.3.1(f)", "ICCF-TR-2017 1.0.7/2")
def test_a_right_by_title_rating_or_championship_is_for_once_a_year_at_its_stage() -> None:
    champion = Entrant("1", champion_of=(18,), uses=(UsedRight(CANDIDATES, "ICCF-TR-2017 1.3.1(f)", date(2017, 3, 1)),))
    assert enters(champion, CANDIDATES) is None
    assert enters(champion, CANDIDATES, on=date(2018, 1, 10), start=date(2018, 9, 20)) == "1.3.1(f)"
    grandmaster = replace(titled("GM", 2450), uses=(UsedRight(SEMI, "ICCF-TR-2017 1.2.1(k)", date(2017, 3, 1)),))
    assert enters(grandmaster, SEMI, on=date(2017, 8, 1), start=date(2017, 11, 1)) is None
    assert enters(grandmaster, PRELIMINARY) == "1.1.1(k)"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/2")
def test_a_right_that_is_used_up_is_refused_by_the_clause_that_says_so() -> None:
    champion = Entrant("1", champion_of=(18,), uses=(UsedRight(CANDIDATES, "ICCF-TR-2017 1.3.1(f)", date(2017, 3, 1)),))
    tried = decision.may_enter(champion, Target(CANDIDATES, START), on=ON).value.tried
    found = {one.ground.clause.address: one.holds for one in tried}
    assert (found["1.3.1(f)"], found["1.0.7/2"]) == (True, False)


@pytest.mark.clause("ICCF-TR-2017 3.6/1")
def test_what_the_winner_of_a_cup_pays_is_told_by_the_clause_that_frees_him() -> None:
    (won,) = rights_of(past("world-cup-final", 1, "12", date(2017, 3, 1))).value[-1:]
    free = replace(won, free=True)
    held = rights.Right(free, None, None)
    fee = decision.fee_of(Entrant("1"), Target("world-cup-final", START, fee=20), (held,), on=ON)
    assert (fee.value, [str(ground.clause) for ground in fee.grounds]) == (0, ["ICCF-TR-2017 3.6/1"])


@pytest.mark.clause("ICCF-TR-2017 1.0.8")
def test_any_list_of_the_last_twelve_months_counts() -> None:
    lists = tuple(
        ListEntry(day, rating, 100)
        for day, rating in (
            (date(2016, 7, 1), 2502),
            (date(2016, 10, 1), 2480),
            (date(2017, 1, 1), 2475),
            (date(2017, 4, 1), 2470),
        )
    )
    player = Entrant("1", ratings=lists)
    assert best_rating(player, on=ON).value == 2502
    assert best_rating(player, on=date(2017, 7, 1)).value == 2480
    assert enters(player, PRELIMINARY) == "1.1.1(l)"


@pytest.mark.clause("ICCF-TR-2017 1.1.1(h)", "ICCF-TR-2017 1.2.1(h)", "ICCF-TR-2017 1.0.10/3")
@pytest.mark.parametrize(
    ("rating", "preliminary", "semi"), [(2399, "1.1.1(h)", None), (2400, None, "1.2.1(h)"), (None, "1.1.1(h)", None)]
)
def test_a_nominee_goes_by_his_rating_of_the_day(rating: int | None, preliminary: str | None, semi: str | None) -> None:
    player = Entrant("1", nominations=(Nomination("GER", date(2017, 4, 2), rating),))
    assert enters(player, PRELIMINARY) == preliminary
    assert enters(player, SEMI) == semi
    assert nominations.stage_for(rating).value == (SEMI if semi else PRELIMINARY)


@pytest.mark.clause("ICCF-TR-2017 1.0.10/1", "ICCF-TR-2017 1.0.10/2", "ICCF-TR-2016 1.0.10/2")
@pytest.mark.parametrize(
    ("members", "quota"),
    [(0, 2), (199, 2), (200, 3), (499, 3), (500, 4), (1000, 5), (2000, 6), (4999, 6), (5000, 7)],
)
def test_the_quota_of_nominations_goes_by_declared_members(members: int, quota: int) -> None:
    assert nominations.quota(members).value == quota
    assert nominations.may_nominate(members, quota - 1).value
    with pytest.raises(Refused):
        nominations.may_nominate(members, quota)


@pytest.mark.clause(
    "ICCF-TR-2017 1.0.11/1", "ICCF-TR-2017 1.0.11/2", "ICCF-TR-2017 1.0.11/3", "ICCF-TR-2017 1.5.1(c)/3"
)
def test_the_board_may_open_ways_of_its_own_with_conditions() -> None:
    assert nominations.may_announce_special("1 place to the Semi-Final").value
    with pytest.raises(Refused):
        nominations.may_announce_special(" ")
    granted = Entrant("1", grants=(GrantedRight(CANDIDATES, date(2017, 5, 2), "EB special"),))
    assert enters(granted, CANDIDATES) == "1.0.11/3"
    assert enters(granted, SEMI) is None
    for power in (nominations.EB_TOURNAMENT, nominations.EB_APPLICATION):
        assert record_decision(power, actor=Actor.EXECUTIVE_BOARD, by="EB", on=ON, reason="granted").value.by == "EB"
        with pytest.raises(Refused):
            record_decision(power, actor=Actor.DIRECTOR, by="TD", on=ON, reason="granted")
    assert nominations.within_ladies_quota(2, 3).value
    with pytest.raises(Refused):
        nominations.within_ladies_quota(3, 3)


# -- the ledger -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1")
def test_a_right_from_a_result_is_used_once() -> None:
    won = Entrant("1", results=(past(PRELIMINARY, 1, "9", date(2017, 2, 1), "P1"),))
    assert enters(won, SEMI) == "1.2.1(d)"
    used = replace(won, uses=(UsedRight(SEMI, "ICCF-TR-2017 1.2.1(d)", date(2017, 4, 1), "P1"),))
    assert enters(used, SEMI, on=date(2018, 5, 1), start=date(2018, 9, 1)) is None


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4")
@pytest.mark.parametrize(("on", "route"), [(date(2020, 6, 30), "1.2.1(d)"), (date(2020, 7, 1), None)])
def test_a_right_lasts_three_years_by_the_day_of_entry(on: date, route: str | None) -> None:
    won = Entrant("1", results=(past(PRELIMINARY, 1, "9", date(2017, 6, 30)),))
    assert enters(won, SEMI, on=on, start=date(2020, 9, 1)) == route


@pytest.mark.clause("ICCF-TR-2017 1.0.7/5")
def test_the_second_open_right_at_a_level_lasts_four_years_the_third_five() -> None:
    results = tuple(
        past(PRELIMINARY, 1, "9", day, f"P{number}")
        for number, day in enumerate((date(2017, 6, 30), date(2018, 1, 15), date(2018, 9, 1)))
    )
    held = rights.ledger(Entrant("1", results=results), on=date(2019, 1, 1)).value
    assert [right.expires for right in held] == [date(2020, 6, 30), date(2022, 1, 15), date(2023, 9, 1)]
    used = Entrant("1", results=results, uses=(UsedRight(SEMI, "", date(2017, 9, 1), "P0"),))
    assert [right.expires for right in rights.ledger(used, on=date(2019, 1, 1)).value][1] == date(2021, 1, 15)


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4", "ICCF-TR-2017 1.0.7/1")
def test_the_right_that_expires_first_is_used_first_and_titles_are_spared() -> None:
    results = (
        past(PRELIMINARY, 1, "9", date(2018, 1, 15), "later"),
        past(PRELIMINARY, 1, "9", date(2017, 6, 30), "earlier"),
    )
    answer = decision.may_enter(Entrant("1", results=results), Target(SEMI, START), on=date(2018, 2, 1)).value
    assert [right.earned.event for right in answer.consumes] == ["earlier"]
    grandmaster = replace(titled("GM", 2450), results=results)
    answer = decision.may_enter(grandmaster, Target(SEMI, START), on=ON).value
    assert (answer.route.address if answer.route else None, answer.consumes, answer.yearly) == ("1.2.1(k)", (), True)


@pytest.mark.clause("ICCF-TR-2017 1.1.2(a)")
def test_two_halves_make_one_entry() -> None:
    halves = [past("master-class", 2, "7", day, f"M{day.year}", 10) for day in (date(2017, 1, 1), date(2018, 1, 1))]
    assert enters(Entrant("1", results=tuple(halves[:1])), PRELIMINARY) is None
    both = decision.may_enter(
        Entrant("1", results=tuple(halves)), Target(PRELIMINARY, START), on=date(2018, 5, 1)
    ).value
    assert both.allowed
    assert len(both.consumes) == 2


@pytest.mark.clause("ICCF-TR-2017 1.0.6")
def test_the_table_of_qualifiers_lists_open_rights() -> None:
    results = tuple(past(PRELIMINARY, 1, "9", date(2017, month, 1), f"P{month}") for month in (1, 2, 3))
    player = Entrant("1", results=results)
    assert len(rights.table_of_qualifiers([player], on=ON).value) == 3
    used = replace(player, uses=(UsedRight(SEMI, "", date(2017, 4, 1), "P1"),))
    assert len(rights.table_of_qualifiers([used], on=ON).value) == 2


@pytest.mark.clause("ICCF-TR-2017 1.4.3/1")
def test_a_right_to_the_final_is_deferred_once() -> None:
    assert rights.defer_final(Entrant("1")).value == 1
    with pytest.raises(Refused):
        rights.defer_final(Entrant("1", deferred_finals=1))


@pytest.mark.clause("ICCF-TR-2017 1.4.3/2", "ICCF-TR-2017 1.4.4/2")
def test_a_former_champion_may_ask_for_one_later_final_a_month_ahead() -> None:
    champion, deadline = Entrant("1", champion_of=(18,)), date(2017, 4, 10)
    assert rights.former_champion_may_enter(champion, requested=date(2017, 3, 10), deadline=deadline).value
    assert not rights.former_champion_may_enter(champion, requested=date(2017, 3, 11), deadline=deadline).value
    again = replace(champion, champion_requests=(date(2015, 1, 1),))
    assert not rights.former_champion_may_enter(again, requested=date(2017, 3, 10), deadline=deadline).value
    final = {"on": date(2017, 3, 10), "start": date(2017, 6, 10), "deadline": deadline}
    assert enters(champion, FINAL, **final) == "1.4.3/2"
    assert enters(Entrant("2"), FINAL, **final) is None
    free = Entrant("3", grants=(GrantedRight(FINAL, date(2017, 1, 1), "wild card", free_place=True),))
    assert enters(free, FINAL, **final) == "1.4.4/2"


# -- ladies, classes, norm tournaments, memorial ----------------------------------------------------------------------


@pytest.mark.clause(
    "ICCF-TR-2017 1.5.1(c)/1", "ICCF-TR-2017 1.5.1(c)/2", "ICCF-TR-2017 1.5.1(c)/3", "ICCF-TR-2017 1.5.1(d)"
)
@pytest.mark.parametrize(
    ("player", "route"),
    [
        (titled("LIM", 1850, sex="f"), "1.5.1(c)/1"),
        (titled("CCE", 1820, sex="f"), "1.5.1(c)/2"),
        (titled("CCE", 2250, sex="m"), None),
        (Entrant("1", sex="f", nominations=(Nomination("GER", ON, None),)), "1.5.1(c)/3"),
        (Entrant("1", sex="f", ratings=rated(1900)), "1.5.1(d)"),
        (Entrant("1", sex="f", ratings=rated(1899)), None),
        (Entrant("1", sex="f", ratings=(*rated(1950, published=date(2016, 10, 1)), *rated(1899))), None),
    ],
)
def test_ladies_enter_by_title_federation_or_latest_rating(player: Entrant, route: str | None) -> None:
    assert enters(player, "ladies-world-championship-semi-final", ladies_minimum=1900) == route


@pytest.mark.clause(
    "ICCF-TR-2017 2.4(a)",
    "ICCF-TR-2017 2.4(b)",
    "ICCF-TR-2017 2.5(a)",
    "ICCF-TR-2017 2.5(c)",
    "ICCF-TR-2017 2.6(a)",
    "ICCF-TR-2017 2.6(c)",
    "ICCF-TR-2017 2.6 note",
)
@pytest.mark.parametrize(
    ("player", "kind", "route"),
    [
        (Entrant("1"), "open-class", "2.4(a)"),
        (Entrant("1", ratings=rated(1950, 8)), "open-class", "2.4(a)"),
        (Entrant("1", ratings=rated(1950, 14)), "open-class", None),
        (Entrant("1", ratings=rated(1899)), "open-class", "2.4(b)"),
        (Entrant("1", ratings=rated(1900)), "open-class", None),
        (Entrant("1", ratings=rated(1900)), "higher-class", "2.5(a)"),
        (Entrant("1", ratings=rated(2099)), "higher-class", "2.5(a)"),
        (Entrant("1", ratings=rated(2100)), "higher-class", None),
        (Entrant("1", ratings=rated(1899)), "higher-class", None),
        (Entrant("1", nominations=(Nomination("GER", ON, None, statement=True),)), "higher-class", "2.5(c)"),
        (Entrant("1"), "higher-class", None),
        (
            Entrant("1", ratings=rated(1850), nominations=(Nomination("GER", ON, 1850, statement=True),)),
            "higher-class",
            None,
        ),
        (Entrant("1", ratings=rated(2100)), "master-class", "2.6(a)"),
        (Entrant("1", ratings=rated(2099)), "master-class", None),
        (Entrant("1", nominations=(Nomination("GER", ON, None, statement=True),)), "master-class", "2.6(c)"),
        (Entrant("1", fide_rating=2150), "master-class", "2.6(a)"),
        (Entrant("1", ratings=rated(1880), fide_rating=2150), "master-class", None),
        (Entrant("1", ratings=rated(1880), fide_rating=2150), "open-class", "2.4(b)"),
    ],
)
def test_promotion_classes_go_by_the_rating_at_application(player: Entrant, kind: str, route: str | None) -> None:
    assert enters(player, kind) == route


@pytest.mark.clause("ICCF-TR-2017 2.5(b)", "ICCF-TR-2017 2.6(b)")
def test_winning_a_class_gives_one_start_in_the_next_whatever_the_rating() -> None:
    winner = Entrant("1", ratings=rated(1850), results=(past("open-class", 1, "5", date(2017, 1, 1), "O", 6),))
    assert enters(winner, "higher-class") == "2.5(b)"
    used = replace(winner, uses=(UsedRight("higher-class", "", date(2017, 2, 1), "O"),))
    assert enters(used, "higher-class") is None


@pytest.mark.clause(
    "ICCF-TR-2017 4.3(1)",
    "ICCF-TR-2017 4.3(2)",
    "ICCF-TR-2017 4.3(3)",
    "ICCF-TR-2017 4.3(4)",
    "ICCF-TR-2017 4.4(1)",
    "ICCF-TR-2017 4.4(2)",
    "ICCF-TR-2017 4.4(3)",
    "ICCF-TR-2017 4.6",
)
@pytest.mark.parametrize(
    ("player", "kind", "route"),
    [
        (Entrant("1", ratings=rated(2300, 30)), "master-norm", "4.3(1)"),
        (Entrant("1", ratings=rated(2299, 30)), "master-norm", None),
        (Entrant("1", ratings=rated(2320, 29)), "master-norm", None),
        (Entrant("1", ratings=rated(2350, 12)), "master-norm", "4.3(2)"),
        (Entrant("1", ratings=rated(2349, 12)), "master-norm", None),
        (Entrant("1", fide_rating=2350), "master-norm", "4.3(3)"),
        (Entrant("1", fide_rating=2349), "master-norm", None),
        (Entrant("1", national_places=(7, 3)), "master-norm", "4.3(4)"),
        (Entrant("1", national_places=(4,)), "master-norm", None),
        (Entrant("1", ratings=rated(2400, 30)), "grandmaster-norm", "4.4(1)"),
        (Entrant("1", ratings=rated(2399, 30)), "grandmaster-norm", None),
        (Entrant("1", ratings=rated(2500, 29)), "grandmaster-norm", "4.4(2)"),
        (Entrant("1", ratings=rated(2499, 29)), "grandmaster-norm", None),
        (Entrant("1", fide_rating=2500), "grandmaster-norm", "4.4(3)"),
        (Entrant("1", fide_rating=2499), "grandmaster-norm", None),
    ],
)
def test_norm_tournaments_need_a_rating_of_the_latest_list(player: Entrant, kind: str, route: str | None) -> None:
    ruling = decision.may_enter(player, Target(kind, START), on=ON)
    assert enters(player, kind) == route
    assert ("4.6" in [ground.clause.address for ground in ruling.grounds]) is (route is None)


@pytest.mark.clause("ICCF-TR-2016 4.4(1)", "ICCF-TR-2017 4.4(1)")
@pytest.mark.parametrize(
    ("start", "rating", "route"),
    [
        (date(2017, 3, 31), 2449, None),
        (date(2017, 3, 31), 2450, "4.4(1)"),
        (date(2017, 4, 1), 2449, "4.4(1)"),
    ],
)
def test_the_limit_for_grandmaster_norms_fell_in_2017(start: date, rating: int, route: str | None) -> None:
    player = Entrant("1", ratings=rated(rating, published=date(2017, 1, 1)))
    assert enters(player, "grandmaster-norm", on=date(2017, 3, 1), start=start) == route


@pytest.mark.clause("ICCF-TR-2016 4.6", "ICCF-TR-2017 4.6")
def test_in_2016_a_player_could_be_admitted_if_the_category_did_not_fall() -> None:
    assert decision.may_admit_without(Fraction(2466), 12, 2280, start=date(2016, 5, 1)).value
    with pytest.raises(Refused):
        decision.may_admit_without(Fraction(2464), 12, 2280, start=date(2016, 5, 1))
    with pytest.raises(Refused):
        decision.may_admit_without(Fraction(2466), 12, 2280, start=date(2017, 4, 1))
    assert (
        record_decision(decision.ADMITTED, actor=Actor.TTC, by="T", on=ON, reason="strong over the board").value.by
        == "T"
    )


@pytest.mark.clause("ICCF-TR-2017 4.7/1", "ICCF-TR-2016 4.7/1", "ICCF-TR-2017 4.7/2")
@pytest.mark.parametrize(
    ("earlier", "start", "by_post", "allowed"),
    [
        ((date(2018, 1, 10), False), date(2018, 3, 31), False, False),
        ((date(2018, 1, 10), False), date(2018, 4, 1), False, True),
        ((date(2016, 1, 10), False), date(2016, 6, 30), False, False),
        ((date(2016, 1, 10), False), date(2016, 7, 1), False, True),
        ((date(2018, 2, 1), True), date(2018, 11, 1), True, False),
        ((date(2018, 2, 1), True), date(2019, 1, 2), True, True),
        ((date(2018, 2, 1), True), date(2018, 2, 2), False, True),
    ],
)
def test_one_norm_tournament_a_quarter_and_one_by_post_a_year(
    earlier: tuple[date, bool], start: date, by_post: bool, allowed: bool
) -> None:
    player = Entrant("1", fide_rating=2600, norm_starts=(earlier,))
    assert (enters(player, "master-norm", start=start, by_post=by_post) is not None) is allowed


@pytest.mark.clause("ICCF-TR-2017 6.1/2")
@pytest.mark.parametrize(("rating", "route"), [(2299, "6.1/2"), (2300, None), (2301, None)])
def test_the_memorial_is_for_players_below_2300(rating: int, route: str | None) -> None:
    assert enters(Entrant("1", ratings=rated(rating)), "memorial-under-2300") == route


# -- bars and money ---------------------------------------------------------------------------------------------------

STRONG = Entrant("1", "GER", ratings=rated(2200))


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
def test_a_suspended_player_may_not_enter_until_it_ends() -> None:
    suspended = replace(STRONG, bars=(EntryBar(date(2017, 1, 1), date(2018, 1, 1), "ICCF-TR-2017 8.4/5"),))
    assert enters(suspended, "master-class", on=date(2017, 11, 1)) is None
    assert enters(suspended, "master-class", on=date(2018, 1, 1)) == "2.6(a)"
    answer = decision.may_enter(suspended, Target("master-class", START), on=date(2017, 11, 1)).value
    assert answer.barred[0].facts["by"] == "ICCF-TR-2017 8.4/5"


@pytest.mark.clause("ICCF-TR-2017 1.0.5/2", "ICCF-TR-2017 1.0.5/3")
def test_an_entry_comes_by_the_deadline_which_may_be_extended() -> None:
    assert enters(STRONG, "master-class", on=date(2017, 7, 31), deadline=date(2017, 7, 31)) == "2.6(a)"
    assert enters(STRONG, "master-class", on=date(2017, 8, 1), deadline=date(2017, 7, 31)) is None
    assert enters(STRONG, "master-class", on=date(2017, 8, 10), deadline=date(2017, 8, 14)) == "2.6(a)"
    assert (
        record_decision(decision.EXTENDED, actor=Actor.TTC, by="T", on=ON, reason="post office strike").value.actor
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
    answer = decision.may_enter(STRONG, Target("master-class", START, fee=20), on=ON, paid=paid).value
    assert (answer.allowed, answer.pending) == (True, pending)
    assert record_decision(
        decision.FEE_SET, actor=Actor.CONGRESS, by="Congress 2016", on=ON, reason="item 7", fee=20
    ).value


@pytest.mark.clause("ICCF-TR-2017 8.4/6")
@pytest.mark.parametrize(("paid", "pending"), [(59, ("bond",)), (60, ())])
def test_a_bond_comes_on_top_of_the_fee(paid: int, pending: tuple[str, ...]) -> None:
    owing = replace(STRONG, bond_owed=True)
    assert decision.may_enter(owing, Target("master-class", START, fee=20), on=ON, paid=paid).value.pending == pending


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
    assert decision.fee_of(player, target, on=ON).value == fee
    assert decision.may_enter(player, target, on=ON).value.pending == pending
    waiting = Case("pending", START)
    for action, actor in (("confirm", Actor.DELEGATE), ("verify identity", Actor.TTC)):
        assert take_step(decision.FREE_ENTRY, waiting, action, by=Acting(actor)).value.state == "accepted"


@pytest.mark.clause("ICCF-TR-2017 3.6/1")
def test_the_winner_of_a_cup_pays_nothing_in_the_next_final() -> None:
    winner = Entrant("1", results=(past("world-cup-final", 1, "10", date(2017, 1, 1), "Cup 20", 14),))
    answer = decision.may_enter(winner, Target("world-cup-final", START, fee=30), on=ON).value
    assert (answer.allowed, answer.pending, len(answer.consumes)) == (True, (), 1)


@pytest.mark.clause("ICCF-TR-2017 5.5/1")
def test_nobody_plays_for_two_teams_in_a_season() -> None:
    player = Entrant("1", league_teams={2017: "X"})
    barred = decision.bars(player, Target("champions-league-a", START, season=2017, team="Y"), on=ON)
    assert [ground.clause.address for ground in barred] == ["5.5/1"]
    assert decision.bars(player, Target("champions-league-a", START, season=2017, team="X"), on=ON) == ()
    assert decision.bars(player, Target("champions-league-a", START, season=2019, team="Y"), on=ON) == ()


def test_an_open_event_takes_whoever_is_not_barred() -> None:
    assert enters(Entrant("1"), "thematic") == "2.2/3"
    assert enters(Entrant("1", bars=(EntryBar(date(2017, 1, 1), None, "x"),)), "thematic") is None
