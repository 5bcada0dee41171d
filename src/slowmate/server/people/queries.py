"""Players, as they are looked for and told apart."""

from itertools import permutations

from django.db.models import F, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded

MOST_NAMESAKES = 6
"""Named where a name is several players'."""
MOST_WORDS = 4
"""Of a name whose words are looked for in every order."""


def players(words: str = "", *, federation: str = "", by_rating: bool = False) -> "QuerySet[Player]":
    """By name, or the strongest first: all of them, or those of a federation, or those whose name has every word in
    it, in any order."""
    strength = (F("rating").desc(nulls_last=True),) if by_rating else ()
    rows = Player.objects.order_by(*strength, "folded", "pk")
    if federation:
        rows = rows.filter(federation=federation)
    for word in folded(words).split():
        rows = rows.filter(folded__contains=word)
    return rows


def look_up_offices(person: User) -> None:
    """Read somebody's offices once, for a page that asks for many rights of his: each looks at them."""
    prefetch_related_objects([person], "offices")


def namesakes(name: str) -> "QuerySet[Player]":
    """The players of that name; where nobody has it, those whose name has its words."""
    wanted = folded(name)
    rows = Player.objects.filter(folded=wanted).order_by("pk")
    return rows if rows.exists() or not wanted else players(wanted)


def of_that_name(name: str) -> "QuerySet[Player]":
    """The players who are called just that, whichever of their names comes first."""
    words = folded(name).split()
    orders = permutations(words) if len(words) <= MOST_WORDS else [words]
    return Player.objects.filter(folded__in={" ".join(order) for order in orders}).order_by("pk")


def told_apart(player: Player) -> str:
    """A player with what tells him from his namesakes."""
    facts = [player.federation, str(player.rating or ""), _("number %(number)d") % {"number": player.pk}]
    return f"{player.name} ({', '.join(fact for fact in facts if fact)})"
