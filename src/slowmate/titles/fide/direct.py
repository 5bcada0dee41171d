"""Sections 0.62, 1.21, 1.22 and tables 1.24: what a result in a championship wins, and whether it is final at once."""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause
from slowmate.titles.fide import championships
from slowmate.titles.fide.championships import Championship
from slowmate.titles.fide.performance import MINIMUM_SCORE, has_minimum_score
from slowmate.titles.fide.tables import DirectTitleEntry, direct_title_entries
from slowmate.titles.fide.titles import OPEN_LADDER, WOMEN_LADDER, FideTitle, is_for_women, title_of

A_NORM = clause("FIDE-TITLES-2017 1.21(b)")
NORM_BY_PLACE = "norm-by-place"
"""The reading of 1.21(b) that a place which wins a norm is not measured by 1.42 to 1.49 as well."""
MINIMUM_RESULT = clause("FIDE-TITLES-2017 1.22/2")
ABSENT_OPPONENT = clause("FIDE-QC-2016 S2/bueno")
GOLD = clause("FIDE-TITLES-2017 1.24/gold")
FIRST_EQUAL = clause("FIDE-TITLES-2017 1.24/1st-equal")
NINE_GAMES, NORM_GAMES = Dated({"FIDE-TITLES-2017 1.24/norm": 9}).newest
MINIMUM_RATING = clause("FIDE-TITLES-2017 0.62/1")
MINIMUM_RATING_MINUTES = clause("FIDE-QC-2016 S1/0.62-a")
ON_REQUEST = clause("FIDE-TITLES-2017 0.62/2")
LOWER_TITLE = clause("FIDE-TITLES-2017 0.62/3")
LOWER_TITLE_MINUTES = clause("FIDE-QC-2016 S1/0.62-b")
UNCONDITIONAL = clause("FIDE-TITLES-2017 0.62/4")

DIRECT_RATING = {
    FideTitle.GM: 2300,
    FideTitle.IM: 2200,
    FideTitle.FM: 2100,
    FideTitle.CM: 2000,
    FideTitle.WGM: 2100,
    FideTitle.WIM: 2000,
    FideTitle.WFM: 1900,
    FideTitle.WCM: 1800,
}
WORLD_YOUTH = frozenset({"World U18", "World U16", "World U14", "World U12", "World U10", "World U8"})
FIRST_EQUALS = 3
_SHARE = re.compile(r"score >= (\d+)% in min (\d+) games")


class KnockoutStage(StrEnum):
    """The round a player reached in a knockout, from the last sixteen on."""

    LAST_16 = "reaching last 16"
    LAST_8 = "reaching last 8"
    FINALIST = "finalist"
    WINNER = "winner"


_STAGES = tuple(KnockoutStage)
QUALIFIED = "qualifying through play"


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's result in a championship. *rank* is after tie-break; *tied_first*: level on points with the first.

    *half_points* and *games* are of games actually played: a point for an absent opponent is none here. *qualified*:
    they came into the knockout through play.
    """

    rank: int | None = None
    tied_first: bool = False
    half_points: int = 0
    games: int = 0
    stage: KnockoutStage | None = None
    qualified: bool = False


class DirectState(StrEnum):
    FINAL = "final"
    CONDITIONAL = "conditional"


@dataclass(frozen=True, slots=True)
class DirectAward:
    """Something won: a title, at once or once the rating is reached, or a norm. *interim*: a lower title until then."""

    title: FideTitle
    grants: str
    state: DirectState
    games: int = 0
    interim: FideTitle | None = None


@dataclass(frozen=True, slots=True)
class Subgroup:
    """Those of a merged group whose title is played for, such as the girls of a joint U18."""

    players: int
    federations: int


def direct_awards(
    championship: Championship, finish: Finish, *, best_rating: int | None, subgroup: Subgroup | None = None
) -> Ruling[tuple[DirectAward, ...]]:
    """Return everything a finish wins in a championship: every entry of its row that the finish satisfies.

    *best_rating* is the highest standard rating ever reached, published or interim. A championship that does not count
    (too few federations or participants, a zonal without qualifiers) is refused. With a *subgroup* the championship's
    numbers are those of the merged group, and the finish is the place among the subgroup.
    """
    enough = championships.counts(championship) if subgroup is None else _merged(championship, finish, subgroup)
    if not enough.value:
        raise Refused(*enough.grounds)
    row = championships.row_of(championship)
    grounds = [*enough.grounds, *(ground for ground in row.grounds if ground not in enough.grounds)]
    won: list[DirectAward] = []
    for entry in direct_title_entries(women=championship.women):
        if entry.event != row.value:
            continue
        satisfied = satisfies(entry, finish)
        if satisfied.value:
            award = _award(entry, best_rating)
            won.append(award.value)
            grounds += [*satisfied.grounds, *award.grounds]
    if won and finish.games:
        facts: dict[str, Fact] = {"score": Fraction(finish.half_points, 2), "games": finish.games}
        grounds.append(Ground(MINIMUM_SCORE, facts))
        if not has_minimum_score(finish.half_points, finish.games):
            raise Refused(Ground(MINIMUM_SCORE, facts))
    return Ruling(tuple(won), tuple(grounds))


def _merged(championship: Championship, finish: Finish, subgroup: Subgroup) -> Ruling[bool]:
    merged = championships.merged_counts(championship)
    part = championships.subgroup_counts(
        players=subgroup.players,
        federations=subgroup.federations,
        half_points=finish.half_points,
        games=finish.games,
    )
    return Ruling(merged.value and part.value, (*merged.grounds, *part.grounds))


def satisfies(entry: DirectTitleEntry, finish: Finish) -> Ruling[bool]:
    """Return whether a finish meets an entry of the tables. The facts show the least that is required."""
    facts: dict[str, Fact] = {"title": entry.title, "for": entry.achievement, "rank": finish.rank}
    share = _SHARE.fullmatch(entry.achievement)
    if share:
        percent, least = int(share[1]), int(share[2])
        holds = finish.games >= least and 50 * finish.half_points >= percent * finish.games
        facts |= {"half_points": finish.half_points, "games": finish.games}
        return Ruling(holds, (Ground(MINIMUM_RESULT, facts), Ground(ABSENT_OPPONENT, facts)))
    if entry.achievement == QUALIFIED:
        return Ruling(finish.qualified, (Ground(MINIMUM_RESULT, facts),))
    if entry.achievement in _STAGES:
        reached = finish.stage is not None and _STAGES.index(finish.stage) >= _STAGES.index(
            KnockoutStage(entry.achievement)
        )
        return Ruling(reached, (Ground(MINIMUM_RESULT, {**facts, "stage": finish.stage}),))
    if entry.achievement.startswith("first equal"):
        first = finish.rank == 1 or finish.tied_first
        holds = first and finish.rank is not None and finish.rank <= FIRST_EQUALS
        return Ruling(holds, (Ground(FIRST_EQUAL, {**facts, "tied_first": finish.tied_first}),))
    place = {"gold": 1, "silver": 2, "bronze": 3}[entry.achievement]
    return Ruling(finish.rank == place, (Ground(GOLD if place == 1 else MINIMUM_RESULT, facts),))


def _award(entry: DirectTitleEntry, best_rating: int | None) -> Ruling[DirectAward]:
    title = title_of(entry.title)
    if entry.grants == "norm":
        facts: dict[str, Fact] = {"title": title, "games": NORM_GAMES}
        award = DirectAward(title, "norm", DirectState.FINAL, NORM_GAMES)
        return Ruling(award, (Ground(A_NORM, {**facts, "reading": NORM_BY_PLACE}), Ground(NINE_GAMES, facts)))
    state = direct_state(title, entry.event, best_rating=best_rating)
    interim = None
    grounds = [Ground(championships.GIVES_TITLES, {"title": title, "championship": entry.event}), *state.grounds]
    if state.value is DirectState.CONDITIONAL:
        lower = interim_title(title, best_rating=best_rating)
        interim = lower.value
        grounds += lower.grounds
    return Ruling(DirectAward(title, "title", state.value, 0, interim), tuple(grounds))


def direct_state(title: FideTitle, event: str, *, best_rating: int | None) -> Ruling[DirectState]:
    """Return whether a direct title is awarded at once or on condition of a rating.

    World Championships under 18 down to under 8 are unconditional. World Schools, U20, seniors, amateurs and
    continental events are not among them.
    """
    if event in WORLD_YOUTH:
        return Ruling(DirectState.FINAL, (Ground(UNCONDITIONAL, {"championship": event, "reading": "u18-to-u8-only"}),))
    needed = DIRECT_RATING[title]
    facts: dict[str, Fact] = {"title": title, "best_rating": best_rating, "minimum": needed}
    reached = best_rating is not None and best_rating >= needed
    grounds = (Ground(MINIMUM_RATING, facts), Ground(MINIMUM_RATING_MINUTES, facts))
    return Ruling(DirectState.FINAL if reached else DirectState.CONDITIONAL, grounds)


def interim_title(title: FideTitle, *, best_rating: int | None) -> Ruling[FideTitle | None]:
    """Return the highest lower title of the ladder whose minimum the holder of a conditional title reached."""
    ladder = WOMEN_LADDER if is_for_women(title) else OPEN_LADDER
    lower = ladder[ladder.index(title) + 1 :]
    interim = next(
        (title_below for title_below in lower if best_rating is not None and best_rating >= DIRECT_RATING[title_below]),
        None,
    )
    facts: dict[str, Fact] = {"conditional": title, "interim": interim, "best_rating": best_rating}
    return Ruling(interim, (Ground(LOWER_TITLE, facts), Ground(LOWER_TITLE_MINUTES, facts)))


def is_final_on_request(title: FideTitle, *, best_rating: int | None, requested: bool) -> Ruling[bool]:
    """Return whether a conditional title becomes final: rating reached and requested by the federation."""
    needed = DIRECT_RATING[title]
    reached = best_rating is not None and best_rating >= needed
    facts: dict[str, Fact] = {"title": title, "best_rating": best_rating, "minimum": needed, "requested": requested}
    return Ruling(reached and requested, (Ground(ON_REQUEST, facts),))
