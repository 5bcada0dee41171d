"""A section ends: its norms are in the register once, whatever happens to it afterwards."""

from datetime import date, timedelta

import pytest

from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Decision, Section
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.services import awards, norms
from slowmate.server.titles.services.norm_search import search_section
from tests.server.titles.federation import AT, HERO, a_hero, played
from tests.support.finished import keep
from tests.support.people import account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def hero() -> Player:
    return a_hero()


@pytest.fixture
def commissioner() -> User:
    return person("Quentin", offices=(Office.Kind.QUALIFICATIONS,))


@pytest.mark.clause("ICCF-TR-2017 10.8(b)")
def test_the_server_registers_and_confirms_the_norms_of_a_section_under_2017(hero: Player) -> None:
    row = keep(played(), {HERO: hero})
    assert search_section(row.pk, at=AT)
    found = Norm.objects.filter(section=row, player=hero)
    assert {norm.title for norm in found} == {"GM", "SIM", "IM", "CCM", "CCE"}
    assert {norm.state for norm in found} == {Norm.State.CONFIRMED}
    gm = found.get(title="GM")
    assert (gm.score, gm.needed, gm.games, gm.rules) == (9, 8.5, 12, "ICCF-TR-2017")
    assert gm.earned == date(2018, 3, 1) + timedelta(days=90)
    assert gm.grounds[-1]["clause"] == "ICCF-TR-2017 10.8(b)"
    assert Mail.objects.filter(kind="norm-found", user=hero.user).count() == 1


def test_looking_again_changes_nothing(hero: Player) -> None:
    row = keep(played(), {HERO: hero})
    search_section(row.pk, at=AT)
    before = list(Norm.objects.order_by("pk").values()), Decision.objects.count(), Mail.objects.count()
    search_section(row.pk, at=AT + timedelta(days=1))
    assert (list(Norm.objects.order_by("pk").values()), Decision.objects.count(), Mail.objects.count()) == before


@pytest.mark.clause("ICCF-TR-2016 10.10(b)")
def test_norms_of_2016_wait_for_the_commissioner(hero: Player, commissioner: User) -> None:
    row = keep(played(start=date(2016, 3, 1)), {HERO: hero})
    search_section(row.pk, at=AT)
    waiting = Norm.objects.filter(section=row)
    assert waiting.exists()
    assert {norm.state for norm in waiting} == {Norm.State.PROPOSED}
    numbers = [norm.pk for norm in waiting]
    with pytest.raises(NotAllowed):
        norms.confirm(numbers, actor=account(hero), at=AT)
    norms.confirm(numbers, actor=commissioner, at=AT)
    assert {norm.state for norm in waiting.all()} == {Norm.State.CONFIRMED}
    with pytest.raises(Stale):
        norms.confirm(numbers, actor=commissioner, at=AT)


def test_nobody_confirms_his_own_norm(hero: Player) -> None:
    Office.objects.create(user=account(hero), kind=Office.Kind.QUALIFICATIONS, begins=date(2015, 1, 1))
    row = keep(played(start=date(2016, 3, 1)), {HERO: hero})
    search_section(row.pk, at=AT)
    with pytest.raises(NotAllowed):
        norms.confirm(Norm.objects.values_list("pk", flat=True), actor=account(hero), at=AT)


def test_a_dismissed_norm_has_a_reason_and_is_not_proposed_again(hero: Player, commissioner: User) -> None:
    row = keep(played(start=date(2016, 3, 1)), {HERO: hero})
    search_section(row.pk, at=AT)
    numbers = list(Norm.objects.values_list("pk", flat=True))
    with pytest.raises(Unfit):
        norms.dismiss(numbers, actor=commissioner, at=AT, reason=" ")
    norms.dismiss(numbers, actor=commissioner, at=AT, reason="The games were arranged.")
    search_section(row.pk, at=AT)
    assert Norm.objects.count() == len(numbers)
    assert set(Norm.objects.values_list("state", "reason")) == {("dismissed", "The games were arranged.")}


def corrected(row: Section, wins: int) -> None:
    """The first games of the hero's wins become losses until he has so many."""
    games = [pairing.game for pairing in row.pairings.order_by("pk") if pairing.game]
    for game in games[wins:9]:
        game.result = Result.BLACK_WINS.value
        game.save(update_fields=["result"])


def test_a_corrected_result_supersedes_and_never_doubles(hero: Player) -> None:
    row = keep(played(), {HERO: hero})
    search_section(row.pk, at=AT)
    number = Norm.objects.count()
    corrected(row, wins=8)
    search_section(row.pk, at=AT)
    live = Norm.objects.filter(state__in=Norm.LIVE)
    assert "GM" not in set(live.values_list("title", flat=True))
    assert Norm.objects.get(title="GM").state == Norm.State.SUPERSEDED
    assert Norm.objects.get(title="GM").reason
    renewed = live.get(title="IM")
    assert renewed.score == 8
    assert renewed.supersedes is not None
    assert renewed.supersedes.state == Norm.State.SUPERSEDED
    assert Norm.objects.count() == 2 * number - 1
    letter = Mail.objects.get(kind="norm-gone")
    gone = {norm.title for norm in Norm.objects.filter(pk__in=letter.facts["norms"])}
    assert (letter.user, gone) == (hero.user, {"GM"}), "and not of the norms that were renewed"


def test_a_player_who_keeps_every_norm_gets_no_letter_that_one_is_gone(hero: Player) -> None:
    row = keep(played(score=9.5), {HERO: hero})
    search_section(row.pk, at=AT)
    corrected(row, wins=8)
    search_section(row.pk, at=AT)
    renewed = Norm.objects.filter(state__in=Norm.LIVE, supersedes__isnull=False)
    assert "GM" in set(renewed.values_list("title", flat=True))
    assert not Mail.objects.filter(kind="norm-gone").exists()


@pytest.mark.clause("ICCF-TR-2017 10.2(c)/norms")
@pytest.mark.clause("ICCF-TR-2017 10.8(b)")
def test_two_norms_make_a_title_from_the_day_the_second_was_in_hand(hero: Player) -> None:
    first, second = keep(played("One"), {HERO: hero}), keep(played("Two", start=date(2019, 1, 1)), {HERO: hero})
    search_section(first.pk, at=AT)
    assert not TitleAward.objects.exists()
    search_section(second.pk, at=AT)
    title = TitleAward.objects.get(title="SIM")
    assert title.state == TitleAward.State.CONFIRMED
    assert {norm.event for norm in title.norms.all()} == {"One", "Two"}
    assert title.valid_from == title.earned == date(2019, 1, 1) + timedelta(days=80)
    held = TitleHeld.objects.get(player=hero, title="SIM")
    assert (held.confirmed, title.held) == (title.valid_from, held)
    hero.refresh_from_db()
    assert hero.title == "SIM", "no games against Grandmasters, so no GM"
    assert not TitleAward.objects.filter(title="GM").exists()
    assert Mail.objects.filter(kind="title-confirmed").count() == TitleAward.objects.count()


def test_a_title_whose_norm_is_gone_is_marked_and_stays(hero: Player, commissioner: User) -> None:
    rows = [
        keep(played(name, start=start), {HERO: hero})
        for name, start in (("One", date(2018, 3, 1)), ("Two", date(2019, 1, 1)))
    ]
    for row in rows:
        search_section(row.pk, at=AT)
    corrected(rows[1], wins=1)
    search_section(rows[1].pk, at=AT)
    award = TitleAward.objects.get(title="SIM")
    assert (award.state, award.is_void) == (TitleAward.State.CONFIRMED, True)
    assert TitleHeld.objects.filter(player=hero, title="SIM").exists()
    with pytest.raises(NotAllowed):
        awards.keep(award.pk, actor=account(hero), at=AT, reason="it is mine")
    awards.keep(award.pk, actor=commissioner, at=AT, reason="Confirmed in good faith.")
    search_section(rows[1].pk, at=AT)
    assert not TitleAward.objects.get(title="SIM").is_void
