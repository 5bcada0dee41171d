"""`slowmate titles FILE`: a player's record, or a case for a commissioner"""

import argparse
import json
from datetime import date

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowmate.cli.files import read_bytes
from slowmate.cli.tables import console
from slowmate.cli.title_cases import answer_case
from slowmate.events.running.final_places import with_places
from slowmate.formats.career_json import career_json
from slowmate.formats.case_json import is_case, read_case
from slowmate.formats.grounds import requirement_json
from slowmate.formats.reading import MAX_BYTES, parse_json
from slowmate.formats.record_json import record_of
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition, Requirement
from slowmate.titles.career import Career, PlayerRecord, Prospect, TitleAward, career
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.quota import is_usable
from slowmate.titles.reports import NormOutlook
from slowmate.words import say, score
from slowmate.words.titles import say_missing

EXAMPLES = """examples:
  slowmate titles record.json                      every norm and title, and what the next title takes
  slowmate titles record.json --explain            ... with the clause each of them rests on
  slowmate titles record.json --on 2018-06-30      as it stood on that day
  slowmate titles record.json --counts-in 2020-03-01   do their titles count for opponents in an event that starts then
  slowmate titles fide-norms.json --on 2018-12-01  an application: verdict, every requirement, days and surcharge

A record is JSON: {"id", "name", "ratings", "titles", "norms", "events": [{"player", "event": {...}}]}
A case is JSON with "case": fide-norms, fide-rating, fide-direct, fide-report, fide-removal, fide-region, iccf-arbiter,
iccf-application, iccf-revocation, iccf-congress or iccf-inactive; a field that is missing is named.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="FILE", help="a player's RECORD.json or a CASE.json; - reads standard input")
    parser.add_argument("--on", metavar="DATE", help="the day to look at (else: today)")
    parser.add_argument("--counts-in", metavar="DATE", help="whether titles count in an event that starts then")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--explain", action="store_true", help="tell by which clause each title was earned")


def run(options: argparse.Namespace) -> int:
    node = parse_json(read_bytes(options.record, limit=MAX_BYTES), file=options.record, what="a RECORD or CASE")
    day = _day(options.on, "--on")
    if is_case(node):
        if options.counts_in is not None:
            raise BadInput("a case has no titles to ask for; give a record", field="--counts-in")
        return answer_case(read_case(node), day, as_json=options.format == "json", file=options.record)
    record = record_of(node)
    try:
        outcome = career(with_places(record), on=day)
        usable = (
            _titles_for_opponents(record, outcome, _day(options.counts_in, "--counts-in")) if options.counts_in else ()
        )
    except NoEdition as error:
        raise BadInput(str(error), file=options.record, field="start") from None
    if options.format == "json":
        answer = career_json(record, outcome, explain=options.explain)
        if options.counts_in:
            answer["counts"] = [{"title": title, **requirement_json(requirement)} for title, requirement in usable]
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        _print(record, outcome, day, console(), explain=options.explain)
        for title, requirement in usable:
            print(
                f"{'✓' if requirement.holds else '✗'} {title}: {say(requirement.ground)} [{requirement.ground.clause}]"
            )
    return 0


def _titles_for_opponents(record: PlayerRecord, outcome: Career, start: date) -> tuple[tuple[str, Requirement], ...]:
    """Return each title with whether it counts for opponents in an event that starts on a day, once confirmed."""
    held = [(entry.title, entry.since) for entry in record.held]
    held += [(award.title, award.valid_from) for award in outcome.awards if award.valid_from is not None]
    rulings = [(title, is_usable(since, start=start)) for title, since in held]
    return tuple((title, Requirement(ruling.grounds[0], ruling.value)) for title, ruling in rulings)


def _day(text: str | None, field: str) -> date:
    if text is None:
        return date.today()  # noqa: DTZ011 - a calendar day where the user is
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a date; write it as 2018-03-01", field=field) from None


def _print(record: PlayerRecord, outcome: Career, day: date, out: Console, *, explain: bool) -> None:
    out.print(Text(record.name, style="bold").append(f", on {day.day} {day:%B %Y}", style="not bold"))
    for award in outcome.awards:
        out.print(Text(_award_line(award), style="bold"))
        if explain:
            for ground in award.grounds:
                out.print(Text(f"  • {say(ground)} [{ground.clause}]"))
    if outcome.norms:
        out.print(_norms(outcome.norms))
    for prospect in outcome.prospects:
        out.print(Text(_prospect_line(prospect)))
    for lacks, grounds in outcome.missing:
        out.print(Text(say_missing(lacks)))
        if explain:
            for ground in grounds:
                out.print(Text(f"  • {say(ground)} [{ground.clause}]"))


def _award_line(award: TitleAward) -> str:
    events = ", ".join(dict.fromkeys(norm.event for norm in award.norms))
    by = f"by norms in {events}" if events else "direct title"
    since = f"valid from {award.valid_from:%d %B %Y}" if award.valid_from else "valid once confirmed"
    return f"{award.title} on {award.earned:%d %B %Y}, {by}; confirmed by: {award.confirmed_by.value}; {since}"


def _norms(register: tuple[NormRecord, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("Norm", "Earned", "Event", "Games", "Overscore", "Counts", "v GM", "v SIM"):
        left = heading in {"Norm", "Earned", "Event"}
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    for norm in register:
        event = f"{norm.event} (Chess960)" if norm.chess960 else norm.event
        cells = (norm.games, norm.overscore or "", norm.counted, norm.gm_games or "", norm.sim_games or "")
        table.add_row(norm.title, norm.earned.isoformat(), event, *map(str, cells))
    return table


def _prospect_line(prospect: Prospect) -> str:
    """Say which norm is still possible in a running event."""
    line = prospect.line
    parts = []
    for title, norm in line.norms.items():
        if norm.achieved:
            parts.append(f"{title} made")
        elif norm.outlook is NormOutlook.REACHABLE and norm.still_needed is not None:
            parts.append(f"{title} with {score(norm.still_needed)} more")
    shown = "; ".join(parts) or "no norm within reach"
    return f"{prospect.event}: {score(line.score)} points, {line.running} running: {shown}"
