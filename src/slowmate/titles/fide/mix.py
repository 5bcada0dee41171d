"""Sections 1.43 to 1.46: the opponents of a norm, by federation and title, and how many may be unrated.

Opponents are counted, not games: an opponent met twice counts once (1.45f). Minimum numbers round up, maximum numbers
round down (1.44).
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from slowmate.rulebook import Clause, Dated, Fact, Ground, Requirement, clause
from slowmate.titles.fide.games import FID, NormGame, Opponent
from slowmate.titles.fide.titles import FideTitle

LEAST_TITLE_OPPONENTS = 3

TWO_FEDERATIONS, OTHER_FEDERATIONS = Dated({"FIDE-TITLES-2017 1.43": 2}).newest
FID_NOT_FOREIGN = clause("FIDE-TITLES-2017 1.42a/2")
OWN_FEDERATION, MOST_FROM_OWN = Dated({"FIDE-TITLES-2017 1.44/1": (3, 5)}).newest
ONE_FEDERATION, MOST_FROM_ONE = Dated({"FIDE-TITLES-2017 1.44/2": (2, 3)}).newest
ROUNDING = clause("FIDE-TITLES-2017 1.44/3")
TITLE_HOLDERS, LEAST_TITLE_HOLDERS = Dated({"FIDE-TITLES-2017 1.45a": (1, 2)}).newest
ONCE = clause("FIDE-TITLES-2017 1.45f/2")
MOST_UNRATED, UNRATED_SHARE = Dated({"FIDE-TITLES-2017 1.46d/2": (1, 5)}).newest
FOOTNOTE = clause("FIDE-TITLES-2017 1.72/#")

_HIGH = (FideTitle.GM, FideTitle.IM, FideTitle.WGM, FideTitle.WIM)
TITLE_OPPONENTS: dict[FideTitle, tuple[Clause, frozenset[FideTitle]]] = {
    FideTitle.GM: (clause("FIDE-TITLES-2017 1.45b"), frozenset(_HIGH[:1])),
    FideTitle.IM: (clause("FIDE-TITLES-2017 1.45c"), frozenset(_HIGH[:2])),
    FideTitle.WGM: (clause("FIDE-TITLES-2017 1.45d"), frozenset(_HIGH[:3])),
    FideTitle.WIM: (clause("FIDE-TITLES-2017 1.45e"), frozenset(_HIGH)),
}
HOLDERS = frozenset(FideTitle) - {FideTitle.CM, FideTitle.WCM}


def at_least(share: tuple[int, int], of: int) -> int:
    """Return a minimum number: a share of the opponents, rounded up."""
    return -(-share[0] * of // share[1])


def at_most(share: tuple[int, int], of: int) -> int:
    """Return a maximum number: a share of the opponents, rounded down."""
    return share[0] * of // share[1]


def most_from_own(opponents: int) -> int:
    return at_most(MOST_FROM_OWN, opponents)


def most_from_one(opponents: int) -> int:
    return at_most(MOST_FROM_ONE, opponents)


def least_title_holders(opponents: int) -> int:
    return at_least(LEAST_TITLE_HOLDERS, opponents)


def least_title_opponents(opponents: int) -> int:
    return max(LEAST_TITLE_OPPONENTS, at_least((1, 3), opponents))


def most_unrated(opponents: int) -> int:
    return at_most(UNRATED_SHARE, opponents + 1)


@dataclass(frozen=True, slots=True)
class Mix:
    """The opponents of some games, counted: each opponent once."""

    opponents: int
    own: int
    others: Counter[str]
    title_holders: int
    title_opponents: int
    unrated: int
    fid: int

    @property
    def largest(self) -> int:
        return max(self.others.values(), default=0)

    @property
    def commonest(self) -> str:
        """Return the other federation from which most opponents come; empty if there is none."""
        return max(self.others, key=lambda federation: self.others[federation], default="")


def is_own(federation: str | None, applicant: str | None) -> bool:
    """Return whether a federation is not foreign to the applicant: their own, or FIDE's flag, which is neutral."""
    return federation in (applicant, FID)


def different_opponents(games: Iterable[NormGame]) -> list[Opponent]:
    """Return the opponents, each once, as first met."""
    return list({game.opponent.id: game.opponent for game in reversed(list(games))}.values())[::-1]


def _one_federation(mix: Mix) -> Requirement:
    most = most_from_one(mix.opponents)
    if not mix.others:
        nobody: dict[str, Fact] = {"outcome": "nobody-foreign", "maximum": most, "opponents": mix.opponents}
        return Requirement(Ground(ONE_FEDERATION, nobody), holds=True)
    foreign: dict[str, Fact] = {"federation": mix.commonest, "number": mix.largest}
    facts: dict[str, Fact] = {**foreign, "maximum": most, "opponents": mix.opponents}
    return Requirement(Ground(ONE_FEDERATION, facts), mix.largest <= most)


def mix_of(games: Iterable[NormGame], title: FideTitle, applicant: str | None) -> Mix:
    """Count the opponents by federation, title and rating for a title and an applicant's federation."""
    opponents = different_opponents(games)
    _, titles = TITLE_OPPONENTS[title]
    return Mix(
        len(opponents),
        sum(is_own(opponent.federation, applicant) for opponent in opponents),
        Counter(opponent.federation or "" for opponent in opponents if not is_own(opponent.federation, applicant)),
        sum(opponent.title in HOLDERS for opponent in opponents),
        sum(opponent.title in titles for opponent in opponents),
        sum(opponent.rating is None for opponent in opponents),
        sum(opponent.federation == FID for opponent in opponents),
    )


def meets_federations(mix: Mix) -> bool:
    """Return whether the normal requirement on foreigners is met: 1.43 and 1.44."""
    return (
        len(mix.others) >= OTHER_FEDERATIONS
        and mix.own <= most_from_own(mix.opponents)
        and mix.largest <= most_from_one(mix.opponents)
    )


def federation_requirements(mix: Mix) -> tuple[Requirement, ...]:
    """Check 1.43 and 1.44, each with its numbers."""
    own = most_from_own(mix.opponents)
    requirements = [
        Requirement(
            Ground(TWO_FEDERATIONS, {"federations": sorted(mix.others), "minimum": OTHER_FEDERATIONS}),
            len(mix.others) >= OTHER_FEDERATIONS,
        ),
        Requirement(
            Ground(OWN_FEDERATION, {"own": mix.own, "maximum": own, "opponents": mix.opponents}), mix.own <= own
        ),
        _one_federation(mix),
    ]
    if mix.fid:
        requirements.insert(
            0, Requirement(Ground(FID_NOT_FOREIGN, {"number": mix.fid, "reading": "shares-own-quota"}), holds=True)
        )
    return tuple(requirements)


def title_requirements(mix: Mix, title: FideTitle, *, over: int | None = None) -> tuple[Requirement, ...]:
    """Check 1.45 and unrated opponents. *over* is the number of opponents of the full length (1.42e(4))."""
    of = mix.opponents if over is None else over
    cited, _ = TITLE_OPPONENTS[title]
    holders, titled = least_title_holders(of), least_title_opponents(of)
    unrated = most_unrated(mix.opponents)
    return (
        Requirement(
            Ground(TITLE_HOLDERS, {"number": mix.title_holders, "minimum": holders, "opponents": of}),
            mix.title_holders >= holders,
        ),
        Requirement(
            Ground(cited, {"number": mix.title_opponents, "minimum": titled, "opponents": of}),
            mix.title_opponents >= titled,
        ),
        Requirement(
            Ground(MOST_UNRATED, {"number": mix.unrated, "maximum": unrated, "opponents": mix.opponents}),
            mix.unrated <= unrated,
        ),
    )


def rounding_ground(opponents: int) -> Ground:
    """Return the numbers 1.44 to 1.46 give for so many opponents, as a table would show them."""
    facts: dict[str, Fact] = {
        "opponents": opponents,
        "own_federation": most_from_own(opponents),
        "one_federation": most_from_one(opponents),
        "title_holders": least_title_holders(opponents),
        "title_opponents": least_title_opponents(opponents),
        "unrated": most_unrated(opponents),
    }
    return Ground(ROUNDING, facts)


def crowded_out(federations: Collection[str | None]) -> list[Ground]:
    """Return the federations so strong in a double round robin that no other can make a norm.

    They have more than two thirds of the other players. *federations* has one entry for each player. A warning for the
    organiser, as the footnotes to 1.72 give it.
    """
    limit = most_from_one(len(federations) - 1)
    crowds = Counter(code for code in federations if code and code != FID)
    return [
        Ground(FOOTNOTE, {"federation": code, "players": number, "of": len(federations), "maximum": limit})
        for code, number in sorted(crowds.items())
        if limit < number < len(federations)
    ]
