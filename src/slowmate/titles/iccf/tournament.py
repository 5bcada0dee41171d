"""Appendix 2, item 1: whether an event is a title tournament, and item 3(b) / 4(c) where its ratings do not suffice."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from slowmate.ratings.outcome import FIXED_FROM, PUBLISHED_FROM
from slowmate.records import Event, Family, Kind, Player
from slowmate.rulebook import Clause, Dated, Fact, Ground, Requirement, clause
from slowmate.titles.iccf.categories import CATEGORIES
from slowmate.titles.iccf.schedule import Section

PLAYERS = Dated({"ICCF-TR-2016 App2.1(a)/9": 9, "ICCF-TR-2017 App2.1(a)/9": 9})
DOUBLE_GAMES = Dated({"ICCF-TR-2016 App2.1(a)/double": 8, "ICCF-TR-2017 App2.1(a)/double": 8})
RATED = Dated({"ICCF-TR-2016 App2.1(b)": Fraction(3, 4), "ICCF-TR-2017 App2.1(b)": Fraction(3, 4)})
FIXED = Dated({"ICCF-TR-2016 App2.1(c)": Fraction(3, 5), "ICCF-TR-2017 App2.1(c)": Fraction(3, 5)})
FEDERATIONS = Dated({"ICCF-TR-2016 App2.1(d)": 3, "ICCF-TR-2017 App2.1(d)": 3})
ONE_FEDERATION = Dated({"ICCF-TR-2016 App2.1(e)": Fraction(2, 3), "ICCF-TR-2017 App2.1(e)": Fraction(2, 3)})
MINIMUM_SCORE = Dated({"ICCF-TR-2016 App2.3/min": Fraction(35, 100), "ICCF-TR-2017 App2.1(f)": Fraction(35, 100)})
ARBITER_FROM = Dated({"ICCF-TR-2016 App2.1(f)/IA": None, "ICCF-TR-2017 App2.1(g)/IA": CATEGORIES.index("7")})
"""The category from which an International Arbiter must direct; 2016 only asks for one where possible."""
DIRECTOR_PLAYS = Dated({"ICCF-TR-2016 App2.1(f)/no play": False, "ICCF-TR-2017 App2.1(g)/no play": False})
PLAYING_RULES = clause("ICCF-TR-2017 App2.1(g)/rules")
NEVER = Dated({"ICCF-TR-2016 App2.1/not title": "thematic", "ICCF-TR-2017 App2.1(h)": "thematic"})
SINGLE = Dated({"ICCF-TR-2016 10.0.2/single": 1, "ICCF-TR-2017 10.0.2/single": 1})
DOUBLE = Dated({"ICCF-TR-2016 10.0.2/double": 2, "ICCF-TR-2017 10.0.2/double": 2})
SUMMARY = clause("ICCF-TR-2017 App2.1/table")


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of the summary of requirements: columns A to F."""

    players: int
    games: int
    one_federation: int
    rated: int
    fixed: int
    minimum_score: Fraction


def summary(players: int, games: int | None = None, *, edition: str = SUMMARY.edition) -> Summary:
    """Return the requirements by number of players; each player's *games* are not players - 1 in a double round."""
    count = players - 1 if games is None else games
    return Summary(
        players,
        count,
        int(ONE_FEDERATION.under(edition)[1] * players),
        -int(-RATED.under(edition)[1] * players // 1),
        -int(-FIXED.under(edition)[1] * players // 1),
        minimum_score(count, edition=edition),
    )


def minimum_score(games: int, *, edition: str) -> Fraction:
    """Return 35% of the games, up to the next half point."""
    return half_points_up(MINIMUM_SCORE.under(edition)[1] * games)


def half_points_up(value: Fraction) -> Fraction:
    """Return the next half point; a value that is one stays."""
    return Fraction(-(-2 * value // 1), 2)


def has_rating(player: Player, *, edition: str) -> bool:
    """Return whether a player has a rating of the ICCF. 2016 asks for a published one, which takes twelve games."""
    published = PUBLISHED_FROM.under(edition)[1] if edition == "ICCF-TR-2016" else 0
    return player.rating is not None and (player.games is None or player.games >= published)


def iccf_rating(player: Player, *, edition: str) -> int | None:
    """Return a player's rating of the ICCF: the current one, or the last one published for an inactive player."""
    return player.rating if has_rating(player, edition=edition) else player.last_rating


def is_fixed(player: Player, *, edition: str) -> bool:
    """Return whether a player's rating rests on thirty games. An unknown number of games counts as enough."""
    enough = player.games is None or player.games >= FIXED_FROM.under(edition)[1]
    return iccf_rating(player, edition=edition) is not None and enough


def counts_as_rated(player: Player, *, edition: str) -> bool:
    """Return whether a player counts as rated: by the ICCF, now or when last active, or by FIDE."""
    return iccf_rating(player, edition=edition) is not None or player.fide_rating is not None


def share_requirements(section: Section, *, edition: str) -> tuple[Requirement, Requirement]:
    """Check items 1(b) and 1(c): enough of the players are rated, and enough of them have a fixed rating."""
    players = [at_start(player) for player in section.players]
    line = summary(len(players), edition=edition)
    rated = sum(counts_as_rated(player, edition=edition) for player in players)
    fixed = sum(is_fixed(player, edition=edition) for player in players)
    return (
        _requirement(RATED.under(edition)[0], rated >= line.rated, count=rated, needed=line.rated, of=len(players)),
        _requirement(FIXED.under(edition)[0], fixed >= line.fixed, count=fixed, needed=line.fixed, of=len(players)),
    )


def requirements(
    event: Event, section: Section, *, category: int | None, edition: str, assumed: Requirement | None
) -> tuple[Requirement, ...]:
    """Check everything item 1 asks of an event, in its order, as it stood at the start.

    The shares 1(b) and 1(c) do not bind if assumed ratings replace them.
    """
    rated, fixed = share_requirements(section, edition=edition)
    if assumed:
        rated, fixed = (
            Requirement(requirement.ground, requirement.holds, binding=False) for requirement in (rated, fixed)
        )
    items = [
        _size(event, section, edition),
        rated,
        fixed,
        *([assumed] if assumed else []),
        *_federations(section, edition),
        _arbiter(event, category, edition),
        _director_plays(event, section, edition),
        *([_playing_rules(event)] if edition == PLAYING_RULES.edition else []),
        _kind(event, edition),
        _pairings(event, section, edition),
    ]
    return tuple(items)


def complies(items: tuple[Requirement, ...]) -> bool:
    """Return whether no binding requirement fails."""
    return all(item.holds or not item.binding for item in items)


def at_start(player: Player) -> Player:
    """Return the player of the start list: a substitute's place counts with the player they came for."""
    return player.replaces or player


def _requirement(cited: Clause, holds: bool, /, **facts: Fact) -> Requirement:  # noqa: FBT001 - a private shorthand
    return Requirement(Ground(cited, facts), holds)


def _size(event: Event, section: Section, edition: str) -> Requirement:
    cited, least = PLAYERS.under(edition)
    players = len(section.players)
    if players >= least or event.games_per_pairing < DOUBLE.under(edition)[1]:
        return _requirement(cited, players >= least, players=players, needed=least)
    cited, games_needed = DOUBLE_GAMES.under(edition)
    games = min((len(section.meetings[player.id]) for player in section.players), default=0)
    return _requirement(cited, games >= games_needed, players=players, games=games, needed=games_needed)


def _federations(section: Section, edition: str) -> list[Requirement]:
    counts = Counter(at_start(player).federation for player in section.players)
    counts.pop(None, None)
    cited, least = FEDERATIONS.under(edition)
    most_common = counts.most_common(1)
    largest, share = most_common[0] if most_common else ("", 0)
    line = summary(len(section.players), edition=edition)
    return [
        _requirement(cited, len(counts) >= least, federations=len(counts), needed=least),
        _requirement(
            ONE_FEDERATION.under(edition)[0],
            share <= line.one_federation,
            federation=largest,
            count=share,
            most=line.one_federation,
        ),
    ]


def _arbiter(event: Event, category: int | None, edition: str) -> Requirement:
    """Check the director's title. It binds from category 7 on (2017); an event without a director passes."""
    cited, from_category = ARBITER_FROM.under(edition)
    binding = from_category is not None and category is not None and category >= from_category
    title = event.director.title if event.director else None
    holds = event.director is None or title == "IA"
    facts: dict[str, Fact] = {
        "category": None if category is None else CATEGORIES[category],
        "director": event.director.name if event.director else None,
        "title": title,
        "must": binding,
    }
    return Requirement(Ground(cited, facts), holds, binding=binding)


def _director_plays(event: Event, section: Section, edition: str) -> Requirement:
    cited, allowed = DIRECTOR_PLAYS.under(edition)
    director = event.director.name if event.director else None
    plays = director is not None and any(player.name.casefold() == director.casefold() for player in section.players)
    return _requirement(cited, plays == allowed, director=director, plays=plays)


def _playing_rules(event: Event) -> Requirement:
    return _requirement(PLAYING_RULES, event.iccf_playing_rules, iccf_rules=event.iccf_playing_rules)


def is_never_a_title_tournament(event: Event) -> bool:
    return is_never_title_kind(event.kind)


def is_never_title_kind(kind: Kind) -> bool:
    """Return whether a kind gives no titles: promotion, thematic, the preliminaries of cups."""
    cup_preliminary = kind.family is Family.CUP and kind.slug.endswith("-preliminary")
    return kind.family is Family.PROMOTION or kind.slug == "thematic" or cup_preliminary


def _kind(event: Event, edition: str) -> Requirement:
    return _requirement(NEVER.under(edition)[0], not is_never_a_title_tournament(event), kind=event.kind.name)


def _pairings(event: Event, section: Section, edition: str) -> Requirement:
    """Check that all players meet once, or with approval twice; a Scheveningen event has its own pairings."""
    double = event.games_per_pairing > SINGLE.under(edition)[1]
    cited, most = (DOUBLE if double else SINGLE).under(edition)
    counts = Counter(
        (player.id, meeting.opponent) for player in section.players for meeting in section.meetings[player.id]
    )
    regular = all(count == event.games_per_pairing for count in counts.values())
    holds = regular and event.games_per_pairing <= most and (event.approved or not double)
    games = sum(len(meetings) for meetings in section.meetings.values()) // 2
    facts: dict[str, Fact] = {"games_per_pairing": event.games_per_pairing, "games": games, "regular": regular}
    return Requirement(Ground(cited, facts | ({"approved": event.approved} if double else {})), holds)
