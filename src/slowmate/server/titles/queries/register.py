"""The register as records of the core: the norms, titles and ratings by which a player's titles are judged."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.db.models import QuerySet

from slowmate.rulebook import NoEdition
from slowmate.server.events.models import Seat
from slowmate.server.events.queries.entrants import lists_of
from slowmate.server.events.queries.results import PLAYED
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.titles.career import Career, HeldTitle, PlayerRecord, RatingEntry, career
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.confirmation import TitleRoute, name_on_certificate
from slowmate.titles.levels import TITLES


def confirmed_norms(players: Sequence[Player]) -> "QuerySet[Norm]":
    """Return the norms that count towards titles: confirmed ones of correspondence chess, oldest first."""
    rows = Norm.objects.filter(player__in=players, state=Norm.State.CONFIRMED, over_the_board=None)
    return rows.order_by("earned", "pk")


def norm_records(row: Norm) -> list[NormRecord]:
    """Return a norm with its worth from each day on; of one event the core takes the best by then."""
    whole = _record(row)
    grown = [(date.fromisoformat(day), overscore) for day, overscore in row.growth]
    return [replace(whole, earned=day, overscore=overscore) for day, overscore in grown] or [whole]


def _record(row: Norm) -> NormRecord:
    return NormRecord(
        row.title,
        row.event,
        row.started,
        row.earned,
        row.games,
        row.overscore,
        row.gm_games,
        row.sim_games,
        row.is_chess960,
        row.is_before_daytona,
    )


def player_records(players: Sequence[Player], *, on: date, anew: bool = False) -> dict[int, PlayerRecord]:
    """Return the records of players by their numbers: four queries, however many they are.

    A title only in the profile counts as earlier. The number of games behind a rating comes from lists, and from the
    values frozen at the start of sections. *anew*: without the titles proposed from norms, to see if they still follow.
    """
    norms: dict[int, list[NormRecord]] = defaultdict(list)
    for row in confirmed_norms(players):
        norms[row.player_id] += norm_records(row)
    held: dict[int, list[HeldTitle]] = defaultdict(list)
    titles_known: dict[int, set[str]] = defaultdict(set)
    titles = TitleHeld.objects.filter(player__in=players, number=0).order_by("confirmed", "pk")
    for pk, title, since, route in titles.values_list("player_id", "title", "confirmed", "award__route"):
        titles_known[pk].add(title)
        if not (anew and route == TitleRoute.NORMS):
            held[pk].append(HeldTitle(title, since))
    for player in players:
        if player.title and player.title not in titles_known[player.pk]:
            held[player.pk].append(HeldTitle(player.title, date.min))
    ratings: dict[int, list[RatingEntry]] = defaultdict(list)
    for pk, entries in lists_of(dict.fromkeys(players, on)).items():
        ratings[pk] += [RatingEntry(entry.published, entry.games) for entry in entries]
    seats = Seat.objects.filter(player__in=players, rating_games__isnull=False, section__state__in=PLAYED)
    for pk, start, games in seats.order_by("section__start").values_list("player_id", "section__start", "rating_games"):
        ratings[pk].append(RatingEntry(start, games or 0))
    return {
        player.pk: PlayerRecord(
            str(player.pk),
            str(player.name),
            ratings=tuple(ratings[player.pk]),
            norms=tuple(norms[player.pk]),
            held=tuple(held[player.pk]),
        )
        for player in players
    }


def career_of(player: Player, *, on: date, anew: bool = False) -> Career:
    """Return a player's earned titles by the register, and what is missing for the next."""
    return career(player_records([player], on=on, anew=anew)[player.pk], on=on)


def certificate_name(award: TitleAward) -> str:
    """Return the name of a title on its certificate: women may choose the ladies' name, until its last day."""
    player = award.player
    if award.is_fide or award.title not in TITLES:
        return award.title
    try:
        ruling = name_on_certificate(
            award.title, sex=player.sex or None, wants_ladies_title=player.wants_ladies_title, earned=award.earned
        )
    except NoEdition:
        return award.title
    return ruling.value
