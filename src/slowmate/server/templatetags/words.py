"""Grounds, scores, times and names as people read them."""

import json
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy

from slowmate.formats.words import score
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Transmission
from slowmate.rulebook import Clause
from slowmate.server import clause_words, clock, saying
from slowmate.server.forms.decisions import DECISIONS
from slowmate.server.queries import journal
from slowmate.server.saying import MINUTE, day, in_full, month, result, span, span_or_nothing

register = template.Library()

POSTMARK = (
    '<time class="postmark" datetime="{}" title="{}"><b aria-hidden="true">{}</b><small aria-hidden="true">{}</small>'
    '<span class="sr">{}</span></time>'
)

for told in (
    saying.sentence,
    saying.result,
    saying.termination,
    saying.label,
    saying.span,
    saying.span_or_up,
    saying.day,
    saying.control_words,
    clause_words.kind_words,
    clause_words.topic_words,
    clause_words.actor_words,
    span_or_nothing,
):
    register.filter(told.__name__, told)


@register.filter
def clause_of(address: str) -> Clause:
    """The clause a fact names."""
    return Clause.parse(address)


@register.filter
def as_json(value: object) -> str:
    """For a data attribute; the template escapes it."""
    return json.dumps(value)


@register.filter
def points(value: Fraction | Decimal) -> str:
    return score(Fraction(value))


def _time(value: datetime, title: str, text: str, *, said: bool = False) -> SafeString:
    """Put together without a template's help, because lists are long. *said*: what the hover shows is read out too."""
    title = escape(title)
    more = f'<span class="sr">, {title}</span>' if said else ""
    made = f'<time datetime="{value.isoformat()}" title="{title}">{escape(text)}{more}</time>'
    return mark_safe(made)  # noqa: S308 - escaped


@register.filter
def time_left(value: datetime) -> SafeString:
    """How long somebody still has; the instant on hover and for screen readers."""
    return _time(value, in_full(value), saying.span_or_up(value - clock.now()), said=True)


@register.filter
def postmark(value: datetime | None) -> SafeString:
    """The day of a move as a postmark shows it, the instant on hover and for screen readers; a ring without a day where
    nobody knows it."""
    if value is None:
        return mark_safe('<span class="postmark" aria-hidden="true"><b>?</b></span>')
    local, instant = timezone.localtime(value), in_full(value)
    return format_html(POSTMARK, value.isoformat(), instant, local.day, month(local.date()), instant)


@register.filter
def when(value: datetime | None) -> SafeString | str:
    """A time: how far away in the text, the full date in the reader's zone on hover and for screen readers."""
    if value is None:
        return ""
    return _time(value, in_full(value), relative(value), said=True)


@register.filter
def on_day(value: datetime | None) -> SafeString | str:
    """The day of something long past; the instant on hover."""
    if value is None:
        return ""
    return _time(value, in_full(value), day(timezone.localtime(value).date()))


@register.filter
def full(value: datetime | None) -> SafeString | str:
    """A time in full with its zone: Tuesday 14 May 2024, 14:05 CEST; the place of the zone on hover."""
    if value is None:
        return ""
    return _time(value, timezone.get_current_timezone_name(), in_full(value))


@register.filter
def plain_result(value: str) -> str:
    """A result for mail, where a hyphen of its own kind may not be shown: ½-½."""
    return result(value).replace("\N{NON-BREAKING HYPHEN}", "-")


@register.filter
def plain_time(value: datetime | None) -> str:
    """A time in full without markup, for mail: Tuesday 14 May 2024, 14:05 CEST."""
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


@register.filter
def claim_words(kind: ClaimKind) -> str:
    """What is claimed."""
    return journal.claim_name(kind)


WAITING = {
    "claim": gettext_lazy("A claim"),
    "request": gettext_lazy("A request"),
    "report": gettext_lazy("A report"),
    "silence": gettext_lazy("Silence"),
    "flag": gettext_lazy("A game that ended by itself"),
    "irregularity": gettext_lazy("An illegal move"),
    "reconstruction": gettext_lazy("A game to reconstruct"),
    "reports": gettext_lazy("Two reports that differ"),
    "adjudication": gettext_lazy("Adjudication"),
}


@register.filter
def waiting_words(kind: str) -> str:
    """What waits on a director's desk."""
    return str(WAITING[kind])


@register.filter
def decision_words(what: str) -> str:
    """A decision of a director."""
    return str(DECISIONS[what].words) if what in DECISIONS else what


TRANSMISSIONS = {
    Transmission.SERVER: gettext_lazy("on the server"),
    Transmission.POST: gettext_lazy("by post"),
    Transmission.EMAIL: gettext_lazy("by e-mail"),
    Transmission.FAX: gettext_lazy("by fax"),
}


@register.filter
def transmission_words(value: Transmission) -> str:
    """How the moves of a game travel."""
    return str(TRANSMISSIONS[value])
