"""Applications for titles: submitted with the core's answer, and decided by the body that the rules name.

The core's answer to the case, with what an office adds, decides. A decision keeps its grounds, reason and reference;
what follows from it (a title, or the loss of one) is written in the same transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.records import BadInput
from slowmate.rulebook import Ground, NoEdition, Refused, Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.people.models import Office, Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Application, TitleAward
from slowmate.server.titles.permissions import (
    may_apply_for,
    may_decide_application,
    may_keep_titles,
    may_propose_title,
    may_withdraw_application,
)
from slowmate.server.titles.queries.applications import (
    ARBITER,
    FIDE_DIRECT,
    REVOCATION,
    TITLE,
    answer_case,
    answer_to,
    applications,
    lacking,
    merged,
)
from slowmate.server.titles.services import awards
from slowmate.titles.answers import Answer, Verdict
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute

State = Application.State


def preview_application(case: str, player: Player, facts: Mapping[str, Any], *, on: date) -> Answer:
    """Return the answer of the rules before anything is submitted; `Unfit` if the case cannot be judged."""
    try:
        return answer_case(case, player, facts, on=on)
    except BadInput as wrong:
        raise Unfit(wrong.why) from None
    except NoEdition as wrong:
        raise Unfit(str(wrong)) from None


def may_hand_in(case: str, preview: Answer) -> bool:
    """Return whether a case may be submitted: not if the rules of correspondence chess refuse it.

    Papers for FIDE may be completed later.
    """
    return preview.verdict is not Verdict.NO or case.startswith("fide-") or case == REVOCATION


def hand_in(
    case: str,
    player: Player,
    facts: Mapping[str, Any],
    *,
    title: str,
    actor: User,
    at: datetime,
    award: TitleAward | None = None,
) -> Application:
    """Submit an application. `Refused` if the rules already say no."""
    _require_right(case, player, actor)
    preview = preview_application(case, player, facts, on=at.date())
    if not may_hand_in(case, preview):
        raise Refused(*(requirement.ground for requirement in lacking(preview)))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Application.objects.filter(player=player, case=case, title=title, state__in=Application.LIVE).exists():
            raise Stale(_("Such an application waits for its decision already."))
        goes_to_congress = case == REVOCATION or (case == TITLE and not facts.get("special") and not facts.get("died"))
        row = Application.objects.create(
            case=case,
            player=player,
            title=title,
            facts=dict(facts),
            grounds=_plain_requirements(preview),
            state=State.CONGRESS if goes_to_congress else State.OPEN,
            made=at,
            made_by=actor,
            award=award,
        )
        journal.write("application handed in", about(row), actor=actor, at=at, facts={"case": case, "title": title})
        _tell_office(row, at)
    return row


def about(row: Application) -> str:
    return f"application/{row.pk}"


def _require_right(case: str, player: Player, actor: User) -> None:
    may = {TITLE: may_propose_title(actor, player), REVOCATION: may_keep_titles(actor)}
    if not may.get(case, may_apply_for(actor, player)):
        raise NotAllowed


def _plain_requirements(answer: Answer) -> list[dict[str, Any]]:
    """Return the requirements as they are stored: each ground with whether it holds and binds."""
    plain = plain_grounds(requirement.ground for requirement in answer.requirements)
    return [
        {**ground, "holds": requirement.holds, "binding": requirement.binding}
        for ground, requirement in zip(plain, answer.requirements, strict=True)
    ]


def _tell_office(row: Application, at: datetime) -> None:
    office_of = Office.Kind.CONGRESS if row.waits_for_congress else Office.Kind.QUALIFICATIONS
    held = Office.objects.filter(kind=office_of, user__is_active=True).select_related("user")
    for office in held:
        if office.is_held(on=at.date()) and office.user_id != row.made_by_id:
            key = f"application/{row.pk}/{row.state}/{office.user_id}"
            facts = {"application": row.pk, "player": str(row.player.name), "title": row.title, "case": row.case}
            outbox.tell(office.user, "application", key, at=at, facts=facts)


def withdraw(pk: int, *, actor: User, at: datetime) -> Application:
    """Withdraw an application before it is decided."""
    with transaction.atomic():
        row = _locked(pk)
        if not may_withdraw_application(actor, row):
            raise NotAllowed
        _require_open(row)
        row.state, row.settled, row.settled_by = State.WITHDRAWN, at, actor
        row.save(update_fields=["state", "settled", "settled_by"])
        journal.write("application withdrawn", about(row), actor=actor, at=at)
    return row


# -- decided ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an office adds to a case, with its reason and the reference to a meeting's decision."""

    more: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    reference: str = ""


def preview_decision(row: Application, judgement: Judgement, *, on: date) -> Answer:
    """Return the core's answer with what the office adds."""
    try:
        return answer_to(row, on=on, more=_with_day(row, judgement.more, on))
    except BadInput as wrong:
        raise Unfit(wrong.why) from None


def _with_day(row: Application, more: Mapping[str, Any], on: date) -> dict[str, Any]:
    """An arbiter's title counts from the day the commissioner accepts it."""
    return {**more, "accepted": on.isoformat()} if row.case == ARBITER else dict(more)


def grant(pk: int, judgement: Judgement, *, actor: User, at: datetime) -> Application:
    """Grant an application. `Refused`, with what is lacking, if the core does not say yes."""
    with transaction.atomic():
        row = _to_decide(pk, actor)
        answer = preview_decision(row, judgement, on=at.date())
        if answer.verdict is not Verdict.YES and not _left_to_congress(row, answer):
            raise Refused(*(requirement.ground for requirement in lacking(answer) or answer.requirements[-1:]))
        row.award = _carry_out(row, answer, judgement, actor=actor, at=at)
        _settle(row, State.GRANTED, answer, judgement, actor=actor, at=at)
    return row


def refuse(pk: int, judgement: Judgement, *, actor: User, at: datetime) -> Application:
    """Refuse an application, with a reason for the applicant. What the votes of Congress grant cannot be refused."""
    if not judgement.reason.strip():
        raise Unfit(_("Say why: the applicant reads it."), field="reason")
    with transaction.atomic():
        row = _to_decide(pk, actor)
        answer = preview_decision(row, judgement, on=at.date())
        if row.case in (TITLE, REVOCATION) and row.waits_for_congress and answer.verdict is Verdict.YES:
            raise Unfit(_("By the rules these votes grant it."))
        _settle(row, State.REFUSED, answer, judgement, actor=actor, at=at)
    return row


def may_go_to_congress(row: Application) -> bool:
    """Return whether the commissioner may send a case to Congress."""
    return row.state == State.OPEN and row.case in (ARBITER, TITLE)


def to_congress(pk: int, judgement: Judgement, *, actor: User, at: datetime) -> Application:
    """Send a case that is not clear to Congress (10.8(f) and (g))."""
    with transaction.atomic():
        row = _to_decide(pk, actor)
        if not may_go_to_congress(row):
            raise Unfit(_("This is not for Congress to decide."))
        row.facts = merged(row.facts, {**judgement.more, "clear": False})
        row.state = State.CONGRESS
        row.grounds = _plain_requirements(preview_decision(row, Judgement(), on=at.date()))
        row.save(update_fields=["facts", "state", "grounds"])
        journal.write("application before Congress", about(row), actor=actor, at=at, facts={"reason": judgement.reason})
        _tell_office(row, at)
    return row


def _left_to_congress(row: Application, answer: Answer) -> bool:
    """Return whether only the decision of Congress was missing for an arbiter's title, and Congress decides now."""
    if row.case != ARBITER or not row.waits_for_congress:
        return False
    against = lacking(answer)
    return bool(against) and all(requirement.ground.facts.get("to_congress") is True for requirement in against)


def _carry_out(
    row: Application, answer: Answer, judgement: Judgement, *, actor: User, at: datetime
) -> TitleAward | None:
    """Carry the decision out: grant the title, or revoke one."""
    grounds = tuple(requirement.ground for requirement in answer.requirements if requirement.holds)
    if row.case == REVOCATION:
        award = row.award or awards.adopt(row.player, row.title, row.facts.get("held"), at=at)
        reason = judgement.reason or judgement.reference or _("By decision of Congress.")
        return awards.revoke(award.pk, Ruling(True, grounds), actor=actor, at=at, reason=reason)
    return awards.grant(
        row.player, _proposal(row, answer, grounds, judgement, at), actor=actor, at=at, reason=judgement.reason
    )


def _proposal(
    row: Application, answer: Answer, grounds: tuple[Ground, ...], judgement: Judgement, at: datetime
) -> awards.Proposal:
    is_fide = row.case.startswith("fide-")
    won = [gain.title for gain in answer.gains if gain.grants == "title" and gain.final]
    title = str(won[0]) if won and row.case == FIDE_DIRECT else row.title
    body = ConfirmingBody.CONGRESS if row.waits_for_congress else ConfirmingBody.COMMISSIONER
    died = row.facts.get("died")
    facts = {"application": row.pk, "reference": judgement.reference, **({"died": died} if died else {})}
    if "votes" in judgement.more:
        facts["votes"] = judgement.more["votes"]
    return awards.Proposal(
        title=title,
        route=TitleRoute.APPLICATION,
        earned=answer.days.get("achieved") or at.date(),
        confirmed_by=body,
        grounds=grounds,
        valid_from=answer.days.get("valid from"),
        is_fide=is_fide,
        source=judgement.reference or str(_("on application")),
        facts=facts,
    )


def _to_decide(pk: int, actor: User) -> Application:
    row = _locked(pk)
    if not may_decide_application(actor, row):
        raise NotAllowed
    _require_open(row)
    return row


def _locked(pk: int) -> Application:
    row = applications().select_for_update(of=("self",)).filter(pk=pk).first()
    if row is None:
        raise NotAllowed
    return row


def _require_open(row: Application) -> None:
    if row.state not in Application.LIVE:
        raise Stale(_("This has been decided already."))


def _settle(row: Application, state: str, answer: Answer, judgement: Judgement, *, actor: User, at: datetime) -> None:
    row.facts = {**merged(row.facts, judgement.more), "reference": judgement.reference[:160]}
    row.state, row.settled, row.settled_by, row.reason = state, at, actor, judgement.reason.strip()[:500]
    row.grounds = _plain_requirements(answer)
    row.save(update_fields=["facts", "state", "settled", "settled_by", "reason", "grounds", "award"])
    facts = {"state": state, "reason": row.reason, "reference": judgement.reference, **dict(judgement.more)}
    grounds = [requirement.ground for requirement in answer.requirements]
    journal.write("application decided", about(row), actor=actor, at=at, facts=facts, grounds=grounds)
    readers = {row.made_by, row.player.user}
    for reader in readers:
        if reader is not None and reader != actor:
            mail_facts = {"application": row.pk, "title": row.title, "case": row.case, "player": str(row.player.name)}
            key = f"application/{row.pk}/decided/{reader.pk}"
            outbox.tell(
                reader, "application-decided", key, at=at, facts={**mail_facts, "state": state, "reason": row.reason}
            )
