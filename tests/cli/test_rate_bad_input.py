"""Bad input to `slowmate rate`: exit status 2, one line that names file, line and field, and nothing left behind."""

import gzip
from pathlib import Path

import pytest

from slowmate.cli import main
from slowmate.ratings import SYSTEMS

PLAYERS = "id,name,rating,rd,games\n1,Ann,2200,60,50\n2,Bob,2300,60,100\n3,Cy,,,\n"
GAMES = "white,black,result,date\n1,2,1-0,2023-09-01\n2,3,1/2-1/2,2023-10-01\n"


def refused(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str, **files: str | bytes) -> str:
    """Run on these files; check status, the single line, and that no file appeared. Returns the line."""
    for name, default in (("p", PLAYERS), ("g", GAMES)):
        text = files.get(name, default)
        (folder / f"{name}.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    before = sorted(folder.iterdir())
    options = ["--rules", "iccf-2023", "--players", str(folder / "p.csv"), "--games", str(folder / "g.csv")]
    status = main(["rate", *options, "--format", "csv", "--out", str(folder / "out.csv"), *arguments])
    shown = capsys.readouterr()
    assert (status, shown.out) == (2, "")
    assert sorted(folder.iterdir()) == before
    assert shown.err.count("\n") == 1
    return shown.err.strip().removeprefix("slowmate: ").replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("white,black,result\n1,2,1-0\n1,9,1-0\n", "g.csv: line 3: black: '9' is not the id of a player"),
        ("white,black,result\n1,02,1-0\n", "g.csv: line 2: black: '02' is not the id of a player"),
        ("white,black,result\n99999999999,2,1-0\n", "g.csv: line 2: white: '99999999999' is not the id of a player"),
        ("white,black,result\n,2,1-0\n", "g.csv: line 2: white: empty; expected the id of a player"),
        ("white,black,result\n1,1,1-0\n", "g.csv: line 2: black: '1' cannot play against themselves"),
        ("white,black,result\n1,2,2-0\n", "g.csv: line 2: result: '2-0' is not one of 1-0, 0-1, 1/2-1/2, 0-0"),
        ("white,black,result\n1,2,1-0\n1,2,\n", "g.csv: line 3: result: empty; expected 1-0, 0-1, 1/2-1/2, 0-0"),
        ("white,result\n1,1-0\n", "g.csv: line 1: black: missing column; the header has white, result"),
        ("white,black,result,white\n", "g.csv: line 1: white: the column stands twice in the header"),
        ("", "g.csv: line 1: empty; expected games with a header line: white,black,result,..."),
        ("\n\n  \n", "g.csv: line 1: empty; expected games with a header line: white,black,result,..."),
        ("white,black,result,date\n1,2,1-0,2023-09-01\n1,2",
         "g.csv: line 3: 2 fields where the header has 4; is the file cut?"),
        ("white,black,result,date\n1,2,1-0,2023-0",
         "g.csv: line 2: date: '2023-0' is not a date; write it as 2023-09-01"),
        ("white,black,result\n1,2,1/2-1", "g.csv: line 2: result: '1/2-1' is not one of 1-0, 0-1, 1/2-1/2, 0-0"),
        ("white,black,result\n1,2,1-0,7\n", "g.csv: line 2: 4 fields where the header has 3; is the file cut?"),
        ("white,black,result\n1,2,1-0\n\n2,1,1-0\n", "g.csv: line 3: empty line; is the file cut?"),
        ('white,black,result,event\n1,2,1-0,"Olymp',
         "g.csv: line 2: not CSV: unexpected end of data; is the file cut?"),
        ("white,black,result,white_start\n1,2,1-0,-5\n", "g.csv: line 2: white_start: -5 is outside 1 to 4000"),
        ("white,black,result,white_original\n1,2,1-0,7\n",
         "g.csv: line 2: white_original: '7' is not the id of a player"),
        ("white,black,result,white_original\n1,2,1-0,2\n",
         "g.csv: line 2: white_original: '2' plays in this game and cannot be the one replaced"),
        ("white,black,result,date\n1,2,1-0,31.12.2023\n",
         "g.csv: line 2: date: '31.12.2023' is not a date; write it as 2023-09-01"),
        ("white,black,result,date\n1,2,1-0,2023-02-29\n",
         "g.csv: line 2: date: '2023-02-29' is not a date; write it as 2023-09-01"),
        (b"white,black,result\n1,2,1-0\n\xff,2,1-0\n", "g.csv: line 3: not UTF-8 text; save the file as UTF-8"),
        ("white;black;result\n1;2;1-0\n", "g.csv: line 1: white: missing column; the header has white;black;result"),
    ],
)  # fmt: skip
def test_games_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | bytes, line: str
) -> None:
    assert refused(tmp_path, capsys, g=text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("id,rating\n1,2200\n2,-5\n3,\n", "p.csv: line 3: rating: -5 is outside 1 to 4000"),
        ("id,rating\n1,2200\n2,1e9\n3,\n", "p.csv: line 3: rating: 1e9 is outside 1 to 4000"),
        ("id,rating\n1,2200\n2,nan\n3,\n", "p.csv: line 3: rating: nan is outside 1 to 4000"),
        ("id,rating\n1,2200\n2,inf\n3,\n", "p.csv: line 3: rating: inf is outside 1 to 4000"),
        ("id,rating\n1,2200\n2,high\n3,\n", "p.csv: line 3: rating: 'high' is not a number"),
        ("id,rating\n1,2200\n2,2300\n1,2100\n", "p.csv: line 4: id: '1' is used twice"),
        ("id,rating\n1,2200\n,2300\n", "p.csv: line 3: id: empty; every player has an id"),
        ("id,name\n1,Ann\n", "p.csv: line 1: rating: missing column; the header has id, name"),
        ("name,rating\nAnn,2200\n", "p.csv: line 1: id: missing column; the header has name, rating"),
        ("", "p.csv: line 1: empty; expected players with a header line: id,rating,..."),
        ("id,name,rating\n1,Ann,2200\n2,Bo", "p.csv: line 3: 2 fields where the header has 3; is the file cut?"),
        ('id,name,rating\n1,"Ann\n', "p.csv: line 2: not CSV: unexpected end of data; is the file cut?"),
        ("id,rating,games\n1,2200,12.5\n", "p.csv: line 2: games: 12.5 is not a whole number"),
        ("id,rating,games\n1,2200,-1\n", "p.csv: line 2: games: -1 is outside 0 to 1e+06"),
        ("id,rating,rd\n1,2200,x\n", "p.csv: line 2: rd: 'x' is not a number"),
        ("id,rating,has_reached_2400\n1,2200,2\n", "p.csv: line 2: has_reached_2400: 2 is outside 0 to 1"),
        ('id,name,rating\n1,"Ann\nof two lines",2200\n2,Bob,-5\n', "p.csv: line 4: rating: -5 is outside 1 to 4000"),
        ("id,rating,last_game\n1,2200,May\n", "p.csv: line 2: last_game: 'May' is not a date; write it as 2023-09-01"),
        ("id,,rating\n1,x,2200\n", "p.csv: line 1: column 2 has no name"),
        ("id,rating\r1,2200\r", "p.csv: line 1: not CSV: new-line character seen in unquoted field"),
        ("id,rating\n1, 2200\n", "p.csv: line 2: rating: ' 2200' is not a number"),
    ],
)
def test_players_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, line: str) -> None:
    assert refused(tmp_path, capsys, p=text) == line


CUTS = [
    end
    for end in range(len("white,black,result,date\n1"), len(GAMES) - 1)
    if GAMES[end - 1] not in ",\n" and GAMES[end] != "\n"
]
"""Every place inside a field of a game. Where a field begins the rest may be empty, where a line ends it is whole."""


@pytest.mark.parametrize("end", CUTS)
def test_a_file_cut_inside_a_line_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], end: int) -> None:
    line = 1 + GAMES[:end].count("\n")
    assert refused(tmp_path, capsys, g=GAMES[:end]).startswith(f"g.csv: line {line}: ")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("--period", "2024/5"),
            "period: '2024/5' is not a list; write year/number, such as 2024/1, with number 1 to 4",
        ),
        (("--rules", "elo"), f"--rules: 'elo' is not one of {', '.join(SYSTEMS)}"),
        (("--explain", "9"), "p.csv: --explain: '9' is not the id of a player"),
        (("--forecast", "1"), "--forecast: --forecast and --running go together"),
        (("--period", "2024/1", "--periods", "2024/1..2024/2"), "--period: give --period or --periods, not both"),
        (("--periods", "2024/2..2024/1"), "periods: 2024/2 comes after 2024/1"),
        (("--pool", "chess960"), "--pool: the games have no kind, so none is of that pool"),
        (("--list",), "--list: a published list has a date: give --period"),
        (("--rules", "iccf-2017", "--item-5", "9=why"), "p.csv: --item-5: '9' is not the id of a player"),
        (("--item-5", "1=why"), "--item-5: item 5 is of iccf-2016 and iccf-2017"),
        (("--level", "open=2000"), "--level: levels of events are of iccf-2016 and iccf-2017"),
        (("--rules", "iccf-2017", "--level", "opn=2000"), "--level: 'opn' is not a kind of event; write KIND=VALUE"),
        (
            ("--rules", "iccf-2017", "--level", "open=many"),
            "--level: 'open=many': write KIND=VALUE with a rating of 1 to 4000",
        ),
        (("--rules", "fide-2017", "--floor", "-1"), "--floor: not below 0"),
        (("--rules", "fide-2017", "--min-games", "-1"), "--min-games: not below 0"),
        (("--top", "-1"), "--top: not below 0; 0 shows all"),
        (
            ("--period", "2024-01"),
            "--period: 2024-01 is a month of FIDE's lists; ICCF has four lists a year, such as 2024/1",
        ),
        (("--adjust", "1=2100,soon,why"), "--adjust: 'soon' is not a date; write ID=RATING,2018-05-01,REASON"),
        (
            ("--adjust", "1=2100,2018-05-01,"),
            "--adjust: '1=2100,2018-05-01,': the adjustment has to be justified; write ID=RATING,DATE,REASON",
        ),
    ],
)
def test_options_that_make_no_sense(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], line: str
) -> None:
    assert refused(tmp_path, capsys, *arguments) == line


def test_a_period_needs_the_day_of_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = refused(tmp_path, capsys, "--period", "2024/1", g="white,black,result\n1,2,1-0\n")
    assert found == "g.csv: line 1: date: missing column; --period needs the day each game finished"
    found = refused(tmp_path, capsys, "--period", "2024/1", g="white,black,result,date\n1,2,1-0,2023-09-01\n2,1,1-0,\n")
    assert found == "g.csv: line 3: date: empty; --period needs the day the game finished"


def test_a_kind_of_event_that_does_not_exist_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = refused(tmp_path, capsys, g="white,black,result,kind\n1,2,1-0,simul\n")
    assert found.startswith("g.csv: line 2: kind: 'simul' is not a kind of event; the kinds are world-championship-pre")
    found = refused(tmp_path, capsys, g="white,black,result,event_type\n1,2,1-0,simul\n")
    assert found == "g.csv: line 2: event_type: 'simul' is not one of round-robin, swiss, team, match"


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "--rules", "iccf-2023", "--players", str(tmp_path / "no.csv"), "--games", "g.csv"]) == 2
    assert capsys.readouterr().err.endswith("no.csv: no such file or directory\n")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = refused(tmp_path, capsys, "--out", str(tmp_path / "nowhere" / "out.csv"))
    assert found == "nowhere/out.csv: cannot be written: no such file or directory"


# Ibis 12 calls DuckDB's Arrow functions by their old names
@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_a_list_before_the_first_edition_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    found = refused(tmp_path, capsys, "--period", "2015/2", "--engine", engine)
    assert found.startswith("--period: no edition we hold governs 2015-04-01")


@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"white,black,result\r1,2,1-0\r", "g.csv: line 1: not CSV: new-line character seen in unquoted field"),
        (gzip.compress(GAMES.encode() * 9, mtime=0)[:-12], "g.csv: not a whole gzip file; is it cut?"),
        (gzip.compress(GAMES.encode(), mtime=0)[:12], "g.csv: not a whole gzip file; is it cut?"),
        (b"white,black,result,kind\n1,2,1-0,olympiad-finale\n",
         "g.csv: line 2: kind: 'olympiad-finale' is not a kind of event; did you mean olympiad-final?"),
    ],
)  # fmt: skip
def test_both_engines_refuse_with_the_same_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], engine: str, data: bytes, line: str
) -> None:
    assert refused(tmp_path, capsys, "--engine", engine, g=data) == line


def test_a_very_long_value_is_told_by_its_beginning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(tmp_path, capsys, g=f"white,black,result\n1,{'9' * 5000},1-0\n")
    assert said.startswith("g.csv: line 2: black: '999")
    assert said.endswith("999... is not the id of a player")
    assert len(said) < 200
