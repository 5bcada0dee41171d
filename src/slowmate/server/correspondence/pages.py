"""What a reader finds below a game: messages, notes, saved variations, requests to the director."""

from collections.abc import Sequence
from dataclasses import dataclass

from slowmate.board import Colour, Position, UnreadableMove
from slowmate.server.accounts.permissions import Person
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.correspondence.permissions import may_read_report, readable_messages
from slowmate.server.games.models import Game
from slowmate.server.games.pages.lines import print_moves
from slowmate.server.games.permissions import is_player_of
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of


@dataclass(frozen=True, slots=True)
class Variation:
    """A saved variation as printed; in its stored form where it no longer fits the game."""

    analysis: Analysis
    shown: str
    line: str = ""
    """Its rest as conditional moves: the opponent's move first, the reader's reply last; empty if nothing is left."""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A message as its reader sees it: their own, or one that they have not read before."""

    message: Message
    is_mine: bool = False
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Correspondence:
    """The messages, notes, variations and requests of one game that one reader may see."""

    note: Note | None
    analyses: list[Variation]
    messages: list[MessageLine]
    requests: list[Report]
    """What the reader asked of the director, with the answers."""

    @property
    def unread(self) -> int:
        """The number of the opponent's messages that the reader, if they play, has not read."""
        return sum(line.is_new for line in self.messages)


def correspondence_of(row: Game, person: Person, positions: Sequence[Position]) -> Correspondence:
    """Read what belongs to a game, as far as a person may see it. *positions*: those of the game, for variations."""
    me = player_of(person) if is_player_of(person, row) else None
    messages = readable_messages(person, row).select_related("sender").order_by("sent", "pk")
    if me is None:
        return Correspondence(
            note=None, analyses=[], messages=[MessageLine(message) for message in messages], requests=[]
        )
    saved = Analysis.objects.filter(game=row, player=me).order_by("pk")
    binds = row.colour_of(me) if row.status != Game.Status.FINISHED else None
    return Correspondence(
        note=Note.objects.filter(game=row, player=me).first(),
        analyses=[variation(analysis, positions, binds=binds) for analysis in saved],
        messages=[_message(message, me) for message in messages],
        requests=[report for report in row.reports.order_by("made", "pk") if may_read_report(person, report)],
    )


def _message(message: Message, me: Player) -> MessageLine:
    is_mine = message.sender_id == me.pk
    return MessageLine(message, is_mine, is_new=not is_mine and message.read is None)


def variation(analysis: Analysis, positions: Sequence[Position], *, binds: Colour | None = None) -> Variation:
    """Print a variation. *binds*: the colour of a player who may turn it into conditional moves."""
    try:
        words, _ = print_moves(positions[analysis.from_ply], analysis.moves.split())
    except (UnreadableMove, IndexError):
        return Variation(analysis, analysis.moves)
    return Variation(analysis, " ".join(words), _conditional_line(analysis, positions, binds) if binds else "")


def _conditional_line(analysis: Analysis, positions: Sequence[Position], binds: Colour) -> str:
    """Return the rest of a variation, if the game has followed it until now and the opponent is on move."""
    now, moves = positions[-1], analysis.moves.split()
    followed = len(positions) - 1 - analysis.from_ply
    ahead = moves[followed:]
    if now.turn is binds or print_moves(positions[analysis.from_ply], moves[:followed])[1].fen != now.fen:
        return ""
    return " ".join(print_moves(now, ahead[: len(ahead) // 2 * 2])[0])
