"""Something in every table of events: an event that ended, one that is played by teams, and all that led to them."""

from datetime import date, timedelta
from typing import Any

from slowmate.events.entry.right import UseOf
from slowmate.events.organising.offices import Actor
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import (
    Bar,
    Bond,
    Case,
    CaseParty,
    CaseStep,
    Consequence,
    Decision,
    Draw,
    Event,
    EventEntry,
    Grant,
    Nomination,
    Right,
    RightUse,
    SeatHolding,
    Section,
    Series,
    Team,
    TeamPlayer,
    Violation,
)
from slowmate.server.events.services import rights
from slowmate.server.events.services.steps import by_server
from slowmate.server.people.models import Federation, MembersDeclared, Player, TitleHeld
from slowmate.server.titles.models import (
    Application,
    Certificate,
    Norm,
    NormsFound,
    OverTheBoardEvent,
    OverTheBoardPlayer,
    TitleAward,
)
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from tests.support.events import START, event, section
from tests.support.people import AT

DAY = timedelta(days=1)
GROUNDS: list[dict[str, Any]] = [{"clause": "ICCF-TR-2017 1.2.1", "facts": {"rating": 2301}}]


def make(white: User, black: User, director: User) -> None:
    """After the people, and before the rest: what is kept of federations and events."""
    federations(white.player)
    played = ended(white.player, black.player, director)
    entries(white.player, played)
    teams(white.player, black, played)
    titles(white.player, played)


def federations(player: Player) -> None:
    czech = Federation.objects.create(code="CZE", zone="Europe")
    MembersDeclared.objects.create(federation=czech, year=2024, members=120)
    TitleHeld.objects.create(player=player, title="CCM", confirmed=date(2020, 1, 1), source="an archive")


def ended(white: Player, black: Player, director: User) -> Section:
    """A section of two with its draw, its end and what follows from it."""
    series = Series.objects.create(family="world-championship", number=28)
    kind, end = "world-championship-semi-final", START + 2 * DAY
    of = event(kind, name="Semi-final ½", series=series, state=Event.State.FINISHED, ended=end)
    draw = Draw.objects.create(event=of, seed="a seed", commitment="00", sizes=[2], made=AT, revealed=AT)
    found = section(
        of,
        (white, black),
        {(1, 2): Result.WHITE_WINS},
        state=Section.State.FINISHED,
        director=director,
        ended=end,
        draw=draw,
    )
    decision = Decision.objects.create(
        event=of, section=found, what="finish", office=Actor.SERVER.value, at=AT, grounds=GROUNDS
    )
    rights.look_again(found, [white], by_server(AT + 30 * DAY))
    right = Right.objects.get(player=white)
    Consequence.objects.create(
        section=found,
        what="right",
        player=white,
        value=right.to,
        clause=right.clause,
        right=right,
        state=Consequence.State.DONE,
        decision=decision,
    )
    Violation.objects.create(player=black, section=found, found=START + DAY, words="shown elsewhere")
    seat = found.seats.get(player=black)
    SeatHolding.objects.create(seat=seat, player=director.player, name=director.player.name, begins=START)
    return found


def entries(player: Player, played: Section) -> None:
    """What opened the door to the next event, what closed it to a while, and the entry itself."""
    of = event(kind="open", name="An open", state=Event.State.OPEN)
    entry = EventEntry.objects.create(event=of, player=player, made=AT, answer="may", grounds=GROUNDS)
    nomination = Nomination.objects.create(federation="CZE", player=player, year=2024, on=START)
    Grant.objects.create(player=player, kind="open", on=START, reference="EB 2024/1")
    RightUse.objects.create(
        entry=entry,
        player=player,
        of=UseOf.NOMINATION.value,
        nomination=nomination,
        kind="open",
        start=START,
        year=2024,
        clause="ICCF-TR-2017 1.2.1",
        at=AT,
    )
    Bond.objects.create(player=player, since=START, entry=entry, amount=50)
    case = Case.objects.create(
        procedure="withdrawal", state="asked", event=played.event, section=played, player=player, opened=AT
    )
    CaseParty.objects.create(case=case, part="federation", federation="CZE")
    CaseStep.objects.create(case=case, number=1, action="ask", office=Actor.PLAYER.value, at=AT, grounds=GROUNDS)
    Bar.objects.create(player=player, since=START, until=START + 365 * DAY, clause="ICCF-TR-2017 4.7", case=case)


def teams(player: Player, captain: User, played: Section) -> None:
    team = Team.objects.create(event=played.event, name="Slavia", federation="CZE", captain=captain)
    TeamPlayer.objects.create(team=team, player=player, board=1, begins=START)


def titles(player: Player, played: Section) -> None:
    """Norms and a title that rests on them, a certificate, an application, an event over the board."""
    fields = {"player": player, "event": "Semi-final ½", "started": START, "earned": START + DAY, "found": AT}
    body = ConfirmingBody.SERVER.value
    norm = Norm.objects.create(
        **fields, title="IM", section=played, rules="ICCF-TR-2017", games=12, score=8, needed="7.5",
        confirmed_by=body, state=Norm.State.CONFIRMED, settled=AT, grounds=GROUNDS,
    )  # fmt: skip
    Norm.objects.create(**{**fields, "event": "Before"}, title="IM", games=12, confirmed_by=body, source="an archive")
    NormsFound.objects.create(section=section(event(name="Looked at"), ()), ended=START, at=AT)
    award = TitleAward.objects.create(
        player=player,
        title="IM",
        earned=START + DAY,
        valid_from=START + DAY,
        route=TitleRoute.NORMS.value,
        confirmed_by=body,
        source="two events",
        grounds=GROUNDS,
        found=AT,
    )
    award.norms.add(norm)
    Certificate.objects.create(code="ABCD", norm=norm, content={"title": "IM"}, issued=AT)
    Application.objects.create(case="iccf-arbiter", player=player, title="IA", made=AT)
    over_the_board = OverTheBoardEvent.objects.create(name="Open Brno ½", start=START, record={}, made=AT)
    OverTheBoardPlayer.objects.create(event=over_the_board, player=player, key="1")
