"""Section 0: the titles, from when they count, and who awards them."""

from datetime import date

import pytest

from slowmate.rulebook import NoEdition, Refused
from slowmate.titles.fide import titles
from slowmate.titles.fide.norms import is_norm_title
from slowmate.titles.fide.titles import Body, FideTitle, FideTitleRoute, HeldFideTitle, TitleState


@pytest.mark.clause("FIDE-TITLES-2017 0.1", "FIDE-TITLES-2017 0.31")
def test_there_are_eight_titles_and_no_others() -> None:
    assert [str(title) for title in FideTitle] == ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"]
    assert titles.title_of("WGM") is FideTitle.WGM
    for code in ("AGM", "HGM", "SIM", ""):
        with pytest.raises(Refused) as refusal:
            titles.title_of(code)
        assert [ground.clause.address for ground in refusal.value.grounds] == ["0.1", "0.31"]


@pytest.mark.clause("FIDE-TITLES-2017 1.4")
def test_four_titles_are_gained_by_norms() -> None:
    assert [title for title in FideTitle if is_norm_title(title).value] == list(titles.NORM_TITLES)


@pytest.mark.clause("FIDE-TITLES-2017 0.22", "FIDE-TITLES-2017 1.54")
def test_the_day_a_tournament_starts_decides_the_edition() -> None:
    assert titles.edition_for(start=date(2017, 7, 1)).value == "FIDE-TITLES-2017"
    with pytest.raises(NoEdition):
        titles.edition_for(start=date(2017, 6, 30))


@pytest.mark.clause("FIDE-TITLES-2017 0.4", "FIDE-TITLES-2017 0.41")
def test_a_title_is_held_for_life_unless_it_is_revoked() -> None:
    held = HeldFideTitle(FideTitle.IM, date(2017, 9, 1))
    assert titles.is_held(held, on=date(2040, 1, 1)).value
    assert titles.is_held(held, on=date(2017, 9, 1)).value
    assert not titles.is_held(held, on=date(2017, 8, 31)).value
    revoked = HeldFideTitle(FideTitle.IM, date(2017, 9, 1), date(2019, 5, 1))
    assert titles.is_held(revoked, on=date(2019, 4, 30)).value
    ruling = titles.is_held(revoked, on=date(2019, 5, 1))
    assert not ruling.value
    assert ruling.grounds[0].clause.address == "0.41"
    assert not titles.title_counts(revoked, start=date(2019, 6, 1)).value


@pytest.mark.clause("FIDE-TITLES-2017 0.42", "FIDE-TITLES-2017 2.4")
def test_a_title_is_confirmed_after_sixty_days_and_valid_from_the_day_all_was_met() -> None:
    ruling = titles.validity(requirements_met=date(2018, 1, 10), published=date(2018, 2, 1))
    assert ruling.value == (date(2018, 1, 10), date(2018, 4, 2))


@pytest.mark.clause("FIDE-TITLES-2017 0.43", "FIDE-TITLES-2017 1.15")
def test_a_title_counts_for_opponents_in_tournaments_that_start_after_its_confirmation() -> None:
    held = HeldFideTitle(FideTitle.IM, date(2018, 3, 5))
    assert not titles.title_counts(held, start=date(2018, 3, 5)).value
    assert titles.title_counts(held, start=date(2018, 3, 6)).value
    long = titles.title_counts(held, start=date(2017, 10, 1), played=date(2018, 3, 5))
    assert long.value
    assert long.grounds[0].clause.address == "1.15"
    assert not titles.title_counts(held, start=date(2017, 10, 1), played=date(2018, 3, 4)).value


@pytest.mark.clause("FIDE-TITLES-2017 0.44")
def test_a_title_is_achieved_on_the_later_day() -> None:
    last, reached = date(2018, 5, 10), date(2018, 7, 1)
    assert titles.achieved_on(last_result=last, rating_reached=reached).value == reached
    assert titles.achieved_on(last_result=reached, rating_reached=last).value == reached


@pytest.mark.clause("FIDE-TITLES-2017 0.45/1", "FIDE-QC-2016 S1/0.45", "FIDE-TITLES-2017 0.45/2")
def test_a_title_may_be_removed_for_cheating_in_its_own_tournaments_only() -> None:
    assert titles.may_remove_for_cheating("Metz", based_on=("Metz", "Reims")).value
    assert not titles.may_remove_for_cheating("Paris", based_on=("Metz", "Reims")).value
    assert titles.may_appeal_removal(notice=date(2018, 1, 1), on=date(2018, 1, 31)).value
    assert not titles.may_appeal_removal(notice=date(2018, 1, 1), on=date(2018, 2, 1)).value


@pytest.mark.clause(
    "FIDE-TITLES-2017 0.3", "FIDE-TITLES-2017 0.61", "FIDE-TITLES-2017 0.63/1", "FIDE-TITLES-2017 0.63/2"
)
def test_who_awards_which_title() -> None:
    may = titles.may_award
    assert may(FideTitleRoute.DIRECT, Body.QC_CHAIRMAN).value
    assert may(FideTitleRoute.RATING, Body.QC_CHAIRMAN).value
    assert not may(FideTitleRoute.DIRECT, Body.PRESIDENTIAL_BOARD).value
    assert may(FideTitleRoute.NORMS, Body.GENERAL_ASSEMBLY).value
    assert not may(FideTitleRoute.NORMS, Body.QC_CHAIRMAN, clear_case=True, qc_consulted=True).value
    for board in (Body.PRESIDENTIAL_BOARD, Body.EXECUTIVE_BOARD):
        assert may(FideTitleRoute.NORMS, board, clear_case=True, qc_consulted=True).value
        assert not may(FideTitleRoute.NORMS, board, clear_case=True).value
        assert not may(FideTitleRoute.NORMS, board, qc_consulted=True).value


@pytest.mark.clause("FIDE-TITLES-2017 0.5/direct", "FIDE-TITLES-2017 0.61", "FIDE-TITLES-2017 0.63/1")
@pytest.mark.parametrize("route", list(FideTitleRoute))
def test_a_title_goes_from_possible_to_awarded_step_by_step(route: FideTitleRoute) -> None:
    def after(step: TitleState, *, applied: bool, confirmed: bool) -> TitleState:
        return titles.next_state(route, step, applied_by_federation=applied, confirmed=confirmed).value

    assert after(TitleState.POSSIBLE, applied=False, confirmed=True) is TitleState.POSSIBLE, "nobody applied"
    assert after(TitleState.POSSIBLE, applied=True, confirmed=True) is TitleState.APPLIED
    assert after(TitleState.APPLIED, applied=True, confirmed=False) is TitleState.APPLIED
    assert after(TitleState.APPLIED, applied=True, confirmed=True) is TitleState.CONFIRMED
    assert after(TitleState.CONFIRMED, applied=True, confirmed=True) is TitleState.AWARDED
    assert after(TitleState.AWARDED, applied=True, confirmed=True) is TitleState.AWARDED
