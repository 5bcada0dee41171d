"""A director's sections: a light for each game, another director, and a message to all players."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms
from slowmate.records import Result, Status
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import Entry, User
from slowmate.server.desk import services
from slowmate.server.desk.pages import sections as queries
from slowmate.server.desk.pages.sections import LightKind
from slowmate.server.desk.queries.sections import directed_sections
from slowmate.server.events.models import Decision, Seat, Section
from slowmate.server.events.services import directing
from slowmate.server.games.models import Game
from slowmate.server.games.services import games, leave, playing
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import item_of
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale, TooMany, Unfit
from tests.support.events import event, every_result, players, put_into, section
from tests.support.people import account, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
FIVE_MEN = "8/8/4kpp1/8/4KP2/6N1/8/8 w - - 0 1"


@pytest.fixture
def dirk(client: Client) -> User:
    found = person("Dirk", offices=(Office.Kind.DIRECTOR,))
    client.force_login(found)
    return found


@pytest.fixture
def commissioner() -> User:
    return person("Connie", offices=(Office.Kind.NON_TITLE_TOURNAMENTS,))


def text_of(client: Client, path: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", unescape(client.get(path).content.decode())).split())


def begun(dirk: User, days: int, *, control: clocks.TimeControl | None = None, **terms: object) -> Game:
    at = clock.now() - days * DAY
    rules = Terms(starts=at, time_control=control or clocks.Classic(), **terms)  # type: ignore[arg-type]
    return games.start(person().player, person().player, rules, at=min(at, clock.now()), director=dirk)


# lights


def test_every_game_has_a_light_by_claims_clock_and_silence_with_its_words(dirk: User) -> None:
    claimed = begun(dirk, 0, fen=FIVE_MEN)
    playing.claim_tablebase(claimed.pk, ClaimKind.TABLEBASE_DRAW, actor=account(claimed.white), at=clock.now())
    Game.objects.filter(pk=claimed.pk).update(awaits_director=True)
    rows = {
        "flag": begun(dirk, 39, control=clocks.FixedDays(days=40)),
        "quick": begun(dirk, 2, control=clocks.FixedDays(days=3)),
        "silent": begun(dirk, 30),
        "away": begun(dirk, 30),
        "well": begun(dirk, 3),
        "to come": begun(dirk, -3),
        "over": begun(dirk, 3),
    }
    playing.resign(rows["over"].pk, actor=account(rows["over"].white), at=clock.now())
    resting, today = account(rows["away"].white), clock.now().date()
    leave.take(resting.player, today, today + 3 * DAY, actor=resting, at=clock.now())
    found = put_into("Cup", claimed, *rows.values())
    Section.objects.filter(pk=found.pk).update(director=dirk)
    (lit,) = queries.lit(list(Section.objects.all()), dirk, at=clock.now())
    lights = {game.pk: game.light for game in lit.games}
    assert [lights[row.pk].kind for row in (claimed, *rows.values())] == [
        *(
            LightKind.STOP,
            LightKind.WATCH,
            LightKind.WELL,
            LightKind.WATCH,
            LightKind.WELL,
            LightKind.WELL,
            LightKind.WELL,
            LightKind.OVER,
        )
    ]
    assert lights[claimed.pk].words == "waits for your decision"
    assert [lights[row.pk].words for row in rows.values()] == [
        *(
            "the flag is about to fall",
            "in play",
            "silent for 30 days",
            "on leave",
            "in play",
            "not started",
            "0\N{NON-BREAKING HYPHEN}1",
        )
    ]
    assert [game.light.kind for game in lit.games] == sorted(
        (game.light.kind for game in lit.games), key=list(LightKind).index
    )
    assert [light.words for light in lit.lights] == ["1 waits for you", "2 to watch", "4 run well"]


def test_the_pages_show_sections_with_their_lights_and_lead_to_games_and_table(dirk: User, client: Client) -> None:
    found = section(event(name="Elm Cup", start=clock.now().date()), players(3), director=dirk)
    page = text_of(client, "/desk/sections")
    assert "Elm Cup, Section 1 running · 0 of 3 games finished 3 run well" in page
    page = client.get(f"/desk/sections/{found.pk}").content.decode()
    for row in Game.objects.all():
        assert f'href="/games/{row.pk}"' in page
    assert f'href="/sections/{found.pk}"' in page
    assert f'href="/desk?event={found.event_id}"' in page
    assert "My sections" in text_of(client, "/desk")


def test_directors_see_their_own_and_those_of_nobody_in_office_but_none_they_play_in(dirk: User) -> None:
    today = clock.now().date()
    former = person(offices=())
    Office.objects.create(user=former, kind=Office.Kind.DIRECTOR, begins=today - 9 * DAY, ends=today - DAY)
    other = person(offices=(Office.Kind.DIRECTOR,))
    own = section(event(), players(2), director=dirk)
    left = section(event(), players(2), director=former)
    nobodys = section(event(), players(2))
    section(event(), players(2), director=other)
    section(event(), [dirk.player, *players(1)])
    section(event(), players(2), state=Section.State.CONFIRMED)
    section(event(), players(2), state=Section.State.CONFIRMED, director=dirk)
    section(event(), players(2), state=Section.State.SETTLED, ended=today, director=dirk)
    section(event(), players(2), state=Section.State.POSTED)
    assert set(directed_sections(dirk)) == {own, left, nobodys}
    shown = {lit.section: lit.is_own for lit in queries.page_of_sections(dirk, None, at=clock.now())}
    assert shown == {own: True, left: False, nobodys: False}
    assert not directed_sections(person(offices=(Office.Kind.ORGANISER,))).exists()


def asked(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as made:
        assert client.get(path).status_code == 200
    return len(made)


def test_the_pages_take_the_same_queries_for_few_and_for_many_games(dirk: User, client: Client) -> None:
    small = section(event(), players(2), director=dirk)
    made = [asked(client, "/desk/sections"), asked(client, f"/desk/sections/{small.pk}")]
    large = section(event(), players(5), every_result(3), director=dirk)
    section(event(), players(2), director=dirk)
    assert [asked(client, "/desk/sections"), asked(client, f"/desk/sections/{large.pk}")] == made


def test_pages_of_a_section_are_its_directors_alone(client: Client, dirk: User) -> None:
    found = section(event(), players(2), director=dirk)
    paths = (f"/desk/sections/{found.pk}", f"/desk/sections/{found.pk}/write")
    for path in paths:
        assert client.get(path).status_code == 200
    for other in (
        account(found.seats.all()[0].player),
        person(offices=(Office.Kind.DIRECTOR,)),
        person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,)),
    ):
        client.force_login(other)
        for path in paths:
            assert client.get(path).status_code == 404
            assert client.post(path, {"text": "intruder"}).status_code in (404, 405)
    client.logout()
    assert client.get(paths[0]).status_code == 302
    assert not Mail.objects.filter(kind="section-message").exists()
    client.force_login(dirk)
    assert client.get("/desk/sections/999999").status_code == 404


# another director


def test_naming_another_director_hands_the_games_that_are_not_over_to_him(
    commissioner: User, dirk: User, client: Client
) -> None:
    old = person(offices=(Office.Kind.DIRECTOR,))
    found = section(event(), players(3), {(1, 2): Result.DRAW}, director=old)
    elsewhere = game(person(), person(), director=old)
    over = Game.objects.get(status=Game.Status.FINISHED)
    client.force_login(commissioner)
    assert "Another director takes over all games" in text_of(client, f"/sections/{found.pk}/run")
    client.post(f"/sections/{found.pk}/run/director", {"section": found.pk, "director": dirk.pk})
    found.refresh_from_db()
    named = set(Game.objects.filter(pairing__section=found).exclude(pk=over.pk).values_list("director", flat=True))
    assert (found.director, named) == (dirk, {dirk.pk})
    assert Game.objects.get(pk=over.pk).director == old, "who decided it then stays named"
    assert Game.objects.get(pk=elsewhere.pk).director == old
    decision = Decision.objects.get()
    assert (decision.what, decision.section, decision.by) == ("name the director", found, commissioner)
    entry = Entry.objects.get(what="games handed over")
    assert (entry.about, len(entry.facts["games"])) == (f"section/{found.pk}", 2)
    assert Mail.objects.get(kind="director-named").user == dirk


@pytest.mark.clause("ICCF-TR-2017 12.6/2", "ICCF-TR-2017 App2.1(g)/no play")
def test_who_plays_in_it_or_has_no_licence_takes_over_no_section_that_runs(commissioner: User, dirk: User) -> None:
    found = section(event(), [dirk.player, *players(2)])
    for wrong in (dirk, person("Layman")):
        with pytest.raises(Refused):
            directing.name_director(found.event_id, [found.pk], wrong, actor=commissioner, at=clock.now())
    found.refresh_from_db()
    assert found.director is None
    assert not Decision.objects.exists()
    assert set(Game.objects.values_list("director", flat=True)) == {None}


def test_a_section_that_is_over_keeps_its_director(commissioner: User, dirk: User) -> None:
    today = clock.now().date()
    found = section(event(), players(2), every_result(2), state=Section.State.FINISHED, ended=today)
    with pytest.raises(Stale):
        directing.name_director(found.event_id, [found.pk], dirk, actor=commissioner, at=clock.now())


def test_a_director_whose_office_ends_hands_sections_and_games_over(dirk: User) -> None:
    giver, at = person(is_administrator=True), clock.now()
    old = person(offices=(Office.Kind.DIRECTOR,))
    found = section(event(), players(2), director=old)
    played = section(event(), [dirk.player, *players(1)], director=old)
    over = section(event(), players(2), every_result(2), state=Section.State.FINISHED, ended=at.date(), director=old)
    assert directing.end_office(old.offices.get(), last=at.date(), actor=giver, at=at, successor=dirk) == 1
    directed = {row: row.director for row in Section.objects.all()}
    assert directed == {found: dirk, played: old, over: old}
    assert Entry.objects.get(what="sections handed over").facts == {"sections": [found.pk]}


# a message to all players


def test_all_who_play_in_a_section_are_written_to_in_the_directors_words_and_it_is_journalled(
    dirk: User, client: Client
) -> None:
    found = section(event(name="Elm Cup"), players(4), director=dirk)
    seats = list(found.seats.order_by("number"))
    User.objects.filter(player=seats[1].player).update(mail_mode=MailMode.NONE)
    Seat.objects.filter(pk=seats[2].pk).update(status=Status.WITHDRAWN.value)
    answer = client.post(
        f"/desk/sections/{found.pk}/write", {"text": "Dear friends,\r\n\r\nplease <b>mind</b> the closing date."}
    )
    assert answer["Location"] == f"/desk/sections/{found.pk}"
    mails = list(Mail.objects.filter(kind="section-message"))
    assert {mail.user for mail in mails} == {account(seats[0].player), account(seats[3].player)}
    said = item_of(mails[0], LETTERS)
    assert said.subject == "To all players of Elm Cup, Section 1"
    assert "Dear friends," in said.paragraphs
    assert "please <b>mind</b> the closing date." in said.paragraphs
    assert said.link.endswith(f"/sections/{found.pk}")
    entry = Entry.objects.get(what=services.WRITTEN)
    assert (entry.actor, entry.facts["told"]) == (dirk, 2)
    assert "2 players are told by mail." in text_of(client, f"/desk/sections/{found.pk}")
    page = client.get(f"/desk/sections/{found.pk}/write").content.decode()
    assert "please &lt;b&gt;mind&lt;/b&gt; the closing date." in page


def test_three_messages_a_day_are_enough_and_there_is_room_again_tomorrow(dirk: User, client: Client) -> None:
    found, at = section(event(), players(2), director=dirk), clock.now()
    for _ in range(services.MOST_MESSAGES):
        services.write_to_section(found.pk, "Look.", actor=dirk, at=at)
    with pytest.raises(TooMany, match="Try again in 24 hours"):
        services.write_to_section(found.pk, "Look.", actor=dirk, at=at)
    answer = client.post(f"/desk/sections/{found.pk}/write", {"text": "Look."})
    assert answer.status_code == 422
    assert "3 times within a day" in answer.content.decode()
    services.write_to_section(found.pk, "Look.", actor=dirk, at=at + DAY)
    assert Mail.objects.filter(kind="section-message").count() == 2 * (services.MOST_MESSAGES + 1)


@pytest.mark.parametrize("text", ["", "   ", "x" * (services.LONGEST_MESSAGE + 1)])
def test_a_message_has_words_and_not_too_many(dirk: User, client: Client, text: str) -> None:
    found = section(event(), players(2), director=dirk)
    with pytest.raises(Unfit):
        services.write_to_section(found.pk, text, actor=dirk, at=clock.now())
    answer = client.post(f"/desk/sections/{found.pk}/write", {"text": text})
    assert answer.status_code == 422
    assert not Mail.objects.filter(kind="section-message").exists()


def test_a_director_of_another_section_writes_to_nobody(dirk: User) -> None:
    other = person(offices=(Office.Kind.DIRECTOR,))
    found = section(event(), players(2), director=other)
    with pytest.raises(NotAllowed):
        services.write_to_section(found.pk, "Look.", actor=dirk, at=clock.now())
