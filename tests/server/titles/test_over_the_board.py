"""Events over the board: reported as a file or typed in, matched to our players, with their norms and FIDE's forms."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from slowmate.formats.trf import report_of, write_trf
from slowmate.records import Event, Result
from slowmate.server.accounts.models import User
from slowmate.server.people.models import Office, Player
from slowmate.server.people.validators import FORMER
from slowmate.server.site.errors import NotAllowed, Unfit
from slowmate.server.titles.forms.over_the_board import berger
from slowmate.server.titles.models import Norm, OverTheBoardEvent
from slowmate.server.titles.queries.over_the_board import record_of
from slowmate.server.titles.services import account_deletion
from slowmate.server.titles.services import over_the_board as services
from tests.support.documents import ENTRANTS, memorial
from tests.support.people import person

pytestmark = pytest.mark.django_db

AT = datetime(2020, 3, 1, tzinfo=UTC)


@pytest.fixture
def arbiter() -> User:
    return person("Arbiter", offices=(Office.Kind.DIRECTOR,))


@pytest.fixture
def hero() -> Player:
    """Who makes the norm of the memorial."""
    found = person("Ondřej Dvořák").player
    Player.objects.filter(pk=found.pk).update(fide_id="365001", federation="CZE", title="")
    return Player.objects.select_related("user").get(pk=found.pk)


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def file_of(event: Event, name: str = "memorial.trf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, write_trf(report_of(event)))


def without_point(event: Event) -> Event:
    """The same, but that the first player has lost what he won."""
    swapped = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}
    games = tuple(
        replace(game, result=swapped.get(game.result, game.result)) if "1" in (game.white, game.black) else game  # type: ignore[arg-type]
        for game in event.games
    )
    return replace(event, games=games)


# -- a file -----------------------------------------------------------------------------------------------------------


def test_a_report_brings_the_event_its_players_and_their_norms(arbiter: User, hero: Player) -> None:
    answer = signed_in(arbiter).post("/titles/over-the-board/report", {"file": file_of(memorial())})
    row = OverTheBoardEvent.objects.get()
    assert answer["Location"] == f"/titles/over-the-board/{row.pk}"
    assert (row.name, row.start, row.federation) == ("Masaryk Memorial", date(2018, 7, 7), "CZE")
    assert record_of(row).players[0].born == date(1981, 3, 4)
    assert [(known.key, known.player) for known in row.known_players.all()] == [("1", hero)]
    norm = Norm.objects.get(player=hero, title="GM")
    assert (norm.state, norm.over_the_board, norm.section) == (Norm.State.PROPOSED, row, None)
    assert (norm.score, norm.games, norm.earned, norm.rules) == (7, 9, date(2018, 7, 15), "FIDE-TITLES-2017")
    assert all(ground["clause"].startswith("FIDE-") for ground in norm.grounds)


def test_a_report_that_is_sent_again_changes_nothing(arbiter: User, hero: Player) -> None:
    for _ in range(2):
        services.keep(memorial(), actor=arbiter, at=AT)
    assert OverTheBoardEvent.objects.count() == 1
    assert Norm.objects.filter(player=hero, title="GM").count() == 1


def test_a_corrected_report_takes_a_norm_back(arbiter: User, hero: Player) -> None:
    services.keep(memorial(), actor=arbiter, at=AT)
    services.keep(without_point(memorial()), actor=arbiter, at=AT)
    assert {norm.state for norm in Norm.objects.filter(player=hero)} == {Norm.State.SUPERSEDED}
    services.keep(memorial(), actor=arbiter, at=AT)
    live = Norm.objects.filter(player=hero, title="GM", state=Norm.State.PROPOSED)
    assert live.count() == 1


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("empty.trf", b"", "the file is empty"),
        ("x.trf", b"hello", "neither JSON"),
        ("x.json", b"{", "not JSON"),
        ("x.json", b'{"name": "x", "kind": "open"}', "players: missing"),
        ("x.trf", b"012 X\n001 zz", "line 2"),
        ("latin.trf", "012 Žofie\n".encode("utf-16"), "neither JSON"),
        ("x.trf", b"012 X\n042 2018/01/01\n", "no player"),
    ],
)
def test_a_bad_file_is_refused_in_one_message(arbiter: User, name: str, data: bytes, says: str) -> None:
    answer = signed_in(arbiter).post("/titles/over-the-board/report", {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 422
    assert answer.content.decode().count('class="errorlist"') <= 1
    assert says in answer.content.decode().replace("&#x27;", "'")
    assert not OverTheBoardEvent.objects.exists()


def test_an_event_of_correspondence_is_not_played_over_the_board(arbiter: User) -> None:
    data = b'{"name": "x", "kind": "open", "start": "2018-01-01", "players": [{"id": "1"}, {"id": "2"}], "games": []}'
    answer = signed_in(arbiter).post("/titles/over-the-board/report", {"file": SimpleUploadedFile("x.json", data)})
    assert "open is not played over the board" in answer.content.decode()


def test_a_file_that_is_too_large_is_refused(arbiter: User) -> None:
    large = SimpleUploadedFile("x.trf", b"0" * 1_000_001)
    answer = signed_in(arbiter).post("/titles/over-the-board/report", {"file": large})
    assert "The file is larger than 1 MB." in answer.content.decode()


def test_of_an_event_before_our_regulations_no_norms_are_looked_for(arbiter: User) -> None:
    row = services.keep(memorial(start=date(2010, 7, 7)), actor=arbiter, at=AT)
    assert not Norm.objects.exists()
    page = signed_in(arbiter).get(f"/titles/over-the-board/{row.pk}")
    assert "We hold no title regulations of the day it began" in page.content.decode()
    assert signed_in(arbiter).get(f"/titles/over-the-board/{row.pk}/it3.pdf").status_code == 200
    assert signed_in(arbiter).get(f"/titles/over-the-board/{row.pk}/it1/1/GM.pdf").status_code == 404


# -- by hand ----------------------------------------------------------------------------------------------------------


def typed(**changes: str) -> dict[str, str]:
    players = [
        f"{name}; {fed}; {title or ''}; {rating}; {number}; {sex}; 1990-02-01"
        for name, fed, title, rating, sex, number in ENTRANTS
    ]
    return {
        "name": "Masaryk Memorial",
        "kind": "fide-round-robin",
        "city": "Brno",
        "federation": "cze",
        "start": "2018-07-07",
        "end": "2018-07-15",
        "rate_of_play": "90+30",
        "arbiter": "Holub, Marie",
        "arbiter_title": "IA",
        "players": "\n".join(players),
        **changes,
    }


def results(hero_wins: int = 5) -> dict[str, str]:
    """Everybody draws, but that the first player wins so many of his games."""
    said = {"results": "1"}
    for number, (_round, white, black) in enumerate(berger(10)):
        said |= {f"white-{number}": white, f"black-{number}": black, f"result-{number}": "1/2-1/2"}
        if "1" in (white, black) and hero_wins:
            said[f"result-{number}"] = "1-0" if white == "1" else "0-1"
            hero_wins -= 1
    return said


def test_an_event_is_typed_in_on_two_pages(arbiter: User, hero: Player) -> None:
    client = signed_in(arbiter)
    first = client.post("/titles/over-the-board/by-hand", typed())
    assert first.status_code == 200
    assert first.content.decode().count("<fieldset>") == 9
    assert first.content.decode().count('name="result-') == 45
    answer = client.post("/titles/over-the-board/by-hand", typed() | results())
    row = OverTheBoardEvent.objects.get()
    assert answer["Location"] == f"/titles/over-the-board/{row.pk}"
    event = record_of(row)
    assert len(event.games) == 45
    assert event.director is not None
    assert event.director.title == "IA"
    assert Norm.objects.filter(player=hero, title="GM", over_the_board=row).exists()


def test_the_way_back_keeps_what_was_typed(arbiter: User) -> None:
    page = signed_in(arbiter).post("/titles/over-the-board/by-hand", typed() | results() | {"back": "1"})
    assert page.status_code == 200
    assert 'value="Masaryk Memorial"' in page.content.decode()
    assert "Kučera, Filip" in page.content.decode()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": "Only One"}, "Between 2 and 24 players"),
        ({"players": "A; CZE; XX\nB"}, "Line 1: that is not a title of FIDE."),
        ({"players": "A\nB; CZE; GM; tall"}, "Line 2: the rating is not a number"),
        ({"players": "A; ; ; ; ; x\nB"}, "Line 1: the sex is f or m."),
        ({"players": "A; ; ; ; ; f; yesterday\nB"}, "Line 1: write the date of birth"),
        ({"players": "A;1;2;3;4;5;6;7;8\nB"}, "Line 1: a player is a name and six more values"),
        ({"end": "2018-07-01"}, "The last day is before the first."),
        ({"kind": "fide-swiss"}, "Say how many rounds there were."),
        ({"name": ""}, "This field is required."),
    ],
)
def test_what_was_typed_wrong_is_told_at_its_place(arbiter: User, changes: dict[str, str], says: str) -> None:
    answer = signed_in(arbiter).post("/titles/over-the-board/by-hand", typed(**changes))
    assert answer.status_code == 422
    assert says in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"white-0": "1", "black-0": "1"}, "Round 1: a game is of two players."),
        ({"white-0": "1", "black-0": "2", "white-1": "1", "black-1": "3"}, "Round 1: somebody plays twice in it."),
        ({f"result-{number}": "" for number in range(45)}, "No result is filled in."),
        ({"result-0": "2-0"}, "Select a valid choice"),
    ],
)
def test_results_that_cannot_be_are_refused(arbiter: User, changes: dict[str, str], says: str) -> None:
    answer = signed_in(arbiter).post("/titles/over-the-board/by-hand", typed() | results() | changes)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not OverTheBoardEvent.objects.exists()


def test_a_swiss_is_typed_in_round_by_round(arbiter: User) -> None:
    few = "\n".join(f"Player {number}; CZE" for number in range(1, 5))
    asked = typed(kind="fide-swiss", rounds="2", players=few)
    page = signed_in(arbiter).post("/titles/over-the-board/by-hand", asked)
    assert page.content.decode().count('name="result-') == 4
    game = {"results": "1", "white-0": "1", "black-0": "2", "result-0": "1-0", "white-2": "1", "black-2": "3"}
    signed_in(arbiter).post("/titles/over-the-board/by-hand", asked | game)
    assert [game.result for game in record_of(OverTheBoardEvent.objects.get()).games] == [Result.WHITE_WINS, None]


@pytest.mark.parametrize("players", [2, 3, 6, 9, 10, 24])
def test_the_table_of_berger_lets_everybody_meet_everybody_once(players: int) -> None:
    games = list(berger(players))
    assert len({frozenset(pair) for _round, *pair in games}) == len(games) == players * (players - 1) // 2
    for number in {number for number, _white, _black in games}:
        seated = [one for of, *pair in games if of == number for one in pair]
        assert len(seated) == len(set(seated))
    whites = [sum(white == str(one) for _round, white, _black in games) for one in range(1, players + 1)]
    assert max(whites) - min(whites) <= 1


def test_the_first_rounds_of_six_are_those_of_the_handbook() -> None:
    first = [(white, black) for number, white, black in berger(6) if number <= 2]
    assert first == [("1", "6"), ("2", "5"), ("3", "4"), ("6", "4"), ("5", "3"), ("1", "2")]


# -- who is who -------------------------------------------------------------------------------------------------------


def named(name: str, **fields: Any) -> Player:
    return Player.objects.create(name=name, **fields)


def test_players_are_known_by_number_then_by_a_name_that_fits(arbiter: User) -> None:
    by_name = named("Jürgen Müller", federation="GER")
    named("Ágnes Nagy", federation="USA")
    for _ in range(2):
        named("Filip Kučera", federation="CZE")
    row = services.keep(memorial(), actor=arbiter, at=AT)
    assert {known.player for known in row.known_players.all()} == {by_name}


def test_whoever_keeps_the_event_says_who_somebody_is(arbiter: User) -> None:
    row = services.keep(memorial(), actor=arbiter, at=AT)
    late = named("Somebody Else")
    page = signed_in(arbiter).get(f"/titles/over-the-board/{row.pk}/who")
    assert page.content.decode().count('name="who-') == 10
    answer = signed_in(arbiter).post(f"/titles/over-the-board/{row.pk}/who", {"who-1": str(late.pk)})
    assert answer["Location"] == f"/titles/over-the-board/{row.pk}"
    assert Norm.objects.filter(player=late, title="GM", state=Norm.State.PROPOSED).exists()
    signed_in(arbiter).post(f"/titles/over-the-board/{row.pk}/who", {"who-1": ""})
    assert not Norm.objects.filter(player=late, state=Norm.State.PROPOSED).exists()


def test_nobody_is_two_players_of_an_event(arbiter: User) -> None:
    row, one = services.keep(memorial(), actor=arbiter, at=AT), named("One")
    with pytest.raises(Unfit):
        services.identify(row, {"1": one, "2": one}, actor=arbiter, at=AT)
    services.identify(row, {"1": one}, actor=arbiter, at=AT)
    with pytest.raises(Unfit):
        services.identify(row, {"2": one}, actor=arbiter, at=AT)
    wrong = signed_in(arbiter).post(f"/titles/over-the-board/{row.pk}/who", {"who-3": "999999"})
    assert wrong.status_code == 422
    assert "There is no such player." in wrong.content.decode()


# -- who may ----------------------------------------------------------------------------------------------------------


def test_only_those_whose_work_it_is_report_and_correct(arbiter: User, hero: Player) -> None:
    row = services.keep(memorial(), actor=arbiter, at=AT)
    assert hero.user is not None
    with pytest.raises(NotAllowed):
        services.keep(memorial(), actor=hero.user, at=AT)
    other = person(offices=(Office.Kind.ORGANISER,))
    with pytest.raises(Unfit, match="here already"):
        services.keep(memorial(), actor=other, at=AT)
    with pytest.raises(NotAllowed):
        services.identify(row, {}, actor=other, at=AT)
    services.keep(memorial(), actor=person(offices=(Office.Kind.QUALIFICATIONS,)), at=AT)


def test_the_forms_are_for_whoever_keeps_the_event_and_the_player_himself(arbiter: User, hero: Player) -> None:
    row = services.keep(memorial(), actor=arbiter, at=AT)
    here = f"/titles/over-the-board/{row.pk}"
    for path, may in (("/it3.pdf", {arbiter}), ("/it1/1/GM.pdf", {arbiter, hero.user}), ("/report.trf", {arbiter})):
        for user in (arbiter, hero.user, person(), None):
            answer = signed_in(user).get(here + path)
            assert answer.status_code == (200 if user in may else 302 if user is None else 404), (path, user)
    assert signed_in(arbiter).get(f"{here}/it1/1/GM.pdf").content.startswith(b"%PDF")
    assert signed_in(arbiter).get(f"{here}/it1/2/GM.pdf").status_code == 404
    assert signed_in(arbiter).get(f"{here}/it1/1/XX.pdf").status_code == 404
    assert signed_in(arbiter).get(f"{here}/it1/nobody/GM.pdf").status_code == 404


def test_the_page_is_public_and_shows_norms_and_requirements(arbiter: User, hero: Player) -> None:
    row = services.keep(memorial(), actor=arbiter, at=AT)
    page = Client().get(f"/titles/over-the-board/{row.pk}").content.decode()
    assert "Жуков, Павел" in page
    assert f'href="/players/{hero.pk}"' in page
    assert "1.16/1" in page
    assert "it1" not in page
    assert "1981" not in page
    assert f"/titles/over-the-board/{row.pk}" in Client().get("/titles/over-the-board").content.decode()


def test_the_page_takes_as_many_queries_for_many_as_for_one(
    arbiter: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row = services.keep(memorial(), actor=arbiter, at=AT)
    with django_assert_num_queries(3):
        Client().get(f"/titles/over-the-board/{row.pk}")
    services.identify(row, {str(key): named(f"P {key}") for key in range(1, 9)}, actor=arbiter, at=AT)
    with django_assert_num_queries(3):
        Client().get(f"/titles/over-the-board/{row.pk}")


def test_who_leaves_with_his_name_takes_it_out_of_reports(arbiter: User, hero: Player) -> None:
    row = services.keep(memorial(), actor=arbiter, at=AT)
    account_deletion.forget(hero)
    row.refresh_from_db()
    first = record_of(row).players[0]
    assert (first.name, first.fide_id, first.born, first.rating) == (FORMER, None, None, 2468)
    assert "Dvořák" not in Client().get(f"/titles/over-the-board/{row.pk}").content.decode()
