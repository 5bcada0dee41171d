"""Whole games with random commands at random times, for each time control and transmission: what must always hold."""

import json
from datetime import UTC, date, datetime, timedelta
from itertools import combinations_with_replacement
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.board.tablebase import Verdict
from slowmate.play import (
    Game,
    Terms,
    Transmission,
    arrange,
    clock_at,
    decide,
    event_from_json,
    event_to_json,
    evolve,
    fold,
    game_from_text,
    game_to_text,
    next_instant,
    running_at,
)
from slowmate.play import commands as cmd
from slowmate.play import events as ev
from slowmate.play.clocks import Classic, Counting, Fischer, FixedDays, Refill, Silence, TimeControl, TripleBlock
from slowmate.play.decide import AFTER_END
from slowmate.play.events import ClaimKind
from slowmate.play.laws.flags import is_out_of_time
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.words import say
from tests.play.by_the_book import Spans, days, sorted_out
from tests.support.games import START

ZERO = timedelta(0)
DAY = timedelta(days=1)
colours = st.sampled_from(Colour)
spans = st.one_of(
    st.timedeltas(ZERO, timedelta(hours=10)),
    st.timedeltas(ZERO, timedelta(hours=30)),
    st.timedeltas(ZERO, timedelta(days=3)),
    st.timedeltas(ZERO, timedelta(days=45)),
    st.sampled_from([ZERO, timedelta(seconds=1), timedelta(hours=1), DAY, 5 * DAY]),
).map(lambda span: timedelta(seconds=span // timedelta(seconds=1)))
days_off = st.tuples(st.integers(-3, 20), st.integers(0, 20))
short = st.timedeltas(ZERO, timedelta(hours=20)).map(lambda span: timedelta(seconds=span // timedelta(seconds=1)))
indices = st.integers(0, 200)
KPK = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
CHANGES_CLOCKS = (ev.MoveMade, ev.ClockSet, ev.Penalised, ev.PositionReinstated, ev.GameReconstructed)
quarters = st.integers(0, 4)
reasons = st.sampled_from(["the server was down", "as both asked", ""])


def _whole(span: timedelta) -> timedelta:
    """A span in whole seconds, as games are timed."""
    return timedelta(seconds=span // timedelta(seconds=1))


class GameMachine(RuleBasedStateMachine):
    """Every command that a person or a sweep could send, at any later instant."""

    control: TimeControl = Classic()
    transmission = Transmission.SERVER

    @initialize(
        draw_after=st.integers(0, 3),
        position=st.sampled_from([None, None, "8/5pp1/3k4/8/2RB4/3K4/2r3b1/8 w - - 97 150", KPK]),
        chess960=st.sampled_from([None, None, 0, 959]),
        early=st.sampled_from([ZERO, ZERO, ZERO, DAY]),
        has_tables=st.booleans(),
    )
    def arranged(
        self, draw_after: int, position: str | None, chess960: int | None, early: timedelta, has_tables: bool
    ) -> None:
        terms = Terms(
            starts=START,
            time_control=self.control,
            transmission=self.transmission,
            fen=position,
            chess960=None if position else chess960,
            draw_after=draw_after,
            counts_from_fen=True,
        )
        self.has_tables = has_tables
        self.now = START - early
        self.events: list[ev.Event] = [arrange(terms, at=self.now)]
        self.game = fold(self.events)
        self.spent = {Colour.WHITE: ZERO, Colour.BLACK: ZERO}
        self.written_off = ZERO
        self.stopped: Spans = []
        self.is_stopped_since: datetime | None = None
        self.made: list[ev.MoveMade] = []

    def ask(self, command: cmd.Command) -> bool:
        """Send a command; only `Refused` may come of it, and a refusal changes nothing."""
        before = self.game
        waiting = before.position.turn.other
        held = clock_at(before, waiting, self.now)
        dates = [self.since_the_last_move(quarter) for quarter in range(5)]
        known = self.reflections(dates)
        try:
            events = decide(before, command, at=self.now, probe=self.probe)
        except Refused as refused:
            for ground in refused.grounds:
                say(ground)
            return False
        if before.is_over and not (isinstance(command, cmd.DecideClaim) and before.pending):
            assert type(command) in AFTER_END
        for event in events:
            self.keep(event)
        if not any(isinstance(event, CHANGES_CLOCKS) for event in events):
            assert clock_at(self.game, waiting, self.now) == held, "the clock of the side not on move never runs"
        if hasattr(command, "by") and not any(isinstance(event, ev.MoveMade) for event in events):
            after = self.reflections(dates)
            assert all(was <= now for was, now in zip(known, after, strict=True)), "nobody's own seconds vanish"
        return True

    def reflections(self, dates: list[datetime]) -> list[timedelta]:
        """What the player on move has reflected by now: as the record shows, and if they stated two of these dates."""
        game, by = self.game, self.game.position.turn
        stated = combinations_with_replacement(dates, 2)
        found = [game.reflected(by, sent, received=received) for received, sent in stated]
        return [game.reflected(by, self.now), *found]

    def probe(self, position: Position) -> Verdict | None:
        return Verdict(0, position.turn) if self.has_tables else None

    def keep(self, event: ev.Event) -> None:
        assert event.at >= self.game.latest, "time never runs backwards"
        assert event.grounds, "every event has its grounds"
        assert all("%" not in say(ground) for ground in event.grounds)
        before = self.game
        if isinstance(event, ev.MoveMade):
            self.check_charge(event)
            self.made.append(event)
        if isinstance(event, ev.PositionReinstated | ev.GameReconstructed) and before.turn:
            self.written_off += event.at - before.turn.began
        self.events.append(event)
        self.game = evolve(before, event)
        if isinstance(event, ev.PositionReinstated):
            self.check_clocks_put_back(before, event)
        if isinstance(event, ev.GameReconstructed):
            self.made.clear()
        self.note_stops(event.at)

    def check_charge(self, event: ev.MoveMade) -> None:
        """Every second between two sendings is in one place, and in that in which the Laws put it."""
        game, charge = self.game, event.charge
        began = game.turn.began if game.turn else event.made
        elapsed = charge.transit + charge.reflected + charge.on_leave + charge.stopped
        self.spent[event.by] += elapsed
        assert elapsed == event.made - began
        stops = [*self.stopped, *([(self.is_stopped_since, event.at)] if self.is_stopped_since else [])]
        leaves = [(leave.begins, leave.ends) for leave in game.side(event.by).leaves]
        counted = sorted_out(began, event.received or began, event.made, stops, leaves)
        found = {"transit": charge.transit, "reflected": charge.reflected, "leave": charge.on_leave}
        assert {**found, "stopped": charge.stopped} == {kind: days(seconds) for kind, seconds in counted.items()}
        assert charge.reflected >= game.reflected(event.by, event.made), "no date makes what is on record shorter"
        before, after = game.account(event.by, received=event.received, sent=event.made), charge.account
        assert after.left + after.bank == before.left + before.bank - charge.charged + charge.added

    def check_clocks_put_back(self, before: Game, event: ev.PositionReinstated) -> None:
        """The innocent player has what they had: after the same moves in the same time their clock shows the same."""
        removed = [self.made.pop() for _ in event.removed if self.made]
        innocent = event.offender.other
        own = [move.charge for move in removed if move.by is innocent]
        now, then = self.game.side(innocent).account, before.account(innocent)
        again = now.left + now.bank + sum((charge.added - charge.charged for charge in own), ZERO)
        assert again == then.left + then.bank, "the innocent side of a rewind keeps its time"
        assert now.moves == max(0, then.moves - len(own))

    def note_stops(self, at: datetime) -> None:
        is_stopped = bool(self.game.stops) or self.game.is_over
        if is_stopped and self.is_stopped_since is None:
            self.is_stopped_since = at
        elif self.is_stopped_since is not None and not is_stopped:
            self.stopped.append((self.is_stopped_since, at))
            self.is_stopped_since = None

    @rule(span=spans)
    def time_passes(self, span: timedelta) -> None:
        self.now += span

    @rule(span=spans)
    def the_server_looks_exactly_when_something_is_due(self, span: timedelta) -> None:
        due = next_instant(self.game)
        if due is None or due.at < self.now or due.at > self.now + span:
            return
        if due.at > self.now:
            self.now = due.at - timedelta(seconds=1)
            assert decide(self.game, cmd.CheckTime(), at=self.now) == (), "nothing happens a second before"
        self.now = due.at
        before = len(self.events)
        self.ask(cmd.CheckTime())
        assert len(self.events) > before, "something happens at that instant"

    @rule()
    def the_server_looks(self) -> None:
        assert self.ask(cmd.CheckTime())
        due = next_instant(self.game)
        assert due is None or due.at > self.now, "nothing that is due is left"

    @rule(choices=st.lists(st.tuples(indices, short), min_size=1, max_size=12), dated=st.tuples(quarters, quarters))
    def both_play_some_moves(self, choices: list[tuple[int, timedelta]], dated: tuple[int, int]) -> None:
        for index, span in choices:
            self.now += span
            self.move(index, dated=dated)

    @rule(
        index=indices,
        span=spans,
        offer=st.booleans(),
        claim=st.sampled_from([None, None, None, *ClaimKind]),
        dated=st.tuples(quarters, quarters),
    )
    def a_player_moves(
        self, index: int, span: timedelta, offer: bool, claim: ClaimKind | None, dated: tuple[int, int]
    ) -> None:
        self.now += span
        self.move(index, offer=offer, claim=claim, dated=dated)

    def move(
        self, index: int, *, offer: bool = False, claim: ClaimKind | None = None, dated: tuple[int, int] = (0, 4)
    ) -> None:
        """A legal move, knights and kings to and fro as often as not, so that positions come back."""
        legal = sorted(self.game.position.legal_moves(), key=lambda move: (self.is_pawn(move.departure), move.uci))
        move = legal[index % len(legal) if index % 2 else index % min(2, len(legal))].uci if legal else "e2e4"
        by = self.game.position.turn
        if self.transmission.is_server:
            if claim is None:
                self.ask(cmd.MakeMove(by=by, move=move, offer=offer))
            else:
                self.ask(cmd.ClaimDraw(by=by, claim=claim, intended=move))
        else:
            received = self.since_the_last_move(dated[0])
            sent = received + _whole((self.now - received) * dated[1] // 4)
            stated = received if self.game.moves else None
            self.ask(cmd.RecordMove(by=by, move=move, received=stated, sent=sent, offer=offer))

    def since_the_last_move(self, quarter: int) -> datetime:
        """An instant between the opponent's sending and now."""
        began = self.game.turn.began if self.game.turn else self.now
        return began + _whole((self.now - began) * quarter // 4)

    def is_pawn(self, square: str) -> bool:
        return self.game.position.piece_at(square) in ("p", "P")

    @rule(by=colours, move=st.sampled_from(["e2e5", "", "Qh9", "5254", "x" * 500, "0-0-0-0"]))
    def somebody_sends_nonsense(self, by: Colour, move: str) -> None:
        self.ask(cmd.MakeMove(by=by, move=move))
        self.ask(cmd.RecordMove(by=by, move=move, sent=self.now))

    @rule(index=indices, answer=st.sampled_from([cmd.DeclineOffer, cmd.DeclineOffer, cmd.AcceptOffer, None]))
    def a_player_offers_and_is_answered(self, index: int, answer: type | None) -> None:
        self.move(index, offer=True)
        if answer is not None:
            self.ask(answer(by=self.game.position.turn))

    @rule(span=short)
    def the_player_on_move_refills(self, span: timedelta) -> None:
        self.now += span
        self.ask(cmd.RefillClock(by=self.game.position.turn))

    @rule(by=colours, kind=st.sampled_from([cmd.AcceptOffer, cmd.DeclineOffer, cmd.WithdrawOffer, cmd.WithdrawClaim]))
    def somebody_answers(self, by: Colour, kind: type) -> None:
        self.ask(kind(by=by))

    @rule(by=colours, kind=st.sampled_from([cmd.TakeBackMove, cmd.Adjourn, cmd.AnnounceLongReflection]))
    def somebody_asks(self, by: Colour, kind: type) -> None:
        self.ask(kind(by=by))

    @rule(by=colours, claim=st.sampled_from(ClaimKind), index=indices, quarter=st.sampled_from([None, 0, 1, 3]))
    def somebody_claims(self, by: Colour, claim: ClaimKind, index: int, quarter: int | None) -> None:
        intended = [None, None, *(move.uci for move in self.game.position.legal_moves()), "a1a9"]
        received = None if quarter is None else self.since_the_last_move(quarter)
        self.ask(cmd.ClaimDraw(by=by, claim=claim, intended=intended[index % len(intended)], received=received))

    @rule(by=colours, quarter=quarters)
    def somebody_says_when_he_received(self, by: Colour, quarter: int) -> None:
        self.ask(cmd.StateReceipt(by=by, received=self.since_the_last_move(quarter)))

    @rule(moves=st.integers(0, 3), white=spans, black=spans, away=spans)
    def the_game_is_reconstructed(self, moves: int, white: timedelta, black: timedelta, away: timedelta) -> None:
        """As it was, or without its last moves; the clocks then show what was put down."""
        line = list(self.game.moves)[: max(0, len(self.game.moves) - moves)]
        position = self.game.start
        for move in line:
            position = position.play_uci(move)
        td: dict[str, Any] = {"director": "TD", "reason": "no record"}
        known: dict[str, Any] = {
            "fen": position.fen,
            "white_left": white,
            "black_left": black,
            "moves_made": len(line) // 2,
        }
        if self.ask(cmd.OpenReconstruction(**td, **known)):
            self.now += away
            if self.ask(cmd.ReconstructGame(**td, moves=tuple(line))) and not self.game.is_over:
                assert [clock_at(self.game, colour, self.now).left for colour in Colour] == [white, black]

    @rule(by=colours, claim=st.sampled_from(ClaimKind), sure=st.integers(0, 3))
    def somebody_claims_by_table_or_flag(self, by: Colour, claim: ClaimKind, sure: int) -> None:
        if sure == 0:
            self.ask(cmd.ClaimTablebase(by=by, claim=claim))
        self.ask(cmd.ClaimFlag(by=by, against=by.other))

    @rule(by=colours, days=days_off)
    def somebody_takes_leave(self, by: Colour, days: tuple[int, int]) -> None:
        first = self.now.date() + timedelta(days=days[0])
        self.ask(cmd.TakeLeave(by=by, first=first, last=first + timedelta(days=days[1])))

    @rule(by=colours)
    def somebody_is_back(self, by: Colour) -> None:
        self.ask(cmd.EndLeave(by=by))

    @rule(choices=st.lists(indices, min_size=1, max_size=4), matches=st.booleans(), offer=st.booleans())
    def somebody_sets_conditional_moves(self, choices: list[int], matches: bool, offer: bool) -> None:
        position, line = self.game.position, []
        for index in choices:
            legal = position.legal_moves()
            if not legal:
                break
            line.append(legal[index % len(legal)].uci)
            position = position.play(legal[index % len(legal)])
        mover = self.game.position.turn
        if self.ask(cmd.SetConditionals(by=mover.other, lines=(tuple(line),))) and matches:
            self.ask(cmd.MakeMove(by=mover, move=line[0], offer=offer))

    @rule(by=colours)
    def somebody_drops_conditional_moves(self, by: Colour) -> None:
        self.ask(cmd.DropConditionals(by=by))

    @rule(kind=st.sampled_from([cmd.StopClocks, cmd.RestartClocks, cmd.RestartClocks]), reason=reasons)
    def the_director_stops_or_restarts(self, kind: type, reason: str) -> None:
        self.ask(kind(director="TD", reason=reason))

    @rule(colour=colours, left=spans, moves=st.sampled_from([None, -1, 0, 10, 55]), reason=reasons)
    def the_director_sets_a_clock(self, colour: Colour, left: timedelta, moves: int | None, reason: str) -> None:
        if self.ask(cmd.SetClock(director="TD", reason=reason, colour=colour, left=left, moves=moves)):
            assert clock_at(self.game, colour, self.now).left == left, "the clock shows what was set"

    @rule(colour=colours, days=st.integers(0, 6), reason=reasons)
    def the_director_penalises(self, colour: Colour, days: int, reason: str) -> None:
        self.ask(cmd.Penalise(director="TD", reason=reason, colour=colour, days=days))

    @rule(colour=colours, holder=st.sampled_from(["substitute", "player", " "]))
    def a_substitute_takes_over(self, colour: Colour, holder: str) -> None:
        self.ask(cmd.HandOver(colour=colour, former="player", holder=holder))

    @rule(colour=colours, days=days_off)
    def the_director_grants_leave(self, colour: Colour, days: tuple[int, int]) -> None:
        first: date = self.now.date() + timedelta(days=days[0])
        last = first + timedelta(days=days[1])
        self.ask(cmd.GrantLeave(director="TD", reason="illness", to=colour, first=first, last=last))

    @rule(by=colours, upheld=st.sampled_from([False, False, True]))
    def the_director_decides_a_claim(self, by: Colour, upheld: bool) -> None:
        self.ask(cmd.DecideClaim(director="TD", reason="seen", by=by, upheld=upheld))

    @rule(ply=st.integers(-1, 12), days=st.integers(0, 5))
    def the_director_puts_a_position_back(self, ply: int, days: int) -> None:
        self.ask(cmd.ReinstatePosition(director="TD", reason="illegal", ply=ply, penalty_days=days))

    @rule(sure=st.integers(0, 60), result=st.sampled_from(Result), colour=colours)
    def the_director_ends_the_game(self, sure: int, result: Result, colour: Colour) -> None:
        ends: dict[int, cmd.Command] = {
            0: cmd.Adjudicate(director="TD", reason="closing date", result=result),
            1: cmd.DefaultPlayer(director="TD", reason="conduct", colour=colour),
            2: cmd.DoubleDefault(director="TD", reason="both"),
            3: cmd.CancelGame(director="TD", reason="entered twice"),
            4: cmd.CorrectColours(director="TD", reason="reversed"),
            5: cmd.CallAdjudication(director="TD", reason="closing date"),
            6: cmd.SettleCount(director="TD", reason="no records", colour=colour),
            7: cmd.RecordRuling(director="TD", reason="as in 7.2", article="ICCF-LAWS-2019 7.2a"),
            8: cmd.Resign(by=colour),
            9: cmd.RequestScoresheet(director="TD", reason="doubt", of=colour),
            10: cmd.HandInScoresheet(by=colour, form=ev.Sheet.PHYSICAL),
        }
        if sure % 10 == 5:
            self.ask(cmd.CallOffAdjudication(director="TD", reason="by mistake"))
            self.ask(cmd.DismissIrregularity(director="TD", reason="mistyped"))
        if sure in ends:
            self.ask(ends[sure])
        self.ask(cmd.CorrectResult(director="TD", reason="appeal", result=result))

    @rule(by=colours, extreme=st.sampled_from([-1, 1]))
    def somebody_asks_for_the_impossible(self, by: Colour, extreme: int) -> None:
        day, span = (date.min, timedelta.min) if extreme < 0 else (date.max, timedelta.max)
        instant = datetime.min.replace(tzinfo=UTC) if extreme < 0 else datetime.max.replace(tzinfo=UTC)
        td: dict[str, Any] = {"director": "TD", "reason": "mistyped"}
        self.ask(cmd.TakeLeave(by=by, first=day, last=day))
        self.ask(cmd.GrantLeave(**td, to=by, first=day, last=day))
        self.ask(cmd.SetClock(**td, colour=by, left=span, bank=span, moves=extreme * 10**9))
        self.ask(cmd.Penalise(**td, colour=by, days=extreme * 10**9))
        self.ask(cmd.SettleCount(**td, colour=by, shown=-(10**9)))
        self.ask(cmd.RecordMove(by=by, move="e4", sent=instant, received=instant))
        self.ask(cmd.ReinstatePosition(**td, ply=10**9, penalty_days=10**9))
        self.ask(cmd.OpenReconstruction(**td, fen="9" * 999, white_left=span, black_left=span, moves_made=10**9))
        self.ask(cmd.ReconstructGame(**td, moves=("\ud800",)))
        self.ask(cmd.RecordRuling(**td, article="\x00"))

    @rule(by=colours, result=st.sampled_from(Result))
    def somebody_reports(self, by: Colour, result: Result) -> None:
        self.ask(cmd.ReportGame(by=by, result=result, moves=tuple(self.game.moves)))

    @invariant()
    def every_second_is_accounted_for(self) -> None:
        counted = self.game.counted_at(self.now)
        if self.game.started is None or counted is None:
            return
        assert min(counted.transit, counted.reflected, counted.on_leave, counted.stopped) >= ZERO
        current = counted.transit + counted.reflected + counted.on_leave + counted.stopped
        assert sum(self.spent.values(), ZERO) + current + self.written_off == self.now - self.game.started

    @invariant()
    def a_clock_never_shows_less_than_nothing_and_at_most_one_runs(self) -> None:
        assert all(clock_at(self.game, colour, self.now).left >= ZERO for colour in Colour)
        assert running_at(self.game, self.now) in (None, self.game.position.turn)
        if isinstance(self.control, TripleBlock):
            cap = self.control.clock * DAY
            assert all(clock_at(self.game, colour, self.now).left <= cap for colour in Colour)

    @invariant()
    def no_claim_stops_a_clock_but_by_post_and_email(self) -> None:
        if self.transmission.is_server or isinstance(self.control, TripleBlock):
            assert ev.Stop.CLAIM not in self.game.stops

    @invariant()
    def a_player_on_move_is_bound_to_no_line(self) -> None:
        assert self.game.side(self.game.position.turn).lines == () or is_out_of_time(self.game, self.now)

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        assert fold(self.events) == self.game, "folding the events again gives the same game"
        stored = [json.loads(json.dumps(event_to_json(event))) for event in self.events]
        read = [event_from_json(plain) for plain in stored]
        assert read == self.events
        assert fold(read) == self.game
        assert game_from_text(json.loads(json.dumps(game_to_text(self.game)))) == self.game


CONTROLS = {
    "classic": Classic(moves=3, days=12, leave_days=15),
    "classic, short silence": Classic(moves=2, days=50, silence=Silence(10, (3, 6, 9))),
    "classic, falls below zero": Classic(moves=4, days=9, counting=Counting(doubled_after=2, falls_at_zero=False)),
    "fischer": Fischer(days=10, increment=2, cap=11),
    "fischer, exact": Fischer(days=6, increment=1, counting=Counting(whole_days=False, doubled_after=3), silence=None),
    "fixed": FixedDays(days=6),
    "triple block": TripleBlock(increment=1, bank=5, clock=5, increment_moves=3, protection=3),
    "triple block by hand": TripleBlock(increment=2, bank=9, clock=6, increment_moves=4, refill=Refill.BY_HAND),
}


@pytest.mark.clause(
    "ICCF-LAWS-2019 6.1",
    "ICCF-LAWS-2019 6.5",
    "ICCF-LAWS-2019 6.10b",
    "ICCF-LAWS-2019 4.3",
    "ICCF-LAWS-2019 Glossary: result",
)
@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS.keys())
def test_whole_games_with_random_commands_at_random_times_keep_every_promise(control: TimeControl) -> None:
    _run(control, Transmission.SERVER)


@pytest.mark.clause(
    "ICCF-LAWS-2019 4.2",
    "ICCF-LAWS-2019 6.5",
    "ICCF-LAWS-2019 6.10a",
    "ICCF-LAWS-2019 6.10b",
    "ICCF-LAWS-2019 6.11a",
    "ICCF-LAWS-2019 8.3",
)
@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS.keys())
@pytest.mark.parametrize("transmission", [Transmission.POST, Transmission.EMAIL])
def test_games_by_post_and_email_keep_every_promise(transmission: Transmission, control: TimeControl) -> None:
    _run(control, transmission, examples=10)


def _run(control: TimeControl, transmission: Transmission, *, examples: int = 15) -> None:
    machine = type("Machine", (GameMachine,), {"control": control, "transmission": transmission})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
