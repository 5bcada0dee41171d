"""The register as everybody looks through it: titles by year, norms, and the champions with their numbers."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When

from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.people.validators import FORMER
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.folding import folded
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.queries.register import certificate_name
from slowmate.server.titles.text import points, short_title
from slowmate.titles.levels import LADIES, TITLES

OF_PLAYERS = (*TITLES, *LADIES)
AWARDED = (*OF_PLAYERS, "IA")
"""Titles by which lists are filtered, best first."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a list is shown: a year, a title, a federation, words of the name."""

    year: int | None = None
    title: str = ""
    federation: str = ""
    words: str = ""

    def __bool__(self) -> bool:
        return bool(self.year or self.title or self.federation or self.words)


def asked(query: Mapping[str, str]) -> Asked:
    """What an address asks for; what is no year and no title is left out."""
    year, title = parse_positive_int(query.get("year", "")), query.get("title", "")
    return Asked(
        year if year and date.min.year <= year <= date.max.year else None,
        title if title in AWARDED else "",
        query.get("federation", "")[:3].upper(),
        query.get("q", "").strip()[:80],
    )


def _of_players(found: Asked) -> Q:
    wanted = ~Q(player__name=FORMER)
    if found.federation:
        wanted &= Q(player__federation=found.federation)
    for word in folded(found.words).split():
        wanted &= Q(player__folded__contains=word)
    return wanted


def _in_year(column: str, year: int | None) -> Q:
    """As a range of days, which an index answers."""
    return Q(**{f"{column}__gte": date(year, 1, 1), f"{column}__lte": date(year, 12, 31)}) if year else Q()


# -- titles -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TitleLine:
    """A title that somebody holds."""

    player: Player
    title: str
    number: int
    short: str
    confirmed: date
    source: str
    award: TitleAward | None
    """With its grounds, where this server has awarded it."""
    ladies: str
    """What its certificate says, where it is the ladies' name."""


def titles(found: Asked) -> "QuerySet[TitleHeld]":
    """Titles that are held, the latest first; of those who have left for good nothing is shown."""
    rows = TitleHeld.objects.filter(_of_players(found), _in_year("confirmed", found.year))
    if found.title:
        rows = rows.filter(title=found.title)
    return rows.select_related("player", "award").order_by("-confirmed", "player__folded", "pk")


def title_lines(rows: Sequence[TitleHeld]) -> list[TitleLine]:
    return [_title_line(row) for row in rows]


def _title_line(row: TitleHeld) -> TitleLine:
    award: TitleAward | None = getattr(row, "award", None)
    ladies = ""
    if award is not None:
        award.player = row.player
        name = certificate_name(award)
        ladies = name if name != row.title else ""
    short = short_title(row.title, row.number)
    return TitleLine(row.player, row.title, row.number, short, row.confirmed, row.source, award, ladies)


def years_of_titles() -> list[int]:
    """The years in which titles were awarded, the latest first."""
    return [day.year for day in TitleHeld.objects.dates("confirmed", "year", order="DESC")]


def champions() -> "QuerySet[TitleHeld]":
    """The champions by their title, the latest championship first."""
    rows = TitleHeld.objects.filter(number__gt=0).exclude(player__name=FORMER)
    return rows.select_related("player", "award").order_by("-title", "-number", "player__folded", "pk")


# -- norms ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NormLine:
    """A norm as lists show it; *others* are the titles that the same result is a norm for."""

    norm: Norm
    score: str
    needed: str
    others: tuple[str, ...] = ()


def _rank(column: str = "title") -> Case:
    whens = (When(**{column: title}, then=Value(number)) for number, title in enumerate(OF_PLAYERS))
    return Case(*whens, default=Value(len(OF_PLAYERS)), output_field=IntegerField())


def norms(found: Asked, *, each: bool = False) -> "QuerySet[Norm]":
    """Norms that stand, the latest first. Of one result the highest is shown, unless a title or *each* is asked for."""
    rows = Norm.objects.filter(_of_players(found), _in_year("earned", found.year), state__in=Norm.LIVE)
    if found.title:
        rows = rows.filter(title=found.title)
    elif not each:
        rows = _highest(rows)
    return rows.select_related("player", "section").order_by("-earned", "player__folded", "pk")


def _highest(rows: "QuerySet[Norm]") -> "QuerySet[Norm]":
    same = Norm.objects.filter(
        player=OuterRef("player"), event=OuterRef("event"), started=OuterRef("started"), state__in=Norm.LIVE
    )
    higher = same.annotate(rank=_rank()).filter(rank__lt=OuterRef("rank"))
    return rows.annotate(rank=_rank()).filter(~Exists(higher))


def norm_lines(rows: Sequence[Norm]) -> list[NormLine]:
    """Norms as lines, each with what else its result is good for: one more query."""
    others: dict[tuple[int, str, date], list[str]] = defaultdict(list)
    same = Norm.objects.filter(player__in={row.player_id for row in rows}, state__in=Norm.LIVE)
    for player, event, started, title in same.values_list("player_id", "event", "started", "title"):
        others[player, event, started].append(title)
    return [_norm_line(row, others[_result(row)]) for row in rows]


def _norm_line(row: Norm, titles: Collection[str]) -> NormLine:
    others = tuple(one for one in OF_PLAYERS if one != row.title and one in titles)
    return NormLine(row, points(row.score), points(row.needed), others)


def _result(row: Norm) -> tuple[int, str, date]:
    return row.player_id, row.event, row.started


def norms_of_player(player: Player) -> list[NormLine]:
    """The highest norm of each of his results, the latest first: one query, since he never has many."""
    rows = list(player.norms.filter(state__in=Norm.LIVE).order_by("-earned", "pk"))
    titles: dict[tuple[int, str, date], list[str]] = defaultdict(list)
    for row in rows:
        titles[_result(row)].append(row.title)
    highest = {result: min(map(_place, of_it)) for result, of_it in titles.items()}
    return [_norm_line(row, titles[_result(row)]) for row in rows if _place(row.title) == highest[_result(row)]]


def _place(title: str) -> int:
    """The same as `_rank`, of a norm at hand."""
    return OF_PLAYERS.index(title) if title in OF_PLAYERS else len(OF_PLAYERS)


def years_of_norms() -> list[int]:
    return [day.year for day in Norm.objects.filter(state__in=Norm.LIVE).dates("earned", "year", order="DESC")]
