"""Every kind of event with all that the rules say of it, drawn together from the tables of their sections.

The tables stay where the rules are: names in `records.kinds`, sizes in `sizes`, levels and rating in `ratings`, ways in
and on in `routes` and `standing_routes`. A new kind is a row there; here only the office and the fee rule are added.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.events.entry.decision import OPEN_TO_ALL, is_left_to_announcement
from slowmate.events.entry.fees import FEE_SET, FREE_FOR
from slowmate.events.entry.right import series_of
from slowmate.events.entry.routes import CANDIDATES, ROUTES, ZONAL_FINAL
from slowmate.events.entry.standing_routes import MASTER_NORM, NATIONAL, STANDING
from slowmate.events.entry.target import OF_ONE_FEDERATION
from slowmate.events.organising.cycles import OLYMPIAD
from slowmate.events.organising.invitational import BEFORE_ANNOUNCEMENT
from slowmate.events.organising.offices import RESPONSIBLE, Actor, tournament_office
from slowmate.events.organising.planning import is_one_section
from slowmate.events.organising.sizes import SIZES, Sizes
from slowmate.events.running.consequences import NEXT_FINAL
from slowmate.events.running.promotion import LEADS_TO
from slowmate.ratings.eligible import ReflectionTime, is_rated, pool
from slowmate.ratings.start import event_level, is_national
from slowmate.records import Family, Kind
from slowmate.rulebook import Clause, Refused, Ruling, in_force
from slowmate.rulebook.applies import applies
from slowmate.titles.iccf.tournament import is_never_title_kind

NATIONAL_OR_INVITED = frozenset(
    {"invitational", "invitational-team", "friendly-match", "zonal", "zonal-team", "national", "national-preliminary"}
)
"""Approved by the World Tournament Director, run by a federation or zone."""
NATIONAL_EVENTS = OF_ONE_FEDERATION
"""A federation's own: its delegate runs them, and no office has to approve them."""
ALSO_OF_OTHERS = frozenset(
    {"invitational", "open", "open-preliminary", "open-semi-final", "open-final", "thematic", "chess960"}
    | {"zonal", "zonal-preliminary", "zonal-semi-final", "zonal-final"}
)
"""Kinds that an organiser may run too; such an event is announced once it is approved."""
FILLED_FROM_A_QUEUE = frozenset({"master-norm", "grandmaster-norm"})
"""Entries stay open, and whenever enough wait a section is cut."""
USUAL_TIME = ReflectionTime(moves=10, days=50)
AUTHORISED = frozenset({"memorial-under-2300"})
"""Kinds that Congress authorised to be rated by writing them into the rules, with norms (6.1/4)."""


class StartsFrom(StrEnum):
    """The starting position of games of a kind: the usual one, the one the event is about, or one drawn by lot."""

    USUAL = "usual"
    THEMATIC = "thematic"
    CHESS960 = "chess960"


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules of a kind of event that starts on a day."""

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
    by_announcement: bool
    """The rules name no way in: the announcement says who may enter."""
    leads_to: tuple[str, ...]
    office: Actor
    fee: Clause
    starts_from: StartsFrom


def profile(kind: Kind, *, start: date) -> Ruling[Profile]:
    """Return everything the rules fix for a kind, by the edition of the day it starts."""
    rating = is_rated(kind, on=start, time=USUAL_TIME, authorised=kind.slug in AUTHORISED)
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
        enters_by=_ways_in(kind, start),
        open_to_all=kind.slug in OPEN_TO_ALL,
        by_announcement=is_left_to_announcement(kind.slug),
        leads_to=_ways_on(kind, start),
        office=Actor.WTD if kind.slug in NATIONAL_OR_INVITED else RESPONSIBLE.get(kind.family, Actor.ORGANISER),
        fee=FREE_FOR.clause if kind.slug == "grandmaster-norm" else FEE_SET.clause,
        starts_from=_starts_from(kind, pools.value),
    )
    return Ruling(value, grounds)


def _starts_from(kind: Kind, pool: str) -> StartsFrom:
    if kind.slug == "thematic":
        return StartsFrom.THEMATIC
    return StartsFrom.CHESS960 if pool == "chess960" else StartsFrom.USUAL


def who_may_run(kind: Kind) -> tuple[Actor, ...]:
    """Return who may run an event of a kind: its commissioner, an organiser, or a federation's delegate."""
    if kind.slug in NATIONAL_EVENTS:
        return (Actor.DELEGATE,)
    return (tournament_office(kind), *((Actor.ORGANISER,) if kind.slug in ALSO_OF_OTHERS else ()))


@applies(BEFORE_ANNOUNCEMENT)
def needs_approval(kind: Kind, *, run_by: Actor) -> bool:
    """Decide whether an event needs approval before it is announced: an international one that is not ICCF's own."""
    return run_by is Actor.ORGANISER and kind.slug not in NATIONAL_EVENTS


def _ways_in(kind: Kind, start: date) -> tuple[Clause, ...]:
    standing = [in_force(route.clause, on=start) for route in STANDING if route.kind == kind.slug]
    earned = [route.clauses.on(start)[0] for route in ROUTES if route.to == kind.slug]
    return tuple(dict.fromkeys((*standing, *earned)))


def _ways_on(kind: Kind, start: date) -> tuple[str, ...]:
    """Return the kinds of event that results lead to: by the rules, or to the next stage by what is announced."""
    earned = {route.to for route in ROUTES if route.leads_from(kind.slug, start=start)}
    earned |= {kind.slug} if kind.slug in NEXT_FINAL else set()
    earned |= {LEADS_TO[kind.slug]} if kind.slug in LEADS_TO else set()
    return tuple(sorted(earned | ({MASTER_NORM} if kind.slug == NATIONAL else set())))


def _may_be_postal(kind: Kind, start: date) -> bool:
    """Decide by edition: the league is played on the server, and since 2017 olympiads are."""
    if kind.family is Family.CHAMPIONS_LEAGUE:
        return False
    which = next((name for name in ("ladies-olympiad", "olympiad") if kind.slug.startswith(name)), None)
    return which is None or OLYMPIAD[which].on(start)[1].how != "server"


class Open(StrEnum):
    """The choices that the rules leave to the announcement of an event, beside its dates, fee and regulations."""

    NUMBER = "number"
    """Which number of its series it belongs to."""
    BY_POST = "by post"
    SIZE = "size"
    """The number of players of a section: a wish, where the rules have limits."""
    SIZE_NEEDED = "size needed"
    """The same, where the rules say nothing of it."""
    PLACES = "places"
    GAMES = "games"
    """One game or two of each pair."""
    LEVEL = "level"
    """The rating that is assumed of players who have none."""
    TIES = "ties"
    PROMOTION = "promotion"
    FINAL_PLACES = "final places"
    ACKNOWLEDGED = "acknowledged"
    END = "end"
    POSITION = "position"
    POSITIONS = "positions"


def left_open(kind: Kind, *, start: date) -> frozenset[Open]:
    """Return what the announcement of an event of a kind has to say, or may; the rules fix the rest."""
    fixed = profile(kind, start=start).value
    special = kind.family is Family.SPECIAL
    is_open = {
        Open.NUMBER: series_of(kind.slug) not in (kind.slug, "classes"),
        Open.BY_POST: fixed.by_post,
        Open.SIZE: not is_one_section(kind) and (fixed.sizes is None or fixed.sizes.normal is None),
        Open.SIZE_NEEDED: not is_one_section(kind) and fixed.sizes is None,
        Open.PLACES: special and kind.slug not in FILLED_FROM_A_QUEUE,
        Open.GAMES: special and not kind.teams,
        Open.LEVEL: fixed.assumed_rating is None and not is_national(kind, on=start),
        Open.TIES: special,
        Open.PROMOTION: kind.slug in LEADS_TO,
        Open.FINAL_PLACES: kind.slug == CANDIDATES,
        Open.ACKNOWLEDGED: kind.slug in ZONAL_FINAL,
        Open.END: kind.family is not Family.CUP,
        Open.POSITION: fixed.starts_from is StartsFrom.THEMATIC,
        Open.POSITIONS: fixed.starts_from is StartsFrom.CHESS960,
    }
    return frozenset(choice for choice, is_left in is_open.items() if is_left)
