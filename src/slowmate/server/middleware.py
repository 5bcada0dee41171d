"""What every answer carries."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth import get_user
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Nothing is loaded from anywhere else, and nothing inline."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return answer


LARGEST_BODY = 1024 * 1024 + 64 * 1024
"""A picture of 1 MB with the form around it; no other page takes files, and no request needs more."""
WITH_FILES = "multipart/form-data"
FORMS = {"application/x-www-form-urlencoded", WITH_FILES}


def reasonable_request(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Turn away what no person sends: bodies without measure, and null characters, which PostgreSQL does not take."""

    def answer(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > LARGEST_BODY:
            return _too_large(request)
        if _has_null(request):
            return HttpResponse("The request has a null character in it.", status=400, content_type="text/plain")
        return get_response(request)

    return answer


def _too_large(request: HttpRequest) -> HttpResponse:
    """Somebody who chose a large picture gets a page; a program, one line."""
    if request.content_type not in FORMS:
        return HttpResponse("The request is too large.", status=413, content_type="text/plain")
    language = translation.get_language_from_request(request)
    with translation.override(language):
        return HttpResponse(render_to_string("413.html", {"LANGUAGE_CODE": language}), status=413)


def _has_null(request: HttpRequest) -> bool:
    if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
        return True
    if request.method != "POST" or request.content_type not in FORMS:
        return False
    if request.content_type == WITH_FILES:  # a file may have any bytes
        return any("\0" in text for name, texts in request.POST.lists() for text in (name, *map(str, texts)))
    return b"%00" in request.body or b"\0" in request.body


def language_and_zone(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Whoever is signed in reads in his own language, and times in his own zone; others as their browser asks."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.user = get_user(request)  # the account itself: everybody asks, so that putting it off costs more
        if request.user.is_authenticated:
            translation.activate(request.user.language)
            try:
                timezone.activate(ZoneInfo(request.user.zone))
            except (ZoneInfoNotFoundError, ValueError):
                timezone.deactivate()
        else:
            translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()
        try:
            response = get_response(request)
        finally:
            timezone.deactivate()
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        if not request.user.is_authenticated:
            patch_vary_headers(response, ("Accept-Language",))
        return response

    return answer
