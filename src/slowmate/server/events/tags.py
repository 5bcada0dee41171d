"""The cells of a crosstable: a table has hundreds of them, so they are put together here and not by a template each."""

from collections.abc import Hashable
from functools import lru_cache
from html import escape

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from slowmate.server.events.pages.section_table import Cell, CellGame, CrosstableLine
from slowmate.server.people.tags import player_link

register = template.Library()

LINK = '<a class="{}" href="{}" aria-label="{}">{}</a>'
NO_LINK = '<span class="{}" title="{}" aria-hidden="true">{}</span><span class="sr">{}</span>'


CACHED_COMPONENTS = 128
"""Components that a process caches: large tables, mostly of running sections."""


@register.simple_tag
def component(name: str, value: Hashable) -> SafeString:
    """Render a part of a page that depends on one value and the reader's language alone: once for each."""
    return _rendered(name, value, get_language())


@lru_cache(maxsize=CACHED_COMPONENTS)
def _rendered(name: str, value: Hashable, language: str) -> SafeString:  # noqa: ARG001 - part of the key
    return render_to_string(name, {"table": value})


@register.simple_tag
def cells(line: CrosstableLine) -> SafeString:
    """Lay out the cells of a row; a game the reader may see is a link with a sentence for screen readers.

    Every text is escaped, once.
    """
    return mark_safe("".join(_cell(cell) for cell in line.cells))  # noqa: S308 - of escaped parts


@register.simple_tag
def side(line: CrosstableLine) -> SafeString:
    """Name the side of a row: a player with a link to their page, or a team, which has none."""
    name = format_html("<b>{}</b>", line.who.name) if line.is_team else player_link(line.who)
    if line.is_mine:
        name = format_html('{} <span class="badge">{}</span>', name, gettext("you"))
    return format_html('{} <span class="gone-away">{}</span>', name, line.left) if line.left else name


def _cell(cell: Cell) -> str:
    if cell.is_self:
        return '<td class="cell self"></td>'
    return f'<td class="cell">{"".join(map(_game, cell.games))}</td>'


def _game(game: CellGame) -> str:
    words = escape(game.words)
    if game.link:
        return LINK.format(game.look, escape(game.link), words, game.text)
    return NO_LINK.format(game.look, words, game.text, words)
