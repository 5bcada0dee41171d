"""Players that an archive brings: found by number, or by name, federation and year; asked for where it is not clear."""

import csv
from pathlib import Path

import pytest

from slowmate.cli.import_archives import _questions
from slowmate.formats.csv_rows import Row
from slowmate.server.archives.models import Origin
from slowmate.server.archives.queries.import_report import IdentityQuestion
from slowmate.server.archives.services import players
from slowmate.server.people.models import Player
from tests.server.archives.bringing import Importer

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

HEADER = "id,name,federation,sex,birth_year,title,rating,games,iccf_id,fide_id\n"
FOUR = (
    HEADER
    + "a1,Jana Malá,CZE,f,1970,IM,2401,120,980001,\n"
    + "a2,Petr Velký,CZE,m,1960,,,,,\n"
    + 'a3,"Novák, Karel",CZE,m,1951,,2100,40,,311111\n'
    + "a4,Anna Nová,POL,f,1980,,1900,12,,\n"
)


def test_without_write_it_is_told_and_nothing_is_changed(bring: Importer) -> None:
    said = bring("players", bring.file("p.csv", FOUR))
    assert said.status == 0, said
    assert "player: 4 new" in said.out
    assert "nothing was written; --write does it" in said.out
    assert not Player.objects.exists()
    assert not Origin.objects.exists()


def test_players_come_once_however_often_they_are_brought(bring: Importer) -> None:
    file = bring.file("p.csv", FOUR)
    assert bring("players", file, "--write").status == 0
    before = list(Player.objects.order_by("pk").values())
    assert [(one["name"], one["rating"], one["rating_games"]) for one in before] == [
        ("Jana Malá", 2401, 120),
        ("Petr Velký", None, 0),
        ("Novák, Karel", 2100, 40),
        ("Anna Nová", 1900, 12),
    ]
    again = bring("players", file, "--write")
    assert "player: 4 there already" in again.out
    assert list(Player.objects.order_by("pk").values()) == before


def test_numbers_go_before_names_and_names_need_federation_and_year(bring: Importer) -> None:
    by_iccf = Player.objects.create(name="Jana Dřívější", iccf_id="980001")
    by_fide = Player.objects.create(name="K. Novak", fide_id="311111", federation="SVK")
    by_name = Player.objects.create(name="Velky Petr", federation="CZE", birth_year=1960)
    said = bring("players", bring.file("p.csv", FOUR), "--write")
    assert said.status == 0, said
    assert "player: 3 matched" in said.out
    assert "player: 1 new" in said.out
    assert Player.objects.count() == 4
    found = {one.key: one.row for one in Origin.objects.all()}
    assert set(found.values()) >= {by_iccf.pk, by_fide.pk, by_name.pk}
    by_iccf.refresh_from_db()
    assert (by_iccf.name, by_iccf.title, by_iccf.rating) == ("Jana Dřívější", "IM", 2401)  # what it lacked, no more


def test_who_may_be_several_is_asked_for_in_a_csv_and_given_back(bring: Importer, tmp_path: Path) -> None:
    here = Player.objects.create(name="Petr Velký", federation="CZE")  # when was he born?
    file, who = bring.file("p.csv", FOUR), tmp_path / "who.csv"
    said = bring("players", file, "--write", "--ambiguous", str(who))
    assert said.status == 1
    assert (
        f"p.csv: line 3: player ambiguous: Petr Velký: may be {here.pk}: Petr Velký (CZE, number {here.pk})" in said.out
    )
    assert Player.objects.filter(name="Petr Velký").count() == 1
    rows = list(csv.DictReader(who.read_text().splitlines()))
    assert [(row["name"], row["line"], row["player"]) for row in rows] == [("Petr Velký", "3", "")]
    who.write_text(who.read_text().rstrip() + f"{here.pk}\n")
    answered = bring("players", file, "--write", "--matches", str(who))
    assert answered.status == 0, answered
    assert "player: 1 matched" in answered.out
    assert "player: 3 there already" in answered.out
    here.refresh_from_db()
    assert here.birth_year == 1960
    assert bring("players", file).status == 0  # it is remembered


def test_what_an_archive_calls_people_is_text_in_the_tables_that_are_told(bring: Importer, tmp_path: Path) -> None:
    """They are opened in a spreadsheet, to be filled in; an archive may come from anybody."""
    evil = "=HYPERLINK(1)"
    question = IdentityQuestion("0a", evil, 2, {"name": evil}, (evil,))
    (row,) = csv.DictReader(_questions([question]).splitlines())
    assert (row["key"], row["name"], row["candidates"]) == ("0a", f"'{evil}", f"'{evil}")
    told = tmp_path / "all.csv"
    bring("players", bring.file("p.csv", HEADER + f"b1,{evil},CZE,m,1960,,,,,\n"), "--report", str(told))
    cells = [cell for row in csv.reader(told.read_text().splitlines()) for cell in row]
    assert any(evil in cell for cell in cells)
    assert not any(cell.startswith("=") for cell in cells)


def test_a_new_player_may_have_the_name_of_another(bring: Importer, tmp_path: Path) -> None:
    Player.objects.create(name="Petr Velký", federation="CZE")
    file, who = bring.file("p.csv", FOUR), tmp_path / "who.csv"
    bring("players", file, "--write", "--ambiguous", str(who))
    who.write_text(who.read_text().rstrip() + "new\n")
    assert bring("players", file, "--write", "--matches", str(who)).status == 0
    assert Player.objects.filter(name="Petr Velký").count() == 2


def test_what_is_wrong_is_refused_by_line_and_field_and_the_rest_comes(bring: Importer) -> None:
    text = HEADER + (
        "b1,Good One,CZE,f,1970,IM,2401,120,,\n"
        "b2,,CZE,m,1960,,,,,\n"
        "b1,Twice,CZE,m,1960,,,,,\n"
        "b3,Strange Born,CZE,m,196O,,,,,\n"
        "b4,Too Short,CZE\n"
        "b5,Wrong Land,CZECHIA,m,1960,,,,,\n"
        "b6,B\u0430d Alphabet,CZE,m,1960,,,,,\n"
    )
    said = bring("players", bring.file("p.csv", text), "--write")
    assert said.status == 1
    lines = [line for line in said.out.splitlines() if "refused" in line]
    assert lines[:-1] == [
        "p.csv: line 3: player refused: name: empty; nobody here has that id, and a new player needs a name",
        "p.csv: line 4: player refused: Twice: id: 'b1' is used twice",
        "p.csv: line 5: player refused: Strange Born: birth_year: '196O' is not a number",
        "p.csv: line 6: player refused: 3 fields where the header has 10; is the file cut?",
        "p.csv: line 7: player refused: Wrong Land: federation: 7 characters; at most 3 fit",
        "p.csv: line 8: player refused: Bаd Alphabet: name: Write each word of a name in one alphabet.",
    ]
    assert [player.name for player in Player.objects.all()] == ["Good One"]


def test_every_single_thing_stands_in_the_report(bring: Importer, tmp_path: Path) -> None:
    report = tmp_path / "report.csv"
    bring("players", bring.file("p.csv", FOUR), "--report", str(report))
    rows = list(csv.DictReader(report.read_text().splitlines()))
    assert [(row["outcome"], row["line"], row["what"]) for row in rows][:2] == [
        ("new", "2", "Jana Malá"),
        ("new", "3", "Petr Velký"),
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nowhere.csv",), "nowhere.csv: no such file or directory"),
        (("p.csv", "--period", "2015/9"), "period: '2015/9' is not a list"),
        (("p.csv", "--kind", "friendly-fire"), "--kind: 'friendly-fire'"),
        (
            ("p.csv", "--matches", "bad.csv"),
            "bad.csv: line 2: player: 'perhaps' is neither the number of a player nor 'new'",
        ),
        (("p.csv", "--matches", "unknown.csv"), "--matches: no player has the number 99"),
    ],
)
def test_bad_input_is_one_line(bring: Importer, words: tuple[str, ...], why: str) -> None:
    bring.file("p.csv", FOUR)
    bring.file("bad.csv", "key,player\nabc,perhaps\n")
    bring.file("unknown.csv", "key,player\nabc,99\n")
    said = bring("players", *(str(bring.folder / word) if "." in word else word for word in words))
    assert said.status == 2
    assert why in said.err
    assert said.err.count("\n") == 1


def test_the_same_ids_are_the_archives_own(bring: Importer) -> None:
    bring("players", bring.file("p.csv", FOUR), "--write")
    other = HEADER + "a1,Somebody Else,ENG,m,1990,,2000,30,,\n"
    said = bring("players", bring.file("o.csv", other), "--write", "--source", "another")
    assert "player: 1 new" in said.out
    assert Player.objects.count() == 5


def test_ids_may_be_iccf_numbers(bring: Importer) -> None:
    here = Player.objects.create(name="Jana M.", iccf_id="980001")
    text = "id,name\n980001,Jana Malá\n980002,Petr Velký\n"
    assert bring("players", bring.file("p.csv", text), "--write", "--ids", "iccf").status == 0
    assert Player.objects.get(iccf_id="980002").name == "Petr Velký"
    assert Player.objects.count() == 2
    assert Origin.objects.filter(row=here.pk).exists()


def test_two_ids_of_one_archive_are_two_people_or_asked_about(bring: Importer) -> None:
    """Namesakes of the same year: neither becomes the other, and whoever knows says so."""
    file = bring.file(
        "p.csv", HEADER + '3,"Smith, John",ENG,m,1970,,2205,44,,401234\n4,"Smith, John",ENG,m,1970,,2105,14,,\n'
    )
    said = bring("players", file, "--write", "--ambiguous", str(bring.folder / "who.csv"))
    assert said.status == 1
    assert "player: 1 new" in said.out
    assert "player: 1 ambiguous" in said.out
    assert [(one.name, one.rating) for one in Player.objects.all()] == [("Smith, John", 2205)]
    with (bring.folder / "who.csv").open() as table:
        rows = list(csv.DictReader(table))
    filled = "".join(f"{row['key']},new\n" for row in rows)
    answered = bring.file("answered.csv", f"key,player\n{filled}")
    assert bring("players", file, "--write", "--matches", answered).status == 0
    assert list(Player.objects.order_by("rating").values_list("rating", flat=True)) == [2105, 2205]
    assert "player: 2 there already" in bring("players", file, "--write").out


def test_two_rows_with_one_fide_number_are_one_person(bring: Importer) -> None:
    rows = '1,"Smith, John",ENG,m,1970,,,,,401234\n2,"Smith, J.",ENG,m,1970,,2205,44,,401234\n'
    said = bring("players", bring.file("p.csv", HEADER + rows), "--write")
    assert said.status == 0, said
    assert [(one.name, one.rating) for one in Player.objects.all()] == [("Smith, John", 2205)]


def test_sex_is_read_as_other_programs_write_it(bring: Importer) -> None:
    written = ("F", "M", "W", "w", "Female", "MALE", "žena", "f", "m", "")
    rows = "".join(f"a{n},Player {chr(65 + n)}eta,{word}\n" for n, word in enumerate(written))
    assert bring("players", bring.file("p.csv", "id,name,sex\n" + rows), "--write").status == 0
    read = list(Player.objects.order_by("pk").values_list("sex", flat=True))
    assert read == ["f", "m", "f", "f", "f", "m", "f", "f", "m", ""]
    said = bring("players", bring.file("q.csv", "id,name,sex\nb1,Somebody Else,x\n"))
    assert said.status == 1
    assert "sex: 'x' is not one of f, m; F, M, W, female, male and the like are read as well" in said.out


def test_a_column_of_which_nothing_is_made_is_named(bring: Importer) -> None:
    said = bring("players", bring.file("p.csv", "id,name,Sex,e-post\na1,Jana Malá,f,jana@example.org\n"))
    assert said.status == 0, "the rows themselves are well"
    assert "line 1: column passed over: e-post: no column of this name is read" in said.out
    assert "column passed over: Sex" in said.out
    assert "column: 2 passed over" in said.out
    assert "jana@example.org" not in said.out
    for kind, content in (
        ("games", "white,black,result,date,colour\n1,2,1-0,2019-03-01,x\n"),
        ("norms", "id,name,title,event,start,games,colour\n1,Jana,IM,Cup,2019-03-01,9,x\n"),
        ("titles", "id,name,title,confirmed,colour\n1,Jana,IM,2019-03-01,x\n"),
        ("list", "id,name,rating,colour\n1,Jana,2000,x\n"),
    ):
        more = ("--period", "2015/4") if kind == "list" else ()
        said = bring(kind, bring.file(f"{kind}.csv", content), *more)
        assert said.out.count("column passed over") == 1, (kind, said.out)
        assert "column passed over: colour" in said.out


def test_every_known_column_of_players_is_read() -> None:
    read: set[str] = set()

    class Fields(dict[str, str]):
        def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
            read.add(name)
            return "1" if name == "id" else default

    players.person_of(Row("p.csv", 2, Fields()))
    assert read == set(players.COLUMNS)
