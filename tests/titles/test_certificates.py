"""What certificates and FIDE's forms say."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.records import BadInput, Event, FideCategory, FideTerms, Pairing, Player, Result
from slowmate.rulebook import Ground, NoEdition, Refused, Ruling, clause
from slowmate.titles.career import PlayedEvent, PlayerRecord, RatingEntry, career
from slowmate.titles.certificates import (
    AwardKind,
    Certificate,
    EarnedTitle,
    certified_games,
    certify_norm,
    certify_title,
    earned_title,
    is_genuine,
    verification_code,
)
from slowmate.titles.fide.awards import RatingReached
from slowmate.titles.fide.forms import ApplicationForm, TitleResult, application_form, title_result, tournament_report
from slowmate.titles.fide.report import earned_norms
from slowmate.titles.norms import norms
from tests.support.documents import memorial
from tests.support.fide import single_event
from tests.support.sections import change, section

ISSUED = date(2020, 8, 15)
RATINGS = [2480, 2461, 2440, 2432, 2415, 2408, 2400, 2391, 2385, 2376, 2362, 2350, 2405]


def certified(event: Event, *, player: str = "13", title: str = "GM") -> Certificate:
    return certify_norm(event, norms(event), player=player, title=title, issued=ISSUED).value


def made(event: Event, *, player: str = "1", title: str = "GM") -> TitleResult:
    return title_result(event, norms(event), player=player, title=title).value


# -- norms ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 10.0.1/norm")
def test_a_norm_of_the_book_is_certified_with_its_games() -> None:
    certificate = certified(section(RATINGS, scores={"13": 8}, ended=date(2019, 2, 1)))
    assert (certificate.award, certificate.title, certificate.rules) == (AwardKind.NORM, "GM", "ICCF-TR-2017")
    assert certificate.player.id == "13"
    (event,) = certificate.events
    assert (event.games, event.score, event.needed) == (12, Fraction(8), Fraction(8))
    assert [game.score for game in certificate.games].count(Fraction(1)) == 8
    assert all(game.counts and game.played == date(2019, 2, 1) for game in certificate.games)


@pytest.mark.clause("ICCF-TR-2017 10.0.1/norm")
def test_half_a_point_less_is_refused_with_what_is_lacking() -> None:
    with pytest.raises(Refused) as caught:
        certified(section(RATINGS, scores={"13": 7.5}))
    assert caught.value.grounds


def test_the_grounds_are_the_requirements_that_held() -> None:
    event = section(RATINGS, scores={"13": 8})
    grounds = certify_norm(event, norms(event), player="13", title="GM", issued=ISSUED).grounds
    assert clause("ICCF-TR-2017 10.0.1/norm") in [ground.clause for ground in grounds]


def test_cancelled_and_running_games_are_not_listed() -> None:
    event = section(RATINGS, scores={"13": 8})
    line = next(line for line in norms(event).players if line.id == "13")
    games = (*event.games, Pairing("13", "1", Result.CANCELLED), Pairing("1", "13"))
    assert len(certified_games(replace(event, games=games), line, "13", "GM")) == 12


@pytest.mark.parametrize(("player", "title", "field"), [("99", "GM", "--player"), ("13", "XX", "--title")])
def test_who_or_what_is_not_there_is_bad_input(player: str, title: str, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        certified(section(RATINGS, scores={"13": 8}), player=player, title=title)
    assert caught.value.field == field


# -- titles -----------------------------------------------------------------------------------------------------------


def title(name: str = "CCM", *, earned: date = date(2019, 3, 2), sex: str | None = None) -> EarnedTitle:
    return EarnedTitle(
        Player("1", "Somebody", sex=sex), name, earned, grounds=(Ground(clause("ICCF-TR-2017 10.5(c)")),)
    )


@pytest.mark.clause("ICCF-TR-2017 10.8(a)", "ICCF-TR-2016 10.10(a)")
@pytest.mark.parametrize(
    ("earned", "cited"),
    [(date(2017, 3, 31), "ICCF-TR-2016 10.10(a)"), (date(2017, 4, 1), "ICCF-TR-2017 10.8(a)")],
)
def test_a_title_has_its_certificate_by_the_edition_of_the_day_it_was_earned(earned: date, cited: str) -> None:
    ruling = certify_title(title("IM", earned=earned), issued=ISSUED)
    assert (ruling.value.valid_from, ruling.value.issued, ruling.value.printed_title) == (earned, ISSUED, "IM")
    assert str(ruling.grounds[-1].clause) == cited
    assert str(ruling.grounds[0].clause) == "ICCF-TR-2017 10.5(c)"


def test_no_certificate_before_the_title() -> None:
    assert certify_title(title(earned=ISSUED), issued=ISSUED).value.valid_from == ISSUED
    with pytest.raises(Refused):
        certify_title(title(earned=date(2020, 8, 16)), issued=ISSUED)


def test_a_day_without_an_edition_is_not_certified() -> None:
    with pytest.raises(NoEdition):
        certify_title(title(earned=date(2015, 12, 31)), issued=ISSUED)


@pytest.mark.clause("ICCF-TR-2017 10.5/option", "ICCF-TR-2017 10.6/option")
@pytest.mark.parametrize(("name", "printed"), [("CCM", "LGM"), ("CCE", "LIM")])
def test_a_woman_may_have_the_ladies_name_on_paper(name: str, printed: str) -> None:
    earned = title(name, earned=date(2021, 1, 1), sex="f")
    wished = certify_title(earned, issued=date(2021, 8, 1), wants_ladies_title=True)
    assert (wished.value.title, wished.value.printed_title) == (name, printed)
    assert certify_title(earned, issued=date(2021, 8, 1)).value.printed_title == name


@pytest.mark.clause("ICCF-TR-2017 10.5/end", "ICCF-TR-2017 10.6/end", "ICCF-TR-2017 10.5/option")
@pytest.mark.parametrize(
    ("name", "sex", "earned"),
    [
        ("CCM", "f", date(2021, 1, 2)),
        ("CCE", "f", date(2021, 1, 2)),
        ("CCM", "m", date(2020, 12, 31)),
        ("CCM", None, date(2020, 12, 31)),
        ("GM", "f", date(2020, 12, 31)),
    ],
)
def test_a_ladies_name_that_is_not_to_be_had_is_refused_and_not_left_out(
    name: str, sex: str | None, earned: date
) -> None:
    with pytest.raises(Refused) as caught:
        certify_title(title(name, earned=earned, sex=sex), issued=date(2021, 8, 1), wants_ladies_title=True)
    assert caught.value.grounds[0].clause.address.endswith("/option")


@pytest.mark.clause(
    *(f"ICCF-TR-2017 10.1({letter})" for letter in "abcdef"), *(f"ICCF-TR-2016 10.1({letter})" for letter in "cdefgh")
)
@pytest.mark.parametrize("earned", [date(2017, 3, 31), date(2019, 3, 2)])
def test_every_title_of_the_list_is_certified_by_its_clause(earned: date) -> None:
    first = "c" if earned.year == 2017 else "a"
    for number, name in enumerate(("GM", "SIM", "IM", "CCM", "CCE", "IA")):
        cited = certify_title(title(name, earned=earned), issued=ISSUED).grounds[-2].clause
        assert cited.address == f"10.1({chr(ord(first) + number)})"


@pytest.mark.clause("ICCF-TR-2017 10.1(d)", "ICCF-TR-2017 10.1(e)")
@pytest.mark.parametrize("name", ["LGM", "LIM", "WGM", "FM", "King", ""])
def test_a_title_that_does_not_exist_is_not_certified(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        certify_title(title(name, earned=date(2018, 1, 1), sex="f"), issued=ISSUED)
    assert caught.value.field == "title"


@pytest.mark.clause("ICCF-TR-2017 1.4.5/1", "ICCF-TR-2016 10.1(a)")
@pytest.mark.parametrize(
    ("earned", "cited"), [(date(2017, 3, 31), "ICCF-TR-2016 10.1(a)"), (date(2019, 3, 2), "ICCF-TR-2017 1.4.5/1")]
)
def test_a_champion_is_certified_with_the_number_of_the_cycle(earned: date, cited: str) -> None:
    ruling = certify_title(title("WCCC 30", earned=earned), issued=ISSUED)
    assert str(ruling.grounds[-2].clause) == cited
    assert ruling.grounds[-2].facts == {"title": "WCCC", "cycle": 30}


def test_no_certificate_of_a_norm_before_its_last_game() -> None:
    event = section(RATINGS, scores={"13": 8}, ended=date(2019, 2, 1))
    report = norms(event)
    assert certify_norm(event, report, player="13", title="GM", issued=date(2019, 2, 1)).value.issued == date(
        2019, 2, 1
    )
    with pytest.raises(BadInput, match="2019-01-31 is before the last game it rests on, of 2019-02-01"):
        certify_norm(event, report, player="13", title="GM", issued=date(2019, 1, 31))


def test_no_certificate_of_a_norm_before_its_event_where_no_game_has_a_day() -> None:
    event = section(RATINGS, scores={"13": 8})
    assert certify_norm(event, norms(event), player="13", title="GM", issued=event.start).value.title == "GM"
    with pytest.raises(BadInput, match="2018-02-28 is before Section began, on 2018-03-01"):
        certify_norm(event, norms(event), player="13", title="GM", issued=date(2018, 2, 28))


def test_an_event_that_ends_before_it_starts_has_no_norms() -> None:
    event = replace(memorial(), end=date(2018, 7, 6))
    with pytest.raises(BadInput, match="2018-07-06 is before the start, 2018-07-07"):
        norms(event)


def test_a_title_out_of_a_record_rests_on_the_events_of_its_norms() -> None:
    first = section(RATINGS, scores={"13": 8}, ended=date(2019, 2, 1))
    first = replace(change(first, "13", name="Later Name"), name="First", end=date(2019, 3, 1))
    second = replace(first, name="Second", start=date(2018, 4, 1))
    record = PlayerRecord(
        "13", "Record Name", (PlayedEvent(first, "13"), PlayedEvent(second, "13")), (RatingEntry(date(2017, 1, 1), 90),)
    )
    awards = {award.title: award for award in career(record, on=ISSUED).awards}
    earned = earned_title(record, awards["IM"])
    assert (earned.player.name, earned.title, earned.earned) == ("Later Name", "IM", date(2019, 2, 1))
    assert {event.name for event in earned.events} == {"First", "Second"}
    assert {event.end for event in earned.events} == {date(2019, 3, 1)}
    assert sum(event.counted_games or 0 for event in earned.events) >= 24
    assert certify_title(earned, issued=ISSUED).value.events == earned.events


# -- the code ---------------------------------------------------------------------------------------------------------


def test_a_code_has_four_groups_of_four_signs_that_nobody_mistakes() -> None:
    code = verification_code(b"content", key=b"k" * 16)
    assert code == verification_code(b"content", key=b"k" * 16)
    assert [len(group) for group in code.split("-")] == [4, 4, 4, 4]
    assert not set(code) & set("OILU")


@given(st.binary(max_size=50), st.binary(max_size=50), st.binary(min_size=1, max_size=40))
def test_a_code_belongs_to_one_content_and_one_key(content: bytes, other: bytes, key: bytes) -> None:
    code = verification_code(content, key=key)
    assert is_genuine(code, content, key=key)
    assert is_genuine(code.lower().replace("-", " ").replace("0", "o").replace("1", "l"), content, key=key)
    assert is_genuine(code, other, key=key) == (content == other)
    assert not is_genuine(code, content, key=key + b"x")


@pytest.mark.parametrize("typed", ["", "-", "0000-0000-0000-0000", "é" * 16])
def test_what_is_no_code_is_not_genuine(typed: str) -> None:
    assert not is_genuine(typed, b"content", key=b"key")


# -- FIDE's forms -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("FIDE-TITLES-2017 2")
def test_it1_has_the_numbers_the_norm_rests_on() -> None:
    result = made(memorial())
    assert (result.counted, result.score, result.needed, result.exceeded) == (9, Fraction(7), Fraction(7), Fraction(0))
    assert (result.average, result.performance) == (Fraction(2421), Fraction(2641))
    assert result.titles == {"GM": 3, "IM": 3, "FM": 1, "WGM": 1}
    assert (result.holders, result.unrated, result.own_federation) == (8, 0, 1)
    assert list(result.federations) == ["CZE", "GER", "GRE", "HUN", "IRL", "NOR", "POL", "ROU", "RUS"]


@pytest.mark.clause("FIDE-TITLES-2017 1.53a/3")
def test_it1_has_the_day_of_each_game() -> None:
    event = memorial()
    assert tuple(game.played for game in made(event).games) == event.round_dates
    assert [game.round for game in made(event).games] == list(range(1, 10))


@pytest.mark.clause("FIDE-TITLES-2017 1.8/1")
def test_it1_goes_to_four_addresses() -> None:
    assert made(memorial()).copies == ("Dvořák, Ondřej", "CZE federation", "CZE federation as organiser", "FIDE")


OPPONENTS = [
    "GM GER 2600",
    "GM RUS 2580",
    "GM GER 2560",
    "IM POL 2540",
    "IM FRA 2500",
    "IM USA 2480",
    "- AUT 2450",
    "FM HUN 2420",
    "- SVK 2410",
    "- CZE 1950",
    "- CZE 1900",
]


@pytest.mark.clause("FIDE-TITLES-2017 1.42f/2")
def test_ignored_games_are_listed_and_marked() -> None:
    event = single_event("- CZE 2350", OPPONENTS, "===1=1=1=11")
    result = made(event, player="a")
    assert [game.opponent.id for game in result.games if not game.counts] == ["o10", "o11"]
    assert (len(result.games), result.counted, result.score) == (11, 9, Fraction(6))
    assert (result.average, result.performance) == (Fraction(2504), Fraction(2629))
    certificate = certified(event, player="a")
    assert (certificate.events[0].games, certificate.events[0].score) == (9, Fraction(6))


def test_a_forfeit_is_listed_and_not_counted() -> None:
    event = single_event("- CZE 2350", [*OPPONENTS[:9], "GM GER 2555"], "===1=1=1=+")
    result = made(event, player="a", title="IM")
    assert [(game.forfeit, game.counts) for game in result.games][-2:] == [(False, True), (True, False)]
    assert result.counted == 9


def test_a_norm_that_was_not_made_has_no_form() -> None:
    with pytest.raises(Refused) as caught:
        made(memorial(), player="2")
    assert clause("FIDE-TITLES-2017 1.45b") in [ground.clause for ground in caught.value.grounds]


REACHED = RatingReached(2503, date(2018, 10, 1))


def applied(events: Sequence[Event], *ratings: RatingReached, title: str = "GM") -> Ruling[ApplicationForm]:
    results = tuple(made(event, title=title) for event in events)
    earned = [norm for event in events for norm in earned_norms(event, event.players[0])]
    return application_form(results, earned, ratings or (REACHED,))


def three(**more: Any) -> list[Event]:
    return [
        replace(memorial(name=name, start=date(2018, month, 1)), **more)
        for month, name in ((7, "A"), (8, "B"), (9, "C"))
    ]


def refused_for(events: Sequence[Event], *ratings: RatingReached) -> set[str]:
    with pytest.raises(Refused) as caught:
        applied(events, *ratings)
    return {ground.clause.address for ground in caught.value.grounds}


@pytest.mark.clause("FIDE-TITLES-2017 1.51")
def test_there_is_no_form_for_fewer_than_27_games() -> None:
    assert refused_for(three()[:1]) == {"1.51"}
    assert refused_for(three()[:2]) == {"1.51"}


@pytest.mark.clause("FIDE-TITLES-2017 1.53", "FIDE-TITLES-2017 1.53a/2")
@pytest.mark.parametrize(
    "rating",
    [
        RatingReached(2499, date(2018, 10, 1)),
        RatingReached(2100, date(2018, 10, 1)),
        RatingReached(2503, date(2018, 10, 1), published=False),
    ],
)
def test_there_is_no_form_before_the_rating_is_reached(rating: RatingReached) -> None:
    assert refused_for(three(), rating) == {"1.53"}
    assert applied(three(), rating, RatingReached(2500, date(2018, 9, 1))).value.rating == 2500


@pytest.mark.clause("FIDE-TITLES-2017 1.13a")
def test_a_grandmaster_has_one_norm_from_three_days_of_a_single_round() -> None:
    double = [date(2018, 7, 1 + day // 2) for day in range(9)]
    quick = three(round_dates=tuple(double), end=date(2018, 9, 20))
    assert refused_for(quick) == {"1.13a"}
    assert applied([*quick[:2], three()[2]]).value.counted == 27
    assert applied(three(round_dates=())).value.counted == 27


@pytest.mark.clause("FIDE-TITLES-2017 1.43f")
def test_one_norm_is_made_under_the_normal_requirement_on_foreigners() -> None:
    def at_home(event: Event) -> Event:
        players = (event.players[0], *(replace(player, federation="CZE") for player in event.players[1:]))
        return replace(event, players=players, fide=FideTerms(FideCategory.NATIONAL_CHAMPIONSHIP))

    home = [at_home(event) for event in three()]
    assert refused_for(home) == {"1.43f"}
    assert applied([*home[:2], three()[2]]).value.counted == 27


@pytest.mark.clause("FIDE-TITLES-2017 2.1")
def test_it2_goes_with_an_it1_for_each_norm() -> None:
    events = [memorial(name=name, start=date(2018, month, 1)) for month, name in ((9, "C"), (7, "A"), (8, "B"))]
    asked = applied(events)
    assert [result.event.name for result in asked.value.results] == ["A", "B", "C"]
    assert (asked.value.games, asked.value.counted, asked.value.federation, asked.value.title) == (27, 27, "CZE", "GM")
    assert (asked.value.rating, asked.value.rating_reached) == (2503, date(2018, 10, 1))
    assert asked.value.achieved == date(2018, 10, 1)
    facts = {key: fact for ground in asked.grounds for key, fact in ground.facts.items()}
    assert (facts["IT1"], facts["IT2"]) == (3, 1)


def test_it2_is_for_one_player_and_one_title_and_counts_no_event_twice() -> None:
    other = memorial(name="Other", start=date(2018, 9, 1))
    with pytest.raises(BadInput, match="twice"):
        applied([memorial(), memorial()])
    with pytest.raises(BadInput, match="same player and title"):
        application_form((made(memorial()), made(other, title="IM")), (), ())
    stranger = replace(other, players=(replace(other.players[0], fide_id="1"), *other.players[1:]))
    with pytest.raises(BadInput, match="same player and title"):
        applied([memorial(), stranger])


def test_it3_tells_of_the_tournament_and_of_the_results_that_are_of_use() -> None:
    event = memorial()
    report = tournament_report(event, norms(event)).value
    assert (report.players, report.rated, report.unrated, report.rounds_a_day) == (10, 10, 0, 1)
    assert report.federations["CZE"] == 2
    assert report.average == Fraction(24259, 10)
    assert [(one.player.id, one.title) for one in report.norms] == [("1", "GM"), ("7", "WIM")]


@pytest.mark.clause("FIDE-TITLES-2017 1.16/2")
def test_it3_has_the_arbiters_presence_to_declare() -> None:
    (declared,) = tournament_report(memorial(), None).value.declarations
    assert str(declared.clause) == "FIDE-TITLES-2017 1.16/2"
    assert declared.facts == {"chief_arbiter": "Holub, Marie"}


def test_it3_of_an_event_without_dates_and_ratings() -> None:
    event = replace(single_event("- CZE -", ["- CZE -"], "1"), director=None)
    report = tournament_report(event, None).value
    assert (report.average, report.rounds_a_day, report.unrated, report.norms) == (None, None, 2, ())
