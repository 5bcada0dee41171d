"""Browsers in words, from what they say of themselves."""

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
    """Browser and system: Firefox on Android. What is not known is not guessed."""
    name = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    if name and system:
        return gettext("%(browser)s on %(system)s") % {"browser": name, "system": system}
    return name or system or gettext("an unknown browser")
