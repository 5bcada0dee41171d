"""Teams over time: who sits on which board at an instant, who may take a seat, and for whom a game is rated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from slowmate.events.entry.bars import NOT_SUSPENDED
from slowmate.events.entry.entrants import EntryBar
from slowmate.events.entry.federations import BELONGS
from slowmate.events.organising.league import ONE_TEAM
from slowmate.events.organising.team_rules import SUBSTITUTION_ANNOUNCED
from slowmate.events.running.section8.application import TEAM_CHANGE
from slowmate.events.running.section8.substitution import ONLY_FAVOURABLE, WITH_STATUS
from slowmate.records import Player, Team
from slowmate.rulebook import Fact, Ground, Requirement, Ruling, all_hold, in_force


@dataclass(frozen=True, slots=True)
class SeatHolding:
    """A player sits on a board of a team, from an instant until the next one does. Ids of team and player.

    *status_from* is the day Replacement status was granted to a substitute.
    """

    team: str
    board: int
    player: str
    since: datetime
    status_from: date | None = None


def holders(roster: Sequence[SeatHolding], team: str, board: int) -> tuple[SeatHolding, ...]:
    """Return all who sat on a board, in their order."""
    return tuple(
        sorted(
            (holding for holding in roster if (holding.team, holding.board) == (team, board)),
            key=lambda holding: holding.since,
        )
    )


def holder_at(roster: Sequence[SeatHolding], team: str, board: int, *, at: datetime) -> str | None:
    """Return who sits on a board at an instant; the one who takes over sits there from that instant on."""
    sat = [holding.player for holding in holders(roster, team, board) if holding.since <= at]
    return sat[-1] if sat else None


def line_up(roster: Sequence[SeatHolding], team: str, *, at: datetime) -> tuple[str, ...]:
    """Return a team at an instant, by board."""
    boards = sorted({holding.board for holding in roster if holding.team == team})
    line = [holder_at(roster, team, board, at=at) for board in boards]
    return tuple(player for player in line if player is not None)


def changes(roster: Sequence[SeatHolding], team: str, *, since: datetime) -> int:
    """Return how many seats of a team have changed hands after an instant, such as that of the start list."""
    first = {
        board: holders(roster, team, board)[0]
        for board in {holding.board for holding in roster if holding.team == team}
    }
    return sum(holding.team == team and holding != first[holding.board] and holding.since > since for holding in roster)


def as_team(
    team: Team, roster: Sequence[SeatHolding], players: Mapping[str, Player]
) -> tuple[Team, tuple[Player, ...]]:
    """Return a team as a record for table and norms, with all who sat for it.

    *players* are as they were when each took the seat. Substitutes replace the player of the start list, so that all of
    them share a seat (`records.seats`).
    """
    boards = sorted({holding.board for holding in roster if holding.team == team.id})
    first: list[str] = []
    members: list[Player] = []
    for board in boards:
        line = holders(roster, team.id, board)
        first.append(line[0].player)
        for turn, holding in enumerate(line):
            player = players[holding.player]
            if turn:
                original = players[line[0].player]
                player = replace(player, replaces=original, has_replacement_status=holding.status_from is not None)
            members.append(player)
    return replace(team, players=tuple(first)), tuple(members)


# -- who may be a substitute ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TeamTerms:
    """The terms of teams in the announcement of a team event.

    *federation* is whose team it is; None where players of any nation play together. *most_changes* is how many seats
    may change hands (None: no limit); *may_return*: whether who was replaced may come back.
    """

    start: date
    federation: str | None = None
    most_changes: int | None = None
    may_return: bool = False
    is_league: bool = False


@dataclass(frozen=True, slots=True)
class Substitute:
    """A player named for a seat: federation, bars, and the team they play for in this event or season, if any."""

    player: str
    federation: str | None = None
    bars: tuple[EntryBar, ...] = ()
    plays_for: str | None = None


def may_substitute(
    named: Substitute,
    team: str,
    board: int,
    roster: Sequence[SeatHolding],
    terms: TeamTerms,
    *,
    at: datetime,
    start_list: datetime,
) -> Ruling[bool]:
    """Decide whether a player may take a seat of a team: not barred, of its federation, within its changes."""
    requirements = _requirements(named, team, board, roster, terms, at, start_list)
    return all_hold(requirements)


def _requirements(
    named: Substitute,
    team: str,
    board: int,
    roster: Sequence[SeatHolding],
    terms: TeamTerms,
    at: datetime,
    start_list: datetime,
) -> list[Requirement]:
    sits = [
        holding.board
        for holding in roster
        if holding.team == team and holder_at(roster, team, holding.board, at=at) == named.player
    ]
    sat = any(holding.player == named.player for holding in holders(roster, team, board))
    used = changes(roster, team, since=start_list)
    seats: dict[str, Fact] = {"player": named.player, "boards": list(dict.fromkeys(sits)), "returns": sat}
    limit: dict[str, Fact] = {"changes": used, "limit": terms.most_changes}
    free = not sits and (terms.may_return or not sat)
    is_elsewhere = (
        named.plays_for is not None and named.plays_for != team
    )  # judged with the player: no other word on it
    seated = (
        [] if is_elsewhere else [Requirement(Ground(in_force(SUBSTITUTION_ANNOUNCED, on=terms.start), seats), free)]
    )
    return [
        *_player_requirements(named, team, terms, at.date()),
        *seated,
        Requirement(
            Ground(in_force(TEAM_CHANGE, on=terms.start), limit),
            terms.most_changes is None or used < terms.most_changes,
        ),
    ]


def may_line_up(team: str, named: Sequence[Substitute], terms: TeamTerms, *, on: date) -> Ruling[bool]:
    """Decide whether a team may enter with these players: each not barred, of its federation, and in no other team."""
    requirements: list[Requirement] = []
    for place, substitute in enumerate(named):
        requirements += _player_requirements(substitute, team, terms, on)
        twice = substitute.player in [other.player for other in named[:place]]
        if twice:
            boards: list[Fact] = [number for number, other in enumerate(named, 1) if other.player == substitute.player]
            facts: dict[str, Fact] = {"player": substitute.player, "boards": boards, "returns": False}
            requirements.append(
                Requirement(Ground(in_force(SUBSTITUTION_ANNOUNCED, on=terms.start), facts), holds=False)
            )
    return all_hold(requirements)


def _player_requirements(named: Substitute, team: str, terms: TeamTerms, on: date) -> list[Requirement]:
    """Return what each player has to fulfil: no bar, the federation, no other team."""
    barring: list[Fact] = [
        bar.clause for bar in named.bars if bar.since <= on and (bar.until is None or on < bar.until)
    ]
    barred = Ground(in_force(NOT_SUSPENDED, on=terms.start), {"player": named.player, "barred_by": barring})
    checks = [Requirement(barred, not barring)]
    if terms.federation is not None:
        facts: dict[str, Fact] = {"player": named.player, "plays_for": named.federation, "federation": terms.federation}
        member = Ground(in_force(BELONGS.clause, on=terms.start), facts)
        checks.append(Requirement(member, named.federation == terms.federation))
    elsewhere = named.plays_for is not None and named.plays_for != team
    if terms.is_league or elsewhere:
        cited = (
            in_force(ONE_TEAM, on=terms.start) if terms.is_league else in_force(SUBSTITUTION_ANNOUNCED, on=terms.start)
        )
        other: dict[str, Fact] = {"player": named.player, "team": named.plays_for}
        checks.append(Requirement(Ground(cited, other), not elsewhere))
    return checks


# -- rating -----------------------------------------------------------------------------------------------------------


def original_of(roster: Sequence[SeatHolding], team: str, board: int, player: str) -> str | None:
    """Return whom a substitute without Replacement status replaced, so that what is not favourable is credited to them.

    That is the player of the start list, or the last before them who had the status. None for a substitute who plays in
    their own right.
    """
    original: str | None = None
    for turn, holding in enumerate(holders(roster, team, board)):
        if holding.player == player and turn:
            return None if holding.status_from is not None else original
        if turn == 0 or holding.status_from is not None:
            original = holding.player
    return None


def rated_as(
    roster: Sequence[SeatHolding], team: str, board: int, *, ended: datetime, start: date
) -> Ruling[tuple[str, str | None]]:
    """Return who played a game when it ended, and the original for whom it is rated if not favourable.

    These are the columns of a rating calculation: `white` with `white_original`, or `black` with `black_original`.
    """
    player = holder_at(roster, team, board, at=ended)
    if player is None:
        raise ValueError(f"no player sat on board {board} of team {team} at {ended}")
    original = original_of(roster, team, board, player)
    if original is None:
        return Ruling((player, None), (Ground(in_force(WITH_STATUS, on=start), {"player": player}),))
    facts: dict[str, Fact] = {"player": player, "original": original}
    return Ruling((player, original), (Ground(in_force(ONLY_FAVOURABLE, on=start), facts),))
