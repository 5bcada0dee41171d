"""The rights a player has by what he is, not by a result: titles, ratings, champions, nominations, classes, norms.

Sections 1.1.1(h) to (l), 1.2.1(h) to (l), 1.3.1(f) to (h), 1.5.1(c) and (d), 2.4 to 2.6, 4.3, 4.4 and 6.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from slowmate.events.entry.entrants import Entrant, best_rating, class_rating
from slowmate.events.entry.routes import CANDIDATES, HIGHER, LADIES_SEMI, MASTER, OPEN, PRELIMINARY, SEMI_FINAL
from slowmate.rulebook import Clause, Dated, Fact, clause

MASTER_NORM, GM_NORM, MEMORIAL = "master-norm", "grandmaster-norm", "memorial-under-2300"
LADIES_TITLES = clause("ICCF-TR-2017 1.0.7/6")
GM_NORM_FIXED = Dated({"ICCF-TR-2016 4.4(1)": 2450, "ICCF-TR-2017 4.4(1)": 2400})

Judged = tuple[bool, dict[str, Fact]]


@dataclass(frozen=True, slots=True)
class Target:
    """The event a player asks to enter. *start* decides its edition; *ladies_minimum* is what was set for 1.5.1(d)."""

    kind: str
    start: date
    deadline: date | None = None
    by_post: bool = False
    fee: int = 0
    ladies_minimum: int | None = None
    season: int | None = None
    team: str | None = None


Check = Callable[[Entrant, Target, date], Judged]


@dataclass(frozen=True, slots=True)
class StandingRoute:
    """A way into a kind of event by what the player is. *yearly*: it may be used once a calendar year."""

    kind: str
    clause: Clause
    check: Check
    yearly: bool = False


def _titled(title: str, *, above: int | None = None, fixed: bool = False) -> Check:
    """Holds the title, and a rating above a limit on some list of the last twelve months."""

    def check(entrant: Entrant, _target: Target, on: date) -> Judged:
        rating = best_rating(entrant, on=on, fixed=fixed).value
        held = entrant.holds(title, on=on)
        facts: dict[str, Fact] = {"title": title, "held": held, "rating": rating, "above": above, "fixed": fixed}
        return held and (above is None or (rating is not None and rating > above)), facts

    return check


def _rated(*, least: int, fixed: bool = False) -> Check:
    def check(entrant: Entrant, _target: Target, on: date) -> Judged:
        rating = best_rating(entrant, on=on, fixed=fixed).value
        return rating is not None and rating >= least, {"rating": rating, "least": least, "fixed": fixed}

    return check


def _nominated(*, semi_final: bool) -> Check:
    """Named by his federation, with the rating of that day below 2400 or not; unrated nominees play Preliminaries."""

    def check(entrant: Entrant, target: Target, on: date) -> Judged:
        named = [one for one in entrant.nominations if one.on <= on and one.on.year == target.start.year]
        fits = [one for one in named if (one.rating is not None and one.rating >= 2400) is semi_final]
        facts: dict[str, Fact] = {
            "nominations": [one.federation for one in named],
            "ratings": [one.rating for one in named],
        }
        return bool(fits), facts

    return check


def _champion(entrant: Entrant, _target: Target, _on: date) -> Judged:
    return bool(entrant.champion_of), {"cycles": list(entrant.champion_of)}


def _many_norms(entrant: Entrant, _target: Target, on: date) -> Judged:
    held = entrant.holds("GM", on=on)
    return held and entrant.gm_norms >= 5, {"title": "GM", "held": held, "norms": entrant.gm_norms, "least": 5}


def _lady_titled(*titles: str) -> Check:
    def check(entrant: Entrant, _target: Target, on: date) -> Judged:
        held: list[Fact] = [title for title in titles if entrant.holds(title, on=on)]
        return entrant.sex == "f" and bool(held), {"sex": entrant.sex, "titles": held}

    return check


def _lady_entered(entrant: Entrant, _target: Target, on: date) -> Judged:
    named = [one.federation for one in entrant.nominations if one.on <= on]
    return entrant.sex == "f" and bool(named), {"sex": entrant.sex, "nominations": named}


def _lady_rated(entrant: Entrant, target: Target, on: date) -> Judged:
    latest = entrant.latest(on=on)
    rating = latest.rating if latest else None
    least = target.ladies_minimum
    holds = entrant.sex == "f" and least is not None and rating is not None and rating >= least
    return holds, {"sex": entrant.sex, "rating": rating, "least": least}


def _new_or_unrated(entrant: Entrant, _target: Target, on: date) -> Judged:
    rating = class_rating(entrant, on=on).value
    return rating is None, {"rating": rating}


def _class(least: int | None, most: int | None) -> Check:
    """Rated within a class on the newest list; a FIDE rating counts where there is no published ICCF one."""

    def check(entrant: Entrant, _target: Target, on: date) -> Judged:
        rating = class_rating(entrant, on=on).value
        holds = rating is not None and (least is None or rating >= least) and (most is None or rating <= most)
        return holds, {"rating": rating, "least": least, "most": most}

    return check


def _stated(entrant: Entrant, _target: Target, on: date) -> Judged:
    rating = class_rating(entrant, on=on).value
    stated = any(one.statement and one.on <= on for one in entrant.nominations)
    return rating is None and stated, {"rating": rating, "statement": stated}


def _latest(*, least: int, fixed: bool) -> Check:
    """On the newest ICCF list with a fixed rating (30 games or more), or with an unfixed one (12 to 29)."""

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


def _national(entrant: Entrant, _target: Target, _on: date) -> Judged:
    best = min(entrant.national_places, default=None)
    return best is not None and best <= 3, {"best": best}


def _gm_norm_fixed(entrant: Entrant, target: Target, on: date) -> Judged:
    _, least = GM_NORM_FIXED.on(target.start)
    return _latest(least=least, fixed=True)(entrant, target, on)


def _below_2300(entrant: Entrant, _target: Target, on: date) -> Judged:
    latest = entrant.latest(on=on)
    rating = latest.rating if latest else None
    return rating is None or rating < 2300, {"rating": rating, "below": 2300}


STANDING: tuple[StandingRoute, ...] = (
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(h)"), _nominated(semi_final=False)),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(i)"), _titled("IM", above=2300), yearly=True),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(j)"), _titled("SIM", above=2250), yearly=True),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(k)"), _titled("GM"), yearly=True),
    StandingRoute(PRELIMINARY, clause("ICCF-TR-2017 1.1.1(l)"), _rated(least=2500), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(h)"), _nominated(semi_final=True)),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(i)"), _titled("IM", above=2500, fixed=True), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(j)"), _titled("SIM", above=2450, fixed=True), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(k)"), _titled("GM", above=2400), yearly=True),
    StandingRoute(SEMI_FINAL, clause("ICCF-TR-2017 1.2.1(l)"), _rated(least=2551, fixed=True), yearly=True),
    StandingRoute(CANDIDATES, clause("ICCF-TR-2017 1.3.1(f)"), _champion, yearly=True),
    StandingRoute(CANDIDATES, clause("ICCF-TR-2017 1.3.1(g)"), _many_norms, yearly=True),
    StandingRoute(CANDIDATES, clause("ICCF-TR-2017 1.3.1(h)"), _rated(least=2600, fixed=True), yearly=True),
    StandingRoute(LADIES_SEMI, clause("ICCF-TR-2017 1.5.1(c)/1"), _lady_titled("LIM", "LGM")),
    StandingRoute(LADIES_SEMI, clause("ICCF-TR-2017 1.5.1(c)/2"), _lady_titled("CCE")),
    StandingRoute(LADIES_SEMI, clause("ICCF-TR-2017 1.5.1(c)/3"), _lady_entered),
    StandingRoute(LADIES_SEMI, clause("ICCF-TR-2017 1.5.1(d)"), _lady_rated),
    StandingRoute(OPEN, clause("ICCF-TR-2017 2.4(a)"), _new_or_unrated),
    StandingRoute(OPEN, clause("ICCF-TR-2017 2.4(b)"), _class(None, 1899)),
    StandingRoute(HIGHER, clause("ICCF-TR-2017 2.5(a)"), _class(1900, 2099)),
    StandingRoute(HIGHER, clause("ICCF-TR-2017 2.5(c)"), _stated),
    StandingRoute(MASTER, clause("ICCF-TR-2017 2.6(a)"), _class(2100, None)),
    StandingRoute(MASTER, clause("ICCF-TR-2017 2.6(c)"), _stated),
    StandingRoute(MASTER_NORM, clause("ICCF-TR-2017 4.3(1)"), _latest(least=2300, fixed=True)),
    StandingRoute(MASTER_NORM, clause("ICCF-TR-2017 4.3(2)"), _latest(least=2350, fixed=False)),
    StandingRoute(MASTER_NORM, clause("ICCF-TR-2017 4.3(3)"), _fide(2350)),
    StandingRoute(MASTER_NORM, clause("ICCF-TR-2017 4.3(4)"), _national),
    StandingRoute(GM_NORM, clause("ICCF-TR-2017 4.4(1)"), _gm_norm_fixed),
    StandingRoute(GM_NORM, clause("ICCF-TR-2017 4.4(2)"), _latest(least=2500, fixed=False)),
    StandingRoute(GM_NORM, clause("ICCF-TR-2017 4.4(3)"), _fide(2500)),
    StandingRoute(MEMORIAL, clause("ICCF-TR-2017 6.1/2"), _below_2300),
)
"""A rating "above 2550" is at least 2551: ratings are whole numbers."""
