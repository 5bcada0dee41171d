"""Grounds in words."""

from datetime import date
from fractions import Fraction

import pytest

from slowmate.formats.grounds import fact_json, ground_json
from slowmate.rulebook import Clause, Fact, Ground, clause, find
from slowmate.words import PHRASES, say, score, show
from slowmate.words.phrases import split


@pytest.mark.parametrize(
    ("value", "text"),
    [("0", "0"), ("1/2", "½"), ("7.5", "7½"), ("42.25", "42¼"), ("3/4", "¾"), ("8", "8"), ("1/3", "0.333333")],
)
def test_scores_are_written_with_their_signs(value: str, text: str) -> None:
    assert score(Fraction(value)) == text


def test_a_ground_becomes_a_sentence_with_names_for_ids() -> None:
    facts: dict[str, Fact] = {
        "tied": ["1", "2"],
        "place": 1,
        "by": "wins",
        "values": {"1": Fraction(2), "2": Fraction(1)},
        "decided": True,
    }
    text = say(Ground(clause("ICCF-TR-2016 7.2(a)"), facts), names={"1": "Ada", "2": "Bo"})
    assert text == "Place 1, level on points: wins are Ada 2; Bo 1."


def test_a_translation_takes_the_place_of_the_english() -> None:
    facts: dict[str, Fact] = {"tied": ["1", "2"], "place": 1}
    czech = {"Place %(place)s: %(tied)s are level in everything and share it.": "Místo %(place)s sdílí %(tied)s."}
    assert say(Ground(clause("ICCF-TR-2017 7.5"), facts), translate=lambda text: czech[text]) == "Místo 1 sdílí 1; 2."


def test_a_clause_without_a_phrase_is_told_by_its_rule_and_facts() -> None:
    ground = Ground(clause("ICCF-TR-2017 8.4/5"), {"decided_on": date(2017, 6, 1), "barred": True})
    row = find(ground.clause)
    assert row is not None
    assert say(ground) == f"{row.rule} (decided on: 1 June 2017; barred: yes)"


def test_every_phrase_belongs_to_a_clause_of_some_edition() -> None:
    for key in PHRASES:
        family, _, address = split(key)[0].partition(" ")
        editions = [f"{family}-{year}" for year in (2016, 2017, 2019, 2023)]
        assert any(find(Clause(edition, address)) for edition in editions), key


def test_ids_are_named_but_numbers_are_not() -> None:
    assert show(3, {"3": "Ada"}) == "3"
    assert show("3", {"3": "Ada"}) == "Ada"


def test_grounds_are_json_a_script_can_read() -> None:
    facts: dict[str, Fact] = {
        "points": Fraction(15, 2),
        "wins": Fraction(3),
        "on": date(2018, 3, 1),
        "tied": ["1"],
        "known": None,
    }
    expected = {"points": 7.5, "wins": 3, "on": "2018-03-01", "tied": ["1"], "known": None}
    assert ground_json(Ground(clause("ICCF-TR-2017 7.1"), facts)) == {"clause": "ICCF-TR-2017 7.1", "facts": expected}
    with pytest.raises(TypeError, match="cannot stand in a ground"):
        fact_json(object())  # type: ignore[arg-type]  # the mistake
