"""Start lists: numbers and colours as drawn, ratings, titles, federations frozen, norms stated, the seed revealed."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from slowmate import records
from slowmate.events.organising.draw import PublishedDraw
from slowmate.events.organising.start_list import StartList
from slowmate.events.procedures import is_not_yet_started, is_published
from slowmate.rulebook import Ruling
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Draw, Event, EventEntry, Pairing, Seat, Section
from slowmate.server.events.queries import start_lists
from slowmate.server.events.queries.division import candidates, sections_of
from slowmate.server.events.queries.draws import drawn, replacements_of
from slowmate.server.events.queries.frozen_players import frozen_players
from slowmate.server.events.queries.record import player_of_seat
from slowmate.server.events.queries.start_ratings import adjustments_of
from slowmate.server.events.regulations import regulations_from
from slowmate.server.events.services import entries, news
from slowmate.server.events.services.directing import is_fit_to_direct
from slowmate.server.events.services.dividing import FROZEN, freeze
from slowmate.server.events.services.locking import (
    by_whoever_runs,
    event_to_run,
    required_reason,
    section_to_run,
)
from slowmate.server.events.services.steps import By, step_event, step_section
from slowmate.server.site.errors import Stale, Unfit
from slowmate.server.site.text import control_words

BATCH_SIZE = 500


def post(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Post the start lists of all sections of an event: what they say is fixed from now on."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        by = by_whoever_runs(event, actor, at)
        sections = list(_to_post(event))
        for section in sections:
            section.event = event
        guard = _prepare(event, sections, by)
        step_event(event, "post", by, guards={"published": guard})
        _post(sections, guard, by)
    return event


def post_section(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Section:
    """Post the start list of one section: of a norm tournament, or again after a seat changed hands."""
    with transaction.atomic():
        section = section_to_run(pk, actor=actor, seen=seen)
        event = section.event
        if not event.is_filled_from_a_queue and event.state != Event.State.POSTED:
            raise Stale(_("The start lists of this event are posted together."))
        by = by_whoever_runs(event, actor, at)
        guard = _prepare(event, [section], by)
        _post([section], guard, by)
    return section


def _to_post(event: Event) -> "QuerySet[Section]":
    rows = sections_of(event).filter(state=Section.State.CONFIRMED)
    return (
        Section.objects.filter(pk__in=rows.values("pk")).select_related("director__player", "draw").order_by("number")
    )


def _prepare(event: Event, sections: Sequence[Section], by: By) -> Ruling[bool]:
    """Freeze what the seats say, write numbers and pairings as drawn, and ask whether the lists may be posted."""
    if not sections:
        raise Stale(_("There is no section whose start list could be posted."))
    seats = _seats(event, sections)
    draws = _drawn(sections)
    posted, adjusted = [], adjustments_of(event)
    with translation.override("en"):  # what is stored is the same for everybody; pages say it in the reader's language
        time_control = control_words(regulations_from(event.regulations).time_control)
    for section in sections:
        own = seats[section.pk]
        _require_whole(section, own)
        players, games = _draw(section, own, draws[section.draw_id or 0])
        start_list = start_lists.made_for(
            section, players, games, by.at.date(), time_control=time_control, adjusted=adjusted
        ).value
        _keep(section, own, start_list)
        posted.append(start_list)
    everybody = [seat for own in seats.values() for seat in own]
    Seat.objects.bulk_update(everybody, ["number", "start_rating", "rated_by", *FROZEN], batch_size=BATCH_SIZE)
    return is_published(posted, on=by.at.date())


def _seats(event: Event, sections: Sequence[Section]) -> dict[int, list[Seat]]:
    """Return the seats of sections, with their players by the list in force at the start."""
    rows = list(Seat.objects.filter(section__in=sections).select_related("player", "entry").order_by("pk"))
    players: dict[int, records.Player] = {}
    for start in {section.start for section in sections}:
        at_start = [seat.player for seat in rows]
        players |= frozen_players(at_start, event, start=start)
    seats: dict[int, list[Seat]] = {section.pk: [] for section in sections}
    for seat in rows:
        freeze(seat, players[seat.player_id])
        seats[seat.section_id].append(seat)
    return seats


def _require_whole(section: Section, seats: Sequence[Seat]) -> None:
    """Raise `Unfit` while a seat is empty, or the section has no director who may direct it."""
    name = section.name or section.event.name
    gone = [seat.name for seat in seats if seat.entry and seat.entry.state == EventEntry.State.WITHDRAWN]
    if gone:
        why = _("%(section)s: %(players)s withdrew. Let others take these seats, or leave them empty.")
        raise Unfit(why % {"section": name, "players": ", ".join(gone)})
    if section.director is None:
        raise Unfit(_("%(section)s has no director yet.") % {"section": name})
    if not is_fit_to_direct(section.director, section, seats).value:
        raise Unfit(_("%(section)s: its director may not direct it any more. Name another one.") % {"section": name})


def _drawn(sections: Sequence[Section]) -> dict[int, PublishedDraw]:
    """Return what was drawn for these sections, by the number of the draw: sections of a stage share one."""
    draws: dict[int, PublishedDraw] = {}
    for section in sections:
        if section.draw is None:
            raise Stale(_("This section was not drawn."))
        if section.draw.pk not in draws:
            draws[section.draw.pk] = drawn(section.draw, start=section.start)
    return draws


def _draw(
    section: Section, seats: Sequence[Seat], draw: PublishedDraw
) -> tuple[list[records.Player], list[records.Pairing]]:
    """Number the seats and write the pairings, as drawn; return the players by number, and their games."""
    others = replacements_of(section.draw) if section.draw else {}
    turn = _turn(draw, section, seats, others)
    by_player = {str(seat.player_id): seat for seat in seats}
    order = [others.get(player, player) for player in draw.sections[turn - 1]]
    for number, player in enumerate(order, 1):
        if player in by_player:
            by_player[player].number = number
    Pairing.objects.filter(section=section).delete()
    met: dict[frozenset[str], int] = {}
    rows, games = [], []
    for where, drawn_white, drawn_black in draw.pairings:
        white, black = others.get(drawn_white, drawn_white), others.get(drawn_black, drawn_black)
        if where != turn or white not in by_player or black not in by_player:
            continue
        pair = frozenset((white, black))
        met[pair] = met.get(pair, 0) + 1
        games.append(records.Pairing(white, black))
        seat, other = by_player[white], by_player[black]
        rows.append(Pairing(section=section, white=seat, black=other, game_number=met[pair]))
    Pairing.objects.bulk_create(rows, batch_size=BATCH_SIZE)
    return [player_of_seat(by_player[player]) for player in order if player in by_player], games


def _turn(draw: PublishedDraw, section: Section, seats: Sequence[Seat], others: dict[str, str]) -> int:
    """Return the turn of a section in its division: of the one that has these players."""
    own = {str(seat.player_id) for seat in seats}
    for turn, ids in enumerate(draw.sections, 1):
        if own == {others.get(player, player) for player in ids} - {""}:
            return turn
    raise Stale(_("%(section)s is not as it was drawn. Divide again.") % {"section": section.name})


def _keep(section: Section, seats: Sequence[Seat], posted: StartList) -> None:
    listed = {seat.player: seat for seat in posted.seats}
    for seat in seats:
        line = listed[str(seat.player_id)]
        seat.start_rating, seat.rated_by = line.start_rating, str(line.rated_by)
    section.posted = posted.posted
    section.average, section.category = posted.average, posted.category or ""
    section.start_list = start_lists.plain(posted, {str(seat.player_id): seat.number or 0 for seat in seats})
    section.save(update_fields=["posted", "average", "category", "start_list"])


def _post(sections: Sequence[Section], guard: Ruling[bool], by: By) -> None:
    for section in sections:
        step_section(section, "post", by, guards={"published": guard})
    draws = Draw.objects.filter(sections__in=sections, revealed=None)
    Draw.objects.filter(pk__in=list(draws.values_list("pk", flat=True))).update(revealed=by.at)
    news.posted(sections, by)


# -- seats that became empty ------------------------------------------------------------------------------------------


def fill(seat_pk: int, entry_pk: int, *, actor: User, at: datetime) -> Seat:
    """Give the seat of a player who withdrew before play began to one who waits, with number and colours."""
    with transaction.atomic():
        section, seat, by = _emptied(seat_pk, actor, at, reason="")
        rows = candidates(section.event).select_for_update(of=("self",))
        entry = rows.filter(pk=entry_pk).first()
        if entry is None or entry.player is None:
            raise Stale(_("This entry does not wait any more."))
        gone = seat.player_id
        _record_replacement(section, str(gone), str(entry.player_id))
        seat.player, seat.entry = entry.player, entry
        freeze(seat, frozen_players([entry.player], section.event, start=section.start)[entry.player.pk])
        seat.save()
        entries.seat(section.event, [entry], by, start=section.start)
        _take_back(section, by)
    return seat


def leave_empty(seat_pk: int, *, reason: str, actor: User, at: datetime) -> Section:
    """Let a section be played without a player who withdrew before play began; the others keep their numbers."""
    with transaction.atomic():
        section, seat, by = _emptied(seat_pk, actor, at, reason=required_reason(reason))
        _record_replacement(section, str(seat.player_id), "")
        Pairing.objects.filter(section=section).delete()
        seat.delete()
        _take_back(section, by)
    return section


def _emptied(seat_pk: int, actor: User, at: datetime, *, reason: str) -> tuple[Section, Seat, By]:
    number = Seat.objects.values_list("section", flat=True).filter(pk=seat_pk).first()
    section = section_to_run(number or 0, actor=actor)
    seat = section.seats.select_related("entry", "player").get(pk=seat_pk)
    if seat.entry is None or seat.entry.state != EventEntry.State.WITHDRAWN:
        raise Stale(_("This seat is not empty."))
    if section.state not in (Section.State.CONFIRMED, Section.State.POSTED):
        raise Stale(_("Play has begun in this section."))
    return (
        section,
        seat,
        by_whoever_runs(section.event, actor, at, reason=reason, seat=seat.number, left=seat.player_id),
    )


def _record_replacement(section: Section, gone: str, comes: str) -> None:
    if section.draw is not None:
        section.draw.replacements = [*section.draw.replacements, [gone, comes]]
        section.draw.save(update_fields=["replacements"])


def _take_back(section: Section, by: By) -> None:
    """Take back a posted start list, to be posted again with its present players."""
    if section.state == Section.State.POSTED:
        guard = is_not_yet_started(section.start, on=by.at.date())
        step_section(section, "change", by, guards={"not started": guard})
        section.posted = None
        section.save(update_fields=["posted"])
