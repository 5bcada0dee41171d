"""The games of the demo as events of one section each."""

from collections.abc import Sequence

from slowmate.server.events.models import Event, Pairing, Seat, Section
from slowmate.server.games.models import Game


def write(name: str, games: Sequence[Game]) -> Section:
    """An event of that name with a section in which these games are played, by the director of the first of them."""
    first = min(games, key=lambda game: game.starts)
    starts, is_over = first.starts.date(), all(game.status == Game.Status.FINISHED for game in games)
    ended = max((game.finished for game in games if game.finished), default=first.starts).date() if is_over else None
    event = Event.objects.create(
        name=name,
        kind="open",
        state=Event.State.FINISHED if is_over else Event.State.RUNNING,
        start=starts,
        announced=starts,
        ended=ended,
        made=first.starts,
        is_demo=True,
    )
    section = Section.objects.create(
        event=event,
        number=1,
        name="",
        state=Section.State.FINISHED if is_over else Section.State.RUNNING,
        start=starts,
        posted=starts,
        director=first.director,
        ended=ended,
    )
    seats = _seats(section, games)
    Pairing.objects.bulk_create(
        Pairing(section=section, white=seats[game.white_id], black=seats[game.black_id], game=game) for game in games
    )
    return section


def _seats(section: Section, games: Sequence[Game]) -> dict[int, Seat]:
    players = {player.pk: player for game in games for player in (game.white, game.black)}
    seats = [
        Seat(
            section=section,
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
        for number, player in enumerate(players.values(), 1)
    ]
    Seat.objects.bulk_create(seats)
    return {seat.player_id: seat for seat in seats}
