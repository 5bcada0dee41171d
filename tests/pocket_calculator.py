"""A person with a pocket calculator, who works out a rating from the sentences of its explanation, one after the other.

Nothing here asks slowmate for anything: the sentences are all there is, wherever they were printed.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, floor, log10, sqrt

import pytest

NUMBER = r"-?\d+(?:\.\d+)?(?:e-\d+)?"


def half_up(value: Fraction | float, digits: int = 0) -> Fraction:
    scaled = Fraction(value) * 10**digits
    return Fraction(floor(scaled + Fraction(1, 2)), 10**digits)


def away_from_zero(value: Fraction, digits: int = 0) -> Fraction:
    return half_up(abs(value), digits) * (1 if value >= 0 else -1)


def numbers(pattern: str, sentence: str) -> list[Fraction] | None:
    """The numbers of a sentence where # stands for one in the pattern."""
    found = re.match(pattern.replace("#", f"({NUMBER})"), sentence)
    return [Fraction(one) for one in found.groups()] if found else None


@dataclass
class Notes:
    """What the reader has written down so far."""

    rating: Fraction | None = None
    games: Fraction = Fraction(0)
    points: Fraction = Fraction(0)
    opponents: Fraction = Fraction(0)
    counted: Fraction | None = None
    by_changes: bool = False
    four_decimals: bool = False
    r: Fraction = Fraction(0)
    g: Fraction = Fraction(0)
    k: Fraction = Fraction(0)
    difference: Fraction = Fraction(0)
    expected: Fraction = Fraction(0)
    changes: list[Fraction] = field(default_factory=list)
    p: Fraction = Fraction(0)
    dp: Fraction | float = Fraction(0)


def old_rules(lines: list[str], before: str) -> Fraction | None:
    """Items 5 to 9 of 2016 and 2017 by hand."""
    notes = Notes(rating=None if before == "unrated" else Fraction(before))
    for line in lines:
        if re.match(r"Game \d+ was played by", line):
            check_substitute(line)
        elif not read_changes(line, notes):
            read_performance(line, notes)
    if notes.by_changes:
        assert notes.rating is not None
        return half_up(notes.rating + sum(notes.changes))
    if not notes.games:
        return notes.rating
    f = -2 * notes.p**2 + 2 * notes.p + Fraction(1, 2)
    rc = notes.opponents / notes.games
    return half_up((half_up(rc, 4) if notes.four_decimals else rc) + Fraction(notes.dp) * f)


def check_substitute(line: str) -> None:
    """A substitute's game is his where W - We is above zero."""
    found = re.match(rf"Game \d+ was played by (\w+) for (\w+) against \w+\. For ({NUMBER}) against ({NUMBER})", line)
    assert found, line
    said = numbers(r".*W - We = # - # = #: it counts for", line)
    assert said, line
    assert said[0] - said[1] == said[2]
    assert line.endswith(f"it counts for {found[1] if said[2] > 0 else found[2]}.")


def read_changes(line: str, notes: Notes) -> bool:
    """The lines of item 6; whether this is one."""
    if said := numbers(r"# games? before this period, 30 or more: the old rating #", line):
        notes.by_changes = True
        assert notes.rating == said[1]
        return True
    return read_coefficient(line, notes) or read_expected(line, notes)


def read_coefficient(line: str, notes: Notes) -> bool:
    """The lines of item 9."""
    if said := numbers(r"r = 70 - # / 40", line):
        notes.r = 70 - said[0] / 40
    elif said := numbers(r"r = #, for", line):
        notes.r = said[0]
    elif said := numbers(r"g = 1\.4 - # / 200", line):
        notes.g = Fraction("1.4") - said[0] / 200
    elif said := numbers(r"g = #, for", line):
        notes.g = said[0]
    elif line.startswith("k = r × g"):
        notes.k = notes.r * notes.g
        if "to four decimals" in line:
            notes.four_decimals, notes.k = True, half_up(notes.k, 4)
    else:
        return False
    return True


def read_expected(line: str, notes: Notes) -> bool:
    """The lines of items 7 and 8."""
    if said := numbers(r"\w+ counts with #", line):
        notes.counted = said[0]
    elif said := numbers(r"The difference # - # = # is limited to #", line):
        assert (said[0], said[1]) == (notes.rating, notes.counted)
        assert said[0] - said[1] == said[2]
        assert abs(said[2]) > abs(said[3])
    elif said := numbers(r"Difference to \w+: D = # - # = #", line):
        assert (said[0], said[1]) == (notes.rating, notes.counted)
        notes.difference = said[0] - said[1]
    elif said := numbers(r"So to \w+ D = #", line):
        notes.difference = said[0]
    elif line.startswith("To four decimals We"):
        notes.expected = half_up(1 / (1 + 10 ** (float(-notes.difference) / 640)), 4)
    elif said := numbers(r"The table gives We = #", line):
        notes.expected = said[0]
    elif said := numbers(r"Game \d+ brings k × \(W - We\) = # × \(# - #\)", line):
        assert (said[0], said[2]) == (notes.k, notes.expected)
        change = notes.k * (said[1] - notes.expected)
        notes.changes.append(away_from_zero(change, 4) if "to four decimals" in line else change)
    else:
        return False
    return True


def read_performance(line: str, notes: Notes) -> None:
    """The lines of item 5."""
    if said := numbers(r"# games? before this period, fewer than 30", line):
        notes.games = said[0]
        so_far = numbers(r".*(?:So far: |half of the points, )#.*?, (?:against .*?, )?(?:opponents )?# together", line)
        assert so_far, line
        notes.points, notes.opponents = so_far
    elif said := numbers(r"Game \d+: # against \w+, #", line):
        strength = notes.counted
        if limit := numbers(r".*the opponent's # is limited to # from #", line):
            assert notes.rating == limit[2]
            strength = min(max(limit[0], limit[2] - limit[1]), limit[2] + limit[1])
        assert strength == said[1]
        notes.games, notes.points, notes.opponents = notes.games + 1, notes.points + said[0], notes.opponents + strength
    elif line.startswith("p = "):
        notes.four_decimals = "to four decimals" in line
        notes.p = half_up(notes.points / notes.games, 4 if notes.four_decimals else 2)
        if "within 0.1 and 0.9" in line:
            notes.p = min(max(notes.p, Fraction(1, 10)), Fraction(9, 10))
    elif said := numbers(r"The table gives D\(#\) = #", line):
        assert said[0] == notes.p
        notes.dp = said[1]
    elif line.startswith("D(p) = 640 log10"):
        notes.dp = 640 * log10(notes.p / (1 - notes.p))


def rules_of_2023(lines: list[str], before: str) -> tuple[Fraction | None, Fraction | None]:
    """Steps 2.1 and 2.2 by hand: rating and RD."""
    rating = None if before == "unrated" else float(before)
    old_rd = rd = counted = other_rd = y = 0.0
    game, games = False, []
    for line in lines:
        if said := numbers(r"Unrated so far: starts with (?:the FIDE rating )?# and RD #", line):
            rating, rd = float(said[0]), float(said[1])
        elif said := numbers(r"Comes from the system of 2017 .* the first RD is taken as #", line):
            old_rd = float(said[0])
        elif said := numbers(r"RD # is above 120 and stays", line):
            rd = float(said[0])
        elif said := numbers(r"RD = √\(#² \+ #²\)", line):
            assert old_rd in (0.0, float(said[0]))
            rd = max(30.0, sqrt(said[0] ** 2 + said[1] ** 2))
        elif said := numbers(r"Game \d+ against \w+: y = #", line):
            y, game = float(said[0]), True
        elif game and (said := numbers(r"\w+ counts with #.*?RD #", line)):
            counted, other_rd, game = float(said[0]), float(said[1]), False
            games.append((counted, other_rd, y))
        elif said := numbers(r"The RD of \w+ was # and grows to √\(#² \+ #²\) = #", line):
            assert said[0] == said[1]
            assert sqrt(said[1] ** 2 + said[2] ** 2) == pytest.approx(games[-1][1]) == pytest.approx(float(said[3]))
        elif said := numbers(r"The RD of \w+ was #: √\(#² \+ #²\) is below 30 and becomes #", line):
            assert sqrt(said[1] ** 2 + said[2] ** 2) < 30 == games[-1][1] == said[3]
        elif line.startswith("Game") and "played by" in line:
            gain = numbers(r".*D1 = #: it counts", line)
            names = re.match(r"Game \d+ was played by (\w+) for (\w+)", line)
            assert gain, line
            assert names, line
            assert line.endswith(f"it counts for {names[1] if gain[0] > 0 else names[2]}.")
    if rating is None:
        return None, None
    new_rating, new_rd = by_steps(rating, rd, games, lines)
    return half_up(new_rating), min(max(half_up(new_rd), Fraction(30)), Fraction(250))


def by_steps(
    rating: float, rd: float, games: list[tuple[float, float, float]], lines: list[str]
) -> tuple[float, float]:
    """Steps (a) to (g), with the parameters as printed."""
    if not games:
        return rating, rd
    betas = next(said for line in lines if (said := numbers(r"beta 0 = #, beta 1 = #", line)))
    beta_0, beta_1 = float(betas[0]), float(betas[1])
    mu, sigma = (rating - 1500) / 173.7, rd / 173.7
    firsts, seconds = [], []
    for counted, other_rd, y in games:
        probabilities = []
        for m in ((counted - 1500 - other_rd) / 173.7, (counted - 1500 + other_rd) / 173.7):
            draw = exp(beta_0 + (1 + beta_1) * (mu + m) / 2)
            s = exp(mu) + draw + exp(m)
            probabilities.append((exp(mu) / s, draw / s, exp(m) / s))
        happened = [three[{1.0: 0, 0.5: 1, 0.0: 2}[y]] for three in probabilities]
        w1 = [win + 0.5 * draw for win, draw, _ in probabilities]
        w2 = [win + 0.25 * draw for win, draw, _ in probabilities]
        d1 = sum(p * (y - a) for p, a in zip(happened, w1, strict=True)) / sum(happened)
        inner = [y * y - b + 2 * a * (a - y) for a, b in zip(w1, w2, strict=True)]
        firsts.append(d1)
        seconds.append(sum(p * i for p, i in zip(happened, inner, strict=True)) / sum(happened) - d1 * d1)
    new_sigma = sqrt(1 / (1 / sigma**2 - sum(seconds)))
    brought = [said[0] for line in lines if (said := numbers(r"Game \d+ against \w+ brought .* = # points?", line))]
    for one, d1 in zip(brought, firsts, strict=True):
        assert float(one) == pytest.approx(173.7 * new_sigma**2 * d1, abs=0.0051)
    return rating + 173.7 * new_sigma**2 * sum(firsts), 173.7 * new_sigma


def fide(lines: list[str], before: str) -> Fraction | None:
    """FIDE's section 8 by hand."""
    if any(line.startswith("K = ") for line in lines):
        return rated_by_fide(lines, Fraction(before))
    return first_of_fide(lines)


def rated_by_fide(lines: list[str], rating: Fraction) -> Fraction | None:
    deltas, k = [], Fraction(0)
    for line in lines:
        if said := numbers(r"Game \d+ against \w+: D = # - # = #", line):
            assert said[0] == rating
            apart = said[0] - said[1]
        elif said := numbers(r"A difference of # counts as #", line):
            assert said[0] == apart
            apart = said[1]
        elif said := numbers(r"The table gives # for a difference of #", line):
            assert said[1] == apart
            expected = said[0]
        elif said := numbers(r"Against \w+: # - # = #", line):
            assert said[1] == expected
            deltas.append(said[0] - expected)
        elif said := (numbers(r"K = #", line) or numbers(r".*so K counts as #", line)):
            k = said[0]
        elif said := numbers(r"Under # points a player leaves the list", line):
            assert rating + away_from_zero(k * sum(deltas)) < said[0]
            return None
    return rating + away_from_zero(k * sum(deltas))


def first_of_fide(lines: list[str]) -> Fraction | None:
    games = score = total = Fraction(0)
    table: list[list[Fraction]] = []
    others = Fraction(0)
    dp = needed = least = Fraction(0)
    for line in lines:
        if said := numbers(r"Game \d+: # against \w+, (?:rated|who got) #", line):
            games, score, total = games + 1, score + said[0], total + said[1]
        elif said := numbers(
            r"# games? from before (?:is|are) included: # points? against opponents of # together", line
        ):
            games, score, total = games + said[0], score + said[1], total + said[2]
        elif said := numbers(r"\w+, rated #: # of #, p = #, so dp = #", line):
            assert half_up(said[1] / said[2], 2) == said[3]
            table.append(said)
        elif said := numbers(r"Ra = # - # \* # /", line):
            others = said[2]
        elif said := numbers(r"The table gives dp = # for a score of #", line):
            assert half_up(score / games, 2) == said[1]
            dp = said[0]
        elif said := numbers(r"# games? \(needed: #\), # points \(needed: #\)", line):
            assert said[0] == games
            needed, least = said[1], said[3]
    if not games:
        return None
    share = others / (others + 1) if table else Fraction(1)
    average = total / games
    if table:
        average = (sum((one[0] for one in table), Fraction(0)) - sum(one[4] for one in table) * share) / len(table)
    new = average + (10 * (2 * score - games) * 2 if 2 * score >= games else dp * share)
    rounded = half_up(new)
    return rounded if games >= needed and rounded >= least else None


def worked_out(rules: str, lines: list[str], before: str) -> tuple[Fraction | None, Fraction | None]:
    """The rating by these rules, and for 2023 the RD; *before* is the rating before the games, or "unrated"."""
    if rules == "iccf-2023":
        return rules_of_2023(lines, before)
    return (fide(lines, before) if rules == "fide-2017" else old_rules(lines, before)), None
