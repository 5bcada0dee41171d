"""EVENT.json of the contracts: an event with its players, teams and games."""

from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction
from typing import Any

from slowmate.events.choices import RECORDED, RecordedChoice
from slowmate.formats.fide_json import read_terms
from slowmate.formats.rate_of_play import UNREAD_RATE, reflection_time
from slowmate.formats.reading import Node, listed, names, parse_json
from slowmate.records import (
    KINDS,
    UNDATED,
    Director,
    Event,
    ExtraPoints,
    Family,
    FurtherTieBreak,
    Kind,
    Pairing,
    Player,
    PromotionPlan,
    Result,
    Scoring,
    Status,
    Team,
    Unplayed,
    not_a_kind,
)

MAX_RATING = 4000
SEXES = ("f", "m")


def read_event(data: bytes, *, file: str = "EVENT", start: date | None = None, dated: bool = True) -> Event:
    """Read an event, or refuse it with the file, line and field that is wrong.

    *start* goes before the file's; without either, an event over the board need not be *dated*.
    """
    return event_of(parse_json(data, file=file, what="an EVENT"), start=start, dated=dated)


def event_of(node: Node, *, start: date | None = None, dated: bool = True) -> Event:
    """Return the event that an object of a document describes; see `read_event`."""
    kind = kind_of(node)
    players = tuple(_player(entry) for entry in node.children("players"))
    ids = _unique(node, "players", [player.id for player in players])
    teams = tuple(_team(entry, ids) for entry in listed(node, "teams"))
    _unique(node, "teams", [team.id for team in teams])
    _one_team_each(node, teams)
    return Event(
        name=node.text_of("name"),
        kind=kind,
        start=start or _start(node, dated=dated or kind.family is not Family.FIDE),
        players=players,
        games=tuple(_game(entry, ids) for entry in node.children("games")),
        teams=teams,
        scheveningen=node.flag("scheveningen", default=False),
        director=_director(node.child("director")) if node.has("director") else None,
        start_list=node.optional_day("start_list"),
        further_tie_breaks=tuple(_further(entry) for entry in listed(node, "further_tie_breaks")),
        fide=read_terms(node, ids),
        approved=node.flag("approved", default=True),
        iccf_playing_rules=node.flag("iccf_playing_rules", default=True),
        end=node.end_day(start=start),
        city=node.optional_text("city"),
        federation=node.optional_text("federation"),
        rounds=node.optional_whole("rounds", least=1, most=1000),
        round_dates=node.days("round_dates") if node.has("round_dates") else (),
        rate_of_play=_rate_of_play(node, kind),
        deputies=names(node, "deputies"),
        scoring=_scoring(node.child("scoring")) if node.has("scoring") else Scoring(),
        extra_points=tuple(_extra(entry, ids, {team.id for team in teams}) for entry in listed(node, "extra_points")),
        tie_break_list=names(node, "tie_break_list"),
        match_points_first=node.flag("match_points_first", default=False),
        id=node.optional_text("id") or "",
        promotion=_promotion(node.child("promotion")) if node.has("promotion") else None,
        **read_choices(node, RECORDED),
    )


def _rate_of_play(node: Node, kind: Kind) -> str | None:
    """Read the rate of play; by correspondence one that cannot be understood is refused."""
    text = node.optional_text("rate_of_play")
    if text is not None and kind.family is not Family.FIDE and reflection_time(text) is None:
        raise node.bad("rate_of_play", f"{text!r} {UNREAD_RATE}")
    return text


def _start(node: Node, *, dated: bool) -> date:
    return node.day("start") if dated or node.has("start") else UNDATED


def read_choices(node: Node, rows: Iterable[RecordedChoice]) -> dict[str, Any]:
    """Read the choices of an event, by the names of the records' fields; what is missing has its default."""
    return {row.name: _choice(node, row) for row in rows}


def _choice(node: Node, row: RecordedChoice) -> int | bool | None:
    if row.bounds is None:
        return node.flag(row.written, default=bool(row.default))
    number = node.optional_whole(row.written, least=row.bounds.least, most=row.bounds.most)
    return row.default if number is None else number


def _scoring(node: Node) -> Scoring:
    names = [field.name for field in fields(Scoring)]
    if strange := next((name for name in node.value if name not in names), None):
        raise node.bad(strange, f"{strange!r} is not one of {', '.join(names)}")
    return Scoring(**{name: points for name in names if (points := node.optional_points(name)) is not None})


def _extra(node: Node, players: set[str], teams: set[str]) -> ExtraPoints:
    player, team = node.optional_text("player"), node.optional_text("team")
    if (player is None) == (team is None):
        raise node.bad("player", "points belong to a player or to a team: name one of them")
    for key, identity, ids in (("player", player, players), ("team", team, teams)):
        if identity is not None and identity not in ids:
            raise node.bad(key, f"{identity!r} is not the id of a {key} of this event")
    return ExtraPoints(
        node.choice("why", Unplayed),
        node.optional_points("points") or Fraction(0),
        node.optional_whole("round", least=1, most=1000),
        player,
        team,
        node.optional_points("match_points") or Fraction(0),
    )


def kind_of(node: Node, key: str = "kind") -> Kind:
    """Return the kind of event that a field names; refuse an unknown one with the list."""
    slug = node.text_of(key)
    if slug not in KINDS:
        raise node.bad(key, not_a_kind(slug))
    return KINDS[slug]


def _player(node: Node) -> Player:
    sex = node.optional_text("sex")
    if sex is not None and sex not in SEXES:
        raise node.bad("sex", f"{sex!r} is not one of {', '.join(SEXES)}")
    identity = node.text_of("id")
    return Player(
        id=identity,
        name=node.optional_text("name") or identity,
        federation=node.optional_text("federation"),
        sex=sex,
        birth_year=node.optional_whole("birth_year", least=1850, most=2100),
        title=node.optional_text("title"),
        rating=node.optional_whole("rating", least=1, most=MAX_RATING),
        games=node.optional_whole("games", least=0, most=1_000_000),
        fide_rating=node.optional_whole("fide_rating", least=1, most=MAX_RATING),
        status=node.choice("status", Status) if node.has("status") else Status.PLAYING,
        title_date=node.optional_day("title_date"),
        last_rating=node.optional_whole("last_rating", least=1, most=MAX_RATING),
        fide_title=node.optional_text("fide_title"),
        withdrawn_on=node.optional_day("withdrawn_on"),
        replaces=_replaced(node),
        has_replacement_status=node.flag("has_replacement_status", default=False),
        replaces_since=node.optional_day("replaces_since"),
        fide_id=node.optional_text("fide_id"),
        born=node.optional_day("born"),
        later_title=node.optional_text("later_title"),
        later_title_date=node.optional_day("later_title_date"),
    )


def _replaced(node: Node) -> Player | None:
    """Return the player of the start list; without a federation of their own, it is that of their substitute."""
    if not node.has("replaces"):
        return None
    first = _player(node.child("replaces"))
    return replace(first, federation=first.federation or node.optional_text("federation"))


def _team(node: Node, ids: set[str]) -> Team:
    players = node.texts("players")
    for player in players:
        if player not in ids:
            raise node.bad("players", f"{player!r} is not the id of a player of this event")
    identity = node.text_of("id")
    return Team(identity, node.optional_text("name") or identity, players, node.optional_text("federation"))


def _game(node: Node, ids: set[str]) -> Pairing:
    white, black = node.text_of("white"), node.text_of("black")
    for key, player in (("white", white), ("black", black)):
        if player not in ids:
            raise node.bad(key, f"{player!r} is not the id of a player of this event")
    if white == black:
        raise node.bad("black", f"{black!r} cannot play against themselves")
    return Pairing(
        white,
        black,
        node.choice("result", Result) if node.has("result") else None,
        node.optional_whole("board", least=1, most=1000),
        node.optional_whole("round", least=1, most=1000),
        ended=node.optional_day("date"),
        rated=node.flag("rated", default=True),
        chess960=node.optional_whole("chess960", least=0, most=959),
        fen=_start_of_game(node),
    )


def _start_of_game(node: Node) -> str | None:
    """Return the starting position of a thematic game; refuse one that is illegal, or a second one."""
    fen = node.optional_text("fen")
    if fen is None:
        return None
    if node.has("chess960"):
        raise node.bad("fen", "a game starts from a Chess960 number or from a position, not both")
    from slowmate.board import IllegalPosition, Position  # noqa: PLC0415 - few events need it, and it costs time

    try:
        return Position.from_fen(fen).fen
    except IllegalPosition as wrong:
        raise node.bad("fen", wrong.why) from None


def _promotion(node: Node) -> PromotionPlan:
    return PromotionPlan(
        node.optional_whole("up", least=0, most=1000) or 0,
        kind_of(node, "to").slug if node.has("to") else None,
        node.optional_whole("best_of_rest", least=0, most=1000) or 0,
        node.optional_whole("down", least=0, most=1000) or 0,
        kind_of(node, "below").slug if node.has("below") else None,
    )


def _director(node: Node) -> Director:
    return Director(node.text_of("name"), node.optional_text("title"))


def _further(node: Node) -> FurtherTieBreak:
    values = node.child("values")
    return FurtherTieBreak(
        node.text_of("name"),
        node.day("stated"),
        {key: values.whole(key, least=-1_000_000, most=1_000_000) for key in values.value},
    )


def _unique(node: Node, key: str, ids: list[str]) -> set[str]:
    seen: set[str] = set()
    for number, identity in enumerate(ids):
        if identity in seen:
            at = Node({}, (*node.path, key, number), node.text, node.file)
            raise at.bad("id", f"{identity!r} is used twice")
        seen.add(identity)
    return seen


def _one_team_each(node: Node, teams: tuple[Team, ...]) -> None:
    seen: set[str] = set()
    for number, team in enumerate(teams):
        for player in team.players:
            if player in seen:
                at = Node({}, (*node.path, "teams", number), node.text, node.file)
                raise at.bad("players", f"{player!r} stands in two places")
            seen.add(player)
