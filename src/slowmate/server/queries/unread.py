"""Messages a player has not read yet."""

from collections import Counter

from django.db.models import Q

from slowmate.server.models import Message, Player


def unread(player: Player) -> Counter[int]:
    """How many in each of his games, in one query; games without any are left out."""
    mine = Q(game__white=player) | Q(game__black=player)
    found = Message.objects.filter(mine, read__isnull=True).exclude(sender=player)
    return Counter(found.values_list("game_id", flat=True))
