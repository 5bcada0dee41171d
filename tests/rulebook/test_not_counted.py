"""Clauses that coverage leaves out: each exists, has a reason, and is still what the reason says."""

import pytest

from slowmate.events.organising.offices import Actor
from slowmate.records import KINDS
from slowmate.rulebook import Clause, catalogue
from slowmate.rulebook.citations import citations
from slowmate.rulebook.not_counted import Standing, exception_of, not_counted
from slowmate.server.events.permissions import plans_as
from slowmate.server.people.models import Office
from slowmate.server.urls import urlpatterns
from tests.support.people import person


def test_every_exception_is_a_clause_of_the_catalogue_with_a_reason() -> None:
    known = {(row.edition, row.clause) for row in catalogue().values()}
    assert set(not_counted()) <= known
    assert all(entry.reason.endswith(".") for entry in not_counted().values())


def test_a_clause_with_something_to_decide_has_no_exception() -> None:
    assert exception_of(catalogue()[Clause("ICCF-TR-2017", "7.2(a)")]) is None


def test_what_says_something_to_compute_or_record_is_never_called_undecided() -> None:
    undecided = [key for key, entry in not_counted().items() if entry.standing is Standing.NOTHING_TO_DECIDE]
    kinds = {catalogue()[Clause(*key)].kind for key in undecided}
    assert kinds == {"definition", "governance"}


@pytest.mark.django_db
def test_events_of_teams_cannot_be_planned_and_no_page_opens_an_appeal() -> None:
    """When this fails, the rows of `not_counted.csv` that say so have become untrue: delete them."""
    commissioner = person(offices=tuple(Office.Kind))
    assert plans_as(commissioner, KINDS["world-championship-preliminary"]) is Actor.TTC
    assert {plans_as(commissioner, kind) for kind in KINDS.values() if kind.teams} == {None}
    assert not [pattern for pattern in urlpatterns if "appeal" in str(pattern)]


def test_what_has_no_way_in_is_applied_all_the_same() -> None:
    without_way = {key for key, entry in not_counted().items() if entry.standing is Standing.NO_WAY_IN}
    assert without_way
    cited = citations()
    assert all(Clause(*key) in cited for key in without_way)
