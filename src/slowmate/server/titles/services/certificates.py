"""Certificates: issued when a norm or a title is confirmed, replaced when they say something wrong, withdrawn with it.

Each step stands in the transaction of its cause. A certificate that was issued is never edited: another one follows it.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.rulebook import NoEdition, Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Certificate, Norm, TitleAward
from slowmate.server.titles.permissions import may_issue_again
from slowmate.server.titles.queries.certificates import content_of

CERTIFICATE = "certificate"
"""The kind of the mail."""


def issue(
    thing: Norm | TitleAward, *, at: datetime, actor: User | None = None, tells: bool = True
) -> Certificate | None:
    """Issue the certificate of a norm or a title that was confirmed, once; what replaced another norm follows its paper.

    None where there is none to give: over the board the forms of FIDE are the certificates, and of days for which we
    hold no rules nothing is certified.
    """
    if not _is_certified(thing):
        return None
    standing = _standing(thing)
    if standing is not None:
        return standing
    return _issue(thing, at=at, actor=actor, tells=tells)


def _is_certified(thing: Norm | TitleAward) -> bool:
    if isinstance(thing, Norm):
        return thing.over_the_board_id is None and bool(thing.rules)
    return not thing.is_fide


def _standing(thing: Norm | TitleAward) -> Certificate | None:
    return thing.certificates.filter(withdrawn=None).select_for_update(of=("self",)).first()


def _issue(
    thing: Norm | TitleAward, *, at: datetime, actor: User | None, tells: bool, reason: str = ""
) -> Certificate | None:
    number = thing.certificates.count() + 1
    try:
        content = content_of(thing, issued=at.date(), number=number)
    except (NoEdition, Refused):
        return None
    former = _former(thing)
    if former is not None:
        former.withdrawn, former.reason = former.withdrawn or at, former.reason or reason[:500]
        former.save(update_fields=["withdrawn", "reason"])
    norm, award = (thing, None) if isinstance(thing, Norm) else (None, thing)
    made = Certificate.objects.create(code=content["code"], norm=norm, award=award, content=content, issued=at)
    if former is not None:
        former.superseded_by = made
        former.save(update_fields=["superseded_by"])
    facts = {"code": made.code, "title": content["title"], "kind": content["award"]}
    journal.write("certificate issued", f"certificate/{made.pk}", actor=actor, at=at, facts=facts)
    user = thing.player.user
    if tells and user is not None:
        told = {
            "title": content["title_name"],
            "is_norm": norm is not None,
            "code": made.code,
            "replaces": former is not None,
        }
        outbox.tell(user, CERTIFICATE, f"certificate/{made.pk}", at=at, facts=told)
    return made


def _former(thing: Norm | TitleAward) -> Certificate | None:
    """The certificate that a new one follows: of the same thing, or of the norm that this one supersedes."""
    found = _standing(thing)
    if found is None and isinstance(thing, Norm) and thing.supersedes is not None:
        before = thing.supersedes.certificates.filter(superseded_by=None)
        found = before.select_for_update(of=("self",)).order_by("-pk").first()
    return found


def issue_again(certificate: Certificate, *, reason: str, actor: User, at: datetime) -> Certificate:
    """Replace a certificate by one that says what the register says now: a name was corrected, a seal is new."""
    if not may_issue_again(actor, certificate):
        raise NotAllowed
    if not reason.strip():
        raise Unfit(_("Say why."), field="reason")
    with transaction.atomic():
        found = Certificate.objects.select_for_update(of=("self",)).get(pk=certificate.pk)
        if not found.is_valid:
            raise Stale(_("This certificate was replaced or withdrawn already."))
        thing = found.norm or found.award
        made = _issue(thing, at=at, actor=actor, tells=True, reason=reason.strip()) if thing else None
        if made is None:
            raise Unfit(_("By what the register says now there is nothing to certify."))
    return made


def withdraw(thing: Norm | TitleAward, *, reason: str, at: datetime, actor: User | None = None) -> None:
    """Withdraw the certificate of a norm that no longer holds, or of a title that was revoked."""
    standing = _standing(thing)
    if standing is None:
        return
    standing.withdrawn, standing.reason = at, reason[:500]
    standing.save(update_fields=["withdrawn", "reason"])
    journal.write(
        "certificate withdrawn", f"certificate/{standing.pk}", actor=actor, at=at, facts={"code": standing.code}
    )
