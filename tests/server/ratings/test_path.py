"""The whole path of a list: games end on the server, the window closes while the worker is down, it comes back, the
commissioner adjusts one start rating and publishes; three numbers redone from the text of their explanations."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import unescape
from math import exp, floor, sqrt

import pytest
from django.core import mail as outgoing
from django.test import Client

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.services import games, playing
from slowmate.server.jobs import lists as job
from slowmate.server.jobs import mail, verify
from slowmate.server.jobs.sweep import sweep
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.services import adjustments, publication
from tests.support.people import person

pytestmark = pytest.mark.django_db

START = datetime(2023, 9, 5, 12, tzinfo=UTC)
OPEN = RatingTerms(is_rated=True, event_kind="open-class", event_key="open 1")


@dataclass(frozen=True, slots=True)
class Played:
    ada: User
    bo: User
    new: User
    games: list[int]


def play() -> Played:
    """Ada wins by mate, Bo draws with Ada, the newcomer lets his flag fall against Bo and beats Ada."""
    ada, bo, new = person("Ada"), person("Bo"), person("New", wants_ratings=False)
    for user, rating in ((ada, 2300), (bo, 2200)):
        Player.objects.filter(pk=user.player.pk).update(rating=rating, rating_games=60, rating_deviation=60)
    Player.objects.filter(pk=new.player.pk).update(rating=None)
    terms = Terms(starts=START, time_control=clocks.FixedDays(days=7))
    pairs = [(bo, ada), (ada, bo), (new, bo), (ada, new)]
    rows = [games.start(one.player, two.player, terms, at=START, rating=OPEN) for one, two in pairs]
    for number, move in enumerate(("f3", "e5", "g4", "Qh4")):
        playing.make_move(rows[0].pk, move, actor=(bo, ada)[number % 2], at=START + timedelta(hours=number))
    playing.make_move(rows[1].pk, "e4", actor=ada, at=START)
    playing.make_move(rows[1].pk, "e5", actor=bo, at=START, offer=True)
    playing.accept_offer(rows[1].pk, actor=ada, at=START + timedelta(days=1))
    playing.resign(rows[3].pk, actor=ada, at=START + timedelta(days=2))
    return Played(ada, bo, new, [row.pk for row in rows])


def as_if_it_had_run() -> dict[str, int | None]:
    """What a worker that never stopped makes of it."""
    sweep(at=START + timedelta(days=8))
    (row,) = job.prepare(at=datetime(2023, 12, 1, tzinfo=UTC))
    return dict(row.entries.values_list("name", "rating"))


@pytest.mark.parametrize("is_down", [False, True])
def test_games_end_the_window_closes_and_a_list_is_published(subtests: pytest.Subtests, *, is_down: bool) -> None:
    found = play()
    if is_down:
        (row,) = job.prepare(at=datetime(2024, 2, 20, tzinfo=UTC))
    else:
        sweep(at=START + timedelta(days=8))
        (row,) = job.prepare(at=datetime(2023, 12, 1, tzinfo=UTC))
    with subtests.test("the flag that fell while nobody looked counts, on its own day"):
        assert (row.period, row.games) == ("2024/1", 4)
        assert row.entries.get(player=found.new.player).period_games == 2
    keeper = person("Rita", offices=(Office.Kind.RATINGS,))
    at = datetime(2024, 2, 21, tzinfo=UTC)
    before = row.entries.get(player=found.ada.player).rating
    adjustments.start_rating(row, found.new.player, 2250, reason="2250 in his national list", actor=keeper, at=at)
    row = RatingList.objects.get(pk=row.pk)
    with subtests.test("the start rating changes what Ada lost"):
        assert row.entries.get(player=found.ada.player).rating != before
    publication.publish(row, version=row.version, actor=keeper, at=at)
    with subtests.test("nothing differs from what it was made from"):
        assert list(verify.list_differences()) == []
        assert list(verify.differences()) == []
    with subtests.test("who wants it is told of his new rating"):
        mail.send_due(at=at)
        told = {message.to[0]: message for message in outgoing.outbox if "Your rating" in message.subject}
        assert set(told) == {found.ada.email, found.bo.email}
        entry = row.entries.get(player=found.ada.player)
        words = " ".join(told[found.ada.email].body.split())
        assert f"3 games are new in it: from 2300 to {entry.rating}" in words
        assert f"/ratings/2024-1/{found.ada.player.pk}" in words
    for user in (found.ada, found.bo, found.new):
        with subtests.test(f"redone by hand: {user.player.name}"):
            page = read(f"/ratings/2024-1/{user.player.pk}")
            entry = row.entries.get(player=user.player)
            assert f"How {entry.rating} came about" in page
            assert by_hand(page) == (entry.rating, entry.rd)
            answer = Client().get(f"/api/ratings/2024-1/players/{user.player.pk}").json()
            assert by_hand("\n".join(step["words"] for step in answer["steps"])) == (answer["rating"], answer["rd"])


def test_the_list_after_downtime_is_the_one_that_would_have_been() -> None:
    play()
    late = dict(job.prepare(at=datetime(2024, 2, 20, tzinfo=UTC))[0].entries.values_list("name", "rating"))
    RatingList.objects.all().delete()
    assert as_if_it_had_run() == late


NUMBER = r"(\d+(?:\.\d+)?)"
BETA_0, BETA_1 = 1.0986, 0.17037


def read(path: str) -> str:
    """What a page says, a line for each of its elements."""
    return unescape(re.sub(r"<[^>]+>", "\n", Client().get(path).content.decode()))


def by_hand(text: str) -> tuple[int, int]:
    """The rating and RD that a reader gets from what the steps say of the player, his opponents and his results, by the
    formulas of 2.2 that they state."""
    ((rating, rd), *opponents) = re.findall(rf"mu = \({NUMBER} - 1500\) / 173.7 = .*?sigma = {NUMBER} / 173.7", text)
    results = [float(one) for one in re.findall(rf"Game \d+ against .*: y = {NUMBER}\.", text)]
    assert len(results) == len(opponents) > 0, text
    mu, sigma = (float(rating) - 1500) / 173.7, float(rd) / 173.7
    first = second = 0.0
    for (other, deviation), y in zip(opponents, results, strict=True):
        centre, spread = (float(other) - 1500) / 173.7, float(deviation) / 173.7
        d1, d2 = derivatives(mu, (centre - spread, centre + spread), y)
        first, second = first + d1, second + d2
    sigma = sqrt(1 / (1 / sigma**2 - second))
    return floor(173.7 * (mu + sigma**2 * first) + 1500.5), floor(min(250, max(30, 173.7 * sigma)) + 0.5)


def derivatives(mu: float, points: tuple[float, float], y: float) -> tuple[float, float]:
    """D1 and D2 of one game."""
    chances, first, second = 0.0, 0.0, 0.0
    for m in points:
        drawn = exp(BETA_0 + (1 + BETA_1) * (mu + m) / 2)
        total = exp(mu) + drawn + exp(m)
        win, draw, loss = exp(mu) / total, drawn / total, exp(m) / total
        of_result = {1.0: win, 0.5: draw, 0.0: loss}[y]
        w1, w2 = win + 0.5 * draw, win + 0.25 * draw
        chances += of_result
        first += of_result * (y - w1)
        second += of_result * (y * y - w2 + 2 * w1 * (w1 - y))
    return first / chances, second / chances - (first / chances) ** 2
