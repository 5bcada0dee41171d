"""Facts are told in the language of the reader wherever a ground is told: on pages, in mail, in the API."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.events import ClaimKind
from slowmate.play.laws.results import Termination
from slowmate.rulebook import Fact, Ground, clause
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.desk import services
from slowmate.server.games.models import Challenge, Game
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.services import challenges, playing
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import text as saying
from slowmate.words.values import VALUES
from tests.support.people import AT, account, game, person

DAY = timedelta(days=1)
ENGLISH = (
    *("White", "Black", "days?", "hours?", "minutes?", "no time", "yes", "no", "unknown", "UTC,"),
    *("resignation", "resigned", "agreement", "repetition", "fifty", "flag", "post", "electronic", "cancelled"),
    *("January", "February", "March", "April", "May", "June", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"),
    *("Challenge", "Match", "played", "claim", "draw", "left", "wins"),
)
FACT = re.compile(rf"\b({'|'.join(ENGLISH)})\b")


def english(text: str) -> list[str]:
    """English fact words in a text, addresses and clauses left out."""
    return FACT.findall(re.sub(r"https?://\S+|\(ICCF[^)]*\)", "", text))


def czech_games() -> tuple[User, list[Game]]:
    """A Czech and what happened in her games: moves, claims, a draw, decisions, a reminder, losses."""
    anna = person("Anna", language="cs", zone="Europe/Prague")
    ben, dirk = person("Ben"), person("Dirk", offices=(Office.Kind.DIRECTOR,))
    resigned = playing.resign(game(anna, ben, "e4", "e5").pk, actor=ben, at=AT + 3 * DAY)
    drawn = playing.make_move(game(anna, ben, "e4", "e5").pk, "Nf3", actor=anna, at=AT + DAY, offer=True)
    drawn = playing.accept_offer(drawn.pk, actor=ben, at=AT + 2 * DAY)
    wrong = playing.claim_draw(game(anna, ben, "e4", "e5").pk, ClaimKind.REPETITION, actor=anna, at=AT + DAY)
    decided = game(anna, ben, "e4", "e5", director=dirk)
    services.decide(decided.pk, lambda who: commands.StopClocks(director=who, reason="bouře"), actor=dirk, at=AT + DAY)
    services.decide(
        decided.pk, lambda who: commands.RestartClocks(director=who, reason="konec"), actor=dirk, at=AT + 2 * DAY
    )
    services.decide(
        decided.pk,
        lambda who: commands.Penalise(director=who, reason="znovu", colour=Colour.WHITE, days=5),
        actor=dirk,
        at=AT + 3 * DAY,
    )
    silent = game(anna, ben, control=clocks.Classic(days=100))
    sweep(at=AT + 15 * DAY)
    terms = {"control": "fixed-3", "chess960": None, "fen": None}
    asked = challenges.make(ben.player, anna.player, terms=terms, colour=Challenge.Colour.BLACK, at=AT)
    (challenged,) = challenges.accept(asked.pk, actor=anna, at=AT)
    return anna, [resigned, drawn, wrong, decided, silent, challenged]


@pytest.mark.django_db
def test_a_czech_mail_has_no_english_facts() -> None:
    anna, _ = czech_games()
    seen = set()
    for kept in Mail.objects.filter(user=anna).select_related("user__player", "game__white", "game__black"):
        seen.add(kept.kind)
        told = letter(kept, LETTERS)
        assert english(f"{told.subject}\n{told.body}") == [], kept.kind
    assert {"ended", "claim-rejected", "director", "reminder", "started", "your-move"} <= seen


@pytest.mark.django_db
def test_a_czech_journal_has_no_english_facts(client: Client) -> None:
    anna, games = czech_games()
    client.force_login(anna)
    for row in games:
        for path in (f"/games/{row.pk}/journal", f"/games/{row.pk}"):
            body = client.get(path).content.decode().partition("<main")[2].partition("</main>")[0]
            text = re.sub(r"<[^>]+>", " ", body)
            assert "Bílý" in text
            assert english(text) == [], path


@pytest.mark.django_db
def test_the_api_tells_grounds_as_the_pages_do() -> None:
    anna, games = czech_games()
    text = tokens.make(anna, "a program", scope="read", at=AT).text
    headers = {"Authorization": f"Bearer {text}", "Accept-Language": "cs"}
    lines = Client().get(f"/api/games/{games[0].pk}", headers=headers).json()["journal"]
    told = [ground["words"] for line in lines for ground in line["grounds"]]
    assert "Černý vzdává partii." in told
    assert english("\n".join(told)) == []


@pytest.mark.django_db
def test_a_challenge_is_labelled_in_the_language_of_each_reader(client: Client) -> None:
    _, games = czech_games()
    row = games[-1]
    assert origin_of(row).label == "Challenge"
    for player, word in ((row.black, "Challenge"), (row.white, "Výzva")):
        client.force_login(account(player))
        page = re.sub(r"<[^>]+>", " ", client.get(f"/games/{row.pk}").content.decode())
        assert f" {word} " in " ".join(page.split())


def said(address: str, **facts: Fact) -> str:
    with translation.override("cs"), timezone.override("Europe/Prague"):
        return saying.sentence(Ground(clause(address), facts), with_zone=True)


def test_facts_of_every_sort_are_told_in_czech() -> None:
    assert said("ICCF-LAWS-2019 Glossary: result", outcome="over", result="1-0", termination="resignation") == (
        "Partie skončila: 1\N{NON-BREAKING HYPHEN}0 (vzdáno)."
    )
    assert "poštou" in said("ICCF-LAWS-2019 4.2", outcome="not-server", transmission="post")
    assert "(elektronický)" in said("ICCF-LAWS-2019 8.2", outcome="handed-in", player="white", form="electronic")
    assert "1. května 2024 (středa), 14:00 CEST" in said("ICCF-LAWS-2019 6.4", player="white", starts=AT)
    lists = said("FIDE-RATING-2017 8.56/2", outcome="rapid and blitz", k=20, list="blitz")
    assert lists == "K = 20 na listině „bleskový šach“."


def test_a_sentence_begins_with_a_capital_but_a_move_stays_a_move() -> None:
    facts: dict[str, Fact] = {"outcome": "exact", "reflected": timedelta(0), "left": DAY}
    with translation.override("en"):
        told = saying.sentence(Ground(clause("ICCF-LAWS-2019 6.5"), facts))
    assert told == "No time of reflection: 1 day left."
    assert said("ICCF-LAWS-2019 3.10.2", move="e5", why="the king is in check").startswith("e5 ")


def test_a_fact_that_is_not_one_of_our_words_stays_as_it_is() -> None:
    assert "Black Sea" in said("ICCF-LAWS-2019 6.10a", outcome="stopped", director="Black Sea", reason="post")
    assert "post" in said("ICCF-LAWS-2019 6.10a", outcome="stopped", director="Dirk", reason="post")


def test_every_word_we_choose_for_a_fact_has_a_czech_one() -> None:
    with translation.override("cs"):
        same = {
            (key, text)
            for key, words in VALUES.items()
            for text in words.values()
            if translation.pgettext(key, text) == text
        }
        assert same == set()
        assert all(saying.termination(one.value) != one.value for one in Termination)
