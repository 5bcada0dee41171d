"""The facts on a player who asks to enter an event: ratings, titles, results, nominations, bars."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from slowmate.events.entry.right import Deferral, Use
from slowmate.events.running.certainty import Chance, PlaceOutlook, score_chance
from slowmate.ratings.outcome import FIXED, PUBLISHED
from slowmate.records import Kind, Status
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause
from slowmate.rulebook.calendar import Months, months_before
from slowmate.rulebook.rounding import half_up

RATED_WITHIN = Dated({"ICCF-TR-2017 1.0.8": Months(12)})
FIDE_COUNTS = clause("ICCF-TR-2017 2.6 note")


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A rating on a published list. *games* below 12 is not published, below 30 not fixed."""

    published: date
    rating: int
    games: int

    @property
    def is_fixed(self) -> bool:
        return self.games >= FIXED

    @property
    def is_published(self) -> bool:
        return self.games >= PUBLISHED


@dataclass(frozen=True, slots=True)
class PastResult:
    """A player's result of an event, finished (*ended*) or running.

    *outlook* is the best and worst place they can end on; in a finished event both are their place, or the first and
    the last of those they share. *average* is the event's rating average; *final_places* how many go from a Candidates
    section to the Final; *cycle* the number of the event in its series. *top_points* are the most points there, of
    *top_games* (None: as many as the player plays).
    """

    event: str
    kind: Kind
    start: date
    ended: date | None
    games: int
    points: Fraction
    outlook: PlaceOutlook
    running: int = 0
    average: Fraction | None = None
    is_acknowledged: bool = True
    final_places: int = 2
    status: Status = Status.PLAYING
    cycle: int | None = None
    id: str = ""
    top_points: Fraction | None = None
    top_games: int | None = None

    @property
    def source(self) -> str:
        """The id of the section, or its name where it has none."""
        return self.id or self.event

    @property
    def is_shared(self) -> bool:
        """Whether the player ended level with others whom no tie-break sets apart."""
        return self.ended is not None and self.outlook.best != self.outlook.worst

    @property
    def winner_points(self) -> Fraction | None:
        """The points of the winner, if known: reported, or the player's own if they won or no route needs more."""
        if self.top_points is not None:
            return self.top_points
        is_own = self.outlook.best == 1 or 2 * self.points > self.games
        return self.points if is_own else None

    @property
    def winner_games(self) -> int:
        return self.games if self.top_games is None else self.top_games

    def place_chance(self, first: int, last: int) -> Chance:
        """Decide whether the place is certainly, possibly or no longer among these."""
        if self.outlook.best >= first and self.outlook.worst <= last:
            return Chance.CERTAIN
        overlaps = self.outlook.best <= last and self.outlook.worst >= first
        return Chance.POSSIBLE if overlaps else Chance.GONE

    def score_chance(self, share: Fraction) -> Chance:
        return score_chance(self.points, self.games, self.running, share)

    @property
    def rounded_average(self) -> int | None:
        """The average as a whole number, half up: the rules compare whole numbers."""
        return None if self.average is None else half_up(self.average)


@dataclass(frozen=True, slots=True)
class Nomination:
    """A player named by a federation on a day, with the rating of that day (None: unrated)."""

    federation: str
    on: date
    rating: int | None
    statement: bool = False
    """A statement of the player's qualification came with it."""
    kind: str | None = None
    """The kind of event the player is named for; None: the rating says which stage of the World Championship."""
    year: int | None = None
    """The calendar year it is for; None: that of the day."""
    id: str = ""
    is_relied_on: bool = False
    """The entry that is asked about again came by it: it counts, whatever federation its player has by now."""

    @property
    def name(self) -> str:
        """The id of the nomination, or who named the player and when."""
        return self.id or f"{self.federation} {self.on.isoformat()}"

    def serves(self, kind: str, *, start: date) -> bool:
        """Decide whether it is for an event of that kind in the year it starts."""
        return self.kind in (None, kind) and (self.year or self.on.year) == start.year


@dataclass(frozen=True, slots=True)
class GrantedRight:
    """A right the Executive Board gave: for which kind of event, when, and on which grounds."""

    kind: str
    on: date
    reference: str
    free_place: bool = False
    cycle: int | None = None
    """The number of the event it is for; None: any."""


@dataclass(frozen=True, slots=True)
class EntryBar:
    """A time in which a player may not enter: from a day until (not including) another, by which clause."""

    since: date
    until: date | None
    clause: str


@dataclass(frozen=True, slots=True)
class OwedBond:
    """A withdrawal after which a bond is owed, and the day a tournament under bond ended regularly, if one did."""

    since: date
    ended_regularly: date | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player's record as far as entry to events goes."""

    id: str
    federation: str | None = None
    """None: not known; empty: they have none."""
    is_member_federation: bool = True
    by_direct_entry: bool = False
    sex: str | None = None
    titles: Mapping[str, date] = field(default_factory=dict)
    ratings: tuple[ListEntry, ...] = ()
    fide_rating: int | None = None
    results: tuple[PastResult, ...] = ()
    nominations: tuple[Nomination, ...] = ()
    grants: tuple[GrantedRight, ...] = ()
    uses: tuple[Use, ...] = ()
    bars: tuple[EntryBar, ...] = ()
    gm_norms: int = 0
    champion_of: tuple[int, ...] = ()
    """The cycles whose World Champion the player is."""
    deferrals: tuple[Deferral, ...] = ()
    national_places: tuple[int, ...] = ()
    norm_starts: tuple[tuple[date, bool], ...] = ()
    """Starts of the player's norm tournaments, and whether by post."""
    league_teams: Mapping[int, str] = field(default_factory=dict)
    """The team of each Champions League season."""
    bonds: tuple[OwedBond, ...] = ()

    def latest(self, *, on: date) -> ListEntry | None:
        """Return the newest list published by a day, if the player is on it with a published rating."""
        lists = [entry for entry in self.ratings if entry.published <= on and entry.is_published]
        return max(lists, key=lambda entry: entry.published, default=None)

    def before(self, day: date) -> ListEntry | None:
        """Return the newest list published before a day, if the player is on it with a published rating."""
        return self.latest(on=day - timedelta(days=1))

    @property
    def owes_bond(self) -> bool:
        """Whether a withdrawal is not yet made good by a tournament finished regularly after it."""
        good = max((bond.ended_regularly for bond in self.bonds if bond.ended_regularly), default=None)
        return any(good is None or good < bond.since for bond in self.bonds)

    def is_of(self, federation: str) -> bool:
        """Whether it is the player's own federation; where theirs is not known, nothing stands against it."""
        return self.federation in (None, federation)

    def holds(self, title: str, *, on: date) -> bool:
        return title in self.titles and self.titles[title] <= on


def best_rating(entrant: Entrant, *, on: date, fixed: bool = False, start: date | None = None) -> Ruling[int | None]:
    """Return the best rating of the lists of the twelve months before a day, of the fixed ones if *fixed*.

    The edition is that of the event's *start* (None: of the day).
    """
    cited, months = RATED_WITHIN.on(start or on)
    since = months_before(on, months)
    lists = [entry for entry in entrant.ratings if since < entry.published <= on and entry.is_published]
    ratings = [entry.rating for entry in lists if entry.is_fixed or not fixed]
    best = max(ratings, default=None)
    facts: dict[str, Fact] = {"since": since, "on": on, "fixed": fixed, "lists": [entry.rating for entry in lists]}
    return Ruling(best, (Ground(cited, facts | {"best": best}),))


def class_rating(entrant: Entrant, *, on: date) -> Ruling[int | None]:
    """Return the rating that decides the class: the published ICCF one, else a FIDE rating as an unfixed one.

    It adds ways in and takes none away: a player without an ICCF rating stays one.
    """
    latest = entrant.latest(on=on)
    rating = latest.rating if latest else entrant.fide_rating
    facts: dict[str, Fact] = {"iccf": latest.rating if latest else None, "fide": entrant.fide_rating, "rating": rating}
    return Ruling(rating, (Ground(FIDE_COUNTS, facts),))
