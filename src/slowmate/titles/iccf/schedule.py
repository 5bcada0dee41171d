"""The meetings of a title tournament: sections, boards, and the state of every game.

In a title tournament all players of a section meet, so a start list is enough: a pairing that is not
listed is running, or cancelled where one of the two has left. A team event is a section on each board, a Scheveningen
event is one section in which the teams do not play themselves.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from slowmate.records import BadInput, Event, Pairing, Player, Status


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game as one of its players sees it. *half* points are None while it runs."""

    opponent: str
    half: int | None = None
    ended: date | None = None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Players who compete for norms among themselves, with all their games. *boards* is how many the event has."""

    players: tuple[Player, ...]
    meetings: Mapping[str, tuple[Meeting, ...]]
    board: int | None = None
    boards: int | None = None

    @property
    def remaining(self) -> tuple[Player, ...]:
        """Return the players with a game that stands; players whose games are all cancelled are left out."""
        return tuple(
            player for player in self.players if not all(meeting.cancelled for meeting in self.meetings[player.id])
        )

    def standing(self, player: str) -> tuple[Meeting, ...]:
        return tuple(meeting for meeting in self.meetings[player] if not meeting.cancelled)


MOST_PLAYERS = 500
"""The players of a section played all against all: more are a mistake, and would not end."""


def sections(event: Event) -> tuple[Section, ...]:
    """Return the sections of an event: one, or one for each board of a team event."""
    by_id = {player.id: player for player in event.players}
    boards = _boards(event)
    largest = max((len(ids) for ids in boards.values()), default=len(event.players))
    if largest > MOST_PLAYERS:
        raise BadInput(f"{largest} players cannot all meet; a section has {MOST_PLAYERS} at most", field="players")
    if boards:
        last = max(boards)
        return tuple(
            _section(event, [by_id[player] for player in ids], _everybody(ids), number, last)
            for number, ids in sorted(boards.items())
        )
    ids = [player.id for player in event.players]
    return (_section(event, list(event.players), _pairs(event, ids), _only_board(event), None),)


def _boards(event: Event) -> dict[int, list[str]]:
    """Return the players of each board of a team event, by its teams or else by its games.

    Empty if boards do not matter.
    """
    boards: dict[int, list[str]] = defaultdict(list)
    if event.scheveningen or not (event.teams or event.kind.teams):
        return {}
    for team in event.teams:
        for number, member in enumerate(team.players, 1):
            boards[number].append(member)
    if not event.teams:
        by_game = {member: game.board for game in event.games if game.board for member in (game.white, game.black)}
        for player in event.players:
            if player.id in by_game:
                boards[by_game[player.id]].append(player.id)
    return boards if len(boards) > 1 or event.teams else {}


def _pairs(event: Event, ids: list[str]) -> set[frozenset[str]]:
    """Return the pairs due to meet."""
    if not event.scheveningen:
        return _everybody(ids)
    if event.teams:
        team_of = {player: team.id for team in event.teams for player in team.players}
        return {pair for pair in _everybody(list(team_of)) if len({team_of[player] for player in pair}) == 2}
    if not event.games:
        raise BadInput("a Scheveningen event needs its teams or its games, to know who meets whom", field="teams")
    return {frozenset((game.white, game.black)) for game in event.games}


def _everybody(ids: list[str]) -> set[frozenset[str]]:
    return {frozenset((player, other)) for number, player in enumerate(ids) for other in ids[number + 1 :]}


def _only_board(event: Event) -> int | None:
    """Return the board of a team event that is given as a section of its own."""
    boards = {game.board for game in event.games}
    return boards.pop() if event.kind.teams and len(boards) == 1 else None


def _section(
    event: Event, players: list[Player], pairs: set[frozenset[str]], board: int | None, boards: int | None
) -> Section:
    order = {player.id: number for number, player in enumerate(players)}
    status = {player.id: player.status for player in players}
    meetings: dict[str, list[Meeting]] = defaultdict(list)
    listed: Counter[frozenset[str]] = Counter()
    for game in event.games:
        pair = frozenset((game.white, game.black))
        if game.white in order and game.black in order:
            listed[pair] += 1
            _add(meetings, game)
    for pair in pairs:
        player, other = pair
        gone = status[player] is not Status.PLAYING or status[other] is not Status.PLAYING
        for _ in range(event.games_per_pairing - listed[pair]):
            meetings[player].append(Meeting(other, cancelled=gone))
            meetings[other].append(Meeting(player, cancelled=gone))
    return Section(
        tuple(players),
        {player: tuple(sorted(meetings[player], key=lambda meeting: order[meeting.opponent])) for player in order},
        board,
        boards,
    )


def _add(meetings: dict[str, list[Meeting]], game: Pairing) -> None:
    halves: tuple[int | None, int | None] = game.result.half_points if game.result else (None, None)
    cancelled = game.result is not None and not game.result.counts
    for (player, other), half in zip(((game.white, game.black), (game.black, game.white)), halves, strict=True):
        meetings[player].append(Meeting(other, None if cancelled else half, game.ended, cancelled))
