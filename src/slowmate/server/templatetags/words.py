"""Grounds, scores, times and names as people read them."""

import json
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from django import template
from django.utils import formats, timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext

from slowmate.formats.words import say, score
from slowmate.formats.words.moves import reason
from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl, TripleBlock
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Transmission
from slowmate.rulebook import Clause, Fact, Ground
from slowmate.server import clock
from slowmate.server.forms.challenges import CONTROLS
from slowmate.server.forms.decisions import DECISIONS
from slowmate.server.queries import journal

register = template.Library()

_DAYS, _HOURS, _MINUTES = range(3)
_MINUTE = timedelta(minutes=1)


@register.filter
def sentence(ground: Ground) -> str:
    """A ground in words, in the reader's language and zone."""
    facts = {key: _fact(key, fact) for key, fact in ground.facts.items()}
    return say(Ground(ground.clause, facts), translate=gettext)


def _fact(key: str, fact: Fact) -> Fact:
    """A fact as the reader writes it; what needs no translation stays as it is."""
    match fact:
        case bool():
            return gettext("yes") if fact else gettext("no")
        case None:
            return gettext("unknown")
        case datetime():
            return written(fact)
        case timedelta():
            return span(fact) if fact >= _MINUTE else gettext("no time")
        case date():
            return day(fact)
        case "white" | "black":
            return gettext("White") if fact == "white" else gettext("Black")
        case str() if key == "why":
            return reason(fact, translate=gettext)
        case str() if key == "claim":
            return journal.claim_name(ClaimKind(fact))
        case str() if key == "verdict":
            return gettext(fact)
        case str() if key in ("result", "old", "new"):
            return result(fact)
        case _:
            return fact


@register.filter
def clause_of(address: str) -> Clause:
    """The clause a fact names."""
    return Clause.parse(address)


@register.filter
def result(value: str) -> str:
    """A result as people write it: ½-½."""
    return value.replace("1/2", "½").replace("-", "\N{NON-BREAKING HYPHEN}")


TERMINATIONS = {
    "checkmate": gettext_lazy("checkmate"),
    "resignation": gettext_lazy("resigned"),
    "stalemate": gettext_lazy("stalemate"),
    "dead-position": gettext_lazy("dead position"),
    "agreement": gettext_lazy("draw agreed"),
    "repetition": gettext_lazy("repetition"),
    "fifty-move": gettext_lazy("50-move rule"),
    "tablebase": gettext_lazy("endgame tables"),
    "time": gettext_lazy("on time"),
    "silence": gettext_lazy("by silence"),
    "adjudication": gettext_lazy("adjudication"),
    "default": gettext_lazy("by default"),
    "double-default": gettext_lazy("both by default"),
    "cancelled": gettext_lazy("cancelled"),
    "colours-reversed": gettext_lazy("colours reversed"),
    "reported": gettext_lazy("as reported"),
}


@register.filter
def termination(value: str) -> str:
    """How a game came to its end, in a word or two."""
    return str(TERMINATIONS.get(value, value))


@register.filter
def as_json(value: object) -> str:
    """For a data attribute; the template escapes it."""
    return json.dumps(value)


@register.filter
def points(value: Fraction | Decimal) -> str:
    return score(Fraction(value))


@register.filter
def span(value: timedelta | None) -> str:
    """A length of time in its two largest units: 12 days 4 hours."""
    if value is None:
        return ""
    days, rest = divmod(int(value.total_seconds()), 86_400) if value > timedelta(0) else (0, 0)
    hours, rest = divmod(rest, 3600)
    language = get_language() or ""
    parts = [(_DAYS, days), (_HOURS, hours), (_MINUTES, rest // 60)]
    shown = [_amount(language, unit, number) for unit, number in parts if number][:2]
    return " ".join(shown) or gettext("less than a minute")


@lru_cache(maxsize=4096)
def _amount(language: str, unit: int, number: int) -> str:  # noqa: ARG001 - the language is what it is kept by
    """So many days, hours or minutes. Kept, because lists of games are long."""
    texts = (
        ngettext("%(n)d day", "%(n)d days", number),
        ngettext("%(n)d hour", "%(n)d hours", number),
        ngettext("%(n)d minute", "%(n)d minutes", number),
    )
    return texts[unit] % {"n": number}


@lru_cache(maxsize=4096)
def _day(language: str, day: date, pattern: str) -> str:  # noqa: ARG001
    """A day as it is written in the reader's language. Kept, for the same reason."""
    return formats.date_format(day, pattern)


@register.filter
def day(value: date) -> str:
    """A day: 14 May 2024."""
    # Translators: how a day is written, as Django's format: 14 May 2024
    return _day(get_language() or "", value, gettext("j F Y"))


def written(value: datetime) -> str:
    """A time in full in the reader's zone, without the zone: Tuesday 14 May 2024, 14:05."""
    local = timezone.localtime(value)
    # Translators: how a day is written, as Django's format: Tuesday 14 May 2024
    pattern = gettext("l j F Y")
    return f"{_day(get_language() or '', local.date(), pattern)}, {local:%H:%M}"


@register.filter
def span_or_nothing(value: timedelta) -> str:
    """What a move cost, which is often nothing."""
    return span(value) if value >= _MINUTE else gettext("no time")


def _time(value: datetime, title: str, text: str) -> SafeString:
    """Put together without a template's help, because lists are long."""
    made = f'<time datetime="{value.isoformat()}" title="{escape(title)}">{escape(text)}</time>'
    return mark_safe(made)  # noqa: S308 - escaped


@register.filter
def time_left(value: datetime) -> SafeString:
    """How long somebody still has; the instant on hover."""
    left = value - clock.now()
    text = span(left) if left > timedelta(0) else gettext("time is up")
    return _time(value, _in_full(value), text)


@register.filter
def postmark(value: datetime) -> SafeString:
    """The day of a move as a postmark shows it."""
    local = timezone.localtime(value)
    return format_html(
        '<time class="postmark" datetime="{}" title="{}"><b>{}</b><small>{}</small></time>',
        value.isoformat(),
        _in_full(value),
        local.day,
        _day(get_language() or "", local.date(), "M"),
    )


def _in_full(value: datetime) -> str:
    return f"{written(value)} {timezone.localtime(value).tzname()}"


@register.filter
def when(value: datetime | None) -> SafeString | str:
    """A time: how far away in the text, the full date in the reader's zone on hover and for screen readers."""
    if value is None:
        return ""
    return _time(value, _in_full(value), relative(value))


@register.filter
def full(value: datetime | None) -> SafeString | str:
    """A time in full: Tuesday 14 May 2024 14:05."""
    if value is None:
        return ""
    local = timezone.localtime(value)
    return _time(value, local.tzname() or "", written(value))


@register.filter
def plain_time(value: datetime | None) -> str:
    """A time in full without markup, for mail: Tuesday 14 May 2024, 14:05 CEST."""
    if value is None:
        return ""
    local = timezone.localtime(value)
    return f"{formats.date_format(local, 'l j F Y, H:i')} {local.tzname()}"


def relative(value: datetime) -> str:
    away = value - clock.now()
    if abs(away) < _MINUTE:
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
    "flag": gettext_lazy("An end on time"),
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


@register.filter
def control_words(control: TimeControl) -> str:
    """A time control in words."""
    match control:
        case Classic():
            return gettext("%(moves)d moves in %(days)d days") % {"moves": control.moves, "days": control.days}
        case Fischer():
            facts = {"days": control.days, "increment": control.increment}
            return gettext("%(days)d days and %(increment)d more for each move") % facts
        case TripleBlock():
            facts = {"clock": control.clock, "bank": control.bank, "increment": control.increment}
            return gettext("Triple Block %(clock)d + %(bank)d, %(increment)d more for each move") % facts
        case FixedDays():
            return ngettext("%(n)d day a move", "%(n)d days a move", control.days) % {"n": control.days}


@register.filter
def control_name(key: str) -> str:
    """A time control that a challenge may name."""
    return str(dict(CONTROLS).get(key, key))
