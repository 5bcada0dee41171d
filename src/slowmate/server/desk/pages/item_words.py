"""Items of a director in words, for the lines of the desk."""

from django.utils.translation import gettext, gettext_lazy

from slowmate.play.game import PendingClaim
from slowmate.play.laws.results import Termination
from slowmate.records import Result
from slowmate.server.desk.decisions import claimed
from slowmate.server.desk.queries.desk import GameItem
from slowmate.server.site.text import result, side

KINDS = {
    "claim": gettext_lazy("A claim"),
    "request": gettext_lazy("A request"),
    "report": gettext_lazy("A report"),
    "silence": gettext_lazy("Silence"),
    "flag": gettext_lazy("Lost on time or by silence"),
    "irregularity": gettext_lazy("An illegal move"),
    "reconstruction": gettext_lazy("A game to reconstruct"),
    "reports": gettext_lazy("Reports of a result"),
    "adjudication": gettext_lazy("Adjudication"),
}


def title(item: GameItem) -> str:
    """Name an item, as people speak of it."""
    if item.is_end:
        return f"{_end(item)} {result(item.game.result)}"
    if item.claims:
        return gettext("A claim: %(claim)s") % {"claim": claim_told(item.claims[0])}
    return str(item.report.get_kind_display()) if item.report and item.is_request else str(KINDS[item.kind])


def _end(item: GameItem) -> str:
    by_silence = item.game.termination == Termination.SILENCE
    if item.game.result == Result.DRAW:
        return gettext("Drawn: silence, and no mate is possible") if by_silence else gettext("Drawn: flag, no mate")
    return gettext("Lost by silence") if by_silence else gettext("Lost on time")


def claim_told(claim: PendingClaim) -> str:
    """Say who claims what, and with which move."""
    return f"{side(claim.by)}: {claimed(claim)}"
