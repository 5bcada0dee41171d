"""The statement of norms of an event and what has come of it: all that both editions of the ICCF have in common.

Each edition brings its thresholds and its overscore (`Edition`); here they meet the sections of the event, cancelled
games, withdrawn players and substitutes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from slowmate.records import Event, Player, Status
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause
from slowmate.titles import tournament
from slowmate.titles.categories import CATEGORIES, average, category
from slowmate.titles.levels import TITLES
from slowmate.titles.quota import titled_games
from slowmate.titles.reports import BoardReport, GameLine, Norm, NormReport, Outlook, PlayerNorms, Requirement
from slowmate.titles.schedule import Meeting, Section, sections
from slowmate.titles.strength import Strengths, assumed, strengths

RECALCULATED = Dated({"ICCF-TR-2016 App2.4(a)/recalc": True, "ICCF-TR-2017 App2.3(a)/recalc": True})
KEPT = Dated({"ICCF-TR-2016 App2.4(a)/keep": True, "ICCF-TR-2017 App2.3(a)/keep": True})
WITHDRAWN = Dated({"ICCF-TR-2016 App2.4(a)/keep": False, "ICCF-TR-2017 App2.3(a)/withdrawn": False})
"""2016 has no clause of its own for withdrawn players; it is read as 2017."""
SCORE_SUFFICES = Dated({"ICCF-TR-2016 App2.4(a)/statement": True, "ICCF-TR-2017 10.0.1/norm": True})
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
    """What every title takes of one player, and what is to be said of all of them."""

    by_title: Mapping[str, Threshold]
    notes: tuple[Requirement, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A section as it stands for the computation: who is left, and what everybody counts with."""

    event: Event
    section: Section
    strengths: Strengths
    category: int | None


@dataclass(frozen=True, slots=True)
class Edition:
    """What the editions do differently. *revised* takes the thresholds of the start and with a replacement player."""

    key: str
    thresholds: Callable[[Field, Sequence[Meeting]], Thresholds]
    revised: Callable[[Threshold, Threshold], Threshold]
    expectancies: Callable[[Decimal], Mapping[str, Decimal]]


def report(event: Event, edition: Edition, *, only: str | None = None) -> NormReport:
    """The norms of an event under one edition, section by section. *only* leaves out all players but one."""
    found = [
        _section(event, section, edition, only)
        for section in sections(event)
        if only is None or only in section.meetings
    ]
    players = tuple(line for _, lines in found for line in lines)
    boards = tuple(board for board, _ in found)
    possible = {title: any(board.titles_possible[title] for board in boards) for title in TITLES}
    if len(boards) == 1:
        whole = boards[0]
        return NormReport(edition.key, possible, whole.average, whole.category, whole.requirements, players)
    requirements = tuple(
        replace(one, ground=Ground(one.ground.clause, {"board": board.board, **one.ground.facts}))
        for board in boards
        for one in board.requirements
    )
    ratings = [board.average for board in boards if board.average is not None]
    mean = average(ratings, edition=edition.key).value if ratings else None
    return NormReport(edition.key, possible, mean, None, requirements, players, boards)


# -- one section ------------------------------------------------------------------------------------------------------


def _section(
    event: Event, section: Section, edition: Edition, only: str | None
) -> tuple[BoardReport, tuple[PlayerNorms, ...]]:
    at_start = _field(event, section, [_at_start(player) for player in section.players], edition.key)
    stand_in = assumed(event, section, edition=edition.key, has_category=_needs_category(at_start, edition.key))
    rating = stand_in[1] if stand_in else None
    if rating is not None:
        at_start = _field(event, section, [_at_start(player) for player in section.players], edition.key, rating)
    requirements = tournament.requirements(
        event, section, category=at_start.category, edition=edition.key, assumed=stand_in[0] if stand_in else None
    )
    remaining = section.remaining
    field = _field(event, section, [_at_start(player) for player in remaining], edition.key, rating)
    revised = None
    if any(player.replaces and player.has_replacement_status for player in remaining):
        revised = _field(event, section, [_with_status(player) for player in remaining], edition.key, rating)
    notes = [*field.strengths.requirements, *_average_notes(field, edition.key), *_cancelled(section, edition.key)]
    complies = tournament.complies(requirements)
    lines = tuple(
        _player(field, revised, player, edition, complies=complies)
        for player in section.players
        if only is None or player.id == only
    )
    mean = _mean(field, edition.key)
    shown = None if field.category is None else CATEGORIES[field.category]
    possible = {title: any(line.norms[title].possible for line in lines) for title in TITLES}
    return BoardReport(section.board or 0, mean, shown, possible, (*requirements, *notes)), lines


def _needs_category(field: Field, key: str) -> bool:
    """2016 falls back to an assumed category also where the average is in none."""
    return field.category is not None or key != "ICCF-TR-2016"


def _field(event: Event, section: Section, players: list[Player], key: str, rating: int | None = None) -> Field:
    found = strengths(event, players, edition=key)
    if rating is not None:
        found = Strengths({player.id: Decimal(rating) for player in players}, ())
    field = Field(event, section, found, None)
    mean = _mean(field, key)
    return field if mean is None else replace(field, category=category(mean, edition=key).value)


def _mean(field: Field, key: str) -> Decimal | None:
    ratings = list(field.strengths.ratings.values())
    return average(ratings, edition=key).value if ratings else None


def _average_notes(field: Field, key: str) -> list[Requirement]:
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
    """The values of the start list under the id the event knows."""
    return replace(tournament.at_start(player), id=player.id)


def _with_status(player: Player) -> Player:
    return player if player.has_replacement_status else _at_start(player)


# -- one player -------------------------------------------------------------------------------------------------------


def _player(field: Field, revised: Field | None, player: Player, edition: Edition, *, complies: bool) -> PlayerNorms:
    meetings = _counting(field.section, player)
    ratings = field.strengths.ratings
    running = sum(meeting.half is None for meeting in meetings) if player.status is Status.PLAYING else 0
    points = Fraction(sum(meeting.half or 0 for meeting in meetings if _before_withdrawal(meeting, player)), 2)
    found = edition.thresholds(field, meetings)
    thresholds = found.by_title
    if revised:
        easier = edition.thresholds(revised, meetings).by_title
        thresholds = {title: edition.revised(thresholds[title], easier[title]) for title in TITLES}
    line = _Line(player, meetings, points, running, len(field.section.meetings[player.id]), complies)
    personal = _personal(line, edition.key)
    known = [ratings[one.opponent] for one in meetings if one.opponent in ratings]
    titled = titled_games(field.event, field.section, player.id, edition=edition.key)
    met = tuple(Requirement(ground, holds=True) for ground in titled.grounds)
    norms = {title: _norm(line, title, threshold, personal, edition) for title, threshold in thresholds.items()}
    return PlayerNorms(
        player.id,
        Fraction(sum(known, Decimal(0))) / len(known) if known else None,
        points,
        len(meetings),
        norms,
        running,
        field.section.board,
        _game_lines(field, meetings, player, edition),
        (*found.notes, *met, *personal, *_several(norms, edition.key)),
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
    """The games a player's norm is measured by.

    Cancelled games are gone. For a player who withdrew himself they are not: his result had to be reached before, so it
    is measured by all he was to play, but for the games of others who left.
    """
    if player.status is Status.PLAYING:
        return section.standing(player.id)
    left = {other.id for other in section.players if other not in section.remaining and other.id != player.id}
    return tuple(meeting for meeting in section.meetings[player.id] if meeting.opponent not in left)


def _before_withdrawal(meeting: Meeting, player: Player) -> bool:
    """Points a withdrawn player scored before he left; where the days are not known, all of them."""
    if player.status is Status.PLAYING or player.withdrawn_on is None or meeting.ended is None:
        return True
    return meeting.ended <= player.withdrawn_on


def _personal(line: _Line, key: str) -> tuple[Requirement, ...]:
    """What stands for or against a norm of this player, whatever the title."""
    player, found = line.player, []
    if player.status is not Status.PLAYING:
        cited, _ = WITHDRAWN.under(key)
        accepted = player.status is Status.WITHDRAWN_ACCEPTED
        facts: dict[str, Fact] = {"status": player.status.value, "accepted": accepted, "score": line.points}
        found.append(Requirement(Ground(cited, facts), accepted))
    if player.replaces is not None:
        cited, _ = (WITH_STATUS if player.has_replacement_status else NO_STATUS).under(key)
        facts = {"player": player.id, "replaces": player.replaces.name, "status": player.has_replacement_status}
        found.append(Requirement(Ground(cited, facts), player.has_replacement_status))
    if line.games_at_start != len(line.meetings):
        facts = {"at_start": line.games_at_start, "games": len(line.meetings)}
        found.append(Requirement(Ground(KEPT.under(key)[0], facts), holds=True))
    return tuple(found)


def _several(norms: Mapping[str, Norm], key: str) -> list[Requirement]:
    """One result that is a norm for more than one title counts for each of them."""
    made = [title for title, norm in norms.items() if norm.achieved]
    cited, counts = SEVERAL.under(key)
    return [Requirement(Ground(cited, {"titles": made}), counts)] if len(made) > 1 else []


def _norm(line: _Line, title: str, threshold: Threshold, personal: tuple[Requirement, ...], edition: Edition) -> Norm:
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
    found = [*threshold.requirements, Requirement(Ground(SCORE_SUFFICES.under(edition.key)[0], facts), performance)]
    if performance and not possible and edition.key == NORM.edition:
        found.append(Requirement(Ground(NORM, {"title": title, "performance": True}), holds=False))
    over = 0
    if achieved:
        ruling = threshold.overscore(line.points)
        over = ruling.value
        facts = {"title": title, "games": games, "overscore": over, "counted": games + over}
        counted = Ground(COUNTED.under(edition.key)[0], facts)
        found += [Requirement(ground, holds=True) for ground in (*ruling.grounds, counted)]
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
        tuple(found),
    )


def _outlook(line: _Line, needed: Fraction, *, achieved: bool, possible: bool) -> Outlook:
    if achieved:
        return Outlook.GUARANTEED
    return Outlook.REACHABLE if possible and line.points + line.running >= needed else Outlook.GONE


def _game_lines(field: Field, meetings: Sequence[Meeting], player: Player, edition: Edition) -> tuple[GameLine, ...]:
    ratings = field.strengths.ratings
    counting = set(meetings)
    return tuple(
        GameLine(
            meeting.opponent,
            ratings.get(meeting.opponent),
            None if meeting.half is None else Fraction(meeting.half, 2),
            meeting in counting,
            edition.expectancies(ratings[meeting.opponent]) if meeting.opponent in ratings else {},
        )
        for meeting in field.section.meetings[player.id]
    )
