"""What could do harm in a page: found by reading it as a browser does."""

from html.parser import HTMLParser

PAYLOAD = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)><svg/onload=alert(1)> javascript:alert(1)"
"""Something a text field must never turn into more than text."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._script = tag == "script"
        named = dict(attrs)
        if tag in {"iframe", "object", "embed", "base", "style"}:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            text = (value or "").strip().lower()
            if name.startswith("on") or name in {"style", "srcdoc"}:
                self.found.append(f"<{tag} {name}={value!r}>")
            if name in {"href", "src", "action", "formaction"} and text.startswith(("javascript:", "vbscript:")):
                self.found.append(f"<{tag} {name}={value!r}>")
            if name in {"src", "srcset"} and (text.startswith(("http:", "https:", "//")) or text == "x"):
                self.found.append(f"<{tag} {name}={value!r}>")
        if tag == "link" and (named.get("href") or "").startswith(("http:", "https:", "//")):
            self.found.append(f"<link {named}>")
        if tag == "meta" and (named.get("http-equiv") or "").lower() == "refresh":
            self.found.append("<meta refresh>")

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.found.append(f"<script>{data[:60]!r}")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = False


def harm_in(page: str) -> list[str]:
    """Inline code and styles, handlers, dangerous addresses, and whatever a page would load from elsewhere."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found
