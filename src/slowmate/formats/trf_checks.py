"""Contradictions in a tournament report, a line each. They are warnings: the event is read all the same."""

from collections.abc import Iterator
from datetime import date
from difflib import get_close_matches
from fractions import Fraction

from slowmate.events.running import fide_ties
from slowmate.events.running.standings import Standing, standings
from slowmate.events.running.tiebreaks import MATCH_POINTS
from slowmate.formats.trf import day_readings, other_days
from slowmate.formats.trf_columns import HEADERS, LAYOUTS, first_shifted
from slowmate.formats.trf_records import TrfGame, TrfLine, TrfReport
from slowmate.formats.trf_scores import OF_ROUNDS, read_points, score_doubts
from slowmate.records import Event, Family
from slowmate.rulebook import NoEdition, Refused

RECORDS = frozenset({*HEADERS, *LAYOUTS, "162", "172", "801", "802"})
COUNTED = frozenset({"240", "299", "300", "320", "330"})
"""Records that decide about points by their columns."""
MOST = 10
"""No more lines than this about the same thing; the last one counts the rest."""


def doubts(report: TrfReport, event: Event, *, file: str) -> list[str]:
    """Return every doubt about a report that was read as this event: lines left out, totals, rounds and tie-breaks."""
    parts = [
        _few(list(_strange_lines(report)), "lines that are no record"),
        _few(list(score_doubts(report)), "codes of points"),
        _few(list(_totals(report, event)), "players or teams whose total is another"),
        list(_counts(report)),
        list(_start(report, event)),
        list(_tie_breaks(event)),
        list(_forgotten(report, event)),
    ]
    return [f"{file}: {text}" for texts in parts for text in texts]


def _few(texts: list[str], what: str) -> list[str]:
    more = len(texts) - MOST
    return texts if more <= 1 else [*texts[:MOST], f"... and {more} more {what}"]


def _strange_lines(report: TrfReport) -> Iterator[str]:
    numbers = {player.number for player in report.players}
    for line in report.records:
        if not isinstance(line, TrfLine) or not line.text.strip() or _is_comment(line):
            continue
        where, tag = f"line {line.line}: ", line.tag
        if tag.isalpha() and tag.isupper():  # a national rating, or an extension of a pairing program
            number = line.text[4:8].strip() if len(line.text) > 14 and tag[:2] not in ("XX", "BB") else ""
            if number.isdecimal() and int(number) not in numbers:
                yield f"{where}{tag} speaks of player {number}, who is not there; the line is left out"
        elif not _is_record(line):
            near = _likely_record(line.text.lstrip())
            meant = f"; did you mean {near}?" if near and near != tag else ""
            yield f"{where}{line.text[:4].rstrip()!r} is no record of a report, and the line is left out{meant}"
        elif tag in COUNTED and (at := first_shifted(line.text, LAYOUTS[tag])) is not None:
            yield f"{where}column {at}: {line.text[at - 1]!r} stands between two fields of {tag}; the line is shifted"


def _is_record(line: TrfLine) -> bool:
    return line.tag in RECORDS and not line.text[3:4].strip()


def _likely_record(text: str) -> str | None:
    """Guess the record of a misspelt line: a player's, if it is filled as far as the column of points."""
    tag = text[:3].translate(str.maketrans("OoQIlSB", "0001158"))
    if text[4:8].strip().isdecimal() and text[14:47].strip() and text[80:84].strip():
        return "001"
    return next(iter(get_close_matches(tag, ("001", "310", "013", *RECORDS), n=1, cutoff=0.6)), None)


def _is_comment(line: TrfLine) -> bool:
    """Decide whether a line is a comment (###), or a ruler such as DDD SSSS, 123456789 or -----."""
    text = line.text
    same = len(set(text[:3])) == 1 and not text[:3].isdigit()
    return same or (len(text) > 20 and not _is_record(line) and set(text) <= set("0123456789 .-|+=_"))


def _totals(report: TrfReport, event: Event) -> Iterator[str]:
    """Yield the totals in the file that are not the sum of its results, where no game is open."""
    try:
        lines = {line.id: line for line in standings(event).value}
    except (NoEdition, Refused):  # the table itself will say so
        return
    if event.teams:
        yield from _team_totals(report, lines)
        counted = dict(_points_of_team_players(report))
    else:
        counted = {number: line.points for number, line in lines.items() if not line.running}
    for player in report.players:
        points = counted.get(str(player.number))
        if player.points is not None and points is not None and player.points != points:
            name = f"player {player.number} ({player.name})" if player.name else f"player {player.number}"
            which = f"{_points_text(player.points)} in the file, {_points_text(points)} by results"
            yield f"line {player.line}: {name} has {which}"


def _points_of_team_players(report: TrfReport) -> Iterator[tuple[str, Fraction]]:
    """Yield the points that each player of a team has from rounds. A player with an open round is left out, and so is
    one with a bye by the pairing, which gives points to teams (162 P, 320).
    """
    points = read_points(report)
    for player in report.players:
        if all(game.result in OF_ROUNDS and game.result != "U" and not _is_open(game) for game in player.rounds):
            gained = (points.of(game.result, game.colour) for game in player.rounds)
            yield str(player.number), sum(gained, Fraction(0))


def _is_open(game: TrfGame) -> bool:
    return bool(game.opponent) and not game.result


def _team_totals(report: TrfReport, lines: dict[str, Standing]) -> Iterator[str]:
    for team in report.teams:
        line = lines.get(str(team.number))
        if line is None or line.running:
            continue
        for what, total, counted in (
            ("match points", team.match_points, line.tie_breaks[MATCH_POINTS.name]),
            ("game points", team.game_points, line.points),
        ):
            if total is not None and total != counted:
                which = f"{_points_text(total)} {what} in the file, {_points_text(counted)} by results"
                yield f"line {team.line}: team {team.number} ({team.name}) has {which}"


def _points_text(points: Fraction) -> str:
    return f"{float(points):g}"


def _counts(report: TrfReport) -> Iterator[str]:
    played = max((len(player.rounds) for player in report.players), default=0)
    for tag in ("142", "XXR"):
        stated = report.header(tag)
        if stated.isdecimal() and len(stated) < 5 and int(stated) < played:
            rounds = f"{int(stated)} round{'s' * (int(stated) != 1)}"
            yield f"{tag} says {rounds}, but there are results of {played}"
    for tag, there, what in (("062", len(report.players), "players"), ("082", len(report.teams), "teams")):
        stated = report.header(tag).split(" ")[0]
        if stated.isdecimal() and len(stated) < 7 and int(stated) != there and (int(stated) or there):
            are = "is" if there == 1 else "are"
            yield f"{tag} says {int(stated)} {what if int(stated) != 1 else what[:-1]}, but there {are} {there}"


def _start(report: TrfReport, event: Event) -> Iterator[str]:
    if not report.header("042") and event.start in event.round_dates:
        yield f"042 is missing; the start is taken from the first round (132): {event.start}"
    text = report.header("042")
    meant = day_readings(text)
    if meant and event.start not in meant:
        yield other_start(meant[0], event.start)
    if len(meant) > 1 and event.start in meant and not other_days(report, file=""):
        other = next(day for day in meant if day != event.start)
        yield f"042: {text!r} is read as {event.start} and may be {other}; write the year in full, or give --start"


def other_start(file_start: date, start: date) -> str:
    """Say that an event is judged as of another day than its file says."""
    return f"the file says that it started on {file_start}; {start} is given, and decides which rules govern"


def _tie_breaks(event: Event) -> Iterator[str]:
    if event.kind.family is not Family.FIDE or not event.tie_break_list:
        return
    if event.teams:
        yield f"202: tie-breaks of teams are not computed ({', '.join(event.tie_break_list)}); ties are left"
        return
    applied = fide_ties.applied(event)
    unknown = next((code for code in event.tie_break_list if code not in applied), None)
    if unknown is not None:
        yield f"202: {unknown!r} is not computed; ties that are left when it comes to it stay"


def _forgotten(report: TrfReport, event: Event) -> Iterator[str]:
    for line in report.lines("299"):
        if event.teams and line.text[4:5].upper() in ("W", "D", "L"):
            yield f"line {line.line}: 299 for matches that were played is not counted"
