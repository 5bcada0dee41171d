"""The page that settles a section that is over: each step that follows, its grounds, and the office that decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from slowmate.events.running.consequences import Step
from slowmate.rulebook import Clause, Ground
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Consequence, Section
from slowmate.server.events.permissions import may_choose, who_chooses
from slowmate.server.events.queries.consequences import consequences_to_settle, players_sharing
from slowmate.server.events.text import kind_words, office_words
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.text import day, word

State = Consequence.State


@dataclass(frozen=True, slots=True)
class SettlingStep:
    """One step that follows: the player, what they get, by which clause, and its state."""

    row: Consequence
    player: Player | None
    words: str
    clause: Clause
    until: str
    grounds: tuple[Ground, ...]
    is_his_own: bool
    """The reader is the player: another person decides."""
    waits: bool
    """A question about the same player comes first."""

    @property
    def is_open(self) -> bool:
        return self.row.state == State.PROPOSED

    @property
    def is_void(self) -> bool:
        return self.row.state == State.DONE and self.row.is_void


@dataclass(frozen=True, slots=True)
class TieQuestion:
    """Equals who share what not all of them can have; an office chooses, once for all that depends on it."""

    row: Consequence
    at_stake: tuple[tuple[str, Clause], ...]
    players: tuple[Player, ...]
    office: str
    may_choose: bool
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class SettlingPage:
    questions: tuple[TieQuestion, ...]
    steps: tuple[SettlingStep, ...]
    done: tuple[SettlingStep, ...]

    @property
    def left(self) -> int:
        return len(self.questions) + len(self.steps)

    @property
    def may_do_all(self) -> list[SettlingStep]:
        """The steps that can be carried out together."""
        return [step for step in self.steps if step.is_open and not step.is_his_own and not step.waits]


def settling_page(section: Section, person: User) -> SettlingPage:
    rows = consequences_to_settle(section)
    open_questions = [row for row in rows if row.what == Step.ASK.value and row.state == State.PROPOSED]
    waiting = {row.player_id for row in open_questions}
    steps = [_step(row, person, waiting) for row in rows if row not in open_questions]
    return SettlingPage(
        questions=tuple(_questions(open_questions, person, section)),
        steps=tuple(step for step in steps if step.is_open or step.is_void),
        done=tuple(step for step in steps if not (step.is_open or step.is_void)),
    )


def settlement_words(row: Consequence) -> str:
    """Say what follows: a right with its event, a prize with its place."""
    what = Step(row.asks) if row.what == Step.ASK.value and row.asks else Step(row.what)
    match what:
        case Step.TITLE:
            number = f" ({row.cycle})" if row.cycle else ""
            return f"{word('title', row.value)}{number}"
        case Step.PRIZE:
            return _("prize for place %(place)s") % {"place": row.value}
        case Step.RIGHT:
            return _("right to enter: %(kind)s") % {"kind": kind_words(row.value)}
        case Step.HALF_RIGHT:
            return _("half a right to enter: %(kind)s") % {"kind": kind_words(row.value)}
        case Step.UP:
            return _("goes on to: %(kind)s") % {"kind": kind_words(row.value)}
        case Step.DOWN:
            return _("goes down to: %(kind)s") % {"kind": kind_words(row.value)}
        case _:
            return row.value


def _step(row: Consequence, person: User, waiting: set[int | None]) -> SettlingStep:
    until = (row.right_facts or {}).get("expires")
    is_right = row.what in (Step.RIGHT.value, Step.HALF_RIGHT.value)
    return SettlingStep(
        row=row,
        player=row.player,
        words=settlement_words(row),
        clause=Clause.parse(row.clause),
        until=day(date.fromisoformat(until)) if until else "",
        grounds=grounds_from(row.grounds),
        is_his_own=row.player is not None and player_of(person) == row.player,
        waits=is_right and row.player_id in waiting,
    )


def _questions(rows: Sequence[Consequence], person: User, section: Section) -> list[TieQuestion]:
    """Return one question for all who share it."""
    grouped: dict[tuple[str, tuple[str, ...]], list[Consequence]] = {}
    for row in rows:
        # the decision of the Board on champions gives no places: it is a question of its own
        own = row.value if row.asks == Step.TITLE.value else ""
        grouped.setdefault((own, tuple(row.sharing)), []).append(row)
    names = players_sharing(rows)
    return [_question(several, names, person, section) for several in grouped.values()]


def _question(rows: Sequence[Consequence], names: dict[int, Player], person: User, section: Section) -> TieQuestion:
    first = rows[0]
    first.section = section
    grounds = {repr(ground): ground for row in rows for ground in grounds_from(row.grounds)}
    return TieQuestion(
        row=first,
        at_stake=tuple(dict.fromkeys((settlement_words(row), Clause.parse(row.clause)) for row in rows)),
        players=tuple(names[int(player)] for player in first.sharing if int(player) in names),
        office=office_words(who_chooses(first).value),
        may_choose=may_choose(person, first),
        grounds=tuple(grounds.values()),
    )
