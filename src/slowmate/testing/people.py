"""Accounts, players and games for the server's tests."""

from datetime import UTC, datetime
from itertools import count

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.services import games
from slowmate.server.people.models import Office, Player

AT = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
PASSWORD = "correspondence is slow"  # noqa: S105 - of invented people
_numbers = count(1)


def person(name: str = "", *, offices: tuple[Office.Kind, ...] = (), **fields: object) -> User:
    """An account with a verified address and a player."""
    from allauth.account.models import EmailAddress  # noqa: PLC0415 - needs Django to be set up

    number = next(_numbers)
    user = User.objects.create_user(f"person{number}@example.org", PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Player.objects.create(user=user, name=name or f"Person {number}", rating=2000 + number % 400)
    for kind in offices:
        Office.objects.create(user=user, kind=kind, begins=AT.date().replace(year=2020))
    return user


def account(player: Player) -> User:
    """The account of a player who has one."""
    if player.user is None:
        raise AssertionError(f"{player} has no account")
    return player.user


def game(
    white: User,
    black: User,
    *moves: str,
    at: datetime = AT,
    control: clocks.TimeControl | None = None,
    terms: Terms | None = None,
    director: User | None = None,
) -> Game:
    """A game between two people with these moves made, alternately, all at once."""
    from slowmate.server.games.services import playing  # noqa: PLC0415 - needs Django to be set up

    terms = terms or Terms(starts=at, time_control=control or clocks.Classic())
    row = games.start(white.player, black.player, terms, at=at, director=director)
    for number, move in enumerate(moves):
        row = playing.make_move(row.pk, move, actor=(white, black)[number % 2], at=at)
    return row
