"""The appendix that governs the norms of an event, by the day it starts."""

from typing import NamedTuple

from slowmate.rulebook import Clause, Dated, clause
from slowmate.titles.iccf.categories import SHOWN


class Procedure(NamedTuple):
    """The rules that answer, and the clause of section 10 they begin with."""

    rules: str
    begins_with: Clause


APPENDIX = Dated(
    {
        "ICCF-TR-2016 App2.3/table minor": Procedure("iccf-2016", SHOWN.under("ICCF-TR-2016")[0]),
        "ICCF-TR-2017 App2/note": Procedure("iccf-2017", clause("ICCF-TR-2017 10/note")),
    }
)
