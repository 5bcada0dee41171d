"""A result is corrected after a section was settled: what followed from its table is decided again (0.4, 1.0.7, 7.5).

What the director corrects is the result of a game. What falls and what follows anew is for the office that runs the
event: until it has decided, everything that follows from the section is under review.
"""

from collections.abc import Sequence
from datetime import date

from slowmate.events.entry.federations import APPEAL
from slowmate.events.entry.right import VALID_FOR
from slowmate.events.organising.offices import WHO_RUNS_IT, Actor, Procedure, ProcedureStep
from slowmate.events.running.tiebreaks import EQUAL
from slowmate.rulebook import Ground, Ruling, in_force

CORRECTION: Procedure = {
    ("opened again", "conclude"): ProcedureStep((Actor.APPEALS,), "corrected", APPEAL, guard="all results"),
    ("corrected", "carry out"): ProcedureStep(WHO_RUNS_IT, "carried out", VALID_FOR.clause, guard="equals chosen"),
}
"""The consequences of a settled section after a correction.

It is opened as corrected when a director corrects a result, by the Laws of play. Or the Appeals Commission opens the
section again, and the section stays open until the commission says that its results are final.
"""


def equals_are_chosen(questions: Sequence[str], *, start: date) -> Ruling[bool]:
    """Decide whether no choice between equals is open; *questions* are what they share."""
    cited = in_force(EQUAL.clause, on=start)
    return Ruling(not questions, (Ground(cited, {"outcome": "equals", "questions": list(questions)}),))
