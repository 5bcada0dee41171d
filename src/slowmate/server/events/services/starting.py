"""Play begins: on its day all games of a stage start at once, all or none, and however often it is asked, once."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from slowmate.events.organising.draw import start_position
from slowmate.events.procedures import may_begin
from slowmate.play.terms import Terms, Transmission
from slowmate.ratings.countries import FRIENDLY_KINDS, between_countries
from slowmate.rulebook import Ruling
from slowmate.server.events.models import Event, Pairing, Seat, Section
from slowmate.server.events.queries.division import empty_seats, sections_of
from slowmate.server.events.queries.draws import replacements_of
from slowmate.server.events.queries.start_lists import posted_of
from slowmate.server.events.regulations import Regulations, regulations_from, terms_of
from slowmate.server.events.services import news
from slowmate.server.events.services.locking import locked_event, locked_section
from slowmate.server.events.services.steps import By, by_server, step_event, step_section
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.services import games

BATCH_SIZE = 500


def start(pk: int, *, at: datetime) -> int:
    """Start all sections of an event whose day has come; how many games that are, none if it is not its turn.

    It is one transaction: a process that is stopped in the middle has done nothing, and a second call finds it done.
    """
    with transaction.atomic():
        event = locked_event(pk)
        if event.state != Event.State.POSTED:
            return 0
        sections = list(sections_of(event).select_related("director__player", "draw"))
        guard = _guard(event, sections, at)
        if not guard.value:
            return 0
        by = by_server(at)
        step_event(event, "start", by, guards={"start": guard})
        return _start(event, sections, guard, by)


def start_section(pk: int, *, at: datetime) -> int:
    """Start one section that has a day of its own."""
    with transaction.atomic():
        section = locked_section(pk)
        if section.state != Section.State.POSTED or not section.event.is_filled_from_a_queue:
            return 0
        guard = _guard(section.event, [section], at)
        if not guard.value:
            return 0
        return _start(section.event, [section], guard, by_server(at))


def _guard(event: Event, sections: Sequence[Section], at: datetime) -> Ruling[bool]:
    """Rule whether sections may start: the day has come, everything was published, and every seat has its player."""
    for section in sections:
        section.event = event
    posted = [posted_of(section) for section in sections]
    lists = [start_list for start_list in posted if start_list is not None]
    start_day = max((section.start for section in sections), default=event.start)
    guard = may_begin(start_day, lists, on=at.date())
    is_whole = len(lists) == len(sections) and all(section.state == Section.State.POSTED for section in sections)
    return Ruling(guard.value and is_whole and not empty_seats(sections).exists(), guard.grounds)


def _start(event: Event, sections: Sequence[Section], guard: Ruling[bool], by: By) -> int:
    arranged: list[games.Arrangement] = []
    pairings: list[Pairing] = []
    rules = regulations_from(event.regulations)
    rows = _pairings(sections)
    for section in sections:
        step_section(section, "start", by, guards={"start": guard})
        terms = _Terms(event, section, rules)
        for pairing in rows[section.pk]:
            arranged.append(_arrangement(event, section, pairing, terms.of(pairing)))
            pairings.append(pairing)
    for pairing, game in zip(pairings, games.start_all(arranged, at=by.at, is_told=False), strict=True):
        pairing.game = game
    Pairing.objects.bulk_update(pairings, ["game"], batch_size=BATCH_SIZE)
    news.started(sections, by)
    return len(pairings)


def _pairings(sections: Sequence[Section]) -> dict[int, list[Pairing]]:
    pairings: dict[int, list[Pairing]] = {section.pk: [] for section in sections}
    rows = Pairing.objects.filter(section__in=sections, game=None)
    for pairing in rows.select_related("white__player__user", "black__player__user").order_by("pk"):
        pairings[pairing.section_id].append(pairing)
    return pairings


class _Terms:
    """The terms of the games of a section: the same for all, but for positions that are drawn for each pair."""

    def __init__(self, event: Event, section: Section, rules: Regulations) -> None:
        self.event, self.section, self.rules = event, section, rules
        self.known: dict[int | None, Terms] = {}
        others = replacements_of(section.draw) if section.draw else {}
        self.drawn = {now: before for before, now in others.items() if now}
        self.turn = _turn(section)

    def of(self, pairing: Pairing) -> Terms:
        number = self._position(pairing)
        if number not in self.known:
            how = Transmission(self.event.transmission)
            self.known[number] = terms_of(self.rules, start=self.section.start, transmission=how, chess960=number)
        return self.known[number]

    def _position(self, pairing: Pairing) -> int | None:
        if self.rules.positions is None or self.section.draw is None:
            return None
        white, black = (self._as_drawn(seat) for seat in (pairing.white, pairing.black))
        paired = (self.turn, white, black)
        return start_position(paired, self.rules.positions, seed=self.section.draw.seed).value

    def _as_drawn(self, seat: Seat) -> str:
        return self.drawn.get(str(seat.player_id), str(seat.player_id))


def _turn(section: Section) -> int:
    """Return the turn of a section in its draw."""
    return section.number if section.draw and len(section.draw.sizes) > 1 else 1


def _is_between_countries(event: Event, white: Seat, black: Seat) -> bool | None:
    """Return what 9.2(e) asks of a friendly match, as its two teams say; None where one names no federation."""
    federations = [seat.team.federation if seat.team else "" for seat in (white, black)]
    return between_countries(federations) if event.kind in FRIENDLY_KINDS and all(federations) else None


def _arrangement(event: Event, section: Section, pairing: Pairing, terms: Terms) -> games.Arrangement:
    white, black = pairing.white, pairing.black
    rating = RatingTerms(
        is_rated=event.is_rated,
        pool=event.pool,
        event_kind=event.kind,
        event_key=f"section/{section.pk}",
        white_start=white.start_rating,
        black_start=black.start_rating,
        white_by_level=white.starts_by_level,
        black_by_level=black.starts_by_level,
        level=event.level,
        is_agreed=event.is_rated,
        is_between_countries=_is_between_countries(event, white, black),
    )
    return games.Arrangement(
        white=white.player,
        black=black.player,
        terms=terms,
        director=section.director,
        rating=rating,
        is_shown_live=event.is_shown_live,
    )
