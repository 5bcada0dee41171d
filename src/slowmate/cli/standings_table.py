"""The table of an event as people read it: a cross-table, or rounds where not everybody meets everybody."""

from fractions import Fraction

from rich.console import Console
from rich.text import Text

from slowmate.cli.tables import Column, fitted
from slowmate.events.running.standings import Standing, is_awarded
from slowmate.events.running.tiebreak_values import BOARD
from slowmate.events.running.tiebreaks import BOARDS, MATCH_POINTS, OF_PLAYERS, tie_break_of
from slowmate.records import UNDATED, Event, ExtraPoints, Family, Pairing, Player, Status, Unplayed
from slowmate.rulebook import Ruling
from slowmate.words import say, score

ICCF_COLUMNS = frozenset(tie_break.name for tie_break in OF_PLAYERS)
LEFT_OUT = ("cross-table", "boards", "games", "title", "federation", "tie-breaks", "rating")
"""The columns left out on a narrow terminal, in this order; rank, name and points stay."""
MOST_CROSS = 40
"""A cross-table of more players is not for reading."""
LEAST_MET = Fraction(1, 2)
"""The part of all pairs that must meet in a cross-table; with fewer, rounds say more."""

Cells = dict[tuple[str, str], list[Fraction | None]]


def print_standings(event: Event, ruling: Ruling[tuple[Standing, ...]], out: Console) -> None:
    """Name, kind and start of the event, and the table, as wide as there is room."""
    lines = ruling.value
    out.print(event.name, style="bold", highlight=False)
    started = f", started {event.start:%d %B %Y}" if event.start != UNDATED else ""
    out.print(f"{event.kind.name}{started}", highlight=False)
    columns = _team_columns(event, lines) if event.teams else _player_columns(event, ruling)
    table, dropped = fitted(columns, LEFT_OUT, out.width)
    out.print(table)
    if not any(column.group == "cross-table" for column in columns) and len(lines) > MOST_CROSS:
        out.print(f"No cross-table: {len(lines)} are too many for one.", highlight=False)
    if dropped:
        what = ", ".join(dropped[:-1]) + " and " * (len(dropped) > 1) + dropped[-1]
        out.print(f"Left out, for {out.width} columns: {what}. A wider terminal or a file has them.", highlight=False)
    for ground in ruling.grounds:
        if ground.facts.get("awarded") is False:
            out.print(Text(f"{say(ground)} [{ground.clause}]"))
    running = sum(game.result is None for game in event.games)
    if running:
        out.print(f"{running} game{'s' * (running > 1)} still running (·)", highlight=False)


def places(lines: tuple[Standing, ...]) -> list[str]:
    """Write shared places as 2-3; the repeated ones stay empty."""
    sharing: dict[int, int] = {}
    for line in lines:
        sharing[line.place] = sharing.get(line.place, 0) + 1
    shown, before = [], None
    for line in lines:
        last = line.place + sharing[line.place] - 1
        shown.append("" if line.place == before else str(line.place) if last == line.place else f"{line.place}-{last}")
        before = line.place
    return shown


def _player_columns(event: Event, ruling: Ruling[tuple[Standing, ...]]) -> list[Column]:
    lines = ruling.value
    players = {player.id: player for player in event.players}
    shown = [players[line.id] for line in lines]
    own = {identity: identity for identity in players}
    numbered = zip(places(lines), lines, strict=True)
    return [
        Column("#", [place if is_awarded(line, ruling) else "-" for place, line in numbered]),
        Column("", [player.title or "" for player in shown], "title", left=True),
        Column("Name", [_name(player) for player in shown], left=True, shrinks=True),
        Column("Fed", [player.federation or "" for player in shown], "federation", left=True),
        Column("Rating", [str(player.rating or "") for player in shown], "rating"),
        *(_rounds(event, lines, own) if _has_rounds(event, own) else _cross(event, lines, own)),
        Column("Points", [Text(score(line.points), style="bold") for line in lines]),
        Column("Games", [str(line.games - line.running) for line in lines], "games"),
        *_tie_breaks(event, lines),
    ]


def _team_columns(event: Event, lines: tuple[Standing, ...]) -> list[Column]:
    names = {team.id: team.name for team in event.teams}
    owner = {player: team.id for team in event.teams for player in team.players}
    points = Column("Points", [Text(score(line.points), style="bold") for line in lines])
    matches = Column(MATCH_POINTS.short, [score(line.tie_breaks[MATCH_POINTS.name]) for line in lines])
    rest = [column for column in _tie_breaks(event, lines) if column.heading != MATCH_POINTS.short]
    return [
        Column("#", places(lines)),
        Column("Team", [names[line.id] for line in lines], left=True, shrinks=True),
        *(_rounds(event, lines, owner) if _has_rounds(event, owner) else _cross(event, lines, owner)),
        *((matches, points) if event.match_points_first else (points, matches)),
        *rest,
    ]


def _name(player: Player) -> Text:
    name = Text(player.name, style="" if player.status is Status.PLAYING else "dim")
    if player.status is not Status.PLAYING:
        name.append(f" ({player.status.value})")
    return name


def _tie_breaks(event: Event, lines: tuple[Standing, ...]) -> list[Column]:
    names = list(lines[0].tie_breaks) if lines else []
    if event.tie_break_list and any(name not in ICCF_COLUMNS for name in names) and not event.teams:
        names = [name for name in names if name not in ICCF_COLUMNS]
    return [_tie_break(name, [score(line.tie_breaks[name]) for line in lines]) for name in names]


def _tie_break(name: str, cells: list[str]) -> Column:
    tie_break = tie_break_of(name)
    if tie_break is BOARDS:
        return Column(BOARDS.short + name.removeprefix(BOARD), cells, "boards")
    return Column(tie_break.short if tie_break else name, cells, "tie-breaks")


# -- who met whom -----------------------------------------------------------------------------------------------------


def _has_rounds(event: Event, owner: dict[str, str]) -> bool:
    """Decide whether rounds say more than a cross-table: games have rounds, and not even half of all pairs meet."""
    if event.kind.family is not Family.FIDE or not event.games or any(game.round is None for game in event.games):
        return False
    sides = len(set(owner.values()))
    met = {frozenset((owner.get(game.white), owner.get(game.black))) for game in event.games}
    return event.kind.slug == "fide-swiss" or 2 * len(met) < LEAST_MET * sides * (sides - 1)


def _numbers(lines: tuple[Standing, ...]) -> dict[str, str]:
    """Return how others are referred to: by their own numbers if those are short, else by their rows."""
    if all(len(line.id) <= 4 for line in lines):
        return {line.id: line.id for line in lines}
    return {line.id: str(row) for row, line in enumerate(lines, 1)}


def _rounds(event: Event, lines: tuple[Standing, ...], owner: dict[str, str]) -> list[Column]:
    """Return a column for each round: 17w1 is a win with White against number 17, 17:2½ the score of a team."""
    numbers = _numbers(lines)
    last = max(
        max((game.round or 0 for game in event.games), default=0),
        max((extra.round or 0 for extra in event.extra_points), default=0),
    )
    cells = _team_rounds(event, numbers, owner) if event.teams else _player_rounds(event, numbers)
    rounds = (
        Column(str(number), [cells.get((line.id, number), "") for line in lines], "cross-table")
        for number in range(1, last + 1)
    )
    return [Column("No", [numbers[line.id] for line in lines], "cross-table"), *rounds]


def _player_rounds(event: Event, numbers: dict[str, str]) -> dict[tuple[str, int], str]:
    cells = {}
    for game in event.games:
        white, black = _signs(game)
        cells[game.white, game.round or 0] = f"{numbers[game.black]}w{white}"
        cells[game.black, game.round or 0] = f"{numbers[game.white]}b{black}"
    for extra in event.extra_points:
        if extra.player is not None and extra.round and extra.why is not Unplayed.ADJUSTMENT:
            cells[extra.player, extra.round] = _unplayed(extra)
    return cells


def _signs(game: Pairing) -> tuple[str, str]:
    if game.result is None:
        return "·", "·"
    white, black = game.result.half_points
    if game.result.is_forfeit:
        return "-+"[white == 2], "-+"[black == 2]
    return "0½1"[white], "0½1"[black]


def _unplayed(extra: ExtraPoints) -> str:
    return "+" if extra.why is Unplayed.FORFEIT else f"bye{score(extra.points)}"


def _team_rounds(event: Event, numbers: dict[str, str], owner: dict[str, str]) -> dict[tuple[str, int], str]:
    scored: dict[tuple[str, int], Fraction] = {}
    against: dict[tuple[str, int], str] = {}
    for game in event.games:
        white, black, number = owner.get(game.white), owner.get(game.black), game.round or 0
        if white is None or black is None:
            continue
        gained = event.scoring.of(game.result) if game.result else (Fraction(0), Fraction(0))
        for side, other, points in ((white, black, gained[0]), (black, white, gained[1])):
            against[side, number] = numbers[other]
            scored[side, number] = scored.get((side, number), Fraction(0)) + points
    for extra in event.extra_points:
        team = extra.team if extra.player is None else owner.get(extra.player)
        if team is not None and extra.round and extra.why is not Unplayed.ADJUSTMENT:
            scored[team, extra.round] = scored.get((team, extra.round), Fraction(0)) + extra.points
            if extra.player is None:
                against.setdefault((team, extra.round), "-" if extra.why is Unplayed.FORFEIT else "bye")
    return {key: f"{against.get(key, '-')}:{score(points)}" for key, points in scored.items()}


def _cross(event: Event, lines: tuple[Standing, ...], owner: dict[str, str]) -> list[Column]:
    if len(lines) > MOST_CROSS:
        return []
    cells = _cells(event, owner)
    show = _match if event.teams else _results
    return [
        Column(
            str(number),
            ["■" if line is other else show(cells.get((line.id, other.id), [])) for line in lines],
            "cross-table",
        )
        for number, other in enumerate(lines, 1)
    ]


def _cells(event: Event, owner: dict[str, str]) -> Cells:
    """Return the scores of each side against each other by game; None is running. Cancelled games are left out."""
    cells: Cells = {}
    for game in event.games:
        white, black = owner.get(game.white), owner.get(game.black)
        if white is None or black is None or (game.result and not game.result.counts):
            continue
        halves = game.result.half_points if game.result else (None, None)
        for (side, other), half in zip(((white, black), (black, white)), halves, strict=True):
            cells.setdefault((side, other), []).append(None if half is None else Fraction(half, 2))
    return cells


def _results(games: list[Fraction | None]) -> str:
    return "".join("·" if game is None else score(game) for game in games)


def _match(games: list[Fraction | None]) -> str:
    total = sum((game for game in games if game is not None), Fraction(0))
    return f"{score(total)}{'·' if None in games else ''}" if games else ""
