"""The write path of games: what is accepted is kept, what is refused leaves no trace but the clock's."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from slowmate import play
from slowmate.play import clocks
from slowmate.rulebook import Refused
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.services import games, playing
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.models import Mail
from slowmate.server.site.errors import NotAllowed, Stale
from tests.support.people import AT, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

DAY = timedelta(days=1)


def types(row: Game) -> list[str]:
    return list(row.events.order_by("number").values_list("type", flat=True))


def test_a_game_starts_with_its_clock_and_white_on_move() -> None:
    white, black = person(), person()
    row = game(white, black)
    assert (row.status, row.on_move, row.plies) == (Game.Status.RUNNING, white.player, 0)
    assert row.deadline is not None
    assert row.due is not None
    assert types(row) == ["arranged", "started"]


def test_a_move_is_kept_as_an_event_and_passes_the_turn() -> None:
    white, black = person(), person()
    row = game(white, black, "e4")
    assert (row.plies, row.last_move, row.on_move) == (1, "e4", black.player)
    event = row.events.get(ply=1)
    assert (event.actor, event.data["move"], event.number) == (white, "e2e4", 3)


def test_folding_the_events_again_gives_the_snapshot() -> None:
    row = game(person(), person(), "e4", "e5", "Nf3", "Nc6", "Bb5")
    row.refresh_from_db()
    assert play.game_from_text(row.snapshot) == games.refold(row)


def test_mate_ends_the_game_and_clears_what_is_due() -> None:
    row = game(person(), person(), "f3", "e5", "g4", "Qh4")
    assert (row.status, row.result, row.termination) == (Game.Status.FINISHED, "0-1", "checkmate")
    assert (row.due, row.deadline, row.on_move) == (None, None, None)
    assert row.finished == AT


def test_a_refused_move_leaves_the_game_as_it_was() -> None:
    white, black = person(), person()
    row = game(white, black, "e4")
    before = row.version
    with pytest.raises(Refused):
        playing.make_move(row.pk, "e5", actor=white, at=AT)
    with pytest.raises(Refused):
        playing.make_move(row.pk, "Ke7", actor=black, at=AT)
    row.refresh_from_db()
    assert row.version == before


def test_nobody_moves_in_the_game_of_others() -> None:
    row = game(person(), person())
    with pytest.raises(NotAllowed):
        playing.make_move(row.pk, "e4", actor=person(), at=AT)


def test_a_move_for_a_position_that_is_gone_is_stale() -> None:
    white, black = person(), person()
    row = game(white, black, "e4", "e5")
    with pytest.raises(Stale):
        playing.make_move(row.pk, "e4", actor=white, at=AT, ply=0)


def test_a_flag_that_fell_is_recorded_even_though_the_late_move_is_refused() -> None:
    white, black = person(), person()
    row = game(white, black, control=clocks.FixedDays(days=3))
    with pytest.raises(Refused):
        playing.make_move(row.pk, "e4", actor=white, at=AT + 30 * DAY)
    row.refresh_from_db()
    assert (row.status, row.result, row.termination) == (Game.Status.FINISHED, "0-1", "time")
    assert row.finished == AT + 3 * DAY


def test_the_sweep_gives_the_flag_the_instant_of_the_rule_however_late_it_runs() -> None:
    row = game(person(), person(), control=clocks.FixedDays(days=3))
    sweep(at=AT + 3 * DAY - timedelta(seconds=1))
    row.refresh_from_db()
    assert row.status == Game.Status.RUNNING
    assert sweep(at=AT + 100 * DAY) == 1
    row.refresh_from_db()
    assert row.finished == AT + 3 * DAY
    assert sweep(at=AT + 100 * DAY) == 0


def test_silence_is_reminded_of_and_then_loses() -> None:
    row = game(person(), person(), control=clocks.Classic(days=100))
    for day in (14, 28, 35):
        assert sweep(at=AT + day * DAY) == 1
        assert sweep(at=AT + day * DAY) == 0
    reminders = Mail.objects.filter(kind="reminder").values_list("facts", flat=True)
    assert [facts["day"] for facts in reminders] == [14, 28, 35]
    sweep(at=AT + 60 * DAY)
    row.refresh_from_db()
    assert (row.termination, row.result, row.finished) == ("silence", "0-1", AT + 40 * DAY)


def test_mail_is_queued_for_the_opponent_and_only_once() -> None:
    white, black = person(), person()
    game(white, black, "e4")
    assert list(Mail.objects.filter(kind="your-move").values_list("user", flat=True)) == [black.pk]


def test_two_moves_for_one_ply_are_refused_by_the_database() -> None:
    from django.db import IntegrityError, transaction  # noqa: PLC0415 - named where it is used

    row = game(person(), person(), "e4")
    kept = row.events.get(ply=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameEvent.objects.create(game=row, number=99, type="move-made", at=AT, ply=1, data=kept.data)


# events


@pytest.mark.parametrize(
    "change",
    [{"data": {}}, {"at": AT}, {"number": 99}, {"type": "x"}, {"line": 3}, {"ply": 40}, {"actor": None, "ply": 40}],
)
def test_the_database_lets_nobody_change_an_event(change: dict[str, Any]) -> None:
    row = game(person(), person(), "e4", "e5")
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        row.events.filter(ply=2).update(**change)
    assert play.game_from_text(Game.objects.get(pk=row.pk).snapshot) == games.refold(row)


def test_the_database_lets_nobody_delete_an_event_or_give_it_to_another_account() -> None:
    row, other = game(person(), person(), "e4"), person()
    for wrong in (row.events.latest("pk").delete, row.events.all().delete, lambda: row.events.update(actor=other)):
        with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
            wrong()
    assert row.events.filter(actor=other).count() == 0
    row.events.update(actor=None)  # an account that is deleted is forgotten
    assert row.events.count() == row.version
