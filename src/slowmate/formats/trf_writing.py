"""An event as a tournament report: each field in its columns, and in records of 2026 and a comment what has none."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from slowmate.formats.trf_columns import TrfValue
from slowmate.formats.trf_records import (
    TrfGame,
    TrfLine,
    TrfPlayer,
    TrfRecord,
    TrfReport,
    TrfTeam,
    header_line,
    trf_line,
)
from slowmate.formats.trf_scores import Points, points_of, score_lines
from slowmate.records import UNDATED, Event, ExtraPoints, Family, Pairing, Player, Result, Unplayed

TYPE_NAMES = {
    "fide-round-robin": "Individual: Round-Robin",
    "fide-double-round-robin": "Individual: Double Round-Robin",
    "fide-swiss": "Individual: Swiss-System",
    "fide-team": "Team",
    "fide-match": "Individual: Match",
}
PAIRS = {
    ("1", "0"): Result.WHITE_WINS,
    ("0", "1"): Result.BLACK_WINS,
    ("=", "="): Result.DRAW,
    ("0", "0"): Result.BOTH_LOSE,
    ("W", "L"): Result.WHITE_WINS,
    ("L", "W"): Result.BLACK_WINS,
    ("D", "D"): Result.DRAW,
    ("L", "L"): Result.BOTH_LOSE,
    ("+", "-"): Result.WHITE_WINS_BY_FORFEIT,
    ("-", "+"): Result.BLACK_WINS_BY_FORFEIT,
    ("-", "-"): Result.BOTH_FORFEIT,
}
CODES = {result: codes for codes, result in reversed(PAIRS.items())}
KIND_COMMENT = "### slowmate: kind "
"""The comment that keeps a kind of event for which the format has no word."""
BYE_CODES = {
    Unplayed.HALF_POINT_BYE: "H",
    Unplayed.FULL_POINT_BYE: "F",
    Unplayed.PAIRING_BYE: "U",
    Unplayed.ZERO_POINT_BYE: "Z",
    Unplayed.FORFEIT: "+",
}


def report_of(event: Event) -> TrfReport:
    """Return an event as a report. Names too long for their columns are cut; ids that are no numbers become numbers.

    A game without a round goes into the first round in which both players are free.
    """
    numbers = _numbers([player.id for player in event.players])
    rounds: dict[str, dict[int, TrfGame]] = {player.id: {} for player in event.players}
    for game in sorted(event.games, key=lambda game: game.round is None):
        if game.result and not game.result.counts:
            continue
        number = game.round or next(_free(rounds[game.white], rounds[game.black]))
        for player_id, other, colour, code in _sides(game):
            rounds[player_id][number] = TrfGame(numbers[other], colour, code)
    for extra in event.extra_points:
        if extra.player in rounds and extra.round and extra.why in BYE_CODES:
            rounds[extra.player].setdefault(extra.round, TrfGame(0, "-", BYE_CODES[extra.why]))
    for player_id, number in event.fide.byes if event.fide else ():
        rounds[player_id].setdefault(number, TrfGame(0, "-", "U"))
    points = _totals(event, rounds)
    records: list[TrfRecord] = list(_headers(event))
    for player in sorted(event.players, key=lambda player: numbers[player.id]):
        rank = 1 + sum(other > points[player.id] for other in points.values())
        records.append(_player_record(player, numbers[player.id], rounds[player.id], points[player.id], rank))
    for index, team in enumerate(event.teams, 1):
        number = int(team.id) if team.id.isdecimal() and int(team.id) < 1000 else index
        records.append(TrfTeam(number, team.name[:32].strip(), tuple(numbers[player] for player in team.players)))
    records += _adjustments(event, numbers)
    return TrfReport(tuple(records))


def _totals(event: Event, rounds: dict[str, dict[int, TrfGame]]) -> dict[str, Fraction]:
    """Return the points of each player as the file shows them: of their rounds, and what was added or taken away."""
    worth = points_of(event.scoring, event.extra_points)
    totals = {
        player: sum((_gained(game, worth) for game in played.values()), Fraction(0))
        for player, played in rounds.items()
    }
    for extra in event.extra_points:
        if extra.player in totals and extra.why is Unplayed.ADJUSTMENT:
            totals[extra.player] += extra.points
    return totals


def _adjustments(event: Event, numbers: dict[str, int]) -> Iterator[TrfRecord]:
    """Yield records 299: points that no round of a player has; those of a team with its match points."""
    for extra in event.extra_points:
        if extra.team is not None and extra.team.isdecimal():
            yield _adjustment(extra, int(extra.team), {"match points": extra.match_points})
        elif extra.player in numbers and extra.why is Unplayed.ADJUSTMENT and not event.teams:
            yield _adjustment(extra, numbers[extra.player], {})


def _adjustment(extra: ExtraPoints, number: int, fields: dict[str, TrfValue]) -> TrfLine:
    return trf_line("299", {**fields, "points": extra.points, "round": extra.round}, ((number,),))


def _gained(game: TrfGame, worth: Points) -> Fraction:
    return worth.of(game.result, game.colour) if game.opponent else worth.alone(game.result)


def _numbers(ids: Sequence[str]) -> dict[str, int]:
    own = [int(identity) for identity in ids if identity.isdecimal() and 0 < int(identity) < 10_000]
    if len(set(own)) == len(ids):
        return dict(zip(ids, own, strict=True))
    return {identity: number for number, identity in enumerate(ids, 1)}


def _free(white: dict[int, TrfGame], black: dict[int, TrfGame]) -> Iterator[int]:
    return (number for number in range(1, 10_000) if number not in white and number not in black)


def _sides(game: Pairing) -> tuple[tuple[str, str, str, str], ...]:
    white, black = CODES[game.result] if game.result else ("", "")
    if not game.rated:
        letters = {"1": "W", "=": "D", "0": "L"}
        white, black = letters.get(white, white), letters.get(black, black)
    return (game.white, game.black, "w", white), (game.black, game.white, "b", black)


def _headers(event: Event) -> Iterator[TrfRecord]:
    chief = f"{event.director.title or ''} {event.director.name}".strip() if event.director else ""
    kind = TYPE_NAMES.get(event.kind.slug, event.kind.name)
    texts = [
        ("012", event.name),
        ("022", event.city),
        ("032", event.federation),
        ("042", f"{event.start:%Y/%m/%d}" if event.start != UNDATED else None),
        ("052", f"{event.end:%Y/%m/%d}" if event.end else None),
        ("062", str(len(event.players))),
        ("072", str(sum(player.rating is not None for player in event.players))),
        ("082", str(len(event.teams)) if event.teams else None),
        ("092", f"{kind}, Scheveningen" if event.scheveningen else kind),
        ("102", chief),
        *(("112", deputy) for deputy in event.deputies),
        ("122", event.rate_of_play),
    ]
    yield from (header_line(tag, text) for tag, text in texts if text)
    if event.round_dates:
        yield trf_line("132", {}, tuple((f"{day:%y/%m/%d}" if day else "",) for day in event.round_dates))
    if event.rounds:
        yield header_line("142", str(event.rounds))
    if event.kind.family is not Family.FIDE:
        yield header_line("###", f"{KIND_COMMENT.removeprefix('### ')}{event.kind.slug}")
    if event.match_points_first:
        yield header_line("192", "FIDE_TEAM")
    if event.tie_break_list:
        yield header_line("202", ",".join(event.tie_break_list))
    yield from score_lines(points_of(event.scoring, event.extra_points))


def _player_record(player: Player, number: int, rounds: dict[int, TrfGame], points: Fraction, rank: int) -> TrfPlayer:
    born = f"{player.born:%Y/%m/%d}" if player.born else f"{player.birth_year}/00/00" if player.birth_year else ""
    return TrfPlayer(
        number=number,
        name=" ".join(player.name.split())[:33].strip(),
        sex={"f": "w", "m": "m"}.get(player.sex or "", ""),
        title=(player.title or "")[:3],
        rating=player.rating,
        federation=(player.federation or "")[:3],
        fide_number=player.fide_id or "",
        born=born,
        points=points,
        rank=rank,
        rounds=tuple(rounds.get(index, TrfGame()) for index in range(1, max(rounds, default=0) + 1)),
    )
