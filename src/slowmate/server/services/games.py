"""The one write path of games: commands go in, the core decides, events are appended."""

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction

from slowmate import play
from slowmate.board import Colour, Position
from slowmate.board.tablebase import Verdict
from slowmate.play import commands, events
from slowmate.play.flags import next_end
from slowmate.play.postal import reports_agree
from slowmate.play.terms import Terms
from slowmate.rulebook import Refused
from slowmate.server.models import Game, GameEvent, Player, User
from slowmate.server.services import notices, tables

LAST_MOVE = 16


def colour_of(game: Game, player: Player) -> Colour:
    """The colour a player has in a game."""
    return Colour.WHITE if player.pk == game.white_id else Colour.BLACK


def start(
    white: Player,
    black: Player,
    terms: Terms,
    *,
    at: datetime,
    label: str = "",
    director: User | None = None,
    is_rated: bool = False,
    is_shown_live: bool = False,
    actor: User | None = None,
) -> Game:
    """Arrange a game under its terms; `Refused` if they cannot be played. The clock starts at the start date."""
    arranged = play.arrange(terms, at=at)
    state = play.fold((arranged,))
    row = Game(white=white, black=black, label=label, director=director, is_rated=is_rated, is_shown_live=is_shown_live)
    with transaction.atomic():
        reflect(row, state)
        row.save()
        _append(row, state, (arranged,), actor=actor)
        if terms.starts <= at:
            _step(row, state, commands.CheckTime(), at=at, actor=None)
    return row


def command(game_id: int, wanted: Callable[[Game], commands.Command], *, at: datetime, actor: User | None) -> Game:
    """Carry out a command on a game, or raise `Refused` with the clause.

    *wanted* makes the command once the row is locked. What the clock has brought about by then (a flag, a start) is
    recorded first, and stays recorded when the command itself is refused.
    """
    refusal: Refused | None = None
    with transaction.atomic():
        row = Game.objects.select_for_update(of=("self",)).select_related("white__user", "black__user").get(pk=game_id)
        state = play.game_from_json(row.snapshot)
        state = _step(row, state, commands.CheckTime(), at=at, actor=None)
        try:
            _step(row, state, wanted(row), at=at, actor=actor)
        except Refused as refused:
            refusal = refused
    if refusal is not None:
        raise refusal
    return row


def look_at_clock(game_id: int, *, at: datetime) -> bool:
    """What a sweep asks of a game that is due; whether anything happened."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(of=("self",), skip_locked=True).select_related(
            "white__user", "black__user"
        )
        row = rows.filter(pk=game_id, due__lte=at).first()
        if row is None:
            return False
        before = row.version
        state = play.game_from_json(row.snapshot)
        while play.next_instant(state) and row.due is not None and row.due <= at:
            after = _step(row, state, commands.CheckTime(), at=at, actor=None)
            if after is state:
                break
            state = after
        return bool(row.version > before)


def _step(row: Game, state: play.Game, asked: commands.Command, *, at: datetime, actor: User | None) -> play.Game:
    """Decide one command and append what follows; the game after it."""
    happened = play.decide(state, asked, at=max(at, state.latest), probe=probe)
    if not happened:
        return state
    for event in happened:
        state = play.evolve(state, event)
    _append(row, state, happened, actor=actor)
    return state


def probe(position: Position) -> Verdict | None:
    """What the endgame tables of this server say of a position."""
    return tables.probe(position)


def _append(row: Game, state: play.Game, happened: Iterable[events.Event], *, actor: User | None) -> None:
    """Write events, snapshot and columns together, and queue what people are to be told."""
    happened = tuple(happened)
    rows = event_rows(row, happened, actor=actor)
    GameEvent.objects.bulk_create(rows)
    reflect(row, state)
    row.save()
    notices.tell(row, rows, happened)


def event_rows(row: Game, happened: Iterable[events.Event], *, actor: User | None) -> list[GameEvent]:
    """The rows of events that follow what the game has; counts them, and plies anew where a position was put back."""
    ply, rows = row.plies, []
    for event in happened:
        if isinstance(event, events.PositionReinstated):
            row.lines, ply = row.lines + 1, event.ply - 1
        elif isinstance(event, events.GameReconstructed):
            row.lines, ply = row.lines + 1, len(event.moves)
        is_move = isinstance(event, events.MoveMade)
        ply += is_move
        row.version += 1
        kept = play.event_to_json(event)
        rows.append(
            GameEvent(
                game=row,
                number=row.version,
                type=kept["type"],
                at=event.at,
                actor=actor,
                line=row.lines,
                ply=ply if is_move else None,
                data=kept,
            )
        )
    return rows


def reflect(row: Game, state: play.Game) -> None:
    """Read the columns off the game."""
    upcoming = play.next_instant(state)
    mover = row.player(state.position.turn)
    row.snapshot = play.game_to_json(state)
    row.starts = state.terms.starts
    row.plies = len(state.moves)
    row.due = upcoming.at if upcoming else None
    waits = state.pending or state.irregularity or state.reconstruction or reports_agree(state) is False
    row.awaits_director = bool(waits) or events.Stop.ADJUDICATION in state.stops
    row.last_move = state.last.algebraic[:LAST_MOVE] if state.last else ""
    row.last_move_at = state.last.made if state.last else None
    if state.outcome is not None:
        row.status, row.on_move, row.deadline = Game.Status.FINISHED, None, None
        row.result, row.termination = state.outcome.result.value, state.outcome.termination.value
        row.finished, row.offer_to, row.awaits_director = state.outcome.effective, None, False
        return
    row.status = Game.Status.RUNNING if state.started else Game.Status.WAITING
    row.on_move = mover if state.started and not state.stops else None
    end = next_end(state)
    row.deadline = end.at if end else None
    offers = [offer for offer in state.offers if offer.by is not state.position.turn]
    row.offer_to = mover if offers else None
    row.result, row.termination, row.finished = "", "", None


def refold(row: Game) -> play.Game:
    """The game folded again from its events, for `slowmate verify`."""
    return play.fold(tuple(play.event_from_json(event.data) for event in row.events.order_by("number")))
