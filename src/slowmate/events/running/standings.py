"""The table of an event: points, places and tie-breaks of players or teams, finished or still running."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from slowmate.events.general import may_take_first_place
from slowmate.events.running import tiebreaks
from slowmate.events.running.tiebreaks import TieBreak
from slowmate.records import Event, Family, Pairing
from slowmate.rulebook import Clause, Dated, Ground, Ruling

HALF = Fraction(1, 2)
Score = Mapping[str, Fraction]
Ordered = tuple[str, tiebreaks.Criterion, Dated[str]]
"""A tie-break in its turn: name, computation, and the clause of each edition."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table."""

    place: int
    id: str
    points: Fraction
    tie_breaks: Mapping[str, Fraction]
    games: int
    running: int


def standings(event: Event) -> Ruling[tuple[Standing, ...]]:
    """The table of an event, best first, with the ground of every tie that had to be broken.

    Cancelled games do not exist; running games count once they are finished. A withdrawn player keeps the points he
    finally has, and so does everybody who met him. The day the event started decides the edition; FIDE events have no
    tie-break in the regulations we hold, so their ties stay.
    """
    table = _teams(event) if event.teams else _players(event)
    ruling = tiebreaks.places(table.points, table.tie_breaks, equal=table.equal)
    tied_for_mutual = _groups_before_mutual(table)
    lines = [
        Standing(
            place,
            one,
            table.points[one],
            {name: values(tied_for_mutual[one])[one] for name, values in table.shown.items()},
            table.games[one],
            table.running[one],
        )
        for one, place in ruling.value.items()
    ]
    lines.sort(key=lambda line: line.place)
    return Ruling(tuple(lines), (*table.grounds, *ruling.grounds, *_first_place(event, lines)))


@dataclass(frozen=True, slots=True)
class _Table:
    """What is to be ordered, and by which tie-breaks. *shown*: the tie-breaks to print, whether or not they decide."""

    points: Score
    games: Mapping[str, int]
    running: Mapping[str, int]
    shown: Mapping[str, tiebreaks.Criterion]
    tie_breaks: Sequence[TieBreak]
    equal: Clause | None
    grounds: tuple[Ground, ...]


def _table(event: Event, points: Score, side_of: Mapping[str, str], order: Sequence[Ordered]) -> _Table:
    """The table of *points* with the tie-breaks in their *order*, as far as the event's rules apply them."""
    shown = {name: values for name, values, _ in order}
    tie_breaks: list[TieBreak] = []
    equal: Clause | None = None
    grounds: tuple[Ground, ...] = ()
    if event.kind.family is not Family.FIDE:
        if event.ties_broken:
            tie_breaks = [TieBreak(dated.on(event.start)[0], name, values) for name, values, dated in order]
            tie_breaks += _further(event)
            equal, _ = tiebreaks.EQUAL.on(event.start)
            grounds = tuple(ground for extra in _further_rulings(event) for ground in extra.grounds)
        else:
            equal, _ = tiebreaks.TIES_ARE_BROKEN.on(event.start)
    return _Table(points, *_counts(list(points), event.games, side_of), shown, tie_breaks, equal, grounds)


def _further_rulings(event: Event) -> list[Ruling[bool]]:
    return [
        tiebreaks.may_add(extra.name, stated=extra.stated, start_list=event.start_list, on=event.start)
        for extra in event.further_tie_breaks
    ]


def _further(event: Event) -> list[TieBreak]:
    def tie_break(values: Mapping[str, int], name: str) -> TieBreak:
        cited, _ = tiebreaks.FURTHER.on(event.start)
        return TieBreak(cited, name, lambda tied: {one: Fraction(values.get(one, 0)) for one in tied})

    return [tie_break(extra.values, extra.name) for extra in event.further_tie_breaks]


def _first_place(event: Event, lines: list[Standing]) -> tuple[Ground, ...]:
    """Whether first place is awarded at all, once everything is finished (individual ICCF events only)."""
    if event.teams or event.kind.family is Family.FIDE or not lines or any(line.running for line in lines):
        return ()
    ruling = may_take_first_place(event.kind, lines[0].points, lines[0].games, on=event.start)
    return ruling.grounds if ruling.grounds[0].facts["bound"] else ()


def _groups_before_mutual(table: _Table) -> dict[str, list[str]]:
    """For everybody, who is tied with him when mutual results are compared."""
    before = []
    for name, values in table.shown.items():
        if name == "mutual":
            break
        before.append(values(list(table.points)))
    groups: dict[tuple[Fraction, ...], list[str]] = defaultdict(list)
    key = {one: (table.points[one], *(values[one] for values in before)) for one in table.points}
    for one in table.points:
        groups[key[one]].append(one)
    return {one: groups[key[one]] for one in table.points}


# -- individuals ------------------------------------------------------------------------------------------------------


def _finished(games: Sequence[Pairing]) -> list[tuple[str, str, int, int]]:
    """White, Black and their half points, of the games that stand in the table."""
    return [(game.white, game.black, *game.result.half_points) for game in games if game.result and game.result.counts]


def _players(event: Event) -> _Table:
    ids = [player.id for player in event.players]
    halves: dict[str, int] = dict.fromkeys(ids, 0)
    wins: dict[str, int] = dict.fromkeys(ids, 0)
    finished = _finished(event.games)
    for white, black, white_half, black_half in finished:
        halves[white] += white_half
        halves[black] += black_half
        wins[white] += white_half == 2
        wins[black] += black_half == 2
    quarters: dict[str, int] = dict.fromkeys(ids, 0)
    for white, black, white_half, black_half in finished:
        quarters[white] += white_half * halves[black]
        quarters[black] += black_half * halves[white]

    def mutual(tied: Sequence[str]) -> Score:
        among = set(tied)
        scored: dict[str, Fraction] = dict.fromkeys(tied, Fraction(0))
        for white, black, white_half, black_half in finished:
            if white in among and black in among:
                scored[white] += white_half * HALF
                scored[black] += black_half * HALF
        return scored

    order: list[Ordered] = [
        ("wins", lambda tied: {one: Fraction(wins[one]) for one in tied}, tiebreaks.WINS),
        (
            "sonneborn_berger",
            lambda tied: {one: Fraction(quarters[one], 4) for one in tied},
            tiebreaks.SONNEBORN_BERGER,
        ),
        ("mutual", mutual, tiebreaks.MUTUAL),
    ]
    return _table(event, {one: halves[one] * HALF for one in ids}, {one: one for one in ids}, order)


def _counts(
    ids: Sequence[str], games: Sequence[Pairing], side_of: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, int]]:
    """How many games of each stand in the table or will, and how many of them still run."""
    total, running = dict.fromkeys(ids, 0), dict.fromkeys(ids, 0)
    for game in games:
        if game.result is None or game.result.counts:
            for side in (side_of.get(game.white), side_of.get(game.black)):
                if side is not None:
                    total[side] += 1
                    running[side] += game.result is None
    return total, running


# -- teams ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Match:
    """What two teams scored against each other, in half points, and how many of their games still run."""

    halves: dict[str, int]
    running: int = 0

    def winner(self) -> str | None:
        """The team nobody can catch any more."""
        (one, first), (other, second) = self.halves.items()
        if abs(first - second) <= 2 * self.running:
            return None
        return one if first > second else other

    def is_drawn(self) -> bool:
        first, second = self.halves.values()
        return not self.running and first == second


def _teams(event: Event) -> _Table:
    team_of = {player: team.id for team in event.teams for player in team.players}
    board_of = {player: number for team in event.teams for number, player in enumerate(team.players, 1)}
    ids = [team.id for team in event.teams]
    halves: dict[str, int] = dict.fromkeys(ids, 0)
    boards: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(ids, 0))
    matches: dict[frozenset[str], _Match] = {}
    for game in event.games:
        one, other = team_of.get(game.white), team_of.get(game.black)
        if one is None or other is None or one == other or (game.result and not game.result.counts):
            continue
        match = matches.setdefault(frozenset((one, other)), _Match({one: 0, other: 0}))
        if game.result is None:
            match.running += 1
            continue
        for team, player, half in zip((one, other), (game.white, game.black), game.result.half_points, strict=True):
            halves[team] += half
            match.halves[team] += half
            boards[game.board or board_of[player]][team] += half

    order: list[Ordered] = [
        ("match_points", lambda tied: _match_points(matches, tied), tiebreaks.MATCH_POINTS),
        ("mutual", lambda tied: _mutual_boards(matches, tied), tiebreaks.TEAM_MUTUAL),
        *((f"board_{number}", _board_points(boards[number]), tiebreaks.BOARDS) for number in sorted(boards)),
    ]
    return _table(event, {one: halves[one] * HALF for one in ids}, team_of, order)


def _board_points(halves: Mapping[str, int]) -> tiebreaks.Criterion:
    return lambda tied: {one: halves[one] * HALF for one in tied}


def _match_points(matches: Mapping[frozenset[str], _Match], tied: Sequence[str]) -> Score:
    """Two for a won match, one for a drawn one; a running match counts once it cannot be turned any more."""
    scored = dict.fromkeys(tied, Fraction(0))
    for match in matches.values():
        winner, drawn = match.winner(), match.is_drawn()
        for team in match.halves:
            if team in scored:
                scored[team] += 2 if team == winner else int(drawn)
    return scored


def _mutual_boards(matches: Mapping[frozenset[str], _Match], tied: Sequence[str]) -> Score:
    among = set(tied)
    scored = dict.fromkeys(tied, Fraction(0))
    for sides, match in matches.items():
        if sides <= among:
            for team, half in match.halves.items():
                scored[team] += half * HALF
    return scored
