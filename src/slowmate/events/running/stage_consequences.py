"""Consequences of a finished section: all consequences of its own results, and who is the best of the rest."""

from collections.abc import Sequence

from slowmate.events.running.consequences import Consequence, best_of_the_rest, consequences
from slowmate.events.running.standings import standings
from slowmate.events.running.vacancies import SENDS, missed_by_tie_break, places_sent
from slowmate.records import Event, Family


def is_running(event: Event) -> bool:
    return any(game.result is None for game in event.games)


def stage_consequences(event: Event, others: Sequence[Event] = ()) -> tuple[Consequence, ...]:
    """Return what follows from a finished event; with the *other* sections of its stage, also the best of the rest.

    Nothing while games run, and nothing from events over the board. `Refused` where its plan cannot be carried out.
    """
    if event.kind.family is Family.FIDE or is_running(event):
        return ()
    steps = consequences(event, ended=event.end or event.start).value
    return (*steps, *_best_of_rest(event, others))


def _best_of_rest(event: Event, others: Sequence[Event]) -> list[Consequence]:
    """Return the players of this section who go up as the best of those next placed in all sections."""
    if event.promotion is None or not event.promotion.best_of_rest or not others or any(map(is_running, others)):
        return []
    ids = {player.id for player in event.players} | {team.id for team in event.teams}
    return [step for step in best_of_the_rest((event, *others)).value if step.who in ids]


def missed(event: Event) -> tuple[str, ...]:
    """Return who has the points of the last who goes to the Final, and lost the place by a tie-break (1.4.4)."""
    if event.kind.slug not in SENDS or is_running(event):
        return ()
    return missed_by_tie_break(standings(event).value, places_sent(event))
