"""A page that refuses what was sent opens at what is wrong: one summary, made in one place, that takes the focus."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client

import slowmate.server
from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services as correspondence
from slowmate.server.games.models import Game
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

TEMPLATES = Path(slowmate.server.__file__).parent / "templates"
FOCUS = re.compile(r"<(\w+)\b[^>]*\sautofocus\b[^>]*>")


def summaries(page: str) -> list[str]:
    """The text of what takes the focus when the page opens; only the first of several would."""
    found = []
    for match in FOCUS.finditer(page):
        assert 'tabindex="-1"' in match[0], f"a field takes the focus, not a summary: {match[0]}"
        assert 'role="alert"' in match[0]
        rest = page[match.end() :]
        found.append(" ".join(re.sub(r"<[^>]*>", " ", rest[: rest.index(f"</{match[1]}>")]).split()))
    return found


def at_the_board(me: User) -> tuple[Client, Game]:
    client = Client()
    client.force_login(me)
    return client, game(me, person("Bo"), at=clock.now() - timedelta(hours=1))


@pytest.mark.parametrize(
    ("path", "sent", "said"),
    [
        ("submit", {"move": "e5"}, "e5 cannot be played"),
        ("accept", {"move": "e2e4", "ply": "9"}, "The game has gone on since you looked."),
        ("claim", {}, "Choose what you claim."),
        ("claim", {"claim": "repetition", "intended": "e5"}, "e5 cannot be played"),
        ("note", {"text": "x" * 20_001}, "Notes can have 20000 characters at most."),
        ("message", {"text": " "}, "A message has 1 to 2000 characters."),
        ("analysis", {"moves": "Zz", "ply": "0"}, "Zz cannot be played"),
    ],
)
def test_the_forms_of_a_game_open_at_their_summary(path: str, sent: dict[str, str], said: str) -> None:
    client, row = at_the_board(person("Ada"))
    answer = client.post(f"/games/{row.pk}/{path}", sent)
    assert answer.status_code in (409, 422)
    (summary,) = summaries(answer.content.decode())
    assert said in summary


def test_conditional_moves_that_cannot_be_set_open_at_their_summary() -> None:
    me = person("Ada")
    client, row = at_the_board(me)
    client.post(f"/games/{row.pk}/accept", {"move": "e2e4", "ply": "0"})
    page = client.post(f"/games/{row.pk}/conditionals", {"lines": "Zz Nf3"}).content.decode()
    (summary,) = summaries(page)
    assert "Zz cannot be played" in summary
    assert 'href="#lines"' in page


def test_a_move_by_post_that_cannot_be_read_opens_at_its_summary() -> None:
    me, at = person("Ada"), clock.now() - timedelta(days=2)
    by_post = Terms(starts=at, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = game(me, person("Bo"), terms=by_post, at=at)
    client = Client()
    client.force_login(me)
    for sent in ({"move": "zz", "sent": "2024-01-01T10:00"}, {"move": "e4", "sent": "never"}):
        page = client.post(f"/games/{row.pk}/record", sent).content.decode()
        assert len(summaries(page)) == 1
        assert 'href="#move"' in page


def test_leave_that_is_refused_opens_at_its_summary() -> None:
    me = person("Ada")
    client, _row = at_the_board(me)
    today = clock.now().date()
    page = client.post("/leave", {"first": today + timedelta(9), "last": today + timedelta(99)}).content.decode()
    assert any("Leave was not registered." in summary for summary in summaries(page)), summaries(page)
    page = client.post("/leave", {"first": "", "last": ""}).content.decode()
    assert "Please look again" in summaries(page)[0]


def test_a_decision_that_is_refused_opens_at_its_summary() -> None:
    director = person("Di", offices=(Office.Kind.DIRECTOR,))
    row = game(person("Ada"), person("Bo"), at=clock.now(), director=director)
    client = Client()
    client.force_login(director)
    stale = client.post(f"/games/{row.pk}/decide", {"what": "rule", "version": "99"})
    assert summaries(stale.content.decode())[0].startswith("The game has gone on since you looked.")
    empty = client.post(f"/games/{row.pk}/decide", {"what": "rule", "version": str(row.version)})
    assert "Please look again" in summaries(empty.content.decode())[0]


@pytest.mark.parametrize(
    ("path", "sent", "said"),
    [
        ("/settings/picture", {}, "Choose a file first."),
        ("/offices/{office}/end", {"last": ""}, "Say which day is the last one."),
        ("/desk/reports/{report}", {"answer": ""}, "Say what you decided, and why."),
    ],
)
def test_what_is_told_on_another_page_takes_the_focus_there(path: str, sent: dict[str, str], said: str) -> None:
    director = person("Di", offices=(Office.Kind.DIRECTOR,), is_administrator=True)
    white = person("Ada")
    row = game(white, person("Bo"), at=clock.now(), director=director)
    asked = correspondence.report(row, "please", actor=white, at=clock.now())
    client = Client()
    client.force_login(director)
    address = path.format(office=director.offices.get().pk, report=asked.pk)
    (summary,) = summaries(client.post(address, sent, follow=True).content.decode())
    assert said in summary


def test_an_answer_without_words_stays_at_what_was_asked_and_does_not_go_on_to_the_next() -> None:
    director, white = person("Di", offices=(Office.Kind.DIRECTOR,)), person("Ada")
    row = game(white, person("Bo"), at=clock.now(), director=director)
    first, second = (correspondence.report(row, words, actor=white, at=clock.now()) for words in ("please", "and this"))
    client = Client()
    client.force_login(director)
    following = f"report-{row.pk}-{second.pk}"
    where = f"/desk/reports/{first.pk}"
    empty = client.post(where, {"answer": "", "desk": "1", "next": following})
    assert empty["Location"] == f"/desk?open=report-{row.pk}-{first.pk}"
    answered = client.post(where, {"answer": "So be it.", "desk": "1", "next": following})
    assert answered["Location"] == f"/desk?open={following}#{following}"


def test_no_template_makes_a_summary_of_its_own() -> None:
    own = {
        path.relative_to(TEMPLATES).as_posix()
        for path in TEMPLATES.rglob("*.html")
        if re.search(r'class="error\b', path.read_text("utf-8"))
    }
    assert own == {"site/wrong.html", "allauth/elements/alert.html", "demo/components/text.html"}
