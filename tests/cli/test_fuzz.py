"""Every command over damaged files and strange words: an answer or one line of refusal, never a traceback.

The damage is drawn from a seed, so that a failure can be made again. SLOWMATE_FUZZ=500 tries so many for each command.
"""

import io
import json
import os
import random
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from slowmate.cli import main
from tests.cli.commands import EXAMPLE, ROOT
from tests.formats.peculiar_trf import FILES
from tests.formats.trf_files import SMALL

ROUNDS = int(os.environ.get("SLOWMATE_FUZZ", "25"))

PLAYERS = "id,name,federation,birth_year,title,rating,rd,games,points,opponents_sum\n" + "".join(
    f"{n},Player {n},CZE,1970,,{2000 + 20 * n},60,{40 + n},20,80000\n" for n in range(1, 9)
)
GAMES = "white,black,result,date\n" + "".join(
    f"{a},{b},{('1-0', '0-1', '1/2-1/2')[(a + b) % 3]},2023-10-0{a}\n" for a in range(1, 9) for b in range(a + 1, 9)
)
ENTRANTS = "id,name,federation,title,rating\n" + "".join(f"{n},P{n},CZE,,{2000 + n}\n" for n in range(1, 27))
PGN = (
    '[Event "E"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n'
    "1. e4 {x} e5 2. Qh5 (2. Nf3 $1) Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"
    '[Event "F"]\n[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
)
RECORD = json.dumps(
    {
        "id": "17",
        "name": "Nováková, Eva",
        "ratings": [{"date": "2018-01-01", "rating": 2400, "games": 100}],
        "titles": [{"title": "IM", "date": "2015-08-01"}],
        "events": [{"player": "1", "event": json.loads(EXAMPLE.read_text("utf-8"))}],
    }
)
TITLE = json.dumps({"player": {"name": "N", "federation": "CZE", "sex": "f"}, "title": "CCM", "earned": "2019-03-02"})
FENS = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
SECTION = EXAMPLE.read_text("utf-8")
TEAMS = (ROOT / "examples" / "teams.json").read_text("utf-8")
PLAYER = (ROOT / "examples" / "player.json").read_text("utf-8")
TRF_TEAMS = FILES["a forfeited match that counted otherwise"].data.decode()

COMMANDS: dict[str, tuple[list[str], dict[str, str]]] = {
    "rate 2023": (
        ["rate", "--rules", "iccf-2023", "--players", "p.csv", "--games", "g.csv"],
        {"p.csv": PLAYERS, "g.csv": GAMES},
    ),
    "rate 2017": (
        ["rate", "--rules", "iccf-2017", "--players", "p.csv", "--games", "g.csv", "--explain", "1"],
        {"p.csv": PLAYERS, "g.csv": GAMES},
    ),
    "rate fide": (
        ["rate", "--rules", "fide-2017", "--players", "p.csv", "--games", "g.csv", "--format", "json"],
        {"p.csv": PLAYERS, "g.csv": GAMES},
    ),
    "standings": (["standings", "e.json", "--explain"], {"e.json": SECTION}),
    "standings of teams": (["standings", "e.json"], {"e.json": TEAMS}),
    "standings of a report": (["standings", "e.trf", "--explain"], {"e.trf": SMALL}),
    "standings of a team report": (["standings", "e.trf"], {"e.trf": TRF_TEAMS}),
    "norms": (["norms", "e.json", "--explain"], {"e.json": SECTION}),
    "norms of a report": (["norms", "e.trf"], {"e.trf": SMALL}),
    "titles": (["titles", "r.json", "--explain"], {"r.json": RECORD}),
    **{
        f"titles of a case: {path.stem}": (
            ["titles", "c.json", "--on", "2019-01-01"],
            {"c.json": path.read_text("utf-8")},
        )
        for path in sorted((ROOT / "examples" / "titles").glob("*.json"))
    },
    "certificate of a norm": (
        ["certificate", "norm", "e.json", "--player", "3", "--title", "GM", "--on", "2019-08-17", "-o", "out.json"],
        {"e.json": SECTION},
    ),
    "certificate of a title": (
        ["certificate", "title", "t.json", "--on", "2019-08-17", "-o", "out.json"],
        {"t.json": TITLE},
    ),
    "certificate check": (["certificate", "check", "c.json"], {"c.json": TITLE}),
    "trf": (["trf", "e.trf", "-o", "out.json"], {"e.trf": SMALL}),
    "trf to trf": (["trf", "e.trf", "--format", "trf", "-o", "out.trf"], {"e.trf": TRF_TEAMS}),
    "trf from json": (["trf", "e.json", "--format", "trf", "-o", "out.trf"], {"e.json": SECTION}),
    "game": (["game", "g.pgn"], {"g.pgn": PGN}),
    "game as json": (["game", "g.pgn", "--format", "json"], {"g.pgn": PGN}),
    "position": (["position"], {"-": FENS}),
    "draw": (["draw", "e.csv", "--section-size", "13", "--seed", "s", "--out", "out"], {"e.csv": ENTRANTS}),
    "entry": (
        ["entry", "p.json", "--event", "world-championship-semi-final", "--on", "2017-05-10"],
        {"p.json": PLAYER},
    ),
}
OPTIONS: dict[str, list[str]] = {
    "rate 2023": ["--period", "--explain", "--top", "--format", "--rules"],
    "standings": ["--start", "--format"],
    "norms": ["--player", "--rules", "--start"],
    "titles": ["--on", "--format"],
    "certificate of a norm": ["--player", "--title", "--on", "--rules", "--federation", "--sign", "--key-file"],
    "trf": ["--start", "-o"],
    "game": ["--game", "--encoding"],
    "draw": ["--section-size", "--sizes", "--seed", "--kind", "--start", "--games", "--name"],
    "entry": ["--on", "--event", "--start", "--deadline", "--fee", "--paid", "--ladies-minimum"],
    "position": ["--format"],
}

WORDS = [
    "", " ", "[/bold]", "[red]x[/", ":smile:", "\\", '"', "{", "}", "[", "]", ",", "-", "--", "\x00", "\x1b[31m", "\r",
    "\n", "null", "NaN", "Infinity", "1e999", "-1", "0", "99999999999999999999", "9" * 400, "1.5", "½", "ř", "\u202e",
    "𝟗", "١٢", "0000-00-00", "9999-12-31", "0001-01-01", "2018-13-45", "true", "[]", "{}", "a" * 5000, "\\ud800",
    "\ufeff", "%s", "../../x", "2024/1", "0/0", "9999/4",
]  # fmt: skip
VALUES: list[object] = [
    None, True, False, 0, -1, 10**30, 1.5, float("1e308"), "", "x", "[/x]", "9" * 50, [], {}, [[]], {"a": 1},
    "2018-02-30", "9999-12-31", "0001-01-01", "\x00", "1-0", [None], ["x", 3], 2**63, -(2**63), 1e-300,
]  # fmt: skip


def damaged(text: str, draw: random.Random) -> bytes:
    """A file as a person, a program or a disk might have left it."""
    if draw.random() < 0.35:
        text = json_damaged(text, draw)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(draw.choice((0, 1, 1, 2, 5))):
        at = draw.randrange(len(data) + 1)
        what = draw.randrange(7)
        word = draw.choice(WORDS).encode()
        if what == 0:
            data[at:] = b""
        elif what == 1:
            data[at : at + draw.randrange(1, 6)] = bytes(draw.randrange(256) for _ in range(draw.randrange(4)))
        elif what in (2, 3):
            data[at : at + draw.choice((0, 1, len(word)))] = word
        elif what == 4:
            data[at : at + draw.randrange(200)] = b""
        elif what == 5:
            lines = bytes(data).splitlines(keepends=True)
            draw.shuffle(lines)
            data = bytearray(b"".join(lines))
        else:
            lines = bytes(data).splitlines(keepends=True) or [b""]
            data += draw.choice(lines)
    return recoded(bytes(data), draw)


def recoded(data: bytes, draw: random.Random) -> bytes:
    choice = draw.randrange(30)
    if choice < 3:
        return data.decode("utf-8", "replace").encode(("utf-16", "utf-16-le", "cp1250")[choice], "replace")
    if choice == 3:
        return bytes(draw.randrange(256) for _ in range(draw.randrange(400)))
    if choice == 4:
        return b"\xef\xbb\xbf" + data
    return data.replace(b"\n", b"\r") if choice == 5 else data


def json_damaged(text: str, draw: random.Random) -> str:
    """The same document with something else in one or two places, if it is one."""
    try:
        document = json.loads(text)
    except ValueError:
        return text
    for _ in range(draw.choice((1, 1, 2))):
        node = document
        while isinstance(node, dict | list) and node:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            key = draw.choice(keys)
            if draw.random() < 0.25 or not isinstance(node[key], dict | list) or not node[key]:
                if draw.random() < 0.2:
                    del node[key]
                else:
                    node[key] = draw.choice(VALUES)
                break
            node = node[key]
    return json.dumps(document, ensure_ascii=draw.random() < 0.5)


def answered(arguments: list[str], stdin: bytes = b"") -> tuple[int, str]:
    """Run a command in this process: its exit status and standard error."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = main(arguments)
            except SystemExit as stop:
                status = int(stop.code or 0)
    finally:
        sys.stdin = before
    return status, err.getvalue()


def hold(arguments: list[str], stdin: bytes, folder: Path, files: set[str]) -> None:
    """Whatever the input, one of three statuses; a refusal is one line, and leaves nothing behind."""
    status, said = answered(arguments, stdin)
    assert status in (0, 1, 2)
    assert "Traceback" not in said
    if status == 2:
        assert said.count("\n") == 1
        assert said.endswith("\n")
        assert said.startswith("slowmate")
        assert {path.name for path in folder.iterdir()} == files
    for path in folder.iterdir():
        if path.name not in files and path.is_file():
            path.unlink()


@pytest.mark.parametrize("name", COMMANDS)
def test_damaged_files_are_answered_or_refused_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, files = COMMANDS[name]
    for turn in range(ROUNDS):
        draw = random.Random(f"{name}/{turn}")
        spoilt = draw.choice(list(files))
        stdin = b""
        for file, text in files.items():
            data = damaged(text, draw) if file == spoilt else text.encode()
            if file == "-":
                stdin = data
            else:
                (tmp_path / file).write_bytes(data)
        held = set(files) - {"-"} | ({"out"} if (tmp_path / "out").exists() else set())
        try:
            hold(arguments, stdin, tmp_path, held)
        except BaseException as error:
            error.add_note(f"{name}, damage {turn}")
            raise


@pytest.mark.parametrize("name", OPTIONS)
def test_strange_words_for_options_are_answered_or_refused_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, files = COMMANDS[name]
    for file, text in files.items():
        if file != "-":
            (tmp_path / file).write_text(text, "utf-8")
    for option in OPTIONS[name]:
        for word in (*WORDS, "\udcff", "klingon", "13", "2018-03-01"):
            if option == "-o" and ("/" in word or not word.strip()):
                continue
            held = set(files) - {"-"} | ({"out"} if (tmp_path / "out").exists() else set())
            try:
                hold(
                    [*arguments, f"{option}={word}" if option.startswith("--") else f"{option}{word}"],
                    b"",
                    tmp_path,
                    held,
                )
            except BaseException as error:
                error.add_note(f"{name} {option}={word!r}")
                raise


@pytest.mark.parametrize("word", ["", "\x00", "/nonexistent/x", ".", "\udcff", "a" * 5000])
@pytest.mark.parametrize("command", ["standings", "norms", "titles", "trf", "game", "draw", "entry"])
def test_files_that_cannot_be_are_refused_in_one_line(command: str, word: str) -> None:
    more = {"draw": ["--section-size", "13", "--seed", "s"], "entry": ["--event", "open-class", "--on", "2018-01-01"]}
    status, said = answered([command, word, *more.get(command, [])])
    assert status == 2
    assert said.count("\n") == 1


@pytest.mark.parametrize("word", WORDS)
def test_an_edition_that_there_is_not_is_refused_in_one_line(word: str) -> None:
    status, said = answered(["clauses", f"--edition={word}"])
    assert status == 2
    assert said.count("\n") == 1
