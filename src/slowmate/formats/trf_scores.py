"""What results and byes are worth by a tournament report: the score systems of its records.

Every record is read into the twelve codes of the pairing programs (XXS): a win, a draw and a loss with either colour,
three byes, the bye by the pairing, and forfeits won and lost. ``W=`` and the like stand for several of them; a later
value replaces an earlier one. 162 replaces the extensions of pairing programs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from slowmate.formats.trf_records import TrfLine, TrfReport, trf_line
from slowmate.records import ExtraPoints, Scoring, Unplayed

ONE, HALF, NOTHING = Fraction(1), Fraction(1, 2), Fraction(0)

STANDARD: Mapping[str, Fraction] = {
    **dict.fromkeys(("WW", "BW", "FW", "FPB", "PAB"), ONE),
    **dict.fromkeys(("WD", "BD", "HPB"), HALF),
    **dict.fromkeys(("WL", "BL", "FL", "ZPB"), NOTHING),
}
"""The twelve codes, and what they are worth where a report says nothing."""
WINS, DRAWS, LOSSES, AWAY = ("WW", "BW", "FW", "FPB"), ("WD", "BD", "HPB"), ("WL", "BL"), ("FL", "ZPB")
EXTENSION: Mapping[str, tuple[str, ...]] = {
    **{code: (code,) for code in STANDARD},
    "W": WINS,
    "D": DRAWS,
    "L": (*LOSSES, *AWAY),
}
"""The codes of XXS, and what each of them says."""
INDIVIDUAL: Mapping[str, tuple[str, ...]] = {
    "W": WINS,
    "D": DRAWS,
    "L": LOSSES,
    "A": AWAY,
    "Z": AWAY,
    "P": ("PAB",),
    "X": (),
}
"""The letters of 162; X is a game without a result yet."""
RECORDS: Mapping[str, tuple[str, ...]] = {
    "BBW": WINS,
    "BBD": DRAWS,
    "BBL": LOSSES,
    "BBZ": ("ZPB",),
    "BBF": ("FL",),
    "BBU": ("PAB",),
}
"""Records with the points alone, as one pairing program writes them."""
TEAMS = ("TW", "TD", "TL")

_VALUE = r"-?(?:\d+(?:[.,]\d*)?|[.,]\d+)"
_EXTENSION = re.compile(rf"([^\s=]+)\s*=\s*({_VALUE})(?=\s|$)")
_LETTERS = re.compile(rf"([A-Z]+)\s*({_VALUE})", re.IGNORECASE)
_POINTS = re.compile(_VALUE)

OF_ROUNDS: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("1", "W"), ("WW", "BW")),
    **dict.fromkeys(("=", "D"), ("WD", "BD")),
    **dict.fromkeys(("0", "L"), ("WL", "BL")),
    "+": ("FW", "FW"),
    "-": ("FL", "FL"),
    "F": ("FPB", "FPB"),
    "H": ("HPB", "HPB"),
    "U": ("PAB", "PAB"),
    "Z": ("ZPB", "ZPB"),
    "": ("ZPB", "ZPB"),
}
"""The code of a result in a round, with White and with Black. Open games (* and X) have none."""
ALONE: Mapping[str, str] = {"1": "FW", "W": "FW", "=": "HPB", "D": "HPB"}
"""Results in a round without an opponent: the files of 2006 write ``=`` for a half-point bye."""
OF_BYES: Mapping[Unplayed, str] = {
    Unplayed.HALF_POINT_BYE: "HPB",
    Unplayed.FULL_POINT_BYE: "FPB",
    Unplayed.PAIRING_BYE: "PAB",
    Unplayed.ZERO_POINT_BYE: "ZPB",
}


@dataclass(frozen=True, slots=True)
class Points:
    """What each code is worth to a player; *scoring* is what an event counts its games by."""

    by_code: Mapping[str, Fraction]
    scoring: Scoring

    def of(self, result: str, colour: str) -> Fraction:
        """Return how many points a result against an opponent is worth with a colour, ``w`` or another."""
        codes = OF_ROUNDS.get(result)
        return self.by_code[codes[colour != "w"]] if codes else NOTHING

    def alone(self, result: str) -> Fraction:
        """Return how many points a round without an opponent is worth."""
        return self.by_code[ALONE[result]] if result in ALONE else self.of(result, "w")


def read_points(report: TrfReport) -> Points:
    """Read the score systems of players (XXS, the records of one program, then 162) and of teams (362).

    XXS leaves the bye by the pairing at one point unless it names it; by the others it is worth a win.
    """
    by_code = dict(STANDARD)
    for line in report.lines("XXS"):
        for code, points in _values(line, _EXTENSION):
            by_code |= dict.fromkeys(EXTENSION.get(code, ()), points)
    said = [
        (RECORDS[tag], _fraction(match[0]))
        for tag in RECORDS
        for line in report.lines(tag)
        if (match := _POINTS.search(line.text[3:]))
    ]
    for line in report.lines("162"):
        said += [(INDIVIDUAL.get(code, ()), points) for code, points in _values(line, _LETTERS)]
    for codes, points in said:
        by_code |= dict.fromkeys(codes, points)
    if said and ("PAB",) not in [codes for codes, _ in said]:
        by_code["PAB"] = by_code["WW"]
    teams = {code: points for line in report.lines("362") for code, points in _values(line, _LETTERS)}
    return Points(by_code, _scoring(by_code, teams))


def _scoring(by_code: Mapping[str, Fraction], teams: Mapping[str, Fraction]) -> Scoring:
    usual = Scoring()
    white = [by_code[code] for code in ("WW", "WD", "WL")]
    black = [by_code[code] for code in ("BW", "BD", "BL")]
    own = [points if points != other else None for points, other in zip(black, white, strict=True)]
    return Scoring(
        win=white[0],
        draw=white[1],
        loss=white[2],
        absence=by_code["FL"],
        team_win=teams.get("TW", usual.team_win),
        team_draw=teams.get("TD", usual.team_draw),
        team_loss=teams.get("TL", usual.team_loss),
        black_win=own[0],
        black_draw=own[1],
        black_loss=own[2],
        forfeit_win=by_code["FW"] if by_code["FW"] != white[0] else None,
    )


def points_of(scoring: Scoring, extra_points: Iterable[ExtraPoints]) -> Points:
    """Return what each code is worth in an event. A bye that nobody has is worth what its game result is.

    A zero-point bye is worth nothing unless the event gave points for it: the event keeps no byes without points.
    """
    black = (scoring.black_win, scoring.black_draw, scoring.black_loss)
    white = (scoring.win, scoring.draw, scoring.loss)
    by_code = dict(zip(("WW", "WD", "WL"), white, strict=True))
    for code, own, other in zip(("BW", "BD", "BL"), black, white, strict=True):
        by_code[code] = other if own is None else own
    by_code["FW"] = scoring.win if scoring.forfeit_win is None else scoring.forfeit_win
    by_code |= {"FL": scoring.absence, "ZPB": NOTHING}
    by_code |= {"HPB": scoring.draw, "FPB": scoring.win, "PAB": scoring.win}
    for extra in extra_points:
        if extra.player is not None and extra.why in OF_BYES:
            by_code[OF_BYES[extra.why]] = extra.points
    return Points(by_code, scoring)


def score_lines(points: Points) -> Iterator[TrfLine]:
    """Yield the records of a score system that is not the usual one: 162 if it can say it, else XXS; and 362."""
    by_code, usual = points.by_code, Scoring()
    letters = [(letter, by_code[INDIVIDUAL[letter][0]]) for letter in "WDLAP"]
    as_letters = {code: worth for letter, worth in letters for code in INDIVIDUAL[letter]}
    if as_letters != by_code:
        yield TrfLine("XXS " + " ".join(f"{code}={_text(by_code[code])}" for code in STANDARD))
    elif by_code != STANDARD:
        yield trf_line("162", {}, tuple(letters))
    scoring = points.scoring
    teams = (scoring.team_win, scoring.team_draw, scoring.team_loss)
    if teams != (usual.team_win, usual.team_draw, usual.team_loss):
        yield TrfLine(
            "362 " + "   ".join(f"{code} {float(worth):.1f}" for code, worth in zip(TEAMS, teams, strict=True))
        )


def score_doubts(report: TrfReport) -> Iterator[str]:
    """Yield what the score systems of a report say that is not understood, by line and name."""
    known = (("XXS", _EXTENSION, EXTENSION), ("162", _LETTERS, INDIVIDUAL), ("362", _LETTERS, TEAMS))
    for tag, pattern, codes in known:
        for line in report.lines(tag):
            for code, _points in _values(line, pattern):
                if code not in codes:
                    yield f"line {line.line}: {tag}: {code!r} is no code of a score system, and is left out"
            for rest in pattern.sub(" ", line.text[3:]).split():
                yield f"line {line.line}: {tag}: {rest!r} is not understood, and is left out"
    for tag in RECORDS:
        for line in report.lines(tag):
            if not _POINTS.fullmatch(line.text[3:].strip()):
                yield f"line {line.line}: {tag}: {line.text[3:].strip()!r} is no number of points, and is left out"


def _values(line: TrfLine, pattern: re.Pattern[str]) -> Iterator[tuple[str, Fraction]]:
    for code, points in pattern.findall(line.text[3:]):
        yield code.upper(), _fraction(points)


def _fraction(text: str) -> Fraction:
    return Fraction(text.replace(",", ".").rstrip("."))


def _text(points: Fraction) -> str:
    """Write points exactly: as many decimals as they have, and one at the least."""
    text = f"{float(points):.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text
