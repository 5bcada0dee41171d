"""Lists for programs, to the letter of the contract."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from django.test import Client

from slowmate.formats.rating_csv import JSON_NAMES
from slowmate.ratings.periods import parse_period
from slowmate.server.games.rating import RatingTerms
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.services import list_preparation, publication
from slowmate.server.ratings.services.history import make_lists
from tests.server.ratings.federation import CLOSED, Federation, federation
from tests.support.people import person, rated_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def found() -> Federation:
    made = federation()
    publication.publish(made.row, version=1, actor=made.keeper, at=CLOSED)
    return made


def get(path: str) -> object:
    answer = Client().get(path)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_the_lists_that_are_published(found: Federation) -> None:
    line = {
        "period": "2024/1", "rules": "ICCF-RATING-2023", "valid_from": "2024-01-01", "published": "2023-12-01",
        "players": 3, "revision": 1, "pool": "chess",
    }  # fmt: skip
    assert get("/api/ratings") == {"lists": [line]}
    assert get("/api/ratings?pool=chess960") == {"lists": []}
    shuffled = RatingTerms(is_rated=True, pool="chess960", event_kind="chess960", event_key="960")
    rated_game(found.ada, found.bo, ended=datetime(2023, 10, 2, tzinfo=UTC), rating=shuffled)
    list(make_lists(parse_period("2024/1"), published=lambda _: CLOSED, pool="chess960"))
    both = get("/api/ratings?pool=all")
    assert isinstance(both, dict)
    assert [one["pool"] for one in both["lists"]] == ["chess", "chess960"]


def test_a_list_as_rate_writes_it(found: Federation) -> None:
    answer = get("/api/ratings/2024-1")
    assert isinstance(answer, dict)
    assert (answer["rules"], answer["period"]) == ("ICCF-RATING-2023", "2024/1")
    assert answer["command"] == "slowmate rate --rules iccf-2023 --players players.csv --games games.csv"
    one = next(one for one in answer["players"] if one["name"] == "Ada")
    assert list(one)[: len(JSON_NAMES)] == list(JSON_NAMES)
    assert (one["id"], one["old_rating"], one["period_games"]) == (str(found.ada.player.pk), 2300, 2)
    assert {one["published"] for one in answer["players"]} == {True, False}, (
        "everybody of players.csv, published or not"
    )


@pytest.mark.usefixtures("found")
def test_a_list_and_its_files_as_csv() -> None:
    texts = {}
    for path in ("?format=csv", "/players.csv", "/games.csv"):
        answer = Client().get(f"/api/ratings/2024-1{path}")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        texts[path] = list(csv.DictReader(io.StringIO(answer.content.decode())))
    ids = [row["id"] for row in texts["/players.csv"]]
    assert ids == [row["id"] for row in texts["?format=csv"]]
    assert [(row["name"], row["rating"]) for row in texts["/players.csv"]][:1] == [("Ada", "2300")]
    assert {(row["white"], row["result"]) for row in texts["/games.csv"]} == {(ids[0], "1-0"), (ids[0], "0-1")}
    assert not {"sex", "birth_year"} & texts["/players.csv"][0].keys(), "what others do not see"


@pytest.mark.parametrize("who", ["ada", "bo", "new"])
def test_an_explanation_has_steps_with_clause_facts_and_words_and_ends_with_the_rating(
    found: Federation, who: str
) -> None:
    player = getattr(found, who).player
    answer = get(f"/api/ratings/2024-1/players/{player.pk}")
    assert isinstance(answer, dict)
    entry = found.row.entries.get(player=player)
    assert (answer["rules"], answer["rating"], answer["rd"]) == ("ICCF-RATING-2023", entry.rating, entry.rd)
    assert all(set(step) == {"clause", "facts", "words"} and step["words"] for step in answer["steps"])
    said = [step["facts"]["rating"] for step in answer["steps"] if "rating" in step["facts"]]
    assert said[-1] == entry.rating
    words = " ".join(step["words"] for step in answer["steps"])
    assert ("Ada" in words) == (who != "ada"), "opponents by their names"


def test_an_older_revision_has_an_address_of_its_own(found: Federation) -> None:
    first = RatingList.objects.get()
    rated_game(found.bo, found.ada, ended=datetime(2023, 11, 2, tzinfo=UTC))
    revised = list_preparation.revise(first, "a game was missing", actor=found.keeper, at=CLOSED)
    assert Client().get("/api/ratings/2024-1?revision=2").status_code == 404, "it is not published"
    publication.publish(revised, version=1, actor=found.keeper, at=CLOSED)
    newest, older = get("/api/ratings/2024-1"), get("/api/ratings/2024-1?revision=1")
    assert isinstance(newest, dict)
    assert isinstance(older, dict)
    assert (newest["revision"], older["revision"]) == (2, 1)
    assert newest["players"] != older["players"]
    listed = get("/api/ratings")
    assert isinstance(listed, dict)
    assert [one["revision"] for one in listed["lists"]] == [2]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/ratings/2023-1", 404),
        ("/api/ratings/2024-1/players/999999", 404),
        ("/api/ratings/2024-1?revision=7", 404),
        ("/api/ratings/2024-1?pool=chess960", 404),
        ("/api/ratings/2024-1?pool=draughts", 422),
        ("/api/ratings/2024-1?revision=0", 422),
        ("/api/ratings/2024-1?format=xml", 422),
        ("/api/ratings/2024-13", 422),
        ("/api/ratings/latest", 422),
    ],
)
def test_what_there_is_not_is_refused_as_a_problem(found: Federation, path: str, status: int) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), found


def test_a_list_from_elsewhere_has_no_files_and_no_explanation(found: Federation) -> None:
    ada = person("Eva").player
    row = RatingList.objects.create(
        period="2023/4", rules="iccf-2023", prepared=CLOSED, is_imported=True, players=1,
        results_from="2023-06-01", results_until="2023-08-31", valid_from="2023-10-01",
    )  # fmt: skip
    row.entries.create(player=ada, name="Eva", rating=2000, published=True)
    RatingList.objects.filter(pk=row.pk).update(state="published", published=CLOSED)
    for path, status in (("", 200), ("/players.csv", 404), ("/games.csv", 404), (f"/players/{ada.pk}", 404)):
        assert Client().get(f"/api/ratings/2023-4{path}").status_code == status, found
