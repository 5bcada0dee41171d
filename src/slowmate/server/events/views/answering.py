"""What pages of whoever runs events answer when a step is taken, and when it is not."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from slowmate.rulebook import Refused
from slowmate.server.events.services.entries import NotSeated
from slowmate.server.site.desk_items import return_url
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.text import sentence


def answered(request: HttpRequest, do: Callable[[], object], done: str, *, otherwise: str) -> HttpResponse:
    """Take a step and go on; whatever stands against it is told in one message, and nothing was done."""
    try:
        do()
    except NotAllowed:
        raise Http404 from None
    except Stale as stale:
        messages.warning(request, str(stale))
        return redirect(otherwise)
    except Unfit as unfit:
        messages.error(request, unfit.why)
        return redirect(otherwise)
    except Refused as refused:
        messages.error(request, why_refused(refused))
        return redirect(otherwise)
    messages.success(request, done)
    return redirect(return_url(request, otherwise=otherwise))


def why_refused(refused: Refused) -> str:
    """What stands against a step, with its clauses; what is fulfilled is not repeated."""
    names = ""
    if isinstance(refused, NotSeated):
        listed = ", ".join(str(entry.player) for entry, _grounds in refused.refused)
        names = _("May no longer enter: %(names)s.") % {"names": listed} + " "
    against = [ground for ground in refused.grounds if ground.facts.get("holds") is not True]
    return names + " ".join(f"{sentence(ground)} ({ground.clause.address})" for ground in against[:MOST])


MOST = 6
"""Grounds that one message tells."""
