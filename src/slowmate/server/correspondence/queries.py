"""What belongs to a game besides the game: messages, notes, saved variations, requests to the director."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from slowmate.board import Colour, Position, UnreadableMove
from slowmate.server.accounts.permissions import Person
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.correspondence.permissions import may_read_report, readable_messages
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import is_player_of
from slowmate.server.games.queries.lines import printed
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of


@dataclass(frozen=True, slots=True)
class Variation:
    """A saved variation in words; in its stored form where it no longer fits the game."""

    analysis: Analysis
    shown: str
    line: str = ""
    """What is left of it as conditional moves: the opponent's move first, the reader's reply last; empty if nothing."""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A message as its reader sees it: his own, or one that he has not seen before."""

    message: Message
    is_mine: bool = False
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """What one reader finds beside a game."""

    note: Note | None
    analyses: list[Variation]
    messages: list[MessageLine]
    requests: list[Report]
    """What he asked of the director, with the answers."""

    @property
    def unread(self) -> int:
        """Messages of the opponent that the reader, if he plays, has not read."""
        return sum(line.is_new for line in self.messages)


def beside(row: Game, person: Person, positions: Sequence[Position]) -> Beside:
    """What belongs to a game, as far as a person may read it. *positions*: those of the game, for variations."""
    me = player_of(person) if is_player_of(person, row) else None
    messages = readable_messages(person, row).select_related("sender").order_by("sent", "pk")
    if me is None:
        return Beside(note=None, analyses=[], messages=[MessageLine(message) for message in messages], requests=[])
    saved = Analysis.objects.filter(game=row, player=me).order_by("pk")
    binds = row.colour_of(me) if row.status != Game.Status.FINISHED else None
    return Beside(
        note=Note.objects.filter(game=row, player=me).first(),
        analyses=[variation(analysis, positions, binds=binds) for analysis in saved],
        messages=[_message(message, me) for message in messages],
        requests=[report for report in row.reports.order_by("made", "pk") if may_read_report(person, report)],
    )


def _message(message: Message, me: Player) -> MessageLine:
    is_mine = message.sender_id == me.pk
    return MessageLine(message, is_mine, is_new=not is_mine and message.read is None)


def unread(player: Player) -> Counter[int]:
    """How many messages a player has not read in each of his games, in one query; games without any are left out."""
    mine = Q(game__white=player) | Q(game__black=player)
    found = Message.objects.filter(mine, read__isnull=True).exclude(sender=player)
    return Counter(found.values_list("game_id", flat=True))


def last_words(player: Player, games: "QuerySet[Game]") -> dict[int, str]:
    """The last message that each opponent of a player wrote, by game, of some games of his."""
    found = Message.objects.filter(game__in=games.values("pk")).exclude(sender=player).order_by("sent", "pk")
    return dict(found.values_list("game_id", "text"))


def variation(analysis: Analysis, positions: Sequence[Position], *, binds: Colour | None = None) -> Variation:
    """A variation as printed; in its stored form where it no longer fits the game. *binds*: the colour of a player who
    may make conditional moves of it."""
    try:
        words, _ = printed(positions[analysis.from_ply], analysis.moves.split())
    except (UnreadableMove, IndexError):
        return Variation(analysis, analysis.moves)
    return Variation(analysis, " ".join(words), _conditional_line(analysis, positions, binds) if binds else "")


def _conditional_line(analysis: Analysis, positions: Sequence[Position], binds: Colour) -> str:
    """What of a variation still lies ahead, where the game has followed it until now and the opponent is on move."""
    now, moves = positions[-1], analysis.moves.split()
    followed = len(positions) - 1 - analysis.from_ply
    ahead = moves[followed:]
    if now.turn is binds or printed(positions[analysis.from_ply], moves[:followed])[1].fen != now.fen:
        return ""
    return " ".join(printed(now, ahead[: len(ahead) // 2 * 2])[0])
