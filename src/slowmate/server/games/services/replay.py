"""Article 7.1: a game that was discontinued because its colours were reversed is played anew, with the correct ones."""

from dataclasses import replace
from datetime import datetime

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import games


def replay_game(row: Game, *, actor: User, at: datetime) -> Game:
    """Start the game anew in the same event, under the same terms from now on; return the one replay if it exists."""
    replay = row.replaced_by.first()
    if replay is not None:
        return replay
    return games.start(
        row.black,
        row.white,
        replace(state_of(row).terms, starts=at),
        at=at,
        challenge=row.challenge,
        director=row.director,
        rating=RatingTerms.of(row).reversed,
        is_shown_live=row.is_shown_live,
        actor=actor,
        replaces=row,
    )
