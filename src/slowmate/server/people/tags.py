"""Players and federations wherever they stand: tables have hundreds of them, so no template is asked for each."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from slowmate.server.site.fields import federations

register = template.Library()

LINK = '<a class="player" href="{}">{}</a>'
TITLED = '<a class="player" href="{}"><abbr class="title">{}</abbr> {}</a>'
FLAG = '<abbr class="fed" title="{}">{}</abbr>'


@register.simple_tag
def player_link(player: object) -> SafeString:
    """A player's title and name, leading to their page; of anything that has number, title and name."""
    link, title, name = (getattr(player, each) for each in ("pk", "title", "name"))
    address = reverse("player", args=[link])
    return format_html(TITLED, address, title, name) if title else format_html(LINK, address, name)


@register.simple_tag
def flag(code: str) -> SafeString:
    """Show a federation as a small flag of letters, its name on hover and for screen readers; nothing for none."""
    return format_html(FLAG, federations().get(code, code), code) if code else SafeString()
