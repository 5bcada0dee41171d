"""Articles 4.2, 6 and 10 by post: a move costs what lies between receipt and sending, less stops and leave in it."""

from datetime import timedelta
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import Transmission, running_at
from slowmate.play import commands as cmd
from slowmate.play.clocks import Classic, Counting, FixedDays, TimeControl, TripleBlock
from slowmate.play.events import ClaimKind
from slowmate.rulebook import Refused
from tests.support.games import START, Playing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DAY = timedelta(days=1)
TD: dict[str, Any] = {"director": "TD", "reason": "as the players wrote"}


def by_post(control: TimeControl | None = None) -> Playing:
    """White's first move is sent on day 0: Black has it to receive."""
    return Playing(control, transmission=Transmission.POST).moves("e4")


def on(playing: Playing, day: float) -> Playing:
    playing.now = START + day * DAY
    return playing


def reply(received: float | None, sent: float, move: str = "e5", by: Colour = BLACK) -> cmd.RecordMove:
    stated = None if received is None else START + received * DAY
    return cmd.RecordMove(by=by, move=move, received=stated, sent=START + sent * DAY)


def stopped(playing: Playing, since: int, until: int) -> Playing:
    on(playing, since).ask(cmd.StopClocks(**TD))
    on(playing, until).ask(cmd.RestartClocks(**TD))
    return playing


def refusal(playing: Playing, command: cmd.Command) -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        playing.ask(command)
    ground = refused.value.grounds[0]
    return ground.clause.address, ground.facts.get("outcome")


# stops


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 6.5", "ICCF-LAWS-2019 6.10a")
@pytest.mark.parametrize(
    ("received", "sent", "reflected", "is_stopped"),
    [(8, 18, 10, 0), (6, 18, 12, 0), (3, 18, 12, 3), (0, 18, 13, 5), (0, 1, 1, 0), (2, 5, 0, 3), (0, 4, 1, 3)],
    ids=["before receipt", "until receipt", "half", "whole", "after sending", "all", "begun before sending"],
)
def test_a_stop_takes_off_only_what_lies_between_receipt_and_sending(
    received: int, sent: int, reflected: int, is_stopped: int
) -> None:
    """The clocks stood still from day 1 to day 6."""
    playing = by_post()
    on(stopped(playing, 1, 6), 20).ask(reply(received, sent))
    charge = playing.last.charge
    assert (charge.reflected, charge.stopped, charge.transit) == (reflected * DAY, is_stopped * DAY, received * DAY)
    assert playing.game.black.account.left == (50 - reflected) * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.5", "ICCF-LAWS-2019 6.10a")
def test_a_stop_since_a_move_was_sent_holds_for_the_opponent_who_received_it_meanwhile() -> None:
    playing = by_post()
    on(stopped(playing, 5, 10), 12).ask(reply(2, 4))
    on(playing, 20).ask(reply(6, 15, "Nf3", WHITE))
    charge = playing.last.charge
    assert (charge.transit, charge.stopped, charge.reflected) == (2 * DAY, 4 * DAY, 5 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 6.10b", "ICCF-LAWS-2019 9.4.1a")
@pytest.mark.parametrize(("sent", "charged"), [(30, 40), (45, 40), (61, 42)])
def test_a_claim_without_ground_gives_back_no_second_of_what_was_thought_before(sent: int, charged: int) -> None:
    """Thirty days, of which the last ten count twice; then a claim, which the director rejects after a month."""
    playing = on(by_post(Classic(days=100)), 30)
    playing.ask(cmd.ClaimDraw(by=BLACK, claim=ClaimKind.REPETITION))
    on(playing, 60).ask(cmd.DecideClaim(**TD, by=BLACK, upheld=False))
    on(playing, 62)
    assert refusal(playing, reply(30, sent)) == ("4.2", "received-before")
    playing.ask(reply(0, sent))
    assert playing.last.charge.charged == charged * DAY
    assert playing.game.black.account.left == (100 - charged) * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.10b", "ICCF-LAWS-2019 9.2.1")
def test_who_claimed_as_the_player_on_move_cannot_have_moved_before_nor_received_later() -> None:
    playing = on(by_post(), 30)
    playing.ask(cmd.ClaimDraw(by=BLACK, claim=ClaimKind.REPETITION, received=START + 10 * DAY))
    on(playing, 60).ask(cmd.DecideClaim(**TD, by=BLACK, upheld=False))
    assert refusal(playing, reply(5, 29)) == ("4.2", "before-claim")
    assert refusal(playing, reply(11, 60)) == ("4.2", "received-before")
    playing.ask(reply(None, 60))
    charge = playing.last.charge
    assert (charge.transit, charge.reflected, charge.stopped) == (10 * DAY, 20 * DAY, 30 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 6.4", "ICCF-LAWS-2019 4.2")
def test_before_the_first_move_there_is_nothing_to_receive() -> None:
    playing = on(Playing(transmission=Transmission.POST), 25)
    assert refusal(playing, reply(20, 25, "e4", WHITE)) == ("4.2", "nothing-received")
    playing.ask(reply(None, 20, "e4", WHITE))
    assert playing.game.white.account.left == 30 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 6.5")
def test_a_receipt_that_a_player_states_starts_his_clock_and_stands() -> None:
    playing = on(by_post(), 12)
    playing.ask(cmd.StateReceipt(by=BLACK, received=START + 9 * DAY))
    assert (playing.left(BLACK), running_at(playing.game, playing.now)) == (47 * DAY, BLACK)
    later, again = (cmd.StateReceipt(by=BLACK, received=START + day * DAY) for day in (10, 9))
    assert refusal(playing, later) == refusal(playing, again) == ("4.2", "received-before")
    assert refusal(playing, reply(10, 12)) == ("4.2", "received-before")
    playing.ask(cmd.StateReceipt(by=BLACK, received=START + 8 * DAY))
    playing.ask(reply(None, 12))
    assert (playing.last.charge.transit, playing.last.charge.reflected) == (8 * DAY, 4 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 4.2")
def test_only_the_player_on_move_by_post_has_received_something() -> None:
    playing = on(by_post(), 12)
    assert refusal(playing, cmd.StateReceipt(by=WHITE, received=START)) == ("1.1", "not-on-move")
    assert refusal(playing, cmd.StateReceipt(by=BLACK, received=START + 13 * DAY)) == ("4.2", "out-of-order")
    assert refusal(Playing().moves("e4"), cmd.StateReceipt(by=BLACK, received=START)) == ("4.1", "server")
    first = on(Playing(transmission=Transmission.POST), 3)
    assert refusal(first, cmd.StateReceipt(by=WHITE, received=START)) == ("4.2", "nothing-received")


# an intended move


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3b", "ICCF-LAWS-2019 9.2.1.1", "ICCF-LAWS-2019 9.4.1a")
@pytest.mark.parametrize(("received", "transit", "reflected"), [(9, 9, 3), (0, 0, 12), (12, 12, 0), (None, 0, 12)])
def test_the_move_declared_with_a_claim_costs_the_time_from_receipt_to_the_claim(
    received: int | None, transit: int, reflected: int
) -> None:
    playing = on(by_post(), 12)
    stated = None if received is None else START + received * DAY
    playing.ask(cmd.ClaimDraw(by=BLACK, claim=ClaimKind.REPETITION, intended="e5", received=stated))
    on(playing, 20).ask(cmd.DecideClaim(**TD, by=BLACK, upheld=False))
    charge = playing.last.charge
    assert (charge.transit, charge.reflected, charge.stopped) == (transit * DAY, reflected * DAY, 8 * DAY)
    assert playing.last.made == START + 20 * DAY


@pytest.mark.clause("ICCF-LAWS-2019 9.4.1a")
@pytest.mark.parametrize("received", [-1, 13])
def test_a_claim_states_a_receipt_between_the_opponents_sending_and_now(received: int) -> None:
    claim = cmd.ClaimDraw(by=BLACK, claim=ClaimKind.REPETITION, received=START + received * DAY)
    assert refusal(on(by_post(), 12), claim) == ("4.2", "out-of-order")


# leave


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_by_post_too_no_move_is_made_on_leave() -> None:
    playing = by_post()
    playing.ask(cmd.TakeLeave(by=BLACK, first=(START + 5 * DAY).date(), last=(START + 18 * DAY).date()))
    on(playing, 21)
    for sent in (5, 12, 19 - 1 / 24):
        assert refusal(playing, reply(5, sent)) == ("10.1b", "on-leave")
    playing.ask(reply(5, 19))
    charge = playing.last.charge
    assert (charge.on_leave, charge.reflected) == (14 * DAY, 0 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_a_move_sent_before_leave_was_taken_costs_what_it_took() -> None:
    playing = on(by_post(), 6)
    playing.ask(cmd.TakeLeave(by=BLACK, first=playing.now.date(), last=playing.now.date() + 9 * DAY))
    on(playing, 12).ask(reply(1, 5))
    assert (playing.last.charge.reflected, playing.last.charge.on_leave) == (4 * DAY, 0 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 10.1b", "ICCF-LAWS-2019 6.10a")
@pytest.mark.parametrize("transmission", [Transmission.SERVER, Transmission.POST])
def test_extra_leave_on_days_when_the_clocks_stood_still_gives_no_other_days_back(transmission: Transmission) -> None:
    """Five days of thought, then five days of a stopped clock, for which leave is granted afterwards."""
    playing = Playing(transmission=transmission)
    stopped(playing, 5, 10)
    assert playing.left(WHITE) == 45 * DAY
    first, last = (START + 5 * DAY).date(), (START + 9 * DAY).date()
    (granted,) = playing.ask(cmd.GrantLeave(**TD, to=WHITE, first=first, last=last))
    assert (granted.credited, playing.left(WHITE)) == (0 * DAY, 45 * DAY)
    first, last = (START + 3 * DAY).date(), (START + 4 * DAY).date()
    (granted,) = playing.ask(cmd.GrantLeave(**TD, to=WHITE, first=first, last=last))
    assert (granted.credited, playing.left(WHITE)) == (2 * DAY, 47 * DAY)


# what the clock shows, and setting it


@pytest.mark.clause("ICCF-LAWS-2019 6.8a")
@pytest.mark.parametrize("transmission", [Transmission.SERVER, Transmission.POST])
@pytest.mark.parametrize("day", [0, 1.5, 20, 23])
def test_what_the_clock_shows_is_what_a_move_at_that_instant_leaves(transmission: Transmission, day: float) -> None:
    playing = on(Playing(transmission=transmission), day)
    shown = playing.left(WHITE)
    playing.moves("e4")
    assert playing.game.white.account.left == shown == (50 - int(day) - max(0, int(day) - 20)) * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.8a", "ICCF-LAWS-2019 4.2")
def test_while_no_record_shows_a_receipt_no_clock_has_run() -> None:
    playing = on(by_post(), 30)
    assert (playing.left(BLACK), running_at(playing.game, playing.now)) == (50 * DAY, None)
    playing.ask(cmd.ClaimDraw(by=BLACK, claim=ClaimKind.REPETITION, received=START + 25 * DAY))
    assert playing.left(BLACK) == 45 * DAY
    on(playing, 40).ask(cmd.DecideClaim(**TD, by=BLACK, upheld=False))
    assert (playing.left(BLACK), running_at(playing.game, playing.now)) == (45 * DAY, BLACK)


@pytest.mark.clause("ICCF-LAWS-2019 6.8b", "ICCF-LAWS-2019 6.11a")
@pytest.mark.parametrize(
    ("received", "sent", "left"),
    [(10, 11, 39), (10, 10, 40), (2, 11, 39), (0, 12, 38), (2, 8, 40), (15, 16, 39), (0, 30, 10)],
)
def test_a_clock_that_was_set_loses_only_what_is_reflected_after_it(received: int, sent: int, left: int) -> None:
    """Set to 40 days on day 10, whenever the move turns out to have come; after 20 days each counts twice."""
    playing = on(by_post(), 10)
    (event,) = playing.ask(cmd.SetClock(**TD, colour=BLACK, left=40 * DAY))
    assert playing.left(BLACK) == 40 * DAY
    assert (event.grounds[0].facts["old"], event.grounds[0].facts["new"]) == (50 * DAY, 40 * DAY)
    on(playing, 31).ask(reply(received, sent))
    assert playing.game.black.account.left == left * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.8b")
def test_a_clock_set_while_the_opponent_had_already_moved_shows_what_was_set() -> None:
    playing = on(by_post(), 8)
    playing.ask(cmd.SetClock(**TD, colour=WHITE, left=40 * DAY))
    on(playing, 9).ask(reply(2, 4))
    on(playing, 12).ask(reply(6, 11, "Nf3", WHITE))
    assert playing.game.white.account.left == 37 * DAY, "two of the five days were before day 8"


@pytest.mark.clause("ICCF-LAWS-2019 6.8b", "ICCF-LAWS-2019 Glossary: penalties")
def test_a_penalty_after_a_clock_was_set_comes_off_what_it_shows() -> None:
    playing = on(Playing(transmission=Transmission.POST), 10)
    playing.ask(cmd.SetClock(**TD, colour=WHITE, left=30 * DAY))
    playing.ask(cmd.Penalise(**TD, colour=WHITE, days=3))
    on(playing, 12)
    assert playing.left(WHITE) == 25 * DAY
    playing.moves("e4")
    assert playing.game.white.account.left == 25 * DAY


# positions put back


def played_to_control() -> Playing:
    """Two moves in 50 days, each in the post for a day: both pass the control with their second."""
    playing = Playing(Classic(moves=2, days=50), transmission=Transmission.POST)
    moves = "e4 e5 Nf3 Nc6"
    for ply, (move, took) in enumerate(zip(moves.split(), (3, 4, 5, 8), strict=True)):
        began = playing.now
        received = began + DAY if ply else began
        playing.now = received + took * DAY
        stated = received if ply else None
        playing.ask(cmd.RecordMove(by=playing.game.position.turn, move=move, received=stated, sent=playing.now))
    return playing


@pytest.mark.clause("ICCF-LAWS-2019 7.2a", "ICCF-LAWS-2019 7.2b", "ICCF-LAWS-2019 6.11a")
@pytest.mark.parametrize(("received", "sent"), [(13, 15), (0, 2), (13.5, 15.9)])
def test_an_illegal_move_costs_what_was_reflected_and_the_penalty_but_no_transit(received: float, sent: float) -> None:
    playing = on(by_post(), 20)
    playing.ask(reply(received, sent, "Ke6"))
    on(playing, 25).ask(cmd.ReinstatePosition(**TD, ply=2, penalty_days=5))
    assert playing.game.black.account.left == (50 - 2 - 5) * DAY
    on(playing, 30).ask(reply(27, 28))
    assert playing.game.black.account.left == (50 - 2 - 5 - 1) * DAY, "the decision was under way until day 27"


@pytest.mark.clause("ICCF-LAWS-2019 7.2a", "ICCF-LAWS-2019 6.11a", "ICCF-LAWS-2019 6.11b")
@pytest.mark.parametrize(
    ("ply", "white", "black"),
    [
        (4, (92, 2), (46 - 8 - 5, 1)),
        (3, (47 - 5 - 5, 1), (46, 1)),
        (2, (47, 1), (50 - 4 - 8 - 5, 0)),
        (1, (50 - 3 - 5 - 5, 0), (50, 0)),
    ],
)
def test_the_innocent_player_has_again_what_he_had_and_the_guilty_one_has_used_his_time(
    ply: int, white: tuple[int, int], black: tuple[int, int]
) -> None:
    """White took 3 and 5 days, Black 4 and 8; both had passed a control of 2 moves, which gave 50 more."""
    playing = played_to_control()
    assert (playing.left(WHITE), playing.left(BLACK)) == (92 * DAY, 88 * DAY)
    playing.after(days=9).ask(cmd.ReinstatePosition(**TD, ply=ply, penalty_days=5))
    accounts = (playing.game.white.account, playing.game.black.account)
    assert [(account.left // DAY, account.moves) for account in accounts] == [white, black]


@pytest.mark.clause("ICCF-LAWS-2019 6.11a")
def test_the_control_comes_again_when_the_move_is_made_again() -> None:
    playing = played_to_control()
    playing.ask(cmd.ReinstatePosition(**TD, ply=3, penalty_days=5))
    playing.moves("Nc3 Nf6", days=8)
    assert playing.game.black.account.left == (46 - 8 + 50) * DAY == 88 * DAY
    assert playing.game.white.account.left == (37 - 8 + 50) * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.11a", "ICCF-LAWS-2019 Glossary: penalties")
def test_penalties_stand_when_moves_made_before_them_are_taken_off() -> None:
    playing = played_to_control()
    playing.ask(cmd.Penalise(**TD, colour=WHITE, days=7))
    playing.ask(cmd.ReinstatePosition(**TD, ply=4, penalty_days=5))
    playing.ask(cmd.ReinstatePosition(**TD, ply=2, penalty_days=5))
    assert playing.game.white.account.left == (47 - 7) * DAY
    assert playing.game.black.account.left == (50 - 4 - 8 - 5 - 5) * DAY


@pytest.mark.clause("ICCF-LAWS-2019 6.11a", "ICCF-LAWS-2019 6.8b")
def test_where_a_clock_was_set_since_the_director_says_what_the_clocks_shall_show() -> None:
    playing = played_to_control()
    playing.ask(cmd.SetClock(**TD, colour=WHITE, left=70 * DAY))
    assert refusal(playing, cmd.ReinstatePosition(**TD, ply=3, penalty_days=5)) == ("7.2a", "no-times")
    one: dict[str, Any] = {"ply": 3, "penalty_days": 5, "white_left": 40 * DAY}
    assert refusal(playing, cmd.ReinstatePosition(**TD, **one)) == ("7.2a", "no-times")
    playing.ask(cmd.ReinstatePosition(**TD, **one, black_left=41 * DAY))
    accounts = (playing.game.white.account, playing.game.black.account)
    assert [(account.left, account.moves) for account in accounts] == [(35 * DAY, 1), (41 * DAY, 1)]


@pytest.mark.clause("ICCF-LAWS-2019 6.11a")
@pytest.mark.parametrize(
    ("control", "left", "bank"),
    [
        (FixedDays(days=9, counting=Counting(doubled_after=None)), 9 - 4 - 2, 0),
        (TripleBlock(increment=1, bank=3, clock=10, increment_moves=2), 10 - 4 - 4 + 3 - 2, 0),
    ],
    ids=["each move had days of its own", "the bank filled the clock after each"],
)
def test_the_guilty_players_time_is_used_as_his_control_counts_it(control: TimeControl, left: int, bank: int) -> None:
    playing = Playing(control, transmission=Transmission.POST).moves("e4").moves("e5", days=4)
    playing.moves("Nf3").moves("Nc6", days=4)
    playing.ask(cmd.ReinstatePosition(**TD, ply=2, penalty_days=2))
    assert playing.game.black.account.left == left * DAY
    assert playing.game.black.account.bank == bank * DAY
