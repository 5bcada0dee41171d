"""What the front page reads."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from slowmate.server import clock
from slowmate.server.models import Challenge, Player, User
from slowmate.server.services.demo import ADA, BORIS, DIRECTOR_MAIL, PASSWORD

DEMO_PASSWORD = PASSWORD


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """An invented account that anybody may sign in with."""

    email: str
    role: str


def demo_accounts() -> list[DemoAccount]:
    """The accounts of the demonstration, with what each is for."""
    users = User.objects.filter(email__in=(ADA, BORIS, DIRECTOR_MAIL)).select_related("player")
    today = clock.now().date()
    found = []
    for user in users.prefetch_related("offices").order_by("pk"):
        offices = [office.get_kind_display() for office in user.offices.all() if office.is_held(on=today)]
        player = getattr(user, "player", None)
        role = ", ".join(offices) or _("player")
        found.append(DemoAccount(user.email, f"{player.name}, {role}" if player else role))
    return found


def challenges_to(player: Player) -> int:
    return Challenge.objects.filter(opponent=player, state=Challenge.State.OPEN).count()
