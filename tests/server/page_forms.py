"""The forms of a page, as a browser would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

DAY_TYPES = frozenset({"date", "datetime-local", "month"})


@dataclass
class PageForm:
    """One form: where it is sent, what it sends as the page shows it, and which of its fields are days."""

    method: str
    action: str
    values: dict[str, list[str]] = field(default_factory=dict)
    days: dict[str, str] = field(default_factory=dict)
    """The type of each field of days, by its name."""
    disabled: bool = False
    """Its button cannot be pressed."""

    def add(self, name: str | None, value: str) -> None:
        if name:
            self.values.setdefault(name, []).append(value)


def forms_of(page: bytes | str) -> list[PageForm]:
    reader = _Forms()
    reader.feed(page.decode() if isinstance(page, bytes) else page)
    return reader.forms


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.open: PageForm | None = None
        self.select: tuple[str, list[str], list[str]] | None = None
        """The list that is open: its name, what is selected, and all it offers."""
        self.text: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = PageForm(have.get("method", "get").lower(), have.get("action", ""))
            self.forms.append(self.open)
        elif self.open is None:
            return
        elif tag == "input":
            self._input(self.open, have)
        elif tag == "select":
            self.select = (have.get("name", ""), [], [])
        elif tag == "option" and self.select:
            self.select[2].append(have.get("value", ""))
            if "selected" in have:
                self.select[1].append(have.get("value", ""))
        elif tag == "textarea":
            self.text = (have.get("name", ""), [])
        elif tag == "button" and have.get("type", "submit") == "submit":
            self.open.disabled = "disabled" in have

    def _input(self, form: PageForm, have: dict[str, str]) -> None:
        kind, name = have.get("type", "text"), have.get("name")
        if kind in ("checkbox", "radio") and "checked" not in have:
            return
        if kind in DAY_TYPES and name:
            form.days[name] = kind
        form.add(name, have.get("value", "on" if kind == "checkbox" else ""))

    def handle_data(self, data: str) -> None:
        if self.text:
            self.text[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select" and self.select and self.open:
            name, selected, offered = self.select
            for value in selected or offered[:1]:
                self.open.add(name, value)
            self.select = None
        elif tag == "textarea" and self.text and self.open:
            self.open.add(self.text[0], "".join(self.text[1]))
            self.text = None
