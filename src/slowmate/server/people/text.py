"""Words about people in the reader's language, which several slices use."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from slowmate.server.people.models import Player


def player_label(player: "Player") -> str:
    """Name a player with what distinguishes them from namesakes."""
    facts = [player.federation, str(player.rating or ""), _("number %(number)d") % {"number": player.pk}]
    return f"{player.name} ({', '.join(fact for fact in facts if fact)})"
