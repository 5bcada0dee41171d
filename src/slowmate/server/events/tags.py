"""The cells of a crosstable: a table has hundreds of them, so they are put together here and not by a template each."""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from slowmate.server.events.queries.crosstable import Cell, CellGame, Line

register = template.Library()

LINK = '<a class="{}" href="{}" aria-label="{}">{}</a>'
NO_LINK = '<span class="{}" title="{}" aria-hidden="true">{}</span><span class="sr">{}</span>'


@register.simple_tag
def cells(line: Line) -> SafeString:
    """How somebody did against each other one; what may be looked at is a link, and says in words what it is.

    Everything that is not ours is escaped, once.
    """
    return mark_safe("".join(_cell(cell) for cell in line.cells))  # noqa: S308 - of escaped parts


def _cell(cell: Cell) -> str:
    if cell.is_self:
        return '<td class="cell self"></td>'
    return f'<td class="cell">{"".join(map(_game, cell.games))}</td>'


def _game(game: CellGame) -> str:
    words = escape(game.words)
    if game.link:
        return LINK.format(game.look, escape(game.link), words, game.text)
    return NO_LINK.format(game.look, words, game.text, words)
