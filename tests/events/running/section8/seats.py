"""Seats of a player who leaves, for the tests of section 8."""

from dataclasses import replace
from datetime import date

from slowmate.events.organising.approved import ApprovalCase
from slowmate.events.organising.team_rules import TeamKind
from slowmate.events.running.section8.leaving import HeldSeat, SeatGame
from slowmate.records import KINDS, Result

ON = date(2017, 6, 1)
E2016, LAST_2016, E2017 = date(2016, 1, 1), date(2017, 3, 31), date(2017, 4, 1)
RUNNING = (SeatGame("1", "30", Result.DRAW, 31), SeatGame("2", "31", None, 12), SeatGame("3", "32", None, 0))


def seat(section: str, kind: str = "open-class", start: date = E2017, **more: ApprovalCase) -> HeldSeat:
    return HeldSeat(section, KINDS[kind], start, RUNNING, **more)


HERE = seat("here", "grandmaster-norm")
OTHERS = [
    seat("cup", "world-cup-final"),
    seat("national", "national"),
    seat("national on the schedule", "national", approval=ApprovalCase(world_director_approved=True)),
    replace(seat("finished", "master-norm"), games=RUNNING[:1]),
    seat("club match", "friendly-match", approval=ApprovalCase(teams=((TeamKind.CLUB, "one"), (TeamKind.CLUB, "two")))),
]
