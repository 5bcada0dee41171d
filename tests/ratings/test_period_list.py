"""One list from the games at hand: its games, what they assume of the unrated, and who is active in it."""

from datetime import date
from typing import Any

import numpy as np
import polars as pl
import pytest

from slowmate.ratings import Period
from slowmate.ratings.chosen import choose
from slowmate.ratings.levels import known_level, national_levels, with_levels
from slowmate.ratings.period_list import ListBasis, explain_number, forecast_number, list_basis, make_list
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition

LIST = Period(2024, 1)
PLAYERS: dict[str, Any] = {
    "rating": np.array([2200.0, 2300.0, np.nan, 2150.0]),
    "rd": np.array([60.0, 60.0, np.nan, 60.0]),
    "games": np.array([50.0, 100.0, np.nan, 11.0]),
}
FIRST_DAY, LAST_DAY = date(2023, 9, 1), date(2023, 11, 30)


def games(*rows: tuple[Any, ...], **more: list[Any]) -> pl.DataFrame:
    """Games of White, Black, White's points and the day."""
    names = {"white": pl.Int64, "black": pl.Int64, "score": pl.Float64, "date": pl.Date}
    table = pl.DataFrame(rows, schema=names, orient="row")
    return table.with_columns(pl.Series(name, values, pl.String) for name, values in more.items())


def games_of_list(found: pl.DataFrame, period: Period | None, of_pool: str) -> pl.DataFrame:
    return choose(found, "iccf-2023", period, of_pool)[0]


def basis(found: pl.DataFrame, *, period: Period | None = LIST, **known: Any) -> ListBasis:
    return list_basis("iccf-2023", PLAYERS | known, found, period=period)


@pytest.mark.clause("ICCF-TR-2017 9.5/2", "ICCF-RATING-2023 4/period 1")
@pytest.mark.parametrize(
    ("day", "belongs"),
    [(date(2023, 8, 31), False), (FIRST_DAY, True), (LAST_DAY, True), (date(2023, 12, 1), False)],
)
def test_a_list_has_the_games_of_its_months(day: date, belongs: bool) -> None:
    found = games((0, 1, 1.0, day))
    assert len(games_of_list(found, LIST, "chess")) == belongs
    assert len(games_of_list(found, None, "chess")) == 1


def test_a_game_that_both_lost_is_in_no_list() -> None:
    found = games((0, 1, None, FIRST_DAY), (0, 1, 1.0, FIRST_DAY))
    assert games_of_list(found, LIST, "chess")["score"].to_list() == [1.0]


def test_a_list_needs_the_day_of_every_game_that_is_rated() -> None:
    with pytest.raises(BadInput, match="needs the day"):
        games_of_list(games((0, 1, 1.0, None)), LIST, "chess")
    with pytest.raises(BadInput, match="needs the day"):
        games_of_list(games((0, 1, 1.0, FIRST_DAY)).drop("date"), LIST, "chess")
    assert len(games_of_list(games((0, 1, None, None)), LIST, "chess")) == 0


@pytest.mark.clause("ICCF-TR-2016 9.2(a)", "ICCF-TR-2017 9.2(a)", "ICCF-TR-2016 9.2*", "ICCF-TR-2017 9.2*")
@pytest.mark.parametrize("period", [None, Period(2016, 4), Period(2018, 4), LIST])
def test_a_list_has_the_games_of_its_pool_and_none_of_thematic_events(period: Period | None) -> None:
    kinds = ["open-class", "thematic", "chess960", "chess960-world-cup", None]
    day = period.results_from if period else FIRST_DAY
    found = games(*((0, 1, 1.0, day) for _ in kinds), kind=kinds)
    assert games_of_list(found, period, "chess")["kind"].to_list() == ["open-class", None]
    assert games_of_list(found, period, "chess960")["kind"].to_list() == ["chess960", "chess960-world-cup"]


def test_games_without_kinds_are_of_the_usual_pool() -> None:
    with pytest.raises(BadInput, match="none is of that pool"):
        games_of_list(games((0, 1, 1.0, FIRST_DAY)), LIST, "chess960")


def test_a_list_before_the_first_edition_is_refused() -> None:
    with pytest.raises(NoEdition):
        make_list(basis(games((0, 1, 1.0, date(2015, 1, 1))), period=Period(2015, 2)))


@pytest.mark.clause("ICCF-TR-2017 App1.11/2000", "ICCF-TR-2017 App1.11/2450", "ICCF-TR-2017 App1.11/new")
def test_kinds_of_event_have_the_levels_of_item_11_where_it_names_them() -> None:
    found = {kind: known_level(kind) for kind in ("higher-class", "grandmaster-norm", "aspirer", "national")}
    assert found == {"higher-class": 2000.0, "grandmaster-norm": 2450.0, "aspirer": None, "national": None}
    assert (known_level("aspirer", 1950), known_level("higher-class", 1950)) == (1950.0, 2000.0)


@pytest.mark.clause("ICCF-TR-2017 App1.11/national")
def test_a_national_event_assumes_the_average_of_its_published_ratings() -> None:
    """The fourth player's rating is not published: 11 games."""
    kinds, events = ["national", "national", "national", "higher-class"], ["a", "a", "b", "a"]
    rows = [(0, 2, 1.0, FIRST_DAY), (1, 3, 1.0, FIRST_DAY), (1, 2, 1.0, FIRST_DAY), (0, 2, 1.0, FIRST_DAY)]
    found = games(*rows, kind=kinds, event=events)
    levels = with_levels(found, national_levels(found, PLAYERS))["level"]
    assert levels.to_list() == [2250.0, 2250.0, 2300.0, 2000.0]
    nameless = games(*rows, kind=kinds)
    assert national_levels(nameless, PLAYERS) == {}
    assert with_levels(nameless)["level"].to_list() == [None, None, None, 2000.0]
    known = PLAYERS | {"games": np.array([50.0, 100.0, np.nan, 12.0])}
    assert national_levels(found, known)["a"].value == 2217
    assert set(national_levels(found, PLAYERS, known={"a"})) == {"b"}


@pytest.mark.clause("ICCF-TR-2017 App1.11/national")
def test_an_event_that_begins_after_the_list_has_no_average_yet() -> None:
    found = games((0, 2, 1.0, FIRST_DAY), (1, 2, 1.0, LAST_DAY), kind=["national"] * 2, event=["a", "b"])
    assert set(national_levels(found, PLAYERS, until=FIRST_DAY)) == {"a"}
    assert set(national_levels(found, PLAYERS, until=LAST_DAY)) == {"a", "b"}


@pytest.mark.clause("ICCF-TR-2017 9.7(a)", "ICCF-TR-2017 9.7(b)", "ICCF-TR-2017 9.7/others")
def test_a_list_says_when_each_player_played_last_and_who_is_active() -> None:
    before = np.array(["2023-12-31", "2021-12-31", "2011-05-05", "NaT"], "datetime64[D]")
    found = games((0, 1, 1.0, FIRST_DAY), (1, 0, 0.5, LAST_DAY))
    made = make_list(basis(found, last_game=before, running=np.array([False, False, True, False])))
    assert made["last_game"].astype(str).tolist() == ["2023-12-31", "2023-11-30", "2011-05-05", "NaT"]
    assert made["active"].tolist() == [True, True, True, True]
    made = make_list(basis(found[:0], last_game=before))
    assert made["active"].tolist() == [True, False, False, True]
    assert "active" not in make_list(basis(found, period=None))


def test_the_year_of_a_list_is_its_own_else_that_of_the_latest_game() -> None:
    found = games((0, 1, 1.0, FIRST_DAY), (0, 1, 1.0, date(2022, 1, 1)))
    assert basis(found).year == 2024
    assert basis(found, period=None).year == 2023
    assert basis(found.drop("date"), period=None).year is None


def test_list_explanation_and_forecast_say_the_same() -> None:
    asked = basis(games((0, 1, 1.0, FIRST_DAY), (0, 2, 0.5, LAST_DAY), (1, 2, 1.0, date(2023, 12, 1))))
    rating = make_list(asked)["rating"]
    assert [explain_number(asked, row).value for row in (0, 1)] == rating[:2].tolist()
    none = games().drop("score")
    assert [forecast_number(asked, none, row).now for row in (0, 1)] == rating[:2].tolist()
    assert forecast_number(asked, games((0, 1, None, None)).drop("score"), 0).scores[-1].lowest > rating[0]
