"""Games that ended elsewhere: PGN with their moves, or games.csv with their results; a batch in one transaction."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from slowmate.formats.csv_rows import Row
from slowmate.formats.pgn_text import RawGame, split_games
from slowmate.formats.rating_csv import EVENT_FLAGS, EVENT_NUMBERS, GAME_COLUMNS, RESULTS
from slowmate.ratings.columns import EVENT_TYPES, MAX_RATING
from slowmate.ratings.levels import why_not
from slowmate.ratings.period_list import GAME_NUMBERS
from slowmate.records import KINDS, BadInput, Result
from slowmate.server.archives.models import Origin
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import ImportOutcome, ImportReport
from slowmate.server.archives.queries.pgn import ArchiveGame, game_key, read_archive_game
from slowmate.server.archives.queries.player_matcher import ArchivePerson, key_of
from slowmate.server.archives.queries.tables import GameToPlace, Tables
from slowmate.server.archives.services.imported_games import LATE, ImportedGame, add_moves, too_late, write
from slowmate.server.archives.services.people import People, Unclear, batched, rows_of, together
from slowmate.server.games.rating import RatingTerms
from slowmate.server.ratings.queries.inputs import FIDE

T = TypeVar("T")
REQUIRED = ("white", "black", "result", "date")
ANYBODY = ""
"""The source of games in PGN: a game is the same from every archive."""


@dataclass(frozen=True, slots=True)
class _GameWithKeys:
    """A game ready to be written once its players have numbers; until then it has their keys."""

    key: str
    line: int
    what: str
    game: ImportedGame
    white: str
    black: str
    originals: tuple[str | None, str | None] = (None, None)
    events: tuple[str, ...] = ()


def import_file(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Import the games of a file; those imported before are recognised by their keys and skipped."""
    head = file.start.lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")[0].lower()
    if b"white" in head and b"black" in head and not head.startswith(b"["):
        _GamesImport(file.name, options, report, source=options.source).rows(file)
    else:
        _GamesImport(file.name, options, report, source=ANYBODY).pgn(file)


class _GamesImport:
    """The import of the games of one file."""

    def __init__(self, file: str, options: ImportOptions, report: ImportReport, *, source: str) -> None:
        self.file, self.options, self.report, self.source = file, options, report, source
        self.people, self.tables = People(options, report), Tables()
        self.keys: dict[ArchivePerson, str] = {}
        self.seen: Counter[str] = Counter()

    # PGN

    def pgn(self, file: File) -> None:
        number = 0
        for raws in batched(split_games(file.lines())):
            number += len(raws)
            keyed = {key: raw for raw in raws if (key := game_key(raw))}
            twice = len(raws) - len(keyed)
            fresh = self._fresh(keyed)
            self._here(len(raws) - len(fresh), twice)
            self._keep(self._readable_games(fresh))
        if number == 0:
            raise BadInput("there is no game in it", file=self.file)

    def _readable_games(self, raws: Mapping[str, RawGame]) -> Iterator[_GameWithKeys]:
        """Yield the games that can be read and whose players are clear; report the others."""
        for key, raw in raws.items():
            game = read_archive_game(raw, file=self.file)
            if isinstance(game, BadInput):
                self._refuse(game, game.line, "")
                continue
            ready = self._with_players(key, game)
            if ready is not None:
                yield ready

    def _with_players(self, key: str, game: ArchiveGame) -> _GameWithKeys | None:
        players = self._players((game.white, game.black), game.line, game.what)
        if players is None:
            return None
        white, black = players
        rating = RatingTerms(
            is_rated=self.options.is_rated and game.is_dated,
            pool=self.options.pool or ("chess" if game.chess960 is None else "chess960"),
            event_kind=self.options.event_kind or ("thematic" if game.fen else ""),
            event_key=game.events[0][:80] if game.events else "",
        )
        imported = ImportedGame(
            white=0,
            black=0,
            result=game.result,
            starts=game.starts,
            ended=game.ended,
            rating=rating,
            moves=game.moves,
            read=game.read,
            termination=game.termination,
            transmission=game.transmission,
            fen=game.fen,
            chess960=game.chess960,
        )
        return _GameWithKeys(key, game.line, game.what, imported, white, black, events=game.events)

    # games.csv

    def rows(self, file: File) -> None:
        for rows in batched(self._read(file)):
            keyed: dict[str, Row] = {}
            for row in rows:
                if isinstance(row, BadInput):
                    self._refuse(row, row.line, "")
                else:
                    keyed[self._key(row)] = row
            fresh = self._fresh(keyed)
            self._here(len(keyed) - len(fresh), 0)
            self._keep(entry for key, row in fresh.items() if (entry := self._of_row(key, row)) is not None)

    def _read(self, file: File) -> Iterator[Row | BadInput]:
        return rows_of(file, self.report, required=REQUIRED, what="games", columns=GAME_COLUMNS)

    def _key(self, row: Row) -> str:
        """Return the key of a row: its own number, else its content with a count among equal rows."""
        if row.fields.get("game"):
            return key_of("row", row.fields["game"])
        content = key_of(*(f"{name}={value}" for name, value in sorted(row.fields.items()) if value))
        self.seen[content] += 1
        return key_of("said", content, self.seen[content])

    def _of_row(self, key: str, row: Row) -> _GameWithKeys | None:
        what = f"{row.fields['white']} – {row.fields['black']}"
        try:
            game = _game_of_row(row, self.options)
            named = [row.required("white", most=60), row.required("black", most=60)]
            if named[0] == named[1]:
                raise row.bad("black", f"{named[1]!r} cannot play against themselves")
            originals = [row.text(f"{colour}_original", most=60) for colour in ("white", "black")]
        except BadInput as wrong:
            self._refuse(wrong, row.line, what)
            return None
        people = [ArchivePerson(name="", id=identity) for identity in (*named, *originals) if identity]
        players = self._players(people, row.line, what)
        if players is None:
            return None
        white, black, *rest = players
        left = iter(rest)
        first, second = (next(left) if identity else None for identity in originals)
        return _GameWithKeys(key, row.line, what, game, white, black, (first, second))

    # both

    def _fresh(self, keyed: Mapping[str, T]) -> dict[str, T]:
        """Return the items not imported before."""
        here = Origin.objects.filter(kind=Origin.Kind.GAME, source=self.source, key__in=keyed)
        imported = set(here.values_list("key", flat=True))
        return {key: item for key, item in keyed.items() if key not in imported}

    def _here(self, number: int, twice: int) -> None:
        if number:
            why = f"{twice} of them twice" if twice else ""
            self.report.add(ImportOutcome.HERE, "game", self.file, None, f"{number} games", why, number=number)

    def _refuse(self, wrong: BadInput, line: int | None, what: str) -> None:
        why = f"{wrong.field}: {wrong.why}" if wrong.field else wrong.why
        self.report.add(ImportOutcome.REFUSED, "game", self.file, line, what, why)

    def _players(self, several: Sequence[ArchivePerson], line: int, what: str) -> list[str] | None:
        """Return the keys of people; None, and reported, if one of them is unclear."""
        keys, unclear = list[str](), list[str]()
        try:
            for person in several:
                try:
                    keys.append(self._player(person, line))
                except Unclear as wrong:
                    unclear.append(str(wrong))
        except BadInput as wrong:
            self._refuse(wrong, line, what)
            return None
        if unclear:
            self.report.add(ImportOutcome.AMBIGUOUS, "game", self.file, line, what, "; ".join(unclear))
            return None
        return keys

    def _player(self, person: ArchivePerson, line: int) -> str:
        key = self.keys.get(person)
        if key is None:
            key = self.keys[person] = self.people.see(person, file=self.file, line=line)
        return key

    def _keep(self, several: Iterator[_GameWithKeys]) -> None:
        """Write a batch together: new players, games, and their origins."""
        with together(self.options):
            ready = list(several)
            self.people.flush()
            numbered = [(entry, self._numbered(entry)) for entry in ready]
            same = [entry for entry, game in numbered if game.white == game.black]
            for entry in same:
                self._refuse(BadInput("both players are the same one here", field="Black"), entry.line, entry.what)
            numbered = [(entry, game) for entry, game in numbered if game.white != game.black]
            placed = self._placed(numbered)
            late = too_late([(game.rating.pool, game.ended) for _, game, _ in placed if game.rating.is_rated])
            if self.options.writes:
                self._write(placed)
            for entry, _, _ in placed:
                self.report.add(ImportOutcome.NEW, "game", self.file, entry.line, entry.what)
            if late:
                self.report.add(ImportOutcome.PASSED_OVER, "list", self.file, None, "", f"{late} {LATE}")

    def _numbered(self, ready: _GameWithKeys) -> ImportedGame:
        number = self.people.number
        first, second = (number(key) if key else None for key in ready.originals)
        rating = replace(ready.game.rating, white_original_id=first, black_original_id=second)
        return replace(ready.game, white=number(ready.white), black=number(ready.black), rating=rating)

    def _placed(
        self, numbered: Sequence[tuple[_GameWithKeys, ImportedGame]]
    ) -> list[tuple[_GameWithKeys, ImportedGame, int | None]]:
        """Return each game with the row of a table that waits for its moves, or None; refuse one from another start."""
        rows = self.tables.games_of(
            [
                GameToPlace(entry.events, game.white, game.black, game.result, game.ended, game.start)
                for entry, game in numbered
            ]
        )
        placed = []
        for (entry, game), row in zip(numbered, rows, strict=True):
            if row is not None and row.start is not None and not row.fits(game.start):
                why = f"the table of {entry.events[0]!r} has this game from another position, {row.start.fen}"
                self._refuse(BadInput(why, field="FEN"), entry.line, entry.what)
            else:
                placed.append((entry, game, row.pk if row is not None else None))
        return placed

    def _write(self, placed: Sequence[tuple[_GameWithKeys, ImportedGame, int | None]]) -> None:
        add_moves({pk: game for _, game, pk in placed if pk is not None and game.moves}, source=self.options.source)
        made = iter(write([game for _, game, pk in placed if pk is None], source=self.options.source))
        Origin.objects.bulk_create(
            Origin(
                source=self.source,
                kind=Origin.Kind.GAME,
                key=entry.key,
                row=next(made).pk if pk is None else pk,
            )
            for entry, _, pk in placed
        )


def _truth(flag: float | None) -> bool | None:
    return None if flag is None else bool(flag)


def _game_of_row(row: Row, options: ImportOptions) -> ImportedGame:
    """Return the game of a row of games.csv, its players left open."""
    result = row.choice("result", tuple(RESULTS))
    ended = row.day("date")
    if not result or ended is None:
        raise row.bad("date" if result else "result", "empty")
    numbers = {
        name: row.number(name, least=least, most=most)
        for name, (least, most) in EVENT_NUMBERS.items()
        if name in row.fields
    }
    flags = {name: numbers.get(name) for name in EVENT_FLAGS}
    starts = [_whole(row.number(f"{colour}_start", least=1, most=MAX_RATING)) for colour in ("white", "black")]
    pool, kind = options.pool or "chess", row.choice("kind", tuple(KINDS)) or options.event_kind
    level = numbers.get("level")
    if kind and level is not None and not pool.startswith(FIDE) and (why := why_not(kind, level)):
        raise row.bad("level", why)  # else no list of the game's period could be made
    rating = RatingTerms(
        is_rated=options.is_rated,
        pool=pool,
        event_kind=kind,
        event_key=row.text("event", most=80),
        white_start=starts[0],
        black_start=starts[1],
        white_by_level=_truth(numbers.get("white_by_level")),
        black_by_level=_truth(numbers.get("black_by_level")),
        level=_whole(level),
        is_agreed=flags["agreed"] != 0,
        is_scheveningen=bool(flags["scheveningen"]),
        is_between_countries=_truth(flags["between_countries"]),
        over_the_board=_over_the_board(row) if pool.startswith(FIDE) else None,
        reported=row.day("reported"),
    )
    moves, days = (_whole(numbers.get(f"reflection_{name}")) for name in ("moves", "days"))
    return ImportedGame(
        white=0,
        black=0,
        result=Result(result),
        starts=ended,
        ended=ended,
        rating=rating,
        reflection=(moves, days) if moves is not None and days is not None else None,
        is_postal=bool(flags["postal"]),
    )


def _over_the_board(row: Row) -> dict[str, object]:
    extras: dict[str, object] = {"event_type": row.choice("event_type", EVENT_TYPES) or None}
    extras |= {name: row.number(name, least=0, most=1_000_000) for name in GAME_NUMBERS if name in row.fields}
    return {name: value for name, value in extras.items() if value is not None}


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
