"""The table of an event as the JSON of the contracts: of the command line and of the server's API."""

from collections.abc import Sequence

from slowmate.events.running.consequences import Consequence, Step
from slowmate.events.running.stage_consequences import missed
from slowmate.events.running.standings import Standing, is_awarded
from slowmate.formats.grounds import Json, number
from slowmate.records import Event
from slowmate.rulebook import Ruling


def standings_json(event: Event, ruling: Ruling[tuple[Standing, ...]], steps: Sequence[Consequence]) -> dict[str, Json]:
    """Return everybody's line, best first, with what follows from it once all games are over."""
    answer: dict[str, Json] = {"standings": [_line(event, line, ruling, steps) for line in ruling.value]}
    if steps:
        answer["steps"] = [step_json(step) for step in steps]
    if behind := missed(event):
        answer["missed_by_tie_break"] = list(behind)
    return answer


def _line(
    event: Event, line: Standing, ruling: Ruling[tuple[Standing, ...]], steps: Sequence[Consequence]
) -> dict[str, Json]:
    entitled = (Step.RIGHT, Step.UP) if event.teams or event.promotion else (Step.RIGHT,)
    plain: dict[str, Json] = {
        "place": line.place,
        "id": line.id,
        "points": number(line.points),
        "tie_breaks": {name: number(value) for name, value in line.tie_breaks.items()},
        "qualifies": [step.value for step in steps if step.who == line.id and step.what in entitled],
    }
    if referred := [step for step in steps if step.who == line.id and step.what is Step.ASK]:
        plain["referred"] = [{"to": step.value, "office": str(step.refer)} for step in referred]
    return plain if is_awarded(line, ruling) else plain | {"awarded": False}


def step_json(step: Consequence) -> dict[str, Json]:
    plain: dict[str, Json] = {
        "what": step.what.value,
        "who": step.who,
        "value": step.value,
        "clause": str(step.clause),
    }
    if step.cycle is not None:
        plain["cycle"] = step.cycle
    if step.right is not None:
        plain["right"] = step.right.id
    if step.refer is not None:
        plain |= {"office": step.refer.value, "sharing": list(step.sharing)}
    return plain
