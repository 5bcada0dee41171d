"""Seats of a team event: a seat is a board of a team, whichever player holds it.

A substitute takes over a seat, not only what is left to play: table and norms look at the seat. So their games and
those of the player they replaced count together, whether a record gives all of them to them, or each keeps their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from slowmate.records.errors import BadInput
from slowmate.records.events import Event, Player, Team
from slowmate.records.kinds import Family


@dataclass(frozen=True, slots=True)
class Seat:
    """A board of a team, with the players who sat there in their order. The last one holds it."""

    team: str
    board: int
    players: tuple[str, ...]

    @property
    def holder(self) -> str:
        return self.players[-1]


def seats(event: Event) -> tuple[Seat, ...]:
    """Return the seats of a team event, team by team; raise `BadInput` if a game has a player without a seat.

    A player who replaces another of the team (`Player.replaces`) shares their seat, listed in the team or not; of
    several on one board each replaces the one before them, or all of them the first.
    """
    by_id = {player.id: player for player in event.players}
    following: dict[str, list[str]] = {}
    for player in event.players:
        if player.replaces is not None and player.replaces.id != player.id:
            following.setdefault(player.replaces.id, []).append(player.id)
    every = tuple(seat for team in event.teams for seat in _of_team(team, by_id, following))
    _require_seats(event, {player for seat in every for player in seat.players})
    return every


def _of_team(team: Team, by_id: Mapping[str, Player], following: Mapping[str, list[str]]) -> list[Seat]:
    taken = set(team.players)
    substitutes = {
        player for player in team.players if (first := by_id[player].replaces) and first.id in taken - {player}
    }
    line_up = [player for player in team.players if player not in substitutes]
    return [Seat(team.id, board, _line(player, following)) for board, player in enumerate(line_up, 1)]


def _line(first: str, following: Mapping[str, list[str]]) -> tuple[str, ...]:
    """Return a player and all who came after them on their board."""
    line = [first]
    for player in line:
        line += [other for other in following.get(player, ()) if other not in line]
    return tuple(line)


def _require_seats(event: Event, seated: set[str]) -> None:
    for number, game in enumerate(event.games):
        for colour, player in (("white", game.white), ("black", game.black)):
            if player not in seated:
                why = f"{player!r} plays for no team: list them on their board, or say whom they replace"
                raise BadInput(why, field=f"games[{number}].{colour}")


def seated(event: Event) -> Event:
    """Return a team event in which every seat is one player: its last holder, with all games of the seat.

    They replace the player of the start list. Events of individuals, matches between two groups, and events over the
    board, where reserves play games of their own, stay as they are.
    """
    if not _has_seats(event):
        return event
    by_id = {player.id: player for player in event.players}
    all_seats = seats(event)
    if all(len(seat.players) == 1 for seat in all_seats):
        return event
    holder = {player: seat.holder for seat in all_seats for player in seat.players}
    first = {seat.holder: by_id[seat.players[0]] for seat in all_seats}
    return replace(
        event,
        players=tuple(
            _as_holder(player, first.get(player.id, player))
            for player in event.players
            if holder.get(player.id, player.id) == player.id
        ),
        games=tuple(replace(game, white=holder[game.white], black=holder[game.black]) for game in event.games),
        teams=tuple(
            replace(team, players=tuple(seat.holder for seat in all_seats if seat.team == team.id))
            for team in event.teams
        ),
    )


def is_holder(event: Event, player: str) -> bool:
    """Say whether a player has not been replaced by another in a team event."""
    return not _has_seats(event) or all(player not in seat.players[:-1] for seat in seats(event))


def _has_seats(event: Event) -> bool:
    return bool(event.teams) and not event.scheveningen and event.kind.family is not Family.FIDE


def _as_holder(player: Player, first: Player) -> Player:
    if first.id == player.id:
        return player
    return replace(player, replaces=first.replaces or first)
