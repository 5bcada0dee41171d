"""Section 0 of FIDE's title regulations: which titles there are, from when they count, and who awards them."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause

TITLES = clause("FIDE-TITLES-2017 0.31")
ONLY_THESE = clause("FIDE-TITLES-2017 0.1")
EDITION = Dated({"FIDE-TITLES-2017 0.22": "FIDE-TITLES-2017"})
NORMS_OF_THEIR_TIME = clause("FIDE-TITLES-2017 1.54")


class FideTitle(StrEnum):
    """The titles of standard chess over the board, highest first in each ladder."""

    GM = "GM"
    IM = "IM"
    FM = "FM"
    CM = "CM"
    WGM = "WGM"
    WIM = "WIM"
    WFM = "WFM"
    WCM = "WCM"


OPEN_LADDER = (FideTitle.GM, FideTitle.IM, FideTitle.FM, FideTitle.CM)
WOMEN_LADDER = (FideTitle.WGM, FideTitle.WIM, FideTitle.WFM, FideTitle.WCM)
NORM_TITLES = (FideTitle.GM, FideTitle.IM, FideTitle.WGM, FideTitle.WIM)


def title_of(code: str) -> FideTitle:
    """Return the title a code stands for; only the eight titles of 0.31 are recognised."""
    try:
        return FideTitle(code)
    except ValueError:
        grounds = (Ground(ONLY_THESE, {"code": code}), Ground(TITLES, {"titles": [str(title) for title in FideTitle]}))
        raise Refused(*grounds) from None


def is_for_women(title: FideTitle) -> bool:
    return title in WOMEN_LADDER


def edition_for(*, start: date) -> Ruling[str]:
    """Return the edition that judges the norms of a tournament: the one in force on the day it starts.

    A norm stays valid under the edition of its own time; a day before the first edition we hold raises `NoEdition`.
    """
    cited, edition = EDITION.on(start)
    return Ruling(edition, (Ground(cited, {"start": start}), Ground(NORMS_OF_THEIR_TIME, {"edition": edition})))


# -- 0.4: from when, and until when -----------------------------------------------------------------------------------

FOR_LIFE = clause("FIDE-TITLES-2017 0.4")
REVOKED = clause("FIDE-TITLES-2017 0.41")
VALID_FROM = clause("FIDE-TITLES-2017 0.42")
POSTED_FOR = Dated({"FIDE-TITLES-2017 2.4": timedelta(days=60)})
COUNTS_AFTER = clause("FIDE-TITLES-2017 0.43")
AT_THE_GAME = clause("FIDE-TITLES-2017 1.15")
ACHIEVED_ON = clause("FIDE-TITLES-2017 0.44")
CHEATING = clause("FIDE-TITLES-2017 0.45/1")
CHEATING_MINUTES = clause("FIDE-QC-2016 S1/0.45")
APPEAL_WITHIN = Dated({"FIDE-TITLES-2017 0.45/2": timedelta(days=30)})


@dataclass(frozen=True, slots=True)
class HeldFideTitle:
    """A title a player holds: confirmed on a day (None: long ago), and perhaps revoked later."""

    title: FideTitle
    confirmed: date | None = None
    revoked: date | None = None


def is_held(held: HeldFideTitle, *, on: date) -> Ruling[bool]:
    """Return whether a title is held on a day: for life once confirmed, unless the General Assembly revoked it."""
    if held.confirmed is not None and on < held.confirmed:
        return Ruling(False, (Ground(FOR_LIFE, {"confirmed": held.confirmed, "on": on}),))
    if held.revoked is not None and on >= held.revoked:
        return Ruling(False, (Ground(REVOKED, {"revoked": held.revoked, "on": on}),))
    return Ruling(True, (Ground(FOR_LIFE, {"confirmed": held.confirmed, "on": on}),))


def title_counts(held: HeldFideTitle, *, start: date, played: date | None = None) -> Ruling[bool]:
    """Return whether a title counts for an opponent's norm: confirmed before the tournament started.

    *played* is the day of the game, given only for tournaments of more than 90 days (see `list_in_effect`): there the
    title must be held when the game is played.
    """
    if played is not None:
        ruling = is_held(held, on=played)
        return Ruling(ruling.value, (Ground(AT_THE_GAME, {"played": played}), *ruling.grounds))
    if held.confirmed is not None and start <= held.confirmed:
        return Ruling(False, (Ground(COUNTS_AFTER, {"confirmed": held.confirmed, "start": start}),))
    ruling = is_held(held, on=start)
    return Ruling(ruling.value, (Ground(COUNTS_AFTER, {"confirmed": held.confirmed, "start": start}), *ruling.grounds))


def validity(*, requirements_met: date, published: date) -> Ruling[tuple[date, date]]:
    """Return from when a title is valid, and the first day to confirm it, after 60 full days online."""
    posted, days = POSTED_FOR.newest
    earliest = published + days
    facts: dict[str, Fact] = {"requirements_met": requirements_met, "published": published, "earliest": earliest}
    return Ruling(
        (requirements_met, earliest),
        (Ground(VALID_FROM, facts), Ground(posted, {"posted": published, "earliest": earliest})),
    )


def achieved_on(*, last_result: date, rating_reached: date) -> Ruling[date]:
    """Return the day a title counts as achieved, as for the age of the youngest: the later of the two."""
    day = max(last_result, rating_reached)
    return Ruling(day, (Ground(ACHIEVED_ON, {"last_result": last_result, "rating_reached": rating_reached}),))


def may_remove_for_cheating(breach_in: str, *, based_on: tuple[str, ...]) -> Ruling[bool]:
    """Return whether the Commission may remove a title: the application was based on the breached event."""
    facts: dict[str, Fact] = {"breach_in": breach_in, "based_on": based_on}
    return Ruling(breach_in in based_on, (Ground(CHEATING, facts), Ground(CHEATING_MINUTES, facts)))


def may_appeal_removal(*, notice: date, on: date) -> Ruling[bool]:
    """Return whether the federation's appeal to the Presidential Board came within 30 days of the notice."""
    cited, within = APPEAL_WITHIN.newest
    last = notice + within
    return Ruling(on <= last, (Ground(cited, {"notice": notice, "appeal": on, "last_day": last}),))


# -- 0.6: who awards them ---------------------------------------------------------------------------------------------


class FideTitleRoute(StrEnum):
    """The way a title is gained."""

    DIRECT = "direct"
    RATING = "rating"
    NORMS = "norms"


class TitleState(StrEnum):
    """The states of a title on its way, in order."""

    POSSIBLE = "possible"
    APPLIED = "applied"
    CONFIRMED = "confirmed"
    AWARDED = "awarded"


class Body(StrEnum):
    GENERAL_ASSEMBLY = "General Assembly"
    PRESIDENTIAL_BOARD = "Presidential Board"
    EXECUTIVE_BOARD = "Executive Board"
    QC_CHAIRMAN = "QC chairman"


JUDGING_UNIT = clause("FIDE-TITLES-2017 0.3")
BY_THE_CHAIRMAN = clause("FIDE-TITLES-2017 0.61")
BY_THE_ASSEMBLY = clause("FIDE-TITLES-2017 0.63/1")
BY_A_BOARD = clause("FIDE-TITLES-2017 0.63/2")
DIRECT = clause("FIDE-TITLES-2017 0.5/direct")


def may_award(
    route: FideTitleRoute, body: Body, *, clear_case: bool = False, qc_consulted: bool = False
) -> Ruling[bool]:
    """Return whether a body may award a title gained on a route.

    Direct and rating titles: the chairman of the Qualification Commission confirms. Norms: the General Assembly, or
    one of the boards in clear cases after consulting the Commission.
    """
    if route is not FideTitleRoute.NORMS:
        return Ruling(body is Body.QC_CHAIRMAN, (Ground(BY_THE_CHAIRMAN, {"route": route, "body": body}),))
    judged = Ground(JUDGING_UNIT, {"body": body})
    if body is Body.GENERAL_ASSEMBLY:
        return Ruling(True, (judged, Ground(BY_THE_ASSEMBLY, {"body": body})))
    facts: dict[str, Fact] = {"body": body, "clear_case": clear_case, "qc_consulted": qc_consulted}
    board = body in {Body.PRESIDENTIAL_BOARD, Body.EXECUTIVE_BOARD}
    return Ruling(board and clear_case and qc_consulted, (judged, Ground(BY_A_BOARD, facts)))


def next_state(
    route: FideTitleRoute, state: TitleState, *, applied_by_federation: bool, confirmed: bool
) -> Ruling[TitleState]:
    """Move a title one step on: possible, applied for by the federation, confirmed, awarded. It never jumps."""
    cited: Clause = (
        BY_THE_ASSEMBLY
        if route is FideTitleRoute.NORMS
        else DIRECT
        if route is FideTitleRoute.DIRECT
        else BY_THE_CHAIRMAN
    )
    after = state
    if state is TitleState.POSSIBLE and applied_by_federation:
        after = TitleState.APPLIED
    elif state is TitleState.APPLIED and confirmed:
        after = TitleState.CONFIRMED
    elif state is TitleState.CONFIRMED:
        after = TitleState.AWARDED
    facts: dict[str, Fact] = {
        "from": state,
        "to": after,
        "applied_by_federation": applied_by_federation,
        "confirmed": confirmed,
    }
    return Ruling(after, (Ground(cited, facts),))
