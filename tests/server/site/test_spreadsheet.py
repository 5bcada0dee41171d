"""Tables for spreadsheets."""

import csv
import io

import pytest

from slowmate.server.site.spreadsheet import as_csv


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＠x"])
def test_what_a_spreadsheet_would_compute_is_text(text: str) -> None:
    ((cell,),) = csv.reader(io.StringIO(as_csv([[text]]).removeprefix("\ufeff"), newline=""))
    assert cell == f"'{text}"


def test_everything_else_stays_as_it_is() -> None:
    row = ['Ada, "x"', -5, 1.5, None, "½", ""]
    ((*cells,),) = csv.reader(io.StringIO(as_csv([row]).removeprefix("\ufeff"), newline=""))
    assert cells == ['Ada, "x"', "-5", "1.5", "", "½", ""]
