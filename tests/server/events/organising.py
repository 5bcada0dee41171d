"""Events on their way from the plan to the end, as the tests of organising need them."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from slowmate.events.kinds import Open, left_open
from slowmate.events.organising.offices import tournament_office
from slowmate.play import commands
from slowmate.records import KINDS, Result
from slowmate.server.accounts.models import User
from slowmate.server.events.choices import Plan
from slowmate.server.events.models import Event, Pairing, Section
from slowmate.server.events.permissions import HELD, acting_for
from slowmate.server.events.regulations import Regulations
from slowmate.server.events.services import (
    admitting,
    consequences,
    directing,
    dividing,
    entries,
    planning,
    posting,
    starting,
)
from slowmate.server.events.services.steps import By
from slowmate.server.games.services import games
from slowmate.server.people.models import Office, Player, TitleHeld
from tests.support.people import AT, account, person

DEADLINE, START, OVER = date(2024, 7, 31), date(2024, 9, 20), date(2024, 9, 30)
CLOSED_AT = datetime(2024, 8, 1, tzinfo=UTC)
FEDERATIONS = ("CZE", "GER", "POL", "SUI", "ENG")
PRELIMINARY = "world-championship-preliminary"


def noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def plan_of(kind: str = "open", **fields: Any) -> Plan:
    """A plan that fits its kind, as far as nothing else is said."""
    given: dict[str, Any] = {
        "kind": kind,
        "name": f"An event of the kind {kind}",
        "start": START,
        "deadline": DEADLINE,
        "regulations": Regulations(),
        "fee": 0,
        **fields,
    }
    if Open.SIZE_NEEDED in left_open(KINDS[kind], start=given["start"] or DEADLINE):
        given.setdefault("preferred_size", 9)
    return Plan(**given)


def commissioner(kind: str = "open") -> User:
    """Whoever runs events of a kind for ICCF."""
    return person(offices=(HELD[tournament_office(KINDS[kind])],))


def director(**fields: Any) -> User:
    return person(offices=(Office.Kind.DIRECTOR,), **fields)


def field(many: int, *, first: int = 2200, step: int = 3) -> list[Player]:
    """So many players with accounts, of several federations, with fixed ratings."""
    found = []
    for turn in range(many):
        player = person().player
        player.federation, player.rating, player.rating_games = FEDERATIONS[turn % 5], first + step * turn, 100
        player.save()
        found.append(player)
    return found


def masters(many: int, *, first: int = 2310, step: int = 1) -> list[Player]:
    """So many International Masters, who may enter the Preliminaries once a year."""
    found = field(many, first=first, step=step)
    for player in found:
        player.title = "IM"
        player.save()
        TitleHeld.objects.create(player=player, title="IM", confirmed=date(2015, 1, 1))
    return found


def opened(kind: str = "open", *, by: User | None = None, **fields: Any) -> tuple[Event, User]:
    """An event that is open for entry, and who runs it."""
    who = by or commissioner(kind)
    event = planning.plan(plan_of(kind, **fields), actor=who, at=AT)
    return planning.announce(event.pk, actor=who, at=AT), who


def entered(event: Event, players: Sequence[Player]) -> None:
    for player in players:
        entries.enter(event, player, actor=account(player), at=AT)


def admit(event: Event, who: User) -> None:
    """Let everybody in about whom the announcement decides."""
    for entry in event.entries.filter(state="asked"):
        admitting.admit(entries.locked_entry(entry.pk), By(acting_for(event), AT, who))


def closed(kind: str = "open", many: int = 9, **fields: Any) -> tuple[Event, User]:
    """An event with so many entrants, whose entries are over."""
    players = fields.pop("players", None) or field(many)
    event, who = opened(kind, **fields)
    entered(event, players)
    admit(event, who)
    assert dividing.close_entries(event.pk, at=CLOSED_AT)
    event.refresh_from_db()
    return event, who


def divided(kind: str = "open", many: int = 9, sizes: Sequence[int] = (9,), **fields: Any) -> tuple[Event, User]:
    event, who = closed(kind, many, **fields)
    return dividing.propose(event.pk, sizes, actor=who, at=CLOSED_AT), who


def confirmed(kind: str = "open", many: int = 9, sizes: Sequence[int] = (9,), **fields: Any) -> tuple[Event, User]:
    event, who = divided(kind, many, sizes, **fields)
    return dividing.confirm(event.pk, actor=who, at=CLOSED_AT), who


def posted(kind: str = "open", many: int = 9, sizes: Sequence[int] = (9,), **fields: Any) -> tuple[Event, User]:
    """An event whose start lists are posted; one director for all sections."""
    event, who = confirmed(kind, many, sizes, **fields)
    numbers = [section.pk for section in event.sections.all()]
    directing.name_director(event.pk, numbers, director(), actor=who, at=CLOSED_AT)
    return posting.post(event.pk, actor=who, at=CLOSED_AT), who


def started(kind: str = "open", many: int = 9, sizes: Sequence[int] = (9,), **fields: Any) -> tuple[Event, User]:
    event, who = posted(kind, many, sizes, **fields)
    assert starting.start(event.pk, at=noon(START)) > 0
    event.refresh_from_db()
    return event, who


def by_number(white: int, black: int) -> Result:
    """Who has the lower number wins."""
    return Result.WHITE_WINS if white < black else Result.BLACK_WINS


def play(section: Section, result: Callable[[int, int], Result] = by_number, *, on: date = OVER) -> None:
    """End every game of a section that runs, by the director's word, by the numbers of both players."""
    word: dict[str, Any] = {"director": "tests", "reason": "for a test"}
    rows = Pairing.objects.filter(section=section, game__result="").select_related("white", "black")
    for pairing in rows:
        wanted = result(pairing.white.number or 0, pairing.black.number or 0)
        for asked in (commands.CallAdjudication(**word), commands.Adjudicate(**word, result=wanted)):
            games.command(pairing.game_id or 0, lambda _row, asked=asked: asked, at=noon(on), actor=None)  # type: ignore[misc]


def finished(kind: str = "open", many: int = 9, sizes: Sequence[int] = (9,), **fields: Any) -> tuple[Event, User]:
    """An event all of whose games are over."""
    event, who = started(kind, many, sizes, **fields)
    for section in event.sections.all():
        play(section)
        assert consequences.finish(section.pk, at=noon(OVER))
    event.refresh_from_db()
    return event, who
