"""The graphs of ratings as they are and under other rules."""

from collections.abc import Sequence

import numpy as np
from django.utils.translation import gettext as _

from slowmate.ratings.columns import Ints
from slowmate.server.ratings.pages.graph import Graph, Value, over_numbers, over_time
from slowmate.server.ratings.pages.history import rule_changes
from slowmate.server.ratings.queries.history import PoolHistory
from slowmate.server.ratings.queries.what_if import NONE, ListWhatIf, PlayerWhatIf, WhatIfEntry
from slowmate.server.ratings.text import rules_words

POINTS_PER_PLACE = 50
"""Rating points that one place of the graph of a whole list stands for."""


def player_graph(history: PoolHistory, comparison: PlayerWhatIf) -> Graph | None:
    """Return the graph of a player's ratings under both rules; None if there are fewer than two lists."""
    lines = comparison.lines
    if len(lines) < 2:
        return None
    values = [_player_value(line) for line in lines]
    rules = rules_words(comparison.rules)
    words = _("Rating of %(name)s as it is, and under the %(rules)s.") % {"name": history.player.name, "rules": rules}
    return over_time(words, values, names=[_("as it is"), rules], marks=rule_changes([line.entry for line in lines]))


def _player_value(line: WhatIfEntry) -> Value:
    entry = line.entry
    facts = {"list": entry.list.period, "real": entry.rating, "other": line.other or "–"}
    words = _("%(list)s: %(real)s, else %(other)s") % facts
    return Value(entry.list.valid_from.toordinal(), (entry.rating, line.other), words)


def list_graph(comparison: ListWhatIf) -> Graph | None:
    """Return the graph of how many players have which rating under both rules."""
    ratings = (comparison.real, comparison.other[comparison.other != NONE])
    if not all(len(column) for column in ratings):
        return None
    every = np.concatenate(ratings)
    first, last = int(every.min()) // POINTS_PER_PLACE, int(every.max()) // POINTS_PER_PLACE
    counts = [np.bincount(column // POINTS_PER_PLACE - first, minlength=last - first + 1) for column in ratings]
    rules = rules_words(comparison.rules)
    words = _("How many players have which rating, as it is and under the %(rules)s.") % {"rules": rules}
    return over_numbers(words, _list_values(first, counts), names=[_("as it is"), rules])


def _list_values(first: int, counts: Sequence[Ints]) -> list[Value]:
    values = []
    for place, (real, other) in enumerate(zip(*counts, strict=True), first):
        at = place * POINTS_PER_PLACE
        facts = {"from": at, "to": at + POINTS_PER_PLACE - 1, "one": real, "two": other}
        words = _("%(from)d to %(to)d: %(one)d, else %(two)d") % facts
        values.append(Value(at, (float(real), float(other)), words))
    return values
