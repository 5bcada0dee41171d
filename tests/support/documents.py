"""Events to make certificates and forms of, with names in the scripts of their players."""

from datetime import date, timedelta

from slowmate.records import KINDS, Director, Event, FideTerms, Pairing, Player, Result

START = date(2018, 7, 7)
ENTRANTS = (
    ("Dvořák, Ondřej", "CZE", "IM", 2468, "m", "365001"),
    ("Μαυρίδης, Γιώργος", "GRE", "GM", 2541, "m", "4201002"),
    ("Жуков, Павел", "RUS", "GM", 2515, "m", "4170003"),
    ("Müller, Jürgen", "GER", "GM", 2497, "m", "4601004"),
    ("O’Brien, Siobhán", "IRL", "WGM", 2361, "f", "2500005"),
    ("Wójcik, Łukasz", "POL", "IM", 2444, "m", "1100006"),
    ("Nagy, Ágnes", "HUN", "IM", 2402, "f", "700007"),
    ("Ștefănescu, Ion", "ROU", "IM", 2411, "m", "1200008"),
    ("Kučera, Filip", "CZE", "FM", 2322, "m", "365009"),
    ("Øye, Åse", "NOR", None, 2298, "m", "1500010"),
)
FIRST_PLAYER = {2: 1, 3: 1, 4: 2, 5: 2, 6: 1, 7: 2, 8: 1, 9: 2, 10: 2}
"""What the first player makes against each of the others, in half points: 7 of 9, a grandmaster's norm."""


def memorial(*, name: str = "Masaryk Memorial", start: date = START) -> Event:
    """A round robin of ten over the board, with all a report can tell; the first player makes a GM norm."""
    players = tuple(
        Player(str(number), name_, fed, sex, 1980 + number, title, rating, fide_id=fide, born=date(1980 + number, 3, 4))
        for number, (name_, fed, title, rating, sex, fide) in enumerate(ENTRANTS, 1)
    )
    rounds = len(players) - 1
    return Event(
        name,
        KINDS["fide-round-robin"],
        start,
        players,
        tuple(_games(len(players))),
        director=Director("Holub, Marie", "IA"),
        fide=FideTerms(),
        end=start + timedelta(days=rounds - 1),
        city="Brno",
        federation="CZE",
        rounds=rounds,
        round_dates=tuple(start + timedelta(days=day) for day in range(rounds)),
        rate_of_play="90 minutes for 40 moves, then 30 minutes; 30 seconds a move from the first",
        deputies=("FA Blažek, Petr",),
    )


def _games(count: int) -> list[Pairing]:
    """Everybody against everybody, by turning the circle; who is not the first draws."""
    games, circle = [], list(range(1, count + 1))
    results = (Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS)
    for number in range(1, count):
        for table in range(count // 2):
            one, other = circle[table], circle[count - 1 - table]
            white, black = (other, one) if (number + table) % 2 else (one, other)
            half = FIRST_PLAYER[black] if white == 1 else 2 - FIRST_PLAYER[white] if black == 1 else 1
            games.append(Pairing(str(white), str(black), results[half], round=number))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return games
