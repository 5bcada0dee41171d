"""Notes, analysis, messages and reports: what belongs to a game besides the game."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.board import Position
from slowmate.play.conditions import read_move
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.correspondence.permissions import may_settle_report
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import is_player_of
from slowmate.server.games.queries.directors import directors_of
from slowmate.server.mail import outbox
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.errors import NotAllowed, Stale, TooMany, Unfit

LONGEST_MESSAGE = 2000
MOST_MESSAGES = 20
"""Of one player in one game within an hour."""
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LONGEST_NOTE = 20_000
MOST_ANALYSES = 100


def _player(actor: User, game: Game) -> Player:
    player = player_of(actor)
    if player is None or not is_player_of(actor, game):
        raise NotAllowed
    return player


def write_note(game: Game, text: str, *, actor: User, at: datetime) -> Note:
    """Keep a player's private notes on a game; an empty text empties them."""
    player = _player(actor, game)
    if len(text) > LONGEST_NOTE:
        raise Unfit(_("Notes can have %(n)d characters at most.") % {"n": LONGEST_NOTE}, field="text")
    note, _made = Note.objects.update_or_create(game=game, player=player, defaults={"text": text, "changed": at})
    return note


def save_analysis(
    game: Game, position: Position, moves: str, *, from_ply: int, name: str, comment: str, actor: User, at: datetime
) -> Analysis:
    """Keep a variation that begins at *position*; a move of it that is not legal is refused."""
    player = _player(actor, game)
    if Analysis.objects.filter(game=game, player=player).count() >= MOST_ANALYSES:
        raise Unfit(_("You have saved too many variations of this game; delete one first."))
    stored = []
    for word in moves.split():
        move = read_move(position, word, numeric=True)
        stored.append(move.uci)
        position = position.play(move)
    if not stored:
        raise Unfit(_("A variation has at least one move."), field="moves")
    return Analysis.objects.create(
        game=game,
        player=player,
        name=name.strip()[:80],
        from_ply=from_ply,
        moves=" ".join(stored)[:2000],
        comment=comment.strip()[:500],
        made=at,
    )


def delete_analysis(analysis: Analysis, *, actor: User) -> None:
    player = player_of(actor)
    if player is None or player.pk != analysis.player_id:
        raise NotAllowed
    analysis.delete()


def send_message(game: Game, text: str, *, actor: User, at: datetime) -> Message:
    """Write to the opponent. They are told by mail, unless mail of today tells them of one that they have not read
    yet."""
    player = _player(actor, game)
    text = text.strip()
    if not text or len(text) > LONGEST_MESSAGE:
        raise Unfit(_("A message has 1 to %(n)d characters.") % {"n": LONGEST_MESSAGE}, field="text")
    opponent = game.black if player.pk == game.white_id else game.white
    if opponent.user is None:
        raise Unfit(_("Your opponent has no account here: nobody would read a message."))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # several at once would all find room
        mine = Message.objects.filter(game=game, sender=player)
        _require_pause(mine, at)
        is_told = mine.filter(read=None, sent__gt=at - DAY).exists()
        message = Message.objects.create(game=game, sender=player, text=text, sent=at)
        if not is_told:
            facts = {"sender": player.name, "message": message.pk}
            outbox.tell(opponent.user, "message", message_key(message), at=at, facts=facts, game=game)
    return message


def message_key(message: Message) -> str:
    """Return the key of the mail about it."""
    return f"message/{message.pk}"


def _require_pause(mine: "QuerySet[Message]", at: datetime) -> None:
    """Refuse one more within an hour of so many, and say when there is room again."""
    last = list(mine.order_by("-sent").values_list("sent", flat=True)[:MOST_MESSAGES])
    if len(last) < MOST_MESSAGES or last[-1] <= at - HOUR:
        return
    wait = int((last[-1] + HOUR - at).total_seconds()) + 1
    minutes = -(-wait // 60)
    words = ngettext(
        "You have written %(most)d messages in this game within an hour. Try again in %(n)d minute.",
        "You have written %(most)d messages in this game within an hour. Try again in %(n)d minutes.",
        minutes,
    )
    raise TooMany(words % {"most": MOST_MESSAGES, "n": minutes}, wait=wait)


def mark_read(game: Game, *, actor: User, at: datetime) -> None:
    """The player has seen their opponent's messages."""
    player = _player(actor, game)
    game.messages.filter(read__isnull=True).exclude(sender=player).update(read=at)


def report(
    game: Game,
    text: str,
    *,
    actor: User,
    at: datetime,
    message: Message | None = None,
    kind: Report.Kind = Report.Kind.REPORT,
    misconduct: str = "",
) -> Report:
    """Ask the director something about a game, or to look at a message in it, which they may then read.

    *misconduct*: what the opponent is reported for, if it is about their conduct.
    """
    player = _player(actor, game)
    if not text.strip():
        raise Unfit(_("Say what the director should look at."), field="text")
    if message is not None and message.game_id != game.pk:
        raise NotAllowed
    with transaction.atomic():
        made = Report.objects.create(
            game=game,
            message=message,
            by=player,
            kind=kind,
            misconduct=misconduct if kind == Report.Kind.REPORT else "",
            text=text.strip()[:LONGEST_MESSAGE],
            made=at,
        )
        facts = {"sender": player.name, "kind": kind.value}
        for director in directors_of(game):
            outbox.tell(director, "request", f"report/{made.pk}/made/{director.pk}", at=at, facts=facts, game=game)
    return made


def settle(report: Report, answer: str, *, actor: User, at: datetime) -> None:
    """Answer a request or a report; the player gets the answer by mail and reads it with the game."""
    if not may_settle_report(actor, report):
        raise NotAllowed
    answer = answer.strip()[:LONGEST_MESSAGE]
    if not answer:
        raise Unfit(_("Say what you decided, and why."), field="answer")
    with transaction.atomic():
        unanswered = Report.objects.filter(pk=report.pk, settled=None)
        if not unanswered.update(settled=at, settled_by=actor, answer=answer):
            raise Stale(_("This has been answered already."))
        report.settled, report.settled_by, report.answer = at, actor, answer
        journal.write("report settled", f"report/{report.pk}", actor=actor, at=at, facts={"answer": report.answer})
        if report.by.user is not None:
            facts = {"answer": report.answer, "kind": report.kind}
            outbox.tell(report.by.user, "report-settled", f"report/{report.pk}", at=at, facts=facts, game=report.game)
