"""Every decision a director may take in a game: in words, what it needs to know, and the command it becomes.

A new command of a director is a new row here; a test looks through `play.commands` for one that has none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from slowmate.play import commands
from slowmate.play.events import ClaimKind, Penalty
from slowmate.play.game import PendingClaim
from slowmate.server.site.text import claim_name, side

Filled = dict[str, Any]
"""The values filled in, by the name of the field; only the fields of the decision."""
Signed = dict[str, str]
"""The director's name and their reason."""


@dataclass(frozen=True, slots=True)
class DirectorDecision:
    """One row: the words on the list, a sentence on what it does, and how it becomes a command."""

    group: str
    words: Promise
    about: Promise
    make: Callable[[Signed, Filled], commands.DirectorCommand]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    """Optional fields."""
    about_entry: frozenset[str] = frozenset()
    """Refusals that speak of what was filled in, not of the game: they do not rule the decision out."""

    @property
    def fields(self) -> tuple[str, ...]:
        return self.needs + self.may


GROUPS = {
    "claim": _("A claim"),
    "clock": _("The clocks"),
    "player": _("One of the players"),
    "end": _("The end of the game"),
    "record": _("The record of a game by post"),
    "other": _("Anything else"),
}

DECISIONS: dict[str, DirectorDecision] = {
    "uphold-claim": DirectorDecision(
        "claim",
        _("uphold the claim of a player"),
        _("The claim is right. The game ends, and the instant of the claim counts."),
        lambda signed, data: commands.DecideClaim(**signed, by=data["colour"], upheld=True),
        needs=("colour",),
    ),
    "reject-claim": DirectorDecision(
        "claim",
        _("reject the claim of a player"),
        _("The claim is not right. The game goes on; a move declared with the claim is made."),
        lambda signed, data: commands.DecideClaim(**signed, by=data["colour"], upheld=False),
        needs=("colour",),
    ),
    "stop": DirectorDecision(
        "clock",
        _("stop the clocks"),
        _("Nobody moves, and no time is charged, until you restart them."),
        lambda signed, _data: commands.StopClocks(**signed),
    ),
    "restart": DirectorDecision(
        "clock",
        _("restart the clocks"),
        _("The clock of the player on move runs again, with the time it had."),
        lambda signed, _data: commands.RestartClocks(**signed),
    ),
    "set-clock": DirectorDecision(
        "clock",
        _("set a clock"),
        _("Say what the clock of one player shall show now, and if need be how many moves it has counted."),
        lambda signed, data: commands.SetClock(
            **signed, colour=data["colour"], left=data["left"], bank=data.get("bank"), moves=data["moves"]
        ),
        needs=("colour", "left"),
        may=("bank", "moves"),
    ),
    "settle-count": DirectorDecision(
        "clock",
        _("settle how many moves were made"),
        _("Where no record shows it, the next move of the player counts as the first of the next time control."),
        lambda signed, data: commands.SettleCount(**signed, colour=data["colour"], shown=data["shown"]),
        needs=("colour",),
        may=("shown",),
    ),
    "penalise": DirectorDecision(
        "player",
        _("charge penalty days"),
        _("Days are taken off the clock of one player."),
        lambda signed, data: commands.Penalise(**signed, colour=data["colour"], days=data["days"]),
        needs=("colour", "days"),
    ),
    "grant-leave": DirectorDecision(
        "player",
        _("grant extra leave"),
        _("Days on which the clock of one player rests; they may lie in the past, back to the opponent's last move."),
        lambda signed, data: commands.GrantLeave(**signed, to=data["colour"], first=data["first"], last=data["last"]),
        needs=("colour", "first", "last"),
        about_entry=frozenset({"overlaps"}),
    ),
    "default": DirectorDecision(
        "player",
        _("default a player"),
        _("One player loses the game for breaking the rules."),
        lambda signed, data: commands.DefaultPlayer(**signed, colour=data["colour"]),
        needs=("colour",),
    ),
    "warn": DirectorDecision(
        "player",
        _("warn a player"),
        _("You found that a player misbehaved, and warn them. What is found later counts from this warning."),
        lambda signed, data: commands.JudgeConduct(
            **signed,
            colour=data["colour"],
            what=data["misconduct"],
            penalty=Penalty.WARNING,
            earlier=data.get("earlier", 0),
            days=None,
        ),
        needs=("colour", "misconduct"),
        about_entry=frozenset({"not-open"}),
    ),
    "judge-conduct": DirectorDecision(
        "player",
        _("penalise misconduct"),
        _("You found that a player misbehaved. The penalties are open by what it was and what was found before."),
        lambda signed, data: commands.JudgeConduct(
            **signed,
            colour=data["colour"],
            what=data["misconduct"],
            penalty=data["penalty"],
            earlier=data.get("earlier", 0),
            days=data["penalty_days"],
        ),
        needs=("colour", "misconduct", "penalty"),
        may=("penalty_days",),
        about_entry=frozenset({"not-open"}),
    ),
    "request-scoresheet": DirectorDecision(
        "record",
        _("ask a player for the scoresheet"),
        _("The player is asked to hand in their record of the game."),
        lambda signed, data: commands.RequestScoresheet(**signed, of=data["colour"]),
        needs=("colour",),
    ),
    "reinstate": DirectorDecision(
        "record",
        _("put back the position before an illegal move"),
        _(
            "That move and all after it are struck from the record, and the player who made it is charged penalty "
            "days. The opponent gets back the time they had before that move."
        ),
        lambda signed, data: commands.ReinstatePosition(
            **signed,
            ply=data["ply"],
            penalty_days=data["days"],
            white_left=data["white_left"],
            black_left=data["black_left"],
        ),
        needs=("ply", "days"),
        may=("white_left", "black_left"),
        about_entry=frozenset({"no-times"}),
    ),
    "dismiss": DirectorDecision(
        "record",
        _("find no illegal move in what was sent"),
        _("It was mistyped, or is legal: nothing is put back, nobody is penalised, and the clocks go on as they were."),
        lambda signed, _data: commands.DismissIrregularity(**signed),
    ),
    "open-reconstruction": DirectorDecision(
        "record",
        _("begin to reconstruct the game"),
        _(
            "Neither player has a complete record: first put down position, times and number of moves. "
            "Whoever begins again replaces what was put down."
        ),
        lambda signed, data: commands.OpenReconstruction(
            **signed,
            fen=data["fen"],
            white_left=data["white_left"],
            black_left=data["black_left"],
            moves_made=data["moves_made"],
        ),
        needs=("fen", "white_left", "black_left", "moves_made"),
    ),
    "reconstruct": DirectorDecision(
        "record",
        _("enter the reconstructed game"),
        _("The moves as the players put them together; they must lead to the position you put down."),
        lambda signed, data: commands.ReconstructGame(**signed, moves=data["line"].moves),
        needs=("line",),
        about_entry=frozenset({"another-position", "another-count", "illegal"}),
    ),
    "correct-colours": DirectorDecision(
        "record",
        _("end it because the colours were reversed"),
        _("The game ends without a result, and a new one with the right colours starts at once."),
        lambda signed, _data: commands.CorrectColours(**signed),
    ),
    "call-adjudication": DirectorDecision(
        "end",
        _("call for adjudication"),
        _("Play ends; the clocks stand still until the position is adjudicated."),
        lambda signed, _data: commands.CallAdjudication(**signed),
    ),
    "call-off-adjudication": DirectorDecision(
        "end",
        _("call the adjudication off"),
        _("Play goes on from where it was, with the time the clocks showed."),
        lambda signed, _data: commands.CallOffAdjudication(**signed),
    ),
    "adjudicate": DirectorDecision(
        "end",
        _("adjudicate the game"),
        _("The game ends with the result you give the position: a win or a draw."),
        lambda signed, data: commands.Adjudicate(**signed, result=data["verdict"]),
        needs=("verdict",),
    ),
    "double-default": DirectorDecision(
        "end",
        _("default both players"),
        _("Both players lose, and the game is not rated."),
        lambda signed, _data: commands.DoubleDefault(**signed),
    ),
    "cancel": DirectorDecision(
        "end",
        _("cancel the game"),
        _("The game does not count, whatever happened in it."),
        lambda signed, _data: commands.CancelGame(**signed),
    ),
    "correct-result": DirectorDecision(
        "end",
        _("correct the result"),
        _(
            "The game is over, but with another result than the one that stands. In a section that is settled, its "
            "office then decides what falls and what follows anew."
        ),
        lambda signed, data: commands.CorrectResult(**signed, result=data["result"]),
        needs=("result",),
    ),
    "confirm-result": DirectorDecision(
        "end",
        _("let the result stand"),
        _("A player reported another result; the one that is recorded stands all the same."),
        lambda signed, _data: commands.ConfirmResult(**signed),
    ),
    "rule": DirectorDecision(
        "other",
        _("record a ruling"),
        _("A ruling that changes neither board nor clock, with the clause it rests on."),
        lambda signed, data: commands.RecordRuling(**signed, article=data["article"], by_analogy=data["by_analogy"]),
        needs=("article",),
        may=("by_analogy",),
    ),
}

CLAIM_DECISIONS = {
    "uphold-claim": _("uphold %(side)s's claim: %(claim)s"),
    "reject-claim": _("reject %(side)s's claim: %(claim)s"),
}


LOOKED_UP = {
    ("uphold-claim", ClaimKind.TABLEBASE_DRAW): _("Complete endgame tables say that the position is a draw"),
    ("reject-claim", ClaimKind.TABLEBASE_DRAW): _("Complete endgame tables do not say that the position is a draw"),
    ("uphold-claim", ClaimKind.TABLEBASE_WIN): _("Complete endgame tables say that the position is won"),
    ("reject-claim", ClaimKind.TABLEBASE_WIN): _("Complete endgame tables do not say that the position is won"),
    ("uphold-claim", ClaimKind.FLAG): _("By the date on which the move was received, the flag had fallen"),
    ("reject-claim", ClaimKind.FLAG): _("By the date on which the move was received, the flag had not fallen"),
}
"""How the reason begins when directors looked up what the server could not. It is quoted in others."""


def reason_of(what: str, claims: Sequence[PendingClaim]) -> str:
    """Return the reason for upholding or rejecting a single claim, where directors must have looked something up."""
    return str(LOOKED_UP.get((what, claims[0].claim), "")) if len(claims) == 1 else ""


def decision_of(what: str, claims: Sequence[PendingClaim]) -> str:
    """Name the upholding or rejecting of a single claim; empty for other decisions, or for several claims."""
    if what not in CLAIM_DECISIONS or len(claims) != 1:
        return ""
    return str(CLAIM_DECISIONS[what]) % {"side": side(claims[0].by), "claim": claimed(claims[0])}


def claimed(claim: PendingClaim) -> str:
    """Say what is claimed, and with which move."""
    is_own_flag = claim.against == claim.by
    words = gettext("their own flag has fallen") if is_own_flag else claim_name(claim.claim)
    return f"{words}{f' ({claim.intended})' if claim.intended else ''}"
