"""The federations from which people choose: codes of FIDE, each once, in the order in which one looks for them."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from slowmate.server.site.fields import ZoneField, federations, place_words
from slowmate.server.site.folding import folded
from slowmate.server.site.languages import TRANSLATED

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


# in the reader's language


def zone_choices() -> list[Any]:
    choices: Any = ZoneField().choices
    return list(choices)


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_every_federation_and_every_usual_place_has_a_name_in_every_language(language: str) -> None:
    english = federations()
    with override(language):
        names = federations()
        assert names.keys() == english.keys()
        assert list(names.values()) == sorted(names.values(), key=folded)
        assert len(set(names.values())) == len(names)
        zones = [choice for _region, group in zone_choices()[1:] for choice in group]
        assert len(zones) > 80
        assert all(name and "_" not in name and "/" not in name for _zone, name in zones)


def test_a_czech_reads_czech_names() -> None:
    with override("cs"):
        assert (federations()["CZE"], federations()["GER"], federations()["ENG"]) == ("Česko", "Německo", "Anglie")
        assert [place_words(zone) for zone in ("Europe/Prague", "Asia/Tokyo", "America/Boise", "UTC")] == [
            *("Praha", "Tokio", "Boise", "UTC"),
        ]
        groups = [str(region) for region, _zones in zone_choices()]
        assert {"Evropa", "Tichomoří"} <= set(groups)
