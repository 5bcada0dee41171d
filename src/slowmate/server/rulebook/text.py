"""The kinds, topics and actors of clauses in a few words, in the reader's language.

The rules themselves are worded in English.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from slowmate.play.clocks.counting import CUSTOMARY, FORTY_DAYS
from slowmate.rulebook import Clause

OFTEN = (
    gettext_lazy("threefold repetition"),
    gettext_lazy("leave"),
    gettext_lazy("flag"),
    gettext_lazy("50 moves"),
    gettext_lazy("engine"),
    gettext_lazy("tie-break"),
    gettext_lazy("norm"),
)
"""Frequent searches, as people type them."""
BOOKS = {
    "ICCF-LAWS-2019": gettext_lazy("How a game is played: moves, clocks, leave, claims, and how we behave."),
    "ICCF-TR-2017": gettext_lazy("How events are run: who may enter, sections, places, withdrawals, norms and titles."),
    "ICCF-RATING-2023": gettext_lazy("How ratings are computed today."),
    "FIDE-RATING-2017": gettext_lazy("How FIDE rates games over the board."),
    "FIDE-TITLES-2017": gettext_lazy("How FIDE's titles are earned over the board."),
    "FIDE-QC-2016": gettext_lazy("What FIDE decided about its titles and ratings at the congress of 2016."),
    "ICCF-TR-2016": gettext_lazy("For events that began before April 2017: what was different then."),
}
"""What each book is about, for readers, in the order in which they want them."""
KINDS = {
    "computation": pgettext_lazy("kind of a clause", "computation"),
    "decision": pgettext_lazy("kind of a clause", "decision"),
    "definition": pgettext_lazy("kind of a clause", "definition"),
    "display": pgettext_lazy("kind of a clause", "display"),
    "governance": pgettext_lazy("kind of a clause", "governance"),
    "record": pgettext_lazy("kind of a clause", "record"),
    "workflow": pgettext_lazy("kind of a clause", "procedure"),
}
TOPICS = {
    "adjudication": pgettext_lazy("topic of a clause", "adjudication"),
    "announcement": pgettext_lazy("topic of a clause", "announcement"),
    "appeals": pgettext_lazy("topic of a clause", "appeals"),
    "applicability": pgettext_lazy("topic of a clause", "when it applies"),
    "application": pgettext_lazy("topic of a clause", "applications for titles"),
    "arbiter": pgettext_lazy("topic of a clause", "arbiter"),
    "award": pgettext_lazy("topic of a clause", "awards"),
    "board": pgettext_lazy("topic of a clause", "the board"),
    "castling": pgettext_lazy("topic of a clause", "castling"),
    "category": pgettext_lazy("topic of a clause", "categories"),
    "chess960": pgettext_lazy("topic of a clause", "Chess960"),
    "clock": pgettext_lazy("topic of a clause", "clock"),
    "conduct": pgettext_lazy("topic of a clause", "conduct"),
    "cycle": pgettext_lazy("topic of a clause", "cycles of championships"),
    "dead-position": pgettext_lazy("topic of a clause", "dead position"),
    "definition": pgettext_lazy("topic of a clause", "definitions"),
    "direct-title": pgettext_lazy("topic of a clause", "direct titles"),
    "director": pgettext_lazy("topic of a clause", "director"),
    "disputes": pgettext_lazy("topic of a clause", "disputes"),
    "draw-claim": pgettext_lazy("topic of a clause", "claiming a draw"),
    "draw-offer": pgettext_lazy("topic of a clause", "offering a draw"),
    "eligibility": pgettext_lazy("topic of a clause", "who may play"),
    "en-passant": pgettext_lazy("topic of a clause", "en passant"),
    "end-of-game": pgettext_lazy("topic of a clause", "end of the game"),
    "entry": pgettext_lazy("topic of a clause", "entry"),
    "fees": pgettext_lazy("topic of a clause", "fees"),
    "flag": pgettext_lazy("topic of a clause", "flag"),
    "governance": pgettext_lazy("topic of a clause", "governance"),
    "grouping": pgettext_lazy("topic of a clause", "grouping"),
    "initial-rating": pgettext_lazy("topic of a clause", "first rating"),
    "interpretation": pgettext_lazy("topic of a clause", "interpretation"),
    "invitational": pgettext_lazy("topic of a clause", "invitational events"),
    "irregularity": pgettext_lazy("topic of a clause", "irregularities"),
    "k-factor": pgettext_lazy("topic of a clause", "factor K"),
    "leave": pgettext_lazy("topic of a clause", "leave"),
    "live-display": pgettext_lazy("topic of a clause", "live display"),
    "moves": pgettext_lazy("topic of a clause", "moves"),
    "nomination": pgettext_lazy("topic of a clause", "nominations"),
    "norm": pgettext_lazy("topic of a clause", "norms"),
    "norm-federations": pgettext_lazy("topic of a clause", "federations in a norm"),
    "norm-games": pgettext_lazy("topic of a clause", "games of a norm"),
    "norm-performance": pgettext_lazy("topic of a clause", "performance for a norm"),
    "norm-ratings": pgettext_lazy("topic of a clause", "ratings in a norm"),
    "norm-titles": pgettext_lazy("topic of a clause", "titles in a norm"),
    "norm-tournament": pgettext_lazy("topic of a clause", "tournament of a norm"),
    "notation-algebraic": pgettext_lazy("topic of a clause", "algebraic notation"),
    "notation-numeric": pgettext_lazy("topic of a clause", "numeric notation"),
    "officials": pgettext_lazy("topic of a clause", "officials"),
    "overscore": pgettext_lazy("topic of a clause", "overscore"),
    "pairing": pgettext_lazy("topic of a clause", "pairing"),
    "points": pgettext_lazy("topic of a clause", "points"),
    "prizes": pgettext_lazy("topic of a clause", "prizes"),
    "promotion": pgettext_lazy("topic of a clause", "promotion"),
    "qualification": pgettext_lazy("topic of a clause", "qualification"),
    "rating": pgettext_lazy("topic of a clause", "ratings"),
    "rating-list": pgettext_lazy("topic of a clause", "rating list"),
    "record": pgettext_lazy("topic of a clause", "records"),
    "reporting": pgettext_lazy("topic of a clause", "reporting"),
    "scope": pgettext_lazy("topic of a clause", "scope"),
    "start-rating": pgettext_lazy("topic of a clause", "start rating"),
    "substitution": pgettext_lazy("topic of a clause", "substitution"),
    "suspension": pgettext_lazy("topic of a clause", "suspension"),
    "tablebase": pgettext_lazy("topic of a clause", "endgame tables"),
    "team": pgettext_lazy("topic of a clause", "teams"),
    "tie-break": pgettext_lazy("topic of a clause", "tie-break"),
    "time-control": pgettext_lazy("topic of a clause", "time control"),
    "title": pgettext_lazy("topic of a clause", "titles"),
    "title-award": pgettext_lazy("topic of a clause", "award of titles"),
    "title-tournament": pgettext_lazy("topic of a clause", "title tournaments"),
    "titles": pgettext_lazy("topic of a clause", "titles"),
    "tournament-type": pgettext_lazy("topic of a clause", "kinds of tournaments"),
    "withdrawal": pgettext_lazy("topic of a clause", "withdrawal"),
}
ACTORS = {
    "Appeals Commission": pgettext_lazy("who acts by a clause", "Appeals Committee"),
    "Appeals Committee": pgettext_lazy("who acts by a clause", "Appeals Committee"),
    "Arbiter Committee": pgettext_lazy("who acts by a clause", "Arbiter Committee"),
    "Congress": pgettext_lazy("who acts by a clause", "Congress"),
    "Direct Entry": pgettext_lazy("who acts by a clause", "direct entry"),
    "Disciplinary": pgettext_lazy("who acts by a clause", "Disciplinary Committee"),
    "Disciplinary Committee": pgettext_lazy("who acts by a clause", "Disciplinary Committee"),
    "Executive Board": pgettext_lazy("who acts by a clause", "Executive Board"),
    "FIDE Office": pgettext_lazy("who acts by a clause", "FIDE Office"),
    "General Assembly": pgettext_lazy("who acts by a clause", "General Assembly"),
    "Member Federation": pgettext_lazy("who acts by a clause", "member federation"),
    "Presidential Board": pgettext_lazy("who acts by a clause", "Presidential Board"),
    "QC chairman": pgettext_lazy("who acts by a clause", "QC chairman"),
    "Rating Administrator": pgettext_lazy("who acts by a clause", "Rating Administrator"),
    "Ratings Commissioner": pgettext_lazy("who acts by a clause", "Ratings Commissioner"),
    "Team Captains": pgettext_lazy("who acts by a clause", "team captains"),
    "Title Tournament Commissioner": pgettext_lazy("who acts by a clause", "Title Tournament Commissioner"),
    "Tournament Office": pgettext_lazy("who acts by a clause", "Tournament Office"),
    "adjudicator": pgettext_lazy("who acts by a clause", "adjudicator"),
    "arbiter": pgettext_lazy("who acts by a clause", "arbiter"),
    "captain": pgettext_lazy("who acts by a clause", "captain"),
    "continent": pgettext_lazy("who acts by a clause", "continent"),
    "delegate": pgettext_lazy("who acts by a clause", "delegate"),
    "entry desk": pgettext_lazy("who acts by a clause", "entry desk"),
    "federation": pgettext_lazy("who acts by a clause", "federation"),
    "member federation": pgettext_lazy("who acts by a clause", "member federation"),
    "mentor": pgettext_lazy("who acts by a clause", "mentor"),
    "national delegate": pgettext_lazy("who acts by a clause", "national delegate"),
    "organiser": pgettext_lazy("who acts by a clause", "organiser"),
    "player": pgettext_lazy("who acts by a clause", "player"),
    "players": pgettext_lazy("who acts by a clause", "players"),
    "rating engine": pgettext_lazy("who acts by a clause", "rating engine"),
    "rating office": pgettext_lazy("who acts by a clause", "rating office"),
    "rating officer": pgettext_lazy("who acts by a clause", "rating officer"),
    "server": pgettext_lazy("who acts by a clause", "server"),
    "software": pgettext_lazy("who acts by a clause", "software"),
    "tournament director": pgettext_lazy("who acts by a clause", "tournament director"),
}
"""Bodies that go by their initials (ICCF, QC) keep them in every language."""


def book_words(edition: str) -> str:
    """Say what a book is about."""
    return str(BOOKS.get(edition, ""))


def kind_words(kind: str) -> str:
    """Name the kind of a clause."""
    return str(KINDS.get(kind, kind))


def topic_words(topic: str) -> str:
    """Name the topic of a clause."""
    return str(TOPICS.get(topic, topic))


def actor_words(actor: str) -> str:
    """Name the actors of a clause, separated by slashes."""
    parts = (part.strip() for part in actor.split("/"))
    return " / ".join(str(ACTORS.get(part, part)) for part in parts)


LEFT_TO_THE_EVENT = Clause("ICCF-LAWS-2019", "Glossary: regulations of an event")
"""The clause to which an explanation leads."""


@dataclass(frozen=True, slots=True)
class Help:
    """An explanation of something that people search and no clause says."""

    title: str
    words: str
    clause: Clause | None = None
    """The clause that leaves it to the event."""
    page: str = ""
    """The name of the page that says more."""


def _doubling() -> Help:
    return Help(
        gettext("Days that count twice"),
        gettext(
            "No clause says so: the time control of an event does. Under our usual ones every day after day %(days)s "
            "of one move counts twice. The page of a game says beside its clocks how its own time is counted."
        )
        % {"days": CUSTOMARY.doubled_after},
        LEFT_TO_THE_EVENT,
    )


def _silence() -> Help:
    return Help(
        gettext("%(days)s days without a move") % {"days": FORTY_DAYS.days},
        gettext(
            "No clause gives the number: the time control of an event does. "
            "Under our usual ones a player on move who lets %(days)s days go by without a word loses on the next day. "
            "We remind them before that."
        )
        % {"days": FORTY_DAYS.days},
        LEFT_TO_THE_EVENT,
    )


def _engines() -> Help:
    return Help(
        gettext("Chess engines"),
        gettext(
            "No clause of these books allows or forbids help by engines in a game by correspondence: the announcement "
            "of the event says it. In the events of the ICCF they are allowed."
        ),
        LEFT_TO_THE_EVENT,
        "about",
    )


HELPS: dict[str, Callable[[], Help]] = {"doubling": _doubling, "silence": _silence, "engines": _engines}
