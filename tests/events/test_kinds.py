"""The table of kinds, and start lists."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from slowmate.events.kinds import Open, Profile, StartsFrom, left_open, needs_approval, profile, who_may_run
from slowmate.events.organising.approved import ApprovalCase, is_approved
from slowmate.events.organising.offices import Actor
from slowmate.events.organising.start_list import Posting, start_list
from slowmate.formats.event_json import read_event
from slowmate.records import KINDS, Event, Family, Player
from slowmate.rulebook import NoEdition

E2016, E2017 = date(2016, 6, 1), date(2017, 6, 1)
ROOT = Path(__file__).parents[2]


def _profiles(*, start: date) -> dict[str, Profile]:
    """Return the profile of each kind that ICCF rules on, for events that start on a day."""
    return {slug: profile(kind, start=start).value for slug, kind in KINDS.items() if kind.family is not Family.FIDE}


def test_every_kind_of_iccf_has_a_profile_in_both_editions() -> None:
    for start in (E2016, E2017):
        table = _profiles(start=start)
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


@pytest.mark.clause("ICCF-TR-2016 1.3.1(d)", "ICCF-TR-2017 1.3.1(d)", "ICCF-TR-2016 1.1.1(e)", "ICCF-TR-2017 1.1.1(e)")
def test_where_a_kind_leads_and_how_one_gets_in_goes_by_the_edition() -> None:
    veterans = KINDS["veterans-world-cup-final"]
    stages = tuple(f"world-championship-{stage}" for stage in ("candidates", "preliminary", "semi-final"))
    assert profile(veterans, start=date(2017, 3, 31)).value.leads_to == stages
    assert profile(veterans, start=date(2017, 4, 1)).value.leads_to == ()
    for start, edition in ((E2016, "ICCF-TR-2016"), (E2017, "ICCF-TR-2017")):
        ways = profile(KINDS["world-championship-preliminary"], start=start).value.enters_by
        assert {cited.edition for cited in ways} == {edition}


@pytest.mark.clause("ICCF-TR-2017 1.7.6", "ICCF-TR-2017 1.8.6", "ICCF-TR-2017 1.7.7", "ICCF-TR-2017 4.3(4)")
@pytest.mark.parametrize(
    ("kind", "to"),
    [
        ("olympiad-final", ("olympiad-final",)),
        ("ladies-olympiad-final", ("ladies-olympiad-final",)),
        ("olympiad-preliminary", ("olympiad-final",)),
        ("champions-league-b", ("champions-league-a",)),
        ("national", ("master-norm",)),
        ("zonal-preliminary", ("zonal-semi-final",)),
        ("thematic", ()),
    ],
)
def test_teams_and_preliminaries_lead_on_too(kind: str, to: tuple[str, ...]) -> None:
    assert profile(KINDS[kind], start=E2017).value.leads_to == to


def test_a_profile_says_where_the_announcement_decides_who_may_enter() -> None:
    table = _profiles(start=E2017)
    left = {slug for slug, one in table.items() if one.by_announcement}
    assert {"national", "olympiad-final", "champions-league-a", "invitational", "friendly-match"} <= left
    assert not left & {"thematic", "open", "master-norm", "world-championship-final", "memorial-under-2300"}
    assert all(not one.enters_by and not one.open_to_all for one in table.values() if one.by_announcement)


@pytest.mark.clause("ICCF-TR-2017 8.3*(b)", "ICCF-TR-2017 6.1/4")
def test_the_memorial_is_rated_and_approved_by_being_in_the_rules() -> None:
    memorial = KINDS["memorial-under-2300"]
    assert profile(memorial, start=E2017).value.rated
    assert is_approved(memorial, ApprovalCase(), start=E2017).value
    assert not is_approved(KINDS["thematic"], ApprovalCase(), start=E2017).value


def test_olympiads_left_the_post_in_2017() -> None:
    assert profile(KINDS["olympiad-final"], start=E2016).value.by_post
    assert not profile(KINDS["olympiad-final"], start=E2017).value.by_post
    assert not profile(KINDS["champions-league-a"], start=E2016).value.by_post


@pytest.mark.clause("ICCF-TR-2017 4.2/1")
def test_a_start_list_states_the_norms_the_edition_and_the_director() -> None:
    event = read_event((ROOT / "examples" / "section.json").read_bytes())
    posted = start_list(event, Posting(event.start, "10 moves in 50 days")).value
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
    posted = start_list(event, Posting(E2017, "10/50"))
    assert set(posted.value.offered) >= {"IM", "CCM", "CCE"}
    assert not {"GM", "SIM"} & set(posted.value.offered)
    assert posted.grounds[-1].clause.address == "6.1/4"
    assert Fraction(posted.value.average or 0) == 2270


def test_the_examples_are_events_that_can_be_read() -> None:
    for name in ("section.json", "teams.json"):
        assert json.loads((ROOT / "examples" / name).read_text("utf-8"))["kind"] in KINDS


@pytest.mark.parametrize(
    ("kind", "starts"),
    [("thematic", StartsFrom.THEMATIC), ("chess960-world-cup", StartsFrom.CHESS960), ("open", StartsFrom.USUAL)],
)
def test_the_kind_says_from_which_position_games_start(kind: str, starts: StartsFrom) -> None:
    assert profile(KINDS[kind], start=E2017).value.starts_from is starts


@pytest.mark.parametrize(
    ("kind", "runs"),
    [
        ("world-championship-preliminary", (Actor.TTC,)),
        ("world-cup-final", (Actor.NTTC,)),
        ("open", (Actor.NTTC, Actor.ORGANISER)),
        ("national", (Actor.DELEGATE,)),
    ],
)
def test_an_event_is_run_by_its_commissioner_an_organiser_or_a_delegate(kind: str, runs: tuple[Actor, ...]) -> None:
    assert who_may_run(KINDS[kind]) == runs


@pytest.mark.clause("ICCF-TR-2017 6.3/1")
def test_an_international_event_of_others_has_to_be_approved() -> None:
    assert needs_approval(KINDS["open"], run_by=Actor.ORGANISER)
    assert not needs_approval(KINDS["open"], run_by=Actor.NTTC)
    assert not needs_approval(KINDS["national"], run_by=Actor.ORGANISER)


@pytest.mark.parametrize(
    ("kind", "asked", "fixed"),
    [
        ("world-championship-preliminary", {Open.NUMBER, Open.LEVEL}, {Open.SIZE, Open.GAMES, Open.PROMOTION}),
        ("world-championship-candidates", {Open.FINAL_PLACES}, {Open.LEVEL, Open.PLACES}),
        ("world-cup-preliminary", {Open.SIZE, Open.NUMBER}, {Open.END, Open.LEVEL}),
        ("open", {Open.SIZE, Open.PLACES, Open.GAMES, Open.LEVEL, Open.TIES, Open.END}, {Open.NUMBER, Open.PROMOTION}),
        ("open-preliminary", {Open.PROMOTION}, {Open.LEVEL}),
        ("thematic", {Open.POSITION}, {Open.POSITIONS}),
        ("chess960", {Open.POSITIONS}, {Open.POSITION}),
        ("national", {Open.SIZE}, {Open.LEVEL}),
        ("zonal-final", {Open.ACKNOWLEDGED}, {Open.SIZE}),
        ("master-norm", {Open.BY_POST}, {Open.SIZE, Open.PLACES, Open.LEVEL, Open.NUMBER}),
    ],
)
def test_the_announcement_says_what_the_rules_leave_open(kind: str, asked: set[Open], fixed: set[Open]) -> None:
    found = left_open(KINDS[kind], start=E2017)
    assert asked <= found
    assert not fixed & found
