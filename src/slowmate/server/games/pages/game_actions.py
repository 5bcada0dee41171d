"""The page of a game beside the board: its heading, whose turn it is, and what the reader can do."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.play.may import Rights, WhyNot
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game import GamePage
from slowmate.server.games.pages.journal import JournalEntry
from slowmate.server.games.pages.postal import PostalAct, Recording
from slowmate.server.site.text import transmission_words


def heading_facts(page: GamePage) -> list[str]:
    """Say how the game is played, besides its time control, and who directs it."""
    terms, start = page.state.terms, page.state.start
    words: list[str] = []
    if not terms.transmission.is_server:
        words.append(transmission_words(terms.transmission))
    if start.is_chess960:
        words.append("Chess960" if terms.chess960 is None else f"Chess960 {terms.chess960}")
    if page.row.director is not None:
        words.append(_director(page))
    if page.is_delayed:
        words.append(_("shown three moves late"))
    return words


def _director(page: GamePage) -> str:
    """Name the director of the game, or say that others decide because that office has ended."""
    name = getattr(getattr(page.row.director, "player", None), "name", "") or "—"
    if page.director is not None:
        return f"{_('director')} {name}"
    if page.is_over:
        return _("directed by %(director)s") % {"director": name}
    return _("the office of the director has ended: any tournament director decides")


@dataclass(frozen=True, slots=True)
class GameTurn:
    """Whose turn it is: a form for the reader, or why there is none. At most one of these."""

    may_record: bool = False
    """The reader may enter the next move of a game by post."""
    may_move: bool = False
    why_no_move: WhyNot = ()
    """Why the reader on move cannot move."""
    status: str = ""
    """The words for what the game waits for."""
    stopped: JournalEntry | None = None
    """The event that stopped the clocks, beside the status."""
    starts: datetime | None = None

    @property
    def place(self) -> str:
        """The field in which a move is typed, where there is one."""
        return "move" if self.may_record or self.may_move else ""


def game_turn(page: GamePage, recording: Recording | None) -> GameTurn:
    """Return the form for the reader, or why there is none."""
    if recording is not None and not recording.why:
        return GameTurn(may_record=True)
    if page.rights is not None and page.rights.move:
        return GameTurn(may_move=True)
    if page.rights is not None and page.is_my_move:
        return GameTurn(why_no_move=page.rights.move.why_not)
    if page.row.status == Game.Status.RUNNING and page.colour is not None:
        return GameTurn(status=_status(page.row), stopped=page.stopped)
    return GameTurn(starts=page.row.starts if page.row.status == Game.Status.WAITING else None)


def _status(row: Game) -> str:
    if row.awaits_director and row.deadline is None:  # else play goes on meanwhile
        return _("The game waits for the director.")
    return _("The clocks stand still.") if row.on_move_id is None else _("It is your opponent's turn.")


@dataclass(frozen=True, slots=True)
class GameAction:
    """One thing that the reader can do, and where. *is_grave*: it ends the game."""

    words: str
    link: str
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class BarredAction:
    """One thing that cannot be done now, and why."""

    words: str
    why: WhyNot


def open_actions(page: GamePage, acts: list[PostalAct], *, sheet_requested: bool) -> list[GameAction]:
    """Return what a player can do besides moving.

    Without the scoresheet that the director asks for, which has a place of its own.
    """
    pk = page.row.pk
    open_acts = [act for act in acts if not act.why and not (sheet_requested and act.what == "scoresheet")]
    actions = [GameAction(str(act.words), reverse("game-post", args=[pk, act.what])) for act in open_acts]
    return actions + (_rights_actions(page.rights, pk) if page.rights else [])


def _rights_actions(rights: Rights, pk: int) -> list[GameAction]:
    actions = (
        (rights.claim or rights.tablebase, GameAction(_("Claim"), reverse("game-claim", args=[pk]))),
        (rights.conditionals, GameAction(_("Conditional moves"), reverse("game-conditionals", args=[pk]))),
        (rights.refill, GameAction(_("Refill clock"), reverse("game-act", args=[pk, "refill"]))),
        (rights.long_reflection, GameAction(_("I will take long"), reverse("game-act", args=[pk, "long-reflection"]))),
        (rights.resign, GameAction(_("Resign"), reverse("game-act", args=[pk, "resign"]), is_grave=True)),
    )
    return [action for is_open, action in actions if is_open]


def barred_actions(page: GamePage, acts: list[PostalAct], impossible: list[PostalAct]) -> list[BarredAction]:
    """Return what a player cannot do in an unfinished game, with the reasons."""
    rights = page.rights
    if rights is None:
        return []
    actions = [
        BarredAction(_("Claim a draw"), rights.claim.why_not),
        BarredAction(_("Claim by the endgame tables"), rights.tablebase.why_not),
        BarredAction(_("Conditional moves"), rights.conditionals.why_not),
        BarredAction(_("Refill clock"), rights.refill.why_not if rights.refill is not None else ()),
        BarredAction(_("Resign"), rights.resign.why_not),
        *(BarredAction(str(act.words), act.why) for act in (*acts, *impossible)),
    ]
    return [action for action in actions if action.why]
