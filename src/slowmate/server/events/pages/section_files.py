"""A section as files: its finished games, its table for spreadsheets, and what other programs compute it from."""

from collections.abc import Iterator
from dataclasses import replace

from slowmate import records
from slowmate.formats.event_writing import event_as_json
from slowmate.formats.grounds import Json, number
from slowmate.formats.trf_records import write_trf
from slowmate.formats.trf_writing import report_of
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Section
from slowmate.server.events.pages.section_start_list import start_list_page
from slowmate.server.events.pages.section_table import Crosstable, crosstable
from slowmate.server.events.queries.section_cache import table_of
from slowmate.server.events.queries.sections import SectionRows, own_starts
from slowmate.server.games.models import Game
from slowmate.server.games.queries.pgn import finished_pgn
from slowmate.server.site.spreadsheet import as_csv


def public_record(event: records.Event) -> records.Event:
    """A section without what players told the federation alone, sex and year of birth: no table depends on them."""
    return replace(event, players=tuple(replace(player, sex=None, birth_year=None) for player in event.players))


def event_json(rows: SectionRows) -> dict[str, Json]:
    """The EVENT.json of a section, with the number of its page on every game that has one.

    A finished game from a starting position of its own has that, too.
    """
    said, starts = event_as_json(public_record(rows.record)), own_starts(rows.section)
    games = [
        {**game, **starts.get(pairing.game.pk, {}), "id": pairing.game.pk} if pairing.game is not None else game
        for pairing, game in zip(rows.pairings, _objects(said["games"]), strict=True)
    ]
    return {**said, "games": [*games]}


def _objects(values: Json) -> list[dict[str, Json]]:
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def trf(rows: SectionRows) -> bytes:
    """The section as a tournament report."""
    return write_trf(report_of(public_record(rows.record)))


def pgn(section: Section, person: Person) -> Iterator[str]:
    """The finished games of a section, one after the other; cancelled ones were not played."""
    yield from finished_pgn(Game.objects.filter(pairing__section=section).order_by("pairing__pk"), person)


def table_csv(rows: SectionRows) -> str:
    """The crosstable for a spreadsheet: a row a player (or team), best first, and a column for each opponent."""
    table = crosstable(rows)
    lines = {line.id: line for line in table_of(rows.record).value}
    tie_breaks = list(next(iter(lines.values())).tie_breaks) if lines else []
    head = ["place", "number", "id", "name", "federation", "title", "rating"]
    head += ["points", "games", "running", *tie_breaks, *(column.short for column in table.opponents)]
    body = [
        [
            line.place,
            line.number,
            line.id,
            line.who.name,
            line.who.federation,
            line.who.title,
            line.who.rating,
            number(lines[line.id].points),
            line.games,
            line.running,
            *(number(lines[line.id].tie_breaks[name]) for name in tie_breaks),
            *_results(table, row),
        ]
        for row, line in enumerate(table.lines)
    ]
    return as_csv([head, *body])


def start_list_csv(rows: SectionRows) -> str:
    """The start list for a spreadsheet: the columns of its page, in the order of the numbers."""
    page = start_list_page(rows)
    head = ["number", *(["team", "board"] if page.has_teams else ()), "name", "federation", "rating", "rated_by"]
    head += ["white", "black", *(title.short for title in page.titles)]
    body = [
        [
            line.number,
            *((line.team, line.board) if page.has_teams else ()),
            line.who.name,
            line.who.federation,
            line.rating,
            str(line.rated_by or ""),
            line.whites,
            line.blacks,
            *line.needed,
        ]
        for line in page.seats
    ]
    return as_csv([head, *body])


def _results(table: Crosstable, row: int) -> list[str]:
    """What the one of a row scored against each: two games with a space between them; nothing while they run."""
    return [" ".join(game.text for game in cell.games if game.text != "·") for cell in table.lines[row].cells]
