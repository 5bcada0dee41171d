"""Rating of events by their time control (9.2 requires so many days a move), and who may allow others."""

from datetime import date

from slowmate.events.kinds import AUTHORISED
from slowmate.events.organising.offices import Actor, Power
from slowmate.play.clocks import TimeControl
from slowmate.play.clocks.reflection import reflection
from slowmate.ratings.eligible import AUTHORISED as BY_AUTHORITY
from slowmate.ratings.eligible import NATIONAL, ReflectionTime, is_rated
from slowmate.records import BadInput, Kind
from slowmate.rulebook import Ground, Ruling, clause

AGREED = Power(clause("ICCF-TR-2017 9.2(c)"), "a national event that is rated", (Actor.RATINGS,))
ALLOWED = Power(
    clause("ICCF-TR-2017 9.2(d)"), "an event that is rated by authority", (Actor.EXECUTIVE_BOARD, Actor.CONGRESS)
)
ASSUMED = Power(
    clause("ICCF-TR-2017 App1.11/friendly"), "the rating assumed of newcomers in a friendly match", (Actor.RATINGS,)
)
"""The captains propose it; without this word it is what the rules say."""


BEFORE_THE_FIRST_LIST = "agreement-before-the-first-list-that-would-count-it"
"""A reading (docs/ratings.md): the rules name no day until which the office may agree."""


def is_event_rated(
    kind: Kind,
    control: TimeControl,
    *,
    start: date,
    by_post: bool,
    agreed: bool = False,
    between_countries: bool = True,
) -> Ruling[bool]:
    """Decide whether an event that starts on a day is rated. *agreed*: by whom the rules ask (`rating_power`).

    *between_countries*: of a friendly match, that its teams are those of two federations.
    """
    pace = reflection(control)
    if pace is None:
        raise BadInput("an event names its time control; that of an archive's games is not known", field="time_control")
    moves, days = pace
    return is_rated(
        kind,
        on=start,
        time=ReflectionTime(moves, days, by_post),
        agreed=agreed,
        authorised=agreed or kind.slug in AUTHORISED,
        between_countries=between_countries,
    )


def rating_power(kind: Kind, *, start: date) -> Power:
    """Return who must agree to rate an event that is not rated by itself, such as a national one."""
    return AGREED if kind.slug in NATIONAL.on(start)[1] else ALLOWED


def may_still_agree(kind: Kind, *, start: date, counted_by: str | None) -> Ruling[bool]:
    """Return whether the office may still agree that an event is rated, before it starts or while it runs.

    *counted_by* is the first published list that would have counted a game of it; None if there is none.
    """
    cited, national = NATIONAL.on(start)
    if kind.slug not in national:
        cited = BY_AUTHORITY.on(start)[0]
    holds = counted_by is None
    facts = {"list": counted_by, "holds": holds, "outcome": "in time", "reading": BEFORE_THE_FIRST_LIST}
    return Ruling(holds, (Ground(cited, facts),))
