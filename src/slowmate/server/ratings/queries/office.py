"""Queries of the Ratings Commissioner: all lists, the preview of one, and its adjustable values."""

from dataclasses import dataclass
from datetime import date

import polars as pl
from django.db.models import F, Q, QuerySet, prefetch_related_objects

from slowmate.ratings.iccf.items import MANY_GAMES
from slowmate.ratings.outcome import PUBLISHED
from slowmate.ratings.period_list import WITH_LEVELS
from slowmate.ratings.periods import AnyPeriod, Period, closes_on, published_on
from slowmate.rulebook import Ground
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import WITH_ORIGIN, GameOrigin, origin_of
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import Adjustment, ListEntry, RatingList
from slowmate.server.ratings.queries import inputs, lists
from slowmate.server.ratings.queries.adjustments import in_force
from slowmate.server.ratings.queries.explanation import left_out

MAX_CHANGES_SHOWN = 20
MAX_ENTRIES_SHOWN = 100


@dataclass(frozen=True, slots=True)
class NextList:
    """The next list of a pool, not prepared yet."""

    pool: str
    period: AnyPeriod
    closes: date

    @property
    def pool_words(self) -> str:
        return str(Game.Pool(self.pool).label)


def prepared() -> "QuerySet[RatingList]":
    """Return the prepared lists in the order in which they must be published."""
    return RatingList.objects.filter(state=RatingList.State.PREPARED).order_by("pool", "valid_from", "revision")


def next_lists() -> list[NextList]:
    """Return the next list of each pool that has lists."""
    pools = RatingList.objects.order_by("pool").values_list("pool", flat=True).distinct()
    periods = ((pool, lists.next_period(pool)) for pool in pools)
    return [NextList(pool, period, closes_on(period)) for pool, period in periods if period is not None]


def published() -> "QuerySet[RatingList]":
    """Return every published list with its successor, the latest first."""
    rows = RatingList.objects.filter(state=RatingList.State.PUBLISHED).select_related(
        "superseded_by", "previous__superseded_by"
    )
    return rows.order_by("-valid_from", "pool", "-revision")


def publication_day(row: RatingList) -> date:
    """Return the day by which the rules require a list."""
    return published_on(row.when).value if isinstance(row.when, Period) else row.valid_from


def has_item_5(row: RatingList) -> bool:
    """Return whether the rules of a list know items 5 and 16."""
    return row.rules in WITH_LEVELS


def later_lists(row: RatingList) -> "QuerySet[RatingList]":
    """Return the published lists after a revision, the earliest first: they began with the former revision."""
    after = lists.published(row.pool).filter(valid_from__gt=row.valid_from, is_imported=False)
    return after.order_by("valid_from") if row.revision > 1 else after.none()


def begins_with_former(row: RatingList) -> bool:
    """Return whether the list it began with has been revised since."""
    return row.previous is not None and lists.before(row.pool, row.when) != row.previous


@dataclass(frozen=True, slots=True)
class UnpublishedStart:
    """A player without a published rating, and the start ratings to be confirmed."""

    entry: ListEntry
    counted: tuple[int, ...]
    """Start ratings in the games of the list."""
    fide: int | None


@dataclass(frozen=True, slots=True)
class ListPreview:
    """A list as the commissioner checks it before publication."""

    changes: list[ListEntry]
    newcomers: list[ListEntry]
    newcomers_number: int
    starts: list[UnpublishedStart]
    starts_number: int
    many: list[ListEntry]
    most_games: int
    left_out: list[tuple[int, Ground]]
    adjustments: list[Adjustment]
    due: date


def preview(row: RatingList) -> ListPreview:
    """Return the preview of a list."""
    entries = row.entries.select_related("player")
    rated = entries.filter(change__isnull=False)
    rises, falls = (
        rated.order_by("-change", "pk")[:MAX_CHANGES_SHOWN],
        rated.order_by("change", "pk")[:MAX_CHANGES_SHOWN],
    )
    most = sorted({*rises, *falls}, key=lambda entry: (-abs(entry.change or 0), entry.pk))[:MAX_CHANGES_SHOWN]
    new = entries.filter(old_rating__isnull=True, rating__isnull=False)
    unpublished = entries.filter(period_games__gt=0, games__lt=F("period_games") + PUBLISHED)
    _, limit = MANY_GAMES.under("ICCF-TR-2017")
    many = entries.filter(period_games__gt=limit)
    return ListPreview(
        changes=[entry for entry in most if entry.change],
        newcomers=list(new.order_by("-rating", "pk")[:MAX_ENTRIES_SHOWN]),
        newcomers_number=new.count(),
        starts=_starts(row, list(unpublished.order_by("pk")[:MAX_ENTRIES_SHOWN])),
        starts_number=unpublished.count(),
        many=list(many.order_by("-period_games", "pk")[:MAX_ENTRIES_SHOWN]) if has_item_5(row) else [],
        most_games=limit,
        left_out=left_out(row),
        adjustments=with_players(in_force(row)),
        due=publication_day(row),
    )


def with_players(several: list[Adjustment]) -> list[Adjustment]:
    prefetch_related_objects(several, "player", "by__player")
    return several


def _starts(row: RatingList, entries: list[ListEntry]) -> list[UnpublishedStart]:
    """Return the start ratings of players without a published rating, in the games of a list made here."""
    if row.is_imported:
        return []
    data = inputs.of_list(row)
    games, starts = data.basis.games, dict[int, set[int]]()
    for colour in ("white", "black"):
        name = f"{colour}_start"
        if name in games.columns:
            for place, start in games.filter(pl.col(name).is_not_null()).select(colour, name).iter_rows():
                starts.setdefault(int(data.players.ids[place]), set()).add(int(start))
    return [
        UnpublishedStart(entry, tuple(sorted(starts.get(entry.player_id, ()))), entry.player.fide_rating)
        for entry in entries
    ]


@dataclass(frozen=True, slots=True)
class Adjustable:
    """A player in a list, and the events whose start rating can be adjusted."""

    entry: ListEntry | None
    events: tuple[tuple[str, GameOrigin | None, int | None], ...]
    """The key, the games' origin and the start rating of each event."""


def adjustable(row: RatingList, player: Player) -> Adjustable:
    """Return what the commissioner may adjust for a player in a prepared list."""
    data = inputs.of_list(row)
    place, games = data.players.row(str(player.pk)), data.basis.games
    starts_by_event: dict[str, int | None] = {}
    for colour in ("white", "black"):
        own_games = games.filter(pl.col(colour) == place) if place is not None else games[:0]
        starts = own_games[f"{colour}_start"] if f"{colour}_start" in own_games.columns else [None] * len(own_games)
        events = own_games["event"] if "event" in own_games.columns else [None] * len(own_games)
        starts_by_event |= {event: start and int(start) for event, start in zip(events, starts, strict=True) if event}
    of_player = Game.objects.filter(Q(white=player) | Q(black=player), event_key__in=starts_by_event, pool=row.pool)
    rows = of_player.select_related(*WITH_ORIGIN).defer("snapshot")
    origins = {game.event_key: origin_of(game) for game in rows}
    entry = row.entries.filter(player=player).select_related("player").first()
    return Adjustable(entry, tuple((key, origins.get(key), start) for key, start in sorted(starts_by_event.items())))
