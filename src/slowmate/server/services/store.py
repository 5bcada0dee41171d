"""How a game is read and written by a command: a few statements, written once, in a short transaction."""

import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from threading import local
from typing import Any

from django.db import connection, transaction

from slowmate.server.columns import Columns, execute, insert, row_of
from slowmate.server.models import Game, GameEvent, Mail, Player, User

_FIXED = {"id", "white_id", "black_id", "label", "director_id", "is_rated", "is_shown_live", "is_demo", "noted"}
"""What no command changes."""
_GAME = Columns(Game)
_CHANGING = Columns(Game, *(field.attname for field in Game._meta.concrete_fields if field.attname not in _FIXED))
_EVENT = Columns(GameEvent, *(field.attname for field in GameEvent._meta.concrete_fields if field.attname != "id"))
_MAIL = Columns(Mail, *(field.attname for field in Mail._meta.concrete_fields if field.attname != "id"))
_PLAYER = Columns(Player, "id", "user_id", "name")
_USER = Columns(User, "id", "mail_mode")

_READ = f"""
    SELECT {_GAME.named("game")}, {_PLAYER.named("white")}, {_USER.named("white_user")},
           {_PLAYER.named("black")}, {_USER.named("black_user")}
    FROM slowmate_game AS game
    JOIN slowmate_player AS white ON white.id = game.white_id
    JOIN slowmate_player AS black ON black.id = game.black_id
    LEFT JOIN slowmate_user AS white_user ON white_user.id = white.user_id
    LEFT JOIN slowmate_user AS black_user ON black_user.id = black.user_id
    WHERE game.id = %s
"""  # noqa: S608 - column names
_REPLACE = f"UPDATE slowmate_game SET {_CHANGING.assigned()} WHERE id = %s AND version = %s"  # noqa: S608


_own = local()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes. On SQLite writers queue for it at a file: SQLite lets them sleep and try again."""
    outermost = connection.vendor == "sqlite" and not connection.in_atomic_block
    path = _queue(os.fspath(connection.settings_dict["NAME"])) if outermost else None
    if path is None:
        with transaction.atomic():
            yield
        return
    if getattr(_own, "path", None) != path:
        _own.path, _own.file = path, path.open("w")  # kept open, one for each thread
    fcntl.flock(_own.file, fcntl.LOCK_EX)
    try:
        with transaction.atomic():
            yield
    finally:
        fcntl.flock(_own.file, fcntl.LOCK_UN)


@cache
def _queue(name: str) -> Path | None:
    """The file beside the database; none for a database in memory, which has one process."""
    return Path(f"{name}-queue") if Path(name).is_file() else None


def read(game_id: int) -> Game:
    """A game with its players and who of them is written to; `Game.DoesNotExist` if there is none."""
    found = row_of(_READ, game_id)
    if found is None:
        raise Game.DoesNotExist
    values = iter(found)
    game = _GAME.read([next(values) for _ in range(len(_GAME))])
    for colour in ("white", "black"):
        player = _PLAYER.read([next(values) for _ in range(len(_PLAYER))])
        user = [next(values) for _ in range(len(_USER))]
        player.user = _USER.read(user) if player.user_id is not None else None
        setattr(game, colour, player)
    return game


def write(game: Game, happened: Sequence[GameEvent], told: Sequence[Mail], *, after: int) -> bool:
    """Write what has changed, what happened and who is told of it: all of it, or nothing and the answer is no if the
    game is no longer at the version it was read *after*."""
    changed = [*_CHANGING.values(game), game.pk, after]
    rows, mails = [_EVENT.values(row) for row in happened], [_MAIL.values(mail) for mail in told]
    if connection.vendor == "postgresql":
        values = chain(changed, *mails, *rows)
        return bool(execute(_all_at_once(len(rows), len(mails)), list(values)).rowcount)
    with writing():
        if not execute(_REPLACE, changed).rowcount:
            return False
        insert(_EVENT, rows)
        insert(_MAIL, mails, unless_there=True)
    return True


@cache
def _all_at_once(rows: int, mails: int) -> str:
    """One statement, and so one transaction, with one journey to the database: it takes a third of what five take."""
    mail = f"""
        , mail AS (
            INSERT INTO slowmate_mail ({_MAIL.named()})
            SELECT "values".* FROM game, {_MAIL.typed(mails)} ON CONFLICT DO NOTHING
        )
    """  # noqa: S608 - column names
    return f"""
        WITH game AS ({_REPLACE} RETURNING id) {mail if mails else ""}
        INSERT INTO slowmate_gameevent ({_EVENT.named()}) SELECT "values".* FROM game, {_EVENT.typed(rows)}
    """  # noqa: S608 - column names


def packed(rows: Iterable[GameEvent]) -> list[list[Any]]:
    """Events as the database takes them, of a game that is not there yet."""
    return [_EVENT.values(row) for row in rows]


def append_packed(of_games: Iterable[tuple[int, list[list[Any]]]]) -> None:
    """Events that were packed, each to the game they are of."""
    place = _EVENT.place("game_id")
    insert(_EVENT, [[*row[:place], game_id, *row[place + 1 :]] for game_id, rows in of_games for row in rows])


def queue(mails: Iterable[Mail]) -> None:
    """Mail to be sent; the same thing is never told twice."""
    insert(_MAIL, map(_MAIL.values, mails), unless_there=True)
