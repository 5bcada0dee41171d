"""A tournament report file as an event; the way back is `trf_writing`.

The kind of event comes from a comment of ours, else from the type (092, or coded 192) where it names one; else from the
games: everybody met once is a round robin, twice a double one, anything else a Swiss; records of teams make it a team
event. Byes are no games; what they give stands in `trf_points`. A game over before both had moved (W D L) scores, and
is marked as not decided over the board. A game that only one of the two lines tells counts; two lines that contradict
each other are refused.
"""

import re
from calendar import month_abbr
from collections import Counter
from datetime import date, timedelta

from slowmate.formats.rate_of_play import UNREAD_RATE, clock_settings, reflection_time
from slowmate.formats.reading import SEX_WORDS, YEARS
from slowmate.formats.trf_columns import PLAYER
from slowmate.formats.trf_points import player_points, team_points
from slowmate.formats.trf_records import (
    BYES,
    OPEN,
    SHORT,
    TrfGame,
    TrfPlayer,
    TrfReport,
    line_fields,
    read_trf_report,
    write_trf,
)
from slowmate.formats.trf_scores import read_points
from slowmate.formats.trf_writing import KIND_COMMENT, PAIRS, report_of
from slowmate.records import (
    KINDS,
    UNDATED,
    BadInput,
    Director,
    Event,
    Family,
    FideTerms,
    Kind,
    Pairing,
    Player,
    Team,
)

__all__ = [
    "TrfReport",
    "day_readings",
    "event_of",
    "other_days",
    "read_day",
    "read_trf",
    "read_trf_report",
    "report_of",
    "write_trf",
]

KIND_WORDS: tuple[tuple[str, str], ...] = (
    ("team", "fide-team"),
    ("doubleround", "fide-double-round-robin"),
    ("roundrobin", "fide-round-robin"),
    ("berger", "fide-round-robin"),
    ("allplayall", "fide-round-robin"),
    ("scheveningen", "fide-team"),
    ("swiss", "fide-swiss"),
    ("dutch", "fide-swiss"),
    ("dubov", "fide-swiss"),
    ("burstein", "fide-swiss"),
    ("match", "fide-match"),
)
"""Words of a type of tournament, letters only, in the order they decide."""
MIRROR = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+"}
POINTS_CODES = frozenset({"PTS", "MPTS", "GPTS"})
ARBITER_TITLES = ("IA", "FA", "NA", "IO")
MAX_RATING = 4000
MAX_ROUNDS = 1000

_YEAR_FIRST = re.compile(r"(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})")
_YEAR_LAST = re.compile(r"(\d{1,2})\D{1,2}(\d{1,2})\D{1,2}(\d{4})")
_YEAR_SHORT = re.compile(r"(\d{1,2})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})")
_MONTHS = {month_abbr[number].lower(): number for number in range(1, 13)}
_WORDS = re.compile(r"([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})")


def read_trf(data: bytes, *, file: str, start: date | None = None, dated: bool = True) -> Event:
    """Read a tournament report file as an event, or refuse it with file, line and column."""
    return event_of(read_trf_report(data, file=file), file=file, start=start, dated=dated)


def event_of(report: TrfReport, *, file: str, start: date | None = None, dated: bool = True) -> Event:
    """Return the event of a report. The start (042) decides which rules govern: *start* stands in for it where it is
    missing, else the day of the first round; where there is none of them, the event is refused if it must be *dated*.
    """
    if not report.players:
        raise BadInput("no player: no line begins with 001", file=file, line=1, field="001")
    games = _games(report, file)
    kind = _kind(report, games)
    teams = _teams(report, file) if kind.teams else ()
    points = read_points(report)
    extra = (
        team_points(report, points, teams, games, file=file)
        if teams
        else player_points(report, points, teams=False, file=file)
    )
    begins = _start(report, start, file, dated=dated or kind.family is not Family.FIDE)
    return Event(
        name=report.header("012") or file,
        kind=kind,
        start=begins,
        players=tuple(_player(player, file) for player in report.players),
        games=tuple(games),
        teams=teams,
        games_per_pairing=_games_per_pairing(kind, games),
        scheveningen="scheveningen" in report.header("092").lower(),
        director=_arbiter(report.header("102")),
        fide=_terms(report),
        end=_end(report, begins, file),
        city=report.header("022") or None,
        federation=report.header("032") or None,
        rounds=_rounds(report),
        round_dates=_round_dates(report, file),
        rate_of_play=_rate_of_play(report, kind, file),
        deputies=tuple(line.value for line in report.lines("112") if line.value),
        scoring=points.scoring,
        extra_points=tuple(extra),
        tie_break_list=tie_break_codes(report),
        match_points_first=bool(teams) and _match_points_first(report),
    )


def _rate_of_play(report: TrfReport, kind: Kind, file: str) -> str | None:
    """Return the rate of play; by correspondence one that cannot be understood is refused."""
    text = report.header("122") or None
    if text is not None and kind.family is not Family.FIDE and reflection_time(text) is None:
        line = next(line.line for line in report.lines("122") if line.value)
        raise BadInput(f"{text!r} {UNREAD_RATE}", file=file, line=line, field="122")
    return text


def tie_break_codes(report: TrfReport) -> tuple[str, ...]:
    """Return FIDE's codes of a report's tie-breaks: 202, else 212 without the points it begins with."""
    codes = report.header("202") or report.header("212")
    return tuple(code.strip() for code in codes.split(",") if code.strip() and code.strip() not in POINTS_CODES)


def _match_points_first(report: TrfReport) -> bool:
    """Decide whether match points rank the teams: the type or list says so, or else the report gives any."""
    order = f"{report.header('192')},{report.header('212')}".upper()
    if "GP" in order.partition("MP")[0]:
        return False
    if order.startswith("FIDE_TEAM") or "MP" in order:
        return True
    return bool(report.lines("362")) or any(team.match_points is not None for team in report.teams)


def _games_per_pairing(kind: Kind, games: list[Pairing]) -> int:
    if kind.family is Family.FIDE:
        return 2 if kind.slug == "fide-double-round-robin" else 1
    met = Counter(frozenset((game.white, game.black)) for game in games)
    return max(met.values(), default=1)


def _start(report: TrfReport, given: date | None, file: str, *, dated: bool) -> date:
    lines = [line for line in report.lines("042") if line.value]
    if given is not None:
        return given
    if not lines:
        first = next((day for day in _round_dates(report, file) if day), None)
        if first is None and dated:
            why = "missing: the day the tournament started; add 042 YYYY/MM/DD (standings, norms and trf take --start)"
            raise BadInput(why, file=file, line=1, field="042")
        return first or UNDATED
    readings = day_readings(lines[0].value)
    if not readings:
        why = f"{lines[0].value!r} is not a date; write it as 2018/03/01"
        raise BadInput(why, file=file, line=lines[0].line, field="042")
    others = other_days(report, file)
    return min(readings, key=lambda day: min((abs(day - other) for other in others), default=timedelta()))


def other_days(report: TrfReport, file: str) -> list[date]:
    """Return the other days of a report: each that its end (052) may be, and those of the rounds."""
    return [*day_readings(report.header("052")), *(day for day in _round_dates(report, file) if day)]


def _end(report: TrfReport, start: date, file: str) -> date | None:
    """Return the day of the end (052), if the report has one; refuse a day before the start."""
    line = next((line for line in report.lines("052") if line.value), None)
    readings = day_readings(line.value) if line else ()
    end = min(readings, key=lambda day: abs(day - start), default=None)
    if line and end and end < start:
        raise BadInput(f"{end} is before the start, {start}", file=file, line=line.line, field="052")
    return end


def read_day(text: str) -> date | None:
    """Read a day as the files write it: 2018/03/01, 01.03.2018, 18/03/01 (year first) or Mar 1, 2018; else None."""
    return next(iter(day_readings(text)), None)


def day_readings(text: str) -> tuple[date, ...]:
    """Return the days a text may mean: often two if the year has two digits, as it may stand first or last."""
    if match := _YEAR_FIRST.search(text) or _YEAR_LAST.search(text):
        parts = [int(part) for part in match.groups()]
        days = [_day(*parts) if parts[0] > 31 else _day(*reversed(parts))]
    elif match := _YEAR_SHORT.search(text):
        first, month, last = match.groups()
        days = [_day(_century(year), int(month), int(day)) for year, day in ((first, last), (last, first)) if year[1:]]
    elif (match := _WORDS.search(text)) and match[1].lower() in _MONTHS:
        days = [_day(int(match[3]), _MONTHS[match[1].lower()], int(match[2]))]
    else:
        return ()
    return tuple(dict.fromkeys(day for day in days if day))


def _century(two_digits: str) -> int:
    year = int(two_digits)
    return year + (1900 if year > 80 else 2000)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def _kind(report: TrfReport, games: list[Pairing]) -> Kind:
    ours = next((line.text for line in report.lines("###") if line.text.startswith(KIND_COMMENT)), "")
    if (slug_said := ours.removeprefix(KIND_COMMENT).strip()) in KINDS:
        return KINDS[slug_said]
    named = "".join(sign for sign in f"{report.header('092')} {report.header('192')}".lower() if sign.isalpha())
    slug = next((slug for word, slug in KIND_WORDS if word in named), "fide-team" if report.teams else None)
    if slug in (None, "fide-round-robin"):
        played = _kind_by_games(len(report.players), games)
        slug = played if slug is None or played == "fide-double-round-robin" else slug
    return KINDS[slug]


def _kind_by_games(players: int, games: list[Pairing]) -> str:
    met = Counter(frozenset((game.white, game.black)) for game in games)
    everybody = players * (players - 1) // 2
    if players > 2 and len(met) == everybody:
        times = set(met.values())
        if times == {1}:
            return "fide-round-robin"
        if times == {2}:
            return "fide-double-round-robin"
    return "fide-swiss"


def _player(player: TrfPlayer, file: str) -> Player:
    born = read_day(player.born)
    year = re.search(r"\d{4}", player.born)
    birth_year = born.year if born else int(year[0]) if year else None
    if player.rating is not None and player.rating > MAX_RATING:
        why = f"{player.rating} is outside 0 to {MAX_RATING}"
        raise BadInput(why, file=file, line=player.line, field=PLAYER.fields[4].label)
    return Player(
        id=str(player.number),
        name=player.name or str(player.number),
        federation=player.federation or None,
        sex=SEX_WORDS.get(player.sex),
        birth_year=birth_year if birth_year and 1850 <= birth_year <= 2100 else None,
        title=player.title or None,
        rating=player.rating or None,
        fide_id=player.fide_number or None,
        born=born,
    )


def _arbiter(text: str) -> Director | None:
    """Return the chief arbiter, with the title where it stands before or behind the name."""
    if not text:
        return None
    words = text.replace(",", " , ").split()
    title = next((word for word in words if word.strip("()").upper() in ARBITER_TITLES), None)
    if title is None:
        return Director(text)
    name = " ".join(word for word in words if word is not title).replace(" ,", ",").strip(" ,")
    return Director(name or text, title.strip("()").upper())


def _teams(report: TrfReport, file: str) -> tuple[Team, ...]:
    numbers = {player.number for player in report.players}
    placed: set[int] = set()
    teams = []
    for index, team in enumerate(report.teams, 1):
        for player in team.players:
            if player not in numbers or player in placed:
                why = f"{player} {'stands in two places' if player in placed else 'is not the number of a player'}"
                raise BadInput(why, file=file, line=team.line, field=f"team {team.name}")
            placed.add(player)
        identity = str(team.number if team.number is not None else index)
        teams.append(Team(identity, team.name or identity, tuple(str(player) for player in team.players)))
    if len({team.id for team in teams}) < len(teams):
        raise BadInput("two teams have one number", file=file, line=report.teams[0].line, field="310")
    return tuple(teams)


def _rounds(report: TrfReport) -> int | None:
    stated = report.header("142") or report.header("XXR")
    if stated.isdecimal() and 0 < int(stated) < MAX_ROUNDS:
        return int(stated)
    return max(len(player.rounds) for player in report.players) or None


def _round_dates(report: TrfReport, file: str) -> tuple[date | None, ...]:
    groups = [group for line in report.lines("132") for group in line_fields(line, file=file)[1]]
    days = [read_day(str(group[0])) for group in groups]
    return tuple(days) if any(days) else ()


def _terms(report: TrfReport) -> FideTerms:
    byes = {
        (str(player.number), number)
        for player in report.players
        for number, game in enumerate(player.rounds, 1)
        if game.result == "U" and not game.opponent
    }
    return FideTerms(byes=frozenset(byes), clocks=clock_settings(report.header("222") or report.header("122")))


def _games(report: TrfReport, file: str) -> list[Pairing]:
    """Return every game once, by round, in the order of the players."""
    players = {player.number: player for player in report.players}
    games = []
    for number in range(1, max(len(player.rounds) for player in report.players) + 1):
        done: set[int] = set()
        for player in report.players:
            game = _round(player, number)
            if player.number in done or not game.opponent or game.result in BYES:
                continue
            other = players.get(game.opponent)
            if other is None or other is player:
                why = f"{game.opponent} is not the number of an opponent"
                raise _bad(player, number, 0, why, file)
            games.append(_game(player, other, number, file))
            done.update((player.number, other.number))
    return games


def _round(player: TrfPlayer, number: int) -> TrfGame:
    return player.rounds[number - 1] if number <= len(player.rounds) else TrfGame()


def _bad(player: TrfPlayer, number: int, part: int, why: str, file: str) -> BadInput:
    label = PLAYER.repeated[part].moved((number - 1) * PLAYER.step).label
    return BadInput(why, file=file, line=player.line, field=f"round {number}, {label}")


def _game(player: TrfPlayer, other: TrfPlayer, number: int, file: str) -> Pairing:
    mine, theirs = _round(player, number), _round(other, number)
    if theirs.opponent not in (player.number, 0, None) or (theirs.opponent and theirs.result in BYES):
        why = f"line {other.line} tells another game for player {other.number}"
        raise _bad(player, number, 0, why, file)
    if not theirs.opponent:  # only one line tells the game, as old league files do
        theirs = TrfGame(player.number, {"w": "b", "b": "w"}.get(mine.colour, ""), MIRROR.get(mine.result, mine.result))
    if mine.colour == theirs.colour and mine.colour in ("w", "b"):
        raise _bad(player, number, 1, f"both players have {mine.colour}; see line {other.line}", file)
    has_white = mine.colour == "w" or theirs.colour == "b" or (mine.colour != "b" and theirs.colour != "w")
    codes = (mine.result, theirs.result) if has_white else (theirs.result, mine.result)
    white, black = (player, other) if has_white else (other, player)
    result = None if all(code in OPEN or not code for code in codes) else PAIRS.get(codes)
    if result is None and any(code and code not in OPEN for code in codes):
        why = f"{mine.result or 'blank'!r} does not go with {theirs.result or 'blank'!r} in line {other.line}"
        raise _bad(player, number, 2, why, file)
    return Pairing(str(white.number), str(black.number), result, round=number, rated=codes[0] not in SHORT)
