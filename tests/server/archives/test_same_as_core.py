"""Archives by lot, brought by the command: the server's lists are those of `slowmate rate --periods` on the files."""

from io import StringIO
from itertools import count
from pathlib import Path
from random import Random

import polars as pl
import pytest

from slowmate.cli.main import main
from slowmate.ratings.periods import Period
from slowmate.server.archives.models import Origin
from slowmate.server.archives.queries.player_matcher import key_of
from slowmate.server.jobs import verify
from slowmate.server.ratings.queries import files
from slowmate.server.ratings.services.history import make_lists
from tests.server.archives.bringing import Importer
from tests.support.archives import Archive, archive
from tests.support.people import AT

pytestmark = pytest.mark.django_db

NUMBERS = ("rating", "rd", "games", "old_rating", "change", "period_games", "published", "fixed")
EPOCHS = [("2016/1", "2016/2"), ("2017/1", "2017/3"), ("2023/2", "2023/4"), ("2024/1", "2024/2")]
"""By the rules of 2016, across 2016 and 2017, across 2017 and 2023, and by those of 2023."""


def by_lot(first: str, last: str, *, players: int = 30, games: int = 240) -> Archive:
    begins, ends = Period.parse(first).results_from, Period.parse(last).results_until
    made = archive(Random(f"brought {first}"), players=players, games=games, first=begins, last=ends)
    names = [f"Player {number} Lot" for number in made.players["id"]]
    return Archive(made.players.with_columns(pl.Series("name", names)), made.games)


def rated(folder: Path, players: str, games: str, first: str, last: str) -> dict[str, pl.DataFrame]:
    """The lists by the command line."""
    words = ["--players", players, "--games", games, "--format", "parquet", "--out", str(folder / "lists")]
    assert main(["rate", "--periods", f"{first}..{last}", *words]) == 0
    return {path.stem.replace("-", "/"): pl.read_parquet(path) for path in (folder / "lists").glob("*.parquet")}


def numbers() -> dict[str, int]:
    """The numbers here of the archive's ids, from 1 on."""
    known = dict(Origin.objects.filter(kind=Origin.Kind.PLAYER).values_list("key", "row"))
    found: dict[str, int] = {}
    for number in count(1):
        pk = known.get(key_of("id", number))
        if pk is None:
            return found
        found[str(number)] = pk
    return found


def assert_same(theirs: dict[str, pl.DataFrame], last: str) -> None:
    ours = {row.period: row for row in make_lists(Period.parse(last), published=lambda _: AT)}
    assert set(ours) == set(theirs)
    here = numbers()
    for period, row in ours.items():
        found = {one["id"]: one for one in files.table(row).to_dicts()}
        assert sum(one["period_games"] for one in found.values()) > 0
        for one in theirs[period].to_dicts():
            mine = found.get(str(here[one["id"]]))
            if mine is None:
                assert (one["rating"], one["period_games"]) == (None, 0), one  # of whom no list knows anything yet
                continue
            assert [mine[name] for name in NUMBERS] == [one[name] for name in NUMBERS], (period, one["id"])
    assert list(verify.list_differences()) == []


@pytest.mark.parametrize(("first", "last"), EPOCHS)
def test_players_and_games_that_are_brought_give_the_lists_of_the_core(bring: Importer, first: str, last: str) -> None:
    made = by_lot(first, last)
    players = bring.file("players.csv", made.players.write_csv())
    games = bring.file("games.csv", made.games.write_csv())
    assert bring("players", players, "--write").status == 0
    assert bring("games", games, "--write").status == 0
    assert_same(rated(bring.folder, players, games, first, last), last)


@pytest.mark.parametrize(("first", "last"), [("2016/2", "2016/3"), ("2024/1", "2024/2")])
def test_so_does_a_list_that_came_before_them(bring: Importer, first: str, last: str) -> None:
    """With what ratings rest on: points and opponents of 2016 and 2017, deviations of 2023, and who was active."""
    lots = Random(first)
    before = {"2016/2": "2016/1", "2024/1": "2023/4"}[first]
    made = by_lot(first, last)
    games_before = [number if number is not None else 0 for number in made.players["games"]]
    played = [f"{Period.parse(first).year - lots.randint(0, 4)}-01-05" if number else None for number in games_before]
    listed = made.players.with_columns(
        pl.Series("games", games_before),
        pl.Series("points", [number * 0.5 for number in games_before]),
        pl.Series("opponents_sum", [number * lots.randint(1800, 2300) for number in games_before]),
        pl.Series("rd", [lots.randint(40, 160) if number else None for number in games_before], pl.Int64),
        pl.Series("last_game", played),
    )
    text = listed.drop("fide_rating") if first == "2024/1" else listed.drop("fide_rating", "rd")
    players = bring.file("players.csv", text.write_csv())
    games = bring.file("games.csv", made.games.write_csv())
    assert bring("list", players, "--period", before, "--write").status == 0
    assert bring("games", games, "--write").status == 0
    assert_same(rated(bring.folder, players, games, first, last), last)


def test_so_does_pgn(bring: Importer) -> None:
    made = by_lot("2017/2", "2017/3", games=120)
    plain = made.games.filter(pl.col("white_original").is_null() & (pl.col("result") != "0-0"))
    plain = plain.select("white", "black", "result", "date")
    out = StringIO()
    for number, one in enumerate(plain.to_dicts()):
        day = f"{one['date']:%Y.%m.%d}"
        tags = {"Event": f"Lot {number}", "Date": day, "White": f"Player {one['white']} Lot", "Result": one["result"]}
        tags["Black"] = f"Player {one['black']} Lot"
        out.write("".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n1. e4 e5 {one['result']}\n\n")
    people = made.players.with_columns(pl.lit("CZE").alias("federation")).drop("fide_rating")
    players = bring.file("players.csv", people.write_csv())
    games = bring.file("games.csv", plain.write_csv())
    assert bring("players", players, "--write").status == 0
    assert bring("games", bring.file("games.pgn", out.getvalue()), "--by-name", "--write").status == 0
    assert_same(rated(bring.folder, players, games, "2017/2", "2017/3"), "2017/3")
