"""The poll of an open page of a game: has the game gone on?"""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.http import parse_etags, quote_etag
from django.views.decorators.http import require_safe

from slowmate.server.games.pages.move_messages import news_of_game
from slowmate.server.games.permissions import may_see_everything_of_game
from slowmate.server.games.queries.game import state_mark
from slowmate.server.games.views.games import find_game
from slowmate.server.site.sign_in import hidden


@require_safe
def watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the mark of the game and its last move in words; with nothing where the browser has that mark.

    Spectators, who follow the game late, do not learn here that it has gone on.
    """
    row = find_game(request, pk)
    if not may_see_everything_of_game(request.user, row):
        raise hidden(request)
    mark = state_mark(row)
    tag = quote_etag(mark)
    is_unchanged = tag in parse_etags(request.headers.get("If-None-Match", ""))
    answer: HttpResponse = (
        HttpResponseNotModified()
        if is_unchanged
        else JsonResponse({"mark": mark, "words": news_of_game(row, request.user)})
    )
    answer["ETag"], answer["Cache-Control"] = tag, "private, no-cache"
    return answer
