"""A player as the core asks about his entries: all that is known of him, in the same few queries for one or many."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import Q

from slowmate.events.entry.bars import NORM_KINDS
from slowmate.events.entry.entrants import Entrant, EntryBar, GrantedRight, ListEntry, Nomination, OwedBond
from slowmate.events.entry.right import Deferral, Use, UseOf
from slowmate.events.running.consequences import FINALS
from slowmate.play.terms import Transmission
from slowmate.server.events import models
from slowmate.server.events.models import EventEntry, RightUse, Seat, Section
from slowmate.server.events.queries.results import ResultScope, results_of
from slowmate.server.games.models import Game
from slowmate.server.people.models import Federation, Player, TitleHeld
from slowmate.server.ratings import models as ratings

_, WORLD_CHAMPION = FINALS["world-championship-final"]


def entrant_of(player: Player, *, on: date, to: str | None = None, whole: bool = False) -> Entrant:
    """What is known of a player on a day, who asks himself. *to* leaves out results that lead elsewhere."""
    return entrants_of([player], on=on, to=to, whole=whole)[player.pk]


def entrants_of(
    players: Sequence[Player],
    *,
    on: date,
    to: str | None = None,
    whole: bool = False,
    via: Collection[int] = (),
    made: Collection[EventEntry] = (),
) -> dict[int, Entrant]:
    """The same of several, by their numbers.

    *via* are those whom their federation enters; all others come by themselves, which is Direct Entry. *made* are their
    entries, where these are asked about again: their seats are no other starts, and their days are those that count.
    """
    ids = [player.pk for player in players]
    asked_on = {entry.player_id: entry.made.date() for entry in made}
    via = {*via, *(entry.player_id for entry in made if entry.via and entry.player_id)}
    results = results_of(ids, ResultScope(to, whole=whole))
    titles = _by_player(TitleHeld.objects.filter(player__in=ids).order_by("confirmed", "pk"))
    lists = lists_of({player: asked_on.get(player.pk, on) for player in players})
    nominations = _by_player(models.Nomination.objects.filter(player__in=ids, withdrawn=None).order_by("on", "pk"))
    grants = _by_player(models.Grant.objects.filter(player__in=ids).order_by("on", "pk"))
    uses = _by_player(used_by(ids))
    bars = _by_player(models.Bar.objects.filter(player__in=ids).order_by("since", "pk"))
    bonds = _by_player(models.Bond.objects.filter(player__in=ids).order_by("since", "pk"))
    deferred = _by_player(models.Right.objects.filter(player__in=ids).exclude(deferred=[]).order_by("pk"))
    gm_norms = _gm_norms(ids)
    starts = _norm_starts(ids, [entry.pk for entry in made])
    members = _members({player.federation for player in players})
    return {
        player.pk: Entrant(
            id=str(player.pk),
            federation=player.federation,
            is_member_federation=members[player.federation],
            by_direct_entry=player.pk not in via,
            sex=player.sex or None,
            titles={row.title: row.confirmed for row in titles[player.pk] if not row.number},
            ratings=lists[player.pk],
            fide_rating=player.fide_rating,
            results=tuple(results.get(player.pk, ())),
            nominations=tuple(_nomination(row) for row in nominations[player.pk]),
            grants=tuple(_grant(row) for row in grants[player.pk]),
            uses=tuple(use_of(row) for row in uses[player.pk]),
            bars=tuple(EntryBar(row.since, row.until, row.clause) for row in bars[player.pk]),
            champion_of=tuple(row.number for row in titles[player.pk] if row.title == WORLD_CHAMPION and row.number),
            deferrals=tuple(Deferral(row.source, final) for row in deferred[player.pk] for final in row.deferred),
            norm_starts=tuple(starts[player.pk]),
            gm_norms=gm_norms.get(player.pk, 0),
            bonds=tuple(OwedBond(row.since, row.ended_regularly) for row in bonds[player.pk]),
        )
        for player in players
    }


def _by_player(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.player_id].append(row)
    return found


def lists_of(players: Mapping[Player, date]) -> dict[int, tuple[ListEntry, ...]]:
    """What published rating lists say of players, oldest first; of each list the newest revision.

    Who stands in none is rated as his profile says, as if by the list before the day on which he asks.
    """
    rows = ratings.ListEntry.objects.filter(
        Q(list__superseded_by=None) | Q(list__superseded_by__state=ratings.RatingList.State.PREPARED),
        player__in=[player.pk for player in players],
        list__state=ratings.RatingList.State.PUBLISHED,
        list__pool=Game.Pool.CHESS,
        rank__isnull=False,
    ).order_by("list__valid_from")
    found: dict[int, list[ListEntry]] = defaultdict(list)
    for player, day, rating, games in rows.values_list("player_id", "list__valid_from", "rating", "games"):
        found[player].append(ListEntry(day, rating or 0, games or 0))
    return {player.pk: tuple(found[player.pk]) or _by_profile(player, on) for player, on in players.items()}


def rating_of_the_day(player: Player, *, on: date) -> int | None:
    """What the newest list says of a player on a day; None: unrated."""
    latest = Entrant(str(player.pk), ratings=lists_of({player: on})[player.pk]).latest(on=on)
    return latest.rating if latest else None


def _by_profile(player: Player, on: date) -> tuple[ListEntry, ...]:
    if player.rating is None:
        return ()
    return (ListEntry(on - timedelta(days=1), player.rating, player.rating_games),)


def _nomination(row: models.Nomination) -> Nomination:
    return Nomination(
        row.federation, row.on, row.rating, row.has_statement, row.kind or None, year=row.year, id=str(row.pk)
    )


def _grant(row: models.Grant) -> GrantedRight:
    return GrantedRight(row.kind, row.on, row.reference, row.is_free_place, row.cycle)


def used_by(players: Collection[int]) -> "Iterable[RightUse]":
    """What players have used up and was not given back."""
    rows = RightUse.objects.filter(player__in=players, given_back=None)
    return rows.select_related("right", "nomination", "grant").order_by("start", "pk")


def use_of(row: RightUse) -> Use:
    """What was used up, as the core names it."""
    of = UseOf(row.of)
    names = {
        UseOf.RIGHT: row.right.source if row.right else None,
        UseOf.NOMINATION: str(row.nomination_id),
        UseOf.GRANT: row.grant.reference if row.grant else None,
    }
    return Use(of, row.kind, row.start, row.clause, names.get(of), row.cycle)


def _norm_starts(players: Collection[int], asked_about: Collection[int]) -> dict[int, list[tuple[date, bool]]]:
    """When the norm tournaments start in which players have a seat, and whether they are played by post."""
    seats = (
        Seat.objects.filter(player__in=players, section__event__kind__in=NORM_KINDS)
        .exclude(section__state=Section.State.PROPOSED)
        .exclude(entry__state=EventEntry.State.WITHDRAWN)
        .exclude(entry__in=asked_about)
        .order_by("section__start", "pk")
    )
    found: dict[int, list[tuple[date, bool]]] = defaultdict(list)
    for player, start, how in seats.values_list("player_id", "section__start", "section__event__transmission"):
        found[player].append((start, how == Transmission.POST))
    return found


def _gm_norms(players: Collection[int]) -> dict[int, int]:
    """How many norms of a Grandmaster each has that are confirmed, one from each event."""
    confirmed = Player.objects.filter(pk__in=players, norms__title="GM", norms__state="confirmed")
    events = confirmed.order_by().values_list("pk", "norms__event", "norms__started").distinct()
    return Counter(player for player, _event, _started in events)


def _members(codes: Collection[str]) -> dict[str, bool]:
    """Whether federations are members; of one without a row nothing else is known. Who has none is of none."""
    known = dict(Federation.objects.filter(code__in=codes).values_list("code", "is_member"))
    return {code: bool(code) and known.get(code, True) for code in codes}
