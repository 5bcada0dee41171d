"""The record of an event, as every package uses it: players, games and results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from slowmate.records.fide import FideTerms
from slowmate.records.kinds import Kind
from slowmate.records.results import Result


class Status(StrEnum):
    """The standing of an entrant: still playing, or how they left."""

    PLAYING = "playing"
    WITHDRAWN_ACCEPTED = "withdrawn-accepted"
    WITHDRAWN = "withdrawn"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Player:
    """A player as entered in an event. *rating* None is unrated; *games* are the rated games behind the rating."""

    id: str
    name: str
    federation: str | None = None
    sex: str | None = None
    birth_year: int | None = None
    title: str | None = None
    rating: int | None = None
    games: int | None = None
    fide_rating: int | None = None
    status: Status = Status.PLAYING
    title_date: date | None = None
    """The day the title was confirmed; None: long before the event."""
    last_rating: int | None = None
    """The last published rating of an inactive player."""
    fide_title: str | None = None
    withdrawn_on: date | None = None
    replaces: "Player | None" = None
    """The player of the start list whose games this substitute took over, with their values at the start."""
    has_replacement_status: bool = False
    replaces_since: date | None = None
    """The day the substitute took the seat, if it is known."""
    fide_id: str | None = None
    born: date | None = None
    later_title: str | None = None
    """A title that was confirmed after the start list was posted: opponents may still have met a Grandmaster."""
    later_title_date: date | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its players' ids, by board; *federation* is set for a federation's own team."""

    id: str
    name: str
    players: tuple[str, ...]
    federation: str | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of an event, with its result once there is one.

    *rated* is false for a game that scores but was over before both had moved (FIDE).
    """

    white: str
    black: str
    result: Result | None = None
    board: int | None = None
    round: int | None = None
    ended: date | None = None
    """The day it ended; over the board, the day it was played."""
    rated: bool = True
    chess960: int | None = None
    """The number of its starting position in Chess960, where it is told."""
    fen: str | None = None
    """The starting position of a thematic game, where it is told."""


@dataclass(frozen=True, slots=True)
class Director:
    name: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class FurtherTieBreak:
    """A tie-break the organiser added: the day it was stated, and a value for each player or team, higher is better."""

    name: str
    stated: date
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Scoring:
    """The value of results, for players and in match points for teams, where an event does not count as usual."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    absence: Fraction = Fraction(0)
    """A game lost by forfeit."""
    team_win: Fraction = Fraction(2)
    team_draw: Fraction = Fraction(1)
    team_loss: Fraction = Fraction(0)
    black_win: Fraction | None = None
    black_draw: Fraction | None = None
    black_loss: Fraction | None = None
    """What Black's results are worth, where that is not what White's are."""
    forfeit_win: Fraction | None = None
    """A game won by forfeit, where it is not worth what a win is."""

    def of(self, result: Result) -> tuple[Fraction, Fraction]:
        """Return what White and Black scored; a cancelled game scores nothing."""
        if not result.counts:
            return Fraction(0), Fraction(0)
        white, black = result.half_points
        if result.is_forfeit:
            won = self.win if self.forfeit_win is None else self.forfeit_win
            worth = (self.absence, self.draw, won)
            return worth[white], worth[black]
        of_white = (self.loss, self.draw, self.win)
        of_black = (self.black_loss, self.black_draw, self.black_win)[black]
        return of_white[white], of_white[black] if of_black is None else of_black


class Unplayed(StrEnum):
    """The reasons for points of a player or team that no game gave."""

    HALF_POINT_BYE = "half-point-bye"
    FULL_POINT_BYE = "full-point-bye"
    PAIRING_BYE = "pairing-allocated-bye"
    ZERO_POINT_BYE = "zero-point-bye"
    FORFEIT = "forfeit"
    """A board or a match without an opponent."""
    ADJUSTMENT = "adjustment"
    """A bonus, a penalty, or a result that counted otherwise than usual."""


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """Points of a *player* or of a *team* that no game between two players gave. A player's count for the team, too."""

    why: Unplayed
    points: Fraction = Fraction(0)
    round: int | None = None
    player: str | None = None
    team: str | None = None
    match_points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class PromotionPlan:
    """The announced promotion from a section: the first *up* to a kind of event, the last *down* to another.

    Of all sections of the stage together, the *best_of_rest* of those next placed go up too.
    """

    up: int = 0
    to: str | None = None
    best_of_rest: int = 0
    down: int = 0
    below: str | None = None


UNDATED = date.min
"""The start of an event that does not say when it started; no edition governs it."""


@dataclass(frozen=True, slots=True)
class Event:
    """A section or match of one kind. *start* is the day that decides which edition governs it.

    The fields that a tournament report fills beside the games begin with *end*; *federation* is that of the host.
    """

    name: str
    kind: Kind
    start: date
    players: tuple[Player, ...]
    games: tuple[Pairing, ...]
    teams: tuple[Team, ...] = ()
    games_per_pairing: int = 1
    scheveningen: bool = False
    director: Director | None = None
    ties_broken: bool = True
    start_list: date | None = None
    further_tie_breaks: tuple[FurtherTieBreak, ...] = field(default=())
    fide: FideTerms | None = None
    """The terms of a tournament over the board, beyond its players and games."""
    cycle: int | None = None
    """The number of a championship, such as 28 for the 28th World Championship."""
    approved: bool = True
    """Whether the event has the approval that two games with every opponent need."""
    iccf_playing_rules: bool = True
    end: date | None = None
    city: str | None = None
    federation: str | None = None
    rounds: int | None = None
    round_dates: tuple[date | None, ...] = ()
    rate_of_play: str | None = None
    deputies: tuple[str, ...] = ()
    scoring: Scoring = Scoring()
    extra_points: tuple[ExtraPoints, ...] = ()
    tie_break_list: tuple[str, ...] = ()
    """FIDE's codes of the tie-breaks the event applies, in their order (BH/C1, DE ...)."""
    match_points_first: bool = False
    """Teams are ordered by match points (FIDE), before board points."""
    id: str = ""
    """The id of the section, by which rights are stored. Empty: its name is used."""
    is_acknowledged: bool = True
    """Whether ICCF acknowledges this Zonal Championship."""
    final_places: int = 2
    """The number of players of a Candidates' section who go on to the Final; two, unless the announcement differs."""
    promotion: PromotionPlan | None = None
    """The announced promotion, if the rules leave it to the announcement."""
