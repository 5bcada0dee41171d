"""What the front page reads."""

from slowmate.server.games.models import Challenge
from slowmate.server.people.models import Player


def challenges_to(player: Player) -> int:
    return Challenge.objects.filter(opponent=player, state=Challenge.State.OPEN).count()
