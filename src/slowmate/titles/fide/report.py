"""FIDE's norms of a whole event: the report, player by player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from slowmate.records import Event, Player
from slowmate.rulebook import Fact, Ground, NoEdition, Requirement, Ruling
from slowmate.titles.fide import mix
from slowmate.titles.fide import performance as perf
from slowmate.titles.fide.administration import MOST_DAYS, administration, days_of, is_double, list_in_effect
from slowmate.titles.fide.awards import EarnedNorm, norms_earned
from slowmate.titles.fide.federations import host_unknown
from slowmate.titles.fide.field import TournamentField, field_of, rounds_to_come, setting_of
from slowmate.titles.fide.games import NormGame
from slowmate.titles.fide.norms import TITLE_NORM, Assessment, assess, split_included
from slowmate.titles.fide.outlook import NormForecast, forecast_norm
from slowmate.titles.fide.requirements import met_requirements
from slowmate.titles.fide.titles import EDITION, NORM_TITLES, TITLES, FideTitle, edition_for, is_for_women
from slowmate.titles.reports import GameLine, Norm, NormOutlook, NormReport, PlayerNorms

FEDERATIONS = frozenset({mix.TWO_FEDERATIONS, mix.OWN_FEDERATION, mix.ONE_FEDERATION})
"""The requirements that an exemption lifts."""


def norms(event: Event, *, as_if: bool = False) -> NormReport:
    """Return the norms of a tournament under the regulations in force on its first day.

    *as_if* applies our regulations on any day. A tournament that fails a requirement of its own gives no norms,
    whatever was scored; each player's line still says what the result would have been worth, by requirement. Women's
    titles are judged for women only.
    """
    edition = _edition(event, as_if=as_if)
    checks = administration(event)
    field = field_of(event)
    failed = tuple(check for check in checks if not check.holds)
    lines = tuple(_line(player, field, failed) for player in event.players)
    possible = {
        str(title): any(line.norms[title].possible for line in lines if title in line.norms) for title in NORM_TITLES
    }
    return NormReport(
        edition.value,
        possible,
        _mean(player.rating for player in event.players),
        None,
        (*met_requirements(edition.grounds), *checks, *_remarks(event), *_closed_doors(event, lines)),
        lines,
    )


def _edition(event: Event, *, as_if: bool) -> Ruling[str]:
    try:
        return edition_for(start=event.start)
    except NoEdition:
        if not as_if:
            raise
        return Ruling(EDITION.editions[-1].key, ())


def _remarks(event: Event) -> Iterator[Requirement]:
    """Say which rating list counts, and which federations of a double round leave no norm to others."""
    if event.end is not None and days_of(event.start, event.end) <= MOST_DAYS:
        yield from met_requirements(list_in_effect(start=event.start, end=event.end, played=event.start).grounds)
    if is_double(event):
        for ground in mix.crowded_out([player.federation for player in event.players]):
            yield Requirement(ground, holds=False, binding=False)


def _closed_doors(event: Event, lines: Sequence[PlayerNorms]) -> tuple[Requirement, ...]:
    """Ask for facts missing from the file, if a player has the score and lacks only the federations."""
    near = [line.id for line in lines if any(_lacks_federations_alone(norm) for norm in line.norms.values())]
    unknown = host_unknown(event, near)
    return (Requirement(unknown, holds=False, binding=False),) if unknown else ()


def _lacks_federations_alone(norm: Norm) -> bool:
    failed = {
        requirement.ground.clause for requirement in norm.requirements if requirement.binding and not requirement.holds
    } - {TITLE_NORM}
    return norm.performance and bool(failed) and failed <= FEDERATIONS


def earned_norms(event: Event, player: Player) -> tuple[EarnedNorm, ...]:
    """Return the norms a player has made in a tournament, for an application; dated by the last round."""
    if any(not check.holds for check in administration(event)):
        return ()
    field = field_of(event)
    games, setting = field.games[player.id], setting_of(field, player)
    titles = [title for title in NORM_TITLES if player.sex == "f" or not is_for_women(title)]
    last = max((day for day in event.round_dates if day is not None), default=event.end or event.start)
    assessments = [assess(games, title, setting) for title in titles]
    return norms_earned(assessments, event=event.name, on=last, round_dates=event.round_dates)


def _line(player: Player, field: TournamentField, failed: tuple[Requirement, ...]) -> PlayerNorms:
    games = field.games[player.id]
    setting = setting_of(field, player)
    included, excluded = split_included(games, setting)
    finished = [game for game in included if game.half_points is not None]
    ratings = [game.opponent.rating for game in included if game.opponent.rating is not None]
    assessments: dict[FideTitle, Assessment] = {}
    lines: dict[str, Norm] = {}
    everybody = field.opponents.values()
    for title in NORM_TITLES:
        if is_for_women(title) and player.sex != "f":
            continue
        assessments[title] = assess(games, title, setting)
        ahead = forecast_norm(
            assessments[title], games, setting, to_come=rounds_to_come(field, player), field=everybody
        )
        lines[title] = _norm(assessments[title], ahead, failed)
    return PlayerNorms(
        player.id,
        Fraction(sum(ratings), len(ratings)) if ratings else None,
        Fraction(sum(game.half_points or 0 for game in finished), 2),
        len(included),
        lines,
        running=len(included) - len(finished),
        lines=_game_lines(games, included),
        requirements=(*met_requirements(ground for _, ground in excluded), *_for_women(player)),
        extra=_extra(finished, assessments),
    )


def _for_women(player: Player) -> tuple[Requirement, ...]:
    """Say why a player has no line for the women's titles."""
    if player.sex == "f":
        return ()
    titles = [str(title) for title in NORM_TITLES if is_for_women(title)]
    ground = Ground(TITLES, {"titles": titles, "sex": player.sex, "outcome": "for women"})
    return (Requirement(ground, holds=False, binding=False),)


def _norm(assessment: Assessment, ahead: NormForecast, failed: tuple[Requirement, ...]) -> Norm:
    achieved = assessment.achieved and not failed
    reached = (
        assessment.needed is not None
        and assessment.performance is not None
        and assessment.half_points >= assessment.needed
    )
    open_ = assessment.possible or ahead.outlook is not NormOutlook.GONE
    norm = Norm(
        needed=None if assessment.needed is None else Fraction(assessment.needed, 2),
        achieved=achieved,
        possible=open_ and not failed,
        counted_games=assessment.counted,
        overscore_games=assessment.extra,
        performance=reached,
        outlook=ahead.outlook,
        still_needed=ahead.still_needed,
        requirements=(*failed, *assessment.requirements),
    )
    if failed:
        return replace(norm, outlook=NormOutlook.GONE, still_needed=None)
    return norm


def _game_lines(games: Iterable[NormGame], included: Sequence[NormGame]) -> tuple[GameLine, ...]:
    inside = {id(game) for game in included}
    return tuple(
        GameLine(
            game.opponent.id,
            None if game.opponent.rating is None else Decimal(game.opponent.rating),
            None if game.half_points is None else Fraction(game.half_points, 2),
            counts=id(game) in inside,
        )
        for game in games
    )


def _extra(finished: Sequence[NormGame], assessments: dict[FideTitle, Assessment]) -> dict[str, Fact]:
    """Return FIDE's additions to a line: performance, games ignored for each title, opponents in numbers."""
    opponents = {game.opponent.id: game.opponent for game in finished}.values()
    rated = [game for game in finished if game.opponent.rating is not None]
    mean = perf.average(game.opponent.rating or 0 for game in rated).value if rated else None
    halves = sum(game.half_points or 0 for game in rated)
    return {
        "performance": None if mean is None else perf.performance(mean, halves, len(rated)).value,
        "performances": {str(title): assessment.performance for title, assessment in assessments.items()},
        "averages": {str(title): assessment.average for title, assessment in assessments.items()},
        "ignored": {
            str(title): [{"opponent": game.opponent.id, "round": game.round} for game in assessment.ignored]
            for title, assessment in assessments.items()
            if assessment.achieved and assessment.ignored
        },
        "opponents_by_title": dict(sorted(Counter(str(opponent.title or "none") for opponent in opponents).items())),
        "opponents_by_federation": dict(
            sorted(Counter(opponent.federation or "none" for opponent in opponents).items())
        ),
    }


def _mean(ratings: Iterable[int | None]) -> Decimal | None:
    rated = [rating for rating in ratings if rating is not None]
    if not rated:
        return None
    return (Decimal(sum(rated)) / len(rated)).quantize(Decimal("0.0001"))
