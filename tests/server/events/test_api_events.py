"""Events and sections for programs: to the letter of the contracts, and the same as the command line."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from slowmate.cli import main
from slowmate.records import Result
from slowmate.server.events.models import Event, EventEntry, Section
from slowmate.server.people.models import Office
from tests.server.programs import Program, problem
from tests.support import events
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db

LINE = {"id", "name", "kind", "state", "edition", "start", "deadline", "sections", "entries"}
MORE = {"time_control", "fee", "office", "ways_in", "leads_to", "section_ids"}


def test_events_are_listed_newest_first_with_what_the_contract_names() -> None:
    old = events.event("open", name="Old", start=date(2023, 1, 1))
    new = events.event("grandmaster-norm", name="New")
    events.section(new, events.players(3))
    EventEntry.objects.create(event=new, player=person().player, state="seated", made=AT, answer="may")
    answer = Program().get("/events").json()
    assert answer["count"] == 2
    assert [item["id"] for item in answer["items"]] == [new.pk, old.pk]
    first = answer["items"][0]
    assert set(first) == LINE
    assert (first["kind"], first["state"], first["edition"]) == ("grandmaster-norm", "running", "ICCF-TR-2017")
    assert (first["start"], first["deadline"], first["sections"], first["entries"]) == (
        "2024-05-01",
        "2024-04-01",
        1,
        1,
    )


@pytest.mark.parametrize(
    ("state", "told"),
    [
        *((state, state) for state in ("announced", "open", "closed", "running", "finished", "settled")),
        *((state, "closed") for state in ("sections proposed", "confirmed", "posted")),
        ("cancelled", "cancelled"),
        ("lapsed", "lapsed"),
    ],
)
def test_a_state_is_told_in_the_words_of_the_contract_and_found_by_them(state: str, told: str) -> None:
    row = events.event("open", state=state, announced=AT.date())
    events.event("open", state=Event.State.RUNNING if told != "running" else Event.State.OPEN)
    answer = Program().get("/events", state=told, kind="", federation="", q="", page="1").json()
    assert [(item["id"], item["state"]) for item in answer["items"]] == [(row.pk, told)]


def test_events_are_found_by_kind_federation_year_and_words_page_by_page() -> None:
    events.event("thematic", name="King's Gambit", federation="CZE")
    for number in range(51):
        events.event("open", name=f"Open {number}")
    assert Program().get("/events", kind="thematic").json()["count"] == 1
    assert Program().get("/events", federation="cze").json()["count"] == 1
    assert Program().get("/events", q="gambit king").json()["count"] == 1
    assert Program().get("/events", year="2023").json()["count"] == 0
    second = Program().get("/events", kind="open", page="2").json()
    assert (second["count"], len(second["items"])) == (51, 1)
    assert Program().get("/events", page="3").json()["items"] == []


def test_what_makes_no_sense_is_refused_in_one_message() -> None:
    found = problem(Program().get("/events", kind="grandmaster-norms"), 422)
    assert "did you mean grandmaster-norm?" in found["detail"]
    assert found["errors"][0]["field"] == "kind"
    for bad in ({"state": "nonsense"}, {"page": "0"}, {"federation": "CZECH"}, {"year": "1"}):
        problem(Program().get("/events", **bad), 422)
    for path in ("/events/999999", "/sections/999999", "/sections/999999/norms", "/sections/999999/games.pgn"):
        problem(Program().get(path), 404)


def test_an_event_says_how_to_enter_it_and_what_it_leads_to() -> None:
    row = events.event("world-championship-preliminary", fee=25)
    section = events.section(row, events.players(3))
    answer = Program().get(f"/events/{row.pk}").json()
    assert set(answer) >= LINE | MORE
    assert (answer["fee"], answer["office"]) == (25, "Title Tournament Commissioner")
    assert "ICCF-TR-2017 1.1.1(h)" in answer["ways_in"]
    assert "world-championship-semi-final" in answer["leads_to"]
    assert answer["section_ids"] == [section.pk]
    assert answer["time_control"]["words"] == "10 moves in 50 days"


def test_drafts_and_proposals_are_for_whoever_runs_the_event_in_lists_too() -> None:
    draft = events.event("open", state=Event.State.DRAFT)
    event = events.event("open", state=Event.State.PROPOSED)
    proposed = events.section(event, events.players(3), state=Section.State.PROPOSED)
    stranger, own = Program(person()), Program(person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,)))
    for program in (Program(), stranger):
        assert [item["id"] for item in program.get("/events").json()["items"]] == [event.pk]
        problem(program.get(f"/events/{draft.pk}"), 404)
        problem(program.get(f"/sections/{proposed.pk}"), 404)
        assert program.get(f"/events/{event.pk}").json()["section_ids"] == []
    assert {item["id"] for item in own.get("/events").json()["items"]} == {event.pk, draft.pk}
    assert own.get(f"/events/{draft.pk}").json()["state"] == "draft"
    assert own.get(f"/sections/{proposed.pk}").status_code == 200
    assert own.get(f"/events/{event.pk}").json()["section_ids"] == [proposed.pk]


def test_a_section_tells_how_far_it_is() -> None:
    director = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
    row = events.section(events.event("open"), events.players(4), {(1, 2): Result.DRAW}, director=director)
    answer = Program().get(f"/sections/{row.pk}").json()
    wanted = {"id", "event", "name", "state", "director", "start", "games", "finished", "average", "category"}
    assert set(answer) >= wanted
    assert (answer["id"], answer["event"], answer["name"]) == (row.pk, row.event_id, "Section 1")
    assert (answer["state"], answer["director"], answer["games"], answer["finished"]) == (
        "running",
        "Dirk Director",
        6,
        1,
    )


# the same as the command line


def norm_section(results: dict[tuple[int, int], Result], **fields: Any) -> Section:
    players = events.players(13, rating_games=100)
    for number, player in enumerate(players):
        player.federation, player.rating = ("CZE", "ENG", "FIN", "GER", "USA")[number % 5], 2400 + 10 * number
        player.sex, player.birth_year = "f" if number % 3 else "m", 1960 + number
        player.save()
    return events.section(events.event("grandmaster-norm"), players, results, **fields)


def some(number: int, share: int) -> dict[tuple[int, int], Result]:
    """Every so-and-so-manieth game of a section, in turn won, drawn and lost."""
    pairs = list(events.every_result(number))
    ends = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.DRAW)
    return {pair: ends[place % 4] for place, pair in enumerate(pairs) if place % share == 0}


def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, section: Section, *words: str) -> Any:
    """What a command answers on the section's event.json."""
    file = tmp_path / "event.json"
    file.write_bytes(Program().get(f"/sections/{section.pk}/event.json").content)
    assert main([words[0], str(file), "--format", "json", *words[1:]]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", ["world-championship-preliminary", "higher-class", "world-cup-final", "national"])
@pytest.mark.parametrize("share", [1, 2])
def test_standings_are_those_of_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str, share: int
) -> None:
    over: dict[str, Any] = {"state": "finished", "ended": date(2025, 3, 1)} if share == 1 else {}
    row = events.section(events.event(kind), events.players(7), some(7, share), **over)
    answer = Program().get(f"/sections/{row.pk}/standings").json()
    assert answer == command(capsys, tmp_path, row, "standings")
    assert [set(line) >= {"place", "id", "points", "tie_breaks", "qualifies"} for line in answer["standings"]] == [
        True
    ] * 7


def test_standings_of_teams_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ups = {name: events.players(2, federation=name) for name in ("CZE", "GER", "POL")}
    row = events.team_section(events.event("olympiad-final"), ups, some(6, 2), name="Final")
    answer = Program().get(f"/sections/{row.pk}/standings").json()
    assert answer == command(capsys, tmp_path, row, "standings")
    assert "match_points" in answer["standings"][0]["tie_breaks"]


@pytest.mark.parametrize("share", [1, 3])
def test_norms_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, share: int) -> None:
    row = norm_section(some(13, share))
    answer = Program().get(f"/sections/{row.pk}/norms").json()
    assert answer == command(capsys, tmp_path, row, "norms")
    assert answer["titles_possible"]["GM"] is True
    assert len(answer["players"]) == 13


def test_where_no_norm_is_open_the_answer_is_no_with_its_grounds() -> None:
    row = events.section(events.event("higher-class"), events.players(7), {})
    found = problem(Program().get(f"/sections/{row.pk}/norms"), 404)
    assert found["grounds"]
    assert all(set(ground) >= {"clause", "facts", "words"} for ground in found["grounds"])
    assert any("App2.1" in ground["clause"] for ground in found["grounds"])


def test_the_outlook_names_places_and_rights_with_their_clauses() -> None:
    players = events.players(5)
    results = {(1, n): Result.WHITE_WINS for n in range(2, 6)}
    row = events.section(events.event("world-championship-preliminary"), players, results)
    answer = Program().get(f"/sections/{row.pk}/outlook").json()
    first = next(line for line in answer["players"] if line["id"] == str(players[0].pk))
    assert (first["best"], first["worst"]) == (1, 1)
    right = first["rights"][0]
    assert (right["to"], right["clause"], right["chance"]) == (
        "world-championship-semi-final",
        "ICCF-TR-2017 1.2.1(d)",
        "certain",
    )
    assert {right["chance"] for line in answer["players"] for right in line["rights"]} <= {
        "certain",
        "possible",
        "gone",
    }
    assert Program().get(f"/sections/{row.pk}/outlook").json() == answer


@pytest.mark.parametrize("size", [3, 9])
@pytest.mark.parametrize(("what", "queries"), [("", 3), ("/event.json", 4), ("/standings", 3), ("/outlook", 3)])
def test_a_section_takes_the_same_queries_whatever_its_size(
    django_assert_num_queries: DjangoAssertNumQueries, size: int, what: str, queries: int
) -> None:
    """event.json also reads the starting positions of games."""
    row = events.section(events.event("open"), events.players(size), {(1, 2): Result.DRAW})
    with django_assert_num_queries(queries):
        assert Program().get(f"/sections/{row.pk}{what}").status_code == 200


@pytest.mark.parametrize("number", [1, 4])
def test_the_list_takes_four_queries_whatever_its_length(
    django_assert_num_queries: DjangoAssertNumQueries, number: int
) -> None:
    for _ in range(number):
        events.section(events.event("open"), events.players(3))
    with django_assert_num_queries(4):
        Program().get("/events")
