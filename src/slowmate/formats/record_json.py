"""A player's record as JSON: their rating lists, titles and norms from before, and the events they played.

    {"id": "17", "name": "...", "ratings": [{"date": "2016-04-01", "games": 34}],
     "titles": [{"title": "CCE", "date": "2015-08-01"}], "confirmations": [{"title": "IM", "date": "2017-02-03"}],
     "norms": [{"title": "IM", "event": "...", "start": "2014-01-10", "date": "2015-06-01", "games": 12}],
     "events": [{"player": "4", "qualified_for_final": false, "event": {...an EVENT...}}]}

`player` is their id in that event, if it is not the record's. Finished games need the day they ended (`date`), or their
event its `end`.
"""

from collections.abc import Collection
from datetime import date

from slowmate.formats.event_json import event_of
from slowmate.formats.reading import Node, listed, parse_json
from slowmate.records import Event, Family
from slowmate.titles.career import HeldTitle, PlayedEvent, PlayerRecord, RatingEntry
from slowmate.titles.iccf.awards import NormRecord, event_key
from slowmate.titles.levels import LADIES, TITLES

KNOWN_TITLES = (*TITLES, *LADIES)
MOST_GAMES = 1_000_000


def read_record(data: bytes, *, file: str = "RECORD") -> PlayerRecord:
    """Read a player's record, or refuse it with the file, line and field that is wrong."""
    return record_of(parse_json(data, file=file, what="a RECORD"))


def record_of(node: Node) -> PlayerRecord:
    """Read the record that an object of a document describes."""
    identity = node.text_of("id")
    events = tuple(_played(entry, identity) for entry in listed(node, "events"))
    return PlayerRecord(
        identity,
        node.optional_text("name") or identity,
        _each_once(node, events),
        tuple(
            RatingEntry(entry.day("date"), entry.whole("games", least=0, most=MOST_GAMES))
            for entry in listed(node, "ratings")
        ),
        _norms(node, {event_key(played.event.name, played.event.start) for played in events}),
        tuple(HeldTitle(_title(entry), entry.day("date")) for entry in listed(node, "titles")),
        {entry.text_of("title"): entry.day("date") for entry in listed(node, "confirmations")},
    )


def _title(node: Node) -> str:
    title = node.text_of("title")
    if title not in KNOWN_TITLES:
        raise node.bad("title", f"{title!r} is not one of {', '.join(KNOWN_TITLES)}")
    return title


def _each_once(node: Node, events: tuple[PlayedEvent, ...]) -> tuple[PlayedEvent, ...]:
    seen: set[tuple[str, date]] = set()
    for played, entry in zip(events, listed(node, "events"), strict=True):
        key = event_key(played.event.name, played.event.start)
        if key in seen:
            raise entry.bad("event", f"{played.event.name} of {played.event.start} stands in the record twice")
        seen.add(key)
    return events


def _norms(node: Node, played: Collection[tuple[str, date]]) -> tuple[NormRecord, ...]:
    """Read the norms of the register; refuse a repeated one: an event makes one norm for a title."""
    seen: set[tuple[str, tuple[str, date]]] = set()
    norms = []
    for entry in listed(node, "norms"):
        norm = _norm(entry)
        if norm.played_in in played:
            why = f"{norm.event} of {norm.start} is in events too; norms are those of events that are not in the record"
            raise entry.bad("event", why)
        if (norm.title, norm.played_in) in seen:
            why = f"{norm.event} of {norm.start} makes one norm for {norm.title}, and it is listed already"
            raise entry.bad("event", why)
        seen.add((norm.title, norm.played_in))
        norms.append(norm)
    return tuple(norms)


def _norm(node: Node) -> NormRecord:
    title, event = _title(node), node.text_of("event")
    start, earned = node.day("start"), node.day("date")
    if earned < start:
        raise node.bad("date", f"{earned} is before the start of the event, {start}")
    return NormRecord(
        title,
        event,
        start,
        earned,
        node.whole("games", least=1, most=100),
        node.optional_whole("overscore", least=0, most=100) or 0,
        node.optional_whole("gm_games", least=0, most=100) or 0,
        node.optional_whole("sim_games", least=0, most=100) or 0,
        chess960=node.flag("chess960", default=False),
        before_daytona=node.flag("before_daytona", default=False),
    )


def _played(node: Node, identity: str) -> PlayedEvent:
    inner = node.child("event")
    event = event_of(inner)
    if event.kind.family is Family.FIDE:
        raise inner.bad("kind", f"{event.kind.slug} is over the board; a record has events of correspondence chess")
    player = node.optional_text("player") or identity
    if all(entrant.id != player for entrant in event.players):
        raise node.bad("player", f"{player!r} is not the id of a player of this event")
    _days_known(inner, event, player)
    return PlayedEvent(event, player, qualified=node.flag("qualified_for_final", default=False))


def _days_known(node: Node, event: Event, player: str) -> None:
    if event.end is not None:
        return
    for game, entry in zip(event.games, node.children("games"), strict=True):
        if game.result and game.ended is None and player in (game.white, game.black):
            raise entry.bad("date", "missing; a finished game of the record needs its day, or the event its end")
