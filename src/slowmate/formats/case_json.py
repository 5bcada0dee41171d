"""CASE.json: an application for a title, or another case for a commissioner. docs/titles.md lists the fields."""

from collections.abc import Callable
from dataclasses import dataclass

from slowmate.formats import fide_case_json as fide
from slowmate.formats.event_json import kind_of
from slowmate.formats.grounds import Json, requirement_json
from slowmate.formats.reading import Node, listed, names
from slowmate.titles.answers import Answer
from slowmate.titles.fide.cases import FideCase
from slowmate.titles.iccf import cases as iccf
from slowmate.titles.iccf.arbiter import Appeal, ArbiterApplication, DirectedTournament
from slowmate.titles.iccf.confirmation import ConfirmedTitle, TitleRoute
from slowmate.titles.levels import TITLES


@dataclass(frozen=True, slots=True)
class TitleCase:
    """A case and whose it is."""

    kind: str
    name: str
    case: FideCase | iccf.IccfCase


def is_case(node: Node) -> bool:
    """Decide whether a document is a case, and not a player's record."""
    return node.has("case")


def read_case(node: Node) -> TitleCase:
    """Read a case, or refuse it with the file, line and field that is wrong."""
    kind = node.text_of("case")
    if kind not in READERS:
        raise node.bad("case", f"{kind!r} is not one of {', '.join(READERS)}")
    name = node.child("player").text_of("name") if node.has("player") else node.optional_text("name")
    return TitleCase(kind, name or kind, READERS[kind](node))


def answer_json(title_case: TitleCase, answer: Answer) -> dict[str, Json]:
    return {
        "case": title_case.kind,
        "name": title_case.name,
        "verdict": answer.verdict.value,
        "gains": [
            {
                "title": str(gain.title),
                "grants": gain.grants,
                "final": gain.final,
                "interim": gain.interim and str(gain.interim),
            }
            for gain in answer.gains
        ],
        "days": {name.replace(" ", "_"): None if day is None else day.isoformat() for name, day in answer.days.items()},
        "requirements": [requirement_json(requirement) for requirement in answer.requirements],
    }


def _arbiter(node: Node) -> iccf.ArbiterCase:
    directed = tuple(_directed(entry) for entry in listed(node, "tournaments"))
    mentor = node.child("mentor") if node.has("mentor") else None
    accepted, applied = node.optional_day("accepted"), node.day("applied")
    if accepted is not None and accepted < applied:
        raise node.bad("accepted", f"{accepted} is before the application, {applied}")
    return iccf.ArbiterCase(
        ArbiterApplication(
            tuple(entry.name for entry in directed),
            mentor.optional_text("name") if mentor else None,
            mentor.optional_text("email") if mentor else None,
            node.optional_text("federation"),
            node.flag("by_the_candidate", default=False),
            node.flag("refused_by_federation", default=False),
            node.choice("appeal", Appeal) if node.has("appeal") else None,
        ),
        directed,
        applied,
        node.flag("assessment", default=False) if node.has("assessment") else None,
        node.flag("clear", default=True),
        accepted,
    )


def _directed(node: Node) -> DirectedTournament:
    sides = names(node, "sides")
    if sides and len(sides) != 2:
        raise node.bad("sides", f"a match has two sides, not {len(sides)}")
    return DirectedTournament(
        node.text_of("name"),
        kind_of(node),
        node.whole("games", least=0, most=1_000_000),
        node.day("since"),
        node.flag("postal", default=False),
        node.flag("mentored", default=True),
        node.flag("international", default=True),
        (sides[0], sides[1]) if sides else None,
    )


def _federation(node: Node) -> iccf.FederationCase:
    votes = node.child("votes") if node.has("votes") else None
    board = node.child("exceptional") if node.has("exceptional") else None
    died, submitted = node.optional_day("died"), node.day("submitted")
    if died is not None and submitted < died:
        raise node.bad("submitted", f"{submitted} is before the day of death, {died}")
    counted = None
    if votes is not None:
        cast = votes.whole("cast", least=0, most=1000)
        counted = (votes.whole("for", least=0, most=cast), cast)
    return iccf.FederationCase(
        _iccf_title(node),
        submitted,
        counted,
        node.flag("clear", default=False) if node.has("clear") else None,
        died,
        node.optional_day("published"),
        (board.flag("proposed", default=False), board.flag("agreed", default=False)) if board else None,
    )


def _iccf_title(node: Node) -> str:
    title = node.text_of("title")
    if title not in TITLES:
        raise node.bad("title", f"{title!r} is not one of {', '.join(TITLES)}")
    return title


def _revocation(node: Node) -> iccf.RevocationCase:
    return iccf.RevocationCase(
        *(node.flag(body, default=False) for body in ("commissioner", "disciplinary_committee", "congress"))
    )


def _congress(node: Node) -> iccf.CongressCase:
    since, congress = node.day("since"), node.day("congress")
    if congress < since:
        raise node.bad("congress", f"{congress} is before the first day of the report, {since}")
    register = tuple(
        ConfirmedTitle(
            entry.text_of("player"), entry.text_of("title"), entry.choice("route", TitleRoute), entry.day("confirmed")
        )
        for entry in listed(node, "register")
    )
    return iccf.CongressCase(register, since, congress)


def _inactive(node: Node) -> iccf.InactiveCase:
    start, last = node.day("start"), node.optional_day("last_completed")
    if last is not None and last > start:
        raise node.bad("last_completed", f"{last} is after the start of the event, {start}")
    return iccf.InactiveCase(start, node.flag("has_running_game", default=False), last)


READERS: dict[str, Callable[[Node], FideCase | iccf.IccfCase]] = {
    "fide-norms": fide.norms_case,
    "fide-rating": fide.rating_case,
    "fide-direct": fide.direct_case,
    "fide-report": fide.report_case,
    "fide-removal": fide.removal_case,
    "fide-region": fide.region_case,
    "iccf-arbiter": _arbiter,
    "iccf-application": _federation,
    "iccf-revocation": _revocation,
    "iccf-congress": _congress,
    "iccf-inactive": _inactive,
}
