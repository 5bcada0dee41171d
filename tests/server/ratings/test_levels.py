"""What the games of a list assume of the unrated, and whether a friendly match is one between countries."""

from datetime import UTC, datetime
from typing import Any

import pytest

from slowmate.formats.rating_csv import read_games, read_players
from slowmate.ratings import rate
from slowmate.ratings.period_list import game_arrays
from slowmate.ratings.periods import Month, Period
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import files, inputs
from slowmate.server.ratings.queries.explanation import left_out
from slowmate.server.ratings.services import adjustments
from slowmate.server.ratings.services.history import make_lists
from slowmate.server.ratings.services.list_preparation import prepare
from tests.support.people import person, rated_game

FIDE = "fide-standard"
pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def at(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, 12, tzinfo=UTC)


def unrated(name: str) -> User:
    user = person(name)
    Player.objects.filter(pk=user.player.pk).update(rating=None, rating_games=0, rating_deviation=None)
    return user


def drawn(white: User, black: User, *, ended: datetime, rating: RatingTerms) -> None:
    row = rated_game(white, black, ended=ended, rating=rating)
    Game.objects.filter(pk=row.pk).update(result="1/2-1/2")


def of(kind: str = "grandmaster-norm", **more: Any) -> RatingTerms:
    return RatingTerms(is_rated=True, event_kind=kind, event_key=kind, **more)


def ratings(row: RatingList) -> dict[int, tuple[int | None, int | None]]:
    return {entry.player_id: (entry.rating, entry.rd) for entry in row.entries.all()}


@pytest.mark.clause("ICCF-RATING-2023 2.1(a)/1800")
def test_since_2023_a_start_rating_that_was_the_level_of_the_event_counts_for_nobody() -> None:
    white, black = unrated("Ada"), unrated("Bo")
    terms = of(white_start=2450, black_start=2450, white_by_level=True, black_by_level=True)
    drawn(white, black, ended=at(2024, 1, 20), rating=terms)
    (*_, row) = make_lists(Period(2024, 2), published=lambda _: at(2024, 3, 15))
    assert set(ratings(row).values()) == {(1799, 234)}
    assert "2450" not in files.games_csv(row)
    assert inputs.differences(row) == []


@pytest.mark.clause("ICCF-TR-2017 9.4/3", "ICCF-RATING-2023 1.4/newest")
def test_until_2023_it_counts_and_a_published_one_of_the_same_number_always_does() -> None:
    white, black = unrated("Ada"), unrated("Bo")
    by_level = of(white_start=2450, black_start=2450, white_by_level=True, black_by_level=True)
    by_list = of(white_start=2450, black_start=2450, white_by_level=False, black_by_level=False)
    drawn(white, black, ended=at(2023, 1, 20), rating=by_level)
    drawn(unrated("Cid"), unrated("Di"), ended=at(2024, 1, 20), rating=by_list)
    made = {row.period: row for row in make_lists(Period(2024, 2), published=lambda _: at(2024, 3, 15))}
    assert ratings(made["2023/2"])[white.player.pk][0] == 2450
    assert "2450,2450,1,1" in files.games_csv(made["2023/2"])
    assert "2450,2450" in files.games_csv(made["2024/2"])
    assert (1799, 234) not in ratings(made["2024/2"]).values()
    assert [inputs.differences(row) for row in made.values()] == [[]] * len(made)


@pytest.mark.clause("ICCF-TR-2017 9.4/5")
def test_a_start_rating_that_the_commissioner_sets_instead_is_no_level() -> None:
    white, black, keeper = unrated("Ada"), unrated("Bo"), person("Keeper", offices=(Office.Kind.RATINGS,))
    terms = of(white_start=2450, black_start=2450, white_by_level=True, black_by_level=True)
    drawn(white, black, ended=at(2024, 1, 20), rating=terms)
    row = prepare(Game.Pool.CHESS, Period(2024, 2), at=at(2024, 3, 1))
    assert row is not None
    adjustments.start_rating(
        row, white.player, 2400, reason="plays in the first league", actor=keeper, at=at(2024, 3, 2)
    )
    row.refresh_from_db()
    assert (ratings(row)[black.player.pk][0] or 0) > (ratings(row)[white.player.pk][0] or 0)
    assert "2450" not in files.games_csv(row)


@pytest.mark.clause("ICCF-TR-2017 App1.11/national")
def test_the_level_of_a_national_event_is_the_average_of_all_its_participants() -> None:
    """2000, 2200 and 2390 make 2197, whoever of them has finished a game in the months of the list."""
    newcomer = unrated("New")
    people = [person(name) for name in ("Ann", "Bob", "Cid")]
    for user, rating in zip(people, (2000, 2200, 2390), strict=True):
        Player.objects.filter(pk=user.player.pk).update(rating=rating, rating_games=100)
    drawn(people[0], newcomer, ended=at(2019, 2, 5), rating=of("national"))
    drawn(people[1], people[2], ended=at(2019, 4, 5), rating=of("national"))
    (*_, row) = make_lists(Period(2019, 2), published=lambda period: at(period.year, period.valid_from.month, 1))
    assert ratings(row)[people[0].player.pk][0] == 2003
    assert ",2197" in files.games_csv(row)


@pytest.mark.clause("ICCF-TR-2017 9.2(e)")
@pytest.mark.parametrize(
    ("federations", "teams_say", "rated"),
    [(("CZE", "CZE"), None, 0), (("CZE", "GER"), None, 1), (("CZE", "CZE"), True, 1), (("CZE", "GER"), False, 0)],
)
def test_a_friendly_match_of_one_country_with_itself_is_left_out(
    federations: tuple[str, str], teams_say: bool | None, rated: int
) -> None:
    users = [person(name) for name in ("Ada", "Bo")]
    for user, federation in zip(users, federations, strict=True):
        Player.objects.filter(pk=user.player.pk).update(federation=federation)
    rated_game(*users, ended=at(2024, 1, 20), rating=of("friendly-match", is_between_countries=teams_say))
    (*_, row) = make_lists(Period(2024, 2), published=lambda _: at(2024, 3, 15))
    assert row.games == rated
    assert [str(ground.clause) for _, ground in left_out(row)] == ["ICCF-TR-2017 9.2(e)"] * (1 - rated)


@pytest.mark.clause("FIDE-RATING-2017 8.56/4", "FIDE-RATING-2017 8.56/3")
def test_fide_s_lists_keep_who_has_once_reached_2300_and_2400() -> None:
    """Ada falls under 2300 in one list; her next game counts with K 20, though she is young."""
    ada, bo = person("Ada"), person("Bo")
    Player.objects.filter(pk=ada.player.pk).update(fide_rating=2300, birth_year=2008)
    Player.objects.filter(pk=bo.player.pk).update(fide_rating=2400)

    def loses(ended: datetime) -> None:
        terms = RatingTerms(
            is_rated=True,
            pool="fide-standard",
            event_kind="fide-swiss",
            event_key=f"{ended}",
            over_the_board={"event_type": "swiss"},
        )
        rated_game(bo, ada, ended=ended, rating=terms)

    loses(at(2024, 1, 10))
    loses(at(2024, 2, 10))

    def published(period: Any) -> datetime:
        return at(period.year, period.number, 1)

    made = list(make_lists(Month(2024, 3), pool=FIDE, published=published))
    of_ada = [row.entries.get(player=ada.player) for row in made if row.games]
    assert [(entry.rating, entry.change, entry.has_reached_2300, entry.has_reached_2400) for entry in of_ada] == [
        (2293, -7, True, False),
        (2286, -7, True, False),
    ]
    assert "has_reached_2300" in files.as_csv(made[-1])
    players = read_players(files.players_csv(made[-1]).encode())
    games = game_arrays(read_games(files.games_csv(made[-1]).encode(), players))
    again = rate(players.columns, games, "fide-2017", year=2024)
    assert again["rating"][players.row(str(ada.player.pk)) or 0] == 2286
