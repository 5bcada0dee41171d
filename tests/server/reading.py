"""A page as it is read, whichever way its template is laid out."""

import re
from html.parser import HTMLParser


def tight(page: bytes | str) -> str:
    """A page without the spaces by which templates are indented: none beside a tag, one between words."""
    text = page.decode() if isinstance(page, bytes) else page
    return re.sub(r" ?(<[^>]*>) ?", r"\1", " ".join(text.split()))


def texts_of(page: bytes | str, selector: str) -> list[str]:
    """The text of every element that fits a selector such as `tr.due`, `#entries li` or `a[href=/desk]`.

    It knows names, classes, identities, one attribute and elements within elements; it is there so that a test can say
    what stands in one place of a page, and what does not."""
    reader = _Elements([_Step(step) for step in selector.split()])
    reader.feed(page.decode() if isinstance(page, bytes) else page)
    reader.close()
    return [" ".join("".join(parts).split()) for parts in reader.texts]


_STEP = re.compile(r"(?P<tag>[\w-]*)(?P<names>(?:[.#][\w-]+)*)(?:\[(?P<attribute>[\w-]+)(?:=(?P<value>[^\]]*))?\])?")
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


class _Step:
    """One part of a selector."""

    def __init__(self, text: str) -> None:
        match = _STEP.fullmatch(text)
        assert match, f"not a selector: {text}"
        self.tag, self.attribute, self.value = match["tag"], match["attribute"] or "", match["value"]
        names = re.findall(r"([.#])([\w-]+)", match["names"])
        self.classes = {name for sign, name in names if sign == "."}
        self.identities = {name for sign, name in names if sign == "#"}

    def fits(self, tag: str, attributes: dict[str, str | None]) -> bool:
        return (
            self.tag in ("", tag)
            and self.classes <= set((attributes.get("class") or "").split())
            and self.identities <= {attributes.get("id")}
            and (not self.attribute or self.attribute in attributes)
            and (self.value is None or attributes.get(self.attribute) == self.value)
        )


class _Elements(HTMLParser):
    """Collect the texts of the elements that fit all steps, each within one that fits the step before."""

    def __init__(self, steps: list[_Step]) -> None:
        super().__init__()
        self.steps = steps
        self.open: list[tuple[str, int, list[str] | None]] = []
        """Each open element: its name, how many steps are fitted in it, and where its text goes if it fits them all."""
        self.texts: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fitted = self.open[-1][1] if self.open else 0
        last = len(self.steps) - 1
        is_fitting = self.steps[min(fitted, last)].fits(tag, dict(attrs))
        text: list[str] | None = [] if is_fitting and fitted >= last else None
        if text is not None:
            self.texts.append(text)
        if tag not in _VOID:
            self.open.append((tag, min(fitted + is_fitting, last), text))

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _, _ in self.open]
        if tag in names:  # what its page forgot to close ends with it
            del self.open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        for _, _, text in self.open:
            if text is not None:
                text.append(data)
