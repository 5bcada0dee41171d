"""A game while it is read from text: one board that is moved on from move to move, and how often positions occurred.

Archives hold millions of moves, and a `Position` for each, with a board of its own, would be most of the work. Most
texts are plain: a man, perhaps a sign of capture, a square. They are read here, by what the rules say of plain moves:

- If just one man of that kind can go to the square, as far as the men in between are concerned, no other can be meant,
  and the Laws print the move without a square of departure. Where several can, `notation` says which are legal.
- A king that was not in check is exposed by another man only if that man leaves a line of rook or bishop to it.
- A move gives check by the man that arrives, or by a line to the other king that the man leaves.

Castling, captures in passing, squares of departure, and whatever is wrong are left to `notation`; the tests compare
both ways move by move.
"""

import re
from typing import Final

import chess

from slowmate.board import notation
from slowmate.board.claims import Occurrences
from slowmate.board.moves import Move, stored_move
from slowmate.board.position import Key, Position, repetition_key

_PLAIN: Final = re.compile(r"([KQRBN]?)([a-h]?)(x?)([a-h][1-8])(?:=?([QRBN]))?[+#]?\Z")
_SQUARES: Final = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_PIECES: Final = {"N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "K": chess.KING}
_KINDS: Final = ("", "pawns", "knights", "bishops", "rooks", "queens", "kings")
"""The attributes of the library's board with the men of each kind."""
_LAST_RANKS: Final = chess.BB_RANK_1 | chess.BB_RANK_8
_LINES: Final = [
    chess.BB_DIAG_ATTACKS[at][0] | chess.BB_RANK_ATTACKS[at][0] | chess.BB_FILE_ATTACKS[at][0] for at in chess.SQUARES
]
"""The lines of a queen on an empty board."""


class Line:
    """The main line of a game as far as it was read."""

    __slots__ = ("_board", "_counts", "_is_check")

    def __init__(self, start: Position) -> None:
        self._board = start.board()
        self._is_check = self._board.is_check()
        self._counts: dict[Key, int] = {start.key: 1}

    @property
    def position(self) -> Position:
        """Where the line has come to."""
        return Position.of_board(self._board)

    @property
    def occurrences(self) -> Occurrences:
        """How often each position has occurred that can come back."""
        return Occurrences(dict(self._counts))

    @property
    def is_insufficient(self) -> bool:
        """Whether the men alone show that neither side can ever mate: see `Position.is_insufficient`."""
        board = self._board
        if board.pawns or board.rooks or board.queens:
            return False
        return board.is_insufficient_material()

    def play(self, text: str) -> tuple[Move, str]:
        """Make the move that a text means: the move, and how the Laws print it; `UnreadableMove` says why not."""
        board = self._board
        played = self._plain(text)
        if played is None:
            move = notation.read(board, text)
            printed = notation.algebraic(board, move)
            board.push(move)
            board.clear_stack()
            self._is_check = printed[-1] in "+#"
        else:
            move, printed = played
            if self._is_check:
                printed += "+" if any(board.generate_legal_moves()) else "#"
        if board.halfmove_clock == 0:
            self._counts.clear()
        key = repetition_key(board)
        self._counts[key] = self._counts.get(key, 0) + 1
        return stored_move(move), printed

    def _plain(self, text: str) -> tuple[chess.Move, str] | None:
        """Make the move of a plain text; return it and its printed form, without a sign of check.

        Return None and change nothing if the text is not plain.
        """
        match = _PLAIN.match(text)
        if match is None:
            return None
        letter, file, sign, name, promotion = match.groups()
        board, target = self._board, _SQUARES[name]
        there = 1 << target
        takes = board.occupied_co[not board.turn] & there
        if letter:
            if file or promotion:
                return None
            kind = _PIECES[letter]
            sources = self._officers(kind, target)
        else:
            kind = chess.PAWN
            sources = self._pawn(file, target, promotes=promotion is not None)
        if not sources or sources & (sources - 1) or (sign and not takes) or board.occupied_co[board.turn] & there:
            return None
        move = chess.Move(sources.bit_length() - 1, target, _PIECES[promotion] if promotion else None)
        if self._exposes_king(move, kind):
            return None
        self._make(move, kind, takes)
        return move, f"{letter}{file}{'x' if takes else ''}{name}{promotion or ''}"

    def _officers(self, kind: chess.PieceType, target: chess.Square) -> chess.Bitboard:
        """Return where men of a kind stand that reach a square, as far as the men in between are concerned."""
        board = self._board
        men: chess.Bitboard = getattr(board, _KINDS[kind]) & board.occupied_co[board.turn]
        return men & _sees(kind, target, board.occupied)

    def _pawn(self, file: str, target: chess.Square, *, promotes: bool) -> chess.Bitboard:
        """Return where the pawn stands that goes to a square (taking if a file is given), or 0 if that is not plain."""
        board = self._board
        there, pawns = 1 << target, board.pawns & board.occupied_co[board.turn]
        if promotes is not bool(there & _LAST_RANKS):
            return 0
        if file:
            if not there & board.occupied_co[not board.turn]:
                return 0  # in passing, or wrong
            return chess.BB_PAWN_ATTACKS[not board.turn][target] & pawns & chess.BB_FILES[ord(file) - ord("a")]
        if there & board.occupied:
            return 0
        behind, middle = (there >> 8, chess.BB_RANK_4) if board.turn else (there << 8, chess.BB_RANK_5)
        if pawns & behind or not there & middle or behind & board.occupied:
            return pawns & behind
        return pawns & (there >> 16 if board.turn else there << 16)

    def _exposes_king(self, move: chess.Move, kind: chess.PieceType) -> bool:
        """Say whether the mover's king would be attacked after a move."""
        board = self._board
        if kind == chess.KING or self._is_check:
            return board.is_into_check(move)
        king = (board.kings & board.occupied_co[board.turn]).bit_length() - 1
        if king < 0 or not _LINES[king] >> move.from_square & 1:
            return False
        end = 1 << move.to_square
        occupied = board.occupied & ~(1 << move.from_square) | end
        pinning = _sees(chess.BISHOP, king, occupied) & (board.bishops | board.queens)
        pinning |= _sees(chess.ROOK, king, occupied) & (board.rooks | board.queens)
        return bool(pinning & board.occupied_co[not board.turn] & ~end)

    def _make(self, move: chess.Move, kind: chess.PieceType, takes: chess.Bitboard) -> None:
        """Make a legal move that is neither castling nor in passing, and see whether it gives check."""
        board, turn = self._board, self._board.turn
        start, end = 1 << move.from_square, 1 << move.to_square
        board.ep_square = None
        if takes:
            self._take(takes)
        moved = getattr(board, _KINDS[kind]) ^ start
        setattr(board, _KINDS[kind], moved if move.promotion else moved | end)
        arrived = move.promotion or kind
        if move.promotion:
            setattr(board, _KINDS[arrived], getattr(board, _KINDS[arrived]) | end)
            board.promoted |= end
        elif board.promoted & start:
            board.promoted ^= start | end
        board.occupied_co[turn] ^= start | end
        board.occupied = board.occupied_co[True] | board.occupied_co[False]
        board.castling_rights &= ~(start | end)
        if kind == chess.KING:
            board.castling_rights &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
        elif kind == chess.PAWN and abs(move.from_square - move.to_square) == 16:
            board.ep_square = (move.from_square + move.to_square) // 2
        board.halfmove_clock = 0 if takes or kind == chess.PAWN else board.halfmove_clock + 1
        board.fullmove_number += not turn
        board.turn = not turn
        self._is_check = self._checks(move, arrived, turn)

    def _take(self, taken: chess.Bitboard) -> None:
        """Take the man on a square off the board."""
        board, rest = self._board, ~taken
        board.pawns &= rest
        board.knights &= rest
        board.bishops &= rest
        board.rooks &= rest
        board.queens &= rest
        board.promoted &= rest
        board.occupied_co[not board.turn] &= rest

    def _checks(self, move: chess.Move, kind: chess.PieceType, mover: chess.Color) -> bool:
        """Say whether the move that was just made gives check."""
        board = self._board
        king = (board.kings & board.occupied_co[board.turn]).bit_length() - 1
        if king < 0:
            return False
        if kind == chess.PAWN:
            if chess.BB_PAWN_ATTACKS[mover][move.to_square] >> king & 1:
                return True
        elif _sees(kind, move.to_square, board.occupied) >> king & 1:
            return True
        return bool(_LINES[king] >> move.from_square & 1) and bool(board.attackers_mask(mover, king))


def _sees(kind: chess.PieceType, at: chess.Square, occupied: chess.Bitboard) -> chess.Bitboard:
    """Return what an officer sees from a square, which is also from where one of its kind sees that square."""
    if kind == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[at]
    if kind == chess.KING:
        return chess.BB_KING_ATTACKS[at]
    seen = 0
    if kind != chess.ROOK:
        seen = chess.BB_DIAG_ATTACKS[at][chess.BB_DIAG_MASKS[at] & occupied]
    if kind != chess.BISHOP:
        seen |= chess.BB_RANK_ATTACKS[at][chess.BB_RANK_MASKS[at] & occupied]
        seen |= chess.BB_FILE_ATTACKS[at][chess.BB_FILE_MASKS[at] & occupied]
    return seen
