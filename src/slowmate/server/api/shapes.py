"""The shapes of what goes in and comes out. Bodies are strict: an unknown or mistyped field is refused, not guessed."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal

from django.urls import reverse
from django.utils.translation import gettext
from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from slowmate.formats.grounds import fact_json
from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl, TripleBlock
from slowmate.rulebook import Ground as Grounds
from slowmate.server.saying import control_words, sentence

LARGEST_ID = 2**63 - 1


def _day(value: Any) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ValueError(gettext("a day is written as 2024-05-31"))
    return date.fromisoformat(value)


def _instant(value: Any) -> datetime:
    if isinstance(value, str) and re.fullmatch(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}(Z|[+-][0-9]{2}:[0-9]{2})", value
    ):
        try:
            return datetime.fromisoformat(value).astimezone(UTC)
        except (ValueError, OverflowError):
            pass
    raise ValueError(gettext("an instant is written as 2024-05-31T14:05:00Z"))


def _yes(value: Any) -> bool:
    if value is not True:  # 1 is equal to it, and does not mean it
        raise ValueError(gettext("say true"))
    return True


Day = Annotated[
    date, BeforeValidator(_day), WithJsonSchema({"type": "string", "format": "date", "examples": ["2024-05-31"]})
]
Instant = Annotated[
    datetime,
    BeforeValidator(_instant),
    WithJsonSchema({"type": "string", "format": "date-time", "examples": ["2024-05-31T14:05:00Z"]}),
]
Seconds = Annotated[
    timedelta,
    PlainSerializer(lambda value: int(value.total_seconds()), return_type=int),
    WithJsonSchema({"type": "integer", "description": "seconds"}),
]
Colour = Literal["white", "black"]
MoveText = Annotated[
    str,
    Field(min_length=1, max_length=16, pattern=r"^[^\x00]*$", examples=["Nf3", "g1f3", "7163"]),
]


class Body(Schema):
    """What a program sends."""

    model_config = ConfigDict(extra="forbid", strict=True)


# coming out


class Ground(Schema):
    """A clause of the rule book and what it was applied to, also in words."""

    clause: str = Field(examples=["ICCF-LAWS-2019 5.1.2"])
    facts: dict[str, Any]
    words: str
    link: str


class PlayerLine(Schema):
    id: int
    name: str
    federation: str
    title: str
    rating: int | None


class PlayerOut(PlayerLine):
    rating_games: int
    iccf_id: str | None
    fide_id: str | None
    about: str


class GameLine(Schema):
    """A game as a list shows it."""

    id: int
    link: str
    white: PlayerLine
    black: PlayerLine
    label: str
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
    on_leave_until: datetime | None
    moves_to_control: int | None = Field(description="Own moves until time is added; null without such controls.")


class ControlOut(Schema):
    """A time control. What its kind does not know is null; all are numbers of days but the moves."""

    kind: Literal["classic", "fischer", "triple-block", "fixed-days"]
    words: str
    days: int = Field(description="To begin with; for so many moves; or for each move.")
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


class MessageOut(Schema):
    id: int
    sender: PlayerLine
    text: str
    sent: datetime


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
    scope: Literal["read", "play"]
    requests_a_minute: int
    to_move: int = Field(description="Games that wait for you.")


class EditionOut(Schema):
    key: str
    title: str
    clauses: int
    applied: int


class ClauseOut(Schema):
    """A rule in our words."""

    edition: str
    clause: str
    topic: str
    kind: str
    rule: str
    note: str
    is_applied: bool
    link: str


class ClauseDetail(ClauseOut):
    applied: list[str] = Field(description="The functions that apply it.")


class Paged(Schema):
    count: int = Field(description="How many there are in all.")
    limit: int
    offset: int


class GamesPage(Paged):
    items: list[GameLine]


class PlayersPage(Paged):
    items: list[PlayerLine]


class MessagesPage(Paged):
    items: list[MessageOut]


class RequestOut(Schema):
    """What you asked of the director of a game, and the answer."""

    id: int
    kind: str
    text: str
    made: datetime
    answer: str
    answered: datetime | None


class RequestsPage(Paged):
    items: list[RequestOut]


class ClausesPage(Paged):
    items: list[ClauseOut]


# going in


class MoveIn(Body):
    """A move, final once it is sent. *ply*: how many half-moves you have seen; if there are more, it is not made."""

    move: MoveText
    ply: int = Field(ge=0, le=10_000)
    offer: bool = Field(default=False, description="Offer a draw with it.")


class ClaimIn(Body):
    claim: Literal["repetition", "fifty-move", "tablebase-win", "tablebase-draw"]
    intended: MoveText | None = Field(None, description="A move that would bring about what is claimed.")


class ResignIn(Body):
    sure: Annotated[Literal[True], BeforeValidator(_yes)] = Field(description="It cannot be taken back.")


class ConditionalsIn(Body):
    """Lines of the opponent's move, your reply, and so on. No lines: what you had bound yourself to is dropped."""

    lines: list[Annotated[list[MoveText], Field(max_length=60)]] = Field(max_length=64)


class MessageIn(Body):
    text: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*$")]


class RecordIn(Body):
    """A move of a game by post, e-mail or fax, with its dates. *ply*: how many half-moves you have seen."""

    move: MoveText
    sent: Instant = Field(description="When the move was sent.")
    received: Instant | None = Field(None, description="When the opponent's move was received; left out: at once.")
    ply: int = Field(ge=0, le=10_000)
    offer: bool = Field(default=False, description="Offer a draw with it.")


class FlagIn(Body):
    against: Colour = Field(description="Whose flag has fallen: the opponent's, or your own.")


class ScoresheetIn(Body):
    form: Literal["electronic", "physical"]
    assistant: Annotated[str, Field(max_length=100, pattern=r"^[^\x00]*$")] | None = Field(
        None, description="Who keeps score for you, if you cannot."
    )


class GameReportIn(Body):
    """Your record of the finished game. If your opponent reports the same, the game is over and the result stands."""

    result: Literal["1-0", "0-1", "1/2-1/2"]
    moves: list[MoveText] = Field(max_length=2000)


class RequestIn(Body):
    kind: Literal["leave", "adjudication", "result", "report", "other"]
    text: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*$")]


class LeaveIn(Body):
    first: Day
    last: Day


def ground(each: Grounds) -> Ground:
    """A ground as it comes out, with its sentence in the reader's language."""
    link = reverse("clause", args=[each.clause.edition, each.clause.address])
    facts = {name: fact_json(fact) for name, fact in each.facts.items()}
    return Ground(clause=str(each.clause), facts=facts, words=sentence(each, with_zone=True), link=link)


def time_control(control: TimeControl) -> ControlOut:
    """A time control as it comes out, also in the words of the pages."""
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
