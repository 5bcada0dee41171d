"""The page of a section: the crosstable people know, its tabs, who sees which links, and how large and quick it is."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from slowmate.events.organising.draw import commitment
from slowmate.records import Result, Status
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Draw, Pairing, Seat, Section
from slowmate.server.events.pages.section_outlook import outlook_page
from slowmate.server.events.pages.section_table import Crosstable, crosstable
from slowmate.server.events.queries.division import plain_entrants
from slowmate.server.events.queries.draws import drawn
from slowmate.server.events.queries.record import player_of_seat
from slowmate.server.events.queries.section_cache import outlook_of
from slowmate.server.events.queries.sections import rows_of
from slowmate.server.events.services.steps import by_server, decide
from slowmate.server.events.views.sections import TABS
from slowmate.server.games.models import Game
from slowmate.server.people.models import Office, Player
from slowmate.server.people.validators import FormerName
from slowmate.server.privacy import services
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support import events
from tests.support.people import AT, account, person

pytestmark = pytest.mark.django_db

LARGEST = 200_000
SOME = {(1, 2): Result.WHITE_WINS, (1, 3): Result.DRAW, (2, 4): Result.BLACK_WINS}


def table_of(row: Section, me: Player | None = None, **more: int) -> Crosstable:
    rows = rows_of(row)
    return crosstable(rows, me=me.pk if me else None, visible={game.pk for game in Game.objects.all()}, **more)


def by_player(table: Crosstable) -> dict[str, list[str]]:
    """What everybody scored against each other, by name and number."""
    heads = [column.short for column in table.opponents]
    return {
        line.who.name: [
            f"{head}:{''.join(game.text for game in cell.games)}"
            for head, cell in zip(heads, line.cells, strict=True)
            if not cell.is_self
        ]
        for line in table.lines
    }


def of_four(results: Mapping[tuple[int, int], Result] | None = None, **fields: Any) -> tuple[Section, list[Player]]:
    players = [person(name).player for name in ("Ada", "Bo", "Cyril", "Dora")]
    return events.section(events.event("open"), players, SOME if results is None else results, **fields), players


# the crosstable


def test_everybody_has_a_row_by_place_and_a_cell_for_each_opponent() -> None:
    row, _ = of_four()
    table = table_of(row)
    assert [(line.place, line.number, line.who.name, line.points, line.running) for line in table.lines] == [
        ("1", 1, "Ada", "1½", 1),
        ("2", 4, "Dora", "1", 2),
        ("3", 3, "Cyril", "½", 2),
        ("4", 2, "Bo", "0", 1),
    ]
    assert by_player(table) == {
        "Ada": ["4:·", "3:½", "2:1"],
        "Dora": ["1:·", "3:·", "2:1"],
        "Cyril": ["1:½", "4:·", "2:·"],
        "Bo": ["1:0", "4:0", "3:·"],
    }
    assert [line.cells.index(next(cell for cell in line.cells if cell.is_self)) for line in table.lines] == [0, 1, 2, 3]
    assert [column.short for column in table.tie_breaks] == ["Wins", "SB"]
    assert table.lines[0].tie_breaks == ("1", "¼")


def test_a_cell_says_in_words_which_colour_whom_and_how_it_ended() -> None:
    row, players = of_four()
    pairing = Pairing.objects.get(game__white__in=players[:2], game__black__in=players[:2])
    white, black = pairing.white, pairing.black
    lines = {line.who.name: line for line in table_of(row).lines}
    cells = {(name, game.words) for name in ("Ada", "Bo") for cell in lines[name].cells for game in cell.games}
    won, lost = (
        f"{sign}, {{}} against {{}}: {how}, adjudication, without moves" for sign, how in (("1", "won"), ("0", "lost"))
    )
    colours = {white.name: "White", black.name: "Black"}
    assert ("Ada", won.format(colours["Ada"], "Bo")) in cells
    assert ("Bo", lost.format(colours["Bo"], "Ada")) in cells
    Game.objects.update(plies=41)
    moved = {game.words for line in table_of(row).lines for cell in line.cells for game in cell.games}
    assert won.format(colours["Ada"], "Bo").removesuffix(", without moves") in moved
    assert any(words.endswith("against Dora: running") for name, words in cells if name == "Ada")


def test_players_who_are_level_in_everything_share_their_places() -> None:
    row, _ = of_four(events.every_result(4))
    assert [line.place for line in table_of(row).lines] == ["1–4"] * 4


def test_before_a_game_is_over_nobody_has_a_place_and_the_numbers_give_the_order() -> None:
    row, _ = of_four({})
    assert [(line.place, line.number) for line in table_of(row).lines] == [("", 1), ("", 2), ("", 3), ("", 4)]


def test_double_rounds_have_two_results_in_a_cell_one_with_each_colour() -> None:
    event = events.event("open", games_per_pairing=2)
    row = events.section(event, events.players(3), {(1, 2): Result.WHITE_WINS})
    table = table_of(row)
    assert table.is_double
    cells = [cell for line in table.lines for cell in line.cells if not cell.is_self]
    assert all({game.look.split()[0] for game in cell.games} == {"white", "black"} for cell in cells)
    first = next(line for line in table.lines if line.number == 1)
    assert ["".join(game.text for game in cell.games) for cell in first.cells if cell.games] == ["11", "··"]


def test_a_cancelled_game_and_a_loss_of_both_show_as_what_they_are() -> None:
    row, (ada, bo, cyril, _) = of_four({(1, 2): Result.DRAW, (1, 3): Result.DRAW})
    for other, result, how in ((bo, Result.CANCELLED, "cancelled"), (cyril, Result.BOTH_LOSE, "double-default")):
        pair = Game.objects.filter(pairing__section=row, white__in=(ada, other), black__in=(ada, other))
        pair.update(result=result, termination=how)
    found = by_player(table_of(row))
    assert "2:–" in found["Ada"]
    assert {"3:0"} == {one for one in found["Ada"] if one.startswith("3")}
    assert "1:0" in found["Cyril"]


def test_whoever_left_is_said_to_have_left() -> None:
    row, players = of_four()
    Seat.objects.filter(section=row, player=players[1]).update(status=Status.SILENT.value)
    assert [line.left for line in table_of(row).lines if line.who.name == "Bo"] == ["silent"]


def test_first_place_without_a_positive_score_is_not_awarded() -> None:
    event = events.event("higher-class")
    row = events.section(event, events.players(3), events.every_result(3), state="finished", ended=date(2024, 9, 1))
    assert {line.place for line in table_of(row).lines} == {"–"}


def team_of(number: int, federation: str) -> list[Player]:
    return events.players(number, federation=federation)


def test_teams_have_a_table_of_matches_and_one_of_each_board(client: Client) -> None:
    event = events.event("olympiad-final")
    ups = {"Czechia": team_of(2, "CZE"), "Germany": team_of(2, "GER"), "Poland": team_of(2, "POL")}
    results = {(1, 3): Result.WHITE_WINS, (2, 4): Result.DRAW, (1, 5): Result.DRAW}
    row = events.team_section(event, ups, results, name="Final")
    matches = table_of(row)
    assert [(line.who.name, line.points, line.running) for line in matches.lines] == [
        ("Czechia", "2", 1),
        ("Poland", "½", 3),
        ("Germany", "½", 2),
    ]
    assert by_player(matches)["Czechia"] == ["3:½·", "2:1½"]
    words = {game.words for line in matches.lines for cell in line.cells for game in cell.games}
    assert "1½ to ½ against Germany" in words
    assert "½ to ½ against Poland, 1 board still plays" in words
    first = table_of(row, board=1)
    assert sorted(line.points for line in first.lines) == ["0", "1½", "½"]
    body = client.get(f"/sections/{row.pk}?board=2").content.decode()
    assert "Crosstable of board 2" in body
    teams = [str(seat.team_id) for seat in Seat.objects.filter(section=row, board=1).order_by("number")]
    games = tight(client.get(f"/sections/{row.pk}/games?match={teams[0]}-{teams[1]}").content)
    assert games.count('<td class="result">') == 2


# the page


def test_the_table_can_be_read_by_a_program_and_by_a_screen_reader(client: Client) -> None:
    row, players = of_four()
    body = tight(client.get(f"/sections/{row.pk}").content)
    for table in re.findall(r"<table.*?</table>", body)[:2]:
        assert "<caption" in table
        assert re.search(r'<th scope="col"[^>]*>Points</th>', table)
        rows = re.findall(r"<tr.*?</tr>", table)[1:]
        assert len(rows) == len(players)
        assert all(one.count('<th scope="row"') == 1 for one in rows)
    assert body.index('class="ranking"') < body.index('class="crosstable'), "a phone shows the ranking first"


def test_a_name_with_markup_stays_a_name_in_cells_too(client: Client) -> None:
    row, players = of_four()
    Seat.objects.filter(section=row, player=players[0]).update(name='<img src=x> "Ada"')
    body = client.get(f"/sections/{row.pk}").content.decode()
    assert "<img src=x>" not in body
    assert "against &lt;img src=x&gt; &quot;Ada&quot;" in body


def test_my_own_row_is_marked(client: Client) -> None:
    row, players = of_four()
    assert b'class="mine"' not in client.get(f"/sections/{row.pk}").content
    client.force_login(account(players[1]))
    marked = re.findall(r'<tr class="mine">.*?</tr>', tight(client.get(f"/sections/{row.pk}").content))
    assert marked
    assert all("Bo" in one for one in marked)


ROLES = {
    "visitor": {"finished", "shown"},
    "stranger": {"finished", "shown"},
    "player": {"finished", "shown", "own"},
    "director": {"finished", "shown", "own", "others"},
    "office": {"finished", "shown"},
}


def somebody(role: str, players: list[Player]) -> User | None:
    offices = {"director": (Office.Kind.DIRECTOR,), "office": (Office.Kind.NON_TITLE_TOURNAMENTS,)}
    if role == "visitor":
        return None
    return account(players[0]) if role == "player" else person(offices=offices.get(role, ()))


@pytest.mark.parametrize("role", ROLES)
def test_games_are_links_for_whoever_may_look_at_them(client: Client, role: str) -> None:
    row, players = of_four()
    running = Game.objects.filter(pairing__section=row, result="")
    shown = running.exclude(white=players[0]).exclude(black=players[0]).first()
    assert shown is not None
    Game.objects.filter(pk=shown.pk).update(is_shown_live=True)
    user, wanted = somebody(role, players), ROLES[role]
    if user:
        client.force_login(user)
    kinds: dict[int, str] = {}
    for game in Game.objects.filter(pairing__section=row):
        own = players[0].pk in (game.white_id, game.black_id)
        kinds[game.pk] = "finished" if game.result else "shown" if game.is_shown_live else "own" if own else "others"
    for path in ("", "/games"):
        body = client.get(f"/sections/{row.pk}{path}").content.decode()
        linked = {int(pk) for pk in re.findall(r'href="/games/(\d+)"', body)}
        assert {kinds[pk] for pk in linked} == wanted, path
        assert all(client.get(f"/games/{pk}").status_code == 200 for pk in linked)


@pytest.mark.parametrize("state", Section.State)
@pytest.mark.parametrize("tab", ["", *TABS])
def test_every_tab_answers_in_every_state(client: Client, state: str, tab: str) -> None:
    ended = date(2024, 9, 1) if state in ("finished", "settled") else None
    event = events.event("grandmaster-norm")
    results = events.every_result(4) if ended else {}
    row = events.section(event, events.players(4), results, state=state, ended=ended)
    if state in ("proposed", "confirmed"):
        Pairing.objects.filter(section=row).delete()
        Seat.objects.filter(section=row).update(number=None)
    client.force_login(person(offices=(Office.Kind.TITLE_TOURNAMENTS,)))
    answer = client.get(f"/sections/{row.pk}/{tab}" if tab else f"/sections/{row.pk}")
    assert answer.status_code == (302 if tab == "table" else 200)


def test_there_is_no_other_tab(client: Client) -> None:
    row, _ = of_four()
    client.force_login(person())
    assert client.get(f"/sections/{row.pk}/nonsense").status_code == 404
    assert client.get("/sections/999999").status_code == 404


def test_the_games_of_one_player_are_chosen(client: Client) -> None:
    row, players = of_four()
    body = tight(client.get(f"/sections/{row.pk}/games?player={players[2].pk}").content)
    assert body.count('<td class="result">') == 3
    for nonsense in ("abc", "²", "-1", "9" * 40):
        assert client.get(f"/sections/{row.pk}/games", {"player": nonsense, "match": nonsense}).status_code == 200


def norm_section(**fields: Any) -> Section:
    players = events.players(13, rating_games=100)
    for number, player in enumerate(players):
        player.federation = ("CZE", "ENG", "FIN", "GER", "USA")[number % 5]
        player.rating = 2400 + 10 * number
        player.save()
    results = {pair: Result.WHITE_WINS for pair in events.every_result(13) if pair[0] == 1}
    return events.section(events.event("grandmaster-norm"), players, results, **fields)


def test_norms_say_what_each_player_needs_and_what_has_come_of_it(client: Client) -> None:
    row = norm_section()
    body = tight(client.get(f"/sections/{row.pk}/norms").content)
    assert "made, counts as" in body
    assert re.search(r"<b>\d+½?</b><span>\d*½? ?more from 11 games</span>", body)
    assert "What the rules ask of a section with norms" in body
    stakes = tight(client.get(f"/sections/{row.pk}").content)
    assert '<abbr title="Grandmaster">GM</abbr>' in stakes
    assert "average rating 2460" in stakes
    listed = tight(client.get(f"/sections/{row.pk}/start-list").content)
    assert listed.count('<th scope="row">') == 13
    assert "score for a norm: Grandmaster" in listed


def test_where_no_norm_can_be_made_the_page_says_why(client: Client) -> None:
    row = events.section(events.event("higher-class"), events.players(7), {})
    body = tight(client.get(f"/sections/{row.pk}/norms").content)
    assert "No norm can be made in this section:" in body
    assert "App2.1" in body


def section_of(client: Client, row: Section) -> str:
    """The part of the page that says what is still open."""
    found = re.search(
        r'<section aria-labelledby="outlook">.*?</section>', tight(client.get(f"/sections/{row.pk}").content)
    )
    assert found
    return found.group()


def test_what_is_open_is_told_and_is_the_same_whenever_it_is_asked(client: Client) -> None:
    players = events.players(5)
    results = {(1, n): Result.WHITE_WINS for n in range(2, 6)}
    row = events.section(events.event("world-championship-preliminary"), players, results)
    page = outlook_page(rows_of(row))
    assert page.lines[0].span == "1"
    assert page.lines[0].first.words == "certain"
    assert {(one.who.pk, str(one.clause)) for one in page.certain} >= {(players[0].pk, "ICCF-TR-2017 1.2.1(d)")}
    assert page.lines[0].cells[0].step == "certain"
    first = section_of(client, row)
    outlook_of.cache_clear()
    assert section_of(client, row) == first
    assert "Certain already" in first


def test_of_a_finished_section_the_page_says_what_follows(client: Client) -> None:
    players = events.players(5)
    results = dict.fromkeys(events.every_result(5), Result.WHITE_WINS)
    event = events.event("world-championship-preliminary")
    row = events.section(event, players, results, state="finished", ended=date(2024, 9, 1))
    body = tight(client.get(f"/sections/{row.pk}").content)
    assert "What is still open" not in body
    assert body.count("right to World Championship Semi-Final") == 2


def test_ties_are_told_with_names(client: Client) -> None:
    row, _ = of_four({(1, 2): Result.WHITE_WINS, (3, 4): Result.WHITE_WINS})
    body = tight(client.get(f"/sections/{row.pk}").content)
    assert "Place 1, level on points: wins are Ada 1; Cyril 1." in body


def test_the_journal_has_public_rulings_with_their_clauses(client: Client) -> None:
    row, players = of_four()
    decide("start", by_server(AT), event=row.event, section=row)
    decide("start", by_server(AT), event=row.event)  # the event took the same step: it is told once
    decide("announce", by_server(AT - timedelta(days=60)), event=row.event)
    decide("secret", by_server(AT), event=row.event, section=row, is_public=False)
    other = events.section(row.event, players, {})
    decide("post", by_server(AT), event=row.event, section=other)
    body = tight(client.get(f"/sections/{row.pk}/journal").content)
    assert re.findall(r"<h3>([^<]+)", body) == ["Started", "Announced"]


# the draw


def with_draw(row: Section, **fields: Any) -> Draw:
    players = [player_of_seat(seat) for seat in row.seats.order_by("pk")]
    entrants = plain_entrants(row.event, players, start=row.start)
    given = {"seed": "a seed", "commitment": "", "made": AT, "entrants": entrants, "sizes": [len(entrants)], **fields}
    draw = Draw.objects.create(event=row.event, **given)
    Section.objects.filter(pk=row.pk).update(draw=draw)
    return draw


def test_a_draw_shows_its_commitment_before_and_its_seed_after_the_start_lists(client: Client) -> None:
    row, _ = of_four()
    assert "was not drawn here" in client.get(f"/sections/{row.pk}/draw").content.decode()
    draw = with_draw(row, seed="only-i-know", commitment="c0ffee" * 10)
    body = client.get(f"/sections/{row.pk}/draw").content.decode()
    assert "c0ffee" in body
    assert "The seed is still a secret." in body
    assert "only-i-know" not in body
    draw.revealed = AT
    draw.save()
    body = client.get(f"/sections/{row.pk}/draw").content.decode()
    assert "only-i-know" in body
    assert "No: the seed is not the one that was bound before." in body
    assert f"slowmate draw --verify draw-{row.pk}.json" in body


def test_drawing_again_gives_the_section_or_the_page_says_no(client: Client) -> None:
    row, _ = of_four({})
    draw = with_draw(row, seed="s", commitment=commitment("s"), revealed=AT)
    told = drawn(draw, start=row.start)
    seats = {str(seat.player_id): seat for seat in row.seats.all()}
    Pairing.objects.filter(section=row).delete()
    Seat.objects.filter(section=row).update(number=None)
    for number, one in enumerate(told.sections[0], 1):
        Seat.objects.filter(pk=seats[one].pk).update(number=number)
    for _turn, white, black in told.pairings:
        Pairing.objects.create(section=row, white=seats[white], black=seats[black])
    assert "Yes: the seed is the one" in client.get(f"/sections/{row.pk}/draw").content.decode()
    pairing = Pairing.objects.filter(section=row).first()
    assert pairing is not None
    pairing.white, pairing.black = pairing.black, pairing.white
    pairing.save()
    assert "drawing again does not give this section" in client.get(f"/sections/{row.pk}/draw").content.decode()


# size and speed


def test_a_section_of_seventeen_is_a_small_page(client: Client) -> None:
    players = events.players(17, name="A Player With Quite A Long Name", federation="CZE", title="SIM")
    row = events.section(
        events.event("world-championship-final", games_per_pairing=2), players, events.every_result(17)
    )
    for tab in ("", "/games", "/start-list", "/norms"):
        assert len(client.get(f"/sections/{row.pk}{tab}").content) < LARGEST, tab


@pytest.mark.parametrize("role", ["visitor", "player", "director"])
def test_a_section_takes_the_same_queries_whatever_its_size(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, role: str
) -> None:
    small = events.section(events.event("open"), events.players(3), {(1, 2): Result.DRAW})
    large = events.section(events.event("open"), events.players(9), {(1, 2): Result.DRAW})
    if role != "visitor":
        client.force_login(person(offices=(Office.Kind.DIRECTOR,) if role == "director" else ()))
    for tab in ("", "/start-list", "/games", "/norms", "/journal", "/draw"):
        client.get(f"/sections/{small.pk}{tab}")
        with CaptureQueriesContext(connection) as made:
            client.get(f"/sections/{small.pk}{tab}")
        with django_assert_num_queries(len(made)):
            client.get(f"/sections/{large.pk}{tab}")


def test_a_new_result_is_in_the_table_at_once(client: Client) -> None:
    row, players = of_four()
    assert "3 of 6 games finished" in client.get(f"/sections/{row.pk}").content.decode()
    game = Game.objects.filter(pairing__section=row, result="").first()
    assert game is not None
    Game.objects.filter(pk=game.pk).update(result="1/2-1/2", status="finished", finished=clock.now(), on_move=None)
    assert "4 of 6 games finished" in client.get(f"/sections/{row.pk}").content.decode()
    assert players


def test_the_names_of_a_start_list_stay_and_a_former_player_has_none(client: Client) -> None:
    row, players = of_four(events.every_result(4))
    Player.objects.filter(pk=players[0].pk).update(name="Another Name")
    assert "Ada" in client.get(f"/sections/{row.pk}").content.decode()
    services.delete(account(players[0]), keep_name=False, resign=False, at=clock.now())
    for path in (f"/sections/{row.pk}", f"/sections/{row.pk}/start-list", f"/api/sections/{row.pk}/event.json"):
        body = client.get(path).content.decode()
        assert "Ada" not in body
        assert "Former player" in body
    assert isinstance(Seat.objects.get(section=row, player=players[0]).name, FormerName), "said in every language"
