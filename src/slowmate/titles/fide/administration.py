"""Section 1.1: whether a tournament is run so that norms can be made in it, and which lists and titles count.

What is not known of a tournament is not judged: a requirement appears only where there is something to look at.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction

from slowmate.records import ClockSetting, Event, FideCategory, FideTerms
from slowmate.rulebook import Dated, Fact, Ground, Requirement, Ruling, clause
from slowmate.titles.fide.titles import AT_THE_GAME

NO_INCREMENT_ENDS = date(2021, 7, 1)
ARBITERS = frozenset({"IA", "FA"})

COMPOSITION = clause("FIDE-TITLES-2017 1.11/1")
REGISTERED_AHEAD = Dated({"FIDE-TITLES-2017 1.11/2": timedelta(days=30)})
REGISTRATION_NEEDED = clause("FIDE-TITLES-2017 1.9")
NO_SHORT_NOTICE = clause("FIDE-QC-2016 S1/2.3")
LATE_REGISTRATION = clause("FIDE-QC-2016 S2/30days")
HOURS, (HOURS_A_DAY, MOVES) = Dated({"FIDE-TITLES-2017 1.12": (12, 60)}).newest
TWO_ROUNDS = clause("FIDE-TITLES-2017 1.13/1")
INCREMENT, (INCREMENT_SECONDS, INCREMENT_MINUTES) = Dated({"FIDE-TITLES-2017 1.13/2": (30, 90)}).newest
NO_INCREMENT, NO_INCREMENT_MINUTES = Dated({"FIDE-TITLES-2017 1.13/3": 120}).newest
SAME_CLOCKS = clause("FIDE-TITLES-2017 1.13b")
SPECIAL_CLOCKS = clause("FIDE-QC-2016 S1/1.13")
LEAGUE_LENGTH = clause("FIDE-TITLES-2017 1.14/1")
LENGTH, MOST_DAYS = Dated({"FIDE-TITLES-2017 1.14/2": 90}).newest
LIST_AT_THE_START = clause("FIDE-TITLES-2017 1.46a/1")
SEX_LEFT_BLANK = clause("FIDE-QC-2016 S2/gender")
CHIEF_ARBITER = clause("FIDE-TITLES-2017 1.16/1")
ARBITERS_DO_NOT_PLAY = clause("FIDE-TITLES-2017 1.17")
APPOINTED = clause("FIDE-QC-2016 S1/1.17")
FAVOURS = clause("FIDE-TITLES-2017 1.42g")
NO_MATCHES = clause("FIDE-TITLES-2017 1.6/2")
SIX_PLAYERS, DOUBLE_PLAYERS = Dated({"FIDE-TITLES-2017 1.45f/1": 6}).newest


def administration(event: Event) -> tuple[Requirement, ...]:
    """Return every requirement on the tournament itself that can be judged, in the order of the regulations."""
    terms = event.fide or FideTerms()
    return (
        *_composition(terms),
        *_registration(event, terms),
        *_days(event, terms),
        *_clocks(event, terms),
        *_duration(event, terms),
        *_arbiters(event),
        *_kind(event),
    )


def _composition(terms: FideTerms) -> Iterator[Requirement]:
    changed = sorted({"composition", "conditions"} & set(terms.changes))
    if changed:
        approved = "composition" in terms.approvals and changed == ["composition"]
        yield Requirement(Ground(COMPOSITION, {"changed": changed, "approved": approved}), holds=approved)
    favours = sorted({"rounds", "order", "opponents"} & set(terms.changes))
    if favours:
        yield Requirement(Ground(FAVOURS, {"changed": favours}), holds=False)


def _registration(event: Event, terms: FideTerms) -> Iterator[Requirement]:
    if terms.registered is None:
        return
    ahead = event.start - terms.registered
    approval = terms.approvals.get("registration")
    registration, least = REGISTERED_AHEAD.newest
    holds = ahead >= least or (approval is not None and approval < event.start)
    facts: dict[str, Fact] = {"registered": terms.registered, "start": event.start, "days": ahead.days}
    yield Requirement(Ground(REGISTRATION_NEEDED, facts), holds=True)
    yield Requirement(Ground(registration, {**facts, "minimum": least.days, "approved": approval}), holds)
    if not holds:
        yield Requirement(Ground(NO_SHORT_NOTICE, facts), holds=False)
        yield Requirement(Ground(LATE_REGISTRATION, facts), holds=False)


def _days(event: Event, terms: FideTerms) -> Iterator[Requirement]:
    """Check rounds and hours of play on the fullest day."""
    rounds = Counter(day for day in event.round_dates if day is not None)
    if not rounds:
        return
    day, number = rounds.most_common(1)[0]
    yield Requirement(Ground(TWO_ROUNDS, {"day": day, "rounds": number, "maximum": 2}), number <= 2)
    if terms.clocks:
        hours = number * max(game_hours(clock) for clock in terms.clocks)
        facts: dict[str, Fact] = {"day": day, "hours": hours, "maximum": HOURS_A_DAY}
        yield Requirement(Ground(HOURS, facts), hours <= HOURS_A_DAY)


def game_hours(clock: ClockSetting) -> Fraction:
    """Return how many hours a game of 60 moves may last, counting both players' time."""
    return 2 * (Fraction(clock.minutes, 60) + Fraction(MOVES * (clock.increment + clock.delay), 3600))


def _clocks(event: Event, terms: FideTerms) -> Iterator[Requirement]:
    """Check that all play with the same settings and have enough time. Under 30 seconds a move is no increment."""
    for clock in sorted(set(terms.clocks)):
        facts: dict[str, Fact] = {"minutes": clock.minutes, "increment": clock.increment, "start": event.start}
        if clock.increment >= INCREMENT_SECONDS:
            enough = clock.minutes >= INCREMENT_MINUTES
            yield Requirement(Ground(INCREMENT, {**facts, "minimum": INCREMENT_MINUTES}), enough)
        else:
            allowed = event.start < NO_INCREMENT_ENDS or terms.disabled_players
            holds = clock.minutes >= NO_INCREMENT_MINUTES and allowed
            facts |= {"minimum": NO_INCREMENT_MINUTES, "allowed": allowed}
            yield Requirement(Ground(NO_INCREMENT, facts), holds)
    if len(set(terms.clocks)) > 1:
        settings: dict[str, Fact] = {"settings": len(set(terms.clocks)), "special": terms.special_clocks}
        yield Requirement(Ground(SAME_CLOCKS, settings), terms.special_clocks)
        if terms.special_clocks:
            yield Requirement(Ground(SPECIAL_CLOCKS, settings), holds=True)


def _duration(event: Event, terms: FideTerms) -> Iterator[Requirement]:
    if event.end is None:
        return
    length = days_of(event.start, event.end)
    approval = terms.approvals.get("duration")
    facts: dict[str, Fact] = {"start": event.start, "end": event.end, "days": length}
    if terms.category in {FideCategory.LEAGUE, FideCategory.NATIONAL_TEAM}:
        yield Requirement(Ground(LEAGUE_LENGTH, facts), event.end < _a_year_after(event.start))
    else:
        approved = approval is not None and approval <= event.start
        facts = {**facts, "maximum": MOST_DAYS, "approved": approved}
        yield Requirement(Ground(LENGTH, facts), length <= MOST_DAYS or approved)


def days_of(start: date, end: date) -> int:
    """Return the length of a tournament, its first and last day counted."""
    return (end - start).days + 1


def _a_year_after(day: date) -> date:
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return date(day.year + 1, 3, 1)


def _arbiters(event: Event) -> Iterator[Requirement]:
    if event.director is None:
        return
    title = event.director.title
    facts: dict[str, Fact] = {"arbiter": event.director.name, "title": title}
    yield Requirement(Ground(CHIEF_ARBITER, facts), title in ARBITERS)
    appointed = {event.director.name, *event.deputies}
    playing = sorted({player.name for player in event.players} & appointed)
    yield Requirement(Ground(ARBITERS_DO_NOT_PLAY, {"playing": playing}), not playing)
    if playing:
        yield Requirement(Ground(APPOINTED, {"playing": playing}), holds=False)


def _kind(event: Event) -> Iterator[Requirement]:
    if event.kind.slug == "fide-match":
        yield Requirement(Ground(NO_MATCHES, {"players": len(event.players)}), holds=False)
    if is_double(event):
        facts: dict[str, Fact] = {"players": len(event.players), "minimum": DOUBLE_PLAYERS}
        yield Requirement(Ground(SIX_PLAYERS, facts), len(event.players) >= DOUBLE_PLAYERS)


def is_double(event: Event) -> bool:
    """Return whether all players meet twice."""
    round_robin = event.kind.slug == "fide-round-robin" and event.games_per_pairing == 2
    return event.kind.slug == "fide-double-round-robin" or round_robin


def list_in_effect(*, start: date, end: date, played: date) -> Ruling[date]:
    """Return the first day of the rating list of a game: at the start, beyond 90 days at the game."""
    length = days_of(start, end)
    if length > MOST_DAYS:
        return Ruling(played.replace(day=1), (Ground(AT_THE_GAME, {"days": length, "played": played}),))
    return Ruling(start.replace(day=1), (Ground(LIST_AT_THE_START, {"start": start}),))


def may_enter_restricted(sex: str | None, *, restricted_to: str | None) -> Ruling[bool]:
    """Return whether a player may enter an event restricted to a sex (f or m; None is open to all).

    Players who leave the field blank play in open events only.
    """
    facts: dict[str, Fact] = {"sex": sex, "restricted_to": restricted_to}
    return Ruling(restricted_to is None or sex == restricted_to, (Ground(SEX_LEFT_BLANK, facts),))
