"""Decisions about titles: proposed with their grounds, recommended where the rules ask for it, confirmed, revoked.

A confirmed title is a row of `people.TitleHeld`, and counts for opponents from then on. It is never edited: it is
revoked, or marked when it no longer follows (`award_sync`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.rulebook import Ground, Ruling
from slowmate.rulebook.stored_grounds import grounds_from, plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.events.services.locking import required_reason
from slowmate.server.events.services.steps import By, by_server, decide
from slowmate.server.events.services.title_changes import title_confirmed
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.permissions import may_recommend_award, may_settle_award
from slowmate.server.titles.services import certificates, notices
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute, may_confirm, needs_publication, valid_from
from slowmate.titles.levels import TITLES, best_of

State = TitleAward.State
ACTING = {
    ConfirmingBody.SERVER: Actor.SERVER,
    ConfirmingBody.COMMISSIONER: Actor.QUALIFICATIONS,
    ConfirmingBody.COMMISSIONER_FOR_BOARD: Actor.QUALIFICATIONS,
    ConfirmingBody.CONGRESS: Actor.CONGRESS,
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A title that a player has earned, and all it rests on."""

    title: str
    route: TitleRoute
    earned: date
    confirmed_by: ConfirmingBody
    grounds: Sequence[Ground] = ()
    valid_from: date | None = None
    """Where the rules give the day; else it is that of the confirmation."""
    number: int = 0
    is_fide: bool = False
    section: Section | None = None
    norms: Sequence[Norm] = ()
    source: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


def propose(player: Player, proposal: Proposal, *, at: datetime) -> TitleAward:
    """Propose a title, or return the award that stands already.

    Where the rules let the server confirm it, it is confirmed at once. The caller has locked the player.
    """
    with transaction.atomic():
        same = {"title": proposal.title, "number": proposal.number, "is_fide": proposal.is_fide}
        standing = TitleAward.objects.filter(player=player, state__in=TitleAward.LIVE, **same).first()
        if standing is not None:
            return standing
        row = TitleAward.objects.create(
            player=player,
            **same,
            earned=proposal.earned,
            valid_from=proposal.valid_from,
            route=proposal.route.value,
            confirmed_by=proposal.confirmed_by.value,
            section=proposal.section,
            source=(proposal.source or ", ".join(norm.event for norm in proposal.norms))[:160],
            grounds=plain_grounds(proposal.grounds),
            facts=dict(proposal.facts),
            found=at,
        )
        row.norms.set(proposal.norms)
        if proposal.confirmed_by is ConfirmingBody.SERVER:
            _award(row, by_server(at), proposal.valid_from or proposal.earned)
    return row


def recommend(pk: int, *, actor: User, at: datetime) -> TitleAward:
    """Recommend a title by place for the Executive Board (10.8(e)); the commissioner confirms it afterwards."""
    with transaction.atomic():
        row = _locked(pk)
        if not may_recommend_award(actor, row):
            raise NotAllowed
        _require_open(row)
        if row.recommended is not None:
            raise Stale(_("It is recommended already."))
        row.recommended, row.recommended_by = at, actor
        row.save(update_fields=["recommended", "recommended_by"])
        _decide("recommend a title", row, By(Acting(Actor.EXECUTIVE_BOARD), at, actor))
    return row


def confirm(pk: int, *, actor: User, at: datetime, reason: str = "") -> TitleAward:
    """Confirm a proposed title: the player holds it, from the day that the rules give.

    `Refused` where a title has to be published for a time first (2016).
    """
    with transaction.atomic():
        row = _locked(pk)
        if not may_settle_award(actor, row):
            raise NotAllowed
        _require_open(row)
        body = ConfirmingBody(row.confirmed_by)
        if body is ConfirmingBody.COMMISSIONER_FOR_BOARD and row.recommended is None:
            raise Unfit(_("The Executive Board has to recommend it first."))
        if row.number and needs_publication(row.found.date()):
            may_confirm(row.found.date(), on=at.date())
        _award(row, By(Acting(ACTING[body]), at, actor, reason.strip()[:500]), at.date())
    return row


def grant(player: Player, proposal: Proposal, *, actor: User, at: datetime, reason: str = "") -> TitleAward:
    """Propose and confirm a title at once, after an office has decided on an application for it.

    The caller has checked the right.
    """
    with transaction.atomic():
        lock_players([player])
        row = propose(player, proposal, at=at)
        if row.state == State.PROPOSED:
            day = proposal.valid_from or at.date()
            _award(row, By(Acting(ACTING[proposal.confirmed_by]), at, actor, reason.strip()[:500]), day)
    return row


def dismiss(pk: int, *, actor: User, at: datetime, reason: str) -> TitleAward:
    """Dismiss a proposed title, with a reason that the player reads."""
    words = required_reason(reason)[:500]
    with transaction.atomic():
        row = _locked(pk)
        if not may_settle_award(actor, row):
            raise NotAllowed
        _require_open(row)
        body = ConfirmingBody(row.confirmed_by)
        _settle(row, State.DISMISSED, "dismiss a title", By(Acting(ACTING[body]), at, actor, words))
        notices.title_dismissed(row, words, at=at)
    return row


def keep(pk: int, *, actor: User, at: datetime, reason: str) -> TitleAward:
    """Keep a confirmed title that no longer follows: titles once earned stay, unless revoked."""
    words = required_reason(reason)[:500]
    with transaction.atomic():
        row = _locked(pk)
        if not may_settle_award(actor, row):
            raise NotAllowed
        if not row.is_void:
            raise Stale(_("This was decided already, or follows again."))
        row.is_void, row.reason, row.facts = False, words, {**row.facts, "kept": True}
        row.save(update_fields=["is_void", "reason", "facts"])
        _decide("keep a title", row, By(Acting(Actor.QUALIFICATIONS), at, actor, words))
    return row


def adopt(player: Player, title: str, held_pk: int | None, *, at: datetime) -> TitleAward:
    """Create the award of a title from elsewhere, so that it can be decided about like any other: one from an archive
    (*held_pk*), or one that only the profile names. `Stale` if the player no longer holds it."""
    with transaction.atomic():
        lock_players([player])
        player.refresh_from_db()
        held = TitleHeld.objects.filter(pk=held_pk or 0, player=player, title=title, award=None).first()
        if held is None and (held_pk is not None or player.title != title):
            raise Stale(_("This was decided already, or does not follow any more."))
        since = held.confirmed if held else at.date()
        return TitleAward.objects.create(
            player=player,
            title=title,
            number=held.number if held else 0,
            earned=since,
            valid_from=since,
            route=TitleRoute.APPLICATION.value,
            confirmed_by=ConfirmingBody.COMMISSIONER.value,
            source=held.source if held else "",
            state=State.CONFIRMED,
            found=at,
            settled=at,
            held=held,
        )


def revoke(pk: int, ruling: Ruling[bool], *, actor: User, at: datetime, reason: str) -> TitleAward:
    """Revoke a title by a ruling of the core (10.8(c)). The caller has checked the right of *actor*."""
    words = required_reason(reason)[:500]
    with transaction.atomic():
        row = _locked(pk)
        if row.state != State.CONFIRMED or not ruling.value:
            raise Stale(_("This was decided already, or does not follow any more."))
        held, row.held = row.held, None
        row.is_void = False
        row.save(update_fields=["held", "is_void"])
        if held is not None:
            held.delete()
        _update_best_title(row.player, lost=row.title)
        _settle(row, State.REVOKED, "revoke a title", By(Acting(Actor.CONGRESS), at, actor, words), ruling)
        notices.title_revoked(row, words, at=at)
    return row


def supersede(row: TitleAward, *, reason: str, at: datetime) -> None:
    """Supersede a proposal that no longer follows. The caller has locked the player."""
    _settle(row, State.SUPERSEDED, "supersede a title", By(Acting(Actor.SERVER), at, reason=reason))


def import_title(
    player: Player,
    title: str,
    confirmed: date,
    *,
    source: str,
    at: datetime,
    number: int = 0,
) -> TitleHeld:
    """Add a title from an archive, confirmed where it comes from. To import it again changes nothing."""
    with transaction.atomic():
        lock_players([player])
        values = {"confirmed": confirmed, "source": source[:160]}
        held, is_new = TitleHeld.objects.get_or_create(player=player, title=title, number=number, defaults=values)
        if is_new:
            _update_best_title(player)
            title_confirmed(player, title, confirmed, at=at)
            facts = {"title": title, "number": number, "source": source, "confirmed": confirmed.isoformat()}
            by = By(Acting(Actor.SERVER), at, reason=source[:500], facts=facts)
            decide("bring a title", by, player_id=player.pk)
    return held


# -- the steps --------------------------------------------------------------------------------------------------------


def lock_players(players: Iterable[Player]) -> None:
    """Lock players in the order of their numbers, so that two processes never change their titles at once."""
    numbers = sorted(player.pk for player in players)
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk").values_list("pk"))


def _locked(pk: int) -> TitleAward:
    player = TitleAward.objects.filter(pk=pk).values_list("player", flat=True).first()
    if player is None:
        raise NotAllowed
    list(Player.objects.select_for_update(no_key=True).filter(pk=player).values_list("pk"))
    rows = TitleAward.objects.select_for_update(of=("self",)).select_related("player__user", "section__event", "held")
    return rows.get(pk=pk)


def _require_open(row: TitleAward) -> None:
    if row.state != State.PROPOSED:
        raise Stale(_("This was decided already, or does not follow any more."))


def _award(row: TitleAward, by: By, registered: date) -> None:
    """Give the player the title."""
    if row.route != TitleRoute.APPLICATION and row.title in TITLES and not row.is_fide:
        ruling = valid_from(row.title, TitleRoute(row.route), earned=row.earned, registered=registered)
        row.valid_from = ruling.value or registered
        cited = {ground["clause"] for ground in row.grounds}
        row.grounds += [plain for plain in plain_grounds(ruling.grounds) if plain["clause"] not in cited]
    row.valid_from = row.valid_from or registered
    if not row.is_fide:
        row.held, _is_new = TitleHeld.objects.get_or_create(
            player=row.player,
            title=row.title,
            number=row.number,
            defaults={"confirmed": row.valid_from, "source": row.source},
        )
    row.save(update_fields=["valid_from", "grounds", "held"])
    _update_best_title(row.player)
    if row.held is not None:
        title_confirmed(row.player, row.title, row.held.confirmed, at=by.at)
    _settle(row, State.CONFIRMED, "confirm a title", by)
    notices.title_confirmed(row, at=by.at)


def _update_best_title(player: Player, *, lost: str = "") -> None:
    """Write the best title of a player to the profile, also one that only the profile names, but not one just
    *lost*."""
    own = [player.title] if player.title != lost else []
    best = best_of([*player.titles.values_list("title", flat=True), *own]) or "".join(own)
    if best != player.title:
        player.title = best
        player.save(update_fields=["title"])


def _settle(row: TitleAward, state: str, what: str, by: By, ruling: Ruling[Any] | None = None) -> None:
    row.state, row.settled, row.settled_by, row.reason = state, by.at, by.user, by.reason
    row.save(update_fields=["state", "settled", "settled_by", "reason"])
    _decide(what, row, by, ruling)
    if state == State.CONFIRMED:
        certificates.issue_for_title(row, at=by.at, actor=by.user)
    else:
        certificates.withdraw(row, reason=by.reason, at=by.at, actor=by.user)


def _decide(what: str, row: TitleAward, by: By, ruling: Ruling[Any] | None = None) -> None:
    event = row.section.event if row.section else None
    facts = {"award": row.pk, "title": row.title, "number": row.number}
    decide(
        what,
        By(by.acting, by.at, by.user, by.reason, facts),
        ruling or Ruling(True, grounds_from(row.grounds)),
        event=event,
        section=row.section,
        player_id=row.player_id,
    )
