"""What waits for a federation's delegate: free entries of its players that need his word (4.5)."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.rulebook.kept import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.events.models import EventEntry
from slowmate.server.events.permissions import federations_of
from slowmate.server.events.queries.nominations import to_confirm
from slowmate.server.people.permissions import player_of
from slowmate.server.site.desk_items import DeskAction, DeskItem, Urgency

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
    """Nobody gives his word for himself."""
    federations = federations_of(person)
    if not federations:
        return EventEntry.objects.none()
    return to_confirm(*federations).exclude(player=player_of(person))


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
