"""Articles 6.3, 6.6 and 6.7: flags, silence and reminders, and the instants at which they come.

On the server a flag has fallen at the instant its time is up, whenever the server looks. By post and e-mail it falls
by a claim that the director upholds (`claims`), so that nothing here is due by itself.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from slowmate.board.mating.dead import can_mate
from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.play.clocks import Account, Charge, Classic
from slowmate.play.clocks.accounts import DAY, ZERO
from slowmate.play.clocks.counting import DISPLAYS, REGULATIONS
from slowmate.play.clocks.turns import when_reflected
from slowmate.play.clocks.unrecorded import Unrecorded
from slowmate.play.commands import AnnounceLongReflection, CheckTime
from slowmate.play.conditions import Moment, refuse, require_on_move, require_play
from slowmate.play.events import Ended, Event, LongReflectionAnnounced, Reminded, Started
from slowmate.play.evolve import evolve
from slowmate.play.game import Game
from slowmate.play.latest import remembers_latest
from slowmate.play.laws.results import Termination, win_for
from slowmate.records import Result
from slowmate.rulebook import Ground, Ruling, clause
from slowmate.rulebook.applies import applies

CLOCK_CONCLUSIVE = clause("ICCF-LAWS-2019 6.8a")

CHECKED = clause("ICCF-LAWS-2019 6.3")
START = clause("ICCF-LAWS-2019 6.4")
FALLEN = clause("ICCF-LAWS-2019 6.6a")
LOST = clause("ICCF-LAWS-2019 6.7a")
CANNOT_MATE = clause("ICCF-LAWS-2019 6.7b")
IN_ADVANCE = REGULATIONS
"""Silence is no matter of the Laws: the regulations of an event fix in advance after how many days it loses."""


class Due(StrEnum):
    """The things that happen by themselves at an instant."""

    START = "start"
    REMINDER = "reminder"
    SILENCE = "silence"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The next thing that happens if nobody acts: what, to which player, and exactly when."""

    at: datetime
    what: Due
    colour: Colour
    day: int | None = None
    """The day of silence of a reminder."""


def next_instant(game: Game) -> Upcoming | None:
    """Return when a server should next look at the game; None if nothing is due by itself."""
    if game.is_over:
        return None
    if game.started is None:
        return Upcoming(game.terms.starts, Due.START, game.position.turn)
    coming = [due for due in (_end_due(game), _reminder_due(game)) if due]
    return min(coming, key=lambda due: due.at, default=None)


def next_end(game: Game) -> Upcoming | None:
    """Return when the game ends by itself, by flag or silence, if nobody acts; None if it does not."""
    return None if game.is_over or game.started is None else _end_due(game)


@dataclass(frozen=True, slots=True)
class ExplainedEnd:
    """The instant at which a player loses without a move, and why that is sooner than their clock seems to say."""

    at: datetime
    colour: Colour
    away: timedelta
    silent_days: int | None = None
    """The days after which silence loses, before the flag falls; None: the flag falls first."""
    doubled_after: int | None = None
    """The days on one move after which each counts twice; None: none of those left does."""
    is_day_begun: bool = False
    """Whether a part of a day has passed that comes off the clock when the day is full."""


def explained_end(game: Game, *, at: datetime) -> ExplainedEnd | None:
    """Return the next end by itself, seen from an instant, with the rules of counting that matter for it."""
    end = next_end(game)
    if end is None:
        return None
    explained = ExplainedEnd(end.at, end.colour, end.at - at)
    now = max(at, game.latest)
    if isinstance(game.control, Unrecorded):
        return None
    silence, counting = game.control.silence, game.control.counting
    if end.what is Due.SILENCE and silence:
        return replace(explained, silent_days=silence.days)
    if explained.away >= clock_at(game, end.colour, now).left:
        return explained
    needed = game.control.runs_out_after(game.account(end.colour))
    if counting.doubled_after is not None and needed > counting.doubled_after * DAY:
        return replace(explained, doubled_after=counting.doubled_after)
    return replace(explained, is_day_begun=counting.whole_days and bool(game.reflected(end.colour, now) % DAY))


@remembers_latest
def _end_due(game: Game) -> Upcoming | None:
    """Return the flag or the loss by silence, whichever comes first; the flag if both do."""
    colour = game.position.turn
    side, silence = game.side(colour), game.control.silence
    ends = []
    flag = _reached(game, game.control.runs_out_after(game.account(colour)))
    if flag is not None:
        ends.append(Upcoming(flag, Due.FLAG, colour))
    if silence and not side.is_long_reflection:
        lost = _reached(game, silence.days * DAY)
        if lost is not None:
            ends.append(Upcoming(lost, Due.SILENCE, colour))
    return min(ends, key=lambda due: due.at, default=None)


def _reminder_due(game: Game) -> Upcoming | None:
    colour, silence = game.position.turn, game.control.silence
    side = game.side(colour)
    if silence is None or side.is_long_reflection:
        return None
    for day in silence.reminders:
        if day > side.reminded:
            instant = _reached(game, day * DAY)
            return None if instant is None else Upcoming(instant, Due.REMINDER, colour, day)
    return None


def _reached(game: Game, reflection: timedelta) -> datetime | None:
    if game.turn is None or not game.is_running or not game.terms.transmission.is_server:
        return None
    return when_reflected(game.turn, reflection, game.side(game.position.turn).leaves, since=game.latest)


@applies(START, CHECKED)
def check_time(game: Game, _command: CheckTime, moment: Moment) -> tuple[Event, ...]:
    """Return what is due by now: the start, then the end by flag or silence, else the latest reminder.

    A start and an end carry the rule's own instant, however late the server looks. A reminder carries the instant it is
    given; one that was missed is not made up for when a later one is due too.
    """
    events: tuple[Event, ...] = ()
    if game.started is None:
        if moment.at < game.terms.starts:
            return ()
        start = started(game)
        events, game = (start,), evolve(game, start)
    end = _end_due(game)
    if end and end.at <= moment.at:
        return (*events, _ended(game, end))
    reminded = _reminders_past(game, moment.at)
    return (*events, reminded) if reminded else events


def started(game: Game) -> Started:
    """Start the clock of the player on move at the time fixed, or when the game was arranged, if later."""
    at = max(game.terms.starts, game.latest)
    return Started(at=at, grounds=(Ground(START, {"player": game.position.turn.value, "starts": at}),))


def _ended(game: Game, end: Upcoming) -> Ended:
    return _flag_fallen(game, end) if end.what is Due.FLAG else _silence_lost(game, end)


def _flag_fallen(game: Game, end: Upcoming) -> Ended:
    result, grounds = flag_result(game, end.colour, position=game.position)
    fell = Ground(FALLEN, {"player": end.colour.value, "fell": end.at})
    return Ended(
        at=end.at,
        grounds=(fell, *grounds),
        result=result,
        termination=Termination.TIME,
        effective=end.at,
        is_rated=game.terms.may_be_rated,
    )


@applies(CANNOT_MATE)
def _silence_lost(game: Game, end: Upcoming) -> Ended:
    """End a game by silence, which loses as a flag does: to an opponent who can mate."""
    days = game.control.silence.days if game.control.silence else 0
    answer = can_mate(game.position, end.colour.other).answer
    outcome = "silence-undecided" if answer is None else "silence"
    grounds: tuple[Ground, ...] = (Ground(IN_ADVANCE, {"outcome": outcome, "player": end.colour.value, "days": days}),)
    if answer is False:
        grounds += (Ground(CANNOT_MATE, {"player": end.colour.other.value}),)
    return Ended(
        at=end.at,
        grounds=grounds,
        result=Result.DRAW if answer is False else win_for(end.colour.other),
        termination=Termination.SILENCE,
        effective=end.at,
        is_rated=game.terms.may_be_rated,
    )


def flag_result(game: Game, colour: Colour, *, position: Position) -> tuple[Result, tuple[Ground, ...]]:
    """Decide what a fallen flag brings: a loss, or a draw if it is proved that the opponent cannot mate.

    *position* is the one in which it fell: play may have gone on since it was claimed. Where the search cannot decide,
    the player loses; that is open to appeal.
    """
    account = game.side(colour).account
    moves = {"player": colour.value, "moves": account.moves}
    if isinstance(game.control, Classic):
        moves["control"] = (account.moves // game.control.moves + 1) * game.control.moves
    checked = Ground(CHECKED, {"outcome": "missed", **moves})
    answer = can_mate(position, colour.other).answer
    if answer is False:
        return Result.DRAW, (checked, Ground(CANNOT_MATE, {"player": colour.other.value}))
    facts = {"outcome": "undecided" if answer is None else "lost", "player": colour.value}
    return win_for(colour.other), (checked, Ground(LOST, facts))


def _reminders_past(game: Game, at: datetime) -> Reminded | None:
    latest, silence = None, game.control.silence
    while silence and (due := _reminder_due(game)) and due.at <= at and due.day is not None:
        facts = {"outcome": "reminder", "player": due.colour.value, "day": due.day, "days": silence.days}
        latest = Reminded(at=at, grounds=(Ground(IN_ADVANCE, facts),), to=due.colour, day=due.day)
        side = replace(game.side(due.colour), reminded=due.day)
        game = replace(game, white=side) if due.colour is Colour.WHITE else replace(game, black=side)
    return latest


def is_out_of_time(game: Game, at: datetime) -> bool:
    """Say whether the game has ended by now, by flag or silence, though that is not recorded yet."""
    end = _end_due(game)
    return end is not None and end.at <= at


def require_time(game: Game, at: datetime) -> None:
    """Refuse a command that comes after the flag has fallen, or after the day of silence."""
    end = _end_due(game)
    if end and end.at <= at:
        outcome = "too-late" if end.what is Due.FLAG else "too-late-silence"
        raise refuse(FALLEN, outcome, player=end.colour.value, fell=end.at)


def announce_long_reflection(game: Game, command: AnnounceLongReflection, moment: Moment) -> tuple[Event, ...]:
    """Record that the player on move will take long: silence no longer loses on this move, the clock still may."""
    silence = game.control.silence
    if silence is None:
        raise refuse(IN_ADVANCE, "no-silence-rule")
    require_play(game)
    require_on_move(game, command.by)
    if game.side(command.by).is_long_reflection:
        raise refuse(IN_ADVANCE, "already-announced", player=command.by.value)
    facts = {"outcome": "long-reflection", "player": command.by.value, "days": silence.days}
    return (LongReflectionAnnounced(at=moment.at, grounds=(Ground(IN_ADVANCE, facts),), by=command.by),)


# what the clocks show


@applies(CLOCK_CONCLUSIVE, DISPLAYS)
def clock_at(game: Game, colour: Colour, at: datetime) -> Account:
    """Return what a player's clock shows at an instant from the latest event on: time left, bank, moves.

    By post it shows what the record shows: until a receipt is on record, the opponent's move may still be under way.
    """
    account = game.account(colour)
    left = account.left - game.control.cost(game.reflected(colour, at))
    return replace(account, left=max(ZERO, left))


def has_run_out(game: Game, colour: Colour, at: datetime) -> bool | None:
    """Say whether a player's time was used up at an instant, by the dates on record, even if no flag fell.

    None: it was if they had received the opponent's move at once, and no record shows when they did.
    """
    if _is_out(game, colour, at, received=None):
        return True
    turn = game.turn
    if turn is None or turn.received is not None or not _is_out(game, colour, at, received=turn.began):
        return False
    return None


def _is_out(game: Game, colour: Colour, at: datetime, *, received: datetime | None) -> bool:
    account = game.account(colour, received=received, sent=at)
    used = game.reflected(colour, at, received=received)
    is_out = game.position.turn is colour and used >= game.control.runs_out_after(account)
    return account.left <= ZERO or is_out


def running_at(game: Game, at: datetime) -> Colour | None:
    """Return whose clock runs at an instant from the latest event on; None also while a move is under way."""
    colour, turn = game.position.turn, game.turn
    if (
        game.counted_at(at) is None
        or (turn is not None and turn.received is None)
        or game.is_over
        or game.stops
        or any(leave.covers(at) for leave in game.side(colour).leaves)
    ):
        return None
    return colour


def last_charge(game: Game) -> Ruling[Charge] | None:
    """Return how the last move was charged; None before the first, or after a position was put back."""
    return None if game.last is None else Ruling(game.last.charge, game.last.grounds)
