"""Whether an event is rated, and by whose word."""

from datetime import date

import pytest

from slowmate.events.organising.offices import Actor, record_decision
from slowmate.events.organising.reflection import ASSUMED, is_event_rated, rating_power
from slowmate.play.clocks import Classic, Unrecorded
from slowmate.records import KINDS, BadInput
from slowmate.rulebook import Refused

START = date(2018, 5, 1)
USUAL = Classic()


@pytest.mark.clause("ICCF-TR-2017 9.2(c)", "ICCF-TR-2017 9.2(d)")
@pytest.mark.parametrize(
    ("kind", "agrees", "others"),
    [
        ("national", Actor.RATINGS, (Actor.EXECUTIVE_BOARD, Actor.DELEGATE)),
        ("chess960", Actor.EXECUTIVE_BOARD, (Actor.RATINGS, Actor.ORGANISER)),
        ("chess960", Actor.CONGRESS, (Actor.NTTC,)),
    ],
)
def test_what_is_not_rated_by_itself_is_by_the_word_of_an_office(
    kind: str, agrees: Actor, others: tuple[Actor, ...]
) -> None:
    power = rating_power(KINDS[kind], start=START)
    record_decision(power, actor=agrees, by="N. N.", on=START, reason="the final of a championship")
    for other in others:
        with pytest.raises(Refused):
            record_decision(power, actor=other, by="N. N.", on=START, reason="the final of a championship")
    said = {
        agreed: is_event_rated(KINDS[kind], USUAL, start=START, by_post=False, agreed=agreed).value
        for agreed in (True, False)
    }
    assert said == {True: True, False: False}


def test_an_event_has_a_time_control() -> None:
    with pytest.raises(BadInput, match="names its time control"):
        is_event_rated(KINDS["open"], Unrecorded(), start=START, by_post=False)


@pytest.mark.clause("ICCF-TR-2017 9.2(e)")
def test_a_friendly_match_is_rated_between_countries() -> None:
    for between, rated in ((True, True), (False, False)):
        ruling = is_event_rated(KINDS["friendly-match"], USUAL, start=START, by_post=False, between_countries=between)
        assert ruling.value is rated


@pytest.mark.clause("ICCF-TR-2017 App1.11/friendly")
def test_the_ratings_commissioner_alone_agrees_to_what_captains_assume_of_newcomers() -> None:
    record_decision(ASSUMED, actor=Actor.RATINGS, by="N. N.", on=START, reason="they are strong")
    with pytest.raises(Refused):
        record_decision(ASSUMED, actor=Actor.CAPTAIN, by="N. N.", on=START, reason="they are strong")
