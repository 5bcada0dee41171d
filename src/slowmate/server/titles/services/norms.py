"""Norms in the register: written down with their grounds, confirmed or not, and superseded when they no longer hold.

Nothing here asks whether a result is a norm: the core has found it (`services.looking`), or an archive says so. A norm
that the rules let the server confirm is confirmed as it is written down.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.rulebook import Ground, NoEdition, Ruling
from slowmate.rulebook.kept import grounds_from, plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.events.services.locking import required_reason
from slowmate.server.events.services.steps import By, by_server, decide
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale
from slowmate.server.titles.models import Norm, OverTheBoardEvent
from slowmate.server.titles.permissions import may_settle_norm
from slowmate.server.titles.queries.compare import decimal, grown
from slowmate.server.titles.services import awards, certificates, notices
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import ConfirmingBody, norm_confirmed_by

State = Norm.State


def register(
    player: Player,
    norm: NormRecord,
    *,
    at: datetime,
    edition: str = "",
    section: Section | None = None,
    over_the_board: OverTheBoardEvent | None = None,
    score: Fraction | None = None,
    needed: Fraction | None = None,
    grounds: Sequence[Ground] = (),
    confirmed_by: ConfirmingBody | None = None,
    growth: Sequence[tuple[date, int]] = (),
    supersedes: Norm | None = None,
) -> Norm:
    """Write a norm down, once for a player, event and title: one that stands already is handed back as it is.

    The server confirms it where the rules of the day it was made let it; else it waits for *confirmed_by*. The caller
    has locked what the norm is of, and looks at the player's titles when all of his norms are written down.
    """
    same = Norm.objects.filter(player=player, title=norm.title, state__in=Norm.LIVE)
    here = same.filter(section=section) if section else same.filter(event=norm.event[:160], started=norm.start)
    with transaction.atomic():
        if (found := here.first()) is not None:
            return found
        ruling = _who_confirms(norm, confirmed_by)
        is_confirmed = ruling.value is ConfirmingBody.SERVER
        row = Norm.objects.create(
            player=player,
            title=norm.title,
            section=section,
            over_the_board=over_the_board,
            event=norm.event[:160],
            started=norm.start,
            earned=norm.earned,
            rules=edition,
            confirmed_by=ruling.value.value,
            games=norm.games,
            overscore=norm.overscore,
            growth=grown(growth),
            gm_games=norm.gm_games,
            sim_games=norm.sim_games,
            is_chess960=norm.chess960,
            is_before_daytona=norm.before_daytona,
            score=None if score is None else decimal(score),
            needed=None if needed is None else decimal(needed),
            grounds=plain_grounds((*grounds, *ruling.grounds)),
            found=at,
            supersedes=supersedes,
            state=State.CONFIRMED if is_confirmed else State.PROPOSED,
            settled=at if is_confirmed else None,
        )
        if is_confirmed:
            _decide(row, by_server(at))
    return row


def bring(player: Player, norm: NormRecord, *, source: str, at: datetime, edition: str = "") -> Norm:
    """A norm that an archive brings, confirmed where it comes from; *source* says where that is.

    Bringing it again changes nothing. The caller looks at the titles when all is brought (`awards.look`).
    """
    with transaction.atomic():
        body = ConfirmingBody.COMMISSIONER
        row = register(player, norm, at=at, edition=edition, confirmed_by=body)
        if row.state == State.PROPOSED and not row.source and row.found == at and row.section_id is None:
            row.source = source[:160]
            row.save(update_fields=["source"])
            _settle(row, State.CONFIRMED, By(Acting(Actor.SERVER), at, reason=source[:500]))
    return row


def confirm(numbers: Iterable[int], *, actor: User, at: datetime, reason: str = "") -> list[Norm]:
    """Confirm norms that were found; the titles that follow from them are proposed at once."""
    with transaction.atomic():
        rows = _to_settle(numbers, actor)
        for row in rows:
            _settle(row, State.CONFIRMED, _by(actor, at, reason.strip()[:500]))
        certificates.issue_for_norms(rows, at=at, actor=actor)
        notices.norms_confirmed(rows, at=at)
        awards.look_at([row.player for row in rows], at=at)
    return rows


def dismiss(numbers: Iterable[int], *, actor: User, at: datetime, reason: str) -> list[Norm]:
    """Decide that norms which were found are none, with a reason that the player reads."""
    words = required_reason(reason)[:500]
    with transaction.atomic():
        rows = _to_settle(numbers, actor)
        for row in rows:
            _settle(row, State.DISMISSED, _by(actor, at, words))
        certificates.issue_for_norms(rows, at=at, actor=actor)
        notices.norms_gone(rows, words, at=at)
    return rows


def supersede(row: Norm, *, reason: str, at: datetime) -> None:
    """Let a norm hold no longer: what it was made from has changed. The caller has locked what it is of."""
    _settle(row, State.SUPERSEDED, By(Acting(Actor.SERVER), at, reason=reason[:500]))


def _who_confirms(norm: NormRecord, body: ConfirmingBody | None) -> Ruling[ConfirmingBody]:
    """As was said, or by the rules of the day it was made; before the first of them, the commissioner."""
    if body is not None:
        return Ruling(body, ())
    try:
        return norm_confirmed_by(norm.title, on=norm.earned)
    except NoEdition:
        return Ruling(ConfirmingBody.COMMISSIONER, ())


def _to_settle(numbers: Iterable[int], actor: User) -> list[Norm]:
    """Norms that wait for somebody, locked; their players before them, as whoever looks at titles locks them."""
    asked = set(numbers)
    waiting = Norm.objects.filter(pk__in=asked)
    players = sorted(set(waiting.values_list("player_id", flat=True)))
    list(Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=players).order_by("pk"))
    rows = list(waiting.select_for_update(of=("self",)).select_related("player__user", "section__event").order_by("pk"))
    if not rows or not all(may_settle_norm(actor, row) for row in rows):
        raise NotAllowed
    if len(rows) != len(asked) or any(row.state != State.PROPOSED for row in rows):
        raise Stale(_("This was decided already, or does not follow any more."))
    return rows


def _by(actor: User, at: datetime, reason: str) -> By:
    return By(Acting(Actor.QUALIFICATIONS), at, actor, reason)


def _settle(row: Norm, state: str, by: By) -> None:
    row.state, row.settled, row.settled_by, row.reason = state, by.at, by.user, by.reason
    row.save(update_fields=["state", "settled", "settled_by", "reason"])
    _decide(row, by)


def _decide(row: Norm, by: By) -> None:
    """Keep the decision by which a norm is in the state that it is in."""
    event = row.section.event if row.section else None
    ruling = Ruling(True, grounds_from(row.grounds))
    by = By(by.acting, by.at, by.user, by.reason, {"norm": row.pk, "title": row.title})
    decide(DECIDED[State(row.state)], by, ruling, event=event, section=row.section, player_id=row.player_id)
    if row.state != State.CONFIRMED:
        certificates.withdraw(row, reason=by.reason, at=by.at, actor=by.user)


DECIDED = {
    State.CONFIRMED: "confirm a norm",
    State.DISMISSED: "dismiss a norm",
    State.SUPERSEDED: "supersede a norm",
}
"""What the decision is called in journals."""
