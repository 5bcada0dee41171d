"""Acts that directors may enter for players without an account; the core says which are open."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from slowmate import play
from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.may import rights_of, why_not
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.pages.game import GamePage
from slowmate.server.games.pages.postal import PostalAct, acts
from slowmate.server.games.permissions import GameSeat, may_act_for
from slowmate.server.people.models import Player

WORDS: dict[str, Promise] = {
    "receipt": _("The player says when the last move came"),
    "claim-flag": _("The player claims that a flag has fallen"),
    "scoresheet": _("The player's scoresheet has come"),
    "report-game": _("The player reports the finished game"),
    "accept-offer": _("The player accepts the draw"),
    "decline-offer": _("The player declines the draw"),
    "claim": _("The player claims a draw or a win"),
    "resign": _("The player resigns"),
}


@dataclass(frozen=True, slots=True)
class ProxySeat:
    """A player without an account, and what can be entered for them."""

    player: Player
    colour: Colour
    acts: list[PostalAct]


def proxy_acts(state: play.Game, colour: Colour, *, at: datetime) -> list[PostalAct]:
    """Return what a player does by post besides moving, with why it cannot be done now, if it cannot."""
    every = [PostalAct(act.what, WORDS[act.what], act.why) for act in acts(state, colour, at=at)]
    others: dict[str, commands.Command] = {
        "accept-offer": commands.AcceptOffer(by=colour),
        "decline-offer": commands.DeclineOffer(by=colour),
        "resign": commands.Resign(by=colour),
    }
    every += [PostalAct(what, WORDS[what], why_not(state, command, at=at)) for what, command in others.items()]
    rights = rights_of(state, colour, at=at)
    closed = () if rights.claim or rights.tablebase else rights.claim.why_not
    return [*every, PostalAct("claim", WORDS["claim"], closed)]


def proxy_seats(page: GamePage, person: Person, *, at: datetime) -> list[ProxySeat]:
    """Return, for a director, the players without an account and what can be entered for them now."""
    if not page.is_director or page.state.terms.transmission.is_server:
        return []
    seats = []
    for colour in Colour:
        if may_act_for(person, GameSeat(page.row, colour)):
            open_ = [act for act in proxy_acts(page.state, colour, at=at) if not act.why]
            seats.append(ProxySeat(page.row.player(colour), colour, open_))
    return [seat for seat in seats if seat.acts]
