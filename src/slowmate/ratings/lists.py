"""Rules 9.3, 9.6 and 9.7: who stands in a rating list, and what the list says of them."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from slowmate.ratings.columns import Flags, Floats, Ints
from slowmate.ratings.outcome import PUBLISHED_FROM, is_listed
from slowmate.ratings.periods import AnyPeriod, Month, Period
from slowmate.rulebook import Dated, Ground, Ruling

RECENT_YEARS = Dated({"ICCF-TR-2016 9.7(a)": 2, "ICCF-TR-2017 9.7(a)": 2})
RUNNING = Dated({"ICCF-TR-2016 9.7(b)": "running", "ICCF-TR-2017 9.7(b)": "running"})
NOT_SHOWN = Dated({"ICCF-TR-2016 9.7/others": "kept", "ICCF-TR-2017 9.7/others": "kept"})
EFFECTIVE = Dated({"ICCF-TR-2016 9.6(a)": "effective", "ICCF-TR-2017 9.6(a)": "effective"})
WHO = Dated({"ICCF-TR-2016 9.6(b)": ("name", "federation"), "ICCF-TR-2017 9.6(b)": ("name", "federation")})
TITLE = Dated({"ICCF-TR-2016 9.6(c)": ("title",), "ICCF-TR-2017 9.6(c)": ("title",)})
NUMBERS = Dated({"ICCF-TR-2016 9.6(d)": ("rating", "games"), "ICCF-TR-2017 9.6(d)": ("rating", "games")})


def is_active(period: Period, *, played: bool, last_game: date | None, running: bool) -> Ruling[bool]:
    """Return whether a player is on the list of active ones: new results, a recent game or a running event.

    Recent is the list's year and the two calendar years before it.
    """
    day = period.valid_from
    cited, years = RECENT_YEARS.on(day)
    recent = played or (last_game is not None and last_game.year >= period.year - years)
    ground = Ground(cited, {"list": str(period), "last_game": last_game, "played": played, "recent": recent})
    if recent:
        return Ruling(True, (ground,))
    if running:
        return Ruling(True, (ground, Ground(RUNNING.on(day)[0], {"running": True})))
    return Ruling(False, (ground, Ground(NOT_SHOWN.on(day)[0], {"shown": False})))


def active(period: AnyPeriod, period_games: Ints, last_year: Floats, running: Flags) -> Flags:
    """Compute `is_active` for columns; a player whose last game is unknown (NaN) counts as active."""
    if isinstance(period, Month):
        return np.ones(len(period_games), np.bool_)  # the part of FIDE's text that speaks of inactivity is lost
    _, years = RECENT_YEARS.on(period.valid_from)
    return (period_games > 0) | ~(last_year < period.year - years) | running


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list as it is published: its effective date, the columns it shows, and the rows of the players in it."""

    period: Period
    effective: date
    shows: tuple[str, ...]
    rows: Ints


def rating_list(period: Period, rating: Floats, games: Floats, is_active_player: Flags) -> Ruling[RatingList]:
    """Return the published list: active players with 12 games or more, highest rated first, ties as given."""
    day = period.valid_from
    shows = tuple(name for clause in (WHO, TITLE, NUMBERS) for name in clause.on(day)[1])
    chosen = np.flatnonzero(is_listed(rating, games) & is_active_player)
    rows = chosen[np.argsort(-rating[chosen], kind="stable")]
    grounds = [Ground(EFFECTIVE.on(day)[0], {"list": str(period), "effective": day})]
    grounds += [Ground(clause.on(day)[0], {"shows": list(clause.on(day)[1])}) for clause in (WHO, TITLE, NUMBERS)]
    grounds.append(Ground(PUBLISHED_FROM.on(day)[0], {"from": PUBLISHED_FROM.on(day)[1], "players": len(rows)}))
    return Ruling(RatingList(period, day, shows, rows), tuple(grounds))
