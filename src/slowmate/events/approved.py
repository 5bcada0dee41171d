"""Section 8.3, the note: which events count as ICCF-approved."""

from dataclasses import dataclass
from datetime import date

from slowmate.records import Family, Kind
from slowmate.rulebook import Dated, Fact, Ground, Ruling

HOME_PAGE = Dated({"ICCF-TR-2016 8.3*": "undefined", "ICCF-TR-2017 8.3*(a)": "home page"})
DOCUMENT = Dated({"ICCF-TR-2016 8.3*": "undefined", "ICCF-TR-2017 8.3*(b)": "document"})
SCHEDULE = Dated({"ICCF-TR-2016 8.3*": "undefined", "ICCF-TR-2017 8.3*(c)": "schedule"})
FRIENDLY = Dated({"ICCF-TR-2016 8.3*": "undefined", "ICCF-TR-2017 8.3*(d)": "friendly match"})

IN_A_DOCUMENT = frozenset({Family.CHAMPIONSHIP, Family.PROMOTION, Family.CUP, Family.NORM, Family.CHAMPIONS_LEAGUE})


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of an event's approval. *federations*: those of the two teams of a friendly match."""

    on_home_page: bool = False
    free_unrated_match: bool = False
    world_director_approved: bool = False
    federations: tuple[str, ...] = ()


def is_approved(kind: Kind, standing: Standing, *, start: date) -> Ruling[bool]:
    """Whether an event is ICCF-approved, by any one of the ways. *start* of the event governs.

    2016 defines no such event; invitationals counted, so that there what the World Tournament Director approved does.
    """
    told: dict[str, Fact] = {"kind": kind.slug, "start": start}
    two = len(standing.federations) == 2 and len(set(standing.federations)) == 2
    tried = (
        (HOME_PAGE, standing.on_home_page and not standing.free_unrated_match),
        (DOCUMENT, kind.family in IN_A_DOCUMENT),
        (SCHEDULE, standing.world_director_approved),
        (FRIENDLY, kind.slug == "friendly-match" and two),
    )
    grounds = []
    for dated, holds in tried:
        cited, way = dated.on(start)
        grounds.append(Ground(cited, told | {"way": way, "holds": holds}))
    return Ruling(any(holds for _, holds in tried), tuple(grounds))
