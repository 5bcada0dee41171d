"""Play begins: on its day, all games of a stage at once, all or none, once; and norm sections cut from a queue."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.terms import Notation, Transmission
from slowmate.rulebook import Refused
from slowmate.server.events.models import Event, EventEntry, Pairing, RightUse, Section
from slowmate.server.events.queries.draws import draw_file
from slowmate.server.events.regulations import Regulations
from slowmate.server.events.services import cutting, directing, entries, posting, starting
from slowmate.server.games.models import Game, LeaveInGame, LeavePeriod
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import games
from slowmate.server.jobs.events import look_at_events
from slowmate.server.mail.models import Mail
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events import organising
from tests.server.events.organising import START, noon
from tests.support.people import AT, account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.mark.clause("ICCF-TR-2017 0.3/1")
def test_all_games_start_on_the_day_with_director_ratings_and_regulations() -> None:
    control = clocks.Fischer(days=40, increment=4)
    event, _ = organising.posted("open", 9, is_shown_live=True, regulations=Regulations(control, draw_after=30))
    assert starting.start(event.pk, at=noon(START - timedelta(days=1))) == 0
    assert starting.start(event.pk, at=noon(START)) == 36
    event.refresh_from_db()
    section = event.sections.get()
    assert (event.state, section.state) == (Event.State.RUNNING, Section.State.RUNNING)
    pairings = list(Pairing.objects.select_related("game", "white", "black"))
    assert len(pairings) == 36
    for pairing in pairings:
        game = pairing.game
        assert game is not None
        assert (game.white_id, game.black_id) == (pairing.white.player_id, pairing.black.player_id)
        assert (game.director, game.is_shown_live, game.is_rated) == (section.director, True, True)
        assert (game.white_start, game.black_start) == (pairing.white.start_rating, pairing.black.start_rating)
        assert (game.white_by_level, game.black_by_level, game.is_between_countries) == (False, False, None)
        assert (game.event_kind, game.event_key, game.pool) == ("open", f"section/{section.pk}", "chess")
        assert game.status == Game.Status.RUNNING
        terms = state_of(game).terms
        assert (terms.time_control, terms.draw_after, terms.starts.date()) == (control, 30, START)


def test_starting_again_changes_nothing_and_everybody_is_told_once() -> None:
    event, _ = organising.started("open", 9)
    assert starting.start(event.pk, at=noon(START)) == 0
    assert Game.objects.count() == 36
    assert Mail.objects.filter(kind="section-started").count() == 9
    assert Mail.objects.filter(kind="section-directed").count() == 1
    assert not Mail.objects.filter(kind="started").exists()


def test_if_one_section_cannot_start_none_does(monkeypatch: pytest.MonkeyPatch) -> None:
    event, _ = organising.posted("open", 18, (9, 9))
    begin, begun = games._begin, []

    def fails(*args: Any, **more: Any) -> Any:
        begun.append(args)
        if len(begun) == 50:
            raise RuntimeError("out of luck")
        return begin(*args, **more)

    monkeypatch.setattr(games, "_begin", fails)
    assert look_at_events(at=noon(START)) == 0
    event.refresh_from_db()
    assert event.state == Event.State.POSTED
    assert set(event.sections.values_list("state", flat=True)) == {Section.State.POSTED}
    assert not Game.objects.exists()
    assert not Mail.objects.filter(kind="section-started").exists()
    monkeypatch.undo()
    assert look_at_events(at=noon(START)) == 1
    assert Game.objects.count() == 72


def test_the_number_of_queries_does_not_grow_with_the_games() -> None:
    counted = []
    for many, sizes in ((9, (9,)), (18, (9, 9))):
        event, _ = organising.posted("open", many, sizes)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            starting.start(event.pk, at=noon(START))
        counted.append(len(queries))
    assert counted[1] - counted[0] < 12


def test_leave_that_players_registered_holds_from_the_start() -> None:
    event, _ = organising.posted("open", 9)
    player = event.sections.get().seats.all()[0].player
    LeavePeriod.objects.create(player=player, first=START, last=START + timedelta(days=5), made=AT)
    starting.start(event.pk, at=noon(START))
    assert LeaveInGame.objects.filter(player=player).count() == 8


def test_after_downtime_clocks_run_from_the_announced_day() -> None:
    event, _ = organising.posted("open", 9)
    starting.start(event.pk, at=noon(START + timedelta(days=3)))
    game = Game.objects.all()[0]
    assert game.starts.date() == START


@pytest.mark.clause("ICCF-LAWS-2019 B.2.4")
@pytest.mark.parametrize("positions", Positions)
def test_games_of_chess960_start_from_the_positions_that_were_drawn(positions: Positions) -> None:
    event, _ = organising.started("chess960", 9, regulations=Regulations(positions=positions))
    told = draw_file(event.sections.get())
    assert told is not None
    drawn = {(one["white"], one["black"]): one["chess960"] for one in told["pairings"]}
    played = {
        (str(game.white_id), str(game.black_id)): state_of(game).terms.chess960 for game in Game.objects.order_by("pk")
    }
    assert played == drawn
    assert len(set(played.values())) == 1 if positions is Positions.ONE else len(set(played.values())) > 20
    assert set(Game.objects.values_list("pool", flat=True)) == {"chess960"}


def test_a_thematic_event_by_post_starts_from_its_position() -> None:
    fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"
    rules = Regulations(fen=fen, notation=Notation.ALGEBRAIC)
    organising.started("thematic", 9, regulations=rules, transmission=Transmission.POST)
    terms = state_of(Game.objects.all()[0]).terms
    assert (terms.fen, terms.notation, terms.transmission) == (fen, Notation.ALGEBRAIC, Transmission.POST)
    assert set(Game.objects.values_list("is_rated", "is_postal")) == {(False, True)}


def test_two_games_of_each_pair_have_both_colours() -> None:
    organising.started("open", 9, games_per_pairing=2)
    assert Game.objects.count() == 72
    assert Pairing.objects.filter(game_number=2).count() == 36
    one = Game.objects.all()[0]
    assert Game.objects.filter(white=one.black, black=one.white).count() == 1


# -- norm tournaments -------------------------------------------------------------------------------------------------


FIRST, SECOND = date(2024, 6, 1), date(2024, 7, 15)


@pytest.fixture
def queue() -> tuple[Event, Any]:
    """A Master Norm tournament with fourteen who wait."""
    event, who = organising.opened("master-norm", start=None, deadline=date(2024, 12, 31))
    organising.entered(event, organising.field(14, first=2300))
    return event, who


@pytest.mark.clause("ICCF-TR-2017 4.2/2")
def test_a_section_is_cut_when_thirteen_wait_and_entries_stay_open(queue: tuple[Event, Any]) -> None:
    event, who = queue
    section = cutting.cut_section(event.pk, FIRST, actor=who, at=AT, waiting=0)
    assert section.seats.count() == 13
    with pytest.raises(Stale, match="just cut a section"):
        cutting.cut_section(event.pk, FIRST, actor=who, at=AT, waiting=0)
    cutting.confirm_section(section.pk, actor=who, at=AT)
    assert EventEntry.objects.filter(state="seated").count() == 13
    with pytest.raises(Refused):
        cutting.cut_section(event.pk, FIRST, actor=who, at=AT)
    event.refresh_from_db()
    assert event.state == Event.State.OPEN
    directing.name_director(event.pk, [section.pk], organising.director(), actor=who, at=AT)
    posting.post_section(section.pk, actor=who, at=AT)
    assert starting.start_section(section.pk, at=noon(FIRST - timedelta(days=1))) == 0
    assert look_at_events(at=noon(FIRST)) == 1
    assert Game.objects.count() == 78
    player = organising.field(1, first=2310)[0]
    entries.enter(event, player, actor=account(player), at=noon(FIRST))
    assert EventEntry.objects.filter(event=event, state="accepted").count() == 2


def test_a_section_that_is_given_up_puts_its_players_back_in_the_queue(queue: tuple[Event, Any]) -> None:
    event, who = queue
    section = cutting.cut_section(event.pk, FIRST, actor=who, at=AT)
    cutting.confirm_section(section.pk, actor=who, at=AT)
    with pytest.raises(Unfit):
        cutting.undo_section(section.pk, reason="", actor=who, at=AT)
    cutting.undo_section(section.pk, reason="Two of one family.", actor=who, at=AT)
    assert not EventEntry.objects.filter(state="seated").exists()
    assert not RightUse.objects.filter(given_back=None).exists()
    again = cutting.cut_section(event.pk, SECOND, actor=who, at=AT)
    assert (again.number, again.name, again.seats.count()) == (2, "Section 2", 13)


@pytest.mark.clause("ICCF-TR-2017 4.7/1")
def test_nobody_sits_in_two_sections_of_one_quarter(queue: tuple[Event, Any]) -> None:
    event, who = queue
    first = cutting.cut_section(event.pk, FIRST, actor=who, at=AT)
    cutting.confirm_section(first.pk, actor=who, at=AT)
    for player in [seat.player for seat in first.seats.all()]:
        entries.enter(event, player, actor=account(player), at=AT)
    with pytest.raises(Refused):
        cutting.cut_section(event.pk, FIRST + timedelta(days=9), actor=who, at=AT)
    later = cutting.cut_section(event.pk, SECOND, actor=who, at=AT)
    assert later.seats.count() == 13


def test_a_norm_tournament_is_played_out_after_its_deadline(queue: tuple[Event, Any]) -> None:
    event, who = queue
    section = cutting.cut_section(event.pk, FIRST, actor=who, at=AT)
    cutting.confirm_section(section.pk, actor=who, at=AT)
    directing.name_director(event.pk, [section.pk], organising.director(), actor=who, at=AT)
    posting.post_section(section.pk, actor=who, at=AT)
    look_at_events(at=noon(FIRST))
    organising.play(section, on=FIRST + timedelta(days=5))
    look_at_events(at=noon(FIRST + timedelta(days=6)))
    event.refresh_from_db()
    section.refresh_from_db()
    assert (event.state, section.state) == (Event.State.OPEN, Section.State.FINISHED)
    look_at_events(at=noon(date(2025, 1, 1)))
    event.refresh_from_db()
    assert (event.state, event.ended) == (Event.State.FINISHED, FIRST + timedelta(days=5))


def test_sections_are_cut_by_whoever_runs_the_tournament(queue: tuple[Event, Any]) -> None:
    event, who = queue
    with pytest.raises(NotAllowed):
        cutting.cut_section(event.pk, FIRST, actor=person(), at=AT)
    with pytest.raises(Unfit):
        cutting.cut_section(event.pk, AT.date(), actor=who, at=AT)
    other, _ = organising.opened("open")
    with pytest.raises(Stale):
        cutting.cut_section(other.pk, FIRST, actor=organising.commissioner(), at=AT)
