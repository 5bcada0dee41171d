"""Naming the director of a section: a licensed one who does not play in it, or another at any time until it is over.

A section's director directs its games. The director of a game is read off the game, so it changes too.
"""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.invitational import may_direct
from slowmate.rulebook import Ruling
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.events.models import Seat, Section
from slowmate.server.events.permissions import sections_of_player
from slowmate.server.events.queries.record import holders, is_arbiter, player_of_seat, seats_in
from slowmate.server.events.queries.start_lists import category_of
from slowmate.server.events.services import news
from slowmate.server.events.services.locking import by_whoever_runs, event_to_run
from slowmate.server.events.services.steps import step_section
from slowmate.server.games.models import Game
from slowmate.server.games.queries.directors import in_office
from slowmate.server.games.services import directors
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import player_of
from slowmate.server.site.errors import Stale, Unfit

NOT_OVER = (Section.State.CONFIRMED, Section.State.POSTED, Section.State.RUNNING)


def is_fit_to_direct(director: User, section: Section, seats: Sequence[Seat]) -> Ruling[bool]:
    """Rule whether a user may direct a section of these players."""
    player = player_of(director)
    own = str(player.pk) if player else f"account {director.pk}"
    return may_direct(
        own,
        [str(who.player_id) for seat in seats for who in holders(seat, section.event)],
        is_licensed=in_office().filter(pk=director.pk).exists(),
        is_arbiter=player is not None and is_arbiter(player),
        category=category_of(section.event, [player_of_seat(seat) for seat in seats], start=section.start),
        start=section.start,
    )


def name_director(pk: int, numbers: Sequence[int], director: User, *, actor: User, at: datetime) -> list[Section]:
    """Name the director of sections of an event, by their numbers; all of them, or none if they may not direct one.
    Their games that are not over are handed to them."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor)
        rows = event.sections.select_for_update(of=("self",)).select_related("director").filter(pk__in=numbers)
        sections = list(rows.order_by("number"))
        if not sections or len(sections) != len(set(numbers)):
            raise Unfit(_("Choose sections of this event."), field="section")
        by = by_whoever_runs(event, actor, at, director=director.pk)
        for section in sections:
            section.event = event
            if section.state not in NOT_OVER:
                raise Stale(_("A director is named after sections are confirmed, and until they are over."))
            guard = is_fit_to_direct(director, section, list(seats_in([section])))
            step_section(section, "name the director", by, guards={"director": guard})
            before, section.director = section.director, director
            section.save(update_fields=["director"])
            if section.state == Section.State.RUNNING:
                games = Game.objects.filter(pairing__section=section).exclude(status=Game.Status.FINISHED)
                about = f"section/{section.pk}"
                directors.hand_over(games, director, before=before, about=about, actor=actor, at=at)
        news.director_named(sections, director, by)
    return sections


def end_office(office: Office, *, last: date, actor: User, at: datetime, successor: User | None = None) -> int:
    """End an office; return how many games were handed over. *successor*: the director who gets the unfinished sections
    and games at once, except those they play in."""
    with transaction.atomic():
        games = directors.end_office(office, last=last, actor=actor, at=at, successor=successor)
        if successor is not None:
            _hand_sections_over(office, successor, actor=actor, at=at)
    return games


def _hand_sections_over(office: Office, successor: User, *, actor: User, at: datetime) -> None:
    rows = Section.objects.filter(director=office.user, state__in=NOT_OVER)
    own = sections_of_player(player_of(successor))
    numbers = list(rows.exclude(pk__in=own).select_for_update().order_by("pk").values_list("pk", flat=True))
    Section.objects.filter(pk__in=numbers).update(director=successor)
    if numbers:
        journal.write("sections handed over", f"office/{office.pk}", actor=actor, at=at, facts={"sections": numbers})
