"""Certificates, reports, applications and fees: 1.8 to 2.4."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from slowmate.rulebook import Refused, Requirement
from slowmate.titles.answers import Verdict
from slowmate.titles.fide import application
from slowmate.titles.fide.application import AttachedCertificate, BoardMeeting, Form, ReportFiled, TitleApplication
from slowmate.titles.fide.awards import CommissionVerdict, EarnedNorm, RatingReached, title_by_norms
from slowmate.titles.fide.cases import decide
from slowmate.titles.fide.titles import FideTitle

END = date(2018, 5, 10)
POSTED = date(2018, 2, 1)
NORMS = [EarnedNorm(FideTitle.IM, name, date(2018, 1, 1), 9) for name in ("Metz", "Reims", "Nancy")]
TITLE = title_by_norms(FideTitle.IM, NORMS, [RatingReached(2410, date(2018, 1, 1))]).value
COMPLETE = TitleApplication(TITLE, tuple(AttachedCertificate(norm.event) for norm in NORMS), posted=POSTED)
DECIDED = date(2018, 4, 2)


def failed(checks: tuple[Requirement, ...]) -> set[str]:
    return {check.ground.clause.address for check in checks if not check.holds}


@pytest.mark.clause("FIDE-TITLES-2017 1.8/1")
def test_a_certificate_goes_to_four() -> None:
    copies = application.certificate_copies(player="Anna", federation="CZE", organiser="HUN").value
    assert copies == ("Anna", "CZE", "HUN", "FIDE")


FILED = ReportFiled(
    END, has_trf=True, to_officer=date(2018, 5, 17), uploaded=date(2018, 6, 9), arbiter_present=True,
    games_of=("1", "2"), norm_players=("1",),
)  # fmt: skip


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.8/2",
    "FIDE-TITLES-2017 1.16/2",
    "FIDE-TITLES-2017 1.91",
    "FIDE-TITLES-2017 1.92/1",
    "FIDE-TITLES-2017 1.92/2",
    "FIDE-TITLES-2017 1.93",
)
@pytest.mark.parametrize(
    ("filed", "missing"),
    [
        (FILED, set()),
        (replace(FILED, to_officer=date(2018, 5, 18)), {"1.92/1"}),
        (replace(FILED, uploaded=date(2018, 6, 10)), {"1.92/2"}),
        (replace(FILED, to_officer=None, uploaded=None), {"1.92/1", "1.92/2"}),
        (replace(FILED, has_trf=False), {"1.8/2"}),
        (replace(FILED, arbiter_present=False), {"1.16/2"}),
        (replace(FILED, norm_players=("1", "3")), {"1.93"}),
    ],
)
def test_a_report_is_complete_and_in_time(filed: ReportFiled, missing: set[str]) -> None:
    checks = application.report_requirements(filed)
    assert failed(checks) == missing
    assert checks[0].ground.facts == {"end": END}


@pytest.mark.parametrize(("filed", "verdict"), [(FILED, Verdict.YES), (replace(FILED, has_trf=False), Verdict.NO)])
def test_one_binding_requirement_that_fails_makes_the_answer_no(filed: ReportFiled, verdict: Verdict) -> None:
    assert decide(filed, on=date(2018, 7, 1)).verdict is verdict


@pytest.mark.clause("FIDE-TITLES-2017 1.10a")
def test_a_direct_title_is_registered_step_by_step() -> None:
    steps = [(name, date(2018, 5, day)) for day, name in enumerate(application.DIRECT_STEPS, 1)]
    assert application.direct_registration([]).value == "possible"
    for number, (name, _) in enumerate(steps, 1):
        assert application.direct_registration(steps[:number]).value == name
    with pytest.raises(Refused):
        application.direct_registration([steps[0], steps[2]])
    with pytest.raises(Refused):
        application.direct_registration([steps[0], (steps[1][0], date(2018, 4, 1))])


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.10b/1",
    "FIDE-TITLES-2017 1.10b/2",
    "FIDE-TITLES-2017 1.10b/3",
    "FIDE-TITLES-2017 2.1",
    "FIDE-TITLES-2017 2.2",
    "FIDE-TITLES-2017 2.4",
)
@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({}, set()),
        ({"signed_by_federation": False}, {"1.10b/1"}),
        ({"fee_paid_by": "player"}, {"2.2"}),
        ({"fee_paid_by": None}, {"2.2"}),
        ({"refused_by_federation": True, "appealed": True, "fee_paid_by": "player"}, set()),
        ({"refused_by_federation": True, "appealed": False, "fee_paid_by": "player"}, {"1.10b/2"}),
        ({"refused_by_federation": True, "appealed": True}, {"1.10b/2"}),
        ({"has_form": False}, {"2.1"}),
        ({"certificates": COMPLETE.certificates[:2]}, {"2.1"}),
        ({"certificates": (*COMPLETE.certificates[:2], AttachedCertificate("Nancy", has_cross_table=False))}, {"2.1"}),
        (
            {"certificates": (*COMPLETE.certificates[:2], AttachedCertificate("Nancy", signed_by_arbiter=False))},
            {"1.10b/3"},
        ),
        (
            {"certificates": (*COMPLETE.certificates[:2], AttachedCertificate("Nancy", signed_by_federation=False))},
            {"1.10b/3"},
        ),
        ({"posted": None}, {"2.4"}),
        ({"posted": date(2018, 2, 2)}, {"2.4"}),
    ],
)
def test_what_an_application_must_have(changes: dict[str, Any], missing: set[str]) -> None:
    applied = replace(COMPLETE, **changes)
    assert failed(application.checklist(applied, on=DECIDED)) == missing
    assert application.application_verdict(applied, on=DECIDED).value is (
        CommissionVerdict.NO if missing else CommissionVerdict.YES
    )


@pytest.mark.clause("FIDE-TITLES-2017 1.53")
def test_a_complete_application_without_the_rating_is_accepted_on_condition() -> None:
    title = title_by_norms(FideTitle.IM, NORMS, [RatingReached(2399, date(2018, 1, 1))]).value
    applied = replace(COMPLETE, title=title)
    assert application.application_verdict(applied, on=DECIDED).value is CommissionVerdict.CONDITIONAL
    assert failed(application.checklist(applied, on=DECIDED)) == {"1.53"}


@pytest.mark.clause("FIDE-TITLES-2017 2", "FIDE-TITLES-2017 2.1")
def test_the_forms_of_an_application() -> None:
    assert application.forms_for(FideTitle.GM, 3).value == {Form.APPLICATION: 1, Form.CERTIFICATE: 3}
    assert [str(form) for form in Form] == ["IT1", "IT2", "IT3"]
    assert application.forms_for(FideTitle.FM, 0).value == {Form.APPLICATION: 1}


@pytest.mark.clause("FIDE-TITLES-2017 2.3/1", "FIDE-TITLES-2017 2.3/2", "FIDE-TITLES-2017 2.3/3")
@pytest.mark.parametrize(
    ("arrived", "last_norm", "percent", "waivable"),
    [
        (date(2016, 8, 2), None, 0, False),
        (date(2016, 8, 3), None, 50, False),
        (date(2016, 8, 3), date(2016, 8, 2), 50, False),
        (date(2016, 8, 20), date(2016, 8, 12), 50, True),
        (date(2016, 8, 31), None, 50, False),
        (date(2016, 9, 1), date(2016, 8, 31), 100, False),
        (date(2016, 9, 14), None, 100, False),
    ],
)
def test_the_surcharge_by_the_day_an_application_arrives(
    arrived: date, last_norm: date | None, percent: int, waivable: bool
) -> None:
    congress = BoardMeeting(date(2016, 9, 1), date(2016, 9, 14))
    found = application.surcharge(arrived, congress, last_norm=last_norm)
    assert (found.value.percent, found.value.waivable) == (percent, waivable)


def test_an_application_after_the_meeting_is_for_the_next_one() -> None:
    with pytest.raises(Refused):
        application.surcharge(date(2016, 9, 15), BoardMeeting(date(2016, 9, 1), date(2016, 9, 14)))
