"""RECORD.json for entry: the record of a player who asks to enter an event.

    {"id": "17", "federation": "CZE", "sex": "m", "titles": [{"title": "SIM", "date": "2015-08-01"}],
     "ratings": [{"date": "2017-04-01", "rating": 2451, "games": 120}], "fide_rating": null,
     "results": [{"event": "...", "id": "812", "kind": "world-championship-preliminary", "cycle": 42,
                  "start": "2015-01-10", "end": "2017-02-01", "games": 12, "points": 8.5, "place": 2}],
     "events": [{"player": "4", "event": {...an EVENT...}}],
     "nominations": [{"id": "31", "federation": "CZE", "date": "2017-04-02", "rating": 2380, "statement": false,
                      "kind": "world-championship-preliminary", "year": 2017}],
     "uses": [{"of": "right", "kind": "...", "start": "2016-09-20", "reference": "812", "clause": "...", "cycle": 43}],
     "deferrals": [{"reference": "812", "cycle": 33}], "bonds": [{"since": "2017-03-01", "ended_regularly": null}],
     "bars": [{"since": "2017-01-01", "until": "2018-01-01", "clause": "ICCF-TR-2017 8.4/5"}],
     "grants": [{"kind": "...", "date": "2017-05-02", "reference": "EB 7"}], "gm_norms": 0, "champion_of": [18]}

Only `id` is required. A running result has no `end`, and `best` and `worst` in place of `place`; so has a place that is
shared after all tie-breaks. A use that does not say what it used follows from its clause: a right by the result of
`event`, a nomination, a grant, or else a right by title or rating for that year.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from slowmate.events.choices import CYCLE, OF_RESULTS
from slowmate.events.entry.entrants import (
    Entrant,
    EntryBar,
    GrantedRight,
    ListEntry,
    Nomination,
    OwedBond,
    PastResult,
)
from slowmate.events.entry.right import USED_BY_CLAUSE, Deferral, Use, UseOf
from slowmate.events.entry.routes import FINAL, ROUTES
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.events.running.consequences import results_of_event
from slowmate.formats.event_json import MAX_RATING, event_of, kind_of, read_choices
from slowmate.formats.reading import Node, parse_json
from slowmate.records import Status

MAX_COUNT = 1_000_000
LONG_AGO = date(1900, 1, 1)


def read_entrant(data: bytes, *, file: str = "RECORD") -> Entrant:
    """Read a player's record, or refuse it with the file, line and field that is wrong."""
    node = parse_json(data, file=file, what="a RECORD")
    identity = node.text_of("id")
    return Entrant(
        id=identity,
        federation=_text_or_none(node, "federation"),
        is_member_federation=node.flag("member_federation", default=True),
        by_direct_entry=node.flag("direct_entry", default=False),
        sex=node.optional_text("sex"),
        titles={entry.text_of("title"): entry.day("date") for entry in _list(node, "titles")},
        ratings=tuple(_rating(entry) for entry in _list(node, "ratings")),
        fide_rating=node.optional_whole("fide_rating", least=1, most=MAX_RATING),
        results=_results(node, identity),
        nominations=tuple(_nomination(entry) for entry in _list(node, "nominations")),
        grants=tuple(_grant(entry) for entry in _list(node, "grants")),
        uses=_uses(node),
        bars=tuple(
            EntryBar(entry.day("since"), entry.optional_day("until"), entry.text_of("clause"))
            for entry in _list(node, "bars")
        ),
        gm_norms=node.optional_whole("gm_norms", least=0, most=1000) or 0,
        champion_of=_numbers(node, "champion_of"),
        deferrals=_deferrals(node),
        national_places=_numbers(node, "national_places"),
        norm_starts=tuple(
            (entry.day("date"), entry.flag("post", default=False)) for entry in _list(node, "norm_starts")
        ),
        league_teams={
            entry.whole("season", least=1, most=9999): entry.text_of("team") for entry in _list(node, "league_teams")
        },
        bonds=_bonds(node),
    )


def _text_or_none(node: Node, key: str) -> str | None:
    """Return a text, also an empty one, which says that there is none; None where the record does not say."""
    return "" if node.has(key) and node.value[key] == "" else node.optional_text(key)


def _list(node: Node, key: str) -> tuple[Node, ...]:
    return tuple(node.children(key)) if node.has(key) else ()


def _numbers(node: Node, key: str) -> tuple[int, ...]:
    if not node.has(key):
        return ()
    texts = node.texts(key)
    for text in texts:
        if not text.isdigit():
            raise node.bad(key, f"expected whole numbers, found {text!r}")
    return tuple(int(text) for text in texts)


def _rating(node: Node) -> ListEntry:
    return ListEntry(
        node.day("date"), node.whole("rating", least=1, most=MAX_RATING), node.whole("games", least=0, most=MAX_COUNT)
    )


def _results(node: Node, identity: str) -> tuple[PastResult, ...]:
    """Return a player's results, each with an id of its own: sections of one name without ids are numbered."""
    read = [(entry, _result(entry)) for entry in _list(node, "results")]
    played = ((entry, _played(entry, identity)) for entry in _list(node, "events"))
    read += [(entry, result) for entry, result in played if result is not None]
    seen: dict[str, int] = {}
    results = []
    for entry, result in read:
        number = seen[result.source] = seen.get(result.source, 0) + 1
        if number > 1 and result.id:
            raise entry.bad("id", f"{result.id!r} is used twice; each section has an id of its own")
        results.append(result if number == 1 else replace(result, id=f"{result.event} ({number})"))
    return tuple(results)


def _result(node: Node) -> PastResult:
    ended = node.optional_day("end")
    place = node.optional_whole("place", least=1, most=1000)
    best = place or node.whole("best", least=1, most=1000)
    worst = place or node.whole("worst", least=best, most=1000)
    games = node.whole("games", least=1, most=1000)
    running = node.optional_whole("running", least=0, most=games) or 0
    top_games = node.optional_whole("top_games", least=1, most=1000)
    return PastResult(
        node.text_of("event"),
        kind_of(node),
        node.day("start"),
        ended,
        games,
        _points(node, games - running),
        PlaceOutlook(best, worst),
        running,
        _average(node),
        status=node.choice("status", Status) if node.has("status") else Status.PLAYING,
        id=node.optional_text("id") or "",
        top_points=_points(node, top_games or games, "top_points") if node.has("top_points") else None,
        cycle=_cycle(node),
        top_games=top_games,
        **read_choices(node, OF_RESULTS),
    )


def _cycle(node: Node) -> int | None:
    return node.optional_whole("cycle", least=CYCLE.least, most=CYCLE.most)


def _points(node: Node, most: int, key: str = "points") -> Fraction:
    points = node.value.get(key)
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points <= most or points * 2 % 1:
        raise node.bad(key, f"expected points from 0 to {most} in halves, not {points!r}")
    return Fraction(points)


def _average(node: Node) -> Fraction | None:
    average = node.value.get("average")
    if average is None:
        return None
    if isinstance(average, bool) or not isinstance(average, int | float) or not 0 < average <= MAX_RATING:
        raise node.bad("average", f"expected an average rating, not {average!r}")
    return Fraction(str(average))


def _played(node: Node, identity: str) -> PastResult | None:
    """Return a result computed from a whole event; None where teams play, whose place is none of a player's own."""
    inner = node.child("event")
    event = event_of(inner)
    player = node.optional_text("player") or identity
    if all(entered.id != player for entered in event.players):
        raise node.bad("player", f"{player!r} is not the id of a player of this event")
    if event.kind.teams or event.teams:
        return None
    finished = all(game.result is not None for game in event.games)
    ended = inner.optional_day("end")
    if finished and ended is None:
        raise inner.bad("end", "missing; a finished event has the day it ended")
    return results_of_event(event, ended=ended if finished else None)[player]


def _nomination(node: Node) -> Nomination:
    return Nomination(
        node.text_of("federation"),
        node.day("date"),
        node.optional_whole("rating", least=1, most=MAX_RATING),
        statement=node.flag("statement", default=False),
        kind=kind_of(node).slug if node.has("kind") else None,
        year=node.optional_whole("year", least=1900, most=9999),
        id=node.optional_text("id") or "",
    )


def _grant(node: Node) -> GrantedRight:
    return GrantedRight(
        kind_of(node).slug,
        node.day("date"),
        node.text_of("reference"),
        free_place=node.flag("free_place", default=False),
        cycle=_cycle(node),
    )


def _uses(node: Node) -> tuple[Use, ...]:
    requests = node.days("champion_requests") if node.has("champion_requests") else ()
    former = (Use(UseOf.CHAMPION, FINAL, day or LONG_AGO, "") for day in requests)
    nominations = tuple(_nomination(entry) for entry in _list(node, "nominations"))
    return (*(_use(entry, nominations) for entry in _list(node, "uses")), *former)


def _use(node: Node, nominations: Sequence[Nomination]) -> Use:
    kind, start, clause = kind_of(node).slug, node.day("start"), node.optional_text("clause") or ""
    reference = node.optional_text("reference") or node.optional_text("event")
    of = node.choice("of", UseOf) if node.has("of") else _used_by(clause, kind, has_event=node.has("event"))
    if of is UseOf.NOMINATION and reference is None:
        reference = next((each.name for each in nominations if each.serves(kind, start=start)), None)
    is_told = reference is not None or (of is UseOf.NOMINATION and not node.has("of"))
    if not is_told and of in (UseOf.RIGHT, UseOf.NOMINATION, UseOf.GRANT):
        raise node.bad("reference", f"missing; which {of.value} was used?")
    return Use(of, kind, start, clause, reference, _cycle(node))


def _used_by(clause: str, kind: str, *, has_event: bool) -> UseOf:
    """Return what an entry by a clause used up, with or without the edition before its address."""
    address = clause.rpartition(" ")[2]
    by_result = has_event or any(route.clauses.clause.address == address for route in ROUTES if route.to == kind)
    return USED_BY_CLAUSE.get(address, UseOf.RIGHT if by_result else UseOf.YEARLY)


def _deferrals(node: Node) -> tuple[Deferral, ...]:
    """Return which rights to a Final were deferred; older records have only a number of times."""
    times = node.optional_whole("deferred_finals", least=0, most=10) or 0
    deferrals = (Deferral(entry.optional_text("reference"), _cycle(entry)) for entry in _list(node, "deferrals"))
    return (*deferrals, *(Deferral(None, None) for _ in range(times)))


def _bonds(node: Node) -> tuple[OwedBond, ...]:
    """Return the bonds; older records say only whether a bond is owed, and whether it has ended regularly."""
    bonds = [OwedBond(entry.day("since"), entry.optional_day("ended_regularly")) for entry in _list(node, "bonds")]
    is_good = node.flag("bond_ended_regularly", default=False)
    if node.flag("bond_owed", default=False):
        bonds.append(OwedBond(LONG_AGO, LONG_AGO if is_good else None))
    return tuple(bonds)
