"""While games run: what is guaranteed, reachable or gone, and the points it still takes."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.titles.fide import report
from slowmate.titles.fide.federations import Setting
from slowmate.titles.fide.norms import assess
from slowmate.titles.fide.outlook import forecast_norm
from slowmate.titles.fide.titles import NORM_TITLES, FideTitle
from slowmate.titles.reports import NormOutlook
from tests.support.fide import games, single_event

GM = FideTitle.GM
FIELD = ["GM GER 2500", "GM FRA 2500", "GM ESP 2500", "IM GER 2500", "IM FRA 2500", "- ESP 2444", "- GER 2444",
         "- FRA 2444", "- ESP 2443"]  # fmt: skip


def outlook(results: str, *, rounds: int = 9, to_come: int = 0) -> tuple[NormOutlook, Fraction | None]:
    setting = Setting("CZE", rounds)
    played = games(FIELD[: len(results)], results)
    field = [game.opponent for game in games(FIELD, "*" * 9)]
    found = forecast_norm(assess(played, GM, setting), played, setting, to_come=to_come, field=field)
    return found.outlook, found.still_needed


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("*********", (NormOutlook.REACHABLE, Fraction(6))),
        ("11111****", (NormOutlook.REACHABLE, Fraction(1))),
        ("11111=***", (NormOutlook.REACHABLE, Fraction(1, 2))),
        ("111111***", (NormOutlook.GUARANTEED, Fraction(0))),
        ("000******", (NormOutlook.REACHABLE, Fraction(6))),
        ("000=*****", (NormOutlook.GONE, None)),
        ("0000*****", (NormOutlook.GONE, None)),
        ("111111000", (NormOutlook.GUARANTEED, Fraction(0))),
        ("11111=000", (NormOutlook.GONE, None)),
    ],
)
def test_the_outlook_of_nine_games_against_2475(results: str, expected: tuple[NormOutlook, Fraction | None]) -> None:
    assert outlook(results) == expected


@pytest.mark.parametrize(
    ("results", "to_come", "expected"),
    [
        ("1111111", 2, NormOutlook.REACHABLE),
        ("1111", 5, NormOutlook.REACHABLE),
        ("0000", 5, NormOutlook.GONE),
        ("00000", 4, NormOutlook.GONE),
    ],
)
def test_rounds_without_opponents_yet_leave_open_what_cannot_be_excluded(
    results: str, to_come: int, expected: NormOutlook
) -> None:
    assert outlook(results, to_come=to_come) == (expected, None)


def test_a_norm_made_before_the_last_rounds_of_a_swiss_is_guaranteed() -> None:
    assert outlook("111111000", rounds=11, to_come=2) == (NormOutlook.GUARANTEED, Fraction(0))


def test_the_statement_of_norms_before_the_first_round() -> None:
    event = single_event("- CZE 2400", FIELD, "*********", kind="fide-round-robin")
    line = report.norms(event).players[0]
    norm = line.norms["GM"]
    assert (norm.needed, norm.possible, norm.achieved) == (6, True, False)
    assert (norm.outlook, norm.still_needed) == (NormOutlook.REACHABLE, 6)
    assert line.running == 9
    assert norm.requirements


def test_a_norm_nobody_can_make_is_gone_from_the_start() -> None:
    event = single_event("- CZE 2400", [one.replace("GM", "IM") for one in FIELD], "*********", kind="fide-round-robin")
    norm = report.norms(event).players[0].norms["GM"]
    assert (norm.possible, norm.outlook) == (False, NormOutlook.GONE)


WORDS = st.tuples(
    st.sampled_from(["GM", "GM", "IM", "FM", "-"]), st.sampled_from(["CZE", "GER", "FRA"]), st.integers(2200, 2650)
)


@given(st.lists(WORDS, min_size=9, max_size=11), st.data(), st.sampled_from(NORM_TITLES))
@settings(max_examples=60, deadline=None)
def test_the_outlook_agrees_with_every_way_the_running_games_can_end(
    field: list[tuple[str, str, int]], data: st.DataObject, title: FideTitle
) -> None:
    met = [f"{code} {federation} {rating}" for code, federation, rating in field]
    running = data.draw(st.integers(1, 3))
    done = "".join(
        data.draw(st.lists(st.sampled_from("11=0"), min_size=len(met) - running, max_size=len(met) - running))
    )
    setting = Setting("CZE", len(met))
    played = games(met, done + "*" * running)
    found = forecast_norm(assess(played, title, setting), played, setting)
    made: dict[Fraction, list[bool]] = {}
    for ends in product("1=0", repeat=running):
        points = sum({"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}[end] for end in ends)
        made.setdefault(Fraction(points), []).append(assess(games(met, done + "".join(ends)), title, setting).achieved)
    everything = [one for ways in made.values() for one in ways]
    expected = (
        NormOutlook.GUARANTEED if all(everything) else NormOutlook.REACHABLE if any(everything) else NormOutlook.GONE
    )
    assert found.outlook is expected
    if expected is NormOutlook.REACHABLE:
        assert found.still_needed is not None
        assert all(made[found.still_needed]), "however they are scored"
        assert found.still_needed == 0 or not all(made[Fraction(0)])
