"""The applications of the Baku congress: what the Commission said, and the clause it rests on.

A record of real verdicts. Each kind of remark names the clause by which `title_by_norms` or `assess` refuses the same.
"""

from collections import Counter

from slowmate.rulebook import Clause, Ground, Ruling, clause
from slowmate.titles.fide.administration import CHIEF_ARBITER
from slowmate.titles.fide.awards import ENOUGH_GAMES, EXPIRED, RATING_REACHED, CommissionVerdict
from slowmate.titles.fide.mix import OWN_FEDERATION, TITLE_OPPONENTS
from slowmate.titles.fide.performance import PERFORMANCE_NEEDED
from slowmate.titles.fide.tables import BakuApplication, baku_applications
from slowmate.titles.fide.titles import FideTitle

RECORD = clause("FIDE-QC-2016 S2/applications")

REASONS: dict[str, Clause] = {
    "rating": RATING_REACHED,
    "no IA/FA": CHIEF_ARBITER,
    "not enough points": PERFORMANCE_NEEDED,
    "7 pt. necessary": PERFORMANCE_NEEDED,
    "only 3 GM/IM": TITLE_OPPONENTS[FideTitle.IM][0],
    "only 18 games": ENOUGH_GAMES,
    "too many from USA": OWN_FEDERATION,
    "2001 not valid": EXPIRED,
}
"""The end of a remark to the clause. An open of 2001 was called not valid without a reason: its norm had expired."""


def verdicts() -> Ruling[Counter[CommissionVerdict]]:
    """Count the applications accepted, accepted on condition and refused, without direct titles."""
    by_verdict = Counter(
        CommissionVerdict(application.verdict) for application in baku_applications() if application.verdict
    )
    numbers = {str(verdict): number for verdict, number in by_verdict.items()}
    return Ruling(by_verdict, (Ground(RECORD, {"verdicts": numbers}),))


def clause_behind(application: BakuApplication) -> Clause | None:
    """Return the clause behind a refusal or condition; None for an application that was accepted."""
    if application.verdict in {"", CommissionVerdict.YES}:
        return None
    return next(cited for end, cited in REASONS.items() if application.remark.endswith(end))
