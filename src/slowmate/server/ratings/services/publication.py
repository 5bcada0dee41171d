"""The publication of a list, with the players' ratings and the mail about them; afterwards it never changes."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from slowmate.ratings.periods import Period, published_on
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.games.models import Game
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Player
from slowmate.server.people.validators import FORMER
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.permissions import may_keep_lists
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.queries.input_files import is_outdated
from slowmate.server.ratings.services.list_preparation import about, locked
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

NEW_RATING = "new-rating"
"""The kind of the mail."""


def publish(row: RatingList, *, version: int, actor: User, at: datetime) -> RatingList:
    """Publish a list in the *version* that the commissioner saw.

    `Stale` if a result has come in or was corrected since: the list must be recomputed first.
    """
    if not may_keep_lists(actor):
        raise NotAllowed
    if row.state == RatingList.State.PREPARED and is_outdated(row):
        raise Stale(_("What it is made from has changed since it was computed. Compute it anew."))
    return issue(row, version=version, actor=actor, at=at)


def issue(row: RatingList, *, version: int, actor: User | None, at: datetime, tells: bool = True) -> RatingList:
    """Publish a list without checking the right. Mail is sent if it *tells*: not for an imported past."""
    with transaction.atomic():
        prepared = locked(row)
        if prepared.version != version:
            raise Stale(_("The list has been computed anew since you looked."))
        earlier = RatingList.objects.filter(
            pool=prepared.pool, state=RatingList.State.PREPARED, revision=1, valid_from__lt=prepared.valid_from
        )
        if earlier.exists():
            raise Unfit(_("Publish the earlier lists first: this one begins with them."))
        prepared.state, prepared.published, prepared.published_by = RatingList.State.PUBLISHED, at, actor
        prepared.save(update_fields=["state", "published", "published_by"])
        if prepared.pool == Game.Pool.CHESS and lists.newest(prepared.pool) == prepared:
            _update_profiles(prepared)
        outbox.queue(_mails(prepared, at=at) if tells else ())
        facts = {
            "pool": prepared.pool,
            "period": prepared.period,
            "revision": prepared.revision,
            "reason": prepared.reason,
        }
        ours = prepared.when if isinstance(prepared.when, Period) and not prepared.is_imported else None
        grounds = published_on(ours).grounds if ours else ()
        journal.write("list published", about(prepared), actor=actor, at=at, facts=facts, grounds=grounds)
    return prepared


def _update_profiles(row: RatingList) -> None:
    """Copy the ratings of the newest list to the profiles, published ones only.

    Anonymised players stay without a rating.
    """
    listed = ListEntry.objects.filter(list=row).values("player_id")
    players = Player.objects.filter(pk__in=listed).exclude(user=None, name=FORMER)
    list(players.select_for_update(no_key=True).order_by("pk").values_list("pk"))  # as games that begin lock them
    entry = ListEntry.objects.filter(list=row, player=OuterRef("pk"))
    players.update(
        rating=Subquery(entry.filter(published=True).values("rating")),
        rating_games=Coalesce(Subquery(entry.values("games")), 0),
        rating_deviation=Subquery(entry.values("rd")),
    )


def _mails(row: RatingList, *, at: datetime) -> list[Mail]:
    """Return the mail to players who want it: those with games in a new list, those changed by a revision."""
    entries = _entries_to_mail(row).filter(player__user__wants_ratings=True, player__user__is_active=True)
    entries = entries.exclude(player__user__mail_mode=MailMode.NONE).select_related("player__user")
    return [
        Mail(
            user=entry.player.user,
            kind="new-rating",
            key=f"list/{row.pk}/{entry.player_id}",
            facts={
                "period": row.period,
                "slug": row.slug,
                "pool": row.pool,
                "player": entry.player_id,
                "rating": entry.rating,
                "old": entry.old_rating,
                "former": entry.former,
                "change": entry.change,
                "games": entry.period_games,
                "all_games": entry.games,
                "published": entry.published,
                "valid_from": row.valid_from.isoformat(),
                "revision": row.revision,
                "reason": row.reason,
            },
            made=at,
            due=at,
        )
        for entry in entries.order_by("pk")
    ]


def _entries_to_mail(row: RatingList) -> "QuerySet[Any]":
    """Return the entries to mail, annotated with the `former` rating before a revision, 0 if there was none."""
    entries = ListEntry.objects.filter(list=row, rating__isnull=False)
    if row.supersedes_id is None:
        return entries.filter(period_games__gt=0).annotate(former=Value(0))
    former = ListEntry.objects.filter(list=row.supersedes_id, player=OuterRef("player"))
    unrated = Coalesce(Subquery(former.values("rating")), 0)  # or not in it at all
    return entries.annotate(former=unrated).exclude(rating=F("former"))
