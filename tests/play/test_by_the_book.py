"""Random games by post, by e-mail and on the server against a calculator that knows only the words of the Laws."""

from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Transmission
from slowmate.play import commands as cmd
from slowmate.play.clocks import Classic, Counting, Fischer, FixedDays, TimeControl, Unrecorded
from slowmate.rulebook import Refused
from tests.play.by_the_book import Spans, days, sorted_out, taken_off
from tests.support.games import START, Playing

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
LONG = 2000
"""Days enough that no flag falls while times are compared."""
CONTROLS: tuple[TimeControl, ...] = (
    Classic(moves=4, days=LONG, silence=None, leave_days=100),
    Classic(moves=3, days=LONG, silence=None, leave_days=100, counting=Counting(doubled_after=5)),
    Fischer(days=LONG, increment=3, silence=None, leave_days=100, counting=Counting(whole_days=False)),
    FixedDays(days=LONG, leave_days=100),
)
GAMES = 40
"""Of each transmission."""


class Case:
    """A game in which everything that moves a clock happens at random, and what the calculator needs to know of it."""

    def __init__(self, lot: Random, transmission: Transmission) -> None:
        self.lot = lot
        self.playing = Playing(lot.choice(CONTROLS), transmission=transmission)
        self.stops: Spans = []
        self.leaves: dict[Colour, Spans] = {Colour.WHITE: [], Colour.BLACK: []}
        self.set: dict[Colour, tuple[datetime, timedelta]] = {}
        self.left = dict.fromkeys(Colour, self.playing.game.control.opening().left)
        self.moves = dict.fromkeys(Colour, 0)
        self.compared = 0

    def pass_time(self, most: int) -> None:
        self.playing.now += MINUTE * self.lot.randrange(most * 24 * 60)

    def stop(self) -> None:
        td = {"director": "TD", "reason": "the post is on strike"}
        since = self.playing.now
        self.playing.ask(cmd.StopClocks(**td))
        self.pass_time(12)
        self.playing.ask(cmd.RestartClocks(**td))
        self.stops.append((since, self.playing.now))

    def leave(self) -> None:
        colour, today = self.lot.choice(list(Colour)), self.playing.now.date()
        first = today + self.lot.randrange(4) * DAY
        last = first + self.lot.randrange(6) * DAY
        try:
            self.playing.ask(cmd.TakeLeave(by=colour, first=first, last=last))
        except Refused:
            return  # one leave at a time
        midnight = datetime.combine(first, time(), UTC)
        self.leaves[colour].append((max(midnight, self.playing.now), datetime.combine(last, time(), UTC) + DAY))

    def set_clock(self) -> None:
        colour = self.lot.choice(list(Colour))
        left = days(self.lot.randrange(500 * 24 * 60, 900 * 24 * 60) * 60)
        self.playing.ask(cmd.SetClock(director="TD", reason="a postmark", colour=colour, left=left))
        self.set[colour] = (self.playing.now, left)

    def move(self) -> None:
        game, now, by = self.playing.game, self.playing.now, self.playing.game.position.turn
        began = game.last.made if game.last else START
        if any(first <= now < last for first, last in self.leaves[by]):
            self.playing.now = max(last for _, last in self.leaves[by])
            now = self.playing.now
        received, sent = began, now
        text = self.lot.choice(sorted(move.uci for move in game.position.legal_moves()))
        if game.terms.transmission.is_server:
            self.playing.ask(cmd.MakeMove(by=by, move=text))
        else:
            minutes = (now - began) // MINUTE
            received = began + MINUTE * self.lot.randrange(minutes + 1) if game.moves else began
            sent = received + MINUTE * self.lot.randrange((now - received) // MINUTE + 1)
            if any(first <= sent < last for first, last in self.leaves[by]):
                sent = now
            self.playing.ask(cmd.RecordMove(by=by, move=text, received=received, sent=sent))
        self.compare(by, began, received, sent)

    def compare(self, by: Colour, began: datetime, received: datetime, sent: datetime) -> None:
        control, charge = self.playing.game.control, self.playing.last.charge
        assert not isinstance(control, Unrecorded)
        counting = control.counting
        spent = sorted_out(began, received, sent, self.stops, self.leaves[by])
        found = {"transit": charge.transit, "reflected": charge.reflected, "leave": charge.on_leave}
        assert {**found, "stopped": charge.stopped} == {kind: days(seconds) for kind, seconds in spent.items()}
        costs: dict[str, Any] = {"whole_days": counting.whole_days, "twice_after": counting.doubled_after}
        cost = taken_off(spent["reflected"], **costs)
        assert charge.charged == days(cost)
        left = self.left[by] - days(cost)
        if by in self.set:
            at, shown = self.set.pop(by)
            before = sorted_out(began, received, min(at, sent), self.stops, self.leaves[by]) if at > began else None
            left = shown - days(cost - taken_off(before["reflected"] if before else 0.0, **costs))
        self.moves[by] += 1
        match control:
            case Classic():
                left += control.days * DAY if self.moves[by] % control.moves == 0 else timedelta(0)
            case Fischer():
                left += control.increment * DAY
            case _:
                left = control.opening().left
        self.left[by] = left
        assert charge.account.left == left
        self.compared += 1

    def play(self) -> None:
        while self.compared < 8 and not self.playing.game.is_over:
            for _ in range(self.lot.randrange(4)):
                self.pass_time(6)
                self.lot.choice((self.stop, self.leave, self.leave, self.set_clock))()
            self.pass_time(30)
            self.move()


@pytest.mark.clause(
    "ICCF-LAWS-2019 4.2",
    "ICCF-LAWS-2019 6.5",
    "ICCF-LAWS-2019 6.8b",
    "ICCF-LAWS-2019 6.10a",
    "ICCF-LAWS-2019 10.1b",
    "ICCF-LAWS-2019 Glossary: regulations of an event",
)
@pytest.mark.parametrize("transmission", [Transmission.POST, Transmission.EMAIL, Transmission.SERVER])
def test_what_moves_cost_is_what_the_words_of_the_laws_say(transmission: Transmission) -> None:
    compared = 0
    for number in range(GAMES):
        case = Case(Random(f"{transmission} {number}"), transmission)
        case.play()
        compared += case.compared
    assert compared >= 300, "so many moves were compared"
