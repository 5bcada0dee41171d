"""`slowmate norms EVENT`"""

import argparse
import json
from dataclasses import replace

from slowmate.cli.files import add_start, read_event_file
from slowmate.cli.norms_table import print_direct_titles, print_report
from slowmate.cli.norms_tables import show_scores, show_statement
from slowmate.cli.tables import console
from slowmate.events.running.final_places import reported_titles
from slowmate.formats.norms_json import event_norms_json
from slowmate.records import BadInput, Event
from slowmate.rulebook import NoEdition, Refused
from slowmate.titles.norms import RULES, norms
from slowmate.titles.reports import NormReport
from slowmate.words import say

EXAMPLES = """examples:
  slowmate norms section.json                       what each player needs, and who has made a norm
  slowmate norms section.json --player 4 --explain  ... opponent by opponent, and requirement by requirement
  slowmate norms section.json --rules iccf-2016     what the edition of 2016 would have said
  slowmate norms open.trf --format json             FIDE norms from a tournament report file
  slowmate norms section.json --statement           the statement of norms that was fixed at the start (ICCF)
  slowmate norms --scores 9                         FIDE's table of scores for nine games
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", metavar="EVENT", nargs="?", help="the event, JSON or TRF; - reads standard input")
    parser.add_argument(
        "--statement", action="store_true", help="what was fixed at the start, whatever came since (ICCF)"
    )
    parser.add_argument(
        "--scores", metavar="GAMES", type=int, help="no event: the scores FIDE asks for in so many games"
    )
    parser.add_argument("--rules", metavar="R", help=f"one of {', '.join(RULES)} (else: by kind and start)")
    add_start(parser)
    parser.add_argument("--player", metavar="ID", help="only this player")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument(
        "--strict-overscore",
        action="store_true",
        help="count overscored games only from half a point above the norm (ICCF 2017)",
    )
    parser.add_argument("--explain", action="store_true", help="show opponents, expectancies and every requirement")


def run(options: argparse.Namespace) -> int:
    if options.scores is not None:
        show_scores(options.scores, as_json=options.format == "json")
        return 0
    if options.event is None:
        raise BadInput("missing; name the event's file", field="EVENT")
    event = read_event_file(options.event, start=options.start)
    if options.player is not None and all(player.id != options.player for player in event.players):
        why = f"{options.player!r} is not the id of a player of this event"
        raise BadInput(why, file=options.event, field="--player")
    if options.statement:
        _statement(event, options)
        return 0
    report = _norms(event, options)
    if options.format == "json":
        answer = event_norms_json(event, report, explain=options.explain)
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        print_report(event, report, console(), explain=options.explain)
        print_direct_titles(event, reported_titles(event, report), console())
    return 0


def _statement(event: Event, options: argparse.Namespace) -> None:
    try:
        show_statement(event, as_json=options.format == "json")
    except NoEdition as error:
        raise BadInput(str(error), file=options.event, field="start") from None
    except BadInput as error:
        raise BadInput(error.why, file=options.event, field=error.field) from None


def _norms(event: Event, options: argparse.Namespace) -> NormReport:
    try:
        report = norms(event, rules=options.rules, strict_overscore=options.strict_overscore)
    except NoEdition as error:
        raise BadInput(str(error), file=options.event, field="start") from None
    except BadInput as error:
        about_file = error.file is None and not (error.field or "").startswith("--")
        raise BadInput(error.why, file=options.event, field=error.field) if about_file else error from None
    except Refused as refusal:
        why = "; ".join(f"{say(ground)} [{ground.clause}]" for ground in refusal.grounds)
        raise BadInput(why, file=options.event) from None
    if options.player is None:
        return report
    return replace(report, players=tuple(line for line in report.players if line.id == options.player))
