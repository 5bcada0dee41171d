"""May a player enter an event? Every bar and every route, which held and why the others did not."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from slowmate.events.entry.bars import NORM_KINDS, NOT_SUSPENDED, bars
from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.fees import bond_of, fee_of, fee_pending
from slowmate.events.entry.nominations import EB_APPLICATION, stage_for
from slowmate.events.entry.readings import Reading
from slowmate.events.entry.right import VALID_FOR, Right, RightState, Turn, Use, UseOf
from slowmate.events.entry.rights import (
    EXPIRING,
    ONCE,
    former_champion_may_enter,
    is_for,
    ledger,
    may_use_again,
    rights_to_use,
)
from slowmate.events.entry.routes import (
    CANDIDATES,
    FINAL,
    FIRST_BOOK,
    LADIES_FINAL,
    ROUTES,
    SEMI_FINAL,
    leads_anywhere,
    routes_to,
    still_leads,
)
from slowmate.events.entry.standing_routes import LADIES_TITLES, STANDING, StandingRoute, named, used_up
from slowmate.events.entry.target import Target
from slowmate.events.general import REGULATIONS
from slowmate.events.organising.cycles import FREE_PLACES_FINAL, FREE_PLACES_LADIES
from slowmate.events.organising.offices import Actor, Power
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Requirement, Role, Ruling, in_force, with_role
from slowmate.titles.iccf.categories import category_step

FREE_PLACES = {FINAL: FREE_PLACES_FINAL.clause, LADIES_FINAL: FREE_PLACES_LADIES.clause}
COMMISSIONER_MAY_ADMIT = "commissioner may admit"
WITHOUT_QUALIFICATION = Dated({"ICCF-TR-2016 4.6": COMMISSIONER_MAY_ADMIT, "ICCF-TR-2017 4.6": "never"})
ADMITTED = Power(
    WITHOUT_QUALIFICATION.under("ICCF-TR-2016")[0], "a player admitted without qualification", (Actor.TTC,)
)
OPEN_TO_ALL = frozenset(
    {
        "world-cup-preliminary",
        "veterans-world-cup-preliminary",
        "thematic",
        "open",
        "open-preliminary",
        "chess960",
        "aspirer",
    }
)
"""Kinds the rules leave open to all players who are not barred."""


class Answer(StrEnum):
    """The answer to an entry. Where the rules name no way in, the announcement of the event says who may enter.

    Into norm tournaments of 2016 the commissioner may admit players without the qualification (4.6).
    """

    MAY = "may"
    MAY_NOT = "may not"
    ANNOUNCEMENT = "the announcement decides"
    COMMISSIONER = "the commissioner decides"

    @property
    def needs_decision(self) -> bool:
        """Whether the office that runs the event decides, by its announcement or because the rules leave it to them."""
        return self in (Answer.ANNOUNCEMENT, Answer.COMMISSIONER)


@dataclass(frozen=True, slots=True)
class Way:
    """A way in that holds: by which clause, what it would use up, and which rights those are."""

    clause: Clause
    uses: tuple[Use, ...] = ()
    consumes: tuple[Right, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryDecision:
    """The answer, by the first of the *ways* that hold. *uses* are to be recorded when the player is seated.

    *tried*: what each route requires, and whether it holds; *pending*: what must still happen before the entry counts.
    """

    answer: Answer
    ways: tuple[Way, ...]
    tried: tuple[Requirement, ...]
    barred: tuple[Ground, ...]
    fee: int = 0
    bond: int = 0
    pending: tuple[str, ...] = ()

    @property
    def allowed(self) -> bool:
        return self.answer is Answer.MAY

    @property
    def route(self) -> Clause | None:
        return self.ways[0].clause if self.ways else None

    @property
    def uses(self) -> tuple[Use, ...]:
        return self.ways[0].uses if self.ways else ()

    @property
    def consumes(self) -> tuple[Right, ...]:
        return self.ways[0].consumes if self.ways else ()

    @property
    def yearly(self) -> bool:
        return any(use.of is UseOf.YEARLY for use in self.uses)


def may_enter(
    entrant: Entrant, target: Target, *, on: date, paid: int = 0, cut: date | None = None
) -> Ruling[EntryDecision]:
    """Decide whether a player may enter on a day, by which way, and what that uses up.

    Bars come first. Of several ways the one that uses up nothing is taken, then one that is renewed every year, then a
    nomination, which is for this year only, then the right that expires first, then what the Board gave. *cut* is the
    day the sections are made up: the entry of *on* is then judged once more.
    """
    barred = with_role(Role.BAR, bars(entrant, target, on=on, cut=cut))
    standing, tried = _by_standing(entrant, target, on)
    given, granted = _granted(entrant, target, on)
    earned, rights = _by_result(entrant, target, on)
    as_champion, champion = _as_champion(entrant, target, on)
    ways = (*standing, *earned, *given, *as_champion)
    tried = (*tried, *granted, *champion, *rights)
    announced = _announced(target) if not ways and not barred else ()
    not_judged = _not_judged(entrant, target, on)
    if not ways and target.kind in OPEN_TO_ALL:
        ways, open_ = _open_to_all(target, barred=bool(barred))
        tried = (*tried, *open_)
    consumes = ways[0].consumes if ways else ()
    fee = fee_of(entrant, target, consumes, on=on)
    pending = with_role(Role.PENDING, fee_pending(entrant, target, consumes, on=on, paid=paid))
    entry = EntryDecision(
        answer=_answer(ways, target, barred=bool(barred)),
        ways=ways,
        tried=tried,
        barred=barred,
        fee=fee.value,
        bond=bond_of(entrant, fee.value, start=target.start),
        pending=tuple(str(ground.facts["pending"]) for ground in pending),
    )
    attempts = (requirement.stated for requirement in tried)
    remarks = with_role(Role.REMARK, (*_refused_without(target, ways), *announced, *not_judged))
    costs = with_role(Role.COST, fee.grounds)
    return Ruling(entry, (*barred, *with_role(Role.WAY, attempts), *remarks, *costs, *pending))


def pending_grounds(grounds: Iterable[Ground]) -> tuple[Ground, ...]:
    """Return the grounds of a stored ruling that say what the entry waits for.

    Rulings stored before grounds had roles have it in their facts alone.
    """
    return tuple(
        ground for ground in grounds if ground.role is Role.PENDING or (not ground.role and "pending" in ground.facts)
    )


def grounds_not_judged(grounds: Iterable[Ground]) -> tuple[Ground, ...]:
    """Return the grounds of a ruling, stored or not, that name results from before every edition in hand."""
    return tuple(ground for ground in grounds if ground.role is Role.REMARK and "started" in ground.facts)


def _answer(ways: tuple[Way, ...], target: Target, *, barred: bool) -> Answer:
    if barred:
        return Answer.MAY_NOT
    if ways:
        waits = target.deadline is None and any(use.of is UseOf.CHAMPION for use in ways[0].uses)
        return Answer.ANNOUNCEMENT if waits else Answer.MAY
    if is_left_to_announcement(target.kind):
        return Answer.ANNOUNCEMENT
    return Answer.COMMISSIONER if _commissioner_may_admit(target) else Answer.MAY_NOT


def _commissioner_may_admit(target: Target) -> bool:
    return target.kind in NORM_KINDS and WITHOUT_QUALIFICATION.on(target.start)[1] == COMMISSIONER_MAY_ADMIT


def entry_counts(ruling: Ruling[EntryDecision], *, admitted: bool = False) -> Ruling[bool]:
    """Decide whether an entry counts: the player may enter, and it waits for nothing any more.

    *admitted*: the office that runs the event has let the player in where that is for it to decide.
    """
    answer = ruling.value.answer
    is_in = answer is Answer.MAY or (answer.needs_decision and admitted)
    return Ruling(is_in and not ruling.value.pending, ruling.grounds)


def is_left_to_announcement(kind: str) -> bool:
    """Decide whether the rules name no way into a kind of event, and forbid none."""
    has_way = kind in OPEN_TO_ALL or any(route.kind == kind for route in STANDING)
    return not has_way and all(route.to != kind for route in ROUTES)


def _announced(target: Target) -> tuple[Ground, ...]:
    if not is_left_to_announcement(target.kind):
        return ()
    return (Ground(REGULATIONS, {"kind": target.kind, "outcome": "entry"}),)


# -- ways in ----------------------------------------------------------------------------------------------------------


def _by_standing(entrant: Entrant, target: Target, on: date) -> tuple[tuple[Way, ...], tuple[Requirement, ...]]:
    """Return the ways by titles and ratings: those that use up nothing, then the yearly ones, then nominations."""
    free: list[Way] = []
    yearly: list[Way] = []
    nominated: list[Way] = []
    tried: list[Requirement] = []
    for route in STANDING:
        if route.kind != target.kind:
            continue
        parts = _standing(route, entrant, target, on)
        tried += parts
        if route.names and route.kind in EXPIRING:
            tried += (*_staged(entrant, target, on), *_seated_by(entrant, target, on))
        if not all(part.holds for part in parts):
            continue
        cited = parts[0].ground.clause
        if route.yearly:
            yearly.append(Way(cited, (_use(UseOf.YEARLY, target, cited),)))
        elif route.names:
            name = min(route.names(entrant, target, on), key=lambda nomination: (nomination.on, nomination.name)).name
            nominated.append(Way(cited, (_use(UseOf.NOMINATION, target, cited, name),)))
        else:
            free.append(Way(cited))
    return (*free, *yearly, *nominated), tuple(tried)


def _standing(route: StandingRoute, entrant: Entrant, target: Target, on: date) -> tuple[Requirement, ...]:
    """Decide whether a route holds, and where it may be used once a year, whether it still may this year."""
    holds, facts = route.check(entrant, target, on)
    requirement = Requirement(Ground(in_force(route.clause, on=target.start), facts), holds)
    if not (holds and route.yearly):
        return (requirement,)
    free = may_use_again(entrant, target.kind, start=target.start)
    return requirement, Requirement(free.grounds[0], free.value)


def _staged(entrant: Entrant, target: Target, on: date) -> list[Requirement]:
    """Return to which stage the rating of each open nomination leads."""
    staged = [stage_for(nomination.rating, on=target.start) for nomination in named(entrant, target, on)]
    return [Requirement(stage.grounds[0], stage.value == target.kind) for stage in staged]


def _seated_by(entrant: Entrant, target: Target, on: date) -> list[Requirement]:
    """Return that a nomination has given its seat: it is used once, as a right by a result is."""
    spent: list[Fact] = [nomination.name for nomination in used_up(entrant, target, on)]
    facts: dict[str, Fact] = {"kind": target.kind, "nominations": spent}
    return [Requirement(Ground(in_force(ONCE, on=target.start), facts), holds=False)] if spent else []


def _by_result(entrant: Entrant, target: Target, on: date) -> tuple[tuple[Way, ...], tuple[Requirement, ...]]:
    """Return the way by what results have earned: one right, or two halves."""
    held = [right for right in ledger(entrant, on=on, start=target.start).value if right.to == target.kind]
    rights = rights_to_use(held, target, on=on).value
    tried = tuple(_right_tried(right, target, on, holds=right in rights) for right in held) or _no_right(target)
    if not rights:
        return (), tried
    uses = tuple(_use(UseOf.RIGHT, target, right.clause, right.source) for right in rights)
    return (Way(rights[0].clause, uses, rights),), tried


def _right_tried(right: Right, target: Target, on: date, *, holds: bool) -> Requirement:
    """Return whether a right serves for an event: not if the edition of the event does not know the way it came by."""
    leads = still_leads(right, start=target.start)
    if not leads.value:
        return Requirement(leads.grounds[0], holds=False)
    return Requirement(Ground(right.clause, _facts_of(right, target, on)), holds)


def _no_right(target: Target) -> tuple[Requirement, ...]:
    """Return that no result has earned a right to an event to which results lead."""
    routes = routes_to(target.kind, start=target.start)
    if not routes:
        return ()
    kinds: list[Fact] = list(dict.fromkeys(kind for route in routes for kind in route.sources(target.start)))
    cited, _ = routes[0].clauses.on(target.start)
    return (Requirement(Ground(cited, {"to": target.kind, "kinds": kinds}), holds=False),)


def _open_to_all(target: Target, *, barred: bool) -> tuple[tuple[Way, ...], tuple[Requirement, ...]]:
    """Return the way into an event that every player may enter whom nothing bars."""
    cited = in_force(NOT_SUSPENDED, on=target.start)
    return (Way(cited),), (Requirement(Ground(cited, {"kind": target.kind}), holds=not barred),)


def _not_judged(entrant: Entrant, target: Target, on: date) -> tuple[Ground, ...]:
    """Return the results from before every edition in hand: the edition of the event entered says what they give."""
    cited, _ = VALID_FOR.on(target.start)
    return tuple(
        Ground(cited, {"event": result.event, "started": result.start, "reading": Reading.EDITION_OF_THE_ENTRY.value})
        for result in entrant.results
        if result.start < FIRST_BOOK and (result.ended is None or result.ended <= on) and leads_anywhere(result)
    )


def _facts_of(right: Right, target: Target, on: date) -> dict[str, Fact]:
    if right.state is RightState.REFERRED and right.office is not None:
        return {"event": right.event, "ended": right.earned, "office": right.office.value}
    facts: dict[str, Fact] = {
        "event": right.event,
        "ended": right.earned,
        "expires": right.expires,
        "used": right.used,
        "half": right.half,
        "usable": right.is_usable(on=on) and is_for(right, target, on=on),
    }
    if right.turn is Turn.DEFERRABLE:
        facts |= {"deferred": len(right.deferred)}
    elif right.turn is not Turn.ANY:
        facts |= {"turn": right.turn.value, "cycle": right.cycle, "target": target.cycle}
    if right.started < FIRST_BOOK:
        facts |= {"reading": Reading.EDITION_OF_THE_ENTRY.value}
    return facts


def _granted(entrant: Entrant, target: Target, on: date) -> tuple[tuple[Way, ...], tuple[Requirement, ...]]:
    """Return what the Executive Board gave and no seat has used up, and that ladies' titles give nothing here."""
    used = [use.reference for use in entrant.uses if use.of is UseOf.GRANT]
    ways: list[Way] = []
    requirements: list[Requirement] = []
    for grant in entrant.grants:
        if grant.kind != target.kind or grant.on > on:
            continue
        is_for_it = grant.cycle is None or target.cycle is None or grant.cycle == target.cycle
        cited = FREE_PLACES.get(target.kind, EB_APPLICATION.clause) if grant.free_place else EB_APPLICATION.clause
        facts: dict[str, Fact] = {"reference": grant.reference, "on": grant.on, "seated": grant.reference in used}
        ground = Ground(in_force(cited, on=target.start), facts | {"only_for": grant.cycle})
        holds = grant.reference not in used and is_for_it
        requirements.append(Requirement(ground, holds))
        if holds:
            ways.append(Way(ground.clause, (_use(UseOf.GRANT, target, ground.clause, grant.reference),)))
    ladies: list[Fact] = [title for title in ("LGM", "LIM") if entrant.holds(title, on=on)]
    if target.kind in (SEMI_FINAL, CANDIDATES) and ladies:
        requirements.append(
            Requirement(Ground(in_force(LADIES_TITLES, on=target.start), {"titles": ladies}), holds=False)
        )
    return tuple(ways), tuple(requirements)


def _as_champion(entrant: Entrant, target: Target, on: date) -> tuple[tuple[Way, ...], tuple[Requirement, ...]]:
    """Return a former World Champion's own way into one later Final."""
    if target.kind != FINAL or not entrant.champion_of:
        return (), ()
    ruling = former_champion_may_enter(entrant, target, requested=on)
    (ground,) = ruling.grounds
    ways = (Way(ground.clause, (_use(UseOf.CHAMPION, target, ground.clause),)),) if ruling.value else ()
    return ways, (Requirement(ground, ruling.value),)


def _use(of: UseOf, target: Target, cited: Clause, reference: str | None = None) -> Use:
    return Use(of, target.kind, target.start, str(cited), reference, target.cycle)


# -- without a way in -------------------------------------------------------------------------------------------------


def _refused_without(target: Target, ways: tuple[Way, ...]) -> tuple[Ground, ...]:
    """Return that nothing else opens a norm tournament to players who lack its qualification."""
    if ways:
        return ()
    if target.kind in NORM_KINDS:
        cited, how = WITHOUT_QUALIFICATION.on(target.start)
        return (Ground(cited, {"kind": target.kind, "how": how}),)
    return ()


def may_admit_without(average: Fraction, players: int, rating: int, *, start: date) -> Ruling[bool]:
    """Let the commissioner of 2016 admit a player without qualification if the category does not fall.

    *average* is that of the *players* already in the section.
    """
    cited, how = WITHOUT_QUALIFICATION.on(start)
    after = (average * players + rating) / (players + 1)
    keeps = category_step(after, edition=cited.edition) >= category_step(average, edition=cited.edition)
    facts: dict[str, Fact] = {"before": average, "after": after, "how": how}
    if how == "never" or not keeps:
        raise Refused(Ground(cited, facts))
    return Ruling(True, (Ground(cited, facts),))
