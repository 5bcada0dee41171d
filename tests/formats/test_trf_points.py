"""The points of a tournament report are those the tournament counts, whatever the file looks like."""

from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.running.standings import Standing, standings
from slowmate.formats.event_json import read_event
from slowmate.formats.event_writing import event_text
from slowmate.formats.events import read_with_doubts
from slowmate.formats.trf import read_trf, read_trf_report, report_of, write_trf
from slowmate.records import BadInput, Event

from .peculiar_trf import FILES, game, pair, report, row


def event(name: str) -> Event:
    return read_with_doubts(FILES[name].data, file="x.trf", dated=False)[0]


def table(found: Event) -> dict[str, Standing]:
    return {line.id: line for line in standings(found).value}


def points(found: Event) -> dict[str, tuple[Fraction, Fraction | None]]:
    """Points, and match points of teams."""
    return {one: (line.points, line.tie_breaks.get("match_points")) for one, line in table(found).items()}


def test_there_are_forty_files_or_more() -> None:
    assert len(FILES) >= 40


@pytest.mark.parametrize("name", FILES)
def test_points_are_those_of_the_file(name: str) -> None:
    lines, told = table(event(name)), read_trf_report(FILES[name].data, file="x.trf")
    wrong = FILES[name].wrong
    said: dict[int, tuple[Fraction | None, Fraction | None]] = {}
    counted: dict[int, tuple[Fraction | None, Fraction | None]] = {}
    for team in told.teams:
        if team.number is not None:
            line = lines[str(team.number)]
            said[team.number] = (team.match_points, team.game_points)
            counted[team.number] = (line.tie_breaks["match_points"], line.points)
    for player in told.players if not told.teams else ():
        if player.points is not None:
            said[player.number], counted[player.number] = (
                (None, player.points),
                (None, lines[str(player.number)].points),
            )
    assert {one: value for one, value in counted.items() if one not in wrong} == {
        one: value for one, value in said.items() if one not in wrong
    }
    assert all(said[one] != counted[one] for one in wrong)


@pytest.mark.parametrize("name", FILES)
def test_what_does_not_fit_together_is_warned_of_and_nothing_else(name: str) -> None:
    doubts = read_with_doubts(FILES[name].data, file="x.trf", dated=False)[1]
    assert len(doubts) == len(FILES[name].doubts)
    for part in FILES[name].doubts:
        assert any(part in doubt for doubt in doubts)


@pytest.mark.parametrize("name", FILES)
def test_points_go_through_json_and_back_into_a_report(name: str) -> None:
    found = read_with_doubts(FILES[name].data, file="x.trf", start=date(2019, 5, 4))[0]
    again = read_event(event_text(found).encode(), file="x.json")
    assert again == found
    written = read_trf(write_trf(report_of(again)), file="x.trf", dated=False)
    assert points(written) == points(found)


def test_old_team_records_count_boards_and_matches() -> None:
    assert points(event("teams of 2006")) == {"1": (Fraction(3, 2), 2), "2": (Fraction(1, 2), 0)}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("240 Q   1    1", "a bye needs a type F, H or Z and a round"),
        ("240 H        1", "a bye needs a type F, H or Z and a round"),
        ("299 Q         1.0    1    1", "'Q' is not one of W D L F H Z"),
        ("299           x.0    1    1", "'x.0' is not points"),
    ],
)
def test_a_record_that_cannot_be_understood_is_refused_with_its_line(line: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as caught:
        read_trf(report(pair(), tail=[line]).data, file="x.trf")
    assert caught.value.line == 5


def test_many_wrong_totals_are_counted_and_not_all_told() -> None:
    rows = [row(number, "9.0", "0000 - Z") for number in range(1, 31)]
    doubts = read_with_doubts(report(rows).data, file="x.trf")[1]
    assert len(doubts) == 11
    assert doubts[-1] == "x.trf: ... and 20 more players or teams whose total is another"


def test_an_event_of_ours_keeps_its_kind_in_a_report() -> None:
    rows = [row(1, "1.0", game(2, "w 1")), row(2, "0.0", game(1, "b 0"))]
    found = read_trf(report(rows, tail=["### slowmate: kind grandmaster-norm"]).data, file="x.trf")
    assert found.kind.slug == "grandmaster-norm"
    assert read_trf(write_trf(report_of(found)), file="x.trf").kind.slug == "grandmaster-norm"
    strange = report(rows, tail=["### slowmate: kind blitz"]).data
    assert read_trf(strange, file="x.trf").kind.slug == "fide-swiss"


def test_an_event_of_ours_needs_its_start() -> None:
    undated = report(pair(), headers=(), tail=["### slowmate: kind grandmaster-norm"]).data
    with pytest.raises(BadInput, match="norms and trf take --start"):
        read_trf(undated, file="x.trf", dated=False)
