"""Article 5.1.2: resignation, at any time, whichever player has the move."""

from slowmate.play.commands import Resign
from slowmate.play.conditions import Moment
from slowmate.play.events import Ended, Event
from slowmate.play.game import Game
from slowmate.play.laws.results import Termination, win_for
from slowmate.rulebook import Ground, clause

RESIGNATION = clause("ICCF-LAWS-2019 5.1.2")


def resign(game: Game, command: Resign, moment: Moment) -> tuple[Event, ...]:
    """End the game with a win for the opponent, also if they could no longer mate: the Laws make no exception."""
    return (
        Ended(
            at=moment.at,
            grounds=(Ground(RESIGNATION, {"player": command.by.value}),),
            result=win_for(command.by.other),
            termination=Termination.RESIGNATION,
            effective=moment.at,
            is_rated=game.terms.may_be_rated,
        ),
    )
