"""Events of every family, run from their announcement on by the people who run them, through the services they use."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import cycle
from random import Random

from slowmate.events.entry.nominations import quota
from slowmate.events.organising.draw import Positions
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.demo import events as events_of_demo
from slowmate.server.demo import offices
from slowmate.server.demo import sections as demo_sections
from slowmate.server.demo.games import DAY, Line, Telling, end, lines, longest_thought, tell_moves
from slowmate.server.demo.sections import Told, row_and_events
from slowmate.server.events.models import Consequence, Event, EventEntry, Pairing, Section
from slowmate.server.events.queries.division import sizes_to_choose
from slowmate.server.events.regulations import Regulations, regulations_from, terms_of
from slowmate.server.events.services import (
    admitting,
    cutting,
    directing,
    dividing,
    entries,
    following,
    nominations,
    planning,
    posting,
    settling,
    starting,
)
from slowmate.server.games.rating import RatingTerms, freeze
from slowmate.server.games.terms import PRESETS
from slowmate.server.people.models import Office, Player

Act = tuple[datetime, Callable[[], object]]
"""What somebody did, and when."""
SLOW, FAST = PRESETS["triple-block-4"], PRESETS["fischer-10-1"]
GAMBIT = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
"""The King's Gambit, for a thematic tournament."""


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
        told = [line for line in lines() if line.chess960 is None and len(line.moves) > 30]
        self.pool = cycle(told)

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

    def announce(self, wanted: planning.Plan, by: User, *, days_ago: float) -> "Handle":
        handle = Handle(self, by)

        def act(when: datetime) -> None:
            event = planning.plan(wanted, actor=by, at=when)
            Event.objects.filter(pk=event.pk).update(is_demo=True)
            planning.announce(event.pk, actor=by, at=when)
            handle.pk = event.pk

        self.do(days_ago, act)
        return handle

    def name_players(self, best: Sequence[Player], *, year: int, days_ago: float) -> None:
        """Every federation names its best who have no way of their own into a stage, as many as it may."""

        def act(when: datetime) -> None:
            for code, members in offices.members_of(best).items():
                delegate = offices.delegate_of(code, best, members)
                free = [one for one in best if one.federation == code and not one.title and (one.rating or 0) < 2400]
                for player in free[: quota(members, on=when.date()).value]:
                    nominations.nominate(player, year=year, actor=delegate, at=when)

        self.do(days_ago, act)

    def told(self, section: Section, terms: Terms, pairing: Pairing, *, share: float) -> Told:
        """A game of a section as it went on until now; about so great a *share* of them is over."""
        white, black, line = pairing.white.player, pairing.black.player, next(self.pool)
        age, is_over = self.at - terms.starts, self.lot.random() < share
        pace = longest_thought(terms.time_control) / 3 * self.lot.uniform(0.7, 1.1)
        paired = demo_sections.Pairing(white, black, line, 0 if is_over else int(age / pace), is_over)
        if not is_over:
            return Told(white, black, str(section), demo_sections.running(terms, paired, self.lot, self.at))
        telling = Telling(terms)
        plies = min(len(line.moves), self.lot.randrange(24, 60))
        span = min(age * self.lot.uniform(0.3, 0.7), plies * self.lot.uniform(1, 5) * DAY)
        tell_moves(telling, line, plies, self.lot, span=span, offer=False)
        if not telling.game.is_over:
            end(telling, self._result(pairing), self.lot)
        return Told(white, black, str(section), telling)

    def _result(self, pairing: Pairing) -> str:
        """Who is much stronger wins more often."""
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

    def enter(self, wanted: int, *, days_ago: float, among: Iterable[Player], spread: float = 20) -> "Handle":
        """So many of these players enter, one after another, as far as the rules let them."""

        def act(when: datetime) -> None:
            entered = 0
            for player in among:
                if entered == wanted or player.user is None:
                    break
                moment = when + entered / wanted * spread * DAY / 10
                if not entries.ruling(player, self.event, on=moment.date()).value.ways and not self._is_open:
                    continue
                entries.enter(self.event, player, actor=player.user, at=moment)
                entered += 1
            self._let_in(when + spread * DAY / 5)

        self.stages.do(days_ago, act)
        return self

    @property
    def _is_open(self) -> bool:
        return self.event.kind in ("open", "thematic", "chess960", "national", "world-cup-preliminary")

    def _let_in(self, when: datetime) -> None:
        """Whoever runs the event admits who asked and notes what was paid."""
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

    def post(self, *, days_ago: float) -> "Handle":
        """Sections confirmed, the director named, start lists posted."""

        def act(when: datetime) -> None:
            dividing.confirm(self.pk, actor=self.by, at=when)
            numbers = list(self.event.sections.values_list("pk", flat=True))
            directing.name_director(self.pk, numbers, self.stages.director, actor=self.by, at=when)
            posting.post(self.pk, actor=self.by, at=when)

        self.stages.do(days_ago, act)
        return self

    def start(self, *, days_ago: float, share: float) -> "Handle":
        """The games begin; how they went on is told at once, about so great a *share* of them to their end."""

        def act(when: datetime) -> None:
            for section in self.event.sections.order_by("number"):
                self._tell(section, share)
            starting.start(self.pk, at=when)

        self.stages.do(days_ago, act)
        return self

    def cut(self, *, days_ago: float, starts_days_ago: float, share: float) -> "Handle":
        """A section from the queue of a norm tournament: cut, posted, started."""
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
        told = []
        for pairing in rows:
            one = self.stages.told(section, terms, pairing, share=share)
            row, kept = row_and_events(one, self.stages.director)
            freeze(
                row,
                RatingTerms(
                    is_rated=event.is_rated,
                    pool=event.pool,
                    event_kind=event.kind,
                    event_key=f"section/{section.pk}",
                    white_start=pairing.white.start_rating,
                    black_start=pairing.black.start_rating,
                    level=event.level,
                    is_agreed=event.is_rated,
                ),
                terms,
            )
            told.append((row, kept))
        events_of_demo.save(told)
        for pairing, (row, _kept) in zip(rows, told, strict=True):
            pairing.game = row
        Pairing.objects.bulk_update(rows, ["game"])

    def finish(self, *, days_ago: float) -> "Handle":
        def act(when: datetime) -> None:
            for pk in self.event.sections.values_list("pk", flat=True):
                following.finish(pk, at=when)

        self.stages.do(days_ago, act)
        return self

    def settle(self, *, days_ago: float) -> "Handle":
        """Everything that follows is carried out; of equals the office chooses the first."""

        def act(when: datetime) -> None:
            for section in self.event.sections.filter(state=Section.State.FINISHED):
                asked = section.consequences.filter(what="ask", state=Consequence.State.PROPOSED)
                while row := asked.first():
                    settling.choose(row.pk, [row.player_id or 0], reason="By lot.", actor=self.by, at=when)
                numbers = list(section.consequences.filter(state="proposed").values_list("pk", flat=True))
                settling.carry_out_all(section.pk, numbers, actor=self.by, at=when)
                settling.settle(section.pk, actor=self.by, at=when)

        self.stages.do(days_ago, act)
        return self


def stages(at: datetime, players: Sequence[Player], officials: dict[Office.Kind, User], lot: Random) -> list[Act]:
    """All of it."""
    found = Stages(at, players, officials, lot)

    def day(ago: float) -> date:
        return (at - ago * DAY).date()

    best = sorted(players, key=lambda player: -(player.rating or 0))
    ada, boris = players[:2]
    regulations = Regulations(time_control=SLOW)
    plan = planning.Plan

    cup = found.announce(
        plan(kind="world-cup-preliminary", name="World Cup 21, Preliminary", start=day(520), deadline=day(560),
             regulations=Regulations(time_control=PRESETS["classic-10-50"]), number=21, fee=10),
        found.others, days_ago=640,
    )  # fmt: skip
    cup.enter(18, days_ago=620, among=[boris, *players[60:90]]).close(days_ago=559).propose(days_ago=550)
    cup.post(days_ago=535).start(days_ago=519.5, share=1).finish(days_ago=40).settle(days_ago=30)

    semi = found.announce(
        plan(kind="world-cup-semi-final", name="World Cup 21, Semi-Final", start=day(-60), deadline=day(-30),
             regulations=regulations, number=21, fee=0),
        found.others, days_ago=20,
    )  # fmt: skip
    semi.enter(1, days_ago=10, among=players)

    norm = found.announce(
        plan(kind="master-norm", name="Master Norm Tournament", start=None, deadline=day(-120),
             regulations=regulations, fee=25),
        found.titles, days_ago=700,
    )  # fmt: skip
    norm.enter(13, days_ago=690, among=best[10:]).cut(days_ago=640, starts_days_ago=620, share=1)
    norm.finish(days_ago=60).settle(days_ago=50)
    norm.enter(13, days_ago=330, among=best[5:]).cut(days_ago=300, starts_days_ago=280, share=0.5)
    norm.enter(8, days_ago=40, among=best[30:])

    championship = found.announce(
        plan(kind="world-championship-preliminary", name="World Championship 34, Preliminary", start=day(-45),
             deadline=day(3), regulations=regulations, number=34, fee=30),
        found.titles, days_ago=90,
    )  # fmt: skip
    found.name_players(best, year=day(-45).year, days_ago=85)
    championship.enter(96, days_ago=80, among=best, spread=60).close(days_ago=2).propose(days_ago=1)

    found.announce(
        plan(kind="world-championship-semi-final", name="World Championship 34, Semi-Final", start=day(-150),
             deadline=day(-100), regulations=regulations, number=34, fee=40),
        found.titles, days_ago=15,
    )  # fmt: skip

    higher = found.announce(
        plan(kind="master-class", name="Master Class 2025/04", start=day(470), deadline=day(500),
             regulations=regulations, fee=5),
        found.others, days_ago=560,
    )  # fmt: skip
    higher.enter(11, days_ago=550, among=[ada, *best[60:120]]).close(days_ago=499).propose(days_ago=495)
    higher.post(days_ago=485).start(days_ago=469.5, share=1).finish(days_ago=3)

    open_ = found.announce(
        plan(kind="open", name="Amici Sumus Open", start=day(-40), deadline=day(-21), regulations=regulations,
             fee=0, preferred_size=9, level=2000, words="Everybody is welcome: the first move is a greeting."),
        found.others, days_ago=25,
    )  # fmt: skip
    open_.enter(23, days_ago=20, among=players[100:160])

    national = found.announce(
        plan(kind="national", name="Czech Championship", start=day(200), deadline=day(230), regulations=regulations,
             fee=0, preferred_size=13),
        found.delegate, days_ago=300,
    )  # fmt: skip
    czech = [player for player in players if player.federation == "CZE"]
    national.enter(9, days_ago=290, among=czech).close(days_ago=229).propose(days_ago=225)
    national.post(days_ago=215).start(days_ago=199.5, share=0.35)

    thematic = found.announce(
        plan(kind="thematic", name="King's Gambit Thematic", start=day(-6), deadline=day(9),
             regulations=Regulations(time_control=FAST, fen=GAMBIT), fee=0, preferred_size=7, level=2000),
        found.others, days_ago=60,
    )  # fmt: skip
    thematic.enter(14, days_ago=50, among=players[130:170]).close(days_ago=8).propose(days_ago=7).post(days_ago=5)

    found.announce(
        plan(kind="chess960", name="Chess960 Winter Open", start=day(-50), deadline=day(-35),
             regulations=Regulations(time_control=SLOW, positions=Positions.ONE), fee=0, preferred_size=9, level=2000),
        found.others, days_ago=12,
    ).enter(6, days_ago=9, among=players[170:200])  # fmt: skip
    return found.acts
