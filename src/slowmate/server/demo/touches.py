"""Acts of people in the demo besides moves: messages, notes, a report, leave, challenges, a conditional move."""

from datetime import datetime, timedelta

from django.db.models import Q

from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services
from slowmate.server.demo.games import DAY, HOUR
from slowmate.server.games import terms
from slowmate.server.games.models import Challenge, Game
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import challenges, leave, playing
from slowmate.server.people.models import Player


def last_touches(players: list[Player], *, at: datetime) -> None:
    """Add messages, notes, a report, leave and challenges, through the services that people use."""
    ada, boris = players[:2]
    games = [game for game in running(ada) if not game.awaits_director]
    for game, words in zip(games, _MESSAGES, strict=False):
        opponent = game.black if game.white_id == ada.pk else game.white
        sender = opponent.user if len(words) % 2 else ada.user
        services.send_message(game, words, actor=_account(sender), at=at - 5 * HOUR)
    if games:
        services.write_note(games[0], _NOTE, actor=_account(ada.user), at=at - 3 * HOUR)
    _takes_back(ada, at=at)
    for game in running(boris)[:1]:
        opponent = game.black if game.white_id == boris.pk else game.white
        sent = services.send_message(game, "Resign, it is hopeless.", actor=_account(opponent.user), at=at - DAY)
        text = "I find this message discourteous."
        services.report(game, text, actor=_account(boris.user), at=at - 20 * HOUR, message=sent)
    for number, player in enumerate(players[20:120:20]):
        first = (at + timedelta(days=number)).date()
        leave.take(player, first, first + timedelta(days=6 + number), actor=_account(player.user), at=at)
    _challenges(players, at=at)


def _takes_back(player: Player, *, at: datetime) -> None:
    """Set a conditional move of the most usual kind: if they take, I take back."""
    for game in running(player):
        if game.on_move_id in (None, player.pk):
            continue
        position = state_of(game).position
        for taken in (move for move in position.legal_moves() if position.piece_at(move.arrival)):
            back = [move for move in position.play(taken).legal_moves() if move.arrival == taken.arrival]
            if back:
                line = (taken.uci, back[0].uci)
                playing.set_conditionals(game.pk, (line,), actor=_account(player.user), at=at)
                return


def _challenges(players: list[Player], *, at: datetime) -> None:
    ada = players[0]
    words = "A quiet game of Chess960?"
    plain = terms.plain(control="classic-10-50", chess960=356)
    challenges.make(players[5], ada, terms=plain, words=words, at=at - 2 * DAY)
    plain = terms.plain(control="triple-block-4")
    challenges.make(players[6], ada, terms=plain, colour=Challenge.Colour.BLACK, number=2, at=at - DAY)
    for player, control in zip(players[7:10], ("fixed-3", "fischer-10-1", "classic-10-30"), strict=True):
        challenges.make(player, None, terms=terms.plain(control=control), at=at - 3 * HOUR)


def running(player: Player) -> list[Game]:
    games = Game.objects.filter(Q(white=player) | Q(black=player), status=Game.Status.RUNNING)
    return list(games.select_related("white__user", "black__user").order_by("pk"))


def _account(user: User | None) -> User:
    if user is None:
        raise ValueError("everybody in the demo has an account")
    return user


_MESSAGES = (
    "Greetings from the sea! I wish you a good game.",
    "Thank you, and the same to you. Amici sumus.",
    "That was a surprise. I need a day or two for it.",
    "I shall be slow next week: the harvest.",
    "A fine idea on your 14th move.",
)
_NOTE = "Keep the bishop pair. If ...c5, then d5 at once.\nLook at the rook lift to g3 before castling."
