"""Section 8.7: time exceeded, players replaced."""

from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.organising.offices import Acting, Actor, Case, record_decision, take_step
from slowmate.events.running.section8 import substitution
from slowmate.events.running.section8.substitution import TeamBoard
from slowmate.rulebook import Refused, Ruling

E2016, E2017 = date(2016, 6, 15), date(2017, 6, 15)


@pytest.mark.clause("ICCF-TR-2017 8.7(a) post", "ICCF-TR-2017 8.7(a) server")
def test_by_post_the_director_confirms_on_the_server_the_clock_does() -> None:
    admitted, confirmed = date(2017, 6, 1), date(2017, 6, 5)
    by_post = substitution.exceeded_from(by_post=True, reported=admitted, confirmed=confirmed, start=E2017)
    assert (by_post.value, by_post.grounds[0].clause.address) == (confirmed, "8.7(a) post")
    assert substitution.exceeded_from(by_post=True, reported=admitted, confirmed=None, start=E2017).value is None
    on_server = substitution.exceeded_from(by_post=False, reported=admitted, confirmed=None, start=E2017)
    assert (on_server.value, on_server.grounds[0].clause.address) == (admitted, "8.7(a) server")


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_a_captain_has_two_months_at_most() -> None:
    called = date(2017, 6, 1)
    assert substitution.call_on_captain(called=called, deadline=date(2017, 8, 1), start=E2017).value == date(2017, 8, 1)
    with pytest.raises(Refused):
        substitution.call_on_captain(called=called, deadline=date(2017, 8, 2), start=E2017)
    with pytest.raises(Refused):
        substitution.call_on_captain(called=called, deadline=called, start=E2017)


@pytest.mark.clause("ICCF-TR-2017 8.7(c)", "ICCF-TR-2016 8.7(c)")
@pytest.mark.parametrize("start", [E2016, E2017])
def test_after_a_death_a_substitute_is_possible_in_a_team_only(start: date) -> None:
    assert substitution.after_death(teams=True, start=start).value == ("adjudication", "substitute")
    assert substitution.after_death(teams=False, start=start).value == ("adjudication",)
    chosen = record_decision(
        substitution.AFTER_DEATH, actor=Actor.DIRECTOR, by="D", on=start, reason="few moves", chosen="substitute"
    )
    assert chosen.grounds[0].facts["chosen"] == "substitute"


@pytest.mark.clause("ICCF-TR-2017 8.7(d)/1")
def test_after_a_month_the_captain_checks_who_has_not_begun() -> None:
    assert substitution.captain_task(E2017, {"A": True, "B": False}).value == (date(2017, 7, 15), ("B",))


BEGUN, NOT_BEGUN = tuple("abcd"), tuple("efghijkl")


def board(begun: str = "abcd", reminders: int = 2, notice: date | None = None, *, confirmed: bool = True) -> TeamBoard:
    missing = tuple(game for game in "abcdefghijkl" if game not in begun)
    return TeamBoard(tuple(begun), missing, reminders, notice, director_confirmed=confirmed)


@pytest.mark.clause("ICCF-TR-2017 8.7(d)/2")
@pytest.mark.parametrize(
    ("board", "on", "lost"),
    [
        (board(), date(2017, 8, 16), NOT_BEGUN),
        (board(), date(2017, 8, 15), ()),
        (board(reminders=0), date(2017, 8, 16), ()),
        (board(confirmed=False), date(2017, 8, 16), ()),
        (board("abcdefghijkl"), date(2017, 8, 16), ()),
        (board(notice=date(2017, 8, 15)), date(2017, 8, 16), ()),
        (board(notice=date(2017, 8, 16)), date(2017, 9, 15), NOT_BEGUN),
    ],
)
def test_games_not_begun_within_two_months_are_lost_each_by_its_id(
    board: TeamBoard, on: date, lost: tuple[str, ...]
) -> None:
    assert substitution.games_lost(board, start=E2017, on=on).value == lost


@pytest.mark.clause("ICCF-TR-2016 8.7(d)/2")
def test_in_2016_all_games_on_the_board_were_lost_and_a_late_notice_still_helped() -> None:
    assert substitution.games_lost(board(), start=E2016, on=date(2016, 8, 16)).value == BEGUN + NOT_BEGUN
    assert substitution.games_lost(board(), start=E2016, on=date(2016, 8, 15)).value == ()
    late = board(notice=date(2016, 8, 20))
    assert substitution.games_lost(late, start=E2016, on=date(2016, 9, 1)).value == ()


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/1")
@pytest.mark.parametrize(
    ("moves", "finished", "teams", "allowed"),
    [
        ([10] * 11 + [9], 0, True, True),
        ([10] * 12, 0, True, False),
        ([0] * 11 + [120], 0, True, False),
        ([10] * 11 + [9], 1, True, False),
        ([10] * 11 + [9], 0, False, False),
    ],
)
def test_replacement_status_may_be_asked_for_under_ten_moves_a_game(
    moves: list[int], finished: int, teams: bool, allowed: bool
) -> None:
    ruling = substitution.may_request_status(teams=teams, moves=moves, finished=finished, start=E2017)
    assert ruling.value is allowed


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/1", "ICCF-TR-2017 8.7(e)/2")
def test_replacement_status_needs_the_director_and_the_commissioner_and_an_early_request() -> None:
    asked, director = Case("requested", E2017, {"team": "1"}), Acting(Actor.DIRECTOR)
    early = {"in time": substitution.may_request_status(teams=True, moves=[1], finished=0, start=E2017)}
    late = {"in time": substitution.may_request_status(teams=True, moves=[10], finished=0, start=E2017)}
    agreed = take_step(substitution.STATUS, asked, "agree", by=director, rulings=early).value
    granted = take_step(substitution.STATUS, agreed, "consent", by=Acting(Actor.QUALIFICATIONS)).value
    assert granted.state == "granted"
    with pytest.raises(Refused):
        take_step(substitution.STATUS, agreed, "consent", by=director)
    with pytest.raises(Refused) as refusal:
        take_step(substitution.STATUS, asked, "agree", by=director, rulings=late)
    assert refusal.value.grounds[0].clause.address == "8.7(e)/1"
    assert substitution.granted_from(date(2017, 7, 1), None, start=E2017).value is None
    assert substitution.granted_from(date(2017, 7, 1), date(2017, 7, 5), start=E2017).value == date(2017, 7, 5)


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_the_captain_of_that_team_names_a_substitute_while_there_is_time() -> None:
    called = Case("called", E2017, {"team": "1"})
    captain, server = Acting(Actor.CAPTAIN, "1"), Acting(Actor.SERVER)
    in_time = substitution.is_in_time(deadline=date(2017, 8, 1), on=date(2017, 8, 1), start=E2017)
    late = substitution.is_in_time(deadline=date(2017, 8, 1), on=date(2017, 8, 2), start=E2017)
    assert (in_time.value, late.value) == (True, False)
    named = take_step(substitution.SUBSTITUTION, called, "name", by=captain, rulings={"in time": in_time}).value
    assert named.state == "named"
    with pytest.raises(Refused):
        take_step(substitution.SUBSTITUTION, called, "name", by=captain, rulings={"in time": late})
    with pytest.raises(Refused) as refusal:
        take_step(substitution.SUBSTITUTION, called, "name", by=Acting(Actor.CAPTAIN, "2"), rulings={"in time": late})
    assert refusal.value.grounds[0].facts["outcome"] == "wrong-party"
    up = Ruling(not late.value, late.grounds)
    passed = take_step(substitution.SUBSTITUTION, called, "let pass", by=server, rulings={"time is up": up})
    assert passed.value.state == "not replaced"


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/3", "ICCF-TR-2017 8.7(e)/6", "ICCF-TR-2017 8.7(e)/7")
def test_with_status_everything_counts_without_it_no_norm() -> None:
    with_status = substitution.substitute_rights(has_status=True, start=E2017).value
    assert (with_status.all_rated, with_status.norm_possible) == (True, True)
    without = substitution.substitute_rights(has_status=False, start=E2017).value
    assert (without.all_rated, without.norm_possible) == (False, False)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/7", "ICCF-TR-2017 8.7(e)/8")
@pytest.mark.parametrize(("change", "whose"), [("4.2", "sub"), ("0", "original"), ("-0.0001", "original")])
def test_without_status_only_what_raises_the_rating_counts_for_the_substitute(change: str, whose: str) -> None:
    assert substitution.rated_for(Fraction(change), "sub", "original", start=E2017).value == whose


@pytest.mark.clause("ICCF-TR-2017 8.7(f)")
def test_a_captain_asks_the_other_captains_for_documents_with_a_reason() -> None:
    captains = ("A", "B", "C")
    assert (
        substitution.request_documents(captains, "the player does not answer", player_refused=True, start=E2017).value
        == captains
    )
    assert (
        substitution.request_documents(captains, "the player sent them", player_refused=False, start=E2017).value == ()
    )
    with pytest.raises(Refused):
        substitution.request_documents(captains, " ", player_refused=True, start=E2017)
