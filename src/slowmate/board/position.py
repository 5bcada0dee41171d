"""A position: whose turn it is, what stands where, and which rights are left. Immutable; python-chess does the work.

Legal moves, check, mate and stalemate are the library's answers. What a position cannot know (how often it occurred,
who offered a draw) belongs to the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import chess

from slowmate.board import chess960, notation, setup
from slowmate.board.moves import Colour, IllegalMove, Move, library_move, quoted, stored_move
from slowmate.board.notation import ILLEGAL
from slowmate.board.refusals import HAS_THE_MOVE, why_illegal
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

NO_MATE_POSSIBLE = clause("ICCF-LAWS-2019 1.3")

Key: TypeAlias = tuple[int, ...]
_CASTLING, _PASSING, _TURN = 8, 9, 10
"""Their places in a key; before them are the men, after them `Position.numbers` has the two counts of moves."""


@applies(
    clause("ICCF-LAWS-2019 9.2.2"),
    clause("ICCF-LAWS-2019 9.2.2.1"),
    clause("ICCF-LAWS-2019 9.2.2.2"),
    clause("ICCF-LAWS-2019 Glossary: repetition"),
)
def repetition_key(board: chess.Board) -> Key:
    """Return what makes two positions the same: men, side to move, castling rights, and a legal capture en passant.

    The move number and the count of moves are no part of it. The board's castling rights must be clean already.
    """
    passing = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else 0
    men = board.occupied_co
    return (
        men[chess.WHITE],
        men[chess.BLACK],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.castling_rights,
        passing,
        board.turn,
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position:
    """One position of a game, with its move number and the count of moves without capture or pawn move."""

    _board: chess.Board
    key: Key
    """Equal for positions that count as the same under 9.2.2, and hashable."""
    _played: "list[tuple[str, Position]]" = field(default_factory=list)
    """The move that was played here last and what it led to: deciding a move asks for it several times."""

    # where positions come from

    @classmethod
    @applies(clause("ICCF-LAWS-2019 2.3a"))
    def initial(cls) -> "Position":
        """Return the orthodox starting position."""
        return _INITIAL

    @classmethod
    @applies(clause("ICCF-LAWS-2019 2.3b"))
    def chess960(cls, number: int) -> "Position":
        """Return the Chess960 starting position of a number from 0 to 959; 518 is the orthodox one."""
        return _wrap(chess.Board(chess960.start_fen(number), chess960=True))

    @classmethod
    def from_fen(cls, fen: str, *, chess960: bool | None = False) -> "Position":
        """Set up a position; raise `IllegalPosition` with the reason. *chess960* None takes whichever game fits."""
        return _wrap(setup.board_of(fen, chess960=chess960))

    @classmethod
    def of_board(cls, board: chess.Board) -> "Position":
        """Return the position on a board of the library's; for use inside `slowmate.board` only."""
        return _wrap(copied(board))

    @classmethod
    def from_numbers(cls, numbers: Sequence[int], *, chess960: bool) -> "Position":
        """Return the position of `numbers`, which was checked when it arose; raise `ValueError` if it is none."""
        return _from_numbers(numbers, chess960=chess960)

    # facts

    @property
    def fen(self) -> str:
        """The position as text; an en passant square only where that capture is legal."""
        return self._board.fen()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The position as whole numbers: quicker to keep and to take up again than its text."""
        return *self.key, self._board.halfmove_clock, self._board.fullmove_number

    @property
    def is_chess960(self) -> bool:
        return self._board.chess960

    @property
    @applies(HAS_THE_MOVE)
    def turn(self) -> Colour:
        """The side that has the move."""
        return Colour.WHITE if self._board.turn else Colour.BLACK

    @property
    def fullmove(self) -> int:
        """The number of the move that is to be played."""
        return self._board.fullmove_number

    @property
    def halfmove_clock(self) -> int:
        """Moves by either side since the last capture or pawn move."""
        return self._board.halfmove_clock

    @property
    @applies(clause("ICCF-LAWS-2019 Glossary: piece"))
    def piece_count(self) -> int:
        """All men on the board, kings and pawns included: the sense that claims use."""
        return self._board.occupied.bit_count()

    @property
    def castling(self) -> int:
        """Which castling rights are left, as a number that is the same for the same rights."""
        return self.key[_CASTLING]

    @property
    def has_castling_rights(self) -> bool:
        return bool(self._board.castling_rights)

    @property
    @applies(clause("ICCF-LAWS-2019 3.1.2"), clause("ICCF-LAWS-2019 3.1.3"), clause("ICCF-LAWS-2019 3.9.1"))
    def is_check(self) -> bool:
        """Whether the king of the side to move is attacked, pinned attackers included."""
        return self._board.is_check()

    @property
    @applies(clause("ICCF-LAWS-2019 1.2a"))
    def is_checkmate(self) -> bool:
        return self._board.is_checkmate()

    @property
    @applies(clause("ICCF-LAWS-2019 5.2.1"))
    def is_stalemate(self) -> bool:
        return self._board.is_stalemate()

    @property
    @applies(NO_MATE_POSSIBLE)
    def is_insufficient(self) -> bool:
        """Whether the men alone show that neither side can ever mate. A position can be dead without that."""
        return self._board.is_insufficient_material()

    def piece_at(self, square: str) -> str | None:
        """Return the man on a square as the letter of a FEN (capital for White), or None."""
        piece = self._board.piece_at(chess.parse_square(square))
        return piece.symbol() if piece else None

    # moves

    @applies(clause("ICCF-LAWS-2019 3.10.1"), clause("ICCF-LAWS-2019 B.3.5.2"), clause("ICCF-LAWS-2019 B.3.5.4"))
    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move, castling included."""
        return tuple(map(stored_move, self._board.generate_legal_moves()))

    @property
    def has_moves(self) -> bool:
        """Whether the side to move can move at all."""
        return any(self._board.generate_legal_moves())

    def play(self, move: Move) -> "Position":
        """Return the position after a move; raise `IllegalMove` if the Laws do not allow it here."""
        return self.play_uci(move.uci)

    def play_uci(self, uci: str) -> "Position":
        """Return the position after a move in its stored form: the short way to replay a stored game."""
        for played, following in self._played:
            if played == uci:
                return following
        following = _wrap_played(self._board, _legal(self._board, uci))
        self._played[:] = [(uci, following)]
        return following

    def move_from_uci(self, uci: str) -> Move:
        """Return a legal move from its stored form, in either spelling of castling; raise `IllegalMove`."""
        return stored_move(_legal(self._board, uci))

    def parse(self, text: str, *, numeric: bool = True) -> Move:
        """Read a move in algebraic, numeric or stored form; raise `IllegalMove` or `AmbiguousMove` with the reason.

        *numeric* False refuses the numeric notation, which is not for games on the server.
        """
        return stored_move(notation.read(self._board, text, numeric=numeric))

    # notation

    def algebraic(self, move: Move) -> str:
        """Print a legal move as the Laws do: ``0-0``, ``d8Q``, ``exd6 e.p.``, ``Re8#``."""
        return notation.algebraic(copied(self._board), _legal(self._board, move.uci))

    def numeric(self, move: Move) -> str:
        """Print a legal move in digits: ``5254``, ``47481``."""
        return notation.numeric(self.move_from_uci(move.uci))

    def board(self) -> chess.Board:
        """Return a copy of the library's board, for use inside `slowmate.board` and `slowmate.formats` only."""
        return copied(self._board)

    # values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Key, int, int, bool]:
        board = self._board
        return self.key, board.halfmove_clock, board.fullmove_number, board.chess960

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen!r}{', chess960=True' if self.is_chess960 else ''})"

    def __reduce__(self) -> "tuple[object, tuple[str, bool]]":
        return _restore, (self.fen, self.is_chess960)


@applies(ILLEGAL)
def _legal(board: chess.Board, uci: str) -> chess.Move:
    """Return the library's move of a stored one that is legal on a board, with castling as its game spells it."""
    move = library_move(uci)
    if board.kings & chess.BB_SQUARES[move.from_square]:
        move = notation.castling_as_stored(board, move)
    if not board.is_legal(move):
        cited, why = why_illegal(board, move)
        raise IllegalMove(f"{quoted(uci)} is illegal: {why}", clause=cited)
    return move


@applies(
    clause("ICCF-LAWS-2019 3.1.1"),
    clause("ICCF-LAWS-2019 3.7.4.1"),
    clause("ICCF-LAWS-2019 3.7.5.2"),
    clause("ICCF-LAWS-2019 3.7.5.3"),
    clause("ICCF-LAWS-2019 3.8.2"),
    clause("ICCF-LAWS-2019 B.3.1"),
)
def _wrap_played(board: chess.Board, move: chess.Move) -> Position:
    following = copied(board)
    following.push(move)
    return Position(following, repetition_key(following))


def copied(board: chess.Board) -> chess.Board:
    """Return a copy of a board with no moves to take back.

    The library's own copy sets up an empty board first, which costs more.
    """
    copy = chess.Board.__new__(chess.Board)
    copy.occupied_co = board.occupied_co.copy()
    copy.occupied, copy.promoted = board.occupied, board.promoted
    copy.pawns, copy.knights, copy.bishops = board.pawns, board.knights, board.bishops
    copy.rooks, copy.queens, copy.kings = board.rooks, board.queens, board.kings
    copy.chess960, copy.turn = board.chess960, board.turn
    copy.castling_rights, copy.ep_square = board.castling_rights, board.ep_square
    copy.halfmove_clock, copy.fullmove_number = board.halfmove_clock, board.fullmove_number
    copy.move_stack, copy._stack = [], []  # noqa: SLF001 - the library's own field for taking moves back
    return copy


def _from_numbers(numbers: Sequence[int], *, chess960: bool) -> Position:
    white, black, *men = numbers[:_CASTLING]
    castling, passing, turn, halfmoves, fullmoves = numbers[_CASTLING:]
    both = white & black
    for kind in men:
        both |= kind & ~(white | black)
    if both or white | black != sum(men) or any(type(number) not in (int, bool) for number in numbers):
        raise ValueError("these numbers are no position")
    board = chess.Board.__new__(chess.Board)
    board.occupied_co = [black, white]
    board.occupied, board.promoted = white | black, 0
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = men
    board.chess960, board.turn, board.castling_rights = chess960, bool(turn), castling
    board.ep_square = passing or None
    board.halfmove_clock, board.fullmove_number = halfmoves, fullmoves
    board.move_stack, board._stack = [], []  # noqa: SLF001 - the library's own field for taking moves back
    return Position(board, (*numbers[:_TURN], board.turn))


def _wrap(board: chess.Board) -> Position:
    board.castling_rights = board.clean_castling_rights()
    return Position(board, repetition_key(board))


def _restore(fen: str, is_chess960: bool) -> Position:  # noqa: FBT001 - called by pickle
    return _wrap(chess.Board(fen, chess960=is_chess960))


_INITIAL = _wrap(chess.Board())
