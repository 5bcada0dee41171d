"""Which game of a pairing counts."""

from slowmate.server.events.models import Pairing
from slowmate.server.games.models import Game


def play_anew(old: Game, new: Game) -> None:
    """A game whose colours were reversed is played anew: the pairing is that of the new game, with its colours.

    In the transaction that starts the new one. The old game keeps its journal, and stands in no table any more.
    """
    pairing = Pairing.objects.select_for_update().filter(game=old).first()
    if pairing is not None:
        pairing.white_id, pairing.black_id, pairing.game = pairing.black_id, pairing.white_id, new
        pairing.save(update_fields=["white", "black", "game"])
