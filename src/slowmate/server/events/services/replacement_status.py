"""Replacement status (8.7(e)): a substitute asks, the director agrees, the Qualifications Commissioner consents."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.events.running.section8.substitution import granted_from, substitute_rights
from slowmate.rulebook import Ground, Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, CaseStep, SeatHolding, Section
from slowmate.server.events.queries.substitutes import (
    GRANT,
    STATUS,
    board_progress,
    case_of,
    holding_of,
    may_request,
    progress_at_request,
)
from slowmate.server.events.services import cases, news
from slowmate.server.events.services.cases import Asks, CaseRules, Guards, NewCase
from slowmate.server.events.services.locking import locked_section
from slowmate.server.events.services.steps import By
from slowmate.server.games.models import Game
from slowmate.server.games.services import games
from slowmate.server.people.permissions import player_of
from slowmate.server.site.errors import NotAllowed, Stale

REQUESTED = "requested"
IN_JOURNAL = {
    "ask": "ask for Replacement status",
    "agree": "agree to Replacement status",
    "consent": GRANT,
    "refuse": "refuse Replacement status",
}


def ask(pk: int, *, actor: User, at: datetime) -> Case:
    """Request Replacement status for a substitute, once; `Refused` if it is too late."""
    with transaction.atomic():
        section = locked_section(pk)
        player = player_of(actor)
        holding = holding_of(section, player)
        if player is None or holding is None:
            raise NotAllowed
        if section.state != Section.State.RUNNING or holding.has_replacement_status or case_of(section, player):
            raise Stale(_("You have asked already, or there is nothing to ask for."))
        played = board_progress(holding.seat)
        ruling = may_request(section, played)
        if not ruling.value:
            raise Refused(*ruling.grounds)
        new = NewCase(
            state=REQUESTED,
            section=section,
            player=player,
            team=holding.seat.team,
            parties={"player": str(player.pk), "team": str(holding.seat.team_id)},
            facts={"holding": holding.pk, "moves": list(played.moves), "finished": played.finished},
        )
        by = By(Acting(Actor.PLAYER, str(player.pk)), at, actor)
        return cases.open_case(RULES, new, "ask", by, ruling.grounds)


def decide_on(pk: int, action: str, *, reason: str, actor: User, at: datetime) -> Case:
    """Agree or consent, or refuse with a reason; `Refused` if it is not that office's turn."""
    return cases.take(RULES, pk, action, reason=reason, actor=actor, at=at)


def _guards(case: Case, _at: datetime) -> Guards:
    return {"in time": may_request(case.section, progress_at_request(case))} if case.section else {}


def _grant(case: Case, by: By, _asks: Asks) -> Iterable[Ground]:
    """Grant Replacement status, after both agreed: from today the substitute has norms of their own."""
    section = case.section
    if section is None:
        raise ValueError("Replacement status is granted in a section")
    agreed = case.steps.filter(action="agree").order_by("-number")[0].at.date()
    day = granted_from(agreed, by.at.date(), start=section.start)
    rights = substitute_rights(has_status=True, start=section.start)
    holding = SeatHolding.objects.select_related("player").get(pk=case.facts["holding"])
    holding.has_replacement_status, holding.granted = True, day.value
    holding.save(update_fields=["has_replacement_status", "granted"])
    games.rate_substitute_separately(holding.player, Game.objects.filter(pairing__section=section))
    return (*day.grounds, *rights.grounds)


def _letters(case: Case, step: CaseStep) -> None:
    by = By(Acting(Actor(step.office)), step.at, step.by, step.reason)
    if step.action == "ask":
        news.status_asked(case, by)
    else:
        news.status_decided(case, by)


RULES = CaseRules(
    STATUS,
    guards=_guards,
    effects={"consent": _grant},
    need_reason={"refuse"},
    in_journal=IN_JOURNAL,
    letters=_letters,
)
