"""Section 1.4: whether a player has made a norm in a tournament, which games it counts, and what stands against it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from slowmate.rulebook import Ground, Requirement, Ruling, clause
from slowmate.rulebook.rounding import half_up
from slowmate.titles.fide import games as fide_games
from slowmate.titles.fide import mix
from slowmate.titles.fide import performance as perf
from slowmate.titles.fide.federations import Setting, federations_matter
from slowmate.titles.fide.games import NormGame
from slowmate.titles.fide.ignoring import Choice, Search, choices, count
from slowmate.titles.fide.requirements import (
    ignoring_requirements,
    met_requirements,
    mix_requirements,
    number_requirements,
    rating_requirements,
    score_requirements,
)
from slowmate.titles.fide.titles import NORM_TITLES, FideTitle

NORM_TITLES_ONLY = clause("FIDE-TITLES-2017 1.4")
TITLE_NORM = clause("FIDE-TITLES-2017 0.5/norm")


class MissingNinth(StrEnum):
    """The reason why a norm of eight games has no ninth."""

    FORFEIT_WIN = "win by forfeit"
    FORFEIT = "forfeit"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Assessment:
    """The worth of a player's games for one title.

    *needed* and *half_points* are of the games counted; *counted* is what the norm is worth towards 27, with *extra*
    for full points above what was needed. *normal_foreigners*: 1.43 and 1.44 are met, exempt or not (for 1.43f).
    """

    title: FideTitle
    games: tuple[NormGame, ...]
    ignored: tuple[NormGame, ...]
    excluded: tuple[tuple[NormGame, Ground], ...]
    half_points: int
    average: int | None
    performance: int | None
    needed: int | None
    achieved: bool
    possible: bool
    counted: int
    extra: int
    normal_foreigners: bool
    missing: MissingNinth | None
    requirements: tuple[Requirement, ...]


def is_norm_title(title: FideTitle) -> Ruling[bool]:
    """Return whether a title can be gained by norms: GM, IM, WGM and WIM can."""
    return Ruling(title in NORM_TITLES, (Ground(NORM_TITLES_ONLY, {"title": title}),))


def split_included(
    games: Iterable[NormGame], setting: Setting
) -> tuple[tuple[NormGame, ...], tuple[tuple[NormGame, Ground], ...]]:
    """Split games into those that are included and those that are not, each of these with its ground."""
    included: list[NormGame] = []
    excluded: list[tuple[NormGame, Ground]] = []
    for game in games:
        ruling = fide_games.is_included(game, unrated_zeros=setting.unrated_zeros)
        if ruling.value:
            included.append(game)
        else:
            excluded.append((game, ruling.grounds[0]))
    return tuple(included), tuple(excluded)


def assess(games: Sequence[NormGame], title: FideTitle, setting: Setting) -> Assessment:
    """Return the best norm a player has made for a title, or what they lack for one.

    Games still running (no half points) are part of the complete tournament but of no norm: a norm is then made from
    the rounds before the first of them, if later games may be ignored. Of several ways to a norm the one that counts
    most games is taken, then one that meets the normal foreigner requirement, then the one that ignores fewest.
    """
    included, excluded = split_included(games, setting)
    whole = _Whole.of(included, title, setting)
    candidate = _norm_of(included, excluded, title, setting, whole, any_will_do=False)
    if candidate is None:
        required = fide_games.games_required(setting.category, setting.rounds)
        candidate = _Candidate(count(included, Search(title, setting.federation, required.value)), required)
    running = any(game.half_points is None for game in included)
    return _written_up(candidate, included, excluded, title, setting, whole, running=running)


def makes_norm(games: Sequence[NormGame], title: FideTitle, setting: Setting) -> bool:
    """Return whether the games make a norm at all: the result of `assess` without the search for the best."""
    included, excluded = split_included(games, setting)
    whole = _Whole.of(included, title, setting)
    return _norm_of(included, excluded, title, setting, whole, any_will_do=True) is not None


def _norm_of(
    included: Sequence[NormGame],
    excluded: Sequence[tuple[NormGame, Ground]],
    title: FideTitle,
    setting: Setting,
    whole: "_Whole",
    *,
    any_will_do: bool,
) -> "_Candidate | None":
    required = fide_games.games_required(setting.category, setting.rounds)
    running = [game.round for game in included if game.half_points is None]
    finished = [game for game in included if game.half_points is not None]
    if running:
        before = [game for game in finished if game.round < min(running)]
        return _best(before, title, setting, required, whole, any_will_do=any_will_do) if whole.may_ignore else None
    candidate = _best(finished, title, setting, required, whole, any_will_do=any_will_do)
    return candidate or _short_of_one(finished, excluded, title, setting, required, whole)


@dataclass(frozen=True, slots=True)
class _Whole:
    """The complete tournament of a player, for those conditions that look at all of it."""

    opponents: int
    may_ignore: bool

    @classmethod
    def of(cls, included: Sequence[NormGame], title: FideTitle, setting: Setting) -> "_Whole":
        """Judge the complete tournament: with pre-determined pairings it must meet everything but the score."""
        opponents = len(mix.different_opponents(included))
        if not setting.predetermined or not included:
            return cls(opponents, may_ignore=bool(included))
        checks = (*mix_requirements(included, title, setting), *rating_requirements(included, title))
        return cls(opponents, may_ignore=_all_hold(checks))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A choice of games, how many a norm takes there, and what else was allowed to get there."""

    choice: Choice
    required: Ruling[int]
    allowed: tuple[Ground, ...] = ()
    missing: MissingNinth | None = None


def _best(
    finished: Sequence[NormGame],
    title: FideTitle,
    setting: Setting,
    required: Ruling[int],
    whole: _Whole,
    *,
    any_will_do: bool,
) -> _Candidate | None:
    """Return the admissible choice of finished games that is worth most; None if none makes a norm."""
    if len(finished) < required.value:
        return None
    search = Search(title, setting.federation, required.value, whole.opponents if setting.double else 0)
    everything = count(finished, search)
    worth = worth_of(everything, search, setting, of=whole.opponents)
    best = None if worth is None else (worth, everything)
    if best and (any_will_do or _is_unbeatable(best[0], setting)):
        return _Candidate(everything, required)
    for choice in choices(finished, search, may_ignore=whole.may_ignore):
        worth = worth_of(choice, search, setting, of=whole.opponents)
        if worth is not None and (best is None or worth > best[0]):
            best = (worth, choice)
            if any_will_do:
                break
    return best and _Candidate(best[1], required)


def _is_unbeatable(worth: tuple[int, bool, int, int], setting: Setting) -> bool:
    """Return whether all the games together already count as much as any norm of the tournament can."""
    counted, normal, _, _ = worth
    return normal and setting.rounds > fide_games.MOST_GAMES and counted == fide_games.MOST_GAMES


def worth_of(choice: Choice, search: Search, setting: Setting, *, of: int) -> tuple[int, bool, int, int] | None:
    """Return the worth of a choice of games as a norm, to be compared: None if it makes none.

    *of* is the number of opponents of the complete tournament, which a double round robin must satisfy (1.42e(4)).
    """
    games = len(choice.games)
    if games < search.minimum or not fits(choice, setting, of=of):
        return None
    mean = half_up(Fraction(choice.total, games))
    needed = perf.score_needed(search.title, mean, games)
    if needed is None or choice.half_points < needed:
        return None
    counted, _ = fide_games.games_counted(
        setting.category, setting.rounds, games, over=choice.half_points - needed
    ).value
    return counted, _is_normal(choice), games, mean


def fits(choice: Choice, setting: Setting, *, of: int) -> bool:
    """Return whether the opponents of a choice are the right mix for a norm."""
    of = max(of, choice.opponents) if setting.double else choice.opponents
    return (
        choice.holders >= mix.least_title_holders(of)
        and choice.title_opponents >= mix.least_title_opponents(of)
        and choice.unrated <= mix.most_unrated(choice.opponents)
        and (not federations_matter(setting, len(choice.games)) or _is_normal(choice))
    )


def _is_normal(choice: Choice) -> bool:
    return (
        choice.others >= mix.OTHER_FEDERATIONS
        and choice.own <= mix.most_from_own(choice.opponents)
        and choice.largest <= mix.most_from_one(choice.opponents)
    )


def _short_of_one(
    finished: Sequence[NormGame],
    excluded: Sequence[tuple[NormGame, Ground]],
    title: FideTitle,
    setting: Setting,
    required: Ruling[int],
    whole: _Whole,
) -> _Candidate | None:
    """Return the norm one game short: with an affordable last-round forfeit, else eight games of nine."""
    search = Search(title, setting.federation, required.value)
    out = [game for game, _ in excluded]
    lost = fide_games.affordable_last_round(finished, out, last_round=setting.rounds, required=required.value)
    if lost is not None:
        choice = count([*finished, lost.value], search)
        if worth_of(choice, search, setting, of=whole.opponents + 1) is not None:
            return _Candidate(choice, required, lost.grounds)
    eight = fide_games.may_count_eight(setting.rounds, len(finished), out, byes=setting.byes)
    if not eight.value:
        return None
    short = search._replace(minimum=8)
    choice = count(finished, short)
    if worth_of(choice, short, setting, of=whole.opponents) is None:
        return None
    reason = (
        MissingNinth.BYE if not out else MissingNinth.FORFEIT_WIN if out[0].half_points == 2 else MissingNinth.FORFEIT
    )
    return _Candidate(choice, Ruling(8, eight.grounds), (), reason)


# -- writing it up ----------------------------------------------------------------------------------------------------


def _written_up(
    candidate: _Candidate,
    included: Sequence[NormGame],
    excluded: tuple[tuple[NormGame, Ground], ...],
    title: FideTitle,
    setting: Setting,
    whole: _Whole,
    *,
    running: bool,
) -> Assessment:
    order = {id(game): place for place, game in enumerate(included)}
    games = tuple(sorted(candidate.choice.games, key=lambda game: order.get(id(game), len(order))))
    in_norm = {id(game) for game in games}
    ignored = tuple(game for game in included if game.half_points is not None and id(game) not in in_norm)
    half_points, number = candidate.choice.half_points, len(games)
    mean = perf.average(_ratings(games, title)).value if games else None
    needed = perf.score_needed(title, mean, number) if mean is not None else None
    checks = (
        *number_requirements(number, candidate.required),
        *met_requirements(candidate.allowed),
        *mix_requirements(games, title, setting, of=whole.opponents if ignored or running else None),
        *(ignoring_requirements(ignored, games, whole.opponents, setting) if ignored else ()),
        *rating_requirements(games, title),
    )
    possible = bool(games) and _all_hold(checks)
    is_over = mean is not None and all(game.half_points is not None for game in games)
    scored = score_requirements(title, mean, half_points, number) if mean is not None and is_over else ()
    achieved = possible and is_over and _all_hold(scored)
    worth = _worth(candidate, needed, setting) if achieved else Ruling((number, 0), ())
    verdict = (Requirement(Ground(TITLE_NORM, {"title": title}), achieved),) if is_over else ()
    return Assessment(
        title,
        games,
        ignored,
        excluded,
        half_points,
        mean,
        perf.performance(mean, half_points, number).value if mean is not None and is_over else None,
        needed,
        achieved,
        possible,
        *worth.value,
        mix.meets_federations(mix.mix_of(games, title, setting.federation)),
        candidate.missing,
        (*checks, *scored, *met_requirements(worth.grounds), *verdict),
    )


def _worth(candidate: _Candidate, needed: int | None, setting: Setting) -> Ruling[tuple[int, int]]:
    over = candidate.choice.half_points - (needed or 0)
    return fide_games.games_counted(setting.category, setting.rounds, len(candidate.choice.games), over=over)


def _all_hold(checks: Iterable[Requirement]) -> bool:
    return all(check.holds for check in checks if check.binding)


def _ratings(games: Sequence[NormGame], title: FideTitle) -> tuple[int, ...]:
    return perf.counted_ratings(((g.opponent.id, g.opponent.rating) for g in games), title).value
