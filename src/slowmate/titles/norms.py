"""The norms of an event, by whichever rules govern it."""

from datetime import date

from slowmate.records import BadInput, Event, Family
from slowmate.rulebook import Dated, Ground, Ruling
from slowmate.titles import fide, iccf_2016, iccf_2017
from slowmate.titles.reports import NormReport

PROCEDURE = Dated({"ICCF-TR-2016 10.0.1/category": "iccf-2016", "ICCF-TR-2017 10/note": "iccf-2017"})
APPENDIX = Dated({"ICCF-TR-2016 App2.3/table minor": "iccf-2016", "ICCF-TR-2017 App2/note": "iccf-2017"})

RULES = ("iccf-2016", "iccf-2017", "fide-2017")

NO_NORMS = {"iccf-2023": "iccf-2023 rates games; norms follow iccf-2017"}


def norms(
    event: Event, *, rules: str | None = None, strict_overscore: bool = False, only: str | None = None
) -> NormReport:
    """The statement of norms of an event and what has come of it.

    The day the event starts decides between the editions of the ICCF; *rules* asks "what if". Events over the board
    follow FIDE's rules and nothing else. *strict_overscore* is a reading of 2017 (see `overscore`).
    *only* is the id of a player, where nobody else is of interest (ICCF).
    """
    chosen = rules_for(event, rules=rules)
    if chosen == "iccf-2016":
        return iccf_2016.norms(event, only=only)
    if chosen == "iccf-2017":
        return iccf_2017.norms(event, strict_overscore=strict_overscore, only=only)
    return fide.norms(event)


def procedure(start: date) -> Ruling[str]:
    """Which edition's procedure an event keeps to its end: that of the day it starts."""
    (cited, value), (appendix, _) = PROCEDURE.on(start), APPENDIX.on(start)
    return Ruling(value, (Ground(cited, {"start": start}), Ground(appendix, {"start": start})))


def rules_for(event: Event, *, rules: str | None = None) -> str:
    """Which rules answer for an event: those asked for, if they can, else those of its start."""
    over_the_board = event.kind.family is Family.FIDE
    if rules is None:
        return "fide-2017" if over_the_board else procedure(event.start).value
    if rules not in RULES:
        raise BadInput(NO_NORMS.get(rules, f"{rules!r} is not one of {', '.join(RULES)}"), field="--rules")
    if over_the_board != (rules == "fide-2017"):
        fitting = "fide-2017" if over_the_board else "iccf-2016 or iccf-2017"
        raise BadInput(f"the kind {event.kind.slug} is judged by {fitting}, not by {rules}", field="--rules")
    return rules
