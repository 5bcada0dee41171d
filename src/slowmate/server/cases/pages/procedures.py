"""The table of procedures that run as cases: how each is called, shown and taken. One row each.

To add one: its `CaseRules` with the service that opens it, and a row here. Page, desk, letters and the API follow.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from slowmate.server.cases.pages.follows import FollowLine, follow_lines, game_lines
from slowmate.server.cases.services import correction
from slowmate.server.events.models import Case, SeatHolding
from slowmate.server.events.queries.case_turns import CORRECTION
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.substitutes import STATUS, SUBSTITUTION
from slowmate.server.events.services import approving, replacement_status
from slowmate.server.events.services.cases import CaseRules
from slowmate.server.site.text import day, word

Facts = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a case is about: a kind, a number, a name, and its page."""

    kind: str
    pk: int
    name: str
    link: str


def _nothing(_case: Case) -> Facts:
    return ()


def _no_draft(_case: Case, _action: str) -> str:
    return ""


def _no_lines(_case: Case) -> Sequence[FollowLine]:
    return ()


def subject(case: Case) -> Subject:
    """Return what a case is about: its section, its event, or its player."""
    if case.section is not None:
        section = case.section
        return Subject("section", section.pk, name_of(section), reverse("section", args=[section.pk]))
    if case.event is not None:
        return Subject("event", case.event.pk, case.event.name, reverse("event", args=[case.event.pk]))
    if case.player is not None:
        return Subject("player", case.player.pk, str(case.player.name), reverse("player", args=[case.player.pk]))
    return Subject("case", case.pk, "", reverse("case", args=[case.pk]))


@dataclass(frozen=True, slots=True)
class CaseProcedure:
    """How the cases of one procedure are shown."""

    rules: CaseRules
    """How they are taken: guards, effects, journal, letters."""
    name: str | Promise
    """What a case is called."""
    waits: str | Promise
    """The line on the desk of those whose turn it is."""
    subject: Callable[[Case], Subject] = subject
    """What it is about."""
    facts: Callable[[Case], Facts] = _nothing
    """The facts that are decided on, in words."""
    follows: Callable[[Case], Sequence[FollowLine]] = _no_lines
    """What would follow, or has followed, in words."""
    buttons: Mapping[str, str | Promise] = field(default_factory=dict)
    """The words of the button of a step, where they are not those of the step."""
    explained: Mapping[str, str | Promise] = field(default_factory=dict)
    """What a step means, beside its button."""
    draft: Callable[[Case, str], str] = _no_draft
    """The drafted reason of a step, to be edited."""
    place: Callable[[Case], str] = lambda _case: ""
    """The page where more of it is shown, such as that of the substitutes of a section."""

    def button(self, action: str) -> str:
        return str(self.buttons[action]) if action in self.buttons else word("action", action).capitalize()


# -- correction -------------------------------------------------------------------------------------------------------


def _corrected_games(case: Case) -> Facts:
    return [
        (
            f"{game.white} – {game.black}",
            _("%(after)s instead of %(before)s") % {"after": game.after, "before": game.before},
        )
        for game in game_lines(correction.games_of(case))
    ]


def _draft_of_correction(case: Case, action: str) -> str:
    if action == correction.CONCLUDE:
        return _("All results of the section are final.")
    games = [
        _("%(white)s – %(black)s ended %(after)s, not %(before)s")
        % {"white": game.white, "black": game.black, "after": game.after, "before": game.before}
        for game in game_lines(correction.games_of(case))
    ]
    return _("Corrected: %(games)s.") % {"games": "; ".join(games)} if games else ""


def _page_to_settle(case: Case) -> str:
    return reverse("section-run", args=[case.section_id]) if case.section_id else ""


# -- Replacement status, substitution ---------------------------------------------------------------------------------


def _board(case: Case) -> Facts:
    holding = SeatHolding.objects.select_related("seat").filter(pk=case.facts.get("holding")).first()
    facts = [
        (_("Player"), str(case.player.name) if case.player else ""),
        (_("Team"), case.team.name if case.team else ""),
    ]
    if holding is not None:
        facts += [(_("Board"), str(holding.seat.board)), (_("In the place of"), str(holding.seat.name))]
    return [(name, value) for name, value in facts if value]


def _draft_of_status(case: Case, action: str) -> str:
    facts = {"name": str(case.player.name) if case.player else ""}
    return _("%(name)s does not get Replacement status: ") % facts if action == "refuse" else ""


def _page_of_substitutes(case: Case) -> str:
    return reverse("section-substitutes", args=[case.section_id]) if case.section_id else ""


# -- approval ---------------------------------------------------------------------------------------------------------


def _application(case: Case) -> Facts:
    facts, currency = case.facts, case.event.currency if case.event else ""
    prizes = ", ".join(str(prize) for prize in facts["prizes"])
    rows = [
        (_("Start"), day(date.fromisoformat(facts["start"]))),
        (_("Prizes"), f"{prizes} {currency}" if prizes else _("none")),
        (_("Where the money comes from"), facts["source"]),
        (_("In the organiser's words"), facts["words"]),
    ]
    return [(name, value) for name, value in rows if value]


def _page_to_run(case: Case) -> str:
    return reverse("event-run", args=[case.event_id]) if case.event_id else ""


PROCEDURES: dict[str, CaseProcedure] = {
    CORRECTION: CaseProcedure(
        correction.RULES,
        gettext_lazy("Correction of a result"),
        gettext_lazy("A result was corrected: decide what falls and what follows anew"),
        facts=_corrected_games,
        follows=lambda case: follow_lines(correction.follows(case)),
        buttons={
            correction.CARRY_OUT: gettext_lazy("Carry out what falls and what follows"),
            correction.CONCLUDE: gettext_lazy("The results are final"),
        },
        explained={
            correction.CARRY_OUT: gettext_lazy(
                "Everything listed here is done at once, and everybody whom it concerns is told in one letter."
            ),
            correction.CONCLUDE: gettext_lazy("The section ends again, and its office decides what follows."),
        },
        draft=_draft_of_correction,
        place=_page_to_settle,
    ),
    STATUS: CaseProcedure(
        replacement_status.RULES,
        gettext_lazy("Replacement status"),
        gettext_lazy("A substitute asks for Replacement status"),
        facts=_board,
        draft=_draft_of_status,
        place=_page_of_substitutes,
    ),
    SUBSTITUTION: CaseProcedure(
        CaseRules(SUBSTITUTION),
        gettext_lazy("Substitution"),
        gettext_lazy("A substitute is named"),
        facts=_board,
        place=_page_of_substitutes,
    ),
    "approval": CaseProcedure(
        approving.RULES,
        gettext_lazy("Approval of an event"),
        gettext_lazy("An event waits for your approval"),
        facts=_application,
        place=_page_to_run,
    ),
}
"""Procedures by their names in `slowmate.events.procedures`. Cases of others are not shown."""
