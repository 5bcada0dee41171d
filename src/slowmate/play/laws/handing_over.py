"""Tournament rules, 8.7(b): a substitute goes on with the games of a player of a team."""

from slowmate.play.commands import HandOver
from slowmate.play.conditions import Moment, refuse
from slowmate.play.events import Event, HandedOver
from slowmate.play.game import Game
from slowmate.rulebook import Ground, clause

REPLACED = clause("ICCF-TR-2017 8.7(b)")


def hand_over(_game: Game, command: HandOver, moment: Moment) -> tuple[Event, ...]:
    """Give the substitute the place, the position and the clock of the player they replace."""
    facts = {"player": command.colour.value, "former": command.former, "holder": command.holder}
    if not command.holder.strip() or command.holder == command.former:
        raise refuse(REPLACED, "nobody-new", **facts)
    ground = Ground(REPLACED, {"outcome": "handed-over", **facts})
    return (
        HandedOver(
            at=moment.at, grounds=(ground,), colour=command.colour, former=command.former, holder=command.holder
        ),
    )
