"""Following the links that pages write: every kind of page a few times, or every address."""

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, unquote, urldefrag, urljoin, urlsplit

from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import Resolver404, resolve

from slowmate.server.site.folding import folded

PAGES = ("text/html",)
NAMED = {"player", "event", "section", "federation"}
"""Pages that say the name by which a link leads to them."""
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
OF_OTHERS = "letter"
"""The class of a letter of the demo: its links are for whom it was written to."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link as a page writes it: whole address, and the words by which it leads on."""

    address: str
    words: str
    page: str

    @property
    def target(self) -> str:
        return urldefrag(self.address).url

    @property
    def anchor(self) -> str:
        return unquote(urldefrag(self.address).fragment)

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.address).query)

    def __str__(self) -> str:
        return f"“{self.words}” on {self.page} leads to {self.address}"


@dataclass(slots=True)
class ReadPage(HTMLParser):
    """The links, anchors, files and words of a page."""

    address: str
    links: list[Link] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)
        self._open: list[tuple[str, bool]] = []
        self._href, self._words = "", [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.anchors.append(str(given["id"]))
        is_of_others = OF_OTHERS in (given.get("class") or "").split() or any(inside for _, inside in self._open)
        if tag not in VOID:
            self._open.append((tag, is_of_others))
        if tag == "a" and given.get("href") is not None and not is_of_others:
            self._href, self._words = str(given["href"]), []
        source = given.get("src") or (given.get("href") if tag == "link" else None)
        if source:
            self.files.append(source)

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _ in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]
        if tag == "a" and self._href:
            words = " ".join("".join(self._words).split())
            self.links.append(Link(urljoin(self.address, self._href), words, self.address))
            self._href = ""

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        self._words.append(data)


@dataclass(slots=True)
class Walk:
    """One person's way through the pages.

    *per_kind*: how many addresses of each kind are asked for; None: all. *wrong* says what was wrong.
    """

    client: Client
    per_kind: int | None
    wrong: list[str] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    _pages: dict[str, ReadPage | None] = field(default_factory=dict)
    _waiting: deque[Link] = field(default_factory=deque)
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def follow(self, *starts: str) -> None:
        self._waiting.extend(Link(start, "", "the start") for start in starts)
        while self._waiting:
            self._take(self._waiting.popleft())

    def _take(self, link: Link) -> None:
        if urlsplit(link.address).scheme or urlsplit(link.address).netloc:
            return  # elsewhere, or mail
        if any(len(values) > 1 and all(len(value) == 1 for value in values) for values in link.query.values()):
            self.wrong.append(f"{link}: a text is spelt out")
        if (link.target, link.anchor) in self._seen:
            return
        self._seen.add((link.target, link.anchor))
        if link.target not in self._pages:
            if not self._is_wanted(link):
                return
            self._ask(link)
        page = self._pages[link.target]
        if page is None:
            return
        if link.anchor and link.anchor not in page.anchors:
            self.wrong.append(f"{link}: there is no such place")
        if link.words and not self._says(page, link):
            self.wrong.append(f"{link}: the page does not say so")

    def _is_wanted(self, link: Link) -> bool:
        kind = kind_of(link)
        self.asked[kind] += 1
        return self.per_kind is None or self.asked[kind] <= self.per_kind

    def _ask(self, link: Link) -> None:
        self._pages[link.target] = None
        if link.target.startswith("/static/"):
            if finders.find(link.target.removeprefix("/static/")) is None:
                self.wrong.append(f"{link}: no such file")
            return
        answer: Any = self.client.get(link.target, follow=True)
        if answer.status_code >= 400:
            self.wrong.append(f"{link}: {answer.status_code}")
        if answer.streaming:
            for _ in answer.streaming_content:
                pass
        elif answer.get("Content-Type", "").startswith(PAGES) and answer.status_code < 400:
            self._read(link, answer)

    def _read(self, link: Link, answer: Any) -> None:
        address = answer.redirect_chain[-1][0] if answer.redirect_chain else link.target
        page = ReadPage(urldefrag(address).url)
        page.feed(answer.content.decode())
        page.close()
        self._pages[link.target] = page
        self.wrong += [f"{page.address}: #{name} is there twice" for name in doubled(page.anchors)]
        self._waiting.extend(page.links)
        self._waiting.extend(Link(urljoin(page.address, file), "", page.address) for file in page.files)

    def _says(self, page: ReadPage, link: Link) -> bool:
        """Return whether a page says what the link to it says, where that can be judged."""
        text = folded(" ".join(" ".join(page.text).split()))
        if "q" in link.query and link.query["q"] != [""]:
            return folded(link.query["q"][0]) in text
        if name_of(link) not in NAMED or urlsplit(link.address).query:
            return True
        return all(word in text for word in re.findall(r"\w{3,}", folded(link.words)))


def doubled(names: list[str]) -> Iterator[str]:
    return (name for name, times in Counter(names).items() if times > 1)


def name_of(link: Link) -> str:
    try:
        return resolve(urlsplit(link.target).path).url_name or ""
    except Resolver404:
        return ""


def kind_of(link: Link) -> str:
    """Return the kind of an address: its pattern, and what is asked for in the query."""
    path = urlsplit(link.target).path
    try:
        route = resolve(path).route
    except Resolver404:
        route = path
    return f"{route}?{'&'.join(sorted(link.query))}"
