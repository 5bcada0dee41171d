"""A database of every schema there has been is brought up to date, on both databases, with all its games."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

from tests.server.processes import environment, fresh, run_python, slowmate
from tests.support.effort import BOTH_DATABASES

SCHEMAS = Path(__file__).parent / "schemas"
KEPT = sorted(SCHEMAS.glob("*.backup"))
"""Each named after the last migration of the schema it was made by, with `tools/keep-schema`."""
OLDEST_AND_LAST = [
    file if file in (KEPT[0], KEPT[-2]) else pytest.param(file, marks=pytest.mark.long, id=file.stem) for file in KEPT
]
"""The longest way and the last step; the others in the long run."""

SHOW = """
import json
from slowmate.server.models import *
print(json.dumps({
    "games": Game.objects.count(),
    "statuses": sorted(set(Game.objects.values_list("status", flat=True))),
    "on_leave": LeaveInGame.objects.count(),
    "messages": list(Message.objects.values_list("text", flat=True)),
    "names": sorted(Player.objects.values_list("folded", flat=True)),
    "events": {event.folded: Pairing.objects.filter(section__event=event).count() for event in Event.objects.all()},
    "challenges": list(Game.objects.filter(challenge__isnull=False).values_list("pk", "challenge_id")),
}))
"""
GO_ON = """
from datetime import timedelta
from slowmate.server.models import Game
from slowmate.server.games.services import games, playing
row = Game.objects.select_related("white__user", "black__user").get(last_move="Nf3")
playing.make_move(row.pk, "Nc6", actor=row.black.user, at=row.last_move_at + timedelta(seconds=1))
games.start(row.white, row.black, games.refold(row).terms, at=row.starts)
"""


def lines_of(file: Path) -> list[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_the_newest_schema_is_kept_with_something_in_every_table() -> None:
    ((_, newest),) = MigrationLoader(None).graph.leaf_nodes("slowmate")
    file = SCHEMAS / f"{newest}.backup"
    assert file in KEPT, f"a migration was added: run tools/keep-schema, which writes {file.name}"
    rows = Counter(line["model"] for line in lines_of(file)[1:-1])
    tables = {model._meta.label_lower for model in apps.get_app_config("slowmate").get_models()}
    assert tables <= set(rows), "a table was added: put something into it in tests.support.small_federation"


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_schema_is_that_of_the_migration_it_is_named_after(file: Path) -> None:
    assert lines_of(file)[0]["migrations"]["slowmate"] == file.stem


@pytest.mark.processes
@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("kind", BOTH_DATABASES)
@pytest.mark.parametrize("file", OLDEST_AND_LAST, ids=lambda file: file.stem)
def test_a_database_of_every_schema_comes_up_to_date_with_all_its_games(
    file: Path, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    kept = lines_of(file)
    games = sum(line.get("model") == "slowmate.game" for line in kept)
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    env = environment(tmp_path, fresh(kind, postgres, "upgraded"))
    restored = slowmate("restore", str(file), env=env)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert f"{games} games, all well" in restored.stdout
    assert slowmate("manage", "migrate", "--check", env=env).returncode == 0
    shown = json.loads(run_python(SHOW, env))
    assert shown["games"] == games > 10
    assert shown["statuses"] == ["finished", "running", "waiting"]
    assert shown["on_leave"] > 10
    assert shown["messages"] == ["Ahoj, přeji hezkou partii ½"]
    assert "zofie" in shown["names"]
    for label, number in labels(kept).items():
        assert shown["events"][label.casefold()] == number
    run_python(GO_ON, env)  # new rows get numbers of their own
    assert f"{games + 1} games, all well" in slowmate("verify", env=env).stdout


def labels(kept: list[dict[str, Any]]) -> Counter[str]:
    """What was written on the games of a schema of old, and on how many: each becomes an event."""
    return Counter(
        line["fields"]["label"]
        for line in kept
        if line.get("model") == "slowmate.game" and line["fields"].get("label") not in (None, "", "Challenge", "Match")
    )


def changed(file: Path, to: Path, **migrations: str) -> str:
    """A copy of a backup that says that it was made by other migrations."""
    head, *rest = lines_of(file)
    head["migrations"] |= migrations
    with gzip.open(to, "wt", encoding="utf-8") as written:
        written.writelines(json.dumps(line) + "\n" for line in (head, *rest))
    return str(to)


@pytest.mark.processes
def test_rows_are_loaded_into_the_tables_of_their_time_and_migrated_from_there(tmp_path: Path) -> None:
    """In 0002 of allauth's tables two people could not have one address in any case; since 0004 they can."""
    old = changed(KEPT[-1], tmp_path / "old", account="0002_email_max_length")
    head, *rest = lines_of(Path(old))
    address = next(line for line in rest if line["model"] == "account.emailaddress")
    again = {**address, "pk": 99, "fields": {**address["fields"], "user": 4, "primary": False}}
    env = environment(tmp_path / "well")
    assert slowmate("restore", old, env=env).returncode == 0
    assert slowmate("manage", "migrate", "--check", env=env).returncode == 0
    with gzip.open(old, "wt", encoding="utf-8") as written:
        written.writelines(json.dumps(line) + "\n" for line in (head, *rest[:-1], again, rest[-1]))
    refused = slowmate("restore", old, env=environment(tmp_path / "twice"))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "UNIQUE constraint failed: account_emailaddress.email" in refused.stderr


@pytest.mark.processes
def test_games_of_a_challenge_find_it_again_by_its_players_and_the_instant_it_was_accepted(tmp_path: Path) -> None:
    """Another game of the same label that no challenge began was arranged by somebody: it belongs to nothing."""
    lines = lines_of(SCHEMAS / "0003_mail_held.backup")
    first, second = [line for line in lines if line.get("model") == "slowmate.game"][:2]
    challenge = next(line for line in lines if line.get("model") == "slowmate.challenge")
    players = {"challenger": first["fields"]["black"], "opponent": first["fields"]["white"]}
    challenge["fields"] |= {"state": "accepted", "answered": first["fields"]["starts"], **players}
    first["fields"]["label"], second["fields"]["label"] = "Challenge", "Match"
    with gzip.open(tmp_path / "old", "wt", encoding="utf-8") as written:
        written.writelines(json.dumps(line) + "\n" for line in lines)
    env = environment(tmp_path / "data")
    slowmate("restore", str(tmp_path / "old"), env=env)
    shown = json.loads(run_python(SHOW, env))
    assert shown["challenges"] == [[first["pk"], challenge["pk"]]]
    assert set(shown["events"]) == {"test", "postal cup"}


@pytest.mark.processes
def test_a_backup_of_a_later_version_is_refused_in_one_line(tmp_path: Path) -> None:
    later = changed(KEPT[-1], tmp_path / "later", slowmate="9999_later")
    refused = slowmate("restore", later, env=environment(tmp_path / "data"))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "was made by another version: there is no migration slowmate.9999_later" in refused.stderr
