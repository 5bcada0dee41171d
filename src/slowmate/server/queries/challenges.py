"""Open challenges, each as the person who reads it would play it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from slowmate.board import Position
from slowmate.play.clocks import TimeControl
from slowmate.server.models import Challenge, Player
from slowmate.server.services import terms

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


def as_read(challenge: Challenge, me: Player) -> Offered:
    kept = challenge.terms
    agreed = terms.terms(kept, starts=challenge.made)
    is_usual = kept.get("chess960") is None and not kept.get("fen")
    start = None if is_usual else agreed.start_position()
    return Offered(challenge, _colour(challenge, me), agreed.time_control, start)


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
