"""`slowmate standings EVENT`"""

import argparse
import json
from datetime import date
from fractions import Fraction

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowmate.cli.files import read_bytes
from slowmate.cli.tables import console
from slowmate.cli.what_follows import missed, next_in_line, print_steps, step_json, steps_of, to_adjudicate
from slowmate.events.running.consequences import Consequence, Step
from slowmate.events.running.standings import Standing, standings
from slowmate.formats.events import read_any_event
from slowmate.formats.grounds import Json, ground_json, number
from slowmate.formats.reading import MAX_BYTES
from slowmate.records import BadInput, Event, Status
from slowmate.rulebook import NoEdition, Refused, Ruling
from slowmate.words import say, score

EXAMPLES = """examples:
  slowmate standings section.json
  slowmate standings section.json --explain
  slowmate standings open.trf
  slowmate standings section.json --format json | jq '.standings[0]'
  slowmate standings group1.json --with group2.json --with group3.json
  slowmate standings candidates1.json --with candidates2.json --vacant 2 --on 2019-06-10
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", metavar="EVENT", help="the event, JSON or TRF; - reads standard input")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument(
        "--with",
        dest="others",
        action="append",
        default=[],
        metavar="EVENT",
        help="another section of the stage: for the best of the rest, and for vacant places",
    )
    parser.add_argument("--vacant", type=int, metavar="N", help="who may be admitted to so many places of a Final")
    parser.add_argument(
        "--on", metavar="DATE", help="the start of that Final; of an Olympiad, the day on which games are adjudicated"
    )
    parser.add_argument("--explain", action="store_true", help="tell how each tie was broken, and by which clause")


def run(options: argparse.Namespace) -> int:
    event = read_any_event(read_bytes(options.event, limit=MAX_BYTES), file=options.event)
    try:
        ruling = standings(event)
    except NoEdition as error:
        raise BadInput(str(error), file=options.event, field="start") from None
    except Refused as refusal:
        why = "; ".join(f"{say(ground)} [{ground.clause}]" for ground in refusal.grounds)
        raise BadInput(why, file=options.event, field="further_tie_breaks") from None
    others = [read_any_event(read_bytes(other, limit=MAX_BYTES), file=other) for other in options.others]
    steps = steps_of(event, others, file=options.event)
    on = _day(options.on)
    open_ = to_adjudicate(event, on) if on else None
    vacancies = None
    if options.vacant is not None:
        vacancies = next_in_line(event, others, options.vacant, start=on or event.start)
    if options.format == "json":
        answer = _json(event, ruling, steps)
        if vacancies:
            answer["admissible"] = list(vacancies.value)
        if open_ is not None:
            answer["adjudicate"] = [[game.white, game.black] for game in open_]
        if options.explain:
            answer["grounds"] = [ground_json(ground) for ground in ruling.grounds]
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return 0
    out = console()
    _print(event, ruling, out, explain=options.explain)
    print_steps(event, steps, out)
    if vacancies:
        out.print(Text(f"{say(vacancies.grounds[0])} [{vacancies.grounds[0].clause}]"))
    if open_ is not None:
        pairs = ", ".join(f"{game.white}-{game.black}" for game in open_)
        out.print(f"games to be adjudicated: {pairs or 'none'}", highlight=False)
    return 0


def _json(event: Event, ruling: Ruling[tuple[Standing, ...]], steps: tuple[Consequence, ...]) -> dict[str, Json]:
    answer: dict[str, Json] = {"standings": [_line_json(event, line, ruling, steps) for line in ruling.value]}
    if steps:
        answer["steps"] = [step_json(step) for step in steps]
    if behind := missed(event):
        answer["missed_by_tie_break"] = list(behind)
    return answer


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a date; write it as 2024-01-01", field="--on") from None


def _is_awarded(line: Standing, ruling: Ruling[tuple[Standing, ...]]) -> bool:
    """Whether a place stands: a first place without a positive score does not (0.4)."""
    return line.place != 1 or all(ground.facts.get("awarded") is not False for ground in ruling.grounds)


def _line_json(
    event: Event, line: Standing, ruling: Ruling[tuple[Standing, ...]], steps: tuple[Consequence, ...]
) -> Json:
    entitled = (Step.RIGHT, Step.UP) if event.teams or event.promotion else (Step.RIGHT,)
    said: dict[str, Json] = {
        "place": line.place,
        "id": line.id,
        "points": number(line.points),
        "tie_breaks": {name: number(value) for name, value in line.tie_breaks.items()},
        "qualifies": [step.value for step in steps if step.who == line.id and step.what in entitled],
    }
    if asked := [step for step in steps if step.who == line.id and step.what is Step.ASK]:
        said["referred"] = [{"to": step.value, "office": str(step.refer)} for step in asked]
    return said if _is_awarded(line, ruling) else said | {"awarded": False}


def _print(event: Event, ruling: Ruling[tuple[Standing, ...]], out: Console, *, explain: bool) -> None:
    out.print(event.name, style="bold", highlight=False)
    out.print(f"{event.kind.name}, started {event.start:%d %B %Y}", highlight=False)
    out.print(_team_table(event, ruling.value) if event.teams else _player_table(event, ruling))
    for ground in ruling.grounds:
        if ground.facts.get("awarded") is False:
            out.print(Text(f"{say(ground)} [{ground.clause}]"))
    running = sum(game.result is None for game in event.games)
    if running:
        out.print(f"{running} game{'s' * (running > 1)} still running (·)", highlight=False)
    if explain:
        names = {player.id: player.name for player in event.players} | {team.id: team.name for team in event.teams}
        out.print("\nHow the places came about" if ruling.grounds else "\nNo tie had to be broken.", style="bold")
        for ground in ruling.grounds:
            out.print(Text(f"• {say(ground, names=names)} [{ground.clause}]"))


def _cells(event: Event, owner: dict[str, str]) -> dict[tuple[str, str], list[Fraction | None]]:
    """What each side scored against each other side, game by game; None is running. Cancelled games are left out."""
    cells: dict[tuple[str, str], list[Fraction | None]] = {}
    for game in event.games:
        white, black = owner.get(game.white), owner.get(game.black)
        if white is None or black is None or (game.result and not game.result.counts):
            continue
        halves = game.result.half_points if game.result else (None, None)
        for (one, other), half in zip(((white, black), (black, white)), halves, strict=True):
            cells.setdefault((one, other), []).append(None if half is None else Fraction(half, 2))
    return cells


def _base_table(headings: list[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in headings:
        left = heading in {"Name", "Team", "Fed", ""}
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    return table


def _places(lines: tuple[Standing, ...]) -> list[str]:
    """Shared places print as 2-3; the repeated ones stay empty."""
    shown = []
    for number_, line in enumerate(lines):
        sharing = sum(other.place == line.place for other in lines)
        last = line.place + sharing - 1
        first = number_ == 0 or lines[number_ - 1].place != line.place
        shown.append("" if not first else str(line.place) if sharing == 1 else f"{line.place}-{last}")
    return shown


LABELS = {"wins": "Wins", "sonneborn_berger": "SB", "mutual": "Mutual", "match_points": "MP"}


def _label(name: str) -> str:
    return LABELS.get(name, name.replace("board_", "B"))


def _player_table(event: Event, ruling: Ruling[tuple[Standing, ...]]) -> Table:
    lines = ruling.value
    players = {player.id: player for player in event.players}
    cells = _cells(event, {one: one for one in players})
    numbers = [str(index) for index in range(1, len(lines) + 1)]
    table = _base_table(["#", "", "Name", "Fed", "Rating", *numbers, "Points", "Games", *map(_label, _names(lines))])
    for place, line in zip(_places(lines), lines, strict=True):
        player = players[line.id]
        name = Text(player.name, style="" if player.status is Status.PLAYING else "dim")
        if player.status is not Status.PLAYING:
            name.append(f" ({player.status.value})")
        results = ["■" if other is line else _results(cells.get((line.id, other.id), [])) for other in lines]
        table.add_row(
            place if _is_awarded(line, ruling) else "-",
            player.title or "",
            name,
            player.federation or "",
            str(player.rating or ""),
            *results,
            Text(score(line.points), style="bold"),
            str(line.games - line.running),
            *(score(value) for value in line.tie_breaks.values()),
        )
    return table


def _results(games: list[Fraction | None]) -> str:
    return "".join("·" if game is None else score(game) for game in games)


def _team_table(event: Event, lines: tuple[Standing, ...]) -> Table:
    owner = {player: team.id for team in event.teams for player in team.players}
    names = {team.id: team.name for team in event.teams}
    cells = _cells(event, owner)
    numbers = [str(index) for index in range(1, len(lines) + 1)]
    table = _base_table(["#", "Team", *numbers, "Points", *map(_label, _names(lines))])
    for place, line in zip(_places(lines), lines, strict=True):
        results = ["■" if other is line else _match(cells.get((line.id, other.id), [])) for other in lines]
        table.add_row(
            place,
            names[line.id],
            *results,
            Text(score(line.points), style="bold"),
            *(score(value) for value in line.tie_breaks.values()),
        )
    return table


def _match(games: list[Fraction | None]) -> str:
    total = sum((game for game in games if game is not None), Fraction(0))
    return f"{score(total)}{'·' if None in games else ''}" if games else ""


def _names(lines: tuple[Standing, ...]) -> list[str]:
    return list(lines[0].tie_breaks) if lines else []
