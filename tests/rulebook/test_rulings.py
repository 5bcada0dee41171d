"""Clauses, grounds, rulings, dated values."""

import ast
from datetime import date
from textwrap import dedent

import pytest

from slowmate.rulebook import Clause, Dated, Ground, NoEdition, Refused, Role, Ruling, clause, find, with_role
from slowmate.rulebook.citations import _read
from slowmate.rulebook.stored_grounds import grounds_from, plain_grounds

LIMIT = Dated({"ICCF-TR-2016 App1.8/cap": 350, "ICCF-TR-2017 App1.8/cap": 560})


def test_a_clause_is_written_as_it_is_cited() -> None:
    assert str(clause("ICCF-TR-2017 8.7(a) server")) == "ICCF-TR-2017 8.7(a) server"
    assert clause("ICCF-TR-2017 7.1") is clause("ICCF-TR-2017 7.1")
    with pytest.raises(ValueError, match="an edition, a space and a clause"):
        Clause.parse("7.2(a)")


@pytest.mark.parametrize(
    ("on", "limit"),
    [(date(2016, 1, 1), 350), (date(2017, 3, 31), 350), (date(2017, 4, 1), 560), (date(2099, 1, 1), 560)],
)
def test_a_dated_value_is_that_of_the_edition_in_force(on: date, limit: int) -> None:
    cited, value = LIMIT.on(on)
    assert value == limit
    assert find(cited) is not None


def test_a_dated_value_before_its_first_edition_is_refused() -> None:
    with pytest.raises(NoEdition, match="2015-12-31: ICCF Tournament Rules 2016 is the first, from 2016-01-01"):
        LIMIT.on(date(2015, 12, 31))


def test_a_named_edition_can_be_asked_for() -> None:
    assert LIMIT.under("ICCF-TR-2016") == (clause("ICCF-TR-2016 App1.8/cap"), 350)


def test_a_dated_value_holds_under_an_earlier_edition_that_restates_its_clause() -> None:
    months = Dated({"ICCF-TR-2017 8.4/5": 12})
    assert months.on(date(2016, 1, 1)) == (clause("ICCF-TR-2016 8.4/5"), 12)
    assert months.on(date(2017, 4, 1)) == (clause("ICCF-TR-2017 8.4/5"), 12)
    with pytest.raises(NoEdition):
        months.on(date(2015, 12, 31))


def test_a_dated_value_is_not_restated_where_the_earlier_edition_has_rules_of_its_own() -> None:
    with pytest.raises(NoEdition):
        Dated({"ICCF-TR-2017 10.0.3": True}).on(date(2017, 3, 31))


def test_the_newest_of_several_editions_needs_no_date() -> None:
    assert LIMIT.newest == (clause("ICCF-TR-2017 App1.8/cap"), 560)
    assert LIMIT.clause == clause("ICCF-TR-2017 App1.8/cap")


def test_grounds_are_stored_with_their_role_and_read_without_one() -> None:
    fee = Ground(clause("ICCF-TR-2017 0.2/2"), {"fee": 20, "paid": 0}, Role.PENDING)
    bar = Ground(clause("ICCF-TR-2017 2.2/3"), {"since": date(2017, 5, 1)})
    stored = plain_grounds((fee, bar))
    assert [row.get("role") for row in stored] == ["pending", None]
    assert [ground.role for ground in grounds_from(stored)] == [Role.PENDING, None]
    old = [{key: value for key, value in row.items() if key != "role"} for row in stored]
    assert grounds_from(old) == (fee, bar)
    assert [ground.role for ground in grounds_from(old)] == [None, None]


def test_a_ruling_gives_its_parts_by_role() -> None:
    routes = Ground(clause("ICCF-TR-2017 1.1.1(i)")), Ground(clause("ICCF-TR-2017 1.1.1(j)"))
    bar = Ground(clause("ICCF-TR-2017 2.2/3"), role=Role.BAR)
    ruling = Ruling(True, (*with_role(Role.WAY, routes), bar, Ground(clause("ICCF-TR-2017 0.2/2"))))
    assert ruling.part(Role.WAY) == routes
    assert ruling.part(Role.BAR, Role.COST) == (bar,)
    assert ruling.part(Role.PENDING) == ()


def test_rulings_and_grounds_are_values() -> None:
    ground = Ground(clause("ICCF-TR-2017 7.1"), {"tied": 2})
    assert Ruling(1, (ground,)) == Ruling(1, (Ground(clause("ICCF-TR-2017 7.1"), {"tied": 2}),))
    with pytest.raises(AttributeError):
        ground.clause = clause("ICCF-TR-2017 7.2(a)")  # type: ignore[misc]  # the mistake


def test_a_refusal_carries_its_grounds_and_is_a_value_error() -> None:
    refusal = Refused(Ground(clause("ICCF-TR-2017 7.4"), {"stated": "late"}))
    assert isinstance(refusal, ValueError)
    assert str(refusal) == "ICCF-TR-2017 7.4 {'stated': 'late'}"


@pytest.mark.parametrize(
    ("cited", "row"),
    [
        ("ICCF-TR-2016 7.2(a)", "ICCF-TR-2017"),
        ("ICCF-TR-2016 0.4", "ICCF-TR-2016"),
        ("ICCF-TR-2016 App1.8/cap", "ICCF-TR-2016"),
        ("ICCF-TR-2016 App2.10", None),
        ("ICCF-TR-2017 99", None),
        ("ICCF-TR-1999 1", None),
    ],
)
def test_an_edition_restates_only_what_it_does_not_state_itself(cited: str, row: str | None) -> None:
    found = find(Clause.parse(cited))
    assert (found.edition if found else None) == row


SOURCE = dedent("""
    from slowmate.rulebook import Dated, clause
    from slowmate.events.other import TABLE
    RULE = clause("X 1")
    LIMIT: int = Dated({"X 2": 1, "Y 2": 2})
    def applies() -> None:
        use(RULE)
    class Thing:
        held = clause("X 3")
        def method(self) -> None:
            return clause("X 4"), LIMIT, TABLE
""")


def test_citations_are_found_in_functions_methods_and_constants() -> None:
    module = _read("some.module", ast.parse(SOURCE))
    assert module.applied["Thing"] == {Clause("X", "3")}
    assert module.applied["Thing.method"] == {Clause("X", "4")}
    assert module.constants["RULE"] == {Clause("X", "1")}
    assert module.constants["LIMIT"] == {Clause("X", "2"), Clause("Y", "2")}
    assert "RULE" in module.uses["applies"]
    assert module.imports["TABLE"] == "slowmate.events.other.TABLE"


def test_a_citation_that_is_not_a_literal_is_an_error() -> None:
    with pytest.raises(ValueError, match="line 1: a citation is a literal"):
        _read("some.module", ast.parse("clause(address)"))
