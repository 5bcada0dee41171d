"""The norms that an event has brought, as the register takes them."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from slowmate.records import KINDS
from slowmate.titles.iccf.confirmation import ConfirmingBody, norm_confirmed_by
from slowmate.titles.levels import best_of
from slowmate.titles.norms import norms
from slowmate.titles.register import norms_made
from tests.support.sections import section, with_score

START = date(2018, 3, 1)


def test_the_register_takes_what_norms_reports_with_the_day_the_score_was_in_hand() -> None:
    event = with_score(section([2400] * 13), "1", 9)
    dated = (replace(game, ended=START + timedelta(days=10 * number)) for number, game in enumerate(event.games, 1))
    event = replace(event, games=tuple(dated))
    made = {one.norm.title: one for one in norms_made(event)}
    line = norms(event, only="1").players[0]
    assert set(made) == {title for title, norm in line.norms.items() if norm.achieved}
    for title, one in made.items():
        norm = line.norms[title]
        assert (one.player, one.score, one.needed, one.edition) == ("1", line.score, norm.needed, "ICCF-TR-2017")
        assert one.norm.counted == norm.counted_games
        wins = norm.needed.__ceil__() if norm.needed else 0
        assert one.norm.earned == START + timedelta(days=10 * wins)


def test_days_before_the_first_edition_and_events_over_the_board_bring_nothing() -> None:
    event = with_score(section([2400] * 13), "1", 9)
    assert norms_made(replace(event, start=date(2001, 1, 1))) == ()
    assert norms_made(replace(event, kind=KINDS["fide-round-robin"])) == ()


@pytest.mark.clause("ICCF-TR-2016 10.10(b)")
@pytest.mark.clause("ICCF-TR-2017 10.8(b)")
@pytest.mark.parametrize(
    ("on", "who"),
    [(date(2017, 3, 31), ConfirmingBody.COMMISSIONER), (date(2018, 1, 1), ConfirmingBody.SERVER)],
)
def test_the_server_confirms_norms_under_2017_alone(on: date, who: ConfirmingBody) -> None:
    assert norm_confirmed_by("IM", on=on).value is who


@pytest.mark.parametrize(
    ("held", "best"),
    [(["CCM", "GM", "IM"], "GM"), (["LGM", "CCE"], "LGM"), (["LGM", "CCM"], "CCM"), (["IA"], ""), ([], "")],
)
def test_a_player_is_known_by_his_best_title(held: list[str], best: str) -> None:
    assert best_of(held) == best
