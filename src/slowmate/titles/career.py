"""A player's whole record: every norm, every title with its day and route, and what the next title still takes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from slowmate.records import Event, Pairing, Player, Status
from slowmate.rulebook import Ground, NoEdition
from slowmate.titles.iccf.awards import NORMS, MissingForTitle, NormRecord, missing_for_title, norms_used
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute, confirmed_by, valid_from
from slowmate.titles.iccf.direct import CANDIDATES, DirectTitle, champions, direct_titles, finished_on, is_running
from slowmate.titles.levels import TITLES, is_at_least
from slowmate.titles.norms import norms
from slowmate.titles.reports import PlayerNorms

CHESS960_KINDS = frozenset({"chess960", "chess960-world-cup"})


@dataclass(frozen=True, slots=True)
class RatingEntry:
    """One rating list: from which day, and on how many games the rating rests."""

    day: date
    games: int


@dataclass(frozen=True, slots=True)
class HeldTitle:
    """A title a player had before the events of the record."""

    title: str
    since: date


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event of the record and who the player is in it.

    *places* are the final places of a finished event; *qualified* says that they qualified by it for the World
    Championship final (`events.running.final_places.with_places` reads both from the event), or by a free place.
    """

    event: Event
    player: str
    places: Mapping[str, int] = field(default_factory=dict)
    qualified: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Everything a player's titles are judged by. *norms* and *held* are from before, or from events we do not have."""

    id: str
    name: str
    events: tuple[PlayedEvent, ...] = ()
    ratings: tuple[RatingEntry, ...] = ()
    norms: tuple[NormRecord, ...] = ()
    held: tuple[HeldTitle, ...] = ()
    confirmed: Mapping[str, date] = field(default_factory=dict)
    """By title, the day on which the Qualifications Commissioner confirmed and registered it."""


@dataclass(frozen=True, slots=True)
class TitleAward:
    """A title, the day it was earned, how, by whom it is confirmed, and the norms and grounds it rests on.

    *valid_from* is None while a confirmation by the Commissioner is still to come.
    """

    title: str
    earned: date
    route: TitleRoute
    confirmed_by: ConfirmingBody
    norms: tuple[NormRecord, ...]
    grounds: tuple[Ground, ...]
    valid_from: date | None = None


@dataclass(frozen=True, slots=True)
class CareerStep:
    """The changes of one day: norms that were completed or grew by overscore, and titles."""

    day: date
    norms: tuple[NormRecord, ...]
    awards: tuple[TitleAward, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A running event: what each norm that is still open there would take."""

    event: str
    line: PlayerNorms


@dataclass(frozen=True, slots=True)
class Career:
    """The answer: the register of norms, the titles, day by day how they came, and what is missing for the rest."""

    norms: tuple[NormRecord, ...]
    awards: tuple[TitleAward, ...]
    steps: tuple[CareerStep, ...]
    missing: tuple[tuple[MissingForTitle, tuple[Ground, ...]], ...]
    """For every title above the best one held, the nearest first."""
    prospects: tuple[Prospect, ...]


def career(record: PlayerRecord, *, on: date) -> Career:
    """Go through a player's record up to a day.

    Each event keeps the edition of its start. A norm is earned on the day its score is in hand; a title on the day the
    last of its requirements is met, under the edition of that day. Titles once earned stay.
    """
    register: dict[str, list[NormRecord]] = {}
    awards: list[TitleAward] = []
    steps: list[CareerStep] = []
    for day in _days(record, on):
        before = _register(record, register)
        for played in record.events:
            if day in _own_days(played):
                register[_key(played)] = _norms_on(played, day, register.get(_key(played), []))
        now = _register(record, register)
        fresh = tuple(norm for norm in now if norm not in before)
        won = tuple(_awards_on(record, now, awards, day)) if _is_governed(day) else ()
        awards += won
        if fresh or won:
            steps.append(CareerStep(day, fresh, won))
    final = tuple(_register(record, register))
    return Career(
        final, tuple(awards), tuple(steps), tuple(_missing(record, final, awards, on)), _prospects(record, on)
    )


# -- the days on which something happens ------------------------------------------------------------------------------


def _days(record: PlayerRecord, on: date) -> list[date]:
    days = {day for played in record.events for day in _own_days(played)}
    days |= {finished_on(played.event) for played in record.events}
    days |= {entry.day for entry in record.ratings} | {norm.earned for norm in record.norms}
    return sorted(day for day in days if day <= on)


def _own_days(played: PlayedEvent) -> set[date]:
    """Return the days on which a game of the player ended or was cancelled."""
    return {day for game in _own_games(played) if game.result and (day := _ended(played.event, game))}


def _own_games(played: PlayedEvent) -> Iterator[Pairing]:
    return (game for game in played.event.games if played.player in (game.white, game.black))


def _ended(event: Event, game: Pairing) -> date | None:
    """Return the day a game ended, or the end of the event if the day is unknown."""
    return game.ended or event.end


def as_of(event: Event, day: date) -> Event:
    """Return the event as it stood on a day: later results are taken back, later withdrawals undone."""
    games = tuple(
        replace(game, result=None) if game.result and (_ended(event, game) or event.start) > day else game
        for game in event.games
    )
    return replace(event, games=games, players=tuple(_still_playing(player, day) for player in event.players))


def _still_playing(player: Player, day: date) -> Player:
    if player.withdrawn_on is not None and player.withdrawn_on > day:
        return replace(player, status=Status.PLAYING)
    return player


# -- norms ------------------------------------------------------------------------------------------------------------


def _key(played: PlayedEvent) -> str:
    return f"{played.event.start.isoformat()} {played.event.name} {played.player}"


def _norms_on(played: PlayedEvent, day: date, before: Sequence[NormRecord]) -> list[NormRecord]:
    """Return the norms a player has in an event on a day; each keeps the day on which it was earned."""
    line = norms(as_of(played.event, day), only=played.player).players[0]
    earned = {norm.title: norm.earned for norm in before}
    return [
        norm_record(played.event, line, title, earned=earned.get(title, day))
        for title, norm in line.norms.items()
        if norm.achieved
    ]


def norm_record(event: Event, line: PlayerNorms, title: str, *, earned: date) -> NormRecord:
    """Return the register's record of a norm that was made."""
    norm = line.norms[title]
    gm_games, sim_games = (value if isinstance(value, int) else 0 for value in map(line.extra.get, _TITLED))
    return NormRecord(
        title,
        event.name,
        event.start,
        earned,
        norm.counted_games - norm.overscore_games,
        norm.overscore_games,
        gm_games,
        sim_games,
        event.kind.slug in CHESS960_KINDS,
    )


_TITLED = ("gm_games", "sim_games")


def norm_steps(played: PlayedEvent) -> dict[str, tuple[NormRecord, ...]]:
    """Return by title the steps of a player's norm in an event: when it was made and how it grew by overscore.

    Each step has the day on which it was reached, the oldest first. The days are read backwards, so that those before
    the first norm are skipped.
    """
    days = sorted(_own_days(played), reverse=True)
    steps = {norm.title: [norm] for norm in _norms_on(played, days[0], [])} if days else {}
    held = set(steps)
    for day in days[1:]:
        norms_then = {norm.title: norm for norm in _norms_on(played, day, []) if norm.title in held}
        held = set(norms_then)
        if not held:
            break
        for title, norm in norms_then.items():
            last = steps[title][-1]
            if norm.counted == last.counted:
                steps[title][-1] = replace(last, earned=day)
            else:
                steps[title].append(norm)
    return {title: tuple(reversed(several)) for title, several in steps.items()}


def _register(record: PlayerRecord, by_event: Mapping[str, Sequence[NormRecord]]) -> list[NormRecord]:
    everything = [*record.norms, *(norm for several in by_event.values() for norm in several)]
    return sorted(everything, key=lambda norm: (norm.earned, norm.start, norm.event, TITLES_AND_OLD.index(norm.title)))


TITLES_AND_OLD = (*TITLES, "LGM", "LIM")


# -- titles -----------------------------------------------------------------------------------------------------------


def _is_governed(day: date) -> bool:
    """Return whether we hold the rules of a day; titles from before are given with the record."""
    try:
        NORMS["GM"].on(day)
    except NoEdition:
        return False
    return True


def _awards_on(
    record: PlayerRecord, register: Sequence[NormRecord], before: Sequence[TitleAward], day: date
) -> Iterator[TitleAward]:
    """Yield the titles earned on a day, the lowest first. A title already held, or a lower one, is not earned again."""
    held = [holding.title for holding in record.held if holding.since <= day] + [award.title for award in before]
    direct = dict(_direct_on(record, day))
    for title in reversed(TITLES):
        if any(is_at_least(higher, title) for higher in held):
            continue
        usable = [norm for norm in register if norm.earned <= day]
        ruling = missing_for_title(title, usable, on=day, rated_games=_rated_games(record, day))
        if ruling.value.is_nothing:
            used = tuple(norm for norm, _ in norms_used(title, usable, on=day))
            yield _award(record, title, TitleRoute.NORMS, day, used, ruling.grounds)
        elif title in direct:
            yield _award(record, title, TitleRoute.DIRECT, day, (), (direct[title],))
    for title in direct.keys() - set(TITLES) - set(held):
        grounds, since = (direct[title],), _registered(record, title, day)
        yield TitleAward(title, day, TitleRoute.DIRECT, ConfirmingBody.COMMISSIONER_FOR_BOARD, (), grounds, since)


def _award(
    record: PlayerRecord,
    title: str,
    route: TitleRoute,
    day: date,
    used: tuple[NormRecord, ...],
    grounds: tuple[Ground, ...],
) -> TitleAward:
    confirms = confirmed_by(title, route, on=day)
    valid = valid_from(title, route, earned=day, registered=_registered(record, title, day))
    since = valid.grounds[len(confirms.grounds) :]
    return TitleAward(title, day, route, confirms.value, used, (*grounds, *confirms.grounds, *since), valid.value)


def _registered(record: PlayerRecord, title: str, earned: date) -> date | None:
    """Return the day of the Commissioner's confirmation, None if it is older than the title."""
    day = record.confirmed.get(title)
    return day if day is not None and day >= earned else None


def _direct_on(record: PlayerRecord, day: date) -> Iterator[tuple[str, Ground]]:
    for played in record.events:
        ends = finished_on(played.event) == day
        candidates = played.event.kind.slug == CANDIDATES and day in _own_days(played)
        if not ends and not candidates:
            continue
        event = as_of(played.event, day)
        report = norms(event, only=played.player) if candidates else None
        finalists = [played.player] if played.qualified and ends else []
        places = played.places if not is_running(event) else {}
        direct = direct_titles(event, places, finalists=finalists, report=report)
        won = (*direct.value, *champions(event, places).value)
        yield from (
            (_numbered(champion_title), champion_title.ground)
            for champion_title in won
            if champion_title.player == played.player
        )


def _numbered(title: DirectTitle) -> str:
    """Return a champion's title with the number of the cycle, since it can be won again."""
    return title.title if title.number is None else f"{title.title} {title.number}"


def _rated_games(record: PlayerRecord, day: date) -> int | None:
    """Return the games behind a player's rating on a day, from rating lists and from the events they entered."""
    counts = [entry.games for entry in record.ratings if entry.day <= day]
    for played in record.events:
        if played.event.start <= day:
            entered = next(player for player in played.event.players if player.id == played.player)
            counts += [entered.games] if entered.games is not None else []
    return max(counts, default=None)


def _missing(
    record: PlayerRecord, register: Sequence[NormRecord], awards: Sequence[TitleAward], on: date
) -> Iterator[tuple[MissingForTitle, tuple[Ground, ...]]]:
    held = [holding.title for holding in record.held] + [award.title for award in awards]
    for title in reversed(TITLES):
        if not any(is_at_least(higher, title) for higher in held):
            ruling = missing_for_title(title, register, on=on, rated_games=_rated_games(record, on))
            yield ruling.value, ruling.grounds


def _prospects(record: PlayerRecord, on: date) -> tuple[Prospect, ...]:
    """Return the events in which games of the player still run."""
    prospects = []
    for played in record.events:
        if played.event.start <= on:
            line = norms(as_of(played.event, on), only=played.player).players[0]
            if line.running:
                prospects.append(Prospect(played.event.name, line))
    return tuple(prospects)
