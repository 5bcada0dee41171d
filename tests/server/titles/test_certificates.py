"""Certificates: issued with what they certify, read by anybody, and followed when they no longer hold."""

from datetime import UTC, date, datetime, timedelta
from unittest.mock import ANY

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from slowmate.formats.documents import pictures
from slowmate.server.accounts.models import Entry, User
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.privacy.queries import in_events
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Certificate, Norm, TitleAward
from slowmate.server.titles.queries import certificates
from slowmate.server.titles.queries.certificates import normalise_code, page_of
from slowmate.server.titles.services import account_deletion, awards, norms
from slowmate.server.titles.services import certificates as services
from slowmate.server.titles.services.norm_search import search_section
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from tests.server.titles.federation import HERO, played
from tests.support.finished import keep
from tests.support.people import person

pytestmark = pytest.mark.django_db

AT = datetime(2020, 3, 1, tzinfo=UTC)


@pytest.fixture
def hero() -> Player:
    found = person("Dvořák, Jiří").player
    Player.objects.filter(pk=found.pk).update(rating=2400, rating_games=120, federation="CZE")
    return Player.objects.select_related("user").get(pk=found.pk)


@pytest.fixture
def commissioner() -> User:
    return person("Quentin", offices=(Office.Kind.QUALIFICATIONS,))


def of_a_norm(hero: Player) -> Certificate:
    """The certificate of the norms of a section."""
    search_section(keep(played(), {HERO: hero}).pk, at=AT)
    return Certificate.objects.get()


def of_a_title(hero: Player, title: str = "IM", earned: date = date(2019, 5, 1), **facts: object) -> Certificate:
    wanted = awards.Proposal(title, TitleRoute.APPLICATION, earned, ConfirmingBody.CONGRESS, **facts)  # type: ignore[arg-type]
    awards.grant(hero, wanted, actor=person(), at=AT)
    return Certificate.objects.get(award__title=title)


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


# -- issued -----------------------------------------------------------------------------------------------------------


def test_a_section_brings_one_certificate_of_the_best_norm(hero: Player) -> None:
    made = of_a_norm(hero)
    assert Norm.objects.filter(player=hero).count() == 5
    assert made.norm is not None
    assert (made.norm.title, made.content["title"], made.content["award"]) == ("GM", "GM", "norm")
    assert made.content["player"]["name"] == "Dvořák, Jiří"
    assert len(made.content["games"]) == 12
    assert Entry.objects.filter(what="certificate issued", about=f"certificate/{made.pk}").exists()


def test_looking_again_issues_nothing_again(hero: Player) -> None:
    row = keep(played(), {HERO: hero})
    for _ in range(2):
        search_section(row.pk, at=AT)
    assert Certificate.objects.count() == 1


def test_a_title_has_a_certificate_and_a_letter(hero: Player) -> None:
    made = of_a_title(hero)
    assert made.content["title_name"] == "Correspondence Chess International Master"
    assert made.content["valid_from"] == "2020-03-01"
    letter = Mail.objects.get(kind="certificate")
    assert letter.user == hero.user
    assert letter.facts["code"] == made.code


def test_nothing_is_certified_of_an_archive_or_of_fide(hero: Player) -> None:
    record = NormRecord("GM", "Old Cup", date(2018, 1, 1), date(2019, 1, 1), 12)
    norms.import_norm(hero, record, source="the archive", at=AT)
    wanted = awards.Proposal("FM", TitleRoute.APPLICATION, date(2019, 1, 1), ConfirmingBody.COMMISSIONER, is_fide=True)
    awards.grant(hero, wanted, actor=person(), at=AT)
    assert not Certificate.objects.exists()


def test_of_days_without_rules_nothing_is_certified_and_the_title_stands(hero: Player) -> None:
    wanted = awards.Proposal("IM", TitleRoute.APPLICATION, date(2010, 1, 1), ConfirmingBody.CONGRESS)
    award = awards.grant(hero, wanted, actor=person(), at=AT)
    assert award.state == TitleAward.State.CONFIRMED
    assert not Certificate.objects.exists()


@pytest.mark.clause("ICCF-TR-2017 10.5/option")
def test_a_woman_who_wishes_has_the_ladies_name_on_paper(hero: Player) -> None:
    hero.sex, hero.wants_ladies_title = "f", True
    hero.save()
    made = of_a_title(hero, "CCM")
    assert (made.content["title"], made.content["printed_title"]) == ("CCM", "LGM")
    late = of_a_title(hero, "CCE", earned=date(2021, 1, 2))
    assert late.content["printed_title"] == "CCE"


def test_a_champion_is_named_with_his_number(hero: Player) -> None:
    name = "World Correspondence Chess Champion"
    assert of_a_title(hero, name, number=30).content["title_name"] == "30th World Correspondence Chess Champion"


def test_federation_signatories_and_seal_are_settings(hero: Player, settings: Settings) -> None:
    settings.SLOWMATE_FEDERATION, settings.SLOWMATE_SIGNATORIES = "Chess by Post", ["Ann Lee, President"]
    settings.SLOWMATE_SEAL = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'
    page = page_of(of_a_title(hero))
    assert page.content["federation"] == "Chess by Post"
    assert page.content["signatories"] == [{"name": "Ann Lee", "role": "President"}]
    assert page.content["seal"] == list(settings.SLOWMATE_SEAL)
    assert page.content["address"] == f"127.0.0.1:8000/verify/{Certificate.objects.get().code}"
    assert len(pictures(page, ppi=20)) == 1


@pytest.mark.parametrize("name", ["Li Wu", "Šťastná-Řeháková " * 3 + "Žofie Anna", "Жуков, Павел Александрович"])
def test_a_name_of_any_length_is_one_page(hero: Player, name: str) -> None:
    hero.name = name
    hero.save()
    assert len(pictures(page_of(of_a_title(hero)), ppi=20)) == 1


# -- verified ---------------------------------------------------------------------------------------------------------


def test_anybody_verifies_a_certificate(hero: Player) -> None:
    made = of_a_norm(hero)
    page = Client().get(f"/verify/{made.code}")
    assert page.status_code == 200
    assert "This certificate is ours, and it counts." in page.content.decode()
    assert "Dvořák, Jiří" in page.content.decode()
    assert made.norm is not None
    answer = Client().get(f"/verify/{made.code}", headers={"Accept": "application/json"})
    assert answer.json() == {
        "valid": True,
        "kind": "norm",
        "player": "Dvořák, Jiří",
        "title": "GM",
        "on": made.norm.earned.isoformat(),
        "code": made.code,
        "issued": "2020-03-01",
        "withdrawn": None,
        "superseded_by": None,
    }
    assert "Accept" in answer["Vary"]


def test_a_title_counts_from_the_day_it_is_valid(hero: Player) -> None:
    made = of_a_title(hero)
    answer = Client().get(f"/verify/{made.code}", headers={"Accept": "application/json"}).json()
    assert (answer["valid"], answer["kind"], answer["title"], answer["on"]) == (True, "title", "IM", "2020-03-01")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("abcd efgh jkmn pqrs", "ABCD-EFGH-JKMN-PQRS"),
        ("ABCD-EFGH-JKMN-PQRO", "ABCD-EFGH-JKMN-PQR0"),
        ("iLbc-defg-hjkm-npqr", "11BC-DEFG-HJKM-NPQR"),
        ("ABCD", ""),
        ("ABCD-EFGH-JKMN-PQRU", ""),
        ("", ""),
        ("Ž" * 16, ""),
    ],
)
def test_a_code_is_known_however_it_is_typed(typed: str, code: str) -> None:
    assert normalise_code(typed) == code


def test_what_is_not_ours_is_said_to_be_not_ours() -> None:
    for code in ("ABCD-EFGH-JKMN-PQRS", "nonsense", "%00", "a" * 500):
        page = Client().get(f"/verify/{code}")
        assert page.status_code in (400, 404)
    answer = Client().get("/verify/ABCD-EFGH-JKMN-PQRS", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["valid"]) == (404, False)
    assert "No certificate of ours has this code" in Client().get("/verify/ABCD-EFGH-JKMN-PQRS").content.decode()


def test_a_code_can_be_typed_in(hero: Player) -> None:
    made = of_a_title(hero)
    assert Client().get("/verify").status_code == 200
    assert Client().get("/verify", {"code": made.code.lower()})["Location"] == f"/verify/{made.code}"
    wrong = Client().get("/verify", {"code": "12"})
    assert wrong.status_code == 422
    assert "That is not a code" in wrong.content.decode()


def test_who_tries_codes_is_slowed_down() -> None:
    cache.clear()
    client = Client()
    answers = [client.get("/verify/ABCD-EFGH-JKMN-PQRS").status_code for _ in range(61)]
    assert answers[:60] == [404] * 60
    assert answers[60] == 429
    assert client.get("/verify/ABCD-EFGH-JKMN-PQRS", headers={"Accept": "application/json"}).status_code == 429
    cache.clear()


def test_codes_do_not_follow_from_one_another(hero: Player, commissioner: User) -> None:
    first = of_a_title(hero)
    second = services.issue_again(first, reason="new seal", actor=commissioner, at=AT)
    assert first.content | {"code": ANY} == second.content | {"code": ANY}
    assert first.code != second.code


# -- followed ---------------------------------------------------------------------------------------------------------


def test_a_certificate_is_replaced_by_one_with_the_new_name(hero: Player, commissioner: User) -> None:
    first = of_a_norm(hero)
    hero.name = "Dvořák-Novák, Jiří"
    hero.save()
    second = services.issue_again(first, reason="married", actor=commissioner, at=AT + timedelta(days=1))
    assert second.content["player"]["name"] == "Dvořák-Novák, Jiří"
    page = Client().get(f"/verify/{first.code}").content.decode()
    assert "another one has replaced it" in page
    assert f"/verify/{second.code}" in page
    assert "married" not in page
    answer = Client().get(f"/verify/{first.code}", headers={"Accept": "application/json"}).json()
    assert (answer["valid"], answer["superseded_by"], answer["withdrawn"]) == (False, second.code, "2020-03-02")
    with pytest.raises(Stale):
        services.issue_again(first, reason="again", actor=commissioner, at=AT)
    third = services.issue_again(second, reason="a new seal", actor=commissioner, at=AT)
    assert certificates.verify_code(first.code).following == third.code  # type: ignore[union-attr]


def test_a_norm_that_is_gone_takes_its_certificate_along(hero: Player) -> None:
    made = of_a_norm(hero)
    for norm in Norm.objects.filter(player=hero).order_by("pk"):
        norms.supersede(norm, reason="a result was corrected", at=AT)
    page = Client().get(f"/verify/{made.code}").content.decode()
    assert "does not count any more" in page
    assert "It was withdrawn on 1 March 2020." in page
    answer = Client().get(f"/verify/{made.code}", headers={"Accept": "application/json"}).json()
    assert (answer["valid"], answer["superseded_by"]) == (False, None)


def test_a_lower_norm_that_stays_has_the_next_certificate(hero: Player) -> None:
    made = of_a_norm(hero)
    gm = Norm.objects.get(player=hero, title="GM")
    norms.supersede(gm, reason="a result was corrected", at=AT)
    services.issue_for_norms([gm], at=AT)
    made.refresh_from_db()
    assert made.superseded_by is not None
    assert made.superseded_by.content["title"] == "SIM"


def test_who_may_issue_again(hero: Player, commissioner: User) -> None:
    made = of_a_title(hero)
    assert hero.user is not None
    own = Office.objects.create(user=hero.user, kind=Office.Kind.QUALIFICATIONS, begins=date(2019, 1, 1))
    for user in (person(), person(offices=(Office.Kind.RATINGS,)), hero.user):
        assert user is not None
        with pytest.raises(NotAllowed):
            services.issue_again(made, reason="x", actor=user, at=AT)
    own.delete()
    with pytest.raises(Unfit):
        services.issue_again(made, reason=" ", actor=commissioner, at=AT)
    page = signed_in(commissioner).post(f"/certificates/{made.pk}/again", {"reason": "new seal"})
    assert page["Location"] == f"/players/{hero.pk}"
    assert Certificate.objects.count() == 2


# -- downloaded -------------------------------------------------------------------------------------------------------


def test_the_holder_and_the_office_download_it(hero: Player, commissioner: User) -> None:
    made = of_a_norm(hero)
    for user in (hero.user, commissioner):
        answer = signed_in(user).get(f"/certificates/{made.pk}.pdf")
        assert answer["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
    assert signed_in(person()).get(f"/certificates/{made.pk}.pdf").status_code == 404
    assert Client().get(f"/certificates/{made.pk}.pdf").status_code == 302


def test_the_list_stands_on_the_profile_for_those_who_may_download(hero: Player, commissioner: User) -> None:
    made = of_a_norm(hero)
    for user, shown in ((hero.user, True), (commissioner, True), (person(), False), (None, False)):
        page = signed_in(user).get(f"/players/{hero.pk}").content.decode()
        assert (f"/certificates/{made.pk}.pdf" in page) is shown
    assert f"/certificates/{made.pk}.pdf" in signed_in(hero.user).get("/me").content.decode()


# -- leaving ----------------------------------------------------------------------------------------------------------


def test_who_leaves_with_his_name_takes_it_out_of_all_papers(hero: Player) -> None:
    made = of_a_norm(hero)
    assert made.norm is not None
    opponent = Player.objects.filter(seats__section=made.norm.section).exclude(pk=hero.pk).order_by("pk").first()
    assert opponent is not None
    name = str(opponent.name)
    assert any(game["opponent"]["id"] == str(opponent.pk) for game in made.content["games"])
    account_deletion.forget(opponent)
    made.refresh_from_db()
    assert name not in {game["opponent"]["name"] for game in made.content["games"]}
    assert made.content["player"]["name"] == "Dvořák, Jiří"
    account_deletion.forget(hero)
    assert "Dvořák" not in Client().get(f"/verify/{made.code}").content.decode()
    made.refresh_from_db()
    assert len(pictures(page_of(made), ppi=20)) == 1


def test_what_somebody_takes_along_has_his_certificates(hero: Player) -> None:
    made = of_a_title(hero)
    assert [one["code"] for one in in_events(hero)["certificates.json"]] == [made.code]
