"""The rule book in the API."""

import pytest

from tests.server.programs import Program, problem

pytestmark = pytest.mark.django_db


def test_clauses_are_found_by_words_and_address() -> None:
    editions = Program().get("/editions").json()
    assert "ICCF-LAWS-2019" in {each["key"] for each in editions}
    found = Program().get("/clauses", q="repetition", edition="ICCF-LAWS-2019").json()
    assert found["count"] > 0
    one = Program().get("/clauses/ICCF-LAWS-2019/5.1.2").json()
    assert one["is_applied"] is True
    assert any("resign" in place for place in one["applied"])
    assert Program().get("/clauses/ICCF-TR-2016/7.2(a)").json()["edition"] == "ICCF-TR-2017"  # which states it
    problem(Program().get("/clauses/ICCF-LAWS-2019/99.99"), 404)
    problem(Program().get("/clauses", edition="NONE"), 404)
