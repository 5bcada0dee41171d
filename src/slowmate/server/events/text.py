"""Words for what events, entries, rights and nominations are, in the reader's language."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Protocol

from django.utils.translation import gettext, gettext_lazy, ngettext

from slowmate.events.entry.decision import Answer
from slowmate.events.entry.right import RightState, Turn, UseOf
from slowmate.play.terms import Transmission
from slowmate.records import KINDS, Family
from slowmate.server.site import clock
from slowmate.server.site.text import day, transmission_words, word
from slowmate.words import score

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
    "take out": gettext_lazy("taken out"),
    "payment": gettext_lazy("payment noted"),
    "bond": gettext_lazy("bond noted"),
    "delegate": gettext_lazy("confirmed by the delegate"),
    "identity": gettext_lazy("identity verified"),
    "office": gettext_lazy("let in without a bond"),
}
"""What was decided about an entry."""


def kind_words(slug: str) -> str:
    """What kind of event it is."""
    return word("kind", slug)


def office_words(office: str) -> str:
    return word("office", office)


def pending_words(what: str) -> str:
    """What an entry waits for."""
    return word("pending", what)


def decided_words(what: str) -> str:
    return str(DECIDED.get(what, what))


HAPPENED = {
    "announce": gettext_lazy("announced"),
    "open entries": gettext_lazy("entries opened"),
    "close entries": gettext_lazy("entries closed"),
    "extend": gettext_lazy("time for entries extended"),
    "postpone": gettext_lazy("start postponed"),
    "correct the day": gettext_lazy("day corrected"),
    "admit to a vacant place": gettext_lazy("admitted to a vacant place"),
    "propose sections": gettext_lazy("sections proposed"),
    "change": gettext_lazy("changed"),
    "confirm": gettext_lazy("confirmed"),
    "name the director": gettext_lazy("director named"),
    "post": gettext_lazy("start list posted"),
    "start": gettext_lazy("started"),
    "finish": gettext_lazy("finished"),
    "settle": gettext_lazy("settled"),
    "open again": gettext_lazy("opened again"),
    "cancel": gettext_lazy("called off"),
    "call off": gettext_lazy("called off"),
    "throw away": gettext_lazy("draft thrown away"),
    "lapse": gettext_lazy("lapsed"),
    "cut": gettext_lazy("section formed from the queue"),
    "give up": gettext_lazy("section given up"),
    "set start rating": gettext_lazy("start rating set"),
    "agree to rating": gettext_lazy("agreed that it is rated"),
    "choose of equals": gettext_lazy("chosen among equals"),
    "take back": gettext_lazy("taken back"),
    "correct": gettext_lazy("result corrected: what follows is under review"),
    "conclude": gettext_lazy("results final again"),
    "decide what follows": gettext_lazy("decided what falls and what follows after the correction"),
    "confirm a norm": gettext_lazy("norm confirmed"),
    "dismiss a norm": gettext_lazy("norm not confirmed"),
    "supersede a norm": gettext_lazy("norm holds no longer"),
    "recommend a title": gettext_lazy("title recommended"),
    "confirm a title": gettext_lazy("title confirmed"),
    "dismiss a title": gettext_lazy("title not confirmed"),
    "supersede a title": gettext_lazy("title follows no longer"),
    "keep a title": gettext_lazy("title kept"),
    "revoke a title": gettext_lazy("title revoked"),
    "bring a title": gettext_lazy("title brought from an archive"),
    "place a substitute": gettext_lazy("substitute placed"),
    "ask for Replacement status": gettext_lazy("Replacement status asked for"),
    "agree to Replacement status": gettext_lazy("director agrees to Replacement status"),
    "grant Replacement status": gettext_lazy("Replacement status granted, norms computed anew"),
    "refuse Replacement status": gettext_lazy("Replacement status refused"),
    "count a later title": gettext_lazy("title confirmed in time to count for opponents"),
}
"""What was decided about an event or a section, as a journal tells it afterwards."""


def happened_words(what: str) -> str:
    return str(HAPPENED[what]) if what in HAPPENED else word("action", what)


def right_state(state: str) -> str:
    return str(RIGHT_STATES[RightState(state)])


class Lasting(Protocol):
    """What tells how long a right lasts."""

    expires: date | None
    earned: date | None
    turn: str
    cycle: int | None


def until_words(right: Lasting) -> str:
    """Until when a right can be used: a day, or which numbers of a series it is for."""
    if right.expires is not None:
        return day(right.expires)
    if right.earned is None:
        return gettext("its event still runs")
    number = right.cycle
    if number is None:
        return gettext("no last day")
    return {
        Turn.SAME: gettext("number %(n)d alone") % {"n": number},
        Turn.NEXT: gettext("number %(n)d alone") % {"n": number + 1},
        Turn.TWO_PREVIOUS: gettext("number %(n)d or %(after)d") % {"n": number + 1, "after": number + 2},
        Turn.DEFERRABLE: gettext("the first Final to come, or put off the one after it"),
    }.get(Turn(right.turn), gettext("no last day"))


def entry_words(state: str) -> str:
    """How an entry stands that is in a state of its procedure."""
    return {
        "asked": gettext("Whoever runs the event decides about it; the decision comes by mail."),
        "pending": gettext("It counts as soon as what is missing has come."),
        "accepted": gettext("It is accepted. Sections are made up once entries are closed, or as soon as one is full."),
        "waiting": gettext("It is on the waiting list. Who waits moves up in the order of entry."),
        "seated": gettext("The player has a seat."),
        "withdrawn": gettext("It is withdrawn."),
        "refused": gettext("It is refused; why stands below."),
    }[state]


def dealing_words(what: str) -> str:
    """Return the label of a button that decides on an entry."""
    return {
        "admit": gettext("Admit"),
        "refuse": gettext("Refuse, with this reason"),
        "take-out": gettext("Take out, with this reason"),
        "payment": gettext("The fee is paid"),
        "bond": gettext("The bond is paid"),
        "identity": gettext("The identity is proved"),
        "office": gettext("Let in without a bond, with this reason"),
    }[what]


def answer_words(answer: str) -> str:
    """Return the answer to whether a player may enter, as a sentence."""
    return {
        Answer.MAY: gettext("You may enter."),
        Answer.MAY_NOT: gettext("You may not enter."),
        **dict.fromkeys(
            (Answer.ANNOUNCEMENT, Answer.COMMISSIONER), gettext("Whoever runs the event decides whether you may enter.")
        ),
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


def title_words(title: str, number: int = 0) -> str:
    """A title in full; of a champion with the number of their championship."""
    words = {
        "GM": gettext("Grandmaster"),
        "SIM": gettext("Senior International Master"),
        "IM": gettext("International Master"),
        "CCM": gettext("Correspondence Chess Master"),
        "CCE": gettext("Correspondence Chess Expert"),
        "LGM": gettext("Ladies' Grandmaster"),
        "LIM": gettext("Ladies' International Master"),
        "IA": gettext("International Arbiter"),
        "World Correspondence Chess Champion": gettext("World Correspondence Chess Champion"),
        "Ladies World Correspondence Chess Champion": gettext("Ladies World Correspondence Chess Champion"),
    }.get(title, title)
    return gettext("%(title)s no. %(number)d") % {"title": words, "number": number} if number else words


# -- events ----------------------------------------------------------------------------------------------------------

TRANSMISSIONS = {one.value for one in Transmission}


def family_words(family: Family) -> str:
    """The type of tournament a kind belongs to, as section 0.1 has them."""
    return {
        Family.CHAMPIONSHIP: gettext("Championships"),
        Family.PROMOTION: gettext("Promotion tournaments"),
        Family.CUP: gettext("Cups"),
        Family.NORM: gettext("Norm tournaments"),
        Family.CHAMPIONS_LEAGUE: gettext("Champions League"),
        Family.SPECIAL: gettext("Special tournaments"),
        Family.FIDE: gettext("Over the board"),
    }[family]


def kinds_by_family() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every kind of event, for choosing one: types in the order of the rules, each with its kinds."""
    return [
        (family_words(family), [(kind.slug, kind_words(kind.slug)) for kind in KINDS.values() if kind.family is family])
        for family in Family
    ]


def mode_words(transmission: str) -> str:
    """How moves travel."""
    return transmission_words(Transmission(transmission))


def modes() -> list[tuple[str, str]]:
    return [(one.value, mode_words(one.value)) for one in Transmission]


def shared_place(place: int, sharing: int) -> str:
    """A place as it is written; several who share it have them all: 2–3."""
    return f"{place}–{place + sharing - 1}" if sharing > 1 else str(place)


def points_of_games(points: Fraction, games: int) -> str:
    """Return a score: 7½ from 12."""
    return gettext("%(points)s from %(games)d") % {"points": score(points), "games": games}


def games_running(number: int) -> str:
    return ngettext("%(n)d game is still running", "%(n)d games are still running", number) % {"n": number}


class Dated(Protocol):
    """What has a start and perhaps an end: an event, or a section."""

    @property
    def start(self) -> date: ...

    @property
    def ended(self) -> date | None: ...


def dates_of(one: Dated) -> str:
    """When something is played: from when, and once it is over until when."""
    if one.ended:
        return f"{day(one.start)} – {day(one.ended)}"
    words = gettext("since %(day)s") if one.start <= clock.now().date() else gettext("starts on %(day)s")
    return words % {"day": day(one.start)}
