"""What the page of a game says to its reader besides the board: its heading, whose turn it is, and what he can do.

Everything is decided here, and the templates lay it out.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.play.clocks.counting import REGULATIONS
from slowmate.play.may import Rights, WhyNot
from slowmate.server.games.models import Game
from slowmate.server.games.pages.regulations import regulations_link
from slowmate.server.games.queries.journal import Line
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.queries.page import GamePage
from slowmate.server.games.queries.postal import Act, Recording
from slowmate.server.site.text import control_words, termination, transmission_words


def shown(page: GamePage, by_post: dict[str, Any]) -> dict[str, Any]:
    """What the templates of a game's page are given; *by_post* is what `postal.on_page` found."""
    acts = by_post["postal_acts"]
    open_ways = ways(page, acts, sheet_requested=by_post["sheet_requested"])
    barred_ways, origin = barred(page, acts, by_post["nevers"]), origin_of(page.row)
    return {
        "control": control_words(page.state.control),
        "facts": facts(page),
        "origin": origin,
        "event_regulations": regulations_link(origin),
        "left_to_event": REGULATIONS,
        "turn": turn(page, by_post["recording"]),
        "ways": open_ways,
        "barred": barred_ways,
        "has_actions": bool(open_ways or barred_ways),
        "ended_by": termination(page.row.termination) if page.row.termination != page.row.result else "",
    }


def facts(page: GamePage) -> list[str]:
    """How the game is played beside its time control, and who directs it."""
    terms, start = page.state.terms, page.state.start
    found: list[str] = []
    if not terms.transmission.is_server:
        found.append(transmission_words(terms.transmission))
    if start.is_chess960:
        found.append("Chess960" if terms.chess960 is None else f"Chess960 {terms.chess960}")
    if page.row.director is not None:
        found.append(_director(page))
    if page.is_delayed:
        found.append(_("shown three moves late"))
    return found


def _director(page: GamePage) -> str:
    """The director named for the game; where he is not in office any more, that others decide."""
    name = getattr(getattr(page.row.director, "player", None), "name", "") or "—"
    if page.director is not None:
        return f"{_('director')} {name}"
    if page.is_over:
        return _("directed by %(director)s") % {"director": name}
    return _("the office of the director has ended: any tournament director decides")


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is: a form for the reader, or why there is none. At most one of these."""

    may_record: bool = False
    """He may enter the next move of a game by post."""
    may_move: bool = False
    why_no_move: WhyNot = ()
    """It is his move, and yet he cannot make it."""
    status: str = ""
    """What the game waits for."""
    stopped: Line | None = None
    """With the status: what stopped the clocks."""
    starts: datetime | None = None

    @property
    def place(self) -> str:
        """The field in which a move is typed, where there is one."""
        return "move" if self.may_record or self.may_move else ""


def turn(page: GamePage, recording: Recording | None) -> Turn:
    if recording is not None and not recording.why:
        return Turn(may_record=True)
    if page.rights is not None and page.rights.move:
        return Turn(may_move=True)
    if page.rights is not None and page.is_my_move:
        return Turn(why_no_move=page.rights.move.why_not)
    if page.row.status == Game.Status.RUNNING and page.colour is not None:
        return Turn(status=_status(page.row), stopped=page.stopped)
    return Turn(starts=page.row.starts if page.row.status == Game.Status.WAITING else None)


def _status(row: Game) -> str:
    if row.awaits_director and row.deadline is None:  # else play goes on meanwhile
        return _("The game waits for the director.")
    return _("The clocks stand still.") if row.on_move_id is None else _("It is your opponent's turn.")


@dataclass(frozen=True, slots=True)
class Way:
    """Something that the reader can do, and where; *is_grave*: it ends the game."""

    words: str
    link: str
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """Something that cannot be done now, and why."""

    words: str
    why: WhyNot


def ways(page: GamePage, acts: list[Act], *, sheet_requested: bool) -> list[Way]:
    """What a player can do besides moving. A scoresheet that the director asks for has a place of its own."""
    pk = page.row.pk
    open_acts = [act for act in acts if not act.why and not (sheet_requested and act.what == "scoresheet")]
    found = [Way(str(act.words), reverse("game-post", args=[pk, act.what])) for act in open_acts]
    return found + (_ways(page.rights, pk) if page.rights else [])


def _ways(rights: Rights, pk: int) -> list[Way]:
    asked = (
        (rights.claim or rights.tablebase, Way(_("Claim"), reverse("game-claim", args=[pk]))),
        (rights.conditionals, Way(_("Conditional moves"), reverse("game-conditionals", args=[pk]))),
        (rights.refill, Way(_("Refill clock"), reverse("game-act", args=[pk, "refill"]))),
        (rights.long_reflection, Way(_("I will take long"), reverse("game-act", args=[pk, "long-reflection"]))),
        (rights.resign, Way(_("Resign"), reverse("game-act", args=[pk, "resign"]), is_grave=True)),
    )
    return [way for is_open, way in asked if is_open]


def barred(page: GamePage, acts: list[Act], nevers: list[Act]) -> list[Barred]:
    """What a player cannot do in a game that is not over, with the reasons."""
    rights = page.rights
    if rights is None:
        return []
    asked = [
        Barred(_("Claim a draw"), rights.claim.why_not),
        Barred(_("Claim by the endgame tables"), rights.tablebase.why_not),
        Barred(_("Conditional moves"), rights.conditionals.why_not),
        Barred(_("Refill clock"), rights.refill.why_not if rights.refill is not None else ()),
        Barred(_("Resign"), rights.resign.why_not),
        *(Barred(str(act.words), act.why) for act in (*acts, *nevers)),
    ]
    return [one for one in asked if one.why]
