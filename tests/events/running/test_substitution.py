"""Section 8.7: time exceeded, players replaced."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from slowmate.events.organising.offices import Actor, record_decision, take_step
from slowmate.events.running import substitution
from slowmate.events.running.substitution import TeamBoard
from slowmate.rulebook import Refused

E2016, E2017 = date(2016, 6, 15), date(2017, 6, 15)


@pytest.mark.clause("ICCF-TR-2017 8.7(a) post", "ICCF-TR-2017 8.7(a) server")
def test_by_post_the_director_confirms_on_the_server_the_clock_does() -> None:
    admitted, confirmed = date(2017, 6, 1), date(2017, 6, 5)
    by_post = substitution.exceeded_from(by_post=True, reported=admitted, confirmed=confirmed)
    assert (by_post.value, by_post.grounds[0].clause.address) == (confirmed, "8.7(a) post")
    assert substitution.exceeded_from(by_post=True, reported=admitted, confirmed=None).value is None
    on_server = substitution.exceeded_from(by_post=False, reported=admitted, confirmed=None)
    assert (on_server.value, on_server.grounds[0].clause.address) == (admitted, "8.7(a) server")


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_a_captain_has_two_months_at_most() -> None:
    called = date(2017, 6, 1)
    assert substitution.call_on_captain(called=called, deadline=date(2017, 8, 1)).value == date(2017, 8, 1)
    with pytest.raises(Refused):
        substitution.call_on_captain(called=called, deadline=date(2017, 8, 2))
    with pytest.raises(Refused):
        substitution.call_on_captain(called=called, deadline=called)


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
def test_after_a_month_the_captain_looks_who_has_not_begun() -> None:
    assert substitution.captain_task(E2017, {"A": True, "B": False}).value == (date(2017, 7, 15), ("B",))


@pytest.mark.clause("ICCF-TR-2017 8.7(d)/2", "ICCF-TR-2016 8.7(d)/2")
@pytest.mark.parametrize(
    ("board", "on", "lost"),
    [
        (TeamBoard(12, 4, 2, director_confirmed=True), date(2017, 8, 15), 8),
        (TeamBoard(12, 4, 2, director_confirmed=True), date(2017, 8, 14), 0),
        (TeamBoard(12, 4, 0, director_confirmed=True), date(2017, 8, 15), 0),
        (TeamBoard(12, 4, 2), date(2017, 8, 15), 0),
        (TeamBoard(12, 12, 2, director_confirmed=True), date(2017, 8, 15), 0),
        (TeamBoard(12, 4, 2, date(2017, 8, 14), director_confirmed=True), date(2017, 8, 15), 0),
        (TeamBoard(12, 4, 2, date(2017, 8, 16), director_confirmed=True), date(2017, 9, 15), 8),
    ],
)
def test_games_not_begun_after_two_months_are_lost(board: TeamBoard, on: date, lost: int) -> None:
    assert substitution.games_lost(board, start=E2017, on=on).value == lost


@pytest.mark.clause("ICCF-TR-2016 8.7(d)/2")
def test_in_2016_all_games_on_the_board_were_lost_and_a_late_notice_still_helped() -> None:
    board = TeamBoard(12, 4, 2, director_confirmed=True)
    assert substitution.games_lost(board, start=E2016, on=date(2016, 8, 15)).value == 12
    late = TeamBoard(12, 4, 2, date(2016, 8, 20), director_confirmed=True)
    assert substitution.games_lost(late, start=E2016, on=date(2016, 9, 1)).value == 0


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/1")
@pytest.mark.parametrize(
    ("moves", "finished", "teams", "allowed"),
    [(119, 0, True, True), (120, 0, True, False), (119, 1, True, False), (119, 0, False, False)],
)
def test_replacement_status_may_be_asked_for_under_ten_moves_a_game(
    moves: int, finished: int, teams: bool, allowed: bool
) -> None:
    asked: dict[str, Any] = {"teams": teams, "games": 12, "full_moves": moves, "finished": finished}
    if allowed:
        assert substitution.may_request_status(**asked).value
    else:
        with pytest.raises(Refused):
            substitution.may_request_status(**asked)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/2")
def test_replacement_status_needs_the_director_and_the_commissioner() -> None:
    agreed = take_step(substitution.STATUS, "requested", "agree", actor=Actor.DIRECTOR).value
    assert take_step(substitution.STATUS, agreed, "consent", actor=Actor.QUALIFICATIONS).value == "granted"
    with pytest.raises(Refused):
        take_step(substitution.STATUS, agreed, "consent", actor=Actor.DIRECTOR)
    assert substitution.granted_from(date(2017, 7, 1), None).value is None
    assert substitution.granted_from(date(2017, 7, 1), date(2017, 7, 5)).value == date(2017, 7, 5)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/3", "ICCF-TR-2017 8.7(e)/6", "ICCF-TR-2017 8.7(e)/7")
def test_with_status_everything_counts_without_it_no_norm() -> None:
    with_status = substitution.substitute_rights(has_status=True).value
    assert (with_status.all_rated, with_status.norm_possible) == (True, True)
    without = substitution.substitute_rights(has_status=False).value
    assert (without.all_rated, without.norm_possible) == (False, False)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/7", "ICCF-TR-2017 8.7(e)/8")
@pytest.mark.parametrize(("change", "whose"), [("4.2", "sub"), ("0", "original"), ("-0.0001", "original")])
def test_without_status_only_what_raises_the_rating_counts_for_the_substitute(change: str, whose: str) -> None:
    assert substitution.rated_for(Fraction(change), "sub", "original").value == whose


@pytest.mark.clause("ICCF-TR-2017 8.7(f)")
def test_a_captain_asks_the_other_captains_for_documents_with_a_reason() -> None:
    captains = ("A", "B", "C")
    assert substitution.request_documents(captains, "he does not answer", player_refused=True).value == captains
    assert substitution.request_documents(captains, "he sent them", player_refused=False).value == ()
    with pytest.raises(Refused):
        substitution.request_documents(captains, " ", player_refused=True)
