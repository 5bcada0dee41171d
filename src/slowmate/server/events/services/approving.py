"""Section 12: an event that is not ICCF's own is applied for, and approved before it is announced."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.invitational import ACCORDS, Money, is_complete
from slowmate.events.organising.offices import Acting, Actor, record_decision
from slowmate.rulebook import Ground, Refused, Ruling
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, CaseStep, Event
from slowmate.server.events.queries.approved_plans import approval_of, changed_since, plan_snapshot
from slowmate.server.events.services import cases, news
from slowmate.server.events.services.case_letters import users_on_turn
from slowmate.server.events.services.cases import Asks, CaseRules, Guards
from slowmate.server.events.services.locking import by_whoever_runs, event_to_run
from slowmate.server.events.services.steps import By, decide, name_of
from slowmate.server.site.errors import Stale, Unfit

ENDED = frozenset({"approved", "refused", "lapsed"})
MAX_TEXT_LENGTH = 500


def apply(
    pk: int,
    *,
    prizes: Sequence[int],
    source: str,
    appearance_fees: int | None,
    words: str,
    accords: bool,
    actor: User,
    at: datetime,
) -> Case:
    """Ask for the approval of an event that is planned: with what it pays, and that it accords with the Statutes."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=Event.State.DRAFT)
        before = approval_of(event)
        if not event.needs_approval or not may_apply(before, event):
            raise Stale(_("There is nothing to apply for."))
        if not accords:
            raise Unfit(
                _("An event accords with the principles of the Statutes, or it is not applied for."), field="accords"
            )
        by = by_whoever_runs(event, actor, at)
        stated = record_decision(
            ACCORDS,
            actor=Actor.ORGANISER,
            by=name_of(actor),
            on=at.date(),
            reason=words.strip() or _("stated in the application"),
        )
        case = Case.objects.create(
            procedure="approval",
            state="applied",
            event=event,
            parties={"organiser": str(actor.pk)},
            facts={
                "start": event.start.isoformat(),
                "plan": plan_snapshot(event),
                "prizes": list(prizes),
                "source": source.strip()[:MAX_TEXT_LENGTH],
                "appearance_fees": appearance_fees,
                "words": words.strip()[:MAX_TEXT_LENGTH],
            },
            opened=at,
            opened_by=actor,
        )
        decide("apply", by, stated, event=event, is_public=False)
        news.approval_asked(event, users_on_turn(case), by)
    return case


def may_apply(before: Case | None, event: Event) -> bool:
    """Return whether an event can be applied for: for the first time, again after a refusal, or anew since its plan was
    changed after it was approved."""
    if before is None or before.state in ("refused", "lapsed"):
        return True
    return before.state == "approved" and bool(changed_since(before, event))


def money_of(case: Case) -> Money:
    """Return what an application says about money."""
    facts = case.facts
    return Money(prizes=tuple(facts["prizes"]), source=facts["source"], appearance_fees=facts["appearance_fees"])


def completeness(case: Case) -> Ruling[bool]:
    """Rule whether an application is in time and complete; the World Tournament Director may accept it all the same."""
    start = date.fromisoformat(case.facts["start"])
    is_open = case.event is not None and case.event.kind.startswith("open")
    try:
        return is_complete(money_of(case), applied=case.opened.date(), start=start, is_open=is_open)
    except Refused as late:
        return Ruling(False, late.grounds)


def decide_on(pk: int, action: str, *, reason: str, actor: User, at: datetime) -> Event:
    """Approve an event, refuse it, or refer it to Congress, which then decides."""
    event = Event.objects.filter(pk=pk).first()
    case = approval_of(event) if event else None
    if case is None or case.closed is not None or case.state in ENDED:
        raise Stale(_("There is no application to decide on."))
    decided = cases.take(RULES, case.pk, action, reason=reason, actor=actor, at=at).event
    if decided is None:
        raise ValueError("an application is for an event")
    return decided


def _guards(case: Case, _at: datetime) -> Guards:
    return {"complete": completeness(case)}


def _approve(case: Case, by: By, _asks: Asks) -> Iterable[Ground]:
    if case.event is not None:
        case.event.approved = by.at.date()
        case.event.save(update_fields=["approved"])
    return ()


def _letters(case: Case, step: CaseStep) -> None:
    if case.event is None:
        return
    by = By(Acting(Actor(step.office)), step.at, step.by, step.reason)
    if case.state in ENDED:
        news.approval_decided(case.event, case.state, by)
    else:
        news.approval_asked(case.event, users_on_turn(case), by)


RULES = CaseRules(
    "approval",
    guards=_guards,
    effects={"approve": _approve},
    need_reason={"refuse", "refer"},
    ends=ENDED,
    in_journal={"approve": "approve", "refuse": "refuse", "refer": "refer"},
    is_public=False,
    letters=_letters,
)
