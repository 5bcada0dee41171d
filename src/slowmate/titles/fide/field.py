"""An event over the board as norms see it: its games, each player's opponents, and its kind."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.records import BadInput, Event, FideTerms, Pairing, Player, Result, Status
from slowmate.rulebook import Refused, Ruling
from slowmate.titles.fide.administration import MOST_DAYS, days_of, is_double
from slowmate.titles.fide.federations import ExemptionCase, Setting, is_exempt
from slowmate.titles.fide.games import DecidedBy, NormGame, Opponent, scored_zero
from slowmate.titles.fide.titles import FideTitle, HeldFideTitle, title_counts, title_of

WRITTEN = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}
"""Titles as older tournament reports abbreviate them."""


MOST_PLAYERS = 100
"""The players of a tournament played all against all: more are a mistake."""
MOST_GAMES_OF_A_PLAYER = 30
"""Of any other tournament: the tables of 1.72 end at 19 rounds, and the best games to ignore must be found in time."""


@dataclass(frozen=True, slots=True)
class TournamentField:
    """Everybody of an event as opponents see them, and what the event is, worked out once."""

    event: Event
    opponents: Mapping[str, Opponent]
    games: Mapping[str, Sequence[NormGame]]
    rounds: int
    paired: int
    predetermined: bool
    unrated_zeros: frozenset[str]
    exempt: Mapping[str | None, Ruling[bool]]

    @property
    def terms(self) -> FideTerms:
        return self.event.fide or FideTerms()

    @property
    def is_swiss(self) -> bool:
        """Return whether opponents are unknown until their round is paired."""
        return self.event.kind.slug in {"fide-swiss", "fide-team"} and not self.predetermined


def field_of(event: Event) -> TournamentField:
    terms = event.fide or FideTerms()
    round_robin = is_double(event) or event.kind.slug == "fide-round-robin"
    predetermined = round_robin or event.scheveningen if terms.predetermined is None else terms.predetermined
    _refuse_the_impossible(event, closed=predetermined)
    opponents = {player.id: _opponent(player, event) for player in event.players}
    games = _games(event, terms, opponents)
    paired = max((pairing.round or 0 for pairing in event.games), default=0)
    for player, to_come in _unpaired(event, opponents, paired, closed=round_robin or event.scheveningen):
        games[player].append(to_come)
    rounds = event.rounds or paired or max((len(played) for played in games.values()), default=0)
    standing = ExemptionCase(
        terms.category,
        event.federation,
        event.start,
        terms.subzonal_that_year,
        terms.approvals.get("federations"),
        _swiss_rounds(event, terms, opponents, games) if event.kind.slug == "fide-swiss" else (),
    )
    return TournamentField(
        event,
        opponents,
        games,
        rounds,
        paired,
        predetermined,
        _unrated_zeros(opponents, games) if round_robin else frozenset(),
        {code: is_exempt(standing, code) for code in {player.federation for player in event.players}},
    )


def _refuse_the_impossible(event: Event, *, closed: bool) -> None:
    if closed and len(event.players) > MOST_PLAYERS:
        why = f"{len(event.players)} players cannot all meet; such a tournament has {MOST_PLAYERS} at most"
        raise BadInput(why, field="players")
    met = Counter(player for game in event.games for player in (game.white, game.black))
    player, number = met.most_common(1)[0] if met else ("", 0)
    if not closed and number > MOST_GAMES_OF_A_PLAYER:
        why = f"{number} games of player {player}; norms are judged over {MOST_GAMES_OF_A_PLAYER} games at most"
        raise BadInput(why, field="games")


def _games(event: Event, terms: FideTerms, opponents: Mapping[str, Opponent]) -> dict[str, list[NormGame]]:
    """Return every game from both sides. In an event of over 90 days a title counts from the day it is held."""
    players = {player.id: player for player in event.players}
    is_long = event.end is not None and days_of(event.start, event.end) > MOST_DAYS
    games: dict[str, list[NormGame]] = {player.id: [] for player in event.players}
    for place, pairing in enumerate(event.games):
        if pairing.result is Result.CANCELLED:
            continue
        halves = pairing.result.half_points if pairing.result else (None, None)
        decided = _decided(pairing, adjudicated=place in terms.adjudicated)
        for player, other, half_points in zip(
            (pairing.white, pairing.black), (pairing.black, pairing.white), halves, strict=True
        ):
            opponent = opponents[other]
            if is_long and pairing.ended is not None:
                opponent = _opponent(players[other], event, played=pairing.ended)
            games[player].append(NormGame(opponent, half_points, pairing.round or 0, decided))
    return games


def _unpaired(
    event: Event, opponents: Mapping[str, Opponent], paired: int, *, closed: bool
) -> Iterable[tuple[str, NormGame]]:
    """Yield the games still to come if all players meet: a start list is enough to state the norms.

    They are the pairs that have not met yet, while there are no games or fewer rounds than planned. Players who have
    left play no more.
    """
    games_each = 2 if is_double(event) else event.games_per_pairing
    present = [player.id for player in event.players if player.status is Status.PLAYING]
    if not closed or (event.games and not 0 < paired < (event.rounds or _rounds_of(event, games_each))):
        return
    team = {player: side.id for side in event.teams for player in side.players} if event.scheveningen else {}
    met = Counter(frozenset((game.white, game.black)) for game in event.games if game.result is not Result.CANCELLED)
    for player in present:
        for other in present:
            if player == other or (team and team.get(player) == team.get(other)):
                continue
            for _ in range(games_each - met[frozenset((player, other))]):
                yield player, NormGame(opponents[other], None, paired + 1)


def _rounds_of(event: Event, games_each: int) -> int:
    """Return the rounds in which all players can meet; in a Scheveningen event, all of the other team."""
    if event.scheveningen:
        return games_each * max((len(side.players) for side in event.teams), default=0)
    players = len(event.players)
    return games_each * (players - 1 + players % 2)


def _decided(pairing: Pairing, *, adjudicated: bool) -> DecidedBy:
    if pairing.result and pairing.result.is_forfeit:
        return DecidedBy.FORFEIT
    return DecidedBy.ADJUDICATED if adjudicated or not pairing.rated else DecidedBy.OVER_THE_BOARD


def _unrated_zeros(opponents: Mapping[str, Opponent], games: Mapping[str, Sequence[NormGame]]) -> frozenset[str]:
    results = (
        (player, game.opponent.id, game.half_points)
        for player, played in games.items()
        for game in played
        if game.decided is DecidedBy.OVER_THE_BOARD
    )
    rated = frozenset(opponent.id for opponent in opponents.values() if opponent.rating is not None)
    return scored_zero(results, unrated=frozenset(opponents) - rated, rated=rated).value


def _swiss_rounds(
    event: Event, terms: FideTerms, opponents: Mapping[str, Opponent], games: Mapping[str, Sequence[NormGame]]
) -> Sequence[Sequence[Opponent]]:
    """Return the participants of each round: those who played or had a bye, not those who stayed away."""
    present: list[set[str]] = [set() for _ in range(max((game.round or 0 for game in event.games), default=0))]
    for player, played in games.items():
        for game in played:
            stayed_away = game.decided is DecidedBy.FORFEIT and game.half_points == 0
            if game.round and not stayed_away:
                present[game.round - 1].add(player)
    for player, number in terms.byes:
        if 1 <= number <= len(present) and player in opponents:
            present[number - 1].add(player)
    return [[opponents[player] for player in sorted(players)] for players in present]


def setting_of(field: TournamentField, player: Player) -> Setting:
    return Setting(
        player.federation,
        field.rounds,
        field.terms.category,
        is_double(field.event),
        field.predetermined,
        field.exempt[player.federation],
        sum(player_id == player.id for player_id, _ in field.terms.byes),
        field.unrated_zeros,
    )


def rounds_to_come(field: TournamentField, player: Player) -> int:
    """Return how many rounds of a Swiss are not paired yet for a player who still plays."""
    plays_on = field.is_swiss and field.paired and player.status is Status.PLAYING
    return max(0, field.rounds - field.paired) if plays_on else 0


def _opponent(player: Player, event: Event, *, played: date | None = None) -> Opponent:
    terms = event.fide or FideTerms()
    held = _title(player)
    counts = (
        held is not None
        and title_counts(HeldFideTitle(held, player.title_date), start=event.start, played=played).value
    )
    return Opponent(
        player.id, player.federation, held if counts else None, player.rating, is_computer=player.id in terms.computers
    )


def _title(player: Player) -> FideTitle | None:
    """Return a player's title if it is one of FIDE's; any other gives them no standing here."""
    if not player.title:
        return None
    code = player.title.strip()
    try:
        return title_of(WRITTEN.get(code.lower(), code.upper()))
    except Refused:
        return None
