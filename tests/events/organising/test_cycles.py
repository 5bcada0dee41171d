"""When events are played, how large they are, who decides; the Champions League."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from slowmate.events.entry import nominations
from slowmate.events.organising import cycles, invitational, league, sizes
from slowmate.events.organising.league import LeagueTeam
from slowmate.events.organising.offices import Acting, Actor, Case, Power, Procedure, record_decision, take_step
from slowmate.rulebook import NoEdition, Refused, Ruling
from slowmate.rulebook.calendar import Months, months_before

E2016, LAST_2016, E2017 = date(2016, 1, 1), date(2017, 3, 31), date(2017, 4, 1)
WC = "world-championship-"


@pytest.mark.clause("ICCF-TR-2016 preamble", "ICCF-TR-2017 preamble")
def test_an_event_is_governed_by_the_edition_of_its_start() -> None:
    assert [cycles.governing_edition(day).value[-4:] for day in (E2016, LAST_2016, E2017)] == ["2016", "2016", "2017"]
    with pytest.raises(NoEdition):
        cycles.governing_edition(date(2015, 12, 31))


@pytest.mark.clause("ICCF-TR-2017 1.0.2")
def test_the_championship_has_four_stages() -> None:
    assert [cycles.next_stage(WC + stage).value for stage in ("preliminary", "semi-final", "candidates", "final")] == [
        WC + "semi-final", WC + "candidates", WC + "final", None,
    ]  # fmt: skip


@pytest.mark.clause("ICCF-TR-2017 1.0.3/1", "ICCF-TR-2016 1.0.3/1")
def test_post_and_server_have_their_own_sections() -> None:
    with pytest.raises(Refused):
        cycles.section_is_uniform([False] * 12 + [True], start=E2017)
    assert cycles.section_is_uniform([False] * 13, start=E2017).value
    assert cycles.stage_plan(0, start=E2016).value == "warning"
    assert cycles.stage_plan(0, start=E2017).value == "ok"


@pytest.mark.clause("ICCF-TR-2017 1.0.4/2", "ICCF-TR-2016 1.0.4/2")
@pytest.mark.parametrize(("start", "latest"), [(date(2017, 6, 10), 10), (LAST_2016, 30)])
def test_a_final_is_announced_four_months_ahead(start: date, latest: int) -> None:
    month = months_before(start, Months(4))
    assert cycles.announced_in_time(announced=month.replace(day=latest), start=start).value
    assert not cycles.announced_in_time(announced=month.replace(day=latest) + timedelta(days=1), start=start).value


@pytest.mark.clause("ICCF-TR-2017 1.0.5/1", "ICCF-TR-2016 1.0.5/1")
def test_a_stage_starts_once_a_year_since_2017() -> None:
    assert cycles.yearly_start([date(2018, 9, 20)] * 18, year=2018).value == "ok"
    assert cycles.yearly_start([date(2018, 9, 20), date(2018, 10, 1)], year=2018).value == "warning"
    assert cycles.yearly_start([date(2016, 3, 1), date(2016, 9, 1)], year=2016).value == "ok"
    assert cycles.yearly_start([date(2018, 9, 20), date(2019, 9, 20)], year=2018).value == "ok"
    assert cycles.yearly_start([], year=2018).value == "ok"


@pytest.mark.clause(
    "ICCF-TR-2017 1.7.1/1", "ICCF-TR-2017 1.7.1/2", "ICCF-TR-2017 1.8.1/1", "ICCF-TR-2017 1.8.1/2",
    "ICCF-TR-2016 1.7.1", "ICCF-TR-2016 1.8.1",
)  # fmt: skip
@pytest.mark.parametrize("which", ["olympiad", "ladies-olympiad"])
def test_olympiads_start_on_the_server_in_years_divisible_by_four(which: str) -> None:
    for year in (2020, 2024):
        assert cycles.olympiad_cycle_may_start(which, start=date(year, 6, 20), by_post=False).value
    for year in (2018, 2022):
        with pytest.raises(Refused):
            cycles.olympiad_cycle_may_start(which, start=date(year, 6, 20), by_post=False)
    with pytest.raises(Refused):
        cycles.olympiad_cycle_may_start(which, start=date(2020, 6, 20), by_post=True)
    assert cycles.olympiad_cycle_may_start(which, start=date(2016, 6, 20), by_post=True).value


@pytest.mark.clause(
    "ICCF-TR-2017 1.7.2", "ICCF-TR-2017 1.8.2", "ICCF-TR-2017 1.7.5/1", "ICCF-TR-2017 1.8.5/1",
    "ICCF-TR-2017 1.7.3", "ICCF-TR-2017 1.8.3", "ICCF-TR-2016 1.7.3", "ICCF-TR-2016 1.8.3",
)  # fmt: skip
@pytest.mark.parametrize("which", ["olympiad", "ladies-olympiad"])
def test_a_federation_without_debts_enters_one_team_of_the_announced_size(which: str) -> None:
    whole: dict[str, Any] = {"debt": 0, "teams": 0, "players": 6, "announced": 6}
    assert cycles.may_enter_team(which, **whole).value
    for wrong in ({"debt": 100}, {"teams": 1}, {"players": 5}, {"announced": None}):
        with pytest.raises(Refused):
            cycles.may_enter_team(which, **(whole | wrong))
    with pytest.raises(Refused) as refusal:
        cycles.may_enter_team(which, **whole, federations=3)
    assert refusal.value.grounds[0].clause == cycles.COMBINED[which].clause
    assert cycles.may_enter_team(which, **whole, federations=3, is_approved=True).value
    assert cycles.olympiad_first_stage(which, start=E2016).value == "Semi-Final"
    assert cycles.olympiad_first_stage(which, start=E2017).value == "Preliminary"


@pytest.mark.clause("ICCF-TR-2017 6.1/1")
def test_the_memorial_follows_the_outline_of_the_olympiad() -> None:
    assert cycles.may_enter_team(cycles.MEMORIAL, debt=0, teams=0, players=6, announced=6).value
    with pytest.raises(Refused) as refusal:
        cycles.may_enter_team(cycles.MEMORIAL, debt=0, teams=1, players=6, announced=6)
    assert refusal.value.grounds[0].clause.address == "6.1/1"


@pytest.mark.clause("ICCF-TR-2017 1.7.1/4", "ICCF-TR-2017 1.8.1/4")
@pytest.mark.parametrize("which", ["olympiad", "ladies-olympiad"])
def test_decisive_games_are_adjudicated_by_an_uninvolved_person(which: str) -> None:
    assert cycles.may_adjudicate(which, "CHI", ["NED", "POL", "GER"]).value
    with pytest.raises(Refused):
        cycles.may_adjudicate(which, "GER", ["NED", "POL", "GER"])


POWERS: list[tuple[Power, Actor]] = [
    (cycles.FINAL_SCHEDULED, Actor.TTC),
    (cycles.OLYMPIAD_JUNE["olympiad"], Actor.TTC),
    (cycles.OLYMPIAD_JUNE["ladies-olympiad"], Actor.TTC),
    (cycles.COMBINED["olympiad"], Actor.EXECUTIVE_BOARD),
    (cycles.COMBINED["ladies-olympiad"], Actor.EXECUTIVE_BOARD),
    (cycles.COMBINED[cycles.MEMORIAL], Actor.EXECUTIVE_BOARD),
    (cycles.MEMORIAL_SCHEDULE, Actor.NTTC),
    (cycles.LADIES_SECTIONS, Actor.TTC),
    (cycles.MORE_CANDIDATES, Actor.TTC),
    (cycles.FREE_PLACES_FINAL, Actor.EXECUTIVE_BOARD),
    (cycles.FREE_PLACES_LADIES, Actor.EXECUTIVE_BOARD),
    (cycles.NEXT_LADIES, Actor.TTC),
    (league.PLAN, Actor.NTTC),
    (league.EXCEPTION, Actor.NTTC),
]


@pytest.mark.clause(
    "ICCF-TR-2017 1.0.4/1", "ICCF-TR-2017 1.7.1/3", "ICCF-TR-2017 1.8.1/3", "ICCF-TR-2017 1.7.5/2",
    "ICCF-TR-2017 1.8.5/2",
    "ICCF-TR-2017 6.1/3", "ICCF-TR-2017 1.5.2", "ICCF-TR-2017 1.4.1(b)/2",
    "ICCF-TR-2017 1.4.4/2", "ICCF-TR-2017 1.6.3/2", "ICCF-TR-2017 1.6.3/1", "ICCF-TR-2017 5.4/2", "ICCF-TR-2017 5.7/2",
)  # fmt: skip
@pytest.mark.parametrize(("power", "actor"), POWERS, ids=lambda value: getattr(value, "what", ""))
def test_what_is_left_to_people_is_recorded_for_the_entitled_office_alone(power: Power, actor: Actor) -> None:
    ruling = record_decision(power, actor=actor, by="N. N.", on=E2017, reason="as announced")
    assert (ruling.value.actor, ruling.grounds[0].clause) == (actor, power.clause)
    for other in set(Actor) - {actor}:
        with pytest.raises(Refused):
            record_decision(power, actor=other, by="N. N.", on=E2017, reason="as announced")
    for by, reason in ((" ", "as announced"), ("N. N.", " ")):
        with pytest.raises(Refused):
            record_decision(power, actor=actor, by=by, on=E2017, reason=reason)


@pytest.mark.clause(
    "ICCF-TR-2017 1.7.7", "ICCF-TR-2017 1.8.7", "ICCF-TR-2017 1.5.1(c)/3", "ICCF-TR-2017 1.5.1(d)", "ICCF-TR-2017 12.9"
)
@pytest.mark.parametrize(
    ("procedure", "sets", "approves"),
    [
        (cycles.SETTING_PROMOTION["olympiad"], Actor.TTC, Actor.EXECUTIVE_BOARD),
        (cycles.SETTING_PROMOTION["ladies-olympiad"], Actor.TTC, Actor.EXECUTIVE_BOARD),
        (nominations.SETTING_LADIES_QUOTA, Actor.TTC, Actor.EXECUTIVE_BOARD),
        (nominations.SETTING_LADIES_MINIMUM, Actor.TTC, Actor.EXECUTIVE_BOARD),
        (invitational.RATIFYING_NORMS, Actor.QUALIFICATIONS, Actor.CONGRESS),
    ],
)
def test_what_one_office_sets_is_in_force_once_the_other_approves(
    procedure: Procedure, sets: Actor, approves: Actor
) -> None:
    def step(state: str, action: str, actor: Actor) -> str:
        return take_step(procedure, Case(state, E2017), action, by=Acting(actor)).value.state

    assert step(step("open", "set", sets), "approve", approves) == "in force"
    assert step(step("set", "send back", approves), "set", sets) == "set"
    for state, action, actor in (("open", "set", approves), ("set", "approve", sets), ("open", "approve", approves)):
        with pytest.raises(Refused):
            step(state, action, actor)
    with pytest.raises(Refused):
        step("in force", "set", sets)


@pytest.mark.clause("ICCF-TR-2017 3.1", "ICCF-TR-2017 3.2", "ICCF-TR-2017 3.4")
def test_cups_start_every_second_year_together_and_last_two() -> None:
    assert cycles.cup_rhythm(2015, 2017).value == "ok"
    assert cycles.cup_rhythm(2015, 2016).value == "warning"
    assert cycles.cup_round_ends(date(2017, 6, 1)).value == date(2019, 6, 1)
    assert cycles.cup_starts_together([date(2017, 6, 1)] * 3).value
    with pytest.raises(Refused):
        cycles.cup_starts_together([date(2017, 6, 1), date(2017, 6, 15)])


@pytest.mark.clause("ICCF-TR-2017 1.4.4/1", "ICCF-TR-2016 1.4.4/1")
def test_vacant_places_go_to_players_who_missed_by_tie_break_and_in_2016_then_to_the_next() -> None:
    assert cycles.for_vacant_places(2, ["A"], ["B", "C"], start=E2017).value == ("A",)
    assert cycles.for_vacant_places(2, ["A"], ["B", "C"], start=E2016).value == ("A", "B")


@pytest.mark.clause("ICCF-TR-2017 1.4.4/2", "ICCF-TR-2017 1.6.3/2")
@pytest.mark.parametrize("ladies", [False, True])
def test_two_free_places_and_no_more(ladies: bool) -> None:
    assert cycles.may_give_free_place(1, ladies=ladies).value
    with pytest.raises(Refused):
        cycles.may_give_free_place(2, ladies=ladies)


# -- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "ICCF-TR-2017 1.1.3/1", "ICCF-TR-2017 1.1.3/2", "ICCF-TR-2017 1.2.2/1", "ICCF-TR-2017 1.2.2/2",
    "ICCF-TR-2017 1.3.2/1", "ICCF-TR-2017 1.3.2/2",
)  # fmt: skip
@pytest.mark.parametrize("stage", ["preliminary", "semi-final", "candidates"])
def test_sections_have_thirteen_and_the_commissioner_may_enlarge_them(stage: str) -> None:
    kind = WC + stage
    assert sizes.check_size(kind, 13).value == "ok"
    for size in (15, 17):
        assert sizes.check_size(kind, size, by=Actor.TTC).value == "ok"
        for other in (None, Actor.NTTC, Actor.DIRECTOR):
            assert sizes.check_size(kind, size, by=other).value == "warning"
    for size in (14, 16):
        assert sizes.check_size(kind, size, by=Actor.TTC).value == "warning"
    with pytest.raises(Refused):
        sizes.check_size(kind, 19, by=Actor.TTC)


@pytest.mark.clause("ICCF-TR-2017 1.4.2", "ICCF-TR-2017 1.7.4")
def test_where_the_rules_set_no_limit_there_is_none() -> None:
    (final,) = sizes.check_size(WC + "final", 15).grounds
    assert (final.facts["least"], final.facts["most"]) == (None, None)
    (olympiad,) = sizes.check_size("olympiad-final", 3).grounds
    assert (olympiad.facts["least"], olympiad.facts["most"]) == (None, 13)


@pytest.mark.clause(
    "ICCF-TR-2017 1.4.2", "ICCF-TR-2017 1.5.3", "ICCF-TR-2017 1.6.1", "ICCF-TR-2017 1.7.4", "ICCF-TR-2017 1.8.4",
    "ICCF-TR-2017 2.2/1", "ICCF-TR-2017 2.2/2", "ICCF-TR-2017 3.3/1", "ICCF-TR-2017 3.3/2", "ICCF-TR-2017 3.3/3",
    "ICCF-TR-2017 4.2/2", "ICCF-TR-2017 5.4/1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "size", "answer"),
    [
        (WC + "final", 17, "ok"), (WC + "final", 15, "warning"),
        ("ladies-world-championship-semi-final", 9, "ok"), ("ladies-world-championship-semi-final", 8, "warning"),
        ("ladies-world-championship-final", 11, "ok"), ("ladies-world-championship-final", 10, None),
        ("olympiad-final", 13, "ok"), ("olympiad-final", 14, "warning"),
        ("ladies-olympiad-final", 11, "ok"), ("ladies-olympiad-final", 12, "warning"),
        ("master-class", 11, "ok"), ("master-class", 10, None), ("open-class", 7, "ok"), ("higher-class", 8, None),
        ("world-cup-preliminary", 6, None), ("world-cup-preliminary", 7, "ok"), ("world-cup-preliminary", 11, "ok"),
        ("world-cup-preliminary", 12, None), ("world-cup-semi-final", 8, None), ("world-cup-semi-final", 9, "ok"),
        ("world-cup-semi-final", 13, "ok"), ("world-cup-semi-final", 14, None), ("world-cup-final", 15, "ok"),
        ("world-cup-final", 16, None), ("grandmaster-norm", 13, "ok"), ("grandmaster-norm", 12, None),
        ("champions-league-b", 11, "ok"), ("champions-league-b", 13, "ok"), ("champions-league-b", 12, "warning"),
        ("thematic", 5, "ok"),
    ],
)  # fmt: skip
def test_each_kind_has_its_sizes(kind: str, size: int, answer: str | None) -> None:
    if answer is None:
        with pytest.raises(Refused):
            sizes.check_size(kind, size)
    else:
        assert sizes.check_size(kind, size).value == answer


@pytest.mark.clause("ICCF-TR-2017 1.1.3/3", "ICCF-TR-2017 1.2.2/3", "ICCF-TR-2017 1.3.2/3")
@pytest.mark.parametrize(("stage", "most"), [("preliminary", 30), ("semi-final", 18), ("candidates", 4)])
def test_more_sections_than_normal_warn(stage: str, most: int) -> None:
    assert sizes.check_sections(WC + stage, most - 1).value == "ok"
    assert sizes.check_sections(WC + stage, most).value == "warning"
    assert sizes.check_sections("thematic", 1000).value == "ok"


# -- the league -------------------------------------------------------------------------------------------------------

TEAM = LeagueTeam("17", "Silent Knights", "a", ("a", "b", "c", "d"))


@pytest.mark.clause("ICCF-TR-2016 0.1(e)", "ICCF-TR-2017 0.1(e)", "ICCF-TR-2016 5", "ICCF-TR-2017 5.2/1")
def test_the_league_changed_its_name_in_2017() -> None:
    assert league.league_name(start=LAST_2016).value == "ICCF League"
    assert league.league_name(start=E2017).value == "Champions League"


@pytest.mark.clause(
    "ICCF-TR-2017 5.1/1", "ICCF-TR-2017 5.1/2", "ICCF-TR-2017 5.1/3", "ICCF-TR-2017 5.2/1", "ICCF-TR-2017 5.2/2",
    "ICCF-TR-2017 5.5/1", "ICCF-TR-2017 5.6/1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("team", "more", "cited"),
    [
        (TEAM, {}, None),
        (LeagueTeam("17", "Silent Knights", "a", ("a", "b", "c")), {}, "5.1/1"),
        (LeagueTeam("17", "Silent Knights", "a", ("a", "b", "c", "d", "e")), {}, "5.1/1"),
        (LeagueTeam("17", "", "a", TEAM.players), {}, "5.1/3"),
        (LeagueTeam("17", "Blue 7", " ", TEAM.players), {}, "5.1/3"),
        (TEAM, {"by_post": True}, "5.2/1"),
        (TEAM, {"taken": {"a": "18"}}, "5.5/1"),
        (LeagueTeam("18", "Silent Knights", "a", TEAM.players), {"taken": {"a": "17"}}, "5.5/1"),
        (LeagueTeam("17", "Loud Knights", "a", TEAM.players), {"taken": {"a": "17"}}, None),
        (TEAM, {"in_season": True}, "5.6/1"),
    ],
)
def test_a_team_enters_with_four_players_a_captain_and_a_name(
    team: LeagueTeam, more: dict[str, Any], cited: str | None
) -> None:
    taken = more.pop("taken", {}) if "taken" in more else {}
    if cited is None:
        assert league.may_team_enter(team, taken, **more).value
    else:
        with pytest.raises(Refused) as refusal:
            league.may_team_enter(team, taken, **more)
        assert [ground.clause.address for ground in refusal.value.grounds] == [cited]


@pytest.mark.clause("ICCF-TR-2017 5.3/2", "ICCF-TR-2016 5.3/2", "ICCF-TR-2017 5.6/1")
def test_divisions_and_groups_have_their_names() -> None:
    assert league.groups_named("A", 1, start=E2017).value == ("A",)
    assert league.groups_named("B", 2, start=E2017).value == ("Group 1", "Group 2")
    with pytest.raises(Refused):
        league.groups_named("A", 2, start=E2017)
    assert league.groups_named("Challenger", 1, start=E2016).value == ("Group 1",)
    with pytest.raises(Refused):
        league.groups_named("Champions", 1, start=E2017)
    assert league.first_division(start=E2017).value == "C"
    assert league.first_division(start=E2016).value == "Promotional"


@pytest.mark.clause("ICCF-TR-2017 5.3/3", "ICCF-TR-2016 5.3/3", "ICCF-TR-2017 5.3/4")
def test_divisions_start_together_and_seasons_27_to_30_months_apart() -> None:
    assert league.starts_together([date(2018, 3, 15)] * 3).value == "ok"
    assert league.starts_together([date(2018, 3, 15), date(2018, 4, 1)]).value == "warning"
    assert league.starts_together([date(2016, 3, 15), date(2016, 4, 1)]).value == "ok"
    assert league.next_season(E2017).value == (date(2019, 7, 1), date(2019, 10, 1))
    before = league.next_season(LAST_2016)
    assert (before.value, str(before.grounds[0].clause)) == (None, "ICCF-TR-2016 5.3/3")


@pytest.mark.clause("ICCF-TR-2017 5.5/2", "ICCF-TR-2017 5.6/2")
@pytest.mark.parametrize("ask", [league.may_change_team, league.may_rename], ids=lambda ask: ask.__name__)
@pytest.mark.parametrize(
    ("on", "allowed"),
    [
        (date(2018, 3, 14), True),
        (date(2018, 3, 15), False),
        (date(2020, 3, 20), False),
        (date(2020, 3, 21), True),
    ],
)
def test_transfers_and_names_change_between_seasons(ask: Callable[..., Ruling[bool]], on: date, allowed: bool) -> None:
    season = league.Season(date(2018, 3, 15), date(2020, 3, 20))
    if allowed:
        assert ask(season, on=on).value
    else:
        with pytest.raises(Refused):
            ask(season, on=on)
    with pytest.raises(Refused):
        ask(league.Season(date(2018, 3, 15)), on=date(2030, 1, 1))


@pytest.mark.clause("ICCF-TR-2017 5.7/2")
@pytest.mark.parametrize(
    ("after", "division", "excepted", "relegated"),
    [
        ("EFGH", 1, False, True),
        ("AFGH", 1, False, False),
        ("EFGH", 3, False, False),
        ("EFGH", 2, True, False),
    ],
)
def test_a_team_that_changed_all_players_goes_down(after: str, division: int, excepted: bool, relegated: bool) -> None:
    assert league.is_relegated_for_changes("ABCD", after, division=division, excepted=excepted).value is relegated
