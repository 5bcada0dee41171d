"""The norms of a whole event over the board: what the report says, and what it takes from the event."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest

from slowmate.formats.event_json import read_event
from slowmate.formats.norms_json import report_json
from slowmate.records import KINDS, BadInput, Event, FideCategory, FideTerms, Pairing, Player, Result, Status, Team
from slowmate.rulebook import NoEdition
from slowmate.titles.fide import report as fide
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormOutlook, NormReport, PlayerNorms
from tests.support.fide import START, player, single_event

FIELD = ["GM GER 2560", "GM FRA 2560", "GM ESP 2560", "IM GER 2400", "IM FRA 2400", "- ESP 2370", "- GER 2370",
         "- FRA 2370", "IM POL 2343"]  # fmt: skip
ELEVEN = [*FIELD, "FM POL 2400", "FM ITA 2400"]


def line(report: NormReport, identity: str = "a") -> PlayerNorms:
    return next(one for one in report.players if one.id == identity)


def test_the_line_of_a_player_with_a_norm() -> None:
    found = line(norms(single_event("- CZE 2400", FIELD, "11111=100", sex="f")))
    gm = found.norms["GM"]
    assert (gm.achieved, gm.needed, gm.counted_games, gm.overscore_games) == (True, 13 / 2, 9, 0)
    assert (gm.outlook, gm.still_needed, gm.performance) == (NormOutlook.GUARANTEED, 0, True)
    assert set(found.norms) == {"GM", "IM", "WGM", "WIM"}
    assert (found.score, found.games, found.running) == (13 / 2, 9, 0)
    assert found.extra["performance"] == 2603
    assert found.extra["opponents_by_title"] == {"GM": 3, "IM": 3, "none": 3}
    assert found.extra["opponents_by_federation"] == {"ESP": 2, "FRA": 3, "GER": 3, "POL": 1}
    assert found.extra["ignored"] == {}


def test_womens_titles_are_for_women() -> None:
    assert set(line(norms(single_event("- CZE 2400", FIELD, "11111=100"))).norms) == {"GM", "IM"}


@pytest.mark.clause("FIDE-TITLES-2017 1.42e", "FIDE-TITLES-2017 1.42f/1")
def test_the_games_left_out_are_named_by_title() -> None:
    found = line(norms(single_event("- CZE 2400", ELEVEN, "11111=10000")))
    assert found.extra["ignored"] == {"GM": [{"opponent": "o10", "round": 10}, {"opponent": "o11", "round": 11}]}
    assert found.norms["IM"].achieved


def test_the_json_has_what_the_contract_names() -> None:
    report = report_json(norms(single_event("- CZE 2400", ELEVEN, "11111=10000")), explain=True)
    text = json.loads(json.dumps(report))
    mine = text["players"][0]
    assert text["rules"] == "FIDE-TITLES-2017"
    assert text["titles_possible"] == {"GM": True, "IM": True, "WGM": False, "WIM": False}
    assert mine["ignored"]["GM"][0] == {"opponent": "o10", "round": 10}
    assert mine["norms"]["GM"]["counted_games"] == 9
    assert mine["performance"] == 2495
    assert {
        "clause": "FIDE-TITLES-2017 1.16/1",
        "holds": True,
        "facts": {"arbiter": "Chief Arbiter", "title": "IA"},
    } in text["requirements"]


@pytest.mark.clause("FIDE-TITLES-2017 0.22")
def test_an_event_before_the_first_edition_is_refused() -> None:
    event = replace(single_event("- CZE 2400", FIELD, "11111=100"), start=date(2017, 6, 30))
    with pytest.raises(NoEdition):
        norms(event)
    assert line(norms(replace(event, start=date(2017, 7, 1)))).norms["GM"].achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.16/1")
def test_an_event_that_fails_itself_gives_no_norms_and_says_why() -> None:
    report = norms(single_event("- CZE 2400", FIELD, "11111=100", arbiter="NA"))
    gm = line(report).norms["GM"]
    assert (gm.achieved, gm.possible, gm.performance, gm.outlook) == (False, False, True, NormOutlook.GONE)
    assert gm.requirements[0].ground.clause.address == "1.16/1"
    assert report.titles_possible["GM"] is False


@pytest.mark.clause("FIDE-TITLES-2017 0.43")
def test_a_title_confirmed_on_the_first_day_does_not_count_yet() -> None:
    event = single_event("- CZE 2400", FIELD, "11111=100")
    for confirmed, made in ((START - timedelta(days=1), True), (START, False)):
        players = tuple(replace(one, title_date=confirmed) if one.id == "o01" else one for one in event.players)
        assert line(norms(replace(event, players=players))).norms["GM"].achieved is made


@pytest.mark.clause("FIDE-TITLES-2017 1.15")
def test_in_an_event_of_more_than_ninety_days_a_title_counts_from_the_day_it_is_held() -> None:
    event = single_event("- CZE 2400", FIELD, "11111=100", terms=FideTerms(FideCategory.LEAGUE))
    games = tuple(replace(one, ended=date(2018, 6, one.round or 1)) for one in event.games)
    confirmed = tuple(replace(one, title_date=date(2018, 6, 1)) if one.id == "o01" else one for one in event.players)
    for end, made in ((date(2018, 5, 29), False), (date(2018, 5, 30), True)):
        assert (end - event.start).days + 1 == (91 if made else 90)
        assert line(norms(replace(event, games=games, players=confirmed, end=end))).norms["GM"].achieved is made
    late = tuple(replace(one, title_date=date(2018, 6, 2)) if one.id == "o01" else one for one in event.players)
    assert not line(norms(replace(event, games=games, players=late, end=date(2018, 7, 1)))).norms["GM"].achieved


def test_titles_as_older_reports_write_them() -> None:
    event = single_event("- CZE 2400", FIELD, "11111=100")
    players = tuple(replace(one, title={"GM": "g", "IM": "m"}.get(one.title or "", one.title)) for one in event.players)
    assert line(norms(replace(event, players=players))).norms["GM"].achieved
    odd = tuple(replace(one, title="AGM" if one.title == "GM" else one.title) for one in event.players)
    assert not line(norms(replace(event, players=odd))).norms["GM"].achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.41c", "FIDE-TITLES-2017 1.42d/1")
@pytest.mark.parametrize(("byes", "made"), [(frozenset({("a", 9)}), True), (frozenset({("o01", 9)}), False)])
def test_a_bye_is_taken_from_the_terms(byes: frozenset[tuple[str, int]], made: bool) -> None:
    eight = ["GM GER 2540", "GM FRA 2540", "GM ESP 2540", "IM GER 2440", "IM FRA 2440", "- ESP 2410", "- GER 2410",
             "- FRA 2408"]  # fmt: skip
    event = single_event("- CZE 2400", eight, "1111===0", rounds=9, terms=FideTerms(byes=byes))
    gm = line(norms(event)).norms["GM"]
    assert gm.achieved is made
    assert gm.outlook is (NormOutlook.GUARANTEED if made else NormOutlook.REACHABLE)


@pytest.mark.clause("FIDE-TITLES-2017 1.42b", "FIDE-TITLES-2017 1.42d/1")
def test_computers_and_adjudicated_and_unplayed_games_are_left_out() -> None:
    event = single_event("- CZE 2400", FIELD, "11111=100")
    for changed in (
        replace(event, fide=FideTerms(computers=frozenset({"o09"}))),
        replace(event, fide=FideTerms(adjudicated=frozenset({8}))),
        replace(event, games=(*event.games[:8], replace(event.games[8], rated=False))),
        replace(event, games=(*event.games[:8], replace(event.games[8], result=Result.BOTH_FORFEIT))),
    ):
        found = line(norms(changed))
        assert found.games == 8
        assert [one.counts for one in found.lines] == [True] * 8 + [False]
        assert [one.holds for one in found.requirements] == [True, False]
        assert found.requirements[1].ground.facts["titles"] == ["WGM", "WIM"]
    cancelled = replace(event, games=(*event.games[:8], replace(event.games[8], result=Result.CANCELLED)))
    assert len(line(norms(cancelled)).lines) == 8


@pytest.mark.clause("FIDE-TITLES-2017 1.42c")
def test_an_unrated_player_without_points_is_left_out_of_a_round_robin_only() -> None:
    met = [*FIELD[:8], "IM POL -"]
    closed = single_event("- CZE 2400", met, "11111=101", kind="fide-round-robin")
    assert line(norms(closed)).games == 8
    assert line(norms(replace(closed, kind=KINDS["fide-swiss"]))).games == 9
    drawn = replace(closed, games=(*closed.games, Pairing("o09", "o01", Result.DRAW)))
    assert line(norms(drawn)).games == 9


@pytest.mark.clause("FIDE-TITLES-2017 1.43e")
@pytest.mark.parametrize(("missing_round", "exempt"), [(None, True), (5, False)])
def test_an_open_swiss_with_twenty_foreigners_is_recognised(missing_round: int | None, exempt: bool) -> None:
    own = [one.replace("GER", "CZE").replace("FRA", "CZE").replace("POL", "CZE") for one in FIELD]
    event = single_event("- CZE 2400", own, "11111=100")
    guests = [player(f"g{number}", f"IM {('ITA', 'AUT')[number % 2]} 2400") for number in range(20)]
    guests[0] = replace(guests[0], federation="SUI")
    games = [
        Pairing(f"g{number}", f"g{number + 1}", Result.DRAW, round=round_)
        for round_ in range(1, 10)
        for number in range(0, 20, 2)
        if not (round_ == missing_round and number == 0)
    ]
    full = replace(event, federation="CZE", players=(*event.players, *guests), games=(*event.games, *games))
    found = line(norms(full)).norms["GM"]
    assert found.achieved is exempt
    if missing_round:
        with_bye = replace(full, fide=FideTerms(byes=frozenset({("g0", 5), ("g1", 5)})))
        assert line(norms(with_bye)).norms["GM"].achieved, "a bye is taking part"


@pytest.mark.clause("FIDE-TITLES-2017 1.43e")
@pytest.mark.parametrize(
    ("result", "exempt"),
    [(Result.BLACK_WINS, True), (Result.BLACK_WINS_BY_FORFEIT, False), (Result.BOTH_FORFEIT, False)],
)
def test_who_stays_away_from_a_round_is_not_among_the_twenty_who_loses_is(result: Result, exempt: bool) -> None:
    own = [one.replace("GER", "CZE").replace("FRA", "CZE").replace("POL", "CZE") for one in FIELD]
    event = single_event("- CZE 2400", own, "11111=100")
    guests = [player(f"g{number}", f"IM {('ITA', 'AUT', 'SUI')[number % 3]} 2400") for number in range(20)]
    games = [
        Pairing(f"g{number}", f"g{number + 1}", result if number == 0 else Result.DRAW, round=round_)
        for round_ in range(1, 10)
        for number in range(0, 20, 2)
    ]
    full = replace(event, federation="CZE", players=(*event.players, *guests), games=(*event.games, *games))
    assert line(norms(full)).norms["GM"].achieved is exempt


@pytest.mark.clause("FIDE-TITLES-2017 1.43a/1")
def test_the_terms_name_a_national_championship() -> None:
    own = [one.replace("GER", "CZE").replace("FRA", "CZE").replace("POL", "CZE") for one in FIELD]
    terms = FideTerms(FideCategory.NATIONAL_CHAMPIONSHIP)
    event = single_event("- CZE 2400", own, "11111=100", terms=terms, kind="fide-round-robin")
    assert not line(norms(event)).norms["GM"].achieved
    assert line(norms(replace(event, federation="CZE"))).norms["GM"].achieved


@pytest.mark.clause("FIDE-TITLES-2017 1.42e(3)")
def test_a_scheveningen_event_has_predetermined_pairings() -> None:
    met = ["GM GER 2560", "GM GER 2560", "GM GER 2560", "IM FRA 2500", *FIELD[4:9], "- POL 2400", "- ITA 2400"]
    event = single_event("- CZE 2400", met, "11111110000")
    assert line(norms(event)).norms["GM"].achieved
    assert not line(norms(replace(event, scheveningen=True))).norms["GM"].achieved
    assert not line(norms(replace(event, fide=FideTerms(predetermined=True)))).norms["GM"].achieved


def test_rounds_of_a_swiss_still_to_be_paired() -> None:
    event = single_event("- CZE 2400", FIELD[:5], "11111", rounds=9)
    gm = line(norms(event)).norms["GM"]
    assert (gm.outlook, gm.still_needed, gm.possible, gm.achieved) == (NormOutlook.REACHABLE, None, True, False)
    gone = tuple(replace(one, status=Status.WITHDRAWN) if one.id == "a" else one for one in event.players)
    assert line(norms(replace(event, players=gone))).norms["GM"].outlook is NormOutlook.GONE


def test_an_event_without_games_or_ratings_has_an_answer() -> None:
    empty = Event("Empty", KINDS["fide-swiss"], START, (Player("a", "A"), Player("b", "B")), ())
    report = norms(empty)
    assert report.average is None
    assert not line(report).norms["GM"].possible
    one = replace(empty, games=(Pairing("a", "b", Result.DRAW),))
    assert line(norms(one)).opponents_average is None


def test_a_double_round_robin_from_the_event() -> None:
    five = ["GM GER 2540", "GM FRA 2540", "GM ESP 2540", "IM GER 2450", "- FRA 2370"]
    event = single_event("- CZE 2400", five, "11110")
    again = tuple(
        Pairing(one.black, one.white, Result(result), round=number)
        for number, (one, result) in enumerate(
            zip(event.games, ["1/2-1/2", "0-1", "0-1", "1-0", "0-1"], strict=True), 6
        )
    )
    double = replace(event, kind=KINDS["fide-double-round-robin"], games=(*event.games, *again))
    found = line(norms(double)).norms["GM"]
    assert (found.needed, found.achieved, found.counted_games) == (7, True, 10)


# -- the terms in EVENT.json ------------------------------------------------------------------------------------------


def document(**more: object) -> bytes:
    event = single_event("- CZE 2400", FIELD, "11111=100")
    value: dict[str, object] = {
        "name": "Open",
        "kind": "fide-swiss",
        "start": "2018-03-01",
        "players": [
            {"id": one.id, "federation": one.federation, "rating": one.rating, "title": one.title}
            for one in event.players
        ],
        "games": [
            {"white": one.white, "black": one.black, "result": one.result, "round": one.round} for one in event.games
        ],
    }
    return json.dumps({**value, **more}).encode()


def test_the_terms_are_read() -> None:
    terms = {
        "category": "national-championship", "registered": "2018-01-02", "approvals": {"duration": "2018-01-03"},
        "changes": ["rounds"], "clocks": [{"minutes": 90, "increment": 30}, {"minutes": 120}], "special_clocks": True,
        "disabled_players": True, "predetermined": False, "subzonal_that_year": True, "division": "1",
        "byes": [{"player": "o01", "round": 2}], "computers": ["o02"],
    }  # fmt: skip
    read = read_event(document(fide=terms)).fide
    assert read is not None
    assert read.category is FideCategory.NATIONAL_CHAMPIONSHIP
    assert (read.registered, read.approvals) == (date(2018, 1, 2), {"duration": date(2018, 1, 3)})
    assert [(one.minutes, one.increment) for one in read.clocks] == [(90, 30), (120, 0)]
    assert (read.byes, read.computers) == (frozenset({("o01", 2)}), frozenset({"o02"}))
    assert (read.changes, read.predetermined, read.division) == (("rounds",), False, "1")
    assert read.special_clocks
    assert read.disabled_players
    assert read.subzonal_that_year
    assert read_event(document()).fide is None


def test_an_adjudicated_game_is_read() -> None:
    value = json.loads(document())
    value["games"][3]["adjudicated"] = True
    event = read_event(json.dumps(value).encode())
    assert event.fide == FideTerms(adjudicated=frozenset({3}))
    assert line(fide.norms(event)).games == 8


@pytest.mark.parametrize(
    ("terms", "field", "why"),
    [
        ({"category": "cup"}, "fide.category", "'cup' is not one of ordinary"),
        ({"approvals": {"colour": "2018-01-01"}}, "fide.approvals.colour", "not one of registration"),
        ({"changes": ["weather"]}, "fide.changes", "'weather' is not one of composition"),
        ({"clocks": [{"minutes": 0}]}, "fide.clocks[0].minutes", "0 is outside 1 to 1000"),
        ({"byes": [{"player": "zz", "round": 1}]}, "fide.byes[0].player", "'zz' is not the id of a player"),
        ({"computers": ["zz"]}, "fide.computers", "'zz' is not the id of a player"),
        ({"registered": "soon"}, "fide.registered", "'soon' is not a date"),
    ],
)
def test_bad_terms_are_named_by_field(terms: dict[str, object], field: str, why: str) -> None:
    with pytest.raises(BadInput) as error:
        read_event(document(fide=terms), file="e.json")
    assert error.value.field == field
    assert why in error.value.why
    assert error.value.line == 1


# -- a start list is enough -------------------------------------------------------------------------------------------


def test_a_start_list_states_the_norms_of_a_round_robin() -> None:
    listed = replace(single_event("- CZE 2400", FIELD, "*********", kind="fide-round-robin"), games=())
    found = line(norms(listed))
    assert (found.games, found.running) == (9, 9)
    assert (found.norms["GM"].needed, found.norms["GM"].still_needed) == (13 / 2, 13 / 2)
    assert line(norms(listed), "o01").running == 9
    assert line(norms(replace(listed, kind=KINDS["fide-double-round-robin"]))).running == 18
    assert line(norms(replace(listed, kind=KINDS["fide-swiss"]))).games == 0


def test_rounds_of_a_round_robin_that_are_not_listed_yet_are_to_come() -> None:
    full = single_event("- CZE 2400", FIELD, "11111****", kind="fide-round-robin")
    begun = replace(full, games=full.games[:5])
    found = line(norms(begun))
    assert (found.games, found.running, found.score) == (9, 4, 5)
    assert found.norms["GM"].still_needed == line(norms(full)).norms["GM"].still_needed == 3 / 2
    left = tuple(replace(one, status=Status.WITHDRAWN) if one.id == "o09" else one for one in begun.players)
    assert line(norms(replace(begun, players=left))).running == 3


def test_all_rounds_played_leave_nothing_to_come() -> None:
    full = single_event("- CZE 2400", FIELD, "11111=100", kind="fide-round-robin")
    assert line(norms(full), "o01").running == 0, "nine rounds are paired: what is not listed is not played"
    unnumbered = replace(full, games=tuple(replace(one, round=None) for one in full.games))
    assert line(norms(unnumbered), "o01").running == 0


def test_a_start_list_of_a_scheveningen_event_meets_the_other_team() -> None:
    listed = replace(single_event("- CZE 2400", FIELD, "*********", kind="fide-team"), games=(), scheveningen=True)
    teams = (Team("1", "Home", ("a",)), Team("2", "Guests", tuple(f"o{number:02}" for number in range(1, 10))))
    report = norms(replace(listed, teams=teams))
    assert line(report).running == 9
    assert line(report, "o01").running == 1


def test_events_too_large_to_be_meant_are_refused() -> None:
    crowd = tuple(Player(str(number), str(number)) for number in range(101))
    event = Event("Large", KINDS["fide-round-robin"], START, crowd, ())
    with pytest.raises(BadInput, match="101 players cannot all meet"):
        norms(event)
    assert len(norms(replace(event, players=crowd[:3])).players) == 3
    many = tuple(Pairing("0", str(number), Result.DRAW, round=number) for number in range(1, 32))
    swiss = replace(event, kind=KINDS["fide-swiss"], games=many)
    with pytest.raises(BadInput, match="31 games of player 0"):
        norms(swiss)
    assert line(norms(replace(swiss, games=many[:30])), "0").lines
