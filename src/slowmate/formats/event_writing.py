"""An event as the EVENT.json that `slowmate.formats.event_json` reads back the same."""

import json
from dataclasses import MISSING, fields
from typing import Any

from slowmate.events.choices import RECORDED
from slowmate.formats.grounds import Json, fact_json
from slowmate.records import UNDATED, Event, FideTerms, Kind

NAMES = {"ended": "date"} | {row.name: row.key for row in RECORDED if row.key}
"""Fields that have another name in the file."""


def event_as_json(event: Event) -> dict[str, Json]:
    """Return the fields of an event that differ from their defaults; a start that is not known is null."""
    values: dict[str, Json] = {"players": [], "games": []} | _object(event)
    values["start"] = None if event.start == UNDATED else values["start"]
    games = values["games"]
    for place in event.fide.adjudicated if event.fide else ():
        if isinstance(games, list) and isinstance(game := games[place], dict):
            game["adjudicated"] = True
    return values


def _object(record: Any) -> dict[str, Json]:  # noqa: ANN401 - any of the records
    values: dict[str, Json] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if value != default:
            values[NAMES.get(field.name, field.name)] = _json(value)
    return values


def _json(value: Any) -> Json:  # noqa: ANN401 - any value of the records
    if isinstance(value, Kind):
        return value.slug
    if isinstance(value, FideTerms):
        terms = {name: term for name, term in _object(value).items() if name != "adjudicated"}
        if value.byes:
            terms["byes"] = [{"player": player, "round": number} for player, number in sorted(value.byes)]
        return terms
    if hasattr(value, "__dataclass_fields__"):
        return _object(value)
    if isinstance(value, frozenset):
        return [_json(item) for item in sorted(value)]
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    return fact_json(value)


def event_text(event: Event) -> str:
    """Write the event as text people can read and change: a line for each field, player, team and game."""
    lines = []
    for key, value in event_as_json(event).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in value)
            lines.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
