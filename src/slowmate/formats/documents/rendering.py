"""Pages as PDF (or PNG) bytes, set by Typst. The same content gives the same bytes, byte by byte, with the same fonts.

Latin, Greek, Cyrillic and Hebrew letters are always there: the typesetter carries its own fonts. Other scripts need the
Noto fonts on the machine; a sign that no font has is refused by name, never printed as an empty box (PDF/A forbids it).
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Final, Literal, cast

from slowmate.formats.grounds import Json
from slowmate.records import BadInput
from slowmate.rulebook import EDITIONS, Clause

SERIF = ("Libertinus Serif",)
CJK = {"JPN": "JP", "KOR": "KR", "TPE": "TC", "HKG": "HK", "MAC": "HK"}
"""Which shapes of the common characters a federation's readers expect; everybody else gets the simplified ones."""
OTHER_SCRIPTS = (
    "Noto Naskh Arabic",
    "Noto Serif Armenian",
    "Noto Serif Georgian",
    "Noto Serif Devanagari",
    "Noto Serif Bengali",
    "Noto Serif Tamil",
    "Noto Serif Thai",
    "Noto Serif",
)
ARCHIVAL: Final = "a-2b"
PICTURE_PPI = 110.0


@dataclass(frozen=True, slots=True)
class Page:
    """One or more pages: the template, what it says, and the facts of the document. *federation* is the reader's."""

    template: str
    content: dict[str, Json]
    title: str
    dated: date
    federation: str | None = None


def render(page: Page) -> bytes:
    """Render the pages as one PDF, in the form for archives. `BadInput` where a sign has no font."""
    made = _compile(page, form="pdf")
    return made if isinstance(made, bytes) else made[0]


def pictures(page: Page, *, ppi: float = PICTURE_PPI) -> list[bytes]:
    """Render each page as a PNG. What the PDF would refuse is refused here too."""
    _compile(page, form="pdf")
    made = _compile(page, form="png", ppi=ppi)
    return [made] if isinstance(made, bytes) else made


def _compile(page: Page, *, form: Literal["pdf", "png"], ppi: float | None = None) -> bytes | list[bytes]:
    try:
        import typst  # noqa: PLC0415 - an optional package
    except ImportError:
        raise BadInput("the typesetter is not installed; install slowmate[pdf]") from None
    source = f"{_template('common')}\n{_template(page.template)}"
    data = json.dumps(_data(page), ensure_ascii=False, sort_keys=True)
    try:
        made = typst.compile(source.encode(), format=form, ppi=ppi, sys_inputs={"data": data}, pdf_standards=[ARCHIVAL])
    except typst.TypstError as error:
        raise _readable_error(error) from None
    return made if isinstance(made, bytes) else list(cast("list[bytes]", made))


def _data(page: Page) -> dict[str, Json]:
    fonts: list[Json] = [*SERIF, f"Noto Serif CJK {CJK.get(page.federation or '', 'SC')}", *OTHER_SCRIPTS]
    return page.content | {
        "fonts": fonts,
        "document": {"title": page.title, "year": page.dated.year, "month": page.dated.month, "day": page.dated.day},
    }


@cache
def _template(name: str) -> str:
    return resources.files("slowmate.formats.documents").joinpath(f"templates/{name}.typ").read_text("utf-8")


def _readable_error(error: Exception) -> Exception:
    """Return the error to raise: for a sign without a font, one that says how to help; else *error* itself."""
    match = re.search(r"the text `\"(?:\\u\{([0-9a-f]+)\}|(.+?))\"` could not be displayed", str(error))
    if match is None:
        return error
    signs = chr(int(match[1], 16)) if match[1] else match[2]
    named = f"{signs if signs.isprintable() else 'that is not printable'} (U+{ord(signs[0]):04X})"
    return BadInput(f"no font on this machine has the sign {named}; install the Noto fonts (fonts-noto-core, -cjk)")


def day(value: Json) -> str:
    """Write 2019-03-02 as people do: 2 March 2019. Nothing stays nothing."""
    return date.fromisoformat(value).strftime("%d %B %Y").lstrip("0") if isinstance(value, str) else ""


def span(start: Json, end: Json) -> str:
    """Write the days of an event; a common year or month stands once."""
    if not isinstance(end, str) or end == start:
        return day(start)
    first, last = date.fromisoformat(str(start)), date.fromisoformat(end)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{day(end)}"
    return f"{day(start)} – {day(end)}"


def points(value: Json) -> str:
    """Write 7.5 as 7½."""
    if not isinstance(value, int | float):
        return ""
    whole, half = divmod(round(value * 2), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def joined(parts: Sequence[str | None], separator: str = ", ") -> str:
    return separator.join(part for part in parts if part)


def clauses(addresses: Iterable[str]) -> str:
    """Write the articles of clauses as the books number them, each once:
    ICCF Tournament Rules 2017: 10.0.1, 10.0.3; ...
    """
    by_edition: dict[str, dict[str, dict[str, None]]] = {}
    for address in addresses:
        cited = Clause.parse(address)
        part, article = _article(cited.address)
        by_edition.setdefault(cited.edition, {}).setdefault(part, {})[article] = None
    return "; ".join(_edition(edition, parts) for edition, parts in by_edition.items())


def _edition(edition: str, parts: Mapping[str, Mapping[str, None]]) -> str:
    numbered = [
        f"{part} {', '.join(sorted(articles, key=_article_key))}".strip() for part, articles in sorted(parts.items())
    ]
    return f"{EDITIONS[edition].title}: {', '.join(numbered)}"


def _article_key(article: str) -> list[tuple[int, str]]:
    """Order 9 before 10: return each step of an article's number by its value."""
    return [(int(number or 0), letters) for number, letters in re.findall(r"(\d*)(\D*)", article)]


_APPENDIX = re.compile(r"App(\d+)\.?([\d.]*)")
_SESSION = re.compile(r"S(\d)/")


def _article(address: str) -> tuple[str, str]:
    """Return the part of a book and the article: without letters of items, and without our own part after a stroke."""
    if session := _SESSION.match(address):
        return "session", session[1]
    if appendix := _APPENDIX.match(address):
        return f"Appendix {appendix[1]} item", appendix[2].strip(".")
    return "", address.partition("/")[0]
