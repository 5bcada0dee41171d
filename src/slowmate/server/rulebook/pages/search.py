"""The search of clauses by readers' words: only visible text is searched, and each hit says where it matches."""

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

MAX_HITS_SHOWN = 100
_STOP_WORDS = re.compile(
    r"a|an|and|are|as|at|by|do|does|for|how|i|if|in|is|it|may|my|of|on|or|the|to|what|when|who|with"
    r"|co|jak|je|kdy|kdo|na|o|od|po|pro|se|ve|v|z|za"
)
"""Stop words: left out, unless there is nothing else."""
_ENGLISH = "en"


class MatchPlace(StrEnum):
    """The place in which a word matches."""

    RULE = "rule"
    ADDRESS = "address"
    TOPIC = "topic"
    SECTION = "section"
    CALLED = "called"


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """A word to search for, or several that belong together."""

    text: str
    called: str = ""
    means: tuple[str, ...] = ()

    @property
    def itself(self) -> re.Pattern[str]:
        """The pattern of the word. If the books call it otherwise it must match whole: “pat” is not “path”."""
        return _pattern(self.text, is_whole=bool(self.called))

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
    why: dict[MatchPlace, str]
    """The places with the matching words; empty for rule and address, which the page shows anyway."""
    marked: tuple[str, ...] = ()
    """Patterns of the matching words of the rule."""

    @property
    def is_explained(self) -> bool:
        """Whether something matches beside the words marked in the rule."""
        return any(self.why.values())

    @property
    def rank(self) -> int:
        """The rank, best 0: rule and topic match; rule or address; the topic; the section."""
        if MatchPlace.RULE in self.why:
            return 0 if MatchPlace.TOPIC in self.why or MatchPlace.CALLED in self.why else 1
        return (
            1 if self.why.keys() & {MatchPlace.ADDRESS, MatchPlace.CALLED} else 2 if MatchPlace.TOPIC in self.why else 3
        )


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The clauses that match, and what else helps the reader."""

    hits: list[Hit] = field(default_factory=list)
    """In the order of the books."""
    called: list[str] = field(default_factory=list)
    """What the books call the words searched for."""
    helps: list[str] = field(default_factory=list)
    """Explanations of what no clause says."""

    def best_first(self) -> list[Hit]:
        return sorted(self.hits, key=lambda hit: hit.rank)


def search(words: str) -> SearchResult:
    """Return the clauses with every word, or with what the books call it.

    Words unknown in the language of the page are tried in all others: few who type “Urlaub” change the language first.
    """
    language = (get_language() or _ENGLISH).partition("-")[0]
    typed = _words(words)
    result = _result(list(_terms(typed, _table(language))), language)
    if result.hits or result.helps:
        return result
    others = list(_terms(typed, _table()))
    return _result(others, language) if others and all(term.means for term in others) else result


def _result(terms: list[SearchTerm], language: str) -> SearchResult:
    if not terms:
        return SearchResult()
    hits = [hit for row in catalogue().values() if (hit := _hit(row, _text(row, language), terms))]
    called = dict.fromkeys(term.called for term in terms if term.called and folded(term.called) != term.text)
    helps = dict.fromkeys(name for term in terms for name in term.named("help"))
    return SearchResult(hits, list(called), list(helps))


def _words(text: str) -> list[str]:
    words = [word.strip("\"'“”„‚‘’«»?!,;").rstrip(".:") for word in folded(text).split()]
    return _without_stop_words([word for word in words if re.search(r"\w", word)])


def _without_stop_words(words: Sequence[str]) -> list[str]:
    return [word for word in words if not _STOP_WORDS.fullmatch(word)] or list(words)


def _terms(words: list[str], table: dict[tuple[str, ...], Synonym]) -> Iterator[SearchTerm]:
    """Yield the terms: words one by one, but synonyms, and a number with what it counts, as one."""
    while words:
        matches = [each for each in table if _begins(words, each)]
        if matches:
            closest = max(
                matches, key=lambda each: (len(each), len(" ".join(each)))
            )  # Remisangebot is more than remis*
            length = len(closest)
            term = SearchTerm(" ".join(words[:length]), table[closest].called, table[closest].means)
        else:
            length = 2 if _is_count(words[0]) and len(words) > 1 and words[1].isalpha() else 1
            term = SearchTerm(" ".join(words[:length]))
        yield term
        words = words[length:]


def _is_count(word: str) -> bool:
    return word.isdecimal() and len(word) < len("2017")


@cache
def _table(language: str = "") -> dict[tuple[str, ...], Synonym]:
    """Return the synonyms of a language, or of all, by their words; English is always among them."""
    own = {tuple(_without_stop_words(each.words)): each for each in synonyms() if language in ("", each.language)}
    return own | {tuple(_without_stop_words(each.words)): each for each in synonyms() if each.language == _ENGLISH}


def _begins(words: list[str], synonym: tuple[str, ...]) -> bool:
    if len(words) < len(synonym):
        return False
    return all(
        word.startswith(each[:-1]) if each.endswith("*") else word == each
        for word, each in zip(words, synonym, strict=False)
    )


@dataclass(frozen=True, slots=True)
class _ClauseText:
    """The visible text of a clause, folded."""

    rule: str
    topic: str
    section: str


@cache
def _text(row: Row, language: str) -> _ClauseText:
    with override(language):
        topic = f"{folded(topic_words(row.topic))} / {row.topic.replace('-', ' ')}"
    return _ClauseText(folded(row.rule), topic, folded(section_of(row).title))


def _hit(row: Row, text: _ClauseText, terms: list[SearchTerm]) -> Hit | None:
    why, marked = dict[MatchPlace, str](), list[str]()
    for term in terms:
        places = dict(_places(row, text, term))
        if not places:
            return None
        why |= places
        marked += [pattern.pattern for pattern in term.to_mark if pattern.search(text.rule)]
    return Hit(row, why, tuple(marked))


def _places(row: Row, text: _ClauseText, term: SearchTerm) -> Iterator[tuple[MatchPlace, str]]:
    """Yield the places in which a clause matches a term."""
    itself = term.itself
    if any(pattern.search(text.rule) for pattern in term.texts):
        yield MatchPlace.RULE, ""
    if _is_address(row, term.text):
        yield MatchPlace.ADDRESS, ""
    if row.topic in term.named("topic") or itself.search(text.topic):
        yield MatchPlace.TOPIC, topic_words(row.topic)
    if itself.search(text.section):
        yield MatchPlace.SECTION, section_of(row).title
    if any(_stands_below(row, Clause.parse(address)) for address in term.named("clause")):
        yield MatchPlace.CALLED, term.called or term.text


@lru_cache(maxsize=1000)
def _pattern(words: str, *, is_whole: bool = False) -> re.Pattern[str]:
    """Return the pattern of words; the last may have any ending, unless it is a number or *is_whole*."""
    end = r"(?![\d.]*\d)" if words[-1].isdecimal() else r"(?!\w)" if is_whole else ""
    return re.compile(r"(?<![\w.])" + r"\s+".join(map(re.escape, words.split())) + end)


def _is_address(row: Row, text: str) -> bool:
    address = folded(row.clause)
    end = text[-1].isdecimal() and address[len(text) : len(text) + 1].isdecimal()
    return (address.startswith(text) and not end) or row.edition.casefold().startswith(text)


def _stands_below(row: Row, cited: Clause) -> bool:
    rest = row.clause.removeprefix(cited.address)
    return row.edition == cited.edition and row.clause.startswith(cited.address) and not rest[:1].isalnum()


def pieces(rule: str, marked: tuple[str, ...]) -> list[tuple[str, bool]]:
    """Return a rule in pieces, each with whether it matches."""
    if not marked:
        return [(rule, False)]
    longest_first = sorted(marked, key=len, reverse=True)
    matching = re.compile("|".join(f"(?:{pattern}\\w*)" for pattern in longest_first), re.IGNORECASE)
    parts, after = list[tuple[str, bool]](), 0
    for match in matching.finditer(rule):
        parts += [(rule[after : match.start()], False), (match.group(), True)]
        after = match.end()
    return [(part, is_marked) for part, is_marked in [*parts, (rule[after:], False)] if part]
