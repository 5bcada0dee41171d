"""The terms people may choose for a game: time controls, starting positions, as plain data and back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.rulebook import Refused
from slowmate.server.site.errors import Unfit
from slowmate.words.moves import reason

PRESETS: dict[str, clocks.TimeControl] = {
    "classic-10-50": clocks.Classic(),
    "classic-10-30": clocks.Classic(moves=10, days=30),
    "fischer-30-3": clocks.Fischer(days=30, increment=3),
    "fischer-10-1": clocks.Fischer(days=10, increment=1),
    "triple-block-4": clocks.TripleBlock(increment=4),
    "triple-block-5": clocks.TripleBlock(increment=5, bank=75),
    "fixed-3": clocks.FixedDays(days=3),
    "fixed-7": clocks.FixedDays(days=7),
}
"""The time controls a challenge may name. An event may set any other."""


def plain(*, control: str, chess960: int | None = None, fen: str | None = None) -> dict[str, Any]:
    """Return the terms of a challenge as stored; `Unfit` if it could not be played."""
    if control not in PRESETS:
        raise Unfit(f"{control!r} is not a time control; choose one of {', '.join(PRESETS)}", field="control")
    return {"control": control, "chess960": chess960, "fen": fen or None}


def terms(stored: Mapping[str, Any], *, starts: datetime) -> Terms:
    """Return the terms of a challenge, once the start is known."""
    return Terms(
        starts=starts, time_control=PRESETS[stored["control"]], chess960=stored.get("chess960"), fen=stored.get("fen")
    )


def check(stored: Mapping[str, Any], *, starts: datetime) -> None:
    """Refuse terms under which no game can start: an illegal position, a number that does not exist."""
    from slowmate.play.terms import check_terms  # noqa: PLC0415 - keeps the two names apart

    try:
        check_terms(terms(stored, starts=starts))
    except Refused as refused:
        why = str(refused.grounds[0].facts.get("why", refused))
        raise Unfit(reason(why, translate=gettext), field="fen") from refused
    except ValueError as error:
        raise Unfit(reason(str(error), translate=gettext), field="fen" if stored.get("fen") else "chess960") from error
