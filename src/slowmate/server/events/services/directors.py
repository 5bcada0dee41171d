"""Who directs a section: named when it is confirmed, another one at any time until it is over.

A section's director directs its games. Whoever decides in a game is read off the game, so its director changes too.
"""

from datetime import date, datetime

from django.db import transaction

from slowmate.events.organising.invitational import may_direct
from slowmate.rulebook import Ruling
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.events.models import Decision, Section
from slowmate.server.events.permissions import may_run_event
from slowmate.server.events.services import steps
from slowmate.server.games.models import Game
from slowmate.server.games.services import directors
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds_direction, player_of
from slowmate.server.site.errors import NotAllowed

ARBITER = "IA"
NOT_OVER = (Section.State.CONFIRMED, Section.State.POSTED, Section.State.RUNNING)


def name_director(section_id: int, director: User, by: steps.By) -> Decision:
    """Name the director of a section, and hand its games that are not over to him. `Refused`, if the rules do not let
    him direct it: he plays in it, holds no licence, or is no arbiter where they want one."""
    with transaction.atomic():
        section = Section.objects.select_for_update(of=("self",)).select_related("event", "director").get(pk=section_id)
        if by.user is None or not may_run_event(by.user, section.event):
            raise NotAllowed
        before, ruling = section.director, directs(section, director)
        decision = steps.step_section(section, "name the director", by, guards={"director": ruling})
        section.director = director
        section.save(update_fields=["director"])
        rows = Game.objects.filter(pairing__section=section).exclude(status=Game.Status.FINISHED)
        directors.hand_over(rows, director, before=before, about=f"section/{section.pk}", actor=by.user, at=by.at)
    return decision


def directs(section: Section, director: User) -> Ruling[bool]:
    """Whether somebody may direct a section: the office of a tournament director is the licence here."""
    player = player_of(director)
    titles = {player.title, *player.titles.values_list("title", flat=True)} if player else set()
    return may_direct(
        str(player.pk) if player else "",
        [str(pk) for pk in section.seats.values_list("player", flat=True)],
        is_licensed=holds_direction(director),
        is_arbiter=ARBITER in titles,
        category=section.category or None,
        start=section.start,
    )


def end_office(office: Office, *, last: date, actor: User, at: datetime, successor: User | None = None) -> int:
    """End an office. *successor*: the director to whom sections and games that are not over go at once, but for those
    that he plays in; how many games did."""
    with transaction.atomic():
        handed = directors.end_office(office, last=last, actor=actor, at=at, successor=successor)
        if successor is not None:
            _hand_sections_over(office, successor, actor=actor, at=at)
    return handed


def _hand_sections_over(office: Office, successor: User, *, actor: User, at: datetime) -> None:
    rows = Section.objects.filter(director=office.user, state__in=NOT_OVER)
    own = Section.objects.filter(seats__player=player_of(successor)).values("pk")
    handed = list(rows.exclude(pk__in=own).select_for_update().order_by("pk").values_list("pk", flat=True))
    Section.objects.filter(pk__in=handed).update(director=successor)
    if handed:
        journal.write("sections handed over", f"office/{office.pk}", actor=actor, at=at, facts={"sections": handed})
