"""Events of every family and in every state, as the people who run them have brought them there."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from random import Random
from typing import Any

from slowmate.events.organising.draw import Positions
from slowmate.records import PromotionPlan
from slowmate.server.accounts.models import User
from slowmate.server.demo import offices
from slowmate.server.demo.games import DAY
from slowmate.server.demo.running import Act, Stages
from slowmate.server.events.choices import Plan
from slowmate.server.events.regulations import Regulations
from slowmate.server.games.terms import PRESETS
from slowmate.server.people.models import Office, Player

SLOW, FAST = PRESETS["triple-block-4"], PRESETS["fischer-10-1"]
GAMBIT = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
"""The King's Gambit, for a thematic tournament."""


def stages(at: datetime, players: Sequence[Player], officials: dict[Office.Kind, User], lot: Random) -> list[Act]:
    """Return the acts that plan and run all events of the demo."""
    events = Stages(at, players, officials, lot)

    def day(ago: float) -> date:
        return (at - ago * DAY).date()

    best = sorted(players, key=lambda player: -(player.rating or 0))
    ada, boris = players[:2]
    regulations = Regulations(time_control=SLOW)

    cup = events.announce(
        Plan(kind="world-cup-preliminary", name="World Cup 21, Preliminary", start=day(520), deadline=day(560),
             regulations=Regulations(time_control=PRESETS["classic-10-50"]), number=21, fee=10),
        events.others, days_ago=640,
    )  # fmt: skip
    cup.enter(18, days_ago=620, among=[boris, *players[60:90]]).close(days_ago=559).propose(days_ago=550)
    cup.post(days_ago=535).start(days_ago=519.5, share=1).finish(days_ago=40).settle(days_ago=30)

    semi = events.announce(
        Plan(kind="world-cup-semi-final", name="World Cup 21, Semi-Final", start=day(-60), deadline=day(-30),
             regulations=regulations, number=21, fee=0),
        events.others, days_ago=20,
    )  # fmt: skip
    semi.enter(1, days_ago=10, among=players)

    norm = events.announce(
        Plan(kind="master-norm", name="Master Norm Tournament", start=None, deadline=day(-120),
             regulations=regulations, fee=25),
        events.titles, days_ago=700,
    )  # fmt: skip
    norm.enter(13, days_ago=690, among=best[10:]).cut(days_ago=640, starts_days_ago=620, share=1)
    norm.finish(days_ago=60).settle(days_ago=50)
    norm.enter(13, days_ago=330, among=best[5:]).cut(days_ago=300, starts_days_ago=280, share=0.5)
    norm.enter(8, days_ago=40, among=best[30:])

    championship = events.announce(
        Plan(kind="world-championship-preliminary", name="World Championship 34, Preliminary", start=day(-45),
             deadline=day(3), regulations=regulations, number=34, fee=30),
        events.titles, days_ago=90,
    )  # fmt: skip
    events.name_players(best, year=day(-45).year, days_ago=85)
    championship.enter(96, days_ago=80, among=best, spread=60).close(days_ago=2).propose(days_ago=1)

    events.announce(
        Plan(kind="world-championship-semi-final", name="World Championship 34, Semi-Final", start=day(-150),
             deadline=day(-100), regulations=regulations, number=34, fee=40),
        events.titles, days_ago=15,
    )  # fmt: skip

    higher = events.announce(
        Plan(kind="master-class", name="Master Class 2025/04", start=day(470), deadline=day(500),
             regulations=regulations, fee=5),
        events.others, days_ago=560,
    )  # fmt: skip
    higher.enter(11, days_ago=550, among=[ada, *best[60:120]]).close(days_ago=499).propose(days_ago=495)
    higher.post(days_ago=485).start(days_ago=469.5, share=1).finish(days_ago=3)

    open_ = events.announce(
        Plan(kind="open", name="Amici Sumus Open", start=day(-40), deadline=day(-21), regulations=regulations,
             fee=0, preferred_size=9, words="Everybody is welcome: the first move is a greeting."),
        events.others, days_ago=25,
    )  # fmt: skip
    open_.enter(23, days_ago=20, among=players[100:160])

    national = events.announce(
        Plan(kind="national", name="Czech Championship", start=day(200), deadline=day(230), regulations=regulations,
             fee=0, preferred_size=13),
        events.delegate, days_ago=300,
    )  # fmt: skip
    czech = [player for player in players if player.federation == "CZE"]
    national.enter(9, days_ago=290, among=czech).close(days_ago=229).propose(days_ago=225)
    national.post(days_ago=215).start(days_ago=199.5, share=0.35)

    thematic = events.announce(
        Plan(kind="thematic", name="King's Gambit Thematic", start=day(-6), deadline=day(9),
             regulations=Regulations(time_control=FAST, fen=GAMBIT), fee=0, preferred_size=7),
        events.others, days_ago=60,
    )  # fmt: skip
    thematic.enter(14, days_ago=50, among=players[130:170]).close(days_ago=8).propose(days_ago=7).post(days_ago=5)

    events.announce(
        Plan(kind="chess960", name="Chess960 Winter Open", start=day(-50), deadline=day(-35),
             regulations=Regulations(time_control=SLOW, positions=Positions.ONE), fee=0, preferred_size=9),
        events.others, days_ago=12,
    ).enter(6, days_ago=9, among=players[170:200])  # fmt: skip
    _between(events, day)
    return events.acts


def _between(events: Stages, day: Callable[[float], date]) -> None:
    """Add events that wait for a step: planned, announced, full, asked for, closed, confirmed; and one called off."""
    regulations, players = Regulations(time_control=SLOW), events.players
    open_: dict[str, Any] = {"kind": "open", "regulations": regulations, "fee": 0, "preferred_size": 9}
    events.plan(
        Plan(kind="higher-class", name="Higher Class, next year", start=day(-120), deadline=day(-90),
                      regulations=regulations, fee=5),
        events.others, days_ago=4,
    )  # fmt: skip
    events.announce(
        Plan(kind="veterans-world-cup-preliminary", name="Veterans' World Cup 12, Preliminary",
                      start=day(-110), deadline=day(-80), regulations=regulations, number=12, fee=10),
        events.others, days_ago=3, opens=False,
    )  # fmt: skip
    full = Plan(**open_, name="Café Open, nine places", start=day(-45), deadline=day(-25), places=9)
    events.announce(full, events.others, days_ago=30).enter(11, days_ago=22, among=players[200:230])
    czech = [player for player in players if player.federation == offices.FEDERATION]
    events.announce(
        Plan(kind="national-preliminary", name="Czech Championship, Preliminary", start=day(-70),
                      deadline=day(-40), regulations=regulations, fee=0, preferred_size=7,
                      promotion=PromotionPlan(up=2)),
        events.delegate, days_ago=18,
    ).enter(4, days_ago=14, among=czech[9:], are_let_in=False)  # fmt: skip
    closed = Plan(**open_, name="Harvest Open", start=day(-24), deadline=day(2))
    events.announce(closed, events.others, days_ago=50).enter(20, days_ago=45, among=players[230:260]).close(days_ago=1)
    confirmed = Plan(**open_, name="Solstice Open", start=day(-18), deadline=day(6))
    solstice = events.announce(confirmed, events.others, days_ago=55).enter(9, days_ago=50, among=players[260:280])
    solstice.close(days_ago=5).propose(days_ago=4).confirm(days_ago=2)
    board = events.officials[Office.Kind.EXECUTIVE_BOARD]
    harbour = Plan(**open_, name="Harbour Open", start=day(-15), deadline=day(8))
    events.announce(harbour, events.others, days_ago=60).enter(2, days_ago=50, among=players[280:290]).cancel(
        "Two entries make no tournament.", board, days_ago=7
    )
