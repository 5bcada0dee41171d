"""What is told by mail about ratings."""

from datetime import date
from typing import Any

from django.utils.translation import gettext_noop as _

from slowmate.server.mail.letters import Letters, MailKind, page_named
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import Adjustment
from slowmate.server.ratings.services.adjusting import ADJUSTED
from slowmate.server.ratings.services.publishing import NEW_RATING


def _explanation(mail: Mail) -> str:
    """The page on which the number is explained."""
    asked = "" if mail.facts["pool"] == "chess" else f"?pool={mail.facts['pool']}"
    return f"/ratings/{mail.facts['slug']}/{mail.facts['player']}{asked}"


def _of_list(mail: Mail) -> dict[str, Any]:
    return {"valid_from": date.fromisoformat(mail.facts["valid_from"]), "change": f"{mail.facts['change'] or 0:+d}"}


def _of_adjustment(mail: Mail) -> dict[str, Any]:
    player = Player.objects.filter(pk=mail.facts["player"]).first()
    return {"is_item_5": mail.facts["what"] == Adjustment.Kind.ITEM_5, "player": player.name if player else ""}


LETTERS: Letters = {
    NEW_RATING: MailKind("ratings/mail/new-rating.txt", _explanation, _("See how it came about"), _of_list),
    ADJUSTED: MailKind("ratings/mail/rating-adjusted.txt", page_named("front"), _("Open the server"), _of_adjustment),
}
