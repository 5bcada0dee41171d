"""The demo's lists: each is had again by `slowmate rate` from the two files that it offers, to the integer."""

from pathlib import Path

import pytest

from slowmate.server.demo import load
from slowmate.server.ratings.models import ListEntry, RatingList
from tests.server.ratings.redone import assert_redone
from tests.support.people import AT

pytestmark = pytest.mark.django_db


@pytest.mark.long  # the same of lists made by a lot: tests/server/ratings
def test_every_list_of_the_demo_is_made_again_from_its_own_files(tmp_path: Path, subtests: pytest.Subtests) -> None:
    load.make(at=AT.replace(year=2026), running=2, over=2)
    rows = list(RatingList.objects.filter(is_imported=False).select_related("input").order_by("pk"))
    with subtests.test("they are of every system, one is revised, and Chess960 has its own"):
        assert {row.rules for row in rows} == {"iccf-2016", "iccf-2017", "iccf-2023"}
        assert {row.pool for row in rows} == {"chess", "chess960"}
        revised = [(row.reason, row.previous.revision if row.previous else 0) for row in rows if row.revision > 1]
        after = ("The list before it has been revised.", 2)
        assert revised == [("A game that had finished in time was missing.", 1), after, after]
        assert [row.reason for row in rows if row.state == "prepared"] == [after[0]], "for the commissioner to publish"
        assert len(rows) > 40
    with subtests.test("somebody has been inactive for years, and somebody is new in the last list"):
        newest = RatingList.objects.filter(pool="chess", state="published").latest("valid_from")
        assert newest.entries.filter(active=False, published=True).exists()
        assert newest.entries.filter(published=False).exists()
        assert ListEntry.objects.filter(player__name="Boris Novotný", list__pool="chess").count() > 40
    for row in rows:
        with subtests.test(f"{row} ({row.pool})"):
            assert_redone(row, tmp_path)
