"""A whole World Championship cycle, and a Champions League season."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

from slowmate.events.entry.decision import EntryDecision, may_enter
from slowmate.events.entry.entrants import Entrant, GrantedRight, ListEntry, Nomination
from slowmate.events.entry.right import Deferral, Right
from slowmate.events.entry.rights import ledger
from slowmate.events.entry.target import Target
from slowmate.events.organising import league
from slowmate.events.organising.pairings import round_robin
from slowmate.events.organising.sections import divide, section_sizes
from slowmate.events.running.consequences import consequences, past_results
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, Event, Pairing, Player, PromotionPlan, Result, Status

PRELIMINARY, SEMI, CANDIDATES, FINAL = (
    f"world-championship-{stage}" for stage in ("preliminary", "semi-final", "candidates", "final")
)


def play(kind: str, ids: list[str], start: date, strength: dict[str, int], **changes: Result) -> Event:
    """A section in which the stronger player wins, equals draw, and the games named in *changes* end as they say."""
    games = []
    for game in round_robin(ids, seed=f"{kind} {start}", start=start).value.games:
        one, other = strength[game.white], strength[game.black]
        result = Result.DRAW if one == other else Result.WHITE_WINS if one > other else Result.BLACK_WINS
        games.append(replace(game, result=changes.get(f"{game.white}_{game.black}", result)))
    return Event(
        f"{kind} {start}", KINDS[kind], start, tuple(Player(one, one, rating=2400) for one in ids), tuple(games)
    )


def enter(player: Entrant, kind: str, on: date, start: date) -> tuple[Entrant, EntryDecision]:
    """Enter and use up what the route uses up."""
    answer = may_enter(player, Target(kind, start), on=on).value
    assert answer.allowed, (player.id, kind)
    return replace(player, uses=(*player.uses, *answer.uses)), answer


def has_right(player: Entrant, kind: str, on: date) -> bool:
    return any(right.to == kind for right in ledger(player, on=on).value)


def finish(event: Event, players: dict[str, Entrant], ended: date) -> None:
    """Put each result into the record of its player."""
    for one, result in past_results(event, standings(event).value, ended=ended).items():
        if one in players:
            players[one] = replace(players[one], results=(*players[one].results, result))


@pytest.mark.clause(
    "ICCF-TR-2017 1.0.2", "ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.0.7/4", "ICCF-TR-2017 1.0.9", "ICCF-TR-2017 1.4.3/1",
    "ICCF-TR-2017 8.5/1",
)  # fmt: skip
def test_a_world_championship_cycle() -> None:
    # 2017: entries to the Preliminaries by six routes, and ten more by title
    on, start = date(2017, 5, 10), date(2017, 9, 20)
    lists = (ListEntry(date(2017, 4, 1), 2350, 120),)
    long_ago = date(2010, 1, 1)
    players = {
        "im": Entrant("im", titles={"IM": long_ago}, ratings=lists),
        "sim": Entrant("sim", titles={"SIM": long_ago}, ratings=lists),
        "gm": Entrant("gm", titles={"GM": long_ago}, ratings=lists),
        "strong": Entrant("strong", ratings=(ListEntry(date(2017, 4, 1), 2505, 200),)),
        "named": Entrant("named", nominations=(Nomination("CZE", date(2017, 4, 2), 2390),)),
        "board": Entrant("board", grants=(GrantedRight(PRELIMINARY, date(2017, 5, 1), "EB 7"),)),
        **{f"p{number}": Entrant(f"p{number}", titles={"GM": long_ago}, ratings=lists) for number in range(20)},
    }
    routes = {}
    for one, player in list(players.items()):
        players[one], answer = enter(player, PRELIMINARY, on, start)
        routes[one] = answer.route.address if answer.route else None
    assert [routes[one] for one in ("im", "sim", "gm", "strong", "named", "board")] == [
        "1.1.1(i)", "1.1.1(j)", "1.1.1(k)", "1.1.1(l)", "1.1.1(h)", "1.0.11/3",
    ]  # fmt: skip
    for one in ("im", "named", "board"):
        assert not may_enter(players[one], Target(PRELIMINARY, date(2017, 11, 1)), on=on).value.allowed

    # two sections of thirteen
    entrants = [Player(one, one, rating=2400) for one in players]
    division = divide(entrants, section_sizes(26, 13), seed="2017").value
    strength = {one: number for number, one in enumerate(sorted(players))}
    strength |= {"im": 99, "sim": 98, "gm": 97, "strong": 96, "named": 95, "board": 94}
    qualified = []
    for section in division.sections:
        event = play(PRELIMINARY, [player.id for player in section], start, strength)
        silent = min(section, key=lambda player: strength[player.id])
        event = replace(
            event,
            players=tuple(
                replace(player, status=Status.SILENT) if player.id == silent.id else player for player in event.players
            ),
        )
        finish(event, players, date(2019, 9, 1))
        assert ledger(players[silent.id], on=date(2020, 1, 1)).value == ()
        followed = consequences(event, ended=date(2019, 9, 1)).value
        qualified += [step.who for step in followed if step.value == SEMI]
    assert len(qualified) == 4

    # 2020: the four play a Semi-Final with nine others; a tie for second place is broken by wins
    on, start = date(2020, 5, 1), date(2020, 9, 20)
    others = [f"q{number}" for number in range(9)]
    players |= {one: Entrant(one, ratings=(ListEntry(date(2020, 4, 1), 2560, 90),)) for one in others}
    for one in (*qualified, *others):
        players[one], answer = enter(players[one], SEMI, on, start)
        if one in qualified:
            assert [right.to for right in answer.consumes] == [SEMI]
            assert not may_enter(players[one], Target(SEMI, date(2021, 9, 20)), on=date(2021, 5, 1)).value.consumes
    field = [*qualified, *others]
    order = {one: 50 - number for number, one in enumerate(field)}
    second, third, fourth = field[1:4]
    # the third beats the second, the second draws nothing: both end level, the third with a draw and fewer wins
    event = play(SEMI, field, start, order)
    event = with_result(event, second, third, 0)
    event = with_result(event, third, fourth, 1)
    event = with_result(event, third, field[4], 1)
    lines = {line.id: line for line in standings(event).value}
    assert lines[second].points == lines[third].points == 10
    assert lines[second].tie_breaks["wins"] > lines[third].tie_breaks["wins"]
    assert (lines[second].place, lines[third].place) == (2, 3)
    finish(event, players, date(2022, 9, 1))
    candidates = [one for one in field if has_right(players[one], CANDIDATES, date(2023, 1, 1))]
    assert candidates == field[:2]

    # 2023: the Candidates; a withdrawal that was accepted keeps what was earned; two go to the Final
    on, start = date(2023, 3, 1), date(2023, 6, 1)
    rest = [f"c{number}" for number in range(11)]
    players |= {one: Entrant(one, ratings=(ListEntry(date(2023, 1, 1), 2600, 90),)) for one in rest}
    for one in (*candidates, *rest):
        players[one], _ = enter(players[one], CANDIDATES, on, start)
    field = [*candidates, *rest]
    event = play(CANDIDATES, field, start, {one: 50 - number for number, one in enumerate(field)})
    finish(event, players, date(2025, 3, 1))
    finalists = [one for one in field if has_right(players[one], FINAL, date(2025, 4, 1))]
    assert finalists == field[:2]

    # 2025: one finalist defers once, and not again; the other plays the Final of seventeen and wins
    put_off = replace(players[finalists[1]], deferrals=(Deferral(event.name, None),))
    enter(put_off, FINAL, date(2027, 4, 1), date(2027, 6, 10))
    twice = replace(put_off, deferrals=(Deferral(event.name, None), Deferral(event.name, None)))
    assert not may_enter(twice, Target(FINAL, date(2029, 6, 10)), on=date(2029, 4, 1)).value.allowed
    players[finalists[0]], answer = enter(players[finalists[0]], FINAL, date(2025, 4, 1), date(2025, 6, 10))
    assert [right.event for right in answer.consumes] == [event.name]
    field = [finalists[0], *(f"f{number}" for number in range(16))]
    final = play(FINAL, field, date(2025, 6, 10), {one: 50 - number for number, one in enumerate(field)})
    followed = consequences(final, ended=date(2028, 1, 1)).value
    assert [(step.who, step.clause.address) for step in followed if step.what == "title"] == [(finalists[0], "1.4.5/1")]
    assert sorted(step.who for step in followed if step.value == FINAL) == sorted(field[:3])
    assert {step.value for step in followed if step.who == field[8]} == {CANDIDATES}
    assert {step.value for step in followed if step.who == field[16]} == {SEMI}

    # rights not used expire: who was third or fourth in a Preliminary of 2019 may use it until 2022
    def unused(on: date) -> list[Right]:
        everybody = [right for player in players.values() for right in ledger(player, on=on).value]
        return [right for right in everybody if right.to == PRELIMINARY and right.event.startswith(PRELIMINARY)]

    last, after = unused(date(2022, 9, 1)), unused(date(2022, 9, 2))
    assert len(last) == len(after) >= 4
    assert {(right.expires, right.state.value) for right in last} == {(date(2022, 9, 1), "open")}
    assert {right.state.value for right in after} == {"expired"}


def with_result(event: Event, one: str, other: str, halves: int) -> Event:
    """The game of two players with *one* scoring so many half points."""
    games = []
    for game in event.games:
        if {game.white, game.black} == {one, other}:
            scores = {0: Result.BLACK_WINS, 1: Result.DRAW, 2: Result.WHITE_WINS}
            games.append(replace(game, result=scores[halves if game.white == one else 2 - halves]))
        else:
            games.append(game)
    return replace(event, games=tuple(games))


@pytest.mark.clause("ICCF-TR-2017 5.3/1", "ICCF-TR-2017 5.3/2", "ICCF-TR-2017 5.7/2", "ICCF-TR-2017 5.5/1")
def test_a_season_of_the_champions_league() -> None:
    teams = [f"T{number}" for number in range(1, 12)]
    players = {team: tuple(f"{team}/{board}" for board in (1, 2, 3, 4)) for team in teams}
    taken = {player: team for team, four in players.items() for player in four}
    for team in teams:
        assert league.may_team_enter(league.LeagueTeam(team, team, players[team][0], players[team]), taken).value
    games = tuple(
        Pairing(players[one][board], players[other][board], Result.WHITE_WINS, board + 1)
        for one, other in combinations(teams, 2)
        for board in range(4)
    )
    from slowmate.records import Team  # noqa: PLC0415 - named where it is used

    season = Event(
        "Division B, Group 1",
        KINDS["champions-league-b"],
        date(2018, 3, 15),
        tuple(Player(one, one) for four in players.values() for one in four),
        games,
        teams=tuple(Team(team, team, players[team]) for team in teams),
    )
    places = [line.id for line in standings(season).value]
    assert places == teams
    assert standings(season).value[0].points == Fraction(40)
    followed = consequences(replace(season, promotion=PromotionPlan(up=1, down=3)), ended=date(2020, 3, 1)).value
    assert [(step.what.value, step.who, step.value) for step in followed] == [
        ("up", "T1", "champions-league-a"),
        *(("down", team, "champions-league-c") for team in ("T9", "T10", "T11")),
    ]
    fresh = ("w", "x", "y", "z")
    assert league.is_relegated_for_changes(players["T5"], fresh, division=2).value
    assert not league.is_relegated_for_changes(players["T5"], (*fresh[:3], "T5/1"), division=2).value
    assert league.next_season(season.start).value == (date(2020, 6, 15), date(2020, 9, 15))
