"""A whole career: from the first event to Grandmaster, in two editions, each step with its reasons."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest

from slowmate.records import Event, Pairing, Result, Status
from slowmate.titles.career import Career, HeldTitle, PlayedEvent, PlayerRecord, RatingEntry, TitleAward, as_of, career
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormOutlook
from slowmate.words import say
from slowmate.words.titles import say_missing
from tests.support.sections import change, section, with_score

HERO = "1"


def played(
    name: str,
    start: date,
    ratings: Sequence[int],
    score: float,
    *,
    own: int | None = 2400,
    games: int = 0,
    kind: str = "invitational",
    gms: int = 0,
    sims: int = 0,
) -> Event:
    """An event of the hero against these opponents: a game ends every thirty days, first the wins, then the rest."""
    event = section([own, *ratings], kind=kind, start=start)
    event = change(replace(with_score(event, HERO, score), name=name), HERO, games=games)
    for number in range(2, 2 + gms):
        event = change(event, str(number), title="GM")
    for number in range(2 + gms, 2 + gms + sims):
        event = change(event, str(number), title="SIM")
    dated = (replace(game, ended=start + timedelta(days=30 * number)) for number, game in enumerate(event.games, 1))
    return replace(event, games=tuple(dated))


def with_withdrawal(event: Event, player: str, day: date) -> Event:
    """Another player leaves: all their games are cancelled on that day."""
    games = [
        replace(game, result=Result.CANCELLED, ended=day) if player in (game.white, game.black) else game
        for game in event.games
    ]
    games += [
        Pairing(player, other.id, Result.CANCELLED, ended=day)
        for other in event.players
        if other.id not in (HERO, player)
    ]
    return change(replace(event, games=tuple(games)), player, status=Status.WITHDRAWN, withdrawn_on=day)


EVENTS = (
    # 2016: twelve games in category E; the hero has no rating and counts 2200
    played("First Open", date(2016, 1, 15), [2060] * 12, 9, own=None),
    # 2016: category L; a norm for CCM, and the second for CCE
    played("Summer Cup", date(2016, 6, 1), [2240] * 10, 7.5, own=2150, games=3),
    # 2016, last day: category 3; an opponent leaves, eleven of twelve games stand
    with_withdrawal(
        played("Spring Masters", date(2017, 3, 31), [2310] * 12, 9, own=2280, games=22), "13", date(2017, 12, 1)
    ),
    # 2017: the second IM norm, with overscore
    played("Autumn Masters", date(2017, 10, 1), [2330] * 11, 8.5, own=2320, games=24),
    # 2017: Chess960, a SIM norm
    played("Fischer Memorial", date(2018, 2, 1), [2400] * 12, 8, own=2400, games=28, kind="chess960"),
    # 2017: a GM norm, but against three Grandmasters only
    played(
        "Champions' Norm", date(2018, 9, 1), [2480] * 12, 8, own=2450, games=45, kind="grandmaster-norm", gms=3, sims=1
    ),
    # 2017: no norm for anything above CCM
    played("Bad Year", date(2019, 3, 1), [2490] * 12, 5, own=2480, games=56, kind="grandmaster-norm", gms=5),
    # 2017: the second GM norm, with the missing Grandmaster and three SIMs
    played(
        "Grand Final", date(2020, 1, 10), [2500] * 11, 7, own=2490, games=69, kind="grandmaster-norm", gms=1, sims=3
    ),
)
RATINGS = (
    RatingEntry(date(2016, 10, 1), 12),
    RatingEntry(date(2017, 4, 1), 22),
    RatingEntry(date(2018, 7, 1), 33),
    RatingEntry(date(2019, 1, 1), 56),
)
RECORD = PlayerRecord(HERO, "The Hero", tuple(PlayedEvent(event, HERO) for event in EVENTS), RATINGS)
END = date(2021, 6, 1)


@pytest.fixture(scope="module")
def whole() -> Career:
    return career(RECORD, on=END)


def register(found: Career, title: str) -> list[tuple[str, int, int]]:
    return [(norm.event, norm.games, norm.overscore) for norm in found.norms if norm.title == title]


def award(found: Career, title: str) -> TitleAward:
    (only,) = (award for award in found.awards if award.title == title)
    return only


def clauses(award: TitleAward) -> set[str]:
    return {str(ground.clause) for ground in award.grounds}


def test_the_first_title_comes_from_two_norms_with_overscore_under_2016(whole: Career) -> None:
    """The norms cover 22 games; the ninth win of the first event is worth the two overscored games that are missing."""
    earned = award(whole, "CCE")
    assert earned.earned == date(2016, 10, 11)
    assert [norm.event for norm in earned.norms] == ["First Open", "Summer Cup"]
    assert sum(norm.counted for norm in earned.norms) >= 24 > sum(norm.games for norm in earned.norms)
    assert earned.confirmed_by is ConfirmingBody.COMMISSIONER
    assert clauses(earned) == {"ICCF-TR-2016 10.8(c)", "ICCF-TR-2016 10.8/auto", "ICCF-TR-2016 10.10(b)"}
    before = career(RECORD, on=date(2016, 10, 10))
    assert before.awards == ()
    assert say_missing(before.missing[0][0]) == ("For CCE: one more CCE norm of any length, or 2 overscored games.")


def test_ccm_and_im_wait_for_a_fixed_rating_under_2017(whole: Career) -> None:
    """CCM would have been complete in 2017 and IM in April 2018, but the rating rested on fewer than thirty games."""
    for title in ("CCM", "IM"):
        earned = award(whole, title)
        assert earned.earned == date(2018, 7, 1)
        assert earned.confirmed_by is ConfirmingBody.SERVER
        assert "ICCF-TR-2017 App2.2.9/title" in clauses(earned)
    waiting = career(RECORD, on=date(2018, 6, 30))
    assert [award.title for award in waiting.awards] == ["CCE"]
    assert [say_missing(lacks) for lacks, _ in waiting.missing][:2] == [
        "For CCM: 2 rated games more for a fixed rating.",
        "For IM: 2 rated games more for a fixed rating.",
    ]


def test_the_withdrawn_opponent_lowers_the_norm_and_the_games_of_the_start_count(whole: Career) -> None:
    """Seven wins are no IM norm of twelve games in category 3; of eleven they are not either, eight are."""
    norm = next(norm for norm in whole.norms if (norm.title, norm.event) == ("IM", "Spring Masters"))
    assert norm.games == 12
    event = EVENTS[2]
    before, after = (norms(as_of(event, day), only=HERO).players[0] for day in (date(2017, 11, 30), date(2017, 12, 1)))
    assert (before.games, before.norms["IM"].needed, before.norms["IM"].outlook) == (
        12,
        Fraction(17, 2),
        NormOutlook.REACHABLE,
    )
    assert (after.games, after.norms["IM"].needed, after.norms["IM"].outlook) == (
        11,
        Fraction(8),
        NormOutlook.GUARANTEED,
    )
    assert norm.earned == date(2017, 12, 1)


def test_sim_mixes_a_norm_of_chess960_with_another(whole: Career) -> None:
    earned = award(whole, "SIM")
    assert [(norm.event, norm.chess960) for norm in earned.norms] == [
        ("Autumn Masters", False),
        ("Fischer Memorial", True),
    ]
    assert earned.earned == date(2018, 9, 29)
    assert {"ICCF-TR-2017 10.0.1/960", "ICCF-TR-2017 10.3(a)/over"} <= clauses(earned)


def test_grandmaster_takes_two_norms_and_five_grandmasters_two_of_them_by_sims(whole: Career) -> None:
    earned = award(whole, "GM")
    assert register(whole, "GM") == [("Champions' Norm", 12, 1), ("Grand Final", 11, 0)]
    assert [(norm.gm_games, norm.sim_games) for norm in earned.norms] == [(3, 1), (1, 3)]
    assert earned.earned == date(2020, 8, 7)
    assert {"ICCF-TR-2017 10.2(c)/quota", "ICCF-TR-2017 10.2(c)/SIM", "ICCF-TR-2017 10.2(c)/over"} <= clauses(earned)
    assert whole.missing == ()


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (
            date(2016, 1, 1),
            "For GM: two more GM norms (24 games are missing); and 5 games more against Grandmasters",
        ),
        (date(2019, 12, 31), "For GM: one more GM norm (11 games are missing); and 2 games more against Grandmasters"),
    ],
)
def test_what_grandmaster_still_takes(day: date, words: str) -> None:
    lacks = career(RECORD, on=day).missing[-1][0]
    assert say_missing(lacks).startswith(words)


def test_without_the_three_sims_the_title_would_not_be_there() -> None:
    poorer = EVENTS[7]
    for number in ("3", "4", "5"):
        poorer = change(poorer, number, title=None)
    events = (*RECORD.events[:7], PlayedEvent(poorer, HERO))
    found = career(replace(RECORD, events=events), on=END)
    assert [award.title for award in found.awards] == ["CCE", "CCM", "IM", "SIM"]
    assert (
        say_missing(found.missing[0][0])
        == "For GM: 1 game more against Grandmasters (or fixed ratings from 2600) in norms."
    )


def test_the_year_without_a_norm_brings_nothing_above_ccm(whole: Career) -> None:
    assert [norm.title for norm in whole.norms if norm.event == "Bad Year"] == ["CCM", "CCE"]


def test_every_step_has_its_day_and_can_be_told(whole: Career) -> None:
    days = [step.day for step in whole.steps]
    assert days == sorted(set(days))
    assert [award.title for step in whole.steps for award in step.awards] == ["CCE", "CCM", "IM", "SIM", "GM"]
    told = [say(ground) for award in whole.awards for ground in award.grounds]
    assert all(told)
    assert "5 needed: yes" in " ".join(told)


def test_while_games_run_the_record_tells_what_is_in_reach() -> None:
    found = career(RECORD, on=date(2018, 12, 31))
    memorial, champions_norm = found.prospects
    assert (memorial.event, memorial.line.running) == ("Fischer Memorial", 1)
    assert memorial.line.norms["GM"].outlook is NormOutlook.REACHABLE
    assert memorial.line.norms["GM"].still_needed == Fraction(1, 2)
    assert memorial.line.norms["SIM"].outlook is NormOutlook.GUARANTEED
    assert champions_norm.line.norms["GM"].still_needed == Fraction(7, 2)


def test_titles_and_norms_from_before_are_taken_into_account() -> None:
    old = NormRecord("IM", "Old Masters", date(1999, 5, 1), date(2001, 5, 1), 14, before_daytona=True)
    sim = NormRecord("SIM", "New Masters", date(2016, 5, 1), date(2017, 5, 1), 10)
    record = PlayerRecord(
        "9", "Veteran", (), (RatingEntry(date(2010, 1, 1), 300),), (old, sim), (HeldTitle("IM", date(2003, 1, 1)),)
    )
    found = career(record, on=END)
    assert [(award.title, award.earned) for award in found.awards] == [("SIM", date(2017, 5, 1))]
    assert [lacks.title for lacks, _ in found.missing] == ["GM"]


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/cand")
def test_one_norm_in_the_candidates_makes_an_im_at_once() -> None:
    event = played("Candidates", date(2018, 1, 1), [2450] * 12, 6, kind="world-championship-candidates", games=80)
    found = career(PlayerRecord(HERO, "Candidate", (PlayedEvent(event, HERO),)), on=END)
    (earned,) = found.awards
    assert (earned.title, earned.route, earned.earned) == ("IM", TitleRoute.DIRECT, date(2018, 6, 30))
    assert earned.confirmed_by is ConfirmingBody.COMMISSIONER_FOR_BOARD


def test_a_world_champion_gets_both_titles_on_the_last_day() -> None:
    event = replace(section([2600] * 13, kind="world-championship-final"), cycle=30, end=date(2020, 5, 1))
    ids = [player.id for player in event.players]
    games = tuple(Pairing(one, two, Result.WHITE_WINS) for n, one in enumerate(ids) for two in ids[n + 1 :])
    final = replace(event, games=games)
    places = {one: number for number, one in enumerate(ids, 1)}
    found = career(PlayerRecord("1", "Champion", (PlayedEvent(final, "1", places),)), on=END)
    titles = {award.title: (award.route, award.earned) for award in found.awards}
    assert titles["GM"] == (TitleRoute.DIRECT, date(2020, 5, 1))
    assert titles["WCCC 30"] == (TitleRoute.DIRECT, date(2020, 5, 1))
    loser = career(PlayerRecord("4", "Fourth", (PlayedEvent(final, "4", places),)), on=END)
    assert "GM" not in {award.title for award in loser.awards}


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/final")
def test_qualifying_for_the_final_makes_an_im() -> None:
    event = played("Candidates", date(2018, 1, 1), [2450] * 12, 5, kind="world-championship-candidates", games=80)
    found = career(PlayerRecord(HERO, "Finalist", (PlayedEvent(event, HERO, qualified=True),)), on=END)
    assert [award.title for award in found.awards] == ["IM"]
