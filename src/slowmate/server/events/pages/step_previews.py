"""What the steps of events and sections that bind many people will do: shown before they bind (`site/steps.py`).

Each function gets the subject of its step, what was sent, and the result of the service, which is rolled back
afterwards: the numbers are those of the step itself.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.server.events.models import Consequence, Decision, Event, EventEntry, Pairing, Section
from slowmate.server.events.pages.section_run import settlement_words
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.unfinished import unfinished_games
from slowmate.server.mail.models import Mail
from slowmate.server.site.steps import StepPreview
from slowmate.server.site.text import day

MAX_LINES = 40
"""Steps named one by one in a preview."""


def _letters(at: datetime) -> list[str]:
    """Say how many people the step tells by mail: those whose letters it queued."""
    people = Mail.objects.filter(made=at).values("user").distinct().count()
    return [ngettext("%(n)d person is told by mail.", "%(n)d people are told by mail.", people) % {"n": people}]


def _seated(number: int) -> str:
    words = ngettext(
        "%(n)d player is seated; what their entry uses up is used.",
        "%(n)d players are seated; what their entries use up is used.",
        number,
    )
    return words % {"n": number}


def _waiting(number: int) -> str:
    return ngettext("%(n)d player waits.", "%(n)d players wait.", number) % {"n": number}


def _sections(number: int) -> str:
    return ngettext("%(n)d section", "%(n)d sections", number) % {"n": number}


def _games(number: int) -> str:
    return ngettext("%(n)d game", "%(n)d games", number) % {"n": number}


# -- an event ---------------------------------------------------------------------------------------------------------


def announcing(_pk: int, *, result: Event, **_given: Any) -> StepPreview:
    is_open = result.state == Event.State.OPEN
    dates = {"day": day(result.deadline or result.start), "start": day(result.start)}
    if result.is_filled_from_a_queue:
        entries = _("Players enter until %(day)s.") % dates
    else:
        entries = _("Players enter until %(day)s; play starts on %(start)s.") % dates
    return StepPreview(
        _("Announce %(event)s?") % {"event": result.name},
        [
            _("Everybody sees it from then on, and its plan is not changed any more."),
            entries,
            _("Entries are open at once.") if is_open else _("Entries are opened later, by you."),
        ],
        _("Announce it and open entries") if is_open else _("Announce it"),
    )


def opening(_pk: int, *, result: Event, **_given: Any) -> StepPreview:
    until = day(result.deadline or result.start)
    return StepPreview(
        _("Open the entries of %(event)s?") % {"event": result.name},
        [_("Players enter from now on, until %(day)s.") % {"day": until}],
        _("Open entries"),
    )


def _moved_days(event: Event) -> tuple[date, date, str]:
    """Return the old and the new day of the last step, and how far apart they are in words."""
    facts = event.decisions.order_by("-pk")[0].facts
    old, new = date.fromisoformat(facts["old"]), date.fromisoformat(facts["new"])
    number = abs((new - old).days)
    return old, new, ngettext("%(n)d day", "%(n)d days", number) % {"n": number}


def extending(_pk: int, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    old, new, apart = _moved_days(result)
    words = _("Players enter until %(new)s instead of %(old)s: %(apart)s later.")
    return StepPreview(
        _("Give more time for entries?"),
        [words % {"new": day(new), "old": day(old), "apart": apart}, *_letters(at)],
        _("Give more time for entries"),
    )


def postponing(_pk: int, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    old, new, apart = _moved_days(result)
    words = _("Play starts on %(new)s instead of %(old)s: %(apart)s later.")
    lines = [words % {"new": day(new), "old": day(old), "apart": apart}]
    if number := result.decisions.filter(at=at, what="change", section__isnull=False).count():
        lines.append(_("The start lists of %(sections)s have to be posted again.") % {"sections": _sections(number)})
    lapsed = step_rulings.lapsed(result, on=at.date()) if result.needs_approval else None
    lapses = lapsed is not None and lapsed.value
    if lapses:
        lines.append(_("Its approval lapses: the start is too long after the one that was approved."))
    return StepPreview(
        _("Postpone the start?"),
        [*lines, *_letters(at)],
        _("Postpone the start"),
        grounds=lapsed.grounds if lapsed is not None and lapses else (),
        is_danger=lapses,
    )


def correcting(_pk: int, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    facts = result.decisions.order_by("-pk")[0].facts
    days = {"new": day(date.fromisoformat(facts["new"])), "old": day(date.fromisoformat(facts["old"]))}
    is_start = facts["moved"] == "start"
    words = _("Play starts on %(new)s, not on %(old)s.") if is_start else _("Players enter until %(new)s, not %(old)s.")
    return StepPreview(_("Correct the day?"), [words % days, *_letters(at)], _("Correct the day"))


def cancelling(_pk: int, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    live = (*EventEntry.LIVE, EventEntry.State.SEATED)
    number = result.entries.filter(state__in=live).count()
    words = ngettext(
        "%(n)d entry ends; what it used up is given back.",
        "%(n)d entries end; what they used up is given back.",
        number,
    )
    return StepPreview(
        _("Cancel %(event)s?") % {"event": result.name},
        [_("It is not played, and cannot be taken up again."), words % {"n": number}, *_letters(at)],
        _("Cancel the event"),
        is_danger=True,
    )


def throwing_away(_pk: int, *, result: Event, **_given: Any) -> StepPreview:
    return StepPreview(
        _("Throw away the draft of %(event)s?") % {"event": result.name},
        [_("Nobody else has seen it. It cannot be brought back.")],
        _("Throw the draft away"),
        is_danger=True,
    )


def agreeing(_pk: int, *, result: Event, **_given: Any) -> StepPreview:
    number = result.entries.filter(state__in=(*EventEntry.LIVE, EventEntry.State.SEATED)).count()
    words = ngettext("It concerns %(n)d entry.", "It concerns %(n)d entries.", number) % {"n": number}
    return StepPreview(
        _("Agree that %(event)s is rated?") % {"event": result.name},
        [_("All its games are rated. This cannot be taken back."), words],
        _("Agree that it is rated"),
    )


# -- the division and the start lists ----------------------------------------------------------------------------------


def confirming(_pk: int, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    states = dict.fromkeys(EventEntry.State, 0)
    for state in result.entries.values_list("state", flat=True):
        states[EventEntry.State(state)] += 1
    sections = result.sections.filter(state=Section.State.CONFIRMED, seats__isnull=False).distinct().count()
    return StepPreview(
        _("Confirm %(sections)s of %(event)s?") % {"sections": _sections(sections), "event": result.name},
        [_seated(states[EventEntry.State.SEATED]), _waiting(states[EventEntry.State.WAITING]), *_letters(at)],
        _("Confirm these sections"),
    )


def dividing_again(_pk: int, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    back = result.entries.filter(state__in=(EventEntry.State.ACCEPTED, EventEntry.State.WAITING)).count()
    words = _("Until it is confirmed again, what the entries used up is given back.")
    return StepPreview(
        _("Open the division of %(event)s again?") % {"event": result.name},
        [_waiting(back), words, *_letters(at)],
        _("Open the division again"),
    )


def posting_all(_pk: int, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    posted = list(result.sections.filter(state=Section.State.POSTED, seats__isnull=False).distinct())
    return _posting(posted, at, _("Post all start lists"))


def posting_one(_section: Section, *, at: datetime, result: Section, **_given: Any) -> StepPreview:
    return _posting([result], at, _("Post the start list"))


def _posting(sections: Sequence[Section], at: datetime, button: str) -> StepPreview:
    games = Pairing.objects.filter(section__in=sections).count()
    numbers = {"sections": _sections(len(sections)), "games": _games(games)}
    starts = sorted({section.start for section in sections})
    return StepPreview(
        _("Post the start lists of %(sections)s?") % numbers,
        [
            _("Numbers and colours are those of the draw: %(games)s in %(sections)s.") % numbers,
            _("Ratings, titles and federations are fixed, and the seed of the draw is revealed."),
            *(_("All games start by themselves on %(day)s.") % {"day": day(start)} for start in starts),
            *_letters(at),
        ],
        button,
    )


# -- a section --------------------------------------------------------------------------------------------------------


def confirming_section(_section: Section, *, at: datetime, result: Section, **_given: Any) -> StepPreview:
    return StepPreview(
        _("Confirm %(section)s?") % {"section": name_of(result)},
        [_seated(result.seats.count()), *_letters(at)],
        _("Confirm the section"),
    )


def giving_up(section: Section, *, at: datetime, result: Event, **_given: Any) -> StepPreview:
    waiting = (EventEntry.State.ACCEPTED, EventEntry.State.WAITING)
    return StepPreview(
        _("Give up %(section)s?") % {"section": name_of(section)},
        [
            _("Its players wait again, in their old places."),
            _waiting(result.entries.filter(state__in=waiting).count()),
            *_letters(at),
        ],
        _("Give it up"),
        is_danger=True,
    )


def carrying_out(section: Section, *, at: datetime, result: int, **_given: Any) -> StepPreview | None:
    """Preview several steps; a single one is a decision that was looked at on the page."""
    if result < 2:
        return None
    decisions = Decision.objects.filter(section=section, at=at)
    rows = Consequence.objects.filter(section=section, decision__in=decisions).select_related("player", "team")
    steps = list(rows.order_by("pk"))
    lines = [f"{step.player or step.team}: {settlement_words(step)}" for step in steps[:MAX_LINES]]
    if more := len(steps) - len(lines):
        lines.append(_("And %(n)d more.") % {"n": more})
    words = ngettext("Carry out %(n)d step", "Carry out %(n)d steps", result) % {"n": result}
    sends = {"step": [str(step.pk) for step in steps], "all": []}
    return StepPreview(
        _("%(steps)s of %(section)s?") % {"steps": words, "section": name_of(section)},
        [*lines, *_letters(at)],
        words,
        sends=sends,
    )


def unfinished_words(number: int) -> str:
    """Say how much work of the director is left in a section that is over; empty: none."""
    if not number:
        return ""
    words = ngettext(
        "The director still has to look at %(n)d game: its end, or what was asked about it.",
        "The director still has to look at %(n)d games: their ends, or what was asked about them.",
        number,
    )
    return words % {"n": number}


def settling(_section: Section, *, at: datetime, result: Section, **_given: Any) -> StepPreview:
    done = result.consequences.filter(state=Consequence.State.DONE).count()
    not_done = result.consequences.filter(state=Consequence.State.DISMISSED).count()
    lines = [
        ngettext("%(n)d step was carried out.", "%(n)d steps were carried out.", done) % {"n": done},
        _("From then on only the Appeals Commission opens it again."),
    ]
    if not_done:
        lines.insert(
            1,
            ngettext("%(n)d step was not carried out.", "%(n)d steps were not carried out.", not_done)
            % {"n": not_done},
        )
    if left := unfinished_words(unfinished_games([result.pk], at=at).get(result.pk, 0)):
        lines.insert(0, left)
    if result.event.state == Event.State.SETTLED:
        lines.append(_("It is the last section: the event is settled with it."))
    return StepPreview(_("Settle %(section)s?") % {"section": name_of(result)}, lines, _("Settle the section"))


def opening_again(_section: Section, *, result: Section, **_given: Any) -> StepPreview:
    done = result.consequences.filter(state=Consequence.State.DONE).count()
    words = ngettext(
        "%(n)d step that was carried out is looked at anew.",
        "%(n)d steps that were carried out are looked at anew.",
        done,
    )
    return StepPreview(
        _("Open %(section)s again?") % {"section": name_of(result)},
        [_("A result is corrected; the section ends again with its last final result."), words % {"n": done}],
        _("Open it again"),
    )


def adjudicating(_section: Section, *, at: datetime, result: int, **_given: Any) -> StepPreview:
    words = ngettext(
        "%(n)d game is called to adjudication; its clocks stand still from then on.",
        "%(n)d games are called to adjudication; their clocks stand still from then on.",
        result,
    )
    return StepPreview(
        _("Call all games to adjudication?"),
        [words % {"n": result}, *_letters(at)],
        _("Call all games to adjudication"),
    )
