"""`slowmate game FILE.pgn`"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from rich import box
from rich.console import Console
from rich.progress import DownloadColumn
from rich.table import Table
from rich.text import Text

from slowmate.board import Colour, OpenClaim, Position, Tables, Verdict, open_claims, open_tables
from slowmate.board.geometry import FILES, is_light, rows
from slowmate.board.notation import numeric, with_offer
from slowmate.cli.encodings import add_encoding, read_text
from slowmate.cli.tables import console, progress
from slowmate.formats.grounds import Json
from slowmate.formats.pgn import IllegalGame, PgnGame, read_games
from slowmate.play.laws.results import Termination, ended_by_position, win_for
from slowmate.records import BadInput, Result
from slowmate.rulebook import Ground
from slowmate.words import say

EXAMPLES = """examples:
  slowmate game mygame.pgn                      one game: its moves in both notations, result, claims
  slowmate game archive.pgn                     thousands: one line a game, and what is wrong at which ply
  slowmate game archive.pgn --game 17           only that game, in full
  slowmate game archive.pgn --format json | jq 'select(.legal | not)'
  slowmate game old.pgn --encoding cp1250       names in another encoding than UTF-8

tables: endgame tables for more pieces are looked for in the directories of SLOWMATE_SYZYGY
"""
UNSTATED = "unstated"
Advance = Callable[[float, float | None], None] | None


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A legal game and what follows from its last position."""

    game: PgnGame
    ended: tuple[Result, Termination, Ground] | None
    claims: tuple[OpenClaim, ...]

    @property
    def result(self) -> Result | None:
        """The result in the file, else that on the board."""
        return self.game.result or (self.ended[0] if self.ended else None)

    @property
    def termination(self) -> str:
        """The end of the game: what the board shows, else what the file's Termination tag says."""
        if self.ended:
            return self.ended[1].value
        if self.result is None:
            return "running"
        return self.game.tags.get("Termination", "").strip() or UNSTATED

    @property
    def ending(self) -> str:
        """The end of the game, for people."""
        return "the file does not say how it ended" if self.termination == UNSTATED else self.termination

    @property
    def remarks(self) -> list[str]:
        """Return what does not fit together, although the moves are legal: a reported result stands all the same."""
        result, tag = self.game.result, self.game.tags.get("Result", "*")
        texts = []
        if result and tag not in {"*", "?", "", result.value}:
            texts.append(f"the Result tag says {tag}, the moves end with {result.value}")
        if result and self.ended and result is not self.ended[0]:
            texts.append(f"the file says {result.value}, but the board {self.ended[0].value}: {self.termination}")
        return texts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.pgn", help="the games; - reads standard input")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--game", type=int, metavar="N", help="only the game of this number in the file")
    add_encoding(parser)


def run(options: argparse.Namespace) -> int:
    report = _Report(console()) if options.format == "table" else None
    games = illegal = 0
    with ExitStack() as stack:
        tables = stack.enter_context(open_tables())
        for game in _games(options, stack):
            checked = game if isinstance(game, IllegalGame) else check(game, tables)
            games += 1
            illegal += isinstance(checked, IllegalGame)
            if report:
                report.show(checked)
            else:
                print(json.dumps(_json(checked), ensure_ascii=False))
    if games == 0:
        raise BadInput(f"there is no game {options.game} in it", file=options.file)
    if report:
        report.finish()
    return 1 if illegal else 0


def check(game: PgnGame, tables: Tables) -> CheckedGame:
    """Return what follows from a game's last position."""
    ended = ended_by_position(game.final)
    over = ended is not None or game.result is not None
    return CheckedGame(game, ended, () if over else open_claims(game.occurrences, game.final, tables))


def _games(options: argparse.Namespace, stack: ExitStack) -> Iterator[PgnGame | IllegalGame]:
    """Yield the chosen games as they are read, with a progress bar on a terminal."""
    try:
        file = _open(options.file, stack)
        size = os.fstat(file.fileno()).st_size if options.file != "-" else None
        advance = stack.enter_context(progress("checking", DownloadColumn()))
        for game in read_games(_pieces(options, file, size, advance)):
            number = game.game if isinstance(game, IllegalGame) else game.number
            if options.game in {None, number}:
                yield game
            if number == options.game:
                return
    except OSError as error:
        raise BadInput((error.strerror or str(error)).lower(), file=options.file) from None
    except BadInput as error:
        raise BadInput(error.why, file=error.file or options.file, line=error.line, field=error.field) from None


def _open(path: str, stack: ExitStack) -> BinaryIO:
    try:
        return sys.stdin.buffer if path == "-" else stack.enter_context(Path(path).open("rb"))
    except ValueError as error:  # a path with a null character is no path
        raise BadInput(str(error), file=path) from None


def _pieces(options: argparse.Namespace, file: BinaryIO, size: int | None, advance: Advance) -> Iterator[str]:
    """Yield the lines of a file, very long ones in pieces, and report the progress."""
    done = 0
    for piece, length in read_text(file, options.encoding, file=options.file):
        done += length
        if advance:
            advance(done, size)
        if piece:
            yield piece


# JSON


def _json(checked: CheckedGame | IllegalGame) -> dict[str, Json]:
    return _wrong_json(checked) if isinstance(checked, IllegalGame) else _checked_json(checked)


def _wrong_json(wrong: IllegalGame) -> dict[str, Json]:
    return {
        "legal": False,
        "game": wrong.game,
        "white": wrong.tags.get("White"),
        "black": wrong.tags.get("Black"),
        "line": wrong.line,
        "ply": wrong.ply,
        "move": wrong.move,
        "why": wrong.why,
        "clause": str(wrong.clause) if wrong.clause else None,
    }


def _checked_json(checked: CheckedGame) -> dict[str, Json]:
    game = checked.game
    return {
        "legal": True,
        "game": game.number,
        "white": game.tags.get("White"),
        "black": game.tags.get("Black"),
        "plies": len(game.moves),
        "fen": game.final.fen,
        "result": checked.result.value if checked.result else "*",
        "termination": checked.termination,
        "clause": str(checked.ended[2].clause) if checked.ended else None,
        "claims": [_claim_json(claim, game.final) for claim in checked.claims],
        "numeric": [numeric(played.move) for played in game.moves],
        "algebraic": [played.algebraic for played in game.moves],
        "remarks": list(checked.remarks),
    }


def _claim_json(claim: OpenClaim, position: Position) -> Json:
    answer: dict[str, Json] = {
        "claim": claim.claim.value,
        "clause": str(claim.ground.clause),
        "holds": claim.holds,
        "with_move": position.algebraic(claim.with_move) if claim.with_move else None,
    }
    if claim.verdict:
        answer["result"] = _table_result(claim.verdict).value
    return answer


def _table_result(verdict: Verdict) -> Result:
    """Return the result that a tablebase claim brings."""
    return win_for(verdict.winner) if verdict.winner else Result.DRAW


# tables


class _Report:
    """One game is printed in full; from the second on, each game is a line and the last line counts them."""

    def __init__(self, out: Console) -> None:
        self.out, self.games, self.illegal = out, 0, 0
        self.first: CheckedGame | IllegalGame | None = None

    def show(self, checked: CheckedGame | IllegalGame) -> None:
        self.games += 1
        self.illegal += isinstance(checked, IllegalGame)
        if self.games == 1:
            self.first = checked
            return
        if self.games == 2 and self.first:
            self._print(_line(self.first))
        self._print(_line(checked))

    def _print(self, line: Text) -> None:
        """Print a line of an archive, which may have millions; a file or a pipe has no colours and no layout."""
        if self.out.is_terminal:
            self.out.print(line)
        else:
            print(line.plain.expandtabs(), file=self.out.file)

    def finish(self) -> None:
        if self.games > 1:
            legal = self.games - self.illegal
            self.out.print(f"{self.games:,} games: {legal:,} legal, {self.illegal:,} not", highlight=False)
        elif isinstance(self.first, CheckedGame):
            _print_game(self.first, self.out)
        elif self.first:
            self.out.print(_line(self.first))


def _line(checked: CheckedGame | IllegalGame) -> Text:
    tags = checked.tags if isinstance(checked, IllegalGame) else checked.game.tags
    number = checked.game if isinstance(checked, IllegalGame) else checked.game.number
    line = Text(f"{number:>6}  {tags.get('White', '?')} - {tags.get('Black', '?')}  ")
    if isinstance(checked, IllegalGame):
        where = f"illegal at ply {checked.ply}" if checked.ply else "illegal"
        cited = f" [{checked.clause}]" if checked.clause else ""
        return line.append(f"{where}: {checked.why}{cited}", style="red")
    result = checked.result.value if checked.result else "*"
    line.append(f"{result}  {len(checked.game.moves)} plies, {checked.ending}")
    if checked.claims:
        line.append(f"; claims: {', '.join(sorted({claim.claim.value for claim in checked.claims}))}", style="yellow")
    for remark in checked.remarks:
        line.append(f"; {remark}", style="yellow")
    return line


def _print_game(checked: CheckedGame, out: Console) -> None:
    game = checked.game
    out.print(Text(f"{game.tags.get('White', '?')} - {game.tags.get('Black', '?')}", style="bold"))
    event = ", ".join(game.tags[tag] for tag in ("Event", "Date") if game.tags.get(tag, "?").strip("?."))
    if event:
        out.print(Text(event))
    if game.moves:
        out.print(_move_table(game))
    out.print(Text(_diagram(game.final)))
    out.print(Text(f"legal, {len(game.moves)} plies; {checked.ending}"))
    out.print(Text(f"result    {checked.result.value if checked.result else '*'}"))
    out.print(Text(f"position  {game.final.fen}"))
    for remark in checked.remarks:
        out.print(Text(f"note      {remark}", style="yellow"))
    if checked.result is None:
        _print_claims(checked, out)


def _diagram(position: Position) -> str:
    """Draw the board as White sees it; empty dark squares are dotted."""
    lines = []
    for row in rows(Colour.WHITE):
        men = (position.piece_at(square) or (" " if is_light(square) else "·") for square in row)
        lines.append(f" {row[0][1]}  {' '.join(men)}")
    return "\n".join([*lines, "", f"    {' '.join(FILES)}", ""])


def _print_claims(checked: CheckedGame, out: Console) -> None:
    side = checked.game.final.turn.value.capitalize()
    if not checked.claims:
        out.print(f"{side} has the move and nothing to claim.")
        return
    out.print(f"{side} has the move and may claim:" if any(c.holds is not False for c in checked.claims) else "Claims:")
    for claim in checked.claims:
        verdict = {True: "holds", False: "does not hold", None: "goes to the director"}[claim.holds]
        move = f" with {checked.game.final.algebraic(claim.with_move)}" if claim.with_move else ""
        result = f" ({_table_result(claim.verdict).value})" if claim.verdict else ""
        out.print(Text(f"• {claim.claim.value}{move}{result}: {verdict}. {say(claim.ground)} [{claim.ground.clause}]"))


def _move_table(game: PgnGame) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("#", justify="right")
    for heading in ("White", "numeric", "Black", "numeric"):
        table.add_column(heading, no_wrap=True)
    cells = [(with_offer(played.algebraic, offer=played.offer), numeric(played.move)) for played in game.moves]
    if game.start.turn is Colour.BLACK:
        cells.insert(0, ("...", ""))
    if len(cells) % 2:
        cells.append(("", ""))
    for number, (white, black) in enumerate(zip(cells[::2], cells[1::2], strict=True), game.start.fullmove):
        table.add_row(str(number), *white, *black)
    return table
