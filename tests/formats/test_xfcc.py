"""Xfcc: requests as clients really send them are read, and answers are such as they find by searching the text."""

from datetime import timedelta

import pytest

from slowmate.formats.xfcc import (
    DEEPEST,
    Code,
    GameResult,
    NoRequest,
    XfccGame,
    fault,
    games_answer,
    move_answer,
    plain,
    read_request,
)

SCID = """<?xml version="1.0" encoding="utf-8"?>
\t<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
\t<soap:Body>
\t<MakeAMove xmlns="http://www.bennedik.com/webservices/XfccBasic"><username>alice</username><password>secret&amp;1</password><gameId>101</gameId><resign>0</resign><movecount>3</movecount><myMove>Bb5</myMove><offerDraw>1</offerDraw><claimDraw>0</claimDraw><myMessage>hello</myMessage></MakeAMove></soap:Body>
\t</soap:Envelope>"""
SCOMM = (
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:x="urn:x"><e:Header/><e:Body>'
    "<x:GetMyGames><x:username> bob </x:username><x:password>p</x:password></x:GetMyGames></e:Body></e:Envelope>"
)
GAME = XfccGame(
    id=7,
    white="Ada & Co",
    black="Bo",
    event="Open <1>",
    site="Slowmate",
    is_my_turn=True,
    has_white=False,
    mine=timedelta(days=8, hours=9, minutes=7, seconds=59),
    opponents=timedelta(seconds=-1),
    moves="1. e4 {[%ccsnt 2024.01.02,03:04:05]}",
    is_draw_offered=False,
    result=GameResult.ONGOING,
    event_date="2024.01.01",
    more={"whiteElo": "2300", "blackElo": "", "message": "a\x0bb"},
)


def test_a_request_of_scid_is_read() -> None:
    asked = read_request(SCID.encode())
    assert (asked.operation, asked.text("password"), asked.number("gameId")) == ("MakeAMove", "secret&1", 101)
    assert (asked.says("offerDraw"), asked.says("resign"), asked.says("acceptDraw")) == (True, False, False)


def test_a_request_with_prefixes_is_read() -> None:
    asked = read_request(SCOMM.encode())
    assert (asked.operation, asked.text("username"), asked.says("resign")) == ("GetMyGames", "bob", False)


def test_bytes_that_are_not_the_utf_8_they_say_are_read_as_latin() -> None:
    assert read_request(SCID.replace("hello", "Grüße").encode("latin-1")).text("myMessage") == "Grüße"
    assert read_request(SCID.replace("hello", "Grüße").encode()).text("myMessage") == "Grüße"


@pytest.mark.parametrize(("typed", "number"), [("", None), ("-1", None), ("1.5", None), ("１", None), ("9" * 10, None)])
def test_what_is_no_number_is_none(typed: str, number: int | None) -> None:
    assert read_request(SCID.replace(">101<", f">{typed}<").encode()).number("gameId") == number


@pytest.mark.parametrize(
    "body",
    [
        "",
        "hello",
        "<a/>",
        "<Envelope><Body/></Envelope>",
        "<Envelope><Body><GetMyGames>",
        "<!DOCTYPE a [<!ENTITY x 'y'>]>" + SCOMM,
        SCOMM.replace("bob", "\0"),
        "<Envelope><Body><GetMyGames>" + "<a>" * DEEPEST + "</a>" * DEEPEST + "</GetMyGames></Body></Envelope>",
    ],
)
def test_what_is_no_request_is_refused(body: str) -> None:
    with pytest.raises(NoRequest):
        read_request(body.encode())


def test_games_are_told_in_plain_elements_that_need_no_further_reading() -> None:
    text = games_answer([GAME])
    assert (
        '<GetMyGamesResponse xmlns="http://www.bennedik.com/webservices/XfccBasic"><GetMyGamesResult><XfccGame>' in text
    )
    assert "<white>Ada &amp; Co</white><black>Bo</black><event>Open &lt;1&gt;</event>" in text
    assert "<myTurn>true</myTurn><hasWhite>false</hasWhite>" in text
    assert "<daysPlayer>8</daysPlayer><hoursPlayer>9</hoursPlayer><minutesPlayer>7</minutesPlayer>" in text
    assert "<daysOpponent>0</daysOpponent><hoursOpponent>0</hoursOpponent><minutesOpponent>0</minutesOpponent>" in text
    assert "<message>ab</message>" in text, "no character that XML cannot have"
    assert "blackElo" not in text
    assert "<GetMyGamesResult></GetMyGamesResult>" in games_answer([])


def test_a_move_is_answered_with_its_code_and_a_fault_with_the_prefix_that_scid_looks_for() -> None:
    assert 'XfccBasic"><MakeAMoveResult>MoveIsAmbigous</MakeAMoveResult></MakeAMoveResponse>' in move_answer(
        Code.AMBIGUOUS
    )
    wanted = (
        "<soap:Fault><faultcode>soap:Client</faultcode><faultstring>AuthenticationFailed</faultstring></soap:Fault>"
    )
    assert wanted in fault(Code.AUTHENTICATION_FAILED)


def test_what_goes_into_pgn_as_it_is_has_nothing_that_ends_a_comment_or_a_tag() -> None:
    assert plain(' a{b}  "c"\n\\d ') == "a(b) 'c' /d"
