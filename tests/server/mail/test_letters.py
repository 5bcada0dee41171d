"""Every kind of mail has one row in one table, one template, and somebody who queues it."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.template.loader import get_template

from slowmate import server
from slowmate.server.accounts import letters as accounts
from slowmate.server.cases import letters as cases
from slowmate.server.correspondence import letters as correspondence
from slowmate.server.desk import letters as desk
from slowmate.server.events import letters as events
from slowmate.server.games import letters as games
from slowmate.server.jobs.mail import LETTERS, TABLES
from slowmate.server.mail import delivery, outbox
from slowmate.server.mail.letters import DIGEST, MailKind, item_of, page_named
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people import letters as people
from slowmate.server.ratings import letters as ratings
from slowmate.server.titles import letters as titles
from tests.support.people import AT, person

pytestmark = pytest.mark.postgresql

SERVER = Path(server.__file__).parent
QUEUES = re.compile(
    r"from slowmate\.server\.(mail(\.models)?|events\.services) import .*\b(outbox|Mail|news|case_letters)\b"
)
SHARED = "events/services/case_letters.py"
"""Queues the letters of every case for the slice that takes its steps."""

SLICES = {
    "accounts": accounts.LETTERS,
    "people": people.LETTERS,
    "games": games.LETTERS,
    "correspondence": correspondence.LETTERS,
    "ratings": ratings.LETTERS,
    "events": events.LETTERS,
    "titles": titles.LETTERS,
    "cases": cases.LETTERS,
    "desk": desk.LETTERS,
}


def kinds_in(code: str) -> Iterator[str]:
    """The kinds of mail that a module queues: what it passes, assigns or tabulates under the name of a kind."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            yield from (text for word in node.keywords if word.arg == "kind" for text in _texts(word.value))
            is_told = ast.unparse(node.func) in {"outbox.tell", "_mails", "news.moved", "case_letters.queue"}
            yield from _texts(node.args[1]) if is_told and len(node.args) > 1 else ()
            yield from _texts(node.args[2]) if ast.unparse(node.func) == "_Letter" else ()
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            names = [ast.unparse(target) for target in getattr(node, "targets", [getattr(node, "target", None)])]
            if any(name.startswith("KINDS") for name in names):
                yield from (text for value in node.value.values for text in _texts(value))
        elif isinstance(node, ast.Assign) and any(ast.unparse(target) == "kind" for target in node.targets):
            yield from _texts(node.value)


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def queued() -> dict[str, str]:
    """Every kind that any code queues, and where."""
    modules = {path: path.read_text("utf-8") for path in SERVER.rglob("*.py")}
    return {
        kind: path.relative_to(SERVER).as_posix()
        for path, code in modules.items()
        if QUEUES.search(code) and path.parent.name != "mail" and not path.match(SHARED)
        for kind in kinds_in(code)
    }


def test_what_is_queued_has_a_row_and_every_row_is_queued_by_its_own_slice() -> None:
    found = queued()
    assert set(found) == set(LETTERS)
    for noun, table in SLICES.items():
        assert {kind for kind, where in found.items() if where.startswith(f"{noun}/")} == set(table)


def test_a_kind_that_no_table_has_would_be_found() -> None:
    code = """
KINDS: dict[str, str] = {"a": "tabulated"}
outbox.tell(user, "told", key, at=at)
mail = Mail(kind="made", key=key)
kind = "assigned" if it else "otherwise"
"""
    assert set(kinds_in(code)) == {"tabulated", "told", "made", "assigned", "otherwise"}


def test_no_kind_stands_in_two_tables() -> None:
    assert len(LETTERS) == sum(map(len, TABLES))
    assert list(SLICES.values()) == list(TABLES)
    assert DIGEST not in LETTERS


def test_a_template_is_found_under_the_noun_of_its_slice_by_the_name_of_its_kind() -> None:
    for noun, table in SLICES.items():
        assert {kind: letter.template for kind, letter in table.items()} == {
            kind: f"{noun}/mail/{kind}.txt" for kind in table
        }
        written = {path.stem for path in (SERVER / "templates" / noun / "mail").iterdir()}
        assert written == set(table), noun
        assert all(get_template(letter.template) for letter in table.values())


def test_which_mail_goes_at_once() -> None:
    at_once = {kind for kind, letter in LETTERS.items() if letter.is_at_once and not letter.is_about_account}
    assert at_once == {"low-time"}
    assert {kind for kind, letter in LETTERS.items() if letter.is_about_account} == set(accounts.LETTERS)


@pytest.mark.django_db
def test_a_new_kind_is_a_template_a_row_and_a_call(mailoutbox: list[EmailMessage]) -> None:
    """Written with the template of another kind, which needs nothing but facts."""
    fresh = MailKind("games/mail/challenge-declined.txt", page=page_named("my-games"), action="Open the game")
    user = person("Bo")
    outbox.tell(user, "fresh", "fresh/1", at=AT, facts={"opponent": "Ada"})
    assert delivery.send_due(at=AT, letters={"fresh": fresh}) == 1
    (mail,) = mailoutbox
    assert (mail.subject, mail.to) == ("Ada declined your challenge", [user.email])
    assert "/games\n" in mail.body


@pytest.mark.django_db
def test_a_row_says_who_gets_it_and_whether_it_is_still_news(mailoutbox: list[EmailMessage]) -> None:
    row = MailKind("games/mail/challenge-declined.txt", page=page_named("my-games"), action="Open the game")
    table = {
        "plain": row,
        "stale": replace(row, why_not=lambda _mail: "nobody cares"),
        "at-once": replace(row, is_at_once=True),
        "account": replace(row, is_about_account=True),
    }
    readers = {mode: person(mail_mode=mode) for mode in MailMode}
    for kind in table:
        for mode, user in readers.items():
            made = {"user": user, "kind": kind, "key": f"{kind}/{mode}", "made": AT, "due": AT}
            outbox.queue([Mail(**made, facts={"opponent": "Ada"})])
    delivery.send_due(at=AT, letters=table)
    settled = {(mail.kind, mail.user_id): mail for mail in Mail.objects.all()}
    sent = {mode: [kind for kind in table if settled[kind, user.pk].sent] for mode, user in readers.items()}
    assert sent == {
        MailMode.EACH: ["plain", "at-once", "account"],
        MailMode.DIGEST: ["at-once", "account"],
        MailMode.NONE: ["account"],
    }
    assert settled["stale", readers[MailMode.EACH].pk].dropped == "nobody cares"
    ends = [mail for mail in mailoutbox if "List-Unsubscribe" in mail.extra_headers]
    assert len(ends) == len(mailoutbox) - len(MailMode) == 3


@pytest.mark.django_db
def test_a_kind_that_nobody_knows_keeps_no_other_mail(mailoutbox: list[EmailMessage]) -> None:
    user = person()
    outbox.tell(user, "unheard-of", "first", at=AT)
    outbox.tell(user, "challenge-declined", "second", at=AT, facts={"opponent": "Ada"})
    assert delivery.send_due(at=AT, letters=LETTERS) == len(mailoutbox) == 1
    waiting = Mail.objects.get(kind="unheard-of")
    assert (waiting.sent, waiting.dropped, waiting.tries) == (None, "", 1)
    with pytest.raises(KeyError):
        item_of(waiting, LETTERS)
