"""A living federation to look at: players, sections at different stages, and whatever waits for a director.

Made on the first start of a demo, from fixed lots, relative to that day. Everything goes through the core; the last
touches (messages, leave, offers) through the same services that people use.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

from slowmate.board import Colour
from slowmate.play import commands, events
from slowmate.play.clocks import TimeControl
from slowmate.play.terms import Terms
from slowmate.records import Result
from slowmate.server import clock
from slowmate.server.models import Game, GameEvent, Mail, Office, Player, User
from slowmate.server.services import demo_post, demo_touches, games, store, terms
from slowmate.server.services.demo_games import (
    DAY,
    DIRECTOR,
    HOUR,
    Line,
    Telling,
    end,
    lines,
    longest_thought,
    tell_moves,
)
from slowmate.server.services.demo_people import Person, people

PASSWORD = "amici sumus"  # noqa: S105 - printed when the demo starts
ADA, BORIS = "ada@demo.example", "boris@demo.example"
DIRECTOR_MAIL = "director@demo.example"
PLAYERS = 300
SECTION = 9
"""Players in a section; everybody meets everybody."""
RUNNING, OVER = 22, 36
"""Sections that are being played, and that have ended."""
BATCH = 2000


@dataclass(frozen=True, slots=True)
class Section:
    """One section: what it is called, who plays, how fast, since when."""

    label: str
    players: list[Player]
    control: TimeControl
    starts: datetime
    is_over: bool
    is_chess960: bool = False


def ensure() -> list[str]:
    """Make the demo unless it is there; what to say of it."""
    if not Player.objects.filter(is_demo=True).exists():
        with transaction.atomic():
            make(at=clock.now())
    counted = {"players": Player.objects.count(), "games": Game.objects.count()}
    running = Game.objects.filter(status=Game.Status.RUNNING).count()
    return [
        f"A federation of {counted['players']} invented players; {running} of {counted['games']} games are running.",
        f"Sign in as a player, {ADA}, or as the tournament director, {DIRECTOR_MAIL}.",
        f"The password is the same for everybody here: {PASSWORD}",
    ]


def make(*, at: datetime, running: int = RUNNING, over: int = OVER) -> None:
    """Everything, at an instant, in one transaction."""
    lot = Random("a living federation")  # noqa: S311 - the same every time, on purpose
    director, players = _people(lot)
    told = list(_told(_sections(lot, players, at, running=running, over=over), lot, at))
    told += _special(players, at)
    _write(told, director)
    demo_touches.last_touches(players, at=at)
    demo_post.by_post(director, players, at=at)
    demo_post.requests(demo_touches.running(players[0])[0], at=at)
    Mail.objects.all().delete()  # nobody is told of what happened before the demo began


# people


def _people(lot: Random) -> tuple[User, list[Player]]:
    """Accounts that all have one password, each with a player; the director plays nowhere."""
    ada = Person("Ada Lovelock", "ENG", "f", 1981, 2247, 164, "CCE")
    boris = Person("Boris Novotný", "CZE", "m", 1969, 2302, 311, "CCM")
    everybody = [ada, boris, *people(lot, PLAYERS - 2)]
    hashed = make_password(PASSWORD)  # once: hashing is slow on purpose
    mails = [ADA, BORIS] + [f"player{number}@demo.example" for number in range(3, PLAYERS + 1)]
    zones = {"CZE": "Europe/Prague", "GER": "Europe/Berlin", "ENG": "Europe/London", "ARG": "America/Buenos_Aires"}
    users = [
        User(
            email=mail,
            password=hashed,
            zone=zones.get(person.federation, "UTC"),
            language="cs" if mail == BORIS else "en",
        )
        for mail, person in zip(mails, everybody, strict=True)
    ]
    director = User(email=DIRECTOR_MAIL, password=hashed)
    User.objects.bulk_create([*users, director])
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in [*users, director]
    )
    players = [
        Player(
            user=user,
            name=person.name,
            federation=person.federation,
            sex=person.sex,
            birth_year=person.birth_year,
            title=person.title,
            rating=person.rating,
            rating_games=person.rating_games,
            iccf_id=f"{990_000 + number}",
            is_demo=True,
        )
        for number, (user, person) in enumerate(zip(users, everybody, strict=True))
    ]
    Player.objects.bulk_create(players)
    Player.objects.create(user=director, name=DIRECTOR, federation="ITA", sex="f", is_demo=True)
    Office.objects.create(user=director, kind=Office.Kind.DIRECTOR, begins=datetime(2020, 1, 1, tzinfo=UTC).date())
    return director, players


# sections and their games

_EVENTS = ("Master Class", "Higher Class", "Open Class", "Spring Cup", "Autumn Cup", "Friendship Cup", "Jubilee")
_CONTROLS = (
    "classic-10-50",
    "triple-block-4",
    "classic-10-50",
    "fischer-30-3",
    "classic-10-30",
    "triple-block-5",
    "fixed-7",
)


def _sections(lot: Random, players: list[Player], at: datetime, *, running: int, over: int) -> list[Section]:
    """Sections of the last four years, a third of them running; Ada and Boris play in several."""
    known = players[:2]
    sections = []
    midnight = at.replace(hour=0, minute=0, second=0)
    ages = [2 + 7 * number for number in range(running)] + [420 + 19 * number for number in range(over)]
    for number, age in enumerate(ages):
        is_over = number >= running
        chosen = lot.sample(players[2:], SECTION)
        if number % 4 == 1:
            chosen[:2] = known if number % 8 == 1 else [known[0], chosen[1]]
        starts = midnight - age * DAY
        name = _EVENTS[number % len(_EVENTS)]
        is_chess960 = number in (9, 40, 61)
        label = f"{'Chess960 ' if is_chess960 else ''}{name} {starts.year}/{number % 40 + 1:02}"
        is_slow = not is_over and age > 80
        control = terms.PRESETS["classic-10-50" if is_slow else _CONTROLS[number % len(_CONTROLS)]]
        sections.append(Section(label, chosen, control, starts, is_over, is_chess960))
    return sections


@dataclass(slots=True)
class Told:
    """A game told to its end or to today, ready to be written."""

    white: Player
    black: Player
    label: str
    telling: Telling


def _told(sections: list[Section], lot: Random, at: datetime) -> Iterator[Told]:
    """The games of all sections. A line is used once."""
    finished = {False: [], True: []}  # type: dict[bool, list[Line]]
    running = {False: [], True: []}  # type: dict[bool, list[Line]]
    for line in lines():
        (running if line.stood == "*" else finished)[line.chess960 is not None].append(line)
    for pool in running.values():
        pool.sort(key=lambda line: len(line.moves))
    for section in sections:
        for number, (one, other) in enumerate(combinations(section.players, 2)):
            white, black = (one, other) if number % 2 else (other, one)
            age = (at - section.starts) / DAY
            is_over = section.is_over or lot.random() < max(0, age - 30) / 300
            pace = longest_thought(section.control) / 3 * lot.uniform(0.7, 1.1)
            plies = 0 if is_over else int((at - section.starts) / pace)
            pool = (finished if is_over else running)[section.is_chess960]
            if not pool:
                continue
            line = pool.pop(0) if is_over else _long_enough(pool, plies)
            telling = Telling(Terms(starts=section.starts, time_control=section.control, chess960=line.chess960))
            if is_over:
                _tell_finished(telling, line, lot, at)
            else:
                _tell_running(telling, line, plies, lot, at)
            yield Told(white, black, section.label, telling)


_LENGTHS = (11, 14, 16, 18, 20, 22, 26, 30, 40, 60)
"""How many moves of a line are told at most, by lot: the demo is to start in seconds."""


def _tell_finished(telling: Telling, line: Line, lot: Random, at: datetime) -> None:
    plies = min(len(line.moves), lot.choice(_LENGTHS))
    stood = line.stood if plies == len(line.moves) else lot.choice(("1/2", "1/2", "1/2", "1-0", "0-1"))
    span = min((at - telling.terms.starts) * lot.uniform(0.3, 0.8), plies * lot.uniform(1, 4) * DAY)
    offer = stood == "1/2" and lot.random() < 0.7
    tell_moves(telling, line, plies, lot, span=span, offer=offer)
    if not telling.game.is_over:
        before = list(telling.told), telling.game, telling.now
        end(telling, stood, lot)
        if telling.now > at:  # it would have ended in the future: it ended by resignation, today at the latest
            telling.told, telling.game, telling.now = before
            loser = Colour.BLACK if stood == "1-0" else Colour.WHITE
            if telling.game.offers:
                telling.ask(commands.AcceptOffer(by=telling.turn))
            else:
                telling.ask(commands.Resign(by=loser))


def _long_enough(pool: list[Line], plies: int) -> Line:
    """The shortest line of so many moves, or the longest there is."""
    return pool.pop(min(bisect_left(pool, plies, key=lambda line: len(line.moves)), len(pool) - 1))


def _tell_running(telling: Telling, line: Line, plies: int, lot: Random, at: datetime) -> None:
    """A game in the middle: the last move was made some time ago, and the clock has run since."""
    age, plies = at - telling.terms.starts, min(plies, len(line.moves))
    since = min(age * 0.5, lot.expovariate(1 / 3.5) * DAY)
    tell_moves(telling, line, plies, lot, span=max(HOUR, age - since), offer=lot.random() < 0.05 and plies > 10)
    telling.wait(at - telling.now)


# one of each kind that play does not bring about by itself


def _special(players: list[Player], at: datetime) -> list[Told]:
    """Endings from thematic positions, and what waits for the director."""
    pairs = iter(list(zip(players[10::2], players[11::2], strict=False)))
    told = []
    for label, fen, moves, asked in _SPECIAL:
        white, black = next(pairs)
        starts = at - 10 * DAY
        telling = Telling(Terms(starts=starts, time_control=terms.PRESETS["classic-10-50"], fen=fen))
        words = moves.split()
        for number, uci in enumerate(words):
            telling.move(uci, after=(6 + number % 5 * 9) * HOUR, is_last=number == len(words) - 1)
        for command in asked:
            telling.now += 5 * HOUR
            telling.ask(command)
        telling.wait(at - telling.now)
        told.append(Told(white, black, label, telling))
    return told


_W, _B = Colour.WHITE, Colour.BLACK
_QUEEN = "8/8/8/4k3/8/8/3QK3/8 w - - 0 1"
_ROOKS = "8/2r2pk1/6p1/7p/3R3P/6P1/5PK1/8 w - - 94 70"
_FIVE = "8/8/4kpp1/8/4KP2/6N1/8/8 w - - 0 1"
_SPECIAL: tuple[tuple[str, str, str, tuple[commands.Command, ...]], ...] = (
    (
        "Endgame thematic: queen against king",
        _QUEEN,
        "d2d4 e5e6",
        (commands.ClaimTablebase(by=_W, claim=events.ClaimKind.TABLEBASE_WIN),),
    ),
    (
        "Endgame thematic: rook ending",
        _ROOKS,
        "d4d5 c7c6 d5d4 c6c7 d4d3 c7c8",
        (commands.ClaimDraw(by=_W, claim=events.ClaimKind.FIFTY_MOVES),),
    ),
    ("Endgame thematic: the last pawn", "8/8/4k3/8/4K3/4p3/8/6N1 w - - 0 1", "g1h3 e6f6 e4e3", ()),
    ("Endgame thematic: careless queen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7", ()),
    *(
        (
            "Endgame thematic: knight and pawn",
            _FIVE,
            "e4d4 e6d6",
            (commands.ClaimTablebase(by=by, claim=claim),),
        )
        for by, claim in ((_W, events.ClaimKind.TABLEBASE_DRAW), (_W, events.ClaimKind.TABLEBASE_WIN))
    ),
    (
        "Withdrawn",
        "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2",
        "g8f6 d2d3",
        (commands.DoubleDefault(director=DIRECTOR, reason="neither player answered the director"),),
    ),
    (
        "Withdrawn",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
        "e5f4 g1f3",
        (commands.CancelGame(director=DIRECTOR, reason="the event was annulled before it had begun"),),
    ),
    (
        "Gambit thematic",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
        "f8c5 g1f3 d7d6 b1c3",
        (commands.CallAdjudication(director=DIRECTOR, reason="the closing date of the event"),),
    ),
    (
        "Gambit thematic",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
        "d7d5 e4d5 e5e4",
        (commands.Penalise(director=DIRECTOR, reason="a move was repeated to gain time", colour=_W, days=5),),
    ),
    (
        "Gambit thematic",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
        "e5f4 g1f3 g7g5 h2h4 g5g4 f3e5",
        (commands.StopClocks(director=DIRECTOR, reason="the players dispute how the time was counted"),),
    ),
    (
        "Gambit thematic",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
        "e5f4 f1c4 d8h4 e1f1",
        (
            commands.Resign(by=_B),
            commands.CorrectResult(director=DIRECTOR, reason="resigned in the wrong game", result=Result.DRAW),
        ),
    ),
    (
        "Gambit thematic",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
        "b8c6 g1f3",
        (commands.ClaimDraw(by=_B, claim=events.ClaimKind.REPETITION),),
    ),
)


# into the database


def _write(told: list[Told], director: User) -> None:
    """Games, then their events, in large steps."""
    rows = []
    for one in told:
        row = Game(white=one.white, black=one.black, label=one.label, director=director, is_rated=True, is_demo=True)
        games.reflect(row, one.telling.game)
        row.version = len(one.telling.told)
        rows.append(row)
    Game.objects.bulk_create(rows, batch_size=500)
    batch: list[GameEvent] = []
    for row, one in zip(rows, told, strict=True):
        row.plies = row.version = 0  # counted again, event by event
        kept = games.event_rows(row, one.telling.told, actor=None)
        for event, happened in zip(kept, one.telling.told, strict=True):
            event.actor = _actor(one, happened, director)
        batch += kept
        if len(batch) >= BATCH:
            store.append(batch)
            batch = []
    store.append(batch)


def _actor(one: Told, happened: events.Event, director: User) -> User | None:
    if getattr(happened, "director", None) is not None:
        return director
    by: Any = getattr(happened, "by", None)
    if by is None:
        return None
    return one.white.user if by is Colour.WHITE else one.black.user
