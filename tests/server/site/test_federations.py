"""The federations from which people choose: codes of FIDE, each once, in the order in which one looks for them."""

import re
from pathlib import Path

import pytest
from django.test import Client

from slowmate.server.site.fields import federations
from slowmate.server.site.folding import folded

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r'"federation": ?"([A-Z]{3})"')


def test_every_code_is_three_letters_and_every_name_is_there_once() -> None:
    known = federations()
    assert all(re.fullmatch("[A-Z]{3}", code) for code in known)
    assert len(set(known.values())) == len(known)
    assert list(known.values()) == sorted(known.values(), key=folded)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        *(("ENG", "England"), ("SCO", "Scotland"), ("WLS", "Wales"), ("IRL", "Ireland"), ("GER", "Germany")),
        *(("SUI", "Switzerland"), ("RSA", "South Africa"), ("NED", "Netherlands"), ("CPV", "Cape Verde")),
        *(("ARM", "Armenia"), ("AZE", "Azerbaijan"), ("VIE", "Vietnam"), ("TTO", "Trinidad and Tobago")),
        *(("SGP", "Singapore"), ("LBN", "Lebanon"), ("MTN", "Mauritania"), ("MKD", "North Macedonia")),
    ],
)
def test_the_codes_are_those_of_fide_today_and_not_those_of_the_olympic_games_or_of_iso(code: str, name: str) -> None:
    assert federations()[code] == name


def test_whatever_federation_the_examples_name_is_known() -> None:
    found = {code for path in (ROOT / "examples").rglob("*.json") for code in NAMED.findall(path.read_text("utf-8"))}
    assert found
    assert found <= set(federations())


@pytest.mark.django_db
def test_somebody_from_any_of_them_can_join(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    for code, name in federations().items():
        assert f'<option value="{code}">{name} ({code})</option>' in page, name
