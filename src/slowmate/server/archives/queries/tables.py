"""Imported tables whose games have no moves yet."""

from collections import defaultdict
from collections.abc import Sequence

from slowmate.records import Result
from slowmate.server.archives.models import Origin
from slowmate.server.events.models import Pairing, Section


class Tables:
    """The games without moves of imported events, by the names of the events."""

    def __init__(self) -> None:
        brought = Origin.objects.filter(kind=Origin.Kind.EVENT).values("row")
        sections = Section.objects.filter(pk__in=brought).values_list("event__name", "pk")
        self._sections: dict[str, list[int]] = defaultdict(list)
        for name, pk in sections:
            self._sections[name].append(pk)

    def games_of(self, games: Sequence[tuple[str, int, int, Result]]) -> list[int | None]:
        """Return for each game (event, players, result) its row without moves in the event's table, or None."""
        sections = {pk for event, _, _, _ in games for pk in self._sections.get(event, ())}
        if not sections:
            return [None] * len(games)
        waiting: dict[tuple[str, int, int, str], list[int]] = defaultdict(list)
        rows = Pairing.objects.filter(section__in=sections, game__plies=0).order_by("pk")
        columns = ("section__event__name", "game__white_id", "game__black_id", "game__result", "game_id")
        for event, white, black, result, pk in rows.values_list(*columns):
            waiting[event, white, black, result].append(pk)
        rows_of_games: list[int | None] = []
        for event, white, black, outcome in games:
            fitting = waiting.get((event, white, black, outcome.value))
            rows_of_games.append(fitting.pop(0) if fitting else None)
        return rows_of_games
