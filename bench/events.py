"""Dividing a large field, and tables and certainty of many sections."""

from dataclasses import replace
from datetime import date
from random import Random
from time import process_time

from slowmate.events.organising.pairings import round_robin
from slowmate.events.organising.sections import divide, section_sizes
from slowmate.events.running.certainty import outlooks
from slowmate.events.running.chances import simulate
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, Event, Player, Result

FEDERATIONS = ["GER", "CZE", "POL", "ITA", "ENG", "USA"]
RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.DRAW, Result.BLACK_WINS, None]


def _section(number: int, random: Random) -> Event:
    ids = [str(one) for one in range(13)]
    games = round_robin(ids, seed=str(number), start=date(2018, 1, 1)).value.games
    played = tuple(replace(game, result=random.choice(RESULTS)) for game in games)
    return Event(f"Section {number}", KINDS["open"], date(2018, 1, 1), tuple(Player(one, one) for one in ids), played)


def _section_of(players: int) -> Event:
    ids = [str(one) for one in range(players)]
    games = round_robin(ids, seed="all", start=date(2018, 1, 1)).value.games
    field = tuple(Player(one, one, rating=2500 - 10 * int(one)) for one in ids)
    return Event("All open", KINDS["open"], date(2018, 1, 1), field, games)


def run() -> list[tuple[str, str]]:
    random = Random(1)
    rows = []
    seconds = {}
    for entrants in (130, 1001):
        field = [
            Player(
                str(one),
                str(one),
                random.choice(["GER", "CZE", "POL", "ITA", "ENG", "USA"]),
                rating=random.randint(1800, 2600),
            )
            for one in range(entrants)
        ]
        begin = process_time()
        division = divide(field, section_sizes(entrants, 13), seed="bench").value
        seconds[entrants] = process_time() - begin
        gap = f"{float(division.gap):.2f} points from the best possible, {division.crowded} too many of a federation"
        rows.append((f"divide {entrants} entrants into sections of 13", f"{seconds[entrants]:.2f} s; at most {gap}"))
    rows.append(("1001 entrants against 130", f"{seconds[1001] / seconds[130]:.1f} x the time for 7.7 x the entrants"))
    sections = [_section(number, random) for number in range(1000)]
    begin = process_time()
    for section in sections:
        standings(section)
    tables = process_time() - begin
    begin = process_time()
    for section in sections:
        outlooks(section)
    certain = process_time() - begin
    begin = process_time()
    for section in sections:
        simulate(section, seed="bench")
    drawn = process_time() - begin
    full = _section_of(17)
    begin = process_time()
    simulate(full, seed="bench")
    once = process_time() - begin
    rows.append(("tables of 1000 sections of 13", f"{tables:.1f} s"))
    rows.append(("best and worst places in them", f"{certain:.1f} s, {certain / tables:.1f} x the tables"))
    rows.append(("chances in them, 10,000 times each", f"{drawn:.1f} s, {drawn / tables:.1f} x the tables"))
    rows.append(("chances of 17 players with all games open", f"{1000 * once:.0f} ms"))
    return rows
