"""Start ratings before the start lists, for the Ratings Commissioner: which events, and the players of one."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.start_ratings import StartRatingForm
from slowmate.server.events.queries import start_ratings as queries
from slowmate.server.events.services.start_ratings import set_start_rating
from slowmate.server.ratings.permissions import may_keep_lists
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import login_required

PAGE_SIZE = 50


@login_required
@require_safe
def start_ratings(request: HttpRequest) -> HttpResponse:
    """List the events whose start lists are still to be posted."""
    if not may_keep_lists(request.user):
        raise Http404
    page = Paginator(queries.to_be_posted(), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "events/start_ratings.html", {"page": page})


@login_required
@require_http_methods(["GET", "POST"])
def of_event(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the ratings with which the players of an event would start, and set one of them."""
    event = queries.to_be_posted().filter(pk=pk).first() if may_keep_lists(request.user) else None
    if event is None:
        raise Http404
    lines = queries.start_ratings(event)
    form = StartRatingForm(request.POST or None, lines=lines)
    if request.method == "POST" and form.is_valid():
        player, rating, reason = (form.cleaned_data[name] for name in ("player", "rating", "reason"))
        try:
            set_start_rating(pk, player, rating, reason=reason, actor=account(request), at=clock.now())
        except NotAllowed:
            raise Http404 from None
        except (Unfit, Stale) as problem:
            form.add_error(getattr(problem, "field", None), str(problem))
        else:
            messages.success(request, _("The start rating is set. It stands in the journal of the event."))
            return redirect("event-start-ratings", pk)
    context = {"event": event, "lines": lines, "form": form}
    return render(request, "events/event_start_ratings.html", context, status=422 if form.errors else 200)
