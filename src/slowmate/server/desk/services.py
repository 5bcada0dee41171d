"""Decisions of directors in games: signed, reasoned, journalled and sent to both players by the events themselves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.play import commands
from slowmate.play.laws.results import Termination
from slowmate.records import Status
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import Entry, User
from slowmate.server.accounts.services import journal
from slowmate.server.cases.services import correction
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.events.models import Event, EventEntry, SeatHolding, Section
from slowmate.server.events.permissions import may_direct_section, runs
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.services import pairings
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.permissions import may_direct
from slowmate.server.games.services import games, replay
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.errors import NotAllowed, Stale, TooMany, Unfit

LONGEST_MESSAGE = 4000
MOST_MESSAGES = 3
"""To one section, to the entrants of one event, or from one director to one player, within a day."""
DAY = timedelta(days=1)
WRITTEN, WRITTEN_TO_ENTRANTS, WRITTEN_TO_PLAYER = "section written to", "entrants written to", "player written to"
"""In the journal."""
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
    given, version_seen = "", 0

    def command_for(row: Game) -> commands.Command:
        nonlocal given, version_seen
        if not may_direct(actor, row):
            raise NotAllowed
        require_seen(row, version)
        made = make(name_of_director(actor))
        given, version_seen = made.reason, row.version
        return made

    is_answer = answers is not None and answers.game_id == game_id and answers.settled is None
    with transaction.atomic():
        section = correction.locked_if_over(game_id)
        try:
            row = games.command(game_id, command_for, at=at, actor=actor)
        except Refused as refused:
            refusal = refused  # raised when what the clock has brought about is kept
        else:
            if answers is not None and is_answer:
                services.settle(answers, given, actor=actor, at=at)
            if set(_decided(row, version_seen, actor)) & ENDS:
                row.noted = at  # of an end that they decided themselves
                row.save(update_fields=["noted"])
                if section is not None:
                    correction.result_corrected(section, row, actor=actor, at=at)
                if row.termination == Termination.COLOURS_REVERSED:
                    pairings.play_anew(row, replay.replay_game(row, actor=actor, at=at))
            return row
    raise refusal


def name_of_director(actor: User) -> str:
    """Return the name that players read: never the address."""
    player = player_of(actor)
    return player.name if player else "Tournament director"


def _decided(row: Game, version_seen: int, actor: User) -> "QuerySet[GameEvent, str]":
    """Return the types of events that a decision led to, without those of the clock before it."""
    return row.events.filter(number__gt=version_seen, actor=actor).values_list("type", flat=True)


def require_seen(row: Game, version: int | None) -> None:
    """Raise `Stale` if a game has gone on since the director saw it."""
    if version is not None and row.version != version:
        raise Stale(_("The game has gone on since you looked. Nothing was done: look again, then decide."))


def note_ends(game_ids: Sequence[int], *, actor: User, at: datetime) -> int:
    """Take note of games that ended by themselves, so that they leave the desk; return how many there were."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(of=("self",)).filter(
            pk__in=game_ids, noted=None, status=Game.Status.FINISHED
        )
        games_to_note = list(rows.prefetch_related("director__offices").order_by("pk"))
        prefetch_related_objects([actor], "offices")  # asked for each of them
        if not all(may_direct(actor, row) for row in games_to_note):
            raise NotAllowed
        for row in games_to_note:
            row.noted = at
            row.save(update_fields=["noted"])
            journal.write("end noted", f"game/{row.pk}", actor=actor, at=at, facts={"termination": row.termination})
    return len(games_to_note)


def write_to_section(section_id: int, text: str, *, actor: User, at: datetime) -> int:
    """Write to all who play in a section: by mail to those who want mail; return how many. The journal records it."""
    with transaction.atomic():
        rows = Section.objects.select_for_update(of=("self",)).select_related("event", "director")
        section = rows.get(pk=section_id)  # locked: several at once would all find room
        if not may_direct_section(actor, section):
            raise NotAllowed
        facts = {"section": section.pk, "name": name_of(section)}
        letter = _Letter(WRITTEN, f"section/{section.pk}", "section-message", facts)
        return _write(letter, text, accounts_of(section), actor=actor, at=at)


def write_to_entrants(event_id: int, text: str, *, actor: User, at: datetime) -> int:
    """Write to all whose entry to an event may still lead to a seat, or has; return how many get it by mail."""
    with transaction.atomic():
        event = Event.objects.select_for_update(of=("self",)).get(pk=event_id)
        if not runs(actor, event):
            raise NotAllowed
        facts = {"event": event.pk, "name": event.name}
        letter = _Letter(WRITTEN_TO_ENTRANTS, f"event/{event.pk}", "entrants-message", facts)
        return _write(letter, text, accounts_entered(event), actor=actor, at=at)


def write_to_player(game_id: int, player: Player, text: str, *, actor: User, at: datetime) -> int:
    """Write to one player of a game that one directs. Each director may write to a player so often within a day."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # several at once would all find room
        game = Game.objects.select_related("white__user", "black__user", "director").get(pk=game_id)
        if not may_direct(actor, game) or player.pk not in (game.white_id, game.black_id):
            raise NotAllowed
        reader = player.user
        if reader is None or not reader.is_active:
            raise Unfit(_("This player has no account here: nobody would read a message."), field="text")
        if not outbox.wants_mail(reader):
            raise Unfit(_("This player wants no mail: nobody would read a message."), field="text")
        letter = _Letter(WRITTEN_TO_PLAYER, f"player/{player.pk}", "director-message", {"game": game.pk})
        return _write(letter, text, [reader], actor=actor, at=at, own_only=True)


@dataclass(frozen=True, slots=True)
class _Letter:
    """A message to be written: its name in the journal, what it is about, its kind of mail, and facts of the mail."""

    what: str
    about: str
    kind: str
    facts: Mapping[str, object]


def _write(
    letter: _Letter, text: str, accounts: Iterable[User], *, actor: User, at: datetime, own_only: bool = False
) -> int:
    """Queue a message to accounts that want mail, and journal it; return how many get it."""
    text = "\n".join(text.splitlines()).strip()
    if not text or len(text) > LONGEST_MESSAGE:
        raise Unfit(_("A message has 1 to %(n)d characters.") % {"n": LONGEST_MESSAGE}, field="text")
    written = Entry.objects.filter(what=letter.what, about=letter.about)
    _require_pause(written.filter(actor=actor) if own_only else written, at)
    readers = [user for user in accounts if outbox.wants_mail(user)]
    known = {"text": text, "told": len(readers)}
    entry = journal.write(letter.what, letter.about, actor=actor, at=at, facts={**letter.facts, **known})
    facts = {**letter.facts, "director": name_of_director(actor), "text": text}
    outbox.queue(
        Mail(user=user, kind=letter.kind, key=f"{letter.about}/{entry.pk}/{user.pk}", facts=facts, made=at, due=at)
        for user in readers
    )
    return len(readers)


def accounts_entered(event: Event) -> "QuerySet[User]":
    """Return the accounts of players whose entry to an event is live or seated."""
    entered = event.entries.filter(state__in=(*EventEntry.LIVE, EventEntry.State.SEATED)).values("player")
    return User.objects.filter(player__in=entered, is_active=True).order_by("pk")


def accounts_of(section: Section) -> "QuerySet[User]":
    """Return the accounts of those who play in a section; of a seat with a substitute, the substitute's."""
    still = (Status.PLAYING, Status.SILENT)
    playing = section.seats.filter(status__in=still, holdings=None).values("player")
    taken = SeatHolding.objects.filter(seat__section=section, ends=None, status__in=still).values("player")
    who = Q(player__in=playing) | Q(player__in=taken)
    return User.objects.filter(who, is_active=True).order_by("pk")


def _require_pause(written: "QuerySet[Entry]", at: datetime) -> None:
    """Refuse one more within a day of so many: people read mail that comes seldom."""
    last = list(written.filter(at__gt=at - DAY).order_by("-at").values_list("at", flat=True)[:MOST_MESSAGES])
    if len(last) < MOST_MESSAGES:
        return
    wait = int((last[-1] + DAY - at).total_seconds())
    hours = -(-wait // 3600)
    words = ngettext(
        "You have written to them %(most)d times within a day. Try again in %(n)d hour.",
        "You have written to them %(most)d times within a day. Try again in %(n)d hours.",
        hours,
    )
    raise TooMany(words % {"most": MOST_MESSAGES, "n": hours}, wait=wait + 1)
