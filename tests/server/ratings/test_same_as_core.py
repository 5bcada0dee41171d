"""The server's lists are those of the command line, on archives made up by lot, under every system."""

import io
import json
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest

from slowmate.cli.main import main
from slowmate.formats.rating_csv import JSON_NAMES
from slowmate.ratings.game_lines import rated_games
from slowmate.ratings.period_list import explain_number
from slowmate.ratings.periods import Period, parse_period, periods
from slowmate.server.games.models import Game
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import files
from slowmate.server.ratings.queries.explanation import explain
from slowmate.server.ratings.queries.inputs import differences, of_list
from slowmate.server.ratings.services.history import make_lists
from tests.support.archives import KINDS, Archive, archive, store
from tests.support.people import AT

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

OF_POOL = {
    "chess960": ("chess960", "chess960-world-cup"),
    "fide-standard": ("fide-swiss",),
    "fide-rapid": ("fide-swiss",),
}

NUMBERS = ("rating", "rd", "games", "old_rating", "change", "period_games", "published", "fixed")


def lists(made: Archive, last: str) -> dict[str, RatingList]:
    store(made)
    return {row.period: row for row in make_lists(Period.parse(last), published=lambda _period: AT)}


def from_files(tmp_path: Path, made: Archive, first: str, last: str) -> dict[str, pl.DataFrame]:
    """The same lists by `slowmate rate --periods`."""
    made.players.write_csv(tmp_path / "players.csv")
    made.games.write_csv(tmp_path / "games.csv")
    out = tmp_path / "lists"
    asked = ["--players", str(tmp_path / "players.csv"), "--games", str(tmp_path / "games.csv"), "--format", "parquet"]
    assert main(["rate", "--periods", f"{first}..{last}", *asked, "--out", str(out)]) == 0
    return {path.stem.replace("-", "/"): pl.read_parquet(path) for path in out.glob("*.parquet")}


@pytest.mark.parametrize(
    ("first", "last"), [("2016/1", "2016/3"), ("2016/4", "2017/3"), ("2023/2", "2024/1"), ("2024/1", "2024/4")]
)
def test_a_history_is_that_of_the_command_line(tmp_path: Path, first: str, last: str) -> None:
    begins, ends = Period.parse(first).results_from, Period.parse(last).results_until
    made = archive(Random(first), players=60, games=900, first=begins, last=ends)
    ours = lists(made, last)
    theirs = from_files(tmp_path, made, first, last)
    assert set(ours) == set(theirs)
    for period, row in ours.items():
        found = {one["id"]: one for one in files.table(row).to_dicts()}
        for one in theirs[period].to_dicts():
            if one["rating"] is None:
                continue
            assert {name: found[one["id"]][name] for name in NUMBERS} == {name: one[name] for name in NUMBERS}, period


def redone(tmp_path: Path, row: RatingList) -> list[dict[str, Any]]:
    """The list by the command that it names, from its own two files."""
    (tmp_path / "players.csv").write_text(files.players_csv(row))
    (tmp_path / "games.csv").write_text(files.games_csv(row))
    words = shlex.split(files.command(row).replace("players.csv", str(tmp_path / "players.csv")))
    words = [str(tmp_path / "games.csv") if word == "games.csv" else word for word in words]
    assert words[:2] == ["slowmate", "rate"]
    said = io.StringIO()
    with redirect_stdout(said):
        assert main([*words[1:], "--format", "json"]) == 0
    answer = json.loads(said.getvalue())
    assert (answer["rules"], answer.get("left_out")) == (row.edition, None)
    return sorted(answer["players"], key=lambda one: int(one["id"]))


@pytest.mark.parametrize(
    ("pool", "first", "last"),
    [
        ("chess", "2016/1", "2016/2"),
        ("chess", "2017/2", "2017/4"),
        ("chess", "2023/3", "2024/1"),
        ("chess960", "2017/1", "2017/3"),
        ("chess960", "2023/3", "2024/1"),
        ("fide-standard", "2018-01", "2018-03"),
        ("fide-rapid", "2017-12", "2018-02"),
    ],
)
def test_anybody_gets_a_list_again_from_its_files_to_the_integer(
    tmp_path: Path, pool: str, first: str, last: str
) -> None:
    begins, ends = parse_period(first).results_from, parse_period(last).results_until
    kinds = OF_POOL.get(pool, KINDS)
    store(archive(Random(first), players=40, games=500, first=begins, last=ends, kinds=kinds), pool=pool)
    made = list(make_lists(parse_period(last), published=lambda _period: AT, pool=pool))
    assert [row.period for row in made] == [str(one) for one in periods(f"{first}..{last}")]
    for row in made:
        assert row.games > 30
        said = json.loads(files.as_json(row))
        assert (said["rules"], said["period"]) == (row.edition, row.period)
        again = redone(tmp_path, row)
        assert [one["id"] for one in again] == [one["id"] for one in said["players"]]
        for ours, theirs in zip(said["players"], again, strict=True):
            assert {name: ours[name] for name in JSON_NAMES} == {name: theirs.get(name) for name in JSON_NAMES}
        assert differences(row) == []


@pytest.mark.parametrize("event", ["", "17,18", "Cup,\n17,18"])
@pytest.mark.parametrize(
    ("pool", "first", "last"),
    [
        ("chess", "2016/1", "2016/2"),
        ("chess", "2017/3", "2017/4"),
        ("chess", "2023/4", "2024/1"),
        ("fide-standard", "2018-01", "2018-02"),
    ],
)
def test_a_number_explained_from_the_player_s_own_games_is_explained_as_from_the_whole_list(
    pool: str, first: str, last: str, event: str
) -> None:
    begins, ends = parse_period(first).results_from, parse_period(last).results_until
    kinds = OF_POOL.get(pool, KINDS)
    store(archive(Random(last), players=25, games=200, first=begins, last=ends, kinds=kinds), pool=pool)
    if event:  # a name that looks like numbers of players
        Game.objects.filter(pk__in=Game.objects.values_list("pk", flat=True)[::7]).update(event_key=event)
    *_, row = make_lists(parse_period(last), published=lambda _period: AT, pool=pool)
    whole = of_list(row)
    numbers = pl.read_csv(files.games_csv(row).encode())["game"]
    seen = 0
    for place, player in enumerate(whole.players.ids):
        found = explain(row, int(player))
        assert found is not None
        steps = explain_number(whole.basis, place).grounds
        assert found.steps[: len(steps)] == steps
        for game in rated_games(found.steps):
            assert found.games[game.number] == numbers[game.number - 1]
            seen += 1
    assert seen > 30
