"""Section 5: the Champions League (ICCF League in 2016): teams, seasons, promotion and relegation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from slowmate.events.general import LEAGUE
from slowmate.events.organising.offices import Actor, Power
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.rulebook.calendar import Months, months_after

NAME_THROUGHOUT = Dated({"ICCF-TR-2016 5": "ICCF League", "ICCF-TR-2017 5.2/1": "Champions League"})
FOUR_PLAYERS = Dated({"ICCF-TR-2017 5.1/1": 4})
ANY_NATION = clause("ICCF-TR-2017 5.1/2")
CAPTAIN_AND_NAME = clause("ICCF-TR-2017 5.1/3")
ON_SERVER = NAME_THROUGHOUT.clause
TEAM_PLAYING_RULES = clause("ICCF-TR-2017 5.2/2")
DIVISIONS = Dated(
    {"ICCF-TR-2016 5.3/2": ("Champions", "Challenger", "Promotional"), "ICCF-TR-2017 5.3/2": ("A", "B", "C")}
)


class SeasonStarts(NamedTuple):
    """Whether the divisions start together, and how many months after a season the next one should start."""

    together: bool
    apart: tuple[Months, Months] | None


STARTS = Dated(
    {
        "ICCF-TR-2016 5.3/3": SeasonStarts(together=False, apart=None),
        "ICCF-TR-2017 5.3/3": SeasonStarts(together=True, apart=(Months(27), Months(30))),
    }
)
APART = clause("ICCF-TR-2017 5.3/4")
PLAN = Power(clause("ICCF-TR-2017 5.4/2"), "divisions, promotion and relegation of a season", (Actor.NTTC,))
ONE_TEAM = clause("ICCF-TR-2017 5.5/1")
TRANSFERS = clause("ICCF-TR-2017 5.5/2")
NEW_TEAMS = clause("ICCF-TR-2017 5.6/1")
RENAMING = clause("ICCF-TR-2017 5.6/2")
ALL_CHANGED = clause("ICCF-TR-2017 5.7/2")
EXCEPTION = Power(ALL_CHANGED, "a team kept in its division although all players changed", (Actor.NTTC,))


def league_name(*, start: date) -> Ruling[str]:
    cited, name = LEAGUE.on(start)
    throughout, _ = NAME_THROUGHOUT.on(start)
    return Ruling(name, (Ground(cited, {"name": name}), Ground(throughout, {"name": name})))


@dataclass(frozen=True, slots=True)
class LeagueTeam:
    """A team as entered: its id, a name, a captain and its players' ids. The name may change between seasons."""

    id: str
    name: str
    captain: str
    players: tuple[str, ...]


def may_team_enter(
    team: LeagueTeam,
    taken: Mapping[str, str],
    *,
    by_post: bool = False,
    in_season: bool = False,
    start: date = date.max,
) -> Ruling[bool]:
    """Decide whether a team may enter a season: four players of any nation in no other team, a captain, a name.

    *taken* is the id of the team of each player of the season.
    """
    elsewhere = [player for player in team.players if taken.get(player, team.id) != team.id]
    cited, size = FOUR_PLAYERS.on(start)
    checks = (
        (Ground(cited, {"players": len(team.players)}), len(set(team.players)) == size),
        (Ground(in_force(ANY_NATION, on=start), {"any": True}), True),
        (
            Ground(in_force(CAPTAIN_AND_NAME, on=start), {"name": team.name, "captain": team.captain}),
            bool(team.name.strip() and team.captain.strip()),
        ),
        (Ground(in_force(ON_SERVER, on=start), {"by_post": by_post}), not by_post),
        (Ground(in_force(ONE_TEAM, on=start), {"elsewhere": elsewhere}), not elsewhere),
        (Ground(in_force(NEW_TEAMS, on=start), {"in_season": in_season}), not in_season),
    )
    failed = [ground for ground, holds in checks if not holds]
    if failed:
        raise Refused(*failed)
    rules = Ground(in_force(TEAM_PLAYING_RULES, on=start), {"overrides": "section 5"})
    return Ruling(True, (*(ground for ground, _ in checks), rules))


def first_division(*, start: date) -> Ruling[str]:
    """Return where a new team begins: in the lowest division, unless the commissioner decides otherwise."""
    cited, names = DIVISIONS.on(start)
    new = Ground(in_force(NEW_TEAMS, on=start), {"division": names[-1]})
    return Ruling(names[-1], (new, Ground(cited, {"divisions": list(names)})))


def groups_named(division: str, groups: int, *, start: date) -> Ruling[tuple[str, ...]]:
    """Name the groups of a division: the first division is one group, the others Group 1, Group 2, and so on."""
    cited, names = DIVISIONS.on(start)
    if division not in names or (division == names[0] and groups > 1):
        raise Refused(Ground(cited, {"division": division, "groups": groups, "divisions": list(names)}))
    named = (
        tuple(f"Group {number}" for number in range(1, groups + 1))
        if groups > 1 or division != names[0]
        else (division,)
    )
    return Ruling(named, (Ground(cited, {"division": division, "groups": list(named)}),))


def starts_together(starts: Sequence[date]) -> Ruling[str]:
    """Check that all divisions start at once; 2016 had no such rule."""
    cited, rule = STARTS.on(min(starts))
    days: Sequence[Fact] = sorted(set(starts))
    return Ruling("warning" if rule.together and len(days) > 1 else "ok", (Ground(cited, {"days": days}),))


def next_season(start: date) -> Ruling[tuple[date, date] | None]:
    """Return the days between which the next season should start: 27 to 30 months on; None in 2016."""
    cited, rule = STARTS.on(start)
    if rule.apart is None:
        return Ruling(None, (Ground(cited, {"start": start, "rule": False}),))
    least, most = rule.apart
    window = (months_after(start, least), months_after(start, most))
    return Ruling(window, (Ground(APART, {"start": start, "from": window[0], "to": window[1]}),))


@dataclass(frozen=True, slots=True)
class Season:
    """A season of the league: from the day it starts until the day its last game ended (None: games still run)."""

    start: date
    ended: date | None = None

    def is_running(self, *, on: date) -> bool:
        return self.start <= on and (self.ended is None or on <= self.ended)


def may_change_team(season: Season, *, on: date) -> Ruling[bool]:
    """Let a player change teams at the beginning of a season only: not while one runs."""
    return _between_seasons(TRANSFERS, season, on)


def may_rename(season: Season, *, on: date) -> Ruling[bool]:
    """Let a team change its name between seasons."""
    return _between_seasons(RENAMING, season, on)


def _between_seasons(cited: Clause, season: Season, on: date) -> Ruling[bool]:
    running = season.is_running(on=on)
    ground = Ground(in_force(cited, on=season.start), {"in_season": running, "on": on, "start": season.start})
    if running:
        raise Refused(ground)
    return Ruling(True, (ground,))


def is_relegated_for_changes(
    before: Sequence[str],
    after: Sequence[str],
    *,
    division: int,
    divisions: int = 3,
    excepted: bool = False,
    start: date = date.max,
) -> Ruling[bool]:
    """Decide whether a team that changed all four players in two seasons goes down, where there is a lower division.

    *before* is the team at the start of one season, *after* at the end of the next.
    """
    changed = not set(before) & set(after)
    relegated = changed and division < divisions and not excepted
    facts: dict[str, Fact] = {"kept": sorted(set(before) & set(after)), "division": division, "excepted": excepted}
    return Ruling(relegated, (Ground(in_force(ALL_CHANGED, on=start), facts | {"relegated": relegated}),))
