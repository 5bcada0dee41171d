"""Events over the board: stored as reported, with our players in them and their norms."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.formats.event_writing import event_as_json
from slowmate.formats.events import read_with_doubts
from slowmate.records import UNDATED, BadInput, Event, Family
from slowmate.rulebook import Ground
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Unfit
from slowmate.server.titles.models import Norm, OverTheBoardEvent, OverTheBoardPlayer
from slowmate.server.titles.permissions import may_keep_event, may_report_event
from slowmate.server.titles.queries.over_the_board import EventNorms, event_norms, line_of, match_players, record_of
from slowmate.server.titles.services import norms as register
from slowmate.titles.fide.forms import NormMade
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import ConfirmingBody

MAX_PLAYERS = 1000
MAX_NAME_LENGTH = 160


def read(data: bytes, *, name: str) -> tuple[Event, list[str]]:
    """Read an event from a file; return it with its contradictions. `Unfit`, with one message, if it is not one."""
    try:
        event, doubts = read_with_doubts(data, file=name)
    except BadInput as wrong:
        raise Unfit(str(wrong), field="file") from None
    if event.kind.family is not Family.FIDE:
        why = _("%(kind)s is not played over the board. The kinds of events that are begin with fide-.")
        raise Unfit(why % {"kind": event.kind.slug}, field="file")
    if event.start == UNDATED:
        raise Unfit(_("The file does not say when the event began."), field="file")
    if not 2 <= len(event.players) <= MAX_PLAYERS:
        raise Unfit(_("An event has from 2 to %(most)d players.") % {"most": MAX_PLAYERS}, field="file")
    return event, doubts


def keep(event: Event, *, actor: User, at: datetime) -> OverTheBoardEvent:
    """Store a reported event. It replaces one of the same name and first day, if the actor may correct that."""
    if not may_report_event(actor):
        raise NotAllowed
    name = event.name[:MAX_NAME_LENGTH]
    with transaction.atomic():
        row = OverTheBoardEvent.objects.select_for_update().filter(name=name, start=event.start).first()
        if row is not None and not may_keep_event(actor, row):
            reason = _("This event is here already; the person who reported it, or the commissioner, can correct it.")
            raise Unfit(reason)
        is_new = row is None
        row = row or OverTheBoardEvent(name=name, start=event.start, made=at, made_by=actor)
        row.end, row.federation, row.record = event.end, (event.federation or "")[:3], event_as_json(event)
        row.save()
        keys = {player.id for player in event.players}
        row.known_players.exclude(key__in=keys).delete()
        matched_keys = {match.key for match in row.known_players.all()}
        matches = {key: player for key, player in match_players(event).items() if key not in matched_keys}
        taken = set(row.known_players.values_list("player", flat=True))
        OverTheBoardPlayer.objects.bulk_create(
            OverTheBoardPlayer(event=row, key=key, player=player)
            for key, player in matches.items()
            if player.pk not in taken
        )
        what = "event over the board reported" if is_new else "event over the board corrected"
        facts = {"name": name, "start": event.start.isoformat(), "players": len(event.players)}
        journal.write(what, about(row), actor=actor, at=at, facts=facts)
        register_norms(row, at=at)
    return row


def about(row: OverTheBoardEvent) -> str:
    return f"over-the-board/{row.pk}"


def identify(row: OverTheBoardEvent, who: Mapping[str, Player | None], *, actor: User, at: datetime) -> None:
    """Match the players of an event, by their keys, with ours, or with nobody (None)."""
    if not may_keep_event(actor, row):
        raise NotAllowed
    named = [player for player in who.values() if player is not None]
    if len(set(named)) < len(named):
        raise Unfit(_("One player cannot be two players of an event."))
    keys = {player.id for player in record_of(row).players}
    with transaction.atomic():
        row = OverTheBoardEvent.objects.select_for_update().get(pk=row.pk)
        row.known_players.filter(key__in=who).delete()
        others = set(row.known_players.values_list("player", flat=True))
        if any(player.pk in others for player in named):
            raise Unfit(_("One player cannot be two players of an event."))
        OverTheBoardPlayer.objects.bulk_create(
            OverTheBoardPlayer(event=row, key=key, player=player)
            for key, player in who.items()
            if player is not None and key in keys
        )
        facts = {"players": {key: player.pk if player else None for key, player in who.items()}}
        journal.write("players over the board identified", about(row), actor=actor, at=at, facts=facts)
        register_norms(row, at=at)


def register_norms(row: OverTheBoardEvent, *, at: datetime) -> None:
    """Sync the register with an event: register the norms of our players, supersede those that no longer hold.

    The caller has locked the event.
    """
    norms = event_norms(row)
    ours = {match.key: match.player for match in row.known_players.select_related("player__user")}
    made = {
        (ours[made_norm.player.id].pk, made_norm.title): made_norm
        for made_norm in norms.norms_made
        if made_norm.player.id in ours
    }
    before: dict[tuple[int, str], Norm] = {}
    live = Norm.objects.filter(over_the_board=row, state__in=(Norm.State.PROPOSED, Norm.State.CONFIRMED))
    for norm in live.select_related("player__user").order_by("pk"):
        now = made.get((norm.player_id, norm.title))
        if now is not None and norm.score is not None and (Fraction(norm.score), norm.games) == (now.score, now.games):
            del made[norm.player_id, norm.title]
            continue
        register.supersede(norm, reason=_("The report of the event was corrected."), at=at)
        before[norm.player_id, norm.title] = norm
    for (_player, title), made_norm in made.items():
        player = ours[made_norm.player.id]
        _register(row, norms, player, made_norm, before.get((player.pk, title)), at)


def _register(
    row: OverTheBoardEvent, norms: EventNorms, player: Player, made: NormMade, before: Norm | None, at: datetime
) -> None:
    event, report = norms.event, norms.report
    if report is None:
        return
    line = line_of(report, made.player.id)
    norm = line.norms[made.title]
    grounds: tuple[Ground, ...] = tuple(
        requirement.ground
        for requirement in (*report.requirements, *line.requirements, *norm.requirements)
        if requirement.holds
    )
    earned = max((day for day in event.round_dates if day), default=event.end or event.start)
    record = NormRecord(made.title, event.name[:MAX_NAME_LENGTH], event.start, earned, made.games)
    entry = register.NormEntry(
        record=record,
        edition=report.rules,
        over_the_board=row,
        score=made.score,
        needed=norm.needed,
        grounds=grounds,
        confirmed_by=ConfirmingBody.COMMISSIONER,
        supersedes=before,
    )
    register.register(player, entry, at=at)
