"""RECORD.json for entry: what is known of a player when he asks to enter an event.

    {"id": "17", "federation": "CZE", "sex": "m", "titles": [{"title": "SIM", "date": "2015-08-01"}],
     "ratings": [{"date": "2017-04-01", "rating": 2451, "games": 120}], "fide_rating": null,
     "results": [{"event": "...", "kind": "world-championship-preliminary", "start": "2015-01-10", "end": "2017-02-01",
                  "games": 12, "points": 8.5, "place": 2}],
     "events": [{"player": "4", "event": {...an EVENT...}}],
     "nominations": [{"federation": "CZE", "date": "2017-04-02", "rating": 2380, "statement": false}],
     "uses": [{"kind": "...", "start": "2016-09-20", "event": "...", "clause": "..."}],
     "bars": [{"since": "2017-01-01", "until": "2018-01-01", "clause": "ICCF-TR-2017 8.4/5"}],
     "grants": [{"kind": "...", "date": "2017-05-02", "reference": "EB 7"}], "gm_norms": 0, "champion_of": [18]}

Only `id` is required. A running result has no `end`, and `best` and `worst` in place of `place`.
"""

from fractions import Fraction

from slowmate.events.entry.entrants import Entrant, EntryBar, GrantedRight, ListEntry, Nomination, PastResult, UsedRight
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.events.running.consequences import past_results
from slowmate.events.running.standings import standings
from slowmate.formats.event_json import MAX_RATING, event_of, kind_of
from slowmate.formats.reading import Node, parse_json
from slowmate.records import Status

MOST = 1_000_000


def read_entrant(data: bytes, *, file: str = "RECORD") -> Entrant:
    """Read a player's record, or refuse it with the file, line and field that is wrong."""
    node = parse_json(data, file=file, what="a RECORD")
    identity = node.text_of("id")
    return Entrant(
        id=identity,
        federation=node.optional_text("federation") or "",
        is_member_federation=node.flag("member_federation", default=True),
        by_direct_entry=node.flag("direct_entry", default=False),
        sex=node.optional_text("sex"),
        titles={entry.text_of("title"): entry.day("date") for entry in _list(node, "titles")},
        ratings=tuple(_rating(entry) for entry in _list(node, "ratings")),
        fide_rating=node.optional_whole("fide_rating", least=1, most=MAX_RATING),
        results=(
            *(_result(entry) for entry in _list(node, "results")),
            *(_played(entry, identity) for entry in _list(node, "events")),
        ),
        nominations=tuple(_nomination(entry) for entry in _list(node, "nominations")),
        grants=tuple(_grant(entry) for entry in _list(node, "grants")),
        uses=tuple(_use(entry) for entry in _list(node, "uses")),
        bars=tuple(
            EntryBar(entry.day("since"), entry.optional_day("until"), entry.text_of("clause"))
            for entry in _list(node, "bars")
        ),
        gm_norms=node.optional_whole("gm_norms", least=0, most=1000) or 0,
        champion_of=_numbers(node, "champion_of"),
        deferred_finals=node.optional_whole("deferred_finals", least=0, most=10) or 0,
        national_places=_numbers(node, "national_places"),
        norm_starts=tuple(
            (entry.day("date"), entry.flag("post", default=False)) for entry in _list(node, "norm_starts")
        ),
        bond_owed=node.flag("bond_owed", default=False),
        bond_ended_regularly=node.flag("bond_ended_regularly", default=False),
    )


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
        node.day("date"), node.whole("rating", least=1, most=MAX_RATING), node.whole("games", least=0, most=MOST)
    )


def _result(node: Node) -> PastResult:
    ended = node.optional_day("end")
    place = node.optional_whole("place", least=1, most=1000)
    best = place or node.whole("best", least=1, most=1000)
    worst = place or node.whole("worst", least=best, most=1000)
    games = node.whole("games", least=1, most=1000)
    running = node.optional_whole("running", least=0, most=games) or 0
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
        is_acknowledged=node.flag("acknowledged", default=True),
        final_places=node.optional_whole("final_places", least=1, most=10) or 2,
        status=node.choice("status", Status) if node.has("status") else Status.PLAYING,
    )


def _points(node: Node, most: int) -> Fraction:
    points = node.value.get("points")
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points <= most or points * 2 % 1:
        raise node.bad("points", f"expected points from 0 to {most} in halves, not {points!r}")
    return Fraction(points)


def _average(node: Node) -> Fraction | None:
    average = node.value.get("average")
    if average is None:
        return None
    if isinstance(average, bool) or not isinstance(average, int | float) or not 0 < average <= MAX_RATING:
        raise node.bad("average", f"expected an average rating, not {average!r}")
    return Fraction(str(average))


def _played(node: Node, identity: str) -> PastResult:
    """A result read off a whole event."""
    inner = node.child("event")
    event = event_of(inner)
    player = node.optional_text("player") or identity
    if all(one.id != player for one in event.players):
        raise node.bad("player", f"{player!r} is not the id of a player of this event")
    lines = standings(event).value
    finished = all(game.result is not None for game in event.games)
    ended = inner.optional_day("end")
    if finished and ended is None:
        raise inner.bad("end", "missing; a finished event has the day it ended")
    return past_results(event, lines, ended=ended if finished else None)[player]


def _nomination(node: Node) -> Nomination:
    return Nomination(
        node.text_of("federation"),
        node.day("date"),
        node.optional_whole("rating", least=1, most=MAX_RATING),
        statement=node.flag("statement", default=False),
    )


def _grant(node: Node) -> GrantedRight:
    return GrantedRight(
        kind_of(node).slug,
        node.day("date"),
        node.text_of("reference"),
        free_place=node.flag("free_place", default=False),
    )


def _use(node: Node) -> UsedRight:
    return UsedRight(
        kind_of(node).slug, node.optional_text("clause") or "", node.day("start"), node.optional_text("event")
    )
