"""Which phrase is chosen for a ground, and how its words agree with the facts."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from slowmate.rulebook import Fact, Ground, clause
from slowmate.words import say
from slowmate.words.phrases import by_address, filled, split
from slowmate.words.showing import tell

PHRASES = {
    "BOOK 1": "At most %(most)s.",
    "BOOK 1#most=none": "No limit.",
    "BOOK 1#refused": "Refused.",
    "BOOK 1#refused,most=some": "Refused above %(most)s.",
    "BOOK 1#holds=yes": "It holds.",
    "BOOK 1#holds=no": "It does not hold.",
    "BOOK 1#kind=zonal": "A zonal.",
    "BOOK 1#late=any": "Late.",
    "BOOK 2/#": "An address that ends with the mark.",
}


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"most": 3}, "At most %(most)s."),
        ({"most": None}, "No limit."),
        ({"most": []}, "No limit."),
        ({"most": 0}, "At most %(most)s."),
        ({"outcome": "refused"}, "Refused."),
        ({"outcome": "refused", "most": 3}, "Refused above %(most)s."),
        ({"outcome": "refused", "most": " "}, "Refused."),
        ({"holds": True}, "It holds."),
        ({"holds": False}, "It does not hold."),
        ({"kind": "zonal"}, "A zonal."),
        ({"late": None}, "Late."),
        ({"kind": "open"}, None),
    ],
)
def test_the_phrase_that_asks_for_most_of_what_is_given_is_chosen(
    facts: Mapping[str, Fact], message: str | None
) -> None:
    found = (phrase.message for phrase in by_address(PHRASES)["BOOK 1"] if phrase.fits(facts))
    assert next(found, None) == message


def test_a_mark_at_the_end_belongs_to_the_address() -> None:
    assert split("BOOK 2/#") == ("BOOK 2/#", "")
    assert split("BOOK 1#refused,most=some") == ("BOOK 1", "refused,most=some")


@pytest.mark.parametrize(
    ("points", "said"),
    [(1, "1 bod"), (2, "2 body"), (4, "4 body"), (5, "5 bodů"), (0, "0 bodů"), (Fraction(5, 2), "2½ bodu")],
)
def test_a_language_may_have_more_words_for_a_number(points: int | Fraction, said: str) -> None:
    facts: dict[str, Fact] = {"points": points}
    shown = {"points": tell("points", points, {})}
    assert filled("%(points)s [points:bod|body|bodů|bodu]", facts, shown) == said
    assert filled("%(points)s [points:point|points]", facts, shown).endswith("point") is (points == 1)


def test_words_agree_with_truths_and_with_the_length_of_lists() -> None:
    message = "[held:Held|Not held] by [who:one|several]."
    assert filled(message, {"held": True, "who": ["A"]}, {}) == "Held by one."
    assert filled(message, {"held": False, "who": {"A": 1, "B": 2}}, {}) == "Not held by several."


@pytest.mark.parametrize(
    ("key", "fact", "said"),
    [
        ("most", None, "no limit"),
        ("used", [], "not yet"),
        ("reference", " ", "none"),
        ("kind", "world-cup-final", "World Cup Final"),
        ("to", "world-championship-final", "World Championship Final"),
        ("to", "NED", "NED"),
        ("kept", ["number", "Ann"], "number; Ann"),
        ("values", {"a": Fraction(1, 2)}, "Ann ½"),
    ],
)
def test_facts_are_told_in_the_words_people_use(key: str, fact: Fact, said: str) -> None:
    assert tell(key, fact, {"a": "Ann"}) == said


def test_whether_a_requirement_holds_and_its_board_are_said_around_any_sentence() -> None:
    facts: dict[str, Fact] = {"rating": 2410, "least": 2500, "fixed": False}
    cited = clause("ICCF-TR-2017 1.1.1(l)")
    assert say(Ground(cited, facts)) == "Rating 2410; at least 2500 needed."
    assert say(Ground(cited, {**facts, "holds": False})) == "Rating 2410; at least 2500 needed. Not fulfilled."
    assert say(Ground(cited, {**facts, "board": 3})) == "Board 3: Rating 2410; at least 2500 needed."
