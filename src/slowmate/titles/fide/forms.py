"""Section 2 of FIDE's title regulations: what stands in the forms IT1 (title result), IT2 (application), IT3 (report).

The forms' printed layout is not in the regulations; these are their fields, filled in from an event and its norms. The
day of the tournament's start governs. Fees, and what people declare by hand, are left open to be written in.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.records import BadInput, Event, Player
from slowmate.rulebook import Ground, Refused, Ruling
from slowmate.titles.certificates import (
    CertifiedGame,
    certified_games,
    find_norm,
    find_player,
    lacking,
    refuse_early_issue,
)
from slowmate.titles.fide.application import FORMS, PRESENT, Form, certificate_copies, forms_for
from slowmate.titles.fide.awards import (
    DAY_OF_EACH_GAME,
    CommissionVerdict,
    EarnedNorm,
    RatingReached,
    gives_rating,
    title_by_norms,
)
from slowmate.titles.fide.titles import OPEN_LADDER, WOMEN_LADDER, FideTitle, title_of
from slowmate.titles.reports import Norm, NormReport, PlayerNorms

HOLDERS = ("GM", "IM", "WGM", "WIM", "FM", "WFM")
"""Titles that make an opponent a titleholder, as the forms count them; CM and WCM do not."""


@dataclass(frozen=True, slots=True)
class TitleResult:
    """IT1. *average* is the opponents' average rating, *exceeded* the points above what was needed."""

    title: str
    player: Player
    event: Event
    games: tuple[CertifiedGame, ...]
    counted: int
    score: Fraction
    needed: Fraction | None
    exceeded: Fraction | None
    average: Fraction | None
    performance: Fraction | None
    federations: Mapping[str, int]
    titles: Mapping[str, int]
    holders: int
    unrated: int
    own_federation: int
    copies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ApplicationForm:
    """IT2. *rating* was reached on *rating_reached*; *results* are the title results applied with.

    *games* are those of the results, *counted* what they count together; the title is achieved on *achieved*.
    """

    title: str
    player: Player
    federation: str
    rating: int | None
    rating_reached: date | None
    results: tuple[TitleResult, ...]
    games: int
    counted: int
    achieved: date | None


@dataclass(frozen=True, slots=True)
class NormMade:
    player: Player
    title: str
    score: Fraction
    games: int


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """IT3. *declarations* are to be ticked by the chief arbiter, each with the clause that asks for it."""

    event: Event
    players: int
    rated: int
    unrated: int
    federations: Mapping[str, int]
    titles: Mapping[str, int]
    average: Fraction | None
    rounds_a_day: int | None
    norms: tuple[NormMade, ...]
    declarations: tuple[Ground, ...]


def title_result(
    event: Event, report: NormReport, *, player: str, title: str, issued: date | None = None
) -> Ruling[TitleResult]:
    """Return the IT1 for a norm made over the board; refused if the norm lacks anything. Ignored games stay.

    A day of issue before the last game is bad input.
    """
    person, line = find_player(event, report, player)
    norm = find_norm(line, title)
    if not norm.achieved:
        looked_at = (*report.requirements, *line.requirements, *norm.requirements)
        raise Refused(*lacking(looked_at, norm))
    games = certified_games(event, line, player, title)
    if issued is not None:
        refuse_early_issue(event, games, issued)
    addressed = certificate_copies(
        player=person.name,
        federation=f"{person.federation or 'the'} federation",
        organiser=f"{event.federation or 'the'} federation as organiser",
    )
    value = _result(event, person, line, norm, title, games, addressed.value)
    held = (requirement.ground for requirement in (*line.requirements, *norm.requirements) if requirement.holds)
    dated = sum(game.played is not None for game in games)
    own = (Ground(FORMS, {"form": Form.CERTIFICATE}), Ground(DAY_OF_EACH_GAME, {"games": len(games), "dated": dated}))
    return Ruling(value, (*held, *own, *addressed.grounds))


def _result(
    event: Event,
    person: Player,
    line: PlayerNorms,
    norm: Norm,
    title: str,
    games: tuple[CertifiedGame, ...],
    addressed: tuple[str, ...],
) -> TitleResult:
    counted = [game for game in games if game.counts]
    opponents = {game.opponent.id: game.opponent for game in counted}.values()
    score = sum((game.score for game in counted), Fraction(0))
    return TitleResult(
        title=title,
        player=person,
        event=event,
        games=games,
        counted=len(counted),
        score=score,
        needed=norm.needed,
        exceeded=None if norm.needed is None else max(score - norm.needed, Fraction(0)),
        average=_by_title(line, "averages", title, line.opponents_average),
        performance=_by_title(line, "performances", title, None),
        federations=_count(opponent.federation or "unknown" for opponent in opponents),
        titles=_count_titles(opponents),
        holders=sum(opponent.title in HOLDERS for opponent in opponents),
        unrated=sum(opponent.rating is None for opponent in opponents),
        own_federation=sum(opponent.federation == person.federation for opponent in opponents),
        copies=addressed,
    )


def _by_title(line: PlayerNorms, name: str, title: str, default: Fraction | None) -> Fraction | None:
    """Return a number that the norm rests on: where games are ignored, each title has its own."""
    numbers = line.extra.get(name)
    number = numbers.get(title) if isinstance(numbers, Mapping) else None
    return Fraction(number) if isinstance(number, int | Fraction) else default


def application_form(
    results: tuple[TitleResult, ...], norms: Iterable[EarnedNorm], ratings: Iterable[RatingReached]
) -> Ruling[ApplicationForm]:
    """Return the IT2 for title results of one player; each has its IT1 and the tournament's cross-table.

    A title that is not earned is refused, with what the norms and ratings lack.
    """
    first = results[0]
    for result in results[1:]:
        if result.title != first.title or not is_same_person(result.player, first.player):
            raise BadInput(f"{result.event.name} has no norm of the same player and title", field="EVENT")
    if len({(result.event.name, result.event.start) for result in results}) < len(results):
        raise BadInput("one tournament is given twice", field="EVENT")
    player = max(results, key=lambda result: result.event.start).player
    ratings = tuple(ratings)
    title = title_by_norms(title_of(first.title), norms, ratings).value
    if title.verdict is not CommissionVerdict.YES:
        raise Refused(*(check.ground for check in title.requirements if not check.holds))
    reached = min(
        (rating for rating in ratings if gives_rating(title.title, rating).value), key=lambda rating: rating.on
    )
    value = ApplicationForm(
        title=first.title,
        player=player,
        federation=player.federation or "",
        rating=reached.rating,
        rating_reached=reached.on,
        results=tuple(sorted(results, key=lambda result: result.event.start)),
        games=sum(result.counted for result in results),
        counted=title.games,
        achieved=title.achieved,
    )
    held = (check.ground for check in title.requirements)
    return Ruling(value, (*held, *forms_for(title.title, len(results)).grounds))


def is_same_person(player: Player, other: Player) -> bool:
    """Compare two players by FIDE number if both have one, else by name."""
    if player.fide_id and other.fide_id:
        return player.fide_id == other.fide_id
    return player.name == other.name


def tournament_report(event: Event, report: NormReport | None) -> Ruling[TournamentReport]:
    """Return the IT3 for a tournament over the board with its norms (*report* None: it was not for norms)."""
    rated = [player.rating for player in event.players if player.rating is not None]
    days = Counter(day for day in event.round_dates if day)
    declarations = (Ground(PRESENT, {"chief_arbiter": event.director.name if event.director else None}),)
    value = TournamentReport(
        event=event,
        players=len(event.players),
        rated=len(rated),
        unrated=len(event.players) - len(rated),
        federations=_count(player.federation or "unknown" for player in event.players),
        titles=_count_titles(event.players),
        average=Fraction(sum(rated), len(rated)) if rated else None,
        rounds_a_day=max(days.values()) if days else None,
        norms=_norms_made(event, report) if report else (),
        declarations=declarations,
    )
    return Ruling(value, (Ground(FORMS, {"form": Form.REPORT}), *declarations))


def _norms_made(event: Event, report: NormReport) -> tuple[NormMade, ...]:
    people = {player.id: player for player in event.players}
    return tuple(
        NormMade(people[line.id], title, line.score, line.games)
        for line in report.players
        for title, norm in line.norms.items()
        if norm.achieved and _may_use(people[line.id], title)
    )


def _count(values: Iterable[str]) -> dict[str, int]:
    """Count each value, the most frequent first."""
    return dict(sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0])))


def _count_titles(players: Iterable[Player]) -> dict[str, int]:
    """Count each title, the highest first."""
    numbers = Counter(player.title for player in players if player.title)
    ranks = {str(title): rank for rank, title in enumerate(FideTitle)}
    return dict(sorted(numbers.items(), key=lambda pair: (ranks.get(pair[0], len(ranks)), pair[0])))


def _may_use(player: Player, title: str) -> bool:
    """Return whether a title result is of use to a player: neither the title nor a higher one is held."""
    ladder = WOMEN_LADDER if title in WOMEN_LADDER else OPEN_LADDER
    held = [rank for rank, title_at_rank in enumerate(ladder) if title_at_rank == player.title]
    return title in ladder and (not held or held[0] > ladder.index(title_of(title)))
