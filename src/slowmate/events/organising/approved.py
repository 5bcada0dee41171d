"""Section 8.3, the note: which events count as ICCF-approved."""

from dataclasses import dataclass
from datetime import date

from slowmate.events.organising.team_rules import TeamKind, is_friendly_match
from slowmate.records import Family, Kind
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause

WAYS = Dated(
    {
        "ICCF-TR-2016 8.3*": ((clause("ICCF-TR-2016 8.3*"), "undefined"),) * 4,
        "ICCF-TR-2017 8.3*(a)": (
            (clause("ICCF-TR-2017 8.3*(a)"), "home page"),
            (clause("ICCF-TR-2017 8.3*(b)"), "document"),
            (clause("ICCF-TR-2017 8.3*(c)"), "schedule"),
            (clause("ICCF-TR-2017 8.3*(d)"), "friendly match"),
        ),
    }
)

IN_A_DOCUMENT = frozenset({Family.CHAMPIONSHIP, Family.PROMOTION, Family.CUP, Family.NORM, Family.CHAMPIONS_LEAGUE})
SPECIAL_IN_A_DOCUMENT = frozenset({"memorial-under-2300"})
"""Events that section 6 itself describes."""


@dataclass(frozen=True, slots=True)
class ApprovalCase:
    """The facts of an event's approval. *teams*: what the two teams of a friendly match stand for."""

    on_home_page: bool = False
    free_unrated_match: bool = False
    world_director_approved: bool = False
    teams: tuple[tuple[TeamKind, str], ...] = ()


def is_approved(kind: Kind, case: ApprovalCase, *, start: date) -> Ruling[bool]:
    """Decide whether an event is ICCF-approved, by any one of the ways. *start* of the event governs.

    2016 defines no such event; invitationals counted, so that there what the World Tournament Director approved does.
    What 11.6 calls a friendly match counts as one here, be it of zones or against the rest of the world.
    """
    facts: dict[str, Fact] = {"kind": kind.slug, "start": start}
    holding = (
        case.on_home_page and not case.free_unrated_match,
        kind.family in IN_A_DOCUMENT or kind.slug in SPECIAL_IN_A_DOCUMENT,
        case.world_director_approved,
        kind.slug == "friendly-match" and is_friendly_match(case.teams, start=start).value,
    )
    tried = zip(WAYS.on(start)[1], holding, strict=True)
    grounds = tuple(Ground(cited, facts | {"way": way, "holds": holds}) for (cited, way), holds in tried)
    return Ruling(any(holding), grounds)
