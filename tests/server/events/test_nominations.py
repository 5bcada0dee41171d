"""Nominations within the quota of a federation, and what the Executive Board gives."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Decision, Grant, Nomination
from slowmate.server.events.permissions import federations_of, may_nominate
from slowmate.server.events.queries.federations import nominations_of, open_nominations, quota_of
from slowmate.server.events.services import entries, nominations
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Federation, MembersDeclared, Office, Player
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.events.building import PRELIMINARY, SEMI, START, by, delegate_of, entered, open_event, rated
from tests.support.people import AT, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FINAL = "world-championship-final"


def nominate(player: Player, actor: Any = None, **more: Any) -> Nomination:
    return nominations.nominate(player, actor=actor or delegate_of("CZE"), at=AT, **{"year": 2024, **more})


def declare(members: int, year: int = 2023) -> None:
    federation, _ = Federation.objects.get_or_create(code="CZE")
    MembersDeclared.objects.update_or_create(federation=federation, year=year, defaults={"members": members})


@pytest.mark.clause("ICCF-TR-2017 1.0.10/1", "ICCF-TR-2017 1.0.10/2")
@pytest.mark.parametrize(("members", "quota"), [(None, 2), (199, 2), (200, 3), (5000, 7)])
def test_a_federation_names_as_many_players_as_its_members_of_the_year_before_allow(
    members: int | None, quota: int
) -> None:
    if members is not None:
        declare(members)
        declare(100_000, year=2024)
    delegate = delegate_of("CZE")
    for number in range(quota):
        assert quota_of("CZE", 2024, on=AT.date()).left == quota - number
        nominate(rated(2000), delegate)
    with pytest.raises(Refused) as refused:
        nominate(rated(2000), delegate)
    assert str(refused.value.grounds[0].clause) == "ICCF-TR-2017 1.0.10/1"
    assert quota_of("CZE", 2024, on=AT.date()).left == 0
    assert Nomination.objects.count() == quota


@pytest.mark.clause("ICCF-TR-2017 1.0.10/3", "ICCF-TR-2017 1.1.1(h)", "ICCF-TR-2017 1.2.1(h)")
@pytest.mark.parametrize(("rating", "kind"), [(2399, PRELIMINARY), (2400, SEMI), (None, PRELIMINARY)])
def test_the_rating_of_the_day_says_which_stage_a_nominee_enters(rating: int | None, kind: str) -> None:
    player = rated(rating or 0)
    if rating is None:
        Player.objects.filter(pk=player.pk).update(rating=None)
        player.refresh_from_db()
    made = nominate(player)
    assert made.rating == rating
    for other in (PRELIMINARY, SEMI):
        event = open_event(other)
        if other == kind:
            assert entered(event, player).uses[0]["reference"] == str(made.pk)
        else:
            with pytest.raises(Refused):
                entered(event, player)


def test_nobody_names_players_of_another_federation_or_himself() -> None:
    player, own = rated(2000), delegate_of("CZE")
    Player.objects.filter(pk=own.player.pk).update(federation="CZE")
    own.player.refresh_from_db()
    for stranger in (delegate_of("GER"), person(), person(offices=(Office.Kind.EXECUTIVE_BOARD,))):
        with pytest.raises(NotAllowed):
            nominate(player, stranger)
    with pytest.raises(NotAllowed):
        nominate(own.player, own)
    late = delegate_of("CZE")
    Office.objects.filter(user=late).update(ends=date(2024, 4, 1))
    with pytest.raises(NotAllowed):
        nominate(player, late)
    assert not Nomination.objects.exists()


def test_a_player_is_named_once_a_year_for_a_kind_and_is_told() -> None:
    player, delegate = rated(2000), delegate_of("CZE")
    nominate(player, delegate)
    with pytest.raises(Stale):
        nominate(player, delegate)
    nominate(player, delegate, year=2025)
    assert Mail.objects.filter(user=player.user, kind="nominated").count() == 2
    assert Decision.objects.filter(what="nominate", player=player).count() == 2


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"kind": "thematic"}, "kind"),
        ({"year": 2023}, "year"),
        ({"year": 2026}, "year"),
        ({"kind": "master-class"}, "statement"),
    ],
)
def test_what_does_not_fit_is_refused(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(Unfit) as unfit:
        nominate(rated(2000), **fields)
    assert unfit.value.field == field


def test_only_members_name_players() -> None:
    Federation.objects.create(code="CZE", is_member=False)
    with pytest.raises(Unfit):
        nominate(rated(2000))


@pytest.mark.clause("ICCF-TR-2017 2.6(c)")
def test_a_statement_opens_a_class_to_an_unrated_player_and_is_no_part_of_the_quota() -> None:
    player, delegate = rated(2000, games=0), delegate_of("CZE")
    event = open_event("master-class")
    with pytest.raises(Refused):
        entered(event, player)
    for _ in range(3):
        nominate(rated(2000), delegate, kind="higher-class", statement="strong over the board")
    nominate(player, delegate, kind="master-class", statement="a master over the board")
    assert entered(event, player).route == "ICCF-TR-2017 2.6(c)"
    assert quota_of("CZE", 2024, on=AT.date()).named == 0


def test_a_nomination_is_taken_back_until_it_has_given_a_seat() -> None:
    player, delegate = rated(2000), delegate_of("CZE")
    made = nominate(player, delegate)
    with pytest.raises(NotAllowed):
        nominations.take_back(made.pk, actor=delegate_of("GER"), at=AT)
    nominations.take_back(made.pk, actor=delegate, at=AT)
    assert quota_of("CZE", 2024, on=AT.date()).left == 2
    with pytest.raises(Stale):
        nominations.take_back(made.pk, actor=delegate, at=AT)
    event = open_event(PRELIMINARY)
    with pytest.raises(Refused):
        entered(event, player)
    again = nominate(player, delegate)
    entry = entered(event, player)
    entries.seat(event, [entry], by(event), start=START)
    assert [row.is_used for row in nominations_of("CZE", 2024)] == [True, False]  # type: ignore[attr-defined]
    with pytest.raises(Unfit):
        nominations.take_back(again.pk, actor=delegate, at=AT)


@pytest.mark.clause("ICCF-TR-2017 1.1.1(h)", "ICCF-TR-2017 13.2")
def test_a_player_who_has_left_the_federation_that_named_them_enters_by_the_new_one_alone() -> None:
    player, delegate, new = rated(2000), delegate_of("CZE"), delegate_of("GER")
    old = nominate(player, delegate)
    Player.objects.filter(pk=player.pk).update(federation="GER")
    player.refresh_from_db()
    event = open_event(PRELIMINARY)
    with pytest.raises(Refused) as refused:
        entered(event, player)
    (told,) = [ground for ground in refused.value.grounds if ground.clause.address == "1.1.1(h)"]
    assert (told.facts["federation"], told.facts["of_others"]) == ("GER", ["CZE"])
    assert open_nominations(player, on=AT.date()) == []
    with pytest.raises(NotAllowed):
        nominations.take_back(old.pk, actor=new, at=AT)
    nominations.take_back(old.pk, actor=delegate, at=AT)
    assert quota_of("CZE", 2024, on=AT.date()).named == 0
    made = nominate(player, new)
    assert entered(event, player).uses[0]["reference"] == str(made.pk)


@pytest.mark.clause("ICCF-TR-2017 1.1.1(h)")
def test_an_entry_by_a_nomination_stands_though_its_player_changes_federation_after_it() -> None:
    player = rated(2000)
    made = nominate(player)
    event = open_event(PRELIMINARY)
    entry = entered(event, player)
    Player.objects.filter(pk=player.pk).update(federation="GER")
    entries.seat(event, [entry], by(event), start=START)
    assert [row.pk for row in nominations_of("CZE", 2024) if row.is_used] == [made.pk]  # type: ignore[attr-defined]
    with pytest.raises(Refused):
        entered(open_event(PRELIMINARY), rated(2000))


def test_the_page_of_a_refused_nomination_is_about_its_year() -> None:
    delegate = delegate_of("CZE")
    year = clock.now().year
    for _ in range(2):
        nominations.nominate(rated(2000), year=year + 1, actor=delegate, at=clock.now())
    asked = {"player": rated(2000).pk, "kind": "", "year": year + 1, "statement": ""}
    client = Client()
    client.force_login(delegate)
    shown = client.post(f"/federations/CZE/nominations?year={year}", asked)
    body = shown.content.decode()
    assert shown.status_code == 409
    assert f"{year + 1}: 2 of 2 named" in body
    assert f"already nominated for {year + 1}: 2" in body
    assert "Nobody is named for this year." not in body
    assert f"{year}: 0 of 2 named" in client.get("/federations/CZE/nominations").content.decode()


# the Executive Board


def board() -> Any:
    return person(offices=(Office.Kind.EXECUTIVE_BOARD,))


def grant(player: Player, actor: Any = None, **more: Any) -> Grant:
    given = {"kind": PRELIMINARY, "reference": "EB 2024/7", "reason": "the rules do not cover it", **more}
    return nominations.grant(player, actor=actor or board(), at=AT, **given)


@pytest.mark.clause("ICCF-TR-2017 1.0.11/3")
def test_the_executive_board_gives_a_right_by_its_reference_and_nobody_else_does() -> None:
    player = rated(2000)
    member = board()
    for stranger in (person(), delegate_of("CZE"), person(offices=(Office.Kind.TITLE_TOURNAMENTS,))):
        with pytest.raises(NotAllowed):
            grant(player, stranger)
    with pytest.raises(NotAllowed):
        grant(member.player, member)
    grant(player, member)
    assert entered(open_event(PRELIMINARY), player).route == "ICCF-TR-2017 1.0.11/3"
    assert Mail.objects.filter(user=player.user, kind="granted").exists()
    with pytest.raises(Unfit) as unfit:
        grant(rated(2000))
    assert unfit.value.field == "reference"
    with pytest.raises(Refused):
        grant(rated(2000), reference="EB 2024/8", reason=" ")


@pytest.mark.clause("ICCF-TR-2017 1.4.4/2")
def test_two_free_places_are_given_in_a_final_and_no_third() -> None:
    more = {"kind": FINAL, "is_free_place": True}
    for number in (1, 2):
        grant(rated(2000), reference=f"EB {number}", cycle=33, **more)
    with pytest.raises(Refused) as refused:
        grant(rated(2000), reference="EB 3", cycle=33, **more)
    assert str(refused.value.grounds[0].clause) == "ICCF-TR-2017 1.4.4/2"
    grant(rated(2000), reference="EB 4", cycle=34, **more)
    for wrong in ({"kind": SEMI, "is_free_place": True, "cycle": 33}, {"kind": FINAL, "is_free_place": True}):
        with pytest.raises(Unfit):
            grant(rated(2000), reference="EB 5", **wrong)
    assert Grant.objects.count() == 3


def test_a_blocked_account_and_a_former_delegate_speak_for_no_federation() -> None:
    delegate, today = delegate_of("CZE"), clock.now().date()
    assert federations_of(delegate) == ["CZE"]
    former = person()
    ended = {"begins": today - timedelta(9), "ends": today - timedelta(1)}
    Office.objects.create(user=former, kind=Office.Kind.DELEGATE, federation="CZE", **ended)
    assert federations_of(former) == []
    delegate.is_active = False
    delegate.save()
    blocked = User.objects.get(pk=delegate.pk)
    assert federations_of(blocked) == []
    assert not may_nominate(blocked, "CZE")
