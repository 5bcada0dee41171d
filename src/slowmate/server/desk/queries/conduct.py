"""What a director should know before he judges a player's conduct: what was found before, and what the scale says."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q
from django.utils.translation import pgettext

from slowmate import play
from slowmate.board import Colour
from slowmate.play.events import Event, Misconduct, MisconductFound
from slowmate.play.laws.conduct import next_step
from slowmate.play.laws.offers import LATELY, offers_lately
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.people.models import Player
from slowmate.words.values import vocabulary


@dataclass(frozen=True, slots=True)
class Case:
    """One misconduct that was found."""

    game: int
    at: datetime
    what: str
    penalty: str


@dataclass(frozen=True, slots=True)
class Conduct:
    """What is known of one player of a game."""

    colour: Colour
    player: Player
    cases: list[Case]
    offers: int
    """How many of his last moves in this game carried an offer of a draw."""
    lately: int
    """How many moves were looked at for it."""
    steps: list[tuple[str, str]]
    """Each kind of misconduct, and the next step of the scale for it."""


def named(words: type[StrEnum], kind: str) -> list[tuple[str, str]]:
    """The words of a vocabulary in the reader's language, for a form."""
    return [(word.value, in_words(word.value, kind)) for word in words]


def in_words(word: str, kind: str) -> str:
    found = vocabulary(kind, word)
    return pgettext(*found) if found else word


def cases_of(*players: Player) -> dict[int, list[Case]]:
    """What was found against players in all their games, oldest first: one query for all of them."""
    numbers = {player.pk for player in players}
    rows = GameEvent.objects.filter(Q(game__white__in=numbers) | Q(game__black__in=numbers), type="misconduct-found")
    found: dict[int, list[Case]] = {number: [] for number in numbers}
    for row in rows.select_related("game").order_by("at", "pk") if numbers else []:
        event = play.event_from_json(row.data)
        if isinstance(event, MisconductFound):
            words = in_words(event.what, "conduct"), in_words(event.penalty, "penalties")
            guilty = row.game.white_id if event.colour is Colour.WHITE else row.game.black_id
            found.setdefault(guilty, []).append(Case(row.game_id, row.at, *words))
    return found


def happened_in(*games: Game) -> dict[int, list[Event]]:
    """What happened in games, by their numbers: one query for all of them."""
    found: dict[int, list[Event]] = {game.pk: [] for game in games}
    rows = GameEvent.objects.filter(game__in=found).order_by("game_id", "number")
    for number, data in rows.values_list("game_id", "data") if found else []:
        found[number].append(play.event_from_json(data))
    return found


def conduct_in(game: Game) -> list[Conduct]:
    """What is known of the players of a game."""
    happened, cases = happened_in(game)[game.pk], cases_of(game.white, game.black)
    return [_conduct(game.player(colour), colour, cases[game.player(colour).pk], happened) for colour in Colour]


def moves_lately(happened: list[Event], by: Colour) -> int:
    """How many of a player's last moves are looked at for offers: fewer, if he has not made so many."""
    return min(LATELY, sum(isinstance(event, play.events.MoveMade) and event.by is by for event in happened))


def _conduct(player: Player, colour: Colour, cases: list[Case], happened: list[Event]) -> Conduct:
    steps = [(what, next_step(what, earlier=len(cases))) for what in Misconduct]
    named_steps = [(in_words(what, "conduct"), in_words(step, "penalties")) for what, step in steps]
    return Conduct(colour, player, cases, offers_lately(happened, colour), moves_lately(happened, colour), named_steps)
