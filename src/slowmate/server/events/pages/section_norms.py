"""Norms of a section as people read them: the score each player needs for each title, and what has come of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext, ngettext, pgettext

from slowmate.server.events.models import Seat, SeatHolding
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds, render_requirements
from slowmate.server.events.queries.section_cache import direct_titles_of, norms_of, outlook_of
from slowmate.server.events.queries.sections import (
    Participant,
    ReplacedPlayer,
    SectionRows,
    participant,
    replaced_players,
)
from slowmate.server.events.queries.start_lists import stated_norms
from slowmate.server.events.text import title_words
from slowmate.titles.iccf.direct import DirectTitle
from slowmate.titles.levels import TITLES
from slowmate.titles.norms import why_none_is_open
from slowmate.titles.reports import Norm, NormOutlook, NormReport, PlayerNorms
from slowmate.words import say_odds, score

StatedNorms = Mapping[str, Fraction | None]
"""The score by title that was fixed at the start; None: not open."""


@dataclass(frozen=True, slots=True)
class NormTitle:
    """A title for which a player of the section can make a norm."""

    short: str
    words: str
    span: str
    """The scores that make it, from the least to the most: 8–8½."""


@dataclass(frozen=True, slots=True)
class NormCell:
    """One player's norm for one title: the score it takes, and in words what has become of it."""

    needed: str = ""
    """Empty: not open to the player."""
    words: str = ""
    step: str = "none"
    """made, open, gone, or none."""
    chance: str = ""
    """How likely it is, while games run."""
    stated: str = ""
    """The score that the statement of the start fixed, where another is needed now."""


@dataclass(frozen=True, slots=True)
class SectionNormLine:
    who: Participant
    points: str
    played: int
    games: int
    cells: tuple[NormCell, ...]
    is_mine: bool = False
    board: int | None = None
    replaced: tuple[ReplacedPlayer, ...] = ()
    """The players who sat on the board before."""


@dataclass(frozen=True, slots=True)
class DirectTitleLine:
    """A title that a place brings, without a norm."""

    who: Participant
    title: str
    ground: RenderedGround


@dataclass(frozen=True, slots=True)
class NormsPage:
    """What a section offers. Where nothing is open to anybody, *none* says why."""

    titles: tuple[NormTitle, ...]
    lines: tuple[SectionNormLine, ...]
    none: tuple[RenderedGround, ...]
    requirements: tuple[RenderedGround, ...]
    direct: tuple[DirectTitleLine, ...]
    average: str
    category: str
    made: int
    """Norms that have been made so far."""


def norms_page(rows: SectionRows, *, me: int | None = None, is_whole: bool = True) -> NormsPage:
    """Norms of all players of a section, in the order of the start list; what the section offers alone, if it is not
    to be the whole."""
    report, names = norms_of(rows.record), rows.names
    open_ = [title for title in TITLES if report.titles_possible.get(title)]
    by_id = {line.id: line for line in report.players}
    odds = _odds(rows) if is_whole and rows.is_running else {}
    fixed = stated_norms(rows) if is_whole else {}
    return NormsPage(
        titles=tuple(NormTitle(title, title_words(title), _span(report, title)) for title in open_),
        lines=tuple(
            _line(
                by_id[str(who.player_id)],
                rows.sat_on(seat),
                _Beside(open_, odds.get(str(who.player_id), {}), fixed.get(str(seat.player_id), {})),
                is_mine=who.player_id == me,
            )
            for seat in (rows.seats if is_whole else ())
            if str((who := rows.holder(seat)).player_id) in by_id
        ),
        none=tuple(render_grounds(why_none_is_open(report), names)),
        requirements=tuple(render_requirements(report.requirements if is_whole else (), names)),
        direct=tuple(_direct(rows, one) for one in direct_titles_of(rows.record)),
        average=average_words(report),
        category=report.category or "",
        made=sum(norm.achieved for line in report.players for norm in line.norms.values()),
    )


def average_words(report: NormReport) -> str:
    """The average rating in whole points, as people speak of it."""
    return str(round(report.average)) if report.average is not None else ""


def _span(report: NormReport, title: str) -> str:
    needed = sorted({norm.needed for norm in _of_title(report, title) if norm.possible and norm.needed is not None})
    if not needed:
        return ""
    return score(needed[0]) if len(needed) == 1 else f"{score(needed[0])}–{score(needed[-1])}"


def _of_title(report: NormReport, title: str) -> list[Norm]:
    return [line.norms[title] for line in report.players]


class _Beside(NamedTuple):
    """What stands beside a player's norms: the titles shown, how likely each is, and what was fixed at the start."""

    titles: Sequence[str]
    odds: Mapping[str, Fraction | None]
    stated: StatedNorms


def _odds(rows: SectionRows) -> dict[str, dict[str, Fraction | None]]:
    """How likely everybody's norms are that can still be made."""
    return {
        line.id: {norm.title: norm.odds for norm in line.norms if norm.state is NormOutlook.REACHABLE}
        for line in outlook_of(rows.record).players
    }


def _line(line: PlayerNorms, sat: Sequence[Seat | SeatHolding], beside: _Beside, *, is_mine: bool) -> SectionNormLine:
    cells = tuple(_cell(line.norms[title], line.running, title, beside) for title in beside.titles)
    played = line.games - line.running
    who, before = participant(sat[-1]), replaced_players(sat)
    return SectionNormLine(who, score(line.score), played, line.games, cells, is_mine, line.board, before)


def _cell(norm: Norm, running: int, title: str, beside: _Beside) -> NormCell:
    fixed = beside.stated.get(title)
    needed = norm.needed if norm.possible else None
    at_start = score(fixed) if fixed is not None and fixed != needed else ""
    if needed is None:
        return NormCell(words=pgettext("of a norm", "not open"), stated=at_start)
    words = norm_state(norm.outlook, norm.still_needed or Fraction(0), running)
    if norm.achieved:
        if norm.overscore_games:
            words += ", " + ngettext("counts as %(n)d game", "counts as %(n)d games", norm.counted_games) % {
                "n": norm.counted_games
            }
        return NormCell(score(needed), words, "made", stated=at_start)
    if norm.outlook is NormOutlook.REACHABLE:
        odds = beside.odds.get(title)
        chance = say_odds(odds, translate=gettext) if odds is not None else ""
        return NormCell(score(needed), words, "open", chance, at_start)
    return NormCell(score(needed), words, "gone", stated=at_start)


def norm_state(state: NormOutlook, missing: Fraction, running: int) -> str:
    """How a norm stands: made, out of reach, or how much is *missing* from the games that are *running*."""
    if state is NormOutlook.GUARANTEED:
        return pgettext("of a norm", "made")
    if state is NormOutlook.GONE:
        return pgettext("of a norm", "out of reach")
    facts = {"points": score(missing), "n": running}
    return ngettext("%(points)s more from %(n)d game", "%(points)s more from %(n)d games", running) % facts


def _direct(rows: SectionRows, one: DirectTitle) -> DirectTitleLine:
    holders = (rows.holder(seat) for seat in rows.seats)
    who = next(who for who in holders if str(who.player_id) == one.player)
    (found,) = render_grounds((one.ground,), rows.names)
    return DirectTitleLine(participant(who), one.title, found)
