"""Rights as rows: what sections give, what is certain while they run, ties, what is put off, what runs out."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from slowmate.events.entry.rights import ledger
from slowmate.events.running.consequences import Step, consequences
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.events.models import Consequence, Decision, Event, Right, Section, Series
from slowmate.server.events.queries.entrants import entrant_of
from slowmate.server.events.queries.record import record_of
from slowmate.server.events.queries.rights import right_of
from slowmate.server.events.queries.rights_check import wrong_rights
from slowmate.server.events.services import entries, rights
from slowmate.server.events.services.steps import By
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events.building import (
    ENDED,
    PRELIMINARY,
    SEMI,
    START,
    Results,
    by,
    delegate_of,
    entered,
    in_order,
    open_event,
    rated,
    settle,
    stage,
    won,
)
from tests.support import events
from tests.support.people import AT, account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

CANDIDATES, FINAL = "world-championship-candidates", "world-championship-final"
W, D, B = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def rows_of(player: Player) -> list[tuple[str, str, str]]:
    return list(Right.objects.filter(player=player).order_by("pk").values_list("to", "clause", "state"))


def agrees(*players: Player) -> bool:
    """Whether the rows are what the ledger says."""
    return all(
        sorted(right_of(row).id for row in Right.objects.filter(player=player))
        == sorted(right.id for right in ledger(entrant_of(player, on=AT.date(), whole=True), on=AT.date()).value)
        for player in players
    ) and not list(wrong_rights(lambda _done: None, on=AT.date()))


# stored when a section is settled


@pytest.mark.clause("ICCF-TR-2017 1.2.1(d)", "ICCF-TR-2017 1.1.1(c)", "ICCF-TR-2017 1.0.7/4")
def test_a_preliminary_gives_its_first_players_rights_with_a_last_day() -> None:
    players = events.players(5)
    section = stage(PRELIMINARY, players, in_order(5))
    assert len(settle(section)) == 4
    assert rows_of(players[0]) == [(SEMI, "ICCF-TR-2017 1.2.1(d)", "open")]
    assert rows_of(players[2]) == [(PRELIMINARY, "ICCF-TR-2017 1.1.1(c)", "open")]
    assert rows_of(players[4]) == []
    row = Right.objects.get(player=players[0])
    assert (row.earned, row.expires, row.source, row.section, row.cycle) == (
        *(ENDED, date(2027, 2, 1), str(section.pk)),
        *(section, 42),
    )
    assert Mail.objects.filter(kind="right-earned").count() == 4
    assert agrees(*players)


@pytest.mark.clause("ICCF-TR-2017 1.0.7/5")
def test_a_second_right_of_a_level_lasts_a_year_longer() -> None:
    player, first, second = rated(2000), events.players(3), events.players(3)
    settle(stage(PRELIMINARY, [player, *first], in_order(4)))
    settle(stage(PRELIMINARY, [player, *second], in_order(4), number=43))
    last_days = sorted(Right.objects.filter(player=player).values_list("expires", flat=True), key=str)
    assert last_days == [date(2027, 2, 1), date(2028, 2, 1)]
    assert agrees(player)


def test_settling_twice_changes_nothing() -> None:
    players = events.players(4)
    section = stage(PRELIMINARY, players, in_order(4))
    settle(section)
    before = list(Right.objects.order_by("pk").values())
    settle(section)
    assert list(Right.objects.order_by("pk").values()) == before
    assert Mail.objects.filter(kind="right-earned").count() == len(before)


def test_a_national_championship_gives_no_row_and_opens_norm_tournaments_all_the_same() -> None:
    players = events.players(4, rating=2000, rating_games=50)
    event = events.event("national", state=Event.State.FINISHED, federation="CZE", start=date(2022, 5, 1))
    section = events.section(event, players, in_order(4), state=Section.State.FINISHED, ended=ENDED)
    steps = consequences(record_of(section), ended=ENDED).value
    assert {step.what for step in steps} == {Step.RIGHT}
    assert [rights.store(section, step, by(event)) for step in steps] == [None] * 3
    Section.objects.update(state=Section.State.SETTLED)
    assert entered(open_event("master-norm"), players[0]).route == "ICCF-TR-2017 4.3(4)"
    with pytest.raises(Refused):
        entered(open_event("master-norm"), players[3])


# while a section runs


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3")
def test_what_is_certain_in_a_running_section_is_written_down_and_rises() -> None:
    players = events.players(4)
    leader = {(1, 2): W, (1, 3): W}
    section = stage(PRELIMINARY, players, leader, over=False)
    rights.refresh_provisional(section, AT)
    assert rows_of(players[0]) == [(PRELIMINARY, "ICCF-TR-2017 1.1.1(c)", "open")]
    assert Right.objects.get(player=players[0]).earned is None
    assert not Mail.objects.filter(kind="right-earned").exists()
    later = stage(PRELIMINARY, [players[0], *events.players(3)], {**leader, (1, 4): W}, number=43, over=False)
    rights.refresh_provisional(later, AT)
    rights.refresh_provisional(later, AT)
    assert rows_of(players[0])[1:] == [(SEMI, "ICCF-TR-2017 1.2.1(d)", "open")]


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3")
def test_what_was_used_while_the_section_ran_is_its_one_right() -> None:
    players = events.players(4)
    section = stage(PRELIMINARY, players, {(1, 2): W, (1, 3): W}, over=False)
    event = open_event(PRELIMINARY)
    entry = entered(event, players[0])
    assert entry.route == "ICCF-TR-2017 1.1.1(c)"
    entries.seat(event, [entry], by(event), start=START)
    assert rows_of(players[0]) == [(PRELIMINARY, "ICCF-TR-2017 1.1.1(c)", "used")]
    finish(section, in_order(4))
    settle(section)
    assert rows_of(players[0]) == [(PRELIMINARY, "ICCF-TR-2017 1.1.1(c)", "used")], "he has used his right already"
    assert rows_of(players[1]) == [(SEMI, "ICCF-TR-2017 1.2.1(d)", "open")]
    assert Right.objects.get(player=players[0]).earned == ENDED
    assert agrees(*players)


def finish(section: Section, results: Results) -> None:
    """End the games of a section that still run."""
    for pairing in section.pairings.select_related("white", "black", "game"):
        first, second = sorted((pairing.white.number or 0, pairing.black.number or 0))
        result = results[first, second]
        if pairing.white.number != first:
            result = {W: B, B: W}.get(result, result)
        game = pairing.game
        assert game is not None
        game.result, game.status, game.finished = result.value, "finished", datetime.combine(ENDED, AT.timetz())
        game.save(update_fields=["result", "status", "finished"])
    section.state, section.ended = Section.State.FINISHED, ENDED
    section.save()


# ties


def level() -> tuple[list[Player], Section]:
    """The second and the third are level in everything, behind a winner; the second place goes on."""
    players = events.players(5)
    results = {(1, 2): W, (1, 3): W, (1, 4): W, (1, 5): W, (2, 3): D, (2, 4): W, (3, 4): W, (2, 5): W, (3, 5): W}
    return players, stage(PRELIMINARY, players, {**results, (4, 5): W})


@pytest.mark.clause("ICCF-TR-2017 7.5")
def test_where_equals_share_a_place_the_right_is_asked_about_and_the_commissioner_chooses() -> None:
    players, section = level()
    settle(section)
    for player in players[1:3]:
        assert rows_of(player) == [
            (PRELIMINARY, "ICCF-TR-2017 1.1.1(c)", "open"),
            (SEMI, "ICCF-TR-2017 1.2.1(d)", "referred"),
        ]
    asked = Right.objects.get(player=players[1], state="referred")
    kept = Consequence.objects.create(
        section=section, what="ask", player=players[1], value=SEMI, clause="x", right=asked
    )
    rights.choose_of_equals(section, [players[2]], by(section.event, reason="the lot"))
    assert rows_of(players[2]) == [(SEMI, "ICCF-TR-2017 1.2.1(d)", "open")]
    assert rows_of(players[1]) == [(PRELIMINARY, "ICCF-TR-2017 1.1.1(c)", "open")]
    kept.refresh_from_db()
    assert kept.right is None
    decision = Decision.objects.get(what="choose of equals")
    assert decision.facts["places"] == {str(players[1].pk): [3, 3], str(players[2].pk): [2, 2]}
    assert agrees(*players)
    event = open_event(SEMI)
    assert entered(event, players[2]).route == "ICCF-TR-2017 1.2.1(d)"
    with pytest.raises(Refused):
        entered(event, players[1])


@pytest.mark.clause("ICCF-TR-2017 7.5")
def test_only_the_commissioner_chooses_with_a_reason_and_only_of_equals() -> None:
    players, section = level()
    settle(section)
    before = list(Right.objects.order_by("pk").values())
    commissioner = by(section.event, reason="the lot")
    with pytest.raises(Refused):
        rights.choose_of_equals(section, [players[0]], commissioner)
    with pytest.raises(Refused):
        rights.choose_of_equals(section, players[1:3], commissioner)
    with pytest.raises(Refused):
        rights.choose_of_equals(section, [players[2]], replace(commissioner, reason=""))
    assert list(Right.objects.order_by("pk").values()) == before


# put off


def finalist() -> tuple[Player, Right, Event]:
    player = rated(2600)
    settle(stage(CANDIDATES, [player, *events.players(4)], in_order(5)))
    series = Series.objects.create(family="world", number=33)
    final = events.event(FINAL, state=Event.State.OPEN, start=START, deadline=date(2024, 7, 31), series=series)
    return player, Right.objects.get(player=player), final


@pytest.mark.clause("ICCF-TR-2017 1.4.3/1")
def test_a_right_to_the_final_is_put_off_once_and_a_second_time_it_is_lost() -> None:
    player, right, final = finalist()
    user = account(player)
    rights.put_off(right.pk, final, actor=user, at=AT)
    right.refresh_from_db()
    assert (right.state, right.deferred) == ("deferred", [33])
    with pytest.raises(Stale):
        rights.put_off(right.pk, final, actor=user, at=AT)
    with pytest.raises(Refused):
        entered(final, player)
    following = Series.objects.create(family="world", number=34)
    later = events.event(FINAL, state=Event.State.OPEN, start=date(2025, 9, 1), series=following)
    assert entered(later, player).route == "ICCF-TR-2017 1.4.1(b)/1"
    rights.put_off(right.pk, later, actor=user, at=AT)
    right.refresh_from_db()
    assert right.state == "lost"
    assert Decision.objects.filter(what="put off a right", player=player).count() == 2


def test_a_right_is_put_off_by_its_holder_or_his_delegate_and_from_a_final_only() -> None:
    player, right, final = finalist()
    for stranger in (person(), delegate_of("GER")):
        with pytest.raises(NotAllowed):
            rights.put_off(right.pk, final, actor=stranger, at=AT)
    with pytest.raises(Unfit):
        rights.put_off(right.pk, open_event(SEMI), actor=account(player), at=AT)
    Event.objects.filter(pk=final.pk).update(state=Event.State.RUNNING)
    final.refresh_from_db()
    with pytest.raises(Unfit):
        rights.put_off(right.pk, final, actor=account(player), at=AT)
    Event.objects.filter(pk=final.pk).update(state=Event.State.OPEN)
    final.refresh_from_db()
    rights.put_off(right.pk, final, actor=delegate_of("CZE"), at=AT)
    right.refresh_from_db()
    assert right.state == "deferred"


# running out


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4")
@pytest.mark.parametrize(("day", "state"), [(date(2027, 2, 1), "open"), (date(2027, 2, 2), "expired")])
def test_a_right_runs_out_the_day_after_its_last(day: date, state: str) -> None:
    player = rated(2000)
    won(player)
    at = datetime.combine(day, AT.timetz())
    for _ in range(2):
        rights.expire(at=at)
        assert Right.objects.get(player=player).state == state
        assert not list(wrong_rights(lambda _done: None, on=day))


@pytest.mark.parametrize(("before", "told"), [(31, 0), (30, 1), (1, 1), (0, 1), (-1, 0)])
def test_thirty_days_before_a_right_runs_out_its_holder_is_told_once(before: int, told: int) -> None:
    player = rated(2000)
    won(player)
    at = datetime.combine(date(2027, 2, 1), AT.timetz()) - timedelta(days=before)
    for _ in range(2):
        rights.expire(at=at)
        rights.warn_of_expiry(at=at)
    assert Mail.objects.filter(user=player.user, kind="right-expires").count() == told


# what verification finds


def test_a_row_that_was_changed_added_or_lost_is_found() -> None:
    players = events.players(5)
    settle(stage(PRELIMINARY, players, in_order(5)))
    assert agrees(*players)
    right = Right.objects.get(player=players[0])
    for change, found in (
        ({"expires": date(2030, 1, 1)}, "expires"),
        ({"to": CANDIDATES}, "to"),
        ({"state": "used"}, "state"),
        ({"clause": "ICCF-TR-2017 1.2.1(c)"}, "clause"),
    ):
        was = {name: getattr(right, name) for name in change}
        Right.objects.filter(pk=right.pk).update(**change)
        ((player, what),) = wrong_rights(lambda _done: None, on=AT.date())
        assert player == players[0].pk
        assert found in what
        Right.objects.filter(pk=right.pk).update(**was)
    Right.objects.filter(pk=right.pk).update(player=players[4])
    assert [player for player, _what in wrong_rights(lambda _done: None, on=AT.date())] == [
        players[0].pk,
        players[4].pk,
    ]


def test_the_server_decides_nothing_without_whoever_runs_the_event() -> None:
    player = rated(2000)
    event = open_event("open")
    entry = entered(event, player)
    nobody = By(by(open_event(SEMI)).acting, AT, account(player))
    with pytest.raises(Refused):
        entries.seat(event, [entry], nobody, start=START)


def test_the_command_names_whose_rights_are_not_what_results_give(capsys: pytest.CaptureFixture[str]) -> None:
    from slowmate.cli.verify import verify  # noqa: PLC0415 - beside what it is for

    players = events.players(5)
    settle(stage(PRELIMINARY, players, in_order(5)))
    verify()
    assert "rights of 5 players, all well" in capsys.readouterr().out
    Right.objects.filter(player=players[0]).update(expires=date(2031, 1, 1))
    assert verify() == 1
    told = capsys.readouterr().out
    assert f"rights of player {players[0].pk}: " in told
    assert "rights of 5 players looked at, 1 differ" in told
