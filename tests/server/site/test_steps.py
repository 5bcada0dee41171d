"""Steps by POST: cleaned by their form, taken by their service, answered in a message; never anything in between."""

from typing import Any

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.fields import RowNumberField, RowNumbersField, SeenField
from slowmate.server.site.steps import FormStep, take_step


class AnyForm(forms.Form):
    row = RowNumberField()
    rows = RowNumbersField()
    seen = SeenField()
    why = forms.CharField(max_length=5)


def sent(**data: Any) -> HttpRequest:
    request = RequestFactory().post("/things/7", data)
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]  # as the middleware does
    return request


def take(request: HttpRequest, step: FormStep, **more: Any) -> HttpResponse:
    return take_step(request, step, 7, actor="somebody", page="/things/7", **more)


def said(request: HttpRequest) -> list[tuple[str, str]]:
    return [(message.level_tag, str(message)) for message in get_messages(request)]


def test_the_service_gets_the_subject_the_cleaned_fields_and_the_actor() -> None:
    calls: list[tuple[Any, dict[str, Any]]] = []

    def service(subject: int, **given: Any) -> int:
        calls.append((subject, given))
        return 3

    request = sent(row="12", rows=["4", "²", "x", "5"], why=" so ")
    answer = take(request, FormStep(service, lambda number: f"{number} done", AnyForm))
    ((subject, given),) = calls
    assert subject == 7
    assert given.pop("at").tzinfo is not None
    assert given == {"row": 12, "rows": [4, 5], "seen": None, "why": "so", "actor": "somebody"}
    assert (answer.status_code, answer["Location"]) == (302, "/things/7")
    assert said(request) == [("success", "3 done")]


def test_what_the_form_refuses_never_reaches_the_service() -> None:
    def service(_subject: int, **_given: Any) -> None:
        pytest.fail("the service was called")

    request = sent(why="much too long")
    answer = take(request, FormStep(service, "done", AnyForm))
    assert answer["Location"] == "/things/7"
    ((level, words),) = said(request)
    assert level == "error"
    assert "at most 5" in words


@pytest.mark.parametrize(("problem", "level"), [(Stale("look again"), "warning"), (Unfit("too late"), "error")])
def test_what_stands_against_a_step_is_told_and_success_is_not(problem: Exception, level: str) -> None:
    def service(_subject: int, **_given: Any) -> None:
        raise problem

    request = sent(desk="1")
    answer = take(request, FormStep(service, "done"))
    assert answer["Location"] == "/things/7", "not to the desk: there is nothing to go on to"
    assert said(request) == [(level, str(problem))]


def test_a_page_that_shows_the_problem_itself_gets_it_without_a_message() -> None:
    def service(_subject: int, **_given: Any) -> None:
        raise Unfit("too late")

    request = sent()
    answer = take(request, FormStep(service, "done"), on_problem=lambda problem: HttpResponse(str(problem), status=409))
    assert (answer.status_code, answer.content) == (409, b"too late")
    assert said(request) == []


def test_who_may_not_take_a_step_finds_no_such_page() -> None:
    def service(_subject: int, **_given: Any) -> None:
        raise NotAllowed

    request = sent()
    with pytest.raises(Http404):
        take(request, FormStep(service, "done"))
    assert said(request) == []


def test_a_step_from_the_desk_leads_back_to_it() -> None:
    answer = take(sent(desk="1", next="entry-5", kind="entry"), FormStep(lambda _subject, **_given: None, "done"))
    assert answer["Location"] == "/desk?kind=entry&open=entry-5#entry-5"
