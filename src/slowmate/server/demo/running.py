"""Running an event of the demo: each step at its time, by the office that takes it, through the services people use."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle
from random import Random

from slowmate.events.entry.decision import OPEN_TO_ALL, is_left_to_announcement
from slowmate.events.entry.nominations import quota
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.demo import events as events_of_demo
from slowmate.server.demo import offices
from slowmate.server.demo import sections as demo_sections
from slowmate.server.demo.games import DAY, Line, Telling, end, lines, longest_thought, tell_moves
from slowmate.server.demo.sections import ScriptedGame, row_and_events
from slowmate.server.events.choices import Plan
from slowmate.server.events.models import Consequence, Event, EventEntry, Pairing, Section
from slowmate.server.events.queries.division import sizes_to_choose
from slowmate.server.events.regulations import regulations_from, terms_of
from slowmate.server.events.services import (
    admitting,
    consequences,
    cutting,
    directing,
    dividing,
    entries,
    nominations,
    planning,
    posting,
    settling,
    starting,
)
from slowmate.server.games.rating import RatingTerms, copy_rating_terms
from slowmate.server.people.models import Office, Player

Act = tuple[datetime, Callable[[], object]]
"""An act of a person, and its time."""


@dataclass(slots=True)
class Stages:
    """Everything that was done about the events of the demo, to be carried out in the order of its days."""

    at: datetime
    players: Sequence[Player]
    officials: dict[Office.Kind, User]
    lot: Random
    acts: list[Act] = field(default_factory=list)
    pool: Iterator[Line] = field(init=False)

    def __post_init__(self) -> None:
        usable = [line for line in lines() if line.chess960 is None and len(line.moves) > 30]
        self.pool = cycle(usable)

    def do(self, days_ago: float, act: Callable[[datetime], object]) -> None:
        when = (self.at - days_ago * DAY).replace(microsecond=0)
        self.acts.append((when, lambda: act(when)))

    # who

    @property
    def titles(self) -> User:
        return self.officials[Office.Kind.TITLE_TOURNAMENTS]

    @property
    def others(self) -> User:
        return self.officials[Office.Kind.NON_TITLE_TOURNAMENTS]

    @property
    def delegate(self) -> User:
        return self.officials[Office.Kind.DELEGATE]

    @property
    def director(self) -> User:
        return self.officials[Office.Kind.DIRECTOR]

    # what

    def plan(self, chosen: Plan, by: User, *, days_ago: float) -> "Handle":
        """Plan a draft, which nobody else sees."""
        handle = Handle(self, by)

        def act(when: datetime) -> None:
            event = planning.plan(chosen, actor=by, at=when)
            Event.objects.filter(pk=event.pk).update(is_demo=True)
            handle.pk = event.pk

        self.do(days_ago, act)
        return handle

    def announce(self, chosen: Plan, by: User, *, days_ago: float, opens: bool = True) -> "Handle":
        handle = self.plan(chosen, by, days_ago=days_ago)
        self.do(days_ago, lambda when: planning.announce(handle.pk, actor=by, at=when, opens=opens))
        return handle

    def name_players(self, best: Sequence[Player], *, year: int, days_ago: float) -> None:
        """Let every federation nominate into a stage as many of its best without a right of their own as it may."""

        def act(when: datetime) -> None:
            for code, members in offices.members_of(best).items():
                delegate = offices.delegate_of(code, best, members)
                free = [
                    player
                    for player in best
                    if player.federation == code and not player.title and (player.rating or 0) < 2400
                ]
                for player in free[: quota(members, on=when.date()).value]:
                    nominations.nominate(player, year=year, actor=delegate, at=when)

        self.do(days_ago, act)

    def scripted_game(self, section: Section, terms: Terms, pairing: Pairing, *, share: float) -> ScriptedGame:
        """Return a game of a section as it went until now; about this *share* of them is over."""
        white, black, line = pairing.white.player, pairing.black.player, next(self.pool)
        age, is_over = self.at - terms.starts, self.lot.random() < share
        pace = longest_thought(terms.time_control) / 3 * self.lot.uniform(0.7, 1.1)
        paired = demo_sections.Pairing(white, black, line, 0 if is_over else int(age / pace), is_over)
        if not is_over:
            return ScriptedGame(white, black, str(section), demo_sections.running(terms, paired, self.lot, self.at))
        telling = Telling(terms)
        plies = min(len(line.moves), self.lot.randrange(24, 60))
        span = min(age * self.lot.uniform(0.3, 0.7), plies * self.lot.uniform(1, 5) * DAY)
        tell_moves(telling, line, plies, self.lot, span=span, offer=False)
        if not telling.game.is_over:
            end(telling, self._result(pairing), self.lot)
        return ScriptedGame(white, black, str(section), telling)

    def _result(self, pairing: Pairing) -> str:
        """Draw a result; a much stronger player wins more often."""
        ahead = (pairing.white.start_rating or 2000) - (pairing.black.start_rating or 2000)
        drawn = self.lot.gauss(ahead / 120, 1)
        return "1-0" if drawn > 0.9 else "0-1" if drawn < -0.9 else "1/2"


@dataclass(slots=True)
class Handle:
    """An event that is being run: its number is known once it is announced."""

    stages: Stages
    by: User
    pk: int = 0

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.pk)

    def enter(
        self, number: int, *, days_ago: float, among: Iterable[Player], spread: float = 20, are_let_in: bool = True
    ) -> "Handle":
        """Enter this number of the players, one after another, as far as the rules allow."""

        def act(when: datetime) -> None:
            entered = 0
            for player in among:
                if entered == number or player.user is None:
                    break
                moment = when + entered / number * spread * DAY / 10
                if not entries.ruling(player, self.event, on=moment.date()).value.ways and not self._is_open:
                    continue
                entries.enter(self.event, player, actor=player.user, at=moment)
                entered += 1
            if are_let_in:
                self._let_in(when + spread * DAY / 5)

        self.stages.do(days_ago, act)
        return self

    @property
    def _is_open(self) -> bool:
        return self.event.kind in OPEN_TO_ALL or is_left_to_announcement(self.event.kind)

    def _let_in(self, when: datetime) -> None:
        """Admit entries that wait for a decision, and note payments, for the office that runs the event."""
        for what, states in (("admit", (EventEntry.State.ASKED,)), ("payment", (EventEntry.State.PENDING,))):
            rows = self.event.entries.filter(state__in=states).values_list("pk", flat=True)
            if rows:
                admitting.deal_with(self.event, what, list(rows), reason="As announced.", actor=self.by, at=when)

    def close(self, *, days_ago: float) -> "Handle":
        self.stages.do(days_ago, lambda when: dividing.close_entries(self.pk, at=when))
        return self

    def propose(self, *, days_ago: float) -> "Handle":
        def act(when: datetime) -> None:
            rows = self.event.entries.filter(state__in=(EventEntry.State.ACCEPTED, EventEntry.State.WAITING))
            sizes = sizes_to_choose(self.event, rows.count())[0].sizes
            dividing.propose(self.pk, sizes, actor=self.by, at=when)

        self.stages.do(days_ago, act)
        return self

    def confirm(self, *, days_ago: float) -> "Handle":
        self.stages.do(days_ago, lambda when: dividing.confirm(self.pk, actor=self.by, at=when))
        return self

    def cancel(self, reason: str, by: User, *, days_ago: float) -> "Handle":
        self.stages.do(days_ago, lambda when: planning.cancel(self.pk, reason=reason, actor=by, at=when))
        return self

    def post(self, *, days_ago: float) -> "Handle":
        """Confirm sections, name the director and post the start lists."""
        self.confirm(days_ago=days_ago)

        def act(when: datetime) -> None:
            numbers = list(self.event.sections.values_list("pk", flat=True))
            directing.name_director(self.pk, numbers, self.stages.director, actor=self.by, at=when)
            posting.post(self.pk, actor=self.by, at=when)

        self.stages.do(days_ago, act)
        return self

    def start(self, *, days_ago: float, share: float) -> "Handle":
        """Start the games and play on at once, about this *share* of them to their end."""

        def act(when: datetime) -> None:
            for section in self.event.sections.order_by("number"):
                self._tell(section, share)
            starting.start(self.pk, at=when)

        self.stages.do(days_ago, act)
        return self

    def cut(self, *, days_ago: float, starts_days_ago: float, share: float) -> "Handle":
        """Cut a section from the queue of a norm tournament, post and start it."""
        day = (self.stages.at - starts_days_ago * DAY).date()

        def prepare(when: datetime) -> None:
            section = cutting.cut_section(self.pk, day, actor=self.by, at=when)
            cutting.confirm_section(section.pk, actor=self.by, at=when)
            directing.name_director(self.pk, [section.pk], self.stages.director, actor=self.by, at=when)
            posting.post_section(section.pk, actor=self.by, at=when)

        def begin(when: datetime) -> None:
            section = self.event.sections.order_by("-number")[0]
            self._tell(section, share)
            starting.start_section(section.pk, at=when)

        self.stages.do(days_ago, prepare)
        self.stages.do(starts_days_ago - 0.5, begin)
        return self

    def _tell(self, section: Section, share: float) -> None:
        event, rules = section.event, regulations_from(section.event.regulations)
        terms = terms_of(rules, start=section.start, transmission=Transmission(event.transmission))
        rows = list(
            Pairing.objects.filter(section=section)
            .select_related("white__player__user", "black__player__user")
            .order_by("pk")
        )
        written = []
        for pairing in rows:
            script = self.stages.scripted_game(section, terms, pairing, share=share)
            row, events = row_and_events(script, self.stages.director)
            copy_rating_terms(
                RatingTerms(
                    is_rated=event.is_rated,
                    pool=event.pool,
                    event_kind=event.kind,
                    event_key=f"section/{section.pk}",
                    white_start=pairing.white.start_rating,
                    black_start=pairing.black.start_rating,
                    white_by_level=pairing.white.starts_by_level,
                    black_by_level=pairing.black.starts_by_level,
                    level=event.level,
                    is_agreed=event.is_rated,
                ),
                terms,
                to=row,
            )
            written.append((row, events))
        events_of_demo.save(written)
        for pairing, (row, _events) in zip(rows, written, strict=True):
            pairing.game = row
        Pairing.objects.bulk_update(rows, ["game"])

    def finish(self, *, days_ago: float) -> "Handle":
        def act(when: datetime) -> None:
            for pk in self.event.sections.values_list("pk", flat=True):
                consequences.finish(pk, at=when)

        self.stages.do(days_ago, act)
        return self

    def settle(self, *, days_ago: float) -> "Handle":
        """Carry out all consequences; among equal players the office chooses the first."""

        def act(when: datetime) -> None:
            for section in self.event.sections.filter(state=Section.State.FINISHED):
                open_choices = section.consequences.filter(what="ask", state=Consequence.State.PROPOSED)
                while row := open_choices.first():
                    settling.choose(row.pk, [row.player_id or 0], reason="By lot.", actor=self.by, at=when)
                numbers = list(section.consequences.filter(state="proposed").values_list("pk", flat=True))
                settling.carry_out_all(section.pk, numbers, actor=self.by, at=when)
                settling.settle(section.pk, actor=self.by, at=when)

        self.stages.do(days_ago, act)
        return self
