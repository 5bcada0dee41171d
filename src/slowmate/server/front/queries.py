"""What the front page and the page about the server read."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import cycle

from slowmate.board import Colour
from slowmate.play import Terms, arrange, clocks, commands, decide, evolve, fold
from slowmate.play.events import ClaimKind, Ended
from slowmate.rulebook import Clause, Ground
from slowmate.server.games.models import Challenge
from slowmate.server.people.models import Player

ACCEPTED = Clause("ICCF-LAWS-2019", "4.1")
ANALOGY = Clause("ICCF-LAWS-2019", "Preface-1")
APPEALS = Clause("ICCF-TR-2017", "15")
"""Where the page about the server leads besides its example. It tells of them, and applies none."""
_SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8") * 2


@dataclass(frozen=True, slots=True)
class Example:
    """A ruling for whoever has never seen one: made by the rules, as every other."""

    moves: str
    result: str
    grounds: tuple[Ground, ...]


def challenges_to(player: Player) -> int:
    return Challenge.objects.filter(opponent=player, state=Challenge.State.OPEN).count()


@cache
def example() -> Example:
    """Two players move their knights to and fro, and White claims a draw when the first position is back again."""
    at = datetime(2024, 3, 1, tzinfo=UTC)
    game = fold([arrange(Terms(starts=at, time_control=clocks.Classic()), at=at)])
    asked = [commands.MakeMove(by=by, move=move) for by, move in zip(cycle(Colour), _SHUFFLE, strict=False)]
    every: list[commands.Command] = [commands.CheckTime(), *asked]
    for command in every:
        for event in decide(game, command, at=at):
            game = evolve(game, event)
        at += timedelta(days=1)
    claim = commands.ClaimDraw(by=Colour.WHITE, claim=ClaimKind.REPETITION)
    ended = next(event for event in decide(game, claim, at=at) if isinstance(event, Ended))
    pairs = zip(_SHUFFLE[::2], _SHUFFLE[1::2], strict=True)
    moves = " ".join(f"{number}. {white} {black}" for number, (white, black) in enumerate(pairs, 1))
    return Example(moves, ended.result, ended.grounds)
