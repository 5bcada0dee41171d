"""`slowmate entry RECORD.json --event KIND --on DATE`: may this player enter, by which route, and why."""

import argparse
import json

from rich.text import Text

from slowmate.cli.files import day, read_bytes
from slowmate.cli.tables import console
from slowmate.events.entry.decision import EntryDecision, may_enter
from slowmate.events.entry.standing_routes import Target
from slowmate.formats.entrant_json import read_entrant
from slowmate.formats.grounds import Json, fact_json, ground_json, requirement_json
from slowmate.formats.reading import MAX_BYTES
from slowmate.records import KINDS, BadInput, not_a_kind
from slowmate.rulebook import NoEdition, Ruling
from slowmate.words import say

EXAMPLES = """examples:
  slowmate entry player.json --event world-championship-semi-final --on 2017-05-10 --start 2017-09-20
  slowmate entry player.json --event grandmaster-norm --on 2017-05-10 --fee 20 --paid 20
  slowmate entry player.json --event master-class --on 2017-05-10 --format json

exit status: 0 the player may enter, 1 he may not, 2 bad input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD.json", help="what is known of the player; - reads standard input")
    parser.add_argument("--event", required=True, metavar="KIND", help="the kind of event")
    parser.add_argument("--on", required=True, metavar="DATE", help="the day of the entry")
    parser.add_argument("--start", metavar="DATE", help="the day the event starts (default: the day of the entry)")
    parser.add_argument("--deadline", metavar="DATE", help="the last day for entries")
    parser.add_argument("--post", action="store_true", help="the event is played by post")
    parser.add_argument("--fee", type=int, default=0, metavar="N", help="the entry fee")
    parser.add_argument("--paid", type=int, default=0, metavar="N", help="what has been paid")
    parser.add_argument("--ladies-minimum", type=int, metavar="N", help="the rating set for Ladies' Semi-Finals")
    parser.add_argument("--format", choices=("table", "json"), default="table")


def run(options: argparse.Namespace) -> int:
    if options.event not in KINDS:
        raise BadInput(not_a_kind(options.event), field="--event")
    on = day(options.on, "--on")
    target = Target(
        options.event,
        day(options.start, "--start") if options.start else on,
        day(options.deadline, "--deadline") if options.deadline else None,
        by_post=options.post,
        fee=options.fee,
        ladies_minimum=options.ladies_minimum,
    )
    entrant = read_entrant(read_bytes(options.record, limit=MAX_BYTES), file=options.record)
    try:
        ruling = may_enter(entrant, target, on=on, paid=options.paid)
    except NoEdition as error:
        raise BadInput(str(error), file=options.record) from None
    if options.format == "json":
        print(json.dumps(_json(ruling), ensure_ascii=False, indent=2))
    else:
        _print(ruling.value, target)
    return 0 if ruling.value.allowed else 1


def _json(ruling: Ruling[EntryDecision]) -> Json:
    entry = ruling.value
    consumed: list[Json] = [
        {"event": right.earned.event, "clause": str(right.earned.clause), "expires": fact_json(right.expires)}
        for right in entry.consumes
    ]
    return {
        "allowed": entry.allowed,
        "route": str(entry.route) if entry.route else None,
        "consumes": consumed,
        "once_a_year": entry.yearly,
        "pending": list(entry.pending),
        "barred": [ground_json(ground) for ground in entry.barred],
        "tried": [requirement_json(one) for one in entry.tried],
        "grounds": [ground_json(ground) for ground in ruling.grounds],
    }


def _print(entry: EntryDecision, target: Target) -> None:
    out = console()
    name = KINDS[target.kind].name
    if entry.allowed:
        out.print(Text("May enter", style="bold").append(f" {name}, by {entry.route}.", style="not bold"))
    else:
        out.print(Text("May not enter", style="bold").append(f" {name}.", style="not bold"))
    for right in entry.consumes:
        until = f", valid until {right.expires}" if right.expires else ""
        out.print(f"  uses up the right from {right.earned.event} ({right.earned.clause}){until}", highlight=False)
    if entry.yearly and entry.allowed:
        out.print("  a right by title, rating or championship: once a calendar year", highlight=False)
    for step in entry.pending:
        out.print(f"  still waits for: {step}", highlight=False)
    for ground in entry.barred:
        out.print(Text(f"  ✗ {say(ground)} [{ground.clause}]"))
    if entry.tried:
        out.print("routes tried:")
    for tried in entry.tried:
        mark = "✓" if tried.holds else "·"
        out.print(Text(f"  {mark} {say(tried.ground)} [{tried.ground.clause}]"))
