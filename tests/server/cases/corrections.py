"""Settled sections and corrections of their results, for the tests of cases."""

from datetime import timedelta
from typing import Any

from slowmate.play import commands
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.desk import services as desk
from slowmate.server.events.models import Case, Section
from slowmate.server.events.services import settling
from slowmate.server.games.models import Game
from slowmate.server.titles.services.norm_search import search_section
from tests.server.events.test_settling import AFTER, over, player

LATER = AFTER + timedelta(days=3)
CUP = "world-cup-preliminary"


def settled(kind: str = CUP, many: int = 7, **fields: Any) -> tuple[Section, User]:
    """A section whose consequences are all carried out, and who runs it; searched for norms."""
    section, who = over(kind, many, **({"number": 25} if kind == CUP else {}), **fields)
    settling.carry_out_all(section.pk, list(section.consequences.values_list("pk", flat=True)), actor=who, at=AFTER)
    settling.settle(section.pk, actor=who, at=AFTER)
    search_section(section.pk, at=AFTER)
    section.refresh_from_db()
    return section, who


def game_of(section: Section, one: int, other: int) -> Game:
    """The game of two players, by their numbers in the section."""
    both = [player(section, one), player(section, other)]
    return Game.objects.get(pairing__section=section, white__in=both, black__in=both)


def lost_by(section: Section, one: int, other: int) -> Game:
    """The director corrects the game of two players: the first one has lost it."""
    game = game_of(section, one, other)
    result = Result.BLACK_WINS if game.white == player(section, one) else Result.WHITE_WINS

    def make(name: str) -> commands.DirectorCommand:
        return commands.CorrectResult(director=name, reason="The report was wrong.", result=result)

    director = section.director
    assert director is not None
    return desk.decide(game.pk, make, actor=director, at=LATER)


def corrected(section: Section) -> Case:
    """The winner has lost to the next two, and is third: a case is open."""
    for other in (2, 3):
        lost_by(section, 1, other)
    return Case.objects.get(procedure="correction", section=section)
