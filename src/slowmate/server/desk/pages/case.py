"""The case of a game, as directors need it to decide: clocks, board, earlier findings, messages."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from slowmate import play
from slowmate.board import Colour, Position
from slowmate.play.clocks import Account, Classic
from slowmate.play.laws.flags import clock_at, has_run_out
from slowmate.server.correspondence.models import Message, Report
from slowmate.server.desk.pages.conduct import ConductFindingLine, finding_lines
from slowmate.server.desk.queries.conduct import findings_against
from slowmate.server.games.models import Game
from slowmate.server.games.repository import state_of
from slowmate.server.people.models import Player

AROUND = 3
"""Messages before and after a reported one that are shown with it."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Used:
    """Use of a time control that counts moves: moves made and due, time used and given."""

    moves: int
    of_moves: int
    time: timedelta
    of_days: int


@dataclass(frozen=True, slots=True)
class Party:
    """One of the players: their clock, and what is known of them."""

    player: Player
    colour: Colour
    left: timedelta
    used: Used | None
    is_on_move: bool
    is_out: bool | None
    """Whether their time is used up by the dates; None where it depends on a receipt that no record shows."""
    cases: list[ConductFindingLine]
    reports: list[Report]
    """Reports by others about them, in any game, newest first; not the one that is decided."""

    @property
    def has_history(self) -> bool:
        return bool(self.cases or self.reports)


@dataclass(frozen=True, slots=True)
class GameCase:
    """A game as its director needs it to decide."""

    position: Position
    shows_clocks: bool
    """The clocks are shown: the game has started, and time may matter."""
    folds_clocks: bool
    """The clocks are folded: the game has started, and time does not matter."""
    parties: tuple[Party, Party]
    messages: list[Message]
    """The messages around a reported one, and that one, oldest first."""

    @property
    def has_history(self) -> bool:
        return any(party.has_history for party in self.parties)


def case_of(game: Game, report: Report | None = None, *, at: datetime, is_about_time: bool = True) -> GameCase:
    """Return the case of one game, in a constant number of queries; *report* is the one that is decided."""
    state = state_of(game)
    instant = state.latest if state.is_over else max(at, state.latest)
    cases, reports = findings_against(game.white, game.black), _reports_about(game, report)

    def party(colour: Colour) -> Party:
        player, account = game.player(colour), clock_at(state, colour, instant)
        return Party(
            player=player,
            colour=colour,
            left=account.left,
            used=_used(state, account),
            is_on_move=not state.is_over and state.position.turn is colour,
            is_out=has_run_out(state, colour, instant),
            cases=finding_lines(cases[player.pk]),
            reports=[row for row in reports if _about(row) == player.pk],
        )

    parties = party(Colour.WHITE), party(Colour.BLACK)
    is_started = state.started is not None
    shows, folds = is_started and is_about_time, is_started and not is_about_time
    return GameCase(state.position, shows, folds, parties, _messages_around(report))


def _used(state: play.Game, account: Account) -> Used | None:
    """Return the moves and days used since the start; None where no moves are counted, or a director added time."""
    control = state.control
    if not isinstance(control, Classic):
        return None
    controls = account.moves // control.moves + 1
    days = control.days * controls
    if account.left > days * DAY:
        return None
    return Used(account.moves, control.moves * controls, days * DAY - account.left, days)


def _about(report: Report) -> int:
    """Return the number of the player whom a report is about."""
    return report.game.black_id if report.by_id == report.game.white_id else report.game.white_id


def _reports_about(game: Game, looked_at: Report | None) -> list[Report]:
    players = {game.white_id, game.black_id}
    of_them = Q(game__white__in=players) | Q(game__black__in=players)
    rows = Report.objects.filter(of_them, kind=Report.Kind.REPORT)
    rows = rows.exclude(pk=looked_at.pk) if looked_at else rows
    return list(rows.select_related("game").order_by("-made", "-pk")[:20])


def _messages_around(report: Report | None) -> list[Message]:
    """Return the messages around a reported one, and no others; only the report opens them to the director."""
    reported = report.message if report else None
    if reported is None:
        return []
    rows = Message.objects.filter(game=reported.game_id).select_related("sender")
    before = rows.filter(Q(sent__lt=reported.sent) | Q(sent=reported.sent, pk__lte=reported.pk))
    after = rows.filter(Q(sent__gt=reported.sent) | Q(sent=reported.sent, pk__gt=reported.pk))
    return [*reversed(before.order_by("-sent", "-pk")[: AROUND + 1]), *after.order_by("sent", "pk")[:AROUND]]
