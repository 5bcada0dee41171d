"""A small board that is only looked at: the men of the large one, without a script."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from slowmate.board import Position

register = template.Library()

_MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


@register.simple_tag
def small_board(position: Position, colour: str = "white") -> SafeString:
    """A position, seen from the side of *colour*."""
    squares = [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh"]
    if colour == "black":
        squares.reverse()
    men = format_html_join("", "<piece{}></piece>", ((_man(position.piece_at(square)),) for square in squares))
    name = gettext("Small board with the starting position")
    return format_html('<div class="small-board cg-wrap" role="img" aria-label="{}">{}</div>', name, men)


def _man(letter: str | None) -> SafeString | str:
    if not letter:
        return ""
    return format_html(' class="{} {}"', _MEN[letter.lower()], "white" if letter.isupper() else "black")
