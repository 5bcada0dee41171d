"""Teams of the final of an Olympiad: the first of the one before, and who goes up from the preliminaries."""

from collections.abc import Collection, Sequence
from datetime import date

from slowmate.events.entry.right import Right, Use, UseOf
from slowmate.events.entry.rights import rights_to_use
from slowmate.events.entry.target import Target
from slowmate.events.running.consequences import NEXT_FINAL
from slowmate.events.running.promotion import plan_clause
from slowmate.records import KINDS
from slowmate.rulebook import Fact, Ground, Ruling

FROM = {"olympiad-final": "olympiad-preliminary", "ladies-olympiad-final": "ladies-olympiad-preliminary"}


def may_play_final(
    federation: str, target: Target, *, rights: Sequence[Right], promoted: Collection[str], on: date
) -> Ruling[tuple[Use, ...] | None]:
    """Return what a federation's place in a final uses up: its right, nothing if it came up; None if it has none.

    *rights* are those of all federations, *promoted* the federations that go up from the preliminaries. Who has both
    keeps the right for nothing: it is for this final only.
    """
    own = [right for right in rights if right.of_federation and right.holder == federation]
    held = rights_to_use(own, target, on=on).value
    by_right, _ = NEXT_FINAL[target.kind].on(target.start)
    facts: dict[str, Fact] = {"federation": federation, "held": len(held), "holds": bool(held)}
    up: dict[str, Fact] = {"federation": federation, "holds": federation in promoted}
    grounds = (
        Ground(by_right, facts),
        Ground(plan_clause(KINDS[FROM[target.kind]], start=target.start), up),
    )
    if held:
        used = tuple(
            Use(UseOf.RIGHT, target.kind, target.start, str(right.clause), right.source, target.cycle) for right in held
        )
        return Ruling(used, grounds)
    return Ruling(() if federation in promoted else None, grounds)
