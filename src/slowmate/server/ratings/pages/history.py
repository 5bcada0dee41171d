"""The graph of a player's ratings over all lists, in words and links."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.server.ratings.models import ListEntry
from slowmate.server.ratings.pages.graph import Graph, Value, over_time
from slowmate.server.ratings.queries.history import PoolHistory
from slowmate.server.ratings.text import explanation_address, rules_words


def history_graph(history: PoolHistory) -> Graph | None:
    """Return the graph of a player's published ratings; None if there are fewer than two."""
    entries = history.published
    if len(entries) < 2:
        return None
    values = [_value(entry) for entry in entries]
    return over_time(_description(history, entries), values, marks=rule_changes(entries))


def _description(history: PoolHistory, entries: Sequence[ListEntry]) -> str:
    """Describe the graph for people who do not see it."""
    best = max(entries, key=lambda entry: entry.rating or 0)
    facts = {
        "name": history.player.name,
        "first": entries[0].list.period,
        "from": entries[0].rating,
        "last": entries[-1].list.period,
        "to": entries[-1].rating,
        "best": best.rating,
        "when": best.list.period,
    }
    text = _("Rating of %(name)s: %(from)s in list %(first)s, %(to)s in list %(last)s; highest %(best)s in %(when)s.")
    return text % facts


def rule_changes(entries: Sequence[ListEntry]) -> list[tuple[date, str]]:
    """Return the days from which other rules made the lists, with these rules in words."""
    text = _("from list %(list)s: %(rules)s")
    return [
        (later.list.valid_from, text % {"list": later.list.period, "rules": rules_words(later.list.rules)})
        for earlier, later in pairwise(entries)
        if earlier.list.rules != later.list.rules
    ]


def _value(entry: ListEntry) -> Value:
    link = "" if entry.list.is_imported else explanation_address(entry.player_id, entry.list)
    at = entry.list.valid_from.toordinal()
    return Value(at, (entry.rating,), entry_words(entry), link, is_faint=entry.rank is None)


def entry_words(entry: ListEntry) -> str:
    """Say what one point of the graph shows: the list, the rating, its change, the RD."""
    facts = {"list": entry.list.period, "rating": entry.rating, "n": entry.period_games}
    text = _("%(list)s: %(rating)s") % facts
    if entry.change is not None and entry.period_games:
        change = {"n": entry.period_games, "change": f"{entry.change:+d}".replace("-", "\N{MINUS SIGN}")}
        more = ngettext("%(change)s from %(n)d game", "%(change)s from %(n)d games", entry.period_games)
        text = f"{text}, {more % change}"
    return f"{text}, RD {entry.rd}" if entry.rd is not None else text
