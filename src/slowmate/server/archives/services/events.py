"""Events that ended elsewhere, from EVENT.json or a tournament report: one section each, with its table and games."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from slowmate import records
from slowmate.events.running import rosters
from slowmate.formats.events import is_trf, read_with_doubts
from slowmate.formats.rate_of_play import reflection_time, time_control
from slowmate.formats.rating_events import EVENT_TYPE, start_ratings
from slowmate.play import clocks
from slowmate.ratings.countries import between_countries
from slowmate.ratings.fide.eligible import minutes
from slowmate.records import BadInput, Family, Result
from slowmate.records.seats import seats
from slowmate.rulebook import EDITIONS, Ruling
from slowmate.server.archives.models import Origin
from slowmate.server.archives.queries.import_options import File, ImportOptions
from slowmate.server.archives.queries.import_report import ImportOutcome, ImportReport, ReportDraft
from slowmate.server.archives.queries.player_matcher import ArchivePerson, key_of
from slowmate.server.archives.services.imported_games import LATE, ImportedGame, too_late, write
from slowmate.server.archives.services.people import People, Unclear, together
from slowmate.server.events.models import RECORDED_COLUMNS, Event, Pairing, Seat, SeatHolding, Section, Team
from slowmate.server.events.queries.due import GIVE_RIGHTS
from slowmate.server.events.regulations import Regulations, plain
from slowmate.server.events.services import rights
from slowmate.server.events.services.steps import by_server
from slowmate.server.games.models import Game
from slowmate.server.games.rating import RatingTerms
from slowmate.server.people.models import Player

FIRST_DAY = EDITIONS["ICCF-TR-2016"].begins
MAX_NAME_LENGTH = 120


def import_file(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Import the event of a file, whole or not at all."""
    name, draft = file.name, ReportDraft()
    is_imported = False
    try:
        data = file.data()
        event, _doubts = read_with_doubts(data, file=name)
        _check(event, file=name)
        key, digest = _keys(event)
        if _is_here(event, (key, digest), options, report, name):
            return
        with together(options):
            _write(event, options, draft, name, (key, digest), is_report=is_trf(data, file=name))
        is_imported = True
    except BadInput as wrong:
        why = f"{wrong.field}: {wrong.why}" if wrong.field else wrong.why
        report.add(ImportOutcome.REFUSED, "event", name, wrong.line, "", why)
    except Unclear as unclear:
        report.add(ImportOutcome.AMBIGUOUS, "event", name, 1, "", str(unclear))
    finally:
        report.take(draft, whole=is_imported)


def _is_here(
    event: records.Event, keys: tuple[str, str], options: ImportOptions, report: ImportReport, file: str
) -> bool:
    """Whether an event was imported before. Raises `BadInput` if it said something else then."""
    origin = Origin.objects.filter(source=options.source, kind=Origin.Kind.EVENT, key=keys[0]).first()
    if origin is None:
        return False
    if origin.digest != keys[1]:
        raise BadInput("was brought before, and said otherwise; what an event ended with is not changed", file=file)
    report.add(ImportOutcome.HERE, "event", file, 1, event.name, f"section {origin.row}")
    return True


def _check(event: records.Event, *, file: str) -> None:
    """Raise `BadInput` for an event that cannot be imported, such as one that still runs."""
    running = sum(game.result is None for game in event.games)
    if running:
        raise BadInput(
            f"{running} games have no result; events are brought when they are over", file=file, field="games"
        )
    if any(_day(event, game) is None for game in event.games):
        raise BadInput("missing; games have no day, and the event no end", file=file, field="end")
    if event.start < FIRST_DAY and event.kind.family is not Family.FIDE:
        why = f"{event.start} is before {FIRST_DAY}, and no rules we hold make its table; bring its games as PGN"
        raise BadInput(why, file=file, field="start")
    if event.games_per_pairing > 2:
        raise BadInput(
            "more than two games of each pair cannot be kept in a table", file=file, field="games_per_pairing"
        )
    twice = [name for name, number in Counter(team.name for team in event.teams).items() if number > 1]
    if twice:
        raise BadInput(f"two teams are called {twice[0]!r}", file=file, field="teams")
    _check_substitutes(event, file=file)
    if len(event.name) > MAX_NAME_LENGTH:
        raise BadInput(f"{len(event.name)} characters; at most {MAX_NAME_LENGTH} fit", file=file, field="name")


def _check_substitutes(event: records.Event, *, file: str) -> None:
    """Raise `BadInput` for substitutes who take no board of a team, or replace no player of the start list."""
    substitutes = [player for player in event.players if player.replaces is not None]
    if not substitutes:
        return
    name = substitutes[0].name or substitutes[0].id
    if not event.teams or not event.kind.teams or event.scheveningen:
        raise BadInput(f"{name} replaced somebody, and only boards of teams are taken over", file=file, field="players")
    seated = {identity for seat in seats(event) for identity in seat.players}
    stray = next((player for player in substitutes if player.id not in seated), None)
    if stray is not None:
        why = f"{stray.name or stray.id} replaced somebody who plays for no team"
        raise BadInput(why, file=file, field="players")


def _day(event: records.Event, game: records.Pairing) -> date | None:
    of_round = event.round_dates[game.round - 1] if game.round and game.round <= len(event.round_dates) else None
    return game.ended or of_round or event.end


def _keys(event: records.Event) -> tuple[str, str]:
    """Return what identifies an event, and a digest of what it says."""
    players = [(player.id, player.name, player.rating, player.title, player.status.value) for player in event.players]
    games = [
        (game.white, game.black, game.result, str(_day(event, game)), game.board, game.round) for game in event.games
    ]
    return key_of("event", event.id, event.name, event.start), key_of(json.dumps([players, games]))


def _write(
    event: records.Event,
    options: ImportOptions,
    report: ImportReport,
    file: str,
    keys: tuple[str, str],
    *,
    is_report: bool,
) -> None:
    people = People(options, report)
    numbers = _people(event, people, file=file, is_report=is_report)
    seated = sorted({numbers[player.id] for line in _lines(event) for player in line.players})
    if len(seated) != sum(len(line.players) for line in _lines(event)):
        raise BadInput("two of its players are the same one here", file=file, field="players")
    if not options.writes:
        report.add(ImportOutcome.NEW, "event", file, 1, event.name, f"{len(event.games)} games")
        return
    section = _section(event, options)
    originals = {substitute: numbers[original] for substitute, original in _originals(event).items()}
    imported = _ImportedSection(section, _seats(event, section, numbers), originals)
    past = [_imported_game(event, game, numbers, imported, options) for game in event.games]
    games = _existing_or_new(event, past, options)
    Pairing.objects.bulk_create(_pairings(event, imported, games))
    Origin.objects.create(source=options.source, kind=Origin.Kind.EVENT, key=keys[0], digest=keys[1], row=section.pk)
    if event.kind.slug in GIVE_RIGHTS:
        players = Player.objects.select_for_update().filter(pk__in=seated).order_by("pk")
        rights.look_again(section, list(players), by_server(options.at))
    report.add(ImportOutcome.NEW, "event", file, 1, event.name, f"section {section.pk}, {len(games)} games")
    late = too_late([(game.rating.pool, game.ended) for game in past])
    if late:
        report.add(ImportOutcome.PASSED_OVER, "list", file, 1, event.name, f"{late} {LATE}")


def _pairings(event: records.Event, imported: "_ImportedSection", games: list[Game]) -> list[Pairing]:
    """Return the pairings of a section, each with its game; the games of each pair are numbered."""
    games_of_pair: Counter[frozenset[int]] = Counter()
    pairings = []
    for pairing, game in zip(event.games, games, strict=True):
        white, black = (_seat(imported.seats[player]) for player in (pairing.white, pairing.black))
        pair = frozenset((white.pk, black.pk))
        games_of_pair[pair] += 1
        row = Pairing(section=imported.section, white=white, black=black, board=pairing.board, game=game)
        row.game_number = games_of_pair[pair]
        pairings.append(row)
    return pairings


def _people(event: records.Event, people: People, *, file: str, is_report: bool) -> dict[str, int]:
    """Return the numbers of the players of an event, and of those whom they replaced, by their ids in the file."""
    players = {player.replaces.id: player.replaces for player in event.players if player.replaces is not None}
    players |= {player.id: player for player in event.players}
    keys, unclear = dict[str, str](), list[str]()
    for identity, player in players.items():
        person = ArchivePerson(
            name=player.name,
            id="" if is_report else identity,
            is_loose=True,
            federation=(player.federation or "").upper()[:3],
            birth_year=player.birth_year or (player.born.year if player.born else None),
            fide_id=player.fide_id or "",
            more={"sex": player.sex or "", "title": (player.title or "")[:4]},
        )
        try:
            keys[identity] = people.see(person, file=file, line=None)
        except Unclear as wrong:
            unclear.append(str(wrong))
    if unclear:
        raise Unclear("; ".join(unclear))
    people.flush()
    return {identity: people.number(key) for identity, key in keys.items()}


def _seat(holder: Seat | SeatHolding) -> Seat:
    return holder if isinstance(holder, Seat) else holder.seat


def _section(event: records.Event, options: ImportOptions) -> Section:
    ended = event.end or max(day for game in event.games if (day := _day(event, game)) is not None)
    row = Event.objects.create(
        name=event.name,
        kind=event.kind.slug,
        state=Event.State.SETTLED,
        federation=(event.federation or "")[:3],
        announced=event.start,
        start=event.start,
        regulations=plain(Regulations(time_control=clocks.Unrecorded())),
        **{name: getattr(event, name) for name in RECORDED_COLUMNS},
        is_agreed=True,
        is_rated=options.is_rated,
        ended=ended,
        made=options.at,
    )
    return Section.objects.create(
        event=row,
        number=1,
        name="",
        state=Section.State.SETTLED,
        start=event.start,
        posted=event.start_list or event.start,
        ended=ended,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A seat of a file: its players, the one of the start list first, and in a team event its board."""

    players: tuple[records.Player, ...]
    team: str = ""
    board: int | None = None


def _lines(event: records.Event) -> list[_Line]:
    """Return the seats in the order of the file, which may name a replaced player only with the substitute."""
    if not event.teams or event.scheveningen or event.kind.family is Family.FIDE:
        places = {player: (team.id, board) for team in event.teams for board, player in enumerate(team.players, 1)}
        return [_Line((player,), *places.get(player.id, ("", None))) for player in event.players]
    by_id = {player.id: player for player in event.players}
    lines: dict[str, _Line] = {}
    for seat in seats(event):
        holders = [by_id[identity] for identity in seat.players]
        if (first := holders[0].replaces) is not None:
            holders = [first, *holders]
        lines[seat.players[0]] = _Line(tuple(holders), seat.team, seat.board)
    taken = {player.id for line in lines.values() for player in line.players}
    return [
        lines[player.id] if player.id in lines else _Line((player,))
        for player in event.players
        if player.id in lines or player.id not in taken
    ]


def _seats(event: records.Event, section: Section, numbers: Mapping[str, int]) -> dict[str, Seat | SeatHolding]:
    """Create the seats as the file says they were at the start, and their substitutes; return them by players' ids."""
    starts = start_ratings(event, None)
    teams = {
        team.id: Team.objects.create(
            event=section.event, name=team.name[:MAX_NAME_LENGTH], federation=(team.federation or "")[:3]
        )
        for team in event.teams
    }
    holders: dict[str, Seat | SeatHolding] = {}
    holdings: list[SeatHolding] = []
    for number, line in enumerate(_lines(event), 1):
        first, *substitutes = line.players
        seat = Seat(section=section, number=number, player_id=numbers[first.id], team=teams.get(line.team))
        seat.board, seat.later_title = line.board, (first.later_title or "")[:4]
        seat.later_title_date = first.later_title_date
        _freeze(seat, first, starts)
        holders[first.id] = seat
        for substitute in substitutes:
            holding = SeatHolding(seat=seat, player_id=numbers[substitute.id], begins=substitute.replaces_since)
            holding.has_replacement_status = substitute.has_replacement_status
            holding.ends = None if substitute is substitutes[-1] else section.ended
            _freeze(holding, substitute, starts)
            holdings.append(holding)
            holders[substitute.id] = holding
    Seat.objects.bulk_create(seat for seat in holders.values() if isinstance(seat, Seat))
    for holding in holdings:
        holding.seat_id = holding.seat.pk
    SeatHolding.objects.bulk_create(holdings)
    return holders


def _freeze(seat: Seat | SeatHolding, player: records.Player, starts: Mapping[str, Ruling[int]]) -> None:
    """Copy to a seat what the file says of its player."""
    seat.name = player.name[:MAX_NAME_LENGTH]
    seat.federation, seat.sex, seat.birth_year = (player.federation or "")[:3], player.sex or "", player.birth_year
    seat.title, seat.title_date = (player.title or "")[:4], player.title_date
    seat.rating, seat.rating_games, seat.last_rating = player.rating, player.games, player.last_rating
    seat.fide_rating, seat.status, seat.withdrawn_on = player.fide_rating, player.status.value, player.withdrawn_on
    if start := starts.get(player.id):
        seat.start_rating, seat.rated_by = start.value, str(start.grounds[0].clause)


@dataclass(frozen=True, slots=True)
class _ImportedSection:
    """What is imported of an event so far: its section, the seats by the ids of their players, and by the ids of
    substitutes the players for whom their games may count (item 18)."""

    section: Section
    seats: Mapping[str, Seat | SeatHolding]
    originals: Mapping[str, int]


def _imported_game(
    event: records.Event,
    game: records.Pairing,
    numbers: Mapping[str, int],
    imported: _ImportedSection,
    options: ImportOptions,
) -> ImportedGame:
    """Return a game of the event, with what its rating list needs."""
    section, seats, originals = imported.section, imported.seats, imported.originals
    time = reflection_time(event.rate_of_play)
    is_fide = event.kind.family is Family.FIDE
    ended, result = _day(event, game), game.result
    if ended is None or result is None:
        raise ValueError("an event without result or day passed the check")
    rating = RatingTerms(
        is_rated=options.is_rated and game.rated and not result.is_forfeit,
        pool=options.pool or (Game.Pool.FIDE_STANDARD.value if is_fide else section.event.pool),
        event_kind=event.kind.slug,
        event_key=f"section/{section.pk}",
        white_start=seats[game.white].start_rating,
        black_start=seats[game.black].start_rating,
        white_by_level=seats[game.white].starts_by_level,
        black_by_level=seats[game.black].starts_by_level,
        is_between_countries=_is_between_countries(event),
        is_scheveningen=event.scheveningen,
        white_original_id=originals.get(game.white),
        black_original_id=originals.get(game.black),
        over_the_board=_over_the_board(event, game) if is_fide else None,
    )
    return ImportedGame(
        white=numbers[game.white],
        black=numbers[game.black],
        result=Result(result),
        starts=event.start,
        ended=ended,
        rating=rating,
        reflection=(time.moves, time.days) if time and not is_fide else None,
        is_postal=bool(time and time.postal),
        chess960=game.chess960,
        fen=game.fen,
    )


def _is_between_countries(event: records.Event) -> bool | None:
    """Return what 9.2(e) asks of a friendly match, where each of its teams names a federation."""
    federations = [team.federation for team in event.teams]
    return between_countries(federations) if federations and all(federations) else None


def _originals(event: records.Event) -> dict[str, str]:
    """Return for whom the games of substitutes without Replacement status may count, by their ids."""
    originals: dict[str, str] = {}
    for line in _lines(event):
        first = datetime.combine(event.start, time(), UTC)
        roster = [
            rosters.SeatHolding(
                line.team,
                line.board or 0,
                player.id,
                first + timedelta(days=turn),
                event.start if player.has_replacement_status else None,
            )
            for turn, player in enumerate(line.players)
        ]
        for player in line.players[1:]:
            original = rosters.original_of(roster, line.team, line.board or 0, player.id)
            if original is not None:
                originals[player.id] = original
    return originals


def _over_the_board(event: records.Event, game: records.Pairing) -> dict[str, Any]:
    control = time_control(event.rate_of_play)
    values = {
        "event_type": EVENT_TYPE.get(event.kind.slug),
        "round": game.round,
        "minutes": float(minutes(control)) if control else None,
    }
    return {name: value for name, value in values.items() if value is not None}


def _existing_or_new(event: records.Event, past: list[ImportedGame], options: ImportOptions) -> list[Game]:
    """Return the games of the event: those imported before with their moves, and new ones for the rest."""
    players = {pk for game in past for pk in (game.white, game.black)}
    rows = Game.objects.filter(
        white__in=players, black__in=players, event_key=event.name[:80], pairing=None, challenge=None
    )
    loose: dict[tuple[int, int, str], list[Game]] = {}
    for row in rows.order_by("pk"):
        loose.setdefault((row.white_id, row.black_id, row.result), []).append(row)
    existing: list[Game | None] = []
    for game in past:
        rows_alike = loose.get((game.white, game.black, game.result.value), [])
        fitting = next((row for row in rows_alike if game.may_be(row)), None)
        if fitting is not None:
            rows_alike.remove(fitting)
        existing.append(fitting)
    missing = [game for game, row in zip(past, existing, strict=True) if row is None]
    made = iter(write(missing, source=options.source))
    return [row if row is not None else next(made) for row in existing]
