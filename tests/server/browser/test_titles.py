"""The pages of titles, norms, certificates, applications and federations: no barrier, and no wider than a phone."""

from datetime import date

import pytest

from slowmate.server.people.models import Office
from slowmate.server.titles.models import Certificate, Norm, TitleAward
from tests.server.browser.test_way_in import faults
from tests.server.browsing import Seats
from tests.server.titles.federation import a_hero, with_norms
from tests.support.people import person

pytestmark = pytest.mark.django_db(transaction=True)


def test_pages_of_titles_have_no_barrier_and_fit_a_narrow_phone(seats: Seats) -> None:
    hero = a_hero("Ada Hero")
    with_norms(hero, date(2018, 3, 1), date(2018, 5, 1))
    commissioner = person(offices=(Office.Kind.QUALIFICATIONS,))
    norm, award = Norm.objects.filter(title="GM").order_by("pk")[0], TitleAward.objects.order_by("pk")[0]
    code = Certificate.objects.order_by("pk")[0].code
    pages = {
        None: ("/titles", "/titles/norms", "/titles/champions", f"/norms/{norm.pk}", f"/awards/{award.pk}", "/verify",
               f"/verify/{code}", "/titles/over-the-board", "/federations/CZE", f"/players/{hero.pk}"),
        hero.user: ("/me", "/titles/applications", "/titles/applications/new/fide-rating"),
        commissioner: ("/titles/over-the-board/report", "/titles/over-the-board/by-hand", "/titles/report",
                       "/titles/applications", "/desk"),
    }  # fmt: skip
    wrong: list[str] = []
    for user, addresses in pages.items():
        seat = seats(user)
        for address in addresses:
            page = seat.goto(address)
            assert page.title().startswith("Not found") is False, address
            wrong += faults(page)
    assert wrong == []
