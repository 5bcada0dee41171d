"""Clauses by the words of readers: only what a reader sees is looked through, and each find says why it is one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache

from django.utils.translation import get_language, override

from slowmate.rulebook import Clause, Row, catalogue
from slowmate.rulebook.sections import section_of
from slowmate.rulebook.synonyms import Synonym, synonyms
from slowmate.server.rulebook.text import topic_words
from slowmate.server.site.folding import folded

MOST = 100
"""How many finds one page shows."""
_EMPTY = re.compile(
    r"a|an|and|are|as|at|by|do|does|for|how|i|if|in|is|it|may|my|of|on|or|the|to|what|when|who|with"
    r"|co|jak|je|kdy|kdo|na|o|od|po|pro|se|ve|v|z|za"
)
"""Words that say nothing by themselves: left out, unless there is nothing else."""
_ENGLISH = "en"


class Where(StrEnum):
    """Where a word was found."""

    RULE = "rule"
    ADDRESS = "address"
    TOPIC = "topic"
    SECTION = "section"
    CALLED = "called"


@dataclass(frozen=True, slots=True)
class Term:
    """What was looked for as one: a word, or several that belong together."""

    said: str
    called: str = ""
    means: tuple[str, ...] = ()

    @property
    def itself(self) -> re.Pattern[str]:
        """A word for which the books have another one is not the beginning of a third: who says pat means no path."""
        return _pattern(self.said, is_whole=bool(self.called))

    @property
    def texts(self) -> list[re.Pattern[str]]:
        return [self.itself, *(_pattern(folded(means)) for means in self.means if ":" not in means)]

    @property
    def to_mark(self) -> list[re.Pattern[str]]:
        return [*self.texts, *([_pattern(folded(self.called))] if self.called else ())]

    def named(self, kind: str) -> list[str]:
        return [means.partition(":")[2] for means in self.means if means.startswith(f"{kind}:")]


@dataclass(frozen=True, slots=True)
class Hit:
    row: Row
    why: dict[Where, str]
    """Where it was found, with the words that stand there; nothing for rule and address, which the page shows."""
    marked: tuple[str, ...] = ()
    """Patterns of the words of the rule that were looked for."""

    @property
    def is_explained(self) -> bool:
        """Whether more is to be said of it than what is marked in the rule."""
        return any(self.why.values())

    @property
    def rank(self) -> int:
        """The rule itself and its topic say it; one of the rule, its address or its place does; the section does."""
        if Where.RULE in self.why:
            return 0 if Where.TOPIC in self.why or Where.CALLED in self.why else 1
        return 1 if self.why.keys() & {Where.ADDRESS, Where.CALLED} else 2 if Where.TOPIC in self.why else 3


@dataclass(frozen=True, slots=True)
class Answer:
    hits: list[Hit] = field(default_factory=list)
    """In the order of the books."""
    called: list[str] = field(default_factory=list)
    """The books' names of what was looked for under another one."""
    helps: list[str] = field(default_factory=list)
    """What no clause says, but we explain."""

    def best_first(self) -> list[Hit]:
        return sorted(self.hits, key=lambda hit: hit.rank)


def look_for(words: str) -> Answer:
    """The clauses that hold every word, or what the books call it.

    Words that the language of the page does not know may be of any other: few who want Urlaub change the page first.
    """
    language = (get_language() or _ENGLISH).partition("-")[0]
    said = _words(words)
    answer = _answer(list(_terms(said, _table(language))), language)
    if answer.hits or answer.helps:
        return answer
    others = list(_terms(said, _table()))
    return _answer(others, language) if others and all(term.means for term in others) else answer


def _answer(terms: list[Term], language: str) -> Answer:
    if not terms:
        return Answer()
    hits = [hit for row in catalogue().values() if (hit := _hit(row, _text(row, language), terms))]
    called = dict.fromkeys(term.called for term in terms if term.called and folded(term.called) != term.said)
    helps = dict.fromkeys(name for term in terms for name in term.named("help"))
    return Answer(hits, list(called), list(helps))


def _words(text: str) -> list[str]:
    words = [word.strip("\"'“”„‚‘’«»?!,;").rstrip(".:") for word in folded(text).split()]
    return _telling([word for word in words if re.search(r"\w", word)])


def _telling(words: Sequence[str]) -> list[str]:
    return [word for word in words if not _EMPTY.fullmatch(word)] or list(words)


def _terms(words: list[str], table: dict[tuple[str, ...], Synonym]) -> Iterator[Term]:
    """Words one by one, but what the table of synonyms knows, and a number with what it counts, as one."""
    while words:
        known = [each for each in table if _begins(words, each)]
        if known:
            closest = max(known, key=lambda each: (len(each), len(" ".join(each))))  # Remisangebot is more than remis*
            length = len(closest)
            term = Term(" ".join(words[:length]), table[closest].called, table[closest].means)
        else:
            length = 2 if _is_count(words[0]) and len(words) > 1 and words[1].isalpha() else 1
            term = Term(" ".join(words[:length]))
        yield term
        words = words[length:]


def _is_count(word: str) -> bool:
    return word.isdecimal() and len(word) < len("2017")


@cache
def _table(language: str = "") -> dict[tuple[str, ...], Synonym]:
    """The words of each synonym that a reader of a language may use, or of any; English is read by everybody."""
    own = {tuple(_telling(each.words)): each for each in synonyms() if language in ("", each.language)}
    return own | {tuple(_telling(each.words)): each for each in synonyms() if each.language == _ENGLISH}


def _begins(words: list[str], known: tuple[str, ...]) -> bool:
    if len(words) < len(known):
        return False
    return all(
        word.startswith(each[:-1]) if each.endswith("*") else word == each
        for word, each in zip(words, known, strict=False)
    )


@dataclass(frozen=True, slots=True)
class _Text:
    """What a reader sees of a clause, folded."""

    rule: str
    topic: str
    section: str


@cache
def _text(row: Row, language: str) -> _Text:
    with override(language):
        topic = f"{folded(topic_words(row.topic))} / {row.topic.replace('-', ' ')}"
    return _Text(folded(row.rule), topic, folded(section_of(row).title))


def _hit(row: Row, text: _Text, terms: list[Term]) -> Hit | None:
    why, marked = dict[Where, str](), list[str]()
    for term in terms:
        found = dict(_places(row, text, term))
        if not found:
            return None
        why |= found
        marked += [pattern.pattern for pattern in term.to_mark if pattern.search(text.rule)]
    return Hit(row, why, tuple(marked))


def _places(row: Row, text: _Text, term: Term) -> Iterator[tuple[Where, str]]:
    """Where a clause holds a term."""
    said = term.itself
    if any(pattern.search(text.rule) for pattern in term.texts):
        yield Where.RULE, ""
    if _is_address(row, term.said):
        yield Where.ADDRESS, ""
    if row.topic in term.named("topic") or said.search(text.topic):
        yield Where.TOPIC, topic_words(row.topic)
    if said.search(text.section):
        yield Where.SECTION, section_of(row).title
    if any(_stands_below(row, Clause.parse(address)) for address in term.named("clause")):
        yield Where.CALLED, term.called or term.said


@lru_cache(maxsize=1000)
def _pattern(words: str, *, is_whole: bool = False) -> re.Pattern[str]:
    """Words as they begin; the last may have any ending, unless it is a number or *is_whole*."""
    end = r"(?![\d.]*\d)" if words[-1].isdecimal() else r"(?!\w)" if is_whole else ""
    return re.compile(r"(?<![\w.])" + r"\s+".join(map(re.escape, words.split())) + end)


def _is_address(row: Row, said: str) -> bool:
    address = folded(row.clause)
    end = said[-1].isdecimal() and address[len(said) : len(said) + 1].isdecimal()
    return (address.startswith(said) and not end) or row.edition.casefold().startswith(said)


def _stands_below(row: Row, cited: Clause) -> bool:
    rest = row.clause.removeprefix(cited.address)
    return row.edition == cited.edition and row.clause.startswith(cited.address) and not rest[:1].isalnum()


def pieces(rule: str, marked: tuple[str, ...]) -> list[tuple[str, bool]]:
    """A rule in pieces, with whether each was looked for."""
    if not marked:
        return [(rule, False)]
    longest_first = sorted(marked, key=len, reverse=True)
    wanted = re.compile("|".join(f"(?:{pattern}\\w*)" for pattern in longest_first), re.IGNORECASE)
    found, after = list[tuple[str, bool]](), 0
    for match in wanted.finditer(rule):
        found += [(rule[after : match.start()], False), (match.group(), True)]
        after = match.end()
    return [(part, is_marked) for part, is_marked in [*found, (rule[after:], False)] if part]
