"""Certificates: issued when a norm or a title is confirmed, replaced when they say something wrong, withdrawn with it.

Each step stands in the transaction of its cause. A certificate that was issued is never edited: another one follows it.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.records import BadInput
from slowmate.rulebook import NoEdition, Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Certificate, Norm, TitleAward
from slowmate.server.titles.permissions import may_issue_again
from slowmate.server.titles.queries.certificates import content_of
from slowmate.titles.levels import TITLES


def issue_for_title(award: TitleAward, *, at: datetime, actor: User | None = None) -> Certificate | None:
    """Issue the certificate of a title that was confirmed, once.

    None where there is none to give: FIDE's titles have FIDE's papers, and of days of which we hold no rules
    nothing is certified.
    """
    if award.is_fide:
        return None
    return _standing(award) or _issue(award, at=at, actor=actor)


def issue_for_norms(norms: Iterable[Norm], *, at: datetime, actor: User | None = None) -> None:
    """Let each player of these norms have the certificate of the best that he has made in the section of each.

    A result is a norm for every title it suffices for: the best says all of it. Nothing is certified over the board,
    where FIDE's IT1 is the certificate, nor what an archive brings, which was certified where it comes from.
    """
    places = {(norm.player_id, norm.section_id) for norm in norms if norm.section_id is not None}
    for player, section in sorted(places):
        confirmed = Norm.objects.filter(player=player, section=section, state=Norm.State.CONFIRMED)
        rows = sorted(confirmed.select_related("player__user"), key=lambda norm: _rank(norm.title))
        if rows and _standing(rows[0]) is None:
            _issue(rows[0], at=at, actor=actor)


def _rank(title: str) -> int:
    """The best first."""
    return TITLES.index(title) if title in TITLES else len(TITLES)


def _standing(thing: Norm | TitleAward) -> Certificate | None:
    return thing.certificates.filter(withdrawn=None).select_for_update(of=("self",)).first()


def _issue(thing: Norm | TitleAward, *, at: datetime, actor: User | None, reason: str = "") -> Certificate | None:
    """The letter that a norm is confirmed tells of its certificate, too; a title's has a letter of its own."""
    if isinstance(thing, Norm) and thing.section_id is None:
        return None
    number = thing.certificates.count() + 1
    try:
        content = content_of(thing, issued=at.date(), number=number)
    except (BadInput, NoEdition, Refused):
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
    if user is not None and (norm is None or former is not None):
        said = {"title": content["title_name"], "is_norm": norm is not None, "code": made.code}
        told = {**said, "player": thing.player_id, "replaces": former is not None}
        outbox.tell(user, "certificate", f"certificate/{made.pk}", at=at, facts=told)
    return made


def _former(thing: Norm | TitleAward) -> Certificate | None:
    """The certificate that a new one follows: of the same title, or of the same player in the same section."""
    rows = thing.certificates.all()
    if isinstance(thing, Norm):
        rows = Certificate.objects.filter(norm__player=thing.player_id, norm__section=thing.section_id)
    return rows.filter(superseded_by=None).select_for_update(of=("self",)).order_by("-pk").first()


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
        made = _issue(thing, at=at, actor=actor, reason=reason.strip()) if thing else None
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
