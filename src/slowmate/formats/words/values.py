"""Facts that are one of a few words, in the words people use for them. The key is the fact's name."""

from slowmate.play.events import Sheet
from slowmate.play.terms import Transmission
from slowmate.ratings.fide_rated_at_all import RatingList
from slowmate.records.events import Status
from slowmate.records.kinds import KINDS
from slowmate.titles.fide_games import Decided

VALUES: dict[str, dict[str, str]] = {
    "transmission": {
        Transmission.SERVER: "server",
        Transmission.POST: "post",
        Transmission.EMAIL: "e-mail",
        Transmission.FAX: "fax",
    },
    "form": {Sheet.ELECTRONIC: "electronic", Sheet.PHYSICAL: "on paper"},
    "status": {
        Status.PLAYING: "playing",
        Status.WITHDRAWN_ACCEPTED: "withdrawn, and accepted",
        Status.WITHDRAWN: "withdrawn",
        Status.SILENT: "silent",
    },
    "decided": {
        Decided.OVER_THE_BOARD: "over the board",
        Decided.FORFEIT: "forfeit",
        Decided.ADJUDICATED: "adjudicated",
    },
    "list": {RatingList.STANDARD: "standard", RatingList.RAPID: "rapid", RatingList.BLITZ: "blitz"},
    "kind": {kind.name: kind.name for kind in KINDS.values()},
}
"""Messages with the fact's name as their context, because another language has several words for one of ours."""
