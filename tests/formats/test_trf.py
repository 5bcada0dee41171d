"""A tournament report as an event, and back."""

import json
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.formats.event_json import read_event
from slowmate.formats.events import read_any_event, read_with_doubts
from slowmate.formats.trf import read_day, read_trf, report_of, write_trf
from slowmate.records import KINDS, BadInput, Director, Event, FideTerms, Pairing, Player, Result, Team

from .trf_files import HEADERS, PLAYERS, SMALL, swiss


def event(text: str) -> Event:
    return read_trf(text.encode(), file="x.trf")


def results(data: bytes) -> list[tuple[str, str, Result | None]]:
    return [(game.white, game.black, game.result) for game in read_trf(data, file="x").games]


def test_an_event_with_all_a_report_tells() -> None:
    small = event(SMALL)
    assert (small.name, small.city, small.federation, small.rounds) == ("Small Masters", "Brno", "CZE", 3)
    assert (small.start, small.end) == (date(2018, 3, 1), date(2018, 3, 3))
    assert small.round_dates == (date(2018, 3, 1), date(2018, 3, 2), date(2018, 3, 3))
    assert small.director == Director("Chief, Anna", "IA")
    assert small.deputies == ("FA Deputy, Bo", "Third, Cy")
    assert small.rate_of_play == "90 min/40 moves + 30 min, 30 s a move"
    assert small.kind is KINDS["fide-round-robin"]


def test_players_with_what_is_known_of_them() -> None:
    first, second, third, fourth = event(SMALL).players
    assert first == Player("1", "Novák, Jiří", "CZE", "m", 1970, "GM", 2512, fide_id="3300001", born=date(1970, 2, 28))
    assert (second.sex, second.title) == ("f", "IM")
    assert (third.birth_year, third.born) == (1991, None)
    assert (fourth.rating, fourth.fide_id, fourth.birth_year) == (None, None, None)


def test_every_game_stands_once_with_its_round_and_colours() -> None:
    assert event(SMALL).games == (
        Pairing("1", "4", Result.WHITE_WINS, round=1),
        Pairing("2", "3", Result.WHITE_WINS, round=1),
        Pairing("3", "1", Result.DRAW, round=2),
        Pairing("4", "2", Result.DRAW, round=2),
        Pairing("1", "2", Result.DRAW, round=3),
        Pairing("3", "4", Result.WHITE_WINS, round=3),
    )


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("1", "0", "1-0"),
        ("0", "1", "0-1"),
        ("=", "=", "1/2-1/2"),
        ("0", "0", "0-0"),
        ("+", "-", "+/-"),
        ("-", "+", "-/+"),
        ("-", "-", "-/-"),
        ("W", "L", "1-0"),
        ("d", "d", "1/2-1/2"),
        ("L", "W", "0-1"),
    ],
)
def test_result_codes(white: str, black: str, result: str) -> None:
    assert results(swiss([f"   2 w {white}"], [f"   1 b {black}"])) == [("1", "2", Result(result))]


@pytest.mark.parametrize(("codes", "rated"), [("10", True), ("==", True), ("WL", False), ("DD", False), ("+-", True)])
def test_a_game_over_before_both_moved_scores_and_is_not_rated(codes: str, *, rated: bool) -> None:
    (game,) = read_trf(swiss([f"   2 w {codes[0]}"], [f"   1 b {codes[1]}"]), file="x").games
    assert game.rated is rated


@pytest.mark.parametrize(
    "bye", ["0000 - H", "0000 - F", "0000 - U", "0000 - Z", "0000 - =", "0000 - +", "", "     - -"]
)
def test_byes_are_no_games(bye: str) -> None:
    assert results(swiss([bye])) == []


def test_byes_the_pairing_gave_are_noted() -> None:
    found = read_trf(swiss(["0000 - U", "   2 w 1"], ["0000 - H", "   1 b 0"]), file="x")
    assert found.fide == FideTerms(byes=frozenset({("1", 1)}))


@pytest.mark.parametrize("code", [" ", "*", "X"])
def test_a_game_without_a_result_is_running(code: str) -> None:
    assert results(swiss([f"   2 w {code}"], ["   1 b"])) == [("1", "2", None)]


def test_a_game_that_one_line_tells_counts() -> None:
    assert results(swiss(["   2 b 1"], [])) == [("2", "1", Result.BLACK_WINS)]


def test_a_forfeit_without_colours_gives_white_to_the_first() -> None:
    assert results(swiss(["   2 - -"], ["   1 - +"])) == [("1", "2", Result.BLACK_WINS_BY_FORFEIT)]


@pytest.mark.parametrize(
    ("rows", "line", "field", "why"),
    [
        ((["   2 w 1"], ["   1 w 0"]), 4, "round 1, column 97 (colour)", "both players have w"),
        ((["   2 w 1"], ["   1 b 1"]), 4, "round 1, column 99 (result)", "'1' does not go with '1'"),
        ((["   2 w ="], ["   1 b 0"]), 4, "round 1, column 99 (result)", "does not go with"),
        ((["   2 w 1"], ["   1 b"]), 4, "round 1, column 99 (result)", "'1' does not go with 'blank'"),
        ((["   9 w 1"],), 4, "round 1, columns 92-95 (opponent)", "9 is not the number of an opponent"),
        ((["   1 w 1"],), 4, "round 1, columns 92-95 (opponent)", "1 is not the number of an opponent"),
        (
            (["   2 w 1"], ["   3 b 0"], ["   2 w 1"]),
            4,
            "round 1, columns 92-95 (opponent)",
            "line 5 tells another game",
        ),
    ],
)
def test_lines_that_contradict_each_other_are_refused(
    rows: tuple[list[str], ...], line: int, field: str, why: str
) -> None:
    with pytest.raises(BadInput, match=why) as caught:
        read_trf(swiss(*rows), file="x.trf")
    assert (caught.value.file, caught.value.line, caught.value.field) == ("x.trf", line, field)


DOUBLE = (
    ["   2 w 1", "   3 b 1", "   2 b 1", "   3 w 1"],
    ["   1 b 0", "    ", "   1 w 0", "    ", "   3 w 1", "   3 b ="],
)
DOUBLE_ROWS = (*DOUBLE, ["    ", "   1 w 0", "    ", "   1 b 0", "   2 b 0", "   2 w ="])


@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        ("092 Individual: Swiss-System (Standard)", "fide-swiss"),
        ("092 SWISS", "fide-swiss"),
        ("092 Individual: Round-Robin", "fide-round-robin"),
        ("092 round robin", "fide-round-robin"),
        ("092 Double Round Robin", "fide-double-round-robin"),
        ("092 Team League", "fide-team"),
        ("092 Match", "fide-match"),
        ("192 FIDE_DUTCH_2026_BAKU", "fide-swiss"),
        ("192 FIDE_TEAM_BAKU", "fide-team"),
        ("092 something else", "fide-round-robin"),
        ("", "fide-round-robin"),
    ],
)
def test_the_kind_is_named_or_seen_in_the_games(type_: str, kind: str) -> None:
    headers = HEADERS.replace("092 Individual: Round-Robin", type_)
    assert event(headers + PLAYERS).kind.slug == kind


@pytest.mark.parametrize("type_", ["", "092 Round Robin"])
def test_everybody_met_twice_is_a_double_round_robin(type_: str) -> None:
    data = swiss(*DOUBLE_ROWS).replace(b"092 Individual: Swiss-System", type_.encode())
    found = read_trf(data, file="x")
    assert (found.kind.slug, found.games_per_pairing) == ("fide-double-round-robin", 2)


def test_not_everybody_met_is_a_swiss() -> None:
    rows = (["   2 w 1"], ["   1 b 0"], ["   4 w 1"], ["   3 b 0"])
    data = swiss(*rows).replace(b"092 Individual: Swiss-System\n", b"")
    assert read_trf(data, file="x").kind.slug == "fide-swiss"


def test_teams_make_a_team_event() -> None:
    lines = "310   1 Lions".ljust(73) + "   1    3\n" + "310   2 Bears".ljust(73) + "   2    4\n"
    found = event(HEADERS.replace("092 Individual: Round-Robin\n", "") + PLAYERS + lines)
    assert found.kind.slug == "fide-team"
    assert found.teams == (Team("1", "Lions", ("1", "3")), Team("2", "Bears", ("2", "4")))


@pytest.mark.parametrize(
    ("players", "why"), [("   1    1", "1 stands in two places"), ("   1    9", "9 is not the number of a player")]
)
def test_a_team_has_players_of_the_event_once(players: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as caught:
        event(PLAYERS.replace("001    1", "042 2018/03/01\n092 Team\n001    1", 1) + "013 Lions".ljust(36) + players)
    assert caught.value.line == 7


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2018/03/01", date(2018, 3, 1)),
        ("2018-03-01", date(2018, 3, 1)),
        ("2018.03.01", date(2018, 3, 1)),
        ("01.03.2018", date(2018, 3, 1)),
        ("1/3/2018", date(2018, 3, 1)),
        ("28. 07. 2005", date(2005, 7, 28)),
        ("18/03/01", date(2018, 3, 1)),
        ("99/12/31", date(1999, 12, 31)),
        ("Jun 26, 2020", date(2020, 6, 26)),
        ("2018/13/01", None),
        ("1987/00/00", None),
        ("soon", None),
        ("", None),
    ],
)
def test_days_as_people_write_them(text: str, day: date | None) -> None:
    assert read_day(text) == day


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        ("04.05.06", "", (date(2004, 5, 6), None)),
        ("4.5.06", "", (date(2006, 5, 4), None)),
        ("04.05.06", "2006/05/13", (date(2006, 5, 4), date(2006, 5, 13))),
        ("04.05.06", "13.05.06", (date(2006, 5, 4), date(2006, 5, 13))),
        ("04/05/06", "04/05/13", (date(2004, 5, 6), date(2004, 5, 13))),
        ("19/05/04", "19/05/12", (date(2019, 5, 4), date(2019, 5, 12))),
    ],
)
def test_a_year_of_two_digits_stands_where_the_other_days_put_it(
    start: str, end: str, days: tuple[date, date | None]
) -> None:
    found = event(f"042 {start}\n052 {end}\n{PLAYERS}")
    assert (found.start, found.end) == days


@pytest.mark.parametrize(
    ("header", "line", "why"), [("", 1, "missing"), ("042 soon", 4, "'soon' is not a date; write it as 2018/03/01")]
)
def test_the_start_decides_the_rules_and_must_be_there(header: str, line: int, why: str) -> None:
    with pytest.raises(BadInput, match=why) as caught:
        event(HEADERS.partition("132 ")[0].replace("042 2018/03/01", header) + PLAYERS)
    assert (caught.value.line, caught.value.field) == (line, "042")


@pytest.mark.parametrize("end", ["2018/02/28", "28.02.2018"])
def test_an_end_before_the_start_is_refused_with_its_line(end: str) -> None:
    with pytest.raises(BadInput, match="2018-02-28 is before the start, 2018-03-01") as caught:
        event(f"042 2018/03/01\n052 {end}\n" + PLAYERS)
    assert (caught.value.line, caught.value.field) == (2, "052")


def test_an_event_may_end_on_the_day_it_starts_or_on_a_day_that_nobody_can_read() -> None:
    assert event("042 2018/03/01\n052 2018/03/01\n" + PLAYERS).end == date(2018, 3, 1)
    assert event("042 2018/03/01\n052 soon\n" + PLAYERS).end is None


def test_a_start_that_is_given_is_held_against_the_end_of_the_file() -> None:
    data = ("052 2018/03/01\n" + PLAYERS).encode()
    assert read_trf(data, file="a.trf", start=date(2018, 3, 1)).end == date(2018, 3, 1)
    with pytest.raises(BadInput, match="2018-03-01 is before the start, 2018-03-02"):
        read_trf(data, file="a.trf", start=date(2018, 3, 2))
    table = {"name": "A", "kind": "open", "start": "2018-01-01", "end": "2018-03-01", "players": [], "games": []}
    with pytest.raises(BadInput, match="end: 2018-03-01 is before the start, 2018-03-02"):
        read_event(json.dumps(table).encode(), start=date(2018, 3, 2))


@pytest.mark.parametrize("told", ["2018/03/01", "01.03.2018", "Mar 1, 2018"])
def test_a_start_that_is_given_goes_before_the_one_of_the_file_and_that_is_said(told: str) -> None:
    data = f"042 {told}\n{PLAYERS}".encode()
    found, doubts = read_with_doubts(data, file="a.trf", start=date(2020, 1, 1))
    assert found.start == date(2020, 1, 1)
    assert doubts == [
        "a.trf: the file says that it started on 2018-03-01; 2020-01-01 is given, and decides which rules govern"
    ]
    assert read_with_doubts(data, file="a.trf", start=date(2018, 3, 1))[1] == []


def test_so_it_is_with_an_event_in_json() -> None:
    table = {"name": "A", "kind": "open", "start": "2018-03-01", "players": [], "games": []}
    data = json.dumps(table).encode()
    found, doubts = read_with_doubts(data, file="a.json", start=date(2018, 3, 2))
    assert (found.start, len(doubts)) == (date(2018, 3, 2), 1)
    assert read_with_doubts(data, file="a.json", start=date(2018, 3, 1))[1] == []
    assert read_with_doubts(data, file="a.json")[1] == []


def test_a_report_without_players_is_no_event() -> None:
    with pytest.raises(BadInput, match="no player"):
        event(HEADERS)


@pytest.mark.parametrize(
    ("text", "director"),
    [
        ("IA Chief, Anna", Director("Chief, Anna", "IA")),
        ("Anna Chief (IA)", Director("Anna Chief", "IA")),
        ("Chief, Anna, FA", Director("Chief, Anna", "FA")),
        ("Chief, Anna", Director("Chief, Anna")),
    ],
)
def test_the_chief_arbiter_and_the_title(text: str, director: Director) -> None:
    assert event(SMALL.replace("IA Chief, Anna", text)).director == director


def test_json_and_trf_are_told_apart_by_their_content() -> None:
    data = {"name": "J", "kind": "fide-swiss", "start": "2018-03-01", "players": [], "games": []}
    assert read_any_event(b"\xef\xbb\xbf \n" + json.dumps(data).encode(), file="x").name == "J"
    assert read_any_event(SMALL.encode("utf-8-sig"), file="x").name == "Small Masters"
    with pytest.raises(BadInput, match=r"neither JSON .* nor a tournament report"):
        read_any_event(b"nonsense", file="x")
    with pytest.raises(BadInput, match="the file is empty"):
        read_any_event(b"\xef\xbb\xbf \r\n", file="x")


def test_a_start_that_is_missing_is_that_of_the_first_round_or_the_one_given() -> None:
    undated = (HEADERS.replace("042 2018/03/01\n", "") + PLAYERS).encode()
    assert read_any_event(undated, file="x").start == date(2018, 3, 1)
    assert read_any_event(undated, file="x", start=date(2018, 2, 28)).start == date(2018, 2, 28)


def test_an_event_is_written_as_it_was_read() -> None:
    assert read_trf(write_trf(report_of(event(SMALL))), file="x") == event(SMALL)
    assert write_trf(report_of(event(SMALL))).decode().replace("\r\n", "\n").startswith(HEADERS)


def test_games_without_rounds_are_scheduled_and_ids_counted_through() -> None:
    players = tuple(Player(name, name) for name in ("ann", "bob", "cid"))
    games = tuple(
        Pairing(white, black, Result.DRAW) for white, black in (("ann", "bob"), ("bob", "cid"), ("cid", "ann"))
    )
    report = report_of(Event("Section", KINDS["open"], date(2018, 1, 1), players, games))
    assert [player.number for player in report.players] == [1, 2, 3]
    assert [[game.opponent for game in player.rounds] for player in report.players] == [
        [2, None, 3],
        [1, 3],
        [None, 2, 1],
    ]


def test_a_long_name_is_cut_to_its_columns() -> None:
    players = (Player("1", "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine"),)
    report = report_of(Event("E", KINDS["fide-swiss"], date(2018, 1, 1), players, ()))
    assert report.players[0].name == "Wolfeschlegelsteinhausenbergerdor"
    assert write_trf(report)


@st.composite
def swiss_events(draw: st.DrawFn) -> Event:
    count = draw(st.integers(2, 8))
    players = tuple(
        Player(str(number), f"Player {number}", rating=draw(st.none() | st.integers(1000, 2900)))
        for number in range(1, count + 1)
    )
    games: list[Pairing] = []
    byes: set[tuple[str, int]] = set()
    rounds = draw(st.integers(1, 5))
    for number in range(1, rounds + 1):
        order = draw(st.permutations(players))
        for white, black in zip(order[::2], order[1::2], strict=False):
            result = draw(st.none() | st.sampled_from([one for one in Result if one is not Result.CANCELLED]))
            rated = result is None or result.is_forfeit or draw(st.booleans())
            games.append(Pairing(white.id, black.id, result, round=number, rated=rated))
        if count % 2:
            byes.add((order[-1].id, number))
    terms = FideTerms(byes=frozenset(byes))
    return Event(
        "E", KINDS["fide-swiss"], date(2019, 1, 1), players, tuple(games), fide=terms, rounds=rounds, city="Brno"
    )


@given(swiss_events())
@settings(max_examples=100, deadline=None)
def test_any_event_comes_back_from_its_report(played: Event) -> None:
    found = read_trf(write_trf(report_of(played)), file="x")
    assert sorted(found.games, key=repr) == sorted(played.games, key=repr)
    assert (found.players, found.fide, found.rounds) == (played.players, played.fide, played.rounds)
    assert (found.name, found.kind, found.start, found.city) == (played.name, played.kind, played.start, played.city)


@given(st.lists(st.tuples(st.integers(0, len(SMALL) - 1), st.sampled_from("01 249wb=-+WDLHFUZX\n\rA/.é")), max_size=6))
@settings(max_examples=300, deadline=None)
def test_a_file_with_errors_in_it_is_read_or_refused_with_its_place(errors: list[tuple[int, str]]) -> None:
    signs = list(SMALL)
    for place, sign in errors:
        signs[place] = sign
    try:
        found = read_trf("".join(signs).encode(), file="x.trf")
    except BadInput as error:
        place_of_error = (error.file, error.line, error.field)
    else:
        assert write_trf(report_of(found))
        return
    assert place_of_error[0] == "x.trf"
    assert place_of_error[1] is not None
