"""Leave, for all games at once: what the page says is what the games have."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate import play
from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.terms import Transmission
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.games import terms
from slowmate.server.games.models import Game, LeavePeriod
from slowmate.server.games.pages.leave import refusal_groups
from slowmate.server.games.queries.leave import LeavePage, leave_page, on_leave_until
from slowmate.server.games.services import challenges, games, leave, playing, postal
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from tests.server.reading import tight
from tests.support.people import AT, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

DAY = timedelta(days=1)
TODAY = AT.date()


def day(number: int) -> date:
    """So many days from the day of the tests."""
    return TODAY + number * DAY


def take(user: User, first: int, last: int, *, after: timedelta = 0 * DAY) -> leave.LeaveOutcome:
    return leave.take(user.player, day(first), day(last), actor=user, at=AT + after)


def end(user: User, first: int, last: int, *, after: timedelta = 0 * DAY) -> int:
    return leave.end(user.player, day(first), day(last), actor=user, at=AT + after)


def held(row: Game, colour: Colour = Colour.WHITE, *, after: timedelta = 0 * DAY) -> list[tuple[date, date]]:
    """The leave a game has that is not over."""
    state = play.game_from_text(Game.objects.get(pk=row.pk).snapshot)
    return [(each.first, each.last) for each in play.open_leaves(state, colour, AT + after)]


def shown(user: User, *, after: timedelta = 0 * DAY) -> LeavePage:
    return leave_page(user.player, at=AT + after)


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(page: bytes) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.decode())).split())


# ending


def test_ending_one_period_leaves_the_other_in_the_list_and_in_every_game() -> None:
    anna, ben = person(), person()
    rows = [game(anna, ben), game(anna, ben)]
    take(anna, 4, 13)
    take(anna, 0, 2)
    assert end(anna, 0, 2) == 2
    assert [held(row) for row in rows] == [[(day(4), day(13))]] * 2
    page = shown(anna)
    assert [(each.first, each.last, len(each.games)) for each in page.periods] == [(day(4), day(13), 2)]
    assert [(each.first, each.ended, each.is_given_up) for each in page.past] == [(day(0), AT, False)]


def test_leave_to_come_is_given_up_and_leave_that_runs_goes_on() -> None:
    anna, ben = person(), person()
    row = game(anna, ben)
    take(anna, 4, 13)
    take(anna, 0, 2)
    assert end(anna, 4, 13) == 1
    assert held(row) == [(day(0), day(2))]
    page = shown(anna)
    assert [(each.first, each.is_running) for each in page.periods] == [(day(0), True)]
    assert [(each.first, each.is_given_up) for each in page.past] == [(day(4), True)]
    with pytest.raises(Refused, match="on-leave"):
        playing.make_move(row.pk, "e4", actor=anna, at=AT)


def test_a_page_from_yesterday_still_ends_the_leave_that_runs() -> None:
    anna, ben = person(), person()
    row = game(anna, ben)
    take(anna, 0, 5)
    assert end(anna, 0, 5, after=2 * DAY) == 1
    assert held(row, after=2 * DAY) == []


def test_leave_that_is_not_there_is_not_ended() -> None:
    anna = person()
    game(anna, person())
    take(anna, 0, 5)
    with pytest.raises(Unfit):
        end(anna, 1, 4)
    end(anna, 0, 5)
    with pytest.raises(Unfit):
        end(anna, 0, 5)


def test_leave_granted_by_a_director_is_listed_where_it_holds_and_can_be_ended() -> None:
    anna, ben, dirk = person(), person(), person(offices=(Office.Kind.DIRECTOR,))
    row = game(anna, ben, director=dirk)
    game(anna, ben)
    granted = commands.GrantLeave(director="Dirk", reason="ill", to=Colour.WHITE, first=day(0), last=day(9))
    games.command(row.pk, lambda _row: granted, at=AT, actor=dirk)
    (period,) = shown(anna).periods
    assert (period.is_registered, period.games, period.refused, period.missing) == (False, [row], [], [])
    assert end(anna, 0, 9) == 1
    assert (held(row), shown(anna).periods) == ([], [])


def test_the_page_offers_to_end_each_period_and_nothing_where_there_is_none() -> None:
    anna = person()
    game(anna, person(), at=clock.now())
    client, today = sign_in(anna), clock.now().date()
    assert 'name="end"' not in client.get("/leave").content.decode()
    for first, last in ((today + 4 * DAY, today + 13 * DAY), (today, today + 2 * DAY)):
        leave.take(anna.player, first, last, actor=anna, at=clock.now())
    page = client.get("/leave").content.decode()
    assert page.count('name="end"') == 2
    assert page.index("I am back: end this leave") < page.index("Give up this leave")
    answer = client.post("/leave", {"end": "1", "first": today + 4 * DAY, "last": today + 13 * DAY}, follow=True)
    assert "This leave is given up." in text_of(answer.content)
    answer = client.post("/leave", {"end": "1", "first": today, "last": today + 2 * DAY}, follow=True)
    assert "You are back in 1 game." in text_of(answer.content)
    assert 'name="end"' not in answer.content.decode()
    answer = client.post("/leave", {"end": "1", "first": today, "last": today + 2 * DAY})
    assert answer.status_code == 422
    assert "You have no leave that could be ended." in text_of(answer.content)


# games that begin later


def challenged(white: User, black: User, control: str = "classic-10-50", *, after: timedelta = 0 * DAY) -> list[Game]:
    asked = challenges.make(
        white.player, None, terms=terms.plain(control=control), colour="white", number=2, at=AT + after
    )
    return challenges.accept(asked.pk, actor=black, at=AT + after)


def test_leave_holds_in_games_of_a_challenge_accepted_later_whoever_takes_it() -> None:
    anna, ben = person(), person()
    take(anna, 10, 13)
    take(ben, 20, 21)
    first, second = challenged(anna, ben)
    assert (held(first), held(first, Colour.BLACK)) == ([(day(10), day(13))], [(day(20), day(21))])
    assert (held(second), held(second, Colour.BLACK)) == ([(day(20), day(21))], [(day(10), day(13))])
    assert shown(anna).periods[0].games == [first, second]


def test_leave_holds_in_a_game_by_post_that_is_arranged_for_later() -> None:
    anna, ben, dirk = person(), person(), person(offices=(Office.Kind.DIRECTOR,))
    take(ben, 10, 13)
    row = postal.arrange(
        anna.player,
        ben.player,
        control="classic-10-50",
        transmission=Transmission.POST,
        starts=day(9),
        actor=dirk,
        at=AT,
    )
    assert (held(row), held(row, Colour.BLACK)) == ([], [(day(10), day(13))])


def test_in_a_game_that_begins_during_leave_it_runs_from_that_day_and_ends_with_the_others() -> None:
    anna, ben = person(), person()
    old = game(anna, ben)
    take(anna, 0, 5)
    new, _second = challenged(anna, ben, after=2 * DAY)
    assert held(new, after=2 * DAY) == [(day(2), day(5))]
    with pytest.raises(Refused, match="on-leave"):
        playing.make_move(new.pk, "e4", actor=anna, at=AT + 2 * DAY)
    (period,) = shown(anna, after=3 * DAY).periods
    assert (period.first, period.last, len(period.games)) == (day(0), day(5), 3)
    assert end(anna, 0, 5, after=3 * DAY) == 3
    assert (held(old, after=3 * DAY), held(new, after=3 * DAY)) == ([], [])


def test_leave_that_is_over_or_given_up_does_not_come_back_in_a_new_game() -> None:
    anna, ben = person(), person()
    take(anna, 0, 1)
    take(anna, 10, 12)
    end(anna, 10, 12)
    new, _second = challenged(anna, ben, after=2 * DAY)
    assert held(new, after=-2 * DAY) == []


def test_who_has_no_game_registers_leave_for_those_to_come() -> None:
    anna = person()
    today = clock.now().date()
    answer = sign_in(anna).post("/leave", {"first": today + DAY, "last": today + 2 * DAY}, follow=True)
    assert "Leave is registered for games that begin before it ends." in text_of(answer.content)
    assert "It holds in 0 games." in text_of(answer.content)
    again = sign_in(anna).post("/leave", {"first": today + DAY, "last": today + 2 * DAY}, follow=True)
    assert LeavePeriod.objects.count() == 1
    assert again.status_code == 200


def test_a_new_game_whose_rules_refuse_the_leave_starts_without_it_and_the_page_says_why() -> None:
    anna, ben = person(), person()
    take(anna, 10, 20)
    short = game(anna, ben, control=clocks.FixedDays(days=5, leave_days=10))
    blocks = challenged(anna, ben, "triple-block-4")
    fits = game(anna, ben, control=clocks.FixedDays(days=5, leave_days=11))
    assert (held(short), held(blocks[0]), held(fits)) == ([], [], [(day(10), day(20))])
    (period,) = shown(anna).periods
    assert period.games == [fits]
    told = {each.grounds[0].clause.address: each.games for each in refusal_groups(period.refused)}
    assert told == {"10.1b": [short], "10.1c": blocks}


# taking


def test_equal_refusals_are_told_once_with_their_number() -> None:
    anna, ben = person("Anna"), person("Ben")
    today = clock.now().date()
    for _ in range(3):
        game(anna, ben, at=clock.now())
        game(ben, anna, at=clock.now())
    answer = sign_in(anna).post("/leave", {"first": today, "last": today + 70 * DAY})
    told = text_of(answer.content)
    assert answer.status_code == 409
    assert told.count("are too many") == 1
    assert "Leave was not registered." in told
    assert "Leave is registered" not in told
    assert "<summary>6 games</summary>" in tight(answer.content)
    assert answer.content.decode().count("Anna – Ben</a>") == 3
    assert not LeavePeriod.objects.exists()


def test_leave_refused_in_some_games_is_registered_in_the_others() -> None:
    anna, ben = person(), person()
    now = clock.now()
    today = now.date()
    game(anna, ben, at=now)
    blocked = game(anna, ben, at=now, control=clocks.TripleBlock(increment=4))
    answer = sign_in(anna).post("/leave", {"first": today, "last": today + DAY}, follow=True)
    told = text_of(answer.content)
    assert "Leave is registered in 1 game." in told
    assert "It is refused in 1 game: see below." in told
    assert told.count("Triple Block has no leave.") == 1
    assert f'href="/games/{blocked.pk}"' in answer.content.decode()


def test_days_that_no_game_has_are_refused_once_and_in_words() -> None:
    anna, ben = person(), person()
    for _ in range(2):
        game(anna, ben, at=clock.now())
    answer = sign_in(anna).post("/leave", {"first": "2020-01-01", "last": "2020-01-02"})
    assert answer.status_code == 409
    assert text_of(answer.content).count("is no span of leave") == 1
    assert "{&#x27;outcome" not in answer.content.decode()


def test_the_same_leave_again_is_taken_where_it_is_missing() -> None:
    anna, ben = person(), person()
    short = game(anna, ben, control=clocks.FixedDays(days=5, leave_days=10))
    other = game(anna, ben)
    take(anna, 1, 6)
    outcome = take(anna, 20, 25)
    assert (outcome.taken, [row for row, _grounds in outcome.refused]) == (1, [short])
    end(anna, 1, 6)
    (period,) = shown(anna).periods
    assert (period.games, period.missing, period.refused) == ([other], [short], [])
    again = take(anna, 20, 25)
    assert (again.taken, again.held, again.refused) == (1, 1, [])
    (period,) = shown(anna).periods
    assert (period.games, LeavePeriod.objects.filter(ended=None).count()) == ([short, other], 1)


def test_the_page_tells_the_days_that_are_left() -> None:
    anna, ben = person(), person()
    client, now = sign_in(anna), clock.now()
    assert "left to you" not in text_of(client.get("/leave").content)
    game(anna, ben, at=now, control=clocks.TripleBlock(increment=4))
    assert "left to you" not in text_of(client.get("/leave").content)
    game(anna, ben, at=now)
    assert f"30 days of leave are left to you in {now.year}." in text_of(client.get("/leave").content)
    leave.take(anna.player, now.date(), now.date(), actor=anna, at=now)
    game(anna, ben, at=now, control=clocks.FixedDays(days=5, leave_days=12))
    told = text_of(client.get("/leave").content)
    assert f"Days of leave left to you in {now.year}: 11 to 29, depending on the game." in told


def test_days_of_leave_are_days_in_utc_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    late = datetime(2026, 11, 17, 1, 8, tzinfo=UTC)  # the afternoon before in Los Angeles
    monkeypatch.setattr(clock, "now", lambda: late)
    client = sign_in(person(zone="America/Los_Angeles"))
    page = client.get("/leave").content
    assert "Days of leave are days in UTC" in text_of(page)
    assert "In UTC it is now 17 November 2026, 01:08." in text_of(page)
    first, last = re.findall(r'<input type="date"[^>]*>', page.decode())
    assert ('value="2026-11-17"' in first, "value" in last) == (True, False)
    assert 'min="2026-11-17"' in first
    assert 'min="2026-11-17"' in last
    refused = client.post("/leave", {"first": "2026-11-16", "last": "2026-11-20"})
    said = "Leave cannot begin on 16 November 2026; in UTC, by which days of leave are counted, today is 17 November"
    assert (refused.status_code, said in text_of(refused.content)) == (409, True)
    assert "In UTC it is now 17 November 2026" in text_of(refused.content)
    assert client.post("/leave", {"first": "2026-11-17", "last": "2026-11-20"}).status_code == 302


def test_the_page_takes_as_many_queries_for_three_games_as_for_one() -> None:
    anna, ben = person(), person()
    take(anna, 3, 4)
    counted = []
    for _ in range(3):
        game(anna, ben)
        game(anna, ben, control=clocks.TripleBlock(increment=4))
        with CaptureQueriesContext(connection) as queries:
            shown(anna)
        counted.append(len(queries))
    assert counted[0] == counted[2]


# on leave


def test_a_player_is_on_leave_from_the_first_day_to_the_last() -> None:
    anna = person()
    take(anna, 1, 3)
    take(anna, 8, 9)
    until = [on_leave_until(anna.player, today=day(number)) for number in range(5)]
    assert until == [None, day(3), day(3), day(3), None]
    end(anna, 1, 3, after=DAY)
    assert on_leave_until(anna.player, today=day(1)) is None


def test_the_line_on_leave_tells_the_day_and_leads_to_the_page() -> None:
    told = render_to_string("games/on_leave.html", {"on_leave": date(2024, 5, 3)})
    assert "You are on leave until 3 May 2024" in told
    assert 'href="/leave"' in told
    assert "leave" not in render_to_string("games/on_leave.html", {"on_leave": None})


def test_my_games_say_that_i_am_on_leave_and_nothing_when_i_am_not() -> None:
    anna = person()
    client, today = sign_in(anna), clock.now().date()
    game(anna, person(), at=clock.now())
    assert "You are on leave" not in text_of(client.get("/games").content)
    leave.take(anna.player, today, today + DAY, actor=anna, at=clock.now())
    assert "You are on leave until" in text_of(client.get("/games").content)
