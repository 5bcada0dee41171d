"""Consequences of a finished event: places, titles of champions, prizes, rights, next finals; step by step."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction

from slowmate.events.entry.entrants import PastResult
from slowmate.events.entry.right import VALID_FOR, Right, RightState, Turn
from slowmate.events.entry.rights import with_last_day
from slowmate.events.entry.routes import CUP_WINNERS, FIRST_BOOK, rights_of
from slowmate.events.entry.standing_routes import MASTER_NORM, NATIONAL, NATIONAL_PLACES
from slowmate.events.general import may_take_first_place
from slowmate.events.organising.offices import Actor, tournament_office
from slowmate.events.running.certainty import PlaceOutlook, outlooks
from slowmate.events.running.promotion import plan_clause, promoted
from slowmate.events.running.standings import Standing, standings
from slowmate.ratings.start import published_rating
from slowmate.records import Event, Family, Status
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.titles.iccf.direct import CHAMPION, LADIES_CHAMPION

TIES_BROKEN = {
    Family.CHAMPIONSHIP: clause("ICCF-TR-2017 1.0.9"),
    Family.PROMOTION: clause("ICCF-TR-2017 2.3"),
    Family.CUP: CUP_WINNERS.clause,
}
"""The clauses by which ties are broken to find who goes on."""
FINALS = {
    "world-championship-final": (CHAMPION, "World Correspondence Chess Champion"),
    "ladies-world-championship-final": (LADIES_CHAMPION, "Ladies' World Correspondence Chess Champion"),
}
GROUP_PRIZE = Dated({"ICCF-TR-2016 3.5/2": "winner", "ICCF-TR-2017 3.5/2": "winner"})
HALF_PRIZES = Dated({"ICCF-TR-2016 3.5/3": Fraction(1, 2), "ICCF-TR-2017 3.5/3": Fraction(1, 2)})
ALSO_WORLD = clause("ICCF-TR-2017 3.7")
NEXT_FINAL = {
    "olympiad-final": Dated({"ICCF-TR-2017 1.7.6": 3}),
    "ladies-olympiad-final": Dated({"ICCF-TR-2017 1.8.6": 4}),
}
CUP_GROUPS = frozenset(
    {"world-cup-preliminary", "world-cup-semi-final", "veterans-world-cup-preliminary", "veterans-world-cup-semi-final"}
)
CUP_FINALS = frozenset({"world-cup-final", "veterans-world-cup-final"})


class Step(StrEnum):
    """The kind of a step to carry out. ASK: not all equals can have what they share, and an office decides."""

    TITLE = "title"
    PRIZE = "prize"
    RIGHT = "right"
    HALF_RIGHT = "half a right"
    UP = "up"
    DOWN = "down"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Consequence:
    """One step to carry out: what, for whom, by which clause. *value* is the title, the place, or the kind of event.

    *right* is the right to store. *refer* is the office that decides on a step to ask about, *sharing* who is level,
    and *asks* what it will be for whom the office chooses. *grounds* are what it rests on.
    """

    what: Step
    who: str
    value: str
    clause: Clause
    refer: Actor | None = None
    right: Right | None = None
    cycle: int | None = None
    sharing: tuple[str, ...] = ()
    asks: Step | None = None
    grounds: tuple[Ground, ...] = ()


Found = Ruling[list[Consequence]]


def consequences(
    event: Event,
    *,
    ended: date,
    held: Mapping[str, Sequence[Right]] | None = None,
    ranked: Mapping[str, int] | None = None,
) -> Ruling[tuple[Consequence, ...]]:
    """Return everything that follows from a finished event, in the order of execution. Its start day governs.

    *held* are the rights that players have already: a further one at a level lasts longer. *ranked* are the places that
    an office gave to players whom no tie-break sets apart.
    """
    if any(game.result is None for game in event.games):
        running = sum(game.result is None for game in event.games)
        raise Refused(Ground(in_force(VALID_FOR.clause, on=event.start), {"event": event.name, "running": running}))
    table = standings(event)
    lines = with_places(table.value, ranked or {})
    steps: list[Consequence] = []
    grounds: list[Ground] = list(table.grounds)
    if event.kind.family in TIES_BROKEN:
        cited = in_force(TIES_BROKEN[event.kind.family], on=event.start)
        grounds.append(Ground(cited, {"event": event.name, "ranked": len(lines)}))
    for part in (_champion, _prizes, _next_final, _national, _promotion):
        ruling = part(event, lines)
        steps += [replace(step, grounds=ruling.grounds) for step in ruling.value]
        grounds += ruling.grounds
    if not event.teams:
        rights = _rights(event, lines, ended, held or {})
        steps += rights.value
        grounds += rights.grounds
    return Ruling(tuple(steps), tuple(grounds))


def with_places(lines: Sequence[Standing], ranked: Mapping[str, int]) -> Sequence[Standing]:
    """Return a table in which players who are level have the places that an office gave them."""
    if not ranked:
        return lines
    return sorted((replace(line, place=ranked.get(line.id, line.place)) for line in lines), key=lambda line: line.place)


def results_of_event(event: Event, *, ended: date | None, only: Collection[str] | None = None) -> dict[str, PastResult]:
    """Return each player's result of an event, by its table (`past_results`).

    The table of an event from before every edition in hand is made by the first of them.
    """
    judged = replace(event, start=max(event.start, FIRST_BOOK))
    results = past_results(judged, standings(judged).value, ended=ended, only=only)
    return {player: replace(result, start=event.start) for player, result in results.items()}


def past_results(
    event: Event, lines: Sequence[Standing], *, ended: date | None, only: Collection[str] | None = None
) -> dict[str, PastResult]:
    """Return each player's result of an event as rights are judged by it; of running events what is certain.

    A place that is shared after all tie-breaks counts from the first to the last of the shared places. *only* are the
    players or teams to return results of.
    """
    mean = average_rating(event)
    open_ = outlooks(event, only=only)
    status = {player.id: player.status for player in event.players}
    is_over = not any(line.running for line in lines)
    silent = silent_players(event)
    return {
        line.id: PastResult(
            event.name,
            event.kind,
            event.start,
            ended,
            line.games,
            line.points,
            _shared(line, lines, silent) if is_over else open_[line.id],
            line.running,
            mean,
            is_acknowledged=event.is_acknowledged,
            final_places=event.final_places,
            status=status.get(line.id, Status.PLAYING),
            cycle=event.cycle,
            id=event.id,
            top_points=lines[0].points,
            top_games=lines[0].games if is_over else max(other.games for other in lines),
        )
        for line in lines
        if line.id in open_
    }


def average_rating(event: Event) -> Fraction | None:
    """Return the mean of the published ratings of an event, also of earlier lists (9.7); the unrated are left out."""
    ratings = [rating for player in event.players if (rating := published_rating(player)) is not None]
    return Fraction(sum(ratings), len(ratings)) if ratings else None


def silent_players(event: Event) -> frozenset[str]:
    """Return the players who stopped without a word: they qualify for nothing, so no office decides about them."""
    return frozenset(player.id for player in event.players if player.status is Status.SILENT)


def _equals(line: Standing, lines: Sequence[Standing], silent: Collection[str] = ()) -> tuple[str, ...]:
    return tuple(other.id for other in lines if other.place == line.place and other.id not in silent)


def _shared(line: Standing, lines: Sequence[Standing], silent: Collection[str]) -> PlaceOutlook:
    """Return a place in a finished table; if others who can have what it gives share it, all places they share."""
    return PlaceOutlook(line.place, line.place + max(1, len(_equals(line, lines, silent))) - 1)


def _rights(event: Event, lines: Sequence[Standing], ended: date, held: Mapping[str, Sequence[Right]]) -> Found:
    """Return the rights that results give; where places are shared, the question who has them."""
    steps: list[Consequence] = []
    grounds: list[Ground] = []
    places = {line.id: line for line in lines}
    for player, result in past_results(event, lines, ended=ended).items():
        ruling = rights_of(result, player)
        grounds += ruling.grounds
        for earned in ruling.value:
            dated = with_last_day(earned, held.get(player, ()))
            grounds += dated.grounds
            right, what = dated.value, Step.HALF_RIGHT if earned.half else Step.RIGHT
            own = (*(ground for ground in ruling.grounds if ground.clause == earned.clause), *dated.grounds)
            step = Consequence(what, player, right.to, earned.clause, right=right, grounds=own)
            if right.state is RightState.REFERRED:
                sharing = _equals(places[player], lines, silent_players(event))
                step = replace(step, what=Step.ASK, refer=right.office, sharing=sharing, asks=what)
            steps.append(step)
    return Ruling(steps, tuple(grounds))


def _champion(event: Event, lines: Sequence[Standing]) -> Found:
    """Make the winner of a Final champion for ever, numbered by the cycle; equals are referred to the Board."""
    if event.kind.slug not in FINALS or not lines:
        return Ruling([], ())
    dated, title = FINALS[event.kind.slug]
    numbered, (_, given) = dated.on(event.start)
    first = lines[0]
    awarded = may_take_first_place(event.kind, first.points, first.games, on=event.start)
    if not awarded.value:
        return Ruling([], awarded.grounds)
    equal = _equals(first, lines)
    facts: dict[str, Fact] = {"cycle": event.cycle, "for_life": True, "equal": list(equal)}
    if len(equal) > 1:
        questions = [
            Consequence(
                Step.ASK,
                sharer,
                title,
                given,
                Actor.EXECUTIVE_BOARD,
                cycle=event.cycle,
                sharing=equal,
                asks=Step.TITLE,
            )
            for sharer in equal
        ]
        return Ruling(questions, (Ground(numbered, facts),))
    step = Consequence(Step.TITLE, first.id, title, given, cycle=event.cycle)
    return Ruling([step], (Ground(given, {"champion": list(equal)}), Ground(numbered, facts)))


def _prizes(event: Event, lines: Sequence[Standing]) -> Found:
    """Give winners of cup groups a prize; in a cup's final the better half, rounded up.

    A group whose first place is not awarded has no winner. Of equals of whom not all can have one, the office decides.
    """
    if event.kind.slug in CUP_GROUPS and lines:
        cited, _ = GROUP_PRIZE.on(event.start)
        won = may_take_first_place(event.kind, lines[0].points, lines[0].games, on=event.start)
        places = 1 if won.value else 0
    elif event.kind.slug in CUP_FINALS:
        cited, share = HALF_PRIZES.on(event.start)
        places = -int(-len(lines) * share // 1)
    else:
        return Ruling([], ())
    steps = _first(event, lines, places, Consequence(Step.PRIZE, "", "", cited))
    grounds = [Ground(cited, {"players": len(lines), "prizes": places})]
    if event.kind.slug == "world-cup-final":
        grounds.append(Ground(in_force(ALSO_WORLD, on=event.start), {"event": event.name}))
    return Ruling([replace(step, value=_place(step.who, lines)) for step in steps], tuple(grounds))


def _place(who: str, lines: Sequence[Standing]) -> str:
    return str(next(line.place for line in lines if line.id == who))


def _first(
    event: Event, lines: Sequence[Standing], places: int, step: Consequence, silent: Collection[str] = ()
) -> list[Consequence]:
    """Return a step for each of the first places; where equals are level on the last, the question who has it."""
    steps = []
    for line in lines:
        sharing = _equals(line, lines, silent)
        if line.id in silent:
            continue
        if line.place + len(sharing) - 1 <= places:
            steps.append(replace(step, who=line.id))
        elif line.place <= places:
            office = tournament_office(event.kind)
            steps.append(replace(step, what=Step.ASK, who=line.id, refer=office, sharing=sharing, asks=step.what))
    return steps


def _next_final(event: Event, lines: Sequence[Standing]) -> Found:
    """Seat the first teams of an Olympiad's final in the next one; equals on the last place are referred."""
    if event.kind.slug not in NEXT_FINAL:
        return Ruling([], ())
    cited, places = NEXT_FINAL[event.kind.slug].on(event.start)
    steps = [
        replace(step, right=_team_right(event, step.who, cited, step.refer))
        for step in _first(event, lines, places, Consequence(Step.RIGHT, "", event.kind.slug, cited))
    ]
    return Ruling(steps, (Ground(cited, {"places": places}),))


def _team_right(event: Event, team: str, cited: Clause, office: Actor | None) -> Right:
    """Return a right that belongs to the federation of the team."""
    federations = {side.id: side.federation for side in event.teams}
    return Right(
        federations.get(team) or team,
        event.kind.slug,
        cited,
        event.id or event.name,
        event.name,
        event.start,
        event.cycle,
        event.end,
        turn=Turn.NEXT,
        state=RightState.REFERRED if office else RightState.OPEN,
        office=office,
        of_federation=True,
    )


def _national(event: Event, lines: Sequence[Standing]) -> Found:
    """Let the first three of a national championship enter Master norm tournaments, any number of times."""
    if event.kind.slug != NATIONAL:
        return Ruling([], ())
    cited, places = NATIONAL_PLACES.on(event.start)
    step = Consequence(Step.RIGHT, "", MASTER_NORM, cited)
    steps = _first(event, lines, places, step, silent_players(event))
    return Ruling(steps, (Ground(cited, {"event": event.name, "first": [step.who for step in steps]}),))


def _promotion(event: Event, lines: Sequence[Standing]) -> Found:
    """Return who goes up and down by what was announced for the section; the best of the rest need all sections."""
    if event.promotion is None:
        return Ruling([], ())
    plan = replace(event.promotion, best_of_rest=0)
    silent = silent_players(event)
    ruling = promoted({event.id or event.name: lines}, plan, event.kind, start=event.start, silent=silent)
    cited = plan_clause(event.kind, start=event.start)
    moves = ruling.value
    steps = [
        *(Consequence(Step.UP, move.who, move.to or "", cited) for move in moves.up),
        *(Consequence(Step.DOWN, move.who, move.to or "", cited) for move in moves.down),
    ]
    for group in moves.undecided:
        asks = Step.UP if group.goes_up else Step.DOWN
        steps += [
            Consequence(Step.ASK, sharer, group.to or "", cited, group.office, sharing=group.who, asks=asks)
            for sharer in group.who
        ]
    return Ruling(steps, ruling.grounds)


def best_of_the_rest(stage: Sequence[Event]) -> Ruling[tuple[Consequence, ...]]:
    """Return who goes up beside the first ones of each section, once all sections of the stage are over."""
    first = stage[0]
    if first.promotion is None or not first.promotion.best_of_rest:
        return Ruling((), ())
    tables = {event.id or event.name: standings(event).value for event in stage}
    silent = frozenset[str]().union(*map(silent_players, stage))
    ruling = promoted(tables, first.promotion, first.kind, start=first.start, silent=silent)
    alone = replace(first.promotion, best_of_rest=0)
    placed = promoted(tables, alone, first.kind, start=first.start, silent=silent).value.up
    cited = plan_clause(first.kind, start=first.start)
    steps = [Consequence(Step.UP, move.who, move.to or "", cited) for move in ruling.value.up if move not in placed]
    for group in ruling.value.undecided:
        if group.section is None:
            steps += [
                Consequence(Step.ASK, sharer, group.to or "", cited, group.office, sharing=group.who, asks=Step.UP)
                for sharer in group.who
            ]
    return Ruling(tuple(steps), ruling.grounds)
