"""The one write path of games: commands go in, the core decides, events are appended."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from slowmate import play
from slowmate.board import Colour, Position
from slowmate.board.tablebase import Verdict
from slowmate.play import commands, events
from slowmate.play.laws.flags import next_end
from slowmate.play.laws.postal import reports_wait
from slowmate.play.terms import Terms
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.games import repository, tablebases
from slowmate.server.games.models import Challenge, Game, GameEvent, LeaveInGame, LeavePeriod
from slowmate.server.games.rating import UNRATED, RatingTerms, copy_rating_terms
from slowmate.server.games.services import low_time, notices
from slowmate.server.mail import outbox
from slowmate.server.people.models import Player

LAST_MOVE = 16
ABOUT_LEAVE = (events.LeaveTaken, events.LeaveEnded, events.LeaveGranted, events.HandedOver)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """A game to start, and its terms. *challenge* is the one it came from, *rating* has its frozen rating terms, and
    *replaces* is the discontinued game that is played anew."""

    white: Player
    black: Player
    terms: Terms
    challenge: Challenge | None = None
    director: User | None = None
    rating: RatingTerms = UNRATED
    is_shown_live: bool = False
    replaces: Game | None = None


def start(
    white: Player,
    black: Player,
    terms: Terms,
    *,
    at: datetime,
    challenge: Challenge | None = None,
    director: User | None = None,
    rating: RatingTerms = UNRATED,
    is_shown_live: bool = False,
    actor: User | None = None,
    replaces: Game | None = None,
) -> Game:
    """Arrange a game under its terms; `Refused` if they cannot be played. The clock starts at the start date.

    Leave that its players have registered holds in it too, as far as its rules allow.
    """
    arrangement = Arrangement(
        white=white,
        black=black,
        terms=terms,
        challenge=challenge,
        director=director,
        rating=rating,
        is_shown_live=is_shown_live,
        replaces=replaces,
    )
    return start_all((arrangement,), at=at, actor=actor)[0]


def start_all(
    arrangements: Sequence[Arrangement], *, at: datetime, actor: User | None = None, is_told: bool = True
) -> list[Game]:
    """Start games, all of them or none, in a few queries however many they are.

    *is_told*: mail tells each player of each game. Otherwise the caller tells them.
    """
    with transaction.atomic():
        players = {player.pk: player for arranged in arrangements for player in (arranged.white, arranged.black)}
        lock_players(*players.values())
        leave: dict[int, list[LeavePeriod]] = {pk: [] for pk in players}
        for period in LeavePeriod.open(*players.values(), on=at.date()):
            leave[period.player_id].append(period)
        begun = [
            _begin(arranged, [*leave[arranged.white.pk], *leave[arranged.black.pk]], at=at, actor=actor)
            for arranged in arrangements
        ]
        repository.create([new.row for new in begun], [new.rows for new in begun])
        LeaveInGame.objects.bulk_create(row for new in begun for row in leave_rows(new.row, new.state))
        if is_told:
            outbox.queue(mail for new in begun for mail in notices.mails_of(new.row, new.rows, new.happened))
    return [new.row for new in begun]


@dataclass(frozen=True, slots=True)
class _Begun:
    """A game that is begun and not yet kept."""

    row: Game
    state: play.Game
    happened: tuple[events.Event, ...]
    rows: list[GameEvent]


def _begin(arrangement: Arrangement, leave: Sequence[LeavePeriod], *, at: datetime, actor: User | None) -> _Begun:
    """Make a game of its arrangement: it starts if its day has come, and has its players' leave."""
    replaces = arrangement.replaces
    arranged = play.arrange(arrangement.terms, at=at, instead_of=replaces.pk if replaces else None)
    state = play.fold((arranged,))
    row = Game(
        white=arrangement.white,
        black=arrangement.black,
        challenge=arrangement.challenge,
        director=arrangement.director,
    )
    row.replaces = replaces
    row.is_shown_live = arrangement.is_shown_live
    copy_rating_terms(arrangement.rating, arrangement.terms, to=row)
    later: tuple[events.Event, ...] = ()
    if arrangement.terms.starts <= at:
        later, state = _step(state, commands.CheckTime(), at=at)
    taken, state = _with_leave(state, row, leave, at=at)
    rows = event_rows(row, (arranged,), actor=actor) + event_rows(row, (*later, *taken), actor=None)
    reflect(row, state)
    return _Begun(row, state, (arranged, *later, *taken), rows)


def lock_players(*players: Player) -> None:
    """Lock players, so that leave is not registered or ended while a game begins."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[player.pk for player in players])
    list(rows.order_by("pk").values_list("pk"))


def _with_leave(
    state: play.Game, row: Game, leave: Sequence[LeavePeriod], *, at: datetime
) -> tuple[tuple[events.Event, ...], play.Game]:
    """Add the leave its players have registered to a new game; their pages show what its rules refuse."""
    happened: tuple[events.Event, ...] = ()
    for period in sorted(leave, key=lambda period: (period.first, period.pk)):
        by = Colour.WHITE if period.player_id == row.white_id else Colour.BLACK
        take_leave = commands.TakeLeave(by=by, first=max(period.first, at.date()), last=period.last)
        with suppress(Refused):
            taken, state = _step(state, take_leave, at=at)
            happened += taken
    return happened, state


def command(
    game_id: int, make_command: Callable[[Game], commands.Command], *, at: datetime, actor: User | None
) -> Game:
    """Carry out a command on a game, or raise `Refused` with the clause.

    *make_command* is given the game as it is now. First any flag that has fallen or start that is due is recorded; it
    stays recorded when the command itself is refused.
    """
    while True:  # each time it is overtaken, another command has been recorded
        row = repository.load(game_id)
        before, state = row.version, repository.state_of(row)
        first, state = _step(state, commands.CheckTime(), at=at)
        refusal: Refused | None = None
        then: tuple[events.Event, ...] = ()
        try:
            then, state = _step(state, make_command(row), at=at)
        except Refused as refused:
            refusal = refused
        if _append(row, state, ((first, None), (then, actor)), after=before):
            break
    if refusal is not None:
        raise refusal
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitution:
    """The substitute for a player, with a start rating, and the player for whom their games may be rated (item 18)."""

    former: Player
    holder: Player
    start_rating: int | None
    starts_by_level: bool | None
    original: Player | None


def hand_over(game_id: int, to: Substitution, *, at: datetime, actor: User | None) -> bool:
    """Let a substitute go on with a game from now on; return False if it has ended meanwhile.

    The caller has decided that the substitute may take the place, and tells everybody. The substitute's leave holds
    from now on.
    """
    with transaction.atomic():
        lock_players(to.holder)
        leave = list(LeavePeriod.open(to.holder, on=at.date()))
        while True:
            row = repository.load(game_id)
            before, state = row.version, repository.state_of(row)
            first, state = _step(state, commands.CheckTime(), at=at)
            if state.outcome is not None:
                if _append(row, state, ((first, None),), after=before):
                    return False
                continue
            colour = row.colour_of(to.former)
            hand_over_seat = commands.HandOver(colour=colour, former=str(to.former.pk), holder=str(to.holder.pk))
            handover, state = _step(state, hand_over_seat, at=at)
            own = _seat(row, colour, to)
            taken, state = _with_leave(state, row, leave, at=at)
            if _append(row, state, ((first, None), (handover, actor), (taken, None)), after=before, also=own):
                return True


def _seat(row: Game, colour: Colour, to: Substitution) -> tuple[str, ...]:
    """Put a substitute into a game; the columns that say so."""
    setattr(row, colour.value, to.holder)
    setattr(row, f"{colour.value}_start", to.start_rating)
    setattr(row, f"{colour.value}_by_level", to.starts_by_level)
    setattr(row, f"{colour.value}_original", to.original)
    return tuple(f"{colour.value}{name}" for name in ("_id", "_start", "_by_level", "_original_id"))


def rate_substitute_separately(player: Player, rows: "QuerySet[Game]") -> None:
    """Let the games of a substitute among these count for the substitute alone, however they end (8.7(e))."""
    rows.filter(white=player).update(white_original=None)
    rows.filter(black=player).update(black_original=None)


def not_before(row: Game, given: datetime) -> datetime:
    """Return a date as it is meant: people give minutes, so the minute of the last move is not before that move."""
    state = repository.state_of(row)
    began = state.turn.began if state.turn else state.terms.starts
    return began if began.replace(second=0, microsecond=0) <= given < began else given


def look_at_clock(game_id: int, *, at: datetime) -> bool:
    """Record what the clock of a due game has brought about; return whether anything happened.

    If another command overtakes it, a later sweep looks again. Where nothing has happened, the player on move may have
    to be warned that their flag will fall.
    """
    row = repository.load(game_id)
    before, state = row.version, repository.state_of(row)
    new_events: list[events.Event] = []
    while (upcoming := play.next_instant(state)) and upcoming.at <= at:
        happened, state = _step(state, commands.CheckTime(), at=at)
        if not happened:
            break
        new_events += happened
    if not new_events:
        return low_time.warn(row, state, at=at)
    return _append(row, state, ((new_events, None),), after=before)


def _step(state: play.Game, wish: commands.Command, *, at: datetime) -> tuple[tuple[events.Event, ...], play.Game]:
    """Return the events that follow from one command, and the game after them."""
    happened = tuple(play.decide(state, wish, at=max(at, state.latest), probe=probe))
    for event in happened:
        state = play.evolve(state, event)
    return happened, state


def probe(position: Position) -> Verdict | None:
    """Look a position up in the endgame tables of this server."""
    return tablebases.probe(position)


def _append(
    row: Game,
    state: play.Game,
    batches: Iterable[tuple[Sequence[events.Event], User | None]],
    *,
    after: int,
    also: Sequence[str] = (),
) -> bool:
    """Write events, snapshot and columns together, and queue mail. *batches*: events with the user who caused them.

    Returns False and writes nothing if the game has gone on *after* the version that was read: the row is taken by its
    version, so that nobody waits for a lock while a command is being decided. *also*: columns that no
    command of a player changes.
    """
    happened = [event for batch, _ in batches for event in batch]
    if not happened:
        return True
    rows = [event for batch, actor in batches for event in event_rows(row, batch, actor=actor)]
    before = row.finished
    reflect(row, state)
    _register(row, state, before)
    leaves = leave_rows(row, state) if any(isinstance(event, ABOUT_LEAVE) for event in happened) else None
    return repository.save(row, rows, notices.mails_of(row, rows, happened), after=after, leaves=leaves, also=also)


def _register(row: Game, state: play.Game, before: datetime | None) -> None:
    """Register the day that decides about the game's rating list, where a later decision made it another than its last.

    A correction does not move the game to another list.
    """
    if row.finished is None:
        row.reported = None
    elif before is None:
        row.reported = state.latest.date() if state.latest.date() > row.finished.date() else row.reported
    elif before.date() != row.finished.date():
        row.reported = row.reported or before.date()


def event_rows(row: Game, happened: Iterable[events.Event], *, actor: User | None) -> list[GameEvent]:
    """Make the rows of new events, counted on from the game's; plies count anew where a position was put back."""
    ply, rows = row.plies, []
    for event in happened:
        if isinstance(event, events.PositionReinstated):
            row.lines, ply = row.lines + 1, event.ply - 1
        elif isinstance(event, events.GameReconstructed):
            row.lines, ply = row.lines + 1, len(event.moves)
        is_move = isinstance(event, events.MoveMade)
        ply += is_move
        row.version += 1
        data = play.event_to_json(event)
        rows.append(
            GameEvent(
                game_id=row.pk,
                number=row.version,
                type=data["type"],
                at=event.at,
                actor_id=actor.pk if actor else None,
                line=row.lines,
                ply=ply if is_move else None,
                data=data,
            )
        )
    return rows


def reflect(row: Game, state: play.Game, *, warned: datetime | None = None) -> None:
    """Read the columns off the game. *warned*: until when its players were warned, if later than its last event."""
    end = next_end(state)
    mover = row.white_id if state.position.turn is Colour.WHITE else row.black_id
    row.snapshot = play.game_to_text(state)
    row.starts = state.terms.starts
    row.plies_before = 2 * (state.start.fullmove - 1) + (state.start.turn is Colour.BLACK)
    row.plies = len(state.moves)
    row.due = low_time.next_look(state, end, after=warned or state.latest)
    waits = state.pending or state.irregularity or state.reconstruction or reports_wait(state)
    row.awaits_director = bool(waits) or events.Stop.ADJUDICATION in state.stops
    row.last_move = state.last.algebraic[:LAST_MOVE] if state.last else ""
    row.last_move_at = state.last.made if state.last else None
    if state.outcome is not None:
        row.status, row.on_move_id, row.deadline = Game.Status.FINISHED, None, None
        row.result, row.termination = state.outcome.result.value, state.outcome.termination.value
        row.finished, row.offer_to_id = state.outcome.effective, None
        row.is_void = not state.outcome.is_rated
        row.awaits_director = bool(state.pending) or reports_wait(state)
        return
    row.status = Game.Status.RUNNING if state.started else Game.Status.WAITING
    row.on_move_id = mover if state.started and not state.stops else None
    row.deadline = end.at if end else None
    offered = offered_to(state)
    row.offer_to_id = {Colour.WHITE: row.white_id, Colour.BLACK: row.black_id, None: None}[offered]
    row.result, row.termination, row.finished, row.is_void = "", "", None, False


def leave_rows(row: Game, state: play.Game) -> list[LeaveInGame]:
    """Make the rows of both players' leave in a game."""
    return [
        LeaveInGame(game=row, player=row.player(colour), begins=leave.begins, ends=leave.ends, last=leave.last)
        for colour in Colour
        for leave in state.side(colour).leaves
    ]


def offered_to(state: play.Game) -> Colour | None:
    """Return the colour that is offered a draw.

    Both may be, for a claim that fails is an offer, too, and leaves the opponent's open. Then it is the player who does
    not have the move: nothing else would tell them.
    """
    colours = [offer.by.other for offer in state.offers]
    return next((colour for colour in colours if colour is not state.position.turn), colours[0] if colours else None)


def refold(row: Game) -> play.Game:
    """Fold a game again from its events, for `slowmate verify`."""
    return play.fold(tuple(play.event_from_json(event.data) for event in row.events.order_by("number")))
