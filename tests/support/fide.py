"""Builders for FIDE's norms: opponents and games in few words."""

from collections.abc import Iterable, Sequence
from datetime import date

from slowmate.records import KINDS, Director, Event, FideTerms, Pairing, Player, Result
from slowmate.titles.fide.games import DecidedBy, NormGame, Opponent
from slowmate.titles.fide.titles import FideTitle

START = date(2018, 3, 1)


def opponent(number: int, text: str) -> Opponent:
    """An opponent from words such as ``GM GER 2550``, ``- USA 2300`` (no title) or ``FM FRA -`` (unrated)."""
    title, federation, rating = text.split()
    return Opponent(
        f"o{number:02}",
        None if federation == "-" else federation,
        None if title == "-" else FideTitle(title),
        None if rating == "-" else int(rating),
    )


def games(opponents: Iterable[str], results: str) -> list[NormGame]:
    """Games in the order of their rounds: results are one character each.

    ``1 = 0`` are played, ``+ -`` forfeited, ``a`` adjudicated as won, ``*`` still running.
    """
    halves = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "a": 2, "*": None}
    decided = {"+": DecidedBy.FORFEIT, "-": DecidedBy.FORFEIT, "a": DecidedBy.ADJUDICATED}
    return [
        NormGame(opponent(number, text), halves[result], number, decided.get(result, DecidedBy.OVER_THE_BOARD))
        for number, (text, result) in enumerate(zip(opponents, results, strict=True), 1)
    ]


def player(identity: str, text: str, *, sex: str = "m") -> Player:
    """A player from words such as ``GM GER 2550``."""
    title, federation, rating = text.split()
    return Player(
        id=identity,
        name=f"Player {identity}",
        federation=None if federation == "-" else federation,
        sex=sex,
        title=None if title == "-" else title,
        rating=None if rating == "-" else int(rating),
    )


def single_event(
    applicant: str,
    opponents: Sequence[str],
    results: str,
    *,
    kind: str = "fide-swiss",
    terms: FideTerms | None = None,
    arbiter: str | None = "IA",
    rounds: int | None = None,
    sex: str = "m",
) -> Event:
    """An event with the games of one applicant, ``a``, only: each opponent in one round."""
    written = {"1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "*": None}
    written |= {"+": Result.WHITE_WINS_BY_FORFEIT, "-": Result.BLACK_WINS_BY_FORFEIT}
    players = [player("a", applicant, sex=sex)]
    players += [player(f"o{number:02}", text) for number, text in enumerate(opponents, 1)]
    pairings = [
        Pairing("a", f"o{number:02}", written[result], round=number) for number, result in enumerate(results, 1)
    ]
    return Event(
        "Open",
        KINDS[kind],
        START,
        tuple(players),
        tuple(pairings),
        director=Director("Chief Arbiter", arbiter) if arbiter is not None else None,
        fide=terms,
        rounds=rounds,
    )
