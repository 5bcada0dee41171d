"""Norms and titles of the demo: two sections of masters for one who makes their title, and all that the rules find."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import combinations
from random import Random

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.demo import archive
from slowmate.server.demo.archive import LONGEST_GAME
from slowmate.server.demo.games import Line
from slowmate.server.demo.sections import Section, Written
from slowmate.server.events.models import Section as Kept
from slowmate.server.people.models import Office, Player
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.queries.pending_sections import sections_to_search
from slowmate.server.titles.services import awards, norms
from slowmate.server.titles.services.norm_search import search_section

GAMES = 30
"""Of their rating before, at least: it is a fixed one."""
FAR_FROM_BEST = 60
"""Nobody expected it of them: they play with the masters nowhere else."""
Final = tuple[Section, list[Written]]
SIZE, CUP = 13, 9
WINS = 8
"""Of the one who makes their title; their other games are drawn."""


def masters(at: datetime, players: Sequence[Player], lot: Random, *, spare: dict[Result, list[Line]]) -> list[Final]:
    """Return two sections of the best: one player without a title makes a norm in each, the second of them last
    week."""
    best = sorted(players[2:], key=lambda player: -(player.rating or 0))
    hero = next(player for player in best[FAR_FROM_BEST:] if not player.title and player.rating_games >= GAMES)
    sections = []
    for number, (started, ended) in enumerate(((900, 520), (430, 6))):
        field = [hero, *(player for player in best[number : SIZE + number])][:SIZE]
        starts = (at - timedelta(days=started)).replace(hour=0, minute=0, second=0, microsecond=0)
        last = (at - timedelta(days=ended)).replace(microsecond=0)
        section = Section(f"Amici Masters {starts.year}", field, clocks.Unrecorded(), starts, is_over=True)
        sections.append((section, _written(section, hero, last, lot, spare)))
    return sections


def finals(
    at: datetime, players: Sequence[Player], strength: dict[int, int], lot: Random, *, spare: dict[Result, list[Line]]
) -> list[Final]:
    """Return the finals of two World Cups: their winners become International Masters once the offices decide so."""
    field = [player for player in players[2:] if not player.title][: 2 * CUP]
    sections = []
    for number, ended in enumerate((45, 9)):
        starts = (at - timedelta(days=ended) - LONGEST_GAME).replace(hour=0, minute=0, second=0, microsecond=0)
        chosen = field[number * CUP : (number + 1) * CUP]
        name = f"World Cup {19 + number}, Final"
        section = Section(name, chosen, clocks.Unrecorded(), starts, is_over=True, kind="world-cup-final")
        sections.append((section, archive.written(section, strength, lot, spare=spare)))
    return sections


def _written(
    section: Section, hero: Player, last: datetime, lot: Random, spare: dict[Result, list[Line]]
) -> list[Written]:
    """Return the games with their moves; those of the hero are the last to end, a few hours one after the other."""
    terms = Terms(starts=section.starts, time_control=section.control)
    written: list[Written] = []
    for number, pair in enumerate(combinations(section.players, 2)):
        is_of_hero = hero in pair
        white, black = pair if number % 2 or is_of_hero else pair[::-1]
        ended = section.starts + (last - section.starts) * lot.uniform(0.3, 0.9)
        result = lot.choice((Result.DRAW, Result.DRAW, Result.DRAW, Result.WHITE_WINS, Result.BLACK_WINS))
        if is_of_hero:
            ended = last - timedelta(hours=4 * (SIZE - 2 - number))
            result = Result.WHITE_WINS if number < WINS else Result.DRAW
        written.append(archive.imported(white, black, terms, spare[result].pop().moves, result, ended=ended))
    return written


def look(officials: Mapping[Office.Kind, User], *, at: datetime) -> None:
    """Search each section as if it had just ended; the offices have decided since, but for two direct titles."""
    for pk, ended in list(sections_to_search().values_list("pk", "ended")):
        search_section(pk, at=min(at, datetime.combine(ended or at.date(), time(22), UTC)))
    commissioner, board = officials[Office.Kind.QUALIFICATIONS], officials[Office.Kind.EXECUTIVE_BOARD]
    waiting = Norm.objects.filter(state=Norm.State.PROPOSED).order_by("earned", "pk")
    for player, section in list(dict.fromkeys(waiting.values_list("player_id", "section_id"))):
        numbers = list(waiting.filter(player=player, section=section).values_list("pk", flat=True))
        ended = Kept.objects.values_list("ended", flat=True).get(pk=section)
        when = datetime.combine(ended or at.date(), time(9), UTC) + timedelta(days=12)
        norms.confirm(numbers, actor=commissioner, at=min(at, when))
    first = TitleAward.objects.filter(state=TitleAward.State.PROPOSED).order_by("earned", "pk").first()
    if first is not None:
        awards.recommend(first.pk, actor=board, at=at - timedelta(days=2))
