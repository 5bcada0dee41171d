"""Lists of games and of moves. In Python, because a template takes long over hundreds of lines."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from types import MappingProxyType

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from slowmate.records import Result
from slowmate.server.models import Game, Player
from slowmate.server.queries.games import GamePage, MoveLine
from slowmate.server.queries.rows import GameRow
from slowmate.server.saying import day, label, result, span_or_nothing
from slowmate.server.templatetags.words import on_day, postmark, time_left, when

register = template.Library()

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

MOVE = (
    '<li data-ply="{}"{}><span class="number">{}</span> <a class="san" href="{}?ply={}">{}</a> {} '
    '<span class="used">{}</span></li>\n'
)


@register.simple_tag
def game_list(
    rows: Iterable[GameRow],
    me: Player | None = None,
    *,
    your_turn: bool = False,
    unread: Mapping[int, int] = MappingProxyType({}),
    resting: Mapping[int, date] = MappingProxyType({}),
) -> SafeString:
    """The items of a list of games; for a player of his own, by his opponents, with messages he has not read and the
    last day of his leave where he is on leave."""
    made = _items(rows, me.pk if me else None, unread, resting, your_turn=your_turn)
    return mark_safe("".join(made))  # noqa: S308 - escaped there


def _items(
    rows: Iterable[GameRow],
    me: int | None,
    unread: Mapping[int, int],
    resting: Mapping[int, date],
    *,
    your_turn: bool,
) -> Iterator[str]:
    address, turn = reverse("game", args=[0])[:-1], " your-turn" if your_turn else ""
    against = _opponents()
    offered = format_html("<strong>{}</strong> ", gettext("draw offered"))
    empty = format_html('<span class="hint">{}</span>', gettext("no move yet"))
    for row in rows:
        names = f"{escape(row.white)} – {escape(row.black)}" if me is None else _opponent(row, me, against)
        event = f'<span class="event">{escape(label(row.label))}</span>' if row.label else ""
        last = escape(_result(row, me) if row.result else row.numbered) or empty
        offer = offered if me is not None and row.offer_to_id == me else ""
        time = "" if offer and row.on_move_id != me else conditional_escape(_time(row, resting))  # not the opponent's
        news = _news(unread[row.pk]) if row.pk in unread else ""
        yield (
            f'<li class="game-row{turn}"><a href="{address}{row.pk}">{names}{news}{event}</a> '
            f'<span class="last">{last}</span> <span class="left">{offer}{time}</span></li>\n'
        )


def _opponents() -> dict[str, SafeString]:
    """What stands before the opponent's name: the disc of his own colour, as beside the clocks."""
    mark = '<span class="disc {}" aria-hidden="true"></span><span class="sr">{} </span>'
    return {
        "black": format_html(mark, "black", gettext("You have White against")),
        "white": format_html(mark, "white", gettext("You have Black against")),
    }


def _opponent(row: GameRow, me: int, before: Mapping[str, SafeString]) -> str:
    if row.white_id == me:
        colour, name, rating = "black", row.black, row.black_rating
    else:
        colour, name, rating = "white", row.white, row.white_rating
    shown = f' <span class="rating">{rating}</span>' if rating else ""
    return f"{before[colour]}{escape(name)}{shown}"


def _result(row: GameRow, me: int | None) -> str:
    """The result; for a player what it is to him."""
    points = _POINTS.get(row.result)
    if me is None or points is None:
        return result(row.result)
    return f"{_told(points[row.white_id != me])} {result(row.result)}"


def _told(points: str) -> str:
    words = {"1": gettext("won"), "0": gettext("lost"), "½": gettext("drawn")}
    return words[points]


def _news(number: int) -> SafeString:
    words = ngettext("%(n)d new message", "%(n)d new messages", number) % {"n": number}
    mark = '<span class="news" title="{0}"><span aria-hidden="true">✉ {1}</span><span class="sr">, {0}</span></span>'
    return format_html(mark, words, number)


def _time(row: GameRow, resting: Mapping[int, date]) -> SafeString | str:
    if row.pk in resting:
        return gettext("on leave until %(day)s") % {"day": day(resting[row.pk])}
    if row.status == Game.Status.FINISHED:
        return on_day(row.finished)
    if row.awaits_director:
        return gettext("waits for the director")
    if row.deadline is not None:
        return time_left(row.deadline)
    if row.status == Game.Status.WAITING:
        return format_html(gettext("starts {start}"), start=when(row.starts))
    if row.on_move_id is not None:  # no flag falls by itself
        return gettext("by post or e-mail")
    return gettext("clocks stopped")


@register.simple_tag
def move_list(page: GamePage, shown: int) -> SafeString:
    """The items of the list of moves: each with the postmark of its day and what it cost; *shown* is on the board."""
    return format_html_join("", MOVE, _moves(page, shown))


def _moves(page: GamePage, shown: int) -> Iterator[tuple[object, ...]]:
    here, conditional = mark_safe(' class="shown"'), gettext("conditional")
    address = reverse("game", args=[page.row.pk])
    for line in page.moves:
        told = [] if page.is_delayed and line.made else [_cost(line)]
        if line.conditional:
            told.append(conditional)
        text = f"{line.algebraic} (=)" if line.offer else line.algebraic
        is_shown = here if line.ply == shown else ""
        yield line.ply, is_shown, line.place, address, line.ply, text, postmark(line.made), " · ".join(told)


def _cost(line: MoveLine) -> str:
    """What a move cost; of one that was put together again nobody knows it."""
    if line.charged is None:
        return gettext("time not known")
    return gettext("%(time)s used") % {"time": span_or_nothing(line.charged)}
