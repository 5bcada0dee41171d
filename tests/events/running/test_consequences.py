"""What follows from a finished event."""

from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest

from slowmate.events.general import tournament_type
from slowmate.events.running.consequences import consequences
from slowmate.records import KINDS, Event, Pairing, Player, Result, Status
from slowmate.rulebook import Refused
from tests.support.crosstables import crosstable, team_event

ENDED = date(2019, 6, 1)


def ladder(kind: str, players: int, *, start: date = date(2017, 5, 1)) -> Event:
    """Everybody beats everybody with a higher number: 1 wins all games, the last loses all."""
    ids = [str(number) for number in range(1, players + 1)]
    games = tuple(Pairing(one, other, Result.WHITE_WINS) for one, other in combinations(ids, 2))
    return Event("Ladder", KINDS[kind], start, tuple(Player(one, one, rating=2460) for one in ids), games)


def steps(event: Event, what: str) -> dict[str, str]:
    return {step.who: step.value for step in consequences(event, ended=ENDED).value if step.what == what}


@pytest.mark.clause("ICCF-TR-2017 1.0.9", "ICCF-TR-2017 1.2.1(d)", "ICCF-TR-2017 1.1.1(c)")
def test_a_preliminary_sends_two_on_and_gives_two_another_start() -> None:
    rights = steps(ladder("world-championship-preliminary", 13), "right")
    semi, again = "world-championship-semi-final", "world-championship-preliminary"
    assert rights == {"1": semi, "2": semi, "3": again, "4": again, "5": again}


@pytest.mark.clause("ICCF-TR-2017 1.4.5/1", "ICCF-TR-2017 1.4.5/2", "ICCF-TR-2017 1.6.4")
@pytest.mark.parametrize("kind", ["world-championship-final", "ladies-world-championship-final"])
def test_the_winner_of_a_final_is_champion_for_ever(kind: str) -> None:
    event = ladder(kind, 11)
    assert list(steps(event, "title")) == ["1"]
    ground = next(g for g in consequences(event, ended=ENDED).grounds if "for_life" in g.facts)
    assert ground.facts["for_life"] is True


@pytest.mark.clause("ICCF-TR-2017 1.4.5/1", "ICCF-TR-2017 0.4/1")
def test_equal_champions_are_referred_and_a_winner_without_a_positive_score_is_none() -> None:
    equal = crosstable({"A": "-=11", "B": "=-11", "C": "00-=", "D": "00=-"}, kind="world-championship-final")
    assert steps(equal, "title") == {}
    asked = [step for step in consequences(equal, ended=ENDED).value if step.refer == "Executive Board"]
    assert [(step.what.value, step.who, step.sharing) for step in asked] == [
        ("ask", "A", ("A", "B")), ("ask", "B", ("A", "B")),
    ]  # fmt: skip
    drawn = crosstable({"A": "-==", "B": "=-=", "C": "==-"}, kind="world-championship-final")
    assert steps(drawn, "title") == {}


@pytest.mark.clause("ICCF-TR-2017 3.5/2", "ICCF-TR-2017 3.5/3", "ICCF-TR-2017 3.7", "ICCF-TR-2017 3.5/1")
@pytest.mark.parametrize(
    ("kind", "players", "prizes"),
    [
        ("world-cup-preliminary", 11, 1),
        ("world-cup-semi-final", 9, 1),
        ("world-cup-final", 14, 7),
        ("world-cup-final", 15, 8),
    ],
)
def test_cups_give_prizes_to_group_winners_and_to_half_of_the_final(kind: str, players: int, prizes: int) -> None:
    assert list(steps(ladder(kind, players), "prize")) == [str(number) for number in range(1, prizes + 1)]


@pytest.mark.clause("ICCF-TR-2017 1.7.6", "ICCF-TR-2017 1.8.6")
@pytest.mark.parametrize(("kind", "places"), [("olympiad-final", 3), ("ladies-olympiad-final", 4)])
def test_the_first_teams_of_an_olympiad_play_the_next_final(kind: str, places: int) -> None:
    matches = dict.fromkeys(combinations("ABCDEF", 2), "11")
    assert list(steps(team_event(matches, kind=kind), "right")) == list("ABCDEF"[:places])


@pytest.mark.clause("ICCF-TR-2017 1.7.6")
def test_teams_equal_on_the_last_place_are_referred() -> None:
    matches = dict.fromkeys(combinations("ABCDEF", 2), "11") | {("C", "D"): "=="}
    event = replace(team_event(matches, kind="olympiad-final"), id="77", cycle=20)
    event = replace(event, teams=tuple(replace(team, federation=f"FED-{team.id}") for team in event.teams))
    found = consequences(event, ended=ENDED).value
    assert {step.who: step.refer for step in found} == {
        "A": None, "B": None, "C": "Title Tournament Commissioner", "D": "Title Tournament Commissioner",
    }  # fmt: skip
    assert steps(event, "right") == {"A": "olympiad-final", "B": "olympiad-final"}
    rights = [step.right for step in found if step.right]
    assert [(right.id, right.of_federation, right.cycle, right.turn.value) for right in rights[:2]] == [
        ("FED-A/77/olympiad", True, 20, "next"), ("FED-B/77/olympiad", True, 20, "next"),
    ]  # fmt: skip
    assert [right.state.value for right in rights] == ["open", "open", "referred", "referred"]


@pytest.mark.clause("ICCF-TR-2017 7.5", "ICCF-TR-2017 1.0.9")
def test_individuals_equal_on_a_qualifying_place_are_asked_about() -> None:
    # A wins all; B and C draw with each other and beat the rest: level in wins, Sonneborn-Berger and their own game
    event = crosstable(
        {"A": "-11111", "B": "0-=111", "C": "0=-111", "D": "000-11", "E": "0000-1", "F": "00000-"},
        kind="world-championship-semi-final",
    )
    asked = [step for step in consequences(event, ended=ENDED).value if step.what == "ask"]
    assert [(step.who, step.value, step.refer, step.sharing) for step in asked] == [
        (one, "world-championship-candidates", "Title Tournament Commissioner", ("B", "C")) for one in "BC"
    ]
    assert {step.asks for step in asked} == {"right"}
    assert steps(event, "right")["A"] == "world-championship-candidates"
    assert steps(event, "right")["B"] == steps(event, "right")["C"] == "world-championship-semi-final"


@pytest.mark.clause("ICCF-TR-2017 0.4/1", "ICCF-TR-2016 0.4", "ICCF-TR-2017 3.5/2", "ICCF-TR-2016 3.5/2")
@pytest.mark.parametrize(("start", "asked"), [(date(2017, 3, 31), list("ABC")), (date(2017, 4, 1), [])])
def test_a_cup_group_without_a_winner_has_no_prize(start: date, asked: list[str]) -> None:
    drawn = crosstable({"A": "-==", "B": "=-=", "C": "==-"}, kind="world-cup-preliminary", start=start)
    assert steps(drawn, "prize") == {}
    assert list(steps(drawn, "ask")) == asked, "in 2016 the place stayed: three share the first"


@pytest.mark.clause("ICCF-TR-2017 1.3.1(b)", "ICCF-TR-2017 1.4.1(b)/1")
@pytest.mark.parametrize(("places", "second"), [(2, "world-championship-final"), (1, "world-championship-candidates")])
def test_a_candidates_section_sends_as_many_as_were_announced(places: int, second: str) -> None:
    event = replace(ladder("world-championship-candidates", 13), final_places=places)
    assert steps(event, "right")["1"] == "world-championship-final"
    assert steps(event, "right")["2"] == second


@pytest.mark.clause("ICCF-TR-2017 1.3.1(e)")
def test_only_an_acknowledged_zonal_championship_gives_rights() -> None:
    event = ladder("zonal-final", 13)
    assert steps(event, "right")["1"] == "world-championship-candidates"
    assert steps(replace(event, is_acknowledged=False), "right") == {}
    assert steps(replace(event, kind=KINDS["zonal-preliminary"]), "right") == {}


@pytest.mark.clause("ICCF-TR-2017 4.3(4)")
def test_the_first_three_of_a_national_championship_may_enter_master_norm_tournaments() -> None:
    assert steps(ladder("national", 9), "right") == dict.fromkeys("123", "master-norm")
    assert steps(ladder("national-preliminary", 9), "right") == {}


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.0.7/4")
def test_the_right_to_store_comes_with_the_step() -> None:
    event = replace(ladder("world-championship-preliminary", 13), id="812", cycle=42)
    stored = {step.who: step.right for step in consequences(event, ended=ENDED).value if step.right}
    winner = stored["1"]
    assert winner is not None
    assert (winner.id, winner.holder, winner.source, winner.cycle) == ("1/812/world", "1", "812", 42)
    assert (winner.earned, winner.state.value, winner.is_provisional) == (ENDED, "open", False)
    assert winner.expires == date(2022, 6, 1)


@pytest.mark.clause("ICCF-TR-2017 1.0.7/5")
def test_a_second_right_to_store_lasts_a_year_longer_where_the_first_is_open() -> None:
    event = replace(ladder("world-championship-preliminary", 13), id="812")
    (first,) = (step.right for step in consequences(event, ended=date(2018, 1, 1)).value if step.who == "1")
    assert first is not None
    for before, expires in (((first,), date(2023, 6, 1)), ((replace(first, used=date(2018, 9, 1)),), date(2022, 6, 1))):
        found = consequences(replace(event, id="813"), ended=ENDED, held={"1": before}).value
        assert [step.right.expires for step in found if step.who == "1" and step.right] == [expires]


@pytest.mark.clause(
    "ICCF-TR-2017 1.0.9", "ICCF-TR-2017 1.4.5/1", "ICCF-TR-2016 10.2", "ICCF-TR-2016 10.1(a)", "ICCF-TR-2017 1.4.5/2"
)
@pytest.mark.parametrize(
    ("start", "clauses"),
    [
        (date(2017, 3, 31), {"ICCF-TR-2016 1.0.9", "ICCF-TR-2016 10.1(a)", "ICCF-TR-2016 10.2"}),
        (date(2017, 4, 1), {"ICCF-TR-2017 1.0.9", "ICCF-TR-2017 1.4.5/1", "ICCF-TR-2017 1.4.5/2"}),
    ],
)
def test_a_final_cites_the_edition_it_started_under(start: date, clauses: set[str]) -> None:
    ruling = consequences(ladder("world-championship-final", 17, start=start), ended=ENDED)
    assert clauses <= {str(ground.clause) for ground in ruling.grounds}
    assert len({ground.clause.edition for ground in ruling.grounds}) == 1
    assert len({step.clause.edition for step in ruling.value}) == 1


@pytest.mark.clause("ICCF-TR-2017 2.3", "ICCF-TR-2017 1.1.1(d)", "ICCF-TR-2017 1.1.2(a)")
def test_a_tie_for_first_in_a_class_is_broken_by_wins() -> None:
    event = crosstable({"A": "-=110", "B": "=-1==", "C": "00-11", "D": "0=0-1", "E": "1=00-"}, kind="master-class")
    assert steps(event, "right") == {"A": "world-championship-preliminary"}
    assert list(steps(event, "half a right")) == ["B"]


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
def test_no_office_is_asked_about_a_player_who_stopped_silently() -> None:
    event = crosstable({"A": "-=11", "B": "=-11", "C": "00-1", "D": "000-"}, kind="world-championship-preliminary")
    silent = replace(
        event, players=(event.players[0], replace(event.players[1], status=Status.SILENT), *event.players[2:])
    )
    first = replace(silent, kind=KINDS["master-class"])
    assert steps(replace(first, players=event.players), "ask") == dict.fromkeys("AB", "world-championship-preliminary")
    assert (steps(first, "ask"), steps(first, "right")) == ({}, {"A": "world-championship-preliminary"})
    national = replace(silent, kind=KINDS["national"])
    assert steps(national, "right") == dict.fromkeys("AC", "master-norm")


@pytest.mark.clause("ICCF-TR-2017 0.4/2")
def test_the_winner_needs_a_positive_score_of_their_own_games() -> None:
    rows = {"A": "-=1x", "B": "=-==", "C": "0=-1", "D": "x=0-"}
    event = crosstable(rows, kind="world-championship-preliminary")
    assert steps(event, "right")["C"] == "world-championship-semi-final"  # A has 1½ of 2, C 1½ of 3


def test_a_running_event_has_no_consequences_yet() -> None:
    event = ladder("world-cup-final", 9)
    running = replace(event, games=(replace(event.games[0], result=None), *event.games[1:]))
    with pytest.raises(Refused):
        consequences(running, ended=ENDED)


@pytest.mark.clause(
    *(f"ICCF-TR-2017 0.1({letter})" for letter in "abcdef"), "ICCF-TR-2016 0.1(d)", "ICCF-TR-2016 0.1(e)"
)
def test_there_are_six_types_of_tournament() -> None:
    kinds = ["olympiad-final", "open-class", "world-cup-final", "master-norm", "champions-league-a", "thematic"]
    names_2017 = [tournament_type(KINDS[kind], on=date(2017, 4, 1)).value for kind in kinds]
    assert names_2017 == ["Championship", "Promotion", "Cup", "Norm", "Champions League", "Special"]
    names_2016 = [tournament_type(KINDS[kind], on=date(2016, 4, 1)).value for kind in kinds]
    assert names_2016 == ["Championship", "Promotion", "Cup", "Norm", "ICCF League", "Special"]
    with pytest.raises(Refused):
        tournament_type(KINDS["fide-swiss"], on=date(2017, 4, 1))


@pytest.mark.clause("ICCF-TR-2017 7.5")
def test_players_ranked_by_an_office_go_on_as_if_they_had_played_for_it() -> None:
    event = crosstable(
        {"A": "-11111", "B": "0-=111", "C": "0=-111", "D": "000-11", "E": "0000-1", "F": "00000-"},
        kind="world-championship-semi-final",
    )
    found = consequences(event, ended=ENDED, ranked={"B": 3, "C": 2}).value
    assert [step for step in found if step.what == "ask"] == []
    rights = {step.who: step.value for step in found if step.what == "right"}
    assert (rights["A"], rights["C"]) == ("world-championship-candidates",) * 2
    assert rights["B"] == "world-championship-semi-final"


def test_every_step_carries_what_it_rests_on() -> None:
    event = crosstable({"A": "-111", "B": "0-11", "C": "00-1", "D": "000-"}, kind="world-cup-preliminary")
    found = consequences(event, ended=ENDED).value
    assert {step.what.value for step in found} == {"prize", "right"}
    assert all(step.clause in [ground.clause for ground in step.grounds] for step in found)
