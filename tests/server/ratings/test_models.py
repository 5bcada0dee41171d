"""What the database refuses of lists: nothing that was published or decided is changed."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from slowmate.server.ratings.models import Adjustment, ListEntry, ListInput, RatingList
from tests.support.people import AT, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def a_list(**fields: Any) -> RatingList:
    days = {"results_from": date(2023, 9, 1), "results_until": date(2023, 11, 30), "valid_from": date(2024, 1, 1)}
    return RatingList.objects.create(**{"period": "2024/1", "rules": "iccf-2023", "prepared": AT, **days, **fields})


def published(**fields: Any) -> RatingList:
    """A list with one player, as it was published."""
    found = a_list(**fields)
    user = person("Ada")
    ListEntry.objects.create(
        list=found, player=user.player, name="Ada", folded="ada", federation="CZE", rating=2400, games=30
    )
    ListInput.objects.create(list=found, players_csv=b"p", games_csv=b"g")
    found.state, found.published, found.published_by = RatingList.State.PUBLISHED, AT, user
    found.save()
    return found


@pytest.mark.parametrize(
    "change", [{"reason": "x"}, {"state": "prepared", "published": None}, {"players": 3}, {"published_by": 0}]
)
def test_a_published_list_is_never_changed(change: dict[str, Any]) -> None:
    found = published()
    if "published_by" in change:
        change = {"published_by": person("Bo")}
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        RatingList.objects.filter(pk=found.pk).update(**change)


def test_a_published_list_is_never_deleted_nor_any_of_its_entries() -> None:
    found = published()
    for rows in (ListEntry.objects.all(), ListInput.objects.all(), RatingList.objects.filter(pk=found.pk)):
        with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
            rows.delete()


@pytest.mark.parametrize(
    "change",
    [{"rating": 2401}, {"rank": None, "rd": 60}, {"name": "Eve"}, {"title": "GM"}, {"folded": "eve"}, {"is_new": True}],
)
def test_an_entry_of_a_published_list_is_never_changed(change: dict[str, Any]) -> None:
    published()
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        ListEntry.objects.update(**change)


def test_the_account_that_published_and_who_an_entry_is_of_can_be_forgotten() -> None:
    found = published()
    ListEntry.objects.update(name="", folded="", federation="")
    RatingList.objects.filter(pk=found.pk).update(published_by=None)
    assert ListEntry.objects.get().name == ""


def test_what_a_published_list_was_made_from_is_never_changed() -> None:
    published()
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        ListInput.objects.update(games_csv=b"other")


def test_a_prepared_list_may_be_computed_again() -> None:
    found = a_list()
    ListEntry.objects.create(list=found, player=person().player, rating=2400)
    ListEntry.objects.update(rating=2401)
    ListEntry.objects.all().delete()
    RatingList.objects.update(version=2)


def test_there_is_one_list_of_a_period_in_preparation_and_one_of_each_revision() -> None:
    first = published()
    with pytest.raises(IntegrityError), transaction.atomic():
        a_list()
    a_list(revision=2, supersedes=first, reason="a game was missing")
    with pytest.raises(IntegrityError), transaction.atomic():
        a_list(revision=3, supersedes=first, reason="another game was missing")
    a_list(pool="chess960")


def test_a_revision_says_why_and_of_what_it_is_one() -> None:
    first = published()
    for wrong in ({"supersedes": first}, {"reason": "why"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            a_list(revision=2, **wrong)


def test_an_adjustment_is_never_changed_nor_withdrawn_but_by_another_one() -> None:
    user = person()
    Adjustment.objects.create(
        list=a_list(), player=user.player, kind="start-rating", value=2200, since=AT.date(), reason="FIDE", grounds=[],
        by=user, made=AT,
    )  # fmt: skip
    for change in ({"value": 2300}, {"reason": "x"}, {"is_withdrawn": True, "value": None}):
        with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
            Adjustment.objects.update(**change)
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        Adjustment.objects.all().delete()
    Adjustment.objects.update(by=None)
