"""Everything that follows from a section, and the changes between two states of it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeAlias

from slowmate.events.running.consequences import Step
from slowmate.events.running.standings import standings
from slowmate.play import event_from_json
from slowmate.play.events import ResultCorrected
from slowmate.server.events.models import Consequence, Pairing, Right, Section
from slowmate.server.events.queries.record import holders, pairings_of, record, seats_of
from slowmate.server.events.services.consequences import places_of
from slowmate.server.games.models import GameEvent
from slowmate.server.titles.models import Norm, TitleAward

CORRECTED = "result-corrected"
OF_PLACES = (Step.PRIZE.value, Step.UP.value, Step.DOWN.value)


class Kind(StrEnum):
    """What can follow from a section."""

    PLACE = "place"
    RIGHT = "right"
    PRIZE = "prize"
    NORM = "norm"
    TITLE = "title"


Key: TypeAlias = tuple[str, int, str, int]
"""A kind, a player, what it is, and the section it comes from: 0 where that does not matter."""
Snapshot: TypeAlias = dict[Key, str]
"""How each consequence stands: a place, the state and last day of a right, the score of a norm."""


@dataclass(frozen=True, slots=True)
class ConsequenceChange:
    """One consequence that falls, follows anew or changes; *before* or *after* is empty where there is none."""

    kind: str
    player: int
    what: str
    before: str
    after: str

    @property
    def falls(self) -> bool:
        return bool(self.before) and not self.after


@dataclass(frozen=True, slots=True)
class CorrectedGame:
    """A game whose result was corrected, with the result before the first correction and after the last."""

    game: int
    white: int
    black: int
    before: str
    after: str


def corrected_games(section: Section, *, since: datetime) -> list[CorrectedGame]:
    """Return the games of a section with results corrected since an instant."""
    rows = GameEvent.objects.filter(game__pairing__section=section, type=CORRECTED, at__gte=since)
    before: dict[int, str] = {}
    for row in rows.order_by("game_id", "number"):
        event = event_from_json(row.data)
        if isinstance(event, ResultCorrected):
            before.setdefault(row.game_id, event.before.value)
    pairings = Pairing.objects.filter(section=section, game__in=before).select_related("game").order_by("pk")
    return [
        CorrectedGame(game.pk, game.white_id, game.black_id, before[game.pk], game.result)
        for pairing in pairings
        if (game := pairing.game) is not None
    ]


def places(section: Section, results: Mapping[int, str] | None = None) -> dict[int, int]:
    """Return the places of a section by player; with these *results* of games instead of those that stand."""
    seats, pairings = list(seats_of(section)), list(pairings_of(section))
    for pairing in pairings:
        if pairing.game is not None and results and pairing.game.pk in results:
            pairing.game.result = results[pairing.game.pk]
    return places_of(section, seats, standings(record(section, seats, pairings)).value)


def snapshot(section: Section) -> Snapshot:
    """Return what is stored of the consequences of a section: rights, prizes, norms and titles of its players.

    Of rights and titles also those from other sections, which can change with these; of prizes also what is void, until
    it is taken back.
    """
    players = {holder.player_id for seat in seats_of(section) for holder in holders(seat, section.event)}
    found: Snapshot = {}
    for right in Right.objects.filter(player__in=players).order_by("pk"):
        until = right.expires.isoformat() if right.expires else ""
        found[Kind.RIGHT, right.player_id or 0, right.to, right.section_id or 0] = f"{right.state} {until}".strip()
    rows = Consequence.objects.filter(section=section, state=Consequence.State.DONE, what__in=OF_PLACES)
    for row in rows.filter(player__isnull=False).order_by("pk"):
        found[Kind.PRIZE, row.player_id or 0, f"{row.what} {row.value}", 0] = "done"
    for norm in Norm.objects.filter(section=section, state__in=Norm.LIVE).order_by("pk"):
        found[Kind.NORM, norm.player_id, norm.title, 0] = f"{norm.score} {norm.earned}"
    for award in TitleAward.objects.filter(player__in=players, state__in=TitleAward.LIVE).order_by("pk"):
        state = "void" if award.is_void else award.state
        found[Kind.TITLE, award.player_id, award.title, award.number] = f"{state} {award.earned}"
    return found


def changes(before: Snapshot, after: Snapshot) -> list[ConsequenceChange]:
    """Return what differs between two snapshots, by kind and player."""
    keys = sorted(before.keys() | after.keys(), key=lambda key: (list(Kind).index(Kind(key[0])), *key[1:]))
    return [
        ConsequenceChange(key[0], key[1], key[2], before.get(key, ""), after.get(key, ""))
        for key in keys
        if before.get(key, "") != after.get(key, "")
    ]


def place_changes(section: Section, games: Sequence[CorrectedGame]) -> list[ConsequenceChange]:
    """Return the places that corrected results have changed."""
    old, new = places(section, {game.game: game.before for game in games}), places(section)
    return [
        ConsequenceChange(Kind.PLACE, player, "", str(old[player]), str(new[player]))
        for player in sorted(new, key=lambda player: (new[player], player))
        if player in old and old[player] != new[player]
    ]


def as_json(several: Sequence[ConsequenceChange]) -> list[dict[str, Any]]:
    return [asdict(change) for change in several]


def from_json(rows: Sequence[Mapping[str, Any]]) -> list[ConsequenceChange]:
    return [ConsequenceChange(**row) for row in rows]
