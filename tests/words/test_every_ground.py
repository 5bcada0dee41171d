"""Every ground that the code can make has a sentence that names its facts, and nothing in it reads like a program."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from slowmate.events.procedures import PROCEDURES
from slowmate.rulebook import Clause, Fact, Ground
from slowmate.words import AROUND, PHRASES, phrase_for, say
from slowmate.words.values import ALSO, NOTHING, VALUES, vocabulary

from .code.evaluating import Evaluator
from .code.sites import Site, grounds_of
from .code.values import Known, is_fact, samples
from .not_said import DECLARED, EVERYWHERE, HERE

pytestmark = pytest.mark.xdist_group("every ground")  # the code is read once
FORWARDED = {
    "Ground(cited, facts)": "cites the clause that the director chose",
    "Ground(requirement.ground.clause, {'board': board.board, **requirement.ground.facts})": "adds the board",
    "Ground(right.clause, _facts_of(right, target, on))": "a stored right has the clause of the route it came by",
}
"""Grounds made of grounds that were made elsewhere; what they add is said around any sentence."""
RAW = re.compile(
    r"\b(unknown|None|True|False|nan)\b|(Clause|Fraction|Decimal|Ground)\(|datetime|[<>{}]|%[(s]|\[\w+:|\w_\w"
    r"|  |\(\)|: ?[.;,]| [.,;]"
)
"""What tells of a value that nobody put in words."""
NOUNS = "game|point|day|move|player|norm|opponent|month|year|round|federation|team|board|member|title|hour|minute|group"
MANY_OF_ONE = re.compile(
    rf"(?<![\d.:/-])\b1 ((half-)?({NOUNS})s\b(?! to )|({NOUNS}) (are|have|count|hold|stand|make|give|do|remain)\b)"
)


@cache
def sites() -> tuple[Site, ...]:
    return tuple(grounds_of(Evaluator()))


def address(cited: Clause) -> str:
    return f"{cited.edition.rpartition('-')[0]} {cited.address}"


def tried(entries: dict[str, list[Any]]) -> Iterator[dict[str, Fact]]:
    """Facts to try a sentence with: every value of each, beside the first of the others; every outcome with all."""
    values = {key: _distinct(one for value in several for one in samples(value)) for key, several in entries.items()}
    for outcome in values.get("outcome", [None]):
        first = {key: several[0] for key, several in values.items()}
        if outcome is not None:
            first["outcome"] = outcome
        yield first
        for key, several in values.items():
            if key != "outcome":
                yield from (first | {key: one} for one in several[1:])


def _distinct(found: Iterator[Any]) -> list[Any]:
    return list({repr(one): one for one in found if is_fact(one)}.values()) or ["a value whose type is not known"]


@cache
def grounds() -> tuple[tuple[Site, Ground], ...]:
    """A ground of each sort that each place makes."""
    found: dict[tuple[str, str], tuple[Site, Ground]] = {}
    for site in sites():
        for cited, entries in site.grounds:
            for facts in tried(entries):
                found.setdefault((address(cited), repr(sorted(facts.items()))), (site, Ground(cited, facts)))
    return tuple(found.values())


def test_the_clause_and_the_facts_of_every_ground_are_found_in_the_code() -> None:
    lost = [str(site) for site in sites() if (not site.grounds or site.unknown) and site.code not in FORWARDED]
    assert lost == []
    assert len(sites()) > 600
    assert FORWARDED.keys() <= {site.code for site in sites()}


def test_every_ground_has_a_sentence_that_names_its_facts() -> None:
    wrong = []
    for site, ground in grounds():
        phrase = phrase_for(ground)
        if phrase is None:
            wrong.append(f"no sentence: {address(ground.clause)} {dict(ground.facts)} ({site})")
            continue
        left_out = ground.facts.keys() - phrase.facts - EVERYWHERE.keys() - HERE.get(address(ground.clause), set())
        if left_out - AROUND.keys():
            wrong.append(f"not said: {sorted(left_out)} of {address(ground.clause)}: {phrase.message} ({site})")
    todo = "add a sentence in slowmate/words; a fact that it leaves out gets a reason in tests/words/not_said.py"
    assert sorted(set(wrong)) == [], todo


def test_what_is_left_out_is_a_fact_of_that_clause() -> None:
    """A reason for leaving out what nobody gives any more is a reason for nothing."""
    given: dict[str, set[str]] = {}
    for _, ground in grounds():
        given.setdefault(address(ground.clause), set()).update(ground.facts)
    for facts, addresses, reason in DECLARED:
        assert reason
        assert all(set(facts) & given.get(where, set()) for where in addresses), (facts, addresses)
        assert all(any(fact in given[where] for where in addresses) for fact in facts), (facts, addresses)
    assert EVERYWHERE.keys() <= set().union(*given.values())


def test_every_sentence_is_said_of_some_ground() -> None:
    said = {phrase.message for _, ground in grounds() if (phrase := phrase_for(ground))}
    assert sorted(set(PHRASES.values()) - said) == []


def test_vocabularies_are_those_of_facts_that_are_given() -> None:
    given = {fact for _, ground in grounds() for fact in ground.facts}
    assert ALSO.keys() | NOTHING.keys() <= given
    assert {name for names in ALSO.values() for name in names} | (VALUES.keys() & given) == VALUES.keys()


def test_words_that_the_code_chooses_are_in_their_vocabulary() -> None:
    chosen = {
        (key, value.it)
        for site in sites()
        for _, entries in site.grounds
        for key, values in entries.items()
        for value in values
        if isinstance(value, Known) and isinstance(value.it, str) and (key in ALSO or key in VALUES)
        if len(value.it) > 3 and not value.it.startswith("ICCF-")  # titles, categories and clauses are no words
    }
    assert len(chosen) > 50
    steps = [step for procedure in PROCEDURES.values() for step in procedure]
    chosen |= {("state", state) for state, _ in steps} | {("action", action) for _, action in steps}
    found = [step for procedure in PROCEDURES.values() for step in procedure.values()]
    chosen |= {("to", step.to) for step in found} | {("guard", step.guard) for step in found if step.guard}
    chosen |= {("parties", party) for step in found for party in step.parties}
    missing = {(key, word) for key, word in chosen if vocabulary(key, word) is None}
    assert missing == set(), "add each word to its vocabulary in VALUES (words/values.py)"


def test_no_sentence_reads_like_a_program() -> None:
    wrong = {}
    for site, ground in grounds():
        said = say(ground)
        if RAW.search(said) or MANY_OF_ONE.search(said):
            wrong[f"{address(ground.clause)}: {said}"] = str(site)
    assert wrong == {}
