"""Article 13: conduct. What is never acceptable, what is serious, and how it is dealt with.

Judging words and motives is for people: a report leads to a director, who decides and says why.
"""

from enum import StrEnum

from slowmate.rulebook import Fact, Ground, Ruling, clause

NEVER = clause("ICCF-LAWS-2019 13.3.1")
DISCIPLINE = clause("ICCF-LAWS-2019 13.3.2")
AT_ONCE = clause("ICCF-LAWS-2019 13.3.2.1")
BY_SEVERITY = clause("ICCF-LAWS-2019 13.3.2.2")


class Misconduct(StrEnum):
    """What is reported. The first four are the Laws' own examples of serious behaviour."""

    COLLUSION = "collusion"
    WITHDRAWAL = "silent or unacceptable withdrawal"
    ABUSE = "abusive behaviour"
    SLOW_PLAY = "extremely slow play in a lost position"
    WORDS = "objectionable words"


SERIOUS = {
    Misconduct.COLLUSION: clause("ICCF-LAWS-2019 13.3.2.3(a)"),
    Misconduct.WITHDRAWAL: clause("ICCF-LAWS-2019 13.3.2.3(b)"),
    Misconduct.ABUSE: clause("ICCF-LAWS-2019 13.3.2.3(c)"),
    Misconduct.SLOW_PLAY: clause("ICCF-LAWS-2019 13.3.2.3(d)"),
}

PENALTIES = ("warning", "penalty days", "loss of the game", "disqualification", "suspension")
"""From the mildest; the director chooses by severity."""


def after_report(what: Misconduct, *, earlier: int) -> Ruling[tuple[str, ...]]:
    """Which penalties a found misconduct may bring: serious or recurring breaches at once, others after a warning.

    *earlier* is how often the player was found to have misbehaved before.
    """
    facts: dict[str, Fact] = {"what": what.value, "earlier": earlier}
    grounds = [Ground(NEVER, facts)]
    serious = what in SERIOUS
    if serious:
        grounds.append(Ground(SERIOUS[what], facts))
    if earlier:
        grounds.append(Ground(DISCIPLINE, facts))
    open_ = PENALTIES[1:] if serious or earlier else PENALTIES[:1]
    if serious or earlier:
        grounds.append(Ground(AT_ONCE, facts))
    return Ruling(open_, (*grounds, Ground(BY_SEVERITY, {"penalties": list(open_)})))
