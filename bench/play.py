"""What one event costs, in a short game and in a long one, and what a whole game costs to fold."""

import time
from collections.abc import Callable

import chess

from slowmate.play import Game, Terms, decide, event_to_json, evolve, fold, game_from_text, game_to_text
from slowmate.play.clocks import Classic
from slowmate.play.commands import ClaimDraw
from slowmate.play.events import ClaimKind, Event
from tests.support.games import START, events_of, shuffled_moves

SHORT, LONG, GAME = 40, 2000, 200
"""Half-moves; 200 are a game of 100 moves."""
ROUNDS = 9


def run() -> list[tuple[str, str]]:
    """Ratios of processor time in one run: each pair takes turns, and the best of several rounds counts."""
    short, long, whole = (_events(plies) for plies in (SHORT, LONG, GAME))
    moves = shuffled_moves(GAME)
    one, many = _best(_evolving(long), _evolving(short))
    claim_long, claim_short = _best(_claiming(fold(long)), _claiming(fold(short)))
    folded, pushed = _best(lambda: fold(whole), lambda: _push(moves))
    snapshot = game_to_text(fold(whole))
    loaded, folded_again = _best(lambda: game_from_text(snapshot), lambda: fold(whole))
    size = sum(len(str(event_to_json(event))) for event in whole) / len(str(snapshot))
    return [
        ("evolve of one event in a game of 1000 moves, to one of 20 (about 1)", f"{one / many:.2f}"),
        ("a claim by repetition in a game of 1000 moves, to one of 20 (about 1)", f"{claim_long / claim_short:.2f}"),
        ("folding a game of 100 moves, in milliseconds (at most 20)", f"{folded * 1000:.1f}"),
        ("folding a game of 100 moves, to bare push_uci", f"{folded / pushed:.2f}"),
        ("taking up a game from its snapshot, to folding its events", f"{loaded / folded_again:.2f}"),
        ("size of the events of a game of 100 moves, to its snapshot", f"{size:.0f}"),
    ]


def _events(plies: int) -> list[Event]:
    return events_of(shuffled_moves(plies), Terms(starts=START, time_control=Classic(days=1000)))


def _evolving(events: list[Event]) -> Callable[[], None]:
    before, last = fold(events[:-1]), events[-1]

    def run_once() -> None:
        for _ in range(200):
            evolve(before, last)

    return run_once


def _claiming(game: Game) -> Callable[[], None]:
    claim = ClaimDraw(by=game.position.turn, claim=ClaimKind.REPETITION)

    def run_once() -> None:
        for _ in range(200):
            decide(game, claim, at=game.latest)

    return run_once


def _push(moves: list[str]) -> None:
    board = chess.Board()
    for uci in moves:
        board.push_uci(uci)


def _best(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for kept, work in zip(times, (one, other), strict=True):
            begun = time.process_time()
            work()
            kept.append(time.process_time() - begun)
    return min(times[0]), min(times[1])
