"""The table of a section: everybody against everybody, best first, as one component that templates lay out.

Rows and columns have the same order, that of the places, so that the diagonal is one line; columns are headed by the
numbers drawn, which every row has too. In a team event the sides are teams and the cells are matches; each board has
a crosstable of its own.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext

from slowmate import records
from slowmate.events.running.standings import Standing, is_awarded
from slowmate.events.running.tiebreaks import MATCH_POINTS, SONNEBORN_BERGER, WINS, tie_break_of
from slowmate.records import Result, Status
from slowmate.records.seats import seated
from slowmate.server.events.models import Seat
from slowmate.server.events.queries.section_cache import Table, table_of
from slowmate.server.events.queries.sections import (
    Participant,
    ReplacedPlayer,
    SectionGame,
    SectionRows,
    participant,
    replaced_players,
)
from slowmate.server.events.text import shared_place
from slowmate.server.games.text import moves_recorded
from slowmate.server.site.text import termination, word
from slowmate.words import score

SIGN_OF_HALF_POINTS = "0½1"
STYLE_OF_HALF_POINTS = ("lost", "drawn", "won")
RUNNING, CANCELLED, NO_PLACE = "·", "–", "–"


@dataclass(frozen=True, slots=True)
class CellGame:
    """A game, or a match of teams, in a cell: the score of the row's side, and a sentence for screen readers."""

    text: str
    words: str
    link: str = ""
    """Empty where the reader may not see the game."""
    look: str = ""
    """The colour and the result, as style sheets know them; empty for a match."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of two sides with each other: none on the diagonal."""

    games: tuple[CellGame, ...] = ()
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """A row: a player or a team, their points, and the results against each other."""

    id: str
    place: str
    """Empty as long as nothing is decided."""
    number: int
    who: Participant
    points: str
    games: int
    running: int
    tie_breaks: tuple[str, ...]
    cells: tuple[Cell, ...]
    is_mine: bool = False
    is_team: bool = False
    left: str = ""
    """How the player left, if they did."""
    replaced: tuple[ReplacedPlayer, ...] = ()
    """The players who sat on the board before, in their order."""

    @property
    def place_shown(self) -> str:
        return self.place or NO_PLACE


@dataclass(frozen=True, slots=True)
class CrosstableColumn:
    """The head of a column: short, and in full."""

    short: str
    words: str


@dataclass(frozen=True, slots=True)
class Crosstable:
    caption: str
    lines: tuple[CrosstableLine, ...]
    opponents: tuple[CrosstableColumn, ...]
    tie_breaks: tuple[CrosstableColumn, ...]
    is_double: bool = False
    is_team: bool = False


@dataclass(frozen=True, slots=True)
class _Side:
    """A player or a team that has a row."""

    id: str
    number: int
    who: Participant
    is_mine: bool
    status: str = Status.PLAYING.value
    is_team: bool = False
    replaced: tuple[ReplacedPlayer, ...] = ()


def crosstable(
    rows: SectionRows, *, me: int | None = None, visible: Collection[int] = (), board: int | None = None
) -> Crosstable:
    """Make the crosstable of a section for the player *me*, with links to the games that are *visible*.

    For a team event the crosstable of its matches, or of one *board*.
    """
    if not rows.record.teams:
        sides, event = _players(rows, rows.seats, me), rows.record
    elif board is None:
        sides, event = _teams(rows, me), rows.record
    else:
        seats = [seat for seat in rows.seats if seat.board == board]
        sides = _players(rows, seats, me)
        event = _of_board(seated(rows.record), {side.id for side in sides})
    ruling = table_of(event)
    by_id = {side.id: side for side in sides}
    lines = [line for line in ruling.value if line.id in by_id]
    has_begun = any(game.result is not None for game in event.games)
    if not has_begun:
        lines.sort(key=lambda line: by_id[line.id].number)
    cells = _matches(rows) if event.teams else _games(rows, by_id, visible)
    order = [by_id[line.id] for line in lines]
    return Crosstable(
        caption=_caption(rows, board),
        lines=tuple(_line(line, by_id[line.id], ruling, order, cells, has_begun=has_begun) for line in lines),
        opponents=tuple(CrosstableColumn(str(side.number), side.who.name) for side in order),
        tie_breaks=_tie_break_columns(lines, is_team=bool(event.teams)),
        is_double=event.games_per_pairing > 1,
        is_team=bool(event.teams),
    )


def _of_board(event: records.Event, players: Collection[str]) -> records.Event:
    """Return one board of a team event by itself: the holders of its seats meet as in a section."""
    return replace(
        event,
        players=tuple(player for player in event.players if player.id in players),
        games=tuple(game for game in event.games if game.white in players and game.black in players),
        teams=(),
        ties_broken=False,
        promotion=None,
    )


def _caption(rows: SectionRows, board: int | None) -> str:
    if board is not None:
        return gettext("Crosstable of board %(board)d") % {"board": board}
    return gettext("Matches of the teams") if rows.record.teams else gettext("Crosstable")


def _players(rows: SectionRows, seats: Sequence[Seat], me: int | None) -> list[_Side]:
    """Return a side for each seat, with its holder."""
    sides = []
    for row, seat in enumerate(seats, 1):
        sat = rows.sat_on(seat)
        holder = sat[-1]
        sides.append(
            _Side(
                str(holder.player_id),
                seat.number or row,
                participant(holder),
                holder.player_id == me,
                holder.status,
                replaced=replaced_players(sat),
            )
        )
    return sides


def _teams(rows: SectionRows, me: int | None) -> list[_Side]:
    own = {str(seat.team_id) for seat in rows.seats if rows.holder(seat).player_id == me}
    return [
        _Side(
            team.id,
            number,
            Participant(int(team.id), team.name, federation=team.federation or ""),
            team.id in own,
            is_team=True,
        )
        for number, team in enumerate(rows.record.teams, 1)
    ]


def _line(
    line: Standing,
    side: _Side,
    ruling: Table,
    order: Sequence[_Side],
    cells: Mapping[tuple[str, str], tuple[CellGame, ...]],
    *,
    has_begun: bool,
) -> CrosstableLine:
    sharing = sum(other.place == line.place for other in ruling.value)
    awarded = is_awarded(line, ruling)
    return CrosstableLine(
        id=line.id,
        place=(shared_place(line.place, sharing) if awarded else NO_PLACE) if has_begun else "",
        number=side.number,
        who=side.who,
        points=score(line.points),
        games=line.games,
        running=line.running,
        tie_breaks=tuple(score(line.tie_breaks[name]) for name in _tie_breaks_shown(line)),
        cells=tuple(
            Cell(is_self=True) if side.id == other.id else Cell(cells.get((side.id, other.id), ())) for other in order
        ),
        is_mine=side.is_mine,
        is_team=side.is_team,
        left="" if side.status == Status.PLAYING else word("status", side.status),
        replaced=side.replaced,
    )


# -- tie-breaks -------------------------------------------------------------------------------------------------------


def _tie_breaks_shown(line: Standing) -> list[str]:
    """Return the names of the tie-breaks that have a column.

    Results among the tied are reported where they decided; the points on each board are in the teams' crosstables.
    """
    tie_breaks = {name: tie_break_of(name) for name in line.tie_breaks}
    return [name for name, tie_break in tie_breaks.items() if tie_break is None or tie_break.has_column]


def tie_break_headings() -> dict[str, CrosstableColumn]:
    """Return the columns of the tie-breaks that have one, by name, in the reader's language."""
    return {
        WINS.name: CrosstableColumn(pgettext("column of a crosstable", "Wins"), gettext("games won")),
        SONNEBORN_BERGER.name: CrosstableColumn(pgettext("column of a crosstable", "SB"), gettext("Sonneborn-Berger")),
        MATCH_POINTS.name: CrosstableColumn(pgettext("column of a crosstable", "MP"), gettext("match points")),
    }


def _tie_break_columns(lines: Sequence[Standing], *, is_team: bool) -> tuple[CrosstableColumn, ...]:
    headings = tie_break_headings()
    names = _tie_breaks_shown(lines[0]) if lines else []
    names = [name for name in names if is_team or name != MATCH_POINTS.name]
    return tuple(headings.get(name) or CrosstableColumn(name, name) for name in names)


# -- cells ------------------------------------------------------------------------------------------------------------


def _games(
    rows: SectionRows, by_id: Mapping[str, _Side], visible: Collection[int]
) -> dict[tuple[str, str], tuple[CellGame, ...]]:
    """Return the games of each two sides with each other, by both of them."""
    ids = {seat.pk: str(rows.holder(seat).player_id) for seat in rows.seats}
    cells: dict[tuple[str, str], tuple[CellGame, ...]] = {}
    words, links = _GameWords(), GameLinks(visible)
    for pairing in rows.pairings:
        white, black = ids[pairing.white_id], ids[pairing.black_id]
        if white in by_id and black in by_id:
            link = links.to(pairing.game)
            for own, other, colour in ((white, black, 0), (black, white, 1)):
                cell = words.cell(pairing.game, by_id[other].who.name, colour, link)
                cells[own, other] = (*cells.get((own, other), ()), cell)
    return cells


class GameLinks:
    """Addresses of the games that the reader may see; made from one, since reversing hundreds is slow."""

    def __init__(self, visible: Collection[int]) -> None:
        self.visible, self.prefix = visible, reverse("game", args=[0]).removesuffix("0")

    def to(self, game: SectionGame | None) -> str:
        return f"{self.prefix}{game.pk}" if game is not None and game.pk in self.visible else ""


class _GameWords:
    """The words of cells, looked up once for a table: it has hundreds of them."""

    def __init__(self) -> None:
        self.colours = (
            ("white", gettext("White against %(name)s")),
            ("black", gettext("Black against %(name)s")),
        )
        self.results = (
            pgettext("of a player", "lost"),
            pgettext("of a player", "drawn"),
            pgettext("of a player", "won"),
        )
        self.running = pgettext("of a game", "running")
        self.waiting = pgettext("of a game", "not started")
        self.bare = f", {moves_recorded(0)}"
        self.ends: dict[tuple[str, str], tuple[bool, tuple[int, int], str]] = {}

    def cell(self, game: SectionGame | None, opponent: str, side: int, link: str) -> CellGame:
        """Return a game as White (0) or Black (1) sees it."""
        colour, against = self.colours[side]
        against %= {"name": opponent}
        if game is None or not game.result:
            return CellGame(RUNNING, f"{against}: {self.waiting if game is None else self.running}", link, colour)
        counts, halves, how = self._ended(game.result, game.termination)
        if not counts:
            return CellGame(CANCELLED, f"{against}: {how}", link, colour)
        half = halves[side]
        words = f"{SIGN_OF_HALF_POINTS[half]}, {against}: {self.results[half]}, {how}{'' if game.plies else self.bare}"
        look = f"{colour} {STYLE_OF_HALF_POINTS[half]}{'' if game.plies else ' bare'}"
        return CellGame(SIGN_OF_HALF_POINTS[half], words, link, look)

    def _ended(self, result: str, how: str) -> tuple[bool, tuple[int, int], str]:
        end = self.ends.get((result, how))
        if end is None:
            end = self.ends[result, how] = (Result(result).counts, Result(result).half_points, termination(how))
        return end


def _matches(rows: SectionRows) -> dict[tuple[str, str], tuple[CellGame, ...]]:
    """Return what each team scored against each other one, with the boards that still play."""
    event = seated(rows.record)
    team_of = {player: team for team in event.teams for player in team.players}
    points: dict[tuple[str, str], Fraction] = {}
    running: dict[tuple[str, str], int] = {}
    names: dict[tuple[str, str], str] = {}
    for game in event.games:
        white, black = team_of.get(game.white), team_of.get(game.black)
        if white is None or black is None:
            continue
        scored = rows.record.scoring.of(game.result) if game.result else (Fraction(0), Fraction(0))
        for own, other, gained in ((white, black, scored[0]), (black, white, scored[1])):
            key = (own.id, other.id)
            points[key] = points.get(key, Fraction(0)) + gained
            running[key] = running.get(key, 0) + (game.result is None)
            names[key] = other.name
    return {key: (_match(rows, key, points[key], points[key[1], key[0]], running[key], names[key]),) for key in points}


def _match(
    rows: SectionRows, key: tuple[str, str], own: Fraction, other: Fraction, running: int, name: str
) -> CellGame:
    link = f"{reverse('section-tab', args=[rows.section.pk, 'games'])}?match={key[0]}-{key[1]}"
    facts = {"name": name, "own": score(own), "other": score(other)}
    words = gettext("%(own)s to %(other)s against %(name)s") % facts
    if running:
        words += ", " + ngettext("%(n)d board still plays", "%(n)d boards still play", running) % {"n": running}
    return CellGame(score(own) + (RUNNING if running else ""), words, link)
