"""The final places of an event, and the titles that they bring."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from slowmate.events.entry.routes import FINAL, ROUTES
from slowmate.events.running.consequences import Step, consequences
from slowmate.events.running.standings import standings
from slowmate.records import Event, Family
from slowmate.rulebook import NoEdition
from slowmate.titles.career import PlayerRecord
from slowmate.titles.iccf.direct import DIRECT_KINDS, DirectTitle, champions, direct_titles, is_running
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport


def final_places(event: Event) -> dict[str, int]:
    """Return the places after all tie-breaks; empty while games run, and for teams.

    The rule on positive scores (0.4) takes no place away in a final: nothing is above it.
    """
    if event.teams or event.kind.family is Family.FIDE or is_running(event):
        return {}
    return {line.id: line.place for line in standings(event).value}


def titles_of_event(event: Event, report: NormReport) -> tuple[DirectTitle, ...]:
    """Return the champions, and the titles that places and percentages bring; FIDE's events bring none of them."""
    if event.kind.family is Family.FIDE:
        return ()
    places = final_places(event)
    return (*champions(event, places).value, *direct_titles(event, places, report=report).value)


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
    if not _brings_titles(event):
        return ()
    places = {player: (ranked or {}).get(player, place) for player, place in final_places(event).items()}
    try:
        steps = consequences(event, ended=ended, ranked=ranked).value
        finalists = [step.who for step in steps if step.what is Step.RIGHT and step.value == FINAL]
        return direct_titles(event, places, finalists=finalists, report=norms(event)).value
    except NoEdition:
        return ()


def _brings_titles(event: Event) -> bool:
    """Decide whether places of such an event bring titles, or lead to the Final of the World Championship."""
    leads_to_final = any(event.kind.slug in route.kinds for route in ROUTES if route.to == FINAL)
    return event.kind.slug in DIRECT_KINDS or leads_to_final


def with_places(record: PlayerRecord) -> PlayerRecord:
    """Return a player's record with the final places of finished individual events, which direct titles need."""
    return replace(record, events=tuple(replace(played, places=final_places(played.event)) for played in record.events))
