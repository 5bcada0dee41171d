"""A game whose director is out of office is every director's: on the desk, by mail, on its pages, in the API."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence import services as correspondence
from slowmate.server.desk import services as directing
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.desk.pages.games import DirectedGamesSearch, directed_games
from slowmate.server.desk.queries.desk import ends, waiting
from slowmate.server.games.models import Game
from slowmate.server.games.queries.directors import directors_of, in_office
from slowmate.server.games.services import playing
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Office
from slowmate.server.privacy import services
from slowmate.server.site import clock
from tests.support.people import account, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def olga() -> User:
    """A director until yesterday."""
    olga, today = person("Olga Old"), clock.now().date()
    Office.objects.create(user=olga, kind=Office.Kind.DIRECTOR, begins=today - 9 * DAY, ends=today - DAY)
    return olga


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def by_post(director: User, anna: User) -> Game:
    terms = Terms(starts=clock.now(), time_control=clocks.Classic(), transmission=Transmission.POST)
    return game(anna, person(), terms=terms, director=director, at=clock.now())


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as made:
        assert client.get(path).status_code == 200
    return len(made)


def test_what_waits_in_it_is_on_the_desk_of_every_director_and_counted_there(olga: User, dirk: User) -> None:
    anna, at = person("Anna"), clock.now()
    claimed = by_post(olga, anna)
    playing.claim_draw(claimed.pk, ClaimKind.REPETITION, actor=anna, at=at)
    asked = game(anna, person(), "e4", director=olga, at=at)
    report = correspondence.report(asked, "Look.", actor=anna, at=at)
    over = game(person(), person(), control=clocks.FixedDays(days=3), director=olga, at=at - 5 * DAY)
    silent = game(person(), person(), "e4", director=olga, at=at - 30 * DAY)
    sweep(at=at)
    assert {(item.kind, item.game) for item in waiting(dirk, at=at).items} == {
        ("claim", claimed),
        ("report", asked),
        ("flag", over),
        ("silence", silent),
    }
    assert number_waiting(dirk, at=at) == 3
    assert set(directed_games(dirk, DirectedGamesSearch())) == {claimed, asked, over, silent}
    assert (waiting(olga, at=at).items, number_waiting(olga, at=at)) == ([], 0)
    correspondence.settle(report, "Seen.", actor=dirk, at=at)
    assert directing.note_ends([over.pk], actor=dirk, at=at) == 1
    assert number_waiting(dirk, at=at) == 1


def test_a_director_whose_office_runs_keeps_his_games_to_himself_until_its_last_day_has_passed(dirk: User) -> None:
    kept, today = person(), clock.now().date()
    office = Office.objects.create(user=kept, kind=Office.Kind.DIRECTOR, begins=today - DAY, ends=today)
    row = game(person(), person(), director=kept, at=clock.now())
    assert not directed_games(dirk, DirectedGamesSearch()).exists()
    assert list(directed_games(kept, DirectedGamesSearch())) == [row]
    with clock.shifted(DAY):
        assert list(directed_games(dirk, DirectedGamesSearch())) == [row]
    Office.objects.create(user=kept, kind=Office.Kind.DIRECTOR, begins=today + DAY)
    with clock.shifted(DAY):
        assert not directed_games(dirk, DirectedGamesSearch()).exists(), "he is one again"
    assert set(in_office()) == {dirk, office.user}


def test_whoever_decides_now_is_told_by_mail_but_for_those_who_play_in_it_or_want_none(olga: User, dirk: User) -> None:
    anna = person("Anna", offices=(Office.Kind.DIRECTOR,))
    person(offices=(Office.Kind.DIRECTOR,), mail_mode=MailMode.NONE)
    other = person(offices=(Office.Kind.DIRECTOR,))
    row = by_post(olga, anna)
    playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=anna, at=clock.now())
    correspondence.report(row, "Look.", actor=anna, at=clock.now())
    for kind in ("claim-waiting", "request"):
        assert {mail.user for mail in Mail.objects.filter(kind=kind)} == {dirk, other}, kind


def test_a_director_in_office_alone_is_told(dirk: User) -> None:
    person(offices=(Office.Kind.DIRECTOR,))
    anna = person("Anna")
    row = by_post(dirk, anna)
    playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=anna, at=clock.now())
    assert Mail.objects.get(kind="claim-waiting").user == dirk


def test_the_page_says_that_the_office_has_ended_and_names_nobody_as_director(olga: User, dirk: User) -> None:
    row = game(anna := person("Anna"), person(), "e4", director=olga, at=clock.now())
    client = Client()
    for user, decides in ((anna, False), (dirk, True)):
        client.force_login(user)
        page = client.get(f"/games/{row.pk}").content.decode()
        assert "the office of the director has ended: any tournament director decides" in page
        assert "Olga Old" not in page
        assert (f'href="/games/{row.pk}/decide"' in page) == decides
    over = playing.resign(row.pk, actor=anna, at=clock.now())
    page = client.get(f"/games/{over.pk}").content.decode()
    assert "directed by Olga Old" in page, "so it was"
    assert "has ended" not in page
    Game.objects.filter(pk=row.pk).update(director=dirk)
    client.force_login(anna)
    page = client.get(f"/games/{row.pk}").content.decode()
    assert "director Dirk" in page
    assert "has ended" not in page


def test_a_program_of_another_director_reads_it(olga: User, dirk: User) -> None:
    row = game(person(), person(), "e4", director=olga, at=clock.now())
    for user, status in ((dirk, 200), (olga, 404)):
        text = tokens.make(user, "program", scope=Token.Scope.READ, at=clock.now()).text
        answer = Client().get(f"/api/games/{row.pk}", headers={"Authorization": f"Bearer {text}"})
        assert answer.status_code == status


def test_the_account_goes_after_the_office_and_the_games_stay_everybodys(olga: User, dirk: User) -> None:
    row = game(person(), person(), "e4", director=olga, at=clock.now())
    services.delete(olga, keep_name=True, resign=False, at=clock.now())
    row = Game.objects.get(pk=row.pk)
    assert (row.director, directors_of(row)) == (None, [dirk])


def test_pages_take_the_same_queries_for_one_and_three_such_games(olga: User, dirk: User, client: Client) -> None:
    client.force_login(dirk)
    at, made = clock.now(), []
    for number in (1, 2):
        for _ in range(number):
            anna = person()
            playing.claim_draw(by_post(olga, anna).pk, ClaimKind.REPETITION, actor=anna, at=at)
            row = game(anna, person(), "e4", director=olga, at=at)
            for _ in range(number):
                correspondence.report(row, "Look.", actor=anna, at=at)
        made.append([queries(client, path) for path in ("/desk", "/desk/games", "/players", f"/games/{row.pk}")])
    assert made[0] == made[1]


def test_taking_note_takes_no_query_for_each_of_several_directors(olga: User, dirk: User) -> None:
    def noted(number: int) -> int:
        at = clock.now() - 5 * DAY
        for _ in range(number):
            game(person(), person(), control=clocks.FixedDays(days=3), director=olga, at=at)
        sweep(at=clock.now())
        wanted, actor = [item.game.pk for item in ends(dirk, at=clock.now())], User.objects.get(pk=dirk.pk)
        with CaptureQueriesContext(connection) as made:
            assert directing.note_ends(wanted, actor=actor, at=clock.now()) == number
        return len([query for query in made.captured_queries if query["sql"].startswith("SELECT")])

    assert noted(1) == noted(3)


def test_the_address_of_a_director_who_does_not_play_here_is_nobodys_business(client: Client) -> None:
    official = User.objects.create_user("official@example.org", "correspondence is slow")
    Office.objects.create(user=official, kind=Office.Kind.DIRECTOR, begins=clock.now().date())
    row = game(person(), person(), director=official)
    client.force_login(account(row.white))
    page = client.get(f"/games/{row.pk}").content.decode()
    assert "director —" in page
    assert "official@example.org" not in page
