"""The page of an event beside its announcement: its sections with their progress, and whether the reader may enter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slowmate import records
from slowmate.events.entry.decision import Answer
from slowmate.server.events.models import Event, Section
from slowmate.server.events.queries.events import live_entry_number
from slowmate.server.events.queries.record import records_of
from slowmate.server.events.queries.sections import OVER, Participant, first_of, progress_of
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
    winners: tuple[Participant, ...]
    """The first, or several who share the first place; empty until the section is over."""
    points: str

    @property
    def percent(self) -> int:
        return 100 * self.finished // self.games if self.games else 0


def section_lines(sections: Sequence[Section]) -> list[SectionLine]:
    """Say how far sections have come, and who won: four queries, however many there are."""
    progress = progress_of(sections)
    over = records_of([section for section in sections if section.state in OVER])
    return [_line(section, *progress[section.pk], over.get(section.pk)) for section in sections]


def _line(section: Section, players: int, games: int, finished: int, over: records.Event | None) -> SectionLine:
    winners, points = first_of(over) if over else ((), None)
    return SectionLine(
        pk=section.pk,
        name=section.name or section.event.name,
        state=str(Section.State(section.state).label),
        players=players,
        director=getattr(section.director, "player", None),
        average=str(round(section.average)) if section.average is not None else "",
        category=section.category,
        games=games,
        finished=finished,
        winners=winners,
        points=score(points) if points is not None else "",
    )


@dataclass(frozen=True, slots=True)
class EntryInvitation:
    """What a reader can do about an event that is open: the answer of the rules, and where it leads."""

    answer: str
    is_allowed: bool
    entry: int | None
    """The number of the reader's own entry, if there is one."""


def entry_invitation(event: Event, me: Player | None, answers: Mapping[int, Answer]) -> EntryInvitation | None:
    """Say to the player *me* whether they may enter; None where entries are not open."""
    if event.state != Event.State.OPEN:
        return None
    entry = live_entry_number(event, me)
    answer = answers.get(event.pk)
    words = answer_words(answer.value) if answer and entry is None else ""
    return EntryInvitation(words, answer is not None and answer is not Answer.MAY_NOT, entry)
