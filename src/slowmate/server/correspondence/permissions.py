"""Who may read and answer what belongs to a game besides the game."""

from django.db.models import Q, QuerySet

from slowmate.server.accounts.permissions import Person
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import directed_by, is_director_of, is_player_of
from slowmate.server.people.permissions import former_directors, player_of
from slowmate.server.site.rules import Rule


def may_read_note(person: Person, note: Note) -> bool:
    player = player_of(person)
    return player is not None and player.pk == note.player_id


def may_read_analysis(person: Person, analysis: Analysis) -> bool:
    player = player_of(person)
    return player is not None and player.pk == analysis.player_id


def readable_messages(person: Person, game: Game) -> "QuerySet[Message]":
    """The messages of a game that a person may read: the two players all, the director those that were reported."""
    if is_player_of(person, game):
        return game.messages.all()
    if is_director_of(person, game):
        return game.messages.filter(reports__isnull=False).distinct()
    return Message.objects.none()


def may_read_message(person: Person, message: Message) -> bool:
    return readable_messages(person, message.game).filter(pk=message.pk).exists()


def may_read_report(person: Person, report: Report) -> bool:
    """What somebody asked of the director, and the answer: for themselves and the director."""
    player = player_of(person)
    return (player is not None and player.pk == report.by_id) or is_director_of(person, report.game)


def _settles_report(person: Person, report: Report) -> bool:
    return is_director_of(person, report.game)


def _reports_settled_by(person: Person) -> Q:
    return directed_by(person, former=former_directors().values("user"), game="game__")


may_settle_report = Rule(Report, _settles_report, _reports_settled_by)
"""The director of the game answers."""
