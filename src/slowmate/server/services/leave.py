"""Leave for all of a player's games at once, within what each game's rules allow."""

from dataclasses import dataclass, field
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q

from slowmate.play import commands
from slowmate.rulebook import Ground, Refused
from slowmate.server.models import Game, LeavePeriod, Player, User
from slowmate.server.services import games, journal


@dataclass(slots=True)
class LeaveOutcome:
    """In how many games leave was registered, and where the rules refused it."""

    taken: int = 0
    refused: list[tuple[Game, tuple[Ground, ...]]] = field(default_factory=list)


def take(player: Player, first: date, last: date, *, actor: User, at: datetime) -> LeaveOutcome:
    """Register leave in every game that is not over; a game whose rules refuse it (Triple Block) is named."""
    outcome = LeaveOutcome()
    with transaction.atomic():
        for row in _open_games(player):
            asked = commands.TakeLeave(by=games.colour_of(row, player), first=first, last=last)
            try:
                games.command(row.pk, lambda _row, asked=asked: asked, at=at, actor=actor)  # type: ignore[misc]
                outcome.taken += 1
            except Refused as refused:
                outcome.refused.append((row, refused.grounds))
        if outcome.taken:
            LeavePeriod.objects.create(player=player, first=first, last=last, made=at)
            facts = {"first": first.isoformat(), "last": last.isoformat(), "games": outcome.taken}
            journal.write("leave taken", f"player/{player.pk}", actor=actor, at=at, facts=facts)
    return outcome


def end(player: Player, *, actor: User, at: datetime) -> int:
    """Back from leave, in all games; in how many it was ended or given up."""
    ended = 0
    with transaction.atomic():
        for row in _open_games(player):
            asked = commands.EndLeave(by=games.colour_of(row, player))
            try:
                games.command(row.pk, lambda _row, asked=asked: asked, at=at, actor=actor)  # type: ignore[misc]
                ended += 1
            except Refused:
                continue  # no leave in this game
        player.leaves.filter(ended=None, last__gte=at.date()).update(ended=at)
        journal.write("leave ended", f"player/{player.pk}", actor=actor, at=at, facts={"games": ended})
    return ended


def _open_games(player: Player) -> list[Game]:
    mine = Game.objects.filter(Q(white=player) | Q(black=player)).exclude(status=Game.Status.FINISHED)
    return list(mine.order_by("pk"))
