"""Applications for titles: the case as the core reads it, the core's answer, and who waits for whom."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Min, Q, QuerySet

from slowmate.formats.case_json import read_case
from slowmate.formats.documents import Page, application_pages
from slowmate.formats.reading import Node
from slowmate.records import KINDS
from slowmate.rulebook import Requirement
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Pairing, Seat
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import Application, Norm, OverTheBoardPlayer, TitleAward
from slowmate.server.titles.queries.over_the_board import event_norms
from slowmate.titles.answers import Answer
from slowmate.titles.cases import decide
from slowmate.titles.fide.awards import EarnedNorm, RatingReached
from slowmate.titles.fide.forms import application_form, title_result
from slowmate.titles.fide.report import earned_norms

ARBITER, TITLE, REVOCATION = "iccf-arbiter", "iccf-application", "iccf-revocation"
FIDE_NORMS, FIDE_RATING, FIDE_DIRECT = "fide-norms", "fide-rating", "fide-direct"
CERTIFICATES = "certificates"


def applications() -> "QuerySet[Application]":
    return Application.objects.select_related("player__user", "made_by__player", "settled_by__player", "award")


# -- the case ---------------------------------------------------------------------------------------------------------


def answer_case(case: str, player: Player, facts: Mapping[str, Any], *, on: date) -> Answer:
    """Return the core's answer to a case on a day. Events over the board come from the register."""
    case_facts: dict[str, Any] = {
        **facts,
        "case": case,
        "player": {"name": str(player.name), "sex": player.sex or None},
    }
    if case == FIDE_NORMS:
        events = events_of(player, facts["title"])
        case_facts["events"] = [{"event": row.event.record, "player": row.key} for row in events]
        papers = dict(case_facts.get("application", {}))
        papers[CERTIFICATES] = [{"event": row.event.name} for row in events]
        case_facts["application"] = papers
    text = json.dumps(case_facts)
    return decide(read_case(Node(json.loads(text), (), text, "application")).case, on=on)


def answer_to(application: Application, *, on: date, more: Mapping[str, Any] | None = None) -> Answer:
    """Return the core's answer to a submitted application, with what an office adds to it."""
    return answer_case(application.case, application.player, merged(application.facts, more or {}), on=on)


def merged(facts: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts updated with others, part by part."""
    joined = dict(facts)
    for name, value in more.items():
        joined[name] = {**joined.get(name, {}), **value} if isinstance(value, dict) else value
    return joined


def lacking(answer: Answer) -> tuple[Requirement, ...]:
    """Return the binding requirements that do not hold."""
    return tuple(requirement for requirement in answer.requirements if requirement.binding and not requirement.holds)


def events_of(player: Player, title: str) -> Sequence[OverTheBoardPlayer]:
    """Return the events over the board in which a player has made a norm for a title of FIDE."""
    norms = Norm.objects.filter(player=player, title=title, state__in=Norm.LIVE, over_the_board__isnull=False)
    rows = OverTheBoardPlayer.objects.filter(player=player, event__in=norms.values("over_the_board"))
    return list(rows.select_related("event").order_by("event__start", "event__pk"))


# -- titles to be revoked ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revocable:
    """A title that a player holds: awarded here, imported, or only in the profile."""

    title: str
    award: TitleAward | None = None
    held: TitleHeld | None = None

    @property
    def key(self) -> str:
        return f"award-{self.award.pk}" if self.award else f"held-{self.held.pk}" if self.held else "profile"

    @property
    def since(self) -> date | None:
        return self.award.valid_from if self.award else self.held.confirmed if self.held else None

    @property
    def source(self) -> str:
        return self.award.source if self.award else self.held.source if self.held else ""

    @property
    def number(self) -> int:
        """The number of the championship, 0 if it is none."""
        return self.award.number if self.award else self.held.number if self.held else 0


def revocable(player: Player) -> list[Revocable]:
    """Return all titles of a player, the oldest first."""
    awards = TitleAward.objects.filter(player=player, state=TitleAward.State.CONFIRMED).order_by("pk")
    titles = [Revocable(award.title, award=award) for award in awards]
    held = TitleHeld.objects.filter(player=player).order_by("confirmed", "pk")
    titles += [Revocable(held_title.title, held=held_title) for held_title in held.filter(award=None)]
    if player.title and player.title not in {held_title.title for held_title in titles}:
        titles.append(Revocable(player.title))
    return titles


# -- International Arbiters -------------------------------------------------------------------------------------------


def directed_by(player: Player) -> list[dict[str, Any]]:
    """Return the events a player has directed, with the games that ended under them, as the core counts them."""
    if player.user_id is None:
        return []
    directed = Pairing.objects.filter(section__director=player.user_id)
    names = ("section__event__name", "section__event__kind", "section__event__federation")
    over = Q(game__status=Game.Status.FINISHED) & ~Q(game__result="cancelled")
    rows = directed.values("section__event", *names).annotate(
        games=Count("pk", filter=over),
        postal=Count("pk", filter=over & Q(game__is_postal=True)),
        since=Min("section__start"),
    )
    federations = dict(
        Seat.objects.filter(section__director=player.user_id)
        .exclude(federation="")
        .values_list("section__event")
        .annotate(number=Count("federation", distinct=True))
    )
    return [
        {
            "event": row["section__event"],
            "name": row["section__event__name"],
            "kind": row["section__event__kind"],
            "games": row["games"],
            "since": row["since"].isoformat(),
            "postal": row["postal"] * 2 > row["games"],
            "international": federations.get(row["section__event"], 0) > 1,
        }
        for row in rows.order_by("since", "section__event")
        if row["games"] and row["section__event__kind"] in KINDS
    ]


# -- FIDE's IT2 -------------------------------------------------------------------------------------------------------


def it2_of(application: Application, *, issued: date) -> Page | None:
    """Return IT2 with its certificates; None if the case has no form. `Refused` if the title is not earned."""
    if application.case != FIDE_NORMS:
        return None
    title = application.title
    results, made, ratings = [], list[EarnedNorm](), list[RatingReached]()
    for row in events_of(application.player, title):
        norms = event_norms(row.event)
        if norms.report is None:
            continue
        result = title_result(norms.event, norms.report, player=row.key, title=title, issued=issued)
        results.append(result)
        made += earned_norms(norms.event, result.value.player)
        if result.value.player.rating is not None:
            ratings.append(RatingReached(result.value.player.rating, norms.event.start))
    if not results:
        return None
    for rating in application.facts.get("ratings", ()):
        ratings.append(RatingReached(rating["rating"], date.fromisoformat(rating["date"])))
    application_ruling = application_form(tuple(result_ruling.value for result_ruling in results), made, ratings)
    return application_pages(
        application_ruling.value,
        application_ruling.grounds,
        [result_ruling.grounds for result_ruling in results],
        issued=issued,
    )


# -- lists ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PersonalApplications:
    """The applications by or for a person, and those waiting for their office."""

    own: Sequence[Application]
    waiting: Sequence[Application]


def of_person(user: User, *, offices: Sequence[str], most: int) -> PersonalApplications:
    """Return the applications of a person. *offices* are the states that wait for an office of theirs."""
    rows = applications().order_by("-made", "-pk")
    own = rows.filter(Q(made_by=user) | Q(player__user=user))[:most]
    waiting = rows.filter(state__in=offices).order_by("made", "pk")[:most] if offices else ()
    return PersonalApplications(list(own), list(waiting))
