"""The announcement of an event in words: what the rules fix for its kind, and what this event has chosen."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext, ngettext, pgettext

from slowmate.events.kinds import Profile
from slowmate.events.organising.cycles import governing_edition
from slowmate.events.organising.sizes import Sizes
from slowmate.events.running.goals import goals
from slowmate.events.running.tiebreaks import BOARDS, order_of
from slowmate.play.terms import Transmission
from slowmate.ratings.start import event_level
from slowmate.rulebook import EDITIONS, Clause, NoEdition, find, in_force
from slowmate.server.events.choices import CHOICES
from slowmate.server.events.models import Event
from slowmate.server.events.pages.regulations import RegulationLine, regulation_lines
from slowmate.server.events.pages.section_outlook import consequence_words, goal_words
from slowmate.server.events.permissions import office_of
from slowmate.server.events.queries.event_profile import blank_record, profile_of
from slowmate.server.events.regulations import regulations_from
from slowmate.server.events.text import kind_words, mode_words, office_words
from slowmate.server.site.text import word


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an announcement, with its clause if the rules say it and not the event itself."""

    words: str
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Lead:
    """What places or points lead to; *words* are empty if it depends on the players."""

    words: str
    to: str
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """The announcement of one event, as its page and the plan's page lay it out."""

    kind: str
    series: str
    mode: str
    is_open_to_all: bool
    is_by_announcement: bool
    ways_in: tuple[Statement, ...]
    fee: Statement
    sizes: tuple[Statement, ...]
    places: str
    """How many may enter before others wait; empty: no limit."""
    unrated: Statement | None
    """The rating assumed of players without one."""
    rated: str
    norms: str
    tie_breaks: tuple[Statement, ...]
    edition: Edition | None
    office: str
    regulations: tuple[RegulationLine, ...]
    leads_to: tuple[Lead, ...]

    @property
    def has_board(self) -> bool:
        """Whether the page shows the position from which games start."""
        return any(regulation.position is not None for regulation in self.regulations)


def announcement(event: Event) -> Announcement:
    """Return the announcement of an event, from its own row: no query."""
    fixed = profile_of(event)
    return Announcement(
        kind=kind_words(event.kind),
        series=gettext("number %(number)d of its series") % {"number": event.cycle} if event.cycle else "",
        mode=mode_words(event.transmission),
        is_open_to_all=fixed is not None and fixed.open_to_all,
        is_by_announcement=fixed is None or fixed.by_announcement,
        ways_in=tuple(Statement(_rule(clause), clause) for clause in fixed.enters_by) if fixed else (),
        fee=_fee(event, fixed),
        sizes=tuple(_sizes(event, fixed.sizes if fixed else None)),
        places=_places(event),
        unrated=_unrated(event, fixed),
        rated=gettext("games are rated") if event.is_rated else gettext("games are not rated"),
        norms=_norms(fixed),
        tie_breaks=_tie_breaks(event),
        edition=_edition(event.start) if fixed else None,
        office=office_words(office_of(event).value),
        regulations=regulations_of(event),
        leads_to=tuple(_leads(event, fixed)),
    )


def _leads(event: Event, fixed: Profile | None) -> Iterator[Lead]:
    if fixed is None:
        return
    announced = goals(blank_record(event))
    for goal in announced:
        yield Lead(goal_words(goal), consequence_words(goal.what, goal.to), goal.clause)
    for kind in fixed.leads_to:
        if kind not in {goal.to for goal in announced}:
            yield Lead("", kind_words(kind))


def regulations_of(event: Event) -> tuple[RegulationLine, ...]:
    """Return the regulations of an event, then its other choices; the first line is how moves travel."""
    regulations = regulation_lines(regulations_from(event.regulations), Transmission(event.transmission))
    choices = (
        RegulationLine(str(row.heading), row.announce(getattr(event, row.name))) for row in CHOICES if row.announce
    )
    return (*regulations, *choices)


def _rule(clause: Clause) -> str:
    """Return a clause in our words."""
    row = find(clause)
    return row.rule if row else str(clause)


def _edition(start: date) -> Edition:
    key = governing_edition(start).value
    return Edition(key, EDITIONS[key].title)


def _fee(event: Event, fixed: Profile | None) -> Statement:
    cited = in_force(fixed.fee, on=event.start) if fixed else None
    if event.fee is None:
        return Statement(gettext("not announced yet"))
    if not event.fee:
        return Statement(gettext("free of charge"))
    return Statement(f"{event.fee} {event.currency}", cited)


def _places(event: Event) -> str:
    if event.places is None:
        return ""
    return ngettext(
        "%(n)d place; who comes later is put on the waiting list",
        "%(n)d places; who comes later is put on the waiting list",
        event.places,
    ) % {"n": event.places}


def _unrated(event: Event, fixed: Profile | None) -> Statement | None:
    if fixed is None or (event.level is None and fixed.assumed_rating is None):
        return None
    ruling = event_level(event.kind_of, on=event.start, announced=event.level)
    words = gettext("a player without a rating counts as %(level)d") % {"level": ruling.value}
    return Statement(words, ruling.grounds[0].clause)


def _norms(fixed: Profile | None) -> str:
    if fixed is None:
        return ""
    if fixed.title_tournament:
        return gettext("norms for titles can be made, if the players of the section allow it")
    return gettext("no norms: the rules make no title tournament of this kind")


def _tie_breaks(event: Event) -> tuple[Statement, ...]:
    try:
        tie_breaks = order_of(blank_record(event))
    except NoEdition:
        return ()
    return tuple(
        Statement(
            word("tie-break", name) if name != BOARDS.name else gettext("boards, the first before the second"), cited
        )
        for name, cited in tie_breaks
    )


def _sizes(event: Event, rule: Sizes | None) -> Iterator[Statement]:
    """Yield how many play together: the event's choice, then what the rules say."""
    unit_is_team = event.kind_of.teams
    if event.preferred_size:
        yield Statement(_many(event.preferred_size, is_team=unit_is_team))
    if rule is not None:
        cited = in_force(rule.clause, on=event.start)
        if rule.normal and rule.normal != event.preferred_size:
            yield Statement(_normally(rule.normal, is_team=unit_is_team), cited)
        elif rule.normal is None:
            yield Statement(_between(rule.least, rule.most), cited)
        if rule.permitted and rule.permitted_by:
            by = office_words(rule.enlarged_by.value)
            sizes = ", ".join(map(str, rule.permitted))
            words = gettext("%(sizes)s by word of the %(office)s") % {"sizes": sizes, "office": by}
            yield Statement(words, in_force(rule.permitted_by, on=event.start))
    if event.games_per_pairing > 1:
        yield Statement(gettext("two games with every opponent, one with each colour"))


def _many(number: int, *, is_team: bool) -> str:
    if is_team:
        return ngettext("%(n)d team in a section", "%(n)d teams in a section", number) % {"n": number}
    return ngettext("%(n)d player in a section", "%(n)d players in a section", number) % {"n": number}


def _normally(number: int, *, is_team: bool) -> str:
    return pgettext("size of a section", "normally %(size)s") % {"size": _many(number, is_team=is_team)}


def _between(least: int | None, most: int | None) -> str:
    if least is None:
        return gettext("at most %(most)d in a section") % {"most": most or 0}
    if most is None:
        return gettext("at least %(least)d in a section") % {"least": least}
    return gettext("%(least)d to %(most)d in a section") % {"least": least, "most": most}
