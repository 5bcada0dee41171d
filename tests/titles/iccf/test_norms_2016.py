"""Appendix 2 of 2016: every printed cell, and what the tables are used for."""

import csv
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from slowmate.records import Pairing, Result, Status, Team
from slowmate.titles.iccf.categories import CATEGORIES, average
from slowmate.titles.iccf.norms_2016 import norm_score
from slowmate.titles.iccf.statement import statement
from slowmate.titles.levels import TITLES, titles_of
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport, PlayerNorms
from tests.support.sections import change, section

DATA = Path(__file__).parent / "data"
START = date(2016, 3, 1)
TABLES = {"iccf_norms_minor.csv": "minor", "iccf_norms_major_1_6.csv": "1-6", "iccf_norms_major_7_18.csv": "7-18"}


def line(report: NormReport, player: str = "1") -> PlayerNorms:
    return next(line for line in report.players if line.id == player)


def needed(report: NormReport, player: str = "1") -> list[float | None]:
    return [None if norm.needed is None else float(norm.needed) for norm in line(report, player).norms.values()]


def score(title: str, category: str, players: int) -> Fraction | None:
    return norm_score(title, CATEGORIES.index(category), players - 1).value


def printed(name: str) -> dict[tuple[int, str, str], Fraction]:
    with (DATA / name).open() as file:
        return {
            (int(row["players"]), row["title"].split("/")[0], row["category"]): Fraction(row["score"])
            for row in csv.DictReader(file)
        }


MISPRINTED_ROW = {
    (13, "IM", "4"): (Fraction(15, 2), Fraction(8)),
    (13, "IM", "5"): (Fraction(7), Fraction(8)),
    (13, "IM", "6"): (Fraction(7), Fraction(15, 2)),
}
"""Printed, and what it should be: the row is a copy of the one for twelve players."""


@pytest.mark.clause(
    "ICCF-TR-2016 App2.3/table minor",
    "ICCF-TR-2016 App2.3/table 1-6",
    "ICCF-TR-2016 App2.3/table 7-18",
    "ICCF-TR-2016 App2.3/generator",
)
def test_every_printed_cell_is_reproduced_or_a_known_erratum() -> None:
    cells = {(table, *key): value for name, table in TABLES.items() for key, value in printed(name).items()}
    assert len(cells) == 825
    errata: dict[str, dict[tuple[str, int, str, str], tuple[Fraction, Fraction]]] = {
        "lost half": {},
        "under 35%": {},
        "misprint": {},
    }
    for (table, players, title, category), value in cells.items():
        ours = score(title, category, players)
        assert ours is not None
        if ours == value:
            continue
        if value >= 10 and ours == value - Fraction(1, 2):
            kind = "lost half"
        elif (players, value, ours) == (14, Fraction(9, 2), Fraction(5)):
            kind = "under 35%"
        else:
            kind = "misprint"
        errata[kind][table, players, title, category] = (value, ours)
    assert {key[1:]: values for key, values in errata["misprint"].items()} == MISPRINTED_ROW
    assert len(errata["lost half"]) == 74
    assert len(errata["under 35%"]) == 35
    assert {key[1] for key in errata["lost half"]} == {15, 16, 17, 18, 19, 20}
    assert all(ours.denominator == 2 for _, ours in errata["lost half"].values())
    assert len(cells) - sum(map(len, errata.values())) == 713


@pytest.mark.clause("ICCF-TR-2016 App2.3/GM from 7")
def test_where_the_tables_are_blank_there_is_no_norm() -> None:
    first = {"GM": "7", "SIM": "4", "IM": "1", "CCM": "G", "CCE": "A"}
    cells = {key for name in TABLES for key in printed(name)}
    for title, category in first.items():
        number = CATEGORIES.index(category)
        for other, label in enumerate(CATEGORIES):
            for players in range(9, 21):
                assert (score(title, label, players) is None) is (other < number)
                if other < number:
                    assert (players, title, label) not in cells
    assert [score("GM", "6", 15), score("GM", "7", 15)] == [None, 11]
    assert [score("SIM", "3", 15), score("SIM", "4", 15)] == [None, 11]
    assert [score("IM", "L", 15), score("IM", "1", 15)] == [None, 11]


@pytest.mark.clause("ICCF-TR-2016 App2.3/generator", "ICCF-TR-2016 App2.3/min")
def test_all_1188_cells_exist_and_never_ask_for_less_than_35_percent() -> None:
    cells = 0
    for title in TITLES:
        for category in CATEGORIES:
            for players in range(9, 21):
                value = score(title, category, players)
                if value is not None:
                    cells += 1
                    assert value >= Fraction(35, 100) * (players - 1)
                    assert value < players - 1
    assert cells == 1188
    assert score("IM", "5", 13) == 8
    assert score("GM", "8", 15) == Fraction(21, 2)
    assert score("IM", "2", 12) == 8


@pytest.mark.clause("ICCF-TR-2016 App2.3/generator")
def test_norms_fall_with_the_category_and_rise_with_the_players() -> None:
    for title in TITLES:
        for players in range(9, 21):
            column = [value for category in CATEGORIES if (value := score(title, category, players)) is not None]
            assert column == sorted(column, reverse=True)
        for category in CATEGORIES:
            row = [value for players in range(9, 21) if (value := score(title, category, players)) is not None]
            assert row == sorted(row)


@pytest.mark.clause(
    "ICCF-TR-2016 App2.3/table minor", "ICCF-TR-2016 App2.3/table 1-6", "ICCF-TR-2016 App2.3/table 7-18"
)
@pytest.mark.parametrize(
    ("title", "category", "players", "expected"),
    [
        ("CCM", "G", 13, 9.5),
        ("CCE", "L", 13, 5),
        ("CCE", "A", 13, 9.5),
        ("IM", "1", 13, 9.5),
        ("CCM", "6", 13, 5),
        ("GM", "7", 14, 10),
        ("SIM", "12", 20, 9.5),
        ("GM", "7", 13, 9.5),
        ("IM", "8", 13, 6.5),
        ("GM", "7", 12, 8.5),
    ],
)
def test_cells_by_name(title: str, category: str, players: int, expected: float) -> None:
    ruling = norm_score(title, CATEGORIES.index(category), players - 1)
    assert ruling.value == expected
    table = "minor" if category.isalpha() else "1-6" if int(category) < 7 else "7-18"
    assert ruling.grounds[0].clause.address == f"App2.3/table {table}"


@pytest.mark.clause(
    "ICCF-TR-2016 10.1(c)",
    "ICCF-TR-2016 10.1(d)",
    "ICCF-TR-2016 10.1(e)",
    "ICCF-TR-2016 10.1(f)",
    "ICCF-TR-2016 10.1(g)",
)
def test_five_titles_for_fifteen_players_in_category_7() -> None:
    assert list(titles_of("ICCF-TR-2016")) == list(TITLES)
    report = norms(section([2410] * 15, start=START))
    assert report.category == "7"
    assert needed(report) == [11, 9.5, 8, 5, 5]


@pytest.mark.clause("ICCF-TR-2016 App2.2/avg", "ICCF-TR-2016 App2.2(c)", "ICCF-TR-2016 10.0.1/category")
@pytest.mark.parametrize(
    ("ratings", "mean", "category"),
    [
        ([2400] * 13, 2400, "6"),
        ([2400] * 12 + [2407], 2401, "7"),
        ([2400] * 12 + [2406], 2400, "6"),
        ([2400] * 5 + [2401] * 5, 2401, "7"),
        ([2405] * 12 + [2413], 2406, "7"),
    ],
)
def test_the_average_is_rounded_and_gives_the_category(ratings: list[int], mean: int, category: str) -> None:
    report = norms(section(ratings, start=START))
    assert (report.average, report.category) == (mean, category)


@pytest.mark.clause("ICCF-TR-2016 App2.2(a)/current")
def test_a_player_without_a_published_rating_counts_2200() -> None:
    report = norms(section([2420] * 12 + [None], start=START))
    assert average([2420] * 12 + [2200], edition="ICCF-TR-2016").value == 2403
    assert (report.average, report.category) == (2403, "7")
    unpublished = change(section([2420] * 13, start=START), "13", games=11)
    assert norms(unpublished).average == 2403
    assert norms(change(unpublished, "13", games=12)).average == 2420


@pytest.mark.clause("ICCF-TR-2016 App2.2(a)/inactive")
def test_an_inactive_player_counts_with_the_last_rating() -> None:
    event = change(section([2420] * 12 + [None], start=START), "13", last_rating=2420)
    assert norms(event).average == 2420


@pytest.mark.clause("ICCF-TR-2016 App2.2(b)")
def test_in_ladies_events_an_unpublished_player_counts_1900() -> None:
    report = norms(section([2100] * 8 + [None], kind="ladies-world-championship-final", start=START))
    assert (report.average, report.category) == (2078, "F")


@pytest.mark.clause("ICCF-TR-2016 App2.4(b)")
def test_fide_ratings_and_titles_count_for_players_without_a_published_rating() -> None:
    event = change(section([2400] * 12 + [None], start=START), "13", fide_rating=2550, fide_title="GM")
    report = norms(event)
    assert report.average == 2412
    assert line(report).extra["gm_games"] == 1
    rated = change(event, "13", rating=2550, games=40)
    assert line(norms(rated)).extra["gm_games"] == 0
    in_2017 = replace(event, start=date(2018, 3, 1))
    assert line(norms(in_2017)).extra["gm_games"] == 0


@pytest.mark.clause("ICCF-TR-2016 10.0.1/schev")
def test_a_scheveningen_event_has_the_category_of_the_opponents() -> None:
    event = section([2340] * 6 + [2440] * 6, start=START, games_per_pairing=2)
    teams = (Team("A", "A", tuple("123456")), Team("B", "B", ("7", "8", "9", "10", "11", "12")))
    report = norms(replace(event, scheveningen=True, teams=teams))
    assert (report.average, report.category) == (2390, "6")
    assert needed(report, "1")[0] == float(norm_score("GM", CATEGORIES.index("8"), 12).value or 0)
    assert needed(report, "7")[0] is None
    facts = next(one for one in line(report).requirements if one.ground.clause.address == "10.0.1/schev").ground.facts
    assert facts["category"] == "8"


@pytest.mark.clause("ICCF-TR-2016 App2.4(a)/statement")
def test_the_statement_of_a_section_of_category_5() -> None:
    event = section([2360] * 13, start=START, scores={"1": 8})
    fixed = statement(event)
    assert fixed.value.category == "5"
    assert [fixed.value.needed["1"][title] for title in TITLES] == [None, 9, 8, Fraction(11, 2), Fraction(9, 2)]
    assert line(norms(event)).norms["IM"].achieved
    assert not line(norms(event)).norms["SIM"].achieved


@pytest.mark.clause("ICCF-TR-2016 App2.4(a)/recalc", "ICCF-TR-2016 App2.4(a)/keep")
def test_a_cancelled_player_is_taken_out_and_the_games_of_the_start_still_count() -> None:
    event = section([2410] * 13, start=START, scores={"1": 9.5})
    games = [game for game in event.games if "13" not in (game.white, game.black)]
    games += [Pairing("13", str(number), Result.CANCELLED) for number in range(1, 13)]
    assert needed(norms(event))[0] == 9.5
    report = norms(change(replace(event, games=tuple(games)), "13", status=Status.WITHDRAWN))
    assert needed(report)[0] == 8.5
    first = line(report)
    assert first.games == 11
    assert first.norms["GM"].counted_games == 12 + first.norms["GM"].overscore_games
    assert first.norms["GM"].overscore_games == 1


@pytest.mark.clause("ICCF-TR-2016 App2.4(e)")
def test_one_result_counts_for_several_titles() -> None:
    report = norms(section([2410] * 15, start=START, scores={"1": 9.5}))
    assert [title for title, norm in line(report).norms.items() if norm.achieved] == ["SIM", "IM", "CCM", "CCE"]


@pytest.mark.clause("ICCF-TR-2016 8.7(e)/4")
@pytest.mark.parametrize(("rating", "category"), [(2000, "9"), (2460, "9"), (2800, "10")])
def test_a_replacement_player_may_raise_the_category_but_not_lower_it(rating: int, category: str) -> None:
    event = section([2460] * 13, start=START)
    event = change(event, "13", rating=rating, replaces=event.players[12], has_replacement_status=True)
    report = norms(event)
    assert report.category == "9"
    assert needed(report)[0] == float(score("GM", category, 13) or 0)
    note = line(report).norms["GM"].requirements
    facts = next(one.ground.facts for one in note if one.ground.clause.address == "8.7(e)/4")
    assert facts["category"] == category
