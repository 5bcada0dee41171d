"""Applications for titles: the case as the core reads it, what the core says to it, and who waits for whom."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils.translation import gettext

from slowmate.formats.case_json import read_case
from slowmate.formats.documents import Page, application_pages
from slowmate.formats.reading import Node
from slowmate.records import KINDS
from slowmate.rulebook import Requirement
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Pairing, Seat
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.site.text import day
from slowmate.server.titles.models import Application, Norm, OverTheBoardPlayer, TitleAward
from slowmate.server.titles.queries.over_the_board import computed
from slowmate.server.titles.text import short_title
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


def answer(case: str, player: Player, facts: Mapping[str, Any], *, on: date) -> Answer:
    """What the core says to a case as it stands on a day. Events over the board are read where they are kept."""
    said: dict[str, Any] = {
        **facts,
        "case": case,
        "player": {"name": str(player.name), "sex": player.sex or None},
    }
    if case == FIDE_NORMS:
        events = events_of(player, facts["title"])
        said["events"] = [{"event": known.event.record, "player": known.key} for known in events]
        papers = dict(said.get("application", {}))
        papers[CERTIFICATES] = [{"event": known.event.name} for known in events]
        said["application"] = papers
    text = json.dumps(said)
    return decide(read_case(Node(json.loads(text), (), text, "application")).case, on=on)


def answer_to(application: Application, *, on: date, more: Mapping[str, Any] | None = None) -> Answer:
    """The same of one that was handed in, with what an office adds to it."""
    return answer(application.case, application.player, merged(application.facts, more or {}), on=on)


def merged(facts: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Facts with others put in, part by part."""
    joined = dict(facts)
    for name, value in more.items():
        joined[name] = {**joined.get(name, {}), **value} if isinstance(value, dict) else value
    return joined


def lacking(found: Answer) -> tuple[Requirement, ...]:
    return tuple(one for one in found.requirements if one.binding and not one.holds)


def events_of(player: Player, title: str) -> Sequence[OverTheBoardPlayer]:
    """Where a player has made a norm for a title of FIDE, as the register has it."""
    norms = Norm.objects.filter(player=player, title=title, state__in=Norm.LIVE, over_the_board__isnull=False)
    rows = OverTheBoardPlayer.objects.filter(player=player, event__in=norms.values("over_the_board"))
    return list(rows.select_related("event").order_by("event__start", "event__pk"))


# -- titles to be revoked ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revocable:
    """A title that somebody holds: awarded here, brought by an archive, or said by the profile alone."""

    title: str
    award: TitleAward | None = None
    held: TitleHeld | None = None

    @property
    def key(self) -> str:
        return f"award-{self.award.pk}" if self.award else f"held-{self.held.pk}" if self.held else "profile"

    @property
    def words(self) -> str:
        since = self.award.valid_from if self.award else self.held.confirmed if self.held else None
        source = self.award.source if self.award else self.held.source if self.held else ""
        number = self.award.number if self.award else self.held.number if self.held else 0
        return ", ".join(
            part for part in (short_title(self.title, number), day(since) if since else "", source) if part
        )


def revocable(player: Player) -> list[Revocable]:
    """All that a player holds, the oldest first."""
    awards = TitleAward.objects.filter(player=player, state=TitleAward.State.CONFIRMED).order_by("pk")
    found = [Revocable(award.title, award=award) for award in awards]
    held = TitleHeld.objects.filter(player=player).order_by("confirmed", "pk")
    found += [Revocable(one.title, held=one) for one in held.filter(award=None)]
    if player.title and player.title not in {one.title for one in found}:
        found.append(Revocable(player.title))
    return found


# -- International Arbiters -------------------------------------------------------------------------------------------


def directed_by(player: Player) -> list[dict[str, Any]]:
    """The events that somebody has directed, with the games that came to an end under him, as the core counts them."""
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
    """IT2 with its certificates; the core refuses a title that is not earned. None: there is no form for this way."""
    if application.case != FIDE_NORMS:
        return None
    title = application.title
    results, made, ratings = [], list[EarnedNorm](), list[RatingReached]()
    for known in events_of(application.player, title):
        found = computed(known.event)
        if found.report is None:
            continue
        result = title_result(found.event, found.report, player=known.key, title=title, issued=issued)
        results.append(result)
        made += earned_norms(found.event, result.value.player)
        if result.value.player.rating is not None:
            ratings.append(RatingReached(result.value.player.rating, found.event.start))
    if not results:
        return None
    for told in application.facts.get("ratings", ()):
        ratings.append(RatingReached(told["rating"], date.fromisoformat(told["date"])))
    asked = application_form(tuple(one.value for one in results), made, ratings)
    return application_pages(asked.value, asked.grounds, [one.grounds for one in results], issued=issued)


# -- in words ---------------------------------------------------------------------------------------------------------


def case_words(case: str, title: str) -> str:
    """What is applied for, on one line."""
    words = {
        ARBITER: gettext("the title of International Arbiter"),
        TITLE: gettext("the title %(title)s, on application"),
        REVOCATION: gettext("the title %(title)s is to be revoked"),
        FIDE_NORMS: gettext("FIDE's title %(title)s, by norms"),
        FIDE_RATING: gettext("FIDE's title %(title)s, by rating"),
        FIDE_DIRECT: gettext("a title of FIDE, by a place in a championship"),
    }
    return words[case] % {"title": title}


# -- lists ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mine:
    """The applications that concern somebody: his own or those he has handed in, and those that wait for his office."""

    own: Sequence[Application]
    waiting: Sequence[Application]


def of_person(user: User, *, offices: Sequence[str], most: int) -> Mine:
    """*offices*: the states that wait for an office he holds."""
    rows = applications().order_by("-made", "-pk")
    own = rows.filter(Q(made_by=user) | Q(player__user=user))[:most]
    waiting = rows.filter(state__in=offices).order_by("made", "pk")[:most] if offices else ()
    return Mine(list(own), list(waiting))
