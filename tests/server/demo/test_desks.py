"""The desks of the demo: nothing that one offers, and no form of the pages it leads to, is closed to its official."""

import os
import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.demo import load
from slowmate.server.demo.offices import OFFICIALS, Official
from slowmate.server.desk.pages.desk_page import everything
from slowmate.server.site import clock
from slowmate.server.site.steps import CONFIRMED
from tests.server.page_forms import forms_of
from tests.support.people import AT

pytestmark = pytest.mark.django_db

CLOSED = {403, 404, 405}
MAX_CARDS_OF_A_KIND = 3
IS_WHOLE = bool(os.environ.get("SLOWMATE_LONG"))
"""The whole federation takes minutes to make: its desks are tried where the long tests are."""
LEADS = re.compile(r'href="(/(?:events|sections|entries|games|norms|awards|titles|ratings)/[^"#]*)"')


def cards(user: User) -> Iterator[str]:
    """The keys of what waits, a few of each kind."""
    of_kind: dict[str, int] = {}
    for line in everything(user, at=clock.now()).lines:
        of_kind[line.kind] = of_kind.get(line.kind, 0) + 1
        if of_kind[line.kind] <= MAX_CARDS_OF_A_KIND:
            yield line.key


def closed_forms(client: Client, page: str, content: str) -> Iterator[str]:
    """The forms of a page that are closed to whoever is shown it, sent as they stand with a reason."""
    for form in forms_of(content):
        action = urljoin(page, form.action)
        if form.method != "post" or form.disabled or action.startswith(("/accounts/", "/language", "/theme")):
            continue
        for confirmed in ({}, {CONFIRMED: ["1"]}):
            with transaction.atomic():
                answer = client.post(action, {**form.values, "reason": ["because"], **confirmed})
                transaction.set_rollback(True)
            if answer.status_code in CLOSED or answer.status_code >= 500:
                yield f"{page}: POST {action} {sorted(form.values)}: {answer.status_code}"


def closed_to(official: Official) -> Iterator[str]:
    """Everything that the desk of an official offers and that is closed to them."""
    user, client = User.objects.get(email=official.mail), Client()
    client.force_login(user)
    client.raise_request_exception = False
    looked: set[str] = set()
    for key in list(cards(user)):
        page = f"/desk?open={key}"
        content = client.get(page).content.decode()
        yield from closed_forms(client, page, content)
        card = content[content.index("<main") : content.index("</main>")]
        for link in sorted(set(LEADS.findall(card)) - looked):
            looked.add(link)
            address = link.replace("&amp;", "&")
            answer = client.get(address)
            if answer.status_code in CLOSED or answer.status_code >= 500:
                yield f"{page}: GET {address}: {answer.status_code}"
            elif answer["Content-Type"].startswith("text/html"):
                yield from closed_forms(client, address, answer.content.decode())


def test_no_desk_offers_what_its_official_may_not_do() -> None:
    load.make(at=AT, running=3, over=1, is_whole=IS_WHOLE)
    with clock.shifted(AT - clock.now()):
        wrong = [f"{official.mail} {closed}" for official in OFFICIALS for closed in closed_to(official)]
    assert not wrong, "\n".join(wrong)
