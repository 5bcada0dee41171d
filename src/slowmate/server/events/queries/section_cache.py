"""What the core computes of a section, cached by the section's whole state: a page that is looked at again is quick,
and one that follows a result is new.

Each process of the server has its own cache. Nothing has to be invalidated, since a change makes another key.
"""

from functools import lru_cache

from slowmate.events.running.final_places import reported_titles
from slowmate.events.running.outlook import SectionOutlook, Stakes, game_stakes, section_outlook
from slowmate.events.running.stage_consequences import stage_consequences
from slowmate.events.running.standings import Standing, standings
from slowmate.records import Event, Pairing
from slowmate.rulebook import Ruling
from slowmate.titles.iccf.direct import DirectTitle
from slowmate.titles.iccf.statement import Statement, statement
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport

CACHED_SECTIONS = 256
"""Sections of which a process caches what the core has computed."""

Table = Ruling[tuple[Standing, ...]]
table_of = lru_cache(maxsize=2 * CACHED_SECTIONS)(standings)
consequences_of = lru_cache(maxsize=CACHED_SECTIONS)(stage_consequences)


@lru_cache(maxsize=CACHED_SECTIONS)
def outlook_of(event: Event) -> SectionOutlook:
    """Compute the outlook with lots from the section's own number: the same results give the same chances."""
    return section_outlook(event)


@lru_cache(maxsize=CACHED_SECTIONS)
def stakes_of(event: Event, game: Pairing) -> tuple[Stakes, Stakes]:
    """Compute what is at stake in a running game for White and for Black, with the same lots."""
    return game_stakes(event, game)


@lru_cache(maxsize=CACHED_SECTIONS)
def norms_of(event: Event) -> NormReport:
    return norms(event)


@lru_cache(maxsize=CACHED_SECTIONS)
def statement_of(event: Event) -> Statement:
    """Compute the statement of norms from the players of the start."""
    return statement(event).value


@lru_cache(maxsize=CACHED_SECTIONS)
def direct_titles_of(event: Event) -> tuple[DirectTitle, ...]:
    """Compute the titles that places bring, beside norms."""
    return reported_titles(event, norms_of(event))
