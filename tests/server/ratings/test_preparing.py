"""Lists are prepared when their window has closed: which, from what, in which order, whatever goes wrong meanwhile."""

from datetime import UTC, date, datetime
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms
from slowmate.ratings.periods import Period, parse_period
from slowmate.server.desk import services as desk
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.services import games, playing
from slowmate.server.jobs import lists as job
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries import files, lists
from slowmate.server.ratings.queries.explanation import left_out
from slowmate.server.ratings.services import list_preparation
from slowmate.server.ratings.services.history import make_lists
from tests.support.archives import archive, store
from tests.support.people import person, rated_game
from tests.support.small_federation import FIVE_MEN

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def at(year: int, month: int, day: int, hour: int = 12) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def periods_of(rows: list[RatingList]) -> list[str]:
    return [row.period for row in rows]


def test_a_list_is_prepared_on_the_day_after_its_window_has_closed() -> None:
    rated_game(person("Ada"), person("Bo"), ended=at(2023, 10, 1))
    assert job.prepare(at=at(2023, 11, 30, 23)) == []
    (made,) = job.prepare(at=at(2023, 12, 1, 0))
    assert (made.pool, made.period, made.state, made.games, made.rules) == (
        "chess",
        "2024/1",
        "prepared",
        1,
        "iccf-2023",
    )
    assert (made.results_from, made.results_until) == (date(2023, 9, 1), date(2023, 11, 30))
    assert job.prepare(at=at(2023, 12, 2)) == [], "it is made once"


@pytest.mark.clause("ICCF-TR-2017 App1.13")
def test_under_the_older_rules_a_list_waits_for_results_by_post() -> None:
    rated_game(person("Ada"), person("Bo"), ended=at(2020, 1, 10))
    assert job.prepare(at=at(2020, 3, 4)) == []
    assert periods_of(job.prepare(at=at(2020, 3, 5))) == ["2020/2"]


@pytest.mark.parametrize(
    ("registered", "postal", "period"),
    [
        (date(2020, 3, 4), True, "2020/2"),
        (date(2020, 3, 5), True, "2020/3"),
        (date(2020, 3, 1), False, "2020/3"),
        (date(2020, 2, 28), False, "2020/2"),
    ],
)
@pytest.mark.clause("ICCF-TR-2017 App1.13", "ICCF-TR-2017 9.5/2")
def test_a_postal_result_that_is_registered_in_time_counts_in_the_list_of_its_months(
    registered: date, postal: bool, period: str
) -> None:
    row = rated_game(person("Ada"), person("Bo"), ended=at(2020, 2, 20))
    Game.objects.filter(pk=row.pk).update(is_postal=postal, reported=registered)
    found = [one for one in make_lists(Period(2020, 3), published=lambda _: at(2020, 6, 17)) if one.games]
    assert periods_of(found) == [period]


def test_a_decision_that_comes_later_is_reported_on_its_own_day() -> None:
    white, black, director = person("Ada"), person("Bo"), person("Di", offices=(Office.Kind.DIRECTOR,))
    terms = Terms(starts=at(2023, 11, 1), time_control=clocks.Classic(), fen=FIVE_MEN)
    rating = RatingTerms(is_rated=True, event_kind="open-class", event_key="open")
    row = games.start(white.player, black.player, terms, at=at(2023, 11, 1), director=director, rating=rating)
    playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_WIN, actor=white, at=at(2023, 11, 20))

    def upheld(name: str) -> commands.DirectorCommand:
        return commands.DecideClaim(director=name, reason="the tables say so", by=Colour.WHITE, upheld=True)

    row = desk.decide(row.pk, upheld, actor=director, at=at(2023, 12, 2))
    assert row.finished is not None
    assert (row.finished.date(), row.reported) == (date(2023, 11, 20), date(2023, 12, 2))
    assert [row.games for row in make_lists(Period(2024, 2), published=lambda _: at(2024, 3, 15))] == [0, 1]


def test_several_windows_that_were_missed_are_made_up_for_in_their_order() -> None:
    white, black = person("Ada"), person("Bo")
    for ended in (at(2023, 10, 1), at(2024, 1, 1), at(2024, 4, 1)):
        rated_game(white, black, ended=ended)
    made = job.prepare(at=at(2024, 6, 3))
    assert periods_of(made) == ["2024/1", "2024/2", "2024/3"]
    assert [row.previous for row in made] == [None, made[0], made[1]]
    begins = [one.entries.get(player=white.player).old_rating for one in made]
    ended_with = [one.entries.get(player=white.player).rating for one in made]
    assert begins[1:] == ended_with[:2]


def test_no_more_than_a_few_lists_wait_to_be_published() -> None:
    rated_game(person("Ada"), person("Bo"), ended=at(2019, 6, 1))
    assert len(job.prepare(at=at(2024, 1, 1))) == list_preparation.MAX_PREPARED


def test_a_flag_that_fell_in_the_window_while_the_worker_was_down_counts_in_its_list() -> None:
    white, black = person("Ada"), person("Bo")
    terms = Terms(starts=at(2023, 8, 1), time_control=clocks.FixedDays(days=7))
    rating = RatingTerms(is_rated=True, event_kind="open-class", event_key="open")
    row = games.start(white.player, black.player, terms, at=at(2023, 8, 1), rating=rating)
    assert Game.objects.get(pk=row.pk).finished is None
    rated_game(white, black, ended=at(2023, 10, 1))
    made = job.prepare(at=at(2024, 1, 10))
    assert periods_of(made) == ["2023/4", "2024/1"], "the flag fell on 8 August, in the window of 2023/4"
    assert [one.games for one in made] == [1, 1]


def test_each_pool_has_lists_of_its_own() -> None:
    white, black = person("Ada"), person("Bo")
    rated_game(white, black, ended=at(2023, 10, 1))
    shuffled = RatingTerms(is_rated=True, pool="chess960", event_kind="chess960", event_key="960")
    rated_game(white, black, ended=at(2023, 10, 2), rating=shuffled)
    otb = RatingTerms(
        is_rated=True, pool="fide-rapid", event_kind="fide-match", event_key="m", over_the_board={"minutes": 20}
    )
    rated_game(white, black, ended=at(2023, 10, 3), rating=otb)
    made = job.prepare(at=at(2023, 12, 5))
    found = [(row.pool, row.period, row.rules, row.games) for row in made]
    assert found[:2] == [("chess", "2024/1", "iccf-2023", 1), ("chess960", "2024/1", "iccf-2023", 1)]
    assert found[2:] == [("fide-rapid", "2023-11", "fide-2017", 1), ("fide-rapid", "2023-12", "fide-2017", 0)]
    ratings = [row.entries.get(player=white.player).old_rating for row in made]
    assert ratings[0] == white.player.rating
    assert ratings[1:3] == [None, None], "what he has in chess says nothing about the others"


@pytest.mark.clause("ICCF-TR-2017 9.2(a)", "ICCF-RATING-2023 1.3/time-server", "ICCF-TR-2017 9.3/1")
def test_what_is_left_out_is_said_with_its_clause() -> None:
    white, black = person("Ada"), person("Bo")

    def of(kind: str, **more: Any) -> RatingTerms:
        return RatingTerms(is_rated=more.pop("is_rated", True), event_kind=kind, event_key=kind, **more)

    rated_game(white, black, ended=at(2023, 10, 1), rating=of("thematic", is_rated=False))
    rated_game(white, black, ended=at(2023, 10, 2), rating=of("national", is_agreed=False))
    hasty = rated_game(white, black, ended=at(2023, 10, 3), rating=of("open-class"))
    Game.objects.filter(pk=hasty.pk).update(reflection_moves=50, reflection_days=149)
    lost = rated_game(white, black, ended=at(2023, 10, 4), rating=of("open-class"))
    Game.objects.filter(pk=lost.pk).update(result="0-0", is_void=True)
    rated_game(white, black, ended=at(2023, 10, 5), rating=of("open-class"))
    rated_game(white, black, ended=at(2023, 10, 6), rating=RatingTerms())  # a challenge: nobody's business
    (made,) = job.prepare(at=at(2023, 12, 1))
    why = {str(ground.clause): number for number, ground in left_out(made)}
    assert made.games == 1
    assert why == {
        "ICCF-TR-2017 9.2(a)": 1,
        "ICCF-TR-2017 9.2(c)": 1,
        "ICCF-RATING-2023 1.3/time-server": 1,
        "ICCF-TR-2017 9.3/1": 1,
    }


@pytest.mark.clause("ICCF-TR-2017 App1.11/new")
def test_a_game_whose_event_has_no_level_waits_for_the_commissioner_if_somebody_needs_one() -> None:
    white, black = person("Ada"), person("Bo")
    Player.objects.filter(pk=black.player.pk).update(rating=None)
    rating = RatingTerms(is_rated=True, event_kind="champions-league-a", event_key="league")
    rated_game(white, black, ended=at(2020, 1, 10), rating=rating)
    (made,) = job.prepare(at=at(2020, 3, 20))
    assert (made.games, [str(ground.clause) for _, ground in left_out(made)]) == (0, ["ICCF-TR-2017 App1.11/new"])
    assert made.players == 1, "and who has no game in it is not in it"


@pytest.mark.clause("ICCF-TR-2017 9.7(a)", "ICCF-TR-2017 9.7(b)", "ICCF-TR-2017 9.7/others")
def test_who_has_not_played_for_two_years_is_shown_only_while_he_plays_an_event() -> None:
    away, playing, other = person("Away"), person("Playing"), person("Other")
    for one in (away, playing):
        Player.objects.filter(pk=one.player.pk).update(rating_games=40)
        rated_game(one, other, ended=at(2020, 10, 1))
    starts = at(2022, 1, 1)
    slow = Terms(starts=starts, time_control=clocks.Classic(silence=None, days=5000))
    rating = RatingTerms(is_rated=True, event_kind="thematic", event_key="t")
    games.start(playing.player, other.player, slow, at=starts, rating=rating)
    rows = list(make_lists(Period(2024, 1), published=lambda _: at(2024, 1, 1)))
    before, last = (next(row for row in rows if row.period == name) for name in ("2022/4", "2024/1"))
    for row, shown in ((before, {"Away", "Playing"}), (last, {"Playing"})):
        listed = row.entries.filter(rank__isnull=False, player__in=[away.player, playing.player])
        assert {entry.name for entry in listed} == shown
    assert last.entries.get(player=away.player).rating == before.entries.get(player=away.player).rating


def test_ranks_are_shared_by_equals_and_only_by_those_the_list_shows() -> None:
    for name, rating, behind in (("A", 2400, 40), ("B", 2300, 40), ("C", 2300, 12), ("D", 2500, 11), ("E", 2200, 30)):
        Player.objects.filter(pk=person(name).player.pk).update(rating=rating, rating_games=behind)
    rated_game(person("X"), person("Y"), ended=at(2020, 1, 10))
    Player.objects.filter(name__in="XY").update(rating=None)
    (made,) = make_lists(Period(2020, 2), published=lambda _: at(2020, 3, 18))
    ranks = dict(made.entries.values_list("name", "rank"))
    assert ranks == {"A": 1, "B": 2, "C": 2, "E": 4, "D": None, "X": None, "Y": None}
    assert made.shown == 4


def test_the_server_bootstraps_from_what_players_bring_and_from_nothing_else_later() -> None:
    white, black = person("Ada"), person("Bo")
    Player.objects.filter(pk=white.player.pk).update(rating=2345, rating_games=77, rating_deviation=61)
    rated_game(white, black, ended=at(2023, 10, 1))
    (made,) = make_lists(Period(2024, 1), published=lambda _: at(2023, 12, 15))
    entry = made.entries.get(player=white.player)
    assert (entry.old_rating, entry.old_rd, entry.games) == (2345, 61, 78)
    unknown = made.entries.get(player=black.player)
    assert (unknown.games, unknown.published) == (None, True), (
        "of a rating without games nobody knows how many there were"
    )
    guest = person("Guest")
    Player.objects.filter(pk=guest.player.pk).update(rating=2222, rating_games=50)
    rated_game(white, guest, ended=at(2024, 1, 1))
    (second,) = make_lists(Period(2024, 2), published=lambda _: at(2024, 3, 15))
    assert second.entries.get(player=guest.player).old_rating == 2222


def test_preparing_asks_the_database_as_often_for_many_players_as_for_few() -> None:
    numbers = []
    for many in (8, 60):
        ListEntry.objects.all().delete()
        RatingList.objects.all().delete()
        Game.objects.all().delete()
        Player.objects.all().delete()
        made = archive(Random(5), players=many, games=many * 4, first=date(2023, 9, 1), last=date(2023, 11, 30))
        store(made)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            list_preparation.prepare("chess", Period(2024, 1), at=at(2023, 12, 1))
        reading = [one for one in asked.captured_queries if one["sql"].startswith("SELECT")]
        numbers.append(len(reading))
    assert numbers[0] == numbers[1]


def test_a_list_is_found_by_its_address_its_day_and_its_player() -> None:
    white, black = person("Ada"), person("Bo")
    for ended in (at(2023, 10, 1), at(2024, 1, 1)):
        rated_game(white, black, ended=ended)
    first, second = make_lists(Period(2024, 2), published=lambda _: at(2024, 3, 15))
    assert lists.find("2024-1") == first
    assert lists.find("2024-2", revision=1) == second
    assert [lists.find(slug) for slug in ("2024-3", "2024-5", "24-1", "2024-02", "")] == [None] * 5
    assert lists.find("2024-2", revision=2) is None
    assert [lists.valid(on=day) for day in (date(2023, 12, 31), date(2024, 3, 31), date(2024, 4, 1))] == [
        None, first, second,
    ]  # fmt: skip
    assert (
        lists.ratings([white.player], on=date(2024, 3, 31))[white.player.pk].rating
        == first.entries.get(player=white.player).rating
    )
    assert [entry.list for entry in lists.history(white.player)] == [first, second]


def test_a_list_says_how_to_make_it_again() -> None:
    rated_game(person("Ada"), person("Bo"), ended=at(2023, 10, 1))
    (made,) = make_lists(parse_period("2024/1"), published=lambda _: at(2023, 12, 15))
    assert files.command(made) == "slowmate rate --rules iccf-2023 --players players.csv --games games.csv"
