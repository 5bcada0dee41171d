"""The ICCF's cases that are not norms: an arbiter's title, a federation's application, a revocation, the Congress,
and who is inactive.
"""

from dataclasses import dataclass
from datetime import date

from slowmate.rulebook import Refused, Requirement
from slowmate.titles.answers import Answer, Gain, Verdict, all_as, said_no
from slowmate.titles.iccf import arbiter, confirmation
from slowmate.titles.iccf.arbiter import ArbiterApplication, DirectedTournament
from slowmate.titles.iccf.categories import is_inactive
from slowmate.titles.iccf.confirmation import ConfirmedTitle


@dataclass(frozen=True, slots=True)
class ArbiterCase:
    """An application for International Arbiter (10.7; 2016: 10.9). *assessment*: what the mentor says of the work."""

    application: ArbiterApplication
    directed: tuple[DirectedTournament, ...]
    applied: date
    assessment: bool | None = None
    is_clear: bool = True
    accepted: date | None = None


@dataclass(frozen=True, slots=True)
class FederationCase:
    """A title on a federation's application: by Congress, in special circumstances, or as an exceptional case.

    *votes* are those for it and those cast; *clear* is the Commissioner's judgement; *exceptional* whether the
    Commissioner proposed it and the Executive Board agreed. *published* is the day of publication, which 2016 asks for.
    """

    title: str
    submitted: date
    votes: tuple[int, int] | None = None
    clear: bool | None = None
    died: date | None = None
    published: date | None = None
    exceptional: tuple[bool, bool] | None = None


@dataclass(frozen=True, slots=True)
class RevocationCase:
    """The bodies that asked for a title to be revoked, or agreed (10.8(c))."""

    commissioner: bool
    disciplinary_committee: bool
    congress: bool


@dataclass(frozen=True, slots=True)
class CongressCase:
    """The register of titles, for the report to a Congress and the certificates it gives (10.8(a) and (h))."""

    register: tuple[ConfirmedTitle, ...]
    since: date
    congress: date


@dataclass(frozen=True, slots=True)
class InactiveCase:
    """A player who may be inactive at the start of an event, and so counts with their last published rating."""

    start: date
    has_running_game: bool
    last_completed: date | None


IccfCase = ArbiterCase | FederationCase | RevocationCase | CongressCase | InactiveCase


def decide(case: IccfCase, *, on: date) -> Answer:
    """Decide a case; the day it was submitted, or *on*, decides the edition."""
    try:
        match case:
            case ArbiterCase():
                return _arbiter(case)
            case FederationCase():
                return _federation(case, on=on)
            case RevocationCase():
                revoked = confirmation.is_revoked(
                    commissioner=case.commissioner,
                    disciplinary_committee=case.disciplinary_committee,
                    congress=case.congress,
                    on=on,
                )
                return _answer(all_as(revoked.grounds, revoked.value))
            case CongressCase():
                return _congress(case)
            case InactiveCase():
                ruling = is_inactive(
                    on=case.start, has_running_game=case.has_running_game, last_completed=case.last_completed
                )
                return _answer(all_as(ruling.grounds, ruling.value))
    except Refused as refusal:
        return said_no(refusal)


def _answer(requirements: tuple[Requirement, ...], *gains: Gain) -> Answer:
    holds = all(requirement.holds or not requirement.binding for requirement in requirements)
    return Answer(Verdict.YES if holds else Verdict.NO, requirements, gains if holds else ())


def _arbiter(case: ArbiterCase) -> Answer:
    """Check the way from committee to Commissioner; without the mentor's assessment nothing is decided."""
    opened = arbiter.open_case(case.application, on=case.applied)
    experience = arbiter.has_experience(case.directed, applied=case.applied)
    advice = arbiter.recommend(experience, assessment=case.assessment, on=case.applied)
    checks = [*all_as(opened.grounds, holds=True), *_experience(case)]
    checks += all_as(advice.grounds[len(experience.grounds) :], bool(advice.value))
    if case.accepted is None:
        waits = advice.value is None or advice.value
        return Answer(Verdict.CONDITIONAL if waits and experience.value else Verdict.NO, tuple(checks))
    ruling = arbiter.award(advice.value, is_clear=case.is_clear, accepted=case.accepted)
    checks += all_as(ruling.grounds, ruling.value is not None)
    if ruling.value is None:
        return Answer(Verdict.NO, tuple(checks))
    return Answer(Verdict.YES, tuple(checks), (Gain("IA", "title"),), {"valid from": ruling.value})


def _experience(case: ArbiterCase) -> tuple[Requirement, ...]:
    """Check which tournaments count, then games and years, on the server or by post: one is enough."""
    ruling = arbiter.has_experience(case.directed, applied=case.applied)
    holds = [ground.facts.get("met", ground.facts.get("counts", True)) is True for ground in ruling.grounds]
    met = [
        Requirement(ground, is_met, binding="met" in ground.facts and not ruling.value)
        for ground, is_met in zip(ruling.grounds, holds, strict=True)
    ]
    return tuple(met)


def _federation(case: FederationCase, *, on: date) -> Answer:
    checks: list[Requirement] = []
    if case.died is not None:
        checks += all_as(confirmation.may_submit_posthumously(died=case.died, on=case.submitted).grounds, holds=True)
    if case.published is not None and confirmation.needs_publication(case.submitted):
        checks += all_as(confirmation.may_confirm(case.published, on=on).grounds, holds=True)
    if case.exceptional is not None:
        proposed, agreed = case.exceptional
        ruling = confirmation.decide_exceptionally(
            proposed_by_commissioner=proposed, board_agrees=agreed, on=case.submitted
        )
        return _answer((*checks, *all_as(ruling.grounds, ruling.value)), Gain(case.title, "title"))
    if case.clear is not None:
        special = confirmation.decide_special(
            is_clear=case.clear, is_posthumous=case.died is not None, on=case.submitted
        )
        checks += all_as(special.grounds, holds=True)
        if special.value is confirmation.ConfirmingBody.COMMISSIONER:
            return _answer(tuple(checks), Gain(case.title, "title"))
    if case.votes is None:
        waits = confirmation.confirmed_by(case.title, confirmation.TitleRoute.APPLICATION, on=case.submitted)
        return Answer(Verdict.CONDITIONAL, (*checks, *all_as(waits.grounds, holds=False, binding=False)))
    votes_for, votes = case.votes
    granted = confirmation.congress_grants(case.title, votes_for=votes_for, votes=votes, on=case.submitted)
    return _answer((*checks, *all_as(granted.grounds, granted.value)), Gain(case.title, "title"))


def _congress(case: CongressCase) -> Answer:
    reported = confirmation.report_to_congress(case.register, first=case.since, last=case.congress)
    due = confirmation.certificates_due(case.register, congress=case.congress)
    checks = (*all_as(reported.grounds, holds=True), *all_as(due.grounds, holds=True))
    gains = tuple(Gain(f"{due_title.title} {due_title.player}", "certificate") for due_title in due.value)
    return Answer(Verdict.YES, checks, gains)
