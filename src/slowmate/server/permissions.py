"""Who may ask. What the rules allow is decided in the core; here only whether a person may ask for it at all.

Each predicate takes the person (an account, or nobody) and the thing. `TABLE` says who may and, by leaving them out,
who may not: `docs/permissions.md` is made from it, and the tests try every cell.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import prefetch_related_objects

from slowmate.server import clock
from slowmate.server.models import Analysis, Challenge, Game, Message, Note, Office, Player, Report, Token, User

Person = User | AnonymousUser


def player_of(person: Person) -> Player | None:
    """The player an account plays as."""
    return getattr(person, "player", None) if person.is_authenticated else None


def holds(person: Person, *kinds: Office.Kind, on: date | None = None) -> bool:
    """Whether a person holds one of these offices on a day (today, if none is named)."""
    if not isinstance(person, User) or not person.is_active:
        return False
    day = on or clock.now().date()
    return any(office.kind in kinds and office.is_held(on=day) for office in person.offices.all())


def holds_direction(person: Person) -> bool:
    """Whether somebody is a tournament director today."""
    return holds(person, Office.Kind.DIRECTOR)


def is_player_of(person: Person, game: Game) -> bool:
    player = player_of(person)
    return player is not None and player.pk in (game.white_id, game.black_id)


def director_of(game: Game) -> User | None:
    """The director named for a game, for as long as he holds the office."""
    if game.director is None:
        return None
    prefetch_related_objects([game.director], "offices")  # a page asks several times
    return game.director if holds_direction(game.director) else None


def is_director_of(person: Person, game: Game) -> bool:
    """The director named for the game; where none is in office, any tournament director; never one who plays in it."""
    if is_player_of(person, game) or not holds_direction(person):
        return False
    return game.director_id == person.pk or director_of(game) is None


# games


def may_see_game(person: Person, game: Game) -> bool:
    """Finished games are public, and running ones that the event shows; others are for the players and the director."""
    if game.status == Game.Status.FINISHED or game.is_shown_live:
        return True
    return is_player_of(person, game) or is_director_of(person, game)


def may_see_everything_of_game(person: Person, game: Game) -> bool:
    """The moves without delay, the clocks and the journal."""
    return game.status == Game.Status.FINISHED or is_player_of(person, game) or is_director_of(person, game)


def may_play(person: Person, game: Game) -> bool:
    return is_player_of(person, game)


def may_direct(person: Person, game: Game) -> bool:
    return is_director_of(person, game)


def may_record_move(person: Person, game: Game) -> bool:
    """In a game by post: a player his own moves, the director those of both."""
    return is_player_of(person, game) or is_director_of(person, game)


def may_arrange_game(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - between any two players
    return holds(person, Office.Kind.DIRECTOR, Office.Kind.ORGANISER)


# what belongs to a game


def may_read_note(person: Person, note: Note) -> bool:
    player = player_of(person)
    return player is not None and player.pk == note.player_id


def may_read_analysis(person: Person, analysis: Analysis) -> bool:
    player = player_of(person)
    return player is not None and player.pk == analysis.player_id


def may_read_message(person: Person, message: Message) -> bool:
    """The two players; the director once it was reported."""
    if is_player_of(person, message.game):
        return True
    return is_director_of(person, message.game) and any(True for _ in message.reports.all())


def may_read_report(person: Person, report: Report) -> bool:
    """What somebody asked of the director, and the answer: for himself and the director."""
    player = player_of(person)
    return (player is not None and player.pk == report.by_id) or is_director_of(person, report.game)


def may_settle_report(person: Person, report: Report) -> bool:
    return is_director_of(person, report.game)


# people


def may_change_player(person: Person, player: Player) -> bool:
    return isinstance(person, User) and player.user_id == person.pk


def may_answer_challenge(person: Person, challenge: Challenge) -> bool:
    player = player_of(person)
    if player is None or player.pk == challenge.challenger_id:
        return False
    return challenge.opponent_id in (None, player.pk)


def may_withdraw_challenge(person: Person, challenge: Challenge) -> bool:
    player = player_of(person)
    return player is not None and player.pk == challenge.challenger_id


def may_use_token(person: Person, token: Token) -> bool:
    return isinstance(person, User) and token.user_id == person.pk


def may_give_offices(person: Person, office: Office | None = None) -> bool:  # noqa: ARG001 - the same for every office
    return isinstance(person, User) and (person.is_administrator or holds(person, Office.Kind.EXECUTIVE_BOARD))


def may_use_desk(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - it is one's own desk
    return holds(person, *Office.Kind)


class Role(StrEnum):
    """Who somebody is to a thing: a game, what belongs to it, or what belongs to its player with White."""

    VISITOR = "visitor"
    PLAYER = "another player"
    WHITE = "White"
    BLACK = "Black"
    DIRECTOR = "the game's director"
    OTHER_DIRECTOR = "another director"
    FORMER_DIRECTOR = "a director until yesterday"
    PLAYING_DIRECTOR = "a director who has White in it"
    ADMINISTRATOR = "administrator"
    EXECUTIVE_BOARD = "Executive Board"
    DELEGATE = "delegate of a federation"
    ORGANISER = "tournament organiser"


@dataclass(frozen=True, slots=True)
class Right:
    """One row: what is asked, of which thing, by which predicate, and who may."""

    words: str
    thing: str
    predicate: Callable[[Any, Any], bool]
    who: frozenset[Role]


ALL = frozenset(Role)
_WHITE = frozenset({Role.WHITE, Role.PLAYING_DIRECTOR})
_PLAYERS = _WHITE | {Role.BLACK}
_DIRECTOR = frozenset({Role.DIRECTOR})
_DIRECTORS = _DIRECTOR | {Role.OTHER_DIRECTOR}
_ANY_OFFICE = _DIRECTORS | {Role.PLAYING_DIRECTOR, Role.EXECUTIVE_BOARD, Role.DELEGATE, Role.ORGANISER}

TABLE: tuple[Right, ...] = (
    Right("see", "a running game", may_see_game, _PLAYERS | _DIRECTOR),
    Right("see", "a running game without a director of its own", may_see_game, _PLAYERS | _DIRECTORS),
    Right("see", "a running game whose director is out of office", may_see_game, _PLAYERS | _DIRECTORS),
    Right("follow, three moves behind,", "a running game that its event shows", may_see_game, ALL),
    Right(
        "see moves at once, clocks and journal of", "a running game", may_see_everything_of_game, _PLAYERS | _DIRECTOR
    ),
    Right(
        "see moves at once, clocks and journal of",
        "a running game that its event shows",
        may_see_everything_of_game,
        _PLAYERS | _DIRECTOR,
    ),
    Right(
        "see moves at once, clocks and journal of",
        "a running game whose director is out of office",
        may_see_everything_of_game,
        _PLAYERS | _DIRECTORS,
    ),
    Right("see moves, clocks and journal of", "a finished game", may_see_everything_of_game, ALL),
    Right("move, offer, claim, resign, write, ask the director in", "a running game", may_play, _PLAYERS),
    Right("enter a move with its dates in", "a running game by post", may_record_move, _PLAYERS | _DIRECTOR),
    Right("arrange", "a game by post", may_arrange_game, _DIRECTORS | {Role.PLAYING_DIRECTOR, Role.ORGANISER}),
    Right(
        "enter a player without an account for",
        "a game by post",
        may_arrange_game,
        _DIRECTORS | {Role.PLAYING_DIRECTOR, Role.ORGANISER},
    ),
    Right("decide as director in", "a running game", may_direct, _DIRECTOR),
    Right("decide as director in", "a running game without a director of its own", may_direct, _DIRECTORS),
    Right("decide as director in", "a running game whose director is out of office", may_direct, _DIRECTORS),
    Right("correct the result of", "a finished game", may_direct, _DIRECTOR),
    Right("take note of the end of", "a finished game", may_direct, _DIRECTOR),
    Right("read and change", "White's note", may_read_note, _WHITE),
    Right("read and delete", "White's saved analysis", may_read_analysis, _WHITE),
    Right("read", "a message", may_read_message, _PLAYERS),
    Right("read", "a message that was reported", may_read_message, _PLAYERS | _DIRECTOR),
    Right("read", "a request or report by Black", may_read_report, _DIRECTOR | {Role.BLACK}),
    Right("answer", "a request or report by Black", may_settle_report, _DIRECTOR),
    Right("answer", "a request whose game's director is out of office", may_settle_report, _DIRECTORS),
    Right("change", "White's profile", may_change_player, _WHITE),
    Right("put up and delete", "White's picture", may_change_player, _WHITE),
    Right("accept or decline", "White's challenge to Black", may_answer_challenge, frozenset({Role.BLACK})),
    Right("accept", "White's challenge to anybody", may_answer_challenge, ALL - _WHITE - {Role.VISITOR}),
    Right("withdraw", "White's challenge to Black", may_withdraw_challenge, _WHITE),
    Right("see and end", "White's token", may_use_token, _WHITE),
    Right("give and end", "an office", may_give_offices, frozenset({Role.ADMINISTRATOR, Role.EXECUTIVE_BOARD})),
    Right("open", "one's own desk", may_use_desk, _ANY_OFFICE),
)
