"""Who confirms a title, from when it is valid, and what it is called."""

from datetime import date

import pytest

from slowmate.rulebook import Refused
from slowmate.titles.iccf.confirmation import (
    ConfirmedTitle,
    ConfirmingBody,
    TitleRoute,
    certificates_due,
    confirmed_by,
    congress_grants,
    decide_exceptionally,
    decide_special,
    is_revoked,
    may_confirm,
    may_submit_posthumously,
    name_on_certificate,
    report_to_congress,
    valid_from,
)
from slowmate.words import say

E2016, E2017 = date(2016, 3, 5), date(2018, 3, 5)
BOTH = pytest.mark.parametrize("on", [E2016, E2017])
TITLES = pytest.mark.parametrize("title", ["GM", "SIM", "IM", "CCM", "CCE"])


@pytest.mark.clause(
    *(f"ICCF-TR-2017 10.{number}/auto" for number in range(2, 7)),
    *(f"ICCF-TR-2016 10.{number}/auto" for number in range(4, 9)),
    "ICCF-TR-2017 10.8(e)",
    "ICCF-TR-2016 10.10(f)",
)
@TITLES
def test_titles_from_norms_and_places_need_no_application(title: str) -> None:
    assert confirmed_by(title, TitleRoute.NORMS, on=E2017).value is ConfirmingBody.SERVER
    assert confirmed_by(title, TitleRoute.NORMS, on=E2016).value is ConfirmingBody.COMMISSIONER
    for on in (E2016, E2017):
        direct = confirmed_by(title, TitleRoute.DIRECT, on=on)
        assert direct.value is ConfirmingBody.COMMISSIONER_FOR_BOARD
        assert direct.grounds[0].facts["applications"] == 0
        assert confirmed_by(title, TitleRoute.APPLICATION, on=on).value is ConfirmingBody.CONGRESS


@pytest.mark.clause("ICCF-TR-2017 10.8(b)", "ICCF-TR-2016 10.10(b)")
def test_a_title_is_valid_from_its_confirmation() -> None:
    assert valid_from("IM", TitleRoute.NORMS, earned=E2017, registered=None).value == E2017
    assert valid_from("IM", TitleRoute.NORMS, earned=E2016, registered=date(2016, 3, 9)).value == date(2016, 3, 9)
    assert valid_from("IM", TitleRoute.NORMS, earned=E2016, registered=None).value is None
    assert valid_from("GM", TitleRoute.DIRECT, earned=E2017, registered=None).value is None
    assert valid_from("GM", TitleRoute.DIRECT, earned=E2017, registered=date(2018, 3, 9)).value == date(2018, 3, 9)


@pytest.mark.clause("ICCF-TR-2016 10.10(d)")
def test_sixty_days_of_publication_in_2016() -> None:
    published = date(2016, 3, 1)
    with pytest.raises(Refused):
        may_confirm(published, on=date(2016, 4, 29))
    assert may_confirm(published, on=date(2016, 4, 30)).value


@pytest.mark.clause(
    *(f"ICCF-TR-2017 10.{clause}" for clause in ("2(d)", "3(b)", "4(e)", "5(d)", "6(d)")),
    *(f"ICCF-TR-2016 10.{clause}" for clause in ("4(d)", "5(b)", "6(e)", "7(d)", "8(d)")),
)
@BOTH
@TITLES
@pytest.mark.parametrize(("votes", "enough"), [(40, 27), (30, 20), (33, 22), (60, 40), (45, 30)])
def test_congress_grants_with_two_thirds(on: date, title: str, votes: int, enough: int) -> None:
    assert congress_grants(title, votes_for=enough, votes=votes, on=on).value
    assert not congress_grants(title, votes_for=enough - 1, votes=votes, on=on).value
    assert not congress_grants(title, votes_for=0, votes=0, on=on).value


@pytest.mark.clause("ICCF-TR-2017 10.8(c)", "ICCF-TR-2016 10.10(c)")
@BOTH
def test_a_title_is_revoked_by_three_decisions(on: date) -> None:
    assert is_revoked(commissioner=True, disciplinary_committee=True, congress=True, on=on).value
    assert not is_revoked(commissioner=True, disciplinary_committee=True, congress=False, on=on).value
    assert not is_revoked(commissioner=False, disciplinary_committee=True, congress=True, on=on).value


@pytest.mark.clause("ICCF-TR-2017 10.9", "ICCF-TR-2016 10.11")
@pytest.mark.parametrize(
    ("died", "last", "late"),
    [
        (date(2015, 4, 10), date(2017, 4, 10), date(2017, 4, 11)),
        (date(2014, 2, 28), date(2016, 2, 28), date(2016, 2, 29)),
        (date(2016, 2, 29), date(2018, 2, 28), date(2018, 3, 1)),
    ],
)
def test_posthumous_titles_are_submitted_within_two_years(died: date, last: date, late: date) -> None:
    assert may_submit_posthumously(died=died, on=last).value
    with pytest.raises(Refused):
        may_submit_posthumously(died=died, on=late)


@pytest.mark.clause("ICCF-TR-2017 10.8(g)", "ICCF-TR-2016 10.10(h)")
@BOTH
def test_special_applications(on: date) -> None:
    assert decide_special(is_clear=True, is_posthumous=False, on=on).value is ConfirmingBody.COMMISSIONER
    assert decide_special(is_clear=False, is_posthumous=False, on=on).value is ConfirmingBody.CONGRESS
    posthumous = decide_special(is_clear=True, is_posthumous=True, on=on)
    assert posthumous.grounds[0].facts["discretion"] is (on == E2017)


@pytest.mark.clause("ICCF-TR-2017 App2.4", "ICCF-TR-2016 App2.5")
@BOTH
def test_an_exception_needs_a_proposal_and_a_decision(on: date) -> None:
    assert decide_exceptionally(proposed_by_commissioner=True, board_agrees=True, on=on).value
    assert not decide_exceptionally(proposed_by_commissioner=False, board_agrees=True, on=on).value
    assert not decide_exceptionally(proposed_by_commissioner=True, board_agrees=False, on=on).value


@pytest.mark.clause(
    "ICCF-TR-2017 10.5/option",
    "ICCF-TR-2017 10.5/end",
    "ICCF-TR-2017 10.6/option",
    "ICCF-TR-2017 10.6/end",
    "ICCF-TR-2016 10.7/option",
    "ICCF-TR-2016 10.7/end",
    "ICCF-TR-2016 10.8/option",
    "ICCF-TR-2016 10.8/end",
)
@pytest.mark.parametrize(("title", "ladies"), [("CCM", "LGM"), ("CCE", "LIM")])
@pytest.mark.parametrize(
    ("earned", "may"),
    [(E2016, True), (date(2020, 12, 31), True), (date(2021, 1, 1), True), (date(2021, 1, 2), False)],
)
def test_a_woman_may_have_the_former_title_on_her_certificate(title: str, ladies: str, earned: date, may: bool) -> None:
    shown = name_on_certificate(title, sex="f", wants_ladies_title=True, earned=earned)
    assert shown.value == (ladies if may else title)
    assert name_on_certificate(title, sex="f", wants_ladies_title=False, earned=earned).value == title
    assert name_on_certificate(title, sex="m", wants_ladies_title=True, earned=earned).value == title
    assert name_on_certificate("IM", sex="f", wants_ladies_title=True, earned=earned).value == "IM"


REGISTER = tuple(
    ConfirmedTitle(str(number), "IM", TitleRoute.NORMS, day)
    for number, day in enumerate((date(2017, 7, 31), date(2017, 8, 1), date(2018, 7, 31), date(2018, 8, 1)))
)


@pytest.mark.clause("ICCF-TR-2017 10.8(a)", "ICCF-TR-2016 10.10(a)")
def test_every_titleholder_gets_a_certificate() -> None:
    assert len(certificates_due(REGISTER, congress=date(2018, 8, 1)).value) == 4
    assert len(certificates_due(REGISTER, congress=date(2018, 7, 31)).value) == 3
    assert certificates_due(REGISTER, congress=date(2016, 8, 1)).value == ()


@pytest.mark.clause("ICCF-TR-2017 10.8(h)", "ICCF-TR-2016 10.10(i)")
def test_the_report_lists_all_titles_between_two_congresses() -> None:
    shown = report_to_congress(REGISTER, first=date(2017, 8, 1), last=date(2018, 7, 31)).value
    assert [title.player for title in shown] == ["1", "2"]
    assert report_to_congress(REGISTER, first=date(2016, 1, 1), last=date(2016, 12, 31)).value == ()


@pytest.mark.clause("ICCF-TR-2017 10.8(b)", "ICCF-TR-2016 10.10(b)")
@pytest.mark.parametrize(
    ("earned", "route", "registered", "words"),
    [
        (E2017, TitleRoute.NORMS, None, "is confirmed by the server: valid from"),
        (E2017, TitleRoute.DIRECT, None, "is not registered yet: it is valid from the day of its registration"),
        (E2016, TitleRoute.NORMS, None, "is not registered yet: it is valid from the day of its registration"),
        (E2017, TitleRoute.DIRECT, date(2018, 3, 9), "and registered on 9 March 2018: valid from 9 March 2018"),
    ],
)
def test_words_say_who_confirms_a_title_and_from_when_it_is_valid(
    earned: date, route: TitleRoute, registered: date | None, words: str
) -> None:
    said = say(valid_from("IM", route, earned=earned, registered=registered).grounds[-1])
    assert words in said
    assert "none" not in said
