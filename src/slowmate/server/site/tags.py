"""Grounds, scores, times and names as people read them."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction

from django import template
from django.core.paginator import Page
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from slowmate.play.clocks.counting import REGULATIONS
from slowmate.play.events import ClaimKind
from slowmate.rulebook import Clause, Ground
from slowmate.server.site import clock, text
from slowmate.server.site.fields import place_words
from slowmate.server.site.piece_letters import in_own_letters
from slowmate.server.site.text import MINUTE, day, in_full, result, span, span_or_nothing
from slowmate.words import score

register = template.Library()

for words in (
    text.sentence,
    text.result,
    text.termination,
    text.span,
    text.span_or_up,
    text.day,
    text.side,
    text.control_words,
    span_or_nothing,
    in_own_letters,
):
    register.filter(words.__name__, words)


@register.filter
def rule_applied(ground: Ground) -> Clause | None:
    """Return the clause that a ground names among its facts, if it is not the ground's own."""
    named = ground.facts.get("rule")
    if not isinstance(named, str) or " " not in named:  # of other grounds it is a word, such as "only"
        return None
    return Clause.parse(named) if named != str(ground.clause) else None


@register.filter
def as_json(value: object) -> str:
    """Return a value as JSON for a data attribute; the template escapes it."""
    return json.dumps(value)


@register.filter
def points(value: Fraction | Decimal) -> str:
    return score(Fraction(value))


@dataclass(frozen=True, slots=True)
class Chip:
    """A clause as a chip that leads to it."""

    link: str
    words: str
    title: str


@register.simple_tag(takes_context=True)
def chip_of(context: template.Context, clause: Clause) -> Chip:
    """Return the link of a clause to its rule in our words; of what it leaves to the event, to the page of the event,
    if the page is about one (*event_regulations* of its context)."""
    link = reverse("clause", args=[clause.edition, clause.address])
    if clause != REGULATIONS:
        return Chip(link, clause.address, str(clause))
    regulations = context.get("event_regulations", "")
    return Chip(regulations or link, gettext("regulations of the event"), "" if regulations else str(clause))


TIME = '<time datetime="{at}" title="{title}">{shown}</time>'
TIME_SAID = '<time datetime="{at}" title="{title}">{shown}<span class="sr">, {title}</span></time>'
"""Here what the hover shows is read out too."""


@register.filter
def time_left(value: datetime) -> SafeString:
    """Show the time that is left; the instant on hover and for screen readers."""
    left = text.span_or_up(value - clock.now())
    return format_html(TIME_SAID, at=value.isoformat(), title=in_full(value), shown=left)


@register.filter
def when(value: datetime | None) -> SafeString | str:
    """Show a time: how far away in the text, the full date in the reader's zone on hover and for screen readers."""
    if value is None:
        return ""
    return format_html(TIME_SAID, at=value.isoformat(), title=in_full(value), shown=relative(value))


@register.filter
def on_day(value: datetime | None) -> SafeString | str:
    """Show the day of something long past; the instant on hover."""
    if value is None:
        return ""
    day_words = day(timezone.localtime(value).date())
    return format_html(TIME, at=value.isoformat(), title=in_full(value), shown=day_words)


@register.filter
def full(value: datetime | None) -> SafeString | str:
    """Show a time in full with its zone: Tuesday 14 May 2024, 14:05 CEST; the place of the zone on hover."""
    if value is None:
        return ""
    zone = timezone.get_current_timezone_name()
    return format_html(TIME, at=value.isoformat(), title=zone, shown=in_full(value))


@register.filter
def plain_result(value: str) -> str:
    """Return a result for mail, where a special hyphen may not be shown: ½-½."""
    return result(value).replace("\N{NON-BREAKING HYPHEN}", "-")


@register.filter
def plain_time(value: datetime | None) -> str:
    """Return a time in full without markup, for mail: Tuesday 14 May 2024, 14:05 CEST."""
    if value is None:
        return ""
    return in_full(value)


def relative(value: datetime) -> str:
    away = value - clock.now()
    if abs(away) < MINUTE:
        return gettext("now")
    if away > timedelta(0):
        return gettext("in %(span)s") % {"span": span(away)}
    return gettext("%(span)s ago") % {"span": span(-away)}


register.filter(place_words.__name__, place_words)


@register.filter
def page_words(page: object) -> str:
    """Name the page of a list for the title of a window, from the second page on; nothing for what is no list."""
    if not isinstance(page, Page) or page.number == 1:
        return ""
    return gettext(", page %(n)d") % {"n": page.number}


@register.filter
def claim_words(kind: ClaimKind) -> str:
    """Return the name of a claim."""
    return text.claim_name(kind)
