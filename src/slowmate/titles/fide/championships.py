"""Section 1.2: which international championships give titles and norms, and under which conditions they count."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause
from slowmate.titles.fide.mix import at_least

WOMEN_ROWS = (
    clause("FIDE-TITLES-2017 1.24a/01 Women's World Championship"),
    clause("FIDE-TITLES-2017 1.24a/02 Olympiad"),
    clause("FIDE-TITLES-2017 1.24a/03 World Team"),
    clause("FIDE-TITLES-2017 1.24a/04 World Amateur U2300; World Amateur U2000"),
    clause("FIDE-TITLES-2017 1.24a/05 World Amateur U1700"),
    clause("FIDE-TITLES-2017 1.24a/06 World Senior 65+ Individual; World Senior 50+ Individual; World U20"),
    clause("FIDE-TITLES-2017 1.24a/07 World U18"),
    clause("FIDE-TITLES-2017 1.24a/08 World U16"),
    clause("FIDE-TITLES-2017 1.24a/09 World U14"),
    clause("FIDE-TITLES-2017 1.24a/10 World U12; World Schools U17; World Schools U15; World Schools U13"),
    clause("FIDE-TITLES-2017 1.24a/11 World U10; World U8; World Schools U11; World Schools U9; World Schools U7"),
    clause("FIDE-TITLES-2017 1.24a/12 Continental Team"),
    clause("FIDE-TITLES-2017 1.24a/13 Continental Individual"),
    clause(
        "FIDE-TITLES-2017 1.24a/14 Continental Senior 65+ Individual; Continental Senior 50+ Individual; "
        "Continental U20; Regional U20"
    ),
    clause("FIDE-TITLES-2017 1.24a/15 Continental U18; Regional U18"),
    clause("FIDE-TITLES-2017 1.24a/16 Continental U16; Regional U16"),
    clause(
        "FIDE-TITLES-2017 1.24a/17 Continental U14; Regional U14; Continental U12; Regional U12; Continental "
        "Schools U17; Continental Schools U15; Continental Schools U13"
    ),
    clause(
        "FIDE-TITLES-2017 1.24a/18 Continental Amateur; Continental U10; Regional U10; Continental U8; "
        "Regional U8; Continental Schools U11; Continental Schools U9; Continental Schools U7"
    ),
    clause("FIDE-TITLES-2017 1.24a/19 Sub-Continental Individual"),
    clause(
        "FIDE-TITLES-2017 1.24a/20 Commonwealth Individual; Francophone Individual; Iberoamerican Individual; "
        "World IBCA Adult; World ICSC Adult; World IPCA Adult; World Disabled Adult"
    ),
    clause("FIDE-TITLES-2017 1.24a/21 World IBCA U20; World ICSC U20; World IPCA U20"),
)
OPEN_ROWS = (
    clause("FIDE-TITLES-2017 1.24b/01 World Cup"),
    clause("FIDE-TITLES-2017 1.24b/02 Women's World Championship"),
    clause("FIDE-TITLES-2017 1.24b/03 Olympiad"),
    clause("FIDE-TITLES-2017 1.24b/04 World Team"),
    clause("FIDE-TITLES-2017 1.24b/05 World Amateur U2300; World Amateur U2000"),
    clause("FIDE-TITLES-2017 1.24b/06 World Amateur U1700"),
    clause("FIDE-TITLES-2017 1.24b/07 Carifta U20; Carifta U16; Carifta U12"),
    clause("FIDE-TITLES-2017 1.24b/08 World Senior 65+ Individual; World Senior 50+ Individual; World U20"),
    clause("FIDE-TITLES-2017 1.24b/09 World U18"),
    clause("FIDE-TITLES-2017 1.24b/10 World U16"),
    clause("FIDE-TITLES-2017 1.24b/11 World U14"),
    clause("FIDE-TITLES-2017 1.24b/12 World U12; World Schools U17; World Schools U15; World Schools U13"),
    clause("FIDE-TITLES-2017 1.24b/13 World U10; World U8; World Schools U11; World Schools U9; World Schools U7"),
    clause("FIDE-TITLES-2017 1.24b/14 Continental Team"),
    clause("FIDE-TITLES-2017 1.24b/15 Continental Individual"),
    clause(
        "FIDE-TITLES-2017 1.24b/16 Continental Senior 65+ Individual; Continental Senior 50+ Individual; "
        "Continental U20; Regional U20"
    ),
    clause("FIDE-TITLES-2017 1.24b/17 Continental U18; Regional U18"),
    clause("FIDE-TITLES-2017 1.24b/18 Continental U16; Regional U16"),
    clause(
        "FIDE-TITLES-2017 1.24b/19 Continental U14; Regional U14; Continental U12; Regional U12; Continental "
        "Schools U17; Continental Schools U15; Continental Schools U13"
    ),
    clause(
        "FIDE-TITLES-2017 1.24b/20 Continental Amateur; Continental U10; Regional U10; Continental U8; "
        "Regional U8; Continental Schools U11; Continental Schools U9; Continental Schools U7"
    ),
    clause("FIDE-TITLES-2017 1.24b/21 Sub-Continental Individual"),
    clause(
        "FIDE-TITLES-2017 1.24b/22 Commonwealth Individual; Francophone Individual; Iberoamerican Individual; "
        "World IBCA Adult; World ICSC Adult; World IPCA Adult; World Disabled Adult"
    ),
    clause("FIDE-TITLES-2017 1.24b/23 World IBCA U20; World ICSC U20; World IPCA U20; World Disabled U20"),
)
"""Tables 1.24a and 1.24b, row by row. The championships a row is for stand in its address."""

GIVES_TITLES = clause("FIDE-TITLES-2017 1.21(a)")
SAME_AS_COMMONWEALTH = clause("FIDE-QC-2016 S2/franco")
CARIFTA = clause("FIDE-QC-2016 S2/carifta")
AMATEUR = clause("FIDE-QC-2016 S1/amateur")
DISABLED = clause("FIDE-QC-2016 S1/disabled")
SUB_CONTINENTAL = clause("FIDE-TITLES-2017 1.24/sub-continental")
ZONALS = clause("FIDE-TITLES-2017 1.24/zonals")
REGIONAL, MOST_REGIONS = Dated({"FIDE-TITLES-2017 1.24/regional": 3}).newest
FEDERATIONS, LEAST_FEDERATIONS = Dated({"FIDE-TITLES-2017 1.23/1": 5}).newest
PARTICIPANTS, LEAST_PARTICIPANTS = Dated({"FIDE-TITLES-2017 1.23/2": 8}).newest
EXEMPT = clause("FIDE-TITLES-2017 1.23/3")
MERGED = clause("FIDE-TITLES-2017 1.23a/1")
SUBGROUP, (SUBGROUP_PLAYERS, SUBGROUP_FEDERATIONS, SUBGROUP_GAMES) = Dated(
    {"FIDE-TITLES-2017 1.23a/2": (5, 3, 9)}
).newest

SUB_CONTINENTAL_KINDS = {
    "Zonal": "Sub-Continental Individual",
    "Subzonal": "Sub-Continental Individual",
    "Arab Individual": "Sub-Continental Individual",
}
WORLD_AFFILIATES = ("World IBCA", "World ICSC", "World IPCA")
MINUTED = {
    "Francophone": SAME_AS_COMMONWEALTH,
    "Iberoamerican": SAME_AS_COMMONWEALTH,
    "Carifta": CARIFTA,
    "World Amateur": AMATEUR,
    "World Disabled": DISABLED,
}
"""Championships whose place in the tables the Commission decided in 2016."""


@dataclass(frozen=True, slots=True)
class Championship:
    """A championship and what its conditions ask about. None is not known, and refused where it is needed.

    *name* is a row of the tables, or ``Zonal``, ``Subzonal``, ``Arab Individual``. *members* is how many federations
    the continent, sub-continent or affiliate has, *federations* how many took part, *participants* how many players.
    *qualifies*: it establishes qualifiers to the World Cup or World Championship.
    """

    name: str
    women: bool = False
    members: int | None = None
    federations: int | None = None
    participants: int | None = None
    qualifies: bool = False


def row_of(championship: Championship) -> Ruling[str]:
    """Return the row of the tables that judges a championship, with the clause of that row."""
    name = SUB_CONTINENTAL_KINDS.get(championship.name, championship.name)
    grounds: list[Ground] = []
    if name != championship.name:
        grounds.append(Ground(SUB_CONTINENTAL, {"championship": championship.name}))
        zonal = championship.name in {"Zonal", "Subzonal"}
        facts: dict[str, Fact] = {"championship": championship.name, "qualifies": championship.qualifies}
        if zonal and not championship.qualifies:
            raise Refused(Ground(ZONALS, facts))
        if zonal:
            grounds.append(Ground(ZONALS, facts))
    grounds += [Ground(cited, {"championship": name}) for begin, cited in MINUTED.items() if name.startswith(begin)]
    cited = championship_rows(women=championship.women).get(name)
    if cited is None:
        raise Refused(
            Ground(GIVES_TITLES, {"championship": name, "women": championship.women, "outcome": "not listed"})
        )
    return Ruling(name, (*grounds, Ground(cited, {"championship": name})))


def championship_rows(*, women: bool) -> dict[str, Clause]:
    """Return each championship of a table with the clause of its row."""
    table = WOMEN_ROWS if women else OPEN_ROWS
    return {name: cited for cited in table for name in cited.address.partition(" ")[2].split("; ")}


def counts(championship: Championship) -> Ruling[bool]:
    """Return whether a championship has enough federations and participants to give titles.

    World events do; the others need a third of the member federations or five, whichever is lower, and eight players.
    """
    name = championship.name
    if name.startswith(WORLD_AFFILIATES):
        return Ruling(True, (Ground(EXEMPT, {"championship": name}),))
    if _is_worldwide(name):
        return Ruling(True, row_of(championship).grounds)
    needed = federations_needed(championship.members)
    federations: dict[str, Fact] = {
        "members": championship.members,
        "federations": championship.federations,
        "minimum": needed,
    }
    players: dict[str, Fact] = {"participants": championship.participants, "minimum": LEAST_PARTICIPANTS}
    holds = (championship.federations or 0) >= needed and (championship.participants or 0) >= LEAST_PARTICIPANTS
    return Ruling(holds, (Ground(FEDERATIONS, federations), Ground(PARTICIPANTS, players)))


def _is_worldwide(name: str) -> bool:
    world = name.startswith(("World ", "Women's World")) or name == "Olympiad"
    return world and not name.startswith("World Disabled")


def federations_needed(members: int | None) -> int:
    """Return how many federations must take part: a third of the members, rounded up, but five at most."""
    if members is None:
        return LEAST_FEDERATIONS
    return min(LEAST_FEDERATIONS, at_least((1, 3), members))


def merged_counts(championship: Championship) -> Ruling[bool]:
    """Return whether a group merged from several counts: its share by 1.23 comes before the flat five."""
    needed = federations_needed(championship.members)
    facts: dict[str, Fact] = {
        "participants": championship.participants,
        "federations": championship.federations,
        "minimum": needed,
        "reading": "1.23-over-flat-five",
    }
    enough = (championship.participants or 0) >= LEAST_PARTICIPANTS and (championship.federations or 0) >= needed
    return Ruling(enough, (Ground(MERGED, facts),))


def subgroup_counts(*, players: int, federations: int, half_points: int, games: int) -> Ruling[bool]:
    """Return whether a subgroup's best may win its title: players and federations enough, half the points."""
    facts: dict[str, Fact] = {"players": players, "federations": federations, "games": games}
    group = players >= SUBGROUP_PLAYERS and federations >= SUBGROUP_FEDERATIONS
    scored = games >= SUBGROUP_GAMES and half_points >= games
    return Ruling(group and scored, (Ground(SUBGROUP, {**facts, "half_points": half_points}),))


def may_designate(region: str, *, already: Collection[str], year: int, notified: date) -> Ruling[bool]:
    """Return whether a continent may designate a regional youth event: three a year, told before the year."""
    facts: dict[str, Fact] = {"region": region, "designated": len(already), "notified": notified, "year": year}
    holds = len(already) < MOST_REGIONS and notified < date(year, 1, 1)
    return Ruling(holds, (Ground(REGIONAL, facts),))
