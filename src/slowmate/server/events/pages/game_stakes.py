"""What a running game means for one of its players: what a win, a draw and a loss bring for place, rights, norms and
rating."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from slowmate.events.running.certainty import Chance
from slowmate.events.running.goals import goals
from slowmate.events.running.outlook import NORM_CHANCE, PlayerOutlook, Stakes
from slowmate.records import Family
from slowmate.rulebook import Clause
from slowmate.server.events.models import Section
from slowmate.server.events.pages.section_outlook import (
    ChanceCell,
    chance_cell,
    goal_words,
    of_goal,
    places,
    step_words,
)
from slowmate.server.events.queries.record import sections_with_event
from slowmate.server.events.queries.section_cache import stakes_of
from slowmate.server.events.queries.sections import SectionRows, rows_of
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.queries.forecast import GameOutlook, Outcome, of_game
from slowmate.words import score


@dataclass(frozen=True, slots=True)
class MeaningLine:
    """One thing that the game decides about: how it stands now, and after each result."""

    words: str
    now: ChanceCell
    win: ChanceCell
    draw: ChanceCell
    loss: ChanceCell
    clause: Clause | None = None

    @property
    def depends(self) -> bool:
        """Whether the result makes a difference."""
        return len({self.win, self.draw, self.loss}) > 1

    @property
    def is_gone(self) -> bool:
        return all(cell.step == Chance.GONE for cell in (self.now, self.win, self.draw, self.loss))


@dataclass(frozen=True, slots=True)
class Meaning:
    """*lines*: what depends on the game first; what can no longer be reached however it ends is left out."""

    section: Section | None
    """None: a game of no event, which counts for the rating alone."""
    lines: list[MeaningLine]
    team: str = ""
    """Whose place and rights these are, where it is not the player's own."""
    has_rating: bool = False

    @property
    def depends(self) -> bool:
        return any(line.depends for line in self.lines)


def has_meaning(game: Game) -> bool:
    """Whether there is anything to ask: a game that is not over, is rated, or is played in a section that runs."""
    return game.status != Game.Status.FINISHED and (game.is_rated or _is_in_section(game))


def _is_in_section(game: Game) -> bool:
    pairing = getattr(game, "pairing", None)
    if pairing is None or pairing.section.state != Section.State.RUNNING:
        return False
    return bool(pairing.section.event.kind_of.family is not Family.FIDE)


def meaning_of(game: Game, player: Player) -> Meaning | None:
    """For one of the two who play it, in a constant number of queries; what the core says of a section is kept."""
    if not has_meaning(game):
        return None
    rows, rating = _rows_of(game), _rating(game, player)
    found = _stakes_in(rows, game, player) if rows else None
    if rows is None or found is None:
        return Meaning(None, rating, has_rating=True) if rating else None
    lines = [line for line in (*_places(found), *_goals(found, rows), *_norms(found)) if not line.is_gone]
    lines.sort(key=lambda line: not line.depends)
    team = rows.team_names.get(found.team or "", "")
    return Meaning(rows.section, [*lines, *rating], team, has_rating=bool(rating))


def stakes_for(game: Game, player: Player) -> Stakes | None:
    """The same as the core says it, for programs."""
    rows = _rows_of(game)
    return _stakes_in(rows, game, player) if rows else None


def _rows_of(game: Game) -> SectionRows | None:
    is_open = game.status != Game.Status.FINISHED and _is_in_section(game)
    return rows_of(sections_with_event().get(pk=game.pairing.section_id)) if is_open else None


def _stakes_in(rows: SectionRows, game: Game, player: Player) -> Stakes | None:
    """None, if the game has ended meanwhile."""
    place = next((place for place, one in enumerate(rows.pairings) if one.game and one.game.pk == game.pk), None)
    if place is None or rows.record.games[place].result is not None:
        return None
    white, black = stakes_of(rows.record, rows.record.games[place])
    return white if player.pk == game.white_id else black


def _line(
    words: str, found: Stakes, cell: Callable[[PlayerOutlook], ChanceCell], clause: Clause | None = None
) -> MeaningLine:
    return MeaningLine(words, cell(found.now), cell(found.win), cell(found.draw), cell(found.loss), clause)


def _places(found: Stakes) -> list[MeaningLine]:
    if found.now.best is None:
        return []
    return [
        _line(gettext("Place at the end"), found, lambda one: ChanceCell(places(one.best or 0, one.worst or 0), "")),
        _line(gettext("First place"), found, lambda one: chance_cell(one.first, Chance.POSSIBLE)),
    ]


def _goals(found: Stakes, rows: SectionRows) -> list[MeaningLine]:
    if found.now.best is None:
        return []
    return [
        _line(
            f"{step_words(goal.what, goal.to)} ({goal_words(goal)})",
            found,
            lambda one, goal=goal: of_goal(one, goal),  # type: ignore[misc]  # its own goal for each
            goal.clause,
        )
        for goal in goals(rows.record)
    ]


def _norms(found: Stakes) -> list[MeaningLine]:
    lines = []
    for place, norm in enumerate(found.now.norms):
        facts = {"title": norm.title, "needed": score(norm.needed), "points": score(norm.points)}
        words = gettext("Norm of %(title)s: %(needed)s points, %(points)s so far") % facts

        def cell(one: PlayerOutlook, place: int = place) -> ChanceCell:
            there = one.norms[place]
            if NORM_CHANCE[there.state] is Chance.CERTAIN:
                return ChanceCell(pgettext("of a norm", "made"), Chance.CERTAIN.value)
            return chance_cell(there.odds, NORM_CHANCE[there.state])

        lines.append(_line(words, found, cell))
    return lines


def _rating(game: Game, player: Player) -> list[MeaningLine]:
    """What the game brings by itself for the rating of the next list; nothing where it is not rated."""
    found = of_game(game, player)
    if found is None:
        return []
    words = gettext("Rating")
    return [MeaningLine(words, _before(found), _after(found.win), _after(found.draw), _after(found.loss))]


def _before(found: GameOutlook) -> ChanceCell:
    rating, change = found.draw.rating, found.draw.change
    return ChanceCell("–" if rating is None or change is None else str(rating - change), "")


def _after(outcome: Outcome) -> ChanceCell:
    if outcome.rating is None:
        return ChanceCell("–", "")
    change = f" ({outcome.change:+d})" if outcome.change else ""
    return ChanceCell(f"{outcome.rating}{change}", "")
