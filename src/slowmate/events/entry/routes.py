"""The rights results earn, as a table: from a kind of event, by place or score, to a kind of event.

Sections 1.1 to 1.6, 2.5, 2.6, 3.5 and 3.6. One event yields one right, the highest. A running event yields a right once
it is mathematically certain.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.events.entry.entrants import PastResult
from slowmate.events.general import may_qualify_upward
from slowmate.events.running.certainty import Chance
from slowmate.records import Status
from slowmate.rulebook import Clause, Dated, Fact, Ground, Ruling, clause

PRELIMINARY, SEMI_FINAL = "world-championship-preliminary", "world-championship-semi-final"
CANDIDATES, FINAL = "world-championship-candidates", "world-championship-final"
LADIES_SEMI, LADIES_FINAL = "ladies-world-championship-semi-final", "ladies-world-championship-final"
OPEN, HIGHER, MASTER = "open-class", "higher-class", "master-class"
CUP_FINAL, VETERANS_FINAL = "world-cup-final", "veterans-world-cup-final"
ZONAL = frozenset({"zonal", "zonal-preliminary", "zonal-semi-final", "zonal-final"})
ZONAL_FINAL = frozenset({"zonal", "zonal-final"})

STAGES = (PRELIMINARY, SEMI_FINAL, CANDIDATES, FINAL)
"""The World Championship, lowest first."""
ORDER: dict[str, tuple[str, ...]] = {
    "world": STAGES,
    "ladies": (LADIES_SEMI, LADIES_FINAL),
    "classes": (OPEN, HIGHER, MASTER),
    "cup": ("world-cup-preliminary", "world-cup-semi-final", CUP_FINAL),
    "veterans": ("veterans-world-cup-preliminary", "veterans-world-cup-semi-final", VETERANS_FINAL),
}
"""Kinds that lead to each other, lowest first: what leads up needs a positive score."""

ONE_RIGHT = Dated({"ICCF-TR-2016 1.0.7/3": "Finals too", "ICCF-TR-2017 1.0.7/3": "Finals too"})
SILENT = clause("ICCF-TR-2017 8.5/1")
BOUNDARY = 2451


@dataclass(frozen=True, slots=True)
class EarnedRight:
    """What a result earns: a right to a kind of event by a clause; *half*: two of them make one entry."""

    to: str
    clause: Clause
    event: str
    ended: date | None
    half: bool = False
    free: bool = False
    next_only: bool = False
    """The right is for the next event of the kind only."""


@dataclass(frozen=True, slots=True)
class Route:
    """One way from a result to a right: by *places* (first, last), by a *share* of the points, or by taking part.

    *strong*: only of events with an average of at least 2451 (True), or at most 2450 (False).
    """

    kinds: frozenset[str]
    to: str
    clauses: Dated[frozenset[str] | None]
    places: tuple[int, int] | None = None
    share: Fraction | None = None
    strong: bool | None = None
    half: bool = False
    free: bool = False
    next_only: bool = False

    @property
    def by_taking_part(self) -> bool:
        return self.places is None and self.share is None


def _share(percent: int) -> Fraction:
    return Fraction(percent, 100)


_CUPS = frozenset({CUP_FINAL, VETERANS_FINAL})
_CUP = frozenset({CUP_FINAL})
_CUP_STAGES = (
    ("world-cup-preliminary", "world-cup-semi-final"),
    ("world-cup-semi-final", CUP_FINAL),
    ("veterans-world-cup-preliminary", "veterans-world-cup-semi-final"),
    ("veterans-world-cup-semi-final", VETERANS_FINAL),
)
_ALL: frozenset[str] | None = None
"""The route's kinds are the same in every edition."""

ROUTES: tuple[Route, ...] = (
    # to the Final
    Route(frozenset({FINAL}), FINAL, Dated({"ICCF-TR-2016 1.4.1(a)": _ALL, "ICCF-TR-2017 1.4.1(a)": _ALL}), (1, 3)),
    Route(frozenset({CANDIDATES}), FINAL, Dated({"ICCF-TR-2016 1.4.1(b)/1": _ALL, "ICCF-TR-2017 1.4.1(b)/1": _ALL}), (1, 2)),
    # to the Candidates' Tournament
    Route(frozenset({FINAL}), CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(a)": _ALL, "ICCF-TR-2017 1.3.1(a)": _ALL}), share=_share(50)),
    Route(frozenset({CANDIDATES}), CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(b)": _ALL, "ICCF-TR-2017 1.3.1(b)": _ALL}), (3, 4), _share(60)),
    Route(frozenset({SEMI_FINAL}), CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(c)": _ALL, "ICCF-TR-2017 1.3.1(c)": _ALL}), (1, 2)),
    Route(_CUPS, CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(d)": _CUPS, "ICCF-TR-2017 1.3.1(d)": _CUP}), (1, 2)),
    Route(ZONAL, CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(e)": ZONAL_FINAL, "ICCF-TR-2017 1.3.1(e)": ZONAL}), (1, 2), strong=True),
    # to the Semi-Finals
    Route(frozenset({FINAL}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(a)": _ALL, "ICCF-TR-2017 1.2.1(a)": _ALL})),
    Route(frozenset({CANDIDATES}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(b)": _ALL, "ICCF-TR-2017 1.2.1(b)": _ALL}), share=_share(50)),
    Route(frozenset({SEMI_FINAL}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(c)": _ALL, "ICCF-TR-2017 1.2.1(c)": _ALL}), (3, 4), _share(60)),
    Route(frozenset({PRELIMINARY}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(d)": _ALL, "ICCF-TR-2017 1.2.1(d)": _ALL}), (1, 2)),
    Route(_CUPS, SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(e)": _CUPS, "ICCF-TR-2017 1.2.1(e)": _CUP}), (3, 4), _share(60)),
    Route(ZONAL, SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(f)": ZONAL_FINAL, "ICCF-TR-2017 1.2.1(f)": ZONAL}), (3, 4), _share(60), strong=True),
    Route(ZONAL, SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(g)": ZONAL_FINAL, "ICCF-TR-2017 1.2.1(g)": ZONAL}), (1, 2), strong=False),
    # to the Preliminaries
    Route(frozenset({CANDIDATES}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(a)": _ALL, "ICCF-TR-2017 1.1.1(a)": _ALL}), share=_share(40)),
    Route(frozenset({SEMI_FINAL}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(b)": _ALL, "ICCF-TR-2017 1.1.1(b)": _ALL}), share=_share(50)),
    Route(frozenset({PRELIMINARY}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(c)": _ALL, "ICCF-TR-2017 1.1.1(c)": _ALL}), (3, 4), _share(60)),
    Route(frozenset({MASTER}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(d)": _ALL, "ICCF-TR-2017 1.1.1(d)": _ALL}), (1, 1)),
    Route(_CUPS, PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(e)": _CUPS, "ICCF-TR-2017 1.1.1(e)": _CUP}), share=_share(50)),
    Route(ZONAL, PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(f)": ZONAL_FINAL, "ICCF-TR-2017 1.1.1(f)": ZONAL}), share=_share(50), strong=True),
    Route(ZONAL, PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(g)": ZONAL_FINAL, "ICCF-TR-2017 1.1.1(g)": ZONAL}), (3, 4), _share(60), strong=False),
    Route(frozenset({MASTER}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.2(a)": _ALL, "ICCF-TR-2017 1.1.2(a)": _ALL}), (2, 2), half=True),
    # the Ladies' championship
    Route(frozenset({LADIES_FINAL}), LADIES_FINAL, Dated({"ICCF-TR-2016 1.6.2(a)": _ALL, "ICCF-TR-2017 1.6.2(a)": _ALL}), (1, 3)),
    Route(frozenset({LADIES_SEMI}), LADIES_FINAL, Dated({"ICCF-TR-2016 1.6.2(b)": _ALL, "ICCF-TR-2017 1.6.2(b)": _ALL}), (1, 2)),
    Route(frozenset({LADIES_FINAL}), LADIES_SEMI, Dated({"ICCF-TR-2016 1.5.1(a)": _ALL, "ICCF-TR-2017 1.5.1(a)": _ALL}), share=_share(30)),
    Route(frozenset({LADIES_SEMI}), LADIES_SEMI, Dated({"ICCF-TR-2016 1.5.1(b)": _ALL, "ICCF-TR-2017 1.5.1(b)": _ALL}), (3, 4), _share(60)),
    # promotion classes
    Route(frozenset({OPEN}), HIGHER, Dated({"ICCF-TR-2016 2.5(b)": _ALL, "ICCF-TR-2017 2.5(b)": _ALL}), (1, 1)),
    Route(frozenset({HIGHER}), MASTER, Dated({"ICCF-TR-2016 2.6(b)": _ALL, "ICCF-TR-2017 2.6(b)": _ALL}), (1, 1)),
    # cups
    *(Route(frozenset({stage}), to, Dated({"ICCF-TR-2016 3.5/1": _ALL, "ICCF-TR-2017 3.5/1": _ALL}), (1, 1)) for stage, to in _CUP_STAGES),
    Route(_CUP, CUP_FINAL, Dated({"ICCF-TR-2016 3.6/1": _ALL, "ICCF-TR-2017 3.6/1": _ALL}), (1, 1), free=True, next_only=True),
    Route(_CUP, "world-cup-semi-final", Dated({"ICCF-TR-2016 3.6/2": _ALL, "ICCF-TR-2017 3.6/2": _ALL}), next_only=True),
)  # fmt: skip
"""Highest right first within each championship, so that the first that holds is the one that is earned."""


def rights_of(result: PastResult) -> Ruling[tuple[EarnedRight, ...]]:
    """The rights a result earns, with every route that was tried. The day the event started governs.

    One right in the World Championship and one in each other series (the next cup, the next class).
    """
    if result.status is Status.SILENT:
        return Ruling((), (Ground(SILENT, {"event": result.event, "qualification": False}),))
    earned: dict[str, EarnedRight] = {}
    grounds: list[Ground] = []
    for route in ROUTES:
        if result.kind.slug not in route.kinds:
            continue
        cited, kinds = route.clauses.on(result.start)
        series = _series(route.to)
        chance, facts, against = _chance(route, result, kinds)
        grounds.append(Ground(cited, {"event": result.event, "to": route.to, "chance": chance.value, **facts}))
        grounds.extend(against)
        if chance is not Chance.CERTAIN:
            continue
        if series in earned:
            one, _ = ONE_RIGHT.on(result.start)
            grounds.append(Ground(one, {"event": result.event, "kept": earned[series].to, "not_also": route.to}))
            continue
        earned[series] = EarnedRight(
            route.to, cited, result.event, result.ended, route.half, route.free, route.next_only
        )
    return Ruling(tuple(earned.values()), tuple(grounds))


def _series(slug: str) -> str:
    return next(name for name, kinds in ORDER.items() if slug in kinds)


def _chance(
    route: Route, result: PastResult, kinds: frozenset[str] | None
) -> tuple[Chance, dict[str, Fact], tuple[Ground, ...]]:
    """Whether a route holds, what it was judged by, and the ground of another clause that stands against it."""
    facts: dict[str, Fact] = {"points": result.points, "games": result.games}
    if kinds is not None and result.kind.slug not in kinds:
        return Chance.GONE, facts | {"kind": result.kind.slug}, ()
    if route.strong is not None:
        average = result.rounded_average
        facts |= {"average": average, "acknowledged": result.is_acknowledged}
        if not result.is_acknowledged or average is None or (average >= BOUNDARY) is not route.strong:
            return Chance.GONE, facts, ()
    if _leads_up(result.kind.slug, route.to):
        positive = may_qualify_upward(result.kind, result.points + result.running, result.games, on=result.start)
        if not positive.value:
            return Chance.GONE, facts, positive.grounds
    if route.by_taking_part:
        return Chance.CERTAIN, facts, ()
    chances = []
    if route.places:
        first, last = _places(route, result)
        chances.append(result.place_chance(first, last))
        facts |= {"places": f"{first}-{last}", "best": result.outlook.best, "worst": result.outlook.worst}
    if route.share is not None:
        chances.append(result.score_chance(route.share))
        facts["percent"] = int(route.share * 100)
    best = min(chances, key=list(Chance).index)
    if best is Chance.CERTAIN and _leads_up(result.kind.slug, route.to):
        sure = may_qualify_upward(result.kind, result.points, result.games, on=result.start).value
        best = best if sure else Chance.POSSIBLE
    return best, facts, ()


def _places(route: Route, result: PastResult) -> tuple[int, int]:
    """The places of a route. Of a Candidates section with one place in the Final, only the first goes up."""
    first, last = route.places or (0, 0)
    if result.kind.slug == CANDIDATES and result.final_places == 1:
        return (1, 1) if route.to == FINAL else (2, last)
    return first, last


def _leads_up(from_: str, to: str) -> bool:
    for kinds in ORDER.values():
        if from_ in kinds and to in kinds:
            return kinds.index(to) > kinds.index(from_)
    return to in STAGES and from_ == MASTER
