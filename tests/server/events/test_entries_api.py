"""Entries, rights and nominations for programs: the same answers as the pages, and refusals with their grounds."""

import json
import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from slowmate.server.accounts.models import Token
from slowmate.server.events.models import Bar, Bond, Event, EventEntry, Grant, Nomination, Right, Series
from slowmate.server.events.services import entries
from slowmate.server.people.models import Federation, Office, Player, TitleHeld
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.site import clock
from tests.cli.commands import run
from tests.server.events.building import (
    MASTER,
    PRELIMINARY,
    SEMI,
    START,
    by,
    delegate_of,
    entered,
    in_order,
    open_event,
    rated,
    runner,
    settle,
    stage,
    won,
)
from tests.server.programs import Program, problem
from tests.support import events
from tests.support.people import AT, account, person

pytestmark = pytest.mark.django_db

State = EventEntry.State
KINDS = (
    *("open", "open-class", "higher-class", MASTER, "master-norm", "grandmaster-norm", PRELIMINARY, SEMI),
    *("world-championship-candidates", "world-championship-final", "ladies-world-championship-semi-final"),
    *("world-cup-semi-final", "thematic", "invitational", "memorial-under-2300"),
)


@pytest.fixture(autouse=True)
def _may_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: AT)


def program(who: Any, scope: str = Token.Scope.ENTER) -> Program:
    return Program(account(who) if isinstance(who, Player) else who, scope)


# entering


def test_a_dry_run_says_what_the_rules_say_and_writes_nothing() -> None:
    player = rated(2000)
    section = won(player)
    event = open_event(PRELIMINARY, fee=30)
    answer = program(player).send(f"/events/{event.pk}/entries", {"dry_run": True})
    assert answer.status_code == 200
    found = answer.json()
    assert (found["answer"], found["route"]) == ("may", "ICCF-TR-2017 1.1.1(d)")
    assert [(use["of"], use["reference"]) for use in found["uses"]] == [("right", str(section.pk))]
    assert (found["fee"], found["pending"]) == (30, ["payment"])
    clauses = {one["clause"] for one in found["grounds"]}
    assert {"ICCF-TR-2017 1.1.1(d)", "ICCF-TR-2017 1.1.1(k)", "ICCF-TR-2017 0.2/2"} <= clauses
    assert all(set(one) >= {"clause", "facts", "words"} and one["words"] for one in found["grounds"])
    assert not EventEntry.objects.exists()


def test_a_dry_run_of_who_may_not_enter_answers_too_without_a_route() -> None:
    player = rated(2000)
    event = open_event(PRELIMINARY)
    found = program(player).send(f"/events/{event.pk}/entries", {"dry_run": True})
    assert (found.status_code, found.json()["answer"], found.json()["route"]) == (200, "may not", None)
    won(player)
    Bar.objects.create(player=player, since=date(2024, 1, 1), clause="ICCF-TR-2017 8.5/2")
    barred = program(player).send(f"/events/{event.pk}/entries", {"dry_run": True}).json()
    assert (barred["answer"], barred["route"], barred["uses"]) == ("may not", None, [])


def test_an_entry_is_made_read_and_withdrawn() -> None:
    user = person()
    event, client = open_event(fee=20), program(user)
    made = client.send(f"/events/{event.pk}/entries", {})
    assert made.status_code == 201
    found = made.json()
    assert (found["state"], found["ruling"]["pending"], found["fee"], found["paid"]) == ("pending", ["payment"], 20, 0)
    assert client.get(f"/entries/{found['id']}").json() == found
    assert [one["id"] for one in client.get("/entries").json()["items"]] == [found["id"]]
    again = problem(client.send(f"/events/{event.pk}/entries", {}), 409)
    assert (again["type"], again["detail"]) == ("/api/#stale", "There is an entry of this player already.")
    gone = client.send(f"/entries/{found['id']}/withdraw")
    assert (gone.status_code, gone.json()["state"]) == (200, "withdrawn")
    problem(client.send(f"/entries/{found['id']}/withdraw"), 409)


def test_what_the_rules_refuse_is_a_problem_with_its_grounds() -> None:
    found = problem(program(rated(2000)).send(f"/events/{open_event(PRELIMINARY).pk}/entries", {}), 409)
    assert found["type"] == "/api/#refused"
    assert {"ICCF-TR-2017 1.1.1(h)", "ICCF-TR-2017 1.1.1(l)"} <= {one["clause"] for one in found["grounds"]}
    assert all(one["words"] for one in found["grounds"])
    closed = open_event(state=Event.State.ANNOUNCED)
    assert "not open yet" in problem(program(rated(2000)).send(f"/events/{closed.pk}/entries", {}), 422)["detail"]


def test_only_a_token_that_enters_enters() -> None:
    user, event = person(), open_event()
    for scope in (Token.Scope.READ, Token.Scope.PLAY, Token.Scope.OFFICIAL):
        refused = program(user, scope).send(f"/events/{event.pk}/entries", {})
        assert problem(refused, 403)["type"] == "/api/#scope"
        assert 'scope="enter"' in refused["WWW-Authenticate"]
    problem(Program().send(f"/events/{event.pk}/entries", {}), 401)
    assert not EventEntry.objects.exists()


def test_nobody_enters_somebody_else_and_a_delegate_his_players() -> None:
    event, player, delegate = open_event(), rated(2000), delegate_of("CZE")
    for stranger in (person(), delegate_of("GER"), runner()):
        problem(program(stranger).send(f"/events/{event.pk}/entries", {"player": player.pk}), 403)
    problem(program(delegate).send(f"/events/{event.pk}/entries", {"player": 10**9}), 404)
    made = program(delegate).send(f"/events/{event.pk}/entries", {"player": player.pk})
    assert made.status_code == 201
    entry = EventEntry.objects.get()
    assert (entry.player, entry.via) == (player, "CZE")
    problem(program(person()).get(f"/entries/{entry.pk}"), 404)
    problem(program(person()).send(f"/entries/{entry.pk}/withdraw"), 404)
    problem(program(runner()).send(f"/entries/{entry.pk}/withdraw"), 403)


@pytest.mark.parametrize("body", [[], {"dry_run": "yes"}, {"player": "1"}, {"words": "x" * 501}, {"actor": 1}, "x"])
def test_bodies_that_do_not_fit_enter_nobody(body: Any) -> None:
    problem(program(person()).send(f"/events/{open_event().pk}/entries", body), 422)
    assert not EventEntry.objects.exists()


# offices


def test_whoever_runs_an_event_reads_its_entries_and_decides_on_them() -> None:
    event, commissioner = open_event(fee=20), runner()
    found = [entered(event, at=AT + timedelta(minutes=n)) for n in range(3)]
    official = program(commissioner, Token.Scope.OFFICIAL)
    listed = official.get(f"/events/{event.pk}/entries", state="pending", limit=2).json()
    assert ([one["id"] for one in listed["items"]], listed["count"]) == ([found[0].pk, found[1].pk], 3)
    body = {"what": "payment", "entries": [found[0].pk, found[1].pk]}
    assert official.send(f"/events/{event.pk}/entries/decisions", body).json()["done"] == 2
    assert official.send(f"/events/{event.pk}/entries/decisions", body).json()["passed_over"] == 2
    stranger = program(person(), Token.Scope.OFFICIAL)
    problem(stranger.get(f"/events/{event.pk}/entries"), 404)
    problem(stranger.send(f"/events/{event.pk}/entries/decisions", body), 403)
    problem(program(commissioner).send(f"/events/{event.pk}/entries/decisions", body), 403)
    wrong = {"what": "office", "entries": [found[2].pk]}
    assert official.send(f"/events/{event.pk}/entries/decisions", wrong).json()["passed_over"] == 1
    elsewhere = entered(open_event(fee=20))
    problem(official.send(f"/events/{event.pk}/entries/decisions", {"what": "payment", "entries": [elsewhere.pk]}), 403)


def test_a_delegate_confirms_and_nominates() -> None:
    player, delegate = rated(2500), delegate_of("CZE")
    TitleHeld.objects.create(player=player, title="GM", confirmed=date(2010, 1, 1))
    entry = entered(open_event("grandmaster-norm", fee=30), player)
    official = program(delegate, Token.Scope.OFFICIAL)
    problem(program(delegate_of("GER"), Token.Scope.OFFICIAL).send(f"/entries/{entry.pk}/confirm"), 404)
    assert official.send(f"/entries/{entry.pk}/confirm").json()["state"] == "accepted"
    problem(official.send(f"/entries/{entry.pk}/confirm"), 409)
    made = official.send("/federations/CZE/nominations", {"player": player.pk, "year": 2024})
    assert (made.status_code, made.json()["rating"]) == (201, 2500)
    found = official.get("/federations/cze/nominations", year=2024).json()
    assert (found["quota"], found["left"], len(found["items"])) == (2, 1, 1)
    other = rated(2500, federation="GER")
    problem(official.send("/federations/CZE/nominations", {"player": other.pk, "year": 2024}), 404)
    problem(official.send("/federations/GER/nominations", {"player": other.pk, "year": 2024}), 404)
    back = official.send(f"/nominations/{made.json()['id']}/withdraw")
    assert back.json()["withdrawn"] is True
    problem(official.send(f"/nominations/{made.json()['id']}/withdraw"), 409)


# rights


def test_qualifiers_and_rights_are_public() -> None:
    players = [rated(2100 + n) for n in range(5)]
    section = stage(PRELIMINARY, players, in_order(5))
    settle(section)
    found = Program().get("/qualifiers", stage=SEMI).json()
    by_name = sorted(players[:2], key=lambda player: player.folded)
    assert (found["count"], [one["player"]["id"] for one in found["items"]]) == (2, [player.pk for player in by_name])
    assert found["items"][0] | {"player": None} == {
        "id": Right.objects.get(player=players[0]).pk,
        "to": SEMI,
        "clause": "ICCF-TR-2017 1.2.1(d)",
        "player": None,
        "event": str(section.event) + ", Section 1",
        "section": section.pk,
        "cycle": 42,
        "earned": "2024-02-01",
        "expires": "2027-02-01",
        "half": False,
        "free": False,
        "provisional": False,
        "state": "open",
        "under_review": False,
    }
    assert Program().get("/qualifiers", stage="nonsense").json()["count"] == 0
    assert Program().get("/qualifiers").json()["count"] == 4
    assert [one["to"] for one in Program().get(f"/players/{players[2].pk}/rights").json()] == [PRELIMINARY]
    problem(Program().get(f"/players/{10**9}/rights"), 404)


def test_a_record_is_for_the_player_alone() -> None:
    player = rated(2000)
    for who in (person(), delegate_of("CZE"), person(offices=(Office.Kind.EXECUTIVE_BOARD,))):
        problem(program(who).get(f"/players/{player.pk}/record.json"), 404)
    problem(Program().get(f"/players/{player.pk}/record.json"), 401)
    assert program(player, Token.Scope.READ).get(f"/players/{player.pk}/record.json").json()["id"] == str(player.pk)


# the same as the command line


def career(lot: random.Random) -> Player:
    """A player with a bit of everything that entries are judged by."""
    sex, federation = lot.choice(["f", "m", ""]), lot.choice(["CZE", "GER", "XXA", ""])
    player = rated(
        lot.randrange(1700, 2700), games=lot.choice([0, 11, 12, 29, 30, 200]), sex=sex, federation=federation
    )
    Player.objects.filter(pk=player.pk).update(fide_rating=lot.choice([None, 2340, 2350, 2500]))
    player.refresh_from_db()
    Federation.objects.get_or_create(code="XXA", defaults={"is_member": False})
    for title in ("GM", "SIM", "IM", "LIM", "CCE"):
        if lot.random() < 0.25:
            TitleHeld.objects.create(player=player, title=title, confirmed=date(2010 + lot.randrange(15), 1, 1))
    if lot.random() < 0.2:
        title = "World Correspondence Chess Champion"
        TitleHeld.objects.create(player=player, title=title, number=lot.randrange(20, 33), confirmed=date(2019, 1, 1))
    if lot.random() < 0.6:
        lists(player, lot)
    for _ in range(lot.randrange(3)):
        played(player, lot)
    if lot.random() < 0.4 and federation:
        kind = lot.choice(["", MASTER])
        more = {"rating": lot.choice([None, 2399, 2400]), "has_statement": bool(kind), "kind": kind}
        Nomination.objects.create(player=player, federation=federation, year=2024, on=date(2024, 2, 1), **more)
    if lot.random() < 0.3:
        kind, cycle = lot.choice([SEMI, "world-championship-final"]), lot.choice([None, 33])
        reference = f"EB {player.pk}"
        Grant.objects.create(player=player, kind=kind, cycle=cycle, on=date(2024, 2, 1), reference=reference)
    if lot.random() < 0.2:
        until = lot.choice([None, date(2024, 5, 1), date(2024, 8, 1)])
        Bar.objects.create(player=player, since=date(2023, 1, 1), until=until, clause="ICCF-TR-2017 8.4/5")
    if lot.random() < 0.2:
        Bond.objects.create(player=player, since=date(2023, 1, 1), ended_regularly=lot.choice([None, date(2024, 1, 1)]))
    return player


def lists(player: Player, lot: random.Random) -> None:
    for number, month in enumerate((1, 4, 7, 10)):
        days = {"results_from": date(2023, month, 1), "results_until": date(2023, month, 28)}
        row, _ = RatingList.objects.get_or_create(
            period=f"2023/{number + 1}",
            defaults={"rules": "iccf-2023", "prepared": AT, "valid_from": date(2023, month, 1), **days},
        )
        if row.state == RatingList.State.PUBLISHED:
            continue
        values = {"rating": lot.randrange(2200, 2700), "games": lot.choice([12, 30, 90])}
        ListEntry.objects.create(list=row, player=player, rank=1, published=True, **values)
        RatingList.objects.filter(pk=row.pk).update(state=RatingList.State.PUBLISHED, published=AT)


def played(player: Player, lot: random.Random) -> None:
    """A section in which the player came anywhere, finished or not, settled or not; perhaps its right is used."""
    kind = lot.choice([MASTER, PRELIMINARY, SEMI, "world-championship-candidates", "national"])
    others = events.players(3)
    place = lot.randrange(4)
    seats = [*others[:place], player, *others[place:]]
    results = {pair: result for pair, result in in_order(4).items() if lot.random() < 0.8}
    if lot.random() < 0.6:
        section = stage(kind, seats, in_order(4), number=lot.randrange(30, 45))
        if lot.random() < 0.7:
            settle(section)
    else:
        stage(kind, seats, results, number=lot.randrange(30, 45), over=False)
    event = open_event(lot.choice([PRELIMINARY, SEMI]), name="Entered before", start=date(2024, 10, 1))
    if lot.random() < 0.5 and entries.ruling(player, event, on=AT.date()).value.allowed:
        entry = entered(event, player)
        if entry.state == State.ACCEPTED:
            entries.seat(event, [entry], by(event), start=event.start)


def asked_of_command(record: Path, event: Event) -> dict[str, Any]:
    cycle = ["--cycle", event.cycle] if event.cycle else []
    least = ["--ladies-minimum", event.ladies_minimum] if event.ladies_minimum else []
    money = ["--fee", event.fee, *(["--post"] if event.by_post else [])]
    days = ["--on", AT.date(), "--start", event.start, "--deadline", event.deadline]
    done = run("entry", record, "--event", event.kind, *days, *money, *cycle, *least, "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("seed", range(16))
def test_the_command_line_answers_with_the_record_as_the_server_does(seed: int, tmp_path: Path) -> None:
    lot = random.Random(f"entries {seed}")
    player = career(lot)
    client = program(player)
    record = tmp_path / "record.json"
    record.write_bytes(client.get(f"/players/{player.pk}/record.json").content)
    series, _ = Series.objects.get_or_create(family="world", number=33)
    for kind in KINDS:
        more = {
            "fee": lot.choice([0, 30]),
            "ladies_minimum": lot.choice([None, 2000]),
            "series": lot.choice([None, series]),
        }
        event = open_event(kind, start=lot.choice([START, date(2025, 1, 10)]), **more)
        here = client.send(f"/events/{event.pk}/entries", {"dry_run": True}).json()
        there = asked_of_command(record, event)
        is_in = there["answer"] != "may not"
        assert here["answer"] == there["answer"], kind
        assert here["route"] == (there["route"] if is_in else None), kind
        assert not any(use.pop("under_review") for use in here["uses"]), "nothing was corrected"
        assert here["uses"] == (there["uses"] if is_in else []), kind
        assert (here["fee"], here["bond"], here["pending"]) == (there["fee"], there["bond"], there["pending"]), kind
        plain = [{"clause": one["clause"], "facts": one["facts"]} for one in here["grounds"]]
        assert plain == [{"clause": one["clause"], "facts": one["facts"]} for one in there["grounds"]], kind
