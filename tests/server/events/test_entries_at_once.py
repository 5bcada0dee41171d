"""Several processes at once on one database: one has the last place, the right, the quota. On both databases."""

from pathlib import Path

import pytest

from tests.server.games.test_concurrency import KINDS, TOGETHER, run

pytestmark = pytest.mark.processes

PEOPLE = (
    TOGETHER
    + """
from datetime import date, datetime, timedelta, UTC
from slowmate.records import Result
from slowmate.server.events.models import Draw, Event, EventEntry, Nomination, Right, RightUse, Section
from slowmate.server.events.permissions import acting_for
from slowmate.server.events.services import dividing, entries, nominations, rights
from slowmate.server.events.services.steps import By
from slowmate.server.people.models import Office, Player
from slowmate.server.site.errors import Unfit
from tests.support import events
from tests.support.people import AT
from django.db import transaction

def open_event(kind="open", **fields):
    return events.event(kind, **{"state": "open", "start": date(2024, 9, 20), "deadline": date(2024, 7, 31), **fields})

def attempt(do, *given, **more):
    try:
        do(*given, **more)
        return True
    except (Stale, Refused, Unfit):
        return False

def enter(event, pk, at=AT):
    user = User.objects.select_related("player").get(pk=pk)
    return attempt(entries.enter, Event.objects.get(pk=event.pk), user.player, actor=user, at=at)
"""
)

PLACES = (
    PEOPLE
    + """
event = open_event(places=3)
people = [person().pk for _ in range(PROCESSES * 2)]
def places(number):
    return [enter(event, pk) for pk in people[2 * number : 2 * number + 2]]
given = sum(together(places, PROCESSES), [])
states = sorted(EventEntry.objects.filter(event=event).values_list("state", flat=True))
same = open_event()
one = person().pk
twice = together(lambda number: enter(same, one), PROCESSES)
print(json.dumps({"given": given, "states": states, "twice": twice, "kept": same.entries.count()}))
"""
)

CLOSING = (
    PEOPLE
    + """
event = open_event()
people = [person().pk for _ in range(40)]
late = datetime(2024, 8, 1, tzinfo=UTC)
def close_or_enter(number):
    if number == 0:
        while EventEntry.objects.filter(event=event).count() < 6: sleep(0.01)
        return [dividing.close_entries(event.pk, at=late)]
    return [enter(event, pk) for pk in people[number::PROCESSES]]
given = together(close_or_enter, PROCESSES)
entered = EventEntry.objects.filter(event=event)
drawn = [one["id"] for one in Draw.objects.get(event=event).entrants]
print(json.dumps({
    "entered": sorted(str(pk) for pk in entered.values_list("player", flat=True)), "drawn": sorted(drawn),
    "told": sum(sum(one) for one in given) - 1, "state": Event.objects.get(pk=event.pk).state,
}))
"""
)

RIGHTS = (
    PEOPLE
    + """
from slowmate.server.events.queries.record import record_of
from slowmate.events.running.consequences import consequences
ended = date(2024, 2, 1)
player = person().player
others = events.players(2)
master = events.event("master-class", state="finished", start=date(2022, 5, 1))
wins = events.every_result(3, Result.WHITE_WINS)
source = events.section(master, [player, *others], wins, state="finished", ended=ended)
commissioner = person(offices=(Office.Kind.TITLE_TOURNAMENTS,))
step = next(one for one in consequences(record_of(source), ended=ended).value if one.who == str(player.pk))
with transaction.atomic():
    rights.store(source, step, By(acting_for(master), AT, commissioner))
stages = [open_event("world-championship-preliminary", name=f"Stage {n}") for n in range(PROCESSES)]
made = [entries.enter(stage, player, actor=player.user, at=AT).pk for stage in stages]
def seat(number):
    stage = Event.objects.get(pk=stages[number].pk)
    entry = EventEntry.objects.get(pk=made[number])
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=stage.pk)
        return attempt(entries.seat, stage, [entry], By(acting_for(stage), AT, commissioner), start=stage.start)
seated = together(seat, PROCESSES)
players = events.players(PROCESSES, federation="CZE")
delegate = person()
Office.objects.create(user=delegate, kind=Office.Kind.DELEGATE, federation="CZE", begins=date(2020, 1, 1))
def nominate(number):
    who = User.objects.get(pk=delegate.pk)
    return attempt(nominations.nominate, players[number], year=2024, actor=who, at=AT)
named = together(nominate, PROCESSES)
print(json.dumps({
    "seated": seated, "uses": RightUse.objects.count(),
    "states": sorted(EventEntry.objects.values_list("state", flat=True)),
    "right": Right.objects.get(player=player).state, "named": named, "nominations": Nomination.objects.count(),
}))
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_places_go_to_as_many_as_there_are_and_nobody_enters_twice(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, PLACES)
    assert found["given"] == [True] * 8
    assert found["states"] == ["accepted"] * 3 + ["waiting"] * 5
    assert (sum(found["twice"]), found["kept"]) == (1, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_entered_while_entries_closed_is_drawn_or_was_refused(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, CLOSING)
    assert found["state"] == "closed"
    assert found["entered"] == found["drawn"]
    assert found["told"] == len(found["entered"]) >= 6


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_seats_its_player_once_and_a_quota_is_not_exceeded(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, RIGHTS)
    assert (sum(found["seated"]), found["uses"], found["right"]) == (1, 1, "used")
    assert found["states"] == ["accepted"] * 3 + ["seated"]
    assert (sum(found["named"]), found["nominations"]) == (2, 2)
