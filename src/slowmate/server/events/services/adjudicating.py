"""A round of a World Cup that still runs when its two years are over: its games are called to adjudication (3.2)."""

from datetime import datetime

from django.utils.translation import gettext as _

from slowmate.events.running.decisive import cup_games_to_adjudicate
from slowmate.play import commands
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Pairing, Section
from slowmate.server.events.permissions import may_direct_section, runs
from slowmate.server.events.queries.record import record_of
from slowmate.server.events.services.steps import name_of
from slowmate.server.games.services import games
from slowmate.server.site.errors import NotAllowed, Stale


def call_adjudication(section: Section, *, actor: User, at: datetime) -> int:
    """Call every game that still runs to adjudication; return how many.

    The director or the office that runs the event does it, with a decision in the journal of each game. Games that end
    meanwhile are left alone.
    """
    if not (may_direct_section(actor, section) or runs(actor, section.event)):
        raise NotAllowed
    due = cup_games_to_adjudicate(record_of(section), on=at.date())
    if not due.value:
        raise Stale(_("No game of this section has to be adjudicated now."))
    reason = _("The two years of this round are over.")
    command = commands.CallAdjudication(director=name_of(actor), reason=reason)
    called = 0
    rows = Pairing.objects.filter(section=section, game__isnull=False, game__finished=None).order_by("pk")
    for number in rows.exclude(game__awaits_director=True).values_list("game_id", flat=True):
        try:
            games.command(number, lambda _row: command, at=at, actor=actor)
        except Refused:  # it has just ended, or an adjudication was called already
            continue
        called += 1
    return called
