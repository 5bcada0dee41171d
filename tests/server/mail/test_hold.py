"""Mail after a restore: nothing goes until an administrator lets it, and then only what is news."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from slowmate.play.clocks import FixedDays
from slowmate.server.games.services import playing
from slowmate.server.jobs import worker
from slowmate.server.mail import hold
from slowmate.server.mail.models import Mail
from slowmate.server.site import clock
from tests.server.processes import environment, migrated_environment, run_python, slowmate
from tests.support.people import account, game, person

pytestmark = pytest.mark.postgresql


def released(*options: str) -> str:
    out = StringIO()
    call_command("release_mail", *options, stdout=out)
    return " ".join(out.getvalue().split())


def unsent() -> list[str]:
    return list(Mail.objects.filter(sent=None, dropped="").order_by("pk").values_list("kind", flat=True))


@pytest.mark.django_db
def test_a_worker_sends_nothing_and_writes_no_daily_mail_while_mail_is_held(mailoutbox: list[object]) -> None:
    game(person(), person(mail_mode="digest"), "e4", at=clock.now() - timedelta(days=2))
    before = unsent()
    hold.begin(at=clock.now())
    worker.run_once()
    assert mailoutbox == []
    assert unsent()[: len(before)] == before
    assert "digest" not in unsent()


@pytest.mark.django_db
def test_what_waited_in_the_backup_is_dropped_and_what_came_later_goes(mailoutbox: list[object]) -> None:
    row = game(person(), person(), "e4", at=clock.now())
    assert unsent() == ["started", "started", "your-move"]
    hold.begin(at=clock.now())
    playing.make_move(row.pk, "e5", actor=account(row.black), at=clock.now())
    assert "4 waiting, 3 from the backup" in released()
    assert hold.is_held()  # it was only said
    assert "1 let go, 3 from the backup dropped" in released("--yes")
    worker.run_once()
    assert len(mailoutbox) == 1
    assert set(Mail.objects.exclude(dropped="").values_list("dropped", flat=True)) == {hold.FROM_BACKUP}


@pytest.mark.django_db
def test_news_recorded_after_the_restore_is_no_old_news_though_the_rules_date_it_before(
    mailoutbox: list[object],
) -> None:
    game(person(), person(), control=FixedDays(days=3), at=clock.now() - timedelta(days=4))
    hold.begin(at=clock.now())
    worker.run_once()  # a flag that fell while there was no server
    hold.release()
    worker.run_once()
    assert len(mailoutbox) > 0
    assert set(Mail.objects.exclude(sent=None).values_list("kind", flat=True)) >= {"ended"}


@pytest.mark.django_db
def test_the_mail_of_the_backup_goes_too_if_the_old_server_could_not_send_it(mailoutbox: list[object]) -> None:
    game(person(), person(), at=clock.now())
    hold.begin(at=clock.now())
    assert "2 let go, 0 from the backup dropped" in released("--yes", "--with-backup")
    worker.run_once()
    assert len(mailoutbox) == 2


@pytest.mark.django_db
def test_of_a_stranger_nothing_is_kept_and_no_private_address_of_anybody() -> None:
    somebody = person()
    now = clock.now()
    Mail.objects.create(recipient="stranger@example.org", kind="account", key="a", made=now, due=now, link="/secret")
    Mail.objects.create(user=somebody, kind="account", key="b", made=now, due=now, link="/secret")
    hold.begin(at=now)
    hold.release()
    assert list(Mail.objects.values_list("user", "link")) == [(somebody.pk, "")]


@pytest.mark.django_db
def test_where_nothing_is_held_there_is_nothing_to_let_go() -> None:
    with pytest.raises(CommandError, match="no mail is held"):
        released("--yes")


@pytest.mark.django_db
def test_whoever_watches_the_server_and_its_administrators_read_that_mail_is_held(client: Client) -> None:
    game(person(), person(), at=clock.now() - timedelta(hours=1))
    hold.begin(at=clock.now())
    worker.record_heartbeat("sweep")
    worker.record_heartbeat("mail")
    answer = client.get("/healthz")
    assert answer.status_code == 200  # to start the server again would not help
    assert "2 waiting; 'slowmate manage release-mail' lets it go" in answer.json()["checks"]["mail"]
    client.force_login(person(is_administrator=True))
    page = client.get("/").content.decode()
    assert "restored from a backup" in page
    assert 'action="/mail/release"' in page
    client.force_login(person())
    assert "restored from a backup" not in client.get("/").content.decode()


MAKE = """
from slowmate.server.site import clock
from tests.support.people import game, person
game(person(), person(), "e4", at=clock.now())
"""


@pytest.mark.processes
def test_a_rehearsed_restore_writes_to_nobody_and_a_used_place_is_named(tmp_path: Path) -> None:
    one, other = migrated_environment(tmp_path / "one"), environment(tmp_path / "other")
    run_python(MAKE, one)
    file = str(tmp_path / "backup")
    assert slowmate("backup", file, env=one).returncode == 0
    restored = slowmate("restore", file, env=other)
    assert "mail is held: 'slowmate manage release-mail'" in restored.stdout
    run_python("from slowmate.server.jobs import worker; worker.run_once()", other)
    said = slowmate("manage", "release-mail", env=other)
    assert (said.returncode, said.stderr) == (0, "")
    assert "3 waiting, 3 from the backup" in said.stdout
    again = slowmate("restore", file, env=other)
    assert again.returncode == 2
    assert f"the database {tmp_path / 'other' / 'slowmate.sqlite3'} has accounts; a backup is" in again.stderr
    assert "DATABASE_URL" not in again.stderr
    assert slowmate("manage", "release-mail", "--yes", env=other).returncode == 0
    nothing = slowmate("manage", "release-mail", "--yes", env=other)
    assert (nothing.returncode, nothing.stderr.count("\n")) == (2, 1)


@pytest.mark.django_db
def test_an_administrator_lets_mail_go_on_the_front_page_and_nobody_else_does(mailoutbox: list[object]) -> None:
    game(person(), person(), at=clock.now())
    hold.begin(at=clock.now())
    client = Client()
    client.force_login(person())
    assert client.post("/mail/release").status_code == 404
    assert hold.is_held()
    client.force_login(person(is_administrator=True))
    assert "/mail/release" in client.get("/").text
    answer = client.post("/mail/release", follow=True)
    assert "0 let go, 2 from the backup dropped" in answer.text
    assert not hold.is_held()
    assert "No mail is held." in client.post("/mail/release", follow=True).text
    worker.run_once()
    assert mailoutbox == []
