"""Dividing a large field, and tables, certainty and chances of many sections."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from random import Random
from time import process_time

from slowmate.events.organising.pairings import round_robin
from slowmate.events.organising.sections import divide, section_sizes
from slowmate.events.running.certainty import outlooks
from slowmate.events.running.chances import simulate
from slowmate.events.running.outlook import game_stakes, section_outlook
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, Director, Event, Player, Result

DAY = date(2018, 1, 1)
FEDERATIONS = ["GER", "CZE", "POL", "ITA", "ENG", "USA"]
RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.DRAW, Result.BLACK_WINS, None]


def _section(number: int, random: Random) -> Event:
    event = _section_of(13)
    games = round_robin([player.id for player in event.players], seed=str(number), start=event.start).value.games
    played = tuple(replace(game, result=random.choice(RESULTS)) for game in games)
    return replace(event, name=f"Section {number}", games=played)


def _section_of(players: int) -> Event:
    """A stage of the World Championship whose players could make norms, all games open."""
    ids = [str(one) for one in range(players)]
    games = round_robin(ids, seed="all", start=DAY).value.games
    field = tuple(Player(one, one, FEDERATIONS[int(one) % 6], rating=2500 - 10 * int(one), games=100) for one in ids)
    return Event("All open", KINDS["world-championship-semi-final"], DAY, field, games, director=Director("D", "IA"))


def run() -> list[tuple[str, str]]:
    random = Random(1)
    sections = [_section(number, random) for number in range(1000)]
    tables = _seconds(lambda: [standings(section) for section in sections])
    certain = _seconds(lambda: [outlooks(section) for section in sections])
    whole = _seconds(lambda: [section_outlook(section) for section in sections])
    full = _section_of(17)
    once = min(_seconds(lambda: section_outlook(full)) for _ in range(5))
    places = min(_seconds(lambda: simulate(full, seed="bench")) for _ in range(5))
    game = min(_seconds(lambda: game_stakes(full, full.games[0])) for _ in range(5))
    return [
        *_divided(random),
        ("tables of 1000 sections of 13", f"{tables:.1f} s"),
        ("best and worst places in them", f"{certain:.1f} s, {certain / tables:.1f} x the tables"),
        ("chances of places, rights and norms in them", f"{whole:.1f} s, {whole / tables:.1f} x the tables"),
        ("chances of places, 17 players with all games open", f"{1000 * places:.0f} ms"),
        ("places, rights and norms of them", f"{1000 * once:.0f} ms, {once / places:.1f} x the chances of places"),
        ("what one of their games means", f"{1000 * game:.0f} ms, {game / places:.1f} x the chances of places"),
    ]


def _divided(random: Random) -> list[tuple[str, str]]:
    rows, seconds = [], {}
    for entrants in (130, 1001):
        field = [
            Player(str(one), str(one), random.choice(FEDERATIONS), rating=random.randint(1800, 2600))
            for one in range(entrants)
        ]
        begin = process_time()
        division = divide(field, section_sizes(entrants, 13), seed="bench").value
        seconds[entrants] = process_time() - begin
        gap = f"{float(division.gap):.2f} points from the best possible, {division.crowded} too many of a federation"
        rows.append((f"divide {entrants} entrants into sections of 13", f"{seconds[entrants]:.2f} s; at most {gap}"))
    rows.append(("1001 entrants against 130", f"{seconds[1001] / seconds[130]:.1f} x the time for 7.7 x the entrants"))
    return rows


def _seconds(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return process_time() - begin
