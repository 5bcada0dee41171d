"""Article 7.1: a game that was discontinued because its colours were reversed is played anew, with the correct ones."""

from dataclasses import replace
from datetime import datetime

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import games


def start_again(row: Game, *, actor: User, at: datetime) -> Game:
    """The new game of the same players in the same event, under the same terms from now on; there is one only."""
    found = row.replaced_by.first()
    if found is not None:
        return found
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
