"""The table of an event: points, places and tie-breaks of players or teams, finished or still running."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from slowmate.events.general import may_take_first_place
from slowmate.events.running import fide_ties, tiebreaks
from slowmate.events.running.tiebreaks import TieBreak
from slowmate.records import Event, Family, Pairing, Scoring, seated
from slowmate.rulebook import Clause, Dated, Ground, Ruling

HALF = Fraction(1, 2)
NONE = Fraction(0)
AMONG_THE_TIED = frozenset({"mutual", "DE"})
"""Tie-breaks that look at who is tied."""
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
    finally has, and so does everybody who met him. Points without a game (byes, boards against nobody) count. The day
    the event started decides the edition; FIDE events have no tie-break in the regulations we hold, so their ties stay
    unless the event itself names tie-breaks. A team scores what its seats score, whoever sat there.
    """
    event = seated(event)
    table = _teams(event) if event.teams else _players(event)
    if event.kind.family is Family.FIDE:
        ruling = Ruling(fide_ties.places(table.points, _fide_order(event, table)), ())
    else:
        ruling = tiebreaks.places(table.points, table.tie_breaks, equal=table.equal)
    values_of = _shown_values(table)
    lines = [
        Standing(
            place,
            one,
            table.points[one],
            {name: values_of[name][one] for name in table.shown},
            table.games[one],
            table.running[one],
        )
        for one, place in ruling.value.items()
    ]
    lines.sort(key=lambda line: line.place)
    return Ruling(tuple(lines), (*table.grounds, *ruling.grounds, *_first_place(event, lines)))


def is_awarded(line: Standing, ruling: Ruling[tuple[Standing, ...]]) -> bool:
    """Whether a place stands: a first place without a positive score does not (0.4)."""
    return line.place != 1 or all(ground.facts.get("awarded") is not False for ground in ruling.grounds)


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
    shown: dict[str, tiebreaks.Criterion] = dict(fide_ties.criteria(event, points))
    shown |= {name: values for name, values, _ in order}
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


def _fide_order(event: Event, table: _Table) -> list[tiebreaks.Criterion]:
    """What a FIDE event is ordered by: match points where they come before board points, points, its own tie-breaks."""
    own = [table.shown[code] for code in fide_ties.applied(event)]
    points: list[tiebreaks.Criterion] = [lambda tied: {one: table.points[one] for one in tied}]
    if event.teams and event.match_points_first:
        points.insert(0, table.shown["match_points"])
    elif event.teams and event.tie_break_list:
        points.append(table.shown["match_points"])
    return [*points, *own]


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


def _shown_values(table: _Table) -> dict[str, Score]:
    """Every tie-break of everybody. Mutual results are those among the players who are level when it comes to them."""
    values: dict[str, Score] = {}
    before: list[Score] = [table.points]
    for name, computed in table.shown.items():
        groups: dict[tuple[Fraction, ...], list[str]] = defaultdict(list)
        for one in table.points:
            groups[tuple(score[one] for score in before)].append(one)
        if name in AMONG_THE_TIED:
            values[name] = {one: value for tied in groups.values() for one, value in computed(tied).items()}
        else:
            values[name] = computed(list(table.points))
        before.append(values[name])
    return values


# -- individuals ------------------------------------------------------------------------------------------------------


def _players(event: Event) -> _Table:
    ids = [player.id for player in event.players]
    points: dict[str, Fraction] = dict.fromkeys(ids, Fraction(0))
    wins: dict[str, int] = dict.fromkeys(ids, 0)
    finished = [(game.white, game.black, game.result) for game in event.games if game.result and game.result.counts]
    for white, black, result in finished:
        for one, half, worth in zip((white, black), result.half_points, event.scoring.of(result), strict=True):
            points[one] += worth
            wins[one] += half == 2
    for extra in event.extra_points:
        if extra.player is not None:
            points[extra.player] += extra.points
    weighed: dict[str, Fraction] = dict.fromkeys(ids, Fraction(0))
    for white, black, result in finished:
        white_half, black_half = result.half_points
        weighed[white] += white_half * HALF * points[black]
        weighed[black] += black_half * HALF * points[white]

    def mutual(tied: Sequence[str]) -> Score:
        among = set(tied)
        scored: dict[str, Fraction] = dict.fromkeys(tied, Fraction(0))
        for white, black, result in finished:
            if white in among and black in among:
                scored[white] += result.half_points[0] * HALF
                scored[black] += result.half_points[1] * HALF
        return scored

    order: list[Ordered] = [
        ("wins", lambda tied: {one: Fraction(wins[one]) for one in tied}, tiebreaks.WINS),
        ("sonneborn_berger", lambda tied: {one: weighed[one] for one in tied}, tiebreaks.SONNEBORN_BERGER),
        ("mutual", mutual, tiebreaks.MUTUAL),
    ]
    return _table(event, points, {one: one for one in ids}, order)


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
    """What two teams scored against each other; how many of their games still run, and the *most* a game can bring."""

    points: dict[str, Fraction]
    most: Fraction
    running: int = 0

    def winner(self) -> str | None:
        """The team nobody can catch any more."""
        (one, first), (other, second) = self.points.items()
        if abs(first - second) <= self.most * self.running:
            return None
        return one if first > second else other

    def is_drawn(self) -> bool:
        first, second = self.points.values()
        return not self.running and first == second


Matches = dict[tuple[int | None, frozenset[str]], _Match]
"""By the teams; over the board, where teams may meet again, by the round, too."""


def _teams(event: Event) -> _Table:
    board_of = {player: number for team in event.teams for number, player in enumerate(team.players, 1)}
    team_of = {player: team.id for team in event.teams for player in team.players}
    ids = [team.id for team in event.teams]
    points: dict[str, Fraction] = dict.fromkeys(ids, Fraction(0))
    boards: dict[int, dict[str, Fraction]] = defaultdict(lambda: dict.fromkeys(ids, Fraction(0)))
    matches: Matches = {}
    for game in event.games:
        one, other = team_of.get(game.white), team_of.get(game.black)
        if one is None or other is None or one == other or (game.result and not game.result.counts):
            continue
        turn = game.round if event.kind.family is Family.FIDE else None
        match = matches.setdefault((turn, frozenset((one, other))), _Match({one: NONE, other: NONE}, event.scoring.win))
        if game.result is None:
            match.running += 1
            continue
        worth = event.scoring.of(game.result)
        for team, player, gained in zip((one, other), (game.white, game.black), worth, strict=True):
            points[team] += gained
            match.points[team] += gained
            boards[game.board or board_of[player]][team] += gained
    bonus = _add_extra(event, team_of, board_of, points, boards, matches)

    order: list[Ordered] = [
        ("match_points", lambda tied: _match_points(event.scoring, matches, bonus, tied), tiebreaks.MATCH_POINTS),
        ("mutual", lambda tied: _mutual_boards(matches, tied), tiebreaks.TEAM_MUTUAL),
        *((f"board_{number}", _board_points(boards[number]), tiebreaks.BOARDS) for number in sorted(boards)),
    ]
    return _table(event, points, team_of, order)


def _add_extra(
    event: Event,
    team_of: Mapping[str, str],
    board_of: Mapping[str, int],
    points: dict[str, Fraction],
    boards: Mapping[int, dict[str, Fraction]],
    matches: Matches,
) -> dict[str, Fraction]:
    """Add what was not played: a player's points to the match of his team in that round, a team's to the team.

    The match points beside the matches come back.
    """
    bonus: dict[str, Fraction] = dict.fromkeys(points, Fraction(0))
    in_round = {(turn, team): match for (turn, sides), match in matches.items() for team in sides}
    for extra in event.extra_points:
        team = extra.team if extra.player is None else team_of.get(extra.player)
        if team is None:
            continue
        points[team] += extra.points
        bonus[team] += extra.match_points
        if extra.player is not None:
            boards[board_of[extra.player]][team] += extra.points
            if match := in_round.get((extra.round, team)):
                match.points[team] += extra.points
    return bonus


def _board_points(points: Mapping[str, Fraction]) -> tiebreaks.Criterion:
    return lambda tied: {one: points[one] for one in tied}


def _match_points(scoring: Scoring, matches: Matches, bonus: Score, tied: Sequence[str]) -> Score:
    """Two for a won match, one for a drawn one, unless the event counts otherwise; a running match counts once it
    cannot be turned any more."""
    scored = {one: bonus[one] for one in tied}
    for match in matches.values():
        winner, drawn = match.winner(), match.is_drawn()
        for team in match.points:
            if team in scored and drawn:
                scored[team] += scoring.team_draw
            elif team in scored and winner is not None:
                scored[team] += scoring.team_win if team == winner else scoring.team_loss
    return scored


def _mutual_boards(matches: Matches, tied: Sequence[str]) -> Score:
    among = set(tied)
    scored = dict.fromkeys(tied, Fraction(0))
    for (_, sides), match in matches.items():
        if sides <= among:
            for team, gained in match.points.items():
                scored[team] += gained
    return scored
