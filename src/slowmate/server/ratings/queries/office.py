"""What the Ratings Commissioner sees: the lists there are, a preview of one, and what a revision changes."""

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
from slowmate.server.games.queries.origin import WITH_ORIGIN, origin_of
from slowmate.server.games.text import origin_words
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import Adjustment, ListEntry, RatingList
from slowmate.server.ratings.queries import inputs, lists
from slowmate.server.ratings.queries.adjustments import in_force
from slowmate.server.ratings.queries.explanation import left_out

MOST = 20
"""Of those whose rating changes most so many are shown; of the others more."""
MANY = 100


@dataclass(frozen=True, slots=True)
class Coming:
    """The next list of a pool that is not prepared yet."""

    pool: str
    period: AnyPeriod
    closes: date

    @property
    def pool_words(self) -> str:
        return str(Game.Pool(self.pool).label)


def prepared() -> "QuerySet[RatingList]":
    """The lists that wait to be published, in the order in which they have to be."""
    return RatingList.objects.filter(state=RatingList.State.PREPARED).order_by("pool", "valid_from", "revision")


def coming() -> list[Coming]:
    """Of each pool that has lists the next one."""
    pools = RatingList.objects.order_by("pool").values_list("pool", flat=True).distinct()
    periods = ((pool, lists.next_period(pool)) for pool in pools)
    return [Coming(pool, period, closes_on(period)) for pool, period in periods if period is not None]


def published() -> "QuerySet[RatingList]":
    """Every list that is published, with the one that takes its place, the latest first."""
    rows = RatingList.objects.filter(state=RatingList.State.PUBLISHED).select_related(
        "superseded_by", "previous__superseded_by"
    )
    return rows.order_by("-valid_from", "pool", "-revision")


def publication_day(row: RatingList) -> date:
    """The day by which the rules want a list to be available."""
    return published_on(row.when).value if isinstance(row.when, Period) else row.valid_from


def has_item_5(row: RatingList) -> bool:
    """Whether the rules of a list know items 5 and 16."""
    return row.rules in WITH_LEVELS


def later_lists(row: RatingList) -> "QuerySet[RatingList]":
    """The published lists after a revision, the first of them first: they began with what the former one said."""
    after = lists.published(row.pool).filter(valid_from__gt=row.valid_from, is_imported=False)
    return after.order_by("valid_from") if row.revision > 1 else after.none()


def begins_with_former(row: RatingList) -> bool:
    """Whether the list it began with has been revised since."""
    return row.previous is not None and lists.before(row.pool, row.when) != row.previous


@dataclass(frozen=True, slots=True)
class Start:
    """A player without a published rating, and what he counted with: to be confirmed."""

    entry: ListEntry
    counted: tuple[int, ...]
    """Start ratings in the games of the list."""
    fide: int | None


@dataclass(frozen=True, slots=True)
class Preview:
    """A list as the commissioner looks at it before it is published."""

    changes: list[ListEntry]
    newcomers: list[ListEntry]
    newcomers_number: int
    starts: list[Start]
    starts_number: int
    many: list[ListEntry]
    most_games: int
    left_out: list[tuple[int, Ground]]
    adjustments: list[Adjustment]
    due: date


def preview(row: RatingList) -> Preview:
    entries = row.entries.select_related("player")
    rated = entries.filter(change__isnull=False)
    rises, falls = rated.order_by("-change", "pk")[:MOST], rated.order_by("change", "pk")[:MOST]
    most = sorted({*rises, *falls}, key=lambda one: (-abs(one.change or 0), one.pk))[:MOST]
    new = entries.filter(old_rating__isnull=True, rating__isnull=False)
    unpublished = entries.filter(period_games__gt=0, games__lt=F("period_games") + PUBLISHED)
    _, limit = MANY_GAMES.under("ICCF-TR-2017")
    many = entries.filter(period_games__gt=limit)
    return Preview(
        changes=[one for one in most if one.change],
        newcomers=list(new.order_by("-rating", "pk")[:MANY]),
        newcomers_number=new.count(),
        starts=_starts(row, list(unpublished.order_by("pk")[:MANY])),
        starts_number=unpublished.count(),
        many=list(many.order_by("-period_games", "pk")[:MANY]) if has_item_5(row) else [],
        most_games=limit,
        left_out=left_out(row),
        adjustments=with_players(in_force(row)),
        due=publication_day(row),
    )


def with_players(several: list[Adjustment]) -> list[Adjustment]:
    prefetch_related_objects(several, "player", "by__player")
    return several


def _starts(row: RatingList, entries: list[ListEntry]) -> list[Start]:
    """What players without a published rating counted with in the games of a list that was made here."""
    if row.is_imported:
        return []
    kept = inputs.of_list(row)
    games, found = kept.basis.games, dict[int, set[int]]()
    for colour in ("white", "black"):
        name = f"{colour}_start"
        if name in games.columns:
            for place, start in games.filter(pl.col(name).is_not_null()).select(colour, name).iter_rows():
                found.setdefault(int(kept.players.ids[place]), set()).add(int(start))
    return [Start(one, tuple(sorted(found.get(one.player_id, ()))), one.player.fide_rating) for one in entries]


@dataclass(frozen=True, slots=True)
class Adjustable:
    """A player in a list, and the events whose start rating could be adjusted: key, name and start rating of each."""

    entry: ListEntry | None
    events: tuple[tuple[str, str, int | None], ...]


def adjustable(row: RatingList, player: Player) -> Adjustable:
    """What the commissioner may adjust of a player in a list that is prepared."""
    kept = inputs.of_list(row)
    place, games = kept.players.row(str(player.pk)), kept.basis.games
    found: dict[str, int | None] = {}
    for colour in ("white", "black"):
        mine = games.filter(pl.col(colour) == place) if place is not None else games[:0]
        starts = mine[f"{colour}_start"] if f"{colour}_start" in mine.columns else [None] * len(mine)
        events = mine["event"] if "event" in mine.columns else [None] * len(mine)
        found |= {event: start and int(start) for event, start in zip(events, starts, strict=True) if event}
    of_player = Game.objects.filter(Q(white=player) | Q(black=player), event_key__in=found, pool=row.pool)
    rows = of_player.select_related(*WITH_ORIGIN).defer("snapshot")
    labels = {game.event_key: origin_words(origin_of(game)) for game in rows}
    entry = row.entries.filter(player=player).select_related("player").first()
    return Adjustable(entry, tuple((key, labels.get(key) or key, start) for key, start in sorted(found.items())))
