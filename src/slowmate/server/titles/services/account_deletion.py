"""Certificates, applications and reports when a player deletes their account with their name.

Certificates of others name the player as an opponent: the name is removed there, too, so that a certificate printed
again does not have it.
"""

from datetime import datetime
from typing import Any

from django.db.models import Q

from slowmate.server.events.permissions import sections_of_player
from slowmate.server.people.models import Player
from slowmate.server.people.validators import FORMER
from slowmate.server.titles.models import Application, Certificate, OverTheBoardPlayer

UNNAMED = {"name": FORMER, "federation": None, "fide_id": None}


def withdraw_applications(player: Player, *, at: datetime) -> None:
    """Withdraw the open applications of a player."""
    open_ones = Application.objects.filter(player=player, state__in=Application.LIVE)
    open_ones.update(state=Application.State.WITHDRAWN, settled=at)


def forget(player: Player) -> None:
    """Remove a player's name from everything stored about titles."""
    Application.objects.filter(player=player).update(reason="", facts={})
    own = Q(norm__player=player) | Q(award__player=player)
    met = Q(norm__section__in=sections_of_player(player))
    for certificate in Certificate.objects.filter(own | met).distinct().order_by("pk"):
        certificate.content = _without(certificate.content, str(player.pk))
        certificate.save(update_fields=["content"])
    for match in OverTheBoardPlayer.objects.filter(player=player).select_related("event").order_by("pk"):
        people = match.event.record.get("players", [])
        match.event.record["players"] = [
            _unreported(entry) if str(entry["id"]) == match.key else entry for entry in people
        ]
        match.event.save(update_fields=["record"])


def _without(content: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the content of a certificate without the name of one player."""
    holder = content.get("player", {})
    games = [
        {**game, "opponent": {**game["opponent"], **UNNAMED}} if game["opponent"]["id"] == key else game
        for game in content.get("games", ())
    ]
    return {**content, "player": {**holder, **UNNAMED} if holder.get("id") == key else holder, "games": games}


def _unreported(person: dict[str, Any]) -> dict[str, Any]:
    """Return a player of a report without name and numbers; norms rest on rating, title and federation."""
    gone = {"fide_id", "born", "birth_year"}
    return {**{name: value for name, value in person.items() if name not in gone}, "name": FORMER}
