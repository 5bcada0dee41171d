"""Everything that the template of a game's page is given, but what other slices add."""

from datetime import datetime
from typing import Any

from slowmate.play.clocks.counting import REGULATIONS
from slowmate.play.laws.results import Termination
from slowmate.server.accounts.permissions import Person
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game import GamePage, game_page
from slowmate.server.games.pages.game_actions import barred_actions, game_turn, heading_facts, open_actions
from slowmate.server.games.pages.lines import board_json, board_steps, destinations
from slowmate.server.games.pages.move_list import move_rows
from slowmate.server.games.pages.position_words import position_words
from slowmate.server.games.pages.postal import acts, impossible_acts, recording
from slowmate.server.games.pages.proxy import proxy_seats
from slowmate.server.games.pages.regulations import regulations_link
from slowmate.server.games.queries.game import state_mark
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.text import control_words, termination


def ply_in(text: str, last: int) -> int:
    """Return the half-move that an address or a form gives; the last one where it gives none."""
    ply = parse_positive_int(text)
    return last if ply is None else min(ply, last)


def game_view(row: Game, person: Person, *, ply: str, at: datetime) -> dict[str, Any]:
    """Read the page of a game for its template. *ply*: the half-move on the board, as it was sent."""
    page = game_page(row, person, at=at)
    on_board = ply_in(ply, len(page.moves))
    return {
        "game": row,
        "page": page,
        "now": at,
        "ply": on_board,
        "has_board": bool(page.moves) or not page.is_over,
        "past_move": page.moves[on_board - 1].numbered if 0 < on_board < len(page.moves) else "",
        "moves": move_rows(page, on_board),
        "shown_line": page.moves[on_board - 1] if on_board else None,
        "words": position_words(page.positions[on_board]),
        "mark": "" if page.is_over or page.is_delayed else state_mark(row),
        **_heading(page),
        **_forms(page, person, on_board, at=at),
    }


def _heading(page: GamePage) -> dict[str, Any]:
    """Return how the game is played, what it belongs to, and how it ended."""
    row, origin = page.row, origin_of(page.row)
    is_replayed = row.termination == Termination.COLOURS_REVERSED
    return {
        "control": control_words(page.state.control),
        "facts": heading_facts(page),
        "origin": origin,
        "event_regulations": regulations_link(origin),
        "left_to_event": REGULATIONS,
        "ended_by": termination(row.termination) if row.termination != row.result else "",
        "replay": row.replaced_by.first() if is_replayed else None,
    }


def _forms(page: GamePage, person: Person, on_board: int, *, at: datetime) -> dict[str, Any]:
    """Return the board and what the reader can do: move, enter a move by post, act for a player without an account."""
    state, colour = page.state, page.colour
    is_by_post = not state.terms.transmission.is_server
    entry = recording(page.row, state, person, colour=colour)
    may_move = page.rights is not None and bool(page.rights.move)
    may_enter = entry is not None and not entry.why and colour is not None
    postal_acts = acts(state, colour, at=at) if colour and is_by_post else []
    sheet_requested = bool(colour and state.side(colour).sheet_requested)
    actions = open_actions(page, postal_acts, sheet_requested=sheet_requested)
    barred = barred_actions(page, postal_acts, impossible_acts(state, colour, at=at) if colour else [])
    return {
        "board": _board(page, on_board, is_live=may_move or may_enter),
        "recording": entry,
        "is_by_post": is_by_post,
        "sheet_requested": sheet_requested,
        "turn": game_turn(page, entry),
        "actions": actions,
        "barred_actions": barred,
        "has_actions": bool(actions or barred),
        "seats": proxy_seats(page, person, at=at),
    }


def _board(page: GamePage, on_board: int, *, is_live: bool) -> dict[str, Any]:
    """Return the board. *is_live*: the reader may move its men."""
    played = [line.uci for line in page.moves]
    return board_json(
        page.position,
        last=played[-1] if played else "",
        orientation=page.orientation.value,
        destinations=destinations(page.position) if is_live else {},
        steps=board_steps(page.positions, played),
        ply=on_board,
        chess960=page.state.start.is_chess960,
    )
