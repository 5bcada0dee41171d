"""A certificate as JSON: what is kept, what the verification code is made of, and what the page is set from."""

import json
from collections.abc import Mapping, Sequence
from datetime import date

from slowmate.formats.grounds import Json, fact_json, ground_json, number
from slowmate.formats.reading import Node, parse_json
from slowmate.records import Player
from slowmate.rulebook import Clause, Ground, find
from slowmate.titles.certificates import (
    CODE_LENGTH,
    Certificate,
    CertifiedEvent,
    CertifiedGame,
    EarnedTitle,
    verification_code,
)

TITLE_NAMES = {
    "ICCF": {
        "GM": "Correspondence Chess Grandmaster",
        "SIM": "Correspondence Chess Senior International Master",
        "IM": "Correspondence Chess International Master",
        "CCM": "Correspondence Chess Master",
        "CCE": "Correspondence Chess Expert",
        "LGM": "Correspondence Chess Ladies Grandmaster",
        "LIM": "Correspondence Chess Ladies International Master",
        "IA": "International Arbiter of the ICCF",
        "WCCC": "World Correspondence Chess Champion",
        "LWCCC": "Ladies World Correspondence Chess Champion",
    },
    "FIDE": {
        "GM": "Grandmaster",
        "IM": "International Master",
        "FM": "FIDE Master",
        "CM": "Candidate Master",
        "WGM": "Woman Grandmaster",
        "WIM": "Woman International Master",
        "WFM": "Woman FIDE Master",
        "WCM": "Woman Candidate Master",
    },
}
"""The titles of each federation, in full: 10.1 of the tournament rules, 0.31 of FIDE's title regulations."""
FEDERATIONS = {"ICCF": "International Correspondence Chess Federation", "FIDE": "International Chess Federation"}
SIGNATORIES = {"ICCF": ("Qualifications Commissioner", "President"), "FIDE": ("Chief Arbiter", "National Federation")}
FINGERPRINT_KEY = b"slowmate certificate"


def certificate_json(
    certificate: Certificate,
    grounds: Sequence[Ground],
    *,
    federation: str | None = None,
    signatories: Sequence[str] = (),
    key: bytes | None = None,
) -> dict[str, Json]:
    """Return all that a certificate says, with its code. Without a *key* anybody can make the code again."""
    family = certificate.rules.partition("-")[0]
    content: dict[str, Json] = {
        "award": certificate.award.value,
        "title": certificate.title,
        "printed_title": certificate.printed_title,
        "title_name": title_name(certificate.printed_title, family),
        "player": _player(certificate.player),
        "rules": certificate.rules,
        "valid_from": fact_json(certificate.valid_from),
        "issued": certificate.issued.isoformat(),
        "federation": federation or FEDERATIONS.get(family, family),
        "signatories": list(signatories or SIGNATORIES.get(family, ())),
        "events": [_event(event) for event in certificate.events],
        "games": [_game(game) for game in certificate.games],
        "grounds": [ground_json(ground) for ground in grounds],
    }
    if certificate.as_if:
        content["as_if"] = True
    return content | {"code": code_of(content, key=key), "code_kind": "fingerprint" if key is None else "verification"}


def title_name(title: str, family: str) -> str:
    """Return a title in full; a champion's with the number of their cycle: "WCCC 30" is the 30th."""
    short, _, number = title.partition(" ")
    name = TITLE_NAMES[family][short]
    return f"{_ordinal(int(number))} {name}" if number else name


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def code_of(content: Mapping[str, Json], *, key: bytes | None) -> str:
    return verification_code(canonical(content), key=FINGERPRINT_KEY if key is None else key)


def canonical(content: Mapping[str, Json]) -> bytes:
    """Return the content without its code, in one spelling: keys in order, no blanks, UTF-8."""
    signed = {name: value for name, value in content.items() if name not in ("code", "code_kind")}
    return json.dumps(signed, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def read_certificate(data: bytes, *, file: str) -> dict[str, Json]:
    """Read a stored certificate. It is only checked that it has a code: the code vouches for the rest."""
    node = parse_json(data, file=file, what="a certificate")
    code = node.text_of("code")
    if sum(sign.isalnum() for sign in code) != CODE_LENGTH:
        raise node.bad("code", f"{code!r} is not a code of {CODE_LENGTH} signs")
    if node.text_of("code_kind") not in ("fingerprint", "verification"):
        raise node.bad("code_kind", "expected fingerprint or verification")
    return node.value


def _player(player: Player) -> Json:
    return {
        "id": player.id,
        "name": player.name,
        "federation": player.federation,
        "title": player.title,
        "rating": player.rating,
        "fide_id": player.fide_id,
    }


def _event(event: CertifiedEvent) -> Json:
    return {
        "name": event.name,
        "kind": event.kind,
        "city": event.city,
        "start": event.start.isoformat(),
        "end": fact_json(event.end),
        "games": event.games,
        "score": None if event.score is None else number(event.score),
        "needed": None if event.needed is None else number(event.needed),
        "counted_games": event.counted_games,
    }


def _game(game: CertifiedGame) -> Json:
    return {
        "opponent": _player(game.opponent),
        "colour": game.colour,
        "score": number(game.score),
        "counts": game.counts,
        "round": game.round,
        "played": fact_json(game.played),
        "forfeit": game.forfeit,
    }


def read_earned_title(data: bytes, *, file: str) -> EarnedTitle:
    """Read a title to certify from JSON."""
    node = parse_json(data, file=file, what="a TITLE")
    person = node.child("player")
    sex = person.optional_text("sex")
    if sex not in (None, "f", "m"):
        raise person.bad("sex", f"{sex!r} is not one of f, m")
    title = node.text_of("title")
    if title not in TITLE_NAMES["ICCF"]:
        raise node.bad("title", f"{title!r} is not a title of the ICCF; those are {', '.join(TITLE_NAMES['ICCF'])}")
    earned = node.day("earned")
    player = Player(
        id=person.optional_text("id") or "",
        name=person.text_of("name"),
        federation=person.optional_text("federation"),
        sex=sex,
        rating=person.optional_whole("rating", least=1, most=4000),
    )
    events = tuple(_read_event(child, earned) for child in node.children("events")) if node.has("events") else ()
    grounds = tuple(_read_ground(child) for child in node.children("grounds")) if node.has("grounds") else ()
    return EarnedTitle(player, title, earned, events, grounds)


def _read_event(node: Node, earned: date) -> CertifiedEvent:
    start, end = node.day("start"), node.end_day()
    if start > earned:
        raise node.bad("start", f"{start} is after the title was earned, on {earned}")
    return CertifiedEvent(
        name=node.text_of("name"),
        start=start,
        end=end,
        kind=node.optional_text("kind"),
        city=node.optional_text("city"),
        games=node.optional_whole("games", least=1, most=1000),
        score=node.optional_score("score"),
        needed=node.optional_score("needed"),
        counted_games=node.optional_whole("counted_games", least=0, most=1000),
    )


def _read_ground(node: Node) -> Ground:
    address = node.text_of("clause")
    try:
        cited = Clause.parse(address)
    except ValueError as error:
        raise node.bad("clause", str(error)) from None
    if find(cited) is None:
        raise node.bad("clause", f"{address!r} is not a clause of the catalogue")
    facts = node.child("facts").value if node.has("facts") else {}
    return Ground(cited, facts)
