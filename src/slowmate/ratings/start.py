"""Rule 9.4 and item 11: the rating a player starts an event with, and its adjustment."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from slowmate.ratings.eligible import NATIONAL as NATIONAL_EVENTS
from slowmate.ratings.lists import NOT_SHOWN
from slowmate.ratings.outcome import PUBLISHED as PUBLISHED_FROM
from slowmate.ratings.periods import SINCE_2023, list_valid
from slowmate.records import Kind, Player
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling
from slowmate.rulebook.rounding import half_up

_1800 = ("open-class", "world-cup-preliminary", "veterans-world-cup-preliminary", "open-preliminary")
_1900 = ("ladies-world-championship-semi-final", "ladies-olympiad-preliminary", "ladies-olympiad-final")
_2000 = ("higher-class", "world-cup-semi-final", "veterans-world-cup-semi-final", "open-semi-final")
_2100 = ("ladies-world-championship-final",)
_2200 = (
    "master-class", "world-cup-final", "veterans-world-cup-final", "zonal-preliminary", "invitational",
    "invitational-team", "open-final",
)  # fmt: skip
_2300 = ("master-norm",)
_2400 = ("world-championship-semi-final", "zonal-semi-final", "olympiad-preliminary")
_2450 = ("grandmaster-norm",)
_2500 = ("world-championship-candidates", "zonal-final", "olympiad-final")

LEVELS: dict[int, Dated[tuple[str, ...]]] = {
    1800: Dated({"ICCF-TR-2016 App1.11/1800": _1800, "ICCF-TR-2017 App1.11/1800": _1800}),
    1900: Dated({"ICCF-TR-2016 App1.11/1900": _1900, "ICCF-TR-2017 App1.11/1900": _1900}),
    2000: Dated({"ICCF-TR-2016 App1.11/2000": _2000, "ICCF-TR-2017 App1.11/2000": _2000}),
    2100: Dated({"ICCF-TR-2016 App1.11/2100": _2100, "ICCF-TR-2017 App1.11/2100": _2100}),
    2200: Dated({"ICCF-TR-2016 App1.11/2200": _2200, "ICCF-TR-2017 App1.11/2200": _2200}),
    2300: Dated({"ICCF-TR-2016 App1.11/2300": _2300, "ICCF-TR-2017 App1.11/2300": _2300}),
    2400: Dated({"ICCF-TR-2016 App1.11/2400": _2400, "ICCF-TR-2017 App1.11/2400": _2400}),
    2450: Dated({"ICCF-TR-2016 App1.11/2450": _2450, "ICCF-TR-2017 App1.11/2450": _2450}),
    2500: Dated({"ICCF-TR-2016 App1.11/2500": _2500, "ICCF-TR-2017 App1.11/2500": _2500}),
}
"""Kinds of event by the rating assumed in them for players without a published one."""

NATIONAL = Dated({"ICCF-TR-2016 App1.11/national": 2400, "ICCF-TR-2017 App1.11/national": 2400})
"""The most that a national event assumes."""
ONE_AVERAGE = "one-average-of-rated-participants-at-start"
"""A reading (docs/ratings.md): the average is fixed once for the event, over its rated participants as they started."""
FRIENDLY = Dated({"ICCF-TR-2016 App1.11/friendly": 1800, "ICCF-TR-2017 App1.11/friendly": 1800})
ANNOUNCED = Dated({"ICCF-TR-2016 App1.11/new": "announced", "ICCF-TR-2017 App1.11/new": "announced"})
UNRATED = Dated({"ICCF-RATING-2023 2.1(a)/1800": 1800})
"""What an unrated player starts with in every event, since the rating rules that end the levels of events."""
PUBLISHED = Dated({"ICCF-TR-2016 9.4/1": "list", "ICCF-TR-2017 9.4/1": "list"})
FROM_FIDE = Dated({"ICCF-TR-2016 9.4/2": "fide", "ICCF-TR-2017 9.4/2": "fide"})
FROM_LEVEL = Dated({"ICCF-TR-2016 9.4/3": "level", "ICCF-TR-2017 9.4/3": "level"})
FIDE_LISTS = Dated(
    {
        "ICCF-TR-2016 9.4/4": (1, 4, 7, 10),
        "ICCF-TR-2017 9.4/4": (1, 4, 7, 10),
        "ICCF-RATING-2023 2.1(a)/FIDE": (1, 4, 7, 10),
    }
)
"""Months whose first day begins a FIDE list that counts."""
ADJUSTED = Dated({"ICCF-TR-2016 9.4/5": "adjusted", "ICCF-TR-2017 9.4/5": "adjusted"})


def has_levels(*, on: date) -> bool:
    """Return whether players without a rating count with the level of their event (item 11) if it starts on a day."""
    return on < SINCE_2023


def event_level(
    kind: Kind,
    *,
    on: date,
    rated: Sequence[int] = (),
    of: Sequence[str] = (),
    proposed: int | None = None,
    confirmed: bool = False,
    announced: int | None = None,
) -> Ruling[int]:
    """Return the rating assumed for players without a published one. *on* is the event's first day.

    It is the level of item 11, until from the rating rules of 2023 on all events assume the same.
    *rated* are the published ratings of all participants of a national event, and *of* their ids. *proposed* is the
    captains' value for a friendly match; it counts once the Ratings Commissioner has confirmed it. *announced* is the
    value a new kind of event was announced with; without one such an event is refused.
    """
    if not has_levels(on=on):
        cited, assumed = UNRATED.on(on)
        return Ruling(assumed, (Ground(cited, {"start_rating": assumed}),))
    for level, kinds in LEVELS.items():
        cited, slugs = kinds.on(on)
        if kind.slug in slugs:
            return Ruling(level, (Ground(cited, {"kind": kind.slug, "level": level}),))
    if rated and is_national(kind, on=on):
        cited, most = NATIONAL.on(on)
        average = Fraction(sum(rated), len(rated))
        level = min(half_up(average), most)
        facts: dict[str, Fact] = {"of": list(of), "ratings": list(rated), "average": average, "most": most}
        return Ruling(level, (Ground(cited, {**facts, "level": level, "reading": ONE_AVERAGE}),))
    if kind.slug == "friendly-match":
        cited, normal = FRIENDLY.on(on)
        level = proposed if proposed is not None and confirmed else normal
        return Ruling(level, (Ground(cited, {"proposed": proposed, "confirmed": confirmed, "level": level}),))
    ground = Ground(ANNOUNCED.on(on)[0], {"kind": kind.slug, "level": announced})
    if announced is None:
        raise Refused(ground)
    return Ruling(announced, (ground,))


def is_national(kind: Kind, *, on: date) -> bool:
    """Return whether an event of a kind assumes the average of its rated participants."""
    return kind.slug in NATIONAL_EVENTS.on(on)[1]


def is_from_level(rated_by: Clause) -> bool:
    """Return whether a start rating that rests on a clause is what the event assumes of players without one."""
    levels = [FROM_LEVEL.under(edition)[0] for edition in ("ICCF-TR-2016", "ICCF-TR-2017")]
    return rated_by in (*levels, UNRATED.clause)


def published_rating(player: Player) -> int | None:
    """Return a player's published rating: the current one, or the last one if lists no longer show the player (9.7)."""
    return _listed(player) or player.last_rating


def _listed(player: Player) -> int | None:
    return None if player.games is not None and player.games < PUBLISHED_FROM else player.rating


def player_start_rating(player: Player, *, on: date, level: Ruling[int] | None = None) -> Ruling[int]:
    """Return the rating with which a player of a record starts an event on a day, by `start_rating`."""
    return start_rating(
        on=on, published=_listed(player), retained=player.last_rating, fide=player.fide_rating, level=level
    )


def start_rating(
    *,
    on: date,
    published: int | None,
    retained: int | None = None,
    fide: int | None = None,
    level: Ruling[int] | None = None,
) -> Ruling[int]:
    """Return the rating by 9.4: of the list valid at the start, else FIDE's, else the one that *level* assumes.

    *published* is the rating of that list, *retained* the last published one of a player whom lists no longer show
    (9.7), *fide* that of the FIDE list `fide_list` names, *level* what `event_level` says.
    """
    if published is not None:
        listed = list_valid(on=on)
        facts: dict[str, Fact] = {
            "list": str(listed.value),
            "valid_from": listed.value.valid_from,
            "start_rating": published,
        }
        return Ruling(published, (Ground(PUBLISHED.on(on)[0], facts),))
    if retained is not None:
        return Ruling(retained, (Ground(NOT_SHOWN.on(on)[0], {"start_rating": retained}),))
    if fide is not None:
        grounds = (Ground(FROM_FIDE.on(on)[0], {"start_rating": fide}), *fide_list(on=on).grounds)
        return Ruling(fide, grounds)
    if level is not None and not has_levels(on=on):
        return level
    ground = Ground(FROM_LEVEL.on(on)[0], {"start_rating": None if level is None else level.value})
    if level is None:
        raise Refused(ground)
    return Ruling(level.value, (ground, *level.grounds))


def fide_list(*, on: date) -> Ruling[date]:
    """Return the FIDE list of a day: the latest of those that begin together with an ICCF list."""
    cited, months = FIDE_LISTS.on(on)
    day = date(on.year, max(month for month in months if month <= on.month), 1)
    return Ruling(day, (Ground(cited, {"on": on, "fide_list": day}),))


def adjusted_start_rating(old: int | None, new: int, *, reason: str, on: date) -> Ruling[int]:
    """Return the start rating the Ratings Commissioner sets, also in a running event; it needs a reason.

    *old* is None if there was no start rating. The new one counts for games that finish from now on; published lists do
    not change.
    """
    ground = Ground(ADJUSTED.on(on)[0], {"old": old, "new": new, "reason": reason.strip(), "from": on})
    if not reason.strip():
        raise Refused(ground)
    return Ruling(new, (ground,))
