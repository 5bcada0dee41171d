"""The front page, and the page about the server."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import cycle

from django.contrib.auth.models import AnonymousUser

from slowmate.board import Colour
from slowmate.play import Terms, arrange, clocks, commands, decide, evolve, fold
from slowmate.play.events import ClaimKind, Ended
from slowmate.rulebook import Clause, Ground
from slowmate.server.events.pages import news as of_events
from slowmate.server.events.pages.event_list import ListedEvent, listed_events
from slowmate.server.events.pages.news import EndedSection, just_ended
from slowmate.server.events.queries.events import counts_by_stage, entry_answers, events_of_stage, visible_events
from slowmate.server.people.models import Player
from slowmate.server.ratings.pages import news as of_lists
from slowmate.server.ratings.pages.news import NewestList, newest_list
from slowmate.server.site.news import NewsItem
from slowmate.server.titles.pages import news as of_titles
from slowmate.server.titles.pages.news import NewTitle, new_titles

ACCEPTED = Clause("ICCF-LAWS-2019", "4.1")
ANALOGY = Clause("ICCF-LAWS-2019", "Preface-1")
APPEALS = Clause("ICCF-TR-2017", "15")
"""Clauses that the page about the server links to, besides its example; it applies none of them."""
_SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8") * 2


@dataclass(frozen=True, slots=True)
class Example:
    """A ruling for readers who have never seen one, made by the rules like every other."""

    moves: str
    result: str
    grounds: tuple[Ground, ...]


@cache
def example() -> Example:
    """Let two players move their knights back and forth, and White claim a draw when the first position is back."""
    at = datetime(2024, 3, 1, tzinfo=UTC)
    game = fold([arrange(Terms(starts=at, time_control=clocks.Classic()), at=at)])
    moves_made = [commands.MakeMove(by=by, move=move) for by, move in zip(cycle(Colour), _SHUFFLE, strict=False)]
    every: list[commands.Command] = [commands.CheckTime(), *moves_made]
    for command in every:
        for event in decide(game, command, at=at):
            game = evolve(game, event)
        at += timedelta(days=1)
    claim = commands.ClaimDraw(by=Colour.WHITE, claim=ClaimKind.REPETITION)
    ended = next(event for event in decide(game, claim, at=at) if isinstance(event, Ended))
    pairs = zip(_SHUFFLE[::2], _SHUFFLE[1::2], strict=True)
    moves = " ".join(f"{number}. {white} {black}" for number, (white, black) in enumerate(pairs, 1))
    return Example(moves, ended.result, ended.grounds)


# -- news, and the life of the federation -----------------------------------------------------------------------------

SOURCES: tuple[Callable[..., list[NewsItem]], ...] = (of_events.news, of_lists.news, of_titles.news)
"""Functions that return recent news at an instant *at*; a slice with news of its own adds its function here."""
MAX_NEWS = 40
MAX_SHOWN = 5
"""Events of each sort, players of the newest list and new titles that the front page shows."""


def latest_news(*, at: datetime) -> list[NewsItem]:
    """Return the newest news of all slices, newest first."""
    items = [item for source in SOURCES for item in source(at=at)]
    return sorted(items, key=lambda item: (item.at, item.key), reverse=True)[:MAX_NEWS]


@dataclass(frozen=True, slots=True)
class Life:
    """What is open, what runs, what has just ended, the newest rating list and the newest titles."""

    open: list[ListedEvent]
    open_number: int
    running: list[ListedEvent]
    running_number: int
    ended: list[EndedSection]
    newest_list: NewestList | None
    titles: list[NewTitle]

    @property
    def is_alive(self) -> bool:
        """Whether there is any event at all."""
        return bool(self.open or self.running or self.ended)


def life(me: Player | None, *, at: datetime) -> Life:
    """Read what is open, runs and has ended; a player also sees where they may enter."""
    on = at.date()
    events = visible_events(AnonymousUser())
    counts = counts_by_stage(events)
    open_, running = (list(events_of_stage(events, stage)[:MAX_SHOWN]) for stage in ("open", "running"))
    lines = listed_events([*open_, *running], entry_answers(me, open_, on=on), me=me, on=on)
    return Life(
        open=lines[: len(open_)],
        open_number=counts["open"],
        running=lines[len(open_) :],
        running_number=counts["running"],
        ended=just_ended(MAX_SHOWN),
        newest_list=newest_list(MAX_SHOWN),
        titles=new_titles(MAX_SHOWN, at=at),
    )
