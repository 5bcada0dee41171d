"""What waits for a federation's delegate: free entries of its players that need his word (4.5)."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.rulebook.kept import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.events.models import EventEntry
from slowmate.server.events.permissions import federations_of, may_confirm_entry
from slowmate.server.events.queries.federations import entries_to_confirm
from slowmate.server.site.desk_items import DeskAction, DeskItem, Urgency
from slowmate.server.site.rules import NOTHING

MOST = 100


def waiting_for_delegate(person: User) -> list[DeskItem]:
    return [_item(entry) for entry in _entries(person)[:MOST]]


def number_for_delegate(person: User) -> int:
    return _entries(person).count()


def ways_of_delegate(person: User) -> list[tuple[str, str]]:
    """Where the desk leads a delegate."""
    words = _("Nominations of %(federation)s")
    return [
        (words % {"federation": code}, reverse("federation-nominations", args=[code]))
        for code in federations_of(person)
        if code
    ]


def _entries(person: User) -> "QuerySet[EventEntry]":
    """Return the entries that wait for a delegate's word; none of their own."""
    condition = may_confirm_entry.among(person)
    return EventEntry.objects.none() if condition == NOTHING else entries_to_confirm(condition)


def _item(entry: EventEntry) -> DeskItem:
    name = entry.player.name if entry.player else ""
    grounds = grounds_from(entry.grounds)
    return DeskItem(
        key=f"word-{entry.pk}",
        kind="word",
        kind_words=_("Entries to confirm"),
        since=entry.made,
        urgency=Urgency.ASKED,
        words=_("%(player)s enters free of charge") % {"player": name},
        link=reverse("entry", args=[entry.pk]),
        event_id=entry.event_id,
        event=entry.event.name,
        players=(name,),
        grounds=tuple(ground for ground in grounds if "pending" in ground.facts),
        ways=(DeskAction(_("Confirm for the federation"), reverse("entry-confirm", args=[entry.pk]), sends={}),),
    )
