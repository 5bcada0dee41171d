"""The rating lists that wait for the Ratings Commissioner."""

from datetime import datetime

from django.db.models import QuerySet

from slowmate.server.accounts.models import User
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.permissions import may_keep_lists
from slowmate.server.ratings.queries.corrections import lists_with_corrections
from slowmate.server.ratings.queries.office import prepared


def prepared_lists(person: User, _at: datetime) -> "QuerySet[RatingList]":
    """Return the lists that are prepared and not published."""
    return prepared() if may_keep_lists(person) else RatingList.objects.none()


def corrected_lists(person: User, _at: datetime) -> "QuerySet[RatingList]":
    """Return the published lists of which a result was corrected since."""
    if not may_keep_lists(person):
        return RatingList.objects.none()
    return lists_with_corrections().order_by("pool", "valid_from")
