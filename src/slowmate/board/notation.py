"""Appendix A: algebraic and numeric notation, and the offer mark.

Printed is one form only: ``0-0``, ``d8Q``, ``exd6 e.p.``, ``Bxe5``, ``+`` and ``#``. Read are the usual variants too:
``O-O``, ``0 - 0``, ``Ke1-g1``, ``d8=Q``, ``d8(Q)``, ``++``, ``N-f3``, ``Be5`` and ``ed5`` for captures, superfluous
squares of departure, the stored form ``e2e4``. Signs of check are not compared with the position. A sign of capture or
of en passant where there is none is refused: its writer saw another position.

Numeric castling is the king's move in orthodox chess. The Laws give Chess960 no numeric form: there it is the square
of the king, then that of the rook it castles with, because its own squares can be those of a plain move.
"""

import re
from functools import lru_cache

import chess

from slowmate.board.chess960 import ENDS_KINGSIDE, ENDS_QUEENSIDE, castling_ends
from slowmate.board.geometry import SQUARE_NAMES
from slowmate.board.moves import STORED, AmbiguousMove, IllegalMove, Move, UnclearMove, quoted
from slowmate.board.refusals import PROMOTION, misspelt_castling, why_illegal, why_not_castling
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

OFFER = "(=)"
LONGEST = 32
NUMERIC_PROMOTIONS = {"1": chess.QUEEN, "2": chess.ROOK, "3": chess.BISHOP, "4": chess.KNIGHT}
ALGEBRAIC_ON_THE_SERVER = clause("ICCF-LAWS-2019 A.0")
ILLEGAL = clause("ICCF-LAWS-2019 3.10.2")
LETTERS = clause("ICCF-LAWS-2019 A.2")
PAWN_FILE = clause("ICCF-LAWS-2019 A.9.3")
TWO_PIECES = clause("ICCF-LAWS-2019 A.10")
PASSING_MARK = clause("ICCF-LAWS-2019 A.13c")
SQUARE_CODES = clause("ICCF-LAWS-2019 A.14")
FOUR_DIGITS = clause("ICCF-LAWS-2019 A.18")
FIFTH_DIGIT = clause("ICCF-LAWS-2019 A.19")
OFFER_RECORDED = clause("ICCF-LAWS-2019 8.1.4")
OFFER_MARK = clause("ICCF-LAWS-2019 A.12")
CASTLING_SIGN = clause("ICCF-LAWS-2019 A.13a")
PIECE_MOVE = clause("ICCF-LAWS-2019 A.8")
PIECE_CAPTURE = clause("ICCF-LAWS-2019 A.9")
FIRST_DIGIT = clause("ICCF-LAWS-2019 A.15")
SECOND_DIGIT = clause("ICCF-LAWS-2019 A.16")
UNIQUE_CODES = clause("ICCF-LAWS-2019 A.17")
NUMERIC_CASTLING = clause("ICCF-LAWS-2019 A.20")

_DIGITS = {"Q": "1", "R": "2", "B": "3", "N": "4"}
_CASTLING = re.compile(r"([0Oo])\s?-\s?\1(\s?-\s?\1)?\Z")
_MOVE = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<sign>[-x:])?(?P<to>[a-h][1-8])"
    r"(?:(?:=|/|(?P<open>\())?(?P<promotion>[QRBN])(?(open)\)))?(?P<passing>\s?e\.?p\.?)?\Z"
)
_PROMOTED = re.compile(r"([a-h][18])([QRBN])")
_SUFFIX = re.compile(r"(?:\+\+|[+#])?\s?[!?]{0,2}\Z")
_NAMES = {
    chess.PAWN: "pawn",
    chess.KNIGHT: "knight",
    chess.BISHOP: "bishop",
    chess.ROOK: "rook",
    chess.QUEEN: "queen",
    chess.KING: "king",
}


# reading


@applies(OFFER_MARK, OFFER_RECORDED)
def split_offer(text: str) -> tuple[str, bool]:
    """Return a move without its offer mark, and whether it had one."""
    stripped = text.strip()
    if stripped.endswith(OFFER):
        return stripped.removesuffix(OFFER).rstrip(), True
    return stripped, False


@applies(OFFER_MARK, OFFER_RECORDED)
def with_offer(text: str, *, offer: bool) -> str:
    """Return a move as it is printed when a draw was offered with it."""
    return f"{text} {OFFER}" if offer else text


def read(board: chess.Board, text: str, *, numeric: bool = True) -> chess.Move:
    """Return the legal move a text means, in any notation; raise `IllegalMove` or `AmbiguousMove` with the reason."""
    stripped = text.strip()
    if len(stripped) > LONGEST:
        raise UnclearMove(f"{quoted(stripped)} is too long for a move")
    if stripped.isascii() and stripped.isdigit():
        if not numeric:
            why = f"{quoted(stripped)}: the numeric notation is not used on the server; write it in algebraic notation"
            raise UnclearMove(why, clause=ALGEBRAIC_ON_THE_SERVER)
        return read_numeric(board, stripped)
    if STORED.match(stripped):
        return _checked(board, castling_as_stored(board, chess.Move.from_uci(stripped)), stripped)
    return read_algebraic(board, stripped)


@applies(
    clause("ICCF-LAWS-2019 A.1"),
    clause("ICCF-LAWS-2019 A.3"),
    clause("ICCF-LAWS-2019 A.5"),
    clause("ICCF-LAWS-2019 A.6"),
    SQUARE_NAMES,
    PIECE_MOVE,
    PIECE_CAPTURE,
)
def read_algebraic(board: chess.Board, text: str) -> chess.Move:
    """Return the legal move of an algebraic text: English capital letters for pieces, none for pawns."""
    if text.endswith(OFFER):
        raise UnclearMove(f"{quoted(text)}: an offer is made with the move, not in its text")
    suffix = _SUFFIX.search(text)
    bare = text[: suffix.start()].rstrip() if suffix else text
    castling = _CASTLING.match(bare)
    if castling:
        return _castling(board, text, queenside=castling[2] is not None)
    match = _MOVE.match(bare)
    if not match:
        why = "a move is written like e4, Nf3, exd5, 0-0 or d8Q"
        raise UnclearMove(f"{quoted(text)} is not a move: {why}", clause=LETTERS)
    move = _only_move(board, text, match)
    _check_signs(board, text, match, move)
    return move


def castling_as_stored(board: chess.Board, move: chess.Move) -> chess.Move:
    """Spell a king's move as its game stores it: to its own end square in orthodox chess, to the rook's in Chess960."""
    if not board.kings & chess.BB_SQUARES[move.from_square] or move.promotion:
        return move
    onto = board.piece_at(move.to_square)
    if not board.chess960:
        own_rook = onto == chess.Piece(chess.ROOK, board.turn)
        if own_rook and move.from_square in {chess.E1, chess.E8} and chess.square_file(move.to_square) in {0, 7}:
            return chess.Move(move.from_square, castling_ends(move.from_square, move.to_square)[0])
        return move
    if onto is None and chess.square_distance(move.from_square, move.to_square) > 1:
        for candidate in board.generate_castling_moves():
            if castling_ends(candidate.from_square, candidate.to_square)[0] == move.to_square:
                return candidate
    return move


def _checked(board: chess.Board, move: chess.Move, text: str) -> chess.Move:
    if not board.is_legal(move):
        cited, why = why_illegal(board, move)
        raise IllegalMove(f"{quoted(text)} is illegal: {why}", clause=cited)
    return move


@applies(CASTLING_SIGN, ENDS_KINGSIDE, ENDS_QUEENSIDE)
def _castling(board: chess.Board, text: str, *, queenside: bool) -> chess.Move:
    for move in board.generate_castling_moves():
        if board.is_queenside_castling(move) == queenside:
            return move
    cited, why = why_not_castling(board, _castling_rook(board, queenside=queenside))
    raise IllegalMove(f"{quoted(text)} is illegal: {why}", clause=cited)


def _castling_rook(board: chess.Board, *, queenside: bool) -> int:
    """Return the square of the rook that still may castle on a side, else the orthodox corner."""
    rank, king = (0 if board.turn else 7), board.king(board.turn)
    for square in chess.scan_forward(board.castling_rights & chess.BB_RANKS[rank]):
        if king is not None and (square < king) == queenside:
            return square
    return chess.square(0 if queenside else 7, rank)


def _only_move(board: chess.Board, text: str, match: re.Match[str]) -> chess.Move:
    """Return the one legal move that fits piece, squares and promotion."""
    target = chess.parse_square(match["to"])
    sources = _sources(board, match, target)
    promotion = chess.PIECE_SYMBOLS.index(match["promotion"].lower()) if match["promotion"] else None
    arrival = chess.BB_SQUARES[target]
    if board.chess960 or not (match["file"] and match["rank"]):
        arrival &= ~board.occupied_co[board.turn]  # castling is written 0-0, not as a move on to one's own rook
    moves = [move for move in board.generate_legal_moves(sources, arrival) if move.promotion == promotion]
    if match["file"] and match["rank"]:
        moves += _castling_by_squares(board, sources, target)
    if len(moves) > 1:
        squares = " and ".join(sorted(chess.square_name(move.from_square) for move in moves))
        why = f"{quoted(text)} is ambiguous: the pieces on {squares} can go there; add the square of departure"
        raise AmbiguousMove(why, clause=TWO_PIECES)
    if not moves:
        raise _no_move(board, text, match, sources, chess.Move(0, target, promotion))
    return moves[0]


def _castling_by_squares(board: chess.Board, sources: int, target: int) -> list[chess.Move]:
    """Return orthodox castling written with both squares of the king: no other move of a king is two steps long."""
    king = board.king(board.turn)
    if board.chess960 or king is None or not sources & chess.BB_SQUARES[king] or abs(target - king) != 2:
        return []
    return [move for move in board.generate_castling_moves() if move.to_square == target]


def _sources(board: chess.Board, match: re.Match[str], target: int) -> int:
    """Return the squares a text allows the moving piece to come from."""
    sources = board.occupied_co[board.turn]
    if match["file"]:
        sources &= chess.BB_FILES[ord(match["file"]) - ord("a")]
    if match["rank"]:
        sources &= chess.BB_RANKS[int(match["rank"]) - 1]
    if match["piece"]:
        return sources & board.pieces_mask(chess.PIECE_SYMBOLS.index(match["piece"].lower()), bool(board.turn))
    if not match["file"]:
        sources &= chess.BB_FILES[chess.square_file(target)]
    return sources if match["file"] and match["rank"] else sources & board.pawns


def _no_move(board: chess.Board, text: str, match: re.Match[str], sources: int, move: chess.Move) -> IllegalMove:
    """Say why no legal move fits: the reason of the only piece that could be meant, or that there is none."""
    if match["sign"] in {"x", ":"} and not match["piece"] and not match["file"]:
        why = f"{quoted(text)}: a pawn's capture names the file it comes from, as in exd5"
        return UnclearMove(why, clause=PAWN_FILE)
    squares = list(chess.scan_forward(sources))
    near = [square for square in squares if _aims_at(board, square, move.to_square)] or squares
    if len(near) == 1:
        misspelt = misspelt_castling(board, chess.Move(near[0], move.to_square))
        if misspelt:
            return UnclearMove(f"{quoted(text)} is illegal: {misspelt[1]}", clause=misspelt[0])
        cited, why = why_illegal(board, chess.Move(near[0], move.to_square, move.promotion))
        return IllegalMove(f"{quoted(text)} is illegal: {why}", clause=cited)
    name = _NAMES[chess.PIECE_SYMBOLS.index((match["piece"] or "p").lower())]
    target = chess.square_name(move.to_square)
    if near and all(
        board.pawns & chess.BB_SQUARES[square] and chess.square_rank(move.to_square) in {0, 7} for square in near
    ):
        return UnclearMove(f"{quoted(text)} is illegal: name the piece the pawn becomes", clause=PROMOTION)
    why = f"{quoted(text)} is illegal: no {name} of the side to move can go to {target}"
    return IllegalMove(why, clause=ILLEGAL)


def _aims_at(board: chess.Board, square: int, target: int) -> bool:
    """Say whether a piece at least aims at the target, so that it is the one that was meant."""
    return any(board.generate_pseudo_legal_moves(chess.BB_SQUARES[square], chess.BB_SQUARES[target]))


def _check_signs(board: chess.Board, text: str, match: re.Match[str], move: chess.Move) -> None:
    """Refuse a sign of capture or en passant that does not fit the move."""
    if match["sign"] in {"x", ":"} and not board.is_capture(move):
        raise UnclearMove(f"{quoted(text)} is illegal: there is nothing to capture on {match['to']}", clause=PAWN_FILE)
    if match["passing"] and not board.is_en_passant(move):
        raise UnclearMove(f"{quoted(text)} is illegal: it does not capture en passant", clause=PASSING_MARK)
    pawn_capture = board.pawns & chess.BB_SQUARES[move.from_square] and board.is_capture(move)
    if pawn_capture and not match["file"]:
        why = f"{quoted(text)}: a pawn's capture names the file it comes from, as in exd5"
        raise UnclearMove(why, clause=PAWN_FILE)


@applies(FIRST_DIGIT, SECOND_DIGIT, UNIQUE_CODES, NUMERIC_CASTLING)
def read_numeric(board: chess.Board, text: str) -> chess.Move:
    """Return the legal move of four digits, five exactly when a pawn is promoted; there is no silent queen."""
    if len(text) not in {4, 5}:
        why = f"{quoted(text)}: a numeric move has four digits, and a fifth for a promotion"
        raise UnclearMove(why, clause=FOUR_DIGITS)
    if not set(text[:4]) <= set("12345678"):
        raise UnclearMove(f"{quoted(text)}: squares are coded 11 to 88, without 0 and 9", clause=SQUARE_CODES)
    departure, arrival = _square(text[:2]), _square(text[2:4])
    promoting = board.pawns & chess.BB_SQUARES[departure] and chess.square_rank(arrival) in {0, 7}
    if promoting and len(text) == 4:
        why = f"{quoted(text)}: the fifth digit is missing: 1 queen, 2 rook, 3 bishop, 4 knight"
        raise UnclearMove(why, clause=FIFTH_DIGIT)
    if len(text) == 5 and (not promoting or text[4] not in NUMERIC_PROMOTIONS):
        why = "the fifth digit is 1 to 4" if promoting else "a fifth digit is for promotions only"
        raise UnclearMove(f"{quoted(text)}: {why}", clause=FIFTH_DIGIT)
    promotion = NUMERIC_PROMOTIONS[text[4]] if len(text) == 5 else None
    move = chess.Move(departure, arrival, promotion)
    if not board.chess960 and board.color_at(arrival) == board.turn:
        cited, why = why_illegal(board, move)  # orthodox castling is the king's own move
        raise IllegalMove(f"{quoted(text)} is illegal: {why}", clause=cited)
    return _checked(board, move, text)


# printing


@applies(
    clause("ICCF-LAWS-2019 A.4"),
    PIECE_MOVE,
    PIECE_CAPTURE,
    TWO_PIECES,
    clause("ICCF-LAWS-2019 A.10.1"),
    clause("ICCF-LAWS-2019 A.10.2"),
    clause("ICCF-LAWS-2019 A.10.3"),
    clause("ICCF-LAWS-2019 A.10.3.4"),
    clause("ICCF-LAWS-2019 A.11"),
    CASTLING_SIGN,
    clause("ICCF-LAWS-2019 A.13b"),
    PASSING_MARK,
)
def algebraic(board: chess.Board, move: chess.Move) -> str:
    """Print a legal move by Appendix A. Pinned pieces do not make a move ambiguous; the file is preferred.

    The board is the caller's own: the move is made on it and taken back.
    """
    printed = board.san(move).replace("O", "0").replace("=", "")
    if not board.is_en_passant(move):
        return printed
    bare = printed.rstrip("+#")
    return f"{bare} e.p.{printed[len(bare) :]}"


def pgn_spelling(printed: str) -> str:
    """Spell a printed move as PGN does: ``O-O``, ``d8=Q``, no mark of en passant."""
    if printed.startswith("0"):
        return printed.replace("0", "O")
    return _PROMOTED.sub(r"\1=\2", printed.replace(" e.p.", ""))


@applies(FOUR_DIGITS, FIFTH_DIGIT, NUMERIC_CASTLING)
@lru_cache(maxsize=4096)
def numeric(move: Move) -> str:
    """Print a stored move in digits; captures and checks are not marked. Castling is the same as stored."""
    digit = _DIGITS[move.promotion] if move.promotion else ""
    return _code(move.departure) + _code(move.arrival) + digit


@applies(SQUARE_CODES, FIRST_DIGIT, SECOND_DIGIT)
def _code(square: str) -> str:
    """Return the two digits of a square: file, then rank, counted from White's left."""
    return f"{ord(square[0]) - ord('a') + 1}{square[1]}"


@applies(UNIQUE_CODES)
def _square(code: str) -> int:
    """Return the square of two digits from 1 to 8."""
    return chess.square(int(code[0]) - 1, int(code[1]) - 1)
