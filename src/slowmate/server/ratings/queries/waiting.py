"""What waits for the Ratings Commissioner, as the desk asks for it."""

from datetime import UTC, datetime, time

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.permissions import may_keep_lists
from slowmate.server.ratings.queries.corrections import corrected_games, lists_with_corrections
from slowmate.server.ratings.queries.office import prepared, publication_day
from slowmate.server.site.desk_items import DeskItem, Urgency
from slowmate.server.site.text import day, result

KIND = "list"
SHOWN = 10
"""Of the games that were corrected."""


def waiting(person: User, *, at: datetime) -> list[DeskItem]:
    """Lists that are prepared and not published, urgent once the day has come by which the rules want them; and
    published ones of which a result was corrected since."""
    if not may_keep_lists(person):
        return []
    corrected = lists_with_corrections().order_by("pool", "valid_from")
    return [*(_item(row, at=at) for row in prepared()), *(_corrected(row) for row in corrected)]


def number_waiting(person: User, *, at: datetime) -> int:  # noqa: ARG001 - however late it is
    if not may_keep_lists(person):
        return 0
    both = prepared().order_by().values("pk").union(lists_with_corrections().values("pk"))
    return both.count()


def ways_of(person: User) -> list[tuple[str, str]]:
    """Where the desk leads the commissioner."""
    return [(_("Rating lists"), reverse("ratings-office"))] if may_keep_lists(person) else []


def _corrected(row: RatingList) -> DeskItem:
    games = corrected_games(row)
    return DeskItem(
        key=f"{KIND}-{row.pk}",
        kind=KIND,
        kind_words=_("Rating lists"),
        since=row.published or row.prepared,
        urgency=Urgency.DUE,
        words=_("Results of rating list %(list)s were corrected after it was published") % {"list": row.period},
        link=reverse("ratings-office-list", args=[row.pk]),
        facts=(
            (_("Pool"), str(row.get_pool_display())),
            (_("Corrected"), "; ".join(f"{game.white} – {game.black} {result(game.result)}" for game in games[:SHOWN])),
        ),
    )


def _item(row: RatingList, *, at: datetime) -> DeskItem:
    due = publication_day(row)
    facts = [
        (_("Pool"), str(row.get_pool_display())),
        (_("Games"), str(row.games)),
        (_("Players"), str(row.players)),
        (_("Reason of the revision"), row.reason) if row.reason else (_("To be published by"), day(due)),
    ]
    first, revised = _("Rating list %(list)s is prepared"), _("A revision of rating list %(list)s is prepared")
    words = first if row.revision == 1 else revised
    return DeskItem(
        key=f"{KIND}-{row.pk}",
        kind=KIND,
        kind_words=_("Rating lists"),
        since=row.prepared,
        urgency=Urgency.ASKED if datetime.combine(due, time(), UTC) <= at else Urgency.DUE,
        words=words % {"list": row.period},
        link=reverse("ratings-office-list", args=[row.pk]),
        facts=tuple(facts),
    )
