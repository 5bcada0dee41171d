"""Items that wait for a director, the urgent first, with a proposed ruling; their number; and the games they direct."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from slowmate import play
from slowmate.play import proposals
from slowmate.play.events import ClaimKind, Misconduct, Stop
from slowmate.play.game import PendingClaim
from slowmate.play.laws.offers import offers_lately
from slowmate.play.proposals import Proposal, Request, RequestKind
from slowmate.rulebook import Ground
from slowmate.server.accounts.models import User
from slowmate.server.correspondence.models import Report
from slowmate.server.correspondence.permissions import may_settle_report
from slowmate.server.desk.queries.conduct import findings_against, happened_in, moves_lately
from slowmate.server.games import tablebases
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.permissions import directed_by, is_director_of
from slowmate.server.games.queries.ends import is_to_note
from slowmate.server.games.queries.my_games import SearchWord
from slowmate.server.games.queries.origin import WITH_ORIGIN, GameOrigin, games_from, origin_of, origins_in
from slowmate.server.games.repository import state_of
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import former_directors, holds

SILENT = timedelta(days=28)
"""Reflection from which the desk shows that a player is silent."""
MAX_ROWS = 100
"""Silent players, and ends, that are shown at once."""
_OF_GAME = ("white", "black", "on_move", *WITH_ORIGIN)
GAMES = Game.objects.select_related(*_OF_GAME)
MADE_IT_WAIT = {
    "reconstruction": "reconstruction-opened",
    "irregularity": "illegal-move-found",
    "adjudication": "adjudication-called",
    "reports": "game-reported",
}
"""The event since which a game waits for its director."""
STOPPING = frozenset({"claim", *MADE_IT_WAIT})
"""Items that stop a game or its clocks, or soon would: in running games they come before everything else."""


@dataclass(frozen=True, slots=True)
class GameItem:
    """One thing that waits: since when, what it is, and the decision the desk proposes."""

    since: datetime
    kind: str
    game: Game
    proposed: Proposal
    claims: tuple[PendingClaim, ...] = ()
    report: Report | None = None
    days: int = 0
    """The days of silence."""

    @property
    def key(self) -> str:
        """The key of the item in addresses."""
        return key_of(self.report) if self.report else f"{self.kind}-{self.game.pk}"

    @property
    def origin(self) -> GameOrigin:
        return origin_of(self.game)

    @property
    def about_request(self) -> str:
        """The request in the query of an address; empty without one."""
        return f"request={self.report.pk}&" if self.report else ""

    @property
    def urgency(self) -> int:
        """0 for what stops a running game, 1 for requests, 2 for what directors only need to know."""
        if self.kind in STOPPING:
            return 0 if self.game.status == Game.Status.RUNNING else 1
        return 1 if self.report else 2

    @property
    def is_end(self) -> bool:
        """A game that ended by itself."""
        return self.kind == "flag"

    @property
    def is_request(self) -> bool:
        """Something asked of the director, other than about conduct."""
        return self.kind == "request"

    @property
    def is_conduct(self) -> bool:
        """A report about a player, for which the scale of penalties has an answer."""
        return self.kind == "report" and bool(self.proposed.either)

    @property
    def is_about_time(self) -> bool:
        """Whether time may matter; else the board decides, or what was written."""
        if self.claims:
            return any(claim.claim is ClaimKind.FLAG for claim in self.claims)
        return self.kind != "adjudication" and not self.is_conduct

    @property
    def answers_first(self) -> bool:
        """Something was asked, and no decision is proposed on it: the answer stands before them, else after."""
        return self.report is not None and not self.proposals

    @property
    def answers_last(self) -> bool:
        return self.report is not None and bool(self.proposals)

    @property
    def is_contested(self) -> bool:
        """A result that stands, of which a player reported another."""
        return self.kind == "reports" and bool(self.proposed.either)

    @property
    def instead(self) -> list[tuple[str, str]]:
        """Where only the director can choose among decisions: each, with the query of its page."""
        params = {"request": self.report.pk} if self.report else {}
        return [
            (str(what), urlencode({"what": what, **self.proposed.filled, **params})) for what in self.proposed.either
        ]

    @property
    def proposals(self) -> list[tuple[str, str]]:
        """Every decision that is proposed, and what its page begins with."""
        return [*([(self.proposal, self.query)] if self.proposal else []), *self.instead]

    @property
    def proposal(self) -> str:
        return str(self.proposed.decision or "")

    @property
    def grounds(self) -> tuple[Ground, ...]:
        return self.proposed.grounds

    @property
    def query(self) -> str:
        """The query that fills in the page of decisions."""
        values = {"what": self.proposal, **self.proposed.filled, "request": self.report.pk if self.report else ""}
        return urlencode({name: value for name, value in values.items() if value != ""})


@dataclass(frozen=True, slots=True)
class Desk:
    """The items, the urgent first and then the oldest, and the number of each kind, which can be more."""

    items: list[GameItem]
    numbers: dict[str, int]
    more_silent: bool = False
    """More players may be silent than are counted."""

    @property
    def total(self) -> int:
        return sum(self.numbers.values())

    @property
    def more_ends(self) -> bool:
        return self.numbers.get("flag", 0) > MAX_ROWS


def waiting(person: User, *, at: datetime) -> Desk:
    """Return what waits: claims and other stops, requests and reports, silent players, games that ended by
    themselves."""
    if not holds(person, Office.Kind.DIRECTOR):
        return Desk([], {})
    running = _directed_games(person).filter(status=Game.Status.RUNNING)
    items = _stopped([*stopped_games(person, at), *stopped_games_of_former(person, at)])
    still = _still(running.filter(awaits_director=False, on_move__isnull=False), at)
    items += _silent(still[:MAX_ROWS], at)
    items += _request_items(person, at)
    items += ends(person, at=at)
    items.sort(key=lambda item: (item.urgency, item.since, item.game.pk))
    numbers = Counter(item.kind for item in items)
    if numbers["flag"] == MAX_ROWS:
        numbers["flag"] = number_of_ends(person, at=at)
    return Desk(items, {kind: number for kind, number in numbers.items() if number}, len(still) > MAX_ROWS)


def stopped_games(person: User, _at: datetime) -> "QuerySet[Game]":
    """Return the games that wait for the director named for them, or for any."""
    return GAMES.filter(directed_by(person, former=()), awaits_director__in=(True,))  # so SQLite uses the index


def stopped_games_of_former(person: User, _at: datetime) -> "QuerySet[Game]":
    """Return the games that wait and whose director is out of office: apart, so that PostgreSQL uses the index."""
    former = former_directors().values("user")
    return GAMES.filter(is_director_of.among(person), awaits_director__in=(True,), director__in=former)


def ends(person: User, *, at: datetime) -> list[GameItem]:
    """Return the oldest games that ended by flag or silence of late, and that their director has not noted."""
    return [_end(game) for game in games_ended(person, at).order_by("finished", "pk")[:MAX_ROWS]]


def number_of_ends(person: User, *, at: datetime) -> int:
    """Count all games that ended so and are not noted."""
    return games_ended(person, at).count()


@dataclass(frozen=True, slots=True)
class DirectedGamesFilter:
    """Which of a director's games are listed: those of a status, with every word in a player's name or the event."""

    words: tuple[SearchWord, ...] = ()
    status: str = ""
    """Any that is no status: all."""


def directed_origins(person: User) -> set[GameOrigin]:
    """Return the origins of the games that a director directs."""
    return origins_in(_directed_games(person))


def directed(person: User, chosen: DirectedGamesFilter) -> "QuerySet[Game]":
    """Return a director's games: running ones first, by time left, then those to come, then the latest finished."""
    if not holds(person, Office.Kind.DIRECTOR):
        return Game.objects.none()
    rows = _directed_games(person).defer("snapshot")
    if chosen.status in Game.Status.values:
        rows = rows.filter(status=chosen.status)
    for word in chosen.words:
        player = Q(white__folded__contains=word.text) | Q(black__folded__contains=word.text)
        rows = rows.filter(player | games_from(word.origins))
    statuses = (Game.Status.RUNNING, Game.Status.WAITING, Game.Status.FINISHED)
    place = Case(*(When(status=status, then=Value(number)) for number, status in enumerate(statuses)))
    return rows.order_by(place, F("deadline").asc(nulls_last=True), F("finished").desc(nulls_last=True), "pk")


def game_with(person: User, player: Player, *, pk: int | None = None) -> Game | None:
    """Return a game of a player that a person directs: that of a number, or else the newest unfinished one."""
    rows = _directed_games(person).filter(Q(white=player) | Q(black=player)).defer("snapshot")
    games = rows.filter(pk=pk) if pk else rows.order_by(F("finished").desc(nulls_first=True), "-pk")
    return games.first()


def _directed_games(person: User) -> "QuerySet[Game]":
    """Return the games a person directs."""
    former = set(former_directors().values_list("user", flat=True))  # one by one: then the index of directors is used
    return GAMES.filter(directed_by(person, former=former))


def open_reports(person: User, _at: datetime) -> "QuerySet[Report]":
    """Return what was asked in a director's games and is not answered."""
    return may_settle_report.rows(person).filter(settled=None)


def _stopped(games: list[Game]) -> list[GameItem]:
    """Return what games wait for. Most cannot go on without the director; a claim may wait while play goes on, or is
    over."""
    causes = GameEvent.objects.filter(game__in=games, type__in=MADE_IT_WAIT.values()).order_by("number")
    latest = {(row.game_id, row.type): row for row in causes}
    return [_waits(game, latest) for game in games]


def proposed_in(game: Game, *, at: datetime) -> Proposal:
    """Return what the desk proposes in a game now."""
    if game.awaits_director:
        return _stopped([game])[0].proposed
    silent = _silent([game] if game.status == Game.Status.RUNNING else [], at)
    return next((item.proposed for item in silent), Proposal())


def _waits(game: Game, latest: dict[tuple[int, str], GameEvent]) -> GameItem:
    """Return the item of a stopped game. *latest* has the last event of each type in each game: what happens later,
    such as leave, does not make it wait."""
    state = state_of(game)
    if state.pending:
        claim = state.pending[0]
        proposed = proposals.on_claim(state, claim, probe=tablebases.probe, largest=tablebases.largest)
        return GameItem(claim.made, "claim", game, proposed, claims=state.pending)
    kind = _kind(state)
    cause = latest[game.pk, MADE_IT_WAIT[kind]]
    match kind:
        case "reconstruction":
            proposed = proposals.on_reconstruction()
        case "irregularity":
            proposed = proposals.on_irregularity(state, play.event_from_json(cause.data).grounds)
        case "adjudication":
            called = play.event_from_json(cause.data).grounds
            proposed = proposals.on_adjudication(state, called, probe=tablebases.probe, largest=tablebases.largest)
        case _:
            proposed = proposals.on_reports(state)
    return GameItem(cause.at, kind, game, proposed)


def _kind(state: play.Game) -> str:
    if state.is_over:
        return "reports"
    if state.reconstruction:
        return "reconstruction"
    if state.irregularity:
        return "irregularity"
    return "adjudication" if Stop.ADJUDICATION in state.stops else "reports"


def _still(running: "QuerySet[Game]", at: datetime) -> list[Game]:
    """Return games without a move for long, the longest first: one more than are shown, to know if there are more."""
    long_ago = running.annotate(since=Coalesce("last_move_at", "starts")).filter(since__lt=at - SILENT)
    return list(long_ago.order_by("since", "pk")[: MAX_ROWS + 1])


def _silent(games: list[Game], at: datetime) -> Iterable[GameItem]:
    """Yield players who have reflected for long; time on leave is not silence.

    By post also players for whom no record shows that they received the opponent's move, long after it was sent.
    """
    for game in games:
        state = state_of(game)
        still = state.reflected(state.position.turn, at, received=state.receipt(None))
        if state.turn is not None and still >= SILENT:
            yield GameItem(state.turn.began, "silence", game, proposals.on_silence(state, at=at), days=still.days)


def _request_items(person: User, at: datetime) -> Iterable[GameItem]:
    waiting = open_reports(person, at).select_related("by", "message__sender", *(f"game__{name}" for name in _OF_GAME))
    return _requests(list(waiting.order_by("made", "pk")), at)


def proposed_on(report: Report, *, at: datetime) -> Proposal:
    """Return what the desk proposes on a request or report."""
    return next(iter(_requests([report], at))).proposed


def _requests(reports: list[Report], at: datetime) -> Iterable[GameItem]:
    about = [report for report in reports if report.kind == Report.Kind.REPORT]
    cases = findings_against(*(_opponent(report) for report in about))
    offers = happened_in(*(report.game for report in about if report.misconduct == Misconduct.OFFERS))
    for report in reports:
        by = report.game.colour_of(report.by)
        request = Request(
            RequestKind(report.kind),
            by,
            about_message=report.message_id is not None,
            misconduct=Misconduct(report.misconduct) if report.misconduct else None,
            earlier=len(cases.get(_opponent(report).pk, [])),
            offers=offers_lately(offers.get(report.game_id, []), by.other),
            moves=moves_lately(offers.get(report.game_id, []), by.other),
        )
        proposed = proposals.on_request(state_of(report.game), request, at=at)
        yield GameItem(report.made, _kind_of(report), report.game, proposed, report=report)


def _kind_of(report: Report) -> str:
    return "report" if report.kind == Report.Kind.REPORT else "request"


def key_of(report: Report) -> str:
    """Return the key of a request or report in addresses while it waits."""
    return f"{_kind_of(report)}-{report.game_id}-{report.pk}"


def _opponent(report: Report) -> Player:
    """Return the player whom a report is about."""
    return report.game.black if report.by_id == report.game.white_id else report.game.white


def games_ended(person: User, at: datetime) -> "QuerySet[Game]":
    """Return games that ended by themselves of late and are not noted. The index of ends finds them: there are few, and
    the condition leaves that of directors unused."""
    directed = directed_by(person, former=former_directors().values("user"), director="whose")
    rows = GAMES.alias(whose=Coalesce("director_id", Value(person.pk))).filter(directed)
    return rows.filter(is_to_note(at))


def _end(game: Game) -> GameItem:
    outcome = state_of(game).outcome
    return GameItem(game.finished or game.starts, "flag", game, Proposal(grounds=outcome.grounds if outcome else ()))


COUNTED = (stopped_games, stopped_games_of_former, open_reports, games_ended)
"""The queries behind the number in the header. Silent players are not in it: nothing waits for the director."""
