"""My games, a game, and what a player does in it: the same services as the pages."""

from typing import Annotated, Any, Literal

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Path, Router

from slowmate.formats.outlook_json import stakes_json
from slowmate.formats.pgn import write_game
from slowmate.play.events import ClaimKind
from slowmate.play.may import May, Rights
from slowmate.server.accounts.api import ANYBODY, PLAY, READ, account, person
from slowmate.server.events.queries.game_stakes import section_of_game, stakes_for
from slowmate.server.games.api.shapes import (
    ClaimIn,
    ClaimOut,
    ClockOut,
    ConditionalsIn,
    GameLine,
    GameOut,
    GamesPage,
    JournalLine,
    MoveIn,
    MoveOut,
    ResignIn,
    time_control,
)
from slowmate.server.games.models import Game
from slowmate.server.games.pages import postal
from slowmate.server.games.pages.game import GamePage, game_page
from slowmate.server.games.pages.journal import JournalEntry
from slowmate.server.games.permissions import may_play, may_see_game
from slowmate.server.games.queries.game import MoveLine, has_pending_claim, with_people
from slowmate.server.games.queries.my_games import BY_TIME_LEFT
from slowmate.server.games.queries.my_games import my_games as games_of
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.queries.pgn import pgn_of, pgns_of
from slowmate.server.games.services import playing
from slowmate.server.people.api import player_line
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, WRITING, Limit, Offset
from slowmate.server.site.shapes import LARGEST_ID, ground

router = Router(tags=["games"])

GameId = Annotated[int, Path(ge=1, le=LARGEST_ID)]

PGN = "application/x-chess-pgn"
AS_PGN = {
    "responses": {200: {"description": "The moves", "content": {PGN: {"schema": {"type": "string"}}}}},
}


def find_game(request: HttpRequest, game: int) -> Game:
    """Return a game that the token's owner may see; other games do not exist for them."""
    row = with_people().filter(pk=game).first()
    if row is None or not may_see_game(person(request), row):
        raise Http404
    return row


# reading


@router.get("", auth=READ, response={200: GamesPage, **REFUSALS}, summary="My games")
def my_games(
    request: HttpRequest,
    status: Literal["open", "waiting", "running", "finished", "all"] = "open",
    turn: Literal["mine", "any"] = "any",
    limit: Limit = 50,
    offset: Offset = 0,
) -> GamesPage:
    """Return my games by time left, finished ones last. `turn=mine`: only those where I have to move or to answer an
    offer."""
    me = player_of(person(request))
    rows = games_of(me) if me else Game.objects.none()
    if status == "open":
        rows = rows.exclude(status=Game.Status.FINISHED)
    elif status != "all":
        rows = rows.filter(status=status)
    if turn == "mine":
        rows = rows.filter(Q(on_move=me) | Q(offer_to=me))
    rows = rows.order_by(*BY_TIME_LEFT) if status != "finished" else rows.order_by("-finished", "-pk")
    items = [game_line(row, me) for row in rows[offset : offset + limit]]
    return GamesPage(items=items, count=rows.count(), limit=limit, offset=offset)


@router.get("/mine.pgn", auth=READ, response={**REFUSALS}, openapi_extra=AS_PGN, summary="All my games as PGN")
def my_pgn(request: HttpRequest) -> HttpResponse:
    me = player_of(person(request))
    rows = games_of(me).defer(None).order_by("pk") if me else Game.objects.none()
    text = "\n".join(write_game(game) for game in pgns_of(rows, person(request)))
    return HttpResponse(text, content_type=f"{PGN}; charset=utf-8")


@router.get("/{int:game}", auth=ANYBODY, response={200: GameOut, **REFUSALS}, summary="A game")
def game(request: HttpRequest, game: GameId) -> GameOut:
    """Return position, moves, clocks, what you may do now and why not, and the journal with its grounds.

    Finished games are public; running ones are for the players and the director, unless the event shows them.
    """
    return _game(request, find_game(request, game))


@router.get("/{int:game}/pgn", auth=ANYBODY, response={**REFUSALS}, openapi_extra=AS_PGN, summary="A game as PGN")
def pgn(request: HttpRequest, game: GameId) -> HttpResponse:
    row = find_game(request, game)
    return HttpResponse(write_game(pgn_of(row, person(request))), content_type=f"{PGN}; charset=utf-8")


@router.get("/{int:game}/means", auth=READ, response={200: dict[str, Any], **REFUSALS}, summary="What a game means")
def means(request: HttpRequest, game: GameId) -> dict[str, Any]:
    """Return what is at stake in a running game of mine: places, rights and norms now, and after each result."""
    row, me = find_game(request, game), player_of(person(request))
    stakes = stakes_for(row, me, section_of_game(row)) if me is not None and may_play(person(request), row) else None
    if stakes is None:
        raise Http404
    return stakes_json(stakes)


# playing


@router.post("/{int:game}/moves", auth=PLAY, response={200: GameOut, **WRITING}, summary="Make a move")
def move(request: HttpRequest, game: GameId, body: MoveIn) -> GameOut:
    """Make a move. It is accepted at once: look at the position before you send it."""
    row = find_game(request, game)
    who, at = account(request), clock.now()
    playing.make_move(row.pk, body.move, actor=who, at=at, offer=body.offer, ply=body.ply)
    return _again(request, row)


@router.post("/{int:game}/offer/accept", auth=PLAY, response={200: GameOut, **WRITING}, summary="Accept a draw")
def accept_offer(request: HttpRequest, game: GameId) -> GameOut:
    row = find_game(request, game)
    playing.accept_offer(row.pk, actor=account(request), at=clock.now())
    return _again(request, row)


@router.post("/{int:game}/offer/decline", auth=PLAY, response={200: GameOut, **WRITING}, summary="Decline a draw")
def decline_offer(request: HttpRequest, game: GameId) -> GameOut:
    row = find_game(request, game)
    playing.decline_offer(row.pk, actor=account(request), at=clock.now())
    return _again(request, row)


@router.post("/{int:game}/claims", auth=PLAY, response={200: ClaimOut, **WRITING}, summary="Claim a draw or a win")
def claim(request: HttpRequest, game: GameId, body: ClaimIn) -> ClaimOut:
    """Claim by repetition, the 50-move rule or the tables. The answer comes at once; its grounds are in the
    journal."""
    row = find_game(request, game)
    kind, who, at = ClaimKind(body.claim), account(request), clock.now()
    if kind in (ClaimKind.TABLEBASE_WIN, ClaimKind.TABLEBASE_DRAW):
        after = playing.claim_tablebase(row.pk, kind, actor=who, at=at)
    else:
        after = playing.claim_draw(row.pk, kind, actor=who, at=at, intended=body.intended, received=body.received)
    over = after.status == Game.Status.FINISHED
    answer: Literal["upheld", "rejected", "director"] = (
        "upheld" if over else "director" if has_pending_claim(after, player_of(who)) else "rejected"
    )
    return ClaimOut(answer=answer, game=_again(request, row))


@router.post("/{int:game}/resign", auth=PLAY, response={200: GameOut, **WRITING}, summary="Resign")
def resign(request: HttpRequest, game: GameId, body: ResignIn) -> GameOut:  # noqa: ARG001 - it must say that it is sure
    row = find_game(request, game)
    playing.resign(row.pk, actor=account(request), at=clock.now())
    return _again(request, row)


@router.post("/{int:game}/refill", auth=PLAY, response={200: GameOut, **WRITING}, summary="Refill the clock")
def refill(request: HttpRequest, game: GameId) -> GameOut:
    """Refill the clock from the bank of the Triple Block system."""
    row = find_game(request, game)
    playing.refill_clock(row.pk, actor=account(request), at=clock.now())
    return _again(request, row)


@router.post(
    "/{int:game}/long-reflection", auth=PLAY, response={200: GameOut, **WRITING}, summary="Announce long reflection"
)
def long_reflection(request: HttpRequest, game: GameId) -> GameOut:
    row = find_game(request, game)
    playing.announce_long_reflection(row.pk, actor=account(request), at=clock.now())
    return _again(request, row)


@router.put("/{int:game}/conditionals", auth=PLAY, response={200: GameOut, **WRITING}, summary="Set conditional moves")
def conditionals(request: HttpRequest, game: GameId, body: ConditionalsIn) -> GameOut:
    """Set conditional moves, in place of those set before."""
    row = find_game(request, game)
    lines = tuple(tuple(line) for line in body.lines)
    playing.set_conditionals(row.pk, lines, actor=account(request), at=clock.now())
    return _again(request, row)


# shapes


def _facts(row: Game, me: Player | None) -> dict[str, Any]:
    origin = origin_of(row)
    plays = me is not None and me.pk in (row.white_id, row.black_id)
    return {
        "id": row.pk,
        "link": f"/games/{row.pk}",
        "white": player_line(row.white),
        "black": player_line(row.black),
        "label": origin.label,
        "event_id": origin.event_id,
        "section_id": origin.section_id,
        "status": row.status,
        "colour": row.colour_of(me).value if me and plays else None,
        "my_turn": plays and me is not None and row.on_move_id == me.pk,
        "offer_to_me": plays and me is not None and row.offer_to_id == me.pk,
        "plies": row.plies,
        "last_move": row.last_move,
        "last_move_at": row.last_move_at,
        "deadline": row.deadline,
        "awaits_director": row.awaits_director,
        "starts": row.starts,
        "result": row.result,
        "termination": row.termination,
        "finished": row.finished,
    }


def game_line(row: Game, me: Player | None) -> GameLine:
    return GameLine(**_facts(row, me))


def _again(request: HttpRequest, row: Game) -> GameOut:
    return _game(request, with_people().get(pk=row.pk))


def _game(request: HttpRequest, row: Game) -> GameOut:
    who = person(request)
    page = game_page(row, who, at=clock.now())
    facts = _facts(row, player_of(who)) | {"offer_to_me": page.offer_to_me}
    if page.is_delayed:  # nothing may tell how far the game has really come
        last = page.last
        facts |= {
            "plies": len(page.moves),
            "last_move": last.algebraic if last else "",
            "last_move_at": last.made if last else None,
            "deadline": None,
            "awaits_director": False,
        }
    own = page.state.side(page.colour).lines if page.colour and not page.state.is_over else ()
    return GameOut(
        **facts,
        is_delayed=page.is_delayed,
        **_terms(page),
        start_fen=page.positions[0].fen,
        fen=page.position.fen,
        turn=page.position.turn.value,
        moves=[_move(line, with_clock=not page.is_delayed) for line in page.moves],
        clocks=[
            ClockOut(
                **{name: getattr(card, name) for name in ClockOut.model_fields}
                | {"colour": card.colour.value, "urgency": card.urgency and card.urgency.step}
            )
            for card in page.clocks
        ],
        charge=[ground(each) for each in page.charge],
        refusals=_refusals(page.rights) | _by_post(page),
        conditionals=[list(line) for line in own],
        journal=[_journal_line(entry) for entry in page.journal],
    )


def _journal_line(entry: JournalEntry) -> JournalLine:
    return JournalLine(
        at=entry.at,
        title=entry.title,
        kind=entry.kind,
        grounds=[ground(each) for each in entry.grounds],
        director=entry.director,
        reason=entry.reason,
    )


def _terms(page: GamePage) -> dict[str, Any]:
    """Return what was fixed for the game before it began."""
    director = player_of(page.row.director) if page.row.director else None
    return {
        "time_control": time_control(page.state.control),
        "transmission": page.state.terms.transmission.value,
        "chess960": page.state.terms.chess960,
        "director": director.name if director else None,
    }


_OF_THE_CLOCK = ("reflected", "charged", "left")


def _move(line: MoveLine, *, with_clock: bool) -> MoveOut:
    """Return a move, without its cost for those who may not see the clocks."""
    values = {name: getattr(line, name) for name in MoveOut.model_fields}
    return MoveOut(**values if with_clock else values | dict.fromkeys(_OF_THE_CLOCK))


def _by_post(page: GamePage) -> dict[str, list[Any]]:
    """Return what is open only in a game by post, e-mail or fax."""
    if page.colour is None or page.state.terms.transmission.is_server:
        return {}
    acts = postal.acts(page.state, page.colour, at=clock.now())
    return {act.what.replace("-", "_"): [ground(each) for each in act.why] for act in acts}


def _refusals(rights: Rights | None) -> dict[str, list[Any]]:
    if rights is None:
        return {}
    acts: dict[str, May | None] = {name: getattr(rights, name) for name in rights.__slots__}
    return {name: [ground(each) for each in may.why_not] for name, may in acts.items() if may is not None}
