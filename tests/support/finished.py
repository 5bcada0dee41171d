"""A section of the core kept by the server: its games are imported with their results, so that it is quick."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from slowmate import play, records
from slowmate.events.organising.pairings import team_round_robin
from slowmate.play import clocks, events
from slowmate.play.laws.results import Termination
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, Pairing, Seat, Section, Team
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.services import games
from slowmate.server.people.models import Office, Player
from tests.support.people import AT, person

SOURCE = "tests"


def player(name: str = "", **fields: Any) -> Player:
    """Somebody without an account."""
    return Player.objects.create(name=name or f"Player {Player.objects.count() + 1}", **fields)


def keep(
    event: records.Event,
    known: Mapping[str, Player] | None = None,
    *,
    state: str = Section.State.FINISHED,
    **fields: Any,
) -> Section:
    """The rows of an event as the core has it. *known* are players by their ids in it; others are made.

    Games without a result run; those that the event does not list are not played.
    """
    is_over = state in (Section.State.FINISHED, Section.State.SETTLED)
    ended = max((game.ended for game in event.games if game.ended), default=event.start) if is_over else None
    row = Event.objects.create(
        name=event.name,
        kind=event.kind.slug,
        state=Event.State.SETTLED if is_over else Event.State.RUNNING,
        start=event.start,
        deadline=event.start,
        ended=ended,
        fee=0,
        made=AT,
        games_per_pairing=event.games_per_pairing,
        **fields,
    )
    director = person(offices=(Office.Kind.DIRECTOR,)) if event.director else None
    if director is not None:
        Player.objects.filter(user=director).update(title="IA")
    section = Section.objects.create(
        event=row, number=1, name="", state=state, start=event.start, posted=event.start, ended=ended, director=director
    )
    people = {one.id: (known or {}).get(one.id) or _player(one) for one in event.players}
    seats = {one.id: _seat(section, number, people[one.id], one) for number, one in enumerate(event.players, 1)}
    for one in event.teams:
        team = Team.objects.create(event=row, name=f"{one.name} {one.id}", federation=one.federation or "")
        for board, player in enumerate(one.players, 1):
            seats[player].team, seats[player].board = team, board
    Seat.objects.bulk_create(seats.values())
    for number, game in enumerate(event.games, 1):
        played = _game(people[game.white], people[game.black], game, event.start, director)
        Pairing.objects.create(
            section=section,
            white=seats[game.white],
            black=seats[game.black],
            board=game.board,
            game=played,
            game_number=number,
        )
    return section


def all_games(event: records.Event) -> records.Event:
    """A team event in which everybody is to meet everybody on his board."""
    line_ups = [list(team.players) for team in event.teams]
    return replace(event, games=team_round_robin(line_ups, start=event.start).value.games)


def _player(one: records.Player) -> Player:
    return player(
        one.name,
        federation=one.federation or "",
        sex=one.sex or "",
        title=one.title or "",
        rating=one.rating,
        rating_games=one.games or 0,
    )


def _seat(section: Section, number: int, who: Player, one: records.Player) -> Seat:
    return Seat(
        section=section,
        number=number,
        player=who,
        name=who.name,
        federation=one.federation or "",
        sex=one.sex or "",
        title=one.title or "",
        title_date=one.title_date,
        rating=one.rating,
        rating_games=one.games,
        start_rating=one.rating,
        status=one.status.value,
        withdrawn_on=one.withdrawn_on,
    )


def _game(white: Player, black: Player, game: records.Pairing, start: date, director: User | None) -> Game:
    control: clocks.TimeControl = clocks.Classic() if game.result is None else clocks.Unrecorded()
    terms = Terms(starts=_at(start), time_control=control)
    happened: Sequence[events.Event]
    if game.result is None:
        happened = (play.arrange(terms, at=_at(start)),)
    else:
        how = Termination.REPORTED if game.result.counts else Termination.CANCELLED
        ended = _at(game.ended or start)
        happened = play.imported(terms, (), game.result, ended=ended, termination=how, source=SOURCE)
    row = Game(white=white, black=black, is_rated=True, director=director)
    kept = games.event_rows(row, happened, actor=None)
    games.reflect(row, play.fold(happened))
    row.save()
    for one in kept:
        one.game_id = row.pk
    GameEvent.objects.bulk_create(kept)
    return row


def _at(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC) + timedelta(hours=1)
