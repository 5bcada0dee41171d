"""A substitute takes a board of a team: table, norms, files, games and ratings look at the seat, and say who sat."""

import contextlib
import io
import json
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from slowmate.cli.main import main
from slowmate.events.running.standings import standings
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.events.models import Bar, Case, Decision, SeatHolding, Section
from slowmate.server.events.pages.player_events import played_sections
from slowmate.server.events.pages.section_table import crosstable
from slowmate.server.events.queries.player_sections import records_of_seats, seat_numbers, visible_seats
from slowmate.server.events.queries.record import record_of, sections_with_event
from slowmate.server.events.queries.sections import rows_of
from slowmate.server.events.services import replacement_status
from slowmate.server.games.models import Game, GameEvent, LeavePeriod
from slowmate.server.games.permissions import may_play, may_see_game
from slowmate.server.games.services import playing
from slowmate.server.jobs import verify
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale
from slowmate.titles.iccf.statement import statement
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport
from tests.server.events.teams import REASON, match, norm_match
from tests.server.reading import tight
from tests.support import events
from tests.support.people import AT, account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture(autouse=True)
def _may_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: AT)


def games_of(player: Player) -> list[Game]:
    return list(Game.objects.filter(white=player) | Game.objects.filter(black=player))


@pytest.mark.clause("ICCF-TR-2017 8.7(b)")
def test_running_games_go_on_with_the_substitute_and_finished_ones_stay() -> None:
    found = match({(1, 3): Result.WHITE_WINS})
    former = found.seat.player
    holding = found.place()
    assert (holding.begins, holding.ends, holding.name) == (AT.date(), None, found.substitute.name)
    assert [game.result for game in games_of(former)] != [""]
    (game,) = games_of(found.substitute)
    assert game.status == Game.Status.RUNNING
    assert GameEvent.objects.get(game=game, type="handed-over").actor == found.director
    white = game.white_id == found.substitute.pk
    assert (game.white_original if white else game.black_original) == former
    assert (game.white_start if white else game.black_start) == holding.start_rating
    assert not may_see_game(account(former), game)
    assert may_play(account(found.substitute), game)
    assert list(verify.differences()) == []


def test_the_table_is_that_of_the_seats_and_names_who_was_replaced_since_when() -> None:
    found = match({(1, 3): Result.WHITE_WINS})
    former = found.seat.player
    before = standings(record_of(found.again())).value
    found.place()
    event = record_of(found.again())
    assert [(line.id, line.points) for line in standings(event).value] == [(line.id, line.points) for line in before]
    newcomer = next(player for player in event.players if player.id == str(found.substitute.pk))
    assert newcomer.replaces is not None
    assert (newcomer.replaces.id, newcomer.replaces_since) == (str(former.pk), AT.date())
    assert {game.white for game in event.games} | {game.black for game in event.games} >= {str(former.pk), newcomer.id}
    table = crosstable(rows_of(found.again()), board=1)
    line = next(line for line in table.lines if line.id == newcomer.id)
    assert (line.points, [one.player.name for one in line.replaced]) == ("1", [former.name])
    page = tight(Client().get(f"/sections/{found.section.pk}").content)
    assert f'in the place of<a class="player" href="/players/{former.pk}">{former.name}</a>since 1 May 2024' in page


def test_who_plays_who_has_played_and_who_is_replaced_see_it_on_their_pages() -> None:
    found = match({(1, 3): Result.WHITE_WINS})
    former = found.seat.player
    found.place()
    (old,), (new,) = (
        played_sections(seats, records_of_seats(seats), one)
        for one in (former, found.substitute)
        if (seats := visible_seats(seat_numbers(one).playing, found.director))
    )
    assert (old.points, old.games, old.running) == (1, 1, 0)
    assert (new.points, new.games, new.running) == (0, 0, 1)
    assert old.place == new.place


@pytest.mark.parametrize("boards", [2, 4])
def test_the_page_takes_as_many_queries_with_more_boards_and_substitutes(
    boards: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    director = person(offices=(Office.Kind.DIRECTOR,))
    line_ups = {code: events.players(boards, federation=code) for code in ("CZE", "GER", "POL")}
    section = events.team_section(events.event("zonal-team"), line_ups, director=director)
    for seat in list(section.seats.filter(board__lt=boards)):
        SeatHolding.objects.create(seat=seat, player=person().player, name="Sub Stitute", begins=AT.date())
    with django_assert_num_queries(5):
        record_of(sections_with_event().get(pk=section.pk))


def test_everybody_concerned_is_told_once() -> None:
    found = match()
    former = found.seat.player
    Mail.objects.all().delete()
    found.place()
    told = {(mail.kind, mail.user_id) for mail in Mail.objects.all()}
    opponents = Game.objects.filter(pairing__white__board=1) | Game.objects.filter(pairing__black__board=1)
    met = {game.white for game in opponents} | {game.black for game in opponents}
    of_team = {former, found.substitute}
    playing_him = {one for one in met if one not in of_team}
    assert told >= {
        ("substitute-placed", account(found.substitute).pk),
        ("substitute-replaced", account(former).pk),
        ("substitute-reported", found.captain.pk),
    }
    assert {user for kind, user in told if kind == "substitute-met"} == {account(one).pk for one in playing_him}
    assert len(told) == Mail.objects.count()


def test_the_leave_of_a_substitute_holds_in_his_new_games() -> None:
    found = match()
    days = AT.date(), AT.date() + timedelta(days=9)
    LeavePeriod.objects.create(player=found.substitute, first=days[0], last=days[1], made=AT)
    found.place()
    assert {game.leaves.filter(player=found.substitute).count() for game in games_of(found.substitute)} == {1}
    assert list(verify.differences()) == []


# -- who may ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 13.1", "ICCF-TR-2017 2.2/3", "ICCF-TR-2017 11.3(f)")
@pytest.mark.parametrize("why", ["federation", "barred", "plays already", "of another team", "came back"])
def test_what_the_rules_say_against_a_substitute_is_told_and_nothing_is_done(why: str) -> None:
    found = match()
    player = found.substitute
    if why == "federation":
        Player.objects.filter(pk=player.pk).update(federation="GER")
    elif why == "barred":
        Bar.objects.create(player=player, since=date(2024, 1, 1), until=date(2025, 1, 1), clause="ICCF-TR-2017 8.3")
    elif why == "plays already":
        player = found.section.seats.get(number=2).player
    elif why == "of another team":
        player = found.section.seats.get(number=3).player
        Player.objects.filter(pk=player.pk).update(federation="CZE")
    else:
        former = found.seat.player
        found.place()
        player = former
    player.refresh_from_db()
    before = SeatHolding.objects.count()
    with pytest.raises(Refused):
        found.place(player)
    assert SeatHolding.objects.count() == before


def test_only_the_director_of_the_section_places_and_not_himself() -> None:
    found = match()
    Player.objects.filter(user=found.director).update(federation="CZE")
    with pytest.raises(NotAllowed):
        found.place(Player.objects.get(user=found.director))
    for who in (person(), found.captain, found.commissioner, person(offices=(Office.Kind.DIRECTOR,))):
        with pytest.raises(NotAllowed):
            found.place(actor=who)
    assert not SeatHolding.objects.exists()


def test_a_board_that_was_taken_meanwhile_is_not_taken_again() -> None:
    found = match()
    found.place(seen=0)
    (other,) = events.players(1, federation="CZE")
    with pytest.raises(Stale):
        found.place(other, seen=0)
    second = found.place(other, seen=1)
    first = SeatHolding.objects.get(player=found.substitute)
    assert (first.ends, second.ends) == (AT.date(), None)
    assert {game.white_original or game.black_original for game in games_of(other)} == {found.seat.player}
    assert not games_of(found.substitute)


def test_the_page_shows_the_judgement_before_it_binds(client: Client) -> None:
    found = match()
    client.force_login(found.director)
    page = client.get(f"/sections/{found.section.pk}/substitutes")
    assert page.status_code == 200
    where = f"/sections/{found.section.pk}/substitutes/place"
    Player.objects.filter(pk=found.substitute.pk).update(federation="GER")
    asked = {"seat": found.seat.pk, "player": found.substitute.pk}
    refused = tight(client.get(where, asked).content)
    assert "The rules do not allow it." in refused
    assert "Place the substitute on this board" not in refused
    Player.objects.filter(pk=found.substitute.pk).update(federation="CZE")
    allowed = tight(client.get(where, asked).content)
    assert "The rules allow it." in allowed
    assert SeatHolding.objects.count() == 0
    assert client.post(where, {**asked, "seen": 0}).status_code == 422  # a reason is asked for
    done = client.post(where, {**asked, "seen": 0, "reason": REASON}, follow=True)
    assert "The substitute plays on this board now." in tight(done.content)
    assert SeatHolding.objects.count() == 1
    journal = tight(Client().get(f"/sections/{found.section.pk}/journal").content)
    assert "ubstitute placed" in journal
    assert REASON in journal
    assert f"{found.substitute.name} is of CZE; the team is that of CZE." in journal
    for who in (person(), found.captain):
        client.force_login(who)
        assert client.get(f"/sections/{found.section.pk}/substitutes").status_code == 404
        assert client.get(where, asked).status_code == 404
        assert client.post(where, asked).status_code == 404


# -- Replacement status -----------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/1")
def test_a_substitute_asks_while_nothing_is_over_and_few_moves_are_made() -> None:
    late = match({(1, 3): Result.WHITE_WINS})
    late.place()
    with pytest.raises(Refused):
        replacement_status.ask(late.section.pk, actor=account(late.substitute), at=AT)
    found = match()
    holding = found.place()
    for moves, may in ((10, False), (9, True)):
        Game.objects.filter(pk__in=[game.pk for game in games_of(found.substitute)]).update(plies=2 * moves)
        if may:
            case = replacement_status.ask(found.section.pk, actor=account(found.substitute), at=AT)
            assert (case.state, case.facts["holding"]) == ("requested", holding.pk)
        else:
            with pytest.raises(Refused):
                replacement_status.ask(found.section.pk, actor=account(found.substitute), at=AT)
    with pytest.raises(Stale):
        replacement_status.ask(found.section.pk, actor=account(found.substitute), at=AT)
    for who in (found.seat.player, found.section.seats.get(number=3).player):
        with pytest.raises(NotAllowed):
            replacement_status.ask(found.section.pk, actor=account(who), at=AT)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/2")
def test_both_offices_have_to_say_yes_each_in_its_turn() -> None:
    found = match()
    found.place()
    case = replacement_status.ask(found.section.pk, actor=account(found.substitute), at=AT)
    with pytest.raises(Stale):
        replacement_status.decide_on(case.pk, "consent", reason="", actor=found.commissioner, at=AT)
    for who in (account(found.substitute), found.captain, person(offices=(Office.Kind.DIRECTOR,))):
        with pytest.raises(NotAllowed):
            replacement_status.decide_on(case.pk, "agree", reason="", actor=who, at=AT)
    replacement_status.decide_on(case.pk, "agree", reason="", actor=found.director, at=AT)
    assert not SeatHolding.objects.get().has_replacement_status
    with pytest.raises(Stale):
        replacement_status.decide_on(case.pk, "agree", reason="", actor=found.director, at=AT)
    later = AT + timedelta(days=4)
    replacement_status.decide_on(case.pk, "consent", reason="", actor=found.commissioner, at=later)
    holding = SeatHolding.objects.get()
    assert (holding.has_replacement_status, holding.granted) == (True, later.date())
    decision = Decision.objects.get(what="grant Replacement status", section=found.section)
    assert {ground["clause"] for ground in decision.grounds} >= {"ICCF-TR-2017 8.7(e)/2", "ICCF-TR-2017 8.7(e)/3"}
    with pytest.raises(Stale):
        replacement_status.decide_on(case.pk, "refuse", reason="No.", actor=found.commissioner, at=later)


def test_nobody_decides_about_himself_whatever_office_he_holds() -> None:
    found = match()
    user = account(found.substitute)
    for kind in (Office.Kind.DIRECTOR, Office.Kind.QUALIFICATIONS):
        Office.objects.create(user=user, kind=kind, begins=date(2020, 1, 1))
    Section.objects.filter(pk=found.section.pk).update(director=None)
    found.place()
    case = replacement_status.ask(found.section.pk, actor=user, at=AT)
    for action in ("agree", "refuse"):
        with pytest.raises(NotAllowed):
            replacement_status.decide_on(case.pk, action, reason="Mine.", actor=user, at=AT)
    replacement_status.decide_on(case.pk, "agree", reason="", actor=found.director, at=AT)
    with pytest.raises(NotAllowed):
        replacement_status.decide_on(case.pk, "consent", reason="", actor=user, at=AT)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/6", "ICCF-TR-2017 8.7(e)/7", "ICCF-TR-2017 8.7(e)/8")
@pytest.mark.parametrize("office", ["director", "commissioner"])
def test_a_refusal_of_either_office_ends_it(office: str) -> None:
    found = match()
    found.place()
    case = replacement_status.ask(found.section.pk, actor=account(found.substitute), at=AT)
    actor = found.director
    if office == "commissioner":
        replacement_status.decide_on(case.pk, "agree", reason="", actor=actor, at=AT)
        actor = found.commissioner
    replacement_status.decide_on(case.pk, "refuse", reason="Too late.", actor=actor, at=AT)
    case.refresh_from_db()
    assert (case.state, case.closed) == ("refused", AT)
    assert not SeatHolding.objects.get().has_replacement_status
    assert {game.white_original or game.black_original for game in games_of(found.substitute)} == {found.seat.player}
    mail = Mail.objects.get(kind="status-decided", user=account(found.substitute))
    assert mail.facts["reason"] == "Too late."


def test_each_office_has_it_on_its_desk_and_decides_there(client: Client) -> None:
    found = match()
    found.place()
    client.force_login(account(found.substitute))
    own = f"/sections/{found.section.pk}/substitutes"
    assert "Ask for Replacement status" in tight(client.get(own).content)
    client.post(f"/sections/{found.section.pk}/status")
    case = Case.objects.get(procedure="replacement status")
    client.force_login(found.commissioner)
    assert "asks for Replacement status" not in tight(client.get("/desk").content)
    client.force_login(found.director)
    desk = tight(client.get("/desk").content)
    assert "A substitute asks for Replacement status" in desk
    assert f"/cases/{case.pk}/steps/agree" in desk
    assert client.post(f"/cases/{case.pk}/steps/agree", {"desk": "1"}).status_code == 302
    assert "A substitute asks for Replacement status" not in tight(client.get("/desk").content)
    client.force_login(found.commissioner)
    assert f"/cases/{case.pk}/steps/consent" in tight(client.get("/desk").content)
    assert client.post(f"/cases/{case.pk}/steps/consent", {"desk": "1"}).status_code == 302
    assert SeatHolding.objects.get().has_replacement_status
    assert "Replacement status granted" in tight(Client().get(f"/sections/{found.section.pk}/journal").content)


# -- norms ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/4", "ICCF-TR-2017 8.7(e)/5", "ICCF-TR-2017 8.7(e)/6")
def test_norms_are_revised_with_the_status_and_the_statement_stays(client: Client, tmp_path: Path) -> None:
    found = norm_match(2700)
    opponent = str(found.section.seats.get(number=2).player_id)
    before = norms(record_of(found.again()))
    fixed = statement(record_of(found.again())).value
    holding = found.place()
    without = norms(record_of(found.again()))
    assert _needed(without, opponent) == _needed(before, opponent) == Fraction(17, 2)
    own = next(line for line in without.players if line.id == str(found.substitute.pk))
    assert not any(norm.possible for norm in own.norms.values())
    found.granted(holding)
    event = record_of(found.again())
    revised = norms(event)
    assert _needed(revised, opponent) == 8
    assert next(line for line in revised.players if line.id == own.id).norms["GM"].possible
    assert statement(event).value.needed[opponent] == fixed.needed[opponent]
    page = tight(client.get(f"/sections/{found.section.pk}/norms").content)
    assert "8½ at the start" in page
    said = client.get(f"/sections/{found.section.pk}/event.json")
    file = tmp_path / "event.json"
    file.write_bytes(b"".join(said.streaming_content) if said.streaming else said.content)  # type: ignore[attr-defined]
    assert _command("norms", file)["players"] == _api(client, found.section, "norms")["players"]
    assert _command("standings", file)["standings"] == _api(client, found.section, "standings")["standings"]


def _needed(report: NormReport, player: str) -> Fraction | None:
    return next(line.norms["GM"].needed for line in report.players if line.id == player)


def _api(client: Client, section: Section, what: str) -> dict[str, object]:
    return dict(json.loads(client.get(f"/api/sections/{section.pk}/{what}").content))


def _command(what: str, file: Path) -> dict[str, object]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main([what, str(file), "--format", "json"])
    return dict(json.loads(out.getvalue()))


def test_a_move_of_the_former_player_is_refused_and_the_substitutes_is_made() -> None:
    found = match()
    former = found.seat.player
    game = next(game for game in games_of(former) if game.white_id == former.pk or game.black_id == former.pk)
    found.place()
    game.refresh_from_db()
    mover = game.on_move
    assert mover is not None
    if mover == found.substitute:
        with pytest.raises(NotAllowed):
            playing.make_move(game.pk, "e4", actor=account(former), at=AT)
    playing.make_move(game.pk, "e4", actor=account(mover), at=AT)
    assert list(verify.differences()) == []
