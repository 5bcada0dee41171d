"""The statement of norms of an event and what has come of it: all that both editions of the ICCF have in common.

Each edition brings its thresholds and its overscore (`NormRules`); here they meet the sections of the event, cancelled
games, withdrawn players and substitutes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from slowmate.records import Event, Player, Status
from slowmate.rulebook import Dated, Fact, Ground, Requirement, Ruling, clause
from slowmate.titles.iccf import tournament
from slowmate.titles.iccf.categories import CATEGORIES, average, category
from slowmate.titles.iccf.quota import titled_games
from slowmate.titles.iccf.schedule import Meeting, Section, sections
from slowmate.titles.iccf.strength import Strengths, assumed_rating, strengths
from slowmate.titles.levels import TITLES
from slowmate.titles.reports import BoardReport, GameLine, Norm, NormOutlook, NormReport, PlayerNorms

RECALCULATED = Dated({"ICCF-TR-2016 App2.4(a)/recalc": True, "ICCF-TR-2017 App2.3(a)/recalc": True})
KEPT = Dated(
    {
        "ICCF-TR-2016 App2.4(a)/keep": clause("ICCF-TR-2016 App2.4(a)/keep"),
        "ICCF-TR-2017 App2.3(a)/keep": clause("ICCF-TR-2017 App2.3(a)/withdrawn"),
    }
)
"""With the clause on withdrawn players: 2016 has none of its own, and is read as 2017."""
STATEMENT = Dated(
    {
        "ICCF-TR-2016 App2.4(a)/statement": clause("ICCF-TR-2016 App2.4(a)/statement"),
        "ICCF-TR-2017 App2.3(a)/statement": clause("ICCF-TR-2017 10.0.1/norm"),
    }
)
"""The norms are fixed at the start; with the clause by which the score stated there is a norm."""
NO_STATUS = Dated({"ICCF-TR-2016 8.7(e)/6": False, "ICCF-TR-2017 8.7(e)/6": False})
WITH_STATUS = Dated({"ICCF-TR-2016 8.7(e)/3": True, "ICCF-TR-2017 8.7(e)/3": True})
SEVERAL = Dated({"ICCF-TR-2016 App2.4(e)": True, "ICCF-TR-2017 App2.3(c)": True})
NORM = clause("ICCF-TR-2017 App2.2.5")
COUNTED = Dated({"ICCF-TR-2016 10.0.3": True, "ICCF-TR-2017 App2.2.4(c)/count": True})


@dataclass(frozen=True, slots=True)
class Threshold:
    """What one title takes of one player: the score (None: not open), the requirements that say why, and what a score
    is worth in overscored games."""

    needed: Fraction | None
    requirements: tuple[Requirement, ...]
    sum: Decimal | None = None
    category: int | None = None
    overscore: Callable[[Fraction], Ruling[int]] = lambda _score: Ruling(0, ())


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds of one player by title, and notes on all of them."""

    by_title: Mapping[str, Threshold]
    notes: tuple[Requirement, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionField:
    """A section as it stands for the computation: the remaining players and the ratings they count with."""

    event: Event
    section: Section
    strengths: Strengths
    category: int | None


@dataclass(frozen=True, slots=True)
class NormRules:
    """The differences between editions. *revised* takes the thresholds of the start and with a replacement player."""

    key: str
    thresholds: Callable[[SectionField, Sequence[Meeting]], Thresholds]
    revised: Callable[[Threshold, Threshold], Threshold]
    expectancies: Callable[[Decimal], Mapping[str, Decimal]]


def report(event: Event, rules: NormRules, *, only: str | None = None) -> NormReport:
    """Return the norms of an event under one edition, section by section. *only* limits them to one player."""
    reports = [
        _section(event, section, rules, only) for section in sections(event) if only is None or only in section.meetings
    ]
    players = tuple(line for _, lines in reports for line in lines)
    boards = tuple(board for board, _ in reports)
    possible = {title: any(board.titles_possible[title] for board in boards) for title in TITLES}
    if len(boards) == 1:
        whole = boards[0]
        return NormReport(rules.key, possible, whole.average, whole.category, whole.requirements, players)
    requirements = tuple(
        replace(
            requirement, ground=Ground(requirement.ground.clause, {"board": board.board, **requirement.ground.facts})
        )
        for board in boards
        for requirement in board.requirements
    )
    ratings = [board.average for board in boards if board.average is not None]
    mean = average(ratings, edition=rules.key).value if ratings else None
    return NormReport(rules.key, possible, mean, None, requirements, players, boards)


# -- one section ------------------------------------------------------------------------------------------------------


def _section(
    event: Event, section: Section, rules: NormRules, only: str | None
) -> tuple[BoardReport, tuple[PlayerNorms, ...]]:
    at_start = _field(event, section, [_at_start(player) for player in section.players], rules.key)
    stand_in = assumed_rating(event, section, edition=rules.key, has_category=_needs_category(at_start, rules.key))
    rating = stand_in[1] if stand_in else None
    if rating is not None:
        at_start = _field(event, section, [_at_start(player) for player in section.players], rules.key, rating)
    requirements = tournament.requirements(
        event, section, category=at_start.category, edition=rules.key, assumed=stand_in[0] if stand_in else None
    )
    remaining = section.remaining
    field = _field(event, section, [_at_start(player) for player in remaining], rules.key, rating)
    revised = None
    if any(player.replaces and player.has_replacement_status for player in remaining):
        revised = _field(event, section, [_with_status(player) for player in remaining], rules.key, rating)
    notes = [*field.strengths.requirements, *_average_notes(field, rules.key), *_cancelled(section, rules.key)]
    complies = tournament.complies(requirements)
    lines = tuple(
        _player(field, revised, player, rules, complies=complies)
        for player in section.players
        if only is None or player.id == only
    )
    mean = _mean(field, rules.key)
    letter = None if field.category is None else CATEGORIES[field.category]
    possible = {title: any(line.norms[title].possible for line in lines) for title in TITLES}
    return BoardReport(section.board or 0, mean, letter, possible, (*requirements, *notes)), lines


def _needs_category(field: SectionField, key: str) -> bool:
    """Return whether a category is needed: 2016 falls back to an assumed one if the average is in none."""
    return field.category is not None or key != "ICCF-TR-2016"


def _field(event: Event, section: Section, players: list[Player], key: str, rating: int | None = None) -> SectionField:
    field_strengths = strengths(event, players, edition=key)
    if rating is not None:
        field_strengths = Strengths({player.id: Decimal(rating) for player in players}, ())
    field = SectionField(event, section, field_strengths, None)
    mean = _mean(field, key)
    return field if mean is None else replace(field, category=category(mean, edition=key).value)


def _mean(field: SectionField, key: str) -> Decimal | None:
    ratings = list(field.strengths.ratings.values())
    return average(ratings, edition=key).value if ratings else None


def _average_notes(field: SectionField, key: str) -> list[Requirement]:
    ratings = list(field.strengths.ratings.values())
    if not ratings:
        return []
    mean = average(ratings, edition=key)
    grounds = (*mean.grounds, *category(mean.value, edition=key).grounds)
    return [Requirement(ground, holds=True) for ground in grounds]


def _cancelled(section: Section, key: str) -> list[Requirement]:
    cited, recalculated = RECALCULATED.under(key)
    remaining = section.remaining
    gone = [
        player.id
        for player in section.players
        if player not in remaining
        or (player.status is not Status.PLAYING and any(meeting.cancelled for meeting in section.meetings[player.id]))
    ]
    return [Requirement(Ground(cited, {"players": gone}), recalculated)] if gone else []


def _at_start(player: Player) -> Player:
    """Return the values of the start list under the id the event knows."""
    return replace(tournament.at_start(player), id=player.id)


def _with_status(player: Player) -> Player:
    return player if player.has_replacement_status else _at_start(player)


# -- one player -------------------------------------------------------------------------------------------------------


def _player(
    field: SectionField, revised: SectionField | None, player: Player, rules: NormRules, *, complies: bool
) -> PlayerNorms:
    meetings = _counting(field.section, player)
    ratings = field.strengths.ratings
    running = sum(meeting.half is None for meeting in meetings) if player.status is Status.PLAYING else 0
    points = Fraction(sum(meeting.half or 0 for meeting in meetings if _before_withdrawal(meeting, player)), 2)
    personal_thresholds = rules.thresholds(field, meetings)
    thresholds = personal_thresholds.by_title
    if revised:
        easier = rules.thresholds(revised, meetings).by_title
        thresholds = {title: rules.revised(thresholds[title], easier[title]) for title in TITLES}
    line = _Line(player, meetings, points, running, len(field.section.meetings[player.id]), complies)
    personal = _personal(line, rules.key)
    opponents = [ratings[meeting.opponent] for meeting in meetings if meeting.opponent in ratings]
    titled = titled_games(field.event, field.section, player.id, edition=rules.key)
    met = tuple(Requirement(ground, holds=True) for ground in titled.grounds)
    norms = {title: _norm(line, title, threshold, personal, rules) for title, threshold in thresholds.items()}
    return PlayerNorms(
        player.id,
        Fraction(sum(opponents, Decimal(0))) / len(opponents) if opponents else None,
        points,
        len(meetings),
        norms,
        running,
        field.section.board,
        _game_lines(field, meetings, player, rules),
        (*personal_thresholds.notes, *met, *personal, *_several(norms, rules.key)),
        {"gm_games": titled.value[0], "sim_games": titled.value[1]},
    )


@dataclass(frozen=True, slots=True)
class _Line:
    player: Player
    meetings: Sequence[Meeting]
    points: Fraction
    running: int
    games_at_start: int
    complies: bool


def _counting(section: Section, player: Player) -> tuple[Meeting, ...]:
    """Return the games a player's norm is measured by.

    Cancelled games do not count, except for a player who withdrew: the result had to be reached before, so it is
    measured by all games they were to play, except those against others who left.
    """
    if player.status is Status.PLAYING:
        return section.standing(player.id)
    leavers = {other.id for other in section.players if other not in section.remaining and other.id != player.id}
    return tuple(meeting for meeting in section.meetings[player.id] if meeting.opponent not in leavers)


def _before_withdrawal(meeting: Meeting, player: Player) -> bool:
    """Return whether a game ended before the player withdrew; True if the days are not known."""
    if player.status is Status.PLAYING or player.withdrawn_on is None or meeting.ended is None:
        return True
    return meeting.ended <= player.withdrawn_on


def _personal(line: _Line, key: str) -> tuple[Requirement, ...]:
    """Return what stands for or against a norm of this player, whatever the title."""
    player, requirements = line.player, []
    if player.status is not Status.PLAYING:
        _, withdrawn = KEPT.under(key)
        accepted = player.status is Status.WITHDRAWN_ACCEPTED
        facts: dict[str, Fact] = {"status": player.status.value, "accepted": accepted, "score": line.points}
        requirements.append(Requirement(Ground(withdrawn, facts), accepted))
    if player.replaces is not None:
        cited, _ = (WITH_STATUS if player.has_replacement_status else NO_STATUS).under(key)
        facts = {"player": player.id, "replaces": player.replaces.name, "status": player.has_replacement_status}
        requirements.append(Requirement(Ground(cited, facts), player.has_replacement_status))
    if line.games_at_start != len(line.meetings):
        facts = {"at_start": line.games_at_start, "games": len(line.meetings)}
        requirements.append(Requirement(Ground(KEPT.under(key)[0], facts), holds=True))
    return tuple(requirements)


def _several(norms: Mapping[str, Norm], key: str) -> list[Requirement]:
    """Say that one result that is a norm for more than one title counts for each of them."""
    titles = [title for title, norm in norms.items() if norm.achieved]
    cited, counts = SEVERAL.under(key)
    return [Requirement(Ground(cited, {"titles": titles}), counts)] if len(titles) > 1 else []


def _norm(line: _Line, title: str, threshold: Threshold, personal: tuple[Requirement, ...], rules: NormRules) -> Norm:
    games = line.games_at_start
    if threshold.needed is None:
        return Norm(
            None,
            achieved=False,
            possible=False,
            counted_games=games,
            sum=threshold.sum,
            requirements=threshold.requirements,
        )
    performance = line.points >= threshold.needed
    possible = line.complies and tournament.complies(personal)
    if line.player.status is not Status.PLAYING:
        possible = possible and performance
    achieved = possible and performance
    facts: dict[str, Fact] = {"score": line.points, "needed": threshold.needed, "title": title, "outcome": "score"}
    requirements = [*threshold.requirements, Requirement(Ground(STATEMENT.under(rules.key)[1], facts), performance)]
    if performance and not possible and rules.key == NORM.edition:
        requirements.append(Requirement(Ground(NORM, {"title": title, "performance": True}), holds=False))
    over = 0
    if achieved:
        ruling = threshold.overscore(line.points)
        over = ruling.value
        facts = {"title": title, "games": games, "overscore": over, "counted": games + over}
        counted = Ground(COUNTED.under(rules.key)[0], facts)
        requirements += [Requirement(ground, holds=True) for ground in (*ruling.grounds, counted)]
    return Norm(
        threshold.needed,
        achieved,
        possible,
        games + over,
        over,
        threshold.sum,
        performance,
        _outlook(line, threshold.needed, achieved=achieved, possible=possible),
        max(Fraction(0), threshold.needed - line.points) if possible else None,
        tuple(requirements),
    )


def _outlook(line: _Line, needed: Fraction, *, achieved: bool, possible: bool) -> NormOutlook:
    if achieved:
        return NormOutlook.GUARANTEED
    return NormOutlook.REACHABLE if possible and line.points + line.running >= needed else NormOutlook.GONE


def _game_lines(
    field: SectionField, meetings: Sequence[Meeting], player: Player, rules: NormRules
) -> tuple[GameLine, ...]:
    ratings = field.strengths.ratings
    counting = set(meetings)
    return tuple(
        GameLine(
            meeting.opponent,
            ratings.get(meeting.opponent),
            None if meeting.half is None else Fraction(meeting.half, 2),
            meeting in counting,
            rules.expectancies(ratings[meeting.opponent]) if meeting.opponent in ratings else {},
        )
        for meeting in field.section.meetings[player.id]
    )
