"""A database of an older version is brought up to date with its games."""

from pathlib import Path

import pytest

from tests.server.processes import environment, fresh, run_python, slowmate

OLDER = """
from django.core.management import call_command
from django.db import connection
from slowmate.server import clock
from slowmate.server.models import Game
from slowmate.testing.people import game, person
call_command("migrate", verbosity=0)
for moves in ((), ("e4", "e5", "Nf3"), ("f3", "e5", "g4", "Qh4#")):
    game(person(), person(), *moves, at=clock.now())
connection.close()  # SQLite alters no table that a trigger of the connection's own writes
call_command("migrate", "slowmate", "0005", verbosity=0)
Game.objects.update(snapshot='{"anchor": "kept as text"}')
call_command("migrate", "slowmate", "0005", verbosity=0)
"""


@pytest.mark.processes
@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_snapshots_are_made_again_from_the_events(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    env = environment(tmp_path, fresh(kind, postgres, "older"))
    run_python(OLDER, env)
    assert slowmate("verify", env=env).returncode == 2  # the database is not of this version
    done = slowmate("manage", "migrate", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    verified = slowmate("verify", env=env)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert "3 games" in verified.stdout


NAMED = """
from django.core.management import call_command
from slowmate.testing.people import person
call_command("migrate", verbosity=0)
for name in ("Čeněk Novotný", "Łukasz Groß", ""):
    person(name)
call_command("migrate", "slowmate", "0007", verbosity=0)
"""
FOUND = """
from slowmate.server.queries.people import players
print([[one.name for one in players(words)] for words in ("cenek", "gross lukasz", "person")])
"""


@pytest.mark.processes
@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_players_who_were_there_before_are_found_without_accents(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    env = environment(tmp_path, fresh(kind, postgres, "named"))
    run_python(NAMED, env)
    assert slowmate("manage", "migrate", env=env).returncode == 0
    assert run_python(FOUND, env).strip() == "[['Čeněk Novotný'], ['Łukasz Groß'], ['Person 3']]"
