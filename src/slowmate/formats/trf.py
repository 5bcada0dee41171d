"""A tournament report file as an event, and an event as a tournament report file.

The kind of event comes from the type (092, or coded 192) where it names one; else from the games: everybody met once is
a round robin, twice a double one, anything else a Swiss; records of teams make it a team event. Byes are no games. A
game over before both had moved (W D L) scores, and is marked as not decided over the board. A game that only one of the
two lines tells counts; two lines that contradict each other are refused.
"""

import re
from calendar import month_abbr
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction

from slowmate.formats.rate_of_play import clock_settings
from slowmate.formats.trf_columns import PLAYER
from slowmate.formats.trf_records import (
    BYES,
    OPEN,
    SHORT,
    TrfGame,
    TrfPlayer,
    TrfRecord,
    TrfReport,
    TrfTeam,
    header_line,
    line_fields,
    read_trf_report,
    trf_line,
    write_trf,
)
from slowmate.records import (
    KINDS,
    BadInput,
    Director,
    Event,
    FideTerms,
    Kind,
    Pairing,
    Player,
    Result,
    Team,
)

__all__ = ["TrfReport", "event_of", "read_day", "read_trf", "read_trf_report", "report_of", "write_trf"]

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
TYPE_NAMES = {
    "fide-round-robin": "Individual: Round-Robin",
    "fide-double-round-robin": "Individual: Double Round-Robin",
    "fide-swiss": "Individual: Swiss-System",
    "fide-team": "Team",
    "fide-match": "Individual: Match",
}
PAIRS = {
    ("1", "0"): Result.WHITE_WINS,
    ("0", "1"): Result.BLACK_WINS,
    ("=", "="): Result.DRAW,
    ("0", "0"): Result.BOTH_LOSE,
    ("W", "L"): Result.WHITE_WINS,
    ("L", "W"): Result.BLACK_WINS,
    ("D", "D"): Result.DRAW,
    ("L", "L"): Result.BOTH_LOSE,
    ("+", "-"): Result.WHITE_WINS_BY_FORFEIT,
    ("-", "+"): Result.BLACK_WINS_BY_FORFEIT,
    ("-", "-"): Result.BOTH_FORFEIT,
}
CODES = {result: codes for codes, result in reversed(PAIRS.items())}
MIRROR = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+"}
ARBITER_TITLES = ("IA", "FA", "NA", "IO")
MAX_RATING = 4000
MAX_ROUNDS = 1000

_YEAR_FIRST = re.compile(r"(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})")
_YEAR_LAST = re.compile(r"(\d{1,2})\D{1,2}(\d{1,2})\D{1,2}(\d{4})")
_YEAR_SHORT = re.compile(r"(\d{2})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})")
_MONTHS = {month_abbr[number].lower(): number for number in range(1, 13)}
_WORDS = re.compile(r"([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})")


def read_trf(data: bytes, *, file: str) -> Event:
    """Read a tournament report file as an event, or refuse it with file, line and column."""
    return event_of(read_trf_report(data, file=file), file=file)


def event_of(report: TrfReport, *, file: str) -> Event:
    """The event a report tells. The start (042) is required, for it decides which rules govern."""
    if not report.players:
        raise BadInput("no player: no line begins with 001", file=file, line=1, field="001")
    games = _games(report, file)
    kind = _kind(report, games)
    return Event(
        name=report.header("012") or file,
        kind=kind,
        start=_start(report, file),
        players=tuple(_player(player, file) for player in report.players),
        games=tuple(games),
        teams=_teams(report, file) if kind.teams else (),
        games_per_pairing=2 if kind.slug == "fide-double-round-robin" else 1,
        scheveningen="scheveningen" in report.header("092").lower(),
        director=_arbiter(report.header("102")),
        fide=_terms(report),
        end=read_day(report.header("052")),
        city=report.header("022") or None,
        federation=report.header("032") or None,
        rounds=_rounds(report),
        round_dates=_round_dates(report, file),
        rate_of_play=report.header("122") or None,
        deputies=tuple(line.value for line in report.lines("112") if line.value),
    )


def _start(report: TrfReport, file: str) -> date:
    lines = [line for line in report.lines("042") if line.value]
    if not lines:
        raise BadInput("missing: the day the tournament started", file=file, line=1, field="042")
    found = read_day(lines[0].value)
    if found is None:
        why = f"{lines[0].value!r} is not a date; write it as 2018/03/01"
        raise BadInput(why, file=file, line=lines[0].line, field="042")
    return found


def read_day(text: str) -> date | None:
    """A day as the files write it: 2018/03/01, 01.03.2018, 18/03/01 (year first) or Mar 1, 2018; else None."""
    if found := _YEAR_FIRST.search(text) or _YEAR_LAST.search(text):
        parts = [int(part) for part in found.groups()]
        year, month, day = parts if parts[0] > 31 else reversed(parts)
    elif found := _YEAR_SHORT.search(text):
        year, month, day = (int(part) for part in found.groups())
        year += 1900 if year > 80 else 2000
    elif (found := _WORDS.search(text)) and found[1].lower() in _MONTHS:
        year, month, day = int(found[3]), _MONTHS[found[1].lower()], int(found[2])
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _kind(report: TrfReport, games: list[Pairing]) -> Kind:
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
        sex={"w": "f", "f": "f", "m": "m"}.get(player.sex),
        birth_year=birth_year if birth_year and 1850 <= birth_year <= 2100 else None,
        title=player.title or None,
        rating=player.rating or None,
        fide_id=player.fide_number or None,
        born=born,
    )


def _arbiter(text: str) -> Director | None:
    """The chief arbiter, with the title where it stands before or behind the name."""
    if not text:
        return None
    words = text.replace(",", " , ").split()
    title = next((word for word in words if word.strip("()").upper() in ARBITER_TITLES), None)
    if title is None:
        return Director(text)
    name = " ".join(word for word in words if word is not title).replace(" ,", ",").strip(" ,")
    return Director(name or text, title.strip("()").upper())


def _teams(report: TrfReport, file: str) -> tuple[Team, ...]:
    known = {player.number for player in report.players}
    placed: set[int] = set()
    teams = []
    for index, team in enumerate(report.teams, 1):
        for player in team.players:
            if player not in known or player in placed:
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
    """Every game once, by round, in the order of the players."""
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


def report_of(event: Event) -> TrfReport:
    """An event as a report. Names too long for their columns are cut; ids that are no numbers are counted through.

    A game without a round goes into the first round in which both players are free.
    """
    numbers = _numbers([player.id for player in event.players])
    rounds: dict[str, dict[int, TrfGame]] = {player.id: {} for player in event.players}
    for game in sorted(event.games, key=lambda game: game.round is None):
        if game.result and not game.result.counts:
            continue
        number = game.round or next(_free(rounds[game.white], rounds[game.black]))
        for one, other, colour, code in _sides(game):
            rounds[one][number] = TrfGame(numbers[other], colour, code)
    for one, number in event.fide.byes if event.fide else ():
        rounds[one].setdefault(number, TrfGame(0, "-", "U"))
    points = {player.id: _points(rounds[player.id].values()) for player in event.players}
    records: list[TrfRecord] = list(_headers(event))
    for player in sorted(event.players, key=lambda player: numbers[player.id]):
        rank = 1 + sum(other > points[player.id] for other in points.values())
        records.append(_player_record(player, numbers[player.id], rounds[player.id], points[player.id], rank))
    for index, team in enumerate(event.teams, 1):
        number = int(team.id) if team.id.isdecimal() and int(team.id) < 1000 else index
        records.append(TrfTeam(number, team.name[:32].strip(), tuple(numbers[player] for player in team.players)))
    return TrfReport(tuple(records))


def _numbers(ids: Sequence[str]) -> dict[str, int]:
    own = [int(one) for one in ids if one.isdecimal() and 0 < int(one) < 10_000]
    if len(set(own)) == len(ids):
        return dict(zip(ids, own, strict=True))
    return {one: number for number, one in enumerate(ids, 1)}


def _free(white: dict[int, TrfGame], black: dict[int, TrfGame]) -> Iterator[int]:
    return (number for number in range(1, 10_000) if number not in white and number not in black)


def _sides(game: Pairing) -> tuple[tuple[str, str, str, str], ...]:
    white, black = CODES[game.result] if game.result else ("", "")
    if not game.rated:
        letters = {"1": "W", "=": "D", "0": "L"}
        white, black = letters.get(white, white), letters.get(black, black)
    return (game.white, game.black, "w", white), (game.black, game.white, "b", black)


def _points(games: Iterable[TrfGame]) -> Fraction:
    worth = {"1": 2, "W": 2, "+": 2, "U": 2, "F": 2, "=": 1, "D": 1, "H": 1}
    return Fraction(sum(worth.get(game.result, 0) for game in games), 2)


def _headers(event: Event) -> Iterator[TrfRecord]:
    chief = f"{event.director.title or ''} {event.director.name}".strip() if event.director else ""
    kind = TYPE_NAMES.get(event.kind.slug, event.kind.name)
    texts = [
        ("012", event.name),
        ("022", event.city),
        ("032", event.federation),
        ("042", f"{event.start:%Y/%m/%d}"),
        ("052", f"{event.end:%Y/%m/%d}" if event.end else None),
        ("062", str(len(event.players))),
        ("072", str(sum(player.rating is not None for player in event.players))),
        ("082", str(len(event.teams)) if event.teams else None),
        ("092", f"{kind}, Scheveningen" if event.scheveningen else kind),
        ("102", chief),
        *(("112", deputy) for deputy in event.deputies),
        ("122", event.rate_of_play),
    ]
    yield from (header_line(tag, text) for tag, text in texts if text)
    if event.round_dates:
        yield trf_line("132", {}, tuple((f"{day:%y/%m/%d}" if day else "",) for day in event.round_dates))
    if event.rounds:
        yield header_line("142", str(event.rounds))


def _player_record(player: Player, number: int, rounds: dict[int, TrfGame], points: Fraction, rank: int) -> TrfPlayer:
    born = f"{player.born:%Y/%m/%d}" if player.born else f"{player.birth_year}/00/00" if player.birth_year else ""
    return TrfPlayer(
        number=number,
        name=" ".join(player.name.split())[:33].strip(),
        sex={"f": "w", "m": "m"}.get(player.sex or "", ""),
        title=(player.title or "")[:3],
        rating=player.rating,
        federation=(player.federation or "")[:3],
        fide_number=player.fide_id or "",
        born=born,
        points=points,
        rank=rank,
        rounds=tuple(rounds.get(index, TrfGame()) for index in range(1, max(rounds, default=0) + 1)),
    )
