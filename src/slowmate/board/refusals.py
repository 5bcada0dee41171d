"""The rules of Article 3 that illegal moves break, with the reasons in words.

Called only after the library has found a move illegal, so nothing here decides legality.
"""

import chess

from slowmate.board.chess960 import castling_ends
from slowmate.rulebook import Clause, clause
from slowmate.rulebook.applies import applies

Reason = tuple[Clause, str]

HAS_THE_MOVE = clause("ICCF-LAWS-2019 1.1")
KING_EXPOSED = clause("ICCF-LAWS-2019 1.2b")
OWN_SQUARE = clause("ICCF-LAWS-2019 3.1")
BISHOP = clause("ICCF-LAWS-2019 3.2")
ROOK = clause("ICCF-LAWS-2019 3.3")
QUEEN = clause("ICCF-LAWS-2019 3.4")
IN_THE_WAY = clause("ICCF-LAWS-2019 3.5")
KNIGHT = clause("ICCF-LAWS-2019 3.6")
PAWN_ADVANCE = clause("ICCF-LAWS-2019 3.7.1")
PAWN_DOUBLE = clause("ICCF-LAWS-2019 3.7.2")
PAWN_CAPTURE = clause("ICCF-LAWS-2019 3.7.3")
EN_PASSANT = clause("ICCF-LAWS-2019 3.7.4.2")
PROMOTION = clause("ICCF-LAWS-2019 3.7.5.1")
KING = clause("ICCF-LAWS-2019 3.8.1")
KING_MOVED = clause("ICCF-LAWS-2019 3.8.2.1.1")
ROOK_MOVED = clause("ICCF-LAWS-2019 3.8.2.1.2")
KING_PATH_ATTACKED = clause("ICCF-LAWS-2019 3.8.2.2.1")
CASTLING_BLOCKED = clause("ICCF-LAWS-2019 3.8.2.2.2")
CHESS960_BLOCKED = clause("ICCF-LAWS-2019 B.3.5.3")
IN_CHECK = clause("ICCF-LAWS-2019 3.9.2")

_REACH = {
    chess.BISHOP: (BISHOP, "a bishop moves along its diagonals"),
    chess.ROOK: (ROOK, "a rook moves along its file or rank"),
    chess.QUEEN: (QUEEN, "a queen moves along a file, rank or diagonal"),
    chess.KNIGHT: (KNIGHT, "a knight does not reach that square"),
    chess.KING: (KING, "a king moves to an adjoining square"),
}


def why_illegal(board: chess.Board, move: chess.Move) -> Reason:
    """Return the clause an illegal move breaks, and the reason in a few words."""
    departure, arrival = chess.square_name(move.from_square), chess.square_name(move.to_square)
    piece = board.piece_at(move.from_square)
    if piece is None:
        return HAS_THE_MOVE, f"there is no piece on {departure}"
    if piece.color != board.turn:
        return HAS_THE_MOVE, f"{'White' if board.turn else 'Black'} has the move"
    if piece.piece_type == chess.KING and _castling_meant(board, move):
        return misspelt_castling(board, move) or why_not_castling(board, _rook_square(board, move))
    if board.color_at(move.to_square) == board.turn:
        return OWN_SQUARE, f"{arrival} is occupied by a piece of the same colour"
    if move.promotion and piece.piece_type != chess.PAWN:
        return PROMOTION, "only a pawn is promoted"
    if piece.piece_type == chess.PAWN:
        return _why_not_pawn(board, move) or _exposed(board)
    if not board.attacks_mask(move.from_square) & chess.BB_SQUARES[move.to_square]:
        return _why_out_of_reach(board, move, piece.piece_type)
    return _exposed(board)


def misspelt_castling(board: chess.Board, move: chess.Move) -> Reason | None:
    """Return what to write instead of a king's move that can only mean an allowed castling; else None."""
    if not board.kings & chess.BB_SQUARES[move.from_square] or not _castling_meant(board, move):
        return None
    rook = _rook_square(board, move)
    if not any(board.generate_castling_moves(chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[rook])):
        return None
    written = f"castling is written {'0-0' if rook > move.from_square else '0-0-0'}"
    if move.to_square == rook:
        square = chess.square_name(rook)
        return OWN_SQUARE, f"{square} is occupied by a piece of the same colour; {written}"
    return KING, f"a king moves to an adjoining square; {written}"


def why_not_castling(board: chess.Board, rook: int) -> Reason:
    """Say why the side to move may not castle with the rook of a square: the right, the way, then the attacks."""
    king = board.king(board.turn)
    if king is None:
        return KING_MOVED, "there is no king"
    home = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    if not board.castling_rights & home:
        return KING_MOVED, "neither castling is left: king or rooks have moved"
    if not board.castling_rights & chess.BB_SQUARES[rook]:
        return ROOK_MOVED, "that castling is gone: the rook has moved or was captured"
    ends = castling_ends(king, rook)
    between = _path(king, ends[0]) | _path(rook, ends[1])
    if not board.chess960:
        between |= chess.between(king, rook)
    if between & board.occupied & ~chess.BB_SQUARES[king] & ~chess.BB_SQUARES[rook]:
        blocked = CHESS960_BLOCKED if board.chess960 else CASTLING_BLOCKED
        return blocked, "a piece stands in the way of king or rook"
    if board.is_check():
        return KING_PATH_ATTACKED, "the king is in check"
    return KING_PATH_ATTACKED, "a square on the king's way is attacked"


def _path(start: int, end: int) -> int:
    return chess.between(start, end) | chess.BB_SQUARES[start] | chess.BB_SQUARES[end]


def _castling_meant(board: chess.Board, move: chess.Move) -> bool:
    """Say whether a king moves two squares along its first rank from its home, or on to a rook of its own."""
    if board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn):
        return True
    home = chess.E1 if board.turn else chess.E8
    return not board.chess960 and move.from_square == home and abs(move.to_square - home) == 2


def _rook_square(board: chess.Board, move: chess.Move) -> int:
    if board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn):
        return move.to_square
    return move.from_square + (3 if move.to_square > move.from_square else -4)


def _why_not_pawn(board: chess.Board, move: chess.Move) -> Reason | None:
    """Return what is wrong with a pawn's move; None if only the king's safety can be."""
    step = 8 if board.turn else -8
    last = chess.square_rank(move.to_square) in {0, 7}
    if last != bool(move.promotion):
        return PROMOTION, "name the piece the pawn becomes" if last else "a pawn is promoted on the last rank only"
    way = move.to_square - move.from_square
    if way == step:
        return (
            None if not board.piece_at(move.to_square) else (PAWN_ADVANCE, "the square in front of the pawn is taken")
        )
    if way == 2 * step:
        return _why_not_double(board, move, step)
    if chess.square_file(move.from_square) == chess.square_file(move.to_square):
        if (way > 0) != (step > 0):
            return PAWN_ADVANCE, "a pawn does not move backwards"
        return PAWN_DOUBLE, "a pawn moves one square ahead, on its first move one or two"
    diagonal = chess.BB_PAWN_ATTACKS[board.turn][move.from_square]
    if not diagonal & chess.BB_SQUARES[move.to_square]:
        return PAWN_ADVANCE, "a pawn moves straight ahead and captures one square diagonally forward"
    if board.piece_at(move.to_square) or move.to_square == board.ep_square:
        return None
    neighbour = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    if board.piece_at(neighbour) == chess.Piece(chess.PAWN, not board.turn):
        return EN_PASSANT, "en passant is possible only at once after the two-square advance"
    return PAWN_CAPTURE, f"there is nothing to capture on {chess.square_name(move.to_square)}"


def _why_not_double(board: chess.Board, move: chess.Move, step: int) -> Reason | None:
    if chess.square_rank(move.from_square) != (1 if board.turn else 6):
        return PAWN_DOUBLE, "the pawn has moved already"
    if board.piece_at(move.from_square + step) or board.piece_at(move.to_square):
        return PAWN_DOUBLE, "both squares in front of the pawn must be empty"
    return None


@applies(clause("ICCF-LAWS-2019 2.4"))
def _why_out_of_reach(board: chess.Board, move: chess.Move, piece_type: chess.PieceType) -> Reason:
    reach, why = _REACH[piece_type]
    lone = chess.BaseBoard.empty()
    lone.set_piece_at(move.from_square, chess.Piece(piece_type, board.turn))
    if lone.attacks_mask(move.from_square) & chess.BB_SQUARES[move.to_square]:
        return IN_THE_WAY, "a piece stands in the way"
    return reach, why


def _exposed(board: chess.Board) -> Reason:
    if board.is_check():
        return IN_CHECK, "the king stays in check"
    return KING_EXPOSED, "the king would be exposed to check"
