"""How a game is read and written by a command: a statement for each, written once."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from django.db import IntegrityError, OperationalError, connection

from slowmate.server.columns import Columns, attach, execute, insert, row_of
from slowmate.server.models import Game, GameEvent, Mail, Player, User

_FIXED = {"id", "white_id", "black_id", "label", "director_id", "is_rated", "is_shown_live", "is_demo", "noted"}
"""What no command changes."""
_GAME = Columns(Game)
_CHANGING = Columns(Game, *(field.attname for field in Game._meta.concrete_fields if field.attname not in _FIXED))
_SELDOM = Columns(
    Game, "lines", "status", "starts", "offer_to_id", "awaits_director", "result", "termination", "finished"
)
"""What a move leaves as it is."""
_OFTEN = Columns(Game, *(field.attname for field in _CHANGING.fields if field not in _SELDOM.fields))
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
        attach(player, "user", _USER.read(user) if player.user_id is not None else None)
        attach(game, colour, player)
    return game


def event(**values: Any) -> GameEvent:
    """An event that is to be written, of all its values."""
    return _EVENT.new(**values)


def mail(**values: Any) -> Mail:
    """A mail that is to be written."""
    return _MAIL.new(**values)


def write(game: Game, happened: Sequence[GameEvent], told: Sequence[Mail], *, after: int) -> bool:
    """Write what has changed, what happened and who is told of it: all of it, or nothing and the answer is no if the
    game is no longer at the version it was read *after*.

    It is one statement, and so one transaction. Several would be as many journeys to PostgreSQL, and on SQLite other
    threads would run in between while everybody waits for the database.
    """
    changed = [*_CHANGING.values(game), game.pk, after]
    if connection.vendor == "postgresql":
        values = chain(changed, *map(_MAIL.values, told), *map(_EVENT.values, happened))
        return bool(execute(_written_by_postgresql(len(happened), len(told)), list(values)).rowcount)
    rows, mails = [_EVENT.plain(row) for row in happened], [_MAIL.plain(mail) for mail in told]
    return _write_to_sqlite([*changed, json.dumps(rows), json.dumps(mails)])


@cache
def _written_by_postgresql(rows: int, mails: int) -> str:
    mail = f"""
        , mail AS (
            INSERT INTO slowmate_mail ({_MAIL.named()})
            SELECT "values".* FROM game, {_MAIL.typed(mails)} ON CONFLICT DO NOTHING
        )
    """  # noqa: S608 - column names
    return f"""
        WITH game AS (
            UPDATE slowmate_game SET {_CHANGING.assigned()} WHERE id = %s AND version = %s RETURNING id
        ) {mail if mails else ""}
        INSERT INTO slowmate_gameevent ({_EVENT.named()}) SELECT "values".* FROM game, {_EVENT.typed(rows)}
    """  # noqa: S608 - column names


_OVERTAKEN = "the game has gone on"
_WRITTEN = f"""
    INSERT INTO written_game ({_CHANGING.named()}, id, after, events, mails)
    VALUES ({_CHANGING.placeholders()}, %s, %s, %s, %s)
"""  # noqa: S608 - column names
_DOOR = (
    f"""
    CREATE TEMP VIEW written_game AS
    SELECT {_CHANGING.named()}, id, 0 AS after, '' AS events, '' AS mails FROM main.slowmate_game
    """,  # noqa: S608 - column names
    f"""
    CREATE TEMP TRIGGER write_game INSTEAD OF INSERT ON written_game BEGIN
        SELECT RAISE(ABORT, '{_OVERTAKEN}')
            WHERE NOT EXISTS (SELECT 1 FROM slowmate_game WHERE id = NEW.id AND version = NEW.after);
        UPDATE slowmate_game SET {_OFTEN.in_new_row()} WHERE id = NEW.id;
        UPDATE slowmate_game SET {_SELDOM.in_new_row()}
            WHERE id = NEW.id AND ({_SELDOM.named()}) IS NOT ({_SELDOM.named("NEW")});
        INSERT INTO slowmate_gameevent ({_EVENT.named()})
            SELECT {_EVENT.from_json()} FROM json_each(NEW.events);
        INSERT OR IGNORE INTO slowmate_mail ({_MAIL.named()})
            SELECT {_MAIL.from_json()} FROM json_each(NEW.mails);
    END
    """,  # noqa: S608 - column names
)
"""SQLite writes several tables by one statement where a trigger does. It is the connection's own, made when needed.

It writes every index anew that has an assigned column, whether that has changed or not: hence two updates."""


def _write_to_sqlite(values: list[Any]) -> bool:
    try:
        execute(_WRITTEN, values)
    except OperationalError as failed:
        if "no such table: written_game" not in str(failed):
            raise
        for statement in _DOOR:
            execute(statement, ())
        return _write_to_sqlite(values)
    except IntegrityError as failed:
        if str(failed) != _OVERTAKEN:
            raise
        return False
    return True


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
