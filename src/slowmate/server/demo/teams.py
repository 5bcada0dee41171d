"""A team match of the demo that is played: two boards were taken by substitutes, one of whom asks for the status of a
replacement."""

from datetime import datetime, timedelta
from random import Random

from slowmate.events.organising.pairings import team_round_robin
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import User
from slowmate.server.demo import events as events_of_demo
from slowmate.server.demo import sections as demo_sections
from slowmate.server.demo.games import DAY, Line, lines
from slowmate.server.demo.sections import ScriptedGame, Written, row_and_events
from slowmate.server.events.models import Event, Pairing, Seat, Section, Team
from slowmate.server.events.regulations import Regulations, plain
from slowmate.server.events.services import replacement_status, substituting
from slowmate.server.games.rating import RatingTerms, copy_rating_terms
from slowmate.server.games.terms import PRESETS
from slowmate.server.people.models import Player
from slowmate.server.site.fields import federations

CONTROL = PRESETS["triple-block-4"]
NATIONS = ("ENG", "CZE", "GER")
BOARDS = 3
PLIES = 9
"""Plies played when the substitutes came: fewer than ten moves a game."""
DAYS_AGO, TAKEN, ASKED = 20, 6, 5


def make(players: list[Player], director: User, *, at: datetime, lot: Random) -> Section:
    """Write England, Czechia and Germany on three boards. Ada and Boris are substitutes for two players who fell ill;
    Boris asks for the status, Ada has not asked yet."""
    ada, boris = players[:2]
    starts = (at - DAYS_AGO * DAY).replace(hour=0, minute=0, second=0, microsecond=0)
    section = _section(starts, director)
    seats = _seats(section, players)
    terms = Terms(starts=starts, time_control=CONTROL)
    _games(section, seats, terms, director, until=at - TAKEN * DAY, lot=lot)
    taken = at - TAKEN * DAY
    for player, reason in (
        (ada, "The captain names Ada Lovelock: the player of board 1 has fallen ill."),
        (boris, "The captain names Boris Novotný: the player of board 1 has moved abroad."),
    ):
        seat = next(seat for seat in seats if seat.federation == player.federation and seat.board == 1)
        substituting.place(section.pk, seat.pk, player, reason=reason, actor=director, at=taken)
    if boris.user is not None:
        replacement_status.ask(section.pk, actor=boris.user, at=at - ASKED * DAY)
    return section


def _section(starts: datetime, director: User) -> Section:
    day = starts.date()
    event = Event.objects.create(
        name="Three Nations Team Match",
        kind="zonal-team",
        state=Event.State.RUNNING,
        start=day,
        announced=day - timedelta(days=90),
        deadline=day - timedelta(days=30),
        fee=0,
        level=events_of_demo.level_from(day),
        regulations=plain(Regulations(time_control=CONTROL)),
        made=starts,
        is_demo=True,
    )
    posted = day - timedelta(days=14)
    return Section.objects.create(
        event=event, number=1, name="", state=Section.State.RUNNING, start=day, posted=posted, director=director
    )


def _seats(section: Section, players: list[Player]) -> list[Seat]:
    """Create seats for the best of each nation by board, except those who come in later."""
    seats: list[Seat] = []
    for nation in NATIONS:
        own = [player for player in players[2:] if player.federation == nation and player.user is not None]
        line_up = sorted(own, key=lambda player: (-(player.rating or 0), player.pk))[:BOARDS]
        team = Team.objects.create(
            event=section.event, name=federations()[nation], federation=nation, captain=line_up[-1].user
        )
        own_seats = events_of_demo.seats_of(section, line_up)
        for board, seat in enumerate(own_seats, 1):
            seat.number, seat.team, seat.board = len(seats) + board, team, board
        seats += own_seats
    Seat.objects.bulk_create(seats)
    return seats


def _games(section: Section, seats: list[Seat], terms: Terms, director: User, *, until: datetime, lot: Random) -> None:
    by_id = {str(seat.pk): seat for seat in seats}
    teams = [[str(seat.pk) for seat in seats if seat.federation == nation] for nation in NATIONS]
    drawn = team_round_robin(teams, start=section.start).value.games
    usable = [line for line in lines() if line.chess960 is None and line.stood == "*" and len(line.moves) > 2 * PLIES]
    written: list[Written] = []
    for number, game in enumerate(drawn):
        white, black = by_id[game.white], by_id[game.black]
        written.append(
            _game(section, white, black, usable[number % len(usable)], terms, director, until=until, lot=lot)
        )
    events_of_demo.save(written)
    Pairing.objects.bulk_create(
        Pairing(section=section, white=by_id[game.white], black=by_id[game.black], board=game.board, game=row)
        for game, (row, _events) in zip(drawn, written, strict=True)
    )


def _game(
    section: Section,
    white: Seat,
    black: Seat,
    line: Line,
    terms: Terms,
    director: User,
    *,
    until: datetime,
    lot: Random,
) -> Written:
    plies = lot.randrange(4, PLIES)
    paired = demo_sections.Pairing(white.player, black.player, line, plies, is_over=False)
    telling = demo_sections.running(terms, paired, lot, until)
    row, events = row_and_events(ScriptedGame(white.player, black.player, str(section), telling), director)
    rating = RatingTerms(
        is_rated=True,
        pool=section.event.pool,
        event_kind=section.event.kind,
        event_key=f"section/{section.pk}",
        white_start=white.start_rating,
        black_start=black.start_rating,
        white_by_level=white.starts_by_level,
        black_by_level=black.starts_by_level,
        level=section.event.level,
    )
    copy_rating_terms(rating, terms, to=row)
    return row, events
