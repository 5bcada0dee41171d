"""Administrators correct names and block accounts: journalled, by nobody else, and never their own."""

import pytest
from django.test import Client

from slowmate.server.accounts.models import Entry, User
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds
from slowmate.server.people.validators import FORMER
from slowmate.server.privacy import services
from slowmate.server.site import clock
from tests.support.people import PASSWORD, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator() -> Client:
    return signed_in(person("Olga Office", is_administrator=True))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def keep(client: Client, player: Player, **sent: str) -> int:
    return client.post(f"/players/{player.pk}/account", sent).status_code


def block(client: Client, player: Player, reason: str = "Two accounts.") -> int:
    return keep(client, player, what="block", **{"account-reason": reason})


def let_in(client: Client, player: Player) -> int:
    return keep(client, player, what="let-in", **{"account-reason": "He asked."})


def test_a_corrected_name_stands_everywhere_and_the_old_one_in_the_journal(administrator: Client) -> None:
    player = person("Jan Novak").player
    page = administrator.get(f"/players/{player.pk}")
    assert f"/players/{player.pk}/account" in page.text
    assert keep(administrator, player, what="name", **{"name-name": "Jan Novák", "name-reason": "His passport."}) == 302
    assert Player.objects.get(folded="jan novak").name == "Jan Novák"
    entry = Entry.objects.get(about=f"player/{player.pk}")
    assert entry.facts == {"before": "Jan Novak", "after": "Jan Novák", "reason": "His passport."}
    assert "Jan Novak → Jan Novák" in administrator.get(f"/players/{player.pk}/account").text


@pytest.mark.parametrize("name", ["", "Jan Novak", "x" * 121])
def test_a_name_that_is_none_or_no_other_is_refused_with_a_word(administrator: Client, name: str) -> None:
    player = person("Jan Novak").player
    assert keep(administrator, player, what="name", **{"name-name": name, "name-reason": "So."}) == 422
    assert Player.objects.get(pk=player.pk).name == "Jan Novak"


def test_a_blocked_account_is_signed_out_holds_no_office_and_comes_back(administrator: Client) -> None:
    dirk = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
    his = signed_in(dirk)
    assert his.get("/desk").status_code == 200
    assert block(administrator, dirk.player, reason="") == 422
    assert block(administrator, dirk.player) == 302
    dirk = User.objects.get(pk=dirk.pk)
    assert his.get("/desk").status_code == 302
    assert not holds(dirk, Office.Kind.DIRECTOR)
    assert let_in(administrator, dirk.player) == 302
    assert signed_in(User.objects.get(pk=dirk.pk)).get("/desk").status_code == 200
    done = Entry.objects.filter(about=f"player/{dirk.player.pk}").order_by("pk").values_list("what", flat=True)
    assert list(done) == ["account blocked", "account let in again"]


def test_what_is_sent_twice_is_done_once_and_not_undone(administrator: Client) -> None:
    ben, other = person("Ben Black"), signed_in(person("Other", is_administrator=True))
    page = administrator.get(f"/players/{ben.player.pk}/account").text
    assert 'value="block"' in page
    assert [block(client, ben.player) for client in (administrator, administrator, other)] == [302, 422, 422]
    assert not User.objects.get(pk=ben.pk).is_active
    assert [let_in(client, ben.player) for client in (administrator, other)] == [302, 422]
    assert User.objects.get(pk=ben.pk).is_active


def test_whoever_left_without_his_name_is_given_none_and_the_journal_forgets_it(administrator: Client) -> None:
    ada = person("Ada Lovelase")
    rename = {"what": "name", "name-name": "Ada Lovelace", "name-reason": "Ada Lovelace's passport."}
    assert keep(administrator, ada.player, **rename) == 302
    player = Player.objects.get(pk=ada.player.pk)
    services.delete(User.objects.get(pk=ada.pk), keep_name=False, resign=False, at=clock.now())
    assert not Entry.objects.filter(facts__icontains="Lovela").exists()
    assert "Lovela" not in administrator.get(f"/players/{player.pk}/account").text
    assert keep(administrator, player, **rename) == 422
    assert Player.objects.get(pk=player.pk).name == FORMER


def test_whoever_is_blocked_is_told_so_where_he_signs_in(administrator: Client) -> None:
    ben = person("Ben Black")
    block(administrator, ben.player)
    answer = Client().post("/accounts/login/", {"login": ben.email, "password": PASSWORD}, follow=True)
    assert "This account is blocked" in answer.text


def test_nobody_else_keeps_accounts_and_no_administrator_is_blocked(administrator: Client) -> None:
    ben, other = person("Ben Black"), person("Other", is_administrator=True)
    board = person("Board", offices=(Office.Kind.EXECUTIVE_BOARD,))
    for client in (Client(), signed_in(board), signed_in(ben)):
        assert block(client, ben.player) in (302, 404)
        assert client.get(f"/players/{ben.player.pk}/account").status_code in (302, 404)
    assert block(signed_in(other), other.player) == 404
    assert block(administrator, other.player) == 422
    assert not User.objects.filter(is_active=False).exists()
    assert Entry.objects.filter(what__startswith="account").count() == 0
