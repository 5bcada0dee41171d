"""What the core says is at stake in a running game: after a win, a draw and a loss."""

from slowmate.events.running.outlook import Stakes
from slowmate.records import Family
from slowmate.server.events.models import Section
from slowmate.server.events.queries.record import sections_with_event
from slowmate.server.events.queries.section_cache import stakes_of
from slowmate.server.events.queries.sections import SectionGame, SectionRows, rows_of
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player


def has_stakes(game: Game) -> bool:
    """Whether anything can be at stake: the game is not over, and is rated or played in a section that runs."""
    return game.status != Game.Status.FINISHED and (game.is_rated or _is_in_section(game))


def _is_in_section(game: Game) -> bool:
    pairing = getattr(game, "pairing", None)
    if pairing is None or pairing.section.state != Section.State.RUNNING:
        return False
    return bool(pairing.section.event.kind_of.family is not Family.FIDE)


def section_of_game(game: Game) -> SectionRows | None:
    """Read the running section of a game; None for a game that is over or belongs to no such section."""
    is_open = game.status != Game.Status.FINISHED and _is_in_section(game)
    return rows_of(sections_with_event().get(pk=game.pairing.section_id)) if is_open else None


def stakes_for(game: Game, player: Player, rows: SectionRows | None) -> Stakes | None:
    """Return what is at stake for one of the players of a game in its section; None if the game has ended meanwhile."""
    if rows is None:
        return None
    number = next((number for number, pairing in enumerate(rows.pairings) if _is_of(pairing.game, game)), None)
    if number is None or rows.record.games[number].result is not None:
        return None
    white, black = stakes_of(rows.record, rows.record.games[number])
    return white if player.pk == game.white_id else black


def _is_of(row: SectionGame | None, game: Game) -> bool:
    return row is not None and row.pk == game.pk
