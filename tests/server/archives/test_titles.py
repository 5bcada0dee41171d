"""Norms and titles that an archive brings, with their source: once, and what follows from them is proposed."""

from datetime import date

import pytest

from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import Norm, TitleAward
from tests.server.archives.bringing import Importer

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

NORMS = (
    "id,name,federation,title,event,start,earned,games,before_daytona\n"
    "a1,Jana Malá,CZE,IM,Old Masters,1998-01-01,1999-02-01,14,1\n"
    "a1,Jana Malá,CZE,SIM,Later Masters,2017-06-01,2018-06-01,12,\n"
    "a2,Petr Velký,CZE,CCE,An Open,2012-01-01,2013-01-01,12,\n"
)
TITLES = (
    "id,name,federation,title,confirmed,number\n"
    "a1,Jana Malá,CZE,im,2001-05-01,\n"
    "a2,Petr Velký,CZE,World Correspondence Chess Champion,1975-01-01,7\n"
)


def test_norms_and_titles_come_once_with_their_source(bring: Importer) -> None:
    norms, titles = bring.file("norms.csv", NORMS), bring.file("titles.csv", TITLES)
    said = bring("norms", norms)
    assert (said.status, Norm.objects.count()) == (0, 0)
    assert "norm: 3 new" in said.out
    for number in range(2):
        told = bring("titles", titles, "--source", "cards", "--write")
        assert f"title: 2 {'there already' if number else 'new'}" in told.out
        told = bring("norms", norms, "--source", "cards", "--write")
        assert f"norm: 3 {'there already' if number else 'new'}" in told.out
    assert set(Norm.objects.values_list("state", "source")) == {("confirmed", "cards")}
    jana = Player.objects.get(name="Jana Malá")
    assert set(TitleHeld.objects.filter(source="cards").values_list("title", "number", "confirmed")) == {
        ("IM", 0, date(2001, 5, 1)),
        ("World Correspondence Chess Champion", 7, date(1975, 1, 1)),
    }
    assert Player.objects.get(name="Petr Velký").title == "", "a champion is no title of section 10.1"
    assert TitleAward.objects.filter(player=jana, title="SIM").count() == 1, "from old results and a later norm"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("a1,Jana,CZE,XX,E,2012-01-01,2013-01-01,12,", "line 2: norm refused: Jana: title: 'XX' is not one of"),
        ("a1,Jana,CZE,IM,E,,2013-01-01,12,", "start: empty"),
        ("a1,Jana,CZE,IM,E,2012-01-01,2011-01-01,12,", "earned: 2011-01-01 is before the start"),
        ("a1,Jana,CZE,IM,E,2012-01-01,,,", "games: empty"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_field(bring: Importer, row: str, why: str) -> None:
    said = bring("norms", bring.file("norms.csv", NORMS.splitlines()[0] + f"\n{row}\n"), "--write")
    assert said.status == 1
    assert why in said.out
    assert not Norm.objects.exists()


def test_who_has_a_title_by_his_profile_alone_keeps_it_and_earns_nothing_less(bring: Importer) -> None:
    bring("players", bring.file("p.csv", "id,name,title\na1,Jana Malá,GM\n"), "--write")
    bring("norms", bring.file("norms.csv", NORMS), "--write")
    assert Player.objects.get(name="Jana Malá").title == "GM"
    assert not TitleAward.objects.exists()
