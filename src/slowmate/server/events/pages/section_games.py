"""The games of a section as a list: all of them, those of one player, or those of one match of teams."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import pgettext

from slowmate.server.events.pages.section_table import GameLinks
from slowmate.server.events.queries.sections import (
    Opponents,
    Participant,
    SectionPairing,
    SectionRows,
    opponents_in,
    pairings_of_match,
    pairings_of_player,
    participant,
)
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.text import result, termination


@dataclass(frozen=True, slots=True)
class SectionGameLine:
    white: Participant
    black: Participant
    board: int | None
    link: str
    result: str
    """Or that it runs."""
    how: str
    plies: int
    is_over: bool
    finished: datetime | None
    is_mine: bool

    @property
    def moves(self) -> int:
        return (self.plies + 1) // 2


def filtered_pairings(rows: SectionRows, *, player: str = "", match: str = "") -> list[SectionPairing]:
    """Return the pairings of a player by their number, or of a match by those of its teams (``3-7``); else all."""
    teams = {number for part in match.split("-") if (number := parse_positive_int(part)) is not None}
    if len(teams) == 2:
        return pairings_of_match(rows, teams)
    if (number := parse_positive_int(player)) is not None:
        return pairings_of_player(rows, number)
    return list(rows.pairings)


def game_lines(
    rows: SectionRows, pairings: Sequence[SectionPairing], *, visible: Collection[int], me: int | None = None
) -> list[SectionGameLine]:
    """Return a line for each of these games, with links to those that are *visible*."""
    links = GameLinks(visible)
    return [
        _line(pairing, players, links.to(pairing.game), me)
        for pairing, players in zip(pairings, opponents_in(rows, pairings), strict=True)
    ]


def _line(pairing: SectionPairing, players: Opponents, link: str, me: int | None) -> SectionGameLine:
    game, (white, black) = pairing.game, players
    is_over = game is not None and bool(game.result)
    return SectionGameLine(
        white=participant(white),
        black=participant(black),
        board=pairing.board,
        link=link,
        result=result(game.result) if game and is_over else pgettext("of a game", "running"),
        how=termination(game.termination) if game and is_over else "",
        plies=game.plies if game and is_over else 0,
        is_over=is_over,
        finished=game.finished if game else None,
        is_mine=me in (white.player_id, black.player_id),
    )
