"""The parts of forms: sheets of fields, tables, words and lines to sign, with a code at their foot."""

from collections.abc import Sequence
from datetime import date

from slowmate.formats.certificate_json import code_of
from slowmate.formats.documents.rendering import Page, day
from slowmate.formats.grounds import Json

OVER = "International Chess Federation · title regulations"
FormSection = dict[str, Json]


def pages(sheets: list[Json], title: str, issued: date, federation: str | None, key: bytes | None) -> Page:
    content: dict[str, Json] = {"sheets": sheets, "issued": issued.isoformat()}
    label = "Fingerprint" if key is None else "Verification code"
    line = f"Issued on {day(issued.isoformat())}  ·  {label} {code_of(content, key=key)}"
    marked: list[Json] = [{**sheet, "code_line": line} for sheet in sheets if isinstance(sheet, dict)]
    return Page("form", {"sheets": marked}, title, issued, federation=federation)


def sheet(
    form: str, title: str, footer: str, sections: Sequence[FormSection], *, flipped: bool = False, over: str = OVER
) -> FormSection:
    shown: list[Json] = list(sections)
    return {"form": form, "title": title, "over": over, "footer": footer, "sections": shown, "flipped": flipped}


def fields(heading: str, columns: int, *cells: tuple[str, object] | tuple[str, object, int]) -> FormSection:
    shown: list[Json] = [
        {"label": cell[0], "value": "" if cell[1] is None else str(cell[1]), "span": cell[2] if len(cell) > 2 else 1}
        for cell in cells
    ]
    return {"kind": "fields", "heading": heading, "columns": columns, "fields": shown}


def table(
    heading: str,
    columns: Sequence[tuple[str, int, str]],
    rows: Sequence[tuple[Sequence[str], bool]],
    *,
    size: float = 9,
    inset: float = 1.1,
) -> FormSection:
    """Lay out a table; a column is its head, its width as a share (0: as wide as needed) and its side: l, r or c."""
    return {
        "kind": "table",
        "heading": heading,
        "head": [head for head, _, _ in columns],
        "widths": [width for _, width, _ in columns],
        "align": [side for _, _, side in columns],
        "rows": [{"cells": list(cells), "faint": faint} for cells, faint in rows],
        "size": size,
        "inset": inset,
    }


def signatures(*lines: tuple[str, str]) -> FormSection:
    return {"kind": "signatures", "heading": "", "lines": [{"role": role, "name": name} for role, name in lines]}


def text(heading: str, words: str) -> FormSection:
    return {"kind": "text", "heading": heading, "text": words}
