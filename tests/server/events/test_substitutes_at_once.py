"""Two directors' clicks at once place one substitute, and two requests or consents count once. On both databases."""

from pathlib import Path

import pytest

from tests.server.games.test_concurrency import KINDS, TOGETHER, run

pytestmark = pytest.mark.processes

PLACING = (
    TOGETHER
    + """
from slowmate.server.events.models import Case, CaseStep, Decision, SeatHolding, Section
from slowmate.server.events.services import replacement_status, substituting
from slowmate.server.jobs import verify
from slowmate.server.people.models import Player
from tests.support import events
from tests.support.people import AT, account
from tests.server.events.teams import match

found = match()
players = [one.pk for one in events.players(PROCESSES, federation="CZE")]
seat, director = found.seat, found.director

def attempt(do, *given, **more):
    try:
        do(*given, **more)
        return True
    except (Stale, Refused):
        return False

def place(number):
    player = Player.objects.select_related("user").get(pk=players[number])
    given = {"reason": "He fell ill.", "actor": User.objects.get(pk=director.pk), "at": AT, "seen": 0}
    return attempt(substituting.place, found.section.pk, seat.pk, player, **given)

placed = together(place, PROCESSES)
holding = SeatHolding.objects.get()
one = holding.player_id
games = [game for game in Game.objects.all() if one in (game.white_id, game.black_id)]
handed = GameEvent.objects.filter(type="handed-over").count()

def ask(number):
    user = User.objects.select_related("player").get(player=one)
    return attempt(replacement_status.ask, found.section.pk, actor=user, at=AT)

asked = together(ask, PROCESSES)
case = Case.objects.get(procedure="replacement status")

def decide(action, actor):
    def do(number):
        user = User.objects.get(pk=actor.pk)
        return attempt(replacement_status.decide_on, case.pk, action, reason="", actor=user, at=AT)
    return together(do, PROCESSES)

agreed, granted = decide("agree", director), decide("consent", found.commissioner)
print(json.dumps({
    "placed": sum(placed), "holdings": SeatHolding.objects.count(), "games": len(games), "handed": handed,
    "asked": sum(asked), "agreed": sum(agreed), "granted": sum(granted),
    "steps": list(CaseStep.objects.filter(case=case).order_by("number").values_list("action", flat=True)),
    "decisions": Decision.objects.filter(what="grant Replacement status").count(),
    "status": SeatHolding.objects.get().has_replacement_status, "wrong": len(list(verify.differences())),
}))
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_of_several_at_once_one_places_and_one_decides(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, PLACING)
    assert (found["placed"], found["holdings"]) == (1, 1)
    assert found["games"] == found["handed"] == 2
    assert (found["asked"], found["agreed"], found["granted"]) == (1, 1, 1)
    assert found["steps"] == ["ask", "agree", "consent"]
    assert (found["decisions"], found["status"], found["wrong"]) == (1, True, 0)
