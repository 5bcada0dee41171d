"""Applications for titles: what the rules say before one binds, who decides it, and what comes of it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import Entry, User
from slowmate.server.games.models import Game
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site import clock
from slowmate.server.site.desk_items import DeskItem, items_of, number_of
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.forms.applications import KINDS
from slowmate.server.titles.models import Application, Certificate, TitleAward
from slowmate.server.titles.pages.desk_items import SOURCES
from slowmate.server.titles.queries import applications as cases
from slowmate.server.titles.services import applications as services
from slowmate.server.titles.services import awards, over_the_board
from slowmate.server.titles.services.applications import Judgement
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from tests.server.reading import texts_of
from tests.support.documents import memorial
from tests.support.events import event, every_result, players, section
from tests.support.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

AT = datetime(2024, 3, 1, tzinfo=UTC)
MANY = [{"event": 1, "name": "Master Class", "kind": "master-class", "games": 2001, "since": "2020-01-01"}]


def waiting(who: User, *, at: datetime) -> list[DeskItem]:
    return items_of(SOURCES, who, at=at)


def number_waiting(who: User, *, at: datetime) -> int:
    return number_of((source.query for source in SOURCES), who, at=at)


def applied(tournaments: list[dict[str, Any]] = MANY, **changes: Any) -> dict[str, Any]:
    return {
        "mentor": {"name": "Jan Mentor", "email": "mentor@example.org"},
        "federation": "CZE",
        "applied": "2024-03-01",
        "tournaments": tournaments,
        **changes,
    }


@pytest.fixture
def player() -> Player:
    found = person("Ada").player
    Player.objects.filter(pk=found.pk).update(federation="CZE")
    return Player.objects.select_related("user").get(pk=found.pk)


@pytest.fixture
def delegate() -> User:
    user = person("Delegate")
    Office.objects.create(user=user, kind=Office.Kind.DELEGATE, federation="CZE", begins=date(2020, 1, 1))
    return user


@pytest.fixture
def commissioner() -> User:
    return person("Quentin", offices=(Office.Kind.QUALIFICATIONS,))


@pytest.fixture
def congress() -> User:
    return person("Connie", offices=(Office.Kind.CONGRESS,))


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def arbiter(player: Player, actor: User, **changes: Any) -> Application:
    return services.hand_in(cases.ARBITER, player, applied(**changes), title="IA", actor=actor, at=AT)


def asked_for(player: Player, actor: User, **facts: Any) -> Application:
    said = {"title": "IM", "submitted": "2024-03-01", "words": "He has earned it.", **facts}
    return services.hand_in(cases.TITLE, player, said, title="IM", actor=actor, at=AT)


# -- International Arbiters -------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 10.7(a)/server", "ICCF-TR-2017 10.7/effect", "ICCF-TR-2017 10.8(f)/IA")
def test_an_arbiter_applies_by_his_federation_and_the_commissioner_accepts(
    player: Player, delegate: User, commissioner: User
) -> None:
    row = arbiter(player, delegate)
    assert row.state == Application.State.OPEN
    with pytest.raises(Refused):
        services.grant(row.pk, Judgement(), actor=commissioner, at=AT)
    done = services.grant(row.pk, Judgement({"assessment": True}, "well done", "2024/7"), actor=commissioner, at=AT)
    assert done.state == Application.State.GRANTED
    held = TitleHeld.objects.get(player=player)
    assert (held.title, held.confirmed) == ("IA", AT.date())
    assert done.award is not None
    assert (done.award.route, done.award.confirmed_by) == ("application", ConfirmingBody.COMMISSIONER.value)
    assert Certificate.objects.get().content["title_name"] == "International Arbiter of the ICCF"
    assert done.facts["reference"] == "2024/7"
    assert {mail.user for mail in Mail.objects.filter(kind="application-decided")} == {player.user, delegate}
    assert Entry.objects.filter(what="application decided", about=f"application/{row.pk}").get().grounds


@pytest.mark.clause("ICCF-TR-2017 10.7(a)/server")
def test_two_thousand_games_are_one_too_few(player: Player, delegate: User) -> None:
    too_few = [{**MANY[0], "games": 2000}]
    with pytest.raises(Refused) as refused:
        arbiter(player, delegate, tournaments=too_few)
    assert "10.7(a)/server" in {ground.clause.address for ground in refused.value.grounds}
    assert not Application.objects.exists()


@pytest.mark.clause("ICCF-TR-2017 10.8(f)/appeal")
def test_a_candidate_applies_himself_only_after_an_appeal_that_was_approved(player: Player) -> None:
    assert player.user is not None
    with pytest.raises(Refused):
        arbiter(player, player.user, by_the_candidate=True)
    row = arbiter(player, player.user, by_the_candidate=True, refused_by_federation=True, appeal="approved")
    assert row.state == Application.State.OPEN


@pytest.mark.clause("ICCF-TR-2017 10.8(f)/IA")
def test_a_case_that_is_not_clear_goes_to_congress(
    player: Player, delegate: User, commissioner: User, congress: User
) -> None:
    row = services.to_congress(arbiter(player, delegate).pk, Judgement({"assessment": True}), actor=commissioner, at=AT)
    assert row.state == Application.State.CONGRESS
    assert Mail.objects.filter(kind="application", user=congress).exists()
    with pytest.raises(NotAllowed):
        services.grant(row.pk, Judgement({}), actor=commissioner, at=AT)
    votes = Judgement({"votes": {"for": 30, "cast": 40}}, reference="Congress 2024, 5.1")
    done = services.grant(row.pk, votes, actor=congress, at=AT)
    assert done.award is not None
    assert done.award.facts["votes"] == {"for": 30, "cast": 40}
    assert TitleHeld.objects.filter(player=player, title="IA").exists()


def test_the_server_counts_the_games_that_ended_under_a_director() -> None:
    director = person("Di", offices=(Office.Kind.DIRECTOR,))
    four = players(4)
    for number, one in enumerate(four):
        one.federation = ("CZE", "GER", "FRA", "CZE")[number]
        one.save()
    both = event("master-class", name="Both")
    section(both, four, every_result(4), director=director)
    section(both, four, {(1, 2): Result.DRAW}, director=director)
    section(event("national", name="At home"), four[:1] + four[3:], every_result(2), director=director)
    section(event("open", name="Another's"), four, every_result(4), director=person())
    counted = {one["name"]: one for one in cases.directed_by(director.player)}
    assert {name: one["games"] for name, one in counted.items()} == {"Both": 7, "At home": 1}
    assert (counted["Both"]["international"], counted["At home"]["international"]) == (True, False)
    assert counted["Both"]["since"] == "2024-05-01"
    page = signed_in(director).get("/titles/applications/new/arbiter").content.decode()
    assert "Events directed here, as the server counts them" in page
    assert 'class="number">7<' in page


@pytest.mark.parametrize(("by_post", "counts_as_postal"), [(2, False), (3, False), (4, True)])
def test_an_event_is_by_post_if_more_than_half_of_its_games_are(by_post: int, counts_as_postal: bool) -> None:
    director = person("Dora", offices=(Office.Kind.DIRECTOR,))
    row = section(event("open", name="Six games"), players(4), every_result(4), director=director)
    games = row.pairings.order_by("pk").values("game")[:by_post]
    Game.objects.filter(pk__in=games).update(is_postal=True)
    (directed,) = cases.directed_by(director.player)
    assert (directed["games"], directed["postal"]) == (6, counts_as_postal)


# -- titles on application --------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 10.4(e)")
@pytest.mark.parametrize(("votes", "granted"), [((20, 30), True), ((19, 30), False), ((0, 0), False)])
def test_two_thirds_of_congress_give_a_title(
    player: Player, delegate: User, congress: User, votes: tuple[int, int], granted: bool
) -> None:
    row = asked_for(player, delegate)
    assert row.state == Application.State.CONGRESS
    judgement = Judgement({"votes": {"for": votes[0], "cast": votes[1]}}, "voted", "Congress 2024, 4.2")
    if granted:
        with pytest.raises(Unfit, match="these votes grant it"):
            services.refuse(row.pk, judgement, actor=congress, at=AT)
        done = services.grant(row.pk, judgement, actor=congress, at=AT)
        assert done.award is not None
        assert done.award.facts["votes"] == {"for": 20, "cast": 30}
        assert done.award.source == "Congress 2024, 4.2"
        assert TitleHeld.objects.filter(player=player, title="IM").exists()
    else:
        with pytest.raises(Refused) as refused:
            services.grant(row.pk, judgement, actor=congress, at=AT)
        assert str(refused.value.grounds[0].clause) == "ICCF-TR-2017 10.4(e)"
        assert services.refuse(row.pk, judgement, actor=congress, at=AT).state == Application.State.REFUSED
        assert not TitleHeld.objects.exists()


@pytest.mark.clause("ICCF-TR-2017 10.9")
def test_a_title_after_death_is_asked_for_within_two_years(player: Player, delegate: User, commissioner: User) -> None:
    with pytest.raises(Refused) as refused:
        asked_for(player, delegate, died="2022-02-28")
    assert str(refused.value.grounds[0].clause) == "ICCF-TR-2017 10.9"
    row = asked_for(player, delegate, died="2022-03-01")
    assert row.state == Application.State.OPEN
    done = services.grant(row.pk, Judgement({"clear": True}), actor=commissioner, at=AT)
    assert done.award is not None
    assert done.award.facts["died"] == "2022-03-01"
    assert TitleHeld.objects.filter(player=player, title="IM").exists()


@pytest.mark.clause("ICCF-TR-2017 10.8(g)")
def test_a_special_case_that_is_not_clear_is_voted_on(
    player: Player, delegate: User, commissioner: User, congress: User
) -> None:
    row = asked_for(player, delegate, special=True)
    row = services.to_congress(row.pk, Judgement(reason="not clear"), actor=commissioner, at=AT)
    done = services.grant(row.pk, Judgement({"votes": {"for": 2, "cast": 3}}), actor=congress, at=AT)
    assert done.award is not None
    assert done.award.confirmed_by == ConfirmingBody.CONGRESS.value


@pytest.mark.clause("ICCF-TR-2017 10.8(c)")
def test_a_title_is_revoked_when_both_recommend_it_and_congress_approves(
    player: Player, commissioner: User, congress: User
) -> None:
    wanted = awards.Proposal("IM", TitleRoute.APPLICATION, date(2020, 1, 1), ConfirmingBody.CONGRESS)
    award = awards.grant(player, wanted, actor=congress, at=AT)
    facts = {"title": "IM", "commissioner": True, "words": "engines"}
    row = services.hand_in(cases.REVOCATION, player, facts, title="IM", actor=commissioner, at=AT, award=award)
    assert row.state == Application.State.CONGRESS
    with pytest.raises(Refused):
        services.grant(row.pk, Judgement({"congress": True}), actor=congress, at=AT)
    both = {"congress": True, "disciplinary_committee": True}
    services.grant(row.pk, Judgement(both, "decided", "Congress 2024, 9"), actor=congress, at=AT)
    award.refresh_from_db()
    assert award.state == TitleAward.State.REVOKED
    assert not TitleHeld.objects.exists()
    code = Certificate.objects.get().code
    assert Client().get(f"/verify/{code}", headers={"Accept": "application/json"}).json()["valid"] is False


@pytest.mark.clause("ICCF-TR-2017 10.8(c)")
@pytest.mark.parametrize("known", ["brought", "profile"])
def test_a_title_that_was_not_awarded_here_is_revoked_by_the_same_form(
    player: Player, commissioner: User, congress: User, known: str
) -> None:
    if known == "brought":
        awards.import_title(player, "IM", date(2012, 3, 1), source="the archive of 2012", at=AT)
    else:
        Player.objects.filter(pk=player.pk).update(title="IM")
    client = signed_in(commissioner)
    where = f"/titles/applications/new/revocation?player={player.pk}"
    page = client.get(where).content.decode()
    held = TitleHeld.objects.filter(player=player).first()
    key = f"held-{held.pk}" if held else "profile"
    assert f'value="{key}"' in page
    given = {"player": player.pk, "which": key, "words": "engines", "hand-in": "1"}
    assert client.post("/titles/applications/new/revocation", given).status_code == 302
    row = Application.objects.get(case=cases.REVOCATION)
    assert not TitleAward.objects.exists()
    both = {"congress": True, "disciplinary_committee": True}
    services.grant(row.pk, Judgement(both, "decided", "Congress 2024, 9"), actor=congress, at=AT)
    award = TitleAward.objects.get()
    assert (award.state, award.title, award.reason) == (TitleAward.State.REVOKED, "IM", "decided")
    player.refresh_from_db()
    assert (player.title, TitleHeld.objects.exists()) == ("", False)
    assert client.get(f"/awards/{award.pk}").status_code == 200


# -- FIDE -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def master(commissioner: User) -> Player:
    """Who has made three norms over the board."""
    found = person("Ondřej Dvořák").player
    Player.objects.filter(pk=found.pk).update(fide_id="365001", federation="CZE", sex="m")
    for month, name in ((7, "A"), (9, "B"), (11, "C")):
        over_the_board.keep(memorial(name=name, start=date(2018, month, 1)), actor=commissioner, at=AT)
    return Player.objects.select_related("user").get(pk=found.pk)


PAPERS = {"form": True, "signed_by_federation": True, "fee_paid_by": "federation", "posted": "2023-12-01"}


def by_norms(master: Player, **changes: Any) -> Application:
    ratings = [{"rating": 2503, "date": "2019-01-01"}]
    facts = {"title": "GM", "ratings": ratings, "application": PAPERS, **changes}
    assert master.user is not None
    return services.hand_in(cases.FIDE_NORMS, master, facts, title="GM", actor=master.user, at=AT)


def test_three_norms_and_the_rating_make_a_grandmaster_and_the_form_is_printed(
    master: Player, commissioner: User
) -> None:
    row = by_norms(master)
    answer = signed_in(master.user).get(f"/titles/applications/{row.pk}/it2.pdf")
    assert answer["Content-Type"] == "application/pdf"
    done = services.grant(row.pk, Judgement(), actor=commissioner, at=AT)
    assert done.award is not None
    assert (done.award.title, done.award.is_fide, done.award.earned) == ("GM", True, date(2019, 1, 1))
    assert not TitleHeld.objects.exists()
    assert not Certificate.objects.exists()


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"ratings": []}, "1.53/rating"),
        ({"title": "IM", "ratings": []}, ""),
        ({"application": {**PAPERS, "signed_by_federation": False}}, "1.10b/1"),
        ({"application": {**PAPERS, "fee_paid_by": None}}, "2.2"),
        ({"application": {**PAPERS, "posted": "2024-02-01"}}, "2.4"),
    ],
)
def test_what_an_application_to_fide_lacks_is_told_with_its_clause(
    master: Player, commissioner: User, changes: dict[str, Any], clause: str
) -> None:
    row = by_norms(master, **changes)
    with pytest.raises(Refused) as refused:
        services.grant(row.pk, Judgement(), actor=commissioner, at=AT)
    found = {str(ground.clause) for ground in refused.value.grounds}
    assert all(address.startswith("FIDE-") for address in found)
    assert not clause or clause == "1.53/rating" or f"FIDE-TITLES-2017 {clause}" in found


def test_a_title_by_rating_and_one_by_place(player: Player, commissioner: User) -> None:
    assert player.user is not None
    reached = [{"rating": 2300, "date": "2023-01-01", "games": 30}]
    facts = {"title": "FM", "ratings": reached}
    row = services.hand_in(cases.FIDE_RATING, player, facts, title="FM", actor=player.user, at=AT)
    assert services.grant(row.pk, Judgement(), actor=commissioner, at=AT).award is not None
    facts = {"title": "FM", "ratings": [{**reached[0], "rating": 2299}]}
    low = services.hand_in(cases.FIDE_RATING, player, facts, title="FM", actor=player.user, at=AT)
    with pytest.raises(Refused):
        services.grant(low.pk, Judgement(), actor=commissioner, at=AT)
    place = {
        "championship": {"name": "World U18", "federations": 60, "participants": 100},
        "finish": {"rank": 1, "points": 9, "games": 11},
        "best_rating": 2250,
    }
    direct = services.hand_in(cases.FIDE_DIRECT, player, place, title="", actor=player.user, at=AT)
    done = services.grant(direct.pk, Judgement(), actor=commissioner, at=AT)
    assert done.award is not None
    assert done.award.is_fide


# -- who may, and how often -------------------------------------------------------------------------------------------


def test_who_applies_for_whom(player: Player, commissioner: User) -> None:
    stranger = person()
    with pytest.raises(NotAllowed):
        arbiter(player, stranger)
    assert player.user is not None
    with pytest.raises(NotAllowed):
        asked_for(player, player.user)
    with pytest.raises(NotAllowed):
        services.hand_in(cases.REVOCATION, player, {}, title="IM", actor=player.user, at=AT)
    assert arbiter(player, commissioner).made_by == commissioner


def test_the_same_is_not_asked_for_twice_at_a_time(player: Player, delegate: User) -> None:
    row = arbiter(player, delegate)
    with pytest.raises(Stale):
        arbiter(player, delegate)
    services.withdraw(row.pk, actor=delegate, at=AT)
    with pytest.raises(Stale):
        services.withdraw(row.pk, actor=delegate, at=AT)
    arbiter(player, delegate)


def test_nobody_decides_about_himself_or_twice(player: Player, delegate: User, commissioner: User) -> None:
    assert player.user is not None
    Office.objects.create(user=player.user, kind=Office.Kind.QUALIFICATIONS, begins=date(2020, 1, 1))
    row = arbiter(player, delegate)
    yes = Judgement({"assessment": True})
    for user in (player.user, delegate, person(offices=(Office.Kind.CONGRESS,))):
        assert user is not None
        for do in (services.grant, services.refuse, services.to_congress):
            with pytest.raises(NotAllowed):
                do(row.pk, Judgement({}, "because"), actor=user, at=AT)
    with pytest.raises(Unfit):
        services.refuse(row.pk, Judgement(), actor=commissioner, at=AT)
    services.grant(row.pk, yes, actor=commissioner, at=AT)
    with pytest.raises(Stale):
        services.grant(row.pk, yes, actor=commissioner, at=AT)


def test_the_desk_shows_what_waits_and_to_whom(
    player: Player, delegate: User, commissioner: User, congress: User
) -> None:
    one, other = arbiter(player, delegate), asked_for(player, delegate)
    assert [item.key for item in waiting(commissioner, at=AT)] == [f"application-{one.pk}"]
    assert [item.key for item in waiting(congress, at=AT)] == [f"application-{other.pk}"]
    assert (number_waiting(commissioner, at=AT), number_waiting(congress, at=AT)) == (1, 1)
    assert number_waiting(delegate, at=AT) == 0
    page = signed_in(commissioner).get("/desk").content.decode()
    assert f"/titles/applications/{one.pk}" in page
    assert "International Arbiter" in page


# -- pages ------------------------------------------------------------------------------------------------------------

MENTOR = {"mentor_name": "Jan Mentor", "mentor_email": "mentor@example.org"}


def test_the_rules_are_seen_before_anything_is_handed_in(player: Player, delegate: User) -> None:
    client = signed_in(delegate)
    page = client.post("/titles/applications/new/arbiter", {"player": player.pk, **MENTOR})
    assert "The rules say no, as it stands" in page.content.decode()
    assert "10.7/route" in page.content.decode()
    assert "Hand the application in" not in page.content.decode()
    again = client.post("/titles/applications/new/arbiter", {"player": player.pk, **MENTOR, "hand-in": "1"})
    assert again.status_code == 200
    assert not Application.objects.exists()


def test_a_title_is_laid_before_congress_and_voted_on_through_pages(
    player: Player, delegate: User, congress: User
) -> None:
    client = signed_in(delegate)
    whom = client.get("/titles/applications/new/congress", {"whom": player.name})
    assert whom["Location"] == f"/titles/applications/new/congress?player={player.pk}"
    said = {"player": player.pk, "title_": "SIM", "words": "Fifty years of play."}
    seen = client.post("/titles/applications/new/congress", said).content.decode()
    assert "The rules say yes, once what is open is settled" in seen
    assert "10.3(b)" in seen
    assert not Application.objects.exists()
    made = client.post("/titles/applications/new/congress", {**said, "hand-in": "1"})
    row = Application.objects.get()
    assert made["Location"] == f"/titles/applications/{row.pk}"
    judge = signed_in(congress)
    here = f"/titles/applications/{row.pk}/decide"
    looked = judge.post(here, {"votes_for": "20", "votes_cast": "30", "do": "look"}).content.decode()
    assert "The rules say yes" in looked
    assert Application.objects.get().state == Application.State.CONGRESS
    low = judge.post(here, {"votes_for": "19", "votes_cast": "30", "do": "grant"})
    assert low.status_code == 409
    assert "The rules do not allow that:" in low.content.decode()
    wrong = judge.post(here, {"votes_for": "31", "votes_cast": "30", "do": "grant"})
    assert "More votes for it than votes cast." in wrong.content.decode()
    judge.post(here, {"votes_for": "20", "votes_cast": "30", "reference": "4.2", "do": "grant"})
    page = signed_in(player.user).get(f"/titles/applications/{row.pk}").content.decode()
    assert "granted" in page
    assert "20 for it, of 30 cast" in page
    assert "4.2" in page


def test_a_player_fills_his_it2_in_and_sees_what_is_lacking(master: Player, commissioner: User) -> None:
    client = signed_in(master.user)
    said = {"title_": "GM", "rating": "2503", "reached": "2019-01-01", "fee_paid_by": ""}
    seen = client.post("/titles/applications/new/fide-norms", said).content.decode()
    assert "The rules say no, as it stands" in seen
    for clause in ("1.10b/1", "2.2", "2.4"):
        assert clause in seen
    client.post("/titles/applications/new/fide-norms", {**said, "hand-in": "1"})
    row = Application.objects.get()
    posted = (clock.now().date() - timedelta(days=61)).isoformat()
    papers = {"signed_by_federation": "on", "fee_paid_by": "federation", "posted": posted}
    done = signed_in(commissioner).post(f"/titles/applications/{row.pk}/decide", {**papers, "do": "grant"})
    assert done.status_code == 302
    row.refresh_from_db()
    assert row.state == Application.State.GRANTED


@pytest.mark.parametrize("way", ["arbiter", "fide-norms", "fide-rating", "fide-direct"])
def test_every_form_opens_and_refuses_what_is_empty(player: Player, way: str) -> None:
    client = signed_in(player.user)
    assert client.get(f"/titles/applications/new/{way}").status_code == 200
    empty = client.post(f"/titles/applications/new/{way}", {})
    assert empty.status_code in (200, 422)
    assert not Application.objects.exists()


@pytest.mark.parametrize("way", ["congress", "special", "posthumous", "revocation"])
def test_forms_of_federations_and_offices_ask_for_whom(player: Player, commissioner: User, way: str) -> None:
    client = signed_in(commissioner)
    assert client.get(f"/titles/applications/new/{way}").status_code == 200
    assert client.get(f"/titles/applications/new/{way}?player={player.pk}").status_code == 200
    assert client.post(f"/titles/applications/new/{way}", {"player": player.pk}).status_code == 422
    stranger = signed_in(person()).get(f"/titles/applications/new/{way}?player={player.pk}")
    assert stranger.status_code == 404


def test_who_sees_an_application(player: Player, delegate: User, commissioner: User, congress: User) -> None:
    row = arbiter(player, delegate)
    for user in (player.user, delegate, commissioner, congress):
        page = signed_in(user).get(f"/titles/applications/{row.pk}")
        assert page.status_code == 200
        assert ("mentor@example.org" in page.content.decode()) is (user == commissioner)
    assert signed_in(person()).get(f"/titles/applications/{row.pk}").status_code == 404
    assert Client().get(f"/titles/applications/{row.pk}").status_code == 302
    assert signed_in(person()).post(f"/titles/applications/{row.pk}/withdraw").status_code == 404
    assert signed_in(delegate).post(f"/titles/applications/{row.pk}/withdraw").status_code == 302


def test_the_list_takes_as_many_queries_for_many_as_for_one(player: Player, delegate: User, commissioner: User) -> None:
    arbiter(player, delegate)
    client = signed_in(commissioner)
    client.get("/titles/applications")
    with CaptureQueriesContext(connection) as one:
        first = client.get("/titles/applications")
    for _ in range(3):
        other = person().player
        Player.objects.filter(pk=other.pk).update(federation="CZE")
        other.refresh_from_db()
        arbiter(other, delegate)
    with CaptureQueriesContext(connection) as several:
        assert len(client.get("/titles/applications").content) > len(first.content)
    assert len(several) == len(one)


# -- the report to Congress -------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 10.8(h)")
def test_the_report_tells_the_titles_of_a_time_by_federation(
    player: Player, delegate: User, commissioner: User, congress: User
) -> None:
    row = asked_for(player, delegate)
    services.grant(row.pk, Judgement({"votes": {"for": 3, "cast": 3}}), actor=congress, at=AT)
    client = signed_in(commissioner)
    page = client.get("/titles/report", {"since": "2024-01-01", "until": "2024-12-31"}).content.decode()
    assert "Ada" in page
    assert "10.8(h)" in page
    before = client.get("/titles/report", {"since": "2023-01-01", "until": "2024-02-29"}).content.decode()
    assert "No title was confirmed in this time." in before
    paper = client.get("/titles/report.pdf", {"since": "2024-01-01", "until": "2024-12-31"})
    assert paper.content.startswith(b"%PDF")
    wrong = client.get("/titles/report", {"since": "2024-01-01", "until": "2023-12-31"})
    assert "That is before the first day." in wrong.content.decode()
    assert client.get("/titles/report.pdf", {"since": "x"}).status_code == 422
    assert signed_in(congress).get("/titles/report").status_code == 200
    assert signed_in(delegate).get("/titles/report").status_code == 404
    assert Client().get("/titles/report.pdf").status_code == 302


def test_every_application_says_whom_it_is_for(commissioner: User) -> None:
    for user, number in ((person(), len(KINDS) - 1), (commissioner, len(KINDS))):
        page = signed_in(user).get("/titles/applications").content
        told = texts_of(page, ".title-ways li")
        assert len(told) == number
        for kind in KINDS.values():
            assert (f"{kind.words} {kind.about}" in told) is (not kind.is_by_commissioner or user == commissioner)
