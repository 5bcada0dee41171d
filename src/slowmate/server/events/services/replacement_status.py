"""Replacement status (8.7(e)): a substitute asks, the director agrees, the Qualifications Commissioner consents."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor, take_step
from slowmate.events.organising.offices import Case as ProcedureCase
from slowmate.events.running.section8.substitution import STATUS as PROCEDURE
from slowmate.events.running.section8.substitution import granted_from, substitute_rights
from slowmate.rulebook import Refused, Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, CaseStep, SeatHolding, Section
from slowmate.server.events.permissions import may_decide_status, may_direct_section
from slowmate.server.events.queries.substitutes import (
    GRANT,
    STATUS,
    board_progress,
    case_of,
    holding_of,
    may_request,
    progress_at_request,
)
from slowmate.server.events.services import news
from slowmate.server.events.services.locking import locked_section, required_reason
from slowmate.server.events.services.steps import By, decide
from slowmate.server.games.models import Game
from slowmate.server.games.services import games
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds, player_of
from slowmate.server.site.errors import NotAllowed, Stale

QUALIFICATIONS = Office.Kind.QUALIFICATIONS
REQUESTED, AGREED, GRANTED, REFUSED = "requested", "director agrees", "granted", "refused"
WHAT = {AGREED: "agree to Replacement status", GRANTED: GRANT, REFUSED: "refuse Replacement status"}


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
        case = Case.objects.create(
            procedure=STATUS,
            state=REQUESTED,
            event=section.event,
            section=section,
            player=player,
            team=holding.seat.team,
            parties={"player": str(player.pk), "team": str(holding.seat.team_id)},
            facts={"holding": holding.pk, "moves": list(played.moves), "finished": played.finished},
            opened=at,
            opened_by=actor,
        )
        by = By(Acting(Actor.PLAYER, str(player.pk)), at, actor)
        _keep(case, "ask", by, ruling)
        decide("ask for Replacement status", by, ruling, event=section.event, section=section, player_id=player.pk)
        news.status_asked(case, by)
    return case


def decide_on(pk: int, action: str, *, reason: str, actor: User, at: datetime) -> Case:
    """Agree or consent, or refuse with a reason; `Refused` if it is not that office's turn."""
    section_pk = Case.objects.filter(pk=pk, procedure=STATUS).values_list("section", flat=True).first()
    if section_pk is None:
        raise NotAllowed
    with transaction.atomic():
        section = locked_section(section_pk)
        case = Case.objects.select_for_update(of=("self",)).select_related("player__user").get(pk=pk)
        case.section = section
        if case.closed is not None or not may_decide_status(actor, case):
            if _has_word(actor, case):
                raise Stale(_("This was decided already, or it is now for another office to decide."))
            raise NotAllowed
        words = required_reason(reason) if action == "refuse" else reason.strip()[:1000]
        by = By(Acting(Actor.DIRECTOR if case.state == REQUESTED else Actor.QUALIFICATIONS), at, actor, words)
        core_case = ProcedureCase(case.state, section.start, dict(case.parties))
        step = take_step(
            PROCEDURE,
            core_case,
            action,
            by=by.acting,
            rulings={"in time": may_request(section, progress_at_request(case))},
        )
        case.state = step.value.state
        case.closed = None if case.state == AGREED else at
        case.save(update_fields=["state", "closed"])
        _keep(case, action, by, step)
        grounds = step.grounds
        if case.state == GRANTED:
            grounds = (*grounds, *_grant(case, section, at).grounds)
        decide(
            WHAT[case.state],
            by,
            Ruling(True, grounds),
            event=section.event,
            section=section,
            player_id=case.player_id,
        )
        news.status_decided(case, by)
    return case


def _has_word(actor: User, case: Case) -> bool:
    """Return whether a user decides on a request at all, now or at another step."""
    is_own = case.player is not None and case.player.user_id == actor.pk
    offices = case.section is not None and may_direct_section(actor, case.section), holds(actor, QUALIFICATIONS)
    return any(offices) and not is_own


def _grant(case: Case, section: Section, at: datetime) -> Ruling[date | None]:
    """Grant Replacement status, after both agreed: from today the substitute has norms of their own."""
    agreed = case.steps.filter(action="agree").order_by("-number")[0].at.date()
    day = granted_from(agreed, at.date(), start=section.start)
    rights = substitute_rights(has_status=True, start=section.start)
    holding = SeatHolding.objects.select_related("player").get(pk=case.facts["holding"])
    holding.has_replacement_status, holding.granted = True, day.value
    holding.save(update_fields=["has_replacement_status", "granted"])
    games.rate_substitute_separately(holding.player, Game.objects.filter(pairing__section=section))
    return Ruling(day.value, (*day.grounds, *rights.grounds))


def _keep(case: Case, action: str, by: By, ruling: Ruling[bool] | Ruling[ProcedureCase]) -> None:
    CaseStep.objects.create(
        case=case,
        number=case.steps.count() + 1,
        action=action,
        office=by.acting.actor.value,
        of=by.acting.of or "",
        by=by.user,
        at=by.at,
        reason=by.reason,
        grounds=plain_grounds(ruling.grounds),
    )
