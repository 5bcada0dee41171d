"""Direct titles: those a place or a percentage in a championship brings, and the champions themselves."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from slowmate.records import Event
from slowmate.rulebook import Clause, Dated, Fact, Ground, Ruling, clause
from slowmate.titles.iccf.schedule import Section, sections
from slowmate.titles.reports import NormReport

GM_PLACES = Dated({"ICCF-TR-2016 10.4(a)": 3, "ICCF-TR-2017 10.2(a)": 3})
GM_BOARD = Dated({"ICCF-TR-2016 10.4(b)": 1, "ICCF-TR-2017 10.2(b)": 1})
IM_FINALIST = Dated({"ICCF-TR-2016 10.6(a)/final": True, "ICCF-TR-2017 10.4(a)/final": True})
IM_CANDIDATE = Dated({"ICCF-TR-2016 10.6(a)/cand": "IM", "ICCF-TR-2017 10.4(a)/cand": "IM"})
IM_LADIES = Dated({"ICCF-TR-2016 10.6(b)": 1, "ICCF-TR-2017 10.4(b)": 1})
IM_CUP = Dated({"ICCF-TR-2016 10.6(c)": 1, "ICCF-TR-2017 10.4(c)": 1})
CCM_PLACES = Dated({"ICCF-TR-2016 10.7(a)": 3, "ICCF-TR-2017 10.5(a)": 3})
CCM_BOARD = Dated({"ICCF-TR-2016 10.7(b)": 1, "ICCF-TR-2017 10.5(b)": 1})
CCE_SHARE = Dated({"ICCF-TR-2016 10.8(a)": Fraction(3, 5), "ICCF-TR-2017 10.6(a)": Fraction(3, 5)})
CCE_BOARD = Dated({"ICCF-TR-2016 10.8(b)": Fraction(3, 5), "ICCF-TR-2017 10.6(b)": Fraction(3, 5)})
DIRECT = clause("ICCF-TR-2017 App2.2.6")


class ChampionTitle(NamedTuple):
    """A champion's title, and the clause that names it among the titles."""

    title: str
    named_by: Clause


CHAMPION = Dated(
    {
        "ICCF-TR-2016 10.2": ChampionTitle("WCCC", clause("ICCF-TR-2016 10.1(a)")),
        "ICCF-TR-2017 1.4.5/2": ChampionTitle("WCCC", clause("ICCF-TR-2017 1.4.5/1")),
    }
)
LADIES_CHAMPION = Dated(
    {
        "ICCF-TR-2016 10.3": ChampionTitle("LWCCC", clause("ICCF-TR-2016 10.1(b)")),
        "ICCF-TR-2017 1.6.4": ChampionTitle("LWCCC", clause("ICCF-TR-2017 1.6.4")),
    }
)

CANDIDATES = "world-championship-candidates"


@dataclass(frozen=True, slots=True)
class DirectTitle:
    """A title and who earned it; *number* is that of a champion's cycle. Titles are for life."""

    player: str
    title: str
    ground: Ground
    number: int | None = None


def direct_titles(
    event: Event,
    places: Mapping[str, int],
    *,
    finalists: Collection[str] = (),
    report: NormReport | None = None,
) -> Ruling[tuple[DirectTitle, ...]]:
    """Return the titles an event brings by place or percentage once finished; before, only the certain ones.

    *places* come from the standings, tie-breaks included: all who still share the last place that counts get the
    title. *finalists* are those who qualified for the World Championship final by this event; one who becomes a
    Grandmaster by it is no International Master besides. *report* is needed for the IM norm in a Candidates'
    tournament. The day the event starts decides the edition.
    """
    titles: list[DirectTitle] = []
    if event.kind.slug == CANDIDATES and report:
        titles += _candidates(event, report)
    awards = _AWARDS.get(event.kind.slug)
    if awards and not is_running(event):
        titles += awards(event, places)
    higher = {title.player for title in titles if title.title == "GM"}
    qualified = [finalist for finalist in finalists if finalist not in higher]
    titles[:0] = [_title(IM_FINALIST, "IM", finalist, event, {"qualified": True}) for finalist in qualified]
    grounds = tuple(title.ground for title in titles)
    return Ruling(tuple(titles), (Ground(DIRECT, {"event": event.name, "titles": len(titles)}), *grounds))


def is_running(event: Event) -> bool:
    """Return whether a game of the event still runs."""
    return any(
        meeting.half is None and not meeting.cancelled
        for section in sections(event)
        for meetings in section.meetings.values()
        for meeting in meetings
    )


def _title(
    dated: Dated[int] | Dated[bool] | Dated[str] | Dated[Fraction],
    title: str,
    player: str,
    event: Event,
    facts: Mapping[str, Fact],
) -> DirectTitle:
    cited, _ = dated.on(event.start)
    return DirectTitle(player, title, Ground(cited, {"player": player, "title": title, **facts}))


def _candidates(event: Event, report: NormReport) -> list[DirectTitle]:
    """Return the IM titles of a Candidates' tournament, where one norm is enough."""
    _, norm_title = IM_CANDIDATE.on(event.start)
    return [
        _title(IM_CANDIDATE, "IM", line.id, event, {"score": line.score, "needed": line.norms[norm_title].needed})
        for line in report.players
        if line.norms[norm_title].achieved
    ]


def _by_place(dated: Dated[int], title: str, event: Event, places: Mapping[str, int]) -> list[DirectTitle]:
    _, last = dated.on(event.start)
    return [_title(dated, title, player, event, {"place": place}) for player, place in places.items() if place <= last]


def _best_on_board(dated: Dated[int], title: str, event: Event) -> list[DirectTitle]:
    """Return the titles for the best result on a board; equal players are all the best."""
    section = _board(event, dated.on(event.start)[1])
    points = {player.id: _points(section, player.id) for player in section.players} if section else {}
    best = max(points.values(), default=None)
    return [
        _title(dated, title, player, event, {"points": scored, "games": len(section.standing(player))})
        for player, scored in points.items()
        if section and scored == best
    ]


def _share_on_board(event: Event) -> list[DirectTitle]:
    section = _board(event, CCM_BOARD.on(event.start)[1])
    return _by_share(CCE_BOARD, event, section) if section else []


def _by_share(dated: Dated[Fraction], event: Event, section: Section) -> list[DirectTitle]:
    """Return the titles for 60% of the possible points."""
    _, share = dated.on(event.start)
    titles = []
    for player in section.players:
        games, points = len(section.standing(player.id)), _points(section, player.id)
        if games and points >= share * games:
            titles.append(_title(dated, "CCE", player.id, event, {"points": points, "games": games}))
    return titles


def _board(event: Event, number: int) -> Section | None:
    return next((section for section in sections(event) if section.board == number), None)


def _points(section: Section, player: str) -> Fraction:
    return Fraction(sum(meeting.half or 0 for meeting in section.standing(player)), 2)


def _world_final(event: Event, places: Mapping[str, int]) -> list[DirectTitle]:
    return _by_place(GM_PLACES, "GM", event, places)


def _ladies_final(event: Event, places: Mapping[str, int]) -> list[DirectTitle]:
    return [
        *_by_place(IM_LADIES, "IM", event, places),
        *_by_place(CCM_PLACES, "CCM", event, places),
        *_by_share(CCE_SHARE, event, sections(event)[0]),
    ]


def _olympiad_final(event: Event, _places: Mapping[str, int]) -> list[DirectTitle]:
    return _best_on_board(GM_BOARD, "GM", event)


def _ladies_olympiad_final(event: Event, _places: Mapping[str, int]) -> list[DirectTitle]:
    return [*_best_on_board(CCM_BOARD, "CCM", event), *_share_on_board(event)]


def _cup_final(event: Event, places: Mapping[str, int]) -> list[DirectTitle]:
    return _by_place(IM_CUP, "IM", event, places)


_AWARDS: dict[str, Callable[[Event, Mapping[str, int]], list[DirectTitle]]] = {
    "world-championship-final": _world_final,
    "olympiad-final": _olympiad_final,
    "ladies-world-championship-final": _ladies_final,
    "ladies-olympiad-final": _ladies_olympiad_final,
    "world-cup-final": _cup_final,
}


DIRECT_KINDS = frozenset({CANDIDATES, *_AWARDS})
"""Kinds of event whose results can be titles by themselves."""


def champions(event: Event, places: Mapping[str, int]) -> Ruling[tuple[DirectTitle, ...]]:
    """Return the World Champion or Ladies' World Champion of a finished final, numbered by the cycle, for life.

    Players who still share first place after the tie-breaks share the title.
    """
    dated = {
        "world-championship-final": CHAMPION,
        "ladies-world-championship-final": LADIES_CHAMPION,
    }.get(event.kind.slug)
    if dated is None or is_running(event):
        return Ruling((), ())
    cited, (title, named_by) = dated.on(event.start)
    facts: dict[str, Fact] = {"title": title, "cycle": event.cycle, "until": None}
    won = tuple(
        DirectTitle(player, title, Ground(cited, {"player": player, **facts}), event.cycle)
        for player, place in places.items()
        if place == 1
    )
    return Ruling(won, (*(champion.ground for champion in won), Ground(named_by, facts)))


def finished_on(event: Event) -> date:
    """Return the day a finished event's titles are earned: that of its last game."""
    return max((game.ended for game in event.games if game.ended), default=event.end or event.start)
