"""Section 14: players who show their own unfinished games in public."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from slowmate.events.organising.offices import Actor, Power
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.rulebook.calendar import Years, years_after

ALLOWED = clause("ICCF-TR-2017 14/1")
GAMES_DIFFER = clause("ICCF-TR-2017 14/2")
DELAY_MOVES = Dated({"ICCF-TR-2017 14/3": 3})
ADDRESS = clause("ICCF-TR-2017 14/4")
UPDATED = clause("ICCF-TR-2017 14/5")
CONSENT = clause("ICCF-TR-2017 14/6")
INVESTIGATE = clause("ICCF-TR-2017 14/7")
FIRST = clause("ICCF-TR-2017 14/8")


class SecondViolation(NamedTuple):
    """The penalty of a second violation in each game, and where the first must have been to count."""

    days: int
    after: str


SECOND = Dated(
    {
        "ICCF-TR-2016 14/9": SecondViolation(10, "anywhere"),
        "ICCF-TR-2017 14/9": SecondViolation(10, "same tournament"),
    }
)
THIRD = clause("ICCF-TR-2017 14/10")
BANNED_FOR = Dated({"ICCF-TR-2017 14/11": Years(2)})
BANNING = Power(BANNED_FOR.clause, "a ban for repeated violations in various tournaments", (Actor.WTD,))


@dataclass(frozen=True, slots=True)
class Display:
    """A player's request for a live display: their games of the tournament as moves, and how much of each is public."""

    games: Mapping[str, Sequence[str]]
    """All games of the player in the tournament, by id, in stored moves."""
    shown: Mapping[str, int]
    """The games to be shown, and how many half-moves of each."""
    url: str = ""
    updated: date | None = None
    consents: Mapping[str, date] | None = None
    """Which games' opponents have declared their consent to the director, and when."""


def may_display(display: Display, *, forbidden: bool = False, start: date = date.max) -> Ruling[bool]:
    """Decide whether a player may show unfinished games: all five conditions, unless the announcement forbids it."""
    allowed = in_force(ALLOWED, on=start)
    if forbidden:
        raise Refused(Ground(allowed, {"forbidden": True}))
    consents = display.consents or {}
    alike = _alike(display.games)
    delayed, moves = DELAY_MOVES.on(start)
    late = [game for game, plies in display.shown.items() if len(display.games.get(game, ())) - plies < 2 * moves]
    without = [game for game in display.shown if game not in consents]
    conditions: tuple[tuple[Ground, bool], ...] = (
        (Ground(in_force(GAMES_DIFFER, on=start), {"alike": alike}), not alike),
        (Ground(delayed, {"moves": moves, "too_early": late}), not late),
        (Ground(in_force(ADDRESS, on=start), {"url": display.url}), bool(display.url.strip())),
        (Ground(in_force(UPDATED, on=start), {"updated": display.updated}), display.updated is not None),
        (Ground(in_force(CONSENT, on=start), {"without": without}), not without),
    )
    failed = [ground for ground, holds in conditions if not holds]
    if failed:
        raise Refused(*failed)
    return Ruling(True, (Ground(allowed, {"forbidden": False}), *(ground for ground, _ in conditions)))


def _alike(games: Mapping[str, Sequence[str]]) -> list[str]:
    """Return games of which one is the beginning of another: they do not differ yet.

    In alphabetical order whatever begins with a game stands right behind it, however many there are.
    """
    names = sorted(games, key=lambda name: list(games[name]))
    alike = set()
    for turn, name in enumerate(names):
        for other in names[turn + 1 :]:
            if list(games[other][: len(games[name])]) != list(games[name]):
                break
            alike |= {name, other}
    return sorted(alike)


def shown_plies(played: int, *, start: date = date.max) -> Ruling[int]:
    """Return how many half-moves of a running game may be shown: all but the last three moves of each side."""
    cited, moves = DELAY_MOVES.on(start)
    shown = max(0, played - 2 * moves)
    facts: dict[str, Fact] = {"played": played, "shown": shown, "moves": moves}
    return Ruling(shown, (Ground(cited, facts),))


@dataclass(frozen=True, slots=True)
class Sanction:
    """The sanction for a violation that was reported and confirmed."""

    kind: str
    days: int = 0
    games: tuple[str, ...] = ()


def after_violation(
    *, here: int, elsewhere: int, games: Sequence[str], unfinished: Sequence[str], start: date
) -> Ruling[Sanction]:
    """Return what one more violation brings, after so many here and elsewhere. *start* of the event governs.

    First: the display is corrected. Second: ten days are charged in all games of the tournament (in 2016 also where the
    first was in another one). Third in the same tournament: all unfinished games are lost.
    """
    cited, second = SECOND.on(start)
    facts: dict[str, Fact] = {"here": here, "elsewhere": elsewhere}
    investigated = Ground(in_force(INVESTIGATE, on=start), {"reported": True})
    if here >= 2:
        return Ruling(
            Sanction("disqualified", games=tuple(unfinished)),
            (investigated, Ground(in_force(THIRD, on=start), facts | {"lost": list(unfinished)})),
        )
    if here == 1 or (second.after == "anywhere" and elsewhere):
        charged = Ground(cited, facts | {"days": second.days, "games": list(games)})
        return Ruling(Sanction("penalty", second.days, tuple(games)), (investigated, charged))
    return Ruling(Sanction("correct"), (investigated, Ground(in_force(FIRST, on=start), facts)))


def ban_until(violations_in: int, *, decided: date, start: date = date.max) -> Ruling[date]:
    """Return until when the World Tournament Director may ban a player with violations in two tournaments or more."""
    cited, years = BANNED_FOR.on(start)
    until = years_after(decided, years)
    facts: dict[str, Fact] = {"tournaments": violations_in, "decided": decided, "until": until}
    if violations_in < 2:
        raise Refused(Ground(cited, facts))
    return Ruling(until, (Ground(cited, facts),))
