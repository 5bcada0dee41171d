"""Graphs of ratings over lists, or of the number of players by rating.

Everything is placed here in percent of the picture, so that it fits any width; the template draws it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000)
MAX_LEVELS = 6
MAX_YEARS, MAX_YEARS_ON_PHONE = 12, 6
"""Names of years that fit a screen."""
MARGIN = 0.08
"""Share of the height above and below the lines."""
EDGE_PERCENT = 25
"""Nearer to an edge words run inwards."""
MAX_POINTS_WITH_DOTS = 30
DECIMALS = 2


@dataclass(frozen=True, slots=True)
class Value:
    """One place on the x axis (a day as its ordinal, or any number), with the height of each line and its words."""

    at: float
    heights: tuple[float | None, ...]
    words: str
    link: str = ""
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """The point of a line at a place; *line* counts from 1."""

    line: int
    y: str


@dataclass(frozen=True, slots=True)
class Strip:
    """A place as it is drawn, with its part of the picture; *side* is where its words begin."""

    x: str
    left: str
    width: str
    side: str
    dots: Sequence[Dot]
    words: str
    link: str
    is_faint: bool


@dataclass(frozen=True, slots=True)
class Segment:
    line: int
    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid with its name; *is_minor* where a narrow picture has no room for the name."""

    at: str
    name: str
    is_minor: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """A picture with lines. *words* describe it, *names* are those of its lines, if there are several."""

    words: str
    names: Sequence[str]
    strips: Sequence[Strip]
    segments: Sequence[Segment]
    levels: Sequence[Tick]
    columns: Sequence[Tick]
    marks: Sequence[Tick] = ()
    """Marks where the rules changed."""

    @property
    def is_dense(self) -> bool:
        return len(self.strips) > MAX_POINTS_WITH_DOTS


def over_time(
    words: str, values: Sequence[Value], *, names: Sequence[str] = (), marks: Iterable[tuple[date, str]] = ()
) -> Graph:
    """Return a graph over days, with names at the beginning of years. There is at least one value."""
    first, last = values[0].at, values[-1].at
    across = _Scale(first, last)
    years = _years(date.fromordinal(int(first)), date.fromordinal(int(last)))
    columns = [Tick(across.percent(day.toordinal()), str(day.year), minor) for day, minor in years]
    ticks = [Tick(across.percent(day.toordinal()), name) for day, name in marks if first < day.toordinal() <= last]
    return _graph(words, values, names, across, columns, ticks, floor=None)


def over_numbers(words: str, values: Sequence[Value], *, names: Sequence[str] = ()) -> Graph:
    """Return a graph of counts over numbers; its lowest line is 0."""
    first, last = values[0].at, values[-1].at
    across = _Scale(first, last)
    columns = [Tick(across.percent(at), str(at), place % 2 == 1) for place, at in enumerate(_levels(first, last))]
    return _graph(words, values, names, across, columns, (), floor=0.0)


class _Scale:
    """From numbers to percent of the picture."""

    def __init__(self, low: float, high: float, *, upwards: bool = False) -> None:
        self.low, self.span, self.upwards = low, high - low, upwards

    def share(self, value: float) -> float:
        share = (value - self.low) / self.span if self.span else 0.5
        return 100 * (1 - share if self.upwards else share)

    def percent(self, value: float) -> str:
        return _percent(self.share(value))


def _percent(share: float) -> str:
    return f"{round(share, DECIMALS):g}%"


def _graph(
    words: str,
    values: Sequence[Value],
    names: Sequence[str],
    across: _Scale,
    columns: Sequence[Tick],
    marks: Sequence[Tick],
    *,
    floor: float | None,
) -> Graph:
    heights = [height for value in values for height in value.heights if height is not None]
    room = max((max(heights) - min(heights)) * MARGIN, 10 if floor is None else 1)
    low = min(heights) - room if floor is None else floor
    up = _Scale(low, max(heights) + room, upwards=True)
    levels = [Tick(up.percent(item), str(item)) for item in _levels(low, max(heights) + room)]
    strips = _strips(values, across, up)
    segments = [item for line in range(len(values[0].heights)) for item in _segments(strips, line + 1)]
    return Graph(words, names, strips, segments, levels, columns, marks)


def _strips(values: Sequence[Value], across: _Scale, up: _Scale) -> list[Strip]:
    places = [across.share(value.at) for value in values]
    edges = [0.0, *((item + other) / 2 for item, other in pairwise(places)), 100.0]
    return [
        Strip(
            x=_percent(place),
            left=_percent(left),
            width=_percent(right - left),
            side="start" if place < EDGE_PERCENT else "end" if place > 100 - EDGE_PERCENT else "middle",
            dots=[Dot(line, up.percent(item)) for line, item in enumerate(value.heights, 1) if item is not None],
            words=value.words,
            link=value.link,
            is_faint=value.is_faint,
        )
        for value, place, (left, right) in zip(values, places, pairwise(edges), strict=True)
    ]


def _segments(strips: Iterable[Strip], line: int) -> list[Segment]:
    """Return the segments between the points of one line."""
    places = [(strip.x, dot.y) for strip in strips for dot in strip.dots if dot.line == line]
    return [Segment(line, *start, *end) for start, end in pairwise(places)]


def _levels(low: float, high: float) -> list[int]:
    """Return round numbers between two, not too many."""
    step = next((size for size in STEPS if (high - low) / size <= MAX_LEVELS), STEPS[-1])
    first = -int(-low // step) * step
    return list(range(first, int(high) + 1, step))


def _years(first: date, last: date) -> list[tuple[date, bool]]:
    """Return the first days of the years between, each with whether a narrow picture leaves out its name."""
    days = [date(year, 1, 1) for year in range(first.year, last.year + 1)]
    within = [day for day in days if first <= day <= last]
    shown_days = within[:: -(-len(within) // MAX_YEARS) or 1]
    rare = -(-len(shown_days) // MAX_YEARS_ON_PHONE) or 1
    return [(day, place % rare > 0) for place, day in enumerate(shown_days)]
