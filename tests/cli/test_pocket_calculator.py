"""A person with a pocket calculator and the printed explanation alone gets the published number.

Random periods are rated and explained by `slowmate rate`; what is printed for each player is read line by line, as he
would read it, and worked out again. Nothing here asks slowmate for anything but its printed text.
"""

import csv
import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from slowmate.cli import main
from tests.pocket_calculator import worked_out

SYSTEMS = ["iccf-2016", "iccf-2017", "iccf-2023", "fide-2017"]
KINDS = ["open-class", "master-class", "grandmaster-norm", "olympiad-final", ""]


# A period by lot


def letters(number: int) -> str:
    return "".join(chr(ord("A") + int(digit)) for digit in f"{number:02d}")


def players_by_lot(lots: Random, many: int, rules: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for number in range(many):
        rated = lots.random() < 0.8
        games = lots.choice([0, 5, 11, 12, 20, 29, 30, 31, 55, 79, 80, 200]) if rated else 0
        points = lots.randint(0, 2 * games) / 2
        one: dict[str, object] = {"id": str(number), "name": letters(number), "games": games}
        one["rating"] = (
            lots.choice([lots.randint(1001, 1100), *(lots.randint(1150, 2700) for _ in range(9))]) if rated else ""
        )
        one["rd"] = lots.choice(["", lots.randint(1, 250)]) if rated else ""
        one["fide_rating"] = lots.choice(["", "", lots.randint(1500, 2500)])
        one["start_rating"] = lots.choice(["", "", "", lots.randint(1500, 2600)])
        one["birth_year"] = lots.choice(["", 1970, 2001, 2005])
        one["has_reached_2400"] = lots.choice(["", 0, 0, 1])
        known = games and (lots.random() < 0.7 or rules == "fide-2017")
        one["points"] = points if known else ""
        one["opponents_sum"] = games * lots.randint(1500, 2500) if known else ""
        if rules == "fide-2017" and not rated and lots.random() < 0.5:
            many_so_far = lots.randint(1, 8)
            one |= {"games": many_so_far, "points": lots.randint(1, 2 * many_so_far) / 2}
            one["opponents_sum"] = many_so_far * lots.randint(1500, 2200)
        found.append(one)
    return found


def games_by_lot(lots: Random, players: int, many: int, rules: str) -> list[dict[str, object]]:
    if rules == "fide-2017":
        return [game for event in range(3) for game in event_by_lot(lots, players, event)]
    found = []
    for number in range(many):
        white, black, third = lots.sample(range(players), 3)
        busy = 0 if number % 3 else white
        game: dict[str, object] = {"white": busy if busy != black else white, "black": black}
        game["result"] = lots.choice(["1-0", "0-1", "1/2-1/2"])
        game["kind"] = lots.choice(KINDS)
        for colour in ("white", "black"):
            game[f"{colour}_start"] = lots.randint(1500, 2600) if lots.random() < 0.1 else ""
            replaced = lots.random() < 0.15 and third not in (game["white"], black)
            game[f"{colour}_original"] = third if replaced else ""
        found.append(game)
    return found


def event_by_lot(lots: Random, players: int, event: int) -> list[dict[str, object]]:
    """An event of FIDE's: a round robin of six, or a Swiss with many games."""
    kind = ("round-robin", "swiss", "round-robin")[event]
    people = lots.sample(range(players), 6 if kind == "round-robin" else 12)
    pairs = [(one, two) for place, one in enumerate(people) for two in people[place + 1 :]]
    if kind == "swiss":
        pairs = lots.choices(pairs, k=115)
    results = ["1-0", "0-1", "1/2-1/2"]
    common = {"event": f"e{event}", "event_type": kind, "date": f"2018-03-{event + 1:02d}"}
    return [{"white": one, "black": two, "result": lots.choice(results), **common} for one, two in pairs]


def write(path: Path, rows: list[dict[str, object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, list(rows[0]))
        out.writeheader()
        out.writerows(rows)


def sentences(text: str) -> list[str]:
    """The numbered lines, without their numbers and clauses."""
    found = [re.fullmatch(r" *\d+\. (.*) \[\S.*\]", line) for line in text.splitlines()[1:-1]]
    assert all(found), text
    return [one[1] for one in found if one]


@pytest.mark.clause(
    "ICCF-TR-2016 App1.5/Rc", "ICCF-TR-2017 App1.5/Rc", "ICCF-TR-2016 App1.9/k", "ICCF-TR-2017 App1.9/k",
    "ICCF-TR-2016 App1.9/r", "ICCF-TR-2017 App1.9/r", "ICCF-TR-2016 App1.9/g", "ICCF-TR-2017 App1.9/g",
    "ICCF-TR-2016 App1.18(a)", "ICCF-TR-2017 App1.18(a)", "ICCF-RATING-2023 2.2(c)/win", "ICCF-RATING-2023 6(a)",
    "FIDE-RATING-2017 12.4", "FIDE-RATING-2017 8.21(b)(ii)",
)  # fmt: skip
@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("seed", range(4))
def test_everybody_gets_his_published_number_from_the_printed_text_alone(
    rules: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lots = Random(f"{rules} {seed}")
    players = players_by_lot(lots, 18, rules)
    write(tmp_path / "p.csv", players)
    write(tmp_path / "g.csv", games_by_lot(lots, 18, 170, rules))
    command = ["rate", "--rules", rules, "--players", str(tmp_path / "p.csv"), "--games", str(tmp_path / "g.csv")]
    assert main([*command, "--format", "csv"]) == 0
    listed = {row["id"]: row for row in csv.DictReader(capsys.readouterr().out.splitlines())}
    for identity, row in listed.items():
        assert main([*command, "--explain", identity]) == 0
        text = capsys.readouterr().out
        if "nothing was calculated" in text:
            assert (row["rating"], row["period_games"]) in {("", "0"), (row["old_rating"], "0")}
            continue
        before, _, after = text.splitlines()[-1].partition(" → ")
        lines = sentences(text)
        found, rd = worked_out(rules, lines, before)
        published = Fraction(row["rating"]) if row["rating"] else None
        assert found == published, text
        assert rd is None or rd == Fraction(row["rd"]), text
        assert after.partition(",")[0] == ("no rating" if published is None else str(published)), text
