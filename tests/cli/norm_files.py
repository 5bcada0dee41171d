"""Events and records as files, and how the tests of `slowmate norms` and `slowmate titles` ask."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from slowmate.cli import main

FEDERATIONS = ("CZE", "ENG", "FIN", "GER", "USA")
FIELD = [2300, 2480, 2461, 2440, 2432, 2415, 2408, 2400, 2391, 2385, 2376, 2362, 2350]


def event(ratings: Sequence[int | None], **more: object) -> dict[str, Any]:
    players = [
        {"id": str(n), "name": f"Player {n}", "federation": FEDERATIONS[n % 5], "rating": rating, "games": 100}
        for n, rating in enumerate(ratings, 1)
    ]
    return {
        "name": "Section A",
        "kind": "grandmaster-norm",
        "start": "2018-03-01",
        "games_per_pairing": 1,
        "director": {"name": "The Director", "title": "IA"},
        "players": players,
        "games": [],
        **more,
    }


def wins(player: str, opponents: list[int], result: str = "1-0") -> list[dict[str, str]]:
    return [{"white": player, "black": str(one), "result": result} for one in opponents]


def run(file: Path, data: object, *options: str, command: str = "norms") -> int:
    file.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return main([command, str(file), *options])


def answer(file: Path, data: object, capsys: pytest.CaptureFixture[str], *options: str, command: str = "norms") -> Any:
    assert run(file, data, "--format", "json", *options, command=command) == 0
    return json.loads(capsys.readouterr().out)


def everything(players: int, result: str) -> list[dict[str, str]]:
    return [game for one in range(1, players) for game in wins(str(one), list(range(one + 1, players + 1)), result)]


FIDE_FIELD = [("GM", "GER"), ("GM", "GER"), ("GM", "GER"), ("IM", "GER"), ("IM", "GER"), *[(None, "GER")] * 4]


def swiss(**more: object) -> dict[str, Any]:
    """The applicant wins all his nine games, against players of one federation; thirty foreigners look on."""
    players: list[dict[str, Any]] = [{"id": "1", "name": "A", "federation": "GER", "rating": 2400, "sex": "m"}]
    players += [
        {"id": str(n), "name": f"P{n}", "federation": fed, "rating": 2550, "title": title}
        for n, (title, fed) in enumerate(FIDE_FIELD, 2)
    ]
    crowd = [(str(n), str(n + 1)) for n in range(11, 41, 2)]
    players += [
        {"id": one, "name": one, "federation": ("FRA", "ESP", "ITA")[int(one) % 3], "rating": 2400, "title": "IM"}
        for pair in crowd
        for one in pair
    ]
    games: list[dict[str, Any]] = []
    for number in range(1, 10):
        games.append({"white": "1", "black": str(number + 1), "result": "1-0", "round": number})
        games += [{"white": w, "black": b, "result": "1/2-1/2", "round": number} for w, b in crowd]
    about = {"name": "Open", "kind": "fide-swiss", "start": "2018-03-01", "rounds": 9}
    return {**about, "players": players, "games": games, **more}


OLD = {"title": "IM", "event": "Before", "start": "2016-02-01", "date": "2017-02-01", "games": 9}


def record(**more: object) -> dict[str, Any]:
    games = [{**game, "date": "2018-12-01"} for game in wins("1", list(range(2, 14)))]
    return {
        "id": "1",
        "name": "The Player",
        "ratings": [{"date": "2018-01-01", "games": 40}],
        "norms": [OLD],
        "events": [{"event": event(FIELD, games=games)}],
        **more,
    }
