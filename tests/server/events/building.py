"""Events open for entry, people in their offices, and sections that gave rights, as the tests of entries need them."""

from datetime import date
from typing import Any

from slowmate.events.running.consequences import consequences
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry, Right, Section, Series
from slowmate.server.events.permissions import acting_for
from slowmate.server.events.queries.record import record_of
from slowmate.server.events.queries.rights import earned_rights
from slowmate.server.events.services import entries, rights
from slowmate.server.events.services.steps import By
from slowmate.server.people.models import Office, Player
from tests.support import events
from tests.support.people import AT, account, person

START = date(2024, 9, 20)
DEADLINE = date(2024, 7, 31)
ENDED = date(2024, 2, 1)
PRELIMINARY, SEMI, MASTER = "world-championship-preliminary", "world-championship-semi-final", "master-class"

Results = dict[tuple[int, int], Result]


def open_event(kind: str = "open", **fields: Any) -> Event:
    given = {"state": Event.State.OPEN, "start": START, "deadline": DEADLINE, **fields}
    return events.event(kind, **given)


def entered(event: Event, who: Player | User | None = None, **more: Any) -> EventEntry:
    """An entry that somebody made himself."""
    user = who if isinstance(who, User) else account(who) if who else person()
    return entries.enter(event, user.player, actor=user, at=more.pop("at", AT), **more)


def delegate_of(federation: str) -> User:
    user = person()
    Office.objects.create(user=user, kind=Office.Kind.DELEGATE, federation=federation, begins=date(2020, 1, 1))
    return user


def runner(kind: Office.Kind = Office.Kind.NON_TITLE_TOURNAMENTS) -> User:
    """A commissioner: of events outside the World Championship, if nothing else is said."""
    return person(offices=(kind,))


def by(event: Event, *, reason: str = "", **more: Any) -> By:
    """Whoever runs an event, at work."""
    at, kind = more.get("at", AT), more.get("kind", Office.Kind.TITLE_TOURNAMENTS)
    return By(acting_for(event), at, person(offices=(kind,)), reason)


def rated(rating: int, games: int = 100, **fields: Any) -> Player:
    """A player with an account, of the Czech federation if nothing else is said."""
    player = person().player
    for name, value in {"rating": rating, "rating_games": games, "federation": "CZE", **fields}.items():
        setattr(player, name, value)
    player.save()
    return player


def in_order(number: int) -> Results:
    """Everybody wins against whoever has a larger number."""
    return events.every_result(number, Result.WHITE_WINS)


def stage(kind: str, players: list[Player], results: Results, *, number: int = 42, over: bool = True) -> Section:
    """A section of a numbered event, finished or running."""
    series, _ = Series.objects.get_or_create(family="world", number=number)
    state = Event.State.FINISHED if over else Event.State.RUNNING
    event = events.event(kind, name=f"{kind} {number}", state=state, start=date(2022, 5, 1), series=series)
    more: dict[str, Any] = {"state": Section.State.FINISHED, "ended": ENDED} if over else {}
    return events.section(event, players, results, **more)


def settle(row: Section) -> list[Right]:
    """Store all that follows from a finished section, as whoever settles it does."""
    assert row.ended is not None
    known = earned_rights([seat.player_id for seat in row.seats.all()])
    steps = consequences(record_of(row), ended=row.ended, held=known).value
    found = [rights.store(row, step, by(row.event)) for step in steps if step.right is not None]
    Section.objects.filter(pk=row.pk).update(state=Section.State.SETTLED)
    return [right for right in found if right is not None]


def won(player: Player, *, name: str = "A class") -> Section:
    """A Master class that a player won: it gave him a right to the Preliminaries."""
    event = events.event(MASTER, name=name, state=Event.State.SETTLED, start=date(2022, 5, 1))
    row = events.section(
        event, [player, *events.players(2)], in_order(3), state=Section.State.FINISHED, ended=ENDED, name=""
    )
    settle(row)
    return row
