"""The worker is killed with SIGKILL while it looks for norms, again and again: none is doubled, none lost. On both
databases."""

from pathlib import Path

import pytest

from tests.server.games.test_concurrency import KINDS, TOGETHER, run
from tests.support.effort import rounds

pytestmark = pytest.mark.processes

KILLED = (
    TOGETHER
    + """
import os, signal, subprocess, sys
from datetime import date, timedelta
from django.db.models import Count, F
from slowmate.server.events.models import Section
from slowmate.server.titles.models import Certificate, Norm, NormsFound, TitleAward
from slowmate.server.titles.queries.register_check import wrong_norms
from slowmate.server.titles.queries.pending_sections import sections_to_search
from tests.support.finished import keep
from tests.server.titles.federation import HERO, a_hero, played

SECTIONS, KILLS = 8, KILLED
hero = a_hero()
starts = [date(2018, 1, 1) + timedelta(days=60 * number) for number in range(SECTIONS)]
rows = [keep(played(f"Event {number}", start=start), {HERO: hero}) for number, start in enumerate(starts)]

def worked_and_killed():
    '''Workers that are killed as soon as one more section is done, while they are at the next; the last goes on.'''
    kills = 0
    while (left := sections_to_search().count()):
        worker = subprocess.Popen([sys.executable, "-m", "slowmate", "worker"])
        while sections_to_search().count() == left: sleep(0.005)
        if kills < KILLS:
            kills += bool(sections_to_search().count())
            worker.send_signal(signal.SIGKILL)
        else:
            while sections_to_search().exists(): sleep(0.05)
            worker.send_signal(signal.SIGTERM)
        worker.wait()
    return kills

def told():
    live = Norm.objects.filter(state__in=Norm.LIVE)
    twice = live.values("player", "section", "title").annotate(n=Count("pk")).filter(n__gt=1)
    valid = Certificate.objects.filter(withdrawn=None, superseded_by=None)
    return {
        "live": live.count(), "of_sections": live.values("section").distinct().count(), "twice": twice.count(),
        "wrong": list(wrong_norms()), "looked": NormsFound.objects.filter(ended=F("section__ended")).count(),
        "titles": sorted(TitleAward.objects.filter(state__in=TitleAward.LIVE).values_list("title", flat=True)),
        "mails": Mail.objects.filter(kind="norm-found").count(),
        "papers": valid.filter(norm__isnull=False).count(),
    }

kills = worked_and_killed()
first = told()
for row in rows[::2]:
    game = row.pairings.order_by("pk").first().game
    Game.objects.filter(pk=game.pk).update(result="0-1")
Section.objects.update(ended=F("ended") + timedelta(days=1))
again = worked_and_killed()
print(json.dumps({"kills": kills, "again": again, "first": first, "then": told()}))
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_worker_neither_doubles_nor_loses_a_norm(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found, _ = run(kind, request, tmp_path, KILLED.replace("KILLED", str(rounds(3))))
    assert found["kills"] >= 1
    assert found["again"] >= 1
    first, then = found["first"], found["then"]
    assert (first["twice"], first["wrong"], first["looked"]) == (0, [], 8)
    assert (first["live"], first["of_sections"], first["mails"], first["papers"]) == (40, 8, 8, 8)
    assert first["titles"] == ["CCE", "CCM", "IM", "SIM"]
    assert (then["twice"], then["wrong"], then["looked"]) == (0, [], 8)
    assert then["live"] == 4 * 5 + 4 * 4, "eight points are no norm of a Grandmaster"
    assert (then["of_sections"], then["papers"]) == (8, 8)
