"""The desk shows what waits, oldest first, with a proposed ruling where the position allows one."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms, Transmission
from slowmate.server import clock
from slowmate.server.models import Game, Office, User
from slowmate.server.queries.desk import waiting
from slowmate.server.services import correspondence, playing
from slowmate.testing.people import AT, game, person

pytestmark = pytest.mark.django_db

FIVE_MEN = "8/8/4k3/8/8/3PK3/3R1r2/8 w - - 0 1"


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def postal(dirk: User, **options: str) -> tuple[User, Game]:
    terms = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST, **options)  # type: ignore[arg-type]
    anna = person()
    return anna, game(anna, person(), terms=terms, director=dirk)


def test_a_claim_the_position_refutes_is_proposed_for_rejection_with_the_count(dirk: User) -> None:
    anna, row = postal(dirk)
    playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT)
    assert (item.kind, item.proposal, item.game) == ("claim", "reject-claim", row)
    assert item.grounds[0].facts["occurrences"] == 1


def test_a_claim_on_tables_that_are_at_hand_is_proposed_as_they_say(dirk: User) -> None:
    anna, row = postal(dirk, fen="8/8/8/4k3/8/8/4P3/4KQ2 w - - 0 1")
    playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_WIN, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT)
    assert (item.proposal, item.grounds[0].facts["wdl"]) == ("uphold-claim", 2)


def test_a_claim_no_table_at_hand_covers_is_the_directors_to_find_out(dirk: User) -> None:
    anna, row = postal(dirk, fen=FIVE_MEN)
    playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_DRAW, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT)
    assert (item.proposal, item.grounds) == ("", ())


def test_what_has_waited_longest_comes_first_and_a_directors_own_games_never(dirk: User, client: Client) -> None:
    anna = person()
    game(dirk, person(), "e4", director=dirk, at=AT)
    silent = game(anna, person(), "e4", director=dirk, at=AT)
    later = AT + timedelta(days=30)
    correspondence.report(silent, "Nothing happens.", actor=anna, at=later)
    found = waiting(dirk, at=AT + timedelta(days=31))
    assert [(item.kind, item.game) for item in found] == [("silence", silent), ("report", silent)]
    assert waiting(anna, at=later) == []


def test_the_desk_takes_the_same_queries_for_one_and_three_reports(dirk: User, client: Client) -> None:
    client.force_login(dirk)
    made = []
    for number in (1, 2):
        for _ in range(number):
            anna = person()
            row = game(anna, person(), "e4", director=dirk, at=clock.now())
            correspondence.report(row, "Look.", actor=anna, at=clock.now())
        client.get("/desk")
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/desk").status_code == 200
        made.append(len(queries))
    assert made[0] == made[1]
