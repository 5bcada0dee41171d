"""Files in and out: what is read, what is written, and what is said when a line is wrong."""

import string
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.formats.trf_columns import HEADERS, LAYOUTS
from slowmate.formats.trf_records import (
    RESULTS,
    TrfGame,
    TrfLine,
    TrfPlayer,
    TrfReport,
    TrfTeam,
    header_line,
    line_fields,
    looks_like_trf,
    read_trf_report,
    trf_line,
    write_trf,
)
from slowmate.records import BadInput

from .trf_files import COLUMNS, PLAYERS, SMALL


def read(text: str) -> TrfReport:
    return read_trf_report(text.encode(), file="x.trf")


def test_a_player_is_read_from_his_columns() -> None:
    first = read(SMALL).players[0]
    assert first == TrfPlayer(
        number=1,
        name="Novák, Jiří",
        sex="m",
        title="GM",
        rating=2512,
        federation="CZE",
        fide_number="3300001",
        born="1970/02/28",
        points=Fraction(2),
        rank=1,
        rounds=(TrfGame(4, "w", "1"), TrfGame(3, "b", "="), TrfGame(2, "w", "=")),
    )


def test_a_canonical_file_is_written_as_it_was_read() -> None:
    assert write_trf(read(SMALL)).decode() == SMALL.replace("\n", "\r\n")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_line_ends_and_marks_make_no_difference(end: str, encoding: str) -> None:
    data = SMALL.replace("\n", end).encode(encoding)
    assert read_trf_report(data, file="x") == read(SMALL)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_a_file_that_is_not_utf_8_is_read_as_windows_latin(encoding: str) -> None:
    text = "012 Café\n001    1      Müller, Jürgen\n"
    report = read_trf_report(text.encode(encoding), file="x")
    assert (report.header("012"), report.players[0].name) == ("Café", "Müller, Jürgen")


def test_the_letters_only_windows_has_are_read_too() -> None:
    report = read_trf_report("001    1      Šimek, Žofie".encode("cp1252"), file="x")
    assert report.players[0].name == "Šimek, Žofie"


def test_bytes_that_windows_latin_does_not_know_do_no_harm() -> None:
    assert read_trf_report(b"012 \x81\n001    1      A\n", file="x").players[0].number == 1


@pytest.mark.parametrize(
    ("letters", "title"),
    [("  g", "GM"), ("  m", "IM"), ("  f", "FM"), ("  c", "CM"), (" wf", "WFM"), ("wg ", "WGM"), ("WIM", "WIM")],
)
def test_titles_of_2006_are_one_letter(letters: str, title: str) -> None:
    assert read(f"001    1 m{letters} Somebody").players[0].title == title


def test_points_rank_and_trailing_columns_may_be_missing() -> None:
    player = read("001   12      Somebody").players[0]
    assert (player.points, player.rank, player.rating, player.rounds) == (None, None, None, ())


def test_points_may_have_a_comma() -> None:
    assert read("001    1".ljust(80) + " 2,5").players[0].points == Fraction(5, 2)


def test_results_and_colours_are_read_in_either_case() -> None:
    line = "001    1".ljust(91) + "   2 W 1  0000 - u     3 B d"
    assert read(line).players[0].rounds == (TrfGame(2, "w", "1"), TrfGame(0, "-", "U"), TrfGame(3, "b", "D"))


def test_blank_rounds_before_the_last_are_kept_and_after_it_dropped() -> None:
    line = "001    1".ljust(91) + " " * 10 + "   2 w 1  " + " " * 25
    assert read(line).players[0].rounds == (TrfGame(), TrfGame(2, "w", "1"))


def test_lines_we_do_not_know_are_kept_in_their_places() -> None:
    text = f"### a comment\n012 Name\n\n{COLUMNS}\nXXR 9\nQQQ what is this?\n{PLAYERS}XXP 1 2\nDAT something\n"
    report = read(text)
    assert write_trf(report).decode().replace("\r\n", "\n") == text
    assert [line.text for line in report.lines("XXP")] == ["XXP 1 2"]


def test_teams_of_2006_and_of_2026() -> None:
    old = "013 Lions".ljust(36) + "   1    2"
    new = "310   7 Lions                            LIO     2486   15.0   28.5  11     1    2"
    assert read(f"{PLAYERS}{old}").teams == (TrfTeam(None, "Lions", (1, 2)),)
    team = TrfTeam(7, "Lions", (1, 2), "LIO", 2486, Fraction(15), Fraction(57, 2), 11)
    assert read(f"{PLAYERS}{old}\n{new}").teams == (team,)
    assert write_trf(TrfReport((team,))).decode() == f"{new}\r\n"


@pytest.mark.parametrize(
    ("text", "fields", "groups"),
    [
        ("240 H   3   26   47", {"bye": "H", "round": 3}, [(26,), (47,)]),
        (
            "250      02.0 001 003 0001 0090",
            {
                "match points": None,
                "points": Fraction(2),
                "first round": 1,
                "last round": 3,
                "first player": 1,
                "last player": 90,
            },
            [],
        ),
        ("260 001 002  125  180  184", {"first round": 1, "last round": 2}, [(125,), (180,), (184,)]),
        (
            "299          -0.5   2    1    4",
            {"type": "", "match points": None, "points": Fraction(-1, 2), "round": 2},
            [(1,), (4,)],
        ),
        ("300   1  17   5   14    0", {"round": 1, "team": 17, "opponent": 5}, [(14,), (0,)]),
        ("320  2.0  3.0  50  49", {"match points": Fraction(2), "game points": Fraction(3)}, [(50,), (49,)]),
        ("330 -+ 008 027 005", {"forfeit": "-+", "round": 8, "white team": 27, "black team": 5}, []),
        ("162  W 3.0    D 1.0", {}, [("W", Fraction(3)), ("D", Fraction(1))]),
        ("172 IND FIDON", {"federation": "IND", "method": "FIDON"}, []),
    ],
)
def test_the_records_of_2026_have_their_columns(text: str, fields: dict[str, object], groups: list[object]) -> None:
    assert line_fields(TrfLine(text), file="x") == (fields, groups)


def test_a_national_rating_has_a_federation_for_a_tag() -> None:
    fields, _ = line_fields(TrfLine("CZE    1                                        2650"), file="x")
    assert (fields["starting number"], fields["rating"]) == (1, 2650)


def test_a_record_without_known_columns_has_no_fields() -> None:
    with pytest.raises(KeyError):
        line_fields(TrfLine("801  1 IND"), file="x")


def test_a_record_is_built_in_its_columns() -> None:
    assert trf_line("240", {"bye": "F", "round": 12}, ((3,), (14,))).text == "240 F  12    3   14"


def test_a_header_is_one_line_whatever_is_in_it() -> None:
    assert header_line("012", " two\nlines ").text == "012 two lines"


@pytest.mark.parametrize(
    ("line", "field", "why"),
    [
        ("001    x      A", "columns 5-8 (starting number)", "not a whole number"),
        ("001           A", "columns 5-8 (starting number)", "needs a number"),
        ("001    0      A", "columns 5-8 (starting number)", "needs a number"),
        ("001    1      A".ljust(48) + "24x0", "columns 49-52 (rating)", "'24x0' is not a whole number"),
        ("001    1      A".ljust(80) + "x", "columns 81-84 (points)", "not points"),
        ("001    1      A".ljust(91) + "   2 w ?", "column 99 (result)", "'?' is not a result"),
        ("001    1      A".ljust(101) + "   2 q 1", "column 107 (colour)", "'q' is not a colour"),
        ("001    1      " + "A" * 40, "column 48", "shifted"),
        ("001    1      A".ljust(92) + "   2 w 1", "column 96", "shifted"),
        ("013 Lions".ljust(36) + "  a1", "columns 37-40 (player)", "not a whole number"),
    ],
)
def test_what_is_wrong_is_named_by_line_and_columns(line: str, field: str, why: str) -> None:
    with pytest.raises(BadInput, match=why.replace("?", "[?]")) as caught:
        read(f"012 Name\n{line}\n")
    assert (caught.value.file, caught.value.line, caught.value.field) == ("x.trf", 2, field)


def test_a_number_is_used_once() -> None:
    with pytest.raises(BadInput, match="1 is used twice") as caught:
        read("001    1      A\n001    1      B\n")
    assert caught.value.line == 2


@pytest.mark.parametrize("data", [b"", b"hello\n", b"\x00\x01\x02", b"0010 1\n"])
def test_what_is_no_report_is_refused(data: bytes) -> None:
    assert not looks_like_trf(data)
    with pytest.raises(BadInput, match="not a TRF file"):
        read_trf_report(data, file="x")


@pytest.mark.parametrize(
    ("player", "field"),
    [
        (TrfPlayer(1, name="A" * 34), "columns 15-47 (name)"),
        (TrfPlayer(10_000), "columns 5-8 (starting number)"),
        (TrfPlayer(1, points=Fraction(1, 4)), "columns 81-84 (points)"),
        (TrfPlayer(1, name="a\nb"), "columns 15-47 (name)"),
        (TrfPlayer(1, rounds=(TrfGame(12345, "w", "1"),)), "columns 92-95 (opponent)"),
    ],
)
def test_what_does_not_fit_its_columns_is_not_written(player: TrfPlayer, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        write_trf(TrfReport((player,)))
    assert caught.value.field == field


def test_no_two_columns_of_a_record_overlap() -> None:
    for tag, layout in LAYOUTS.items():
        taken = [at for column in layout.fields for at in range(column.first, column.last + 1)]
        for shift in (0, layout.step) if layout.repeated else ():
            taken += [at + shift for column in layout.repeated for at in range(column.first, column.last + 1)]
        assert len(taken) == len(set(taken)), tag
        assert min(taken) > 4, tag


LETTERS = string.ascii_letters + "áßÖŠΩЖ中'.,-"


def words(most: int) -> st.SearchStrategy[str]:
    return st.text(f"{LETTERS} ", max_size=most).map(lambda text: " ".join(text.split()))


HALVES = st.none() | st.integers(0, 199).map(lambda half: Fraction(half, 2))
GAMES = st.builds(
    TrfGame, st.none() | st.integers(0, 9999), st.sampled_from(["w", "b", "-", ""]), st.sampled_from(sorted(RESULTS))
)


@st.composite
def players(draw: st.DrawFn) -> list[TrfPlayer]:
    numbers = draw(st.lists(st.integers(1, 9999), unique=True, min_size=1, max_size=5))
    return [
        TrfPlayer(
            number,
            name=draw(words(33)),
            sex=draw(st.sampled_from(["m", "w", ""])),
            title=draw(st.sampled_from(["GM", "WIM", "CM", ""])),
            rating=draw(st.none() | st.integers(0, 9999)),
            federation=draw(st.sampled_from(["CZE", "", "NO"])),
            fide_number=draw(st.sampled_from(["", "3300001", "12345678901"])),
            born=draw(st.sampled_from(["", "1990/11/30", "1991/00/00"])),
            points=draw(HALVES),
            rank=draw(st.none() | st.integers(0, 9999)),
            rounds=(*draw(st.lists(GAMES, max_size=4)), TrfGame(1, "w", "1")),
        )
        for number in numbers
    ]


TEAMS = st.one_of(
    st.builds(TrfTeam, st.none(), words(32), st.lists(st.integers(1, 9999), max_size=4).map(tuple)),
    st.builds(
        TrfTeam,
        st.integers(1, 999),
        words(32),
        st.lists(st.integers(1, 9999), max_size=4).map(tuple),
        st.sampled_from(["", "LIO"]),
        st.none() | st.integers(0, 999_999),
        HALVES,
        HALVES,
        st.none() | st.integers(0, 999),
    ),
)
OTHERS = st.one_of(
    st.builds(header_line, st.sampled_from(sorted(HEADERS)), words(60)),
    st.sampled_from(["XXR 9", "### comment", "", "240 H   3   26   47", "XXC white1", "weird line"]).map(TrfLine),
)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read_back_the_same(data: st.DataObject) -> None:
    records: list[Any] = [
        *data.draw(players()),
        *data.draw(st.lists(TEAMS, max_size=3)),
        *data.draw(st.lists(OTHERS, max_size=6)),
    ]
    report = TrfReport(tuple(data.draw(st.permutations(records))))
    written = write_trf(report)
    assert read_trf_report(written, file="x") == report
    assert write_trf(read_trf_report(written, file="x")) == written


@given(
    st.binary(max_size=200) | st.text("01 2wb=-+WDLHFUZ9\n\r", max_size=300).map(lambda text: f"001 {text}".encode())
)
@settings(max_examples=300, deadline=None)
def test_anything_at_all_is_read_or_refused(data: bytes) -> None:
    try:
        report = read_trf_report(data, file="x")
    except BadInput:
        return
    assert read_trf_report(write_trf(report), file="x").players == report.players
