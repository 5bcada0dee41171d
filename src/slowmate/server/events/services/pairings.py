"""The game of a pairing that counts."""

from slowmate.server.events.models import Pairing
from slowmate.server.games.models import Game


def play_anew(old: Game, new: Game) -> None:
    """Give a pairing to the new game after reversed colours, with its colours; the old game is in no table any more.

    In the transaction that starts the new game. The old game keeps its journal.
    """
    pairing = Pairing.objects.select_for_update().filter(game=old).first()
    if pairing is not None:
        pairing.white_id, pairing.black_id, pairing.game = pairing.black_id, pairing.white_id, new
        pairing.save(update_fields=["white", "black", "game"])
