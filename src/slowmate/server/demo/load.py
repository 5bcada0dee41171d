"""A living federation to look at: players, sections at different stages, and whatever waits for a director.

Made on the first start of a demo, from fixed lots, relative to that day. Everything goes through the core; the last
touches (messages, leave, offers) through the same services that people use.
"""

import os
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from random import Random

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from slowmate.board import Colour
from slowmate.play import commands, events
from slowmate.play.terms import Terms
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.demo import (
    archive,
    corrections,
    lists,
    offices,
    over_the_board,
    post,
    stages,
    teams,
    titles,
    touches,
)
from slowmate.server.demo import events as events_of_demo
from slowmate.server.demo import sections as demo_sections
from slowmate.server.demo.games import DAY, DIRECTOR, HOUR, Telling, spare_lines
from slowmate.server.demo.people import Person, people
from slowmate.server.demo.running import Act
from slowmate.server.demo.sections import ScriptedGame, Section, Written
from slowmate.server.games import terms
from slowmate.server.games.models import Game
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.ratings.models import RatingList
from slowmate.server.site import clock
from slowmate.server.titles.models import Certificate

PASSWORD = "amici sumus"  # noqa: S105 - printed when the demo starts
ADA, BORIS = "ada@demo.example", "boris@demo.example"
DIRECTOR_MAIL = "director@demo.example"
PLAYERS = 300
RUNNING, OVER = 24, 44
"""Sections that are being played, and that have ended."""


def ensure(*, progress: Callable[[int, int], None] = lambda _done, _total: None) -> list[str]:
    """Make the demo unless it is there; return what to say about it.

    *progress* is called with the number of sections that are done, and of all.
    """
    if not Player.objects.filter(is_demo=True).exists():
        with transaction.atomic():
            make(at=clock.now(), processes=os.cpu_count() or 1, progress=progress)
    counted = {"players": Player.objects.count(), "games": Game.objects.count()}
    running = Game.objects.filter(status=Game.Status.RUNNING).count()
    return [
        f"A federation of {counted['players']} invented players; {running} of {counted['games']} games are running.",
        f"Sign in as a player, {ADA}, or as the tournament director, {DIRECTOR_MAIL}.",
        f"Other offices: {', '.join(official.mail for official in offices.OFFICIALS[1:])}.",
        f"The password is the same for everybody here: {PASSWORD}",
        *_certificate(),
        _mail(),
    ]


def _certificate() -> list[str]:
    """Name a certificate to verify, if there is one."""
    certificate = Certificate.objects.filter(withdrawn=None).order_by("-issued", "-pk").first()
    link = f"{settings.SLOWMATE_URL}/verify/{certificate.code}" if certificate else ""
    return [f"A certificate to verify: {link}"] if link else []


def _mail() -> str:
    """Say where the mail goes: these people are invented, and users who join look for a letter."""
    if settings.EMAIL_FILE_PATH:
        return (
            f"Mail is not sent but kept in {settings.EMAIL_FILE_PATH}, and shown at {settings.SLOWMATE_URL}/demo/mail"
        )
    return "Mail goes where SLOWMATE_MAIL says."


def make(
    *,
    at: datetime,
    running: int = RUNNING,
    over: int = OVER,
    is_whole: bool = True,
    processes: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> None:
    """Make everything, at an instant. *is_whole*: with the past, its rating lists, and the events that offices run."""
    lot = Random("a living federation")  # noqa: S311 - the same every time, on purpose
    hashed = make_password(PASSWORD)  # once: hashing is slow on purpose
    everybody = _persons(lot)
    players = _people(everybody, hashed)
    officials = offices.make(hashed)
    director = officials[Office.Kind.DIRECTOR]
    acts = _sections(lot, players, director, at=at, running=running, over=over, processes=processes)
    if is_whole:
        lists.bring(players, everybody)
        strength = {player.pk: person.rating or 1900 for player, person in zip(players, everybody, strict=True)}
        acts += _archive(lot, players, strength)
        acts += stages.stages(at, players, officials, lot)
        spare = spare_lines()
        masters = titles.masters(at, players, lot, spare=spare)
        finals = titles.finals(at, players, strength, lot, spare=spare)
        acts += [
            (section.starts, partial(events_of_demo.write, section, written, director))
            for section, written in (*masters, *finals)
        ]
    _carry_out(acts, progress)
    if is_whole:
        lists.publish_until(at.date())
        lists.correct(officials[Office.Kind.RATINGS], players[1], players[20], at=at - 12 * DAY)
        events_of_demo.rights_earned(at=at)
        titles.look(officials, at=at)
        corrections.make(officials, at=at)
    for section, games in _special(players, director, at):
        events_of_demo.write(section, games)
    touches.last_touches(players, at=at)
    post.by_post(director, players, at=at)
    post.requests(touches.running(players[0])[0], at=at)
    over_the_board.make(players, officials, at=at)
    teams.make(players, director, at=at, lot=lot)
    Mail.objects.all().delete()  # nobody is told of what happened before the demo began


def _carry_out(acts: list[Act], progress: Callable[[int, int], None]) -> None:
    """Carry out the acts in the order of their days, each after the lists of its day are published."""
    progress(0, len(acts))
    for number, (when, act) in enumerate(sorted(acts, key=lambda dated: dated[0]), 1):
        if RatingList.objects.exists():
            lists.publish_until(when.date())
        act()
        progress(number, len(acts))


def _sections(
    lot: Random, players: list[Player], director: User, *, at: datetime, running: int, over: int, processes: int
) -> list[Act]:
    """Return the acts that write the open sections of the last years, with all their moves."""
    chosen = demo_sections.sections(lot, players, at, running=running, over=over)
    games_by_section = demo_sections.written(lot, chosen, director, at=at, processes=processes)
    return [
        (section.starts, partial(events_of_demo.write, section, games))
        for section, games in zip(chosen, games_by_section, strict=True)
        if games
    ]


def _archive(lot: Random, players: list[Player], strength: dict[int, int]) -> list[Act]:
    """Return the acts that write the sections of the years before, of which the results are known."""
    return [
        (section.starts, partial(events_of_demo.write, section, archive.written(section, strength, lot)))
        for section in archive.sections(lot, players)
    ]


# people


def _persons(lot: Random) -> list[Person]:
    ada = Person("Ada Lovelock", "ENG", "f", 1981, 2247, 164, "CCE")
    boris = Person("Boris Novotný", "CZE", "m", 1969, 2302, 311, "CCM")
    return [ada, boris, *people(lot, PLAYERS - 2)]


def _people(everybody: list[Person], hashed: str) -> list[Player]:
    """Create accounts that all have one password, each with a player."""
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
    User.objects.bulk_create(users)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
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
    TitleHeld.objects.bulk_create(
        TitleHeld(player=player, title=player.title, confirmed=date(2012 + number % 4, 1 + number % 12, 1))
        for number, player in enumerate(players)
        if player.title
    )
    return players


# one of each kind that play does not bring about by itself


def _special(players: list[Player], director: User, at: datetime) -> list[tuple[Section, list[Written]]]:
    """Return endings from thematic positions, and games that wait for the director: one section for each event."""
    pairs = iter(list(zip(players[10::2], players[11::2], strict=False)))
    starts, control = at - 10 * DAY, terms.PRESETS["classic-10-50"]
    sections: dict[str, tuple[Section, list[Written]]] = {}
    for label, fen, moves, director_commands in _SPECIAL:
        white, black = next(pairs)
        telling = Telling(Terms(starts=starts, time_control=control, fen=fen, counts_from_fen=True))
        words = moves.split()
        for number, uci in enumerate(words):
            telling.move(uci, after=(6 + number % 5 * 9) * HOUR, is_last=number == len(words) - 1)
        for command in director_commands:
            telling.now += 5 * HOUR
            telling.ask(command)
        telling.wait(at - telling.now)
        section, games = sections.setdefault(label, (Section(label, [], control, starts, is_over=False, fen=fen), []))
        section.players.extend((white, black))
        games.append(demo_sections.row_and_events(ScriptedGame(white, black, label, telling), director))
    return list(sections.values())


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
