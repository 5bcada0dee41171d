"""FIDE's forms IT1, IT2 and IT3 as pages: their fields, tables, boxes to tick and lines to sign."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

from slowmate.formats.certificate_json import title_name
from slowmate.formats.documents.rendering import Page, clauses, day, joined, span
from slowmate.formats.documents.sheets import FormSection, fields, pages, sheet, signatures, table, text
from slowmate.formats.grounds import Json, fact_json
from slowmate.formats.trf import report_of
from slowmate.formats.trf_records import TrfGame
from slowmate.records import Event, Player
from slowmate.rulebook import EDITIONS, Ground
from slowmate.rulebook.rounding import half_up
from slowmate.titles.certificates import CertifiedGame
from slowmate.titles.fide.forms import ApplicationForm, TitleResult, TournamentReport
from slowmate.words import score

TICK_TEXTS = {"1.16/2": "An International or FIDE Arbiter was present in the playing venue throughout"}
WIDE_TABLE = 12
"""Rounds from which on a cross-table lies on its side."""


def result_pages(
    result: TitleResult, grounds: Sequence[Ground], *, issued: date, key: bytes | None = None, as_if: str | None = None
) -> Page:
    """Lay out IT1 and its cross-table. *as_if*: the edition that was applied, if it is not the event's."""
    sheets: list[Json] = [*_result_sheets(result, grounds, as_if)]
    return pages(sheets, f"IT1 {result.title}: {result.player.name}", issued, result.player.federation, key)


def application_pages(
    application: ApplicationForm,
    grounds: Sequence[Ground],
    results: Sequence[Sequence[Ground]],
    *,
    issued: date,
    key: bytes | None = None,
) -> Page:
    """Lay out IT2, then an IT1 with its cross-table for each title result."""
    sheets: list[Json] = [_application_sheet(application, grounds)]
    for result, its_grounds in zip(application.results, results, strict=True):
        sheets.extend(_result_sheets(result, its_grounds))
    title = f"IT2 {application.title}: {application.player.name}"
    return pages(sheets, title, issued, application.player.federation, key)


def report_pages(
    report: TournamentReport,
    grounds: Sequence[Ground],
    *,
    issued: date,
    key: bytes | None = None,
    as_if: str | None = None,
) -> Page:
    """Lay out IT3 and the tournament's cross-table. *as_if*: the edition that was applied, if not the event's."""
    sheets: list[Json] = [_report_sheet(report, grounds, as_if), _cross_table(report.event)]
    return pages(sheets, f"IT3 {report.event.name}", issued, report.event.federation, key)


def _clauses(grounds: Sequence[Ground]) -> str:
    return clauses(str(ground.clause) for ground in grounds)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _rounded(value: Fraction | None) -> str:
    return "" if value is None else str(half_up(value))


def _points(value: Fraction | None) -> str:
    return "" if value is None else score(value)


def _names(player: Player) -> tuple[str, str]:
    last, _, first = player.name.partition(",")
    return last.strip(), first.strip()


def _person(player: Player) -> FormSection:
    last, first = _names(player)
    born = day(player.born.isoformat()) if player.born else str(player.birth_year or "")
    return fields(
        "Player",
        6,
        ("Family name", last, 3),
        ("First name", first, 3),
        ("FIDE number", player.fide_id, 2),
        ("Federation", player.federation),
        ("Rating at the start", player.rating),
        ("Born", born),
        ("Place of birth", ""),
    )


def _tournament(event: Event) -> FormSection:
    return fields(
        "Tournament",
        6,
        ("Name of the tournament", event.name, 4),
        ("Federation", event.federation),
        ("Rounds", event.rounds),
        ("Place", event.city, 2),
        ("Dates", span(event.start.isoformat(), fact_json(event.end)), 2),
        ("System", event.kind.name.removeprefix("FIDE "), 2),
        ("Rate of play", event.rate_of_play, 6),
    )


def _as_if(edition: str | None) -> list[FormSection]:
    if edition is None:
        return []
    return [text("", f"As if by the {EDITIONS[edition].title}, which did not govern this tournament.")]


def _result_sheets(result: TitleResult, grounds: Sequence[Ground], as_if: str | None = None) -> list[FormSection]:
    name = title_name(result.title, "FIDE")
    sections = [
        *_as_if(as_if),
        fields("", 1, ("This result counts towards the title of", f"{name} ({result.title})")),
        _person(result.player),
        _tournament(result.event),
        fields(
            "Result",
            6,
            ("Games counted", result.counted),
            ("Score", _points(result.score)),
            ("Score needed", _points(result.needed)),
            ("Exceeds it by", _points(result.exceeded)),
            ("Opponents' average", _rounded(result.average)),
            ("Performance", _rounded(result.performance)),
            ("Titles of opponents", _counts(result.titles) or "none", 3),
            ("Titleholders", result.holders),
            ("Unrated", result.unrated),
            ("Of own federation", result.own_federation),
            ("Federations of opponents", _counts(result.federations), 6),
        ),
        table("Games", GAME_COLUMNS, [_game_row(game) for game in result.games], size=9, inset=0.95),
        text("", _left_out_note(result)),
        signatures(
            ("Chief arbiter, date and signature", _chief(result.event)),
            ("Federation of the tournament, date and signature", ""),
        ),
        text("", f"Copies to: {'; '.join(result.copies)}.  {_clauses(grounds)}"),
    ]
    return [sheet("IT1", "Certificate of Title Result", result.event.name, sections), _cross_table(result.event)]


GAME_COLUMNS = (
    ("Round", 0, "r"),
    ("Date", 0, "l"),
    ("Opponent", 1, "l"),
    ("FIDE number", 0, "r"),
    ("Fed.", 0, "l"),
    ("Title", 0, "l"),
    ("Rating", 0, "r"),
    ("Colour", 0, "l"),
    ("Result", 0, "r"),
)


def _game_row(game: CertifiedGame) -> tuple[list[str], bool]:
    opponent = game.opponent
    played = f"{game.played:%Y-%m-%d}" if game.played else ""
    mark = " ‡" if game.forfeit else "" if game.counts else " †"
    cells = [
        str(game.round or ""),
        played,
        opponent.name + mark,
        opponent.fide_id or "",
        opponent.federation or "",
        opponent.title or "",
        str(opponent.rating or "unrated"),
        game.colour,
        score(game.score),
    ]
    return cells, not game.counts


def _left_out_note(result: TitleResult) -> str:
    notes = []
    if any(not game.counts and not game.forfeit for game in result.games):
        notes.append("† played, and left out of the result as the regulations allow")
    if any(game.forfeit for game in result.games):
        notes.append("‡ decided by forfeit, not counted")
    return "   ".join(notes)


def _chief(event: Event) -> str:
    return joined([event.director.title, event.director.name], " ") if event.director else ""


def _application_sheet(application: ApplicationForm, grounds: Sequence[Ground]) -> FormSection:
    name = title_name(application.title, "FIDE")
    reached = day(fact_json(application.rating_reached))
    rows = [
        (
            [
                result.event.name,
                joined([result.event.city, result.event.federation]),
                span(result.event.start.isoformat(), fact_json(result.event.end)),
                str(result.counted),
                _points(result.score),
                _points(result.needed),
                _rounded(result.average),
            ],
            False,
        )
        for result in application.results
    ]
    columns = (
        ("Tournament", 1, "l"),
        ("Place", 0, "l"),
        ("Dates", 0, "l"),
        ("Games", 0, "r"),
        ("Score", 0, "r"),
        ("Needed", 0, "r"),
        ("Average", 0, "r"),
    )
    sections = [
        fields(
            "Application",
            4,
            ("The federation of", application.federation),
            ("applies for the title of", f"{name} ({application.title})", 3),
        ),
        _person(application.player),
        fields("Rating", 4, ("Rating required, reached", application.rating), ("on", reached, 3)),
        table("Title results", columns, rows, size=9.5, inset=1.5),
        fields(
            "",
            4,
            ("Title results", len(application.results)),
            ("Games in all", application.games),
            ("They count as", application.counted),
            ("Title achieved on", day(fact_json(application.achieved))),
        ),
        fields("Remarks", 1, ("", ""), ("", ""), ("", "")),
        signatures(("Federation official", ""), ("Date", ""), ("Signature and stamp", "")),
        text("Enclosed", f"{len(rows)} × IT1, each with its cross-table. {_clauses(grounds)}"),
    ]
    return sheet("IT2", "Title Application", application.player.name, sections)


def _report_sheet(report: TournamentReport, grounds: Sequence[Ground], as_if: str | None = None) -> FormSection:
    event = report.event
    norms = [
        (
            [
                made.title,
                made.player.name,
                made.player.federation or "",
                made.player.fide_id or "",
                _points(made.score),
                str(made.games),
            ],
            False,
        )
        for made in report.norms
    ]
    columns = (
        ("Title", 0, "l"),
        ("Player", 1, "l"),
        ("Fed.", 0, "l"),
        ("FIDE number", 0, "r"),
        ("Score", 0, "r"),
        ("Games", 0, "r"),
    )
    ticks: list[Json] = [
        {"text": TICK_TEXTS[ground.clause.address], "clause": clauses([str(ground.clause)]), "ticked": False}
        for ground in report.declarations
    ]
    sections: list[FormSection] = [
        *_as_if(as_if),
        _tournament(event),
        fields(
            "Players",
            6,
            ("Players", report.players),
            ("Rated", report.rated),
            ("Unrated", report.unrated),
            ("Federations", len(report.federations)),
            ("Average rating", _rounded(report.average)),
            ("Most rounds a day", report.rounds_a_day),
            ("Titles", _counts(report.titles) or "none", 6),
            ("By federation", _counts(report.federations), 6),
        ),
        fields(
            "Officials",
            2,
            ("Chief arbiter", _chief(event)),
            ("Deputies", ", ".join(event.deputies)),
            ("Organiser", ""),
            ("Playing venue", ""),
        ),
        table("Title results made", columns, norms, size=9.5, inset=1.3)
        if norms
        else text("Title results made", "None."),
        {"kind": "ticks", "heading": "Declarations", "ticks": ticks},
        signatures(("Chief arbiter, date and signature", _chief(event)), ("Federation, date and signature", "")),
        text("", _clauses(grounds)),
    ]
    return sheet("IT3", "Tournament Report", event.name, sections)


def _cross_table(event: Event) -> FormSection:
    """Lay out everybody's games, round by round, as the report file has them: opponent, colour, result."""
    players = sorted(report_of(event).players, key=lambda player: (player.rank or 0, player.number))
    rounds = max((len(player.rounds) for player in players), default=0)
    columns = [
        ("", 0, "r"),
        ("No.", 0, "r"),
        ("", 0, "l"),
        ("Name", 1, "l"),
        ("Fed.", 0, "l"),
        ("Rating", 0, "r"),
        ("Points", 0, "r"),
        *((str(number), 0, "r") for number in range(1, rounds + 1)),
    ]
    rows = [
        (
            [
                str(player.rank),
                str(player.number),
                player.title,
                player.name,
                player.federation,
                str(player.rating or ""),
                _points(player.points),
                *(_cell(player.rounds[index]) if index < len(player.rounds) else "" for index in range(rounds)),
            ],
            False,
        )
        for player in players
    ]
    wide = rounds >= WIDE_TABLE
    grid = table("", columns, rows, size=8.4 if rounds < 14 else 7, inset=0.85)
    note = text(
        "", "Opponent's number, colour, result: + and - are forfeits, U and H byes. No. is the starting number."
    )
    return sheet("", "Cross-table", event.name, [grid, note], flipped=wide)


def _cell(game: TrfGame) -> str:
    shown = {"=": "½"}.get(game.result, game.result)
    return f"{game.opponent}{game.colour}{shown}" if game.opponent else shown
