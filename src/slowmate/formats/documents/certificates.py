"""A certificate's JSON as the words of its page."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from slowmate.formats.documents.rendering import Page, clauses, day, joined, points, span
from slowmate.formats.documents.square_code import square_code
from slowmate.formats.grounds import Json
from slowmate.rulebook import EDITIONS

MAX_GAMES = 40
MAX_EVENTS = 8


def certificate_page(content: Mapping[str, Any], *, address: str = "", seal: bytes = b"") -> Page:
    """Return the page of a certificate, from what `slowmate.formats.certificate_json` says.

    *address* is where its code is verified, printed and drawn as a square code; *seal* a picture (PNG, JPEG or SVG).
    """
    player, is_norm = content["player"], content["award"] == "norm"
    own_name = content["printed_title"] == content["title"]
    values: dict[str, Json] = {
        "federation": content["federation"],
        "opening": "This is to certify that",
        "name": name_as_called(player["name"]),
        "of": joined([player["federation"], _identity(player)], "  ·  "),
        "deed": "has made a norm for the title of" if is_norm else "has been awarded the title of",
        "title_name": content["title_name"],
        "after": _as_if_remark(content) if is_norm else _validity(content, own_name=own_name),
        "events": _events(content),
        "games": [_game(number, game) for number, game in enumerate(content["games"][:MAX_GAMES], 1)],
        "note": _note(content["games"]),
        "clauses": clauses(ground["clause"] for ground in content["grounds"]),
        "signatories": [_signatory(text) for text in content["signatories"]],
        "issued": f"Issued on {day(content['issued'])}",
        "code": content["code"],
        "code_label": "Verification code" if content["code_kind"] == "verification" else "Fingerprint",
        "address": address.partition("://")[2] or address,
        "square": square_code(address) if address else "",
        "seal": list(seal),
    }
    what = "norm" if is_norm else "title"
    title = f"{content['title_name']} {what}: {player['name']}"
    issued = date.fromisoformat(content["issued"])
    return Page("certificate", values, title, issued, federation=player["federation"])


def name_as_called(name: str) -> str:
    """Return a name as people say it: "Novák, Jiří" is Jiří Novák; a name without a comma stays as it is."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and "," not in first else name


def _identity(player: Mapping[str, Any]) -> str:
    return f"FIDE number {player['fide_id']}" if player["fide_id"] else ""


def _signatory(text: str) -> Json:
    """Split "Marie Nováková, President" into the name and, under it, the office; without a comma it is an office."""
    name, comma, role = text.partition(",")
    return {"name": name.strip(), "role": role.strip()} if comma else {"name": "", "role": text}


def _validity(content: Mapping[str, Any], *, own_name: bool) -> str:
    since = f"valid from {day(content['valid_from'])}"
    return since if own_name else f"{since}, in the register as {content['title']}"


def _as_if_remark(content: Mapping[str, Any]) -> str:
    """Return a remark on a norm that was computed by rules other than those of its event."""
    if not content.get("as_if"):
        return ""
    return f"as if by the {EDITIONS[content['rules']].title}, which did not govern the event"


def _events(content: Mapping[str, Any]) -> list[Json]:
    events = content["events"][:MAX_EVENTS]
    if len(events) > 1:
        return [
            {
                "name": event["name"],
                "where": _years(event),
                "result": _fraction(event),
                "counted": str(event["counted_games"] or event["games"] or ""),
            }
            for event in events
        ]
    return [
        {
            "name": event["name"],
            "where": joined([event["kind"], event["city"], _when(event)], "  ·  "),
            "result": _result(event),
        }
        for event in events
    ]


def _when(event: Mapping[str, Any]) -> str:
    return span(event["start"], event["end"]) if event["end"] else f"started on {day(event['start'])}"


def _years(event: Mapping[str, Any]) -> str:
    first = event["start"][:4]
    last = event["end"][:4] if event["end"] else first
    return first if first == last else f"{first}–{last}"


def _fraction(event: Mapping[str, Any]) -> str:
    return f"{points(event['score'])} / {event['games']}" if event["games"] and event["score"] is not None else ""


def _result(event: Mapping[str, Any]) -> str:
    if event["score"] is None or not event["games"]:
        return ""
    sentence = f"{points(event['score'])} points from {event['games']} games"
    if event["needed"] is not None:
        sentence += f", where {points(event['needed'])} were needed"
    extra = (event["counted_games"] or event["games"]) - event["games"]
    return f"{sentence}; counts as {event['counted_games']} games" if extra > 0 else sentence


def _game(number: int, game: Mapping[str, Any]) -> Json:
    opponent = game["opponent"]
    mark = "" if game["counts"] else " †"
    rating = str(opponent["rating"]) if opponent["rating"] else "unrated"
    return {
        "number": str(game["round"] or number),
        "colour": game["colour"],
        "opponent": f"{joined([opponent['title'], opponent['name']], ' ')}{mark}",
        "about": joined([opponent["federation"], rating], "  "),
        "score": points(game["score"]),
        "counts": game["counts"],
    }


def _note(games: list[Mapping[str, Any]]) -> str:
    notes = ["○ White   ● Black"]
    if not all(game["counts"] for game in games):
        notes.append("† played, and left out of the norm")
    if len(games) > MAX_GAMES:
        notes.append(f"and {len(games) - MAX_GAMES} games more")
    return "   ".join(notes)
