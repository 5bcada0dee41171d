"""Several workers look at one section at once, and a corrected result is looked at by all: on both databases."""

from pathlib import Path

import pytest

from tests.server.games.test_concurrency import KINDS, TOGETHER, run

pytestmark = pytest.mark.processes

LOOKING = (
    TOGETHER
    + """
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.people.models import TitleHeld
from slowmate.server.titles.services.norm_search import search_section
from tests.support.finished import keep
from tests.server.titles.federation import AT, HERO, a_hero, played
from datetime import date

hero = a_hero()
days = (date(2018, 3, 1), date(2019, 1, 1))
rows = [keep(played(f"Event {start.year}", start=start), {HERO: hero}) for start in days]
def look(number):
    return [search_section(row.pk, at=AT) for row in rows]
together(look, PROCESSES)
first = {
    "norms": Norm.objects.count(), "titles": sorted(TitleAward.objects.values_list("title", "state")),
    "held": TitleHeld.objects.count(), "mails": Mail.objects.filter(kind="norm-found").count(),
}
game = rows[0].pairings.order_by("pk").first().game
Game.objects.filter(pk=game.pk).update(result="0-1")
together(look, PROCESSES)
live = Norm.objects.filter(section=rows[0], state__in=("proposed", "confirmed"))
print(json.dumps({
    **first, "live": sorted(live.values_list("title", flat=True)), "all": Norm.objects.count(),
    "superseded": Norm.objects.filter(state="superseded").count(),
}))
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_norms_and_titles_are_never_doubled(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found, _ = run(kind, request, tmp_path, LOOKING)
    assert (found["norms"], found["mails"]) == (10, 2)
    assert found["titles"] == [[title, "confirmed"] for title in ("CCE", "CCM", "IM", "SIM")]
    assert found["held"] == 4
    assert found["live"] == ["CCE", "CCM", "IM", "SIM"], "eight points are no norm of a Grandmaster"
    assert (found["all"], found["superseded"]) == (14, 5)
