"""The kinds of event, one row each. Adding a kind is adding a row."""

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum


class Family(StrEnum):
    """The six types of ICCF tournament, and the events of FIDE."""

    CHAMPIONSHIP = "championship"
    PROMOTION = "promotion"
    CUP = "cup"
    NORM = "norm"
    CHAMPIONS_LEAGUE = "champions league"
    SPECIAL = "special"
    FIDE = "fide"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event. *multi_round*: a stage of an event in rounds, so that its results lead to a next one."""

    slug: str
    name: str
    family: Family
    multi_round: bool = False
    teams: bool = False


_C, _P, _S, _F = Family.CHAMPIONSHIP, Family.PROMOTION, Family.SPECIAL, Family.FIDE

KINDS: dict[str, Kind] = {
    kind.slug: kind
    for kind in (
        Kind("world-championship-preliminary", "World Championship Preliminary", _C, multi_round=True),
        Kind("world-championship-semi-final", "World Championship Semi-Final", _C, multi_round=True),
        Kind("world-championship-candidates", "World Championship Candidates' Tournament", _C, multi_round=True),
        Kind("world-championship-final", "World Championship Final", _C, multi_round=True),
        Kind("ladies-world-championship-semi-final", "Ladies' World Championship Semi-Final", _C, multi_round=True),
        Kind("ladies-world-championship-final", "Ladies' World Championship Final", _C, multi_round=True),
        Kind("olympiad-preliminary", "Olympiad Preliminary", _C, multi_round=True, teams=True),
        Kind("olympiad-final", "Olympiad Final", _C, multi_round=True, teams=True),
        Kind("ladies-olympiad-preliminary", "Ladies' Olympiad Preliminary", _C, multi_round=True, teams=True),
        Kind("ladies-olympiad-final", "Ladies' Olympiad Final", _C, multi_round=True, teams=True),
        Kind("open-class", "Open Class", _P),
        Kind("higher-class", "Higher Class", _P),
        Kind("master-class", "Master Class", _P),
        Kind("world-cup-preliminary", "World Cup Preliminary", Family.CUP, multi_round=True),
        Kind("world-cup-semi-final", "World Cup Semi-Final", Family.CUP, multi_round=True),
        Kind("world-cup-final", "World Cup Final", Family.CUP, multi_round=True),
        Kind("veterans-world-cup-preliminary", "Veterans' World Cup Preliminary", Family.CUP, multi_round=True),
        Kind("veterans-world-cup-semi-final", "Veterans' World Cup Semi-Final", Family.CUP, multi_round=True),
        Kind("veterans-world-cup-final", "Veterans' World Cup Final", Family.CUP, multi_round=True),
        Kind("master-norm", "Master Norm Tournament", Family.NORM),
        Kind("grandmaster-norm", "Grandmaster Norm Tournament", Family.NORM),
        Kind("champions-league-a", "Champions League, Division A", Family.CHAMPIONS_LEAGUE, teams=True),
        Kind("champions-league-b", "Champions League, Division B", Family.CHAMPIONS_LEAGUE, teams=True),
        Kind("champions-league-c", "Champions League, Division C", Family.CHAMPIONS_LEAGUE, teams=True),
        Kind("memorial-under-2300", "Memorial Team Tournament under 2300", _S, teams=True),
        Kind("invitational", "Invitational Tournament", _S),
        Kind("invitational-team", "Invitational Team Tournament", _S, teams=True),
        Kind("open", "Open Tournament", _S),
        Kind("open-preliminary", "International Open, Preliminary", _S, multi_round=True),
        Kind("open-semi-final", "International Open, Semi-Final", _S, multi_round=True),
        Kind("open-final", "International Open, Final", _S, multi_round=True),
        Kind("thematic", "Thematic Tournament", _S),
        Kind("zonal", "Zonal Championship", _S),
        Kind("zonal-preliminary", "Zonal Championship, Preliminary", _S, multi_round=True),
        Kind("zonal-semi-final", "Zonal Championship, Semi-Final", _S, multi_round=True),
        Kind("zonal-final", "Zonal Championship, Final", _S, multi_round=True),
        Kind("zonal-team", "Zonal Team Championship", _S, teams=True),
        Kind("zonal-team-preliminary", "Zonal Team Championship, Preliminary", _S, multi_round=True, teams=True),
        Kind("national", "National Championship", _S),
        Kind("national-preliminary", "National Championship, Preliminary", _S, multi_round=True),
        Kind("friendly-match", "Friendly Match", _S, teams=True),
        Kind("chess960", "Chess960 Tournament", _S),
        Kind("chess960-world-cup", "Chess960 World Cup", _S, multi_round=True),
        Kind("aspirer", "Aspirers' Tournament", _S),
        Kind("fide-round-robin", "FIDE Round Robin", _F),
        Kind("fide-double-round-robin", "FIDE Double Round Robin", _F),
        Kind("fide-swiss", "FIDE Swiss", _F),
        Kind("fide-team", "FIDE Team Event", _F, teams=True),
        Kind("fide-match", "FIDE Match", _F),
    )
}


def not_a_kind(slug: str) -> str:
    """Return a message that there is no such kind of event, with the nearest kind or else all of them."""
    near = get_close_matches(slug.lower().replace(" ", "-").replace("_", "-"), KINDS, n=1)
    advice = f"did you mean {near[0]}?" if near else f"the kinds are {', '.join(KINDS)}"
    return f"{slug!r} is not a kind of event; {advice}"
