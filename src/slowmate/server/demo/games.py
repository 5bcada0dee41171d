"""The games of the demo: lines that were played beforehand, told again as the server would have recorded them.

Every event is one the core decides. Only whether a move in the middle of a line ended the game is not asked again: the
lines were checked when they were made (`tools/demo-games`), and asking takes a search for each move.
"""

import lzma
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib.resources import files
from random import Random

from slowmate import play
from slowmate.board import Colour, Move, Position
from slowmate.play import clocks, commands, events
from slowmate.play.clocks import TimeControl
from slowmate.play.laws.after_move import played
from slowmate.play.terms import Terms
from slowmate.records import Result
from slowmate.server.games.services.games import probe

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
DIRECTOR = "Dora Directrix"
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A game played beforehand: its Chess960 number, how it stood, its moves."""

    chess960: int | None
    stood: str
    moves: tuple[str, ...]


def lines() -> list[Line]:
    """Return all lines, always in the same order."""
    packed = files("slowmate.server").joinpath("data", "demo-games.txt.xz").read_bytes()
    result = []
    for text in lzma.decompress(packed).decode().splitlines():
        number, stood, *moves = text.split()
        result.append(Line(None if number == "-" else int(number), stood, tuple(moves)))
    return result


STOOD = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2": Result.DRAW}


def spare_lines() -> dict[Result, list[Line]]:
    """Return finished lines by result. Sections take lines from the beginning of the file: take the last of these."""
    spare: dict[Result, list[Line]] = {result: [] for result in STOOD.values()}
    for line in lines():
        if line.chess960 is None and line.stood in STOOD:
            spare[STOOD[line.stood]].append(line)
    return spare


@dataclass(slots=True)
class Telling:
    """A game being told: what happened so far, and the instant it has come to."""

    terms: Terms
    game: play.Game = field(init=False)
    told: list[events.Event] = field(default_factory=list)
    now: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.now = self.terms.starts
        arranged = play.arrange(self.terms, at=self.terms.starts - 2 * DAY)
        self.told.append(arranged)
        self.game = play.fold((arranged,))
        self.ask(commands.CheckTime())

    def _keep(self, happened: tuple[events.Event, ...]) -> None:
        for event in happened:
            self.told.append(event)
            self.game = play.evolve(self.game, event)

    def ask(self, command: commands.Command) -> tuple[events.Event, ...]:
        """Carry out a command at this instant, as the core decides it."""
        happened = play.decide(self.game, command, at=self.now, probe=probe)
        self._keep(happened)
        return happened

    def move(self, uci: str, *, after: timedelta, offer: bool = False, is_last: bool = False) -> None:
        """Move after so much reflection, less if the clock does not allow it. The last of a line may end the game."""
        self.reflect(after)
        position = self.game.position
        move = position.move_from_uci(uci)
        may_end = is_last and may_have_ended(position.play(move))
        self._keep(played(self.game, move, at=self.now, offer=offer, went_on=not may_end))

    def reflect(self, span: timedelta) -> None:
        """Let the player on move think, for half of what their clock allows at most."""
        account = self.game.account(self.turn)
        allowed = self.game.control.runs_out_after(account) - self.game.reflected(self.turn, self.now)
        self.now = whole(self.now + min(span, max(allowed, timedelta(0)) / 2))

    def wait(self, span: timedelta) -> None:
        """Advance the clock; reminders, silence and flags come as they are due."""
        until = whole(self.now + span)
        while (due := play.next_instant(self.game)) and due.at <= until:
            self.now = due.at
            if not self.ask(commands.CheckTime()):
                break
        self.now = max(self.now, until) if not self.game.is_over else self.now

    @property
    def turn(self) -> Colour:
        return self.game.position.turn


def whole(instant: datetime) -> datetime:
    """Return an instant in whole seconds, as games are timed."""
    return instant.replace(microsecond=0)


def may_have_ended(position: Position) -> bool:
    """Return whether a line that stops here may have ended on the board: no move is left, or hardly any man."""
    return position.piece_count <= 4 or not position.legal_moves()


def thinking(lot: Random, plies: int, span: timedelta, *, longest: timedelta, mood: float) -> list[timedelta]:
    """Return how long each move took: as uneven as *mood*, together about *span*, none longer than *longest*."""
    shares = [lot.lognormvariate(0, mood) for _ in range(plies)]
    hours, most = span / HOUR, longest / HOUR
    for _ in range(_ROUNDS):  # what is cut off the longest goes to the others
        factor = hours / (sum(shares) or 1.0)
        shares = [max(1.0, min(share * factor, most)) for share in shares]
    return [share * HOUR for share in shares]


def longest_thought(control: TimeControl) -> timedelta:
    """Return the longest time a demo player takes for a move, so that no flag falls in the middle of a line."""
    match control:
        case clocks.FixedDays():
            return 0.8 * control.days * DAY
        case clocks.TripleBlock() | clocks.Fischer():
            return 6 * DAY
        case _:
            return 12 * DAY


def tell_moves(
    telling: Telling, line: Line, plies: int, lot: Random, *, span: timedelta, offer: bool = False, mood: float = 0.9
) -> None:
    """Play the first moves of a line, within a span of time; with *offer* a draw is offered with the last of them."""
    times = thinking(lot, plies, span, longest=longest_thought(telling.terms.time_control), mood=mood)
    for ply, (uci, after) in enumerate(zip(line.moves[:plies], times, strict=True), 1):
        is_last = ply == len(line.moves)
        telling.move(uci, after=after, offer=offer and ply == plies, is_last=is_last)


# how games end


def end(telling: Telling, stood: str, lot: Random) -> None:
    """Bring a game that stopped in the middle to an end that fits how it stood."""
    if telling.game.is_over:
        return
    telling.reflect(lot.random() * 4 * DAY + HOUR)
    if stood == "1/2":
        _draw(telling, lot)
    else:
        _lose(telling, Colour.BLACK if stood == "1-0" else Colour.WHITE, lot)


def _draw(telling: Telling, lot: Random) -> None:
    if telling.game.offers:
        telling.ask(commands.AcceptOffer(by=telling.turn))
    elif lot.random() < 0.5 and repeat(telling):
        telling.ask(commands.ClaimDraw(by=telling.turn, claim=events.ClaimKind.REPETITION))
    else:
        telling.ask(commands.CallAdjudication(director=DIRECTOR, reason="the event has reached its closing date"))
        telling.now += 9 * DAY
        reason = "three masters judged the position equal"
        telling.ask(commands.Adjudicate(director=DIRECTOR, reason=reason, result=Result.DRAW))


def _lose(telling: Telling, loser: Colour, lot: Random) -> None:
    chance, is_on_move = lot.random(), telling.turn is loser
    if is_on_move and chance < 0.06:
        telling.wait(1000 * DAY)  # the flag, or silence, whichever comes first
    elif chance < 0.08:
        reason = "moves were made by another person"
        telling.ask(commands.DefaultPlayer(director=DIRECTOR, reason=reason, colour=loser))
    elif chance < 0.11:
        telling.ask(commands.CallAdjudication(director=DIRECTOR, reason="the event has reached its closing date"))
        telling.now += 12 * DAY
        result = Result.BLACK_WINS if loser is Colour.WHITE else Result.WHITE_WINS
        telling.ask(commands.Adjudicate(director=DIRECTOR, reason="won for the other side", result=result))
    else:
        telling.ask(commands.Resign(by=loser))


def repeat(telling: Telling) -> bool:
    """Let both sides move to and fro until the position stands for the third time; False if they cannot."""
    start = telling.game.position
    for there in _quiet(start):
        after = start.play(there)
        for answer in _quiet(after):
            round_trip = [there.uci, answer.uci, _back(there.uci), _back(answer.uci)]
            if _returns(start, round_trip):
                for uci in round_trip * 2:
                    telling.move(uci, after=20 * HOUR)
                return True
    return False


def _quiet(position: Position) -> list[Move]:
    return [move for move in position.legal_moves() if (position.piece_at(move.departure) or "P") in "NnBbRrQq"][:12]


def _back(uci: str) -> str:
    return uci[2:4] + uci[:2]


def _returns(start: Position, moves: list[str]) -> bool:
    position = start
    for uci in moves:
        if uci not in {move.uci for move in position.legal_moves()}:
            return False
        position = position.play_uci(uci)
    return position.key == start.key
