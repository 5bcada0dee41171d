"""A substitute takes a board of a team (8.7): the director places the player whom the captain named, and the games go
on with them.

Everything is one transaction: the seat, the games with their journals, the case, the decision and the letters.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from slowmate import records
from slowmate.events.organising.offices import Acting, Actor, take_step
from slowmate.events.organising.offices import Case as ProcedureCase
from slowmate.events.organising.start_ratings import ratings_at_start
from slowmate.events.running.rosters import original_of
from slowmate.events.running.section8.substitution import SUBSTITUTION as PROCEDURE
from slowmate.rulebook import Refused, Ruling
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, CaseStep, Pairing, Seat, SeatHolding, Section, TeamPlayer
from slowmate.server.events.permissions import may_place_substitute
from slowmate.server.events.queries.frozen_players import frozen_players
from slowmate.server.events.queries.record import seats_of
from slowmate.server.events.queries.substitutes import STATUS, SUBSTITUTION, roster_of, substitution_ruling
from slowmate.server.events.services import news
from slowmate.server.events.services.dividing import freeze
from slowmate.server.events.services.locking import locked_section, required_reason
from slowmate.server.events.services.steps import By, decide
from slowmate.server.games.models import Game
from slowmate.server.games.services import games
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit


def place(
    pk: int, seat_pk: int, player: Player, *, reason: str, actor: User, at: datetime, seen: int | None = None
) -> SeatHolding:
    """Place a substitute on the board of a seat; `Refused` with the grounds.

    *seen* is the number of substitutes on the board when the page was shown: the second of two directors gets `Stale`.
    """
    words = required_reason(reason)
    with transaction.atomic():
        section = locked_section(pk)
        if not may_place_substitute(actor, section, player):
            raise NotAllowed
        if section.state != Section.State.RUNNING:
            raise Stale(_("Substitutes take over while a section is played."))
        seats = list(seats_of(section))
        seat = next((row for row in seats if row.pk == seat_pk and row.team_id is not None), None)
        if seat is None or seat.board is None:
            raise Unfit(_("Choose a board of a team."), field="seat")
        taken = list(seat.holdings.all())
        if seen is not None and seen != len(taken):
            raise Stale(_("Somebody has taken this board meanwhile. This is the current state; look, then decide."))
        by = By(Acting(Actor.DIRECTOR), at, actor, words)
        ruling = _steps(section, seat, player, substitution_ruling(section, seats, seat, player, at=at), by)
        former = taken[-1].player if taken else seat.player
        holding = _take(section, seat, taken, player, at)
        games_taken = _hand_games_over(section, list(seats_of(section)), holding, former, by)
        by = replace(by, facts={"seat": seat.number, "former": former.pk, "games": len(games_taken)})
        decide("place a substitute", by, ruling, event=section.event, section=section, player_id=player.pk)
        news.substituted(section, holding, former, games_taken, by)
    return holding


def _steps(section: Section, seat: Seat, player: Player, eligible: Ruling[bool], by: By) -> Ruling[ProcedureCase]:
    """Take both steps of a substitution: the captain names the player, and the director places them."""
    if not eligible.value:
        raise Refused(*(ground for ground in eligible.grounds if ground.facts.get("holds") is False))
    team = str(seat.team_id)
    core_case = ProcedureCase("open", section.start, {"team": team})
    named = take_step(PROCEDURE, core_case, "name", by=Acting(Actor.CAPTAIN, team))
    placed = take_step(PROCEDURE, named.value, "place", by=by.acting, rulings={"eligible": eligible})
    case = Case.objects.create(
        procedure=SUBSTITUTION,
        state=placed.value.state,
        event=section.event,
        section=section,
        player=player,
        team=seat.team,
        parties={"team": team},
        facts={"seat": seat.pk},
        opened=by.at,
        opened_by=by.user,
        closed=by.at,
    )
    for number, (action, actor, step) in enumerate(
        (("name", Actor.CAPTAIN, named), ("place", Actor.DIRECTOR, placed)), 1
    ):
        CaseStep.objects.create(
            case=case,
            number=number,
            action=action,
            office=actor.value,
            of=team if actor is Actor.CAPTAIN else "",
            by=by.user,
            at=by.at,
            reason=by.reason,
            grounds=plain_grounds(step.grounds),
        )
    return placed


def _take(section: Section, seat: Seat, taken: Sequence[SeatHolding], player: Player, at: datetime) -> SeatHolding:
    """Give the seat to the substitute from today, with their data frozen as it is now."""
    today = at.date()
    seat.holdings.filter(ends=None).update(ends=today)
    if taken:
        Case.objects.filter(procedure=STATUS, section=section, player=taken[-1].player, closed=None).update(closed=at)
    holding = SeatHolding(seat=seat, player=player, begins=today)
    frozen = frozen_players([player], section.event, start=today)[player.pk]
    freeze(holding, frozen)
    start = _start_rating(section, frozen)
    if start is not None:
        holding.start_rating, holding.rated_by = start.value, str(start.grounds[0].clause)
    holding.save()
    line = TeamPlayer.objects.filter(team=seat.team, board=seat.board, ends=None)
    if line.update(ends=today) and seat.team is not None:
        TeamPlayer.objects.filter(team=seat.team, player=player, ends=None).update(ends=today)
        TeamPlayer.objects.create(team=seat.team, player=player, board=seat.board, begins=today)
    return holding


def _start_rating(section: Section, player: records.Player) -> Ruling[int] | None:
    """Return the start rating (9.4); None if the rules leave it to a level that the event has not announced."""
    event = section.event
    try:
        ratings = ratings_at_start(
            [player], event.kind_of, start=section.start, announced=event.level, confirmed=event.level is not None
        )
    except Refused:
        return None
    return ratings[player.id]


def _hand_games_over(
    section: Section, seats: Sequence[Seat], holding: SeatHolding, former: Player, by: By
) -> list[Game]:
    """Hand the unfinished games of the seat over to its new holder; return these games."""
    seat = next(row for row in seats if row.pk == holding.seat_id)
    roster = roster_of(section, seats)
    original = original_of(roster, str(seat.team_id), seat.board or 0, str(holding.player_id))
    to = games.Substitution(
        former=former,
        holder=holding.player,
        start_rating=holding.start_rating,
        starts_by_level=holding.starts_by_level,
        original=Player.objects.get(pk=int(original)) if original is not None else None,
    )
    own = Q(white=seat) | Q(black=seat)
    rows = Pairing.objects.filter(own, game__isnull=False, game__finished=None).order_by("pk")
    numbers = list(rows.values_list("game_id", flat=True))
    numbers_taken = [number for number in numbers if games.hand_over(number, to, at=by.at, actor=by.user)]
    return list(Game.objects.filter(pk__in=numbers_taken).select_related("white__user", "black__user").order_by("pk"))
