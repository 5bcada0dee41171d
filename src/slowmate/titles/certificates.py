"""Certificates: who made which norm or holds which title, in which events and games, by which clause.

A certificate is a value; how it looks is decided elsewhere. The day of the event's start (a norm) or the day the title
was earned (a title) governs the edition; the day of issue is passed in. Medals and ceremonies are not covered.
"""

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from slowmate.records import BadInput, Event, Pairing, Player
from slowmate.rulebook import Fact, Ground, Refused, Requirement, Ruling
from slowmate.titles.career import PlayerRecord, TitleAward
from slowmate.titles.iccf.arbiter import IA
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import CERTIFICATE, name_on_certificate
from slowmate.titles.iccf.direct import CHAMPION, LADIES_CHAMPION
from slowmate.titles.levels import LADIES, titles_of
from slowmate.titles.reports import Norm, NormReport, PlayerNorms

CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 16
"""Signs that are not mistaken for one another, five bits each: 80 bits in all."""


class AwardKind(StrEnum):
    NORM = "norm"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class CertifiedGame:
    """One game of the player: *counts* is false for one left out of the norm, which is listed all the same."""

    opponent: Player
    colour: str
    score: Fraction
    counts: bool = True
    round: int | None = None
    played: date | None = None
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class CertifiedEvent:
    """An event the award rests on. *counted_games* is what the result is worth, with overscored games."""

    name: str
    start: date
    end: date | None = None
    kind: str | None = None
    city: str | None = None
    games: int | None = None
    score: Fraction | None = None
    needed: Fraction | None = None
    counted_games: int | None = None


@dataclass(frozen=True, slots=True)
class Certificate:
    """*title* is the title of record, *printed_title* the one on paper; *valid_from* is the day the award counts."""

    award: AwardKind
    title: str
    printed_title: str
    player: Player
    rules: str
    valid_from: date | None
    issued: date
    events: tuple[CertifiedEvent, ...]
    games: tuple[CertifiedGame, ...] = ()
    as_if: bool = False
    """The rules were asked for and are not those of the event's day."""


@dataclass(frozen=True, slots=True)
class EarnedTitle:
    """A title that was earned and confirmed on a day, with the events and the grounds it rests on."""

    player: Player
    title: str
    earned: date
    events: tuple[CertifiedEvent, ...] = ()
    grounds: tuple[Ground, ...] = ()
    confirmed: date | None = None
    """The day of the Commissioner's confirmation, which makes it valid; None: valid from the day it was earned."""

    @property
    def valid_from(self) -> date:
        return self.confirmed or self.earned


def certify_norm(event: Event, report: NormReport, *, player: str, title: str, issued: date) -> Ruling[Certificate]:
    """Certify a norm, or refuse with what it lacks. The grounds are the requirements met, the norm's own first."""
    person, line = find_player(event, report, player)
    norm = find_norm(line, title)
    looked_at = (*norm.requirements, *line.requirements, *report.requirements)
    if not norm.achieved:
        raise Refused(*lacking(looked_at, norm))
    games = certified_games(event, line, player, title)
    refuse_early_issue(event, games, issued)
    certificate = Certificate(
        award=AwardKind.NORM,
        title=title,
        printed_title=title,
        player=person,
        rules=report.rules,
        valid_from=None,
        issued=issued,
        events=(certified_event(event, games, norm),),
        games=games,
        as_if=report.as_if,
    )
    return Ruling(certificate, tuple(requirement.ground for requirement in looked_at if requirement.holds))


def refuse_early_issue(event: Event, games: Iterable[CertifiedGame], issued: date) -> None:
    """Raise BadInput if a paper is issued before the last game it rests on, or before the event began."""
    last = max((game.played for game in games if game.counts and game.played), default=event.start)
    if issued < last:
        limit = f"the last game it rests on, of {last}" if last > event.start else f"{event.name} began, on {last}"
        raise BadInput(f"{issued} is before {limit}", field="--on")


def find_player(event: Event, report: NormReport, player: str) -> tuple[Player, PlayerNorms]:
    people = {person.id: person for person in event.players}
    lines = {line.id: line for line in report.players}
    if player not in people or player not in lines:
        raise BadInput(f"{player!r} is not the id of a player of this event", field="--player")
    return people[player], lines[player]


def find_norm(line: PlayerNorms, title: str) -> Norm:
    if title not in line.norms:
        titles = ", ".join(line.norms) or "none"
        raise BadInput(f"no norm for {title!r} can be made here; the titles are: {titles}", field="--title")
    return line.norms[title]


def lacking(looked_at: Iterable[Requirement], norm: Norm) -> tuple[Ground, ...]:
    """Return why there is no norm: the failed requirements or, if none failed, how the score is measured."""
    requirements = tuple(looked_at)
    failed = tuple(requirement.ground for requirement in requirements if requirement.binding and not requirement.holds)
    return failed or tuple(requirement.ground for requirement in (norm.requirements or requirements)[-1:])


def certified_event(event: Event, games: Iterable[CertifiedGame], norm: Norm) -> CertifiedEvent:
    counted = [game for game in games if game.counts]
    return CertifiedEvent(
        name=event.name,
        start=event.start,
        end=event.end,
        kind=event.kind.name,
        city=event.city,
        games=len(counted),
        score=sum((game.score for game in counted), Fraction(0)),
        needed=norm.needed,
        counted_games=norm.counted_games,
    )


def certified_games(event: Event, line: PlayerNorms, player: str, title: str) -> tuple[CertifiedGame, ...]:
    """Return all finished games of a player in the order of the rounds; those the norm leaves out are marked.

    A norm leaves out forfeits, what its line says does not count, and games ignored for this title.
    """
    people = {person.id: person for person in event.players}
    idle = Counter((game.opponent, game.score) for game in line.lines if not game.counts)
    ignored = _ignored(line, title)
    games = []
    for game in sorted(event.games, key=lambda game: (game.round or 0, game.board or 0)):
        if player not in (game.white, game.black) or game.result is None or not game.result.counts:
            continue
        is_white = game.white == player
        opponent = game.black if is_white else game.white
        score = Fraction(game.result.half_points[0 if is_white else 1], 2)
        left_out = game.result.is_forfeit or not game.rated or (opponent, game.round) in ignored
        if not left_out and idle[opponent, score] > 0:
            idle[opponent, score] -= 1
            left_out = True
        day = _day(event, game)
        colour = "white" if is_white else "black"
        forfeit = game.result.is_forfeit
        games.append(CertifiedGame(people[opponent], colour, score, not left_out, game.round, day, forfeit))
    return tuple(games)


def _ignored(line: PlayerNorms, title: str) -> set[tuple[str, int | None]]:
    """Return opponents and rounds of the games that the norm for a title leaves out (FIDE 1.42e and f)."""
    by_title = line.extra.get("ignored")
    games = by_title.get(title, ()) if isinstance(by_title, Mapping) else ()
    pairs: set[tuple[str, int | None]] = set()
    for game in games if isinstance(games, Sequence) else ():
        if isinstance(game, Mapping):
            number = game.get("round")
            pairs.add((str(game.get("opponent")), number if isinstance(number, int) else None))
    return pairs


def _day(event: Event, game: Pairing) -> date | None:
    if game.ended is None and game.round and game.round <= len(event.round_dates):
        return event.round_dates[game.round - 1]
    return game.ended


def earned_title(record: PlayerRecord, award: TitleAward) -> EarnedTitle:
    """Return a title from a player's record, with the player as entered in their last event by then."""
    played = [entry for entry in record.events if entry.event.start <= award.earned]
    last = max(played, key=lambda entry: entry.event.start, default=None)
    people = {person.id: person for person in last.event.players} if last else {}
    player = people[last.player] if last else Player(record.id, record.name)
    ends = {(entry.event.name, entry.event.start): entry.event.end for entry in played}
    events = tuple(_norm_event(norm, ends.get((norm.event, norm.start))) for norm in award.norms)
    return EarnedTitle(player, award.title, award.earned, events, award.grounds, award.valid_from)


def _norm_event(norm: NormRecord, end: date | None) -> CertifiedEvent:
    return CertifiedEvent(norm.event, norm.start, end, games=norm.games, counted_games=norm.counted)


def certify_title(earned: EarnedTitle, *, issued: date, wants_ladies_title: bool = False) -> Ruling[Certificate]:
    """Certify a title of the ICCF: valid from its confirmation, or the day it was earned; Congress gives the paper.

    The day it was earned decides the edition, and with it which titles there are. A certificate from before that day is
    refused. A woman may have the ladies' name of her title on paper while those names last; the title of record stays.
    """
    cited, giver = CERTIFICATE.on(earned.earned)
    named = _named_by(earned.title, cited.edition)
    facts: dict[str, Fact] = {"title": earned.title, "valid_from": earned.valid_from, "issued": issued, "by": giver}
    if issued < earned.valid_from:
        raise Refused(Ground(cited, facts))
    name = name_on_certificate(
        earned.title, sex=earned.player.sex, wants_ladies_title=wants_ladies_title, earned=earned.earned
    )
    if wants_ladies_title and name.value == earned.title:
        raise Refused(*name.grounds)
    certificate = Certificate(
        award=AwardKind.TITLE,
        title=earned.title,
        printed_title=name.value,
        player=earned.player,
        rules=cited.edition,
        valid_from=earned.valid_from,
        issued=issued,
        events=earned.events,
    )
    name_grounds = name.grounds if wants_ladies_title else ()
    return Ruling(certificate, (*earned.grounds, *name_grounds, named, Ground(cited, facts)))


def _named_by(title: str, edition: str) -> Ground:
    """Return the clause that names a title. A champion's title ends with the number of the cycle."""
    titles = titles_of(edition) | {"IA": IA.under(edition)[0]}
    champions = {kind.title: kind.named_by for kind in (CHAMPION.under(edition)[1], LADIES_CHAMPION.under(edition)[1])}
    short, _, number = title.partition(" ")
    if short in champions:
        return Ground(champions[short], {"title": short, "cycle": int(number) if number else None})
    if title in LADIES:
        why = f"{title} is a name of {LADIES[title]} on paper: give {LADIES[title]}, and --ladies-name for the name"
        raise BadInput(why, field="title")
    if title not in titles:
        raise BadInput(f"{title!r} is not a title of the ICCF; those are {', '.join(titles)}", field="title")
    return Ground(titles[title], {"title": title})


def verification_code(content: bytes, *, key: bytes) -> str:
    """Return the code of a content, four groups of four signs; it takes the key to compute it."""
    number = int.from_bytes(hmac.digest(key, content, "sha256")[:10], "big")
    signs = "".join(CODE_SIGNS[number >> shift & 31] for shift in range(5 * (CODE_LENGTH - 1), -1, -5))
    return "-".join(signs[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def is_genuine(code: str, content: bytes, *, key: bytes) -> bool:
    """Return whether a code belongs to the content, in small letters or with blanks, O for 0, I or L for 1."""
    typed = "".join(sign for sign in code.upper() if sign.isalnum()).translate(str.maketrans("OIL", "011"))
    return hmac.compare_digest(typed.encode(), verification_code(content, key=key).replace("-", "").encode())
