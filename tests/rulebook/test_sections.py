"""Every clause stands in a section with a title of ours."""

import pytest

from slowmate.rulebook import EDITIONS, Clause, Row, catalogue
from slowmate.rulebook.sections import section_of, sections


def row(edition: str, address: str) -> Row:
    return catalogue()[Clause(edition, address)]


def test_every_clause_has_a_section_and_every_section_a_clause() -> None:
    assert {section_of(each) for each in catalogue().values()} == set(sections())
    assert {section.edition for section in sections()} == set(EDITIONS)
    assert all(section.title for section in sections())


@pytest.mark.parametrize(
    ("edition", "address", "number"),
    [
        ("ICCF-TR-2017", "1.0.10/1", "1.0"),
        ("ICCF-TR-2017", "1.1.1(a)", "1.1"),
        ("ICCF-TR-2017", "10.0.1", "10"),
        ("ICCF-TR-2017", "11.1", "11"),
        ("ICCF-TR-2017", "App1.11", "App1"),
        ("FIDE-TITLES-2017", "1.11/1", "1.1"),
        ("FIDE-TITLES-2017", "1.10a", "1.10"),
        ("FIDE-RATING-2017", "1.1/1", "1"),
        ("ICCF-LAWS-2019", "Glossary: repetition", "Glossary"),
    ],
)
def test_a_clause_stands_in_the_narrowest_section_of_the_table(edition: str, address: str, number: str) -> None:
    found = [each for each in catalogue().values() if each.edition == edition and each.clause.startswith(address)]
    assert found
    assert {section_of(each).number for each in found} == {number}


def test_no_two_sections_of_a_book_begin_at_the_same_place_of_a_page() -> None:
    places = [(section.edition, section.anchor) for section in sections()]
    assert len(places) == len(set(places))
