"""The final places of an event, and the titles that they bring."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from slowmate.events.entry.routes import FINAL, ROUTES
from slowmate.events.running.consequences import Step, consequences
from slowmate.events.running.standings import standings
from slowmate.records import Event, Family
from slowmate.rulebook import NoEdition
from slowmate.titles.career import PlayedEvent, PlayerRecord
from slowmate.titles.iccf.direct import (
    DIRECT_KINDS,
    DirectTitle,
    champions,
    direct_titles,
    finished_on,
    is_running,
)
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport

LEADING_TO_FINAL = frozenset(kind for route in ROUTES if route.to == FINAL for kind in route.kinds)
"""Kinds of event whose places lead to the Final of the World Championship."""


def final_places(event: Event) -> dict[str, int]:
    """Return the places after all tie-breaks; empty while games run, and for teams.

    The rule on positive scores (0.4) takes no place away in a final: nothing is above it.
    """
    if event.teams or event.kind.family is Family.FIDE or is_running(event):
        return {}
    return {line.id: line.place for line in standings(event).value}


def finalists(event: Event, *, ended: date, ranked: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """Return those who qualify for the Final of the World Championship by a finished event (10.4(a), 1.4.1).

    *ranked* are the places that an office gave to players whom no tie-break sets apart; without them nobody among such
    equals has qualified yet. A free place in the Final (1.4.4) follows from no event.
    """
    if event.kind.slug not in LEADING_TO_FINAL or is_running(event):
        return ()
    steps = consequences(event, ended=ended, ranked=ranked).value
    return tuple(step.who for step in steps if step.what is Step.RIGHT and step.value == FINAL)


def titles_of_event(event: Event, report: NormReport) -> tuple[DirectTitle, ...]:
    """Return the champions, and the titles that places and percentages bring; FIDE's events bring none of them."""
    if event.kind.family is Family.FIDE:
        return ()
    places, qualified = final_places(event), finalists(event, ended=finished_on(event))
    direct = direct_titles(event, places, finalists=qualified, report=report)
    return _each_once((*champions(event, places).value, *direct.value))


def _each_once(titles: Iterable[DirectTitle]) -> tuple[DirectTitle, ...]:
    """Return titles without those that a player has by an earlier one in the list already."""
    return tuple({(title.player, title.title): title for title in reversed(tuple(titles))}.values())[::-1]


def reported_titles(event: Event, report: NormReport) -> tuple[DirectTitle, ...]:
    """Return the same titles of players in a report; none where we hold no rules of the event's own day."""
    try:
        titles = titles_of_event(event, report)
    except NoEdition:
        return ()
    reported = {line.id for line in report.players}
    return tuple(title for title in titles if title.player in reported)


def titles_won(event: Event, *, ended: date, ranked: Mapping[str, int] | None = None) -> tuple[DirectTitle, ...]:
    """Return the titles that places and percentages of a finished event bring, apart from the champions'.

    *ranked* are the places that an office gave to players whom no tie-break sets apart. Those who won a right to the
    Final of the World Championship are finalists. None where we hold no rules of the event's day.
    """
    if event.kind.slug not in DIRECT_KINDS | LEADING_TO_FINAL:
        return ()
    places = {player: (ranked or {}).get(player, place) for player, place in final_places(event).items()}
    try:
        qualified = finalists(event, ended=ended, ranked=ranked)
        return direct_titles(event, places, finalists=qualified, report=norms(event)).value
    except NoEdition:
        return ()


def with_places(record: PlayerRecord) -> PlayerRecord:
    """Return a player's record with what direct titles need of finished individual events.

    These are the final places, and whether the player qualified for the Final of the World Championship.
    """
    return replace(record, events=tuple(map(_with_places, record.events)))


def _with_places(played: PlayedEvent) -> PlayedEvent:
    event = played.event
    qualified = played.qualified or played.player in finalists(event, ended=finished_on(event))
    return replace(played, places=final_places(event), qualified=qualified)
