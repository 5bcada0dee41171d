"""Calculators for everybody: the address holds the input, and nothing is stored."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from slowmate.ratings import calculator
from slowmate.ratings.calculator import PLAYER
from slowmate.rulebook import Ground
from slowmate.server.ratings.forms.calculators import ChangeForm, CoefficientForm, NormForm, PerformanceForm
from slowmate.server.ratings.pages.explanation import calculation_page
from slowmate.server.ratings.text import RULES
from slowmate.titles.fide import performance as fide
from slowmate.titles.thresholds import norm_scores

WHAT = {
    "change": gettext_lazy("Rating change"),
    "norm": gettext_lazy("Norms"),
    "performance": gettext_lazy("Performance"),
    "k": gettext_lazy("K"),
}
FORMS: dict[str, type[forms.Form]] = {
    "change": ChangeForm,
    "norm": NormForm,
    "performance": PerformanceForm,
    "k": CoefficientForm,
}
EXAMPLES = {
    "change": "rules=iccf-2023&rating=2400&games=120&rd=65&met=2450+1%0A2380+½%0A2410+½%0A2520+0",
    "norm": "rules=iccf-2017&ratings=2450+2480+2390+2510+2460+2440+2475+2405+2399+2310+2420+2500",
    "performance": "rules=iccf-2017&ratings=2450+2480+2390+2510+2460+2440&score=3.5",
    "k": "rules=iccf-2017&rating=2250&games=55",
}


@require_safe
def calculators(request: HttpRequest) -> HttpResponse:
    """Show a calculator, with its result if everything is filled in."""
    what = request.GET.get("what", "change")
    if what not in WHAT:
        raise Http404
    given = request.GET.keys() & FORMS[what].base_fields.keys()
    form = FORMS[what](request.GET if given else None)
    result = RESULTS[what](form) if given and form.is_valid() else {}
    context = {
        "what": what,
        "whats": WHAT.items(),
        "form": form,
        "example": EXAMPLES[what],
        **result,
    }
    return render(request, f"ratings/calculators/{what}.html", context, status=422 if form.errors else 200)


def _change(form: Any) -> dict[str, Any]:
    """Return the rating under the chosen rules with every step, and under the others."""
    given = form.cleaned_data
    by_rules = {rules: calculator.after_games(form.own, given["met"], rules, **_fide(form, rules)) for rules in RULES}
    chosen = by_rules[given["rules"]]
    names = {PLAYER: _("You"), **{str(number): _("opponent %(n)d") % {"n": number} for number in _places(given["met"])}}
    return {
        "found": chosen,
        "by_rules": [(rules, result, _apart(result)) for rules, result in by_rules.items()],
        "change": _apart(chosen),
        "calculation": calculation_page(chosen.ruling.grounds, names, is_tried=True),
    }


def _places(met: list[Any]) -> range:
    return range(1, len(met) + 1)


def _apart(result: calculator.Calculated) -> int | None:
    return None if result.rating is None or result.old_rating is None else result.rating - result.old_rating


def _fide(form: Any, rules: str) -> dict[str, Any]:
    more: dict[str, Any] = form.fide
    return more if rules == "fide-2017" else {}


def _norm(form: Any) -> dict[str, Any]:
    given = form.cleaned_data
    scores = norm_scores(given["ratings"], given["rules"], own=given["own"])
    return {"found": scores, "names": {str(place): str(rating) for place, rating in enumerate(given["ratings"], 1)}}


def _performance(form: Any) -> dict[str, Any]:
    given = form.cleaned_data
    ratings, half_points = given["ratings"], form.half_points
    if given["rules"] != "fide-2017":
        performance = calculator.performance(ratings, half_points, given["rules"])
        return {"found": performance.value, "grounds": performance.grounds}
    average = fide.average(ratings)
    rated = fide.performance(average.value, half_points, len(ratings))
    grounds: tuple[Ground, ...] = (*average.grounds, *rated.grounds)
    return {"found": rated.value, "grounds": grounds}


def _coefficient(form: Any) -> dict[str, Any]:
    given = form.cleaned_data
    more = {**form.fide, "played": given["played"] or 0} if given["rules"] == "fide-2017" else {}
    coefficient = calculator.coefficient(form.own, given["rules"], **more)
    return {"found": number_format(f"{coefficient.value:.12g}"), "grounds": coefficient.grounds}


RESULTS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "change": _change,
    "norm": _norm,
    "performance": _performance,
    "k": _coefficient,
}
