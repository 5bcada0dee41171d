"""Mail about norms and titles, certificates and applications."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.rulebook import Ground
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.events.text import title_words
from slowmate.server.mail.letters import Letters, MailKind
from slowmate.server.mail.models import Mail
from slowmate.server.site.text import sentence
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.queries.register import career_of, certificate_name
from slowmate.server.titles.text import body_words, case_words, games_words, missing_words, points
from slowmate.titles.levels import TITLES, is_at_least

NO_LONGER = "it has been decided anew meanwhile"
MAX_GROUNDS_SHOWN = 8
"""Grounds in a letter; the page has all of them."""


def _norms(mail: Mail) -> list[Norm]:
    """Return the norms of a letter, the best title first."""
    rows = Norm.objects.filter(pk__in=mail.facts["norms"]).select_related("player__user")
    return sorted(rows, key=lambda row: [*TITLES, row.title].index(row.title))


def _about_norms(mail: Mail) -> dict[str, Any]:
    """Return the best norm of a result for a title that the player does not hold yet."""
    rows = _norms(mail)
    if not rows:
        return {}
    held = list(rows[0].player.titles.values_list("title", flat=True))
    new = [row for row in rows if not any(is_at_least(one, row.title) for one in held)]
    norm = (new or rows)[0]
    missing = {lacks.title: missing_words(lacks) for lacks, _grounds in _career(norm, mail).missing}
    return {
        "norm": norm,
        "title": title_words(norm.title),
        "others": [row.title for row in rows if row != norm],
        "score": points(norm.score),
        "needed": points(norm.needed),
        "games": games_words(norm.games),
        "counted": games_words(norm.counted),
        "is_confirmed": norm.state == Norm.State.CONFIRMED,
        "who": body_words(norm.confirmed_by),
        "missing": missing.get(norm.title, []),
        "grounds": _render_grounds(grounds_from(norm.grounds), norm.player.pk, norm.player.name),
    }


def _career(norm: Norm, mail: Mail) -> Any:
    return career_of(norm.player, on=mail.made.date())


def _is_still_so(mail: Mail) -> str:
    """Return why a letter is obsolete: a norm superseded or dismissed since has another letter."""
    return "" if any(row.state in Norm.LIVE for row in _norms(mail)) else NO_LONGER


def _page_of_norm(mail: Mail) -> str:
    return reverse("norm", args=[mail.facts["norms"][0]])


def _award(mail: Mail) -> TitleAward | None:
    return TitleAward.objects.filter(pk=mail.facts["award"]).select_related("player__user", "section__event").first()


def _about_award(mail: Mail) -> dict[str, Any]:
    award = _award(mail)
    if award is None:
        return {}
    name = certificate_name(award)
    return {
        "award": award,
        "player": award.player,
        "title": title_words(award.title, award.number),
        "ladies": title_words(name) if name != award.title else "",
        "who": body_words(award.confirmed_by),
        "grounds": _render_grounds(grounds_from(award.grounds), award.player.pk, award.player.name),
    }


def _is_still_proposed(mail: Mail) -> str:
    award = _award(mail)
    return "" if award is not None and award.state == TitleAward.State.PROPOSED else NO_LONGER


def _is_still_held(mail: Mail) -> str:
    award = _award(mail)
    return "" if award is not None and award.state == TitleAward.State.CONFIRMED else NO_LONGER


def _page_of_award(mail: Mail) -> str:
    return reverse("award", args=[mail.facts["award"]])


def _render_grounds(grounds: tuple[Ground, ...], pk: int, name: str) -> list[str]:
    lines = [f"{sentence(ground, with_zone=True, names={str(pk): str(name)})} ({ground.clause})" for ground in grounds]
    return list(dict.fromkeys(lines))[-MAX_GROUNDS_SHOWN:]


def _certificates(mail: Mail) -> str:
    return reverse("player", args=[mail.facts["player"]], fragment="certificates")


def _application(mail: Mail) -> str:
    return reverse("title-application", args=[mail.facts["application"]])


def _about_application(mail: Mail) -> dict[str, Any]:
    return {"words": case_words(mail.facts["case"], mail.facts["title"])}


SEE = _("See on what it rests")

LETTERS: Letters = {
    "norm-found": MailKind("titles/mail/norm-found.txt", _page_of_norm, SEE, _about_norms, why_not=_is_still_so),
    "norm-confirmed": MailKind(
        "titles/mail/norm-confirmed.txt", _page_of_norm, SEE, _about_norms, why_not=_is_still_so
    ),
    "norm-gone": MailKind("titles/mail/norm-gone.txt", _page_of_norm, SEE, _about_norms),
    "title-earned": MailKind(
        "titles/mail/title-earned.txt", _page_of_award, SEE, _about_award, why_not=_is_still_proposed
    ),
    "title-confirmed": MailKind(
        "titles/mail/title-confirmed.txt", _page_of_award, SEE, _about_award, why_not=_is_still_held
    ),
    "title-dismissed": MailKind("titles/mail/title-dismissed.txt", _page_of_award, SEE, _about_award),
    "title-revoked": MailKind("titles/mail/title-revoked.txt", _page_of_award, SEE, _about_award),
    "title-of-member": MailKind(
        "titles/mail/title-of-member.txt", _page_of_award, SEE, _about_award, why_not=_is_still_held
    ),
    "certificate": MailKind("titles/mail/certificate.txt", _certificates, _("Open your certificates")),
    "application": MailKind("titles/mail/application.txt", _application, _("Open the application"), _about_application),
    "application-decided": MailKind(
        "titles/mail/application-decided.txt", _application, _("Open the application"), _about_application
    ),
}
