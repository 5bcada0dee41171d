"""Facts about a demonstration for every template: that it is one, its accounts, and whether its mail is shown."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.demo.load import ADA, BORIS, PASSWORD
from slowmate.server.demo.offices import OFFICIALS
from slowmate.server.demo.queries import shows_mail
from slowmate.server.site import clock


def demo(request: HttpRequest) -> dict[str, object]:
    if not settings.SLOWMATE_DEMO:
        return {}
    return {
        "demo": True,
        "demo_mail": shows_mail(),
        "demo_accounts": SimpleLazyObject(demo_accounts) if not request.user.is_authenticated else (),
        "demo_password": PASSWORD,
    }


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """An invented account that all visitors may sign in with."""

    email: str
    role: str


def demo_accounts() -> list[DemoAccount]:
    """Return the accounts of the demonstration, with the role of each."""
    users = User.objects.filter(email__in=(ADA, BORIS, *(official.mail for official in OFFICIALS))).select_related(
        "player"
    )
    today = clock.now().date()
    accounts = []
    for user in users.prefetch_related("offices").order_by("pk"):
        offices = [office.get_kind_display() for office in user.offices.all() if office.is_held(on=today)]
        player = getattr(user, "player", None)
        role = ", ".join(offices) or _("player")
        accounts.append(DemoAccount(user.email, f"{player.name}, {role}" if player else role))
    return accounts
