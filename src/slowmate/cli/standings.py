"""`slowmate standings EVENT`"""

import argparse
import json
from dataclasses import dataclass
from itertools import groupby

from rich.console import Console
from rich.text import Text

from slowmate.cli.files import add_start, day, read_event_file
from slowmate.cli.outlook_table import chances_of, print_chances, print_stakes, stakes_of
from slowmate.cli.standings_table import print_standings
from slowmate.cli.tables import console
from slowmate.cli.what_follows import next_in_line, print_steps, steps_of, to_adjudicate
from slowmate.events.running import fide_ties
from slowmate.events.running.outlook import SectionOutlook, Stakes
from slowmate.events.running.standings import Standing, standings
from slowmate.events.running.tiebreaks import MATCH_POINTS
from slowmate.formats.grounds import Json, ground_json
from slowmate.formats.outlook_json import section_outlook_json, stakes_json
from slowmate.formats.standings_json import standings_json
from slowmate.records import BadInput, Event, Family, Pairing
from slowmate.rulebook import NoEdition, Refused, Ruling
from slowmate.words import say, score

EXAMPLES = """examples:
  slowmate standings section.json
  slowmate standings section.json --explain
  slowmate standings section.json --chances
  slowmate standings section.json --game 11 12
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
        "--on",
        metavar="DATE",
        help="the start of that Final; of an Olympiad or a cup, the day on which games are adjudicated",
    )
    parser.add_argument("--chances", action="store_true", help="what a running section still holds, and how likely")
    parser.add_argument("--game", nargs=2, metavar="ID", help="what the running game of two players means for them")
    parser.add_argument("--seed", help="the chances are drawn from it; the section's id or name unless told")
    parser.add_argument("--explain", action="store_true", help="tell how each tie was broken, and by which clause")
    add_start(parser)


def run(options: argparse.Namespace) -> int:
    event = read_event_file(options.event, start=options.start, dated=False)
    ruling = _table(event, file=options.event)
    others = [read_event_file(other, start=None, dated=True) for other in options.others]
    steps = steps_of(event, others, file=options.event)
    extras = _extras(event, others, options)
    if options.format == "json":
        answer = standings_json(event, ruling, steps) | _extras_json(extras)
        if options.explain:
            answer["grounds"] = [ground_json(ground) for ground in ruling.grounds]
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return 0
    out = console()
    print_standings(event, ruling, out)
    if options.explain:
        _print_ties(event, ruling, out)
    print_steps(event, steps, out)
    _print_extras(event, ruling.value, extras, out)
    return 0


def _table(event: Event, *, file: str) -> Ruling[tuple[Standing, ...]]:
    if event.kind.teams and event.kind.family is not Family.FIDE and not event.teams:
        why = f"missing; {event.kind.slug} is an event of teams: list each with its players by board"
        raise BadInput(why, file=file, field="teams")
    try:
        return standings(event)
    except NoEdition as error:
        raise BadInput(str(error), file=file, field="start") from None
    except Refused as refusal:
        why = "; ".join(f"{say(ground)} [{ground.clause}]" for ground in refusal.grounds)
        raise BadInput(why, file=file, field="further_tie_breaks") from None


@dataclass(frozen=True, slots=True)
class _Extras:
    """The optional answers beside the table: who is next, which games to adjudicate, and what is still open."""

    vacancies: Ruling[tuple[str, ...]] | None
    adjudicate: tuple[Pairing, ...] | None
    chances: SectionOutlook | None
    stakes: tuple[Stakes, Stakes] | None


def _extras(event: Event, others: list[Event], options: argparse.Namespace) -> _Extras:
    on = day(options.on, "--on") if options.on else None
    vacant, seed, file = options.vacant, options.seed, options.event
    return _Extras(
        None if vacant is None else next_in_line(event, others, vacant, start=on or event.start),
        to_adjudicate(event, on) if on else None,
        chances_of(event, seed=seed, file=file) if options.chances else None,
        stakes_of(event, options.game, seed=seed, file=file) if options.game else None,
    )


def _extras_json(extras: _Extras) -> dict[str, Json]:
    answer: dict[str, Json] = {}
    if extras.vacancies:
        answer["admissible"] = list(extras.vacancies.value)
    if extras.adjudicate is not None:
        answer["adjudicate"] = [[game.white, game.black] for game in extras.adjudicate]
    if extras.chances:
        answer["outlook"] = section_outlook_json(extras.chances)
    if extras.stakes:
        answer["stakes"] = [stakes_json(stakes) for stakes in extras.stakes]
    return answer


def _print_extras(event: Event, lines: tuple[Standing, ...], extras: _Extras, out: Console) -> None:
    if extras.vacancies:
        out.print(Text(f"{say(extras.vacancies.grounds[0])} [{extras.vacancies.grounds[0].clause}]"))
    if extras.adjudicate is not None:
        pairs = ", ".join(f"{game.white}-{game.black}" for game in extras.adjudicate)
        out.print(f"games to be adjudicated: {pairs or 'none'}", highlight=False)
    if extras.chances:
        print_chances(event, lines, extras.chances, out)
    if extras.stakes:
        print_stakes(event, extras.stakes, out)


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
    """Say how ties over the board were broken by the tie-breaks of the event, and which places are shared."""
    applied = fide_ties.applied(event)
    sentences: list[str] = []

    def tell(tied: list[Standing], codes: tuple[str, ...]) -> None:
        place, last = tied[0].place, tied[0].place + len(tied) - 1
        if len(tied) == 1:
            return
        if not codes:
            by = f"level in {', '.join(applied)}, too" if applied else _no_tie_break(event)
            who = "; ".join(names[line.id] for line in tied)
            sentences.append(f"Places {place}-{last} are shared by {who}, on {_total(event, tied[0])}: {by}.")
            return
        values = "; ".join(f"{names[line.id]} {score(line.tie_breaks[codes[0]])}" for line in tied)
        sentences.append(f"Places {place}-{last}, level on {_total(event, tied[0])}: {codes[0]} is {values}.")
        for _, group in groupby(tied, key=lambda line: line.tie_breaks[codes[0]]):
            tell(list(group), codes[1:])

    for _, level in groupby(lines, key=lambda line: _total(event, line)):
        tell(list(level), applied)
    return sentences


def _total(event: Event, line: Standing) -> str:
    matches = f"{score(line.tie_breaks[MATCH_POINTS.name])} match points and " if event.teams else ""
    return f"{matches}{score(line.points)} point{'s' * (line.points != 1)}"


def _no_tie_break(event: Event) -> str:
    if event.tie_break_list:
        return f"of the tie-breaks the event names ({', '.join(event.tie_break_list)}) none is computed for them"
    return "the event names no tie-breaks, and FIDE's regulations that we hold have none"
