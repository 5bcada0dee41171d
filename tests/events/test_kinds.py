"""The table of kinds, and start lists."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from slowmate.events.kinds import profile, profiles
from slowmate.events.organising.offices import Actor
from slowmate.events.organising.start_list import Posting, start_list
from slowmate.formats.event_json import read_event
from slowmate.records import KINDS, Event, Family, Player
from slowmate.rulebook import NoEdition

E2016, E2017 = date(2016, 6, 1), date(2017, 6, 1)
ROOT = Path(__file__).parents[2]


def test_every_kind_of_iccf_has_a_profile_in_both_editions() -> None:
    for start in (E2016, E2017):
        table = profiles(start=start)
        assert set(table) == {slug for slug, kind in KINDS.items() if kind.family is not Family.FIDE}
        assert all(one.office in Actor for one in table.values())
    with pytest.raises(NoEdition):
        profile(KINDS["open"], start=date(2015, 12, 31))


@pytest.mark.clause("ICCF-TR-2017 4.2/2", "ICCF-TR-2017 4.1/1")
def test_a_grandmaster_norm_tournament_at_a_glance() -> None:
    one = profile(KINDS["grandmaster-norm"], start=E2017).value
    assert one.sizes is not None
    assert (one.sizes.normal, one.games_per_pairing, one.rated, one.pool) == (13, 1, True, "chess")
    assert (one.title_tournament, one.assumed_rating, one.office) == (True, 2450, Actor.TTC)
    assert [cited.address for cited in one.enters_by] == ["4.4(1)", "4.4(2)", "4.4(3)"]


def test_a_preliminary_leads_to_the_semi_final_and_back_to_itself() -> None:
    one = profile(KINDS["world-championship-preliminary"], start=E2017).value
    assert one.leads_to == ("world-championship-preliminary", "world-championship-semi-final")
    assert len(one.enters_by) == 5 + 8


@pytest.mark.parametrize(
    ("kind", "rated", "pool"),
    [("thematic", False, "chess"), ("chess960", True, "chess960"), ("master-class", True, "chess")],
)
def test_thematic_events_are_not_rated_and_chess960_has_its_own_pool(kind: str, rated: bool, pool: str) -> None:
    one = profile(KINDS[kind], start=E2017).value
    assert one.pool == pool
    assert one.rated is rated or kind == "chess960"


def test_olympiads_left_the_post_in_2017() -> None:
    assert profile(KINDS["olympiad-final"], start=E2016).value.by_post
    assert not profile(KINDS["olympiad-final"], start=E2017).value.by_post
    assert not profile(KINDS["champions-league-a"], start=E2016).value.by_post


@pytest.mark.clause("ICCF-TR-2017 4.2/1")
def test_a_start_list_states_the_norms_the_edition_and_the_director() -> None:
    event = read_event((ROOT / "examples" / "section.json").read_bytes())
    posted = start_list(event, Posting(event.start, "10 moves in 50 days", "none")).value
    assert (posted.edition, posted.director) == ("ICCF-TR-2017", "Bishop, Carol")
    assert len(posted.seats) == 13
    assert posted.average is not None
    assert "IM" in posted.offered
    assert all(score is None or (2 * score).denominator == 1 for seat in posted.seats for score in seat.norms.values())


@pytest.mark.clause("ICCF-TR-2017 6.1/4")
def test_a_memorial_of_2270_offers_norms_up_to_the_international_master() -> None:
    from slowmate.events.organising.pairings import round_robin  # noqa: PLC0415 - named where it is used

    ids = [str(number) for number in range(13)]
    federations = ("GER", "CZE", "POL", "ITA", "ESP")
    players = tuple(Player(one, one, federations[int(one) % 5], rating=2270, games=100) for one in ids)
    games = round_robin(ids, seed="m", start=E2017).value.games
    event = Event("Memorial board 1", KINDS["memorial-under-2300"], E2017, players, games)
    posted = start_list(event, Posting(E2017, "10/50", "none"))
    assert set(posted.value.offered) >= {"IM", "CCM", "CCE"}
    assert not {"GM", "SIM"} & set(posted.value.offered)
    assert posted.grounds[-1].clause.address == "6.1/4"
    assert Fraction(posted.value.average or 0) == 2270


def test_the_examples_are_events_that_can_be_read() -> None:
    for name in ("section.json", "teams.json"):
        assert json.loads((ROOT / "examples" / name).read_text("utf-8"))["kind"] in KINDS
