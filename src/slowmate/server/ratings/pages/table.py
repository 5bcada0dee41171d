"""The lines of a rating list, and its parts in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import ngettext, pgettext

from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries.table import PARTS, current_names
from slowmate.server.ratings.text import PART_WORDS, explanation_address, signed


def parts_of(of: RatingList) -> list[tuple[str, str]]:
    """Return the parts of a list with their words; an imported list does not know who is new."""
    return [(part, str(PART_WORDS[part])) for part in PARTS if not (part == "new" and of.is_imported)]


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A line of a list, all of it as it is written."""

    number: int
    rank: str
    title: str
    name: str
    federation: str
    link: str
    rating: str
    explained: str
    """The address of the explanation; empty if the list was made elsewhere."""
    is_provisional: bool
    change: str
    rd: str
    games: str
    games_words: str
    new_games: str


def listed_entries(entries: Sequence[ListEntry], of: RatingList, *, named: bool) -> Iterator[ListedEntry]:
    """Yield the lines of a list. If *named*, addresses name the revision."""
    names = current_names([entry.player_id for entry in entries if not entry.name])
    new = pgettext("on a rating list", "new")
    before, after = ("", "") if of.is_imported else explanation_address(0, of, named=named).split("/0", 1)
    player = reverse("player", args=[0])[:-1]
    for entry in entries:
        games = entry.games or 0
        yield ListedEntry(
            number=entry.player_id,
            rank=str(entry.rank or "–"),
            title=entry.title,
            name=entry.name or names[entry.player_id],
            federation=entry.federation,
            link=f"{player}{entry.player_id}",
            rating=str(entry.rating),
            explained=f"{before}/{entry.player_id}{after}" if before else "",
            is_provisional=not entry.fixed,
            change=new if entry.change is None else signed(entry.change),
            rd=str(entry.rd or ""),
            games=str(games),
            games_words=ngettext("%(n)d game", "%(n)d games", games) % {"n": games},
            new_games=str(entry.period_games or ""),
        )
