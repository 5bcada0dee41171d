"""Events, as JSON or tournament reports, as games to rate: who starts with which rating, and what is not rated."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
import polars as pl

from slowmate.formats.csv_table import unpacked
from slowmate.formats.events import read_any_event
from slowmate.formats.fide_report_json import check_report
from slowmate.formats.rate_of_play import reflection_time, time_control
from slowmate.formats.rating_csv import Players
from slowmate.formats.reading import parse_json
from slowmate.formats.trf_records import looks_like_trf
from slowmate.ratings.countries import FRIENDLY_KINDS, between_countries
from slowmate.ratings.fide.eligible import minutes
from slowmate.ratings.levels import LEVEL_DAY, NATIONAL_KINDS, known_level
from slowmate.ratings.start import (
    UNRATED,
    event_level,
    has_levels,
    is_from_level,
    player_start_rating,
    published_rating,
)
from slowmate.records import BadInput, Event, Family, Pairing, Player
from slowmate.rulebook import Ground, NoEdition, Refused, Ruling

EVENT_TYPE = {
    "fide-round-robin": "round-robin",
    "fide-double-round-robin": "round-robin",
    "fide-swiss": "swiss",
    "fide-team": "team",
    "fide-match": "match",
}
STARTS = "white_start", "black_start", "white_by_level", "black_by_level"


@dataclass(frozen=True, slots=True)
class EventGames:
    """The finished games of an event as a table of `slowmate rate`, and how its start ratings came about.

    *starts* is by the id of the player; only who is needed for 9.4 has one.
    """

    frame: pl.DataFrame
    name: str
    starts: Mapping[str, Ruling[int]] = field(default_factory=dict)
    national: Mapping[str, Ruling[int]] = field(default_factory=dict)
    """The level of a national event, by its name in the table."""
    declared: Mapping[int, int] = field(default_factory=dict)
    """The FIDE ratings that the event states, by the rows of their players."""
    refused: tuple[Ground, ...] = ()
    """FIDE: why the event is not rated at all; nothing where it is."""
    remarks: tuple[Ground, ...] = ()
    """FIDE: remarks for its rating officer."""


def is_event(data: bytes) -> bool:
    """Decide whether a file of games is an event: JSON or a tournament report, and not a table."""
    start = data[:65536].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] in (b"{", b"[") or (b"white" not in start.partition(b"\n")[0].lower() and looks_like_trf(data))


def read_event_games(data: bytes, players: Players, *, file: str, level: float | None = None) -> EventGames:
    """Read the games of an event. *level* was announced for it where its kind has none."""
    data = unpacked(data, file)
    event = read_any_event(data, file=file)
    is_report = looks_like_trf(data) and data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"[")
    rows = {player.id: _row(player, players, file, by_id=not is_report) for player in event.players}
    if event.kind.family is not Family.FIDE:
        return _correspondence_games(event, rows, players, level, file)
    frame = _frame([_game(event, game, rows, {}, players, file) for game in event.games], file, None)
    if is_report:
        return EventGames(frame, event.name)
    refused, remarks = check_report(event, parse_json(data, file=file, what="an EVENT"))
    return EventGames(frame, event.name, refused=refused, remarks=remarks)


def _correspondence_games(
    event: Event, rows: Mapping[str, int], players: Players, level: float | None, file: str
) -> EventGames:
    """Return the games of an event of ICCF's with their start ratings, and how these came about."""
    ids = {player.id: str(players.ids[rows[player.id]]) for player in event.players}
    starts = start_ratings(event, level, ids)
    of_event = known_level(event.kind.slug, level)
    national = {}
    if event.kind.slug in NATIONAL_KINDS and (ruling := _level_ruling(event, _day_of_levels(event), level, ids)):
        of_event, national = float(ruling.value), {_name_in_table(event): ruling}
    frame = _frame([_game(event, game, rows, starts, players, file) for game in event.games], file, of_event)
    if event.kind.slug in FRIENDLY_KINDS:
        countries = float(_is_between_countries(event, rows, players))
        frame = frame.with_columns(pl.lit(countries, pl.Float64).alias("between_countries"))
    by_id = {ids[identity]: ruling for identity, ruling in starts.items()}
    declared = {rows[player.id]: player.fide_rating for player in event.players if player.fide_rating is not None}
    return EventGames(frame, event.name, by_id, national if level is None else {}, declared)


def _frame(games: list[dict[str, Any] | None], file: str, level: float | None) -> pl.DataFrame:
    frame = pl.DataFrame([game for game in games if game], schema=_schema(), orient="row")
    return frame.with_columns(pl.lit(level, pl.Float64).alias("level"), pl.lit(file).alias("file"))


def _is_between_countries(event: Event, rows: Mapping[str, int], players: Players) -> bool:
    """Return what 9.2(e) asks: of the teams, if each names its federation, else of the players."""
    if event.teams and all(team.federation for team in event.teams):
        return between_countries(team.federation for team in event.teams)
    listed = players.columns.get("federation")
    return between_countries(
        player.federation or (None if listed is None else listed[rows[player.id]]) for player in event.players
    )


def _name_in_table(event: Event) -> str:
    return f"{event.name} ({event.start})"


def _schema() -> dict[str, Any]:
    numbers = dict.fromkeys(("white", "black", "white_original", "black_original", "line"), pl.Int64)
    floats = dict.fromkeys(
        ("score", *STARTS, "reflection_moves", "reflection_days", "postal", "scheveningen", "minutes", "round"),
        pl.Float64,
    )
    return {**numbers, **floats, "date": pl.Date, "event": pl.String, "event_type": pl.String, "kind": pl.String}


def _row(player: Player, players: Players, file: str, *, by_id: bool) -> int:
    """Return the row of a player in the players' file: by id; for a report, by FIDE number or name."""
    if by_id:
        row = players.row(player.id)
    else:
        row = players.row_where("fide_id", player.fide_id) if player.fide_id else None
        row = row if row is not None or not player.fide_id else players.row(player.fide_id)
        row = players.row_where("name", player.name) if row is None else row
    if row is None:
        number = player.fide_id or player.id
        how = "by id" if by_id else "by fide_id, id or name"
        why = f"{player.name!r} ({number}) is not among the players of {players.table.file}; they are matched {how}"
        raise BadInput(why, file=file, field="players")
    return row


def start_ratings(event: Event, level: float | None, ids: Mapping[str, str] | None = None) -> dict[str, Ruling[int]]:
    """Return the start ratings of an event (9.4) by the ids of its players, of those who need one.

    *level* was announced for it; *ids* are those by which grounds name the players, if not those of the event.
    """
    return dict(_starts(event, level, ids or {}))


def _starts(event: Event, level: float | None, ids: Mapping[str, str]) -> Iterator[tuple[str, Ruling[int]]]:
    """Return the start rating of each player of the event (9.4); FIDE's rules know none."""
    if event.kind.family is Family.FIDE:
        return
    of_event = _level_ruling(event, event.start, level, ids)
    for player in event.players:
        try:
            yield player.id, player_start_rating(player, on=event.start, level=of_event)
        except (Refused, NoEdition):
            continue


def _level_ruling(event: Event, on: date, level: float | None, ids: Mapping[str, str]) -> Ruling[int] | None:
    """Return the level of an event; that of a national one is the average of all its rated players."""
    whole = None if level is None else int(level)
    published = {ids.get(player.id, player.id): published_rating(player) for player in event.players}
    rated = {identity: rating for identity, rating in published.items() if rating is not None and whole is None}
    try:
        return event_level(
            event.kind,
            on=on,
            rated=list(rated.values()),
            of=list(rated),
            proposed=whole,
            confirmed=whole is not None,
            announced=whole,
        )
    except (Refused, NoEdition):
        return None


def _day_of_levels(event: Event) -> date:
    """Return the day whose edition says the level of an event, for lists by rules that know levels."""
    return event.start if event.start >= LEVEL_DAY and has_levels(on=event.start) else LEVEL_DAY


def _start(starts: Mapping[str, Ruling[int]], player: str) -> int | None:
    """Return a player's start rating; none for the 1800 of the rules of 2023, which rules with levels do not know."""
    ruling = starts.get(player)
    return None if ruling is None or ruling.grounds[0].clause == UNRATED.clause else ruling.value


def _by_level(starts: Mapping[str, Ruling[int]], player: str) -> float | None:
    """Return whether a player's start rating is the level of the event, as a number of the table."""
    return float(is_from_level(starts[player].grounds[0].clause)) if player in starts else None


def _game(
    event: Event,
    game: Pairing,
    rows: Mapping[str, int],
    starts: Mapping[str, Ruling[int]],
    players: Players,
    file: str,
) -> dict[str, Any] | None:
    """Return a finished game, its score null if it is not rated; None for a running one."""
    if game.result is None or not game.result.counts:
        return None
    halves = game.result.half_points
    unplayed = game.result.is_forfeit or sum(halves) == 0 or not game.rated
    time = reflection_time(event.rate_of_play)
    control = time_control(event.rate_of_play) if event.kind.family is Family.FIDE else None
    of_round = event.round_dates[game.round - 1] if game.round and game.round <= len(event.round_dates) else None
    return {
        "white": rows[game.white],
        "black": rows[game.black],
        "score": None if unplayed else halves[0] / 2,
        "date": game.ended or of_round or event.end,
        "round": game.round,
        "event": _name_in_table(event),
        "event_type": EVENT_TYPE.get(event.kind.slug),
        "kind": event.kind.slug,
        "white_start": _start(starts, game.white),
        "black_start": _start(starts, game.black),
        "white_by_level": _by_level(starts, game.white),
        "black_by_level": _by_level(starts, game.black),
        "white_original": _original(event, game.white, players, file),
        "black_original": _original(event, game.black, players, file),
        "reflection_moves": time.moves if time else None,
        "reflection_days": time.days if time else None,
        "postal": float(time.postal) if time else None,
        "scheveningen": float(event.scheveningen),
        "minutes": float(minutes(control)) if control else None,
        "line": None,
    }


def _original(event: Event, player: str, players: Players, file: str) -> int | None:
    """Return the row of the player whose games *player* took over, if item 18 counts the games for that player."""
    entrant = next(candidate for candidate in event.players if candidate.id == player)
    if entrant.replaces is None or entrant.has_replacement_status:
        return None
    row = players.row(entrant.replaces.id)
    if row is None:
        why = f"{entrant.replaces.id!r}, replaced by {entrant.id!r}, is not among the players of {players.table.file}"
        raise BadInput(why, file=file, field="players")
    return row


def adjusted(games: pl.DataFrame, row: int, rating: int, *, since: date, event: str = "") -> pl.DataFrame:
    """Return the games with another start rating of one player, in those (of one event) that finish from a day on."""
    later = pl.col("date").is_null() | (pl.col("date") >= since) if "date" in games.columns else pl.lit(value=True)
    if event:
        later &= (pl.col("event") == event).fill_null(value=False)
    for colour in ("white", "black"):
        name, by_level = f"{colour}_start", f"{colour}_by_level"
        old = pl.col(name) if name in games.columns else pl.lit(np.nan).fill_nan(None)
        mine = (pl.col(colour) == row) & later
        games = games.with_columns(pl.when(mine).then(float(rating)).otherwise(old).cast(pl.Float64).alias(name))
        if by_level in games.columns:
            games = games.with_columns(pl.when(mine).then(0.0).otherwise(by_level).alias(by_level))
    return games
