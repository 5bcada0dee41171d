"""Section 11: international team tournaments and friendly matches."""

from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum

from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause, in_force

SUBSTITUTION_ANNOUNCED = clause("ICCF-TR-2017 11.3(f)")
NOTICE_FIELDS = {
    "organisation": clause("ICCF-TR-2017 11.3(a)"),
    "entitled": clause("ICCF-TR-2017 11.3(b)"),
    "conduct": clause("ICCF-TR-2017 11.3(c)"),
    "boards": clause("ICCF-TR-2017 11.3(d)"),
    "games_per_board": clause("ICCF-TR-2017 11.3(e)"),
    "substitution": SUBSTITUTION_ANNOUNCED,
    "dates": clause("ICCF-TR-2017 11.3(g)"),
    "director": clause("ICCF-TR-2017 11.3(h)"),
}
FRIENDLY_MAY_OMIT = Dated({"ICCF-TR-2016 11.3": False, "ICCF-TR-2017 11.6/2": True})
FRIENDLY_MATCH = Dated({"ICCF-TR-2016 11.6": False, "ICCF-TR-2017 11.6/1": True})
CONTACT = clause("ICCF-TR-2017 11.4")
MINOR = clause("ICCF-TR-2017 11.5/1")
TAKE_OVER = clause("ICCF-TR-2017 11.5/2")


@dataclass(frozen=True, slots=True)
class Notice:
    """The announcement of a team tournament: its eight fields. None or an empty text is not given."""

    organisation: str | None = None
    entitled: str | None = None
    conduct: str | None = None
    boards: int | None = None
    games_per_board: int | None = None
    substitution: str | None = None
    dates: tuple[date, date] | None = None
    director: str | None = None


def missing_fields(notice: Notice, *, friendly: bool, start: date) -> Ruling[tuple[str, ...]]:
    """Return what an announcement still needs. *start* governs: in 2016 friendly matches omit nothing."""
    cited, relaxed = FRIENDLY_MAY_OMIT.on(start)
    missing = tuple(field.name for field in fields(Notice) if not _is_filled(getattr(notice, field.name)))
    if notice.dates and notice.dates[1] < notice.dates[0]:
        missing += ("dates",)
    if friendly and relaxed:
        return Ruling((), (Ground(cited, {"friendly": True, "omitted": list(missing)}),))
    grounds = tuple(
        Ground(in_force(cited_by, on=start), {"given": name not in missing}) for name, cited_by in NOTICE_FIELDS.items()
    )
    return Ruling(missing, (*grounds, Ground(cited, {"friendly": friendly, "relaxed": friendly and relaxed})))


def _is_filled(value: object) -> bool:
    return bool(value.strip()) if isinstance(value, str) else bool(value)


class TeamKind(StrEnum):
    """The kind of body that a team of a friendly match stands for."""

    FEDERATION = "federation"
    ZONE = "zone"
    REST_OF_THE_WORLD = "rest of the world"
    CLUB = "club"


def is_friendly_match(teams: tuple[tuple[TeamKind, str], ...], *, start: date) -> Ruling[bool]:
    """Decide whether two federations or zones meet, or one of them the rest of the world. New in 2017."""
    cited, is_defined = FRIENDLY_MATCH.on(start)
    kinds = [side for side, _ in teams]
    own = {TeamKind.FEDERATION, TeamKind.ZONE}
    fits = (
        len(teams) == 2 and len(set(teams)) == 2 and all(side in own | {TeamKind.REST_OF_THE_WORLD} for side in kinds)
    )
    fits = fits and any(side in own for side in kinds)
    facts: dict[str, Fact] = {"teams": [f"{side.value} {name}" for side, name in teams], "known": is_defined}
    return Ruling(is_defined and fits, (Ground(cited, facts | {"holds": is_defined and fits}),))


def may_write_to_player(*, by_post: bool, reason: str = "", start: date = date.max) -> Ruling[bool]:
    """Check to whom a director writes: to captains; to a player by post only if necessary, on the server as a rule."""
    allowed = not by_post or bool(reason.strip())
    facts: dict[str, Fact] = {"by_post": by_post, "reason": reason, "copy_to_captain": by_post}
    cited = in_force(CONTACT, on=start)
    return Ruling(allowed, (Ground(cited, facts | {"outcome": "allowed" if allowed else "warning"}),))


TEAMS = ("one team", "other team")
DISPUTE: Procedure = {
    ("minor", "settle"): ProcedureStep((Actor.CAPTAIN,), "settled", MINOR, ("one team",)),
    ("minor", "fail"): ProcedureStep((Actor.CAPTAIN,), "with the director", MINOR, TEAMS),
    ("major", "refer"): ProcedureStep((Actor.CAPTAIN, Actor.PLAYER), "with the director", MINOR, (*TEAMS, "player")),
    ("minor", "take over"): ProcedureStep((Actor.DIRECTOR,), "with the director", TAKE_OVER),
    ("with the director", "decide"): ProcedureStep((Actor.DIRECTOR,), "decided", TAKE_OVER),
}
"""A dispute between teams: captains settle minor ones, the director the rest. *one team* is the one that complains: it
says when it is content; either may give up."""

INTERVENTION = Power(TAKE_OVER, "a dispute taken over from the captains", (Actor.DIRECTOR,))
