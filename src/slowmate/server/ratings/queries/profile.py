"""What the lists say of one player, pool by pool: his rating now, and the graph over all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries.graph import Graph, Value, over_time
from slowmate.server.ratings.text import explanation_address, rules_words


@dataclass(frozen=True, slots=True)
class PoolHistory:
    """One pool: what every list that counts says of the player, the first list first. *published* are the entries with
    a rating that was published."""

    pool: str
    name: str
    player: Player
    entries: Sequence[ListEntry]

    @property
    def published(self) -> list[ListEntry]:
        return [entry for entry in self.entries if entry.published and entry.rating is not None]

    @property
    def newest(self) -> ListEntry:
        return self.entries[-1]

    @property
    def latest_first(self) -> list[ListEntry]:
        """For the table behind the graph."""
        return self.published[::-1]

    @property
    def has_rd(self) -> bool:
        return any(entry.rd is not None for entry in self.published)

    @property
    def best(self) -> ListEntry | None:
        """The list with the highest rating, the first of equals."""
        return max(self.published, key=lambda entry: entry.rating or 0, default=None)

    @property
    def graph(self) -> Graph | None:
        """None where there is no more than one point."""
        shown = self.published
        if len(shown) < 2:
            return None
        return over_time(self._words(shown), [_value(entry) for entry in shown], marks=changes_of_rules(shown))

    def _words(self, shown: Sequence[ListEntry]) -> str:
        best = max(shown, key=lambda entry: entry.rating or 0)
        facts = {
            "name": self.player.name,
            "first": shown[0].list.period,
            "from": shown[0].rating,
            "last": shown[-1].list.period,
            "to": shown[-1].rating,
            "best": best.rating,
            "when": best.list.period,
        }
        text = _(
            "Rating of %(name)s: %(from)s in list %(first)s, %(to)s in list %(last)s; highest %(best)s in %(when)s."
        )
        return text % facts


def histories(player: Player) -> list[PoolHistory]:
    """All pools in which lists speak of a player: one query."""
    rows = _counting(player).order_by("list__pool", "list__valid_from")
    by_pool = {pool: list(some) for pool, some in groupby(rows, key=lambda entry: entry.list.pool)}
    return [PoolHistory(pool, str(name), player, by_pool[pool]) for pool, name in Game.Pool.choices if pool in by_pool]


def history_in(player: Player, pool: str) -> PoolHistory | None:
    """The same of one pool; None if no list of it speaks of him."""
    entries = list(_counting(player).filter(list__pool=pool).order_by("list__valid_from"))
    return PoolHistory(pool, str(Game.Pool(pool).label), player, entries) if entries else None


def _counting(player: Player) -> "QuerySet[ListEntry]":
    """What the lists that count say of a player: of each period the newest revision."""
    rows = ListEntry.objects.filter(player=player, list__state=RatingList.State.PUBLISHED)
    return rows.exclude(list__superseded_by__state=RatingList.State.PUBLISHED).select_related("list")


def changes_of_rules(entries: Sequence[ListEntry]) -> list[tuple[date, str]]:
    """The days from which other rules made the lists, and these rules in words."""
    text = _("from list %(list)s: %(rules)s")
    return [
        (later.list.valid_from, text % {"list": later.list.period, "rules": rules_words(later.list.rules)})
        for earlier, later in pairwise(entries)
        if earlier.list.rules != later.list.rules
    ]


def _value(entry: ListEntry) -> Value:
    link = "" if entry.list.is_imported else explanation_address(entry.player_id, entry.list)
    at = entry.list.valid_from.toordinal()
    return Value(at, (entry.rating,), point_words(entry), link, is_faint=entry.rank is None)


def point_words(entry: ListEntry) -> str:
    """What a point says: the list, the rating, how it changed, RD."""
    facts = {"list": entry.list.period, "rating": entry.rating, "n": entry.period_games}
    text = _("%(list)s: %(rating)s") % facts
    if entry.change is not None and entry.period_games:
        change = {"n": entry.period_games, "change": f"{entry.change:+d}".replace("-", "\N{MINUS SIGN}")}
        more = ngettext("%(change)s from %(n)d game", "%(change)s from %(n)d games", entry.period_games)
        text = f"{text}, {more % change}"
    return f"{text}, RD {entry.rd}" if entry.rd is not None else text
