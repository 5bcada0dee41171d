"""Procedures of events, sections and entries from one state to the next, and every other procedure by its name.

Each table says from which state by which step, who takes it and for whom, which ruling must hold, and the clause. The
rulings that guard the steps of an event are below; those of the others stand with their sections.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from slowmate.events.entry.bars import EXTENDED, IN_TIME
from slowmate.events.entry.federations import APPEAL, APPEALS, TRANSFER
from slowmate.events.entry.fees import FREE_ENTRY, PAID
from slowmate.events.entry.nominations import SETTING_LADIES_MINIMUM, SETTING_LADIES_QUOTA
from slowmate.events.entry.right import VALID_FOR
from slowmate.events.general import REGULATIONS
from slowmate.events.kinds import FILLED_FROM_A_QUEUE
from slowmate.events.organising.cycles import SETTING_PROMOTION, announced_in_time
from slowmate.events.organising.invitational import (
    APPROVAL,
    DIRECTOR_CHOSEN,
    LAPSES_AFTER,
    RATIFYING_NORMS,
    may_announce,
)
from slowmate.events.organising.offices import NOT_COVERED, WHO_RUNS_IT, Actor, Procedure, ProcedureStep
from slowmate.events.organising.pairings import EVERYBODY_ONCE
from slowmate.events.organising.sections import EQUAL_STRENGTH
from slowmate.events.organising.sizes import NORM_SECTION
from slowmate.events.organising.start_list import BEFORE_START, StartList, requirements_to_start
from slowmate.events.organising.team_rules import DISPUTE
from slowmate.events.running.correction import CORRECTION
from slowmate.events.running.section8.application import APPLY
from slowmate.events.running.section8.application import PROCEDURE as WITHDRAWAL
from slowmate.events.running.section8.silence import SILENCE
from slowmate.events.running.section8.substitution import STATUS, SUBSTITUTION
from slowmate.records import Kind, Result
from slowmate.rulebook import Fact, Ground, Refused, Requirement, Ruling, all_hold, in_force

ALL_AT_ONCE = EVERYBODY_ONCE.clause
EMERGENCY = EXTENDED.clause
DIVIDED = EQUAL_STRENGTH.clause
PUBLISHED = BEFORE_START.clause
ENDED = VALID_FOR.clause

DAYS_TO_POST = 1
"""Whole days between the last day of entries and the start: then sections are made up and their start lists posted."""

_SERVER, _BOARD = (Actor.SERVER,), (Actor.EXECUTIVE_BOARD,)
_BY_PLAYER = (Actor.PLAYER, Actor.DELEGATE)
_OF_PLAYER = ("player", "federation")

EVENT: Procedure = {
    ("draft", "announce"): ProcedureStep(WHO_RUNS_IT, "announced", IN_TIME, guard="announcement"),
    ("draft", "throw away"): ProcedureStep(WHO_RUNS_IT, "cancelled", IN_TIME),
    ("announced", "open entries"): ProcedureStep(WHO_RUNS_IT, "open", IN_TIME),
    ("announced", "lapse"): ProcedureStep(_SERVER, "lapsed", LAPSES_AFTER.clause, guard="lapsed"),
    ("open", "close entries"): ProcedureStep(_SERVER, "closed", IN_TIME, guard="deadline"),
    ("closed", "propose sections"): ProcedureStep(WHO_RUNS_IT, "sections proposed", DIVIDED),
    ("sections proposed", "propose sections"): ProcedureStep(WHO_RUNS_IT, "sections proposed", DIVIDED),
    ("sections proposed", "confirm"): ProcedureStep(WHO_RUNS_IT, "confirmed", DIVIDED, guard="sizes"),
    ("confirmed", "propose sections"): ProcedureStep(WHO_RUNS_IT, "sections proposed", DIVIDED),
    ("confirmed", "post"): ProcedureStep(WHO_RUNS_IT, "posted", PUBLISHED, guard="published"),
    ("posted", "start"): ProcedureStep(_SERVER, "running", ALL_AT_ONCE, guard="start"),
    ("running", "finish"): ProcedureStep(_SERVER, "finished", ENDED, guard="all results"),
    ("finished", "settle"): ProcedureStep(WHO_RUNS_IT, "settled", ENDED),
    ("finished", "open again"): ProcedureStep((Actor.APPEALS,), "running", APPEAL),
    ("settled", "open again"): ProcedureStep((Actor.APPEALS,), "running", APPEAL),
    ("closed", "play out"): ProcedureStep(_SERVER, "running", NORM_SECTION, guard="queue"),
    **{
        (state, action): ProcedureStep(WHO_RUNS_IT, to, EMERGENCY, guard="later")
        for state, action, to in (
            ("open", "extend", "open"),
            ("closed", "extend", "open"),
            ("announced", "postpone", "announced"),
            ("open", "postpone", "open"),
            ("closed", "postpone", "closed"),
            ("confirmed", "postpone", "confirmed"),
            ("posted", "postpone", "confirmed"),
        )
    },
    **{
        (state, "correct the day"): ProcedureStep(WHO_RUNS_IT, state, EMERGENCY, guard="mistake")
        for state in ("announced", "open", "closed", "confirmed")
    },
    **{
        (state, action): ProcedureStep(offices, "cancelled", cited)
        for state in ("announced", "open", "closed", "sections proposed", "confirmed", "posted")
        for action, offices, cited in (
            ("cancel", _BOARD, NOT_COVERED),
            ("call off", (Actor.ORGANISER,), IN_TIME),
        )
    },
}
"""An event (a stage) from its plan to its end. A start list is posted again after its start was postponed. That one
is cancelled is in no rule: organisers call off their own, and the Executive Board decides on all. Sections of norm
tournaments are cut from a queue while entries are open: when these are closed, the sections that were cut are played
out."""

SECTION: Procedure = {
    ("proposed", "change"): ProcedureStep(WHO_RUNS_IT, "proposed", DIVIDED),
    ("proposed", "confirm"): ProcedureStep(WHO_RUNS_IT, "confirmed", DIVIDED, guard="sizes"),
    ("confirmed", "change"): ProcedureStep(WHO_RUNS_IT, "proposed", DIVIDED),
    ("confirmed", "name the director"): ProcedureStep(WHO_RUNS_IT, "confirmed", DIRECTOR_CHOSEN, guard="director"),
    ("confirmed", "post"): ProcedureStep(WHO_RUNS_IT, "posted", PUBLISHED, guard="published"),
    **{
        (state, "name the director"): ProcedureStep(WHO_RUNS_IT, state, DIRECTOR_CHOSEN, guard="director")
        for state in ("posted", "running")
    },
    ("posted", "change"): ProcedureStep(WHO_RUNS_IT, "confirmed", PUBLISHED, guard="not started"),
    ("posted", "start"): ProcedureStep(_SERVER, "running", ALL_AT_ONCE, guard="start"),
    ("running", "finish"): ProcedureStep(_SERVER, "finished", ENDED, guard="all results"),
    ("finished", "settle"): ProcedureStep(WHO_RUNS_IT, "settled", ENDED),
    ("finished", "open again"): ProcedureStep((Actor.APPEALS,), "running", APPEAL),
    ("settled", "open again"): ProcedureStep((Actor.APPEALS,), "running", APPEAL),
}
"""A section: its states are those of the contracts. Who fills a seat after the start list makes it be posted again;
another director can be named until it is over."""

ENTRY: Procedure = {
    ("asked", "accept"): ProcedureStep(_SERVER, "accepted", PAID, guard="may enter"),
    ("asked", "wait for what is missing"): ProcedureStep(_SERVER, "pending", PAID),
    ("asked", "admit"): ProcedureStep(WHO_RUNS_IT, "accepted", IN_TIME),
    ("asked", "refuse"): ProcedureStep(WHO_RUNS_IT, "refused", IN_TIME),
    ("pending", "accept"): ProcedureStep(_SERVER, "accepted", PAID, guard="may enter"),
    ("pending", "lapse"): ProcedureStep(_SERVER, "refused", IN_TIME, guard="deadline"),
    **{
        (state, "take out"): ProcedureStep(WHO_RUNS_IT, "refused", IN_TIME, guard="no right is used")
        for state in ("pending", "accepted", "waiting")
    },
    ("accepted", "seat"): ProcedureStep(WHO_RUNS_IT, "seated", DIVIDED, guard="may enter"),
    ("accepted", "put on the waiting list"): ProcedureStep(WHO_RUNS_IT, "waiting", DIVIDED),
    ("accepted", "wait for a place"): ProcedureStep(_SERVER, "waiting", DIVIDED, guard="full"),
    ("waiting", "move up"): ProcedureStep(_SERVER, "accepted", DIVIDED, guard="place free"),
    ("waiting", "seat"): ProcedureStep(WHO_RUNS_IT, "seated", DIVIDED, guard="may enter"),
    ("seated", "put on the waiting list"): ProcedureStep(WHO_RUNS_IT, "waiting", DIVIDED, guard="not started"),
    **{
        (state, "withdraw"): ProcedureStep(_BY_PLAYER, "withdrawn", APPLY, _OF_PLAYER)
        for state in ("asked", "pending", "accepted", "waiting")
    },
    ("seated", "withdraw"): ProcedureStep(_BY_PLAYER, "withdrawn", APPLY, _OF_PLAYER, guard="not started"),
    **{
        (state, "withdraw the team"): ProcedureStep((Actor.CAPTAIN,), "withdrawn", APPLY, ("team",))
        for state in ("asked", "pending", "accepted", "waiting")
    },
    ("seated", "withdraw the team"): ProcedureStep((Actor.CAPTAIN,), "withdrawn", APPLY, ("team",), "not started"),
}
"""An entry until its player is seated: only then is a right used. Where the announcement decides who may enter, the
office that runs the event admits players. Where it limits the places, later entries wait, and move up when one is free
again. Whoever runs the event takes out entries that use up no right. The entry is judged again on seating;
`section8.application` says what leaving then costs. A captain withdraws a team."""

PROCEDURES: dict[str, Procedure] = {
    "event": EVENT,
    "section": SECTION,
    "entry": ENTRY,
    "free entry": FREE_ENTRY,
    "withdrawal": WITHDRAWAL,
    "silence": SILENCE,
    "substitution": SUBSTITUTION,
    "replacement status": STATUS,
    "dispute": DISPUTE,
    "transfer": TRANSFER,
    "approval": APPROVAL,
    "appeal": APPEALS,
    "correction": CORRECTION,
    "ladies' quota": SETTING_LADIES_QUOTA,
    "ladies' minimum": SETTING_LADIES_MINIMUM,
    "promotion in the Olympiad": SETTING_PROMOTION["olympiad"],
    "promotion in the Ladies' Olympiad": SETTING_PROMOTION["ladies-olympiad"],
    "norms of invitationals": RATIFYING_NORMS,
}


# -- the guards of an event -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announcement:
    """The parts of an announcement that the rules require. *approved* is the day a national or invitational event
    was approved; *needs_approval* that it has to be."""

    start: date
    deadline: date | None = None
    fee: int | None = None
    needs_approval: bool = False
    approved: date | None = None
    changed: int = 0
    """How much of it differs from what was approved."""


def may_announce_event(kind: Kind, announcement: Announcement, *, on: date) -> Ruling[bool]:
    """Decide whether an event may be announced: with a deadline before its start, a fee, in time, and approved."""
    start, deadline = announcement.start, announcement.deadline
    dates: dict[str, Fact] = {"deadline": deadline, "start": start, "announced": on}
    in_time = deadline is not None and on <= deadline <= start
    requirements = [
        Requirement(Ground(in_force(IN_TIME, on=start), dates), in_time),
        *([time_to_post(deadline, start)] if deadline is not None and kind.slug not in FILLED_FROM_A_QUEUE else []),
        Requirement(
            Ground(in_force(PAID, on=start), {"announced_fee": announcement.fee}), announcement.fee is not None
        ),
    ]
    if kind.slug == "world-championship-final":
        early = announced_in_time(announced=on, start=start)
        requirements.append(Requirement(early.grounds[0], early.value))
    if announcement.needs_approval:
        first = may_announce(on=on, approved=announcement.approved, start=start, changed=announcement.changed)
        requirements.append(Requirement(first.grounds[0], first.value))
    return all_hold(requirements)


def time_to_post(deadline: date, start: date) -> Requirement:
    """Require a day between the last day of entries, which is in time, and the start: for sections and start lists."""
    first_start = deadline + timedelta(days=DAYS_TO_POST + 1)
    facts: dict[str, Fact] = {"deadline": deadline, "start": start, "first_start": first_start}
    return Requirement(Ground(in_force(PUBLISHED, on=start), facts), start >= first_start)


def may_take_out(uses: int) -> Ruling[bool]:
    """Decide whether those who run an event may take out an entry: not one that uses a right, nomination or grant.

    The rules give such an entry; the player, or the delegate of their federation, withdraws it. They are silent about
    others, and the event's regulations decide.
    """
    outcome = "right stays" if uses else "taken out"
    return Ruling(not uses, (Ground(REGULATIONS, {"uses": uses, "outcome": outcome, "reading": "rights-stay"}),))


def deadline_has_passed(deadline: date, *, on: date, start: date) -> Ruling[bool]:
    """Decide whether entries are over on a day; the deadline itself is in time."""
    return Ruling(on > deadline, (Ground(in_force(IN_TIME, on=start), {"deadline": deadline, "today": on}),))


def is_full(places: int, taken: int) -> Ruling[bool]:
    """Decide whether all places are taken of an event whose announcement limits them."""
    full = taken >= places
    facts: dict[str, Fact] = {"places": places, "taken": taken, "outcome": "full" if full else "room"}
    return Ruling(full, (Ground(REGULATIONS, facts),))


def has_room(places: int, taken: int) -> Ruling[bool]:
    full = is_full(places, taken)
    return Ruling(not full.value, full.grounds)


def is_later(old: date, new: date, *, start: date) -> Ruling[bool]:
    """Decide whether a deadline or a start is moved to a later day: in an emergency it may be, and only so."""
    return Ruling(new > old, (Ground(in_force(EMERGENCY, on=start), {"old": old, "new": new}),))


@dataclass(frozen=True, slots=True)
class MovedDay:
    """A deadline or a start that was moved: from which day to which, and what has happened since."""

    before: date
    moved_to: date
    is_by_same: bool
    """The person who moved it corrects it."""
    changed_since: int = 0
    """Entries that were made, decided or withdrawn since."""


def may_correct_day(moved: MovedDay, new: date, *, on: date, start: date) -> Ruling[bool]:
    """Decide whether a day that was moved by mistake may come back earlier, as long as nobody is hurt by it.

    The clause moves a day forward in an emergency. We read it so that a typing error is none: whoever made it puts it
    right, to no day before the one that was announced and none that has come, while nobody has acted on the mistake.
    """
    facts: dict[str, Fact] = {"before": moved.before, "moved_to": moved.moved_to, "corrected": new, "on": on}
    facts |= {"changed_since": moved.changed_since, "by_same": moved.is_by_same, "reading": "mistake-is-no-emergency"}
    holds = moved.before <= new < moved.moved_to and new > on and moved.is_by_same and not moved.changed_since
    return Ruling(holds, (Ground(in_force(EMERGENCY, on=start), facts),))


def has_started(start: date, *, on: date) -> Ruling[bool]:
    """Decide whether the day has come on which all games start."""
    return Ruling(on >= start, (Ground(in_force(ALL_AT_ONCE, on=start), {"start": start, "on": on}),))


def is_not_yet_started(start: date, *, on: date) -> Ruling[bool]:
    begun = has_started(start, on=on)
    return Ruling(not begun.value, begun.grounds)


def is_published(lists: Sequence[StartList], *, on: date) -> Ruling[bool]:
    """Decide whether these start lists have all that is published before the start, and that day has not come yet."""
    early = [is_not_yet_started(start, on=on) for start in dict.fromkeys(posted.start for posted in lists)]
    complete = _complete(lists, on=on)
    grounds = (*complete.grounds, *(ground for ruling in early for ground in ruling.grounds))
    return Ruling(complete.value and all(ruling.value for ruling in early), grounds)


def may_begin(start: date, lists: Sequence[StartList], *, on: date) -> Ruling[bool]:
    """Decide whether the day of the start has come, with everything published before it."""
    begun, complete = has_started(start, on=on), _complete(lists, on=on)
    return Ruling(begun.value and bool(lists) and complete.value, (*begun.grounds, *complete.grounds))


def _complete(lists: Sequence[StartList], *, on: date) -> Ruling[bool]:
    """Return what all start lists have to say, each ground once: thirty sections have one start."""
    requirements = [requirement for posted in lists for requirement in requirements_to_start(posted, on=on)]
    distinct = {
        (str(requirement.ground.clause), repr(sorted(requirement.ground.facts.items()))): requirement.ground
        for requirement in requirements
    }
    return Ruling(all(requirement.holds for requirement in requirements), tuple(distinct.values()))


@dataclass(frozen=True, slots=True)
class SectionGame:
    """A game of a section: its result, the day that became final, and whether an appeal or adjudication is open."""

    id: str
    result: Result | None = None
    final_on: date | None = None
    contested: bool = False


def section_ended(games: Sequence[SectionGame], *, start: date) -> Ruling[date | None]:
    """Return the day of a section's last final result; None while a game runs or its result is contested."""
    running = [game.id for game in games if game.result is None]
    contested = [game.id for game in games if game.result is not None and (game.contested or game.final_on is None)]
    over = games and not running and not contested
    ended = max((game.final_on for game in games if game.final_on), default=None) if over else None
    facts: dict[str, Fact] = {"ended": ended, "running": len(running), "contested": list(contested)}
    return Ruling(ended, (Ground(in_force(ENDED, on=start), facts),))


def has_all_results(games: Sequence[SectionGame], *, start: date) -> Ruling[bool]:
    ended = section_ended(games, start=start)
    return Ruling(ended.value is not None, ended.grounds)


def sizes_allowed(sizes: Sequence[Ruling[str] | Refused]) -> Ruling[bool]:
    """Decide whether the rules let all these sections be; a size that they only warn of may be."""
    grounds = tuple(ground for ruling in sizes for ground in ruling.grounds)
    return Ruling(not any(isinstance(ruling, Refused) for ruling in sizes), grounds)
