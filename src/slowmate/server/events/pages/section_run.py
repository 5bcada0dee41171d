"""What follows from a section that is over, for whoever settles it: each step with its grounds, and who decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from slowmate.events.running.consequences import Step
from slowmate.rulebook import Clause, Ground
from slowmate.rulebook.kept import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Consequence, Section
from slowmate.server.events.permissions import may_choose, who_chooses
from slowmate.server.events.text import kind_words, office_words
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.text import day, word

State = Consequence.State


@dataclass(frozen=True, slots=True)
class Follows:
    """One step that follows: for whom, what, by which clause, and how far it is."""

    row: Consequence
    player: Player | None
    words: str
    clause: Clause
    until: str
    grounds: tuple[Ground, ...]
    is_his_own: bool
    """Whoever reads it is the player himself: somebody else decides."""
    waits: bool
    """A question about the same player comes first."""

    @property
    def is_open(self) -> bool:
        return self.row.state == State.PROPOSED

    @property
    def is_void(self) -> bool:
        return self.row.state == State.DONE and self.row.is_void


@dataclass(frozen=True, slots=True)
class Question:
    """Equals of whom not all can have something; an office chooses, once for all that hangs on it."""

    row: Consequence
    at_stake: tuple[tuple[str, Clause], ...]
    players: tuple[Player, ...]
    office: str
    may_choose: bool
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class SettlingPage:
    questions: tuple[Question, ...]
    steps: tuple[Follows, ...]
    done: tuple[Follows, ...]

    @property
    def left(self) -> int:
        return len(self.questions) + len(self.steps)

    @property
    def may_do_all(self) -> list[Follows]:
        """What can be carried out with one press."""
        return [one for one in self.steps if one.is_open and not one.is_his_own and not one.waits]


def settling_page(section: Section, person: User) -> SettlingPage:
    rows = list(section.consequences.select_related("player", "right", "decision__by__player").order_by("pk"))
    asked = [row for row in rows if row.what == Step.ASK.value and row.state == State.PROPOSED]
    waiting = {row.player_id for row in asked}
    others = [_follows(row, person, waiting) for row in rows if row not in asked]
    return SettlingPage(
        questions=tuple(_questions(asked, person, section)),
        steps=tuple(one for one in others if one.is_open or one.is_void),
        done=tuple(one for one in others if not (one.is_open or one.is_void)),
    )


def step_words(row: Consequence) -> str:
    """What follows, for people: a right with its event, a prize with its place."""
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


def _follows(row: Consequence, person: User, waiting: set[int | None]) -> Follows:
    until = (row.right_facts or {}).get("expires")
    is_right = row.what in (Step.RIGHT.value, Step.HALF_RIGHT.value)
    return Follows(
        row=row,
        player=row.player,
        words=step_words(row),
        clause=Clause.parse(row.clause),
        until=day(date.fromisoformat(until)) if until else "",
        grounds=grounds_from(row.grounds),
        is_his_own=row.player is not None and player_of(person) == row.player,
        waits=is_right and row.player_id in waiting,
    )


def _questions(asked: Sequence[Consequence], person: User, section: Section) -> list[Question]:
    """One question for all who share it."""
    grouped: dict[tuple[str, tuple[str, ...]], list[Consequence]] = {}
    for row in asked:
        # the Board's word on champions gives no places: it is a question of its own
        own = row.value if row.asks == Step.TITLE.value else ""
        grouped.setdefault((own, tuple(row.sharing)), []).append(row)
    names = _players([one for row in asked for one in row.sharing])
    return [_question(rows, names, person, section) for rows in grouped.values()]


def _question(rows: Sequence[Consequence], names: dict[int, Player], person: User, section: Section) -> Question:
    first = rows[0]
    first.section = section
    grounds = {repr(ground): ground for row in rows for ground in grounds_from(row.grounds)}
    return Question(
        row=first,
        at_stake=tuple(dict.fromkeys((step_words(row), Clause.parse(row.clause)) for row in rows)),
        players=tuple(names[int(one)] for one in first.sharing if int(one) in names),
        office=office_words(who_chooses(first).value),
        may_choose=may_choose(person, first),
        grounds=tuple(grounds.values()),
    )


def _players(numbers: Sequence[str]) -> dict[int, Player]:
    return Player.objects.in_bulk([int(one) for one in set(numbers)])
