"""How fast FIDE norms are judged: the best games to ignore, against trying every choice, and a whole open."""

import random
import time

from slowmate.records import KINDS, Director, Event, Pairing, Player, Result
from slowmate.titles.fide import report
from slowmate.titles.fide.federations import Setting
from slowmate.titles.fide.ignoring import Search, every_choice
from slowmate.titles.fide.norms import assess, worth_of
from slowmate.titles.fide.titles import NORM_TITLES
from tests.support.fide import START, games

WANTED = 1.0
"""Seconds for thirteen rounds with ten wins, all titles."""
PLAYERS, ROUNDS = 300, 11


def run() -> list[tuple[str, str]]:
    """Rows of what was measured, as ratios."""
    met = [
        f"{('GM', 'IM', '-', 'FM', 'GM')[place % 5]} {('GER', 'CZE', 'FRA')[place % 3]} {2580 - 35 * place}"
        for place in range(13)
    ]
    played, setting = games(met, "1101110111101"), Setting("CZE", 13)
    start = time.perf_counter()
    for title in NORM_TITLES:
        assess(played, title, setting)
    searched = time.perf_counter() - start
    start = time.perf_counter()
    for title in NORM_TITLES:
        search = Search(title, "CZE", 9)
        max(worth_of(choice, search, setting, of=13) or (0, False, 0, 0) for choice in every_choice(played, search))
    tried = time.perf_counter() - start
    event = _open()
    start = time.perf_counter()
    report.norms(event)
    whole = time.perf_counter() - start
    return [
        ("FIDE, 13 rounds with 10 wins, four titles", f"{WANTED / searched:.0f} times as fast as the second wanted"),
        ("FIDE, search against trying every choice", f"{tried / searched:.1f} times as fast"),
        (f"FIDE, an open of {PLAYERS} players and {ROUNDS} rounds", f"{PLAYERS / whole:.0f} players a second"),
    ]


def _open() -> Event:
    lots = random.Random(2017)
    titles = ["GM"] * 30 + ["IM"] * 40 + ["FM"] * 60 + [None] * 170
    federations = ["CZE", "GER", "FRA", "ESP", "POL", "IND"]
    players = [
        Player(str(place), f"Player {place}", lots.choice(federations), "m", None, titles[place], 2680 - 3 * place)
        for place in range(PLAYERS)
    ]
    results = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]
    pairings = []
    for number in range(1, ROUNDS + 1):
        order = sorted(range(PLAYERS), key=lambda place: place + lots.uniform(0, 80))
        pairings += [
            Pairing(str(white), str(black), lots.choice(results), round=number)
            for white, black in zip(order[::2], order[1::2], strict=True)
        ]
    return Event(
        "Open",
        KINDS["fide-swiss"],
        START,
        tuple(players),
        tuple(pairings),
        director=Director("Chief Arbiter", "IA"),
        federation="CZE",
        rounds=ROUNDS,
    )
