"""The table of an event: points, places and tie-breaks of players or teams, finished or still running."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from slowmate.events.general import may_take_first_place
from slowmate.events.running import fide_ties, tiebreaks
from slowmate.events.running.tiebreak_values import Criterion, Match, Results, Score
from slowmate.events.running.tiebreaks import AppliedTieBreak, TieBreak
from slowmate.records import Event, Family, Pairing, seated
from slowmate.rulebook import Clause, Ground, Ruling

NONE = Fraction(0)
AMONG_THE_TIED = frozenset(
    {one.name for one in tiebreaks.TIE_BREAKS if one.among_tied}
    | {code for code, one in fide_ties.TIE_BREAKS.items() if one.among_tied}
)
"""Tie-breaks whose values depend on who is tied."""


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
    """Return the table of an event, best first, with the ground of every tie that had to be broken.

    Cancelled games do not exist; running games count once they are finished. A withdrawn player keeps
    the final points, and so do all opponents. Points without a game (byes, boards without an opponent) count. The day
    the event started decides the edition; FIDE events have no tie-break in the regulations we hold, so their ties stay
    unless the event itself names tie-breaks. A team scores what its seats score, no matter who sat there.
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
            side_id,
            table.points[side_id],
            {name: values_of[name][side_id] for name in table.shown},
            table.games[side_id],
            table.running[side_id],
        )
        for side_id, place in ruling.value.items()
    ]
    lines.sort(key=lambda line: line.place)
    return Ruling(tuple(lines), (*table.grounds, *ruling.grounds, *_first_place(event, lines)))


def is_awarded(line: Standing, ruling: Ruling[tuple[Standing, ...]]) -> bool:
    """Decide whether a place stands: a first place without a positive score does not (0.4)."""
    return line.place != 1 or all(ground.facts.get("awarded") is not False for ground in ruling.grounds)


@dataclass(frozen=True, slots=True)
class _Table:
    """The points to order, and the tie-breaks. *shown*: the tie-breaks to print, whether or not they decide."""

    points: Score
    games: Mapping[str, int]
    running: Mapping[str, int]
    shown: Mapping[str, Criterion]
    tie_breaks: Sequence[AppliedTieBreak]
    equal: Clause | None
    grounds: tuple[Ground, ...]


def _table(event: Event, results: Results, side_of: Mapping[str, str], order: Sequence[TieBreak]) -> _Table:
    """Return the table of *results* with the tie-breaks in their *order*, as far as the event's rules apply them."""
    points = results.points
    compared = [(tie_break, tie_break.exact(results)) for tie_break in order]
    shown: dict[str, Criterion] = dict(fide_ties.criteria(event, points))
    for _, criteria in compared:
        shown |= criteria
    tie_breaks: list[AppliedTieBreak] = []
    equal: Clause | None = None
    grounds: tuple[Ground, ...] = ()
    if event.kind.family is not Family.FIDE:
        if event.ties_broken:
            tie_breaks = [
                AppliedTieBreak(tie_break.clauses.on(event.start)[0], name, criterion)
                for tie_break, criteria in compared
                for name, criterion in criteria.items()
            ]
            tie_breaks += _further(event)
            equal, _ = tiebreaks.EQUAL.on(event.start)
            grounds = tuple(ground for extra in _further_rulings(event) for ground in extra.grounds)
        else:
            equal, _ = tiebreaks.TIES_ARE_BROKEN.on(event.start)
    return _Table(points, *_counts(list(points), event.games, side_of), shown, tie_breaks, equal, grounds)


def _fide_order(event: Event, table: _Table) -> list[Criterion]:
    """Return the order in a FIDE event: match points if they come before board points, points, its own tie-breaks."""
    own = [table.shown[code] for code in fide_ties.applied(event)]
    points: list[Criterion] = [lambda tied: {side: table.points[side] for side in tied}]
    if event.teams and event.match_points_first:
        points.insert(0, table.shown[tiebreaks.MATCH_POINTS.name])
    elif event.teams and event.tie_break_list:
        points.append(table.shown[tiebreaks.MATCH_POINTS.name])
    return [*points, *own]


def _further_rulings(event: Event) -> list[Ruling[bool]]:
    return [
        tiebreaks.may_add(extra.name, stated=extra.stated, start_list=event.start_list, on=event.start)
        for extra in event.further_tie_breaks
    ]


def _further(event: Event) -> list[AppliedTieBreak]:
    def tie_break(values: Mapping[str, int], name: str) -> AppliedTieBreak:
        cited, _ = tiebreaks.FURTHER.on(event.start)
        return AppliedTieBreak(cited, name, lambda tied: {side: Fraction(values.get(side, 0)) for side in tied})

    return [tie_break(extra.values, extra.name) for extra in event.further_tie_breaks]


def _first_place(event: Event, lines: list[Standing]) -> tuple[Ground, ...]:
    """Decide whether first place is awarded at all, once everything is finished (individual ICCF events only)."""
    if event.teams or event.kind.family is Family.FIDE or not lines or any(line.running for line in lines):
        return ()
    ruling = may_take_first_place(event.kind, lines[0].points, lines[0].games, on=event.start)
    return ruling.grounds if ruling.grounds[0].facts["bound"] else ()


def _shown_values(table: _Table) -> dict[str, Score]:
    """Return every tie-break of all. Mutual results are those among the players still level when it is their turn."""
    values: dict[str, Score] = {}
    before: list[Score] = [table.points]
    for name, computed in table.shown.items():
        groups: dict[tuple[Fraction, ...], list[str]] = defaultdict(list)
        for side in table.points:
            groups[tuple(score[side] for score in before)].append(side)
        if name in AMONG_THE_TIED:
            values[name] = {side: value for tied in groups.values() for side, value in computed(tied).items()}
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
        for player, half, worth in zip((white, black), result.half_points, event.scoring.of(result), strict=True):
            points[player] += worth
            wins[player] += half == 2
    for extra in event.extra_points:
        if extra.player is not None:
            points[extra.player] += extra.points
    results = Results(points, wins, finished)
    return _table(event, results, {player: player for player in ids}, tiebreaks.OF_PLAYERS)


def _counts(
    ids: Sequence[str], games: Sequence[Pairing], side_of: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return how many games of each stand in the table or will, and how many of them still run."""
    total, running = dict.fromkeys(ids, 0), dict.fromkeys(ids, 0)
    for game in games:
        if game.result is None or game.result.counts:
            for side in (side_of.get(game.white), side_of.get(game.black)):
                if side is not None:
                    total[side] += 1
                    running[side] += game.result is None
    return total, running


# -- teams ------------------------------------------------------------------------------------------------------------


Matches = dict[tuple[int | None, frozenset[str]], Match]


def _teams(event: Event) -> _Table:
    board_of = {player: number for team in event.teams for number, player in enumerate(team.players, 1)}
    team_of = {player: team.id for team in event.teams for player in team.players}
    ids = [team.id for team in event.teams]
    points: dict[str, Fraction] = dict.fromkeys(ids, Fraction(0))
    boards: dict[int, dict[str, Fraction]] = defaultdict(lambda: dict.fromkeys(ids, Fraction(0)))
    matches: Matches = {}
    for game in event.games:
        white_team, black_team = team_of.get(game.white), team_of.get(game.black)
        if (
            white_team is None
            or black_team is None
            or white_team == black_team
            or (game.result and not game.result.counts)
        ):
            continue
        turn = game.round if event.kind.family is Family.FIDE else None
        match = matches.setdefault(
            (turn, frozenset((white_team, black_team))), Match({white_team: NONE, black_team: NONE}, event.scoring.win)
        )
        if game.result is None:
            match.running += 1
            continue
        worth = event.scoring.of(game.result)
        for team, player, gained in zip((white_team, black_team), (game.white, game.black), worth, strict=True):
            points[team] += gained
            match.points[team] += gained
            boards[game.board or board_of[player]][team] += gained
    bonus = _add_extra(event, team_of, board_of, points, boards, matches)
    results = Results(points, matches=matches, boards=boards, bonus=bonus, scoring=event.scoring)
    return _table(event, results, team_of, tiebreaks.OF_TEAMS)


def _add_extra(
    event: Event,
    team_of: Mapping[str, str],
    board_of: Mapping[str, int],
    points: dict[str, Fraction],
    boards: Mapping[int, dict[str, Fraction]],
    matches: Matches,
) -> dict[str, Fraction]:
    """Add what was not played: a player's points to the match of their team in that round, a team's to the team.

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
