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

FIRST = EDITIONS["ICCF-TR-2016"].begins
LONGEST_NAME = 120


def import_file(file: File, options: ImportOptions, report: ImportReport) -> None:
    """Bring the event of a file, whole or not at all."""
    name, draft = file.name, ReportDraft()
    is_brought = False
    try:
        data = file.data()
        event, _doubts = read_with_doubts(data, file=name)
        _check(event, file=name)
        key, digest = _keys(event)
        if _is_here(event, (key, digest), options, report, name):
            return
        with together(options):
            _write(event, options, draft, name, (key, digest), is_report=is_trf(data, file=name))
        is_brought = True
    except BadInput as wrong:
        why = f"{wrong.field}: {wrong.why}" if wrong.field else wrong.why
        report.add(ImportOutcome.REFUSED, "event", name, wrong.line, "", why)
    except Unclear as unclear:
        report.add(ImportOutcome.AMBIGUOUS, "event", name, 1, "", str(unclear))
    finally:
        report.take(draft, whole=is_brought)


def _is_here(
    event: records.Event, keys: tuple[str, str], options: ImportOptions, report: ImportReport, file: str
) -> bool:
    """Whether an event was brought before; `BadInput` if it said otherwise then."""
    here = Origin.objects.filter(source=options.source, kind=Origin.Kind.EVENT, key=keys[0]).first()
    if here is None:
        return False
    if here.digest != keys[1]:
        raise BadInput("was brought before, and said otherwise; what an event ended with is not changed", file=file)
    report.add(ImportOutcome.HERE, "event", file, 1, event.name, f"section {here.row}")
    return True


def _check(event: records.Event, *, file: str) -> None:
    """What keeps an event from being kept: it is brought with its end, or not."""
    running = sum(game.result is None for game in event.games)
    if running:
        raise BadInput(
            f"{running} games have no result; events are brought when they are over", file=file, field="games"
        )
    if any(_day(event, game) is None for game in event.games):
        raise BadInput("missing; games have no day, and the event no end", file=file, field="end")
    if event.start < FIRST and event.kind.family is not Family.FIDE:
        why = f"{event.start} is before {FIRST}, and no rules we hold make its table; bring its games as PGN"
        raise BadInput(why, file=file, field="start")
    if event.games_per_pairing > 2:
        raise BadInput(
            "more than two games of each pair cannot be kept in a table", file=file, field="games_per_pairing"
        )
    twice = [name for name, number in Counter(team.name for team in event.teams).items() if number > 1]
    if twice:
        raise BadInput(f"two teams are called {twice[0]!r}", file=file, field="teams")
    _check_substitutes(event, file=file)
    if len(event.name) > LONGEST_NAME:
        raise BadInput(f"{len(event.name)} characters; at most {LONGEST_NAME} fit", file=file, field="name")


def _check_substitutes(event: records.Event, *, file: str) -> None:
    """Substitutes take boards of teams; whom one of them replaced has a seat of its start list."""
    substitutes = [player for player in event.players if player.replaces is not None]
    if not substitutes:
        return
    name = substitutes[0].name or substitutes[0].id
    if not event.teams or not event.kind.teams or event.scheveningen:
        raise BadInput(f"{name} replaced somebody, and only boards of teams are taken over", file=file, field="players")
    sat = {one for seat in seats(event) for one in seat.players}
    lost = next((player for player in substitutes if player.id not in sat), None)
    if lost is not None:
        why = f"{lost.name or lost.id} replaced somebody who plays for no team"
        raise BadInput(why, file=file, field="players")


def _day(event: records.Event, game: records.Pairing) -> date | None:
    of_round = event.round_dates[game.round - 1] if game.round and game.round <= len(event.round_dates) else None
    return game.ended or of_round or event.end


def _keys(event: records.Event) -> tuple[str, str]:
    """What an event is known by, and what it says."""
    players = [(one.id, one.name, one.rating, one.title, one.status.value) for one in event.players]
    games = [(one.white, one.black, one.result, str(_day(event, one)), one.board, one.round) for one in event.games]
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
    seated = sorted({numbers[one.id] for line in _lines(event) for one in line.players})
    if len(seated) != sum(len(line.players) for line in _lines(event)):
        raise BadInput("two of its players are the same one here", file=file, field="players")
    if not options.writes:
        report.add(ImportOutcome.NEW, "event", file, 1, event.name, f"{len(event.games)} games")
        return
    section = _section(event, options)
    originals = {one: numbers[other] for one, other in _originals(event).items()}
    kept = _ImportedSection(section, _seats(event, section, numbers), originals)
    past = [_imported_game(event, one, numbers, kept, options) for one in event.games]
    games = _existing_or_new(event, past, options)
    met: Counter[frozenset[int]] = Counter()
    pairings = []
    for one, game in zip(event.games, games, strict=True):
        white, black = (_seat(kept.seats[player]) for player in (one.white, one.black))
        pair = frozenset((white.pk, black.pk))
        met[pair] += 1
        pairings.append(
            Pairing(section=section, white=white, black=black, board=one.board, game=game, game_number=met[pair])
        )
    Pairing.objects.bulk_create(pairings)
    Origin.objects.create(source=options.source, kind=Origin.Kind.EVENT, key=keys[0], digest=keys[1], row=section.pk)
    if event.kind.slug in GIVE_RIGHTS:
        players = Player.objects.select_for_update().filter(pk__in=seated).order_by("pk")
        rights.look_again(section, list(players), by_server(options.at))
    report.add(ImportOutcome.NEW, "event", file, 1, event.name, f"section {section.pk}, {len(games)} games")
    late = too_late([(one.rating.pool, one.ended) for one in past])
    if late:
        report.add(ImportOutcome.PASSED_OVER, "list", file, 1, event.name, f"{late} {LATE}")


def _people(event: records.Event, people: People, *, file: str, is_report: bool) -> dict[str, int]:
    """The players of an event, and those whom they replaced, by their ids in it."""
    told = {one.replaces.id: one.replaces for one in event.players if one.replaces is not None}
    told |= {one.id: one for one in event.players}
    keys, unclear = dict[str, str](), list[str]()
    for identity, one in told.items():
        person = ArchivePerson(
            name=one.name,
            id="" if is_report else identity,
            is_loose=True,
            federation=(one.federation or "").upper()[:3],
            birth_year=one.birth_year or (one.born.year if one.born else None),
            fide_id=one.fide_id or "",
            more={"sex": one.sex or "", "title": (one.title or "")[:4]},
        )
        try:
            keys[identity] = people.see(person, file=file, line=None)
        except Unclear as wrong:
            unclear.append(str(wrong))
    if unclear:
        raise Unclear("; ".join(unclear))
    people.flush()
    return {identity: people.number(key) for identity, key in keys.items()}


def _seat(one: Seat | SeatHolding) -> Seat:
    return one if isinstance(one, Seat) else one.seat


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
    """A seat of a file: who sat there, the player of the start list first; in a team event with its board."""

    players: tuple[records.Player, ...]
    team: str = ""
    board: int | None = None


def _lines(event: records.Event) -> list[_Line]:
    """The seats in the order of the file, which may name who was replaced only where it tells of his substitute."""
    if not event.teams or event.scheveningen or event.kind.family is Family.FIDE:
        places = {player: (team.id, board) for team in event.teams for board, player in enumerate(team.players, 1)}
        return [_Line((one,), *places.get(one.id, ("", None))) for one in event.players]
    by_id = {one.id: one for one in event.players}
    found: dict[str, _Line] = {}
    for seat in seats(event):
        sat = [by_id[one] for one in seat.players]
        if (first := sat[0].replaces) is not None:
            sat = [first, *sat]
        found[seat.players[0]] = _Line(tuple(sat), seat.team, seat.board)
    taken = {one.id for line in found.values() for one in line.players}
    return [
        found[one.id] if one.id in found else _Line((one,))
        for one in event.players
        if one.id in found or one.id not in taken
    ]


def _seats(event: records.Event, section: Section, numbers: Mapping[str, int]) -> dict[str, Seat | SeatHolding]:
    """The seats with everything as the file says it was at the start, and whoever took one since: by their ids."""
    starts = start_ratings(event, None)
    teams = {
        team.id: Team.objects.create(
            event=section.event, name=team.name[:LONGEST_NAME], federation=(team.federation or "")[:3]
        )
        for team in event.teams
    }
    found: dict[str, Seat | SeatHolding] = {}
    holdings: list[SeatHolding] = []
    for number, line in enumerate(_lines(event), 1):
        first, *substitutes = line.players
        seat = Seat(section=section, number=number, player_id=numbers[first.id], team=teams.get(line.team))
        seat.board, seat.later_title = line.board, (first.later_title or "")[:4]
        seat.later_title_date = first.later_title_date
        _freeze(seat, first, starts)
        found[first.id] = seat
        for one in substitutes:
            holding = SeatHolding(seat=seat, player_id=numbers[one.id], begins=one.replaces_since)
            holding.has_replacement_status = one.has_replacement_status
            holding.ends = None if one is substitutes[-1] else section.ended
            _freeze(holding, one, starts)
            holdings.append(holding)
            found[one.id] = holding
    Seat.objects.bulk_create(seat for seat in found.values() if isinstance(seat, Seat))
    for holding in holdings:
        holding.seat_id = holding.seat.pk
    SeatHolding.objects.bulk_create(holdings)
    return found


def _freeze(seat: Seat | SeatHolding, one: records.Player, starts: Mapping[str, Ruling[int]]) -> None:
    """As the file says he was."""
    seat.name = one.name[:LONGEST_NAME]
    seat.federation, seat.sex, seat.birth_year = (one.federation or "")[:3], one.sex or "", one.birth_year
    seat.title, seat.title_date = (one.title or "")[:4], one.title_date
    seat.rating, seat.rating_games, seat.last_rating = one.rating, one.games, one.last_rating
    seat.fide_rating, seat.status, seat.withdrawn_on = one.fide_rating, one.status.value, one.withdrawn_on
    seat.start_rating = starts[one.id].value if one.id in starts else None


@dataclass(frozen=True, slots=True)
class _ImportedSection:
    """What is kept of an event so far: its section, its seats by the ids of those who sat there, and by the ids of
    substitutes the originals for whom their games may count (item 18)."""

    section: Section
    seats: Mapping[str, Seat | SeatHolding]
    originals: Mapping[str, int]


def _imported_game(
    event: records.Event,
    game: records.Pairing,
    numbers: Mapping[str, int],
    found: _ImportedSection,
    options: ImportOptions,
) -> ImportedGame:
    """A game of the event, with what its list asks of it."""
    section, seats, originals = found.section, found.seats, found.originals
    time = reflection_time(event.rate_of_play)
    is_fide = event.kind.family is Family.FIDE
    ended, result = _day(event, game), game.result
    if ended is None or result is None:
        raise ValueError("asked before")
    rating = RatingTerms(
        is_rated=options.is_rated and game.rated and not result.is_forfeit,
        pool=options.pool or (Game.Pool.FIDE_STANDARD.value if is_fide else section.event.pool),
        event_kind=event.kind.slug,
        event_key=f"section/{section.pk}",
        white_start=seats[game.white].start_rating,
        black_start=seats[game.black].start_rating,
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
    )


def _originals(event: records.Event) -> dict[str, str]:
    """For whom the games of substitutes without Replacement status may count, by their ids."""
    found: dict[str, str] = {}
    for line in _lines(event):
        first = datetime.combine(event.start, time(), UTC)
        roster = [
            rosters.SeatHolding(
                line.team,
                line.board or 0,
                one.id,
                first + timedelta(days=turn),
                event.start if one.has_replacement_status else None,
            )
            for turn, one in enumerate(line.players)
        ]
        for one in line.players[1:]:
            original = rosters.original_of(roster, line.team, line.board or 0, one.id)
            if original is not None:
                found[one.id] = original
    return found


def _over_the_board(event: records.Event, game: records.Pairing) -> dict[str, Any]:
    control = time_control(event.rate_of_play)
    said = {
        "event_type": EVENT_TYPE.get(event.kind.slug),
        "round": game.round,
        "minutes": float(minutes(control)) if control else None,
    }
    return {name: value for name, value in said.items() if value is not None}


def _existing_or_new(event: records.Event, past: list[ImportedGame], options: ImportOptions) -> list[Game]:
    """The games of the event: those of its name that came with their moves before, and new ones for the rest."""
    players = {pk for one in past for pk in (one.white, one.black)}
    rows = Game.objects.filter(
        white__in=players, black__in=players, event_key=event.name[:80], pairing=None, challenge=None
    )
    loose: dict[tuple[int, int, str], list[Game]] = {}
    for row in rows.order_by("pk"):
        loose.setdefault((row.white_id, row.black_id, row.result), []).append(row)
    found: list[Game | None] = []
    for one in past:
        fitting = loose.get((one.white, one.black, one.result.value))
        found.append(fitting.pop(0) if fitting else None)
    made = iter(write([one for one, game in zip(past, found, strict=True) if game is None], source=options.source))
    return [game if game is not None else next(made) for game in found]
