"""Certificates: issued when a norm or title is confirmed, replaced when they are wrong, withdrawn with their cause.

Each step is in the transaction of its cause. An issued certificate is never edited: another one follows it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.records import BadInput, Event
from slowmate.rulebook import NoEdition, Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.mail import outbox
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Certificate, Norm, TitleAward
from slowmate.server.titles.permissions import may_issue_again
from slowmate.server.titles.queries.certificates import content_of, section_of
from slowmate.titles.levels import TITLES


def issue_for_title(award: TitleAward, *, at: datetime, actor: User | None = None) -> Certificate | None:
    """Issue the certificate of a confirmed title, once.

    None if there is none: FIDE's titles have FIDE's papers, and before our first rules nothing is certified.
    """
    if award.is_fide:
        return None
    return _standing(award) or _issue(award, _before(award), at=at, actor=actor)


def issue_for_norms(norms: Iterable[Norm], *, at: datetime, actor: User | None = None) -> None:
    """Issue to each player of these norms a certificate of their best norm in the section.

    The best norm of a result stands for all of them. Nothing is certified over the board,
    where FIDE's IT1 is the certificate, nor for imported norms, which were certified where they come from.
    """
    places: dict[int, set[int]] = defaultdict(set)
    for norm in norms:
        if norm.section_id is not None:
            places[norm.section_id].add(norm.player_id)
    for section, players in sorted(places.items()):
        _issue_for_section(section, players, at=at, actor=actor)


def _issue_for_section(section: int, players: set[int], *, at: datetime, actor: User | None) -> None:
    """Issue certificates to players of one section, reading its games once."""
    confirmed = Norm.objects.filter(player__in=players, section=section, state=Norm.State.CONFIRMED)
    best: dict[int, Norm] = {}
    for norm in sorted(confirmed.select_related("player__user"), key=lambda norm: _rank(norm.title)):
        best.setdefault(norm.player_id, norm)
    before: dict[int, list[Certificate]] = defaultdict(list)
    certificates = Certificate.objects.filter(norm__section=section, norm__player__in=players)
    for row in certificates.select_related("norm").select_for_update(of=("self",)).order_by("pk"):
        if row.norm is not None:
            before[row.norm.player_id].append(row)
    uncertified = [
        norm
        for norm in best.values()
        if not any(row.norm_id == norm.pk and row.is_valid for row in before[norm.player_id])
    ]
    event = section_of(uncertified[0]) if uncertified else None
    for norm in uncertified:
        _issue(norm, before[norm.player_id], at=at, actor=actor, event=event)


def _rank(title: str) -> int:
    """Return the rank of a title, the best first."""
    return TITLES.index(title) if title in TITLES else len(TITLES)


def _standing(thing: Norm | TitleAward) -> Certificate | None:
    return thing.certificates.filter(withdrawn=None).select_for_update(of=("self",)).first()


def _issue(
    thing: Norm | TitleAward,
    before: Sequence[Certificate],
    *,
    at: datetime,
    actor: User | None,
    event: Event | None = None,
    reason: str = "",
) -> Certificate | None:
    """Issue a certificate after those *before* it, of the same title, or of the same player and section.

    The letter of a confirmed norm mentions its certificate; a title's certificate has a letter of its own.
    """
    try:
        content = content_of(thing, issued=at.date(), number=len(before) + 1, event=event)
    except (BadInput, NoEdition, Refused):
        return None
    former = next((row for row in reversed(before) if row.superseded_by_id is None), None)
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
        mail_facts = {"title": content["title_name"], "is_norm": norm is not None, "code": made.code}
        more_facts = {**mail_facts, "player": thing.player_id, "replaces": former is not None}
        outbox.tell(user, "certificate", f"certificate/{made.pk}", at=at, facts=more_facts)
    return made


def _before(thing: Norm | TitleAward) -> Sequence[Certificate]:
    """Return the certificates before a new one, locked."""
    rows = thing.certificates.all()
    if isinstance(thing, Norm):
        rows = Certificate.objects.filter(norm__player=thing.player_id, norm__section=thing.section_id)
    return list(rows.select_for_update(of=("self",)).order_by("pk"))


def issue_again(certificate: Certificate, *, reason: str, actor: User, at: datetime) -> Certificate:
    """Replace a certificate by one from the present register, after a corrected name or with a new seal."""
    if not may_issue_again(actor, certificate):
        raise NotAllowed
    if not reason.strip():
        raise Unfit(_("Say why."), field="reason")
    with transaction.atomic():
        current = Certificate.objects.select_for_update(of=("self",)).get(pk=certificate.pk)
        if not current.is_valid:
            raise Stale(_("This certificate was replaced or withdrawn already."))
        thing = current.norm or current.award
        is_known = isinstance(thing, TitleAward) or (thing is not None and thing.section_id is not None)
        made = _issue(thing, _before(thing), at=at, actor=actor, reason=reason.strip()) if thing and is_known else None
        if made is None:
            raise Unfit(_("By what the register says now there is nothing to certify."))
    return made


def withdraw(thing: Norm | TitleAward, *, reason: str, at: datetime, actor: User | None = None) -> None:
    """Withdraw the certificate of a superseded norm or a revoked title."""
    standing = _standing(thing)
    if standing is None:
        return
    standing.withdrawn, standing.reason = at, reason[:500]
    standing.save(update_fields=["withdrawn", "reason"])
    journal.write(
        "certificate withdrawn", f"certificate/{standing.pk}", actor=actor, at=at, facts={"code": standing.code}
    )
