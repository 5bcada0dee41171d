"""The conduct of players, as directors need it to judge: earlier findings, and the scale of penalties."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.translation import pgettext

from slowmate.board import Colour
from slowmate.play.events import Event, Misconduct
from slowmate.play.laws.conduct import next_step
from slowmate.play.laws.offers import offers_lately
from slowmate.server.desk.queries.conduct import ConductFinding, findings_against, happened_in, moves_lately
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.words.values import vocabulary


@dataclass(frozen=True, slots=True)
class Conduct:
    """The conduct of one player of a game."""

    colour: Colour
    player: Player
    cases: list[ConductFinding]
    offers: int
    """The number of their last moves in this game with an offer of a draw."""
    lately: int
    """The number of moves searched for offers."""
    steps: list[tuple[str, str]]
    """Each kind of misconduct, and the next step of the scale for it."""


def named(words: type[StrEnum], kind: str) -> list[tuple[str, str]]:
    """Return the words of a vocabulary in the reader's language, for a form."""
    return [(word.value, in_words(word.value, kind)) for word in words]


def in_words(word: str, kind: str) -> str:
    message = vocabulary(kind, word)
    return pgettext(*message) if message else word


@dataclass(frozen=True, slots=True)
class ConductFindingLine:
    """One misconduct that was found, in words."""

    game: int
    at: datetime
    what: str
    penalty: str


def finding_lines(findings: list[ConductFinding]) -> list[ConductFindingLine]:
    """Put what was found into words."""
    return [
        ConductFindingLine(
            finding.game, finding.at, in_words(finding.what, "conduct"), in_words(finding.penalty, "penalties")
        )
        for finding in findings
    ]


def conduct_in(game: Game) -> list[Conduct]:
    """Return the conduct of the players of a game."""
    happened, cases = happened_in(game)[game.pk], findings_against(game.white, game.black)
    return [_conduct(game.player(colour), colour, cases[game.player(colour).pk], happened) for colour in Colour]


def _conduct(player: Player, colour: Colour, cases: list[ConductFinding], happened: list[Event]) -> Conduct:
    steps = [(what, next_step(what, earlier=len(cases))) for what in Misconduct]
    named_steps = [(in_words(what, "conduct"), in_words(step, "penalties")) for what, step in steps]
    return Conduct(colour, player, cases, offers_lately(happened, colour), moves_lately(happened, colour), named_steps)
