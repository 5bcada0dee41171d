"""Mail about ratings."""

from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_noop as _

from slowmate.server.games.models import Game
from slowmate.server.mail.letters import Letters, MailKind, page_named
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import Adjustment, RatingList
from slowmate.server.ratings.services.adjustments import ADJUSTED
from slowmate.server.ratings.services.publication import NEW_RATING


def _explanation(mail: Mail) -> str:
    """Return the page on which the rating is explained."""
    query = "" if mail.facts["pool"] == "chess" else f"?pool={mail.facts['pool']}"
    return f"/ratings/{mail.facts['slug']}/{mail.facts['player']}{query}"


def _of_list(mail: Mail) -> dict[str, Any]:
    change = f"{mail.facts['change'] or 0:+d}"
    return {"valid_from": date.fromisoformat(mail.facts["valid_from"]), "change": change, "list": _list_words(mail)}


def _of_adjustment(mail: Mail) -> dict[str, Any]:
    player = Player.objects.filter(pk=mail.facts["player"]).first()
    is_item_5 = mail.facts["what"] == Adjustment.Kind.ITEM_5
    return {"is_item_5": is_item_5, "player": player.name if player else "", "list": _list_words(mail)}


def _list_words(mail: Mail) -> object:
    """Name a list by its period, and by its pool unless that is ordinary chess: players may be in several."""
    period, pool = mail.facts["period"], Game.Pool(mail.facts["pool"])
    return period if pool == Game.Pool.CHESS else format_lazy("{}, {}", period, pool.label)


def _office_page(mail: Mail) -> str:
    return reverse("ratings-office-list", args=[mail.facts["list"]])


def _prepared(mail: Mail) -> dict[str, Any]:
    return {"list": _list_words(mail)}


def _why_not_prepared(mail: Mail) -> str:
    waiting = RatingList.objects.filter(pk=mail.facts["list"], state=RatingList.State.PREPARED)
    return "" if waiting.exists() else "the list waits no more"


LETTERS: Letters = {
    "list-prepared": MailKind(
        "ratings/mail/list-prepared.txt", _office_page, _("Look at the list"), _prepared, _why_not_prepared
    ),
    NEW_RATING: MailKind("ratings/mail/new-rating.txt", _explanation, _("See how it came about"), _of_list),
    ADJUSTED: MailKind("ratings/mail/rating-adjusted.txt", page_named("front"), _("Open the server"), _of_adjustment),
}
