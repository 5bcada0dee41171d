"""Directors: those in office, former ones, and the directors of games."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Count, QuerySet

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import director_of
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holders


def in_office(*, on: date | None = None) -> "QuerySet[User]":
    """Return the tournament directors of a day (today, if none is named)."""
    return holders(Office.Kind.DIRECTOR, on=on)


def directors_of(game: Game) -> list[User]:
    """Return who directs a game: the director named for it or, if none is in office, all who do not play it."""
    named = director_of(game)
    if named is not None:
        return [named]
    return list(in_office().exclude(player__in=(game.white_id, game.black_id)).order_by("pk"))


def unfinished(director: User) -> "QuerySet[Game]":
    """Return the unfinished games that a director is named for."""
    return Game.objects.filter(director=director).exclude(status=Game.Status.FINISHED)


def numbers_unfinished(directors: Iterable[int]) -> dict[int, int]:
    """Count the unfinished games of some directors; those without any are left out."""
    rows = Game.objects.filter(director__in=list(directors)).exclude(status=Game.Status.FINISHED)
    return dict(rows.order_by().values_list("director_id").annotate(number=Count("pk")))


def without_account(game: Game) -> str:
    """Return the names of the players of a game who have no account, and so get no mail."""
    return ", ".join(str(player.name) for player in (game.white, game.black) if player.user_id is None)
