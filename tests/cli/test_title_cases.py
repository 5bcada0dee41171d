"""`slowmate titles CASE.json`: applications and other cases, from the file to the verdict."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from slowmate.formats.case_json import READERS
from slowmate.formats.event_writing import event_as_json
from tests.support.documents import memorial

from .case_files import EXAMPLES, Ask, Change, example

DOCS = Path(__file__).parents[2] / "docs" / "titles.md"
VERDICTS = {
    "fide-norms": "yes",
    "fide-rating": "yes",
    "fide-direct": "cond",
    "fide-report": "no",
    "fide-removal": "yes",
    "fide-region": "yes",
    "iccf-arbiter": "yes",
    "iccf-application": "yes",
    "iccf-revocation": "no",
    "iccf-congress": "yes",
    "iccf-inactive": "yes",
}


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(tmp_path, capsys)


# -- the examples that are shipped ------------------------------------------------------------------------------------


def test_there_is_an_example_of_every_case_and_the_documents_name_it() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.json")} == set(READERS) == set(VERDICTS)
    documented = DOCS.read_text("utf-8")
    for kind in READERS:
        assert f"`{kind}`" in documented


@pytest.mark.parametrize("kind", READERS)
def test_every_field_of_an_example_is_documented(kind: str) -> None:
    documented = DOCS.read_text("utf-8")

    def fields(value: Any) -> set[str]:
        if isinstance(value, list):
            return {name for one in value for name in fields(one)}
        return set(value) | fields(list(value.values())) if isinstance(value, dict) else set()

    assert {name for name in fields(example(kind)) if f"`{name}`" not in documented} == set()


@pytest.mark.parametrize("kind", READERS)
def test_an_example_is_answered_for_people_and_for_scripts(ask: Ask, kind: str) -> None:
    answer = ask(kind)
    assert answer["verdict"] == VERDICTS[kind]
    status, out, err = ask.run(example(kind))
    first, *lines = out.splitlines()
    assert (status, err) == (1 if VERDICTS[kind] == "no" else 0, "")
    assert first.endswith({"yes": ": yes", "cond": ": yes, on condition", "no": ": no"}[VERDICTS[kind]])
    assert sum(line[0] in "✓✗~" and line.endswith("]") for line in lines) == len(answer["requirements"])
    assert "%(" not in out


# -- FIDE: by norms ---------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.51", "FIDE-TITLES-2017 1.13a", "FIDE-TITLES-2017 1.43f", "FIDE-TITLES-2017 1.52"
)
def test_norms_are_counted_and_looked_at(ask: Ask) -> None:
    norms = example("fide-norms")["norms"]
    assert ask.lacks("fide-norms", norms=norms[:2]) == {"1.51"}
    assert ask.lacks("fide-norms", norms=[*norms[:2], norms[0]]) == {"1.51"}
    assert ask.lacks("fide-norms", norms=[one | {"normal_foreigners": False} for one in norms]) == {"1.43f"}
    assert ask.lacks("fide-norms", norms=[one | {"single_round_days": 2} for one in norms]) == {"1.13a"}
    assert ask.lacks("fide-norms", on="2018-11-10") >= {"1.51", "1.53"}


@pytest.mark.clause("FIDE-QC-2016 S2/1.51", "FIDE-TITLES-2017 1.51")
def test_26_games_are_enough_with_eight_after_a_forfeit_win_and_with_no_bye(ask: Ask) -> None:
    norms = example("fide-norms")["norms"]
    for missing, verdict in (("win by forfeit", "yes"), ("bye", "no"), ("forfeit", "no")):
        short = [norms[0] | {"games": 8, "missing_game": missing}, *norms[1:]]
        assert ask.verdict("fide-norms", norms=short) == verdict


@pytest.mark.clause("FIDE-TITLES-2017 1.53", "FIDE-TITLES-2017 0.44")
def test_a_rating_that_is_still_to_come_makes_a_conditional_title(ask: Ask) -> None:
    reached = ask("fide-norms", ratings=[{"rating": 2500, "date": "2019-01-01"}])
    assert (reached["verdict"], reached["days"]["achieved"]) == ("yes", "2019-01-01")
    waiting = ask("fide-norms", ratings=[{"rating": 2499, "date": "2019-01-01"}])
    assert (waiting["verdict"], waiting["gains"]) == (
        "cond",
        [{"title": "GM", "grants": "title", "final": False, "interim": None}],
    )
    assert ask.verdict("fide-norms", ratings=[{"rating": 2600, "date": "2019-08-02"}]) == "cond"


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.53a/2", "FIDE-TITLES-2017 1.53a/4", "FIDE-TITLES-2017 1.53a/5", "FIDE-TITLES-2017 1.53a/1"
)
def test_a_rating_that_was_never_published_needs_its_proof(ask: Ask) -> None:
    unpublished = {
        "rating": 2503, "date": "2018-12-01", "published": False, "evidence": True,
        "agreed": ["QC", "Rating Administrator"], "period_rated": True,
    }  # fmt: skip
    assert ask.verdict("fide-norms", ratings=[unpublished]) == "yes"
    for change in ({"evidence": False}, {"agreed": ["QC"]}, {"period_rated": False}):
        answer = ask("fide-norms", ratings=[unpublished | change])
        assert answer["verdict"] == "cond"
        failed = {one["clause"].rpartition(" ")[2] for one in answer["requirements"] if not one["holds"]}
        assert failed & {"1.53a/2", "1.53a/4", "1.53a/5"}


@pytest.mark.clause("FIDE-TITLES-2017 1.43b/2", "FIDE-QC-2016 S2/1.43b-a", "FIDE-QC-2016 S2/1.43b-b")
def test_results_of_two_divisions_are_no_norm_after_the_season_of_2016(ask: Ask) -> None:
    norms = example("fide-norms")["norms"]
    for season, verdict in ((2016, "yes"), (2017, "no")):
        pooled = [norms[0] | {"divisions": ["First", "Second"], "season": season}, *norms[1:]]
        assert ask.verdict("fide-norms", norms=pooled) == verdict
    assert ask.verdict("fide-norms", norms=[norms[0] | {"divisions": ["First"]}, *norms[1:]]) == "yes"


@pytest.mark.clause("FIDE-TITLES-2017 1.21(b)", "FIDE-TITLES-2017 1.24/norm")
def test_a_place_in_a_championship_may_be_one_of_the_norms(ask: Ask) -> None:
    norms = example("fide-norms")["norms"]
    place = {
        "event": "World U20", "date": "2018-10-01", "championship": {"name": "World U20"}, "finish": {"rank": 1}
    }  # fmt: skip
    assert ask.verdict("fide-norms", norms=[*norms[:2], place]) == "yes"
    assert ask.lacks("fide-norms", norms=[*norms[:2], place | {"finish": {"rank": 2}}]) == {"1.51"}


@pytest.mark.clause("FIDE-TITLES-2017 1.51", "FIDE-TITLES-2017 1.54")
def test_norms_are_computed_from_tournaments_that_are_given_whole(ask: Ask) -> None:
    def played(name: str, month: int) -> Change:
        return {"player": "365001", "event": event_as_json(memorial(name=name, start=date(2018, month, 1)))}

    three = [played("A", 7), played("B", 8), played("C", 9)]
    assert ask.verdict("fide-norms", norms=[], events=three) == "yes"
    assert ask.lacks("fide-norms", norms=[], events=three[:2]) == {"1.51"}
    assert ask.lacks("fide-norms", norms=[], events=[*three[:2], three[0]]) == {"1.51"}
    assert ask.verdict("fide-norms", norms=example("fide-norms")["norms"][:1], events=three[:2]) == "yes"
    assert ask.lacks("fide-norms", norms=[], events=[one | {"player": "9"} for one in three]) >= {"1.51"}


@pytest.mark.clause("FIDE-TITLES-2017 1.55")
def test_a_norm_from_before_2005_counts_if_it_was_registered_in_time(ask: Ask) -> None:
    norms = example("fide-norms")["norms"]
    old = norms[0] | {"date": "2005-06-30"}
    assert ask.lacks("fide-norms", norms=[old, *norms[1:]]) == {"1.51", "1.55"}
    assert ask.verdict("fide-norms", norms=[old | {"registered": "2013-07-30"}, *norms[1:]]) == "yes"
    assert ask.verdict("fide-norms", norms=[old | {"registered": "2013-07-31"}, *norms[1:]]) == "no"


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.10b/1",
    "FIDE-TITLES-2017 1.10b/2",
    "FIDE-TITLES-2017 1.10b/3",
    "FIDE-TITLES-2017 2.1",
    "FIDE-TITLES-2017 2.2",
    "FIDE-TITLES-2017 2.4",
)
@pytest.mark.parametrize(
    ("change", "lacks"),
    [
        ({"form": False}, {"2.1"}),
        ({"certificates": []}, {"2.1"}),
        ({"certificates": [{"event": "A", "cross_table": False}, {"event": "B"}, {"event": "C"}]}, {"2.1"}),
        ({"certificates": [{"event": "A", "signed_by_arbiter": False}, {"event": "B"}, {"event": "C"}]}, {"1.10b/3"}),
        ({"signed_by_federation": False}, {"1.10b/1"}),
        ({"fee_paid_by": None}, {"2.2"}),
        ({"fee_paid_by": "player"}, {"2.2"}),
        ({"refused_by_federation": True, "fee_paid_by": "player"}, {"1.10b/2"}),
        ({"refused_by_federation": True, "appealed": True, "fee_paid_by": "player"}, set()),
        ({"posted": "2019-06-02"}, set()),
        ({"posted": "2019-06-03"}, {"2.4"}),
        ({"posted": None}, {"2.4"}),
    ],
)
def test_an_application_has_its_papers(ask: Ask, change: dict[str, object], lacks: set[str]) -> None:
    papers = example("fide-norms")["application"] | change
    assert ask.lacks("fide-norms", application=papers) == lacks


@pytest.mark.clause("FIDE-TITLES-2017 2.3/1", "FIDE-TITLES-2017 2.3/2", "FIDE-TITLES-2017 2.3/3")
@pytest.mark.parametrize(
    ("arrived", "percent"),
    [("2019-02-13", 0), ("2019-02-14", 50), ("2019-03-14", 50), ("2019-03-15", 100), ("2019-03-18", 100)],
)
def test_the_surcharge_goes_by_the_day_of_arrival(ask: Ask, arrived: str, percent: int) -> None:
    answer = ask("fide-norms", arrived=arrived)
    assert [one["facts"]["percent"] for one in answer["requirements"] if "percent" in one["facts"]] == [percent]


@pytest.mark.clause("FIDE-TITLES-2017 2.3/1")
def test_what_arrives_after_a_meeting_is_for_the_next_one(ask: Ask) -> None:
    assert ask.lacks("fide-norms", arrived="2019-03-19") == {"2.3/1"}


@pytest.mark.clause("FIDE-TITLES-2017 0.3", "FIDE-TITLES-2017 0.63/1", "FIDE-TITLES-2017 0.63/2")
@pytest.mark.parametrize(
    ("award", "verdict"),
    [
        ({"body": "General Assembly"}, "yes"),
        ({"body": "Presidential Board", "clear_case": True, "qc_consulted": True}, "yes"),
        ({"body": "Presidential Board", "clear_case": True}, "no"),
        ({"body": "Executive Board", "qc_consulted": True}, "no"),
        ({"body": "QC chairman", "clear_case": True, "qc_consulted": True}, "no"),
    ],
)
def test_who_may_award_a_title_by_norms(ask: Ask, award: dict[str, object], verdict: str) -> None:
    assert ask.verdict("fide-norms", award=award) == verdict


@pytest.mark.clause("FIDE-QC-2016 S2/applications")
def test_a_refusal_names_those_who_were_refused_for_the_same_in_2016(ask: Ask) -> None:
    norms = example("fide-norms")["norms"]
    answer = ask("fide-norms", norms=norms[:2])
    (same,) = (one["facts"]["for_the_same"] for one in answer["requirements"] if "for_the_same" in one["facts"])
    assert same


@pytest.mark.clause("FIDE-TITLES-2017 0.31")
def test_a_title_for_women_is_for_women(ask: Ask) -> None:
    change: Change = {"title": "WGM", "ratings": [{"rating": 2300, "date": "2018-12-01"}]}
    assert ask.lacks("fide-norms", **change) == {"0.31"}
    assert ask.verdict("fide-norms", **change, player={"name": "N", "sex": "f"}) == "yes"


# -- FIDE: by rating and by place -------------------------------------------------------------------------------------


@pytest.mark.clause(
    *(f"FIDE-TITLES-2017 1.3{number}" for number in range(1, 5)), "FIDE-TITLES-2017 1.3", "FIDE-QC-2016 S1/1.3"
)
@pytest.mark.parametrize(("title", "least"), [("FM", 2300), ("CM", 2200), ("WFM", 2100), ("WCM", 2000)])
def test_a_title_by_rating(ask: Ask, title: str, least: int) -> None:
    def asked(rating: int, games: int) -> str:
        ratings = [{"rating": rating, "date": "2018-05-01", "games": games}]
        return ask.verdict("fide-rating", title=title, ratings=ratings)

    assert (asked(least, 30), asked(least - 1, 30), asked(least, 29)) == ("yes", "no", "no")


@pytest.mark.clause("FIDE-TITLES-2017 1.3", "FIDE-TITLES-2017 0.61")
def test_what_no_rating_gives_and_who_confirms_what_one_does(ask: Ask) -> None:
    assert ask.lacks("fide-rating", title="GM") == {"1.3"}
    assert ask.lacks("fide-rating", award={"body": "General Assembly"}) == {"0.61"}
    assert ask.lacks("fide-rating", player={"name": "N", "sex": "m"}) == {"0.31"}


@pytest.mark.clause("FIDE-TITLES-2017 1.53a/1")
def test_an_interim_rating_is_computed_from_the_games(ask: Ask) -> None:
    rating = example("fide-rating")["ratings"][0]
    assert ask.verdict("fide-rating", ratings=[rating | {"changes": [0.6, -0.5]}]) == "yes"
    assert ask.verdict("fide-rating", ratings=[rating | {"changes": [0.55]}]) == "no"
    assert ask.verdict("fide-rating", ratings=[rating | {"period_rated": False}]) == "no"


@pytest.mark.clause(
    "FIDE-TITLES-2017 0.62/1", "FIDE-TITLES-2017 0.62/2", "FIDE-TITLES-2017 0.62/3", "FIDE-TITLES-2017 0.62/4"
)
def test_a_direct_title_is_final_with_the_rating_or_in_a_world_championship_of_the_young(ask: Ask) -> None:
    waiting = ask("fide-direct")
    assert (waiting["verdict"], waiting["gains"][0]["final"], waiting["gains"][0]["interim"]) == ("cond", False, "FM")
    assert ask.verdict("fide-direct", best_rating=2200) == "yes"
    assert ask.verdict("fide-direct", rating_now=2200) == "cond"
    assert ask.verdict("fide-direct", rating_now=2200, requested=True) == "yes"
    assert ask.verdict("fide-direct", rating_now=2199, requested=True) == "cond"
    assert ask.verdict("fide-direct", championship={"name": "World U18"}) == "yes"


@pytest.mark.clause("FIDE-TITLES-2017 1.22/1", "FIDE-TITLES-2017 1.22/2", "FIDE-TITLES-2017 1.24/gold")
def test_a_finish_that_wins_nothing_is_told_what_the_row_asks_for(ask: Ask) -> None:
    finish = {"rank": 9, "points": 5, "games": 9}
    assert {"1.24/gold", "1.22/2"} & ask.lacks("fide-direct", finish=finish)
    assert ask.lacks("fide-direct", finish={"rank": 1, "points": 3, "games": 9}) == {"1.22/1"}


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.23/1",
    "FIDE-TITLES-2017 1.23/2",
    "FIDE-TITLES-2017 1.23a/1",
    "FIDE-TITLES-2017 1.23a/2",
    "FIDE-TITLES-2017 1.24/zonals",
    "FIDE-TITLES-2017 1.21(a)",
    "FIDE-QC-2016 S2/gender",
)
def test_a_championship_counts_with_enough_federations_and_players(ask: Ask) -> None:
    championship = example("fide-direct")["championship"]
    assert "1.23/1" in ask.lacks("fide-direct", championship=championship | {"federations": 4})
    assert "1.23/2" in ask.lacks("fide-direct", championship=championship | {"participants": 7})
    assert ask.lacks("fide-direct", championship=championship | {"name": "Village Open"}) == {"1.21(a)"}
    zonal = championship | {"name": "Zonal"}
    assert ask.lacks("fide-direct", championship=zonal) == {"1.24/zonals"}
    assert ask.verdict("fide-direct", championship=zonal | {"qualifies": True}) == "yes"
    merged: Change = {"subgroup": {"players": 5, "federations": 3}}
    assert ask.verdict("fide-direct", **merged) == "cond"
    assert "1.23a/2" in ask.lacks("fide-direct", subgroup={"players": 4, "federations": 3})
    assert ask.lacks("fide-direct", championship=championship | {"women": True}) == {"S2/gender"}


@pytest.mark.clause("FIDE-TITLES-2017 1.10a")
def test_the_steps_of_a_direct_title_come_in_their_order(ask: Ask) -> None:
    first, second = example("fide-direct")["steps"]
    assert ask.lacks("fide-direct", steps=[second, first]) == {"1.10a"}
    assert ask.lacks("fide-direct", steps=[first, second | {"date": "2018-08-31"}]) == {"1.10a"}


@pytest.mark.clause("FIDE-TITLES-2017 1.92/1", "FIDE-TITLES-2017 1.92/2", "FIDE-TITLES-2017 1.93")
def test_a_report_is_in_time_to_the_day(ask: Ask) -> None:
    good = {"to_officer": "2018-09-16", "uploaded": "2018-10-09"}
    assert ask.lacks("fide-report", **good) == set()
    assert ask.lacks("fide-report", **good | {"to_officer": "2018-09-17"}) == {"1.92/1"}
    assert ask.lacks("fide-report", **good | {"uploaded": "2018-10-10"}) == {"1.92/2"}
    assert ask.lacks("fide-report", **good, games_of=[]) == {"1.93"}


@pytest.mark.clause("FIDE-TITLES-2017 0.45/1", "FIDE-TITLES-2017 0.45/2", "FIDE-TITLES-2017 1.24/regional")
def test_a_removal_and_a_region(ask: Ask) -> None:
    assert ask.lacks("fide-removal", breach_in="Elsewhere") == {"0.45/1", "S1/0.45"}
    late = ask("fide-removal", appealed="2019-06-01")["requirements"][-1]
    assert (late["holds"], late["clause"]) == (False, "FIDE-TITLES-2017 0.45/2")
    assert ask.lacks("fide-region", already=["A", "B", "C"]) == {"1.24/regional"}
    assert ask.lacks("fide-region", notified="2019-01-01") == {"1.24/regional"}


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "change", "why"),
    [
        ("fide-norms", {"case": "fide-luck"}, "case: 'fide-luck' is not one of fide-norms, fide-rating"),
        ("fide-norms", {"title": "SIM"}, "title: 'SIM' is not one of GM, IM, FM"),
        ("fide-norms", {"norms": [{"event": "A", "date": "2018-01-01", "games": 14}]}, "norms[0].games: 14 is outside"),
        ("fide-norms", {"norms": [{"event": "A"}]}, "norms[0].date: missing"),
        ("fide-norms", {"ratings": [{"rating": 9000, "date": "2018-01-01"}]}, "ratings[0].rating: 9000 is outside"),
        (
            "fide-norms",
            {"meeting": {"begins": "2019-02-02", "ends": "2019-02-01"}},
            "meeting.ends: 2019-02-01 is before",
        ),
        ("fide-norms", {"application": {"fee_paid_by": "uncle"}}, "application.fee_paid_by: 'uncle' is not one of"),
        ("fide-norms", {"events": [{"player": "1", "event": {"name": "x"}}]}, "events[0].event.kind: missing"),
        (
            "fide-norms",
            {"events": [{"player": "77", "event": event_as_json(memorial())}]},
            "events[0].player: '77' is not the id or FIDE number",
        ),
        (
            "fide-norms",
            {"events": [{"player": "1", "event": event_as_json(memorial()) | {"kind": "national"}}]},
            "events[0].event.kind: national is not played over the board",
        ),
        ("fide-rating", {"ratings": []}, "ratings: missing"),
        (
            "fide-rating",
            {"ratings": [{"old": 2000, "k": 20, "changes": ["a"], "date": "2018-01-01"}]},
            "ratings[0].changes: expected a list",
        ),
        (
            "fide-direct",
            {"finish": {"rank": 1, "points": 9.5, "games": 9}},
            "finish.points: 9.5 points are more than 9",
        ),
        ("fide-direct", {"steps": [{"step": "hoped", "date": "2018-01-01"}]}, "steps[0].step: 'hoped' is not one of"),
        ("iccf-arbiter", {"accepted": "2019-05-31"}, "accepted: 2019-05-31 is before the application, 2019-06-01"),
        ("iccf-arbiter", {"applied": "2012-05-31", "accepted": None}, "no edition we hold governs 2012-05-31"),
        ("iccf-application", {"votes": {"for": 46, "cast": 45}}, "votes.for: 46 is outside 0 to 45"),
        ("iccf-application", {"submitted": "2018-02-02"}, "submitted: 2018-02-02 is before the day of death"),
        ("iccf-congress", {"congress": "2018-08-17"}, "congress: 2018-08-17 is before the first day of the report"),
    ],
)
def test_bad_input_is_one_line_and_status_2(ask: Ask, kind: str, change: dict[str, object], why: str) -> None:
    status, out, err = ask.run(example(kind) | change)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_the_day_of_an_event_is_asked_for_a_record_alone(ask: Ask) -> None:
    status, _, err = ask.run(example("fide-norms"), "--counts-in", "2020-01-01")
    assert (status, "--counts-in" in err) == (2, True)
