"""Warnings before a flag falls: mail and nothing else, for the rules know of none, so no event of the game tells of it.

Silence has the reminders of the rules (6.2); where it comes before the flag there is no warning. A warning that would
come at or before the last event of the game is not given: the mail about a move names the deadline already.
"""

from datetime import datetime, timedelta

from django.db import transaction

from slowmate import play
from slowmate.play.laws.flags import Due, Upcoming, next_end
from slowmate.server.games.models import Game
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail

DAYS = (3, 1)
"""The days before a flag falls on which its player is warned, in order."""


def instants(state: play.Game, end: Upcoming | None) -> dict[int, datetime]:
    """Return when the player on move is warned of an *end* that comes, by the days they have then."""
    if end is None or end.what is not Due.FLAG:
        return {}
    warned = {days: end.at - timedelta(days=days) for days in DAYS}
    return {days: at for days, at in warned.items() if at > state.latest}


def looks(state: play.Game, end: Upcoming | None) -> list[datetime]:
    """Return when a sweep has to look at a game in which nobody acts: for warnings, until the core needs it."""
    upcoming = play.next_instant(state)
    if upcoming is None:
        return []
    return [*(at for at in instants(state, end).values() if at < upcoming.at), upcoming.at]


def next_look(state: play.Game, end: Upcoming | None, *, after: datetime) -> datetime | None:
    """Return when a sweep should next look at a game whose warnings up to *after* are sent."""
    coming = looks(state, end)
    return next((at for at in coming[:-1] if at > after), coming[-1] if coming else None)


def warn(row: Game, state: play.Game, *, at: datetime) -> bool:
    """Queue the warning that is due, the last one of several; return whether there was one.

    The row is taken by its version and by when it was due: one of several workers does it, and a player who has moved
    meanwhile is not warned. The game itself has not changed, so its version stays.
    """
    end = next_end(state)
    past = [days for days, instant in instants(state, end).items() if instant <= at]
    if row.due is None or row.due > at or end is None or not past:
        return False
    with transaction.atomic():
        taken = Game.objects.filter(pk=row.pk, version=row.version, due=row.due)
        if not taken.update(due=next_look(state, end, after=at)):
            return False
        outbox.queue(_mails(row, end, past[-1], at=at))
    return True


def _mails(row: Game, end: Upcoming, days: int, *, at: datetime) -> list[Mail]:
    """Return one mail, or none if the player has no account or wants no mail."""
    user = row.player(end.colour).user
    if user is None or not outbox.wants_mail(user):
        return []
    return [
        Mail(
            user_id=user.pk,
            kind="low-time",
            key=f"game/{row.pk}/{row.version}/low-time/{days}",
            game_id=row.pk,
            ply=row.plies,
            facts={"until": end.at.isoformat()},
            made=at,
            due=at,
        )
    ]
