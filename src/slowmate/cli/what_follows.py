"""Consequences of an event, as `slowmate standings` prints them: rights, prizes, moves, questions, next in line."""

from collections.abc import Sequence
from datetime import date

from rich.console import Console
from rich.text import Text

from slowmate.events.running.consequences import NEXT_FINAL, Consequence, Step
from slowmate.events.running.decisive import cup_games_to_adjudicate, games_to_adjudicate
from slowmate.events.running.stage_consequences import is_running, stage_consequences
from slowmate.events.running.standings import standings
from slowmate.events.running.vacancies import (
    LADIES,
    SENDS,
    next_for_vacant_places,
)
from slowmate.records import KINDS, BadInput, Event, Family, Pairing
from slowmate.rulebook import Refused, Ruling
from slowmate.words import say

SAID = {
    Step.TITLE: "{who}: {value}",
    Step.PRIZE: "{who}: prize for place {value}",
    Step.RIGHT: "{who}: right to {value}",
    Step.HALF_RIGHT: "{who}: half a right to {value}",
    Step.UP: "{who}: goes up to {value}",
    Step.DOWN: "{who}: goes down to {value}",
    Step.ASK: "{who}: {value}? The {refer} decides between {sharing}",
}


def steps_of(event: Event, others: Sequence[Event], *, file: str) -> tuple[Consequence, ...]:
    """Return what follows from a finished event; a plan that cannot be carried out is a mistake in its file."""
    try:
        return stage_consequences(event, others)
    except Refused as refusal:
        why = "; ".join(f"{say(ground)} [{ground.clause}]" for ground in refusal.grounds)
        raise BadInput(why, file=file, field="promotion") from None


def next_in_line(event: Event, others: Sequence[Event], vacant: int, *, start: date) -> Ruling[tuple[str, ...]]:
    """Return whom an office may admit to vacant places of the Final of these sections, which starts on *start*."""
    sections = (event, *others)
    if vacant < 1:
        raise BadInput(f"{vacant} is no number of vacant places; write 1 or more", field="--vacant")
    for section in sections:
        if section.kind.slug not in SENDS or (section.kind.slug in LADIES) is not (event.kind.slug in LADIES):
            kinds = ", ".join(SENDS)
            why = f"{section.name} is of the kind {section.kind.slug}; places of one Final are filled from {kinds}"
            raise BadInput(why, field="--vacant")
        if is_running(section):
            raise BadInput(
                f"{section.name} is still running; places are filled from finished sections", field="--vacant"
            )
    tables = [(section, standings(section).value) for section in sections]
    return next_for_vacant_places(SENDS[event.kind.slug][0], tables, vacant, start=start)


def to_adjudicate(event: Event, on: date) -> tuple[Pairing, ...] | None:
    """Return the games that still decide who plays the next final of an Olympiad, where a new cycle is to start; of a
    round of a World Cup those that still run when its two years are over.
    """
    if event.kind.family is Family.CUP:
        return cup_games_to_adjudicate(event, on=on).value
    places = NEXT_FINAL[event.kind.slug].on(event.start)[1] if event.kind.slug in NEXT_FINAL else 0
    if event.promotion and event.kind.slug.endswith("olympiad-preliminary"):
        places = event.promotion.up
    if not places or not is_running(event):
        return None
    return games_to_adjudicate(event, places, on=on).value.games


def print_steps(event: Event, steps: Sequence[Consequence], out: Console) -> None:
    names = {player.id: player.name for player in event.players} | {team.id: team.name for team in event.teams}
    if steps:
        out.print("what follows:")
    for step in steps:
        value = KINDS[step.value].name if step.value in KINDS else step.value
        sharing = ", ".join(names.get(sharer, sharer) for sharer in step.sharing)
        sentence = SAID[step.what].format(who=names[step.who], value=value, refer=step.refer, sharing=sharing)
        out.print(Text(f"  {sentence} [{step.clause}]"))
