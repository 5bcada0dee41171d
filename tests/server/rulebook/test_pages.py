"""The pages of the rule book, and what every answer carries."""

import re
from functools import cache

import pytest
from django.test import Client
from django.urls import reverse

from slowmate.rulebook import EDITIONS, Clause, catalogue
from slowmate.server.rulebook.queries import code
from slowmate.server.rulebook.queries.book import MAX_NEIGHBOURS, related
from slowmate.server.rulebook.text import BOOKS

pytestmark = pytest.mark.django_db

LAWS = "ICCF-LAWS-2019"


def test_every_clause_of_every_edition_has_a_page(client: Client) -> None:
    for row in catalogue().values():
        answer = client.get(reverse("clause", args=[row.edition, row.clause]))
        assert answer.status_code == 200, row


def test_a_clause_that_an_edition_has_from_another_has_a_page_which_says_so(client: Client) -> None:
    page = client.get("/rulebook/ICCF-TR-2016/7.2(a)").content.decode()
    assert catalogue()[Clause("ICCF-TR-2017", "7.2(a)")].rule in page
    assert "ICCF Tournament Rules 2016 say the same here" in page
    assert "say the same here" not in client.get("/rulebook/ICCF-TR-2017/7.2(a)").content.decode()
    assert client.get("/rulebook/ICCF-TR-2016/9.99").status_code == 404  # its own sections have nothing from others
    assert client.get("/rulebook/developers/ICCF-TR-2016/7.2(a)").status_code == 200


def test_what_is_looked_for_is_shown_back_as_text(client: Client) -> None:
    answer = client.get("/rulebook", {"q": "<script>alert(1)</script>"})
    assert answer.status_code == 200
    assert b"<script>" not in answer.content
    assert b"&lt;script&gt;" in answer.content
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", ["/nothing", "/rulebook/ICCF-TR-1999", "/rulebook/ICCF-TR-2017/99", "/rulebook/x/y/z"])
def test_what_is_not_there_says_so_and_where_to_go(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_the_largest_page_stays_under_200_kb(client: Client) -> None:
    assert len(client.get("/rulebook/ICCF-TR-2017").content) < 200_000


def test_no_page_for_readers_reads_our_code(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds: only who asks where the code applies a clause waits for it."""

    def read(package: str) -> dict[str, object]:
        raise AssertionError(f"{package} is read")

    for module in ("slowmate.rulebook.citations", "slowmate.server.rulebook.queries.code"):
        monkeypatch.setattr(f"{module}.trees", read)
    for cached in (code._applied, code._reached):
        cached.cache_clear()
    for path in ("/", "/rulebook", "/rulebook?q=flag", "/rulebook/ICCF-TR-2017", f"/rulebook/{LAWS}/9.2.1", "/conduct"):
        assert client.get(path).status_code == 200
    with pytest.raises(AssertionError, match="slowmate is read"):
        client.get(f"/rulebook/developers/{LAWS}/9.2.1")


def test_developers_see_where_a_clause_is_applied_and_by_what_that_is_reached(client: Client) -> None:
    page = client.get(f"/rulebook/developers/{LAWS}/5.1.2").content.decode()
    assert "slowmate.play.laws" in page
    assert "page /games/" in page
    assert f"slowmate clauses --edition {LAWS}" in page
    assert client.get(f"/rulebook/developers/{LAWS}/99").status_code == 404


def test_the_rule_stands_first_and_what_developers_want_in_a_fold(client: Client) -> None:
    page = client.get(f"/rulebook/{LAWS}/6.5").content.decode()
    rule, example, beside = (
        page.index(words) for words in ("Making a move stops the mover", "<dt>For example</dt>", "Beside it")
    )
    fold = page.index("<summary>For developers</summary>")
    assert rule < example < beside < fold
    for field in ("Kind", "Topic", "Who acts", "What it looks at", "What follows"):
        assert page.index(f"<dt>{field}</dt>") > fold
    assert "On the same topic: clock</h2>" in page
    assert "slowmate.play" not in page


def test_the_books_say_what_they_are_about_and_until_when_they_govern(client: Client) -> None:
    page = " ".join(client.get("/rulebook").content.decode().split())
    assert set(BOOKS) == set(EDITIONS)
    first, *_, last = re.findall(r'<a href="/rulebook/([A-Z0-9-]+)" lang="en">', page)
    assert (first, last) == ("ICCF-LAWS-2019", "ICCF-TR-2016")
    assert "How a game is played: moves, clocks, leave, claims, and how we behave." in page
    assert "from 1 January 2016 until 31 March 2017 ·" in page
    assert "from 1 April 2017 ·" in page


def test_sections_have_titles_and_stand_in_the_order_of_the_book(client: Client) -> None:
    page = client.get("/rulebook/ICCF-TR-2017").content.decode()
    headings = re.findall(r'<h2 lang="en">\s*<span class="number">([^<]+)</span> ([^<]+?)\s*</h2>', page)
    assert ("7", "Tie-breaks") in headings
    numbers = [number for number, _ in headings]
    assert numbers.index("8") < numbers.index("9") < numbers.index("10") < numbers.index("11") < numbers.index("App1")
    assert "applied" not in page


def test_a_clause_names_its_neighbours_its_topic_and_other_editions() -> None:
    near = related(catalogue()[Clause("ICCF-TR-2017", "7.2(b)")])
    assert [row.clause for row in near.beside][:2] == ["7.2(a)", "7.2(c)"]
    assert near.on_topic
    assert {row.topic for row in near.on_topic} == {"tie-break"}
    changed = related(catalogue()[Clause("ICCF-TR-2016", "13.1")])
    assert [(row.edition, row.clause) for row in changed.elsewhere] == [("ICCF-TR-2017", "13.1")]


def test_no_clause_is_related_to_itself_and_none_twice() -> None:
    for row in catalogue().values():
        near = related(row)
        named = [*near.elsewhere, *near.beside, *near.on_topic]
        assert row not in named
        assert len(named) == len(set(named))
        assert len(near.beside) <= MAX_NEIGHBOURS
        assert len(near.on_topic) <= MAX_NEIGHBOURS


def test_one_request_at_a_time_reads_the_code_and_others_are_asked_to_look_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/rulebook/developers/{LAWS}/6.5"
    for name in ("_applied", "_reached"):
        monkeypatch.setattr(code, name, cache(dict))
    with code._READING:
        busy = client.get(address)
    assert (busy.status_code, busy["Retry-After"]) == (503, "30")
    assert "Look again" in busy.text
    assert client.get(address).status_code == 200
    with code._READING:
        assert client.get(address).status_code == 200, "it has been read"
