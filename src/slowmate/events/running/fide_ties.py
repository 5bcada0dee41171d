"""The tie-breaks a FIDE event names itself, by the codes of tournament reports (record 202).

The regulations we hold order no tie-breaks over the board, so that no clause is cited; what a code means is FIDE's
handbook C.07. An unplayed round counts in Buchholz and Sonneborn-Berger as a game against an opponent with one's own
points (16.4), from February 2026 on with no more than the opponent had who did not come, or than draws in all rounds
give; in an opponent's points, unpaired rounds at the end count as draws (16.3); what is cut is first
a round one stayed away from (16.5). Events without a date are judged as new ones.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import floor

from slowmate.events.running.tiebreak_values import Criterion, Score
from slowmate.records import UNDATED, Event, Family, Unplayed

_CODE = re.compile(r"(?P<name>[A-Z]+)(?::(?:MP|GP))?(?:/(?P<cut>[CM])(?P<count>\d?))?(?P<played>/P)?")
HALF = Fraction(1, 2)
LIMITED_FROM = date(2026, 2, 1)
STAYED_AWAY = frozenset({Unplayed.HALF_POINT_BYE, Unplayed.ZERO_POINT_BYE})


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of a player: the opponent, if any, the colour, and what it gave.

    *scheduled*: the opponent, where one of both did not come. *away*: it was the player, or they asked for a bye.
    """

    number: int
    opponent: str | None = None
    gained: Fraction = Fraction(0)
    is_won: bool = False
    has_black: bool = False
    away: bool = False
    scheduled: str | None = None


@dataclass(frozen=True, slots=True)
class _Field:
    """A tournament as tie-breaks look at it."""

    points: Score
    rounds: Mapping[str, Sequence[_Round]]
    ratings: Mapping[str, int | None]
    draw: Fraction
    all_play_all: bool
    limited: bool
    """Whether an unplayed round counts at most what 16.4 of 2026 allows."""

    half: Fraction
    """Half of what can be scored."""

    def adjusted(self, player: str) -> Fraction:
        """Return the points of an opponent: unpaired rounds at the end count as draws (16.3)."""
        rounds = self.rounds[player]
        if self.all_play_all:
            return self.points[player]
        last = max((round_.number for round_ in rounds if not round_.away), default=0)
        trailing = [round_ for round_ in rounds if round_.number > last and round_.scheduled is None]
        return self.points[player] + sum((self.draw - round_.gained for round_ in trailing), Fraction(0))


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a tie-break from one round. *strength* is the opponent's: the weakest is cut first."""

    value: Fraction
    strength: Fraction = Fraction(0)
    away: bool = False


Parts = Callable[[_Field, str], Iterator[_Part]]


@dataclass(frozen=True, slots=True)
class FideTieBreak:
    """The meaning of a code: what each round adds (None: direct encounter, which compares the tied among themselves).

    *may_cut*: the code may leave out the lowest rounds, or the lowest and highest ones.
    """

    title: str
    parts: Parts | None
    may_cut: bool = False
    needs_ratings: bool = False
    is_average: bool = False

    @property
    def among_tied(self) -> bool:
        return self.parts is None


def criteria(event: Event, points: Score) -> dict[str, Criterion]:
    """Return the computation of each tie-break the event names and we apply, by its code, in order."""
    codes = applied(event)
    if not codes:
        return {}
    field = _field(event, points)
    return {code: _criterion(code, field) for code in codes}


def applied(event: Event) -> tuple[str, ...]:
    """Return the codes we can compute, up to the first that we cannot: later ones would break other ties."""
    if event.kind.family is not Family.FIDE or event.teams:
        return ()
    codes = []
    all_rated = all(player.rating for player in event.players)
    for code in event.tie_break_list:
        tie_break = tie_break_of(code)
        if tie_break is None or (tie_break.needs_ratings and not all_rated):
            break
        codes.append(code)
    return tuple(dict.fromkeys(codes))


def tie_break_of(code: str) -> FideTieBreak | None:
    """Return what a code means, such as "BH/C1"; None for one that we cannot compute."""
    match = _CODE.fullmatch(code)
    tie_break = TIE_BREAKS.get(match["name"]) if match else None
    return None if match is None or tie_break is None or (match["cut"] and not tie_break.may_cut) else tie_break


def places(points: Score, order: Sequence[Criterion]) -> dict[str, int]:
    """Place each by every criterion in turn among those still level; those level in all share the place."""
    placed: dict[str, int] = {}

    def divide(tied: list[str], rest: Sequence[Criterion]) -> None:
        if len(tied) == 1 or not rest:
            placed.update(dict.fromkeys(tied, 1 + len(placed)))
            return
        values = rest[0](tied)
        for value in sorted(set(values.values()), reverse=True):
            divide([player for player in tied if values[player] == value], rest[1:])

    if points:
        divide(list(points), order)
    return placed


def _field(event: Event, points: Score) -> _Field:
    rounds: dict[str, dict[int, _Round]] = {player.id: {} for player in event.players}
    total = max((game.round or 0 for game in event.games), default=0)
    for game in event.games:
        if game.round is None or game.result is None or not game.result.counts:
            continue
        gained, halves, forfeit = event.scoring.of(game.result), game.result.half_points, game.result.is_forfeit
        for side, (player, opponent) in enumerate(((game.white, game.black), (game.black, game.white))):
            lost = halves[side] == 0
            rounds[player][game.round] = _Round(
                game.round,
                None if forfeit else opponent,
                gained[side],
                halves[side] == 2,
                side == 1 and not forfeit,
                forfeit and lost,
                opponent if forfeit else None,
            )
    for extra in event.extra_points:
        if extra.player in rounds and extra.round and extra.why is not Unplayed.ADJUSTMENT:
            away = extra.why in STAYED_AWAY or (extra.why is Unplayed.FORFEIT and not extra.points)
            full = extra.points >= event.scoring.win
            rounds[extra.player][extra.round] = _Round(extra.round, None, extra.points, is_won=full, away=away)
            total = max(total, extra.round)
    for played in rounds.values():
        for number in range(1, total + 1):
            played.setdefault(number, _Round(number, away=True))
    all_play_all = event.kind.slug in ("fide-round-robin", "fide-double-round-robin", "fide-match")
    games = [sum(bool(round_.opponent or round_.scheduled) for round_ in played.values()) for played in rounds.values()]
    return _Field(
        points,
        {player: [played[number] for number in sorted(played)] for player, played in rounds.items()},
        {player.id: player.rating for player in event.players},
        event.scoring.draw,
        all_play_all,
        limited=event.start == UNDATED or event.start >= LIMITED_FROM,
        half=event.scoring.draw * (max(games, default=0) if all_play_all else total),
    )


# -- what the codes mean ----------------------------------------------------------------------------------------------


def _against(field: _Field, player: str) -> Iterator[tuple[_Round, Fraction]]:
    """Yield each round with the points of the opponent, or without one the player's own (16.4)."""
    for round_ in field.rounds[player]:
        if round_.opponent is not None:
            yield round_, field.adjusted(round_.opponent)
        elif not field.all_play_all:
            yield round_, _dummy(field, player, round_)


def _dummy(field: _Field, player: str, round_: _Round) -> Fraction:
    own = field.points[player]
    if not field.limited:
        return own
    most = field.adjusted(round_.scheduled) if round_.scheduled else field.draw * len(field.rounds[player])
    return min(own, most)


def _buchholz(field: _Field, player: str) -> Iterator[_Part]:
    return (_Part(strength, strength, round_.away) for round_, strength in _against(field, player))


def _sonneborn_berger(field: _Field, player: str) -> Iterator[_Part]:
    return (_Part(strength * round_.gained, strength, round_.away) for round_, strength in _against(field, player))


def _ratings(field: _Field, player: str) -> Iterator[_Part]:
    for round_ in field.rounds[player]:
        if round_.opponent is not None:
            rating = Fraction(field.ratings[round_.opponent] or 0)
            yield _Part(rating, rating)


def _progressive(field: _Field, player: str) -> Iterator[_Part]:
    """Yield the points after each round; the first rounds are cut first."""
    so_far = Fraction(0)
    for round_ in field.rounds[player]:
        so_far += round_.gained
        yield _Part(so_far, Fraction(round_.number))


def _koya(field: _Field, player: str) -> Iterator[_Part]:
    """Yield the points against those who scored at least half of what can be scored; forfeits count."""
    for round_ in field.rounds[player]:
        other = round_.opponent or round_.scheduled
        if other is not None and field.points[other] >= field.half:
            yield _Part(round_.gained)


def _count(counts: Callable[[_Round], bool]) -> Parts:
    return lambda field, player: (_Part(Fraction(1)) for round_ in field.rounds[player] if counts(round_))


TIE_BREAKS = {
    "BH": FideTieBreak("Buchholz", _buchholz, may_cut=True),
    "SB": FideTieBreak("Sonneborn-Berger", _sonneborn_berger, may_cut=True),
    "ARO": FideTieBreak("average rating of opponents", _ratings, may_cut=True, needs_ratings=True, is_average=True),
    "PS": FideTieBreak("progressive score", _progressive, may_cut=True),
    "KS": FideTieBreak("Koya", _koya),
    "WIN": FideTieBreak("rounds won", _count(lambda one: one.is_won)),
    "WON": FideTieBreak("games won", _count(lambda one: one.is_won and one.opponent is not None)),
    "BPG": FideTieBreak("games with Black", _count(lambda one: one.has_black)),
    "BWG": FideTieBreak("games won with Black", _count(lambda one: one.has_black and one.is_won)),
    "DE": FideTieBreak("direct encounter", None),
}


def _criterion(code: str, field: _Field) -> Criterion:
    match, tie_break = _CODE.fullmatch(code), tie_break_of(code)
    if match is None or tie_break is None or tie_break.parts is None:
        return lambda tied: _direct(field, tied)
    count = int(match["count"] or 1) if match["cut"] else 0
    values = {}
    for player in field.points:
        parts = _cut(list(tie_break.parts(field, player)), count, both=match["cut"] == "M")
        total = sum((part.value for part in parts), Fraction(0))
        values[player] = Fraction(floor(total / len(parts) + HALF)) if tie_break.is_average and parts else total
    return lambda tied: {player: values[player] for player in tied}


def _cut(parts: list[_Part], count: int, *, both: bool) -> list[_Part]:
    """Leave out the lowest, first of all rounds the player stayed away from (16.5), and for medians the highest."""
    left = sorted(parts, key=lambda part: (part.strength, part.value))
    for _ in range(min(count, len(left))):
        away = next((part for part in left if part.away), left[0])
        left.remove(left[0] if left[0].value > away.value else away)
    return left[: max(0, len(left) - count)] if both else left


def _direct(field: _Field, tied: Sequence[str]) -> Score:
    """Return the points among the tied, if each has met all the others; else it decides nothing."""
    among = set(tied)
    met = {player: [game for game in field.rounds[player] if game.opponent in among] for player in tied}
    if any(len({game.opponent for game in games}) < len(tied) - 1 for games in met.values()):
        return dict.fromkeys(tied, Fraction(0))
    return {player: sum((game.gained for game in games), Fraction(0)) for player, games in met.items()}
