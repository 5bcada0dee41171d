"""PGN of one game, of a player's and of all of mine, and the scoresheet of one."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from slowmate.formats.pgn import write_game
from slowmate.server.games.models import Game
from slowmate.server.games.pages.scoresheet import as_text, scoresheet_of
from slowmate.server.games.queries import my_games as queries
from slowmate.server.games.queries.pgn import finished_pgn, pgn_of, pgns_of
from slowmate.server.games.views.games import find_game
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.sign_in import hidden, login_required

TYPE = "application/x-chess-pgn; charset=utf-8"


@require_safe
def game(request: HttpRequest, pk: int) -> HttpResponse:
    row = find_game(request, pk)
    response = HttpResponse(write_game(pgn_of(row, request.user)), content_type=TYPE)
    response["Content-Disposition"] = f'attachment; filename="game-{row.pk}.pgn"'
    return response


@require_safe
def scoresheet(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    """Show the scoresheet as a page, or send it as a text."""
    row = find_game(request, pk)
    sheet = scoresheet_of(row, request.user)
    if sheet is None:
        raise hidden(request)
    if not kind:
        return render(request, "games/scoresheet.html", {"game": row, "sheet": sheet})
    response = HttpResponse(as_text(row, sheet), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="scoresheet-{row.pk}.txt"'
    return response


@require_safe
def of_player(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Send the finished games of a player, oldest first."""
    rows = queries.my_games(get_object_or_404(Player, pk=pk)).defer(None).order_by("finished", "pk")
    response = StreamingHttpResponse(finished_pgn(rows, request.user), content_type=TYPE)
    response["Content-Disposition"] = f'attachment; filename="player-{pk}.pgn"'
    return response


@login_required
@require_safe
def my_games(request: HttpRequest) -> StreamingHttpResponse:
    player = player_of(request.user)
    rows = queries.my_games(player).defer(None).order_by("pk") if player else Game.objects.none()

    def texts() -> Iterator[str]:
        for game in pgns_of(rows, request.user):
            yield write_game(game) + "\n"

    response = StreamingHttpResponse(texts(), content_type=TYPE)
    response["Content-Disposition"] = 'attachment; filename="my-games.pgn"'
    return response
