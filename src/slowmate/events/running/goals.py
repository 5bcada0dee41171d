"""Goals of places and scores of a section: rights by the rules, and who goes up and down by what was announced."""

from dataclasses import dataclass
from fractions import Fraction

from slowmate.events.entry.right import series_of
from slowmate.events.entry.routes import ROUTES
from slowmate.events.entry.standing_routes import MASTER_NORM, NATIONAL, NATIONAL_PLACES
from slowmate.events.general import is_bound_to_positive_score
from slowmate.events.running.consequences import NEXT_FINAL, Step, average_rating
from slowmate.events.running.promotion import leads_down_to, leads_to, plan_clause
from slowmate.records import Event, PromotionPlan
from slowmate.rulebook import Clause
from slowmate.rulebook.rounding import half_up


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing that a result leads to: a right to enter a kind of event, or a place in it by the plan.

    It is reached by one of the *places* (first, last), or by a *share* of the points; by taking part where neither is
    asked. Who goes down is counted from the end of the table. *series*: of the goals of one series a player has one,
    and the first of them is the highest. *asks_positive*: 0.4 stands against it where no score is positive.
    *best_of_rest*: of those next placed in all sections so many have it as well.
    """

    what: Step
    to: str | None
    clause: Clause
    series: str
    places: tuple[int, int] | None = None
    share: Fraction | None = None
    asks_positive: bool = False
    best_of_rest: int = 0

    @property
    def by_taking_part(self) -> bool:
        return self.places is None and self.share is None


def goals(event: Event) -> tuple[Goal, ...]:
    """Return all goals of a section by the edition of its start, the highest of each series first."""
    return (*_rights(event), *_places(event), *_moves(event))


def _rights(event: Event) -> list[Goal]:
    """Return what the rules give by place and score; teams have none of these."""
    mean = average_rating(event)
    average = None if mean is None else half_up(mean)
    return [
        Goal(
            Step.HALF_RIGHT if route.half else Step.RIGHT,
            route.to,
            route.clauses.on(event.start)[0],
            series_of(route.to),
            route.places_in(event.kind.slug, event.final_places),
            route.share,
            route.asks_positive_score(event.kind),
        )
        for route in ROUTES
        if route.leads_from(event.kind.slug, start=event.start)
        and route.is_of_strength(average, is_acknowledged=event.is_acknowledged)
    ]


def _places(event: Event) -> list[Goal]:
    """Return the next final of an Olympiad's first teams, and what the first three of a national championship gain."""
    slug = event.kind.slug
    if slug in NEXT_FINAL:
        cited, places = NEXT_FINAL[slug].on(event.start)
        return [Goal(Step.RIGHT, slug, cited, series_of(slug), (1, places))]
    if slug == NATIONAL:
        cited, places = NATIONAL_PLACES.on(event.start)
        return [Goal(Step.RIGHT, MASTER_NORM, cited, MASTER_NORM, (1, places))]
    return []


def _moves(event: Event) -> list[Goal]:
    """Return who goes up and down by the plan of the event, if it has one."""
    plan = event.promotion
    if plan is None:
        return []
    cited = plan_clause(event.kind, start=event.start)
    return [*_up(event, plan, cited), *_down(event, plan, cited)]


def _up(event: Event, plan: PromotionPlan, cited: Clause) -> list[Goal]:
    if not plan.up and not plan.best_of_rest:
        return []
    asks = not event.kind.teams and is_bound_to_positive_score(event.kind)
    to, places = leads_to(plan, event.kind), (1, plan.up)
    return [Goal(Step.UP, to, cited, "up", places, asks_positive=asks, best_of_rest=plan.best_of_rest)]


def _down(event: Event, plan: PromotionPlan, cited: Clause) -> list[Goal]:
    return [Goal(Step.DOWN, leads_down_to(plan, event.kind), cited, "down", (1, plan.down))] if plan.down else []
