"""An event over the board of the demo, with a norm in it; and applications for titles that wait."""

from datetime import date, datetime, timedelta

from slowmate.records import KINDS, Director, Event, FideTerms, Pairing, Result
from slowmate.records import Player as Entrant
from slowmate.server.accounts.models import User
from slowmate.server.demo.offices import FEDERATION
from slowmate.server.people.models import Office, Player
from slowmate.server.titles.queries import applications as cases
from slowmate.server.titles.services import applications, over_the_board

ENTRANTS = (
    ("Novotný, Boris", FEDERATION, "IM", 2468, "m", "390001"),
    ("Papandreou, Giorgos", "GRE", "GM", 2541, "m", "4290002"),
    ("Żuławski, Paweł", "POL", "GM", 2515, "m", "1190003"),
    ("Müllner, Jürgen", "AUT", "GM", 2497, "m", "1690004"),
    ("O'Brien, Siobhán", "IRL", "WGM", 2361, "f", "2590005"),
    ("Rossi, Lorenzo", "ITA", "IM", 2444, "m", "890006"),
    ("Nagy, Ágnes", "HUN", "IM", 2402, "f", "790007"),
    ("Ștefănescu, Ion", "ROU", "IM", 2411, "m", "1290008"),
    ("Kučera, Filip", FEDERATION, "FM", 2322, "m", "390009"),
    ("Øye, Åse", "NOR", None, 2298, "f", "1590010"),
)
WINS = frozenset({3, 4, 6, 8, 9})
"""The players who lose to the first; all other games are drawn."""


def make(players: list[Player], officials: dict[Office.Kind, User], *, at: datetime) -> None:
    """Create the event, an application to FIDE that lacks norms, and a title that Congress decides on."""
    ada, boris = players[:2]
    Player.objects.filter(pk=boris.pk).update(fide_id=ENTRANTS[0][-1])
    boris.refresh_from_db()
    over_the_board.keep(event(at.date() - timedelta(days=40)), actor=officials[Office.Kind.DIRECTOR], at=at)
    if boris.user is not None:
        papers = {"form": True, "signed_by_federation": True, "fee_paid_by": None, "posted": None}
        rating = {"rating": 2504, "date": (at.date() - timedelta(days=60)).isoformat()}
        facts = {"title": "GM", "ratings": [rating], "application": papers}
        when = at - timedelta(days=3)
        applications.hand_in(cases.FIDE_NORMS, boris, facts, title="GM", actor=boris.user, at=when)
    words = "Forty years of play and of work for the federation."
    proposal = {"title": "SIM", "submitted": at.date().isoformat(), "words": words}
    delegate, when = officials[Office.Kind.DELEGATE], at - timedelta(days=2)
    applications.hand_in(cases.TITLE, boris, proposal, title="SIM", actor=delegate, at=when)
    if ada.user is not None:
        reached = {"rating": 2012, "date": (at.date() - timedelta(days=200)).isoformat(), "games": 61}
        facts = {"title": "WCM", "ratings": [reached]}
        applications.hand_in(cases.FIDE_RATING, ada, facts, title="WCM", actor=ada.user, at=at - timedelta(days=1))


def event(start: date) -> Event:
    """Return an event of ten players, all against all; the first has seven points of nine."""
    people = tuple(
        Entrant(str(number), name, fed, sex, title=title, rating=rating, fide_id=fide, born=date(1978 + number, 4, 2))
        for number, (name, fed, title, rating, sex, fide) in enumerate(ENTRANTS, 1)
    )
    rounds = len(people) - 1
    return Event(
        f"Spilberk Masters {start.year}",
        KINDS["fide-round-robin"],
        start,
        people,
        tuple(_games(len(people))),
        director=Director("Holub, Marie", "IA"),
        fide=FideTerms(),
        end=start + timedelta(days=rounds - 1),
        city="Brno",
        federation=FEDERATION,
        rounds=rounds,
        round_dates=tuple(start + timedelta(days=day) for day in range(rounds)),
        rate_of_play="90+30",
        deputies=("FA Blažek, Petr",),
    )


def _games(count: int) -> list[Pairing]:
    """Pair by turning the circle, colours in turn."""
    games, circle = [], list(range(1, count + 1))
    for number in range(1, count):
        for table in range(count // 2):
            first, second = circle[table], circle[count - 1 - table]
            white, black = (second, first) if (number + table) % 2 else (first, second)
            games.append(Pairing(str(white), str(black), _result(white, black), round=number))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return games


def _result(white: int, black: int) -> Result:
    if white == 1 and black in WINS:
        return Result.WHITE_WINS
    return Result.BLACK_WINS if black == 1 and white in WINS else Result.DRAW
