"""Random positions: walls of pawns, caged kings, few men, castling rights, games played a little.

Everything is drawn from the generator that is passed in, so a seed names a position.
"""

import random
from collections.abc import Callable

import chess

from slowmate.board.mating.moves import KING_FROM, squares

PAWN_SQUARES = range(8, 56)


def wall(draw: random.Random) -> chess.Board:
    """Pawns face each other across the board, the kings mostly behind them, with a few pieces."""
    board = chess.Board(None)
    rank = draw.randrange(2, 5)
    for file in range(draw.randrange(2), 8, draw.choice([1, 2, 2, 2])):
        rank = min(5, max(1, rank + draw.choice([-1, 0, 0, 0, 1])))
        if draw.random() < 0.06:
            continue
        board.set_piece_at(8 * rank + file, chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(8 * rank + 8 + file, chess.Piece(chess.PAWN, chess.BLACK))
        if draw.random() < 0.15 and rank > 1:
            board.set_piece_at(8 * rank - 8 + file, chess.Piece(chess.PAWN, draw.random() < 0.9))
        if draw.random() < 0.15 and rank < 5:
            board.set_piece_at(8 * rank + 16 + file, chess.Piece(chess.PAWN, draw.random() < 0.1))
    below = [at for at in range(24) if not board.piece_at(at)]
    above = [at for at in range(40, 64) if not board.piece_at(at)]
    draw.shuffle(below)
    draw.shuffle(above)
    if draw.random() < 0.15:
        below, above = above, below
    board.set_piece_at(below.pop(), chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(above.pop(), chess.Piece(chess.KING, chess.BLACK))
    for _ in range(draw.choice([0, 1, 1, 2, 2, 3])):
        kind = draw.choice([chess.BISHOP] * 4 + [chess.KNIGHT, chess.ROOK, chess.QUEEN])
        board.set_piece_at(draw.choice([below, above]).pop(), chess.Piece(kind, draw.random() < 0.5))
    board.turn = draw.random() < 0.5
    return board


def cage(draw: random.Random) -> chess.Board:
    """A wall with men crowded around a king: pins, checks and moves that are forced."""
    board = wall(draw)
    for _ in range(draw.randrange(1, 5)):
        around = board.pieces_mask(chess.KING, draw.random() < 0.5).bit_length() - 1
        empty = [at for at in squares(KING_FROM[around]) if not board.piece_at(at)]
        if empty:
            at = draw.choice(empty)
            kind = draw.choice([chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK])
            kind = chess.BISHOP if kind == chess.PAWN and at not in PAWN_SQUARES else kind
            board.set_piece_at(at, chess.Piece(kind, draw.random() < 0.6))
    return board


def few(draw: random.Random) -> chess.Board:
    """Two kings and up to eight other men anywhere."""
    board = chess.Board(None)
    first, second, *others = draw.sample(range(64), draw.randrange(3, 11))
    board.set_piece_at(first, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(second, chess.Piece(chess.KING, chess.BLACK))
    for at in others:
        kind = draw.choice([chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.BISHOP, chess.ROOK, chess.QUEEN])
        kind = chess.BISHOP if kind == chess.PAWN and at not in PAWN_SQUARES else kind
        board.set_piece_at(at, chess.Piece(kind, draw.random() < 0.5))
    board.turn = draw.random() < 0.5
    return board


def castling(draw: random.Random) -> chess.Board:
    """A caged position of Chess960 in which White may still castle with one rook."""
    board = cage(draw)
    for king in board.pieces(chess.KING, chess.WHITE):
        board.remove_piece_at(king)
    at = draw.randrange(1, 7)
    rook = draw.choice([file for file in range(8) if file != at])
    board.set_piece_at(at, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(rook, chess.Piece(chess.ROOK, chess.WHITE))
    board.chess960 = True
    board.castling_rights = 1 << rook
    return board


def game(draw: random.Random) -> chess.Board:
    """A game of chess or Chess960, played at random for a while."""
    board = chess.Board.from_chess960_pos(draw.randrange(960)) if draw.random() < 0.5 else chess.Board()
    wander(board, draw, draw.randrange(100))
    return board


def wander(board: chess.Board, draw: random.Random, plies: int) -> None:
    """Play at random, double steps of pawns first so that captures in passing occur."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        double = [
            move
            for move in moves
            if board.piece_type_at(move.from_square) == chess.PAWN and abs(move.from_square - move.to_square) == 16
        ]
        board.push(draw.choice(double if double and draw.random() < 0.5 else moves))


def positions(seed: int, count: int, *kinds: Callable[[random.Random], chess.Board]) -> list[chess.Board]:
    """So many legal positions of the kinds, a little wandered off from where they were drawn."""
    draw = random.Random(seed)
    found: list[chess.Board] = []
    while len(found) < count:
        board = draw.choice(kinds)(draw)
        if board.is_valid():
            wander(board, draw, draw.randrange(3))
            found.append(board)
    return found
