"""The games of the demo as events of one section each, with what was fixed when they started."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.demo.sections import Section as DemoSection
from slowmate.server.demo.sections import Written
from slowmate.server.events.models import Event, Pairing, Seat, Section
from slowmate.server.events.queries.due import GIVE_RIGHTS
from slowmate.server.events.regulations import Regulations, plain
from slowmate.server.events.services import rights
from slowmate.server.events.services.steps import by_server
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.rating import RatingTerms, copy_rating_terms
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry
from slowmate.server.ratings.queries import lists

BATCH = 1000
"""Events of games that are written at once."""
LEVEL = 2000
"""The level that these events announce for players without a rating, where the rules fix none."""


def write(section: DemoSection, written: Sequence[Written], director: User | None = None) -> Section:
    """Write an open event with one section and its games; ratings are those of the list of its day.

    Its director is that of its games, or *director*.
    """
    pool = Game.Pool.CHESS960 if section.is_chess960 else Game.Pool.CHESS
    ratings = lists.ratings(section.players, on=section.starts.date(), pool=pool)
    games = [row for row, _ in written]
    row = _section(section, games, director)
    seats = {player.pk: seat_of(row, number, player, ratings) for number, player in enumerate(section.players, 1)}
    Seat.objects.bulk_create(seats.values())
    for game in games:
        rating = RatingTerms(
            is_rated=True,
            pool=pool,
            event_kind=row.event.kind,
            event_key=f"section/{row.pk}",
            white_start=seats[game.white_id].start_rating,
            black_start=seats[game.black_id].start_rating,
            level=row.event.level,
        )
        copy_rating_terms(rating, Terms(starts=section.starts, time_control=section.control), to=game)
    save(written)
    Pairing.objects.bulk_create(
        Pairing(section=row, white=seats[game.white_id], black=seats[game.black_id], game=game) for game in games
    )
    return row


def rights_earned(*, at: datetime) -> None:
    """Write down the rights that sections gave whose results were written as they are, without settling."""
    settled = Section.objects.filter(state=Section.State.SETTLED, event__kind__in=GIVE_RIGHTS)
    for row in settled.select_related("event__series").order_by("pk"):
        players = Player.objects.filter(seats__section=row).order_by("pk")
        rights.look_again(row, list(players), by_server(at))


def save(written: Sequence[Written]) -> None:
    """Save games, then their events."""
    Game.objects.bulk_create([row for row, _ in written])
    for row, events in written:
        for event in events:
            event.game_id = row.pk
    GameEvent.objects.bulk_create([event for _, events in written for event in events], batch_size=BATCH)


def _section(section: DemoSection, games: Sequence[Game], director: User | None) -> Section:
    starts, is_over = section.starts.date(), all(game.status == Game.Status.FINISHED for game in games)
    ended = max(game.finished for game in games if game.finished).date() if is_over else None
    event = Event.objects.create(
        name=section.label,
        kind="chess960" if section.is_chess960 else "thematic" if section.fen else section.kind,
        state=Event.State.SETTLED if is_over else Event.State.RUNNING,
        start=starts,
        announced=starts,
        deadline=starts,
        fee=0,
        ended=ended,
        level=None if section.kind == "world-cup-final" else LEVEL,
        regulations=plain(Regulations(time_control=section.control, fen=section.fen)),
        made=section.starts,
        is_demo=True,
    )
    return Section.objects.create(
        event=event,
        number=1,
        name="",
        state=Section.State.SETTLED if is_over else Section.State.RUNNING,
        start=starts,
        posted=starts,
        director=director or games[0].director,
        ended=ended,
    )


def seat_of(row: Section, number: int, player: Player, ratings: Mapping[int, ListEntry]) -> Seat:
    """Return a seat with its player by the list of the day it starts."""
    entry = ratings.get(player.pk)
    rating = entry.rating if entry and entry.published else None
    return Seat(
        section=row,
        number=number,
        player=player,
        name=player.name,
        federation=player.federation,
        sex=player.sex,
        birth_year=player.birth_year,
        title=player.title,
        rating=rating,
        rating_games=entry.games if entry else 0,
        start_rating=rating or LEVEL,
    )
