"""Mail about norms and titles, queued in the transaction of its cause."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from slowmate.server.accounts.models import User
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.titles.iccf.confirmation import TitleRoute

KINDS = {
    "found": "norm-found",
    "confirmed": "norm-confirmed",
    "gone": "norm-gone",
    "earned": "title-earned",
    "awarded": "title-confirmed",
    "dismissed": "title-dismissed",
    "revoked": "title-revoked",
}
"""The kinds of mail about norms and titles."""


def norms_found(norms: Iterable[Norm], *, at: datetime) -> None:
    """Tell players of new norms: one letter for all norms of a result, confirmed or waiting."""
    _tell_norms(KINDS["found"], norms, at)


def norms_confirmed(norms: Iterable[Norm], *, at: datetime) -> None:
    _tell_norms(KINDS["confirmed"], norms, at)


def norms_gone(norms: Iterable[Norm], reason: str, *, at: datetime) -> None:
    """Tell players that norms no longer hold or were not confirmed."""
    _tell_norms(KINDS["gone"], norms, at, reason=reason)


def _tell_norms(kind: str, norms: Iterable[Norm], at: datetime, **facts: str) -> None:
    by_player: dict[User, list[Norm]] = defaultdict(list)
    for norm in norms:
        if norm.player.user is not None:
            by_player[norm.player.user].append(norm)
    for user, several in by_player.items():
        numbers = [norm.pk for norm in several]
        outbox.tell(user, kind, f"norm/{numbers[0]}/{kind}", at=at, facts={"norms": numbers, **facts})


def titles_earned(awards: Sequence[TitleAward], *, at: datetime) -> None:
    """Tell players of titles that wait for an office; the server's own confirmations have their letter already."""
    for award in awards:
        if award.state == TitleAward.State.PROPOSED:
            _tell(KINDS["earned"], award, at)


def title_confirmed(award: TitleAward, *, at: datetime) -> None:
    """Tell the player, and of a direct title the federation, too (10.8(e))."""
    _tell(KINDS["awarded"], award, at)
    if award.route != TitleRoute.DIRECT or not award.player.federation:
        return
    held = Office.objects.filter(kind=Office.Kind.DELEGATE, federation=award.player.federation)
    readers = [office.user for office in held.select_related("user") if office.is_held(on=at.date())]
    outbox.queue(
        Mail(
            user=reader,
            kind="title-of-member",
            key=f"award/{award.pk}/member/{reader.pk}",
            facts={"award": award.pk},
            made=at,
            due=at,
        )
        for reader in dict.fromkeys(readers)
        if reader != award.player.user and outbox.wants_mail(reader)
    )


def title_dismissed(award: TitleAward, reason: str, *, at: datetime) -> None:
    _tell(KINDS["dismissed"], award, at, reason=reason)


def title_revoked(award: TitleAward, reason: str, *, at: datetime) -> None:
    _tell(KINDS["revoked"], award, at, reason=reason)


def _tell(kind: str, award: TitleAward, at: datetime, **facts: str) -> None:
    if award.player.user is not None:
        outbox.tell(award.player.user, kind, f"award/{award.pk}/{kind}", at=at, facts={"award": award.pk, **facts})
