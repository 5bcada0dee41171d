"""What a player is told of a move when he comes back to the game, or has its page open: what was made of his own, what
answered it, and that the game has gone on."""

from itertools import takewhile

from django.utils.translation import gettext as _

from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.queries.page import GamePage, seen_by
from slowmate.server.people.permissions import player_of
from slowmate.server.site.piece_letters import in_own_letters


def move_made(page: GamePage) -> str:
    """His move is made; where a conditional move has answered it at once, that too."""
    answers = list(takewhile(lambda line: line.conditional, reversed(page.moves)))[::-1]
    made = page.moves[-1 - len(answers)] if len(answers) < len(page.moves) else None
    if not answers or made is None or page.colour is None or made.colour != page.colour.value:
        return _("Your move is made.")
    facts = {"move": made.shown, "answer": " ".join(line.numbered for line in answers)}
    said = _("Your move %(move)s is made, and was answered at once by a conditional move: %(answer)s.") % facts
    return f"{said} {_('It is your turn again.')}" if page.is_my_move else said


def already_made(row: Game, person: Person, move: str, *, ply: int | None) -> str:
    """For a move that comes once more, because its answer was lost: that it is made. Nothing where it is not."""
    player = player_of(person)
    if player is None or ply is None:
        return ""
    moves = seen_by(row, person).moves
    if ply >= len(moves) or moves[ply].uci != move or moves[ply].colour != row.colour_of(player).value:
        return ""
    return _("Your move %(move)s is already made.") % {"move": moves[ply].shown}


def state_mark(row: Game) -> str:
    """Changes with whatever both players see happen; not when one of them sets conditional moves, which is private."""
    facts = (row.plies, row.lines, row.status, row.result, row.on_move_id, row.offer_to_id, row.awaits_director)
    return "-".join(str(fact) for fact in facts)


def gone_on(row: Game, person: Person) -> str:
    """The last move, or that something else has happened."""
    player = player_of(person)
    if row.status == Game.Status.FINISHED:
        return _("The game is over.")
    if player is not None and row.on_move_id == player.pk and row.last_move:
        return _("Your opponent has moved: %(move)s.") % {"move": in_own_letters(row.last_move)}
    return _("The game has gone on.")
