"""The norms of an event, by whichever rules govern it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from slowmate.records import BadInput, Event, Family, is_holder, seated
from slowmate.rulebook import Ground, NoEdition, Ruling
from slowmate.titles.fide import report
from slowmate.titles.fide.titles import edition_for
from slowmate.titles.iccf import norms_2016, norms_2017
from slowmate.titles.iccf.appendix import APPENDIX
from slowmate.titles.reports import NormReport

OF_ICCF: dict[str, Callable[[Event, bool, str | None], NormReport]] = {
    "iccf-2016": lambda event, _, only: norms_2016.norms(event, only=only),
    "iccf-2017": lambda event, strict, only: norms_2017.norms(event, strict_overscore=strict, only=only),
}
"""Rules to what makes the report: of an event, whether overscored games are read strictly, and of one player alone."""

OF_FIDE = ("fide-2017",)
RULES = (*OF_ICCF, *OF_FIDE)

NO_NORMS = {"iccf-2023": "iccf-2023 rates games; norms follow iccf-2017"}


def norms(
    event: Event, *, rules: str | None = None, strict_overscore: bool = False, only: str | None = None
) -> NormReport:
    """Return the statement of norms of an event, with the norms made and still possible.

    The day the event starts decides between the editions; *rules* asks "what if", on any day, and the report says so.
    Events over the board follow FIDE's rules and nothing else. *strict_overscore* is a reading of 2017 (`overscore`).
    *only* limits the statement to one player by id (ICCF). In a team event of the ICCF norms are made on seats: a
    substitute has all games of the seat.
    """
    if event.end is not None and event.end < event.start:
        raise BadInput(f"{event.end} is before the start, {event.start}", field="end")
    chosen = rules_for(event, rules=rules)
    as_if = rules is not None and not is_governed_by(event, chosen)
    if chosen != "fide-2017" and (only is None or is_holder(event, only)):
        event = seated(event)
    of_iccf = OF_ICCF.get(chosen)
    statement = of_iccf(event, strict_overscore, only) if of_iccf else report.norms(event, as_if=as_if)
    return replace(statement, as_if=as_if)


def is_governed_by(event: Event, rules: str) -> bool:
    """Return whether these rules are those of the day the event started."""
    try:
        return rules_for(event) == rules and (rules != "fide-2017" or bool(edition_for(start=event.start).value))
    except NoEdition:
        return False


def procedure_edition(start: date) -> Ruling[str]:
    """Return the edition whose procedure an event keeps to its end: that of the day it starts."""
    appendix, procedure = APPENDIX.on(start)
    return Ruling(
        procedure.rules, (Ground(procedure.begins_with, {"start": start}), Ground(appendix, {"start": start}))
    )


def has_rules(start: date) -> bool:
    """Return whether we hold the rules for norms of an event that starts on a day."""
    try:
        procedure_edition(start)
    except NoEdition:
        return False
    return True


def rules_for(event: Event, *, rules: str | None = None) -> str:
    """Return the rules that judge an event: *rules* if they can, else those of its start."""
    over_the_board = event.kind.family is Family.FIDE
    if rules is None:
        return "fide-2017" if over_the_board else procedure_edition(event.start).value
    if rules not in RULES:
        raise BadInput(NO_NORMS.get(rules, f"{rules!r} is not one of {', '.join(RULES)}"), field="--rules")
    if over_the_board != (rules == "fide-2017"):
        fitting = "fide-2017" if over_the_board else " or ".join(OF_ICCF)
        raise BadInput(f"the kind {event.kind.slug} is judged by {fitting}, not by {rules}", field="--rules")
    return rules


def why_none_is_open(report: NormReport) -> tuple[Ground, ...]:
    """Return why nobody in an event can make a norm of any title; empty if a norm is open to a player.

    These are the requirements the event fails; if it fails none, those that all players fail.
    """
    if any(report.titles_possible.values()):
        return ()
    lacking = [
        requirement.ground for requirement in report.requirements if requirement.binding and not requirement.holds
    ]
    if not lacking:
        lacking = [
            requirement.ground
            for line in report.players
            for norm in line.norms.values()
            for requirement in norm.requirements
            if not requirement.holds
        ]
    return tuple({ground.clause: ground for ground in reversed(lacking)}.values())[::-1]
