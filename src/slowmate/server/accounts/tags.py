"""Browsers in words, from what they say of themselves; and allauth's buttons in our styles."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext

register = template.Library()

BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi")),
    *(("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome")),
    ("Safari/", "Safari"),
)
"""Each says that it is also those that come after it, so that the first one found is meant."""
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux")),
)


@register.filter
def browser(user_agent: str) -> str:
    """Name browser and system: Firefox on Android. Unknown ones are not guessed."""
    name = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    if name and system:
        return gettext("%(browser)s on %(system)s") % {"browser": name, "system": system}
    return name or system or gettext("an unknown browser")


@register.filter
def button_style(attrs: Mapping[str, Any]) -> str:
    """Return the class of a button by what allauth says of it; a link is never the main thing to do."""
    tags = attrs.get("tags") or ()
    if "danger" in tags:
        return "danger"
    if "link" in tags:
        return "plain"
    return "second" if "secondary" in tags or attrs.get("href") else ""


@register.filter
def is_ticked(attrs: Mapping[str, Any]) -> bool:
    """Say whether a field of allauth's is a checkbox, whose label stands after it."""
    return attrs.get("type") in ("checkbox", "radio")
