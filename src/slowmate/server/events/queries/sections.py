"""A section as its pages and programs read it: its row, participants and games, in a constant number of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import Count, prefetch_related_objects

from slowmate import play, records
from slowmate.ratings.start import published_rating
from slowmate.records import Family
from slowmate.rulebook import Ground
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Pairing, Seat, SeatHolding, Section
from slowmate.server.events.permissions import may_see_section
from slowmate.server.events.queries.record import holders, record, seats_of, sections_with_event, who_plays
from slowmate.server.events.queries.section_cache import norms_of, table_of
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import may_see_game
from slowmate.server.people.models import Office
from slowmate.titles.norms import has_rules, why_none_is_open

OVER = (Section.State.FINISHED, Section.State.SETTLED)


@dataclass(frozen=True, slots=True)
class Participant:
    """A player or a team of a section as lists name them: with title, federation and rating of the start list."""

    pk: int
    name: str
    title: str = ""
    federation: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class ReplacedPlayer:
    """A player whom a substitute has replaced on a board, and the day on which the substitute took it."""

    player: Participant
    since: date | None
    has_status: bool
    """The substitute has Replacement status."""


class SectionGame(NamedTuple):
    """What tables and lists show of a game, and no more: sections are large and looked at often."""

    pk: int
    result: str
    termination: str
    finished: datetime | None
    plies: int
    is_over: bool
    white_id: int
    black_id: int


class SectionPairing(NamedTuple):
    """A pairing of a section with its game, once it is started."""

    white_id: int
    black_id: int
    board: int | None
    game: SectionGame | None


_COLUMNS = (
    *("white_id", "black_id", "board", "game_id", "game__result", "game__termination", "game__finished"),
    *("game__plies", "game__status", "game__white_id", "game__black_id"),
)


@dataclass(frozen=True, slots=True)
class SectionRows:
    """A section with all that is computed of it."""

    section: Section
    seats: Sequence[Seat]
    pairings: Sequence[SectionPairing]
    record: records.Event

    @property
    def names(self) -> Mapping[str, str]:
        """Names of players and teams by their ids in the record; a player goes before a team of the same number."""
        return {**self.team_names, **{player.id: str(player.name) for player in self.record.players}}

    @property
    def team_names(self) -> Mapping[str, str]:
        return {team.id: team.name for team in self.record.teams}

    def sat_on(self, seat: Seat) -> "list[Seat | SeatHolding]":
        """Return everybody who sat on a seat; the last one holds it."""
        return holders(seat, self.section.event)

    def holder(self, seat: Seat) -> "Seat | SeatHolding":
        return self.sat_on(seat)[-1]

    @property
    def finished(self) -> int:
        """Games that are over; cancelled ones are not played any more either."""
        return sum(game.result is not None for game in self.record.games)

    @property
    def is_running(self) -> bool:
        return any(game.result is None for game in self.record.games)


def find_section(pk: int, person: Person) -> Section | None:
    """Return a section if a person may see it."""
    section = sections_with_event().filter(pk=pk).first()
    return section if section is not None and may_see_section(person, section) else None


def rows_of(section: Section) -> SectionRows:
    """Read all of a section: two queries, and one where teams play, whatever its size."""
    seats = list(seats_of(section))
    pairings = [_pairing(*row) for row in section.pairings.order_by("pk").values_list(*_COLUMNS)]
    return SectionRows(section, seats, pairings, record(section, seats, pairings))


def _pairing(white: int, black: int, board: int | None, pk: int | None, *game: Any) -> SectionPairing:
    if pk is None:
        return SectionPairing(white, black, board, None)
    result, termination, finished, plies, status, *players = game
    is_over = status == Game.Status.FINISHED
    return SectionPairing(white, black, board, SectionGame(pk, result, termination, finished, plies, is_over, *players))


def own_starts(section: Section) -> dict[int, dict[str, int | str]]:
    """Return the starting positions of finished games that do not have the usual one, as EVENT.json names them."""
    games = Game.objects.filter(pairing__section=section, status=Game.Status.FINISHED)
    terms_of = {pk: play.terms_from_text(snapshot) for pk, snapshot in games.values_list("pk", "snapshot")}
    starts: dict[int, dict[str, int | str]] = {}
    for pk, terms in terms_of.items():
        if terms.chess960 is not None:
            starts[pk] = {"chess960": terms.chess960}
        elif terms.fen is not None:
            starts[pk] = {"fen": terms.fen}
    return starts


def visible_games(rows: SectionRows, person: Person) -> set[int]:
    """Return the games of a section that a person may look at; the others have no link."""
    finished = {pairing.game.pk for pairing in rows.pairings if pairing.game is not None and pairing.game.is_over}
    running = Game.objects.filter(pairing__section=rows.section).exclude(status=Game.Status.FINISHED)
    return finished | set(running.filter(may_see_game.among(person)).values_list("pk", flat=True))


def offices(person: User) -> list[Office]:
    """Return the offices of a person, read once a request however often rights are asked."""
    prefetch_related_objects([person], "offices")
    return list(person.offices.all())


# -- participants -----------------------------------------------------------------------------------------------------


def participant(seat: Seat | SeatHolding) -> Participant:
    return Participant(seat.player_id, str(seat.name), seat.title, seat.federation, seat.published_rating)


def replaced_players(sat: "Sequence[Seat | SeatHolding]") -> tuple[ReplacedPlayer, ...]:
    """Return the players who were replaced on a seat, each with the day on which the next one took it."""
    return tuple(
        ReplacedPlayer(participant(former), holding.begins, holding.has_replacement_status)
        for former, holding in pairwise(sat)
        if isinstance(holding, SeatHolding)
    )


Opponents = tuple[Seat | SeatHolding, Seat | SeatHolding]
"""The two who play or played a game, White first."""


def opponents_in(rows: SectionRows, pairings: Sequence[SectionPairing]) -> list[Opponents]:
    """Return the players of each game; of a substituted seat the one whose game it was at its end."""
    seats = {seat.pk: seat for seat in rows.seats}
    return [
        (
            who_plays(rows.sat_on(seats[pairing.white_id]), pairing.game.white_id if pairing.game else None),
            who_plays(rows.sat_on(seats[pairing.black_id]), pairing.game.black_id if pairing.game else None),
        )
        for pairing in pairings
    ]


def pairings_of_player(rows: SectionRows, player: int) -> list[SectionPairing]:
    """Return the pairings of a player by their number."""
    return [
        pairing
        for pairing, players in zip(rows.pairings, opponents_in(rows, rows.pairings), strict=True)
        if player in {seat.player_id for seat in players}
    ]


def pairings_of_match(rows: SectionRows, teams: set[int]) -> list[SectionPairing]:
    """Return the pairings of the match of two teams by their numbers."""
    team_of = {seat.pk: seat.team_id for seat in rows.seats}
    return [pairing for pairing in rows.pairings if {team_of[pairing.white_id], team_of[pairing.black_id]} == teams]


# -- how it stands ----------------------------------------------------------------------------------------------------


class SectionProgress(NamedTuple):
    """How many play in a section, and how many of its games are over."""

    players: int
    games: int
    finished: int


def progress_of(sections: Sequence[Section]) -> dict[int, SectionProgress]:
    """Count players and games of sections by their numbers: two queries."""
    seats = dict(Seat.objects.filter(section__in=sections).order_by().values_list("section").annotate(Count("pk")))
    rows = Pairing.objects.filter(section__in=sections).order_by().values_list("section")
    games = {section: counts for section, *counts in rows.annotate(Count("pk"), Count("game__finished"))}
    return {
        section.pk: SectionProgress(seats.get(section.pk, 0), *games.get(section.pk, (0, 0))) for section in sections
    }


def first_of(event: records.Event) -> tuple[tuple[Participant, ...], Fraction | None]:
    """Return the first of a section, several if they share the place, and their points; none if nobody has scored."""
    lines = [line for line in table_of(event).value if line.place == 1 and line.points]
    if event.teams:
        names = {team.id: Participant(0, team.name, federation=team.federation or "") for team in event.teams}
    else:
        names = {
            player.id: Participant(
                int(player.id), player.name, player.title or "", player.federation or "", published_rating(player)
            )
            for player in event.players
        }
    return tuple(names[line.id] for line in lines), lines[0].points if lines else None


def has_norms(rows: SectionRows) -> bool:
    """Whether norms are computed at all: over the board, and long ago, they have rules of their own."""
    return rows.record.kind.family is not Family.FIDE and has_rules(rows.record.start)


def why_no_norms(rows: SectionRows) -> tuple[Ground, ...]:
    """Return why nobody can make a norm here; nothing where somebody can."""
    return why_none_is_open(norms_of(rows.record))
