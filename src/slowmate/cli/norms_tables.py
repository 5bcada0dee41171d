"""Tables that hold before a game is played: the statement of norms of an event, and FIDE's table of scores."""

import json
from fractions import Fraction

from rich import box
from rich.table import Table
from rich.text import Text

from slowmate.cli.tables import console
from slowmate.formats.grounds import Json, ground_json, number
from slowmate.records import BadInput, Event
from slowmate.rulebook import EDITIONS, Ground
from slowmate.titles.fide.mix import rounding_ground
from slowmate.titles.fide.summary import differences_from_print, score_table
from slowmate.titles.fide.titles import NORM_TITLES
from slowmate.titles.iccf.statement import Statement, statement
from slowmate.words import say, score

LEAST_GAMES, MOST_GAMES = 7, 19
"""The tables of 1.72 are for these numbers of games."""


def show_statement(event: Event, *, as_json: bool) -> None:
    """Print the statement of norms (ICCF): what each title takes of each player, as fixed at the start."""
    ruling = statement(event)
    if as_json:
        print(json.dumps(_statement_json(ruling.value, ruling.grounds), ensure_ascii=False, indent=2))
        return
    out, fixed = console(), ruling.value
    out.print(Text(f"Statement of norms: {event.name}", style="bold"))
    average = "" if fixed.average is None else f"; average {fixed.average}"
    category = "" if fixed.category is None else f"; category {fixed.category}"
    out.print(Text(f"{EDITIONS[fixed.edition].title}; start {fixed.start:%d %B %Y}{average}{category}"))
    titles = list(dict.fromkeys(title for needed in fixed.needed.values() for title in needed))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("Name", "Games", *titles, "v GM", "v SIM"):
        table.add_column(heading, justify="left" if heading == "Name" else "right", no_wrap=True)
    names = {player.id: (player.replaces or player).name for player in event.players}
    for player_id, needed in fixed.needed.items():
        scores = ("–" if needed[title] is None else score(needed[title] or Fraction(0)) for title in titles)
        table.add_row(Text(names[player_id]), str(fixed.games[player_id]), *scores, *map(str, fixed.titled[player_id]))
    out.print(table)
    out.print(Text("v GM: against Grandmasters or fixed ratings from 2600. – not open", style="dim"))
    for ground in ruling.grounds:
        out.print(Text(f"{say(ground)} [{ground.clause}]"))


def _statement_json(fixed: Statement, grounds: tuple[Ground, ...]) -> dict[str, Json]:
    return {
        "event": fixed.event,
        "rules": fixed.edition,
        "start": fixed.start.isoformat(),
        "average": None if fixed.average is None else float(fixed.average),
        "category": fixed.category,
        "players": [
            {
                "id": player_id,
                "games": fixed.games[player_id],
                "gm_games": fixed.titled[player_id][0],
                "sim_games": fixed.titled[player_id][1],
                "needed": {title: None if value is None else number(value) for title, value in needed.items()},
            }
            for player_id, needed in fixed.needed.items()
        ],
        "grounds": [ground_json(ground) for ground in grounds],
    }


def show_scores(games: int, *, as_json: bool) -> None:
    """Print the score and average that make a title performance (FIDE 1.72), and where the printed tables differ."""
    if not LEAST_GAMES <= games <= MOST_GAMES:
        raise BadInput(f"{games} is outside {LEAST_GAMES} to {MOST_GAMES}, the games of the tables", field="--scores")
    tables = {title: score_table(games, title) for title in NORM_TITLES}
    differences = differences_from_print()
    rounding, (text_rules, corrected) = rounding_ground(games), differences.grounds
    grounds = [rounding, text_rules, corrected]
    halves = sorted({half for table in tables.values() for half in table.value}, reverse=True)
    if as_json:
        rows: list[Json] = [
            {"score": half / 2, **{str(title): _span(table.value.get(half)) for title, table in tables.items()}}
            for half in halves
        ]
        answer: dict[str, Json] = {
            "games": games,
            "scores": rows,
            "grounds": [ground_json(ground) for ground in grounds],
        }
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    out = console()
    out.print(Text(f"Average of the opponents for a title performance in {games} games", style="bold"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("Score", *NORM_TITLES):
        table.add_column(heading, justify="right", no_wrap=True)
    for half in halves:
        table.add_row(score(Fraction(half, 2)), *(_cell(ruling.value.get(half)) for ruling in tables.values()))
    out.print(table)
    for ground in (*(ruling.grounds[0] for ruling in tables.values()), rounding, text_rules):
        out.print(Text(f"{say(ground)} [{ground.clause}]"))
    for line in differences.value:
        if line.startswith(f"{games} "):
            out.print(Text(f"  {line} [{corrected.clause}]"))


def _span(averages: tuple[int, int | None] | None) -> Json:
    return None if averages is None else list(averages)


def _cell(averages: tuple[int, int | None] | None) -> str:
    if averages is None:
        return ""
    first, last = averages
    return f"{first}–{last}" if last is not None else f"from {first}"
