"""The rights a player has by standing, not by a result: titles, ratings, champions, nominations, classes, norms.

Sections 1.1.1(h) to (l), 1.2.1(h) to (l), 1.3.1(f) to (h), 1.5.1(c) and (d), 2.4 to 2.6, 4.3, 4.4 and 6.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from slowmate.events.entry.entrants import Entrant, Nomination, best_rating, class_rating
from slowmate.events.entry.readings import Reading
from slowmate.events.entry.right import UseOf
from slowmate.events.entry.routes import CANDIDATES, HIGHER, LADIES_SEMI, MASTER, OPEN, PRELIMINARY, SEMI_FINAL
from slowmate.events.entry.target import Target
from slowmate.rulebook import Clause, Dated, Fact, clause

MASTER_NORM, GM_NORM, MEMORIAL = "master-norm", "grandmaster-norm", "memorial-under-2300"
NATIONAL = "national"
LIM, ABOVE_LIM = "LIM", ("LGM", "CCM", "IM", "SIM", "GM")
BY_RATING, SEMI_FINAL_RATING = Dated({"ICCF-TR-2017 1.0.10/3": 2400}).newest
LADIES_TITLES = clause("ICCF-TR-2017 1.0.7/6")
LADIES_QUOTA = clause("ICCF-TR-2017 1.5.1(c)/3")
LADIES_MINIMUM = clause("ICCF-TR-2017 1.5.1(d)")
GM_NORMS = Dated({"ICCF-TR-2017 1.3.1(g)": 5})
MEMORIAL_BELOW = Dated({"ICCF-TR-2017 6.1/2": 2300})
NATIONAL_PLACES = Dated({"ICCF-TR-2017 4.3(4)": 3})
GM_NORM_FIXED = Dated({"ICCF-TR-2016 4.4(1)": 2450, "ICCF-TR-2017 4.4(1)": 2400})

Judged = tuple[bool, dict[str, Fact]]


Check = Callable[[Entrant, Target, date], Judged]
Names = Callable[[Entrant, Target, date], "tuple[Nomination, ...]"]


@dataclass(frozen=True, slots=True)
class StandingRoute:
    """A way into a kind of event by what the player is. *yearly*: it may be used once a calendar year.

    *names*: the nominations by which it holds, of which the entry uses up one.
    """

    kind: str
    clause: Clause
    check: Check
    yearly: bool = False
    names: Names | None = None


def _titled(title: str, *, above: int | None = None, fixed: bool = False) -> Check:
    """Require the title, and a rating above a limit on some list of the last twelve months."""

    def check(entrant: Entrant, target: Target, on: date) -> Judged:
        rating = best_rating(entrant, on=on, fixed=fixed, start=target.start).value
        held = entrant.holds(title, on=on)
        facts: dict[str, Fact] = {"title": title, "held": held, "rating": rating, "above": above, "fixed": fixed}
        return held and (above is None or (rating is not None and rating > above)), facts

    return check


def _rated(*, least: int, fixed: bool = False) -> Check:
    def check(entrant: Entrant, target: Target, on: date) -> Judged:
        rating = best_rating(entrant, on=on, fixed=fixed, start=target.start).value
        return rating is not None and rating >= least, {"rating": rating, "least": least, "fixed": fixed}

    return check


def named(entrant: Entrant, target: Target, on: date) -> tuple[Nomination, ...]:
    """Return the nominations a player has for an event: by their own federation, for its kind and its year, and not
    used up by a seat."""
    return tuple(
        nomination for nomination in _nominations(entrant, target, on) if nomination.name not in _seated(entrant)
    )


def used_up(entrant: Entrant, target: Target, on: date) -> tuple[Nomination, ...]:
    """Return the nominations that would serve for an event if they had not given a seat already."""
    return tuple(nomination for nomination in _nominations(entrant, target, on) if nomination.name in _seated(entrant))


def _nominations(entrant: Entrant, target: Target, on: date, *, own: bool = True) -> list[Nomination]:
    return [
        nomination
        for nomination in entrant.nominations
        if nomination.on <= on
        and nomination.serves(target.kind, start=target.start)
        and (nomination.is_relied_on or entrant.is_of(nomination.federation)) is own
    ]


def _of_others(entrant: Entrant, target: Target, on: date) -> dict[str, Fact]:
    """Return the federations that named the player though they are not theirs, where there are any, as a fact."""
    others: list[Fact] = [nomination.federation for nomination in _nominations(entrant, target, on, own=False)]
    return {"federation": entrant.federation, "of_others": others} if others else {}


def _seated(entrant: Entrant) -> list[str | None]:
    return [use.reference for use in entrant.uses if use.of is UseOf.NOMINATION]


def _is_for_semi_final(nomination: Nomination) -> bool:
    """Require 2400 or more on that day; unrated nominees play Preliminaries."""
    return nomination.rating is not None and nomination.rating >= SEMI_FINAL_RATING


def _to_preliminary(entrant: Entrant, target: Target, on: date) -> tuple[Nomination, ...]:
    return tuple(nomination for nomination in named(entrant, target, on) if not _is_for_semi_final(nomination))


def _to_semi_final(entrant: Entrant, target: Target, on: date) -> tuple[Nomination, ...]:
    return tuple(nomination for nomination in named(entrant, target, on) if _is_for_semi_final(nomination))


def _nominated(*, semi_final: bool) -> Check:
    """Require an unused nomination by the player's federation for the year, with a rating that fits the stage."""

    def check(entrant: Entrant, target: Target, on: date) -> Judged:
        nominations = named(entrant, target, on)
        facts: dict[str, Fact] = {
            "nominations": [nomination.federation for nomination in nominations],
            "ratings": [nomination.rating for nomination in nominations],
            "year": str(target.start.year),
            **_of_others(entrant, target, on),
        }
        return any(_is_for_semi_final(nomination) is semi_final for nomination in nominations), facts

    return check


def _champion(entrant: Entrant, _target: Target, _on: date) -> Judged:
    return bool(entrant.champion_of), {"cycles": list(entrant.champion_of)}


def _many_norms(entrant: Entrant, target: Target, on: date) -> Judged:
    _, least = GM_NORMS.on(target.start)
    held = entrant.holds("GM", on=on)
    return held and entrant.gm_norms >= least, {"title": "GM", "held": held, "norms": entrant.gm_norms, "least": least}


def _lady_master(entrant: Entrant, _target: Target, on: date) -> Judged:
    """Require LIM, or a title above it, which the clause does not name."""
    held: list[Fact] = [title for title in (LIM, *ABOVE_LIM) if entrant.holds(title, on=on)]
    facts: dict[str, Fact] = {"sex": entrant.sex, "titles": held}
    return entrant.sex == "f" and bool(held), facts | _reading(Reading.CCM_AS_LGM, rests=bool(held) and LIM not in held)


def _lady_expert(entrant: Entrant, _target: Target, on: date) -> Judged:
    held = entrant.holds("CCE", on=on)
    return entrant.sex == "f" and held, {"sex": entrant.sex, "title": "CCE", "held": held}


def _reading(reading: Reading, *, rests: bool) -> dict[str, Fact]:
    """Return the reading as a fact where the ruling rests on it."""
    return {"reading": reading.value} if rests else {}


def _lady_entered(entrant: Entrant, target: Target, on: date) -> Judged:
    federations: list[Fact] = [nomination.federation for nomination in named(entrant, target, on)]
    facts: dict[str, Fact] = {"sex": entrant.sex, "nominations": federations, "year": str(target.start.year)}
    return entrant.sex == "f" and bool(federations), facts | _of_others(entrant, target, on)


def _lady_rated(entrant: Entrant, target: Target, _on: date) -> Judged:
    """Decide by the newest rating published before the start, whatever it was on the day of entry."""
    latest = entrant.before(target.start)
    rating = latest.rating if latest else None
    least = target.ladies_minimum
    holds = entrant.sex == "f" and least is not None and rating is not None and rating >= least
    return holds, {"sex": entrant.sex, "rating": rating, "least": least}


def _new_or_unrated(entrant: Entrant, _target: Target, on: date) -> Judged:
    """Require that no published ICCF list has a rating of the player, whatever FIDE's list says."""
    return _unrated(entrant, on)


def _unrated(entrant: Entrant, on: date) -> Judged:
    latest = entrant.latest(on=on)
    facts: dict[str, Fact] = {"rating": latest.rating if latest else None}
    fide_matters = latest is None and entrant.fide_rating is not None
    return latest is None, facts | _reading(Reading.FIDE_ADDS_WAYS, rests=fide_matters)


def _class(least: int | None, most: int | None) -> Check:
    """Require a rating within a class on the newest list; a FIDE rating counts without a published ICCF one."""

    def check(entrant: Entrant, _target: Target, on: date) -> Judged:
        rating = class_rating(entrant, on=on).value
        holds = rating is not None and (least is None or rating >= least) and (most is None or rating <= most)
        by_fide = rating is not None and entrant.latest(on=on) is None
        facts: dict[str, Fact] = {"rating": rating, "least": least, "most": most}
        return holds, facts | ({"by_fide": True} if by_fide else {})

    return check


def _with_statement(entrant: Entrant, target: Target, on: date) -> tuple[Nomination, ...]:
    return tuple(nomination for nomination in named(entrant, target, on) if nomination.statement)


def _stated(entrant: Entrant, target: Target, on: date) -> Judged:
    unrated, facts = _unrated(entrant, on)
    stated = bool(_with_statement(entrant, target, on))
    more: dict[str, Fact] = {"statement": stated, "year": str(target.start.year)}
    return unrated and stated, facts | more | _of_others(entrant, target, on)


def _latest(*, least: int, fixed: bool) -> Check:
    """Require a fixed rating (30 games or more) or an unfixed one (12 to 29) on the newest ICCF list."""

    def check(entrant: Entrant, _target: Target, on: date) -> Judged:
        latest = entrant.latest(on=on)
        holds = latest is not None and latest.is_fixed is fixed and latest.rating >= least
        facts: dict[str, Fact] = {"least": least, "fixed": fixed}
        return holds, facts | {"rating": latest.rating if latest else None, "games": latest.games if latest else None}

    return check


def _fide(least: int) -> Check:
    def check(entrant: Entrant, _target: Target, _on: date) -> Judged:
        rating = entrant.fide_rating
        return rating is not None and rating >= least, {"fide_rating": rating, "least": least}

    return check


def _national(entrant: Entrant, target: Target, on: date) -> Judged:
    """Decide by the best place in a national championship; its preliminary stages do not count."""
    finals = [final for final in entrant.results if final.kind.slug == NATIONAL and final.ended and final.ended <= on]
    best = min((*entrant.national_places, *(final.outlook.worst for final in finals)), default=None)
    _, places = NATIONAL_PLACES.on(target.start)
    return best is not None and best <= places, {"best": best}


def _gm_norm_fixed(entrant: Entrant, target: Target, on: date) -> Judged:
    _, least = GM_NORM_FIXED.on(target.start)
    return _latest(least=least, fixed=True)(entrant, target, on)


def _below_2300(entrant: Entrant, target: Target, on: date) -> Judged:
    _, limit = MEMORIAL_BELOW.on(target.start)
    latest = entrant.latest(on=on)
    rating = latest.rating if latest else None
    facts: dict[str, Fact] = {"rating": rating, "below": limit}
    return rating is None or rating < limit, facts | _reading(Reading.BELOW_2300, rests=rating == limit)


STANDING: tuple[StandingRoute, ...] = (
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(h)"), _nominated(semi_final=False), names=_to_preliminary),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(i)"), _titled("IM", above=2300), yearly=True),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(j)"), _titled("SIM", above=2250), yearly=True),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(k)"), _titled("GM"), yearly=True),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(l)"), _rated(least=2500), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(h)"), _nominated(semi_final=True), names=_to_semi_final),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(i)"), _titled("IM", above=2500, fixed=True), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(j)"), _titled("SIM", above=2450, fixed=True), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(k)"), _titled("GM", above=2400), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(l)"), _rated(least=2551, fixed=True), yearly=True),
    StandingRoute(CANDIDATES, clause("ICCF-TR-2017 1.3.1(f)"), _champion, yearly=True),
    StandingRoute(CANDIDATES, GM_NORMS.clause, _many_norms, yearly=True),
    StandingRoute(CANDIDATES, clause("ICCF-TR-2017 1.3.1(h)"), _rated(least=2600, fixed=True), yearly=True),
    StandingRoute(LADIES_SEMI, clause("ICCF-TR-2017 1.5.1(c)/1"), _lady_master),
    StandingRoute(LADIES_SEMI, clause("ICCF-TR-2017 1.5.1(c)/2"), _lady_expert),
    StandingRoute(LADIES_SEMI, LADIES_QUOTA, _lady_entered, names=named),
    StandingRoute(LADIES_SEMI, LADIES_MINIMUM, _lady_rated),
    StandingRoute(OPEN, clause("ICCF-TR-2017 2.4(a)"), _new_or_unrated),
    StandingRoute(OPEN, clause("ICCF-TR-2017 2.4(b)"), _class(None, 1899)),
    StandingRoute(HIGHER, clause("ICCF-TR-2017 2.5(a)"), _class(1900, 2099)),
    StandingRoute(HIGHER, clause("ICCF-TR-2017 2.5(c)"), _stated, names=_with_statement),
    StandingRoute(MASTER, clause("ICCF-TR-2017 2.6(a)"), _class(2100, None)),
    StandingRoute(MASTER, clause("ICCF-TR-2017 2.6(c)"), _stated, names=_with_statement),
    StandingRoute(MASTER_NORM, clause("ICCF-TR-2017 4.3(1)"), _latest(least=2300, fixed=True)),
    StandingRoute(MASTER_NORM, clause("ICCF-TR-2017 4.3(2)"), _latest(least=2350, fixed=False)),
    StandingRoute(MASTER_NORM, clause("ICCF-TR-2017 4.3(3)"), _fide(2350)),
    StandingRoute(MASTER_NORM, NATIONAL_PLACES.clause, _national),
    StandingRoute(GM_NORM, GM_NORM_FIXED.clause, _gm_norm_fixed),
    StandingRoute(GM_NORM, clause("ICCF-TR-2017 4.4(2)"), _latest(least=2500, fixed=False)),
    StandingRoute(GM_NORM, clause("ICCF-TR-2017 4.4(3)"), _fide(2500)),
    StandingRoute(MEMORIAL, MEMORIAL_BELOW.clause, _below_2300),
)
"""A rating "above 2550" is at least 2551: ratings are whole numbers."""
