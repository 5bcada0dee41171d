"""What a result gives, once more, written from sections 0.4, 1.1 to 1.6, 2 and 3 of the rule book alone, naively.

Nothing of the product is used here. Points are counted in half points.
"""

from dataclasses import dataclass, field
from datetime import date
from math import floor

P, S, C, F = (f"world-championship-{stage}" for stage in ("preliminary", "semi-final", "candidates", "final"))
LS, LF = "ladies-world-championship-semi-final", "ladies-world-championship-final"
OLDEST_BOOK, NEW_BOOK = date(2016, 1, 1), date(2017, 4, 1)


@dataclass
class Outcome:
    """A result as it stands on a day: *end* None while the section runs."""

    id: str
    kind: str
    number: int | None
    start: date
    end: date | None
    games: int
    halves: int
    best: int
    worst: int
    running: int = 0
    average: float | None = None
    acknowledged: bool = True
    to_final: int = 2
    status: str = "playing"
    top: int | None = None


@dataclass
class Held:
    """A right as the ledger shows it."""

    to: str
    clause: str
    source: str
    number: int | None
    end: date | None
    half: bool = False
    free: bool = False
    state: str = "open"
    expires: date | None = None
    put_off: list[int | None] = field(default_factory=list)
    played: str = ""
    """The kind of event that gave it."""


def series(kind: str) -> str:
    if kind in (P, S, C, F):
        return "world"
    if kind in (LS, LF):
        return "ladies"
    if kind.endswith("-class"):
        return "classes"
    return "veterans" if kind.startswith("veterans") else "cup"


def percent(one: Outcome, wanted: int) -> bool:
    return one.halves * 50 >= wanted * one.games


def place(one: Outcome, first: int, last: int) -> str:
    """'yes', 'no' or 'ask': among these places for certain, not, or level with others across the line."""
    if one.end is None:
        return "yes" if first <= one.best and one.worst <= last else "no"
    if one.best == one.worst:
        return "yes" if first <= one.best <= last else "no"
    if one.worst <= last:
        return "yes"
    return "ask" if one.best <= last else "no"


def somebody_is_positive(one: Outcome) -> bool:
    """0.4: the winner has more than half; in a running section, somebody already has."""
    if one.top is not None:
        return one.top > one.games
    if one.halves > one.games:
        return True
    return one.best > 1 and one.end is not None


def gives(one: Outcome, entered: date) -> list[Held]:  # noqa: C901 - as long as the list in the book
    """Every right of one result, the referred ones last; of one without a book by that of the event *entered*."""
    if one.status == "silent" or (one.end is None and one.status != "playing"):
        return []
    earned: dict[str, Held] = {}
    asked: dict[str, Held] = {}

    def offer(answer: str, to: str, clause: str, *, half: bool = False, free: bool = False) -> None:
        held = Held(to, clause, one.id, one.number, one.end, half, free, played=one.kind)
        name = series(to)
        if name in earned or answer == "no":
            return
        if answer == "yes":
            earned[name] = held
        elif name not in asked:
            held.state = "referred"
            asked[name] = held

    def either(by_place: str, wanted: int) -> str:
        return "yes" if percent(one, wanted) else by_place

    up = somebody_is_positive(one)
    new = (one.start if one.start >= OLDEST_BOOK else entered) >= NEW_BOOK
    if one.kind == F:
        offer(place(one, 1, 3), F, "1.4.1(a)")
        offer("yes" if percent(one, 50) else "no", C, "1.3.1(a)")
        offer("yes", S, "1.2.1(a)")
    if one.kind == C:
        offer(place(one, 1, one.to_final) if up else "no", F, "1.4.1(b)/1")
        offer(either(place(one, one.to_final + 1, 4), 60), C, "1.3.1(b)")
        offer("yes" if percent(one, 50) else "no", S, "1.2.1(b)")
        offer("yes" if percent(one, 40) else "no", P, "1.1.1(a)")
    if one.kind == S:
        offer(place(one, 1, 2) if up else "no", C, "1.3.1(c)")
        offer(either(place(one, 3, 4), 60), S, "1.2.1(c)")
        offer("yes" if percent(one, 50) else "no", P, "1.1.1(b)")
    if one.kind == P:
        offer(place(one, 1, 2) if up else "no", S, "1.2.1(d)")
        offer(either(place(one, 3, 4), 60), P, "1.1.1(c)")
    if one.kind == "world-cup-final" or (one.kind == "veterans-world-cup-final" and not new):
        offer(place(one, 1, 2), C, "1.3.1(d)")
        offer(either(place(one, 3, 4), 60), S, "1.2.1(e)")
        offer("yes" if percent(one, 50) else "no", P, "1.1.1(e)")
    if one.kind in ("zonal", "zonal-final") and one.acknowledged and one.average is not None:
        if floor(one.average + 0.5) >= 2451:
            offer(place(one, 1, 2), C, "1.3.1(e)")
            offer(either(place(one, 3, 4), 60), S, "1.2.1(f)")
            offer("yes" if percent(one, 50) else "no", P, "1.1.1(f)")
        else:
            offer(place(one, 1, 2), S, "1.2.1(g)")
            offer(either(place(one, 3, 4), 60), P, "1.1.1(g)")
    if one.kind == "master-class":
        offer(place(one, 1, 1) if up else "no", P, "1.1.1(d)")
        offer(place(one, 2, 2) if up else "no", P, "1.1.2(a)", half=True)
    if one.kind == LF:
        offer(place(one, 1, 3), LF, "1.6.2(a)")
        offer("yes" if percent(one, 30) else "no", LS, "1.5.1(a)")
    if one.kind == LS:
        offer(place(one, 1, 2) if up else "no", LF, "1.6.2(b)")
        offer(either(place(one, 3, 4), 60), LS, "1.5.1(b)")
    if one.kind == "open-class":
        offer(place(one, 1, 1) if up else "no", "higher-class", "2.5(b)")
    if one.kind == "higher-class":
        offer(place(one, 1, 1) if up else "no", "master-class", "2.6(b)")
    for prefix in ("", "veterans-"):
        for low, high in (("preliminary", "semi-final"), ("semi-final", "final")):
            if one.kind == f"{prefix}world-cup-{low}":
                offer(place(one, 1, 1) if up else "no", f"{prefix}world-cup-{high}", "3.5/1")
    if one.kind == "world-cup-final":
        offer(place(one, 1, 1), "world-cup-final", "3.6/1", free=True)
        offer("yes", "world-cup-semi-final", "3.6/2")
    return [*earned.values(), *asked.values()]
