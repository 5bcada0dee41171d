"""`slowmate entry RECORD.json --event KIND --on DATE`: may this player enter, by which route, and why."""

import argparse
import json
from dataclasses import replace
from datetime import date

from rich.console import Console
from rich.text import Text

from slowmate.cli.files import day, read_bytes
from slowmate.cli.tables import console
from slowmate.events.entry.decision import Answer, EntryDecision, grounds_not_judged, may_enter
from slowmate.events.entry.right import Right, Use, UseOf
from slowmate.events.entry.rights import ledger
from slowmate.events.entry.routes import still_leads
from slowmate.events.entry.target import Target
from slowmate.formats.entrant_json import read_entrant
from slowmate.formats.entrant_writing import entrant_as_json, right_as_json, use_as_json
from slowmate.formats.grounds import Json, ground_json, requirement_json
from slowmate.formats.reading import MAX_BYTES
from slowmate.records import KINDS, BadInput, Family, not_a_kind
from slowmate.rulebook import NoEdition, Role, Ruling
from slowmate.words import say
from slowmate.words.values import word_for

EXAMPLES = """examples:
  slowmate entry player.json --event world-championship-semi-final --on 2017-05-10 --start 2017-09-20
  slowmate entry player.json --event grandmaster-norm --on 2017-05-10 --fee 20 --paid 20
  slowmate entry player.json --event world-cup-final --on 2019-05-10 --cycle 21
  slowmate entry player.json --event master-norm --on 2017-05-10 --start 2017-09-20 --cut 2017-08-15
  slowmate entry player.json --event master-class --on 2017-05-10 --format json
  slowmate entry player.json --event open-class --on 2017-05-10 --format record > after.json

exit status: 0 the player may enter, or the announcement or the commissioner decides; 1 they may not; 2 bad input
"""
ANSWERS = {
    Answer.MAY: ("May enter", " {name}, by {route}."),
    Answer.MAY_NOT: ("May not enter", " {name}."),
    Answer.ANNOUNCEMENT: ("The announcement decides", " who may enter {name}."),
    Answer.COMMISSIONER: ("The commissioner decides", " whether the player is admitted to {name}."),
}
USED = {
    UseOf.RIGHT: "uses up the right from {reference} ({clause})",
    UseOf.YEARLY: "a right by title, rating or championship: once a calendar year",
    UseOf.NOMINATION: "uses up the nomination {reference} ({clause})",
    UseOf.GRANT: "uses up the Board's decision {reference} ({clause})",
    UseOf.CHAMPION: "uses the former champion's right to one later Final ({clause})",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD.json", help="what is known of the player; - reads standard input")
    parser.add_argument("--event", required=True, metavar="KIND", help="the kind of event")
    parser.add_argument("--on", required=True, metavar="DATE", help="the day of the entry")
    parser.add_argument("--start", metavar="DATE", help="the day the event starts (default: the day of the entry)")
    parser.add_argument("--deadline", metavar="DATE", help="the last day for entries")
    parser.add_argument("--cycle", type=int, metavar="N", help="the event's number in its series, as in Cup 21")
    parser.add_argument(
        "--earlier", action="append", default=[], metavar="DATE", help="when entries for an earlier Final closed"
    )
    parser.add_argument("--cut", metavar="DATE", help="ask again on the day the sections are made up")
    parser.add_argument("--post", action="store_true", help="the event is played by post")
    parser.add_argument("--fee", type=int, default=0, metavar="N", help="the entry fee")
    parser.add_argument("--paid", type=int, default=0, metavar="N", help="what has been paid")
    parser.add_argument("--ladies-minimum", type=int, metavar="N", help="the rating set for Ladies' Semi-Finals")
    parser.add_argument("--federation", metavar="CODE", help="whose own the event is, as of a national championship")
    parser.add_argument("--season", type=int, metavar="N", help="the season of the league")
    parser.add_argument("--team", metavar="ID", help="the team of the league")
    parser.add_argument(
        "--format",
        choices=("table", "json", "record"),
        default="table",
        help="record: the RECORD.json after the player is seated, with what their entry used up",
    )


def run(options: argparse.Namespace) -> int:
    on, target = day(options.on, "--on"), _target(options)
    entrant = read_entrant(read_bytes(options.record, limit=MAX_BYTES), file=options.record)
    cut = _day_not_before(options.cut, "--cut", on)
    try:
        ruling = may_enter(entrant, target, on=on, paid=options.paid, cut=cut)
        rights = ledger(entrant, on=on, start=target.start).value
    except NoEdition as error:
        raise BadInput(str(error), file=options.record) from None
    if options.format == "record":
        uses = ruling.value.uses if ruling.value.allowed else ()
        after = replace(entrant, uses=(*entrant.uses, *uses))
        print(json.dumps(entrant_as_json(after), ensure_ascii=False, indent=2))
    elif options.format == "json":
        print(json.dumps(_json(ruling, rights), ensure_ascii=False, indent=2))
    else:
        _print(ruling, target, rights, console())
    return 1 if ruling.value.answer is Answer.MAY_NOT else 0


def _target(options: argparse.Namespace) -> Target:
    if options.event not in KINDS:
        raise BadInput(not_a_kind(options.event), field="--event")
    if KINDS[options.event].family is Family.FIDE:
        raise BadInput(f"{options.event} is played over the board; entry is to events of ICCF", field="--event")
    for field in ("fee", "paid", "ladies_minimum"):
        if (getattr(options, field) or 0) < 0:
            name = field.replace("_", "-")
            raise BadInput(f"{getattr(options, field)} is less than nothing; write 0 or more", field=f"--{name}")
    if options.cycle is not None and options.cycle < 1:
        raise BadInput(f"{options.cycle} is no number of an event; the first is 1", field="--cycle")
    on = day(options.on, "--on")
    return Target(
        options.event,
        _day_not_before(options.start, "--start", on) or on,
        day(options.deadline, "--deadline") if options.deadline else None,
        by_post=options.post,
        fee=options.fee,
        ladies_minimum=options.ladies_minimum,
        season=options.season,
        team=options.team,
        cycle=options.cycle,
        earlier=tuple(day(text, "--earlier") for text in options.earlier),
        federation=options.federation,
    )


def _day_not_before(text: str | None, field: str, on: date) -> date | None:
    """Read a day that cannot be before that of the entry."""
    if text is None:
        return None
    later = day(text, field)
    if later < on:
        raise BadInput(f"{later} is before the entry of {on}; an event is entered before it starts", field=field)
    return later


def _json(ruling: Ruling[EntryDecision], rights: tuple[Right, ...]) -> Json:
    entry = ruling.value
    not_judged = grounds_not_judged(ruling.grounds)
    return {
        "answer": entry.answer.value,
        "allowed": entry.allowed,
        "route": str(entry.route) if entry.route else None,
        "uses": [use_as_json(use) for use in entry.uses],
        "consumes": [right_as_json(right) for right in entry.consumes],
        "once_a_year": entry.yearly,
        "ways": [{"clause": str(way.clause), "uses": [use_as_json(use) for use in way.uses]} for way in entry.ways],
        "fee": entry.fee,
        "bond": entry.bond,
        "pending": list(entry.pending),
        "not_judged": [{"event": str(ground.facts["event"]), "why": say(ground)} for ground in not_judged],
        "barred": [ground_json(ground) for ground in entry.barred],
        "tried": [requirement_json(requirement) for requirement in entry.tried],
        "rights": [right_as_json(right) for right in rights],
        "grounds": [ground_json(ground) for ground in ruling.grounds],
    }


def _print(ruling: Ruling[EntryDecision], target: Target, rights: tuple[Right, ...], out: Console) -> None:
    entry = ruling.value
    sentence, of_what = ANSWERS[entry.answer]
    named = of_what.format(name=KINDS[target.kind].name, route=entry.route)
    out.print(Text(sentence, style="bold").append(named, style="not bold"))
    for use in entry.uses:
        out.print(Text(f"  {_used(use, entry.consumes)}"))
    if target.fee or entry.bond:
        bond = f", and a bond of {entry.bond}" if entry.bond else ""
        out.print(f"  fee: {entry.fee}{bond}", highlight=False)
    for step in entry.pending:
        out.print(f"  still waits for: {word_for('pending', step)}", highlight=False)
    for ground in entry.barred:
        out.print(Text(f"  ✗ {say(ground)} [{ground.clause}]"))
    for ground in ruling.part(Role.REMARK, *([Role.COST] if target.fee else [])):
        out.print(Text(f"  {say(ground)} [{ground.clause}]"))
    if entry.tried:
        out.print("routes tried:")
    for tried in entry.tried:
        mark = "✓" if tried.holds else "·"
        out.print(Text(f"  {mark} {say(tried.ground)} [{tried.ground.clause}]"))
    if rights:
        out.print("rights:")
    for right in rights:
        out.print(Text(f"  {_held(right, target)}"))


def _used(use: Use, consumes: tuple[Right, ...]) -> str:
    if use.of is not UseOf.RIGHT:
        return USED[use.of].format(reference=use.reference, clause=use.clause)
    right = next(right for right in consumes if right.source == use.reference)
    until = f", valid until {right.expires}" if right.expires else ""
    return USED[use.of].format(reference=right.event, clause=use.clause) + until


def _held(right: Right, target: Target) -> str:
    until = f", until {right.expires}" if right.expires else ", while it runs" if right.is_provisional else ""
    half = "half a right to " if right.half else ""
    only = "" if still_leads(right, start=target.start).value else ", for events of its own edition alone"
    return f"{half}{KINDS[right.to].name}, from {right.event}: {right.state.value}{until}{only} [{right.clause}]"
