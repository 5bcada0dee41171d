"""What the rules say to an entry, as pages and programs tell it before anything binds."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from slowmate.events.entry.decision import Answer, EntryDecision
from slowmate.events.entry.right import Right, Use, UseOf
from slowmate.formats.entrant_writing import use_as_json
from slowmate.rulebook import Clause, Ground, Ruling
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.text import use_words
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class WayIn:
    """One way into an event: its clause with the facts, and whether it holds."""

    ground: Ground
    holds: bool
    is_taken: bool
    """The entry would come by it."""


@dataclass(frozen=True, slots=True)
class UsedUp:
    """What an entry uses up when its player is seated."""

    words: str
    clause: Clause
    section: int | None
    """The section that gave it, where it is a right by a result of this server."""
    right: Right | None
    also: tuple[EventEntry, ...]
    """Other entries of the player that stand on the same: whichever seats him first uses it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to an entry, and all that it rests on."""

    answer: Answer
    route: Clause | None
    ways: tuple[WayIn, ...]
    barred: tuple[Ground, ...]
    others: tuple[Ground, ...]
    """What else the rules say: that nothing else opens the event, that its announcement decides, what it costs."""
    uses: tuple[UsedUp, ...]
    fee: int
    bond: int
    pending: tuple[Ground, ...]
    """What must still happen before the entry counts."""
    mark: str
    """Changes with what the answer, the way in, the uses or the money are."""

    @property
    def taken(self) -> tuple[Ground, ...]:
        """The way by which the entry would come."""
        return tuple(way.ground for way in self.ways if way.is_taken)

    @property
    def is_open_to_all(self) -> bool:
        """No way is asked for: whoever is not barred may enter."""
        return self.answer is Answer.MAY and not self.ways

    @property
    def is_asked_for(self) -> bool:
        """Whoever runs the event decides."""
        return self.answer is Answer.ANNOUNCEMENT

    @property
    def may(self) -> bool:
        return self.answer is not Answer.MAY_NOT


def asked(ruling: Ruling[EntryDecision], player: Player, event: Event) -> Asked:
    """A ruling as it is shown."""
    found = ruling.value
    rest = ruling.grounds[len(found.barred) + len(found.tried) :]
    others = _standing_on(player, event) if found.uses else ()
    return Asked(
        answer=found.answer,
        route=found.route,
        ways=tuple(_ways(found)),
        barred=found.barred,
        others=tuple(ground for ground in rest if "pending" not in ground.facts),
        uses=tuple(_used(use, found.consumes, others) for use in found.uses),
        fee=found.fee,
        bond=found.bond,
        pending=tuple(ground for ground in rest if "pending" in ground.facts),
        mark=mark_of(found),
    )


def _ways(found: EntryDecision) -> Iterator[WayIn]:
    """Every way that was tried. Taken is what holds by the clause of the route: of rights and grants, those used up."""
    used = {*(right.event for right in found.consumes), *(use.reference for use in found.uses)}
    for one in found.tried:
        named = one.ground.facts.get("event") or one.ground.facts.get("reference")
        is_route = one.holds and one.ground.clause == found.route and (named is None or named in used)
        yield WayIn(one.ground, one.holds, is_taken=is_route and found.answer is not Answer.MAY_NOT)


def mark_of(found: EntryDecision) -> str:
    """What binds whoever enters, in a word: where it has changed since he looked, he looks again."""
    binds: list[Any] = [found.answer.value, str(found.route), found.fee, found.bond, list(found.pending)]
    binds += [use_as_json(use) for use in found.uses]
    return sha256(json.dumps(binds, sort_keys=True).encode()).hexdigest()[:16]


def _standing_on(player: Player, event: Event) -> tuple[EventEntry, ...]:
    """The entries of a player elsewhere that may still lead to a seat, with what they would use up."""
    rows = EventEntry.objects.filter(player=player, state__in=EventEntry.LIVE).exclude(event=event)
    return tuple(rows.select_related("event").defer("grounds").order_by("made", "pk"))


def _used(use: Use, rights: Collection[Right], others: Collection[EventEntry]) -> UsedUp:
    right = next((one for one in rights if use.of is UseOf.RIGHT and one.source == use.reference), None)
    plain = use_as_json(use) | {"event": right.event if right else None}
    return UsedUp(
        use_words(plain),
        Clause.parse(use.clause),
        int(right.source) if right and right.source.isdigit() else None,
        right,
        tuple(entry for entry in others if any(_is_same(use, one) for one in entry.uses)),
    )


def _is_same(use: Use, kept: dict[str, object]) -> bool:
    """Whether an entry that is kept would use up the same: a right, a nomination, or the one of a year."""
    same = (use.of.value, use.reference) == (kept["of"], kept["reference"])
    if use.of is not UseOf.YEARLY:
        return same
    return same and use.kind == kept["kind"] and str(use.start.year) == str(kept["start"])[:4]
