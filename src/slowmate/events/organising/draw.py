"""A draw that anybody can verify: a seed that was bound by its hash before, and everything that follows from it.

When entries close, the commitment (SHA-256 of the seed) is published with the entrants; with the start lists the seed.
With both, anyone can draw again: sections, numbers and colours have to be the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from hashlib import sha256

from slowmate.events.organising.cycles import governing_edition
from slowmate.events.organising.lots import below, numbers, shuffled
from slowmate.events.organising.pairings import COLOURS_BY_LOT, Draw, round_robin, team_round_robin
from slowmate.events.organising.sections import divide
from slowmate.records import BadInput, Player
from slowmate.rulebook import Fact, Ground, Ruling, clause

POSITIONS_DRAWN = clause("ICCF-LAWS-2019 B.2.4")
CHESS960_POSITIONS = 960

Exchange = tuple[str, str]
"""Two entrants who changed places between their sections after the division, by hand."""
Paired = tuple[int, str, str]
"""The number of a section, White and Black."""


def commitment(seed: str) -> str:
    """Return what binds to a seed without telling it: the SHA-256 of its UTF-8, as lower-case hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


class Positions(StrEnum):
    """Which games of Chess960 start alike: all of an event, or the games of two players with each other."""

    ONE = "one"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Field:
    """The input of a draw: entrants (players, or teams with the line-ups of *teams* by board), sizes, changes.

    *positions* are drawn too where Chess960 is played.
    """

    entrants: tuple[Player, ...]
    sizes: tuple[int, ...]
    start: date
    games_per_pairing: int = 1
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exchanges: tuple[Exchange, ...] = ()
    positions: Positions | None = None
    assumed: frozenset[str] = frozenset()
    """The ids of unrated entrants, whose rating is the one that the event assumes."""


def draw(field: Field, *, seed: str) -> Ruling[tuple[Draw, ...]]:
    """Draw all sections from one seed; the same seed and field give the same draws."""
    edition = governing_edition(field.start).value
    division = divide(field.entrants, field.sizes, seed=seed, edition=edition, assumed=field.assumed)
    sections = [[player.id for player in section] for section in division.value.sections]
    for first, second in field.exchanges:
        _exchange(sections, first, second)
    draws = [draw_section(ids, turn, field, seed=seed) for turn, ids in enumerate(sections, 1)]
    grounds: tuple[Ground, ...] = (*division.grounds, *(ground for ruling in draws for ground in ruling.grounds))
    return Ruling(tuple(ruling.value for ruling in draws), grounds)


def draw_section(ids: Sequence[str], turn: int, field: Field, *, seed: str) -> Ruling[Draw]:
    """Draw numbers and colours of one section, the *turn*-th of its division. The order of *ids* does not matter."""
    own = f"{seed}/section {turn}"
    if not field.teams:
        return round_robin(sorted(ids), seed=own, start=field.start, games_per_pairing=field.games_per_pairing)
    numbers = shuffled(sorted(ids), own)
    games = team_round_robin([field.teams[team] for team in numbers], start=field.start)
    lot = Ground(COLOURS_BY_LOT.on(field.start)[0], {"seed": own, "numbers": list(numbers)})
    return Ruling(Draw(tuple(numbers), games.value.games, field.start), (lot, *games.grounds))


def _exchange(sections: list[list[str]], first: str, second: str) -> None:
    places = {player: (number, at) for number, section in enumerate(sections) for at, player in enumerate(section)}
    if first not in places or second not in places:
        missing = first if first not in places else second
        raise BadInput(f"{missing!r} is in no section and cannot change places", field="exchanges")
    (here, at), (there, place) = places[first], places[second]
    sections[here][at], sections[there][place] = second, first


@dataclass(frozen=True, slots=True)
class PublishedDraw:
    """A draw as it is published. *seed* is None until the start lists are posted; then nothing is drawn yet."""

    commitment: str
    seed: str | None
    field: Field
    sections: tuple[tuple[str, ...], ...] = ()
    """The entrants of each section, in the order of the numbers drawn."""
    pairings: tuple[Paired, ...] = ()
    positions: tuple[int, ...] = ()
    """In Chess960, the number of the starting position of each of the *pairings*."""


def published(field: Field, *, seed: str) -> PublishedDraw:
    """Draw, and put it as it is published with the start lists."""
    drawn = draw(field, seed=seed).value
    pairings = _paired(drawn)
    numbered = tuple(section_draw.numbers for section_draw in drawn)
    return PublishedDraw(commitment(seed), seed, field, numbered, pairings, _positions(pairings, field, seed))


def start_position(paired: Paired, positions: Positions, *, seed: str) -> Ruling[int]:
    """Return the Chess960 position from which a game starts: one lot for all games, or one for each pair."""
    section, white, black = paired
    own = f"/section {section}/{'/'.join(sorted((white, black)))}" if positions is Positions.EACH else ""
    number = below(CHESS960_POSITIONS, numbers(f"{seed}/position{own}"))
    facts: dict[str, Fact] = {"positions": positions.value, "number": number}
    return Ruling(number, (Ground(POSITIONS_DRAWN, facts),))


def _positions(pairings: Sequence[Paired], field: Field, seed: str) -> tuple[int, ...]:
    if field.positions is None:
        return ()
    return tuple(start_position(pairing, field.positions, seed=seed).value for pairing in pairings)


def _paired(drawn: Sequence[Draw]) -> tuple[Paired, ...]:
    return tuple(
        (turn, game.white, game.black) for turn, section_draw in enumerate(drawn, 1) for game in section_draw.games
    )


class Differs(StrEnum):
    """The part of a draw that is not as it has to be."""

    NO_SEED = "no seed"
    COMMITMENT = "commitment"
    NUMBER = "number"
    PAIRING = "pairing"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that differs: where, what was drawn, and what was published; None for what is not there."""

    what: Differs
    section: int | None = None
    place: int | None = None
    drawn: str | None = None
    published: str | None = None


def first_difference(draw_again: PublishedDraw) -> Difference | None:
    """Draw again and compare; None if everything is as it was published."""
    if draw_again.seed is None:
        return Difference(Differs.NO_SEED)
    bound = commitment(draw_again.seed)
    if bound != draw_again.commitment:
        return Difference(Differs.COMMITMENT, drawn=bound, published=draw_again.commitment)
    drawn = draw(draw_again.field, seed=draw_again.seed).value
    return _numbers_differ(drawn, draw_again) or _pairings_differ(drawn, draw_again) or _positions_differ(draw_again)


def _numbers_differ(drawn: Sequence[Draw], publication: PublishedDraw) -> Difference | None:
    for number, (section_draw, ids) in enumerate(zip(drawn, publication.sections, strict=True), 1):
        for place, (again, before) in enumerate(zip(section_draw.numbers, ids, strict=True), 1):
            if again != before:
                return Difference(Differs.NUMBER, number, place, again, before)
    return None


def _pairings_differ(drawn: Sequence[Draw], publication: PublishedDraw) -> Difference | None:
    """Return the first game that only one of both has; the order of games does not matter."""
    again, before = Counter(_paired(drawn)), Counter(publication.pairings)
    missing, added = sorted((again - before).elements()), sorted((before - again).elements())
    if missing and (not added or missing[0] <= added[0]):
        return Difference(Differs.PAIRING, missing[0][0], drawn=_game(missing[0]))
    if added:
        return Difference(Differs.PAIRING, added[0][0], published=_game(added[0]))
    return None


def _positions_differ(publication: PublishedDraw) -> Difference | None:
    """Return the first game that starts from another position than was drawn for it."""
    again = _positions(publication.pairings, publication.field, publication.seed or "")
    for (section, _, _), drawn, before in zip(publication.pairings, again, publication.positions, strict=False):
        if drawn != before:
            return Difference(Differs.POSITION, section, drawn=str(drawn), published=str(before))
    return None


def _game(paired: Paired) -> str:
    return f"{paired[1]} - {paired[2]}"
