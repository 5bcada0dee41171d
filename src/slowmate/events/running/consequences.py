"""What follows from a finished event: places, titles of champions, prizes, rights, next finals; step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.events.entry.entrants import PastResult
from slowmate.events.entry.routes import rights_of
from slowmate.events.general import may_take_first_place
from slowmate.events.running.certainty import Chance, PlaceOutlook, outlooks
from slowmate.events.running.standings import Standing, standings
from slowmate.records import Event, Family, Player
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause, in_force

TIES_BROKEN = {
    Family.CHAMPIONSHIP: clause("ICCF-TR-2017 1.0.9"),
    Family.PROMOTION: clause("ICCF-TR-2017 2.3"),
    Family.CUP: clause("ICCF-TR-2017 3.5/1"),
}
"""Where the rules say that ties are broken to find who goes on."""
CHAMPION = {
    "world-championship-final": (
        clause("ICCF-TR-2017 1.4.5/1"),
        clause("ICCF-TR-2017 1.4.5/2"),
        "World Correspondence Chess Champion",
    ),
    "ladies-world-championship-final": (
        clause("ICCF-TR-2017 1.6.4"),
        clause("ICCF-TR-2017 1.6.4"),
        "Ladies' World Correspondence Chess Champion",
    ),
}
FROM_ITS_END = clause("ICCF-TR-2017 1.0.7/4")
GROUP_PRIZE = Dated({"ICCF-TR-2016 3.5/2": "winner", "ICCF-TR-2017 3.5/2": "winner"})
HALF_PRIZES = Dated({"ICCF-TR-2016 3.5/3": Fraction(1, 2), "ICCF-TR-2017 3.5/3": Fraction(1, 2)})
ALSO_WORLD = clause("ICCF-TR-2017 3.7")
NEXT_FINAL = {
    "olympiad-final": (clause("ICCF-TR-2017 1.7.6"), 3),
    "ladies-olympiad-final": (clause("ICCF-TR-2017 1.8.6"), 4),
}
CUP_GROUPS = frozenset(
    {"world-cup-preliminary", "world-cup-semi-final", "veterans-world-cup-preliminary", "veterans-world-cup-semi-final"}
)
CUP_FINALS = frozenset({"world-cup-final", "veterans-world-cup-final"})


@dataclass(frozen=True, slots=True)
class Consequence:
    """One step to carry out: what, for whom, by which clause; *refer* names who decides where the rules do not."""

    what: str
    who: str
    value: str
    clause: Clause
    refer: str | None = None


def consequences(event: Event, *, ended: date) -> Ruling[tuple[Consequence, ...]]:
    """Everything that follows from a finished event, in the order a server carries it out. Its start day governs."""
    if any(game.result is None for game in event.games):
        running = sum(game.result is None for game in event.games)
        raise Refused(Ground(in_force(FROM_ITS_END, on=event.start), {"event": event.name, "running": running}))
    table = standings(event)
    lines = table.value
    steps: list[Consequence] = []
    grounds: list[Ground] = list(table.grounds)
    if event.kind.family in TIES_BROKEN:
        grounds.append(Ground(TIES_BROKEN[event.kind.family], {"event": event.name, "ranked": len(lines)}))
    for part in (_champion, _prizes, _next_final):
        found = part(event, lines)
        steps += found.value
        grounds += found.grounds
    if not event.teams:
        for player, result in past_results(event, lines, ended=ended).items():
            ruling = rights_of(result)
            grounds += ruling.grounds
            steps += [
                Consequence("half a right" if earned.half else "right", player, earned.to, earned.clause)
                for earned in ruling.value
            ]
    return Ruling(tuple(steps), tuple(grounds))


def past_results(event: Event, lines: Sequence[Standing], *, ended: date | None) -> dict[str, PastResult]:
    """Everybody's result of an event as rights are judged by it; running events by what is certain.

    A place that is shared after all tie-breaks counts from the first to the last of the shared places.
    """
    ratings = [player.rating for player in event.players if player.rating is not None]
    average = Fraction(sum(ratings), len(ratings)) if ratings else None
    open_ = outlooks(event)
    players: dict[str, Player] = {player.id: player for player in event.players}
    found = {}
    for line in lines:
        outlook = open_[line.id]
        if not line.running and outlook.best == outlook.worst:
            sharing = sum(other.place == line.place for other in lines)
            outlook = PlaceOutlook(line.place, line.place + sharing - 1)
        found[line.id] = PastResult(
            event.name,
            event.kind,
            event.start,
            ended,
            line.games,
            line.points,
            outlook,
            line.running,
            average,
            status=players[line.id].status,
        )
    return found


def _champion(event: Event, lines: Sequence[Standing]) -> Ruling[list[Consequence]]:
    """The winner of a Final is champion for ever, numbered by the cycle; equals are referred to the Board."""
    if event.kind.slug not in CHAMPION or not lines:
        return Ruling([], ())
    given, numbered, title = CHAMPION[event.kind.slug]
    first = lines[0]
    awarded = may_take_first_place(event.kind, first.points, first.games, on=event.start)
    if not awarded.value:
        return Ruling([], awarded.grounds)
    equal = [line.id for line in lines if line.place == 1]
    facts: dict[str, Fact] = {"cycle": event.cycle, "for_life": True, "equal": list(equal)}
    refer = "Executive Board" if len(equal) > 1 else None
    steps = [Consequence("title", one, title, given, refer) for one in equal]
    return Ruling(steps, (Ground(given, {"champion": list(equal)}), Ground(numbered, facts)))


def _prizes(event: Event, lines: Sequence[Standing]) -> Ruling[list[Consequence]]:
    """Winners of cup groups get a prize; in a cup's final the better half does, rounded up."""
    if event.kind.slug in CUP_GROUPS:
        cited, _ = GROUP_PRIZE.on(event.start)
        places = 1
    elif event.kind.slug in CUP_FINALS:
        cited, share = HALF_PRIZES.on(event.start)
        places = -int(-len(lines) * share // 1)
    else:
        return Ruling([], ())
    steps = [Consequence("prize", line.id, str(line.place), cited) for line in lines if line.place <= places]
    grounds = [Ground(cited, {"players": len(lines), "prizes": places})]
    if event.kind.slug == "world-cup-final":
        grounds.append(Ground(ALSO_WORLD, {"event": event.name}))
    return Ruling(steps, tuple(grounds))


def _next_final(event: Event, lines: Sequence[Standing]) -> Ruling[list[Consequence]]:
    """The first teams of an Olympiad's final play the next one; equals on the last place are referred."""
    if event.kind.slug not in NEXT_FINAL:
        return Ruling([], ())
    cited, places = NEXT_FINAL[event.kind.slug]
    steps = []
    for line in lines:
        last = line.place + sum(other.place == line.place for other in lines) - 1
        if line.place <= places:
            refer = "Title Tournament Commissioner" if last > places else None
            steps.append(Consequence("right", line.id, event.kind.slug, cited, refer))
    return Ruling(steps, (Ground(cited, {"places": places}),))


def place_chances(event: Event, places: int) -> dict[str, Chance]:
    """For everybody, whether he will be among the first *places*: certain, possible or gone."""
    return {one: outlook.of_place(places) for one, outlook in outlooks(event).items()}
