"""The games of the demo as events of one section each, with what was fixed when they started."""

from collections.abc import Sequence
from datetime import date, datetime

from slowmate.events.organising.start_ratings import ratings_at_start
from slowmate.play.terms import Terms
from slowmate.ratings.start import has_levels
from slowmate.server.accounts.models import User
from slowmate.server.demo.sections import Section as DemoSection
from slowmate.server.demo.sections import Written
from slowmate.server.events.models import Event, Pairing, Seat, Section
from slowmate.server.events.queries.due import GIVE_RIGHTS
from slowmate.server.events.queries.frozen_players import frozen_players
from slowmate.server.events.regulations import Regulations, plain
from slowmate.server.events.services import rights
from slowmate.server.events.services.dividing import freeze
from slowmate.server.events.services.steps import by_server
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.rating import RatingTerms, copy_rating_terms
from slowmate.server.people.models import Player

BATCH = 1000
"""Events of games that are written at once."""
LEVEL = 2000
"""The level that these events announce for players without a rating, where the rules fix none."""


def write(section: DemoSection, written: Sequence[Written], director: User | None = None) -> Section:
    """Write an open event with one section and its games; ratings are those of the list of its day.

    Its director is that of its games, or *director*.
    """
    games = [row for row, _ in written]
    row = _section(section, games, director)
    seats = {seat.player_id: seat for seat in seats_of(row, section.players)}
    Seat.objects.bulk_create(seats.values())
    for game in games:
        rating = RatingTerms(
            is_rated=True,
            pool=row.event.pool,
            event_kind=row.event.kind,
            event_key=f"section/{row.pk}",
            white_start=seats[game.white_id].start_rating,
            black_start=seats[game.black_id].start_rating,
            white_by_level=seats[game.white_id].starts_by_level,
            black_by_level=seats[game.black_id].starts_by_level,
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
        level=None if section.kind == "world-cup-final" else level_from(starts),
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


def level_from(start: date) -> int | None:
    """Return the level that an event of the demo announces; none since the rules know no levels."""
    return LEVEL if has_levels(on=start) else None


def seats_of(row: Section, players: Sequence[Player]) -> list[Seat]:
    """Return seats with players as they are when a section starts, numbered in their order, with start ratings."""
    event = row.event
    frozen = frozen_players(players, event, start=row.start)
    ratings = ratings_at_start(list(frozen.values()), event.kind_of, start=row.start, announced=event.level)
    seats = []
    for number, player in enumerate(players, 1):
        seat, start = Seat(section=row, number=number, player=player), ratings[str(player.pk)]
        freeze(seat, frozen[player.pk])
        seat.start_rating, seat.rated_by = start.value, str(start.grounds[0].clause)
        seats.append(seat)
    return seats
