"""What the rules say to an entry, before anything binds."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from slowmate.events.entry.decision import Answer, EntryDecision
from slowmate.events.entry.right import Right, Use, UseOf
from slowmate.formats.entrant_writing import use_as_json
from slowmate.rulebook import Clause, Ground, Role, Ruling
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.queries.reviews import under_review
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class WayIn:
    """One way into an event: its clause with the facts, and whether it holds."""

    ground: Ground
    holds: bool
    is_taken: bool
    """The entry would come by it."""


@dataclass(frozen=True, slots=True)
class ConsumedUse:
    """Something an entry uses up when its player is seated."""

    use: Mapping[str, Any]
    """As it is stored, with the event of a right."""
    clause: Clause
    section: int | None
    """The section that gave it, where it is a right by a result of this server."""
    right: Right | None
    is_under_review: bool
    """A result of the section that gave it was corrected, and what follows is not decided yet."""
    also: tuple[EventEntry, ...]
    """Other entries of the player that would use up the same: the first seat uses it."""


@dataclass(frozen=True, slots=True)
class EntryPreview:
    """The answer to an entry, and all that it rests on."""

    answer: Answer
    route: Clause | None
    ways: tuple[WayIn, ...]
    barred: tuple[Ground, ...]
    others: tuple[Ground, ...]
    """What else the rules say: that nothing else opens the event, that its announcement decides, what it costs."""
    uses: tuple[ConsumedUse, ...]
    fee: int
    bond: int
    pending: tuple[Ground, ...]
    """What must still happen before the entry counts."""
    mark: str
    """Changes with the answer, the way in, the uses and the money."""

    @property
    def taken(self) -> tuple[Ground, ...]:
        """The way by which the entry would come."""
        return tuple(way.ground for way in self.ways if way.is_taken)

    @property
    def ways_listed(self) -> tuple[WayIn, ...]:
        """The ways to list below the answer: none where the only one is taken, which the answer names."""
        return () if len(self.ways) == len(self.taken) == 1 else self.ways

    @property
    def needs_decision(self) -> bool:
        """The office that runs the event decides."""
        return self.answer.needs_decision

    @property
    def may(self) -> bool:
        return self.answer is not Answer.MAY_NOT


def entry_preview(ruling: Ruling[EntryDecision], player: Player, event: Event) -> EntryPreview:
    """Put a ruling on an entry together with the other entries of the player that use up the same."""
    decision = ruling.value
    others = _live_elsewhere(player, event) if decision.uses else ()
    reviewed = under_review(int(right.source) for right in decision.consumes if right.source.isdigit())
    return EntryPreview(
        answer=decision.answer,
        route=decision.route,
        ways=tuple(_ways(decision)),
        barred=decision.barred,
        others=ruling.part(Role.REMARK, Role.COST),
        uses=tuple(_consumed(use, decision.consumes, others, reviewed) for use in decision.uses),
        fee=decision.fee,
        bond=decision.bond,
        pending=ruling.part(Role.PENDING),
        mark=mark_of(decision),
    )


def _ways(decision: EntryDecision) -> Iterator[WayIn]:
    """Yield every way that was tried; taken is what holds by the clause of the route, of rights and grants the used."""
    used = {*(right.event for right in decision.consumes), *(use.reference for use in decision.uses)}
    for attempt in decision.tried:
        source = attempt.ground.facts.get("event") or attempt.ground.facts.get("reference")
        is_route = attempt.holds and attempt.ground.clause == decision.route and (source is None or source in used)
        yield WayIn(attempt.ground, attempt.holds, is_taken=is_route and decision.answer is not Answer.MAY_NOT)


def mark_of(decision: EntryDecision) -> str:
    """Digest what an entry binds to: if it has changed since the player looked, they look again."""
    binding: list[Any] = [decision.answer.value, str(decision.route), decision.fee, decision.bond]
    binding += [list(decision.pending), *(use_as_json(use) for use in decision.uses)]
    return sha256(json.dumps(binding, sort_keys=True).encode()).hexdigest()[:16]


def _live_elsewhere(player: Player, event: Event) -> tuple[EventEntry, ...]:
    """Read the entries of a player to other events that may still lead to a seat, with what they would use up."""
    rows = EventEntry.objects.filter(player=player, state__in=EventEntry.LIVE).exclude(event=event)
    return tuple(rows.select_related("event").defer("grounds").order_by("made", "pk"))


def _consumed(
    use: Use, rights: Collection[Right], others: Collection[EventEntry], reviewed: Collection[int]
) -> ConsumedUse:
    sources = (right for right in rights if use.of is UseOf.RIGHT and right.source == use.reference)
    right = next(sources, None)
    section = int(right.source) if right and right.source.isdigit() else None
    return ConsumedUse(
        use_as_json(use) | {"event": right.event if right else None},
        Clause.parse(use.clause),
        section,
        right,
        section in reviewed,
        tuple(entry for entry in others if any(_is_same(use, stored) for stored in entry.uses)),
    )


def _is_same(use: Use, stored: dict[str, object]) -> bool:
    """Whether a stored entry would use up the same: a right, a nomination, or the one of a year."""
    is_same = (use.of.value, use.reference) == (stored["of"], stored["reference"])
    if use.of is not UseOf.YEARLY:
        return is_same
    return is_same and use.kind == stored["kind"] and use.start.year == date.fromisoformat(str(stored["start"])).year
