"""Every kind of event with all that the rules say of it, drawn together from the tables of their sections.

The tables stay where the rules are: names in `records.kinds`, sizes in `sizes`, levels and rating in `ratings`, ways in
and on in `routes` and `standing_routes`. A new kind is a row there; here only the office and the fee rule are added.
"""

from dataclasses import dataclass
from datetime import date

from slowmate.events.entry.decision import OPEN_TO_ALL
from slowmate.events.entry.routes import ROUTES
from slowmate.events.entry.standing_routes import STANDING
from slowmate.events.organising.cycles import OLYMPIAD
from slowmate.events.organising.offices import RESPONSIBLE, Actor
from slowmate.events.organising.sizes import SIZES, Sizes
from slowmate.ratings.eligible import ReflectionTime, is_rated, pool
from slowmate.ratings.start import event_level
from slowmate.records import KINDS, Family, Kind
from slowmate.rulebook import Clause, Refused, Ruling, clause
from slowmate.titles.iccf.tournament import is_never_title_kind

NATIONAL_OR_INVITED = frozenset(
    {"invitational", "invitational-team", "friendly-match", "zonal", "zonal-team", "national"}
)
"""Approved by the World Tournament Director, run by a federation or zone."""
GM_FREE = clause("ICCF-TR-2017 4.5/1")
FEE = clause("ICCF-TR-2017 0.2/1")
USUAL_TIME = ReflectionTime(moves=10, days=50)


@dataclass(frozen=True, slots=True)
class Profile:
    """What the rules say of a kind of event that starts on a day."""

    kind: Kind
    sizes: Sizes | None
    games_per_pairing: int
    by_post: bool
    """Whether it may be played by post; on the server it always may."""
    rated: bool
    pool: str
    title_tournament: bool
    """Whether it can be one; its players decide whether it is."""
    assumed_rating: int | None
    """For players without a published rating; None: announced, or from the players themselves."""
    enters_by: tuple[Clause, ...]
    open_to_all: bool
    leads_to: tuple[str, ...]
    office: Actor
    fee: Clause


def profile(kind: Kind, *, start: date) -> Ruling[Profile]:
    """Everything the rules fix for a kind, by the edition of the day it starts."""
    rating = is_rated(kind, on=start, time=USUAL_TIME)
    pools = pool(kind, on=start)
    try:
        level: Ruling[int] | None = event_level(kind, on=start)
    except Refused:
        level = None
    grounds = (*rating.grounds, *pools.grounds, *(level.grounds if level else ()))
    value = Profile(
        kind=kind,
        sizes=SIZES.get(kind.slug),
        games_per_pairing=2 if kind.slug == "friendly-match" else 1,
        by_post=_may_be_postal(kind, start),
        rated=rating.value,
        pool=pools.value,
        title_tournament=not is_never_title_kind(kind),
        assumed_rating=level.value if level else None,
        enters_by=_ways_in(kind),
        open_to_all=kind.slug in OPEN_TO_ALL,
        leads_to=tuple(sorted({route.to for route in ROUTES if kind.slug in route.kinds})),
        office=Actor.WTD if kind.slug in NATIONAL_OR_INVITED else RESPONSIBLE.get(kind.family, Actor.ORGANISER),
        fee=GM_FREE if kind.slug == "grandmaster-norm" else FEE,
    )
    return Ruling(value, grounds)


def _ways_in(kind: Kind) -> tuple[Clause, ...]:
    standing = [route.clause for route in STANDING if route.kind == kind.slug]
    earned = [route.clauses.under("ICCF-TR-2017")[0] for route in ROUTES if route.to == kind.slug]
    return tuple(dict.fromkeys((*standing, *earned)))


def _may_be_postal(kind: Kind, start: date) -> bool:
    """The league is played on the server, and since 2017 olympiads are."""
    if kind.family is Family.CHAMPIONS_LEAGUE:
        return False
    which = next((name for name in ("ladies-olympiad", "olympiad") if kind.slug.startswith(name)), None)
    return which is None or OLYMPIAD[which].on(start)[1].how != "server"


def profiles(*, start: date) -> dict[str, Profile]:
    """The whole table for a day; kinds of FIDE are not ICCF's to rule on."""
    return {slug: profile(kind, start=start).value for slug, kind in KINDS.items() if kind.family is not Family.FIDE}
