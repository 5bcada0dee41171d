"""A list made again by the command that it offers, from the two files that it offers."""

import io
import json
import shlex
from contextlib import chdir, redirect_stdout
from pathlib import Path

from slowmate.cli.main import main
from slowmate.formats.rating_csv import JSON_NAMES
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import files

NUMBERS = [name for name in JSON_NAMES if not name.startswith("exact")]


def assert_redone(row: RatingList, folder: Path) -> None:
    """Every player of the list, every number of his, to the integer."""
    ours = {one["id"]: one for one in files.table(row).to_dicts()}
    theirs = _rated(row, folder)
    assert len(theirs) == len(ours)
    for one in theirs:
        assert [one[name] for name in NUMBERS] == [ours[one["id"]][name] for name in NUMBERS]


def _rated(row: RatingList, folder: Path) -> list[dict[str, object]]:
    (folder / "players.csv").write_text(files.players_csv(row))
    (folder / "games.csv").write_text(files.games_csv(row))
    words = shlex.split(files.command(row))[1:]
    out = io.StringIO()
    with chdir(folder), redirect_stdout(out):
        assert main([*words, "--format", "json"]) == 0
    found: list[dict[str, object]] = json.loads(out.getvalue())["players"]
    return found
