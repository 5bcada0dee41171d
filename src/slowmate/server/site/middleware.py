"""Middleware: headers, limits of requests, language and zone."""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from slowmate.server.site import clock
from slowmate.server.site.error_pages import FORMS, is_for_programs, turned_away, wrong_method
from slowmate.server.site.piece_letters import AS_IN_ENGLISH, OF_THE_PAGES, moves_shown_with
from slowmate.server.site.visitors import PROXY_KEEPS_SECONDS, may_be_shared

FOR_EVERYBODY = f"public, max-age=0, s-maxage={PROXY_KEEPS_SECONDS}"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def headers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Add the headers of security and caching: nothing is loaded from elsewhere, nothing inline. Caches do not store
    pages of one person, and browsers ask again, except for responses that say otherwise, as files that never change do.
    A proxy may keep a public page for a moment.

    With TLS, browsers are told to keep using it, also where a proxy ends TLS: they ignore the header over plain HTTP.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        is_shared = "Cache-Control" not in response.headers and may_be_shared(request, response)
        response.headers.setdefault("Cache-Control", FOR_EVERYBODY if is_shared else "private, no-cache")
        if settings.SECURE_HSTS_SECONDS:
            response.headers.setdefault("Strict-Transport-Security", f"max-age={settings.SECURE_HSTS_SECONDS}")
        return response

    return answer


LONGEST_ADDRESS = 10 * 1024
"""Characters before the question mark, and after it. A page shows what was looked for, in its links again and again;
the longest form that is sent so is that of a calculator, with the games of a tournament."""
LARGEST_BODY = 1024 * 1024 + 64 * 1024
"""A picture of 1 MB with the form around it; but for the pages that take documents, no request needs more."""
LARGEST_DOCUMENT = 5 * 1024 * 1024 + 256 * 1024
"""A scan of 5 MB with the form and a PGN file around it."""
TAKES_DOCUMENTS = re.compile(r"^/games/\d+/(?:post|for)/")
WITH_FILES = "multipart/form-data"


def reasonable_request(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse requests that no person sends: oversized bodies and addresses, and null characters, which PostgreSQL does
    not take."""

    def answer(request: HttpRequest) -> HttpResponse:
        wrong = _wrong_with(request)
        return get_response(request) if wrong is None else turned_away(request, wrong)

    return answer


def _wrong_with(request: HttpRequest) -> int | None:
    """Return the status of the answer to a request that is refused unread."""
    if max(len(request.path), len(request.META.get("QUERY_STRING", ""))) > LONGEST_ADDRESS:
        return 414
    length = request.META.get("CONTENT_LENGTH") or ""
    most = LARGEST_DOCUMENT if TAKES_DOCUMENTS.match(request.path) else LARGEST_BODY
    if length.isdecimal() and int(length) > most:
        return 413
    if not length and "chunked" in request.headers.get("Transfer-Encoding", "").lower():
        return 411  # Django would take it for empty
    if is_for_programs(request) and request.content_type == WITH_FILES:
        return 415
    return 400 if _has_null(request) else None


def _has_null(request: HttpRequest) -> bool:
    if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
        return True
    if request.method != "POST" or request.content_type not in FORMS or is_for_programs(request):
        return False
    if request.content_type == WITH_FILES:  # a file may have any bytes
        return any("\0" in text for name, texts in request.POST.lists() for text in (name, *map(str, texts)))
    return b"%00" in request.body or b"\0" in request.body


def in_the_readers_language_and_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Activate the language, the zone and the piece letters that a signed-in reader has chosen; for others the language
    their browser asks for."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            translation.activate(request.user.language)
            timezone.activate(clock.zone(request.user.zone))
        else:
            translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()
        try:
            with moves_shown_with(_letters_for(request)):
                response = get_response(request)
        finally:
            timezone.deactivate()
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        if not request.user.is_authenticated:
            patch_vary_headers(response, ("Accept-Language",))
        return response

    return answer


def _letters_for(request: HttpRequest) -> str:
    """Return the piece letters of the reader, for a visitor those of the language; programs get English ones."""
    if is_for_programs(request):
        return AS_IN_ENGLISH
    return request.user.piece_letters if request.user.is_authenticated else OF_THE_PAGES


def answer_for_wrong_method(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Show a page, not an empty answer, where an address that only takes forms is opened; programs get a problem."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        return wrong_method(request, response["Allow"])

    return answer
