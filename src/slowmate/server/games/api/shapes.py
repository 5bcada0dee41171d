"""The shapes of games that go in and come out."""

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl, TripleBlock, Unrecorded
from slowmate.server.people.api import PlayerLine, PlayerOut
from slowmate.server.site.fields import LONGEST_PGN
from slowmate.server.site.shapes import Body, Colour, Day, Ground, Instant, MoveText, Paged, Seconds, Yes
from slowmate.server.site.text import control_words


class GameLine(Schema):
    """A game as a list shows it."""

    id: int
    link: str
    white: PlayerLine
    black: PlayerLine
    label: str = Field(description="The event and section by name, Challenge or Match; empty where it was arranged.")
    event_id: int | None = Field(description="The event that it is played in, and the section; null if in none.")
    section_id: int | None
    status: Literal["waiting", "running", "finished"]
    colour: Colour | None = Field(description="Yours; null if you do not play in it.")
    my_turn: bool
    offer_to_me: bool
    plies: int
    last_move: str
    last_move_at: datetime | None
    deadline: datetime | None = Field(description="When the flag of the player on move falls, or silence loses.")
    awaits_director: bool
    starts: datetime
    result: str
    termination: str
    finished: datetime | None


class MoveOut(Schema):
    ply: int
    number: int
    colour: Colour
    algebraic: str
    uci: str
    made: datetime | None = Field(description="Null where a game by post was reconstructed: nobody knows it then.")
    reflected: Seconds | None = Field(
        description="Null, like the next two, where nobody knows it or the clocks are not shown to you."
    )
    charged: Seconds | None
    left: Seconds | None = Field(description="On the mover's clock after the move.")
    offer: bool
    conditional: bool


class ClockOut(Schema):
    colour: Colour
    left: Seconds
    bank: Seconds | None
    is_running: bool
    until: datetime | None
    urgency: Literal["soon", "urgent"] | None = Field(
        description="As pages say it of the clock that runs: soon with less than a fourth of what a clock opens with, "
        "seven days at most; null: no hurry."
    )
    on_leave_until: datetime | None
    moves_to_control: int | None = Field(description="Own moves until time is added; null without such controls.")


class ControlOut(Schema):
    """A time control. What its kind does not know is null; all are numbers of days but the moves."""

    kind: Literal["classic", "fischer", "triple-block", "fixed-days", "unrecorded"]
    words: str
    days: int | None = Field(default=None, description="To begin with; for so many moves; or for each move.")
    moves: int | None = Field(default=None, description="In how many moves the days are to be used, again and again.")
    increment: int | None = Field(default=None, description="Added for each move.")
    cap: int | None = Field(default=None, description="The most the clock holds.")
    bank: int | None = None


class JournalLine(Schema):
    at: datetime
    title: str
    kind: str
    grounds: list[Ground]
    director: str
    reason: str


class GameOut(GameLine):
    """A game as you may see it. Where *is_delayed*, the last three moves, the clocks and the journal are left out."""

    is_delayed: bool
    time_control: ControlOut
    transmission: Literal["server", "post", "email", "fax"]
    chess960: int | None = Field(description="The number of the starting position, in Chess960.")
    director: str | None = Field(description="The name of the director of this game, if it has one of its own.")
    start_fen: str
    fen: str
    turn: Colour
    moves: list[MoveOut]
    clocks: list[ClockOut]
    charge: list[Ground] = Field(description="How the last move was charged.")
    refusals: dict[str, list[Ground]] = Field(
        description="For each thing a player may ask: the grounds on which it would be refused now, if any."
    )
    conditionals: list[list[str]] = Field(description="Your own lines, in stored form; nobody else sees them.")
    journal: list[JournalLine] = Field(description="Newest first.")


class ClaimOut(Schema):
    """The answer to a claim: the game is over, it goes on, or the director decides."""

    answer: Literal["upheld", "rejected", "director"]
    game: GameOut


class LeaveRefusal(Schema):
    game: int
    grounds: list[Ground]


class LeaveLine(Schema):
    first: date
    last: date
    made: datetime
    ended: datetime | None = Field(description="When you came back early, or gave it up before it began.")
    games: int = Field(description="In how many games it runs or is to come.")
    refused: list[LeaveRefusal] = Field(description="Games in which it does not hold, and why.")


class LeaveOut(Schema):
    """In how many games leave was registered or ended, and where the rules refused it."""

    games: int
    refused: list[LeaveRefusal]


class Me(Schema):
    player: PlayerOut | None
    scope: Literal["read", "play", "enter", "official"]
    requests_a_minute: int
    to_move: int = Field(description="Games that wait for you.")
    cases: list[int] = Field(description="Open cases that concern you, by their numbers.")


class GamesPage(Paged):
    items: list[GameLine]


class MoveIn(Body):
    """A move, final once it is sent. *ply*: how many half-moves you have seen; if there are more, it is not made."""

    move: MoveText
    ply: int = Field(ge=0, le=10_000)
    offer: bool = Field(default=False, description="Offer a draw with it.")


class ClaimIn(Body):
    claim: Literal["repetition", "fifty-move", "tablebase-win", "tablebase-draw"]
    intended: MoveText | None = Field(None, description="A move that would bring about what is claimed.")
    received: Instant | None = Field(
        None, description="By post or e-mail: when the opponent's move was received; left out: at once."
    )


class ResignIn(Body):
    sure: Yes = Field(description="It cannot be taken back.")


class ConditionalsIn(Body):
    """Lines of the opponent's move, your reply, and so on. No lines: what you had bound yourself to is dropped."""

    lines: list[Annotated[list[MoveText], Field(max_length=60)]] = Field(max_length=64)


class RecordIn(Body):
    """A move of a game by post, e-mail or fax, with its dates. *ply*: how many half-moves you have seen."""

    move: MoveText
    sent: Instant = Field(description="When the move was sent.")
    received: Instant | None = Field(None, description="When the opponent's move was received; left out: at once.")
    ply: int = Field(ge=0, le=10_000)
    offer: bool = Field(default=False, description="Offer a draw with it.")


class ReceiptIn(Body):
    received: Instant = Field(description="When you received the opponent's move; your clock runs since then.")


class FlagIn(Body):
    against: Colour = Field(description="Whose flag has fallen: the opponent's, or your own.")


class ScoresheetIn(Body):
    form: Literal["electronic", "physical"]
    assistant: Annotated[str, Field(max_length=100, pattern=r"^[^\x00]*$")] | None = Field(
        None, description="Who keeps score for you, if you cannot."
    )


class GameReportIn(Body):
    """Your record of the finished game: its moves, or all of it as PGN. If your opponent reports the same, the game is
    over and the result stands."""

    result: Literal["1-0", "0-1", "1/2-1/2"]
    moves: list[MoveText] | None = Field(None, max_length=2000)
    pgn: str = Field("", max_length=LONGEST_PGN)


class LeaveIn(Body):
    first: Day
    last: Day


def time_control(control: TimeControl) -> ControlOut:
    """Return a time control in numbers and in the words of the pages."""
    words = control_words(control)
    match control:
        case Classic():
            return ControlOut(kind="classic", words=words, days=control.days, moves=control.moves)
        case Fischer():
            return ControlOut(
                kind="fischer", words=words, days=control.days, increment=control.increment, cap=control.cap
            )
        case TripleBlock():
            days, bank, more = control.clock, control.bank, control.increment
            return ControlOut(kind="triple-block", words=words, days=days, cap=days, bank=bank, increment=more)
        case FixedDays():
            return ControlOut(kind="fixed-days", words=words, days=control.days)
        case Unrecorded():
            return ControlOut(kind="unrecorded", words=words)
