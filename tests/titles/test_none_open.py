"""Why nobody can make a norm: what the event lacks, or else what stands against everybody."""

import pytest

from slowmate.titles.norms import norms, why_none_is_open
from tests.support.sections import section


def test_where_a_norm_is_open_nothing_stands_against_it() -> None:
    assert why_none_is_open(norms(section([2400 + 10 * number for number in range(13)]))) == ()


@pytest.mark.clause("ICCF-TR-2017 App2.1(h)")
def test_a_promotion_tournament_has_none_by_its_kind() -> None:
    found = why_none_is_open(norms(section([2400] * 11, kind="master-class")))
    assert [str(ground.clause) for ground in found] == ["ICCF-TR-2017 App2.1(h)"]


def test_a_field_that_is_too_weak_says_so_once_for_each_clause() -> None:
    found = why_none_is_open(norms(section([1500] * 13)))
    assert found
    assert len({ground.clause for ground in found}) == len(found)
