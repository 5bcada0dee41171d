"""Section 8.7: exceeding time, replacing a player in a team, and what a substitute may win."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.rulebook.calendar import Months, months_after

BY_POST = clause("ICCF-TR-2017 8.7(a) post")
ON_SERVER = clause("ICCF-TR-2017 8.7(a) server")
CALL_FOR_AT_MOST = Dated({"ICCF-TR-2017 8.7(b)": Months(2)})
"""The longest time a director may give a captain to replace a player."""
CALL_CAPTAIN = CALL_FOR_AT_MOST.clause
AFTER_DEATH = Power(clause("ICCF-TR-2017 8.7(c)"), "adjudication or a substitute after a death", (Actor.DIRECTOR,))
CHECK_AFTER = Dated({"ICCF-TR-2017 8.7(d)/1": Months(1)})


class BeginRule(NamedTuple):
    """Within what time a player has to begin all games, and which games are lost otherwise."""

    within: Months
    lost: str


NOT_BEGUN = Dated(
    {
        "ICCF-TR-2016 8.7(d)/2": BeginRule(Months(2), "all games"),
        "ICCF-TR-2017 8.7(d)/2": BeginRule(Months(2), "games not begun"),
    }
)
STATUS_BELOW_MOVES = Dated({"ICCF-TR-2017 8.7(e)/1": 10})
"""Below how many moves a game, on average, a substitute may ask for Replacement status."""
TWO_CONSENTS = clause("ICCF-TR-2017 8.7(e)/2")
WITH_STATUS = clause("ICCF-TR-2017 8.7(e)/3")
WITHOUT_NORM = clause("ICCF-TR-2017 8.7(e)/6")
ONLY_FAVOURABLE = clause("ICCF-TR-2017 8.7(e)/7")
TO_THE_ORIGINAL = clause("ICCF-TR-2017 8.7(e)/8")
DOCUMENTS = clause("ICCF-TR-2017 8.7(f)")


def exceeded_from(*, by_post: bool, reported: date, confirmed: date | None, start: date) -> Ruling[date | None]:
    """Return the day from which an exceeded limit counts: at once on the server, by post once it is confirmed."""
    if by_post:
        return Ruling(confirmed, (Ground(in_force(BY_POST, on=start), {"admitted": reported, "confirmed": confirmed}),))
    return Ruling(reported, (Ground(in_force(ON_SERVER, on=start), {"confirmed": reported}),))


def call_on_captain(*, called: date, deadline: date, start: date) -> Ruling[date]:
    """Check a director's call on a captain to replace a player: the deadline is two months away at most."""
    cited, months = CALL_FOR_AT_MOST.on(start)
    latest = months_after(called, months)
    facts: dict[str, Fact] = {"called": called, "deadline": deadline, "latest": latest}
    if not called < deadline <= latest:
        raise Refused(Ground(cited, facts))
    return Ruling(deadline, (Ground(cited, facts),))


def after_death(*, teams: bool, start: date) -> Ruling[tuple[str, ...]]:
    """List what a director may choose when a player has died: adjudication, in a team event also a substitute."""
    cited = in_force(AFTER_DEATH.clause, on=start)
    options = ("adjudication", "substitute") if teams else ("adjudication",)
    return Ruling(options, (Ground(cited, {"teams": teams, "options": list(options)}),))


def captain_task(start: date, begun: dict[str, bool]) -> Ruling[tuple[date, tuple[str, ...]]]:
    """Return the day on which the captain checks that all players have begun, and those who have not."""
    cited, months = CHECK_AFTER.on(start)
    day = months_after(start, months)
    missing = tuple(player for player, has_begun in begun.items() if not has_begun)
    return Ruling((day, missing), (Ground(cited, {"start": start, "day": day, "missing": list(missing)}),))


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a team two months on: which games (ids) its player has begun, and which not.

    *reminders* are those the opponents wrote, *notice* is the day the captain reported a substitute.
    """

    begun: tuple[str, ...]
    not_begun: tuple[str, ...]
    reminders: int
    notice: date | None = None
    director_confirmed: bool = False


def games_lost(board: TeamBoard, *, start: date, on: date) -> Ruling[tuple[str, ...]]:
    """Return the games a team loses on a board whose player has not begun within two months. *start* governs.

    2017: each game not begun, if no substitute was reported within the two months; 2016: all games on the board, if
    none has been reported by now. The last day of the two months is still in time. The director confirms it.
    """
    cited, rule = NOT_BEGUN.on(start)
    deadline = months_after(start, rule.within)
    due = on > deadline and bool(board.not_begun) and board.reminders > 0 and board.director_confirmed
    noticed = board.notice is not None and (rule.lost == "all games" or board.notice <= deadline)
    lost: tuple[str, ...] = ()
    if due and not noticed:
        lost = (*board.begun, *board.not_begun) if rule.lost == "all games" else board.not_begun
    games = len(board.begun) + len(board.not_begun)
    facts: dict[str, Fact] = {"deadline": deadline, "on": on, "begun": len(board.begun), "games": games}
    outcome = facts | {"reminders": board.reminders, "notice": board.notice, "lost": list(lost)}
    return Ruling(lost, (Ground(cited, outcome),))


def may_request_status(*, teams: bool, moves: Sequence[int], finished: int, start: date) -> Ruling[bool]:
    """Decide whether a substitute may ask for Replacement status: in a team event, no game finished, few moves a game.

    *moves* are the full moves made in each of the games.
    """
    cited, moves_below = STATUS_BELOW_MOVES.on(start)
    average = Fraction(sum(moves), len(moves)) if moves else Fraction(0)
    allowed = teams and not finished and average < moves_below
    facts: dict[str, Fact] = {"teams": teams, "games": len(moves), "moves": sum(moves), "finished": finished}
    return Ruling(allowed, (Ground(cited, facts | {"average": average}),))


STATUS: Procedure = {
    ("requested", "agree"): ProcedureStep((Actor.DIRECTOR,), "director agrees", TWO_CONSENTS, guard="in time"),
    ("requested", "refuse"): ProcedureStep((Actor.DIRECTOR,), "refused", TWO_CONSENTS),
    ("director agrees", "consent"): ProcedureStep((Actor.QUALIFICATIONS,), "granted", TWO_CONSENTS),
    ("director agrees", "refuse"): ProcedureStep((Actor.QUALIFICATIONS,), "refused", TWO_CONSENTS),
}
"""Replacement status from its request to its end; the guard is `may_request_status` on the day of the request."""

SUBSTITUTION: Procedure = {
    ("called", "name"): ProcedureStep((Actor.CAPTAIN,), "named", CALL_CAPTAIN, ("team",), guard="in time"),
    ("called", "let pass"): ProcedureStep((Actor.SERVER,), "not replaced", CALL_CAPTAIN, guard="time is up"),
    ("called", "withdraw the call"): ProcedureStep((Actor.DIRECTOR,), "closed", CALL_CAPTAIN),
    ("open", "name"): ProcedureStep((Actor.CAPTAIN,), "named", CALL_CAPTAIN, ("team",)),
    ("named", "place"): ProcedureStep((Actor.DIRECTOR,), "placed", CALL_CAPTAIN, guard="eligible"),
    ("named", "refuse"): ProcedureStep((Actor.DIRECTOR,), "refused", CALL_CAPTAIN),
}
"""A substitution from the director's call (or the captain's own wish) until the substitute has taken the board.

Guards: `is_in_time` for the captain's answer, its opposite for the end of waiting, `rosters.may_substitute`.
"""


def is_in_time(*, deadline: date, on: date, start: date) -> Ruling[bool]:
    """Decide whether a captain who was called on still has time on a day; the deadline itself is in time."""
    return Ruling(on <= deadline, (Ground(in_force(CALL_CAPTAIN, on=start), {"deadline": deadline, "on": on}),))


def granted_from(director: date | None, commissioner: date | None, *, start: date) -> Ruling[date | None]:
    """Return the day Replacement status is granted: when both have agreed."""
    day = max(director, commissioner) if director and commissioner else None
    facts: dict[str, Fact] = {"director": director, "commissioner": commissioner, "granted": day}
    return Ruling(day, (Ground(in_force(TWO_CONSENTS, on=start), facts),))


@dataclass(frozen=True, slots=True)
class SubstituteRights:
    """Whether all results count for the substitute's rating, and whether they may make a norm."""

    all_rated: bool
    norm_possible: bool


def substitute_rights(*, has_status: bool, start: date) -> Ruling[SubstituteRights]:
    """Return what counts for a substitute: with Replacement status all, else no norm and only favourable games."""
    if has_status:
        rights = SubstituteRights(all_rated=True, norm_possible=True)
        return Ruling(rights, (Ground(in_force(WITH_STATUS, on=start), {"status": True}),))
    clauses = (WITHOUT_NORM, ONLY_FAVOURABLE)
    grounds = tuple(Ground(in_force(cited, on=start), {"status": False}) for cited in clauses)
    return Ruling(SubstituteRights(all_rated=False, norm_possible=False), grounds)


def rated_for(change: Fraction, substitute: str, original: str, *, start: date) -> Ruling[str]:
    """Say for whom a substitute's game is rated without status: for the substitute if it raises their rating."""
    facts: dict[str, Fact] = {"change": change, "substitute": substitute, "original": original}
    if change > 0:
        return Ruling(substitute, (Ground(in_force(ONLY_FAVOURABLE, on=start), facts | {"rated_for": substitute}),))
    return Ruling(original, (Ground(in_force(TO_THE_ORIGINAL, on=start), facts | {"rated_for": original}),))


def request_documents(
    captains: tuple[str, ...], reason: str, *, player_refused: bool, start: date
) -> Ruling[tuple[str, ...]]:
    """Say whom a captain asks for the game scores: the opposing captains if the substituted player refuses them."""
    cited = in_force(DOCUMENTS, on=start)
    facts: dict[str, Fact] = {"captains": list(captains), "reason": reason, "player_refused": player_refused}
    if not reason.strip():
        raise Refused(Ground(cited, facts | {"outcome": "no-reason"}))
    return Ruling(captains if player_refused else (), (Ground(cited, facts | {"outcome": "asked"}),))
