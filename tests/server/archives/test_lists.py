"""Lists that were published elsewhere: ours as CSV, and FIDE's own, as text and as XML."""

import pytest
from django.test import Client

from slowmate.formats.fide_list import read_text_list, read_xml_list
from slowmate.ratings.periods import Period
from slowmate.records import BadInput
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.services.history import make_lists
from tests.server.archives.bringing import Importer
from tests.support.people import AT

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

LIST = (
    "id,name,federation,birth_year,title,rating,games,points,opponents_sum,last_game,active\n"
    "1,Jana Malá,CZE,1970,IM,2401,120,70,260000,2015-08-01,1\n"
    "2,Petr Velký,CZE,1960,,2401,40,20,88000,2015-09-01,1\n"
    "3,Anna Nová,POL,1980,,1900,8,4,15200,2015-10-01,1\n"
    "4,Starý Muž,POL,1930,,2300,90,45,200000,2001-01-01,0\n"
)
COLUMNS = "{:<15}{:<61}{:<4}{:<4}{:<5}{:<5}{:<15}{:<4}{:<6}{:<4}{:<3}{:<6}{:<4}{:<3}{:<6}{:<4}{:<3}{:<7}{:<4}"
HEADER = "ID Number|Name|Fed|Sex|Tit|WTit|OTit|FOA|SRtng|SGm|SK|RRtng|RGm|Rk|BRtng|BGm|BK|B-day|Flag"
ALONE = "{:<15}{:<61}{:<4}{:<4}{:<5}{:<5}{:<15}{:<4}{:<6}{:<4}{:<3}{:<7}{:<4}"


def columns(*rows: str, form: str = COLUMNS) -> str:
    return "\r\n".join(form.format(*row.split("|")) for row in rows) + "\r\n"


TEXT = columns(
    HEADER,
    "311111|Mala, Jana|CZE|F|WGM|WGM|||2290|9|20|2210|3|20|2150|0|20|1970|w",
    "322222|Velky, Petr|CZE|M|||||1890|0|20|||||||1960|i",
    "333333|Stranger, Some|USA|M|||||2000|1|20|||||||1999|",
)
XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
<player>
<fideid>311111</fideid>
<name>Mala, Jana</name>
<country>CZE</country>
<sex>F</sex>
<title>WGM</title>
<rating>2290</rating>
<games>9</games>
<k>20</k>
<rapid_rating>2210</rapid_rating>
<rapid_games>3</rapid_games>
<blitz_rating></blitz_rating>
<birthday>1970</birthday>
<flag>w</flag>
</player>
<player>
<fideid>322222</fideid><name>Velky, Petr</name><country>CZE</country><sex>M</sex><rating>1890</rating>
<rapid_rating></rapid_rating><birthday>1960</birthday><flag>i</flag>
</player>
</playerslist>
"""


def test_a_list_comes_whole_with_its_ranks_and_profiles_take_it_over(bring: Importer, client: Client) -> None:
    said = bring("list", bring.file("l.csv", LIST), "--period", "2015/4", "--write")
    assert said.status == 0, said
    row = RatingList.objects.get()
    assert (row.period, row.is_imported, row.state, row.players, row.shown) == ("2015/4", True, "published", 4, 2)
    found = list(row.entries.order_by("player__name").values_list("name", "rank", "published", "fixed", "active"))
    assert found == [
        ("Anna Nová", None, False, False, True),
        ("Jana Malá", 1, True, True, True),
        ("Petr Velký", 1, True, True, True),
        ("Starý Muž", None, True, True, False),
    ]
    assert Player.objects.get(name="Jana Malá").rating == 2401
    assert Player.objects.get(name="Anna Nová").rating is None  # not published yet
    page, sought = (client.get(f"/ratings/2015-4{asked}").content.decode() for asked in ("", "?q=mala+jana"))
    assert "Petr Velký" in page
    assert "show=new" not in page, "it is not known who was new on it"
    assert "Jana Malá" in sought
    assert "Petr Velký" not in sought


def test_the_same_list_changes_nothing_and_another_of_its_period_is_refused(bring: Importer) -> None:
    bring("list", bring.file("l.csv", LIST), "--period", "2015/4", "--write")
    again = bring("list", bring.file("l.csv", LIST), "--period", "2015/4", "--write")
    assert "list: 1 there already" in again.out
    other = bring("list", bring.file("o.csv", LIST.replace("2401,40", "2402,40")), "--period", "2015/4", "--write")
    assert other.status == 1
    assert "the list of that period here says otherwise of 1 players, and lists never change" in other.out
    assert RatingList.objects.count() == 1
    assert ListEntry.objects.count() == 4


def test_one_bad_line_keeps_the_whole_list_out(bring: Importer) -> None:
    said = bring("list", bring.file("l.csv", LIST.replace("2300,90", "23OO,90")), "--period", "2015/4", "--write")
    assert said.status == 1
    assert "l.csv: line 5: player refused: Starý Muž: rating: '23OO' is not a number" in said.out
    assert not Player.objects.exists()
    assert "new" not in said.out
    assert bring("list", bring.file("l.csv", LIST), "--write").status == 2  # of which period?


def test_a_list_before_one_that_was_made_here_comes_too_late(bring: Importer) -> None:
    bring("list", bring.file("l.csv", LIST), "--period", "2015/4", "--write")
    bring("games", bring.file("g.csv", "white,black,result,date\n1,2,1-0,2016-02-01\n"), "--write")
    assert [row.period for row in make_lists(Period(2016, 2), published=lambda _: AT)] == ["2016/1", "2016/2"]
    said = bring("list", bring.file("l.csv", LIST), "--period", "2015/3", "--write")
    assert "a later list was made here, and began without it" in said.out
    late = bring("games", bring.file("h.csv", "white,black,result,date\n2,1,1-0,2016-02-02\n"), "--write")
    assert "1 games finished in the window of a list that is published" in late.out


@pytest.mark.parametrize(("name", "data"), [("l.txt", TEXT), ("l.xml", XML)])
def test_fides_list_fills_the_ratings_of_those_who_are_here(bring: Importer, name: str, data: str) -> None:
    jana = Player.objects.create(name="Jana Malá", federation="CZE", birth_year=1970)
    petr = Player.objects.create(name="P. Velký", fide_id="322222", fide_rating=1800)
    told = bring("list", bring.file(name, data), "--period", "2018-02")
    assert told.status == 0, told
    assert bring("list", bring.file(name, data), "--period", "2018-02", "--write").status == 0
    jana.refresh_from_db()
    petr.refresh_from_db()
    assert (jana.fide_id, jana.fide_rating, petr.fide_rating) == ("311111", 2290, 1890)
    assert Player.objects.count() == 2
    assert not RatingList.objects.exists()  # that is asked for with a pool
    again = bring("list", bring.file(name, data), "--period", "2018-02", "--write")
    assert "FIDE rating: 2 there already" in again.out


@pytest.mark.parametrize(("pool", "ratings"), [("fide-standard", [2290, 1890]), ("fide-rapid", [2210, None])])
@pytest.mark.parametrize(("name", "data"), [("l.txt", TEXT), ("l.xml", XML)])
def test_fides_list_becomes_a_list_of_its_pool(
    bring: Importer, name: str, data: str, pool: str, ratings: list[int | None]
) -> None:
    for fide_id in ("311111", "322222"):
        Player.objects.create(name=fide_id, fide_id=fide_id)
    assert bring("list", bring.file(name, data), "--period", "2018-02", "--pool", pool, "--write").status == 0
    row = RatingList.objects.get()
    assert (row.pool, row.period, row.rules) == (pool, "2018-02", "fide-2017")
    found = list(row.entries.order_by("player__fide_id").values_list("rating", "active"))
    assert found == list(zip(ratings, [True, False], strict=True))


def test_a_list_that_stands_alone_says_its_month(bring: Importer) -> None:
    player = Player.objects.create(name="Jana", fide_id="311111")
    head = "ID Number|Name|Fed|Sex|Tit|WTit|OTit|FOA|FEB18|Gms|K|B-day|Flag"
    text = columns(head, "311111|Mala, Jana|CZE|F|WGM|WGM|||2210|3|20|1970|w", form=ALONE)
    other = bring("list", bring.file("rapid.txt", text), "--pool", "fide-rapid", "--period", "2018-03", "--write")
    assert (other.status, "2018-03, but the file is of 2018-02" in other.err) == (2, True)
    assert bring("list", bring.file("rapid.txt", text), "--pool", "fide-rapid", "--write").status == 0
    assert RatingList.objects.get().period == "2018-02"
    assert player.list_entries.get().rating == 2210


@pytest.mark.parametrize("kind", ["players", "list", "event", "games", "norms", "titles"])
def test_what_is_still_packed_is_refused_with_what_to_do(bring: Importer, kind: str) -> None:
    told = bring(kind, bring.file("list.zip", b"PK\x03\x04 and more"), "--period", "2018-02")
    assert told.status == (1 if kind == "event" else 2), "another event may be good"
    assert "a ZIP archive or a spreadsheet; unpack it, or save it as CSV" in told.out + told.err


def test_what_cannot_be_read_of_fides_list_is_told_with_its_line() -> None:
    bad = TEXT.replace("1890", "18x0").splitlines(keepends=True)
    found = list(read_text_list(bad, file="l.txt"))
    assert [str(one) for one in found if isinstance(one, BadInput)] == [
        "l.txt: line 3: standard: '18x0' is not a whole number up to 4000"
    ]
    wrong = XML.replace("<fideid>322222", "<fideid>").encode()
    assert [str(one) for one in read_xml_list([wrong], file="l.xml") if isinstance(one, BadInput)] == [
        "l.xml: line 18: ID Number: '' is not a FIDE number"
    ]
    with pytest.raises(BadInput, match="not XML"):
        list(read_xml_list([XML[:400].encode()], file="l.xml"))
    bomb = b'<!DOCTYPE p [<!ENTITY a "aaaa">]><playerslist><player><name>&a;</name></player></playerslist>'
    with pytest.raises(BadInput, match="entities"):
        list(read_xml_list([bomb], file="l.xml"))
    assert [one.ratings for one in read_xml_list([bytes([byte]) for byte in XML.encode()], file="l.xml")] == [  # type: ignore[union-attr]
        {"standard": 2290, "rapid": 2210, "blitz": None},
        {"standard": 1890, "rapid": None},
    ]
