"""The steps by which a rating in a list was calculated, each with its clause, from the list's own files."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from slowmate.ratings.game_lines import RatedGame
from slowmate.ratings.period_list import explain_number, make_list, why_active
from slowmate.rulebook import Fact, Ground
from slowmate.rulebook.stored_grounds import ground_from, grounds_from
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import WITH_ORIGIN
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import Adjustment, ListEntry, RatingList
from slowmate.server.ratings.queries import inputs
from slowmate.server.ratings.queries.adjustments import in_force
from slowmate.server.ratings.queries.inputs import batches


@dataclass(frozen=True, slots=True)
class Explanation:
    """A player's entry in a list with every step of its calculation, and the names of the players in the steps."""

    entry: ListEntry
    steps: tuple[Ground, ...]
    names: Mapping[str, str]
    """Names by the ids in the facts of the steps."""
    games: Mapping[int, int]
    """The numbers of the player's games on the server, by their numbers in the steps."""


def explain(row: RatingList, player: int) -> Explanation | None:
    """Explain a player's rating in a list; None if the player is not in it, or the list was made elsewhere.

    Adjustments by the commissioner come first, then the calculation, then whether the list shows the player (9.7).
    """
    entry = ListEntry.objects.filter(list=row, player=player).select_related("player", "list").first()
    if entry is None or row.is_imported:
        return None
    own = inputs.of_player(row, player)
    data = own.kept
    place = data.players.row(str(player))
    if place is None:
        return None
    games = data.basis.games
    own_games = games.filter((games["white"] == place) | (games["black"] == place))
    met = {str(data.players.ids[item]) for name in ("white", "black") for item in own_games[name]} | {str(player)}
    activity = why_active(data.basis, make_list(data.basis, kernel="numpy"), place)
    steps = (
        *(ground for item in in_force(row) if str(item.player_id) in met for ground in _grounds(item)),
        *(_numbered(ground, own.games) for ground in explain_number(data.basis, place).grounds),
        *(activity.grounds if activity else ()),
    )
    return Explanation(entry, steps, _names(steps), dict(own.games))


def _numbered(ground: Ground, games: Sequence[tuple[int, int]]) -> Ground:
    """Number the games of a step by their places in the whole list, as `slowmate rate` does."""
    facts = {name: _place_in_list(name, fact, games) for name, fact in ground.facts.items()}
    return Ground(ground.clause, facts)


def _place_in_list(name: str, fact: Fact, games: Sequence[tuple[int, int]]) -> Fact:
    if name == "game" and isinstance(fact, int):
        return games[fact - 1][0]
    if name == "games" and isinstance(fact, list | tuple):
        return [games[number - 1][0] if isinstance(number, int) else number for number in fact]
    return fact


def _grounds(adjustment: Adjustment) -> tuple[Ground, ...]:
    return grounds_from(adjustment.grounds)


def _names(steps: tuple[Ground, ...]) -> dict[str, str]:
    """Return the names of the players in the steps."""
    ids = {fact for step in steps for fact in step.facts.values() if isinstance(fact, str) and fact.isdecimal()}
    numbers = sorted(int(identity) for identity in ids)
    return {
        str(pk): name
        for some in batches(numbers)
        for pk, name in Player.objects.filter(pk__in=some).values_list("pk", "name")
    }


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent as the list had them on its day."""

    name: str
    title: str = ""
    federation: str = ""


def opponents_in(row: RatingList, games: Iterable[RatedGame]) -> dict[int, Opponent]:
    """Return the opponents in some games by their numbers, as they were on the day of the list."""
    numbers = {int(game.opponent) for game in games if game.opponent.isdecimal()}
    entries = ListEntry.objects.filter(list=row, player__in=numbers).select_related("player")
    return {
        entry.player_id: Opponent(str(entry.name or entry.player.name), entry.title, entry.federation)
        for entry in entries
    }


def games_played(by_number: Mapping[int, int], games: Sequence[RatedGame]) -> dict[int, Game]:
    """Return the rated games that are on the server, by their numbers in the list."""
    if not games:
        return {}
    numbers = {game.number: by_number[game.number] for game in games}
    rows = Game.objects.filter(pk__in=numbers.values()).select_related(*WITH_ORIGIN).defer("snapshot")
    games_by_pk = {row.pk: row for row in rows}
    return {number: games_by_pk[pk] for number, pk in numbers.items() if pk in games_by_pk}


def left_out(row: RatingList) -> list[tuple[int, Ground]]:
    """Return the reasons for leaving games out of a list, with the number of games."""
    return [(plain["games"], ground_from(plain)) for plain in row.left_out]
