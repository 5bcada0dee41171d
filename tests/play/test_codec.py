"""Events and games as JSON and back, for ever: names do not change and damage is told."""

import json
from dataclasses import fields
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from slowmate.board.moves import Colour
from slowmate.play import (
    Terms,
    Transmission,
    commands,
    control_from_json,
    control_to_json,
    event_from_json,
    event_to_json,
    events,
    fold,
    game_from_text,
    game_to_text,
)
from slowmate.play.chain import Chain
from slowmate.play.clocks import TimeControl
from slowmate.play.codec import EVENT_TYPES
from slowmate.records import BadInput
from tests.support.games import CONTROLS, START, Playing, events_of, games_of, shuffled_moves

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def through_json(plain: object) -> Any:
    return json.loads(json.dumps(plain))


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: type(control).__name__)
def test_random_games_survive_storage(control: TimeControl) -> None:
    for game, happened in games_of(Random(7), 1, 24, control):
        assert [event_from_json(through_json(event_to_json(event))) for event in happened] == happened
        assert game_from_text(game_to_text(game)) == game
        assert fold(happened) == game


def test_a_game_can_be_taken_up_from_its_snapshot_at_any_move() -> None:
    happened = events_of(shuffled_moves(60), Terms(starts=START, time_control=CONTROLS[0]))
    whole = fold(happened)
    for number in range(1, len(happened)):
        snapshot = game_to_text(fold(happened[:number]))
        assert fold(happened[number:], game_from_text(snapshot)) == whole


def test_a_chess960_game_and_a_thematic_one_survive_storage() -> None:
    for terms in ({"chess960": 12}, {"fen": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 30"}):
        playing = Playing(**terms)
        for _ in range(8):
            legal = playing.game.position.legal_moves()
            playing.moves(legal[len(legal) // 2].uci)
        assert game_from_text(game_to_text(playing.game)) == playing.game


def test_every_event_has_its_stable_name() -> None:
    assert set(EVENT_TYPES.values()) == set(events.Event.__args__)
    assert event_to_json(Playing().moves("e4").events[-1]) == {
        "type": "move-made",
        "at": "2024-01-01T00:00:00+00:00",
        "grounds": [
            {"clause": "ICCF-LAWS-2019 4.1", "facts": {"outcome": "made", "player": "white", "move": "e4"}},
            {
                "clause": "ICCF-LAWS-2019 Glossary: regulations of an event",
                "facts": {
                    "outcome": "whole-days",
                    "reflected": {"seconds": 0},
                    "doubled": {"seconds": 0},
                    "charged": {"seconds": 0},
                    "left": {"seconds": 4320000},
                },
            },
        ],
        "by": "white",
        "move": "e2e4",
        "algebraic": "e4",
        "charge": {
            "reflected": 0,
            "on_leave": 0,
            "stopped": 0,
            "transit": 0,
            "charged": 0,
            "added": 0,
            "account": {"left": 4320000, "bank": 0, "moves": 1},
        },
        "made": "2024-01-01T00:00:00+00:00",
        "offer": False,
        "conditional": False,
        "received": None,
        "before": None,
    }


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("transmission", [Transmission.SERVER, Transmission.POST])
def test_a_turn_that_was_kept_as_sums_is_read_as_dates(transmission: Transmission, is_restarted: bool) -> None:
    """As games used to be kept: so much reflected and stopped, up to a mark."""
    td: dict[str, Any] = {"director": "TD", "reason": "the post is on strike"}
    playing = Playing(transmission=transmission).moves("e4").after(days=2)
    playing.ask(commands.StopClocks(**td))
    mark = playing.after(days=3).now
    if is_restarted:
        playing.ask(commands.RestartClocks(**td))
    kept = json.loads(game_to_text(playing.game))
    sums = {"reflected": 2 * 86400, "on_leave": 0, "stopped": 3 * 86400}
    kept["turn"] = {"began": kept["turn"]["began"], "mark": mark.isoformat(), **sums}
    assert game_from_text(json.dumps(kept)) == playing.game


def test_a_field_added_later_has_its_default_in_older_events() -> None:
    plain = event_to_json(Playing().moves("e4").events[-1])
    del plain["received"]
    del plain["before"]
    del plain["conditional"]
    assert event_from_json(plain) == Playing().moves("e4").events[-1]


@pytest.mark.parametrize(
    "damage",
    [
        {"type": "move-unmade"},
        {"type": None},
        {"at": "yesterday"},
        {"by": "green"},
        {"offer": "no"},
        {"move": 5254},
        {"charge": {}},
        {"at": "2024-01-01"},
        {"grounds": "none"},
        {"grounds": [[]]},
        {"grounds": [{"clause": 7, "facts": {}}]},
        {"grounds": [{"clause": "ICCF-LAWS-2019 4.1", "facts": []}]},
        {"grounds": [{"clause": "ICCF-LAWS-2019 4.1", "facts": {"x": {"fraction": "1/0"}}}]},
        {"grounds": [{"clause": "ICCF-LAWS-2019 4.1", "facts": {"x": {"seconds": 10**30}}}]},
        {"grounds": [{"clause": "4.1", "facts": {}}]},
        {"grounds": [{"clause": "ICCF-LAWS-2019 4.1", "facts": {"x": {"weeks": 3}}}]},
    ],
)
def test_a_damaged_event_is_refused_in_one_line(damage: dict[str, object]) -> None:
    plain = event_to_json(Playing().moves("e4").events[-1]) | damage
    with pytest.raises(BadInput) as bad:
        event_from_json(plain)
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize("plain", [[], "e4", None, 7])
def test_what_is_no_event_at_all_is_refused(plain: Any) -> None:
    with pytest.raises(BadInput, match="is no event of a game"):
        event_from_json(plain)


@pytest.mark.parametrize(
    "damage",
    [
        {"moves": "e2e4 e2e5"},
        {"moves": None},
        {"anchor": "rubbish"},
        {"anchor": [1] * 13},
        {"anchor": []},
        {"white": None},
        {"white": {}},
        {"terms": {}},
        {"terms": "{}"},
        {"turn": {"began": 5}},
    ],
)
def test_a_damaged_game_is_refused_in_one_line(damage: dict[str, object]) -> None:
    plain = json.loads(game_to_text(Playing().moves("e4").game))
    assert game_from_text(json.dumps(plain)) == Playing().moves("e4").game
    with pytest.raises(BadInput, match="no game as it was stored") as bad:
        game_from_text(json.dumps(plain | damage))
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize("text", ["", "null", "[]", '{"nonsense": true}', '{"moves"'])
def test_what_is_no_snapshot_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="no game as it was stored"):
        game_from_text(text)


def test_terms_are_kept_in_full_and_what_is_empty_is_not() -> None:
    kept = json.loads(game_to_text(Playing().moves("e4").game))
    assert set(json.loads(kept["terms"])) == {part.name for part in fields(Terms)}
    assert set(kept["white"]) == {"account"}
    assert {"stops", "offers", "pending", "outcome", "irregularity"}.isdisjoint(kept)


def test_a_snapshot_stays_small() -> None:
    happened = events_of(shuffled_moves(300), Terms(starts=START, time_control=CONTROLS[0]))
    assert len(game_to_text(fold(happened))) < 5000


def test_folding_needs_a_beginning_and_only_one() -> None:
    playing = Playing()
    with pytest.raises(ValueError, match="begins with its arrangement"):
        fold([])
    playing.after(days=1).moves("e4")
    with pytest.raises(ValueError, match="begins with its arrangement"):
        fold(playing.events[1:])
    with pytest.raises(ValueError, match="arranged once"):
        fold(playing.events[:1] * 2)


def test_a_chain_shares_what_came_before_and_compares_by_value() -> None:
    short = Chain.of("ab")
    assert list(short.then("c")) == ["a", "b", "c"]
    assert list(short) == ["a", "b"]
    assert short.then("c").before is short
    assert short.then("c") == Chain.of("abc") != short.then("d")
    assert hash(short.then("c")) == hash(Chain.of("abc"))
    assert len(Chain.of(range(100_000))) == 100_000


def test_old_events_do_not_apply_new_rules_when_they_are_folded() -> None:
    playing = Playing().moves("e4", days=3)
    plain = event_to_json(playing.events[-1])
    plain["charge"]["account"]["left"] = 7 * 86400
    changed = fold([*playing.events[:-1], event_from_json(plain)])
    assert changed.white.account.left == timedelta(days=7)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: type(control).__name__)
def test_a_time_control_survives_storage(control: TimeControl) -> None:
    assert control_from_json(through_json(control_to_json(control))) == control


@pytest.mark.parametrize(
    "damaged", [{}, {"type": "hourglass"}, {"type": "classic", "days": 0}, {"type": "fischer", "days": "x"}]
)
def test_what_is_no_time_control_is_refused(damaged: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="no time control"):
        control_from_json(damaged)
