"""Open challenges, each as the person who reads it would play it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext

from slowmate.board import Position
from slowmate.play.clocks import TimeControl
from slowmate.server.games import terms
from slowmate.server.games.models import Challenge
from slowmate.server.people.models import Player

LATELY = timedelta(days=7)
"""How long the page tells that a challenge was declined."""
MOST_SHOWN = 50
"""Challenges to anybody on the page."""
_OTHER = {Challenge.Colour.WHITE: "black", Challenge.Colour.BLACK: "white"}


@dataclass(frozen=True, slots=True)
class Offered:
    """A challenge with the colour the reader would have (white, black, both or lot), its time control, and a start of
    its own, if any."""

    challenge: Challenge
    colour: str
    control: TimeControl
    start: Position | None
    is_mine: bool
    """The reader made it, and may withdraw it."""

    @property
    def addressee(self) -> Player | None:
        """Whom the reader challenges, if it is somebody."""
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


def as_read(challenge: Challenge, me: Player) -> Offered:
    kept = challenge.terms
    agreed = terms.terms(kept, starts=challenge.made)
    is_usual = kept.get("chess960") is None and not kept.get("fen")
    start = None if is_usual else agreed.start_position()
    is_mine = challenge.challenger_id == me.pk
    return Offered(challenge, _colour(challenge, me), agreed.time_control, start, is_mine)


def _colour(challenge: Challenge, me: Player) -> str:
    if challenge.games > 1:
        return "both"
    if challenge.challenger_id == me.pk:
        return challenge.colour
    return _OTHER.get(Challenge.Colour(challenge.colour), "lot")


def open_challenges(me: Player) -> tuple[list[Offered], list[Offered], list[Offered]]:
    """To me, by me, and by others to anybody, latest first."""
    rows = Challenge.objects.filter(state=Challenge.State.OPEN).select_related("challenger", "opponent")
    rows = rows.order_by("-made", "-pk")

    def read(some: "QuerySet[Challenge]") -> list[Offered]:
        return [as_read(challenge, me) for challenge in some]

    to_anybody = rows.filter(opponent=None).exclude(challenger=me)[:MOST_SHOWN]
    return read(rows.filter(opponent=me)), read(rows.filter(challenger=me)), read(to_anybody)


def declined_lately(me: Player, *, at: datetime) -> "QuerySet[Challenge]":
    """My challenges that were declined in the last days, latest first."""
    mine = Challenge.objects.filter(challenger=me, state=Challenge.State.DECLINED, answered__gt=at - LATELY)
    return mine.select_related("opponent").order_by("-answered", "-pk")
