"""The rating each player counts with when norms are fixed: their own, a FIDE rating, or a substitute for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from slowmate.records import Event, Player
from slowmate.rulebook import Dated, Fact, Ground, Requirement, clause
from slowmate.rulebook.rounding import half_up_to
from slowmate.titles.iccf.categories import INACTIVE
from slowmate.titles.iccf.schedule import Section
from slowmate.titles.iccf.tournament import has_rating, share_requirements

CURRENT, UNPUBLISHED = Dated({"ICCF-TR-2016 App2.2(a)/current": 2200}).newest
LADIES, UNPUBLISHED_LADY = Dated({"ICCF-TR-2016 App2.2(b)": 1900}).newest
FIDE = Dated({"ICCF-TR-2016 App2.4(b)": "fide", "ICCF-TR-2017 App2.2.10/FIDE": "fide"})
AVERAGE_OF_OTHERS = clause("ICCF-TR-2017 App2.2.10/none")

ASSUMED_2326 = Dated({"ICCF-TR-2016 App2.4(c)/4": 2326, "ICCF-TR-2017 App2.3(b)/2326": 2326})
ASSUMED_2301 = Dated({"ICCF-TR-2016 App2.4(c)/3": 2301, "ICCF-TR-2017 App2.3(b)/2301": 2301})
ASSUMED_2276 = Dated({"ICCF-TR-2016 App2.4(c)/2": 2276, "ICCF-TR-2017 App2.3(b)/2276": 2276})
ASSUMED_2251 = Dated({"ICCF-TR-2016 App2.4(c)/1": 2251, "ICCF-TR-2017 App2.3(b)/2251": 2251})
"""The rating of all players if too few are rated; 2016 names the category that begins with it."""

UPPER_HALF = "upper-half-as-boards-1-to-3"
"""The reading of App2.4(c) of 2016 on boards that are neither 1 to 3 nor in the lower half."""
TOP_BOARDS = 3
MIDDLE_BOARDS = 6


@dataclass(frozen=True, slots=True)
class Strengths:
    """The rating of each player, and the clause for each who does not count with their own."""

    ratings: Mapping[str, Decimal]
    requirements: tuple[Requirement, ...]


def strengths(event: Event, players: Sequence[Player], *, edition: str) -> Strengths:
    """Return the ratings of an event's players for its norms.

    Without a rating of the ICCF a player counts with the last one published for them, else with their FIDE rating.
    Players with none at all count as 2200 (1900 in ladies' events) in 2016, and the average of the rated players in
    2017; if no player is rated, 2017 has no rating to count with.
    """
    ratings: dict[str, Decimal] = {}
    notes: dict[str, Requirement] = {}
    for player in players:
        rating, ground = _own(player, edition)
        if rating is not None:
            ratings[player.id] = Decimal(rating)
            if ground:
                notes[player.id] = Requirement(ground, holds=True)
    missing = [player.id for player in players if player.id not in ratings]
    if missing and (ratings or edition != AVERAGE_OF_OTHERS.edition):
        ground, value = _stand_in(event, ratings, missing, edition)
        ratings |= dict.fromkeys(missing, value)
        notes[""] = Requirement(ground, holds=True)
    return Strengths(ratings, tuple(notes.values()))


def _own(player: Player, edition: str) -> tuple[int | None, Ground | None]:
    if has_rating(player, edition=edition):
        return player.rating, None
    if player.last_rating is not None:
        facts: dict[str, Fact] = {"player": player.id, "rating": player.last_rating}
        return player.last_rating, Ground(INACTIVE.under(edition)[1].counts_by, facts)
    if player.fide_rating is not None:
        return player.fide_rating, Ground(
            FIDE.under(edition)[0], {"player": player.id, "rating": player.fide_rating, "fixed": False}
        )
    return None, None


def _stand_in(event: Event, ratings: Mapping[str, Decimal], missing: list[str], edition: str) -> tuple[Ground, Decimal]:
    if edition == AVERAGE_OF_OTHERS.edition:
        value = half_up_to(sum((Fraction(value) for value in ratings.values()), Fraction(0)) / len(ratings), 4)
        return Ground(AVERAGE_OF_OTHERS, {"players": missing, "rated": len(ratings), "rating": value}), value
    if event.kind.slug.startswith("ladies-"):
        return Ground(LADIES, {"players": missing, "rating": UNPUBLISHED_LADY}), Decimal(UNPUBLISHED_LADY)
    return Ground(CURRENT, {"players": missing, "rating": UNPUBLISHED}), Decimal(UNPUBLISHED)


def assumed_rating(
    event: Event, section: Section, *, edition: str, has_category: bool = True
) -> tuple[Requirement, int] | None:
    """Return the rating all players of a section count with if items 1(b) or 1(c) fail.

    None if the event is not on the list. 2016 uses it also if the average is in no category. The middle board of an odd
    number is in the first half. In a preliminary of the Olympiad 2016 names boards 1 to 3 and the lower half: a board
    behind the third in the upper half counts with the first three.
    """
    rated, fixed = share_requirements(section, edition=edition)
    if rated.holds and fixed.holds and has_category:
        return None
    halves = _halves_of_2016(event.kind.slug, section, edition)
    dated = halves or _list_of_assumed(event.kind.slug, section.board, section.boards)
    if dated is None:
        return None
    cited, rating = dated.under(edition)
    facts: dict[str, Fact] = {"kind": event.kind.name, "board": section.board, "rating": rating}
    if halves is ASSUMED_2276:
        facts["reading"] = UPPER_HALF
    return Requirement(Ground(cited, facts), holds=True), rating


def _halves_of_2016(kind: str, section: Section, edition: str) -> Dated[int] | None:
    """Return what a board behind the third of the Olympiad's preliminary counts with in 2016, by its half."""
    is_behind = section.board is not None and section.board > TOP_BOARDS
    if kind != "olympiad-preliminary" or edition == AVERAGE_OF_OTHERS.edition or not is_behind:
        return None
    return ASSUMED_2276 if _in_first_half(section.board, section.boards) else ASSUMED_2251


def _in_first_half(board: int | None, boards: int | None) -> bool:
    return board is not None and boards is not None and 2 * board <= boards + 1


def _list_of_assumed(kind: str, board: int | None, boards: int | None) -> Dated[int] | None:
    if kind == "world-championship-candidates":
        return ASSUMED_2326
    if kind in {"world-championship-semi-final", "zonal", "zonal-final"}:
        return ASSUMED_2276
    if board is None:
        return None
    if kind == "olympiad-final":
        return ASSUMED_2326 if board <= TOP_BOARDS else ASSUMED_2301 if board <= MIDDLE_BOARDS else None
    if kind == "olympiad-preliminary":
        return ASSUMED_2276 if board <= TOP_BOARDS else ASSUMED_2251
    if boards is None:
        return None
    first_half = _in_first_half(board, boards)
    if kind == "zonal-team":
        return ASSUMED_2301 if first_half else ASSUMED_2276
    if kind == "zonal-team-preliminary":
        return ASSUMED_2276 if first_half else ASSUMED_2251
    return None
