"""Substitutes in a team event: who took which board, the judgement before another does, and Replacement status."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.rulebook import Ground, Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.substitutes import PlaceForm, SubstituteForm
from slowmate.server.events.models import Case, Section
from slowmate.server.events.pages.rendered_grounds import RenderedGround
from slowmate.server.events.pages.section_substitutes import may_see_substitutes, substitutes_page
from slowmate.server.events.permissions import may_place_substitute
from slowmate.server.events.queries.record import name_of, names_in, seats_of, sections_with_event
from slowmate.server.events.queries.substitutes import STATUS, boards_of, substitution_ruling
from slowmate.server.events.services import substituting
from slowmate.server.events.views.steps import ASK_STATUS, STATUS_STEPS, problem_with_names, take
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.text import sentence


@login_required
@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    section = _section(pk)
    user = account(request)
    if not may_see_substitutes(user, section):
        raise Http404
    shown_page = substitutes_page(section, user)
    form = SubstituteForm(boards=shown_page.boards, section=section, actor=user) if shown_page.may_place else None
    context = {"section": section, "event": section.event, "called": name_of(section), "page": shown_page, "form": form}
    return render(request, "events/substitutes.html", context | {"kept": return_params(request)})


@login_required
@require_http_methods(["GET", "POST"])
def place(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the ruling on a substitute for a board; then, with a reason, place them."""
    section, user = _section(pk), account(request)
    if not may_place_substitute(user, section) or section.state != Section.State.RUNNING:
        raise Http404
    boards = boards_of(section)
    kind = PlaceForm if request.method == "POST" else SubstituteForm
    form = kind(request.POST or request.GET, boards=boards, section=section, actor=user)
    is_whole = form.is_valid()
    if request.method == "POST" and is_whole:
        done = _place(request, section, form)
        if done is not None:
            return done
    again = SubstituteForm(request.POST or request.GET, boards=boards, section=section, actor=user)
    context = {"section": section, "event": section.event, "called": name_of(section), "form": again}
    if "seat" in form.cleaned_data and "player" in form.cleaned_data:
        context |= _judgement(section, form.cleaned_data["seat"], form.cleaned_data["player"])
        context["reason_form"] = form if isinstance(form, PlaceForm) else _place_form(form, context)
    return render(request, "events/substitute.html", context, status=422 if form.errors else 200)


def _place_form(form: SubstituteForm, context: dict[str, object]) -> PlaceForm:
    initial = {"seat": form.cleaned_data["seat"], "player": form.cleaned_data["player"].pk, "seen": context["seen"]}
    boards = boards_of(form.section)
    return PlaceForm(initial=initial, boards=boards, section=form.section, actor=form.actor)


def _place(request: HttpRequest, section: Section, form: SubstituteForm) -> HttpResponse | None:
    """Place them; nothing, where the form says why not."""
    given = form.cleaned_data
    try:
        substituting.place(
            section.pk,
            given["seat"],
            given["player"],
            reason=given["reason"],
            seen=given["seen"],
            actor=account(request),
            at=clock.now(),
        )
    except NotAllowed:
        raise Http404 from None
    except Stale as stale:
        messages.warning(request, str(stale))
        return redirect("section-substitutes", section.pk)
    except Unfit as unfit:
        form.add_error(unfit.field if unfit.field in form.fields else None, unfit.why)
    except Refused as refused:
        form.add_error(None, problem_with_names(refused))
    else:
        messages.success(request, _("The substitute plays on this board now. Everybody concerned is told."))
        return redirect("section-substitutes", section.pk)
    return None


def _judgement(section: Section, seat_pk: int, player: Player) -> dict[str, object]:
    seats = list(seats_of(section))
    seat = next(seat for seat in seats if seat.pk == seat_pk)
    ruling = substitution_ruling(section, seats, seat, player, at=clock.now())
    names = names_in(section) | {str(player.pk): str(player.name)}
    boards = boards_of(section)
    teams = {str(board.seat.team_id): board.team for board in boards}
    grounds = [_render_ground(ground, names, teams) for ground in ruling.grounds]
    board = next(board for board in boards if board.seat.pk == seat_pk)
    return {"may": ruling.value, "grounds": grounds, "player": player, "board": board, "seen": len(board.sat) - 1}


def _render_ground(ground: Ground, names: Mapping[str, str], teams: Mapping[str, str]) -> RenderedGround:
    """Put a requirement into words; whether it holds is shown beside. Teams have numbers of their own."""
    facts = {name: fact for name, fact in ground.facts.items() if name != "holds"}
    if "team" in facts:
        facts["team"] = teams.get(str(facts["team"]))
    requirement = Ground(ground.clause, facts)
    return RenderedGround(ground.clause, sentence(requirement, names=names), ground.facts["holds"] is not False)


@login_required
@require_POST
def ask_status(request: HttpRequest, pk: int) -> HttpResponse:
    return take(request, ASK_STATUS, _section(pk).pk, page=reverse("section-substitutes", args=[pk]))


@login_required
@require_POST
def decide_status(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    case = Case.objects.filter(pk=pk, procedure=STATUS).first()
    if case is None or what not in STATUS_STEPS:
        raise Http404
    return take(request, STATUS_STEPS[what], pk, page=reverse("section-substitutes", args=[case.section_id]))


def _section(pk: int) -> Section:
    row = sections_with_event().filter(pk=pk).first()
    if row is None or not row.event.kind_of.teams:
        raise Http404
    return row
