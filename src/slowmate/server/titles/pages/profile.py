"""A player's titles and norms, what the next titles take, and the norms at stake in running sections."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from slowmate.events.running.certainty import Chance
from slowmate.events.running.outlook import NORM_CHANCE, NormChance
from slowmate.records import Event, Family
from slowmate.rulebook import Ground, NoEdition
from slowmate.server.events.models import Seat, Section
from slowmate.server.events.pages.section_norms import norm_state
from slowmate.server.events.pages.section_outlook import ChanceCell, chance_cell
from slowmate.server.events.queries.player_sections import records_of_seats, seats_of_player
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.section_cache import outlook_of
from slowmate.server.events.text import title_words
from slowmate.server.people.models import Player
from slowmate.server.titles.models import TitleAward
from slowmate.server.titles.pages.register import RegisteredNorm, TitleLine, norms_of_player, title_lines
from slowmate.server.titles.queries.register import career_of
from slowmate.server.titles.queries.register_lists import TITLE_REVIEW
from slowmate.server.titles.text import missing_words
from slowmate.words import score


@dataclass(frozen=True, slots=True)
class NextTitle:
    """A title above the best one held, and what it still takes."""

    title: str
    words: str
    missing: tuple[str, ...]
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class NormAhead:
    """A norm in a running section: the score it takes, and how it stands."""

    title: str
    words: str
    needed: str
    state: str
    step: str
    """made, open or gone."""
    chance: ChanceCell


@dataclass(frozen=True, slots=True)
class Prospect:
    """A running section in which norms can be made."""

    section_id: int
    name: str
    points: str
    running: int
    norms: tuple[NormAhead, ...]


@dataclass(frozen=True, slots=True)
class TitlesProfile:
    """All about a player's titles. A holder of the highest title has no *next_titles*."""

    titles: list[TitleLine]
    norms: list[RegisteredNorm]
    proposed: list[TitleAward]
    next_titles: tuple[NextTitle, ...]
    prospects: list[Prospect]
    is_own: bool = False

    @property
    def has_titles(self) -> bool:
        return bool(self.titles or self.proposed)

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to show; always for the player themselves."""
        return bool(self.is_own or self.has_titles or self.norms or self.prospects)


def titles_profile(player: Player, ahead: list[Prospect], *, on: date, is_own: bool = False) -> TitlesProfile:
    """Return a player's titles profile, in a constant number of queries; *ahead* are the player's prospects.

    What the next titles take is computed only where anything is shown.
    """
    held = player.titles.select_related("award").annotate(is_under_review=TITLE_REVIEW).order_by("-confirmed", "-pk")
    proposed = player.awards.filter(state=TitleAward.State.PROPOSED).order_by("earned", "pk")
    profile = TitlesProfile(
        title_lines(list(held)),
        norms_of_player(player),
        list(proposed.only("title", "state", "earned")),
        (),
        ahead,
        is_own,
    )
    return replace(profile, next_titles=next_titles(player, on=on)) if profile.is_shown else profile


def next_titles(player: Player, *, on: date) -> tuple[NextTitle, ...]:
    """Return what the titles above a player's best one still take, the nearest first; empty before our first rules."""
    try:
        missing = career_of(player, on=on).missing
    except NoEdition:
        return ()
    return tuple(
        NextTitle(lacks.title, title_words(lacks.title), tuple(missing_words(lacks)), grounds)
        for lacks, grounds in missing
    )


def prospects(player: Player) -> list[Prospect]:
    """Return the norms at stake in a player's running sections: four queries at most."""
    rows = seats_of_player(player).filter(section__state=Section.State.RUNNING)
    seats = list(rows.order_by("section__start", "section__pk"))
    return prospects_in(seats, records_of_seats(seats), player)


def prospects_in(seats: Sequence[Seat], tables: Mapping[int, Event], player: Player) -> list[Prospect]:
    """Return the norms at stake for seats already read, with the tables of their sections."""
    running = (seat for seat in seats if seat.section.state == Section.State.RUNNING)
    events = ((seat, tables[seat.section_id]) for seat in running)
    ahead = (_prospect(seat, event, str(player.pk)) for seat, event in events if event.kind.family is not Family.FIDE)
    return [prospect for prospect in ahead if prospect.norms]


def _prospect(seat: Seat, event: Event, own: str) -> Prospect:
    norms = next((player.norms for player in outlook_of(event).players if player.id == own), ())
    points = score(norms[0].points) if norms else ""
    return Prospect(
        seat.section_id,
        name_of(seat.section),
        points,
        norms[0].running if norms else 0,
        tuple(_ahead(norm) for norm in norms),
    )


def _ahead(norm: NormChance) -> NormAhead:
    chance = NORM_CHANCE[norm.state]
    step = {Chance.CERTAIN: "made", Chance.POSSIBLE: "open", Chance.GONE: "gone"}[chance]
    words = norm_state(norm.state, norm.needed - norm.points, norm.running)
    return NormAhead(
        norm.title, title_words(norm.title), score(norm.needed), words, step, chance_cell(norm.odds, chance)
    )
