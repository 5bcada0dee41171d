"""Handing over unfinished games when a director leaves office."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.games.models import Game
from slowmate.server.games.queries.directors import unfinished
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds_direction, player_of
from slowmate.server.people.services import offices
from slowmate.server.site.errors import Unfit


def end_office(office: Office, *, last: date, actor: User, at: datetime, successor: User | None = None) -> int:
    """End an office; return how many games were handed over. *successor*: the director who gets unfinished games.
    Without one, games stay with the director while in office, and wait for any director then."""
    with transaction.atomic():
        offices.end(office, last=last, actor=actor, at=at)
        return 0 if successor is None else _hand_over(office, successor, actor=actor, at=at)


def _hand_over(office: Office, successor: User, *, actor: User, at: datetime) -> int:
    """Name another director for games; those they play in themselves stay as they are."""
    if office.kind != Office.Kind.DIRECTOR or successor.pk == office.user_id or not holds_direction(successor):
        raise Unfit(_("Games go to another director who is in office."), field="successor")
    rows = unfinished(office.user)
    return hand_over(rows, successor, before=office.user, about=f"office/{office.pk}", actor=actor, at=at)


def hand_over(
    rows: "QuerySet[Game]", successor: User, *, before: User | None, about: str, actor: User | None, at: datetime
) -> int:
    """Name another director for some games, in the transaction of its cause; how many they were. Those they play in
    themselves stay as they are. *about*: what the journal tells it of."""
    holder, player = player_of(before) if before else None, player_of(successor)
    if player is not None:
        rows = rows.exclude(Q(white=player) | Q(black=player))
    games = list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    Game.objects.filter(pk__in=games).update(director=successor)
    facts = {"from": holder.pk if holder else None, "to": player.pk if player else None, "games": games}
    journal.write("games handed over", about, actor=actor, at=at, facts=facts)
    return len(games)
