"""Open challenges, each as its reader would play it."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext

from slowmate.board import Position
from slowmate.play.clocks import TimeControl
from slowmate.server.games import terms
from slowmate.server.games.models import Challenge
from slowmate.server.games.queries.challenges import open_rows
from slowmate.server.people.models import Player

MAX_TO_ANYBODY = 50
"""Open challenges on the page."""
_OTHER = {Challenge.Colour.WHITE: "black", Challenge.Colour.BLACK: "white"}


@dataclass(frozen=True, slots=True)
class ChallengeOffer:
    """A challenge with the colour its reader would have, its time control, and a start of its own, if any."""

    challenge: Challenge
    colour: str
    """white, black, both or lot."""
    control: TimeControl
    start: Position | None
    is_mine: bool
    """Whether the reader made it, and may withdraw it."""

    @property
    def addressee(self) -> Player | None:
        """The player challenged by the reader; None if open, or of another player."""
        return self.challenge.opponent if self.is_mine else None

    @property
    def may_decline(self) -> bool:
        """Whether it was made to the reader alone."""
        return not self.is_mine and self.challenge.opponent_id is not None

    @property
    def colour_words(self) -> str:
        words = {
            "white": gettext("You play White"),
            "black": gettext("You play Black"),
            "both": gettext("two games, one with each colour"),
        }
        return words.get(self.colour, gettext("colours by lot"))


def challenge_offer(challenge: Challenge, reader: Player) -> ChallengeOffer:
    """Return a challenge as a player would play it."""
    stored = challenge.terms
    agreed = terms.terms(stored, starts=challenge.made)
    is_usual = stored.get("chess960") is None and not stored.get("fen")
    start = None if is_usual else agreed.start_position()
    is_mine = challenge.challenger_id == reader.pk
    return ChallengeOffer(challenge, _colour(challenge, reader), agreed.time_control, start, is_mine)


def _colour(challenge: Challenge, reader: Player) -> str:
    if challenge.games > 1:
        return "both"
    if challenge.challenger_id == reader.pk:
        return challenge.colour
    return _OTHER.get(Challenge.Colour(challenge.colour), "lot")


def open_challenges(player: Player) -> tuple[list[ChallengeOffer], list[ChallengeOffer], list[ChallengeOffer]]:
    """Return the open challenges to a player, by the player, and by others to all, latest first."""
    rows = open_rows()

    def offers(challenges: "QuerySet[Challenge]") -> list[ChallengeOffer]:
        return [challenge_offer(challenge, player) for challenge in challenges]

    to_anybody = rows.filter(opponent=None).exclude(challenger=player)[:MAX_TO_ANYBODY]
    return offers(rows.filter(opponent=player)), offers(rows.filter(challenger=player)), offers(to_anybody)
