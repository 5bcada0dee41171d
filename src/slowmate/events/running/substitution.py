"""Section 8.7: exceeding time, replacing a player in a team, and what a substitute may win."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.events.calendar import months_after
from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause

BY_POST = clause("ICCF-TR-2017 8.7(a) post")
ON_SERVER = clause("ICCF-TR-2017 8.7(a) server")
CALL_CAPTAIN = clause("ICCF-TR-2017 8.7(b)")
DEATH = Dated({"ICCF-TR-2016 8.7(c)": "team events", "ICCF-TR-2017 8.7(c)": "team events"})
ONE_MONTH = clause("ICCF-TR-2017 8.7(d)/1")
NOT_BEGUN = Dated({"ICCF-TR-2016 8.7(d)/2": "all games", "ICCF-TR-2017 8.7(d)/2": "games not begun"})
MAY_REQUEST = clause("ICCF-TR-2017 8.7(e)/1")
TWO_CONSENTS = clause("ICCF-TR-2017 8.7(e)/2")
WITH_STATUS = clause("ICCF-TR-2017 8.7(e)/3")
WITHOUT_NORM = clause("ICCF-TR-2017 8.7(e)/6")
ONLY_FAVOURABLE = clause("ICCF-TR-2017 8.7(e)/7")
TO_THE_ORIGINAL = clause("ICCF-TR-2017 8.7(e)/8")
DOCUMENTS = clause("ICCF-TR-2017 8.7(f)")

MOVES_AVERAGE = 10
CALL_MONTHS = 2


def exceeded_from(*, by_post: bool, reported: date, confirmed: date | None) -> Ruling[date | None]:
    """From when an exceeded time limit counts: by post once the director confirms it, on the server at once."""
    if by_post:
        return Ruling(confirmed, (Ground(BY_POST, {"admitted": reported, "confirmed": confirmed}),))
    return Ruling(reported, (Ground(ON_SERVER, {"confirmed": reported}),))


def call_on_captain(*, called: date, deadline: date) -> Ruling[date]:
    """The director calls on a captain to replace a player within two months at most."""
    latest = months_after(called, CALL_MONTHS)
    facts: dict[str, Fact] = {"called": called, "deadline": deadline, "latest": latest}
    if not called < deadline <= latest:
        raise Refused(Ground(CALL_CAPTAIN, facts))
    return Ruling(deadline, (Ground(CALL_CAPTAIN, facts),))


def after_death(*, teams: bool, start: date) -> Ruling[tuple[str, ...]]:
    """What a director may choose when a player has died: adjudication, and in a team event also a substitute."""
    cited, _ = DEATH.on(start)
    options = ("adjudication", "substitute") if teams else ("adjudication",)
    return Ruling(options, (Ground(cited, {"teams": teams, "options": list(options)}),))


AFTER_DEATH = Power(clause("ICCF-TR-2017 8.7(c)"), "adjudication or a substitute after a death", (Actor.DIRECTOR,))


def captain_task(start: date, begun: dict[str, bool]) -> Ruling[tuple[date, tuple[str, ...]]]:
    """A month after the start the captain sees to it that everybody has begun: the day, and who has not."""
    day = months_after(start, 1)
    missing = tuple(player for player, has_begun in begun.items() if not has_begun)
    return Ruling((day, missing), (Ground(ONE_MONTH, {"start": start, "day": day, "missing": list(missing)}),))


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a team two months on: games in all and begun, reminders in writing, the captain's notice."""

    games: int
    begun: int
    reminders: int
    notice: date | None = None
    director_confirmed: bool = False


def games_lost(board: TeamBoard, *, start: date, on: date) -> Ruling[int]:
    """How many games a team loses on a board whose player has not begun after two months. *start* governs.

    2017: each game not begun, if no substitute was reported within the two months; 2016: all games on the board, if
    none has been reported by now. The director confirms it either way.
    """
    cited, scope = NOT_BEGUN.on(start)
    deadline = months_after(start, 2)
    due = on >= deadline and board.begun < board.games and board.reminders > 0 and board.director_confirmed
    noticed = board.notice is not None and (scope == "all games" or board.notice <= deadline)
    lost = 0
    if due and not noticed:
        lost = board.games if scope == "all games" else board.games - board.begun
    facts: dict[str, Fact] = {"deadline": deadline, "on": on, "begun": board.begun, "games": board.games}
    return Ruling(lost, (Ground(cited, facts | {"reminders": board.reminders, "notice": board.notice, "lost": lost}),))


def may_request_status(*, teams: bool, games: int, full_moves: int, finished: int) -> Ruling[bool]:
    """Whether a substitute may ask for Replacement status: no game finished, fewer than ten moves a game on average."""
    average = Fraction(full_moves, games) if games else Fraction(0)
    facts: dict[str, Fact] = {"teams": teams, "games": games, "moves": full_moves, "finished": finished}
    if not teams or finished or average >= MOVES_AVERAGE:
        raise Refused(Ground(MAY_REQUEST, facts | {"average": average}))
    return Ruling(True, (Ground(MAY_REQUEST, facts | {"average": average}),))


STATUS: Procedure = {
    ("requested", "agree"): ProcedureStep((Actor.DIRECTOR,), "director agrees", TWO_CONSENTS),
    ("requested", "refuse"): ProcedureStep((Actor.DIRECTOR,), "refused", TWO_CONSENTS),
    ("director agrees", "consent"): ProcedureStep((Actor.QUALIFICATIONS,), "granted", TWO_CONSENTS),
    ("director agrees", "refuse"): ProcedureStep((Actor.QUALIFICATIONS,), "refused", TWO_CONSENTS),
}
"""Replacement status from its request to its end."""


def granted_from(director: date | None, commissioner: date | None) -> Ruling[date | None]:
    """The day Replacement status is granted: when both have said yes."""
    day = max(director, commissioner) if director and commissioner else None
    return Ruling(day, (Ground(TWO_CONSENTS, {"director": director, "commissioner": commissioner, "granted": day}),))


@dataclass(frozen=True, slots=True)
class SubstituteRights:
    """Whether all results count for the substitute's rating, and whether he may make a norm."""

    all_rated: bool
    norm_possible: bool


def substitute_rights(*, has_status: bool) -> Ruling[SubstituteRights]:
    """With Replacement status everything counts; without it, no norm and only what is favourable."""
    if has_status:
        return Ruling(SubstituteRights(all_rated=True, norm_possible=True), (Ground(WITH_STATUS, {"status": True}),))
    grounds = (Ground(WITHOUT_NORM, {"status": False}), Ground(ONLY_FAVOURABLE, {"status": False}))
    return Ruling(SubstituteRights(all_rated=False, norm_possible=False), grounds)


def rated_for(change: Fraction, substitute: str, original: str) -> Ruling[str]:
    """For whom a game of a substitute without status is rated: for him if it raises his rating, else for the other."""
    favourable = change > 0
    facts: dict[str, Fact] = {"change": change, "substitute": substitute, "original": original}
    if favourable:
        return Ruling(substitute, (Ground(ONLY_FAVOURABLE, facts | {"rated_for": substitute}),))
    return Ruling(original, (Ground(TO_THE_ORIGINAL, facts | {"rated_for": original}),))


def request_documents(captains: tuple[str, ...], reason: str, *, player_refused: bool) -> Ruling[tuple[str, ...]]:
    """A captain asks the substituted player for the game scores, and the opposing captains if he does not get them."""
    facts: dict[str, Fact] = {"captains": list(captains), "reason": reason, "player_refused": player_refused}
    if not reason.strip():
        raise Refused(Ground(DOCUMENTS, facts | {"outcome": "no-reason"}))
    asked = captains if player_refused else ()
    return Ruling(asked, (Ground(DOCUMENTS, facts | {"outcome": "asked"}),))
