"""`slowmate certificate ...`: certificates of norms and titles, and FIDE's forms IT1, IT2 and IT3."""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import PurePath

from slowmate.cli.files import read_bytes, write_bytes
from slowmate.events.running.final_places import with_places
from slowmate.formats.certificate_json import (
    FINGERPRINT_KEY,
    canonical,
    certificate_json,
    read_certificate,
    read_earned_title,
)
from slowmate.formats.documents import (
    Page,
    application_pages,
    certificate_page,
    pictures,
    render,
    report_pages,
    result_pages,
)
from slowmate.formats.events import read_any_event
from slowmate.formats.grounds import Json
from slowmate.formats.reading import MAX_BYTES, parse_json
from slowmate.formats.record_json import read_record
from slowmate.records import BadInput, Event, Family
from slowmate.rulebook import NoEdition, Refused, Ruling
from slowmate.titles.career import career
from slowmate.titles.certificates import Certificate, EarnedTitle, certify_norm, certify_title, earned_title, is_genuine
from slowmate.titles.fide.awards import EarnedNorm, RatingReached
from slowmate.titles.fide.forms import TitleResult, application_form, title_result, tournament_report
from slowmate.titles.fide.report import earned_norms
from slowmate.titles.norms import OF_FIDE, RULES, norms
from slowmate.words import say

EXAMPLES = """examples:
  slowmate certificate norm section.json --player 3 --title SIM --on 2019-12-01 -o norm.pdf
  slowmate certificate title record.json --title IM --on 2019-12-01 -o title.pdf
  slowmate certificate norm section.json --player 3 --title SIM --on 2019-12-01 -o norm.json --key-file secret
  slowmate certificate check norm.json --key-file secret
  slowmate certificate it1 open.trf --player 1 --title GM --on 2018-07-16 -o it1.pdf
  slowmate certificate it2 one.trf two.trf three.trf --player 365001 --title GM --on 2018-12-01 -o it2.pdf \
      --rating 2503 --reached 2018-11-01
  slowmate certificate it3 open.trf --on 2018-07-16 -o it3.pdf

An output that ends in .png is a picture of the first page; .json (norm, title) is what the certificate says, with its
code. The same input gives the same bytes: --on is the day of issue, and no clock is read. With --key-file the code is
one that only who has the key can make; without, it is a fingerprint that shows that nothing was altered by mistake.
Names may be in any script; a sign that no font on the machine has is refused, never printed as an empty box.
"""
LEAST_KEY = 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(title="what to make", metavar="WHAT", required=True)
    norm = _kind(kinds, "norm", "a certificate of a norm", _norm)
    norm.add_argument("event", metavar="EVENT", help="the event, JSON or TRF; - reads standard input")
    norm.add_argument("--player", metavar="ID", required=True)
    norm.add_argument("--title", required=True, help="the title the norm counts for, such as GM")
    norm.add_argument("--rules", metavar="R", help=f"one of {', '.join(RULES)} (else: by kind and start)")
    title = _kind(kinds, "title", "a certificate of a title", _title)
    title.add_argument("record", metavar="FILE", help="a player's RECORD.json, or a TITLE.json: player, title, earned")
    title.add_argument("--title", help="which title of the record; a TITLE.json names its own")
    title.add_argument("--ladies-name", action="store_true", help="LGM for CCM, LIM for CCE, where the rules allow")
    for command in (norm, title):
        command.add_argument("--federation", metavar="NAME", help="who issues it, if not the federation of the rules")
        command.add_argument("--sign", action="append", default=[], metavar="NAME", help="who signs; twice at most")
    it1 = _kind(kinds, "it1", "FIDE's IT1, certificate of title result, with the cross-table", _it1)
    it1.add_argument("event", metavar="EVENT", help="the tournament, TRF or JSON; - reads standard input")
    it1.add_argument("--player", metavar="ID", required=True, help="starting number, or FIDE number")
    it1.add_argument("--title", required=True)
    it2 = _kind(kinds, "it2", "FIDE's IT2, title application, with an IT1 and cross-table for each norm", _it2)
    it2.add_argument("events", metavar="EVENT", nargs="+", help="the tournaments of the norms, TRF or JSON")
    it2.add_argument("--player", metavar="FIDE-NUMBER", required=True, help="FIDE number, or the name as in the files")
    it2.add_argument("--title", required=True)
    it2.add_argument("--rating", type=int, help="the published rating that was reached, if no file has it")
    it2.add_argument("--reached", metavar="DATE", help="the day it was reached")
    it3 = _kind(kinds, "it3", "FIDE's IT3, tournament report, with the cross-table", _it3)
    it3.add_argument("event", metavar="EVENT", help="the tournament, TRF or JSON; - reads standard input")
    for command in (it1, it3):
        command.add_argument(
            "--rules", metavar="R", help=f"{' or '.join(OF_FIDE)}: these rules whatever the day; the form says so"
        )
    for command in (norm, title, it1, it2, it3):
        command.add_argument("--on", metavar="DATE", required=True, help="the day of issue, such as 2019-08-17")
        command.add_argument("-o", "--output", metavar="FILE", required=True, help=".pdf, .png or .json; - is PDF")
    check = _kind(kinds, "check", "whether a certificate's JSON and its code belong together", _check)
    check.add_argument("certificate", metavar="CERTIFICATE.json")


def _kind(
    kinds: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    line: str,
    make: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    shown = [example for example in EXAMPLES.splitlines() if f"certificate {name} " in example]
    command = kinds.add_parser(
        name,
        help=line,
        description=line,
        epilog="\n".join(["examples:", *shown]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--key-file", metavar="FILE", help="the federation's secret key, for the code")
    command.set_defaults(make=make)
    return command


def run(options: argparse.Namespace) -> int:
    """Make it; a refusal is an answer, not a mistake: exit status 1, and nothing is written."""
    try:
        status: int = options.make(options)
    except Refused as refusal:
        print("refused")
        for ground in refusal.grounds:
            print(f"  • {say(ground)} [{ground.clause}]".replace("\n", " "))
        return 1
    except NoEdition as error:
        files = [getattr(options, "event", None) or getattr(options, "record", None), *getattr(options, "events", ())]
        raise BadInput(str(error), file=" ".join(filter(None, files)), field="start") from None
    return status


def _norm(options: argparse.Namespace) -> int:
    event, issued = _event(options.event), _day(options.on, "--on")
    report = norms(event, rules=options.rules)
    ruling = certify_norm(event, report, player=options.player, title=options.title, issued=issued)
    return _write_certificate(ruling, options)


def _title(options: argparse.Namespace) -> int:
    issued = _day(options.on, "--on")
    earned = _earned(options, issued)
    return _write_certificate(certify_title(earned, issued=issued, wants_ladies_title=options.ladies_name), options)


def _earned(options: argparse.Namespace, issued: date) -> EarnedTitle:
    data = read_bytes(options.record, limit=MAX_BYTES)
    if "earned" in parse_json(data, file=options.record, what="a TITLE or RECORD").value:
        return read_earned_title(data, file=options.record)
    record = read_record(data, file=options.record)
    awards = {award.title: award for award in career(with_places(record), on=issued).awards}
    if options.title is None or options.title not in awards:
        earned = ", ".join(awards) or "none"
        why = f"not a title {record.name} has earned by {issued}; the titles are: {earned}"
        raise BadInput(f"{options.title!r} is {why}" if options.title else f"missing; it is {why}", field="--title")
    return earned_title(record, awards[options.title])


def _write_certificate(ruling: Ruling[Certificate], options: argparse.Namespace) -> int:
    if len(options.sign) > 2:
        raise BadInput("two signatures fit on a certificate", field="--sign")
    content = certificate_json(
        ruling.value,
        ruling.grounds,
        federation=options.federation,
        signatories=options.sign,
        key=_key(options.key_file),
    )
    _write(options.output, certificate_page(content), content)
    return 0


def _it1(options: argparse.Namespace) -> int:
    event, issued = _otb_event(options.event), _day(options.on, "--on")
    player = _player_id(event, options.player, options.event)
    report = norms(event, rules=options.rules)
    result = title_result(event, report, player=player, title=options.title, issued=issued)
    as_if = report.rules if report.as_if else None
    page = result_pages(result.value, result.grounds, issued=issued, key=_key(options.key_file), as_if=as_if)
    _write(options.output, page)
    return 0


def _it2(options: argparse.Namespace) -> int:
    issued = _day(options.on, "--on")
    results: list[Ruling[TitleResult]] = []
    made: list[EarnedNorm] = []
    for file in options.events:
        event = _otb_event(file)
        player = _player_id(event, options.player, file)
        results.append(title_result(event, norms(event), player=player, title=options.title, issued=issued))
        made += earned_norms(event, results[-1].value.player)
    results.sort(key=lambda result: result.value.event.start)
    form = application_form(tuple(result.value for result in results), made, _ratings(options, results, issued))
    grounds = [result.grounds for result in results]
    page = application_pages(form.value, form.grounds, grounds, issued=issued, key=_key(options.key_file))
    _write(options.output, page)
    return 0


def _ratings(
    options: argparse.Namespace, results: Sequence[Ruling[TitleResult]], issued: date
) -> Iterator[RatingReached]:
    """Yield the published ratings that the tournaments have for the player, and the one given on the command line."""
    for result in results:
        if result.value.player.rating is not None:
            yield RatingReached(result.value.player.rating, result.value.event.start)
    if options.rating is None:
        return
    if options.reached is None:
        raise BadInput("missing; the day on which the rating was reached", field="--reached")
    reached = _day(options.reached, "--reached")
    if reached > issued:
        raise BadInput(f"{reached} is after the day of issue, {issued}", field="--reached")
    yield RatingReached(options.rating, reached)


def _it3(options: argparse.Namespace) -> int:
    event, issued = _otb_event(options.event), _day(options.on, "--on")
    report = norms(event, rules=options.rules)
    last = event.end or event.start
    if issued < last:
        raise BadInput(f"{issued} is before the last round, of {last}", field="--on")
    ruling = tournament_report(event, report)
    as_if = report.rules if report.as_if else None
    page = report_pages(ruling.value, ruling.grounds, issued=issued, key=_key(options.key_file), as_if=as_if)
    _write(options.output, page)
    return 0


def _check(options: argparse.Namespace) -> int:
    content = read_certificate(read_bytes(options.certificate, limit=MAX_BYTES), file=options.certificate)
    key = _key(options.key_file)
    if content["code_kind"] == "verification" and key is None:
        raise BadInput("missing; this certificate's code was made with a key", field="--key-file")
    genuine = is_genuine(str(content["code"]), canonical(content), key=FINGERPRINT_KEY if key is None else key)
    print("the code belongs to this certificate" if genuine else "the code does not belong to this certificate")
    return 0 if genuine else 1


def _event(file: str) -> Event:
    return read_any_event(read_bytes(file, limit=MAX_BYTES), file=file)


def _otb_event(file: str) -> Event:
    event = _event(file)
    if event.kind.family is not Family.FIDE:
        why = f"{event.kind.slug} is not played over the board; FIDE's forms are for kinds that begin with fide-"
        raise BadInput(why, file=file, field="kind")
    return event


def _player_id(event: Event, identifier: str, file: str) -> str:
    """Return the id of a player who is named by FIDE number, name or id, in this order."""
    for named in ("fide_id", "name", "id"):
        ids = [player.id for player in event.players if getattr(player, named) == identifier]
        if len(ids) == 1:
            return ids[0]
    raise BadInput(
        f"{identifier!r} is not the FIDE number, name or id of one player of this event", file=file, field="--player"
    )


def _day(text: str, field: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a date; write it as 2019-08-17", field=field) from None


def _key(file: str | None) -> bytes | None:
    if file is None:
        return None
    key = read_bytes(file, limit=MAX_BYTES).rstrip(b"\r\n")
    if len(key) < LEAST_KEY:
        raise BadInput(f"a key has {LEAST_KEY} bytes or more, this one has {len(key)}", file=file)
    return key


def _write(output: str, page: Page, content: Mapping[str, Json] | None = None) -> None:
    """Make everything before anything is written; the ending of the name decides the format."""
    ending = PurePath(output).suffix.lower()
    if ending == ".json" and content is not None:
        data = json.dumps(content, ensure_ascii=False, indent=2).encode() + b"\n"
    elif ending == ".png":
        data = pictures(page)[0]
    elif ending == ".pdf" or output == "-":
        data = render(page)
    else:
        endings = ".pdf, .png" + (" or .json" if content is not None else "")
        raise BadInput(f"{output!r} has no ending we can make: {endings}", field="--output")
    write_bytes(output, data)
