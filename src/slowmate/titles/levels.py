"""Section 10.1: the titles of players, best first, and the level of play each stands for."""

from collections.abc import Iterable
from dataclasses import dataclass

from slowmate.rulebook import Clause, Dated, clause

PERFORMANCE = clause("ICCF-TR-2017 App2.2.7/Rp")
OPPONENTS = clause("ICCF-TR-2017 App2.2.7/Ra")

GM = Dated({"ICCF-TR-2016 10.1(c)": "GM", "ICCF-TR-2017 10.1(a)": "GM"})
SIM = Dated({"ICCF-TR-2016 10.1(d)": "SIM", "ICCF-TR-2017 10.1(b)": "SIM"})
IM = Dated({"ICCF-TR-2016 10.1(e)": "IM", "ICCF-TR-2017 10.1(c)": "IM"})
CCM = Dated({"ICCF-TR-2016 10.1(f)": "CCM", "ICCF-TR-2017 10.1(d)": "CCM"})
CCE = Dated({"ICCF-TR-2016 10.1(g)": "CCE", "ICCF-TR-2017 10.1(e)": "CCE"})


@dataclass(frozen=True, slots=True)
class Level:
    """A title by its performance level, and by the category (counted from A = 0) from which 2016 offers it."""

    title: str
    rating: int
    first_category: int

    @property
    def opponents(self) -> int:
        """Return what a player's opponents must average."""
        return self.rating - OPPONENTS_BELOW


OPPONENTS_BELOW = 200

LEVELS: tuple[Level, ...] = (
    Level("GM", 2600, 18),
    Level("SIM", 2525, 15),
    Level("IM", 2450, 12),
    Level("CCM", 2300, 6),
    Level("CCE", 2150, 0),
)
TITLES: tuple[str, ...] = tuple(level.title for level in LEVELS)

LADIES = {"LGM": "CCM", "LIM": "CCE"}
"""The ladies' titles that were replaced, and the titles that their norms count for."""

_ORDER = {title: number for number, title in enumerate(TITLES)}


def titles_of(edition: str) -> dict[str, Clause]:
    """Return the player titles an edition awards, best first, each with the clause that names it."""
    return {title: cited for cited, title in (dated.under(edition) for dated in (GM, SIM, IM, CCM, CCE))}


def level(title: str) -> Level:
    return LEVELS[_ORDER[LADIES.get(title, title)]]


def is_at_least(held: str | None, title: str) -> bool:
    """Return whether the title held is *title* or a higher one."""
    rank = _ORDER.get(LADIES.get(held or "", held or ""))
    return rank is not None and rank <= _ORDER[LADIES.get(title, title)]


def best_of(held: Iterable[str]) -> str:
    """Return the highest of some titles; empty if none of them is a player's."""
    titles = ((LADIES.get(title, title), title) for title in held)
    ranked = [(_ORDER[level], level != title, title) for level, title in titles if level in _ORDER]
    return min(ranked)[-1] if ranked else ""
