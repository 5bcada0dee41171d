"""Clauses are found by the words that people use, in their language, and each find says why it is one."""

import re
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.utils.translation import override

from slowmate.rulebook import catalogue
from slowmate.rulebook.synonyms import synonyms
from slowmate.server.rulebook.pages.search import MatchPlace, pieces, search
from slowmate.server.rulebook.text import HELPS, OFTEN, TOPICS
from slowmate.server.site.folding import folded
from tests.server.programs import Program

pytestmark = pytest.mark.django_db


def found(words: str, language: str = "en") -> list[str]:
    with override(language):
        return [hit.row.clause for hit in search(words).best_first()]


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("threefold", "9.2.1"),
        ("threefold repetition", "9.2.1"),
        ("Threefold  REPETITION?", "Glossary: repetition"),
        ("vacation", "10.1b"),
        ("holidays", "10.1b"),
        ("flag", "6.6a"),
        ("time out", "6.7a"),
        ("out of time", "6.7a"),
        ("resign", "5.1.2"),
        ("giving up", "5.1.2"),
        ("stalemate", "5.2.1"),
        ("substitute", "8.7(c)"),
        ("stand-in", "8.7(c)"),
        ("fifty moves", "9.3.2"),
        ("take back", "4.3"),
        ("who may offer a draw?", "9.1.2.1a"),
        ("appeal", "15"),
        ("wrong move", "7.2a"),
        ("sick", "8.2(b)"),
        ("my opponent died", "8.2(a)"),
        ("my opponent does not answer", "8.5/1"),
    ],
)
def test_the_words_of_readers_lead_to_the_clause(words: str, clause: str) -> None:
    assert clause in found(words)


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("dovolená", "10.1b"),
        ("DOVOLENOU", "10.1b"),
        ("dovolena", "10.1b"),
        ("trojí opakování", "9.2.1"),
        ("vzdát", "5.1.2"),
        ("praporek", "6.6a"),
        ("náhradník", "8.7(c)"),
        ("rošáda", "3.8.2"),
        ("odvolání", "15"),
        ("vacation", "10.1b"),
        ("opakování pozice", "9.2.1"),
        ("pravidlo 50 tahů", "9.3.2"),
        ("nesprávný tah", "7.2a"),
        ("proměna pěšce", "3.7.5.1"),
        ("nemoc", "8.2(b)"),
    ],
)
def test_czech_words_do_with_and_without_accents_and_english_ones_too(words: str, clause: str) -> None:
    assert clause in found(words, "cs")


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("dovolená", "10.1b"),
        ("Urlaub", "10.1b"),
        ("Stellungswiederholung", "9.2.1"),
        ("Zeitüberschreitung", "6.6a"),
        ("Remis anbieten", "9.1.2.1a"),
        ("Einspruch", "15"),
        ("50-Züge-Regel", "9.3.2"),
        ("Fähnchen", "6.6a"),
    ],
)
def test_words_that_the_language_of_the_page_does_not_know_may_be_of_another(words: str, clause: str) -> None:
    assert clause in found(words)
    assert clause in found(words, "cs")


def test_what_a_page_finds_in_its_own_language_means_nothing_else() -> None:
    assert found("pat", "cs") == ["5.2.1"]  # and no path


def test_the_closest_word_that_is_known_counts() -> None:
    assert len(found("Remisangebot")) < len(found("Remis"))


def test_a_norm_is_nothing_normal() -> None:
    assert "1.1.3/1" in found("normally")
    assert "1.1.3/1" not in found("norm")


def test_the_rule_of_fifty_moves_stands_before_whatever_else_counts_fifty() -> None:
    assert found("50 moves")[0].startswith("9.3")


@pytest.mark.parametrize("words", ["Urlaub xyzzy", "xyzzy"])
def test_a_word_that_no_language_knows_finds_nothing(words: str) -> None:
    assert found(words) == []


@pytest.mark.parametrize(
    ("words", "language", "help_"),
    [
        ("twice", "en", "doubling"),
        ("40 days", "en", "silence"),
        ("forty days", "en", "silence"),
        ("engine", "en", "engines"),
        ("dvakrát", "cs", "doubling"),
        ("40 dní", "cs", "silence"),
    ],
)
def test_what_no_clause_says_is_explained_and_leads_to_no_other_clause(words: str, language: str, help_: str) -> None:
    with override(language):
        answer = search(words)
    assert answer.helps == [help_]
    assert answer.hits == []


def test_the_page_says_where_it_stands_that_days_count_twice(client: Client) -> None:
    page = client.get("/rulebook", {"q": "twice"}).content.decode()
    assert "every day after day 20 of one move counts twice" in page
    assert 'href="/rulebook/ICCF-LAWS-2019/Glossary:%20regulations%20of%20an%20event"' in page
    assert "0 clauses with" in page
    assert 'class="clauses' not in page
    silence = client.get("/rulebook", {"q": "40 days"}).content.decode()
    assert "40 days without a move" in silence
    assert 'class="clauses' not in silence


def test_only_what_a_reader_sees_of_a_find_is_looked_through() -> None:
    """A word of a note or an example, which a list does not show, is no reason to list a clause."""
    hidden = {
        word
        for row in catalogue().values()
        for word in re.findall(r"[a-z]{6,}", folded(f"{row.note} {row.inputs} {row.outcome} {row.test_idea}"))
    }
    seen = folded(" ".join(f"{row.rule} {row.clause} {row.topic} {row.edition}" for row in catalogue().values()))
    known = {each.words[0].rstrip("*") for each in synonyms()}
    only_hidden = sorted(word for word in hidden if word not in seen and not word.startswith(tuple(known)))
    assert len(only_hidden) > 100
    for word in only_hidden[::20]:
        assert all(MatchPlace.SECTION in hit.why or MatchPlace.TOPIC in hit.why for hit in search(word).hits), word


def test_each_find_says_why(client: Client) -> None:
    for words in ("vacation", "threefold", "clocks", "flag", "9.2", "resign", "who may offer a draw"):
        answer = search(words)
        assert answer.hits, words
        for hit in answer.hits:
            is_marked = any(is_marked for _, is_marked in pieces(hit.row.rule, hit.marked))
            assert is_marked or any(hit.why.values()) or MatchPlace.ADDRESS in hit.why, (words, hit)
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get("/rulebook", {"q": "vacation"}).content.decode()).split())
    assert "The books call it: leave" in page
    assert "Topic : leave" in page or "Topic: leave" in page
    marked = client.get("/rulebook", {"q": "stalemate"}).content.decode()
    assert "<mark>Stalemate</mark> (side to move" in marked


def test_the_best_finds_stand_first() -> None:
    assert found("leave")[:3] == ["6.10b", "10.1b", "10.1c"]
    assert found("leave").index("3.9.2") > 2  # a piece that leaves its king in check


def test_a_number_is_the_whole_number_and_stays_with_what_it_counts() -> None:
    assert "9.2/time-post" in found("20 days")
    assert {"1.1.1(a)", "1.1.3/1"} <= set(found("1.1"))
    assert not {"1.11/1", "1.10a"} & set(found("1.1"))
    assert not {"10.1a", "11.1", "14.1.1"} & set(found("iccf-laws-2019 1"))


def test_pieces_make_up_the_rule_again() -> None:
    for words in ("title", "50 moves", "draw claim", "a"):
        for hit in search(words).hits:
            assert "".join(part for part, _ in pieces(hit.row.rule, hit.marked)) == hit.row.rule


def test_every_synonym_means_something_there_is() -> None:
    for known in synonyms():
        for means in known.means:
            kind, _, name = means.rpartition(":")
            if kind == "help":
                assert name in HELPS, (known, "see HELPS in slowmate/server/rulebook/text.py")
            elif kind == "topic":
                assert name in TOPICS, (known, "see TOPICS in slowmate/server/rulebook/text.py")
            elif kind == "clause":
                assert any(str(cited).startswith(name) for cited in catalogue())
        assert all(word == folded(word) for word in known.words)


def test_every_synonym_leads_somewhere() -> None:
    nowhere = []
    for known in synonyms():
        with override(known.language):
            answer = search(" ".join(known.words).replace("*", ""))
        if not (answer.hits or answer.helps):
            nowhere.append(known.words)
    assert nowhere == [], "these synonyms find nothing: correct their `means` in rulebook/data/synonyms.csv"


@pytest.mark.parametrize("words", ["", "   ", "?", "zzzz", "(", "\\", "a" * 200, "* .* [", "٣٣"])
def test_strange_words_find_nothing_and_harm_nothing(client: Client, words: str) -> None:
    assert client.get("/rulebook", {"q": words}).status_code == 200
    if words.strip() not in ("", "?"):
        assert search(words).hits == []


def test_programs_find_by_the_same_words_in_the_order_of_the_books() -> None:
    rows = Program().get("/clauses", q="vacation").json()["items"]
    assert [row["clause"] for row in rows] == ["6.10b", "10.1b", "10.1c"]
    everything = Program().get("/clauses").json()
    assert everything["count"] == len(catalogue())


@pytest.mark.parametrize("language", ["en", "cs"])
def test_whatever_is_often_looked_for_is_found(client: Client, language: str) -> None:
    with override(language):
        wanted = [str(words) for words in OFTEN]
        answers = [search(words) for words in wanted]
    assert all(answer.hits or answer.helps for answer in answers)
    page = client.get("/rulebook", headers={"Accept-Language": language}).content.decode()
    assert all(f">{words}</a>" in page for words in wanted)


@pytest.mark.parametrize(("language", "wanted"), [("en", "leave"), ("cs", "dovolená")])
def test_what_is_often_looked_for_leads_to_the_search_for_it(client: Client, language: str, wanted: str) -> None:
    page = client.get("/rulebook", headers={"Accept-Language": language}).content.decode()
    with override(language):
        assert str(OFTEN[1]) == wanted
        links = dict(re.findall(r'<a href="(\?q=[^"]+)">([^<]+)</a>', page))
        assert list(links.values()) == [str(words) for words in OFTEN]
        for link, words in links.items():
            assert parse_qs(link[1:]) == {"q": [words]}
            found_page = client.get(f"/rulebook{link}", headers={"Accept-Language": language}).content.decode()
            assert f"“{words}”" in found_page, link
