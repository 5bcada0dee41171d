"""Boards of teams and their holders: what the rules say to a substitute, and to a request for Replacement status."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.db.models import Q, QuerySet

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.running import rosters
from slowmate.events.running.rosters import Substitute, TeamTerms, may_substitute
from slowmate.events.running.section8.substitution import may_request_status
from slowmate.records import Family
from slowmate.rulebook import Ruling
from slowmate.server.events.models import Bar, Case, Pairing, Seat, SeatHolding, Section
from slowmate.server.events.queries.record import holders, seats_of
from slowmate.server.people.models import Player

STATUS = "replacement status"
SUBSTITUTION = "substitution"
"""As `slowmate.events.procedures.PROCEDURES` names them."""
GRANT = "grant Replacement status"
"""The name of the decision that changes the norms of a section."""


def roster_of(section: Section, seats: Iterable[Seat]) -> list[rosters.SeatHolding]:
    """Return who sat on which board of which team since when, as the core asks."""
    first = _midnight(section.posted or section.start)
    return [
        _holding(seat, holder, first)
        for seat in seats
        if seat.team_id is not None and seat.board is not None
        for holder in holders(seat, section.event)
    ]


def _holding(seat: Seat, holder: Seat | SeatHolding, first: datetime) -> rosters.SeatHolding:
    since = _midnight(holder.begins) if isinstance(holder, SeatHolding) and holder.begins else first
    granted = holder.granted if isinstance(holder, SeatHolding) and holder.has_replacement_status else None
    return rosters.SeatHolding(str(seat.team_id), seat.board or 0, str(holder.player_id), since, granted)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def substitution_ruling(
    section: Section, seats: Sequence[Seat], seat: Seat, player: Player, *, at: datetime
) -> Ruling[bool]:
    """Rule whether a player may take a seat of a team, with every ground."""
    team = seat.team
    if team is None or seat.board is None:
        raise ValueError("a substitute takes a board of a team")
    terms = TeamTerms(
        start=section.start,
        federation=team.federation or None,
        is_league=section.event.kind_of.family is Family.CHAMPIONS_LEAGUE,
    )
    substitute = Substitute(
        str(player.pk),
        player.federation or None,
        tuple(EntryBar(bar.since, bar.until, bar.clause) for bar in Bar.objects.filter(player=player).order_by("pk")),
        _plays_for(section, player),
    )
    roster, posted = roster_of(section, seats), _midnight(section.posted or section.start)
    return may_substitute(substitute, str(team.pk), seat.board, roster, terms, at=at, start_list=posted)


def _plays_for(section: Section, player: Player) -> str | None:
    """Return the team for which a player holds or held a board of this event."""
    has_sat = Q(player=player) | Q(holdings__player=player)
    rows = Seat.objects.filter(has_sat, section__event=section.event_id, team__isnull=False)
    team = rows.order_by("pk").values_list("team_id", flat=True).first()
    return str(team) if team is not None else None


# -- Replacement status -----------------------------------------------------------------------------------------------


def holding_of(section: Section, player: Player | None) -> SeatHolding | None:
    """Return the board that a player took as a substitute, and still holds."""
    rows = SeatHolding.objects.filter(seat__section=section, player=player, ends=None)
    return rows.select_related("seat__team", "player").first() if player is not None else None


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """How far the games of a board have come: full moves of each, and how many are over."""

    moves: tuple[int, ...]
    finished: int


def board_progress(seat: Seat) -> BoardProgress:
    rows = Pairing.objects.filter(Q(white=seat) | Q(black=seat), game__isnull=False).order_by("pk")
    games = list(rows.values_list("game__plies", "game__finished"))
    return BoardProgress(tuple((plies + 1) // 2 for plies, _ in games), sum(ended is not None for _, ended in games))


def may_request(section: Section, progress: BoardProgress) -> Ruling[bool]:
    """Rule whether a substitute may request the status, with their games as far as they have come."""
    teams = section.event.kind_of.teams
    return may_request_status(teams=teams, moves=progress.moves, finished=progress.finished, start=section.start)


def progress_at_request(case: Case) -> BoardProgress:
    """Return how far the games of a substitute had come at the request."""
    return BoardProgress(tuple(case.facts["moves"]), case.facts["finished"])


def status_ruling(case: Case, section: Section) -> Ruling[bool]:
    """Rule on a request as it stood when it was made."""
    return may_request(section, progress_at_request(case))


def cases_of(section: Section) -> "QuerySet[Case]":
    rows = Case.objects.filter(procedure=STATUS, section=section).select_related("player__user")
    return rows.prefetch_related("steps__by__player").order_by("-opened", "-pk")


def case_of(section: Section, player: Player) -> Case | None:
    """Return the newest request of a substitute."""
    return cases_of(section).filter(player=player).first()


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a team with the players who sat there, in their order."""

    seat: Seat
    sat: tuple[Seat | SeatHolding, ...]

    @property
    def holder(self) -> Seat | SeatHolding:
        return self.sat[-1]

    @property
    def team(self) -> str:
        return self.seat.team.name if self.seat.team else ""


def boards_of(section: Section) -> list[TeamBoard]:
    """Return the boards of a section, team by team: two queries."""
    seats = [seat for seat in seats_of(section) if seat.team_id is not None and seat.board is not None]
    seats.sort(key=lambda seat: (seat.team.name if seat.team else "", seat.board or 0))
    return [TeamBoard(seat, tuple(holders(seat, section.event))) for seat in seats]
