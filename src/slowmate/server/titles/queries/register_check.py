"""The comparison of the register with the norms made, for the norm search and for `slowmate verify`."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.db.models import QuerySet

from slowmate.server.events.models import Section
from slowmate.server.events.queries.record import record_of, sections_with_event
from slowmate.server.events.queries.reviews import open_corrections
from slowmate.server.titles.models import Norm
from slowmate.server.titles.queries.pending_sections import OVER, changed_sections
from slowmate.titles.register import MadeNorm, norms_made


def is_same(row: Norm, made: MadeNorm) -> bool:
    """Return whether a row agrees with a norm made."""
    norm = made.norm
    stored = (row.earned, row.games, row.overscore, row.gm_games, row.sim_games, row.rules, row.started)
    fresh = (norm.earned, norm.games, norm.overscore, norm.gm_games, norm.sim_games, made.edition, norm.start)
    if row.growth != grown(made.growth):
        return False
    return stored == fresh and (row.score, row.needed) == (decimal(made.score), decimal(made.needed))


def grown(growth: Sequence[tuple[date, int]]) -> list[list[str | int]]:
    """Return the growth of a norm as the register stores it."""
    return [[day.isoformat(), overscore] for day, overscore in growth]


def decimal(points: Fraction) -> Decimal:
    return Decimal(points.numerator) / Decimal(points.denominator)


def searched_sections() -> "QuerySet[Section]":
    """Return searched sections without later changes: their norms must be those of their results.

    Where a result was corrected and what follows is not decided yet, they need not be.
    """
    rows = sections_with_event().filter(state__in=OVER, norms_found__isnull=False)
    rows = rows.exclude(pk__in=open_corrections().values("section"))
    return rows.exclude(pk__in=changed_sections().order_by().values("pk")).order_by("pk")


def wrong_norms(advance: Callable[[int], None] = lambda done: None) -> Iterator[tuple[int, list[str]]]:  # noqa: ARG005
    """Yield sections whose registered norms are not those of their results, with a line for each difference."""
    for section in searched_sections().iterator(chunk_size=100):
        rows = list(Norm.objects.filter(section=section).order_by("pk"))
        lines = _wrong(rows, norms_made(record_of(section)))
        if lines:
            yield section.pk, lines
        advance(1)


def _wrong(rows: Sequence[Norm], made: Sequence[MadeNorm]) -> list[str]:
    live = {(row.player_id, row.title): row for row in rows if row.state in Norm.LIVE}
    dismissed = [row for row in rows if row.state == Norm.State.DISMISSED]
    expected = {(int(norm.player), norm.norm.title): norm for norm in made}
    lines = [f"{title} of player {player} was not made" for player, title in live if (player, title) not in expected]
    for (player, title), norm in expected.items():
        row = live.get((player, title))
        decided = any((other.player_id, other.title) == (player, title) and is_same(other, norm) for other in dismissed)
        if row is None and not decided:
            lines.append(f"{title} of player {player} is missing")
        elif row is not None and not is_same(row, norm):
            lines.append(f"{title} of player {player} differs")
    return lines
