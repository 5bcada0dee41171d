"""Mail: over real SMTP, in the reader's language and zone, once for each cause, until it is given up with a reason."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import mail as account_mail
from slowmate.server.correspondence import services
from slowmate.server.correspondence.letters import READ
from slowmate.server.correspondence.models import Message
from slowmate.server.games.models import Game
from slowmate.server.games.services.stale_mail import ANSWERED
from slowmate.server.jobs.mail import LETTERS, send_digests, send_due
from slowmate.server.mail import delivery
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Office, Player
from slowmate.server.site.errors import TooMany
from tests.server.mail import one_of_each
from tests.server.processes import SET_UP, migrated_environment, run_python
from tests.server.smtp import Kept, free_port, mail_server
from tests.support.events import put_into
from tests.support.people import AT, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def post(settings: Settings) -> Iterator[Kept]:
    with mail_server() as (port, kept):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.SLOWMATE_URL = "https://chess.example"
        settings.DEFAULT_FROM_EMAIL = "Slowmate <games@chess.example>"
        yield kept


def texts(mail: EmailMessage) -> tuple[str, str]:
    """The plain text and the HTML of a mail."""
    plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert page is not None
    return plain.get_content(), page.get_content()


def test_a_move_is_told_in_text_and_html_with_a_link_and_the_deadline(post: Kept) -> None:
    white, black = person("Ada"), person("Bo", zone="Europe/Prague")
    row = game(white, black, "e4")
    Mail.objects.exclude(kind="your-move").delete()
    assert send_due(at=AT) == 1
    (mail,) = post.mails
    plain, page = texts(mail)
    assert mail["Subject"] == "Your move: Ada played e4"
    assert mail["To"] == black.email
    assert f"https://chess.example/games/{row.pk}" in plain
    assert f'href="https://chess.example/games/{row.pk}"' in page
    assert row.deadline is not None
    local = row.deadline + timedelta(hours=2)  # Prague in summer
    assert f"{local:%H:%M} CEST" in plain
    assert f"{local:%H:%M} CEST" in page


def test_a_mail_is_sent_once(post: Kept) -> None:
    game(person(), person(), "e4")
    sent = send_due(at=AT)
    assert sent == len(post.mails) > 0
    assert send_due(at=AT + DAY) == 0
    assert len(post.mails) == sent


def test_mail_can_be_ended_with_one_click_as_mail_programs_do(post: Kept, client: Client) -> None:
    white, black = person(), person()
    game(white, black)
    send_due(at=AT)
    mail = next(mail for mail in post.mails if mail["To"] == black.email)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.fullmatch(r"\s*<https://chess\.example(/unsubscribe/\w+)>", mail["List-Unsubscribe"])
    assert path is not None
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(path[1]).status_code == 200
    black.refresh_from_db()
    assert black.mail_mode == MailMode.EACH  # a link that is merely opened changes nothing
    assert strict.post(path[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    black.refresh_from_db()
    assert black.mail_mode == MailMode.NONE
    assert client.get("/unsubscribe/nobodys").status_code == 404


def test_whoever_said_no_gets_nothing_that_still_waited(post: Kept) -> None:
    white, black = person(), person()
    game(white, black)
    account_mail.unsubscribe(black)
    send_due(at=AT)
    assert [mail["To"] for mail in post.mails] == [white.email]
    assert Mail.objects.get(user=black).dropped == delivery.WANTS_NONE


def test_a_move_that_was_answered_meanwhile_is_not_told(post: Kept) -> None:
    white, black = person(), person()
    row = game(white, black, "e4", "e5")
    send_due(at=AT)
    subjects = [mail["Subject"] for mail in post.mails if "Your move" in mail["Subject"]]
    assert subjects == [f"Your move: {black.player.name} played e5"]
    assert Mail.objects.get(game=row, user=black, kind="your-move").dropped == ANSWERED


def test_nothing_is_lost_while_the_mail_server_is_down(settings: Settings) -> None:
    port = free_port()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    game(person(), person())
    assert send_due(at=AT) == 0
    tried = list(Mail.objects.order_by("pk"))
    assert [mail.tries for mail in tried] == [1, 0]  # the first failed to connect: the second was not tried in vain
    assert (tried[0].due, tried[0].leased, tried[0].dropped) == (AT + 2 * MINUTE, None, "")
    with mail_server(port) as (_, kept):
        assert send_due(at=AT + 3 * MINUTE) == 2
        assert len(kept.mails) == 2


def test_pauses_grow_and_in_the_end_the_reason_is_kept(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    game(person(), person())
    Mail.objects.exclude(pk=Mail.objects.order_by("pk")[0].pk).delete()
    at, pauses = AT, []
    for _ in range(delivery.TRIES):
        send_due(at=at)
        mail = Mail.objects.get()
        pauses.append(mail.due - at)
        at = max(mail.due, at + MINUTE)
    assert pauses[:-1] == sorted(pauses[:-1])
    assert pauses[0] == 2 * MINUTE
    assert mail.tries == delivery.TRIES
    assert mail.dropped.startswith(f"given up after {delivery.TRIES} tries: ConnectionRefusedError")
    assert send_due(at=at + 30 * DAY) == 0


def test_an_address_that_does_not_exist_is_given_up_at_once_and_the_others_are_served(post: Kept) -> None:
    white, black = person(), person()
    game(white, black)
    post.refuse[white.email] = "550 5.1.1 no such person"
    assert send_due(at=AT) == 1
    assert [mail["To"] for mail in post.mails] == [black.email]
    refused = Mail.objects.get(user=white)
    assert "no such person" in refused.dropped
    assert refused.dropped.startswith("refused:")


def test_a_server_that_says_later_is_asked_later(post: Kept) -> None:
    white, black = person(), person()
    game(white, black)
    post.refuse[white.email] = "451 4.7.1 greylisted"
    send_due(at=AT)
    waiting = Mail.objects.get(user=white)
    assert (waiting.dropped, waiting.sent, waiting.tries) == ("", None, 1)
    post.refuse.clear()
    assert send_due(at=waiting.due) == 1


def test_a_server_that_dies_with_a_mail_in_hand_gets_it_again_under_the_same_name(post: Kept) -> None:
    game(person(), person())
    post.dies = True
    assert send_due(at=AT) == 0
    first, second = Mail.objects.order_by("pk")
    assert (first.tries, first.sent, first.leased, first.due) == (1, None, None, AT + 2 * MINUTE)
    assert (second.tries, second.sent, second.leased) == (0, None, None), "it was not tried in vain"
    post.dies = False
    assert send_due(at=AT + 3 * MINUTE) == 2
    ids = [mail["Message-ID"] for mail in post.mails]
    assert (len(ids), len(set(ids))) == (3, 2)


def test_whoever_has_no_time_left_sends_the_mail_in_hand_and_gives_the_others_back(post: Kept) -> None:
    game(person(), person())
    answers = iter([True, False, False])
    assert send_due(at=AT, should_continue=lambda: next(answers)) == 1
    left = Mail.objects.get(sent=None)
    assert (left.tries, left.leased) == (0, None)
    assert send_due(at=AT) == 1
    assert len(post.mails) == 2


@pytest.mark.parametrize("name", ["Ada\r\nBcc: evil@example.org", "Ada\nX-Evil: 1", "Ada\r\n\r\nbody"])
def test_no_name_or_event_adds_a_header_to_a_mail(post: Kept, name: str) -> None:
    """However it came into the database: forms take no such name."""
    white, black = person(), person()
    Player.objects.update(name=name)
    row = game(white, black, "e4")
    put_into(name, row)
    assert send_due(at=AT) > 0
    for mail in post.mails:
        assert {"Bcc", "X-Evil"}.isdisjoint(mail.keys())
        assert "\n" not in str(mail["Subject"])


@pytest.mark.usefixtures("post")
def test_a_lease_keeps_others_away_until_it_runs_out() -> None:
    game(person(), person())
    claimed = delivery._claim(AT, LETTERS)
    assert len(claimed) == 2
    assert send_due(at=AT + MINUTE) == 0
    assert send_due(at=AT + delivery.LEASE) == 2


def test_every_attempt_has_the_same_message_id(post: Kept) -> None:
    game(person(), person())
    send_due(at=AT)
    Mail.objects.update(sent=None)  # killed after the server took it, before that was written down
    send_due(at=AT + DAY)
    ids = [mail["Message-ID"] for mail in post.mails]
    assert len(ids) == 4
    assert len(set(ids)) == 2


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.usefixtures("post")
def test_every_kind_of_mail_can_be_written(language: str) -> None:
    one_of_each.of_lists("<b>Bo</b> & Co")
    one_of_each.of_games(person("Ada"), person("<b>Bo</b> & Co"), person("Di", offices=(Office.Kind.DIRECTOR,)))
    one_of_each.of_events("<b>Bo</b> & Co")
    one_of_each.of_titles("<b>Bo</b> & Co")
    User.objects.update(language=language)
    for kind in LETTERS:
        mail = Mail.objects.filter(kind=kind).select_related("user__player", "game__white", "game__black").first()
        assert mail is not None, f"no mail {kind!r}: tests/server/mail/one_of_each.py must make one"
        plain, page = texts(message_of(mail))
        assert "<b>Bo</b>" not in page
        assert "https://chess.example/" in plain
        assert len(plain.splitlines()) > 6, plain
    assert set(Mail.objects.values_list("kind", flat=True)) == set(LETTERS)


def test_no_kind_of_mail_goes_to_whom_it_does_not_concern() -> None:
    long_ago = {"begins": date(2000, 1, 1), "ends": date(2009, 12, 31)}
    bystanders = {
        "a player of other games": person("Petr"),
        "the director of another game": person("Dora", offices=(Office.Kind.DIRECTOR,)),
        "the delegate of another federation": person("Nils"),
        "the owner of an account that was closed": person(
            "Uma", offices=(Office.Kind.QUALIFICATIONS,), is_active=False
        ),
        **{f"formerly {kind}": person(f"Former {kind}") for kind in Office.Kind},
    }
    delegate = bystanders["the delegate of another federation"]
    Office.objects.create(user=delegate, kind=Office.Kind.DELEGATE, federation="NZL", begins=date(2000, 1, 1))
    for kind in Office.Kind:
        federation = "CZE" if kind is Office.Kind.DELEGATE else ""
        Office.objects.create(user=bystanders[f"formerly {kind}"], kind=kind, federation=federation, **long_ago)
    other = game(bystanders["a player of other games"], person(), director=bystanders["the director of another game"])
    Mail.objects.all().delete()  # that their own game has begun
    one_of_each.of_lists("Bo")
    one_of_each.of_games(person("Ada"), person("Bo"), person("Di", offices=(Office.Kind.DIRECTOR,)))
    one_of_each.of_events("Bo")
    one_of_each.of_titles("Bo")
    assert set(Mail.objects.values_list("kind", flat=True)) == set(LETTERS), "one_of_each makes a mail of every kind"
    wrongly = {
        who: kinds
        for who, user in bystanders.items()
        if (kinds := set(Mail.objects.filter(user=user).exclude(game=other).values_list("kind", flat=True)))
    }
    assert wrongly == {}


def message_of(mail: Mail) -> EmailMessage:
    from email import message_from_bytes, policy  # noqa: PLC0415 - named where it is used

    raw = letter(mail, LETTERS).message().as_bytes()
    return message_from_bytes(raw, policy=policy.default)


def test_the_mail_about_an_end_names_the_clause(post: Kept) -> None:
    game(person("Ada"), person("Bo"), "f3", "e5", "g4", "Qh4")
    send_due(at=AT)
    ended = [mail for mail in post.mails if "is over" in mail["Subject"]]
    assert len(ended) == 2
    assert "ICCF-LAWS-2019 5.1.1" in texts(ended[0])[0]


@pytest.mark.usefixtures("post")
def test_a_message_that_was_read_is_not_told_again() -> None:
    white, black = person(), person()
    row = game(white, black)
    message = services.send_message(row, "hello", actor=white, at=AT)
    Message.objects.filter(pk=message.pk).update(read=AT)
    send_due(at=AT)
    assert Mail.objects.get(kind="message").dropped == READ


# one mail a day


def test_a_second_message_of_the_day_is_not_mailed_while_the_first_is_unread(post: Kept) -> None:
    white, black = person(), person()
    row = game(white, black)
    told = Mail.objects.filter(kind="message")
    for _ in range(3):
        services.send_message(row, "hello", actor=white, at=AT)
    assert told.count() == 1
    services.send_message(row, "hello yourself", actor=black, at=AT)
    assert told.filter(user=white).count() == 1
    services.mark_read(row, actor=black, at=AT)
    services.send_message(row, "and another", actor=white, at=AT)
    assert told.filter(user=black).count() == 2
    services.send_message(row, "still there?", actor=white, at=AT + DAY)
    assert told.filter(user=black).count() == 3
    assert post.mails == []


def test_nobody_is_flooded_with_messages_and_the_sender_hears_when_to_go_on() -> None:
    white, black = person(), person()
    row, other = game(white, black), game(white, black)
    for n in range(services.MOST_MESSAGES):
        services.send_message(row, "hello", actor=white, at=AT + n * MINUTE)
    with pytest.raises(TooMany) as refused:
        services.send_message(row, "hello", actor=white, at=AT + 30 * MINUTE)
    assert "Try again in 31 minutes" in refused.value.why
    assert refused.value.wait == 30 * 60 + 1
    services.send_message(row, "hello", actor=black, at=AT + 30 * MINUTE)
    services.send_message(other, "hello", actor=white, at=AT + 30 * MINUTE)
    services.send_message(row, "hello", actor=white, at=AT + 60 * MINUTE)
    assert Message.objects.filter(game=row).count() == services.MOST_MESSAGES + 2


def test_a_daily_mail_collects_the_news_of_the_day_once(post: Kept) -> None:
    white, black = person("Ada"), person("Bo", mail_mode="digest", zone="America/Buenos_Aires")
    game(white, black, "e4")
    game(black, white)
    before_seven = datetime(2024, 5, 2, 9, 59, tzinfo=UTC)  # 06:59 there
    assert send_digests(at=before_seven) == 0
    assert send_digests(at=before_seven + MINUTE) == 1
    send_due(at=before_seven + MINUTE)
    mine = [mail for mail in post.mails if mail["To"] == black.email]
    assert len(mine) == 1
    assert mine[0]["Subject"] == "3 pieces of news from your games"
    plain, page = texts(mine[0])
    assert plain.count("Your game against Ada has started") == page.count("Your game against Ada has started") == 2
    assert "Ada played e4" in plain
    assert send_digests(at=before_seven + 10 * MINUTE) == 0
    black.refresh_from_db()
    assert black.last_digest == before_seven + MINUTE


@pytest.mark.usefixtures("post")
def test_a_second_daily_mail_waits_for_the_next_morning() -> None:
    white, black = person("Ada"), person("Bo", mail_mode="digest")
    game(white, black)
    morning = datetime(2024, 5, 2, 7, 0, tzinfo=UTC)
    assert send_digests(at=morning) == 1
    game(white, black, at=morning)
    assert send_digests(at=morning + timedelta(hours=9)) == 0
    assert send_digests(at=morning + DAY) == 1


def test_whoever_changes_from_daily_to_each_gets_what_waited(post: Kept) -> None:
    white, black = person(), person(mail_mode="digest")
    game(white, black)
    assert send_due(at=AT) == 1
    User.objects.filter(pk=black.pk).update(mail_mode="each")
    assert send_due(at=AT) == 1
    assert {mail["To"] for mail in post.mails} == {white.email, black.email}


# killed in the middle

_SLOW = """
import os, signal
from slowmate.server.jobs.mail import send_due
from slowmate.server.mail import delivery
from slowmate.server.site import clock
def killed(mail, **_):
    os.kill(os.getpid(), signal.SIGKILL)
delivery._settle = killed
send_due(at=clock.now())
"""
_MAKE = """
from slowmate.server.site import clock
from tests.support.people import game, person
game(person(), person(), at=clock.now())
"""
_LATER = """
from datetime import timedelta
from slowmate.server.site import clock
from slowmate.server.jobs.mail import send_due
with clock.shifted(timedelta(minutes={minutes})):
    send_due(at=clock.now())
"""


@pytest.mark.processes
def test_a_worker_killed_between_sending_and_writing_it_down_loses_nothing(tmp_path: Path) -> None:
    """The mail goes again after the lease, with the same Message-ID; the others go once."""
    with mail_server() as (port, kept):
        env = migrated_environment(tmp_path, SLOWMATE_MAIL=f"smtp://127.0.0.1:{port}")
        run_python(_MAKE, env)
        killed = subprocess.run([sys.executable, "-c", SET_UP + _SLOW], env=env, capture_output=True, check=False)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        assert len(kept.mails) == 1
        run_python(_LATER.format(minutes=1), env)
        assert len(kept.mails) == 1  # all were leased to the one that was killed
        run_python(_LATER.format(minutes=11), env)
        ids = [mail["Message-ID"] for mail in kept.mails]
        assert len(ids) == 3
        assert len(set(ids)) == 2


def test_nothing_old_is_kept_for_ever() -> None:
    from slowmate.server.jobs.worker import settled_before  # noqa: PLC0415

    game(person(), person())
    Mail.objects.filter(pk=Mail.objects.order_by("pk")[0].pk).update(sent=AT)
    assert settled_before(AT + DAY) == 1
    assert Mail.objects.filter(sent=None).count() == Mail.objects.count() == 1
    assert Game.objects.count() == 1
