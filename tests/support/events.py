"""Events, sections and their games for the server's tests: rows as the services would leave them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import combinations
from typing import Any

from slowmate.events.organising.pairings import round_robin, team_round_robin
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, Pairing, Seat, Section, Team
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.services import games
from slowmate.server.people.models import Player
from tests.support.people import AT, person

START = date(2024, 5, 1)
"""The day most events of the tests start: that of `people.AT`."""


def event(kind: str = "open", *, name: str = "", state: str = Event.State.RUNNING, **fields: Any) -> Event:
    """An event of a kind, as far as it is said. One that is cancelled was announced."""
    start = fields.pop("start", START)
    if state == Event.State.CANCELLED:
        fields.setdefault("announced", start - timedelta(days=60))
    return Event.objects.create(
        name=name or f"An event of the kind {kind}",
        kind=kind,
        state=state,
        start=start,
        deadline=fields.pop("deadline", start - timedelta(days=30)),
        fee=fields.pop("fee", 0),
        made=fields.pop("made", AT),
        **fields,
    )


def section(
    of: Event,
    players: Sequence[Player],
    results: Mapping[tuple[int, int], Result] | None = None,
    *,
    state: str = Section.State.RUNNING,
    director: User | None = None,
    **fields: Any,
) -> Section:
    """A section of these players, who have the numbers 1, 2, ...: drawn as always, with a game for each pairing.

    *results* of finished games by the numbers of both players, the smaller one first, as White's and Black's.
    """
    number = of.sections.count() + 1
    fields = {"name": f"Section {number}", "posted": of.start - timedelta(days=14), **fields}
    row = Section.objects.create(event=of, number=number, state=state, start=of.start, director=director, **fields)
    seats = [_seat(row, place, player) for place, player in enumerate(players, 1)]
    met: Counter[frozenset[int]] = Counter()
    for white, black in _colours(seats, of):
        game, pair = _game(row, white, black, results or {}), frozenset((white.pk, black.pk))
        met[pair] += 1
        Pairing.objects.create(section=row, white=white, black=black, game=game, game_number=met[pair])
    return row


def put_into(name: str, *rows: Game, **fields: Any) -> Section:
    """Games that were begun already, as those of an event of this name; its only section has no name of its own."""
    of = event(name=name, **fields)
    row = Section.objects.create(event=of, number=1, name="", state=Section.State.RUNNING, start=of.start)
    people = dict.fromkeys(player for game in rows for player in (game.white, game.black))
    seats = {player.pk: _seat(row, number, player) for number, player in enumerate(people, 1)}
    for game in rows:
        white, black = seats[game.white_id], seats[game.black_id]
        number = Pairing.objects.filter(section=row, white=white, black=black).count() + 1
        Pairing.objects.create(section=row, white=white, black=black, game=game, game_number=number)
    return row


def team_section(
    of: Event,
    line_ups: Mapping[str, Sequence[Player]],
    results: Mapping[tuple[int, int], Result] | None = None,
    *,
    state: str = Section.State.RUNNING,
    **fields: Any,
) -> Section:
    """A section of teams, each with its players by board. Seats are numbered team by team; *results* as above."""
    row = Section.objects.create(event=of, number=of.sections.count() + 1, state=state, start=of.start, **fields)
    seats: list[list[Seat]] = []
    for name, line_up in line_ups.items():
        team = Team.objects.create(event=of, name=name, federation=line_up[0].federation)
        first = 1 + sum(map(len, seats))
        seats.append([_seat(row, first + place, player) for place, player in enumerate(line_up)])
        for board, seat in enumerate(seats[-1], 1):
            seat.team, seat.board = team, board
            seat.save(update_fields=["team", "board"])
    by_id = {str(seat.pk): seat for line_up in seats for seat in line_up}
    for game in team_round_robin([[str(seat.pk) for seat in line_up] for line_up in seats], start=of.start).value.games:
        white, black = by_id[game.white], by_id[game.black]
        played = _game(row, white, black, results or {})
        Pairing.objects.create(section=row, white=white, black=black, board=game.board, game=played)
    return row


def players(number: int, **fields: Any) -> list[Player]:
    """So many players with accounts."""
    found = [person().player for _ in range(number)]
    if fields:
        Player.objects.filter(pk__in=[player.pk for player in found]).update(**fields)
        found = list(Player.objects.filter(pk__in=[player.pk for player in found]).order_by("pk"))
    return found


def every_result(number: int, result: Result = Result.DRAW) -> dict[tuple[int, int], Result]:
    """All games of a section of so many players, ended alike."""
    return dict.fromkeys(combinations(range(1, number + 1), 2), result)


def _seat(row: Section, number: int, player: Player) -> Seat:
    return Seat.objects.create(
        section=row,
        number=number,
        player=player,
        name=player.name,
        federation=player.federation,
        sex=player.sex,
        birth_year=player.birth_year,
        title=player.title,
        rating=player.rating,
        rating_games=player.rating_games,
        start_rating=player.rating,
    )


def _colours(seats: Sequence[Seat], of: Event) -> list[tuple[Seat, Seat]]:
    by_id = {str(seat.pk): seat for seat in seats}
    drawn = round_robin(list(by_id), seed="tests", start=of.start, games_per_pairing=of.games_per_pairing)
    return [(by_id[game.white], by_id[game.black]) for game in drawn.value.games]


def _game(row: Section, white: Seat, black: Seat, results: Mapping[tuple[int, int], Result]) -> Game:
    starts = datetime.combine(row.start, time(), UTC)
    terms = Terms(starts=starts, time_control=clocks.Classic())
    game = games.start(
        white.player, black.player, terms, at=starts, director=row.director, rating=RatingTerms(is_rated=True)
    )
    first, second = sorted((white.number or 0, black.number or 0))
    result = results.get((first, second))
    if result is None:
        return game
    if white.number != first:
        result = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}.get(result, result)
    ended = starts + timedelta(days=first)
    for asked in (commands.CallAdjudication(**_WORD), commands.Adjudicate(**_WORD, result=result)):
        game = games.command(game.pk, lambda _row, asked=asked: asked, at=ended, actor=None)  # type: ignore[misc]
    return game


_WORD: dict[str, Any] = {"director": "tests", "reason": "for a test"}
"""The director's word, so that any game can end anyhow."""
