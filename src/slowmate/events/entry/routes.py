"""The rights results earn, as a table: from a kind of event, by place or score, to a kind of event.

Sections 1.1 to 1.6, 2.5, 2.6, 3.5 and 3.6. One event yields one right, the highest. A running event yields a right once
it is mathematically certain.
"""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from slowmate.events.entry.entrants import PastResult
from slowmate.events.entry.readings import Reading
from slowmate.events.entry.right import SERIES, VALID_FOR, Right, RightState, Turn, series_of
from slowmate.events.general import has_positive_score, is_bound_to_positive_score, may_qualify_upward
from slowmate.events.organising.offices import tournament_office
from slowmate.events.running.certainty import Chance
from slowmate.events.running.section8.silence import SILENT_WITHDRAWAL
from slowmate.events.running.tiebreaks import EQUAL
from slowmate.records import Kind, Status
from slowmate.rulebook import Dated, Fact, Ground, Ruling, in_force

PRELIMINARY, SEMI_FINAL = "world-championship-preliminary", "world-championship-semi-final"
CANDIDATES, FINAL = "world-championship-candidates", "world-championship-final"
LADIES_SEMI, LADIES_FINAL = "ladies-world-championship-semi-final", "ladies-world-championship-final"
OPEN, HIGHER, MASTER = "open-class", "higher-class", "master-class"
CUP_FINAL, VETERANS_FINAL = "world-cup-final", "veterans-world-cup-final"
ZONAL = frozenset({"zonal", "zonal-preliminary", "zonal-semi-final", "zonal-final"})
ZONAL_FINAL = frozenset({"zonal", "zonal-final"})

STAGES = SERIES["world"]
"""The World Championship, lowest first."""

ONE_RIGHT = Dated({"ICCF-TR-2016 1.0.7/3": "Finals too", "ICCF-TR-2017 1.0.7/3": "Finals too"})
BOUNDARY = 2451
FIRST_BOOK = ONE_RIGHT.editions[0].begins
"""The first day that an edition in hand governs. What was played before is judged by the edition of the entry."""


@dataclass(frozen=True, slots=True)
class Route:
    """One way from a result to a right: by *places* (first, last), by a *share* of the points, or by taking part.

    *strong*: only of events with an average of at least 2451 (True), or at most 2450 (False). *turn*: which number of
    the series the right is for.
    """

    kinds: frozenset[str]
    to: str
    clauses: Dated[frozenset[str] | None]
    places: tuple[int, int] | None = None
    share: Fraction | None = None
    strong: bool | None = None
    half: bool = False
    free: bool = False
    turn: Turn = Turn.ANY

    @property
    def by_taking_part(self) -> bool:
        return self.places is None and self.share is None

    def leads_from(self, kind: str, *, start: date) -> bool:
        """Decide whether an event of that kind that starts on a day gives this right at all."""
        return kind in self.sources(start)

    def sources(self, start: date) -> tuple[str, ...]:
        """Return the kinds of event that give this right by the edition of a day."""
        kinds = self.clauses.on(start)[1]
        return tuple(sorted(self.kinds if kinds is None else self.kinds & kinds))

    def is_of_strength(self, average: int | None, *, is_acknowledged: bool) -> bool:
        """Decide whether a section of that average gives this right; a Zonal Championship must be acknowledged."""
        if self.strong is None:
            return True
        return is_acknowledged and average is not None and (average >= BOUNDARY) is self.strong

    def places_in(self, kind: str, final_places: int) -> tuple[int, int] | None:
        """Return the places the route takes. From a Candidates section as many go to the Final as were announced."""
        if self.places is not None and kind == CANDIDATES:
            return (1, final_places) if self.to == FINAL else (final_places + 1, self.places[1])
        return self.places

    def asks_positive_score(self, kind: Kind) -> bool:
        """Decide whether it leads up, so that no player goes that way from a section without a positive score."""
        return is_bound_to_positive_score(kind) and _leads_up(kind.slug, self.to)


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

TWO_SECONDS = Dated({"ICCF-TR-2016 1.1.2(a)": _ALL, "ICCF-TR-2017 1.1.2(a)": _ALL})
"""Two second places in Master Class sections are half a right each."""
CUP_WINNERS = Dated({"ICCF-TR-2016 3.5/1": _ALL, "ICCF-TR-2017 3.5/1": _ALL})
CUP_FINAL_WINNER = Dated({"ICCF-TR-2016 3.6/1": _ALL, "ICCF-TR-2017 3.6/1": _ALL})

ROUTES: tuple[Route, ...] = (
    # to the Final
    Route(frozenset({FINAL}), FINAL, Dated({"ICCF-TR-2016 1.4.1(a)": _ALL, "ICCF-TR-2017 1.4.1(a)": _ALL}), (1, 3), turn=Turn.DEFERRABLE),
    Route(frozenset({CANDIDATES}), FINAL, Dated({"ICCF-TR-2016 1.4.1(b)/1": _ALL, "ICCF-TR-2017 1.4.1(b)/1": _ALL}), (1, 2), turn=Turn.DEFERRABLE),
    # to the Candidates' Tournament
    Route(frozenset({FINAL}), CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(a)": _ALL, "ICCF-TR-2017 1.3.1(a)": _ALL}), share=_share(50)),
    Route(frozenset({CANDIDATES}), CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(b)": _ALL, "ICCF-TR-2017 1.3.1(b)": _ALL}), (3, 4), _share(60)),
    Route(frozenset({SEMI_FINAL}), CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(c)": _ALL, "ICCF-TR-2017 1.3.1(c)": _ALL}), (1, 2)),
    Route(_CUPS, CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(d)": _CUPS, "ICCF-TR-2017 1.3.1(d)": _CUP}), (1, 2)),
    Route(ZONAL, CANDIDATES, Dated({"ICCF-TR-2016 1.3.1(e)": ZONAL_FINAL, "ICCF-TR-2017 1.3.1(e)": ZONAL_FINAL}), (1, 2), strong=True),
    # to the Semi-Finals
    Route(frozenset({FINAL}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(a)": _ALL, "ICCF-TR-2017 1.2.1(a)": _ALL})),
    Route(frozenset({CANDIDATES}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(b)": _ALL, "ICCF-TR-2017 1.2.1(b)": _ALL}), share=_share(50)),
    Route(frozenset({SEMI_FINAL}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(c)": _ALL, "ICCF-TR-2017 1.2.1(c)": _ALL}), (3, 4), _share(60)),
    Route(frozenset({PRELIMINARY}), SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(d)": _ALL, "ICCF-TR-2017 1.2.1(d)": _ALL}), (1, 2)),
    Route(_CUPS, SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(e)": _CUPS, "ICCF-TR-2017 1.2.1(e)": _CUP}), (3, 4), _share(60)),
    Route(ZONAL, SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(f)": ZONAL_FINAL, "ICCF-TR-2017 1.2.1(f)": ZONAL_FINAL}), (3, 4), _share(60), strong=True),
    Route(ZONAL, SEMI_FINAL, Dated({"ICCF-TR-2016 1.2.1(g)": ZONAL_FINAL, "ICCF-TR-2017 1.2.1(g)": ZONAL_FINAL}), (1, 2), strong=False),
    # to the Preliminaries
    Route(frozenset({CANDIDATES}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(a)": _ALL, "ICCF-TR-2017 1.1.1(a)": _ALL}), share=_share(40)),
    Route(frozenset({SEMI_FINAL}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(b)": _ALL, "ICCF-TR-2017 1.1.1(b)": _ALL}), share=_share(50)),
    Route(frozenset({PRELIMINARY}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(c)": _ALL, "ICCF-TR-2017 1.1.1(c)": _ALL}), (3, 4), _share(60)),
    Route(frozenset({MASTER}), PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(d)": _ALL, "ICCF-TR-2017 1.1.1(d)": _ALL}), (1, 1)),
    Route(_CUPS, PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(e)": _CUPS, "ICCF-TR-2017 1.1.1(e)": _CUP}), share=_share(50)),
    Route(ZONAL, PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(f)": ZONAL_FINAL, "ICCF-TR-2017 1.1.1(f)": ZONAL_FINAL}), share=_share(50), strong=True),
    Route(ZONAL, PRELIMINARY, Dated({"ICCF-TR-2016 1.1.1(g)": ZONAL_FINAL, "ICCF-TR-2017 1.1.1(g)": ZONAL_FINAL}), (3, 4), _share(60), strong=False),
    Route(frozenset({MASTER}), PRELIMINARY, TWO_SECONDS, (2, 2), half=True),
    # the Ladies' championship
    Route(frozenset({LADIES_FINAL}), LADIES_FINAL, Dated({"ICCF-TR-2016 1.6.2(a)": _ALL, "ICCF-TR-2017 1.6.2(a)": _ALL}), (1, 3), turn=Turn.NEXT),
    Route(frozenset({LADIES_SEMI}), LADIES_FINAL, Dated({"ICCF-TR-2016 1.6.2(b)": _ALL, "ICCF-TR-2017 1.6.2(b)": _ALL}), (1, 2), turn=Turn.SAME),
    Route(frozenset({LADIES_FINAL}), LADIES_SEMI, Dated({"ICCF-TR-2016 1.5.1(a)": _ALL, "ICCF-TR-2017 1.5.1(a)": _ALL}), share=_share(30), turn=Turn.TWO_PREVIOUS),
    Route(frozenset({LADIES_SEMI}), LADIES_SEMI, Dated({"ICCF-TR-2016 1.5.1(b)": _ALL, "ICCF-TR-2017 1.5.1(b)": _ALL}), (3, 4), _share(60), turn=Turn.TWO_PREVIOUS),
    # promotion classes
    Route(frozenset({OPEN}), HIGHER, Dated({"ICCF-TR-2016 2.5(b)": _ALL, "ICCF-TR-2017 2.5(b)": _ALL}), (1, 1)),
    Route(frozenset({HIGHER}), MASTER, Dated({"ICCF-TR-2016 2.6(b)": _ALL, "ICCF-TR-2017 2.6(b)": _ALL}), (1, 1)),
    # cups
    *(Route(frozenset({stage}), to, CUP_WINNERS, (1, 1), turn=Turn.SAME) for stage, to in _CUP_STAGES),
    Route(_CUP, CUP_FINAL, CUP_FINAL_WINNER, (1, 1), free=True, turn=Turn.NEXT),
    Route(_CUP, "world-cup-semi-final", Dated({"ICCF-TR-2016 3.6/2": _ALL, "ICCF-TR-2017 3.6/2": _ALL}), turn=Turn.NEXT),
)  # fmt: skip
"""Highest right first within each championship, so that the first that holds is the one that is earned."""


def leads_anywhere(result: PastResult) -> bool:
    """Decide whether results of that kind of event can give rights at all."""
    return any(result.kind.slug in route.kinds for route in ROUTES)


def routes_to(kind: str, *, start: date) -> tuple[Route, ...]:
    """Return the ways by results into an event of a kind that starts on a day."""
    return tuple(route for route in ROUTES if route.to == kind and route.sources(start))


def still_leads(right: Right, *, start: date) -> Ruling[bool]:
    """Decide whether the edition of the event entered, which starts on a day, knows the way a right came by."""
    for route in ROUTES:
        cited, _ = route.clauses.on(start)
        if (route.to, cited.address) == (right.to, right.clause.address) and right.given_by in route.kinds:
            leads = route.leads_from(right.given_by, start=start)
            facts: dict[str, Fact] = {"event": right.event, "kind": right.given_by, "to": right.to}
            reading = Reading.EDITION_OF_THE_ENTRY.value
            return Ruling(leads, () if leads else (Ground(cited, facts | {"reading": reading}),))
    return Ruling(True, ())


def rights_of(result: PastResult, holder: str = "", *, by: date | None = None) -> Ruling[tuple[Right, ...]]:
    """Return the rights a result earns, with every route that was tried. The day the event started governs, and *by*
    where that is before every edition in hand.

    One right in the World Championship and one in each other series (the next cup, the next class). Where a place is
    shared after all tie-breaks and not all who share it can have the right, it is referred to the commissioner; what is
    certain in any order is earned all the same. Players who left earn nothing while the event runs.
    """
    day = judging_day(result, by=by)
    if result.status is Status.SILENT:
        return Ruling(
            (), (Ground(in_force(SILENT_WITHDRAWAL, on=day), {"event": result.event, "qualification": False}),)
        )
    if result.ended is None and result.status is not Status.PLAYING:
        facts: dict[str, Fact] = {"event": result.event, "status": result.status.value}
        return Ruling((), (Ground(in_force(VALID_FOR.clause, on=day), facts),))
    earned: dict[str, Right] = {}
    referred: dict[str, Right] = {}
    grounds: list[Ground] = []
    for route in ROUTES:
        if result.kind.slug not in route.kinds:
            continue
        series = series_of(route.to)
        chance, route_grounds = _chance(route, result, day)
        grounds += route_grounds
        if chance is Chance.GONE or (chance is Chance.POSSIBLE and not result.is_shared):
            continue
        if series in earned:
            cited, _ = ONE_RIGHT.on(day)
            grounds.append(Ground(cited, {"event": result.event, "kept": earned[series].to, "not_also": route.to}))
            continue
        right = earned_by(route, result, holder, day)
        if chance is Chance.CERTAIN:
            earned[series] = right
        elif series not in referred:
            office = tournament_office(result.kind)
            referred[series] = replace(right, state=RightState.REFERRED, office=office)
            grounds.append(_equal(right, result, office.value))
    return Ruling((*earned.values(), *referred.values()), tuple(grounds))


def judging_day(result: PastResult, *, by: date | None) -> date:
    """Return the day whose edition says what a result gives: its start, or *by* if that is before every edition."""
    return by if by is not None and result.start < FIRST_BOOK else result.start


def given_by(kind: str, result: PastResult) -> Route | None:
    """Return the first route from a result to a kind of event, whether it holds or not."""
    return next((route for route in ROUTES if result.kind.slug in route.kinds and route.to == kind), None)


def earned_by(route: Route, result: PastResult, holder: str, day: date) -> Right:
    """Return the right that a route gives for a result under the edition of a day."""
    cited, _ = route.clauses.on(day)
    return Right(
        holder,
        route.to,
        cited,
        result.source,
        result.event,
        result.start,
        result.cycle,
        result.ended,
        half=route.half,
        free=route.free,
        turn=route.turn,
        given_by=result.kind.slug,
    )


def _equal(right: Right, result: PastResult, office: str) -> Ground:
    places = f"{result.outlook.best}-{result.outlook.worst}"
    facts: dict[str, Fact] = {"event": result.event, "shared": places, "kind": right.to, "office": office}
    return Ground(in_force(EQUAL.clause, on=right.judged_on), facts)


def _chance(route: Route, result: PastResult, day: date) -> tuple[Chance, list[Ground]]:
    """Decide whether a route holds, with the ground that decides it and that of a clause standing against it."""
    cited, _ = route.clauses.on(day)
    facts: dict[str, Fact] = {"event": result.event, "to": route.to, "points": result.points, "games": result.games}
    against: tuple[Ground, ...] = ()
    if not route.leads_from(result.kind.slug, start=day):
        chance = Chance.GONE
        facts |= {"kind": result.kind.slug}
    elif not route.is_of_strength(result.rounded_average, is_acknowledged=result.is_acknowledged):
        chance = Chance.GONE
        facts |= {"average": result.rounded_average, "acknowledged": result.is_acknowledged}
    else:
        places = route.places_in(result.kind.slug, result.final_places)
        chance = chance_of(result, places, route.share)
        if route.strong is not None:
            facts |= {"average": result.rounded_average, "acknowledged": result.is_acknowledged}
        if places:
            first, last = places
            facts |= {"places": f"{first}-{last}", "best": result.outlook.best, "worst": result.outlook.worst}
        if route.share is not None:
            facts["percent"] = int(route.share * 100)
        if route.asks_positive_score(result.kind):
            positive = positive_score(result)
            chance = max(chance, positive, key=list(Chance).index)
            against = _nobody(result, day) if positive is Chance.GONE else ()
    return chance, [Ground(cited, facts | {"chance": chance.value}), *against]


def chance_of(result: PastResult, places: tuple[int, int] | None, share: Fraction | None) -> Chance:
    """Return the chance by place or by a share of the points, the better one; without either, by taking part.

    Level with others, at least the lower of two places is certain.
    """
    if places is None and share is None:
        return Chance.CERTAIN
    chances = []
    if places:
        first, last = places
        chances.append(result.place_chance(1 if result.is_shared else first, last))
    if share is not None:
        chances.append(result.score_chance(share))
    return min(chances, key=list(Chance).index)


def positive_score(result: PastResult) -> Chance:
    """Decide whether the winner has a positive score; where they have one, the second goes on too."""
    points = result.winner_points
    if points is None:
        return Chance.CERTAIN if result.ended else Chance.POSSIBLE
    if has_positive_score(points, result.winner_games):
        return Chance.CERTAIN
    return Chance.POSSIBLE if result.ended is None else Chance.GONE


def _nobody(result: PastResult, day: date) -> tuple[Ground, ...]:
    points = result.winner_points or Fraction(0)
    return may_qualify_upward(result.kind, points, result.winner_games, on=day).grounds


def _leads_up(from_: str, to: str) -> bool:
    for kinds in SERIES.values():
        if from_ in kinds and to in kinds:
            return kinds.index(to) > kinds.index(from_)
    return to in STAGES and from_ == MASTER
