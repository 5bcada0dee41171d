"""May a player enter? By title, by rating, by standing; three answers, and what each entry would use up."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.entry import decision
from slowmate.events.entry.entrants import Entrant, EntryBar, ListEntry, Nomination, best_rating
from slowmate.events.entry.readings import Reading
from slowmate.events.entry.right import Use, UseOf
from slowmate.events.entry.target import Target
from slowmate.events.organising.offices import Actor, record_decision
from slowmate.records import KINDS
from slowmate.rulebook import Refused
from tests.support.entrants import (
    CANDIDATES,
    FINAL,
    ON,
    PRELIMINARY,
    SEMI,
    START,
    asked,
    enters,
    past,
    rated,
    titled,
)


def yearly(kind: str, start: date) -> Use:
    return Use(UseOf.YEARLY, kind, start, "")


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
    champion = Entrant("1", champion_of=(18,), uses=(yearly(CANDIDATES, date(2017, 3, 1)),))
    assert enters(champion, CANDIDATES) is None
    assert enters(champion, CANDIDATES, on=date(2018, 1, 10), start=date(2018, 9, 20)) == "1.3.1(f)"
    grandmaster = replace(titled("GM", 2450), uses=(yearly(SEMI, date(2017, 3, 1)),))
    assert enters(grandmaster, SEMI, on=date(2017, 8, 1), start=date(2017, 11, 1)) is None
    assert enters(grandmaster, PRELIMINARY) == "1.1.1(k)"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/2")
def test_a_right_that_is_used_up_is_refused_by_the_clause_that_says_so() -> None:
    champion = Entrant("1", champion_of=(18,), uses=(yearly(CANDIDATES, date(2017, 3, 1)),))
    tried = decision.may_enter(champion, Target(CANDIDATES, START), on=ON).value.tried
    found = {one.ground.clause.address: one.holds for one in tried}
    assert (found["1.3.1(f)"], found["1.0.7/2"]) == (True, False)


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


# -- ladies, classes, norm tournaments, memorial ----------------------------------------------------------------------


@pytest.mark.clause(
    "ICCF-TR-2017 1.5.1(c)/1", "ICCF-TR-2017 1.5.1(c)/2", "ICCF-TR-2017 1.5.1(c)/3", "ICCF-TR-2017 1.5.1(d)"
)
@pytest.mark.parametrize(
    ("player", "route"),
    [
        (titled("LIM", 1850, sex="f"), "1.5.1(c)/1"),
        (titled("CCE", 1820, sex="f"), "1.5.1(c)/2"),
        *[(titled(title, 1800, sex="f"), "1.5.1(c)/1") for title in ("LGM", "CCM", "IM", "SIM", "GM")],
        *[(titled(title, 2250, sex="m"), None) for title in ("CCE", "CCM", "GM")],
        (titled("CCE", 2250), None),
        (Entrant("1", sex="f", nominations=(Nomination("GER", ON, None),)), "1.5.1(c)/3"),
        (Entrant("1", sex="f", ratings=rated(1900)), "1.5.1(d)"),
        (Entrant("1", sex="f", ratings=rated(1899)), None),
        (Entrant("1", sex="f", ratings=(*rated(1950, published=date(2016, 10, 1)), *rated(1899))), None),
    ],
)
def test_ladies_enter_by_title_federation_or_latest_rating(player: Entrant, route: str | None) -> None:
    assert enters(player, "ladies-world-championship-semi-final", ladies_minimum=1900) == route


@pytest.mark.clause("ICCF-TR-2017 1.5.1(c)/1")
@pytest.mark.parametrize(
    ("title", "reading"), [("LIM", None), ("LGM", Reading.CCM_AS_LGM), ("CCM", Reading.CCM_AS_LGM)]
)
def test_a_title_that_the_clause_does_not_name_counts_by_a_named_reading(title: str, reading: str | None) -> None:
    decision = asked(titled(title, sex="f"), "ladies-world-championship-semi-final")
    (ground,) = [tried.ground for tried in decision.tried if tried.holds]
    assert ground.facts.get("reading") == reading


@pytest.mark.clause("ICCF-TR-2017 2.4(a)", "ICCF-TR-2017 2.6(c)", "ICCF-TR-2017 2.6 note")
def test_a_fide_rating_adds_ways_and_takes_none_away() -> None:
    newcomer = Entrant("1", fide_rating=2300)
    (ground,) = [tried.ground for tried in asked(newcomer, "open-class").tried if tried.holds]
    assert ground.facts == {"rating": None, "reading": Reading.FIDE_ADDS_WAYS}
    (ground,) = [tried.ground for tried in asked(newcomer, "master-class").tried if tried.holds]
    assert ground.facts == {"rating": 2300, "least": 2100, "most": None, "by_fide": True}
    rated_too = replace(newcomer, ratings=rated(2300))
    assert "by_fide" not in asked(rated_too, "master-class").tried[0].ground.facts
    assert not any(tried.holds for tried in asked(rated_too, "open-class").tried)


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
        (Entrant("1", fide_rating=2300), "open-class", "2.4(a)"),
        (Entrant("1", fide_rating=1950), "higher-class", "2.5(a)"),
        (Entrant("1", fide_rating=1899), "higher-class", None),
        (
            Entrant("1", fide_rating=1900, nominations=(Nomination("GER", ON, None, statement=True),)),
            "master-class",
            "2.6(c)",
        ),
        (
            Entrant("1", fide_rating=1800, nominations=(Nomination("GER", ON, None, statement=True),)),
            "higher-class",
            "2.5(c)",
        ),
        (Entrant("1", fide_rating=2500), "higher-class", None),
    ],
)
def test_promotion_classes_go_by_the_rating_at_application(player: Entrant, kind: str, route: str | None) -> None:
    assert enters(player, kind) == route


@pytest.mark.clause("ICCF-TR-2017 2.5(b)", "ICCF-TR-2017 2.6(b)")
def test_winning_a_class_gives_one_start_in_the_next_whatever_the_rating() -> None:
    winner = Entrant("1", ratings=rated(1850), results=(past("open-class", 1, "5", date(2017, 1, 1), "O", 6),))
    assert enters(winner, "higher-class") == "2.5(b)"
    used = replace(winner, uses=(Use(UseOf.RIGHT, "higher-class", date(2017, 2, 1), "", "O"),))
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
    entrant = Entrant("1", ratings=rated(rating))
    assert enters(entrant, "memorial-under-2300") == route
    grounds = [
        way.ground for way in asked(entrant, "memorial-under-2300").tried if way.ground.clause.address == "6.1/2"
    ]
    readings = [ground.facts.get("reading") for ground in grounds]
    assert readings == [Reading.BELOW_2300.value if rating == 2300 else None]


@pytest.mark.clause("ICCF-TR-2016 6.1", "ICCF-TR-2017 6.1/1")
def test_there_was_no_memorial_in_2016() -> None:
    weak = Entrant("1", ratings=rated(2000, published=date(2016, 4, 1)))
    last, first = date(2017, 3, 31), date(2017, 4, 1)
    assert enters(weak, "memorial-under-2300", on=date(2016, 12, 1), start=first) == "6.1/2"
    refused = asked(weak, "memorial-under-2300", on=date(2016, 12, 1), start=last)
    assert (refused.answer, [str(ground.clause) for ground in refused.barred]) == ("may not", ["ICCF-TR-2016 6.1"])


@pytest.mark.clause("ICCF-TR-2017 4.3(4)")
def test_the_first_three_of_a_national_championship_enter_and_its_preliminaries_do_not_count() -> None:
    third = past("national", 3, "6", date(2017, 3, 1))
    assert enters(Entrant("1", results=(third,)), "master-norm") == "4.3(4)"
    assert enters(Entrant("1", results=(replace(third, kind=KINDS["national-preliminary"]),)), "master-norm") is None
    shared = past("national", (3, 4), "6", date(2017, 3, 1))
    assert enters(Entrant("1", results=(shared,)), "master-norm") is None
    running = past("national", 1, "6", None)
    assert enters(Entrant("1", results=(running,)), "master-norm") is None
    assert asked(Entrant("1", results=(third,)), "master-norm").uses == ()


# -- three answers ----------------------------------------------------------------------------------------------------

LEFT_TO_THE_ANNOUNCEMENT = [
    "champions-league-a",
    "olympiad-preliminary",
    "olympiad-final",
    "national",
    "zonal-final",
    "invitational",
    "friendly-match",
    "open-final",
    "chess960-world-cup",
]


@pytest.mark.parametrize("kind", LEFT_TO_THE_ANNOUNCEMENT)
def test_where_the_rules_name_no_way_in_the_announcement_decides(kind: str) -> None:
    ruling = decision.may_enter(Entrant("1"), Target(kind, START), on=ON)
    assert (ruling.value.answer, ruling.value.allowed, ruling.value.route) == ("the announcement decides", False, None)
    assert ruling.grounds[-1].clause.address == "Glossary: regulations of an event"


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
@pytest.mark.parametrize("kind", LEFT_TO_THE_ANNOUNCEMENT)
def test_bars_hold_there_too(kind: str) -> None:
    suspended = Entrant("1", bars=(EntryBar(date(2017, 1, 1), None, "ICCF-TR-2017 8.5/3"),))
    assert asked(suspended, kind).answer is decision.Answer.MAY_NOT


def test_where_the_rules_name_ways_and_none_holds_the_answer_is_no() -> None:
    for kind in (PRELIMINARY, SEMI, CANDIDATES, FINAL, "master-norm", "higher-class", "world-cup-final"):
        assert asked(Entrant("1"), kind).answer is decision.Answer.MAY_NOT


def test_every_way_that_holds_is_told_the_cheapest_first() -> None:
    player = titled(
        "GM",
        2560,
        nominations=(Nomination("GER", date(2017, 4, 2), 2560),),
        results=(past(PRELIMINARY, 1, "9", date(2017, 2, 1), "P1"),),
    )
    ways = asked(player, SEMI).ways
    assert [way.clause.address for way in ways] == ["1.2.1(k)", "1.2.1(l)", "1.2.1(h)", "1.2.1(d)"]
    assert [use.of.value for way in ways for use in way.uses] == ["yearly", "yearly", "nomination", "right"]


def test_a_way_that_uses_up_nothing_comes_before_one_that_does() -> None:
    winner = Entrant("1", ratings=rated(1950), results=(past("open-class", 1, "5", date(2017, 1, 1), "O", 6),))
    answer = asked(winner, "higher-class")
    assert (answer.route.address if answer.route else None, answer.uses) == ("2.5(a)", ())
