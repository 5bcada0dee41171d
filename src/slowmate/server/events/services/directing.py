"""Who directs a section: a licensed director who does not play in it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.invitational import may_direct
from slowmate.rulebook import Ruling
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Seat, Section
from slowmate.server.events.queries.record import player_of_seat
from slowmate.server.events.queries.start_lists import category_of
from slowmate.server.events.services import news
from slowmate.server.events.services.locking import by_whoever_runs, event_to_run
from slowmate.server.events.services.steps import step_section
from slowmate.server.games.queries.directors import in_office
from slowmate.server.people.models import TitleHeld
from slowmate.server.people.permissions import player_of
from slowmate.server.site.errors import Stale, Unfit

ARBITER = "IA"


def is_fit_to_direct(director: User, section: Section, seats: Sequence[Seat]) -> Ruling[bool]:
    """Whether somebody may direct a section of these players."""
    player = player_of(director)
    own = str(player.pk) if player else f"account {director.pk}"
    return may_direct(
        own,
        [str(seat.player_id) for seat in seats],
        is_licensed=in_office().filter(pk=director.pk).exists(),
        is_arbiter=is_arbiter(director),
        category=category_of(section.event, [player_of_seat(seat) for seat in seats], start=section.start),
        start=section.start,
    )


def is_arbiter(director: User) -> bool:
    player = player_of(director)
    return player is not None and (
        player.title == ARBITER or TitleHeld.objects.filter(player=player, title=ARBITER).exists()
    )


def name_director(pk: int, numbers: Sequence[int], director: User, *, actor: User, at: datetime) -> list[Section]:
    """Name the director of sections of an event, by their numbers; all of them, or none if he may not direct one."""
    with transaction.atomic():
        event = event_to_run(pk, actor=actor)
        rows = event.sections.select_for_update(of=("self",)).filter(pk__in=numbers).order_by("number")
        sections = list(rows)
        if not sections or len(sections) != len(set(numbers)):
            raise Unfit(_("Choose sections of this event."), field="section")
        by = by_whoever_runs(event, actor, at, director=director.pk)
        for section in sections:
            section.event = event
            if section.state != Section.State.CONFIRMED:
                raise Stale(_("A director is named after sections are confirmed, and before start lists are posted."))
            guard = is_fit_to_direct(director, section, list(section.seats.all()))
            step_section(section, "name the director", by, guards={"director": guard})
            section.director = director
            section.save(update_fields=["director"])
        news.director_named(sections, director, by)
    return sections
