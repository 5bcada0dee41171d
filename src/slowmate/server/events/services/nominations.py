"""Nominations by federations within the quota, and rights granted by the Executive Board beyond the rules."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.entry.nominations import EB_APPLICATION, may_nominate, stage_for
from slowmate.events.entry.right import series_of
from slowmate.events.entry.routes import FINAL, LADIES_FINAL
from slowmate.events.organising.cycles import FREE_PLACES_FINAL, FREE_PLACES_LADIES, may_give_free_place
from slowmate.events.organising.offices import Acting, Actor, record_decision
from slowmate.records import KINDS
from slowmate.rulebook import Ruling
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Grant, Nomination, Series
from slowmate.server.events.permissions import may_grant, may_nominate_player
from slowmate.server.events.permissions import may_nominate as may_name_for
from slowmate.server.events.queries.entrants import rating_of_the_day
from slowmate.server.events.queries.federations import (
    BY_RATING,
    IN_QUOTA,
    NAMED_FOR,
    WITH_STATEMENT,
    members_of,
    number_named,
)
from slowmate.server.events.services import notices
from slowmate.server.events.services.steps import By, decide, name_of
from slowmate.server.people.models import Federation, Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

POWERS = {FINAL: FREE_PLACES_FINAL, LADIES_FINAL: FREE_PLACES_LADIES}
"""The events in which the Executive Board gives free places."""


def nominate(
    player: Player, *, kind: str = BY_RATING, year: int, statement: str = "", actor: User, at: datetime
) -> Nomination:
    """Name a player of the delegate's federation for a year, within its quota; `Refused` where that is used up.

    *statement* is the federation's word on the qualification of an unrated player for a class.
    """
    if not may_nominate_player(actor, player):
        raise NotAllowed
    if kind not in NAMED_FOR:
        raise Unfit(_("Nobody is named for that kind of event."), field="kind")
    if year not in (at.year, at.year + 1):
        raise Unfit(_("Players are named for this year or the next."), field="year")
    if kind in WITH_STATEMENT and not statement.strip():
        raise Unfit(_("State the qualification of the player for the class."), field="statement")
    with transaction.atomic():
        federation, _made = Federation.objects.get_or_create(code=player.federation)
        federation = Federation.objects.select_for_update().get(pk=federation.pk)  # two at once would both find room
        if not federation.is_member:
            raise Unfit(_("Only member federations name players."))
        named = Nomination.objects.filter(player=player, federation=federation.code, kind=kind, year=year)
        if named.filter(withdrawn=None).exists():
            raise Stale(_("This player is named already."))
        ruling = _within_quota(federation.code, year, on=at.date()) if kind in IN_QUOTA else None
        rating = rating_of_the_day(player, on=at.date())
        made = Nomination.objects.create(
            federation=federation.code,
            player=player,
            kind=kind,
            year=year,
            on=at.date(),
            rating=rating,
            has_statement=bool(statement.strip()),
            words=statement.strip()[:500],
            made_by=actor,
        )
        stage = stage_for(rating, on=at.date())
        grounds = (*(ruling.grounds if ruling else ()), *(stage.grounds if kind == BY_RATING else ()))
        by = By(Acting(Actor.DELEGATE, federation.code), at, actor, facts={"kind": kind, "year": year})
        decide("nominate", by, Ruling(True, grounds), player_id=player.pk, is_public=False)
        notices.nominated(made, at=at)
    return made


def _within_quota(federation: str, year: int, *, on: date) -> Ruling[bool]:
    return may_nominate(members_of(federation, year), number_named(federation, year), year=year, on=on)


def take_back(pk: int, *, actor: User, at: datetime) -> Nomination:
    """Take a nomination back that has given no seat: the quota has one more again.

    It stays with the federation that made it, though its player may have left since.
    """
    with transaction.atomic():
        row = Nomination.objects.select_for_update(of=("self",)).select_related("player").filter(pk=pk).first()
        if row is None or not may_name_for(actor, row.federation) or player_of(actor) == row.player:
            raise NotAllowed
        if row.withdrawn is not None:
            raise Stale(_("It is taken back already."))
        if row.uses.filter(given_back=None).exists():
            raise Unfit(_("It has given a seat, and cannot be taken back."))
        row.withdrawn = at
        row.save(update_fields=["withdrawn"])
        by = By(Acting(Actor.DELEGATE, row.federation), at, actor, facts={"kind": row.kind, "year": row.year})
        decide("take back a nomination", by, player_id=row.player_id, is_public=False)
    return row


def grant(
    player: Player,
    *,
    kind: str,
    reference: str,
    reason: str,
    cycle: int | None = None,
    is_free_place: bool = False,
    actor: User,
    at: datetime,
) -> Grant:
    """Give a player a right that the rules do not: the Executive Board's decision, by its reference."""
    if not may_grant(actor, player):
        raise NotAllowed
    if kind not in KINDS:
        raise Unfit(_("There is no such kind of event."), field="kind")
    if is_free_place and kind not in (FINAL, LADIES_FINAL):
        raise Unfit(_("Free places are given in Finals."), field="is_free_place")
    if is_free_place and cycle is None:
        raise Unfit(_("Say in which Final: its number."), field="cycle")
    reference = " ".join(reference.split())[:80]
    if Grant.objects.filter(reference=reference).exists():
        raise Unfit(_("There is a decision of that reference already."), field="reference")
    with transaction.atomic():
        free = _free_place(kind, cycle or 0) if is_free_place else None
        power = POWERS[kind] if is_free_place else EB_APPLICATION
        office, name = Acting(Actor.EXECUTIVE_BOARD), name_of(actor)
        decided = record_decision(power, actor=office.actor, by=name, on=at.date(), reason=reason)
        row = Grant.objects.create(
            player=player,
            kind=kind,
            cycle=cycle,
            on=at.date(),
            reference=reference,
            is_free_place=is_free_place,
            made_by=actor,
        )
        by = By(office, at, actor, reason, {"kind": kind, "reference": reference})
        grounds = (*(free.grounds if free else ()), *decided.grounds)
        decide("grant", by, Ruling(True, grounds), player_id=player.pk)
        notices.granted(row, at=at)
    return row


def _free_place(kind: str, cycle: int) -> Ruling[bool]:
    """Rule whether the Final of a number may have one more free place; its series is locked until the end."""
    series, _made = Series.objects.get_or_create(family=series_of(kind), number=cycle)
    Series.objects.select_for_update().get(pk=series.pk)
    given = Grant.objects.filter(kind=kind, cycle=cycle, is_free_place=True).count()
    return may_give_free_place(given, ladies=kind == LADIES_FINAL)
