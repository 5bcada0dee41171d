"""What a director decides in a game: signed, reasoned, journalled and told to both players by the events themselves."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from slowmate.play import commands
from slowmate.play.laws.results import Termination
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.events.services import pairings
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.permissions import may_direct
from slowmate.server.games.services import games, restarting
from slowmate.server.site.errors import NotAllowed, Stale

ENDS = frozenset({"ended", "result-corrected", "result-confirmed"})
"""Events of a decision that gives a game its result."""


def decide(
    game_id: int,
    make: Callable[[str], commands.DirectorCommand],
    *,
    actor: User,
    at: datetime,
    answers: Report | None = None,
    version: int | None = None,
) -> Game:
    """Carry out a director's command; *make* takes the director's name and gives the command.

    *version*: of the game that the director saw; `Stale` if it has gone on, be it by the same decision sent twice.
    *answers*: the request that asked for it, which is answered with the reason, both or neither.
    """
    given, seen = "", 0

    def wanted(row: Game) -> commands.Command:
        nonlocal given, seen
        if not may_direct(actor, row):
            raise NotAllowed
        require_seen(row, version)
        player = getattr(actor, "player", None)
        made = make(player.name if player else "Tournament director")  # never the address: players read it
        given, seen = made.reason, row.version
        return made

    is_answer = answers is not None and answers.game_id == game_id and answers.settled is None
    with transaction.atomic():
        try:
            row = games.command(game_id, wanted, at=at, actor=actor)
        except Refused as refused:
            refusal = refused  # raised when what the clock has brought about is kept
        else:
            if answers is not None and is_answer:
                services.settle(answers, given, actor=actor, at=at)
            if set(_decided(row, seen, actor)) & ENDS:
                row.noted = at  # of an end that he decided himself
                row.save(update_fields=["noted"])
                if row.termination == Termination.COLOURS_REVERSED:
                    pairings.play_anew(row, restarting.start_again(row, actor=actor, at=at))
            return row
    raise refusal


def _decided(row: Game, seen: int, actor: User) -> "QuerySet[GameEvent, str]":
    """What came of a decision, by type: not what the clock had brought about before it."""
    return row.events.filter(number__gt=seen, actor=actor).values_list("type", flat=True)


def require_seen(row: Game, version: int | None) -> None:
    """`Stale` if a game has gone on since the director saw it."""
    if version is not None and row.version != version:
        raise Stale(_("The game has gone on since you looked. Nothing was done: look again, then decide."))


def note_ends(game_ids: Sequence[int], *, actor: User, at: datetime) -> int:
    """Take note of games that ended by themselves, so that they leave the desk; how many there were."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(of=("self",)).filter(
            pk__in=game_ids, noted=None, status=Game.Status.FINISHED
        )
        found = list(rows.prefetch_related("director__offices").order_by("pk"))
        prefetch_related_objects([actor], "offices")  # asked for each of them
        if not all(may_direct(actor, row) for row in found):
            raise NotAllowed
        for row in found:
            row.noted = at
            row.save(update_fields=["noted"])
            journal.write("end noted", f"game/{row.pk}", actor=actor, at=at, facts={"termination": row.termination})
    return len(found)
