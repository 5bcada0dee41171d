"""One of everything that a right could be asked for, and somebody in each role towards it."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.test import Client

from slowmate import records
from slowmate.board import Colour, Position
from slowmate.formats.certificate_json import certificate_json
from slowmate.formats.event_writing import event_as_json
from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.records import KINDS
from slowmate.rulebook import Ground, clause
from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence import services
from slowmate.server.events.models import (
    Case,
    CaseStep,
    Event,
    EventEntry,
    Nomination,
    Right,
    SeatHolding,
    Section,
)
from slowmate.server.games import terms
from slowmate.server.games.models import Document, Game
from slowmate.server.games.permissions import GameSeat
from slowmate.server.games.services import challenges, games
from slowmate.server.people.models import Office, Player
from slowmate.server.permissions import Role
from slowmate.server.site import clock
from slowmate.server.titles.models import Application, Certificate, Norm, OverTheBoardEvent, TitleAward
from slowmate.titles import certificates as core
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from tests.support.documents import memorial
from tests.support.events import event, section, team_section
from tests.support.people import game, person

RIGHT = {
    "to": "world-championship-final",
    "series": "world",
    "clause": "ICCF-TR-2017 1.4.1(b)/1",
    "source": "1",
    "event": "Candidates",
    "started": date(2020, 1, 1),
    "earned": date(2022, 1, 1),
    "turn": "deferrable",
}

FACTS = {"title": "FM", "ratings": [{"rating": 2301, "date": "2024-01-01", "games": 40}]}
"""Of an application for a title by rating."""
REPORTED = memorial()
CERTIFIED = dict(
    certificate_json(
        core.Certificate(
            core.AwardKind.NORM,
            "IM",
            "IM",
            records.Player("1", "Ada White"),
            "ICCF-TR-2017",
            None,
            date(2024, 1, 1),
            (),
        ),
        (),
    )
)
"""What a certificate says."""


def delegate(federation: str) -> User:
    user = person()
    Office.objects.create(user=user, kind=Office.Kind.DELEGATE, federation=federation, begins=date(2020, 1, 1))
    return user


class Scene:
    """One of each thing, and somebody in a role towards them."""

    def __init__(self, role: Role) -> None:
        at, today = clock.now(), clock.now().date()
        director = person("Di Rector", offices=(Office.Kind.DIRECTOR,))
        held = {
            Role.PLAYING_DIRECTOR: (Office.Kind.DIRECTOR,),
            Role.PLAYING_RATINGS: (Office.Kind.RATINGS,),
            Role.PLAYING_QUALIFICATIONS: (Office.Kind.QUALIFICATIONS,),
        }
        white = person("Ada White", offices=held.get(role, ()))
        Player.objects.filter(pk=white.player.pk).update(federation="CZE")
        white.player.refresh_from_db()
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
            Role.DELEGATE: lambda: delegate("GER"),
            Role.OWN_DELEGATE: lambda: delegate("CZE"),
            Role.TTC: lambda: person(offices=(Office.Kind.TITLE_TOURNAMENTS,)),
            Role.NTTC: lambda: person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,)),
            Role.EVENT_ORGANISER: lambda: person(offices=(Office.Kind.ORGANISER,)),
            Role.ORGANISER: lambda: person(offices=(Office.Kind.ORGANISER,)),
            Role.RATINGS: lambda: person(offices=(Office.Kind.RATINGS,)),
            Role.PLAYING_RATINGS: lambda: white,
            Role.WORLD_DIRECTOR: lambda: person(offices=(Office.Kind.WORLD_DIRECTOR,)),
            Role.APPEALS: lambda: person(offices=(Office.Kind.APPEALS,)),
            Role.QUALIFICATIONS: lambda: person(offices=(Office.Kind.QUALIFICATIONS,)),
            Role.PLAYING_QUALIFICATIONS: lambda: white,
            Role.CONGRESS: lambda: person(offices=(Office.Kind.CONGRESS,)),
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
        self.teams, self.status, self.agreed = self._teams(named, at)
        self.correction = Case.objects.create(
            procedure="correction", state="corrected", section=self.section, event=self.section.event, opened=at
        )
        self.title_event, self.own_event = self._events(role, today)
        self.entry, self.asked_entry = self._entries(white, at)
        self.title_draft, self.own_draft, self.national = self._plans(today)
        self.proposed, self.stage = self._sections(today)
        self.applied_for, self.referred, self.own_application = self._applications(at)
        self.nomination = Nomination.objects.create(player=white.player, federation="CZE", year=today.year, on=today)
        self.right = Right.objects.create(player=white.player, section=self.section, **RIGHT)
        self.norm = Norm.objects.create(
            player=white.player, title="IM", event="An event", started=today, earned=today, games=12, found=at,
            confirmed_by=ConfirmingBody.COMMISSIONER,
        )  # fmt: skip
        self.award = self._award("SIM", TitleRoute.NORMS, ConfirmingBody.COMMISSIONER)
        self.placed = self._award("GM", TitleRoute.DIRECT, ConfirmingBody.COMMISSIONER_FOR_BOARD)
        self.applied = self._award("IM", TitleRoute.APPLICATION, ConfirmingBody.CONGRESS)

        self.certificate = Certificate.objects.create(
            code="ABCD-EFGH-JKMN-PQRS", norm=self.norm, content=CERTIFIED, issued=at
        )
        self.application, self.before_congress = (
            Application.objects.create(
                case="fide-rating", title="FM", facts=FACTS, player=white.player, made=at, made_by=white, state=state
            )
            for state in (Application.State.OPEN, Application.State.CONGRESS)
        )
        self.over_the_board = OverTheBoardEvent.objects.create(
            name="Over the board", start=REPORTED.start, record=event_as_json(REPORTED), made=at, made_by=director
        )

    def _teams(self, named: User, at: datetime) -> tuple[Section, Case, Case]:
        """A section of teams in which White is a substitute, who asks for Replacement status."""
        line_ups = {"Slavia": [person("Sub Stituted").player], "Union": [person("Op Ponent").player]}
        teams = team_section(event("zonal-team", name="Teams"), line_ups, director=named)
        player = self.white.player
        holding = SeatHolding.objects.create(
            seat=teams.seats.get(number=1), player=player, name=player.name, begins=at.date()
        )
        facts = {"holding": holding.pk, "moves": [0], "finished": 0}
        status, agreed = (
            Case.objects.create(
                procedure="replacement status", state=state, section=teams, player=player, facts=facts, opened=at
            )
            for state in ("requested", "director agrees")
        )
        CaseStep.objects.create(case=agreed, number=1, action="agree", office="Tournament Director", at=at)
        return teams, status, agreed

    def _award(self, title: str, route: str, body: str) -> TitleAward:
        today, at = clock.now().date(), clock.now()
        return TitleAward.objects.create(
            player=self.white.player, title=title, route=route, confirmed_by=body, earned=today, found=at
        )

    def _events(self, role: Role, today: date) -> tuple[Event, Event]:
        """One of the Title Tournament Commissioner, and one of somebody who organises it."""
        organiser = self.who if role is Role.EVENT_ORGANISER else person(offices=(Office.Kind.ORGANISER,))
        days: dict[str, Any] = {"start": today + timedelta(days=60), "deadline": today + timedelta(days=30)}
        return (
            event("master-norm", state=Event.State.OPEN, **days),
            event("invitational", state=Event.State.OPEN, organiser=organiser, fee=10, **days),
        )

    def _plans(self, today: date) -> tuple[Event, Event, Event]:
        """What is being planned by both, and a championship of White's federation."""
        days: dict[str, Any] = {"start": today + timedelta(days=90), "deadline": today + timedelta(days=60)}
        organiser = self.own_event.organiser
        return (
            event("master-norm", name="secret-plan", state=Event.State.DRAFT, **days),
            event("open", state=Event.State.DRAFT, organiser=organiser, needs_approval=True, **days),
            event("national", state=Event.State.OPEN, federation="CZE", is_rated=False, **days),
        )

    def _applications(self, at: datetime) -> tuple[Case, Case, Case]:
        """Applications for an organiser's draft: one that waits, one referred to Congress, and one of who decides."""
        world_director = person("Wanda Director", offices=(Office.Kind.WORLD_DIRECTOR,))
        person("Conny Gress", offices=(Office.Kind.CONGRESS,))
        draft = self.own_draft
        facts = {"start": draft.start.isoformat(), "prizes": [], "source": "", "appearance_fees": 0, "words": ""}
        by, other = draft.organiser, world_director
        waits, referred, own = (
            Case.objects.create(
                procedure="approval",
                state=state,
                event=draft,
                parties={"organiser": str(who.pk)} if who else {},
                facts=facts,
                opened=at,
                opened_by=who,
            )
            for state, who in (("applied", by), ("with Congress", by), ("applied", other))
        )
        return waits, referred, own

    def _sections(self, today: date) -> tuple[Section, Section]:
        """One that is proposed, and one that is over: in both others play."""
        start = today - timedelta(days=60)
        stage = event("world-championship-preliminary", state=Event.State.FINISHED, start=start)
        proposed = Section.objects.create(event=self.title_event, number=1, name="secret-section", start=today)
        return proposed, section(stage, [], state=Section.State.FINISHED, ended=today)

    def _entries(self, white: User, at: datetime) -> tuple[EventEntry, EventEntry]:
        """White's: one that waits for a delegate's word, and one about which an organiser decides."""
        because = plain_grounds([Ground(clause("ICCF-TR-2017 4.5/2"), {"pending": "delegate"})])
        fields = {"player": white.player, "made": at, "made_by": white, "grounds": because}
        pending = EventEntry.State.PENDING
        waits = EventEntry(event=self.title_event, state=pending, answer="may", pending=["delegate"], **fields)
        asks = EventEntry(event=self.own_event, answer="the announcement decides", words="secret-words", **fields)
        waits.save()
        asks.save()
        return waits, asks

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
            "a player without an account in a game by post": GameSeat(self.paper, Colour.BLACK),
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
            "White": self.white.player,
            "White's federation": "CZE",
            "White's entry": self.entry,
            "White's entry in an organiser's event": self.asked_entry,
            "an event of the Title Tournament Commissioner": self.title_event,
            "an organiser's event": self.own_event,
            "a stage of the World Championship": KINDS["world-championship-preliminary"],
            "an open tournament": KINDS["open"],
            "a national championship": KINDS["national"],
            "a draft of the Title Tournament Commissioner": self.title_draft,
            "an organiser's draft": self.own_draft,
            "an application for approval": self.applied_for,
            "an application by the other World Tournament Director": self.own_application,
            "an application that was referred to Congress": self.referred,
            "the World Championship Final": Event(kind="world-championship-final"),
            "the Ladies' World Championship Final": Event(kind="ladies-world-championship-final"),
            "the national championship of White's federation": self.national,
            "a section that is proposed": self.proposed,
            "a section of the World Championship": self.stage,
            "a section of teams": self.teams,
            "White's request for Replacement status": self.status,
            "White's request for Replacement status to which the director agreed": self.agreed,
            "a case about a correction in a section": self.correction,
            "the register of norms and titles": None,
            "White's norm": self.norm,
            "White's title from norms": self.award,
            "White's title by place": self.placed,
            "White's title by application": self.applied,
            "White's certificate": self.certificate,
            "White's application for a title": self.application,
            "White's application before Congress": self.before_congress,
            "the report to Congress": None,
            "an event over the board": None,
            "an event over the board that the game's director reported": self.over_the_board,
        }[words]

    def client(self) -> Client:
        client = Client()
        if isinstance(self.who, User):
            client.force_login(self.who)
        return client

    def program(self, scope: str = Token.Scope.PLAY) -> dict[str, str]:
        if not isinstance(self.who, User):
            return {}
        text = tokens.make(self.who, "program", scope=scope, at=clock.now()).text
        return {"Authorization": f"Bearer {text}"}
