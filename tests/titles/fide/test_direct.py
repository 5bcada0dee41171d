"""Titles won in championships: tables 1.24a and 1.24b, their conditions, and the ratings of 0.62."""

import re
from datetime import date

import pytest

from slowmate.rulebook import Refused, catalogue
from slowmate.titles.fide import championships, direct
from slowmate.titles.fide.championships import OPEN_ROWS, WOMEN_ROWS, Championship
from slowmate.titles.fide.direct import DirectAward, DirectState, Finish, KnockoutStage
from slowmate.titles.fide.tables import DirectTitleEntry, baku_applications, direct_title_entries
from slowmate.titles.fide.titles import FideTitle
from slowmate.words import say

ENOUGH = {"members": 54, "federations": 5, "participants": 8, "qualifies": True}


def championship(name: str, *, women: bool = False) -> Championship:
    return Championship(name, women=women, members=54, federations=5, participants=8, qualifies=True)


def finish_for(achievement: str) -> Finish:
    """The least finish that satisfies an entry of the tables."""
    share = re.fullmatch(r"score >= (\d+)% in min (\d+) games", achievement)
    if share:
        games = int(share[2])
        return Finish(rank=50, half_points=-(-int(share[1]) * games // 50), games=games)
    if achievement == direct.QUALIFIED:
        return Finish(qualified=True)
    if achievement in tuple(KnockoutStage):
        return Finish(stage=KnockoutStage(achievement))
    if achievement.startswith("first equal"):
        return Finish(rank=1, tied_first=True, half_points=14, games=9)
    rank = {"gold": 1, "silver": 2, "bronze": 3}[achievement]
    return Finish(rank=rank, tied_first=rank == 1, half_points=12, games=9)


CELLS = [(women, entry) for women in (True, False) for entry in direct_title_entries(women=women)]
ROWS = [f"{cited.edition} {cited.address}" for cited in (*WOMEN_ROWS, *OPEN_ROWS)]


@pytest.mark.clause(*ROWS)
@pytest.mark.parametrize("women", [True, False])
def test_the_tables_say_what_the_catalogue_says_row_by_row(women: bool) -> None:
    for cited in WOMEN_ROWS if women else OPEN_ROWS:
        stated = set()
        for part in catalogue()[cited].rule.rstrip(".").split("; "):
            title, grants, wins = re.fullmatch(r"(\w+) (title|norm): (.*)", part).groups()  # type: ignore[union-attr]
            stated |= {(title, grants, win) for win in wins.split(", ")}
        for event in cited.address.partition(" ")[2].split("; "):
            cells = {
                (one.title, one.grants, short(one.achievement))
                for one in direct_title_entries(women=women)
                if one.event == event
            }
            assert cells == stated, event
    listed = championships.championship_rows(women=women)
    assert listed.keys() == {entry.event for entry in direct_title_entries(women=women)}


def short(achievement: str) -> str:
    return achievement.replace("score >= ", "").replace(" (best 3 after tiebreak)", "")


@pytest.mark.clause(*ROWS, "FIDE-TITLES-2017 0.62/1", "FIDE-TITLES-2017 0.62/4", "FIDE-TITLES-2017 1.21(a)")
@pytest.mark.parametrize(("women", "entry"), CELLS, ids=lambda value: getattr(value, "event", None))
def test_every_cell_wins_what_it_says_at_once_or_on_condition(women: bool, entry: DirectTitleEntry) -> None:
    event, finish = championship(entry.event, women=women), finish_for(entry.achievement)
    title = FideTitle(entry.title)
    needed = direct.DIRECT_RATING[title]
    for best, reached in ((needed, True), (needed - 1, False), (None, False)):
        ruling = direct.direct_awards(event, finish, best_rating=best)
        won = next(one for one in ruling.value if one.title is title and one.grants == entry.grants)
        final = reached or entry.event in direct.WORLD_YOUTH or entry.grants == "norm"
        assert won.state is (DirectState.FINAL if final else DirectState.CONDITIONAL)
        assert won.games == (9 if entry.grants == "norm" else 0)
        assert any(
            ground.clause == championships.championship_rows(women=women)[entry.event] for ground in ruling.grounds
        )


@pytest.mark.clause("FIDE-TITLES-2017 0.62/1")
def test_the_least_ratings_for_direct_titles() -> None:
    assert [direct.DIRECT_RATING[title] for title in FideTitle] == [2300, 2200, 2100, 2000, 2100, 2000, 1900, 1800]
    assert direct.direct_state(FideTitle.FM, "Olympiad", best_rating=2099).value is DirectState.CONDITIONAL
    assert direct.direct_state(FideTitle.FM, "Olympiad", best_rating=2100).value is DirectState.FINAL
    assert direct.direct_state(FideTitle.WCM, "Olympiad", best_rating=1800).value is DirectState.FINAL


@pytest.mark.clause("FIDE-TITLES-2017 0.62/2")
def test_a_conditional_title_becomes_final_when_the_federation_asks() -> None:
    final = direct.is_final_on_request
    assert not final(FideTitle.FM, best_rating=2104, requested=False).value
    assert final(FideTitle.FM, best_rating=2104, requested=True).value
    assert not final(FideTitle.FM, best_rating=2099, requested=True).value


@pytest.mark.clause("FIDE-TITLES-2017 0.62/3", "FIDE-QC-2016 S1/0.62-b")
@pytest.mark.parametrize(
    ("title", "best", "lower"),
    [
        ("IM", 2120, "FM"),
        ("IM", 2100, "FM"),
        ("IM", 2099, "CM"),
        ("IM", 2050, "CM"),
        ("IM", 1999, None),
        ("FM", 2010, "CM"),
        ("CM", 1990, None),
        ("WGM", 2050, "WIM"),
        ("WFM", 1850, "WCM"),
        ("GM", None, None),
    ],
)
def test_the_holder_of_a_conditional_title_may_take_a_lower_one(
    title: str, best: int | None, lower: str | None
) -> None:
    assert direct.interim_title(FideTitle(title), best_rating=best).value == lower


@pytest.mark.clause("FIDE-TITLES-2017 0.62/4", "FIDE-QC-2016 S1/0.62-a")
def test_world_championships_of_the_young_are_unconditional_and_others_are_not() -> None:
    def first(name: str, finish: Finish, best: int) -> DirectAward:
        return direct.direct_awards(championship(name), finish, best_rating=best).value[0]

    assert first("World U12", Finish(rank=2), 1400) == DirectAward(FideTitle.CM, "title", DirectState.FINAL)
    assert first("World U20", Finish(rank=1, tied_first=True), 2250).state is DirectState.CONDITIONAL
    european = first("Continental U18", Finish(rank=1, tied_first=True), 2150)
    assert (european.title, european.state, european.interim) == (FideTitle.IM, DirectState.CONDITIONAL, FideTitle.FM)
    assert first("World Schools U13", Finish(rank=2), 1400).state is DirectState.CONDITIONAL


@pytest.mark.clause("FIDE-TITLES-2017 1.24/1st-equal", "FIDE-TITLES-2017 1.24/gold")
@pytest.mark.parametrize(
    ("rank", "tied", "wins"),
    [(1, False, True), (1, True, True), (2, True, True), (3, True, True), (4, True, False), (2, False, False)],
)
def test_first_equal_are_the_sole_winner_and_the_best_three_level_with_the_first(
    rank: int, tied: bool, wins: bool
) -> None:
    for name in ("World U20", "World Senior 50+ Individual", "Continental Individual"):
        won = direct.direct_awards(championship(name), Finish(rank=rank, tied_first=tied), best_rating=2400).value
        assert (DirectAward(FideTitle.GM, "norm", DirectState.FINAL, 9) in won) is wins, name


@pytest.mark.clause("FIDE-TITLES-2017 1.21(b)", "FIDE-TITLES-2017 1.24/norm", "FIDE-TITLES-2017 1.24/1st-equal")
def test_a_gold_medal_of_the_world_u18_is_a_norm_and_a_title() -> None:
    ruling = direct.direct_awards(championship("World U18"), Finish(rank=1, tied_first=True), best_rating=None)
    assert ruling.value == (
        DirectAward(FideTitle.GM, "norm", DirectState.FINAL, 9),
        DirectAward(FideTitle.IM, "title", DirectState.FINAL),
    )
    (norm,) = [ground for ground in ruling.grounds if ground.clause.address == "1.21(b)"]
    assert norm.facts["reading"] == "norm-by-place"
    assert "We read 1.42 to 1.49 as asked of norms by performance" in say(norm)


@pytest.mark.clause("FIDE-TITLES-2017 1.24/gold", "FIDE-TITLES-2017 1.24/1st-equal")
@pytest.mark.parametrize(
    ("rank", "tied", "won"),
    [(1, True, {("GM", "title"), ("GM", "norm"), ("IM", "title")}), (2, True, {("GM", "norm"), ("IM", "title")}),
     (3, True, {("GM", "norm"), ("IM", "title")}), (4, True, set()), (2, False, {("IM", "title")}),
     (3, False, {("IM", "title")}),
     (4, False, set())],
)  # fmt: skip
def test_first_equal_are_the_best_three_of_those_level_with_the_first(
    rank: int, tied: bool, won: set[tuple[str, str]]
) -> None:
    found = direct.direct_awards(
        championship("Continental Individual"), Finish(rank=rank, tied_first=tied), best_rating=2500
    )
    assert {(str(one.title), one.grants) for one in found.value} == won


@pytest.mark.clause("FIDE-TITLES-2017 1.22/2", "FIDE-QC-2016 S2/bueno")
@pytest.mark.parametrize(
    ("half_points", "games", "won"),
    [
        (12, 9, ["FM", "CM"]),
        (11, 9, ["CM"]),
        (13, 10, ["FM", "CM"]),
        (7, 7, ["CM"]),
        (6, 7, []),
        (12, 8, ["CM"]),
        (6, 6, []),
    ],
)
def test_shares_of_the_points_are_not_rounded_and_absent_opponents_do_not_help(
    half_points: int, games: int, won: list[str]
) -> None:
    found = direct.direct_awards(
        championship("Olympiad"), Finish(half_points=half_points, games=games), best_rating=2500
    )
    assert [str(one.title) for one in found.value] == won


@pytest.mark.clause("FIDE-TITLES-2017 1.22/1")
def test_no_title_comes_with_less_than_35_percent() -> None:
    event = championship("World Amateur U1700")
    assert direct.direct_awards(event, Finish(rank=1, half_points=7, games=10), best_rating=2000).value
    with pytest.raises(Refused) as refusal:
        direct.direct_awards(event, Finish(rank=1, half_points=6, games=10), best_rating=2000)
    assert refusal.value.grounds[0].clause.address == "1.22/1"


@pytest.mark.clause("FIDE-TITLES-2017 1.24b/01 World Cup", "FIDE-TITLES-2017 1.24b/02 Women's World Championship")
def test_the_further_stages_of_a_knockout_include_the_earlier() -> None:
    def won(name: str, stage: KnockoutStage, *, women: bool = False, qualified: bool = False) -> list[tuple[str, str]]:
        found = direct.direct_awards(
            championship(name, women=women), Finish(stage=stage, qualified=qualified), best_rating=2500
        )
        return [(str(one.title), one.grants) for one in found.value]

    assert won("World Cup", KnockoutStage.WINNER, qualified=True) == [("GM", "title"), ("IM", "title")]
    assert won("World Cup", KnockoutStage.LAST_16) == [("GM", "title")]
    assert won("Women's World Championship", KnockoutStage.LAST_8) == []
    assert won("Women's World Championship", KnockoutStage.FINALIST) == [("GM", "norm"), ("IM", "title")]
    assert won("Women's World Championship", KnockoutStage.LAST_16, women=True) == []
    assert won("Women's World Championship", KnockoutStage.LAST_8, women=True) == [("WGM", "title")]


@pytest.mark.clause("FIDE-TITLES-2017 1.23/1", "FIDE-TITLES-2017 1.23/2")
@pytest.mark.parametrize(
    ("members", "federations", "participants", "holds"),
    [(12, 4, 8, True), (12, 3, 8, False), (54, 5, 8, True), (54, 4, 8, False), (20, 5, 8, True), (13, 5, 8, True),
     (13, 4, 8, False), (12, 4, 7, False), (None, 5, 8, True), (None, 4, 8, False)],
)  # fmt: skip
def test_a_third_of_the_federations_or_five_and_eight_participants(
    members: int | None, federations: int, participants: int, holds: bool
) -> None:
    event = Championship("Continental U16", members=members, federations=federations, participants=participants)
    assert championships.counts(event).value is holds
    if not holds:
        with pytest.raises(Refused) as refusal:
            direct.direct_awards(event, Finish(rank=1), best_rating=2500)
        assert [ground.clause.address for ground in refusal.value.grounds] == ["1.23/1", "1.23/2"]


@pytest.mark.clause("FIDE-TITLES-2017 1.23/3", "FIDE-QC-2016 S1/disabled")
def test_the_world_championships_of_the_blind_deaf_and_physically_disabled_are_exempt() -> None:
    for name in ("World IBCA Adult", "World ICSC U20", "World IPCA Adult"):
        assert championships.counts(Championship(name, participants=7, federations=3)).value
    disabled = Championship("World Disabled Adult", participants=7, federations=3)
    assert not championships.counts(disabled).value
    grounds = championships.row_of(Championship("World Disabled Adult")).grounds
    assert "S1/disabled" in {ground.clause.address for ground in grounds}


@pytest.mark.clause("FIDE-TITLES-2017 1.23a/1")
@pytest.mark.parametrize(
    ("members", "federations", "participants", "holds"),
    [(54, 5, 9, True), (54, 4, 9, False), (54, 5, 8, True), (54, 5, 7, False), (12, 4, 8, True)],
)
def test_a_merged_group_is_judged_as_one(members: int, federations: int, participants: int, holds: bool) -> None:
    merged = Championship("Continental U18", members=members, federations=federations, participants=participants)
    assert championships.merged_counts(merged).value is holds


@pytest.mark.clause("FIDE-TITLES-2017 1.23a/2")
@pytest.mark.parametrize(
    ("players", "federations", "half_points", "games", "holds"),
    [(5, 3, 9, 9, True), (5, 3, 8, 9, False), (4, 3, 9, 9, False), (5, 2, 9, 9, False), (5, 3, 8, 8, False)],
)
def test_the_best_of_a_subgroup_scores_half_in_nine_games(
    players: int, federations: int, half_points: int, games: int, holds: bool
) -> None:
    ruling = championships.subgroup_counts(
        players=players, federations=federations, half_points=half_points, games=games
    )
    assert ruling.value is holds


@pytest.mark.clause("FIDE-TITLES-2017 1.23a/1", "FIDE-TITLES-2017 1.23a/2")
def test_the_best_girl_of_a_merged_group_wins_the_title_of_the_girls() -> None:
    merged = Championship("Continental U18", women=True, members=54, federations=5, participants=9)
    best = Finish(rank=1, tied_first=True, half_points=9, games=9)
    girls = direct.Subgroup(players=5, federations=3)
    won = direct.direct_awards(merged, best, best_rating=2000, subgroup=girls)
    assert won.value[0] == DirectAward(FideTitle.WIM, "title", DirectState.FINAL)
    for finish, group in (
        (Finish(rank=1, tied_first=True, half_points=8, games=9), girls),
        (best, direct.Subgroup(players=4, federations=3)),
    ):
        with pytest.raises(Refused) as refusal:
            direct.direct_awards(merged, finish, best_rating=2000, subgroup=group)
        assert [ground.clause.address for ground in refusal.value.grounds] == ["1.23a/1", "1.23a/2"]


@pytest.mark.clause("FIDE-TITLES-2017 1.24/sub-continental", "FIDE-TITLES-2017 1.24/zonals")
def test_zonals_and_the_arab_championship_are_sub_continental() -> None:
    for name in ("Zonal", "Subzonal", "Arab Individual"):
        assert championships.row_of(championship(name)).value == "Sub-Continental Individual"
    friendly = Championship("Zonal", members=54, federations=5, participants=8)
    with pytest.raises(Refused) as refusal:
        direct.direct_awards(friendly, Finish(rank=1), best_rating=2500)
    assert refusal.value.grounds[0].clause.address == "1.24/zonals"
    arab = Championship("Arab Individual", members=22, federations=5, participants=8)
    assert direct.direct_awards(arab, Finish(rank=1, tied_first=True), best_rating=2500).value[0].title is FideTitle.IM


@pytest.mark.clause("FIDE-TITLES-2017 1.24/regional")
@pytest.mark.parametrize(
    ("already", "notified", "may"),
    [(2, date(2017, 12, 31), True), (3, date(2017, 12, 31), False), (0, date(2018, 1, 1), False)],
)
def test_a_continent_designates_three_regions_before_the_year(already: int, notified: date, may: bool) -> None:
    regions = [f"Region {number}" for number in range(already)]
    assert championships.may_designate("North", already=regions, year=2018, notified=notified).value is may


@pytest.mark.clause("FIDE-QC-2016 S2/franco", "FIDE-QC-2016 S2/carifta")
def test_the_championships_the_commission_added() -> None:
    def entries(name: str) -> set[tuple[str, str, str]]:
        return {
            (one.title, one.achievement, one.grants) for one in direct_title_entries(women=False) if one.event == name
        }

    assert (
        entries("Francophone Individual") == entries("Iberoamerican Individual") == entries("Commonwealth Individual")
    )
    for name in ("Carifta U20", "Carifta U16", "Carifta U12"):
        won = direct.direct_awards(championship(name), Finish(rank=1), best_rating=1500)
        assert won.value == (DirectAward(FideTitle.CM, "title", DirectState.CONDITIONAL),)
        assert "S2/carifta" in {ground.clause.address for ground in won.grounds}
    with pytest.raises(Refused) as refusal:
        direct.direct_awards(championship("Carifta U20", women=True), Finish(rank=1), best_rating=1500)
    assert refusal.value.grounds[0].clause.address == "1.21(a)"


@pytest.mark.clause("FIDE-QC-2016 S1/amateur")
def test_the_amateur_champions_of_2016_receive_what_the_table_gives() -> None:
    ranks = {"gold": 1, "silver": 2, "bronze": 3}
    awarded = [one for one in baku_applications() if one.list == "direct-world-amateur-2016"]
    assert len(awarded) == 8
    for one in awarded:
        medal, group = re.fullmatch(r"(\w+) medal >(\d+)(?: women)?", one.remark).groups()  # type: ignore[union-attr]
        event = championship(f"World Amateur U{group}", women=one.remark.endswith("women"))
        won = direct.direct_awards(event, Finish(rank=ranks[medal]), best_rating=2300).value
        assert one.title in {str(award.title) for award in won}


def test_a_championship_of_no_table_is_refused() -> None:
    with pytest.raises(Refused):
        championships.row_of(Championship("Club Championship"))
