"""Rights to see, play and direct a game, and to answer a challenge."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, prefetch_related_objects

from slowmate.board import Colour
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Challenge, Document, Game
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import former_directors, holds, holds_direction, player_of
from slowmate.server.site.rules import NOTHING, Rule


def _plays(person: Person, game: Game) -> bool:
    player = player_of(person)
    return player is not None and player.pk in (game.white_id, game.black_id)


def _played_by(person: Person) -> Q:
    player = player_of(person)
    return NOTHING if player is None else Q(white=player) | Q(black=player)


is_player_of = Rule(Game, _plays, _played_by)
"""The rule that a person plays in a game."""


def director_of(game: Game) -> User | None:
    """Return the director named for a game, for as long as they hold the office."""
    if game.director is None:
        return None
    prefetch_related_objects([game.director], "offices")  # a page asks several times
    return game.director if holds_direction(game.director) else None


def _directs(person: Person, game: Game) -> bool:
    if is_player_of(person, game) or not holds_direction(person):
        return False
    return game.director_id == person.pk or director_of(game) is None


def _directed_by(person: Person) -> Q:
    return directed_by(person, former=former_directors().values("user"))


def directed_by(
    person: Person, *, former: "Iterable[int] | QuerySet[Any]", game: str = "", director: str = "director"
) -> Q:
    """Return the condition of `is_director_of`, for a query that has to use an index.

    *former* looks up the directors out of office; *game* leads from a row to its game, *director* from there to its
    director.
    """
    if not holds_direction(person):
        return NOTHING
    path = f"{game}{director}"
    named = Q(**{path: person.pk}) | Q(**{path: None}) | Q(**{f"{path}__in": former})
    player = player_of(person)
    return named if player is None else named & ~Q(**{f"{game}white": player}) & ~Q(**{f"{game}black": player})


is_director_of = Rule(Game, _directs, _directed_by)
"""The director named for the game; where none is in office, any tournament director; never one who plays in it."""


def _sees_game(person: Person, game: Game) -> bool:
    if game.status == Game.Status.FINISHED or game.is_shown_live:
        return True
    return is_player_of(person, game) or is_director_of(person, game)


def _games_seen_by(person: Person) -> Q:
    public = Q(status=Game.Status.FINISHED) | Q(is_shown_live=True)
    return public | is_player_of.among(person) | is_director_of.among(person)


may_see_game = Rule(Game, _sees_game, _games_seen_by)
"""Finished games are public, and running ones that the event shows; others are for the players and the director."""


def may_see_everything_of_game(person: Person, game: Game) -> bool:
    """Let players and the director see the moves without delay, the clocks and the journal; everyone after the game."""
    return game.status == Game.Status.FINISHED or is_player_of(person, game) or is_director_of(person, game)


def may_play(person: Person, game: Game) -> bool:
    return is_player_of(person, game)


def may_direct(person: Person, game: Game) -> bool:
    return is_director_of(person, game)


def may_record_move(person: Person, game: Game) -> bool:
    """Let players of a game by post record their own moves, and the director those of both."""
    return is_player_of(person, game) or is_director_of(person, game)


@dataclass(frozen=True, slots=True)
class GameSeat:
    """One side of a game."""

    game: Game
    colour: Colour


def may_act_for(person: Person, seat: GameSeat) -> bool:
    """Let the director, with the document they hold, act for a player who has no account."""
    return is_director_of(person, seat.game) and seat.game.player(seat.colour).user_id is None


def may_read_document(person: Person, document: Document) -> bool:
    """Let the two players and the director read documents, also when the game is over."""
    return is_player_of(person, document.game) or is_director_of(person, document.game)


def may_arrange_game(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - between any two players
    return holds(person, Office.Kind.DIRECTOR, Office.Kind.ORGANISER)


def may_answer_challenge(person: Person, challenge: Challenge) -> bool:
    player = player_of(person)
    if player is None or player.pk == challenge.challenger_id:
        return False
    return challenge.opponent_id in (None, player.pk)


def may_withdraw_challenge(person: Person, challenge: Challenge) -> bool:
    player = player_of(person)
    return player is not None and player.pk == challenge.challenger_id
