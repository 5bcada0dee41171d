"""Every address of the server and every operation of the API, asked for by everybody: who gets through, and who learns
nothing and changes nothing. An address that is not in these tables fails."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver

from slowmate.ratings.periods import Period
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.events.models import Event
from slowmate.server.events.views.sections import TABS
from slowmate.server.games.models import Document
from slowmate.server.games.queries.calendar import key_of
from slowmate.server.people.models import Office
from slowmate.server.permissions import Role
from slowmate.server.ratings.services import adjustments, list_preparation, publication
from slowmate.server.ratings.services.history import make_lists
from slowmate.server.site import clock
from tests.server.scene import Scene
from tests.support.events import event
from tests.support.people import person, rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

ALL = frozenset(Role)
ROLES = (
    *(Role.VISITOR, Role.PLAYER, Role.WHITE, Role.BLACK, Role.DIRECTOR, Role.OTHER_DIRECTOR, Role.FORMER_DIRECTOR),
    *(Role.ADMINISTRATOR, Role.RATINGS, Role.TTC, Role.OWN_DELEGATE, Role.EXECUTIVE_BOARD, Role.QUALIFICATIONS),
)
NOBODY: frozenset[Role] = frozenset()
SIGNED_IN = ALL - {Role.VISITOR}
LED_TO_PAGE = frozenset(SIGNED_IN)
"""Whoever opens the address of a form is led to its page, whether or not there is one for him."""
WHITE = frozenset({Role.WHITE, Role.PLAYING_DIRECTOR, Role.PLAYING_RATINGS, Role.PLAYING_QUALIFICATIONS})
BLACK = frozenset({Role.BLACK})
PLAYERS = WHITE | BLACK
DIRECTOR = frozenset({Role.DIRECTOR})
DIRECTORS = DIRECTOR | {Role.OTHER_DIRECTOR}
SEES = PLAYERS | DIRECTOR
ORGANISERS = frozenset({Role.ORGANISER, Role.EVENT_ORGANISER})
ARRANGES = ORGANISERS | {Role.DIRECTOR, Role.OTHER_DIRECTOR, Role.PLAYING_DIRECTOR}
RATINGS = frozenset({Role.RATINGS, Role.PLAYING_RATINGS})
TTC = frozenset({Role.TTC})
OWN_DELEGATE = frozenset({Role.OWN_DELEGATE})
DELEGATES = OWN_DELEGATE | {Role.DELEGATE}
BOARD = frozenset({Role.EXECUTIVE_BOARD})
QUALIFICATIONS = frozenset({Role.QUALIFICATIONS})
SEES_SUBSTITUTES = WHITE | DIRECTOR | QUALIFICATIONS
REPORTS = ARRANGES | DELEGATES | QUALIFICATIONS | {Role.PLAYING_QUALIFICATIONS}
KEEPS_REPORT = DIRECTOR | QUALIFICATIONS
IN_OFFICE = ARRANGES | RATINGS | BOARD | DELEGATES | TTC | {Role.NTTC} | QUALIFICATIONS
ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})
CONCERNED = PLAYERS | DIRECTOR | BOARD | {Role.NTTC, Role.APPEALS}
"""Who sees the case about a correction in a section: its players, its director, and the offices that decide."""
GIVES_OFFICES = BOARD | ADMINISTRATOR
ENTERS = WHITE | OWN_DELEGATE
OWN_ORGANISER = frozenset({Role.EVENT_ORGANISER})


@dataclass(frozen=True, slots=True)
class Ask:
    """Something asked of an address: by GET, by POST with a body, and who gets through; None where it is not taken.

    *thing* of the scene is the one that the address names. *again*: whoever is signed in is asked for his password."""

    get: frozenset[Role] | None
    post: frozenset[Role] | None = None
    body: dict[str, str] = field(default_factory=dict)
    thing: str = "running"
    part: str = "x"
    again: bool = False


YEAR = clock.now().year
NAMED = frozenset({"finished", "entry", "title_event", "player", "norm"})
"""Things of the scene that a form names by their numbers."""
TODAY = f"{clock.now():%Y-%m-%d}"
NOW = f"{clock.now():%Y-%m-%dT%H:%M}"
REASON = {"reason": "because"}
RECORD = {"move": "e4", "sent": NOW, "ply": "0"}

PAGES: dict[str, tuple[Ask, ...]] = {
    "": (Ask(ALL),),
    "games": (Ask(SIGNED_IN),),
    "games/next": (Ask(SIGNED_IN),),
    "games/mine.pgn": (Ask(SIGNED_IN),),
    "games/<int:pk>": (Ask(SEES), Ask(ALL, thing="finished"), Ask(ALL, thing="shown")),
    "games/<int:pk>/submit": (Ask(LED_TO_PAGE, PLAYERS, {"move": "e5"}),),
    "games/<int:pk>/accept": (Ask(LED_TO_PAGE, PLAYERS, {"move": "e5", "ply": "1"}),),
    "games/<int:pk>/claim": (Ask(PLAYERS, PLAYERS, {"claim": "repetition"}),),
    "games/<int:pk>/words": (Ask(SEES),),
    "games/<int:pk>/means": (Ask(PLAYERS, thing="section_game"),),
    "games/<int:pk>/journal": (Ask(SEES), Ask(ALL, thing="finished"), Ask(SEES, thing="shown")),
    "games/<int:pk>/watch": (Ask(SEES), Ask(ALL, thing="finished"), Ask(SEES, thing="shown")),
    "games/<int:pk>/pgn": (Ask(SEES), Ask(ALL, thing="finished"), Ask(ALL, thing="shown")),
    "games/<int:pk>/scoresheet": (Ask(SEES), Ask(ALL, thing="finished")),
    "games/<int:pk>/scoresheet.txt": (Ask(SEES), Ask(ALL, thing="finished")),
    "games/<int:pk>/for/<slug:colour>/<slug:what>": (Ask(DIRECTOR, DIRECTOR, thing="paper", part="resign"),),
    "documents/<int:pk>": (Ask(SEES, thing="document"),),
    "games/<int:pk>/conditionals": (Ask(PLAYERS, PLAYERS, {"lines": "e5 Nf3"}),),
    "games/<int:pk>/note": (Ask(LED_TO_PAGE, PLAYERS, {"text": "changed"}),),
    "games/<int:pk>/message": (Ask(LED_TO_PAGE, PLAYERS, {"text": "intruder"}),),
    "games/<int:pk>/report": (Ask(PLAYERS, PLAYERS, {"text": "intruder"}),),
    "games/<int:pk>/analyse": (Ask(PLAYERS), Ask(PLAYERS, thing="shown")),
    "games/<int:pk>/analysis": (Ask(LED_TO_PAGE, PLAYERS, {"moves": "e5", "name": "intruder"}),),
    "games/<int:pk>/analysis/<int:analysis>/delete": (Ask(WHITE, WHITE),),
    "games/<int:pk>/decide": (
        Ask(DIRECTOR, DIRECTOR, {"what": "cancel", "reason": "because"}),
        Ask(DIRECTORS, DIRECTORS, {"what": "cancel", "reason": "because"}, thing="left"),
    ),
    "games/<int:pk>/record": (Ask(LED_TO_PAGE, SEES, RECORD, thing="postal"),),
    "games/<int:pk>/record/accept": (Ask(LED_TO_PAGE, SEES, RECORD, thing="postal"),),
    "games/<int:pk>/post/<slug:what>": (
        Ask(PLAYERS, PLAYERS, {"against": "black"}, thing="postal", part="claim-flag"),
        Ask(PLAYERS, PLAYERS, {"form": "physical"}, thing="postal", part="scoresheet"),
        Ask(PLAYERS, PLAYERS, {"result": "1-0", "moves": "e4"}, thing="postal", part="report-game"),
        Ask(NOBODY, NOBODY, thing="postal", part="nonsense"),
    ),
    "games/<int:pk>/never/<slug:what>": (Ask(NOBODY, part="nonsense"),),
    "games/<int:pk>/<slug:action>": (
        Ask(PLAYERS, PLAYERS, part="resign"),
        Ask(PLAYERS, PLAYERS, part="accept-offer"),
        Ask(NOBODY, NOBODY, part="nonsense"),
    ),
    "challenges": (Ask(SIGNED_IN, SIGNED_IN, {"control": "fixed-3", "colour": "lot", "games": "1"}),),
    "challenges/<int:pk>/accept": (
        Ask(BLACK, BLACK, thing="challenge"),
        Ask(SIGNED_IN - WHITE, SIGNED_IN - WHITE, thing="open_challenge"),
    ),
    "challenges/<int:pk>/<slug:how>": (
        Ask(None, BLACK, thing="challenge", part="decline"),
        Ask(None, WHITE, thing="challenge", part="withdraw"),
        Ask(None, NOBODY, thing="challenge", part="nonsense"),
    ),
    "players": (Ask(ALL),),
    "players/<int:pk>": (Ask(ALL, thing="player"),),
    "players/<int:pk>/account": (Ask(ADMINISTRATOR, ADMINISTRATOR, thing="player"),),
    "players/<int:pk>/games.pgn": (Ask(ALL, thing="player"),),
    "players/<int:pk>/picture/<slug:digest>.webp": (Ask(NOBODY, thing="player"),),
    "cases": (Ask(SIGNED_IN),),
    "cases/<int:pk>": (Ask(CONCERNED, thing="correction"),),
    "cases/<int:pk>/steps/<slug:step>": (
        Ask(None, frozenset({Role.NTTC}) | BOARD, REASON, thing="correction", part="carry-out"),
        Ask(None, BOARD, REASON, thing="correction", part="conclude"),
        Ask(None, NOBODY, thing="correction", part="nonsense"),
    ),
    "settings": (Ask(SIGNED_IN, SIGNED_IN),),
    "settings/zone": (Ask(None, SIGNED_IN, {"zone": "Europe/Prague"}),),
    "settings/sessions/<int:pk>/end": (Ask(None, WHITE, thing="session"),),
    "settings/picture": (Ask(None, SIGNED_IN),),
    "leave": (Ask(SIGNED_IN, SIGNED_IN, {"first": TODAY, "last": TODAY}),),
    "desk": (Ask(IN_OFFICE),),
    "desk.csv": (Ask(IN_OFFICE),),
    "desk/arrange": (Ask(ARRANGES, ARRANGES),),
    "desk/players": (Ask(ARRANGES, ARRANGES, {"name": "Intruder"}),),
    "desk/players/<int:pk>/write": (Ask(DIRECTORS, DIRECTORS, {"text": "intruder"}, thing="player"),),
    "desk/games": (Ask(IN_OFFICE),),
    "desk/sections": (Ask(IN_OFFICE),),
    "desk/sections/<int:pk>": (Ask(DIRECTOR, thing="section"), Ask(DIRECTORS, thing="left_section")),
    "desk/sections/<int:pk>/write": (
        Ask(DIRECTOR, DIRECTOR, {"text": "intruder"}, thing="section"),
        Ask(DIRECTORS, DIRECTORS, {"text": "intruder"}, thing="left_section"),
    ),
    "desk/noted": (Ask(IN_OFFICE, DIRECTOR, {"game": "finished"}),),
    "desk/reports/<int:pk>": (Ask(None, DIRECTOR, {"answer": "intruder"}, thing="report"),),
    "ratings": (Ask(ALL),),
    "ratings/forecast": (Ask(SIGNED_IN),),
    "ratings/<period:period>": (Ask(ALL, part="2024-1"),),
    "ratings/<period:period>.csv": (Ask(ALL, part="2024-1"),),
    "ratings/<period:period>/changes": (Ask(ALL, part="2024-1"), Ask(NOBODY, part="2024-2")),
    "ratings/<period:period>/<number:pk>": (Ask(ALL, part="2024-1", thing="player"),),
    "calculators": (Ask(ALL),),
    "what-if": (Ask(ALL),),
    "about": (Ask(ALL),),
    "conduct": (Ask(ALL),),
    "rulebook": (Ask(ALL),),
    "rulebook/<str:edition>": (Ask(ALL, part="ICCF-TR-2017"),),
    "rulebook/<str:edition>/<path:address>": (Ask(NOBODY, part="ICCF-TR-2017"),),
    "rulebook/developers/<str:edition>/<path:address>": (Ask(NOBODY, part="ICCF-TR-2017"),),
    "language": (Ask(None, ALL, {"language": "cs"}),),
    "theme": (Ask(None, ALL, {"theme": "dark"}),),
    "accounts/login/": (Ask(ALL, ALL),),
    "accounts/logout/": (Ask(ALL, ALL),),
    "accounts/inactive/": (Ask(ALL),),
    "accounts/signup/": (Ask(ALL, ALL),),
    "accounts/reauthenticate/": (Ask(SIGNED_IN, SIGNED_IN),),
    "accounts/email/": (Ask(SIGNED_IN, SIGNED_IN),),
    "accounts/confirm-email/": (Ask(ALL),),
    "accounts/password/change/": (Ask(SIGNED_IN, SIGNED_IN),),
    "accounts/password/set/": (Ask(SIGNED_IN, SIGNED_IN),),
    "accounts/password/reset/": (Ask(ALL, ALL),),
    "accounts/login/code/confirm/": (Ask(SIGNED_IN, SIGNED_IN),),
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": (Ask(ALL, NOBODY),),
    "accounts/password/reset/key/done/": (Ask(ALL),),
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": (Ask(ALL, ALL),),
    "accounts/password/reset/done/": (Ask(ALL),),
    "accounts/2fa/": (Ask(SIGNED_IN),),
    "accounts/2fa/authenticate/": (Ask(SIGNED_IN, SIGNED_IN, {"code": "000000"}),),
    "accounts/2fa/reauthenticate/": (Ask(SIGNED_IN, SIGNED_IN, {"code": "000000"}, again=True),),
    "accounts/2fa/totp/activate/": (Ask(SIGNED_IN, SIGNED_IN, again=True),),
    "accounts/2fa/totp/deactivate/": (Ask(NOBODY, NOBODY),),
    "accounts/2fa/recovery-codes/": (Ask(NOBODY),),
    "accounts/2fa/recovery-codes/generate/": (Ask(SIGNED_IN, SIGNED_IN, again=True),),
    "accounts/2fa/recovery-codes/download/": (Ask(NOBODY),),
    "accounts/sessions/": (Ask(SIGNED_IN, SIGNED_IN),),
    "account/export": (Ask(SIGNED_IN, SIGNED_IN),),
    "account/delete": (Ask(SIGNED_IN, SIGNED_IN),),
    "tokens": (Ask(SIGNED_IN, SIGNED_IN, {"name": "mine", "scope": "play"}),),
    "tokens/<int:pk>/end": (Ask(None, WHITE, thing="token"),),
    "news.atom": (Ask(ALL),),
    "events": (Ask(ALL),),
    "events/<int:pk>": (Ask(ALL, thing="own_event"), Ask(TTC, thing="title_draft")),
    "events/plan": (Ask(TTC | DELEGATES, TTC | DELEGATES),),
    "events/<int:pk>/plan": (Ask(TTC, TTC, thing="title_draft"),),
    "start-ratings": (Ask(RATINGS),),
    "events/<int:pk>/start-ratings": (
        Ask(RATINGS, RATINGS, {"player": "1", "rating": "2000", "reason": "because"}, thing="confirmed_event"),
        Ask(NOBODY, NOBODY, thing="title_event"),
    ),
    "events/<int:pk>/run": (
        Ask(TTC | BOARD, thing="title_event"),
        Ask(OWN_DELEGATE | RATINGS | BOARD, thing="national"),
    ),
    "events/<int:pk>/run/apply": (Ask(NOBODY, NOBODY, thing="own_draft"),),
    "events/<int:pk>/run/sections": (
        Ask(TTC, TTC, {"what": "propose", "sizes": "7"}, thing="closed_event"),
        Ask(TTC, TTC, {"what": "exchange", "one": "1", "other": "2"}, thing="divided_event"),
        Ask(TTC, TTC, {"what": "confirm"}, thing="divided_event"),
        Ask(NOBODY, NOBODY, {"what": "confirm"}, thing="title_event"),
    ),
    "events/<int:pk>/run/post": (
        Ask(TTC, TTC, {"what": "director", "director": "1", "section": "1"}, thing="confirmed_event"),
        Ask(TTC, TTC, {"what": "post"}, thing="confirmed_event"),
        Ask(NOBODY, NOBODY, {"what": "post"}, thing="title_event"),
    ),
    "events/<int:pk>/run/vacancies": (Ask(NOBODY, NOBODY, thing="title_event"),),
    "events/<int:pk>/run/<slug:what>": (
        Ask(None, BOARD, {"reason": "because"}, thing="title_event", part="cancel"),
        Ask(None, NOBODY, thing="title_event", part="nonsense"),
    ),
    "sections/<int:pk>/run": (Ask(TTC, thing="proposed"),),
    "sections/<int:pk>/run/<slug:what>": (
        Ask(None, TTC, thing="proposed", part="confirm"),
        Ask(None, TTC, REASON, thing="proposed", part="give-up"),
        Ask(None, NOBODY, thing="proposed", part="nonsense"),
    ),
    "sections/<int:pk>/substitutes": (Ask(SEES_SUBSTITUTES, thing="teams"), Ask(NOBODY, thing="section")),
    "sections/<int:pk>/substitutes/place": (
        Ask(DIRECTOR, DIRECTOR, {"seat": "1", "player": "1"}, thing="teams"),
        Ask(NOBODY, NOBODY, thing="section"),
    ),
    "sections/<int:pk>/status": (Ask(None, WHITE, thing="teams"),),
    "status/<int:pk>/<slug:what>": (
        Ask(None, DIRECTOR, thing="status", part="agree"),
        Ask(None, QUALIFICATIONS | BOARD, thing="agreed", part="consent"),
        Ask(None, NOBODY, thing="agreed", part="nonsense"),
    ),
    "sections/<int:pk>": (Ask(ALL, thing="section"), Ask(TTC, thing="proposed")),
    "sections/<int:pk>/<slug:tab>": (
        *(Ask(ALL, thing="section", part=tab) for tab in TABS),
        *(Ask(TTC, thing="proposed", part=tab) for tab in TABS),
        Ask(NOBODY, thing="section", part="nonsense"),
    ),
    "sections/<int:pk>/games.pgn": (Ask(ALL, thing="section"), Ask(TTC, thing="proposed")),
    "sections/<int:pk>/table.csv": (Ask(ALL, thing="section"), Ask(TTC, thing="proposed")),
    "sections/<int:pk>/start-list.csv": (Ask(ALL, thing="section"), Ask(TTC, thing="proposed")),
    "sections/<int:pk>/report.trf": (Ask(ALL, thing="section"), Ask(TTC, thing="proposed")),
    "sections/<int:pk>/event.json": (Ask(ALL, thing="section"), Ask(TTC, thing="proposed")),
    "events/<int:pk>/enter": (Ask(ALL, SIGNED_IN, thing="own_event"),),
    "events/<int:pk>/enter/whom": (Ask(DELEGATES, thing="own_event"),),
    "events/<int:pk>/entries.csv": (
        Ask(TTC, thing="title_event"),
        Ask(frozenset({Role.EVENT_ORGANISER}), thing="own_event"),
    ),
    "events/<int:pk>/entries/write": (
        Ask(TTC, TTC, {"text": "intruder"}, thing="title_event"),
        Ask(OWN_ORGANISER, OWN_ORGANISER, {"text": "intruder"}, thing="own_event"),
    ),
    "events/<int:pk>/entries": (
        Ask(TTC, TTC, {"what": "identity", "entry": "entry"}, thing="title_event"),
        Ask(frozenset({Role.EVENT_ORGANISER}), frozenset({Role.EVENT_ORGANISER}), thing="own_event"),
    ),
    "entries/<int:pk>": (
        Ask(ENTERS | TTC, thing="entry"),
        Ask(ENTERS | {Role.EVENT_ORGANISER}, thing="asked_entry"),
    ),
    "entries/<int:pk>/withdraw": (Ask(ENTERS, ENTERS, thing="entry"),),
    "entries/<int:pk>/confirm": (Ask(None, OWN_DELEGATE, thing="entry"),),
    "qualifiers": (Ask(ALL),),
    "me": (Ask(SIGNED_IN),),
    "rights/<int:pk>/put-off": (Ask(ENTERS, ENTERS, {"final": "title_event"}, thing="right"),),
    "federations/<str:code>": (Ask(ALL, part="CZE"), Ask(NOBODY, part="ZZZ")),
    "federations/<str:code>/nominations": (
        Ask(OWN_DELEGATE, OWN_DELEGATE, part="CZE"),
        Ask(NOBODY, NOBODY, part="ITA"),
    ),
    "nominations/<int:pk>/take-back": (Ask(None, OWN_DELEGATE, thing="nomination"),),
    "grants": (Ask(BOARD, BOARD),),
    "ratings/office": (Ask(RATINGS),),
    "ratings/office/<int:pk>": (Ask(RATINGS, thing="prepared"), Ask(RATINGS, thing="published")),
    "ratings/office/<int:pk>/players/<number:player>": (Ask(RATINGS, thing="prepared"),),
    "ratings/office/<int:pk>/adjust": (Ask(RATINGS, RATINGS, thing="prepared"),),
    "ratings/office/<int:pk>/withdraw/<int:adjustment>": (Ask(None, RATINGS, REASON, thing="prepared"),),
    "ratings/office/<int:pk>/publish": (Ask(RATINGS, RATINGS, {"version": "1"}, thing="prepared"),),
    "ratings/office/<int:pk>/again": (Ask(None, RATINGS, thing="prepared"),),
    "ratings/office/<int:pk>/revise": (Ask(None, RATINGS, REASON, thing="published"),),
    "ratings/office/<int:pk>/discard": (Ask(None, RATINGS, thing="prepared"),),
    "titles": (Ask(ALL),),
    "titles/norms": (Ask(ALL),),
    "titles/norms/confirm": (Ask(None, QUALIFICATIONS, {"norm": "norm"}),),
    "titles/champions": (Ask(ALL),),
    "norms/<int:pk>": (Ask(ALL, thing="norm"),),
    "norms/<int:pk>/<slug:what>": (
        Ask(None, QUALIFICATIONS, thing="norm", part="confirm"),
        Ask(None, QUALIFICATIONS, REASON, thing="norm", part="dismiss"),
        Ask(None, NOBODY, thing="norm", part="nonsense"),
    ),
    "awards/<int:pk>": (Ask(ALL, thing="award"),),
    "awards/<int:pk>/<slug:what>": (
        Ask(None, QUALIFICATIONS, thing="award", part="confirm"),
        Ask(None, QUALIFICATIONS, REASON, thing="award", part="dismiss"),
        Ask(None, BOARD, thing="placed", part="recommend"),
        Ask(None, NOBODY, REASON, thing="applied", part="confirm"),
        Ask(None, NOBODY, thing="award", part="nonsense"),
    ),
    "verify": (Ask(ALL),),
    "verify/<str:code>": (Ask(NOBODY), Ask(ALL, part="ABCD-EFGH-JKMN-PQRS")),
    "certificates/<int:pk>.pdf": (Ask(WHITE | QUALIFICATIONS, thing="certificate"),),
    "certificates/<int:pk>/again": (Ask(None, QUALIFICATIONS, REASON, thing="certificate"),),
    "titles/applications": (Ask(SIGNED_IN),),
    "titles/applications/new/<slug:way>": (
        Ask(SIGNED_IN, SIGNED_IN, part="fide-rating"),
        Ask(SIGNED_IN, SIGNED_IN, part="congress"),
        Ask(QUALIFICATIONS, QUALIFICATIONS, part="revocation"),
        Ask(NOBODY, NOBODY, part="nonsense"),
    ),
    "titles/applications/<int:pk>": (Ask(WHITE | OWN_DELEGATE | QUALIFICATIONS, thing="application"),),
    "titles/applications/<int:pk>/decide": (
        Ask(None, QUALIFICATIONS, {"do": "refuse", "reason": "because"}, thing="application"),
        Ask(None, NOBODY, {"do": "grant"}, thing="before_congress"),
    ),
    "titles/applications/<int:pk>/withdraw": (Ask(None, WHITE, thing="application"),),
    "titles/applications/<int:pk>/it2.pdf": (Ask(NOBODY, thing="application"),),
    "titles/report": (Ask(QUALIFICATIONS | BOARD),),
    "titles/report.pdf": (Ask(QUALIFICATIONS | BOARD),),
    "titles/over-the-board": (Ask(ALL),),
    "titles/over-the-board/report": (Ask(REPORTS, REPORTS),),
    "titles/over-the-board/by-hand": (Ask(REPORTS, REPORTS),),
    "titles/over-the-board/<int:pk>": (Ask(ALL, thing="over_the_board"),),
    "titles/over-the-board/<int:pk>/who": (Ask(KEEPS_REPORT, KEEPS_REPORT, thing="over_the_board"),),
    "titles/over-the-board/<int:pk>/report.trf": (Ask(KEEPS_REPORT, thing="over_the_board"),),
    "titles/over-the-board/<int:pk>/it3.pdf": (Ask(KEEPS_REPORT, thing="over_the_board"),),
    "titles/over-the-board/<int:pk>/it1/<str:key>/<str:title>.pdf": (Ask(NOBODY, thing="over_the_board", part="1"),),
    "mail/release": (Ask(None, ADMINISTRATOR),),
    "offices": (Ask(ALL, GIVES_OFFICES, {"player": "1", "kind": "director", "begins": TODAY}),),
    "offices/<int:pk>/end": (Ask(None, GIVES_OFFICES, {"last": TODAY}, thing="office"),),
    "api/": (Ask(ALL),),
    "api/openapi.json": (Ask(ALL),),
    "api/<path:rest>": (Ask(NOBODY, NOBODY),),
    "xfcc": (Ask(None, ALL),),
    "feeds": (Ask(SIGNED_IN, SIGNED_IN),),
    "feeds/<str:key>.ics": (Ask(NOBODY), Ask(ALL, part="calendar key")),
    "unsubscribe/<str:key>": (Ask(NOBODY, NOBODY), Ask(ALL, ALL, part="key")),
    "demo/mail": (Ask(NOBODY),),
    "styles": (Ask(NOBODY),),
    "healthz": (Ask(ALL),),
}
KINDS = {"text/html", "text/plain", "application/json", "application/problem+json", "text/calendar"}
KINDS |= {"application/x-chess-pgn", "application/atom+xml", "text/csv", "application/pdf"}
"""What pages answer with. A table for spreadsheets keeps them from reading a name as a formula: `site.spreadsheet`."""


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, before + str(pattern.pattern))
        else:
            yield before + str(pattern.pattern)


class Place(Scene):
    """The scene, and what addresses name in it."""

    def __init__(self, role: Role) -> None:
        super().__init__(role)
        self.player = self.white.player
        self.closed_event, self.divided_event, self.confirmed_event = self._stages()
        self._make_lists()
        Document.objects.filter(pk=self.document.pk).update(data=b"a letter", type="text/plain")
        client = Client()
        client.force_login(self.white)
        key = client.session.session_key
        self.session = UserSession.objects.create(user=self.white, ip="127.0.0.1", session_key=key, user_agent="x")

    def _stages(self) -> list[Event]:
        """Stages of the World Championship after their entries: to be divided, to be confirmed, to be posted."""
        start = clock.now().date() + timedelta(days=60)
        states = (Event.State.CLOSED, Event.State.PROPOSED, Event.State.CONFIRMED)
        return [event("world-championship-preliminary", state=state, start=start) for state in states]

    def _make_lists(self) -> None:
        """A published list that was revised, and one that is prepared, in which White's start rating was adjusted."""
        for ended in (datetime(2023, 11, 1, tzinfo=UTC), datetime(2024, 2, 1, tzinfo=UTC)):
            self.old = rated_game(self.white, self.black, ended=ended)
        (first,) = make_lists(Period(2024, 1), published=lambda _: clock.now())
        keeper = person("Rita", offices=(Office.Kind.RATINGS,))
        revised = list_preparation.revise(first, "because", actor=keeper, at=clock.now())
        self.published = publication.publish(revised, version=1, actor=keeper, at=clock.now())
        made = list_preparation.prepare("chess", Period(2024, 2), at=clock.now())
        assert made is not None
        self.prepared = made
        decided: dict[str, Any] = {"reason": "because", "actor": keeper, "at": clock.now()}
        self.adjustment = adjustments.start_rating(made, self.white.player, 2100, **decided)

    def numbers_in(self, body: dict[str, Any]) -> dict[str, Any]:
        """A body with the numbers of the things that it names."""
        return {name: self._number(value) for name, value in body.items()}

    def _number(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._number(one) for one in value]
        return getattr(self, value).pk if isinstance(value, str) and value in NAMED else value

    def programs(self) -> dict[str, dict[str, str]]:
        """Headers with a token of each scope that does more than read; what needs less takes any."""
        made = {scope.value: self.program(scope) for scope in Token.Scope}
        return {**made, "none": made["read"]}

    def path(self, route: str, ask: Ask, *, pk: int | None = None) -> str:
        number = pk if pk is not None else getattr(self, ask.thing).pk
        part = {"key": self.white.unsubscribe_key, "calendar key": key_of(self.white)}.get(ask.part, ask.part)
        path = re.sub(r"\(\?P<\w+>[^)]*\)", "x", route).replace("<number:", "<int:").replace("<int:pk>", str(number))
        path = path.replace("<int:analysis>", str(self.analysis.pk))
        path = path.replace("<int:adjustment>", str(self.adjustment.pk))
        path = path.replace("<int:player>", str(self.white.player.pk))
        path = re.sub(r"<\w+:\w+>", part, path.replace("<slug:colour>", "black"))
        return "/" + path.replace("^", "").replace("$", "")


def outcome(answer: Any) -> str:
    """What became of a request."""
    status, where = answer.status_code, answer.get("Location", "")
    if status == 500:
        return "an error of ours"
    if status == 405:
        return "not taken"
    if where.startswith("/accounts/login/"):
        return "sign in first"
    if "/reauthenticate/" in where:
        return "password again"
    return "refused" if status in (401, 403, 404, 415) else "through"


def expected(who: frozenset[Role] | None, role: Role, *, again: bool = False) -> set[str]:
    if who is None:
        return {"not taken", "refused", "sign in first" if role is Role.VISITOR else ""}
    if role in who:
        return {"password again"} if again else {"through"}
    return {"refused", "sign in first"} if role is Role.VISITOR else {"refused"}


LEFT_OUT = {"sessions.session", "usersessions.usersession"}
OF_THE_MOMENT = {"read", "last_login", "used", "window", "requests"}


def everything() -> dict[str, list[Any]]:
    """All rows of all tables, but for sessions and for what notes that somebody was here."""
    found = {}
    for model in apps.get_models():
        if model._meta.label_lower not in LEFT_OUT:
            names = [each.attname for each in model._meta.concrete_fields if each.attname not in OF_THE_MOMENT]
            found[model._meta.label_lower] = list(model._base_manager.order_by("pk").values_list(*names))
    return found


def without_tokens(page: bytes) -> str:
    """A page without what differs from one answer to the next."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page.decode())
    return re.sub(r"/\d+\b", "/N", text)


def test_every_address_is_in_the_table() -> None:
    from slowmate.server.api import api  # noqa: PLC0415 - needs Django to be set up

    described = {re.sub(r"\{(\w+)\}", "", path)[1:] for path in api.get_openapi_schema()["paths"]}
    found = {route for route in routes() if re.sub(r"<[\w:]+>", "", route) not in described}
    assert found - set(PAGES) == set(), "add a row to PAGES for each"
    assert set(PAGES) - found == set(), "PAGES has addresses that urls.py has not"


def asks() -> Iterator[tuple[str, Ask]]:
    for route, some in PAGES.items():
        for ask in some:
            yield route, ask


@pytest.mark.parametrize("role", ROLES)
def test_whoever_asks_for_a_page_gets_through_if_he_may_and_learns_nothing_else(role: Role) -> None:
    place, wrong = Place(role), []
    before = everything()
    for route, ask in asks():
        path = place.path(route, ask)
        answer = place.client().get(path)
        found = outcome(answer)
        if found not in expected(ask.get, role, again=ask.again):
            wrong.append(f"GET {path}: {found}")
        if "<int:pk>" in route and (found == "refused" or ask.get is LED_TO_PAGE):
            nothing = place.client().get(place.path(route, ask, pk=10**9))
            if (outcome(nothing), without_tokens(nothing.content)) != (found, without_tokens(answer.content)):
                wrong.append(f"GET {path}: tells that there is one")
        if answer.status_code == 200 and answer["Content-Type"].partition(";")[0] not in KINDS:
            wrong.append(f"GET {path}: {answer['Content-Type']}")
    assert not wrong, "\n".join(wrong)
    assert everything() == before, "looking at a page changes nothing"


@pytest.mark.parametrize("role", ROLES)
def test_whoever_sends_a_form_changes_something_only_if_he_may(role: Role) -> None:
    place, wrong = Place(role), []
    before = everything()
    for route, ask in asks():
        path = place.path(route, ask)
        body = place.numbers_in(ask.body)
        with transaction.atomic():
            found = outcome(place.client().post(path, body))
            if found not in expected(ask.post, role, again=ask.again):
                wrong.append(f"POST {path}: {found}")
            transaction.set_rollback(found == "through")
    assert not wrong, "\n".join(wrong)
    assert everything() == before, "who was refused has changed something"


@pytest.mark.parametrize("role", [Role.VISITOR, Role.PLAYER, Role.OTHER_DIRECTOR, Role.ADMINISTRATOR])
def test_counting_through_the_numbers_finds_no_running_game(role: Role) -> None:
    place = Place(role)
    client = place.client()
    public = {place.finished.pk, place.shown.pk, place.old.pk - 1, place.old.pk}
    numbers = range(place.running.pk, place.old.pk + 3)  # a program may ask only so often
    of_nobody = {place.nobodys.pk, place.left.pk, place.left_section_game.pk}
    may = public | (of_nobody if role is Role.OTHER_DIRECTOR else set())
    assert {pk for pk in numbers if client.get(f"/games/{pk}/pgn").status_code == 200} == may
    headers = place.program()
    assert {pk for pk in numbers if Client().get(f"/api/games/{pk}", headers=headers).status_code == 200} == may


# the API

PLAY: dict[str, Any] = {"move": "e5", "ply": 1}
INSTANT = f"{NOW}:00Z"
OPERATIONS: dict[str, tuple[str, frozenset[Role], object]] = {
    "get /api/games": ("", SIGNED_IN, None),
    "get /api/games/mine.pgn": ("", SIGNED_IN, None),
    "get /api/games/{game}": ("running", SEES, None),
    "get /api/games/{game}/pgn": ("running", SEES, None),
    "get /api/games/{game}/means": ("section_game", PLAYERS, None),
    "post /api/games/{game}/moves": ("running", PLAYERS, PLAY),
    "post /api/games/{game}/offer/accept": ("running", PLAYERS, None),
    "post /api/games/{game}/offer/decline": ("running", PLAYERS, None),
    "post /api/games/{game}/claims": ("running", PLAYERS, {"claim": "repetition"}),
    "post /api/games/{game}/resign": ("running", PLAYERS, {"sure": True}),
    "post /api/games/{game}/refill": ("running", PLAYERS, None),
    "post /api/games/{game}/long-reflection": ("running", PLAYERS, None),
    "put /api/games/{game}/conditionals": ("running", PLAYERS, {"lines": []}),
    "post /api/games/{game}/recorded-moves": ("postal", SEES, {"move": "e4", "sent": INSTANT, "ply": 0}),
    "post /api/games/{game}/receipts": ("postal", PLAYERS, {"received": INSTANT}),
    "post /api/games/{game}/flag-claims": ("postal", PLAYERS, {"against": "black"}),
    "post /api/games/{game}/scoresheets": ("postal", PLAYERS, {"form": "physical"}),
    "post /api/games/{game}/game-reports": ("postal", PLAYERS, {"result": "1-0", "moves": ["e4"]}),
    "get /api/games/{game}/messages": ("running", SEES, None),
    "post /api/games/{game}/messages": ("running", PLAYERS, {"text": "intruder"}),
    "get /api/games/{game}/requests": ("running", PLAYERS, None),
    "post /api/games/{game}/requests": ("running", PLAYERS, {"kind": "other", "text": "intruder"}),
    "get /api/players": ("", ALL, None),
    "get /api/players/{player}": ("player", ALL, None),
    "get /api/me": ("", SIGNED_IN, None),
    "get /api/players/{player}/games": ("player", ALL, None),
    "get /api/players/{player}/games.pgn": ("player", ALL, None),
    "get /api/players/{player}/forecast": ("player", WHITE, None),
    "get /api/leave": ("", SIGNED_IN, None),
    "post /api/leave": ("", SIGNED_IN, {"first": TODAY, "last": TODAY}),
    "post /api/leave/end": ("", SIGNED_IN, {"first": TODAY, "last": TODAY}),
    "get /api/ratings": ("", ALL, None),
    "get /api/ratings/{period}": ("", ALL, None),
    "get /api/ratings/{period}/players.csv": ("", ALL, None),
    "get /api/ratings/{period}/games.csv": ("", ALL, None),
    "get /api/ratings/{period}/players/{player}": ("player", ALL, None),
    "get /api/events": ("", ALL, None),
    "get /api/events/{event}": ("title_draft", TTC, None),
    "get /api/events/{event}/draw": ("title_draft", NOBODY, None),
    "get /api/sections/{section}": ("proposed", TTC, None),
    "get /api/sections/{section}/event.json": ("proposed", TTC, None),
    "get /api/sections/{section}/standings": ("proposed", TTC, None),
    "get /api/sections/{section}/draw": ("proposed", NOBODY, None),
    "get /api/sections/{section}/outlook": ("proposed", TTC, None),
    "get /api/sections/{section}/norms": ("proposed", NOBODY, None),
    "get /api/sections/{section}/games.pgn": ("proposed", TTC, None),
    "get /api/sections/{section}/substitutes": ("teams", ALL, None),
    "post /api/sections/{section}/substitutes": ("teams", DIRECTOR, {"number": 1, "player": "player", "dry_run": True}),
    "post /api/sections/{section}/status": ("teams", WHITE, None),
    "post /api/status/{request_id}": ("status", DIRECTOR, {"what": "agree"}),
    "get /api/cases": ("", SIGNED_IN, None),
    "get /api/cases/{case}": ("correction", CONCERNED, None),
    "post /api/cases": ("", SIGNED_IN, {"procedure": "correction"}),
    "post /api/cases/{case}/steps": ("correction", NOBODY, {"step": "carry out", "reason": "because"}),
    "post /api/events/{event}/entries": ("own_event", SIGNED_IN, {"dry_run": True}),
    "get /api/events/{event}/entries": ("title_event", TTC, None),
    "post /api/events/{event}/entries/decisions": ("title_event", TTC, {"what": "identity", "entries": ["entry"]}),
    "get /api/entries": ("", SIGNED_IN, None),
    "get /api/entries/{entry}": ("entry", ENTERS | TTC, None),
    "post /api/entries/{entry}/withdraw": ("entry", ENTERS, None),
    "post /api/entries/{entry}/confirm": ("entry", OWN_DELEGATE, None),
    "get /api/qualifiers": ("", ALL, None),
    "get /api/players/{player}/rights": ("player", ALL, None),
    "get /api/players/{player}/record.json": ("player", WHITE, None),
    "get /api/federations/{code}": ("", ALL, None),
    "get /api/federations/{code}/nominations": ("", OWN_DELEGATE, None),
    "post /api/federations/{code}/nominations": (
        "player",
        OWN_DELEGATE,
        {"player": "player", "year": clock.now().year},
    ),
    "post /api/nominations/{nomination}/withdraw": ("nomination", OWN_DELEGATE, None),
    "get /api/norms": ("", ALL, None),
    "get /api/titles": ("", ALL, None),
    "get /api/players/{player}/norms": ("player", ALL, None),
    "get /api/editions": ("", ALL, None),
    "get /api/clauses": ("", ALL, None),
    "get /api/clauses/{edition}/{address}": ("", ALL, None),
}
PRIVATE = ("secret-words", "secret-note", "secret-line", "secret-message", "secret-token")


def send(place: Place, operation: str, headers: dict[str, str], *, query: str = "", **more: Any) -> Any:
    thing, _who, body = OPERATIONS[operation]
    method, path = operation.split(" ")
    of_one = r"\{(game|player|event|section|entry|nomination|request_id|case)\}"
    path = re.sub(of_one, lambda _: str(getattr(place, thing).pk), path)
    path = path.replace("{period}", "2024-1").replace("{edition}", "ICCF-TR-2017").replace("{address}", "7.1")
    path = path.replace("{code}", "CZE")
    given = {**place.numbers_in(body), **more} if isinstance(body, dict) else body
    text = "" if given is None else json.dumps(given)
    return Client().generic(method.upper(), path + query, text, "application/json", headers=headers)


@cache
def described() -> dict[str, dict[str, Any]]:
    from slowmate.server.api import api  # noqa: PLC0415 - needs Django to be set up

    paths = api.get_openapi_schema()["paths"]
    return {f"{method} {path}": one for path, methods in paths.items() for method, one in methods.items()}


def test_every_operation_is_in_the_table() -> None:
    assert set(described()) - set(OPERATIONS) == set(), "add a row to OPERATIONS for each"
    assert set(OPERATIONS) - set(described()) == set(), "OPERATIONS has calls that the API has not"


@pytest.mark.parametrize("role", ROLES)
def test_whoever_calls_an_operation_gets_through_if_he_may_and_no_further(role: Role) -> None:
    place, wrong = Place(role), []
    headers = place.programs()
    before = everything()
    for operation, (_thing, who, _body) in OPERATIONS.items():
        with transaction.atomic():
            answer = send(place, operation, headers[described()[operation]["x-scope"]])
            found = outcome(answer)
            if found != ("through" if role in who else "refused"):
                wrong.append(f"{operation}: {answer.status_code}")
            if role not in PLAYERS and any(word in answer.content.decode() for word in PRIVATE):
                wrong.append(f"{operation}: tells what is private")
            transaction.set_rollback(found == "through")
    assert not wrong, "\n".join(wrong)
    assert everything() == before, "who was refused has changed something"


@pytest.mark.parametrize("role", [Role.WHITE, Role.BLACK, Role.DIRECTOR, Role.ADMINISTRATOR])
def test_a_token_that_only_reads_reads_what_its_owner_may_and_changes_nothing(role: Role) -> None:
    place, wrong = Place(role), []
    assert isinstance(place.who, User)
    text = tokens.make(place.who, "reads", scope=Token.Scope.READ, at=clock.now()).text
    before = everything()
    for operation, (_thing, who, _body) in OPERATIONS.items():
        answer = send(place, operation, {"Authorization": f"Bearer {text}"})
        plays = described()[operation]["x-scope"] in ("play", "enter", "official")
        if plays and (answer.status_code, answer.json()["type"]) != (403, "/api/#scope"):
            wrong.append(f"{operation}: {answer.status_code}")
        if not plays and outcome(answer) != ("through" if role in who else "refused"):
            wrong.append(f"{operation}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert everything() == before


EXTRA: dict[str, object] = {
    "actor": 1,
    "user": 1,
    "by": "white",
    "at": INSTANT,
    "game": 1,
    "director": 1,
    "is_administrator": True,
    "id": 1,
    "sender": 1,
    "result": "1-0",
    "version": 99,
}


def test_no_operation_takes_a_field_it_does_not_describe() -> None:
    place, wrong = Place(Role.WHITE), []
    headers = place.programs()
    before = everything()
    for operation, (_thing, _who, body) in OPERATIONS.items():
        for name in EXTRA.keys() - body.keys() if isinstance(body, dict) else ():
            scope = described()[operation]["x-scope"]
            extra: dict[str, Any] = {name: EXTRA[name]}
            answer = send(place, operation, headers[scope], **extra)
            if answer.status_code != 422:
                wrong.append(f"{operation} with {name}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert everything() == before
