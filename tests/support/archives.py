"""A federation's past made up by lot: players and finished games, as tables for `slowmate rate` and as rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from slowmate.server.games.models import Game

KINDS = ("open-class", "higher-class", "master-class", "master-norm", "grandmaster-norm", "world-cup-semi-final", "")
OVER_THE_BOARD = {
    "fide-standard": {"event_type": "swiss", "minutes": 120, "plies": 60},
    "fide-rapid": {"event_type": "swiss", "minutes": 25, "plies": 60},
}
RESULTS = ("1-0", "0-1", "1/2-1/2", "1/2-1/2")


@dataclass(frozen=True, slots=True)
class Archive:
    """Players as players.csv has them, and games as games.csv does, all by the players' numbers."""

    players: pl.DataFrame
    games: pl.DataFrame


def archive(
    lots: Random,
    *,
    players: int,
    games: int,
    first: date,
    last: date,
    unrated: float = 0.3,
    kinds: Sequence[str] = KINDS,
) -> Archive:
    """Players of whom some have a rating, and games between them that finished between two days.

    Some are by substitutes, some of kinds that are not rated, some lost by both; some have start ratings.
    """
    numbers = range(1, players + 1)
    strength = {pk: lots.gauss(2050, 220) for pk in numbers}
    rated = {pk: lots.random() >= unrated for pk in numbers}
    people = {
        "id": [str(pk) for pk in numbers],
        "rating": [round(strength[pk]) if rated[pk] else None for pk in numbers],
        "games": [lots.randint(1, 120) if rated[pk] else None for pk in numbers],
        "fide_rating": [round(strength[pk]) if lots.random() < 0.3 else None for pk in numbers],
    }
    days = (last - first).days
    rows = [_game(lots, players, strength, first + timedelta(days=lots.randint(0, days)), kinds) for _ in range(games)]
    text = ("white", "black", "result", "event", "kind", "white_original", "black_original")
    schema: dict[str, Any] = dict.fromkeys(text, pl.String)
    schema |= dict.fromkeys(("white_start", "black_start", "level"), pl.Int64)
    return Archive(pl.DataFrame(people), pl.DataFrame(rows, schema_overrides=schema))


def _game(lots: Random, players: int, strength: Mapping[int, float], day: date, kinds: Sequence[str]) -> dict[str, Any]:
    white, black, original = lots.sample(range(1, players + 1), 3)
    kind = lots.choice(kinds) if lots.random() < 0.95 else "thematic"
    has_start = lots.random() < 0.3
    replaces = "champions" not in kind and lots.random() < 0.03
    return {
        "white": str(white),
        "black": str(black),
        "result": lots.choice(RESULTS) if lots.random() < 0.98 else "0-0",
        "date": day,
        "event": f"{kind or 'match'} {day:%G-%V}",
        "kind": kind or None,
        "level": None,
        "white_start": round(strength[white] + lots.randint(-80, 80)) if has_start else None,
        "black_start": round(strength[black] + lots.randint(-80, 80)) if has_start else None,
        "white_original": str(original) if replaces else None,
        "black_original": None,
    }


def store(made: Archive, *, pool: str = "chess") -> None:
    """Write an archive to the database: finished games without their moves, as lists ask for nothing else."""
    from django.core.management.color import no_style  # noqa: PLC0415 - needs Django to be set up
    from django.db import connection  # noqa: PLC0415

    from slowmate.server.games.models import Game  # noqa: PLC0415
    from slowmate.server.people.models import Player  # noqa: PLC0415

    Player.objects.bulk_create(
        Player(
            pk=int(one["id"]),
            name=f"Player {one['id']}",
            federation=("CZE", "GER", "ENG", "POL")[int(one["id"]) % 4],
            rating=one["rating"],
            rating_games=one["games"] or 0,
            fide_rating=one["fide_rating"],
            birth_year=2000 + int(one["id"]) % 15,
        )
        for one in made.players.iter_rows(named=True)
    )
    Game.objects.bulk_create((_row(one, pool) for one in made.games.iter_rows(named=True)), batch_size=2000)
    with connection.cursor() as cursor:  # whoever joins later gets a number of his own
        for statement in connection.ops.sequence_reset_sql(no_style(), [Player]):
            cursor.execute(statement)


def _row(one: Mapping[str, Any], pool: str) -> "Game":
    from slowmate.server.games.models import Game  # noqa: PLC0415 - needs Django to be set up

    finished = datetime.combine(one["date"], time(12), UTC)
    said = {f"{name}_original_id": one[f"{name}_original"] for name in ("white", "black")}
    originals = {name: int(value) for name, value in said.items() if value}
    return Game(
        pool=pool,
        over_the_board=OVER_THE_BOARD.get(pool),
        white_id=int(one["white"]),
        black_id=int(one["black"]),
        snapshot="",
        status=Game.Status.FINISHED,
        starts=finished - timedelta(days=200),
        finished=finished,
        result=one["result"],
        is_void=one["result"] == "0-0",
        is_rated=one["kind"] != "thematic",
        event_kind=one["kind"] or "",
        event_key=one["event"] or "",
        white_start=one["white_start"],
        black_start=one["black_start"],
        level=one["level"],
        **originals,
    )
