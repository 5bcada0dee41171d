"""The rulings that guard the steps of an event and of its sections, on a day: shown before a step is taken, and asked
again when it is."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q

from slowmate.events.organising.invitational import has_lapsed
from slowmate.events.organising.planning import Judgement, cut
from slowmate.events.procedures import (
    Announcement,
    SectionGame,
    deadline_has_passed,
    may_announce_event,
    section_ended,
    sizes_allowed,
)
from slowmate.records import Result
from slowmate.rulebook import Ruling
from slowmate.server.events.models import Case, Event, Pairing, Section
from slowmate.server.events.queries.approved_plans import approval_of, approved_case, changed_since
from slowmate.server.events.queries.case_turns import CORRECTION
from slowmate.server.events.queries.division import candidates
from slowmate.server.events.queries.frozen_players import frozen_players
from slowmate.server.events.queries.reviews import OPENED_AGAIN


def announcement(event: Event, *, on: date) -> Ruling[bool]:
    """Whether an event says what the rules ask for, in time."""
    announced = Announcement(
        start=event.start,
        deadline=event.deadline,
        fee=event.fee,
        needs_approval=event.needs_approval,
        approved=event.approved,
        changed=len(changed_since(approved_case(event), event)) if event.needs_approval else 0,
    )
    return may_announce_event(event.kind_of, announced, on=on)


def deadline(event: Event, *, on: date) -> Ruling[bool]:
    """Whether entries are over; of an event that names no day, at its start."""
    return deadline_has_passed(event.deadline or event.start, on=on, start=event.start)


def lapsed(event: Event, *, on: date) -> Ruling[bool]:
    """Whether an approval has lapsed because the start was put off for too long."""
    case = approved_case(event) or approval_of(event)
    approved = date.fromisoformat(case.facts["start"]) if case else event.start
    return has_lapsed(approved_start=approved, start=event.start, on=on)


def sizes(judgement: Judgement | None) -> Ruling[bool]:
    """Whether the rules let sections have these sizes; no section at all is none to allow."""
    return sizes_allowed(judgement.sizes) if judgement else Ruling(False, ())


def queue(event: Event, *, on: date) -> Ruling[bool]:
    """Whether too few wait for another section of a norm tournament."""
    entries = list(candidates(event))
    players = frozen_players([entry.player for entry in entries if entry.player], event, start=on)
    next_section = cut([players[entry.player_id or 0] for entry in entries], event.kind_of, start=on)
    return Ruling(next_section.value is None, next_section.grounds)


def ended(section: Section, pairings: Iterable[Pairing], *, besides: Case | None = None) -> Ruling[date | None]:
    """The day a section ended; None while a game runs, waits for its director, an appeal is open, or the Appeals
    Commission, which opened it again, has not said that the results are final. *besides*: whatever this case says."""
    is_open_again = Q(procedure=CORRECTION, state=OPENED_AGAIN)
    rows = section.cases.filter(Q(procedure="appeal") | is_open_again, closed__isnull=True)
    contested = (rows.exclude(pk=besides.pk) if besides else rows).exists()
    return section_ended([_game(one, contested=contested) for one in pairings], start=section.start)


def _game(pairing: Pairing, *, contested: bool) -> SectionGame:
    game = pairing.game
    if game is None:
        return SectionGame(str(pairing.pk))
    return SectionGame(
        str(game.pk),
        Result(game.result) if game.result else None,
        game.finished.date() if game.finished else None,
        contested=contested or game.awaits_director,
    )
