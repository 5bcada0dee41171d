"""What running games can bring: what the forecast says is what the next list then does."""

from datetime import UTC, datetime

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.services import games
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry
from slowmate.server.ratings.queries import forecast
from tests.server.ratings.made import go_on_until, lists_by_lot
from tests.server.reading import tight
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db

STARTS = datetime(2024, 1, 10, tzinfo=UTC)
ENDS = datetime(2024, 2, 20, tzinfo=UTC)
"""In the window of list 2024/2."""


def me(number: int = 0, **condition: object) -> User:
    """An account for one of the players of the newest list, the best first."""
    entry = ListEntry.objects.filter(rank__isnull=False, **condition).order_by("-list__valid_from", "rank")[number]
    user = person()
    user.player.delete()
    Player.objects.filter(pk=entry.player_id).update(user=user)
    return User.objects.get(pk=user.pk)


def running(player: Player, *opponents: int, **rating: object) -> list[Game]:
    """Games of a player that run, alternately with White and Black, rated if nothing else is said."""
    terms = Terms(starts=STARTS, time_control=clocks.Classic())
    rated = RatingTerms(**{"is_rated": True, "event_kind": "open-class", "event_key": "section/1", **rating})  # type: ignore[arg-type]
    found = []
    for place, pk in enumerate(opponents):
        other = Player.objects.get(pk=pk)
        pair = (player, other) if place % 2 == 0 else (other, player)
        found.append(games.start(*pair, terms, at=STARTS, rating=rated))
    return found


def others(player: Player, many: int) -> list[int]:
    rows = ListEntry.objects.exclude(player=player).filter(rank__isnull=False).order_by("rank")
    return list(rows.values_list("player_id", flat=True)[:many])


def end(game: Game, player: Player, points: float) -> None:
    """A game ends in the window of the next list."""
    as_white = game.white_id == player.pk
    result = {0.5: "1/2-1/2", 1.0: "1-0" if as_white else "0-1", 0.0: "0-1" if as_white else "1-0"}[points]
    Game.objects.filter(pk=game.pk).update(status="finished", finished=ENDS, result=result, on_move=None)


@pytest.mark.parametrize(("outcome", "points"), [("win", 1.0), ("draw", 0.5), ("loss", 0.0)])
@pytest.mark.parametrize("period", ["2016/2", "2018/1", "2024/1"])
def test_what_one_game_brings_is_what_the_next_list_says(period: str, outcome: str, points: float) -> None:
    lists_by_lot(period, period)
    player = me(games__gte=12).player
    last = ListEntry.objects.filter(player=player)[0].list
    (game,) = running(player, *others(player, 1))
    told = forecast.of_game(game, player, AT)
    assert told is not None
    following = last.when.successor
    Game.objects.filter(pk=game.pk).update(starts=STARTS.replace(year=following.year - 1))
    end(game, player, points)
    Game.objects.filter(pk=game.pk).update(finished=datetime.combine(following.results_until, datetime.min.time(), UTC))
    (made,) = go_on_until(str(following))
    entry = ListEntry.objects.get(list=made, player=player)
    assert getattr(told, outcome).rating == entry.rating
    assert getattr(told, outcome).change == entry.change


def test_every_score_brings_what_the_forecast_says_by_that_score() -> None:
    lists_by_lot("2024/1", "2024/1")
    player = me(3).player
    several = running(player, *others(player, 3))
    told = forecast.forecast_of(player, AT)
    assert (told.of.period, str(told.period), told.rules) == ("2024/1", "2024/2", "iccf-2023")  # type: ignore[union-attr]
    assert told.core.old_rating == told.core.now
    by_points = {one.points: one for one in told.core.scores}
    for results in ((1.0, 1.0, 1.0), (0.5, 0.0, 1.0), (0.0, 0.0, 0.0), (0.5, 0.5, 0.5)):
        with transaction.atomic():
            for game, points in zip(several, results, strict=True):
                end(game, player, points)
            (made,) = go_on_until("2024/2")
            rating = ListEntry.objects.get(list=made, player=player).rating
            transaction.set_rollback(True)
        one = by_points[sum(results)]
        assert one.lowest is not None
        assert one.highest is not None
        assert one.lowest <= (rating or 0) <= one.highest


def test_games_that_ended_since_the_list_count_already() -> None:
    lists_by_lot("2024/1", "2024/1")
    player = me(3).player
    won, still = running(player, *others(player, 2))
    end(won, player, 1.0)
    told = forecast.forecast_of(player, AT)
    assert (told.finished, [one.game for one in told.games]) == (1, [still])
    end(still, player, 0.0)
    (made,) = go_on_until("2024/2")
    assert told.games[0].loss.rating == ListEntry.objects.get(list=made, player=player).rating
    assert told.core.now is not None
    assert told.core.old_rating is not None
    assert told.core.now > told.core.old_rating


def test_the_break_even_is_the_least_score_that_keeps_the_rating() -> None:
    lists_by_lot("2024/1", "2024/1")
    player = me(3).player
    running(player, *others(player, 4))
    core = forecast.forecast_of(player, AT).core
    keeps = [one.points for one in core.scores if (one.lowest or 0) >= (core.old_rating or 0)]
    assert core.break_even == min(keeps)


def test_what_is_not_rated_is_not_forecast() -> None:
    lists_by_lot("2024/1", "2024/1")
    player = me().player
    (challenge,) = running(player, *others(player, 1), is_rated=False)
    (thematic,) = running(player, *others(player, 1), event_kind="thematic")
    told = forecast.forecast_of(player, AT)
    assert told.is_empty
    assert forecast.of_game(challenge, player, AT) is None
    assert forecast.of_game(thematic, player, AT) is None


def test_each_pool_is_forecast_by_itself() -> None:
    lists_by_lot("2024/1", "2024/1")
    player = me().player
    running(player, *others(player, 1), pool="chess960", event_kind="chess960")
    assert forecast.pools_of(player) == ["chess960"]
    assert forecast.forecast_of(player, AT).is_empty
    told = forecast.forecast_of(player, AT, pool="chess960")
    assert (len(told.games), told.core.old_rating) == (1, None), "who has no rating there may get one"


def test_before_the_first_list_the_rating_that_came_with_the_player_counts() -> None:
    ada, bo = person("Ada"), person("Bo")
    Player.objects.update(rating=2300, rating_games=50, rating_deviation=60)
    running(ada.player, bo.player.pk)
    told = forecast.forecast_of(ada.player, AT)
    assert (told.of, told.core.old_rating) == (None, 2300)
    assert told.games[0].win.rating is not None
    assert told.games[0].win.rating > 2300


# pages and programs


def test_my_page_shows_each_game_with_its_three_outcomes(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    user = me(3)
    several = running(user.player, *others(user.player, 3))
    client.force_login(user)
    page = tight(client.get("/ratings/forecast").content)
    told = forecast.forecast_of(user.player, AT)
    for game, one in zip(several, told.games, strict=True):
        assert f'href="/games/{game.pk}"' in page
        for outcome in one.outcomes:
            assert str(outcome.rating) in page
    assert f"of {len(several)} points" in page
    assert "/ratings/forecast" in client.get(f"/players/{user.player.pk}").content.decode()


def test_games_with_the_same_opponent_are_told_apart_by_their_event(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    user = me()
    other = others(user.player, 1)[0]
    for event in ("Spring Cup", "Autumn Cup"):
        running(user.player, other, event_key=event)
    client.force_login(user)
    page = tight(client.get("/ratings/forecast").content)
    assert "Spring Cup" in page
    assert "Autumn Cup" in page


def test_it_is_for_oneself_alone(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    user, other = me(), me(1)
    assert client.get("/ratings/forecast").status_code == 302
    assert "/ratings/forecast" not in client.get(f"/players/{user.player.pk}").content.decode()
    text = tokens.make(user, "mine", scope=Token.Scope.READ, at=AT).text
    headers = {"Authorization": f"Bearer {text}"}
    assert client.get(f"/api/players/{user.player.pk}/forecast", headers=headers).status_code == 200
    assert client.get(f"/api/players/{other.player.pk}/forecast", headers=headers).status_code == 403
    assert client.get("/api/players/999999/forecast", headers=headers).status_code == 403
    assert client.get(f"/api/players/{user.player.pk}/forecast").status_code == 401


def test_programs_get_the_same(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    user = me(3)
    (game,) = running(user.player, *others(user.player, 1))
    text = tokens.make(user, "mine", scope=Token.Scope.READ, at=AT).text
    found = client.get(f"/api/players/{user.player.pk}/forecast", headers={"Authorization": f"Bearer {text}"}).json()
    told = forecast.forecast_of(user.player, AT)
    assert found["games"] == [
        {
            "game": game.pk,
            "opponent": told.games[0].opponent.pk,
            "as_white": True,
            "expected": told.games[0].expected,
            "win": told.games[0].win.rating,
            "draw": told.games[0].draw.rating,
            "loss": told.games[0].loss.rating,
        }
    ]
    assert (found["rules"], found["list"], found["period"]) == ("ICCF-RATING-2023", "2024/1", "2024/2")
    assert found["break_even"] == told.core.break_even
    assert [one["points"] for one in found["scores"]] == [0, 0.5, 1]


def test_who_has_no_games_is_told_so(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    client.force_login(me())
    assert "You have no rated games since the newest list" in tight(client.get("/ratings/forecast").content)


def test_the_number_of_queries_does_not_grow_with_the_games(client: Client) -> None:
    lists_by_lot("2024/1", "2024/1")
    user = me(3)
    client.force_login(user)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get("/ratings/forecast").status_code == 200
        return len(found)

    running(user.player, *others(user.player, 1))
    queries()
    few = queries()
    running(user.player, *others(user.player, 6))
    assert queries() == few
