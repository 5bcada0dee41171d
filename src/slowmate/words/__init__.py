"""Grounds in words. The core decides and keeps clause and facts; the sentence is made here, in the reader's language.

A phrase is found by the clause's address without the edition's year, so that editions that say the same share the
sentence, and by the facts: see `phrases`. A clause without a phrase is rendered as its rule in our words and its facts.
"""

from collections.abc import Callable, Mapping

from slowmate.rulebook import Fact, Ground, find
from slowmate.words import (
    board,
    entry,
    fide_ratings,
    fide_reports,
    fide_titles,
    organising,
    play,
    ratings,
    routes,
    running,
    standings,
    titles,
)
from slowmate.words.chances import say_odds
from slowmate.words.goals import say_goal, say_goals
from slowmate.words.phrases import Phrase, by_address, filled
from slowmate.words.showing import score, show, span, tell

__all__ = [
    "AROUND",
    "OF_ANY_CLAUSE",
    "PHRASES",
    "phrase_for",
    "say",
    "say_goal",
    "say_goals",
    "say_odds",
    "score",
    "show",
    "span",
]

Translate = Callable[[str], str]
Tell = Callable[[str, Fact], str]
"""A fact, by its name and value, as the reader writes it."""

PHRASES: dict[str, str] = {
    **board.PHRASES,
    **entry.PHRASES,
    **fide_ratings.PHRASES,
    **fide_reports.PHRASES,
    **fide_titles.PHRASES,
    **organising.PHRASES,
    **play.PHRASES,
    **ratings.PHRASES,
    **routes.PHRASES,
    **running.PHRASES,
    **standings.PHRASES,
    **titles.PHRASES,
}
AROUND = {
    "holds": "%(sentence)s [holds:Fulfilled|Not fulfilled].",
    "board": "Board %(board)s: %(sentence)s",
}
"""The text around any sentence for a fact that can be added to every ground: whether a requirement holds, and on
which board of a team event it was looked at."""

OF_ANY_CLAUSE = play.OF_ANY_CLAUSE
"""Phrases whose outcome may rest on any clause."""

_BY_ADDRESS = by_address(PHRASES)
_OF_ANY_CLAUSE = by_address({f"any clause{key}": phrase for key, phrase in OF_ANY_CLAUSE.items()})["any clause"]


def phrase_for(ground: Ground) -> Phrase | None:
    """Return the phrase that fits a ground best: the one with the most facts, all of them given."""
    family = ground.clause.edition.rpartition("-")[0]
    phrases = _BY_ADDRESS.get(f"{family} {ground.clause.address}", ())
    return next((phrase for phrase in (*_OF_ANY_CLAUSE, *phrases) if phrase.fits(ground.facts)), None)


def say(
    ground: Ground, *, names: Mapping[str, str] | None = None, translate: Translate = str, tell_fact: Tell | None = None
) -> str:
    """Render a ground as one sentence.

    *names* gives the name to show for an id; *tell_fact* renders facts instead of `tell`.
    """
    called = {**play.COLOURS, **(names or {})}
    values = {key: tell_fact(key, fact) if tell_fact else tell(key, fact, called) for key, fact in ground.facts.items()}
    phrase = phrase_for(ground)
    if phrase is None:
        row = find(ground.clause)
        facts = "; ".join(f"{key.replace('_', ' ')}: {value}" for key, value in values.items())
        return f"{row.rule if row else ground.clause} ({facts})" if facts else row.rule if row else str(ground.clause)
    sentence = filled(translate(phrase.message), ground.facts, values)
    for fact, around in AROUND.items():
        if fact in ground.facts and fact not in phrase.facts:
            sentence = filled(translate(around), ground.facts, {**values, "sentence": sentence})
    return sentence
