"""Items of the desk for the Ratings Commissioner, in words."""

from datetime import UTC, datetime, time

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.permissions import may_keep_lists
from slowmate.server.ratings.queries import desk_rows
from slowmate.server.ratings.queries.corrections import corrected_games
from slowmate.server.ratings.queries.office import publication_day
from slowmate.server.site.desk_items import DeskItem, DeskSource, Urgency
from slowmate.server.site.text import day, result

KIND = "list"
MAX_GAMES = 10


def desk_links(person: User) -> list[tuple[str, str]]:
    """Return where the desk leads the commissioner."""
    return [(_("Rating lists"), reverse("ratings-office"))] if may_keep_lists(person) else []


def _corrected(row: RatingList, _at: datetime) -> DeskItem:
    games = corrected_games(row)[:MAX_GAMES]
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
            (
                _("Corrected"),
                "; ".join(f"{game.white} – {game.black} {result(game.result)}" for game in games),
            ),
        ),
    )


def _prepared(row: RatingList, at: datetime) -> DeskItem:
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


SOURCES = (DeskSource(desk_rows.prepared_lists, _prepared), DeskSource(desk_rows.corrected_lists, _corrected))
