"""A player's record is read back as it was written."""

import json
import random
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from slowmate.events.entry.entrants import Entrant, EntryBar, GrantedRight, Nomination, OwedBond
from slowmate.events.entry.right import Deferral, Use, UseOf
from slowmate.formats.entrant_json import read_entrant
from slowmate.formats.entrant_writing import entrant_as_json
from slowmate.records import Status
from tests.events.entry.test_careers import as_entrant, some_career
from tests.support.entrants import CANDIDATES, FINAL, PRELIMINARY, SEMI, past, rated

DAY = date(2017, 4, 2)


def read_back(entrant: Entrant) -> Entrant:
    return read_entrant(json.dumps(entrant_as_json(entrant)).encode())


def test_everything_in_a_record_is_read_back() -> None:
    full = Entrant(
        "17", "CZE", is_member_federation=False, by_direct_entry=True, sex="f", titles={"GM": DAY}, ratings=rated(2450),
        fide_rating=2400,
        results=(
            past(PRELIMINARY, (2, 3), "7.5", DAY, "P", id="8", cycle=42, top_points=Fraction(9)),
            past("zonal", 2, "7.5", DAY, "Z2", id="11", average=Fraction("2450.5")),
            past(CANDIDATES, (1, 4), "3", None, "C", id="9", running=5, final_places=1, status=Status.WITHDRAWN),
            past("zonal", 1, "9", DAY, "Z", id="10", is_acknowledged=False),
        ),
        nominations=(Nomination("CZE", DAY, 2380, statement=True, kind=SEMI, year=2018, id="n1"),),
        grants=(GrantedRight(FINAL, DAY, "EB 7", free_place=True, cycle=30),),
        uses=(
            Use(UseOf.RIGHT, SEMI, DAY, "ICCF-TR-2017 1.2.1(d)", "8", 43),
            Use(UseOf.YEARLY, SEMI, DAY, "ICCF-TR-2017 1.2.1(k)"),
            Use(UseOf.CHAMPION, FINAL, DAY, "ICCF-TR-2017 1.4.3/2"),
        ),
        deferrals=(Deferral("9", 30), Deferral(None, None)), bars=(EntryBar(DAY, None, "ICCF-TR-2017 8.4/5"),),
        gm_norms=5, champion_of=(18,), national_places=(3,), norm_starts=((DAY, True),), league_teams={5: "17"},
        bonds=(OwedBond(DAY), OwedBond(DAY, DAY)),
    )  # fmt: skip
    assert read_back(full) == full
    assert read_back(Entrant("1")) == Entrant("1")


@pytest.mark.parametrize("seed", range(30))
def test_any_career_is_read_back(seed: int) -> None:
    career, sections = some_career(random.Random(seed))
    career.outcomes = [one.running if seed % 2 else one.ended for one in sections]
    entrant = as_entrant(career)
    assert read_back(entrant) == entrant


def test_a_record_kept_by_the_command_line_knows_what_was_used(tmp_path: Path) -> None:
    from tests.cli.commands import run  # noqa: PLC0415 - starts processes; only this test does

    player = Entrant("1", results=(past(PRELIMINARY, 1, "9", DAY, "P", id="8"),))
    path = tmp_path / "record.json"
    path.write_text(json.dumps(entrant_as_json(player)), "utf-8")
    asked = ("--event", SEMI, "--on", "2017-05-10", "--start", "2017-09-20", "--format", "record")
    first = run("entry", path, *asked)
    assert first.returncode == 0
    after = read_entrant(first.stdout)
    assert after == replace(player, uses=after.uses)
    assert [(use.of.value, use.reference) for use in after.uses] == [("right", "8")]
    path.write_bytes(first.stdout)
    again = run("entry", path, *asked)
    assert (again.returncode, read_entrant(again.stdout)) == (1, after)
