"""Words for what entries, rights and nominations are, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_lazy, pgettext

from slowmate.events.entry.decision import Answer
from slowmate.events.entry.right import RightState, UseOf
from slowmate.words.values import vocabulary

RIGHT_STATES = {
    RightState.OPEN: gettext_lazy("open"),
    RightState.USED: gettext_lazy("used"),
    RightState.DEFERRED: gettext_lazy("put off"),
    RightState.LOST: gettext_lazy("lost"),
    RightState.EXPIRED: gettext_lazy("expired"),
    RightState.REFERRED: gettext_lazy("an office decides"),
}
DECIDED = {
    "enter": gettext_lazy("entered"),
    "accept": gettext_lazy("accepted"),
    "wait for what is missing": gettext_lazy("waits for what is missing"),
    "admit": gettext_lazy("admitted"),
    "refuse": gettext_lazy("refused"),
    "lapse": gettext_lazy("refused: what was missing did not come in time"),
    "seat": gettext_lazy("seated"),
    "put on the waiting list": gettext_lazy("put on the waiting list"),
    "wait for a place": gettext_lazy("on the waiting list: all places are taken"),
    "move up": gettext_lazy("moved up from the waiting list"),
    "withdraw": gettext_lazy("withdrawn"),
    "payment": gettext_lazy("payment noted"),
    "bond": gettext_lazy("bond noted"),
    "delegate": gettext_lazy("confirmed by the delegate"),
    "identity": gettext_lazy("identity verified"),
    "office": gettext_lazy("let in without a bond"),
}
"""What was decided about an entry."""


def _word(key: str, fact: str) -> str:
    found = vocabulary(key, fact)
    return pgettext(*found) if found else fact


def kind_words(slug: str) -> str:
    """What kind of event it is."""
    return _word("kind", slug)


def office_words(office: str) -> str:
    return _word("office", office)


def pending_words(what: str) -> str:
    """What an entry waits for."""
    return _word("pending", what)


def decided_words(what: str) -> str:
    return str(DECIDED.get(what, what))


def right_state(state: str) -> str:
    return str(RIGHT_STATES[RightState(state)])


def answer_words(answer: str) -> str:
    """The answer to whether somebody may enter, on its own."""
    return {
        Answer.MAY: gettext("You may enter."),
        Answer.MAY_NOT: gettext("You may not enter."),
        Answer.ANNOUNCEMENT: gettext("Whoever runs the event decides whether you may enter."),
    }[Answer(answer)]


def use_words(use: Mapping[str, Any]) -> str:
    """What an entry uses up when its player is seated, as it is stored: a use, and of a right the event it is from."""
    words = {
        UseOf.RIGHT: gettext("your right from %(event)s"),
        UseOf.YEARLY: gettext("your right of this year by title, rating or championship for this kind of event"),
        UseOf.NOMINATION: gettext("the nomination by your federation"),
        UseOf.GRANT: gettext("what the Executive Board gave you (%(reference)s)"),
        UseOf.CHAMPION: gettext("the right of a former World Champion to one later Final"),
    }[UseOf(use["of"])]
    return words % {"event": use.get("event") or use.get("reference"), "reference": use.get("reference")}
