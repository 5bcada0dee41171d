"""Messages that players have not read, and the last ones they got."""

from collections import Counter

from django.db.models import Q, QuerySet

from slowmate.server.correspondence.models import Message
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player


def unread(player: Player) -> Counter[int]:
    """Count the unread messages of a player by game, in one query; games without any are left out."""
    in_own_games = Q(game__white=player) | Q(game__black=player)
    messages = Message.objects.filter(in_own_games, read__isnull=True).exclude(sender=player)
    return Counter(messages.values_list("game_id", flat=True))


def last_messages(player: Player, games: "QuerySet[Game]") -> dict[int, str]:
    """Return the opponent's last message in each of some games of a player, by game."""
    messages = Message.objects.filter(game__in=games.values("pk")).exclude(sender=player).order_by("sent", "pk")
    return dict(messages.values_list("game_id", "text"))
