"""Teams over time, substitutes, and for whom games are rated."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.organising.offices import Acting, Actor, Case, take_step
from slowmate.events.running import rosters
from slowmate.events.running.rosters import SeatHolding, Substitute, TeamTerms
from slowmate.events.running.section8.substitution import SUBSTITUTION
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, Event, Pairing, Player, Result, Team
from slowmate.rulebook import Refused

LIST, START = datetime(2017, 5, 20, tzinfo=UTC), datetime(2017, 6, 15, tzinfo=UTC)
LATER, LAST = datetime(2017, 9, 1, 12, tzinfo=UTC), datetime(2018, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)
ROSTER = (
    SeatHolding("CZE", 2, "b", START),
    SeatHolding("CZE", 1, "a", START),
    SeatHolding("CZE", 1, "c", LATER),
    SeatHolding("CZE", 1, "d", LAST, status_from=date(2018, 1, 5)),
    SeatHolding("GER", 1, "x", START),
    SeatHolding("GER", 2, "y", START),
)
TERMS = TeamTerms(START.date(), "CZE", most_changes=3)


def test_a_line_up_is_that_of_the_instant() -> None:
    assert rosters.line_up(ROSTER, "CZE", at=START) == ("a", "b")
    assert rosters.line_up(ROSTER, "CZE", at=LATER - SECOND) == ("a", "b")
    assert rosters.line_up(ROSTER, "CZE", at=LATER) == ("c", "b")
    assert rosters.line_up(ROSTER, "CZE", at=LAST) == ("d", "b")
    assert rosters.line_up(ROSTER, "CZE", at=START - SECOND) == ()


@pytest.mark.clause("ICCF-TR-2017 8.1/3")
def test_every_seat_that_changes_hands_after_the_start_list_counts() -> None:
    assert rosters.changes(ROSTER, "CZE", since=LIST) == 2
    assert rosters.changes(ROSTER, "GER", since=LIST) == 0
    assert rosters.changes(ROSTER, "CZE", since=LATER) == 1


def judged(named: Substitute, terms: TeamTerms = TERMS, board: int = 2, at: datetime = LAST) -> list[str]:
    """The clauses that stand against a substitute."""
    ruling = rosters.may_substitute(named, "CZE", board, ROSTER, terms, at=at, start_list=LIST)
    against = [ground.clause.address for ground in ruling.grounds if not ground.facts["holds"]]
    assert ruling.value is (not against)
    return against


@pytest.mark.clause("ICCF-TR-2017 2.2/3", "ICCF-TR-2017 8.1/3", "ICCF-TR-2017 11.3(f)", "ICCF-TR-2017 13.1")
def test_a_substitute_is_free_to_enter_of_the_federation_and_sits_nowhere_else() -> None:
    new = Substitute("e", "CZE")
    assert judged(new) == []
    barred = (EntryBar(date(2017, 7, 1), date(2018, 1, 1), "ICCF-TR-2017 8.3/5"),)
    assert judged(replace(new, bars=barred), at=LAST - SECOND) == ["2.2/3"]
    assert judged(replace(new, bars=barred), at=LAST) == []
    assert judged(replace(new, federation="GER")) == ["13.1"]
    assert judged(Substitute("d", "CZE")) == ["11.3(f)"]
    assert judged(Substitute("a", "CZE"), board=1) == ["11.3(f)"]
    assert judged(Substitute("a", "CZE"), replace(TERMS, may_return=True), board=1) == []
    assert judged(replace(new, plays_for="GER")) == ["11.3(f)"]
    ruling = rosters.may_substitute(replace(new, plays_for="GER"), "CZE", 2, ROSTER, TERMS, at=LAST, start_list=LIST)
    assert not any("boards" in ground.facts for ground in ruling.grounds), "no word of boards that they do not sit on"
    assert judged(new, replace(TERMS, most_changes=2)) == ["8.1/3"]
    assert judged(new, replace(TERMS, most_changes=None)) == []
    assert judged(Substitute("e", "GER", plays_for="POL"), replace(TERMS, most_changes=0)) == [
        "13.1", "11.3(f)", "8.1/3",
    ]  # fmt: skip


@pytest.mark.clause("ICCF-TR-2017 2.2/3", "ICCF-TR-2017 11.3(f)", "ICCF-TR-2017 13.1")
@pytest.mark.parametrize(
    ("named", "against"),
    [
        ((Substitute("a", "CZE"), Substitute("b", "CZE")), []),
        ((Substitute("a", "CZE"), Substitute("b", "SVK")), ["13.1"]),
        ((Substitute("a", "CZE"), Substitute("a", "CZE")), ["11.3(f)"]),
        ((Substitute("a", "CZE"), Substitute("b", "CZE", plays_for="GER")), ["11.3(f)"]),
        ((Substitute("a", "CZE", (EntryBar(date(2017, 1, 1), None, "ICCF-TR-2017 8.5/5"),)),), ["2.2/3"]),
    ],
)
def test_every_player_of_a_team_is_looked_at_when_it_enters(named: tuple[Substitute, ...], against: list[str]) -> None:
    ruling = rosters.may_line_up("CZE", named, TERMS, on=START.date())
    assert [ground.clause.address for ground in ruling.grounds if not ground.facts["holds"]] == against
    assert ruling.value is (not against)


@pytest.mark.clause("ICCF-TR-2017 5.5/1", "ICCF-TR-2017 5.1/2")
def test_in_the_league_a_substitute_of_any_nation_plays_for_one_team_a_season() -> None:
    league = TeamTerms(START.date(), is_league=True)
    assert judged(Substitute("e", "BRA"), league) == []
    assert judged(Substitute("e", "BRA", plays_for="CZE"), league) == []
    assert judged(Substitute("e", "BRA", plays_for="17"), league) == ["5.5/1"]


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_a_director_places_only_players_who_may_play() -> None:
    named = Case("named", START.date(), {"team": "CZE"})
    for federation, state in (("CZE", "placed"), ("GER", None)):
        substitute = Substitute("e", federation)
        ruling = rosters.may_substitute(substitute, "CZE", 2, ROSTER, TERMS, at=LAST, start_list=LIST)
        guards = {"eligible": ruling}
        if state:
            placed = take_step(SUBSTITUTION, named, "place", by=Acting(Actor.DIRECTOR), rulings=guards)
            assert placed.value.state == state
        else:
            with pytest.raises(Refused):
                take_step(SUBSTITUTION, named, "place", by=Acting(Actor.DIRECTOR), rulings=guards)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/3", "ICCF-TR-2017 8.7(e)/7", "ICCF-TR-2017 8.7(e)/8")
@pytest.mark.parametrize(
    ("ended", "player", "original"),
    [
        (LATER - SECOND, "a", None),
        (LATER, "c", "a"),
        (LAST - SECOND, "c", "a"),
        (LAST, "d", None),
    ],
)
def test_a_game_belongs_to_the_player_who_sat_there_when_it_ended(
    ended: datetime, player: str, original: str | None
) -> None:
    assert rosters.rated_as(ROSTER, "CZE", 1, ended=ended, start=START.date()).value == (player, original)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/8")
def test_the_original_of_a_later_substitute_is_the_last_who_played_in_their_own_right() -> None:
    after_status = (*ROSTER, SeatHolding("CZE", 1, "e", LAST + timedelta(days=9)))
    assert rosters.original_of(after_status, "CZE", 1, "e") == "d"
    assert rosters.original_of(ROSTER[:3], "CZE", 1, "c") == "a"
    assert rosters.original_of(ROSTER, "CZE", 1, "a") is None
    assert rosters.original_of(ROSTER, "CZE", 1, "nobody") is None


@pytest.mark.clause("ICCF-TR-2017 7.3(a)")
def test_a_roster_becomes_a_record_in_which_every_game_of_a_seat_scores() -> None:
    players = {one: Player(one, one.upper(), rating=2300) for one in "abcdxy"}
    teams, everybody = zip(
        *(rosters.as_team(Team(one, one, ()), ROSTER, players) for one in ("CZE", "GER")), strict=True
    )
    games = [Pairing(one, "x", Result.WHITE_WINS, board=1) for one in ("a", "c", "d")]
    event = Event("Match", KINDS["friendly-match"], START.date(), sum(everybody, ()), tuple(games), teams)
    assert [team.players for team in teams] == [("a", "b"), ("x", "y")]
    assert {line.id: line.points for line in standings(event).value} == {"CZE": 3, "GER": 0}
    assert [player.has_replacement_status for player in everybody[0]] == [False, False, True, False]
