"""Players and events as the core asks about entries: all that is known of a player, in the same few queries for one
or many, and the event they ask to enter."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import Q

from slowmate.events.entry.bars import NORM_KINDS
from slowmate.events.entry.entrants import Entrant, EntryBar, GrantedRight, ListEntry, Nomination, OwedBond
from slowmate.events.entry.right import Deferral, Use, UseOf
from slowmate.events.entry.routes import FINAL
from slowmate.events.entry.target import Target
from slowmate.events.running.consequences import FINALS
from slowmate.play.terms import Transmission
from slowmate.server.events import models
from slowmate.server.events.models import Event, EventEntry, RightUse, Seat, Section
from slowmate.server.events.queries.results import ResultScope, results_of
from slowmate.server.games.models import Game
from slowmate.server.people.models import Federation, Player, TitleHeld
from slowmate.server.ratings import models as ratings

_, WORLD_CHAMPION = FINALS["world-championship-final"]
NEVER_HELD = (Event.State.DRAFT, Event.State.CANCELLED, Event.State.LAPSED)


def entrant_of(player: Player, *, on: date, to: str | None = None, whole: bool = False) -> Entrant:
    """Return what is known of a player on a day, by Direct Entry. *to* leaves out results that lead elsewhere."""
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
    """Return what is known of several players on a day, by their numbers.

    *via* are the players whom their federation enters; all others use Direct Entry. *made* are entries that are asked
    about again: their seats are no other starts, the days on which they were made count, and so do the nominations by
    which they came.
    """
    ids = [player.pk for player in players]
    relied_on = {use["reference"] for entry in made for use in entry.uses if use["of"] == UseOf.NOMINATION}
    entered_on = {entry.player_id: entry.made.date() for entry in made}
    via = {*via, *(entry.player_id for entry in made if entry.via and entry.player_id)}
    results = results_of(ids, ResultScope(to, whole=whole))
    titles = _by_player(TitleHeld.objects.filter(player__in=ids).order_by("confirmed", "pk"))
    lists = lists_of({player: entered_on.get(player.pk, on) for player in players})
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
            nominations=tuple(_nomination(row, relied_on) for row in nominations[player.pk]),
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
    by_player: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_player[row.player_id].append(row)
    return by_player


def lists_of(players: Mapping[Player, date]) -> dict[int, tuple[ListEntry, ...]]:
    """Return what published rating lists say of players, oldest first; of each list the newest revision.

    A player in none of them has the rating of their profile, as if by a list of the day before they enter.
    """
    rows = ratings.ListEntry.objects.filter(
        Q(list__superseded_by=None) | Q(list__superseded_by__state=ratings.RatingList.State.PREPARED),
        player__in=[player.pk for player in players],
        list__state=ratings.RatingList.State.PUBLISHED,
        list__pool=Game.Pool.CHESS,
        rank__isnull=False,
    ).order_by("list__valid_from")
    entries: dict[int, list[ListEntry]] = defaultdict(list)
    for player, day, rating, games in rows.values_list("player_id", "list__valid_from", "rating", "games"):
        entries[player].append(ListEntry(day, rating or 0, games or 0))
    return {player.pk: tuple(entries[player.pk]) or _by_profile(player, on) for player, on in players.items()}


def rating_of_the_day(player: Player, *, on: date) -> int | None:
    """Return the rating of a player by the newest list on a day; None: unrated."""
    latest = Entrant(str(player.pk), ratings=lists_of({player: on})[player.pk]).latest(on=on)
    return latest.rating if latest else None


def _by_profile(player: Player, on: date) -> tuple[ListEntry, ...]:
    if player.rating is None:
        return ()
    return (ListEntry(on - timedelta(days=1), player.rating, player.rating_games),)


def _nomination(row: models.Nomination, relied_on: Collection[str]) -> Nomination:
    return Nomination(
        row.federation,
        row.on,
        row.rating,
        row.has_statement,
        row.kind or None,
        year=row.year,
        id=str(row.pk),
        is_relied_on=str(row.pk) in relied_on,
    )


def _grant(row: models.Grant) -> GrantedRight:
    return GrantedRight(row.kind, row.on, row.reference, row.is_free_place, row.cycle)


def used_by(players: Collection[int]) -> "Iterable[RightUse]":
    """Return what players have used up and was not given back."""
    rows = RightUse.objects.filter(player__in=players, given_back=None)
    return rows.select_related("right", "nomination", "grant").order_by("start", "pk")


def use_of(row: RightUse) -> Use:
    """Return what was used up, as the core names it."""
    what = UseOf(row.of)
    references = {
        UseOf.RIGHT: row.right.source if row.right else None,
        UseOf.NOMINATION: str(row.nomination_id),
        UseOf.GRANT: row.grant.reference if row.grant else None,
    }
    return Use(what, row.kind, row.start, row.clause, references.get(what), row.cycle)


def _norm_starts(players: Collection[int], without: Collection[int]) -> dict[int, list[tuple[date, bool]]]:
    """Return when the norm tournaments start in which players have a seat, and whether they are played by post.

    Seats of the entries *without* do not count.
    """
    seats = (
        Seat.objects.filter(player__in=players, section__event__kind__in=NORM_KINDS)
        .exclude(section__state=Section.State.PROPOSED)
        .exclude(entry__state=EventEntry.State.WITHDRAWN)
        .exclude(entry__in=without)
        .order_by("section__start", "pk")
    )
    starts: dict[int, list[tuple[date, bool]]] = defaultdict(list)
    for player, start, how in seats.values_list("player_id", "section__start", "section__event__transmission"):
        starts[player].append((start, how == Transmission.POST))
    return starts


def _gm_norms(players: Collection[int]) -> dict[int, int]:
    """Count the confirmed Grandmaster norms of each player, one from each event."""
    confirmed = Player.objects.filter(pk__in=players, norms__title="GM", norms__state="confirmed")
    events = confirmed.order_by().values_list("pk", "norms__event", "norms__started").distinct()
    return Counter(player for player, _event, _started in events)


def _members(codes: Collection[str]) -> dict[str, bool]:
    """Say of each federation whether it is a member; one without a row is, and the empty code is not."""
    rows = dict(Federation.objects.filter(code__in=codes).values_list("code", "is_member"))
    return {code: bool(code) and rows.get(code, True) for code in codes}


def target_of(event: Event, *, start: date | None = None) -> Target:
    """Return an event as the core asks about entries to it; *start* is that of a section cut from a queue."""
    begins = start or event.start
    return Target(
        event.kind,
        begins,
        event.deadline,
        by_post=event.by_post,
        fee=event.fee or 0,
        ladies_minimum=event.ladies_minimum,
        cycle=event.cycle,
        earlier=_earlier(event, begins),
        federation=event.federation or None,
    )


def _earlier(event: Event, start: date) -> tuple[date, ...]:
    """Return when entries for earlier Finals closed: a player who let them pass has put off their right."""
    if event.kind != FINAL:
        return ()
    before = Event.objects.filter(kind=FINAL, start__lt=start, deadline__isnull=False).exclude(state__in=NEVER_HELD)
    return tuple(day for day in before.order_by("deadline").values_list("deadline", flat=True) if day is not None)
