"""`slowmate standings EVENT`"""

import argparse
import json
from itertools import groupby

from rich.console import Console
from rich.text import Text

from slowmate.cli.files import add_start, read_event_file
from slowmate.cli.standings_table import print_standings
from slowmate.cli.tables import console
from slowmate.events.running import fide_ties
from slowmate.events.running.consequences import consequences
from slowmate.events.running.standings import Standing, standings
from slowmate.formats.grounds import Json, ground_json, number
from slowmate.records import BadInput, Event, Family
from slowmate.rulebook import NoEdition, Refused, Ruling
from slowmate.words import say, score

EXAMPLES = """examples:
  slowmate standings section.json
  slowmate standings section.json --explain
  slowmate standings open.trf
  slowmate standings section.json --format json | jq '.standings[0]'
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", metavar="EVENT", help="the event, JSON or TRF; - reads standard input")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--explain", action="store_true", help="tell how each tie was broken, and by which clause")
    add_start(parser)


def run(options: argparse.Namespace) -> int:
    event = read_event_file(options.event, start=options.start, dated=False)
    try:
        ruling = standings(event)
    except NoEdition as error:
        raise BadInput(str(error), file=options.event, field="start") from None
    except Refused as refusal:
        why = "; ".join(f"{say(ground)} [{ground.clause}]" for ground in refusal.grounds)
        raise BadInput(why, file=options.event, field="further_tie_breaks") from None
    if options.format == "json":
        qualified = _qualified(event)
        answer: dict[str, Json] = {"standings": [_line_json(line, qualified.get(line.id, [])) for line in ruling.value]}
        if options.explain:
            answer["grounds"] = [ground_json(ground) for ground in ruling.grounds]
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return 0
    out = console()
    print_standings(event, ruling.value, out)
    if options.explain:
        _print_ties(event, ruling, out)
    return 0


def _qualified(event: Event) -> dict[str, list[Json]]:
    """What the places of a finished event entitle to: for each player or team the kinds of event, by name."""
    if event.kind.family is Family.FIDE or any(game.result is None for game in event.games):
        return {}
    found: dict[str, list[Json]] = {}
    for step in consequences(event, ended=event.end or event.start).value:
        if step.what == "right":
            found.setdefault(step.who, []).append(step.value)
    return found


def _line_json(line: Standing, qualifies: list[Json]) -> Json:
    return {
        "place": line.place,
        "id": line.id,
        "points": number(line.points),
        "tie_breaks": {name: number(value) for name, value in line.tie_breaks.items()},
        "qualifies": qualifies,
    }


def _print_ties(event: Event, ruling: Ruling[tuple[Standing, ...]], out: Console) -> None:
    names = {player.id: player.name for player in event.players} | {team.id: team.name for team in event.teams}
    over_the_board = _ties(event, ruling.value, names) if event.kind.family is Family.FIDE else []
    if not ruling.grounds and not over_the_board:
        out.print("\nNo tie had to be broken.")
        return
    out.print("\nHow the places came about", style="bold")
    for ground in ruling.grounds:
        out.print(Text(f"• {say(ground, names=names)} [{ground.clause}]"))
    for tie in over_the_board:
        out.print(Text(f"• {tie}"))


def _ties(event: Event, lines: tuple[Standing, ...], names: dict[str, str]) -> list[str]:
    """How ties over the board were broken by the tie-breaks the event names, and which places are shared."""
    applied = fide_ties.applied(event)
    found: list[str] = []

    def tell(tied: list[Standing], codes: tuple[str, ...]) -> None:
        place, last = tied[0].place, tied[0].place + len(tied) - 1
        if len(tied) == 1:
            return
        if not codes:
            by = f"level in {', '.join(applied)}, too" if applied else _no_tie_break(event)
            who = "; ".join(names[line.id] for line in tied)
            found.append(f"Places {place}-{last} are shared by {who}, on {_total(event, tied[0])}: {by}.")
            return
        values = "; ".join(f"{names[line.id]} {score(line.tie_breaks[codes[0]])}" for line in tied)
        found.append(f"Places {place}-{last}, level on {_total(event, tied[0])}: {codes[0]} is {values}.")
        for _, group in groupby(tied, key=lambda line: line.tie_breaks[codes[0]]):
            tell(list(group), codes[1:])

    for _, level in groupby(lines, key=lambda line: _total(event, line)):
        tell(list(level), applied)
    return found


def _total(event: Event, line: Standing) -> str:
    matches = f"{score(line.tie_breaks['match_points'])} match points and " if event.teams else ""
    return f"{matches}{score(line.points)} point{'s' * (line.points != 1)}"


def _no_tie_break(event: Event) -> str:
    if event.tie_break_list:
        return f"of the tie-breaks the event names ({', '.join(event.tie_break_list)}) none is computed for them"
    return "the event names no tie-breaks, and FIDE's regulations that we hold have none"
