"""The start list of a section: who plays whom with which colour and rating, what is at stake, and what is fixed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction

from slowmate.events.organising.cycles import governing_edition
from slowmate.events.organising.start_ratings import Adjustment, ratings_at_start
from slowmate.events.running.goals import Goal, goals
from slowmate.events.running.promotion import check_plan, is_left_to_plan
from slowmate.events.running.tiebreaks import may_add, order_of
from slowmate.records import Event, Pairing, PromotionPlan, seats
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Requirement, Ruling, clause, in_force
from slowmate.titles.iccf.statement import statement

NORMS_STATED = clause("ICCF-TR-2017 4.2/1")
MEMORIAL_NORMS = clause("ICCF-TR-2017 6.1/4")
BEFORE_START = Dated({"ICCF-TR-2016 1.0.5/5": "category and norms", "ICCF-TR-2017 1.0.5/5": "norms"})
HAS_DIRECTOR = clause("ICCF-TR-2017 11.1")
HAS_CAPTAINS = clause("ICCF-TR-2017 11.2")


@dataclass(frozen=True, slots=True)
class Posting:
    """The organiser's data for the start list of a section.

    *captains* are the ids of the teams' captains. *level* is the rating that was announced for players without one,
    where the rules name none. What the places lead to is the event's: its plan, and the rules.
    """

    posted: date
    time_control: str
    planned_end: date | None = None
    captains: Mapping[str, str] | None = None
    level: int | None = None
    is_level_confirmed: bool = False
    """Of a friendly match: the Ratings Commissioner has agreed to it."""
    adjusted: Mapping[str, Adjustment] = field(default_factory=dict)
    """The start ratings that the Ratings Commissioner set, by the ids of players."""


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """One line of a start list: number, player and board, with rating, title and federation as they are from now on."""

    number: int
    player: str
    name: str
    federation: str | None
    title: str | None
    rating: int | None
    start_rating: int
    rated_by: Clause
    team: str | None
    board: int | None
    whites: int
    blacks: int
    norms: Mapping[str, Fraction | None]
    """For each title the score that makes a norm; None where none is open."""


@dataclass(frozen=True, slots=True)
class StartList:
    """The list that is posted before a section starts, and is fixed from then on."""

    event: str
    kind: str
    edition: str
    posted: date
    start: date
    planned_end: date | None
    director: str | None
    time_control: str
    promotion: tuple[Goal, ...]
    """The goals of places and scores, by the rules and by the plan; `words.say_goals` puts them into words."""
    plan: PromotionPlan | None
    """The announced plan of who goes on, where the rules leave it open."""
    tie_breaks: tuple[tuple[str, Clause], ...]
    """The names of the tie-breaks in their order, with the clause of each; none where ties stay."""
    average: Decimal | None
    category: str | None
    offered: tuple[str, ...]
    """Titles for which a player of the section can make a norm."""
    seats: tuple[ListedSeat, ...]
    teams: tuple[tuple[str, str, str | None], ...]
    """For each team its id, its name and the id of its captain."""
    games: tuple[Pairing, ...]


def start_list(event: Event, posting: Posting) -> Ruling[StartList]:
    """Return the start list of a section that has been drawn: its players are in the order of the numbers.

    The day it starts decides the edition. Further tie-breaks that were stated later are refused, and so is a plan that
    cannot be carried out.
    """
    edition = governing_edition(event.start)
    fixed = statement(event)
    needed = fixed.value.needed
    offered = [title for title in _titles(needed) if any(scores.get(title) is not None for scores in needed.values())]
    further = [
        may_add(tie_break.name, stated=tie_break.stated, start_list=posting.posted, on=event.start)
        for tie_break in event.further_tie_breaks
    ]
    if event.promotion is not None:
        check_plan(event.promotion, event.kind, [len(event.teams or event.players)], start=event.start)
    facts: dict[str, Fact] = {"event": event.name, "offered": list(offered), "players": len(event.players)}
    cited = MEMORIAL_NORMS if event.kind.slug == "memorial-under-2300" else NORMS_STATED
    value = StartList(
        event=event.name,
        kind=event.kind.slug,
        edition=edition.value,
        posted=posting.posted,
        start=event.start,
        planned_end=posting.planned_end,
        director=event.director.name if event.director else None,
        time_control=posting.time_control,
        promotion=goals(event),
        plan=event.promotion,
        tie_breaks=order_of(event),
        average=fixed.value.average,
        category=fixed.value.category,
        offered=tuple(offered),
        seats=_seats(event, posting, needed),
        teams=tuple((team.id, team.name, (posting.captains or {}).get(team.id)) for team in event.teams),
        games=event.games,
    )
    stated = Ground(in_force(cited, on=event.start), facts)
    grounds = (*edition.grounds, *fixed.grounds, *(ground for ruling in further for ground in ruling.grounds), stated)
    return Ruling(value, grounds)


def _titles(needed: Mapping[str, Mapping[str, Fraction | None]]) -> list[str]:
    return list(dict.fromkeys(title for scores in needed.values() for title in scores))


def _seats(
    event: Event, posting: Posting, needed: Mapping[str, Mapping[str, Fraction | None]]
) -> tuple[ListedSeat, ...]:
    ratings = ratings_at_start(
        event.players,
        event.kind,
        start=event.start,
        announced=posting.level,
        confirmed=posting.is_level_confirmed,
        adjusted=posting.adjusted,
    )
    where = {seat.holder: seat for seat in seats(event)} if event.teams else {}
    white = Counter(game.white for game in event.games)
    black = Counter(game.black for game in event.games)
    return tuple(
        ListedSeat(
            number=number,
            player=player.id,
            name=player.name,
            federation=player.federation,
            title=player.title,
            rating=player.rating,
            start_rating=ratings[player.id].value,
            rated_by=ratings[player.id].grounds[0].clause,
            team=where[player.id].team if player.id in where else None,
            board=where[player.id].board if player.id in where else None,
            whites=white[player.id],
            blacks=black[player.id],
            norms=needed.get(player.id, {}),
        )
        for number, player in enumerate(event.players, 1)
    )


# -- may it start? ----------------------------------------------------------------------------------------------------


def requirements_to_start(posted: StartList, *, on: date) -> tuple[Requirement, ...]:
    """Return what has to be published before a section starts, and whether it is, by the edition of its start.

    Norms are listed for all players, even if none are open; in 2016 the category too. What places lead to is in the
    rules, or in a plan where they leave it open. A team event also has a director and a captain for each team.
    """
    start = posted.start
    cited, required = BEFORE_START.on(start)
    missing: list[Fact] = []
    if not all(seat.norms for seat in posted.seats):
        missing.append("norms")
    if posted.plan is None and is_left_to_plan(posted.kind):
        missing.append("promotion")
    if required == "category and norms" and posted.offered and posted.category is None:
        missing.append("category")
    facts: dict[str, Fact] = {"missing": missing, "wanted": required, "posted": posted.posted, "on": on}
    requirements = [Requirement(Ground(cited, facts), not missing and posted.posted <= on)]
    if posted.teams:
        captainless: list[Fact] = [name for _, name, captain in posted.teams if not captain]
        requirements += [
            Requirement(Ground(in_force(HAS_DIRECTOR, on=start), {"director": posted.director}), bool(posted.director)),
            Requirement(
                Ground(in_force(HAS_CAPTAINS, on=start), {"teams": len(posted.teams), "without": captainless}),
                not captainless,
            ),
        ]
    return tuple(requirements)


def may_start(posted: StartList, *, on: date) -> Ruling[bool]:
    """Decide whether a section may be set running; `Refused` with what is missing."""
    requirements = requirements_to_start(posted, on=on)
    lacking = [requirement.ground for requirement in requirements if not requirement.holds]
    if lacking:
        raise Refused(*lacking)
    return Ruling(True, tuple(requirement.ground for requirement in requirements))
