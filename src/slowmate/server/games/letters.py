"""Mail about games and challenges.

"It is your move" after the move has been answered, a reminder to a player who is not on move any more, or a warning of
a time that has changed would only puzzle; results and decisions are always sent.
"""

from datetime import date, timedelta
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.play import event_from_json
from slowmate.server.games.models import Challenge, GameEvent
from slowmate.server.games.pages.challenges import challenge_offer
from slowmate.server.games.pages.lines import print_moves
from slowmate.server.games.queries.game import positions_of
from slowmate.server.games.repository import state_of
from slowmate.server.games.services.stale_mail import ANSWERED, is_answered
from slowmate.server.games.text import time_urgency
from slowmate.server.mail.letters import Letters, MailKind, page_named
from slowmate.server.mail.models import Mail
from slowmate.server.site.text import MINUTE, sentence

LAST_MOVES = 6
"""Half-moves that a mail repeats, so that the game is known again."""


def about_game(mail: Mail) -> dict[str, Any]:
    """Return the game and which of its players reads the mail."""
    game, me = mail.game, getattr(mail.user, "player", None)
    opponent = None if game is None or me is None else (game.black if me.pk == game.white_id else game.white)
    return {"game": game, "me": me, "opponent": opponent}


def page_of_game(mail: Mail) -> str:
    return reverse("game", args=[mail.game_id])


def _with_moves(mail: Mail) -> dict[str, Any]:
    """Add the last moves, with the number of the move that the reader has to make."""
    if mail.game is None:
        return about_game(mail)
    state = state_of(mail.game)
    positions = positions_of(state, len(state.moves))
    first = max(0, len(state.moves) - LAST_MOVES)
    words, _now = print_moves(positions[first], list(state.moves)[first:])
    return {**about_game(mail), "last_moves": " ".join(words), "number": positions[-1].fullmove}


def _with_rulings(mail: Mail) -> dict[str, Any]:
    """Add the sentences of the event that caused the mail, each with its clause."""
    event = GameEvent.objects.filter(game=mail.game, number=mail.facts.get("event")).first()
    grounds = event_from_json(event.data).grounds if event else ()
    rulings = [f"{sentence(ground, with_zone=True)} ({ground.clause})" for ground in grounds]
    return {**about_game(mail), "rulings": rulings}


def _with_time_left(mail: Mail) -> dict[str, Any]:
    """Add the time left, and whether that is little for the time control. In whole minutes: a worker is always some
    seconds late, and 3 days are 3 days."""
    if mail.game is None or mail.game.deadline is None:
        return about_game(mail)
    left = timedelta(minutes=round((mail.game.deadline - mail.made) / MINUTE))
    return {**about_game(mail), "left": left, "urgency": time_urgency(left, state_of(mail.game).control)}


def _on_leave(mail: Mail) -> dict[str, Any]:
    """Add the days of leave."""
    days = {name: date.fromisoformat(mail.facts[name]) for name in ("first", "last")}
    return {**about_game(mail), **days}


def _offered(mail: Mail) -> dict[str, Any]:
    """Return the challenge as its reader would play it."""
    player = getattr(mail.user, "player", None)
    challenge = Challenge.objects.filter(pk=mail.facts.get("challenge")).first()
    return {"offer": challenge_offer(challenge, player) if challenge and player else None}


def _answered(mail: Mail) -> str:
    return ANSWERED if is_answered(mail) else ""


def _no_longer_on_move(mail: Mail) -> str:
    player = getattr(mail.user, "player", None)
    is_on_move = mail.game is not None and player is not None and mail.game.on_move_id == player.pk
    return "" if is_on_move else ANSWERED


def _no_longer_due(mail: Mail) -> str:
    """Say why a warning is no longer due: the move is made, or the time has changed."""
    deadline = mail.game.deadline if mail.game else None
    holds = mail.facts["until"] == (deadline.isoformat() if deadline else "")
    return _answered(mail) if holds else ANSWERED


_game = partial(MailKind, page=page_of_game, action=_("Open the game"), context=about_game)
_ruled = partial(MailKind, page=page_of_game, action=_("Open the game"), context=_with_rulings)

LETTERS: Letters = {
    "started": _game("games/mail/started.txt"),
    "your-move": _game("games/mail/your-move.txt", context=_with_moves, why_not=_answered),
    "offer": _game("games/mail/offer.txt", context=_with_moves, why_not=_answered),
    "offer-declined": _game("games/mail/offer-declined.txt"),
    "low-time": _game("games/mail/low-time.txt", context=_with_time_left, why_not=_no_longer_due, is_at_once=True),
    "claim-made": _ruled("games/mail/claim-made.txt"),
    "claim-rejected": _ruled("games/mail/claim-rejected.txt"),
    "claim-waiting": _ruled("games/mail/claim-waiting.txt", page=page_named("desk"), action=_("Open the desk")),
    "reports-waiting": _ruled("games/mail/reports-waiting.txt", page=page_named("desk"), action=_("Open the desk")),
    "illegal-move": _ruled("games/mail/illegal-move.txt"),
    "reminder": _ruled("games/mail/reminder.txt", why_not=_no_longer_on_move),
    "director": _ruled("games/mail/director.txt"),
    "leave": _game("games/mail/leave.txt", context=_on_leave),
    "ended": _ruled("games/mail/ended.txt"),
    "challenge": MailKind(
        "games/mail/challenge.txt", page=page_named("challenges"), action=_("See the challenge"), context=_offered
    ),
    "challenge-declined": MailKind(
        "games/mail/challenge-declined.txt", page=page_named("challenges"), action=_("Challenges")
    ),
}
