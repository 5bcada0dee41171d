"""The register for programs, the news, letters, entries and `slowmate verify`; archives, and the worker's looks."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.events.models import Section
from slowmate.server.events.queries.entrants import entrant_of
from slowmate.server.jobs import mail as mail_job
from slowmate.server.jobs import titles as job
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site import clock
from slowmate.server.titles.models import Norm, NormsFound, TitleAward
from slowmate.server.titles.pages.news import news
from slowmate.server.titles.queries.register import certificate_name
from slowmate.server.titles.queries.register_check import wrong_norms
from slowmate.server.titles.services import award_sync, awards, norms
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from tests.server.titles.federation import AT, HERO, a_hero, played, with_norms
from tests.support.finished import keep
from tests.support.people import account, person

pytestmark = pytest.mark.django_db
BOTH = (date(2018, 3, 1), date(2019, 1, 1))
LATER = AT + timedelta(minutes=1)


def asked(path: str) -> dict[str, Any]:
    answer = Client().get(f"/api{path}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_the_register_is_read_by_year() -> None:
    hero = a_hero("Ada Hero")
    with_norms(hero, *BOTH)
    found = asked("/norms?year=2018&limit=200")
    assert {(row["title"], row["event"]) for row in found["items"]} == {
        (title, "Event 2018") for title in ("GM", "SIM", "IM", "CCM", "CCE")
    }
    gm = next(row for row in found["items"] if row["title"] == "GM")
    assert (gm["score"], gm["needed"], gm["counted_games"], gm["state"]) == (9.0, 8.5, 13, "confirmed")
    assert gm["player"]["id"] == hero.pk
    assert asked("/norms?year=2017")["count"] == 0
    titles = asked("/titles?year=2019")
    assert {row["title"] for row in titles["items"]} >= {"SIM", "IM"}
    assert asked("/titles?year=2019&title=sim")["items"][0]["route"] == "norms"
    of_player = asked(f"/players/{hero.pk}/norms")
    assert len(of_player["norms"]) == 10
    assert of_player["missing"][0] == {
        "title": "GM", "norms": 0, "games": 0, "gm_games": 5, "rated_games": 0,
        "grounds": of_player["missing"][0]["grounds"],
    }  # fmt: skip
    assert Client().get("/api/players/999999/norms").status_code == 404
    for bad in ("year=x", "year=1", "title=1", "limit=0"):
        assert Client().get(f"/api/norms?{bad}").status_code == 422, bad


def test_a_champion_has_the_number_of_the_championship_and_other_titles_have_none() -> None:
    hero = a_hero("Ada Hero")
    awards.import_title(hero, "world champion", date(2001, 5, 1), source="Final 15", number=15, at=AT)
    awards.import_title(hero, "GM", date(2000, 5, 1), source="the archive", at=AT)
    rows = asked("/titles?limit=10")["items"]
    assert [(row["title"], row["number"]) for row in rows] == [("world champion", 15), ("GM", None)]


def test_the_api_asks_the_same_number_of_queries_for_one_and_for_many() -> None:
    def number(path: str) -> int:
        with CaptureQueriesContext(connection) as made:
            asked(path)
        return len(made)

    paths = ("/norms", "/titles")
    with_norms(a_hero("One"), *BOTH)
    before = [number(path) for path in paths]
    with_norms(a_hero("Two"), *BOTH)
    assert [number(path) for path in paths] == before


def test_a_new_title_is_news() -> None:
    with_norms(a_hero("Ada Hero"), *BOTH)
    found = news(at=AT + timedelta(days=1))
    assert "A new title: Ada Hero, Senior International Master" in {item.title for item in found}
    assert news(at=AT + timedelta(days=100)) == []


def test_the_player_gets_letters_that_say_what_and_why(mailoutbox: list[EmailMessage]) -> None:
    with_norms(a_hero("Ada Hero"), *BOTH)
    mail_job.send_due(at=clock.now())
    subjects = {mail.subject for mail in mailoutbox}
    assert "You have made a norm: GM" in subjects
    assert "You hold a new title: Senior International Master" in subjects
    norm = next(mail for mail in mailoutbox if mail.subject == "You have made a norm: GM")
    body = " ".join(norm.body.split())
    assert "You scored 9; 8½ were needed." in body
    assert "The same result is a norm for SIM, IM, CCM, CCE, too." in body
    assert "ICCF-TR-2017" in body


def test_every_letter_about_titles_can_be_written(mailoutbox: list[EmailMessage]) -> None:
    hero = a_hero("Ada Hero")
    commissioner = person(offices=(Office.Kind.QUALIFICATIONS,))
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    delegate = person("Delia")
    Office.objects.create(user=delegate, kind=Office.Kind.DELEGATE, federation="CZE", begins=date(2015, 1, 1))
    by_board = ConfirmingBody.COMMISSIONER_FOR_BOARD
    rows = {
        title: awards.propose(hero, awards.Proposal(title, TitleRoute.DIRECT, AT.date(), by_board, source="A"), at=AT)
        for title in ("GM", "IM")
    }
    for row in rows.values():
        awards.recommend(row.pk, actor=board, at=AT)
    awards.confirm(rows["GM"].pk, actor=commissioner, at=AT)
    awards.dismiss(rows["IM"].pk, actor=commissioner, at=AT, reason="He has it.")
    mail_job.send_due(at=clock.now())
    found = {(mail.subject, mail.to[0]) for mail in mailoutbox}
    assert ("You hold a new title: Grandmaster", account(hero).email) in found
    assert ("Ada Hero holds a new title: Grandmaster", delegate.email) in found
    assert ("A title is not confirmed: International Master", account(hero).email) in found


def test_verify_finds_norms_that_are_not_what_results_give() -> None:
    first, second = with_norms(a_hero(), *BOTH)
    job.look_at_changed(at=LATER, since=AT)
    assert list(wrong_norms()) == []
    Norm.objects.filter(section=first, title="IM").update(score=12)
    Norm.objects.filter(section=second, title="CCE").delete()
    Norm.objects.filter(section=second, title="GM").update(title="XX")
    found = dict(wrong_norms())
    assert [line.split(" of ")[0] for line in found[first.pk]] == ["IM"]
    assert sorted(line.rpartition(" ")[2] for line in found[second.pk]) == ["made", "missing", "missing"]


def test_entries_are_judged_by_the_gm_norms_of_the_register() -> None:
    hero = a_hero()
    assert entrant_of(hero, on=AT.date()).gm_norms == 0
    with_norms(hero, *BOTH)
    assert entrant_of(hero, on=AT.date()).gm_norms == 2


@pytest.mark.clause("ICCF-TR-2017 10.5/option")
@pytest.mark.parametrize(
    ("sex", "wish", "earned", "name"),
    [("f", True, date(2020, 12, 31), "LGM"), ("f", False, date(2020, 12, 31), "CCM"), ("m", True, AT.date(), "CCM"),
     ("f", True, date(2021, 1, 2), "CCM")],
)  # fmt: skip
def test_a_woman_may_have_the_ladies_name_on_her_certificate(sex: str, wish: bool, earned: date, name: str) -> None:
    hero = a_hero()
    Player.objects.filter(pk=hero.pk).update(sex=sex, wants_ladies_title=wish)
    hero.refresh_from_db()
    wanted = awards.Proposal("CCM", TitleRoute.NORMS, earned, ConfirmingBody.SERVER)
    award = awards.propose(hero, wanted, at=AT)
    assert certificate_name(award) == name
    assert TitleHeld.objects.get(player=hero).title == "CCM", "the title of record stays"


@pytest.mark.clause("ICCF-TR-2017 10.3(a)/Daytona")
def test_an_archive_brings_norms_and_titles_once_and_titles_follow_from_them() -> None:
    hero = a_hero()
    old = NormRecord("IM", "Old Masters", date(1998, 1, 1), date(1999, 1, 1), 14, before_daytona=True)
    new = NormRecord("SIM", "Later Masters", date(2012, 1, 1), date(2013, 1, 1), 12)
    for _again in range(2):
        for one in (old, new):
            norms.import_norm(hero, one, source="the federation's cards", at=AT)
        awards.import_title(hero, "IM", date(2001, 5, 1), source="the federation's cards", at=AT)
    assert set(Norm.objects.values_list("title", "state", "source")) == {
        ("IM", "confirmed", "the federation's cards"),
        ("SIM", "confirmed", "the federation's cards"),
    }
    hero.refresh_from_db()
    assert hero.title == "IM"
    assert TitleHeld.objects.get(player=hero).source == "the federation's cards"
    award_sync.sync_awards([hero], at=AT)
    (award,) = TitleAward.objects.filter(title="SIM")
    assert award.norms.count() == 2


def test_the_worker_looks_at_what_has_ended_and_again_at_what_was_corrected() -> None:
    hero = a_hero()
    rows = [keep(played(f"Event {start}", start=start), {HERO: hero}) for start in BOTH]
    calls = iter([True, False])
    assert job.look_at_ended(at=AT, should_continue=lambda: next(calls)) == 1, "killed after the first"
    assert NormsFound.objects.count() == 1
    assert job.look_at_ended(at=AT) == 1
    assert job.look_at_ended(at=AT) == 0
    assert TitleAward.objects.filter(title="SIM", state="confirmed").count() == 1
    assert job.look_at_changed(at=LATER, since=AT) == 1, (
        "his new title counts where it came in the quarter of the start"
    )
    assert job.look_at_changed(at=LATER, since=AT) == 0
    Section.objects.filter(pk=rows[0].pk).update(ended=date(2018, 12, 1))
    assert job.look_at_ended(at=AT) == 1, "it has ended once more"
    assert Norm.objects.filter(state="confirmed").count() == 10


@pytest.mark.clause("ICCF-TR-2017 App2.2.9/title")
def test_a_list_completes_the_title_of_whoever_lacked_rated_games() -> None:
    hero = a_hero(games=20)
    with_norms(hero, *BOTH)
    Player.objects.filter(pk=hero.pk).update(rating_games=31)
    later = AT + timedelta(days=1)
    job.look_at_changed(at=later, since=None)
    assert TitleAward.objects.filter(player=hero, title="SIM", state="confirmed").exists()
