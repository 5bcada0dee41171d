"""Appendix 2, item 1: what makes a title tournament."""

import csv
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from slowmate.records import KINDS, Director, Event, Player
from slowmate.rulebook import Clause, Requirement
from slowmate.titles.iccf.schedule import sections
from slowmate.titles.iccf.strength import UPPER_HALF, assumed_rating
from slowmate.titles.iccf.tournament import minimum_score, summary
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport
from tests.support.sections import change, rated_team_event, section, with_score

DATA = Path(__file__).parent / "data"
E2016, E2017 = date(2016, 3, 1), date(2018, 3, 1)
BOTH = pytest.mark.parametrize("start", [E2016, E2017])


def requirement(report: NormReport, *addresses: str) -> Requirement:
    found = [one for one in report.requirements if one.ground.clause.address in addresses]
    assert len(found) == 1, [str(one.ground.clause) for one in report.requirements]
    return found[0]


def with_federations(event: Event, *federations: str) -> Event:
    chosen = (replace(one, federation=federation) for one, federation in zip(event.players, federations, strict=True))
    return replace(event, players=tuple(chosen))


def with_games(event: Event, *games: int | None) -> Event:
    """Rated games behind each rating; None makes the player unrated."""
    changed = tuple(
        replace(player, games=count, rating=player.rating if count is not None else None)
        for player, count in zip(event.players, games, strict=True)
    )
    return replace(event, players=changed)


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open() as file:
        return list(csv.DictReader(file))


@pytest.mark.clause(
    "ICCF-TR-2017 App2.1/table",
    "ICCF-TR-2017 App2.1(b)",
    "ICCF-TR-2017 App2.1(c)",
    "ICCF-TR-2017 App2.1(e)",
    "ICCF-TR-2017 App2.1(f)",
)
def test_the_printed_summary_of_2017_is_reproduced_cell_by_cell() -> None:
    printed = rows("iccf_requirements_2017.csv")
    assert len(printed) == 12
    for row in printed:
        line = summary(int(row["A"]))
        shown = (line.players, line.games, line.one_federation, line.rated, line.fixed, line.minimum_score)
        assert shown == tuple(Fraction(row[column]) for column in "ABCDEF")


@pytest.mark.clause(
    "ICCF-TR-2016 App2.1(b)", "ICCF-TR-2016 App2.1(c)", "ICCF-TR-2016 App2.1(e)", "ICCF-TR-2016 App2.3/min"
)
def test_the_printed_summaries_of_2016_differ_from_their_text_in_known_cells_only() -> None:
    """Column C is rounded up against "not more than", D is 70% against the text's 75%, F of 14 players is under 35%,
    and the minor table rounds F to whole points."""
    differ: dict[tuple[str, str, int], tuple[Fraction, Fraction]] = {}
    for row in rows("iccf_requirements_2016.csv"):
        line = summary(int(row["A"]), edition="ICCF-TR-2016")
        ours: tuple[int | Fraction, ...] = (
            line.players,
            line.games,
            line.one_federation,
            line.rated,
            line.fixed,
            line.minimum_score,
        )
        for column, value in zip("ABCDEF", ours, strict=True):
            if value != Fraction(row[column]):
                differ[row["source_table"], column, line.players] = (Fraction(row[column]), Fraction(value))
    assert {column for _, column, _ in differ} == {"C", "D", "F"}
    assert {players for _, column, players in differ if column == "C"} == {10, 11, 13, 14, 16, 17, 19, 20}
    assert {players for _, column, players in differ if column == "D"} == {10, 11, 14, 15, 17, 18, 19, 20}
    assert all(printed == -(-2 * players // 3) for (_, c, players), (printed, _) in differ.items() if c == "C")
    assert all(printed == -(-7 * players // 10) for (_, c, players), (printed, _) in differ.items() if c == "D")
    major = {key for key in differ if key[1] == "F" and key[0] != "minor"}
    assert major == {("major_1_6", "F", 14), ("major_7_18", "F", 14)}
    assert differ["major_7_18", "F", 14] == (Fraction(9, 2), Fraction(5))
    minor = {players: values for (table, c, players), values in differ.items() if c == "F" and table == "minor"}
    assert minor == {n: (ours + Fraction(1, 2), ours) for n, (_, ours) in minor.items()}
    assert set(minor) == {10, 11, 13, 16, 19}


@pytest.mark.clause("ICCF-TR-2017 App2.1(f)", "ICCF-TR-2016 App2.3/min")
@pytest.mark.parametrize(
    ("games", "least"), [(8, 3), (9, 3.5), (11, 4), (12, 4.5), (13, 5), (14, 5), (19, 7), (20, 7), (21, 7.5)]
)
def test_the_minimum_is_35_percent_up_to_a_half_point(games: int, least: float) -> None:
    assert minimum_score(games, edition="ICCF-TR-2017") == least
    assert minimum_score(games, edition="ICCF-TR-2016") == least


@pytest.mark.clause("ICCF-TR-2017 App2.1(a)/9", "ICCF-TR-2016 App2.1(a)/9")
@BOTH
def test_nine_players_are_needed(start: date) -> None:
    for count, holds in ((8, False), (9, True)):
        report = norms(section([2420] * count, start=start))
        assert requirement(report, "App2.1(a)/9").holds is holds
        assert report.titles_possible["IM"] is holds


@pytest.mark.clause(
    "ICCF-TR-2017 App2.1(a)/double",
    "ICCF-TR-2016 App2.1(a)/double",
    "ICCF-TR-2017 10.0.2/double",
    "ICCF-TR-2016 10.0.2/double",
)
@BOTH
def test_fewer_than_nine_may_play_a_double_round_of_eight_games(start: date) -> None:
    for count, holds in ((4, False), (5, True), (7, True)):
        report = norms(section([2420] * count, start=start, games_per_pairing=2))
        assert requirement(report, "App2.1(a)/double").holds is holds
        assert report.titles_possible["IM"] is holds
    seven = norms(section([2351] * 7, start=start, games_per_pairing=2))
    double = requirement(seven, "10.0.2/double")
    assert double.holds
    assert double.ground.facts["games"] == 42
    assert {line.games for line in seven.players} == {12}
    refused = replace(section([2420] * 7, start=start, games_per_pairing=2), approved=False)
    assert not norms(refused).titles_possible["IM"]


@pytest.mark.clause("ICCF-TR-2016 10.0.2/double")
def test_a_double_round_of_2016_uses_the_row_of_its_games() -> None:
    report = norms(section([2360] * 7, start=E2016, games_per_pairing=2))
    assert report.category == "5"
    assert report.players[0].norms["IM"].needed == 8


@pytest.mark.clause("ICCF-TR-2017 10.0.2/single", "ICCF-TR-2016 10.0.2/single")
@pytest.mark.parametrize(("start", "count", "games"), [(E2017, 13, 78), (E2016, 15, 105)])
def test_everybody_plays_everybody_once(start: date, count: int, games: int) -> None:
    report = norms(section([2420] * count, start=start))
    single = requirement(report, "10.0.2/single")
    assert single.holds
    assert single.ground.facts["games"] == games
    twice = with_score(section([2420] * count, start=start), "1", 5)
    twice = replace(twice, games=(*twice.games, twice.games[0]))
    assert not requirement(norms(twice), "10.0.2/single").holds


@pytest.mark.clause("ICCF-TR-2017 App2.1(b)", "ICCF-TR-2016 App2.1(b)")
@BOTH
@pytest.mark.parametrize(("count", "needed"), [(9, 7), (10, 8), (13, 10), (15, 12), (20, 15)])
def test_three_quarters_are_rated(start: date, count: int, needed: int) -> None:
    for rated, holds in ((needed - 1, False), (needed, True)):
        event = with_games(section([2420] * count, start=start), *[100] * rated, *[None] * (count - rated))
        report = norms(event)
        assert requirement(report, "App2.1(b)").holds is holds
        assert report.titles_possible["IM"] is holds


@pytest.mark.clause("ICCF-TR-2017 App2.1(c)", "ICCF-TR-2016 App2.1(c)", "ICCF-TR-2017 9.3/3")
@BOTH
@pytest.mark.parametrize(("count", "needed"), [(9, 6), (10, 6), (13, 8), (15, 9)])
def test_three_fifths_have_a_fixed_rating(start: date, count: int, needed: int) -> None:
    for fixed, holds in ((needed - 1, False), (needed, True)):
        event = with_games(section([2420] * count, start=start), *[30] * fixed, *[29] * (count - fixed))
        assert requirement(norms(event), "App2.1(c)").holds is holds
        assert norms(event).titles_possible["IM"] is holds


@pytest.mark.clause("ICCF-TR-2017 App2.1(d)", "ICCF-TR-2016 App2.1(d)")
@BOTH
def test_three_federations_are_needed(start: date) -> None:
    event = section([2420] * 13, start=start)
    for federations, holds in (
        (["CZE"] * 7 + ["GER"] * 6, False),
        (["CZE"] * 6 + ["GER"] * 6 + ["ENG"], True),
        ([None] * 7 + ["CZE"] * 4 + ["GER"] * 2, False),
    ):
        report = norms(with_federations(event, *federations))
        assert requirement(report, "App2.1(d)").holds is holds
        assert report.titles_possible["IM"] is holds


@pytest.mark.clause("ICCF-TR-2017 App2.1(e)", "ICCF-TR-2016 App2.1(e)")
@BOTH
@pytest.mark.parametrize(("count", "most"), [(9, 6), (10, 6), (13, 8), (14, 9), (15, 10)])
def test_two_thirds_may_come_from_one_federation(start: date, count: int, most: int) -> None:
    event = section([2420] * count, start=start)
    for share, holds in ((most, True), (most + 1, False)):
        rest = ["GER", "ENG", "FIN", "USA"] * 3
        report = norms(with_federations(event, *["CZE"] * share, *rest[: count - share]))
        assert requirement(report, "App2.1(e)").holds is holds
        assert report.titles_possible["IM"] is holds


@pytest.mark.clause("ICCF-TR-2017 App2.1(g)/IA", "ICCF-TR-2017 App2.2.12")
def test_from_category_7_an_international_arbiter_must_direct() -> None:
    sixth = section([2400] * 8 + [2401] * 5)
    seventh = section([2400] * 6 + [2401] * 7)
    plain = Director("Somebody", None)
    assert norms(sixth).category == "6"
    assert norms(seventh).category == "7"
    assert norms(replace(sixth, director=plain)).titles_possible["IM"]
    assert not norms(replace(seventh, director=plain)).titles_possible["IM"]
    assert norms(seventh).titles_possible["IM"]
    assert norms(replace(seventh, director=None)).titles_possible["IM"]
    wish = requirement(norms(replace(sixth, director=plain)), "App2.1(g)/IA")
    assert not wish.holds
    assert not wish.binding


@pytest.mark.clause("ICCF-TR-2016 App2.1(f)/IA")
def test_2016_only_wishes_for_an_international_arbiter() -> None:
    event = replace(section([2455] * 13, start=E2016), director=Director("Somebody", None))
    report = norms(event)
    assert report.category == "9"
    assert report.titles_possible["GM"]
    assert not requirement(report, "App2.1(f)/IA").binding


@pytest.mark.clause("ICCF-TR-2017 App2.1(g)/no play", "ICCF-TR-2016 App2.1(f)/no play")
@BOTH
def test_the_director_does_not_play(start: date) -> None:
    event = replace(section([2420] * 13, start=start), director=Director("Player 4", "IA"))
    item = "App2.1(f)/no play" if start == E2016 else "App2.1(g)/no play"
    assert not norms(event).titles_possible["IM"]
    assert not requirement(norms(event), item).holds
    assert requirement(norms(section([2420] * 13, start=start)), item).holds


@pytest.mark.clause("ICCF-TR-2017 App2.1(g)/rules")
def test_an_event_with_its_own_rules_of_play_gives_no_norms() -> None:
    event = replace(section([2420] * 13, scores={"1": 12}), iccf_playing_rules=False)
    report = norms(event)
    assert sum(norm.achieved for line in report.players for norm in line.norms.values()) == 0


@pytest.mark.clause("ICCF-TR-2017 App2.1(h)", "ICCF-TR-2016 App2.1/not title")
@BOTH
@pytest.mark.parametrize(
    ("kind", "possible"),
    [
        ("open-class", False),
        ("higher-class", False),
        ("master-class", False),
        ("thematic", False),
        ("world-cup-preliminary", False),
        ("veterans-world-cup-preliminary", False),
        ("world-cup-semi-final", True),
        ("world-cup-final", True),
        ("invitational", True),
        ("chess960", True),
    ],
)
def test_kinds_that_never_are_title_tournaments(start: date, kind: str, possible: bool) -> None:
    report = norms(section([2450] * 11, kind=kind, start=start, scores={"1": 10}))
    assert report.titles_possible["IM"] is possible
    assert report.players[0].norms["IM"].achieved is possible


# -- assumed ratings --------------------------------------------------------------------------------------------------

UNRATED = [None] * 13


def needed(report: NormReport, player: str = "1") -> list[float | None]:
    line = next(line for line in report.players if line.id == player)
    return [None if norm.needed is None else float(norm.needed) for norm in line.norms.values()]


ASSUMED_2017 = {
    2326: [None, 8.5, 7.5, 6, 4.5],
    2301: [None, None, 8, 6, 4.5],
    2276: [None, None, 8, 6.5, 5],
    2251: [None, None, 8.5, 7, 5],
}
ASSUMED_2016 = {
    2326: [None, 9.5, 8, 6, 4.5],
    2301: [None, None, 8.5, 6, 4.5],
    2276: [None, None, 9, 6.5, 4.5],
    2251: [None, None, 9.5, 7, 4.5],
}


@pytest.mark.clause(
    "ICCF-TR-2017 App2.3(b)/2326",
    "ICCF-TR-2017 App2.3(b)/2276",
    "ICCF-TR-2016 App2.4(c)/4",
    "ICCF-TR-2016 App2.4(c)/2",
)
@pytest.mark.parametrize(
    ("kind", "rating"),
    [("world-championship-candidates", 2326), ("world-championship-semi-final", 2276), ("zonal", 2276)],
)
def test_assumed_ratings_of_individual_events(kind: str, rating: int) -> None:
    report = norms(section(UNRATED, kind=kind))
    assert needed(report) == ASSUMED_2017[rating]
    assert report.titles_possible["IM"]
    assert report.average == rating
    assert needed(norms(section(UNRATED, kind=kind, start=E2016))) == ASSUMED_2016[rating]


@pytest.mark.clause(
    "ICCF-TR-2017 App2.3(b)/2326",
    "ICCF-TR-2017 App2.3(b)/2301",
    "ICCF-TR-2017 App2.3(b)/2276",
    "ICCF-TR-2017 App2.3(b)/2251",
    "ICCF-TR-2016 App2.4(c)/4",
    "ICCF-TR-2016 App2.4(c)/3",
    "ICCF-TR-2016 App2.4(c)/2",
    "ICCF-TR-2016 App2.4(c)/1",
)
@pytest.mark.parametrize(
    ("kind", "boards"),
    [
        ("olympiad-final", [2326, 2326, 2326, 2301, 2301, 2301]),
        ("olympiad-preliminary", [2276, 2276, 2276, 2251, 2251, 2251]),
        ("zonal-team", [2301, 2301, 2301, 2276, 2276, 2276]),
        ("zonal-team-preliminary", [2276, 2276, 2276, 2251, 2251]),
    ],
)
def test_assumed_ratings_by_board(kind: str, boards: list[int]) -> None:
    for start, wanted in ((E2017, ASSUMED_2017), (E2016, ASSUMED_2016)):
        report = norms(rated_team_event(kind, [UNRATED] * len(boards), start=start))
        for board, rating in enumerate(boards):
            assert needed(report, str(13 * board + 1)) == wanted[rating], (board, rating)
        assert [board.board for board in report.boards] == list(range(1, len(boards) + 1))


@pytest.mark.clause("ICCF-TR-2016 App2.4(c)/1", "ICCF-TR-2016 App2.4(c)/2", "ICCF-TR-2017 App2.3(b)/2251")
@pytest.mark.parametrize(
    ("number", "of_2016"),
    [
        (4, [2276, 2276, 2276, 2251]),
        (6, [2276, 2276, 2276, 2251, 2251, 2251]),
        (7, [2276, 2276, 2276, 2276, 2251, 2251, 2251]),
        (8, [2276, 2276, 2276, 2276, 2251, 2251, 2251, 2251]),
    ],
)
def test_the_lower_half_of_a_preliminary_of_the_olympiad_begins_behind_the_middle(
    number: int, of_2016: list[int]
) -> None:
    of_2017 = [2276] * 3 + [2251] * (number - 3)
    for start, ratings, wanted in ((E2016, of_2016, ASSUMED_2016), (E2017, of_2017, ASSUMED_2017)):
        report = norms(rated_team_event("olympiad-preliminary", [UNRATED] * number, start=start))
        assert [needed(report, str(13 * board + 1)) for board in range(number)] == [
            wanted[rating] for rating in ratings
        ]
        cited = [
            requirement.ground.facts.get("reading")
            for board in report.boards
            for requirement in board.requirements
            if str(requirement.ground.clause).startswith(("ICCF-TR-2016 App2.4(c)/", "ICCF-TR-2017 App2.3(b)/"))
        ]
        behind = [UPPER_HALF if start == E2016 and rating == 2276 and place > 3 else None
                  for place, rating in enumerate(ratings, 1)]  # fmt: skip
        assert cited == behind


def test_events_that_are_not_listed_have_no_assumed_rating() -> None:
    report = norms(section(UNRATED, kind="invitational"))
    assert report.average is None
    assert not any(report.titles_possible.values())
    assert needed(report) == [None] * 5
    olympiad = rated_team_event("olympiad-final", [UNRATED] * 7)
    assert assumed_rating(olympiad, sections(olympiad)[6], edition="ICCF-TR-2017") is None


@pytest.mark.clause("ICCF-TR-2016 App2.4(c)/4")
def test_2016_assumes_a_category_also_where_none_fits() -> None:
    report = norms(section([2750] * 13, kind="world-championship-candidates", start=E2016))
    assert report.category == "4"
    report = norms(section([2750] * 13, kind="world-championship-candidates"))
    assert report.average == 2750
    assert report.category is None


def test_assumed_ratings_stand_in_for_ratings_only() -> None:
    event = section(UNRATED, kind="world-championship-candidates")
    assert not norms(with_federations(event, *["CZE"] * 7, *["GER"] * 6)).titles_possible["IM"]


@pytest.mark.clause("ICCF-TR-2017 App2.2.10/FIDE")
def test_fide_ratings_help_the_rated_but_not_the_fixed() -> None:
    event = section([2420] * 9 + [None] * 4)
    assert not requirement(norms(event), "App2.1(b)").holds
    for number in ("10", "11", "12", "13"):
        event = change(event, number, fide_rating=2400)
    report = norms(event)
    assert requirement(report, "App2.1(b)").ground.facts["count"] == 13
    assert requirement(report, "App2.1(c)").ground.facts["count"] == 9


def test_the_clause_of_every_requirement_belongs_to_the_edition() -> None:
    for start, edition in ((E2016, "ICCF-TR-2016"), (E2017, "ICCF-TR-2017")):
        report = norms(section([2420] * 12 + [None], start=start, scores={"1": 9}))
        grounds = [one.ground for one in report.requirements]
        grounds += [one.ground for line in report.players for one in line.requirements]
        grounds += [one.ground for line in report.players for norm in line.norms.values() for one in norm.requirements]
        assert {ground.clause.edition for ground in grounds} == {edition}
        assert all(isinstance(ground.clause, Clause) for ground in grounds)


def test_unknown_numbers_of_games_count_as_enough() -> None:
    event = replace(
        section([2420] * 13), players=tuple(Player(str(n), f"P{n}", f"F{n}", rating=2420) for n in range(13))
    )
    assert norms(event).titles_possible["IM"]
    assert KINDS["grandmaster-norm"] is event.kind
