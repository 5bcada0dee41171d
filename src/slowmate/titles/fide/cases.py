"""FIDE's cases from one end to the other: a title by norms, by rating or by a place, a report, a removal, a region."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from slowmate.records import Event, Player
from slowmate.rulebook import Ground, Refused, Requirement
from slowmate.titles.answers import Answer, Gain, Verdict, all_as, said_no
from slowmate.titles.fide import application, championships, direct, precedents
from slowmate.titles.fide import awards as by_norms
from slowmate.titles.fide.administration import may_enter_restricted
from slowmate.titles.fide.application import BoardMeeting, ReportFiled, TitleApplication
from slowmate.titles.fide.awards import CommissionVerdict, EarnedNorm, RatingReached, title_by_norms
from slowmate.titles.fide.championships import Championship
from slowmate.titles.fide.direct import DirectAward, DirectState, Finish, Subgroup
from slowmate.titles.fide.federations import may_combine
from slowmate.titles.fide.report import earned_norms
from slowmate.titles.fide.tables import baku_applications, direct_title_entries
from slowmate.titles.fide.titles import (
    TITLES,
    Body,
    FideTitle,
    FideTitleRoute,
    TitleState,
    is_for_women,
    may_appeal_removal,
    may_award,
    may_remove_for_cheating,
    next_state,
    validity,
)


@dataclass(frozen=True, slots=True)
class Awarding:
    """The body asked to award a title, and the state of the title."""

    body: Body | None = None
    clear_case: bool = False
    qc_consulted: bool = False
    state: TitleState | None = None
    applied_by_federation: bool = False
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class NormOfCase:
    """A norm that is told, not computed. *divisions* of a national team championship it was put together from."""

    norm: EarnedNorm
    divisions: tuple[str, ...] = ()
    season: int | None = None


@dataclass(frozen=True, slots=True)
class PlaceOfCase:
    """A place in a championship, which may be a norm."""

    event: str
    on: date
    championship: Championship
    finish: Finish


@dataclass(frozen=True, slots=True)
class Papers:
    """The application itself; *title* is put in once the norms are judged."""

    certificates: tuple[application.AttachedCertificate, ...]
    has_form: bool = True
    signed_by_federation: bool = True
    refused_by_federation: bool = False
    appealed: bool = False
    fee_paid_by: str | None = "federation"
    posted: date | None = None


@dataclass(frozen=True, slots=True)
class NormsCase:
    """A title by norms (1.5). *events* are tournaments with who the applicant is in them."""

    title: FideTitle
    sex: str | None
    norms: tuple[NormOfCase, ...] = ()
    events: tuple[tuple[Event, Player], ...] = ()
    places: tuple[PlaceOfCase, ...] = ()
    ratings: tuple[RatingReached, ...] = ()
    reached_by: tuple[Ground, ...] = ()
    """The computation of ratings that were never published."""
    papers: Papers | None = None
    arrived: date | None = None
    meeting: BoardMeeting | None = None
    awarding: Awarding = field(default_factory=Awarding)


@dataclass(frozen=True, slots=True)
class RatingCase:
    """A title by rating (1.3)."""

    title: FideTitle
    sex: str | None
    ratings: tuple[RatingReached, ...]
    reached_by: tuple[Ground, ...] = ()
    awarding: Awarding = field(default_factory=Awarding)


@dataclass(frozen=True, slots=True)
class DirectCase:
    """A place in a championship (1.2). *rating_now*: the best rating since; *requested* by the federation."""

    championship: Championship
    finish: Finish
    sex: str | None
    best_rating: int | None
    subgroup: Subgroup | None = None
    steps: tuple[tuple[str, date], ...] = ()
    rating_now: int | None = None
    requested: bool = False
    awarding: Awarding = field(default_factory=Awarding)


@dataclass(frozen=True, slots=True)
class RemovalCase:
    """A title that may be removed for cheating (0.45)."""

    breach_in: str
    based_on: tuple[str, ...]
    notice: date | None = None
    appealed: date | None = None


@dataclass(frozen=True, slots=True)
class RegionCase:
    """A regional youth event a continent names (1.24)."""

    region: str
    already: tuple[str, ...]
    year: int
    notified: date


FideCase = NormsCase | RatingCase | DirectCase | ReportFiled | RemovalCase | RegionCase


def decide(case: FideCase, *, on: date) -> Answer:
    """Decide a case as it stands on a day; what the regulations refuse is a no with its clause."""
    try:
        match case:
            case NormsCase():
                return _by_norms(case, on=on)
            case RatingCase():
                return _by_rating(case)
            case DirectCase():
                return _direct(case)
            case ReportFiled():
                return _answer_by(application.report_requirements(case))
            case RemovalCase():
                return _removal(case, on=on)
            case RegionCase():
                ruling = championships.may_designate(
                    case.region, already=case.already, year=case.year, notified=case.notified
                )
                return _answer_by(all_as(ruling.grounds, ruling.value))
    except Refused as refusal:
        return said_no(refusal)


def _answer_by(requirements: Iterable[Requirement]) -> Answer:
    checks = tuple(requirements)
    holds = all(check.holds or not check.binding for check in checks)
    return Answer(Verdict.YES if holds else Verdict.NO, checks)


def _for_women(title: FideTitle, sex: str | None) -> tuple[Requirement, ...]:
    if not is_for_women(title) or sex == "f":
        return ()
    return all_as([Ground(TITLES, {"titles": [str(title)], "sex": sex, "outcome": "for women"})], holds=False)


def _awarded(route: FideTitleRoute, awarding: Awarding) -> Iterator[Requirement]:
    """Check whether the awarding body may award it, and which step comes next."""
    if awarding.body is not None:
        ruling = may_award(route, awarding.body, clear_case=awarding.clear_case, qc_consulted=awarding.qc_consulted)
        yield from all_as(ruling.grounds, ruling.value)
    if awarding.state is not None:
        step = next_state(
            route, awarding.state, applied_by_federation=awarding.applied_by_federation, confirmed=awarding.confirmed
        )
        yield from all_as(step.grounds, step.value is not awarding.state, binding=False)


# -- by norms ---------------------------------------------------------------------------------------------------------


def _by_norms(case: NormsCase, *, on: date) -> Answer:
    norms, remarks = _norms(case)
    ratings = [rating for rating in case.ratings if rating.on <= on]
    judged = title_by_norms(case.title, (norm for norm in norms if norm.on <= on), ratings).value
    papers, posted = (case.papers, case.papers.posted) if case.papers else (None, None)
    verdict, checks = judged.verdict, judged.requirements
    if papers is not None:
        applied = _application(judged, papers)
        verdict, checks = application.application_verdict(applied, on=on).value, application.checklist(applied, on=on)
    further = (
        *_for_women(case.title, case.sex),
        *_ratings(case.ratings, case.reached_by, by_norms.NORM_TITLE_RATING[case.title]),
        *_surcharge(case),
        *_awarded(FideTitleRoute.NORMS, case.awarding),
    )
    barred = any(check.binding and not check.holds for check in further)
    verdict = CommissionVerdict.NO if barred else verdict
    days: dict[str, date | None] = {"achieved": judged.achieved}
    if judged.achieved and posted:
        valid = validity(requirements_met=judged.achieved, published=posted)
        days |= {"valid from": valid.value[0], "confirmed from": valid.value[1]}
        further = (*further, *all_as(valid.grounds, holds=True))
    looked_at = (*remarks, *checks, *further)
    looked_at = (*looked_at, *_precedents(looked_at)) if verdict is CommissionVerdict.NO else looked_at
    gains = (Gain(case.title, "title", verdict is CommissionVerdict.YES),)
    return Answer(Verdict(verdict), looked_at, gains if verdict is not CommissionVerdict.NO else (), days)


def _norms(case: NormsCase) -> tuple[list[EarnedNorm], list[Requirement]]:
    """Return the norms given, computed and won by place; those from different divisions do not count."""
    norms, remarks = list[EarnedNorm](), list[Requirement]()
    for given in case.norms:
        season = given.norm.on.year if given.season is None else given.season
        ruling = may_combine(given.divisions, season=season)
        if ruling.value:
            norms.append(given.norm)
        if len(given.divisions) > 1:
            remarks += all_as(ruling.grounds, ruling.value, binding=False)
    for event, player in case.events:
        norms += earned_norms(event, player)
    for place in case.places:
        ruling_ = direct.direct_awards(place.championship, place.finish, best_rating=None)
        won = [award for award in ruling_.value if award.grants == "norm" and award.title is case.title]
        norms += [by_norms.norm_by_place(award, event=place.event, on=place.on) for award in won]
        remarks += all_as(ruling_.grounds, bool(won), binding=False)
    return norms, remarks


def _application(title: by_norms.TitleByNorms, papers: Papers) -> TitleApplication:
    return TitleApplication(
        title,
        papers.certificates,
        papers.has_form,
        papers.signed_by_federation,
        papers.refused_by_federation,
        papers.appealed,
        papers.fee_paid_by,
        papers.posted,
    )


def _ratings(ratings: Sequence[RatingReached], reached_by: Sequence[Ground], least: int) -> Iterator[Requirement]:
    """Check what an unpublished rating must have to count, for ratings that are high enough."""
    yield from all_as(reached_by, holds=True)
    for rating in ratings:
        if rating.published or rating.rating < least:
            continue
        for ground in by_norms.may_be_used(rating).grounds:
            lacks = {
                by_norms.PROOF: not rating.evidence,
                by_norms.DAY_OF_EACH_GAME: not rating.certified,
                by_norms.AGREED: bool(ground.facts.get("missing")),
                by_norms.PERIOD_RATED: not rating.period_rated,
            }
            yield Requirement(ground, not lacks.get(ground.clause, False), binding=False)


def _surcharge(case: NormsCase) -> tuple[Requirement, ...]:
    if case.arrived is None or case.meeting is None:
        return ()
    last = max((given.norm.on for given in case.norms), default=None)
    return all_as(application.surcharge(case.arrived, case.meeting, last_norm=last).grounds, holds=True)


def _precedents(looked_at: Iterable[Requirement]) -> tuple[Requirement, ...]:
    """Return the Commission's verdicts of 2016 on applications that lacked the same."""
    failed = {check.ground.clause for check in looked_at if check.binding and not check.holds}
    same = [precedent.name for precedent in baku_applications() if precedents.clause_behind(precedent) in failed]
    if not same:
        return ()
    record = precedents.verdicts().grounds[0]
    return all_as([Ground(precedents.RECORD, {**record.facts, "for_the_same": same})], holds=True)


# -- by rating, by place, and against ---------------------------------------------------------------------------------


def _by_rating(case: RatingCase) -> Answer:
    best = max(case.ratings, key=lambda rating: (by_norms.rating_gives_title(case.title, rating).value, rating.rating))
    ruling = by_norms.rating_gives_title(case.title, best)
    least = by_norms.RATING_TITLES[case.title].newest[1]
    checks = by_norms.rating_requirements(case.title, best)
    further = (
        *_for_women(case.title, case.sex),
        *_ratings([best], case.reached_by, least),
        *_awarded(FideTitleRoute.RATING, case.awarding),
    )
    barred = any(check.binding and not check.holds for check in further)
    holds = ruling.value and not barred
    gains = (Gain(case.title, "title"),) if holds else ()
    return Answer(
        Verdict.YES if holds else Verdict.NO, (*checks, *further), gains, {"achieved": best.on} if holds else {}
    )


def _direct(case: DirectCase) -> Answer:
    entered = may_enter_restricted(case.sex, restricted_to="f" if case.championship.women else None)
    requirements = list(all_as(entered.grounds, entered.value)) if case.championship.women else []
    ruling = direct.direct_awards(case.championship, case.finish, best_rating=case.best_rating, subgroup=case.subgroup)
    if not ruling.value:
        return Answer(Verdict.NO, (*requirements, *all_as(ruling.grounds, holds=True), *_cells(case)))
    requirements += [Requirement(ground, _is_reached(ground), binding=False) for ground in ruling.grounds]
    won = []
    for award in ruling.value:
        final = award.state is DirectState.FINAL
        if not final:
            later = direct.is_final_on_request(award.title, best_rating=case.rating_now, requested=case.requested)
            final = later.value
            requirements += all_as(later.grounds, final, binding=False)
        won.append(_gain(award, final=final))
    if case.steps:
        requirements += all_as(application.direct_registration(case.steps).grounds, holds=True)
    requirements += _awarded(FideTitleRoute.DIRECT, case.awarding)
    judged = _answer_by(requirements)
    if judged.verdict is Verdict.NO:
        return judged
    titles = [gain for gain in won if gain.grants == "title"] or won
    return Answer(
        Verdict.YES if any(gain.final for gain in titles) else Verdict.CONDITIONAL, tuple(requirements), tuple(won)
    )


def _is_reached(ground: Ground) -> bool:
    """Return whether a ground with a least rating has one that was reached; True for other grounds."""
    least, best = ground.facts.get("minimum"), ground.facts.get("best_rating", 0)
    has_minimum = "best_rating" in ground.facts and isinstance(least, int)
    return not has_minimum or (isinstance(best, int) and isinstance(least, int) and best >= least)


def _gain(award: DirectAward, *, final: bool) -> Gain:
    return Gain(award.title, award.grants, final, None if final else award.interim)


def _cells(case: DirectCase) -> tuple[Requirement, ...]:
    """Return what the row of the championship asks for, when the finish is none of it."""
    row = championships.row_of(case.championship).value
    entries = [entry for entry in direct_title_entries(women=case.championship.women) if entry.event == row]
    return tuple(Requirement(direct.satisfies(entry, case.finish).grounds[0], holds=False) for entry in entries)


def _removal(case: RemovalCase, *, on: date) -> Answer:
    removal = may_remove_for_cheating(case.breach_in, based_on=case.based_on)
    checks = list(all_as(removal.grounds, removal.value))
    if case.notice is not None:
        appeal = may_appeal_removal(notice=case.notice, on=case.appealed or on)
        checks += all_as(appeal.grounds, appeal.value, binding=False)
    return _answer_by(checks)
