"""Games and moves as lists show them to one reader: everything is decided here, and the templates lay it out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from slowmate.records import Result
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import GameOrigin
from slowmate.server.games.queries.page import GamePage, MoveLine
from slowmate.server.games.queries.rows import GameRow
from slowmate.server.games.queries.urgency import Urgency, urgency
from slowmate.server.site import clock
from slowmate.server.site.text import day, in_full, month, result, span_or_nothing

_POINTS: dict[str, str] = {
    Result.WHITE_WINS: "10",
    Result.BLACK_WINS: "01",
    Result.DRAW: "½½",
    Result.BOTH_LOSE: "00",
    Result.WHITE_WINS_BY_FORFEIT: "10",
    Result.BLACK_WINS_BY_FORFEIT: "01",
    Result.BOTH_FORFEIT: "00",
}
"""What a result gives to White and to Black; one that was cancelled gives nothing to anybody."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands: one of these."""

    words: str = ""
    deadline: datetime | None = None
    urgency: Urgency | None = None
    """With the deadline."""
    starts: datetime | None = None
    finished: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One line of a list of games."""

    link: str
    names: str
    """Both names; for a player of his own games, his opponent's."""
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
    is_offered: bool
    """A draw is offered to the reader."""
    standing: Standing


def listed_games(
    rows: Iterable[GameRow], me: int | None, unread: Mapping[int, int], resting: Mapping[int, date]
) -> Iterator[ListedGame]:
    """The lines of a list; for the player *me* of his own games, with messages he has not read and the last day of his
    leave where he is on leave."""
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
            is_offered=is_offered,
            standing=Standing() if is_for_opponent else _standing(row, resting),
        )


def _names(row: GameRow, me: int | None) -> tuple[str, str, int | None]:
    """The names; of a game of the reader his colour, and the rating of his opponent."""
    if me is None:
        return f"{row.white} – {row.black}", "", None
    if row.white_id == me:
        return row.black, "white", row.black_rating
    return row.white, "black", row.white_rating


def _result(row: GameRow, me: int | None) -> str:
    """The result; for a player what it is to him."""
    points = _POINTS.get(row.result)
    if me is None or points is None:
        return result(row.result)
    words = {"1": gettext("won"), "0": gettext("lost"), "½": gettext("drawn")}
    return f"{words[points[row.white_id != me]]} {result(row.result)}"


def _standing(row: GameRow, resting: Mapping[int, date]) -> Standing:
    if row.pk in resting:
        return Standing(gettext("on leave until %(day)s") % {"day": day(resting[row.pk])})
    if row.status == Game.Status.FINISHED:
        return Standing(finished=row.finished)
    if row.awaits_director and row.deadline is None:  # else play goes on meanwhile
        return Standing(gettext("waits for the director"))
    if row.deadline is not None:
        return Standing(deadline=row.deadline, urgency=urgency(row.deadline - clock.now()))
    if row.status == Game.Status.WAITING:
        return Standing(starts=row.starts)
    if row.on_move_id is not None:  # no flag falls by itself
        return Standing(gettext("by post or e-mail"))
    return Standing(gettext("clocks stopped"))


@dataclass(frozen=True, slots=True)
class ListedMove:
    """One line of the list of moves."""

    ply: int
    colour: str
    place: str
    text: str
    is_shown: bool
    """It is the last one on the board."""
    used: str
    """What it cost, and whether it was made by itself."""
    made: datetime | None
    """None where nobody knows, of a move that was put together again; nor then what follows."""
    day: int | None = None
    month: str = ""
    instant: str = ""


def listed_moves(page: GamePage, shown: int) -> list[ListedMove]:
    """The moves of a game, each with the day of its postmark; *shown* is on the board."""
    return [_listed(page, line, is_shown=line.ply == shown) for line in page.moves]


def _listed(page: GamePage, line: MoveLine, *, is_shown: bool) -> ListedMove:
    told = [] if page.is_delayed and line.made else [_cost(line)]
    if line.conditional:
        told.append(gettext("conditional"))
    text = f"{line.shown} (=)" if line.offer else line.shown
    used = " · ".join(told)
    if line.made is None:
        return ListedMove(line.ply, line.colour, line.place, text, is_shown, used, None)
    made = timezone.localtime(line.made)
    return ListedMove(
        line.ply,
        line.colour,
        line.place,
        text,
        is_shown,
        used,
        line.made,
        made.day,
        month(made.date()),
        in_full(line.made),
    )


def _cost(line: MoveLine) -> str:
    """What a move cost; of one that was put together again nobody knows it."""
    if line.charged is None:
        return gettext("time not known")
    return gettext("%(time)s used") % {"time": span_or_nothing(line.charged)}
