"""What falls and what follows anew after a correction, in words, for pages, letters and programs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from slowmate.events.running.consequences import Step
from slowmate.server.cases.queries.consequences import ConsequenceChange, CorrectedGame, Kind
from slowmate.server.events.text import kind_words, right_state, title_words
from slowmate.server.people.models import Player
from slowmate.server.site.text import day, result
from slowmate.server.titles.text import short_title


@dataclass(frozen=True, slots=True)
class FollowLine:
    """One consequence that falls, follows anew, or changes, and for whom."""

    kind: str
    pk: int
    """The number of what it is about; of rights, norms and titles that of the player."""
    player: Player | None
    words: str
    falls: bool


def follow_lines(changes: Sequence[ConsequenceChange]) -> list[FollowLine]:
    """Return changes in words, with their players: one query."""
    players = Player.objects.select_related("user").in_bulk({change.player for change in changes})
    return [
        FollowLine(change.kind, change.player, players.get(change.player), words_of(change), change.falls)
        for change in changes
    ]


def words_of(change: ConsequenceChange) -> str:
    """Say what falls, what follows anew, or how it changes."""
    name = name_of(change)
    if change.kind == Kind.PLACE:
        return _("place %(after)s instead of %(before)s") % {"after": change.after, "before": change.before}
    if not change.before:
        return _("follows anew: %(what)s") % {"what": name}
    if not change.after:
        return _("falls: %(what)s") % {"what": name}
    if change.kind == Kind.TITLE and change.after.startswith("void"):
        return _("no longer follows: %(what)s; the Qualifications Commissioner decides on it") % {"what": name}
    before, after = _standing(change, change.before), _standing(change, change.after)
    return _("changes: %(what)s, from %(before)s to %(after)s") % {"what": name, "before": before, "after": after}


def name_of(change: ConsequenceChange) -> str:
    match change.kind:
        case Kind.RIGHT:
            return _("right to enter: %(kind)s") % {"kind": kind_words(change.what)}
        case Kind.NORM:
            return _("%(title)s norm") % {"title": short_title(change.what)}
        case Kind.TITLE:
            return _("title: %(title)s") % {"title": title_words(change.what)}
    step, _space, value = change.what.partition(" ")
    if step == Step.PRIZE.value:
        return _("prize for place %(place)s") % {"place": value}
    words = _("goes on to: %(kind)s") if step == Step.UP.value else _("goes down to: %(kind)s")
    return words % {"kind": kind_words(value)}


def _standing(change: ConsequenceChange, text: str) -> str:
    """Say how a consequence stands: a right by its state and last day, a norm by its score."""
    first, _space, rest = text.partition(" ")
    if change.kind == Kind.RIGHT:
        words = right_state(first)
        return f"{words}, {_('until %(day)s') % {'day': day(date.fromisoformat(rest))}}" if rest else words
    if change.kind == Kind.NORM:
        return _("%(points)s points") % {"points": first}
    return day(date.fromisoformat(rest)) if rest else first


@dataclass(frozen=True, slots=True)
class CorrectedGameLine:
    """A corrected game: its players, and both results."""

    pk: int
    white: str
    black: str
    before: str
    after: str


def game_lines(games: Iterable[CorrectedGame]) -> list[CorrectedGameLine]:
    rows = list(games)
    names = dict(
        Player.objects.filter(pk__in={pk for game in rows for pk in (game.white, game.black)}).values_list("pk", "name")
    )
    return [
        CorrectedGameLine(
            game.game,
            str(names.get(game.white, "")),
            str(names.get(game.black, "")),
            result(game.before),
            result(game.after),
        )
        for game in rows
    ]
