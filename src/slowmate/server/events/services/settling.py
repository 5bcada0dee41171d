"""Settling a section that is over: what follows from it is carried out step by step, equals are chosen between."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.events.running.consequences import Consequence as Step
from slowmate.events.running.consequences import Step as What
from slowmate.rulebook import Ruling
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Consequence, Decision, Event, Section
from slowmate.server.events.permissions import may_choose, may_open_again, may_settle, who_chooses
from slowmate.server.events.queries.case_turns import CORRECTION
from slowmate.server.events.queries.division import sections_of
from slowmate.server.events.queries.reviews import OPENED_AGAIN, correction_of
from slowmate.server.events.services import cases, rights
from slowmate.server.events.services.consequences import Key, key_of, propose
from slowmate.server.events.services.locking import (
    by_whoever_runs,
    locked_section,
    require_as_seen,
    required_reason,
)
from slowmate.server.events.services.steps import By, decide, step_event, step_section
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

State = Consequence.State
REOPENING = cases.CaseRules(CORRECTION)
"""How the case of a section that was opened again begins; the journal has the step of the section itself."""


# -- carried out ------------------------------------------------------------------------------------------------------


def carry_out(pk: int, *, actor: User, at: datetime, reason: str = "") -> Consequence:
    """Carry out one step that follows: store the right, declare the champion, note the prize or the move.

    A champion's title is proposed then, and confirmed by the office that the rules name (`titles`).
    """
    with transaction.atomic():
        row, steps = _open_step(pk, actor)
        if row.what == What.ASK.value:
            raise Unfit(_("Equals share this: choose who has it first."))
        _require_no_question(row)
        by = by_whoever_runs(row.section.event, actor, at, reason=reason.strip()[:1000])
        _do(row, steps.get(key_of(row)), What(row.what), by)
        _close(row, State.DONE, "carry out", by)
    return row


def carry_out_all(section_pk: int, numbers: Sequence[int], *, actor: User, at: datetime) -> int:
    """Carry out several steps of a section, each that can be; how many were."""
    done = 0
    with transaction.atomic():
        rows = Consequence.objects.filter(section=section_pk, pk__in=numbers, state=State.PROPOSED)
        for pk in rows.exclude(what=What.ASK.value).order_by("pk").values_list("pk", flat=True):
            carry_out(pk, actor=actor, at=at)
            done += 1
    return done


def dismiss(pk: int, *, reason: str, actor: User, at: datetime) -> Consequence:
    """Decide that a step is not carried out, with a reason: what was proposed is not to follow after all."""
    with transaction.atomic():
        row, _steps = _open_step(pk, actor)
        by = by_whoever_runs(row.section.event, actor, at, reason=required_reason(reason))
        _close(row, State.DISMISSED, "do not carry out", by)
    return row


def take_back(pk: int, *, reason: str, actor: User, at: datetime) -> Section:
    """Undo a step that was carried out and no longer follows since a result was corrected."""
    with transaction.atomic():
        row = _row_to_settle(pk, actor)
        propose(row.section)
        row.refresh_from_db()
        if row.state != State.DONE or not row.is_void:
            raise Stale(_("This still follows from the results."))
        by = by_whoever_runs(row.section.event, actor, at, reason=required_reason(reason))
        if row.player is not None:
            rights.look_again(row.section, [row.player], by)
        decide("take back", by, event=row.section.event, section=row.section, player_id=row.player_id)
        row.delete()
    return row.section


def carry_out_again(section: Section, by: By) -> None:
    """Make what was carried out say what the results give now: take back what fell, carry out what follows anew.

    In the caller's transaction, which has locked the section. What equals share is left to the offices that choose.
    """
    steps = propose(section)
    players = Player.objects.filter(pk__in=section.seats.values("player")).order_by("pk")
    for row in section.consequences.select_related("player__user").filter(state=State.DONE, is_void=True):
        decide("take back", by, event=section.event, section=section, player_id=row.player_id)
        row.delete()
    rights.look_at_all_again(section, list(players), by)
    rows = section.consequences.select_related("player__user").filter(state=State.PROPOSED, player__isnull=False)
    for row in rows.exclude(what=What.ASK.value).order_by("pk"):
        row.section = section
        _do(row, steps.get(key_of(row)), What(row.what), by)
        _close(row, State.DONE, "carry out", by)


def _require_no_correction(section: Section) -> None:
    """Raise `Stale` while a correction is open: what follows from the section is decided there, all at once."""
    if correction_of(section) is not None:
        raise Stale(_("A result was corrected: what follows from this section is decided in the case about it."))


def _row_to_settle(pk: int, actor: User) -> Consequence:
    number = Consequence.objects.values_list("section", flat=True).filter(pk=pk).first()
    section = locked_section(number or 0)
    if not may_settle(actor, section):
        raise NotAllowed
    _require_no_correction(section)
    row = Consequence.objects.select_for_update(of=("self",)).select_related("player__user").get(pk=pk)
    row.section = section
    _require_not_himself(row, actor)
    return row


def _open_step(pk: int, actor: User) -> tuple[Consequence, Mapping[Key, Step]]:
    row = _row_to_settle(pk, actor)
    steps = propose(row.section)
    if not Consequence.objects.filter(pk=pk, state=State.PROPOSED).exists():
        raise Stale(_("This was decided already, or does not follow any more."))
    return row, steps


def _require_not_himself(row: Consequence, actor: User) -> None:
    if row.player is not None and player_of(actor) == row.player:
        raise Unfit(_("Nobody decides their own case: somebody else in your office does."))


def _require_no_question(row: Consequence) -> None:
    """Raise `Unfit` while a tie could still give the player more: a section gives one right of a series."""
    questions = row.section.consequences.filter(player=row.player, what=What.ASK.value, state=State.PROPOSED)
    if row.what in (What.RIGHT.value, What.HALF_RIGHT.value) and questions.exists():
        raise Unfit(_("The player shares a place that may give them more: choose among the equals first."))


def _do(row: Consequence, step: Step | None, what: What, by: By) -> None:
    section = row.section
    if what in (What.RIGHT, What.HALF_RIGHT) and step is not None:
        row.right = rights.store(section, step, by)
        row.save(update_fields=["right"])


def _what_of(row: Consequence) -> What:
    """Return what a step is; of a question, what an office's choice made of it."""
    return What(row.asks) if row.what == What.ASK.value and row.asks else What(row.what)


def _close(row: Consequence, state: str, what: str, by: By) -> Decision:
    ruling = Ruling(True, grounds_from(row.grounds))
    section = row.section
    row.decision = decide(what, by, ruling, event=section.event, section=section, player_id=row.player_id)
    row.state = state
    row.save(update_fields=["state", "decision"])
    return row.decision


# -- equals -----------------------------------------------------------------------------------------------------------


def choose(pk: int, chosen: Sequence[int], *, reason: str, actor: User, at: datetime) -> Section:
    """Choose of the equals who share a question: these, by their numbers as players, come before the others.

    Where places of a section are at stake, they are given as if they had been played for, and everything follows from
    that. Of champions and of equals in several sections only the question itself is answered.
    """
    with transaction.atomic():
        number = Consequence.objects.values_list("section", flat=True).filter(pk=pk).first()
        section = locked_section(number or 0)
        row = Consequence.objects.select_for_update(of=("self",)).filter(pk=pk).first()
        if row is None or row.state != State.PROPOSED or row.what != What.ASK.value:
            raise Stale(_("This was decided already, or is no question any more."))
        row.section = section
        if not may_choose(actor, row):
            raise NotAllowed
        names = [str(player) for player in chosen]
        if not names or not set(names) <= set(row.sharing):
            raise Unfit(_("Choose one of the equals, or several."), field="chosen")
        by = By(Acting(who_chooses(row)), at, actor, required_reason(reason), {"chosen": list(chosen)})
        if _answers_itself(row):
            _answer(row, names, by)
        else:
            players = [seat.player for seat in section.seats.select_related("player") if seat.player_id in chosen]
            rights.choose_of_equals(section, players, by)
            propose(section)
    return section


def _answers_itself(row: Consequence) -> bool:
    """Return whether an answer moves no places: about equal champions, or between players of several sections."""
    own = {str(player) for player in row.section.seats.values_list("player_id", flat=True)}
    return row.asks == What.TITLE.value or not set(row.sharing) <= own


def _answer(row: Consequence, chosen: Sequence[str], by: By) -> None:
    """Answer the same question for all who share it, wherever they played."""
    rows = Consequence.objects.select_for_update(of=("self",)).filter(
        section__event=row.section.event, what=What.ASK.value, value=row.value, state=State.PROPOSED
    )
    for question in rows.select_related("player__user", "section__event__series").order_by("pk"):
        if question.sharing != row.sharing:
            continue
        is_chosen = str(question.player_id) in chosen
        if is_chosen:
            _do(question, None, _what_of(question), by)
        _close(question, State.DONE if is_chosen else State.DISMISSED, "answer for equals", by)


# -- settled ----------------------------------------------------------------------------------------------------------


def open_steps(section: Section) -> int:
    """Count the consequences of a section that are still to be decided."""
    rows = section.consequences
    return rows.filter(state=State.PROPOSED).count() + rows.filter(state=State.DONE, is_void=True).count()


def settle(pk: int, *, actor: User, at: datetime, seen: str | None = None) -> Section:
    """Settle a section whose consequences are all carried out; also the event, with its last section."""
    with transaction.atomic():
        section = locked_section(pk)
        if not may_settle(actor, section):
            raise NotAllowed
        require_as_seen(section.state, seen)
        _require_no_correction(section)
        propose(section)
        left = open_steps(section)
        if left:
            raise Unfit(_("%(n)d of what follows from it is not decided yet.") % {"n": left})
        by = by_whoever_runs(section.event, actor, at)
        step_section(section, "settle", by)
        event = section.event
        is_last = not sections_of(event).exclude(state=Section.State.SETTLED).exists()
        if event.state == Event.State.FINISHED and is_last and not _open_in(event):
            step_event(event, "settle", by)
    return section


def _open_in(event: Event) -> bool:
    rows = Consequence.objects.filter(section__event=event)
    return rows.filter(state=State.PROPOSED).exists() or rows.filter(state=State.DONE, is_void=True).exists()


def open_again(pk: int, *, reason: str, actor: User, at: datetime, seen: str | None = None) -> Section:
    """Reopen a finished section, by the Appeals Commission: a result is corrected, and consequences are recomputed.

    It stays open until the commission says in the case that its results are final.
    """
    with transaction.atomic():
        section = locked_section(pk)
        if not may_open_again(actor, section):
            raise NotAllowed
        require_as_seen(section.state, seen)
        _require_no_correction(section)
        by = By(Acting(Actor.APPEALS), at, actor, required_reason(reason))
        section.ended = None
        step_section(section, "open again", by)
        event = section.event
        if event.state in (Event.State.FINISHED, Event.State.SETTLED):
            event.ended = None
            step_event(event, "open again", by)
            event.save(update_fields=["ended"])
        cases.open_case(REOPENING, cases.NewCase(state=OPENED_AGAIN, section=section), "open again", by)
    return section
