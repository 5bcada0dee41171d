"""The desk as a compact list: what is urgent first, filters that stay, one case open, and the next one after it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.board import Colour
from slowmate.play import clocks
from slowmate.play.events import ClaimKind, Misconduct
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services as correspondence
from slowmate.server.correspondence.models import Report
from slowmate.server.desk.pages.case import case_of
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.games.models import Game
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import playing, postal
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support.events import put_into
from tests.support.people import account, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
FIVE_MEN = "8/8/4k3/8/8/3PK3/3R1r2/8 w - - 0 1"


@pytest.fixture
def dirk(client: Client) -> User:
    found = person("Dirk", offices=(Office.Kind.DIRECTOR,))
    client.force_login(found)
    return found


def ended(dirk: User, number: int, *, event: str = "") -> list[Game]:
    at = clock.now() - 5 * DAY
    found = []
    for _ in range(number):
        row = game(person(), person(), control=clocks.FixedDays(days=3), director=dirk, at=at)
        found.append(row)
    if event:
        put_into(event, *found)
    sweep(at=clock.now())
    return found


def claimed(dirk: User, name: str = "Anna Oak") -> Game:
    """A claim that no table at hand answers, made now."""
    terms = Terms(starts=clock.now(), time_control=clocks.Classic(), transmission=Transmission.POST, fen=FIVE_MEN)
    anna = person(name)
    row = game(anna, person(), terms=terms, director=dirk, at=clock.now())
    playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_DRAW, actor=anna, at=clock.now())
    return row


def reported(dirk: User, name: str = "Anna Oak") -> Report:
    anna = person(name)
    row = game(anna, person(), "e4", director=dirk, at=clock.now())
    return correspondence.report(row, "Look.", actor=anna, at=clock.now())


def test_what_stops_a_game_comes_before_older_formalities(dirk: User) -> None:
    ended(dirk, 2)
    reported(dirk)
    claimed(dirk)
    found = waiting(dirk, at=clock.now()).items
    assert [item.kind for item in found] == ["claim", "report", "flag", "flag"]
    assert found[0].since > found[2].since


def test_one_case_is_open_and_the_others_are_lines(dirk: User, client: Client) -> None:
    rows = ended(dirk, 3)
    page = client.get("/desk").content.decode()
    assert page.count("small-board") == 1
    assert page.count('class="desk-line"') == 3
    assert f'id="flag-{rows[0].pk}" class="card"' in page
    page = client.get(f"/desk?open=flag-{rows[2].pk}").content.decode()
    assert f'id="flag-{rows[2].pk}" class="card"' in page
    assert f'name="next" value="flag-{rows[0].pk}"' in page, "after the last comes the first"
    assert f'id="flag-{rows[0].pk}" class="card"' in client.get("/desk?open=flag-0").content.decode()


def test_an_open_case_leads_to_its_neighbours_and_the_filter_stays(dirk: User, client: Client) -> None:
    first, second, third = ended(dirk, 3)
    page = tight(client.get(f"/desk?kind=flag&open=flag-{second.pk}").content)
    for place, row in (("previous", first), ("next", third)):
        assert f'<a id="{place}-case" href="?kind=flag&amp;open=flag-{row.pk}#flag-{row.pk}">' in page
    client.post("/desk/noted", {"game": [str(first.pk), str(third.pk)]})
    assert "next-case" not in client.get("/desk").content.decode(), "there is no other"


def test_clocks_are_folded_away_where_time_has_no_say_and_what_was_before_never_is(dirk: User, client: Client) -> None:
    row = claimed(dirk)
    page = tight(client.get("/desk").content)
    folded = page.partition("<summary>The clocks</summary>")[2].partition("</details>")[0]
    assert "0 of 10 moves, no time of 50 days used." in folded
    assert "Nothing before, of either." not in folded
    assert "Nothing before, of either." in page
    late = game(person(), person(), control=clocks.FixedDays(days=3), director=dirk, at=clock.now() - 5 * DAY)
    sweep(at=clock.now())
    page = tight(client.get(f"/desk?open=flag-{late.pk}").content)
    assert "By the dates the time is up." in page
    assert "<summary>The clocks</summary>" not in page
    assert f"flag-{row.pk}" not in page


def test_the_position_to_be_looked_up_can_be_copied_from_the_card_and_from_the_form(dirk: User, client: Client) -> None:
    row = claimed(dirk)
    position = f'<code class="copied">{state_of(row).position.fen}</code>'
    for path in ("/desk", f"/games/{row.pk}/decide?what=uphold-claim&colour=white"):
        assert position in client.get(path).content.decode(), path


def test_filters_by_event_player_and_kind_hold_together(dirk: User, client: Client) -> None:
    (elm,) = ended(dirk, 1, event="Elm Cup")
    ended(dirk, 1, event="Oak Cup")
    cup = elm.pairing.section.event_id
    claimed(dirk, "Boris Novotný")
    page = client.get(f"/desk?event={cup}").content.decode()
    assert page.count('class="desk-line"') == 1
    assert f'id="flag-{elm.pk}"' in page
    assert "Claim" not in client.get(f"/desk?event={cup}&kind=flag").content.decode().partition("<ol")[2]
    assert client.get("/desk?player=novotny").content.decode().count('class="desk-line"') == 1
    assert "Nothing that waits for you matches." in client.get(f"/desk?player=novotny&event={cup}").content.decode()


def test_the_ticked_games_are_noted_and_no_others_and_the_filters_stay(dirk: User, client: Client) -> None:
    rows = ended(dirk, 3)
    reported(dirk)
    page = client.get("/desk?kind=flag").content.decode()
    assert page.count('form="ticked-0"') == 3
    sent = {"game": [str(rows[0].pk), str(rows[2].pk)], "kind": "flag"}
    assert client.post("/desk/noted", sent)["Location"] == "/desk?kind=flag"
    assert [item.game for item in waiting(dirk, at=clock.now()).items if item.is_end] == [rows[1]]
    done = client.post("/desk/noted", {"kind": "flag"}, follow=True).content.decode()
    assert "No game was ticked: nothing was noted." in done


@pytest.mark.parametrize(
    ("sent", "fragment"),
    [("flag-7", "&open=flag-7#flag-7"), ("report-7-12", "&open=report-7-12#report-7-12"), ("x\r\nSet-Cookie: a", "")],
)
def test_taking_note_leads_to_the_next_and_to_nothing_that_is_no_item(
    dirk: User, client: Client, sent: str, fragment: str
) -> None:
    (row,) = ended(dirk, 1)
    done = client.post("/desk/noted", {"game": str(row.pk), "kind": "flag", "next": sent})
    assert done["Location"] == f"/desk?kind=flag{fragment}"


def test_after_a_decision_the_desk_opens_the_next_and_says_what_was_done(dirk: User, client: Client) -> None:
    row, after = claimed(dirk), claimed(dirk, "Cyril Elm")
    page = client.get("/desk?kind=claim").content.decode()
    assert "Uphold White&#x27;s claim: a draw by the tables" in page
    assert "Reject White&#x27;s claim: a draw by the tables" in page
    form = client.get(f"/games/{row.pk}/decide?what=reject-claim&desk=1&next=claim-{after.pk}").content.decode()
    assert "Reject White&#x27;s claim: a draw by the tables" in form
    assert f'name="next" value="claim-{after.pk}"' in form
    sent = {"what": "reject-claim", "colour": "white", "reason": "White wins by the tables.", "desk": "1"}
    done = client.post(f"/games/{row.pk}/decide", {**sent, "kind": "claim", "next": f"claim-{after.pk}"})
    assert done["Location"] == f"/desk?kind=claim&open=claim-{after.pk}#claim-{after.pk}"
    shown = tight(client.get("/desk?kind=claim").content)
    assert f'<a href="/games/{row.pk}">Anna Oak – ' in shown
    assert "reject White&#x27;s claim: a draw by the tables" in shown
    assert waiting(dirk, at=clock.now()).items[0].game == after


@pytest.mark.clause("ICCF-LAWS-2019 6.7a")
def test_the_case_counts_moves_and_days_used_of_those_there_were(dirk: User, client: Client) -> None:
    at = clock.now() - 40 * DAY
    row = game(person(), person(), "e4", "e5", "Nf3", control=clocks.Classic(moves=10, days=30), director=dirk, at=at)
    sweep(at=clock.now())
    row.refresh_from_db()
    assert row.termination == "time"
    white, black = case_of(row, at=clock.now()).parties
    assert white.used is not None
    assert (white.used.moves, white.used.of_moves, white.used.of_days, white.is_out) == (2, 10, 30, False)
    assert black.used is not None
    assert (black.used.moves, black.used.of_moves, black.used.time, black.is_out) == (1, 10, 30 * DAY, True)
    page = " ".join(client.get("/desk").content.decode().split())
    assert "1 of 10 moves, 30 days of 30 days used." in page
    assert "By the dates the time is up." in page


def test_a_report_comes_with_the_messages_around_and_what_was_before(dirk: User, client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", director=dirk, at=clock.now())
    sent = []
    for number in range(9):
        writer = anna if number % 2 else ben
        sent.append(correspondence.send_message(row, f"word {number}.", actor=writer, at=clock.now()))
    older = correspondence.report(row, "He is slow.", misconduct=Misconduct.SLOW_PLAY, actor=anna, at=clock.now() - DAY)
    report = correspondence.report(row, "This.", message=sent[4], actor=anna, at=clock.now())
    case = case_of(row, report, at=clock.now())
    assert [message.text for message in case.messages] == [f"word {number}." for number in range(1, 8)]
    white, black = case.parties
    assert (white.reports, black.reports) == ([], [older])
    page = client.get(f"/desk?open=report-{row.pk}-{report.pk}").content.decode()
    assert "word 3." in page
    assert "word 8." not in page, "a report opens what is around the message, and no more"
    assert "word 3." not in client.get(f"/desk?open=report-{row.pk}-{older.pk}").content.decode()


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.2")
def test_a_player_is_warned_by_one_decision_and_the_warning_stands_in_the_next_case(dirk: User, client: Client) -> None:
    row = game(person(), person("Ben"), "e4", director=dirk, at=clock.now())
    assert "Warn a player" in client.get(f"/games/{row.pk}/decide").content.decode()
    sent = {"what": "warn", "colour": "black", "misconduct": Misconduct.WORDS.value, "reason": "Such words are out."}
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 302
    assert [one.penalty for one in case_of(row, at=clock.now()).parties[1].cases] == ["warning"]
    assert case_of(row, at=clock.now()).parties[0].cases == []


@pytest.mark.clause("ICCF-TR-2017 15")
def test_page_and_mail_say_where_to_appeal(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    page = client.get(f"/games/{row.pk}/decide?what=stop").content.decode()
    assert "may appeal to the Appeals Commission" in page
    assert "/rulebook/ICCF-TR-2017/15" in page
    client.post(f"/games/{row.pk}/decide", {"what": "stop", "reason": "A question."})
    told = [" ".join(str(letter(mail, LETTERS).body).split()) for mail in Mail.objects.filter(kind="director")]
    assert len(told) == 2
    assert all("may appeal to the Appeals Commission. (ICCF-TR-2017 15)" in text for text in told)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        ({"ready": "play-on"}, "Please play on. If it happens again, write to me."),
        ({"ready": "play-on", "answer": "Mine."}, "Mine."),
        ({"ready": "nothing of the kind"}, ""),
        ({}, ""),
    ],
)
def test_an_answer_is_chosen_or_written_and_never_empty(
    dirk: User, client: Client, sent: dict[str, str], answer: str
) -> None:
    report = reported(dirk)
    client.post(f"/desk/reports/{report.pk}", sent)
    report.refresh_from_db()
    assert (report.answer, report.settled is not None) == (answer, bool(answer))


@pytest.mark.clause("ICCF-LAWS-2019 7.2a")
def test_the_form_of_an_illegal_move_has_a_board_and_the_case(dirk: User, client: Client) -> None:
    terms = Terms(starts=clock.now(), time_control=clocks.Classic(), transmission=Transmission.POST)
    row = game(person(), person(), terms=terms, director=dirk, at=clock.now())
    postal.record_move(row.pk, "Ke3", sent=clock.now(), received=None, actor=account(row.white), at=clock.now())
    page = client.get(f"/games/{row.pk}/decide?what=reinstate&ply=1&days=5").content.decode()
    assert 'id="board"' in page
    assert "Ke3" in page.partition("<textarea")[2], "the reason is drafted"
    page = client.get(f"/games/{row.pk}/decide?what=dismiss").content.decode()
    assert "Ke3" not in page.partition("<textarea")[2], "and not for the decision that says the opposite"
    assert case_of(row, at=clock.now()).parties[0].colour is Colour.WHITE


@pytest.mark.parametrize(
    ("what", "drafted"),
    [
        ("uphold-claim", "Complete endgame tables say that the position is a draw"),
        ("reject-claim", "Complete endgame tables do not say that the position is a draw"),
        ("stop", ""),
    ],
)
def test_what_only_the_director_can_look_up_is_drafted_for_either_answer(
    dirk: User, client: Client, what: str, drafted: str
) -> None:
    row = claimed(dirk)
    page = client.get(f"/games/{row.pk}/decide?what={what}&colour=white").content.decode()
    assert page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0].strip() == drafted


def test_what_was_done_is_told_in_the_case_that_opens_next(dirk: User, client: Client) -> None:
    rows = ended(dirk, 2)
    page = client.post("/desk/noted", {"game": str(rows[0].pk)}, follow=True).content.decode()
    assert "You took note of 1 game." in page.partition(f'id="flag-{rows[1].pk}"')[2]
    page = client.post("/desk/noted", {"game": str(rows[0].pk)}, follow=True).content.decode()
    assert "Note had been taken of it before" in page, "as where a colleague was faster"
    page = client.post("/desk/noted", {"game": str(rows[1].pk)}, follow=True).content.decode()
    assert page.count("You took note of 1 game.") == 1, "and where nothing opens, at the top"


def test_ends_are_noted_together_but_for_those_without_a_tick_and_say_how_they_came(dirk: User, client: Client) -> None:
    rows = ended(dirk, 2)
    page = tight(client.get("/desk/noted").content)
    assert page.count(" checked>") == 2
    assert page.count("Lost on time 0‑1") == 2
    client.post("/desk/noted", {"game": str(rows[0].pk)})
    assert [item.game for item in waiting(dirk, at=clock.now()).items] == [rows[1]]


def test_the_draft_of_the_reason_of_a_request_is_made_from_its_grounds(dirk: User, client: Client) -> None:
    anna = person()
    row = game(anna, person(), "e4", director=dirk, at=clock.now())
    report = correspondence.report(row, "Ill.", kind=Report.Kind.LEAVE, actor=anna, at=clock.now())
    page = client.get(f"/games/{row.pk}/decide?what=grant-leave&colour=white&request={report.pk}").content.decode()
    drafted = page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0].strip()
    assert "White" in drafted
    assert "extra" in drafted


def test_the_desk_takes_the_same_queries_whatever_waits(dirk: User, client: Client) -> None:
    made = []
    for number in (1, 4):
        ended(dirk, number)
        for one in range(number):
            claimed(dirk, f"Anna {number}{one}")
            reported(dirk, f"Ben {number}{one}")
            game(person(), person(), "e4", director=dirk, at=clock.now() - 30 * DAY)
        client.get("/desk")
        with CaptureQueriesContext(connection) as queries:
            page = client.get("/desk")
        made.append(len(queries))
    assert page.content.decode().count('class="desk-line"') == 20
    assert made[0] == made[1]
