"""Leave for all of a player's games at once, within what each game's rules allow."""

from dataclasses import dataclass, field
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate import play
from slowmate.play import commands
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.games.models import Game, LeavePeriod
from slowmate.server.games.queries.leave import Days, Refusals, days_from, leave_in, open_games
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import games
from slowmate.server.people.models import Player
from slowmate.server.site.errors import Unfit


@dataclass(slots=True)
class LeaveOutcome:
    """In how many games leave was registered, in how many it held already, and where the rules refused it."""

    taken: int = 0
    held: int = 0
    refused: Refusals = field(default_factory=list)

    @property
    def is_registered(self) -> bool:
        """Whether it holds in a game, or in games that begin; not if all games refuse it."""
        return bool(self.taken or self.held or not self.refused)


def take(player: Player, first: date, last: date, *, actor: User, at: datetime) -> LeaveOutcome:
    """Register leave in every game that is not over, and for games that begin before it ends (`games.start`).

    A game whose rules refuse it (Triple Block) is named. `Refused` if no game has leave on such days.
    """
    play.require_days_ahead(first, last, at=at)
    outcome, days = LeaveOutcome(), (first, last)
    with transaction.atomic():
        games.lock_players(player)
        for row in open_games(player):
            _take_in(row, player, days, outcome, actor=actor, at=at)
        if outcome.is_registered:
            if not _registered(player, days, today=at.date()):
                LeavePeriod.objects.create(player=player, first=first, last=last, made=at)
            _note("leave taken", player, days, outcome.taken, actor=actor, at=at)
    return outcome


def _take_in(row: Game, player: Player, days: Days, outcome: LeaveOutcome, *, actor: User, at: datetime) -> None:
    colour = row.colour_of(player)
    if leave_in(state_of(row), colour, days, at=at):
        outcome.held += 1
        return
    take_leave = commands.TakeLeave(by=colour, first=days[0], last=days[1])
    try:
        games.command(row.pk, lambda _row: take_leave, at=at, actor=actor)
        outcome.taken += 1
    except Refused as refused:
        outcome.refused.append((row, refused.grounds))


def end(player: Player, first: date, last: date, *, actor: User, at: datetime) -> int:
    """End this leave or give it up in all games; return in how many. `Unfit` if there is no such leave."""
    days, ended = (max(first, at.date()), last), 0
    with transaction.atomic():
        games.lock_players(player)
        for row in open_games(player):
            ended += _end_in(row, player, days, actor=actor, at=at)
        periods = _registered(player, days, today=at.date())
        if not ended and not periods:
            raise Unfit(_("You have no leave that could be ended."))
        LeavePeriod.objects.filter(pk__in=[period.pk for period in periods]).update(ended=at)
        _note("leave ended", player, (first, last), ended, actor=actor, at=at)
    return ended


def _end_in(row: Game, player: Player, days: Days, *, actor: User, at: datetime) -> bool:
    colour = row.colour_of(player)
    leave = leave_in(state_of(row), colour, days, at=at)
    if leave is None:
        return False
    end_leave = commands.EndLeave(by=colour, first=leave.first)
    try:
        games.command(row.pk, lambda _row: end_leave, at=at, actor=actor)
    except Refused:  # a flag has fallen: the game is over
        return False
    return True


def _registered(player: Player, days: Days, *, today: date) -> list[LeavePeriod]:
    """Return the leave a player has registered for these days."""
    return [period for period in LeavePeriod.open(player, on=today) if days_from(period, today=today) == days]


def _note(what: str, player: Player, days: Days, number: int, *, actor: User, at: datetime) -> None:
    facts = {"first": days[0].isoformat(), "last": days[1].isoformat(), "games": number}
    journal.write(what, f"player/{player.pk}", actor=actor, at=at, facts=facts)
