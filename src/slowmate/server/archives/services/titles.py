"""Titles from titles.csv: with the days they were confirmed, champions with their numbers.

A title that was revoked here does not come back with its archive.
"""

from datetime import date
from typing import NamedTuple

from slowmate.formats.csv_rows import Row
from slowmate.server.archives.queries.asked import Asked, File, Outcome, Report
from slowmate.server.archives.services import register
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import TitleAward
from slowmate.server.titles.services import awards
from slowmate.server.titles.text import LETTERS


class Held(NamedTuple):
    title: str
    confirmed: date
    number: int


def bring(file: File, asked: Asked, report: Report) -> None:
    """Bring the titles of a file, each once."""
    register.bring(file, asked, report, "title", read=_held, keep=_keep)


def _held(row: Row) -> Held:
    title, confirmed = row.required("title", most=60), row.day("confirmed")
    if confirmed is None:
        raise row.bad("confirmed", "empty; the day it was confirmed")
    return Held(
        title.upper() if len(title) <= LETTERS else title, confirmed, row.whole("number", least=0, most=999) or 0
    )


def _keep(player: Player, held: Held, asked: Asked) -> Outcome:
    same = {"player": player, "title": held.title, "number": held.number}
    is_revoked = TitleAward.objects.filter(**same, state=TitleAward.State.REVOKED).exists()
    if is_revoked or TitleHeld.objects.filter(**same).exists():
        return Outcome.HERE
    if asked.writes:
        awards.import_title(player, held.title, held.confirmed, number=held.number, source=asked.source, at=asked.at)
    return Outcome.NEW
