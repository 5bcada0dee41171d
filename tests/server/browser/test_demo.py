"""`slowmate serve --demo`, as a user starts it on an empty folder, with a browser that looks at it."""

import json
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from slowmate.server.demo import load
from tests.server import browsing
from tests.server.processes import PATIENCE, environment, serving

pytestmark = pytest.mark.processes


def test_one_command_gives_a_living_federation_to_look_at(page: Page, tmp_path: Path) -> None:
    page.set_default_timeout(browsing.PATIENCE)
    with serving(environment(tmp_path), "--demo") as (address, _process):
        with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:  # noqa: S310 - our own address
            assert json.loads(answer.read())["status"] == "ok"
        for _ in range(8):  # computed by whichever process takes it, right after the demo was computed
            with urllib.request.urlopen(f"{address}/api/ratings/2017-1/players.csv", timeout=PATIENCE) as answer:  # noqa: S310
                assert answer.read().startswith(b"id,")
        page.goto(address)
        browsing.picture(page, "front")
        page.goto(f"{address}/accounts/login/")
        page.get_by_label("Email").fill(load.ADA)
        page.get_by_label("Password").fill(load.PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.goto(f"{address}/games")
        expect(page.get_by_role("link", name="Next game")).to_be_visible()
