"""Accounts, players and games for the server's tests."""

from datetime import UTC, datetime, timedelta
from itertools import count

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
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


def rated_game(
    white: User, black: User, *, ended: datetime, loser: str = "black", rating: RatingTerms | None = None
) -> Game:
    """A game of an event that was rated, and that one of the two resigned at an instant."""
    from slowmate.server.games.services import playing  # noqa: PLC0415 - needs Django to be set up

    terms = Terms(starts=ended - timedelta(days=3), time_control=clocks.Classic())
    asked = rating or RatingTerms(is_rated=True, event_kind="open-class", event_key="open")
    row = games.start(white.player, black.player, terms, at=terms.starts, rating=asked)
    return playing.resign(row.pk, actor=white if loser == "white" else black, at=ended)
