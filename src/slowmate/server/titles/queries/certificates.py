"""Certificates: their content, their holders, and the verification of a code."""

import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet

from slowmate.events.running.consequences import FINALS
from slowmate.formats.certificate_json import certificate_json
from slowmate.formats.documents import Page, certificate_page
from slowmate.formats.grounds import Json
from slowmate.records import Event
from slowmate.records import Player as Person
from slowmate.rulebook import Ruling
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.permissions import Person as Asking
from slowmate.server.events.queries.record import name_of, record_of, sections_with_event
from slowmate.server.events.queries.section_cache import norms_of
from slowmate.server.people.models import Player
from slowmate.server.titles.models import Certificate, Norm, TitleAward
from slowmate.server.titles.permissions import is_own, may_keep_titles
from slowmate.titles import certificates as core
from slowmate.titles.certificates import CertifiedEvent, EarnedTitle
from slowmate.titles.iccf.confirmation import name_on_certificate

SALT = b"slowmate certificates"
CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{16}")


# -- what it says -----------------------------------------------------------------------------------------------------


def content_of(thing: Norm | TitleAward, *, issued: date, number: int, event: Event | None = None) -> dict[str, Any]:
    """Return the content of a certificate with its code; `Refused` if nothing can be certified.

    *number* counts the certificates of the same norm or title, so that each has its own code. *event* is the section of
    a norm, if it is already read.
    """
    ruling = _norm(thing, issued, event) if isinstance(thing, Norm) else _title(thing, issued)
    content = certificate_json(
        ruling.value,
        ruling.grounds,
        federation=settings.SLOWMATE_FEDERATION,
        signatories=settings.SLOWMATE_SIGNATORIES,
        key=_key(thing, number),
    )
    return dict(content)


def _key(thing: Norm | TitleAward, number: int) -> bytes:
    """Return a secret key for each certificate, so that nobody can guess a code from another."""
    name = f"{type(thing).__name__}/{thing.pk}/{number}"
    return hmac.digest(settings.SECRET_KEY.encode(), SALT + name.encode(), "sha256")


def section_of(norm: Norm) -> Event:
    """Return the section of a norm as a record of the core."""
    return record_of(sections_with_event().get(norms=norm))


def _norm(norm: Norm, issued: date, event: Event | None) -> Ruling[core.Certificate]:
    event = event or section_of(norm)
    ruling = core.certify_norm(event, norms_of(event), player=str(norm.player_id), title=norm.title, issued=issued)
    holder = replace(ruling.value.player, name=str(norm.player.name))  # the present name, not that of the start
    return Ruling(replace(ruling.value, player=holder), ruling.grounds)


def _title(award: TitleAward, issued: date) -> Ruling[core.Certificate]:
    title = _title_of_record(award)
    events: list[CertifiedEvent] = [_event_of(norm) for norm in award.norms.order_by("earned", "pk")]
    if award.section is not None:
        section = award.section
        kind = section.event.kind_of.name
        events.append(CertifiedEvent(name_of(section), section.start, section.ended, kind=kind))
    person = _person(award.player)
    earned = EarnedTitle(
        person, title, award.earned, tuple(events), grounds_from(award.grounds), award.valid_from or award.earned
    )
    named = name_on_certificate(
        title, sex=person.sex, wants_ladies_title=award.player.wants_ladies_title, earned=award.earned
    )
    return core.certify_title(earned, issued=issued, wants_ladies_title=named.value != title)


def _title_of_record(award: TitleAward) -> str:
    """Return the title as the core names it: of a champion with the number of the championship."""
    finals = {name: dated.on(award.earned)[1].title for dated, name in FINALS.values() if name == award.title}
    short = finals.get(award.title, award.title)
    return f"{short} {award.number}" if award.number else short


def _event_of(norm: Norm) -> CertifiedEvent:
    return CertifiedEvent(
        norm.event,
        norm.started,
        games=norm.games,
        score=None if norm.score is None else Fraction(norm.score),
        needed=None if norm.needed is None else Fraction(norm.needed),
        counted_games=norm.games + norm.overscore,
    )


def _person(player: Player) -> Person:
    return Person(
        str(player.pk), str(player.name), player.federation or None, player.sex or None, fide_id=player.fide_id or None
    )


def page_of(certificate: Certificate) -> Page:
    """Return the certificate as a page, with the address for its verification."""
    content: Mapping[str, Json] = certificate.content
    return certificate_page(content, address=address_of(certificate), seal=settings.SLOWMATE_SEAL)


def address_of(certificate: Certificate) -> str:
    return f"{settings.SLOWMATE_URL}/verify/{certificate.code}"


# -- whose ------------------------------------------------------------------------------------------------------------


def with_things() -> "QuerySet[Certificate]":
    return Certificate.objects.select_related("norm__player", "award__player", "superseded_by", "supersedes")


def of_player(player: Player) -> Sequence[Certificate]:
    """Return the valid certificates of a player, the newest first: one query."""
    rows = with_things().filter(Q(norm__player=player) | Q(award__player=player))
    return list(rows.filter(withdrawn=None).order_by("-issued", "-pk"))


def certificates_for(person: Asking, player: Player) -> Sequence[Certificate]:
    """Return the certificates of a player that a person may download."""
    return of_player(player) if may_keep_titles(person) or is_own(person, player) else ()


# -- whether it is ours -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VerifiedCertificate:
    """The certificate of a code. *following* is the code of the certificate that replaced it."""

    code: str
    is_valid: bool
    kind: str
    player: str
    federation: str
    title: str
    title_name: str
    on: date
    issued: date
    events: tuple[tuple[str, date], ...]
    withdrawn: date | None
    following: str


def normalise_code(text: str) -> str:
    """Return a typed code in its stored form: small letters, blanks, O for 0, I or L for 1; empty if it is none."""
    signs = "".join(sign for sign in text.upper() if sign.isalnum()).translate(str.maketrans("OIL", "011"))
    return "-".join(signs[start : start + 4] for start in range(0, 16, 4)) if CODE.fullmatch(signs) else ""


def verify_code(text: str) -> VerifiedCertificate | None:
    """Return the certificate of a code, or None: one query, and one for each later certificate."""
    code = normalise_code(text)
    certificate = with_things().filter(code=code).first() if code else None
    return _verified(certificate) if certificate else None


def _verified(certificate: Certificate) -> VerifiedCertificate:
    content = certificate.content
    last = certificate
    while last.superseded_by is not None:
        last = last.superseded_by
    following = last.code if last != certificate and last.withdrawn is None else ""
    on = content["valid_from"] or (certificate.norm.earned.isoformat() if certificate.norm else content["issued"])
    return VerifiedCertificate(
        code=certificate.code,
        is_valid=certificate.is_valid,
        kind=content["award"],
        player=content["player"]["name"],
        federation=content["player"]["federation"] or "",
        title=content["printed_title"],
        title_name=content["title_name"],
        on=date.fromisoformat(on),
        issued=date.fromisoformat(content["issued"]),
        events=tuple((event["name"], date.fromisoformat(event["start"])) for event in content["events"]),
        withdrawn=certificate.withdrawn.date() if certificate.withdrawn else None,
        following=following,
    )


def verified_json(certificate: VerifiedCertificate | None) -> dict[str, Json]:
    """Return the answer to a code as in the contract, with more fields added."""
    if certificate is None:
        return {"valid": False, "kind": None, "player": None, "title": None, "on": None}
    return {
        "valid": certificate.is_valid,
        "kind": certificate.kind,
        "player": certificate.player,
        "title": certificate.title,
        "on": certificate.on.isoformat(),
        "code": certificate.code,
        "issued": certificate.issued.isoformat(),
        "withdrawn": certificate.withdrawn.isoformat() if certificate.withdrawn else None,
        "superseded_by": certificate.following or None,
    }
