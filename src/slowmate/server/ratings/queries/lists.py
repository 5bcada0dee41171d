"""The rating lists: the newest, the one in force on a day, its entries, and the next to be made."""

from collections.abc import Collection, Mapping
from datetime import date

from django.db.models import F, QuerySet

from slowmate.ratings.periods import AnyPeriod, Month, closes_on, list_of_quarter, list_valid, parse_period, rules_for
from slowmate.records import BadInput
from slowmate.rulebook import EDITIONS
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries.inputs import FIDE, batches

FIRST = list_of_quarter(EDITIONS["ICCF-TR-2016"].begins)
FIRST_MONTH = Month(EDITIONS["FIDE-RATING-2017"].begins.year, EDITIONS["FIDE-RATING-2017"].begins.month)
"""The first lists under rules that we hold."""


def period_in(slug: str) -> AnyPeriod | None:
    """Return the period in an address: 2024-1, or 2018-02 for a month of FIDE's; None if it is none."""
    year, _, number = slug.partition("-")
    try:
        return parse_period(slug if len(number) > 1 else f"{year}/{number}")
    except BadInput:
        return None


def published(pool: str = Game.Pool.CHESS) -> "QuerySet[RatingList]":
    """Return the lists that count: of each period the newest published revision, the latest first."""
    rows = RatingList.objects.filter(pool=pool, state=RatingList.State.PUBLISHED)
    superseded = rows.filter(supersedes__isnull=False).values("supersedes")
    return rows.exclude(pk__in=superseded).order_by("-valid_from")


def newest(pool: str = Game.Pool.CHESS) -> RatingList | None:
    return published(pool).first()


def find(slug: str, *, pool: str = "", revision: int | None = None) -> RatingList | None:
    """Return a published list by its address; without a pool that of ordinary chess, or FIDE's for a month."""
    period = period_in(slug)
    if period is None:
        return None
    of = pool or (Game.Pool.FIDE_STANDARD if isinstance(period, Month) else Game.Pool.CHESS)
    if revision is None:
        return published(of).filter(period=str(period)).first()
    state = RatingList.State.PUBLISHED
    return RatingList.objects.filter(pool=of, period=str(period), revision=revision, state=state).first()


def valid(*, on: date, pool: str = Game.Pool.CHESS) -> RatingList | None:
    """Return the list in force on a day (9.5): that of its quarter, else the last one before."""
    last = list_valid(on=on).value.valid_from if not pool.startswith(FIDE) else on
    return published(pool).filter(valid_from__lte=last).first()


def entries(row: RatingList) -> "QuerySet[ListEntry]":
    """Return the entries of a list, best first; those it does not show come last."""
    return row.entries.select_related("player").order_by(F("rank").asc(nulls_last=True), "player_id")


def ratings(players: Collection[Player], *, on: date, pool: str = Game.Pool.CHESS) -> Mapping[int, ListEntry]:
    """Return the entries of players in the list in force on a day, by their numbers: for start ratings (9.4)."""
    row = valid(on=on, pool=pool)
    if row is None:
        return {}
    numbers = [player.pk for player in players]
    return {
        entry.player_id: entry
        for some in batches(numbers)
        for entry in ListEntry.objects.filter(list=row, player__in=some)
    }


def history(player: Player, pool: str = Game.Pool.CHESS) -> "QuerySet[ListEntry]":
    """Return the entries of a player in all lists that count, the first list first."""
    rows = ListEntry.objects.filter(player=player, list__in=published(pool).order_by().values("pk"))
    return rows.select_related("list").order_by("list__valid_from")


# which list comes next


def rules_of(pool: str, period: AnyPeriod) -> str:
    """Return the rating system for a list of a pool."""
    return "fide-2017" if isinstance(period, Month) or pool.startswith(FIDE) else rules_for(period).value


def latest(pool: str) -> RatingList | None:
    """Return the last list made or prepared, in the revision that counts: the next one begins with it."""
    row = RatingList.objects.filter(pool=pool).order_by("-valid_from", "revision").first()
    return None if row is None else _counting(row)


def before(pool: str, period: AnyPeriod) -> RatingList | None:
    """Return the list that a list begins with: the last one before, in its published revision if there is one."""
    rows = RatingList.objects.filter(pool=pool, valid_from__lt=period.valid_from)
    row = rows.order_by("-valid_from", "revision").first()
    return None if row is None else _counting(row)


def _counting(row: RatingList) -> RatingList:
    return published(row.pool).filter(period=row.period).first() or row


def next_period(pool: str) -> AnyPeriod | None:
    """Return the next period: after the last list, else that of the pool's first finished game; None without a game."""
    last = latest(pool)
    if last is not None:
        return last.when.successor
    first = Game.objects.filter(pool=pool, is_rated=True, finished__isnull=False).order_by("finished").first()
    if first is None or first.finished is None:
        return None
    begins = FIRST_MONTH if pool.startswith(FIDE) else FIRST
    return _with_results_of(first.finished.date(), begins)


def _with_results_of(day: date, first: AnyPeriod) -> AnyPeriod:
    period = first
    while period.results_until < day:
        period = period.successor
    return period


def has_closed(period: AnyPeriod, *, on: date) -> bool:
    """Return whether no more games can come into a list."""
    return closes_on(period) < on
