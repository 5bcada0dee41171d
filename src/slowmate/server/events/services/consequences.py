"""A section that is over: when it ended, and its consequences, stored as proposals.

Consequences are recomputed whenever they are read, so that a corrected result changes them and nothing comes twice:
those carried out that no longer follow are marked, to be taken back.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from slowmate.events.running.consequences import Consequence as Step
from slowmate.events.running.consequences import best_of_the_rest, consequences
from slowmate.events.running.standings import Standing, standings
from slowmate.rulebook import Ground, Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.events.models import Consequence, Event, Seat, Section
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.division import sections_of
from slowmate.server.events.queries.record import holders, pairings_of, record, record_of, seats_of
from slowmate.server.events.queries.results import decided_places
from slowmate.server.events.queries.rights import earned_rights
from slowmate.server.events.services import news
from slowmate.server.events.services.locking import locked_section
from slowmate.server.events.services.steps import By, by_server, step_event, step_section

State = Consequence.State
OVER = (Section.State.FINISHED, Section.State.SETTLED)
Key = tuple[str, int, str]


# -- the end ----------------------------------------------------------------------------------------------------------


def finish(pk: int, *, at: datetime) -> bool:
    """End a section whose results are all final, as of the day of the last of them; whether it was its turn."""
    with transaction.atomic():
        return finish_section(locked_section(pk), at=at)


def finish_section(section: Section, *, at: datetime) -> bool:
    """End a section whose row is locked. Its players are told when it ends for the first time.

    One that was opened again ends without these letters: what has changed for them is told when it is decided.
    """
    if section.state != Section.State.RUNNING:
        return False
    seats, pairings = list(seats_of(section)), list(pairings_of(section))
    end = step_rulings.ended(section, pairings)
    if end.value is None:
        return False
    is_first = not section.decisions.filter(what="finish").exists()
    section.ended = end.value
    by = by_server(at)
    step_section(section, "finish", by, guards={"all results": Ruling(True, end.grounds)})
    places = places_of(section, seats, standings(record(section, seats, pairings)).value)
    propose(section)
    if is_first:
        news.finished(section, places, by)
    finish_event(section.event, by, end.grounds)
    return True


def places_of(section: Section, seats: Sequence[Seat], table: Sequence[Standing]) -> dict[int, int]:
    """Return the place of each holder of a seat: their own, or that of their team."""
    by_id = {line.id: line.place for line in table}
    held = {holders(seat, section.event)[-1].player_id: str(seat.team_id or "") for seat in seats}
    return {player: by_id[side] for player, team in held.items() if (side := team or str(player)) in by_id}


def finish_event(event: Event, by: By, grounds: Sequence[Ground]) -> None:
    """Finish an event with the last of its sections; then the best of the rest are known too."""
    sections = list(sections_of(event))
    if event.state != Event.State.RUNNING or not all(section.state in OVER for section in sections):
        return
    event.ended = max(section.ended for section in sections if section.ended)
    step_event(event, "finish", by, guards={"all results": Ruling(True, tuple(grounds))})
    event.save(update_fields=["ended"])
    for section in sections:
        section.event = event
    _propose_rest(sections)


# -- what follows -----------------------------------------------------------------------------------------------------


def steps_of(section: Section) -> list[Step]:
    """Return the consequences of a finished section, by its results and the choices of offices between equals.

    A team event has none: they would be for a team and its federation, and not for a player.
    """
    if section.ended is None or section.event.kind_of.teams:
        return []
    event = record_of(section)
    ids = [int(player.id) for player in event.players]
    held_rights = {
        player: [right for right in several if right.source != str(section.pk)]
        for player, several in earned_rights(ids).items()
    }
    ranked = {player: first for player, (first, _last) in decided_places([section]).get(section.pk, {}).items()}
    return list(consequences(event, ended=section.ended, held=held_rights, ranked=ranked).value)


def propose(section: Section) -> dict[Key, Step]:
    """Make the proposals say what follows now; the steps by the keys of their rows."""
    steps = {_key(step): step for step in steps_of(section)}
    rest = {_key(step) for step in _rest_of(section)}
    rows = list(section.consequences.select_for_update().filter(player__isnull=False))
    for row in rows:
        follows = key_of(row) in steps or key_of(row) in rest
        if not follows and row.state == State.PROPOSED:
            row.delete()
        elif row.state == State.DONE and row.is_void == follows:
            row.is_void = not follows
            row.save(update_fields=["is_void"])
    existing = {key_of(row) for row in rows if row.state != State.PROPOSED or key_of(row) in steps}
    places = {line.id: line.place for line in standings(record_of(section)).value}
    Consequence.objects.bulk_create(
        _row(section, step, places.get(step.who)) for key, step in steps.items() if key not in existing
    )
    return steps


def _propose_rest(sections: Sequence[Section]) -> None:
    """Propose promotion for the best of those next placed, each in the section where they played."""
    for section in sections:
        existing = {key_of(row) for row in section.consequences.filter(player__isnull=False)}
        Consequence.objects.bulk_create(
            _row(section, step, None) for step in _rest_of(section) if _key(step) not in existing
        )


def _rest_of(section: Section) -> list[Step]:
    """Return the steps of a section that depend on the whole stage: none while another section is played."""
    event = section.event
    if event.kind_of.teams or not (event.promotion or {}).get("best_of_rest"):
        return []
    sections = list(sections_of(event))
    if not all(other.state in OVER for other in sections):
        return []
    for other in sections:
        other.event = event
    own = {str(player) for player in section.seats.values_list("player_id", flat=True)}
    return [step for step in best_of_the_rest([record_of(other) for other in sections]).value if step.who in own]


def _key(step: Step) -> Key:
    return step.what.value, int(step.who), step.value


def key_of(row: Consequence) -> Key:
    return row.what, row.player_id or 0, row.value


def _row(section: Section, step: Step, place: int | None) -> Consequence:
    right = step.right
    facts = None
    if right is not None:
        facts = {"expires": right.expires.isoformat() if right.expires else None, "free": right.free}
    return Consequence(
        section=section,
        what=step.what.value,
        player_id=int(step.who),
        value=step.value,
        clause=str(step.clause),
        cycle=step.cycle,
        office=step.refer.value if step.refer else "",
        sharing=list(step.sharing),
        asks=step.asks.value if step.asks else "",
        grounds=plain_grounds(step.grounds),
        place=place,
        right_facts=facts,
    )


def look(pk: int) -> Section:
    """Compute again what follows from a section, before a decision on it."""
    with transaction.atomic():
        section = locked_section(pk)
        if section.state in OVER:
            propose(section)
    return section
