"""Sections 1.8 to 2.4: certificates, reports and applications. What is needed, by when, and what it costs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from slowmate.rulebook import Dated, Fact, Ground, Refused, Requirement, Ruling, clause
from slowmate.titles.fide.awards import CommissionVerdict, TitleByNorms
from slowmate.titles.fide.titles import NORM_TITLES, POSTED_FOR, FideTitle

COPIES = clause("FIDE-TITLES-2017 1.8/1")
REPORT_SENT = clause("FIDE-TITLES-2017 1.8/2")
PRESENT = clause("FIDE-TITLES-2017 1.16/2")
END = clause("FIDE-TITLES-2017 1.91")
TO_THE_OFFICER_WITHIN = Dated({"FIDE-TITLES-2017 1.92/1": timedelta(days=7)})
UPLOADED_WITHIN = Dated({"FIDE-TITLES-2017 1.92/2": timedelta(days=30)})
GAMES_ADDED = clause("FIDE-TITLES-2017 1.93")
DIRECT_LIST = clause("FIDE-TITLES-2017 1.10a")
BY_THE_FEDERATION = clause("FIDE-TITLES-2017 1.10b/1")
BY_THE_PLAYER = clause("FIDE-TITLES-2017 1.10b/2")
SIGNED = clause("FIDE-TITLES-2017 1.10b/3")
FORMS = clause("FIDE-TITLES-2017 2")
DOCUMENTS = clause("FIDE-TITLES-2017 2.1")
FEE = clause("FIDE-TITLES-2017 2.2")
APPLY_AHEAD = Dated({"FIDE-TITLES-2017 2.3/1": timedelta(days=30)})
LATE = APPLY_AHEAD.clause
WAIVER = clause("FIDE-TITLES-2017 2.3/2")
DURING = clause("FIDE-TITLES-2017 2.3/3")


class Form(StrEnum):
    CERTIFICATE = "IT1"
    APPLICATION = "IT2"
    REPORT = "IT3"


FORM_NAMES = {
    Form.CERTIFICATE: "Certificate of title result",
    Form.APPLICATION: "Application for a title",
    Form.REPORT: "Tournament report",
}


def forms_for(title: FideTitle, norms: int) -> Ruling[dict[Form, int]]:
    """Return the forms an application takes: one IT2, and an IT1 with its cross-table for each norm."""
    counts = {Form.APPLICATION: 1, Form.CERTIFICATE: norms} if title in NORM_TITLES else {Form.APPLICATION: 1}
    facts: dict[str, Fact] = {"title": title, "IT2": 1, "IT1": counts.get(Form.CERTIFICATE, 0)}
    names = {str(form): name for form, name in FORM_NAMES.items()}
    return Ruling(counts, (Ground(FORMS, {"forms": names}), Ground(DOCUMENTS, facts)))


def certificate_copies(*, player: str, federation: str, organiser: str) -> Ruling[tuple[str, ...]]:
    """Return who gets copies of a certificate: the player, both federations (own, organising) and FIDE."""
    copies = (player, federation, organiser, "FIDE")
    return Ruling(copies, (Ground(COPIES, {"copies": copies}),))


# -- the tournament report --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReportFiled:
    """The report filed after a tournament. *arbiter_present*: the declaration that an IA or FA was always there."""

    last_round: date
    has_trf: bool
    to_officer: date | None = None
    uploaded: date | None = None
    arbiter_present: bool = False
    games_of: Collection[str] = ()
    norm_players: Collection[str] = ()


def report_requirements(filed: ReportFiled) -> tuple[Requirement, ...]:
    """Check what a tournament report has and when: all deadlines run from the day of the last round."""
    missing = sorted(set(filed.norm_players) - set(filed.games_of))
    return (
        Requirement(Ground(END, {"end": filed.last_round}), holds=True),
        Requirement(Ground(REPORT_SENT, {"trf": filed.has_trf}), filed.has_trf),
        Requirement(Ground(PRESENT, {"declared": filed.arbiter_present}), filed.arbiter_present),
        _in_time(TO_THE_OFFICER_WITHIN, filed.to_officer, filed),
        _in_time(UPLOADED_WITHIN, filed.uploaded, filed),
        Requirement(Ground(GAMES_ADDED, {"missing": missing}), not missing),
    )


def _in_time(limit: Dated[timedelta], completed: date | None, filed: ReportFiled) -> Requirement:
    cited, within = limit.newest
    last = filed.last_round + within
    facts: dict[str, Fact] = {"done": completed, "last_day": last}
    return Requirement(Ground(cited, facts), completed is not None and completed <= last)


# -- applications -----------------------------------------------------------------------------------------------------

DIRECT_STEPS = ("results sent", "listed", "federation informed", "federation agrees", "confirmed")


def direct_registration(done: Sequence[tuple[str, date]]) -> Ruling[str]:
    """Return how far a direct title has come: sent, listed, federation informed, agreed, confirmed.

    *done* are the steps taken with their days. A step out of its order, or dated before the one before, is refused.
    """
    facts: dict[str, Fact] = {"done": dict(done)}
    names = tuple(name for name, _ in done)
    days = [day for _, day in done]
    if names != DIRECT_STEPS[: len(names)] or days != sorted(days):
        raise Refused(Ground(DIRECT_LIST, {**facts, "outcome": "out of order"}))
    return Ruling(names[-1] if names else "possible", (Ground(DIRECT_LIST, facts),))


@dataclass(frozen=True, slots=True)
class AttachedCertificate:
    """One IT1 of an application, and what hangs on it."""

    event: str
    has_cross_table: bool = True
    signed_by_arbiter: bool = True
    signed_by_federation: bool = True


@dataclass(frozen=True, slots=True)
class TitleApplication:
    """An application for a title by norms. *refused_by_federation* lets the player apply without it."""

    title: TitleByNorms
    certificates: tuple[AttachedCertificate, ...]
    has_form: bool = True
    signed_by_federation: bool = True
    refused_by_federation: bool = False
    appealed: bool = False
    fee_paid_by: str | None = "federation"
    posted: date | None = None


def checklist(application: TitleApplication, *, on: date) -> tuple[Requirement, ...]:
    """Return all that an application must have before it can be decided on a day, norms and rating first."""
    title = application.title
    return (
        *title.requirements,
        *_who_applies(application),
        *_documents(application),
        _posted(application.posted, on=on),
    )


def application_verdict(application: TitleApplication, *, on: date) -> Ruling[CommissionVerdict]:
    """Return the verdict an application is ready for: no while anything but the rating is missing."""
    checks = checklist(application, on=on)
    papers = checks[len(application.title.requirements) :]
    ready = all(check.holds for check in papers)
    return Ruling(application.title.verdict if ready else CommissionVerdict.NO, tuple(check.ground for check in checks))


def _who_applies(application: TitleApplication) -> tuple[Requirement, ...]:
    """Check that the federation applies, signs and pays, or the player does after its refusal and an appeal."""
    signed: dict[str, Fact] = {"signed": application.signed_by_federation}
    if not application.refused_by_federation:
        paid = application.fee_paid_by == "federation"
        return (
            Requirement(Ground(BY_THE_FEDERATION, signed), application.signed_by_federation),
            Requirement(Ground(FEE, {"paid_by": application.fee_paid_by, "owed_by": "federation"}), paid),
        )
    facts: dict[str, Fact] = {"refused": True, "appealed": application.appealed, "paid_by": application.fee_paid_by}
    return (Requirement(Ground(BY_THE_PLAYER, facts), application.appealed and application.fee_paid_by == "player"),)


def _documents(application: TitleApplication) -> tuple[Requirement, ...]:
    needed = forms_for(application.title.title, len(application.title.norms))
    tables = sum(certificate.has_cross_table for certificate in application.certificates)
    facts: dict[str, Fact] = {
        "application_form": application.has_form,
        "certificates": len(application.certificates),
        "cross_tables": tables,
        "needed": len(application.title.norms),
    }
    enough = min(tables, len(application.certificates)) >= needed.value[Form.CERTIFICATE]
    unsigned = [
        certificate.event
        for certificate in application.certificates
        if not (certificate.signed_by_arbiter and certificate.signed_by_federation)
    ]
    return (
        Requirement(Ground(DOCUMENTS, facts), application.has_form and enough),
        Requirement(Ground(SIGNED, {"unsigned": unsigned}), not unsigned),
    )


def _posted(posted: date | None, *, on: date) -> Requirement:
    cited, days = POSTED_FOR.newest
    earliest = None if posted is None else posted + days
    holds = earliest is not None and earliest <= on
    return Requirement(Ground(cited, {"posted": posted, "earliest": earliest}), holds)


# -- fees -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardMeeting:
    """A Presidential Board, Executive Board or General Assembly that decides on applications."""

    begins: date
    ends: date


@dataclass(frozen=True, slots=True)
class Surcharge:
    """The surcharge of an application, in percent; *waivable*: the last norm came too late for the deadline."""

    percent: int
    waivable: bool = False


def surcharge(arrived: date, meeting: BoardMeeting, *, last_norm: date | None = None) -> Ruling[Surcharge]:
    """Return the surcharge by the day of arrival: none 30 days ahead, 50 % later, 100 % during the meeting."""
    facts: dict[str, Fact] = {"arrived": arrived, "begins": meeting.begins, "days": (meeting.begins - arrived).days}
    if arrived > meeting.ends:
        over: dict[str, Fact] = {"arrived": arrived, "begins": meeting.begins, "outcome": "after the meeting"}
        raise Refused(Ground(LATE, over))
    if arrived >= meeting.begins:
        return Ruling(Surcharge(100), (Ground(DURING, {**facts, "percent": 100}),))
    last_day = meeting.begins - APPLY_AHEAD.newest[1]
    if arrived <= last_day:
        return Ruling(Surcharge(0), (Ground(LATE, {**facts, "percent": 0}),))
    waivable = last_norm is not None and last_norm > last_day
    grounds = [Ground(LATE, {**facts, "percent": 50})]
    if waivable:
        grounds.append(Ground(WAIVER, {"last_norm": last_norm, "last_day": last_day}))
    return Ruling(Surcharge(50, waivable), tuple(grounds))
