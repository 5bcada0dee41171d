"""What the core computes of a section: kept by the section's whole state, so that a page that is looked at again is
quick, and one that follows a result is new.

Each process of the server keeps its own; nothing has to be told that something changed, since what changed is asked of
the core under another key.
"""

from functools import lru_cache

from slowmate.events.running.final_places import told_titles
from slowmate.events.running.following import what_follows
from slowmate.events.running.outlook import SectionOutlook, Stakes, game_stakes, section_outlook
from slowmate.events.running.standings import Standing, standings
from slowmate.records import Event, Pairing
from slowmate.rulebook import Ruling
from slowmate.titles.iccf.direct import DirectTitle
from slowmate.titles.iccf.statement import Statement, statement
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport

KEPT = 256
"""Sections of which a process keeps what it has computed."""

table_of = lru_cache(maxsize=2 * KEPT)(standings)
following_of = lru_cache(maxsize=KEPT)(what_follows)


@lru_cache(maxsize=KEPT)
def outlook_of(event: Event) -> SectionOutlook:
    """With lots from the section's own number: whoever asks about the same results gets the same chances."""
    return section_outlook(event)


@lru_cache(maxsize=KEPT)
def stakes_of(event: Event, game: Pairing) -> tuple[Stakes, Stakes]:
    """What a running game means for White and for Black, with the same lots."""
    return game_stakes(event, game)


@lru_cache(maxsize=KEPT)
def norms_of(event: Event) -> NormReport:
    return norms(event)


@lru_cache(maxsize=KEPT)
def statement_of(event: Event) -> Statement:
    """The statement of norms, as the players at the start give it."""
    return statement(event).value


@lru_cache(maxsize=KEPT)
def direct_titles_of(event: Event) -> tuple[DirectTitle, ...]:
    """The titles that places bring, beside norms."""
    return told_titles(event, norms_of(event))


Table = Ruling[tuple[Standing, ...]]
