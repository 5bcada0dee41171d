"""`slowmate verify` and what it finds; `slowmate backup` and `restore` on both databases."""

import gzip
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from slowmate.ratings.periods import Period
from slowmate.server.games.models import Game, GameEvent, LeaveInGame
from slowmate.server.games.services import leave
from slowmate.server.jobs import verify
from slowmate.server.ratings.models import ListEntry, ListInput
from slowmate.server.ratings.services.history import make_lists
from tests.server.processes import environment, fresh, migrated_environment, run_python, slowmate
from tests.server.tampering import unguarded
from tests.support.people import AT, game, person, rated_game

pytestmark = pytest.mark.postgresql

DAY = timedelta(days=1)
CHANGES: dict[str, dict[str, Any]] = {
    "snapshot": {"plies": 0, "snapshot": "{}"},
    "plies": {"plies": 9},
    "plies_before": {"plies_before": 3},
    "deadline": {"deadline": AT},
    "last_move": {"last_move": "Qh5"},
    "offer_to": {"offer_to": "white"},
    "awaits_director": {"awaits_director": True},
}


@pytest.mark.django_db
def test_games_as_they_were_written_are_well() -> None:
    for moves in ((), ("e4", "e5"), ("f3", "e5", "g4", "Qh4")):
        game(person(), person(), *moves)
    assert list(verify.differences()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", CHANGES)
def test_whatever_was_changed_behind_the_events_is_found(name: str) -> None:
    well, row = game(person(), person(), "e4"), game(person(), person(), "e4", "e5")
    change = {key: row.white_id if value == "white" else value for key, value in CHANGES[name].items()}
    change = {key.replace("offer_to", "offer_to_id"): value for key, value in change.items()}
    Game.objects.filter(pk=row.pk).update(**change)
    (found,) = verify.differences()
    assert found.game == row.pk != well.pk
    assert name in found.what


@pytest.mark.django_db
def test_lists_are_computed_again_from_what_they_were_made_from() -> None:
    white, black = person("Ada"), person("Bo")
    for ended in (datetime(2023, 10, 1, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=UTC)):
        rated_game(white, black, ended=ended)
    first, second = make_lists(Period(2024, 2), published=lambda _: AT)
    assert list(verify.list_differences()) == []
    entry = first.entries.get(player=white.player)
    with unguarded():
        ListEntry.objects.filter(pk=entry.pk).update(rating=2999, rank=None)
        second.entries.filter(player=black.player).delete()
        second.entries.create(player=person("Eve").player, name="Eve", rating=2500)
    found = dict(verify.list_differences())
    assert set(found) == {"2024/1 (chess)", "2024/2 (chess)"}
    pk = white.player.pk
    assert found["2024/1 (chess)"][0] == f"player {pk}: rank None, not {entry.rank}, rating 2999, not {entry.rating}"
    wrong = "\n".join(found["2024/2 (chess)"])
    assert "is in it, and not in what it was made from" in wrong
    assert f"player {black.player.pk} is missing" in wrong
    assert f"player {pk} begins with {entry.rating}, not with 2999" in wrong


@pytest.mark.django_db
@pytest.mark.parametrize(("by", "is_well"), [(1e-13, True), (1e-9, False)])
def test_the_last_digit_of_another_processor_is_no_difference(by: float, *, is_well: bool) -> None:
    white, black = person("Ada"), person("Bo")
    rated_game(white, black, ended=datetime(2024, 1, 1, tzinfo=UTC))
    (row,) = make_lists(Period(2024, 2), published=lambda _: AT)
    entry = row.entries.get(player=white.player)
    assert entry.exact_rating is not None
    with unguarded():
        ListEntry.objects.filter(pk=entry.pk).update(exact_rating=entry.exact_rating * (1 + by))
    assert (list(verify.list_differences()) == []) is is_well


@pytest.mark.django_db
def test_a_list_whose_files_are_damaged_is_named_and_the_others_are_looked_at() -> None:
    white, black = person("Ada"), person("Bo")
    rated_game(white, black, ended=datetime(2023, 10, 1, tzinfo=UTC))
    first, _second = make_lists(Period(2024, 2), published=lambda _: AT)
    with unguarded():
        ListInput.objects.filter(list=first).update(games_csv=b"nonsense")
    ((name, why),) = verify.list_differences()
    assert name == "2024/1 (chess)"
    assert "cannot be read" in why[0]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["begins", "ends", "last", "game", "player"])
def test_leave_that_is_not_what_the_events_say_is_found(name: str) -> None:
    white, black = person(), person()
    row, other = game(white, black), game(white, black)
    days = AT.date(), AT.date() + timedelta(days=5)
    leave.take(white.player, *days, actor=white, at=AT)
    assert list(verify.differences()) == []
    kept = LeaveInGame.objects.get(game=row)
    changed = {"begins": AT + DAY, "ends": AT + DAY, "last": days[0], "player": black.player}
    if name == "game":
        kept.delete()
    else:
        LeaveInGame.objects.filter(pk=kept.pk).update(**{name: changed[name]})
    assert [(found.game, found.what) for found in verify.differences()] == [(row.pk, "leave")] != [(other.pk, "leave")]


@pytest.mark.django_db
def test_an_event_that_is_missing_or_changed_is_found() -> None:
    row = game(person(), person(), "e4", "e5")
    kept = GameEvent.objects.get(game=row, ply=2)
    with unguarded():
        GameEvent.objects.filter(pk=kept.pk).update(data={**kept.data, "move": "c7c5"})
    assert [found.what for found in verify.differences()] == ["snapshot"]
    with unguarded():
        kept.delete()
    assert [found.what for found in verify.differences()] == ["has 3 events, not 4 in order"]


DAMAGE: list[object] = [
    [],
    "e4",
    7,
    {"type": ["move-made"]},
    {"by": 7},
    {"at": "2024-01-01"},
    {"at": 10**30},
    {"grounds": "none"},
    {"grounds": [[]]},
    {"grounds": [{"clause": 7, "facts": {}}]},
    {"grounds": [{"clause": "ICCF-LAWS-2019 1.1", "facts": {"days": {"fraction": "1/0"}}}]},
    {"terms": {"control": {"type": "triple-block", "initial": 10**30}}},
    {"terms": {"control": {"type": []}}},
    {"move": "a1a1"},
]


@pytest.mark.django_db
@pytest.mark.parametrize("damage", DAMAGE, ids=str)
def test_whatever_is_damaged_in_an_event_its_game_is_named_and_the_others_are_looked_at(damage: object) -> None:
    row, well, last = (game(person(), person(), "e4", "e5") for _ in range(3))
    kept = GameEvent.objects.get(game=row, number=1 if "terms" in str(damage) else 3)
    data = {**kept.data, **damage} if isinstance(damage, dict) else damage
    with unguarded():
        GameEvent.objects.filter(pk=kept.pk).update(data=data)
        GameEvent.objects.filter(game=last, number=2).update(data=[])
    found = list(verify.differences())
    assert [each.game for each in found] == [row.pk, last.pk] != [well.pk]
    assert all(each.what.startswith("its events cannot be read: ") for each in found)


# backup and restore, as an administrator does them

MAKE = """
from slowmate.server.site import clock
from slowmate.server.models import Picture
from slowmate.server.correspondence import services as correspondence
from tests.support.people import game, person
white, black = person("Žofie"), person("Bo")
for moves in ("e4 e5 Nf3", "f3 e5 g4 Qh4", ""):
    row = game(white, black, *moves.split(), at=clock.now())
correspondence.send_message(row, "Ahoj, přeji hezkou partii ½", actor=white, at=clock.now())
Picture.objects.create(player=white.player, image=bytes(range(256)), digest="abc", changed=clock.now())
"""
SHOW = """
from slowmate.server.models import *
print(list(Game.objects.order_by("pk").values_list("pk", "status", "plies", "version", "last_move", "due")))
print(list(GameEvent.objects.order_by("pk").values_list("game", "number", "type", "at")))
print(list(User.objects.order_by("pk").values_list("email", "password", "joined", "unsubscribe_key")))
print(list(Message.objects.values_list("text", flat=True)), Mail.objects.count())
print([(bytes(one.image), one.digest, one.changed) for one in Picture.objects.all()])
"""
MOVE_ON = """
from slowmate.server.site import clock
from slowmate.server.models import Game
from slowmate.server.games.services import playing
row = Game.objects.select_related("black__user").get(plies=3)
playing.make_move(row.pk, "Nc6", actor=row.black.user, at=clock.now())
"""
WAYS = [
    ("sqlite", "sqlite", ()),
    ("postgresql", "postgresql", ()),
    pytest.param("sqlite", "postgresql", ("--portable",), marks=pytest.mark.long),
    ("postgresql", "sqlite", ("--portable",)),
]


@pytest.mark.processes
@pytest.mark.parametrize(("source", "target", "options"), WAYS)
def test_a_backup_restored_into_an_empty_place_is_the_same_and_goes_on(
    source: str, target: str, options: tuple[str, ...], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = request.getfixturevalue("postgres") if "postgresql" in (source, target) else None
    one = migrated_environment(tmp_path / "one", source, postgres)
    other = environment(tmp_path / "other", fresh(target, postgres, "restored"))
    run_python(MAKE, one)
    file = str(tmp_path / "backup")
    done = slowmate("backup", *options, file, env=one)
    assert (done.returncode, done.stderr) == (0, "")
    restored = slowmate("restore", file, env=other)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "3 games, all well" in restored.stdout
    assert run_python(SHOW, other) == run_python(SHOW, one)
    run_python(MOVE_ON, other)  # new rows get numbers of their own
    again = slowmate("restore", file, env=other)
    assert again.returncode == 2
    assert "a backup is restored into an empty place only" in again.stderr
    assert "DATABASE_URL" not in again.stderr
    assert again.stderr.count("\n") == 1


@pytest.mark.processes
def test_a_backup_never_overwrites_and_damage_is_noticed(tmp_path: Path) -> None:
    one, other = migrated_environment(tmp_path / "one"), environment(tmp_path / "other")
    run_python(MAKE, one)
    file = tmp_path / "backup"
    file.write_text("mine")
    refused = slowmate("backup", str(file), env=one)
    assert (refused.returncode, file.read_text()) == (2, "mine")
    assert slowmate("restore", str(file), env=other).stderr.endswith("is no backup of ours\n")
    for place in ("/sys/x", "/proc/x", str(tmp_path / "nowhere" / "x")):
        refused = slowmate("backup", place, env=one)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1), refused.stderr
    file.unlink()
    assert slowmate("backup", "--portable", str(file), env=one).returncode == 0
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(lines[:-1])))
    cut = slowmate("restore", str(file), env=other)
    assert cut.returncode == 2
    assert "ends in the middle" in cut.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.processes
@pytest.mark.parametrize("kind", ["text", "sqlite", "dump", "nothing"])
def test_a_refused_restore_leaves_nothing_behind(kind: str, tmp_path: Path) -> None:
    file, data = tmp_path / "backup", tmp_path / "data"
    if kind == "sqlite":
        with sqlite3.connect(file) as foreign:
            foreign.execute("CREATE TABLE theirs (x)")
        foreign.close()
    elif kind != "nothing":
        file.write_bytes(gzip.compress(b'{"format": "slowmate-portable-3"}\n') if kind == "dump" else b"mine")
    done = slowmate("restore", str(file), env=environment(data))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert ("is no backup of ours" in done.stderr) == (kind in ("text", "sqlite"))
    assert not data.exists()


@pytest.mark.processes
def test_verify_names_the_games_that_differ(tmp_path: Path) -> None:
    env = migrated_environment(tmp_path)
    run_python(MAKE, env)
    assert slowmate("verify", env=env).returncode == 0
    run_python("from slowmate.server.models import Game\nGame.objects.filter(pk=1).update(plies=77)", env)
    done = slowmate("verify", env=env)
    assert done.returncode == 1
    assert "game 1: plies" in done.stdout
