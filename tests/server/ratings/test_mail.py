"""What is told by mail about ratings: to whom, in which words, and once."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.mail import EmailMessage

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.jobs import lists as job
from slowmate.server.jobs import mail
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Office, Player
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.services import adjustments, list_preparation, publication
from tests.server.ratings.federation import CLOSED, Federation, federation
from tests.support.people import person, rated_game

pytestmark = pytest.mark.django_db


def published(found: Federation) -> RatingList:
    return publication.publish(found.row, version=1, actor=found.keeper, at=CLOSED)


def body(message: EmailMessage) -> str:
    return " ".join(str(message.body).split())


def of(messages: list[EmailMessage], user: User) -> EmailMessage:
    (found,) = (one for one in messages if one.to == [user.email] and "rating" in one.subject)
    return found


def test_who_has_games_in_a_list_is_told_his_new_rating_why_and_where_it_is_explained(
    mailoutbox: list[EmailMessage],
) -> None:
    found = federation()
    row = published(found)
    mail.send_due(at=CLOSED)
    ada, new = (row.entries.get(player=user.player) for user in (found.ada, found.new))
    told = of(mailoutbox, found.ada)
    assert told.subject == f"Your rating in list 2024/1: {ada.rating}"
    change = f"{(ada.rating or 0) - 2300:+d}"
    assert f"2 games are new in it: from 2300 to {ada.rating} ({change}), valid from 1 January 2024." in body(told)
    assert f"/ratings/2024-1/{found.ada.player.pk}" in body(told)
    first = body(of(mailoutbox, found.new))
    assert f"1 game gives you your first rating, {new.rating}, valid from 1 January 2024." in first
    assert "It is not published yet" in first


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "Your rating in list 2024/1, Chess960: {}"), ("cs", "Váš rating v listině 2024/1, Chess960: {}")],
)
def test_a_list_of_another_pool_is_called_by_it(mailoutbox: list[EmailMessage], language: str, subject: str) -> None:
    found = federation()
    found.row.delete()
    User.objects.filter(pk=found.ada.pk).update(language=language)
    Game.objects.update(pool="chess960", event_kind="chess960")
    (row,) = job.prepare(at=CLOSED)
    publication.publish(row, version=1, actor=found.keeper, at=CLOSED)
    mail.send_due(at=CLOSED)
    (told,) = (one for one in mailoutbox if one.to == [found.ada.email] and "2024/1" in one.subject)
    assert told.subject == subject.format(row.entries.get(player=found.ada.player).rating)
    assert f"/ratings/2024-1/{found.ada.player.pk}?pool=chess960" in body(told)


def test_nobody_is_told_who_does_not_want_it_or_has_no_game_in_the_list() -> None:
    found = federation()
    User.objects.filter(pk=found.ada.pk).update(wants_ratings=False)
    User.objects.filter(pk=found.bo.pk).update(mail_mode=MailMode.NONE)
    published(found)
    assert [one.user for one in Mail.objects.filter(kind=publication.NEW_RATING)] == [found.new]


def test_a_revision_is_told_to_those_it_changes_with_its_reason(mailoutbox: list[EmailMessage]) -> None:
    found = federation()
    first = published(found)
    mail.send_due(at=CLOSED)
    mailoutbox.clear()
    rated_game(found.ada, found.bo, ended=datetime(2023, 11, 2, tzinfo=UTC), loser="white")
    revised = list_preparation.revise(first, "A game was missing.", actor=found.keeper, at=CLOSED)
    publication.publish(revised, version=1, actor=found.keeper, at=CLOSED)
    told = {one.user for one in Mail.objects.filter(kind=publication.NEW_RATING, key__startswith=f"list/{revised.pk}/")}
    assert told == {found.ada, found.bo}
    mail.send_due(at=CLOSED)
    before, now = (row.entries.get(player=found.ada.player).rating for row in (first, revised))
    assert before != now
    said = f"List 2024/1 was revised: A game was missing. Your rating in it is {now}; before, it was {before}."
    assert said in body(of(mailoutbox, found.ada))


def test_whom_a_revision_brings_into_the_list_is_told_as_well() -> None:
    found = federation()
    first = published(found)
    late = person("Late Comer")
    rated_game(late, found.bo, ended=datetime(2023, 11, 2, tzinfo=UTC), loser="white")
    revised = list_preparation.revise(first, "A game was missing.", actor=found.keeper, at=CLOSED)
    assert revised.entries.get(player=late.player).rating is not None
    publication.publish(revised, version=1, actor=found.keeper, at=CLOSED)
    told = Mail.objects.filter(kind=publication.NEW_RATING, key=f"list/{revised.pk}/{late.player.pk}")
    assert [one.user for one in told] == [late]


def test_an_adjustment_is_told_to_the_player_with_its_reason(mailoutbox: list[EmailMessage]) -> None:
    found = federation()
    player = Player.objects.get(pk=found.new.player.pk)
    decided: dict[str, Any] = {"reason": "plays in the first league", "actor": found.keeper, "at": CLOSED}
    made = adjustments.start_rating(found.row, player, 2450, **decided)
    mail.send_due(at=CLOSED)
    (told,) = (one for one in mailoutbox if "adjustment" in one.subject)
    assert told.to == [found.new.email]
    assert "From list 2024/1 on the start rating is 2450." in body(told)
    assert "The reason: plays in the first league" in body(told)
    row = RatingList.objects.get(pk=found.row.pk)
    adjustments.withdraw(made, row, reason="a mistake", actor=found.keeper, at=CLOSED)
    mail.send_due(at=CLOSED)
    (_, taken_back) = (one for one in mailoutbox if "adjustment" in one.subject)
    assert "took back an adjustment" in taken_back.subject
    assert "From list 2024/1 on it no longer counts." in body(taken_back)


def test_the_commissioner_is_told_once_that_a_list_waits(mailoutbox: list[EmailMessage]) -> None:
    rita, board = person("Rita", offices=(Office.Kind.RATINGS,)), person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    found = federation()
    mail.send_due(at=CLOSED)
    assert board.email not in {address for sent in mailoutbox for address in sent.to}
    (letter,) = (sent for sent in mailoutbox if sent.to == [rita.email])
    assert letter.subject == f"Rating list {found.row.period} is prepared"
    assert f"/ratings/office/{found.row.pk}" in letter.body
    list_preparation.refresh(found.row, at=CLOSED, actor=None)
    mail.send_due(at=CLOSED)
    assert sum(sent.to == [rita.email] for sent in mailoutbox) == 1, "what is computed anew is no more news"


def test_a_list_that_is_published_by_then_is_no_news(mailoutbox: list[EmailMessage]) -> None:
    rita = person("Rita", offices=(Office.Kind.RATINGS,))
    published(federation())
    mail.send_due(at=CLOSED)
    assert [letter for letter in mailoutbox if letter.to == [rita.email]] == []
