"""Whether the rights that are stored are those that results have earned: the core's ledger is asked again."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date

from django.db.models import Q, QuerySet

from slowmate.events.entry.right import Right, RightState
from slowmate.events.entry.rights import ledger
from slowmate.server.events import models
from slowmate.server.events.models import Consequence, Seat, Section
from slowmate.server.events.queries.due import GIVE_RIGHTS
from slowmate.server.events.queries.entrants import entrants_of
from slowmate.server.events.queries.results import PLAYED
from slowmate.server.events.queries.reviews import open_corrections
from slowmate.server.events.queries.rights import right_of, rights_of
from slowmate.server.people.models import Player

BATCH = 200
"""Players who are checked at a time."""


def holders() -> int:
    """Count the players to check."""
    return _people().count()


def wrong_rights(progress: Callable[[int], None], *, on: date) -> Iterator[tuple[int, str]]:
    """Yield the players whose stored rights are not those that their results have earned, and what differs.

    What an unsettled section gives need not be stored yet, and what follows from one whose results were corrected waits
    for a decision: in an open case, or by a step carried out that does not follow any more. *progress* is called with
    the number of players checked.
    """
    settled = {str(pk) for pk in Section.objects.filter(state=Section.State.SETTLED).values_list("pk", flat=True)}
    void = Consequence.objects.filter(is_void=True, state=Consequence.State.DONE)
    void = void.exclude(section__state=Section.State.SETTLED)
    waiting = (open_corrections().values_list("section", flat=True), void.values_list("section", flat=True))
    reviewed = {str(pk) for rows in waiting for pk in rows}
    after = 0
    while players := list(_people().filter(pk__gt=after)[:BATCH]):
        entrants = entrants_of(players, on=on, whole=True)
        rows: dict[int, list[models.Right]] = defaultdict(list)
        for row in rights_of([player.pk for player in players]):
            rows[row.player_id or 0].append(row)
        for player in players:
            rights = ledger(entrants[player.pk], on=on).value
            if reviewed & {right.source for right in (*rights, *map(right_of, rows[player.pk]))}:
                continue
            earned = {right.id: right for right in rights}
            stored = {right.id: _aged(right, on) for right in map(right_of, rows[player.pk])}
            what = "; ".join([*_missing(earned, stored, settled), *_wrong(earned, stored)])
            if what:
                yield player.pk, what
        after = players[-1].pk
        progress(len(players))


def _people() -> "QuerySet[Player]":
    played = Seat.objects.filter(section__event__kind__in=GIVE_RIGHTS, section__state__in=PLAYED).values("player")
    holding = models.Right.objects.filter(player__isnull=False).values("player")
    return Player.objects.filter(Q(pk__in=played) | Q(pk__in=holding)).order_by("pk")


def _aged(right: Right, on: date) -> Right:
    """A stored right as it is on a day: that it has run out is written down some time after."""
    is_over = right.state is RightState.OPEN and right.expires is not None and right.expires < on
    return replace(right, state=RightState.EXPIRED) if is_over else right


def _missing(earned: Mapping[str, Right], stored: Mapping[str, Right], settled: set[str]) -> Iterator[str]:
    for key, right in earned.items():
        if key not in stored and right.source in settled:
            yield f"no row for {right.to} from section {right.source}"


def _wrong(earned: Mapping[str, Right], stored: Mapping[str, Right]) -> Iterator[str]:
    for key, row in stored.items():
        right = earned.get(key)
        if right is None:
            yield f"{row.to} from section {row.source} is not earned"
        elif differing := _differing(row, right):
            yield f"{row.to} from section {row.source}: {', '.join(differing)}"


def _differing(row: Right, right: Right) -> Sequence[str]:
    """What is not the same. While a section runs, or waits to be settled, its rights may still be written lower."""
    if row.is_provisional and row.state is RightState.OPEN:
        return []
    return [one.name for one in fields(Right) if getattr(row, one.name) != getattr(right, one.name)]
