"""The pages of the rule book in Czech: all but the rules themselves, which say that they are English."""

import re

import pytest
from django.test import Client

from slowmate.rulebook import catalogue
from slowmate.server.rulebook.text import ACTORS, KINDS, TOPICS

pytestmark = pytest.mark.django_db

INITIALS = re.compile(r"[A-Z]+")
ENGLISH = re.compile(r'<(\w+)[^>]* lang="en"[^>]*>.*?</\1>', re.DOTALL)


def in_czech(client: Client, path: str) -> str:
    """What a page says besides what it marks as English and as code."""
    client.cookies["django_language"] = "cs"
    main = client.get(path).content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"<code>.*?</code>", "", ENGLISH.sub("", main))).split())


def test_every_kind_topic_and_actor_of_a_clause_has_its_words() -> None:
    rows = catalogue().values()
    assert {row.kind for row in rows} == set(KINDS)
    assert {row.topic for row in rows} == set(TOPICS)
    actors = {part.strip() for row in rows for part in row.actor.split("/")} - {"", "-"}
    assert {actor for actor in actors if not INITIALS.fullmatch(actor)} == set(ACTORS)


def test_the_page_of_a_clause_tells_kind_topic_and_actor_in_czech(client: Client) -> None:
    said = in_czech(client, "/rulebook/ICCF-LAWS-2019/6.5")
    assert "Téma hodiny Kdo jedná server" in said
    assert "Pravidla jsou formulována anglicky" in said
    assert "worded in English" not in Client().get("/rulebook/ICCF-LAWS-2019/6.5").content.decode()


@pytest.mark.parametrize("path", ["/conduct", "/rulebook?q=leave", "/rulebook/FIDE-RATING-2017"])
def test_what_stands_around_the_rules_is_czech(client: Client, path: str) -> None:
    said = in_czech(client, path)
    assert "Pravidla jsou formulována anglicky" in said
    assert not re.search(r"\b(the|you|and|rules?|clauses?|applied|from)\b", said)
