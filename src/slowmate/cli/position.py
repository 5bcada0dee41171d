"""`slowmate position [FEN ...]`"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from slowmate.board import Colour, IllegalPosition, Position, Tables, open_tables
from slowmate.board.claims import TABLEBASE_MAX_PIECES
from slowmate.board.mating.dead import can_mate
from slowmate.formats.grounds import Json

EXAMPLES = """examples:
  slowmate position "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"
  slowmate position < positions.txt          one FEN a line; one JSON line each, as it arrives

answers: null in can_mate is undecided, and such a position counts as alive; tablebase is null where no table
covers the position
tables: endgame tables for more pieces are looked for in the directories of SLOWMATE_SYZYGY
"""
LONGEST = 4096
"""The most bytes read of a line: a FEN has less than a hundred characters."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "fen", metavar="FEN", nargs="*", help="a position; without any they are read from standard input"
    )
    parser.add_argument("--lines", action="store_true", help="add a mating line for each side that can mate")


def run(options: argparse.Namespace) -> int:
    illegal = 0
    with open_tables() as tables:
        fens: Iterable[str] = options.fen or _lines(sys.stdin.buffer)
        for fen in fens:
            answer = describe(fen, tables, lines=options.lines)
            illegal += not answer["legal"]
            print(json.dumps(answer, ensure_ascii=False), flush=True)
    return 1 if illegal else 0


def describe(fen: str, tables: Tables, *, lines: bool = False) -> dict[str, Json]:
    """Describe a position; its castling rights say whether it is one of chess or of Chess960."""
    try:
        position = Position.from_fen(fen, chess960=None)
    except IllegalPosition as wrong:
        return {"fen": fen[:LONGEST], "legal": False, "why": wrong.why, "clause": str(wrong.clause or "") or None}
    verdicts = {colour: can_mate(position, colour) for colour in Colour}
    answer: dict[str, Json] = {
        "fen": fen,
        "legal": True,
        "ended": None,
        "dead": _is_dead([verdict.answer for verdict in verdicts.values()]),
        "can_mate": {colour.value: verdict.answer for colour, verdict in verdicts.items()},
        "tablebase": _tablebase(position, tables),
    }
    if position.is_checkmate or position.is_stalemate:
        answer["ended"] = "checkmate" if position.is_check else "stalemate"
    elif answer["dead"]:
        answer["ended"] = "dead-position"
    if lines:
        answer["lines"] = {
            colour.value: list(verdict.line) if verdict.answer else None for colour, verdict in verdicts.items()
        }
    return answer


def _is_dead(answers: list[bool | None]) -> bool:
    """Decide whether a position is dead: neither side can mate. Undecided counts as alive, as it does in a game."""
    return all(answer is False for answer in answers)


def _tablebase(position: Position, tables: Tables) -> Json:
    """Describe the position by the tables, for the side to move; a claim on it is for six pieces or fewer."""
    verdict = tables.probe(position)
    if verdict is None:
        return None
    claimable = position.piece_count <= TABLEBASE_MAX_PIECES
    return {"wdl": verdict.wdl, "claim": verdict.outcome.value if claimable else None}


def _lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines that are not empty, as they arrive; of a line that is far too long only the beginning."""
    while line := file.readline(LONGEST):
        rest = line
        while not rest.endswith(b"\n") and (rest := file.readline(LONGEST)):
            pass
        text = line.decode("utf-8", "replace").strip()
        if text:
            yield text
