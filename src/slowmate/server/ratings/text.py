"""Rating systems, lists and reasons in a few words, and the addresses of lists."""

from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy, pgettext_lazy

if TYPE_CHECKING:
    from slowmate.server.ratings.models import RatingList

RULES = {
    "iccf-2016": gettext_lazy("ICCF rules of 2016"),
    "iccf-2017": gettext_lazy("ICCF rules of 2017"),
    "iccf-2023": gettext_lazy("ICCF rules of 2023"),
    "fide-2017": gettext_lazy("FIDE rules of 2017"),
}
"""The systems, in their order."""
PART_WORDS = {"": gettext_lazy("Whole list"), "gains": gettext_lazy("Biggest gains"), "new": gettext_lazy("New")}
"""The parts of a list."""
COUNTS_BY = {
    "list": pgettext_lazy("a rating", "from the list before"),
    "start-higher": pgettext_lazy("a rating", "their start rating, which is higher"),
    "start": pgettext_lazy("a rating", "their start rating"),
    "fide": pgettext_lazy("a rating", "their FIDE rating"),
    "level": pgettext_lazy("a rating", "the level of the event"),
    "own": pgettext_lazy("a rating", "the rating so far, not published yet"),
    "substituted": pgettext_lazy("a rating", "the higher of substitute and substituted"),
    "round-robin": pgettext_lazy("a rating", "the rating from the same round robin"),
}
"""Why an opponent counts with some rating."""


def rules_words(rules: str) -> str:
    """Return the name of a rating system."""
    return str(RULES.get(rules, rules))


def signed(value: float | None, decimals: int = 2) -> str:
    """Format a change with its sign: +6, −12, 0; fractions with *decimals*."""
    if value is None:
        return ""
    digits = str(abs(value)) if isinstance(value, int) else number_format(f"{abs(value):.{decimals}f}")
    return f"+{digits}" if value > 0 else f"\N{MINUS SIGN}{digits}" if value < 0 else "0"


def list_address(row: "RatingList", *, named: bool = False) -> str:
    """Return the address of a list; of this revision if *named*, else of the newest."""
    return _with_list(reverse("rating-list", args=[row.slug]), row, named=named)


def program_address(row: "RatingList", *, named: bool = False) -> dict[str, str]:
    """Return the addresses at which programs get a list and its input."""
    places = {"list": "", "players": "/players.csv", "games": "/games.csv"}
    return {
        what: _with_list(f"{reverse('api:api-root')}ratings/{row.slug}{path}", row, named=named)
        for what, path in places.items()
    }


def explanation_address(player: int, row: "RatingList", *, named: bool = False) -> str:
    """Return the address at which a player's rating in a list is explained."""
    return _with_list(reverse("rating-explanation", args=[row.slug, player]), row, named=named)


def changes_address(row: "RatingList") -> str:
    """Return the address of the changes of a revision."""
    return _with_list(reverse("rating-changes", args=[row.slug]), row, named=True)


def _with_list(path: str, row: "RatingList", *, named: bool) -> str:
    """Return an address with the pool and revision that the period does not tell."""
    query = [f"pool={row.pool}"] if row.pool not in ("chess", "fide-standard") else []
    query += [f"revision={row.revision}"] if named else []
    return f"{path}?{'&'.join(query)}" if query else path
