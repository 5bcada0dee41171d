"""Norms and titles in words."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from slowmate.server.events.text import title_words
from slowmate.titles.iccf.awards import MissingForTitle
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from slowmate.words import score


def short_title(title: str, number: int = 0) -> str:
    """Return a title as in lists: its letters, or the name of a champion's title."""
    return title_words(title, number) if number or len(title) > LETTERS else title


LETTERS = 4
"""The longest abbreviation of a title; longer ones are words."""


def body_words(body: str) -> str:
    """Name the body that confirms a norm or a title."""
    return {
        ConfirmingBody.SERVER: gettext("the server, by the rules"),
        ConfirmingBody.COMMISSIONER: gettext("the Qualifications Commissioner"),
        ConfirmingBody.COMMISSIONER_FOR_BOARD: gettext(
            "the Qualifications Commissioner, on recommendation of the Executive Board"
        ),
        ConfirmingBody.CONGRESS: gettext("Congress"),
    }[ConfirmingBody(body)]


def route_words(route: str) -> str:
    return {
        TitleRoute.NORMS: gettext("from norms"),
        TitleRoute.DIRECT: gettext("by place"),
        TitleRoute.APPLICATION: gettext("on application"),
    }[TitleRoute(route)]


def points(value: Decimal | None) -> str:
    """Format a score: 8½."""
    return "" if value is None else score(Fraction(value))


def games_words(number: int) -> str:
    return ngettext("%(n)d game", "%(n)d games", number) % {"n": number}


def case_words(case: str, title: str) -> str:
    """Say on one line what is applied for."""
    words = {
        "iccf-arbiter": gettext("the title of International Arbiter"),
        "iccf-application": gettext("the title %(title)s, on application"),
        "iccf-revocation": gettext("the title %(title)s is to be revoked"),
        "fide-norms": gettext("FIDE's title %(title)s, by norms"),
        "fide-rating": gettext("FIDE's title %(title)s, by rating"),
        "fide-direct": gettext("a title of FIDE, by a place in a championship"),
    }
    return words[case] % {"title": title}


def missing_words(lacks: MissingForTitle) -> list[str]:
    """Return what a title still takes, one phrase for each condition."""
    parts = []
    if lacks.norms:
        words = ngettext("%(n)d more norm", "%(n)d more norms", lacks.norms) % {"n": lacks.norms}
        if lacks.games:
            missing = ngettext("(%(n)d game is missing)", "(%(n)d games are missing)", lacks.games)
            words = f"{words} {missing % {'n': lacks.games}}"
        parts.append(words)
    elif lacks.games:
        words = ngettext(
            "one more norm of any length, or %(n)d overscored game",
            "one more norm of any length, or %(n)d overscored games",
            lacks.games,
        )
        parts.append(words % {"n": lacks.games})
    if lacks.gm_games:
        words = ngettext(
            "%(n)d more game against Grandmasters in norms",
            "%(n)d more games against Grandmasters in norms",
            lacks.gm_games,
        )
        parts.append(words % {"n": lacks.gm_games})
    if lacks.rated_games:
        words = ngettext(
            "%(n)d more rated game for a fixed rating", "%(n)d more rated games for a fixed rating", lacks.rated_games
        )
        parts.append(words % {"n": lacks.rated_games})
    return parts
