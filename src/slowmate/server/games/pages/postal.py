"""Acts of players in a game by post, e-mail or fax, and requests that the Laws never allow in any game."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from slowmate import play
from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.events import Event, Sheet
from slowmate.play.may import WhyNot, why_no_offer, why_no_record, why_not
from slowmate.records import Result
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import GameSeat, may_act_for, may_record_move
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class PostalAct:
    """One thing a player may ask; *why* it is refused is empty where it is allowed."""

    what: str
    words: Promise
    why: WhyNot


@dataclass(frozen=True, slots=True)
class Recording:
    """The form by which the next move is entered: whose it is, and why it cannot be entered now, if it cannot."""

    mover: Player
    colour: Colour
    is_first: bool
    why: WhyNot
    offer: WhyNot
    """Why no draw can be offered with it."""
    is_for_player: bool
    """A director enters it for a player who has no account."""


def recording(row: Game, state: play.Game, person: Person, *, colour: Colour | None) -> Recording | None:
    """Return the form of the next move of a running game that is not played on the server; None without the right."""
    if state.terms.transmission.is_server or row.status != Game.Status.RUNNING or not may_record_move(person, row):
        return None
    turn = state.position.turn
    why = why_no_record(state, colour or turn)
    is_for_player = may_act_for(person, GameSeat(row, turn))
    return Recording(row.player(turn), turn, not state.moves, why, why_no_offer(state, turn), is_for_player)


def preview(state: play.Game, command: commands.Command, *, at: datetime) -> tuple[Event, ...]:
    """Return what a command would bring about, without carrying it out."""
    return play.decide(state, command, at=max(at, state.latest))


def _act(state: play.Game, what: str, words: Promise, command: commands.Command, at: datetime) -> PostalAct:
    return PostalAct(what, words, why_not(state, command, at=at))


def acts(state: play.Game, colour: Colour, *, at: datetime) -> list[PostalAct]:
    """Return what a player does in a game by post besides moving; on the server each is refused."""
    moves, sent = tuple(state.moves), state.turn.began if state.turn else state.terms.starts
    rows = (
        ("receipt", _("Say when I received the last move"), commands.StateReceipt(by=colour, received=sent)),
        ("claim-flag", _("Claim that a flag has fallen"), commands.ClaimFlag(by=colour, against=colour.other)),
        ("scoresheet", _("Hand in my scoresheet"), commands.HandInScoresheet(by=colour, form=Sheet.PHYSICAL)),
        (
            "report-game",
            _("Report the finished game"),
            commands.ReportGame(by=colour, result=Result.WHITE_WINS, moves=moves),
        ),
    )
    return [_act(state, what, words, command, at) for what, words, command in rows]


IMPOSSIBLE: dict[str, tuple[Promise, Callable[..., commands.Command]]] = {
    "take-back": (_("Take back my move"), commands.TakeBackMove),
    "withdraw-offer": (_("Withdraw my offer of a draw"), commands.WithdrawOffer),
    "withdraw-claim": (_("Withdraw my claim"), commands.WithdrawClaim),
    "adjourn": (_("Adjourn the game"), commands.Adjourn),
}
"""Requests that the Laws never allow: the answer is no, with the article."""


def impossible_act(state: play.Game, colour: Colour, what: str, *, at: datetime) -> PostalAct:
    words, command = IMPOSSIBLE[what]
    return _act(state, what, words, command(by=colour), at)


def impossible_acts(state: play.Game, colour: Colour, *, at: datetime) -> list[PostalAct]:
    """Return the impossible acts that a player might think of now."""
    if state.is_over:
        return []
    thinkable = {
        "take-back": state.last is not None and state.last.by is colour,
        "withdraw-offer": state.has_offer_by(colour),
        "withdraw-claim": any(claim.by is colour for claim in state.pending),
        "adjourn": state.started is not None,
    }
    return [impossible_act(state, colour, what, at=at) for what, is_so in thinkable.items() if is_so]
