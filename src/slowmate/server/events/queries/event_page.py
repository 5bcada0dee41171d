"""What the page of an event shows beside its announcement: who has entered, and its sections with their progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from slowmate import records
from slowmate.events.entry.decision import Answer
from slowmate.events.organising.sizes import SIZES
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Event, EventEntry, Pairing, Seat, Section
from slowmate.server.events.pages.section_table import Named
from slowmate.server.events.permissions import may_see_section, shown_entries
from slowmate.server.events.queries.listing import LIVE
from slowmate.server.events.queries.record import WITH_EVENT, records_of
from slowmate.server.events.queries.section_cache import table_of
from slowmate.server.events.text import answer_words
from slowmate.server.people.models import Player
from slowmate.words import score


@dataclass(frozen=True, slots=True)
class SectionLine:
    """One section of an event."""

    pk: int
    name: str
    state: str
    players: int
    director: Player | None
    average: str
    category: str
    games: int
    finished: int
    winners: tuple[Named, ...]
    """Once it is over: who was first."""
    points: str

    @property
    def percent(self) -> int:
        return 100 * self.finished // self.games if self.games else 0


def sections_of(event: Event, person: Person) -> list[Section]:
    """The sections of an event that somebody may see, in their order: one query."""
    rows = event.sections.select_related(*WITH_EVENT).order_by("number")
    return [section for section in rows if may_see_section(person, section)]


def section_lines(sections: Sequence[Section]) -> list[SectionLine]:
    """How far sections have come, and who won: four queries, however many there are."""
    seats = dict(Seat.objects.filter(section__in=sections).order_by().values_list("section").annotate(Count("pk")))
    games = {
        section: (all_, over)
        for section, all_, over in Pairing.objects.filter(section__in=sections)
        .order_by()
        .values_list("section")
        .annotate(Count("pk"), Count("game__finished"))
    }
    over = records_of([one for one in sections if one.state in (Section.State.FINISHED, Section.State.SETTLED)])
    return [_line(one, seats.get(one.pk, 0), games.get(one.pk, (0, 0)), over.get(one.pk)) for one in sections]


def _line(section: Section, players: int, games: tuple[int, int], over: records.Event | None) -> SectionLine:
    winners, points = first_of(over) if over else ((), "")
    return SectionLine(
        pk=section.pk,
        name=section.name or section.event.name,
        state=str(Section.State(section.state).label),
        players=players,
        director=getattr(section.director, "player", None),
        average=str(round(section.average)) if section.average is not None else "",
        category=section.category,
        games=games[0],
        finished=games[1],
        winners=winners,
        points=points,
    )


def first_of(event: records.Event) -> tuple[tuple[Named, ...], str]:
    """Who is first, be it several, and with how many points; nobody, where nobody has scored."""
    lines = [line for line in table_of(event).value if line.place == 1 and line.points]
    if event.teams:
        names = {team.id: Named(0, team.name, federation=team.federation or "") for team in event.teams}
    else:
        names = {
            one.id: Named(int(one.id), one.name, one.title or "", one.federation or "", one.rating)
            for one in event.players
        }
    return tuple(names[line.id] for line in lines), score(lines[0].points) if lines else ""


@dataclass(frozen=True, slots=True)
class Entering:
    """What a reader can do about an event that is open: the answer of the rules, and where it leads."""

    answer: str
    is_allowed: bool
    entry: int | None
    """The number of his own entry, if he has one."""


def entering(event: Event, me: Player | None, answers: Mapping[int, Answer]) -> Entering | None:
    """What the player *me* is told; nothing where entries are not open."""
    if event.state != Event.State.OPEN:
        return None
    rows = (
        EventEntry.objects.filter(event=event, player=me, state__in=LIVE).order_by("-pk")
        if me
        else EventEntry.objects.none()
    )
    entry = rows.values_list("pk", flat=True).first()
    answer = answers.get(event.pk)
    words = answer_words(answer.value) if answer and entry is None else ""
    return Entering(words, answer in (Answer.MAY, Answer.ANNOUNCEMENT), entry)


# -- entries ----------------------------------------------------------------------------------------------------------


def public_entries(event: Event, person: Person) -> "QuerySet[EventEntry]":
    """The entries whose names somebody may see, by name."""
    rows = event.entries.filter(state__in=shown_entries(person, event)).select_related("player", "team")
    return rows.order_by("player__folded", "team__name", "pk")


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many have entered: counted without names, so everybody may know."""

    accepted: int
    """Accepted or seated."""
    waiting: int
    others: int
    """Asked, and something is still missing."""

    @property
    def any(self) -> bool:
        return bool(self.accepted or self.waiting or self.others)


@dataclass(frozen=True, slots=True)
class Queue:
    """Who waits for the next section of an event whose sections are cut whenever enough have entered."""

    waiting: int
    size: int

    @property
    def missing(self) -> int:
        """How many more a section takes; none where it can be cut."""
        return max(0, self.size - self.waiting)


def queue_of(event: Event) -> Queue | None:
    """Nothing where all sections start together, nor where entries are over."""
    size = SIZES[event.kind].normal if event.is_filled_from_a_queue else None
    if size is None or event.state != Event.State.OPEN:
        return None
    return Queue(event.entries.filter(state=EventEntry.State.ACCEPTED).count(), size)


def counts_of(event: Event) -> EntryCounts:
    state = EventEntry.State
    found = event.entries.order_by().aggregate(
        accepted=Count("pk", filter=Q(state__in=(state.ACCEPTED, state.SEATED))),
        waiting=Count("pk", filter=Q(state=state.WAITING)),
        others=Count("pk", filter=Q(state__in=(state.ASKED, state.PENDING))),
    )
    return EntryCounts(**found)
