"""The games of a section as a list: all of them, those of one player, or those of one match of teams."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import pgettext

from slowmate.server.events.models import Seat, SeatHolding
from slowmate.server.events.pages.section_table import GameLinks, Named, named
from slowmate.server.events.queries.record import who_plays
from slowmate.server.events.queries.sections import SectionPairing, SectionRows
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.text import result, termination


@dataclass(frozen=True, slots=True)
class GameLine:
    white: Named
    black: Named
    board: int | None
    link: str
    result: str
    """Or that it runs."""
    how: str
    plies: int
    finished: datetime | None
    is_mine: bool

    @property
    def moves(self) -> int:
        return (self.plies + 1) // 2


def chosen(rows: SectionRows, *, player: str = "", match: str = "") -> list[SectionPairing]:
    """The pairings of a player by his number, or of the match of two teams by theirs (``3-7``); else all."""
    teams = {seat.pk: seat.team_id for seat in rows.seats}
    pair = {number for one in match.split("-") if (number := parse_positive_int(one)) is not None}
    if len(pair) == 2:
        return [one for one in rows.pairings if {teams[one.white_id], teams[one.black_id]} == pair]
    if (wanted := parse_positive_int(player)) is not None:
        seats = {seat.pk: seat for seat in rows.seats}
        return [one for one in rows.pairings if wanted in {who.player_id for who in _players(rows, one, seats)}]
    return list(rows.pairings)


def game_lines(
    rows: SectionRows, pairings: Sequence[SectionPairing], *, seen: Collection[int], me: int | None = None
) -> list[GameLine]:
    """These games as a list shows them, with links to those that are *seen*."""
    seats = {seat.pk: seat for seat in rows.seats}
    links = GameLinks(seen)
    return [_line(one, _players(rows, one, seats), links.to(one.game), me) for one in pairings]


def _players(rows: SectionRows, one: SectionPairing, seats: Mapping[int, Seat]) -> tuple[Seat | SeatHolding, ...]:
    """Who plays or played a game: of a seat that a substitute took, the one whose game it was at its end."""
    white, black = rows.sat_on(seats[one.white_id]), rows.sat_on(seats[one.black_id])
    game = one.game
    return who_plays(white, game.white_id if game else None), who_plays(black, game.black_id if game else None)


def _line(pairing: SectionPairing, players: Sequence[Seat | SeatHolding], link: str, me: int | None) -> GameLine:
    game, (white, black) = pairing.game, players
    over = game is not None and bool(game.result)
    return GameLine(
        white=named(white),
        black=named(black),
        board=pairing.board,
        link=link,
        result=result(game.result) if game and over else pgettext("of a game", "running"),
        how=termination(game.termination) if game and over else "",
        plies=game.plies if game and over else 0,
        finished=game.finished if game else None,
        is_mine=me in (white.player_id, black.player_id),
    )
