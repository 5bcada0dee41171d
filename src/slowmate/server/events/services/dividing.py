"""From the list of entrants to sections: entries closed, sections proposed, players exchanged, sections confirmed.

A division is drawn from a seed whose hash is published when entries close; the seed itself with the start lists.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from secrets import token_hex

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate import records
from slowmate.events.organising.draw import commitment, draw
from slowmate.play.clocks.turns import midnight
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Draw, Event, EventEntry, Seat, SeatHolding, Section
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.division import (
    candidates,
    division_of,
    draw_of,
    field_of,
    plain_entrants,
    sizes_to_choose,
)
from slowmate.server.events.queries.frozen_players import frozen_players
from slowmate.server.events.services import entries, news, notices
from slowmate.server.events.services.locking import by_whoever_runs, event_to_run, locked_event
from slowmate.server.events.services.steps import By, by_server, step_entry, step_event, step_section
from slowmate.server.site.errors import Stale, Unfit

SEED_BYTES = 32
DAY = timedelta(days=1)
GROUPS = frozenset({"world-cup-preliminary", "world-cup-semi-final"})


# -- closing ----------------------------------------------------------------------------------------------------------


def close_entries(pk: int, *, at: datetime) -> bool:
    """Close the entries of an event whose deadline has passed, as of that day; return whether that was done.

    However late this runs, it is as if it had run at the first instant after the deadline: later entries were refused.
    The commitment to the draw is published now.
    """
    with transaction.atomic():
        event = locked_event(pk)
        over = step_rulings.deadline(event, on=at.date())
        if event.state != Event.State.OPEN or not over.value:
            return False
        by = by_server(midnight((event.deadline or event.start) + DAY))
        step_event(event, "close entries", by, guards={"deadline": over})
        entries.lapse_unpaid(event, at=by.at)
        committed = None if event.is_filled_from_a_queue else _commit(event, by.at)
        news.closed(event, committed, by)
    return True


def _commit(event: Event, at: datetime) -> Draw:
    """Publish the commitment with the entrants in their order. One that was published already binds further on."""
    draw = draw_of(event)
    if draw is None or draw.revealed is not None:
        draw = new_draw(event, at)
    rows = list(candidates(event))
    players = frozen_players([entry.player for entry in rows if entry.player], event, start=event.start)
    entrants = [players[entry.player_id or 0] for entry in rows]
    draw.entrants = plain_entrants(event, entrants, start=event.start)
    draw.sizes, draw.exchanges, draw.replacements = [], [], []
    draw.save()
    return draw


def new_draw(event: Event, at: datetime) -> Draw:
    """Create a draw that nobody knows yet: a secret seed, bound by its hash."""
    seed = token_hex(SEED_BYTES)
    number = event.draws.count() + 1
    return Draw(event=event, number=number, seed=seed, commitment=commitment(seed), made=at)


# -- proposing --------------------------------------------------------------------------------------------------------


def propose(pk: int, sizes: Sequence[int], *, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Divide the entries that may be seated into sections of these sizes, of equal strength; those left over wait.

    Players who may no longer enter are left out. If sections were confirmed already, all their players wait again.
    """
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        by = by_whoever_runs(event, actor, at, sizes=list(sizes))
        _require_open_asked(event)
        step_event(event, "propose sections", by)
        _put_back(event, by)
        rows = seatable(event, by, start=event.start)
        _require_sizes(event, sizes, len(rows))
        chosen = rows[: sum(sizes)]
        committed = draw_of(event)
        if committed is None or committed.revealed is not None:
            committed = new_draw(event, at)
        players = frozen_players([entry.player for entry in chosen if entry.player], event, start=event.start)
        everybody = [players[entry.player_id or 0] for entry in chosen]
        committed.entrants = plain_entrants(event, everybody, start=event.start)
        committed.sizes, committed.exchanges, committed.replacements = list(sizes), [], []
        committed.save()
        drawn = draw(field_of(committed, start=event.start), seed=committed.seed).value
        _write_sections(event, committed, [section.numbers for section in drawn], chosen, players)
    return event


def seatable(event: Event, by: By, *, start: date) -> list[EventEntry]:
    """Return the entries that can be seated now, in their order: without those that may no longer enter."""
    rows = list(candidates(event))
    gone = {entry.pk for entry, _grounds in entries.no_longer_seatable(event, rows, by, start=start)}
    return [entry for entry in rows if entry.pk not in gone]


def _require_open_asked(event: Event) -> None:
    """Raise `Unfit` while entries wait for a decision: they are admitted or refused before a division."""
    undecided = event.entries.filter(state=EventEntry.State.ASKED).count()
    if undecided:
        raise Unfit(_("Entries wait for your decision: %(n)d. Admit or refuse them first.") % {"n": undecided})


def _require_sizes(event: Event, sizes: Sequence[int], number: int) -> None:
    if tuple(sizes) not in [option.sizes for option in sizes_to_choose(event, number)]:
        raise Stale(_("The list of entrants has changed: choose sizes again."))


def _put_back(event: Event, by: By) -> None:
    """Make confirmed sections proposals again; their players wait."""
    for section in event.sections.select_for_update(of=("self",)).filter(state=Section.State.CONFIRMED):
        section.event = event
        step_section(section, "change", by)
    for entry in _seated(event):
        entries.unseat(entry, by)


def _seated(event: Event) -> list[EventEntry]:
    rows = event.entries.select_for_update(of=("self",)).filter(state=EventEntry.State.SEATED)
    return list(rows.select_related("event__series", "player__user").order_by("made", "pk"))


def _write_sections(
    event: Event,
    committed: Draw,
    drawn: Sequence[Sequence[str]],
    chosen: Sequence[EventEntry],
    players: dict[int, records.Player],
) -> None:
    """Write the seats of a division. Unused sections stay, empty, if there are decisions about them."""
    Seat.objects.filter(section__event=event).delete()
    by_number = {section.number: section for section in event.sections.all()}
    by_player = {str(entry.player_id): entry for entry in chosen}
    seats = []
    for number, ids in enumerate(drawn, 1):
        section = by_number.pop(number, None) or Section(event=event, number=number)
        section.draw, section.start, section.name = committed, event.start, section_name(event, number, len(drawn))
        section.save()
        seats += [new_seat(section, by_player[player], players[int(player)]) for player in ids]
    Seat.objects.bulk_create(seats)
    for section in by_number.values():
        if not section.decisions.exists():
            section.delete()


def section_name(event: Event, number: int, several: int) -> str:
    """Return the name of a section within its event; empty for the only one."""
    if several == 1 and not event.is_filled_from_a_queue:
        return ""
    return f"Group {number}" if event.kind.removeprefix("veterans-") in GROUPS else f"Section {number}"


def new_seat(section: Section, entry: EventEntry, player: records.Player) -> Seat:
    """Return a seat with its player as they are known now; posting the start list updates it."""
    seat = Seat(section=section, player_id=int(player.id), entry=entry)
    freeze(seat, player)
    return seat


def freeze(seat: Seat | SeatHolding, player: records.Player) -> None:
    """Write what the core knows of a player when they take a seat onto it."""
    seat.name, seat.federation = player.name, player.federation or ""
    seat.sex, seat.birth_year = player.sex or "", player.birth_year
    seat.title, seat.title_date = player.title or "", player.title_date
    seat.rating, seat.rating_games = player.rating, player.games
    seat.last_rating, seat.fide_rating = player.last_rating, player.fide_rating


FROZEN = (
    *("name", "federation", "sex", "birth_year", "title", "title_date"),
    *("rating", "rating_games", "last_rating", "fide_rating"),
)
"""The fields that `freeze` writes."""


# -- exchanging -------------------------------------------------------------------------------------------------------


def exchange(pk: int, first_pk: int, second_pk: int, *, actor: User, at: datetime, seen: int | None = None) -> Event:
    """Exchange two players of different sections; both are named by their seats.

    *seen* is how many exchanges there were when the page was shown.
    """
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=Event.State.PROPOSED)
        committed = draw_of(event)
        seats = {seat.pk: seat for seat in Seat.objects.filter(pk__in=(first_pk, second_pk), section__event=event)}
        if committed is None or len(seats) != 2:
            raise Unfit(_("Choose two players of this division."))
        first, second = seats[first_pk], seats[second_pk]
        if first.section_id == second.section_id:
            raise Unfit(_("Both play in the same section already."))
        if seen is not None and seen != len(committed.exchanges):
            raise Stale(_("Somebody has exchanged players meanwhile. This is the current state."))
        by = by_whoever_runs(event, actor, at, exchanged=[first.player_id, second.player_id])
        for section in Section.objects.filter(pk__in=(first.section_id, second.section_id)).order_by("number"):
            section.event = event
            step_section(section, "change", by)
        first.section_id, second.section_id = second.section_id, first.section_id
        first.save(update_fields=["section"])
        second.save(update_fields=["section"])
        committed.exchanges = [*committed.exchanges, [str(first.player_id), str(second.player_id)]]
        committed.save(update_fields=["exchanges"])
    return event


# -- confirming -------------------------------------------------------------------------------------------------------


def confirm(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Confirm the sections of an event: their players are seated, and everybody else waits."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        by = by_whoever_runs(event, actor, at)
        division = division_of(event)
        guard = step_rulings.sizes(division.judgement)
        step_event(event, "confirm", by, guards={"sizes": guard})
        for part in division.sections:
            part.section.event = event
            step_section(part.section, "confirm", by, guards={"sizes": guard})
        confirm_seats(event, division.seats, by, start=event.start)
        left = list(
            event.entries.filter(state=EventEntry.State.ACCEPTED).select_related("event__series", "player__user")
        )
        for entry in left:
            step_entry(entry, "put on the waiting list", by)
        notices.entries_changed(left, at=at)
    return event


def confirm_seats(event: Event, seats: Sequence[Seat], by: By, *, start: date) -> None:
    """Seat the players of these seats: what their entries use up is used from now on."""
    numbers = [seat.entry_id for seat in seats if seat.entry_id is not None]
    rows = {entry.pk: entry for entry in event.entries.select_for_update(of=("self",)).filter(pk__in=numbers)}
    entries.seat(event, [rows[pk] for pk in numbers if pk in rows], by, start=start)


def open_again(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Event:
    """Reopen a confirmed division as it stands, to exchange players: they wait until it is confirmed anew."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor, seen=seen)
        by = by_whoever_runs(event, actor, at)
        committed = draw_of(event)
        if event.state != Event.State.CONFIRMED or committed is None:
            raise Stale(_("There is no confirmed division to take up again."))
        if committed.revealed is not None or committed.replacements:
            raise Unfit(_("The draw of these sections is published: divide anew, with another draw."))
        step_event(event, "propose sections", by)
        _put_back(event, by)
    return event
