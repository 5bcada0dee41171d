"""One of everything that a right could be asked for, and somebody in each role towards it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.test import Client

from slowmate.board import Colour, Position
from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence import services
from slowmate.server.games import terms
from slowmate.server.games.models import Document, Game
from slowmate.server.games.permissions import Seat
from slowmate.server.games.services import challenges, games
from slowmate.server.people.models import Office, Player
from slowmate.server.permissions import Role
from slowmate.server.site import clock
from slowmate.testing.events import event, section
from slowmate.testing.people import game, person


class Scene:
    """One of each thing, and somebody in a role towards them."""

    def __init__(self, role: Role) -> None:
        at, today = clock.now(), clock.now().date()
        director = person("Di Rector", offices=(Office.Kind.DIRECTOR,))
        held = {Role.PLAYING_DIRECTOR: (Office.Kind.DIRECTOR,), Role.PLAYING_RATINGS: (Office.Kind.RATINGS,)}
        white = person("Ada White", offices=held.get(role, ()))
        black = person("Bo Black")
        named = white if role is Role.PLAYING_DIRECTOR else director
        former = person("Ex Rector")
        Office.objects.create(
            user=former, kind=Office.Kind.DIRECTOR, begins=today - timedelta(9), ends=today - timedelta(1)
        )
        self.white, self.black, self.director = white, black, director
        self.people: dict[Role, Callable[[], User | AnonymousUser]] = {
            Role.VISITOR: AnonymousUser,
            Role.PLAYER: lambda: person("Other"),
            Role.WHITE: lambda: white,
            Role.BLACK: lambda: black,
            Role.DIRECTOR: lambda: director,
            Role.OTHER_DIRECTOR: lambda: person(offices=(Office.Kind.DIRECTOR,)),
            Role.FORMER_DIRECTOR: lambda: former,
            Role.PLAYING_DIRECTOR: lambda: white,
            Role.ADMINISTRATOR: lambda: person(is_administrator=True),
            Role.EXECUTIVE_BOARD: lambda: person(offices=(Office.Kind.EXECUTIVE_BOARD,)),
            Role.DELEGATE: lambda: person(offices=(Office.Kind.DELEGATE,)),
            Role.ORGANISER: lambda: person(offices=(Office.Kind.ORGANISER,)),
            Role.RATINGS: lambda: person(offices=(Office.Kind.RATINGS,)),
            Role.PLAYING_RATINGS: lambda: white,
        }
        self.who = self.people[role]()
        self.running = game(white, black, "e4", at=at, director=named)
        self.nobodys = game(white, black, at=at)
        self.left = game(white, black, at=at, director=former)
        self.asked = services.report(self.left, "please", actor=black, at=at)
        by_post = Terms(starts=at, time_control=clocks.Classic(), transmission=Transmission.POST)
        self.postal = game(white, black, terms=by_post, at=at, director=named)
        self.paper = games.start(
            white.player, Player.objects.create(name="Paper Peter"), by_post, at=at, director=named
        )
        self.document = Document.objects.create(
            game=self.postal, event=1, player=white.player, words="a letter", made=at
        )
        self.shown = game(white, black, "e4", at=at, director=named)
        Game.objects.filter(pk=self.shown.pk).update(is_shown_live=True)
        self.shown.refresh_from_db()
        self.finished = game(white, black, "f3", "e5", "g4", "Qh4", at=at, director=named)
        self.note = services.write_note(self.running, "secret-note", actor=white, at=at)
        position = Position.initial().play_uci("e2e4")
        self.analysis = services.save_analysis(
            self.running, position, "c5", from_ply=1, name="secret-line", comment="", actor=white, at=at
        )
        self.message = services.send_message(self.running, "secret-message", actor=white, at=at)
        self.reported = services.send_message(self.running, "reported-message", actor=white, at=at)
        self.report = services.report(self.running, "rude", actor=black, at=at, message=self.reported)
        kept = terms.plain(control="classic-10-50")
        self.challenge = challenges.make(white.player, black.player, terms=kept, at=at)
        self.open_challenge = challenges.make(white.player, None, terms=kept, at=at)
        self.token = tokens.make(white, "secret-token", scope=Token.Scope.PLAY, at=at).token
        self.office = director.offices.get()
        pair = (white.player, black.player)
        self.section = section(event(), pair, director=named)
        self.section_game = Game.objects.get(pairing__section=self.section)
        self.left_section = section(event(), pair, director=former)
        self.left_section_game = Game.objects.get(pairing__section=self.left_section)

    def thing(self, words: str) -> Any:
        return {
            "a running game": self.running,
            "a running game without a director of its own": self.nobodys,
            "a running game whose director is out of office": self.left,
            "a request whose game's director is out of office": self.asked,
            "a running game that its event shows": self.shown,
            "a finished game": self.finished,
            "White's note": self.note,
            "White's saved analysis": self.analysis,
            "a message": self.message,
            "a message that was reported": self.reported,
            "a request or report by Black": self.report,
            "a running game by post": self.postal,
            "a player without an account in a game by post": Seat(self.paper, Colour.BLACK),
            "a document handed in with a running game by post": self.document,
            "a game by post": None,
            "White's profile": self.white.player,
            "White's picture": self.white.player,
            "White's rating": self.white.player,
            "a rating list": None,
            "White's challenge to Black": self.challenge,
            "White's challenge to anybody": self.open_challenge,
            "White's token": self.token,
            "an office": self.office,
            "a section": self.section,
            "a section whose director is out of office": self.left_section,
            "one's own desk": None,
        }[words]

    def client(self) -> Client:
        client = Client()
        if isinstance(self.who, User):
            client.force_login(self.who)
        return client

    def program(self) -> dict[str, str]:
        if not isinstance(self.who, User):
            return {}
        text = tokens.make(self.who, "program", scope=Token.Scope.PLAY, at=clock.now()).text
        return {"Authorization": f"Bearer {text}"}
