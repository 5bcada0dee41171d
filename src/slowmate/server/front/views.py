"""The front page: your turn, if you play here; else what this is and how to try it."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from slowmate.rulebook import catalogue
from slowmate.server.accounts.context import THEME
from slowmate.server.correspondence.queries import unread
from slowmate.server.front.forms import ReleaseMailForm, ThemeForm
from slowmate.server.front.pages import (
    ACCEPTED,
    ANALOGY,
    APPEALS,
    example,
    latest_news,
    life,
)
from slowmate.server.front.queries import challenges_to, first_steps
from slowmate.server.games import tablebases
from slowmate.server.games.queries.game import public_games
from slowmate.server.games.queries.my_games import my_queue
from slowmate.server.games.queries.rows import some_rows
from slowmate.server.mail import hold
from slowmate.server.people.permissions import may_keep_accounts, player_of
from slowmate.server.rulebook.text import LEFT_TO_THE_EVENT
from slowmate.server.site import clock
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.visitors import choice_of_visitor

LATEST = 5
"""Finished games that a visitor sees."""
MOST_URGENT = 8
"""Games on the front page in which it is the player's turn."""
YEAR = 365 * 24 * 60 * 60


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    me = player_of(request.user)
    context: dict[str, Any] = {"me": me, "total": len(catalogue()), "table_men": tablebases.complete()}
    if may_keep_accounts(request.user):
        context |= {"held": hold.held(), "first_steps": first_steps()}
    context["life"] = life(me, at=clock.now())
    if me is None:
        context["latest"] = some_rows(public_games(), 0, LATEST)
        return render(request, "front/front.html", context)
    queue = my_queue(me, at=clock.now())
    context |= {
        "to_act": len(queue.to_act),
        "most_urgent": queue.to_act[:MOST_URGENT],
        "are_more": len(queue.to_act) > MOST_URGENT,
        "resting": queue.resting,
        "unread": unread(me),
        "challenges": challenges_to(me),
    }
    return render(request, "front/front.html", context)


@login_required
@require_POST
def release_mail(request: HttpRequest) -> HttpResponse:
    """Release the mail that is held since a backup was restored; for administrators."""
    if not may_keep_accounts(request.user):
        raise Http404
    form = ReleaseMailForm(request.POST)
    form.full_clean()
    with_backup = form.cleaned_data["with_backup"]
    held = hold.release(with_backup=with_backup)
    if held is None:
        messages.info(request, _("No mail is held."))
        return redirect("front")
    dropped = 0 if with_backup else held.from_backup
    words = _("Mail goes again: %(sent)d let go, %(dropped)d from the backup dropped.")
    messages.success(request, words % {"sent": held.waiting - dropped, "dropped": dropped})
    return redirect("front")


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show who runs this server, and what people ask before they join."""
    contact = settings.SLOWMATE_CONTACT
    context = {
        "is_named": bool(settings.SLOWMATE_OPERATOR or contact or settings.SLOWMATE_POST),
        "operator": settings.SLOWMATE_OPERATOR,
        "contact": contact,
        "contact_link": f"mailto:{contact}" if "@" in contact else contact,
        "post": settings.SLOWMATE_POST,
        "own_words": settings.SLOWMATE_ABOUT,
        "regulations": LEFT_TO_THE_EVENT,
        "accepted": ACCEPTED,
        "analogy": ANALOGY,
        "appeals": APPEALS,
        "example": example(),
        "table_men": tablebases.complete(),
    }
    return render(request, "front/about.html", context)


@choice_of_visitor
@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Set the language of a visitor, who has no settings."""
    return set_language(request)


@choice_of_visitor
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set light or dark for a visitor, who has no settings."""
    form = ThemeForm(request.POST)
    is_theme = form.is_valid()
    before = form.cleaned_data.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure())
    response = HttpResponseRedirect(before if is_ours else reverse("front"))  # what is sent names no view of ours
    if is_theme:
        secure = bool(settings.SESSION_COOKIE_SECURE)
        response.set_cookie(
            THEME, form.cleaned_data["theme"], max_age=YEAR, samesite="Lax", secure=secure, httponly=True
        )
    return response


@require_safe
def news(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the same for everybody
    """Send news as an Atom feed."""
    items = latest_news(at=clock.now())
    home = settings.SLOWMATE_URL
    feed = Atom1Feed(
        title=_("News of %(name)s") % {"name": settings.SLOWMATE_NAME},
        link=home + reverse("front"),
        description="",
        language=get_language() or "en",
        feed_url=home + reverse("news-feed"),
        feed_guid=home + reverse("news-feed"),
        author_name=settings.SLOWMATE_NAME,
    )
    for item in items:
        feed.add_item(
            title=item.title,
            link=home + item.link,
            description=escape(item.words),  # Django writes it as HTML
            unique_id=f"{home}{reverse('news-feed')}#{item.key}",
            updateddate=item.at,
            pubdate=item.at,
        )
    response = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    response["Cache-Control"] = "public, max-age=300"
    return response
