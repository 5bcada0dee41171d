"""A section that is over: when it ends, what follows, who carries it out, equals, corrections."""

from datetime import date, timedelta
from typing import Any

import pytest

from slowmate.play import commands
from slowmate.records import PromotionPlan, Result
from slowmate.server.accounts.models import User
from slowmate.server.cases.services import correction
from slowmate.server.events.models import Case, Consequence, Decision, Event, Pairing, Right, Section
from slowmate.server.events.pages.section_run import settling_page
from slowmate.server.events.services import cases, consequences, settling
from slowmate.server.games.models import Game
from slowmate.server.games.services import games
from slowmate.server.jobs.events import look_at_events
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import TitleAward
from slowmate.server.titles.services.norm_search import search_section
from tests.server.events import organising
from tests.server.events.building import delegate_of
from tests.server.events.organising import OVER, PRELIMINARY, by_number, noon
from tests.support.people import account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

AFTER = noon(OVER + timedelta(days=1))
WORD: dict[str, Any] = {"director": "tests", "reason": "for a test"}


def rows(section: Section) -> set[tuple[str, int | None, str]]:
    """What follows, by the numbers of the players in the section."""
    numbers = dict(section.seats.values_list("player_id", "number"))
    return {(row.what, numbers[row.player_id], row.value) for row in section.consequences.all() if row.player_id}


def player(section: Section, number: int) -> Player:
    return section.seats.get(number=number).player


def level(*equal: int) -> Any:
    """Results by number, but that these draw among each other."""

    def result(white: int, black: int) -> Result:
        return Result.DRAW if {white, black} <= set(equal) else by_number(white, black)

    return result


def over(kind: str, many: int, result: Any = by_number, **fields: Any) -> tuple[Section, User]:
    """A section that is finished, with these results."""
    event, who = organising.started(kind, many, (many,), **fields)
    section = event.sections.get()
    organising.play(section, result)
    assert consequences.finish(section.pk, at=AFTER)
    section.refresh_from_db()
    return section, who


# -- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4")
def test_a_section_ends_with_its_last_final_result_and_not_before() -> None:
    event, who = organising.started("open", 5, (5,), preferred_size=5)
    section = event.sections.get()
    organising.play(section)
    last = Game.objects.order_by("pk")[0]
    Game.objects.filter(pk=last.pk).update(awaits_director=True)
    assert not consequences.finish(section.pk, at=AFTER)
    Game.objects.filter(pk=last.pk).update(awaits_director=False)
    appeal = Case.objects.create(procedure="appeal", state="appealed", section=section, opened=AFTER)
    assert not consequences.finish(section.pk, at=AFTER)
    appeal.delete()
    assert look_at_events(at=AFTER) == 1
    assert look_at_events(at=AFTER) == 0
    section.refresh_from_db()
    event.refresh_from_db()
    assert (section.state, section.ended) == (Section.State.FINISHED, OVER)
    assert (event.state, event.ended) == (Event.State.FINISHED, OVER)
    places = {
        mail.user.player.pk: mail.facts["place"] for mail in Mail.objects.filter(kind="section-finished") if mail.user
    }
    assert places == {seat.player_id: seat.number for seat in section.seats.all()}
    assert [mail.user for mail in Mail.objects.filter(kind="settle-section")] == [who]


def test_an_event_ends_with_the_last_of_its_sections() -> None:
    event, _ = organising.started("open", 10, (5, 5), preferred_size=5)
    first, second = event.sections.order_by("number")
    organising.play(first)
    look_at_events(at=AFTER)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    organising.play(second)
    look_at_events(at=AFTER)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


# -- what follows -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.2.1(d)", "ICCF-TR-2017 1.1.1(c)")
def test_a_preliminary_gives_rights_that_are_carried_out_one_by_one() -> None:
    section, who = over(PRELIMINARY, 13, players=organising.masters(13), number=40)
    semi, again = "world-championship-semi-final", PRELIMINARY
    found = rows(section)
    assert {("right", 1, semi), ("right", 2, semi), ("right", 3, again), ("right", 4, again)} <= found
    assert not Right.objects.filter(state="open").exists()
    row = section.consequences.get(player=player(section, 1))
    assert row.state == Consequence.State.PROPOSED
    assert row.grounds
    with pytest.raises(Unfit, match="not decided yet"):
        settling.settle(section.pk, actor=who, at=AFTER)
    settling.carry_out(row.pk, actor=who, at=AFTER)
    row.refresh_from_db()
    assert (row.state, row.right and row.right.to) == (Consequence.State.DONE, semi)
    assert row.decision is not None
    assert (row.decision.what, row.decision.by) == ("carry out", who)
    with pytest.raises(Stale):
        settling.carry_out(row.pk, actor=who, at=AFTER)
    left = list(section.consequences.filter(state="proposed").values_list("pk", flat=True))
    assert settling.carry_out_all(section.pk, left, actor=who, at=AFTER) == len(left)
    settling.settle(section.pk, actor=who, at=AFTER, seen=Section.State.FINISHED)
    section.refresh_from_db()
    assert (section.state, section.event.state) == (Section.State.SETTLED, Event.State.SETTLED)
    assert Right.objects.filter(section=section, state="open").count() == len(found)
    assert Mail.objects.filter(kind="right-earned").count() == len(found)


def test_a_page_tells_open_steps_from_done_ones_and_from_those_that_no_longer_follow() -> None:
    section, who = over(PRELIMINARY, 13, players=organising.masters(13), number=40)
    done, void, *left = section.consequences.order_by("pk").values_list("pk", flat=True)
    for pk in (done, void):
        settling.carry_out(pk, actor=who, at=AFTER)
    Consequence.objects.filter(pk=void).update(is_void=True)
    page = settling_page(section, who)
    assert [step.row.pk for step in page.steps] == [void, *left]
    assert [step.row.pk for step in page.done] == [done]
    assert [step.row.pk for step in page.may_do_all] == left


@pytest.mark.clause("ICCF-TR-2017 4.3(4)")
def test_the_first_three_of_a_national_championship_may_enter_norm_tournaments() -> None:
    players = organising.field(5)
    for one in players:
        one.federation = "CZE"
        one.save()
    section, who = over("national", 5, by=delegate_of("CZE"), players=players, preferred_size=5)
    assert rows(section) == {("right", number, "master-norm") for number in (1, 2, 3)}
    for row in section.consequences.all():
        settling.carry_out(row.pk, actor=who, at=AFTER)
    settling.settle(section.pk, actor=who, at=AFTER)


def test_a_prize_is_noted_and_may_be_withheld_with_a_reason() -> None:
    section, who = over("world-cup-preliminary", 7, number=25)
    prize = section.consequences.get(what="prize")
    with pytest.raises(Unfit):
        settling.dismiss(prize.pk, reason=" ", actor=who, at=AFTER)
    settling.dismiss(prize.pk, reason="He asked us to keep it.", actor=who, at=AFTER)
    prize.refresh_from_db()
    assert prize.state == Consequence.State.DISMISSED
    consequences.look(section.pk)
    assert section.consequences.filter(what="prize").count() == 1
    right = section.consequences.get(what="right")
    assert (right.value, right.player) == ("world-cup-semi-final", player(section, 1))
    settling.carry_out(right.pk, actor=who, at=AFTER)
    settling.settle(section.pk, actor=who, at=AFTER)


@pytest.mark.clause("ICCF-TR-2017 1.4.1(a)")
def test_the_winner_of_a_final_is_written_down_as_champion() -> None:
    section, who = over("world-championship-final", 5, players=_finalists(5), number=40)
    row = section.consequences.get(what="title")
    settling.carry_out(row.pk, actor=who, at=AFTER)
    search_section(section.pk, at=AFTER)
    award = TitleAward.objects.get(player=player(section, 1), number=40)
    assert (award.title, award.earned) == ("World Correspondence Chess Champion", OVER)
    assert award.state == TitleAward.State.PROPOSED, "the commissioner confirms it, when the Board has recommended it"


def _finalists(many: int) -> list[Player]:
    """Players whom the Executive Board gave a place in the Final."""
    found = organising.field(many)
    for number, one in enumerate(found):
        one.grants.create(kind="world-championship-final", on=date(2024, 1, 1), reference=f"EB {number}")
    return found


def test_who_goes_on_by_the_announcement_and_the_best_of_the_rest() -> None:
    plan = PromotionPlan(up=1, best_of_rest=1)
    event, who = organising.finished(
        "open-preliminary", 10, (5, 5), preferred_size=5, promotion=plan, players=organising.field(10)
    )
    first, second = event.sections.order_by("number")
    assert ("up", 1, "open-semi-final") in rows(first)
    assert ("up", 1, "open-semi-final") in rows(second)
    asked = Consequence.objects.filter(what="ask")
    assert {row.player_id for row in asked} == {player(first, 2).pk, player(second, 2).pk}
    chosen = player(second, 2).pk
    settling.choose(asked[0].pk, [chosen], reason="The stronger section.", actor=who, at=AFTER)
    assert set(asked.values_list("player_id", "state")) == {(chosen, "done"), (player(first, 2).pk, "dismissed")}
    for section in (first, second):
        for row in section.consequences.filter(state="proposed"):
            settling.carry_out(row.pk, actor=who, at=AFTER)
        settling.settle(section.pk, actor=who, at=AFTER)
    event.refresh_from_db()
    assert event.state == Event.State.SETTLED


# -- equals -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 7.5")
def test_equals_on_a_qualifying_place_are_chosen_between_by_the_commissioner() -> None:
    section, who = over(PRELIMINARY, 13, level(2, 3), players=organising.masters(13), number=40)
    asked = section.consequences.filter(what="ask")
    assert {row.player_id for row in asked} == {player(section, 2).pk, player(section, 3).pk}
    row = asked[0]
    assert (row.office, row.asks) == ("Title Tournament Commissioner", "right")
    lower = section.consequences.get(what="right", player=player(section, 3))
    with pytest.raises(Unfit, match="choose among the equals first"):
        settling.carry_out(lower.pk, actor=who, at=AFTER)
    with pytest.raises(Unfit, match="choose who has it first"):
        settling.carry_out(row.pk, actor=who, at=AFTER)
    for wrong in ([], [player(section, 1).pk]):
        with pytest.raises(Unfit):
            settling.choose(row.pk, wrong, reason="why not", actor=who, at=AFTER)
    with pytest.raises(Unfit):
        settling.choose(row.pk, [player(section, 3).pk], reason="", actor=who, at=AFTER)
    with pytest.raises(NotAllowed):
        settling.choose(row.pk, [player(section, 3).pk], reason="x", actor=organising.commissioner("open"), at=AFTER)
    settling.choose(row.pk, [player(section, 3).pk], reason="He won against the first.", actor=who, at=AFTER)
    semi = "world-championship-semi-final"
    assert not section.consequences.filter(what="ask").exists()
    assert {("right", 3, semi), ("right", 2, PRELIMINARY)} <= rows(section)
    for one in section.consequences.all():
        settling.carry_out(one.pk, actor=who, at=AFTER)
    assert Right.objects.get(player=player(section, 3), section=section).to == semi
    assert Right.objects.get(player=player(section, 2), section=section).to == PRELIMINARY
    settling.settle(section.pk, actor=who, at=AFTER)


def test_equal_champions_are_a_matter_of_the_board() -> None:
    section, who = over("world-championship-final", 5, level(1, 2), players=_finalists(5), number=40)
    asked = section.consequences.filter(what="ask", asks="title")
    assert asked.count() == 2
    both = [player(section, number).pk for number in (1, 2)]
    with pytest.raises(NotAllowed):
        settling.choose(asked[0].pk, both, reason="both", actor=who, at=AFTER)
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    settling.choose(asked[0].pk, both, reason="They share the title.", actor=board, at=AFTER)
    search_section(section.pk, at=AFTER)
    assert set(TitleAward.objects.filter(number=40).values_list("player_id", flat=True)) == set(both)
    assert Decision.objects.filter(what="answer for equals", office="Executive Board").count() == 2


# -- who may ----------------------------------------------------------------------------------------------------------


def test_nobody_decides_about_himself_and_nobody_else_decides() -> None:
    section, _ = over("world-cup-preliminary", 7, number=25)
    right = section.consequences.get(what="right")
    winner = account(player(section, 1))
    Office.objects.create(user=winner, kind=Office.Kind.NON_TITLE_TOURNAMENTS, begins=date(2020, 1, 1))
    with pytest.raises(Unfit, match="their own case"):
        settling.carry_out(right.pk, actor=winner, at=AFTER)
    for other in (person(), organising.commissioner(PRELIMINARY), person(offices=(Office.Kind.EXECUTIVE_BOARD,))):
        with pytest.raises(NotAllowed):
            settling.carry_out(right.pk, actor=other, at=AFTER)
        with pytest.raises(NotAllowed):
            settling.settle(section.pk, actor=other, at=AFTER)
    assert not Right.objects.filter(state="open").exists()


def test_of_two_who_settle_at_once_the_second_is_told_so() -> None:
    section, who = over("open", 5, preferred_size=5)
    settling.settle(section.pk, actor=who, at=AFTER, seen=Section.State.FINISHED)
    with pytest.raises(Stale, match="just taken another step"):
        settling.settle(section.pk, actor=organising.commissioner(), at=AFTER, seen=Section.State.FINISHED)


# -- corrections ------------------------------------------------------------------------------------------------------


def correct(section: Section, white: int, black: int, result: Result) -> None:
    """A result is corrected by the director."""
    first = Pairing.objects.filter(section=section, white__number=white, black__number=black)
    pairing = first.first() or Pairing.objects.get(section=section, white__number=black, black__number=white)
    flipped = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}
    wanted = result if first.exists() else flipped.get(result, result)
    asked = commands.CorrectResult(**WORD, result=wanted)
    games.command(pairing.game_id or 0, lambda _row: asked, at=AFTER, actor=None)


def concluded(section: Section, appeals: User) -> Case:
    """The Appeals Commission says that the results of a section it opened again are final."""
    case = Case.objects.get(procedure="correction", section=section, closed=None)
    return cases.take(correction.RULES, case.pk, "conclude", reason="They are final.", actor=appeals, at=AFTER)


@pytest.mark.clause("ICCF-TR-2017 15")
def test_a_corrected_result_changes_what_follows_and_nothing_comes_twice() -> None:
    section, who = over("world-cup-preliminary", 7, number=25)
    for row in section.consequences.all():
        settling.carry_out(row.pk, actor=who, at=AFTER)
    settling.settle(section.pk, actor=who, at=AFTER)
    appeals = person(offices=(Office.Kind.APPEALS,))
    with pytest.raises(NotAllowed):
        settling.open_again(section.pk, reason="x", actor=who, at=AFTER)
    settling.open_again(section.pk, reason="A result was wrong.", actor=appeals, at=AFTER)
    section.refresh_from_db()
    assert (section.state, section.ended, section.event.state) == ("running", None, Event.State.RUNNING)
    for other in (2, 3):
        correct(section, 1, other, Result.BLACK_WINS)
    assert not consequences.finish(section.pk, at=AFTER), "the commission has not said that the results are final"
    assert look_at_events(at=AFTER) == 0
    letters = Mail.objects.filter(kind="section-finished").count()
    concluded(section, appeals)
    assert Mail.objects.filter(kind="section-finished").count() == letters, "nobody is told twice that it has ended"
    assert Section.objects.get(pk=section.pk).state == Section.State.FINISHED
    void = section.consequences.filter(is_void=True)
    assert set(void.values_list("what", "player_id")) == {
        ("prize", player(section, 1).pk),
        ("right", player(section, 1).pk),
    }
    new = section.consequences.filter(state="proposed")
    assert set(new.values_list("what", "player_id")) == {
        ("prize", player(section, 2).pk),
        ("right", player(section, 2).pk),
    }
    for refused in (
        lambda: settling.settle(section.pk, actor=who, at=AFTER),
        lambda: settling.take_back(void[0].pk, reason="x", actor=who, at=AFTER),
        lambda: settling.carry_out(new[0].pk, actor=who, at=AFTER),
    ):
        with pytest.raises(Stale, match="case about it"):
            refused()
    case = Case.objects.get(procedure="correction")
    cases.take(correction.RULES, case.pk, "carry out", reason="Corrected on appeal.", actor=who, at=AFTER)
    assert list(Right.objects.filter(section=section).values_list("player_id", flat=True)) == [player(section, 2).pk]
    settling.settle(section.pk, actor=who, at=AFTER)
    assert Section.objects.get(pk=section.pk).state == Section.State.SETTLED


def test_a_section_opened_again_without_a_change_is_as_it_was() -> None:
    section, who = over("world-cup-preliminary", 7, number=25)
    for row in section.consequences.all():
        settling.carry_out(row.pk, actor=who, at=AFTER)
    before = set(section.consequences.values_list("pk", "state", "is_void"))
    appeals = person(offices=(Office.Kind.APPEALS,))
    settling.open_again(section.pk, reason="To look again.", actor=appeals, at=AFTER)
    case = concluded(section, appeals)
    assert case.facts == {"games": [], "follows": []}
    cases.take(correction.RULES, case.pk, "carry out", reason="Nothing has changed.", actor=who, at=AFTER)
    assert set(section.consequences.values_list("pk", "state", "is_void")) == before
    settling.settle(section.pk, actor=who, at=AFTER)
