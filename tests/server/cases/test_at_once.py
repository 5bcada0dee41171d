"""A correction decided twice at once, against another correction, and against settling. On both databases."""

from pathlib import Path

import pytest

from tests.server.games.test_concurrency import KINDS, TOGETHER, run

pytestmark = pytest.mark.processes

SET_UP = (
    TOGETHER
    + """
from slowmate.play import commands
from slowmate.records import Result
from slowmate.server.cases.services import correction
from slowmate.server.desk import services as desk
from slowmate.server.events.models import Case, CaseStep, Consequence, Decision, Right, Section
from slowmate.server.events.queries.rights_check import wrong_rights
from slowmate.server.events.services import cases, settling
from slowmate.server.jobs import verify
from slowmate.server.site.errors import Unfit
from slowmate.server.titles.queries.register_check import wrong_norms
from tests.server.cases.corrections import LATER, corrected, game_of, settled
from tests.server.events.test_settling import AFTER, over, player

def attempt(do, *given, **more):
    try:
        do(*given, **more)
        return "done"
    except (Stale, Refused, Unfit) as told:
        return type(told).__name__

def correct(section, one, other):
    game = game_of(section, one, other)
    result = Result.BLACK_WINS if game.white == player(section, one) else Result.WHITE_WINS
    def make(name): return commands.CorrectResult(director=name, reason="wrong", result=result)
    return attempt(desk.decide, game.pk, make, actor=section.director, at=LATER, version=game.version)

def decide(case, who):
    actor = User.objects.get(pk=who.pk)
    return attempt(cases.take, correction.RULES, case.pk, "carry out", reason="x", actor=actor, at=LATER)

def wrong():
    return [str(one) for one in (*wrong_rights(lambda _: None, on=LATER.date()), *wrong_norms(), *verify.differences())]
"""
)

DECIDED = (
    SET_UP
    + """
section, who = settled()
case = corrected(section)
decided = together(lambda number: decide(case, who), PROCESSES)
print(json.dumps({
    "decided": decided, "steps": list(CaseStep.objects.order_by("number").values_list("action", flat=True)),
    "rights": Right.objects.filter(section=section).count(), "wrong": wrong(),
    "letters": Mail.objects.filter(kind="correction-decided").count(),
}))
"""
)

AGAINST_A_CORRECTION = (
    SET_UP
    + """
section, who = settled()
case = corrected(section)
given = together(lambda number: correct(section, 2, 3) if number else decide(case, who), 2)
case.refresh_from_db()
later = Case.objects.filter(procedure="correction", closed=None).first()
if later is not None: decide(later, who)
print(json.dumps({
    "given": given, "open": Case.objects.filter(procedure="correction", closed=None).count(), "wrong": wrong(),
    "first": Right.objects.filter(section=section, player=player(section, 3)).count(),
}))
"""
)

AGAINST_SETTLING = (
    SET_UP
    + """
section, who = over("world-cup-preliminary", 7, number=25)
settling.carry_out_all(section.pk, list(section.consequences.values_list("pk", flat=True)), actor=who, at=AFTER)
def settle():
    return attempt(settling.settle, section.pk, actor=User.objects.get(pk=who.pk), at=LATER)
given = together(lambda number: correct(section, 1, 2) if number else settle(), 2)
section.refresh_from_db()
print(json.dumps({
    "state": section.state, "cases": Case.objects.filter(procedure="correction").count(),
    "void": Consequence.objects.filter(is_void=True).count(), "wrong": wrong(),
}))
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_of_several_who_decide_at_once_one_does(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found, _ = run(kind, request, tmp_path, DECIDED)
    assert sorted(found["decided"]) == ["Stale", "Stale", "Stale", "done"]
    assert found["steps"] == ["correct", "correct", "carry out"]
    assert (found["rights"], found["letters"], found["wrong"]) == (1, 3, [])


@pytest.mark.parametrize("kind", KINDS)
def test_a_correction_and_a_decision_at_once_leave_nothing_undecided(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, AGAINST_A_CORRECTION)
    assert (found["open"], found["first"], found["wrong"]) == (0, 1, [])


@pytest.mark.parametrize("kind", KINDS)
def test_a_section_settled_while_a_result_is_corrected_has_a_case_or_is_not_settled(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, AGAINST_SETTLING)
    if found["state"] == "settled":
        assert found["cases"] == 1
    else:
        assert (found["state"], found["cases"]) == ("finished", 0)
        assert found["void"] > 0
    assert found["wrong"] == []
