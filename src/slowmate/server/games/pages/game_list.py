"""Games as lists show them to one reader."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from slowmate.records import Result
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import GameOrigin
from slowmate.server.games.queries.rows import GameRow
from slowmate.server.games.text import TimeUrgency, moves_recorded, time_urgency
from slowmate.server.site import clock
from slowmate.server.site.text import day, result

_POINTS: dict[str, str] = {
    Result.WHITE_WINS: "10",
    Result.BLACK_WINS: "01",
    Result.DRAW: "½½",
    Result.BOTH_LOSE: "00",
    Result.WHITE_WINS_BY_FORFEIT: "10",
    Result.BLACK_WINS_BY_FORFEIT: "01",
    Result.BOTH_FORFEIT: "00",
}
"""Points of White and Black by result; a cancelled game gives none."""


@dataclass(frozen=True, slots=True)
class GameStatusLine:
    """The state of a game in a list: one of these is set."""

    words: str = ""
    deadline: datetime | None = None
    urgency: TimeUrgency | None = None
    """With the deadline; None: there is no hurry."""
    starts: datetime | None = None
    finished: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One line of a list of games."""

    link: str
    names: str
    """Both names; in a player's own games the opponent's."""
    colour: str
    """The reader's own colour, white or black; empty where both names are shown."""
    against: str
    """The same in words."""
    rating: int | None
    news: int
    """Messages the reader has not read."""
    news_words: str
    origin: GameOrigin
    last: str
    """The result or the last move; empty where none was made."""
    recorded: str
    """The number of moves of a finished game, or that none are recorded."""
    is_offered: bool
    """A draw is offered to the reader."""
    standing: GameStatusLine


def listed_games(
    rows: Iterable[GameRow], me: int | None, unread: Mapping[int, int], resting: Mapping[int, date]
) -> Iterator[ListedGame]:
    """Yield the lines of a list.

    *me*: the player whose own games they are; *unread*: messages that player has not read, by game; *resting*: the last
    day of leave, in games where the player on move is on leave.
    """
    against = {"white": gettext("You have White against"), "black": gettext("You have Black against"), "": ""}
    for row in rows:
        names, colour, rating = _names(row, me)
        news = unread.get(row.pk, 0)
        is_offered = me is not None and row.offer_to_id == me
        is_for_opponent = is_offered and row.on_move_id != me  # then the time that is left is not the reader's
        yield ListedGame(
            link=reverse("game", args=[row.pk]),
            names=names,
            colour=colour,
            against=against[colour],
            rating=rating,
            news=news,
            news_words=ngettext("%(n)d new message", "%(n)d new messages", news) % {"n": news} if news else "",
            origin=row.origin,
            last=_result(row, me) if row.result else row.numbered,
            recorded=_recorded(row),
            is_offered=is_offered,
            standing=GameStatusLine() if is_for_opponent else _standing(row, resting),
        )


def _names(row: GameRow, me: int | None) -> tuple[str, str, int | None]:
    """Return the names; in a game of the reader also their colour and the opponent's rating."""
    if me is None:
        return f"{row.white} – {row.black}", "", None
    if row.white_id == me:
        return row.black, "white", row.black_rating
    return row.white, "black", row.white_rating


def _result(row: GameRow, me: int | None) -> str:
    """Say the result; to a player, whether they won."""
    points = _POINTS.get(row.result)
    if me is None or points is None:
        return result(row.result)
    words = {"1": gettext("won"), "0": gettext("lost"), "½": gettext("drawn")}
    return f"{words[points[row.white_id != me]]} {result(row.result)}"


def _recorded(row: GameRow) -> str:
    if row.status != Game.Status.FINISHED:
        return ""
    return moves_recorded(row.plies)


def _standing(row: GameRow, resting: Mapping[int, date]) -> GameStatusLine:
    if row.pk in resting:
        return GameStatusLine(gettext("on leave until %(day)s") % {"day": day(resting[row.pk])})
    if row.status == Game.Status.FINISHED:
        return GameStatusLine(finished=row.finished)
    if row.awaits_director and row.deadline is None:  # else play goes on meanwhile
        return GameStatusLine(gettext("waits for the director"))
    if row.deadline is not None:
        return GameStatusLine(deadline=row.deadline, urgency=time_urgency(row.deadline - clock.now(), row.control))
    if row.status == Game.Status.WAITING:
        return GameStatusLine(starts=row.starts)
    if row.on_move_id is not None:  # no flag falls by itself
        return GameStatusLine(gettext("by post or e-mail"))
    return GameStatusLine(gettext("clocks stopped"))
