"""What follows from a finished event."""

from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest

from slowmate.events.general import tournament_type
from slowmate.events.running.certainty import Chance
from slowmate.events.running.consequences import consequences, place_chances
from slowmate.records import KINDS, Event, Pairing, Player, Result
from slowmate.rulebook import Refused
from slowmate.testing.events import crosstable, team_event

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
    titles = [step for step in consequences(equal, ended=ENDED).value if step.what == "title"]
    assert [(step.who, step.refer) for step in titles] == [("A", "Executive Board"), ("B", "Executive Board")]
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
    found = consequences(team_event(matches, kind="olympiad-final"), ended=ENDED).value
    assert {step.who: step.refer for step in found} == {
        "A": None, "B": None, "C": "Title Tournament Commissioner", "D": "Title Tournament Commissioner",
    }  # fmt: skip


@pytest.mark.clause("ICCF-TR-2017 2.3", "ICCF-TR-2017 1.1.1(d)", "ICCF-TR-2017 1.1.2(a)")
def test_a_tie_for_first_in_a_class_is_broken_by_wins() -> None:
    event = crosstable({"A": "-=110", "B": "=-1==", "C": "00-11", "D": "0=0-1", "E": "1=00-"}, kind="master-class")
    assert steps(event, "right") == {"A": "world-championship-preliminary"}
    assert list(steps(event, "half a right")) == ["B"]


def test_a_running_event_has_no_consequences_yet() -> None:
    event = ladder("world-cup-final", 9)
    running = replace(event, games=(replace(event.games[0], result=None), *event.games[1:]))
    with pytest.raises(Refused):
        consequences(running, ended=ENDED)
    chances = place_chances(running, 1)
    assert (chances["1"], chances["2"], chances["9"]) == (Chance.POSSIBLE, Chance.POSSIBLE, Chance.GONE)


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
