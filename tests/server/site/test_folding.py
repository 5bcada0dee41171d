"""Words are compared whatever their capitals and accents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.server.site.folding import folded


@pytest.mark.parametrize(
    ("written", "looked_for"),
    [
        ("Čeněk", "cenek"),
        ("ČENĚK", "čeněk"),
        ("Łukasz Brzeziński", "lukasz brzezinski"),
        ("Søren Kjærgård", "soren kjaergard"),
        ("Đorđe", "dorde"),
        ("Groß", "GROSS"),
        ("Birutė  Ąžuolytė", "birute azuolyte"),
        ("İpek Işık", "ipek isik"),
        ("O’Neill", "o'neill"),
        ("Cˇeneˇk", "Cˇeneˇk"),
    ],
)
def test_what_is_written_and_what_is_looked_for_fold_alike(written: str, looked_for: str) -> None:
    assert folded(written) == folded(looked_for)


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
