"""The Table of Qualifiers, and what concerns me: my rights, bars, nominations and entries."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.events.entry.rights import TABLE
from slowmate.rulebook import Refused, in_force
from slowmate.server.accounts.permissions import account
from slowmate.server.cases.pages.case_page import case_lines
from slowmate.server.cases.pages.procedures import PROCEDURES
from slowmate.server.cases.queries.cases import open_cases_of_party
from slowmate.server.events.forms.filters import QualifierFilterForm
from slowmate.server.events.forms.steps import PutOffForm
from slowmate.server.events.models import Event, Right
from slowmate.server.events.pages.my_events import my_events_page
from slowmate.server.events.pages.qualifiers import qualifier_stages
from slowmate.server.events.permissions import federations_of, may_enter_player
from slowmate.server.events.queries.events import finals_to_come
from slowmate.server.events.queries.rights import STAGES, qualifiers
from slowmate.server.events.services import rights
from slowmate.server.events.text import kind_words
from slowmate.server.people.permissions import player_of
from slowmate.server.ratings.queries.forecast import forecast_of, pools_of
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.fields import federations
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.steps import cleaned
from slowmate.server.titles.pages.profile import prospects, titles_profile
from slowmate.server.titles.queries.certificates import certificates_for

PAGE_SIZE = 100


@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Show who has a right to enter what, and until when (1.0.6). It informs; the results decide."""
    filters = QualifierFilterForm(request.GET).filter
    page = Paginator(qualifiers(filters, on=clock.now().date()), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "stages": qualifier_stages(list(page.object_list)),
        "filters": filters,
        "kinds": [(kind, kind_words(kind)) for kind in STAGES],
        "federations": federations(),
        "clause": in_force(TABLE, on=clock.now().date()),
    }
    return render(request, "events/qualifiers.html", context)


@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    player = player_of(request.user)
    if player is None:
        raise Http404
    context = {
        "player": player,
        "cases": case_lines(open_cases_of_party(account(request), PROCEDURES)),
        "mine": my_events_page(player, on=clock.now().date()),
        "delegations": federations_of(request.user),
        "titles": titles_profile(player, prospects(player), on=clock.now().date(), is_own=True),
        "certificates": certificates_for(request.user, player),
        "forecast": forecast_of(player, clock.now(), pool=pools[0]) if (pools := pools_of(player)) else None,
    }
    return render(request, "events/me.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def put_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a right to the Final off: what that means, once more, because it binds; then it is done."""
    right = get_object_or_404(Right.objects.select_related("player", "section"), pk=pk)
    if right.player is None or not may_enter_player(request.user, right.player):
        raise Http404
    finals = finals_to_come()
    if request.method == "GET":
        return render(request, "events/put_off.html", {"right": right, "finals": finals})
    number = cleaned(PutOffForm, request.POST)["final"]
    final = get_object_or_404(Event.objects.select_related("series"), pk=number)
    try:
        done = rights.put_off(pk, final, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Refused as refused:
        context = {"right": right, "finals": finals, "grounds": refused.grounds}
        return render(request, "events/put_off.html", context, status=409)
    except (Stale, Unfit) as wrong:
        messages.warning(request, str(wrong))
    else:
        is_lost = done.state == "lost"
        messages.success(request, _("The right is lost.") if is_lost else _("The right is put off."))
    return redirect("me" if right.player == player_of(request.user) else "qualifiers")
