"""A career on the server: from the first event to Grandmaster, in two editions, as the core goes through it."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client

from slowmate.records import Event
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.queries.register_check import wrong_norms
from slowmate.server.titles.services import norms
from slowmate.server.titles.services.norm_search import search_section
from slowmate.titles.career import career
from slowmate.titles.iccf.confirmation import ConfirmingBody
from tests.support.finished import keep
from tests.support.people import person
from tests.titles.test_career import END, EVENTS, HERO, RATINGS, RECORD

pytestmark = pytest.mark.django_db


def noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def published(hero: Player) -> None:
    """The rating lists of his record."""
    for entry in RATINGS:
        day, at = entry.day, noon(entry.day)
        row = RatingList.objects.create(
            pool="chess", period=f"{day.year}/{day.month // 3 + 1}", rules="iccf-2017", results_from=day,
            results_until=day, valid_from=day, prepared=at, published=at, state="published", is_imported=True,
        )  # fmt: skip
        ListEntry.objects.create(list=row, player=hero, rank=1, rating=2400, games=entry.games, published=True)


def ended(event: Event, hero: Player, commissioner: User) -> Section:
    """A section that was brought with its results: the server looks at it, the commissioner a week later."""
    row = keep(event, {HERO: hero})
    over = noon(row.ended or event.start)
    search_section(row.pk, at=over)
    waiting = list(Norm.objects.filter(state=Norm.State.PROPOSED).values_list("pk", flat=True))
    if waiting:
        norms.confirm(waiting, actor=commissioner, at=over + timedelta(days=7))
    return row


def test_a_career_from_the_first_event_to_grandmaster_is_what_the_core_says() -> None:
    """With overscore, the quota, a withdrawn opponent, a rating that is not fixed in time, and a norm in Chess960."""
    hero = person("The Hero").player
    Player.objects.filter(pk=hero.pk).update(rating=None, rating_games=0)
    hero.refresh_from_db()
    commissioner = person("Quentin", offices=(Office.Kind.QUALIFICATIONS,))
    published(hero)
    rows = [ended(event, hero, commissioner) for event in EVENTS]
    wanted = career(RECORD, on=END)
    found = {
        (row.title, row.event, row.started, row.earned, row.games, row.overscore, row.gm_games, row.sim_games)
        for row in Norm.objects.filter(player=hero, state=Norm.State.CONFIRMED)
    }
    assert found == {
        (one.title, one.event, one.start, one.earned, one.games, one.overscore, one.gm_games, one.sim_games)
        for one in wanted.norms
    }
    assert any(row.is_chess960 for row in Norm.objects.all())
    awards = {row.title: row for row in TitleAward.objects.filter(player=hero)}
    assert {title: row.earned for title, row in awards.items()} == {one.title: one.earned for one in wanted.awards}
    for one in wanted.awards:
        row = awards[one.title]
        assert row.confirmed_by == one.confirmed_by
        used = {norm.event for norm in row.norms.all()}
        assert len(used) > 1, "a section that had not ended when the title was complete is not among them"
        assert used <= {norm.event for norm in one.norms}, one.title
        assert row.state == (TitleAward.State.CONFIRMED if one.confirmed_by is ConfirmingBody.SERVER else "proposed")
        assert row.valid_from == one.valid_from
    hero.refresh_from_db()
    assert hero.title == "GM"
    assert list(wrong_norms()) == []
    assert len(rows) == len(EVENTS)
    _read_by_everybody(hero, awards)


def _read_by_everybody(hero: Player, awards: dict[str, TitleAward]) -> None:
    """What the pages say of it."""
    client = Client()
    profile = " ".join(client.get(f"/players/{hero.pk}").content.decode().split())
    assert "Champions&#x27; Norm" in profile
    assert "What is still missing" not in profile, "he has the highest title"
    for row in awards.values():
        page = client.get(f"/awards/{row.pk}").content.decode()
        assert row.get_state_display() in page
    listed = client.get("/titles?q=hero").content.decode()
    assert all(f'href="/awards/{row.pk}"' in listed for row in awards.values() if row.state == "confirmed")
    assert TitleHeld.objects.filter(player=hero, title="GM").exists()
