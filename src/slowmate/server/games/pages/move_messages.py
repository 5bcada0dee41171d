"""Messages about moves to a player who comes back to a game or has its page open."""

from itertools import takewhile

from django.utils.translation import gettext as _

from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game import GamePage
from slowmate.server.games.queries.game import visible_game
from slowmate.server.people.permissions import player_of
from slowmate.server.site.piece_letters import in_own_letters


def move_made(page: GamePage) -> str:
    """Confirm a player's move, and tell a conditional move that answered it at once."""
    answers = list(takewhile(lambda line: line.conditional, reversed(page.moves)))[::-1]
    made = page.moves[-1 - len(answers)] if len(answers) < len(page.moves) else None
    if not answers or made is None or page.colour is None or made.colour != page.colour.value:
        return _("Your move is made.")
    facts = {"move": made.text, "answer": " ".join(line.numbered for line in answers)}
    message = _("Your move %(move)s is made, and was answered at once by a conditional move: %(answer)s.") % facts
    return f"{message} {_('It is your turn again.')}" if page.is_my_move else message


def already_made(row: Game, person: Person, move: str, *, ply: int | None) -> str:
    """Confirm a move that is sent again because its answer was lost; empty if it is not made."""
    player = player_of(person)
    if player is None or ply is None:
        return ""
    moves = visible_game(row, person).moves
    if ply >= len(moves) or moves[ply].uci != move or moves[ply].colour != row.colour_of(player).value:
        return ""
    return _("Your move %(move)s is already made.") % {"move": moves[ply].text}


def news_of_game(row: Game, person: Person) -> str:
    """Say that the opponent has moved, or that something else has happened."""
    player = player_of(person)
    if row.status == Game.Status.FINISHED:
        return _("The game is over.")
    if player is not None and row.on_move_id == player.pk and row.last_move:
        return _("Your opponent has moved: %(move)s.") % {"move": in_own_letters(row.last_move)}
    return _("The game has gone on.")
