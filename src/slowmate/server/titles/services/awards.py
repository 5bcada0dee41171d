"""Titles: proposed with what they rest on, recommended where the rules ask for it, confirmed by whoever they name.

A title that is confirmed is a row of `people.TitleHeld`, and counts for opponents from then on. What was confirmed is
never edited: it is revoked, or marked when it no longer follows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.rulebook import Ground, Ruling
from slowmate.rulebook.kept import grounds_from, plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.events.services.locking import required_reason
from slowmate.server.events.services.steps import By, by_server, decide
from slowmate.server.events.services.title_changes import title_confirmed
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.permissions import may_recommend_award, may_settle_award
from slowmate.server.titles.queries.register import confirmed_norms, player_records
from slowmate.server.titles.services import certificates, notices
from slowmate.titles.career import TitleAward as Earned
from slowmate.titles.career import career
from slowmate.titles.iccf.awards import TWO_NORMS, NormRecord, event_key
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
    """A title that somebody has earned, and all it rests on."""

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


def propose(player: Player, wanted: Proposal, *, at: datetime) -> TitleAward:
    """Write a title down that was earned; one that stands already is handed back as it is.

    Where the rules let the server confirm it, it is confirmed at once. In the caller's transaction, who has locked the
    player.
    """
    with transaction.atomic():
        same = {"title": wanted.title, "number": wanted.number, "is_fide": wanted.is_fide}
        found = TitleAward.objects.filter(player=player, state__in=TitleAward.LIVE, **same).first()
        if found is not None:
            return found
        row = TitleAward.objects.create(
            player=player,
            **same,
            earned=wanted.earned,
            valid_from=wanted.valid_from,
            route=wanted.route.value,
            confirmed_by=wanted.confirmed_by.value,
            section=wanted.section,
            source=(wanted.source or ", ".join(norm.event for norm in wanted.norms))[:160],
            grounds=plain_grounds(wanted.grounds),
            facts=dict(wanted.facts),
            found=at,
        )
        row.norms.set(wanted.norms)
        if wanted.confirmed_by is ConfirmingBody.SERVER:
            _award(row, by_server(at), wanted.valid_from or wanted.earned)
    return row


def recommend(pk: int, *, actor: User, at: datetime) -> TitleAward:
    """The Executive Board recommends a title that a place brings (10.8(e)); the commissioner confirms it then."""
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
    """Confirm a title that was proposed: the player holds it, from the day that the rules give.

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


def grant(player: Player, wanted: Proposal, *, actor: User, at: datetime, reason: str = "") -> TitleAward:
    """Propose a title and confirm it in one, for somebody whose office has decided on an application for it.

    The caller has asked whether he may.
    """
    with transaction.atomic():
        _lock([player])
        row = propose(player, wanted, at=at)
        if row.state == State.PROPOSED:
            day = wanted.valid_from or at.date()
            _award(row, By(Acting(ACTING[wanted.confirmed_by]), at, actor, reason.strip()[:500]), day)
    return row


def dismiss(pk: int, *, actor: User, at: datetime, reason: str) -> TitleAward:
    """Decide that a title which was proposed is not awarded, with a reason that the player reads."""
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
    """Let a title stand that was confirmed and would not follow any more: titles once earned stay, unless revoked."""
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
    """The award of a title that was not awarded here, so that it can be decided about like any other: one that an
    archive brought (*held_pk*), or that the profile alone says. `Stale` if he holds it no more."""
    with transaction.atomic():
        _lock([player])
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
    """Take a title away, by a ruling of the core that says so (10.8(c)). The caller has asked whether *actor* may."""
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
        _know_by_best(row.player, lost=row.title)
        _settle(row, State.REVOKED, "revoke a title", By(Acting(Actor.CONGRESS), at, actor, words), ruling)
        notices.title_revoked(row, words, at=at)
    return row


def bring(
    player: Player,
    title: str,
    confirmed: date,
    *,
    source: str,
    at: datetime,
    number: int = 0,
) -> TitleHeld:
    """A title that an archive brings, confirmed where it comes from; bringing it again changes nothing."""
    with transaction.atomic():
        _lock([player])
        values = {"confirmed": confirmed, "source": source[:160]}
        held, is_new = TitleHeld.objects.get_or_create(player=player, title=title, number=number, defaults=values)
        if is_new:
            _know_by_best(player)
            title_confirmed(player, title, confirmed, at=at)
            facts = {"title": title, "number": number, "source": source, "confirmed": confirmed.isoformat()}
            by = By(Acting(Actor.SERVER), at, reason=source[:500], facts=facts)
            decide("bring a title", by, player_id=player.pk)
    return held


# -- from norms -------------------------------------------------------------------------------------------------------


def look_at(players: Iterable[Player], *, at: datetime) -> list[TitleAward]:
    """Make the proposals of players say what follows from their norms now; the titles that are new.

    A proposal that no longer follows is superseded; a title that was confirmed is marked, for the commissioner to see.
    """
    asked = {player.pk: player for player in players}
    with transaction.atomic():
        _lock(asked.values())
        everybody = [asked[pk] for pk in sorted(asked)]
        records = player_records(everybody, on=at.date(), anew=True)
        rows = TitleAward.objects.filter(player__in=everybody, route=TitleRoute.NORMS).select_related("held")
        known: dict[int, list[TitleAward]] = {pk: [] for pk in asked}
        for row in rows.order_by("pk"):
            known[row.player_id].append(row)
        norms: dict[int, list[Norm]] = {pk: [] for pk in asked}
        for norm in confirmed_norms(everybody):
            norms[norm.player_id].append(norm)
        new: list[TitleAward] = []
        for player in everybody:
            events = {event_key(norm.event, norm.started) for norm in norms[player.pk]}
            if len(events) < TWO_NORMS and not known[player.pk]:
                continue
            earned = {one.title: one for one in career(records[player.pk], on=at.date()).awards}
            new += _agree(player, earned, known[player.pk], norms[player.pk], at)
        notices.titles_earned(new, at=at)
    return new


def no_longer(gone: Iterable[TitleAward], *, follows: Iterable[TitleAward], at: datetime) -> None:
    """Of titles that were found before: supersede the proposals that are *gone*, mark what was confirmed of them, and
    unmark what *follows* again."""
    for row in gone:
        if row.state == State.PROPOSED:
            reason = _("What it rested on has changed.")
            _settle(row, State.SUPERSEDED, "supersede a title", By(Acting(Actor.SERVER), at, reason=reason))
        elif row.state == State.CONFIRMED:
            _mark(row, is_void=True)
    for row in follows:
        if row.state == State.CONFIRMED:
            _mark(row, is_void=False)


def _mark(row: TitleAward, *, is_void: bool) -> None:
    if row.is_void != is_void and not row.facts.get("kept"):
        row.is_void = is_void
        row.save(update_fields=["is_void"])


def _agree(
    player: Player, earned: Mapping[str, Earned], known: Sequence[TitleAward], norms: Sequence[Norm], at: datetime
) -> list[TitleAward]:
    """What of one player's titles is new, and what no longer follows."""
    live = {row.title: row for row in known if row.state in TitleAward.LIVE}
    stays = {
        title
        for title, row in live.items()
        if title in earned and (row.state == State.CONFIRMED or not _is_other(row, earned[title]))
    }
    no_longer(
        [row for title, row in live.items() if title not in stays],
        follows=[live[title] for title in stays],
        at=at,
    )
    standing = {row.title for row in live.values() if row.state in TitleAward.LIVE}
    found = []
    for title, one in earned.items():
        used = _rows_of(one.norms, norms)
        if title not in standing and not _is_dismissed(title, used, known):
            found.append(propose(player, _proposal(one, used), at=at))
    return found


def _is_other(row: TitleAward, earned: Earned) -> bool:
    return (row.earned, row.confirmed_by) != (earned.earned, earned.confirmed_by.value) or row.grounds != plain_grounds(
        earned.grounds
    )


def _is_dismissed(title: str, used: Sequence[Norm], known: Sequence[TitleAward]) -> bool:
    """Whether the commissioner has decided about just these norms before."""
    numbers = {norm.pk for norm in used}
    decided = (row for row in known if row.title == title and row.state in (State.DISMISSED, State.REVOKED))
    return any({norm.pk for norm in row.norms.all()} >= numbers for row in decided)


def _proposal(earned: Earned, used: Sequence[Norm]) -> Proposal:
    return Proposal(
        title=earned.title,
        route=earned.route,
        earned=earned.earned,
        confirmed_by=earned.confirmed_by,
        grounds=earned.grounds,
        valid_from=earned.valid_from,
        norms=used,
    )


def _rows_of(records: Sequence[NormRecord], rows: Sequence[Norm]) -> list[Norm]:
    """The rows of the norms that the core has used."""
    wanted = {(norm.title, norm.played_in) for norm in records}
    return [row for row in rows if (row.title, event_key(row.event, row.started)) in wanted]


# -- the steps --------------------------------------------------------------------------------------------------------


def _lock(players: Iterable[Player]) -> None:
    """Players, in the order of their numbers: whoever else looks at their titles comes before or after."""
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
    """Let the player hold the title."""
    if row.route != TitleRoute.APPLICATION and row.title in TITLES and not row.is_fide:
        ruling = valid_from(row.title, TitleRoute(row.route), earned=row.earned, registered=registered)
        row.valid_from = ruling.value or registered
        known = {ground["clause"] for ground in row.grounds}
        row.grounds += [one for one in plain_grounds(ruling.grounds) if one["clause"] not in known]
    row.valid_from = row.valid_from or registered
    if not row.is_fide:
        row.held, _is_new = TitleHeld.objects.get_or_create(
            player=row.player,
            title=row.title,
            number=row.number,
            defaults={"confirmed": row.valid_from, "source": row.source},
        )
    row.save(update_fields=["valid_from", "grounds", "held"])
    _know_by_best(row.player)
    if row.held is not None:
        title_confirmed(row.player, row.title, row.held.confirmed, at=by.at)
    _settle(row, State.CONFIRMED, "confirm a title", by)
    notices.title_confirmed(row, at=by.at)


def _know_by_best(player: Player, *, lost: str = "") -> None:
    """A player is known by the best of his titles, also of those that his profile alone says; but not by one he has
    *lost*."""
    said = [player.title] if player.title != lost else []
    best = best_of([*player.titles.values_list("title", flat=True), *said]) or "".join(said)
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
