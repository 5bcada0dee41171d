"""What the commissioner does to a list: adjusts with reason, publishes as seen, revises; and nobody else does."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from slowmate.ratings.periods import Period
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import Entry
from slowmate.server.games.models import Game
from slowmate.server.jobs import lists as job
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import Adjustment, ListEntry, RatingList
from slowmate.server.ratings.queries import files, inputs, lists, office
from slowmate.server.ratings.queries.adjustments import in_force
from slowmate.server.ratings.queries.difference import difference
from slowmate.server.ratings.queries.explanation import explain
from slowmate.server.ratings.services import adjustments, list_preparation, publication
from slowmate.server.ratings.services.history import make_lists
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.server.ratings.federation import CLOSED, Federation, federation
from tests.support.people import person, rated_game

pytestmark = pytest.mark.django_db

OLDER = {"ended": datetime(2020, 1, 10, tzinfo=UTC), "at": datetime(2020, 3, 5, tzinfo=UTC)}
"""A list by the rules of 2017."""


def rating(row: RatingList, player: Player) -> int | None:
    return row.entries.get(player=player).rating


def published(found: Federation) -> RatingList:
    row = RatingList.objects.get(pk=found.row.pk)
    return publication.publish(row, version=row.version, actor=found.keeper, at=CLOSED)


# adjusting


@pytest.mark.clause("ICCF-TR-2017 9.4/5")
def test_another_start_rating_changes_what_the_opponent_gets_and_is_said_in_his_explanation() -> None:
    found = federation()
    before = rating(found.row, found.ada.player)
    adjustments.start_rating(
        found.row, found.new.player, 2500, reason="plays in the first league", actor=found.keeper, at=CLOSED
    )
    row = RatingList.objects.get(pk=found.row.pk)
    after = rating(row, found.ada.player)
    assert before is not None
    assert after is not None
    assert after > before, "to lose to somebody stronger costs less"
    assert row.version == found.row.version + 1
    assert inputs.differences(row) == []
    told = explain(row, found.ada.player.pk)
    assert told is not None
    first = told.steps[0]
    assert (str(first.clause), first.facts["new"], first.facts["reason"]) == (
        "ICCF-TR-2017 9.4/5", 2500, "plays in the first league",
    )  # fmt: skip
    assert first.facts["from"] == found.row.results_from


def test_an_adjusted_start_rating_is_in_the_files_and_holds_for_later_lists() -> None:
    found = federation()
    decided: dict[str, Any] = {"reason": "r", "actor": found.keeper, "at": CLOSED}
    adjustments.start_rating(found.row, found.new.player, 2500, **decided)
    assert ",2500" in files.games_csv(RatingList.objects.get(pk=found.row.pk))
    published(found)
    rated_game(found.ada, found.new, ended=datetime(2024, 1, 1, tzinfo=UTC))
    (second,) = job.prepare(at=datetime(2024, 3, 1, tzinfo=UTC))
    assert ",2500" in files.games_csv(second)
    (holds,) = in_force(second)
    adjustments.withdraw(holds, second, reason="he left the league", actor=found.keeper, at=CLOSED)
    second.refresh_from_db()
    assert ",2500" not in files.games_csv(RatingList.objects.get(pk=second.pk))
    assert in_force(second) == []
    assert ",2500" in files.games_csv(RatingList.objects.get(pk=found.row.pk)), "what was published stays"
    with pytest.raises(Unfit):
        adjustments.withdraw(holds, second, reason="again", actor=found.keeper, at=CLOSED)


def test_a_start_rating_may_be_adjusted_for_one_event_and_from_a_day_on() -> None:
    found = federation()
    decided: dict[str, Any] = {"reason": "r", "actor": found.keeper, "at": CLOSED}
    adjustments.start_rating(found.row, found.new.player, 2500, event="another", **decided)
    adjustments.start_rating(found.row, found.new.player, 2600, since=date(2023, 11, 1), **decided)
    row = RatingList.objects.get(pk=found.row.pk)
    assert not {"2500", "2600"} & set(re.split("[,\n]", files.games_csv(row)))
    adjustments.start_rating(found.row, found.new.player, 2400, event="open", **decided)
    assert ",2400" in files.games_csv(RatingList.objects.get(pk=found.row.pk))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"reason": " "}, "reason"),
        ({"value": 0}, "value"),
        ({"value": 4001}, "value"),
        ({"since": date(2023, 8, 31)}, "since"),
        ({"since": CLOSED.date() + timedelta(days=1)}, "since"),
    ],
)
def test_an_adjustment_needs_a_reason_a_rating_and_games_not_rated_yet(wrong: dict[str, Any], field: str) -> None:
    found = federation()
    asked = {"value": 2500, "reason": "r", "actor": found.keeper, "at": CLOSED, **wrong}
    with pytest.raises(Unfit) as refused:
        adjustments.start_rating(found.row, found.new.player, **asked)
    assert refused.value.field == field
    assert not Adjustment.objects.exists()


def test_nobody_adjusts_his_own_rating_nor_does_who_is_no_commissioner() -> None:
    found = federation()
    other = person("Otto", offices=(Office.Kind.DIRECTOR, Office.Kind.EXECUTIVE_BOARD, Office.Kind.QUALIFICATIONS))
    for actor, player in (
        (other, found.new.player),
        (found.ada, found.ada.player),
        (found.keeper, found.keeper.player),
    ):
        with pytest.raises(NotAllowed):
            adjustments.start_rating(found.row, player, 2500, reason="r", actor=actor, at=CLOSED)
        with pytest.raises(NotAllowed):
            adjustments.item_5(found.row, player, reason="r", actor=actor, at=CLOSED)
    for forbidden in (
        lambda: publication.publish(found.row, version=1, actor=other, at=CLOSED),
        lambda: list_preparation.prepare_again(found.row, actor=other, at=CLOSED),
        lambda: list_preparation.revise(found.row, "r", actor=other, at=CLOSED),
        lambda: list_preparation.discard(found.row, actor=other, at=CLOSED),
    ):
        with pytest.raises(NotAllowed):
            forbidden()


@pytest.mark.clause("ICCF-TR-2017 App1.16/exception")
def test_item_5_instead_of_item_6_is_told_to_the_player_and_to_the_delegate_of_his_federation() -> None:
    found = federation(**OLDER)
    Player.objects.filter(pk=found.ada.player.pk).update(federation="CZE")
    delegate = person("Dora", offices=(Office.Kind.DELEGATE,))
    Office.objects.filter(user=delegate).update(federation="CZE")
    before = rating(found.row, found.ada.player)
    player = Player.objects.get(pk=found.ada.player.pk)
    adjustments.item_5(found.row, player, reason="he was ill for years", actor=found.keeper, at=CLOSED)
    row = RatingList.objects.get(pk=found.row.pk)
    assert rating(row, player) != before
    assert "--item-5" in files.command(row)
    assert inputs.differences(row) == []
    told = Mail.objects.filter(kind=adjustments.ADJUSTED)
    assert {mail.user for mail in told} == {found.ada, delegate}
    assert all(mail.facts["reason"] == "he was ill for years" for mail in told)


@pytest.mark.clause("ICCF-TR-2017 App1.16/exception")
def test_item_5_replaces_item_6_only_where_that_would_be_applied() -> None:
    found = federation(**OLDER)
    with pytest.raises(Refused) as refused:
        adjustments.item_5(found.row, found.new.player, reason="r", actor=found.keeper, at=CLOSED)
    assert refused.value.grounds[0].facts["games"] == 0
    with pytest.raises(Unfit):
        adjustments.item_5(found.row, found.ada.player, reason=" ", actor=found.keeper, at=CLOSED)


def test_the_rules_of_2023_have_no_item_5() -> None:
    found = federation()
    with pytest.raises(Unfit):
        adjustments.item_5(found.row, found.ada.player, reason="r", actor=found.keeper, at=CLOSED)


def test_what_is_adjusted_in_a_list_reaches_those_prepared_after_it() -> None:
    found = federation()
    rated_game(found.ada, found.bo, ended=datetime(2024, 1, 1, tzinfo=UTC))
    (second,) = job.prepare(at=datetime(2024, 3, 1, tzinfo=UTC))
    before = second.entries.get(player=found.ada.player).old_rating
    decided: dict[str, Any] = {"reason": "r", "actor": found.keeper, "at": CLOSED}
    adjustments.start_rating(found.row, found.new.player, 2700, **decided)
    second = RatingList.objects.get(pk=second.pk)
    entry = second.entries.get(player=found.ada.player)
    assert entry.old_rating == rating(found.row, found.ada.player) != before
    assert (second.version, inputs.differences(second)) == (2, [])


# publishing


def test_a_published_list_is_what_players_have_and_their_unpublished_ratings_are_nobodys() -> None:
    found = federation()
    row = published(found)
    ada, new = (Player.objects.get(pk=user.player.pk) for user in (found.ada, found.new))
    entry = row.entries.get(player=ada)
    assert (ada.rating, ada.rating_games, ada.rating_deviation) == (entry.rating, 62, entry.rd)
    assert (new.rating, new.rating_games) == (None, 1), "from twelve games on"
    assert rating(row, new) is not None
    assert (row.state, row.published, row.published_by) == ("published", CLOSED, found.keeper)
    entries = Entry.objects.filter(about=f"list/{row.pk}").order_by("pk").values_list("what", flat=True)
    assert list(entries) == ["list prepared", "list published"]
    assert lists.newest() == row


def test_a_list_is_published_as_it_was_seen_and_once() -> None:
    found = federation()
    list_preparation.prepare_again(RatingList.objects.get(pk=found.row.pk), actor=found.keeper, at=CLOSED)
    with pytest.raises(Stale):
        publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    publication.publish(found.row, version=2, actor=found.keeper, at=CLOSED)
    with pytest.raises(Stale):
        publication.publish(found.row, version=2, actor=found.keeper, at=CLOSED)
    with pytest.raises(Stale):
        list_preparation.prepare_again(RatingList.objects.get(pk=found.row.pk), actor=found.keeper, at=CLOSED)


def test_a_result_that_was_corrected_meanwhile_wants_the_list_computed_anew() -> None:
    found = federation()
    changed = Game.objects.filter(white=found.ada.player, black=found.bo.player)
    changed.update(result="1/2-1/2")
    with pytest.raises(Stale):
        publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    list_preparation.prepare_again(RatingList.objects.get(pk=found.row.pk), actor=found.keeper, at=CLOSED)
    published(found)
    assert "1/2-1/2" in files.games_csv(RatingList.objects.get(pk=found.row.pk))


def test_lists_are_published_in_their_order() -> None:
    found = federation()
    (second,) = job.prepare(at=datetime(2024, 3, 1, tzinfo=UTC))
    with pytest.raises(Unfit):
        publication.publish(second, version=1, actor=found.keeper, at=CLOSED)
    published(found)
    publication.publish(second, version=1, actor=found.keeper, at=CLOSED)
    assert lists.newest() == second


def test_an_older_list_that_is_revised_leaves_what_players_have() -> None:
    found = federation()
    first = published(found)
    (second,) = make_lists(Period(2024, 2), published=lambda _: CLOSED)
    rated_game(found.bo, found.ada, ended=datetime(2023, 11, 2, tzinfo=UTC))
    revised = list_preparation.revise(first, "a game was missing", actor=found.keeper, at=CLOSED)
    publication.publish(revised, version=1, actor=found.keeper, at=CLOSED)
    assert Player.objects.get(pk=found.ada.player.pk).rating == rating(second, found.ada.player)
    assert office.begins_with_former(RatingList.objects.get(pk=second.pk))
    assert not office.begins_with_former(revised)


# revising


def test_a_revision_is_made_from_what_is_known_now_says_why_and_what_it_changes() -> None:
    found = federation()
    first = published(found)
    old = rating(first, found.ada.player)
    rated_game(found.bo, found.ada, ended=datetime(2023, 11, 2, tzinfo=UTC))
    revised = list_preparation.revise(first, " A game was missing. ", actor=found.keeper, at=CLOSED)
    assert (revised.revision, revised.reason, revised.supersedes, revised.games) == (2, "A game was missing.", first, 3)
    assert lists.find("2024-1") == first, "until it is published"
    changes, number = difference(revised)
    assert number == 2
    assert {one.player.name: (one.before["rating"], one.after["rating"]) for one in changes}["Ada"] == (
        old,
        rating(revised, found.ada.player),
    )
    publication.publish(revised, version=1, actor=found.keeper, at=CLOSED)
    assert lists.find("2024-1") == revised
    assert lists.find("2024-1", revision=1) == first
    assert rating(first, found.ada.player) == old
    assert Player.objects.get(pk=found.ada.player.pk).rating == rating(revised, found.ada.player)
    assert (inputs.differences(first), inputs.differences(revised)) == ([], [])


def test_a_revision_begins_with_what_the_players_had_not_with_what_the_list_gave_them() -> None:
    found = federation()
    first = published(found)
    revised = list_preparation.revise(first, "to be sure", actor=found.keeper, at=CLOSED)
    assert difference(revised) == ([], 0)
    for name in inputs.NUMBERS:
        one, two = (list(row.entries.order_by("player_id").values_list("player_id", name)) for row in (first, revised))
        assert one == two


def test_there_is_one_revision_at_a_time_of_the_list_that_counts_and_it_may_be_given_up() -> None:
    found = federation()
    with pytest.raises(Stale):
        list_preparation.revise(found.row, "not published", actor=found.keeper, at=CLOSED)
    first = published(found)
    with pytest.raises(Unfit):
        list_preparation.revise(first, "  ", actor=found.keeper, at=CLOSED)
    revised = list_preparation.revise(first, "why", actor=found.keeper, at=CLOSED)
    with pytest.raises(Stale):
        list_preparation.revise(first, "again", actor=found.keeper, at=CLOSED)
    list_preparation.discard(revised, actor=found.keeper, at=CLOSED)
    second = list_preparation.revise(first, "again", actor=found.keeper, at=CLOSED)
    publication.publish(second, version=1, actor=found.keeper, at=CLOSED)
    with pytest.raises(Stale):
        list_preparation.revise(first, "the former one", actor=found.keeper, at=CLOSED)


def test_a_first_list_is_not_given_up() -> None:
    found = federation()
    with pytest.raises(Unfit):
        list_preparation.discard(found.row, actor=found.keeper, at=CLOSED)
    assert RatingList.objects.exists()


def test_an_exception_of_a_revision_does_not_reach_the_list_before_it() -> None:
    found = federation(**OLDER)
    first = publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)
    revised = list_preparation.revise(first, "an appeal", actor=found.keeper, at=CLOSED)
    adjustments.item_5(revised, found.ada.player, reason="r", actor=found.keeper, at=CLOSED)
    assert (inputs.by_item_5(first), inputs.by_item_5(revised)) == (frozenset(), {found.ada.player.pk})
    with pytest.raises(Unfit):
        list_preparation.discard(RatingList.objects.get(pk=revised.pk), actor=found.keeper, at=CLOSED)


def test_a_list_from_elsewhere_is_not_revised_and_the_next_begins_with_it() -> None:
    ada, keeper = person("Ada"), person("Rita", offices=(Office.Kind.RATINGS,))
    period = Period(2024, 1)
    days = {"results_from": period.results_from, "results_until": period.results_until, "valid_from": period.valid_from}
    row = RatingList.objects.create(
        period="2024/1", rules="iccf-2023", prepared=CLOSED, is_imported=True, players=1, shown=1, **days
    )
    ListEntry.objects.create(list=row, player=ada.player, name="Ada", rating=2411, rd=55, games=99, published=True)
    RatingList.objects.filter(pk=row.pk).update(state="published", published=CLOSED)
    row.refresh_from_db()
    with pytest.raises(Unfit):
        list_preparation.revise(row, "why", actor=keeper, at=CLOSED)
    rated_game(ada, person("Bo"), ended=datetime(2024, 1, 1, tzinfo=UTC))
    (second,) = job.prepare(at=datetime(2024, 3, 1, tzinfo=UTC))
    entry = second.entries.get(player=ada.player)
    assert (second.previous, entry.old_rating, entry.games) == (row, 2411, 100)
    assert Game.objects.count() == 1


@pytest.mark.clause("ICCF-TR-2017 13.3/2")
def test_who_changes_his_federation_keeps_his_number_and_his_history() -> None:
    found = federation()
    Player.objects.filter(pk=found.ada.player.pk).update(federation="GER")
    list_preparation.prepare_again(RatingList.objects.get(pk=found.row.pk), actor=found.keeper, at=CLOSED)
    published(found)
    Player.objects.filter(pk=found.ada.player.pk).update(federation="CZE")
    list(make_lists(Period(2024, 2), published=lambda _: CLOSED))
    history = lists.history(found.ada.player)
    assert [(entry.list.period, entry.federation) for entry in history] == [("2024/1", "GER"), ("2024/2", "CZE")]


def test_a_list_is_not_published_when_what_its_players_began_with_has_changed() -> None:
    found = federation()
    published(found)
    rated_game(found.ada, found.bo, ended=datetime(2024, 1, 5, tzinfo=UTC))
    later = datetime(2024, 3, 1, 8, tzinfo=UTC)
    (row,) = job.prepare(at=later)
    person("Somebody who joins")
    Player.objects.filter(pk=found.bo.player.pk).update(fide_rating=2190)  # FIDE's list came meanwhile
    with pytest.raises(Stale, match="What it is made from has changed"):
        publication.publish(row, version=row.version, actor=found.keeper, at=later)
    anew = list_preparation.prepare_again(row, actor=found.keeper, at=later)
    assert "2190" in files.players_csv(anew)
    assert publication.publish(anew, version=anew.version, actor=found.keeper, at=later).published == later
