"""10.7 (2016: 10.9): the title of International Arbiter, from games directed to the award."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.records import Family, Kind
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause

IA = Dated({"ICCF-TR-2016 10.1(h)": "IA", "ICCF-TR-2017 10.1(f)": "IA"})
ROUTE = Dated({"ICCF-TR-2016 10.9/route": "ACO", "ICCF-TR-2017 10.7/route": "TDC"})
SERVER = Dated({"ICCF-TR-2016 10.9(a)/server": (2000, 2), "ICCF-TR-2017 10.7(a)/server": (2000, 2)})
POSTAL = Dated({"ICCF-TR-2016 10.9(a)/postal": (1000, 4), "ICCF-TR-2017 10.7(a)/postal": (1000, 4)})
"""More games than this, over at least so many years; the two do not add up."""
QUALITY = Dated({"ICCF-TR-2016 10.9(b)": True, "ICCF-TR-2017 10.7(b)": True})
EFFECT = Dated({"ICCF-TR-2016 10.9/effect": "QC", "ICCF-TR-2017 10.7/effect": "QC"})
QUALIFYING = Dated({"ICCF-TR-2016 10.9*": False, "ICCF-TR-2017 10.7*": True})
"""The events that count; the value says whether friendly matches do."""
FRIENDLY = clause("ICCF-TR-2017 10.7**")
AWARD = Dated({"ICCF-TR-2016 10.10(g)/IA": "QC", "ICCF-TR-2017 10.8(f)/IA": "QC"})
APPEAL = Dated({"ICCF-TR-2016 10.10(g)/appeal": "appealed", "ICCF-TR-2017 10.8(f)/appeal": "approved"})
"""The appeal that allows one's own application after the federation refused: 2017 wants it approved."""
NO_FEDERATION = clause("ICCF-TR-2017 10.8(f)/no fed")

REST_OF_THE_WORLD = "rest of the world"


class Appeal(StrEnum):
    """The state of the appeal against a federation's refusal."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class DirectedTournament:
    """A tournament the applicant directed: its kind, how it was played, completed games, and since when.

    *international*: open to players of several federations in this or an earlier section. *sides* are the two teams of
    a friendly match, by federation or zone.
    """

    name: str
    kind: Kind
    games: int
    since: date
    postal: bool = False
    mentored: bool = True
    international: bool = True
    sides: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ArbiterApplication:
    """An application for the title, with what must come with it, and how it came if not by the federation."""

    tournaments: tuple[str, ...]
    mentor_name: str | None
    mentor_email: str | None
    federation: str | None
    by_the_candidate: bool = False
    refused_by_federation: bool = False
    appeal: Appeal | None = None


def is_friendly_match(side: str, other: str) -> Ruling[bool]:
    """Return whether two teams make a friendly match.

    They are of different federations or zones, or one of them plays the rest of the world.
    """
    first, second = side.casefold(), other.casefold()
    both_rest = first == second == REST_OF_THE_WORLD
    friendly = first != second and not both_rest
    return Ruling(friendly, (Ground(FRIENDLY, {"sides": [side, other], "friendly": friendly}),))


def qualifies(directed: DirectedTournament, *, on: date) -> Ruling[bool]:
    """Return whether the games of a tournament count, however old; *on* is the day of the application.

    National tournaments never count, friendly matches only in 2017; zonal and invitational events count if they are
    open to several federations.
    """
    cited, friendlies = QUALIFYING.on(on)
    kind, grounds = directed.kind, []
    if kind.slug == "friendly-match":
        counts = friendlies
        if counts and directed.sides:
            friendly = is_friendly_match(*directed.sides)
            counts, grounds = friendly.value, list(friendly.grounds)
    else:
        counts = not kind.slug.startswith("national") and kind.family is not Family.FIDE and directed.international
    facts: dict[str, Fact] = {"event": directed.name, "kind": kind.name, "games": directed.games, "counts": counts}
    return Ruling(counts, (Ground(cited, facts), *grounds))


def has_experience(directed: Sequence[DirectedTournament], *, applied: date) -> Ruling[bool]:
    """Check the number of games and of years. Only mentored work counts; server and postal games are not added up."""
    rulings = [(tournament, qualifies(tournament, on=applied)) for tournament in directed]
    counting = [tournament for tournament, ruling in rulings if ruling.value and tournament.mentored]
    grounds = [ground for _, ruling in rulings for ground in ruling.grounds]
    met = False
    for dated, postal in ((SERVER, False), (POSTAL, True)):
        cited, (more_than, years) = dated.on(applied)
        ours = [tournament for tournament in counting if tournament.postal is postal]
        games = sum(tournament.games for tournament in ours)
        since = min((tournament.since for tournament in ours), default=None)
        enough = games > more_than and since is not None and years_later(since, years) <= applied
        facts: dict[str, Fact] = {"games": games, "more_than": more_than, "since": since, "years": years, "met": enough}
        grounds.append(Ground(cited, facts))
        met = met or enough
    return Ruling(met, tuple(grounds))


def years_later(day: date, years: int) -> date:
    """Return the same day some years later; 29 February becomes the 28th."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def open_case(application: ArbiterApplication, *, on: date) -> Ruling[str]:
    """Return who checks an application; it is refused if it is incomplete or its way is not open.

    It comes from the federation. Candidates may apply themselves if they have none (2017), or after the federation
    refused: 2016 asks for an appeal, 2017 for one that was approved.
    """
    cited, committee = ROUTE.on(on)
    lacking = [
        name
        for name, value in (
            ("tournaments", application.tournaments),
            ("mentor name", application.mentor_name),
            ("mentor email", application.mentor_email),
            ("federation", application.federation or application.by_the_candidate),
        )
        if not value
    ]
    ground = Ground(cited, {"lacking": lacking, "committee": committee})
    if lacking:
        raise Refused(ground)
    if not application.by_the_candidate:
        return Ruling(committee, (ground,))
    return Ruling(committee, (ground, _own_application(application, on=on)))


def _own_application(application: ArbiterApplication, *, on: date) -> Ground:
    if application.federation is None and ROUTE.on(on)[0].edition == NO_FEDERATION.edition:
        return Ground(NO_FEDERATION, {"federation": None})
    cited, needed = APPEAL.on(on)
    appeal = application.appeal
    may = application.refused_by_federation and (
        appeal is Appeal.APPROVED if needed == "approved" else appeal is not None
    )
    facts: dict[str, Fact] = {"refused": application.refused_by_federation, "appeal": appeal and appeal.value}
    ground = Ground(cited, {**facts, "needed": needed, "may": may})
    if not may:
        raise Refused(ground)
    return ground


def recommend(experience: Ruling[bool], *, assessment: bool | None, on: date) -> Ruling[bool | None]:
    """Return the committee's recommendation: None while the mentor's assessment of the work is missing."""
    cited, _ = QUALITY.on(on)
    ground = Ground(cited, {"experience": experience.value, "assessment": assessment})
    if not experience.value:
        return Ruling(False, (*experience.grounds, ground))
    return Ruling(assessment, (*experience.grounds, ground))


def award(recommended: bool | None, *, is_clear: bool, accepted: date) -> Ruling[date | None]:  # noqa: FBT001
    """Return the day of the Commissioner's acceptance, which makes the title valid; unclear cases go to Congress."""
    (cited, _), (effect, _), (title, _) = AWARD.on(accepted), EFFECT.on(accepted), IA.on(accepted)
    facts: dict[str, Fact] = {"recommended": recommended, "clear": is_clear}
    if recommended and is_clear:
        grounds = (Ground(cited, facts), Ground(effect, {"valid_from": accepted}), Ground(title, {"title": "IA"}))
        return Ruling(accepted, grounds)
    return Ruling(None, (Ground(cited, {**facts, "to_congress": bool(recommended) and not is_clear}),))
