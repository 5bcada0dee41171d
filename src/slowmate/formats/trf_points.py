"""The points of a tournament report beside its games: byes of each kind, boards and matches won without an opponent,
bonuses and penalties (records 240, 299, 320 and 330 of 2026). What a result is worth stands in `trf_scores`.

Players' numbers and teams' numbers are told apart by the kind of event: in a team event 240, 299, 320 and 330 speak of
teams. Points of players against nobody (``0000 - +``) belong to the match their team played in that round.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from slowmate.formats.trf_records import BYES, TrfGame, TrfPlayer, TrfReport, line_fields
from slowmate.formats.trf_scores import Points
from slowmate.records import BadInput, ExtraPoints, Pairing, Team, Unplayed

WHY = {
    "H": Unplayed.HALF_POINT_BYE,
    "=": Unplayed.HALF_POINT_BYE,
    "D": Unplayed.HALF_POINT_BYE,
    "F": Unplayed.FULL_POINT_BYE,
    "U": Unplayed.PAIRING_BYE,
    "+": Unplayed.FORFEIT,
    "-": Unplayed.FORFEIT,
    "1": Unplayed.FORFEIT,
    "W": Unplayed.FORFEIT,
}
"""Why a round without an opponent gave points, by its code; the files of 2006 write = and + for byes."""
ABNORMAL = {"W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z", "+": "+", "-": "-"}
"""The codes of rounds that a type of an abnormal assignment (299) speaks of."""


@dataclass(frozen=True, slots=True)
class _Abnormal:
    """A record 299. *kind* is empty for a bonus or a penalty; without *ids* everybody is meant, without *round* all."""

    kind: str
    match_points: Fraction | None
    points: Fraction | None
    round: int | None
    ids: tuple[int, ...]

    def speaks_of(self, identity: int, number: int) -> bool:
        return (not self.ids or identity in self.ids) and self.round in (None, number)


def _abnormal(report: TrfReport, file: str) -> list[_Abnormal]:
    abnormal = []
    for line in report.lines("299"):
        fields, groups = line_fields(line, file=file)
        kind = str(fields["type"]).upper()
        if kind and kind not in ABNORMAL:
            why = f"{kind!r} is not one of {' '.join(ABNORMAL)} or blank"
            raise BadInput(why, file=file, line=line.line, field="column 5 (type)")
        abnormal.append(
            _Abnormal(
                kind, _points(fields["match points"]), _points(fields["points"]), _whole(fields["round"]), _ids(groups)
            )
        )
    return abnormal


def _points(value: object) -> Fraction | None:
    return value if isinstance(value, Fraction) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and value else None


def _ids(groups: Iterable[tuple[object, ...]]) -> tuple[int, ...]:
    return tuple(group[0] for group in groups if isinstance(group[0], int) and group[0])


def _byes(report: TrfReport, file: str) -> dict[tuple[int, int], str]:
    """Return which bye (240) each player, or team of a team event, has asked for, by number and round."""
    byes = {}
    for line in report.lines("240"):
        fields, groups = line_fields(line, file=file)
        kind, number = str(fields["bye"]).upper(), _whole(fields["round"])
        if kind not in ("F", "H", "Z") or number is None:
            raise BadInput("a bye needs a type F, H or Z and a round", file=file, line=line.line, field="240")
        byes.update(dict.fromkeys(((identity, number) for identity in _ids(groups)), kind))
    return byes


# -- players ----------------------------------------------------------------------------------------------------------


def player_points(report: TrfReport, points: Points, *, teams: bool, file: str) -> list[ExtraPoints]:
    """Return what players have beside their games. In a team event records of byes and bonuses are about teams."""
    byes = {} if teams else _byes(report, file)
    abnormal = [] if teams else _abnormal(report, file)
    rounds = max(max((len(player.rounds) for player in report.players), default=0), *(last for _, last in byes), 0)
    extra = []
    for player in report.players:
        codes = [_code(player, number, byes) for number in range(1, rounds + 1)]
        for number, (code, colour) in enumerate(codes, 1):
            why = WHY.get(code, Unplayed.ZERO_POINT_BYE)
            gained = points.alone(code)
            if colour is None and (gained or why not in (Unplayed.FORFEIT, Unplayed.ZERO_POINT_BYE)):
                extra.append(ExtraPoints(why, gained, number, player=str(player.number)))
        extra += _adjusted(player, codes, abnormal, points)
    return extra


def _code(player: TrfPlayer, number: int, byes: Mapping[tuple[int, int], str]) -> tuple[str, str | None]:
    """Return the result of a round, and the player's colour; None without an opponent."""
    game = player.rounds[number - 1] if number <= len(player.rounds) else TrfGame()
    if game.opponent and game.result not in BYES:
        return game.result, game.colour
    return game.result or byes.get((player.number, number), ""), None


def _adjusted(
    player: TrfPlayer, codes: list[tuple[str, str | None]], abnormal: list[_Abnormal], points: Points
) -> Iterator[ExtraPoints]:
    for record in abnormal:
        if record.points is None:
            continue
        if not record.kind:
            if player.number in record.ids:
                yield ExtraPoints(Unplayed.ADJUSTMENT, record.points, record.round, player=str(player.number))
            continue
        for number, (code, colour) in enumerate(codes, 1):
            counted = code and code in ABNORMAL[record.kind] and record.speaks_of(player.number, number)
            difference = record.points - (points.alone(code) if colour is None else points.of(code, colour))
            if counted and difference:
                yield ExtraPoints(Unplayed.ADJUSTMENT, difference, number, player=str(player.number))


# -- teams ------------------------------------------------------------------------------------------------------------


def team_points(
    report: TrfReport, points: Points, teams: tuple[Team, ...], games: list[Pairing], *, file: str
) -> list[ExtraPoints]:
    """Return what each team has beside its matches, and what its players won without an opponent in its matches."""
    scoring = points.scoring
    boards = _boards(report, teams, games)
    abnormal = _abnormal(report, file)
    rounds: dict[tuple[str, int], ExtraPoints] = {}
    drawn = (boards * scoring.draw, scoring.team_draw)
    won = (boards * scoring.win, scoring.team_win)
    absent = (boards * scoring.absence, Fraction(0))
    ids = {team.id for team in teams}

    def note(team: int, number: int, code: str, why: Unplayed, worth: tuple[Fraction, Fraction]) -> None:
        if str(team) in ids:
            gave, matched = _points_of_unplayed(abnormal, team, number, code, worth)
            rounds[str(team), number] = ExtraPoints(why, gave, number, team=str(team), match_points=matched)

    for (team, number), kind in _byes(report, file).items():
        why = WHY.get(kind, Unplayed.ZERO_POINT_BYE)
        note(team, number, kind, why, {"F": won, "H": drawn}.get(kind, absent))
    for team, number, worth in _pairing_byes(report, drawn, file):
        note(team, number, "U", Unplayed.PAIRING_BYE, worth)
    for kind, number, white, black in _forfeited(report, file):
        lost = (absent[0], scoring.team_loss)
        note(white, number, kind[0], Unplayed.FORFEIT, won if kind[0] == "+" else lost)
        note(black, number, kind[1], Unplayed.FORFEIT, won if kind[1] == "+" else lost)
    alone, in_matches = _of_players(player_points(report, points, teams=True, file=file), teams, games, set(rounds))
    for (team_id, number), gained in alone.items():
        half = won[0] / 2
        matched = won[1] if gained > half else drawn[1] if gained == half else scoring.team_loss
        rounds[team_id, number] = ExtraPoints(Unplayed.FORFEIT, gained, number, team=team_id, match_points=matched)
    bonuses = [
        ExtraPoints(
            Unplayed.ADJUSTMENT,
            record.points or Fraction(0),
            record.round,
            None,
            str(team),
            record.match_points or Fraction(0),
        )
        for record in abnormal
        if not record.kind
        for team in record.ids
        if str(team) in ids
    ]
    return [*in_matches, *rounds.values(), *bonuses]


def _boards(report: TrfReport, teams: tuple[Team, ...], games: list[Pairing]) -> int:
    """Return how many boards a match has: as many as it has colours (352), else as the match with most of them."""
    if colours := report.header("352"):
        return len(colours)
    team_of = {player: team.id for team in teams for player in team.players}
    seen: dict[tuple[int | None, str | None], int] = defaultdict(int)
    for game in games:
        seen[game.round, team_of.get(game.white)] += 1
        seen[game.round, team_of.get(game.black)] += 1
    return max(seen.values(), default=0)


def _points_of_unplayed(
    abnormal: list[_Abnormal], team: int, number: int, code: str, usual: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """Return game points and match points of a round that was not played, unless a record 299 gives others for it."""
    gave, matched = usual
    for record in abnormal:
        if record.kind and code in ABNORMAL[record.kind] and record.speaks_of(team, number):
            gave = gave if record.points is None else record.points
            matched = matched if record.match_points is None else record.match_points
    return gave, matched


def _pairing_byes(
    report: TrfReport, drawn: tuple[Fraction, Fraction], file: str
) -> Iterator[tuple[int, int, tuple[Fraction, Fraction]]]:
    for line in report.lines("320"):
        fields, groups = line_fields(line, file=file)
        gave, matched = _points(fields["game points"]), _points(fields["match points"])
        worth = (drawn[0] if gave is None else gave, drawn[1] if matched is None else matched)
        for number, (team, *_) in enumerate(groups, 1):
            if isinstance(team, int) and team:
                yield team, number, worth


def _forfeited(report: TrfReport, file: str) -> Iterator[tuple[str, int, int, int]]:
    for line in report.lines("330"):
        fields, _ = line_fields(line, file=file)
        kind, number = str(fields["forfeit"]), _whole(fields["round"])
        white, black = _whole(fields["white team"]), _whole(fields["black team"])
        if kind not in ("+-", "-+", "--") or number is None or white is None or black is None:
            why = "a forfeited match needs +-, -+ or --, a round and two teams"
            raise BadInput(why, file=file, line=line.line, field="330")
        yield kind, number, white, black


def _of_players(
    extra: list[ExtraPoints], teams: tuple[Team, ...], games: list[Pairing], recorded: set[tuple[str, int]]
) -> tuple[dict[tuple[str, int], Fraction], list[ExtraPoints]]:
    """Return points without an opponent: of teams without a match in that round, summed; and those within matches.

    A round of a team that a record already covers (*recorded*) is not counted again.
    """
    team_of = {player: team.id for team in teams for player in team.players}
    matches = {(team_of.get(player), game.round) for game in games for player in (game.white, game.black)}
    alone: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
    within = []
    for bonus in extra:
        team, number = team_of.get(bonus.player or ""), bonus.round or 0
        if team is None or (team, number) in recorded:
            continue
        if (team, number) in matches:
            within.append(bonus)
        elif bonus.points:
            alone[team, number] += bonus.points
    return alone, within
