"""Grounds, times and results in the reader's language and zone: the same words on pages, in mail and in the API."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from django.utils import formats, timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext, pgettext

from slowmate.board import Colour
from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl, TripleBlock, Unrecorded
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Transmission
from slowmate.rulebook import Fact, Ground
from slowmate.server.site.piece_letters import in_own_letters
from slowmate.words import say, show
from slowmate.words.moves import reason
from slowmate.words.showing import is_nothing
from slowmate.words.values import nothing, vocabulary

_DAYS, _HOURS, _MINUTES = range(3)
MINUTE = timedelta(minutes=1)

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


OF_PEOPLE = frozenset(
    {
        "tied",
        "values",
        "players",
        "player",
        "champion",
        "equal",
        "first",
        "up",
        "down",
        "undecided",
        "opponent",
        "listed",
    }
)
"""Facts that are ids of players or teams; another text may look like one."""


def sentence(ground: Ground, *, with_zone: bool = False, names: Mapping[str, str] | None = None) -> str:
    """Put a ground into words. *with_zone* names the time zone, for readers who are not on a page of ours; *names* are
    those of players and teams by their ids."""

    def tell(key: str, fact: Fact) -> str:
        of_people = names or {} if key in OF_PEOPLE else {}
        decimal_sign = formats.get_format("DECIMAL_SEPARATOR")
        return show(_fact(key, fact, with_zone=with_zone), names=of_people, decimal_sign=decimal_sign)

    text = say(_with_own_letters(ground), translate=gettext, tell_fact=tell)
    return capfirst(text) if text.startswith(gettext("no time")) else text  # a move or a name stays as it is


def _with_own_letters(ground: Ground) -> Ground:
    """Return a ground with its move in the reader's piece letters; a move that could not be played stays as written."""
    move = ground.facts.get("move")
    if "why" in ground.facts or not isinstance(move, str):
        return ground
    return replace(ground, facts={**ground.facts, "move": in_own_letters(move)})


def _fact(key: str, fact: Fact, *, with_zone: bool) -> Fact:
    """Put a fact into words of the reader's language; what needs no translation stays as it is."""
    if is_nothing(fact):
        return pgettext("nothing", nothing(key))
    match fact:
        case bool():
            return gettext("yes") if fact else gettext("no")
        case datetime():
            return in_full(fact) if with_zone else written(fact)
        case timedelta():
            return span_or_nothing(fact)
        case date():
            return day(fact)
        case str():
            return word(key, fact)
        case Mapping():
            return {word(key, name): _fact(key, value, with_zone=with_zone) for name, value in fact.items()}
        case list() | tuple():
            return [_fact(key, value, with_zone=with_zone) for value in fact]
        case _:
            return fact


def decimal(number: str) -> str:
    """Return a number with the decimal sign of the reader's language."""
    return number.replace(".", formats.get_format("DECIMAL_SEPARATOR"))


def word(key: str, fact: str) -> str:
    """Translate a fact that is a word. Only those we choose ourselves have a translation, not names, moves and
    reasons."""
    match key:
        case "why":
            return reason(fact, translate=gettext)
        case "claim" if fact in list(ClaimKind):
            return claim_name(ClaimKind(fact))
        case "verdict":
            return gettext(fact)
        case "result" | "old" | "new":
            return result(fact)
        case "termination":
            return termination(fact)
    message = vocabulary(key, fact)
    if message:
        return pgettext(*message)
    return {"white": gettext("White"), "black": gettext("Black")}.get(fact, fact)


def result(value: str) -> str:
    """Return a result as people write it: ½-½."""
    if value == "cancelled":
        return str(TERMINATIONS["cancelled"])
    return value.replace("1/2", "½").replace("-", "\N{NON-BREAKING HYPHEN}")


def termination(value: str) -> str:
    """Say how a game came to its end, in a word or two."""
    return str(TERMINATIONS.get(value, value))


def control_words(control: TimeControl) -> str:
    """Put a time control into words."""
    match control:
        case Classic():
            return gettext("%(moves)d moves in %(days)d days") % {"moves": control.moves, "days": control.days}
        case Fischer():
            facts = {"days": _days(control.days), "more": _days(control.increment)}
            return gettext("%(days)s and %(more)s more for each move") % facts
        case TripleBlock():
            facts = {"clock": _days(control.clock), "bank": _days(control.bank), "more": _days(control.increment)}
            return gettext("Triple Block: %(clock)s, bank %(bank)s, %(more)s more for each move") % facts
        case FixedDays():
            return ngettext("%(n)d day a move", "%(n)d days a move", control.days) % {"n": control.days}
        case Unrecorded():
            return gettext("time not recorded")


TRANSMISSIONS = {
    Transmission.SERVER: gettext_lazy("on the server"),
    Transmission.POST: gettext_lazy("by post"),
    Transmission.EMAIL: gettext_lazy("by e-mail"),
    Transmission.FAX: gettext_lazy("by fax"),
}


def transmission_words(value: Transmission) -> str:
    """Say how the moves of a game travel."""
    return str(TRANSMISSIONS[value])


def _days(number: int) -> str:
    return _amount(get_language() or "", _DAYS, number)


def span(value: timedelta | None) -> str:
    """Return a length of time in its two largest units: 12 days 4 hours."""
    if value is None:
        return ""
    days, rest = divmod(int(value.total_seconds()), 86_400) if value > timedelta(0) else (0, 0)
    hours, rest = divmod(rest, 3600)
    language = get_language() or ""
    parts = [(_DAYS, days), (_HOURS, hours), (_MINUTES, rest // 60)]
    amounts = [_amount(language, unit, number) for unit, number in parts if number][:2]
    return " ".join(amounts) or gettext("less than a minute")


def span_or_up(value: timedelta) -> str:
    """Return what is left on a clock, or that the time is up."""
    return span(value) if value > timedelta(0) else gettext("time is up")


def span_or_nothing(value: timedelta) -> str:
    """Return what a move cost, which is often no time."""
    return span(value) if value >= MINUTE else gettext("no time")


@lru_cache(maxsize=4096)
def _amount(language: str, unit: int, number: int) -> str:  # noqa: ARG001 - the language is what it is kept by
    """Return a number of days, hours or minutes in words; cached, because lists of games are long."""
    texts = (
        ngettext("%(n)d day", "%(n)d days", number),
        ngettext("%(n)d hour", "%(n)d hours", number),
        ngettext("%(n)d minute", "%(n)d minutes", number),
    )
    return texts[unit] % {"n": number}


@lru_cache(maxsize=4096)
def _day(language: str, day: date, pattern: str) -> str:  # noqa: ARG001
    """Return a day as it is written in the reader's language; cached, because lists of games are long."""
    return formats.date_format(day, pattern)


def day(value: date) -> str:
    """Return a day in words: 14 May 2024."""
    # Translators: how a day is written, as Django's format: 14 May 2024
    return _day(get_language() or "", value, gettext("j F Y"))


def month(value: date) -> str:
    """Return the abbreviated name of a month."""
    return _day(get_language() or "", value, "M")


def written(value: datetime) -> str:
    """Return a time in full in the reader's zone, without the zone: Tuesday 14 May 2024, 14:05."""
    return _local(timezone.localtime(value))


def in_full(value: datetime) -> str:
    """Return a time in full in the reader's zone, with the zone: Tuesday 14 May 2024, 14:05 CEST."""
    local = timezone.localtime(value)
    return f"{_local(local)} {_zone(local)}"


def _zone(local: datetime) -> str:
    """Return the zone as it is written beside a time; many have no letters of their own: UTC+03."""
    name = local.tzname() or ""
    return name if name[:1].isalpha() else f"UTC{name}"


def _local(local: datetime) -> str:
    return f"{_full_day(get_language() or '', local.date())}, {local.hour:02}:{local.minute:02}"


@lru_cache(maxsize=4096)
def _full_day(language: str, day: date) -> str:  # noqa: ARG001
    # Translators: how a day is written, as Django's format: Tuesday 14 May 2024
    return formats.date_format(day, gettext("l j F Y"))


def side(colour: Colour) -> str:
    return gettext("White") if colour is Colour.WHITE else gettext("Black")


CLAIMS = {
    ClaimKind.REPETITION: lambda: gettext("the position has occurred three times"),
    ClaimKind.FIFTY_MOVES: lambda: gettext("50 moves without capture or pawn move"),
    ClaimKind.TABLEBASE_WIN: lambda: gettext("a win by the tables"),
    ClaimKind.TABLEBASE_DRAW: lambda: gettext("a draw by the tables"),
    ClaimKind.FLAG: lambda: gettext("the opponent's flag has fallen"),
}


def claim_name(kind: ClaimKind) -> str:
    return CLAIMS[kind]()
