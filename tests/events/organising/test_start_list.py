"""A start list worth posting, and whether a section may start."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.organising.pairings import round_robin, team_round_robin
from slowmate.events.organising.start_list import Posting, StartList, may_start, start_list
from slowmate.records import KINDS, Director, Event, FurtherTieBreak, Player, PromotionPlan, Team
from slowmate.rulebook import Refused
from slowmate.words import say_goals

START = date(2018, 6, 10)
COUNTRIES = ["CZE", "GER", "POL", "ITA"]
POSTED = Posting(date(2018, 5, 20), "10 moves in 50 days", date(2020, 6, 9))
PLAN = PromotionPlan(up=1, down=2)


def section(kind: str = "master-norm", start: date = START, rating: int = 2400) -> Event:
    players = {
        str(n): Player(str(n), f"P{n}", COUNTRIES[n % 4], title="IM", rating=rating + n, games=100)
        for n in range(1, 14)
    }
    draw = round_robin(sorted(players), seed="s", start=start).value
    drawn = tuple(players[one] for one in draw.numbers)
    return Event("Section 1", KINDS[kind], start, drawn, draw.games)


def match(captains: dict[str, str], director: Director | None = None, plan: PromotionPlan | None = PLAN) -> StartList:
    line_ups = [tuple(f"{team}{board}" for board in (1, 2, 3, 4)) for team in "ABCDE"]
    players = tuple(Player(one, one, one[0] * 3, rating=2400, games=100) for line_up in line_ups for one in line_up)
    teams = tuple(Team(line_up[0][0], f"Team {line_up[0][0]}", line_up) for line_up in line_ups)
    games = team_round_robin(line_ups, start=START).value.games
    event = Event("League", KINDS["champions-league-b"], START, players, games, teams, director=director)
    event = replace(event, promotion=plan)
    return start_list(event, replace(POSTED, captains=captains)).value


@pytest.mark.clause("ICCF-TR-2017 4.2/1", "ICCF-TR-2017 4.2/2", "ICCF-TR-2017 0.3/2")
def test_each_player_has_a_number_colours_a_rating_and_norms() -> None:
    event = section()
    posted = start_list(event, POSTED).value
    assert [seat.number for seat in posted.seats] == list(range(1, 14))
    assert [seat.player for seat in posted.seats] == [player.id for player in event.players]
    assert {(seat.whites, seat.blacks) for seat in posted.seats} == {(6, 6)}
    assert all(seat.start_rating == seat.rating == 2400 + int(seat.player) for seat in posted.seats)
    assert {seat.rated_by.address for seat in posted.seats} == {"9.4/1"}
    assert all(seat.norms["IM"] is not None for seat in posted.seats)
    assert isinstance(posted.seats[0].norms["IM"], Fraction)
    assert "IM" in posted.offered
    assert len(posted.games) == 78


@pytest.mark.clause("ICCF-TR-2017 7.2(a)", "ICCF-TR-2017 7.2(b)", "ICCF-TR-2017 7.2(c)", "ICCF-TR-2017 7.4")
def test_edition_dates_director_promotion_and_tie_breaks_are_fixed() -> None:
    extra = FurtherTieBreak("draw of lots", date(2018, 5, 1), {})
    event = replace(section(), director=Director("D", "IA"), further_tie_breaks=(extra,))
    posted = start_list(event, POSTED).value
    assert (posted.edition, posted.posted, posted.start, posted.planned_end) == (
        "ICCF-TR-2017", date(2018, 5, 20), START, date(2020, 6, 9),
    )  # fmt: skip
    assert (posted.director, posted.promotion, posted.plan) == ("D", (), None)
    assert [(name, cited.address) for name, cited in posted.tie_breaks] == [
        ("wins", "7.2(a)"), ("sonneborn_berger", "7.2(b)"), ("mutual", "7.2(c)"), ("draw of lots", "7.4"),
    ]  # fmt: skip
    late = replace(event, further_tie_breaks=(replace(extra, stated=date(2018, 5, 21)),))
    with pytest.raises(Refused) as refusal:
        start_list(late, POSTED)
    assert refusal.value.grounds[0].clause.address == "7.4"
    assert start_list(replace(event, ties_broken=False), POSTED).value.tie_breaks == ()


@pytest.mark.clause("ICCF-TR-2017 App1.11/new")
def test_a_player_without_any_rating_starts_with_what_was_announced() -> None:
    event = section("world-championship-preliminary")
    event = replace(event, players=(replace(event.players[0], rating=None), *event.players[1:]))
    posted = start_list(event, replace(POSTED, level=2250)).value
    assert (posted.seats[0].rating, posted.seats[0].start_rating) == (None, 2250)
    with pytest.raises(Refused):
        start_list(event, POSTED)


@pytest.mark.clause("ICCF-TR-2017 8.7(g)", "ICCF-TR-2017 7.3(a)", "ICCF-TR-2017 7.3(b)", "ICCF-TR-2017 7.3(c)")
def test_a_team_event_lists_teams_boards_and_captains() -> None:
    posted = match({"A": "A1", "B": "17"})
    assert posted.teams[:3] == (("A", "Team A", "A1"), ("B", "Team B", "17"), ("C", "Team C", None))
    assert [(seat.team, seat.board) for seat in posted.seats[:5]] == [("A", 1), ("A", 2), ("A", 3), ("A", 4), ("B", 1)]
    assert [name for name, _ in posted.tie_breaks] == ["match_points", "mutual", "boards"]
    assert {(seat.whites, seat.blacks) for seat in posted.seats} == {(2, 2)}


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 4.2/1")
@pytest.mark.parametrize("rating", [1700, 2250, 2400])
def test_a_section_starts_whichever_titles_are_open_in_it(rating: int) -> None:
    posted = start_list(section(rating=rating), POSTED).value
    assert may_start(posted, on=START).value


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5")
def test_no_section_starts_before_it_is_posted() -> None:
    posted = start_list(section(), replace(POSTED, posted=date(2018, 6, 11))).value
    with pytest.raises(Refused) as refusal:
        may_start(posted, on=START)
    (ground,) = refusal.value.grounds
    assert (ground.clause.address, ground.facts["missing"]) == ("1.0.5/5", [])


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 5.4/2")
def test_where_the_rules_leave_promotion_open_no_section_starts_without_a_plan() -> None:
    captains = {team: f"{team}1" for team in "ABCDE"}
    with pytest.raises(Refused) as refusal:
        may_start(match(captains, Director("D"), plan=None), on=START)
    (ground,) = refusal.value.grounds
    assert (ground.clause.address, ground.facts["missing"]) == ("1.0.5/5", ["promotion"])
    assert may_start(match(captains, Director("D"), PromotionPlan()), on=START).value  # nobody moves: that is a plan
    with pytest.raises(Refused) as impossible:
        match(captains, Director("D"), PromotionPlan(up=3, down=3))
    assert impossible.value.grounds[0].clause.address == "5.3/1"


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 1.2.1(d)", "ICCF-TR-2017 1.1.1(c)", "ICCF-TR-2017 5.3/1")
def test_what_places_lead_to_is_a_value_that_can_be_told() -> None:
    stage = start_list(section("world-championship-preliminary"), POSTED).value
    assert [(goal.to, goal.places, goal.share, goal.clause.address) for goal in stage.promotion] == [
        ("world-championship-semi-final", (1, 2), None, "1.2.1(d)"),
        ("world-championship-preliminary", (3, 4), Fraction(3, 5), "1.1.1(c)"),
    ]
    assert say_goals(stage.promotion) == [
        "Places 1-2: right to World Championship Semi-Final (if the winner has more than half of the points).",
        "Places 3-4, or at least 60% of the points: right to World Championship Preliminary.",
    ]
    assert say_goals(match({}).promotion) == [
        "Place 1: up to Champions League, Division A.",
        "The last 2 go down to: Champions League, Division C.",
    ]
    assert say_goals(start_list(section(), POSTED).value.promotion) == ["Places lead to nothing further."]


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5")
def test_a_statement_that_leaves_out_a_player_is_no_statement() -> None:
    posted = start_list(section(), POSTED).value
    forgotten = replace(posted, seats=(replace(posted.seats[0], norms={}), *posted.seats[1:]))
    with pytest.raises(Refused) as refusal:
        may_start(forgotten, on=START)
    assert refusal.value.grounds[0].facts["missing"] == ["norms"]


@pytest.mark.clause("ICCF-TR-2016 1.0.5/5", "ICCF-TR-2017 1.0.5/5")
@pytest.mark.parametrize(("start", "needed"), [(date(2017, 3, 31), True), (date(2017, 4, 1), False)])
def test_in_2016_the_category_is_published_too(start: date, needed: bool) -> None:
    posted = start_list(section(start=start), replace(POSTED, posted=date(2017, 3, 1))).value
    assert may_start(posted, on=start).value
    without = replace(posted, category=None)
    if needed:
        with pytest.raises(Refused) as refusal:
            may_start(without, on=start)
        assert refusal.value.grounds[0].facts["missing"] == ["category"]
    else:
        assert may_start(without, on=start).value


@pytest.mark.clause("ICCF-TR-2017 11.1", "ICCF-TR-2017 11.2")
def test_a_team_event_starts_with_a_director_and_a_captain_for_each_team() -> None:
    captains = {team: f"{team}1" for team in "ABCDE"}
    assert may_start(match(captains, Director("D")), on=START).value
    for posted, cited in ((match(captains), "11.1"), (match(captains | {"C": ""}, Director("D")), "11.2")):
        with pytest.raises(Refused) as refusal:
            may_start(posted, on=START)
        assert [ground.clause.address for ground in refusal.value.grounds] == [cited]
