"""Every answer of every ruling rests on at least one ground that decides it: in the core, in commands, in the API and
on pages."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from slowmate.events.entry.decision import Answer, EntryDecision, may_enter
from slowmate.events.entry.entrants import Entrant, EntryBar
from slowmate.events.entry.target import Target
from slowmate.formats.entrant_writing import entrant_as_json
from slowmate.records import KINDS, Family
from slowmate.rulebook import Role as Part
from slowmate.rulebook import Ruling
from slowmate.server.events.models import Bar, Event
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.permissions import Role
from slowmate.server.site import clock
from tests.cli.commands import ROOT, run
from tests.server.programs import Program
from tests.server.test_every_address import OPERATIONS, Place, described, outcome, send
from tests.support import events
from tests.support.entrants import past, rated
from tests.support.people import account, person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ICCF = sorted(kind.slug for kind in KINDS.values() if kind.family is not Family.FIDE)
ON = date(2017, 3, 10)
STARTS = (date(2017, 3, 31), date(2017, 4, 1))
"""The last day of the edition of 2016 and the first of that of 2017."""
RESULTS = tuple(
    past(kind, place, "6.5", date(2017, 3, 1), f"{kind} {place}")
    for kind in ICCF
    for place in (1, 3)
    if not KINDS[kind].teams
)
PLAYERS = {
    "newcomer": Entrant("1", "CZE"),
    "grandmaster": Entrant(
        "1",
        "CZE",
        sex="f",
        titles={"GM": date(2010, 1, 1)},
        ratings=rated(2650, published=date(2017, 1, 1)),
        gm_norms=5,
        champion_of=(20,),
    ),
    "winner": Entrant("1", "CZE", results=RESULTS),
    "barred": Entrant("1", "CZE", bars=(EntryBar(ON, None, "ICCF-TR-2017 8.4/5"),), results=RESULTS),
    "stranger": Entrant("1", "XXX", is_member_federation=False),
}
COMMANDS: dict[str, tuple[object, ...]] = {
    "draw": (ROOT / "examples" / "entrants.csv", "--section-size", 7, "--seed", "s"),
    "norms": (ROOT / "examples" / "section.json", "--explain"),
    "standings": (ROOT / "examples" / "section.json", "--explain"),
    "titles": (ROOT / "examples" / "record.json", "--explain"),
    "rate": (
        *("--rules", "iccf-2023", "--players", ROOT / "examples" / "players.csv"),
        *("--games", ROOT / "examples" / "games.csv", "--explain", "101"),
    ),
}
"""Commands that answer with grounds, beside `entry`, which is asked about every kind."""
OF_EVERY_KIND = ("newcomer", "grandmaster")
"""Players who enter events of every kind on the server; the others those of one kind of each family."""
BY_THE_LAWS = frozenset({"journal"})
"""Lists of what happened, of which some happens without a rule."""


def decides(ruling: Ruling[EntryDecision]) -> bool:
    """Whether a ground decides: the way in that holds, a bar, every way that fails, or that an office decides."""
    entry = ruling.value
    ways, remarks = ruling.part(Part.WAY), ruling.part(Part.REMARK)
    match entry.answer:
        case Answer.MAY:
            return any(ground.clause == entry.route and ground.facts["holds"] for ground in ways)
        case Answer.MAY_NOT:
            failed = bool(ways) and not any(ground.facts["holds"] for ground in ways if "free" not in ground.facts)
            return bool(ruling.part(Part.BAR)) or failed
        case Answer.COMMISSIONER:
            return any(ground.facts.get("how") == "commissioner may admit" for ground in remarks)
    by_champion = any(ground.clause.address == "1.4.3/2" and ground.facts["holds"] for ground in ways)
    return by_champion or any(ground.facts.get("outcome") == "entry" for ground in remarks)


def of_the_core() -> Iterator[tuple[str, Ruling[EntryDecision]]]:
    for kind in ICCF:
        for name, player in PLAYERS.items():
            for start in STARTS:
                for deadline in (None, ON - timedelta(1), ON + timedelta(60)):
                    asked = Target(kind, start, deadline)
                    yield f"{kind}, {name}, {start}, {deadline}", may_enter(player, asked, on=ON)


def without_grounds(answer: Any, where: str) -> Iterator[str]:
    """Where an answer has an empty list of grounds, or one without a clause or words."""
    if isinstance(answer, list):
        for number, each in enumerate(answer):
            yield from without_grounds(each, f"{where}[{number}]")
    if not isinstance(answer, dict):
        return
    for key, value in answer.items():
        if key == "grounds" and (not value or not all(ground["clause"] for ground in value)):
            yield where
        elif key not in BY_THE_LAWS:
            yield from without_grounds(value, f"{where}.{key}")


def of_commands(folder: Path) -> Iterator[str]:
    """What commands answer without grounds; each that can answer with some is asked."""
    sources = {path.stem: path.read_text("utf-8") for path in (ROOT / "src" / "slowmate" / "cli").glob("*.py")}
    answering = {name.partition("_")[0] for name, text in sources.items() if re.search(r'"grounds": ', text)}
    yield from (f"{name} is not asked" for name in answering - COMMANDS.keys() - {"entry"})
    for name, options in COMMANDS.items():
        done = run(name, *options, "--format", "json")
        if done.returncode:
            yield f"{name}: {done.stderr.decode()}"
            continue
        answer = json.loads(done.stdout)
        yield from without_grounds(answer, name)
        if '"clause"' not in done.stdout.decode():
            yield f"{name} answers without a clause"
    for name in ("newcomer", "winner"):
        path = folder / "record.json"
        path.write_text(json.dumps(entrant_as_json(PLAYERS[name])), "utf-8")
        for kind in ICCF:
            asked = ("entry", path, "--event", kind, "--on", ON, "--start", STARTS[0])
            yield from without_grounds(json.loads(run(*asked, "--format", "json").stdout), f"entry {kind}, {name}")
            if name == "newcomer" and "[ICCF-" not in run(*asked).stdout.decode():
                yield f"entry {kind}, {name}: no ground in the table"


def people() -> dict[str, Player]:
    """A newcomer, a strong player with titles, one of no federation, and one who is barred."""
    given: dict[str, dict[str, Any]] = {
        "newcomer": {"federation": "CZE"},
        "grandmaster": {"federation": "CZE", "sex": "f", "rating": 2650, "rating_games": 100},
        "of no federation": {"federation": ""},
        "barred": {"federation": "CZE", "rating": 2650, "rating_games": 100},
    }
    found = {}
    for name, fields in given.items():
        player = person().player
        for field, value in fields.items():
            setattr(player, field, value)
        player.save()
        found[name] = player
    TitleHeld.objects.create(player=found["grandmaster"], title="GM", confirmed=date(2010, 1, 1))
    Bar.objects.create(player=found["barred"], since=date(2020, 1, 1), clause="ICCF-TR-2017 8.4/5")
    return found


def of_entries_on_the_server(answers: Counter[str]) -> Iterator[str]:
    today = clock.now().date()
    asked = [(name, player, Program(player.user, "enter"), Client()) for name, player in people().items()]
    for _name, player, _program, client in asked:
        client.force_login(account(player))
    families: set[Family] = set()
    for kind in ICCF:
        event = events.event(kind, state=Event.State.OPEN, start=today + timedelta(90), deadline=today + timedelta(30))
        is_new = KINDS[kind].family not in families
        families.add(KINDS[kind].family)
        for name, _player, program, client in asked:
            if name not in OF_EVERY_KIND and not is_new:
                continue
            where = f"POST /api/events/(id)/entries: {kind}, {name}"
            answer = program.send(f"/events/{event.pk}/entries", {"dry_run": True})
            found = answer.json()
            if answer.status_code != 200 or not found["grounds"]:
                yield f"{where}: {answer.status_code} {found}"
                continue
            answers[found["answer"]] += 1
            yield from without_grounds(found, where)
            if name not in ("newcomer", "barred"):
                continue
            page = client.get(f"/events/{event.pk}/enter").content.decode().partition('aria-labelledby="answer"')[2]
            if 'class="chip' not in page:
                yield f"/events/(id)/enter: {kind}, {name}"


def of_operations() -> Iterator[str]:
    """What operations of the API answer without grounds, each asked once, by the first role that gets through."""
    through: set[str] = set()
    for role in (Role.WHITE, Role.TTC, Role.OWN_DELEGATE, Role.DIRECTOR):
        with transaction.atomic():
            yield from list(_of_operations(role, through))
            transaction.set_rollback(True)


def _of_operations(role: Role, through: set[str]) -> Iterator[str]:
    place = Place(role)
    headers = place.programs()
    for operation, (_thing, who, _body) in OPERATIONS.items():
        if role not in who or operation in through:
            continue
        with transaction.atomic():
            answer = send(place, operation, headers[described()[operation]["x-scope"]])
            if outcome(answer) == "through" and answer["Content-Type"].startswith("application/json"):
                through.add(operation)
                yield from without_grounds(answer.json(), f"{operation} as {role.name}")
            transaction.set_rollback(True)


def test_every_answer_of_every_ruling_rests_on_a_ground_that_decides_it(tmp_path: Path) -> None:
    wrong, answers = [], Counter[str]()
    for where, ruling in of_the_core():
        answers[ruling.value.answer] += 1
        if not decides(ruling):
            wrong.append(f"{where}: {ruling.value.answer}")
    assert answers.keys() == set(Answer), "a test that never meets an answer says nothing about it"
    wrong += of_commands(tmp_path)
    on_server = Counter[str]()
    wrong += of_entries_on_the_server(on_server)
    assert on_server.keys() == {Answer.MAY, Answer.MAY_NOT, Answer.ANNOUNCEMENT}, "events of 2016 are over"
    wrong += of_operations()
    assert wrong == [], "\n".join(wrong)
