"""Section 1.43a-f: which tournaments are exempt from the requirements on federations, and for whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from slowmate.records import Event, FideCategory, FideTerms
from slowmate.rulebook import Fact, Ground, Ruling, clause
from slowmate.titles.fide.games import CLUB_CHAMPIONSHIPS, FID, KNOCKOUTS, NO_FEDERATION, TEAM_CHAMPIONSHIPS, Opponent
from slowmate.titles.fide.titles import FideTitle

FOREIGNERS, FOREIGN_FEDERATIONS, FOREIGN_TITLES = 20, 3, 10
SWISS_TITLES = frozenset({FideTitle.GM, FideTitle.IM, FideTitle.WGM, FideTitle.WIM})

NATIONAL = clause("FIDE-TITLES-2017 1.43a/1")
SUBZONAL_YEAR = clause("FIDE-TITLES-2017 1.43a/2")
OWN_PLAYERS = clause("FIDE-TITLES-2017 1.43a/3")
NATIONAL_TEAM = clause("FIDE-TITLES-2017 1.43b/1")
ZONAL = clause("FIDE-TITLES-2017 1.43c")
APPROVED = clause("FIDE-TITLES-2017 1.43d")
SWISS = clause("FIDE-TITLES-2017 1.43e")
NO_EXCEPTION = clause("FIDE-QC-2016 S2/1.43e")
WAIVED = clause("FIDE-TITLES-2017 1.72/*")
HOST_UNKNOWN = "host unknown"
DIVISIONS = clause("FIDE-TITLES-2017 1.43b/2")
DIVISIONS_MINUTES = clause("FIDE-QC-2016 S2/1.43b-a")
POOLED_SEASON = clause("FIDE-QC-2016 S2/1.43b-b")


@dataclass(frozen=True, slots=True)
class ExemptionCase:
    """The facts of a tournament for 1.43: its category, host federation, start and approval."""

    category: FideCategory
    host: str | None
    start: date
    subzonal_that_year: bool = False
    approved: date | None = None
    swiss_rounds: Sequence[Sequence[Opponent]] = ()
    """For a Swiss: who took part in each round."""


def is_exempt(case: ExemptionCase, applicant: str | None) -> Ruling[bool]:
    """Return whether an applicant is exempt from 1.43 and 1.44 in a tournament, with the deciding clause."""
    facts: Mapping[str, Fact] = {"host": case.host, "applicant": applicant}
    if case.category in {FideCategory.ZONAL, FideCategory.SUBZONAL}:
        return Ruling(True, (Ground(ZONAL, facts),))
    if case.approved is not None and case.approved <= case.start:
        return Ruling(True, (Ground(APPROVED, {"approved": case.approved, "start": case.start}),))
    own = applicant is not None and applicant == case.host
    if case.category is FideCategory.NATIONAL_CHAMPIONSHIP:
        if case.subzonal_that_year:
            return Ruling(False, (Ground(SUBZONAL_YEAR, {**facts, "year": case.start.year}),))
        return Ruling(own, (Ground(NATIONAL, facts), Ground(OWN_PLAYERS, facts)))
    if case.category is FideCategory.NATIONAL_TEAM:
        return Ruling(own, (Ground(NATIONAL_TEAM, facts),))
    if case.swiss_rounds:
        return _open_swiss(case.swiss_rounds, case.host)
    if case.approved is not None:
        return Ruling(False, (Ground(APPROVED, {"approved": case.approved, "start": case.start}),))
    return Ruling(False, ())


def host_unknown(event: Event, players: Sequence[str]) -> Ground | None:
    """Return the exemption that cannot be checked for players because the event names no host federation."""
    facts: dict[str, Fact] = {"players": list(players), "outcome": HOST_UNKNOWN}
    category = (event.fide or FideTerms()).category
    if event.federation is not None or not players:
        return None
    if category is FideCategory.NATIONAL_CHAMPIONSHIP:
        return Ground(NATIONAL, facts)
    if category is FideCategory.NATIONAL_TEAM:
        return Ground(NATIONAL_TEAM, facts)
    return Ground(SWISS, facts) if event.kind.slug == "fide-swiss" else None


def _open_swiss(rounds: Sequence[Sequence[Opponent]], host: str | None) -> Ruling[bool]:
    """Return whether each round has 20 rated foreigners of 3 federations, 10 of them titled."""
    if host is None:
        return Ruling(False, ())
    by_round: list[tuple[bool, int, dict[str, Fact]]] = []
    for number, present in enumerate(rounds, 1):
        foreign = [opponent for opponent in present if _is_foreign_and_rated(opponent, host)]
        federations = len({opponent.federation for opponent in foreign})
        titled = sum(opponent.title in SWISS_TITLES for opponent in foreign)
        enough = len(foreign) >= FOREIGNERS and federations >= FOREIGN_FEDERATIONS and titled >= FOREIGN_TITLES
        facts: dict[str, Fact] = {"round": number, "foreigners": len(foreign), "host": host}
        by_round.append((enough, len(foreign), {**facts, "federations": federations, "titled": titled}))
    holds, _, weakest = min(by_round, key=lambda row: row[:2])
    return Ruling(holds, (Ground(SWISS, weakest), Ground(WAIVED if holds else NO_EXCEPTION, weakest)))


def _is_foreign_and_rated(opponent: Opponent, host: str | None) -> bool:
    abroad = opponent.federation not in NO_FEDERATION and opponent.federation not in (host, FID)
    return abroad and opponent.rating is not None and not opponent.is_computer


def may_combine(divisions: Iterable[str], *, season: int) -> Ruling[bool]:
    """Return whether a player's results in divisions of one national team championship count together.

    They do only in the season 2016/17 (*season* 2016), by a decision of the Commission.
    """
    names = sorted(set(divisions))
    facts: dict[str, Fact] = {"divisions": names, "season": f"{season}/{(season + 1) % 100:02}"}
    if len(names) <= 1:
        return Ruling(True, (Ground(DIVISIONS, facts),))
    if season == 2016:
        return Ruling(True, (Ground(POOLED_SEASON, facts),))
    return Ruling(False, (Ground(DIVISIONS, facts), Ground(DIVISIONS_MINUTES, facts)))


@dataclass(frozen=True, slots=True)
class Setting:
    """A tournament as it stands to one applicant.

    *predetermined*: all pairings were known at the start. *exempt*: the ruling on 1.43a-e. *byes*: rounds without a
    game because the pairing gave them a bye. *unrated_zeros*: those of a round robin whose games are not included.
    """

    federation: str | None
    rounds: int
    category: FideCategory = FideCategory.ORDINARY
    double: bool = False
    predetermined: bool = False
    exempt: Ruling[bool] = field(default_factory=lambda: Ruling(False, ()))
    byes: int = 0
    unrated_zeros: frozenset[str] = frozenset()


def federations_matter(setting: Setting, games: int) -> bool:
    """Return whether federations matter; in the events of 1.41b they do not for 7 and 8 games."""
    special = TEAM_CHAMPIONSHIPS | CLUB_CHAMPIONSHIPS | KNOCKOUTS
    return not setting.exempt.value and not (setting.category in special and games < 9)
