"""Rule 9.2: which events are rated, and in which pool."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.records import Family, Kind
from slowmate.rulebook import Dated, Fact, Ground, Ruling

ALL_BUT_THEMATIC = Dated({"ICCF-TR-2016 9.2(a)": ("thematic",), "ICCF-TR-2017 9.2(a)": ("thematic",)})
ZONAL_AND_PROMOTION = Dated(
    {
        "ICCF-TR-2016 9.2(b)": ("zonal", "zonal-preliminary", "zonal-semi-final", "zonal-final", "zonal-team"),
        "ICCF-TR-2017 9.2(b)": ("zonal", "zonal-preliminary", "zonal-semi-final", "zonal-final", "zonal-team"),
    }
)
NATIONAL = Dated(
    {
        "ICCF-TR-2016 9.2(c)": ("national", "national-preliminary"),
        "ICCF-TR-2017 9.2(c)": ("national", "national-preliminary"),
    }
)
AUTHORISED = Dated(
    {
        "ICCF-TR-2016 9.2(d)": ("chess960", "chess960-world-cup", "memorial-under-2300", "aspirer"),
        "ICCF-TR-2017 9.2(d)": ("chess960", "chess960-world-cup", "memorial-under-2300", "aspirer"),
    }
)
"""Kinds beyond the regular ones; a Scheveningen event is one of them whatever its kind."""
FRIENDLY = Dated({"ICCF-TR-2016 9.2(e)": ("friendly-match",), "ICCF-TR-2017 9.2(e)": ("friendly-match",)})
CHESS960 = Dated(
    {
        "ICCF-TR-2016 9.2*": ("chess960", "chess960-world-cup"),
        "ICCF-TR-2017 9.2*": ("chess960", "chess960-world-cup"),
    }
)
LEAST_POSTAL = Dated(
    {
        "ICCF-TR-2016 9.2/time-post": Fraction(20, 10),
        "ICCF-TR-2017 9.2/time-post": Fraction(20, 10),
        "ICCF-RATING-2023 1.3/time-post": Fraction(20, 10),
    }
)
LEAST_SERVER = Dated(
    {
        "ICCF-TR-2016 9.2/time-server": Fraction(150, 50),
        "ICCF-TR-2017 9.2/time-server": Fraction(150, 50),
        "ICCF-RATING-2023 1.3/time-server": Fraction(150, 50),
    }
)
"""Days a move at the least."""
POSTAL_ON_SERVER = Dated(
    {
        "ICCF-TR-2016 9.2/post-on-server": True,
        "ICCF-TR-2017 9.2/post-on-server": True,
        "ICCF-RATING-2023 1.3/post-on-server": True,
    }
)


@dataclass(frozen=True, slots=True)
class ReflectionTime:
    """So many days for so many moves, by post or on a server."""

    moves: int
    days: int
    postal: bool = False

    @property
    def days_a_move(self) -> Fraction:
        return Fraction(self.days, self.moves)


def is_rated(
    kind: Kind,
    *,
    on: date,
    time: ReflectionTime,
    on_webserver: bool = True,
    agreed: bool = False,
    authorised: bool = False,
    scheveningen: bool = False,
    between_countries: bool = True,
) -> Ruling[bool]:
    """Return whether an event is rated. *on* is the day it starts.

    *agreed*: by the Ratings Commissioner, for national events. *authorised*: by Congress or the Executive Board, for
    other events. *between_countries*: a friendly match counts only if it is. Which zonal event is a principal one is
    taken from its kind.
    """
    of_kind = _by_kind(
        kind, on, agreed=agreed, authorised=authorised, scheveningen=scheveningen, between_countries=between_countries
    )
    of_time = has_enough_time(time, on=on, on_webserver=on_webserver)
    return Ruling(of_kind.value and of_time.value, (*of_kind.grounds, *of_time.grounds))


def _by_kind(
    kind: Kind,
    on: date,
    *,
    agreed: bool,
    authorised: bool,
    scheveningen: bool,
    between_countries: bool,
) -> Ruling[bool]:
    thematic, further = ALL_BUT_THEMATIC.on(on), AUTHORISED.on(on)
    facts = {"kind": kind.slug}
    if kind.slug in thematic[1] or kind.family is Family.FIDE:
        return Ruling(False, (Ground(thematic[0], {**facts, "rated": False}),))
    if kind.slug in further[1] or scheveningen:
        return Ruling(authorised, (Ground(further[0], {**facts, "scheveningen": scheveningen, "rated": authorised}),))
    cited, national = NATIONAL.on(on)
    if kind.slug in national:
        return Ruling(agreed, (Ground(cited, {**facts, "agreed": agreed, "rated": agreed}),))
    cited, friendly = FRIENDLY.on(on)
    if kind.slug in friendly:
        countries: dict[str, Fact] = {"between_countries": between_countries, "rated": between_countries}
        return Ruling(between_countries, (Ground(cited, {**facts, **countries}),))
    cited, zonal = ZONAL_AND_PROMOTION.on(on)
    if kind.slug in zonal or kind.family is Family.PROMOTION:
        return Ruling(True, (Ground(cited, {**facts, "rated": True}),))
    return Ruling(True, (Ground(thematic[0], {**facts, "rated": True}),))


def has_enough_time(time: ReflectionTime, *, on: date, on_webserver: bool = True) -> Ruling[bool]:
    """Return whether the reflection time, in days a move, suffices; postal events must be on the webserver."""
    cited, least = (LEAST_POSTAL if time.postal else LEAST_SERVER).on(on)
    enough = time.days_a_move >= least
    facts: dict[str, Fact] = {
        "moves": time.moves,
        "days": time.days,
        "days_a_move": time.days_a_move,
        "least": least,
        "enough": enough,
    }
    grounds = [Ground(cited, facts)]
    if time.postal:
        grounds.append(Ground(POSTAL_ON_SERVER.on(on)[0], {"on_webserver": on_webserver}))
        enough = enough and on_webserver
    return Ruling(enough, tuple(grounds))


def pool(kind: Kind, *, on: date) -> Ruling[str]:
    """Return the pool of an event: `chess960` has its own ratings and game counts, all else is `chess`."""
    cited, kinds = CHESS960.on(on)
    name = "chess960" if kind.slug in kinds else "chess"
    return Ruling(name, (Ground(cited, {"kind": kind.slug, "pool": name}),))
