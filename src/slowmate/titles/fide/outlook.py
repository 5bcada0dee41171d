"""The outlook of a norm while games run: guaranteed, reachable or gone, and the points it still takes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from slowmate.rulebook.rounding import half_up
from slowmate.titles.fide import games as fide_games
from slowmate.titles.fide import performance as perf
from slowmate.titles.fide.federations import Setting
from slowmate.titles.fide.games import NormGame, Opponent
from slowmate.titles.fide.ignoring import Search, choices
from slowmate.titles.fide.mix import different_opponents
from slowmate.titles.fide.norms import Assessment, assess, fits, makes_norm, split_included
from slowmate.titles.fide.titles import FideTitle
from slowmate.titles.reports import NormOutlook


@dataclass(frozen=True, slots=True)
class NormForecast:
    """The outlook of a norm. *still_needed*: the points the running games must bring, None if unknown."""

    outlook: NormOutlook
    still_needed: Fraction | None = None


def forecast_norm(
    now: Assessment,
    games: Sequence[NormGame],
    setting: Setting,
    *,
    to_come: int = 0,
    field: Iterable[Opponent] = (),
) -> NormForecast:
    """Forecast a norm from *now*, its assessment, if every running game is played to its end.

    A better result never hurts: a win only adds points, or can be ignored. So a norm is guaranteed if it stands with
    all games lost, and reachable if it stands with all won. *to_come* rounds of a Swiss have no opponents yet; they
    count as grandmasters from abroad with the highest rating of the *field*, so that "gone" is certain and "reachable"
    means not excluded.
    """
    title = now.title
    running = [game for game in games if game.half_points is None]
    if now.achieved or (running and makes_norm(_with(games, 0), title, setting)):
        return NormForecast(NormOutlook.GUARANTEED, Fraction(0))
    if not running and not to_come:
        return NormForecast(NormOutlook.GONE)
    imagined = _imagined(to_come, setting, field) if to_come else []
    if not makes_norm([*_with(games, 2), *imagined], title, setting):
        return NormForecast(NormOutlook.GONE)
    if to_come:
        return NormForecast(NormOutlook.REACHABLE)
    missing = _points_missing(games, title, setting)
    return NormForecast(NormOutlook.REACHABLE, Fraction(len(running)) if missing is None else Fraction(missing, 2))


def _with(games: Iterable[NormGame], half_points: int) -> list[NormGame]:
    return [replace(game, half_points=half_points) if game.half_points is None else game for game in games]


def _imagined(rounds: int, setting: Setting, field: Iterable[Opponent]) -> list[NormGame]:
    best = max((opponent.rating for opponent in field if opponent.rating is not None), default=perf.UNRATED)
    return [
        NormGame(Opponent(f"?{number}", f"?{number}", FideTitle.GM, best), 2, setting.rounds - rounds + 1 + number)
        for number in range(rounds)
    ]


def _points_missing(games: Sequence[NormGame], title: FideTitle, setting: Setting) -> int | None:
    """Return the half points that make the norm, whichever running games bring them; all of these count.

    Wins already in hand may be ignored. None if only ignoring a game still to be won makes the norm.
    """
    included, _ = split_included(games, setting)
    running = sum(game.half_points is None for game in included)
    required = fide_games.games_required(setting.category, setting.rounds).value
    opponents = len(different_opponents(included))
    search = Search(title, setting.federation, required, opponents if setting.double else 0)
    level = [replace(game, half_points=game.half_points or 0, round=0) for game in included]
    least: int | None = None
    for choice in choices(level, search, may_ignore=_may_ignore(included, title, setting)):
        number = len(choice.games)
        if number < required or not fits(choice, setting, of=opponents):
            continue
        needed = perf.score_needed(title, half_up(Fraction(choice.total, number)), number)
        if needed is not None and needed - choice.half_points <= 2 * running:
            short = max(0, needed - choice.half_points)
            least = short if least is None else min(least, short)
    return least


def _may_ignore(included: Sequence[NormGame], title: FideTitle, setting: Setting) -> bool:
    """Return whether games may be ignored at all: in a pre-determined tournament the whole of it must fit."""
    return not setting.predetermined or assess(included, title, setting).possible
