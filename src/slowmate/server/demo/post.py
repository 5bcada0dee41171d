"""Games by post and requests to the director in the demo, through the services that people use."""

from datetime import datetime, timedelta

from slowmate.board import Colour
from slowmate.play.terms import Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.games.models import Game
from slowmate.server.games.services import postal
from slowmate.server.people.models import Player

DAY = timedelta(days=1)
SPANISH = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "0-0", "Be7", "Re1")
UNDER_WAY = 4 * DAY
"""The time a letter takes."""


def by_post(director: User, players: list[Player], *, at: datetime) -> None:
    """Arrange three games by post: one that goes on, one with a claimed flag, one with a move that cannot be played."""
    ada, boris, third = players[:3]
    going_on = _letters(_arranged(director, ada, boris, at=at - 95 * DAY), SPANISH, director)
    claimed = _letters(_arranged(director, boris, third, at=at - 70 * DAY), SPANISH[:1], director)
    postal.claim_flag(claimed.pk, Colour.BLACK, actor=_account(boris), at=at - 2 * DAY)
    illegal = _letters(_arranged(director, third, ada, at=at - 40 * DAY), ("d4", "d5", "c4"), director)
    sent = at - 6 * DAY
    postal.record_move(illegal.pk, "dxe4", sent=sent, received=sent - DAY, actor=_account(ada), at=at - DAY)
    Game.objects.filter(pk__in=(going_on.pk, claimed.pk, illegal.pk)).update(is_demo=True)


def _arranged(director: User, white: Player, black: Player, *, at: datetime) -> Game:
    return postal.arrange(
        white,
        black,
        control="classic-10-50",
        transmission=Transmission.POST,
        starts=at.date(),
        actor=director,
        at=at,
        is_rated=True,
    )


def _letters(row: Game, moves: tuple[str, ...], director: User) -> Game:
    """Record the moves: each player answers two days after the other's letter; some letters the director enters."""
    sent, received = row.starts + DAY, None
    for number, move in enumerate(moves):
        player = (row.white, row.black)[number % 2]
        actor = director if number % 5 == 3 else _account(player)
        row = postal.record_move(row.pk, move, sent=sent, received=received, actor=actor, at=sent + DAY)
        received = sent + UNDER_WAY
        sent = received + 2 * DAY
    return row


def requests(game: Game, *, at: datetime) -> None:
    """Write a request to the director, and one that the director has answered."""
    white, black, director = _account(game.white), _account(game.black), game.director
    text = "I shall be in hospital for ten days from Monday, and my leave is used up."
    services.report(game, text, kind=Report.Kind.LEAVE, actor=white, at=at - 30 * DAY / 24)
    question = services.report(
        game, "When does this event close?", kind=Report.Kind.OTHER, actor=black, at=at - 9 * DAY
    )
    if director is not None:
        services.settle(question, "Two years after its start, as announced.", actor=director, at=at - 8 * DAY)


def _account(player: Player) -> User:
    if player.user is None:
        raise ValueError("everybody in the demo has an account")
    return player.user
