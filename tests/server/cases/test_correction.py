"""A result corrected after settlement: a case of the office, in which everything falls and follows at once."""

from datetime import date, timedelta

import pytest

from slowmate.events.organising.offices import Actor
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.cases.services import correction
from slowmate.server.events.models import Case, Consequence, Decision, EventEntry, Right, RightUse, Section
from slowmate.server.events.queries.case_turns import turns_of
from slowmate.server.events.queries.rights_check import wrong_rights
from slowmate.server.events.services import cases, settling
from slowmate.server.games.models import Game
from slowmate.server.jobs.events import look_at_rights
from slowmate.server.jobs.titles import look_at_changed, look_at_ended
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Norm
from slowmate.server.titles.queries.register_check import wrong_norms
from tests.server.cases.corrections import LATER, corrected, lost_by, settled
from tests.server.events import organising
from tests.server.events.organising import PRELIMINARY
from tests.server.events.test_settling import AFTER, correct, over, player
from tests.support.people import account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
LAST = LATER + timedelta(days=1)


def wrong() -> list[object]:
    """What `slowmate verify` finds of rights and norms."""
    return [*wrong_rights(lambda _done: None, on=LAST.date()), *wrong_norms()]


def holders(section: Section) -> set[tuple[int, str]]:
    """Who has rights from a section, by their numbers in it, and the state of the right."""
    numbers = dict(section.seats.values_list("player_id", "number"))
    rows = Right.objects.filter(section=section).values_list("player_id", "state")
    return {(numbers[pk] or 0, state) for pk, state in rows if pk}


@pytest.mark.clause("ICCF-TR-2017 0.4/1", "ICCF-TR-2017 1.0.7/3", "ICCF-TR-2017 1.0.7/4")
def test_a_correction_after_settlement_is_a_case_in_which_the_right_goes_to_the_new_winner() -> None:
    section, who = settled()
    assert holders(section) == {(1, "open")}
    case = corrected(section)
    assert (case.state, case.closed, section.state) == ("corrected", None, Section.State.SETTLED)
    assert {(game.before, game.after) for game in correction.games_of(case)} == {("1-0", "0-1"), ("0-1", "1-0")}
    numbers = dict(section.seats.values_list("player_id", "number"))
    assert {(one.kind, numbers[one.player], bool(one.before), bool(one.after)) for one in correction.follows(case)} == {
        ("place", 1, True, True),
        ("place", 2, True, True),
        ("place", 3, True, True),
        ("right", 1, True, False),
        ("right", 2, False, True),
        ("prize", 1, True, False),
        ("prize", 2, False, True),
    }
    assert holders(section) == {(1, "open")}, "nothing falls before it is decided"
    assert wrong() == [], "what is under review is not wrong"
    (turn,) = turns_of(case)
    assert (turn.actor, turn.actions, turn.users) == (Actor.NTTC, ("carry out",), (who,))
    cases.take(correction.RULES, case.pk, "carry out", reason="Two reports were wrong.", actor=who, at=LAST)
    case.refresh_from_db()
    assert (case.state, case.closed) == ("carried out", LAST)
    assert holders(section) == {(2, "open")}
    assert wrong() == []
    done = Consequence.objects.filter(section=section)
    assert {(row.what, row.player, row.state, row.is_void) for row in done} == {
        ("right", player(section, 2), "done", False),
        ("prize", player(section, 2), "done", False),
    }
    assert Section.objects.get(pk=section.pk).state == Section.State.SETTLED


def test_the_journal_of_the_section_has_the_correction_and_the_decision() -> None:
    section, who = settled()
    case = corrected(section)
    cases.take(correction.RULES, case.pk, "carry out", reason="Two reports were wrong.", actor=who, at=LAST)
    journal = Decision.objects.filter(section=section, at__gte=LATER).order_by("pk")
    whats = list(journal.values_list("what", flat=True))
    assert whats.count("correct") == 2
    assert whats.count("decide what follows") == 1
    decided = journal.get(what="decide what follows")
    assert (decided.by, decided.reason, decided.is_public) == (who, "Two reports were wrong.", True)
    assert journal.filter(what="correct")[0].by == section.director
    assert [step.action for step in case.steps.order_by("number")] == ["correct", "correct", "carry out"]


def test_everybody_whose_place_or_right_changed_gets_one_letter_and_nobody_else() -> None:
    section, who = settled()
    case = corrected(section)
    asked = Mail.objects.filter(kind="case-step").values_list("user", flat=True)
    concerned = sorted(account(player(section, number)).pk for number in (1, 2, 3))
    assert sorted(asked) == concerned, "once, though two results were corrected"
    assert set(Mail.objects.filter(kind="case-turn").values_list("user", flat=True)) == {who.pk}
    before = Mail.objects.count()
    cases.take(correction.RULES, case.pk, "carry out", reason="Wrong.", actor=who, at=LAST)
    new = Mail.objects.order_by("pk")[before:]
    letters = [(mail.kind, mail.user_id) for mail in new]
    director = section.director
    assert director is not None
    assert sorted(letters) == sorted([("case-step", director.pk), *(("correction-decided", pk) for pk in concerned)])
    own = next(mail for mail in new if mail.user == account(player(section, 3)))
    assert [(change["kind"], change["before"], change["after"]) for change in own.facts["changes"]] == [
        ("place", "3", "2")
    ]


def test_norms_fall_and_follow_with_the_case_and_not_before() -> None:
    section, who = settled(PRELIMINARY, 13, number=30, players=organising.masters(13))
    best = player(section, 1)
    norms = Norm.objects.filter(section=section, player=best, state__in=Norm.LIVE)
    assert norms.exists()
    for other in range(2, 14):
        lost_by(section, 1, other)
    for look in (look_at_ended(at=LAST), look_at_changed(at=LAST, since=LAST)):
        assert look == 0, "the worker leaves the norms to the case"
    assert norms.exists()
    assert wrong() == []
    case = Case.objects.get(procedure="correction")
    cases.take(correction.RULES, case.pk, "carry out", reason="All were wrong.", actor=who, at=LAST)
    assert not norms.exists()
    assert wrong() == []
    assert not Mail.objects.filter(kind__in=("norm-gone", "norm-found"), made=LAST).exists(), "one letter says it all"
    own = Mail.objects.get(kind="correction-decided", user=account(best))
    assert "norm" in {change["kind"] for change in own.facts["changes"]}


def test_a_right_by_which_its_player_was_seated_stays_used_and_is_not_wrong() -> None:
    section, who = settled()
    right = Right.objects.get(section=section)
    event, _who = organising.opened("world-cup-semi-final", number=25)
    entry = EventEntry.objects.create(
        event=event,
        player=player(section, 1),
        answer="may",
        made=AFTER,
        made_by=account(player(section, 1)),
        state="seated",
    )
    use = {"of": "right", "right": right, "kind": right.to, "clause": right.clause, "cycle": right.cycle, "year": 2024}
    RightUse.objects.create(entry=entry, player=player(section, 1), start=date(2024, 10, 2), at=AFTER, **use)
    Right.objects.filter(pk=right.pk).update(state="used")
    case = corrected(section)
    cases.take(correction.RULES, case.pk, "carry out", reason="Wrong.", actor=who, at=LAST)
    assert holders(section) == {(1, "used"), (2, "open")}
    assert wrong() == []


def test_only_the_office_decides_with_a_reason_and_once() -> None:
    section, who = settled()
    case = corrected(section)
    director = section.director
    assert director is not None
    for stranger in (director, account(player(section, 2)), person(offices=(Office.Kind.TITLE_TOURNAMENTS,)), person()):
        with pytest.raises(NotAllowed):
            cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=stranger, at=LAST)
    with pytest.raises(Unfit):
        cases.take(correction.RULES, case.pk, "carry out", reason=" ", actor=who, at=LAST)
    with pytest.raises(Stale):
        cases.take(correction.RULES, case.pk, "carry out", reason="x", seen=1, actor=who, at=LAST)
    assert holders(section) == {(1, "open")}
    cases.take(correction.RULES, case.pk, "carry out", reason="x", seen=2, actor=who, at=LAST)
    with pytest.raises(Stale):
        cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=who, at=LAST)


def test_a_correction_that_is_corrected_back_changes_nothing() -> None:
    section, who = settled()
    for result_of in ((1, 2), (2, 1)):
        lost_by(section, *result_of)
    case = Case.objects.get(procedure="correction")
    assert correction.follows(case) == []
    before = holders(section)
    cases.take(correction.RULES, case.pk, "carry out", reason="Nothing has changed.", actor=who, at=LAST)
    assert holders(section) == before == {(1, "open")}
    assert not Mail.objects.filter(kind="correction-decided").exclude(facts__changes=[]).exists()
    assert wrong() == []


def test_what_has_changed_since_it_was_shown_is_shown_again_and_not_done() -> None:
    section, who = settled()
    case = corrected(section)
    shown = case.facts["follows"]
    Case.objects.filter(pk=case.pk).update(facts={**case.facts, "follows": shown[:1]})
    with pytest.raises(Stale, match="has changed since it was shown"):
        cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=who, at=LAST)
    case.refresh_from_db()
    assert case.facts["follows"] == shown
    assert (case.state, holders(section)) == ("corrected", {(1, "open")})


def test_equals_are_chosen_before_it_is_carried_out() -> None:
    section, who = settled()
    lost_by(section, 1, 3)  # now 1 has beaten 2, 2 has beaten 3, 3 has beaten 1, and each of them all others
    case = Case.objects.get(procedure="correction")
    question = section.consequences.filter(what="ask", state="proposed")[0]
    with pytest.raises(Refused):
        cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=who, at=LAST)
    settling.choose(question.pk, [player(section, 3).pk], reason="By lot.", actor=who, at=LAST)
    with pytest.raises(Stale):
        cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=who, at=LAST)
    cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=who, at=LAST)
    assert wrong() == []


def test_a_section_that_is_not_settled_opens_no_case() -> None:
    section, _who = over("world-cup-preliminary", 7, number=25)
    lost_by(section, 1, 2)
    assert not Case.objects.filter(procedure="correction").exists()


def test_a_correction_that_came_another_way_gets_its_case_from_the_worker() -> None:
    section, _who = settled()
    correct(section, 1, 2, Result.BLACK_WINS)
    look_at_rights(at=AFTER, since=None)
    case = Case.objects.get(procedure="correction")
    assert (case.state, len(correction.games_of(case))) == ("corrected", 1)
    look_at_rights(at=AFTER, since=None)
    assert case.steps.count() == 1, "and it does so once"


# -- the office is barred or empty ------------------------------------------------------------------------------------


def test_where_the_office_plays_in_the_section_the_executive_board_decides() -> None:
    section, who = settled()
    Office.objects.filter(user=who).delete()
    Office.objects.create(
        user=account(player(section, 2)), kind=Office.Kind.NON_TITLE_TOURNAMENTS, begins=date(2020, 1, 1)
    )
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    case = corrected(section)
    (turn,) = turns_of(case)
    assert (turn.actor, turn.stands_in_for, turn.users) == (Actor.EXECUTIVE_BOARD, Actor.NTTC, (board,))
    with pytest.raises(NotAllowed):
        cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=account(player(section, 2)), at=LAST)
    cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=board, at=LAST)
    step = case.steps.get(action="carry out")
    assert step.office == Actor.EXECUTIVE_BOARD.value
    assert "stands-in" in [ground["facts"].get("outcome") for ground in step.grounds]


def test_who_corrected_the_result_as_director_does_not_decide_what_follows() -> None:
    section, who = settled()
    Section.objects.filter(pk=section.pk).update(director=who)
    Game.objects.filter(pairing__section=section).update(director=who)
    Office.objects.create(user=who, kind=Office.Kind.DIRECTOR, begins=date(2020, 1, 1))
    section.refresh_from_db()
    case = corrected(section)
    (turn,) = turns_of(case)
    assert (turn.users, turn.stands_in_for) == ((), None), "nobody may decide: no other holder, and no Board"
    other = organising.commissioner("world-cup-preliminary")
    (turn,) = turns_of(case)
    assert turn.users == (other,)
    with pytest.raises(NotAllowed):
        cases.take(correction.RULES, case.pk, "carry out", reason="x", actor=who, at=LAST)
